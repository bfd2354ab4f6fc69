"""Run, sweep and compare simulations of dynamic carpooling.

>>> import detour
>>> run = detour.run("quickstart", {"matching.radius_m": 800})
>>> run.requests.head()  # doctest: +SKIP

Results are a function of scenario and seed alone: the same call gives the same tables on every processor.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .policy import policy
else:
    # The module, which can be called: to a type checker it is the decorator alone.
    from . import policy

if TYPE_CHECKING:
    from ._calibrating import calibrate, sample
    from ._checking import Validation, profile, validate
    from ._errors import DetourError, DetourWarning, ProgramError
    from ._results.calibrated import Calibrated
    from ._results.comparison import Comparison, compare
    from ._results.opening import open
    from ._results.plotting import plot
    from ._results.run import Run, explain
    from ._results.study import Analysis, Best, Study
    from ._results.texts import Page, Text
    from ._results.tuned import Tuned
    from ._running import run
    from ._scenario import scenarios
    from ._sweeping import sweep
    from ._tuning import tune

    __version__: str

__all__ = [
    "Analysis",
    "Best",
    "Calibrated",
    "Comparison",
    "DetourError",
    "DetourWarning",
    "Page",
    "ProgramError",
    "Run",
    "Study",
    "Text",
    "Tuned",
    "Validation",
    "calibrate",
    "compare",
    "explain",
    "open",
    "plot",
    "policy",
    "profile",
    "run",
    "sample",
    "scenarios",
    "sweep",
    "tune",
    "validate",
]

# Where the names are. The process of a policy imports the package too, once for each run, and on machines that have no
# pandas: what needs it is read when somebody asks for it.
_HOMES = {
    "_calibrating": ["calibrate", "sample"],
    "_checking": ["Validation", "profile", "validate"],
    "_errors": ["DetourError", "DetourWarning", "ProgramError"],
    "_results.calibrated": ["Calibrated"],
    "_results.comparison": ["Comparison", "compare"],
    "_results.opening": ["open"],
    "_results.plotting": ["plot"],
    "_results.run": ["Run", "explain"],
    "_results.study": ["Analysis", "Best", "Study"],
    "_results.texts": ["Page", "Text"],
    "_results.tuned": ["Tuned"],
    "_running": ["run"],
    "_scenario": ["scenarios"],
    "_sweeping": ["sweep"],
    "_tuning": ["tune"],
}


def _found(name: str) -> Any:
    """Return what the package calls `name`, and keep it."""
    if name == "__version__":
        value: Any = _version()
    else:
        home = next((home for home, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


# To a type checker it would say that every name is there.
if not TYPE_CHECKING:
    __getattr__ = _found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def _version() -> str:
    """Return the version that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    from ._program import DISTRIBUTION

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:  # a checkout that is on the path
        return "0"
