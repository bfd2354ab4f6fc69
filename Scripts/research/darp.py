#!/usr/bin/env python3
"""Run dial-a-ride, and pickup and delivery instances through the policy `insertion`, and compare the cost with a known one.

    python3 Scripts/research/darp.py INSTANCE … [--best CARS:COST …] [--notice MIN …] [--objective NAME …] [--keep FOLDER] [--detour PROGRAM]

Three formats are read, each known by its first line. In all of them node 0 is the depot, and times are minutes:

* Cordeau (2006, doi:10.1287/opre.1060.0283; Ropke, Cordeau and Laporte 2007, doi:10.1002/net.20177): `vehicles requests horizon capacity
  ride-limit`, then for each node `id x y service load earliest latest`: the depot (and, in most files, again at the end), the pickups, and
  the drop-offs in the order of their pickups. A unit of length is a minute's drive. The number of requests is taken from the nodes: copies
  exist whose first line counts the nodes in its place.
* Li and Lim (2003, doi:10.1142/S0218213003001186): `vehicles capacity speed`, then for each node `id x y load earliest latest service
  pickup dropoff`, the last two being the other node of the request, or 0. Lengths as above; the horizon is the depot's.
* Sartori and Buriol (2020, doi:10.1016/j.cor.2020.105065): `NAME: …` and other such lines, `NODES` with a line `id latitude longitude
  load earliest latest service pickup dropoff` for each, and `EDGES` with the travel times from each node to all.

The vehicles become cars that wait at the depot until the horizon. Requests come in the order of their earliest times, all before the first
car moves, or, with `--notice`, so many minutes before they could begin. Stops take the time of their node, and a car that is early waits,
with everybody on board. The way back to the depot and the limit on the ride, which Detour's market has not, are kept by narrower windows.
So what is served is served within the instance, which is checked here from its own numbers: windows, ride times, capacity, the way back,
and the length of every route, the way back included. That length is the cost. Where somebody is left, cars are added until nobody is, from
the number of cars of the best known routes on, or from that of the instance; the first fleet is shown, and the first that serves all.

`--keep` leaves scenario, drivers.csv and requests.csv in a folder, for `detour run`. Exit code 1 where a rule of the instance is broken.
"""

import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

METRES, SECONDS = 1000, 60  # of a unit of length, and of a minute: a unit is a minute's drive at 60 km/h
SLACK = 0.001  # minutes that times may lie off, as tables round them
MOST_SEATS, MOST_LUGGAGE = 100, 1000  # of a car of Detour


@dataclass(frozen=True)
class Node:
    x: float
    y: float
    service: float
    load: int
    earliest: float
    latest: float


@dataclass(frozen=True)
class Instance:
    name: str
    vehicles: int
    horizon: float
    capacity: int
    ride: float
    nodes: list[Node]
    # The pickup and the drop-off of each request.
    pairs: list[tuple[int, int]]
    # The minutes from each node to each; empty where nodes lie on a plane.
    times: list[list[float]] = field(default_factory=list)

    def way(self, a: int, b: int) -> float:
        if self.times:
            return self.times[a][b]
        return math.hypot(self.nodes[a].x - self.nodes[b].x, self.nodes[a].y - self.nodes[b].y)

    def window(self, pair: tuple[int, int]) -> tuple[float, float, float]:
        """Earliest and latest pickup and latest drop-off, so narrow that no ride within them is too long or too late back."""
        pickup, dropoff = (self.nodes[node] for node in pair)
        by = min(dropoff.latest, self.horizon - dropoff.service - self.way(pair[1], 0))
        earliest, longest = pickup.earliest, pickup.service + self.ride
        if math.isfinite(longest):
            # Who waits on board for the drop-off to open rides too.
            earliest = max(earliest, dropoff.earliest - longest)
            if pickup.latest - earliest <= by - dropoff.earliest:
                by = min(by, earliest + longest)
            else:
                earliest = max(earliest, by - longest)
        return earliest, min(pickup.latest, by - pickup.service - self.way(*pair)), by

    def order(self) -> list[tuple[int, int]]:
        """The requests in the order of their earliest times."""
        return sorted(self.pairs, key=lambda pair: (self.window(pair)[0], pair))


class Lines:
    """The lines of a file in words, and the exit that names the line where one is wrong."""

    def __init__(self, path: pathlib.Path):
        self.path = path
        text = path.read_text(encoding="utf-8")
        self.rows = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        if not self.rows:
            self.fail(1, "the file is empty", "give an instance of Cordeau, of Li and Lim, or of Sartori and Buriol")

    def fail(self, number: int, found: str, right: str):
        sys.exit(f"{self.path}:{number}: {found}; {right}")

    def numbers(self, place: int, names: str, count: int | None = None) -> list[float]:
        """The numbers of a line; `names` says which there should be."""
        if place >= len(self.rows):
            self.fail(self.rows[-1][0], "the file ends here", f"give {names}")
        number, words = self.rows[place]
        try:
            values = [float(word) for word in words]
        except ValueError:
            self.fail(number, f"found {' '.join(words)}", f"give numbers: {names}")
        count = count or len(names.split())
        if len(values) != count:
            self.fail(number, f"found {len(values)} numbers", f"give {count}: {names}")
        return values

    def paired(self, rows: list[tuple[int, list[float]]], nodes: list[Node]) -> list[tuple[int, int]]:
        """The pickups and drop-offs of nodes that name each other in their last two numbers, `rows` being their lines."""
        pairs = [(place, int(row[8])) for place, (_, row) in enumerate(rows) if place > 0 and row[8] > 0]
        for pickup, dropoff in pairs:
            if dropoff >= len(nodes) or rows[dropoff][1][7] != pickup:
                self.fail(rows[pickup][0], f"node {pickup} is dropped off at {dropoff}", "give a node that names it as its pickup")
            self.hold(rows[pickup][0], pickup, nodes[pickup].load, nodes[dropoff].load)
        if 2 * len(pairs) != len(nodes) - 1:
            self.fail(rows[-1][0], f"found {len(nodes) - 1} nodes and {len(pairs)} pickups", "give a drop-off for each pickup")
        return pairs

    def hold(self, number: int, pickup: int, load: int, taken: int):
        """Requires a drop-off to take off what the pickup has loaded."""
        if load <= 0 or taken != -load:
            self.fail(number, f"node {pickup} has a load of {load}, its drop-off {taken}",
                      "give the pickups first, then their drop-offs in the same order, with the load taken off")  # fmt: skip


def read(path: pathlib.Path) -> Instance:
    """The instance in a file, or an exit that names the line which is none."""
    lines = Lines(path)
    first = lines.rows[0][1]
    instance = (sartori_buriol if first[0] == "NAME:" else li_lim if len(first) == 3 else cordeau)(lines)
    if instance.capacity > MOST_LUGGAGE:
        lines.fail(1, f"vehicles hold {instance.capacity}", f"Detour's cars hold up to {MOST_LUGGAGE}")
    return instance


def cordeau(lines: Lines) -> Instance:
    vehicles, _, horizon, capacity, ride = lines.numbers(0, "vehicles requests horizon capacity ride-limit")
    rows = [lines.numbers(place, "id x y service load earliest latest") for place in range(1, len(lines.rows))]
    nodes = [Node(x, y, service, int(load), earliest, latest) for _, x, y, service, load, earliest, latest in rows]
    if len(nodes) % 2 == 0 and nodes:
        nodes.pop()  # the depot once more
    if len(nodes) < 3:
        lines.fail(lines.rows[-1][0], f"found {len(nodes)} nodes", "give the depot, and a pickup and a drop-off for each request")
    half = len(nodes) // 2
    for pickup in range(1, half + 1):
        lines.hold(lines.rows[pickup + 1][0], pickup, nodes[pickup].load, nodes[pickup + half].load)
    pairs = [(pickup, pickup + half) for pickup in range(1, half + 1)]
    return Instance(lines.path.stem, int(vehicles), horizon, int(capacity), ride, nodes, pairs)


def li_lim(lines: Lines) -> Instance:
    vehicles, capacity, speed = lines.numbers(0, "vehicles capacity speed")
    if speed != 1:
        lines.fail(1, f"vehicles drive at {speed:g}", "a unit of length has to be a minute's drive: give 1")
    names = "id x y load earliest latest service pickup dropoff"
    values = [lines.numbers(place, names) for place in range(1, max(2, len(lines.rows)))]
    rows = [(number, row) for (number, _), row in zip(lines.rows[1:], values)]
    nodes = [Node(row[1], row[2], row[6], int(row[3]), row[4], row[5]) for row in values]
    pairs = lines.paired(rows, nodes)
    return Instance(lines.path.stem, int(vehicles), nodes[0].latest, int(capacity), math.inf, nodes, pairs)


def sartori_buriol(lines: Lines) -> Instance:
    head = {words[0]: place for place, (_, words) in enumerate(lines.rows)}

    def place_of(word: str) -> int:
        if word not in head:
            lines.fail(lines.rows[-1][0], f"found no line {word}", "see how_to_read.txt beside the instances")
        return head[word]

    def setting(word: str) -> int:
        number, words = lines.rows[place_of(word)]
        if len(words) != 2 or not words[1].isdigit():
            lines.fail(number, f"found {' '.join(words)}", f"give {word} and a whole number")
        return int(words[1])

    size, horizon, capacity = setting("SIZE:"), setting("ROUTE-TIME:"), setting("CAPACITY:")
    names = "id latitude longitude load earliest latest service pickup dropoff"
    begin, edges = place_of("NODES") + 1, place_of("EDGES") + 1
    rows = [(lines.rows[place][0], lines.numbers(place, names)) for place in range(begin, begin + size)]
    nodes = [Node(row[2], row[1], row[6], int(row[3]), row[4], row[5]) for _, row in rows]
    times = [lines.numbers(place, "the minutes to each node", size) for place in range(edges, edges + size)]
    for place, row in enumerate(times):
        if any(row[to] > row[by] + times[by][to] for by in range(size) for to in range(size)):
            lines.fail(lines.rows[edges + place][0], "a way over another node is shorter", "cars would take it: give the shortest times")
    pairs = lines.paired(rows, nodes)
    return Instance(lines.path.stem, len(pairs), horizon, capacity, math.inf, nodes, pairs, times)


def table(path: pathlib.Path, header: str, rows: list[list[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header.split(","), *rows])


def metres(a: Node, b: Node) -> float:
    """The distance between two nodes on the globe, on a sphere."""
    wide = math.cos(math.radians((a.y + b.y) / 2))
    return 111195 * math.hypot(a.y - b.y, wide * (a.x - b.x))


def write(instance: Instance, folder: pathlib.Path, objective: str, notice: float | None, vehicles: int) -> pathlib.Path:
    """Writes scenario, drivers and requests into the folder, and the network of travel times that are listed; the scenario's path."""
    nodes = instance.nodes
    west, south = min(node.x for node in nodes), min(node.y for node in nodes)
    folder.mkdir(parents=True, exist_ok=True)
    if instance.times:
        (folder / "network").mkdir(exist_ok=True)
        table(folder / "network" / "nodes.csv", "node_id,lon,lat", [[place, node.x, node.y] for place, node in enumerate(nodes)])
        ways = [(a, b) for a in range(len(nodes)) for b in range(len(nodes)) if a != b]
        edges = [[a, b, f"{metres(nodes[a], nodes[b]):.1f}", SECONDS * instance.times[a][b]] for a, b in ways]
        table(folder / "network" / "edges.csv", "from_node_id,to_node_id,length_m,time_s", edges)
        space = {"kind": "network", "file": "network"}
    else:
        space = {
            "kind": "plane", "speed_kmh": 60, "circuity": 1,
            "width_m": METRES * (1 + max(node.x for node in nodes) - west),
            "height_m": METRES * (1 + max(node.y for node in nodes) - south),
        }  # fmt: skip

    def columns(end: str) -> str:
        return f"{end}_node_id" if instance.times else f"{end}_x,{end}_y"

    def place(node: int, beside: float = 0) -> list[object]:
        if instance.times:
            return [node]
        return [f"{METRES * (nodes[node].x - west) + beside:.3f}", f"{METRES * (nodes[node].y - south):.3f}"]

    end = SECONDS * instance.horizon
    # Loads are people where a car has seats enough, and luggage where it has not.
    by_seats = instance.capacity <= MOST_SEATS
    room = [instance.capacity, 0] if by_seats else [MOST_SEATS, instance.capacity]
    cars = [[car + 1, *place(0), 0, end, *room] for car in range(vehicles)]
    table(folder / "drivers.csv", f"driver_id,{columns('origin')},depart_s,end_s,seats,luggage_room", cars)
    rows = []
    for rank, pair in enumerate(instance.order(), 1):
        pickup, dropoff = (nodes[node] for node in pair)
        earliest, latest, by = instance.window(pair)
        submit = rank / 1000 if notice is None else SECONDS * max(0.0, earliest - notice) + rank / 1000
        times = [f"{SECONDS * time:.3f}" for time in (earliest, latest, dropoff.earliest, by, pickup.service, dropoff.service)]
        load = [pickup.load, 0] if by_seats else [1, pickup.load]
        # A trip that ends where it begins ends a millimetre beside it: it would be none otherwise.
        beside = 0.001 if instance.way(*pair) == 0 else 0
        rows.append([rank, f"{submit:.3f}", *place(pair[0]), *place(pair[1], beside), *times, *load])
    windows = "earliest_pickup_s,latest_pickup_s,earliest_dropoff_s,latest_dropoff_s,boarding_s,alighting_s,party_size,luggage"
    table(folder / "requests.csv", f"request_id,submit_s,{columns('origin')},{columns('destination')},{windows}", rows)
    scenario = {
        "name": instance.name,
        "description": f"{len(instance.pairs)} requests and {vehicles} cars at a depot",
        "time": {"duration_s": end},
        "space": space,
        "supply": {"kind": "recorded", "file": "drivers.csv", "persons": None, "wishes": None},
        "demand": {"kind": "recorded", "file": "requests.csv", "luggage": [1], "persons": None, "wishes": None},
        "input": {"longest_trip_m": None},
        "matching": {
            "policy": "insertion", "insertion": {"objective": objective}, "attempts": 1,
            "limits": {"max_wait_s": None},
        },
        "behaviour": {
            "answer_delay_s": 0, "decline_probability": 0, "driver_cancel_probability": 0, "patience_s": None,
            "stop_duration_s": 0,
        },
    }  # fmt: skip
    path = folder / "scenario.json5"
    path.write_text(json.dumps(scenario, indent=2) + "\n", encoding="utf-8")
    return path


@dataclass
class Answer:
    """What came of a run: requests served, cars that drove, the length of all routes, and rules broken."""

    served: int
    cars: int
    cost: float
    broken: list[str]


def check(instance: Instance, tables: pathlib.Path) -> Answer:
    """Drives the routes in stops.csv again with the numbers of the instance alone."""
    order = instance.order()
    answer = Answer(0, 0, 0.0, [])
    routes: dict[str, list[dict]] = {}
    with (tables / "stops.csv").open(encoding="utf-8") as file:
        for stop in csv.DictReader(file):
            if stop["kind"] in ("pickup", "dropoff"):
                routes.setdefault(stop["driver_id"], []).append(stop)
    answer.cars = len(routes)

    def require(holds: bool, car: str, request: int, rule: str) -> None:
        if not holds:
            answer.broken.append(f"car {car}, request {request}: {rule}")

    for car, stops in routes.items():
        here, free, load, boarded = 0, 0.0, 0, {}
        for stop in sorted(stops, key=lambda stop: int(stop["sequence"])):
            request = order[int(stop["request_id"]) - 1]
            place = request[stop["kind"] == "dropoff"]
            node = instance.nodes[place]
            arrive, leave = float(stop["arrive_s"]) / SECONDS, float(stop["leave_s"]) / SECONDS
            way = instance.way(here, place)
            begin = max(arrive, node.earliest)
            require(arrive >= free + way - SLACK, car, place, "arrives before it can be there")
            require(begin <= node.latest + SLACK, car, place, f"a {stop['kind']} after its window")
            require(leave >= begin + node.service - SLACK, car, place, "leaves before the stop is over")
            load += node.load
            require(load <= instance.capacity, car, place, "more on board than the car holds")
            if stop["kind"] == "pickup":
                boarded[request] = leave
            else:
                require(request in boarded, car, place, "dropped off before the pickup")
                require(begin - boarded.pop(request, begin) <= instance.ride + SLACK, car, place, "rides longer than the limit")
                answer.served += 1
            answer.cost += way
            here, free = place, leave
        back = instance.way(here, 0)
        require(not boarded, car, 0, f"{len(boarded)} are never dropped off")
        require(free + back <= instance.horizon + SLACK, car, 0, "is back after the horizon")
        answer.cost += back
    return answer


def run(instance: Instance, objective: str, notice: float | None, vehicles: int, options: argparse.Namespace) -> Answer:
    """What comes of the instance with so many vehicles."""
    with tempfile.TemporaryDirectory() as scratch:
        scenario = write(instance, options.keep or pathlib.Path(scratch), objective, notice, vehicles)
        words = [options.detour, "run", scenario, "--out", pathlib.Path(scratch) / "run", "--quiet"]
        done = subprocess.run(words, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        return check(instance, pathlib.Path(scratch) / "run")


def known(words: str) -> tuple[int | None, float]:
    """The cars and the cost of the best known routes, `CARS:COST`, or the cost alone."""
    cars, colon, cost = words.rpartition(":")
    return (int(cars) if colon else None), float(cost)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    formats = "files in the format of Cordeau, of Li and Lim, or of Sartori and Buriol"
    parser.add_argument("instance", type=pathlib.Path, nargs="+", help=formats)
    routes = "the best known routes of each; cars may be left out"
    parser.add_argument("--best", type=known, nargs="+", default=[], metavar="CARS:COST", help=routes)
    parser.add_argument("--notice", type=float, nargs="+", default=[], metavar="MIN", help="minutes of notice, besides before the start")
    parser.add_argument("--objective", nargs="+", default=["added_driving", "cost"], metavar="NAME", help="objectives of `insertion`")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="where scenario and tables are left")
    parser.add_argument("--detour", default=".build/release/detour", help="the program")
    options = parser.parse_args()
    if options.best and len(options.best) != len(options.instance):
        parser.error("--best takes the routes of each instance")
    print("instance    notice   objective      cars  served  cost       best known    ratio")
    broken = 0
    for place, path in enumerate(options.instance):
        instance = read(path)
        cars, best = options.best[place] if options.best else (None, None)
        least = cars or instance.vehicles
        most = least + len(instance.pairs)
        for notice in [None, *options.notice]:
            for objective in options.objective:
                for vehicles in range(least, most + 1):
                    answer = run(instance, objective, notice, vehicles, options)
                    for rule in answer.broken:
                        print(f"{instance.name}, {vehicles} cars: broken: {rule}", file=sys.stderr)
                    broken += len(answer.broken)
                    whole = answer.served == len(instance.pairs)
                    # The first fleet and the last are enough to see.
                    if whole or vehicles in (least, most):
                        words = f"{cars}:{best:.4f}" if cars else f"{best:.4f}" if best else "–"
                        ratio = f"{answer.cost / best:.3f}" if best and whole else "–"
                        when = "all" if notice is None else f"{notice:g} min"
                        served = f"{answer.served}/{len(instance.pairs)}"
                        run_of = f"{instance.name:10}  {when:7}  {objective:13}  {answer.cars:4}"
                        print(f"{run_of}  {served:>6}  {answer.cost:9.4f}  {words:>13}  {ratio:>5}", flush=True)
                    if whole:
                        break
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
