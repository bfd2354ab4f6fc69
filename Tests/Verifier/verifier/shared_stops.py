"""Parties that share the stops of a car, written again from docs/columns.md and docs/model.md."""

from itertools import groupby

from . import own_stops, walking
from .form import Verifier, share

BOARDING = ("pickup", "transfer_pickup")
ALIGHTING = ("dropoff", "transfer_dropoff")


def are(scenario) -> bool:
    """Whether the scenario lets parties share stops."""
    return scenario["matching"].get("stops") == "shared"


def is_one(before, row) -> bool:
    """Whether two rows of a driver are one stop of the car."""
    return row.get("stop") is not None and row["stop"] == before["stop"]


def stops(rows) -> list:
    """The rows of a driver by stop of the car."""
    return [list(group) for _, group in groupby(rows, key=lambda row: row["stop"])]


def end_of(folder, row):
    """When the party of a row has boarded or alighted; None where that is not known."""
    own = own_stops.of(folder, row["request_id"])
    if own is None:
        return None
    if walking.reach(folder):
        # Who walks boards when both are there.
        request = folder.requests[row["request_id"]]
        begin = request["pickup_s"] if row["kind"] in BOARDING else row["arrive_s"]
        return begin + folder.stop_duration if request["driver_id"] == row["driver_id"] and begin is not None else None
    if row["kind"] in BOARDING:
        # Who is announced boards from their time to leave on.
        opens = folder.request_slack[row["request_id"]]["earliest_s"] if row["request_id"] in folder.request_slack else 0
        return max(row["arrive_s"], opens) + own.boarding
    return max(row["arrive_s"], own.opens) + own.alighting


def add(folder, expected: dict):
    """The figures of the cars' stops."""
    if not are(folder.scenario):
        return
    cars = [row["driver_id"] for row in folder.tables["drivers"] if row["outcome"] == "arrived" and row["passengers_served"] > 0]
    groups = [group for car in cars for group in stops(folder.stops[car])]
    groups = [[row for row in group if row["kind"] in (*BOARDING, *ALIGHTING)] for group in groups]
    count = sum(1 for group in groups if group)
    persons = sum(row["party_size"] for group in groups for row in group)
    expected["stops_per_car", "value"] = (share(count, len(cars)), 1e-6)
    expected["persons_per_stop", "value"] = (share(persons, count), 1e-6)


def check(folder, v: Verifier):
    """Every stop of a car at which parties board and alight."""
    if not are(folder.scenario):
        return
    for rows in filter(None, folder.stops.values()):
        numbers = [row["stop"] for row in rows]
        steps = [b - a for a, b in zip(numbers, numbers[1:])]
        v.check("shared stops: cars' stops are numbered on", numbers[:1] == [1] and all(step in (0, 1) for step in steps),
                ("stops", rows[0]))  # fmt: skip
        for group in stops(rows):
            here = ("stops", group[0])
            v.check("shared stops: parties have the times and the place of the car",
                    len({(row["arrive_s"], row["leave_s"], row["x"], row["y"], row["odometer_m"]) for row in group}) == 1,
                    here)  # fmt: skip
            ranks = [0 if row["kind"] in ALIGHTING else 2 if row["kind"] in BOARDING else 1 for row in group]
            v.check("shared stops: who alights is before who boards", ranks == sorted(ranks), here)
            for kind in (ALIGHTING, BOARDING):
                ids = [row["request_id"] for row in group if row["kind"] in kind]
                known = all(isinstance(one, int) for one in ids)
                v.check("shared stops: parties come in the order of their ids", not known or ids == sorted(ids), here)
            ends = [end_of(folder, row) for row in group if row["kind"] in (*BOARDING, *ALIGHTING)]
            if ends and None not in ends and group[0]["leave_s"] is not None:
                # A pickup may open after the car's arrival.
                v.check("shared stops: a stop lasts until the last party is done", group[0]["leave_s"] >= max(ends), here)
                if folder.scenario["demand"]["kind"] == "synthetic" and not folder.plans_ahead:
                    v.check("shared stops: and no longer", group[0]["leave_s"] == max(ends), here)
