"""Finds the program, starts it, and turns its end into a result or an error."""

from __future__ import annotations

import errno
import os
import platform
import signal
import subprocess
import sys
import sysconfig
import tempfile
import warnings
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NoReturn

from ._errors import DetourError, DetourWarning, ProgramError

# What the package is called where it is installed from: the name `detour` belongs to somebody else there.
DISTRIBUTION = "detour-sim"
PACKAGE = Path(__file__).resolve().parent
# An uninstalled package lies in a checkout: Python/src/detour.
CHECKOUT = PACKAGE.parents[2]
WARNING = "warning: "


@dataclass(frozen=True)
class Call:
    """What one call of the program left behind."""

    exit_code: int
    output: str
    errors: str


def program() -> Path:
    """Return the program: what `DETOUR_PROGRAM` names, else the one in the package, else the checkout's.

    Raises
    ------
    ProgramError
        Where there is none, or it may not be executed.
    """
    named = os.environ.get("DETOUR_PROGRAM")
    if named:
        candidates = [Path(named)]
    else:
        candidates = [PACKAGE / "_program" / "detour"]
        if (CHECKOUT / "Package.swift").is_file():
            candidates.append(CHECKOUT / ".build" / "release" / "detour")
    for path in candidates:
        if path.is_file():
            if not os.access(path, os.X_OK):
                raise ProgramError(f"{path} may not be executed; {remedy()}")
            return path
    raise ProgramError(f"{candidates[0]} is not there; {remedy()}")


def remedy() -> str:
    """Say which machines the package is for, which this is, and what to do."""
    tags: list[str] = []
    try:
        text = distribution(DISTRIBUTION).read_text("WHEEL") or ""
        tags = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("Tag: ")]
    except PackageNotFoundError:
        pass
    here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    library = " ".join(part for part in platform.libc_ver() if part) or "an unknown C library"
    made = f"this package is made for {', '.join(tags)}" if tags else "this package has no program for it"
    return (
        f"{made}, and this machine is {here} with {library}: install a wheel for it, or install from a checkout"
        " with Swift 6 (pip install ./Python)"
    )


def failure(exit_code: int, errors: str, words: Sequence[str]) -> DetourError:
    """Return the error that the command `words` ended with."""
    lines = [line for line in errors.splitlines() if line and not line.startswith("detour: " + WARNING)]
    sentence = "\n".join(line[len("detour: ") :] if line.startswith("detour: ") else line for line in lines)
    if "GLIBC" in sentence or "error while loading shared libraries" in sentence:
        return ProgramError(f"{sentence}; {remedy()}", exit_code, words)
    if not sentence:
        name = signal.Signals(-exit_code).name if exit_code < 0 else ""
        sentence = f"{' '.join(words[:2])} ended of {name or f'exit code {exit_code}'} without a word"
    return DetourError(sentence, exit_code, words)


def call(
    words: Sequence[str],
    *,
    accepted: Collection[int] = (0,),
    listen: Callable[[str], bool] | None = None,
    stopped: Callable[[], bool] | None = None,
    told: set[str] | None = None,
    warns: bool = True,
) -> Call:
    """Run the program with `words` and wait for its end; no shell is between.

    Parameters
    ----------
    words : sequence of str
        The words of the command line behind the program.
    accepted : collection of int
        Exit codes that are no failure.
    listen : callable, optional
        Hears every line on standard error while the program runs, and returns whether it was meant for it.
    stopped : callable, optional
        Asked after every line; when it first answers true the program is interrupted.
    told : set of str, optional
        Warnings that somebody has been told already, and is not told again; new ones are added.
    warns : bool
        Whether what the command warns of becomes warnings.

    Raises
    ------
    DetourError
        With the command's own sentence, where the exit code is another.
    """
    path = program()
    line = [str(path), *words]
    errors: list[str] = []
    # Output goes through a file, so that no pipe can fill up while standard error is read.
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                line, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            refuse(path, error)
        assert process.stderr is not None
        try:
            for bytes_ in process.stderr:
                text = bytes_.decode("utf-8", "replace").rstrip("\n")
                if listen is None or not listen(text):
                    errors.append(text)
                if stopped is not None and stopped():
                    process.send_signal(signal.SIGINT)
                    stopped = None
            code = process.wait()
        except BaseException:
            end(process)
            raise
        finally:
            process.stderr.close()
        output.seek(0)
        printed = output.read().decode("utf-8", "replace")
    if warns:
        warn(
            [text[len("detour: " + WARNING) :] for text in errors if text.startswith("detour: " + WARNING)],
            told,
        )
    if code not in accepted:
        raise failure(code, "\n".join(errors), ["detour", *words])
    return Call(code, printed, "\n".join(errors))


def warn(sentences: Sequence[str], told: set[str] | None = None) -> None:
    """Warn of each of the `sentences` that is not among those `told`, where the package was called."""
    heard = set() if told is None else told
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and PACKAGE in Path(frame.f_code.co_filename).parents:
        level, frame = level + 1, frame.f_back
    for sentence in sentences:
        if sentence not in heard:
            heard.add(sentence)
            warnings.warn(sentence, DetourWarning, stacklevel=level)


def refuse(path: Path, error: OSError) -> NoReturn:
    """Raise what it means that the program at `path` cannot be started."""
    if error.errno in (errno.ENOEXEC, errno.ENOENT, errno.EACCES):
        raise ProgramError(f"{path} does not run here ({error.strerror}); {remedy()}") from error
    raise error


def end(process: subprocess.Popen[bytes]) -> None:
    """Interrupt `process`, which has time to put away what it has in hand; then it is killed."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
