#!/bin/sh
# Fuzzes every reader of networks: run.sh PROGRAM SECONDS. What crashes a reader is left as crash-….
set -eu
program=$1
seconds=$2
seeds=$(dirname "$0")/Seeds
for reader in osm pbf dimacs gmns edges archive; do
  corpus=$(dirname "$program")/corpus/$reader
  mkdir -p "$corpus"
  echo "fuzzing $reader for $seconds s"
  DETOUR_FUZZ_READER=$reader SWIFT_BACKTRACE=enable=no \
    "$program" -max_total_time="$seconds" -max_len=4096 -verbosity=0 -print_final_stats=1 \
    "$corpus" "$seeds/$reader"
done
rm -rf /dev/shm/detour-fuzz-*
