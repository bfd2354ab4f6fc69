#!/usr/bin/env python3
"""Copies taxi trips: the day itself and its shifted copies, for days with as many times the trips.

    multiply_trips.py TRIPS.csv[.gz] COPIES OUT.csv [--seed N] [--minutes M] [--metres D]

Copy 0 is the day as it is. In the others every trip begins up to M minutes earlier or later (the same clock: a
trip moved over midnight comes back at the other end of the day), and each of its ends lies up to D metres
away. What is drawn depends on the seed alone; rows are written in the order of their times.
"""
import argparse
import csv
import datetime
import gzip
import math
import random

DAY = 86400


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trips")
    parser.add_argument("copies", type=int)
    parser.add_argument("out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--metres", type=float, default=200)
    options = parser.parse_args()
    opened = gzip.open if options.trips.endswith(".gz") else open
    with opened(options.trips, "rt", newline="") as file:
        rows = list(csv.DictReader(file))
    day = datetime.datetime.fromisoformat(min(row["pickup_datetime"] for row in rows)).date()
    midnight = datetime.datetime.combine(day, datetime.time())
    draw = random.Random(options.seed)
    made = []
    for copy in range(options.copies):
        for row in rows:
            made.append(shifted(row, midnight, draw, options) if copy > 0 else dict(row))
    made.sort(key=lambda row: row["pickup_datetime"])
    for number, row in enumerate(made):
        row["id"] = number
    with open(options.out, "w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(made)


def shifted(row, midnight, draw, options):
    """The trip of `row` a little earlier or later, from and to places close by."""
    row = dict(row)
    begin = datetime.datetime.fromisoformat(row["pickup_datetime"])
    end = datetime.datetime.fromisoformat(row["dropoff_datetime"])
    shift = round(draw.uniform(-60, 60) * options.minutes)
    second = ((begin - midnight).total_seconds() + shift) % DAY
    moved = midnight + datetime.timedelta(seconds=second)
    row["pickup_datetime"] = moved.isoformat(" ")
    row["dropoff_datetime"] = (moved + (end - begin)).isoformat(" ")
    for kind in ("pickup", "dropoff"):
        angle, reach = draw.uniform(0, 2 * math.pi), options.metres * math.sqrt(draw.random())
        latitude = float(row[kind + "_latitude"])
        row[kind + "_latitude"] = round(latitude + reach * math.sin(angle) / 111_195, 7)
        row[kind + "_longitude"] = round(
            float(row[kind + "_longitude"])
            + reach * math.cos(angle) / (111_195 * math.cos(math.radians(latitude))), 7)
    return row


if __name__ == "__main__":
    main()
