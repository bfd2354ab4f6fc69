#!/usr/bin/env python3
"""Ask the statements of the markets' pages again: over twice the horizon, and at half and twice the density.

    python3 Scripts/research/ranges.py [--program PATH] [--jobs N] [--only NAME …] [--variants NAME …]
    python3 Scripts/research/ranges.py --page | --check

Every cell of the tables in docs/ranges.md is a mean over replications with its 95 % interval (Student's t), paired by seed and replication
where it is a difference. A cell is bold where the mean lies outside the bounds within which the statement holds. The runs are studies of
one point each below Results/ranges, so that a call that is repeated goes on where it stopped; Results/ranges/cells.csv has the cells.

`--only` runs these statements alone, `--variants` these columns ("half the density"). `--page` runs none, and makes the tables of the page
from the cells. `--check` compares the page with them, and writes nothing: exit code 1 where they differ.
"""

import argparse
import csv
import hashlib
import json
import math
import pathlib
import statistics
import subprocess
import sys
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/ranges.md"
RESULTS = ROOT / "Results/ranges"
CELLS = RESULTS / "cells.csv"
HEADINGS = {"services": "Services, and an exchange of hours", "shifts": "Volunteers for a festival", "orders": "Postcards, and a line of stations",
            "service": "Platform services", "planned": "Trips planned ahead"}
VARIANTS = ["as stated", "twice the horizon", "half the density", "twice the density"]

HOURS = "[0.2, 0.1, 0.1, 0.1, 0.1, 0.3, 0.8, 1.6, 2.4, 2.6, 2.4, 2.0, 1.4, 1.2, 1.4, 1.6, 1.8, 2.2, 2.4, 2.2, 1.8, 1.2, 0.7, 0.4]"
DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
# The same hours every day, however long the run is.
SERVICES_WEEK = "demand.profile={" + ", ".join(f"{day}: {HOURS}" for day in DAYS) + "}"
EXCHANGE_WEEK = "demand.profile={" + ", ".join(f"{day}: [0.1, 1, 0.9]" for day in DAYS) + "}"
WEEK, SIX_WEEKS, YEAR, MONTH = 604_800, 3_628_800, 31_449_600, 2_592_000
SLOTS = [(day, part, (4_006_800 + 86_400 * number + 14_400 * place)) for number, day in enumerate(["friday", "saturday", "sunday"])
         for place, part in enumerate(["morning", "afternoon", "evening"])]


def later_slots():
    """The slots of the festival six weeks later, so that sign-up lasts twice as long."""
    slots = [f'{{name: "{day} {part}", begin_s: {begin + SIX_WEEKS}, end_s: {begin + SIX_WEEKS + 14_400}}}' for day, part, begin in SLOTS]
    return ["programme.slots=[" + ", ".join(slots) + "]", f"time.duration_s={2 * SIX_WEEKS}"]


def services(weeks, providers=400, extra=()):
    """A week of services, or several, with as many jobs a week for each provider as in the scenario."""
    sets = [f"supply.count={providers}", f"demand.count={round(12.5 * providers * weeks)}", f"time.duration_s={weeks * WEEK}"]
    return [*extra, *sets, SERVICES_WEEK]


def exchange(years, members=600):
    return [f"time.duration_s={years * YEAR}", f"demand.count={52 * years * members}", f"supply.count={members}", EXCHANGE_WEEK]


def festival(volunteers, horizon=1):
    return [f"volunteers.count={volunteers}", *(later_slots() if horizon == 2 else [])]


def postcards(share, horizon=1, customers=None):
    """Postcards at `share` times the orders a day; `customers` times the customers, by default as many times."""
    customers = share if customers is None else customers
    sets = [f"demand.count={round(16_000 * share * horizon)}", f"accounts.count={round(4_000 * customers)}"]
    return sets + ([f"time.duration_s={2 * 5_184_000}"] if horizon == 2 else [])


def stations(print_, finish, post):
    return [f"stations[0].servers={print_}", f"stations[1].servers={finish}", f"stations[2].servers={post}"]


def morning(share, horizon=1):
    sets = [f"supply.count={round(5_000 * share * horizon)}", f"demand.count={round(10_000 * share * horizon)}"]
    return sets + (["time.duration_s=28800"] if horizon == 2 else [])


def evening_before(share, horizon=1):
    """The morning with the twelve hours before it, in which trips are published; twice the horizon is a morning of eight hours."""
    weights = "0.4,0.8,1.4,2.4,2.6,2.0,1.0,0.7".split(",")
    profile = ["0"] * 24 + [weight for weight in weights for _ in range(horizon)]
    return [
        f"time={{start: '2026-11-16T18:00:00', duration_s: {43_200 + 14_400 * horizon}}}",
        *(f"{side}.profile=[{','.join(profile)}]" for side in ["supply", "demand"]),
        *(f"{side}.count={round(count * share * horizon)}" for side, count in [("supply", 5_000), ("demand", 10_000)]),
    ]


def people(share, days=3):
    return [f"users.count={round(20_000 * share)}", f"users.days={days}", f"time.duration_s={days * 86_400}"]


@dataclass
class Measure:
    """A number of each replication, from the rows of the statement's points, and the bounds within which the statement holds."""

    words: str
    value: object
    least: float = -math.inf
    most: float = math.inf
    unit: str = ""
    decimals: int = 1


def level(figure, point="a", factor=100):
    return lambda rows: factor * float(rows[point][figure])


def difference(figure, b="b", a="a", factor=100):
    return lambda rows: factor * (float(rows[b][figure]) - float(rows[a][figure]))


def ratio(part, whole, point="a", factor=100):
    return lambda rows: factor * float(rows[point][part]) / float(rows[point][whole])


def newcomers(point):
    """Jobs done in a hundred working hours by newcomers in their first week, divided by those of the others."""
    return lambda rows: float(rows[point]["newcomers 1"]) / float(rows[point]["newcomers 0"])


@dataclass
class Statement:
    name: str
    page: str
    words: str
    scenario: str
    points: dict
    variants: list  # the sets of each variant; None where the question makes no sense
    measures: list
    sets: list = field(default_factory=list)
    tables: bool = False
    replications: int = 8
    remark: str = ""


SHIFTS = [festival(600), festival(600, 2), festival(300), festival(1200)]
RABAT = [morning(1), morning(1, 2), morning(0.5), morning(2)]

STATEMENTS = [
    Statement(
        "radius", "services.md#how-wide-should-a-search-be", "Five kilometres are enough.", "services",
        {"a": ["matching.radius_m=5000"], "b": ["matching.radius_m=12000"]},
        [services(1), services(2), services(1, 200), services(1, 800)],
        [Measure("12 km instead of 5: jobs done, points", difference("service_rate"), most=3)],
        remark="*Radius*: in a market half as dense choose 8 km.",
    ),
    Statement(
        "grace", "services.md#how-much-grace-keeps-an-exchange-alive",
        "No gift keeps an exchange alive for good; forgiving debts does.", "exchange",
        {"a": ["settlement.newcomer_s=0", "settlement.decay_share=0"], "b": ["settlement.newcomer_s=72000", "settlement.decay_share=0"],
         "c": ["settlement.newcomer_s=0", "settlement.decay_share=1"]},
        [exchange(1), exchange(2), exchange(1, 300), exchange(1, 1200)],
        [Measure("jobs done with ten hours of grace, %", level("service_rate"), most=75),
         Measure("a gift of 20 h to newcomers, points", difference("service_rate"), most=15),
         Measure("a reset every four weeks, points", difference("service_rate", "c"), least=15)],
        sets=["supply.new_share=0.5", "supply.closing_share=0.5", "settlement.credit_floor_s=-36000"], replications=3,
    ),
    Statement(
        "rating", "services.md#what-does-reputation-do-to-the-spread-of-the-work",
        "The more a star counts, the fewer providers share the work, and the farther they travel.", "services",
        {"a": ["matching.weights.rating_s=0"], "b": ["matching.weights.rating_s=14400"]},
        [services(1), services(2), services(1, 200), services(1, 800)],
        [Measure("4 h a star instead of nothing: Gini of jobs", difference("jobs_gini", factor=1), least=0.05, decimals=3),
         Measure("way to a job, km", difference("travel_m.mean", factor=0.001), least=0.3, decimals=2)],
    ),
    Statement(
        "newcomers", "services.md#what-does-reputation-do-to-newcomers",
        "A newcomer who counts as the average gets as much work as the others; half a star less, and it is a quarter; half a star more, twice"
        " as much.", "services",
        {"a": ["behaviour.reviews.unrated.rating=4.2"], "b": ["behaviour.reviews.unrated.rating=3.7"],
         "c": ["behaviour.reviews.unrated.rating=4.7"]},
        [services(4), services(8), services(4, 200), services(4, 800)],
        [Measure("first week ÷ others, 4.2 stars", newcomers("a"), 0.85, 1.25, decimals=2),
         Measure("3.7 stars", newcomers("b"), 0.15, 0.35, decimals=2),
         Measure("4.7 stars", newcomers("c"), 1.7, 2.6, decimals=2)],
        sets=["supply.new_share=0.5", "supply.validation_delay_s=0", "behaviour.reviews.unrated={rating: 4.2, weight: 3}",
              "matching.weights.rating_s=14400"],
        tables=True, replications=3,
    ),
    Statement(
        "validation", "services.md#how-long-may-validation-take",
        "In the first week a day of validation costs one job in a hundred and a week four; over four weeks a week costs less than two.",
        "services",
        {"a": ["supply.validation_delay_s=0"], "b": ["supply.validation_delay_s=86400"], "c": ["supply.validation_delay_s=604800"]},
        [services(1), services(2), services(1, 200), services(1, 800)],
        [Measure("a day: jobs done, points", difference("service_rate"), -1.5, -0.5),
         Measure("a week: jobs done, points", difference("service_rate", "c"), -5.5, -3)],
        sets=["supply.new_share=0.5"],
    ),
    Statement(
        "moderation", "services.md#how-long-may-moderation-take",
        "A week of moderation costs three jobs in a thousand at most; in the first week it leaves the work in fewer hands.", "services",
        {"a": ["behaviour.reviews.moderation_delay_s=0"], "b": ["behaviour.reviews.moderation_delay_s=604800"]},
        [services(1), services(2), services(1, 200), services(1, 800)],
        [Measure("a week, a star worth 4 h: jobs done, points", difference("service_rate"), least=-0.5, decimals=2),
         Measure("Gini of jobs", difference("jobs_gini", factor=1), least=0.02, decimals=3)],
        sets=["supply.new_share=0.5", "supply.validation_delay_s=0", "supply.rating_sd=0.8", "behaviour.reviews.rating_weight=1",
              "matching.weights.rating_s=14400"],
        replications=5,
    ),
    Statement(
        "team", "services.md#how-many-people-must-look-at-new-providers", "Five people for 200 newcomers a week.", "services",
        {"a": ["verification.applications.team.servers=5"], "b": ["verification.applications.team.servers=10"]},
        [services(1), services(2), services(1, 200), services(1, 800)],
        [Measure("ten instead of five: jobs done, points", difference("service_rate"), most=2)],
        sets=["supply.new_share=0.5",
              "verification={verified_share: 0.5, applications: {refused_share: 0.2, again_share: 0.8, again_delay: 28800, team: {hours:"
              ' "mon-fri 09:00-17:00", service: {law: "exponential", mean_s: 3600}}}}'],
        replications=5,
    ),
    Statement(
        "volunteers", "shifts.md#how-many-volunteers-fill-95--of-every-slot",
        "800 volunteers fill 95 % of every slot, 600 with a reserve of a tenth, if two in five are flexible.", "shifts",
        {"a": ["matching.reserve_share=0", "volunteers.count=800"], "b": ["matching.reserve_share=0.1", "volunteers.count=600"]},
        [[], later_slots(), ["programme.posts=80"], ["programme.posts=20"]],
        [Measure("800: worst slot filled, %", level("slot_fill_ratio.min"), least=94.5),
         Measure("600 and a reserve: worst slot filled, %", level("slot_fill_ratio.min", "b"), least=94.5)],
        sets=["behaviour.no_show_probability=0.1", "volunteers.flexible_share=0.4"],
        remark="*Volunteers*: the density is that of posts here, with the same number of volunteers for twice and for half the places.",
    ),
    Statement(
        "needs", "shifts.md#what-does-the-organiser-order",
        "With one in ten not coming, order nine in ten of the meals planned, nineteen in twenty of the beds and nearly all T-shirts.",
        "festival", {"a": []}, [festival(700), festival(700, 2), festival(350), festival(1400)],
        [Measure("meals eaten, % of the plan", ratio("meals", "meals_planned"), 85, 90),
         Measure("beds, %", ratio("beds", "beds_planned"), 85, 95),
         Measure("T-shirts, %", ratio("shirts", "shirts_planned"), 93, 100)],
    ),
    Statement(
        "counts", "shifts.md#what-does-showing-counts-bring", "Showing counts fills 15 points more when no volunteer is flexible.", "shifts",
        {"a": ["volunteers.sees_strength=0"], "b": ["volunteers.sees_strength=2"]}, SHIFTS,
        [Measure("places filled, points", difference("fill_ratio"), 12, 18)], sets=["volunteers.flexible_share=0", "volunteers.sees=counts"],
    ),
    Statement(
        "sets", "shifts.md#what-do-sign-ups-for-any-of-several-posts-bring",
        "Sign-ups for any of several posts fill 14 points more when no volunteer is flexible.", "shifts",
        {"a": ["sets=null"], "b": ["sets={share: 1}"]}, SHIFTS,
        [Measure("places filled, points", difference("fill_ratio"), 11, 17)], sets=["volunteers.flexible_share=0"],
    ),
    Statement(
        "zones", "shifts.md#when-should-zones-open", "Open zones three weeks before sign-up ends: 98 % of the places have one by choice, 92 % if"
        " zones open a week before.", "shifts",
        {"a": ["days 21"], "b": ["days 7"]}, SHIFTS,
        [Measure("three weeks before: have a zone, %", level("zone_ratio"), least=97),
         Measure("a week before, %", level("zone_ratio", "b"), 90, 94)],
        sets=["programme.zoned_share=0.6", 'zones={opens_s: 604800, delay: {law: "lognormal", median_s: 172800, sigma: 1}, unchosen: "without"}',
              "channel={loss: 0.2, tries: 2, delay: 600}"],
    ),
    Statement(
        "changes", "shifts.md#what-do-changes-of-sign-ups-cost",
        "Volunteers who change their sign-ups leave as many places filled, and more have their first wish.", "shifts",
        {"a": ["behaviour.changes=null"], "b": ["behaviour.changes={probability: 0.6}"]}, SHIFTS,
        [Measure("places filled, points", difference("fill_ratio"), least=-0.5),
         Measure("first wish, points", difference("wish_1_ratio"), least=2)],
    ),
    Statement(
        "flexible", "shifts.md#how-many-flexible-volunteers-fill-all-posts", "Two flexible volunteers in five fill all posts.", "shifts",
        {"a": ["volunteers.flexible_share=0.4"], "b": ["volunteers.flexible_share=1"]}, SHIFTS,
        [Measure("all flexible instead: places filled, points", difference("fill_ratio"), most=2)],
    ),
    Statement(
        "servers", "orders.md#how-many-servers-deliver-99--within-48-hours",
        "Three print, five finish, two post: 99 % within 48 hours.", "orders", {"a": stations(3, 5, 2)},
        [[], [f"time.duration_s={2 * MONTH}", "demand.count=40000"],
         ["demand.count=10000", "accounts.count=3000"], ["demand.count=40000", "accounts.count=12000"]],
        [Measure("48 hours kept, %", level("kept_ratio"), least=99)],
        remark="*Servers*: twice the horizon has each day of the month twice, one after the other.",
    ),
    Statement(
        "promises", "orders.md#how-many-servers-deliver-99--within-both-promises",
        "With 3, 5, 5 and 10 days the carriers alone keep 94.5 % of the cards; with 5, 9, 12 and 25 days four servers keep both promises for"
        " 99.4 % of the orders.", "postcards",
        {"a": [], "b": [f"delivery.countries[{place}].promise_days={days}" for place, days in enumerate([5, 9, 12, 25])]},
        [postcards(1), postcards(1, 2), postcards(0.5), postcards(2)],
        [Measure("carriers, 3 to 10 days, %", level("delivered_ratio"), 94, 95, decimals=2),
         Measure("both kept, 5 to 25 days, %", level("both_kept_ratio", "b"), least=99, decimals=2)],
    ),
    Statement(
        "photos", "orders.md#why-do-orders-miss-48-hours",
        "Orders miss 48 hours because of their photo; one person who looks on Sundays is worth as much as three more servers.", "postcards",
        {"a": [], "b": ['photos.check.hours="mon-fri 08:00-18:00; sat,sun 09:00-14:00"'], "c": stations(2, 3, 2), "d": ["photos=null"]},
        [postcards(1), postcards(1, 2), postcards(0.5), postcards(2)],
        [Measure("without photos: kept, %", level("kept_ratio", "d"), least=99.9, decimals=2),
         Measure("Sundays, points", difference("kept_ratio"), least=0.02, decimals=2),
         Measure("three more servers, points", difference("kept_ratio", "c"), most=0.5, decimals=2)],
    ),
    Statement(
        "packs", "orders.md#how-many-credits-are-sold-used-and-lapsed-under-which-pack",
        "Of credits valid for 30 days, 30 % lapse in packs of 5, 74 % in packs of 20 and 95 % in packs of 100.", "postcards",
        {name: [f"packs[{other}].weight={int(other == place)}" for other in range(3)] for place, name in enumerate("abc")},
        [["time.horizon_s=7776000", *postcards(1)], [f"time.horizon_s={7_776_000 + 5_184_000}", *postcards(1, 2)],
         ["time.horizon_s=7776000", *postcards(0.5, customers=1)], ["time.horizon_s=7776000", *postcards(2, customers=1), *stations(2, 4, 2)]],
        [Measure("packs of 5: lapsed, % of those sold", ratio("credits_lapsed", "credits_sold", "a"), 25, 35),
         Measure("20", ratio("credits_lapsed", "credits_sold", "b"), 69, 79),
         Measure("100", ratio("credits_lapsed", "credits_sold", "c"), 90, 98)],
        sets=[f"packs[{place}].expire_s=2592000" for place in range(3)],
        remark="*Packs and promotions*: half and twice the density are half and twice the orders of the same customers, with servers enough.",
    ),
    Statement(
        "promotions", "orders.md#which-promotion-pays", "No promotion pays by itself.", "postcards",
        {"a": [], "b": ["codes[0].uses=500"], "c": ["campaigns[0].cards=400"], "d": ["promotions[1].number=100000"],
         "e": ["referral.share=0.12"], "f": ["promotions[0].number=1500"]},
        [postcards(1), postcards(1, 2), [*postcards(0.5, customers=1)], [*postcards(2, customers=1), *stations(2, 4, 2)]],
        [Measure(words + ": revenue, %", (lambda point: lambda rows: 100 * (float(rows[point]["revenue"]) / float(rows["a"]["revenue"]) - 1))(point),
                 most=0, decimals=2)
         for point, words in zip("bcdef", ["code", "partner's cards", "wheel", "referral", "a card for a new account"])],
        sets=["promotions[0].number=1", "promotions[1].number=1", "codes[0].uses=0", "campaigns[0].cards=1", "referral.share=0"],
    ),
    Statement(
        "parts", "service.md#three-mornings-in-rabat", "Verification costs most.", "rabat-service",
        {"a": [], "b": ["verification=null"], "c": ["demand.wishes=null"]},
        [people(1), people(1, 6), people(0.5), people(2)],
        [Measure("without verification: served, points", difference("service_rate"), least=4),
         Measure("without wishes: served, points", difference("service_rate", "c"), most=3)], replications=3,
    ),
    Statement(
        "verification", "service.md#how-long-may-a-verification-take", "Verify within minutes: an hour loses nearly as many matches as four.",
        "rabat-service",
        {"a": ["verification.delay.median_s=60"], "b": ["verification.delay.median_s=3600"], "c": ["verification.delay.median_s=14400"]},
        [people(1), people(1, 6), people(0.5), people(2)],
        [Measure("an hour instead of a minute: matched, points", difference("match_rate"), most=-5),
         Measure("four hours instead of one, points", difference("match_rate", "c", "b"), least=-2)],
        sets=["board=null", "money=null", "friends=null", "ratings=null", "channel=null", "verification.verified_share=0"], replications=3,
    ),
    Statement(
        "messages", "service.md#how-slow-may-messages-be-and-which-radius-is-right-then",
        "Delays of up to 5 s hardly matter, 15 s cost a tenth of the matches; the best radius does not move.", "rabat-morning",
        {"a": ["channel.delay.median_s=1"], "b": ["channel.delay.median_s=5"], "c": ["channel.delay.median_s=15"],
         "d": ["channel.delay.median_s=1", "matching.radius_m=1500"], "e": ["channel.delay.median_s=15", "matching.radius_m=1500"]},
        RABAT,
        [Measure("5 s instead of 1: matched, points", difference("match_rate"), least=-1),
         Measure("15 s instead of 1, points", difference("match_rate", "c"), -7, -3),
         Measure("1,500 instead of 1,000 m at 1 s, points", difference("match_rate", "d"), least=0),
         Measure("the same at 15 s, points", difference("match_rate", "e", "c"), least=0)],
        sets=["channel={delay: {law: 'lognormal', median_s: 1, sigma: 0.5}}"], replications=3,
    ),
    Statement(
        "booking", "planned.md#what-does-booking-ahead-add-to-the-instant-rule",
        "Booking ahead adds few rides, but shortens detours: 2.8 points at 30 % of either side.", "rabat-morning",
        {"a": ["board.seeks.share=0", "board.offers.share=0"], "b": ["board.seeks.share=0.3", "board.offers.share=0.3"]},
        [evening_before(1), evening_before(1, 2), evening_before(0.5), evening_before(2)],
        [Measure("served, points", difference("service_rate"), 1.5, 4.5),
         Measure("detour of sharing drivers, s", difference("driver_detour_s.mean", factor=1), most=-20, decimals=0)],
        sets=["board={confirm_delay: {law: 'lognormal', median_s: 1800, sigma: 1}}",
              "board.offers={kind: 'synthetic', lead: {law: 'lognormal', median_s: 36000, sigma: 0.5}, within_m: 500, dwell_s: 60}",
              "board.seeks={kind: 'synthetic', lead: {law: 'lognormal', median_s: 28800, sigma: 0.5}, window_s: 1800, access_m: 1000,"
              " egress_m: 1000}",
              "board.passenger_cancel_probability=0.05", "board.trip_cancel_probability=0.03", "board.no_show_probability=0.02"],
        replications=3,
    ),
]

# Student's t, two-sided at 95 %, by degrees of freedom.
T95 = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199,
       2.1098, 2.1009, 2.0930]  # fmt: skip


def sets_of(statement, point, variant):
    """The fields of a point, in which a day of the zones' opening is counted back from the end of sign-up."""
    found = statement.sets + statement.variants[variant] + statement.points[point]
    weeks = 2 if f"time.duration_s={2 * SIX_WEEKS}" in found else 1
    return [f"zones.opens_s={weeks * SIX_WEEKS - 86_400 * int(one[5:])}" if one.startswith("days ") else one for one in found]


def first_week(folder):
    """Jobs in a hundred working hours of newcomers in their first week, and of the others."""
    with open(folder / "newcomers.csv", encoding="utf-8", newline="") as file:
        return {f"newcomers {row['week']}": row["jobs_per_100_h"] for row in csv.DictReader(file)}


def rows_of(statement, point, variant, words):
    """The runs of a point, by replication."""
    sets = sets_of(statement, point, variant)
    name = hashlib.sha256(json.dumps([statement.scenario, sets]).encode()).hexdigest()[:10]
    out = RESULTS / f"{statement.name}-{VARIANTS[variant].replace(' ', '-')}-{point}-{name}"
    number = str(statement.replications)
    call = [words.program, "sweep", f"Scenarios/{statement.scenario}.json5", "--replications", number, "--out", str(out), "--quiet"]
    call += ["--jobs", str(words.jobs)] * bool(words.jobs) + ["--keep-tables"] * statement.tables
    result = subprocess.run(call + [word for one in sets for word in ("--set", one)], cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{statement.name}, {VARIANTS[variant]}: {result.stderr.strip()}")
    if statement.tables:
        subprocess.run([words.program, "unpack", str(out), "--quiet"], check=True)
    with open(out / "runs.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if statement.tables:
            row |= first_week(out / "tables" / row["run_id"])
    return {(row["seed"], row["replication"]): row for row in rows}


def run(statement, words):
    """Runs a statement, and stores its cells: for each measure the mean, the half width of its interval and the number of pairs."""
    for variant, name in enumerate(VARIANTS):
        if words.variants and name not in words.variants:
            continue
        found = []
        points = {point: rows_of(statement, point, variant, words) for point in statement.points}
        keys = sorted(set.intersection(*(set(rows) for rows in points.values())))
        for measure in statement.measures:
            sample = [measure.value({point: rows[key] for point, rows in points.items()}) for key in keys]
            half = T95[len(sample) - 2] * statistics.stdev(sample) / math.sqrt(len(sample))
            found.append({"statement": statement.name, "measure": measure.words, "variant": name, "mean": f"{statistics.mean(sample):.6f}",
                          "half_width_95": f"{half:.6f}", "replications": len(sample)})
            print(f"{statement.name:14} {name:20} {measure.words}: {found[-1]['mean']} ± {found[-1]['half_width_95']}", flush=True)
        store(found)


def stored():
    """The stored cells."""
    if not CELLS.exists():
        return []
    with open(CELLS, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def store(found):
    """Puts the cells of a statement's variant in the place of those that are stored, in the order of the statements."""
    names = [one.name for one in STATEMENTS]
    key = lambda row: (row["statement"], row["variant"])  # noqa: E731
    rows = [row for row in stored() if key(row) not in {key(one) for one in found} and row["statement"] in names] + found
    rows.sort(key=lambda row: (names.index(row["statement"]), VARIANTS.index(row["variant"])))
    RESULTS.mkdir(parents=True, exist_ok=True)
    with open(CELLS, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(found[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def text(measure, row):
    """A cell, bold outside the bounds of the statement."""
    mean, half = float(row["mean"]), float(row["half_width_95"])
    number = f"{mean:.{measure.decimals}f}"
    if float(number) == 0:
        number = number.lstrip("-")
    number = number.replace("-", "−") + f" ± {half:.{measure.decimals}f}"
    return number if measure.least <= mean <= measure.most else f"**{number}**"


def tables():
    """The tables of the page, one for each page that states something."""
    rows = {(row["statement"], row["measure"], row["variant"]): row for row in stored()}
    lines = []
    for page, heading in HEADINGS.items():
        lines += [f"## {heading}", "", f"| statement | measure | {' | '.join(VARIANTS)} |", "|---|---|---|---|---|---|"]
        for statement in STATEMENTS:
            if statement.page.partition(".md")[0] != page:
                continue
            for place, measure in enumerate(statement.measures):
                first = f"[{statement.words}]({statement.page})" if place == 0 else ""
                cells = [rows.get((statement.name, measure.words, variant)) for variant in VARIANTS]
                lines.append("| " + " | ".join([first, measure.words] + [text(measure, row) if row else "–" for row in cells]) + " |")
        remarks = [one.remark for one in STATEMENTS if one.page.partition(".md")[0] == page and one.remark]
        lines += ["", *(line for remark in remarks for line in (remark, ""))]
    return "\n".join(lines).rstrip("\n") + "\n"


def page():
    """The page with its tables renewed."""
    text = PAGE.read_text(encoding="utf-8")
    head, mark, rest = text.partition("<!-- ranges -->\n")
    _, end, tail = rest.partition("<!-- /ranges -->")
    if not mark or not end:
        sys.exit("docs/ranges.md lacks the lines <!-- ranges --> and <!-- /ranges -->")
    return f"{head}{mark}{tables()}{end}{tail}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default=str(ROOT / ".build/release/detour"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--variants", nargs="*", default=[], choices=VARIANTS)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--check", action="store_true")
    words = parser.parse_args()
    if unknown := set(words.only) - {one.name for one in STATEMENTS}:
        parser.error(f"no statement is called {', '.join(sorted(unknown))}; there are {', '.join(one.name for one in STATEMENTS)}")
    if words.check:
        same = page() == PAGE.read_text(encoding="utf-8")
        if not same:
            print("docs/ranges.md differs from Results/ranges/cells.csv; renew it by Scripts/research/ranges.py --page")
        return 0 if same else 1
    for statement in STATEMENTS if not words.page else []:
        if not words.only or statement.name in words.only:
            run(statement, words)
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
