#!/bin/sh
# Builds libgsl.a and libgslcblas.a without fused instructions into FOLDER, from the source of Debian's package.
#
#     Scripts/build_gsl.sh FOLDER [HOST]
#
# Debian's libraries for 64-bit ARM contain thousands of them, so that draws differ in the last bit from those of x86-64. HOST is the machine to build
# for, such as aarch64-linux-gnu, where it is another one.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
host=${2:+--host=$2}
[ ! -e "$folder/libgslcblas.a" ] || exit 0
"$(dirname "$0")/fetch_packages.sh" --source "$folder/source" bookworm "$(dpkg --print-architecture)" gsl
(
  cd "$folder/source"
  # The options of Debian's package, and no contraction.
  # shellcheck disable=SC2086
  ./configure --quiet --disable-shared $host CFLAGS="-O2 -fPIC -ffp-contract=off" >configure.log
  # Documents, which Debian leaves out of the source, are not made.
  for part in $(sed -n 's/^SUBDIRS = //p' Makefile); do
    [ "$part" = doc ] || [ ! -e "$part/Makefile" ] || make --silent -j"$(nproc)" -C "$part" all >>make.log 2>&1 || { tail -5 make.log >&2; exit 1; }
  done
  make --silent libgsl.la >>make.log 2>&1 || { tail -5 make.log >&2; exit 1; }
  cp .libs/libgsl.a cblas/.libs/libgslcblas.a "$folder/"
)
rm -rf "${folder:?}/source"
