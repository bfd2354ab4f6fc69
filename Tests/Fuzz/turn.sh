#!/bin/sh
# Fuzzes what has changed and a third of the rest: turn.sh PROGRAM.
#
# Readers whose sources have changed since FUZZ_BASE (the last commit eight hours older than HEAD), comments apart, are fuzzed for
# 60 s each, or 30 s each if there are more than six. Those whose turn it is by the number of commits are fuzzed for 20 s
# each, so that three changes in a row have covered every reader.
set -eu
program=$1
here=$(dirname "$0")
cd "$here/../.."
base=${FUZZ_BASE:-$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 8 * 3600))" HEAD)}
roads=Sources/Roads/RoadNetwork
imports=":(glob)$roads/Import/*.swift"
tables=Sources/Base/Tables
bytes="$tables/FileBytes.swift $tables/InputFile.swift $tables/InputLimit.swift $tables/OpenFile.swift Sources/Native/CZlib"
kernels=Sources/Native/CKernels
csv="$tables/CSVReader*.swift $tables/FieldIndex.swift $kernels/*FieldScan.* $kernels/*Decimal* $kernels/*UTF8.* $bytes"
input=":(glob)Sources/Markets/Carpool/Features/*/Input/** Sources/Markets/Carpool/Input Sources/Engine/Ground $csv"
fields='Sources/Base/JSON5 Sources/Engine/Scenario Sources/Markets/Platform/Community/Fields
  :(glob)Sources/Markets/Carpool/Features/*/Fields/** Sources/Markets/Carpool/Fields
  Sources/Markets/Services/Fields Sources/Markets/Shifts/Fields Sources/Markets/Orders/Fields Sources/Markets/Orders/Features'

sources() { # READER: where it lies
  case $1 in
  osm | osmgz | pbf) echo "$roads/Import/OSM $imports Sources/Native/COsmium" ;;
  dimacs) echo "$roads/Import/DIMACS $imports $bytes" ;;
  gmns) echo "$roads/Import/GMNS $imports $csv" ;;
  edges) echo "$imports $csv" ;;
  bytes | archive) echo "$roads/Archive" ;;
  hierarchy) echo "$roads/Archive $roads/Hierarchy" ;;
  labels) echo "$roads/Archive $roads/HubLabels" ;;
  csv | gzip) echo "$csv" ;;
  drivers | requests | trips | announcements) echo "$input" ;;
  matrix | zones) echo "$input Sources/Base/JSON5" ;;
  omx) echo "$input Sources/Native/CHDF5" ;;
  scenario) echo "$fields" ;;
  study) echo "$fields Sources/Studies/Study" ;;
  runs) echo "Sources/Studies $tables/SeparatedText.swift $tables/TablePieces.swift $csv" ;;
  *) echo "turn.sh: where the reader $1 lies is not known" >&2 && return 1 ;;
  esac
}

# Stars are for git, which knows files that are gone too.
set -f
changed=""
turn=""
number=$(git rev-list --count HEAD)
for reader in $("$here/run.sh" --readers); do
  number=$((number + 1))
  # A shallow clone may lack the base: then all counts as changed.
  paths=$(sources "$reader")
  # shellcheck disable=SC2086
  if [ -z "$base" ] || ! difference=$(git diff -I'^ *//' "$base" HEAD -- "Tests/Fuzz/Seeds/$reader" $paths) ||
    [ -n "$difference" ]; then
    changed="$changed $reader"
  elif [ $((number % 3)) -eq 0 ]; then
    turn="$turn $reader"
  fi
done
# shellcheck disable=SC2086
[ -z "$changed" ] || {
  "$here/run.sh" "$program" "$(($(echo $changed | wc -w) > 6 ? 30 : 60))" $changed
}
# shellcheck disable=SC2086
[ -z "$turn" ] || "$here/run.sh" "$program" 20 $turn
