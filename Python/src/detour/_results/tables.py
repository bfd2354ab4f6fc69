"""Reads tables into data frames of pandas, polars or Arrow, with the types and units of the dictionary."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd

from .damage import damaged, reading
from .dictionary import Column, Schema

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

Engine = Literal["pandas", "polars", "arrow"]

PANDAS_TYPES = {"integer": "Int64", "boolean": "boolean", "number": "float64", "string": "string"}


def read(path: Path, schema: Schema, engine: Engine = "pandas") -> Any:
    """Read the table at `path` with `engine`."""
    readers = {"pandas": read_pandas, "polars": read_polars, "arrow": read_arrow}
    if engine in readers:
        with reading(path):
            return readers[engine](path, schema)
    raise ValueError(f"engine={engine!r}: give pandas, polars or arrow")


def header(path: Path) -> list[str]:
    """Return the names of the columns in the file at `path`."""
    with reading(path), gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
        return next(csv.reader([file.readline().decode("utf-8")]), [])


NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}")


def holds_numbers(path: Path, column: str) -> bool:
    """Whether there are values of `column` in the file at `path`, and all are whole numbers, written as numbers are."""
    with reading(path):
        frame = pd.read_csv(path, usecols=[column], dtype="string", keep_default_na=False, na_values=[""])
        values = frame[column].dropna()
        return len(values) > 0 and bool(values.str.fullmatch(NUMBER.pattern).all())


def need(frame: pd.DataFrame, columns: Sequence[str], path: Path) -> None:
    """Raise where the table that was read of `path` lacks one of the `columns`."""
    for name in columns:
        if name not in frame.columns:
            raise damaged(path, f"it lacks the column `{name}`")


def words_of(column: Column, present: Sequence[str]) -> list[str]:
    """Return the words that `column` may hold, and behind them those that it holds all the same."""
    return [*column.words, *(word for word in present if word not in column.words)]


def read_pandas(path: Path, schema: Schema) -> pd.DataFrame:
    """Read with pandas: nullable integers and booleans, categories for words, units and meanings in `attrs`."""
    columns = schema.known(header(path))
    types: dict[str, Any] = {column.name: PANDAS_TYPES.get(column.kind, "string") for column in columns}
    # Only an empty field means that there is no value: somebody may be called NA.
    frame: pd.DataFrame = pd.read_csv(path, dtype=types, keep_default_na=False, na_values=[""])
    for column in columns:
        if column.words:
            values = frame[column.name]
            present = sorted(values.dropna().unique())
            frame[column.name] = pd.Categorical(values, categories=words_of(column, present))
    # In one block for each type: pandas warns of adding a column to a frame of more than a hundred blocks.
    frame = frame.copy()
    describe(frame, columns, schema)
    return frame


def describe(frame: pd.DataFrame, columns: Sequence[Column], schema: Schema) -> None:
    """Put what the dictionary says of `columns` into the attributes of `frame`."""
    frame.attrs["table"] = schema.name
    frame.attrs["description"] = schema.meaning
    frame.attrs["units"] = {column.name: column.unit for column in columns}
    frame.attrs["columns"] = {column.name: column.meaning for column in columns}


def read_polars(path: Path, schema: Schema) -> pl.DataFrame:
    """Read with polars: enumerations for words."""
    import polars as pl

    types = {"integer": pl.Int64, "boolean": pl.Boolean, "number": pl.Float64, "string": pl.String}
    columns = schema.known(header(path))
    frame: pl.DataFrame = pl.read_csv(
        path, schema_overrides={column.name: types.get(column.kind, pl.String) for column in columns}
    )
    lists = {
        column.name: words_of(column, sorted(frame[column.name].drop_nulls().unique().to_list()))
        for column in columns
        if column.words
    }
    return frame.with_columns([pl.col(name).cast(pl.Enum(words)) for name, words in lists.items()])


def read_arrow(path: Path, schema: Schema) -> pa.Table:
    """Read with Arrow: dictionaries for words, units and meanings in the metadata of the fields."""
    import pyarrow as pa
    import pyarrow.csv

    types = {"integer": pa.int64(), "boolean": pa.bool_(), "number": pa.float64(), "string": pa.string()}
    columns = {column.name: column for column in schema.known(header(path))}
    options = pyarrow.csv.ConvertOptions(
        column_types={name: types.get(column.kind, pa.string()) for name, column in columns.items()},
        null_values=[""],
        strings_can_be_null=True,
    )
    table = pyarrow.csv.read_csv(path, convert_options=options)
    for index, name in enumerate(table.column_names):
        column = columns.get(name)
        if column is None:
            continue
        data = table.column(index)
        if column.words:
            words = words_of(column, sorted(filter(None, data.unique().to_pylist())))
            places = {word: place for place, word in enumerate(words)}
            codes = pa.array([None if word is None else places[word] for word in data.to_pylist()], pa.int32())
            data = pa.DictionaryArray.from_arrays(codes, pa.array(words, pa.string()))
        described = pa.field(name, data.type, metadata={"unit": column.unit, "description": column.meaning})
        table = table.set_column(index, described, data)
    return table.replace_schema_metadata({"table": schema.name, "description": schema.meaning})
