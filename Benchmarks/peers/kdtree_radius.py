"""How many drivers lie around each pickup, by a tree of scipy that is built anew at each moment that a question is asked.

usage: kdtree_radius.py FOLDER
FOLDER holds drivers.csv and requests.csv; the requests of a moment are asked about in one call.
"""

import sys

import numpy
from scipy.spatial import cKDTree

from side import answer_each_line, processor_seconds, travellers

RADIUS = 1000.0
SPACING = 500.0
SPEED = 50 / 3.6


def points(columns, end):
    return numpy.stack([columns[f"{end}_x"], columns[f"{end}_y"]], axis=1)


class Questions:
    """The tables of drivers and requests, ready to ask."""

    def __init__(self, folder):
        drivers, requests = travellers(folder)
        self.origin, destination = points(drivers, "origin"), points(drivers, "destination")
        self.depart = numpy.rint(1000 * numpy.array(drivers["depart_s"]))
        self.length = numpy.hypot(*(destination - self.origin).T)
        self.duration = numpy.floor(1000 * (self.length / SPEED) + 0.5)
        self.heading = (destination - self.origin) / self.length[:, None]
        submit = numpy.rint(1000 * numpy.array(requests["submit_s"]))
        self.moments, starts = numpy.unique(submit, return_index=True)
        self.pickups = numpy.split(points(requests, "origin"), starts[1:])

    def reported(self, now):
        """The last route point that each driver has passed."""
        driven = self.length * ((now - self.depart) / self.duration)
        return self.origin + self.heading * (numpy.floor(driven / SPACING) * SPACING)[:, None]

    def ask(self):
        """Asks all questions; gives the number of drivers found for each."""
        counts = []
        for now, pickups in zip(self.moments, self.pickups):
            # Of the ways to build it, the one with the least time for building and asking together.
            tree = cKDTree(self.reported(now), balanced_tree=False, compact_nodes=len(pickups) > 1000)
            counts.append(tree.query_ball_point(pickups, RADIUS, return_length=True, workers=1))
        return numpy.concatenate(counts).astype(numpy.int64)


def main():
    questions = Questions(sys.argv[1])

    def sample():
        seconds, counts = processor_seconds(questions.ask)
        return seconds, len(counts), {"inside": int(counts.sum()), "squares": int((counts**2).sum())}

    answer_each_line(sample)


main()
