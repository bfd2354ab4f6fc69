#!/usr/bin/env python3
"""Attacks the program as a hostile or unlucky user would, from outside, and says what held.

    python3 Tests/Verifier/attack.py kills 200       # kill `run --force`: the old or the new folder stands, whole
    python3 Tests/Verifier/attack.py names 200       # names that are code elsewhere, through every command
    python3 Tests/Verifier/attack.py folders 2000    # damaged result and study folders, through every command that reads one

Ends with 0 where everything held, with 1 where something did not, which is printed. `--program FILE` names another
program than `.build/release/detour`, `--seed N` another series.
"""

import argparse
import hashlib
import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["kills", "names", "folders"])
    parser.add_argument("count", type=int)
    parser.add_argument("--program", default=str(ROOT / ".build/release/detour"))
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    attack = Attack(words.program, words.seed)
    {"kills": kills, "names": names, "folders": folders}[words.what](attack, words.count)
    for failure in attack.failures[:40]:
        print(failure)
    print(f"{attack.calls} calls, {len(attack.failures)} failures")
    sys.exit(1 if attack.failures else 0)


main()
