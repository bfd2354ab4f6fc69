from __future__ import annotations

import gc
import json
import re
import subprocess
import sys
import textwrap
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from conftest import SMALL

import detour
from detour._program import program
from detour._results.figures import Figure
from detour.policy import Attempt, Candidate

# The town of `SMALL`, whose people are not drawn.
SMALL_TOWN = {name: value for name, value in SMALL.items() if name.startswith(("space", "time"))}


def test_a_run_is_what_the_command_gives(run: detour.Run, tmp_path: Path) -> None:
    words = [str(program()), "run", "quickstart.json5", "--out", str(tmp_path / "run"), "--quiet"]
    for name, value in SMALL.items():
        words += ["--set", f"{name}={value}"]
    folder = Path(__file__).parents[2] / "Scenarios"
    subprocess.run(words, cwd=folder, check=True)
    same = detour.open(tmp_path / "run")
    assert isinstance(same, detour.Run)
    assert same.fingerprint == run.fingerprint
    assert same.run_id == run.run_id == run.manifest["run_id"]
    pd.testing.assert_frame_equal(same.requests, run.requests)


def test_a_scenario_is_a_name_a_path_or_a_dict(
    run: detour.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(__file__).parents[2] / "Scenarios" / "quickstart.json5"
    assert detour.run(path, SMALL).fingerprint == run.fingerprint
    assert detour.run(str(path), SMALL).fingerprint == run.fingerprint
    monkeypatch.chdir(tmp_path)
    again = detour.run(run.manifest["scenario"])
    assert again.fingerprint == run.fingerprint
    assert list(tmp_path.iterdir()) == []


def test_files_of_a_dict_are_looked_for_in_the_working_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = detour.run("shifts-recorded")
    monkeypatch.chdir(Path(__file__).parents[2] / "Scenarios")
    before = set(Path.cwd().iterdir())
    assert detour.run(recorded.manifest["scenario"]).fingerprint == recorded.fingerprint
    assert set(Path.cwd().iterdir()) == before


def test_values_of_numpy_and_texts_are_set() -> None:
    fields: dict[str, Any] = {**SMALL, "matching.radius_m": np.int64(600), "matching.policy": "nearest"}
    scenario = detour.run("quickstart", {**fields, "demand.count": np.float64(40.0)}).manifest["scenario"]
    assert scenario["matching"]["radius_m"] == 600
    assert scenario["matching"]["policy"] == "nearest"
    assert scenario["demand"]["count"] == 40


def test_seed_replication_and_records(run: detour.Run) -> None:
    other = detour.run("quickstart", SMALL, seed=2, replication=3, record=["tracks", "events"])
    assert other.manifest["seeds"] == {"seed": 2, "replication": 3}
    assert {"tracks", "events"} <= set(other.tables)
    assert not {"tracks", "events"} & set(run.tables)
    assert other.tracks["time_s"].dtype == "float64"
    assert other.fingerprint != run.fingerprint


def test_threads_change_no_result() -> None:
    fields = {**SMALL, "matching.policy": "batch", "matching.batch.window_s": 60}
    assert (
        detour.run("quickstart", fields, threads=2).fingerprint == detour.run("quickstart", fields).fingerprint
    )


def test_a_temporary_folder_lives_as_long_as_the_run() -> None:
    run = detour.run("quickstart", SMALL)
    folder = run.folder
    assert (folder / "manifest.json").exists()
    del run
    gc.collect()
    assert not folder.parent.exists()


def test_results_are_replaced_only_where_that_is_said(tmp_path: Path) -> None:
    out = tmp_path / "a folder; with -- odd 'signs'"
    detour.run("quickstart", SMALL, out=out)
    with pytest.raises(detour.DetourError, match="--force") as caught:
        detour.run("quickstart", SMALL, out=out)
    assert caught.value.exit_code == 65
    assert detour.run("quickstart", SMALL, out=out, force=True).folder == out


def test_figures_have_names_and_units(run: detour.Run) -> None:
    figures = run.figures
    assert figures["requests"] == len(run.requests) == SMALL["demand.count"]
    assert 0 < figures["match_rate"] < 1
    assert figures["wait_s.p95"] >= figures["wait_s.median"]
    assert figures.attrs["units"]["wait_s.p95"] == "s"
    assert figures.attrs["units"]["match_rate"] == "ratio"


def test_a_run_shows_itself(run: detour.Run) -> None:
    assert repr(run).startswith("quickstart") and "fingerprint  " + run.fingerprint in repr(run)
    assert run._repr_html_().startswith("<table") and run.fingerprint in run._repr_html_()
    opened = detour.open(run.folder)
    assert "match_rate" in repr(opened) and run.run_id in repr(opened)


def test_a_notebook_shows_the_figures_of_the_page(run: detour.Run, tmp_path: Path) -> None:
    page = run.report(tmp_path / "page.html").path.read_text(encoding="utf-8")
    tiles = dict(re.findall(r'<div data-figure="([^"]+)"><dt>.*?</dt><dd[^>]*>([^<]*)</dd>', page))
    rows = dict(re.findall(r"<tr><th[^>]*>([^<]*)</th><td[^>]*>([^<]*)</td></tr>", run._repr_html_()))
    assert rows == {name: text.replace("\u00a0", " ") for name, text in tiles.items()}
    assert rows["match_rate"].endswith(" %") and "requests" in rows


@pytest.mark.parametrize(
    ("figure", "value", "words"),
    [
        (Figure("match_rate", "ratio", share=True), 0.438667, "43.9 %"),
        (Figure("occupancy", "ratio"), 1.171, "1.17"),
        (Figure("wait_s.mean", "s"), 2580.415, "43 min 00 s"),
        (Figure("wait_s.mean", "s"), 3.25, "3.2 s"),
        (Figure("wait_s.count", "count"), 1234.0, "1,234"),
        (Figure("vkt_saved_km", "km"), 2954.4, "2,954 km"),
        (Figure("match_rate", "ratio", share=True), float("nan"), "–"),
    ],
)
def test_figures_read_as_the_program_writes_them(figure: Figure, value: float, words: str) -> None:
    assert figure.words(value) == words


def test_a_page_shows_itself(run: detour.Run, tmp_path: Path) -> None:
    page = run.report(tmp_path / "page.html")
    assert page.path == tmp_path / "page.html"
    assert page._repr_html_().startswith('<iframe sandbox="allow-scripts" srcdoc="&lt;!DOCTYPE html')
    assert str(run.report()) == f"{run.folder}.html"


def test_the_policy_of_a_folder_is_not_executed_unless_that_is_allowed(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    code = """
        import json, pathlib, sys
        pathlib.Path(__file__).with_name("trace").touch()
        for line in sys.stdin:
            kind = json.loads(line)["type"]
            answer = {"hello": {"protocol": 1}, "attempt": {"driver": None}}.get(kind)
            if answer:
                print(json.dumps(answer), flush=True)
    """
    script.write_text(textwrap.dedent(code))
    policy = {"command": [sys.executable, str(script)]}
    mine = detour.run("quickstart", {**SMALL, "matching.policy": policy}, out=tmp_path / "run")
    asked = mine.requests["request_id"].iloc[0]
    (tmp_path / "trace").unlink()
    with pytest.raises(detour.DetourError, match="would execute the policy"):
        mine.explain(asked)
    with pytest.warns(detour.DetourWarning, match="would execute the policy"):
        page = mine.report(tmp_path / "page.html")
    assert "would execute the policy" in page.path.read_text(encoding="utf-8")
    assert not (tmp_path / "trace").exists()
    assert mine.explain(asked, allow_policy=True).startswith(f"request {asked}: ")
    assert (tmp_path / "trace").exists()


def test_a_request_is_explained(run: detour.Run) -> None:
    asked = run.requests["request_id"].iloc[0]
    text = detour.explain(run, asked, drivers=1)
    assert text.startswith(f"request {asked}: ")
    assert repr(text) == str(text).rstrip("\n")
    assert run.explain(asked) == detour.explain(run.folder, asked)


def test_faults_come_in_the_sentence_of_the_command() -> None:
    with pytest.raises(detour.DetourError, match="is not a field; did you mean `radius_m`") as caught:
        detour.run("quickstart", {"matching.radius": 800})
    assert caught.value.exit_code == 65
    assert caught.value.command[:2] == ("detour", "run")
    with pytest.raises(detour.DetourError, match="no such file, and no scenario of that name comes along"):
        detour.run("nowhere")
    with pytest.raises(detour.DetourError, match="--record all: give one of"):
        detour.run("quickstart", record="all")
    with pytest.raises(detour.DetourError, match="has no manifest"):
        detour.open("/")
    with pytest.raises(detour.DetourError, match="not a number"):
        detour.run("quickstart", {"matching.radius_m": float("nan")})


def test_warnings_are_warnings(tmp_path: Path) -> None:
    with pytest.warns(detour.DetourWarning):
        detour.sweep("shifts-recorded", vary={"matching.attempts": [2]}, replications=2, progress=False)


def test_a_study_warns_of_the_same_thing_once(tmp_path: Path) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        study = detour.sweep(
            "shifts-recorded",
            vary={"matching.attempts": [2]},
            replications=2,
            progress=False,
            out=tmp_path / "study",
        )
        told = [str(warning.message) for warning in caught]
        for _ in range(2):
            study.analyse()
            detour.compare(study, study)
    assert told and len(set(told)) == len(told)
    said = [str(warning.message) for warning in caught]
    assert len(set(said)) == len(said), said
    # Where the package was called.
    assert {warning.filename for warning in caught} == {__file__}


def frames(run: detour.Run) -> tuple[pd.DataFrame, pd.DataFrame]:
    ends = ["origin_x", "origin_y", "destination_x", "destination_y"]
    return run.requests[["request_id", "submit_s", *ends]], run.drivers[["driver_id", "depart_s", *ends]]


def test_data_frames_are_recorded_input(
    run: detour.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    asked, driving = frames(run)
    recorded = detour.run("quickstart", SMALL_TOWN, demand=asked, supply=driving)
    assert recorded.requests["request_id"].tolist() == asked["request_id"].tolist()
    assert recorded.drivers["depart_s"].tolist() == driving["depart_s"].tolist()
    # The same frames are the same run, which finds its input when it is asked again.
    again = detour.run(
        "quickstart", SMALL_TOWN, demand=pl.from_pandas(asked), supply=driving.set_index("driver_id")
    )
    assert again.fingerprint == recorded.fingerprint and again.run_id == recorded.run_id
    assert recorded.explain(5).startswith("request 5: ")
    assert sorted(path.name.split("-")[0] for path in (tmp_path / "detour" / "tables").iterdir()) == [
        "demand",
        "supply",
    ]
    study = detour.sweep(
        "quickstart",
        {"matching.radius_m": [800]},
        set=SMALL_TOWN,
        demand=asked,
        supply=driving,
        replications=1,
        progress=False,
    )
    assert study.runs["requests"].tolist() == [len(asked)]


def test_frames_are_written_as_tables_have_them() -> None:
    from detour._frames import text

    frame = pd.DataFrame(
        {
            "request_id": ["a,b", "c", "d"],
            "submit_s": pd.to_datetime(
                pd.Series(["2026-05-18 08:15:00", None, "2026-05-18 23:59:59.9"]), format="mixed"
            ),
            "party_size": [1.0, None, 3.0],
            "origin_x": [0.1, 2.0, 3.0],
            "probe": [True, False, True],
        }
    )
    assert text("demand", frame) == (
        "request_id,submit_s,party_size,origin_x,probe\n"
        '"a,b",2026-05-18T08:15:00,1,0.1,true\nc,,,2.0,false\nd,2026-05-18T23:59:59,3,3.0,true\n'
    )
    with pytest.raises(detour.DetourError, match="demand=list is no data frame; give one of pandas"):
        detour.run("quickstart", demand=[1])
    with pytest.raises(detour.DetourError, match="demand= is given, and the field demand too"):
        detour.run("quickstart", {"demand": {"kind": "recorded"}}, demand=frame)


def test_times_with_a_zone_are_written_by_the_clock_of_their_zone() -> None:
    from detour._frames import check_zones, text

    times = pd.to_datetime(pd.Series(["2026-05-18 06:15:00"])).dt.tz_localize("UTC")
    paris = times.dt.tz_convert("Europe/Paris")
    assert text("demand", pd.DataFrame({"submit_s": paris})) == "submit_s\n2026-05-18T08:15:00\n"
    drivers = pd.DataFrame({"depart_s": paris, "latest_arrive_s": paris})
    check_zones({"supply": drivers, "demand": None})
    check_zones({"supply": drivers, "demand": pl.from_pandas(pd.DataFrame({"submit_s": paris}))})
    for frame in (pd.DataFrame({"submit_s": times}), pl.from_pandas(pd.DataFrame({"submit_s": times}))):
        with pytest.raises(
            detour.DetourError,
            match="several zones: supply.depart_s in Europe/Paris, demand.submit_s in UTC; a run has one clock",
        ):
            detour.run("quickstart", supply=drivers, demand=frame)


def test_shipped_scenarios_are_listed() -> None:
    names = detour.scenarios()
    assert {"quickstart", "services", "shifts", "orders", "studies/rabat-radius"} <= set(names)


@detour.policy(name="closest")
def nearest(attempt: Attempt) -> Candidate:
    return min(attempt.candidates, key=lambda candidate: candidate.distance_m)


@detour.policy
def first(attempt: Attempt) -> Candidate:
    return attempt.candidates[0]


def test_policies_are_swept_like_the_programs_own() -> None:
    study = detour.sweep("quickstart", set=SMALL, policies=["nearest", nearest], replications=2, progress=False)
    assert study.runs["matching.policy"].tolist() == ["nearest", "nearest", "closest", "closest"]
    rates = study.runs["match_rate"].tolist()
    assert rates[:2] == rates[2:]
    with pytest.raises(detour.DetourError, match="give one of them"):
        detour.sweep("quickstart", {"matching.policy": ["first"]}, policies=[nearest])


def test_policies_of_one_name_are_refused() -> None:
    other = detour.policy(name="closest")(first.function)
    with pytest.raises(detour.DetourError, match="are both called `closest`"):
        detour.sweep("quickstart", policies=[nearest, other], progress=False)
    with pytest.raises(detour.DetourError, match="a built-in policy; give another `name`"):
        detour.sweep("quickstart", policies=["first", first], progress=False)
    with pytest.raises(detour.DetourError, match="is in the list twice"):
        detour.sweep("quickstart", policies=[nearest, nearest], progress=False)


class Mine:
    command = ["python3", "my policy.py"]


def test_a_policy_is_a_command() -> None:
    from detour._scenario import overrides

    assert overrides({}, Mine()) == ["--set", 'matching.policy={"command": ["python3", "my policy.py"]}']
    named = overrides({}, nearest)
    description = {"command": nearest.command, "name": "closest", "timeout_s": 60}
    assert named == ["--set", f"matching.policy={json.dumps(description)}"]
    with pytest.raises(detour.DetourError, match="give one of them"):
        overrides({"matching.policy": "first"}, Mine())
    with pytest.raises(detour.DetourError, match="no `command`"):
        overrides({}, "first")  # type: ignore[arg-type]
