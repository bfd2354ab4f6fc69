"""The way of cards to their recipients, written again from docs/orders.md: working days counted from midnight to midnight."""

import datetime
import math
from collections import defaultdict

from .form import Verifier, share, to_ms

DAY = 86_400_000
DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def since_monday(start: str | None) -> int:
    """Milliseconds from Monday 0:00 to the start of the run."""
    if start is None:
        return 0
    moment = datetime.datetime.fromisoformat(start)
    return moment.weekday() * DAY + round(1000 * (moment.hour * 3600 + moment.minute * 60 + moment.second))


def working(days: list, phase: int, begin: int, end: int) -> int:
    """The milliseconds of the working days between two moments of the run."""
    total = 0
    while begin < end:
        midnight = ((begin + phase) // DAY + 1) * DAY - phase
        if DAYS[(begin + phase) // DAY % 7] in days:
            total += min(end, midnight) - begin
        begin = midnight
    return total


def cumulative(law, days: float) -> float:
    """The share of the law up to so many days."""
    if not isinstance(law, dict):
        return float(days >= law)
    if law["law"] == "uniform":
        low, high = law["from_days"], law["to_days"]
        return min(1.0, max(0.0, (days - low) / (high - low))) if high > low else float(days >= low)
    if law["law"] == "exponential":
        return 1 - math.exp(-days / law["mean_days"])
    if law["sigma"] == 0:
        return float(days >= law["median_days"])
    return math.erfc(-math.log(days / law["median_days"]) / law["sigma"] / math.sqrt(2)) / 2 if days > 0 else 0.0


def distance(values: list, law) -> float:
    """Kolmogorov's and Smirnov's distance times the root of the number of `values`."""
    values = sorted(values)
    count = len(values)
    most = 0.0
    for place, value in enumerate(values):
        expected = cumulative(law, value)
        most = max(most, abs(expected - place / count), abs((place + 1) / count - expected))
    return most * math.sqrt(count)


def check(folder, v: Verifier):
    """Each card against its order, its country and the calendar; transit times against the laws."""
    scenario = folder.scenario
    phase = since_monday(scenario["time"]["start"])
    countries = {country["name"]: country for country in scenario["delivery"]["countries"]}
    orders = {row["order_id"]: row for row in folder.tables["orders"]}
    cards = defaultdict(list)
    transits = defaultdict(list)
    horizon = to_ms(scenario["time"]["horizon_s"])
    for row in folder.tables["deliveries"]:
        here = ("deliveries", row)
        cards[row["order_id"]].append(row["card"])
        v.check("deliveries: cards are handed over when the last of the order has left",
                row["handed_s"] == orders[row["order_id"]]["finished_s"], here)
        v.check("deliveries: the country is one of the scenario", row["country"] in countries, here)
        country = countries[row["country"]]
        days = country["days"]
        promise = round(country["promise_days"] * DAY)
        v.check("deliveries: promised so many working days after the hand-over",
                working(days, phase, row["handed_s"], row["promised_s"]) == promise, here)
        if row["delivered_s"] is None:
            v.check("deliveries: on the way only at a horizon", row["outcome"] == "on_the_way" and horizon is not None
                    or row["outcome"] == "returned", here)
            continue
        v.check("deliveries: the transit is the working time between",
                working(days, phase, row["handed_s"], row["delivered_s"]) == row["transit_s"], here)
        v.check("deliveries: in time is not later than promised",
                (row["outcome"] == "in_time") == (row["delivered_s"] <= row["promised_s"]) and row["outcome"] != "on_the_way", here)
        v.check("deliveries: nothing comes after the horizon", horizon is None or row["delivered_s"] <= horizon, here)
        transits[row["country"]].append(row["transit_s"] / DAY)
    for row in orders.values():
        expected = list(range(1, row["recipients"] + 1)) if row["finished_s"] is not None else []
        v.check("deliveries: each card of a finished order once", cards[row["order_id"]] == expected, ("orders", row))
    for name, values in sorted(transits.items()):
        # A horizon leaves the long ones out; a fixed time is drawn from nothing. One run in 4,000 lies beyond.
        law = countries[name]["time"]
        if horizon is None and isinstance(law, dict) and len(values) >= 100:
            found = distance(values, law)
            v.check("deliveries: transit times follow the law of the country", found < 2.1, "deliveries.csv", f"{name}: {found}")


def delivered(folder, finished: list):
    """The delivered cards of finished orders, and those of each order all of whose cards came."""
    orders = {row["order_id"]: row for row in finished}
    cards = [row for row in folder.tables["deliveries"] if row["order_id"] in orders and row["delivered_s"] is not None]
    groups = defaultdict(list)
    for row in cards:
        groups[row["order_id"]].append(row)
    whole = {order: rows for order, rows in groups.items() if len(rows) == orders[order]["recipients"]}
    return orders, cards, whole


def ratios(folder, finished: list) -> dict:
    """The figures of both promises."""
    orders, cards, whole = delivered(folder, finished)
    both = sum(orders[order]["outcome"] == "kept" and all(row["outcome"] == "in_time" for row in rows)
               for order, rows in whole.items())
    return {"delivered_ratio": share(sum(row["outcome"] == "in_time" for row in cards), len(cards)),
            "both_kept_ratio": share(both, len(whole))}


def samples(folder, finished: list) -> dict:
    """The distributions of the way to the letter box, in seconds."""
    orders, cards, whole = delivered(folder, finished)
    return {
        "delivery_s": [(row["delivered_s"] - row["handed_s"]) / 1000 for row in cards],
        "letter_box_s": [(max(row["delivered_s"] for row in rows) - orders[order]["submit_s"]) / 1000
                         for order, rows in whole.items()],
    }
