"""The data dictionary: what each column of a table holds, as the program itself says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from .._program import call, program


@dataclass(frozen=True)
class Column:
    """A column of a table: `kind` is string, number, integer or boolean, `unit` as the dictionary calls it."""

    name: str
    kind: str
    unit: str
    meaning: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Schema:
    """The columns of a table, by name, what the table is, and the columns that tell its rows apart."""

    name: str
    meaning: str
    columns: Mapping[str, Column] = field(default_factory=dict)
    key: tuple[str, ...] = ()

    def known(self, header: list[str]) -> list[Column]:
        """Return the columns of `header` that are described, in its order."""
        return [self.columns[name] for name in header if name in self.columns]


def schemas(name: str) -> dict[str, Schema]:
    """Return the tables of a market, or the one called `name`, by the names of their files without `.csv`."""
    path = program()
    return _schemas(name, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _schemas(name: str, program: Path, modified: int) -> dict[str, Schema]:
    package = json.loads(call(["columns", "--json", "--", name]).output)
    found: dict[str, Schema] = {}
    for resource in package["resources"]:
        columns = [
            Column(
                item["name"],
                item["type"],
                item.get("unit", "-"),
                item.get("description", ""),
                tuple(item.get("constraints", {}).get("enum", ())),
            )
            for item in resource["schema"]["fields"]
        ]
        stem = Path(resource["path"]).stem
        key = tuple(resource["schema"].get("primaryKey", ()))
        found[stem] = Schema(stem, resource["description"], {column.name: column for column in columns}, key)
    return found
