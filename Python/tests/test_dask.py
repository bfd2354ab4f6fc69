from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from conftest import STUDY, content

import detour

distributed = pytest.importorskip("distributed")


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
            while not list(place.glob("*/runs/*.csv")) and time.monotonic() < deadline:
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
