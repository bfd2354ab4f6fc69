#!/usr/bin/env python3
"""Run fleets of cars that wait at several loads and compare their efficiency with published values.

    python3 Scripts/fleet_laws.py [--detour .build/release/detour] [--short]

E = x ÷ C of Zech, Molkenthin, Timme and Schröder 2022 (doi:10.1038/s41598-022-14960-x): x is the direct driving that is asked for ÷
what the cars could drive, C the customers of a car, waiting and riding, in the mean over time. Prints a row per cell: published, found
with its 95 % interval (from ten batches of the time behind the first fifth), and the difference; exit code 1 where a cell with x of at
least 2 lies more than 3 % away. And the identity of Lotze and others 2024 (arXiv:2306.05851) in each run: driven ÷ direct metres are
the share of time in which cars drive ÷ the load.
"""

import argparse
import csv
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

SCENARIOS = pathlib.Path(__file__).resolve().parent.parent / "Scenarios" / "literature"
# Graph, cars, mean direct time (s), load, published E.
CELLS = [
    *(("torus", 42, 250.0, x, e) for x, e in ((1, 0.758), (2, 0.619), (3, 0.559), (6, 0.506))),
    *(("ring", 6, 650.0, x, e) for x, e in ((1, 0.611), (2, 0.546), (3, 0.543), (6, 0.528))),
]
BATCHES, T9 = 10, 2.262  # the 97.5 % quantile of t with nine degrees of freedom
TOLERANCE = 0.03


def rows(path):
    with path.open(encoding="utf-8") as file:
        yield from csv.DictReader(file)


def run(detour, folder, graph, cars, direct, load, count):
    """Runs a cell; the requests, the drivers and the time in which they came, s."""
    duration = count * direct / (load * cars)
    words = [f"supply.count={cars}", f"demand.count={count}", f"time.duration_s={duration:.3f}"]
    sets = [word for one in words for word in ("--set", one)]
    subprocess.run(
        [detour, "run", SCENARIOS / f"fleet-{graph}.json5", *sets, "--out", folder, "--force", "--quiet"], check=True
    )
    return list(rows(folder / "requests.csv")), list(rows(folder / "drivers.csv")), duration


def efficiency(requests, cars, begin, end):
    """E of the time from `begin` to `end`."""
    asked = present = 0.0
    for row in requests:
        submit, dropoff = float(row["submit_s"]), float(row["dropoff_s"])
        asked += float(row["direct_s"]) if begin <= submit < end else 0
        present += max(0.0, min(dropoff, end) - max(submit, begin))
    return asked / present


def main():
    parser = argparse.ArgumentParser(description="compare fleets of cars that wait with published ones")
    parser.add_argument("--detour", default=".build/release/detour")
    parser.add_argument("--short", action="store_true", help="a tenth of the requests, for a first look")
    options = parser.parse_args()
    failed = False
    print("graph  cars  x  published E  found   95 % interval    difference  driven ÷ direct  busy ÷ load")
    with tempfile.TemporaryDirectory() as scratch:
        for graph, cars, direct, load, published in CELLS:
            count = 6_000 if options.short else 60_000
            requests, drivers, duration = run(
                options.detour, pathlib.Path(scratch) / "run", graph, cars, direct, load, count)  # fmt: skip
            begin = duration / 5
            width = (duration - begin) / BATCHES
            parts = [efficiency(requests, cars, begin + i * width, begin + (i + 1) * width) for i in range(BATCHES)]
            found = efficiency(requests, cars, begin, duration)
            half = T9 * statistics.stdev(parts) / math.sqrt(BATCHES)
            wrong = found / published - 1
            driven = sum(float(row["driven_m"]) for row in drivers) / sum(float(row["direct_m"]) for row in requests)
            busy = sum(float(row["driven_s"]) for row in drivers) / sum(float(row["direct_s"]) for row in requests)
            print(f"{graph:6} {cars:4}  {load}  {published:11.3f}  {found:.3f}  {found - half:.3f} … {found + half:.3f}"
                  f"  {100 * wrong:+8.1f} %  {driven:15.4f}  {busy:11.4f}", flush=True)  # fmt: skip
            failed |= load >= 2 and not options.short and abs(wrong) > TOLERANCE
            failed |= abs(driven / busy - 1) > 1e-6
    sys.exit(failed)


if __name__ == "__main__":
    main()
