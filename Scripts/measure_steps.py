#!/usr/bin/env python3
"""Steps per second of detour.gym, in turns with bare pipes that carry as many bytes and with lines of JSON.

    python3 Scripts/measure_steps.py [--lanes 16] [--rounds 5] [--seconds 2]

A bare pipe is a process that answers 40 bytes with a frame of the same length as an environment's, and does nothing else; the
line of JSON holds the same numbers, and is read into the same arrays. What is printed are medians over the rounds; docs/policies.md
shows them. It needs the package with Gymnasium (pip install './Python[gym]').
"""

import argparse
import json
import os
import signal
import statistics
import time

import numpy as np

import detour.gym


class Pipe:
    """A child that answers each message of 40 bytes with `answer`."""

    def __init__(self, answer):
        there, self.output = os.pipe()
        self.input, back = os.pipe()
        self.child = os.fork()
        if self.child == 0:
            while os.read(there, 40):
                os.write(back, answer)
            os._exit(0)
        self.length = len(answer)

    def ask(self):
        os.write(self.output, bytes(40))

    def hear(self):
        left = self.length
        while left:
            left -= len(heard := os.read(self.input, left))
        return heard

    def close(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)


def per_second(step, count, seconds):
    """How often a second `step` does `count` things."""
    start = time.perf_counter()
    done = 0
    while time.perf_counter() - start < seconds:
        for _ in range(20):
            step()
        done += 20 * count
    return done / (time.perf_counter() - start)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--scenario", default="quickstart")
    options.add_argument("--lanes", type=int, default=16)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=float, default=2)
    given = options.parse_args()
    many = detour.gym.DetourVectorEnv(given.lanes, given.scenario)
    one = detour.gym.DetourEnv(given.scenario)
    many.reset(seed=1)
    one.reset(seed=1)
    first = np.zeros(given.lanes, np.int64)

    def single():
        if one.step(0)[2]:
            one.reset()

    frame = bytes(many._lanes._rooms[0])
    pipes = [Pipe(frame) for _ in range(given.lanes)]
    names = many.candidate_fields
    message = {"type": "attempt", "time_s": 29.622, "candidates": [{name: 54.9 for name in names}] * 2}
    line = (json.dumps(message) + "\n").encode()
    talker = Pipe(line)

    def bare():
        for pipe in pipes:
            pipe.ask()
        for pipe in pipes:
            pipe.hear()

    def bare_single():
        pipes[0].ask()
        pipes[0].hear()

    def lines():
        talker.ask()
        table = np.zeros((16, len(names)), np.float32)
        for place, candidate in enumerate(json.loads(talker.hear())["candidates"]):
            table[place] = [candidate[name] for name in names]
        json.dumps({"driver": 17})

    measures = {
        f"{given.lanes} bare pipes": (bare, given.lanes),
        f"{given.lanes} environments side by side": (lambda: many.step(first), given.lanes),
        "a bare pipe": (bare_single, 1),
        "an environment": (single, 1),
        "lines of JSON, without a simulator": (lines, 1),
    }
    rates = {name: [] for name in measures}
    for _ in range(given.rounds):
        for name, (step, count) in measures.items():
            rates[name].append(per_second(step, count, given.seconds))
    print(f"a frame has {len(frame)} bytes, the line {len(line)}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for name, values in rates.items():
        print(f"{name:38} {statistics.median(values):10,.0f} a second ({min(values):,.0f} to {max(values):,.0f})")
    for pipe in [*pipes, talker]:
        pipe.close()
    many.close()
    one.close()


if __name__ == "__main__":
    main()
