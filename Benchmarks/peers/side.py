"""What every side of a comparison shares: it does its work once for each line on standard input, and answers each
with a line of JSON, so that whoever asks lets two sides take turns."""

import csv
import json
import os
import sys
import time


def answer_each_line(work):
    """Answers each line on standard input with what `work()` gives: (seconds, units, found)."""
    for _ in sys.stdin:
        seconds, units, found = work()
        print(json.dumps({"seconds": seconds, "units": units, "found": found}), flush=True)


def processor_seconds(work):
    """The processor time that `work()` takes, and its value."""
    start = time.process_time()
    value = work()
    return time.process_time() - start, value


def read_columns(path):
    """The columns of the CSV file at `path` as lists of floats, by name."""
    with open(path, newline="") as file:
        names, *rows = csv.reader(file)
    return {name: [float(row[i]) for row in rows] for i, name in enumerate(names)}


def travellers(folder, read=read_columns):
    """The columns of the drivers and of the requests in `folder`."""
    return tuple(read(os.path.join(folder, name + ".csv")) for name in ("drivers", "requests"))


def peers_environment():
    """The environment of both sides: the peers' Python first, and one thread for whatever would take more."""
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR")}
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    return {**os.environ, **threads, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1", "SWIFT_BACKTRACE": "enable=no"}
