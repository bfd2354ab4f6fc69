"""A policy that decides windows by what drivers are worth later: the differential value function that train.py learns.

A driver in a zone at an hour, free or with passengers planned, has a value: the number of passengers that such a driver
has taken from then on, on the days of training. A pair is worth the passenger, plus the driver's value with the
passenger, less the value without. So of two drivers for the same passenger, the one is chosen who would probably find
nobody else.

    detour run SCENARIO --set 'matching.policy={command:["python3","values.py","values.json"],decides:"windows"}'

Where the scenario gives the parameter `log`, a folder, each process writes there what train.py learns from.
"""

import json
import os
import sys

import numpy as np
from scipy.optimize import linear_sum_assignment

from detour.policy import policy

ZONE_M = 1500
DRIVER = ["driver", "reported_x", "reported_y", "stops_ahead"]


def state(driver, time_s):
    """The name of a driver's zone, hour and occupation."""
    zone = f"{driver.reported_x // ZONE_M:.0f},{driver.reported_y // ZONE_M:.0f}"
    return f"{zone},{time_s // 3600:.0f},{'free' if driver.stops_ahead == 0 else 'planned'}"


def read(path):
    """The values of a file, by state; no file: every value is 0."""
    if path is None:
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


VALUES = read(sys.argv[1] if len(sys.argv) > 1 else None)


def gain(driver, time_s, one_rider, values):
    """What a passenger adds for the driver: one, and the difference of the driver's values."""
    before = state(driver, time_s)
    # A driver who takes one request is worth nothing to the others afterwards.
    after = 0.0 if one_rider else values.get(before.replace("free", "planned"), 0.0)
    return 1 + after - values.get(before, 0.0)


@policy(decides="windows", request=["request_id"], driver=DRIVER, without_pairs=True)
def values(window, log="", cost=0.1):
    """Take the pairs of the most gain; `cost` is what an hour of weighted cost takes from it."""
    one_rider = window.batch["riders"] == "one"
    gains = {driver.driver: gain(driver, window.time_s, one_rider, VALUES) for driver in window.drivers}
    taken = []
    if window.pairs:
        requests = {request.request_id: row for row, request in enumerate(window.requests)}
        drivers = {driver: column for column, driver in enumerate(gains)}
        matrix = np.zeros((len(requests), len(drivers)))
        for pair in window.pairs:
            worth = gains[pair.driver] - cost * pair.cost / 3_600_000
            matrix[requests[pair.request_id], drivers[pair.driver]] = max(0, worth)
        chosen = set(zip(*linear_sum_assignment(matrix, maximize=True)))
        taken = [
            pair
            for pair in window.pairs
            if (place := (requests[pair.request_id], drivers[pair.driver])) in chosen and matrix[place] > 0
        ]
    if log:
        seen = {driver.driver: state(driver, window.time_s) for driver in window.drivers}
        with open(os.path.join(log, f"{os.getpid()}.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps({"seen": seen, "taken": [pair.driver for pair in taken]}) + "\n")
    return taken


if __name__ == "__main__":
    values.serve()
