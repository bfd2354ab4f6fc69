"""Finds the best settings."""

from __future__ import annotations

import builtins
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Union

from ._errors import DetourError
from ._program import call
from ._progress import Bar
from ._results.study import Study
from ._results.texts import Text
from ._results.tuned import Tuned
from ._scenario import (
    Frame,
    PolicyProcess,
    Scenario,
    options,
    overrides,
    scenario_file,
    study_folder,
    variations,
)

Bounds = Union[None, str, Sequence[str]]

# No point keeps the bounds; not decided.
VERDICTS = (0, 1, 3)


def tune(
    scenario: Scenario,
    vary: Mapping[str, Any],
    *,
    maximise: str | None = None,
    minimise: str | None = None,
    where: Bounds = None,
    indifference: float | None = None,
    tolerance: Mapping[str, float] | None = None,
    budget: int | None = None,
    set: Mapping[str, Any] | None = None,
    replications: int | None = None,
    design: tuple[str, int] | None = None,
    design_seed: int | None = None,
    policy: PolicyProcess | None = None,
    supply: Frame | None = None,
    demand: Frame | None = None,
    out: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    progress: bool = True,
) -> Tuned:
    """Find the settings that are best while bounds hold, with as few runs as a guarantee allows.

    The point that is selected is, with a probability of 95 % or more, the best of those that keep the bounds, up to
    `indifference` and `tolerance`. The same call goes on where it stopped, given `out`.

    Parameters
    ----------
    scenario : str, path or dict
        As `sweep` takes it.
    vary : dict
        What varies: fields by their paths, each with a list of values, or a text as the command line has it.
    maximise, minimise : str
        The figure that is to be great, or small, as match_rate or wait_s.mean; one of them.
    where : str or list of str, optional
        What must hold, as "wait_s.p95<=480" (in the unit of the figure).
    indifference : float, optional
        The least difference of the figure that matters, in its unit; 0.005 of shares, else 1 % of its size.
    tolerance : dict, optional
        By figure, how near to its bound either answer is right, in its unit; 0.005 of shares, else 1 % of the bound.
    budget : int, optional
        The most runs; 100 for each point at the beginning if left out.
    set : dict, optional
        Other values for fields, at all points.
    replications : int, optional
        How often each point is run before anything is decided; 10 if left out.
    design : (str, int), optional
        ("lhs", N) or ("sobol", N): begin with N points in ranges "start:stop", and look for better ones.
    design_seed : int, optional
        What these are drawn with.
    policy : object, optional
        A matching policy in a process of its own; see `sweep`.
    supply, demand : data frame, optional
        Recorded drivers, and recorded requests, in the place of the scenario's; see `run`.
    out : path, optional
        The study's folder; if left out, a temporary one that lives as long as what is returned.
    jobs : int, optional
        Runs at a time; one for each processor if left out.
    progress : bool
        Whether a bar, or lines in a log, show how far it is, what is undecided and which point is ahead.

    Returns
    -------
    Tuned
        The settings, how sure they are, and the runs. That nothing keeps the bounds, or the budget ended before the
        decision, is a verdict and no error.

    Raises
    ------
    DetourError
        With the command's own sentence.
    """
    keeper, folder = study_folder(out)
    words = [*variations(vary), *overrides(set, policy, supply=supply, demand=demand)]
    words += goal(maximise, minimise, where, tolerance)
    if design is not None:
        words += ["--design", design[0], str(design[1])]
    numbers = {
        "--indifference": indifference,
        "--budget": budget,
        "--replications": replications,
        "--design-seed": design_seed,
        "--jobs": jobs,
    }
    words += options(numbers)
    told: builtins.set[str] = builtins.set()
    with scenario_file(scenario) as path, Bar(progress) as bar:
        line = ["tune", *words, "--progress", "json", "--out", str(folder), "--", str(path)]
        text = call(line, accepted=VERDICTS, listen=bar.hear, told=told).output
    file = folder / "tune.json"
    if not file.exists():
        raise DetourError(f"{file} is not there, which `detour tune` writes")
    findings = json.loads(file.read_text(encoding="utf-8"))
    return Tuned(Study(folder, keeper=keeper, told=told), findings, Text(text))


def goal(
    maximise: str | None, minimise: str | None, where: Bounds, tolerance: Mapping[str, float] | None
) -> list[str]:
    """Return the options that say what is best, and what must hold."""
    bounds = [where] if isinstance(where, str) else list(where or [])
    words = [word for bound in bounds for word in ("--where", bound)]
    for name, figure in (("--maximise", maximise), ("--minimise", minimise)):
        if figure is not None:
            words += [name, figure]
    return words + [
        word for figure, zone in (tolerance or {}).items() for word in ("--tolerance", f"{figure}={zone}")
    ]
