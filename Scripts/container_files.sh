#!/bin/sh
# Lays out the files of the container image in FOLDER, which must not exist: PROGRAM with the libraries that it loads, a shell of
# busybox, a user, time zones, the script of charts, scenarios, schemas and licences.
#
#     Scripts/container_files.sh PROGRAM FOLDER
set -eu
export LC_ALL=C
if [ $# -ne 2 ]; then
  sed -n 's/^#     //p' "$0" >&2
  exit 64
fi
program=$1
folder=$2
checkout=$(cd "$(dirname "$0")/.." && pwd)
for file in "$program" /bin/busybox /usr/share/zoneinfo/Europe/Paris /usr/share/nodejs/d3/dist/d3.min.js; do
  [ -e "$file" ] || { echo "container_files: $file is missing: apt-get install busybox-static tzdata node-d3" >&2; exit 1; }
done
[ ! -e "$folder" ] || { echo "container_files: $folder exists; remove it, or give another folder" >&2; exit 1; }

mkdir -p "$folder/usr/bin" "$folder/bin" "$folder/etc" "$folder/tmp" "$folder/work" "$folder/usr/share/detour/Scenarios" \
  "$folder/usr/share/nodejs/d3/dist" "$folder/usr/share/doc/detour/licences" "$folder/usr/include"
install -m 755 "$program" "$folder/usr/bin/detour"
# The libraries of C and C++, and the loader, where the program looks for them.
ldd "$program" | sed -n 's/^\t.*=> \(\/[^ ]*\) (.*/\1/p; s/^\t\(\/[^ ]*\) (.*/\1/p' | while IFS= read -r library; do
  install -D -m 755 "$(readlink -f "$library")" "$folder$library"
done
install -m 755 /bin/busybox "$folder/bin/busybox"
for name in sh cat cp ls mkdir mv rm test env grep sed head tail tar sha256sum; do ln -s busybox "$folder/bin/$name"; done
echo 'detour:x:65532:65532:Detour:/tmp:/bin/sh' >"$folder/etc/passwd"
echo 'detour:x:65532:' >"$folder/etc/group"
chmod 1777 "$folder/tmp" "$folder/work"
mkdir -p "$folder/usr/share/zoneinfo"
(cd /usr/share/zoneinfo && tar -cf - --exclude=./right --exclude=./posix .) | tar -xf - -C "$folder/usr/share/zoneinfo"
cp /usr/share/nodejs/d3/dist/d3.min.js "$folder/usr/share/nodejs/d3/dist/"
# Pages quote its licence.
install -D -m 644 /usr/share/doc/node-d3/copyright "$folder/usr/share/doc/node-d3/copyright"
cp -R "$checkout/Scenarios/." "$folder/usr/share/detour/Scenarios"
find "$folder/usr/share/detour/Scenarios" \( -name '*.network' -o -name '*.routing' -o -name README.md \) -prune -exec rm -rf {} +
cp "$checkout"/docs/*.schema.json "$folder/usr/share/detour"
cp "$checkout/Sources/Native/CPolicy/include/detour_policy.h" "$folder/usr/include"

# The licences of all that is in the image.
licences=$folder/usr/share/doc/detour/licences
cp "$checkout/LICENSE" "$checkout/Python/NOTICES" "$folder/usr/share/doc/detour"
for package in libbz2-dev libexpat1-dev libgsl-dev libicu-dev liblemon-dev libosmium2-dev libssl-dev libprotozero-dev libmpfr-dev libgmp-dev zlib1g-dev \
  node-d3 busybox-static tzdata libc6 libstdc++6 libgcc-s1; do
  text=/usr/share/doc/$package/copyright
  if [ -e "$text" ]; then install -D -m 644 "$text" "$licences/$package/copyright"; else missing="${missing:-} $package"; fi
done
[ -z "${missing:-}" ] || { echo "container_files: no licence text of$missing: install these packages" >&2; exit 1; }
cp /usr/share/common-licenses/Apache-2.0 /usr/share/common-licenses/GPL-2 /usr/share/common-licenses/GPL-3 "$licences"
swift=$(command -v swift || true)
[ -z "$swift" ] || cp "$(dirname "$(readlink -f "$swift")")/../share/swift/LICENSE.txt" "$licences/Swift.txt"
chmod -R u=rwX,go=rX "$folder/usr/share" "$folder/usr/include"
du -sm "$folder" | cut -f 1
