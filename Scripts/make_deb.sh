#!/bin/sh
# Builds the Debian package in .build/deb and checks it with lintian.
#
#     Scripts/make_deb.sh
#
# The package is built from a copy of the tree, in .build/deb/detour-VERSION, which the build does not leave; what it
# compiled stays there for the next time. With DETOUR_OFFLINE=1 the build is cut off from the network (as root).
set -eu
cd "$(dirname "$0")/.."

missing=""
need() { # PACKAGE COMMAND…: PACKAGE is needed where COMMAND fails
  package=$1
  shift
  "$@" >/dev/null 2>&1 || missing="$missing $package"
}
need build-essential command -v g++
need debhelper command -v dh
need fakeroot command -v fakeroot
need lintian command -v lintian
if [ -n "$missing" ]; then
  echo "the package is built with$missing: apt-get install$missing" >&2
  exit 1
fi

version=$(dpkg-parsechangelog -S Version)
place=.build/deb
tree=$place/detour-$version
mkdir -p "$tree"
find "$tree" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
if [ -e .git ]; then
  git ls-files -z --cached --others --exclude-standard
else
  find . -mindepth 1 -maxdepth 1 ! -name .build -print0
fi | tar --null --ignore-failed-read --files-from=- -c | tar -x -C "$tree"

alone=""
[ -z "${DETOUR_OFFLINE:-}" ] || alone="unshare --net"
# No clean before: the copy is new, and what was compiled may serve again.
(cd "$tree" && $alone dpkg-buildpackage -b -us -uc -nc)
package=$place/detour_${version}_$(dpkg --print-architecture).deb
lintian --fail-on error --allow-root "$package"
echo "$package"
