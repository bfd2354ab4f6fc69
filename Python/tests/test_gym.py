from __future__ import annotations

import contextlib
import os
import signal
import warnings
from typing import Any

import numpy as np
import pytest
from conftest import SMALL

import detour

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from detour.gym import DetourEnv, DetourVectorEnv, Observation  # noqa: E402
from detour.policy import Answer, Attempt  # noqa: E402


def environment(**options: Any) -> DetourEnv:
    return DetourEnv("quickstart", SMALL, **options)


def cheapest(env: DetourEnv | DetourVectorEnv, observation: Observation) -> Any:
    """The candidate of least cost, as `two_circles` chooses; the first of equals."""
    costs = observation["candidates"][..., env.candidate_fields.index("cost")]
    return np.where(observation["mask"][..., :-1] == 1, costs, np.inf).argmin(axis=-1)


def nearest(env: DetourEnv | DetourVectorEnv, observation: Observation) -> Any:
    metres = observation["candidates"][..., env.candidate_fields.index("distance_m")]
    return np.where(observation["mask"][..., :-1] == 1, metres, np.inf).argmin(axis=-1)


def episode(env: DetourEnv, choose: Any, **reset: Any) -> tuple[list[float], dict[str, Any]]:
    """The rewards of an episode, and what its last step tells."""
    observation, _ = env.reset(**reset)
    rewards = []
    while True:
        observation, reward, terminated, truncated, info = env.step(choose(env, observation))
        assert not truncated
        rewards.append(reward)
        if terminated:
            return rewards, info


@pytest.mark.parametrize("bounds", [None, {"radius_m": (100, 1000), "max_detour_s": (60, 900)}])
def test_gymnasium_has_nothing_to_say(bounds: Any) -> None:
    env = environment(bounds=bounds)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)
    env.close()


@pytest.mark.parametrize(("policy", "choose"), [("two_circles", cheapest), ("nearest", nearest)])
def test_the_same_decisions_are_the_same_run(policy: str, choose: Any) -> None:
    env = environment(fingerprint=True, places=64)
    for seed, replication in [(1, 0), (7, 0), (7, 3)]:
        rewards, info = episode(env, choose, seed=seed, options={"replication": replication})
        run = detour.run("quickstart", {**SMALL, "matching.policy": policy}, seed=seed, replication=replication)
        assert info["fingerprint"] == run.fingerprint
        assert (info["seed"], info["replication"]) == (seed, replication)
        assert info["figures"]["match_rate"] == pytest.approx(run.figures["match_rate"], abs=1e-6)
        assert sum(rewards) == pytest.approx(info["figures"]["match_rate"])
    env.close()


def test_resets_without_a_seed_are_the_replications() -> None:
    env = environment()
    told = [episode(env, cheapest)[1] for _ in range(2)]
    assert told[0]["seed"] == told[1]["seed"]
    assert [info["replication"] for info in told] == [0, 1]
    told = [episode(env, cheapest, seed=5)[1], episode(env, cheapest)[1]]
    assert [(info["seed"], info["replication"]) for info in told] == [(5, 0), (5, 1)]
    # One that is not finished is let go.
    env.reset(seed=9)
    env.step(0)
    assert episode(env, cheapest, seed=5)[1] == told[0]
    env.close()


def test_side_by_side_without_a_seed_each_has_its_own_days() -> None:
    env = gymnasium.vector.SyncVectorEnv([environment for _ in range(3)])
    observation, info = env.reset()
    assert len(set(info["seed"].tolist())) == 3
    for one, other in [(0, 1), (0, 2), (1, 2)]:
        assert not np.array_equal(observation["candidates"][one], observation["candidates"][other])
    env.close()


def test_a_replication_without_a_seed_is_that_of_the_scenario() -> None:
    env = environment()
    assert env.reset(options={"replication": 3})[1] == {"seed": 1, "replication": 3}
    env.close()


def test_an_action_that_names_nobody_is_invalid() -> None:
    env = environment(places=8)
    env.reset(seed=1)
    for action in (-100, -1, float("nan"), float("-inf"), 0.5, 9, 17, 2**40):
        assert env.step(action)[4] == {"invalid": True}, action
    assert env.step(0)[4] == env.step(np.float32(0))[4] == env.step(8)[4] == {}
    env.close()
    many = DetourVectorEnv(3, "quickstart", SMALL, places=8)
    many.reset(seed=1)
    assert many.step(np.array([0, -100, 8]))[4]["invalid"].tolist() == [False, True, False]
    many.close()
    bounded = environment(bounds={"radius_m": (0, 1000), "max_wait_s": (0, 600)})
    bounded.reset(seed=1)
    assert bounded.step([float("nan"), 1])[4] == {"invalid": True}
    assert bounded.step([1, 1])[4] == {}
    bounded.close()


def test_mistakes_of_the_caller_are_sentences() -> None:
    env = environment()
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(detour.DetourError, match="give one number each"):
        env.step([0, 1])
    with pytest.raises(detour.DetourError, match="replication: -1; give a whole number"):
        env.reset(options={"replication": -1})
    env.close()
    for call in (lambda: env.step(0), lambda: env.reset(seed=2)):
        with pytest.raises(detour.DetourError, match="this environment is closed"):
            call()
    many = DetourVectorEnv(2, "quickstart", SMALL)
    with pytest.raises(detour.DetourError, match="1 seeds for 2 environments"):
        many.reset(seed=[4])
    many.reset(seed=[4, 5])
    with pytest.raises(detour.DetourError, match="3 .* for 2 episodes"):
        many.step(np.array([0, 1, 2]))
    many.close()
    with pytest.raises(detour.DetourError, match="num_envs: 0"):
        DetourVectorEnv(0, "quickstart", SMALL)


def test_narrower_bounds_are_a_smaller_radius() -> None:
    env = environment(bounds={"radius_m": (0, 1000)})
    for radius in (400.0, 700.0, 1000.0):
        _, info = episode(env, lambda *_, r=radius: [r / 1000], seed=2)
        run = detour.run("quickstart", {**SMALL, "matching.radius_m": radius}, seed=2)
        for figure in ("match_rate", "wait_s.mean", "driver_detour_s.mean", "vkt_saved_km"):
            assert info["figures"][figure] == pytest.approx(run.figures[figure], abs=1e-3)
    env.close()


@detour.policy(candidate=[], request=[])
def narrow(attempt: Attempt) -> Answer:
    return {"radius_m": 600.0, "max_wait_s": 300.0}


def test_a_process_may_answer_with_bounds_too() -> None:
    env = environment(bounds={"radius_m": (0, 1000), "max_wait_s": (0, 1000)}, fingerprint=True)
    _, info = episode(env, lambda *_: [0.6, 0.3], seed=6)
    assert info["fingerprint"] == detour.run("quickstart", SMALL, seed=6, policy=narrow).fingerprint
    env.close()


def test_limits_bind() -> None:
    env = environment(bounds={"max_detour_s": (0, 1000)}, reward="driver_detour_s.max")
    free = sum(episode(env, lambda *_: [1], seed=3)[0])
    bound = sum(episode(env, lambda *_: [0.1], seed=3)[0])
    nobody = episode(env, lambda *_: [0], seed=3)[1]["figures"]["matches"]
    assert free > bound > 0
    assert nobody == 0
    env.close()


def test_rewards_add_up_to_the_figures() -> None:
    weights = {"matches": 1.0, "vkt_saved_km": 0.25}
    late, early = environment(reward=weights), environment(reward=weights, review_s=60)
    (once, info), (often, same) = episode(late, cheapest, seed=4), episode(early, cheapest, seed=4)
    assert info == same
    total = info["figures"]["matches"] + 0.25 * info["figures"]["vkt_saved_km"]
    assert sum(once) == pytest.approx(total)
    assert sum(often) == pytest.approx(total)
    assert once[:-1] == [0.0] * (len(once) - 1)
    assert np.count_nonzero(often[:-1]) > 3
    late.close()
    early.close()


def test_a_place_without_a_candidate_is_nobody() -> None:
    env = environment(places=8)
    observation, _ = env.reset(seed=1)
    assert observation["mask"][-1] == 1
    empty = int(observation["mask"][:-1].argmin())
    assert env.step(empty)[4] == {"invalid": True}
    assert env.step(8)[4] == {}
    env.close()


def test_few_places_show_the_cheapest() -> None:
    wide, narrow = environment(places=64), environment(places=1)
    seen = [env.reset(seed=11)[0] for env in (wide, narrow)]
    cost = wide.candidate_fields.index("cost")
    for _ in range(60):
        best = int(cheapest(wide, seen[0]))
        assert seen[1]["candidates"][0, cost] == seen[0]["candidates"][best, cost]
        seen = [wide.step(best)[0], narrow.step(0)[0]]
    wide.close()
    narrow.close()


def test_several_side_by_side_are_those_one_by_one() -> None:
    many, one = DetourVectorEnv(3, "quickstart", SMALL, fingerprint=True), environment(fingerprint=True)
    observations, _ = many.reset(seed=20)
    assert many.observation_space.contains(observations)
    ends: dict[tuple[int, int], str] = {}
    rewards = np.zeros(3)
    over = np.zeros(3, bool)
    while len(ends) < 6:
        observations, gained, ended, _, infos = many.step(cheapest(many, observations))
        rewards += gained
        assert (gained[over] == 0).all()
        over = ended
        for lane in np.flatnonzero(ended):
            assert infos["_fingerprint"][lane]
            key = int(infos["seed"][lane]), int(infos["replication"][lane])
            ends[key] = infos["fingerprint"][lane]
            assert infos["figures"]["match_rate"][lane] == pytest.approx(rewards[lane])
            rewards[lane] = 0
    for (seed, replication), fingerprint in ends.items():
        told = episode(one, cheapest, seed=seed, options={"replication": replication})[1]
        assert told["fingerprint"] == fingerprint
    assert {seed for seed, _ in ends} == {20, 21, 22}
    # Those that have begun in the meantime are let go.
    again, _ = many.reset(seed=20)
    first, _ = one.reset(seed=20)
    assert all((again[name][0] == first[name]).all() for name in first)
    many.close()
    one.close()


def test_a_run_without_candidates_is_over_at_once() -> None:
    env = DetourEnv("quickstart", {**SMALL, "supply.count": 0})
    observation, _ = env.reset(seed=1)
    assert observation["mask"].tolist() == [0] * 16 + [1]
    assert env.step(16)[2]
    env.close()
    many = DetourVectorEnv(2, "quickstart", {**SMALL, "supply.count": 0})
    many.reset(seed=1)
    assert [many.step([16, 16])[2].tolist() for _ in range(4)] == [[True, True], [False, False]] * 2
    many.close()


def test_gymnasium_finds_it_by_name() -> None:
    env = gymnasium.make("detour/Carpool-v0", scenario="quickstart", set=SMALL)
    env.reset(seed=1)
    env.close()
    many = gymnasium.make_vec("detour/Carpool-v0", num_envs=2, scenario="quickstart", set=SMALL)
    many.reset(seed=1)
    many.close()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"reward": "happiness"}, "happiness is no figure"),
        ({"candidate": ["driver"]}, "driver is no number of a candidate"),
        ({"request": ["wealth"]}, "wealth is no number of a request"),
        ({"bounds": {"radius_m": (0, 2000)}}, "within matching.radius_m, 1000"),
        ({"bounds": {"max_price": (0, 1)}}, "max_price is none"),
        ({"bounds": {"max_wait_s": (5, 1)}}, "goes from 5 to 1"),
        ({"places": 0}, "places: 0; give a whole number from 1 to 4096"),
        ({"places": 1.5}, "places: 1.5; give"),
        ({"places": True}, "places: True; give"),
        ({"bounds": {"max_wait_s": (5,)}}, "has 1 numbers; give its lower and upper end"),
    ],
)
def test_what_is_wrong_is_said(options: dict[str, Any], words: str) -> None:
    with pytest.raises(detour.DetourError, match=words), contextlib.closing(environment(**options)) as env:
        env.reset(seed=1)


def test_other_markets_have_no_episodes() -> None:
    with pytest.raises(detour.DetourError, match="use a scenario of market `carpool`"):
        DetourEnv("orders")


def test_a_program_that_dies_is_an_error() -> None:
    env = environment()
    env.reset(seed=1)
    os.kill(env._lanes.program.process.pid, signal.SIGKILL)
    with pytest.raises(detour.DetourError, match="SIGKILL"):
        for _ in range(3):
            env.step(0)
    env.close()
