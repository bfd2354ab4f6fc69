"""The nodes to which ends snap, if the network is a folder of nodes and links."""

import csv
import math
from collections import defaultdict

from . import matrix
from .meeting import EARTH_RADIUS_M

METRES = math.radians(1) * EARTH_RADIUS_M
# The side of the squares by which nodes are looked up, in degrees.
SQUARE = 0.02
# The error of seven decimals and of a flat projection, in metres.
SLACK = 1
# Road classes without cars.
NOT_FOR_CARS = {"footway", "pedestrian", "steps", "path", "cycleway", "bikeway", "trail", "bridleway"}


def read(folder):
    """Returns the nodes (longitude, latitude) of the largest strongly connected component; None for a network of another form."""
    space = folder.scenario["space"]
    if space["kind"] != "network":
        return None
    tables = {}
    for name in ("node", "link", "config"):
        path = matrix.present(folder, "network", f"{space['file']}/{name}.csv")
        if path is None and name != "config":
            return None
        tables[name] = [] if path is None else list(csv.DictReader(matrix.text(path).splitlines()))
    if any(row.get("crs") not in (None, "", "EPSG:4326") for row in tables["config"]):
        return None
    links = tables["link"]
    if not links or "directed" not in links[0] or {"lanes", "allowed_uses"} & links[0].keys() or "x_coord" not in tables["node"][0]:
        return None
    if any((row.get("facility_type") or "") in NOT_FOR_CARS for row in links):
        return None
    ahead, back = defaultdict(set), defaultdict(set)
    for row in links:
        a, b = row["from_node_id"], row["to_node_id"]
        for one, other in ((a, b), (b, a)) if row["directed"].lower() in ("false", "0") else ((a, b),):
            ahead[one].add(other)
            back[other].add(one)
    best, left = set(), {row["node_id"] for row in tables["node"]}
    while left:
        node = next(iter(left))
        part = reached(node, ahead) & reached(node, back)
        best = max(best, part, key=len)
        left -= part
    return [(float(row["x_coord"]), float(row["y_coord"])) for row in tables["node"] if row["node_id"] in best]


def reached(node, links: dict) -> set:
    """Returns the nodes that can be reached from one."""
    found, open_ends = {node}, [node]
    while open_ends:
        for other in links[open_ends.pop()] - found:
            found.add(other)
            open_ends.append(other)
    return found


def distance(x: float, y: float, corners: list) -> float:
    """Returns the distance from a point to a convex polygon with corners in anticlockwise order."""
    if len(corners) > 2:
        edges = zip(corners, corners[1:] + corners[:1])
        if all((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0 for (ax, ay), (bx, by) in edges):
            return 0
    return min(matrix.distance(x, y, a, b) for a, b in zip(corners, corners[1:] + corners[:1]))


class Nodes:
    """The nodes of a run's network; `nodes` is None if they are unknown."""

    def __init__(self, folder):
        self.nodes = read(folder)
        self.reach = folder.scenario["space"].get("snap_m") or 0
        self.squares = defaultdict(list)
        for node in self.nodes or []:
            self.squares[math.floor(node[0] / SQUARE), math.floor(node[1] / SQUARE)].append(node)

    def around(self, box: tuple) -> list:
        """Returns the nodes in and near a box, with all that lie within the snap distance of it."""
        (west, east), (south, north) = box
        dy = (self.reach + SLACK) / METRES
        dx = dy / math.cos(math.radians(max(abs(south), abs(north)) + dy))
        columns, rows = ([math.floor(value / SQUARE) for value in span] for span in ((west - dx, east + dx), (south - dy, north + dy)))
        return [
            node for column in range(columns[0], columns[1] + 1) for row in range(rows[0], rows[1] + 1)
            for node in self.squares.get((column, row), [])
        ]  # fmt: skip

    def stands_for(self, x: float, y: float, box: tuple) -> bool:
        """Whether a node is the nearest to some place in a box, and within the snap distance of it."""
        (west, east), (south, north) = box
        x0, y0 = (west + east) / 2, (south + north) / 2
        scale = METRES * math.cos(math.radians(y0))

        def plane(longitude, latitude):
            return (longitude - x0) * scale, (latitude - y0) * METRES

        here = plane(x, y)
        corners = [plane(*corner) for corner in ((west, south), (east, south), (east, north), (west, north))]
        if self.nodes is None:
            return distance(*here, corners) <= self.reach + SLACK
        around = [plane(*node) for node in self.around(box)]
        if not any(math.dist(here, node) < SLACK for node in around):
            return False
        for node in around:
            apart = math.dist(here, node)
            if apart >= SLACK:
                corners = nearer(corners, here, node, apart)
            if not corners:
                return False
        return distance(*here, corners) <= self.reach + SLACK

    def is_off(self, x: float, y: float) -> bool:
        """Whether no node lies within the snap distance of a place."""
        if self.nodes is None:
            return False
        scale = METRES * math.cos(math.radians(y))
        away = [math.hypot((a - x) * scale, (b - y) * METRES) for a, b in self.around(((x, x), (y, y)))]
        return min(away, default=math.inf) > self.reach - SLACK


def nearer(corners: list, here, other, apart: float) -> list:
    """Returns the part of a convex polygon that is nearer to `here` than to `other`, give or take the slack."""
    middle = ((here[0] + other[0]) / 2, (here[1] + other[1]) / 2)
    way = ((other[0] - here[0]) / apart, (other[1] - here[1]) / apart)
    beyond = [(x - middle[0]) * way[0] + (y - middle[1]) * way[1] - SLACK for x, y in corners]
    left = []
    for (a, b, da, db) in zip(corners, corners[1:] + corners[:1], beyond, beyond[1:] + beyond[:1]):
        if da <= 0:
            left.append(a)
        if (da < 0 < db) or (db < 0 < da):
            part = da / (da - db)
            left.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
    return left
