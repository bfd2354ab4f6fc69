#!/usr/bin/env python3
"""Attacks the program as a hostile or unlucky user would, from outside, and says what held.

    python3 Tests/Verifier/attack.py kills 200       # kill `run --force`: the old or the new folder stands, whole
    python3 Tests/Verifier/attack.py studies 1000    # kill studies: no finished run is lost, and no byte of the tables changes
    python3 Tests/Verifier/attack.py names 200       # names that are code elsewhere, through every command
    python3 Tests/Verifier/attack.py festivals 200   # drawn festivals of all kinds of rules, each verified
    python3 Tests/Verifier/attack.py registers 200   # drawn registers of carpools, each run verified
    python3 Tests/Verifier/attack.py carpools 200    # drawn carpools: shared stops, meeting places, cars that wait, choices, each run verified
    python3 Tests/Verifier/attack.py folders 2000    # damaged result and study folders, through every command that reads one
    python3 Tests/Verifier/attack.py fields 200      # scenarios of services and orders with fields drawn at random, each run verified

Ends with 0 where everything held, with 1 where something did not, which is printed. `--program FILE` names another
program than `.build/release/detour`, `--seed N` another series.
"""

import argparse
import datetime
import hashlib
import importlib
import json
import math
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zoneinfo
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Seconds that a command may take on these small inputs, and bytes of address space that it may ask for.
TIME, SPACE = 10, 8 << 30

SCENARIO = """{
  name: %s,
  space: { kind: "plane", width_m: 4000, height_m: 4000, speed_kmh: 36 },
  time: { duration_s: 1800 },
  supply: { kind: "synthetic", count: 60 },
  demand: { kind: "synthetic", count: 30 },%s
}
"""
# Members that a scenario may have besides, drawn for each.
MEMBERS = [
    "channel: { outages: { times: { kind: \"windows\", windows: [{ from_s: 300, to_s: 900 }] }, calls: \"%s\" } }",
    "channel: { outages: { times: { kind: \"drawn\", between: 600, repair: 120 }, calls: \"%s\" } }",
    "money: { price: { kind: \"per_km\", per_km: 5 }, cap: { cost_per_km: 2 } }",
    "money: { cap: { may_profit: true } }",
]


def scenario(name: str, luck: random.Random) -> str:
    """A scenario of a name (JSON), with or without a member of `MEMBERS`."""
    member = luck.choice([None, *MEMBERS])
    if member and "%s" in member:
        member %= luck.choice(["wait", "lost"])
    return SCENARIO % (name, f"\n  {member}," if member else "")


class Attack:
    """What all attacks share: the program, the luck, and the list of what did not hold."""

    def __init__(self, program, seed):
        self.program = program
        self.luck = random.Random(seed)
        self.failures = []
        self.calls = 0

    def call(self, words, folder):
        """Runs the program with `words` in `folder`; a signal, a hang or too much memory is a failure."""
        self.calls += 1
        limit = f"ulimit -v {SPACE // 1024}; exec \"$0\" \"$@\""
        try:
            done = subprocess.run(
                ["sh", "-c", limit, self.program, *words], cwd=folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIME)
        except subprocess.TimeoutExpired:
            self.fail(words, f"took more than {TIME} s")
            return None
        if done.returncode < 0 or done.returncode > 100:
            self.fail(words, f"ended with {done.returncode}: {done.stderr[-300:]!r}")
        return done

    def fail(self, words, why):
        self.failures.append(f"detour {' '.join(map(str, words))}: {why}")

    def check(self, holds, words, why):
        if not holds:
            self.fail(words, why)


def tree(folder):
    """Every file below `folder`: its path and what it holds."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
        for path in sorted(pathlib.Path(folder).rglob("*"))
    }


def tables(folder):
    """The digest of each deterministic table of a result folder."""
    return tuple(
        hashlib.sha256((folder / f"{name}.csv").read_bytes()).hexdigest()
        for name in ("requests", "attempts", "drivers", "stops", "timeseries", "summary"))


def kills(attack, count):
    """Kills `run --force` at any moment: under the name stands the old folder or the new one, whole."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "town.json5").write_text(scenario('"town"', attack.luck))
        known = set()
        span = 0.0
        for seed in ("1", "2"):
            start = time.monotonic()
            attack.call(["run", "town.json5", "--out", "out", "--force", "--quiet", "--seed", seed], scratch)
            span = max(span, time.monotonic() - start)
            known.add(tables(scratch / "out"))
        killed = 0
        number = 0
        while killed < count:
            number += 1
            words = ["run", "town.json5", "--out", "out", "--force", "--quiet", "--seed", str(1 + number % 2)]
            process = subprocess.Popen([attack.program, *words], cwd=scratch, stderr=subprocess.DEVNULL)
            time.sleep(attack.luck.uniform(0, 1.2 * span))
            process.send_signal(signal.SIGKILL)
            killed += process.wait() == -signal.SIGKILL
            attack.calls += 1
            try:
                attack.check(tables(scratch / "out") in known, words, "neither the old nor the new folder stands")
            except OSError as error:
                attack.fail(words, f"no whole folder stands: {error}")
        attack.call(["run", "town.json5", "--out", "out", "--force", "--quiet"], scratch)
        left = [path.name for path in scratch.iterdir() if path.name.startswith(".")]
        attack.check(not left, ["run"], f"the next writer left {left}")
        print(f"{killed} of {number} runs killed")


def studies(attack, count):
    """Kills studies at any moment, one process or two in one folder: no finished run is lost or changed, and the tables of
    the finished study are those of one that nobody killed."""
    from packs import parts, records

    sweep = ["sweep", "town.json5", "--vary", "matching.radius_m=400,800,1200", "--set", "demand.count=15", "--set",
             "supply.count=30", "--replications", "60", "--jobs", "2", "--quiet"]
    names = ["manifest.json", "runs.csv", "summary.csv", "warm_up.csv"]

    def rows(content):
        """The parts of a run that do not depend on the machine."""
        return {name: part for name, part in parts(content).items() if name != "performance"}

    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "town.json5").write_text(SCENARIO % ('"town"', ""))
        start = time.monotonic()
        subprocess.run([attack.program, *sweep, "--out", "whole"], cwd=scratch, check=True, stderr=subprocess.DEVNULL)
        span = time.monotonic() - start
        whole = {name: rows(content) for name, content in records(scratch / "whole/runs").items()}
        killed, finished, started, most = 0, 0, 0, 0
        while killed < count:
            study = scratch / f"study-{finished}"
            keeps = ["--keep-tables"] if finished % 3 == 2 else []
            words = [*sweep, *keeps, "--out", study.name]
            done: dict[str, bytes] = {}
            while killed < count:
                processes = [subprocess.Popen([attack.program, *words], cwd=scratch, stderr=subprocess.PIPE)
                             for _ in range(attack.luck.choice([1, 1, 2]))]
                started += len(processes)
                attack.calls += len(processes)
                # Often right after the start, and right after a run.
                time.sleep(attack.luck.choice([0.02, 0.1, 0.3]) * span * attack.luck.random())
                told = records(study / "runs") if attack.luck.random() < 0.5 else {}
                codes = []
                for process in processes:
                    process.send_signal(signal.SIGKILL)
                    codes.append(process.wait())
                    said = [line for line in process.stderr.read().splitlines() if not line.startswith(b"detour: warning: ")]
                    attack.check(codes[-1] in (0, -signal.SIGKILL) and not said, words, f"exit code {codes[-1]}: {said}")
                killed += sum(code == -signal.SIGKILL for code in codes)
                found = records(study / "runs")
                for name, content in {**done, **told}.items():
                    attack.check(found.get(name) == content, words, f"the finished run {name} is lost or changed")
                for name in found.keys() - done.keys():
                    attack.check(rows(found[name]) == whole[name], words, f"run {name} has other figures")
                done = found
                if 0 in codes:
                    break
            attack.call(words, scratch)
            for name in names:
                attack.check((study / name).read_bytes() == (scratch / "whole" / name).read_bytes(), words, f"{name} differs")
            final = records(study / "runs")
            attack.check(final.keys() == whole.keys() and all(final[name] == done[name] for name in done), words, "runs differ")
            files = [path for path in study.rglob("*") if path.is_file() and path.parent.name in ("runs", "tables")]
            most = max(most, len(files))
            if keeps:
                kept = records(study / "tables", ".tables")
                for name in attack.luck.sample(sorted(kept), 3):
                    single = scratch / "single"
                    shutil.rmtree(single, ignore_errors=True)
                    attack.call(["unpack", study.name, name, "--out", "single"], scratch)
                    for file, content in parts(kept[name]).items():
                        attack.check(file == "manifest.json" or (single / "tables" / name / file).read_bytes() == content,
                                     ["unpack", name], f"{file} differs")
                attack.check(kept.keys() == whole.keys(), words, "tables are missing")
            shutil.rmtree(study)
            finished += 1
        # Two processes at a time, each with two packs and their indexes at most.
        attack.check(most <= 8, sweep, f"{most} files of two workers")
        print(f"{killed} of {started} processes killed, {finished} studies finished, at most {most} files of two workers")


# What is code, a path, an option or a formula somewhere else.
PARTS = [
    "`touch PWNED`", "$(touch PWNED)", "${HOME}", "; touch PWNED", "| touch PWNED", "|touch PWNED", "& touch PWNED",
    "'", '"', "''", '""', "\\", "\\\\", "\\n", "%s", "%n", "%0", "@x", "@{x}", "!touch PWNED", "{/=30 x}", "<b>", "</svg>",
    "<script>alert(1)</script>", "]]>", "&amp;", "system('touch PWNED')", "\" . system(\"touch PWNED\") . \"",
    "' . system('touch PWNED') . '", "=1+1", "+1", "-1", "@SUM(A1)", "--force", "--out", "-", "..", ".", "../x", "a/../../x",
    "/etc/x", "~", "~root", "*", "?", "[a]", "{a,b}", "#", "//", "/*", "\u202ename", "\u200bname", "\u2066x\u2069", "é", "😀",
    "\x1b[31mred", "\x07", "\r\n", "\n", "\t", "\x00", "a" * 300, "con", "NUL", "EOD", "\nEOD\nsystem('touch PWNED')\n",
    "x'\u0301$(touch PWNED)'\u0301", "\u0d4e'$(touch PWNED)\u0d4e'", "'\u200d; touch PWNED; '\u200d", "'\U0001f3fd", "\u0600<b>",
    "<\u0301/script>", "%\u0338s", "`\u0301touch PWNED`\u0301", "::stop-commands::x", "##[set-env name=a]b", "\uff1d1+1",
    ",", ";", "a,b", "a=b", "a:b", "null", "NaN", "1e400", "true", "0x10", " ", "  x", "x  ", "",
]


def hostile(luck, count):
    """`count` names: each part alone, then parts put together."""
    names = list(PARTS)
    while len(names) < count:
        names.append("".join(luck.choice(PARTS) for _ in range(luck.randint(2, 3)))[:200])
    return names[:count]


def names(attack, count):
    """Hostile names as names of scenarios, folders, fields and values: nothing but what was asked for is made."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for number, name in enumerate(hostile(attack.luck, count)):
            folder = scratch / str(number) / "work"
            folder.mkdir(parents=True)
            (folder / "s.json5").write_text(scenario(json.dumps(name), attack.luck), encoding="utf-8")
            (folder / "study.json5").write_text(
                '{ scenario: "s.json5", name: %s, replications: 2, vary: [{field: "matching.radius_m", values: [500, 900]}] }'
                % json.dumps(name), encoding="utf-8")
            before = tree(folder.parent)
            usable = "\x00" not in name
            attack.call(["validate", "s.json5"], folder)
            attack.call(["run", "s.json5", "--out", "run", "--quiet"], folder)
            attack.call(["sweep", "study.json5", "--set", "name=plain", "--out", "study", "--quiet", "--jobs", "1"], folder)
            if usable:
                attack.call(["run", "s.json5", "--set", f"name={name}", "--out", "run2", "--quiet"], folder)
                attack.call(["run", "s.json5", "--set", "name=plain", "--out", name, "--quiet"], folder / "..") \
                    if "/" not in name and name not in ("", ".", "..", "~") else None
                attack.call(["validate", "s.json5", "--set", name], folder)
                attack.call(["sweep", "s.json5", "--vary", f"name={name}", "--out", "study2", "--quiet"], folder)
                attack.call(["explain", "run", name], folder)
                attack.call(["report", "run", "--out", "run.html"], folder)
                attack.call(["analyse", "study", "--where", name], folder)
                attack.call(["compare", "study", "--a", name, "--b", name], folder)
                attack.call(["columns", name], folder)
                attack.call([name], folder)
            runs = folder / "study" / "runs.csv"
            if runs.exists():
                # The name as a header and as a value, quoted as CSV asks for.
                field = '"' + name.replace('"', '""') + '"'
                lines = runs.read_text().split("\n")
                header = lines[0].replace("matching.radius_m", field)
                made = folder / "made"
                made.mkdir()
                (made / "runs.csv").write_text("\n".join([header] + lines[1:]), encoding="utf-8")
                (made / "runs2.csv").write_text("", encoding="utf-8")
                values = folder / "values"
                values.mkdir()
                (values / "runs.csv").write_text(
                    "\n".join([lines[0]] + [line.replace(",900,", f",{field},", 1) for line in lines[1:]]), encoding="utf-8")
                for one in ("study", "made", "values"):
                    attack.call(["analyse", one], folder)
                    if number % 4 == 0:
                        attack.call(["plot", one, "--kind", "curves", "--figure", "match_rate", "--out", "curve"], folder)
                        if usable:
                            attack.call(
                                ["plot", one, "--kind", "curves", "--figure", "match_rate", "--title", name, "--out", "curve"], folder)
            after = tree(folder.parent)
            gone = [path for path in before if after.get(path) != before[path]]
            attack.check(not gone, ["(name)", repr(name)], f"changed or removed {gone}")
            ours = ("work/run", "work/study", "work/made", "work/values", "work/curve", "work/run.html")
            made = [
                path for path in after
                if path not in before and not path.startswith(ours) and path.split("/")[0] != name]
            attack.check(not made, ["(name)", repr(name)], f"made {made}")
            outside = [path.name for path in scratch.iterdir() if not path.name.isdigit()]
            attack.check(not outside, ["(name)", repr(name)], f"made {outside} outside of its folder")
            shutil.rmtree(folder.parent)


def festival(luck, number):
    """A scenario of shifts with drawn rules: zones in a second step, sets of posts and changes among them."""
    def maybe(share, value):
        return value if luck.random() < share else None

    opens, deadline = luck.randint(1, 80_000), 86_400
    slots = [{"name": f"slot {k}", "begin_s": 100_000 + 3_600 * k + luck.choice([0, 0, -900]), "end_s": 103_600 + 3_600 * k}
             for k in range(luck.randint(2, 5))]
    weights = [luck.choice([0, 1, 3]) for _ in range(4)]
    scenario = {
        "name": f"festival {number}", "market": "shifts", "seed": number, "time": {"duration_s": deadline},
        "programme": {"kind": "synthetic", "slots": slots, "posts": luck.randint(3, 12), "zones": luck.randint(1, 5), "zoned_share": luck.random(),
                      "zones_per_post": luck.randint(1, 3), "slot_share": luck.choice([0.6, 1]), "places_max": luck.randint(1, 4),
                      "late_zone_share": luck.choice([0, 0, 0.3]), "growing_share": luck.choice([0, 0.3])},
        "volunteers": {"kind": "synthetic", "count": luck.randint(10, 120), "flexible_share": luck.choice([0, 0.3, 0.6]),
                       "slot_flexible_share": luck.choice([0, 0.2]), "max_shifts": luck.choice([None, 1, 2, 3]), "any_zone_share": luck.random(),
                       "wishes_max": luck.randint(1, 4), "sees": luck.choice(["nothing", "counts"])},
        "matching": {"assignment": luck.choice(["greedy", "optimal"]), "reserve_share": luck.choice([0, 0.2]), "allow_moves": luck.random() < 0.5,
                     "flexible_slots": luck.choice(["wished", "all"]), "attempts": luck.randint(1, 4)},
        "behaviour": {"answer_delay_s": luck.choice([0, 600, 10_000]), "decline_probability": luck.choice([0, 0.1]),
                      "change_probability": luck.choice([0, 0.4]), "withdraw_probability": luck.choice([0, 0.2]),
                      "no_show_probability": luck.choice([0, 0.1])},
    }
    if sum(weights) and luck.random() < 0.6:
        scenario["behaviour"]["changes"] = dict(zip(("post_weight", "slot_weight", "both_weight", "all_weight"), weights),
                                                probability=luck.uniform(0.1, 1))
    zones = {"opens_s": opens, "choose_until_s": maybe(0.5, luck.randint(opens + 1, deadline)),
             "delay": luck.choice([0, 3_600, {"law": "exponential", "mean_s": 10_000}]), "unchosen": luck.choice(["assigned", "without"])}
    for name, value in (("zones", zones), ("sets", {"share": luck.uniform(0.05, 1), "posts_min": 1, "posts_max": luck.randint(1, 5)}),
                        ("channel", {"delay": luck.choice([0, 300]), "loss": luck.choice([0, 0.4]), "tries": luck.randint(1, 2)})):
        value = maybe(0.6, value)
        if value is not None:
            scenario[name] = value
    return scenario


def festivals(attack, count):
    """Drawn festivals: the program runs each, and the verifier finds no rule broken."""
    verifier = str(ROOT / "Tests/Verifier/verify.py")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for number in range(count):
            (scratch / "festival.json5").write_text(json.dumps(festival(attack.luck, number)), encoding="utf-8")
            words = ["run", "festival.json5", "--out", "out", "--force", "--quiet"]
            done = attack.call(words, scratch)
            if done is None or done.returncode != 0:
                attack.fail(words, f"festival {number}: {done and done.stderr[-400:]!r}")
                continue
            checked = subprocess.run([sys.executable, verifier, "out"], cwd=scratch, capture_output=True, text=True)
            lines = checked.stdout.split("\n")
            broken = [line for n, line in enumerate(lines) if "FAIL" in line or n and "FAIL" in lines[n - 1]]
            attack.check(checked.returncode == 0, ["verify", f"festival {number}"], "\n".join(broken + [checked.stderr[-500:]]))


def register(luck):
    """A drawn register of carpools over three days, as text: cars with one passenger or several, all forms of places and times."""
    separator, two_columns, has_ends = luck.choice(";\t,"), luck.random() < 0.3, luck.random() < 0.8
    west, south, width, height = luck.choice([(-0.02, -0.003, 0.07, 0.03), (-0.02, -0.003, 0.07, 0.03), (-0.4, 44.2, 1, 1)])
    zone = luck.choice(["Europe/Paris", "Europe/Paris", None])
    # A day on which the clock changes is among them at times.
    first = luck.choice([datetime.datetime(2026, 5, 17), datetime.datetime(2026, 3, 28), datetime.datetime(2026, 10, 24)])

    def clock(minutes):
        time, offset = first + datetime.timedelta(minutes=minutes), "+02:00"
        if zone:
            utc = (time - datetime.timedelta(hours=2)).replace(tzinfo=datetime.timezone.utc)
            there = utc.astimezone(zoneinfo.ZoneInfo(zone))
            time, offset = luck.choice([(utc, "Z"), (there, f"{there:%z}"), (there, f"{there:%z}"[:3] + ":00"), (there, "")])
        return [f"{time:%Y-%m-%d}", f"{time:%H:%M:%S}{offset}"] if two_columns else [f"{time:%Y-%m-%d}{luck.choice('T ')}{time:%H:%M:%S}{offset}"]

    def place():
        decimals = luck.choice([1, 2, 2, 3, 3, 3, 3, 4])
        cut = [math.trunc(10**decimals * value) / 10**decimals for value in (west + width * luck.random(), south + height * luck.random())]
        return ["", ""] if luck.random() < 0.03 else [luck.choice([f"{value:.{decimals}f}", str(value)]) for value in cut]

    def columns(end):
        return [f"journey_{end}_date", f"journey_{end}_time"] if two_columns else [f"journey_{end}_datetime"]

    ends = columns("end") if has_ends else ["journey_duration"]
    rows = [["journey_id", "trip_id", *columns("start"), "journey_start_lon", "journey_start_lat", *ends, "journey_end_lon", "journey_end_lat",
             "passenger_seats", "operator_class"]]  # fmt: skip
    for car in range(luck.randint(20, 60)):
        begin, home = 10 * luck.choice([luck.randint(0, 431), luck.randint(140, 150), luck.randint(280, 300)]), place()
        for _ in range(luck.choice([1, 1, 1, 2, 3])):
            start = begin + luck.choice([0, 0, 10, 20, 7])
            last = clock(start + luck.choice([10, 20, 20, 13])) if has_ends else [luck.choice(["12", "8.5"])]
            where = luck.choice([home, place(), place()])
            rows.append([str(len(rows)), f"c{car}", *clock(start), *where, *last, *luck.choice([where, place(), place(), place()]),
                         luck.choice(["", "0", "1", "1", "2"]), "C"])  # fmt: skip
    if luck.random() < 0.3:
        for row in rows[1:]:
            row[0] = f"j{row[0]}"
    luck.shuffle(rows[1:])
    return "\n".join(separator.join(row) for row in rows) + "\n", zone, first, (west, south, width, height)


def register_scenario(luck, zone, first, area):
    """A scenario that reads `register.csv`, whose fields are drawn."""
    def maybe(value, probability=0.5):
        return value if luck.random() < probability else None

    west, south, width, height = area
    day = first + datetime.timedelta(days=luck.randint(0, 2))
    start = maybe(day + datetime.timedelta(hours=luck.choice([0, 8, 23])), 0.4)
    is_town = width < 0.1 and luck.random() < 0.7
    space = {"kind": "network", "file": "tiny-town", "snap_m": luck.choice([0, 60, 500, 2000])} if is_town else {
        "kind": "geographic", "west": west + 0.1 * width, "south": south, "east": west + width, "north": south + height, "speed_kmh": 60}
    resample = luck.choice([None, None, None, "thin", "jitter"])
    scenario = {
        "name": "register", "space": space,
        "time": {"duration_s": luck.choice([86400, 86400, 7200, 40000, None]), "zone": zone, "start": start and f"{start:%Y-%m-%dT%H:%M:%S}"},
        "trips": {"file": "register.csv", "format": "carpools", "blur": luck.random() < 0.6, "resample": resample,
                  "date": f"{day:%Y-%m-%d}" if start is None else maybe(f"{day:%Y-%m-%d}", 0.3)},
        "supply": {"kind": "trips", "flexibility_s": luck.choice([0, 0, 900])},
        "demand": {"kind": "trips", "lead_s": luck.choice([0, 0, 1200]), "party_size": luck.choice([[1], [1, 0, 1]])},
        "sample_share": luck.choice([None, None, 0.5, 0.8]), "input": {"longest_trip_m": luck.choice([30000, 30000, 3000, None])},
    }  # fmt: skip
    if luck.random() < 0.2:
        scenario["board"] = {"offers": {"kind": "synthetic", "share": 0.6}, "seeks": {"kind": "synthetic", "share": 0.5}}
        scenario["supply"]["flexibility_s"] = scenario["demand"]["lead_s"] = 0
        scenario["sample_share"] = None
    side = luck.random()
    if side < 0.2:
        scenario["time"]["duration_s"] = scenario["time"]["duration_s"] or 86400
    if side < 0.1:
        scenario["supply"] = {"kind": "synthetic", "count": 5}
    elif side < 0.2:
        scenario["demand"] = {"kind": "synthetic", "count": 5}
    return scenario


def registers(attack, count):
    """Drawn registers: the program runs each or says what is wrong, and the verifier finds no rule broken."""
    from verifier import carpool
    from verifier.form import Verifier

    refused, cases = 0, Counter()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        shutil.copytree(ROOT / "Scenarios/networks/tiny-town", scratch / "tiny-town")
        for number in range(count):
            text, *world = register(attack.luck)
            (scratch / "register.csv").write_text(text, encoding="utf-8")
            scenario = register_scenario(attack.luck, *world)
            (scratch / "s.json5").write_text(json.dumps(scenario), encoding="utf-8")
            words = ["run", "s.json5", "--seed", str(number), "--quiet", "--force", "--out", "out"]
            done = attack.call(words, scratch)
            if done is None or done.returncode:
                refused += 1
                attack.check(done is not None and done.returncode == 65 and done.stderr, words, f"refused without a word: {json.dumps(scenario)}")
                continue
            verifier = Verifier()
            carpool.verify(scratch / "out", verifier)
            cases.update({rule: amount for rule, amount in verifier.checked.items() if rule.startswith("register: ")})
            broken = [f"{rule}: {places[0]}" for rule, places in verifier.violations.items() if places]
            attack.check(not broken, words, f"register {number}, {broken}: {json.dumps(scenario)}")
    print(f"{refused} of {count} scenarios refused")
    for rule, amount in cases.items():
        print(f"{amount:>9}  {rule}")


AREAS = {
    "plane": {"kind": "plane", "width_m": 5000, "height_m": 4000, "speed_kmh": 30},
    "torus": {"kind": "torus", "side_m": 5000, "speed_kmh": 30, "circuity": 1.2},
    "geographic": {"kind": "geographic", "west": 2.0, "south": 48.0, "east": 2.07, "north": 48.04, "speed_kmh": 30, "circuity": 1.3},
    "network": {"kind": "network", "file": "tiny-town", "snap_m": 2000},
}
# West, south, width and height of each.
BOXES = {"plane": (0, 0, 5000, 4000), "torus": (0, 0, 5000, 5000), "geographic": (2.0, 48.0, 0.07, 0.04), "network": (0, -0.0005, 0.044, 0.008)}


def places_file(luck, kind: str) -> tuple[str, list]:
    """A drawn file of meeting places in one of its forms, and the places."""
    west, south, width, height = BOXES[kind]
    is_globe = kind in ("geographic", "network")
    side = luck.randint(2, 8)
    spots = [(west + width * (i + 0.5 + luck.uniform(-0.3, 0.3)) / side, south + height * (j + 0.5 + luck.uniform(-0.3, 0.3)) / side)
             for i in range(side) for j in range(side)]  # fmt: skip
    forms = [["id", "x", "y"]] + ([["id_lieu", "Xlong", "Ylat"], ["stop_id", "stop_lon", "stop_lat", "location_type"], ["id", "lon", "lat"]] if is_globe else [])
    head = luck.choice(forms)
    texts = [(f"{x:.{6 if is_globe else 1}f}", f"{y:.{6 if is_globe else 1}f}") for x, y in spots]
    rows = [[f"P{number}", *text] for number, text in enumerate(texts)]
    if "location_type" in head:
        rows = [[*row, luck.choice(["", "0"])] for row in rows]
        rows.append(["station", f"{west + width / 2:.6f}", f"{south + height / 2:.6f}", "1"])
    separator = luck.choice(",;") if "id_lieu" in head else ","
    return "\n".join(separator.join(row) for row in [head, *rows]) + "\n", [tuple(map(float, text)) for text in texts]


def recorded_side(luck, kind: str, count: int, gathers: list, columns: dict) -> list:
    """Rows with ends, some of which lie at the places of `gathers`; `columns` name the other values, each drawn for a row."""
    west, south, width, height = BOXES[kind]
    decimals = 7 if kind in ("geographic", "network") else 1

    def end():
        x, y = luck.choice(gathers) if gathers and luck.random() < 0.5 else (west + width * luck.random(), south + height * luck.random())
        return [f"{x:.{decimals}f}", f"{y:.{decimals}f}"]

    rows = [["", "origin_x", "origin_y", "destination_x", "destination_y", *columns]]
    for number in range(count):
        rows.append([str(number), *end(), *end(), *(draw() for draw in columns.values())])
    return rows


def carpool(luck, scratch) -> dict:
    """A carpool with fields drawn at random, whose files are written into `scratch`."""
    def maybe(value, probability=0.5):
        return value if luck.random() < probability else None

    kind = luck.choice(list(AREAS))
    places, spots = places_file(luck, kind)
    (scratch / "places.csv").write_text(places, encoding="utf-8")
    gathers = luck.sample(spots, min(6, len(spots)))
    duration = luck.choice([3600, 7200])
    walks, cars, asks = luck.choice([0, 300, 700]), luck.choice(["trips", "stays", "mixed", "recorded"]), luck.choice(["synthetic", "recorded", "recorded"])
    money = maybe({"price": {"kind": "per_km", "per_km": luck.choice([0.5, 1, 2]), "step": luck.choice([0.01, 0.5])}, "wallet_share": luck.choice([0, 1])}, 0.6)
    policy = luck.choice(["insertion", "insertion", "insertion", "two_circles", "nearest", "batch"])
    is_insertion = policy == "insertion"
    chooses = luck.random() < 0.7
    reads = chooses and asks == "recorded" and luck.random() < 0.8
    scenario = {
        "name": "carpool", "space": dict(AREAS[kind]), "time": {"duration_s": duration},
        "supply": {"kind": "synthetic", "count": luck.randint(10, 60), "seats": luck.choice([2, 4, 8])},
        "demand": {"kind": "synthetic", "count": luck.randint(40, 160), "party_size": luck.choice([[1], [0.8, 0.2]])},
        "matching": {
            "policy": policy, "radius_m": luck.choice([800, 1500]), "walk_m": walks, "stops": luck.choice(["shared", "shared", "shared", "each"]),
            "attempts": luck.choice([1, 3]),
            "limits": {"max_detour_s": luck.choice([600, 1500, None]), "max_detour_ratio": luck.choice([0.5, 3, None]),
                       "max_wait_s": luck.choice([600, 1200, None]), "max_delay_s": luck.choice([900, 1800, None]), "max_ride_ratio": luck.choice([2, 4, None])},
        },
        "behaviour": {"stop_duration_s": luck.choice([0, 30, 61.5]), "decline_probability": luck.choice([0, 0.2]),
                      "driver_cancel_probability": luck.choice([0, 0.1]), "answer_delay_s": luck.choice([0, 20]), "patience_s": luck.choice([None, 900])},
    }  # fmt: skip
    matching, demand, supply = scenario["matching"], scenario["demand"], scenario["supply"]
    if is_insertion:
        matching["insertion"] = {"objective": luck.choice(["cost", "added_driving", "earliest_arrival"])}
    if policy == "batch":
        matching["batch"] = {"window_s": luck.choice([10, 60]), "riders": luck.choice(["one", "several"])}
    if not walks and luck.random() < 0.35:
        demand["lead_s"], demand["flexibility_s"] = luck.choice([600, 1800]), luck.choice([0, 900])
        if cars == "trips":
            supply["flexibility_s"] = luck.choice([0, 900])
        if policy == "batch" and cars == "trips":
            matching["batch"]["commit"] = "latest"
    elif cars == "trips" and asks == "synthetic" and not chooses and luck.random() < 0.5:
        seeks = {"kind": "synthetic", "share": 0.6, "access_m": 800, "egress_m": 800}
        scenario["board"] = {"offers": {"kind": "synthetic", "share": 0.6}, "seeks": seeks}
    if walks and luck.random() < 0.7:
        # Without `door` a request is refused that has no place near an end.
        matching["meeting"] = {"kind": "places", "file": "places.csv", "door": luck.random() < 0.9}
    elif walks and kind != "network":
        matching["walk_grid_m"] = luck.choice([150, 300])
    if money:
        scenario["money"] = money
    if cars == "stays":
        supply["od"] = {"kind": "stays", "depart_s": luck.choice([0, 900]), "end_s": maybe(duration + luck.choice([0, 1800]), 0.4)}
    elif cars != "trips":
        rows = recorded_side(luck, kind, supply["count"], gathers, {"depart_s": lambda: str(luck.randint(0, duration))})
        rows[0][0] = "driver_id"
        for row in rows[1:]:
            if cars == "mixed" and luck.random() < 0.5:
                row[3:] = ["", "", "0"]
        (scratch / "drivers.csv").write_text("\n".join(map(",".join, rows)) + "\n", encoding="utf-8")
        scenario["supply"] = {"kind": "recorded", "file": "drivers.csv", "seats": supply["seats"], "resample": maybe(luck.choice(["thin", "jitter", "bootstrap", "smooth"]), 0.3)}
    if asks == "recorded":
        columns = {"submit_s": lambda: f"{luck.uniform(0, duration):.{luck.choice([0, 3])}f}", "party_size": lambda: luck.choice(["", "1", "2"]),
                   "alternative_s": lambda: luck.choice([str(luck.randint(300, 3000)), f"{luck.uniform(300, 3000):.3f}"]),
                   "alternative_cost": lambda: luck.choice(["0", "4", f"{luck.uniform(0, 12):.2f}"])}  # fmt: skip
        if not walks and luck.random() < 0.3:
            columns |= {"boarding_s": lambda: luck.choice(["", "20", "90"]), "alighting_s": lambda: luck.choice(["", "0", "45.5"])}
        rows = recorded_side(luck, kind, demand["count"], gathers, columns)
        named = luck.random() < 0.3
        theirs = maybe({"request_id": "who", "submit_s": "asked_s"}, 0.3) or {}
        if theirs and reads:
            theirs |= {"alternative_s": "bus_s"} | ({"alternative_cost": "bus_fare"} if money else {})
        rows[0] = [theirs.get(column, column) for column in ["request_id", *rows[0][1:]]]
        if named:
            rows[1:] = [[f"r{row[0]}", *row[1:]] for row in rows[1:]]
        separator = luck.choice([",", ",", ";", "\t"])
        (scratch / "requests.csv").write_text("\n".join(map(separator.join, rows)) + "\n", encoding="utf-8")
        timing = {name: value for name, value in demand.items() if name in ("lead_s", "flexibility_s")}
        scenario["demand"] = demand = {"kind": "recorded", "file": "requests.csv", **timing, "resample": maybe(luck.choice(["thin", "jitter", "bootstrap", "smooth"]), 0.3)}
        if theirs:
            demand["columns"] = theirs
    if chooses:
        kinds = ["none", {"kind": "direct", "factor": 1.4, "constant_s": 300, "cost": 3, "cost_per_km": 0.2},
                 {"kind": "law", "time_s": {"law": "uniform", "from_s": 300, "to_s": 3000}, "cost": luck.choice([0, 5])}]  # fmt: skip
        if not money:
            kinds[1] = {"kind": "direct", "factor": 1.4, "constant_s": 300}
            kinds[2].pop("cost")
        demand["choice"] = {
            "constant": luck.choice([0, 0.5, -1]), "on_refusal": luck.choice(["retries", "leaves"]),
            "weights": {"wait_s": luck.choice([0, -0.002]), "ride_s": -0.001, "walk_m": -0.001 if walks else 0, "price": -0.15 if money else 0},
            "alternative": "recorded" if reads else luck.choice(kinds),
        }  # fmt: skip
    return scenario


def carpools(attack, count):
    """Drawn carpools: the program runs each or says what is wrong, and the verifier finds no rule broken."""
    from verifier import carpool as rules
    from verifier.form import Verifier

    refused, cases = Counter(), Counter()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        shutil.copytree(ROOT / "Scenarios/networks/tiny-town", scratch / "tiny-town")
        for number in range(count):
            scenario = carpool(attack.luck, scratch)
            (scratch / "s.json5").write_text(json.dumps(scenario), encoding="utf-8")
            words = ["run", "s.json5", "--seed", str(number), "--quiet", "--force", "--out", "out"]
            done = attack.call(words, scratch)
            if done is None or done.returncode:
                said = "" if done is None else done.stderr.decode().strip()
                refused[re.sub(r"^\S+: |:\d+:\d+", "", said.splitlines()[0]) if said else "nothing"] += 1
                attack.check(done is not None and done.returncode == 65 and said, words, f"refused without a word: {json.dumps(scenario)}")
                continue
            verifier = Verifier()
            rules.verify(scratch / "out", verifier)
            known = ("choice: ", "shared stops: ", "walks: ", "a car that waits ")
            cases.update({rule: amount for rule, amount in verifier.checked.items() if rule.startswith(known)})
            broken = [f"{rule}: {places[0]}" for rule, places in verifier.violations.items() if places]
            attack.check(not broken, words, f"carpool {number}, {broken}: {json.dumps(scenario)}")
    print(f"{sum(refused.values())} of {count} scenarios refused")
    for said, amount in refused.most_common(20):
        print(f"{amount:>9}  {said[:200]}")
    for rule, amount in cases.items():
        print(f"{amount:>9}  {rule}")


def damaged(luck, data):
    """`data` with some bytes changed, removed, doubled, or numbers made absurd."""
    data = bytearray(data)
    for _ in range(luck.randint(1, 4)):
        if not data:
            break
        place = luck.randrange(len(data))
        kind = luck.randrange(6)
        if kind == 0:
            data[place] ^= 1 << luck.randrange(8)
        elif kind == 1:
            del data[place:place + luck.randint(1, 40)]
        elif kind == 2:
            data[place:place] = data[place:place + luck.randint(1, 40)]
        elif kind == 3:
            data[place:place + 1] = luck.choice([b"inf", b"nan", b"1e400", b"-1", b"99999999999999999999", b"", b'"', b"\x00"])
        elif kind == 4:
            del data[place:]
        else:
            data[place:place + 1] = bytes([luck.randrange(256)])
    return bytes(data)


def folders(attack, count):
    """Damaged folders through every command that reads one: a result or a sentence, never a signal or a hang."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "town.json5").write_text(scenario('"town"', attack.luck))
        study = ["sweep", "town.json5", "--vary", "matching.radius_m=400,800,1200", "--vary", "matching.attempts=1,3",
                 "--replications", "3", "--quiet", "--jobs", "1", "--out"]
        attack.call(study + ["study"], scratch)
        attack.call(["run", "town.json5", "--record", "tracks", "--out", "run", "--quiet"], scratch)
        attack.call(["bench", "kernel/hold", "--size", "100", "--repetitions", "2", "--out", "bench"], scratch)
        sources = {name: [path for path in (scratch / name).rglob("*") if path.is_file() and ".work" not in path.parts]
                   for name in ("study", "run", "bench")}
        commands = {
            "study": [["analyse", "bad"], ["compare", "bad", "study"], study + ["bad"], ["merge", "bad", "--out", "merged"], ["progress", "bad"],
                      ["explain", "bad", "1"], ["analyse", "bad", "--where", "match_rate>=0.1"],
                      ["report", "bad", "--out", "bad.html"]],
            "run": [["explain", "bad", "1"], ["compare", "bad", "run"], ["analyse", "bad"],
                    ["run", "town.json5", "--out", "bad", "--force", "--quiet"], ["report", "bad", "--out", "bad.html"],
                    ["report", "bad", "--stories", "0", "--out", "bad.html"]],
            "bench": [["report", "bad", "--out", "bad.html"], ["bench", "history", "bad"], ["bench", "compare", "bad", "bench", "--gates", "exact"]],
        }
        for number in range(count):
            kind = attack.luck.choice(list(sources))
            bad = scratch / "bad"
            shutil.rmtree(bad, ignore_errors=True)
            shutil.rmtree(scratch / "merged", ignore_errors=True)
            shutil.copytree(scratch / kind, bad)
            victim = bad / attack.luck.choice(sources[kind]).relative_to(scratch / kind)
            victim.write_bytes(damaged(attack.luck, victim.read_bytes()))
            attack.call(attack.luck.choice(commands[kind]), scratch)


SERVICES = {
    "market": "services", "name": "drawn", "time": {"duration_s": 864000},
    "space": {"kind": "plane", "width_m": 6000, "height_m": 6000, "speed_kmh": 18},
    "categories": [{"name": "care", "tasks": ["a", "b"]}, {"name": "repair"}],
    "supply": {"kind": "synthetic", "count": 30, "categories_each": [1, 1], "new_share": 0.4, "closing_share": 0.1},
    "demand": {"kind": "synthetic", "count": 150, "lead_s": 20000, "probe_share": 0.05, "rating_share": 0.3},
    "behaviour": {"provider_no_show_probability": 0.15},
}  # fmt: skip
ORDERS = {
    "market": "orders", "name": "drawn", "time": {"duration_s": 864000},
    "accounts": {"kind": "synthetic", "count": 60, "open_share": 0.6},
    "demand": {"kind": "synthetic", "count": 150, "guest_share": 0.1, "probe_share": 0.05, "code_share": 0.1},
    "codes": [{"name": "SUN", "credits": 2, "uses": 30}, {"name": "SEA", "credits": 1, "end_s": 500000}],
    "packs": [{"credits": 5, "price": 1250}, {"credits": 20, "price": 4400, "expire_s": 90001}],
    "behaviour": {"cancel_probability": 0.1},
}  # fmt: skip


def services(luck) -> dict:
    """A scenario of services with fields drawn at random."""
    def maybe(value, probability=0.5):
        return value if luck.random() < probability else None

    one = json.loads(json.dumps(SERVICES))
    exchange = luck.random() < 0.5
    one["settlement"] = {"kind": "money", "booking_fee": luck.choice([0, 50])}
    if exchange:
        one["settlement"] = {"kind": "time_credits", "start_s": luck.choice([0, 7200]), "credit_floor_s": luck.choice([0, -18000, -36000]),
                             "newcomer_s": luck.choice([0, 3600, 18000]), "decay_share": luck.choice([0, 0.3, 1]), "decay_days": 3}
        one["demand"]["place"] = {"kind": "home", "radius_m": 400}
    elif luck.random() < 0.6:
        one["users"] = {"count": 25, "churn": maybe({"after_failures": 2, "probability": 0.5})}
    one["behaviour"]["disputes"] = maybe({"probability": 0.3, "delay_s": 3600, "decision_s": 20000, "refund_probability": 0.7}, 0.7)
    one["behaviour"]["reviews"] = {"probability": 0.8, "moderation_delay_s": luck.choice([0, 3600, 86400]),
                                   "unrated": maybe({"rating": luck.choice([1, 3.7, 4.25, 5]), "weight": luck.choice([0, 1, 5])}, 0.7)}
    one["client_verification"] = maybe({"verified_share": luck.choice([0, 0.4, 1]), "refused_share": luck.choice([0, 0.2, 1]),
                                        "delay": luck.choice([0, 3600, {"law": "exponential", "mean_s": 40000}])}, 0.6)
    one["sanctions"] = maybe({"yearly_rate": luck.choice([0, 3, 40]), "after_refunds": maybe(luck.randint(1, 2)), "after_absences": luck.randint(1, 3),
                              "delay": luck.choice([0, 600, 50000]), "agreed": luck.choice(["cancelled", "kept"])}, 0.7)
    one["channel"] = maybe({"delay": 30, "loss": 0.1, "offer_timeout_s": 1800}, 0.2)
    one["verification"] = maybe({"verified_share": 0.5, "applications": {"refused_share": 0.3}}, 0.4)
    return one


def orders(luck) -> dict:
    """A scenario of orders with fields drawn at random."""
    def maybe(value, probability=0.5):
        return value if luck.random() < probability else None

    one = json.loads(json.dumps(ORDERS))
    one["payment"] = {"free_apart": luck.random() < 0.7, "direct": maybe({"price": 290, "probability": 0.5})}
    one["promotions"] = maybe([{"name": "wheel", "condition": "game", "credits": 3, "probability": 0.5, "expire_s": maybe(70003)}], 0.7) or []
    one["news"] = maybe([{"name": "push", "time_s": luck.choice([0, 200000]), "reach": luck.choice([0.2, 1]), "code": luck.choice(["SUN", "SEA"]),
                          "delay": luck.choice([0, 5000])}, {"name": "mail", "time_s": 1000, "code": "SUN", "use_share": 1}], 0.6) or []
    one["photos"] = maybe({"bad_share": 0.3, "check": maybe({"found_share": 0.6}, 0.7), "complaint_share": 0.5}, 0.7)
    if one["photos"]:
        one["demand"]["reuse_share"] = luck.choice([0, 0.5, 1])
    one["delivery"] = maybe({"countries": [{"name": "FR", "time": {"law": "lognormal", "median_days": 1.5, "sigma": 0.5}, "promise_days": 3}],
                             "addresses": maybe({"bad_share": luck.choice([0.05, 0.4, 1]), "found_share": luck.choice([0, 0.5, 1]),
                                                 "give_up_share": 0.3}, 0.8)}, 0.7)
    one["registration"] = maybe({"give_up_share": 0.3}, 0.4)
    one["referral"] = maybe({"share": 0.3, "expire_s": maybe(120007)}, 0.4)
    one["campaigns"] = maybe([{"name": "counter", "cards": 40, "per_order": 1}], 0.3) or []
    return one


def fields(attack, count):
    """Scenarios with fields drawn at random: the program runs each or says what is wrong, twice alike, and the verifier holds."""
    from verifier.form import Verifier

    refused = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for number in range(count):
            market = attack.luck.choice([services, orders])
            scenario = market(attack.luck)
            (scratch / "s.json5").write_text(json.dumps(scenario), encoding="utf-8")
            words = ["run", "s.json5", "--seed", str(number), "--quiet", "--force", "--out"]
            done = attack.call(words + ["one"], scratch)
            if done is None or done.returncode:
                refused += 1
                attack.check(done is not None and done.returncode == 65 and done.stderr, words, f"refused without a word: {json.dumps(scenario)}")
                continue
            attack.call(words + ["two"], scratch)
            one, two = ({path.name: path.read_bytes() for path in (scratch / name).glob("*.csv") if path.name != "timing.csv"} for name in ("one", "two"))
            attack.check(one == two, words, f"two runs differ: {json.dumps(scenario)}")
            verifier = Verifier()
            importlib.import_module(f"verifier.{scenario['market']}").verify(scratch / "one", verifier)
            broken = [rule for rule, cases in verifier.violations.items() if cases]
            attack.check(not broken, words, f"{broken}: {json.dumps(scenario)}")
    print(f"{refused} of {count} scenarios refused")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["kills", "studies", "names", "festivals", "registers", "carpools", "folders", "fields"])
    parser.add_argument("count", type=int)
    parser.add_argument("--program", default=str(ROOT / ".build/release/detour"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=TIME, help="what a command may take")
    words = parser.parse_args()
    globals()["TIME"] = words.seconds
    attack = Attack(words.program, words.seed)
    attacks = {
        "kills": kills, "studies": studies, "names": names, "festivals": festivals, "registers": registers, "carpools": carpools, "folders": folders, "fields": fields,
    }  # fmt: skip
    attacks[words.what](attack, words.count)
    for failure in attack.failures[:40]:
        print(failure)
    print(f"{attack.calls} calls, {len(attack.failures)} failures")
    sys.exit(1 if attack.failures else 0)


main()
