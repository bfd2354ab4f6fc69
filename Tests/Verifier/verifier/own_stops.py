"""Stops that are not those of all, read again from the file of requests where it is still what it was: how long a party takes to board
and to alight, and before when nobody is dropped off."""

from dataclasses import dataclass

from . import matrix

COLUMNS = ("boarding_s", "alighting_s", "earliest_dropoff_s")


@dataclass(frozen=True)
class Stops:
    """Milliseconds: how long the pickup and the drop-off of a party take, and when the drop-off opens."""

    boarding: int
    alighting: int
    opens: int


def read(folder):
    """Puts the stops of each request into `folder`; None where the file does not tell."""
    folder.own_stops = {}
    demand = folder.scenario["demand"]
    if demand["kind"] != "recorded":
        return
    path = matrix.present(folder, "requests", demand["file"])
    if path is None or demand.get("resample") is not None:
        folder.own_stops = None
        return
    rows = matrix.rows_of(path)
    # The names that the file gives to columns.
    theirs = {name: (demand.get("columns") or {}).get(name, name) for name in (*COLUMNS, "request_id")}
    if not {theirs[name] for name in COLUMNS} & set(rows.fieldnames or ()):
        return
    for row in rows:
        values = [(row.get(theirs[column]) or "").strip() for column in COLUMNS]
        try:
            boarding, alighting, opens = (round(1000 * float(value)) if value else None for value in values)
        except ValueError:
            folder.own_stops = None  # times of the clock
            return
        usual = folder.stop_duration
        folder.own_stops[matrix.name_of(row[theirs["request_id"]])] = Stops(
            usual if boarding is None else boarding, usual if alighting is None else alighting, opens or 0)  # fmt: skip


def of(folder, request_id):
    """The stops of a request; None where they are not known."""
    if folder.own_stops is None:
        return None
    usual = folder.stop_duration
    return folder.own_stops.get(matrix.name_of(str(request_id)), Stops(usual, usual, 0))


def takes_its_time(folder, row, is_pickup: bool) -> bool:
    """Whether the stop of a row took as long as it had to."""
    stops = of(folder, row["request_id"])
    if row["leave_s"] is None:
        return True
    spent = row["leave_s"] - row["arrive_s"]
    if stops is None:
        return spent >= 0
    if folder.scenario["matching"].get("stops") == "shared":
        # The car leaves when the slowest of its parties is done.
        return spent >= (stops.boarding if is_pickup else max(0, stops.opens - row["arrive_s"]) + stops.alighting)
    # At a pickup the car may come early and wait.
    return spent >= stops.boarding if is_pickup else spent == max(0, stops.opens - row["arrive_s"]) + stops.alighting


def dropped_off(folder, row, at) -> bool:
    """Whether the party of a stop alights `at` a time: when the car is there, and the drop-off has opened; neither without the other."""
    if row is None or at is None:
        return row is None and at is None
    stops = of(folder, row["request_id"])
    if stops is None:
        return at >= row["arrive_s"] and (row["leave_s"] is None or at <= row["leave_s"])
    return at == max(row["arrive_s"], stops.opens)
