#!/bin/sh
# Builds the program of main.c without Swift: Tests/Rounding/build.sh PROGRAM [OPTION…], with the options of the compiler $CC.
set -eu
cd "$(dirname "$0")/../.."
program=$1
shift
# shellcheck disable=SC2086
exec ${CC:-cc} -O2 -fno-builtin -ffp-contract=off -DDETOUR_MATH_PROBE -ISources/Native/CMath/include -ITests/Rounding/include \
  Sources/Native/CMath/*.c Tests/Rounding/rounding.c Tests/Rounding/main.c -o "$program" "$@" -lmpfr -lgmp -lm
