"""The rules of cars that wait: when they stand, when they drive, and that nobody is delayed."""

from . import shared_stops
from .form import Row, Verifier, to_ms


def waits(row: Row) -> bool:
    """Whether the driver's car has no trip of its own."""
    return row["destination_x"] is None and row["outcome"] != "refused_input"


def end(folder):
    """When the service of drawn cars ends; None without an end, and where they are not drawn."""
    supply = folder.scenario["supply"]
    return to_ms(supply["od"]["end_s"]) if supply["kind"] == "synthetic" and supply["od"]["kind"] == "stays" else None


def accepted(folder, driver_id) -> list:
    """The accepted attempts of one driver."""
    return [row for row in folder.tables["attempts"] if row["outcome"] == "accepted" and row["driver_id"] == driver_id]


def is_told(folder, attempts: list) -> bool:
    """Whether the tables tell when the car sets off: no match was lost, and nobody outside sends it anywhere."""
    held = all(folder.requests[row["request_id"]]["match_s"] == row["answered_s"] for row in attempts)
    return held and not folder.is_outside


def sets_off(folder, attempts: list, before: Row) -> int:
    """When a car that stops at `before` drives on: at once where somebody is on board or waits for it, else when it is asked."""
    pickups = [(folder.requests[row["request_id"]]["pickup_s"], row) for row in attempts]
    waiting = [
        row["answered_s"] for pickup, row in pickups
        if pickup is not None and pickup >= before["arrive_s"] and row["request_id"] != before["request_id"]
    ]  # fmt: skip
    if before["on_board_after"] > 0 or not waiting:
        return before["leave_s"]
    return max(before["leave_s"], min(waiting))


def stood(folder, driver: Row, before: Row, row: Row, driving: float, seconds: float) -> float:
    """How long the car stood between two stops, seconds, of the `seconds` between them, where driving takes `driving`."""
    if not waits(driver):
        return 0
    attempts = accepted(folder, driver["driver_id"])
    if row["kind"] == "arrive" or not is_told(folder, attempts):
        return max(0, seconds - driving)
    return (sets_off(folder, attempts, before) - before["leave_s"]) / 1000


def check(folder, v: Verifier):
    """The service, the driving and the promises of cars that wait."""
    for row in folder.drivers.values():
        if waits(row):
            check_car(folder, row, v)
    if folder.is_exact and folder.matching["insertion"]["objective"] == "earliest_arrival":
        for row in folder.requests.values():
            match = folder.match_of(row) if row["match_s"] is not None else None
            if match is not None and row["pickup_s"] is not None and match["answered_s"] == match["time_s"]:
                planned = match["time_s"] + match["time_to_pickup_s"]
                v.check("nobody who was accepted is delayed", row["pickup_s"] <= planned, ("requests", row))


def check_car(folder, row: Row, v: Verifier):
    """One car: no trip, no ratio, no limits, an end, and driving that its stops tell."""
    here = ("drivers", row)
    v.check("a car that waits has no trip", (row["solo_s"], row["solo_m"]) == (0, 0), here)
    limits = (row["detour_ratio"], row["max_detour_s"], row["max_detour_ratio"])
    v.check("a car that waits has no ratio, and no limit of its detour", limits == (None, None, None), here)
    if row["outcome"] != "arrived":
        return
    last = end(folder)
    if last is not None:
        v.near("the service of a car ends when the scenario says", row["arrive_s"], last, 0, here)
    rows = folder.stops[row["driver_id"]]
    v.check("a car is free when its service ends", len(rows) < 2 or rows[-2]["on_board_after"] == 0, here)
    attempts = accepted(folder, row["driver_id"])
    if is_told(folder, attempts):
        legs = [(before, after) for before, after in zip(rows, rows[1:-1]) if not shared_stops.is_one(before, after)]
        driven = sum(after["arrive_s"] - sets_off(folder, attempts, before) for before, after in legs)
        v.near("driven_s adds up the legs of a car that waits", row["driven_s"], driven, 0, here)
