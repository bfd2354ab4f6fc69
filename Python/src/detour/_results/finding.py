"""What every search in the settings of a scenario gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .study import Study
from .texts import Text


@dataclass(frozen=True, repr=False)
class Finding:
    """The runs of a search, and what was found, as data and in words.

    Attributes
    ----------
    study : Study
        The runs that were made, a study like any other.
    findings : dict
        The content of the search's JSON file.
    text : Text
        The same in words.
    """

    study: Study
    findings: Mapping[str, Any]
    text: Text

    def __repr__(self) -> str:
        return repr(self.text)

    def _repr_html_(self) -> str:
        return self.text._repr_html_()
