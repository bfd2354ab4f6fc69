#!/bin/sh
# Fuzzes what has changed and a third of the rest: turn.sh PROGRAM.
#
# Readers whose sources have changed since FUZZ_BASE (the last commit eight hours older than HEAD), comments apart, are fuzzed for
# 60 s each, and for 20 s each those whose turn it is by the number of commits, so that three changes in a row have asked
# every reader.
set -eu
program=$1
here=$(dirname "$0")
cd "$here/../.."
base=${FUZZ_BASE:-$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 8 * 3600))" HEAD)}
roads=Sources/Roads/RoadNetwork
bytes='Sources/Base/Tables/FileBytes.swift Sources/Base/Tables/InputFile.swift Sources/Base/Tables/InputLimit.swift'
csv="Sources/Base/Tables/CSVReader*.swift Sources/Native/CKernels/FieldScan.c $bytes"
input="Sources/Markets/Carpool/Input Sources/Engine/Ground $csv"
fields='Sources/Base/JSON5 Sources/Engine/Scenario Sources/Markets/Platform/Community/Fields
  Sources/Markets/Carpool/Fields Sources/Markets/Services/Fields Sources/Markets/Shifts/Fields Sources/Markets/Orders/Fields'

sources() { # READER: where it lies
  case $1 in
  osm | osmgz | pbf) echo "$roads/Import/OSM $roads/Import/*.swift Sources/Native/COsmium" ;;
  dimacs) echo "$roads/Import/DIMACS $roads/Import/*.swift $bytes" ;;
  gmns) echo "$roads/Import/GMNS $roads/Import/*.swift $csv" ;;
  edges) echo "$roads/Import/*.swift $csv" ;;
  bytes | archive) echo "$roads/Archive" ;;
  hierarchy) echo "$roads/Archive $roads/Hierarchy" ;;
  labels) echo "$roads/Archive $roads/HubLabels" ;;
  csv | gzip) echo "$csv" ;;
  drivers | requests | trips | announcements) echo "$input" ;;
  matrix | zones) echo "$input Sources/Base/JSON5" ;;
  scenario) echo "$fields" ;;
  study) echo "$fields Sources/Studies/Study" ;;
  runs) echo "Sources/Studies $csv" ;;
  *) echo "turn.sh: where the reader $1 lies is not known" >&2 && return 1 ;;
  esac
}

changed=""
turn=""
number=$(git rev-list --count HEAD)
for reader in $("$here/run.sh" --readers); do
  number=$((number + 1))
  # A shallow clone may lack the base: then all counts as changed.
  paths=$(sources "$reader")
  # shellcheck disable=SC2086
  if [ -z "$base" ] || [ -n "$(git diff -I'^ *//' "$base" HEAD -- "Tests/Fuzz/Seeds/$reader" $paths)" ]; then
    changed="$changed $reader"
  elif [ $((number % 3)) -eq 0 ]; then
    turn="$turn $reader"
  fi
done
# shellcheck disable=SC2086
[ -z "$changed" ] || "$here/run.sh" "$program" 60 $changed
# shellcheck disable=SC2086
[ -z "$turn" ] || "$here/run.sh" "$program" 20 $turn
