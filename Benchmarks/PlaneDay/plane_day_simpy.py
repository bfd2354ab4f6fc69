"""The day on a plane in SimPy, as a Python programmer would write it: a process a driver and a request, three
attempts each, the two circles by numpy over the active drivers. It does less than the simulator: nobody takes a
detour, a match takes a seat at once, and nothing is recorded but the count.

usage: plane_day_simpy.py DRIVERS REQUESTS SECONDS SIDE
prints the processor seconds of the run and the number of requests matched.
"""

import sys
import time

import numpy
import simpy

RADIUS = 1000.0
SPACING = 500.0
SPEED = 50 / 3.6


def main():
    drivers, requests = int(sys.argv[1]), int(sys.argv[2])
    duration, side = float(sys.argv[3]), float(sys.argv[4])
    random = numpy.random.default_rng(7)
    origin = random.random((drivers, 2)) * side
    destination = random.random((drivers, 2)) * side
    depart = random.random(drivers) * duration
    length = numpy.hypot(*(destination - origin).T)
    heading = (destination - origin) / length[:, None]
    pickup = random.random((requests, 2)) * side
    dropoff = random.random((requests, 2)) * side
    submit = random.random(requests) * duration
    seats = numpy.full(drivers, 3)
    active = set()
    matched = 0
    env = simpy.Environment()

    def drive(driver):
        yield env.timeout(depart[driver])
        active.add(driver)
        yield env.timeout(length[driver] / SPEED)
        active.discard(driver)

    def ask(request):
        nonlocal matched
        yield env.timeout(submit[request])
        for attempt in range(3):
            if attempt:
                yield env.timeout(60)
            driver = find(request)
            if driver is not None:
                seats[driver] -= 1
                matched += 1
                return

    def find(request):
        if not active:
            return None
        index = numpy.fromiter(active, dtype=numpy.int64, count=len(active))
        driven = numpy.floor((env.now - depart[index]) * SPEED / SPACING) * SPACING
        offset = origin[index] + heading[index] * driven[:, None] - pickup[request]
        near = (offset * offset).sum(axis=1) <= RADIUS * RADIUS
        best, least = None, None
        for driver, start in zip(index[near], driven[near]):
            if seats[driver] == 0:
                continue
            points = numpy.append(numpy.arange(start + SPACING, length[driver], SPACING), length[driver])
            way = origin[driver] + heading[driver] * points[:, None] - dropoff[request]
            if (way * way).sum(axis=1).min() <= RADIUS * RADIUS:
                cost = numpy.hypot(*(origin[driver] + heading[driver] * start - pickup[request]))
                if best is None or cost < least:
                    best, least = driver, cost
        return best

    for driver in range(drivers):
        env.process(drive(driver))
    for request in range(requests):
        env.process(ask(request))
    start = time.process_time()
    env.run()
    print(time.process_time() - start, matched)


main()
