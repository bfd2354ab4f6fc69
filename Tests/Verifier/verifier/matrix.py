"""Trips drawn from a matrix, whose ends have to lie in zones of a pair that has trips in their hour: read again from the files that
the manifest names, where they are still what they were."""

import csv
import gzip
import hashlib
import json
import math

from . import map_calls
from .form import Verifier

# Coordinates on a plane have one decimal in the tables, degrees seven.
SLACK = {True: 2e-7, False: 0.06}
HOUR = 3_600_000


def text(path) -> str:
    """The content of a file, plain or packed."""
    content = path.read_bytes()
    return (gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content).decode("utf-8-sig")


def rows_of(path) -> csv.DictReader:
    """The rows of a file of travellers, which are separated as its header is: by commas, semicolons or tabs."""
    lines = text(path).splitlines()
    header = lines[0] if lines else ""
    return csv.DictReader(lines, delimiter=max(",;\t", key=header.count))


def present(folder, role: str, file: str):
    """The path of an input file that holds what the run read; None where it does not, or is not there."""
    path = folder.path / folder.manifest["scenario_folder"] / file
    known = [entry["sha256"] for entry in folder.manifest["inputs"] if (entry["role"], entry["path"]) == (role, file)]
    if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() not in known:
        return None
    return path


def name_of(value) -> str:
    """A zone's name: whole numbers are known by their value."""
    text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()
    # As spreadsheets write it: 7.0.
    whole, point, zeros = text.partition(".")
    if point and whole.isdecimal() and zeros and not zeros.strip("0"):
        text = whole
    return str(int(text)) if text.isdecimal() else text


def polygons_of(geometry: dict) -> list:
    """The polygons of a zone, each a list of rings; a point is a polygon of one ring with one corner."""
    if geometry["type"] == "Point":
        return [[[geometry["coordinates"]]]]
    return [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]


def zones_of(path, od: dict) -> dict:
    """The polygons of each zone by its name."""
    key = od["zone_name"]
    if path.name.endswith((".csv", ".csv.gz")):
        rows = csv.DictReader(text(path).splitlines())
        return {name_of(row[key]): [[[[float(row.get("lon") or row["x"]), float(row.get("lat") or row["y"])]]]] for row in rows}
    zones = {}
    for feature in json.loads(text(path))["features"]:
        properties = feature.get("properties") or {}
        zones[name_of(properties[key] if key in properties else feature["id"])] = polygons_of(feature["geometry"])
    return zones


def pairs_of(path) -> dict:
    """The pairs of zones with trips, by the hour; by None where all times are alike."""
    pairs = {}
    for row in csv.DictReader(text(path).splitlines()):
        if float(row["number"]) > 0:
            hour = int(float(row["hour"])) if "hour" in row else None
            pairs.setdefault(hour, set()).add((name_of(row["origin"]), name_of(row["destination"])))
    return pairs


def distance(x: float, y: float, a, b) -> float:
    """From a point to the straight line between two corners, in the units of the coordinates."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = min(1, max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / length)) if length else 0
    return math.hypot(x - a[0] - along * dx, y - a[1] - along * dy)


def lies(polygons: list, x: float, y: float, slack: float) -> bool:
    """Whether a point lies in one of the polygons, by how often its rings wind around it, or within `slack` of an edge."""
    for rings in polygons:
        edges = [(a, b) for ring in rings for a, b in zip(ring, ring[1:] + ring[:1])]
        if any(distance(x, y, a, b) <= slack for a, b in edges):
            return True
        if sum(abs(round(windings(ring, x, y))) for ring in rings) % 2:
            return True
    return False


def windings(ring: list, x: float, y: float) -> float:
    """How often a ring winds around a point that does not lie on it."""
    angles = [math.atan2(corner[1] - y, corner[0] - x) for corner in ring]
    turns = (math.remainder(b - a, 2 * math.pi) for a, b in zip(angles, angles[1:] + angles[:1]))
    return sum(turns) / (2 * math.pi)


def reach(folder, rows: list, ends: str, spread: float = 0) -> float:
    """How far an end may lie from its zone, in the units of the coordinates: a node stands for the places near it, and the ends of
    a point may be spread around it by so many metres."""
    slack, snap = SLACK[folder.is_geographic], folder.scenario["space"].get("snap_m")
    metres = spread + (0 if snap is None or ends == "nodes" else snap)
    if metres == 0:
        return slack
    if not folder.is_geographic:
        return slack + metres
    # A degree of longitude is shorter than one of latitude.
    return slack + metres / (111_000 * math.cos(math.radians(max(abs(row["origin_y"]) for row in rows))))


def check_side(folder, od: dict, rows: list, time: str, name: str, v: Verifier):
    """The trips of one side."""
    zones_file, trips_file = present(folder, "zones", od["zones"]), present(folder, "matrix", od["trips"])
    if zones_file is None or trips_file is None or od["trips"].endswith(".omx") or not rows:
        return
    zones, pairs, begin = zones_of(zones_file, od), pairs_of(trips_file), map_calls.begin(folder)
    # Where each zone's corners lie, so that few zones are looked at for a point.
    boxes = {}
    for zone, polygons in zones.items():
        corners = [corner for rings in polygons for ring in rings for corner in ring]
        xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
        # A zone that is a point lies at the node near it whatever the ends of others.
        is_point = len(corners) == 1
        far = reach(folder, rows, "area" if is_point else od["ends"], (od.get("spread_m") or 0) if is_point else 0)
        boxes[zone] = (min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far, far)

    def around(x: float, y: float) -> set:
        return {
            zone for zone, (west, east, south, north, far) in boxes.items()
            if west <= x <= east and south <= y <= north and lies(zones[zone], x, y, far)
        }  # fmt: skip

    slack = {"drivers": "driver_slack", "requests": "request_slack"}[name]
    earliest = {key: row["earliest_s"] for key, row in getattr(folder, slack).items()}
    key = {"drivers": "driver_id", "requests": "request_id"}[name]
    for row in rows:
        # Who may leave later, or asks before the time to leave, is drawn at the earliest time.
        hour = (earliest.get(row[key], row[time]) + begin) // HOUR % 24 if None not in pairs else None
        origins, ends = around(row["origin_x"], row["origin_y"]), around(row["destination_x"], row["destination_y"])
        known = pairs.get(hour, set())
        holds = any((origin, end) in known for origin in origins for end in ends)
        v.check("a drawn trip joins two zones that have trips in its hour", holds, (name, row))


def check(folder, v: Verifier):
    """The sides whose trips are drawn from a matrix."""
    for side, name, time in (("supply", "drivers", "depart_s"), ("demand", "requests", "submit_s")):
        od = folder.scenario[side].get("od") or {}
        if od.get("kind") == "matrix" and folder.scenario[side]["kind"] == "synthetic":
            # The cars of those who ask make the trips of their requests.
            rows = [row for row in folder.tables[name] if name == "requests" or row["driver_id"] not in folder.owners]
            check_side(folder, od, rows, time, name, v)
