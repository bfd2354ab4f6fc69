"""The smallest carpool loop in SimPy, as a Python programmer would write it: a process a driver and a request, three
attempts each, the two circles by numpy over the drivers on the road. Nobody takes a detour, nobody declines, nothing
is recorded but the matches.

usage: simpy_loop.py FOLDER
FOLDER holds drivers.csv and requests.csv; times are whole milliseconds, rounded as Detour rounds them.
"""

import sys

import numpy
import simpy

from side import answer_each_line, processor_seconds, travellers

RADIUS = 1000.0
SPACING = 500.0
SPEED = 50 / 3.6
ATTEMPTS = 3
RETRY_MS = 60_000


def milliseconds(seconds):
    """Whole milliseconds, halves away from zero."""
    return numpy.floor(1000 * numpy.asarray(seconds) + 0.5).astype(numpy.int64)


def points(columns, end):
    return numpy.stack([columns[f"{end}_x"], columns[f"{end}_y"]], axis=1)


class Loop:
    """The tables of drivers and requests, ready to run."""

    def __init__(self, folder):
        drivers, requests = travellers(folder)
        self.origin, destination = points(drivers, "origin"), points(drivers, "destination")
        self.depart = milliseconds(drivers["depart_s"])
        self.length = numpy.hypot(*(destination - self.origin).T)
        self.duration = milliseconds(self.length / SPEED)
        self.heading = (destination - self.origin) / self.length[:, None]
        self.seats = numpy.array(drivers["seats"], dtype=numpy.int64)
        self.pickup, self.dropoff = points(requests, "origin"), points(requests, "destination")
        self.submit = milliseconds(requests["submit_s"])

    def run(self):
        """Runs the loop; gives the number of matches and attempts, and a checksum of who was taken by whom."""
        origin, heading, length = self.origin, self.heading, self.length
        seats = self.seats.copy()
        active = set()
        matched = attempts = checksum = 0
        env = simpy.Environment()

        def drive(driver):
            yield env.timeout(int(self.depart[driver]))
            active.add(driver)
            yield env.timeout(int(self.duration[driver]))
            active.discard(driver)

        def ask(request):
            nonlocal matched, attempts, checksum
            yield env.timeout(int(self.submit[request]))
            for attempt in range(ATTEMPTS):
                if attempt:
                    yield env.timeout(RETRY_MS)
                attempts += 1
                driver = find(request)
                if driver is not None:
                    seats[driver] -= 1
                    matched += 1
                    checksum = (checksum * 31 + request * 100_003 + driver) % 2_147_483_647
                    return

        def find(request):
            if not active:
                return None
            index = numpy.fromiter(active, dtype=numpy.int64, count=len(active))
            driven = length[index] * ((env.now - self.depart[index]) / self.duration[index])
            reported = numpy.floor(driven / SPACING) * SPACING
            offset = origin[index] + heading[index] * reported[:, None] - self.pickup[request]
            squares = (offset * offset).sum(axis=1)
            best, least = None, None
            for near in numpy.flatnonzero(squares <= RADIUS * RADIUS):
                driver = int(index[near])
                if seats[driver] == 0 or (best is not None and squares[near] >= least):
                    continue
                ahead = numpy.append(
                    numpy.arange(reported[near] + SPACING, length[driver], SPACING), length[driver]
                )
                way = origin[driver] + heading[driver] * ahead[:, None] - self.dropoff[request]
                if (way * way).sum(axis=1).min() <= RADIUS * RADIUS:
                    best, least = driver, squares[near]
            return best

        for driver in range(len(length)):
            env.process(drive(driver))
        for request in range(len(self.submit)):
            env.process(ask(request))
        env.run()
        return {"matched": matched, "attempts": attempts, "checksum": checksum}


def main():
    loop = Loop(sys.argv[1])

    def sample():
        seconds, found = processor_seconds(loop.run)
        return seconds, len(loop.submit), found

    answer_each_line(sample)


main()
