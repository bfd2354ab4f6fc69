"""Figures as people read them: the same as on a terminal and on a page."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .._program import call, program

STYLE = "text-align:left;font-family:system-ui,sans-serif;font-variant-numeric:tabular-nums"


@dataclass(frozen=True)
class Figure:
    """A figure of a market: its unit, whether it is read in per cent, whether runs are compared by it."""

    name: str
    unit: str = "-"
    share: bool = False
    headline: bool = False

    def words(self, value: float) -> str:
        """Return `value`, in the figure's unit, as people read it: `43.9 %`, `3 min 29 s`."""
        if not math.isfinite(value):
            return "–"
        if self.share:
            return f"{fixed(100 * value, 1)} %"
        if self.unit == "s":
            return f"{fixed(value, 1)} s" if abs(value) < 10 else span(value)
        if self.unit in ("ratio", "currency"):
            return grouped(value, 2)
        if self.unit == "count":
            return grouped(value, 0 if value == round(value) else 1)
        decimals = {"m": 0, "km": 1, "kg": 1, "us": 3}.get(self.unit, 0)
        return grouped(value, decimals) + ("" if self.unit == "-" else f" {self.unit}")

    @property
    def beside_name(self) -> str:
        """The unit beside the name where a column has one unit for all its values; empty if none."""
        if self.share:
            return "%"
        return "" if self.unit in ("ratio", "count", "-") else self.unit

    @property
    def _decimals(self) -> int:
        """The decimals in a column of one unit."""
        return 1 if self.share else {"ratio": 3, "m": 0, "currency": 2}.get(self.unit, 1)

    def difference(self, *values: float) -> str:
        """Return differences between values, the unit once behind them: `-4.4 s`, `0.21 … 0.58 points`."""
        if not all(math.isfinite(value) for value in values):
            return "–"
        factor, decimals = (100, 2) if self.share else (1, self._decimals)
        unit = "points" if self.share else self.beside_name
        text = " … ".join(fixed(value * factor, decimals) for value in values)
        return f"{text} {unit}" if unit else text

    def measured(self, mean: float, half: float | None = None) -> str:
        """Return a mean and half of its interval in such a column: `43.9 ± 0.6`."""
        parts = [part for part in (mean, half) if part is not None and math.isfinite(part)]
        return " ± ".join(fixed(part * (100 if self.share else 1), self._decimals) for part in parts) or "–"


def fixed(value: float, decimals: int) -> str:
    """Return `value` with so many decimals; never a negative zero."""
    text = f"{value:.{decimals}f}"
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


def grouped(value: float, decimals: int) -> str:
    """Return `value` with commas between thousands; from 1,000 on without decimals."""
    return fixed(value, decimals) if abs(value) < 1000 else f"{value:,.0f}"


def span(seconds: float) -> str:
    """Return a span of time: `42 s`, `6 min 12 s`, `2 h 05 min`."""
    whole = math.floor(abs(seconds) + 0.5)
    sign = "-" if seconds < 0 and whole else ""
    if whole < 60:
        return f"{sign}{whole} s"
    if whole < 3600:
        return f"{sign}{whole // 60} min {whole % 60:02} s"
    return f"{sign}{whole // 3600:,} h {whole // 60 % 60:02} min"


def figures(market: str) -> dict[str, Figure]:
    """Return the figures of a market by their names, in the order of summary.csv."""
    path = program()
    return _figures(market, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _figures(market: str, program: Path, modified: int) -> dict[str, Figure]:
    found = json.loads(call(["columns", "--json", "--", market]).output)["figures"]
    return {item["name"]: Figure(**item) for item in found}


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    caption: str = "",
    exact: Mapping[tuple[int, int], str] | None = None,
) -> str:
    """Return an HTML table, its first column of names; `exact` has what shows on hover, by row and column."""
    exact = exact or {}

    def cell(tag: str, text: str, place: int, title: str = "") -> str:
        side = "left" if place == 0 else "right"
        hover = f' title="{html.escape(title, quote=True)}"' if title else ""
        style = f"text-align:{side};white-space:nowrap;padding:0.1em 0.7em"
        return f'<{tag} style="{style}"{hover}>{html.escape(text)}</{tag}>'

    top = "".join(cell("th", text, place) for place, text in enumerate(head))
    body = "".join(
        "<tr>"
        + "".join(
            cell("th" if column == 0 else "td", text, column, exact.get((row, column), ""))
            for column, text in enumerate(cells)
        )
        + "</tr>"
        for row, cells in enumerate(rows)
    )
    said = f'<caption style="text-align:left">{html.escape(caption)}</caption>' if caption else ""
    return f'<table style="{STYLE}">{said}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'
