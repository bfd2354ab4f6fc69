"""Draws studies with matplotlib."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pandas as pd

from .._errors import DetourError
from .tables import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .study import Study


def draw(
    study: Study, figure: str, x: str | None, by: str | None, at: Mapping[str, Any], ax: Axes | None
) -> Axes:
    """Draw `figure` over the field `x`, a line for each value of `by`."""
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError(
            "matplotlib draws plots, and is not installed: pip install 'detour-sim[plot]'"
        ) from error
    free = [name for name in study.parameters if name not in at]
    for name in (x, by, *at):
        if name is not None and name not in study.parameters:
            raise DetourError(
                f"`{name}` does not vary in this study; what does is {', '.join(study.parameters)}"
            )
    x = x or next((name for name in free if name != by), None)
    if x is None:
        raise DetourError("nothing is left to vary along the axis; take a field out of at=")
    by = by or next((name for name in free if name != x), None)
    held = [name for name in free if name not in (x, by)]
    if held:
        raise DetourError(f"{', '.join(held)} varies too; hold it with at={{{held[0]!r}: …}}")
    rows = points(study, figure, at)
    if ax is None:
        ax = pyplot.subplots(layout="constrained")[1]
    unit = rows["unit"].iloc[0]
    groups = [(None, rows)] if by is None else list(rows.groupby(by, observed=True))
    for value, group in groups:
        label = None if by is None else f"{by} = {value:g}" if isinstance(value, float) else f"{by} = {value!s}"
        line(ax, group.sort_values(x), x, label)
    ax.set_xlabel(x)
    ax.set_ylabel(figure if unit == "-" else f"{figure} ({unit})")
    if by is not None:
        ax.legend()
    return ax


def points(study: Study, figure: str, at: Mapping[str, Any]) -> pd.DataFrame:
    """Return the rows of the summary that are about `figure` at the points that `at` leaves."""
    frame = study.summary
    path = study.folder / "summary.csv"
    need(frame, ["metric", "statistic", "unit", "mean", "lower_95", "upper_95", *study.parameters], path)
    metric, _, statistic = figure.rpartition(".")
    names = (
        (metric, statistic)
        if metric and statistic in set(frame["statistic"].astype(str))
        else (figure, "value")
    )
    rows = frame[(frame["metric"] == names[0]) & (frame["statistic"] == names[1])]
    if rows.empty:
        raise DetourError(f"`{figure}` is not a figure of this study; give one, as match_rate or wait_s.mean")
    for name, value in at.items():
        rows = rows[rows[name] == value]
    if rows.empty:
        raise DetourError(f"no point of the study has {', '.join(f'{k} = {v}' for k, v in at.items())}")
    return rows


def line(ax: Axes, rows: pd.DataFrame, x: str, label: str | None) -> None:
    """Draw one line with its band; words along the axis have bars instead."""
    mean = rows["mean"].to_numpy(dtype=float)
    lower, upper = (rows[name].to_numpy(dtype=float) for name in ("lower_95", "upper_95"))
    if pd.api.types.is_numeric_dtype(rows[x]):
        (drawn,) = ax.plot(rows[x].to_numpy(dtype=float), mean, marker="o", label=label)
        ax.fill_between(rows[x].to_numpy(dtype=float), lower, upper, alpha=0.2, color=drawn.get_color())
    else:
        ax.errorbar(
            list(rows[x].astype(str)), mean, [mean - lower, upper - mean], fmt="o", capsize=3, label=label
        )
