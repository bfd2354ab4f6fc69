"""What a run and a study have in common: a folder with a manifest."""

from __future__ import annotations

import json
import os
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from .._errors import DetourError
from .damage import Shape, check, damaged, reading
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

    # What its manifest must have.
    _shape: Shape = {}

    def __init__(self, folder: Path, keeper: TemporaryDirectory[str] | None = None) -> None:
        self.folder = folder
        self._keeper = keeper
        self._frames: dict[str, pd.DataFrame] = {}
        # What its user was warned of, and need not hear again.
        self._told: set[str] = set()

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """What the results say of themselves: the scenario with every default filled in, and more.

        Of a run there are its seeds, inputs and digests, of a study its plan and its points.
        """
        manifest = read_manifest(self.folder)
        check(self.folder / "manifest.json", manifest, self._shape)
        return manifest

    def report(self, path: str | os.PathLike[str] | None = None, *, allow_policy: bool = False) -> Page:
        """Make the page of the results.

        That of a run has the replay, the figures and each passenger's story; that of a study charts of every figure
        over every field.

        Parameters
        ----------
        path : path, optional
            The file; if left out, `FOLDER.html` beside the folder.
        allow_policy : bool
            Whether the policy outside the program that the folder of a run names may be executed, to tell who came near
            each passenger. A folder may come from anybody.

        Returns
        -------
        Page
            It shows itself in a notebook; `page.path` is the file.
        """
        file = Path(path) if path else self.folder.with_name(self.folder.name + ".html")
        return make_page(self.folder, file, allow_policy=allow_policy)


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest in `folder`."""
    path = folder / "manifest.json"
    try:
        with reading(path):
            text = path.read_text(encoding="utf-8")
    except DetourError as error:
        if isinstance(error.__context__, (FileNotFoundError, NotADirectoryError)):
            raise DetourError(
                f"{folder}: is not the folder of a run or of a study: it has no manifest.json", 65
            ) from None
        raise
    try:
        manifest: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise damaged(path, error) from None
    check(path, manifest, {})
    return manifest
