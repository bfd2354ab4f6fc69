"""What a scenario may be given as, and how values become words of the command line."""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol, Union, runtime_checkable

from ._errors import DetourError
from ._frames import sides
from ._program import CHECKOUT, PACKAGE

# A data frame of pandas or polars.
Frame = Any
Scenario = Union[str, "os.PathLike[str]", Mapping[str, Any]]


@runtime_checkable
class PolicyProcess(Protocol):
    """A policy that another process decides by: `command` is the list of words that starts it."""

    @property
    def command(self) -> list[str]:
        """The words that start it."""


def shipped() -> Path:
    """Return the folder of the scenarios that come with the package."""
    inside = PACKAGE / "_scenarios"
    return inside if inside.is_dir() else CHECKOUT / "Scenarios"


def scenarios() -> list[str]:
    """Return the names of the scenarios and study files that come with the package.

    Returns
    -------
    list of str
        Names that `run` and `sweep` take, as `quickstart` and `studies/rabat-radius`.
    """
    folder = shipped()
    names = (path.relative_to(folder).with_suffix("") for path in folder.rglob("*.json5"))
    return sorted(map(str, names), key=lambda name: (name.count("/"), name))


@contextlib.contextmanager
def scenario_file(scenario: Scenario) -> Iterator[Path]:
    """Give the file of `scenario`: its path, the shipped one of the name, or a file made of a dict for the while."""
    if not isinstance(scenario, Mapping):
        yield located(scenario)
        return
    scenario = dict(scenario)
    name = str(scenario.setdefault("name", "scenario"))
    # It lies where the files that it names are looked for; the name of the study is made of its first part.
    stem = re.sub(r"[^\w-]", "-", name).lstrip("-") or "scenario"
    folder = Path.cwd() if os.access(Path.cwd(), os.W_OK) else Path(tempfile.gettempdir())
    handle, path = tempfile.mkstemp(prefix=f".{stem}.", suffix=".json5", dir=folder)
    try:
        with open(handle, "w", encoding="utf-8") as file:  # noqa: PTH123 - a handle, not a path
            file.write(literal(scenario))
        yield Path(path)
    finally:
        Path(path).unlink(missing_ok=True)


def located(scenario: str | os.PathLike[str]) -> Path:
    """Return the absolute path of a scenario that is a path or a shipped name."""
    path = Path(scenario)
    if path.exists() and not path.is_dir():
        return path.absolute()
    if scenario in scenarios():
        return shipped() / f"{scenario}.json5"
    if path.is_dir():
        raise DetourError(f"{path}: this is a folder; name a file in it", 65)
    names = ", ".join(name for name in scenarios() if "/" not in name)
    raise DetourError(
        f"{scenario}: there is no such file, and no scenario of that name comes along; those are {names}", 65
    )


def literal(value: object) -> str:
    """Return `value` as JSON."""
    return json.dumps(plain(value), ensure_ascii=False, allow_nan=False)


def plain(value: Any) -> Any:
    """Return `value` in types of the standard library: numbers as Python's own, paths as texts, policies as dicts."""
    if isinstance(value, PolicyProcess) and not isinstance(value, Mapping):
        return described(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (str, bool, int)) or value is None:
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        return plain(value.item())
    if isinstance(value, float):
        if not math.isfinite(value):
            raise DetourError(f"{value} is not a number that a scenario can hold")
        return value
    if isinstance(value, Iterable):
        return [plain(item) for item in value]
    raise DetourError(
        f"{value!r} is nothing that a scenario can hold; give numbers, texts, lists, dicts or policies"
    )


def described(policy: PolicyProcess) -> dict[str, Any]:
    """Return `matching.policy` of a policy: its command, its name if it has one, and what it decides."""
    told: dict[str, Any] = {"command": list(policy.command)}
    name = getattr(policy, "name", None)
    if name is not None:
        told["name"] = name
    timeout = getattr(policy, "timeout_s", None)
    if timeout is not None:
        told["timeout_s"] = timeout
    decides = getattr(policy, "decides", "requests")
    return told if decides == "requests" else {**told, "decides": decides}


def overrides(fields: Mapping[str, Any] | None, policy: PolicyProcess | None, **frames: Any) -> list[str]:
    """Return the options that set `fields`, the policy, and the sides that data frames were given for."""
    for side, frame in frames.items():
        if frame is not None and side in (fields or {}):
            raise DetourError(f"{side}= is given, and the field {side} too; give one of them")
    fields = {**sides(**frames), **(fields or {})}
    if policy is not None:
        if not isinstance(policy, PolicyProcess):
            raise DetourError(f"{policy!r} is no policy: it has no `command`, the list of words that starts it")
        if "matching.policy" in fields:
            raise DetourError("policy= is given, and matching.policy too; give one of them")
        # Before its parameters, which it would replace.
        fields = {"matching.policy": described(policy), **fields}
    return [word for name, value in fields.items() for word in ("--set", f"{name}={literal(value)}")]


BARE = re.compile(r"[^\W\d][\w./ -]*")
RESERVED = {"true", "false", "null", "NaN", "Infinity"}


def options(values: Mapping[str, Any]) -> list[str]:
    """Return the options of `values` that are given, each followed by its value."""
    return [word for name, value in values.items() if value is not None for word in (name, str(value))]


def study_folder(out: str | os.PathLike[str] | None) -> tuple[tempfile.TemporaryDirectory[str] | None, Path]:
    """Return the folder of a study; without `out` a temporary one, and the object that removes it in the end."""
    if out is not None:
        return None, Path(out).absolute()
    # A neighbour of the study's folder may be needed, so that it is not the temporary folder itself.
    keeper = tempfile.TemporaryDirectory(prefix="detour-")
    return keeper, Path(keeper.name) / "study"


def variations(vary: Mapping[str, Any] | None) -> list[str]:
    """Return the options that vary fields: each value a list, or a text as the command line has it."""
    words: list[str] = []
    for name, values in (vary or {}).items():
        if isinstance(values, str):
            text = values
        else:
            items = plain(values)
            text = ",".join(varied(name, item) for item in (items if isinstance(items, list) else [items]))
        words += ["--vary", f"{name}={text}"]
    return words


def varied(name: str, item: object) -> str:
    """Return one of the values of the field `name`."""
    if not isinstance(item, str):
        return literal(item)
    if not BARE.fullmatch(item) or item in RESERVED:
        raise DetourError(
            f"vary: the value {item!r} of {name} cannot vary; give a word of letters, digits and ./-"
        )
    return item
