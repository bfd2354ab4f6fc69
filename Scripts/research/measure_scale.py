#!/usr/bin/env python3
"""What a run of a study takes on this machine: docs/scale.md reckons with it.

    python3 Scripts/research/measure_scale.py .build/release/detour [SCENARIO=RUNS…]

For each scenario two studies are carried out on one core, of a quarter of RUNS and of RUNS replications. Their difference is
what a run takes; what the line through both leaves at no runs is what a process takes to begin (reading, the network). Times
are those of the processor, so that others may use the machine meanwhile.
"""

import pathlib
import subprocess
import sys
import tempfile

DEFAULT = ["Scenarios/quickstart.json5=80", "Scenarios/rabat-morning.json5=16", "Scenarios/network.json5=2000"]


def call(words):
    """The seconds of the processor, and the most kilobytes in memory."""
    with tempfile.NamedTemporaryFile() as report:
        subprocess.run(["/usr/bin/env", "time", "-f", "%U %S %M", "-o", report.name, *words], check=True)
        user, system, memory = report.read().split()
    return float(user) + float(system), int(memory)


def size(folder):
    """Files, bytes in them, and bytes that the file system keeps for them, of what grows with the runs."""
    status = [path.stat() for name in ["runs", "performance", "start-up", "notices"]
              for path in (folder / name).glob("*")]
    return len(status), sum(s.st_size for s in status), sum(512 * s.st_blocks for s in status)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, cases = sys.argv[1], sys.argv[2:] or DEFAULT
    print("scenario         ms a run  start-up ms  MB in memory  files a run  bytes a run  bytes on disk  merge ms a run")
    for case in cases:
        scenario, runs = case.rsplit("=", 1)
        few, many = max(1, int(runs) // 4), int(runs)
        with tempfile.TemporaryDirectory(prefix="detour-scale-") as work:
            work = pathlib.Path(work)
            seconds = {}
            for count in [few, many]:
                seconds[count], memory = call([program, "sweep", scenario, "--replications", str(count), "--jobs", "1",
                                               "--quiet", "--out", str(work / str(count))])
            merge, _ = call([program, "merge", str(work / str(many)), "--out", str(work / "merged"), "--quiet"])
            files, held, kept = size(work / str(many))
        run = (seconds[many] - seconds[few]) / (many - few)
        print(f"{pathlib.Path(scenario).stem:15} {1e3 * run:9.2f} {1e3 * (seconds[few] - few * run):12.0f} "
              f"{memory / 1024:13.0f} {files / many:12.1f} {held / many:12.0f} {kept / many:14.0f} "
              f"{1e3 * merge / many:15.2f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
