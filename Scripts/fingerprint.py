#!/usr/bin/env python3
"""Recompute the fingerprint of a result folder of one run and compare it with its manifest.

    python3 Scripts/fingerprint.py Results/rush

The recipe: for each table that the manifest's recipe names, in this order, the SHA-256 of the file without its
first column (run_id); a line "NAME DIGEST" each; the fingerprint is the SHA-256 of these lines. Exit code 1 where it
differs.
"""

import hashlib
import json
import pathlib
import re
import sys


def tables(manifest: dict) -> list[str]:
    """The names of the tables that make the fingerprint, in their order: `for t in A B C; do …`."""
    found = re.match(r"for t in ([a-z_ ]+); do ", manifest["fingerprint_recipe"]["command"])
    if not found:
        raise ValueError("the manifest's recipe names no tables")
    return found[1].split()


def digest(path: pathlib.Path) -> str:
    """The SHA-256 of the table at `path` without its first column."""
    sha = hashlib.sha256()
    with path.open("rb") as file:
        for line in file:
            # run_id never holds a comma or a quote, so the first comma ends it.
            sha.update(line[line.index(b",") + 1 :])
    return sha.hexdigest()


def fingerprint(folder: pathlib.Path, manifest: dict) -> str:
    lines = "".join(f"{name} {digest(folder / (name + '.csv'))}\n" for name in tables(manifest))
    return hashlib.sha256(lines.encode()).hexdigest()


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 64
    folder = pathlib.Path(sys.argv[1])
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        computed = fingerprint(folder, manifest)
        stated = manifest["fingerprint"]
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
