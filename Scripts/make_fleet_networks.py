#!/usr/bin/env python3
"""Make the networks and the scenarios of Scenarios/literature on which fleets of cars that wait are compared with published ones.

    python3 Scripts/make_fleet_networks.py

Graphs of equal links, 1 km and 100 s each, in both directions, as in Zech, Molkenthin, Timme and Schröder 2022
(doi:10.1038/s41598-022-14960-x). Their nodes lie a metre apart, so that no way is shorter than the straight line; trips go from each
node to each other alike. The same files come out each time.
"""

import csv
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Scenarios" / "literature"
STEP = 1e-5  # degrees, some 1.1 m
NODES, SIDE = 25, 5

GRAPHS = {
    "ring": ([(node, (node + 1) % NODES) for node in range(NODES)], 6),
    "torus": (
        [(node, node // SIDE * SIDE + (node + 1) % SIDE) for node in range(NODES)]
        + [(node, (node + SIDE) % NODES) for node in range(NODES)],
        42,
    ),
}


def place(node):
    """The longitude and the latitude of a node."""
    return f"{node % SIDE * STEP:.7f}", f"{node // SIDE * STEP:.7f}"


def write(path, header, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def scenario(name, cars):
    """The text of the scenario."""
    zones = "\n".join(
        f"        {{ x: {x}, y: {y}, radius_m: 0, production: 1, attraction: 1 }}," for x, y in map(place, range(NODES))
    )
    return f"""// The efficiency of a fleet on a {name} of 25 nodes with {cars} cars: Zech, Molkenthin, Timme and Schröder 2022,
// doi:10.1038/s41598-022-14960-x. Each passenger is assigned to the car that drops them off first, without delay for anybody
// assigned before; stops take no time, and seats are as good as unlimited.
//
// Scripts/fleet_laws.py runs it at several loads and compares; Scripts/make_fleet_networks.py made it.
{{
  name: "fleet-{name}",
  description: "{cars} cars that wait on a {name} of 25 nodes",
  time: {{ duration_s: 20000 }},
  space: {{ kind: "network", file: "{name}" }},
  supply: {{
    kind: "synthetic", count: {cars}, od: {{ kind: "stays" }}, seats: 100, persons: null, wishes: null,
  }},
  demand: {{
    kind: "synthetic", count: 1000, party_size: [1], luggage: [1], persons: null, wishes: null,
    od: {{
      kind: "zones", min_m: 0.5, gravity: {{ deterrence: "none" }},
      zones: [
{zones}
      ],
    }},
  }},
  input: {{ longest_trip_m: null }},
  matching: {{
    policy: "insertion", insertion: {{ objective: "earliest_arrival" }}, attempts: 1,
    limits: {{ max_wait_s: null }},
  }},
  behaviour: {{
    answer_delay_s: 0, decline_probability: 0, driver_cancel_probability: 0, patience_s: null, stop_duration_s: 0,
  }},
}}
"""


for name, (links, cars) in GRAPHS.items():
    write(FOLDER / name / "node.csv", ["node_id", "x_coord", "y_coord"], [[node, *place(node)] for node in range(NODES)])
    write(
        FOLDER / name / "link.csv", ["link_id", "from_node_id", "to_node_id", "directed", "length", "free_speed"],
        [[number + 1, *ends, "false", 1000, 36] for number, ends in enumerate(links)],
    )  # fmt: skip
    write(
        FOLDER / name / "config.csv", ["dataset_name", "long_length", "speed", "crs"], [[name, "m", "kph", "EPSG:4326"]]
    )
    (FOLDER / f"fleet-{name}.json5").write_text(scenario(name, cars), encoding="utf-8")
