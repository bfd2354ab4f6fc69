#!/usr/bin/env python3
"""Make the networks and the scenarios of Scenarios/literature on which fleets of cars that wait are compared with published ones.

    python3 Scripts/research/make_fleet_networks.py

The same files come out each time; Scripts/research/fleet_laws.py makes what it needs besides.
"""

import pathlib

from fleet_networks import nodes_of, scenario, write_network

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Scenarios" / "literature"

for name, cars in {"ring": 6, "torus": 42}.items():
    head = f"""// The efficiency of a fleet on a {name} of {nodes_of(name)} nodes with {cars} cars: Zech, Molkenthin, Timme and Schröder 2022,
// doi:10.1038/s41598-022-14960-x. Each passenger is assigned to the car that drops them off first, without delay for anybody
// assigned before; stops take no time, and seats are as good as unlimited.
//
// Scripts/research/fleet_laws.py runs it at several loads and compares; Scripts/research/make_fleet_networks.py made it.
"""
    write_network(FOLDER / name, name)
    (FOLDER / f"fleet-{name}.json5").write_text(scenario(name, cars, head), encoding="utf-8")
