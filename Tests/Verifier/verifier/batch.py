"""Requests that are decided together, written again from docs/columns.md and docs/model.md: windows, assignments, stability."""

import csv
from collections import defaultdict

from . import transfers
from .form import Verifier, share, statistics, to_ms

TABLES = {"windows": "time_s,requests,drivers,pairs,found,blocking_pairs"}
KEYS = {"windows": ["time_s"]}
INTEGERS = {"requests", "drivers", "pairs", "found", "blocking_pairs"}
POLICIES = {"batch", "stable"}


def gathers(folder) -> bool:
    """Whether requests are decided together in the run of `folder`."""
    batch, policy = folder.matching.get("batch"), folder.matching["policy"]
    is_own = isinstance(policy, str) and policy in POLICIES
    return batch is not None and (is_own or decides_outside(folder)) and batch["window_s"] > 0


def decides_outside(folder) -> bool:
    """Whether a policy outside the program decides the windows of the run of `folder`."""
    policy = folder.matching["policy"]
    return isinstance(policy, dict) and policy.get("decides") == "windows"


def ends_window(folder, time: int) -> bool:
    """Whether a window ends at a time: at a multiple of its length, or with the outage that this lies in."""
    is_return = any(row["to_s"] == time for row in folder.tables.get("outages", []))
    return is_return or time % to_ms(folder.matching["batch"]["window_s"]) == 0


def candidates(folder):
    """By attempt: what candidates.csv has of each driver who could have been asked; None where it was not recorded."""
    path = folder.path / "candidates.csv"
    if not path.exists():
        return None
    found = defaultdict(dict)
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if not row["failed_stage"]:
                key = row["request_id"], int(row["cycle"]), int(row["attempt"])
                found[key][row["driver_id"]] = row
    return found


def looks_for_drivers(folder, attempt) -> bool:
    """Whether drivers on the road were looked for in an attempt, and not by a probe."""
    is_probe = folder.requests[attempt["request_id"]]["probe"]
    return not is_probe and folder.booking_of(attempt) is None and attempt["cause"] not in ("not_verified", "outage")


def decided(folder, attempt, due: int) -> int:
    """When an attempt that is due is decided: at the end of its window; a request made as one ends belongs to the next."""
    is_probe = folder.requests[attempt["request_id"]]["probe"]
    if is_probe or not gathers(folder) or folder.booking_of(attempt) is not None:
        return due
    window = to_ms(folder.matching["batch"]["window_s"])
    return (due // window + 1) * window


def add(folder, expected: dict):
    """The figures that the rows give grounds for."""
    if folder.matching.get("batch") is None:
        return
    windows = folder.tables["windows"]
    for statistic, value in statistics([row["requests"] for row in windows]).items():
        expected["requests_per_window", statistic] = (value, 1e-6)
    if folder.binds_late:
        decided_in_all = sum(row["requests"] for row in windows)
        for metric, column in (("pairs_per_attempt", "pairs"), ("blocking_pairs_per_attempt", "blocking_pairs")):
            expected[metric, "value"] = (share(sum(row[column] for row in windows), decided_in_all), 1e-6)
        return
    attempts = [row for row in folder.tables["attempts"] if looks_for_drivers(folder, row)]
    if all(row["within_limits"] is not None for row in attempts):
        expected["pairs_per_attempt", "value"] = (share(sum(row["within_limits"] for row in attempts), len(attempts)), 1e-6)
    if gathers(folder):
        blocking = sum(row["blocking_pairs"] for row in windows)
        expected["blocking_pairs_per_attempt", "value"] = (share(blocking, len(attempts)), 1e-6)
        return
    known = candidates(folder)
    # Whom somebody chose who could not pay for it stands nowhere.
    if known is None or any(row["cause"] == "no_funds" for row in attempts):
        return
    lists = [known.get(key(attempt), {}) for attempt in attempts]
    expected["pairs_per_attempt", "value"] = (share(sum(map(len, lists)), len(attempts)), 1e-6)
    preference = 1000 * folder.matching["weights"]["preference_s"]
    pairs = zip(lists, attempts, strict=True)
    blocking = sum(len(blocking_pairs([one], [chosen_alone(folder, attempt)], preference)) for one, attempt in pairs)
    expected["blocking_pairs_per_attempt", "value"] = (share(blocking, len(attempts)), 1e-6)


def chosen_alone(folder, attempt):
    """Whom an attempt has chosen among its candidates; None where nobody was, or two drivers who transfer were."""
    if attempt["driver_id"] is None or transfers.offer(folder, attempt):
        return None
    return str(attempt["driver_id"])


def check(folder, v: Verifier):
    """Every window, and what was decided in it."""
    if not gathers(folder):
        v.check("no windows where each request is decided at once", not folder.tables.get("windows"), None)
        return
    window = to_ms(folder.matching["batch"]["window_s"])
    asking = defaultdict(list)
    for row in folder.tables["attempts"]:
        if looks_for_drivers(folder, row):
            asking[row["time_s"]].append(row)
    known = candidates(folder)
    for row in folder.tables["windows"]:
        here = ("windows", row)
        attempts = asking.pop(row["time_s"], [])
        if folder.binds_late:
            v.check("windows end at multiples of their length", row["time_s"] % window == 0, here)
            v.check("a window decides at least the attempts of its end", row["requests"] >= len(attempts), here)
            continue
        found = [attempt for attempt in attempts if attempt["driver_id"] is not None]
        drivers = [driver for attempt in found for driver in transfers.drivers(folder, attempt)]
        v.check("windows end at multiples of their length", ends_window(folder, row["time_s"]), here)
        v.check("a window decides the attempts of its end", row["requests"] == len(attempts), here, f"{len(attempts)}")
        # Transfers are looked for behind the decision.
        alone = sum(transfers.offer(folder, attempt) is None for attempt in found)
        v.check("a window finds a driver for whom it asks one", row["found"] == alone, here, f"{alone}")
        v.check("no driver is asked twice in a window", len(set(drivers)) == len(drivers), here)
        requests = {attempt["request_id"] for attempt in attempts}
        v.check("no request is decided twice in a window", len(requests) == len(attempts), here)
        pairs = sum(attempt["within_limits"] for attempt in attempts)
        v.check("pairs are the candidates of the attempts", row["pairs"] == pairs, here, f"{pairs}")
        if known is not None:
            lists = [known.get(key(attempt), {}) for attempt in attempts]
            check_decision(folder, attempts, lists, row, here, v)
    v.check("every attempt stands in a window", not asking, None, f"{sorted(asking)[:3]}")


def key(attempt):
    """What candidates.csv calls an attempt."""
    return str(attempt["request_id"]), attempt["cycle"], attempt["attempt"]


def check_decision(folder, attempts: list, lists: list, row, here, v: Verifier):
    """The decision of a window: no other has more matches, costs less, or is blocked by fewer."""
    rules = folder.matching["batch"]
    count = len({driver for candidates in lists for driver in candidates})
    v.check("drivers are those of the candidates", row["drivers"] == count, here, f"{count}")
    # Who transfers was left without a driver.
    chosen = [chosen_alone(folder, attempt) for attempt in attempts]
    feasible = all(driver is None or driver in candidates for driver, candidates in zip(chosen, lists, strict=True))
    v.check("a window takes pairs that are feasible", feasible, here)
    if not feasible:
        return
    blocking = len(blocking_pairs(lists, chosen, 1000 * folder.matching["weights"]["preference_s"]))
    v.check("blocking pairs are those of the candidates", row["blocking_pairs"] == blocking, here, f"{blocking}")
    if decides_outside(folder):
        return
    if folder.matching["policy"] == "stable":
        v.check("no pair blocks a stable decision", blocking == 0, here)
        return
    costs = [{driver: int(each["cost"]) for driver, each in candidates.items()} for candidates in lists]
    left = to_ms(rules["unmatched_cost_s"]) if rules["objective"] == "cost" else None
    expected = least_cost(costs, left)
    pairs = sum(driver is not None for driver in chosen)
    cost = sum(costs[place][driver] for place, driver in enumerate(chosen) if driver is not None)
    if left is None:
        v.check("no other decision has more matches, or as many at less cost", (pairs, cost) == expected, here)
    else:
        cost += left * (len(chosen) - pairs)
        best = expected[1] + left * (len(chosen) - expected[0])
        v.check("no other decision costs less", cost == best, here, f"{cost}, not {best}")


def least_cost(costs: list, left) -> tuple:
    """Pairs and cost of the cheapest assignment, by shortest augmenting paths (Bellman and Ford)."""
    holder, held, best = {}, {}, (0, 0)
    while True:
        # The cost of a path that ends at a request, or at a driver; requests that are free begin one.
        to_ask = {ask: 0 for ask in range(len(costs)) if ask not in held}
        to_driver, before = {}, {}
        changed = True
        while changed:
            changed = False
            for ask, so_far in list(to_ask.items()):
                for driver, cost in costs[ask].items():
                    if held.get(ask) != driver and so_far + cost < to_driver.get(driver, float("inf")):
                        to_driver[driver], before[driver], changed = so_far + cost, ask, True
            for driver, so_far in to_driver.items():
                ask = holder.get(driver)
                if ask is not None and so_far - costs[ask][driver] < to_ask.get(ask, float("inf")):
                    to_ask[ask], changed = so_far - costs[ask][driver], True
        free = [(cost, driver) for driver, cost in to_driver.items() if driver not in holder]
        if not free or (left is not None and min(free)[0] >= left):
            return best
        cost, driver = min(free)
        best = best[0] + 1, best[1] + cost
        while driver is not None:
            ask = before[driver]
            driver_before = held.get(ask)
            held[ask], holder[driver] = driver, ask
            driver = driver_before


def blocking_pairs(lists: list, chosen: list, preference: float) -> list:
    """Pairs of a request and a driver who would both rather have each other than what they were given."""

    def pain(candidate) -> int:
        unmet = preference * (1 - float(candidate["preference_agreement"]))
        return to_ms(float(candidate["time_to_pickup_s"])) + round(unmet)

    has = {driver: place for place, driver in enumerate(chosen) if driver is not None}
    found = []
    for place, candidates in enumerate(lists):
        mine = candidates.get(chosen[place])
        for driver, candidate in candidates.items():
            theirs = lists[has[driver]][driver] if driver in has else None
            if (mine is None or pain(candidate) < pain(mine)) and (
                theirs is None or float(candidate["detour_s"]) < float(theirs["detour_s"])
            ):
                found.append((place, driver))
    return found
