"""What a run and a study have in common: a folder with a manifest."""

from __future__ import annotations

import json
import os
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from .._errors import DetourError
from .texts import Page, make_page

if TYPE_CHECKING:
    import pandas as pd


class ResultFolder:
    """A folder of results, its manifest, and the tables that were read from it.

    Attributes
    ----------
    folder : pathlib.Path
        Where the results are; a temporary folder lives as long as this object.
    """

    def __init__(self, folder: Path, keeper: TemporaryDirectory[str] | None = None) -> None:
        self.folder = folder
        self._keeper = keeper
        self._frames: dict[str, pd.DataFrame] = {}

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """What the results say of themselves: the scenario with every default filled in, and more.

        Of a run there are its seeds, inputs and digests, of a study its plan and its points.
        """
        return read_manifest(self.folder)

    def report(self, path: str | os.PathLike[str] | None = None) -> Page:
        """Make the page of the results.

        That of a run has the replay, the figures and each passenger's story; that of a study charts of every figure
        over every field.

        Parameters
        ----------
        path : path, optional
            The file; if left out, `FOLDER.html` beside the folder.

        Returns
        -------
        Page
            It shows itself in a notebook; `page.path` is the file.
        """
        return make_page(self.folder, Path(path) if path else self.folder.with_name(self.folder.name + ".html"))


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest in `folder`."""
    path = folder / "manifest.json"
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise DetourError(
            f"{folder}: is not the folder of a run or of a study: it has no manifest.json", 65
        ) from None
    except ValueError as error:
        raise DetourError(f"{path}: is damaged ({error})", 65) from None
    return manifest
