"""Draws studies with matplotlib, as `detour plot` draws their curves with gnuplot."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from .._errors import DetourError
from .figures import Figure
from .tables import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .study import Study

COLOURS = ["#1f4e79", "#b35900", "#3d7a3d", "#7a3d7a", "#555555", "#a02020"]
MARKS = ["o", "s", "^", "v", "D", "o"]
DASHES: list[Any] = ["-", (0, (6, 3)), (0, (1.5, 2)), (0, (6, 2, 1.5, 2)), (0, (8, 2)), (0, (3, 2))]
INK = "#404040"
# Curves that can be told apart in grey.
MOST_CURVES = 6
# The units at the end of the names of fields, and how they are written.
UNITS = {"s": "s", "m": "m", "km": "km", "kg": "kg", "kmh": "km/h"}
QUANTILES = {"p05": "5", "p25": "25", "p75": "75", "p90": "90", "p95": "95", "p99": "99"}
STATISTICS = {"sd": "standard deviation of", "min": "least", "max": "greatest", "count": "number of"}


@dataclass(frozen=True)
class Style:
    """A style of `detour plot`: the size in inches, the type in points, the factor on the widths of lines."""

    size: tuple[float, float]
    type: float
    lines: float


STYLES = {
    "page": Style((9.375, 6.458), 11.25, 1),
    "paper": Style((3.5, 2.5), 8, 0.7),
    "slides": Style((10, 5.625), 20, 1.8),
}


def plot(
    study: Study | str | os.PathLike[str],
    figure: str | None = None,
    x: str | None = None,
    by: str | None = None,
    *,
    at: Mapping[str, Any] | None = None,
    style: str | None = None,
    title: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a figure of a study over a field that varies, with bands of the 95 % intervals, as `detour plot` does.

    Parameters
    ----------
    study : Study or path
        The study, or its folder.
    figure : str, optional
        The figure, as wait_s.mean; match_rate if left out.
    x : str, optional
        The field along the axis; the first that varies.
    by : str, optional
        A field with a line for each of its values; the second that varies.
    at : dict, optional
        The values that all other fields are held at.
    style : str, optional
        page, which stands on its own; paper, 3.5 × 2.5 inch in 8 pt; or slides, 10 × 5.6 inch in 20 pt. If left out,
        page for a new figure and paper for given axes.
    title : str, optional
        The title; if left out, what the picture shows on a page, and none elsewhere.
    ax : matplotlib.axes.Axes, optional
        Where to draw, in a figure of any size; a new figure of the style's size if left out. A figure without a layout
        engine that has no other axes is laid out by the constrained one, so that the legend fits.

    Returns
    -------
    matplotlib.axes.Axes
        To go on with.
    """
    from .opening import open as opened

    found: Any = opened(study) if isinstance(study, (str, os.PathLike)) else study
    if not hasattr(found, "plot"):
        raise DetourError(f"{found.folder} holds a run; the figures of a study are drawn over a field")
    axes: Axes = found.plot(figure, x, by, at=at, style=style, title=title, ax=ax)
    return axes


def draw(
    study: Study,
    figure: str,
    x: str | None,
    by: str | None,
    at: Mapping[str, Any],
    ax: Axes | None,
    style: str | None = None,
    title: str | None = None,
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
    # A picture of a size of one's own is for a paper, as on the command line.
    named = style or ("page" if ax is None else "paper")
    if named not in STYLES:
        raise DetourError(f"style={named!r}: give one of {', '.join(STYLES)}")
    form = STYLES[named]
    rows, metric, statistic = points(study, figure, at)
    unit = str(rows["unit"].iloc[0])
    is_share = any(item.share for name, item in study._known_figures.items() if name.split(".")[0] == metric)
    known = study._known_figures.get(figure) or Figure(metric, unit, is_share)
    scale = 100 if known.share and statistic != "count" else 1
    if ax is None:
        ax = pyplot.subplots(figsize=form.size, layout="constrained")[1]
    groups = [(None, rows)] if by is None else spread(list(rows.groupby(by, observed=True)))
    for place, (value, group) in enumerate(groups):
        label = None if by is None else f"{value:g}" if isinstance(value, float) else str(value)
        line(ax, group.sort_values(x), x, label, place, scale, form)
    frame(ax, form)
    name = figure_words(metric, statistic)
    unit = "" if statistic == "count" else known.beside_name
    ax.set_ylabel(f"{name} ({unit})" if unit else name, fontsize=form.type)
    path = f"\n{x}" if named == "page" else ""
    ax.set_xlabel(field_words(x, study.parameters) + path, fontsize=form.type)
    if is_logarithmic(rows[x]):
        ax.set_xscale("log")
    mark_values(ax, rows[x], form)
    if by is not None:
        legend(ax, field_words(by, study.parameters), form)
    over = f"{name} over {field_words(x, study.parameters, with_unit=False)}"
    head = title if title is not None else f"{over}\n{caption(study, rows)}" if named == "page" else ""
    if head:
        ax.set_title(head, fontsize=form.type)
    return ax


def spread(groups: list[Any]) -> list[Any]:
    """Return all of the groups, or an even selection of as many as can be told apart."""
    count = len(groups)
    if count <= MOST_CURVES:
        return groups
    return [groups[place * (count - 1) // (MOST_CURVES - 1)] for place in range(MOST_CURVES)]


def field_words(path: str, paths: list[str], with_unit: bool = True) -> str:
    """Return a field as the label of an axis: `radius (m)`; with the part before it if another ends alike."""

    def ending(name: str, parts: int) -> str:
        return re.sub(r"_(s|m|km|kg|kmh)$", "", " ".join(name.split(".")[-parts:])).replace("_", " ")

    alike = sum(ending(name, 1) == ending(path, 1) for name in paths) > 1
    unit = UNITS.get(path.rpartition("_")[2], "") if "_" in path else ""
    words = ending(path, 2 if alike else 1)
    return f"{words} ({unit})" if unit and with_unit else words


def figure_words(metric: str, statistic: str) -> str:
    """Return a figure as the label of an axis, without its unit: `match rate`, `mean wait`."""
    plain = re.sub(r"_(s|m|km|kg)$", "", metric).replace("_", " ").replace(".", ": ")
    if statistic == "value":
        return plain
    if statistic in QUANTILES:
        return f"{QUANTILES[statistic]} % quantile of {plain}"
    return f"{STATISTICS.get(statistic, statistic)} {plain}"


def caption(study: Study, rows: pd.DataFrame) -> str:
    """Return what the caption of a picture has to say: the study, its replications, the intervals."""
    counts = sorted(set(rows["n"].astype(int)))
    runs = (
        f"means of {counts[0]} replications"
        if len(counts) == 1
        else f"means of {counts[0]} to {counts[-1]} replications"
    )
    if counts == [1]:
        return f"{study.manifest['plan']['name']} · one run a point · no intervals"
    return f"{study.manifest['plan']['name']} · {runs} · 95 % intervals"


def is_logarithmic(values: pd.Series[Any]) -> bool:
    """Return whether three or more numbers have even steps on a logarithmic axis, and uneven ones on a linear one."""
    if not pd.api.types.is_numeric_dtype(values):
        return False
    numbers = sorted({float(value) for value in values})
    if len(numbers) < 3 or numbers[0] <= 0:
        return False
    ratios = [after / before for before, after in zip(numbers, numbers[1:])]
    steps = [after - before for before, after in zip(numbers, numbers[1:])]
    return max(ratios) < 1.05 * min(ratios) and max(steps) > 1.05 * min(steps)


def frame(ax: Axes, form: Style) -> None:
    """Give the axes the frame, the grid and the type of the style."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(INK)
        ax.spines[side].set_linewidth(form.lines)
    ax.grid(True, color="#dddddd", linewidth=0.7 * form.lines)
    ax.set_axisbelow(True)
    ax.tick_params(labelsize=form.type, colors=INK, labelcolor="black", width=form.lines)


def mark_values(ax: Axes, values: pd.Series[Any], form: Style) -> None:
    """Mark the values of the field along the axis if they are few numbers; those without room have no label."""
    numbers = sorted({float(value) for value in values}) if pd.api.types.is_numeric_dtype(values) else []
    if not 2 <= len(numbers) <= 12:
        return
    texts = [f"{number:g}" for number in numbers]
    places = [math.log(number) for number in numbers] if ax.get_xscale() == "log" else numbers
    across = 0.8 * ax.get_window_extent().width / ax.figure.dpi * 72 / form.type / (places[-1] - places[0])
    last = -math.inf
    for index, place in enumerate(places):
        begin = place * across - 0.3 * len(texts[index])
        if begin < last:
            texts[index] = ""
        else:
            last = place * across + 0.3 * len(texts[index]) + 0.6
    ax.set_xticks(numbers, texts)
    ax.minorticks_off()


def legend(ax: Axes, name: str, form: Style) -> None:
    """Add a legend beside a wide plot, and above a narrow one, in as many columns as it has room for."""
    drawn = ax.figure
    figure: Any = drawn if hasattr(drawn, "get_layout_engine") else None
    if figure is not None and figure.get_layout_engine() is None and len(figure.axes) == 1:
        # Otherwise what stands outside the axes would be cut off.
        figure.set_layout_engine("constrained")
    handles, labels = ax.get_legend_handles_labels()
    across = ax.get_window_extent().width / ax.figure.dpi * 72 / form.type
    if across >= 45:
        place: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.01, 1), "ncol": 1}
    else:
        widest = 0.6 * max(map(len, labels)) + 4
        columns = max(1, min(len(labels), int(across / widest)))
        place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1), "ncol": columns}
    ax.legend(handles, labels, title=name, fontsize=form.type, title_fontsize=form.type, frameon=False, **place)


def points(study: Study, figure: str, at: Mapping[str, Any]) -> tuple[pd.DataFrame, str, str]:
    """Return the rows of the summary about `figure` at the points that `at` leaves, its metric and its statistic."""
    frame = study.summary
    path = study.folder / "summary.csv"
    need(frame, ["metric", "statistic", "unit", "n", "mean", "lower_95", "upper_95", *study.parameters], path)
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
    return rows, *names


def line(
    ax: Axes, rows: pd.DataFrame, x: str, label: str | None, place: int, scale: float, form: Style
) -> None:
    """Draw one line with its band; words along the axis have bars instead."""
    mean, lower, upper = (scale * rows[name].to_numpy(dtype=float) for name in ("mean", "lower_95", "upper_95"))
    colour, mark, dash = (kinds[place % len(kinds)] for kinds in (COLOURS, MARKS, DASHES))
    look: dict[str, Any] = {"color": colour, "marker": mark, "markersize": 0.45 * form.type, "label": label}
    if place == MOST_CURVES - 1:
        look["markerfacecolor"] = "white"
    if pd.api.types.is_numeric_dtype(rows[x]):
        along = rows[x].to_numpy(dtype=float)
        ax.plot(along, mean, linestyle=dash, linewidth=1.5 * form.lines, **look)
        ax.fill_between(along, lower, upper, alpha=0.22, color=colour, linewidth=0)
    else:
        bars = [mean - lower, upper - mean]
        ax.errorbar(
            list(rows[x].astype(str)), mean, bars, linestyle="", linewidth=1.1 * form.lines, capsize=3, **look
        )
