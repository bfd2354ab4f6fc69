"""Checks scenarios, and measures records."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._frames import text
from ._program import call
from ._scenario import Frame, Scenario, options, overrides, scenario_file


@dataclass(frozen=True)
class Validation:
    """What is wrong with a scenario or a study file, and what it reads; true if nothing is wrong.

    Attributes
    ----------
    faults : list of str
        A sentence for each fault: where it is, what was found, and what would be right.
    warnings : list of str
        A sentence for each field that has no effect, and for each doubt about the input.
    counts : dict
        How many rows each kind of input has.
    points, runs : int or None
        Of a study, how many it has.
    """

    faults: list[str]
    warnings: list[str]
    counts: dict[str, int]
    points: int | None
    runs: int | None

    def __bool__(self) -> bool:
        return not self.faults


def validate(scenario: Scenario, set: Mapping[str, Any] | None = None) -> Validation:
    """Check a scenario or a study file and everything that it reads.

    Parameters
    ----------
    scenario : str, path or dict
        As `sweep` takes it.
    set : dict, optional
        Other values for fields.

    Returns
    -------
    Validation
        All faults at once; a scenario with faults is no error.
    """
    with scenario_file(scenario) as path:
        words = ["validate", "--json", *overrides(set, None), "--", str(path)]
        found = json.loads(call(words, accepted=(0, 65), warns=False).output)
    return Validation(found["faults"], found["warnings"], found["counts"], found["points"], found["runs"])


def profile(
    trips: str | os.PathLike[str] | Frame,
    *,
    column: str | None = None,
    start: str | None = None,
    time_zone: str | None = None,
    parts: int | None = None,
) -> dict[str, Any]:
    """Find how the rate of recorded trips varies over the week.

    Parameters
    ----------
    trips : path or data frame
        The recorded trips.
    column : str, optional
        The column of the times; else pickup_datetime, submit_s or depart_s, the first that is there.
    start : str, optional
        The date and time from which the trips count seconds or times of day, as "2026-05-18T08:00:00".
    time_zone : str, optional
        The IANA name of the zone whose clock the rates follow, as "Europe/Paris".
    parts : int, optional
        The equal parts of a day that get a rate of their own; 24 if left out.

    Returns
    -------
    dict
        `per_hour` and `profile`, as the supply and the demand of a scenario have them.

    Raises
    ------
    DetourError
        With the command's own sentence.
    """
    words = options({"--column": column, "--start": start, "--time-zone": time_zone, "--parts": parts})
    if isinstance(trips, (str, os.PathLike)):
        found = call(["profile", *words, "--", str(Path(trips))])
    else:
        with tempfile.TemporaryDirectory(prefix="detour-") as folder:
            file = Path(folder) / "trips.csv"
            file.write_text(text("trips", trips), encoding="utf-8")
            found = call(["profile", *words, "--", str(file)])
    result: dict[str, Any] = json.loads(found.output)
    return result
