"""The works that are compared: what each side runs, what must be equal, and what is not.

Each function is a comparison, or some that share their preparation; it yields `Work`s, to be done in turns,
`Outcome`s of programs that let their sides take turns themselves, or `LeftOut` for a peer of several that is missing.
"""

import csv
import json
import statistics
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import workloads
from report import Outcome
from side import peers_environment

HERE = Path(__file__).resolve().parent


class LeftOut(Exception):
    """A comparison that cannot be made here, with the reason."""


@dataclass
class Place:
    """Where programs, works and data are."""

    bin: Path
    folder: Path
    data: Path

    def program(self, name):
        path = self.bin / f"{name}Benchmark"
        if not path.exists():
            raise LeftOut(f"{path.name} has not been built")
        return path


@dataclass
class Work:
    """A work that both sides do, once in each repetition."""

    key: str
    title: str
    peer_name: str
    unit: str
    # What was equal and what was not.
    terms: str
    # The peer's time ÷ ours that is aimed at.
    goal: float | None = None
    ours: tuple = ()
    peer: tuple = ()
    repetitions: int = 5
    # How many times ours does it in a repetition, where once is too short beside the peer's time; counted together.
    runs_of_ours: int = 1
    # Whether each side does it once before, uncounted.
    warms_up: bool = True
    # What both sides must find alike, and what is told of either.
    same: tuple = ()
    shown: tuple = ()
    # The files in which both sides say who took whom.
    assignments: tuple = ()


def needs(*modules):
    """Marks a comparison as one that needs `modules` of Python."""

    def mark(function):
        function.needs = modules
        return function

    return mark


def python(script, *arguments):
    return (sys.executable, HERE / script, *arguments)


@needs()
def hold_model(place):
    """The event queue alone: the worst of four kinds of increments stands for each peer."""
    command = [place.program("HoldModel"), "--json", "100000"]
    environment = peers_environment()
    lines = subprocess.run(command, check=True, text=True, capture_output=True, env=environment).stdout.splitlines()
    times = defaultdict(list)
    for line in lines:
        sample = json.loads(line)
        times[sample["side"], sample["increments"]].append(sample)
    laws = sorted({law for _, law in times})
    for side, name, goal in (
        ("ladder", "C++ ladder", 1),
        ("priority_queue", "std::priority_queue", None),
        ("simpy", "SimPy", 100),
    ):
        if (side, laws[0]) not in times:
            yield LeftOut(f"{name} is not installed")
            continue
        outcomes = {}
        for law in laws:
            work = Work(
                key=f"hold_model/{side}/{law}", title=f"hold model, 10⁵ pending, {law} increments",
                peer_name=name, unit="hold", goal=goal, terms="",
            )  # fmt: skip
            outcomes[law] = Outcome(work)
            for ours, peer in zip(times["kernel", law], times[side, law]):
                outcomes[law].add(*({"seconds": one["nanoseconds"] / 1e9, "units": 1} for one in (ours, peer)))
        worst, *others = sorted(laws, key=lambda law: statistics.median(outcomes[law].ratios))
        outcomes[worst].work.terms = (
            "The same starting times and increments, popped in the same order (checksums). Of four kinds of"
            " increments the worst stands in the table; the others: "
            + ", ".join(f"{law} {statistics.median(outcomes[law].ratios):.2f}" for law in others) + "."
        )  # fmt: skip
        for law in (worst, *others):
            outcomes[law].is_told = law == worst
            yield outcomes[law]


@needs("simpy", "numpy")
def carpool_loop(place):
    """The smallest carpool loop, and the simulator with all its records, against SimPy."""
    scenario = workloads.carpool_loop(place.folder / "loop")
    program = place.program("SideBySide")
    peer = python("simpy_loop.py", scenario.parent)
    yield Work(
        key="carpool_loop", title="smallest carpool loop", peer_name="SimPy", unit="request", goal=400,
        ours=(program, "loop", scenario), peer=peer, repetitions=15, runs_of_ours=10, warms_up=False,
        same=("matched", "attempts", "checksum"), shown=("matched", "attempts"),
        terms=(
            "5,000 drivers and 50,000 requests in 72 minutes, up to three attempts each: the same tables, the same"
            " rules, the same matches in the same order. SimPy has a process a traveller and numpy for the circles;"
            " Detour the kernel and the candidate index."
        ),
    )  # fmt: skip
    yield Work(
        key="simulator", title="simulator, all records", peer_name="SimPy, smallest loop", unit="request",
        ours=(program, "run", scenario), peer=peer, repetitions=3, runs_of_ours=5, warms_up=False,
        shown=("matched", "attempts"),
        terms=(
            "The same tables, but Detour does more: cars turn for pickups and drop-offs and keep their limits, drivers"
            " take 15 s to answer, stops 30 s, and every attempt and stop is recorded."
        ),
    )  # fmt: skip


@needs("simpy")
def orders(place):
    """A month of orders: payments and three stations in weekly hours."""
    program = place.program("Orders")
    count = "200000"
    month = place.folder / "orders.txt"
    subprocess.run([program, "write", count, month], check=True, env=peers_environment())
    found = ("kept", "late", "finished", "revenue", "credits_used")
    yield Work(
        key="orders", title="month of orders, all records", peer_name="SimPy", unit="order", goal=50,
        ours=(program, "serve", count), peer=python("../Orders/orders_simpy.py", month),
        repetitions=3, runs_of_ours=10, warms_up=False, same=found, shown=("kept", "late"),
        terms=(
            "200,000 orders of one to three cards, paid from credits and packs, through three stations with servers,"
            " weekly hours and a cut-off: the same promises kept, and the same times at which the last cards leave"
            " (checksums). SimPy has a process an order and a card and reads service times that Detour draws; it keeps no"
            " records, Detour keeps every attempt, entry of the ledger and wait."
        ),
    )  # fmt: skip


@needs("scipy", "numpy")
def assignment(place):
    """The assignments of a window, and the most pairs of a day, against scipy's."""
    program = place.program("SideBySide")
    window = workloads.pairs(place.folder / "window.csv")
    yield Work(
        key="assignment", title="assignment of a window, 2,000 requests, 10,000 drivers", peer_name="scipy linear_sum_assignment",
        unit="ask", ours=(program, "least", window), peer=python("scipy_assignment.py", "least", window),
        repetitions=5, runs_of_ours=10, same=("pairs", "cost"), shown=("pairs",),
        terms=(
            "The same 40,000 pairs and costs; the most matches, and of those the least cost: the same numbers on both sides."
            " scipy takes a dense matrix, in which pairs that do not exist cost more than all others together; filling it is"
            " not counted. Detour takes the pairs, and decides parts apart that have nothing in common."
        ),
    )  # fmt: skip
    day = workloads.pairs(place.folder / "day.csv", rows=10_000, columns=20_000, mean=100, near=2_000)
    yield Work(
        key="most_pairs", title="most pairs of a day, 10⁶ pairs", peer_name="scipy maximum_bipartite_matching",
        unit="ask", ours=(program, "most", day), peer=python("scipy_assignment.py", "most", day),
        repetitions=5, same=("pairs",), shown=("pairs",),
        terms="The same pairs; the same number is taken. scipy by Hopcroft and Karp, Detour by LEMON's preflows, with a proof.",
    )  # fmt: skip


@needs("networkx", "numpy")
def matching(place):
    """The matching of a window in which everybody has a car and may ride, against networkx's."""
    window = workloads.pairs(place.folder / "roles.csv", rows=1_000, columns=1_000, mean=10, near=100)
    yield Work(
        key="matching", title="matching of a window, 1,000 who drive or ride", peer_name="networkx max_weight_matching",
        unit="person", ours=(place.program("SideBySide"), "matching", window),
        peer=python("networkx_matching.py", window), repetitions=3, runs_of_ours=10, warms_up=False,
        same=("pairs", "cost"), shown=("pairs",),
        terms=(
            "The same pairs of 1,000 people, each either way at a cost; the most pairs, and of those the least cost: the same"
            " numbers on both sides. Both by Edmonds' blossoms: networkx in Python, Detour by LEMON with weights of 128 bits,"
            " which decide ties too."
        ),
    )  # fmt: skip


@needs("scipy", "numpy")
def announced(place):
    """The assignment of a window over announced trips of Chengdu, against scipy's for sparse pairs."""
    if not (place.data / "chengdu").exists():
        yield LeftOut("the trips of Chengdu are not there; say where with --data")
        return
    pairs = place.folder / "announced.csv"
    subprocess.run([place.program("Window"), place.data / "chengdu", pairs], check=True, env=peers_environment())
    program = place.program("SideBySide")
    for key, ours, theirs, same, name in (
        ("announced", "least", "sparse", ("pairs", "cost"), "scipy min_weight_full_bipartite_matching"),
        ("announced_most", "most", "most", ("pairs",), "scipy maximum_bipartite_matching"),
    ):
        yield Work(
            key=key, title=f"announced on Chengdu, 10,000 riders and drivers: {ours}", peer_name=name, unit="rider",
            ours=(program, ours, pairs), peer=python("scipy_assignment.py", theirs, pairs),
            repetitions=5, same=same, shown=("pairs",),
            terms=(
                "The pairs that the benchmark run/window-announced finds, and the same numbers on both sides. Of least cost: the"
                " most matches, and of those the least detours; scipy is given the pairs and a column for each rider who is"
                " left without. The most pairs: without costs."
            ),
        )  # fmt: skip


@needs("ridepy")
def insertion(place):
    """The best insertion over all drivers, against RidePy's compiled dispatcher."""
    scenario = workloads.long_trips(place.folder / "long")
    files = tuple(str(place.folder / f"{side}-assignments.csv") for side in ("ours", "peer"))
    program = place.program("SideBySide")
    shown = ("matched", "driven_km")
    yield Work(
        key="insertion", title="best insertion, drivers with trips", peer_name="RidePy (Cython)", unit="request",
        goal=30, ours=(program, "run", scenario, files[0]),
        peer=python("ridepy_pool.py", scenario.parent, "own", files[1]),
        repetitions=3, runs_of_ours=3, warms_up=False,
        shown=shown, assignments=files,
        terms=(
            "1,000 drivers of four seats on a plane, all on the road while 20,000 requests come in half an hour, each"
            " taken where it adds the least driving time; wait and delay at most 10 minutes, drivers arrive within"
            " 1.5 times their trip. RidePy's vehicles idle, Detour's drivers have destinations: here RidePy's vehicles"
            " are given the drivers' trips as last stops. Both are whole simulators; Detour counts in milliseconds,"
            " and records attempts and stops, RidePy gives a list of events."
        ),
    )  # fmt: skip
    yield Work(
        key="insertion_idle", title="the same requests, RidePy's vehicles idle", peer_name="RidePy (Cython)",
        unit="request", ours=(program, "run", scenario),
        peer=python("ridepy_pool.py", scenario.parent, "idle"),
        repetitions=3, runs_of_ours=3, warms_up=False, shown=shown,
        terms=(
            "RidePy as it is meant to be used, with vehicles that stand still until they are sent: not the same"
            " market, told to show that the trips do not slow it down."
        ),
    )  # fmt: skip


@needs("sumo")
def taxi(place):
    """An hour on a grid of streets, against SUMO's taxis."""
    import sumo_taxi

    scenario = workloads.grid_hour(place.folder / "grid")
    net = scenario.parent / "net.xml"
    grid = ["--grid", "--grid.number", "20", "--grid.length", "200", "--default.speed", "13.889"]
    generate = [sumo_taxi.program("netgenerate"), *grid, "--output-file", str(net)]
    subprocess.run(generate, check=True, stdout=subprocess.DEVNULL)
    yield Work(
        key="taxi", title="an hour on a grid of streets, files read", peer_name="SUMO taxis", unit="request",
        ours=(place.program("SideBySide"), "whole", scenario), peer=python("sumo_taxi.py", scenario.parent),
        repetitions=3, runs_of_ours=10, warms_up=False, shown=("served", "driven_km"),
        terms=(
            "The same streets (20 × 20 corners, 200 m, 50 km/h) and 300 requests. SUMO: 50 taxis without destinations,"
            " one party at a time, the nearest idle one comes, and every car follows the one ahead, second by second."
            " Detour: 900 drivers with destinations, about 50 on the road at a time, the exact matcher, and speeds that"
            " no car changes. Both read their files; only the streets and the requests are equal."
        ),
    )  # fmt: skip


@needs("scipy", "numpy")
def radius(place):
    """The drivers around a pickup, against a tree that is built anew."""
    program = place.program("SideBySide")
    for key, title, moments, at_once, apart, goal in (
        ("radius", "drivers in a radius, 32 questions a second, each at its moment", 320, 1, 1 / 32, 20),
        ("radius_batches", "drivers in a radius, 32 questions at once each second", 120, 32, 1, 20),
        ("radius_still", "drivers in a radius, 20,000 questions at one moment", 1, 20_000, 1, None),
    ):
        scenario = workloads.radius(place.folder / key, moments=moments, at_once=at_once, apart=apart)
        yield Work(
            key=key, title=title, peer_name="scipy cKDTree", unit="question", goal=goal,
            ours=(program, "radius", scenario), peer=python("kdtree_radius.py", scenario.parent),
            repetitions=15 if goal else 5, same=("inside", "squares"), shown=("inside",),
            terms=(
                "10⁵ drivers on the way, r = 1 km, positions reported every 500 m; the same counts (sum and sum of"
                " squares). scipy computes the positions by numpy and builds its tree anew for each moment"
                f" ({moments:,} of them); Detour fills its index and renews it entry by entry, and also asks for the"
                " second circle, which no driver passes."
            ),
        )  # fmt: skip


@needs()
def routing(place):
    """Shortest paths on Chengdu, against routingkit_cch and pandana."""
    if not (place.data / "chengdu").exists():
        yield LeftOut("the network of Chengdu is not there; say where with --data")
        return
    command = [place.program("RoutingQueries"), "--data", place.data, "--only", "chengdu", "--peers", sys.executable]
    command = [str(word) for word in command]
    pairs = (
        ("hierarchy", "prepare", "routingkit_cch", "prepare", "preparation"),
        ("hierarchy", "one_to_one", "routingkit_cch", "one_to_one", "hierarchy, one to one"),
        ("labels", "one_to_one", "routingkit_cch", "one_to_one", "labels, one to one"),
        ("sweep", "one_to_10000", "routingkit_cch", "one_to_10000", "one to 10,000"),
        ("labels", "one_to_one", "pandana", "one_to_one", "labels, one to one"),
    )
    outcomes = {}
    for _ in range(3):
        run = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, env=peers_environment())
        rows = {(row["method"], row["question"]): row for row in csv.DictReader(run.stdout.splitlines())}
        for method, question, peer, asked, title in pairs:
            if (peer, asked) not in rows:
                continue
            scale = 1 if question == "prepare" else 1e-6
            work = Work(
                key=f"routing/{method}/{peer}/{question}", title=f"Chengdu, {title}", peer_name=peer,
                unit="network" if question == "prepare" else "question", terms="",
            )  # fmt: skip
            outcome = outcomes.setdefault(work.key, Outcome(work))
            sides = (rows[method, question], rows[peer, asked])
            outcome.add(*({"seconds": float(row["median"]) * scale, "units": 1} for row in sides))
    for peer in ("routingkit_cch", "pandana"):
        if not any(key.split("/")[2] == peer for key in outcomes):
            yield LeftOut(f"{peer} is not installed, or took longer than it is given")
    for position, outcome in enumerate(outcomes.values()):
        if position == 0:
            outcome.work.terms = (
                "The same network and pairs; the times found must agree. The peers are called from Python, and the"
                " lists they give are in their times. Labels take a preparation of their own besides."
            )
        yield outcome


@needs("pandas")
def tables(place):
    """A table like attempts.csv in and out, against pandas."""
    file = place.folder / "attempts.csv"
    for way, terms in (
        ("read", "Half a million rows; sixteen columns of numbers are read, and their sums must agree."),
        (
            "write",
            "Half a million rows of 23 columns, to a file; what both wrote must add up alike. Detour takes a digest of"
            " the file besides, and pads decimals.",
        ),
    ):
        yield Work(
            key=f"tables/{way}", title=f"attempts.csv, {way}", peer_name="pandas", unit="row", goal=5,
            ours=(place.program("CSVThroughput"), "--side", way, file), peer=python("pandas_csv.py", way, file),
            repetitions=15, same=("rows", "sum"), terms=terms,
        )  # fmt: skip


all_works = (
    hold_model, carpool_loop, orders, assignment, announced, matching, insertion, taxi, radius, routing, tables,
)  # fmt: skip
