"""Learns whom to offer a seat, and compares what was learnt with `two_circles` on days that it has not seen.

    pip install 'detour-sim[gym]'
    python3 Examples/LearnedPolicy/train.py

What is learnt are the five weights of learned.py beside it, by the cross-entropy method (Rubinstein 1999,
doi:10.1023/A:1010091220143): each round draws weights about a centre, plays the same days with all of them, side by
side in a `DetourVectorEnv`, and moves the centre to the best. numpy is all that it takes. The reward is a figure by its
name, the share of vehicle kilometres saved.
"""

import argparse
import json

import numpy as np
from learned import CANDIDATE, REQUEST, learned

import detour
import detour.gym

WEIGHTS = ["saved", "pickup", "detour", "stops", "nobody"]
FIGURES = ["vkt_saved_ratio", "match_rate", "wait_s.mean", "driver_detour_s.mean"]


def choices(env, observation, weights):
    """The row that each lane's weights choose, or the one behind the last for nobody: what learned.py computes."""
    fields = observation["candidates"].astype(float)
    pickup, detour_s, driving, stops = (fields[:, :, env.candidate_fields.index(name)] for name in CANDIDATE)
    direct = observation["request"].astype(float)[:, :1]
    terms = [(direct - driving) / 600, pickup / 600, detour_s / 600, stops, -np.ones_like(stops)]
    score = sum(weight[:, None] * term for weight, term in zip(weights.T, terms))
    score = np.where(observation["mask"][:, :-1] == 1, score, -np.inf)
    return np.where(score.max(axis=1) > 0, score.argmax(axis=1), env.single_action_space.n - 1)


def play(env, weights, seed, episodes):
    """The mean reward of an episode under each row of weights, all on the same days."""
    lanes = len(weights)
    observation, _ = env.reset(seed=[seed] * lanes)
    total, left = np.zeros(lanes), np.full(lanes, episodes)
    while left.any():
        observation, reward, ended, _, _ = env.step(choices(env, observation, weights))
        total += np.where(left > 0, reward, 0)
        left -= ended & (left > 0)
    return total / episodes


def train(scenario, fields, *, reward, lanes, rounds, episodes, seed):
    """The weights that do best on the days of the seeds from `seed` on."""
    random = np.random.default_rng(seed)
    centre, spread = np.array([1.0, -0.5, -0.5, 0.0, 0.0]), np.full(len(WEIGHTS), 0.7)
    env = detour.gym.DetourVectorEnv(
        lanes, scenario, fields, candidate=CANDIDATE, request=REQUEST, reward=reward
    )
    for number in range(rounds):
        weights = random.normal(centre, spread, (lanes, len(WEIGHTS)))
        # The centre plays along, so that a round never knows less than the one before.
        weights[0] = centre
        rewards = play(env, weights, seed + number, episodes)
        elite = weights[np.argsort(-rewards)[: lanes // 4]]
        centre, spread = elite.mean(axis=0), elite.std(axis=0) + 0.02
        print(f"round {number + 1}: {rewards.mean():.4f} on average, {rewards.max():.4f} at best", flush=True)
    env.close()
    return {name: round(float(weight), 3) for name, weight in zip(WEIGHTS, centre)}


def main():
    """Train, compare, and say what came out."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--scenario", default="quickstart")
    options.add_argument("--set", default="{}", help="other values for fields, as JSON")
    options.add_argument("--reward", default="vkt_saved_ratio")
    options.add_argument("--lanes", type=int, default=16)
    options.add_argument("--rounds", type=int, default=8)
    options.add_argument("--episodes", type=int, default=1)
    options.add_argument("--held-out", type=int, default=30, help="replications of the comparison")
    options.add_argument("--out", help="the folder of the comparison's study")
    given = options.parse_args()
    fields = json.loads(given.set)
    weights = train(
        given.scenario,
        fields,
        reward=given.reward,
        lanes=given.lanes,
        rounds=given.rounds,
        episodes=given.episodes,
        seed=1000,
    )
    print(json.dumps(weights))
    # Training began with seed 1000: these days are others.
    mine = {"command": learned.command, "name": "learned", "parameters": weights}
    study = detour.sweep(
        given.scenario,
        vary={"matching.policy": ["two_circles", mine]},
        set={**fields, "seed": 1},
        replications=given.held_out,
        out=given.out,
        progress=False,
    )
    compared = study.compare({"matching.policy": "two_circles"}, {"matching.policy": "learned"}, figure=FIGURES)
    print(compared)


if __name__ == "__main__":
    main()
