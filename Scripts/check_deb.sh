#!/bin/sh
# Installs the package of `make deb` into a new Debian system, uses it as a user does, and removes it again.
#
#     Scripts/check_deb.sh          (as root: it makes a system to chroot into)
#
# The system is made by debootstrap, from the mirror and of the release that this machine uses, in .build/deb/system;
# the next run begins from its archive. What was seen goes to .build/deb/check.log. Exit code 1 where something is wrong.
set -eu
cd "$(dirname "$0")/.."

# In a mount space of our own, so that nothing stays mounted.
if [ -z "${DETOUR_CHECK_INSIDE:-}" ]; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "check_deb: only root can make a system to chroot into: sudo Scripts/check_deb.sh" >&2
    exit 1
  fi
  if ! command -v debootstrap >/dev/null; then
    echo "check_deb: debootstrap is missing: apt-get install debootstrap" >&2
    exit 1
  fi
  DETOUR_CHECK_INSIDE=1 exec unshare --mount "$0" "$@"
fi

place=$PWD/.build/deb
system=$place/system
architecture=$(dpkg --print-architecture)
version=$(dpkg-parsechangelog -S Version)
package=$place/detour_${version}_$architecture.deb
[ -e "$package" ] || { echo "check_deb: there is no $package: run \`make deb\` first" >&2; exit 1; }
# shellcheck disable=SC1091
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
sources=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources 2>/dev/null || true)
mirror=$(echo "$sources" | sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)*\([^ ]*\).*/\2/p' | head -n 1)

# The base system, with what reads manuals and completes words; the machine's own sources of packages.
if [ ! -e "$place/system-$release.tar" ]; then
  rm -rf "$system"
  debootstrap --variant=minbase "$release" "$system" "$mirror" >"$place/debootstrap.log"
  cp /etc/resolv.conf "$system/etc/"
  chroot "$system" apt-get update -qq
  DEBIAN_FRONTEND=noninteractive chroot "$system" apt-get install -y -qq --no-install-recommends \
    man-db bash-completion zsh fish >>"$place/debootstrap.log" 2>&1
  chroot "$system" useradd --create-home traveller
  tar -C "$system" -cf "$place/system-$release.tar.partial" .
  mv "$place/system-$release.tar.partial" "$place/system-$release.tar"
fi
rm -rf "$system"
mkdir -p "$system"
tar -C "$system" -xf "$place/system-$release.tar"
cp /etc/resolv.conf "$system/etc/"
mount -t proc proc "$system/proc"
mount --bind /dev "$system/dev"

exec 3>&1 >"$place/check.log.partial" 2>&1
finish() {
  status=$?
  mv "$place/check.log.partial" "$place/check.log"
  cat "$place/check.log" >&3
  exit "$status"
}
trap finish EXIT

say() { printf '\n== %s\n' "$*"; }
fail() { echo "WRONG: $*"; exit 1; }
root() { chroot "$system" sh -c "$1"; }
user() { chroot --userspec=traveller "$system" env -i HOME=/home/traveller PATH=/usr/bin:/bin sh -c "cd; $1"; }
# What belongs to packages or to the user; not what the system itself keeps of its work.
files() {
  (cd "$system" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./home -o -path ./var/cache \
    -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg \) -prune -o -print | sort)
}

say "a new $release, and the package"
files >"$place/files.before"
cp "$package" "$system/tmp/"
echo "apt-get install ./$(basename "$package")"
root "cd /tmp && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o Dpkg::Use-Pty=0 ./$(basename "$package")" >>"$place/debootstrap.log" 2>&1
root "dpkg-query -W -f '\${Package} \${Version}, \${Installed-Size} kB\n' detour"
root "ldd /usr/bin/detour" | grep -i -e swift -e Foundation -e 'not found' && fail "it needs libraries of Swift, or misses some"
root "command -v swift" && fail "this system should have no Swift"

say "runs"
user "detour --version"
user "detour run /usr/share/detour/Scenarios/quickstart.json5"
ran=$(grep '"fingerprint":' "$system/home/traveller/Results/quickstart/manifest.json")
[ "$ran" = "$(grep '"fingerprint":' Results/reference/quickstart/manifest.json)" ] || fail "another fingerprint"
echo "the fingerprint of the reference"
user "detour sweep /usr/share/detour/Scenarios/quickstart.json5 --vary matching.radius_m=600,1200 --replications 3 \
  --set demand.count=300 --set supply.count=600 --quiet --out study && detour compare study \
  --a matching.radius_m=600 --b matching.radius_m=1200 --figure match_rate || [ \$? -eq 3 ] || [ \$? -eq 1 ]"
user "detour plot study --figure match_rate && detour report Results/quickstart && ls study/plots Results/quickstart.html"
user "detour bench --scenario /usr/share/detour/Scenarios/network.json5 --repetitions 2 --junit bench.xml && head -n 4 bench.xml"
user "detour bench run/network --repetitions 2" | grep -e 'run/network@1'

say "the manual"
user "man -w detour; man detour | col -b | head -n 12"
user "man detour | col -b" | grep -q '/usr/share/detour/Scenarios' || fail "the manual does not say where the scenarios are"
for page in "$system"/usr/share/man/man1/detour*.gz; do
  name=$(basename "$page" .1.gz)
  said=$(user "man --warnings -E UTF-8 $name 2>&1 >/dev/null")
  [ -z "$said" ] || fail "man $name: $said"
done
ls "$system"/usr/share/man/man1/detour*.gz | wc -l

say "completions"
user "bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader detour; complete -p detour'" ||
  fail "bash completes nothing"
user "bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader detour
  COMP_WORDS=(detour sw); COMP_CWORD=1; COMP_LINE=\"detour sw\"; COMP_POINT=9
  \$(complete -p detour | sed \"s/.*-F \\([^ ]*\\).*/\\1/\") detour sw detour; echo bash: \${COMPREPLY[*]}'" |
  grep -w sweep || fail "bash does not complete sw to sweep"
user "zsh -fc 'autoload -U compinit; compinit -u -d /tmp/zcompdump; echo zsh: \$_comps[detour]'" | grep _detour ||
  fail "zsh has no completion"
user "fish -c 'complete -C\"detour sw\"'" | sed 's/^/fish: /' | grep sweep || fail "fish does not complete sw to sweep"

say "removal"
root "DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq -o Dpkg::Use-Pty=0 detour &&
  apt-get autoremove -y -qq -o Dpkg::Use-Pty=0 --purge" >/dev/null
root "mandb -q" || true
files >"$place/files.after"
diff "$place/files.before" "$place/files.after" | grep -i detour && fail "files of it are left"
root "find / -xdev -path /home -prune -o -path /tmp -prune -o -iname '*detour*' -print" | grep . && fail "files of it are left"
echo "$(diff "$place/files.before" "$place/files.after" | grep -c "^[<>]") files of packages that came with it were left or renewed"
echo "nothing of it is left"
say "all is well"
