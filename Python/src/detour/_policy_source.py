"""Where the process of a policy finds its function: in the function's own file, or in one written for it."""

from __future__ import annotations

import ast
import dis
import inspect
import sys
import textwrap
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from ._cache import kept
from .policy import Policy


def home(chosen: Policy) -> tuple[str, str]:
    """Return the file in which the process finds the policy, and what it is called there."""
    function = chosen.function
    code: types.CodeType | None = getattr(function, "__code__", None)
    if code is None or code.co_name == "<lambda>" or "<locals>" in function.__qualname__ or code.co_freevars:
        _refuse(chosen, "it is not a function that stands in a module by itself")
    name = function.__name__
    file = Path(code.co_filename).absolute()
    if not file.is_file():
        return str(_written(chosen)), name
    module = sys.modules.get(function.__module__)
    known = vars(module) if module else {}
    # The function's own name while the module is still being read, or where `policy` was called by hand.
    return str(file), next((key for key, value in known.items() if value is chosen), name)


def _written(chosen: Policy) -> Path:
    """Return the file into which a function of a notebook or a prompt was written, with what it needs."""
    parts: list[str] = []
    _collect(chosen, chosen.function, parts, set())
    return kept("policies", chosen.function.__name__, ".py", "\n\n".join(parts) + "\n")


def _collect(chosen: Policy, function: Any, parts: list[str], seen: set[str]) -> None:
    """Add the source of `function` to `parts`, behind that of all that it uses of its module."""
    try:
        source = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        _refuse(chosen, f"the source of {function.__name__} cannot be found")
    seen.add(function.__name__)
    tree = ast.parse(source)
    for name in [*_names(function), *_default_names(tree)]:
        if name in seen or name not in function.__globals__:
            continue
        seen.add(name)
        value = function.__globals__[name]
        if isinstance(value, Policy):
            value = value.function
        if isinstance(value, types.ModuleType):
            parts.append(f"import {value.__name__} as {name}" if value.__name__ != name else f"import {name}")
        elif isinstance(value, types.FunctionType) and value.__globals__ is function.__globals__:
            _collect(chosen, value, parts, seen)
        elif hasattr(value, "__module__") and hasattr(value, "__qualname__") and value.__module__ != "__main__":
            parts.append(f"from {value.__module__} import {value.__qualname__} as {name}")
        elif _is_plain(value):
            parts.append(f"{name} = {value!r}")
        else:
            _refuse(chosen, f"it uses {name}, which is neither a module, a function nor a plain value")
    # Decorators have done their work, and need not be there again.
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            parts.append("\n".join(source.splitlines()[node.lineno - 1 :]))
    if function is chosen.function:
        parts.insert(0, "from __future__ import annotations")
        hello = {key: value for key, value in chosen._hello.items() if key != "protocol"}
        parts.append("from detour.policy import Policy as _Policy")
        arguments = "".join(f", {key}={value!r}" for key, value in hello.items())
        parts.append(f"{function.__name__} = _Policy({function.__name__}, {chosen.name!r}{arguments})")


def _names(function: Any) -> Iterator[str]:
    """Return the names that a function and those within it look up outside of themselves."""
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                yield str(step.argval)
        codes += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]


def _default_names(tree: ast.Module) -> Iterator[str]:
    """Return the names in the default values of the functions of `tree`, which are looked up when those are defined."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for default in [*node.args.defaults, *node.args.kw_defaults]:
                for part in ast.walk(default) if default is not None else []:
                    if isinstance(part, ast.Name):
                        yield part.id


def _is_plain(value: Any) -> bool:
    """Whether a value can be written down and read back."""
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False


def _refuse(chosen: Policy, reason: str) -> NoReturn:
    raise TypeError(
        f"the policy {chosen.name} cannot be started as a process: {reason}; put it into a file of its own, as a"
        " function of the module"
    )
