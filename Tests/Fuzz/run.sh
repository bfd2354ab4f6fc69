#!/bin/sh
# Fuzzes every reader: run.sh PROGRAM SECONDS [READER…]. As many run at a time as there are processors. It fails where
# one crashes, leaks, hangs for 10 s or uses 2 GB; what did it is left as crash-…, leak-…, timeout-… or oom-….
#
# The seed is fixed (FUZZ_SEED for another), so that the same program goes the same way from the kept seeds on.
set -eu
program=$1
seconds=$2
shift 2
[ $# -gt 0 ] || set -- osm osmgz pbf dimacs gmns edges bytes archive hierarchy labels csv gzip drivers requests trips \
  scenario study runs
here=$(dirname "$0")
trap 'rm -rf /dev/shm/detour-fuzz-*' EXIT
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} "$here/fuzz_one.sh" "$program" "$seconds" {}
