from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from conftest import STUDY, content

import detour
from detour import _dask

distributed = pytest.importorskip("distributed")


def test_a_neighbour_with_the_name_of_the_shards_is_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "study.shards"
    place.mkdir()
    (place / "notes.txt").write_text("mine", encoding="utf-8")
    (place / "stop").write_text("mine too", encoding="utf-8")
    with pytest.raises(detour.DetourError, match="holds something else"):
        _dask.enter(place)
    assert (place / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert (place / "stop").read_text(encoding="utf-8") == "mine too"
    file = tmp_path / "other.shards"
    file.touch()
    with pytest.raises(detour.DetourError, match="is no folder"):
        _dask.enter(file)


def test_what_is_put_beside_the_shards_stays(tmp_path: Path) -> None:
    place = tmp_path / "study.shards"
    _dask.enter(place)
    # As an interrupted study leaves it.
    _dask.enter(place)
    for name in ("1-of-2", "2-of-2", "another study"):
        (place / name / "runs").mkdir(parents=True)
        (place / name / "manifest.json").touch()
    (place / "1-of-2" / "notes.txt").write_text("mine", encoding="utf-8")
    assert {path.name for path in _dask.shards_of(place)} == {"1-of-2", "2-of-2"}
    _dask.leave(place)
    left = {str(path.relative_to(place)) for path in place.rglob("*") if path.is_file()}
    assert left == {".detour-shards", "1-of-2/notes.txt", "another study/manifest.json"}
    (place / "1-of-2" / "notes.txt").unlink()
    (place / "1-of-2").rmdir()
    (place / "another study" / "runs").rmdir()
    (place / "another study" / "manifest.json").unlink()
    (place / "another study").rmdir()
    _dask.leave(place)
    assert not place.exists()


def test_a_worker_is_killed_and_nothing_is_lost(tmp_path: Path) -> None:
    call = {**STUDY, "replications": 8}
    whole = detour.sweep("quickstart", **call, out=tmp_path / "whole", progress=False)
    place = tmp_path / "study.shards"
    killed: list[int] = []
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        workers = client.run(os.getpid)
        assert len(workers) == 2

        def kill() -> None:
            deadline = time.monotonic() + 60
            while not any(map(_dask.finished, place.glob("*-of-*"))) and time.monotonic() < deadline:
                time.sleep(0.01)
            pid = next(iter(workers.values()))
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

        killer = threading.Thread(target=kill)
        killer.start()
        study = detour.sweep(
            "quickstart", **call, out=tmp_path / "study", client=client, shards=4, progress=False
        )
        killer.join()
        assert killed
        # The nanny starts another one.
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and len(client.run(os.getpid)) < 2:
            time.sleep(0.1)
        assert killed[0] not in client.run(os.getpid).values()
        assert content(study.folder) == content(whole.folder)
        assert not place.exists()
        assert study.text.splitlines()[:-1] == whole.text.splitlines()[: len(study.text.splitlines()) - 1]

        # The same call with more replications carries out what is missing.
        more = {**call, "replications": 9}
        study = detour.sweep(
            "quickstart", **more, out=tmp_path / "study", client=client, shards=2, progress=False
        )
        assert len(study.runs) == 18
        assert content(study.folder) == content(
            detour.sweep("quickstart", **more, out=tmp_path / "whole", progress=False).folder
        )

        # A fault is told in the sentence of the command.
        with pytest.raises(detour.DetourError, match="is not a field"):
            detour.sweep(
                "quickstart", {"matching.radius": [1, 2]}, out=tmp_path / "wrong", client=client, retries=0
            )
