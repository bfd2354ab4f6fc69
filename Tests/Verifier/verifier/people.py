"""The people behind drivers and requests, written again from docs/columns.md: money, verification, days."""

import math
from collections import Counter, defaultdict

from . import days, messages, teams
from .form import Row, Verifier, milliseconds, share, to_ms
from .messages import recorded

TABLES = {
    "payments": "transfer,side,time_s,account,user_id,kind,amount,balance_after,request_id",
    "users": "user_id,verified_s,requests,served,trips,offers,passengers_taken,left_s,pays,balance,rating,reviews,friends",
    "days": days.TABLE,
    "invitations": "invitation,time_s,request_id,user_id,friend_id,accepted",
    **{name: columns.format(user="user_id", ride="request_id,rater_id,user_id") for name, columns in teams.TABLES.items()},
}
KEYS = {"payments": ["transfer", "side"], "users": ["user_id"], "days": ["day"], "invitations": ["invitation"], "moderation": ["review"]}
# From which account to which, by what a transfer is for.
WAYS = {
    "opening": ("bank", "wallet"), "top_up": ("bank", "wallet"), "hold": ("wallet", "escrow"),
    "release": ("escrow", "wallet"), "fare": ("escrow", "wallet"), "cash_fare": ("cash", "cash"),
    "refund": ("escrow", "wallet"), "cancellation_fee": ("escrow", "wallet"), "commission": ("wallet", "service"),
    "transfer": ("wallet", "wallet"), "invitation": ("service", "wallet"),
}  # fmt: skip
WORDS = {
    "kind": {"payments": " ".join(WAYS)},
    "side": {"payments": "from to"},
    "account": {"payments": "wallet cash bank escrow service"},
    "pays": {"users": "wallet cash"},
}
INTEGERS = {"transfer", "requests", "served", "trips", "offers", "passengers_taken", "reviews", "friends", "day",
            "users_active", "users_left", "invitation", "application", "review", "stars"}  # fmt: skip


def read(folder):
    """Puts what is known of people beside the tables of `folder`; all of it is empty where nobody is known."""
    users = folder.tables.get("users", [])
    money = folder.scenario.get("money")
    folder.decimals = money["currency"]["decimals"] if money else 2
    folder.users = {row["user_id"]: row for row in users}
    folder.driver_users, folder.request_users, folder.numbered = {}, {}, {}
    if users:
        name_users(folder, users)
    folder.wallets = defaultdict(list)
    for row in folder.tables.get("payments", []):
        if row["account"] == "wallet":
            folder.wallets[row["user_id"]].append(row)
    folder.funds = lambda request, time: funds(folder, request, time)
    folder.stars = lambda offer_id: stars(folder, offer_id)


def names_users(scenario: dict, path, v: Verifier) -> bool:
    """Whether requests.csv says who asked: always over days, never without platform services, else if files do."""
    header = (path / "requests.csv").read_text(encoding="utf-8").partition("\n")[0]
    found = header.endswith(",user_id")
    services = ("verification", "money", "friends", "ratings", "channel")
    if scenario.get("users") is not None:
        v.check("requests.csv says who asked", found, "requests.csv:1")
    elif all(scenario.get(part) is None for part in services):
        v.check("requests.csv says who asked only where somebody is known", not found, "requests.csv:1")
    return found


def name_users(folder, users: list):
    """Who is who: drawn users by the numbers of their trips, everybody else a user of their own, drivers first."""
    drawn = folder.scenario.get("users")
    number = drawn["count"] if drawn else 0
    sides = [("supply", "drivers", folder.driver_users), ("demand", "requests", folder.request_users)]
    left = []
    for side, table, names in sides:
        column = "driver_id" if side == "supply" else "request_id"
        is_drawn = drawn is not None and folder.scenario[side]["kind"] == "users"
        for row in folder.tables[table]:
            key = row[column]
            if is_drawn and isinstance(key, int) and key % 1_000_000_000 < 2 * drawn["count"]:
                names[key] = folder.users[key % 1_000_000_000 // 2 + 1]
            else:
                left.append((names, key))
    # Files may say that several rows are one person; then the rows of the tables do not say who.
    if len(users) == number + len(left) and all(isinstance(row["user_id"], int) for row in users):
        for (names, key), user in zip(left, users[number:]):
            names[key] = user
    folder.numbered = dict(folder.request_users) if drawn else {}
    for row in folder.tables["requests"]:
        if row.get("user_id") is not None and row["user_id"] in folder.users:
            folder.request_users[row["request_id"]] = folder.users[row["user_id"]]


def add_invitations(folder, expected: dict):
    """How many were invited and followed."""
    if "invitations" not in folder.tables:
        return
    rows = folder.tables["invitations"]
    accepted = sum(row["accepted"] for row in rows)
    expected["invitations_sent", "value"] = (len(rows), 0)
    expected["invitations_accepted", "value"] = (accepted / len(rows) if rows else None, 1e-6)
    # Who has an account from the start is drawn: the share is known but for chance.
    users = len(folder.users)
    start = folder.scenario["friends"]["invitations"]["member_share"]
    chance = 5 * math.sqrt(users * start * (1 - start))
    expected["member_ratio", "value"] = ((accepted + start * users) / users, (chance + 0.5) / users)


def add_repeated(folder, requests: list, late: list, expected: dict):
    """How many requests go the way of an earlier one of the same user."""
    if (folder.scenario.get("users") or {}).get("history_share", 0) == 0:
        return
    known, again = set(), 0
    counted = {row["request_id"] for row in late}
    for row in sorted(requests, key=lambda row: row["submit_s"]):
        way = row["user_id"], row["origin_x"], row["origin_y"], row["destination_x"], row["destination_y"]
        again += way in known and row["request_id"] in counted
        known.add(way)
    expected["repeated_ratio", "value"] = (again / len(late) if late else None, 1e-6)


def funds(folder, request: Row, time: int):
    """What the wallet of a passenger holds at a search; None for no end of money, "unknown" where the rows do not say."""
    if folder.scenario.get("money") is None:
        return None
    user = folder.request_users.get(request["request_id"])
    if user is None:
        return "unknown"
    if user["pays"] == "cash":
        return None
    balance = 0
    for row in folder.wallets[user["user_id"]]:
        if row["time_s"] > time:
            break
        if row["time_s"] == time and row["request_id"] == request["request_id"]:
            # What comes back at the moment of a search is why there is one; what is put in or set aside comes of it.
            if row["kind"] in ("top_up", "hold", "transfer"):
                break
        elif row["time_s"] == time and row["kind"] != "opening":
            return "unknown"
        balance = row["balance_after"]
    return balance


def stars(folder, offer_id):
    """The stars that a driver was shown with; None where they changed."""
    if folder.scenario.get("ratings") is None:
        return 0
    user = folder.driver_users.get(offer_id)
    return user["rating"] if user is not None and user["reviews"] == 0 else None


# Money


def share_of(share: float, amount: int) -> int:
    """A share of an amount, rounded down; shares count to a millionth."""
    return amount * round(share * 1_000_000) // 1_000_000


def check_ledger(folder, v: Verifier):
    """Double entries: two sides, zero in sum, balances that run on."""
    rows = folder.tables["payments"]
    balances = Counter()
    v.check("payments: two rows per transfer", len(rows) % 2 == 0, "payments.csv")
    before = 0
    for number, (payer, payee) in enumerate(zip(rows[::2], rows[1::2]), start=1):
        here = ("payments", payer)
        sides = (payer["transfer"], payer["side"], payee["transfer"], payee["side"])
        v.check("payments: transfers count from 1, from and to", sides == (number, "from", number, "to"), here)
        same = all(payer[column] == payee[column] for column in ("time_s", "kind", "request_id"))
        v.check("payments: both sides are of one transfer", same, here)
        v.check("payments: the sides add up to zero", payer["amount"] == -payee["amount"] < 0, here)
        v.check("payments: times do not descend", payer["time_s"] >= before, here)
        before = payer["time_s"]
        way = payer["account"], payee["account"]
        v.check("payments: money goes from where to where its kind says", way == WAYS.get(payer["kind"]), here, f"{way}")
        v.check("payments: openings are nobody's ride, all else is one's",
                (payer["request_id"] is None) == (payer["kind"] == "opening"), here)  # fmt: skip
        for row in (payer, payee):
            has_user = row["account"] in ("wallet", "cash")
            v.check("payments: users have wallets and purses", (row["user_id"] in folder.users) == has_user, ("payments", row))
            key = row["account"], row["user_id"]
            balances[key] += row["amount"]
            v.check("payments: balances run on", row["balance_after"] == balances[key], ("payments", row), f"{balances[key]}")
        if payer["kind"] in ("hold", "transfer"):
            v.check("payments: nobody spends what they have not", payer["balance_after"] >= 0, here)
        if payer["kind"] == "transfer":
            passenger = folder.request_users.get(payer["request_id"])
            holds = passenger is None or payee["user_id"] == passenger["user_id"] != payer["user_id"]
            v.check("payments: a friend sends money to the passenger", holds, here)
    v.check("payments: the sum of all balances is zero", sum(balances.values()) == 0, "payments.csv")
    for user_id, row in folder.users.items():
        v.check("users: the balance is the last of the wallet", row["balance"] == balances["wallet", user_id], ("users", row))
    return balances


def check_openings(folder, v: Verifier):
    """Wallets open with what the scenario says; who pays cash has none."""
    money = folder.scenario["money"]
    opened = Counter(row["user_id"] for row in folder.tables["payments"] if row["kind"] == "opening" and row["side"] == "to")
    law = money["opening_balance"]
    fixed = law if isinstance(law, (int, float)) else law.get("value") if law.get("law") == "fixed" else None
    for user_id, row in folder.users.items():
        here = ("users", row)
        v.check("users: everybody pays somehow", row["pays"] in ("wallet", "cash"), here)
        v.check("payments: a wallet is opened once, for who pays by it", opened[user_id] <= (row["pays"] == "wallet"), here)
        if fixed and row["pays"] == "wallet":
            v.check("payments: every wallet is opened", opened[user_id] == 1, here)
    for row in folder.tables["payments"]:
        if fixed and row["kind"] == "opening" and row["side"] == "to":
            v.near("payments: wallets open with the scenario's balance", row["amount"], fixed * 10**folder.decimals, 0,
                   ("payments", row))  # fmt: skip


def fares(folder, request: Row, booking) -> tuple:
    """The least and the most that a ride of a party may cost, as lengths are rounded; None where the rows do not say."""
    party = request["party_size"]
    if booking is not None:
        return booking["price"] * party, booking["price"] * party
    rule = folder.scenario["money"]["price"]
    scale = 10**folder.decimals
    if rule["kind"] == "fixed":
        return round(rule["price"] * scale) * party, round(rule["price"] * scale) * party
    if rule["kind"] == "recorded":
        return None, None
    step = round(rule["step"] * scale)

    def at(metres):
        return math.floor(rule["per_km"] * scale * metres / 1000 / step + 0.5) * step * party

    return at(request["direct_m"] - 0.06), at(request["direct_m"] + 0.06)


def most(folder, request: Row, metres: float, seats) -> int | None:
    """The most that a party may pay for a way in a car of `seats` seats; None without a cap."""
    cap = folder.scenario["money"].get("cap")
    if cap is None or cap["may_profit"] or seats is None:
        return None
    unit = cap["cost_per_km"] * 10**folder.decimals
    return math.floor(unit * max(0, metres) / 1000 / seats + 1e-9) * request["party_size"]


def capped(folder, request: Row, fare: tuple, driver_id, metres) -> tuple:
    """A fare within the share of the way's cost that falls to the seats of the party."""
    driver = folder.drivers.get(driver_id)
    bounds = [most(folder, request, metres + error, driver and driver["seats"]) for error in (-0.06, 0.06)]
    if fare[0] is None or bounds[0] is None:
        return fare
    return min(fare[0], bounds[0]), min(fare[1], bounds[1])


def add_incomes(folder, expected: dict):
    """The share of drivers whose fares exceed the cost of their kilometres; not where lengths leave it open."""
    money = folder.scenario.get("money") or {}
    if money.get("cap") is None:
        return
    incomes = Counter()
    for row in folder.tables["payments"]:
        if row["kind"] in ("fare", "cash_fare") and row["side"] == "to":
            incomes[folder.requests[row["request_id"]]["driver_id"]] += row["amount"]
    shared = [row for row in folder.drivers.values() if row["outcome"] == "arrived" and row["passengers_served"] > 0]
    unit = money["cap"]["cost_per_km"] * 10**folder.decimals
    above = [incomes[row["driver_id"]] - unit * row["driven_m"] / 1000 for row in shared]
    unsure = sum(abs(more) <= unit * 0.06 / 1000 + 1e-6 for more in above)
    expected["above_cost_share", "value"] = (share(sum(more > 0 for more in above), len(shared)), unsure / max(1, len(shared)) + 1e-6)


def check_rides(folder, balances: Counter, v: Verifier):
    """The money of each request: held at each match, and settled once."""
    money = folder.scenario["money"]
    is_capped = money.get("cap") is not None and not money["cap"]["may_profit"]
    of = defaultdict(list)
    for row in folder.tables["payments"]:
        if row["side"] == "from" and row["request_id"] is not None:
            of[row["request_id"]].append((row, folder.tables["payments"][2 * row["transfer"] - 1]))
    held_at_end = 0
    for request_id, request in folder.requests.items():
        here = ("requests", request)
        passenger = folder.request_users.get(request_id)
        pays = passenger["pays"] if passenger else None
        story = of[request_id]
        matches = [row for row in folder.attempts[request_id] if row["outcome"] == "accepted"]
        open_fare, number = None, 0
        for payer, payee in story:
            place, kind, amount, time = ("payments", payer), payer["kind"], payee["amount"], payer["time_s"]
            if kind == "hold":
                v.check("payments: one fare is held at a time", open_fare is None, place)
                open_fare = amount
                at_match = any(row["answered_s"] == time for row in matches)
                v.check("payments: a fare is held when the driver has said yes", at_match, place)
                match = next((row for row in matches if row["answered_s"] == time), None)
                if match is not None:
                    least, greatest = fares(folder, request, folder.booking_of(match))
                    if folder.booking_of(match) is None:
                        least, greatest = capped(folder, request, (least, greatest), match["driver_id"], request["direct_m"])
                    v.check("payments: a fare is the price of the party", least is None or least <= amount <= greatest, place,
                            f"{amount}, expected {least} … {greatest}")  # fmt: skip
                    number += 1
            elif kind == "release" and is_capped and time == request["dropoff_s"] and open_fare is not None and amount < open_fare:
                # The way in the car was shorter than the direct one, and the passenger keeps the rest.
                open_fare -= amount
            elif kind in ("release", "fare"):
                v.check("payments: what was held is given, all of it", amount == open_fare, place, f"{open_fare}")
                open_fare = None
            elif kind in ("refund", "cancellation_fee"):
                check_refund(folder, request, story, open_fare, v)
                parts = sum(to["amount"] for from_, to in story if from_["kind"] in ("refund", "cancellation_fee"))
                v.check("payments: refund and fee are what was held", open_fare in (None, parts), place)
                open_fare = None
            if kind in ("hold", "release", "refund", "top_up") and passenger is not None:
                user = payer["user_id"] if kind == "hold" else payee["user_id"]
                v.check("payments: passengers hold and get back their own", user == passenger["user_id"], place)
                v.check("payments: who pays cash has no wallet to hold from", pays == "wallet", place)
        held_at_end += open_fare or 0
        v.check("payments: nothing is held for what is over", not open_fare or request["outcome"] == "in_progress", here)
        if pays == "wallet":
            prices = [fares(folder, request, folder.booking_of(row)) for row in matches]
            free = sum(
                (price if folder.booking_of(row) else capped(folder, request, price, row["driver_id"], request["direct_m"]))[0] == 0
                for price, row in zip(prices, matches)
            )
            v.check("payments: a fare is held for each match", len(matches) - free <= number <= len(matches), here)
        check_paid(folder, request, story, pays, here, v)
    v.check("payments: escrow is what is held for rides to come", balances["escrow", None] == held_at_end, "payments.csv")
    earned = sum(row["amount"] for row in folder.tables["payments"] if row["account"] == "service")
    gives = sum(row["amount"] for row in folder.tables["payments"]
                if row["account"] == "wallet" and row["kind"] == "invitation")  # fmt: skip
    holds = earned + gives == 0 or money["commission_share"] > 0
    v.check("payments: the service earns only a commission", holds, "payments.csv")


def check_refund(folder, request: Row, story: list, held, v: Verifier):
    """What is given back to who calls a booked seat or a car off, by the scenario's table."""
    last = folder.booking_of(folder.attempts[request["request_id"]][-1])
    cancellation = folder.cancellations.get(request["request_id"])
    if held is None:
        return
    if cancellation is not None:
        lead = cancellation["planned_pickup_s"] - cancellation["cancelled_s"]
    elif last is not None and last["fate"] in ("cancelled_by_passenger", "no_show"):
        lead = max(0, last["departs_s"] - last["ended_s"])
    else:
        return
    rules = folder.scenario["money"]["refunds"]
    share = next((rule["share"] for rule in rules if to_ms(rule["lead_s"]) <= lead), 0)
    back = sum(payee["amount"] for payer, payee in story if payer["kind"] == "refund")
    v.near("payments: refunds are those of the table", back, share_of(share, held), 0, ("requests", request))


def check_paid(folder, request: Row, story: list, pays, here, v: Verifier):
    """Who was dropped off has paid the driver, and the driver the service."""
    paid = [(payer, payee) for payer, payee in story if payer["kind"] in ("fare", "cash_fare")]
    is_served = request["outcome"] == "served"
    v.check("payments: only rides are paid, and once", len(paid) <= is_served, here)
    if is_served:
        booking = folder.booking_of(folder.attempts[request["request_id"]][-1])
        least, greatest = fares(folder, request, booking)
        if booking is None:
            for metres in (request["direct_m"], request["ride_m"]):
                least, greatest = capped(folder, request, (least, greatest), request["driver_id"], metres)
            cap = most(folder, request, request["ride_m"] + 0.06, (folder.drivers.get(request["driver_id"]) or {}).get("seats"))
            amount = sum(payee["amount"] for _, payee in paid)
            v.check("payments: no ride costs more than its share of the way", cap is None or amount <= cap, here, f"{amount}, {cap}")
        v.check("payments: every ride is paid", len(paid) == 1 or least is None or least == 0, here)
        driver = folder.driver_users.get(request["driver_id"])
        for payer, payee in paid:
            place = ("payments", payer)
            v.check("payments: rides are paid at the drop-off", payer["time_s"] == request["dropoff_s"], place)
            v.check("payments: a ride costs its price", least is None or least <= payee["amount"] <= greatest, place)
            v.check("payments: the driver is paid", driver is None or payee["user_id"] == driver["user_id"], place)
            wanted = {"wallet": "fare", "cash": "cash_fare"}.get(pays, payer["kind"])
            v.check("payments: cash by cash, wallet by wallet", payer["kind"] == wanted, place)
            kept = [(out, into) for out, into in story if out["kind"] == "commission"]
            amount = sum(into["amount"] for _, into in kept)
            share = folder.scenario["money"]["commission_share"]
            v.near("payments: the commission is its share, rounded down", amount, share_of(share, payee["amount"]), 0, place)
            for out, _ in kept:
                mine = out["user_id"] == payee["user_id"] and out["time_s"] == payer["time_s"]
                v.check("payments: the driver pays the commission", mine, ("payments", out))


# Users


def check_users(folder, v: Verifier):
    """Counts, verification and churn against requests, drivers and attempts."""
    tallies = {user_id: Counter() for user_id in folder.users}
    is_whole = len(folder.request_users) == len(folder.requests) and len(folder.driver_users) == len(folder.drivers)
    for request_id, user in folder.request_users.items():
        request, tally = folder.requests[request_id], tallies[user["user_id"]]
        here = ("requests", request)
        check_verified(folder, request, user, v)
        if folder.horizon is not None and request["outcome"] == "in_progress" and request["submit_s"] > folder.horizon:
            continue
        took_part = request["outcome"] not in ("refused_input", "not_submitted") and not request["probe"]
        tally["requests"] += took_part
        tally["served"] += took_part and request["outcome"] == "served"
        left = user["left_s"]
        gone = request["outcome"] == "not_submitted"
        if request["outcome"] != "refused_input" and not request["probe"]:
            submit = max(0, request["submit_s"])
            v.check("users: who has left asks no more", gone or left is None or submit <= left, here)
            holds = not gone or request["cause"] == "no_account" or left is not None and left <= submit
            v.check("users: only who has left, or has no account, does not ask", holds, here)
    for driver_id, user in folder.driver_users.items():
        driver, tally = folder.drivers[driver_id], tallies[user["user_id"]]
        if driver["outcome"] != "refused_input":
            tally["trips"] += 1
            tally["passengers_taken"] += driver["passengers_served"]
            offer = folder.offers.get(driver_id)
            tally["offers"] += offer is not None and offer["published_s"] is not None
    for user_id, row in folder.users.items():
        here = ("users", row)
        for column in ("requests", "served", "trips", "offers", "passengers_taken") if is_whole else ():
            v.check(f"users: {column} counted again", row[column] == tallies[user_id][column], here, f"{tallies[user_id]}")
        if folder.scenario.get("verification") is None:
            v.check("users: nobody verifies where nobody must", row["verified_s"] in (None, 0), here)
        churn = (folder.scenario.get("users") or {}).get("churn")
        v.check("users: nobody leaves without churn", churn is not None or row["left_s"] is None, here)
        for part, columns in (("money", ["pays", "balance"]), ("ratings", ["rating", "reviews"]), ("friends", ["friends"])):
            for column in columns:
                expected = folder.scenario.get(part) is not None
                v.check(f"users: {column} where there is {part}", (row[column] is not None) == expected, here)
        ratings = folder.scenario.get("ratings")
        if ratings is not None and row["rating"] is not None:
            check_rating(ratings, row, here, v)
    if folder.scenario.get("friends") is not None:
        degrees = sum(row["friends"] or 0 for row in folder.users.values())
        v.check("users: friendship is mutual", degrees % 2 == 0, "users.csv", f"{degrees}")


def check_rating(rules: dict, row: Row, here, v: Verifier):
    """A rating is the mean of whole stars and of the prior with its weight, to a thousandth."""
    weight = rules["prior_weight"] + row["reviews"]
    if weight == 0:
        return
    sum_ = row["rating"] * weight - rules["prior"] * rules["prior_weight"]
    slack = 0.0006 * weight
    v.check("users: ratings are within those of the reviews",
            row["reviews"] - slack <= sum_ <= 5 * row["reviews"] + slack, here)  # fmt: skip
    v.check("users: ratings are means of whole stars", abs(sum_ - round(sum_)) <= slack, here, f"{sum_}")


def check_verified(folder, request: Row, user: Row, v: Verifier):
    """Before the verification all attempts fail for it, after it none does."""
    if folder.scenario.get("verification") is None:
        return
    for row in folder.attempts[request["request_id"]]:
        is_known = user["verified_s"] is not None and user["verified_s"] <= row["time_s"]
        v.check("users: attempts fail until the verification, and only then",
                is_known == (row["cause"] != "not_verified"), ("attempts", row))  # fmt: skip


def check_days(folder, v: Verifier):
    """The days, counted again from requests, drivers and users."""
    requests = []
    for request_id, request in folder.requests.items():
        if request["probe"] or request["outcome"] in ("refused_input", "not_submitted"):
            continue
        if folder.horizon is None or request["submit_s"] <= folder.horizon:
            user = folder.request_users[request_id]["user_id"]
            requests.append((request["submit_s"], user, request["outcome"] == "served"))
    work = [(stops[0]["arrive_s"], folder.driver_users[driver]["user_id"]) for driver, stops in folder.stops.items() if stops]
    left = [user["left_s"] for user in folder.users.values() if user["left_s"] is not None]
    # Who was refused has come too, and is verified never.
    applied = {row["user_id"] for row in folder.tables.get("applications", [])}
    came = sum(user["verified_s"] is not None or name in applied for name, user in folder.users.items())
    days.check(folder.tables["days"], requests, work, left, came, 0, v)


def check_reviews(folder, v: Verifier):
    """Where ratings are recorded: each is of a ride, by one of the two of the other, and they make the ratings of the users."""
    rows = recorded(folder, "reviews")
    users = {str(name): user for name, user in folder.users.items()}
    requests = {str(name): request for name, request in folder.requests.items()}
    stars, seen = defaultdict(list), set()
    for number, row in enumerate(rows, start=1):
        here = ("reviews", row)
        request = requests.get(row["request_id"])
        v.check("reviews: they are numbered", row["review"] == str(number), here)
        v.check("reviews: each is of a ride, at its end", request is not None and request["outcome"] == "served"
                and milliseconds(row["time_s"]) == request["dropoff_s"], here)  # fmt: skip
        v.check("reviews: one to five stars", row["stars"] in ("1", "2", "3", "4", "5"), here)
        v.check("reviews: nobody rates themselves, or a ride twice", row["rater_id"] != row["user_id"]
                and (row["request_id"], row["rater_id"]) not in seen, here)  # fmt: skip
        seen.add((row["request_id"], row["rater_id"]))
        if request is not None:
            pair = {folder.request_users.get(request["request_id"], {}).get("user_id"),
                    folder.driver_users.get(request["driver_id"], {}).get("user_id")}  # fmt: skip
            of_ride = {str(name) for name in pair if name is not None}
            v.check("reviews: by one of the two of the other", of_ride <= {row["rater_id"], row["user_id"]}, here)
        stars[row["user_id"]].append(int(row["stars"]))
    rules = folder.scenario.get("ratings")
    for name, user in users.items() if rows and rules.get("moderation") is None else ():
        here = ("users", user)
        v.check("reviews: users count theirs", user["reviews"] == len(stars[name]), here)
        weight = rules["prior_weight"] + len(stars[name])
        if weight:
            rating = (rules["prior"] * rules["prior_weight"] + sum(stars[name])) / weight
            v.near("reviews: the rating is the mean of prior and stars", user["rating"], rating, 0.000501, here)


def check_teams(folder, v: Verifier):
    """What people of the service decide: who is verified, and whose stars count."""
    if "applications" in folder.tables:
        teams.check_applications(folder, "user_id", {name: row["verified_s"] for name, row in folder.users.items()}, v)
        came = {}
        for names, rows, moment in (
            (folder.request_users, folder.requests, lambda row: row["submit_s"]),
            (folder.driver_users, folder.drivers, lambda row: None),
        ):
            for key, user in names.items():
                time = moment(rows[key])
                if time is not None and rows[key]["outcome"] not in ("refused_input", "not_submitted"):
                    came[user["user_id"]] = min(max(0, time), came.get(user["user_id"], math.inf))
        for row in folder.tables["applications"]:
            v.check("applications: the first comes by the first request", row["application"] > 1
                    or row["applied_s"] <= came.get(row["user_id"], math.inf), ("applications", row))  # fmt: skip
    if "moderation" in folder.tables:
        rules = folder.scenario["ratings"]
        rows = folder.tables["moderation"]
        teams.check_queue("moderation", rows, "written_s", rules["moderation"]["team"], teams.phase(folder), v)
        decided = [row for row in rows if row["decided_s"] is not None]
        teams.check_share("moderation", [row["rejected"] for row in decided], rules["moderation"]["rejected_share"], v)
        stars = defaultdict(list)
        for number, row in enumerate(rows, start=1):
            here = ("moderation", row)
            request = folder.requests[row["request_id"]]
            v.check("moderation: they are numbered", row["review"] == number, here)
            v.check("moderation: written at the drop-off", row["written_s"] == request["dropoff_s"], here)
            if row["rejected"] is False:
                stars[row["user_id"]].append(row["stars"])
        for name, user in folder.users.items():
            here = ("users", user)
            v.check("moderation: the stars that were accepted count", user["reviews"] == len(stars[name]), here)
            weight = rules["prior_weight"] + len(stars[name])
            if weight:
                rating = (rules["prior"] * rules["prior_weight"] + sum(stars[name])) / weight
                v.near("moderation: the rating is the mean of prior and stars", user["rating"], rating, 0.000501, here)


def check_friendships(folder, v: Verifier):
    """Where friendships are recorded: each pair once, and as many as the users say."""
    rows = recorded(folder, "friendships")
    degrees, seen = Counter(), set()
    for row in rows:
        pair = frozenset((row["user_id"], row["friend_id"]))
        v.check("friendships: two users, each pair once", len(pair) == 2 and pair not in seen, ("friendships", row))
        seen.add(pair)
        degrees.update(pair)
    for name, user in folder.users.items() if rows else ():
        v.check("friendships: users count theirs", user["friends"] == degrees[str(name)], ("users", user))


def check_invitations(folder, v: Verifier):
    """Who was taken along invites friends without an account, each once, and who follows takes part from then on."""
    rows = folder.tables["invitations"]
    rules = folder.scenario["friends"]["invitations"]
    opened, pairs = {}, set()
    for number, row in enumerate(rows, start=1):
        here = ("invitations", row)
        v.check("invitations: they are numbered", row["invitation"] == number, here)
        request = folder.requests.get(row["request_id"])
        holds = request is not None and request["outcome"] == "served" and request["dropoff_s"] == row["time_s"]
        v.check("invitations: sent when the passenger gets off", holds, here)
        passenger = folder.request_users.get(row["request_id"])
        v.check("invitations: by the passenger", passenger is None or passenger["user_id"] == row["user_id"], here)
        pair = row["user_id"], row["friend_id"]
        v.check("invitations: a friend is invited once by each", pair not in pairs and pair[0] != pair[1], here)
        pairs.add(pair)
        v.check("invitations: nobody is invited who has an account", row["friend_id"] not in opened, here)
        if row["accepted"]:
            opened[row["friend_id"]] = row["time_s"]
    accepted = sum(row["accepted"] for row in rows)
    for words, count, share in (("accepted", accepted, rules["accept_probability"]),):
        slack = 5 * math.sqrt(len(rows) * share * (1 - share)) + 1e-9
        v.check(f"invitations: as many are {words} as are drawn", abs(count - len(rows) * share) <= slack, "invitations.csv")
    for request_id, request in folder.requests.items():
        user = folder.request_users.get(request_id)
        if user is None or user["user_id"] not in opened:
            continue
        # Both may happen in one millisecond.
        time, here = opened[user["user_id"]], ("requests", request)
        absent = request["cause"] == "no_account"
        if request["outcome"] != "refused_input" and request["submit_s"] != time:
            v.check("invitations: who has opened an account asks from then on", absent == (request["submit_s"] < time), here)
    if "payments" in folder.tables:
        credit = folder.scenario["money"].get("invitation_credit", 0)
        number = sum(row["kind"] == "invitation" and row["side"] == "to" for row in folder.tables["payments"])
        v.check("invitations: both sides are rewarded", number == (2 * accepted if credit > 0 else 0), "payments.csv")


def check(folder, v: Verifier):
    """Checks the people of a run, if it knows any."""
    if "invitations" in folder.tables:
        check_invitations(folder, v)
    if "payments" in folder.tables:
        balances = check_ledger(folder, v)
        check_openings(folder, v)
        check_rides(folder, balances, v)
    if "users" in folder.tables:
        for request_id, user in folder.numbered.items():
            row = folder.requests[request_id]
            holds = row.get("user_id") == user["user_id"]
            v.check("requests: who is drawn has the trips of their number", holds, ("requests", row))
        check_users(folder, v)
        check_reviews(folder, v)
        check_teams(folder, v)
        check_friendships(folder, v)
        messages.check(folder, v)
    if "days" in folder.tables:
        check_days(folder, v)
