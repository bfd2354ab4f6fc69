#!/bin/sh
# Builds the image of the Containerfile from a program that is built already, and uses it as a user does. As root, with buildah;
# nothing is fetched: the stage that compiles is replaced by the files that it would make.
#
#     Scripts/check_container.sh [PROGRAM]
#
# PROGRAM is by default the static one, .build/static/release/detour, else the release build. Exit code 1 where something is wrong.
set -eu
cd "$(dirname "$0")/.."
program=${1:-}
for built in .build/static/release/detour .build/release/detour; do
  [ -n "$program" ] || [ ! -x $built ] || program=$built
done
[ -n "$program" ] && [ -x "$program" ] || { echo "check_container: no program is built: make build" >&2; exit 1; }
command -v buildah >/dev/null || { echo "check_container: buildah is missing: apt-get install buildah" >&2; exit 1; }

work=$(mktemp -d)
run="buildah --root $work/storage --runroot $work/run --storage-driver vfs"
leave() {
  $run rm --all >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap leave EXIT
fail() { echo "WRONG: $*" >&2; exit 1; }

megabytes=$(Scripts/container_files.sh "$program" "$work/files/image")
echo "files of the image: $megabytes MB"
# A program that loads the libraries of Swift is larger, and good for a trial only.
if ldd "$program" | grep -q libswiftCore; then
  echo "of a program that is not static: Scripts/build_static.sh makes the one for the image"
else
  [ "$megabytes" -lt 120 ] || fail "that is more than 120 MB"
fi
printf 'FROM scratch\nCOPY image /image\n' >"$work/files/Containerfile"
$run bud --quiet --isolation chroot -t detour-files "$work/files" >/dev/null
$run bud --quiet --isolation chroot --ignorefile .containerignore --build-arg FILES=localhost/detour-files -t detour -f Containerfile . >/dev/null
container=$($run from --pull-never localhost/detour)
inside() { $run run --isolation chroot "$container" -- "$@"; }

version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/Program/detour/Detour.swift)
label=$($run inspect --format '{{index .OCIv1.Config.Labels "org.opencontainers.image.version"}}' "$container")
[ "$label" = "$version" ] || fail "the label has version $label, the program $version"
[ "$($run inspect --format '{{.OCIv1.Config.User}}' "$container")" = 65532:65532 ] || fail "the user is not 65532"
[ "$(inside sh -c 'grep Uid: /proc/self/status' | tr -s '\t ' ' ' | cut -d ' ' -f 2)" = 65532 ] || fail "commands run as root"
[ "$(inside detour --version)" = "detour $version" ] || fail "another version"
inside detour run quickstart --out /tmp/run --quiet
wanted=$(grep '"fingerprint":' Results/reference/quickstart/manifest.json)
[ "$(inside grep '"fingerprint":' /tmp/run/manifest.json)" = "$wanted" ] || fail "another fingerprint"
inside detour report /tmp/run >/dev/null
inside detour archive /tmp/run --quiet && inside detour reproduce /tmp/run.detour.tar --quiet || fail "the archive is not reproduced"
inside detour run shifts-recorded --out /tmp/shifts --quiet 2>/dev/null
inside sh -c 'touch /usr/bin/mine' 2>/dev/null && fail "the user may change the program" || true
inside ls /usr/share/doc/detour/licences/libgsl-dev/copyright >/dev/null
echo "the image of version $version works without root, with the fingerprint of the reference"
