#!/usr/bin/env python3
"""Write the documents that the program prints, or check that they are the ones that are kept.

    python3 Scripts/make_docs.py [--check] PROGRAM

A document is what a part in docs/parts says, if it has one, and behind it what the program prints. With `--check` nothing is
written, and the exit code is 1 where a document says something else.
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The document, its head, and the words that the program is called with.
DOCUMENTS = [
    ("columns.md", None, ["columns", "--markdown"]),
    ("scenario.md", "parts/scenario-head.md", ["schema", "--markdown"]),
    ("scenario.schema.json", None, ["schema"]),
    ("study.md", "parts/study-head.md", ["schema", "--study", "--markdown"]),
    ("study.schema.json", None, ["schema", "--study"]),
    ("network-formats.md", "parts/network-formats-head.md", ["network", "formats"]),
    ("osm-profile.md", None, ["network", "profile"]),
]


def main():
    words = sys.argv[1:]
    checks = words[:1] == ["--check"]
    if len(words) != 1 + checks:
        sys.exit(__doc__)
    stale = []
    for name, head, arguments in DOCUMENTS:
        printed = subprocess.run([words[-1], *arguments], check=True, capture_output=True, text=True).stdout
        wanted = ((ROOT / "docs" / head).read_text(encoding="utf-8") if head else "") + printed
        path = ROOT / "docs" / name
        if path.exists() and path.read_text(encoding="utf-8") == wanted:
            continue
        stale.append(f"docs/{name}")
        if not checks:
            path.write_text(wanted, encoding="utf-8")
    if stale:
        print(f"{', '.join(stale)}: {'not what the program prints; `make docs` renews it' if checks else 'renewed'}")
    return 1 if checks and stale else 0


if __name__ == "__main__":
    sys.exit(main())
