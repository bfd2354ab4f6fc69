#!/usr/bin/env python3
"""Recompute the fingerprint of a result folder of one run and compare it with its manifest.

    python3 Scripts/fingerprint.py Results/rush

The recipe: for each table below, in this order, the SHA-256 of the file without its first column (run_id);
a line "NAME DIGEST" each; the fingerprint is the SHA-256 of these lines. Exit code 1 where it differs.
"""

import hashlib
import json
import pathlib
import sys

TABLES = ["requests", "attempts", "drivers", "stops", "timeseries"]


def digest(path: pathlib.Path) -> str:
    """The SHA-256 of the table at `path` without its first column."""
    sha = hashlib.sha256()
    with path.open("rb") as file:
        for line in file:
            # run_id never holds a comma or a quote, so the first comma ends it.
            sha.update(line[line.index(b",") + 1 :])
    return sha.hexdigest()


def fingerprint(folder: pathlib.Path) -> str:
    lines = "".join(f"{name} {digest(folder / (name + '.csv'))}\n" for name in TABLES)
    return hashlib.sha256(lines.encode()).hexdigest()


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 64
    folder = pathlib.Path(sys.argv[1])
    try:
        computed = fingerprint(folder)
        stated = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["fingerprint"]
    except (OSError, ValueError, KeyError) as error:
        print(f"{folder}: not a result folder of one run ({error})", file=sys.stderr)
        return 65
    print(computed)
    if computed != stated:
        print(f"differs from the manifest: {stated}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
