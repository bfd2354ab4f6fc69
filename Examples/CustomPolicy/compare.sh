#!/bin/sh
# Which policy matches more, and is the difference more than luck? A sweep over three policies, one of them of one's own, and a
# comparison of the same requests pair by pair.
#
#     Examples/CustomPolicy/compare.sh SCENARIO FOLDER COMMAND…
#
# COMMAND… starts the policy as a process: `LeastDetourProcess` of this package, or `python3 mine.py`. DETOUR names the program.
set -eu

scenario=$1
folder=$2
shift 2
words=""
for word in "$@"; do words="$words${words:+,}\"$word\""; done

"${DETOUR:-detour}" sweep "$scenario" --replications "${REPLICATIONS:-10}" --out "$folder" \
  --vary "matching.policy=two_circles,nearest,{command:[$words],name:\"least_detour\"}"
"${DETOUR:-detour}" compare "$folder" --a matching.policy=two_circles --b matching.policy=least_detour \
  --figure match_rate --figure driver_detour_s.mean || [ $? -eq 3 ] || [ $? -eq 1 ]
