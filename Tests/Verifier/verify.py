#!/usr/bin/env python3
"""Check a result folder of one run against the rules of the design, from its rows and its manifest alone.

    python3 Tests/Verifier/verify.py Results/quickstart [FOLDER ...]

Shares no code with the program: every rule is written again from docs/ and the rows are taken for what their
columns say. Prints each rule with the number of cases checked; a violation names file, row and values, and the
exit code is then 1. Rules that a scenario gives no grounds for (inputs with limits of their own) count 0 cases.
"""

import importlib
import json
import pathlib
import sys

from verifier.form import Verifier


def verify(path: pathlib.Path) -> bool:
    """Checks one folder by the rules of its market and prints the result; returns whether every rule holds."""
    manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    market = manifest["scenario"].get("market", "carpool")
    if not (pathlib.Path(__file__).parent / "verifier" / f"{market}.py").exists():
        raise ValueError(f"no rules of market {market}")
    verifier = Verifier()
    importlib.import_module(f"verifier.{market}").verify(path, verifier)
    return verifier.print(str(path))


def main() -> int:
    if len(sys.argv) < 2 or any(argument.startswith("-") for argument in sys.argv[1:]):
        print(__doc__, file=sys.stderr)
        return 64
    holds = True
    for argument in sys.argv[1:]:
        try:
            holds = verify(pathlib.Path(argument)) and holds
        except (OSError, ValueError, KeyError) as error:
            print(f"{argument}: not a result folder of one run ({error!r})", file=sys.stderr)
            return 65
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
