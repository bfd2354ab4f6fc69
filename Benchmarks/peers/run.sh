#!/bin/sh
# Builds what takes part, installs the peers into a virtual environment of their own, and compares.
#
#     Benchmarks/peers/run.sh [--out FOLDER] [--only WORD ...] [--data FOLDER]
#
# PYTHON names the Python to make the environment with. A peer that cannot be installed is said and left out.
set -eu
cd "$(dirname "$0")/../.."
swift=${SWIFT:-swift}
for name in HoldModel SideBySide Window Orders RoutingQueries CSVThroughput; do
  "$swift" build -c release --product "${name}Benchmark"
done
bin=$("$swift" build -c release --show-bin-path)
venv=.build/peers-venv
[ -x "$venv/bin/python" ] || "${PYTHON:-python3}" -m venv "$venv"
grep -v '^#' Benchmarks/peers/requirements.txt | while read -r peer; do
  "$venv/bin/python" -m pip install --quiet "$peer" || echo "left out: $peer cannot be installed" >&2
done
exec "$venv/bin/python" -B Benchmarks/peers/compare.py --bin "$bin" "$@"
