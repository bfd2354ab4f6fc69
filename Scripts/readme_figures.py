#!/usr/bin/env python3
"""Put the figures of the newest benchmarks into the documents, or check that they are there.

    python3 Scripts/readme_figures.py [--check | --folder]

The text between `<!-- figures -->` and `<!-- /figures -->` in README.md (a few) and in Benchmarks/README.md (all that are
listed below) is made from the newest folder of Results/benchmarks that has a benchmark.json, and from peers/samples.csv in
it. With `--check` nothing is written, and the exit code is 1 where a document says something else. `--folder` prints that folder.
`make figures` measures both and renews the documents.
"""

import csv
import json
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Benchmarks/peers"))
from report import duration, times  # noqa: E402

BEGIN, END = "<!-- figures -->\n", "<!-- /figures -->\n"

# The benchmarks shown, each with its description.
ROWS = [
    ("kernel/hold@100000", "an event popped and pushed again, 10⁵ pending"),
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

# The comparisons with other programs shown, each with its description.
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

# Those that README.md shows, each as a sentence.
FEW_ROWS = [
    ("run/rabat-morning@1", "`rabat-morning` (5,000 drivers, 10,000 requests in four hours) runs in {time}, in {memory} MB"),
    ("run/chengdu-carpool@10000", "The exact matcher handles a request over 10,000 drivers on the streets of Chengdu in {time}"),
]
FEW_WORKS = [
    ("carpool_loop", "The smallest carpool loop takes SimPy {ratio} times as long ({least} to {most})"),
    ("insertion", "Best insertion for 20,000 requests over 1,000 drivers takes RidePy (Cython) {ratio} times as long ({least} to {most})"),
]


def newest():
    """The newest folder of results."""
    folders = [file.parent for file in (ROOT / "Results/benchmarks").glob("*/benchmark.json")]
    if not folders:
        sys.exit("Results/benchmarks holds no benchmark.json: `make bench` makes one")
    return max(folders, key=lambda folder: json.loads((folder / "benchmark.json").read_text())["date"])


def measured(folder):
    """Detour's results by name, and a line with date, commit and machine."""
    data = json.loads((folder / "benchmark.json").read_text())
    machine = data["machine"]
    place = (
        f"Processor time, medians, {data['date'][:10]}, commit {data['commit'][:7]}, {machine['processor']},"
        f" {machine['processors']} cores, {machine['compiler']}:"
    )
    return {result["command"]: result for result in data["results"]}, place


def compared(folder):
    """The times of both sides by work: Detour's, the peer's, and the peer's name."""
    file = folder / "peers/samples.csv"
    if not file.exists():
        return {}
    works = {}
    with file.open() as rows:
        for row in csv.DictReader(rows):
            sides = works.setdefault(row["work"], {})
            sides.setdefault(row["side"], []).append(float(row["seconds"]) / float(row["units"]))
    pairs = {}
    for key, sides in works.items():
        names = [name for name in sides if name != "detour"]
        if "detour" in sides and len(names) == 1:
            pairs[key] = sides["detour"], sides[names[0]], names[0]
    return pairs


def ratios(ours, theirs):
    """How many times as long the peer takes: median, minimum and maximum, as text."""
    values = [b / a for a, b in zip(ours, theirs)]
    return times(statistics.median(values)), times(min(values)), times(max(values))


def all_of(folder):
    """The tables of all figures."""
    results, place = measured(folder)
    lines = [place, "", "| work | time | memory at the peak |", "|---|---:|---:|"]
    for name, words in ROWS:
        if result := results.get(name):
            time = duration(result["median"] / result["operations"])
            lines.append(f"| {words} | {time} | {result['peak_bytes'] / 1e6:,.0f} MB |")
    pairs = compared(folder)
    if not pairs:
        return lines
    lines += ["", "Beside others, the same work in turns ([what was equal and what not](#peers-side-by-side)):", ""]
    lines += ["| work | Detour | the other | | times as long |", "|---|---:|---:|---|---:|"]
    for key, words in WORKS:
        if key in pairs:
            ours, theirs, name = pairs[key]
            ratio, least, most = ratios(ours, theirs)
            lines.append(
                f"| {words} | {duration(statistics.median(ours))} | {duration(statistics.median(theirs))} | {name}"
                f" | {ratio} ({least} … {most}) |"
            )
    return lines


def few_of(folder):
    """The figures that README.md shows, one line each."""
    results, place = measured(folder)
    lines = [place.replace("medians", "medians (in brackets, least to most of the repetitions)"), ""]
    for name, words in FEW_ROWS:
        if result := results.get(name):
            time, memory = duration(result["median"] / result["operations"]), f"{result['peak_bytes'] / 1e6:,.0f}"
            lines.append(f"* {words.format(time=time, memory=memory)}.")
    pairs = compared(folder)
    for key, words in FEW_WORKS:
        if key in pairs:
            ratio, least, most = ratios(*pairs[key][:2])
            lines.append(f"* {words.format(ratio=ratio, least=least, most=most)}.")
    return lines


def main():
    folder = newest()
    if sys.argv[1:] == ["--folder"]:
        print(folder.relative_to(ROOT))
        return
    stale = []
    for name, lines in [("README.md", few_of(folder)), ("Benchmarks/README.md", all_of(folder))]:
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        if BEGIN not in text or END not in text:
            sys.exit(f"{name} lacks {BEGIN.strip()} or {END.strip()}")
        before, rest = text.split(BEGIN, 1)
        wanted = before + BEGIN + "\n".join(lines) + "\n" + END + rest.split(END, 1)[1]
        if wanted == text:
            continue
        stale.append(name)
        if sys.argv[1:] != ["--check"]:
            path.write_text(wanted, encoding="utf-8")
    if stale and sys.argv[1:] == ["--check"]:
        sys.exit(
            f"{', '.join(stale)}: the figures are not those of {folder.relative_to(ROOT)};"
            " `python3 Scripts/readme_figures.py` renews them"
        )


if __name__ == "__main__":
    main()
