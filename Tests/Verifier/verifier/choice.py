"""Passengers who choose between a ride and their alternative, written again from docs/choice.md and docs/columns.md."""

import math

from . import matrix, people, transfers
from .form import Row, Verifier, share, statistics, to_ms

COLUMNS = "offer_wait_s,offer_ride_s,offer_walk_m,offer_price,alternative_s,alternative_cost,choice_probability,choice_draw"
MONEY = {"offer_price", "alternative_cost"}
RATIOS = {"choice_probability", "choice_draw"}
CAUSE = "choice"


def rules(folder):
    """The rules of the choice; None where passengers take every ride."""
    return folder.scenario["demand"].get("choice")


def columns(scenario: dict) -> str:
    """The columns of attempts.csv that are there because passengers choose, with a comma before them."""
    return "," + COLUMNS if scenario["demand"].get("choice") is not None else ""


def leaves(folder) -> bool:
    """Whether who refuses a ride is gone."""
    return rules(folder) is not None and rules(folder)["on_refusal"] == "leaves"


def chooses(folder, row: Row) -> bool:
    """Whether the passenger of an attempt had something to choose; who has got off to transfer takes every car."""
    return row["driver_id"] is not None and not row["outcome"].startswith("probe") and not transfers.follows(folder, row)


def utility(folder, row: Row) -> float:
    """What the ride of an attempt is worth beyond the alternative."""
    law, scale = rules(folder), 10**folder.decimals
    weights = law["weights"]
    seconds = (row["offer_ride_s"] - (row["alternative_s"] or 0)) / 1000
    units = ((row["offer_price"] or 0) - (row["alternative_cost"] or 0)) / scale
    return math.fsum([
        law["constant"], weights["wait_s"] * row["offer_wait_s"] / 1000, weights["ride_s"] * seconds,
        weights["walk_m"] * row["offer_walk_m"], weights["price"] * units,
    ])  # fmt: skip


def logit(value: float) -> float:
    """The probability of the first of two whose utilities differ by `value`."""
    return 1 / (1 + math.exp(-value)) if value > -700 else 0.0


def gain(value: float) -> float:
    """The logsum of both less the utility of the second."""
    return max(value, 0) + math.log1p(math.exp(-abs(value)))


def recorded(folder):
    """The rows of the requests' file by name, where it is still what it was and gives the alternatives; else None."""
    demand = folder.scenario["demand"]
    if demand["kind"] != "recorded" or rules(folder)["alternative"] != "recorded":
        return None
    path = matrix.present(folder, "requests", demand["file"])
    if path is None:
        return None
    theirs = demand.get("columns") or {}
    rows = matrix.rows_of(path)
    name, time, cost = (theirs.get(column, column) for column in ("request_id", "alternative_s", "alternative_cost"))
    return {matrix.name_of(row[name]): (row[time], row.get(cost)) for row in rows}


def check(folder, v: Verifier):
    """Every ride that was found is put to its passenger, who accepts by the logit."""
    if rules(folder) is None:
        for row in folder.tables["attempts"]:
            if row["outcome"] == "refused" or row["cause"] == CAUSE:
                v.check("choice: nobody refuses where nobody chooses", False, ("attempts", row))
        return
    file = recorded(folder)
    first = {}
    chosen = []
    for row in folder.tables["attempts"]:
        here = ("attempts", row)
        values = {column: row[column] for column in COLUMNS.split(",")}
        if not chooses(folder, row):
            v.check("choice: nothing is compared where nothing is offered", not any(x is not None for x in values.values()), here)
            v.check("choice: nobody refuses what is not offered", row["outcome"] != "refused", here)
            continue
        needed = [values[column] for column in ("offer_wait_s", "offer_ride_s", "offer_walk_m", *RATIOS)]
        v.check("choice: what is offered is compared", None not in needed, here)
        if None in needed:
            continue
        chosen.append(row)
        check_offer(folder, row, here, v)
        check_alternative(folder, row, file, first.setdefault(row["request_id"], row), here, v)
        expected = logit(utility(folder, row))
        v.near("choice: the probability is the logit's", row["choice_probability"], expected, 6e-7, here)
        refuses = row["choice_draw"] >= row["choice_probability"]
        v.check("choice: who draws at least the probability refuses", refuses == (row["outcome"] == "refused"), here)
        v.check("choice: a refusal has its cause", (row["outcome"] == "refused") == (row["cause"] == CAUSE), here)
        v.check("choice: a draw lies in [0, 1)", 0 <= row["choice_draw"] < 1, here)
    check_draws(chosen, v)
    for request_id, request in folder.requests.items():
        attempts, here = folder.attempts[request_id], ("requests", request)
        refused = [row for row in attempts if row["outcome"] == "refused"]
        has_left = request["outcome"] == "cancelled_by_passenger" and request["cause"] == CAUSE
        if refused and leaves(folder):
            v.check("choice: who refuses is gone", refused == attempts[-1:] and has_left, here)
        elif has_left:
            v.check("choice: nobody leaves for a refusal unless the scenario says so", False, here)


def check_offer(folder, row: Row, here, v: Verifier):
    """The attributes of the ride against what other columns and tables say of it."""
    request = folder.requests[row["request_id"]]
    leaving = folder.waits_from(request)
    wait = max(0, row["time_s"] + row["time_to_pickup_s"] - max(row["time_s"], leaving))
    v.near("choice: the wait is the time to pickup, from the time to leave", row["offer_wait_s"], wait, 0, here)
    change = transfers.offer(folder, row)
    walk = folder.walks.get(transfers.key(row)) if change is None else None
    metres = walk["walk_to_pickup_m"] + walk["walk_from_dropoff_m"] if walk else 0
    v.near("choice: metres on foot are those of walks.csv", row["offer_walk_m"], metres, 0.11, here)
    if folder.scenario["space"].get("time_profile") is None and walk is None:
        v.check("choice: a ride takes the direct time or more", row["offer_ride_s"] >= request["direct_s"] - 10, here)
    v.check("choice: a ride takes some time", row["offer_ride_s"] >= 0, here)
    at_once = (row["outcome"], row["answered_s"], request["match_s"]) == ("accepted", row["time_s"], row["time_s"])
    if at_once and folder.is_exact and change is None and request["latest_dropoff_s"] is not None:
        # From the true position, and answered at once: the plan is the one that was offered.
        arrival = row["time_s"] + max(row["time_to_pickup_s"], leaving - row["time_s"]) + row["offer_ride_s"]
        v.check("choice: what is offered keeps the promise", arrival <= request["latest_dropoff_s"] + 10, here)
    if folder.scenario.get("money") is None:
        v.check("choice: no price where rides cost nothing", row["offer_price"] is None, here)
        return
    fare = people.fares(folder, request, None)
    least, most = people.capped(folder, request, fare, row["driver_id"], request["direct_m"])
    holds = row["offer_price"] is not None and (least is None or least <= row["offer_price"] <= most)
    v.check("choice: the price is that of the party's seats", holds, here, f"{row['offer_price']}, {least} to {most}")


def check_alternative(folder, row: Row, file, first: Row, here, v: Verifier):
    """The alternative is what the scenario or the file says, and stays what it is."""
    law = rules(folder)["alternative"]
    has_price = rules(folder)["weights"]["price"] != 0
    scale = 10**folder.decimals
    time, cost = row["alternative_s"], row["alternative_cost"]
    v.check("choice: an alternative costs something where money counts", (cost is not None) == (has_price and law != "none"), here)
    v.check("choice: an alternative takes its time", (time is not None) == (law != "none"), here)
    v.check("choice: a request has one alternative", (time, cost) == (first["alternative_s"], first["alternative_cost"]), here)
    if law == "none" or time is None:
        return
    v.check("choice: an alternative is not negative", time >= 0 and (cost or 0) >= 0, here)
    if law == "recorded":
        if file is not None:
            # Rows that are drawn anew have other ids, and the alternative of one row each.
            is_drawn = folder.scenario["demand"].get("resample") in (True, "smooth", "bootstrap")
            one = file.get(matrix.name_of(str(row["request_id"])))
            theirs = list(file.values()) if is_drawn else [] if one is None else [one]
            theirs = [cells for cells in theirs if abs(time - 1000 * float(cells[0])) <= 0.5]
            v.check("choice: the alternative is the file's", bool(theirs), here)
            if has_price:
                v.check("choice: so is its cost", any(abs(cost - scale * float(cells[1])) <= 0.5 for cells in theirs), here)
        return
    request = folder.requests[row["request_id"]]
    if law["kind"] == "direct":
        v.near("choice: the alternative follows from the direct time", time,
               law["factor"] * request["direct_s"] + 1000 * law["constant_s"], 1, here)  # fmt: skip
        if has_price:
            expected = scale * (law["cost"] + law["cost_per_km"] * request["direct_m"] / 1000)
            v.near("choice: its cost follows from the direct way", cost, expected,
                   0.51 + scale * law["cost_per_km"] * 0.06 / 1000, here)  # fmt: skip
    elif isinstance(law["time_s"], (int, float)):
        v.near("choice: the alternative takes what the scenario says", time, to_ms(law["time_s"]), 0, here)


def check_draws(rows: list, v: Verifier):
    """Draws are uniform, and as many accept as the probabilities say, both but for chance."""
    count = len(rows)
    if count < 20:
        return
    mean = math.fsum(row["choice_draw"] for row in rows) / count
    v.near("choice: draws are uniform", mean, 0.5, 5 * math.sqrt(1 / 12 / count), "attempts.csv")
    expected = math.fsum(row["choice_probability"] for row in rows)
    variance = math.fsum(row["choice_probability"] * (1 - row["choice_probability"]) for row in rows)
    accepted = sum(row["outcome"] != "refused" for row in rows)
    v.near("choice: as many accept as is probable", accepted, expected, 5 * math.sqrt(variance) + 0.01, "attempts.csv")


def add(folder, late: list, settled: list, expected: dict):
    """The figures."""
    if rules(folder) is None:
        return
    counted = [row for request in late for row in folder.attempts[request["request_id"]] if row["choice_draw"] is not None]
    accepted = sum(row["outcome"] != "refused" for row in counted)
    expected["choice_share", "value"] = (share(accepted, len(counted)), 1e-6)
    price = rules(folder)["weights"]["price"]
    if price == 0:
        return
    surplus = [
        math.fsum(gain(utility(folder, row)) for row in folder.attempts[request["request_id"]] if row["choice_draw"] is not None)
        / -price for request in settled
    ]  # fmt: skip
    for statistic, value in statistics(surplus).items():
        tolerance = 0 if statistic == "count" else 10**-folder.decimals + 1e-9 * abs(value)
        expected["consumer_surplus", statistic] = (value, tolerance)
