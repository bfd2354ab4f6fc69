"""SUMO's taxis on a grid of streets: the nearest idle taxi takes each request, and every car follows the one ahead.

usage: sumo_taxi.py FOLDER
FOLDER holds net.xml and trips.xml. What is measured is the processor time of the whole program, files included.
"""

import os
import resource
import subprocess
import sys
import xml.etree.ElementTree as tree

import sumo

from side import answer_each_line

TRIPS = "trips.out.xml"


def program(name):
    """The path of a program of SUMO, with the variable set by which it finds its data."""
    os.environ.setdefault("SUMO_HOME", sumo.SUMO_HOME)
    return os.path.join(sumo.SUMO_HOME, "bin", name)


def run(folder):
    """Runs the scenario; gives the processor time of the program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [
            program("sumo"), "--net-file", "net.xml", "--route-files", "trips.xml",
            "--device.taxi.dispatch-algorithm", "greedy", "--device.taxi.idle-algorithm", "stop",
            "--tripinfo-output", TRIPS, "--tripinfo-output.write-unfinished",
            "--no-step-log", "--no-warnings", "--end", "7200", "--threads", "1",
        ],
        cwd=folder, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def found(folder):
    """How many persons were brought to where they wanted, and the kilometres of all taxis together."""
    root = tree.parse(os.path.join(folder, TRIPS)).getroot()
    rides = [person.find("ride") for person in root.iter("personinfo")]
    metres = sum(float(trip.get("routeLength")) for trip in root.iter("tripinfo"))
    served = sum(float(ride.get("arrival")) >= 0 for ride in rides)
    return {"persons": len(rides), "served": served, "driven_km": int(metres / 1000)}


def main():
    folder = sys.argv[1]

    def sample():
        seconds = run(folder)
        result = found(folder)
        return seconds, result["persons"], result

    answer_each_line(sample)


if __name__ == "__main__":
    main()
