"""Comparisons, pair by pair."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

import pandas as pd

from .._errors import DetourError
from .._program import call, failure
from .._scenario import plain
from .figures import Figure
from .figures import table as html_table
from .texts import Text

Choice = Union[str, Mapping[str, Any]]
# A run or a study, or its folder.
Side = Any
Names = Union[None, str, Sequence[str]]


@dataclass(frozen=True, repr=False)
class Comparison:
    """What two sides differ in; what is said is said of B.

    Attributes
    ----------
    verdict : str
        better, worse, different, no difference shown, or too few runs: of all figures together.
    figures : pandas.DataFrame
        A row per point and figure: both means, their difference with its interval, the p-values and a verdict; in
        the units of the column `unit`.
    confidence : float
        Of the intervals and verdicts, 0 … 1.
    text : Text
        The same in words.
    """

    verdict: str
    figures: pd.DataFrame
    confidence: float
    text: Text

    def __repr__(self) -> str:
        return repr(self.text)

    def _repr_html_(self) -> str:
        """Show the rows that `detour compare` prints as a table, the verdict beside the name."""
        frame = self.figures
        if frame.empty:
            return self.text._repr_html_()
        fields = list(frame.columns[: list(frame.columns).index("figure")])
        interval = f"{100 * self.confidence:g} % interval"
        head = [*fields, "figure", "B is", "A", "B", "B − A", interval, "p (Holm)", "pairs"]
        rows = []
        for row in frame.to_dict("records"):
            figure = Figure(str(row["figure"]), str(row["unit"]), bool(row["share"]))
            rows.append(
                [
                    *(str(row[name]) for name in fields),
                    figure.name,
                    str(row["verdict"]),
                    *(figure.words(number(row[name])) for name in ("mean_a", "mean_b")),
                    figure.difference(number(row["difference"])),
                    figure.difference(number(row["lower"]), number(row["upper"])),
                    probability(row["p_holm"]),
                    str(row["pairs"]),
                ]
            )
        return html_table(head, rows, f"B is {self.verdict}")


def number(value: Any) -> float:
    """Return `value`; not a number where there is none."""
    return float("nan") if pd.isna(value) else float(value)


def probability(p: Any) -> str:
    """Return a p-value with three digits; `<0.001` below."""
    return "–" if pd.isna(p) else "<0.001" if p < 0.001 else f"{p:.3f}"


def folder_of(side: Any) -> str:
    """Return the folder of a run, a study or a path."""
    return str(Path(getattr(side, "folder", side)).absolute())


def choice(at: Choice) -> str:
    """Return the points that `at` means, as the command line says it."""
    if isinstance(at, str):
        return at
    return ",".join(f"{name}={value}" for name, value in plain(at).items())


def figure_words(figure: Names, kpi: Names = None) -> list[str]:
    """Return the options that name figures, which `kpi` is an older name of."""
    if figure and kpi:
        raise DetourError("`kpi` is the older name of `figure`: give one of them")
    figures = figure or kpi
    names = [figures] if isinstance(figures, str) else list(figures or [])
    return [word for name in names for word in ("--figure", name)]


def one_figure(figure: str | None, kpi: str | None = None) -> str:
    """Return the name of one figure, match_rate where none is given; `kpi` is an older name of `figure`."""
    return (figure_words(figure, kpi) or ["--figure", "match_rate"])[1]


def compare(
    a: Side,
    b: Side | None = None,
    *,
    at_a: Choice | None = None,
    at_b: Choice | None = None,
    figure: Names = None,
    confidence: float = 0.95,
    kpi: Names = None,
) -> Comparison:
    """Compare two runs or studies, or two points of a study, pair by pair.

    Runs are paired by seed and replication, and verdicts are corrected for the number of comparisons (Holm).

    Parameters
    ----------
    a, b : Run, Study or path
        The two sides; without `b`, both are of `a`.
    at_a, at_b : dict or str, optional
        The points that are meant: `{"matching.radius_m": 500}`, or the id of a run.
    figure : str or list of str, optional
        The figures, as match_rate and wait_s.p95, or "all"; the usual ones if left out.
    confidence : float
        Of intervals and verdicts, between 0 and 1.
    kpi : str or list of str, optional
        The older name of `figure`.

    Returns
    -------
    Comparison
        Numbers and text.
    """
    words = [*figure_words(figure, kpi), "--confidence", repr(confidence)]
    if at_a is not None:
        words += ["--a", choice(at_a)]
    if at_b is not None:
        words += ["--b", choice(at_b)]
    words += ["--", folder_of(a)]
    if b is not None:
        words.append(folder_of(b))
    verdicts = (0, 1, 3)
    told: set[str] = getattr(a, "_told", set())
    found = json.loads(verdict_output(["compare", "--json", *words], verdicts, told))
    text = verdict_output(["compare", *words], verdicts, told)
    rows = [{**point["at"], **figure} for point in found["points"] for figure in point["figures"]]
    frame = pd.DataFrame(rows)
    return Comparison(found["verdict"], frame, found["confidence"], Text(text))


def verdict_output(words: Sequence[str], verdicts: Sequence[int], told: set[str]) -> str:
    """Return what is printed, where an exit code of 1 may be a verdict as well as a failure."""
    done = call(words, accepted=verdicts, told=told)
    if not done.output:
        raise failure(done.exit_code, done.errors, ["detour", *words])
    return done.output
