"""Policies that decide windows: the example by scipy ends at the pairs of `batch`, and so does a learner."""

from __future__ import annotations

import importlib
import struct
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import SMALL

import detour
from detour.policy import Policy, Window, policy

gymnasium = pytest.importorskip("gymnasium")
optimize = pytest.importorskip("scipy.optimize")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from detour.gym import DetourEnv, DetourVectorEnv, Observation  # noqa: E402

EXAMPLES = Path(__file__).resolve().parents[2] / "Examples"
BATCH: dict[str, Any] = {**SMALL, "matching.policy": "batch", "matching.batch": {"window_s": 30}}
# Every pair costs the same.
TIES: dict[str, Any] = {
    "name": "ties",
    "space": {"kind": "plane", "width_m": 5000, "height_m": 5000, "speed_kmh": 36},
    "demand": {"kind": "synthetic", "count": 120},
    "supply": {"kind": "synthetic", "count": 120},
    "time": {"duration_s": 1800},
    "matching": {
        "radius_m": 3000,
        "weights": {"time_to_pickup": 0, "detour": 0},
        "batch": {"window_s": 300},
        "policy": "batch",
    },
}
ROLES: dict[str, Any] = {
    "name": "roles",
    "time": {"duration_s": 3600},
    "space": {"kind": "plane", "width_m": 9000, "height_m": 9000, "speed_kmh": 30, "circuity": 1.2},
    "supply": {"kind": "synthetic", "count": 40, "announce_before_s": 900, "flexibility_s": 900},
    "demand": {"kind": "synthetic", "count": 120, "lead_s": 900, "flexibility_s": 900, "car_share": 0.5},
    "matching": {
        "policy": "batch",
        "radius_m": 5000,
        "limits": {"max_wait_s": None},
        "batch": {"window_s": 60, "commit": "latest"},
    },
    "behaviour": {"patience_s": None},
}


def outside(file: str, *words: str) -> dict[str, Any]:
    """A policy of Examples, as a scenario names it."""
    return {"command": [sys.executable, str(EXAMPLES / file), *words], "decides": "windows", "timeout_s": 300}


def fingerprints(scenario: Any, fields: dict[str, Any], other: Any) -> list[str]:
    """What a run has under `batch` and under another policy."""
    return [detour.run(scenario, {**fields, "matching.policy": one}).fingerprint for one in ("batch", other)]


@pytest.mark.parametrize("objective", ["matches", "cost", "saved_km"])
def test_an_exact_solver_ends_at_the_pairs_of_batch(objective: str) -> None:
    batch: dict[str, Any] = {"window_s": 60, "objective": objective}
    if objective == "cost":
        batch["unmatched_cost_s"] = 400
    fields = {**SMALL, "matching.batch": batch, "matching.radius_m": 2000}
    inside, found = fingerprints("quickstart", fields, outside("WindowPolicy/assignment.py"))
    assert inside == found


def test_ties_are_broken_as_batch_breaks_them() -> None:
    # The scenario has ties: without `in_batch` the solver ends elsewhere.
    inside, found = fingerprints(TIES, {}, outside("WindowPolicy/assignment.py"))
    assert inside == found
    assert detour.run(TIES, {}, policy=without_ties).fingerprint != inside


@policy(decides="windows", request=["request_id"], driver=[])
def without_ties(window: Window) -> Any:
    requests = {request.request_id: row for row, request in enumerate(window.requests)}
    drivers = {pair.driver: 0 for pair in window.pairs}
    drivers = {driver: column for column, driver in enumerate(sorted(drivers, reverse=True))}
    most = max(pair.cost for pair in window.pairs) * len(requests) + 1
    matrix = np.zeros((len(requests), len(drivers)))
    for pair in window.pairs:
        matrix[requests[pair.request_id], drivers[pair.driver]] = most - pair.cost
    chosen = set(zip(*optimize.linear_sum_assignment(matrix, maximize=True)))
    return [pair for pair in window.pairs if (requests[pair.request_id], drivers[pair.driver]) in chosen]


@pytest.mark.parametrize(
    "batch", [{}, {"matching.batch.objective": "saved_km", "matching.batch.riders": "one"}]
)
def test_people_who_drive_or_ride_are_matched_as_by_batch(batch: dict[str, Any]) -> None:
    inside, found = fingerprints(ROLES, batch, outside("WindowPolicy/assignment.py"))
    assert inside == found


def test_a_function_decides_windows() -> None:
    run = detour.run(TIES, {}, policy=without_ties)
    assert run.figures["service_rate"] > 0.1
    assert isinstance(without_ties, Policy) and without_ties.decides == "windows"


def test_the_value_of_a_driver_is_what_was_taken_later() -> None:
    sys.path.insert(0, str(EXAMPLES / "ValuePolicy"))
    train = importlib.import_module("train")
    day = [
        {"seen": {"1": "a", "2": "a"}, "taken": [1]},
        {"seen": {"1": "b", "2": "b"}, "taken": []},
        {"seen": {"2": "b"}, "taken": [2]},
    ]
    values = train.learned([day])
    mean = (1 + 1 + 0 + 1 + 1) / 5
    assert values["a"] == pytest.approx((2 + train.PRIOR * mean) / (2 + train.PRIOR))
    assert values["b"] == pytest.approx((2 + train.PRIOR * mean) / (3 + train.PRIOR))


def test_values_of_zero_are_the_most_matches(tmp_path: Path) -> None:
    # Worth the same each, less a little for the cost: the most pairs, then the least cost.
    (tmp_path / "zero.json").write_text("{}")
    values = outside("ValuePolicy/values.py", str(tmp_path / "zero.json"))
    fields = {**SMALL, "matching.batch": {"window_s": 60, "riders": "one"}}
    inside, found = fingerprints("quickstart", fields, values)
    assert inside == found


def window_env(**options: Any) -> DetourEnv:
    return DetourEnv("quickstart", BATCH, decides="windows", **options)


def in_batch(env: DetourEnv | DetourVectorEnv, observation: Observation) -> Any:
    return observation["candidates"][..., env.candidate_fields.index("in_batch")] * observation["mask"]


def test_gymnasium_has_nothing_to_say_of_windows() -> None:
    env = window_env(places=32)
    check_env(env, skip_render_check=True)
    env.close()


def test_a_learner_that_takes_the_pairs_of_batch_has_its_run() -> None:
    env = window_env(candidate=["cost", "in_batch"], fingerprint=True)
    observation, _ = env.reset(seed=7)
    over, total = False, 0.0
    while not over:
        assert (observation["pairs"][observation["mask"] == 0] == -1).all()
        observation, reward, over, _, info = env.step(in_batch(env, observation))
        assert "invalid" not in info
        total += reward
    run = detour.run("quickstart", BATCH, seed=7)
    assert info["fingerprint"] == run.fingerprint
    assert total == pytest.approx(run.figures["match_rate"], abs=1e-6)
    env.close()


def test_rows_that_share_a_side_are_left_out_by_name() -> None:
    env = DetourEnv("quickstart", {**BATCH, "matching.radius_m": 3000}, decides="windows", places=64)
    observation, _ = env.reset(seed=1)
    over = False
    while not over and (np.bincount(observation["pairs"][observation["mask"] == 1][:, 0]) < 2).all():
        observation, _, over, _, _ = env.step(np.zeros(64))
    assert not over
    pairs, shown = observation["pairs"], int(observation["mask"].sum())
    taken: list[int] = []
    expected = []
    for row in range(shown):
        if any((pairs[row, :2] == pairs[other, :2]).any() for other in taken):
            expected.append(row)
        else:
            taken.append(row)
    _, _, _, _, info = env.step(np.ones(64))
    assert info["invalid"] == expected + list(range(shown, 64))
    env.close()


def test_a_learner_that_breaks_the_rules_is_told() -> None:
    # The package sends no such messages; another program may.
    for places, sentence in [([9999], "9999 is not one of the pairs"), ([0, 0], "is in two pairs")]:
        env = DetourEnv("quickstart", BATCH, decides="windows", places=64)
        env.reset(seed=1)
        message = struct.pack("<5Q", 4, len(places), 0, 0, 0) + np.array(places, "<i4").tobytes()
        env._lanes.program.send(0, message)
        with pytest.raises(detour.DetourError, match=sentence):
            env._lanes.receive(0)


def test_windows_side_by_side_are_those_alone() -> None:
    many = DetourVectorEnv(3, "quickstart", BATCH, decides="windows", candidate=["in_batch"], fingerprint=True)
    observation, _ = many.reset(seed=5)
    found: dict[int, str] = {}
    while len(found) < 3:
        observation, _, over, _, info = many.step(in_batch(many, observation))
        for lane in np.flatnonzero(over).tolist():
            found.setdefault(lane, info["fingerprint"][lane])
    for lane in range(3):
        assert found[lane] == detour.run("quickstart", BATCH, seed=5 + lane).fingerprint
    many.close()


def test_mistakes_of_the_caller_are_sentences() -> None:
    with pytest.raises(detour.DetourError, match=r'give matching.policy: "batch"'):
        DetourEnv("quickstart", SMALL, decides="windows").reset()
    with pytest.raises(detour.DetourError, match='give "requests" or "windows"'):
        window_env().__class__("quickstart", BATCH, decides="days")
    with pytest.raises(detour.DetourError, match="leave out bounds"):
        window_env(bounds={"radius_m": (0, 100)})
    env = window_env(places=8)
    env.reset()
    with pytest.raises(detour.DetourError, match="give 8 each"):
        env.step(np.zeros(9))
    env.close()
    with pytest.warns(detour.DetourWarning, match="windows are not decided"):
        DetourEnv("quickstart", BATCH).close()
