#!/usr/bin/env python3
"""Gives the columns, figures and causes of results of an earlier version the names that they have now.

    Scripts/rename_words.py OLD NEW

OLD is the folder of a study or of a run; NEW, which must not be there, becomes a copy of it with the new names. All else
stays as it is, so a run that is made again now has the very same tables. The digests in the manifest of a run are those
of its old tables: to read a run with this version, make it again.
"""
import gzip
import pathlib
import shutil
import sys

# What CHANGELOG.md lists, and `FormerNames.swift` tells.
COLUMNS = {"asks": "requests", "asks_per_window": "requests_per_window", "cause.left_over": "cause.unassigned"}
SHIFTS = {"asks": "signups"}
CAUSES = {"left_over": "unassigned"}
FATES = {"changed": "transferred"}
VALUES = {"cause": CAUSES, "fate": FATES}


def renamed(name, names):
    """The name now of a column: of a distribution, what stands before its statistic."""
    if name in names:
        return names[name]
    figure, dot, statistic = name.rpartition(".")
    return names.get(figure, figure) + dot + statistic if dot else name


def rename(path, names):
    packed = path.suffix == ".gz"
    content = path.read_bytes()
    lines = (gzip.decompress(content) if packed else content).decode().split("\n")
    header = lines[0].split(",")
    # The columns whose values are names themselves.
    values = {place: VALUES.get(name, names) for place, name in enumerate(header) if name in ("metric", *VALUES)}
    lines[0] = ",".join(renamed(name, names) for name in header)
    if values:
        for number, line in enumerate(lines[1:], 1):
            fields = line.split(",")
            # Fields in quotes are free text, which none of the renamed columns stands behind.
            if len(fields) == len(header):
                for place, among in values.items():
                    fields[place] = renamed(fields[place], among)
                lines[number] = ",".join(fields)
    result = "\n".join(lines).encode()
    path.write_bytes(gzip.compress(result, mtime=0) if packed else result)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    old, new = map(pathlib.Path, sys.argv[1:])
    if new.exists():
        sys.exit(f"{new}: is there already; name a folder that is to be made")
    shutil.copytree(old, new)
    manifest = (new / "manifest.json").read_text() if (new / "manifest.json").exists() else ""
    names = {**COLUMNS, **(SHIFTS if '"market": "shifts"' in manifest else {})}
    for path in sorted([*new.rglob("*.csv"), *new.rglob("*.csv.gz")]):
        rename(path, names)


main()
