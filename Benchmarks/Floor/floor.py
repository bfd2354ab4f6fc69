#!/usr/bin/env python3
"""Runs the plane's day beside programs that know nothing else, in turns, and prints how many times as long it takes.

    python3 Benchmarks/Floor/floor.py [--whole] [ROUNDS]

The programs stand in ../shared/floor, or in the folder that FLOOR names; without them there is nothing to measure. Each is run
once a round, after PlaneDayBenchmark, and all must leave the same sums. Times are the processor time of the loop, as each program
reads it.

With --whole the command is measured too, with all its files, on a day of the same size and rules that it draws by itself: beside what the
loop takes at the floor and as many bytes of tables would at the speed of the benchmark tables/csv-write.
"""

import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLOOR = pathlib.Path(os.environ.get("FLOOR", ROOT.parent / "shared" / "floor"))
DETOUR = ROOT / ".build" / "release" / "PlaneDayBenchmark"
COMMAND = ROOT / ".build" / "release" / "detour"
# Nobody leaves, cancels or asks for another cycle: as in the day of the programs.
DAY = """{ time: { duration_s: 86400 }, space: { kind: "plane" }, input: { longest_trip_m: null },
  behaviour: { patience_s: null, driver_cancel_probability: 0 }, matching: { relaunch: { probability: 0 } },
  supply: { kind: "synthetic", count: 100000, od: { kind: "uniform" } },
  demand: { kind: "synthetic", count: 1000000, od: { kind: "uniform" } } }
"""
C = ["cc", "-O3", "-march=x86-64-v3", "-ffp-contract=off", "SOURCE", "-o", "PROGRAM", "-lm"]
SWIFT = ["swiftc", "-O", "-Ounchecked", "-Xcc", "-march=x86-64-v3", "-import-objc-header", "kernel.h", "SOURCE", "-o", "PROGRAM"]
PROGRAMS = {"C": ("plane.c", C), "Swift": ("plane.swift", SWIFT), "C, newer": ("plane2.c", C)}
DETOUR_SECONDS = re.compile(r"all records: ([0-9.]+) s")
FLOOR_SECONDS = re.compile(r"loop ([0-9.]+) s")
SUM = re.compile(r"([a-z]+) ([0-9.]+)")


def build(folder):
    """Builds the programs that are there into `folder`; one that this compiler refuses is left out with a word."""
    built = {}
    for name, (source, command) in PROGRAMS.items():
        if not (FLOOR / source).exists():
            continue
        program = pathlib.Path(folder) / source.replace(".", "-")
        words = {"SOURCE": source, "PROGRAM": str(program)}
        done = subprocess.run([words.get(word, word) for word in command], cwd=FLOOR, capture_output=True, text=True)
        if done.returncode == 0:
            built[name] = [str(program)]
        else:
            print(f"{source} does not build here, and is left out:\n{done.stderr[-600:]}", file=sys.stderr)
    return built


def run(command, seconds):
    """The loop's seconds, as the pattern `seconds` finds them, and the sums."""
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    sums = next(line for line in text.splitlines() if "sums:" in line)
    return float(seconds.search(text).group(1)), dict(SUM.findall(sums.split("sums:")[1]))


def bytes_a_second():
    """The speed at which the command writes tables, by its benchmark; that which reads the same rows says how long they are."""
    names = ["tables/csv-write", "tables/csv-read"]
    command = [str(COMMAND), "bench", *names, "--size", "100000", "--json"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    written, read = (next(r for r in json.loads(text)["results"] if r["benchmark"] == name) for name in names)
    return read["counts"]["bytes"] / written["median"]


def whole(folder):
    """The processor seconds of the whole command, and how many bytes of tables it writes."""
    scenario, results = pathlib.Path(folder) / "day.json5", pathlib.Path(folder) / "results"
    scenario.write_text(DAY, encoding="ascii")
    subprocess.run([str(COMMAND), "run", scenario, "--out", results, "--quiet", "--force"], check=True)
    seconds = json.loads((results / "performance.json").read_text(encoding="utf-8"))["cpu_s"]
    return seconds, sum(file.stat().st_size for file in results.glob("*.csv"))


def main():
    words = [word for word in sys.argv[1:] if word != "--whole"]
    rounds = int(words[0]) if words else 5
    if not FLOOR.is_dir():
        print(f"no floor programs at {FLOOR}: there is nothing to measure beside")
        return 0
    is_whole = "--whole" in sys.argv
    for program in [DETOUR] + [COMMAND] * is_whole:
        if not program.exists():
            print(f"{program} is not built: swift build -c release --product {program.name}", file=sys.stderr)
            return 1
    folder = tempfile.mkdtemp(prefix="detour-floor-")
    try:
        programs = build(folder)
        if not programs:
            print(f"none of the programs at {FLOOR} builds here", file=sys.stderr)
            return 1
        return measure(programs, rounds, folder if is_whole else None)
    finally:
        shutil.rmtree(folder)


def measure(programs, rounds, folder):
    times = {name: [] for name in ["Detour", *programs]}
    ratios = {name: [] for name in programs}
    wholes, speed = [], bytes_a_second() if folder else None
    for _ in range(rounds):
        ours, expected = run([str(DETOUR), "1", "100000"], DETOUR_SECONDS)
        times["Detour"].append(ours)
        for name, command in programs.items():
            theirs, sums = run(command, FLOOR_SECONDS)
            # What a program does not print, it does not claim.
            wrong = [key for key, value in sums.items() if expected[key] != value]
            if wrong:
                print(f"{name} leaves other sums: {', '.join(wrong)}", file=sys.stderr)
                return 1
            times[name].append(theirs)
            ratios[name].append(ours / theirs)
        if folder:
            wholes.append(whole(folder))
    print(f"plane's day, loop with all records, processor time, {rounds} rounds in turns; all sums equal")
    for name, seconds in times.items():
        line = f"  {name:9} {statistics.median(seconds):5.2f} s ({min(seconds):.2f} … {max(seconds):.2f})"
        if name in ratios:
            many = ratios[name]
            line += f"   Detour ÷ it: {statistics.median(many):.2f} ({min(many):.2f} … {max(many):.2f})"
        print(line)
    if folder:
        command, size = statistics.median(seconds for seconds, _ in wholes), wholes[0][1]
        print(f"whole command {command:.2f} s; {size / 1e6:.0f} MB of tables at {speed / 1e6:.0f} MB/s are {size / speed:.2f} s")
        for name in programs:
            least = statistics.median(times[name]) + size / speed
            print(f"  {name:9} {least:5.2f} s with the tables   Detour ÷ it: {command / least:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
