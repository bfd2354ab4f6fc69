"""Carries out studies."""

from __future__ import annotations

import builtins
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import DetourError
from ._program import call
from ._progress import Bar
from ._results.study import Study
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

if TYPE_CHECKING:
    from distributed import Client


def sweep(
    scenario: Scenario,
    vary: Mapping[str, Any] | None = None,
    *,
    set: Mapping[str, Any] | None = None,
    replications: int | None = None,
    design: tuple[str, int] | None = None,
    design_seed: int | None = None,
    precision: float | None = None,
    precision_of: str | None = None,
    max_replications: int | None = None,
    policy: PolicyProcess | None = None,
    policies: Sequence[PolicyProcess | Mapping[str, Any] | str] | None = None,
    supply: Frame | None = None,
    demand: Frame | None = None,
    keep_tables: bool = False,
    out: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    client: Client | None = None,
    shards: int | None = None,
    retries: int = 3,
    progress: bool = True,
) -> Study:
    """Run a scenario at many points, each many times.

    Replication k has the same random numbers at every point. Results do not depend on `jobs`, `client` or `shards`. A
    study goes on where it stopped: after an interrupt (Ctrl-C), a crash or with more replications, the same call does
    what is missing.

    Parameters
    ----------
    scenario : str, path or dict
        The path of a scenario or of a study file, the name of one that comes along (see `scenarios`), or a scenario
        as a dict, whose files are looked for in the working folder.
    vary : dict, optional
        What varies: fields by their paths, each with a list of values, or a text as the command line has it:
        `{"matching.radius_m": "500:1500:3"}` (m). Several fields make a grid.
    set : dict, optional
        Other values for fields, at all points.
    replications : int, optional
        How often each point is run; 10 if left out.
    design : (str, int), optional
        ("lhs", N) or ("sobol", N) points in ranges "start:stop", ("morris", N) trajectories, ("saltelli", N) rows.
    design_seed : int, optional
        What these are drawn with.
    precision : float, optional
        Replications are added until the half-width of the 95 % interval is this share of the mean.
    precision_of : str, optional
        The figure that `precision` is about.
    max_replications : int, optional
        Where `precision` gives up.
    policy : object, optional
        A matching policy in a process of its own: a function under `detour.policy`, or any object whose `command` is
        the list of words that starts it.
    policies : list, optional
        Policies that the study compares, as `vary={"matching.policy": [...]}` would: names of the program's own,
        functions under `detour.policy`, and objects as the scenario has them. Each must have a name of its own.
    supply, demand : data frame, optional
        Recorded drivers, and recorded requests, in the place of the scenario's; see `run`.
    keep_tables : bool
        Whether the result folder of every run is kept; `study.run(run_id)` opens it.
    out : path, optional
        The study's folder; if left out, a temporary one that lives as long as the study that is returned.
    jobs : int, optional
        Runs at a time; one for each processor if left out. With `client`, runs at a time of each shard, 1 if left out.
    client : distributed.Client, optional
        Carries out shards of the study as tasks of Dask and merges them in the end: the same bytes as one process's,
        but for performance.csv. All workers must have this package, and see `out` and the scenario at the same paths:
        a shared file system is assumed. A worker that dies loses nothing that it had finished.
    shards : int, optional
        Into how many shards; four for each thread of the workers if left out.
    retries : int
        How often Dask tries a shard again that failed.
    progress : bool
        Whether a bar shows how far the study is; in a log, where no bar can stand, a line every half a minute.

    Returns
    -------
    Study
        Its runs, points, and figures with intervals.

    Raises
    ------
    DetourError
        With the command's own sentence.
    KeyboardInterrupt
        It says what is done; the same call goes on.
    """
    keeper, folder = study_folder(out)
    if policies is not None:
        if policy is not None or "matching.policy" in {**(vary or {}), **(set or {})}:
            raise DetourError("policies= is given, and another policy too; give one of them")
        vary = {**(vary or {}), "matching.policy": policies}
    words = [*variations(vary), *overrides(set, policy, supply=supply, demand=demand)]
    if design is not None:
        words += ["--design", design[0], str(design[1])]
    numbers = {
        "--design-seed": design_seed,
        "--replications": replications,
        "--precision": precision,
        "--precision-of": precision_of,
        "--max-replications": max_replications,
    }
    words += options(numbers)
    if keep_tables:
        words.append("--keep-tables")
    told: builtins.set[str] = builtins.set()
    with scenario_file(scenario) as path, Bar(progress) as bar:
        try:
            if client is not None:
                from ._dask import carry_out

                text = carry_out(client, words, path, folder, shards, jobs or 1, retries, bar, told)
            else:
                text = alone(words, path, folder, jobs, bar, told)
        except KeyboardInterrupt:
            done = finished(folder) or bar.done
            where = (
                f"in {folder}; the same call goes on"
                if keeper is None
                else "and lost; give out= to go on later"
            )
            raise KeyboardInterrupt(f"{done} of {bar.total or '?'} runs are done {where}") from None
    return Study(folder, text=text, keeper=keeper, told=told)


def alone(
    words: Sequence[str],
    scenario: Path,
    folder: Path,
    jobs: int | None,
    bar: Bar,
    told: builtins.set[str],
) -> str:
    """Carry out the study in one process and return what it prints."""
    more = [] if jobs is None else ["--jobs", str(jobs)]
    line = ["sweep", *words, *more, "--progress", "json", "--out", str(folder), "--", str(scenario)]
    return call(line, listen=bar.hear, told=told).output


def finished(folder: Path) -> int:
    """Return how many runs are finished in the study's folder."""
    runs = folder / "runs"
    return sum(1 for path in runs.iterdir() if path.suffix == ".csv") if runs.is_dir() else 0
