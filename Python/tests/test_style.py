from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def check(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", *words], cwd=PACKAGE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_hold() -> None:
    check("mypy", "--cache-dir", "../.build/mypy")


def test_the_layout_is_that_of_ruff() -> None:
    check("ruff", "check", "--no-cache", ".")
    check("ruff", "format", "--no-cache", "--check", ".")
