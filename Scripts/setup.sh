#!/bin/sh
# Installs the system libraries that the build needs and that are missing. Debian and Ubuntu.
set -eu

missing=""
need() { # PACKAGE COMMAND…: PACKAGE is needed where COMMAND fails
  package=$1
  shift
  "$@" >/dev/null 2>&1 || missing="$missing $package"
}

need pkg-config command -v pkg-config
need libgsl-dev pkg-config --exists gsl
need libmpfr-dev test -e /usr/include/mpfr.h
need zlib1g-dev pkg-config --exists zlib
need libssl-dev pkg-config --exists libcrypto
need libosmium2-dev test -e /usr/include/osmium/io/pbf_input.hpp
need libprotozero-dev test -e /usr/include/protozero/pbf_reader.hpp
need liblemon-dev test -e /usr/include/lemon/network_simplex.h
need libbz2-dev test -e /usr/include/bzlib.h
need libexpat1-dev pkg-config --exists expat
# Pictures, charts of pages, and the instructions of benchmarks.
need gnuplot-nox command -v gnuplot
need node-d3 test -e /usr/share/nodejs/d3/dist/d3.min.js
need valgrind command -v valgrind
need binutils command -v strip
# The environment in which the Python package is tested.
need python3-venv python3 -c 'import ensurepip, venv'
# The browser in which pages are tested; elsewhere those tests are left out where there is none.
[ "${CI:-}" != true ] || need chromium-headless-shell sh -c 'command -v chromium-headless-shell || command -v chromium'
# The shells that are completed, and the programs that read the manual; likewise.
for program in zsh fish groff mandoc; do
  [ "${CI:-}" != true ] || need $program command -v $program
done
# The library by which OMX files are read; likewise.
[ "${CI:-}" != true ] || need libhdf5-103-1 sh -c 'ls /usr/lib/*/libhdf5*.so.*'
# The cluster on which studies under Slurm are tested, likewise.
[ "${CI:-}" != true ] || {
  need slurmctld test -x /usr/sbin/slurmctld
  need slurmd test -x /usr/sbin/slurmd
  need slurm-client command -v sbatch
  need munge test -x /usr/sbin/munged
}

if [ -n "$missing" ]; then
  as_root=""
  [ "$(id -u)" -eq 0 ] || as_root="sudo"
  echo "installing:$missing"
  export DEBIAN_FRONTEND=noninteractive
  $as_root apt-get update -qq
  # shellcheck disable=SC2086
  $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

if ! command -v swift >/dev/null 2>&1; then
  echo "Swift 6 is not on the PATH: install it as https://www.swift.org/install/linux says." >&2
  exit 1
fi
