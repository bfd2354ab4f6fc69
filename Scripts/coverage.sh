#!/bin/sh
# Prints the line coverage of each target and, last, of all Sources; after `swift test --enable-code-coverage`.
set -eu
cd "$(dirname "$0")/.."
bin=$(swift build --show-bin-path)
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
binary=$(find "$bin" -maxdepth 1 -name '*.xctest' | head -n 1)
"$tools/llvm-cov" export -summary-only -instr-profile "$bin/codecov/default.profdata" "$binary" \
  -object "$bin/detour" |
  python3 -c '
import json, sys
rows = {}
for entry in json.load(sys.stdin)["data"][0]["files"]:
    name = entry["filename"]
    if "/Sources/" not in name:
        continue
    room = name.split("/Sources/")[1].split("/")[0]
    lines = entry["summary"]["lines"]
    covered, count = rows.get(room, (0, 0))
    rows[room] = (covered + lines["covered"], count + lines["count"])
for room, (covered, count) in sorted(rows.items()):
    print(f"{room:14} {100 * covered / max(1, count):6.1f} %  of {count} lines")
covered = sum(row[0] for row in rows.values())
count = sum(row[1] for row in rows.values())
print(f"line coverage of Sources: {100 * covered / count:.1f} %")
'
