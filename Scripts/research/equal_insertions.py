#!/usr/bin/env python3
"""Show what the order of stops at one place is worth to a fleet with eight seats.

    python3 Scripts/research/equal_insertions.py [--requests N] [--seeds N]

A fleet of its own, written apart from Detour: cars on a ring or a torus of 25 nodes, whose links take a time of 1, and requests from each
node to each other, a Poisson process. A request goes to the car that drops it off first, without delay for anybody accepted before. Many
places in a car's order of stops give the same times, for stops take none: those before, between and behind the stops that are planned at
the same node. Under `first` a new stop stands before them, the earlier pickup and the earlier drop-off, as Detour has it; under `last` the
later pickup is preferred, and a new stop stands behind them, as in the program of Zech, Molkenthin, Timme and Schröder 2022
(doi:10.1038/s41598-022-14960-x; https://github.com/PhysicsOfMobility/RidesharingUniversality). Drop-offs are planned longer ahead than
pickups: so `last` empties seats before it fills them, and `first` does the opposite, at the same node and time. Under `shared` all stops at
one node are one stop of the car, at which passengers alight before others board, as with Detour's `matching.stops: "shared"`.

Prints E = x ÷ C with its 95 % interval over seeds, C being the customers of a car, waiting and riding, as arriving requests see them.
"""

import argparse
import collections
import itertools
import math
import random
import statistics

NODES, SIDE, SEATS = 25, 5, 8
ORDERS = ("first", "last", "shared")
SLACK = 1e-9
T = {3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 8: 2.365, 10: 2.262}  # the 97.5 % quantile of t, by the number of seeds
CELLS = [("torus", 42, 5, 0.460), ("ring", 6, 5, 0.429)]


def links(graph: str) -> list[list[int]]:
    if graph == "ring":
        return [[(node + 1) % NODES, (node - 1) % NODES] for node in range(NODES)]
    rows = [(node - node % SIDE, node % SIDE) for node in range(NODES)]
    return [[row + (place + 1) % SIDE, row + (place - 1) % SIDE, (node + SIDE) % NODES, (node - SIDE) % NODES]
            for node, (row, place) in enumerate(rows)]  # fmt: skip


def distances(near: list[list[int]]) -> list[list[int]]:
    """The links between each node and each other: a search from each in the order of distance."""
    table = []
    for root in range(NODES):
        away, queue = {root: 0}, collections.deque([root])
        while queue:
            node = queue.popleft()
            for other in near[node]:
                if other not in away:
                    away[other] = away[node] + 1
                    queue.append(other)
        table.append([away[node] for node in range(NODES)])
    return table


class Car:
    """A car at a node, or on its way to it, and its stops: the node of each, and 1 for a pickup or -1 for a drop-off."""

    def __init__(self, node: int):
        self.node, self.time, self.stops, self.aboard, self.customers = node, 0.0, [], 0, 0

    def drive(self, now: float, near, away) -> None:
        """Makes the stops until `now`, and stands or drives to the next node then."""
        while self.stops and self.time <= now:
            node, change = self.stops[0]
            if node == self.node:
                del self.stops[0]
                self.aboard += change
                self.customers -= change < 0
            else:
                self.node = min(other for other in near[self.node] if away[other][node] < away[self.node][node])
                self.time += 1


def places(car: Car, origin: int, destination: int, now: float, away):
    """Pickup time, drop-off time and places among the stops of each insertion that delays nobody, the earlier places first."""
    node, time, aboard = car.node, max(car.time, now) if car.stops else now, car.aboard
    count = len(car.stops)
    for pickup in range(count + 1):
        following = car.stops[pickup][0] if pickup < count else None
        on_way = following is None or away[node][origin] + away[origin][following] == away[node][following]
        if aboard < SEATS and on_way:
            boards = time + away[node][origin]
            here, there, load = origin, boards, aboard + 1
            for dropoff in range(pickup, count + 1):
                ahead = car.stops[dropoff][0] if dropoff < count else None
                if ahead is None or away[here][destination] + away[destination][ahead] == away[here][ahead]:
                    yield boards, there + away[here][destination], pickup, dropoff
                if ahead is None:
                    break
                there += away[here][ahead]
                here = ahead
                load += car.stops[dropoff][1]
                if load > SEATS:
                    break
        if following is not None:
            time += away[node][following]
            node = following
            aboard += car.stops[pickup][1]


def shared_places(car: Car, origin: int, destination: int, now: float, away):
    """The same where a new stop joins a planned one at its node, and seats count only from one node to the next."""
    node, time, aboard = car.node, max(car.time, now) if car.stops else now, car.aboard
    # The node, the first place, and the passengers on board behind each stop of the car.
    visits = []
    for place, (there, change) in enumerate(car.stops):
        if not visits or visits[-1][0] != there:
            visits.append([there, place, visits[-1][2] if visits else aboard])
        visits[-1][2] += change
    ends = [(None, len(car.stops), 0)]
    ahead = list(zip(visits, visits[1:] + ends))
    for index in range(len(visits) + 1):
        here, place = visits[index][:2] if index < len(visits) else ends[0][:2]
        behind = visits[index - 1][0] if index else None
        joins = here == origin
        if joins or (behind != origin and (here is None or away[node][origin] + away[origin][here] == away[node][here])):
            boards = time + away[node][origin]
            # The load of the leg that the new passenger would begin.
            load = (visits[index][2] if joins else aboard) + 1
            was, arrives = origin, boards
            for visit, (_, following, _) in ahead[index + 1 if joins else index:] + [(ends[0], ends[0])]:
                there, first, after = visit
                if load > SEATS:
                    break
                if there is None or there == destination or away[was][destination] + away[destination][there] == away[was][there]:
                    # Who alights does so before others board.
                    yield boards, arrives + away[was][destination], place, first
                if there is None or there == destination:
                    break
                arrives += away[was][there]
                was, load = there, after + 1
        if here is not None:
            time += away[node][here]
            node, aboard = here, visits[index][2]


def efficiency(graph: str, cars: int, load: float, requests: int, order: str, seed: int) -> float:
    """E of a run, behind the first tenth of its requests."""
    draws = random.Random(f"{graph} {seed}")
    near = links(graph)
    away = distances(near)
    mean = sum(map(sum, away)) / (NODES * (NODES - 1))
    fleet = [Car(draws.randrange(NODES)) for _ in range(cars)]
    tries = shared_places if order == "shared" else places
    now, seen, counted = 0.0, 0, 0
    for request in range(requests):
        now += draws.expovariate(load * cars / mean)
        origin, destination = draws.sample(range(NODES), 2)
        best = None
        for car in fleet:
            car.drive(now, near, away)
            for boards, alights, pickup, dropoff in tries(car, origin, destination, now, away):
                ahead = best is None or alights < best[1] - SLACK
                equal = not ahead and alights <= best[1] + SLACK
                if ahead or (order == "last" and equal and boards >= best[0] - SLACK):
                    best = (boards, alights, pickup, dropoff, car)
        if request >= requests // 10:
            seen += sum(car.customers for car in fleet)
            counted += 1
        _, _, pickup, dropoff, car = best
        if not car.stops:
            car.time = now
        car.stops.insert(dropoff, (destination, -1))
        car.stops.insert(pickup, (origin, 1))
        if order == "shared":
            # Who alights at a node does so before others board.
            visits = [list(visit) for _, visit in itertools.groupby(car.stops, key=lambda stop: stop[0])]
            car.stops = [stop for visit in visits for stop in sorted(visit, key=lambda stop: stop[1])]
        car.customers += 1
    return load * cars * counted / seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--requests", type=int, default=40_000, help="of a run")
    parser.add_argument("--seeds", type=int, default=4, choices=T, help="runs of a cell")
    options = parser.parse_args()
    print("graph  cars  x  order   published  found   95 % interval")
    for graph, cars, load, published in CELLS:
        for order in ORDERS:
            runs = [efficiency(graph, cars, load, options.requests, order, seed) for seed in range(options.seeds)]
            found, half = statistics.fmean(runs), T[options.seeds] * statistics.stdev(runs) / math.sqrt(options.seeds)
            cell = f"{graph:5}  {cars:4}  {load}  {order:6}  {published:9.3f}"
            print(f"{cell}  {found:.3f}  {found - half:.3f} … {found + half:.3f}", flush=True)


if __name__ == "__main__":
    main()
