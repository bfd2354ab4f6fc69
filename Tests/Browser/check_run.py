#!/usr/bin/env python3
"""The page of a run, against the tables of its folder."""

import bisect
import csv
import json
import math
import subprocess
import time

from browser import Browser, expect
from checks import check, for_everyone, main

EARTH = 6371008.8


def rows(folder, table):
    with open(f"{folder}/{table}.csv", newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


class Tracks:
    """Where cars are, worked out from the tables alone."""

    def __init__(self, folder):
        with open(f"{folder}/manifest.json", encoding="utf-8") as file:
            manifest = json.load(file)
        self.geometry = manifest["geometry"]
        self.times, self.places = {}, {}
        recorded = any(table["file"] == "tracks.csv" for table in manifest["tables"])
        for row in rows(folder, "tracks" if recorded else "stops"):
            times = [row["time_s"]] if recorded else [row["arrive_s"], row["leave_s"] or row["arrive_s"]]
            for at in times:
                self.times.setdefault(row["driver_id"], []).append(float(at))
                self.places.setdefault(row["driver_id"], []).append((float(row["x"]), float(row["y"])))

    def at(self, driver, moment):
        """x and y; None where the car is not on the road."""
        times = self.times[driver]
        if not times[0] <= moment <= times[-1]:
            return None
        place = min(bisect.bisect_right(times, moment) - 1, len(times) - 2)
        if place < 0:
            return self.places[driver][0]
        (ax, ay), (bx, by) = self.places[driver][place:place + 2]
        span = times[place + 1] - times[place]
        share = (moment - times[place]) / span if span > 0 else 0
        if self.geometry["kind"] == "torus":
            side = self.geometry["side_m"]
            bx, by = (a + (b - a + side / 2) % side - side / 2 for a, b in ((ax, bx), (ay, by)))
        if self.geometry["kind"] != "globe":
            return ax + share * (bx - ax), ay + share * (by - ay)
        # Along the great circle, by its poles.
        a, b = (unit(*place) for place in ((ax, ay), (bx, by)))
        angle = math.acos(max(-1, min(1, sum(p * q for p, q in zip(a, b)))))
        if angle < 1e-9:
            return ax + share * (bx - ax), ay + share * (by - ay)
        v = [(math.sin((1 - share) * angle) * p + math.sin(share * angle) * q) / math.sin(angle) for p, q in zip(a, b)]
        return math.degrees(math.atan2(v[1], v[0])), math.degrees(math.atan2(v[2], math.hypot(v[0], v[1])))

    def metres(self, a, b):
        dx, dy = a[0] - b[0], a[1] - b[1]
        if self.geometry["kind"] == "torus":
            side = self.geometry["side_m"]
            dx, dy = ((d + side / 2) % side - side / 2 for d in (dx, dy))
        if self.geometry["kind"] == "globe":
            degree = math.radians(EARTH)
            dx, dy = dx * degree * math.cos(math.radians(a[1])), dy * degree
        return math.hypot(dx, dy)


def unit(lon, lat):
    lon, lat = math.radians(lon), math.radians(lat)
    return math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat)


@check
def figures(path, folder):
    """Every figure on the page is that of summary.csv, with scripts and without; so are the counts."""
    for scripts in (True, False):
        with Browser() as browser:
            page = browser.open(path, scripts=scripts)
            if not scripts:
                # Evaluating still works: only the page's own scripts do not run.
                expect(page.evaluate("document.documentElement.dataset.ready") is None, "a script has run")
            shown = page.evaluate("""[...document.querySelectorAll('tr[data-metric] td[data-statistic]')].map(
              cell => [cell.parentElement.dataset.metric, cell.dataset.statistic, cell.title])""")
            shown = {(metric, statistic): text for metric, statistic, text in shown if text}
            summary = {(row["metric"], row["statistic"]): row["value"] for row in rows(folder, "summary")}
            expect(shown == summary, f"of {len(summary)} figures {len(set(summary.items()) ^ set(shown.items()))} differ")
            if scripts:
                counts = page.evaluate("window.detour.counts()")
                expect(counts["requests"] == sum(1 for _ in rows(folder, "requests")), f"{counts} requests")
                expect(counts["drivers"] == sum(1 for _ in rows(folder, "drivers")), f"{counts} drivers")
                served = sum(1 for row in rows(folder, "requests") if row["dropoff_s"])
                expect(counts["served"] == served, f"{counts['served']} are dropped off on the page, {served} in the table")
                causes = page.evaluate("""Object.fromEntries([...document.querySelectorAll('tr[data-cause]')].map(
                  row => [row.dataset.cause, Number(row.cells[1].textContent.replaceAll(',', ''))]))""")
                wanted = {row["metric"].removeprefix("cause."): int(row["value"]) for row in rows(folder, "summary")
                          if row["metric"].startswith("cause.")}
                # Rows that took no part were not left standing.
                for row in rows(folder, "requests"):
                    if row["outcome"] == "refused_input":
                        wanted[row["cause"]] -= 1
                wanted = {cause: count for cause, count in wanted.items() if count > 0}
                expect(causes == wanted, f"causes on the page: {causes}, in the table: {wanted}")
                page.expect_quiet()
            expect(not page.messages and not page.requests, f"the page said {page.messages}, fetched {page.requests}")


@check
def figures_read_as_on_the_terminal(path, folder):
    """Tiles have per cent and minutes, and no raw share; a cause stands once, in words; the funnel has no logarithm."""
    with Browser() as browser:
        page = browser.open(path)
        tiles = dict(page.evaluate("""[...document.querySelectorAll('.tiles div')].map(
          tile => [tile.dataset.figure, tile.querySelector('dd').textContent])"""))
        summary = {row["metric"]: row["value"] for row in rows(folder, "summary") if row["statistic"] == "value"}
        rate = f"{100 * float(summary['match_rate']):.1f}\u00a0%"
        expect(tiles["match_rate"] == rate, f"the match rate is {tiles['match_rate']} on the page, not {rate}")
        expect(tiles["wait_s.mean"].endswith("s") and "." not in tiles["wait_s.mean"] or "min" in tiles["wait_s.mean"],
               f"the wait is {tiles['wait_s.mean']}")
        refused = {table: sum(row["outcome"] == "refused_input" for row in rows(folder, table))
                   for table in ("drivers", "requests")}
        for table, count in refused.items():
            if count:
                expect(f"{count:,} {table[:-1]}" in page.text("header"), f"the page does not say that {count} {table} were refused")
        names = page.evaluate("[...document.querySelectorAll('tr[data-cause] th')].map(cell => cell.textContent)")
        expect(not any("_" in name for name in names), f"causes in raw words: {names}")
        label = page.evaluate("document.querySelector('#funnel svg').getAttribute('aria-label')")
        expect("logarithm" not in label and "linear scale" in page.text("#funnel"), "the funnel does not say its scale")
        lost = next((row for row in rows(folder, "requests") if row["outcome"] == "unmatched"), None)
        if lost:
            page.evaluate("document.getElementById('passenger').focus()")
            page.press(*lost["request_id"], "Enter")
            page.wait("document.querySelector('#story-text .told.heading')")
            words = page.text("#story-text")
            expect(words.count("Cause: ") == 1 and f"unmatched ({lost['cause']}" not in words and "no_candidate" not in words,
                   f"the story says its cause in raw words or more than once: {words[:600]}")


@check
def names(path, folder):
    """Figures have names in words, with the column beside them and the meaning on hover; the limits that bound are counted by name."""
    summary = list(rows(folder, "summary"))
    with Browser() as browser:
        page = browser.open(path)
        tiles = page.evaluate("""[...document.querySelectorAll('.tiles div')].map(tile => [tile.dataset.figure,
          tile.querySelector('abbr').textContent, tile.querySelector('abbr').title, tile.querySelector('code').textContent])""")
        for figure, title, meaning, column in tiles:
            expect(column == figure and "_" not in title and title[0].isupper() and len(meaning) > 10, f"{figure}: {title}, {column}, {meaning}")
        titles = {figure: title for figure, title, _, _ in tiles}
        expect(titles["match_rate"] == "Match rate" and titles["wait_s.mean"] == "Wait, mean" and titles["vkt_saved_ratio"] == "VKT saved",
               f"titles: {titles}")
        heads = page.evaluate("""[...document.querySelectorAll('tr[data-metric]')].map(row => [row.dataset.metric,
          row.cells[0].querySelector('code').textContent, row.cells[0].textContent])""")
        expect(len(heads) == len({row["metric"] for row in summary}), f"{len(heads)} rows of figures")
        for metric, column, text in heads:
            expect(column == metric and "_" not in text.replace(metric, ""), f"{metric} is called {text}")
        shown = dict(page.evaluate("[...document.querySelectorAll('.bound-words [data-limit]')].map(e => [e.dataset.limit, Number(e.dataset.count)])"))
        wanted = {row["metric"].removeprefix("lost_to."): int(row["value"]) for row in summary if row["metric"].startswith("lost_to.")}
        expect(shown == {limit: count for limit, count in wanted.items() if count}, f"limits: {shown}, not {wanted}")
        expect(shown, "no attempt was lost to a limit")
        # An attempt that a limit ended says which.
        attempt = next(row for row in rows(folder, "attempts") if row["outcome"] == "no_candidate" and row["binding_limit"])
        page.evaluate("document.getElementById('passenger').focus()")
        page.press(*attempt["request_id"], "Enter")
        page.wait("document.querySelector('#story-text .bound')")
        expect(attempt["binding_limit"] in page.text("#story-text .bound"), f"the story says {page.text('#story-text .bound')}")
        page.expect_quiet()


def type7(values, share):
    values = sorted(values)
    at = (len(values) - 1) * share
    below = math.floor(at)
    return values[below] + (at - below) * (values[min(below + 1, len(values) - 1)] - values[below])


def shown_state(page):
    """What the page shows of its scope: the rows, the window, funnel, causes and distributions."""
    return page.evaluate("""({
      rows: window.detour.shown(), window: window.detour.window().map(String),
      words: document.getElementById('scope-words').textContent,
      funnel: [...document.querySelectorAll('#funnel [data-stage]')].map(g => [g.dataset.stage, Number(g.dataset.left), Number(g.dataset.emptied)]),
      causes: Object.fromEntries([...document.querySelectorAll('tr[data-cause]')].map(row => [row.dataset.cause, Number(row.cells[1].textContent.replaceAll(',', ''))])),
      spreads: Object.fromEntries([...document.querySelectorAll('[data-spread]')].map(chart => [chart.dataset.spread, Number(chart.dataset.counts)])),
      pressed: [...document.querySelectorAll('.choice[aria-pressed=true]')].map(button => button.dataset.word),
    })""")


class Folder:
    """What the tables say of the requests of a scope."""

    STAGES = ("in_radius", "on_route", "with_seats", "with_preferences", "within_limits")

    def __init__(self, folder):
        self.requests = list(rows(folder, "requests"))
        self.drivers = list(rows(folder, "drivers"))
        self.attempts = {}
        for row in rows(folder, "attempts"):
            self.attempts.setdefault(row["request_id"], []).append(row)
        series = list(rows(folder, "timeseries"))
        self.edges = [float(row["from_s"]) for row in series] + [float(series[-1]["to_s"])]

    def expect_shown(self, page, first, last, outcomes=(), causes=()):
        """The page shows the requests between two edges of the series, with these outcomes and causes; returns what it shows."""
        page.settle()
        state = shown_state(page)
        begin = -math.inf if first == 0 else self.edges[first]
        end = math.inf if last == len(self.edges) - 1 else self.edges[last]
        chosen = [row for row in self.requests if begin <= float(row["submit_s"]) < end
                  and (not outcomes or row["outcome"] in outcomes) and (not causes or row["cause"] in causes)]
        ids = {row["request_id"] for row in chosen}
        expect(state["rows"] == [int(row["request_id"] in ids) for row in self.requests],
               f"{sum(state['rows'])} are shown, {len(ids)} are chosen")
        expect(f"{len(ids):,} of {len(self.requests):,} passengers" in state["words"], f"of {len(ids)} the page says {state['words']}")
        made = [row for name in ids for row in self.attempts.get(name, [])]
        if made:
            left = [sum(int(row[column] or 0) for row in made) for column in self.STAGES]
            emptied = [0] * len(self.STAGES)
            for row in made:
                ended = next((i for i, column in enumerate(self.STAGES) if row[column] == "0"), None)
                if ended is not None:
                    emptied[ended] += 1
            shown = [(left, emptied) for _, left, emptied in state["funnel"]]
            active = sum(int(row["drivers_active"]) for row in made)
            expect(shown == [(active, 0), *zip(left, emptied)], f"funnel {shown}, not {active} {left} {emptied}")
        failed = {}
        for row in chosen:
            if row["outcome"] in ("unmatched", "cancelled_by_passenger", "cancelled_by_driver"):
                failed[row["cause"]] = failed.get(row["cause"], 0) + 1
        expect(state["causes"] == failed, f"causes {state['causes']}, not {failed}")
        waits = sum(row["wait_s"] != "" for row in chosen)
        expect(state["spreads"]["wait_s"] == waits, f"{state['spreads']} waits, not {waits}")
        taken = {row["driver_id"] for row in chosen if row["driver_id"]}
        detours = sum(row["passengers_served"] not in ("", "0") and row["detour_s"] != ""
                      and (len(chosen) == len(self.requests) or row["driver_id"] in taken) for row in self.drivers)
        expect(state["spreads"]["driver_detour_s"] == detours, f"{state['spreads']} detours, not {detours}")
        return state


@check
def scope(path, folder):
    """A window dragged on the curve, outcomes and causes choose the same requests, attempts and waits as in the tables; so does the link."""
    tables = Folder(folder)
    edges = tables.edges
    whole = (0, len(edges) - 1)
    summary = {(row["metric"], row["statistic"]): float(row["value"]) for row in rows(folder, "summary")}
    with Browser() as browser:
        page = browser.open(path)
        tables.expect_shown(page, *whole)
        # Without a choice the quantiles are those of the summary.
        for metric, values in page.evaluate("window.detour.spreads()"):
            for name, share in (("median", 0.5), ("p90", 0.9), ("p99", 0.99)):
                expect(abs(type7(values, share) - summary[metric, name]) < 0.002, f"{metric} {name}: {type7(values, share)}")
        # The brush: from one place of the curve to another.
        page.evaluate("document.getElementById('scope-chart').scrollIntoView({block: 'center'})")
        left, top, width = page.evaluate("(b => [b.left, b.top, b.width])(document.querySelector('#scope-chart .overlay').getBoundingClientRect())")
        first, last = 2, max(5, (len(edges) - 1) // 2)
        at = [left + width * (edges[i] - edges[0]) / (edges[-1] - edges[0]) for i in (first, last)]
        page.drag((at[0], top + 30), (at[1], top + 30))
        state = tables.expect_shown(page, first, last)
        expect(0 < sum(state["rows"]) < len(tables.requests), "the window shows all or nobody")
        page.wait(f"location.hash.split('&')[0] === '#window={edges[first]:g}-{edges[last]:g}'")
        begin, end = page.evaluate("['min', 'max'].map(name => Number(document.getElementById('time')[name]))")
        expect(edges[first] <= begin < end <= edges[last], f"the replay goes from {begin} to {end}")
        # Outcome and cause by the keyboard and the mouse.
        page.evaluate("document.querySelector('#scope-outcomes [data-word=unmatched]').focus()")
        page.press("Space")
        tables.expect_shown(page, first, last, {"unmatched"})
        expect(page.evaluate("document.activeElement.dataset.word") == "unmatched", "the focus is lost")
        cause = page.evaluate("document.querySelector('#scope-causes [data-word]').dataset.word")
        page.click(f"#scope-causes [data-word={cause}]")
        tables.expect_shown(page, first, last, {"unmatched"}, {cause})
        page.evaluate("document.getElementById('window-from').focus()")
        page.press("ArrowRight")
        tables.expect_shown(page, first + 1, last, {"unmatched"}, {cause})
        # Who is chosen, the layers and the view are in the link too.
        page.click("#next")
        page.wait("document.querySelector('#story-text h3')?.textContent.startsWith('Passenger ')")
        passenger = page.evaluate("document.getElementById('passenger').value")
        expect(next(row for row in tables.requests if row["request_id"] == passenger)["cause"] == cause,
               "the next passenger is not among those shown")
        page.click("#layer-cars")
        page.evaluate("document.getElementById('map-canvas').focus()")
        page.press("+", "ArrowLeft")
        page.choose("#heat", "*")
        page.wait("location.hash.includes('heat=')")
        time.sleep(0.3)
        link = page.evaluate("location.hash")
        for part in ("window=", "outcome=unmatched", f"cause={cause}", f"passenger={passenger}", "hide=cars", "heat=", "map=", "t="):
            expect(part in link, f"{part} is not in the link {link}")

        def state_of(page):
            return [shown_state(page), page.evaluate("Math.round(window.detour.time())"),
                    [round(at / 2) for at in page.evaluate(f"window.detour.pixelOf({json.dumps(passenger)})")]]

        before = state_of(page)
        page.click("#window-whole")
        tables.expect_shown(page, *whole)
        page.wait(f"location.hash !== {json.dumps(link)}")
        page.evaluate(f"location.hash = {json.dumps(link)}")
        for other in (page, browser.open(path, link)):
            other.wait(f"document.getElementById('passenger').value === {json.dumps(passenger)} && window.detour.window()[0] > {edges[0]}")
            other.settle()
            expect(state_of(other) == before, f"the link {link} shows {state_of(other)[1:]}, not {before[1:]}")
            expect(other.evaluate("document.getElementById('heat').value") == "*", "the link does not show unmet demand")
            expect(not other.evaluate("document.getElementById('layer-cars').checked"), "the link does not hide the cars")
            other.expect_quiet()
        # Nonsense in the address chooses nothing, and says nothing on the console.
        for nonsense in ("#window=9-1&outcome=no_such&cause=%3Cb%3E&passenger=nobody&t=x&map=1,2&hide=zzz", "#window=&t=", "#main"):
            other = browser.open(path, nonsense)
            expect(sum(other.evaluate("window.detour.shown()")) == len(tables.requests), f"{nonsense} hides requests")
            other.expect_quiet()


@check
def replay_opens_where_something_happens(path, folder):
    """In an interval with the most matches, with cars on the road."""
    series = list(rows(folder, "timeseries"))
    most = max(int(row["matches"]) for row in series)
    if most == 0:
        return
    with Browser() as browser:
        page = browser.open(path)
        time = page.evaluate("window.detour.time()")
        inside = [row for row in series if float(row["from_s"]) <= time < float(row["to_s"])]
        expect(inside and int(inside[0]["matches"]) == most, f"it opens at {time} s")
        expect(page.evaluate("window.detour.onRoad()") > 0, "no car is on the road")


@check
def positions(path, folder):
    """At five moments every car on the road is where the tables have it, to a metre, and no other is there."""
    tracks = Tracks(folder)
    with Browser() as browser:
        page = browser.open(path)
        start, end = page.evaluate("window.detour.span()")
        looked = 0
        for part in (0.1, 0.3, 0.5, 0.7, 0.9):
            moment = start + part * (end - start)
            shown = {name: (x, y) for name, x, y in page.evaluate(f"window.detour.positions({moment})")}
            wanted = {driver: tracks.at(driver, moment) for driver in tracks.times}
            wanted = {driver: place for driver, place in wanted.items() if place}
            expect(shown.keys() == wanted.keys(), f"at {moment} {len(shown)} cars are shown, {len(wanted)} are on the road")
            for driver, place in wanted.items():
                off = tracks.metres(place, shown[driver])
                expect(off <= 1, f"at {moment} car {driver} is {off:.2f} m off")
            looked += len(wanted)
            drawn = page.evaluate(f"window.detour.seek({moment}), window.detour.onRoad()")
            expect(abs(drawn - len(wanted)) <= 1, f"at {moment} {drawn} cars are drawn of {len(wanted)}")
        expect(looked > 20, "hardly a car was on the road")
        page.expect_quiet()


@check
def passengers(path, folder):
    """At eighty moments as many passengers ask, wait for a car, ride and have given up as events.csv says."""
    events = list(rows(folder, "events"))
    outcomes = {row["request_id"]: row["outcome"] for row in rows(folder, "requests")}
    # A walking passenger may come to the car that has stopped for them.
    pickups = {row["request_id"]: float(row["pickup_s"] or "inf") for row in rows(folder, "requests")}
    probes = {row["request_id"] for row in rows(folder, "requests") if row["probe"] == "true"}
    with Browser() as browser:
        page = browser.open(path)
        start, end = page.evaluate("window.detour.span()")
        seen = dict.fromkeys(("searching", "matched", "riding", "left", "served"), 0)
        for part in range(80):
            # Between milliseconds, where nothing happens.
            moment = round(start + (part + 0.5) / 80 * (end - start), 3) + 0.0005
            states = {}
            for event in events:
                name, kind = event["request_id"], event["event"]
                if float(event["time_s"]) > moment:
                    break
                if not name or name in probes:
                    continue
                if kind == "request_submitted":
                    states[name] = "searching"
                elif kind == "accepted":
                    states[name] = "matched"
                elif kind == "driver_cancelled":
                    states[name] = "searching"
                elif kind == "pickup":
                    states[name] = "riding" if pickups[name] <= moment else "matched"
                elif kind == "dropoff":
                    states[name] = "served"
                elif kind in ("passenger_left", "withdrawn"):
                    states[name] = "left"
                elif kind == "request_notified":
                    states[name] = "told"
                elif kind == "attempt" and states.get(name) == "told":
                    states[name] = "searching"
            # Who was told asks again later, or has given up: the table says which.
            lasts = {}
            for event in events:
                if event["request_id"]:
                    lasts[event["request_id"]] = float(event["time_s"])
            for name, state in states.items():
                if state == "told":
                    is_over = lasts[name] <= moment and outcomes[name] != "in_progress"
                    states[name] = "left" if is_over else "searching"
            shown = {name: state for name, state in page.evaluate(f"window.detour.states({moment})")
                     if state not in ("before", "none")}
            differ = [(name, shown.get(name), states.get(name)) for name in shown.keys() | states.keys()
                      if shown.get(name) != states.get(name)]
            expect(not differ, f"at {moment} {len(differ)} of {len(states)} passengers differ: {differ[:5]}")
            for state in states.values():
                seen[state] += 1
        expect(all(seen.values()), f"some state was never seen: {seen}")
        page.expect_quiet()


@check
def plays(path, folder):
    """Play moves time and cars, pause stops them; the slider, the buttons and the keys go to other times."""
    with Browser() as browser:
        page = browser.open(path)
        start, end = page.evaluate("window.detour.span()")
        page.evaluate(f"window.detour.seek({(start + end) / 2})")
        before = page.evaluate("window.detour.positions(window.detour.time())")
        page.click("#play")
        page.wait(f"window.detour.time() > {(start + end) / 2} + 5")
        page.click("#play")
        page.settle()
        paused = page.evaluate("window.detour.time()")
        after = {name: (x, y) for name, x, y in page.evaluate("window.detour.positions(window.detour.time())")}
        moved = sum(1 for name, x, y in before if after.get(name) not in (None, (x, y)))
        expect(moved > len(before) / 2, f"of {len(before)} cars {moved} have moved")
        page.settle()
        expect(page.evaluate("window.detour.time()") == paused, "time goes on after the pause")
        page.click("#later")
        expect(abs(page.evaluate("window.detour.time()") - paused - 60) < 1e-6, "+1 min is none")
        page.evaluate("document.getElementById('time').focus()")
        page.press("Home")
        expect(page.evaluate("window.detour.time()") == start, "Home does not go to the beginning")
        # The keys of the map: it plays, is moved and made larger.
        page.evaluate("document.getElementById('map-canvas').focus()")
        page.press("+", "ArrowLeft", "0", "Space")
        page.wait(f"window.detour.time() > {start}")
        page.press("Space")
        first = next(rows(folder, "requests"))["request_id"]
        place = page.evaluate(f"window.detour.pixelOf({json.dumps(first)})")
        page.evaluate("document.getElementById('map-canvas').focus()")
        page.press("+")
        larger = page.evaluate(f"window.detour.pixelOf({json.dumps(first)})")
        expect(place != larger, "the map does not zoom")
        page.click("#whole")
        back = page.evaluate(f"window.detour.pixelOf({json.dumps(first)})")
        expect(math.dist(place, back) < 0.01, "the whole map is not the whole map")
        page.expect_quiet()


@check
def pairs(path, folder):
    """At twenty moments the dashed lines join the pairs that provisional.csv has then, and they are seen unless they are hidden."""
    tracks = Tracks(folder)
    table = list(rows(folder, "provisional"))
    origins = {row["driver_id"]: (float(row["origin_x"]), float(row["origin_y"])) for row in rows(folder, "drivers")}
    with Browser() as browser:
        page = browser.open(path)
        start, end = page.evaluate("window.detour.span()")
        seen = 0
        for part in range(20):
            moment = start + (part + 0.5) / 20 * (end - start)
            page.evaluate(f"window.detour.seek({moment})")
            shown = {(request, driver): (x, y) for request, driver, x, y in page.evaluate("window.detour.pairs()")}
            wanted = {(row["request_id"], row["driver_id"]) for row in table
                      if float(row["from_s"]) <= moment < float(row["until_s"] or "inf")}
            expect(shown.keys() == wanted, f"at {moment} {len(shown)} pairs are shown, {len(wanted)} are in the table")
            for (_, driver), place in shown.items():
                there = (tracks.at(driver, moment) if driver in tracks.times else None) or origins[driver]
                off = tracks.metres(there, place)
                expect(off <= 1, f"at {moment} the line of driver {driver} ends {off:.2f} m off")
            seen += len(wanted)
            page.settle()
            said = page.text("#counts")
            expect(f"{len(wanted):,} paired for now" in said, f"at {moment} the map says {said}")
            if not wanted:
                continue
            picture = "document.getElementById('map-canvas').toDataURL()"
            with_lines = page.evaluate(picture)
            page.click("#layer-pairs")
            page.settle()
            expect(page.evaluate(picture) != with_lines, f"at {moment} no line is drawn")
            page.click("#layer-pairs")
            page.settle()
            expect(page.evaluate(picture) == with_lines, f"at {moment} the lines do not come back")
        expect(seen > 20, f"{seen} pairs were seen")
        page.expect_quiet()


def flows_of(folder, begin=-math.inf, end=math.inf):
    """How many cars entered each pair of neighbouring places of tracks.csv, either way, by the unordered pair."""
    counts = {}
    before = None
    for row in rows(folder, "tracks"):
        here = (row["driver_id"], float(row["time_s"]), (float(row["x"]), float(row["y"])))
        if before and before[0] == here[0] and before[2] != here[2] and begin <= before[1] < end:
            pair = frozenset((before[2], here[2]))
            counts[pair] = counts.get(pair, 0) + 1
        before = here
    return counts


@check
def layers(path, folder):
    """Cars by street are those of tracks.csv, origins and destinations those of requests.csv, in a window too; each layer is seen or not."""
    tables = Folder(folder)
    edges = tables.edges
    middle = (edges[2], edges[max(4, len(edges) // 2)])
    picture = "document.getElementById('map-canvas').toDataURL()"
    with Browser() as browser:
        page = browser.open(path)
        for begin, end in ((-math.inf, math.inf), middle):
            if begin > 0:
                page.evaluate(f"location.hash = 'window={begin:g}-{end:g}'")
                page.wait(f"window.detour.window()[0] === {begin}")
            flows = page.evaluate("window.detour.flows()")
            # Streets and tracks are rounded to a decimetre, or a millionth of a degree, apart.
            unit = 1e6 if Tracks(folder).geometry["kind"] == "globe" else 10
            corners = {(round(unit * x), round(unit * y)) for ax, ay, bx, by, _ in flows for x, y in ((ax, ay), (bx, by))}

            def corner(x, y):
                x, y = round(unit * x), round(unit * y)
                return next(((x + dx, y + dy) for dx in (0, 1, -1) for dy in (0, 1, -1) if (x + dx, y + dy) in corners), (x, y))

            shown = {frozenset((corner(ax, ay), corner(bx, by))): count for ax, ay, bx, by, count in flows if count}
            wanted = {}
            for pair, count in flows_of(folder, begin, end).items():
                pair = frozenset(corner(*place) for place in pair)
                wanted[pair] = wanted.get(pair, 0) + count
            expect(page.evaluate("window.detour.missed()") == 0, "some ways follow no street")
            differ = [(pair, shown.get(pair, 0), wanted.get(pair, 0)) for pair in shown.keys() | wanted.keys()
                      if abs(shown.get(pair, 0) - wanted.get(pair, 0)) > (begin > 0)]
            expect(wanted and not differ, f"{len(differ)} of {len(wanted)} streets differ: {differ[:4]}")
            chosen = [row for row in tables.requests if begin <= float(row["submit_s"]) < end and row["outcome"] not in
                      ("refused_input", "probe_hit", "probe_miss", "drove", "not_submitted")]
            box = page.evaluate("window.detour.box()")
            side = max(box["east"] - box["west"], box["north"] - box["south"]) / 8
            cells = {}
            for row in chosen:
                key = tuple(min(7, int((float(row[name]) - box[edge]) // side)) for name, edge in
                            (("origin_x", "west"), ("origin_y", "south"), ("destination_x", "west"), ("destination_y", "south")))
                cells[key] = cells.get(key, 0) + 1
            arcs = {tuple(int((arc[name] - box[edge]) // side) for name, edge in (("ax", "west"), ("ay", "south"), ("bx", "west"), ("by", "south"))):
                    arc["count"] for arc in page.evaluate("window.detour.arcs()")}
            expect(arcs == cells, f"{len(arcs)} pairs of cells, not {len(cells)}")
        for layer in ("flows", "arcs", "cars", "waiting"):
            before = page.evaluate(picture)
            page.click(f"#layer-{layer}")
            page.settle()
            expect(page.evaluate(picture) != before, f"the layer {layer} changes nothing")
            page.click(f"#layer-{layer}")
            page.settle()
            expect(page.evaluate(picture) == before, f"the layer {layer} does not go again")
        page.click("#layer-flows")
        page.wait("location.hash.includes('show=flows')")
        page.expect_quiet()


@check
def labels(path, folder):
    """The scale bar is as long as it says; labels of drivers do not cover each other at any size of the map; north is marked."""
    requests = list(rows(folder, "requests"))
    with Browser() as browser:
        for width in (1280, 390):
            page = browser.open(path, width=width, height=900)
            seen = 0
            told = page.evaluate("JSON.parse(document.getElementById('run').textContent).told")
            for row in [requests[place] for place in told[:12]]:
                name = row["request_id"]
                page.evaluate("document.getElementById('passenger').focus()")
                page.evaluate("document.getElementById('passenger').value = ''")
                page.press(*name, "Enter")
                page.wait(f"document.querySelector('#story-text h3')?.textContent.startsWith('Passenger {name}:')")
                page.settle()
                boxes = page.evaluate("window.detour.labels()")
                wide, high = page.evaluate("(m => [m.clientWidth, m.clientHeight])(document.getElementById('map'))")
                seen = max(seen, len(boxes))
                for place, one in enumerate(boxes):
                    expect(0 <= one["x"] and one["x"] + one["width"] <= wide and 0 <= one["y"] and one["y"] + one["height"] <= high,
                           f"the label {one} leaves the map of {wide} by {high}")
                    for other in boxes[place + 1:]:
                        apart = (one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
                                 or one["y"] + one["height"] <= other["y"] + 0.01 or other["y"] + other["height"] <= one["y"] + 0.01)
                        expect(apart, f"the labels {one} and {other} cover each other")
            expect(seen >= 3, f"at most {seen} labels were seen")
            # The bar against two places of the table; on the globe a degree is as long as on a sphere.
            for _ in range(2):
                metres, pixels = page.evaluate("(b => [Number(b.dataset.metres), b.getBoundingClientRect().width])(document.querySelector('.scale-bar'))")
                a, b = requests[0], max(requests, key=lambda row: abs(float(row["origin_y"]) - float(requests[0]["origin_y"])))
                places = [page.evaluate(f"window.detour.pixelOf({json.dumps(row['request_id'])})") for row in (a, b)]
                high = abs(float(a["origin_y"]) - float(b["origin_y"]))
                scale = abs(places[0][1] - places[1][1]) / Tracks(folder).metres((0, 0), (0, high)) if high else 1
                expect(abs(pixels - max(metres * scale, 0)) <= 4 or pixels > metres * scale, f"{metres} m are {pixels} pixels, not {metres * scale}")
                said = page.text(".scale-bar").replace(",", "")
                expect(said == (f"{metres / 1000:g} km" if metres >= 1000 else f"{metres:g} m"), f"the bar says {said}")
                page.evaluate("document.getElementById('map-canvas').focus()")
                page.press("+", "+")
            expect(page.text(".north") == "N", "north is not marked")
            page.expect_quiet()
            page.close()


@check
def walks(path, folder):
    """At sixty moments those walk who do by walks.csv: from the decision on to the meeting point, and from the drop-off on."""
    requests = {row["request_id"]: row for row in rows(folder, "requests")}
    times = {(row["request_id"], row["cycle"], row["attempt"]): float(row["time_s"]) for row in rows(folder, "attempts")}
    last = {row["request_id"]: row for row in rows(folder, "walks") if requests[row["request_id"]]["match_s"]}
    with Browser() as browser:
        page = browser.open(path)
        start, end = page.evaluate("window.detour.span()")
        seen = 0
        for part in range(60):
            moment = start + (part + 0.5) / 60 * (end - start)
            page.evaluate(f"window.detour.seek({moment})")
            wanted = set()
            for name, row in last.items():
                begin = times[name, row["cycle"], row["attempt"]]
                if begin <= moment < begin + float(row["walk_to_pickup_s"]):
                    wanted.add((name, True))
                dropoff = requests[name]["dropoff_s"]
                if dropoff and float(dropoff) <= moment < float(dropoff) + float(row["walk_from_dropoff_s"]):
                    wanted.add((name, False))
            shown = {tuple(one) for one in page.evaluate("window.detour.walking()")}
            expect(shown == wanted, f"at {moment} {shown ^ wanted} differ")
            seen += len(wanted)
        expect(seen > 10, f"{seen} walks were seen")
        page.expect_quiet()


@check
def without_tracks(path, folder):
    """The layer of cars by street says what it requires, and cannot be switched on."""
    with Browser() as browser:
        page = browser.open(path, "#show=flows")
        expect(page.evaluate("(b => b.disabled && !b.checked)(document.getElementById('layer-flows'))"), "the layer can be switched on")
        expect("--record tracks" in page.text(".layers"), "it does not say what it requires")
        page.expect_quiet()


@check
def stories(path, folder, detour):
    """A click on a passenger tells what `detour explain` prints, and a number typed does too."""
    requests = list(rows(folder, "requests"))
    kinds = {}
    for row in requests:
        kinds.setdefault((row["outcome"], row["cause"]), row)
    with Browser() as browser:
        page = browser.open(path)
        for row in kinds.values():
            name = row["request_id"]
            page.evaluate("document.getElementById('passenger').value = ''")
            page.evaluate("document.getElementById('passenger').focus()")
            page.press(*name, "Enter")
            page.wait("document.querySelector('#story-text h3')?.textContent.startsWith("
                      f"'Passenger ' + {json.dumps(name)} + ':')")
            told = page.evaluate("[...document.querySelectorAll('#story-text .told')].map(e => e.textContent)")
            said = subprocess.run([detour, "explain", folder, name], capture_output=True, text=True, check=True).stdout
            # The first line of each part says what the page says itself.
            wanted = [part.strip("\n").partition("\n")[2] for part in said.split("\n\n")]
            expect([part.strip("\n") for part in told] == wanted, f"passenger {name}: the page tells {told}, `explain` {wanted}")
        # On the map: whoever waits is found where they stand, unless somebody else stands closer.
        found = 0
        for row in requests[:40]:
            page.evaluate(f"window.detour.seek({float(row['submit_s']) + 0.001})")
            page.evaluate("document.getElementById('layer-cars').checked && document.getElementById('layer-cars').click()")
            x, y = page.evaluate(f"window.detour.pixelOf({json.dumps(row['request_id'])})")
            page.evaluate("document.getElementById('map-canvas').scrollIntoView({block: 'center'})")
            left, top = page.evaluate("(b => [b.left, b.top])(document.getElementById('map-canvas').getBoundingClientRect())")
            page.click_at(left + x, top + y)
            page.settle()
            heading = page.evaluate("document.querySelector('#story-text h3')?.textContent ?? ''")
            found += heading.startswith(f"Passenger {row['request_id']}:")
        expect(found >= 30, f"of 40 clicks on passengers {found} found them")
        page.expect_quiet()


@check
def cars(path, folder):
    """A car's day is its stops."""
    stops = {}
    for row in rows(folder, "stops"):
        stops.setdefault(row["driver_id"], []).append(row)
    driver, day = max(stops.items(), key=lambda item: len(item[1]))
    with Browser() as browser:
        page = browser.open(path)
        page.evaluate("document.getElementById('car').focus()")
        page.press(*driver, "Enter")
        page.wait("document.querySelector('#story-text h3')?.textContent.startsWith('Car ')")
        shown = page.evaluate("""[...document.querySelectorAll('#story-text tbody tr')].map(
          row => [row.cells[1].textContent, row.cells[2].textContent, row.cells[4].textContent])""")
        wanted = [[row["kind"], row["request_id"], row["on_board_after"]] for row in day]
        expect(shown == wanted, f"car {driver}: {shown} instead of {wanted}")
        page.expect_quiet()


@check
def shared_stops(path, folder):
    """A stop that several parties share has one time in the car's day, and says how many persons alight and board."""
    groups = {}
    for row in rows(folder, "stops"):
        groups.setdefault((row["driver_id"], row["stop"]), []).append(row)
    shared = [group for group in groups.values() if len(group) > 1]
    expect(len(shared) > 10, f"{len(shared)} stops are shared")
    with Browser() as browser:
        page = browser.open(path)
        for group in sorted(shared, key=len)[-10:]:
            arrive, leave = float(group[0]["arrive_s"]), float(group[0]["leave_s"])
            moment = (arrive + leave) / 2
            wanted = {}
            for (driver, _), others in groups.items():
                persons = {word: sum(int(row["party_size"]) for row in others if row["kind"] == kind)
                           for word, kind in (("alight", "dropoff"), ("board", "pickup"))}
                if float(others[0]["arrive_s"]) <= moment <= float(others[0]["leave_s"]) and any(persons.values()):
                    wanted[driver] = persons
            shown = dict(page.evaluate(f"window.detour.stopping({moment})"))
            expect(shown == wanted, f"at {moment} cars stop for {shown} instead of {wanted}")
        driver = max(groups, key=lambda key: len(groups[key]))[0]
        page.evaluate("document.getElementById('car').focus()")
        page.press(*driver, "Enter")
        page.wait("document.querySelector('#story-text h3')?.textContent.startsWith('Car ')")
        spans = page.evaluate("[...document.querySelectorAll('#story-text tbody tr > :has(button.time)')].map(cell => cell.rowSpan)")
        wanted = [len(group) for (car, _), group in groups.items() if car == driver]
        expect(spans == wanted, f"car {driver} has times for {spans} parties instead of {wanted}")
        told = page.evaluate("""[...document.querySelectorAll('#story-text tbody tr')].map(
          row => [...row.cells].slice(-4).map(cell => cell.textContent))""")
        wanted = [[row["kind"], row["request_id"], row["party_size"] if row["request_id"] else "", row["on_board_after"]]
                  for (car, _), group in groups.items() if car == driver for row in group]
        expect(told == wanted, f"car {driver}: {told} instead of {wanted}")
        page.expect_quiet()


@check
def meetings(path, folder):
    """Passengers walk to the meeting point of their car from the offer on, and wait there until they are picked up."""
    with open(f"{folder}/manifest.json", encoding="utf-8") as file:
        expect(json.load(file)["geometry"]["kind"] == "plane", "this check is for planes")
    requests = {row["request_id"]: row for row in rows(folder, "requests")}
    offers = {}
    for row in rows(folder, "attempts"):
        if row["outcome"] == "accepted":
            offers[row["request_id"]] = row
    points = {(row["request_id"], row["cycle"], row["attempt"]): row for row in rows(folder, "walks")}
    with Browser() as browser:
        page = browser.open(path)
        halfway, there, before = 0, 0, 0
        for name, offer in offers.items():
            request = requests[name]
            walk, begin = points[name, offer["cycle"], offer["attempt"]], float(offer["time_s"])
            seconds = float(walk["walk_to_pickup_s"])
            if not request["pickup_s"] or seconds < 60 or halfway >= 25:
                continue
            origin, point = (tuple(float(row[f"{end}_{axis}"]) for axis in "xy") for row, end in ((request, "origin"), (walk, "pickup")))

            def check_at(moment, share):
                place = {one: (x, y) for one, x, y in page.evaluate(f"window.detour.standing({moment})")}[name]
                wanted = tuple(a + share * (b - a) for a, b in zip(origin, point))
                expect(math.dist(place, wanted) < 1, f"passenger {name} is at {place} at {moment}, not at {wanted}")

            if float(offer["answered_s"]) < begin + seconds / 2:
                check_at(begin + seconds / 2, 0.5)
                halfway += 1
            pickup = float(request["pickup_s"])
            if begin + seconds < pickup:
                check_at((begin + seconds + pickup) / 2, 1)
                there += 1
            if float(request["submit_s"]) < begin:
                check_at(begin - 0.001, 0)
                before += 1
        expect(halfway > 10 and there > 10, f"{halfway} were seen on the way, {there} at the point, {before} before")
        page.expect_quiet()


@check
def everyone(path, folder):
    for_everyone(path)


@check
def hostile(path, folder, name):
    """Names that would be markup are text, wherever they stand."""
    with Browser() as browser:
        page = browser.open(path)
        expect(name in page.text("h1"), f"the heading is {page.text('h1')}")
        expect(name in page.evaluate("document.title"), "the title lacks the name")
        expect(page.evaluate("document.querySelectorAll('img, script[src]').length") == 0, "a name became a tag")
        ids = [row["request_id"] for row in rows(folder, "requests")] + [row["driver_id"] for row in rows(folder, "stops")]
        expect(any("<" in one for one in ids), "no traveller has such a name")
        page.click("#next")
        page.wait("document.querySelector('#story-text h3')?.textContent.startsWith('Passenger ')")
        page.expect_quiet()


@check
def says(path, folder, *sentences):
    """The page says why something is not there."""
    with Browser() as browser:
        page = browser.open(path)
        notes = page.evaluate("[...document.querySelectorAll('header .note')].map(e => e.textContent).join('\\n')")
        for sentence in sentences:
            expect(sentence in notes, f"“{sentence}” is not said: {notes}")
        page.expect_quiet()


@check
def scale(path, folder):
    """The page of a large run opens, and its cars move; the times stand in the output."""
    with Browser() as browser:
        page = browser.open(path)
        start, end = page.evaluate("window.detour.span()")
        on_road = page.evaluate(f"window.detour.seek({(start + end) / 2}), window.detour.onRoad()")
        page.click("#play")
        frames = page.evaluate("window.detour.frames(3)")
        # Whether it is fast enough is for benchmarks to say; that it moves at all is for this.
        expect(on_road > 9000 and frames > 2, f"{frames} frames a second with {on_road} cars on the road")
        print(f"opened in {page.ready_seconds:.2f} s; {frames:.0f} frames a second with {on_road} cars on the road")
        page.expect_quiet()


if __name__ == "__main__":
    main()
