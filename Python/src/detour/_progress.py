"""The bar of a study, fed by the progress that the command tells."""

from __future__ import annotations

import json
from types import TracebackType
from typing import Any

from tqdm.auto import tqdm


class Bar:
    """Shows how many runs of a study are done; nothing where it is not wanted."""

    def __init__(self, shown: bool) -> None:
        self.shown = shown
        self.total = 0
        self.done = 0
        self._bar: Any = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def show(self, done: int, total: int) -> None:
        """Show that `done` of `total` runs are finished."""
        self.done, self.total = done, max(total, done)
        if not self.shown:
            return
        if self._bar is None:
            # Runs that were there say nothing of the pace.
            self._bar = tqdm(total=self.total, initial=done, unit="run", dynamic_ncols=True)
        self._bar.total = self.total
        self._bar.n = done
        self._bar.refresh()

    def hear(self, line: str) -> bool:
        """Show what `line` tells, and return whether it is one of those that tell the progress."""
        if not line.startswith('{"progress":'):
            return False
        told = json.loads(line)["progress"]
        self.show(told["before"] + told["done"], told["total"])
        return True
