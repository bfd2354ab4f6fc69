"""The calls of map services, counted again from the rows as docs/service.md has them."""

import datetime

from .form import Verifier, statistics, to_ms

TABLES = {"map_calls": "day,routes,matrix,geocoding,calls,over_quota"}
KEYS = {"map_calls": ["day"]}
INTEGERS = {"routes", "matrix", "geocoding", "calls", "over_quota"}
DAY = 86_400_000
KINDS = ("routes", "matrix", "geocoding")


def begin(folder) -> int:
    """From midnight to second 0."""
    start = folder.scenario["time"].get("start")
    if start is None:
        return 0
    time = datetime.datetime.fromisoformat(start)
    return 1000 * (3600 * time.hour + 60 * time.minute + time.second)


def has_left(folder, row) -> bool:
    """Whether a driver had left the service before the trip."""
    user = folder.driver_users.get(row["driver_id"])
    return user is not None and user["left_s"] is not None and user["left_s"] <= row["depart_s"]


def named_ends(folder, rules: dict, drivers: list, requests: list) -> list:
    """When ends were named that had to be looked up; None where the rows do not say who named them."""
    ends = []
    for rows, time, users in ((drivers, "depart_s", folder.driver_users), (requests, "submit_s", folder.request_users)):
        column = "driver_id" if time == "depart_s" else "request_id"
        for row in rows:
            user = users.get(row[column])
            for end in ("origin", "destination"):
                ends.append((row[time], user and user["user_id"], (row[f"{end}_x"], row[f"{end}_y"])))
    if not rules["remembers_places"]:
        return [time for time, _, _ in ends]
    if any(user is None for _, user, _ in ends):
        return None
    known, new = set(), []
    for time, user, place in sorted(ends, key=lambda end: end[0]):
        if (user, place) not in known:
            known.add((user, place))
            new.append(time)
    return new


def count(folder, rules: dict, rows: list):
    """The calls of each kind by day, and by how many each may be off; None where the rows do not say."""
    first = begin(folder)
    calls = {kind: [0] * len(rows) for kind in KINDS}
    slack = {kind: 0 for kind in KINDS}

    def add(number: int, occasion: str, time: int):
        day = min((max(0, time) + first) // DAY, len(rows) - 1)
        for kind in KINDS:
            calls[kind][day] += number * rules[occasion][kind]

    horizon = folder.horizon
    drivers = [row for row in folder.drivers.values() if row["outcome"] != "refused_input" and not has_left(folder, row)]
    requests = [
        row for row in folder.requests.values()
        if row["outcome"] not in ("refused_input", "not_submitted") and not row["probe"]
        and (row["outcome"] != "in_progress" or horizon is None or row["submit_s"] <= horizon)]  # fmt: skip
    ends = named_ends(folder, rules, drivers, requests)
    if ends is None or any(row["outcome"] == "in_progress" for row in drivers):
        return None
    for time in ends:
        add(1, "end", time)
    spacing = folder.matching["spacing_m"]
    for row in drivers:
        add(1, "trip", row["depart_s"])
        if spacing > 0:
            add(1 + int(row["driven_m"] // spacing), "report", row["depart_s"])
            # Metres have one decimal, and may lie on either side of a route point.
            if min(row["driven_m"] % spacing, spacing - row["driven_m"] % spacing) <= 0.05 + 1e-9:
                for kind in KINDS:
                    slack[kind] += rules["report"][kind]
    for row in folder.tables["attempts"]:
        if folder.requests[row["request_id"]]["probe"]:
            continue
        if row["outcome"] == "accepted":
            add(1, "match", row["answered_s"])
        if row["with_preferences"] is not None:
            add(1, "attempt", row["time_s"])
            add(row["with_preferences"], "candidate", row["time_s"])
    return calls, slack


def check(folder, v: Verifier):
    """Sums, the quota, and the calls counted again."""
    rows = folder.tables.get("map_calls", [])
    if not rows:
        return
    rules = folder.scenario["results"]["map_calls"]
    for number, row in enumerate(rows, start=1):
        here = ("map_calls", row)
        v.check("map_calls: days count from 1", row["day"] == number, here)
        v.check("map_calls: all kinds add up", row["calls"] == sum(row[kind] for kind in KINDS), here)
        v.check("map_calls: what is beyond the quota", row["over_quota"] == max(0, row["calls"] - rules["quota"]), here)
    counted = count(folder, rules, rows)
    if counted is None:
        v.notes.append("map_calls.csv is not counted again: the rows do not say how far some drove, or who they are")
        return
    calls, slack = counted
    for kind in KINDS:
        for row, value in zip(rows, calls[kind]):
            v.near(f"map_calls: {kind}, counted again", row[kind], value, slack[kind], ("map_calls", row))


def add(folder, expected: dict):
    """The figures."""
    rows = folder.tables.get("map_calls", [])
    if not rows:
        return
    for statistic, value in statistics([row["calls"] for row in rows]).items():
        expected["map_calls_per_day", statistic] = (value, 1e-6)
    for kind, metric in (("routes", "map_routes"), ("matrix", "map_matrix"), ("geocoding", "map_geocoding")):
        for statistic, value in statistics([row[kind] for row in rows]).items():
            expected[metric, statistic] = (value, 1e-6)
    quota = folder.scenario["results"]["map_calls"]["quota"]
    expected["map_quota_ratio", "value"] = (max(row["calls"] for row in rows) / quota, 1e-6)
