"""The outcome of a comparison, and how it is told: a table in Markdown, and all samples as CSV."""

import csv
import datetime
import os
import statistics

PREFIXES = ((1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


class Outcome:
    """What both sides of a work measured, repetition by repetition."""

    def __init__(self, work):
        self.work = work
        self.pairs = []
        self.notes = []
        # Whether the table has a row for it; the samples always do.
        self.is_told = True

    def add(self, ours, peer):
        """Takes note of a repetition: `seconds`, `units` and `found` of either side."""
        self.pairs.append((ours, peer))

    def times(self, side):
        """Seconds a unit of the side (0: Detour, 1: the peer), for each repetition."""
        return [pair[side]["seconds"] / pair[side]["units"] for pair in self.pairs]

    @property
    def ratios(self):
        """How many times as long the peer took, for each repetition."""
        return [peer / ours for ours, peer in zip(self.times(0), self.times(1))]

    @property
    def verdict(self):
        """Whether the median meets the goal, in a word; by what factor it is missed, if it is."""
        goal = self.work.goal
        if goal is None:
            return ""
        median = statistics.median(self.ratios)
        return "met" if median >= goal else f"missed by {goal / median:.2f}"


class Conditions:
    """When and on what the comparisons were made."""

    def __init__(self):
        self.loads = [os.getloadavg()[0]]

    def end(self):
        self.loads.append(os.getloadavg()[0])

    @property
    def text(self):
        with open("/proc/cpuinfo") as file:
            names = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
        processor = (names or ["unknown processor"])[0]
        begin, end = self.loads
        return (
            f"Measured {datetime.date.today()}, {processor}, {os.cpu_count()} cores; load {begin:.1f} when it began"
            f" and {end:.1f} when it ended."
        )


def duration(seconds):
    """`seconds` with three figures and a unit."""
    for size, unit in PREFIXES:
        if seconds >= size:
            break
    value = seconds / size
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f} {unit}"


def times(ratio):
    """A ratio with as many decimals as it deserves."""
    return f"{ratio:,.{0 if ratio >= 100 else 1 if ratio >= 10 else 2}f}"


def markdown(outcomes, left_out, failures, conditions):
    """The table, what was equal and what was not, and what was left out."""
    outcomes = [outcome for outcome in outcomes if outcome.is_told]
    lines = [
        conditions.text,
        "",
        "| work | peer | a | Detour | peer | × median | × least to most | n | goal | |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|---|",
    ]
    for outcome in outcomes:
        work, ratios = outcome.work, outcome.ratios
        ours, peer = (duration(statistics.median(outcome.times(side))) for side in (0, 1))
        cells = [
            work.title, work.peer_name, work.unit, ours, peer, times(statistics.median(ratios)),
            f"{times(min(ratios))} to {times(max(ratios))}", str(len(ratios)),
            "" if work.goal is None else f"≥ {times(work.goal)}", outcome.verdict,
        ]  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    lines.append("")
    for outcome in outcomes:
        text = " ".join(filter(None, [outcome.work.terms, *[note + "." for note in outcome.notes], found(outcome)]))
        if text:
            lines.append(f"* **{outcome.work.title}, {outcome.work.peer_name}.** {text}")
    lines += [f"* **Left out:** {reason}" for reason in left_out]
    lines += [f"* **Failed:** {reason}" for reason in failures]
    return "\n".join(lines) + "\n"


def found(outcome):
    """What the sides found in the last repetition, in words."""
    ours, peer = (side.get("found", {}) for side in outcome.pairs[-1])
    shown = [name for name in outcome.work.shown if name in ours or name in peer]
    parts = [f"{name} {number(ours.get(name))} and {number(peer.get(name))}" for name in shown]
    return f"Detour and peer: {', '.join(parts)}." if parts else ""


def number(value):
    return "–" if value is None else f"{value:,}"


def write_samples(path, outcomes):
    """Writes a row for each repetition of each side."""
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["work", "side", "repetition", "seconds", "unit", "units", "found"])
        for outcome in outcomes:
            for repetition, pair in enumerate(outcome.pairs):
                for side, sample in zip(("detour", outcome.work.peer_name), pair):
                    what = " ".join(f"{name}={value}" for name, value in sample.get("found", {}).items())
                    writer.writerow([
                        outcome.work.key, side, repetition, f"{sample['seconds']:.9f}", outcome.work.unit,
                        sample["units"], what,
                    ])  # fmt: skip
