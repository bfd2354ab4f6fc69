#!/bin/sh
# Asks whether HEAD gives other results, does more work or takes more instructions than its parent.
#
#     Scripts/bench_gate.sh [BASE [OPTION …]]      BASE: another commit than HEAD^
#
# OPTION is one of `detour bench compare`, such as `--scenario mine.json5` for a scenario of your own.
# Builds both commits and lets the program of HEAD compare them. HEAD's is that of `make demo` where nothing has been changed
# in the checkout; else both are built one after the other in one place, so that what they share is compiled once. Where
# nothing has changed that is compiled or measured, the answer is no at once.
# Exit codes: 0 no, 1 yes, 3 cannot tell (no such commit, or one without benchmarks).
#
# A change that is meant says so in its commit message, in a line of its own: `Bench-Gate: WHY`. The gate then shows
# what it found and passes.
set -eu
cd "$(dirname "$0")/.."
name=${1:-HEAD^}
[ $# -eq 0 ] || shift
place=$PWD/.build/gate

if ! base=$(git rev-parse --verify --quiet "$name^{commit}"); then
  echo "bench gate: cannot tell: $name is no commit here; a shallow clone lacks it (git fetch --deepen 1)"
  exit 3
fi
head=$(git rev-parse HEAD)
if git diff --quiet "$base" "$head" -- Package.swift Sources Scenarios Benchmarks Examples ':!*.md'; then
  echo "bench gate: no: since $(git log -1 --format=%h "$base") nothing has changed that is compiled or measured"
  exit 0
fi

rm -rf "$place/tree"
git worktree prune
git worktree add --quiet --force --detach "$place/tree" "$base"
trap 'git worktree remove --force "$place/tree"' EXIT

build() { # COMMIT NAME: the program of COMMIT, in place/NAME
  git -C "$place/tree" checkout --quiet --detach "$1"
  for product in detour AllocationCount; do
    if ! swift build -c release --product "$product" --package-path "$place/tree" --scratch-path "$place/build" \
      >"$place/$2.log" 2>&1; then
      return 1
    fi
  done
  mkdir -p "$place/$2"
  cp "$place/build/release/detour" "$place/build/release/libAllocationCount.so" "$place/$2/"
}

if ! build "$base" base; then
  echo "bench gate: cannot tell: the base $(git log -1 --format=%h "$base") does not build with its benchmarks:"
  tail -n 3 "$place/base.log"
  exit 3
fi
if [ -z "$(git status --porcelain -- Package.swift Sources Benchmarks Examples)" ]; then
  mkdir -p "$place/head"
  for product in detour AllocationCount; do
    swift build -c release --product "$product" >"$place/head.log" 2>&1 || { tail -n 20 "$place/head.log"; exit 1; }
  done
  cp .build/release/detour .build/release/libAllocationCount.so "$place/head/"
else
  build "$head" head || { tail -n 20 "$place/head.log"; exit 1; }
fi

if ! "$place/base/detour" bench --list >/dev/null 2>&1; then
  echo "bench gate: cannot tell: the base $(git log -1 --format=%h "$base") has no benchmarks"
  exit 3
fi
status=0
"$place/head/detour" bench compare "$place/base/detour" "$place/head/detour" --gates exact,instructions "$@" || status=$?
[ "$status" -eq 1 ] || exit "$status"
reasons=$(git log --format='%h %(trailers:key=Bench-Gate,valueonly,separator=%x2C)' "$base..$head" | awk 'NF > 1')
[ -n "$reasons" ] || exit 1
echo "bench gate: meant, as these commits say:"
echo "$reasons"
