"""Reads or writes a table like attempts.csv with pandas.

usage: pandas_csv.py read|write FILE
`read` reads the columns of numbers of FILE and adds them up; `write` writes all columns of FILE to a file beside it.
"""

import os
import sys

import pandas

from side import answer_each_line, processor_seconds

NUMBERS = (
    "request_id drivers_active in_radius on_route with_seats with_preferences within_limits bounded_out evaluated "
    "reported_x reported_y time_to_pickup_s detour_s detour_m time_s answered_s"
).split()


def total(path):
    """The number of rows and the sum of the numbers."""
    frame = pandas.read_csv(path, usecols=NUMBERS)
    return len(frame), float(frame.sum().sum())


def main():
    way, path = sys.argv[1:3]
    copy = path + ".pandas"

    def read():
        seconds, (rows, value) = processor_seconds(lambda: total(path))
        return seconds, rows, {"rows": rows, "sum": round(value)}

    # Ids that some rows lack must not become decimals.
    frame = pandas.read_csv(path, dtype={"driver_id": "Int64", "cost": "Int64"}) if way == "write" else None

    def write():
        seconds, _ = processor_seconds(lambda: frame.to_csv(copy, index=False))
        rows, value = total(copy)
        os.remove(copy)
        return seconds, rows, {"rows": rows, "sum": round(value)}

    answer_each_line(read if way == "read" else write)


main()
