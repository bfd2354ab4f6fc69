#!/bin/sh
# Compares the results of CMath on this processor with those of 64-bit ARM, which qemu imitates: Tests/Rounding/arm.sh [COUNT]
#
# COUNT arguments for each function, 200,000 without one. It needs the packages gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user; MPFR
# and GMP for ARM are fetched from the mirror of this machine into .build/arm64, and not installed. Exit code 1 where a result differs.
set -eu
cd "$(dirname "$0")/../.."
count=${1:-200000}
place=$PWD/.build/arm64
for program in aarch64-linux-gnu-gcc aarch64-linux-gnu-objdump qemu-aarch64; do
  command -v $program >/dev/null || {
    echo "$program is missing: apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user" >&2
    exit 1
  }
done

libraries=$place/root/usr/lib/aarch64-linux-gnu
[ -e "$libraries/libmpfr.a" ] || Scripts/fetch_packages.sh "$place/root" bookworm arm64 libmpfr-dev libgmp-dev

CC=cc Tests/Rounding/build.sh "$place/rounding-here"
CC=aarch64-linux-gnu-gcc Tests/Rounding/build.sh "$place/rounding-arm" -static -isystem "$place/root/usr/include" \
  -isystem "$place/root/usr/include/aarch64-linux-gnu" -L"$libraries" 2>"$place/build.log" || { cat "$place/build.log" >&2; exit 1; }
# A compiler that may not contract makes no fused instruction of our code; GMP and MPFR compute with integers.
for file in Sources/Native/CMath/*.c; do
  aarch64-linux-gnu-gcc -O2 -fno-builtin -ffp-contract=off -ISources/Native/CMath/include -isystem "$place/root/usr/include" \
    -isystem "$place/root/usr/include/aarch64-linux-gnu" -c "$file" -o "$place/one.o"
  if aarch64-linux-gnu-objdump -d "$place/one.o" | grep -qE 'f(n?madd|n?msub|mla|mls)\b'; then
    echo "$file: the compiler made fused instructions" >&2
    exit 1
  fi
done

"$place/rounding-here" digest "$count" >"$place/here.txt"
qemu-aarch64 "$place/rounding-arm" digest "$count" >"$place/arm.txt"
diff "$place/here.txt" "$place/arm.txt" || { echo "results differ" >&2; exit 1; }
cat "$place/arm.txt"
echo "the same on $(uname -m) and aarch64"
