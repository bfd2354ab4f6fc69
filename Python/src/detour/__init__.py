"""Run, sweep and compare simulations of dynamic carpooling.

>>> import detour
>>> run = detour.run("quickstart", {"matching.radius_m": 800})
>>> run.requests.head()  # doctest: +SKIP

Results are a function of scenario and seed alone: the same call gives the same tables, on any machine.
"""

from importlib.metadata import PackageNotFoundError, version

from ._errors import DetourError, DetourWarning, ProgramError
from ._results.comparison import Comparison, compare
from ._results.opening import open
from ._results.run import Run, explain
from ._results.study import Analysis, Best, Study
from ._results.texts import Page, Text
from ._running import run
from ._scenario import scenarios
from ._sweeping import sweep
from .policy import policy

try:
    __version__ = version("detour")
except PackageNotFoundError:  # a checkout that is on the path
    __version__ = "0"

__all__ = [
    "Analysis",
    "Best",
    "Comparison",
    "DetourError",
    "DetourWarning",
    "Page",
    "ProgramError",
    "Run",
    "Study",
    "Text",
    "compare",
    "explain",
    "open",
    "policy",
    "run",
    "scenarios",
    "sweep",
]
