#!/bin/sh
# Fuzzes every reader: run.sh PROGRAM SECONDS [READER…]. It ends at the first crash, leak, hang of 10 s or use of 2 GB;
# what did it is left as crash-…, leak-…, timeout-… or oom-….
set -eu
program=$1
seconds=$2
shift 2
[ $# -gt 0 ] || set -- osm osmgz pbf dimacs gmns edges bytes archive hierarchy labels csv gzip drivers requests trips \
  scenario study runs
seeds=$(dirname "$0")/Seeds
log=$(mktemp)
trap 'rm -rf /dev/shm/detour-fuzz-* "$log"' EXIT
for reader in "$@"; do
  corpus=$(dirname "$program")/corpus/$reader
  mkdir -p "$corpus"
  if DETOUR_FUZZ_READER=$reader SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=allocator_may_return_null=1 \
    "$program" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -verbosity=0 \
    -print_final_stats=1 "$corpus" "$seeds/$reader" >"$log" 2>&1; then
    echo "$reader: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s"
  else
    tail -n 60 "$log"
    echo "$reader: the fuzzer found a fault" >&2
    exit 1
  fi
done
