#!/usr/bin/env python3
"""Measure what `resample` does to the match rate of recorded days.

    python3 Scripts/research/resampling_study.py [--detour .build/release/detour] [--days 200] [--resamples 39] [--jobs 2]

For three generators of different character: the mean match rate of the generator is that of many fresh days. Each of
other fresh days is then recorded as two CSV files, resampled by each scheme, and its intervals of 95 % compared with the
mean of the generator. Prints the table of docs/intervals.md: bias is how far the mean of the resamples lies from the
recorded day itself; coverage is the share of recorded days whose interval holds the mean of the generator, for the
interval around the day's own match rate, which takes from the resamples only how far they lie from their mean, and for
the one between order statistics of the resamples.
"""

import argparse
import concurrent.futures
import csv
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "Scenarios"

TOWN_ZONES = [
    {"name": "centre", "x": 3900, "y": 3900, "radius_m": 900, "production": 1, "attraction": 8},
    {"name": "north", "x": 3900, "y": 6900, "radius_m": 900, "production": 4, "attraction": 1},
    {"name": "east", "x": 6900, "y": 3900, "radius_m": 700, "production": 3, "attraction": 2},
    {"name": "south", "x": 3900, "y": 900, "radius_m": 700, "production": 4, "attraction": 1},
    {"name": "west", "x": 900, "y": 3900, "radius_m": 600, "production": 3, "attraction": 1},
]


def plain(scenario, side, per_hour, **more):
    """One side of a generator: travellers without traits or wishes, as a Poisson process."""
    fields = {"kind": "synthetic", "per_hour": per_hour, "persons": None, "wishes": None}
    if side == "demand":
        fields |= {"party_size": [1], "luggage": [1]}
    scenario[side] = fields | more


def plane():
    """Uniform over a square, two hours."""
    scenario = {
        "name": "plane",
        "time": {"duration_s": 7200},
        "space": {"kind": "plane", "width_m": 10000, "height_m": 10000, "speed_kmh": 36},
        "matching": {"radius_m": 1500, "spacing_m": 500},
    }
    plain(scenario, "supply", 150)
    plain(scenario, "demand", 150)
    return scenario


def town():
    """Into the centre of a town of five quarters on a network, three hours with a peak."""
    scenario = {
        "name": "town",
        "time": {"duration_s": 10800},
        "space": {"kind": "city", "columns": 40, "rows": 40, "block_m": 200, "arterial_every": 8, "seed": 7},
        "matching": {"radius_m": 1200, "spacing_m": 400},
    }
    od = {"kind": "zones", "min_m": 1500, "gravity": {"scale_m": 4000}, "zones": TOWN_ZONES}
    plain(scenario, "supply", 150, profile=[1, 3, 2], od=od)
    plain(scenario, "demand", 150, profile=[1, 3, 2], od=od)
    return scenario


def rabat(detour):
    """The morning of rabat-morning.json5 thinned out to some 700 of either: its zones, declines, patience, a peak."""
    with tempfile.TemporaryDirectory() as folder:
        run = pathlib.Path(folder) / "run"
        subprocess.run(
            [detour, "run", SCENARIOS / "rabat-morning.json5", "--set", "supply.count=1", "--quiet", "--out", run],
            check=True)
        scenario = json.loads((run / "manifest.json").read_text())["scenario"]
    for side, per_hour in ("supply", 180), ("demand", 180):
        given = scenario[side]
        plain(scenario, side, per_hour, profile=given["profile"], od=given["od"])
    scenario["name"] = "rabat"
    return scenario


def recorded(scenario, scheme):
    """The scenario of a recorded day of `scenario`, resampled by `scheme`."""
    day = dict(scenario)
    for side, file in ("supply", "drivers.csv"), ("demand", "requests.csv"):
        day[side] = {"kind": "recorded", "file": file} | scheme
    return day


COLUMNS = {
    "drivers.csv": ["driver_id", "depart_s", "origin_x", "origin_y", "destination_x", "destination_y"],
    "requests.csv": ["request_id", "submit_s", "origin_x", "origin_y", "destination_x", "destination_y"],
}


def record(folder, run):
    """Write the travellers of the result folder `run` as a recorded day."""
    for name, columns in COLUMNS.items():
        with open(run / name) as source, open(folder / name, "w", newline="") as target:
            writer = csv.DictWriter(target, columns, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(csv.DictReader(source))


class Study:
    """The fresh days of one generator, and what resampling makes of each."""

    def __init__(self, options, scenario, folder):
        self.options, self.scenario, self.folder = options, scenario, folder
        folder.mkdir()
        (folder / "fresh.json5").write_text(json.dumps(scenario))

    def rates(self, file, out, replications, *more):
        """The match rates of the replications of a scenario."""
        self.call("sweep", file, "--replications", replications, "--jobs", 1, "--out", out, "--quiet", *more)
        with open(out / "runs.csv") as rows:
            return [float(row["match_rate"]) for row in csv.DictReader(rows)]

    def call(self, *words):
        """Runs the program; what it warns of is meant here."""
        done = subprocess.run([self.options.detour, *map(str, words)], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{words}: {done.stderr}")

    def truth(self):
        """The match rates of fresh days, none of which is recorded."""
        return self.rates(
            self.folder / "fresh.json5", self.folder / "fresh", self.options.fresh, "--set", "seed=2")

    def day(self, number, schemes):
        """The match rate of recorded day `number`, and by scheme those of its resamples."""
        folder = self.folder / f"day{number}"
        run = folder / "run"
        folder.mkdir()
        self.call(
            "run", self.folder / "fresh.json5", "--replication", number, "--out", run, "--quiet", "--set", "seed=1")
        record(folder, run)
        with open(run / "summary.csv") as rows:
            rate = next(float(row["value"]) for row in csv.DictReader(rows) if row["metric"] == "match_rate")
        found = {}
        for name, scheme in schemes.items():
            file = folder / f"{name}.json5"
            file.write_text(json.dumps(recorded(self.scenario, scheme)))
            # A seed of its own, or all days would share the luck of their few resamples.
            seed = f"seed={1000 + number}"
            found[name] = self.rates(file, folder / name, self.options.resamples, "--set", seed)
        subprocess.run(["rm", "-rf", folder], check=True)
        return rate, found


def order_statistics(rates):
    """The interval of 95 % that order statistics give: exact where the resamples + 1 are a multiple of 40."""
    rank = (len(rates) + 1) // 40
    ordered = sorted(rates)
    return ordered[rank - 1], ordered[-rank]


def percentage(count, days):
    """A share of `days` with its standard error."""
    share = count / days
    return f"{100 * share:.1f} ± {100 * math.sqrt(share * (1 - share) / days):.1f} %"


def report(name, fresh, days, schemes):
    """Prints what is known of one generator, and gives its rows of the table."""
    mean, deviation = statistics.mean(fresh), statistics.stdev(fresh)
    print(
        f"{name}: {len(fresh)} fresh days match {100 * mean:.2f} ± {100 * deviation / math.sqrt(len(fresh)):.2f} %,"
        f" standard deviation of a day {100 * deviation:.2f} points; {len(days)} recorded days match"
        f" {100 * statistics.mean(rate for rate, _ in days):.2f} %",
        file=sys.stderr,
    )
    rows = []
    for scheme in schemes:
        off = [100 * (statistics.mean(found[scheme]) - rate) for rate, found in days]
        error = statistics.stdev(off) / math.sqrt(len(off))
        spread = statistics.mean(statistics.stdev(found[scheme]) for _, found in days) / deviation
        around, between = 0, 0
        for rate, found in days:
            low, high = order_statistics(found[scheme])
            middle = statistics.mean(found[scheme])
            around += rate - (high - middle) <= mean <= rate + (middle - low)
            between += low <= mean <= high
        rows.append(
            f"| {name}, {100 * mean:.1f} ± {100 * deviation:.1f} % | `{scheme}` | {statistics.mean(off):+.2f} ± {error:.2f}"
            f" | {spread:.2f} | {percentage(around, len(days))} | {percentage(between, len(days))} |"
        )
    return rows


def main():
    """Runs the study."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--detour", default=".build/release/detour")
    parser.add_argument("--days", type=int, default=200)
    parser.add_argument("--resamples", type=int, default=39)
    parser.add_argument("--fresh", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append", help="a generator: plane, town or rabat")
    parser.add_argument("--scheme", action="append", help="smooth, bootstrap, thin or jitter")
    options = parser.parse_args()
    schemes = {name: {"resample": name} for name in options.scheme or ["smooth", "jitter", "thin", "bootstrap"]}
    generators = {"plane": plane, "town": town, "rabat": lambda: rabat(options.detour)}
    print("| generator: match rate of a day | `resample` | bias, points | spread | coverage, around the day | between resamples |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name in options.only or generators:
            study = Study(options, generators[name](), pathlib.Path(scratch) / name)
            fresh = pool.submit(study.truth)
            days = list(pool.map(lambda number: study.day(number, schemes), range(options.days)))
            print("\n".join(report(name, fresh.result(), days, schemes)), flush=True)


if __name__ == "__main__":
    main()
