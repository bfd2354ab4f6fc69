#!/usr/bin/env python3
"""Run some runs of each kept study again, and check that they give the figures and the fingerprint that are kept.

    python3 Scripts/check_studies.py [--program PATH] [--runs N] [--seed N] [NAME …]

A kept study is a folder Results/NAME with manifest.json and runs.csv.gz whose study is Scenarios/studies/NAME.json5, or a folder
Results/literature/NAME, named literature/NAME, whose study is Scenarios/literature/NAME.json5. N runs of each are drawn (3 by default;
another seed draws others). A study whose input is not part of the checkout is left out, and a line says so. Exit
code 1 where a run is not the one that is kept.
"""

import argparse
import csv
import gzip
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def kept():
    """The names of the kept studies."""
    folders = [runs.parent.relative_to(ROOT / "Results") for runs in ROOT.glob("Results/**/runs.csv.gz")]
    return sorted(str(folder) for folder in folders if study(str(folder)).exists())


def study(name):
    """The file of a kept study."""
    return ROOT / "Scenarios" / (f"{name}.json5" if "/" in name else f"studies/{name}.json5")


def again(program, name, run):
    """The row of a run that is made again, or the words of the program if it cannot be."""
    with tempfile.TemporaryDirectory() as folder:
        words = [program, "sweep", str(study(name).relative_to(ROOT)), "--only", run, "--out", f"{folder}/out", "--quiet"]
        call = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
        if call.returncode != 0:
            return call.stderr.strip()
        with open(f"{folder}/out/runs.csv", encoding="utf-8", newline="") as file:
            return next(row for row in csv.DictReader(file) if row["run_id"] == run)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--program", default=str(ROOT / ".build/release/detour"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    wrong = 0
    for name in words.names or kept():
        with gzip.open(ROOT / f"Results/{name}/runs.csv.gz", "rt", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in random.Random(f"{words.seed} {name}").sample(rows, min(words.runs, len(rows))):
            found = again(words.program, name, row["run_id"])
            if isinstance(found, str):
                missing = "cannot be read" in found or "no such file" in found.lower()
                wrong += not missing
                print(f"{'left  ' if missing else 'WRONG '} {name}: {row['run_id']}: {found}")
                continue
            differ = [column for column in row if found.get(column) != row[column]]
            wrong += bool(differ)
            print(f"{'WRONG ' if differ else 'ok    '} {name}: {row['run_id']}" + (f": {', '.join(differ[:5])} differ" if differ else ""))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
