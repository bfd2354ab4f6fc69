"""What a search for the best settings has found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from .finding import Finding
from .study import is_number


@dataclass(frozen=True, repr=False)
class Tuned(Finding):
    """The settings that serve a goal best, and what became of the others. `detour.tune` makes it.

    Attributes
    ----------
    study : Study
        The runs that were made, a study like any other.
    findings : dict
        Everything, as tune.json has it.
    text : Text
        The same in words.
    """

    @property
    def verdict(self) -> str:
        """Whether a point was `selected`; `nothing_keeps_the_bounds`, `undecided` or `figures_missing` else."""
        return str(self.findings["verdict"])

    @property
    def best(self) -> dict[str, Any] | None:
        """The settings that were selected; None where none was."""
        return self.leader if self.verdict == "selected" else None

    @property
    def leader(self) -> dict[str, Any] | None:
        """The settings that were selected, or that led when the budget ended; None where no point keeps the bounds."""
        found = self.findings["best"]
        return None if found is None else settings(found)

    @property
    def reason(self) -> str | None:
        """Why nothing was selected, in a sentence; None where something was, or leads."""
        reason = self.findings["reason"]
        return None if reason is None else str(reason)

    @property
    def points(self) -> pd.DataFrame:
        """A row per point, the best first: settings, runs, state, mean with its 95 % interval, slack of each bound."""
        rows = []
        for point in self.findings["points"]:
            figure = point["objective"]
            row = {**settings(point), "runs": point["runs"], "state": point["state"], "mean": figure["mean"]}
            row |= {"lower_95": figure["lower"], "upper_95": figure["upper"]}
            rows.append(row | {bound["bound"]: bound["slack"] for bound in point["bounds"]})
        return pd.DataFrame(rows)


def settings(point: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a point, numbers as numbers."""
    return {name: float(value) if is_number(value) else value for name, value in point["at"].items()}
