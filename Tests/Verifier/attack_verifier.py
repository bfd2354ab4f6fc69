#!/usr/bin/env python3
"""Change single fields of a run's tables at random and see that the verifier complains.

    python3 Tests/Verifier/attack_verifier.py FOLDER COUNT [TABLE ...]

The manifest of the changed folder has the digests of the changed tables, so that only rules about what the rows say can
complain. Prints, by table and column, how many of the changes went unseen; the exit code is 1 where the folder itself
does not hold or more than a twentieth of all changes went unseen. `bookings offers offer_legs payments users transfers
outages outage_calls` unless TABLES are named.
"""

import csv
import hashlib
import io
import json
import pathlib
import random
import re
import shutil
import sys
import tempfile
from collections import Counter

from verifier import carpool
from verifier.form import Verifier

TABLES = ["bookings", "offers", "offer_legs", "payments", "users", "transfers", "outages", "outage_calls"]
# What has no other witness in the tables: drawn or drawn from, or known in one place only.
UNSEEN = {("users", "friends"), ("users", "rating")}
UNSEEN |= {("transfers", count) for count in ("first_drivers", "second_drivers", "evaluated")}


def holds(folder: pathlib.Path) -> bool:
    """Whether the verifier has nothing to say about a folder; what it cannot read at all it complains about."""
    verifier = Verifier()
    try:
        carpool.verify(folder, verifier)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False
    return not any(verifier.violations.values())


def changed(text: str, others: list, luck: random.Random) -> str:
    """Another value of the same form: a word of the column, or a number that is a little more or less."""
    words = sorted({other for other in others if other != text})
    if not re.fullmatch(r"-?\d+(\.\d+)?", text):
        return luck.choice(words) if words else text
    decimals = len(text.partition(".")[2])
    number = float(text) + luck.choice([-1, 1]) * luck.choice([1, 7, 60])
    return f"{number:.{decimals}f}"


def seal(folder: pathlib.Path, manifest: dict):
    """Writes the manifest anew with the digests of the tables."""
    lines = ""
    for entry in manifest["tables"]:
        name = entry["file"].removesuffix(".csv")
        if "sha256_without_run_id" not in entry:
            continue
        rows = (folder / entry["file"]).read_bytes().splitlines(keepends=True)
        digest = hashlib.sha256(b"".join(row[row.index(b",") + 1 :] for row in rows)).hexdigest()
        entry["sha256_without_run_id"] = digest
        if name != "summary":
            lines += f"{name} {digest}\n"
    manifest["fingerprint"] = hashlib.sha256(lines.encode()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def attack(source: pathlib.Path, count: int, tables: list, luck: random.Random) -> tuple[Counter, Counter]:
    """Changes `count` fields, one at a time; how many by table and column, and how many of them went unseen."""
    tried, unseen = Counter(), Counter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "run"
        shutil.copytree(source, folder)
        manifest = json.loads((source / "manifest.json").read_text(encoding="utf-8"))
        for _ in range(count):
            name = luck.choice(tables)
            path = folder / f"{name}.csv"
            kept = path.read_bytes()
            rows = list(csv.reader(io.StringIO(kept.decode())))
            row = luck.choice(rows[1:])
            places = [place for place, text in enumerate(row) if text and place > 0]
            place = luck.choice(places)
            before = row[place]
            row[place] = changed(before, [other[place] for other in rows[1:]], luck)
            column = (name, rows[0][place])
            if row[place] != before and column not in UNSEEN:
                with path.open("w", encoding="utf-8", newline="") as file:
                    csv.writer(file, lineterminator="\n").writerows(rows)
                seal(folder, manifest)
                tried[column] += 1
                if holds(folder):
                    unseen[column] += 1
                    print(f"{name}.csv:{rows.index(row) + 1}: {column[1]} {before} made {row[place]}", file=sys.stderr)
            path.write_bytes(kept)
    return tried, unseen


def main() -> int:
    if len(sys.argv) < 3 or not sys.argv[2].isdigit():
        print(__doc__, file=sys.stderr)
        return 64
    source = pathlib.Path(sys.argv[1])
    if not holds(source):
        print(f"{source}: does not hold as it is", file=sys.stderr)
        return 1
    there = [name for name in sys.argv[3:] or TABLES if (source / f"{name}.csv").exists()]
    tried, unseen = attack(source, int(sys.argv[2]), there, random.Random(1))
    for column in sorted(unseen):
        print(f"{column[0]}.{column[1]}: {unseen[column]} of {tried[column]} unseen")
    print(f"{sum(unseen.values())} of {sum(tried.values())} changes unseen")
    return 1 if 20 * sum(unseen.values()) > sum(tried.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
