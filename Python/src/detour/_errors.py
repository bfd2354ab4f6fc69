"""What can go wrong, in the command's own sentences."""

from __future__ import annotations

from collections.abc import Sequence


class DetourError(Exception):
    """The command failed; the text is its own sentence, which says what is wrong, where, and what would be right.

    Attributes
    ----------
    exit_code : int
        What the command ended with: 1 it failed, 3 it cannot tell, 64 the call is wrong, 65 the input is wrong;
        negative where a signal ended it.
    command : tuple of str
        The words that were run; empty where none were.
    """

    def __init__(self, sentence: str, exit_code: int = 64, command: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code
        self.command = tuple(command)


class ProgramError(DetourError, OSError):
    """The program of the package is not there, or does not run on this machine."""


class DetourWarning(UserWarning):
    """What the command wants to be known although it went on."""
