#!/usr/bin/env python3
"""The page of two runs side by side, against the tables of both folders."""

import json
import math
import time
from collections import Counter

from browser import Browser, expect
from check_run import Tracks, rows, type7
from checks import check, for_everyone, main


def summary(folder):
    return {(row["metric"], row["statistic"]): row["value"] for row in rows(folder, "summary")}


@check
def figures(path, a, b, field):
    """Figures are those of both summaries, with scripts and without; verdicts follow the direction; the field that differs is told."""
    for scripts in (True, False):
        with Browser() as browser:
            page = browser.open(path, scripts=scripts)
            shown = page.evaluate("""[...document.querySelectorAll('#all-figures tr[data-figure]')].map(row => [row.dataset.figure,
              ...[...row.cells].slice(1).map(cell => cell.title || cell.textContent)])""")
            summaries = [summary(folder) for folder in (a, b)]
            wanted = {metric if statistic == "value" else f"{metric}.{statistic}" for one in summaries for metric, statistic in one
                      if statistic in ("value", "mean", "p95")}
            expect({row[0] for row in shown} == wanted, f"figures: {wanted ^ {row[0] for row in shown}}")
            for figure, verdict, *values, _ in shown:
                metric, _, statistic = figure.rpartition(".") if figure.endswith((".mean", ".p95")) else (figure, "", "value")
                for value, one in zip(values, summaries):
                    text = one.get((metric, statistic))
                    expect(value == "no value" if text is None else float(value) == float(text), f"{figure} is {value}, in the table {text}")
                if figure in ("match_rate", "wait_s.mean") and "no value" not in values:
                    gain = (float(values[1]) - float(values[0])) * (-1 if figure == "wait_s.mean" else 1)
                    word = "better" if gain > 0 else "worse" if gain < 0 else "equal"
                    expect(verdict.endswith(word), f"{figure} is {verdict}: {values}")
            fields = page.evaluate("[...document.querySelectorAll('tr[data-field]')].map(row => row.dataset.field)")
            expect(fields == [field], f"the scenarios differ in {fields}")
            expect(page.text("header").count("fingerprint") == 2, "the two runs are not named")
            expect(not page.messages and not page.requests, f"the page said {page.messages}, fetched {page.requests}")


@check
def sections(path, a, b, table, column):
    """Funnels, causes, distributions and the requests that ended otherwise are those of the tables, over the run and over a window."""
    requests = [list(rows(folder, table)) for folder in (a, b)]
    series = list(rows(a, "timeseries"))
    edges = [float(row["from_s"]) for row in series] + [float(series[-1]["to_s"])]
    with Browser() as browser:
        page = browser.open(path)
        for first, last in ((0, len(edges) - 1), (len(edges) // 4, 3 * len(edges) // 4)):
            if first > 0:
                page.evaluate(f"location.hash = 'window={edges[first]:.10g}-{edges[last]:.10g}'")
                page.wait(f"window.detour.window()[0] === {edges[first]}")
                page.settle()
            begin, end = (-math.inf, math.inf) if first == 0 else (edges[first], edges[last])
            chosen = [[row for row in one if begin <= float(row["submit_s"]) < end] for one in requests]
            ids = [{row[column] for row in one} for one in chosen]
            expect([sum(mask) for mask in page.evaluate("window.detour.shown()")] == [len(one) for one in chosen], "other requests are shown")
            made = [Counter(row[column] for row in rows(folder, "attempts")) for folder in (a, b)]
            counts = page.evaluate("window.detour.funnels().map(({count}) => count)")
            expect(counts == [sum(made[side][name] for name in ids[side]) for side in (0, 1)], f"attempts: {counts}")
            other = {row[column]: row for row in requests[1]}
            pairs = Counter((row["outcome"], other[row[column]]["outcome"]) for row in chosen[0]
                            if row[column] in other and other[row[column]]["submit_s"] == row["submit_s"])
            fates = page.evaluate("window.detour.fates()")
            shown = {tuple(key.split("\0")): count for key, count in fates["counts"].items()}
            expect(shown == dict(pairs), f"outcomes in A and B: {shown}, not {dict(pairs)}")
            differing = sum(count for (one, two), count in pairs.items() if one != two)
            expect(fates["differing"] == differing and f"{differing:,} ended otherwise" in page.text("#fates"), page.text("#fates"))
            if first == 0:
                for side, folder in enumerate((a, b)):
                    figures = summary(folder)
                    for metric, values in page.evaluate("window.detour.spreads()")[side]:
                        if values:
                            expect(abs(type7(values, 0.5) - float(figures[metric, "median"])) < 0.1001, f"{metric} of {folder}")
            # Both on one scale: the bars of causes have the same vertical axis.
            axes = page.evaluate("""[...document.querySelectorAll('#causes-by-time svg.drawing')].map(svg =>
              [...svg.querySelectorAll('.axis')].map(g => [...g.querySelectorAll('text')].map(t => t.textContent).join(' '))[0])""")
            expect(len(axes) == 2 and axes[0] == axes[1], f"the axes of causes are {axes}")
            names = page.evaluate("[...document.querySelectorAll('#course .legend')].map(e => e.textContent)")
            expect(names and all(name == "AB" for name in names), f"the curves are called {names}")
        page.expect_quiet()


@check
def maps(path, a, b):
    """Two maps have one clock, one view and the cars of their own run; a passenger chosen is told of both, and the link keeps it."""
    tracks = [Tracks(folder) for folder in (a, b)]
    with Browser() as browser:
        page = browser.open(path)
        moment = page.evaluate("window.detour.time()")
        for side, shown in enumerate(page.evaluate(f"window.detour.positions({moment})")):
            wanted = {driver: tracks[side].at(driver, moment) for driver in tracks[side].times}
            wanted = {driver: place for driver, place in wanted.items() if place}
            expect({name for name, *_ in shown} == set(wanted), f"side {side} shows {len(shown)} cars of {len(wanted)}")
            for name, x, y in shown:
                expect(tracks[side].metres(wanted[name], (x, y)) <= 1, f"car {name} is elsewhere")
        page.click("#later")
        expect(page.evaluate("window.detour.times()") == [moment + 60, moment + 60], "the two clocks differ")
        page.evaluate("document.getElementById('map-canvas-b').focus()")
        page.press("+", "ArrowLeft")
        one, two = page.evaluate("window.detour.transforms()")
        expect(one == two and one[0] > 1, f"the maps show {one} and {two}")
        texts = [page.text(name) for name in ("#clock", "#clock-b")]
        expect(texts[0] == texts[1] != "0:00:00", f"the clocks say {texts}")
        requests = [{row["request_id"]: row for row in rows(folder, "requests")} for folder in (a, b)]
        name = next(name for name, row in requests[0].items() if row["outcome"] != requests[1][name]["outcome"])
        page.evaluate("document.getElementById('passenger').focus()")
        page.press(*name, "Enter")
        page.wait("document.querySelector('#story-text h4')")
        told = page.text("#story-text")
        for one in requests:
            expect(one[name]["outcome"].replace("_", " ") in told, f"{one[name]['outcome']} is not told: {told}")
        pictures = [page.evaluate(f"document.getElementById('{canvas}').toDataURL()") for canvas in ("map-canvas", "map-canvas-b")]
        page.click("#layer-cars")
        hidden = [page.evaluate(f"document.getElementById('{canvas}').toDataURL()") for canvas in ("map-canvas", "map-canvas-b")]
        expect(all(before != after for before, after in zip(pictures, hidden)), "a map does not hide its cars")
        time.sleep(0.3)
        link = page.evaluate("location.hash")
        for part in (f"passenger={name}", "hide=cars", "map=", "t="):
            expect(part in link, f"{part} is not in {link}")
        again = browser.open(path, link)
        again.wait(f"document.getElementById('passenger').value === {json.dumps(name)}")
        again.settle()
        times = again.evaluate("window.detour.times()") + page.evaluate("window.detour.times()")
        expect(max(times) - min(times) < 0.1, f"the link goes to another time: {times}")
        again.expect_quiet()
        page.expect_quiet()


@check
def others(path):
    """Runs without a request in common say so."""
    with Browser() as browser:
        page = browser.open(path)
        expect("none of the" in page.text("#fates") and page.evaluate("window.detour.shared()") == 0, page.text("#fates"))
        page.expect_quiet()


@check
def everyone(path):
    for_everyone(path)


if __name__ == "__main__":
    main()
