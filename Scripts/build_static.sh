#!/bin/sh
# Builds the program for other machines, as .build/static/release/detour: the Swift runtime and all libraries but those of
# the C compiler are linked in, and nothing for a debugger is kept.
set -eu
cd "$(dirname "$0")/.."
SWIFT=${SWIFT:-swift}
folder=$PWD/.build/static-libraries
mkdir -p "$folder/pkgconfig"

# A folder without shared libraries, so that the linker has no choice.
for name in gsl gslcblas z crypto bz2 expat; do
  archive=$(gcc -print-file-name=lib$name.a)
  [ -e "$archive" ] || { echo "lib$name.a is not there: run \`make setup\`" >&2; exit 1; }
  ln -sf "$archive" "$folder/"
done
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

export PKG_CONFIG_PATH="$folder/pkgconfig"
$SWIFT build -c release --product detour --scratch-path .build/static --static-swift-stdlib -Xlinker -s \
  -Xlinker --no-export-dynamic -Xlinker "--wrap=$entry" -Xlinker "$folder/no_locales.o" >&2
echo .build/static/release/detour
