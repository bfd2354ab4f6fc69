from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import SMALL

import detour
from detour._progress import Bar

CALL: dict[str, Any] = {
    "vary": {"matching.radius_m": [300, 600, 1500]},
    "maximise": "match_rate",
    "where": "wait_s.mean<=900",
    "indifference": 0.05,
    "tolerance": {"wait_s.mean": 60},
    "replications": 6,
    "budget": 300,
    "set": SMALL,
    "progress": False,
}


def test_the_best_settings_are_found(tmp_path: Path) -> None:
    found = detour.tune("quickstart", **CALL, out=tmp_path / "tuned")
    assert found.verdict == "selected" and found.best == {"matching.radius_m": 1500.0}
    assert found.best == found.leader and found.reason is None
    points = found.points
    assert points["matching.radius_m"][0] == 1500.0 and points["state"][0] == "best"
    assert set(points["state"]) == {"best", "beaten"}
    assert (points["lower_95"] < points["mean"]).all() and (points["wait_s.mean \u2264 900"] > 0).any()
    assert repr(found).startswith(
        "quickstart-tune: the greatest match_rate"
    ) and found._repr_html_().startswith("<pre")
    assert dict(found.findings) == json.loads((tmp_path / "tuned" / "tune.json").read_text())
    assert len(found.study.runs) == found.findings["runs"]


def test_a_verdict_is_no_error() -> None:
    wide = {"vary": {"matching.radius_m": [1000, 1500]}}
    found = detour.tune(
        "quickstart", **CALL | wide | {"where": "wait_s.mean<=20", "tolerance": {"wait_s.mean": 20}}
    )
    assert found.verdict == "nothing_keeps_the_bounds" and found.best is None and found.leader is None
    assert found.reason is not None and "is violated by" in found.reason
    short = detour.tune(
        "quickstart", **CALL | {"indifference": 1e-5, "budget": 20, "where": None, "tolerance": None}
    )
    assert short.verdict == "undecided" and short.best is None and short.leader is not None


def test_a_goal_is_needed() -> None:
    with pytest.raises(detour.DetourError, match="--maximise FIGURE or --minimise FIGURE"):
        detour.tune("quickstart", CALL["vary"])


def test_a_log_has_lines_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tuning = {"points": 9, "undecided": 5, "ahead": "matching.radius_m = 900", "objective": "match_rate 43.9 %"}
    with Bar(True) as bar:
        for done in range(5):
            bar.show(done, 40)
        assert capsys.readouterr().err == ""
        monkeypatch.setenv("DETOUR_PROGRESS_S", "1e-9")
        bar.show(20, 40, tuning)
    line = capsys.readouterr().err
    assert line.startswith("progress: 20 of at most 40 runs, ") and line.count("\n") == 1
    assert line.endswith("; 5 of 9 points undecided, ahead matching.radius_m = 900 with match_rate 43.9 %\n")
