"""The command: `detour` and `python -m detour` become the program that is in the package."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

from ._errors import DetourError
from ._program import program, refuse


def main() -> NoReturn:
    """Become the program, with the words of the command line."""
    try:
        path = program()
        # Python ignores these, and a program inherits that: `detour columns | head` would end with an error.
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        try:
            os.execv(path, ["detour", *sys.argv[1:]])
        except OSError as error:
            refuse(path, error)
    except DetourError as error:
        sys.exit(f"detour: {error}")


if __name__ == "__main__":
    main()
