#!/usr/bin/env python3
"""Steps per second of detour.gym, in turns with bare pipes that carry as many bytes and with lines of JSON.

    python3 Scripts/research/measure_steps.py [--lanes 16] [--rounds 5] [--seconds 2]

A bare pipe is a process that answers 40 bytes with a frame of the same length as an environment's, and does nothing else; the
line of JSON holds the same numbers, and is read into the same arrays. What is printed are medians over the rounds; docs/policies.md
shows them. It needs the package with Gymnasium (pip install './Python[gym]').
"""

import argparse
import json
import os
import pathlib
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


def processor(processes):
    """The seconds of the processor that `processes` have had so far, by their ids."""
    ticks = 0
    for process in processes:
        words = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measured(step, count, processes, seconds):
    """How often a second `step` does `count` things, and the processor's seconds that one takes here and in `processes`."""
    start, here, there = time.perf_counter(), time.process_time(), processor(processes)
    done = 0
    while time.perf_counter() - start < seconds:
        for _ in range(20):
            step()
        done += 20 * count
    rate = done / (time.perf_counter() - start)
    return rate, (time.process_time() - here) / done, (processor(processes) - there) / done


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

    children = [pipe.child for pipe in pipes]
    programs = [[env._lanes.program.process.pid] for env in (many, one)]
    measures = {
        f"{given.lanes} bare pipes": (bare, given.lanes, children),
        f"{given.lanes} environments side by side": (lambda: many.step(first), given.lanes, programs[0]),
        "a bare pipe": (bare_single, 1, children[:1]),
        "an environment": (single, 1, programs[1]),
        "lines of JSON, without a simulator": (lines, 1, [talker.child]),
    }
    found = {name: [] for name in measures}
    for _ in range(given.rounds):
        for name, measure in measures.items():
            found[name].append(measured(*measure, given.seconds))
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    print(f"a frame has {len(frame)} bytes, the line {len(line)}; {load}")
    print(f"{'':38} a second    processor here    there, \u00b5s each")
    for name, values in found.items():
        rate, here, there = (statistics.median(column) for column in zip(*values))
        print(f"{name:38} {rate:8,.0f} {1e6 * here:17.1f} {1e6 * there:8.1f}")
    for pipe in [*pipes, talker]:
        pipe.close()
    many.close()
    one.close()


if __name__ == "__main__":
    main()
