"""What the verifiers of all markets share: rows with typed values, counted rules, digests, distributions."""

import csv
import hashlib
import json
import math
import pathlib
import re
from collections import Counter, defaultdict

UNITS = {
    "s": "s", "m": "m", "km": "km", "kg": "kg", "ratio": "ratio", "rate": "ratio", "factor": "ratio",
    "utilisation": "ratio",
}  # fmt: skip


class Row(dict):
    """A row with typed values (times in whole milliseconds, empty fields None) and its line number."""

    def __init__(self, line: int, values: dict):
        super().__init__(values)
        self.line = line


def milliseconds(text: str) -> int:
    """The exact milliseconds of a number of seconds with three decimals."""
    sign = -1 if text.startswith("-") else 1
    whole, fraction = text.lstrip("-").split(".")
    return sign * (1000 * int(whole) + int(fraction))


def to_ms(seconds):
    """Seconds of the scenario as milliseconds; None stays None."""
    return None if seconds is None else round(1000 * seconds)


class Verifier:
    """Counts what was checked, rule by rule, and keeps the first violations of each."""

    def __init__(self):
        self.checked = Counter()
        self.violations = defaultdict(list)
        self.rules = {}
        # Figures that this verifier does not recompute.
        self.unknown = set()
        # Sentences on what was checked, for people.
        self.notes = []

    def check(self, rule: str, holds, where, words: str = ""):
        """Notes one case of `rule`; `where` is (table, row), a table, or None."""
        self.rules.setdefault(rule, None)
        self.checked[rule] += 1
        if holds:
            return
        if isinstance(where, tuple):
            place = f"{where[0]}.csv:{where[1].line}"
        else:
            place = where or "folder"
        self.violations[rule].append(f"{place}: {words}" if words else place)

    def near(self, rule: str, found, expected, tolerance, where, words: str = ""):
        """Notes one case of a number that must be another one."""
        holds = found is not None and expected is not None and abs(found - expected) <= tolerance
        self.check(rule, holds, where, f"{words} {found}, expected {expected}".strip())

    def print(self, name: str) -> bool:
        """Prints the rules; returns whether all hold."""
        print(f"{name}: {sum(self.checked.values())} cases of {len(self.rules)} rules")
        for rule in self.rules:
            broken = self.violations[rule]
            mark = "FAIL" if broken else "ok" if self.checked[rule] else "-"
            print(f"  {mark:4} {self.checked[rule]:>9}  {rule}")
            for words in broken[:5]:
                print(f"         {words}")
            if len(broken) > 5:
                print(f"         and {len(broken) - 5} more")
        for note in self.notes:
            print(f"  {note}")
        if self.unknown:
            print(f"  not recomputed here: {', '.join(sorted(self.unknown))}")
        return not any(self.violations.values())


def read_rows(path: pathlib.Path, name: str, expected: list, parse, run_id: str, v: Verifier) -> list:
    """The rows of the table `name`, after a check of its form; `parse(table, column, text)` gives value and rightness."""
    rows = []
    rule = "every field has the form of its column"
    with (path / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        header = next(reader)
        v.check("headers are the documented ones", header == expected, f"{name}.csv:1", f"{header}")
        for line, fields in enumerate(reader, start=2):
            values = {}
            is_right = len(fields) == len(header)
            for column, text in zip(header, fields):
                values[column], fits = parse(name, column, text)
                is_right = is_right and fits
            row = Row(line, values)
            v.check(rule, is_right, (name, row), ",".join(fields))
            v.check("every row carries the run's id", values.get("run_id") == run_id, (name, row))
            rows.append(row)
    return rows


class RunFolder:
    """The manifest of one run and the `tables` (columns by name), read by `parse`; their digests are checked."""

    def __init__(self, path: pathlib.Path, tables: dict, parse, v: Verifier):
        self.path = path
        self.manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
        self.scenario = self.manifest["scenario"]
        self.warm_up = round(1000 * (self.scenario["time"]["warm_up_s"] or 0))
        run_id = self.manifest["run_id"]
        self.tables = {
            name: read_rows(path, name, ["run_id", *columns.split(",")], parse, run_id, v) for name, columns in tables.items()
        }
        check_digests(path, self.manifest, self.tables, v)

    def by(self, table: str, column: str) -> dict:
        """The rows of a table by what stands in a column, in their order."""
        groups = defaultdict(list)
        for row in self.tables[table]:
            groups[row[column]].append(row)
        return groups


def check_numbering(attempts: list, v: Verifier):
    """The attempts of one request: numbered on by cycle and attempt, from 1, and none before another in time."""
    before = None
    for row in attempts:
        number = (row["cycle"], row["attempt"])
        expected = [(1, 1)] if before is None else [(before["cycle"], before["attempt"] + 1), (before["cycle"] + 1, 1)]
        v.check("attempts: they are numbered on", number in expected, ("attempts", row))
        v.check("attempts: they follow in time", before is None or row["time_s"] >= before["time_s"], ("attempts", row))
        before = row


def check_digests(path: pathlib.Path, manifest: dict, tables: dict, v: Verifier):
    """Numbers of rows, the hash of each of `tables` (by name, in the order of the fingerprint), and the fingerprint."""
    listed = {entry["file"]: entry for entry in manifest["tables"]}
    lines = ""
    for name, rows in tables.items():
        sha = hashlib.sha256()
        with (path / f"{name}.csv").open("rb") as file:
            for line in file:
                sha.update(line[line.index(b",") + 1 :])
        if name != "summary":  # it has a digest of its own, so that a new figure changes no fingerprint
            lines += f"{name} {sha.hexdigest()}\n"
        entry = listed[f"{name}.csv"]
        v.check("the manifest counts the rows", entry["rows"] == len(rows), f"{name}.csv")
        v.check("the manifest has each table's hash", entry["sha256_without_run_id"] == sha.hexdigest(), f"{name}.csv")
    found = hashlib.sha256(lines.encode()).hexdigest()
    v.check("the fingerprint is that of the tables", found == manifest["fingerprint"], None, found)


def check_refused(manifest: dict, rows: dict, v: Verifier):
    """The manifest's refused rows against those of each table in `rows`, by its kind."""
    for kind, table in rows.items():
        refused = [row for row in table if row["outcome"] == "refused_input"]
        holds = manifest["refused"][kind]["rows"] == len(refused)
        v.check("the manifest counts the refused rows", holds, f"{kind}.csv", f"{len(refused)}")


def check_figures(summary: list, manifest: dict, expected: dict, v: Verifier):
    """The figures of summary.csv against `expected`: (metric, statistic) to (value or None, tolerance)."""
    stated = {}
    for row in summary:
        key = (row["metric"], row["statistic"])
        v.check("summary: each figure once", key not in stated, ("summary", row))
        stated[key] = (float(row["value"]), row)
        who = (row["scenario"], row["seed"], row["replication"])
        seeds = manifest["seeds"]
        expected_who = (manifest["scenario"]["name"], str(seeds["seed"]), str(seeds["replication"]))
        v.check("summary: scenario and seeds are the manifest's", who == expected_who, ("summary", row), f"{who}")
        is_count = row["statistic"] == "count" or row["metric"].startswith("lost_to.")
        unit = "count" if is_count else UNITS.get(row["metric"].rpartition("_")[2])
        v.check("summary: units fit", unit in (None, row["unit"]), ("summary", row), row["unit"])
    known = {metric for metric, _ in expected}
    expected = {key: number for key, number in expected.items() if number[0] is not None}
    for (metric, statistic), (value, tolerance) in expected.items():
        found, row = stated.get((metric, statistic), (None, None))
        where = ("summary", row) if row else "summary.csv"
        v.near("summary: figures are those of the rows", found, value, tolerance, where, f"{metric} {statistic}:")
    for key, (_, row) in stated.items():
        if key[0] not in known:
            v.unknown.add(key[0])
            continue
        v.check("summary: no figure that the rows give no grounds for", key in expected, ("summary", row), f"{key}")


def quantile(values: list, share: float) -> float:
    """The interpolated quantile of sorted values (Hyndman and Fan's type 7)."""
    place = share * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    return values[low] + (place - low) * (values[high] - values[low])


def statistics(values: list) -> dict:
    """What summary.csv tells of a distribution."""
    values = sorted(values)
    result = {"count": len(values)}
    if not values:
        return result
    mean = math.fsum(values) / len(values)
    shares = {"p05": 0.05, "p25": 0.25, "median": 0.5, "p75": 0.75, "p90": 0.9, "p95": 0.95, "p99": 0.99}
    result |= {"mean": mean, "min": values[0], "max": values[-1]}
    result |= {name: quantile(values, share) for name, share in shares.items()}
    if len(values) > 1:
        result["sd"] = math.sqrt(math.fsum((x - mean) ** 2 for x in values) / (len(values) - 1))
    return result


def share(part: float, whole: float) -> float | None:
    """`part` of `whole`; None where there is nothing to share."""
    return part / whole if whole else None
