#!/bin/sh
# How often the gates are wrong, on this machine: Results/benchmarks/self-test holds what it prints.
#
#     Scripts/bench_selftest.sh [PAIRS]      PAIRS of each long series, 300
#
# Time: two copies of the same program are run in PAIRS pairs; series drawn from those, in blocks, go through the gate as
# they are and with slowdowns put in. Instructions: a build into which about 2 % more of them are put, in the event
# queue, is compared with the one without.
set -eu
cd "$(dirname "$0")/.."
pairs=${1:-300}
out=Results/benchmarks/self-test
place=$PWD/.build/self-test
mkdir -p "$out" "$place/a" "$place/b"

# The program of HEAD, and one with a burden: what stands on the event queue is built anew for it.
rm -rf "$place/tree"
git worktree prune
git worktree add --quiet --force --detach "$place/tree" HEAD
trap 'git worktree remove --force "$place/tree"' EXIT
build() { # NAME: the program of the tree as it stands
  swift build -c release -debug-info-format none --product detour --package-path "$place/tree" \
    --scratch-path "$place/build"
  cp "$place/build/release/detour" "$place/$1/detour"
}
build a
# Ten instructions that do nothing, wherever the event queue looks ahead.
header=$place/tree/Sources/Native/CKernels/include/CKernels.h
sed -i '/__builtin_prefetch(address, 1, 3);/a\  __asm__ volatile(".rept 10\\n nop\\n .endr");' "$header"
grep -q 'rept 10' "$header"
build b

{
  date -u '+%Y-%m-%d'
  echo "commit $(git rev-parse --short HEAD)"
  echo
  echo "instructions, about 2 % more of them put into the event queue:"
  "$place/a/detour" bench compare "$place/a/detour" "$place/b/detour" kernel/hold --gates instructions |
    sed -n '/^instructions/,$p' || true
  echo
  echo "instructions, the program against itself:"
  "$place/a/detour" bench compare "$place/a/detour" "$place/a/detour" --gates instructions | sed -n '/^instructions/,$p'
} | tee "$out/self-test.txt"

# Two copies of the same program.
cp "$place/a/detour" "$place/b/detour"
for item in kernel/hold@10000 tables/csv-read@10000; do
  file="$out/pairs-$(echo "$item" | tr '/@' '--').csv"
  "$place/a/detour" bench race "$place/a/detour" "$place/b/detour" "$item" --pairs "$pairs" >"$file"
  { echo; "$place/a/detour" bench self-test "$file"; } | tee -a "$out/self-test.txt"
done
