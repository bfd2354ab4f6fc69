#!/bin/sh
# Fuzzes one reader: fuzz_one.sh PROGRAM SECONDS READER.
set -eu
program=$1
seconds=$2
reader=$3
here=$(dirname "$0")
seeds=$here/Seeds/$reader
corpus=$(dirname "$program")/corpus/$reader
mkdir -p "$corpus"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if DETOUR_FUZZ_READER=$reader SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=allocator_may_return_null=1 \
  LSAN_OPTIONS=suppressions=$here/leaks.txt:print_suppressions=0 \
  "$program" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -seed="${FUZZ_SEED:-1}" \
  -verbosity=0 -print_final_stats=1 "$corpus" "$seeds" >"$log" 2>&1; then
  echo "$reader: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s"
else
  tail -n 60 "$log"
  echo "$reader: the fuzzer found a fault" >&2
  # The others need not go on: xargs ends at 255.
  exit 255
fi
