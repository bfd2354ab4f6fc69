"""Networks of equal links, as fleets of cars that wait are run on in the literature, and scenarios on them.

A link is 1 km and 100 s long, in both directions, as in Zech, Molkenthin, Timme and Schröder 2022 (doi:10.1038/s41598-022-14960-x). The
nodes lie a metre apart, so that no way is shorter than the straight line; trips go from each node to each other alike.
"""

import collections
import csv
import itertools
import pathlib

STEP = 1e-5  # degrees, some 1.1 m
SIDE = 5  # nodes in a row of the map, whatever they are linked with
LINK_S = 100

Links = list[tuple[int, int]]


def ring(nodes: int) -> Links:
    return [(node, (node + 1) % nodes) for node in range(nodes)]


def lattice(side: int, wraps: bool) -> Links:
    """A square lattice, whose opposite sides touch where it `wraps`."""
    along = [(node, node // side * side + (node + 1) % side) for node in range(side * side) if wraps or node % side < side - 1]
    across = [(node, (node + side) % side**2) for node in range(side * side) if wraps or node < side * (side - 1)]
    return along + across


def tree(nodes: int) -> Links:
    """A Cayley tree in which each node that is no leaf has three neighbours."""
    return [(node, 0 if node < 4 else node // 2 - 1) for node in range(1, nodes)]


def spokes(arms: int) -> Links:
    """As many nodes on each arm as there are arms, and two rings around."""
    nodes = range(arms * arms)
    along = [(node, node - 1) for node in nodes if node % arms]
    return along + [(node, (node + arms) % arms**2) for node in nodes if node % arms % 2 == 0]


GRAPHS: dict[str, Links] = {
    "ring": ring(25),
    "torus": lattice(5, wraps=True),
    "two_nodes": [(0, 1)],
    "complete_5": list(itertools.combinations(range(5), 2)),
    "spokes_16": spokes(4),
    "tree_46": tree(46),
    "ring_100": ring(100),
    "grid_100": lattice(10, wraps=False),
    "grid_400": lattice(20, wraps=False),
    "torus_100": lattice(10, wraps=True),
}


def nodes_of(graph: str) -> int:
    return 1 + max(map(max, GRAPHS[graph]))


def mean_direct_s(graph: str) -> float:
    """The mean time of the shortest way from a node to another."""
    near = collections.defaultdict(list)
    for a, b in GRAPHS[graph]:
        near[a].append(b)
        near[b].append(a)
    total = 0
    for first in near:
        steps, front = {first: 0}, collections.deque([first])
        while front:
            node = front.popleft()
            for other in near[node]:
                if other not in steps:
                    steps[other] = steps[node] + 1
                    front.append(other)
        total += sum(steps.values())
    return LINK_S * total / (len(near) * (len(near) - 1))


def place(node: int) -> tuple[str, str]:
    """The longitude and the latitude of a node."""
    return f"{node % SIDE * STEP:.7f}", f"{node // SIDE * STEP:.7f}"


def write_network(folder: pathlib.Path, graph: str) -> None:
    """Writes the tables of the network; the same bytes each time."""

    def write(name: str, header: list[str], rows: list[list[object]]) -> None:
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *rows])

    folder.mkdir(parents=True, exist_ok=True)
    write("node.csv", ["node_id", "x_coord", "y_coord"], [[node, *place(node)] for node in range(nodes_of(graph))])
    links = [[number + 1, *ends, "false", 1000, 36] for number, ends in enumerate(GRAPHS[graph])]
    write("link.csv", ["link_id", "from_node_id", "to_node_id", "directed", "length", "free_speed"], links)
    write("config.csv", ["dataset_name", "long_length", "speed", "crs"], [[graph, "m", "kph", "EPSG:4326"]])


def scenario(graph: str, cars: int, head: str = "") -> str:
    """The text of the scenario, whose network lies in a folder beside it that has the graph's name."""
    zones = "\n".join(
        f"        {{ x: {x}, y: {y}, radius_m: 0, production: 1, attraction: 1 }}," for x, y in map(place, range(nodes_of(graph)))
    )
    return f"""{head}{{
  name: "fleet-{graph}",
  description: "{cars} cars that wait on a {graph} of {nodes_of(graph)} nodes",
  time: {{ duration_s: 20000 }},
  space: {{ kind: "network", file: "{graph}" }},
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
