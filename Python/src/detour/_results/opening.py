"""Opens what was made before."""

from __future__ import annotations

import os
from pathlib import Path

from .folder import read_manifest
from .run import Run
from .study import Study


def open(path: str | os.PathLike[str]) -> Run | Study:
    """Open the folder of a run or of a study.

    Parameters
    ----------
    path : path
        What `detour run`, `detour sweep` or `detour tune` wrote, or a function of this package.

    Returns
    -------
    Run or Study
        Which of them the folder holds.
    """
    folder = Path(path).absolute()
    if "points" in read_manifest(folder):
        return Study(folder)
    return Run(folder)
