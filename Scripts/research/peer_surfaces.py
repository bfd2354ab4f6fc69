#!/usr/bin/env python3
"""Sets the surfaces of `detour analyse` beside scikit-learn's Gaussian processes on the same points.

    python3 Scripts/research/peer_surfaces.py [--detour PROGRAM] [STUDY] [FIGURE …]

At the hyperparameters that detour found, scikit-learn's means at all simulated points, and at some between them, must be the
same within 1e-6 of the figure's spread; then both fit by themselves, and their processor times are told. Ends with 0 where the means
are the same, with 1 where not; without scikit-learn it says so and ends with 0.
"""

import argparse
import csv
import gzip
import io
import json
import math
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOLERANCE = 1e-6


def points(study: Path, fields: list[str], figure: str) -> list[list[float]]:
    """The values of the fields at each point that has the figure, in the order of the runs."""
    packed = study / "runs.csv.gz"
    text = gzip.open(packed, "rt").read() if packed.exists() else (study / "runs.csv").read_text()
    found: dict[tuple[str, ...], bool] = {}
    for row in csv.DictReader(io.StringIO(text)):
        key = tuple(row[field] for field in fields)
        found[key] = found.get(key, False) or row[figure] != ""
    return [[float(value) for value in key] for key, has in found.items() if has]


def coded(values: list[float], surface: dict, fields: list[str]) -> list[float]:
    """The values between -1 and 1 over the ranges, in logarithms where the surface has them."""
    places = []
    for field, value in zip(fields, values):
        ends = surface["ranges"][field]
        if field in surface["logarithmic"]:
            value, ends = math.log(value), [math.log(end) for end in ends]
        places.append(2 * (value - ends[0]) / (ends[1] - ends[0]) - 1)
    return places


def trend(process: dict, fields: list[str], place: list[float]) -> float:
    """The trend of the process at a place."""
    at = dict(zip(fields, place))
    total = 0.0
    for term in process["terms"]:
        product = term["coefficient"]
        for factor in term["term"].split("*"):
            name, _, power = factor.partition("^")
            product *= 1.0 if name == "1" else at[name] ** (int(power) if power else 1)
        total += product
    return total


def analyse(program: str, study: Path, figure: str, at: str = "") -> tuple[dict, float]:
    """What `detour analyse` says, and the processor time of the whole program."""
    words = [program, "analyse", str(study), "--figure", figure, "--json"] + (["--at", at] if at else [])
    start = children_s()
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return json.loads(text), children_s() - start


def children_s() -> float:
    """The processor time of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare(program: str, study: Path, figure: str) -> bool:
    """Whether both have the same means; prints how far apart they are, and their times."""
    import numpy as np
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import ConstantKernel, Matern

    said, seconds = analyse(program, study, figure)
    fields = said["parameters"]
    surface = said["surfaces"][figure]
    process = surface["process"]
    values = points(study, fields, figure)
    places = np.array([coded(point, surface, fields) for point in values])
    means, noise = np.array(process["means"]), np.array(process["noise"])
    bent = np.array([trend(process, fields, place) for place in places])
    kernel = ConstantKernel(process["variance"]) * Matern(
        [process["lengths"][field] for field in fields], nu=process["smoothness"]
    )
    same = GaussianProcessRegressor(kernel, alpha=noise, optimizer=None).fit(places, means - bent)
    spread = means.std()
    away = np.abs(same.predict(places) + bent - np.array(process["values"])).max() / spread
    # Between the points: at the middles of the ranges, moved a little along each field.
    for share in (0.31, 0.47, 0.68):
        between = [low + share * (high - low) for low, high in (surface["ranges"][field] for field in fields)]
        choice = ",".join(f"{field}={value!r}" for field, value in zip(fields, between))
        told = analyse(program, study, figure, choice)[0]["prediction"]["figures"][figure]["value"]
        place = coded(between, surface, fields)
        expected = same.predict(np.array([place]))[0] + trend(process, fields, place)
        if surface["stands"] == "process":
            away = max(away, abs(expected - told) / spread)
    start = time.process_time()
    free = ConstantKernel(means.var(), (1e-6, 1e9)) * Matern(
        [1.0] * len(fields), (1e-2, 1e4), nu=process["smoothness"]
    )
    GaussianProcessRegressor(free, alpha=noise, n_restarts_optimizer=1, random_state=1).fit(
        places, means - means.mean()
    )
    peer = time.process_time() - start
    print(
        f"{study.name} {figure}: {len(values)} points, means apart by at most {away:.1e} of their spread; "
        f"detour {seconds:.2f} s with reading and all else, scikit-learn {peer:.2f} s for one fit"
    )
    return away <= TOLERANCE


def main() -> int:
    """Compares every figure named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--detour", default=str(ROOT / ".build/release/detour"), help="the program")
    parser.add_argument("study", nargs="?", type=Path, default=ROOT / "Results/rabat-radius")
    parser.add_argument("figures", nargs="*", default=["match_rate", "driver_detour_s.mean"])
    options = parser.parse_args()
    try:
        import sklearn  # noqa: F401
    except ImportError:
        print("left out: scikit-learn is not installed (python3 -m pip install scikit-learn)")
        return 0
    agree = [compare(options.detour, options.study, figure) for figure in options.figures]
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main())
