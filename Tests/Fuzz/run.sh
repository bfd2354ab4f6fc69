#!/bin/sh
# Fuzzes every reader: run.sh PROGRAM SECONDS [READER…]; run.sh --readers names them. As many run at a time as there are processors. It fails where
# one crashes, leaks, hangs for 10 s or uses 2 GB; what did it is left as crash-…, leak-…, timeout-… or oom-….
#
# The seed is fixed (FUZZ_SEED for another), so that the same program goes the same way from the kept seeds on.
set -eu
readers="osm osmgz pbf dimacs gmns edges bytes archive hierarchy labels csv gzip drivers requests trips announcements matrix zones omx scenario study runs"
[ "$1" != --readers ] || { echo "$readers"; exit 0; }
program=$1
seconds=$2
shift 2
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $readers
here=$(dirname "$0")
trap 'rm -rf /dev/shm/detour-fuzz-*' EXIT
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} "$here/fuzz_one.sh" "$program" "$seconds" {}
