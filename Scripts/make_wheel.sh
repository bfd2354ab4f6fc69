#!/bin/sh
# Makes the wheel of the Python package, with the program that Scripts/build_static.sh builds, in Python/dist.
set -eu
cd "$(dirname "$0")/.."
program=$(Scripts/build_static.sh)

venv=.build/wheel-venv
cmp -s Scripts/wheel-requirements.txt $venv/requirements.txt || {
  rm -rf $venv
  python3 -m venv $venv
  $venv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r Scripts/wheel-requirements.txt
  cp Scripts/wheel-requirements.txt $venv/requirements.txt
}

raw=.build/wheel-raw
rm -rf $raw Python/dist
PATH=$PWD/$venv/bin:$PATH
export PATH
DETOUR_PROGRAM=$PWD/$program pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir $raw ./Python
# It checks by the symbols that the C library of 2018 is enough, and would put in what is no library of every Linux.
auditwheel repair --plat "manylinux_2_28_$(uname -m)" \
  --only-plat --wheel-dir Python/dist $raw/detour_sim-*.whl >$raw/log 2>&1 || { cat $raw/log >&2; exit 1; }

# Of what is linked in, the texts of the licences go with it.
for name in bzip2 expat gmp gsl icu lemon libosmium mpfr openssl protozero zlib; do
  unzip -l Python/dist/detour_sim-*.whl | grep -q "_program/licences/$name/" ||
    { echo "the licence of $name is not in the wheel: install its package of Debian" >&2; exit 1; }
done

wheel=$(ls Python/dist/detour_sim-*.whl)
bytes=$(stat -c %s "$wheel")
echo "$wheel: $((bytes / 1000000)) MB"
[ "$bytes" -le 25000000 ] || { echo "that is more than 25 MB" >&2; exit 1; }
