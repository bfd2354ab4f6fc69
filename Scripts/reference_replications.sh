#!/bin/sh
# Renews the replications that `detour bench results` compares with: ten of each scenario, their rows alone.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in quickstart city city-insertion network torus; do
  ${DETOUR:-.build/release/detour} sweep "Scenarios/$name.json5" --replications 10 --out "$work/$name" --quiet
  mkdir -p "Results/reference/replications/$name"
  cp "$work/$name/runs.csv" "Results/reference/replications/$name/"
done
