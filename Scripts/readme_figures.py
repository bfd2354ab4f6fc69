#!/usr/bin/env python3
"""Put the figures of the newest benchmarks into the README, or check that they are there.

    python3 Scripts/readme_figures.py [--check]

What stands in README.md between `<!-- figures -->` and `<!-- /figures -->` is made from the newest folder of
Results/benchmarks that has a benchmark.json, and from peers/samples.csv in it. With `--check` nothing is written, and the
exit code is 1 where the README says something else.
"""

import csv
import json
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Benchmarks/peers"))
from report import duration, times  # noqa: E402

README = ROOT / "README.md"
BEGIN, END = "<!-- figures -->\n", "<!-- /figures -->\n"

# What is told of which case: words, and the unit of one operation.
ROWS = [
    ("kernel/hold@100000", "an event taken out and put in again, 10⁵ pending"),
    ("matching/candidates@100000", "drivers for a request by both circles, 10⁵ on the road"),
    ("routing/labels@14400", "time between two crossings of a town of 14,400, by labels"),
    ("tables/csv-write@100000", "a row of attempts written"),
    ("tables/csv-read@100000", "a row of attempts read, every number"),
    ("run/chengdu-carpool@1000", "a request over 1,000 drivers in Chengdu, exact matcher, match and commit"),
    ("run/chengdu-carpool@10000", "the same over 10,000"),
    ("run/chengdu-carpool@50000", "the same over 50,000"),
    ("run/quickstart@1", "`quickstart`, two hours with 1,500 requests"),
    ("run/rabat-morning@1", "`rabat-morning`, four hours with 10,000 requests"),
    ("run/san-francisco@1", "a day of taxi trips in San Francisco"),
]

# Which works beside others are told, and as what.
WORKS = [
    ("hold_model/ladder/constant", "event queue, 10⁵ pending, constant increments"),
    ("hold_model/simpy/exponential", "event queue, 10⁵ pending, exponential increments"),
    ("carpool_loop", "the smallest carpool loop"),
    ("insertion", "20,000 requests over 1,000 drivers, best insertion on a plane"),
    ("taxi", "an hour on a grid of streets"),
    ("radius", "drivers in a radius, 10⁵ moving"),
    ("radius_batches", "the same, 32 requests at once"),
    ("routing/hierarchy/routingkit_cch/one_to_one", "Chengdu, one to one by a hierarchy"),
    ("routing/labels/routingkit_cch/one_to_one", "Chengdu, one to one by labels"),
    ("tables/read", "a table of attempts read"),
    ("tables/write", "a table of attempts written"),
]


def newest():
    """The newest folder of results."""
    folders = [file.parent for file in (ROOT / "Results/benchmarks").glob("*/benchmark.json")]
    if not folders:
        sys.exit("Results/benchmarks holds no benchmark.json: `make bench` makes one")
    return max(folders, key=lambda folder: json.loads((folder / "benchmark.json").read_text())["date"])


def own(folder):
    """The table of what was measured of Detour."""
    data = json.loads((folder / "benchmark.json").read_text())
    results = {result["command"]: result for result in data["results"]}
    machine = data["machine"]
    lines = [
        f"Processor time, medians, {data['date'][:10]}, commit {data['commit'][:7]}, {machine['processor']},"
        f" {machine['processors']} cores, {machine['compiler']}:",
        "",
        "| work | time | memory at the peak |",
        "|---|---:|---:|",
    ]
    for name, words in ROWS:
        result = results.get(name)
        if result is None:
            continue
        operations = result["operations"]
        lines.append(
            f"| {words} | {duration(result['median'] / operations)} | {result['peak_bytes'] / 1e6:,.0f} MB |"
        )
    return lines


def peers(folder):
    """The table of how long other programs take for the same work."""
    file = folder / "peers/samples.csv"
    if not file.exists():
        return []
    works = {}
    with file.open() as rows:
        for row in csv.DictReader(rows):
            sides = works.setdefault(row["work"], {})
            sides.setdefault(row["side"], []).append(float(row["seconds"]) / float(row["units"]))
    lines = ["", "Beside others, the same work in turns ([what was equal and what not](Benchmarks/README.md#peers-side-by-side)):", ""]
    lines += ["| work | Detour | the other | | times as long |", "|---|---:|---:|---|---:|"]
    for key, words in WORKS:
        sides = works.get(key, {})
        names = [name for name in sides if name != "detour"]
        if "detour" not in sides or len(names) != 1:
            continue
        ours, theirs = sides["detour"], sides[names[0]]
        ratios = [b / a for a, b in zip(ours, theirs)]
        lines.append(
            f"| {words} | {duration(statistics.median(ours))} | {duration(statistics.median(theirs))} | {names[0]}"
            f" | {times(statistics.median(ratios))} ({times(min(ratios))} … {times(max(ratios))}) |"
        )
    return lines


def main():
    folder = newest()
    text = README.read_text()
    if BEGIN not in text or END not in text:
        sys.exit(f"README.md lacks {BEGIN.strip()} or {END.strip()}")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    figures = "\n".join(own(folder) + peers(folder)) + "\n"
    wanted = before + BEGIN + figures + END + after
    if sys.argv[1:] == ["--check"]:
        if wanted != text:
            sys.exit(
                f"README.md: its figures are not those of {folder.relative_to(ROOT)};"
                " `python3 Scripts/readme_figures.py` renews them"
            )
        return
    README.write_text(wanted)


if __name__ == "__main__":
    main()
