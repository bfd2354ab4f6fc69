"""What a calibration has found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from .finding import Finding
from .tuned import settings


@dataclass(frozen=True, repr=False)
class Calibrated(Finding):
    """The settings of a scenario that reproduce observed figures. `detour.calibrate` makes it.

    Attributes
    ----------
    study : Study
        The runs that were made, a study like any other.
    findings : dict
        Everything, as calibrate.json has it.
    text : Text
        The same in words.
    """

    @property
    def is_reproduced(self) -> bool:
        """Whether any setting reproduces what was observed."""
        return bool(self.findings["reproduced"])

    @property
    def best(self) -> dict[str, Any]:
        """The likeliest settings, which were simulated."""
        return settings(self.findings["best"])

    @property
    def scenario(self) -> Path:
        """The file of the scenario at the likeliest settings, which `detour.run` takes."""
        return self.study.folder / "calibrated.json5"

    @property
    def fields(self) -> pd.DataFrame:
        """A row per field: its range, and the median and 95 % interval of the settings not ruled out."""
        return pd.DataFrame(self.findings["fields"])

    @property
    def figures(self) -> pd.DataFrame:
        """A row per figure: observed, simulated at the likeliest settings with the 95 % interval, and how far off."""
        return pd.DataFrame(self.findings["figures"])

    @property
    def samples(self) -> pd.DataFrame:
        """A row per setting drawn of those that are not implausible: fields, log density, expected figures."""
        return pd.read_csv(self.study.folder / "calibration.csv")
