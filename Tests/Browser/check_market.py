#!/usr/bin/env python3
"""The page of a run of services, shifts or orders, against the tables of its folder."""

import datetime
import json
import math
import random
import re
import subprocess
import time
from collections import Counter

from browser import Browser, expect
from check_run import EARTH, rows, type7, unit
from checks import check, expect_names_are_text, for_everyone, main

# The table of requests, its column of ids, and for each stage of the funnel the column of attempts.csv that counts whom it left.
MARKETS = {
    "orders": ("orders", "order_id", {"account": "with_account", "credits": "with_credits", "code": "with_valid_codes",
                                      "payment": "with_payment"}),
    "shifts": ("signups", "signup_id", {"sign_up_closed": "open", "slot_taken": "with_slot_free",
                                        "shifts_enough": "below_max_shifts", "post_full": "with_places",
                                        "zone_full": "with_zone_places"}),
    "services": ("jobs", "job_id", {"offer": "offering", "area": "in_area", "hours": "in_hours", "budget": "within_budget",
                                    "rating": "well_rated", "free_time": "with_free_time", "credit": "with_credit"}),
}
APART = {"in_progress", "refused_input", "not_submitted", "probe_hit", "probe_miss"}


def manifest(folder):
    with open(f"{folder}/manifest.json", encoding="utf-8") as file:
        return json.load(file)


def market(folder):
    return MARKETS[manifest(folder)["scenario"]["market"]]


def facts(page):
    return page.evaluate("JSON.parse(document.getElementById('run').textContent)")


@check
def figures(path, folder):
    """Every figure on the page is that of summary.csv, with scripts and without; so are causes, funnel and distributions."""
    table, _, stages = market(folder)
    summary = {(row["metric"], row["statistic"]): row["value"] for row in rows(folder, "summary")}
    for scripts in (True, False):
        with Browser() as browser:
            page = browser.open(path, scripts=scripts)
            shown = page.evaluate("""[...document.querySelectorAll('tr[data-metric] td[data-statistic]')].map(
              cell => [cell.parentElement.dataset.metric, cell.dataset.statistic, cell.title])""")
            shown = {(metric, statistic): text for metric, statistic, text in shown if text}
            expect(shown == summary, f"of {len(summary)} figures {len(set(summary.items()) ^ set(shown.items()))} differ")
            if not scripts:
                continue
            # Causes: those of the summary, without rows that took no part.
            causes = page.evaluate("""Object.fromEntries([...document.querySelectorAll('tr[data-cause]')].map(
              row => [row.dataset.cause, Number(row.cells[1].textContent.replaceAll(',', ''))]))""")
            refused = Counter(row["cause"] for row in rows(folder, table) if row["outcome"] == "refused_input")
            wanted = {metric.removeprefix("cause."): int(value) - refused[metric.removeprefix("cause.")]
                      for (metric, _), value in summary.items() if metric.startswith("cause.")}
            expect(causes == {cause: count for cause, count in wanted.items() if count > 0}, f"causes: {causes}, not {wanted}")
            funnel = page.evaluate("""Object.fromEntries([...document.querySelectorAll('#funnel [data-stage]')].map(
              g => [g.dataset.stage, [Number(g.dataset.left), Number(g.dataset.emptied)]]))""")
            left, emptied = Counter(), Counter()
            for row in rows(folder, "attempts"):
                is_open = True
                for stage, column in stages.items():
                    if row[column] != "":
                        left[stage] += int(row[column])
                        if is_open and row[column] == "0":
                            emptied[stage] += 1
                            is_open = False
            for stage in stages:
                expect(funnel[stage] == [left[stage], emptied[stage]], f"{stage}: {funnel[stage]}, not {left[stage], emptied[stage]}")
            spreads = page.evaluate("Object.fromEntries([...document.querySelectorAll('[data-spread]')].map(e => [e.dataset.spread, Number(e.dataset.counts)]))")
            expect(spreads.keys() == {spread["metric"] for spread in facts(page)["spread"]}, f"distributions: {list(spreads)}")
            for metric, shown in spreads.items():
                count = int(summary[metric, "count"])
                expect(shown == count, f"{metric} is over {shown}, not {count}")
            for metric, values in page.evaluate("window.detour.spreads()"):
                for name, share in (("median", 0.5), ("p90", 0.9), ("p99", 0.99)):
                    if values:
                        # Values and figures are both rounded to tenths.
                        expect(abs(type7(values, share) - float(summary[metric, name])) < 0.1001, f"{metric} {name}: {type7(values, share)}")
            page.expect_quiet()
            expect(not page.messages and not page.requests, f"the page said {page.messages}, fetched {page.requests}")


def in_dates(said, start):
    """What `explain` prints with its times since the start as dates, except in the first line, which has none."""
    if not start:
        return said
    begin = datetime.datetime.fromisoformat(start.replace("Z", "")).replace(tzinfo=None)
    title, newline, rest = said.partition("\n")

    def date(found):
        hours, minutes, seconds = map(int, found.group().split(":"))
        at = begin + datetime.timedelta(hours=hours, minutes=minutes, seconds=seconds)
        return f"{at:%a} {at.day} {'Sept' if at.month == 9 else f'{at:%b}'} {at:%H:%M:%S}"

    return title + newline + re.sub(r"(?<![\d:.])\d+:[0-5]\d:[0-5]\d(?![\d:.])", date, rest)


@check
def scope(path, folder):
    """A window and an outcome choose the same rows and attempts as in the tables."""
    table, column, stages = market(folder)
    requests = list(rows(folder, table))
    series = list(rows(folder, "timeseries"))
    edges = [float(row["from_s"]) for row in series] + [float(series[-1]["to_s"])]
    first, last = max(1, len(edges) // 4), max(2, 3 * len(edges) // 4)
    outcome = Counter(row["outcome"] for row in requests).most_common(1)[0][0]
    with Browser() as browser:
        page = browser.open(path)
        for outcomes in ((), (outcome,)):
            link = f"window={edges[first]:.10g}-{edges[last]:.10g}" + (f"&outcome={outcome}" if outcomes else "")
            page.evaluate(f"location.hash = '{link}'")
            page.wait(f"window.detour.window()[0] === {edges[first]} && document.querySelectorAll('.choice[aria-pressed=true]').length === {len(outcomes)}")
            page.settle()
            chosen = [edges[first] <= float(row["submit_s"]) < edges[last] and (not outcomes or row["outcome"] in outcomes) for row in requests]
            expect(page.evaluate("window.detour.shown().map(Boolean)") == chosen, "other rows are shown")
            expect(f"{sum(chosen):,} of {len(requests):,}" in page.text("#scope-words"), page.text("#scope-words"))
            ids = {row[column] for row, is_chosen in zip(requests, chosen) if is_chosen}
            left = Counter()
            for row in rows(folder, "attempts"):
                if row[column] in ids:
                    for stage, name in stages.items():
                        left[stage] += int(row[name] or 0)
            shown = dict(page.evaluate("[...document.querySelectorAll('#funnel [data-stage]')].map(g => [g.dataset.stage, Number(g.dataset.left)])"))
            expect(all(shown[stage] == left[stage] for stage in stages) if shown else not any(left.values()), f"funnel {shown}, not {left}")
        page.click("#window-whole")
        expect(sum(page.evaluate("window.detour.shown()")) == len(requests), "the whole run is not shown")
        page.expect_quiet()


@check
def stories(path, folder, detour):
    """For each way in which a request may end the page tells what `detour explain` prints; and it says who is not there."""
    table, column, _ = market(folder)
    kinds = {}
    for row in rows(folder, table):
        kinds.setdefault((row["outcome"], row["cause"]), row[column])
    with Browser() as browser:
        page = browser.open(path)
        told = set(facts(page)["told"])
        ids = facts(page)["ids"]
        for name in kinds.values():
            page.evaluate("document.getElementById('request').value = ''")
            page.evaluate("document.getElementById('request').focus()")
            page.press(*name, "Enter")
            expect(ids.index(name) in told, f"the story of {name} is not told")
            page.wait("document.querySelector('#story-text .told')?.textContent && "
                      f"document.getElementById('request').value === {json.dumps(name)}")
            page.settle()
            said = subprocess.run([detour, "explain", folder, name], capture_output=True, text=True, check=True).stdout
            heading = page.evaluate("document.querySelector('#story-text h3').textContent")
            text = page.evaluate("document.querySelector('#story-text .told').textContent")
            wanted = in_dates(said.rstrip("\n"), manifest(folder)["scenario"]["time"].get("start"))
            expect(f"{heading}\n{text}" == wanted, f"{name}: the page tells {heading}\n{text}, not {wanted}")
        page.evaluate("document.getElementById('request').value = ''")
        page.evaluate("document.getElementById('request').focus()")
        page.press(*"nobody", "Enter")
        expect("There is no " in page.text("#story-text"), "it does not say that there is none of that id")
        page.expect_quiet()


@check
def line(path, folder):
    """Queues are those of queues.csv, open hours those of the scenario, and promises those of orders.csv and deliveries.csv."""
    scenario = manifest(folder)["scenario"]
    with Browser() as browser:
        page = browser.open(path)
        told = facts(page)
        queues = page.evaluate("window.detour.queues()")
        wanted = {}
        for row in rows(folder, "queues"):
            wanted.setdefault(row["station"], []).append(int(row["waiting"]))
        expect(queues == list(wanted.values()), "the queues are not those of queues.csv")
        expect(max(map(max, queues)) > 0, "nobody ever waits")
        # Monday to Friday from 8 to 18 and so on: the hours of a week, as the scenario writes them.
        days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        for station, shown in zip(scenario["stations"], told["stations"]):
            hours = []
            for part in station["hours"].split(";"):
                which, *spans = part.split()
                first, _, last = which.partition("-")
                for day in range(days.index(first), days.index(last or first) + 1):
                    for spell in spans:
                        hours.append([86400 * day + 3600 * int(h) + 60 * int(m) for h, m in
                                      (end.split(":") for end in spell.split("-"))])
            expect(shown["hours"] == sorted(hours), f"{station['name']} is open at {shown['hours']}")
        orders = {row["order_id"]: row for row in rows(folder, "orders")
                  if row["outcome"] not in APART and float(row["submit_s"]) >= scenario["time"]["warm_up_s"]}
        offset = told["sinceMonday"] % 86400
        kept, broken = Counter(), Counter()
        for row in orders.values():
            if row["finished_s"]:
                late = float(row["finished_s"]) > float(row["promised_s"])
                (broken if late else kept)[int((float(row["confirmed_s"]) + offset) // 86400)] += 1
        expect(told["kept"] == [[day, kept[day], broken[day]] for day in range(min(kept), max(kept | broken) + 1)],
               "the promises by day are not those of orders.csv")
        summary = {row["metric"]: row["value"] for row in rows(folder, "summary") if row["statistic"] == "value"}
        share = f"{100 * float(summary['kept_ratio']):.2f}\u00a0%".replace("\u00a0", " ")
        expect(share in page.text("#kept-words").replace("\u00a0", " "), f"{share} is not in {page.text('#kept-words')}")
        if "delivered_ratio" in summary:
            came, missed = Counter(), Counter()
            for row in rows(folder, "deliveries"):
                if row["order_id"] in orders and row["delivered_s"]:
                    late = float(row["delivered_s"]) > float(row["promised_s"])
                    (missed if late else came)[row["country"]] += 1
            shown = {c["name"]: [c["kept"], c["broken"]] for c in told["delivered"]["countries"]}
            expect(shown == {c: [came[c], missed[c]] for c in came | missed}, f"deliveries: {shown}, not {came, missed}")
            share = f"{100 * float(summary['delivered_ratio']):.2f} %"
            expect(share in page.text("#delivered-words").replace("\u00a0", " "), f"{share} is not in {page.text('#delivered-words')}")
        campaigns = list(rows(folder, "campaigns")) if "campaigns.csv" in {table["file"] for table in manifest(folder)["tables"]} else []
        shown = page.evaluate("""[...document.querySelectorAll('tr[data-campaign]')].map(row => [row.dataset.campaign,
          ...[...row.querySelectorAll('[data-key]')].map(cell => cell.textContent.replaceAll(',', ''))])""")
        wanted = [[row["campaign"], *(row[key] or "any number" for key in ("orders", "cards", "returned", "quota", "paid"))] for row in campaigns]
        expect(shown == wanted, f"campaigns: {shown}, not {wanted}")
        if "draft" in next(iter(orders.values())):
            drafts = [row for row in orders.values() if row["draft"] == "true"]
            finished = sum(row["completed_s"] != "" for row in drafts)
            opened = sum(row["opened_with"] != "" for row in rows(folder, "accounts"))
            words = page.text("#draft-words").replace(",", "")
            causes = Counter(row["cause"] for row in orders.values())
            for count in (f"{len(drafts)} orders were left as drafts", f"{finished} were finished", f"{causes['draft_given_up']} never",
                          f"{opened} accounts were opened", f"{causes['account_given_up']} orders were given up"):
                expect(count in words, f"“{count}” is not in {words}")
        is_there = bool(campaigns) or told["drafts"] is not None
        expect(page.evaluate("document.getElementById('coming').hidden") == (not is_there), "the section of partners and drafts is there or not")
        # A week from the list shows less than the whole run.
        page.evaluate("document.getElementById('line-span').focus()")
        before = page.evaluate("document.querySelectorAll('#queue-charts .shade').length")
        page.press("End")
        page.settle()
        expect(page.evaluate("document.querySelectorAll('#queue-charts .shade').length") != before, "the week shows the same")
        page.expect_quiet()


def clock_of(seconds, start):
    begin = datetime.datetime.fromisoformat(start.replace("Z", "")).replace(tzinfo=None) if start else datetime.datetime(2000, 1, 1)
    # Minutes are cut off, as on a clock.
    at = begin + datetime.timedelta(seconds=math.floor(seconds + 1e-6))
    return f"{at:%H:%M}"


@check
def agenda(path, folder):
    """On five days the agenda has the appointments of appointments.csv, with their times, jobs, places and outcomes; a bar leads to its job."""
    scenario = manifest(folder)["scenario"]
    start = scenario["time"].get("start")
    geometry = manifest(folder)["geometry"]
    jobs = {row["job_id"]: row for row in rows(folder, "jobs")}
    bases = {row["provider_id"]: row for row in rows(folder, "providers")}
    appointments = list(rows(folder, "appointments"))
    with Browser() as browser:
        page = browser.open(path)
        days = page.evaluate("[...document.querySelectorAll('#agenda-day option')].map(option => option.value)")
        seen = 0
        for day in sorted({days[0], days[len(days) // 4], days[len(days) // 2], days[-1], page.evaluate("document.getElementById('agenda-day').value")}):
            page.choose("#agenda-day", day)
            begin = page.evaluate("window.detour.agendaDay()")
            page.evaluate("(d => { d.open = true; d.dispatchEvent(new Event('toggle')); })(document.querySelector('#agenda details') ?? document.createElement('details'))")
            page.settle()
            shown = page.evaluate("""[...document.querySelectorAll('tr[data-appointment]')].map(row => [...row.cells].map(cell => cell.textContent))""")
            wanted = []
            for row in appointments:
                came = row["arrive_s"] != ""
                first = float(row["arrive_s"] if came else row["start_s"])
                last = float(row["finish_s"]) if came and row["finish_s"] else max(first, float(row["end_s"] or -1e9))
                if not (first < begin + 86400 and max(last, first + 1) > begin):
                    continue
                job, base = jobs[row["job_id"]], bases[row["provider_id"]]
                late = first - float(row["start_s"]) if came else 0
                metres = straight(geometry, *((float(p[f"{kind}_x"]), float(p[f"{kind}_y"])) for p, kind in ((base, "base"), (job, "place"))))
                wanted.append([row["provider_id"], f"{clock_of(first, start)}–{clock_of(last, start)}", row["job_id"], job["category"], metres,
                               row["outcome"].replace("_", " "), late])
            key = lambda one: (one[0], one[2], one[1])
            expect(len(shown) == len(wanted), f"day {day}: {len(shown)} appointments are shown, {len(wanted)} are in the table")
            for one, other in zip(sorted(shown, key=key), sorted(wanted, key=key)):
                expect(one[:4] == other[:4], f"{one} instead of {other}")
                if one[4] not in ("–", "at the base"):
                    number, unit = one[4].split()[:2]
                    metres = float(number.replace(",", "")) * (1000 if unit == "km" else 1)
                    expect(abs(metres - other[4]) <= max(60, 0.01 * other[4]), f"{one} is {other[4]} m away")
                expect(one[5].split(",")[0] == other[5] and ("late" in one[5]) == (other[6] > 30), f"{one} instead of {other}")
            words = page.text("#agenda-words").replace(",", "")
            expect(words.startswith(f"{len(wanted)} appointment"), words)
            seen += len(wanted)
        expect(seen >= min(11, len(appointments)), f"{seen} of {len(appointments)} appointments were seen")
        # A bar and its keys lead to the job.
        page.choose("#agenda-day", days[len(days) // 2])
        job = page.evaluate("document.querySelector('#agenda g[data-job]')?.dataset.job ?? null")
        if job:
            page.evaluate("document.querySelector('#agenda g[data-job]').focus()")
            page.press("Enter")
            page.wait(f"document.getElementById('request').value === {json.dumps(job)}")
        # Hours lie within the week that the scenario gives, and the link keeps the day.
        if page.evaluate("!document.getElementById('agenda-free').closest('label').hidden"):
            before = page.evaluate("document.querySelectorAll('.agenda-row').length")
            page.click("#agenda-free")
            expect(page.evaluate("document.querySelectorAll('.agenda-row').length") >= before, "fewer providers with those who are free")
        page.choose("#agenda-day", days[-1])
        time.sleep(0.3)
        link = page.evaluate("location.hash")
        again = browser.open(path, link)
        expect(again.evaluate("document.getElementById('agenda-day').value") == days[-1], "the link shows another day")
        again.expect_quiet()
        page.expect_quiet()


@check
def board(path, folder):
    """At every moment each cell has the places taken by places.csv, of those needed by posts.csv; the table of slots likewise."""
    ledger = [(float(row["time_s"]), row["post"], row["slot"], int(row["taken"])) for row in rows(folder, "places")]
    posts = list(rows(folder, "posts"))
    needed = {(row["post"], row["slot"]): int(row["post_capacity"]) for row in posts}
    filled, manned = Counter(), Counter()
    # Volunteers without a zone are counted in each row of the post.
    for row in {(row["post"], row["slot"]): row for row in posts}.values():
        filled[row["slot"]] += int(row.get("without_zone", 0))
        manned[row["slot"]] += int(row.get("manned_without_zone", 0))
    for row in posts:
        filled[row["slot"]] += int(row["filled"])
        manned[row["slot"]] += int(row["manned"])
    tables = {table["file"] for table in manifest(folder)["tables"]}
    openings = list(rows(folder, "openings")) if "openings.csv" in tables else []
    with Browser() as browser:
        page = browser.open(path)
        deadline = facts(page)["deadline"]
        moments = page.evaluate("window.detour.moments()")
        expect(any(time == deadline and also for time, also in moments), "the deadline is no moment of the board")

        def taken(time, also):
            counts = Counter()
            for at, post, slot, change in ledger:
                if at < time or (also and at == time):
                    counts[post, slot] += change
            return counts

        before, after = taken(deadline, False), taken(deadline, True)
        step = max(1, len(moments) // 12)
        for at in sorted({*range(0, len(moments), step), *(i for i, (time, _) in enumerate(moments) if time == deadline), len(moments) - 1}):
            time, also = moments[at]
            cells = page.evaluate(f"""window.detour.show({at}), [...document.querySelectorAll('#board tbody td.cell')].map(
              td => [td.dataset.post, td.dataset.slot, td.textContent])""")
            wanted, seen = taken(time, also), 0
            is_after = time > deadline or (time == deadline and also)
            for post, slot, text in cells:
                if (post, slot) not in needed:
                    expect(text == "–", f"{post} is not in {slot}: {text}")
                    continue
                count, seen = wanted[post, slot], seen + 1
                added = after[post, slot] - before[post, slot] if is_after else 0
                later = sum(int(row["places"]) for row in openings if (row["post"], row["slot"]) == (post, slot)
                            and (float(row["opens_s"]) > time or float(row["opens_s"]) == time and not also))
                there = needed[post, slot] - later
                words = f"{count}/{there}" + (" ✓" if count >= there else "") + (f", {later} later" if later else "") \
                    + (f" +{added}" if added > 0 else "")
                expect(text == words, f"at {time} {post}, {slot}: {text}, not {words}")
            expect(seen == len(needed), f"{seen} cells of {len(needed)}")
        signups = list(rows(folder, "signups"))
        absent = Counter(row["slot"] for row in signups if row["outcome"] in ("no_show", "reserve_no_show"))
        reserve = Counter(row["slot"] for row in signups if row["reserve"] == "true")
        for slot in filled:
            row = page.evaluate(f"""Object.fromEntries([...document.querySelectorAll('tr[data-slot-row={json.dumps(slot)}] td')].map(
              td => [td.dataset.key, Number(td.textContent.replaceAll(',', ''))]))""")
            were = sum(count for (_, where), count in before.items() if where == slot)
            added = sum(count for (_, where), count in after.items() if where == slot) - were
            wanted = {"needed": sum(count for (_, where), count in needed.items() if where == slot), "before": were,
                      "added": added, "later": filled[slot] - were - added, "filled": filled[slot], "absent": absent[slot], "manned": manned[slot]}
            if "reserve" in row:
                wanted |= {"reserve": reserve[slot], "stoodBy": sum(s["slot"] == slot and s["outcome"] == "stood_by" for s in signups)}
            expect(row == wanted, f"{slot}: {row}, not {wanted}")
        for row in openings:
            expect([float(row["opens_s"]), True] in moments, f"the opening at {row['opens_s']} is no moment of the board")
        shown = page.evaluate("""[...document.querySelectorAll('tr[data-opening]')].map(row => [Number(row.dataset.opening),
          ...[...row.cells].slice(1, 4).map(cell => cell.textContent), Number(row.dataset.slots)])""")
        wanted = Counter((float(row["opens_s"]), row["post"], row["zone"] or "–", row["places"]) for row in openings)
        expect(sorted(map(tuple, shown)) == sorted((*key, count) for key, count in wanted.items()), f"openings: {shown}, not {wanted}")
        needs = {(row["need"], row["kind"], row["day"], row["slot"]): f"{int(row['came']):,} ({int(row['planned']):,})" for row in
                 (rows(folder, "needs") if "needs.csv" in tables else [])}
        shown = page.evaluate("[...document.querySelectorAll('td[data-need]')].filter(td => td.textContent !== '–').map(td => [[td.dataset.need, td.dataset.kind, td.dataset.day, td.dataset.slot], td.textContent])")
        expect({tuple(key): text for key, text in shown} == needs, f"needs: {shown[:4]}, not {list(needs.items())[:4]}")
        # Keys go from cell to cell, and each tells of itself.
        page.evaluate("document.querySelector('#board td[tabindex=\"0\"]').focus()")
        page.press("ArrowDown", "ArrowRight")
        cell = page.evaluate("[document.activeElement.dataset.post, document.activeElement.dataset.slot]")
        expect(", ".join(cell) == page.text("#cell h3"), f"{cell} tells {page.text('#cell h3')}")
        at = page.evaluate("window.detour.show(0), window.detour.at()")
        page.click("#later")
        expect(page.evaluate("window.detour.at()") == at + 1, "later is not later")
        page.click("#play")
        page.wait(f"window.detour.at() > {at} + 2")
        page.click("#play")
        page.expect_quiet()


def straight(geometry, a, b):
    """Metres between two places of the tables."""
    if geometry["kind"] == "globe":
        return 2 * EARTH * math.asin(min(1, math.dist(unit(*a), unit(*b)) / 2))
    side = geometry.get("side_m")
    return math.hypot(*(d - side * round(d / side) if side else d for d in (a[0] - b[0], a[1] - b[1])))


def number(text):
    return float(text) if text else None


def expected_state(job, attempts, moment):
    """What a job does at `moment` by jobs.csv and attempts.csv; a set, since they do not say when a client left."""
    if job["outcome"] in ("refused_input", "not_submitted", "probe_hit", "probe_miss") or (job["outcome"] == "in_progress" and not attempts):
        return {"none"}
    if moment < float(job["submit_s"]):
        return {"before"}
    arrive, finish = number(job["arrive_s"]), number(job["finish_s"])
    if finish is not None and moment >= finish:
        return {"done"}
    if arrive is not None and moment >= arrive:
        return {"work"} if job["outcome"] in ("done", "in_progress") else {"lost"}
    begun = [row for row in attempts if float(row["time_s"]) <= moment]
    last = begun[-1] if begun else None
    is_agreed = last and last["outcome"] == "accepted" and last["answered_s"] and float(last["answered_s"]) <= moment
    states = {"agreed" if is_agreed else "searching"}
    if arrive is None and job["outcome"] not in ("done", "in_progress") and len(begun) == len(attempts):
        states.add("lost")
    return states


@check
def ways(path, folder):
    """Each way ends at its job at the time of appointments.csv and is as long as it says; it begins at the base or at the job before."""
    told = manifest(folder)
    geometry, circuity = told["geometry"], told["scenario"]["space"].get("circuity", 1)
    jobs = {row["job_id"]: (float(row["place_x"]), float(row["place_y"])) for row in rows(folder, "jobs") if row["place_x"]}
    bases = {row["provider_id"]: (float(row["base_x"]), float(row["base_y"])) for row in rows(folder, "providers") if row["base_x"]}
    with Browser() as browser:
        page = browser.open(path)
        shown, last = {}, {}
        for provider, job, depart, arrive, x, y, to_x, to_y in page.evaluate("window.detour.ways()"):
            expect(math.dist((to_x, to_y), jobs[job]) < 1e-6, f"the way to {job} ends at {to_x, to_y}")
            expect(min(math.dist((x, y), place) for place in (bases[provider], last.get(provider, bases[provider]))) < 1e-6,
                   f"the way of {provider} to {job} begins neither at the base nor at the job before")
            last[provider] = to_x, to_y
            shown[provider, job, arrive] = depart, (x, y)
        appointments = list(rows(folder, "appointments"))
        came = [row for row in appointments if row["arrive_s"]]
        for row in came:
            depart, origin = shown.pop((row["provider_id"], row["job_id"], float(row["arrive_s"])), (None, None))
            expect(depart == float(row["depart_s"]), f"{row['provider_id']} sets out for {row['job_id']} at {depart}, not {row['depart_s']}")
            metres = circuity * straight(geometry, origin, jobs[row["job_id"]])
            expect(abs(metres - float(row["travel_m"])) < 0.3, f"the way to {row['job_id']} is {metres} m long, not {row['travel_m']}")
        expect(came, "nobody comes to anybody")
        # What is left was gone for appointments that were cancelled on the way.
        cancelled = {(row["provider_id"], row["job_id"]) for row in appointments if row["outcome"].startswith("cancelled")}
        expect({(provider, job) for provider, job, _ in shown} <= cancelled, f"ways without an appointment: {list(shown)[:5]}")
        page.expect_quiet()


@check
def replay(path, folder):
    """At any time providers are on their way, at work or free, and jobs wait, are agreed or over, as the tables have it."""
    told = manifest(folder)
    geometry = told["geometry"]
    jobs = {row["job_id"]: row for row in rows(folder, "jobs")}
    attempts = {job: [] for job in jobs}
    for row in rows(folder, "attempts"):
        attempts[row["job_id"]].append(row)
    visits = {}
    for row in rows(folder, "appointments"):
        if row["arrive_s"]:
            visits.setdefault(row["provider_id"], []).append(row)
    providers = list(rows(folder, "providers"))
    draw = random.Random(1)
    with Browser() as browser:
        page = browser.open(path)
        start, end = page.evaluate("window.detour.span()")
        known = {(provider, job, arrive): (x, y) for provider, job, _, arrive, x, y, _, _ in page.evaluate("window.detour.ways()")}
        seen = Counter()
        for moment in [start, end, *(round(draw.uniform(start, end), 3) for _ in range(40))]:
            places = {name: (x, y, kind) for name, x, y, kind in page.evaluate(f"window.detour.positions({moment})")}
            for provider in providers:
                name = provider["provider_id"]
                visit = next((v for v in visits.get(name, []) if float(v["depart_s"]) <= moment < float(v["finish_s"] or v["arrive_s"])), None)
                if visit is None:
                    is_found = provider["validated_s"] and moment >= max(0, float(provider["validated_s"]), float(provider["registered_s"])) \
                        and not (provider["closed_s"] and moment >= float(provider["closed_s"]))
                    expect(bool(is_found) == (name in places) or name in places and places[name][2] == "way", f"at {moment} {name} is {places.get(name)}")
                    expect(name not in places or places[name][2] != "work", f"at {moment} {name} is at work")
                    continue
                x, y, kind = places[name]
                job = jobs[visit["job_id"]]
                there, arrive, depart = (float(job["place_x"]), float(job["place_y"])), float(visit["arrive_s"]), float(visit["depart_s"])
                expect(kind == ("way" if moment < arrive else "work"), f"at {moment} {name} is {kind}")
                share = max(0, arrive - moment) / (arrive - depart) if arrive > depart else 0
                left = straight(geometry, (x, y), there)
                whole = straight(geometry, known[name, visit["job_id"], arrive], there)
                expect(abs(left - share * whole) < 0.5, f"at {moment} {name} is {left} m from {visit['job_id']}, not {share * whole}")
                seen[kind] += 1
            for job, state in page.evaluate(f"window.detour.states({moment})"):
                wanted = expected_state(jobs[job], attempts[job], moment)
                expect(state in wanted, f"at {moment} {job} is {state}, not {wanted}")
                seen[state] += 1
            page.evaluate(f"window.detour.seek({moment})")
            page.settle()
            counts = page.evaluate("window.detour.counts()")
            kinds = Counter(kind for _, _, kind in places.values())
            expect([counts["way"], counts["work"]] == [kinds["way"], kinds["work"]], f"at {moment} the map counts {counts}, not {kinds}")
        expect(seen["way"] and seen["work"] and seen["agreed"] and seen["searching"], f"hardly anything is seen: {seen}")
        # Who was asked, and what each said, in the order of the attempts.
        asked = max(jobs, key=lambda job: sum(row["provider_id"] != "" for row in attempts[job]))
        page.evaluate(f"window.detour.choose({list(jobs).index(asked)})")
        page.wait("document.querySelector('#story-text .told')")
        wanted = [(row["provider_id"], row["outcome"].replace("_", " ")) for row in attempts[asked] if row["provider_id"]]
        items = page.evaluate("[...document.querySelectorAll('#story-text .asked li')].map(e => [e.children[1].textContent, e.lastChild.textContent.trim()])")
        expect([tuple(item) for item in items] == wanted, f"for {asked} were asked {items}, not {wanted}")
        # A provider's appointments, by number and by the button of an attempt.
        page.click("#story-text .asked li button:nth-of-type(2)")
        name = wanted[0][0]
        rows_of = [row for row in rows(folder, "appointments") if row["provider_id"] == name]
        rows_of.sort(key=lambda row: float(row["start_s"]))
        expect(page.text("#story-text h3") == f"Provider {name}", f"the button tells of {page.text('#story-text h3')}")
        cells = page.evaluate("[...document.querySelectorAll('#story-text tbody tr')].map(e => [e.cells[1].textContent, e.cells[2].firstChild.textContent])")
        expect(cells == [[row["job_id"], row["outcome"].replace("_", " ")] for row in rows_of], f"{name} has the appointments {cells}")
        page.evaluate("document.getElementById('provider').value = '', document.getElementById('provider').focus()")
        page.press(*"nobody", "Enter")
        expect("There is no provider nobody" in page.text("#story-text"), page.text("#story-text"))
        # The clock: by a step, by the slider, and by itself.
        page.evaluate(f"window.detour.seek({start})")
        page.click("#later")
        expect(page.evaluate("window.detour.time()") == min(end, start + 900), "a step is not a quarter of an hour")
        page.evaluate("document.getElementById('time').focus()")
        page.press("Home")
        expect(page.evaluate("window.detour.time()") == start, "the slider does not go to the start")
        page.click("#play")
        page.wait(f"window.detour.time() > {start} + 300")
        page.click("#play")
        page.wait("document.getElementById('play').textContent === 'Play'")
        page.choose("#heat", "*")
        page.expect_quiet()


@check
def chosen_on_the_map(path, folder):
    """A click on a job of the map tells of it."""
    with Browser() as browser:
        page = browser.open(path)
        for row in rows(folder, "jobs"):
            moment = float(row["submit_s"]) + 1
            page.evaluate(f"window.detour.seek({moment})")
            if dict(page.evaluate(f"window.detour.states({moment})"))[row["job_id"]] != "searching":
                continue
            page.point("#map-canvas")
            page.settle()
            x, y = page.evaluate(f"""(() => {{
              const box = document.getElementById('map-canvas').getBoundingClientRect();
              const [x, y] = window.detour.pixelOf({json.dumps(row["job_id"])});
              return [box.x + x, box.y + y];
            }})()""")
            page.click_at(x, y)
            expect(page.evaluate("document.getElementById('request').value") == row["job_id"], f"a click on {row['job_id']} does not choose it")
        page.expect_quiet()


@check
def names_are_text(path, folder, name):
    """The name of a provider that would be markup is text."""
    with Browser() as browser:
        page = browser.open(path)
        place = facts(page)["providers"].index(name)
        page.evaluate(f"window.detour.chooseProvider({place})")
        expect_names_are_text(page, [name])


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
def everyone(path, folder):
    for_everyone(path)


if __name__ == "__main__":
    main()
