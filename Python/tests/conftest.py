"""What the tests share."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import detour
from detour._program import call

os.environ.setdefault("MPLBACKEND", "Agg")

# Half an hour of a small town.
SMALL: dict[str, Any] = {
    "demand.count": 80,
    "supply.count": 160,
    "time.duration_s": 1800,
    "space.columns": 24,
    "space.rows": 24,
    "supply.od.min_m": 1500,
    "demand.od.min_m": 1000,
}
STUDY: dict[str, Any] = {"vary": {"matching.radius_m": [500, 1500]}, "replications": 3, "set": SMALL}


@pytest.fixture(scope="session")
def run() -> detour.Run:
    return detour.run("quickstart", SMALL)


@pytest.fixture(scope="session")
def study(tmp_path_factory: pytest.TempPathFactory) -> detour.Study:
    return detour.sweep("quickstart", **STUDY, out=tmp_path_factory.mktemp("studies") / "whole", progress=False)


def content(folder: Path) -> dict[str, bytes]:
    """What must be the same however a study was carried out."""
    names = ["manifest.json", "runs.csv", "summary.csv", "warm_up.csv"]
    files = [folder / name for name in names if (folder / name).exists()]
    found = {file.name: file.read_bytes() for file in files}
    with TemporaryDirectory() as place:
        call(["unpack", "--runs", "--quiet", "--out", place, "--", str(folder)])
        for file in Path(place).glob("*/*"):
            if file.parent.name != "performance":
                found[f"{file.parent.name}/{file.name}"] = file.read_bytes()
    return found
