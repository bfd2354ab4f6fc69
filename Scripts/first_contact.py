#!/usr/bin/env python3
"""Measure how long a newcomer takes from nothing to a first figure, with Detour and with other tools.

    python3 Scripts/first_contact.py --wheel FILE [--only TOOL]... [--write]

Each tool is installed by pip into a new virtual environment, without pip's cache, and runs the smallest example from its documents that prints
a figure. Wall-clock time includes the
download. Every tool gets TIMEOUT seconds; the table gives the reason if a tool cannot be installed or its example fails. With `--write` the table goes to
docs/install.md. For Detour, FILE is the wheel of `make wheel`, no Swift may be on the PATH of the command, and the fingerprint has to be the
one of Results/reference.
"""

import argparse
import datetime
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/install.md"
BEGIN, END = "<!-- first contact -->", "<!-- /first contact -->"
TIMEOUT = 1200

SUMO = """
import os, random, subprocess, sumo
import xml.etree.ElementTree as tree
os.environ["SUMO_HOME"] = sumo.SUMO_HOME
def call(name, *words):
    subprocess.run([os.path.join(sumo.SUMO_HOME, "bin", name), *words], check=True, stdout=subprocess.DEVNULL)
call("netgenerate", "--grid", "--grid.number", "10", "--grid.length", "300", "-o", "net.xml")
edges = [e.get("id") for e in tree.parse("net.xml").getroot().iter("edge") if e.get("function") is None]
draw = random.Random(1)
with open("trips.xml", "w") as file:
    file.write('<routes><vType id="taxi" vClass="taxi"><param key="has.taxi.device" value="true"/></vType>\\n')
    for number in range(20):
        file.write(f'<trip id="t{number}" type="taxi" depart="0" personCapacity="4"><stop edge="{draw.choice(edges)}" triggered="person"/></trip>\\n')
    for number in range(100):
        a, b = draw.sample(edges, 2)
        file.write(f'<person id="p{number}" depart="{number * 30}"><ride from="{a}" to="{b}" lines="taxi"/></person>\\n')
    file.write("</routes>\\n")
call("sumo", "--net-file", "net.xml", "--route-files", "trips.xml", "--device.taxi.dispatch-algorithm", "greedy",
     "--tripinfo-output", "out.xml", "--tripinfo-output.write-unfinished", "--no-step-log", "--no-warnings", "--end", "7200")
rides = [p.find("ride") for p in tree.parse("out.xml").getroot().iter("personinfo")]
print("served", sum(float(ride.get("arrival")) >= 0 for ride in rides) / len(rides))
"""

RIDEPY = """
from ridepy.data_structures import TransportationRequest
from ridepy.fleet_state import SlowSimpleFleetState
from ridepy.util.dispatchers import BruteForceTotalTravelTimeMinimizingDispatcher
from ridepy.util.request_generators import RandomRequestGenerator
from ridepy.util.spaces import Euclidean2D
from ridepy.vehicle_state import VehicleState
import itertools
space = Euclidean2D()
requests = RandomRequestGenerator(rate=10, max_pickup_delay=3, max_delivery_delay_rel=1.9, space=space, seed=42)
fleet = SlowSimpleFleetState(initial_locations={n: (0, 0) for n in range(50)}, space=space, seat_capacities=8,
    dispatcher=BruteForceTotalTravelTimeMinimizingDispatcher(), vehicle_state_class=VehicleState)
events = list(fleet.simulate(itertools.islice(requests, 100)))
kinds = [event["event_type"] for event in events]
print("served", kinds.count("DeliveryEvent") / kinds.count("RequestSubmissionEvent"))
"""

MESA = """
from mesa.examples.basic.boltzmann_wealth_model.model import BoltzmannWealth
model = BoltzmannWealth()
for _ in range(100):
    model.step()
print("Gini", model.datacollector.get_model_vars_dataframe()["Gini"].iloc[-1])
"""


@dataclass
class Tool:
    """A tool: what pip installs, the example as the words of a command or a script of Python, and what its figure is."""

    name: str
    packages: list
    example: object
    figure: str
    note: str = ""


def tools(wheel):
    detour = [Tool("Detour", [str(wheel)], ["detour", "run", "quickstart"], r"matched .* (\d+\.\d+ %)", "share of requests matched")] if wheel else []
    return detour + [
        Tool("SUMO taxi", ["eclipse-sumo==1.28.0"], SUMO, r"served (\S+)", "share of persons served; network and trips written by the script"),
        Tool("RidePy", ["ridepy==2.10.1"], RIDEPY, r"served (\S+)", "share of requests served; compiled from source"),
        Tool("Mesa", ["mesa[rec]==3.3.1"], MESA, r"Gini (\S+)", "the Gini coefficient of its example; Mesa has no ride-sharing"),
    ]


@dataclass
class Outcome:
    """What was measured: seconds by the clock and of the processor to install and to run, and the figure or the fault."""

    install_s: float = 0.0
    install_cpu_s: float = 0.0
    run_s: float = 0.0
    run_cpu_s: float = 0.0
    figure: str = ""
    fault: str = ""


def timed(words, folder, environment):
    """The finished call, with the seconds by the clock and of the processor."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    call = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=TIMEOUT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return call, time.monotonic() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def last_line(call):
    lines = (call.stderr.strip() or call.stdout.strip()).splitlines()
    return re.sub(r"\s+", " ", lines[-1])[:120] if lines else f"exit code {call.returncode}"


def measure(tool):
    """Installs the tool into a new environment, and runs its example there."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        # Compilers, but no Swift, as on a newcomer's machine.
        bare = os.pathsep.join(place for place in os.environ["PATH"].split(os.pathsep) if not os.path.exists(os.path.join(place, "swift")))
        environment = dict(os.environ, PATH=f"{folder}/venv/bin:{bare}", HOME=folder, PIP_NO_CACHE_DIR="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
        environment.pop("DETOUR_PROGRAM", None)
        try:
            start = time.monotonic()
            subprocess.run([sys.executable, "-m", "venv", "venv"], cwd=folder, check=True, capture_output=True)
            made = time.monotonic() - start
            call, outcome.install_s, outcome.install_cpu_s = timed(["pip", "install", "--quiet", *tool.packages], folder, environment)
            outcome.install_s += made
            if call.returncode != 0:
                outcome.fault = f"cannot be installed: {last_line(call)}"
                return outcome
            words = tool.example if isinstance(tool.example, list) else ["python", "-c", tool.example]
            call, outcome.run_s, outcome.run_cpu_s = timed(words, folder, environment)
            found = re.search(tool.figure, call.stdout)
            if call.returncode != 0 or not found:
                outcome.fault = f"does not run: {last_line(call)}"
                return outcome
            outcome.figure = found[1]
            if tool.name == "Detour":
                check_fingerprint(call.stdout)
        except subprocess.TimeoutExpired:
            outcome.fault = f"stopped after {TIMEOUT // 60} minutes"
    return outcome


def check_fingerprint(text):
    """Fail unless the run has the fingerprint of the reference."""
    manifest = (ROOT / "Results/reference/quickstart/manifest.json").read_text(encoding="utf-8")
    wanted = re.search(r'"fingerprint": "(\w+)"', manifest)[1]
    if f"fingerprint  {wanted}" not in text:
        sys.exit(f"the run has another fingerprint than the reference, {wanted}")


def written_lines(tool):
    """The number of lines that the user writes."""
    return 1 if isinstance(tool.example, list) else len(tool.example.strip().splitlines())


def table(measured):
    """The table in Markdown, with its heading."""
    day = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    rows = [
        f"Wall-clock minutes on a machine of {os.cpu_count()} processors, {day}; in brackets the processor time in seconds, which depends less on"
        " what else runs there:",
        "",
        "| tool | install | first example | lines to write | its figure |",
        "|---|---:|---:|---:|---|",
    ]
    for tool, outcome in measured:
        version = "" if tool.name == "Detour" else " " + tool.packages[0].partition("==")[2]
        install = f"{outcome.install_s / 60:.1f} ({outcome.install_cpu_s:.0f})"
        run = "–" if outcome.fault else f"{outcome.run_s / 60:.1f} ({outcome.run_cpu_s:.1f})"
        said = outcome.fault.replace("|", "\\|") if outcome.fault else tool.note
        rows.append(f"| {tool.name}{version} | {install} | {run} | {written_lines(tool)} | {said} |")
    rows.append("| FleetPy | – | – | – | not on PyPI: its repository has to be cloned, and its environment made by conda |")
    return "\n".join(rows) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=pathlib.Path, help="the wheel of the Python package; without it Detour is left out")
    parser.add_argument("--only", action="append", help="the name of a tool; repeatable")
    parser.add_argument("--write", action="store_true", help="write the table to docs/install.md")
    options = parser.parse_args()
    chosen = [tool for tool in tools(options.wheel and options.wheel.resolve()) if not options.only or tool.name in options.only]
    measured = []
    for tool in chosen:
        measured.append((tool, measure(tool)))
        print(f"{tool.name}: {measured[-1][1]}", file=sys.stderr, flush=True)
    text = table(measured)
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        head, _, rest = page.partition(BEGIN)
        if not rest:
            sys.exit(f"{PAGE}: there is no {BEGIN}")
        PAGE.write_text(f"{head}{BEGIN}\n{text}{END}{rest.partition(END)[2]}", encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
