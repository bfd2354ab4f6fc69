#!/usr/bin/env python3
"""Write the meeting places of Scenarios/literature/stiglic-2015-places.json5.

    python3 Scripts/research/make_meeting_places.py > Scenarios/literature/stiglic-2015-places.csv

Each neighbourhood of Scenarios/rabat-morning.json5 has places 500 m apart, on a triangular lattice around its centre, as far as its radius. A
place within 250 m of one of an earlier neighbourhood is left out. The same bytes each time.
"""

import math
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
APART_M, NEAR_M = 500, 250
DEGREE_M = math.radians(6_371_008.8)
ZONE = re.compile(r'\{ name: "([^"]+)", x: ([-\d.]+), y: ([-\d.]+), radius_m: (\d+),')


def zones() -> list[tuple[str, float, float, float]]:
    """Name, longitude, latitude and radius in metres of each neighbourhood."""
    text = (ROOT / "Scenarios/rabat-morning.json5").read_text(encoding="utf-8")
    found = [(name, float(x), float(y), float(radius)) for name, x, y, radius in ZONE.findall(text)]
    return list(dict.fromkeys(found))


def metres(a: tuple[float, float], b: tuple[float, float]) -> float:
    """The distance of two places some kilometres apart."""
    return math.hypot((a[0] - b[0]) * math.cos(math.radians(a[1])), a[1] - b[1]) * DEGREE_M


def main() -> None:
    kept: list[tuple[float, float]] = []
    print("id,name,lon,lat")
    for name, lon, lat, radius in zones():
        rows = math.ceil(radius / APART_M) * 2
        for row in range(-rows, rows + 1):
            for column in range(-rows, rows + 1):
                east, north = APART_M * (column + row % 2 / 2), APART_M * row * math.sqrt(3) / 2
                if math.hypot(east, north) > radius:
                    continue
                place = (round(lon + east / DEGREE_M / math.cos(math.radians(lat)), 7), round(lat + north / DEGREE_M, 7))
                if all(metres(place, other) >= NEAR_M for other in kept):
                    kept.append(place)
                    print(f"{len(kept)},{name},{place[0]:.7f},{place[1]:.7f}")


if __name__ == "__main__":
    main()
