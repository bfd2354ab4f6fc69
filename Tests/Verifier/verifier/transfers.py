"""Passengers who transfer on the way, written again from docs/columns.md and docs/model.md."""

import csv
import re
from collections import Counter, defaultdict

from .form import Row, Verifier, milliseconds, share, statistics, to_ms
from .meeting import agreement

TABLES = {
    "transfers": "request_id,cycle,attempt,first_drivers,second_drivers,evaluated,fate,first_driver_id,second_driver_id,x,y,"
    "planned_dropoff_s,planned_pickup_s,dropoff_s,pickup_s,onward_driver_id,wait_s,first_detour_s,second_detour_s,"
    "first_cost_ms,second_cost_ms"
}
KEYS = {"transfers": ["request_id", "cycle", "attempt"]}
WORDS = {
    "fate": {
        "transfers": "none not_agreed agreed transferred cancelled_by_passenger cancelled_by_first cancelled_by_second rematched "
        "stranded"
    }
}
INTEGERS = {"first_drivers", "second_drivers", "evaluated", "first_cost_ms", "second_cost_ms"}
IDS = {"first_driver_id", "second_driver_id", "onward_driver_id"}
OF_PAIR = ["first_driver_id", "second_driver_id", "x", "y", "planned_dropoff_s", "planned_pickup_s", "first_detour_s",
           "second_detour_s", "first_cost_ms", "second_cost_ms"]  # fmt: skip
ON_THE_WAY = ["dropoff_s", "pickup_s", "onward_driver_id", "wait_s"]
# What the attempt of a change with that fate has come to.
OUTCOMES = {
    "none": {"no_candidate", "probe_miss"},
    "not_agreed": {"refused", "declined", "lapsed", "withdrawn", "in_progress", "probe_hit"},
}
CANCELLED = {"cancelled_by_passenger", "cancelled_by_first", "cancelled_by_second"}
# Travel times are rounded to the millisecond leg by leg.
ROUNDING_MS = 10


def rules(folder):
    """The least and the longest wait at the place, in milliseconds; None where nobody changes."""
    said = folder.matching.get("transfer")
    return said and (to_ms(said.get("least_wait_s", 60)), to_ms(said.get("longest_wait_s", 600)))


def key(attempt: Row):
    """What tables call an attempt."""
    return attempt["request_id"], attempt["cycle"], attempt["attempt"]


def read(folder):
    """Puts what is known of transfers beside the tables of `folder`; all of it is empty where nobody changes."""
    folder.transfers = {key(row): row for row in folder.tables.get("transfers", [])}
    # By request: who has got off to transfer; the attempts behind it look for the rest of the way.
    folder.under_way = {row["request_id"]: row for row in folder.transfers.values() if row["dropoff_s"] is not None}
    folder.deserted = {row["request_id"] for row in folder.transfers.values() if row["fate"] in ("rematched", "stranded")}
    folder.parts = defaultdict(dict)
    for row in folder.tables["stops"] if rules(folder) else []:
        if row["request_id"] is not None and not is_vain(row):
            folder.parts[row["request_id"]][row["kind"]] = row
    folder.events = events(folder) if rules(folder) else None


def is_vain(stop: Row) -> bool:
    """Whether a second car stopped for a change that was called off before anything had begun: nobody got on."""
    return stop["kind"] == "transfer_pickup" and stop["party_size"] == 0


def events(folder):
    """By request and kind: time and driver of its events; None where they were not recorded."""
    path = folder.path / "events.csv"
    if not path.exists():
        return None
    found = defaultdict(list)

    def name(text):
        return int(text) if re.fullmatch(r"-?\d+", text) else text

    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["request_id"]:
                driver = name(row["driver_id"]) if row["driver_id"] else None
                found[name(row["request_id"]), row["event"]].append((milliseconds(row["time_s"]), driver))
    return found


def offer(folder, attempt: Row):
    """The two drivers whom an attempt has found; None where it found one, or nobody."""
    row = folder.transfers.get(key(attempt))
    return row if row is not None and row["first_driver_id"] is not None else None


def drivers(folder, attempt: Row) -> list:
    """Who is asked in an attempt: nobody, one driver or two."""
    if attempt["driver_id"] is None:
        return []
    row = offer(folder, attempt)
    return [attempt["driver_id"]] + ([row["second_driver_id"]] if row else [])


def follows(folder, attempt: Row) -> bool:
    """Whether an attempt looks for the rest of the way of somebody who has got off to transfer."""
    row = folder.under_way.get(attempt["request_id"])
    return row is not None and key(attempt) > key(row)


def match_of(folder, request: Row):
    """The attempt whose match held; None where none did."""
    if request["match_s"] is None:
        return None
    attempts = folder.attempts[request["request_id"]]
    if not folder.transfers:
        return attempts[-1]
    found = [row for row in attempts if row["outcome"] == "accepted" and not follows(folder, row)]
    return found[-1] if found else attempts[-1]


def of(folder, request: Row):
    """The transfer that was agreed with the match that held; None without one."""
    match = match_of(folder, request) if folder.transfers else None
    return match and offer(folder, match)


def origin(folder, attempt: Row):
    """From where an attempt looks for a ride."""
    row = folder.under_way[attempt["request_id"]] if follows(folder, attempt) else None
    request = folder.requests[attempt["request_id"]]
    return (row["x"], row["y"]) if row else (request["origin_x"], request["origin_y"])


def agreements(request: Row, driver: Row) -> float:
    """The share of the wishes of both sides that are met; 1 if none is stated."""
    sides = [agreement(request, driver), agreement(driver, request)]
    stated, met = (sum(side[k] for side in sides) for k in (0, 1))
    return met / stated if stated else 1


def onward(folder, request: Row):
    """Who brings a passenger to the destination."""
    row = of(folder, request)
    return row["onward_driver_id"] if row and row["onward_driver_id"] is not None else request["driver_id"]


def declines(folder, driver, attempts: list) -> tuple:
    """How often a driver has said no at least and at most, of the `attempts` with them that were declined."""
    known = unknown = 0
    for attempt in attempts:
        if offer(folder, attempt) is None:
            known += 1
        elif folder.events is None:
            unknown += 1
        else:
            known += (attempt["answered_s"], driver) in folder.events[attempt["request_id"], "declined"]
    return known, known + unknown


def place(folder, stop: Row):
    """Where a stop of a change lies; None of other stops, and where a meeting point is agreed instead."""
    if stop["kind"] not in ("transfer_dropoff", "transfer_pickup"):
        return None
    if is_vain(stop):
        row = called_off(folder, stop)
        return row and (row["x"], row["y"])
    row = folder.under_way.get(stop["request_id"])
    if row is None:
        row = of(folder, folder.requests[stop["request_id"]])
    return row and (row["x"], row["y"])


def called_off(folder, stop: Row):
    """The change for which a second car stopped in vain: the last one agreed with it before; None where there is none."""
    found = None
    for attempt in folder.attempts[stop["request_id"]]:
        row = offer(folder, attempt)
        if row and row["fate"] in CANCELLED and row["second_driver_id"] == stop["driver_id"]:
            found = row if attempt["answered_s"] <= stop["arrive_s"] else found
    return found


def last_accepted(folder, request: Row):
    """The attempt by which somebody who was deserted goes on; None without one."""
    attempts = folder.attempts[request["request_id"]]
    found = [row for row in attempts if row["outcome"] == "accepted" and follows(folder, row)]
    return found[-1] if found else None


# Figures


def add(folder, settled: list, expected: dict):
    """The figures that the rows give grounds for."""
    if not rules(folder):
        return
    changed, waits, stranded = 0, [], 0
    for request in settled:
        parts = folder.parts[request["request_id"]]
        row = folder.under_way.get(request["request_id"])
        if {"pickup", "transfer_pickup", "dropoff"} <= set(parts) and row is not None:
            changed += 1
            waits.append((row["pickup_s"] - row["dropoff_s"]) / 1000 if row["pickup_s"] is not None else 0)
        stranded += "transfer_dropoff" in parts and "transfer_pickup" not in parts
    expected["transfer_rate", "value"] = (share(changed, len(settled)), 1e-6)
    expected["stranded", "value"] = (stranded, 0)
    for statistic, value in statistics(waits).items():
        expected["transfer_wait_s", statistic] = (value, 0.001 if statistic != "count" else 0)


# Checks


def check(folder, v: Verifier):
    """Every search for a change, and every change."""
    if not rules(folder):
        v.check("no transfers where nobody may", not folder.tables.get("transfers"), None)
        kinds = {row["kind"] for row in folder.tables["stops"]}
        v.check("no stops for changes where nobody may", not kinds & {"transfer_dropoff", "transfer_pickup"}, "stops.csv")
        return
    attempts = {key(row): row for row in folder.tables["attempts"]}
    check_searches(folder, attempts, v)
    for row in folder.tables["transfers"]:
        here = ("transfers", row)
        attempt, request = attempts.get(key(row)), folder.requests.get(row["request_id"])
        v.check("transfers: every search is an attempt", attempt is not None, here)
        if attempt is None or request is None:
            continue
        check_form(folder, row, attempt, here, v)
        if row["fate"] != "none":
            check_pair(folder, row, attempt, request, here, v)
            check_cost(folder, row, attempt, request, here, v)
            check_fate(folder, row, attempt, request, here, v)
            check_way(folder, row, request, here, v)
            check_events(folder, row, attempt, here, v)
    for stop in folder.tables["stops"]:
        if is_vain(stop):
            v.check("transfers: who stops in vain had agreed", called_off(folder, stop) is not None, ("stops", stop))
    check_detours(folder, v)
    check_candidates(folder, attempts, v)


def check_searches(folder, attempts: dict, v: Verifier):
    """A change is looked for where nobody is chosen, and by nobody who has changed."""
    known = folder.has_shipped_policy and not folder.is_outside and folder.matching.get("batch") is None
    for number, attempt in attempts.items():
        here = ("attempts", attempt)
        row = folder.transfers.get(number)
        if follows(folder, attempt):
            v.check("transfers: nobody changes twice", row is None, here)
            continue
        if attempt["driver_id"] is None:
            v.check("transfers: looked for where nobody is found", row is not None, here)
        if row is not None and known and attempt["within_limits"] is not None:
            v.check("transfers: not looked for where one driver can", attempt["within_limits"] == 0, here)
    begun = Counter(row["request_id"] for row in folder.transfers.values() if row["dropoff_s"] is not None)
    v.check("transfers: at most one a request", max(begun.values(), default=0) <= 1, "transfers.csv")


def check_form(folder, row: Row, attempt: Row, here, v: Verifier):
    """What is there and what is empty; how many drivers there were."""
    pair = {row[column] is not None for column in OF_PAIR}
    v.check("transfers: the columns of a pair are all there or none", len(pair) == 1, here)
    v.check("transfers: no pair, no fate", (row["fate"] == "none") == (row["first_driver_id"] is None), here)
    counts = (row["first_drivers"], row["second_drivers"])
    v.check("transfers: counts are not negative", min(*counts, row["evaluated"]) >= 0, here)
    v.check("transfers: no pair without two sides", row["fate"] == "none" or min(counts) >= 1, here)
    v.check("transfers: nothing is evaluated without two sides", min(counts) >= 1 or row["evaluated"] == 0, here)
    v.check("transfers: two rides at least are evaluated for a pair", row["fate"] == "none" or row["evaluated"] >= 2, here)
    v.check("transfers: no more on a side than are active", max(counts) <= attempt["drivers_active"], here)
    if attempt["in_radius"] is not None:
        v.check("transfers: first drivers are in the radius", row["first_drivers"] <= attempt["in_radius"], here)
    if attempt["with_preferences"] is not None and folder.matching.get("batch") is None:
        # Who passed both circles, had room and agreed is on both sides.
        v.check("transfers: who passes all stages is on both sides", attempt["with_preferences"] <= min(counts), here)
    if row["fate"] in OUTCOMES:
        fits = attempt["outcome"] in OUTCOMES[row["fate"]]
        v.check("transfers: the fate is that of the attempt", fits, here, attempt["outcome"])
    else:
        v.check("transfers: what was agreed is accepted", attempt["outcome"] == "accepted", here, attempt["outcome"])
    if row["fate"] in OUTCOMES or row["fate"] in CANCELLED:
        way = [row[column] for column in ON_THE_WAY]
        v.check("transfers: no way where nothing came of it", way == [None] * 4, here, f"{way}")
    is_known = row["dropoff_s"] is not None and row["pickup_s"] is not None
    v.check("transfers: a wait where both ends are known", (row["wait_s"] is not None) == is_known, here)
    if is_known and row["wait_s"] is not None:
        v.near("transfers: wait_s = pickup_s − dropoff_s", row["wait_s"], row["pickup_s"] - row["dropoff_s"], 0, here)
    v.check("transfers: a driver where there is a pickup", (row["pickup_s"] is None) == (row["onward_driver_id"] is None), here)


def check_pair(folder, row: Row, attempt: Row, request: Row, here, v: Verifier):
    """Two drivers with room who agree, at times that both can keep."""
    least, longest = rules(folder)
    v.check("transfers: the attempt names the first driver", attempt["driver_id"] == row["first_driver_id"], here)
    v.check("transfers: two drivers", row["first_driver_id"] != row["second_driver_id"], here)
    for side in ("first", "second"):
        driver = folder.drivers[row[f"{side}_driver_id"]]
        has_room = request["party_size"] <= driver["seats"] and request["luggage"] <= driver["luggage_room"]
        v.check("transfers: both have room", has_room, here, side)
        for wisher, other in ((request, driver), (driver, request)):
            stated, met = agreement(wisher, other)
            v.check("transfers: required wishes are met by both", met == stated or not wisher["wants_required"], here, side)
        detour = row[f"{side}_detour_s"]
        v.check("transfers: detours are not negative", detour >= -ROUNDING_MS, here)
        if driver["max_detour_s"] is not None:
            v.check("transfers: detours keep max_detour_s", detour <= driver["max_detour_s"] + ROUNDING_MS, here, side)
        if driver["max_detour_ratio"] is not None:
            most = driver["max_detour_ratio"] * driver["solo_s"] + ROUNDING_MS
            v.check("transfers: detours keep max_detour_ratio", detour <= most, here, side)
        active = driver["arrive_s"] is None or decided(row, attempt) <= driver["arrive_s"]
        v.check("transfers: both are under way when it is decided", active, here, side)
    wait = row["planned_pickup_s"] - row["planned_dropoff_s"]
    v.check("transfers: the planned wait is within its limits", least <= wait <= longest, here, f"{wait}")
    v.check("transfers: the first ride is planned after the decision", decided(row, attempt) < row["planned_dropoff_s"], here)
    ends = [(request[f"{end}_x"], request[f"{end}_y"]) for end in ("origin", "destination")]
    v.check("transfers: the place is not an end of the trip", (row["x"], row["y"]) not in ends, here)
    if request["latest_dropoff_s"] is not None and of(folder, request) is row:
        holds = row["planned_pickup_s"] + folder.stop_duration <= request["latest_dropoff_s"] + ROUNDING_MS
        v.check("transfers: the second ride is planned within the promise", holds, here)


def decided(row: Row, attempt: Row) -> int:
    """When the plan of a change was made: at the answer where it was agreed, else when it was offered."""
    return attempt["time_s"] if row["fate"] == "not_agreed" else attempt["answered_s"]


def boarding_of(folder, row: Row, attempt: Row):
    """When the first car is planned to be at the pickup, as the cost says; None where its weight is 0."""
    weights = folder.matching["weights"]
    if not weights["time_to_pickup"]:
        return None
    driver, request = folder.drivers[row["first_driver_id"]], folder.requests[row["request_id"]]
    rest = row["first_cost_ms"] - weights["detour"] * row["first_detour_s"]
    rest -= to_ms(weights["preference_s"]) * (1 - agreements(request, driver))
    return decided(row, attempt) + rest / weights["time_to_pickup"]


def check_cost(folder, row: Row, attempt: Row, request: Row, here, v: Verifier):
    """Both rides cost what their parts do; the offer and the match have the sums."""
    weights = folder.matching["weights"]
    unmet = [to_ms(weights["preference_s"]) * (1 - agreements(request, folder.drivers[row[f"{side}_driver_id"]]))
             for side in ("first", "second")]  # fmt: skip
    wait = row["planned_pickup_s"] - row["planned_dropoff_s"]
    second = weights["time_to_pickup"] * wait + weights["detour"] * row["second_detour_s"] + unmet[1]
    v.near("transfers: the second ride costs wait, detour and wishes", row["second_cost_ms"], second, 1, here)
    boarding = boarding_of(folder, row, attempt)
    if boarding is not None:
        v.check("transfers: the first car is not there before it is asked", boarding >= decided(row, attempt) - 1, here)
        v.check("transfers: the first car is there before the change", boarding <= row["planned_dropoff_s"], here)
        if request["promised_pickup_s"] is not None and of(folder, request) is row:
            v.check("transfers: the first car is planned within the promise",
                    boarding <= request["promised_pickup_s"] + ROUNDING_MS, here)  # fmt: skip
    detours = row["first_detour_s"] + row["second_detour_s"]
    costs = row["first_cost_ms"] + row["second_cost_ms"]
    if row["fate"] == "not_agreed":
        v.near("transfers: the offer costs both rides", attempt["cost"], costs, 0, here)
        v.near("transfers: the offer has both detours", attempt["detour_s"], detours, 0, here)
        first = weights["time_to_pickup"] * attempt["time_to_pickup_s"] + weights["detour"] * row["first_detour_s"] + unmet[0]
        v.near("transfers: the first ride costs time, detour and wishes", row["first_cost_ms"], first, 1, here)
    if of(folder, request) is row:
        v.near("transfers: the match costs both rides", request["cost"], costs, 0, here)
        v.near("transfers: the match has both detours", request["added_detour_s"], detours, 0, here)
        met = sum(agreements(request, folder.drivers[row[f"{side}_driver_id"]]) for side in ("first", "second")) / 2
        v.near("transfers: the match has the mean agreement", request["preference_agreement"], met, 1e-6, here)


def check_fate(folder, row: Row, attempt: Row, request: Row, here, v: Verifier):
    """What became of a change follows from the stops and the attempts behind it."""
    fate = row["fate"]
    attempts = folder.attempts[row["request_id"]]
    later = [other for other in attempts if key(other) > key(row)]
    if fate == "not_agreed":
        return
    if fate == "cancelled_by_passenger":
        v.check("transfers: who calls it off has gone", request["outcome"] == "cancelled_by_passenger" and not later, here)
        return
    if fate in ("cancelled_by_first", "cancelled_by_second"):
        v.check("transfers: who is deserted before asks anew",
                bool(later) and later[0]["attempt"] == 1 or folder.matching.get("batch") is not None
                or folder.horizon is not None, here)  # fmt: skip
        canceller = row["first_driver_id" if fate == "cancelled_by_first" else "second_driver_id"]
        asked = {driver for other in later for driver in drivers(folder, other)}
        v.check("transfers: who cancelled is not asked again", canceller not in asked, here)
        v.check("transfers: what was called off does not hold", of(folder, request) is not row, here)
        return
    v.check("transfers: the match that held is the change", of(folder, request) is row, here)
    if fate == "agreed":
        v.check("transfers: one is left open only by a horizon", folder.horizon is not None, here)
        v.check("transfers: who is left under way is in progress", request["outcome"] == "in_progress", here)
    elif fate == "transferred":
        v.check("transfers: who transferred was served", request["outcome"] == "served", here)
        v.check("transfers: who transferred rides on with the second", row["onward_driver_id"] == row["second_driver_id"], here)
        v.check("transfers: who transferred asks no more", not later, here)
    elif fate == "rematched":
        onward = last_accepted(folder, request)
        v.check("transfers: who was taken on was served", request["outcome"] == "served", here)
        v.check("transfers: who was taken on had asked", onward is not None and onward is attempts[-1], here)
        if onward is not None:
            v.check("transfers: who takes on is who was asked", onward["driver_id"] == row["onward_driver_id"], here)
            v.check("transfers: who takes on had said yes", onward["answered_s"] <= row["pickup_s"], here)
    else:
        v.check("transfers: who is stranded was not served", request["outcome"] == "cancelled_by_driver", here)
        v.check("transfers: who is stranded has asked", bool(later), here)
    if fate in ("rematched", "stranded"):
        first = later[0] if later else None
        v.check("transfers: who is deserted on the way asks where they got off", first is None
                or first["time_s"] >= row["dropoff_s"] and first["attempt"] == 1, here)  # fmt: skip
        asked = {driver for other in later for driver in drivers(folder, other)}
        v.check("transfers: who cancelled is not asked again", row["second_driver_id"] not in asked, here)


def check_way(folder, row: Row, request: Row, here, v: Verifier):
    """What a change says and what the cars did."""
    if of(folder, request) is not row:
        return
    least, longest = rules(folder)
    parts = folder.parts[row["request_id"]]
    wanted = {"agreed": set(), "transferred": {"pickup", "transfer_dropoff", "transfer_pickup", "dropoff"},
              "stranded": {"pickup", "transfer_dropoff"}}  # fmt: skip
    found = {kind for kind in parts if kind in ("pickup", "dropoff", "transfer_dropoff", "transfer_pickup")}
    expected = wanted.get(row["fate"], wanted["transferred"])
    v.check("transfers: the stops are those of the fate", found == expected or row["fate"] == "agreed", here, f"{sorted(found)}")
    pickup, off, on, dropoff = (parts.get(kind) for kind in ("pickup", "transfer_dropoff", "transfer_pickup", "dropoff"))
    for stop, driver in ((pickup, "first"), (off, "first"), (on, "onward"), (dropoff, "onward")):
        if stop is not None:
            # A second car that still waits when the run is cut off has taken nobody on.
            waits = stop is on and row["pickup_s"] is None and row["fate"] == "agreed"
            who = row["second_driver_id"] if waits else row[f"{driver}_driver_id"]
            v.check("transfers: each stop is of its driver", stop["driver_id"] == who, here, stop["kind"])
    v.check("transfers: dropoff_s is the stop's", row["dropoff_s"] == (off and off["arrive_s"]), here)
    if folder.horizon is not None:
        times = [time for time in (row["dropoff_s"], row["pickup_s"]) if time is not None]
        v.check("transfers: nothing is told beyond the horizon", all(time <= folder.horizon for time in times), here)
    if on is not None and row["pickup_s"] is not None:
        v.check("transfers: the second car is there by pickup_s", on["arrive_s"] <= row["pickup_s"], here)
        if on["leave_s"] is not None:
            left = on["leave_s"] - folder.stop_duration
            v.near("transfers: the second car leaves when the passenger has boarded", left, row["pickup_s"], 0, here)
    if off is not None and on is not None and row["dropoff_s"] is not None and row["pickup_s"] is not None:
        v.check("transfers: nobody gets on before getting off", row["dropoff_s"] <= row["pickup_s"], here)
    if dropoff is not None and row["pickup_s"] is not None:
        v.check("transfers: the drop-off comes behind the second pickup", dropoff["arrive_s"] >= row["pickup_s"], here)
    if row["fate"] == "rematched":
        check_rest(folder, row, request, here, v)
    elif row["dropoff_s"] is not None:
        latest = row["planned_pickup_s"] - least + ROUNDING_MS
        v.check("transfers: the first car keeps its time", row["dropoff_s"] <= latest, here)
    if row["fate"] != "transferred":
        return
    soonest = row["planned_pickup_s"] - ROUNDING_MS
    v.check("transfers: the second car does not go on before its time", row["pickup_s"] >= soonest, here)
    early = max(0, row["planned_dropoff_s"] - row["dropoff_s"])
    v.check("transfers: nobody waits less than least_wait_s", row["wait_s"] >= least - ROUNDING_MS, here, f"{row['wait_s']}")
    v.check("transfers: nobody waits longer than longest_wait_s, but for what the first car was early",
            row["wait_s"] <= longest + early + ROUNDING_MS, here, f"{row['wait_s']}, early {early}")  # fmt: skip


def check_rest(folder, row: Row, request: Row, here, v: Verifier):
    """Who is taken on by another one has the limits of somebody who asks there and then."""
    onward = last_accepted(folder, request)
    if onward is None:
        return
    later = [other for other in folder.attempts[row["request_id"]] if follows(folder, other)]
    limits = folder.matching["limits"]
    if limits["max_wait_s"] is not None and not folder.gathers:
        latest = later[0]["time_s"] + to_ms(limits["max_wait_s"])
        v.check("transfers: who is taken on waits max_wait_s from asking", row["pickup_s"] <= latest + ROUNDING_MS, here)


def check_events(folder, row: Row, attempt: Row, here, v: Verifier):
    """The events tell who said no and who cancelled; only where they were recorded."""
    if folder.events is None:
        return
    request = row["request_id"]
    pair = [row["first_driver_id"], row["second_driver_id"]]
    if attempt["outcome"] == "declined":
        who = [driver for time, driver in folder.events[request, "declined"] if time == attempt["answered_s"]]
        v.check("transfers: one of the two said no", len(who) == 1 and who[0] in pair, here, f"{who}")
    if attempt["outcome"] != "accepted":
        return
    later = [other for other in folder.attempts[request] if key(other) > key(row)]
    cancelled = [(time, driver) for time, driver in folder.events[request, "driver_cancelled"]
                 if time >= attempt["answered_s"] and driver in pair]  # fmt: skip
    canceller = {"cancelled_by_first": pair[0], "cancelled_by_second": pair[1], "rematched": pair[1], "stranded": pair[1]}
    if row["fate"] in canceller:
        who = [time for time, driver in cancelled if driver == canceller[row["fate"]]]
        v.check("transfers: the events tell who cancelled", bool(who), here, f"{cancelled}")
        if who and later and not folder.gathers:
            begin = max(who[0], row["dropoff_s"] or 0)
            v.near("transfers: who is deserted asks at once", later[0]["time_s"], begin, 0, here)
    elif row["fate"] in ("transferred", "agreed"):
        v.check("transfers: nobody cancels what is carried out", not cancelled or row["fate"] == "agreed", here, f"{cancelled}")
    if of(folder, folder.requests[request]) is row:
        for kind in ("transfer_dropoff", "transfer_pickup"):
            found = [time for time, _ in folder.events[request, kind] if time >= attempt["answered_s"]]
            stop = folder.parts[request].get(kind)
            v.check("transfers: events and stops tell the same", found == ([stop["arrive_s"]] if stop else []), here, kind)


def check_detours(folder, v: Verifier):
    """Who has driven for one passenger only has driven the detour of that ride."""
    plans = Counter(driver for row in folder.tables["attempts"] if row["outcome"] == "accepted"
                    for driver in drivers(folder, row))  # fmt: skip
    for request in folder.tables["requests"]:
        row = of(folder, request)
        if row is None or row["fate"] != "transferred":
            continue
        here = ("transfers", row)
        pair = [folder.drivers[row[f"{side}_driver_id"]] for side in ("first", "second")]
        alone = [plans[driver["driver_id"]] == 1 and driver["outcome"] == "arrived" for driver in pair]
        for side, driver, is_alone in zip(("first", "second"), pair, alone):
            if is_alone:
                v.near("transfers: one ride: its detour is the driver's", driver["detour_s"], row[f"{side}_detour_s"], ROUNDING_MS,
                       here, side)  # fmt: skip
        if all(alone):
            driven = sum(driver["detour_m"] for driver in pair)
            v.near("transfers: one ride each: the metres are the drivers'", driven, request["added_detour_m"], 0.5, here)


def check_candidates(folder, attempts: dict, v: Verifier):
    """The sides of a search against the drivers who were looked at; only where they were recorded."""
    path = folder.path / "candidates.csv"
    if folder.is_exact or folder.matching.get("batch") is not None or not path.exists():
        return
    looked = defaultdict(dict)

    def name(text):
        return int(text) if re.fullmatch(r"-?\d+", text) else text

    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            number = name(row["request_id"]), int(row["cycle"]), int(row["attempt"])
            looked[number][name(row["driver_id"])] = row["failed_stage"]
    for number, row in folder.transfers.items():
        here = ("transfers", row)
        request, near = folder.requests[row["request_id"]], looked[number]

        def fits(driver):
            met = [agreement(a, b) + (a["wants_required"],) for a, b in ((request, driver), (driver, request))]
            agrees = all(stated == have or not required for stated, have, required in met)
            return agrees and request["party_size"] <= driver["seats"] and request["luggage"] <= driver["luggage_room"]

        most = sum(stage != "seats" and fits(folder.drivers[driver]) for driver, stage in near.items() if stage != "radius")
        v.check("transfers: first drivers are among those looked at", row["first_drivers"] <= most, here, f"{most}")
        if row["first_driver_id"] is None:
            continue
        stage = near.get(row["first_driver_id"], "nobody")
        v.check("transfers: the first driver is near the pickup, has room and agrees",
                stage not in ("nobody", "radius", "seats", "preferences"), here, stage)  # fmt: skip
        stage = near.get(row["second_driver_id"])
        v.check("transfers: the second driver passes the destination, has room and agrees",
                stage not in ("route", "seats", "preferences"), here, f"{stage}")  # fmt: skip
