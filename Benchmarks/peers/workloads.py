"""Makes the works that both sides do: scenarios for Detour, and the same drivers and requests as tables.

Every work is drawn from a seed of its own, so it is the same on every machine.
"""

import csv
import json
import math
import random
from pathlib import Path

SPEED = 50 / 3.6
OFF = {
    "attempts": 1,
    "max_cycles": 1,
    "relaunch": {"probability": 0},
}
CALM = {
    "answer_delay_s": 0,
    "decline_probability": 0,
    "driver_cancel_probability": 0,
    "patience_s": None,
    "stop_duration_s": 0,
}


def write_table(path, rows):
    """Writes `rows`, dictionaries with the same keys, as CSV."""
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_scenario(folder, name, drivers, requests, **fields):
    """Writes the scenario `name` and its tables into `folder`, which is made; gives its path."""
    folder.mkdir(parents=True)
    write_table(folder / "drivers.csv", drivers)
    write_table(folder / "requests.csv", requests)
    scenario = {
        "name": name,
        "supply": {"kind": "recorded", "file": "drivers.csv"},
        "demand": {"kind": "recorded", "file": "requests.csv"},
        "input": {"longest_trip_m": None},
        **fields,
    }
    path = folder / "scenario.json5"
    path.write_text(json.dumps(scenario, indent=2))
    return path


def ends(draw, side, at_least=0.0, at_most=math.inf):
    """Two random points on the square, as columns; and how far they lie apart, metres."""
    while True:
        x, y, to_x, to_y = (round(draw.random() * side, 3) for _ in range(4))
        metres = math.hypot(to_x - x, to_y - y)
        if max(1.0, at_least) <= metres <= at_most:
            break
    return {"origin_x": x, "origin_y": y, "destination_x": to_x, "destination_y": to_y}, metres


def seconds(value):
    """A time as the tables have it: whole milliseconds."""
    return f"{value:.3f}"


def pairs(path, rows=2_000, columns=10_000, mean=20, near=400):
    """A window of requests and the drivers who could come: each request has some of the drivers who are near to it."""
    draw = random.Random(11)
    table = []
    for row in range(rows):
        start = draw.randrange(columns)
        chosen = sorted({(start + draw.randrange(near)) % columns for _ in range(draw.randrange(2 * mean))})
        table += [{"row": row, "column": column, "cost": draw.randrange(1_000_000)} for column in chosen]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_table(path, table)
    return path


def carpool_loop(folder, drivers=5_000, requests=50_000, side=30_000, duration=4_320):
    """A 20th of the day of the benchmark PlaneDay: as many drivers on the road, as many requests a second."""
    draw = random.Random(7)
    arrivals, supply = set(), []
    for number in range(drivers):
        place, metres = ends(draw, side)
        depart = draw.randrange(1000 * duration)
        arrivals.add(depart + math.floor(1000 * (metres / SPEED) + 0.5))
        supply.append({"driver_id": number, "depart_s": seconds(depart / 1000), **place, "seats": 3})
    submissions = []
    for _ in range(requests):
        # Nobody asks at the millisecond of an arrival, where the order of the two would have to be agreed on.
        submit = draw.randrange(1000 * duration)
        while any(submit + attempt * 60_000 in arrivals for attempt in range(3)):
            submit += 1
        submissions.append(submit)
    demand = []
    for number, submit in enumerate(sorted(submissions)):
        place, _ = ends(draw, side)
        demand.append({"request_id": number, "submit_s": seconds(submit / 1000), **place})
    return write_scenario(
        folder, "carpool-loop", supply, demand,
        space={"kind": "plane", "width_m": side, "height_m": side, "speed_kmh": 50},
        matching={"radius_m": 1000, "spacing_m": 500, "attempts": 3, "retry_interval_s": 60, "max_cycles": 1},
        behaviour={**CALM, "answer_delay_s": 15, "stop_duration_s": 30},
    )  # fmt: skip


def long_trips(folder, drivers=1_000, requests=20_000, side=40_000, duration=1_800):
    """Drivers who are all on the road while the requests come, and limits on time for both."""
    draw = random.Random(11)
    supply = []
    for number in range(drivers):
        place, metres = ends(draw, side, at_least=1.2 * duration * SPEED)
        latest = seconds(1.5 * metres / SPEED)
        supply.append(
            {"driver_id": number, "depart_s": "0.000", "latest_arrive_s": latest, **place, "seats": 4}
        )
    demand = []
    for number, submit in enumerate(sorted(draw.randrange(1000, 1000 * duration) for _ in range(requests))):
        place, metres = ends(draw, side, at_least=1_000, at_most=10_000)
        submit /= 1000
        demand.append({
            "request_id": number, "submit_s": seconds(submit), "latest_pickup_s": seconds(submit + 600),
            "latest_dropoff_s": seconds(submit + metres / SPEED + 600), **place,
        })  # fmt: skip
    return write_scenario(
        folder, "long-trips", supply, demand,
        space={"kind": "plane", "width_m": side, "height_m": side, "speed_kmh": 50},
        matching={
            "policy": "insertion", "insertion": {"objective": "added_driving"}, **OFF,
            "limits": {"max_detour_s": None, "max_detour_ratio": None, "max_wait_s": None, "max_delay_s": None},
        },
        behaviour=CALM,
    )  # fmt: skip


def radius(folder, drivers=100_000, moments=60, at_once=32, apart=1.0, side=30_000):
    """All drivers on the road while requests come, `at_once` at each of `moments`, `apart` seconds from each other.

    The requests want to go where no driver passes: only the circle around the pickup is left to tell apart.
    """
    draw = random.Random(13)
    supply = []
    for number in range(drivers):
        place, _ = ends(draw, side, at_least=800 * SPEED)
        depart = seconds(draw.randrange(600_000) / 1000)
        supply.append({"driver_id": number, "depart_s": depart, **place, "seats": 3})
    demand = []
    for number in range(moments * at_once):
        place, _ = ends(draw, side)
        place["destination_x"] = place["destination_y"] = 20 * side
        demand.append({"request_id": number, "submit_s": seconds(601 + apart * (number // at_once)), **place})
    return write_scenario(
        folder, "radius", supply, demand,
        space={"kind": "plane", "width_m": 20 * side, "height_m": 20 * side, "speed_kmh": 50},
        matching={"radius_m": 1000, "spacing_m": 500},
    )  # fmt: skip


class Grid:
    """A grid of two-way streets, for both sides: as GMNS tables, and by the names that netgenerate gives."""

    def __init__(self, size=20, block=200):
        self.size, self.block = size, block

    @staticmethod
    def name(node):
        return f"{chr(ord('A') + node[0])}{node[1]}"

    @staticmethod
    def number(node):
        return 100 * node[0] + node[1]

    def draw(self, random_numbers):
        return random_numbers.randrange(self.size), random_numbers.randrange(self.size)

    def neighbours(self, node):
        steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
        around = ((node[0] + x, node[1] + y) for x, y in steps)
        return [other for other in around if all(0 <= place < self.size for place in other)]

    def street(self, node, leaving):
        """The name of a street that leaves `node`, or that leads to it."""
        other = self.neighbours(node)[0]
        return self.name(node) + self.name(other) if leaving else self.name(other) + self.name(node)

    def write_gmns(self, folder):
        folder.mkdir(parents=True)
        nodes = [(x, y) for x in range(self.size) for y in range(self.size)]
        degrees = self.block / 111_194.9
        write_table(
            folder / "node.csv",
            [
                {"node_id": self.number(node), "x_coord": node[0] * degrees, "y_coord": node[1] * degrees}
                for node in nodes
            ],
        )
        pairs = [(node, other) for node in nodes for other in self.neighbours(node) if node < other]
        write_table(
            folder / "link.csv",
            [
                {
                    "link_id": number, "from_node_id": self.number(node), "to_node_id": self.number(other),
                    "directed": "false", "length": self.block, "free_speed": 50,
                }
                for number, (node, other) in enumerate(pairs)
            ],
        )  # fmt: skip
        write_table(
            folder / "config.csv",
            [{"dataset_name": "grid", "long_length": "m", "speed": "kph", "crs": "EPSG:4326"}],
        )


def grid_hour(folder, taxis=50, drivers=900, requests=300):
    """An hour on a grid: for SUMO `taxis` without destinations, for Detour `drivers` with one each.

    So many drivers that about as many cars are on the road at a time as there are taxis.
    """
    draw, grid = random.Random(17), Grid()

    def trip():
        while True:
            origin, destination = grid.draw(draw), grid.draw(draw)
            if origin != destination:
                return origin, destination

    def columns(trip):
        return {f"{end}_node_id": grid.number(node) for end, node in zip(("origin", "destination"), trip)}

    supply = [
        {"driver_id": number, "depart_s": draw.randrange(3600), **columns(trip()), "seats": 3}
        for number in range(drivers)
    ]
    stands = [grid.draw(draw) for _ in range(taxis)]
    asked = sorted((draw.randrange(3600), trip()) for _ in range(requests))
    demand = [
        {"request_id": number, "submit_s": submit, **columns(trip)}
        for number, (submit, trip) in enumerate(asked)
    ]
    path = write_scenario(
        folder, "grid-hour", supply, demand,
        space={"kind": "network", "file": "grid"},
        matching={
            "policy": "insertion", **OFF,
            "limits": {"max_detour_s": 600, "max_detour_ratio": None, "max_wait_s": 600},
        },
        behaviour=CALM,
    )  # fmt: skip
    grid.write_gmns(folder / "grid")
    write_sumo(folder / "trips.xml", grid, stands, asked)
    return path


def write_sumo(path: Path, grid, stands, asked):
    """Writes taxis that stand at `stands`, and persons who take one."""
    lines = ["<routes>", '  <vType id="taxi" vClass="taxi">']
    lines += ['    <param key="has.taxi.device" value="true"/>', "  </vType>"]
    for number, node in enumerate(stands):
        street = grid.street(node, leaving=True)
        lines.append(f'  <trip id="taxi{number}" type="taxi" depart="0" from="{street}" to="{street}" line="taxi"/>')
    for number, (submit, (origin, destination)) in enumerate(asked):
        ways = f'from="{grid.street(origin, leaving=True)}" to="{grid.street(destination, leaving=False)}"'
        lines.append(f'  <person id="{number}" depart="{submit}" departPos="20"><ride {ways} lines="taxi"/></person>')
    path.write_text("\n".join([*lines, "</routes>"]) + "\n")
