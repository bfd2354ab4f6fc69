"""A run and its tables."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal, overload

import pandas as pd

from .._errors import DetourError
from .._program import call
from . import tables
from .damage import damaged
from .dictionary import Column, Schema, schemas
from .figures import Figure
from .figures import figures as known_figures
from .figures import table as html_table
from .folder import ResultFolder
from .tables import Engine
from .texts import ALLOWING, Text

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa


class Run(ResultFolder):
    """A finished run: its tables, figures and manifest. `detour.run` and `detour.open` make it.

    Each table is an attribute, read when it is first asked for: `run.requests`, `run.attempts`. `run.tables` names
    them. A run shows itself as its summary.

    Attributes
    ----------
    folder : pathlib.Path
        The result folder; a temporary one lives as long as this object.
    """

    _shape = {
        "run_id": str,
        "fingerprint": str,
        "scenario": {"name": str, "market": str},
        "seeds": {"seed": int, "replication": int},
        "tables": [{"file": str}],
    }

    def __init__(
        self, folder: Path, *, summary: str | None = None, keeper: TemporaryDirectory[str] | None = None
    ) -> None:
        super().__init__(folder, keeper)
        self._summary = summary
        self._numbered: dict[tuple[str, str], bool] = {}

    @property
    def fingerprint(self) -> str:
        """The SHA-256, in hex digits, that proves that two runs have the same tables of events."""
        return str(self.manifest["fingerprint"])

    @property
    def run_id(self) -> str:
        """The run's id: 16 hex digits of a hash of resolved scenario, seed and replication."""
        return str(self.manifest["run_id"])

    @property
    def market(self) -> str:
        """The market that the scenario is of: carpool, services, shifts or orders."""
        return str(self.manifest["scenario"]["market"])

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables in the folder, in the order of the manifest."""
        return tuple(Path(entry["file"]).stem for entry in self.manifest["tables"])

    @overload
    def table(self, name: str, engine: Literal["pandas"] = "pandas") -> pd.DataFrame: ...
    @overload
    def table(self, name: str, engine: Literal["polars"]) -> pl.DataFrame: ...
    @overload
    def table(self, name: str, engine: Literal["arrow"]) -> pa.Table: ...

    def table(self, name: str, engine: Engine = "pandas") -> Any:
        """Return the table `name`.

        Parameters
        ----------
        name : str
            One of `tables`.
        engine : {"pandas", "polars", "arrow"}
            What it is read with: a data frame of pandas or polars, or a table of Arrow.

        Returns
        -------
        pandas.DataFrame, polars.DataFrame or pyarrow.Table
            Words such as outcomes and causes are categories, integers and booleans may be missing, times are in
            seconds of simulated time. Of pandas, `attrs["units"]` has the unit of each column and `attrs["columns"]`
            its meaning.
        """
        if name not in self.tables:
            raise DetourError(f"`{name}` is not a table of this run; its tables are {', '.join(self.tables)}")
        if engine != "pandas":
            return tables.read(self.folder / f"{name}.csv", self._schema(name), engine)
        if name not in self._frames:
            self._frames[name] = tables.read(self.folder / f"{name}.csv", self._schema(name))
        return self._frames[name]

    @cached_property
    def _schemas(self) -> dict[str, Schema]:
        """The tables that runs of the market have."""
        try:
            return schemas(self.market)
        except DetourError as error:
            raise damaged(self.folder / "manifest.json", error) from None

    def _schema(self, name: str) -> Schema:
        """Return what the columns of the table are; ids are whole numbers where no names are recorded."""
        known = self._schemas.get(name, Schema(name, ""))
        columns = {
            column.name: replace(column, kind="integer") if self._is_numbered(column, name) else column
            for column in known.columns.values()
        }
        return replace(known, columns=columns)

    def _is_numbered(self, column: Column, table: str) -> bool:
        """Whether all that have an id of the kind in `column` are called by numbers: their own table says so."""
        if column.unit != "id" or column.kind != "string" or column.name == "run_id":
            return False
        home, name = table, column.name
        for other, schema in self._schemas.items():
            # `first_driver_id` is a `driver_id`.
            key = schema.key[0] if len(schema.key) == 1 else ""
            if key.endswith("_id") and f"_{column.name}".endswith(f"_{key}") and other in self.tables:
                home, name = other, key
        if (home, name) not in self._numbered:
            path = self.folder / f"{home}.csv"
            # Only what the table itself has is asked of it.
            self._numbered[home, name] = name in tables.header(path) and tables.holds_numbers(path, name)
        return self._numbered[home, name]

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name.startswith("_") or name not in self.tables:
            raise AttributeError(f"a run has no `{name}`; its tables are {', '.join(self.tables)}")
        return self.table(name)

    def __dir__(self) -> list[str]:
        try:
            return [*super().__dir__(), *self.tables]
        except DetourError:
            return [*super().__dir__()]

    @property
    def figures(self) -> pd.Series[float]:
        """Every figure by its name, `match_rate` or `wait_s.p95`; `attrs["units"]` has their units."""
        frame = self.table("summary")
        tables.need(frame, ["metric", "statistic", "value", "unit"], self.folder / "summary.csv")
        names = [
            metric if statistic == "value" else f"{metric}.{statistic}"
            for metric, statistic in zip(frame["metric"].astype(str), frame["statistic"].astype(str))
        ]
        figures = pd.Series(
            frame["value"].to_numpy(dtype=float), index=pd.Index(names, name="figure"), name="value"
        )
        figures.attrs["units"] = dict(zip(names, frame["unit"].astype(str)))
        return figures

    @property
    def summary(self) -> Text:
        """The summary that the command printed; of an opened folder, a list of the figures."""
        if self._summary is not None:
            return Text(self._summary)
        seeds = self.manifest["seeds"]
        head = (
            f"{self.manifest['scenario']['name']}: seed {seeds['seed']} · replication {seeds['replication']}"
            f" · run {self.run_id}"
        )
        rows = [
            f"{name:<40}{self._figure(str(name)).words(float(value)):>16}"
            for name, value in self.figures.items()
            if not str(name).startswith("cause.") and ("." not in str(name) or str(name).endswith(".mean"))
        ]
        return Text("\n".join([head, *rows, f"results      {self.folder}", ""]))

    def _figure(self, name: str) -> Figure:
        """Return how `name` is read; causes are counts of a name each."""
        return self._known_figures.get(name) or Figure(name, self.figures.attrs["units"][name])

    def explain(self, request: object, drivers: int = 5, *, allow_policy: bool = False) -> Text:
        """Say what became of `request` and why; see `detour.explain`."""
        return explain(self, request, drivers, allow_policy=allow_policy)

    def __repr__(self) -> str:
        return self.summary.rstrip("\n")

    def _repr_html_(self) -> str:
        """Show the figures as the page of the run has them, the digits of summary.csv on hover."""
        values = self.figures
        shown = [
            (figure, float(values[figure.name]))
            for figure in self._known_figures.values()
            if figure.name in values.index
            and (figure.headline or figure.name in ("requests", "drivers", "matches"))
        ]
        shown.sort(key=lambda item: not item[0].headline)
        seeds = self.manifest["seeds"]
        caption = (
            f"{self.manifest['scenario']['name']} · seed {seeds['seed']} · replication {seeds['replication']}"
            f" · run {self.run_id} · fingerprint {self.fingerprint}"
        )
        rows = [(figure.name, figure.words(value)) for figure, value in shown]
        exact = {(row, 1): repr(value) for row, (_, value) in enumerate(shown)}
        return html_table(["figure", "value"], rows, caption, exact)

    @cached_property
    def _known_figures(self) -> dict[str, Figure]:
        """The figures that runs of the market have."""
        try:
            return known_figures(self.market)
        except DetourError as error:
            raise damaged(self.folder / "manifest.json", error) from None


def explain(
    run: Run | str | os.PathLike[str], request: object, drivers: int = 5, *, allow_policy: bool = False
) -> Text:
    """Say why a request was matched or not, attempt by attempt.

    Parameters
    ----------
    run : Run or path
        The run, or its result folder.
    request : str or int
        The id of the request; of other markets, of the job, the sign-up or the order.
    drivers : int
        How many drivers that came near are told of for each attempt.
    allow_policy : bool
        Whether the policy outside the program that the folder names may be executed, where it was run under one. A
        folder may come from anybody.

    Returns
    -------
    Text
        The answer, which shows itself as it is meant to be read.
    """
    folder = run.folder if isinstance(run, Run) else Path(run).absolute()
    words = ["explain", "--drivers", str(drivers), *ALLOWING[allow_policy], "--", str(folder), str(request)]
    return Text(call(words).output)
