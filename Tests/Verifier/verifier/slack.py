"""Trips with slack, written again from docs/slack.md and docs/columns.md: departures that are part of the plan, passengers who are
announced ahead, and pairs that bind as late as they can."""

import math
from collections import Counter, defaultdict

from . import own_stops, roles
from .form import Verifier, share, statistics, to_ms
from .meeting import agreement, metres

TABLES = {
    "driver_slack": "driver_id,announce_s,earliest_s,latest_depart_s,latest_arrive_s,depart_s",
    "request_slack": "request_id,submit_s,earliest_s,waits_from_s,latest_arrive_s",
    "provisional": "request_id,driver_id,from_s,until_s,windows,cost,fate",
}
KEYS = {
    "driver_slack": ["driver_id"], "request_slack": ["request_id"], "provisional": ["request_id", "from_s"],
}  # fmt: skip
WORDS = {"fate": {"provisional": "final replaced dissolved withdrawn open"}}
INTEGERS = {"windows"}
# Travel times are rounded leg by leg.
ROUNDING_MS = 10


def read(folder):
    """Puts the tables beside those of `folder`; empty where nobody has slack."""
    folder.driver_slack = {row["driver_id"]: row for row in folder.tables.get("driver_slack", [])}
    folder.request_slack = {row["request_id"]: row for row in folder.tables.get("request_slack", [])}
    rules = folder.matching.get("batch") or {}
    folder.takes_one = rules.get("riders", "several") == "one"
    folder.binds_late = "provisional" in folder.tables


def has(folder) -> bool:
    """Whether the figures of slack are there."""
    sides = [(folder.scenario["supply"], "flexibility_s"), (folder.scenario["demand"], "flexibility_s"),
             (folder.scenario["demand"], "lead_s")]  # fmt: skip
    announced = (folder.scenario.get("trips") or {}).get("format") == "announcements"
    return folder.binds_late or announced or any(field in side for side, field in sides)


def check(folder, v: Verifier):
    """Departures, arrivals, rides and pairs."""
    check_departures(folder, v)
    check_plans(folder, v)
    check_rides(folder, v)
    if folder.takes_one:
        held = [row["driver_id"] for row in folder.requests.values() if row["match_s"] is not None]
        v.check("slack: a driver takes one request", len(set(held)) == len(held), "requests.csv")
    if folder.binds_late:
        check_pairs(folder, v)


def check_departures(folder, v: Verifier):
    """Drivers leave within their time, alone as the scenario says."""
    taken = {row["driver_id"] for row in folder.tables["attempts"] if row["outcome"] == "accepted"}
    leaves = folder.scenario["supply"].get("leaves") or "latest"
    for driver_id, row in folder.driver_slack.items():
        here = ("driver_slack", row)
        driver = folder.drivers[driver_id]
        if driver["outcome"] == "not_driven":
            continue
        v.near("slack: latest_arrive_s = latest_depart_s + solo_s", row["latest_arrive_s"],
               row["latest_depart_s"] + driver["solo_s"], 0, here)
        if row["depart_s"] is None:
            v.check("slack: only a horizon keeps a driver from leaving", folder.horizon is not None, here)
            continue
        v.check("slack: drivers.csv has the departure", driver["depart_s"] == row["depart_s"], here)
        inside = max(row["earliest_s"], row["announce_s"]) <= row["depart_s"] <= row["latest_depart_s"]
        v.check("slack: a driver leaves within the time for it", inside, here)
        if driver["arrive_s"] is not None:
            v.check("slack: a driver arrives in time", driver["arrive_s"] <= row["latest_arrive_s"] + ROUNDING_MS, here)
        if driver_id not in taken:
            alone = row["latest_depart_s"] if leaves == "latest" or driver_id in folder.owners else max(row["earliest_s"], row["announce_s"])
            if roles.at_once(folder) and driver_id in folder.owners:
                alone = folder.owners[driver_id]["decided_s"]
            v.near("slack: who takes nobody along leaves as the scenario says", row["depart_s"], alone, 0, here)
    supply = folder.scenario["supply"]
    law = supply.get("flexibility_s")
    if supply["kind"] == "synthetic" and isinstance(law, (int, float)):
        for row in folder.driver_slack.values():
            if row["driver_id"] in folder.owners:
                continue
            span = row["latest_depart_s"] - row["earliest_s"]
            v.near("slack: drawn drivers have the scenario's flexibility", span, to_ms(law), 0, ("driver_slack", row))


def check_plans(folder, v: Verifier):
    """A driver who took somebody along left as late as every promise allows, unless all was decided at once."""
    if folder.own_stops is None:
        return
    asked = defaultdict(list)
    for row in folder.tables["attempts"]:
        if row["outcome"] == "accepted":
            asked[row["driver_id"]].append(row)
    for driver_id, slack in folder.driver_slack.items():
        riders = [folder.requests[row["request_id"]] for row in asked[driver_id]]
        leaves, stops = slack["depart_s"], folder.stops[driver_id]
        # Who would have left alone in that moment is on the road already.
        alone = (slack["latest_depart_s"], max(slack["earliest_s"], slack["announce_s"]))
        # What was agreed later, or was called off, was planned another way.
        is_plain = (
            riders and leaves is not None and folder.drivers[driver_id]["arrive_s"] is not None
            and all(row["outcome"] == "served" and row["driver_id"] == driver_id for row in riders)
            and all(row["answered_s"] < leaves or row["answered_s"] == leaves not in alone for row in asked[driver_id])
            and not (driver_id in folder.owners and roles.at_once(folder))
        )  # fmt: skip
        if not is_plain:
            continue
        room = slack["latest_arrive_s"] - folder.drivers[driver_id]["arrive_s"]
        for stop in reversed(stops):
            if stop["kind"] not in ("pickup", "dropoff"):
                continue
            request, own = folder.requests[stop["request_id"]], own_stops.of(folder, stop["request_id"])
            is_pickup = stop["kind"] == "pickup"
            # Waiting on the way takes up what the car is later.
            room += stop["leave_s"] - stop["arrive_s"] - (own.boarding if is_pickup else own.alighting)
            latest = request["promised_pickup_s" if is_pickup else "latest_dropoff_s"]
            if latest is not None:
                room = min(room, latest - stop["arrive_s"])
        v.check("slack: a plan leaves as late as every promise allows", room <= ROUNDING_MS, ("driver_slack", slack), f"{room} ms")


def check_rides(folder, v: Verifier):
    """Nobody is picked up before the time to leave, or dropped off after the time to be there."""
    leaving = {stop["request_id"]: stop["leave_s"] for stop in folder.tables["stops"] if stop["kind"] == "pickup"}
    demand = folder.scenario["demand"]
    for request_id, row in folder.request_slack.items():
        here = ("request_slack", row)
        request = folder.requests[request_id]
        v.check("slack: requests.csv has the announcement", request["submit_s"] == row["submit_s"], here)
        # Who looks for a seat on the board to arrive by a time leaves when that has it.
        order = row["submit_s"] <= row["waits_from_s"] <= row["earliest_s"] or request_id in folder.searches
        v.check("slack: announced, then waiting, then leaving", order, here)
        if leaving.get(request_id) is not None:
            stops = own_stops.of(folder, request_id)
            early = leaving[request_id] < row["earliest_s"] + (stops.boarding if stops else 0)
            v.check("slack: no car leaves with a passenger before the time to leave", not early, here)
        if row["latest_arrive_s"] is not None and request["dropoff_s"] is not None:
            v.check("slack: passengers are there in time", request["dropoff_s"] <= row["latest_arrive_s"], here)
        law = demand.get("flexibility_s")
        if demand["kind"] == "synthetic" and isinstance(law, (int, float)) and law > 0 and request["direct_s"] is not None:
            latest = row["earliest_s"] + request["direct_s"] + to_ms(law)
            v.near("slack: drawn requests have the scenario's flexibility", row["latest_arrive_s"], latest, 0, here)


def check_pairs(folder, v: Verifier):
    """Pairs bind once, at the last end of a window at which they can; until then nobody is in two."""
    rules = folder.matching["batch"]
    window, notice = to_ms(rules["window_s"]), to_ms(rules.get("notice_s", 0))
    # Whoever leaves as early as possible does so whether paired or not, and is asked on the road.
    leaves_late = (folder.scenario["supply"].get("leaves") or "latest") == "latest"
    asked = {(row["request_id"], row["time_s"]): row for row in folder.tables["attempts"]
             if row["driver_id"] is not None and not row["outcome"].startswith("probe")}  # fmt: skip
    by_driver, by_request = defaultdict(list), defaultdict(list)
    bound = Counter(row["driver_id"] for row in folder.tables["provisional"] if row["fate"] == "final")
    for row in folder.tables["provisional"]:
        here = ("provisional", row)
        by_driver[row["driver_id"]].append(row)
        by_request[row["request_id"]].append(row)
        times = [time for time in (row["from_s"], row["until_s"]) if time is not None]
        v.check("provisional: pairs are made and bind at ends of windows",
                all(time % window == 0 for time in times) or row["fate"] == "withdrawn", here)
        v.check("provisional: open pairs are left by a horizon", row["fate"] != "open" or folder.horizon is not None, here)
        if row["until_s"] is not None and row["fate"] != "withdrawn":
            last = row["until_s"] - (0 if row["fate"] == "final" else window)
            v.check("provisional: each window between made the pair",
                    row["windows"] == (last - row["from_s"]) // window + 1, here)
        if row["fate"] != "final":
            continue
        attempt = asked.pop((row["request_id"], row["until_s"]), None)
        v.check("provisional: whoever is paired for good is asked",
                attempt is not None and attempt["driver_id"] == row["driver_id"], here)
        slack = folder.driver_slack.get(row["driver_id"])
        request = folder.requests[row["request_id"]]
        # Patience that runs out before the latest departure binds a pair earlier.
        is_held = request["driver_id"] == row["driver_id"] and request["match_s"] is not None and folder.patience is None
        if leaves_late and slack and slack["depart_s"] is not None and is_held and bound[row["driver_id"]] == 1 and folder.takes_one:
            delay = to_ms(folder.behaviour["answer_delay_s"])
            v.check("provisional: no driver leaves before the pair binds", slack["depart_s"] >= row["until_s"], here)
            # Who could leave later than the next window needs would not have been asked yet.
            latest = row["until_s"] + window + notice + delay
            v.check("provisional: pairs bind as late as they can", slack["depart_s"] <= latest, here)
    v.check("provisional: nobody else is asked", not asked, None, f"{list(asked)[:3]}")
    for rows in [*by_driver.values(), *by_request.values()]:
        rows.sort(key=lambda row: row["from_s"])
        for before, row in zip(rows, rows[1:]):
            over = before["until_s"] is not None and before["until_s"] <= row["from_s"]
            v.check("provisional: nobody is in two pairs at once", over, ("provisional", row))
    for row in folder.tables["windows"]:
        time = row["time_s"]
        made = sum(pair["from_s"] <= time and (pair["until_s"] is None or pair["until_s"] > time
                   or (pair["until_s"] == time and pair["fate"] == "final")) for pair in folder.tables["provisional"])  # fmt: skip
        v.check("provisional: a window made its pairs", row["found"] == made, ("windows", row), f"{made}")


def add(folder, settled: list, expected: dict):
    """The figures."""
    if not has(folder):
        return
    arrived = [row for row in folder.drivers.values() if row["outcome"] == "arrived"]
    matched = sum(row["outcome"] == "served" for row in settled) + sum(row["passengers_served"] > 0 for row in arrived)
    # Who drives and had asked too is one person.
    twice = sum(roles.drives(folder, row["request_id"])
                and folder.drivers[folder.people[row["request_id"]]["driver_id"]]["outcome"] == "arrived" for row in settled)  # fmt: skip
    expected["participants_matched_ratio", "value"] = (share(matched, len(settled) + len(arrived) - twice), 1e-6)
    known = [(row["pickup_s"] - row["match_s"]) / 1000 for row in settled
             if row["pickup_s"] is not None and row["match_s"] is not None]  # fmt: skip
    for statistic, value in statistics(known).items():
        expected["known_before_s", statistic] = (value, 0.001 if statistic != "count" else 0)
    saved, tolerance = expected["vkt_saved_km", "value"]
    ids = {row["driver_id"] for row in arrived}
    direct = sum(row["direct_m"] for row in folder.requests.values()
                 if row["outcome"] in ("unmatched", "cancelled_by_passenger", "cancelled_by_driver")
                 and not roles.drives(folder, row["request_id"])
                 or row["outcome"] == "served" and row["driver_id"] in ids and not row["probe"]) / 1000  # fmt: skip
    expected["vkt_saved_of_requests_ratio", "value"] = (
        share(saved, direct), 2 * tolerance / direct + 1e-6 if direct else 0)
    if folder.binds_late:
        pairs = folder.tables["provisional"]
        broken = sum(row["fate"] in ("replaced", "dissolved") for row in pairs)
        expected["provisional_pairs", "value"] = (len(pairs), 0)
        expected["provisional_broken_ratio", "value"] = (share(broken, len(pairs)), 1e-6)
    add_hindsight(folder, settled, expected)


# Pairs that miss a limit by less may be among those of perfect information, or not.
DOUBT_MS = 40
# More travellers of a side than these are not paired here.
MOST = 400


def add_hindsight(folder, settled: list, expected: dict):
    """What perfect information makes of the day, a request for each driver, and what the pairs do that are possible once both are
    announced: where ways are straight and nothing binds but latest arrivals and seats."""
    space, matching = folder.scenario["space"], folder.matching
    drivers = [row for row in folder.drivers.values() if row["outcome"] != "refused_input"]
    is_plain = (
        folder.scenario["results"].get("hindsight") and folder.takes_one and space["kind"] in ("plane", "torus", "geographic")
        and not any(value for key, value in matching["limits"].items() if key.startswith("max_"))
        and folder.behaviour.get("patience_s") is None and len(drivers) <= MOST and len(settled) <= MOST
        and all(row["driver_id"] in folder.driver_slack for row in drivers)
        and all(row["request_id"] in folder.request_slack for row in settled)
    )  # fmt: skip
    if not is_plain:
        return
    leaves_late = (folder.scenario["supply"].get("leaves") or "latest") == "latest"
    ms_per_metre = space["circuity"] * 3600 / space["speed_kmh"]

    def way(a, end_of_a, b, end_of_b):
        places = (row[f"{end}_{axis}"] for row, end in ((a, end_of_a), (b, end_of_b)) for axis in "xy")
        return metres(folder, *places)

    # By the minimum of what a pair misses its limits by: known beforehand, and only once both are announced.
    missed, saved = {}, {}
    for row, driver in enumerate(drivers):
        slack = folder.driver_slack[driver["driver_id"]]
        alone = slack["latest_depart_s"] if leaves_late else slack["earliest_s"]
        for column, request in enumerate(settled):
            if request["party_size"] > driver["seats"] or request["luggage"] > driver["luggage_room"]:
                continue
            sides = ((request, driver), (driver, request))
            if any(a["wants_required"] and len(set(agreement(a, b))) > 1 for a, b in sides):
                continue
            wish = folder.request_slack[request["request_id"]]
            there, back = way(driver, "origin", request, "origin"), way(request, "destination", driver, "destination")
            told = max(slack["announce_s"], request["submit_s"])
            late = []
            for leave in (slack["earliest_s"], max(slack["earliest_s"], min(told, alone))):
                pickup = max(leave + there * ms_per_metre, wish["earliest_s"], request["submit_s"])
                dropoff = pickup + folder.stop_duration + request["direct_s"]
                arrival = dropoff + folder.stop_duration + back * ms_per_metre
                latest = math.inf if wish["latest_arrive_s"] is None else wish["latest_arrive_s"]
                late.append(max(arrival - slack["latest_arrive_s"], dropoff - latest))
            missed[row, column] = late
            saved[row, column] = driver["solo_m"] - space["circuity"] * (there + back)
    ranges = []
    for knows_less in (0, 1):
        counts = [len(most_pairs([pair for pair, late in missed.items() if late[knows_less] <= doubt]))
                  for doubt in (-DOUBT_MS, DOUBT_MS)]  # fmt: skip
        ranges.append(counts)
    served = sum(row["outcome"] == "served" for row in settled)
    for name, (least, most) in zip(("hindsight_rate", "announced_rate"), ranges):
        expected[name, "value"] = (share((least + most) / 2, len(settled)), (most - least) / 2 / max(1, len(settled)) + 1e-6)
    value, tolerance = expected["announced_rate", "value"]
    lost = None if value is None else max(0, value - served / len(settled))
    expected["lost_to_commitment_rate", "value"] = (lost, tolerance + 1e-6)
    worths = [best_worth({pair: saved[pair] for pair, late in missed.items() if late[1] <= doubt and saved[pair] > 0})
              for doubt in (-DOUBT_MS, DOUBT_MS)]  # fmt: skip
    found, rounding = expected["vkt_saved_km", "value"]
    half = (worths[1] - worths[0]) / 2000
    # Coordinates are rounded to a decimal, or to the seventh of a degree.
    expected["lost_to_commitment_km", "value"] = (
        max(0, sum(worths) / 2000 - found), half + rounding + 3e-4 * len(drivers) + 0.001)


def most_pairs(pairs: list) -> dict:
    """The most pairs in which nobody is twice: rows by column, by augmenting paths."""
    columns = defaultdict(list)
    for row, column in pairs:
        columns[row].append(column)
    row_of = {}

    def place(row, tried):
        for column in columns[row]:
            if column not in tried:
                tried.add(column)
                if column not in row_of or place(row_of[column], tried):
                    row_of[column] = row
                    return True
        return False

    for row in list(columns):
        place(row, set())
    return row_of


def best_worth(worth: dict) -> float:
    """The greatest sum of worths of pairs in which nobody is twice: shortest augmenting paths over prices (Kuhn 1955)."""
    rows, columns = sorted({row for row, _ in worth}), sorted({column for _, column in worth})
    if not rows:
        return 0.0
    # A column of its own for each row that stays without.
    width = len(columns) + len(rows)
    costs = [[-worth.get((row, column), 0.0) for column in columns] + [0.0] * len(rows) for row in rows]
    of_row, of_column, row_of = [0.0] * len(rows), [0.0] * width, [-1] * width
    for start in range(len(rows)):
        least, before, done = [math.inf] * width, [-1] * width, [False] * width
        row, last = start, -1
        while True:
            step, nearest = math.inf, -1
            for column in range(width):
                if done[column]:
                    continue
                cost = costs[row][column] - of_row[row] - of_column[column]
                if cost < least[column]:
                    least[column], before[column] = cost, last
                if least[column] < step:
                    step, nearest = least[column], column
            of_row[start] += step
            for column in range(width):
                if done[column]:
                    of_row[row_of[column]] += step
                    of_column[column] -= step
                else:
                    least[column] -= step
            done[nearest], last = True, nearest
            if row_of[nearest] < 0:
                break
            row = row_of[nearest]
        while last >= 0:
            row_of[last] = start if before[last] < 0 else row_of[before[last]]
            last = before[last]
    return -sum(costs[row][column] for column, row in enumerate(row_of) if row >= 0)
