#!/usr/bin/env python3
"""Measure what rounding does to a register of carpools: write the carpools of known days as the French register rounds them, read
them back, and compare.

    python3 Scripts/research/register_bias.py [--detour PROGRAM] [--replications N]

A day of Scenarios/geographic.json5 is run with a half, once and twice its drivers and requests. Its carpools, one row a passenger, are
written three times: exact; places cut to 3 decimals and times rounded up to ten minutes; likewise with 2 decimals. Each register is run
with half of its passengers and half of its cars (sample_share), so that passengers have to find others than their own driver, once with
ends and times drawn within their rounding (trips.blur) and once as they are written. The table gives the mean over the replications, and
the mean difference to the exact register with half the width of its 95 % interval.
"""

import argparse
import csv
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "Scenarios/geographic.json5"
START = 6 * 3600 + 1800  # of the scenario, seconds after midnight
DRIVERS, REQUESTS = 800, 600
FIGURES = {"match_rate": ("%", 100), "wait_s": ("s", 1), "driver_detour_s": ("s", 1)}


def run(detour, out, *settings):
    """Run the scenario with `settings` and return the mean of each figure."""
    words = [detour, "run", str(SCENARIO), "--quiet", "--force", "--out", str(out)]
    for setting in settings:
        words += ["--set", setting]
    subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
    with (out / "summary.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    name = "figure" if "figure" in rows[0] else "metric"
    return {row[name]: float(row["value"]) for row in rows if row["statistic"] in ("mean", "value") and row["value"]}


def clock(seconds):
    whole = int(seconds)
    return f"2026-11-17T{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}+01:00"


def cut(degrees, decimals):
    """Cut the text of a coordinate to `decimals`, towards zero."""
    scale = 10**decimals
    return f"{math.trunc(float(degrees) * scale) / scale:.{decimals}f}"


def rounded_up(seconds):
    return 600 * math.ceil(seconds / 600)


def write_register(day, path, decimals=None):
    """Write the rides of the run in `day`, exact to the second and the decimals of its tables unless `decimals` cuts them."""
    ends = ("origin_x", "origin_y", "destination_x", "destination_y")
    with (day / "requests.csv").open(encoding="utf-8") as file:
        rides = [row for row in csv.DictReader(file) if row["dropoff_s"]]
    with path.open("w", encoding="utf-8") as file:
        file.write(
            "journey_id;trip_id;journey_start_datetime;journey_start_lon;journey_start_lat;journey_end_datetime;"
            "journey_end_lon;journey_end_lat;passenger_seats;operator_class;journey_duration\n"
        )
        for row in rides:
            begin, end = START + float(row["pickup_s"]), START + float(row["dropoff_s"])
            minutes = max(1, round((end - begin) / 60))
            if decimals is not None:
                begin, end = rounded_up(begin), rounded_up(end)
            x, y, u, v = (row[name] if decimals is None else cut(row[name], decimals) for name in ends)
            fields = [row["request_id"], "t" + row["driver_id"], clock(begin), x, y, clock(end), u, v]
            file.write(";".join(fields + [row["party_size"], "C", str(minutes)]) + "\n")
    return len(rides)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detour", default=str(ROOT / ".build/release/detour"))
    parser.add_argument("--replications", type=int, default=20)
    arguments = parser.parse_args()
    register = [
        "supply={kind: 'trips', announce_before_s: 1800}", "demand={kind: 'trips', party_size: [1]}", "sample_share=0.5",
        "behaviour.decline_probability=0", "behaviour.driver_cancel_probability=0",
    ]
    variants = [("exact", None, False), ("3 decimals, drawn", 3, True), ("3 decimals, as written", 3, False)]
    variants += [("2 decimals, drawn", 2, True), ("2 decimals, as written", 2, False)]
    print("| density | register | rides | match rate | difference | wait, s | difference | driver's detour, s | difference |")
    print("|---:|---|---:|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for density in (0.5, 1, 2):
            found = {name: [] for name, _, _ in variants}
            rides = []
            for replication in range(arguments.replications):
                day = folder / "day"
                run(
                    arguments.detour, day, f"supply.count={int(DRIVERS * density)}", f"demand.count={int(REQUESTS * density)}",
                    f"replication={replication}",
                )
                for name, decimals, blur in variants:
                    path = folder / "register.csv"
                    count = write_register(day, path, decimals)
                    trips = f"trips={{file: '{path}', format: 'carpools', blur: {str(blur).lower()}}}"
                    figures = run(arguments.detour, folder / "out", trips, *register, f"replication={replication}")
                    found[name].append({figure: figures.get(figure, math.nan) for figure in FIGURES})
                rides.append(count)
            for name, _, _ in variants:
                cells = [f"{density:g}", name, f"{statistics.mean(rides):.0f}"]
                for figure, (_, scale) in FIGURES.items():
                    values = [scale * run[figure] for run in found[name]]
                    cells.append(f"{statistics.mean(values):.1f}")
                    pairs = [scale * (run[figure] - base[figure]) for run, base in zip(found[name], found["exact"])]
                    half = 2.1 * statistics.stdev(pairs) / math.sqrt(len(pairs)) if len(pairs) > 1 else math.nan
                    cells.append("–" if name == "exact" else f"{statistics.mean(pairs):+.1f} ± {half:.1f}")
                print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
