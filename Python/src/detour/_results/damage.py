"""What is wrong with files of results, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .._errors import DetourError

# What a value in a manifest must be: a type, a list of such things, or an object with such members.
Shape = Any


def damaged(path: Path, reason: object) -> DetourError:
    """Return the error that says that the file at `path` is not what the program wrote."""
    return DetourError(
        f"{path}: is damaged ({reason}); make the results again, or take the file from where they were made", 65
    )


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn whatever goes wrong while the file at `path` is read into the error that says so."""
    try:
        yield
    except (DetourError, ImportError, MemoryError):
        raise
    except FileNotFoundError:
        raise DetourError(f"{path} is not there", 65) from None
    except OSError as error:
        raise DetourError(f"{path}: cannot be read ({error.strerror or error})", 65) from error
    # What readers of tables raise is of many kinds, and of their own.
    except Exception as error:
        lines = str(error).splitlines() or [type(error).__name__]
        raise damaged(path, lines[0]) from error


def check(path: Path, value: Any, shape: Shape, place: str = "") -> None:
    """Raise where `value`, which stands at `place` of the file at `path`, has another `shape`."""
    kind: Any = shape if isinstance(shape, type) else type(shape)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        names = {str: "a text", int: "a whole number", dict: "an object", list: "a list"}
        raise damaged(path, f"`{place}` is not {names[kind]}" if place else f"it is not {names[kind]}")
    if isinstance(shape, dict):
        for name, part in shape.items():
            where = f"{place}.{name}" if place else name
            if name not in value:
                raise damaged(path, f"it lacks `{where}`")
            check(path, value[name], part, where)
    if isinstance(shape, list):
        for number, item in enumerate(value):
            check(path, item, shape[0], f"{place}[{number}]")
