"""The rules of carpools, written again from docs/model.md and docs/columns.md."""

import bisect
import csv
import json
import math
import pathlib
import re
from collections import Counter, defaultdict

from . import batch, board, cancelling, choice, map_calls, matrix, outages, own_stops, people, register, roles, shared_stops, slack, teams, transfers, waiting, walking
from .form import Row, Verifier, check_digests, check_figures, check_refused, milliseconds, read_rows, share, statistics, to_ms
from .meeting import agreement, metres

TABLES = {
    "requests": "request_id,submit_s,origin_x,origin_y,destination_x,destination_y,direct_s,direct_m,party_size,"
    "luggage,smoker,sex,age,probe,outcome,cause,cycles,attempts,first_match_s,match_s,driver_id,promised_pickup_s,"
    "latest_dropoff_s,pickup_s,dropoff_s,time_to_match_s,wait_s,ride_s,ride_m,passenger_detour_factor,"
    "added_detour_s,added_detour_m,preference_agreement,cost,wants_smoker,wants_sex,wants_age_min,wants_age_max,"
    "wants_required",
    "attempts": "request_id,cycle,attempt,time_s,drivers_active,in_radius,on_route,with_seats,with_preferences,"
    "within_limits,bounded_out,evaluated,outcome,cause,driver_id,reported_x,reported_y,time_to_pickup_s,detour_s,"
    "detour_m,binding_limit,cost,answered_s",
    "drivers": "driver_id,origin_x,origin_y,destination_x,destination_y,depart_s,solo_arrive_s,arrive_s,solo_s,"
    "solo_m,driven_s,driven_m,detour_s,detour_m,detour_ratio,max_detour_s,max_detour_ratio,seats,luggage_room,"
    "smoker,sex,age,offers,declines,passengers_served,max_on_board,outcome,wants_smoker,wants_sex,wants_age_min,"
    "wants_age_max,wants_required",
    "stops": "driver_id,sequence,arrive_s,leave_s,kind,request_id,party_size,x,y,odometer_m,on_board_after",
    "timeseries": "from_s,to_s,drivers_active,requests_submitted,matches,pickups,dropoffs,requests_waiting,"
    "passengers_on_board,match_rate,mean_time_to_match_s,mean_detour_s",
    "summary": "scenario,seed,replication,metric,statistic,value,unit",
}
KEYS = {
    "requests": ["request_id"],
    "attempts": ["request_id", "cycle", "attempt"],
    "drivers": ["driver_id"],
    "stops": ["driver_id", "sequence"],
    "timeseries": ["from_s"],
}
WORDS = {
    "outcome": {
        "requests": "served unmatched cancelled_by_passenger cancelled_by_driver in_progress refused_input "
        "probe_hit probe_miss drove not_submitted",
        "attempts": "accepted refused declined lapsed withdrawn undelivered unanswered no_candidate in_progress probe_hit "
        "probe_miss",
        "drivers": "arrived in_progress not_driven refused_input",
    },
    "kind": {"stops": "depart pickup dropoff transfer_dropoff transfer_pickup waypoint move arrive"},
}
# The tables of runs with a board, with money, with people, over days, with windows, walks, transfers, cancellations and
# calls of map services.
SERVICE = {
    **board.TABLES, **people.TABLES, **batch.TABLES, **slack.TABLES, **roles.TABLES, **walking.TABLES,
    **transfers.TABLES, **cancelling.TABLES, **map_calls.TABLES,
}  # fmt: skip
KEYS |= board.KEYS | people.KEYS | batch.KEYS | walking.KEYS | transfers.KEYS | cancelling.KEYS | map_calls.KEYS
KEYS |= slack.KEYS | roles.KEYS
for column, tables in [*board.WORDS.items(), *people.WORDS.items(), *transfers.WORDS.items(), *slack.WORDS.items(),
                       *roles.WORDS.items()]:  # fmt: skip
    WORDS[column] = {**WORDS.get(column, {}), **tables}
# Passengers who transfer get off and on once more.
PICKUPS, DROPOFFS = ("pickup", "transfer_pickup"), ("dropoff", "transfer_dropoff")
FUNNEL = ["in_radius", "on_route", "with_seats", "with_preferences", "within_limits"]
STAGES = ["no_driver_in_radius", "none_on_route", "no_seats", "preferences", "limits"]
LIMITS = [
    "max_detour_s", "max_detour_ratio", "latest_arrive_s", "latest_pickup_s", "latest_dropoff_s", "max_ride_s",
    "promise", "seats",
]
# Where the board or platform services stand in the way; no figure where nobody failed for it.
# With what of a scenario can bring each about.
SERVICE_CAUSES = {
    "not_verified": ["verification"], "none_published": ["board"], "too_far": ["board"], "too_dear": ["board"],
    "no_funds": ["money"], "undelivered": ["channel"], "unanswered": ["board", "channel"], "no_show": ["board"],
    "called_off": ["board"], "left_service": [], "no_account": [], "unassigned": ["batch"],
    "cancelled_after_match": ["cancelling"], "no_driver": ["insertion"], "outage": ["outages"],
    "choice": ["choice"],
}  # fmt: skip
INTEGERS = {
    "party_size", "luggage", "age", "wants_age_min", "wants_age_max", "cycles", "attempts", "cost", "cycle", "attempt",
    "drivers_active", "bounded_out", "evaluated", "seats", "luggage_room", "offers", "declines",
    "passengers_served", "max_on_board", "sequence", "stop", "on_board_after", "requests_submitted", "matches", "pickups",
    "dropoffs", "requests_waiting", "passengers_on_board", *FUNNEL, *board.INTEGERS, *people.INTEGERS,
    *batch.INTEGERS, *transfers.INTEGERS, *map_calls.INTEGERS, *slack.INTEGERS, *outages.INTEGERS,
}  # fmt: skip
RATIOS = {
    "passenger_detour_factor", "preference_agreement", "detour_ratio", "max_detour_ratio", "match_rate",
    "rating", "retention", *choice.RATIOS,
}  # fmt: skip

MONEY = {"price", "revenue", "amount", "balance_after", "balance", *choice.MONEY}

# Travel times are rounded to the millisecond leg by leg, so a plan that changes may move by a few.
ROUNDING_MS = 10
# Metres have one decimal.
ROUNDING_M = 0.11

# The policies that a scenario can name, from the schema that is made from the sources.
SCHEMA = json.loads((pathlib.Path(__file__).parents[3] / "docs/scenario.schema.json").read_text())
# Where there are several markets, the fields of each stand in a branch; that of carpools needs no `market`.
CARPOOL = next((branch["then"] for branch in SCHEMA.get("allOf", []) if "required" not in branch["if"]), SCHEMA)
_POLICY = CARPOOL["properties"]["matching"]["properties"]["policy"]
SHIPPED_POLICIES = next(form["enum"] for form in _POLICY.get("oneOf", [_POLICY]) if "enum" in form)


class Folder:
    """The tables and the manifest of one run."""

    def __init__(self, path: pathlib.Path, verifier: Verifier):
        self.path = path
        self.manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
        self.scenario = self.manifest["scenario"]
        self.matching = self.scenario["matching"]
        self.behaviour = self.scenario["behaviour"]
        run_id = self.manifest["run_id"]
        listed = {entry["file"] for entry in self.manifest["tables"]}
        tables = TABLES | {name: columns for name, columns in SERVICE.items() if f"{name}.csv" in listed}
        tables |= outages.tables(self.scenario, "request_id")
        tables["attempts"] += choice.columns(self.scenario)
        if people.names_users(self.scenario, path, verifier):
            tables["requests"] += ",user_id"
            tables["drivers"] += ",user_id"
        if shared_stops.are(self.scenario):
            tables["stops"] += ",stop"
        self.tables = {
            name: read_rows(path, name, ["run_id", *columns.split(",")], parse, run_id, verifier)
            for name, columns in tables.items()
        }
        self.requests = {row["request_id"]: row for row in self.tables["requests"]}
        self.drivers = {row["driver_id"]: row for row in self.tables["drivers"]}
        self.attempts = defaultdict(list)
        for row in self.tables["attempts"]:
            self.attempts[row["request_id"]].append(row)
        self.stops = defaultdict(list)
        for row in self.tables["stops"]:
            self.stops[row["driver_id"]].append(row)
        board.read(self)
        people.read(self)
        walking.read(self)
        transfers.read(self)
        cancelling.read(self)
        slack.read(self)
        roles.read(self)
        self.gathers = batch.gathers(self)
        # Drivers whom a passenger left: they may come early and wait with others on board, where the input has
        # earliest pickups, or passengers are announced or transfer, so that rides grow longer than promised.
        self.shortened = set()
        if self.scenario["demand"]["kind"] == "recorded" or self.request_slack or transfers.rules(self):
            for row in self.tables["attempts"]:
                left = row["answered_s"] != self.requests[row["request_id"]]["match_s"] or row["request_id"] in self.deserted
                if row["outcome"] == "accepted" and left:
                    self.shortened.update(transfers.drivers(self, row))
        policy = self.manifest.get("policy", self.matching["policy"])
        # A process or a library chooses among the candidates of the two circles, as the shipped policies do.
        self.is_outside = isinstance(policy, dict)
        self.has_shipped_policy = self.is_outside or policy in SHIPPED_POLICIES
        self.policy = policy
        self.is_exact = policy == "insertion"
        uses_radius = self.matching["insertion"]["use_radius"]
        self.circles_bind = uses_radius if self.is_exact else self.has_shipped_policy
        self.horizon = to_ms(self.scenario["time"]["horizon_s"])
        self.warm_up = to_ms(self.scenario["time"]["warm_up_s"] or 0)
        self.stop_duration = to_ms(self.behaviour["stop_duration_s"])
        own_stops.read(self)
        self.patience = to_ms(self.behaviour.get("patience_s"))
        if self.scenario["demand"]["kind"] == "recorded":
            self.patience = None  # a column of the input may say otherwise
            self.has_known_patience = False
        else:
            self.has_known_patience = True

    def end_of(self, attempt: Row):
        """When an attempt ended: its answer, or at once; None for an offer that was never answered."""
        booking = self.booking_of(attempt)
        if attempt["outcome"] in ("undelivered", "unanswered"):
            if booking is not None:
                return booking["ended_s"]
            return attempt["time_s"] + to_ms(self.scenario["channel"]["offer_timeout_s"])
        if attempt["outcome"] in ("no_candidate", "refused", "probe_hit", "probe_miss"):
            return attempt["time_s"]
        return attempt["answered_s"]

    def departure_of(self, request: Row):
        """When a request that was never picked up stopped waiting; None where the rows do not say."""
        attempts = self.attempts[request["request_id"]]
        last = self.booking_of(attempts[-1]) if attempts else None
        if request["outcome"] == "drove":
            return self.people[request["request_id"]]["decided_s"]
        if request["outcome"] in ("unmatched", "cancelled_by_driver"):
            if last is not None:
                return None  # an alert may have ended later
            if not attempts and request["cause"] == "undelivered":
                return max(0, request["submit_s"])
            return self.end_of(attempts[-1]) if attempts else None
        if request["request_id"] in self.cancellations:
            return self.cancellations[request["request_id"]]["cancelled_s"]
        if request["outcome"] == "cancelled_by_passenger":
            if request["cause"] == choice.CAUSE:
                return attempts[-1]["time_s"]
            if last is not None and last["fate"] in ("cancelled_by_passenger", "no_show"):
                return last["ended_s"]
            patience = self.patience_end(request)
            # Who has booked waits for the car whatever the patience, which counts again when the driver cancels.
            searches = [self.booking_of(attempt) for attempt in attempts]
            lost = [row["ended_s"] for row in searches if row is not None and row["fate"] == "cancelled_by_driver"]
            return None if patience is None else max([patience, *lost])
        return None

    def match_of(self, request: Row):
        """The attempt whose match held; None where none did."""
        return transfers.match_of(self, request)

    def booking_of(self, attempt: Row):
        """The search on the board that an attempt was; None for a call of the matcher."""
        return self.bookings.get((attempt["request_id"], attempt["cycle"], attempt["attempt"]))

    def leaving_of(self, request: Row):
        """From when on a request asks for a seat now; None where the rows do not say."""
        searches = self.searches.get(request["request_id"])
        if request["request_id"] in self.request_slack:
            return self.request_slack[request["request_id"]]["waits_from_s"]
        if not searches:
            # Who plans ahead and is heard too late for it looks like anybody else.
            is_late = self.plans_ahead and self.scenario.get("channel") is not None
            return None if is_late else request["submit_s"]
        leaving = searches[0]["earliest_s"] - (request["direct_s"] if searches[0]["by_arrival"] else 0)
        return max(leaving, request["submit_s"])

    def patience_end(self, request: Row):
        """When the patience of a request ends; None where the rows do not say."""
        leaving = self.leaving_of(request)
        end = None if leaving is None or self.patience is None else leaving + self.patience
        return min((time for time in (end, roles.deadline(self, request)) if time is not None), default=None)

    def has(self, part: str) -> bool:
        """Whether the scenario has the part of the platform services."""
        if part == "churn":
            return (self.scenario.get("users") or {}).get("churn") is not None
        if part == "cancelling":
            return cancelling.probability(self) > 0
        if part == "insertion":
            return self.is_exact
        if part == "batch":
            return self.matching.get("batch") is not None
        if part == "choice":
            return choice.rules(self) is not None
        if part == "outages":
            return outages.rules(self.scenario) is not None
        return self.scenario.get(part) is not None

    def waits_from(self, request: Row) -> int:
        """From when on a passenger waits for a car: who plans ahead from the time to leave on."""
        leaving = self.leaving_of(request)
        return request["submit_s"] if leaving is None else leaving

    def seeks_from(self, request: Row) -> int:
        """From when on the match was looked for that held."""
        is_announced = request["request_id"] in self.request_slack
        return request["submit_s"] if is_announced or self.is_planned(request) else self.waits_from(request)

    def walk_of(self, request: Row) -> int:
        """How long the passenger walks, to the car and from it."""
        if not self.is_planned(request):
            return walking.time(walking.of(self, request))
        seat = self.booking_of(self.attempts[request["request_id"]][-1])
        speed = self.scenario["board"]["walk_speed_ms"]
        return sum(round(seat[way] / speed * 1000) for way in ("walk_to_stop_m", "walk_from_stop_m"))

    def is_planned(self, request: Row) -> bool:
        """Whether the match that held is a seat on the board."""
        attempts = self.attempts[request["request_id"]]
        return request["match_s"] is not None and bool(attempts) and self.booking_of(attempts[-1]) is not None


def parse(table: str, column: str, text: str):
    """The value of a field and whether its form is right."""
    if column == "value" or column in ("run_id", "scenario", "metric", "statistic", "unit", "cause", "sex", "wants_sex"):
        return text or None, True
    if text == "":
        return None, True
    if column in WORDS and table in WORDS[column]:
        return text, text in WORDS[column][table].split()
    if column in ("probe", "smoker", "wants_smoker", "wants_required", "accepted", "refused", "rejected", "lost", *board.BOOLEANS):
        return text == "true", text in ("true", "false")
    if column in ("binding_limit", "seed", "replication"):
        return text, True
    if column in MONEY:
        # In the smallest unit.
        return (int(text.replace(".", "")), True) if re.fullmatch(r"-?\d+(\.\d{1,4})?", text) else (None, False)
    if column in ("request_id", "driver_id", "offer_id", "user_id", "friend_id", "rater_id", *transfers.IDS):
        # A whole number, or a name.
        return (int(text) if re.fullmatch(r"-?\d+", text) else text), not text.startswith(("=", "+", "@"))
    if column in INTEGERS:
        return (int(text), True) if re.fullmatch(r"-?\d+", text) else (None, False)
    if column in RATIOS:
        return (float(text), True) if re.fullmatch(r"-?\d+\.\d{6}", text) else (None, False)
    if column.endswith("_s"):
        return (milliseconds(text), True) if re.fullmatch(r"-?\d+\.\d{3}", text) else (None, False)
    if column.endswith("_m"):
        return (float(text), True) if re.fullmatch(r"-?\d+\.\d", text) else (None, False)
    return float(text), re.fullmatch(r"-?\d+\.(\d|\d{7})", text) is not None


# Tables and manifest


def check_manifest(folder: Folder, v: Verifier):
    """Keys, numbers of rows, hashes, refused rows."""
    # Names stand in the order of their file, which the tables of requests and drivers keep.
    place = {
        column: {row[column]: row[column] if isinstance(row[column], int) else number for number, row in enumerate(rows)}
        for column, rows in (
            ("request_id", folder.tables["requests"]), ("driver_id", folder.tables["drivers"]),
            ("user_id", folder.tables.get("users", [])))
    }  # fmt: skip
    place["offer_id"] = place["driver_id"]
    for name, key in KEYS.items():
        rows = folder.tables.get(name, [])

        def order(row):
            return [place.get(column, {}).get(row[column], row[column]) for column in key]

        for before, row in zip(rows, rows[1:]):
            v.check("rows ascend by their key", order(before) < order(row), (name, row))
    check_digests(folder.path, folder.manifest, folder.tables, v)
    check_refused(folder.manifest, {side: folder.tables[side] for side in ("requests", "drivers")}, v)


# Requests


def check_requests(folder: Folder, v: Verifier):
    """Arithmetic of the rows, promises, patience, outcomes."""
    for row in folder.tables["requests"]:
        here = ("requests", row)
        check_sums(folder, row, here, v)
        check_outcome(folder, row, here, v)
        check_promises(folder, row, here, v)
        check_trip(folder, row, here, "direct", v)
    counts = Counter(row["outcome"] for row in folder.tables["requests"])
    total = sum(counts.values())
    v.check("outcomes add up to the rows", total == len(folder.tables["requests"]), "requests.csv", f"{counts}")


def check_sums(folder: Folder, row: Row, here, v: Verifier):
    """Columns that follow from others."""
    for column, (end, begin, since) in {
        "time_to_match_s": ("match_s", "submit_s", folder.seeks_from(row)),
        "wait_s": ("pickup_s", "submit_s", folder.waits_from(row)),
        "ride_s": ("dropoff_s", "pickup_s", row["pickup_s"]),
    }.items():
        if row[column] is None:
            v.check(f"{column} is there where it applies", row[end] is None, here)
        else:
            # A car may come before a passenger who plans ahead wants to leave.
            v.near(f"{column} = {end} − {begin}", row[column], max(0, row[end] - since), 0, here)
    if row["passenger_detour_factor"] is not None:
        expected = (row["ride_s"] + folder.walk_of(row)) / row["direct_s"]
        # Ways on foot have one decimal.
        tolerance = 1e-6 + (120 / row["direct_s"] if folder.is_planned(row) else 0)
        v.near("passenger_detour_factor = (walks + ride_s) ÷ direct_s", row["passenger_detour_factor"], expected, tolerance, here)
    order = [row[column] for column in ("submit_s", "first_match_s", "match_s", "pickup_s", "dropoff_s")]
    known = [time for time in order if time is not None]
    v.check("submission, match, pickup, drop-off in this order", known == sorted(known), here, f"{order}")
    if row["cost"] is not None and not folder.is_planned(row):
        weights = folder.matching["weights"]
        least = weights["detour"] * row["added_detour_s"]
        least += to_ms(weights["preference_s"]) * (1 - row["preference_agreement"])
        v.check("the cost of a match is at least that of its detour", row["cost"] >= least - 1, here)
    if row["preference_agreement"] is not None and transfers.of(folder, row) is None:
        driver = folder.drivers[row["driver_id"]]
        sides = [agreement(row, driver), agreement(driver, row)]
        stated, met = (sum(side[k] for side in sides) for k in (0, 1))
        is_recorded = folder.is_planned(row) and folder.scenario["board"]["seeks"]["kind"] == "recorded"
        if is_recorded or folder.has_social_wishes:
            return
        v.near("agreement is the share of the wishes met", row["preference_agreement"], met / stated if stated else 1,
               1e-6, here)
        for who, (stated, met) in zip((row, driver), sides):
            v.check("required wishes are met", met == stated or not who["wants_required"], here)


def check_outcome(folder: Folder, row: Row, here, v: Verifier):
    """What each outcome says about the other columns."""
    outcome = row["outcome"]
    held = [row[column] is not None for column in ("match_s", "driver_id", "preference_agreement", "cost")]
    v.check("the columns of a match are all there or none", len(set(held)) == 1, here)
    v.check("a first match where a match held", not held[0] or row["first_match_s"] is not None, here)
    is_done = row["dropoff_s"] is not None
    v.check("served = dropped off", (outcome == "served") == is_done, here)
    v.check("whoever is dropped off was picked up and matched", not is_done or (row["pickup_s"] is not None and held[0]), here)
    is_stranded = (transfers.of(folder, row) or {}).get("fate") == "stranded"
    if outcome in ("unmatched", "cancelled_by_passenger", "cancelled_by_driver") and not is_stranded:
        v.check("nobody on board is ever dropped", row["pickup_s"] is None and not held[0], here, outcome)
    if outcome in ("unmatched", "cancelled_by_passenger", "cancelled_by_driver"):
        v.check("whoever is not served has a cause", row["cause"] is not None, here)
    if outcome == "drove":
        v.check("who drove asked for nothing more", row["cause"] is None and not held[0], here)
    if outcome == "in_progress":
        v.check("in progress only with a horizon", folder.horizon is not None, here)
    if outcome == "served" or outcome == "probe_hit":
        v.check("no cause where nothing failed", row["cause"] is None, here, f"{row['cause']}")
    v.check("probes are hit or missed", row["probe"] == outcome.startswith("probe") or outcome in (
        "refused_input", "in_progress"), here)  # fmt: skip
    attempts = folder.attempts[row["request_id"]]
    if outcome == "not_submitted":
        holds = not attempts and row["cause"] in ("left_service", "no_account")
        v.check("who has left the service, or has no account, does not ask", holds, here)
    elif outcome in ("unmatched", "cancelled_by_driver"):
        cause = attempts[-1]["cause"] if attempts else "undelivered"
        v.check("the cause is the last attempt's", row["cause"] == cause, here)
    if outcome == "cancelled_by_passenger":
        last = folder.booking_of(attempts[-1]) if attempts else None
        if last is not None and last["fate"] == "no_show":
            v.check("who is not at the stop has that cause", row["cause"] == "no_show", here)
        elif (last is None or last["fate"] != "cancelled_by_passenger") and row["request_id"] not in folder.cancellations:
            # A refusal is looked at with the choices.
            is_choice = row["cause"] == choice.CAUSE
            v.check("who leaves does so for want of patience", row["cause"] == "patience" or is_choice, here)
    if folder.has_known_patience and folder.patience is not None and not row["probe"] and attempts:
        leaves = folder.patience_end(row)
        if leaves is None or folder.booking_of(attempts[-1]) is not None:
            return
        if row["pickup_s"] is not None:
            # For a passenger who is on the way to it the car may wait.
            holds = row["pickup_s"] <= leaves or row["pickup_s"] == walking.pickup(folder, row, 0)
            v.check("pickups come within patience", holds, here)
        # Who loses a booked seat late looks around once more.
        lost = max((row["ended_s"] for row in folder.searches.get(row["request_id"], [])
                    if row["fate"] == "cancelled_by_driver"), default=0)  # fmt: skip
        leaves = max(leaves, lost)
        # Who has got off to transfer has no patience to lose.
        waiting = [attempt for attempt in attempts if not transfers.follows(folder, attempt)]
        v.check("no attempt after patience has ended", waiting[-1]["time_s"] <= leaves, here)
        stays = outcome in ("unmatched", "cancelled_by_driver") and not is_stranded
        v.check("who is still there has patience", not stays or folder.end_of(attempts[-1]) <= leaves, here)


def check_promises(folder: Folder, row: Row, here, v: Verifier):
    """Promises are the scenario's limits at most, and are kept."""
    limits = folder.matching["limits"]
    submit, direct = row["submit_s"], row["direct_s"]
    is_planned = folder.is_planned(row)
    if folder.leaving_of(row) is not None:
        submit = folder.leaving_of(row)
    elif folder.attempts[row["request_id"]]:
        submit = folder.attempts[row["request_id"]][0]["time_s"]
    if is_planned:
        board.check_promise(folder, row, here, v)
    elif row["match_s"] is not None:
        if limits["max_wait_s"] is not None:
            bound = submit + to_ms(limits["max_wait_s"])
            holds = row["promised_pickup_s"] is not None and row["promised_pickup_s"] <= bound
            v.check("promised_pickup_s ≤ submit_s + max_wait_s", holds, here)
        if limits["max_delay_s"] is not None:
            bound = submit + direct + to_ms(limits["max_delay_s"])
            holds = row["latest_dropoff_s"] is not None and row["latest_dropoff_s"] <= bound
            v.check("latest_dropoff_s ≤ submit_s + direct_s + max_delay_s", holds, here)
    change = transfers.of(folder, row)
    # Whom the second driver deserts asks anew, with limits counted from there.
    is_rematched = change is not None and change["fate"] == "rematched"
    for event, promise in (("pickup_s", "promised_pickup_s"), ("dropoff_s", "latest_dropoff_s")):
        if event == "dropoff_s" and is_rematched and limits["max_delay_s"] is not None:
            continue
        if row[event] is not None and row[promise] is not None:
            v.check(f"{event} ≤ {promise}", row[event] <= row[promise] + ROUNDING_MS, here)
    if is_planned:
        return
    if row["ride_s"] is not None and folder.scenario["space"].get("time_profile") is None and not walking.reach(folder):
        # A driver of another slice of the day may be faster than a car of one's own at the submission.
        v.check("ride_s ≥ direct_s where times do not change", row["ride_s"] >= direct - ROUNDING_MS, here)
    if row["ride_s"] is not None and row["driver_id"] not in folder.shortened and not is_rematched:
        early = 0
        if change is not None:
            # Who was picked up before it was planned waits for the second car as long as it was.
            boarding = transfers.boarding_of(folder, change, folder.match_of(row))
            if boarding is None or change["onward_driver_id"] in folder.shortened:
                return
            early = max(0, boarding - row["pickup_s"])
        if limits["max_ride_s"] is not None:
            v.check("ride_s ≤ max_ride_s", row["ride_s"] <= to_ms(limits["max_ride_s"]) + early + ROUNDING_MS, here)
        if limits["max_ride_ratio"] is not None:
            bound = limits["max_ride_ratio"] * direct + early
            v.check("ride_s ≤ max_ride_ratio × direct_s", row["ride_s"] <= bound + ROUNDING_MS, here)


# Attempts


def check_attempts(folder: Folder, v: Verifier):
    """Funnels, cycles, intervals, offers, answers."""
    for row in folder.tables["attempts"]:
        check_funnel(folder, row, ("attempts", row), v)
        check_answer(folder, row, ("attempts", row), v)
    for request_id, row in folder.requests.items():
        attempts = folder.attempts[request_id]
        here = ("requests", row)
        v.check("requests.csv counts the attempts", row["attempts"] == len(attempts), here)
        cycles = attempts[-1]["cycle"] if attempts else 0
        # A cycle that is announced may never come to its first attempt.
        v.check("requests.csv counts the cycles that have an attempt", row["cycles"] == cycles, here, f"{row['cycles']}")
        if not attempts:
            continue
        first = attempts[0]["time_s"]
        if folder.scenario.get("channel") is not None and not row["probe"]:
            v.check("the first attempt comes when the service has heard", first >= max(0, row["submit_s"]), here)
        else:
            due = batch.decided(folder, attempts[0], max(0, row["submit_s"]))
            holds = first >= due and batch.ends_window(folder, first) if binds_late(folder, row) else first == due
            v.check("the first attempt comes at submission, or when its window ends", holds, here)
        if row["probe"]:
            v.check("a probe has one attempt", len(attempts) == 1, here)
        check_cycles(folder, attempts, v)
        check_match(folder, row, attempts, v)
    check_offers(folder, v)
    check_active(folder, v)
    check_choices(folder, v)


def binds_late(folder: Folder, request: Row) -> bool:
    """Whether the attempts of a request come when windows ask."""
    return folder.binds_late and not request["probe"]


def check_choices(folder: Folder, v: Verifier):
    """Whoever is asked is one of the candidates, where those are recorded; whoever decides."""
    path = folder.path / "candidates.csv"
    if folder.is_exact or not folder.has_shipped_policy or not path.exists():
        return
    with path.open(encoding="utf-8", newline="") as file:
        passed = {}
        for row in csv.DictReader(file):
            if not row["failed_stage"]:
                passed[row["request_id"], int(row["cycle"]), int(row["attempt"]), row["driver_id"]] = int(row["cost"])
    counts = Counter(key[:3] for key in passed)
    for row in folder.tables["attempts"]:
        if folder.booking_of(row) is not None or row["within_limits"] is None:
            continue
        here = ("attempts", row)
        key = (str(row["request_id"]), row["cycle"], row["attempt"])
        v.check("candidates.csv has as many candidates as are counted", counts[key] == row["within_limits"], here)
        if row["driver_id"] is not None and transfers.offer(folder, row) is None:
            cost = passed.get((*key, str(row["driver_id"])))
            v.check("whoever is asked is one of the candidates", cost == row["cost"], here, f"{cost}")


def due_of(folder: Folder, row: Row, time: int) -> int:
    """When an attempt that is due at a time is made: with its window, and not while the service is out unless it is lost."""
    if row["cause"] == "outage":
        return time
    if outages.waits(folder.scenario):
        time = outages.end(folder, time)
    decided = batch.decided(folder, row, time)
    return outages.end(folder, decided) if batch.gathers(folder) else decided


def check_funnel(folder: Folder, row: Row, here, v: Verifier):
    """Each stage leaves at most what the one before left."""
    counts = [row["drivers_active"]] + [row[stage] for stage in FUNNEL if row[stage] is not None]
    holds = all(a >= b for a, b in zip(counts, counts[1:])) and counts[-1] >= 0
    v.check("the funnel never widens", holds, here, f"{counts}")
    booking = folder.booking_of(row)
    if booking is not None or row["cause"] in ("not_verified", "outage"):
        unused = [row[stage] for stage in [*FUNNEL, "bounded_out", "evaluated"]]
        v.check("no car is counted where none was looked at", not any(x is not None for x in unused), here, f"{unused}")
        return
    if row["outcome"] == "no_candidate" and row["cause"] == "no_funds":
        v.check("who has no money for it had found a car", row["within_limits"] != 0, here)
        return
    if row["outcome"] in ("no_candidate", "probe_miss") and row["within_limits"] is not None:
        stages = [row[stage] for stage in FUNNEL]
        expected = STAGES[stages.index(0)] if 0 in stages else None
        if expected is None and (folder.is_outside or batch.gathers(folder)):
            cause = "unassigned" if batch.gathers(folder) else "limits"
            v.check("who is not chosen among candidates has the cause of it", row["cause"] == cause, here)
        else:
            v.check("the cause is the stage at which the funnel reached zero", row["cause"] == expected, here)
    if row["outcome"] == "in_progress":
        v.check("an offer is left open only by a horizon", folder.horizon is not None, here)
    if folder.is_outside:
        v.check("a policy outside the program chooses by the whole funnel", row["within_limits"] is not None, here)
    is_change = transfers.offer(folder, row) is not None
    if row["driver_id"] is not None and row["within_limits"] is not None and not is_change:
        v.check("an offer has a candidate", row["within_limits"] >= 1, here)
    if row["binding_limit"] is not None:
        v.check("a binding limit only where limits failed", row["cause"] in ("limits", "lapsed"), here)
    check_exact(folder, row, here, v)
    if row["reported_x"] is not None and (folder.circles_bind or is_change):
        distance = metres(folder, row["reported_x"], row["reported_y"], *transfers.origin(folder, row))
        slack = 0.2 if distance < 100_000 else 1
        v.check("the reported position lies within r", distance <= folder.matching["radius_m"] + slack, here)


def check_exact(folder: Folder, row: Row, here, v: Verifier):
    """What the exact matcher fills in, and what it leaves empty; the circles' policies know no bounds."""
    if not folder.is_exact:
        empty = row["bounded_out"] is None and row["evaluated"] is None
        v.check("bounds are the exact matcher's", empty or not folder.has_shipped_policy, here)
        return
    later = [row[stage] for stage in FUNNEL[2:]]
    is_alone = later.count(None) == 3 or (later.count(None) == 2 and 0 in later[:2] and row["driver_id"] is None)
    v.check("the exact matcher leaves the later stages empty, but for the one that left nobody", is_alone, here, f"{later}")
    circles = [row[stage] is not None for stage in FUNNEL[:2]]
    v.check("the exact matcher counts in the circles where they bind", circles == [folder.circles_bind] * 2, here)
    bounds = [row["bounded_out"], row["evaluated"]]
    v.check("the exact matcher tells whom it evaluated", None not in bounds and min(bounds) >= 0, here, f"{bounds}")
    if None in bounds:
        return
    most = row["on_route"] if folder.circles_bind else row["drivers_active"]
    v.check("nobody is dismissed or evaluated twice", sum(bounds) <= most, here, f"{bounds} of {most}")
    is_change = transfers.offer(folder, row) is not None
    v.check("an offer follows an evaluation", row["driver_id"] is None or bounds[1] >= 1 or is_change, here)
    if row["outcome"] in ("no_candidate", "probe_miss"):
        stages = [row[stage] for stage in FUNNEL]
        cause = STAGES[stages.index(0)] if 0 in stages else "no_driver" if sum(bounds) == 0 else "limits"
        v.check("the cause is the stage that was empty, or that nobody was there, else limits", row["cause"] == cause, here, f"{row['cause']}")
        v.check("who is dismissed by a bound broke no known limit", row["binding_limit"] is None, here)
    request = folder.requests[row["request_id"]]
    if row["outcome"] == "accepted" and row["answered_s"] == row["time_s"] == request["match_s"]:
        offered = (row["detour_s"], row["detour_m"], row["cost"])
        promised = (request["added_detour_s"], request["added_detour_m"], request["cost"])
        v.check("an answer at once promises what was offered", offered == promised, here, f"{offered}, {promised}")


def check_answer(folder: Folder, row: Row, here, v: Verifier):
    """An offer is answered after the delay; the cost is that of its parts."""
    outcome = row["outcome"]
    booking = folder.booking_of(row)
    has_offer = outcome not in ("no_candidate", "probe_miss")
    v.check("a driver where there is an offer, and only there", (row["driver_id"] is not None) == has_offer, here)
    if outcome in ("accepted", "declined", "lapsed"):
        expected = row["time_s"] + to_ms(folder.behaviour["answer_delay_s"])
        if row["answered_s"] is None:
            v.check("answers come after the delay", False, here)
        elif booking is not None:
            v.check("answers come after the search", row["answered_s"] >= row["time_s"], here)
        elif folder.scenario.get("channel") is not None:
            timeout = row["time_s"] + to_ms(folder.scenario["channel"]["offer_timeout_s"])
            v.check("answers come after the delay, within the timeout", expected <= row["answered_s"] <= timeout, here)
        else:
            v.near("answers come after the delay", row["answered_s"], expected, 0, here)
    else:
        v.check("no answer where none came", row["answered_s"] is None, here)
    expected = {"refused": choice.CAUSE, "declined": "declined", "lapsed": "lapsed", "accepted": None, "in_progress": None, "probe_hit": None,
                "undelivered": "undelivered", "unanswered": "unanswered", "withdrawn": "withdrawn"}  # fmt: skip
    if outcome in ("undelivered", "unanswered") and booking is None:
        v.check("only a channel loses offers", folder.scenario.get("channel") is not None, here)
    if (outcome, row["cause"]) == ("lapsed", "no_funds"):
        v.check("money is short only where rides cost any", folder.scenario.get("money") is not None, here)
    elif outcome in expected:
        v.check("the cause fits the outcome", row["cause"] == expected[outcome], here, f"{row['cause']}")
    if has_offer and booking is None and transfers.offer(folder, row) is None:
        weights = folder.matching["weights"]
        known = weights["time_to_pickup"] * row["time_to_pickup_s"] + weights["detour"] * row["detour_s"]
        most = known + to_ms(weights["preference_s"])
        v.check("the time to pickup is not negative", row["time_to_pickup_s"] >= 0, here)
        v.check("the cost lies in its bounds", known - 1 <= row["cost"] <= most + 1, here)
        request = folder.requests[row["request_id"]]
        is_one = transfers.of(folder, request) is None
        if is_one and request["driver_id"] == row["driver_id"] and request["preference_agreement"] is not None:
            cost = known + to_ms(weights["preference_s"]) * (1 - request["preference_agreement"])
            v.near("the cost is the weighted sum", row["cost"], cost, 1, here)


def check_cycles(folder: Folder, attempts: list, v: Verifier):
    """Numbers, times and limits of the attempts of one request."""
    most, limit = folder.matching["attempts"], folder.matching["max_cycles"]
    # Who asks now after all has as many cycles for it as anybody else.
    limit += max((row["cycle"] for row in attempts if folder.booking_of(row) is not None), default=0)
    retry, relaunch = to_ms(folder.matching["retry_interval_s"]), to_ms(folder.matching["relaunch"]["delay_s"])
    v.check("attempts count from 1", (attempts[0]["cycle"], attempts[0]["attempt"]) == (1, 1), ("attempts", attempts[0]))
    declined, cancelled_before = set(), set()
    # Of two who were asked for a transfer one said no.
    pairs = []
    for before, row in zip([None, *attempts], attempts):
        here = ("attempts", row)
        searched = before is not None and folder.booking_of(before) is not None
        late = binds_late(folder, folder.requests[row["request_id"]])
        if not searched and not late:
            v.check("a cycle has at most so many attempts", row["attempt"] <= most, here)
        if searched and board.follows(folder, before, row, v):
            if row["cycle"] != before["cycle"]:
                declined.clear()
                pairs.clear()
        elif before is not None:
            if row["cycle"] == before["cycle"]:
                end = folder.end_of(before)
                v.check("attempts of a cycle are numbered on", row["attempt"] == before["attempt"] + 1, here)
                v.check("nothing follows an attempt that was accepted", before["outcome"] != "accepted", here)
                due = due_of(folder, row, end + retry) if end is not None else None
                if late:
                    holds = row["time_s"] >= due and batch.ends_window(folder, row["time_s"])
                    v.check("the next attempt comes when a window asks", holds, here)
                elif not roles.comes_after_answer(folder, row, due):
                    v.near("the next attempt comes the interval after the end of the last", row["time_s"], due, 0, here)
            else:
                declined.clear()
                pairs.clear()
                holds = row["cycle"] == before["cycle"] + 1 and row["attempt"] == 1
                v.check("cycles are numbered on", holds, here)
                if before["outcome"] == "accepted":
                    holds = row["time_s"] >= before["answered_s"]
                    v.check("a driver's cancellation begins a cycle", holds, here)
                else:
                    # Alerts may have added attempts to the cycle, the last of which nobody answered.
                    is_full = before["attempt"] >= most if searched else before["attempt"] == most
                    v.check("a relaunch follows a full cycle", is_full, here)
                    v.check("cycles at most max_cycles, cancellations aside", before["cycle"] < limit, here)
                    expected = due_of(folder, row, folder.end_of(before) + relaunch)
                    v.near("a relaunch comes after its delay", row["time_s"], expected, 0, here)
        change = before and transfers.offer(folder, before)
        if before is not None and before["outcome"] == "accepted":
            is_second = change and change["fate"] != "cancelled_by_first"
            cancelled_before.add(change["second_driver_id"] if is_second else before["driver_id"])
        asked = transfers.drivers(folder, row)
        for driver in asked:
            v.check("who cancelled is not asked for the same passenger again", driver not in cancelled_before, here)
            v.check("who declined is not asked again in the cycle", driver not in declined, here)
        for pair in pairs:
            pair.difference_update(asked)
            v.check("who declined is not asked again in the cycle", pair, here)
        if row["outcome"] == "declined" and transfers.offer(folder, row) is not None:
            pairs.append(set(asked))
        elif row["outcome"] in ("refused", "declined", "undelivered", "unanswered"):
            declined.add(row["driver_id"])


def check_match(folder: Folder, row: Row, attempts: list, v: Verifier):
    """The match of a request is an accepted attempt."""
    here = ("requests", row)
    accepted = [attempt for attempt in attempts if attempt["outcome"] == "accepted"]
    first = accepted[0]["answered_s"] if accepted else None
    v.check("first_match_s is that of the first accepted attempt", row["first_match_s"] == first, here)
    if row["match_s"] is not None:
        last = folder.match_of(row)
        is_last = last is attempts[-1] or row["request_id"] in folder.under_way
        v.check("nothing is asked behind the match that held, but on the way", is_last, here)
        holds = (last["outcome"], last["answered_s"], last["driver_id"]) == (
            "accepted", row["match_s"], row["driver_id"])  # fmt: skip
        v.check("the match that held is the last attempt, accepted", holds, here)
    if row["outcome"] == "cancelled_by_driver":
        v.check("a driver who cancels had accepted", len(accepted) >= 1, here)
    if row["outcome"] == "unmatched":
        v.check("unmatched means never accepted", not accepted, here)


def check_offers(folder: Folder, v: Verifier):
    """A driver has one open offer at a time, while active."""
    offers = defaultdict(list)
    for row in folder.tables["attempts"]:
        # Of a ride that the passenger refused no driver was told.
        if row["driver_id"] is not None and row["outcome"] != "refused" and not row["outcome"].startswith("probe"):
            for driver in transfers.drivers(folder, row):
                offers[driver].append(row)
    for driver_id, driver in folder.drivers.items():
        rows = sorted(offers[driver_id], key=lambda row: row["time_s"])
        here = ("drivers", driver)
        v.check("drivers.csv counts the offers", driver["offers"] == len(rows), here)
        declined = [row for row in rows if row["outcome"] == "declined"]
        least, most = transfers.declines(folder, driver_id, declined)
        v.check("drivers.csv counts the declines", least <= driver["declines"] <= most, here)
        now = [row for row in rows if folder.booking_of(row) is None]
        for before, row in zip(now, now[1:]):
            end = before["answered_s"] if before["answered_s"] is not None else before["time_s"]
            v.check("a driver has one open offer at a time", row["time_s"] >= end, ("attempts", row))
        for row in rows:
            holds = driver["arrive_s"] is None or row["time_s"] <= driver["arrive_s"]
            v.check("nobody is asked after arriving", holds, ("attempts", row))
    declined = sum(row["outcome"] == "declined" for row in folder.tables["attempts"])
    v.check("every no is of one driver", sum(row["declines"] for row in folder.drivers.values()) == declined, "drivers.csv")


def least(space: dict, straight: float) -> float:
    """The fewest metres that a way of that straight line can have. The links of a network from a file are as long
    as the file says, and files measure with other spheres and round: up to a hundredth less has been seen."""
    return straight * (0.99 if space["kind"] == "network" else 0.999999) - 0.5


def check_trip(folder: Folder, row: Row, here, prefix: str, v: Verifier):
    """The trip alone: its length and time."""
    space = folder.scenario["space"]
    if row[f"{prefix}_s"] is None or (prefix == "solo" and waiting.waits(row)):
        return
    if prefix == "solo" and row["driver_id"] in folder.legs:
        board.check_way(folder, row, here, v)
        return
    ends = (row["origin_x"], row["origin_y"], row["destination_x"], row["destination_y"])
    straight = metres(folder, *ends)
    v.check("no trip is shorter than the straight line", row[f"{prefix}_m"] >= least(space, straight), here)
    if space["kind"] in ("plane", "torus", "geographic"):
        v.near("a trip is circuity straight lines long", row[f"{prefix}_m"], straight * space["circuity"], 0.5, here)
        seconds = row[f"{prefix}_m"] / (space["speed_kmh"] / 3.6)
        v.near("a trip takes its length ÷ speed", row[f"{prefix}_s"] / 1000, seconds, 0.02, here)


def check_active(folder: Folder, v: Verifier):
    """drivers_active counts those who have announced and not arrived."""
    supply = folder.scenario["supply"]
    if supply["kind"] != "synthetic" or folder.has_recorded_offers or folder.takes_one or not roles.knows_who_is_active(folder):
        return
    spans = active_spans(folder)
    begins = sorted(begin for begin, _ in spans)
    ends = sorted(end for _, end in spans if end is not None)
    if supply["od"]["kind"] == "stays" and waiting.end(folder) is None:
        # They are there until all else has ended, in the same millisecond too.
        ends = sorted(end for _, end in map(lambda row: roles.span(folder, row), roles.cars(folder)) if end is not None)
    # At one time people decide before others do.
    unsure = {row["decided_s"] for row in folder.people.values()}
    if roles.at_once(folder):
        unsure |= {folder.requests[request_id]["submit_s"] for request_id in folder.people}
    for row in folder.tables["attempts"]:
        if row["cause"] == "not_verified" or row["time_s"] in unsure:
            continue
        active = bisect.bisect_right(begins, row["time_s"]) - bisect.bisect_right(ends, row["time_s"])
        v.near("drivers_active counts the active drivers", row["drivers_active"], active, 0, ("attempts", row))


def active_spans(folder: Folder) -> list:
    """From when to when each drawn driver can be found by those who ask now; the end is None for who is under way."""
    ahead = to_ms(folder.scenario["supply"]["announce_before_s"])
    spans = []
    for row in folder.drivers.values():
        if row["outcome"] == "refused_input":
            continue
        if row["driver_id"] in folder.owners:
            spans.append(roles.span(folder, row))
            continue
        slack_of = folder.driver_slack.get(row["driver_id"])
        depart = slack_of["earliest_s"] if slack_of else row["depart_s"]
        begin, end = max(0, depart - ahead), row["arrive_s"]
        user = folder.driver_users.get(row["driver_id"])
        offer = folder.offers.get(row["driver_id"])
        if user is not None and folder.scenario.get("verification") is not None:
            begin = max(begin, user["verified_s"])
        if offer is not None:
            if not offer["takes_instant"]:
                continue
            if offer["called_off_s"] is not None:
                end = offer["called_off_s"]
        if user is not None and user["left_s"] is not None and user["left_s"] < begin:
            continue
        if end is None or begin < end:
            spans.append((begin, end))
    return spans


# Drivers and stops


def check_drivers(folder: Folder, v: Verifier):
    """Arithmetic and limits of the drivers' rows."""
    plans = Counter(driver for row in folder.tables["attempts"] if row["outcome"] == "accepted"
                    for driver in transfers.drivers(folder, row))  # fmt: skip
    held = {row["driver_id"]: row for row in folder.requests.values()
            if row["match_s"] is not None and transfers.of(folder, row) is None}  # fmt: skip
    for row in folder.tables["drivers"]:
        here = ("drivers", row)
        if row["solo_s"] is not None:
            check_trip(folder, row, here, "solo", v)
            check_limits(folder, row, here, v)
            v.near("solo_arrive_s = depart_s + solo_s", row["solo_arrive_s"], row["depart_s"] + row["solo_s"], 0, here)
        arrived = row["outcome"] == "arrived"
        v.check("arrive_s where the driver arrived", (row["arrive_s"] is not None) == arrived, here)
        if not arrived:
            v.check("a driver is left under way only by a horizon", row["outcome"] != "in_progress"
                    or folder.horizon is not None, here)  # fmt: skip
            continue
        if not waiting.waits(row):
            v.near("driven_s = arrive_s − depart_s", row["driven_s"], row["arrive_s"] - row["depart_s"], 0, here)
        v.near("detour_s = driven_s − solo_s", row["detour_s"], row["driven_s"] - row["solo_s"], 0, here)
        v.near("detour_m = driven_m − solo_m", row["detour_m"], row["driven_m"] - row["solo_m"], 0.16, here)
        if row["solo_s"] > 0:
            ratio = row["detour_s"] / row["solo_s"]
            v.near("detour_ratio = detour_s ÷ solo_s", row["detour_ratio"], ratio, 1e-6, here)
        if row["max_detour_s"] is not None:
            v.check("detour_s ≤ max_detour_s", row["detour_s"] <= row["max_detour_s"] + ROUNDING_MS, here)
        if row["max_detour_ratio"] is not None:
            bound = row["max_detour_ratio"] * row["solo_s"] + ROUNDING_MS
            v.check("detour_s ≤ max_detour_ratio × solo_s", row["detour_s"] <= bound, here)
        # Whoever decides outside may send a car that waits somewhere.
        if folder.is_outside and waiting.waits(row):
            continue
        if plans[row["driver_id"]] == 0:
            v.check("no detour without a match", row["detour_s"] == 0 and row["detour_m"] == 0, here)
        match = held.get(row["driver_id"])
        # The seats that were held meanwhile for others count in the promise of one who booked.
        if plans[row["driver_id"]] == 1 and match and row["driver_id"] not in folder.offers:
            v.near("one match: its promised detour is the driver's", row["detour_s"], match["added_detour_s"], 0, here)
            v.near("one match: its metres are the driver's", row["detour_m"], match["added_detour_m"], 0.3, here)


def check_limits(folder: Folder, row: Row, here, v: Verifier):
    """Drawn drivers have the scenario's seats and limits."""
    supply, limits = folder.scenario["supply"], folder.matching["limits"]
    if supply["kind"] != "synthetic" or folder.has_recorded_offers and row["driver_id"] in folder.offers:
        return
    seats, room = roles.car(folder, row)
    v.check("drawn drivers have the scenario's seats", row["seats"] == seats, here)
    v.check("drawn drivers have the scenario's room", row["luggage_room"] == room, here)
    if waiting.waits(row):
        return
    own = supply["max_detour_s"] if supply["max_detour_s"] is not None else limits["max_detour_s"]
    v.check("drawn drivers have the scenario's max_detour_s", row["max_detour_s"] == to_ms(own), here)
    own = supply["max_detour_ratio"] if supply["max_detour_ratio"] is not None else limits["max_detour_ratio"]
    v.check("drawn drivers have the scenario's max_detour_ratio", row["max_detour_ratio"] == own, here)


def check_stops(folder: Folder, v: Verifier):
    """The course of every car."""
    books = {kind: {} for kind in (*PICKUPS, *DROPOFFS)}
    for driver_id, driver in folder.drivers.items():
        rows = folder.stops[driver_id]
        here = ("drivers", driver)
        kinds = [row["kind"] for row in rows]
        if driver["outcome"] == "refused_input":
            v.check("refused drivers make no stop", not rows, here)
            continue
        if driver["outcome"] == "arrived":
            holds = kinds[:1] == ["depart"] and kinds[-1:] == ["arrive"]
            v.check("a trip begins with a departure and ends with an arrival", holds, here)
            v.check("drivers.csv has the time of arrival", rows[-1]["arrive_s"] == driver["arrive_s"], here)
            v.near("drivers.csv has the last odometer", driver["driven_m"], rows[-1]["odometer_m"], ROUNDING_M, here)
        v.check("only passengers' stops in between", not {"depart", "arrive"} & set(kinds[1:-1]), here)
        board.check_stops(folder, driver, rows, v)
        if rows:
            v.check("cars leave when they say", rows[0]["arrive_s"] == max(0, driver["depart_s"]), ("stops", rows[0]))
            v.check("odometers begin at 0", rows[0]["odometer_m"] == 0, ("stops", rows[0]))
        check_course(folder, driver, rows, v)
        most = max([row["on_board_after"] for row in rows], default=0)
        v.check("drivers.csv has the most on board", driver["max_on_board"] == most, here)
        dropped = sum(row["kind"] in DROPOFFS for row in rows)
        v.check("drivers.csv counts those dropped off", driver["passengers_served"] == dropped, here)
        for row in rows:
            if row["kind"] in (*PICKUPS, *DROPOFFS) and not transfers.is_vain(row):
                book = books[row["kind"]]
                v.check("everyone boards and alights once", row["request_id"] not in book, ("stops", row))
                book[row["request_id"]] = row
    check_rides(folder, books, v)


def check_course(folder: Folder, driver: Row, rows: list, v: Verifier):
    """Times, odometers, seats and luggage from stop to stop."""
    on_board = pieces = 0
    inside = set()
    for index, row in enumerate(rows):
        here = ("stops", row)
        v.check("stops are numbered on", row["sequence"] == index + 1, here)
        if index > 0:
            before = rows[index - 1]
            is_one = shared_stops.is_one(before, row)
            v.check("a car arrives after it left", is_one or row["arrive_s"] >= before["leave_s"], here)
            v.check("odometers never descend", row["odometer_m"] >= before["odometer_m"], here)
            if not is_one:
                check_leg(folder, driver, before, row, here, v)
        if row["kind"] in (*PICKUPS, *DROPOFFS):
            request = folder.requests[row["request_id"]]
            sign = 1 if row["kind"] in PICKUPS else -1
            is_vain = transfers.is_vain(row)
            if not is_vain:
                on_board += sign * request["party_size"]
                pieces += sign * request["luggage"]
                v.check("party_size is the request's", row["party_size"] == request["party_size"], here)
            v.check("a stop takes its time", own_stops.takes_its_time(folder, row, sign > 0), here)
            if is_vain:
                v.check("nobody is looked for who is there", row["request_id"] not in inside, here)
            elif sign > 0:
                inside.add(row["request_id"])
            else:
                v.check("nobody alights who did not board this car", row["request_id"] in inside, here)
                inside.discard(row["request_id"])
            end = "origin" if sign > 0 else "destination"
            place = board.seat_place(folder, request, driver, end) or walking.place(folder, row, end)
            place = place or transfers.place(folder, row) or (request[f"{end}_x"], request[f"{end}_y"])
            away = metres(folder, row["x"], row["y"], *place)
            v.check("stops lie where the request's ends do", away <= 0.3, here, f"{away:.1f} m off")
        elif row["kind"] != "waypoint":
            v.check("departures and arrivals take no time", row["leave_s"] == row["arrive_s"], here)
            end = "origin" if row["kind"] == "depart" else "destination"
            if end == "destination" and waiting.waits(driver):
                sent = folder.is_outside or row["kind"] == "move"
                v.check("only who decides outside sends a car", row["kind"] != "move" or folder.is_outside, here)
                place = (rows[index - 1]["x"], rows[index - 1]["y"])
                lost = not waiting.is_told(folder, waiting.accepted(folder, driver["driver_id"]))
                v.check("a car stands where it stopped last", sent or lost or (row["x"], row["y"]) == place, here)
                continue
            away = metres(folder, row["x"], row["y"], driver[f"{end}_x"], driver[f"{end}_y"])
            v.check("trips begin and end where the driver's do", away <= 0.3, here, f"{away:.1f} m off")
        v.check("on_board_after adds up", row["on_board_after"] == on_board, here, f"{on_board}")
        v.check("seats are never exceeded", 0 <= on_board <= driver["seats"], here, f"{on_board}")
        v.check("luggage room is never exceeded", 0 <= pieces <= driver["luggage_room"], here, f"{pieces}")
    if driver["outcome"] == "arrived":
        v.check("nobody is on board at the arrival", on_board == 0, ("drivers", driver))


def check_leg(folder: Folder, driver: Row, before: Row, row: Row, here, v: Verifier):
    """In open space cars drive at one speed, and never less than the straight line."""
    space = folder.scenario["space"]
    driven = row["odometer_m"] - before["odometer_m"]
    straight = metres(folder, before["x"], before["y"], row["x"], row["y"])
    v.check("nobody drives less than the straight line", driven >= least(space, straight), here)
    if space["kind"] in ("plane", "torus", "geographic"):
        seconds = (row["arrive_s"] - before["leave_s"]) / 1000
        seconds -= board.stood(folder, before, row, driven / (space["speed_kmh"] / 3.6), seconds)
        seconds -= waiting.stood(folder, driver, before, row, driven / (space["speed_kmh"] / 3.6), seconds)
        v.near("cars drive at the scenario's speed", driven / (space["speed_kmh"] / 3.6), seconds, 0.05, here)
        v.check("roads are circuity times as long", driven >= straight * space["circuity"] - 1, here)


def check_rides(folder: Folder, books: dict, v: Verifier):
    """requests.csv and stops.csv tell the same rides."""
    for request_id, row in folder.requests.items():
        here = ("requests", row)
        pickup, dropoff, off, on = (books[kind].get(request_id) for kind in ("pickup", "dropoff", "transfer_dropoff",
                                                                            "transfer_pickup"))  # fmt: skip
        boards = pickup and walking.pickup(folder, row, pickup["arrive_s"])
        v.check("pickup_s is the stop's, or when the passenger is there", row["pickup_s"] == boards, here)
        alights = own_stops.dropped_off(folder, dropoff, row["dropoff_s"])
        v.check("dropoff_s is the stop's, or when the drop-off opens", alights, here)
        if pickup:
            v.check("the driver is the one of the match", pickup["driver_id"] == row["driver_id"], here)
        rides = [(pickup, off), (on, dropoff)] if off or on else [(pickup, dropoff)]
        for begin, end in rides:
            if begin and end:
                v.check("one car takes the passenger all the way", begin["driver_id"] == end["driver_id"], here)
        if pickup and dropoff:
            driven = sum(end["odometer_m"] - begin["odometer_m"] for begin, end in rides if begin and end)
            v.near("ride_m is what the odometer says", row["ride_m"], driven, 0.16 * len(rides), here)
        elif pickup:
            is_left = row["outcome"] == "cancelled_by_driver" and off is not None
            v.check("whoever boards is dropped off", folder.horizon is not None or is_left, here)
    # Little's law across two tables: persons × time, by car and by person. Cut-off rides are in one only.
    if folder.horizon is None:
        by_car = sum(
            before["on_board_after"] * (row["arrive_s"] - before["arrive_s"])
            for rows in folder.stops.values()
            for before, row in zip(rows, rows[1:])
        )
        # The car may be there before the passenger is.
        by_person = sum(
            folder.requests[request_id]["party_size"]
            * (sum(books[kind][request_id]["arrive_s"] for kind in DROPOFFS if request_id in books[kind])
               - sum(books[kind][request_id]["arrive_s"] for kind in PICKUPS if request_id in books[kind]))
            for request_id in books["pickup"])  # fmt: skip
        v.near("Little's law: person-time on board by car and by person", by_car, by_person, 0, "stops.csv")


# Time series


def check_timeseries(folder: Folder, v: Verifier):
    """Flows and states, counted again from the rows."""
    rows = folder.tables["timeseries"]
    interval = to_ms(folder.scenario["results"]["interval_s"])
    count = len(rows)
    for index, row in enumerate(rows):
        holds = (row["from_s"], row["to_s"]) == (index * interval, (index + 1) * interval)
        v.check("intervals follow one another", holds, ("timeseries", row))

    def flows(times) -> list:
        bins = [0] * count
        for time, amount in times:
            if 0 <= time // interval < count and (folder.horizon is None or time <= folder.horizon):
                bins[time // interval] += amount
        return bins

    def states(inflow: list, outflow: list) -> list:
        state, result = 0, []
        for more, less in zip(inflow, outflow):
            state += more - less
            result.append(state)
        return result

    submitted = [row for row in folder.requests.values() if is_submitted(folder, row)]
    accepted = [row for row in folder.tables["attempts"] if row["outcome"] == "accepted"]
    stops = {kind: [row for row in folder.tables["stops"] if row["kind"] == kind] for kind in (*PICKUPS, *DROPOFFS)}
    expected = {
        "requests_submitted": flows((row["submit_s"], 1) for row in submitted),
        "matches": flows((row["answered_s"], 1) for row in accepted),
        "pickups": flows((row["arrive_s"], 1) for row in stops["pickup"]),
        "dropoffs": flows((row["arrive_s"], 1) for row in stops["dropoff"]),
        "passengers_on_board": states(
            *(flows((row["arrive_s"], row["party_size"]) for kind in kinds for row in stops[kind])
              for kinds in (PICKUPS, DROPOFFS))
        ),
    }
    ends = [row["pickup_s"] if row["pickup_s"] is not None else folder.departure_of(row) for row in submitted]
    unknown = [row for row, end in zip(submitted, ends) if end is None and row["outcome"] != "in_progress"]
    if not unknown:
        gone = flows((end, 1) for end in ends if end is not None)
        expected["requests_waiting"] = states(expected["requests_submitted"], gone)
    supply = folder.scenario["supply"]
    if supply["kind"] == "synthetic" and not folder.has_recorded_offers and roles.knows_who_is_active(folder):
        spans = active_spans(folder)
        expected["drivers_active"] = states(
            flows((begin, 1) for begin, _ in spans), flows((end, 1) for _, end in spans if end is not None)
        )
    for column, values in expected.items():
        for row, value in zip(rows, values):
            v.near(f"timeseries: {column}", row[column], value, 0, ("timeseries", row))
    check_interval_means(folder, rows, interval, submitted, accepted, v)


def check_interval_means(folder: Folder, rows, interval, submitted, accepted, v: Verifier):
    """Rates and means of the intervals."""
    matched, waits, detours = defaultdict(list), defaultdict(list), defaultdict(list)
    for row in submitted:
        if row["outcome"] != "in_progress":
            matched[row["submit_s"] // interval].append(row["first_match_s"] is not None)
    for row in accepted:
        index = row["answered_s"] // interval
        request = folder.requests[row["request_id"]]
        on_board = folder.booking_of(row) is not None
        is_ahead = on_board or row["request_id"] in folder.request_slack
        waits[index].append(row["answered_s"] - (request["submit_s"] if is_ahead else folder.waits_from(request)))
        detours[index].append(row["detour_s"])
    for index, row in enumerate(rows):
        here = ("timeseries", row)
        for column, values, tolerance in (
            ("match_rate", matched[index], 1e-6),
            ("mean_time_to_match_s", waits[index], 1),
            ("mean_detour_s", detours[index], 1),
        ):
            if values:
                v.near(f"timeseries: {column}", row[column], sum(values) / len(values), tolerance, here)
            else:
                v.check(f"timeseries: {column} is empty where nothing counts", row[column] is None, here)


def is_submitted(folder: Folder, row: Row) -> bool:
    """Whether a request took part: no probe, not refused, reached before the horizon."""
    if row["probe"] or row["outcome"] in ("refused_input", "not_submitted", "drove"):
        return False
    return folder.horizon is None or row["outcome"] != "in_progress" or row["submit_s"] <= folder.horizon


# Summary


def check_summary(folder: Folder, v: Verifier):
    """The figures, computed again from the rows: those that are known here."""
    expected = {}
    requests = [row for row in folder.requests.values() if is_submitted(folder, row)]
    late = [row for row in requests if row["submit_s"] >= folder.warm_up]
    settled = [row for row in late if row["outcome"] != "in_progress"]
    add_counts(folder, late, settled, expected)
    add_distributions(folder, settled, expected)
    add_cars(folder, requests, expected)
    teams.add_figures(folder, expected)
    batch.add(folder, expected)
    walking.add(folder, settled, expected)
    shared_stops.add(folder, expected)
    transfers.add(folder, settled, expected)
    cancelling.add(folder, late, settled, expected)
    choice.add(folder, late, settled, expected)
    slack.add(folder, settled, expected)
    roles.add(folder, expected)
    map_calls.add(folder, expected)
    people.add_incomes(folder, expected)
    matched = {row["request_id"] for row in settled if row["first_match_s"] is not None}
    expected |= outages.figures(folder, "request_id", [row["request_id"] for row in settled], matched)
    people.add_invitations(folder, expected)
    if "days" in folder.tables and folder.scenario["users"].get("churn"):
        expected["retention", "value"] = (folder.tables["days"][-1]["retention"], 1e-6)
    people.add_repeated(folder, requests, late, expected)
    check_figures(folder.tables["summary"], folder.manifest, expected, v)


def add_counts(folder: Folder, late: list, settled: list, expected: dict):
    """Rates, counts and causes; None where nobody is to be counted."""
    ids = {row["request_id"] for row in late}
    attempts = [row for row in folder.tables["attempts"] if row["request_id"] in ids]
    matches = sum(row["outcome"] == "accepted" for row in attempts)
    refused = [row for row in folder.requests.values() if row["outcome"] == "refused_input"]
    drivers = sum(row["outcome"] != "refused_input" for row in folder.drivers.values())
    expected["requests", "value"] = (len(late), 0)
    expected["drivers", "value"] = (drivers, 0)
    expected["matches", "value"] = (matches, 0)
    causes = [*STAGES, "declined", "lapsed", "withdrawn", "patience"]
    lost = Counter(row["cause"] for row in settled if row["outcome"] != "served")
    for cause in causes:
        expected[f"cause.{cause}", "value"] = (lost[cause], 0)
    for cause, parts in SERVICE_CAUSES.items():
        # A cause that nothing of the scenario can bring about has no row.
        is_possible = any(folder.has(part) for part in parts)
        expected[f"cause.{cause}", "value"] = (lost[cause] if is_possible else None, 0)
    lost = Counter(row["cause"] for row in refused)
    for cause in ("off_network", "unknown_node", "outside_space", "too_long", "unreachable", "same_ends", "bad_window"):
        expected[f"cause.{cause}", "value"] = (lost[cause], 0)
    broken = Counter(row["binding_limit"] for row in attempts if row["cause"] == "limits")
    for limit in LIMITS:
        expected[f"lost_to.{limit}", "value"] = (broken[limit], 0)
    matched = sum(row["first_match_s"] is not None for row in settled)
    served = sum(row["outcome"] == "served" for row in settled)
    expected["match_rate", "value"] = (share(matched, len(settled)), 1e-6)
    expected["service_rate", "value"] = (share(served, len(settled)), 1e-6)
    expected["attempts_per_match", "value"] = (share(len(attempts), matches), 1e-6)
    probes = [row for row in folder.requests.values() if row["outcome"].startswith("probe")]
    probes = [row["outcome"] == "probe_hit" for row in probes if row["submit_s"] >= folder.warm_up]
    expected["coverage", "value"] = (share(sum(probes), len(probes)), 1e-6)


def add_distributions(folder: Folder, settled: list, expected: dict):
    """What requests waited for and rode, and what drivers drove for them."""
    ids = {row["request_id"] for row in settled}
    shared = [row for row in folder.drivers.values() if row["outcome"] == "arrived" and row["passengers_served"] > 0]

    def seconds(values):
        return [value / 1000 for value in values if value is not None]

    distributions = {
        "time_to_match_s": (seconds(row["time_to_match_s"] for row in settled), 0.001),
        "wait_s": (seconds(row["wait_s"] for row in settled), 0.001),
        "wait_after_match_s": (
            seconds(
                max(0, row["pickup_s"] - max(row["match_s"], folder.waits_from(row)))
                for row in settled if row["pickup_s"] is not None), 0.001),
        "ride_s": (seconds(row["ride_s"] for row in settled), 0.001),
        "passenger_detour_factor": (
            [(row["ride_s"] + folder.walk_of(row)) / row["direct_s"] for row in settled if row["ride_s"] is not None],
            2e-3 if folder.plans_ahead else 1e-6),
        "time_to_pickup_s": (seconds(
            row["time_to_pickup_s"] for row in folder.tables["attempts"]
            if row["outcome"] == "accepted" and row["request_id"] in ids and folder.booking_of(row) is None), 0.001),
        "driver_detour_s": (seconds(row["detour_s"] for row in shared), 0.001),
        "driver_detour_m": ([row["detour_m"] for row in shared], 0.11),
        "driver_detour_ratio": ([row["detour_s"] / row["solo_s"] for row in shared if row["solo_s"]], 1e-6),
        "preference_agreement": (
            [row["preference_agreement"] for row in settled if row["preference_agreement"] is not None], 2e-6),
    }  # fmt: skip
    for metric, (values, tolerance) in distributions.items():
        for statistic, value in statistics(values).items():
            expected[metric, statistic] = (value, tolerance if statistic != "count" else 0)


def add_cars(folder: Folder, requests: list, expected: dict):
    """Kilometres and seats of the drivers who arrived, and what sharing saved."""
    arrived = [row for row in folder.drivers.values() if row["outcome"] == "arrived"]
    ids = {row["driver_id"] for row in arrived}
    vehicle = math.fsum(row["driven_m"] for row in arrived) / 1000
    solo = math.fsum(row["solo_m"] for row in arrived) / 1000
    seats = math.fsum(row["driven_m"] * row["seats"] for row in arrived) / 1000
    persons = math.fsum(
        before["on_board_after"] * (row["odometer_m"] - before["odometer_m"]) / 1000
        for driver_id in ids
        for before, row in zip(folder.stops[driver_id], folder.stops[driver_id][1:])
    )
    # Each row's metres are rounded to a decimal.
    kilometres = 0.001 + 1e-4 * len(arrived)
    rounding = 1e-4 * len(folder.tables["stops"]) * 4 / max(vehicle, 1) + 1e-6
    served = [row for row in requests if row["outcome"] == "served" and row["driver_id"] in ids
              and transfers.onward(folder, row) in ids]  # fmt: skip
    unserved = [row for row in requests if row["outcome"] not in ("served", "in_progress")
                and not roles.drives(folder, row["request_id"])]  # fmt: skip
    direct = math.fsum(row["direct_m"] for row in served) / 1000
    whole = solo + direct + math.fsum(row["direct_m"] for row in unserved) / 1000
    slack = kilometres + 1e-4 * len(requests)
    expected["vehicle_km", "value"] = (vehicle, kilometres)
    expected["solo_km", "value"] = (solo, kilometres)
    expected["vkt_saved_km", "value"] = (solo + direct - vehicle, 2 * slack)
    co2 = folder.scenario["results"]["co2_kg_per_km"]
    expected["co2_saved_kg", "value"] = (co2 * (solo + direct - vehicle), 2 * co2 * slack + 0.001)
    saved = share(solo + direct - vehicle, whole)
    expected["vkt_saved_ratio", "value"] = (saved, 4 * slack / whole + 1e-6 if whole else 0)
    expected["occupancy", "value"] = (share(vehicle + persons, vehicle), rounding)
    expected["seat_utilisation", "value"] = (share(persons, seats), rounding)
    sharing = sum(row["passengers_served"] > 0 for row in arrived)
    expected["drivers_sharing_ratio", "value"] = (share(sharing, len(arrived)), 1e-6)


def is_geographic(folder: Folder) -> bool:
    """Whether coordinates are degrees: they then have seven decimals."""
    for name in ("requests", "drivers"):
        with (folder.path / f"{name}.csv").open(encoding="utf-8") as file:
            next(file)
            for line in file:
                place = 3 if name == "requests" else 2
                return len(line.split(",")[place].partition(".")[2]) == 7
    return False


def verify(path: pathlib.Path, verifier: Verifier):
    """Checks the folder of a run of a carpool."""
    folder = Folder(path, verifier)
    folder.is_geographic = is_geographic(folder)
    if not folder.has_shipped_policy:
        verifier.notes.append(
            f"not checked, because docs/scenario.schema.json names no policy {json.dumps(folder.policy)}: that the driver chosen"
            " reports a position within r of the pickup and is one of the recorded candidates, that the exact matcher alone fills in"
            " bounded_out and evaluated, and that a transfer is searched for only where no single driver will do"
        )
    for part in (check_manifest, check_requests, check_attempts, check_drivers, check_stops, check_timeseries,
                 check_summary):  # fmt: skip
        part(folder, verifier)
    board.check(folder, verifier)
    people.check(folder, verifier)
    batch.check(folder, verifier)
    walking.check(folder, verifier)
    shared_stops.check(folder, verifier)
    transfers.check(folder, verifier)
    cancelling.check(folder, verifier)
    matrix.check(folder, verifier)
    register.check(folder, verifier)
    map_calls.check(folder, verifier)
    outages.check(folder, "request_id", verifier)
    choice.check(folder, verifier)
    waiting.check(folder, verifier)
    slack.check(folder, verifier)
    roles.check(folder, verifier)
