#!/bin/sh
# Builds the program for other machines, as .build/static/release/detour: the Swift runtime and all libraries but those of
# the C compiler are linked in, and nothing for a debugger is kept.
#
# It is linked against the C library of Debian 11, of which it takes nothing that is newer than glibc 2.28, and runs with that one and newer ones.
# DETOUR_GLIBC=own links against this machine's, as for a package of its release. DETOUR_BUILD_OPTIONS are more options of `swift build`.
set -eu
cd "$(dirname "$0")/.."
SWIFT=${SWIFT:-swift}
folder=$PWD/.build/static-libraries
mkdir -p "$folder/pkgconfig"

# A folder without shared libraries, so that the linker has no choice.
for name in gsl gslcblas z crypto bz2 expat mpfr gmp stdc++; do
  archive=$(gcc -print-file-name=lib$name.a)
  [ -e "$archive" ] || { echo "lib$name.a is not there: run \`make setup\`" >&2; exit 1; }
  ln -sf "$archive" "$folder/"
done
# Compilers for these processors fuse a product and a sum, and so did those of the package: draws would differ in the last bit.
if [ "$(uname -m)" != x86_64 ]; then
  Scripts/build_gsl.sh "$folder/gsl-$(uname -m)"
  ln -sf "$folder/gsl-$(uname -m)/libgsl.a" "$folder/gsl-$(uname -m)/libgslcblas.a" "$folder/"
fi
for package in gsl zlib libcrypto; do
  printf 'Name: %s\nDescription: %s, linked in\nVersion: %s\nLibs: -L%s %s\nCflags: %s\n' $package $package \
    "$(pkg-config --modversion $package)" "$folder" "$(pkg-config --libs-only-l $package)" \
    "$(pkg-config --cflags $package)" >"$folder/pkgconfig/$package.pc"
done

# The data of languages, which the program does not use, are 11 MB of a wheel: ICU is led to others instead.
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v "$SWIFT")")")")
icu=$toolchain/lib/swift_static/linux/lib_FoundationICU.a
entry=$(nm --defined-only "$icu" 2>/dev/null | sed -n 's/.* R \(icudt[0-9]*_dat\)$/\1/p')
[ -n "$entry" ] || { echo "$icu: ICU's data are not where they were; see Scripts/build_static.sh" >&2; exit 1; }
gcc -O1 -fPIC -DENTRY="__wrap_$entry" -c Python/native/no_locales.c -o "$folder/no_locales.o"

# What the linker sees of the system, with what that lacks.
older=""
if [ "${DETOUR_GLIBC:-2.28}" != own ]; then
  [ -e "$folder/glibc/usr/include/stdio.h" ] ||
    Scripts/fetch_packages.sh "$folder/glibc" bullseye "$(dpkg --print-architecture)" libc6 libc6-dev libgcc-s1
  gcc -O2 -fPIC -c Python/native/newer_libc.c -o "$folder/newer_libc.o"
  older="-Xswiftc -Xclang-linker -Xswiftc --sysroot=$folder/glibc -Xswiftc -Xclang-linker -Xswiftc --gcc-toolchain=/usr \
    -Xlinker $folder/newer_libc.o -Xlinker -lpthread -Xlinker -ldl"
fi

export PKG_CONFIG_PATH="$folder/pkgconfig"
# shellcheck disable=SC2086
$SWIFT build -c release --product detour --scratch-path .build/static --static-swift-stdlib -Xlinker -s \
  -Xlinker "-L$folder" -Xlinker --no-export-dynamic -Xlinker "--wrap=$entry" -Xlinker "$folder/no_locales.o" $older ${DETOUR_BUILD_OPTIONS:-} >&2
echo .build/static/release/detour
