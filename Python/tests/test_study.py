from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import SMALL, STUDY, content
from matplotlib import pyplot

import detour
from detour._program import call

ONE = {"matching.radius_m": 500}
OTHER = {"matching.radius_m": 1500}


def test_runs_and_summary_are_frames_with_units(study: detour.Study) -> None:
    runs = study.runs
    assert len(runs) == 6 and study.parameters == ["matching.radius_m"]
    assert runs["matching.radius_m"].tolist() == [500.0] * 3 + [1500.0] * 3
    assert runs["replication"].dtype == "Int64" and runs["run_id"].dtype == "string"
    assert runs["wait_s.mean"].dtype == "float64"
    assert runs.attrs["units"]["wait_s.mean"] == "s"
    summary = study.summary
    row = summary[(summary["metric"] == "match_rate") & (summary["matching.radius_m"] == 500)].iloc[0]
    assert row["mean"] == pytest.approx(runs["match_rate"][:3].mean(), abs=1e-6)
    assert row["lower_95"] < row["mean"] < row["upper_95"] and row["unit"] == "ratio"
    assert summary["n"].dtype == "Int64"
    assert len(study.performance) == 6


def test_a_study_is_what_the_command_gives(study: detour.Study, tmp_path: Path) -> None:
    from detour._program import program

    words = [str(program()), "sweep", "quickstart.json5", "--vary", "matching.radius_m=500,1500"]
    words += ["--replications", "3", "--quiet", "--out", str(tmp_path / "study")]
    for name, value in SMALL.items():
        words += ["--set", f"{name}={value}"]
    subprocess.run(words, cwd=Path(__file__).parents[2] / "Scenarios", check=True)
    ours, theirs = content(study.folder), content(tmp_path / "study")
    folders = [json.loads(files.pop("manifest.json")) for files in (ours, theirs)]
    assert ours == theirs
    assert folders[0]["points"] == folders[1]["points"] and folders[0]["plan"] == folders[1]["plan"]


def test_points_are_compared(study: detour.Study) -> None:
    found = study.compare(ONE, OTHER, figure=["match_rate", "wait_s.mean"])
    assert found.figures["figure"].tolist() == ["match_rate", "wait_s.mean"]
    assert found.figures["difference"][0] == pytest.approx(
        study.runs["match_rate"][3:].mean() - study.runs["match_rate"][:3].mean(), abs=1e-6
    )
    assert found.verdict in ("better", "worse", "no difference shown") and found.confidence == 0.95
    assert "Holm" in found.text and "match_rate" in repr(found) and found._repr_html_().startswith("<table")
    # The figures of the page and of the terminal.
    assert all(cell in found._repr_html_() for cell in (" %</td>", " points</td>"))
    assert found.figures["share"].tolist() == [True, False]
    assert detour.compare(study, at_a=ONE, at_b=OTHER, figure="match_rate").figures["pairs"].tolist() == [3]
    with pytest.raises(detour.DetourError, match="radius_m=7"):
        study.compare({"matching.radius_m": 7}, ONE)


def test_runs_are_compared(run: detour.Run) -> None:
    found = detour.compare(run, detour.run("quickstart", {**SMALL, "matching.radius_m": 500}))
    assert found.verdict == "too few runs" and found.figures["pairs"].eq(1).all()


def test_the_best_point_and_the_front(study: detour.Study) -> None:
    best = study.best("match_rate")
    assert best is not None and best.at == OTHER
    assert best.figures.loc["match_rate", "mean"] == pytest.approx(study.runs["match_rate"][3:].mean())
    mean = 100 * study.runs["match_rate"][3:].mean()
    assert best._repr_html_().startswith("<table") and f"{mean:.1f} ±" in best._repr_html_()
    assert f"{mean:.1f} ±" in repr(best) and "Best(" not in repr(best) and best.run_id in repr(best)
    assert study.best("match_rate", where="match_rate>=0.999") is None
    found = study.analyse(["match_rate", "wait_s.mean"])
    assert found.findings["points"] == 2 and "match_rate" in found.front
    assert "match_rate" in found.text and found._repr_html_().startswith("<pre")


def test_a_plot_goes_on(study: detour.Study) -> None:
    ax = study.plot("wait_s.mean")
    assert ax.get_ylabel() == "mean wait (s)" and ax.get_xlabel() == "radius (m)\nmatching.radius_m"
    assert ax.get_title().startswith("mean wait over radius\nquickstart-sweep · means of 3 replications · ")
    drawn = np.asarray(ax.lines[0].get_ydata())
    means = study.summary.query("metric == 'wait_s' and statistic == 'mean'")["mean"]
    assert drawn.tolist() == means.tolist()
    assert len(ax.collections) == 1
    assert study.plot("match_rate", ax=ax) is ax
    with pytest.raises(detour.DetourError, match="`speed` is not a figure"):
        study.plot("speed")
    with pytest.raises(detour.DetourError, match="does not vary"):
        study.plot(x="matching.attempts")


def check_the_words_of_the_program(study: detour.Study) -> None:
    """The labels of both axes and the legend are those that `detour plot` draws."""
    if not shutil.which("gnuplot"):
        return
    picture = study.folder / "drawn.svg"
    for figure in ("match_rate", "wait_s.mean", "wait_s.p95"):
        words = ["--kind", "curves", "--figure", figure, "--x", "matching.radius_m", "--style", "paper"]
        call(["plot", *words, "--out", str(picture), "--", str(study.folder)])
        texts = re.findall(r"<text>(?:<tspan[^>]*>)?([^<]*)", picture.read_text(encoding="utf-8"))
        ax = detour.plot(study.folder, figure, "matching.radius_m", style="paper")
        legend = ax.get_legend()
        assert legend is not None
        ours = [ax.get_xlabel(), ax.get_ylabel(), legend.get_title().get_text()]
        ours += [text.get_text() for text in legend.get_texts()]
        assert set(ours) <= {text.strip() for text in texts}, (ours, texts)
        pyplot.close("all")
    picture.unlink()


def check_that_a_small_figure_fits(study: detour.Study) -> None:
    """A column of a paper has no title, type of 8 pt, and everything that is written within its edges."""
    picture, ax = pyplot.subplots(figsize=(3.5, 2.5))
    assert detour.plot(study, x="matching.radius_m", ax=ax) is ax
    picture.canvas.draw()
    legend = ax.get_legend()
    assert ax.get_title() == "" and tuple(picture.get_size_inches()) == (3.5, 2.5) and legend is not None
    written = [*legend.get_texts(), legend.get_title(), ax.xaxis.label, ax.yaxis.label]
    assert {text.get_fontsize() for text in written} == {8}
    for item in [legend, *written, *ax.get_xticklabels()]:
        box = item.get_window_extent()
        assert box.x0 >= 0 and box.y0 >= 0, item
        assert box.x1 <= picture.bbox.x1 and box.y1 <= picture.bbox.y1, item
    assert ax.get_window_extent().height > 0.4 * picture.bbox.height
    with pytest.raises(detour.DetourError, match="style='poster': give one of page, paper, slides"):
        detour.plot(study, style="poster")
    pyplot.close(picture)


def test_two_fields_and_words(tmp_path: Path) -> None:
    vary = {"matching.policy": ["first", "two_circles"], "matching.radius_m": "500:1500:2"}
    study = detour.sweep("quickstart", vary, set=SMALL, replications=2, keep_tables=True, progress=False)
    assert study.parameters == list(vary)
    ax = study.plot("match_rate", x="matching.radius_m")
    assert [line.get_label() for line in ax.lines] == ["first", "two_circles"]
    assert (
        study.plot(x="matching.policy", at={"matching.radius_m": 500}).get_xlabel() == "policy\nmatching.policy"
    )
    check_the_words_of_the_program(study)
    check_that_a_small_figure_fits(study)
    run = study.run(study.runs["run_id"].iloc[0])
    assert run.figures["match_rate"] == study.runs["match_rate"].iloc[0]
    with pytest.raises(detour.DetourError, match="holds a run"):
        detour.plot(run.folder)
    with pytest.raises(detour.DetourError, match="cannot vary"):
        detour.sweep("quickstart", {"name": ["a,b"]})


def test_a_study_shows_itself(study: detour.Study, tmp_path: Path) -> None:
    assert repr(study).startswith("quickstart-sweep: 2 points, 6 runs")
    assert study._repr_html_().startswith("<table") and study._repr_html_().count("<tr>") == 3
    assert "match_rate %" in study._repr_html_()
    opened = detour.open(study.folder)
    assert isinstance(opened, detour.Study)
    assert "2 points, 6 runs" in repr(opened)
    assert study.report(tmp_path / "study.html").path.stat().st_size > 10_000


def test_a_packed_study_is_read() -> None:
    study = detour.open(Path(__file__).parents[2] / "Results" / "rabat-radius")
    assert isinstance(study, detour.Study)
    assert len(study.runs) > 1000 and study.runs.attrs["units"]["wait_s.p95"] == "s"


def test_a_dict_goes_on_too(run: detour.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scenario = run.manifest["scenario"]
    for count in (1, 2):
        study = detour.sweep(
            scenario, {"matching.attempts": [1, 2]}, replications=count, out="s", progress=False
        )
        assert len(study.runs) == 2 * count
    assert [path.name for path in tmp_path.iterdir()] == ["s"]


CALL = f"import detour; detour.sweep('quickstart', **{STUDY | {'replications': 6}!r}, out='study', jobs=1)"


def finished(study: Path) -> int:
    """Return the number of finished runs, by the indexes of the packs: 48 bytes each."""
    return sum(path.stat().st_size // 48 for path in (study / "runs").glob("*.index"))


def interrupted(folder: Path, program_too: bool) -> tuple[int, str]:
    """Start a study, interrupt it (or kill its program) when two runs are there, and return what came of it."""
    process = subprocess.Popen([sys.executable, "-c", CALL], cwd=folder, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while finished(folder / "study") < 2:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.02)
    if program_too:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)
    else:
        process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    return process.returncode, errors


@pytest.mark.parametrize("program_too", [False, True])
def test_an_interrupted_study_goes_on(tmp_path: Path, program_too: bool) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    code, errors = interrupted(folder, program_too)
    assert code != 0
    expected = "SIGKILL" if program_too else "of 12 runs are done in"
    assert expected in errors.splitlines()[-1]
    left = finished(folder / "study")
    assert 2 <= left < 12
    again = subprocess.run(
        [sys.executable, "-c", CALL],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "DETOUR_PROGRESS_S": "1e-6"},
    )
    # A log has lines, which begin with what was there, and no bar.
    lines = again.stderr.splitlines()
    assert lines[-1].startswith("progress: 12 of 12 runs") and not any("progress: 0 " in line for line in lines)
    assert "\r" not in again.stderr and "12/12" not in again.stderr
    whole = detour.sweep("quickstart", **STUDY | {"replications": 6}, out=folder / "whole", progress=False)
    assert content(folder / "study") == content(whole.folder)


def test_progress_is_quiet_where_it_is_not_wanted(
    capfd: pytest.CaptureFixture[str], study: detour.Study
) -> None:
    detour.sweep("quickstart", **STUDY, out=study.folder, progress=False)
    assert capfd.readouterr() == ("", "")
    assert pd.isna(study.runs["match_rate"]).sum() == 0


def test_the_older_name_of_figure_is_accepted(study: detour.Study) -> None:
    new = study.compare(ONE, OTHER, figure="match_rate")
    assert study.compare(ONE, OTHER, kpi="match_rate").text == new.text
    assert detour.compare(study, at_a=ONE, at_b=OTHER, kpi="match_rate").text == new.text
    assert study.analyse(kpi="match_rate").text == study.analyse(figure="match_rate").text
    best, same = study.best(), study.best(kpi="match_rate")
    assert best is not None and same is not None and best.at == same.at == OTHER
    with pytest.raises(detour.DetourError, match="older name of `figure`"):
        study.compare(ONE, OTHER, figure="match_rate", kpi="match_rate")
