"""Days that are known beforehand: pairs that bind late against a mixed-integer program."""

from __future__ import annotations

import csv
import math
import os
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import detour

# A quarter of what `make test-full` checks.
DAYS = 500 if os.environ.get("DETOUR_FULL_VALIDATION") == "1" else 120
SPEED = 10.0
STOP_S = 30.0

Point = tuple[float, float]


def seconds(a: Point, b: Point) -> float:
    """The time of a way, to the millisecond."""
    return round(math.dist(a, b) / SPEED * 1000) / 1000


class Day:
    """A few drivers and passengers, all announced before anybody can leave, or at times of their own."""

    def __init__(self, seed: int, share: float = 0, ahead: bool = True) -> None:
        draws = random.Random(seed)

        def trip() -> tuple[Point, Point]:
            while True:
                a, b = ((round(draws.uniform(0, 6000), 1), round(draws.uniform(0, 6000), 1)) for _ in range(2))
                if math.dist(a, b) > 1000:
                    return a, b

        def people() -> list[tuple[Point, Point, int, int]]:
            count = draws.randrange(2, 8)
            return [(*trip(), draws.randrange(300, 1500), draws.randrange(60, 900)) for _ in range(count)]

        self.drivers = people()
        self.requests = people()
        # The numbers of the requests of people who may drive instead.
        self.owners = [number for number in range(len(self.requests)) if share and draws.random() < share]
        self.cars = self.drivers + [self.requests[number] for number in self.owners]
        self.submitted = [0 if ahead else draws.randrange(leave) for *_, leave, _ in self.requests]
        self.announced = [0 if ahead else draws.randrange(depart + slack) for *_, depart, slack in self.drivers]
        self.announced += [self.submitted[number] for number in self.owners]

    def write(self, folder: Path) -> None:
        ends = ["origin_x", "origin_y", "destination_x", "destination_y"]
        with (folder / "drivers.csv").open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["driver_id", "announce_s", "depart_s", "latest_arrive_s", *ends])
            for number, (a, b, depart, slack) in enumerate(self.drivers):
                rows.writerow(
                    [number, self.announced[number], depart, f"{depart + seconds(a, b) + slack:.3f}", *a, *b]
                )
        with (folder / "requests.csv").open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["request_id", "submit_s", "earliest_pickup_s", "latest_dropoff_s", "role", *ends])
            for number, (a, b, leave, slack) in enumerate(self.requests):
                role = "either" if number in self.owners else "rider"
                latest = f"{leave + seconds(a, b) + slack:.3f}"
                rows.writerow([number, self.submitted[number], leave, latest, role, *a, *b])

    def saved(self, driver: int, request: int) -> float | None:
        """The metres saved if a driver takes a request once both are announced; nothing where that cannot be."""
        origin, destination, depart, slack = self.cars[driver]
        pickup, dropoff, leave, patience = self.requests[request]
        # Whoever would have left alone by then is on the road.
        told = min(max(self.announced[driver], self.submitted[request]), depart + slack)
        boarding = max(max(depart, told) + seconds(origin, pickup), leave)
        alighting = boarding + STOP_S + seconds(pickup, dropoff)
        arrival = alighting + STOP_S + seconds(dropoff, destination)
        late = 1e-6
        if alighting > leave + seconds(pickup, dropoff) + patience + late:
            return None
        if arrival > depart + seconds(origin, destination) + slack + late:
            return None
        driven = math.dist(origin, pickup) + math.dist(pickup, dropoff) + math.dist(dropoff, destination)
        return math.dist(pickup, dropoff) + math.dist(origin, destination) - driven

    def person(self, car: int) -> int:
        """The number of the person who drives a car; those who ask stand behind those who only drive."""
        return car if car < len(self.drivers) else len(self.drivers) + self.owners[car - len(self.drivers)]

    def optimum(self, solve: Any, counts: bool = False) -> float:
        """The most metres that can be saved, or the most requests served, each person in one pair at most, by HiGHS."""
        pairs = [
            (self.person(car), len(self.drivers) + request, 1 if counts else metres)
            for car in range(len(self.cars))
            for request in range(len(self.requests))
            if self.person(car) != len(self.drivers) + request
            and (metres := self.saved(car, request)) is not None
            and (counts or metres > 0)
        ]
        if not pairs:
            return 0.0
        people = len(self.drivers) + len(self.requests)
        once = np.zeros((people, len(pairs)))
        for column, (driver, passenger, _) in enumerate(pairs):
            once[driver, column] = once[passenger, column] = 1
        answer = solve.milp(
            [-worth for *_, worth in pairs],
            constraints=solve.LinearConstraint(once, ub=np.ones(people)),
            integrality=np.ones(len(pairs)),
            bounds=solve.Bounds(0, 1),
        )
        return float(-answer.fun)


# With nobody to wait for drivers stand at their origins as long as they can: what a pair saves does not change
# until it binds.
SCENARIO: dict[str, Any] = {
    "name": "known",
    "space": {"kind": "plane", "width_m": 6000, "height_m": 6000, "speed_kmh": 3.6 * SPEED, "circuity": 1},
    "supply": {"kind": "recorded", "file": "drivers.csv", "leaves": "latest"},
    "demand": {"kind": "recorded", "file": "requests.csv"},
    "matching": {
        "policy": "batch",
        "radius_m": 1e6,
        "limits": {"max_detour_s": None, "max_detour_ratio": None, "max_wait_s": None},
        "batch": {"window_s": 60, "objective": "saved_km", "commit": "latest", "riders": "one"},
    },
    "behaviour": {
        "stop_duration_s": STOP_S,
        "patience_s": None,
        "answer_delay_s": 0,
        "decline_probability": 0,
        "driver_cancel_probability": 0,
    },
    "time": {"duration_s": None},
}


def test_the_kilometres_saved_are_those_of_the_best_assignment_of_the_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = pytest.importorskip("scipy.optimize")
    monkeypatch.chdir(tmp_path)
    whole = 0.0
    for seed in range(DAYS):
        day = Day(seed)
        day.write(tmp_path)
        best = day.optimum(solve) / 1000
        run = detour.run(SCENARIO)
        assert run.figures["vkt_saved_km"] == pytest.approx(best, abs=0.002), f"day {seed}"
        whole += best
    assert whole > 0.1 * DAYS


@pytest.mark.parametrize("unserved", ["drives", "leaves"])
def test_who_drives_and_who_rides_saves_as_much_as_the_best_matching_of_the_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unserved: str
) -> None:
    solve = pytest.importorskip("scipy.optimize")
    monkeypatch.chdir(tmp_path)
    scenario = {**SCENARIO, "demand": {**SCENARIO["demand"], "unserved": unserved}}
    whole = roles = 0.0
    for seed in range(DAYS // 4):
        day = Day(seed, share=0.6)
        if not day.owners:
            continue
        day.write(tmp_path)
        best = day.optimum(solve) / 1000
        run = detour.run(scenario)
        assert run.figures["vkt_saved_km"] == pytest.approx(best, abs=0.002), f"day {seed}"
        whole += best
        roles += run.figures["either_drove_ratio"]
    assert whole > 0.05 * DAYS and roles > DAYS / 100


def test_what_commitment_loses_is_what_the_best_pairs_of_the_announced_have_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = pytest.importorskip("scipy.optimize")
    monkeypatch.chdir(tmp_path)
    lost = 0.0
    for seed in range(500, 600):
        day = Day(seed, ahead=False)
        day.write(tmp_path)
        figures = detour.run({**SCENARIO, "results": {"hindsight": True}}).figures
        best = day.optimum(solve) / 1000
        assert figures["lost_to_commitment_km"] == pytest.approx(best - figures["vkt_saved_km"], abs=0.002), (
            f"day {seed}"
        )
        most = day.optimum(solve, counts=True)
        assert figures["announced_rate"] * len(day.requests) == pytest.approx(most, abs=1e-3), f"day {seed}"
        missed = most / len(day.requests) - figures["service_rate"]
        assert figures["lost_to_commitment_rate"] == pytest.approx(missed, abs=2e-6), f"day {seed}"
        assert figures["announced_rate"] <= figures["hindsight_rate"]
        lost += figures["lost_to_commitment_km"]
    assert lost > 1
