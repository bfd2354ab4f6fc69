#!/bin/sh
# Runs the tests with their line coverage measured, that of the programs they start included; prints the coverage
# of each target and, last, of all Sources.
set -eu
cd "$(dirname "$0")/.."
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
swift build --build-tests --enable-code-coverage
bin=$(swift build --show-bin-path)
raw=$bin/coverage
rm -rf "$raw"
mkdir -p "$raw"
LLVM_PROFILE_FILE=$raw/%p.profraw swift test --skip-build --disable-xctest
# Programs that a test kills leave profiles that cannot be read: those are passed over.
"$tools/llvm-profdata" merge -sparse --failure-mode=all -o "$raw/all.profdata" "$raw"/*.profraw 2>/dev/null
binary=$(find "$bin" -maxdepth 1 -name '*.xctest' | head -n 1)
"$tools/llvm-cov" export -summary-only -instr-profile "$raw/all.profdata" "$binary" -object "$bin/detour" |
  python3 -c '
import json, sys
rows = {}
for entry in json.load(sys.stdin)["data"][0]["files"]:
    name = entry["filename"]
    if "/Sources/" not in name:
        continue
    way = name.split("/Sources/")[1].split("/")
    module = "/".join(way[: 3 if way[1] == "Carpool" else 2])
    lines = entry["summary"]["lines"]
    covered, count = rows.get(module, (0, 0))
    rows[module] = (covered + lines["covered"], count + lines["count"])
for module, (covered, count) in sorted(rows.items()):
    print(f"{module:28} {100 * covered / max(1, count):6.1f} %  of {count} lines")
covered = sum(row[0] for row in rows.values())
count = sum(row[1] for row in rows.values())
print(f"line coverage of Sources: {100 * covered / count:.1f} %")
'
