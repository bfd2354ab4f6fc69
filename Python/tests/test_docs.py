from __future__ import annotations

import contextlib
import doctest
import io
import re
from pathlib import Path
from typing import Any

import pytest

import detour._running

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def test_the_page_prints_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    fences = list(FENCE.finditer(text))
    session: dict[str, Any] = {"__name__": "page"}
    count = 0
    for fence, following in zip(fences, [*fences[1:], None]):
        if fence[1] != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(fence[2], str(PAGE), "exec"), session)
        shown = ""
        if following and following[1] == "text" and not text[fence.end() : following.start()].strip():
            shown = following[2]
        assert lines(printed.getvalue()) == lines(shown), fence[2]
        count += 1
    assert count >= 8
    assert (tmp_path / "radius.png").stat().st_size > 1000


def test_examples_of_docstrings_hold() -> None:
    assert doctest.testmod(detour._running).failed == 0
