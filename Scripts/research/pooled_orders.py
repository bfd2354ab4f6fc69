#!/usr/bin/env python3
"""Run orders that pool on the way on a grid, and compare how often each is matched with what a published model predicts.

    python3 Scripts/research/pooled_orders.py ORDERS [--detour .build/release/detour] [--only RULE …] [--orders COUNT] [--seeds COUNT]

The model is that of Wang, Wang, Yang, Yang, Zhang and Gao 2021 (doi:10.1016/j.trb.2021.10.005), written again from its equations: the
probability with which an order between two places is matched, for all pairs of places together. An order takes the nearest one that it
can share with, which waits or rides alone; one that finds nobody waits, always for the same time, then rides alone, up and down first,
and may be taken by a later one until it is there. Nobody shares with more than one other.

ORDERS is the authors' list of 300 pairs of places on a grid of 30 × 30, `grid-experiments/input/OD.txt` in
https://github.com/seanys/Predicting-the-Matching-Probability-and-Expected-Ride-shared-Distance-of-Enroute-Ridepooling-Orders,
which has no licence and is not part of the project: origin, destination, length and rate in a line. The rules:

    own-cars     runs of Detour in which orders are people with cars, decided at once (the role `either`): whoever finds nobody tries
                 again as long as an order waits there, then leaves alone; whoever is taken along leaves the car at home. A car ends where
                 its owner does, so of the two the one who was first in it gets off last; the model is told so
    both-orders  the authors' rule, in which either may get off first, simulated here without Detour: what the model was made for

Prints a row per cell: the time to wait, the longest way to a pickup and the longest detour in links, the scale of the rates, the orders; the
share matched as predicted and found; the mean over the pairs of |predicted ÷ found − 1| (MAPE) with its 95 % interval over seeds; and what it
would be by the number of orders alone, were the prediction right. Exit code 1 where a MAPE is above 4 %.
"""

import argparse
import csv
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass

from published.claims import interval

SIDE = 30  # links along an edge of the grid
PARTS = 10  # pieces of a link: a car turns at the end of one
LINK_S, LINK_M = 60, 1200
PIECE_S, PIECE_M = LINK_S / PARTS, LINK_M / PARTS
STEP = 0.01  # degrees, somewhat less than a link
RETRY_S = 6
FOREVER_S = 100_000
MOST = 0.04
# Time to wait, longest way to a pickup, longest detour, in links or the time for one; scale of the rates.
CELLS = {
    "own-cars": [(1, 4, 4, 0.2), (1, 10, 4, 0.1), (1, 10, 10, 0.04)],
    "both-orders": [(1, 4, 4, 0.04), (1, 10, 4, 0.04)],
}
COLUMNS = "rule         wait  pickup  detour  scale   orders  predicted  found   MAPE    95 % interval  by chance"

Point = tuple[float, float]


@dataclass(frozen=True)
class Pair:
    """Two places between which orders come with a rate, in one link's time."""

    origin: Point
    destination: Point
    rate: float

    @property
    def length(self) -> float:
        return apart(self.origin, self.destination)


@dataclass(frozen=True)
class Cell:
    """What the orders of a run are allowed."""

    wait: float
    pickup: float
    detour: float
    scale: float
    # Whether cars are those of who orders first, and end where they do.
    own_cars: bool = True


@dataclass
class State:
    """A stretch in which an order of a pair may be taken: it waits at its origin, or rides along half a link."""

    pair: int
    place: Point
    waits: bool
    time: float
    arrivals: float = 0.0
    rate: float = 0.0
    present: float = 0.0


def apart(a: Point, b: Point) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def read_pairs(path: pathlib.Path, scale: float) -> list[Pair]:
    """The pairs of places, whose rates are as many times those of the file."""
    pairs = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}")
    for number, line in enumerate(lines, 1):
        try:
            x, y, to_x, to_y, _, rate = map(float, line.split()[:6])
        except ValueError:
            sys.exit(f"{path}:{number}: found {line.strip() or 'nothing'}; give six numbers: origin, destination, length, rate")
        if rate <= 0 or any(at % 1 or not 0 <= at <= SIDE for at in (x, y, to_x, to_y)) or (x, y) == (to_x, to_y):
            sys.exit(f"{path}:{number}: found {line.strip()}; give two crossings from 0 to {SIDE}, and a rate above 0")
        pairs.append(Pair((x, y), (to_x, to_y), scale * rate))
    if not pairs:
        sys.exit(f"{path}:1: the file is empty")
    return pairs


# The model


def along(pair: Pair, travelled: float) -> Point:
    """Where somebody is who rides alone, up or down first."""
    (x, y), (to_x, to_y) = pair.origin, pair.destination
    up = min(travelled, abs(to_y - y))
    return x + math.copysign(travelled - up, to_x - x), y + math.copysign(up, to_y - y)


def states(pairs: list[Pair], cell: Cell) -> list[list[State]]:
    """The states of an order of each pair that has found nobody, one after the other."""
    return [
        [State(number, pair.origin, True, cell.wait)]
        + [State(number, along(pair, half / 2 + 0.25), False, 0.5) for half in range(round(2 * pair.length))]
        for number, pair in enumerate(pairs)
    ]


def can_share(new: Pair, old: Pair, state: State, cell: Cell) -> bool:
    """Whether a new order can share with one in a state: some order of the stops keeps both detours."""

    def keeps(first_way: float, second_way: float, first: float, second: float) -> bool:
        return first_way - first <= cell.detour and second_way - second <= cell.detour

    if apart(new.origin, state.place) > cell.pickup:
        return False
    to_new, between = apart(state.place, new.origin), apart(new.destination, old.destination)
    left, across = apart(state.place, old.destination), apart(new.origin, old.destination)
    back = apart(old.origin, new.destination)
    # The car that is there comes for the new one, or, of one that waits, the other way round; who was first in it is the last to get off.
    if keeps(to_new + new.length + between, 0, left, 0) or (state.waits and keeps(to_new + old.length + between, 0, new.length, 0)):
        return True
    if cell.own_cars:
        return False
    return keeps(to_new + across, across + between, left, new.length) or (
        state.waits and keeps(to_new + back, back + between, new.length, old.length)
    )


def predict(pairs: list[Pair], cell: Cell) -> list[float]:
    """The probability with which an order of each pair is matched."""
    every = states(pairs, cell)
    flat = [state for one in every for state in one]
    choices = []
    for number, pair in enumerate(pairs):
        found = [state for state in flat if can_share(pair, pairs[state.pair], state, cell)]
        # Of those as near the one between the same places goes first, if it waits.
        choices.append(sorted(found, key=lambda s: (apart(pair.origin, s.place), not (s.waits and s.pair == number))))
    at_once = [0.0] * len(pairs)
    while True:
        for one, pair, missed in zip(every, pairs, at_once, strict=True):
            arrivals = pair.rate * (1 - missed)
            for state in one:
                state.arrivals = arrivals
                gone = -math.expm1(-state.rate * state.time)
                state.present = arrivals * (gone / state.rate if state.rate else state.time)
                arrivals *= 1 - gone
                state.rate = 0.0
        before, at_once = at_once, []
        for pair, found in zip(pairs, choices, strict=True):
            free = 1.0
            for state in found:
                state.rate += pair.rate * free
                free *= 1 - state.present
            at_once.append(1 - free)
        if max(abs(a - b) for a, b in zip(before, at_once)) < 1e-9:
            break
    alone = [math.exp(-sum(state.rate * state.time for state in one)) for one in every]
    return [1 - (1 - missed) * left for missed, left in zip(at_once, alone, strict=True)]


# The runs


def write_grid(folder: pathlib.Path) -> None:
    """Writes the grid as two layers: cars go up and down on the one, then change over and go to and fro on the other.

    A change takes a millisecond, so that of all shortest ways the one with a single change is taken.
    """
    folder.mkdir(parents=True)
    most = SIDE * PARTS
    nodes, numbers, links = [], {}, []

    def node(x: int, y: int, layer: int) -> int:
        if (x, y, layer) not in numbers:
            numbers[x, y, layer] = len(nodes) + 1
            nodes.append([len(nodes) + 1, *place(x / PARTS, y / PARTS, layer)])
        return numbers[x, y, layer]

    for line in range(SIDE + 1):
        for piece in range(most):
            links.append([node(line * PARTS, piece, 0), node(line * PARTS, piece + 1, 0), PIECE_M])
            links.append([node(piece, line * PARTS, 1), node(piece + 1, line * PARTS, 1), PIECE_M])
    for x in range(SIDE + 1):
        for y in range(SIDE + 1):
            links.append([node(x * PARTS, y * PARTS, 0), node(x * PARTS, y * PARTS, 1), PIECE_M / PIECE_S / 1000])

    def write(name: str, header: list[str], rows: list[list[object]]) -> None:
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *rows])

    write("node.csv", ["node_id", "x_coord", "y_coord"], nodes)
    rows = [[number + 1, a, b, "false", metres, 3.6 * PIECE_M / PIECE_S] for number, (a, b, metres) in enumerate(links)]
    write("link.csv", ["link_id", "from_node_id", "to_node_id", "directed", "length", "free_speed"], rows)
    write("config.csv", ["dataset_name", "long_length", "speed", "crs"], [["grid", "m", "kph", "EPSG:4326"]])


def place(x: float, y: float, layer: int) -> tuple[str, str]:
    """The longitude and the latitude of a node; the second layer lies a centimetre beside the first."""
    return f"{x * STEP + layer * 1e-7:.7f}", f"{y * STEP:.7f}"


def draw(pairs: list[Pair], duration: float, seed: int) -> list[tuple[float, int]]:
    """The orders of a run, in which each pair has its own Poisson process: their times, and their pairs."""
    orders = []
    for number, pair in enumerate(pairs):
        draws = random.Random(f"{seed}/{number}")
        time = draws.expovariate(pair.rate)
        while time < duration:
            orders.append((time, number))
            time += draws.expovariate(pair.rate)
    return sorted(orders)


def write_orders(path: pathlib.Path, pairs: list[Pair], cell: Cell, orders: list[tuple[float, int]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["request_id", "submit_s", "latest_pickup_s", "latest_dropoff_s", "role",
                       "origin_lon", "origin_lat", "destination_lon", "destination_lat"])  # fmt: skip
        for identifier, (time, number) in enumerate(orders):
            submit = LINK_S * time
            ends = [*place(*pairs[number].origin, 0), *place(*pairs[number].destination, 1)]
            # Changes of the layer take milliseconds, and a piece of a link six seconds.
            times = [submit, submit + LINK_S * cell.pickup + 1, submit + FOREVER_S]
            rows.writerow([identifier, *(f"{value:.3f}" for value in times), "either", *ends])


def scenario(cell: Cell, duration: float) -> dict:
    return {
        "name": "pooled-orders",
        "time": {"duration_s": LINK_S * duration},
        "space": {"kind": "network", "file": "grid"},
        "supply": {"kind": "none"},
        "demand": {"kind": "recorded", "file": "orders.csv"},
        "input": {"longest_trip_m": None},
        "matching": {
            "policy": "insertion", "attempts": round(LINK_S * cell.wait / RETRY_S) + 1, "retry_interval_s": RETRY_S, "max_cycles": 1,
            "weights": {"time_to_pickup": 1, "detour": 0}, "batch": {"riders": "one"},
            "limits": {"max_wait_s": None, "max_detour_ratio": None, "max_detour_s": LINK_S * cell.detour + 1},
        },
        "behaviour": {
            "answer_delay_s": 0, "decline_probability": 0, "driver_cancel_probability": 0, "patience_s": None, "stop_duration_s": 0,
        },
    }  # fmt: skip


def run(detour: str, folder: pathlib.Path, pairs: list[Pair], cell: Cell, orders: list[tuple[float, int]], duration: float, seed: int) -> set[int]:
    """Runs Detour; the orders that were matched."""
    if not (folder / "grid").exists():
        write_grid(folder / "grid")
    write_orders(folder / "orders.csv", pairs, cell, orders)
    (folder / "pooled.json5").write_text(json.dumps(scenario(cell, duration), indent=2), encoding="utf-8")
    words = [detour, "run", folder / "pooled.json5", "--seed", str(seed), "--out", folder / "run", "--quiet", "--force"]
    subprocess.run(words, check=True)
    with (folder / "run/drivers.csv").open(encoding="utf-8") as file:
        took = {row["driver_id"] for row in csv.DictReader(file) if int(row["passengers_served"]) > 0}
    with (folder / "run/roles.csv").open(encoding="utf-8") as file:
        return {int(row["request_id"]) for row in csv.DictReader(file) if row["role"] == "rode" or row["driver_id"] in took}


def simulate(pairs: list[Pair], cell: Cell, orders: list[tuple[float, int]]) -> set[int]:
    """Follows the authors' rule; the orders that were matched."""
    matched, alone = set(), []
    for identifier, (time, number) in enumerate(orders):
        new, best = pairs[number], None
        alone = [other for other in alone if time < orders[other][0] + cell.wait + pairs[orders[other][1]].length]
        for other in alone:
            begin, old = orders[other]
            waits = time - begin < cell.wait
            where = pairs[old].origin if waits else along(pairs[old], time - begin - cell.wait)
            if can_share(new, pairs[old], State(old, where, waits, 0), cell):
                # Of those as near the one between the same places goes first, if it waits.
                best = min(best or (math.inf,), (apart(new.origin, where), not (waits and old == number), other))
        if best is None:
            alone.append(identifier)
        else:
            alone.remove(best[2])
            matched |= {identifier, best[2]}
    return matched


def mape(predicted: list[float], every: Counter, matched: Counter) -> float:
    found = [matched[number] / every[number] for number in range(len(predicted))]
    return statistics.fmean(abs(a / b - 1) for a, b in zip(predicted, found, strict=True) if b > 0)


def by_chance(predicted: list[float], every: Counter) -> float:
    """The MAPE of a prediction that is right, of so many orders: the mean deviation of a normal variable, by first order."""
    return statistics.fmean(
        math.sqrt(2 / math.pi * (1 - p) / (p * every[number])) for number, p in enumerate(predicted) if p > 0
    )


def main():
    parser = argparse.ArgumentParser(description="compare matching probabilities of pooled orders with predicted ones")
    parser.add_argument("pairs", type=pathlib.Path, metavar="ORDERS", help="the list of pairs of places with their rates")
    parser.add_argument("--detour", default=".build/release/detour")
    parser.add_argument("--orders", type=int, default=100_000, help="of a run")
    parser.add_argument("--seeds", type=int, default=10, help="runs of a cell")
    parser.add_argument("--only", nargs="+", choices=CELLS, default=list(CELLS), metavar="RULE", help="this rule alone")
    options = parser.parse_args()
    read_pairs(options.pairs, 1)
    print(COLUMNS)
    failed = False
    for rule, numbers in ((rule, numbers) for rule in options.only for numbers in CELLS[rule]):
        cell = Cell(*numbers, own_cars=rule == "own-cars")
        pairs = read_pairs(options.pairs, cell.scale)
        predicted = predict(pairs, cell)
        every, matched, parts = Counter(), Counter(), []
        duration = options.orders / sum(pair.rate for pair in pairs)
        with tempfile.TemporaryDirectory() as scratch:
            for seed in range(1, options.seeds + 1):
                orders = draw(pairs, duration, seed)
                if cell.own_cars:
                    shared = run(options.detour, pathlib.Path(scratch), pairs, cell, orders, duration, seed)
                else:
                    shared = simulate(pairs, cell, orders)
                # Before the first and behind the last of these there are fewer to share with.
                counted = [place for place, (time, _) in enumerate(orders) if 4 * SIDE <= time < duration - 4 * SIDE]
                parts.append((Counter(orders[place][1] for place in counted), Counter(orders[place][1] for place in counted if place in shared)))
                every += parts[-1][0]
                matched += parts[-1][1]
        # Leaving one run out at a time: the mean over all pairs is no mean over runs.
        whole = mape(predicted, every, matched)
        without = [mape(predicted, every - some, matched - shared) for some, shared in parts]
        pseudo = [len(parts) * whole - (len(parts) - 1) * value for value in without]
        _, half, _ = interval(pseudo)
        mean = sum(p * every[number] for number, p in enumerate(predicted)) / every.total()
        print(f"{rule:11}  {cell.wait:4g}  {cell.pickup:6g}  {cell.detour:6g}  {cell.scale:5g}  {every.total():7}  {mean:9.4f}"
              f"  {matched.total() / every.total():.4f}  {100 * whole:.2f} %  {100 * (whole - half):.2f} … {100 * (whole + half):.2f}"
              f"  {100 * by_chance(predicted, every):7.2f} %", flush=True)  # fmt: skip
        failed |= whole > MOST
    sys.exit(failed)


if __name__ == "__main__":
    main()
