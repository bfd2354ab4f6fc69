#!/usr/bin/env python3
"""Run a dial-a-ride instance in the format of Cordeau through the policy `insertion`, and compare the cost with a known one.

    python3 Scripts/darp.py INSTANCE … [--best COST …] [--notice MIN …] [--objective NAME …] [--keep FOLDER] [--detour PROGRAM]

An instance is a line `vehicles requests horizon capacity ride-limit` and a line for each node: `id x y service load earliest latest`, the
depot first (and, in most files, last), then the pickups, then the drop-offs in the order of their pickups; minutes, and a unit of length is
a minute's drive (Cordeau 2006, doi:10.1287/opre.1060.0283; Ropke, Cordeau and Laporte 2007, doi:10.1002/net.20177). The number of requests
is taken from the nodes: copies exist whose first line counts the nodes in its place.

The vehicles become cars that wait at the depot until the horizon. Requests come in the order of their earliest times, all before the
first car moves, or, with `--notice`, so many minutes before they could begin. Two rules that Detour's market has not are kept by narrower
windows: nobody is picked up so early that the drop-off could come before its window, and everybody is dropped off in time for the way
back. So what is served is served within the instance, which is checked here from its own numbers: windows, ride times, seats, the way
back, and the length of every route, the way back included. That length is the cost. Where somebody is left, cars are added until nobody is.

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
from dataclasses import dataclass

METRES, SECONDS = 1000, 60  # of a unit of length, and of a minute: a unit is a minute's drive at 60 km/h
SLACK = 0.001  # minutes that times may lie off, as tables round them


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

    @property
    def requests(self) -> range:
        return range(1, (len(self.nodes) - 1) // 2 + 1)

    def pair(self, request: int) -> tuple[Node, Node]:
        return self.nodes[request], self.nodes[request + len(self.requests)]

    def way(self, a: Node, b: Node) -> float:
        return math.hypot(a.x - b.x, a.y - b.y)

    def window(self, request: int) -> tuple[float, float, float]:
        """Earliest and latest pickup and latest drop-off, so narrow that no ride within them is too long, too early or too late back."""
        pickup, dropoff = self.pair(request)
        direct = pickup.service + self.way(pickup, dropoff)
        by = min(dropoff.latest, self.horizon - dropoff.service - self.way(dropoff, self.nodes[0]))
        earliest = max(pickup.earliest, dropoff.earliest - direct)
        longest = pickup.service + self.ride
        if pickup.latest - pickup.earliest <= dropoff.latest - dropoff.earliest:
            by = min(by, earliest + longest)
        else:
            earliest = max(earliest, by - longest)
        return earliest, min(pickup.latest, by - direct), by

    def order(self) -> list[int]:
        """The requests in the order of their earliest times."""
        return sorted(self.requests, key=lambda request: (self.window(request)[0], request))


def read(path: pathlib.Path) -> Instance:
    """The instance in a file, or an exit that names the line which is none."""
    lines = [(number, line.split()) for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if line.strip()]

    def fail(number: int, found: str, right: str):
        sys.exit(f"{path}:{number}: {found}; {right}")

    def numbers(number: int, words: list[str], names: str) -> list[float]:
        try:
            values = [float(word) for word in words]
        except ValueError:
            fail(number, f"found {' '.join(words)}", f"give numbers: {names}")
        if len(values) != len(names.split()):
            fail(number, f"found {len(values)} numbers", f"give {len(names.split())}: {names}")
        return values

    if not lines:
        fail(1, "the file is empty", "give the number of vehicles, of requests, the horizon, the capacity and the ride limit")
    vehicles, _, horizon, capacity, ride = numbers(*lines[0], "vehicles requests horizon capacity ride-limit")
    rows = [(number, numbers(number, words, "id x y service load earliest latest")) for number, words in lines[1:]]
    nodes = [Node(x, y, service, int(load), earliest, latest) for _, (_, x, y, service, load, earliest, latest) in rows]
    if len(nodes) % 2 == 0 and nodes:
        nodes.pop()  # the depot once more
    instance = Instance(path.stem, int(vehicles), horizon, int(capacity), ride, nodes)
    if len(nodes) < 3:
        fail(lines[-1][0], f"found {len(nodes)} nodes", "give the depot, and a pickup and a drop-off for each request")
    for request in instance.requests:
        pickup, dropoff = instance.pair(request)
        if pickup.load <= 0 or dropoff.load != -pickup.load:
            fail(rows[request][0], f"node {request} has a load of {pickup.load}, its drop-off {dropoff.load}",
                 "give the pickups first, then their drop-offs in the same order, with the load taken off")  # fmt: skip
    if len({node.service for node in nodes[1:]}) > 1:
        fail(2, "stops take different times", "Detour's stops all take as long as each other (`behaviour.stop_duration_s`)")
    return instance


def write(instance: Instance, folder: pathlib.Path, objective: str, notice: float | None, vehicles: int) -> pathlib.Path:
    """Writes scenario, drivers and requests into the folder; the scenario's path."""
    west, south = min(node.x for node in instance.nodes), min(node.y for node in instance.nodes)
    depot = instance.nodes[0]

    def place(node: Node) -> list[str]:
        return [f"{METRES * (node.x - west):.3f}", f"{METRES * (node.y - south):.3f}"]

    def table(name: str, header: str, rows: list[list[object]]) -> None:
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([header.split(","), *rows])

    folder.mkdir(parents=True, exist_ok=True)
    end = SECONDS * instance.horizon
    cars = [[car + 1, *place(depot), 0, end, min(100, instance.capacity)] for car in range(vehicles)]
    table("drivers.csv", "driver_id,origin_x,origin_y,depart_s,end_s,seats", cars)
    rows = []
    for rank, request in enumerate(instance.order(), 1):
        pickup, dropoff = instance.pair(request)
        earliest, latest, by = instance.window(request)
        submit = rank / 1000 if notice is None else SECONDS * max(0.0, earliest - notice) + rank / 1000
        times = [f"{SECONDS * time:.3f}" for time in (earliest, latest, by)]
        rows.append([rank, f"{submit:.3f}", *place(pickup), *place(dropoff), *times, pickup.load])
    columns = "origin_x,origin_y,destination_x,destination_y,earliest_pickup_s,latest_pickup_s,latest_dropoff_s,party_size"
    table("requests.csv", f"request_id,submit_s,{columns}", rows)
    scenario = {
        "name": instance.name,
        "description": f"{len(instance.requests)} requests and {vehicles} cars at a depot",
        "time": {"duration_s": end},
        "space": {
            "kind": "plane", "speed_kmh": 60, "circuity": 1,
            "width_m": METRES * (1 + max(node.x for node in instance.nodes) - west),
            "height_m": METRES * (1 + max(node.y for node in instance.nodes) - south),
        },
        "supply": {"kind": "recorded", "file": "drivers.csv", "persons": None, "wishes": None},
        "demand": {"kind": "recorded", "file": "requests.csv", "luggage": [1], "persons": None, "wishes": None},
        "input": {"longest_trip_m": None},
        "matching": {
            "policy": "insertion", "insertion": {"objective": objective}, "attempts": 1,
            "limits": {"max_wait_s": None},
        },
        "behaviour": {
            "answer_delay_s": 0, "decline_probability": 0, "driver_cancel_probability": 0, "patience_s": None,
            "stop_duration_s": SECONDS * instance.nodes[1].service,
        },
    }  # fmt: skip
    path = folder / "scenario.json5"
    path.write_text(json.dumps(scenario, indent=2) + "\n", encoding="utf-8")
    return path


@dataclass
class Answer:
    """What came of a run: requests served, the length of all routes, and rules broken."""

    served: int
    cost: float
    broken: list[str]


def check(instance: Instance, tables: pathlib.Path) -> Answer:
    """Drives the routes in stops.csv again with the numbers of the instance alone."""
    depot, order = instance.nodes[0], instance.order()
    answer = Answer(0, 0.0, [])
    routes: dict[str, list[dict]] = {}
    with (tables / "stops.csv").open(encoding="utf-8") as file:
        for stop in csv.DictReader(file):
            if stop["kind"] in ("pickup", "dropoff"):
                routes.setdefault(stop["driver_id"], []).append(stop)

    def require(holds: bool, car: str, request: int, rule: str) -> None:
        if not holds:
            answer.broken.append(f"car {car}, request {request}: {rule}")

    for car, stops in routes.items():
        here, free, load, boarded = depot, 0.0, 0, {}
        for stop in sorted(stops, key=lambda stop: int(stop["sequence"])):
            request = order[int(stop["request_id"]) - 1]
            node = instance.pair(request)[stop["kind"] == "dropoff"]
            arrive, leave = float(stop["arrive_s"]) / SECONDS, float(stop["leave_s"]) / SECONDS
            way = instance.way(here, node)
            begin = max(arrive, node.earliest)
            require(arrive >= free + way - SLACK, car, request, "arrives before it can be there")
            require(begin <= node.latest + SLACK, car, request, f"a {stop['kind']} after its window")
            require(arrive >= node.earliest - SLACK or stop["kind"] == "pickup", car, request, "a drop-off before its window")
            require(leave >= begin + node.service - SLACK, car, request, "leaves before the stop is over")
            load += node.load
            require(load <= instance.capacity, car, request, "more on board than the car holds")
            if stop["kind"] == "pickup":
                boarded[request] = leave
            else:
                require(request in boarded, car, request, "dropped off before the pickup")
                require(arrive - boarded.pop(request, arrive) <= instance.ride + SLACK, car, request, "rides longer than the limit")
                answer.served += 1
            answer.cost += way
            here, free = node, leave
        back = instance.way(here, depot)
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("instance", type=pathlib.Path, nargs="+", help="files in the format of Cordeau")
    parser.add_argument("--best", type=float, nargs="+", default=[], metavar="COST", help="the best known cost of each")
    parser.add_argument("--notice", type=float, nargs="+", default=[], metavar="MIN", help="minutes of notice, besides before the start")
    parser.add_argument("--objective", nargs="+", default=["added_driving", "cost"], metavar="NAME", help="objectives of `insertion`")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="where scenario and tables are left")
    parser.add_argument("--detour", default=".build/release/detour", help="the program")
    options = parser.parse_args()
    if options.best and len(options.best) != len(options.instance):
        parser.error("--best takes a cost for each instance")
    print("instance  notice   objective      cars  served  cost      best known  ratio")
    broken = 0
    for place, path in enumerate(options.instance):
        instance = read(path)
        best = options.best[place] if options.best else None
        for notice in [None, *options.notice]:
            for objective in options.objective:
                for vehicles in range(instance.vehicles, instance.vehicles + len(instance.requests)):
                    answer = run(instance, objective, notice, vehicles, options)
                    whole = answer.served == len(instance.requests)
                    known = f"{best:.4f}" if best else "–"
                    ratio = f"{answer.cost / best:.3f}" if best and whole else "–"
                    when = "all" if notice is None else f"{notice:g} min"
                    served = f"{answer.served}/{len(instance.requests)}"
                    run_of = f"{instance.name:8}  {when:7}  {objective:13}  {vehicles:4}"
                    print(f"{run_of}  {served:>6}  {answer.cost:8.4f}  {known:>10}  {ratio:>5}", flush=True)
                    for rule in answer.broken:
                        print(f"  broken: {rule}", file=sys.stderr)
                    broken += len(answer.broken)
                    if whole:
                        break
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
