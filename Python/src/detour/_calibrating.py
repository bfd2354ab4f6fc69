"""Finds the settings that reproduce observed figures, and how small a sample may be."""

from __future__ import annotations

import builtins
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ._errors import DetourError
from ._frames import text
from ._program import call
from ._progress import Bar
from ._results.calibrated import Calibrated
from ._results.comparison import Names, figure_words
from ._results.study import Analysis, Study
from ._results.texts import Text
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

# No setting reproduces what was observed: a finding and no error.
VERDICTS = (0, 1)


def calibrate(
    scenario: Scenario,
    observed: Any,
    vary: Mapping[str, str | Sequence[float]],
    *,
    waves: int | None = None,
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
) -> Calibrated:
    """Find the settings of a scenario that reproduce the figures of a recorded day.

    Parameters
    ----------
    scenario : str, path or dict
        As `sweep` takes it.
    observed : dict, data frame or path
        The observed figures: `{"match_rate": 0.41}`, or a table with the columns figure, value, and optionally
        standard_error and days, as a frame or a file.
    vary : dict
        The fields with their ranges, as (low, high), "low:high", or "low:high:log" for logarithms.
    waves : int, optional
        The most waves of points; 3 if left out.
    set : dict, optional
        Other values for fields, at all points.
    replications : int, optional
        How often each point is run, 5 or more; 10 if left out.
    design : (str, int), optional
        ("lhs", N) or ("sobol", N): the points of the first wave; ten for each field if left out.
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
        Whether a bar, or lines in a log, show how far it is.

    Returns
    -------
    Calibrated
        The likeliest settings, the regions that are left, and the runs. That no setting reproduces what was observed is
        a finding and no error.

    Raises
    ------
    DetourError
        With the command's own sentence.
    """
    ranges = {name: ends if isinstance(ends, str) else _range(name, ends) for name, ends in vary.items()}
    words = [*variations(ranges), *overrides(set, policy, supply=supply, demand=demand)]
    numbers = {
        "--waves": waves,
        "--replications": replications,
        "--design-seed": design_seed,
        "--jobs": jobs,
    }
    words += options(numbers)
    if design is not None:
        words += ["--design", design[0], str(design[1])]
    keeper, folder = study_folder(out)
    told: builtins.set[str] = builtins.set()
    with _table(observed) as table, scenario_file(scenario) as path, Bar(progress) as bar:
        words += ["--observed", str(table), "--progress", "json", "--out", str(folder)]
        done = call(["calibrate", *words, "--", str(path)], accepted=VERDICTS, listen=bar.hear, told=told)
    findings = json.loads((folder / "calibrate.json").read_text(encoding="utf-8"))
    return Calibrated(Study(folder, keeper=keeper, told=told), findings, Text(done.output))


def sample(
    scenario: Scenario,
    shares: Sequence[float] | None = None,
    *,
    exponent: float | None = None,
    figure: Names = None,
    set: Mapping[str, Any] | None = None,
    replications: int | None = None,
    out: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    progress: bool = True,
    kpi: Names = None,
) -> Analysis:
    """Find how small a sample of a scenario can be, judged by the bias of its figures.

    Parameters
    ----------
    scenario : str, path or dict
        The path of a scenario, the name of one that comes along (see `scenarios`), or a scenario as a dict.
    shares : list of float, optional
        The shares of drivers and requests that are sampled, each between 0 and 1.
    exponent : float, optional
        The service is stretched by share^(-exponent) as the correction; 1/3 if left out, 0 leaves it out.
    figure : str or list of str, optional
        The figures.
    set : dict, optional
        Other values for fields.
    replications : int, optional
        Samples of each share, and wholes; 10 if left out.
    out : path, optional
        The study's folder; if left out, a temporary one.
    jobs : int, optional
        Runs at a time; one for each processor if left out.
    progress : bool
        Whether a bar, or lines in a log, show how far it is.
    kpi : str or list of str, optional
        The older name of `figure`.

    Returns
    -------
    Analysis
        `findings` as `detour sample --json` prints them, and the same in words.

    Raises
    ------
    DetourError
        With the command's own sentence.
    """
    words = [*overrides(set, None), *figure_words(figure, kpi)]
    if shares is not None:
        words += ["--shares", ",".join(str(float(share)) for share in shares)]
    numbers = {"--exponent": exponent, "--replications": replications, "--jobs": jobs}
    words += options(numbers)
    keeper, folder = study_folder(out)
    told: builtins.set[str] = builtins.set()
    with scenario_file(scenario) as path, Bar(progress) as bar:
        line = ["sample", *words, "--out", str(folder)]
        printed = call([*line, "--progress", "json", "--", str(path)], listen=bar.hear, told=told).output
        # All runs are there: this carries out none.
        findings = json.loads(call([*line, "--json", "--", str(path)], told=told).output)
    if keeper is not None:
        keeper.cleanup()
    return Analysis(findings, Text(printed))


def _range(name: str, ends: Sequence[float]) -> str:
    """Return a range as the command line has it."""
    if len(ends) != 2:
        raise DetourError(f"vary: {name} has {len(ends)} values; give its range, as (low, high)", 64)
    return f"{float(ends[0])!r}:{float(ends[1])!r}"


@contextmanager
def _table(observed: Any) -> Iterator[Path]:
    """Give the file of the observed figures."""
    if isinstance(observed, (str, os.PathLike)):
        yield Path(observed)
        return
    if isinstance(observed, Mapping):
        rows = "".join(f"{name},{float(value)!r}\n" for name, value in observed.items())
        content = "figure,value\n" + rows
    else:
        content = text("observed", observed)
    with tempfile.TemporaryDirectory(prefix="detour-") as folder:
        file = Path(folder) / "observed.csv"
        file.write_text(content, encoding="utf-8")
        yield file
