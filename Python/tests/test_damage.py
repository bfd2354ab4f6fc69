"""Folders of results in which something is damaged."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Callable

import pytest
from conftest import SMALL
from matplotlib import pyplot

import detour
from detour._results.run import Run
from detour._results.study import Study

SEEDS = 160 if os.environ.get("DETOUR_FULL_VALIDATION") == "1" else 40

WORDS: list[bytes] = [b"", b"x", b"1e400", b'"', b"NaN", b"a,b", b"\xff", b"99999999999999999999"]
VALUES: list[Any] = [None, 1, -1, 1.5, "", "x", [], {}, [1], {"a": 1}, True, "\u0301", 10**30]


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run and a study with two fields, of which one is a word."""
    folder = tmp_path_factory.mktemp("originals")
    detour.run("quickstart", SMALL, out=folder / "run", record=["events"])
    vary = {"matching.radius_m": [500, 1500], "matching.policy": ["first", "nearest"]}
    detour.sweep("quickstart", vary, set=SMALL, replications=2, out=folder / "study", progress=False)
    return folder


def damage_json(draws: random.Random, data: bytes) -> bytes:
    """Take a member of the manifest away, or put something else in its place."""
    manifest = {"whole": json.loads(data)}
    places: list[tuple[Any, Any]] = []

    def walk(parent: Any, key: Any) -> None:
        places.append((parent, key))
        value = parent[key]
        for inner in (
            value if isinstance(value, dict) else range(min(5, len(value))) if isinstance(value, list) else []
        ):
            walk(value, inner)

    walk(manifest, "whole")
    parent, key = draws.choice(places)
    if parent is not manifest and draws.random() < 0.4:
        del parent[key]
    else:
        parent[key] = draws.choice(VALUES)
    return json.dumps(manifest["whole"]).encode()


def damage_table(draws: random.Random, data: bytes) -> bytes:
    """Cut the table, turn bytes over, or change a title, a cell, or the order of its lines."""
    lines = data.split(b"\n")
    kind = draws.choice(["cut", "bytes", "cell", "title", "order"])
    if kind == "cut":
        return data[: draws.randrange(len(data) + 1)]
    if kind == "bytes":
        changed = bytearray(data)
        for _ in range(draws.randrange(1, 20)):
            changed[draws.randrange(len(changed))] = draws.randrange(256)
        return bytes(changed)
    if kind == "order":
        draws.shuffle(lines)
        return b"\n".join(lines)
    number = 0 if kind == "title" else draws.randrange(1, max(2, len(lines) - 1))
    cells = lines[number].split(b",")
    cells[draws.randrange(len(cells))] = draws.choice(WORDS)
    return b"\n".join([*lines[:number], b",".join(cells), *lines[number + 1 :]])


def damage(draws: random.Random, folder: Path) -> str:
    """Damage one of the files in `folder`, and say how."""
    path = draws.choice(sorted(path for path in folder.iterdir() if path.is_file()))
    data = path.read_bytes()
    kind = draws.random()
    if kind < 0.1:
        path.unlink()
    elif kind < 0.15:
        path.unlink()
        path.mkdir()
    elif kind < 0.7 and path.suffix == ".json":
        path.write_bytes(damage_json(draws, data))
    else:
        path.write_bytes(damage_table(draws, data))
    return f"{path.name}, {kind}"


def member(kind: type[Run] | type[Study], folder: Path, name: str) -> object:
    """Return what a new object of the folder calls `name`."""
    return getattr(kind(folder), name)


def asks(folder: Path, of: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """What a user may ask of the folder, each by an object of its own; nothing that starts the program."""
    yield "open", lambda: detour.open(folder)
    if of == "run":
        for name in ["fingerprint", "run_id", "market", "tables", "figures", "summary", "manifest"]:
            yield name, partial(member, Run, folder, name)
        for name in ["requests", "attempts", "drivers", "stops", "timeseries", "events", "timing"]:
            yield name, partial(member, Run, folder, name)
        yield "polars", lambda: Run(folder).table("requests", "polars")
        yield "arrow", lambda: Run(folder).table("requests", "arrow")
        yield "dir", lambda: dir(Run(folder))
        yield "shown", lambda: (repr(Run(folder)), Run(folder)._repr_html_())
    else:
        for name in ["name", "parameters", "runs", "summary", "performance", "text", "manifest"]:
            yield name, partial(member, Study, folder, name)
        yield "plot", lambda: Study(folder).plot("match_rate", "matching.radius_m", "matching.policy")
        yield "shown", lambda: (repr(Study(folder)), Study(folder)._repr_html_())


@pytest.mark.parametrize("of", ["run", "study"])
@pytest.mark.filterwarnings("ignore")
def test_whatever_is_damaged_is_told_in_a_sentence(of: str, originals: Path, tmp_path: Path) -> None:
    told = 0
    for seed in range(SEEDS):
        draws = random.Random(seed)
        folder = tmp_path / "copy"
        shutil.copytree(originals / of, folder)
        how = damage(draws, folder)
        for name, ask in asks(folder, of):
            try:
                ask()
            except detour.DetourError as error:
                told += 1
                assert error.exit_code == 65 and str(folder) in str(error), (seed, how, name)
            except AttributeError as error:
                # A manifest from which a table is gone is that of a run without it.
                assert how.startswith("manifest.json") and f"a run has no `{name}`; its tables are" in str(
                    error
                ), (seed, how)
            except Exception as error:
                pytest.fail(f"{of}, seed {seed} ({how}), {name}: {error!r}")
        pyplot.close("all")
        shutil.rmtree(folder)
    assert told > 1.25 * SEEDS


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda manifest: manifest.pop("fingerprint"), "manifest.json: is damaged (it lacks `fingerprint`)"),
        (lambda manifest: manifest["seeds"].update(seed="1"), "`seeds.seed` is not a whole number"),
        (lambda manifest: manifest["tables"].append(7), "is not an object"),
        (lambda manifest: manifest["scenario"].update(market="--help"), "manifest.json: is damaged (`--help`"),
    ],
)
def test_a_damaged_manifest_says_where(
    change: Callable[[Any], object], sentence: str, originals: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(originals / "run", folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    run = detour.open(folder)
    with pytest.raises(detour.DetourError) as caught:
        _ = run.requests if isinstance(run, Run) else None
    assert sentence in str(caught.value) and caught.value.exit_code == 65
