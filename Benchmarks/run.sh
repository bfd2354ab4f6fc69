#!/bin/sh
# Runs every benchmark with its peers; what a peer needs and the machine lacks is said and left out.
set -eu
cd "$(dirname "$0")/.."
bin=$(swift build -c release --show-bin-path)
for name in HoldModel Candidates Insertion PlaneDay CSVThroughput NetworkFiles RoutingQueries; do
  printf '\n== %s\n' "$name"
  "$bin/${name}Benchmark"
done
