"""People who may drive or ride, written again from docs/slack.md and docs/columns.md: each is a request and a driver, and does one of
both."""

import math
from collections import defaultdict

from .form import Verifier, share, to_ms

TABLES = {"roles": "request_id,driver_id,role,decided_s"}
KEYS = {"roles": ["request_id"]}
WORDS = {"role": {"roles": "rode drove alone left open"}}


def read(folder):
    """Puts the people beside the tables of `folder`; none where everybody has one role."""
    rows = folder.tables.get("roles", [])
    folder.people = {row["request_id"]: row for row in rows}
    folder.owners = {row["driver_id"]: row for row in rows}
    # When each of them was asked to drive.
    folder.asked_to_drive = defaultdict(list)
    for row in folder.tables["attempts"] if rows else []:
        if row["driver_id"] in folder.owners and row["outcome"] != "refused" and not row["outcome"].startswith("probe"):
            folder.asked_to_drive[folder.owners[row["driver_id"]]["request_id"]].append(row["time_s"])


def at_once(folder) -> bool:
    """Whether requests are decided at once where somebody may drive or ride."""
    return bool(folder.people) and "provisional" not in folder.tables


def deadline(folder, request):
    """When somebody who decides at once leaves alone at the latest; None for all others."""
    if not at_once(folder) or request["request_id"] not in folder.people:
        return None
    driver_id = folder.people[request["request_id"]]["driver_id"]
    slack = folder.driver_slack.get(driver_id)
    return slack["latest_depart_s"] if slack else folder.drivers[driver_id]["depart_s"]


def comes_after_answer(folder, row, due) -> bool:
    """Whether an attempt that was due earlier came when its passenger, who was asked to drive, answered."""
    delay = to_ms(folder.behaviour["answer_delay_s"])
    asked = folder.asked_to_drive[row["request_id"]] if at_once(folder) else []
    return any(time <= due <= row["time_s"] == time + delay for time in asked)


def drives(folder, request_id) -> bool:
    """Whether the person of a request drives, alone or not."""
    return folder.people.get(request_id, {}).get("role") in ("alone", "drove")


def car(folder, row):
    """Seats and room for luggage that a driver's own party leaves, of those of drivers without one."""
    person = folder.owners.get(row["driver_id"])
    seats, room = folder.scenario["supply"]["seats"], folder.scenario["supply"]["luggage_room"]
    if person is None:
        return seats, room
    request = folder.requests[person["request_id"]]
    return max(0, seats - request["party_size"] + 1), max(0, room - request["luggage"])


def knows_who_is_active(folder) -> bool:
    """Whether the rows say from when to when each own car could be asked: not where a match was lost again."""
    accepted = defaultdict(int)
    for row in folder.tables["attempts"]:
        accepted[row["request_id"]] += row["outcome"] == "accepted"
    return all(accepted[key] == (row["role"] == "rode") for key, row in folder.people.items())


def cars(folder) -> list:
    """The drivers who are people who ask."""
    return [row for row in folder.drivers.values() if row["driver_id"] in folder.owners]


def span(folder, row):
    """From when to when a driver who is somebody who asks could be asked."""
    person = folder.owners[row["driver_id"]]
    end = person["decided_s"] if row["outcome"] == "not_driven" else row["arrive_s"]
    return max(0, folder.requests[person["request_id"]]["submit_s"]), end


def check(folder, v: Verifier):
    """One person, one trip, one role."""
    drawn = folder.scenario["demand"].get("car_share", 0)
    v.check("roles.csv where somebody may drive or ride", "roles" in folder.tables or drawn * len(folder.requests) < 20, None)
    if not folder.people:
        return
    unserved = folder.scenario["demand"].get("unserved", "drives")
    asked_as, paired_as = defaultdict(list), defaultdict(list)
    for row in folder.tables["attempts"]:
        note(folder, row, asked_as, row["time_s"], row["answered_s"], v, "attempts")
    for row in folder.tables.get("provisional", []):
        note(folder, row, paired_as, row["from_s"], row["until_s"], v, "provisional")
    for request_id, row in folder.people.items():
        here = ("roles", row)
        request, driver = folder.requests[request_id], folder.drivers[row["driver_id"]]
        check_trip(folder, request, driver, here, v)
        check_role(folder, row, request, driver, unserved, here, v)
        for spans, what in ((asked_as[request_id], "asked for"), (paired_as[request_id], "paired for")):
            rides = [span for role, *span in spans if role == "rides"]
            drives = [span for role, *span in spans if role == "drives"]
            once = all(end <= other or stop <= begin for begin, end in rides for other, stop in drives)
            v.check(f"nobody is {what} both roles at once", once, here)


def note(folder, row, spans, begin, end, v: Verifier, table: str):
    """Notes from when to when a row asks, or pairs, people in one of two roles."""
    request, driver = row["request_id"], row["driver_id"]
    if driver is None:
        return
    end = begin if end is None else end
    if request in folder.people:
        v.check("nobody takes themselves along", folder.people[request]["driver_id"] != driver, (table, row))
        spans[request].append(("rides", begin, end))
    if driver in folder.owners:
        spans[folder.owners[driver]["request_id"]].append(("drives", begin, end))


def check_trip(folder, request, driver, here, v: Verifier):
    """Request and driver are one person on one trip."""
    same = all(request[f"{end}_{axis}"] == driver[f"{end}_{axis}"] for end in ("origin", "destination") for axis in "xy")
    traits = ("smoker", "sex", "age", "wants_smoker", "wants_sex", "wants_age_min", "wants_age_max", "wants_required")
    same = same and all(request[trait] == driver[trait] for trait in traits)
    same = same and (request["direct_s"], request["direct_m"]) == (driver["solo_s"], driver["solo_m"])
    v.check("request and driver are one person on one trip", same, here)
    asks, drives = folder.request_slack.get(request["request_id"]), folder.driver_slack.get(driver["driver_id"])
    if asks and drives:
        same = all(asks[column] == drives[other] for column, other in (
            ("submit_s", "announce_s"), ("earliest_s", "earliest_s"), ("latest_arrive_s", "latest_arrive_s")))  # fmt: skip
        v.check("request and driver have the same times", same, here)


def check_role(folder, row, request, driver, unserved, here, v: Verifier):
    """What each role says of the request and the driver."""
    role, decided = row["role"], row["decided_s"]
    v.check("a role was decided, or a horizon was first", decided is not None or (role == "open" and folder.horizon is not None), here)
    is_driven = driver["outcome"] != "not_driven"
    v.check("who rode or left did not drive", is_driven == (role not in ("rode", "left")), here, driver["outcome"])
    v.check("who did not drive makes no stop", is_driven or not folder.stops[driver["driver_id"]], here)
    # Who has no patience left to ride may drive.
    v.check("the request says that they drove", role == "drove" or request["outcome"] != "drove", here)
    is_said = request["outcome"] in ("drove", "cancelled_by_passenger")
    v.check("who drove had not found a driver", role != "drove" or is_said, here, request["outcome"])
    times = {"depart_s": driver["depart_s"], "latest_depart_s": driver["depart_s"]}
    slack = folder.driver_slack.get(driver["driver_id"], times)
    departs = slack["depart_s"]
    if role == "rode":
        v.check("who rode was matched", request["match_s"] == decided, here)
    elif role == "drove":
        v.check("who drove was not matched as a passenger", request["match_s"] is None, here)
        riders = [attempt for attempt in folder.tables["attempts"] if attempt["outcome"] == "accepted"
                  and attempt["driver_id"] == driver["driver_id"] and attempt["answered_s"] == decided]  # fmt: skip
        v.check("who drove was bound to a passenger then", riders, here)
        v.check("who drove had not left before", departs is None or decided <= departs, here)
        if at_once(folder):
            leaves = max(decided, slack.get("earliest_s", decided))
            v.check("who decides at once leaves at once", departs in (leaves, None if folder.horizon is not None else leaves), here)
    elif role == "alone":
        if not at_once(folder):
            v.check("who drives alone leaves as late as possible", departs == decided == slack["latest_depart_s"], here)
        elif folder.has_known_patience:
            end = max(folder.departure_of(request), slack.get("earliest_s", 0))
            v.check("who drives alone leaves when nobody is looked for any more", departs == decided == end, here)
        v.check("alone drives only who may", unserved == "drives" and request["match_s"] is None, here)
    elif role == "left":
        v.check("the market leaves only who may", unserved == "leaves" and request["match_s"] is None, here)
    if role in ("rode", "drove") and decided is not None:
        later = [attempt for attempt in folder.attempts[request["request_id"]] if attempt["time_s"] > decided]
        v.check("nobody is asked in their name once that is decided", not later, here)


def add(folder, expected: dict):
    """The figures."""
    if not folder.people:
        return
    roles = [row["role"] for row in folder.people.values()
             if folder.warm_up <= folder.requests[row["request_id"]]["submit_s"] <= (folder.horizon or math.inf)]  # fmt: skip
    for figure, role in (("either_rode_ratio", "rode"), ("either_drove_ratio", "drove"), ("either_alone_ratio", "alone")):
        expected[figure, "value"] = (share(roles.count(role), len(roles)), 1e-6)
