#!/bin/sh
# Unpacks packages of Debian into a folder without installing them, of any release and architecture that the mirror of this machine has.
#
#     Scripts/fetch_packages.sh [--source] FOLDER RELEASE ARCHITECTURE PACKAGE…
#
# With --source: the source of one package, as Debian has changed it.
set -eu
kind=deb
[ "$1" != --source ] || { kind=deb-src && shift; }
folder=$1 release=$2 architecture=$3
shift 3
mkdir -p "$folder.apt/lists/partial" "$folder.apt/archives/partial" "$folder"
place=$(cd "$folder.apt" && pwd)
folder=$(cd "$folder" && pwd)
mirror=${DEBIAN_MIRROR:-$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\?\(http[^ ]*\) .*/\2/p' \
  /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -1)}
keys=/usr/share/keyrings/debian-archive-keyring.gpg
: >"$place/status"
echo "$kind [signed-by=$keys] ${mirror:-http://deb.debian.org/debian} $release main" >"$place/sources.list"
cat >"$place/apt.conf" <<END
Dir::State "$place/";
Dir::State::Lists "$place/lists";
Dir::State::status "$place/status";
Dir::Cache "$place/";
Dir::Etc::SourceList "$place/sources.list";
Dir::Etc::SourceParts "/dev/null";
APT::Architecture "$architecture";
APT::Architectures "$architecture";
END
export APT_CONFIG="$place/apt.conf"
cd "$place"
apt-get update -qq
# The user of apt's downloads may not write here, of which it warns.
if [ $kind = deb-src ]; then
  apt-get source -qq --download-only "$@" 2>"$place/log" || { cat "$place/log" >&2; exit 1; }
  rmdir "$folder"
  dpkg-source -x ./*.dsc "$folder" >"$place/log" 2>&1 || { cat "$place/log" >&2; exit 1; }
  rm -rf "$place"
  exit
fi
apt-get download -qq "$@" 2>"$place/log" || { cat "$place/log" >&2; exit 1; }
for package in *.deb; do dpkg-deb -x "$package" "$folder"; done
# Links that lead to the root lead to the folder instead.
find "$folder" -type l -lname '/*' | while read -r link; do ln -sf "$folder$(readlink "$link")" "$link"; done
rm -rf "$place"
