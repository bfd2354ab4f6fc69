#!/bin/sh
# Runs shipped scenarios in a debug and in a release build, twice in the latter, and compares the fingerprints.
#
#     Scripts/fingerprints.sh [SCENARIO…]
#
# Without names: every scenario in Scenarios. One whose data is not there is skipped. Exit code 1 where any
# two fingerprints differ or a run fails.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
"$swift" build --product detour
"$swift" build -c release --product detour
debug=$("$swift" build --show-bin-path)/detour
release=$("$swift" build -c release --show-bin-path)/detour
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fingerprint() { # BINARY SCENARIO: prints the fingerprint of a run
  "$1" run "$2" --out "$folder/run" --force --quiet || return 1
  sed -n 's/^  "fingerprint": "\([0-9a-f]*\)".*/\1/p' "$folder/run/manifest.json"
}

[ $# -gt 0 ] || set -- Scenarios/*.json5 Scenarios/validation/*.json5
code=0
for scenario; do
  [ -e "$scenario" ] || continue
  missing=""
  # What is not part of the project lies outside it: "../../…" from the scenario's folder.
  for path in $(sed -n 's/.*file: *"\(\.\.\/\.\.\/[^"]*\)".*/\1/p' "$scenario"); do
    [ -e "$(dirname "$scenario")/$path" ] || missing=$path
  done
  if [ -n "$missing" ]; then
    echo "skipped    $scenario: its data is not there ($missing)"
    continue
  fi
  first=$(fingerprint "$release" "$scenario") && second=$(fingerprint "$release" "$scenario") &&
    third=$(fingerprint "$debug" "$scenario") || first=failed
  if [ "$first" = failed ]; then
    echo "failed     $scenario" && code=1
  elif [ "$first" != "$second" ]; then
    echo "differs    $scenario: two runs of the release build: $first, $second" && code=1
  elif [ "$first" != "$third" ]; then
    echo "differs    $scenario: release $first, debug $third" && code=1
  else
    echo "$first  $scenario"
  fi
done
exit $code
