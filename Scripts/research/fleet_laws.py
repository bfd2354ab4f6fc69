#!/usr/bin/env python3
"""Run fleets of cars that wait at several loads and compare their efficiency with published values.

    python3 Scripts/research/fleet_laws.py [--detour .build/release/detour] [--only LAW …] [--short]

E = x ÷ C: x is the direct driving that is asked for ÷ what the cars could drive, C the customers of a car, waiting and riding, in the
mean over time. The laws:

    unlimited   efficiency with unlimited seats; Zech, Molkenthin, Timme and Schröder 2022 (doi:10.1038/s41598-022-14960-x)
    topologies  the same at a load of 6 and 7.5 over topologies and numbers of cars; their data, and the universality that Molkenthin,
                Schröder and Timme found in 2020 (doi:10.1103/PhysRevLett.125.248302)
    eight       the same with eight seats, and with stops that passengers at one node share: seats are emptied before they are filled
    eight-each  the same where each passenger has a stop of their own, the latest accepted before the others at its node
    break-even  metres driven ÷ direct metres at loads around 1; Lotze and others 2024 (arXiv:2306.05851)

The published values are those of figures 2c and 2d in the data of the first paper (doi:10.5281/zenodo.6624421), and of figure 3 in those of
the last. Prints a row per cell: published, found with its 95 % interval (from ten batches of the time behind the first fifth), and the
difference; exit code 1 where a cell of `unlimited` with x of at least 2 lies more than 3 % away. And the identity of Lotze and others in
each run: driven ÷ direct metres are the share of time in which cars drive ÷ the load.
"""

import argparse
import csv
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

from fleet_networks import mean_direct_s, scenario, write_network

EIGHT = (
    *(("torus", 42, x, e) for x, e in ((3, 0.556), (4, 0.519), (5, 0.460), (6, 0.203))),
    *(("ring", 6, x, e) for x, e in ((3, 0.536), (4, 0.491), (5, 0.429))),
)
# Law, requests, seats, whether stops are shared; then graph, cars, load and published E.
LAWS = {
    "unlimited": (
        60_000, 100, "each", [
            *(("torus", 42, x, e) for x, e in ((1, 0.758), (2, 0.619), (3, 0.559), (6, 0.506))),
            *(("ring", 6, x, e) for x, e in ((1, 0.611), (2, 0.546), (3, 0.543), (6, 0.528))),
        ],
    ),
    "topologies": (
        15_000, 100, "each", [
            ("two_nodes", 1, 6, 0.498), ("complete_5", 10, 6, 0.494), ("spokes_16", 23, 6, 0.508), ("tree_46", 124, 6, 0.502),
            ("ring_100", 6, 6, 0.517), ("grid_100", 98, 6, 0.520), ("torus_100", 167, 6, 0.517),
            ("complete_5", 5, 7.5, 0.378), ("spokes_16", 13, 7.5, 0.398), ("torus", 19, 7.5, 0.362), ("ring", 2, 7.5, 0.294),
            ("complete_5", 13, 7.5, 0.554), ("spokes_16", 29, 7.5, 0.553), ("torus", 44, 7.5, 0.513), ("ring", 8, 7.5, 0.608),
            ("complete_5", 29, 7.5, 0.738), ("spokes_16", 68, 7.5, 0.724), ("torus", 103, 7.5, 0.687), ("ring", 19, 7.5, 0.803),
        ],
    ),
    "eight": (20_000, 8, "shared", EIGHT),
    "eight-each": (20_000, 8, "each", EIGHT),
}  # fmt: skip
# Graph, requests and cars of the law `break-even`, each at these loads.
EVEN = [(graph, max(2_000, 40 * cars), cars) for graph in ("grid_400", "grid_100") for cars in (8, 16, 32, 64, 128)]
LOADS = (0.8, 0.9, 1, 1.1)
BATCHES, T9 = 10, 2.262  # the 97.5 % quantile of t with nine degrees of freedom
SEEDS, T4 = 5, 2.776
TOLERANCE = 0.03
COLUMNS = "law         graph       cars  x     published  found   95 % interval    difference  driven ÷ direct  busy ÷ load"


def rows(path):
    with path.open(encoding="utf-8") as file:
        yield from csv.DictReader(file)


def run(detour, folder, graph, cars, seats, stops, load, count, seed=1):
    """Runs a cell; the requests, the drivers and the time in which they came, s."""
    duration = count * mean_direct_s(graph) / (load * cars)
    write_network(folder / graph, graph)
    (folder / f"{graph}.json5").write_text(scenario(graph, cars), encoding="utf-8")
    words = [f"supply.seats={seats}", f"matching.stops={stops}", f"demand.count={count}", f"time.duration_s={duration:.3f}"]
    sets = [word for one in words for word in ("--set", one)]
    words = [detour, "run", folder / f"{graph}.json5", *sets, "--seed", str(seed), "--out", folder / "run", "--quiet"]
    subprocess.run(words, check=True)
    return list(rows(folder / "run/requests.csv")), list(rows(folder / "run/drivers.csv")), duration


def efficiency(requests, begin, end):
    """E of the time from `begin` to `end`."""
    asked = present = 0.0
    for row in requests:
        submit, dropoff = float(row["submit_s"]), float(row["dropoff_s"])
        asked += float(row["direct_s"]) if begin <= submit < end else 0
        present += max(0.0, min(dropoff, end) - max(submit, begin))
    return asked / present


def total(rows, column):
    return sum(float(row[column]) for row in rows)


def compare(detour, laws, short):
    """Prints a row per cell of the laws of efficiency, and says whether any is wrong."""
    print(COLUMNS)
    failed = False
    for law in laws:
        all_requests, seats, stops, cells = LAWS[law]
        for graph, cars, load, published in cells:
            with tempfile.TemporaryDirectory() as scratch:
                count = all_requests // 10 if short else all_requests
                requests, drivers, duration = run(detour, pathlib.Path(scratch), graph, cars, seats, stops, load, count)
            begin = duration / 5
            width = (duration - begin) / BATCHES
            parts = [efficiency(requests, begin + i * width, begin + (i + 1) * width) for i in range(BATCHES)]
            found = efficiency(requests, begin, duration)
            half = T9 * statistics.stdev(parts) / math.sqrt(BATCHES)
            wrong = found / published - 1
            driven = total(drivers, "driven_m") / total(requests, "direct_m")
            busy = total(drivers, "driven_s") / total(requests, "direct_s")
            print(f"{law:10}  {graph:10}  {cars:4}  {load:<4g}  {published:9.3f}  {found:.3f}  {found - half:.3f} … {found + half:.3f}"
                  f"  {100 * wrong:+8.1f} %  {driven:15.4f}  {busy:11.4f}", flush=True)  # fmt: skip
            failed |= law == "unlimited" and load >= 2 and not short and abs(wrong) > TOLERANCE
            failed |= abs(driven / busy - 1) > 1e-6
    return failed


def break_even(detour, short):
    """Prints a row per fleet: driven ÷ direct metres at each load, the load at which they are equal, and a car's passengers on board there."""
    print("law         graph       cars  driven ÷ direct at 0.8    0.9    1.0    1.1  break-even load  95 % interval  on board")
    for graph, count, cars in EVEN:
        curves, crossings = [], []
        for seed in range(1, SEEDS + 1):
            curve = []
            for load in LOADS:
                with tempfile.TemporaryDirectory() as scratch:
                    all_requests = count // 10 if short else count
                    requests, drivers, duration = run(detour, pathlib.Path(scratch), graph, cars, 100, "each", load, all_requests, seed)
                curve.append((total(drivers, "driven_m") / total(requests, "direct_m"), total(requests, "ride_s") / (cars * duration)))
            curves.append([ratio for ratio, _ in curve])
            crossings.append(crossing(curve))
        ratios = "  ".join(f"{statistics.fmean(values):.3f}" for values in zip(*curves, strict=True))
        if None in crossings:
            shown = f"above {LOADS[-1]:g}" if curves[0][0] > 1 else f"below {LOADS[0]:g}"
        else:
            loads, on_board = zip(*crossings, strict=True)
            half = T4 * statistics.stdev(loads) / math.sqrt(SEEDS)
            even = statistics.fmean(loads)
            shown = f"{even:.3f}  {even - half:.3f} … {even + half:.3f}  {statistics.fmean(on_board):8.2f}"
        print(f"break-even  {graph:10}  {cars:4}                   {ratios}            {shown}", flush=True)


def crossing(curve):
    """The load at which a falling ratio passes 1, and the passengers on board there, on straight lines; None where it does not."""
    for low, high, (a, least), (b, most) in zip(LOADS, LOADS[1:], curve, curve[1:]):
        if a >= 1 >= b:
            part = (a - 1) / (a - b)
            return low + (high - low) * part, least + (most - least) * part
    return None


def main():
    names = [*LAWS, "break-even"]
    parser = argparse.ArgumentParser(description="compare fleets of cars that wait with published ones")
    parser.add_argument("--detour", default=".build/release/detour")
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="LAW", help="run these alone")
    parser.add_argument("--short", action="store_true", help="a tenth of the requests, for a first look")
    options = parser.parse_args()
    laws = [law for law in options.only if law in LAWS]
    failed = bool(laws) and compare(options.detour, laws, options.short)
    if "break-even" in options.only:
        break_even(options.detour, options.short)
    sys.exit(failed)


if __name__ == "__main__":
    main()
