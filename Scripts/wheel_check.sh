#!/bin/sh
# Installs the wheel of Python/dist on a Debian that has nothing but Python, and runs, sweeps and reports there. As root;
# the Debian is made by debootstrap from the mirror of this machine, in .build/wheel-check, which goes at the end.
#
#     Scripts/wheel_check.sh [RELEASE]
#
# Without a name: bullseye, whose C library (glibc 2.31) is older than that of the machine that builds.
set -eu
release=${1:-bullseye}
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "a chroot needs root" >&2; exit 1; }
command -v debootstrap >/dev/null || apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
wheel=$(ls Python/dist/detour_sim-*.whl)

root=$PWD/.build/wheel-check
mirror=${DEBIAN_MIRROR:-$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\?\(http[^ ]*\) .*/\2/p' \
  /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -1)}
leave() {
  umount "$root/proc" "$root/dev" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
trap leave EXIT
rm -rf --one-file-system "$root"
debootstrap --variant=minbase --include=python3-venv,ca-certificates "$release" "$root" "$mirror" >.build/wheel-check.log 2>&1 ||
  { tail -5 .build/wheel-check.log >&2; exit 1; }
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"

# What pip of this machine is told of the index of packages, for the while.
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
for file in /etc/pip.conf /root/.config/pip/pip.conf /root/.pip/pip.conf; do
  [ ! -e $file ] || install -D -m 600 $file "$root$file"
done
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
cp "$wheel" "$root/tmp/"
cat >"$root/tmp/check.py" <<'EOF'
import shutil
import warnings

import detour

assert shutil.which("swift") is None and shutil.which("gcc") is None
warnings.simplefilter("ignore", detour.DetourWarning)
run = detour.run("quickstart")
print(run)
assert run.fingerprint == "FINGERPRINT", run.fingerprint
print(run.requests.groupby("outcome", observed=True).size())
study = detour.sweep("quickstart", {"matching.radius_m": [500, 1000]}, replications=3, progress=False)
print(study)
print(study.compare({"matching.radius_m": 500}, {"matching.radius_m": 1000}, figure="match_rate"))
print("page", study.report().path.stat().st_size, "bytes")
for name in ("network", "services", "shifts", "orders", "rabat-marrakesh"):
    print(name, detour.run(name).fingerprint)
EOF
fingerprint=$(sed -n 's/.*"fingerprint": "\([0-9a-f]*\)".*/\1/p' Results/reference/quickstart/manifest.json)
sed -i "s/FINGERPRINT/$fingerprint/" "$root/tmp/check.py"
chroot "$root" sh -euc "
  python3 -m venv /tmp/venv
  /tmp/venv/bin/pip install --quiet --disable-pip-version-check /tmp/$(basename "$wheel")
  cd /tmp
  /tmp/venv/bin/python check.py"
echo "the wheel works on a bare Debian $(cat "$root/etc/debian_version")"
