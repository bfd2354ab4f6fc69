#!/usr/bin/env python3
"""Turns the Melbourne ride-sharing announcements into drivers.csv and requests.csv.

The announcements (Najmi, Rey, Rashidi 2017, doi 10.1016/j.tre.2017.10.009, published at
github.com/davidrey123/Ridesharing) give, for each participant of one day, both ends, and in minutes the time of
the announcement, the earliest start and the latest arrival. Ids below 100000 are drivers, the others riders. A driver who announces the trip
after its earliest start departs at the announcement.

    Scripts/melbourne_announcements.py announcements.csv.gz Results/melbourne
"""

import argparse
import csv
import gzip
import pathlib
import sys

FIRST_RIDER = 100_000

ENDS = ["origin_lon", "origin_lat", "destination_lon", "destination_lat"]
DRIVERS = ["driver_id", "announce_s", "depart_s", "latest_arrive_s", *ENDS]
REQUESTS = ["request_id", "submit_s", "earliest_pickup_s", "latest_dropoff_s", *ENDS]


def seconds(*minutes):
    """The latest of the times in minutes, as seconds with three decimals."""
    return f"{60 * max(map(float, minutes)):.3f}"


def degrees(row, column):
    """The degrees in `column` with seven decimals."""
    return f"{float(row[column]):.7f}"


def converted(row):
    """The fields of a participant, in the order of DRIVERS and of REQUESTS alike."""
    identifier = int(row["Announcement"])
    announced, earliest = row["Announcementtime"], row["Earliesttime"]
    start = [earliest, announced] if identifier < FIRST_RIDER else [earliest]
    return [
        identifier,
        seconds(announced),
        seconds(*start),
        seconds(row["Latesttime"]),
        degrees(row, "Origin_Longitude"),
        degrees(row, "Origin_Latitude"),
        degrees(row, "Destination_Longitude"),
        degrees(row, "Destination_Latitude"),
    ]


def write(path, header, rows):
    """Writes a table, ordered by id."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(sorted(rows))
    print(f"{path}: {len(rows)} rows")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("input", type=pathlib.Path, help="announcements.csv or announcements.csv.gz")
    parser.add_argument("output", type=pathlib.Path, help="the folder for drivers.csv and requests.csv")
    arguments = parser.parse_args()

    opener = gzip.open if arguments.input.suffix == ".gz" else open
    try:
        with opener(arguments.input, "rt", encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            rows = [(reader.line_num, row) for row in reader]
    except OSError as error:
        sys.exit(f"{arguments.input}: {error.strerror or error}")

    participants = []
    for line, row in rows:
        try:
            participants.append(converted(row))
        except KeyError as error:
            sys.exit(f"{arguments.input}:{line}: there is no column {error}")
        except (TypeError, ValueError) as error:
            sys.exit(f"{arguments.input}:{line}: {error}")

    arguments.output.mkdir(parents=True, exist_ok=True)
    drivers = [fields for fields in participants if fields[0] < FIRST_RIDER]
    riders = [fields for fields in participants if fields[0] >= FIRST_RIDER]
    write(arguments.output / "drivers.csv", DRIVERS, drivers)
    write(arguments.output / "requests.csv", REQUESTS, riders)


if __name__ == "__main__":
    main()
