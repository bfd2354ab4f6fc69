"""A study: its runs, points and figures with their intervals."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Union

import pandas as pd

from .._errors import DetourError
from .._program import call
from . import tables
from .comparison import Choice, Comparison, Names, choice, compare, figure_words, one_figure
from .damage import damaged
from .dictionary import Column, Schema, schemas
from .figures import Figure
from .figures import figures as known_figures
from .figures import table as html_table
from .folder import ResultFolder
from .run import Run
from .texts import Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# The most points that a notebook shows.
MOST_POINTS = 60

Bounds = Union[None, str, Sequence[str]]


@dataclass(frozen=True, repr=False)
class Analysis:
    """What `detour analyse` finds: the front, the best points, surfaces, what matters.

    Attributes
    ----------
    findings : dict
        Everything, as `detour analyse --json` prints it.
    text : Text
        The same in words.
    """

    findings: Mapping[str, Any]
    text: Text

    @property
    def front(self) -> pd.DataFrame:
        """The points that no other beats in all figures, a row each, with the knee marked."""
        return pd.DataFrame(
            [{**point["at"], **point["means"], "knee": point["knee"]} for point in self.findings["front"] or []]
        )

    def __repr__(self) -> str:
        return repr(self.text)

    def _repr_html_(self) -> str:
        return self.text._repr_html_()


@dataclass(frozen=True, repr=False)
class Best:
    """The best point that was simulated.

    Attributes
    ----------
    at : dict
        What varies, with its values there.
    run_id : str
        The id of the point.
    figures : pandas.DataFrame
        Mean and 95 % interval of the figure and of each that a bound is about.
    stays_best : float
        In which share of resamples of the replications it stays the best, 0 … 1.
    """

    at: dict[str, Any]
    run_id: str
    figures: pd.DataFrame
    stays_best: float
    # How the figures are read, by their names.
    _known: Mapping[str, Figure] = field(default_factory=dict, compare=False)

    def _rows(self) -> list[tuple[str, str]]:
        rows = [
            (name, f"{value:g}" if isinstance(value, float) else str(value)) for name, value in self.at.items()
        ]
        for name, figure in self.figures.iterrows():
            known = self._known.get(str(name), Figure(str(name)))
            lower, upper = figure.get("lower"), figure.get("upper")
            half = None if pd.isna(lower) or pd.isna(upper) else (upper - lower) / 2
            unit = f" {known.beside_name}" if known.beside_name else ""
            bound = figure.get("bound")
            kept = f", keeps {bound}" if isinstance(bound, str) else ""
            rows.append((str(name), known.measured(float(figure["mean"]), half) + unit + kept))
        return [*rows, ("stays best in", f"{100 * self.stays_best:.0f} % of resamples"), ("run", self.run_id)]

    def __repr__(self) -> str:
        rows = self._rows()
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {text}" for name, text in rows)

    def _repr_html_(self) -> str:
        return html_table(["best simulated point", ""], self._rows())


class Study(ResultFolder):
    """A study: a scenario at many points, each many times. `detour.sweep` and `detour.open` make it.

    Attributes
    ----------
    folder : pathlib.Path
        The study's folder; a temporary one lives as long as this object.
    """

    _shape = {"plan": {"name": str, "vary": [{"field": str}]}, "points": [{"values": [str]}]}

    def __init__(
        self,
        folder: Path,
        *,
        text: str | None = None,
        keeper: TemporaryDirectory[str] | None = None,
        told: set[str] | None = None,
    ) -> None:
        super().__init__(folder, keeper)
        self._text = text
        self._told |= told or set()

    @property
    def name(self) -> str:
        """The study's name."""
        return str(self.manifest["plan"]["name"])

    @property
    def parameters(self) -> list[str]:
        """The fields that vary."""
        return [item["field"] for item in self.manifest["plan"]["vary"]]

    @property
    def runs(self) -> pd.DataFrame:
        """A row per run: what varies, seed, replication and every figure; units in `attrs`."""
        return self._frame("runs")

    @property
    def summary(self) -> pd.DataFrame:
        """A row per point and figure: mean, standard deviation and 95 % interval, in the units of the column `unit`."""
        return self._frame("summary")

    @property
    def performance(self) -> pd.DataFrame:
        """A row per run: what it took of time (s) and memory. It depends on the machine."""
        return self._frame("performance")

    def _frame(self, name: str) -> pd.DataFrame:
        if name not in self._frames:
            path = self.folder / f"{name}.csv"
            if not path.exists() and path.with_name(f"{name}.csv.gz").exists():
                path = path.with_name(f"{name}.csv.gz")
            self._frames[name] = tables.read(path, self._schema(name, path))
        return self._frames[name]

    def _schema(self, name: str, path: Path) -> Schema:
        """Put the study's own columns in the place of the dictionary's FIELD and FIGURE."""
        known = schemas(f"study/{name}")[name]
        columns = dict(known.columns)
        varied, figure = columns.pop("FIELD", None), columns.pop("FIGURE", None)
        values: dict[str, list[str]] = {}
        for point in self.manifest["points"]:
            for parameter, value in zip(self.parameters, point["values"]):
                values.setdefault(parameter, []).append(value)
        if varied is not None:
            for parameter, texts in values.items():
                kind = "number" if all(map(is_number, texts)) else "string"
                columns[parameter] = Column(parameter, kind, "-", varied.meaning)
        if figure is not None:
            units = self._units()
            for title in tables.header(path):
                if title not in columns:
                    columns[title] = Column(title, "number", units.get(title, "-"), figure.meaning)
        return Schema(known.name, known.meaning, columns)

    def _units(self) -> dict[str, str]:
        """Return the unit of each figure."""
        tables.need(self.summary, ["metric", "statistic", "unit"], self.folder / "summary.csv")
        summary = self.summary.drop_duplicates(["metric", "statistic"])
        rows = zip(summary["metric"].astype(str), summary["statistic"].astype(str), summary["unit"].astype(str))
        return {
            metric if statistic == "value" else f"{metric}.{statistic}": unit
            for metric, statistic, unit in rows
        }

    def run(self, run_id: str) -> Run:
        """Return a run whose tables were kept (`keep_tables=True`).

        They are taken out of the study's packs into its folder `tables`.
        """
        place = self.folder / "tables" / run_id
        if not (place / "manifest.json").is_file():
            call(["unpack", "--quiet", "--", str(self.folder), run_id])
        return Run(place)

    def compare(
        self, a: Choice, b: Choice, figure: Names = None, confidence: float = 0.95, *, kpi: Names = None
    ) -> Comparison:
        """Compare two points; see `detour.compare`.

        Parameters
        ----------
        a, b : dict or str
            What tells the points apart, `{"matching.radius_m": 500}`; what is said is said of `b`.
        figure : str or list of str, optional
            The figures.
        confidence : float
            Of intervals and verdicts, between 0 and 1.
        kpi : str or list of str, optional
            The older name of `figure`.
        """
        return compare(self, at_a=a, at_b=b, figure=figure, confidence=confidence, kpi=kpi)

    def analyse(
        self, figure: Names = None, where: Bounds = None, at: Choice | None = None, *, kpi: Names = None
    ) -> Analysis:
        """Find the front, the best points, and what matters.

        Parameters
        ----------
        figure : str or list of str, optional
            The figures; the first is what the best point is best in.
        where : str or list of str, optional
            Bounds that the best point keeps, as "wait_s.p95<=600" (in the unit of the figure).
        at : dict or str, optional
            Only the points with these values.
        kpi : str or list of str, optional
            The older name of `figure`.
        """
        bounds = [where] if isinstance(where, str) else list(where or [])
        words = [*figure_words(figure, kpi), *(word for bound in bounds for word in ("--where", bound))]
        if at is not None:
            words += ["--at", choice(at)]
        words += ["--", str(self.folder)]
        findings = json.loads(call(["analyse", "--json", *words], told=self._told).output)
        return Analysis(findings, Text(call(["analyse", *words], told=self._told).output))

    def best(self, figure: str | None = None, where: Bounds = None, *, kpi: str | None = None) -> Best | None:
        """Return the best simulated point that keeps the bounds by its means; None where none does.

        Parameters
        ----------
        figure : str, optional
            What it is best in; match_rate if left out.
        where : str or list of str, optional
            Bounds, as "driver_detour_s.mean<=240" (in the unit of the figure).
        kpi : str, optional
            The older name of `figure`.
        """
        found = self.analyse(one_figure(figure, kpi), where).findings["simulated_best"]
        if not found or "at" not in found:
            return None
        at = {name: float(value) if is_number(value) else value for name, value in found["at"].items()}
        figures = pd.DataFrame.from_dict({**found["objective"], **found["bounds"]}, orient="index")
        return Best(at, found["run_id"], figures, float(found["stays_best"]), self._known_figures)

    def plot(
        self,
        figure: str | None = None,
        x: str | None = None,
        by: str | None = None,
        *,
        at: Mapping[str, Any] | None = None,
        style: str | None = None,
        title: str | None = None,
        ax: Axes | None = None,
        kpi: str | None = None,
    ) -> Axes:
        """Draw a figure over a field that varies, with bands of the 95 % intervals, as `detour plot` draws curves.

        Parameters
        ----------
        figure : str, optional
            The figure, as wait_s.mean; match_rate if left out.
        x : str, optional
            The field along the axis; the first that varies.
        by : str, optional
            A field with a line for each of its values; the second that varies.
        at : dict, optional
            The values that all other fields are held at.
        style : str, optional
            page, which stands on its own; paper, 3.5 × 2.5 inch in 8 pt; or slides, 10 × 5.6 inch in 20 pt. If left
            out, page for a new figure and paper for given axes.
        title : str, optional
            The title; if left out, what the picture shows on a page, and none elsewhere.
        ax : matplotlib.axes.Axes, optional
            Where to draw, in a figure of any size; a new figure of the style's size if left out. A figure without a
            layout engine that has no other axes is laid out by the constrained one, so that the legend fits.
        kpi : str, optional
            The older name of `figure`.

        Returns
        -------
        matplotlib.axes.Axes
            To go on with.
        """
        from .plotting import draw

        return draw(self, one_figure(figure, kpi), x, by, at or {}, ax, style, title)

    @property
    def text(self) -> Text:
        """What the command printed at the end; of an opened folder, a line that says what it is."""
        if self._text is not None:
            return Text(self._text)
        plan = self.manifest["plan"]
        return Text(
            f"study {plan['name']}: {', '.join(self.parameters) or 'nothing'} varies,"
            f" {len(self.manifest['points'])} points, {len(self.runs)} runs\nresults      {self.folder}\n"
        )

    @property
    def _known_figures(self) -> dict[str, Figure]:
        """The figures of the study's market."""
        scenario = self.manifest.get("scenario")
        market = scenario.get("market", "carpool") if isinstance(scenario, dict) else "carpool"
        try:
            return known_figures(str(market))
        except DetourError as error:
            raise damaged(self.folder / "manifest.json", error) from None

    def __repr__(self) -> str:
        return repr(self.text)

    def _repr_html_(self) -> str:
        """Show the points by their main figures, as the page of the study has them."""
        frame = self.summary
        known = {name: figure for name, figure in self._known_figures.items() if figure.headline}
        columns = ["point", *self.parameters, "metric", "statistic", "mean", "half_width_95", "n"]
        tables.need(frame, columns, self.folder / "summary.csv")
        names = [
            metric if statistic == "value" else f"{metric}.{statistic}"
            for metric, statistic in zip(frame["metric"].astype(str), frame["statistic"].astype(str))
        ]
        shown = [name for name in known if name in set(names)]
        head = [*self.parameters, "runs", *(f"{n} {known[n].beside_name}".strip() for n in shown)]
        points = frame.assign(figure=names).groupby("point", sort=False)
        rows, exact = [], {}
        for place, (_, group) in enumerate(points):
            if place == MOST_POINTS:
                break
            cells = {row["figure"]: row for _, row in group[group["figure"].isin(shown)].iterrows()}
            first = group.iloc[0]
            row = [f"{v:g}" if isinstance(v, float) else str(v) for v in (first[p] for p in self.parameters)]
            row.append(str(group["n"].max()))
            for name in shown:
                cell = cells.get(name)
                mean, half = (float("nan"), None) if cell is None else (cell["mean"], cell["half_width_95"])
                half = None if half is None or pd.isna(half) else float(half)
                exact[place, len(row)] = "" if pd.isna(mean) else repr(float(mean))
                row.append("–" if pd.isna(mean) else known[name].measured(float(mean), half))
            rows.append(row)
        count = len(points)
        more = f" · the first {MOST_POINTS} shown" if count > MOST_POINTS else ""
        caption = (
            f"{self.name} · {count} points · {len(self.runs)} runs · mean ± half of the 95 % interval{more}"
        )
        return html_table(head, rows, caption, exact)


def is_number(text: str) -> bool:
    """Whether `text` is a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True
