#!/bin/sh
# Compares the results of CMath on this processor with those of 64-bit ARM, which qemu imitates: Tests/Rounding/arm.sh [COUNT]
#
# COUNT arguments for each function, 200,000 without one; also the draws and distributions of GSL that Detour uses, compiled for ARM without
# fused instructions. It needs the packages gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user; MPFR
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
[ -e "$libraries/libgsl.a" ] || Scripts/fetch_packages.sh "$place/root" bookworm arm64 libmpfr-dev libgmp-dev libgsl-dev

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

Scripts/build_gsl.sh "$place/gsl" aarch64-linux-gnu
cc -O2 -fno-builtin -ffp-contract=off -ISources/Native/CMath/include Tests/Rounding/draws.c Sources/Native/CMath/*.c -o "$place/draws-here" \
  -lgsl -lgslcblas -lmpfr -lgmp -lm
aarch64-linux-gnu-gcc -O2 -fno-builtin -ffp-contract=off -ISources/Native/CMath/include -isystem "$place/root/usr/include" \
  -isystem "$place/root/usr/include/aarch64-linux-gnu" Tests/Rounding/draws.c Sources/Native/CMath/*.c -o "$place/draws-arm" -static \
  -L"$place/gsl" -L"$libraries" -lgsl -lgslcblas -lmpfr -lgmp -lm 2>"$place/build.log" || { cat "$place/build.log" >&2; exit 1; }
"$place/draws-here" >"$place/draws-here.txt"
qemu-aarch64 "$place/draws-arm" >"$place/draws-arm.txt"
diff "$place/draws-here.txt" "$place/draws-arm.txt" || { echo "draws differ" >&2; exit 1; }
cat "$place/arm.txt" "$place/draws-arm.txt"
echo "the same on $(uname -m) and aarch64"
