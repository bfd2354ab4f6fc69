from __future__ import annotations

import csv
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import SMALL

import detour
from detour._program import program
from detour._results.tables import holds_numbers

MARKETS: dict[str, dict[str, Any]] = {
    "quickstart": SMALL,
    "rabat-marrakesh": {},
    "rabat-service": {"users.count": 400},
    "services": {},
    "shifts": {},
    "orders": {},
}
RECORDED = {"quickstart": ["tracks", "candidates", "events"], "services": ["events"]}


@pytest.fixture(scope="module", params=list(MARKETS))
def market_run(request: pytest.FixtureRequest) -> detour.Run:
    name = request.param
    return detour.run(name, MARKETS[name], record=RECORDED.get(name, []))


def dictionary(market: str) -> dict[str, dict[str, dict[str, Any]]]:
    """The fields of each table, as the command itself prints them."""
    text = subprocess.run(
        [program(), "columns", market, "--json"], check=True, capture_output=True, text=True
    ).stdout
    return {
        Path(item["path"]).stem: {field["name"]: field for field in item["schema"]["fields"]}
        for item in json.loads(text)["resources"]
    }


KINDS = {"integer": "Int64", "boolean": "boolean", "number": "float64", "string": "string"}
ARROW = {"integer": pa.int64(), "boolean": pa.bool_(), "number": pa.float64(), "string": pa.string()}
POLARS = {"integer": pl.Int64, "boolean": pl.Boolean, "number": pl.Float64, "string": pl.String}


def test_every_column_has_the_type_that_the_dictionary_says(market_run: detour.Run) -> None:
    known = dictionary(market_run.market)
    assert len(market_run.tables) >= 6
    for name in market_run.tables:
        frame = getattr(market_run, name) if name != "summary" else market_run.table(name)
        assert len(frame) == next(
            entry["rows"] for entry in market_run.manifest["tables"] if entry["file"] == f"{name}.csv"
        )
        for column in frame.columns:
            field = known[name][column]
            words = field.get("constraints", {}).get("enum")
            assert frame.attrs["units"][column] == field["unit"]
            assert frame.attrs["columns"][column] == field["description"]
            if words:
                assert list(frame[column].cat.categories) == words, (name, column)
            elif field["unit"] == "id" and column != "run_id":
                # Nobody who is drawn has a name.
                assert str(frame[column].dtype) == ("Int64" if frame[column].notna().any() else "string")
            else:
                assert str(frame[column].dtype) == KINDS[field["type"]], (name, column)


def test_every_value_is_that_of_the_file(market_run: detour.Run) -> None:
    for name in market_run.tables:
        with (market_run.folder / f"{name}.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        frame = market_run.table(name)
        for column in frame.columns:
            texts = [row[column] for row in rows]
            kind = str(frame[column].dtype)
            for text, value in zip(texts, frame[column].tolist()):
                if text == "":
                    assert pd.isna(value), (name, column)
                elif kind == "boolean":
                    assert value is (text == "true")
                elif kind in ("Int64", "float64"):
                    assert value == float(text)
                else:
                    assert value == text


def test_ids_are_numbers_unless_names_are_recorded(run: detour.Run) -> None:
    rows = run.requests.query("request_id == 5")
    assert len(rows) == 1 and run.attempts.query("request_id == 5")["attempt"].tolist()
    joined = run.requests.merge(run.drivers, on="driver_id", how="inner")
    assert len(joined) == run.requests["driver_id"].notna().sum() > 0
    assert run.table("requests", "polars").filter(pl.col("request_id") == 5).height == 1
    assert run.requests["run_id"].dtype == "string"
    recorded = detour.run("shifts-recorded")
    # The requester has a number there, who they are a name.
    assert recorded.signups["signup_id"].dtype == "Int64"
    assert recorded.signups["volunteer_id"].dtype == recorded.volunteers["volunteer_id"].dtype == "string"


def test_ids_of_all_tables_are_what_those_of_their_own_table_are(run: detour.Run, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(run.folder, folder)
    requests = (folder / "requests.csv").read_text().splitlines()
    assert run.requests.columns[1] == "request_id"
    # Somebody whom no car stopped for has a name, so everybody is called by a text.
    stopped = set(run.stops["request_id"].dropna())
    alone = next(row for row in requests[1:] if int(row.split(",")[1]) not in stopped)
    fields = alone.split(",")
    renamed = [",".join([fields[0], "anna", *fields[2:]]) if row == alone else row for row in requests]
    (folder / "requests.csv").write_text("\n".join(renamed) + "\n")
    named = detour.open(folder)
    assert isinstance(named, detour.Run)
    assert named.stops["request_id"].dtype == named.requests["request_id"].dtype == "string"
    assert named.stops["driver_id"].dtype == "Int64"
    for number in ("007", "+5", "1.0", "12345678901234567890", "-0"):
        path = tmp_path / "ids.csv"
        path.write_text(f"x_id\n3\n{number}\n")
        assert not holds_numbers(path, "x_id")


def test_polars_and_arrow_hold_the_same(market_run: detour.Run) -> None:
    known = dictionary(market_run.market)
    for name in market_run.tables:
        frame = market_run.table(name)
        polars = market_run.table(name, engine="polars")
        arrow = market_run.table(name, engine="arrow")
        assert polars.columns == arrow.column_names == list(frame.columns)
        for column in frame.columns:
            field = known[name][column]
            type_of_arrow = arrow.schema.field(column).type
            if "enum" in field.get("constraints", {}):
                assert isinstance(polars.schema[column], pl.Enum)
                assert pa.types.is_dictionary(type_of_arrow)
            else:
                kind = "integer" if str(frame[column].dtype) == "Int64" else field["type"]
                assert polars.schema[column] == POLARS[kind]
                assert type_of_arrow == ARROW[kind]
            values = [None if pd.isna(value) else value for value in frame[column].tolist()]
            assert polars[column].to_list() == values == arrow.column(column).to_pylist()
            assert arrow.schema.field(column).metadata[b"unit"].decode() == field["unit"]


def test_a_table_that_is_not_there_is_named(run: detour.Run) -> None:
    with pytest.raises(AttributeError, match="no `jobs`; its tables are requests, attempts"):
        _ = run.jobs
    with pytest.raises(detour.DetourError, match="`jobs` is not a table of this run"):
        run.table("jobs")
    with pytest.raises(ValueError, match="give pandas, polars or arrow"):
        run.table("requests", engine="spark")  # type: ignore[call-overload]
    assert "requests" in dir(run)


def test_somebody_may_be_called_na_and_a_word_may_be_new(tmp_path: Path) -> None:
    from detour._results.dictionary import Column, Schema
    from detour._results.tables import read

    path = tmp_path / "people.csv"
    path.write_text('name,mood,extra\nNA,good,1\n"a, b",odd,2\n,,\n')
    columns = [Column("name", "string", "id", "Who."), Column("mood", "string", "-", "How.", ("good", "bad"))]
    schema = Schema("people", "A row each.", {column.name: column for column in columns})
    frame = read(path, schema)
    assert frame["name"].tolist()[:2] == ["NA", "a, b"] and pd.isna(frame["name"][2])
    assert list(frame["mood"].cat.categories) == ["good", "bad", "odd"]
    assert frame["extra"].tolist()[:2] == [1, 2]
    assert read(path, schema, "polars")["mood"].to_list() == ["good", "odd", None]
    assert read(path, schema, "arrow").column("mood").to_pylist() == ["good", "odd", None]
