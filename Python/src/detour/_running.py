"""Runs one scenario."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ._program import call
from ._results.run import Run
from ._scenario import Frame, PolicyProcess, Scenario, overrides, scenario_file


def run(
    scenario: Scenario,
    set: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    replication: int | None = None,
    record: Sequence[str] = (),
    policy: PolicyProcess | None = None,
    supply: Frame | None = None,
    demand: Frame | None = None,
    threads: int | None = None,
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
) -> Run:
    """Run a scenario.

    Parameters
    ----------
    scenario : str, path or dict
        The path of a scenario, the name of one that comes along (see `scenarios`), or a scenario as a dict. Files
        that a dict names are looked for in the working folder.
    set : dict, optional
        Other values for fields, by their paths: `{"matching.radius_m": 800}` (m).
    seed : int, optional
        Another master seed.
    replication : int, optional
        Another replication of the same scenario, counted from 0.
    record : list of str
        What else is recorded: tables that `detour run --record` names, as "tracks", "events" or "messages".
    policy : object, optional
        A matching policy in a process of its own: a function under `detour.policy`, or any object whose `command` is
        the list of words that starts it.
    supply, demand : data frame, optional
        Recorded drivers, and recorded requests, in the place of the scenario's: frames of pandas or polars with the
        columns of its files, as `request_id`, `submit_s` (s) and both ends. They are kept in the user's cache, where
        the results find them again.
    threads : int, optional
        Threads among which searches are divided: those of a window, by the policies that decide requests together, and
        those over all drivers, by the policy ``insertion``; the results are the same.
    out : path, optional
        The result folder; if left out, a temporary one that lives as long as the run that is returned.
    force : bool
        Whether results that stand in `out` are replaced.

    Returns
    -------
    Run
        The tables, figures and the summary.

    Raises
    ------
    DetourError
        With the command's own sentence.

    Examples
    --------
    >>> import detour
    >>> run = detour.run("plane", {"matching.radius_m": 500})
    >>> run.manifest["scenario"]["matching"]["radius_m"]
    500
    """
    if isinstance(record, str):
        record = [record]
    keeper = None
    if out is None:
        keeper = tempfile.TemporaryDirectory(prefix="detour-")
        folder = Path(keeper.name) / "run"
    else:
        folder = Path(out).absolute()
    words = [*overrides(set, policy, supply=supply, demand=demand), "--out", str(folder)]
    if seed is not None:
        words += ["--seed", str(seed)]
    if replication is not None:
        words += ["--replication", str(replication)]
    if threads is not None:
        words += ["--threads", str(threads)]
    for what in record:
        words += ["--record", what]
    if force:
        words.append("--force")
    with scenario_file(scenario) as path:
        printed = call(["run", *words, "--", str(path)]).output
    return Run(folder, summary=printed, keeper=keeper)
