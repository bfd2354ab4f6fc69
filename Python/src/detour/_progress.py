"""How far a study is: a bar where it can stand, lines now and then in a log."""

from __future__ import annotations

import json
import os
import sys
import time
from types import TracebackType
from typing import Any

from tqdm.auto import tqdm

# How often a line goes into a log, in seconds; DETOUR_PROGRESS_S says otherwise.
EVERY = 30.0


def can_stand() -> bool:
    """Return whether a bar can be drawn: on a terminal, or as a widget of a notebook."""
    # Elsewhere each state of the bar would be a line of its own.
    return sys.stderr.isatty() or any(base.__module__ == "tqdm.notebook" for base in tqdm.__mro__)


def every() -> float:
    """Return the seconds between two lines in a log."""
    try:
        given = float(os.environ.get("DETOUR_PROGRESS_S", ""))
    except ValueError:
        return EVERY
    return given if given > 0 else EVERY


class Bar:
    """Shows how many runs of a study are done; nothing where it is not wanted."""

    def __init__(self, shown: bool) -> None:
        self.shown = shown
        self.total = 0
        self.done = 0
        self._bar: Any = None
        self._stands = shown and can_stand()
        self._start: tuple[float, int] | None = None
        self._written = 0.0

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def show(self, done: int, total: int, tuning: dict[str, Any] | None = None) -> None:
        """Show that `done` of `total` runs are finished, and what a search for the best settings has found."""
        self.done, self.total = done, max(total, done)
        if not self.shown:
            return
        if not self._stands:
            self._log(tuning)
            return
        if self._bar is None:
            # Runs that were there say nothing of the pace.
            self._bar = tqdm(total=self.total, initial=done, unit="run", dynamic_ncols=True)
        self._bar.total = self.total
        self._bar.n = done
        if tuning is not None:
            self._bar.set_postfix_str(words(tuning), refresh=False)
        self._bar.refresh()

    def _log(self, tuning: dict[str, Any] | None) -> None:
        now = time.monotonic()
        if self._start is None:
            self._start, self._written = (now, self.done), now
            return
        if now - self._written < every():
            return
        self._written = now
        begun, before = self._start
        most = "" if tuning is None else "at most "
        line = f"progress: {self.done:,} of {most}{self.total:,} runs"
        if self.done > before:
            pace = (self.done - before) / (now - begun)
            line += f", {pace:.2g} runs/s, {most}{(self.total - self.done) / pace:,.0f} s left"
        if tuning is not None:
            line += f"; {words(tuning)}"
        print(line, file=sys.stderr, flush=True)

    def hear(self, line: str) -> bool:
        """Show what `line` tells, and return whether it is one of those that tell the progress."""
        if not line.startswith('{"progress":'):
            return False
        told = json.loads(line)["progress"]
        self.show(told["before"] + told["done"], told["total"], told.get("tuning"))
        return True


def words(tuning: dict[str, Any]) -> str:
    """Say how far a search for the best settings is."""
    text = f"{tuning['undecided']} of {tuning['points']} points undecided"
    if tuning["ahead"] is not None:
        text += f", ahead {tuning['ahead']} with {tuning['objective']}"
    return text
