"""Passengers who cancel a car that is coming, written again from docs/columns.md and docs/model.md."""

import math

from .form import Verifier, share, statistics

TABLES = {"cancellations": "request_id,driver_id,agreed_s,cancelled_s,planned_pickup_s"}
KEYS = {"cancellations": ["request_id"]}
CAUSE = "cancelled_after_match"


def probability(folder) -> float:
    """The probability with which a passenger cancels."""
    return folder.scenario["demand"].get("cancel_probability", 0)


def read(folder):
    """Puts the cancellations beside the tables of `folder`; empty where nobody cancels."""
    folder.cancellations = {row["request_id"]: row for row in folder.tables.get("cancellations", [])}


def matches(folder, requests: list) -> int:
    """How many cars on the road were agreed with some requests."""
    return sum(
        attempt["outcome"] == "accepted" and folder.booking_of(attempt) is None
        for request in requests
        for attempt in folder.attempts[request["request_id"]]
    )


def check(folder, v: Verifier):
    """Who cancels had a car that was coming, and is nowhere afterwards."""
    for request in folder.requests.values():
        has_cause = request["cause"] == CAUSE
        if has_cause or request["request_id"] in folder.cancellations:
            holds = has_cause == (request["request_id"] in folder.cancellations)
            v.check("cancellations: a row for each request with the cause", holds, ("requests", request))
    stopped_for = {row["request_id"] for row in folder.tables["stops"] if row["kind"] in ("pickup", "dropoff")}
    for request_id, row in folder.cancellations.items():
        here = ("cancellations", row)
        request, attempts = folder.requests.get(request_id), folder.attempts[request_id]
        v.check("cancellations: of a request that was matched", request is not None and bool(attempts), here)
        if request is None or not attempts:
            continue
        v.check("cancellations: the passenger is gone", request["outcome"] == "cancelled_by_passenger", here)
        last = attempts[-1]
        agreed = (last["outcome"], last["answered_s"], last["driver_id"])
        v.check("cancellations: of the last match", agreed == ("accepted", row["agreed_s"], row["driver_id"]), here)
        v.check("cancellations: bookings have a cause of their own", folder.booking_of(last) is None, here)
        # A car that stands where the passenger is comes at once.
        order = row["agreed_s"] <= row["cancelled_s"] < max(row["planned_pickup_s"], row["agreed_s"] + 1)
        v.check("cancellations: between the match and the pickup", order, here)
        end = folder.patience_end(request)
        v.check("cancellations: within patience", end is None or row["cancelled_s"] <= end, here)
        v.check("cancellations: no car stops for who is gone", request_id not in stopped_for, here)
    if "cancellations" in folder.tables:
        p, count = probability(folder), matches(folder, list(folder.requests.values()))
        v.check("cancellations: only with a probability", p > 0, "cancellations.csv")
        # Patience, and drivers who cancel first, leave fewer.
        most = count * p + 5 * math.sqrt(count * p * (1 - p)) + 1
        v.check("cancellations: no more than are drawn", len(folder.cancellations) <= most, "cancellations.csv", f"{most:.1f}")


def add(folder, late: list, settled: list, expected: dict):
    """The figures."""
    if "cancellations" not in folder.tables:
        return
    rows = [folder.cancellations[row["request_id"]] for row in settled if row["request_id"] in folder.cancellations]
    expected["matches_cancelled", "value"] = (share(len(rows), matches(folder, late)), 1e-6)
    leads = [(row["planned_pickup_s"] - row["cancelled_s"]) / 1000 for row in rows]
    for statistic, value in statistics(leads).items():
        expected["cancellation_lead_s", statistic] = (value, 0.001 if statistic != "count" else 0)
    vain = [row["driven_m"] - row["solo_m"] for row in folder.drivers.values()
            if row["outcome"] == "arrived" and row["passengers_served"] == 0]  # fmt: skip
    expected["vain_detour_km", "value"] = (math.fsum(vain) / 1000, 0.001 + 1e-4 * len(vain))
