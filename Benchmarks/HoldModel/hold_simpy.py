"""The hold model in SimPy: one process an event, each waiting for its next time-out.

usage: hold_simpy.py WARMUP HOLDS CHECKED < numbers
numbers: a line of starting times, a line of increments; both integers, milliseconds.
prints the processor nanoseconds of one hold and a checksum of the first CHECKED pops, from a run of its own.
"""

import sys
import time

import simpy

MASK = (1 << 64) - 1


def environment(starts, increments, log):
    """An environment in which every event is pending; `log` takes (time, number) of each pop, or is None."""
    env = simpy.Environment()
    size = len(increments)
    position = 0

    def process(number):
        nonlocal position
        yield env.timeout(starts[number])
        while True:
            if log is not None:
                log.append((env.now, number))
            delay = increments[position % size]
            position += 1
            yield env.timeout(delay)

    for number in range(len(starts)):
        env.process(process(number))
    for _ in starts:
        env.step()
    return env


def main():
    warmup, holds, checked = (int(word) for word in sys.argv[1:4])
    starts, increments = ([int(word) for word in sys.stdin.readline().split()] for _ in range(2))

    log = []
    env = environment(starts, increments, log)
    for _ in range(checked):
        env.step()
    checksum = 0
    for now, number in log:
        checksum = ((checksum ^ now ^ number << 40) * 0x9E3779B97F4A7C15) & MASK

    env = environment(starts, increments, None)
    for _ in range(warmup):
        env.step()
    begin = time.thread_time()
    for _ in range(holds):
        env.step()
    elapsed = time.thread_time() - begin
    print(f"{elapsed / holds * 1e9:.1f} {checksum}")


main()
