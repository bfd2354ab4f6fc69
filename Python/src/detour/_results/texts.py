"""Texts and pages that show themselves in a notebook."""

from __future__ import annotations

import html
import os
from pathlib import Path

from .._program import call


class Text(str):
    """A text of the command that shows itself as it is meant to be read."""

    def __repr__(self) -> str:
        return str(self).rstrip("\n")

    def _repr_html_(self) -> str:
        # A notebook's own style may take the columns' font and blanks away.
        style = "line-height:1.25;font-family:monospace;white-space:pre;overflow-x:auto"
        return f'<pre style="{style}">{html.escape(str(self))}</pre>'


class Page(os.PathLike[str]):
    """A page in one HTML file, which shows itself in a notebook.

    Attributes
    ----------
    path : pathlib.Path
        The file.
    height : int
        How high it is shown, in pixels.
    """

    def __init__(self, path: Path, height: int = 640) -> None:
        self.path = path
        self.height = height

    def __fspath__(self) -> str:
        return str(self.path)

    def __str__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"Page({str(self.path)!r})"

    def _repr_html_(self) -> str:
        # The page itself, and not its address: a notebook may show it to a browser that does not reach the file.
        page = html.escape(self.path.read_text(encoding="utf-8"), quote=True)
        # Its scripts run, and reach nothing of the notebook: neither its cells nor its address.
        frame = f'width="100%" height="{self.height}" style="border:0"'
        return f'<iframe sandbox="allow-scripts" srcdoc="{page}" {frame}></iframe>'


#: The words that say whether the policy of a result folder may be executed.
ALLOWING: dict[bool, list[str]] = {False: [], True: ["--allow-policy"]}


def make_page(folder: Path, path: Path, *, allow_policy: bool = False) -> Page:
    """Write the page of the run or study in `folder` to `path`."""
    place = os.path.abspath(path)  # noqa: PTH100
    call(["report", "--quiet", "--out", place, *ALLOWING[allow_policy], "--", str(folder)])
    return Page(path)
