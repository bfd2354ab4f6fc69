#!/usr/bin/env python3
"""Make the networks Scenarios/networks/tiny-town (GMNS) and tiny-town.osm (OpenStreetMap), the demand and the zones in
Scenarios/demand, and the town's files in Scenarios/examples.

    python3 Scripts/make_tiny_town.py        (town.omx only where Python has h5py)

A made-up town off the coast of nowhere (0° N, 0° E): a grid of streets, a river with two bridges, a bypass
and four villages. The same files come out each time.
"""

import csv
import json
import math
import pathlib
import random
from xml.sax.saxutils import quoteattr

SCENARIOS = pathlib.Path(__file__).resolve().parent.parent / "Scenarios"
COLUMNS, ROWS, BLOCK = 7, 6, 500.0  # junctions from west to east and from south to north; metres
RIVER = 3  # flows between this row and the one south of it
BRIDGES = (1, 5)  # the columns that cross it
METRES_PER_DEGREE = 6_371_008.8 * math.pi / 180
SEED = 2026
# The quarters of the town and the villages: the corners of each in metres, and how much it produces and attracts.
ZONES = {
    "Old Town": ((-300, 1250, 1250, 2800), 3, 4),
    "Market": ((1250, 1250, 3300, 2800), 4, 6),
    "Station": ((-300, -300, 1250, 1250), 6, 2),
    "Harbour": ((1250, -300, 3300, 1250), 3, 8),
    "Westbury": ((-2200, -100, -1400, 700), 9, 1),
    "Eastbury": ((4500, 400, 5300, 1200), 8, 1),
    "Northwick": ((-1900, 2200, -1100, 3000), 7, 1),
    "Hill": ((4200, 2100, 5000, 2900), 6, 1),
}
# The trips of an hour from where people live to where they work, and back.
HOURS = {6: (200, 20), 7: (800, 60), 8: (1100, 150), 9: (450, 200)}


def write(path, header, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def degrees(metres):
    return f"{metres / METRES_PER_DEGREE:.7f}"


def nodes(draw):
    """Junctions by id, in metres: 101 … 607 for row and column, 901 … 904 for the villages."""
    places = {}
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            x = (column - 1 + draw.uniform(-0.15, 0.15)) * BLOCK
            y = (row - 1 + draw.uniform(-0.15, 0.15)) * BLOCK
            places[100 * row + column] = (x, y)
    villages = {901: (-1800.0, 300.0), 902: (4900.0, 800.0), 903: (-1500.0, 2600.0), 904: (4600.0, 2500.0)}
    return places | villages


def links(places):
    """Rows of link.csv: streets, bridges, the bypass, one-way streets in the centre, roads to the villages."""
    rows = []

    def add(start, end, name, kind, speed, one_way=False):
        (ax, ay), (bx, by) = places[start], places[end]
        length = math.hypot(ax - bx, ay - by) * (1.0 if kind == "street" else 1.05)
        rows.append(
            [len(rows) + 1, start, end, str(one_way).lower(), f"{length:.1f}", speed, kind, name]
        )

    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS):
            start, end = 100 * row + column, 100 * row + column + 1
            if row == ROWS:
                add(start, end, "Bypass", "primary", 80)
            elif row == 2:
                add(start, end, "Market Street", "street", 30, one_way=True)
            elif row == 3:
                add(end, start, "Quay", "street", 30, one_way=True)
            else:
                add(start, end, f"Street {row}", "street", 40)
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS):
            if row + 1 == RIVER + 1 and column not in (b + 1 for b in BRIDGES):
                continue
            kind = "bridge" if row == RIVER else "street"
            add(100 * row + column, 100 * (row + 1) + column, f"Avenue {column}", kind, 50)
    for village, gate in ((901, 101), (902, 207), (903, 601), (904, 607)):
        add(village, gate, f"Road to {village}", "road", 70)
    return rows


VILLAGES = {901: "Westbury", 902: "Eastbury", 903: "Northwick", 904: "Hill"}
BEND = 0.08  # how far a bent road leaves the straight line, as a share of its length
# What a map says of the roads of each kind.
HIGHWAYS = {"street": "residential", "bridge": "tertiary", "primary": "primary", "road": "secondary"}


def bent(ax, ay, bx, by, parts=8):
    """The points between both ends of a road that swings to one side and then to the other."""
    for part in range(1, parts):
        share = part / parts
        aside = BEND * math.sin(2 * math.pi * share)
        yield ax + (bx - ax) * share - (by - ay) * aside, ay + (by - ay) * share + (bx - ax) * aside


def osm(places, rows):
    """The same town as a map of OpenStreetMap: junctions with the ids of node.csv, bends, and ways that are not for cars."""
    points = dict(places)
    ways = []
    for _, start, end, one_way, _, speed, kind, name in rows:
        tags = {"highway": HIGHWAYS[kind], "name": name, "maxspeed": str(speed)}
        if one_way == "true":
            tags["oneway"] = "yes"
        if kind == "bridge":
            tags["bridge"] = "yes"
        between = []
        if kind == "road":
            tags["name"] = f"{VILLAGES[start]} Road"
            between = list(range(max(points) + 1, max(points) + 8)) if max(points) > 1000 else list(range(1001, 1008))
            points.update(zip(between, bent(*places[start], *places[end])))
        last = ways[-1] if ways else None
        if last and last[1] == tags and last[0][-1] == start:
            last[0].extend([*between, end])
        else:
            ways.append(([start, *between, end], tags))
    ways.append(([203, 304], {"highway": "footway", "name": "Market Passage"}))
    ways.append(([106, 207], {"highway": "service", "service": "driveway", "access": "private"}))
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6" generator="make_tiny_town.py">']
    for node, (x, y) in sorted(points.items()):
        lines.append(f' <node id="{node}" visible="true" version="1" lat="{degrees(y)}" lon="{degrees(x)}"/>')
    for number, (nodes_, tags) in enumerate(ways, 1):
        lines.append(f' <way id="{number}" visible="true" version="1">')
        lines += [f'  <nd ref="{node}"/>' for node in nodes_]
        lines += [f"  <tag k={quoteattr(key)} v={quoteattr(value)}/>" for key, value in tags.items()]
        lines.append(" </way>")
    return "\n".join([*lines, "</osm>", ""])


def pick(draw, choices, weights):
    return draw.choices(choices, weights=weights)[0]


def zones():
    """The zones as GeoJSON, and the rows of a matrix of trips between them by the hour."""
    features, centres = [], {}
    for name, ((west, south, east, north), _, _) in ZONES.items():
        ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
        corners = [[float(degrees(x)), float(degrees(y))] for x, y in ring]
        geometry = {"type": "Polygon", "coordinates": [corners]}
        features.append({"type": "Feature", "properties": {"zone": name}, "geometry": geometry})
        centres[name] = ((west + east) / 2, (south + north) / 2)
    # Fewer go far: a third for each 4 km.
    pull = {
        (home, work): ZONES[home][1] * ZONES[work][2] * math.exp(-math.dist(centres[home], centres[work]) / 4000)
        for home in ZONES
        for work in ZONES
        if home != work
    }
    whole = sum(pull.values())
    rows = []
    for hour, (out, back) in HOURS.items():
        for origin, destination in pull:
            number = (out * pull[origin, destination] + back * pull[destination, origin]) / whole
            rows.append([origin, destination, hour, f"{number:.2f}"])
    return {"type": "FeatureCollection", "features": features}, rows


def main():
    draw = random.Random(SEED)
    places = nodes(draw)
    roads = links(places)
    write(
        SCENARIOS / "networks/tiny-town/node.csv",
        ["node_id", "x_coord", "y_coord"],
        [[node, degrees(x), degrees(y)] for node, (x, y) in places.items()],
    )
    write(
        SCENARIOS / "networks/tiny-town/link.csv",
        ["link_id", "from_node_id", "to_node_id", "directed", "length", "free_speed", "facility_type", "name"],
        roads,
    )
    (SCENARIOS / "networks/tiny-town.osm").write_text(osm(places, roads), encoding="utf-8")
    write(
        SCENARIOS / "networks/tiny-town/config.csv",
        ["dataset_name", "long_length", "speed", "crs"],
        [["tiny-town", "m", "kph", "EPSG:4326"]],
    )

    villages = [901, 902, 903, 904]
    centre = [203, 204, 205, 303, 304, 305]
    town = [node for node in places if node not in villages]

    def ends():
        """Two different places; the villages produce, the centre attracts."""
        while True:
            origin = pick(draw, villages + town, [12] * 4 + [1] * len(town))
            destination = pick(draw, centre + town, [6] * 6 + [1] * len(town))
            (ax, ay), (bx, by) = places[origin], places[destination]
            if math.hypot(ax - bx, ay - by) > 1200:
                return origin, destination

    def person():
        return ["true" if draw.random() < 0.2 else "false", pick(draw, "fm", [1, 1]), draw.randint(18, 75)]

    def when(last):
        return f"{draw.uniform(0, last):.3f}"

    drivers = []
    for number in range(1, 241):
        origin, destination = ends()
        depart = float(when(3600))
        announce = f"{max(0.0, depart - 300):.3f}" if draw.random() < 0.3 else ""
        latest = f"{depart + 1500:.3f}" if draw.random() < 0.2 else ""
        seats = pick(draw, [1, 2, 3, 4], [1, 3, 5, 1])
        detour = pick(draw, ["", 180, 300], [6, 2, 2])
        smoker, sex, age = person()
        wants = pick(draw, [("", ""), (sex, "true"), (sex, "false")], [18, 1, 1])
        drivers.append(
            [number, f"{depart:.3f}", announce, latest, origin, destination, seats, detour, smoker, sex, age, *wants]
        )
    write(
        SCENARIOS / "demand/drivers.csv",
        "driver_id,depart_s,announce_s,latest_arrive_s,origin_node_id,destination_node_id,seats,max_detour_s,"
        "smoker,sex,age,wants_sex,wants_required".split(","),
        drivers,
    )

    requests = []
    for number in range(1, 151):
        origin, destination = ends()
        x, y = places[destination]
        # Passengers name an address, not a junction: it snaps to the nearest one.
        x, y = x + draw.uniform(-80, 80), y + draw.uniform(-80, 80)
        submit = float(when(3400))
        latest = f"{submit + 1800:.3f}" if draw.random() < 0.2 else ""
        party = pick(draw, [1, 2, 3], [16, 3, 1])
        luggage = pick(draw, [0, 1], [4, 1])
        smoker, sex, age = person()
        wants = pick(draw, [("", ""), ("false", "true"), ("false", "false")], [16, 2, 2])
        patience = pick(draw, ["", 600], [4, 1])
        probe = "true" if number % 10 == 0 else "false"
        requests.append(
            [number, f"{submit:.3f}", latest, origin, degrees(x), degrees(y), party, luggage, smoker, sex, age]
            + [*wants, patience, probe]
        )
    # An address at sea, to show what becomes of a row that cannot take part.
    requests[-1][4:6] = ["0.0500000", "-0.0500000"]
    write(
        SCENARIOS / "demand/requests.csv",
        "request_id,submit_s,latest_dropoff_s,origin_node_id,destination_lon,destination_lat,party_size,luggage,"
        "smoker,sex,age,wants_smoker,wants_required,patience_s,probe".split(","),
        requests,
    )

    collection, trips = zones()
    (SCENARIOS / "demand/zones.geojson").write_text(json.dumps(collection, indent=1) + "\n", encoding="utf-8")
    write(SCENARIOS / "demand/trips-by-hour.csv", ["origin", "destination", "hour", "number"], trips)
    examples(collection, trips)


def examples(collection, trips):
    """Write the files of the examples: trips of taxis, zones that are points, weights of nodes, and matrices in OMX."""
    folder = SCENARIOS / "examples"
    numbers = {zone: 101 + index for index, zone in enumerate(ZONES)}
    points = []
    for feature in collection["features"]:
        xs, ys = zip(*feature["geometry"]["coordinates"][0])
        number = numbers[feature["properties"]["zone"]]
        points.append([number, f"{(min(xs) + max(xs)) / 2:.6f}", f"{(min(ys) + max(ys)) / 2:.6f}"])
    write(folder / "centroids.csv", ["name", "x", "y"], points)

    # Corners with shops: each third of the town, and the villages.
    with (SCENARIOS / "networks/tiny-town/node.csv").open(encoding="utf-8") as file:
        nodes = [int(row["node_id"]) for row in csv.DictReader(file)]
    write(folder / "node-weights.csv", ["node_id", "weight"], [[n, 5 if n < 800 else 2] for n in nodes if n % 3 == 0 or n > 700])

    random_ = random.Random(3)
    rides = sorted(
        (random_.randrange(0, 3600), [random_.uniform(0, side) for side in (2900, 2400, 2900, 2400)]) for _ in range(120)
    )
    write(
        folder / "taxi.csv",
        "pickup_datetime,pickup_longitude,pickup_latitude,dropoff_longitude,dropoff_latitude,passenger_count".split(","),
        (
            [f"2026-05-18 {(27000 + time) // 3600:02d}:{(1800 + time) // 60 % 60:02d}:{time % 60:02d}"]
            + [f"{metres / METRES_PER_DEGREE:.6f}" for metres in ends] + [random_.choice([1, 1, 1, 2])]
            for time, ends in rides
        ),
    )

    try:
        import h5py
        import numpy
    except ImportError:
        return
    with h5py.File(folder / "town.omx", "w", libver="earliest") as file:
        file.attrs["OMX_VERSION"] = numpy.bytes_("0.2")
        file.attrs["SHAPE"] = numpy.array([len(ZONES)] * 2, dtype="i4")
        for name, hours in (("early", (6, 7)), ("late", (8, 9))):
            matrix = numpy.zeros((len(ZONES), len(ZONES)), dtype="f4")
            for origin, destination, hour, number in trips:
                if hour in hours:
                    matrix[numbers[origin] - 101, numbers[destination] - 101] += float(number)
            file["data/" + name] = matrix
        file["lookup/number"] = numpy.array(list(numbers.values()), dtype="i4")


if __name__ == "__main__":
    main()
