from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from conftest import SMALL

import detour

NAMES: dict[str, Any] = {
    "vary": {"behaviour.decline_probability": (0, 0.8)},
    "replications": 5,
    "design": ("lhs", 6),
    "waves": 1,
}


def test_the_settings_of_a_made_day_are_found(tmp_path: Path) -> None:
    day = {**SMALL, "behaviour.decline_probability": 0.5}
    observed = {"match_rate": detour.run("quickstart", day, seed=9).figures["match_rate"]}
    found = detour.calibrate("quickstart", observed, set=SMALL, out=tmp_path / "found", progress=False, **NAMES)
    assert found.is_reproduced and set(found.best) == {"behaviour.decline_probability"}
    assert found.text.strip() and found.figures["observed"].tolist() == list(observed.values())
    assert len(found.samples) > 100 and found.fields["lower"].item() < 0.5 < found.fields["upper"].item()
    again = detour.run(found.scenario)
    assert (
        again.manifest["scenario"]["behaviour"]["decline_probability"]
        == found.best["behaviour.decline_probability"]
    )
    # A table says the same, and no setting reproduces what cannot be.
    table = pd.DataFrame({"figure": list(observed), "value": list(observed.values())})
    same = detour.calibrate("quickstart", table, set=SMALL, progress=False, **NAMES)
    assert same.best == found.best
    never = detour.calibrate("quickstart", {"match_rate": 1.0}, set=SMALL, progress=False, **NAMES)
    assert not never.is_reproduced


def test_a_sample_is_judged() -> None:
    found = detour.sample("quickstart", [0.5], set=SMALL, replications=2, figure="match_rate", progress=False)
    assert "match_rate" in found.text and found.findings


def test_a_scenario_is_checked() -> None:
    good = detour.validate("quickstart", SMALL)
    assert good and good.counts == {"drivers": 160, "requests": 80} and good.points is None
    bad = detour.validate("quickstart", {"matching.radius_m": -1, "matching.colour": 3})
    assert not bad and len(bad.faults) == 2


def test_a_record_has_a_profile() -> None:
    trips = pd.DataFrame({"pickup_datetime": pd.date_range("2026-05-18T08:00:00", periods=60, freq="min")})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", detour.DetourWarning)
        found = detour.profile(trips, parts=24)
    assert found["profile"]["mon"][8] == 60 / found["per_hour"] or found["profile"]["mon"][8] == 60


def test_a_column_is_added_to_the_runs_of_a_study_without_a_warning(study: detour.Study) -> None:
    runs = study.runs
    assert runs.shape[1] > 100
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        runs.assign(mine=1)
    assert runs.attrs["units"]["wait_s.mean"] == "s"


def test_a_summary_that_lacks_a_column_says_so(study: detour.Study, tmp_path: Path) -> None:
    folder = tmp_path / "study"
    folder.mkdir()
    for name in ("manifest.json", "runs.csv"):
        (folder / name).write_bytes((study.folder / name).read_bytes())
    text = (study.folder / "summary.csv").read_text(encoding="utf-8")
    for gone in ("point", "matching.radius_m"):
        (folder / "summary.csv").write_text(text.replace(gone, "other", 1), encoding="utf-8")
        with pytest.raises(detour.DetourError, match=f"lacks the column `{gone}`"):
            detour.Study(folder)._repr_html_()
