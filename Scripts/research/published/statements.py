"""The statements of docs/literature.md: each with its paper, what it says, its studies and claims, and why it holds or does not.

A statement is added to STATEMENTS, and a study that is new to Scenarios/literature and to STUDIES. Published numbers stand in `says`, and only
those that were read in the paper, in its abstract or in what the authors' institutions say of it; elsewhere the sign is what is compared.
"""

import math
from dataclasses import dataclass

from published.claims import FACTOR, METRES, SECONDS, SHARE, Claim, Compares, Differs, Half, Lies, Ratio, Unit


@dataclass(frozen=True)
class Study:
    """A study, the words that run it, and the folder where its results are kept."""

    name: str
    command: tuple[str, ...]
    kept: str
    # The folder of the data that it needs and that are not part of the project.
    data: str | None = None
    # Whether its figures are journeys, taken from the tables of its runs.
    journeys: bool = False
    # How many replications the short form runs.
    short: int = 3
    # Whether `make literature` runs it; another document's study is run by that document's commands.
    own: bool = True


def study(name: str, **others) -> Study:
    """A study of Scenarios/literature."""
    return Study(name, ("sweep", f"Scenarios/literature/{name}.json5"), f"Results/literature/{name}", **others)


TACHET = study("tachet-2017")
SANTI = study("santi-2014", data="san-francisco", short=2)
SANTI_DAYS = study("santi-2014-days", data="san-francisco", short=2)
AGATZ = study("agatz-2011")
AGATZ_SCARCE = study("agatz-2011-scarce")
HOMSI = study("homsi-2021")
LEHE = study("lehe-2021")
LEHE_LOOSE = study("lehe-2021-loose")
OUYANG = study("ouyang-2021")
OUYANG_RABAT = study("ouyang-2021-rabat")
LOTZE = study("lotze-2022", journeys=True)
LOTZE_LOADED = study("lotze-2022-loaded", journeys=True, short=5)
LOTZE_SHARED = study("lotze-2022-shared", journeys=True, short=5)
STIGLIC = study("stiglic-2015")
STIGLIC_PLACES = study("stiglic-2015-places")
SAMPLE = Study(
    "sample-rabat",
    ("sample", "Scenarios/rabat-morning.json5", "--shares", "0.1"),
    "Results/literature/sample-rabat",
)
WALKING = Study("rabat-walking", ("sweep", "Scenarios/studies/rabat-walking.json5"), "Results/rabat-walking", own=False)
COMMIT = Study(
    "melbourne-commit", ("sweep", "Scenarios/studies/melbourne-commit.json5"), "Results/melbourne-commit", data="melbourne", short=2, own=False,
)
STUDIES = [
    SANTI, SANTI_DAYS, TACHET, AGATZ, AGATZ_SCARCE, HOMSI, LEHE, LEHE_LOOSE, OUYANG, OUYANG_RABAT, LOTZE, LOTZE_LOADED, LOTZE_SHARED, STIGLIC, STIGLIC_PLACES,
    SAMPLE, WALKING, COMMIT,
]


@dataclass(frozen=True)
class Part:
    """Claims that one study answers: those of the paper, or, where not `judged`, measurements that say why."""

    study: Study
    claims: list[Claim]
    judged: bool = True


@dataclass(frozen=True)
class Answers:
    """Rows of Tests/Verifier/known_answers.py for a scenario, as docs/validation.md shows them; each lies less than WORST standard errors away."""

    scenario: str
    short: str


@dataclass(frozen=True)
class Fleets:
    """Rows of a law of Scripts/research/fleet_laws.py, as docs/validation.md shows them.

    An efficiency agrees if it lies less than NEAR of it away from the published one, or this in its interval.
    """

    law: str
    short: str
    # Whether it is compared with the paper, or shows why.
    judged: bool = True


@dataclass(frozen=True)
class BreakEven:
    """Rows of the law `break-even` for a graph; a load agrees if its interval and EVEN have some load in common."""

    graph: str
    short: str


@dataclass(frozen=True)
class Instances:
    """Rows of Scripts/research/darp.py, as docs/validation.md shows them; a cost agrees if it is not below the best known one."""

    names: list[str]
    short: str


@dataclass(frozen=True)
class Pooled:
    """Rows of a rule of Scripts/research/pooled_orders.py, as docs/validation.md shows them; a MAPE agrees if it is at most MOST."""

    rule: str
    short: str


WORST = 3.5
MOST = 0.04
NEAR = 0.03
EVEN = (0.95, 1.02)


@dataclass(frozen=True)
class Statement:
    """A row of the page, and its section."""

    title: str
    paper: str
    link: str | None
    says: str
    parts: list[Part | Answers | Fleets | BreakEven | Instances | Pooled]
    # What the claims must amount to; the page is not made where they do not.
    verdict: str
    because: str
    why: str = ""
    # The file in docs/pictures, and what it shows.
    picture: tuple[str, str] | None = None


def delay(seconds: int, of_all: float = 1) -> dict:
    return {"matching.limits.max_detour_s": seconds, "sample_share": of_all}


def share(of_all: float) -> dict:
    return {"sample_share": of_all}


def sample(of_all: float, radius: float) -> dict:
    return {"sample_share": of_all, "matching.radius_m": radius}


# The loads L of the torus, by the number of trips that give them on 10 km with 5 min, and with 10 min.
LOADS = {0.1: (77, 58), 0.5: (384, 288), 1: (768, 576), 2: (1536, 1152), 5: (3840, 2880)}


def torus(load: float, side: int = 10_000, delay_s: int = 300) -> dict:
    """The torus at a load L; of twice the size and delay it has the trips of the smaller one."""
    trips = LOADS[load][side == 10_000 and delay_s == 600]
    return {"space.side_m": side, "matching.limits.max_detour_s": delay_s, "supply.count": trips}


def policy(name: str) -> dict:
    return {"matching.policy": name}


def window(seconds: int) -> dict:
    return policy("batch") | {"matching.batch.window_s": seconds}


def announced(commit: str, objective: str = "matches") -> dict:
    return policy("batch") | {"matching.batch.commit": commit, "matching.batch.objective": objective}


def morning(of_all: float, commit: str = "latest", slack_s: int = 1200) -> dict:
    """A point of the study of commitment: a share of the travellers, windows of a minute, all announced half an hour ahead."""
    return announced(commit) | {
        "matching.batch.window_s": 60, "trips.resample_factor": of_all, "supply.flexibility_s": slack_s, "demand.lead_s": 1800,
    }


def of_known(words: str, point: dict, short: str = "") -> Lies:
    """Requests served ÷ those that could have been with everything known ahead: nearly all, read as at least 0.95."""
    return Lies(f"{words}, served ÷ known ahead: 0.95 to 1", FACTOR, Ratio((AT_ONCE, point), (KNOWN, point)), 0.95, 1, short)


def reserving(travellers: int, **seats: int) -> dict:
    return {"supply.count": travellers, "demand.count": travellers} | {f"supply.{name}": count for name, count in seats.items()}


def meeting(metres: int) -> dict:
    return {"matching.policy": "insertion", "matching.walk_m": metres}


def walk(metres: int, speed: float = 1.3) -> dict:
    return {"matching.walk_m": metres, "matching.walk_speed_ms": speed}


def stops(metres: int, kind: str = "shared") -> dict:
    return {"matching.walk_m": metres, "matching.stops": kind}


def day(date: str) -> dict:
    return {"time.start": f"2008-{date}T00:00:00"}


KNOWN, AT_ONCE, MATCHED, SAVED = "hindsight_rate", "service_rate", "match_rate", "vkt_saved_ratio"
A_STOP, STOPS_A_CAR = "persons_per_stop", "stops_per_car"
DELAYS = [60, 120, 180, 300, 600, 900]
DETOUR, BLOCKING, JOURNEY = "driver_detour_m.mean", "blocking_pairs_per_attempt", "journey_s"


def change(words: str, unit: Unit, figure: str, a: dict, b: dict, sign: int, short: str = "") -> Differs:
    """The difference of one figure between two points."""
    return Differs(words, unit, (figure, a), (figure, b), sign, short)


def substantial(a: dict, b: dict, words: str = "") -> Lies:
    """A gain of at least a tenth in matches."""
    return Lies(f"{words}matched, together ÷ at once: 1.1 or more", FACTOR, Ratio((MATCHED, b), (MATCHED, a)), 1.1, math.inf)


def gain_of_few(words: str, figure: str, relative: bool = False) -> Compares:
    """What ten minutes of detour gain over five, by half of the users and by a tenth."""
    gains = [((figure, delay(300, of_all)), (figure, delay(600, of_all))) for of_all in (0.5, 0.1)]
    return Compares(f"the gain by half, by a tenth: {words}", SHARE, *gains, +1, relative)


def why_walks(place: str) -> list[Differs]:
    """What a walk of 200 m changes of the parts of a journey, and of the journey where it takes a quarter of the time."""
    parts = {"wait, the walk to the car included": "wait_s", "ride": "ride_s", "walk from the car": "walk_after_s"}
    slow, fast = walk(200), walk(200, 5)
    return [
        *(change(f"{place}, {words}: 0 m, 200 m", SECONDS, figure, walk(0), slow, 0) for words, figure in parts.items()),
        change(f"{place}, journey: 0 m, 200 m at 5 m/s", SECONDS, JOURNEY, walk(0), fast, 0),
    ]


def sharing(words: str, short: str = "", at: tuple = (400,)) -> list[Differs]:
    """What common points do where cars stop once at each; and what the one stop adds to walks of `at` metres."""
    alone, near, far = stops(0), stops(400), stops(800)
    ones = [(metres, stops(metres, "each"), stops(metres)) for metres in at]
    return [
        change(f"{words}matched: 0 m, 400 m on foot", SHARE, MATCHED, alone, near, +1, f"{short}matched, 400 m on foot"),
        change(f"{words}matched: 400 m, 800 m", SHARE, MATCHED, near, far, +1),
        change(f"{words}kilometres saved: 0 m, 400 m", SHARE, SAVED, alone, near, +1, "" if short else "kilometres saved"),
        change(f"{words}kilometres saved: 400 m, 800 m", SHARE, SAVED, near, far, +1),
        *(
            change(f"{words}{metres} m, matched: a stop for each, shared stops", SHARE, MATCHED, each, one, +1,
                   "of these by sharing stops" if metres == 400 and not short else "")
            for metres, each, one in ones
        ),
        *(change(f"{words}{metres} m, kilometres saved: likewise", SHARE, SAVED, each, one, +1) for metres, each, one in ones),
        change(f"{words}persons a stop: 0 m, 400 m", FACTOR, A_STOP, alone, near, +1),
        change(f"{words}persons a stop: 400 m, 800 m", FACTOR, A_STOP, near, far, +1),
    ]  # fmt: skip


def of_a_car(words: str) -> list[Differs]:
    """The stops of a car that serves anybody."""
    return [change(f"{words}stops a car: 0 m, {metres} m", FACTOR, STOPS_A_CAR, stops(0), stops(metres), 0) for metres in (400, 800)]


STATEMENTS = [
    Statement(
        "The law of the exact matcher",
        "A closed form",
        None,
        "Of requests with s between their ends among drivers of density ρ on straight trips of length ℓ, who accept a detour of Δ, 1 − "
        "e^(−Λ) find one, Λ = ρ ∫ d²x P(|x − o| + s + |x + b u − d| − b ≤ vΔ).",
        [Answers("exact-insertion", "eight coverages")],
        "holds",
        "in all eight cells.",
        "[Known answers](validation.md#where-the-numbers-come-from) has the derivation, and the laws of the two circles.",
    ),
    Statement(
        "Efficiency of fleets",
        "Zech, Molkenthin, Timme and Schröder 2022",
        "https://doi.org/10.1038/s41598-022-14960-x",
        "A fleet with unlimited seats has an efficiency E = x ÷ C at a load x, with C customers a car, waiting and riding, that hangs on "
        "the network and the number of cars: on a torus of 25 nodes with 42 cars, 0.506 at x = 6; on a ring with 6 cars, 0.528.",
        [Fleets("unlimited", "eight efficiencies")],
        "holds",
        "in all eight cells, two of them at a load of 1.",
        "[Fleets as published](validation.md#fleets-as-published) has the setting.",
    ),
    Statement(
        "One law over networks",
        "Molkenthin, Schröder and Timme 2020",
        "https://doi.org/10.1103/PhysRevLett.125.248302",
        "The efficiency of a fleet follows one law over networks, once the number of cars is counted in that which the network needs for "
        "an efficiency of a half ([arXiv 1908.05929](https://arxiv.org/abs/1908.05929)): with so many cars it is 0.494 to 0.520 at a "
        "load of 6 on seven networks of 2 to 100 nodes, with a third to three and a half times as many from 0.29 to 0.80 at a load of 7.5.",
        [Fleets("topologies", "nineteen efficiencies")],
        "holds in part",
        "in eighteen of nineteen cells, within 3 % or the interval; a complete graph of five with 29 cars is 5 % less efficient here, "
        "whatever the order among equal arrivals.",
        "The values are those of figures 2c and 2d of Zech and others 2022 (data: "
        "[10.5281/zenodo.6624421](https://doi.org/10.5281/zenodo.6624421)), whose fleets with unlimited seats are those of the first "
        "paper. The networks: two nodes, a complete graph of five, four spokes with two rings, a tree, rings, a grid and a torus.",
    ),
    Statement(
        "Eight seats",
        "Zech, Molkenthin, Timme and Schröder 2022",
        "https://doi.org/10.1038/s41598-022-14960-x",
        "With eight seats a fleet has the efficiency of one with unlimited seats as long as few cars are full, and less the nearer the "
        "load comes to what eight seats can carry: on the torus of 25 nodes with 42 cars 0.556 at x = 3, 0.519 at 4, 0.460 at 5, 0.203 "
        "at 6 and 0.021 at 6.5.",
        [Fleets("eight", "seven efficiencies"), Fleets("eight-each", "", judged=False)],
        "holds in part",
        "up to a load of 5, within 2.1 %, where passengers at one node share a stop of the car, so that seats are emptied before they are filled; at "
        "6, close to what eight seats can carry, fleets with shared stops are a third more efficient than published, with separate ones 7 %.",
        "The authors' [program](https://github.com/PhysicsOfMobility/RidesharingUniversality) assigns by the same rule: the earliest arrival, "
        "nobody delayed. The place of a new stop among those at the same node is left open, as stops take no time: it puts a new stop behind "
        "them. Drop-offs are planned longer ahead than pickups, so there seats are emptied before they are filled. So they are where passengers "
        "share the stops of cars (`matching.stops: \"shared\"`, the first table). Where each has a stop of their own, Detour puts a new stop "
        "first, and seats are filled before they are emptied: the second table, in which fleets at a load of 5 are 4 and 6 % less efficient "
        "than published. An independently written fleet, in which nothing but this order differs, has the same on the torus and on the ring "
        "([what it prints](validation.md#fleets-as-published)): 0.439 and 0.395 with new stops first, 0.464 and 0.417 with new stops last, 0.465 and 0.409 "
        "with shared stops; on the ring all are below the published 0.429. At a load of 6, where hardly a seat is free, the efficiency of shared stops falls to 0.25 within half of a run and stays "
        "there, above the published value: why is open.",
    ),
    Statement(
        "The load at which pooling pays",
        "Lotze, Marszal, Jung, Manik, Timme and Schröder 2024",
        "https://doi.org/10.48550/arXiv.2306.05851",
        "The load alone says whether a fleet drives less than its passengers would: for 8, 16, 32, 64 and 128 cars it does from loads of "
        "0.997, 0.994, 1.011, 0.993 and 0.959 on.",
        [BreakEven("grid_400", "break-even loads on 400 nodes"), BreakEven("grid_100", "on 100 nodes")],
        "holds in part",
        "where the network has at least six times as many nodes as the fleet has cars; where it has fewer, trips coincide, and fleets break even earlier.",
        "Driven ÷ direct metres are the share of time in which cars drive ÷ the load, an identity in each run. So a fleet breaks even at "
        "the load at which its cars drive as large a share of the time: near 1 where cars share rides only because all are busy. The "
        "paper's values are those of its figure 3 ([data](https://github.com/PhysicsOfMobility/threshold-to-sustainable-ridepooling)), "
        "its network is not published. As published: the interval has some load from 0.95 to 1.02. Between loads a straight line is "
        "taken. How many are on board of a car there, in the mean over all cars and times, is a matter of the network: in the paper "
        "2.44, 1.96, 1.60, 1.34 and 1.16.",
    ),
    Statement(
        "Deciding at once against the shortest routes",
        "Cordeau 2006",
        "https://doi.org/10.1287/opre.1060.0283",
        "The shortest routes of two vehicles that serve all requests of the dial-a-ride instance a2-16 within its rules are 294.2480 "
        "long, those of a2-20 344.8341.",
        [Instances(["a2-16", "a2-20"], "cost ÷ best known")],
        "holds",
        "no cost lies below, and no rule is broken. Deciding each request at once, in the order of earliest times, and never taking "
        "anything back costs 10 to 21 %, and no car more.",
        "[Dial-a-ride, pickup and delivery](validation.md#dial-a-ride-pickup-and-delivery) says how they are run and checked.",
    ),
    Statement(
        "Goods that wait on board",
        "Li and Lim 2003",
        "https://doi.org/10.1142/S0218213003001186",
        "The best known routes of pickup and delivery instances with time windows, fewest vehicles first, have 10 vehicles and a length of "
        "828.9369 (lc101), 14 and 1377.1110 (lr105), 12 and 1558.0693 (lrc102) where horizons are short; 3 and 591.5566 (lc202), 3 and "
        "930.5857 (lr209), 3 and 1374.2668 (lrc202) where they are long.",
        [Instances(["lc101", "lr105", "lrc102", "lc202", "lr209", "lrc202"], "cost ÷ best known")],
        "holds",
        "no cost lies below, and no rule is broken. Requests decided at once get the best known routes of lc101; elsewhere they cost 16 to "
        "74 % and one to seven cars more, the median being 41 %.",
        "A lower cost could have been one with more cars; none was. [Dial-a-ride, pickup and "
        "delivery](validation.md#dial-a-ride-pickup-and-delivery) says how they are run and checked.",
    ),
    Statement(
        "Pickup and delivery at real travel times",
        "Sartori and Buriol 2020",
        "https://doi.org/10.1016/j.cor.2020.105065",
        "The [best known routes](https://github.com/cssartori/pdptw-instances) of bar-n100-1, 50 requests in Barcelona with listed travel "
        "times, have 6 vehicles and take 732 minutes.",
        [Instances(["bar-n100-1"], "cost ÷ best known")],
        "holds",
        "the cost does not lie below, and no rule is broken. Requests decided at once take a third more, and a seventh car.",
        "It is one instance of 300, and not shipped. [Dial-a-ride, pickup and delivery](validation.md#dial-a-ride-pickup-and-delivery) says how "
        "it is run and checked.",
    ),
    Statement(
        "Orders that pool on the way",
        "Wang, Wang, Yang, Yang, Zhang and Gao 2021",
        "https://doi.org/10.1016/j.trb.2021.10.005",
        "How often an order between two places is matched, which waits, rides alone and is joined on the way by a later one, solves a system of "
        "equations in the rates of all pairs of places. On a grid of 30 × 30 with 300 pairs the prediction is off their simulation by 2.8 % in the "
        "mean over the pairs (MAPE), by 2.3 % for the median pair.",
        [Pooled("own-cars", "MAPE of people with cars, decided at once"), Pooled("both-orders", "of their rule, simulated here")],
        "holds",
        "in all cells at most 4 %, of which some comes from the number of orders alone.",
        "Their cars belong to nobody: of the two in one either may get off first. A driver making their own trip gets off last, so the equations "
        "are told which pairs can share then, and are compared with runs of Detour in which everybody who asks has a car (the role `either`). The "
        "rule that they were made for is followed here by a script, without Detour. The two percentages are means over the authors' settings, from "
        "`rmse_mape.csv` beside their program, whose list of pairs has no licence and is not part of the project. [Known answers](validation.md#orders-that-pool-on-the-way) has the setting.",
    ),
    Statement(
        "Shareability over the delay",
        "Santi, Resta, Szell, Sobolevsky, Strogatz and Ratti 2014",
        "https://doi.org/10.1073/pnas.1403657111",
        "Of the taxi trips of New York City, 150 million in a year, [almost 95 %](http://www.math.cornell.edu/m/node/6743) can be shared "
        "if riders arrive up to five minutes later; the share rises with the delay, saturates, and rises with the number of trips.",
        [
            Part(
                SANTI,
                [
                    change("known ahead: Δ = 1 min, 5 min", SHARE, KNOWN, delay(60), delay(300), +1, "1 to 5 min"),
                    Compares(
                        "known ahead, a minute more: Δ = 3 to 5 min, 10 to 15 min",
                        SHARE,
                        ((KNOWN, delay(180)), (KNOWN, delay(300))),
                        ((KNOWN, delay(600)), (KNOWN, delay(900))),
                        -1,
                        per=(2, 5),
                    ),
                    change(
                        "Δ = 5 min: a quarter of the trips, all", SHARE, KNOWN, delay(300, 0.25), delay(300), +1, "four times the trips"
                    ),
                    Differs("Δ = 5 min: decided at once, known ahead", SHARE, (AT_ONCE, delay(300)), (KNOWN, delay(300)), +1),
                    Lies("Δ = 5 min, known ahead: 90 % or more", SHARE, (KNOWN, delay(300)), 0.9, 1, "within five minutes"),
                ],
            ),
            Part(
                SANTI_DAYS,
                [
                    change("Δ = 5 min: Tuesday, 15,479 trips; Thursday, 16,669", SHARE, KNOWN, day("06-03"), day("05-22"), +1),
                    change("Δ = 5 min: Thursday; Saturday, 18,828", SHARE, KNOWN, day("05-22"), day("05-24"), +1),
                ],
            ),
            Part(
                SANTI,
                [
                    Lies(f"half of the value at 15 min, {words}: Δ", SECONDS, Half(figure, {at: delay(at, of_all) for at in DELAYS}), 0, 900)
                    for words, figure, of_all in [("all", KNOWN, 1), ("a quarter", KNOWN, 0.25), ("decided at once", AT_ONCE, 1)]
                ],
                judged=False,
            ),
        ],
        "holds in part",
        "the shape is that of the paper, the level is not: New York has 25 times as many trips a day as San Francisco's 16,669.",
        "Their pairs are symmetric: either of two trips may begin and end the common ride. Where drivers make trips of their own, the "
        "driver's trip encloses the passenger's, and who drives is given: half of the trips drive, half ride, and each driver takes one "
        "passenger. So fewer can be served here than could share in their network, at the same trips and delay; what can be compared is "
        "the shape and the order of the curves. With a quarter of the trips the delay of the half value is longer, by somewhat less than "
        "the cube root of four. *Known ahead* is `hindsight_rate`, the exact maximum matching; *decided at once* is the policy `insertion` "
        "on the same day. Both travellers arrive at most Δ later than alone.",
        ("literature-santi.svg", "Requests that could have been served over the delay accepted: all trips, a quarter of them, and decided at once"),
    ),
    Statement(
        "Density and the cube of the delay",
        "Tachet, Sagarra, Santi, Resta, Szell, Strogatz and Ratti 2017",
        "https://doi.org/10.1038/srep42868",
        "The share of trips that can be shared depends on L = λv²Δ³ ÷ |Ω| alone: density times the cube of a length. So a tenth of the "
        "travellers, with all lengths and delays longer by the cube root of ten, should match as all do.",
        [
            Part(
                SAMPLE,
                [
                    change("matched: all, a tenth as it is", SHARE, MATCHED, sample(1, 1000), sample(0.1, 1000), -1, "a tenth as it is"),
                    Compares(
                        "the change: by a tenth as it is, by a tenth stretched",
                        SHARE,
                        ((MATCHED, sample(1, 1000)), (MATCHED, sample(0.1, 1000))),
                        ((MATCHED, sample(1, 1000)), (MATCHED, sample(0.1, 2154.435))),
                        +1,
                    ),
                    Lies(
                        "matched, a tenth stretched ÷ all: 0.95 to 1.05",
                        FACTOR,
                        Ratio((MATCHED, sample(0.1, 2154.435)), (MATCHED, sample(1, 1000))),
                        0.95,
                        1.05,
                        "a tenth stretched ÷ all",
                    ),
                ],
            ),
            Part(
                TACHET,
                [
                    *(
                        Lies(
                            f"L = {load:g}: lengths and times twice as long ÷ as they are: 0.95 to 1.05",
                            FACTOR,
                            Ratio((KNOWN, torus(load, 20_000, 600)), (KNOWN, torus(load))),
                            0.95,
                            1.05,
                            "the same at L = 5 with lengths and times twice as long" if load == 5 else "",
                        )
                        for load in LOADS
                    ),
                    *(
                        Lies(
                            f"L = {load:g}: a delay of 10 min ÷ one of 5 min, by the number of trips: 0.95 to 1.05",
                            FACTOR,
                            Ratio((KNOWN, torus(load, delay_s=600)), (KNOWN, torus(load))),
                            0.95,
                            1.05,
                            "with the delay alone" if load == 5 else "",
                        )
                        for load in LOADS
                    ),
                    *(
                        change(f"known ahead: L = {low:g}, {high:g}", SHARE, KNOWN, torus(low), torus(high), +1)
                        for low, high in zip(LOADS, list(LOADS)[1:])
                    ),
                ],
            ),
        ],
        "holds in part",
        "at equal L and equal trip lengths ÷ vΔ shares are equal, but for a match in 38,400; where the delay grows and trips do not, "
        "more can share at the same L. So stretching a sample removes most of its bias and leaves some of the other sign.",
        "The cube counts the places and times from which a partner can come, and holds as long as vΔ is short against the trips. On the "
        "torus trips are 3.8 km long in the mean, and a car comes 2.5 km in 5 min and 5 km in 10 min. As above, each driver takes one "
        "passenger and who drives is given, so the level is not that of the paper's symmetric pairs (0.17, 0.58, 0.81, 0.95 and nearly 1 "
        "at these loads). [How small may a sample be?](samples.md) has more shares, San Francisco, waits and detours.",
        ("literature-tachet.svg", "Requests that could have been served over L, for two delays and for all lengths and times doubled"),
    ),
    Statement(
        "Optimising beats greedy rules",
        "Agatz, Erera, Savelsbergh and Wang 2011",
        "https://doi.org/10.1016/j.trb.2011.05.017",
        "Sophisticated optimisation in place of simple greedy rules substantially improves the performance of ride-sharing systems.",
        [
            Part(
                AGATZ,
                [
                    change("matched: at once, together", SHARE, MATCHED, policy("two_circles"), policy("batch"), +1, "matched"),
                    change("kilometres saved: likewise", SHARE, SAVED, policy("two_circles"), policy("batch"), +1, "kilometres saved"),
                    substantial(policy("two_circles"), policy("batch")),
                ],
            ),
            Part(
                AGATZ_SCARCE,
                [
                    change("scarce drivers, matched: at once, a minute together", SHARE, MATCHED, policy("two_circles"), window(60), +1),
                    change(
                        "scarce drivers, matched: at once, five minutes", SHARE, MATCHED, policy("two_circles"), window(300), +1, "scarce drivers",
                    ),
                    substantial(policy("two_circles"), window(300), "scarce drivers, "),
                ],
            ),
            Part(
                HOMSI,
                [
                    change("announced ahead, matched: at once, together", SHARE, MATCHED, policy("two_circles"), announced("latest"), +1, "announced ahead"),
                    substantial(policy("two_circles"), announced("latest"), "announced ahead, "),
                ],
            ),
        ],
        "holds in part",
        "the sign is the paper's; the size is where, as in the paper, trips are announced ahead, with slack in their times, and pairs bind late: "
        "9.7 % more matches. Where requests are answered within minutes, few compete for the same driver; scarce drivers and longer windows make "
        "it larger.",
        "*At once* takes the candidate of least cost, *together* the most matches at least cost of a window's requests. One passenger to a "
        "driver, and one attempt: with retries a window gains requests merely by asking later "
        "([more](answers.md#what-a-better-matcher-could-do)). *Substantially* is read as at least a tenth.",
    ),
    Statement(
        "Rematching pays",
        "Homsi, Gendron and Jena 2021",
        None,
        "Being able to take back matches of riders and drivers, and to match them anew as requests arrive, has a value.",
        [
            Part(
                HOMSI,
                [
                    change("matched: final at once, rematched", SHARE, MATCHED, announced("window"), announced("latest"), +1, "matched"),
                    change(
                        "kilometres saved: likewise, by kilometres", SHARE, SAVED, announced("window", "saved_km"), announced("latest", "saved_km"), +1,
                        "kilometres saved",
                    ),
                ],
            )
        ],
        "holds",
        "by matches and by kilometres.",
        "Windows of a minute on a morning in Rabat where all trips are announced half an hour ahead, with 20 minutes of slack; pairs bind at the "
        "end of their window, or as late as their driver may leave. Nobody minds a change here, where the "
        "[report](https://123dok.net/document/zkwvwlk1-rolling-horizon-strategies-dynamic-stochastic-ridesharing-problem-rematches.html) charges a "
        "penalty for it. "
        "[Is it the batch or the commitment?](answers.md#is-it-the-batch-or-the-commitment) varies slack, density, window and notice.",
    ),
    Statement(
        "Online against known ahead",
        "Cici, Markopoulou and Laoutaris 2015",
        None,
        "An online matcher of drivers and passengers who announce their trips on short notice reaches nearly what is possible with all trips "
        "known ahead: it matches 78 % where the offline upper bound is 80 %.",
        [
            Part(
                COMMIT,
                [
                    of_known("all travellers", morning(1), "all travellers"),
                    of_known("half of them", morning(0.5), "half of them"),
                    of_known("a quarter", morning(0.25), "a quarter"),
                    of_known("an eighth", morning(0.125)),
                    of_known("a sixteenth", morning(0.0625), "a sixteenth"),
                    of_known("all, 10 min of slack", morning(1, slack_s=600)),
                ],
            ),
            Part(
                COMMIT,
                [
                    Lies("all travellers, served", SHARE, (AT_ONCE, morning(1)), 0, 1),
                    Lies("all travellers, known ahead", SHARE, (KNOWN, morning(1)), 0, 1),
                    Lies("half of them, served", SHARE, (AT_ONCE, morning(0.5)), 0, 1),
                    Lies("half of them, known ahead", SHARE, (KNOWN, morning(0.5)), 0, 1),
                    Lies(
                        "all travellers, pairs final at once, served ÷ known ahead", FACTOR,
                        Ratio((AT_ONCE, morning(1, "window")), (KNOWN, morning(1, "window"))), 0, 1,
                    ),
                ],
                judged=False,
            ),
        ],
        "holds in part",
        "where the market is dense and pairs bind late: 82.9 of at most 85.2 % with all travellers, 75.4 of at most 78.3 % with half of them, "
        "where the paper has 78 of 80 %. The thinner the market, the more is lost; pairs that are final at once lose five times as much.",
        "*Nearly* is read as at least 0.95; the paper's ratio is 0.975. Two hours of a morning in Melbourne, announced half an hour ahead, with 20 "
        "minutes of slack on both sides; a driver takes one passenger, as there. The optimum is `hindsight_rate`, which knows every announcement "
        "before the first departure. "
        "[With recorded announcements, at five densities](answers.md#with-recorded-announcements-at-five-densities) has all points, and "
        "[what commitment loses](slack.md#what-commitment-loses) divides the rest.",
    ),
    Statement(
        "Stability costs little",
        "Wang, Agatz and Erera 2018",
        "https://doi.org/10.1287/trsc.2017.0768",
        "Matchings can be made much more stable at the cost of only a small degradation of system-wide performance.",
        [
            Part(
                AGATZ,
                [
                    change(
                        "blocking pairs an attempt: optimal, stable", FACTOR, BLOCKING, policy("batch"), policy("stable"), -1,
                        "blocking pairs an attempt",
                    ),
                    *(
                        Lies(f"{words}, stable ÷ optimal: 0.9 to 1", FACTOR, Ratio((figure, policy("stable")), (figure, policy("batch"))), 0.9, 1, words)
                        for words, figure in [("kilometres saved", SAVED), ("matched", MATCHED)]
                    ),
                ],
            )
        ],
        "holds",
        "*small* read as at most a tenth; the ratios are stable ÷ optimal.",
        "The stable matching by deferred acceptance, passengers proposing, against the most matches at least cost; windows of a minute.",
    ),
    Statement(
        "Meeting points",
        "Stiglic, Agatz, Savelsbergh and Gradisar 2015",
        "https://doi.org/10.1016/j.trb.2015.07.025",
        "Meeting points, to which riders walk, significantly increase the number of matched participants and the system-wide savings of "
        "driving distance: more pairs are feasible, and a driver can take several riders without more stops.",
        [
            Part(STIGLIC, sharing("", at=(400, 800))),
            Part(STIGLIC_PLACES, sharing("listed places, ", "at listed places, ")),
            Part(
                WALKING,
                [
                    change("a point for each: matched: 0 m, 200 m on foot", SHARE, MATCHED, meeting(0), meeting(200), +1),
                    change("a point for each: matched: 200 m, 400 m", SHARE, MATCHED, meeting(200), meeting(400), +1),
                    change("a point for each: kilometres saved: 0 m, 200 m", SHARE, SAVED, meeting(0), meeting(200), +1),
                    change("a point for each: kilometres saved: 200 m, 400 m", SHARE, SAVED, meeting(200), meeting(400), +1),
                ],
            ),
            Part(STIGLIC, of_a_car(""), judged=False),
            Part(STIGLIC_PLACES, of_a_car("listed places, "), judged=False),
        ],
        "holds",
        "under the exact matcher, on a grid of common points and at the listed places of neighbourhoods; a stop that all at one point share adds "
        "matches and kilometres saved to what the walk brings.",
        "Passengers may be met at their doors, at points of a grid of 400 m, or at 534 listed places of neighbourhoods. All who board or alight "
        "at one point do so at one stop of the car, of 30 s; *a stop for each* has the same points, at which each passenger takes a stop. The "
        "paper's drivers make one stop for pickups and one for drop-offs. Here they make as many as their limits allow: more persons board or "
        "alight at each, and cars that carry more passengers still make a few stops more (the last tables). *A point for each* is the walk alone: "
        "each passenger has a stop of their own, on a grid of 100 m.",
    ),
    Statement(
        "Flexibility pays most where travellers are few",
        "Stiglic, Agatz, Savelsbergh and Gradisar 2016",
        "https://doi.org/10.1016/j.tre.2016.04.010",
        "Small increases in flexibility, such as in the maximum detour, significantly increase the matching rate, especially where few "
        "trips are announced.",
        [
            Part(
                LEHE,
                [
                    change(
                        "a tenth, known ahead: 5 min, 10 min of detour", SHARE, KNOWN, delay(300, 0.1), delay(600, 0.1), +1, "a tenth of the users",
                    ),
                    change("half, known ahead: 5 min, 10 min", SHARE, KNOWN, delay(300, 0.5), delay(600, 0.5), +1, "half of them"),
                    gain_of_few("points, known ahead", KNOWN),
                    gain_of_few("ratio, known ahead", KNOWN, relative=True),
                    gain_of_few("points, decided at once", MATCHED),
                    gain_of_few("ratio, decided at once", MATCHED, relative=True),
                ],
            )
        ],
        "holds in part",
        "with everything known ahead in points and as a ratio, decided at once as a ratio alone.",
        "One driver, one rider, as in the paper; *known ahead* is the exact maximum matching. There are two requests to a driver, so that "
        "no more than half can be matched, and half of the users already come near to that.",
    ),
    Statement(
        "More users, more matches and shorter detours",
        "Lehe, Gayah and Pandey 2021",
        "https://doi.org/10.32866/001c.25093",
        "The more requests to carpool a market has, the larger the share of proposed matches that users accept, and the shorter the extra "
        "distance driven for a carpool.",
        [
            Part(
                LEHE,
                [
                    change(
                        "matched, limit of 5 min: a tenth, half of the users", SHARE, MATCHED, delay(300, 0.1), delay(300, 0.5), +1, "five times the users",
                    ),
                    change("matched, limit of 10 min: likewise", SHARE, MATCHED, delay(600, 0.1), delay(600, 0.5), +1),
                    change(
                        "detour, limit of 5 min: likewise", METRES, DETOUR, delay(300, 0.1), delay(300, 0.5), -1, "detour, limit of 5 min",
                    ),
                    change("detour, limit of 10 min: likewise", METRES, DETOUR, delay(600, 0.1), delay(600, 0.5), -1),
                ],
            ),
            Part(
                LEHE_LOOSE,
                [
                    change("matched, limit of 30 min: a tenth, half of the users", SHARE, MATCHED, share(0.1), share(0.5), +1),
                    change("detour, limit of 30 min: likewise", METRES, DETOUR, share(0.1), share(0.5), -1, "detour, limit of 30 min"),
                ],
            ),
        ],
        "holds in part",
        "detours get shorter only where nearly everybody finds a driver anyway; where the limit selects the matches, more users mean more "
        "matches up to the same limit.",
        "In the paper's service users decline a match that leads far around; a limit on the detour is a harder form of "
        "that. Where it is 30 min, there are two drivers to a request.",
        ("literature-lehe.svg", "Share of requests matched, and the drivers' detour, over the number of users, for three limits of the detour"),
    ),
    Statement(
        "Reserved carpools save a few percent",
        "Ouyang, Yang and Daganzo 2021",
        "https://doi.org/10.1016/j.trb.2021.06.007",
        "In the most favourable cases, carpooling with reservations reduces the vehicle kilometres driven by all users by a few percent.",
        [
            Part(
                OUYANG,
                [
                    Lies(
                        "any two places, 2 × 1,500 users: 0 to 10 %", SHARE, (SAVED, reserving(1500)), 0, 0.1, "3,000 users between any two places",
                    ),
                    Lies("any two places, 2 × 5,000 users: 0 to 10 %", SHARE, (SAVED, reserving(5000)), 0, 0.1, "10,000 users"),
                ],
            ),
            Part(
                OUYANG_RABAT,
                [
                    Lies("Rabat, 2 × 1,500 users, one seat: 0 to 10 %", SHARE, (SAVED, reserving(1500, seats=1)), 0, 0.1),
                    Lies("Rabat, 2 × 5,000 users, one seat: 0 to 10 %", SHARE, (SAVED, reserving(5000, seats=1)), 0, 0.1, "in Rabat"),
                    Lies("Rabat, 2 × 5,000 users, three seats: 0 to 10 %", SHARE, (SAVED, reserving(5000, seats=3)), 0, 0.1),
                ],
            ),
        ],
        "holds in part",
        "in a city like the paper's, *a few* read as up to ten. Where many travel between the same quarters, and walk up to a kilometre to "
        "a car that does not turn off its way, it is more.",
        "*Saved* is of the kilometres of all who take part, drivers and passengers, each of whom would otherwise drive alone. Everybody "
        "reserves.",
    ),
    Statement(
        "Stop pooling shortens journeys",
        "Lotze, Marszal, Schröder and Timme 2022",
        "https://doi.org/10.1088/1367-2630/ac47c9",
        "Where users walk to stops that are pooled, a ride-sharing fleet's vehicles carry fewer at a time, and the travel time of users "
        "falls although they walk ([arXiv 2108.00788](https://arxiv.org/abs/2108.00788)).",
        [
            Part(
                LOTZE,
                [
                    change("Rabat, journey: 0 m, 100 m on foot", SECONDS, JOURNEY, walk(0), walk(100), -1),
                    change("Rabat, journey: 0 m, 200 m", SECONDS, JOURNEY, walk(0), walk(200), -1, "Rabat, 200 m on foot"),
                ],
            ),
            Part(
                LOTZE_LOADED,
                [
                    change("loaded cars, journey: 0 m, 100 m on foot", SECONDS, JOURNEY, walk(0), walk(100), -1),
                    change("loaded cars, journey: 0 m, 200 m", SECONDS, JOURNEY, walk(0), walk(200), -1, "loaded cars"),
                ],
            ),
            Part(
                LOTZE_SHARED,
                [
                    change("shared stops, journey: 0 m, 100 m on foot", SECONDS, JOURNEY, stops(0), stops(100), -1),
                    change("shared stops, journey: 0 m, 200 m", SECONDS, JOURNEY, stops(0), stops(200), -1, "shared stops"),
                ],
            ),
            Part(LOTZE, why_walks("Rabat"), judged=False),
            Part(LOTZE_LOADED, why_walks("loaded cars"), judged=False),
            Part(
                LOTZE_SHARED,
                [
                    change("wait, the walk to the car included: 0 m, 200 m", SECONDS, "wait_s", stops(0), stops(200), 0),
                    change("ride: 0 m, 200 m", SECONDS, "ride_s", stops(0), stops(200), 0),
                    change("walk from the car: 0 m, 200 m", SECONDS, "walk_after_s", stops(0), stops(200), 0),
                    change("200 m, journey: a stop for each, shared stops", SECONDS, JOURNEY, stops(200, "each"), stops(200), 0),
                ],
                judged=False,
            ),
        ],
        "holds in part",
        "where cars stop once for all who walk to the same place, and can just serve all requests, journeys get shorter by a walk of up to "
        "200 m, as published; with a place for each passenger, or few on board, the walk takes more than it saves.",
        "A journey is the wait, the ride and the walk from the car, of those who are served at all points. The walk to the car is mostly "
        "made while the car is on its way; the walk from the car comes on top. In Rabat a car has few others on board, so the ride gets "
        "hardly shorter; where cars carry several and all are served, it does.",
    ),
]

HEAD = """# Published results, replicated

Made by `make literature`; do not edit. What papers on shared rides have published, run again: a row for each statement, with what came out
and whether it holds. Numbers are compared where the paper's are public and its data are at hand; otherwise the sign of the effect is. A verdict
rests on the comparisons in the statement's section: *holds* where all of them agree with the paper, *holds in part* where some do.

B − A is a mean over replications with common random numbers, with its 95 % interval by Student's t. A difference agrees with the paper if it
has the published sign with p of at most 5 % after Holm's correction over the comparisons of its table; a level agrees if its whole interval
lies in the range named. What is called *published* was measured by others, everything else here. The studies are in
[Scenarios/literature](../Scenarios/literature), their runs in Results/literature: `detour compare` and `detour plot` read them. Of San
Francisco's trips, which are not part of the project, `DETOUR_DATA` names the folder."""
