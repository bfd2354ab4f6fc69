"""The board of planned trips, written again from docs/model.md and docs/columns.md: searches, seats, stops.

What the rows do not tell is left open: every answer is no, perhaps or yes (0, 1, 2), and a count is held against the
least and the most that it can be.
"""

import math
from collections import defaultdict

from . import batch
from .form import Row, Verifier, to_ms
from .meeting import agreement, metres

TABLES = {
    "bookings": "request_id,cycle,attempt,time_s,earliest_s,latest_s,by_arrival,published,in_reach,with_seats,"
    "with_preferences,within_means,with_funds,outcome,cause,offer_id,from_stop,to_stop,departs_s,arrives_s,lead_s,price,"
    "walk_to_stop_m,walk_from_stop_m,shift_s,preference_agreement,score,answered_s,fate,ended_s",
    "offers": "offer_id,publish_s,published_s,depart_s,arrive_s,stops,seats,takes_instant,books_at_once,price,bookings,"
    "riders,revenue,called_off_s,outcome",
    "offer_legs": "offer_id,leg,from_x,from_y,from_s,to_x,to_y,to_s,way_m,seats,seats_sold,price",
}
KEYS = {"bookings": ["request_id", "cycle", "attempt"], "offers": ["offer_id"], "offer_legs": ["offer_id", "leg"]}
FATES = "none reserved booked ridden cancelled_by_passenger cancelled_by_driver no_show"
WORDS = {
    "outcome": {
        "bookings": "accepted declined lapsed withdrawn undelivered unanswered no_candidate in_progress",
        "offers": "departed called_off never_shown in_progress",
    },
    "fate": {"bookings": FATES},
}
STAGES = ["published", "in_reach", "with_seats", "with_preferences", "within_means", "with_funds"]
CAUSES = ["none_published", "too_far", "no_seats", "preferences", "too_dear", "no_funds"]
INTEGERS = {*STAGES, "from_stop", "to_stop", "score", "stops", "bookings", "riders", "leg", "seats_sold"}
BOOLEANS = {"by_arrival", "takes_instant", "books_at_once"}
FAILED = ("declined", "lapsed", "withdrawn", "undelivered", "unanswered")
NO, PERHAPS, YES = 0, 1, 2
# Metres by which a distance may differ for the rounding of coordinates.
SLACK_M = 0.3


def read(folder):
    """Puts what the board needs to know beside the tables of `folder`; all of it is empty without a board."""
    tables = folder.tables
    folder.bookings = {(row["request_id"], row["cycle"], row["attempt"]): row for row in tables.get("bookings", [])}
    folder.searches, folder.seats = defaultdict(list), defaultdict(list)
    for row in tables.get("bookings", []):
        folder.searches[row["request_id"]].append(row)
        if row["offer_id"] is not None:
            folder.seats[row["offer_id"]].append(row)
    folder.searches = dict(folder.searches)
    folder.offers = {row["offer_id"]: row for row in tables.get("offers", [])}
    folder.legs = defaultdict(list)
    for row in tables.get("offer_legs", []):
        folder.legs[row["offer_id"]].append(row)
    folder.legs = dict(folder.legs)
    rules = folder.scenario.get("board")
    folder.plans_ahead = rules is not None and rules["seeks"]["kind"] != "none"
    folder.has_recorded_offers = rules is not None and rules["offers"]["kind"] == "recorded"
    friends, ratings = folder.scenario.get("friends"), folder.scenario.get("ratings")
    folder.has_social_wishes = bool(
        friends and (friends["only_share"] or friends["wish_share"]) or ratings and ratings["least_share"])
    folder.left_stops = {
        offer: [row["arrive_s"] for row in folder.stops[offer] if row["kind"] in ("depart", "waypoint")]
        for offer in folder.offers
    }
    # Who was taken along by those who ask now, and between which stops; None where the rows do not say.
    folder.others = defaultdict(list)
    for row in tables["attempts"]:
        key = (row["request_id"], row["cycle"], row["attempt"])
        if row["driver_id"] in folder.offers and row["outcome"] == "accepted" and key not in folder.bookings:
            folder.others[row["driver_id"]].append((row["answered_s"], row["request_id"], span(folder, row)))


def span(folder, attempt: Row):
    """The first and the last leg that a passenger rides who asked now; None for one who never got on."""
    passed, first = 0, None
    for row in folder.stops[attempt["driver_id"]]:
        passed += row["kind"] == "waypoint"
        if row["request_id"] == attempt["request_id"]:
            if row["kind"] == "dropoff":
                return first, passed
            first = passed
    return None


def places(folder, offer_id) -> list:
    """The stops of a published trip: x, y and the published time."""
    legs = folder.legs[offer_id]
    stops = [(leg["from_x"], leg["from_y"], leg["from_s"]) for leg in legs]
    return [*stops, (legs[-1]["to_x"], legs[-1]["to_y"], legs[-1]["to_s"])]


def seat_place(folder, request: Row, driver: Row, end: str):
    """Where a passenger who booked gets on or off; None for one who asked now."""
    attempts = folder.attempts[request["request_id"]]
    booking = folder.booking_of(attempts[-1]) if attempts else None
    if booking is None or booking["offer_id"] != driver["driver_id"]:
        return None
    return places(folder, booking["offer_id"])[booking["from_stop" if end == "origin" else "to_stop"]][:2]


# Trips


def check_promise(folder, request: Row, here, v: Verifier):
    """What a booked seat promises: the published times and the tolerance."""
    booking = folder.booking_of(folder.attempts[request["request_id"]][-1])
    tolerance = to_ms(folder.scenario["board"]["tolerance_s"])
    for promise, published in (("promised_pickup_s", "departs_s"), ("latest_dropoff_s", "arrives_s")):
        v.near(f"board: {promise} = {published} + tolerance", request[promise], booking[published] + tolerance, 0, here)
    same = ("driver_id", "offer_id"), ("cost", "score"), ("match_s", "answered_s")
    for mine, its in (*same, ("preference_agreement", "preference_agreement")):
        v.check("board: the match is the seat that was booked", request[mine] == booking[its], here, mine)


def check_way(folder, driver: Row, here, v: Verifier):
    """The trip alone is the way by all its stops."""
    legs = folder.legs[driver["driver_id"]]
    way = math.fsum(leg["way_m"] for leg in legs)
    v.near("board: the trip alone goes by all its stops", driver["solo_m"], way, 0.06 * (len(legs) + 1), here)


def check_stops(folder, driver: Row, rows: list, v: Verifier):
    """The car makes every published stop, in order and in time."""
    made = [row for row in rows if row["kind"] == "waypoint"]
    if driver["driver_id"] not in folder.legs:
        v.check("board: only published trips have stops on the way", not made, ("drivers", driver))
        return
    wanted = places(folder, driver["driver_id"])[1:-1]
    holds = len(made) == len(wanted) if driver["outcome"] == "arrived" else len(made) <= len(wanted)
    v.check("board: every published stop is made", holds, ("drivers", driver))
    tolerance = to_ms(folder.scenario["board"]["tolerance_s"])
    for row, (x, y, time) in zip(made, wanted):
        here = ("stops", row)
        v.check("board: stops are made where they were published", metres(folder, row["x"], row["y"], x, y) <= 0.3, here)
        v.check("board: no stop is made later than the tolerance", row["arrive_s"] <= time + tolerance, here)
        v.check("board: no stop is left before its time", row["leave_s"] is None or row["leave_s"] >= time, here)


def stood(folder, before: Row, row: Row, driving: float, seconds: float) -> float:
    """Seconds that a car stood between two stops for passengers who were not there, of whom stops.csv has no row."""
    absent = sum(
        seat["fate"] == "no_show" and before["leave_s"] <= seat["ended_s"] <= row["arrive_s"]
        for seat in folder.seats.get(row["driver_id"], [])
    )
    stop = folder.stop_duration / 1000
    return min((number * stop for number in range(absent + 1)), key=lambda spent: abs(seconds - spent - driving))


def check_offers(folder, v: Verifier):
    """Trips and legs against drivers and bookings."""
    for offer_id, row in folder.offers.items():
        here = ("offers", row)
        legs, driver = folder.legs[offer_id], folder.drivers[offer_id]
        stops = places(folder, offer_id)
        v.check("offers: stops, times and seats are those of the legs and the driver",
                (row["stops"], row["depart_s"], row["arrive_s"], row["seats"])
                == (len(legs) + 1, stops[0][2], stops[-1][2], driver["seats"]), here)  # fmt: skip
        v.check("offers: a trip departs when its driver does", row["depart_s"] == driver["depart_s"], here)
        for number, leg in enumerate(legs):
            here = ("offer_legs", leg)
            follows = number == 0 or (leg["from_x"], leg["from_y"], leg["from_s"]) == (
                legs[number - 1]["to_x"], legs[number - 1]["to_y"], legs[number - 1]["to_s"])  # fmt: skip
            v.check("offer_legs: legs follow one another", leg["leg"] == number and follows, here)
            v.check("offer_legs: times rise", leg["from_s"] < leg["to_s"], here)
            v.check("offer_legs: seats are the driver's", leg["seats"] == driver["seats"], here)
            straight = metres(folder, leg["from_x"], leg["from_y"], leg["to_x"], leg["to_y"])
            v.check("offer_legs: no way is shorter than the straight line", leg["way_m"] >= 0.99 * straight - 0.5, here)
            space = folder.scenario["space"]
            if space["kind"] in ("plane", "torus", "geographic"):
                v.near("offer_legs: a way is circuity straight lines long", leg["way_m"], straight * space["circuity"], 0.5, here)
            driver_ends = ("from", "origin", number == 0), ("to", "destination", number == len(legs) - 1)
            for end, of_driver, is_end in driver_ends:
                if is_end:
                    away = metres(folder, leg[f"{end}_x"], leg[f"{end}_y"], driver[f"{of_driver}_x"], driver[f"{of_driver}_y"])
                    v.check("offer_legs: a trip leads from its driver's origin to the destination", away <= SLACK_M, here)
            check_price(folder, offer_id, number, number + 1, leg["price"], here, v)
        here = ("offers", row)
        check_price(folder, offer_id, 0, len(legs), row["price"], here, v)
        check_sales(folder, row, legs, here, v)
        check_showing(folder, row, driver, here, v)


def check_price(folder, offer_id, first: int, last: int, found: int, here, v: Verifier):
    """A price against the rule, where the scenario has one."""
    least, most = price(folder, offer_id, first, last)
    v.check("board: prices are those of the rule", least is None or least <= found <= most, here, f"{least} … {most}")


def price(folder, offer_id, first: int, last: int):
    """The least and the most that a seat may cost by the rule, as lengths are rounded; None where no rule says it."""
    offers = folder.scenario["board"]["offers"]
    legs = folder.legs[offer_id][first:last]
    if offers["kind"] != "synthetic":
        if (first, last) == (0, len(folder.legs[offer_id])):
            return folder.offers[offer_id]["price"], folder.offers[offer_id]["price"]
        known = offers.get("prices_file") is None or last == first + 1
        total = sum(leg["price"] for leg in legs)
        return (total, total) if known else (None, None)
    rule = offers["price"]
    scale = 10 ** folder.decimals
    seats = folder.drivers[offer_id]["seats"]
    step = max(1, round(rule["step"] * scale))
    way = math.fsum(leg["way_m"] for leg in legs)

    def at(length):
        rounded = math.floor(rule["per_km"] * scale * length / 1000 / step + 0.5) * step
        return rounded if rule["may_profit"] else min(rounded, math.floor(rule["cost_per_km"] * scale * length / 1000 / seats))

    slack = 0.051 * len(legs)
    return at(max(0, way - slack)), at(way + slack)


def check_sales(folder, row: Row, legs: list, here, v: Verifier):
    """What was sold of a trip, counted again from the bookings."""
    seats = folder.seats[row["offer_id"]]
    said_yes = [seat for seat in seats if seat["outcome"] == "accepted"]
    ridden = [(seat, folder.requests[seat["request_id"]]["party_size"]) for seat in seats if seat["fate"] == "ridden"]
    v.check("offers: bookings are the seats confirmed", row["bookings"] == len(said_yes), here)
    v.check("offers: riders are those who got on", row["riders"] == sum(party for _, party in ridden), here)
    revenue = sum(seat["price"] * party for seat, party in ridden)
    v.check("offers: revenue is what they pay", row["revenue"] == revenue, here, f"{revenue}")
    for leg in legs:
        sold = sum(party for seat, party in ridden if seat["from_stop"] <= leg["leg"] < seat["to_stop"])
        v.check("offer_legs: seats_sold are those who rode on it", leg["seats_sold"] == sold, ("offer_legs", leg))
        v.check("offer_legs: no more is sold than there are seats", sold <= leg["seats"], ("offer_legs", leg))


def check_showing(folder, row: Row, driver: Row, here, v: Verifier):
    """When a trip appeared, and how it ended."""
    shown, off = row["published_s"], row["called_off_s"]
    departed = bool(folder.stops[row["offer_id"]])
    if shown is not None:
        user = folder.driver_users.get(row["offer_id"])
        known = user["verified_s"] if user is not None and user["verified_s"] is not None else 0
        v.check("offers: shown when it is published and its driver verified",
                shown == max(0, row["publish_s"], known), here)  # fmt: skip
        v.check("offers: nothing is shown that has left", shown < driver["depart_s"] or shown == 0, here)
    if off is not None:
        v.check("offers: called off between publishing and departure",
                shown is not None and shown <= off <= driver["depart_s"], here)  # fmt: skip
        v.check("offers: called off only where drivers do so", folder.scenario["board"]["trip_cancel_probability"] > 0, here)
    outcome = (
        "called_off" if off is not None else "never_shown" if shown is None else "departed" if departed else "in_progress"
    )
    v.check("offers: the outcome is what became of the trip", row["outcome"] == outcome, here, outcome)


# Bookings


def check_bookings(folder, v: Verifier):
    """Seats against attempts, requests and stops."""
    rules = folder.scenario["board"]
    attempts = {(row["request_id"], row["cycle"], row["attempt"]): row for row in folder.tables["attempts"]}
    for key, row in folder.bookings.items():
        here = ("bookings", row)
        attempt = attempts.get(key)
        v.check("bookings: each is an attempt", attempt is not None, here)
        if attempt is None:
            continue
        same = all(row[column] == attempt[column] for column in ("time_s", "outcome", "cause"))
        v.check("bookings: they say what attempts.csv says",
                same and row["offer_id"] == attempt["driver_id"] and row["answered_s"] == attempt["answered_s"]
                and row["score"] == attempt["cost"], here)  # fmt: skip
        if rules["seeks"]["kind"] == "synthetic":
            window = row["latest_s"] - row["earliest_s"]
            v.check("bookings: windows are the scenario's", window == to_ms(rules["seeks"]["window_s"]), here)
        check_seat(folder, rules, row, here, v)
        check_fate(folder, rules, row, here, v)
    for request_id, searches in folder.searches.items():
        request = folder.requests[request_id]
        leaving = folder.leaving_of(request)
        is_searching = rules["seeks"]["kind"] == "synthetic"
        for attempt in folder.attempts[request_id] if is_searching else []:
            planned = folder.booking_of(attempt) is not None
            expected = rules["seeks"]["fallback"] != "instant" or attempt["time_s"] < leaving
            v.check("bookings: the board is searched until it is time to leave", planned == expected, ("attempts", attempt))
        check_alerts(folder, rules, request, searches, v)
    check_declines(folder, rules, v)


def check_seat(folder, rules: dict, row: Row, here, v: Verifier):
    """The columns of a seat, from those of the trip and the request."""
    if row["offer_id"] is None:
        empty = [row[column] for column in ("from_stop", "to_stop", "price", "score", "answered_s", "fate", "ended_s")]
        v.check("bookings: no seat, no columns of a seat", not any(x is not None for x in empty), here)
        return
    request = folder.requests[row["request_id"]]
    stops = places(folder, row["offer_id"])
    holds = 0 <= row["from_stop"] < row["to_stop"] < len(stops)
    v.check("bookings: a seat leads from a stop to a later one", holds, here)
    if not holds:
        return
    start, end = stops[row["from_stop"]], stops[row["to_stop"]]
    v.check("bookings: times are the published ones", (row["departs_s"], row["arrives_s"]) == (start[2], end[2]), here)
    v.check("bookings: lead_s = departs_s − time_s", row["lead_s"] == row["departs_s"] - row["time_s"], here)
    v.check("bookings: nobody books what has left", row["time_s"] < row["departs_s"], here)
    check_price(folder, row["offer_id"], row["from_stop"], row["to_stop"], row["price"], here, v)
    origin, destination = ((request[f"{end}_x"], request[f"{end}_y"]) for end in ("origin", "destination"))
    walks = metres(folder, *origin, *start[:2]), metres(folder, *end[:2], *destination)
    for column, walk in zip(("walk_to_stop_m", "walk_from_stop_m"), walks):
        v.near(f"bookings: {column} is the straight line", row[column], walk, SLACK_M, here)
    if rules["seeks"]["kind"] == "recorded":
        v.check("bookings: a recorded seat has no score", row["score"] == 0, here)
        return
    shift = row["latest_s"] - end[2] if row["by_arrival"] else start[2] - row["earliest_s"]
    v.check("bookings: shift_s is the trip's from the wish", row["shift_s"] == shift, here)
    v.check("bookings: the trip lies in the window", 0 <= shift <= row["latest_s"] - row["earliest_s"], here)
    seeks = rules["seeks"]
    v.check("bookings: stops lie in reach",
            walks[0] <= seeks["access_m"] + SLACK_M and walks[1] <= seeks["egress_m"] + SLACK_M, here)  # fmt: skip
    on_foot = 1000 * (walks[0] - SLACK_M) / rules["walk_speed_ms"]
    v.check("bookings: the passenger can walk there in time", row["time_s"] + on_foot <= start[2] + 1, here)


def check_fate(folder, rules: dict, row: Row, here, v: Verifier):
    """What became of a seat, and when."""
    if row["offer_id"] is None:
        v.check("bookings: an attempt without a seat has no candidate", row["outcome"] == "no_candidate", here)
        return
    fate, outcome, ended, answered = row["fate"], row["outcome"], row["ended_s"], row["answered_s"]
    request = folder.requests[row["request_id"]]
    fits = {"in_progress": ("reserved",), "accepted": FATES.split()[2:]}.get(outcome, ("none",))
    v.check("bookings: the fate fits the outcome", fate in fits, here, f"{outcome}, {fate}")
    v.check("bookings: a seat that is held has not ended", (ended is None) == (fate in ("reserved", "booked")), here)
    v.check("bookings: a seat is open at the end only by a horizon",
            fate not in ("reserved", "booked") or folder.horizon is not None, here)  # fmt: skip
    if outcome in ("accepted", "declined", "lapsed") and answered is not None:
        waited = answered - row["time_s"]
        v.check("bookings: answers come within the timeout", 0 <= waited <= to_ms(rules["confirm_timeout_s"]), here)
        v.check("bookings: answers come before the car is there", answered < row["departs_s"], here)
        if folder.offers[row["offer_id"]]["books_at_once"] and folder.scenario.get("channel") is None:
            v.check("bookings: who books at once has the answer at once", waited == 0, here)
    if outcome in ("declined", "lapsed"):
        v.check("bookings: a seat that is refused ends with the answer", ended == answered, here)
    if outcome in ("undelivered", "unanswered") and ended is not None:
        waited = ended - row["time_s"]
        most = to_ms(rules["confirm_timeout_s"])
        v.check("bookings: silence lasts for the timeout, or until the car could be there",
                waited == most or waited < most and ended < row["departs_s"], here)  # fmt: skip
    last = folder.booking_of(folder.attempts[row["request_id"]][-1]) is row
    if fate == "ridden":
        v.check("bookings: a seat ridden is the request's ride",
                last and ended == request["pickup_s"] and request["driver_id"] == row["offer_id"], here)  # fmt: skip
    if fate == "no_show":
        v.check("bookings: who is not there ends the request",
                last and (request["outcome"], request["cause"]) == ("cancelled_by_passenger", "no_show"), here)  # fmt: skip
        v.check("bookings: the car does not leave before its time", ended >= row["departs_s"], here)
        v.check("bookings: no-shows only where there are any", rules["no_show_probability"] > 0, here)
    if fate == "cancelled_by_passenger":
        v.check("bookings: a seat given back ends the request", last and request["outcome"] == fate, here)
        v.check("bookings: a seat is given back before the departure only where passengers do so",
                rules["passenger_cancel_probability"] > 0, here, f"at {ended}, departs {row['departs_s']}")  # fmt: skip
        patience = folder.patience_end(request)
        v.check("bookings: no booked seat is given back for want of patience before it departs",
                ended != patience or ended >= row["departs_s"], here, f"at {ended}, departs {row['departs_s']}")  # fmt: skip
    if fate == "cancelled_by_driver":
        off = folder.offers[row["offer_id"]]["called_off_s"]
        cancels = folder.behaviour["driver_cancel_probability"] > 0
        v.check("bookings: a driver cancels the trip or the seat", ended == off or cancels, here)


def check_declines(folder, rules: dict, v: Verifier):
    """The share of drivers who say no is the scenario's, as far as chance allows."""
    asked = [
        row for row in folder.bookings.values()
        if row["outcome"] in ("accepted", "declined", "lapsed") and not folder.offers[row["offer_id"]]["books_at_once"]
    ]  # fmt: skip
    p = rules["decline_probability"]
    declined = sum(row["outcome"] == "declined" for row in asked)
    if rules["seeks"]["kind"] != "synthetic" or not asked:
        return
    deviation = math.sqrt(len(asked) * p * (1 - p))
    holds = abs(declined - len(asked) * p) <= 5 * deviation + 1
    v.check("bookings: drivers say no as often as the scenario says", holds, "bookings.csv", f"{declined} of {len(asked)}")


# Searches


def query(folder, request: Row, search: Row, offer_id, time: int) -> list:
    """The pairs of stops of a trip that a passenger could take at `time`: from, to, how sure, both walks."""
    rules = folder.scenario["board"]
    seeks = rules["seeks"]
    stops = places(folder, offer_id)
    gone = sum(left <= time for left in folder.left_stops[offer_id])
    slack_ms = 1000 * SLACK_M / rules["walk_speed_ms"] + 1

    def near(x, y, end, most):
        away = metres(folder, x, y, request[f"{end}_x"], request[f"{end}_y"])
        return away, YES if away <= most - SLACK_M else PERHAPS if away <= most + SLACK_M else NO

    def in_window(moment):
        return search["earliest_s"] <= moment <= search["latest_s"]

    pairs = []
    for first in range(gone, len(stops) - 1):
        x, y, departs = stops[first]
        walk, reach = near(x, y, "origin", seeks["access_m"])
        if not reach or not search["by_arrival"] and not in_window(departs):
            continue
        spare = departs - time - 1000 * walk / rules["walk_speed_ms"]
        reach = min(reach, YES if spare >= slack_ms else PERHAPS if spare >= -slack_ms else NO)
        for last in range(first + 1, len(stops)):
            x, y, arrives = stops[last]
            walk_from, reach_from = near(x, y, "destination", seeks["egress_m"])
            if min(reach, reach_from) and (not search["by_arrival"] or in_window(arrives)):
                pairs.append((first, last, min(reach, reach_from), walk, walk_from))
    return pairs


def room(folder, request: Row, offer_id, first: int, last: int, time: int) -> int:
    """Whether seats and luggage room are free on the legs between two stops."""
    seats, pieces = [folder.offers[offer_id]["seats"]] * last, [folder.drivers[offer_id]["luggage_room"]] * last
    unsure = False

    def take(passenger, legs):
        for leg in legs:
            if first <= leg < last:
                seats[leg] -= folder.requests[passenger]["party_size"]
                pieces[leg] -= folder.requests[passenger]["luggage"]

    for seat in folder.seats[offer_id]:
        if seat["time_s"] == time and seat["request_id"] != request["request_id"]:
            unsure = True  # equal times: which came first is not in the rows
        held = seat["time_s"] < time and (seat["fate"] == "ridden" or seat["ended_s"] is None or seat["ended_s"] > time)
        if held:
            take(seat["request_id"], range(seat["from_stop"], seat["to_stop"]))
    for since, passenger, ridden in folder.others[offer_id]:
        if since > time:
            continue
        if ridden is None:
            unsure = True  # one who asked now and never got on: between which stops is not in the rows
        else:
            take(passenger, range(ridden[0], ridden[1] + 1))
    free = all(
        seats[leg] >= request["party_size"] and pieces[leg] >= request["luggage"] for leg in range(first, last)
    )
    return PERHAPS if unsure else YES if free else NO


def wishes(folder, request: Row, offer_id) -> int:
    """Whether required wishes agree, as far as they are about traits."""
    driver = folder.drivers[offer_id]
    for who, other in ((request, driver), (driver, request)):
        stated, met = agreement(who, other)
        if who["wants_required"] and met < stated:
            return NO
    return PERHAPS if folder.has_social_wishes else YES


def affordable(folder, request: Row, costs, time: int) -> tuple[int, int]:
    """Whether a seat of a price is within the means, and whether the party can pay it."""
    least, most = costs
    means = folder.scenario["board"]["seeks"]["means_per_km"]
    within = YES
    if means is not None:
        low, high = (
            math.floor(means * max(0, request["direct_m"] + slack) / 1000 * 10**folder.decimals) for slack in (-0.06, 0.06)
        )
        within = PERHAPS if least is None else YES if most <= low else NO if least > high else PERHAPS
    funds = folder.funds(request, time)
    if funds is None:
        return within, YES
    party = request["party_size"]
    if least is None or funds == "unknown":
        return within, PERHAPS
    return within, YES if most * party <= funds else NO if least * party > funds else PERHAPS


def score(folder, request: Row, search: Row, offer_id, pair):
    """What a trip is judged by, least and most; None where the rows do not say."""
    weights = folder.scenario["board"]["weights"]
    first, last, _, walk, walk_from = pair
    costs = price(folder, offer_id, first, last)
    stars = folder.stars(offer_id)
    if costs[0] is None or stars is None or folder.has_social_wishes:
        return None
    stops = places(folder, offer_id)
    shift = search["latest_s"] - stops[last][2] if search["by_arrival"] else stops[first][2] - search["earliest_s"]
    sides = [agreement(request, folder.drivers[offer_id]), agreement(folder.drivers[offer_id], request)]
    stated, met = (sum(side[k] for side in sides) for k in (0, 1))
    speed = folder.scenario["board"]["walk_speed_ms"]
    sum_ = weights["shift"] * abs(shift) + weights["walking"] * 1000 * (walk + walk_from) / speed
    sum_ += 1000 * weights["preference_s"] * (1 - (met / stated if stated else 1)) - 1000 * weights["star_s"] * stars
    slack = weights["walking"] * (2000 * SLACK_M / speed + 1) + 2
    return sum_ + weights["price_ms"] * costs[0] - slack, sum_ + weights["price_ms"] * costs[1] + slack


def is_sure(folder, offer_id, first: int, time: int) -> bool:
    """Whether the car of a trip can surely take one more party from a stop: nobody but its bookings is in its way."""
    rules, driver = folder.scenario["board"], folder.drivers[offer_id]
    stops = places(folder, offer_id)
    if rules["offers"]["kind"] != "synthetic" or folder.others[offer_id] or time >= stops[max(0, first - 1)][2]:
        return False
    delay = 2 * (len(folder.seats[offer_id]) + 1) * folder.stop_duration
    limits = [to_ms(rules["tolerance_s"]), driver["max_detour_s"]]
    if driver["max_detour_ratio"] is not None:
        limits.append(driver["max_detour_ratio"] * driver["solo_s"])
    return all(limit is None or delay <= limit for limit in limits)


def excluded(folder, search: Row) -> set:
    """Drivers who are not asked: who said no, or nothing, in this cycle, and who cancelled before."""
    drivers = set()
    for row in folder.attempts[search["request_id"]]:
        if (row["cycle"], row["attempt"]) >= (search["cycle"], search["attempt"]):
            break
        silent = row["outcome"] in ("declined", "undelivered", "unanswered") and row["cycle"] == search["cycle"]
        if silent or row["outcome"] == "accepted":
            drivers.add(row["driver_id"])
    return drivers


def is_shown(folder, offer_id, time: int) -> bool:
    """Whether a trip stands on the board."""
    offer, over = folder.offers[offer_id], folder.drivers[offer_id]["arrive_s"]
    off = offer["called_off_s"]
    return (
        offer["published_s"] is not None and offer["published_s"] <= time
        and (off is None or off > time) and (over is None or over > time)
    )  # fmt: skip


def check_search(folder, search: Row, v: Verifier) -> str:
    """One search again; says whether it was recomputed in full."""
    here, time = ("bookings", search), search["time_s"]
    request = folder.requests[search["request_id"]]
    least, most = [0] * len(STAGES), [0] * len(STAGES)
    left_out = excluded(folder, search)
    best = []
    for offer_id, offer in folder.offers.items():
        if offer_id in left_out or not is_shown(folder, offer_id, time):
            continue
        if offer["depart_s"] > search["latest_s"] or offer["arrive_s"] < search["earliest_s"]:
            continue
        answers = [YES] + [NO] * 5
        for pair in query(folder, request, search, offer_id, time):
            first, last, reach = pair[:3]
            chain = [reach, min(reach, room(folder, request, offer_id, first, last, time))]
            chain.append(min(chain[-1], wishes(folder, request, offer_id)))
            for answer in affordable(folder, request, price(folder, offer_id, first, last), time):
                chain.append(min(chain[-1], answer))
            answers = [YES, *(max(pair) for pair in zip(answers[1:], chain))]
            best.append((offer_id, pair, chain))
        for stage, answer in enumerate(answers):
            least[stage] += answer == YES
            most[stage] += answer != NO
    found = [search[stage] for stage in STAGES]
    for stage, low, high, count in zip(STAGES, least, most, found):
        v.check(f"searches: {stage}", count is not None and low <= count <= high, here, f"{count}, expected {low} … {high}")
    check_cause(search, found, here, v)
    is_full = least == most
    if search["offer_id"] is None:
        return "in full" if is_full else "in part"
    return check_winner(folder, request, search, best, v) if is_full else "in part"


def check_cause(search: Row, found: list, here, v: Verifier):
    """Who found nothing has the cause of the stage that left nobody."""
    if search["offer_id"] is not None:
        v.check("searches: a seat where trips were left", found[4] > 0, here)
    elif 0 in found:
        cause = CAUSES[found.index(0)]
        holds = search["cause"] == cause or cause == "no_funds" and search["cause"] == "limits"
        v.check("searches: the cause is the stage that left nobody", holds, here, f"{search['cause']}")
    else:
        v.check("searches: else the car could not come in time", search["cause"] in ("limits", "no_funds"), here)


def check_winner(folder, request: Row, search: Row, best: list, v: Verifier) -> str:
    """The seat that was reserved against all others; says whether all of them are known."""
    here = ("bookings", search)
    mine = (search["offer_id"], search["from_stop"], search["to_stop"])
    # Who could pay nothing was asked what it would be with money enough.
    stage = 4 if search["with_funds"] else 3
    found = [item for item in best if (item[0], *item[1][:2]) == mine and item[2][stage] != NO]
    v.check("searches: the seat is one of the candidates", len(found) == 1, here)
    is_known = True
    for offer_id, pair, chain in best:
        if chain[stage] == NO:
            continue
        bounds = score(folder, request, search, offer_id, pair)
        if bounds is None:
            is_known = False
        elif (offer_id, *pair[:2]) == mine:
            v.check("searches: the score is the weighted sum", bounds[0] <= search["score"] <= bounds[1], here, f"{bounds}")
        elif is_sure(folder, offer_id, pair[0], search["time_s"]):
            v.check("searches: no other seat was better", search["score"] <= bounds[1], here, f"{offer_id} {pair[:2]} {bounds}")
        else:
            is_known = False
    return "in full" if is_known else "in part"


# Alerts


def watch_end(folder, request: Row) -> int:
    """Until when a passenger without a seat watches new trips."""
    alert = to_ms(folder.scenario["board"]["seeks"]["alert_s"])
    leaving = folder.leaving_of(request)
    return leaving if alert is None else min(leaving, request["submit_s"] + alert)


def stays(folder, before: Row) -> bool:
    """Whether nothing follows a search but a new trip or the time to leave."""
    seeks = folder.scenario["board"]["seeks"]
    if seeks["kind"] != "synthetic" or before["outcome"] == "accepted":
        return False
    if before["driver_id"] is not None and before["attempt"] < folder.matching["attempts"]:
        return False
    request, end = folder.requests[before["request_id"]], folder.end_of(before)
    if end is None:
        return False
    return end < watch_end(folder, request) or seeks["fallback"] == "instant" and end < folder.leaving_of(request)


def follows(folder, before: Row, row: Row, v: Verifier) -> bool:
    """Checks what follows a search on the board; whether rules of the board say it rather than those of cycles."""
    here = ("attempts", row)
    booking = folder.booking_of(before)
    if before["outcome"] == "accepted":
        v.check("board: who loses a seat looks for another at once", row["time_s"] == booking["ended_s"], here)
        return False
    if not stays(folder, before):
        return False
    request = folder.requests[row["request_id"]]
    if folder.booking_of(row) is None:
        expected = (before["cycle"] + 1, 1, batch.decided(folder, row, folder.leaving_of(request)))
        v.check("board: who has no seat asks now when it is time to leave",
                (row["cycle"], row["attempt"], row["time_s"]) == expected, here)  # fmt: skip
        return True
    v.check("board: attempts are numbered on", (row["cycle"], row["attempt"]) == (before["cycle"], before["attempt"] + 1), here)
    shown = [key for key, offer in folder.offers.items() if offer["published_s"] == row["time_s"]]
    holds = any(query(folder, request, booking, key, row["time_s"]) for key in shown)
    v.check("board: who watches searches when a trip in reach appears", holds, here)
    v.check("board: nobody watches longer than they said", row["time_s"] <= watch_end(folder, request), here)
    return True


def check_alerts(folder, rules: dict, request: Row, searches: list, v: Verifier):
    """Who watches misses no trip that appears in reach with seats."""
    attempts = folder.attempts[request["request_id"]]
    for before, after in zip(attempts, [*attempts[1:], None]):
        search = folder.booking_of(before)
        if search is None or not stays(folder, before):
            continue
        begin, end = folder.end_of(before), watch_end(folder, request)
        if after is not None:
            end = min(end, after["time_s"])
        if folder.horizon is not None:
            end = min(end, folder.horizon)
        for key, offer in folder.offers.items():
            shown = offer["published_s"]
            if shown is None or not begin < shown < end:
                continue
            pairs = query(folder, request, search, key, shown)
            missed = any(pair[2] == YES and room(folder, request, key, pair[0], pair[1], shown) == YES for pair in pairs)
            v.check("board: who watches misses no trip", not missed, ("bookings", search), f"offer {key} at {shown}")


def check(folder, v: Verifier):
    """Checks the board of a run, if it has one."""
    if "bookings" not in folder.tables:
        return
    check_offers(folder, v)
    check_bookings(folder, v)
    how = defaultdict(int)
    for search in folder.tables["bookings"]:
        counts = [search[stage] for stage in STAGES]
        if search["cause"] == "not_verified" or folder.scenario["board"]["seeks"]["kind"] == "recorded":
            v.check("searches: nothing is counted where the board was not looked through", counts == [None] * 6,
                    ("bookings", search))  # fmt: skip
        else:
            how[check_search(folder, search, v)] += 1
    if how:
        v.notes.append(f"searches recomputed {how['in full']} in full, {how['in part']} in part")
