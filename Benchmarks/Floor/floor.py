#!/usr/bin/env python3
"""Runs the plane's day beside programs that know nothing else, in turns, and prints how many times as long it takes.

    python3 Benchmarks/Floor/floor.py [ROUNDS]

The programs stand in ../shared/floor, or in the folder that FLOOR names; without them there is nothing to measure. Each is run
once a round, after PlaneDayBenchmark, and all must leave the same sums. Times are the processor time of the loop, as each program
reads it.
"""

import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HOUSE = pathlib.Path(__file__).resolve().parents[2]
FLOOR = pathlib.Path(os.environ.get("FLOOR", HOUSE.parent / "shared" / "floor"))
DETOUR = HOUSE / ".build" / "release" / "PlaneDayBenchmark"
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


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    if not FLOOR.is_dir():
        print(f"no floor programs at {FLOOR}: there is nothing to measure beside")
        return 0
    if not DETOUR.exists():
        print(f"{DETOUR} is not built: swift build -c release --product PlaneDayBenchmark", file=sys.stderr)
        return 1
    folder = tempfile.mkdtemp(prefix="detour-floor-")
    try:
        programs = build(folder)
        if not programs:
            print(f"none of the programs at {FLOOR} builds here", file=sys.stderr)
            return 1
        return measure(programs, rounds)
    finally:
        shutil.rmtree(folder)


def measure(programs, rounds):
    times = {name: [] for name in ["Detour", *programs]}
    ratios = {name: [] for name in programs}
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
    print(f"plane's day, loop with all records, processor time, {rounds} rounds in turns; all sums equal")
    for name, seconds in times.items():
        line = f"  {name:9} {statistics.median(seconds):5.2f} s ({min(seconds):.2f} … {max(seconds):.2f})"
        if name in ratios:
            many = ratios[name]
            line += f"   Detour ÷ it: {statistics.median(many):.2f} ({min(many):.2f} … {max(many):.2f})"
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
