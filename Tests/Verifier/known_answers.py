#!/usr/bin/env python3
"""Run the scenarios of Scenarios/validation and compare them with what can be known without a simulator.

    python3 Tests/Verifier/known_answers.py [--detour .build/release/detour]

Prints a row per figure: expected, found, and how many standard errors lie between (from batch means of five
minutes); exit code 1 where a figure lies four or more away. docs/validation.md says where the numbers come from.
"""

import argparse
import csv
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "Scenarios" / "validation"
BATCH = 300.0  # seconds
# Of the exact matcher, whose candidates are near for as long as their trips take.
LONG_BATCH = 900.0
WORST = 4.0  # standard errors

# In units of the radius: the distance between a probe's ends, the length of a route, its cut; and ρπr².
S, LENGTH, CUT, IN_RADIUS = 3.0, 20.0, 2.0, 2.0


def density(t):
    """The density of the distance of a uniform point of the disc around the origin from the destination."""
    return 2 * t / math.pi * math.acos(max(-1.0, min(1.0, (t * t + S * S - 1) / (2 * t * S))))


def average(function, low, high, steps):
    """The mean of `function` over the midpoints of `steps` equal parts."""
    width = (high - low) / steps
    return sum(function(low + (i + 0.5) * width) for i in range(steps)) / steps


def hit_continuous(t):
    """P(a route from distance t, in any direction, of which b ~ U(0, LENGTH) is left, meets the disc)."""

    def given(b):
        if b >= math.sqrt(t * t - 1):
            return math.asin(1 / t) / math.pi
        if b > t - 1:
            return math.acos(min(1.0, (t * t + b * b - 1) / (2 * t * b))) / math.pi
        return 0.0

    return average(given, 0, LENGTH, 4000)


def hit_cut(t):
    """The same where only the points CUT, 2·CUT, … ahead of the report are looked at, the route's end last."""
    widest = math.asin(1 / t)
    points = round(LENGTH / CUT)

    def given(angle):
        for number in range(1, points + 1):
            along, beside = t - number * CUT * math.cos(angle), number * CUT * math.sin(angle)
            if along * along + beside * beside <= 1:
                # A report lies evenly on one of the points 0 … points − 1.
                return (points + 1 - number) / points
        return 0.0

    return average(given, -widest, widest, 1000) * 2 * widest / (2 * math.pi)


def share_on_route(hit):
    """p: the share of the drivers within r of the origin whose route comes within r of the destination."""
    return 2 * average(lambda t: density(t) * hit(t), S - 1, S + 1, 400)


# The exact matcher: the distance between a probe's ends, the length of a route, and the detour allowed, km.
CELLS = [(4, 6, 1), (4, 6, 2), (2, 6, 1), (4, 12, 1), (2, 6, 0.5), (3, 8, 1), (6, 12, 1.5), (1, 4, 0.5)]
SIDE, SPEED = 40, 50  # km, km/h


def feasible(s, length, slack, steps=100):
    """Drivers per unit of density who can take a probe: the area of positions, weighted by how likely their route fits."""
    total = 0.0
    farthest = length + slack - s
    rests = [(i + 0.5) * length / steps for i in range(steps)]
    for i in range(steps):
        pickup = (i + 0.5) * farthest / steps
        share = 0.0
        for j in range(steps):
            # From where the route would have to begin at the destination, were the pickup no way: t from it.
            squared = pickup * pickup + s * s - 2 * pickup * s * math.cos((j + 0.5) * math.pi / steps)
            t = math.sqrt(squared)
            for rest in rests:
                # The route's end may lie this far from the destination.
                reach = rest + slack - s - pickup
                if reach <= abs(t - rest) and not t + rest <= reach:
                    continue
                inside = t + rest <= reach
                share += 1 if inside else math.acos((squared + rest * rest - reach * reach) / (2 * t * rest)) / math.pi
        total += share * pickup
    return total * 2 * math.pi * farthest / steps**3


def read(folder, table):
    with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def batches(pairs, length=BATCH):
    """The mean of the values and its standard error from batches in time."""
    groups = {}
    for time, value in pairs:
        groups.setdefault(int(time // length), []).append(value)
    means = [statistics.fmean(values) for values in groups.values()]
    mean = statistics.fmean(value for values in groups.values() for value in values)
    return mean, statistics.stdev(means) / math.sqrt(len(means))


class Check:
    def __init__(self, detour, folder):
        self.detour, self.folder, self.failures = detour, pathlib.Path(folder), 0
        print(f"{'scenario':<18}{'figure':<26}{'expected':>10}{'found':>10}{'z':>8}")

    def run(self, name, *overrides, label=None):
        out = self.folder / (label or name)
        sets = [part for override in overrides for part in ("--set", override)]
        command = [self.detour, "run", SCENARIOS / f"{name}.json5", *sets, "--out", out, "--quiet"]
        subprocess.run(command, check=True)
        return out

    def compare(self, name, figure, expected, pairs, batch=BATCH):
        mean, error = batches(pairs, batch)
        z = (mean - expected) / error
        self.note(abs(z) < WORST, f"{name:<18}{figure:<26}{expected:>10.6f}{mean:>10.6f}{z:>8.2f}")

    def note(self, holds, row):
        self.failures += not holds
        print(row + ("" if holds else "   differs"))


def attempts(folder, value):
    """Value of each attempt from the warm-up's end (1440 s, a route's duration) on."""
    for row in read(folder, "attempts"):
        if float(row["time_s"]) >= 1440:
            yield float(row["time_s"]), value(row)


def hits(row):
    return row["outcome"] == "probe_hit"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--detour", default=".build/release/detour", help="the program")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        check = Check(arguments.detour, folder)
        mass = IN_RADIUS * share_on_route(hit_continuous)
        cut = IN_RADIUS * share_on_route(hit_cut)

        two = check.run("two-circles")
        nobody = attempts(two, lambda row: row["in_radius"] == "0")
        check.compare("two-circles", "nobody within r", math.exp(-IN_RADIUS), nobody)
        check.compare("two-circles", "drivers within r", IN_RADIUS, attempts(two, lambda r: int(r["in_radius"])))
        check.compare("two-circles", "drivers on route", mass, attempts(two, lambda r: int(r["on_route"])))
        check.compare("two-circles", "coverage", 1 - math.exp(-mass), attempts(two, hits))

        folder = check.run("route-cut")
        check.compare("route-cut", "drivers on route", cut, attempts(folder, lambda r: int(r["on_route"])))
        check.compare("route-cut", "coverage", 1 - math.exp(-cut), attempts(folder, hits))

        folder = check.run("required-wishes")
        check.compare("required-wishes", "coverage", 1 - math.exp(-mass / 2), attempts(folder, hits))

        folder = check.run("detour-bound")
        answers = [[hits(row) for row in read(run, "attempts")] for run in (two, folder)]
        changed = sum(a != b for a, b in zip(*answers, strict=True))
        row = f"{'detour-bound':<18}{'probes answered otherwise':<26}{0:>10}{changed:>10}"
        check.note(changed == 0, row)

        for s, length, slack in CELLS:
            folder = check.run(
                "exact-insertion", f"demand.od.length_m={1000 * s}", f"supply.od.length_m={1000 * length}",
                f"supply.per_hour={SIDE * SIDE * SPEED / length:.6f}",
                f"matching.limits.max_detour_s={3600 * slack / SPEED:g}", label=f"exact-{s}-{length}-{slack}")
            expected = 1 - math.exp(-feasible(s, length, slack))
            figure = f"coverage {s:g}, {length:g}, {slack:g} km"
            check.compare("exact-insertion", figure, expected, attempts(folder, hits), LONG_BATCH)

        folder = check.run("relaunch")
        success, again = 0.3, 0.5
        ends = 1 - again * (1 - success)
        rows = [(float(r["submit_s"]), r) for r in read(folder, "requests")]
        served = [(time, r["first_match_s"] != "") for time, r in rows]
        check.compare("relaunch", "match rate", success / ends, served)
        check.compare("relaunch", "mean cycles", 1 / ends, [(time, int(r["cycles"])) for time, r in rows])
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())
