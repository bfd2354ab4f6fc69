"""Does the same work with Detour and with other programs, in turns, and makes the table of how they compare.

usage: compare.py [--out FOLDER] [--only WORD ...] [--data FOLDER] [--bin FOLDER]

Writes comparison.md and samples.csv into FOLDER (Results/peers). `--only` takes the comparisons whose name contains one
of the words. Peers that are not installed are said by name and left out. Exit code 1 where two sides that ought to find
the same do not, where a side fails, or where nothing was compared.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import report
import works
from report import Outcome
from side import peers_environment

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Failure(Exception):
    """A side failed, or two sides that ought to find the same did not."""


class Side:
    """A program that does its work once for each line that it is sent, and answers with a line of JSON."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=peers_environment(),
        )  # fmt: skip
        self.name = " ".join(Path(str(word)).name for word in command)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def sample(self, runs=1):
        """What `runs` runs measured, together, and what the last found."""
        answers = [self.run() for _ in range(runs)]
        together = {name: sum(answer[name] for answer in answers) for name in ("seconds", "units")}
        return {**together, "found": answers[-1]["found"]}

    def run(self):
        """What one run measured and found."""
        try:
            self.process.stdin.write("\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        line = self.process.stdout.readline()
        if not line:
            raise Failure(f"{self.name} gave no answer (exit code {self.process.wait()})")
        return json.loads(line)


def compare(make, place):
    """Yields the outcomes of the comparison `make`, and `LeftOut` for what cannot be compared here."""
    missing = [module for module in make.needs if importlib.util.find_spec(module) is None]
    if missing:
        yield works.LeftOut(f"{' and '.join(missing)}: not installed")
        return
    try:
        for item in make(place):
            yield in_turns(item) if isinstance(item, works.Work) else item
    except works.LeftOut as reason:
        yield reason


def in_turns(work):
    """Lets both sides of `work` take turns; gives the outcome."""
    outcome = Outcome(work)
    with Side(work.ours) as ours:
        # Ours may have to write the file that the peer reads.
        if work.warms_up:
            ours.sample()
        with Side(work.peer) as peer:
            if work.warms_up:
                peer.sample()
            for repetition in range(work.repetitions):
                pair = {}
                sides = [("ours", ours, work.runs_of_ours), ("peer", peer, 1)]
                for name, side, runs in sides if repetition % 2 == 0 else reversed(sides):
                    pair[name] = side.sample(runs)
                    say(f"  {name} {repetition + 1}: {pair[name]['seconds']:.3f} s {pair[name]['found']}")
                outcome.add(pair["ours"], pair["peer"])
                check(work, pair["ours"]["found"], pair["peer"]["found"])
    if work.assignments:
        outcome.notes.append(compare_files(*work.assignments))
    return outcome


def check(work, ours, peer):
    """Throws where the sides ought to have found the same."""
    for name in work.same:
        if ours[name] != peer[name]:
            raise Failure(f"{work.key}: {name} is {ours[name]} with Detour and {peer[name]} with {work.peer_name}")


def compare_files(ours, peer):
    """How many of the assignments in the files are the same, in words."""
    sides = [set(Path(path).read_text().split()) for path in (ours, peer)]
    same = len(sides[0] & sides[1])
    return f"{same:,} of {len(sides[0]):,} requests were taken by the same driver on both sides"


def say(text):
    print(text, file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "Results" / "peers")
    parser.add_argument("--only", nargs="+", default=[""])
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--bin", type=Path, default=ROOT / ".build" / "release")
    options = parser.parse_args()
    outcomes, left_out, failures = [], [], []
    conditions = report.Conditions()
    with tempfile.TemporaryDirectory(prefix="detour-peers-") as folder:
        place = works.Place(bin=options.bin, folder=Path(folder), data=options.data)
        for make in works.all_works:
            if not any(word in make.__name__ for word in options.only):
                continue
            say(make.__name__)
            try:
                for item in compare(make, place):
                    if isinstance(item, works.LeftOut):
                        left_out.append(f"`{make.__name__}`: {item}")
                        say(f"left out: {item}")
                    else:
                        outcomes.append(item)
            except (Failure, OSError, subprocess.CalledProcessError) as failure:
                failures.append(f"`{make.__name__}`: {failure}")
                say(f"failed: {failure}")
    conditions.end()
    options.out.mkdir(parents=True, exist_ok=True)
    report.write_samples(options.out / "samples.csv", outcomes)
    text = report.markdown(outcomes, left_out, failures, conditions)
    (options.out / "comparison.md").write_text(text)
    print(text)
    sys.exit(1 if failures or not outcomes else 0)


if __name__ == "__main__":
    main()
