"""Carries out the shards of a study as tasks of Dask."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import DetourError
from ._program import call
from ._progress import Bar

if TYPE_CHECKING:
    from distributed import Client

LEFT = "stop"
# By this file the folder of the shards is known as one that was made here.
MARK = ".detour-shards"
# The bytes of a run's entry in an index, of which the first eight are its id.
ENTRY = 48
# More shards than runs.
MOST = 1 << 60
SHARD = re.compile(r"[0-9]+-of-[0-9]+")
# What `detour sweep` writes into the folder of a study; anything else in a shard is somebody else's.
CONTENT = (
    *("manifest.json", "runs.csv", "summary.csv", "warm_up.csv", "performance.csv"),
    *("runs", "performance", "start-up", "notices", "tables", ".work"),
)


def carry_out(
    client: Client,
    words: Sequence[str],
    scenario: Path,
    folder: Path,
    shards: int | None,
    jobs: int,
    retries: int,
    bar: Bar,
    told: set[str],
) -> str:
    """Carry out the study in `folder` by the workers of `client` and return what the merge prints.

    The shards stand beside the folder until all of them are there, so that an interrupted study goes on.
    """
    from distributed import wait

    place = folder.with_name(folder.name + ".shards")
    enter(place)
    (place / LEFT).unlink(missing_ok=True)
    count = shards or 4 * max(1, sum(client.nthreads().values()))
    if (folder / "manifest.json").is_file():
        # Told before any run: a folder of another study. The last shard of so many has no run.
        call(
            ["sweep", *words, "--runs-only", "--quiet", "--shard", f"{MOST}/{MOST}", "--out", str(folder)]
            + ["--", str(scenario)],
            warns=False,
        )
    futures = [
        client.submit(
            shard,
            [*words, "--shard", f"{number}/{count}", "--jobs", str(jobs), "--quiet"],
            str(scenario),
            str(place / f"{number}-of-{count}"),
            str(folder),
            pure=False,
            retries=retries,
            key=f"detour-shard-{number}-of-{count}-{id(bar)}",
        )
        for number in range(1, count + 1)
    ]
    try:
        pending: Any = futures
        while pending:
            with contextlib.suppress(TimeoutError):
                pending = wait(pending, timeout=0.5, return_when="FIRST_COMPLETED").not_done
            bar.show(*state(place, [folder]))
        client.gather(futures)
    except BaseException:
        # Tasks at work see it and interrupt their program; what they have finished stays.
        (place / LEFT).touch()
        client.cancel(futures)
        raise
    parts = [str(path) for path in sorted(shards_of(place)) if (path / "manifest.json").is_file()]
    text = call(["merge", "--out", str(folder), "--", *parts], told=told).output
    leave(place)
    return text


def enter(place: Path) -> None:
    """Make the folder of the shards, or take the one that an interrupted study has left.

    Raises
    ------
    DetourError
        Where something else stands there.
    """
    if place.is_dir() and not place.is_symlink():
        if not (place / MARK).is_file() and any(place.iterdir()):
            raise DetourError(
                f"{place}: holds something else than the shards of a study; move it away, or give another out=",
                65,
            )
    elif place.exists() or place.is_symlink():
        raise DetourError(
            f"{place}: is no folder, and the shards of the study go there; move it away, or give another out=",
            65,
        )
    place.mkdir(parents=True, exist_ok=True)
    (place / MARK).touch()


def shards_of(place: Path) -> list[Path]:
    """Return the folders of shards in `place`."""
    return [
        path
        for path in place.iterdir()
        if SHARD.fullmatch(path.name) and path.is_dir() and not path.is_symlink()
    ]


def leave(place: Path) -> None:
    """Remove the shards, which are merged, and the folder around them unless it holds anything else."""
    for part in shards_of(place):
        for path in (part / name for name in CONTENT):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            part.rmdir()
    (place / LEFT).unlink(missing_ok=True)
    if [path.name for path in place.iterdir()] == [MARK]:
        (place / MARK).unlink()
        place.rmdir()


def shard(words: Sequence[str], scenario: str, part: str, whole: str) -> None:
    """Carry out one shard in the folder `part`; the runs that the study in `whole` has already are taken from it."""
    stopped = Path(part).with_name(LEFT)
    line = ["sweep", *words, "--runs-only", "--progress", "json", "--out", part]
    if Path(whole, "manifest.json").is_file():
        line += ["--reuse", whole]
    line += ["--", scenario]
    # The merge tells what is odd, once for all of them.
    call(line, listen=Bar(False).hear, stopped=stopped.exists, warns=False)


def state(place: Path, folders: Sequence[Path]) -> tuple[int, int]:
    """Return how many runs of the study are finished in the shards and `folders`, and how many there are to be."""
    done: set[bytes] = set()
    total = 0
    for part in [*shards_of(place), *folders]:
        done |= finished(part)
        if total == 0 and (part / "manifest.json").is_file():
            try:
                manifest = json.loads((part / "manifest.json").read_text(encoding="utf-8"))
            except ValueError:
                continue
            total = len(manifest["points"]) * int(manifest["plan"]["replications"])
    return len(done), total


def finished(part: Path) -> set[bytes]:
    """Return the ids of the finished runs in the folder of a study or shard, from the indexes of its packs."""
    ids: set[bytes] = set()
    for path in (part / "runs").iterdir() if (part / "runs").is_dir() else ():
        if path.name.endswith(".runs.index"):
            data = path.read_bytes()
            ids.update(data[place : place + 8] for place in range(0, len(data) - ENTRY + 1, ENTRY))
        elif path.suffix == ".csv":
            # Of an earlier version.
            ids.add(path.stem.encode())
    return ids
