#!/bin/sh
# Runs scenarios with the C library's versions for this processor and with those for one that has no fused multiply-add and no wide vectors, and
# compares all results, byte for byte: shipped scenarios with COUNT random seeds and values of fields.
#
#     Scripts/other_processors.sh [PROGRAM [COUNT]]
#
# PROGRAM is .build/release/detour, COUNT 200. Exit code 1 where a result differs.
set -eu
cd "$(dirname "$0")/.."
program=${1:-.build/release/detour}
count=${2:-200}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
set -- plane torus geographic network quickstart services shifts orders fleet examples/choice examples/choice-by-law examples/taxi \
  examples/service examples/services examples/shifts examples/orders examples/own-cars examples/map-calls examples/transfer home-help
differing=0 run=0
while [ $run -lt "$count" ]; do
  eval "name=\${$((run % $# + 1))}"
  # Fields that every scenario of the market has: the seed, and for carpools the radius and the number of requests.
  fields="--set seed=$((1000 + run * 7919))"
  case $name in
  plane | torus | geographic | quickstart)
    fields="$fields --set matching.radius_m=$((300 + run * 37 % 1700)) --set demand.count=$((100 + run * 53 % 700))" ;;
  network) fields="$fields --set matching.radius_m=$((300 + run * 37 % 1700))" ;;
  esac
  # shellcheck disable=SC2086
  "$program" run "Scenarios/$name.json5" $fields --out "$folder/here" --force --quiet 2>"$folder/log" &&
    GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F,-AVX "$program" run "Scenarios/$name.json5" $fields --out "$folder/there" --force \
      --quiet 2>"$folder/log" || { cat "$folder/log" >&2; exit 1; }
  if ! diff -q -r -x timing.csv -x performance.json -x manifest.json "$folder/here" "$folder/there" >"$folder/log"; then
    echo "differs    $name $fields: $(sed 's/.*there.//; s/ differ//' "$folder/log" | tr '\n' ' ')"
    differing=$((differing + 1))
  fi
  run=$((run + 1))
done
echo "$differing of $count differ"
[ $differing -eq 0 ]
