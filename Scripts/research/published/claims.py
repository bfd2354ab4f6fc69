"""Claims about the figures of a study, judged by replications with common random numbers.

Student's t and Holm's correction are written again here, apart from the program: `literature.py --short` compares the two.
"""

import csv
import gzip
import math
import pathlib
import statistics
from dataclasses import dataclass

LEVEL = 0.05  # of verdicts; intervals hold 1 − LEVEL

Point = dict[str, object]
Term = tuple[str, Point]


def student_tail(t: float, freedom: int) -> float:
    """P(|T| > |t|) with `freedom` degrees of freedom: Abramowitz and Stegun 26.7.3 and 26.7.4."""
    angle = math.atan(abs(t) / math.sqrt(freedom))
    cosine = math.cos(angle)
    if freedom % 2:
        term, total = cosine, cosine if freedom > 1 else 0.0
        for k in range(3, freedom - 1, 2):
            term *= cosine**2 * (k - 1) / k
            total += term
        return 1 - 2 / math.pi * (angle + math.sin(angle) * total)
    term = total = 1.0
    for k in range(2, freedom - 1, 2):
        term *= cosine**2 * (k - 1) / k
        total += term
    return 1 - math.sin(angle) * total


def student_quantile(freedom: int) -> float:
    """The t that |T| exceeds with probability LEVEL."""
    low, high = 0.0, 1000.0
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if student_tail(middle, freedom) > LEVEL else (low, middle)
    return high


def holm(values: list[float]) -> list[float]:
    """The p values after Holm's correction over all of them, in their order."""
    order = sorted(range(len(values)), key=values.__getitem__)
    corrected, worst = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = worst
    return corrected


def same(text: str, value: object) -> bool:
    """Whether a field of runs.csv holds `value`."""
    try:
        return float(text) == float(value)
    except (TypeError, ValueError):
        return text == str(value)


class Results:
    """The runs of a study, from NAME.csv of its folder, or NAME.csv.gz where that is what is kept."""

    def __init__(self, folder: pathlib.Path, name: str = "runs"):
        path = folder / f"{name}.csv"
        opener, path = (open, path) if path.exists() else (gzip.open, folder / f"{name}.csv.gz")
        with opener(path, "rt", encoding="utf-8", newline="") as file:
            self.rows = list(csv.DictReader(file))

    def replications(self) -> int:
        return len({(row["seed"], row["replication"]) for row in self.rows})

    def values(self, figure: str, point: Point) -> dict[str, float]:
        """The figure at the point, by seed and replication."""
        chosen = [row for row in self.rows if all(same(row[name], value) for name, value in point.items())]
        found = {f"{row['seed']}/{row['replication']}": float(row[figure]) for row in chosen}
        if not chosen or len(found) != len(chosen):
            raise ValueError(f"{len(chosen)} runs with {len(found)} seeds and replications at {point}")
        return found

    def paired(self, *terms: Term) -> list[tuple[float, ...]]:
        """The values of all terms, for each replication that all of them have."""
        columns = [self.values(figure, point) for figure, point in terms]
        return [tuple(column[key] for column in columns) for key in columns[0] if all(key in c for c in columns)]


@dataclass(frozen=True)
class Unit:
    """How a figure is shown: its factor, decimals and name, and the name of a difference."""

    scale: float
    decimals: int
    name: str
    difference: str

    def show(self, value: float, sign: bool = False) -> str:
        return f"{value * self.scale:{'+' if sign else ''},.{self.decimals}f}".replace("-", "−")


SHARE = Unit(100, 1, " %", " points")
SECONDS = Unit(1, 0, " s", " s")
METRES = Unit(1, 0, " m", " m")
FACTOR = Unit(1, 3, "", "")


@dataclass(frozen=True)
class Outcome:
    """What came out of a claim: A and B as they are shown, an estimate with its interval, p, and whether it is as published."""

    a: str
    b: str
    estimate: str
    interval: str
    p: float | None
    mean: float
    agrees: bool


def interval(samples: list[float]) -> tuple[float, float, float]:
    """Mean, half-width, and p of a mean of 0, by Student's t."""
    mean, freedom = statistics.fmean(samples), len(samples) - 1
    error = statistics.stdev(samples) / math.sqrt(len(samples))
    if error == 0:
        return mean, 0.0, 0.0 if mean else 1.0
    return mean, student_quantile(freedom) * error, student_tail(mean / error, freedom)


@dataclass(frozen=True)
class Differs:
    """B − A of a figure has the sign that was published, with p of at most LEVEL after Holm's correction.

    `words` say what stands in the table, `short`, where there is any, what stands in the overview.
    """

    words: str
    unit: Unit
    a: Term
    b: Term
    sign: int
    short: str = ""

    def favoured(self, mean: float) -> bool:
        return mean * self.sign > 0

    def samples(self, results: Results) -> list[float]:
        return [b - a for a, b in results.paired(self.a, self.b)]

    def judge(self, results: Results, p: float) -> Outcome:
        pairs = results.paired(self.a, self.b)
        mean, half, _ = interval(self.samples(results))
        show, unit = self.unit.show, self.unit
        means = [show(statistics.fmean(values)) + unit.name for values in zip(*pairs, strict=True)]
        agrees = self.favoured(mean) and p <= LEVEL
        spread = f"{show(mean - half, True)} … {show(mean + half, True)}"
        return Outcome(*means, show(mean, True) + unit.difference, spread, p, mean, agrees)


@dataclass(frozen=True)
class Compares:
    """The second effect less the first has the sign that was published: each B − A of a figure, or B ÷ A where `relative`.

    A and B of the outcome are the effects; they are divided by `per`, such as the minutes over which each was had.
    """

    words: str
    unit: Unit
    first: tuple[Term, Term]
    second: tuple[Term, Term]
    sign: int
    relative: bool = False
    per: tuple[float, float] = (1, 1)
    short: str = ""

    def favoured(self, mean: float) -> bool:
        return mean * self.sign > 0

    def effects(self, results: Results) -> list[tuple[float, float]]:
        take = (lambda a, b: math.log(b / a)) if self.relative else (lambda a, b: b - a)
        ends = results.paired(*self.first, *self.second)
        return [(take(a, b) / self.per[0], take(c, d) / self.per[1]) for a, b, c, d in ends]

    def samples(self, results: Results) -> list[float]:
        return [later - earlier for earlier, later in self.effects(results)]

    def judge(self, results: Results, p: float) -> Outcome:
        back = math.exp if self.relative else float
        unit, before = (FACTOR, "× ") if self.relative else (self.unit, "")
        mean, half, _ = interval(self.samples(results))
        means = [statistics.fmean(values) for values in zip(*self.effects(results), strict=True)]
        first, second, estimate, low, high = (
            before + unit.show(back(value), sign=not self.relative) for value in (*means, mean, mean - half, mean + half)
        )
        agrees = self.favoured(mean) and p <= LEVEL
        name = unit.difference
        return Outcome(first + name, second + name, estimate + name, f"{low} … {high}", p, mean, agrees)


@dataclass(frozen=True)
class Ratio:
    """One figure ÷ another, in each replication."""

    a: Term
    b: Term

    def __call__(self, results: Results) -> list[float]:
        return [a / b for a, b in results.paired(self.a, self.b)]


@dataclass(frozen=True)
class Half:
    """Where a figure reaches half of its value at the last of the points, between which it is taken to be straight, in each replication."""

    figure: str
    points: dict[float, Point]

    def __call__(self, results: Results) -> list[float]:
        places = list(self.points)
        return [
            next(
                low + (high - low) * (values[-1] / 2 - a) / (b - a)
                for low, high, a, b in zip(places, places[1:], values, values[1:])
                if b >= values[-1] / 2
            )
            for values in results.paired(*((self.figure, point) for point in self.points.values()))
        ]


@dataclass(frozen=True)
class Lies:
    """The mean of a figure, or of what is computed from several, lies within bounds, interval included."""

    words: str
    unit: Unit
    figure: Term | Ratio | Half
    low: float
    high: float
    short: str = ""

    def favoured(self, mean: float) -> bool:
        return self.low <= mean <= self.high

    def samples(self, results: Results) -> list[float]:
        return self.figure(results) if callable(self.figure) else list(results.values(*self.figure).values())

    def judge(self, results: Results, p: float) -> Outcome:
        mean, half, _ = interval(self.samples(results))
        show, unit = self.unit.show, self.unit
        spread = f"{show(mean - half)} … {show(mean + half)}"
        agrees = self.favoured(mean - half) and self.favoured(mean + half)
        return Outcome("", "", show(mean) + unit.name, spread, None, mean, agrees)


Claim = Differs | Compares | Lies


def judge(claims: list[Claim], results: Results) -> list[Outcome]:
    """What came out of each claim; p after Holm's correction over those that have one."""
    tested = [claim for claim in claims if not isinstance(claim, Lies)]
    corrected = iter(holm([interval(claim.samples(results))[2] for claim in tested]))
    return [claim.judge(results, 1.0 if isinstance(claim, Lies) else next(corrected)) for claim in claims]
