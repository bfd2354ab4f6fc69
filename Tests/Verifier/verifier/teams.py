"""What people of the service decide, applications and reviews, written again from docs/service.md and docs/columns.md."""

import datetime
import math
import re

from .form import RunFolder, Verifier, share, statistics

DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
DAY, WEEK = 86_400_000, 7 * 86_400_000
TABLES = {
    "applications": "{user},application,applied_s,begun_s,decided_s,refused",
    "moderation": "review,{ride},written_s,begun_s,decided_s,stars,rejected",
}


def clock(text: str) -> int:
    """Milliseconds since midnight of `hh:mm`."""
    hours, minutes = text.split(":")
    return 3_600_000 * int(hours) + 60_000 * int(minutes)


def spans(text: str) -> list:
    """The working hours of a week, milliseconds since Monday at midnight, those that touch as one."""
    if text == "always":
        return [(0, WEEK)]
    found = []
    for part in text.split(";"):
        days, *times = part.split()
        for name in days.split(","):
            first, _, last = name.partition("-")
            chosen = range(7) if name == "daily" else range(DAYS.index(first), DAYS.index(last or first) + 1)
            for day in chosen:
                for time in times:
                    begin, end = re.fullmatch(r"(\S+)-(\S+)", time).groups()
                    found.append((day * DAY + clock(begin), day * DAY + clock(end)))
    joined = []
    for begin, end in sorted(found):
        if joined and joined[-1][1] >= begin:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return joined


class Office:
    """A team's hours in the times of a run that begins so many milliseconds after a Monday."""

    def __init__(self, team: dict, phase: int):
        self.spans = spans(team["hours"])
        self.phase = phase

    def opening(self, time: int) -> int:
        """The first moment from `time` on at which the office is open."""
        week, rest = divmod(time + self.phase, WEEK)
        for begin, end in [*self.spans, (self.spans[0][0] + WEEK, 0)]:
            if rest < begin:
                return week * WEEK + begin - self.phase
            if rest < end:
                return time
        raise AssertionError("a week has an opening")

    def work(self, start: int, end: int) -> int:
        """The working time between two moments."""

        def until(time):
            week, rest = divmod(time + self.phase, WEEK)
            return week * sum(b - a for a, b in self.spans) + sum(min(rest, b) - a for a, b in self.spans if rest > a)

        return until(end) - until(start)


def phase(folder: RunFolder) -> int:
    """Milliseconds from a Monday at midnight to the start of the run."""
    start = folder.scenario["time"]["start"]
    if start is None:
        return 0
    moment = datetime.datetime.fromisoformat(start)
    return (moment - datetime.datetime(1970, 1, 5)) // datetime.timedelta(milliseconds=1) % WEEK


def check_queue(name: str, rows: list, came: str, team: dict | None, start: int, v: Verifier):
    """First come, first served, by as many people as there are, in their hours; without a team nobody waits."""
    before = 0
    free = [0] * team["servers"] if team else []
    office = Office(team, start) if team else None
    law = team["service"] if team else None
    fixed = law if isinstance(law, (int, float)) else law.get("value_s") if law and law.get("law") == "fixed" else None
    for row in rows:
        here = (name, row)
        v.check(f"{name}: they come one after the other", row[came] >= before, here)
        before = row[came]
        v.check(f"{name}: decided after it is begun", row["decided_s"] is None
                or row["begun_s"] is not None and row["begun_s"] <= row["decided_s"], here)  # fmt: skip
        if team is None:
            v.check(f"{name}: without a team nobody waits", row["begun_s"] == row[came], here)
            continue
        first = min(range(len(free)), key=free.__getitem__)
        if row["begun_s"] is None:
            free[first] = math.inf
            continue
        v.check(f"{name}: begun when somebody is free, in their hours", free[first] < math.inf
                and row["begun_s"] == office.opening(max(row[came], free[first])), here)  # fmt: skip
        if row["decided_s"] is None:
            free[first] = math.inf
            continue
        v.check(f"{name}: decided in hours", row["decided_s"] == row["begun_s"]
                or office.work(row["decided_s"] - 1, row["decided_s"]) == 1, here)  # fmt: skip
        if fixed is not None:
            v.near(f"{name}: a case takes what the scenario says", office.work(row["begun_s"], row["decided_s"]),
                   round(1000 * fixed), 0, here)  # fmt: skip
        free[first] = row["decided_s"]


def utilisation(rows: list, team: dict, start: int, end: tuple) -> tuple:
    """The share of its hours that a team worked until the run's end, which lies in a span: the middle, and how far it may be off."""
    office = Office(team, start)
    bounds = []
    for early, late in (end, end[::-1]):
        room = team["servers"] * office.work(0, late)
        worked = sum(office.work(row["begun_s"], min(early, row["decided_s"] or early))
                     for row in rows if row["begun_s"] is not None and row["begun_s"] < early)  # fmt: skip
        bounds.append(worked / room if room else None)
    if None in bounds:
        return None, 0
    return sum(bounds) / 2, abs(bounds[1] - bounds[0]) / 2 + 1e-6


def check_share(name: str, outcomes: list, expected: float, v: Verifier):
    """As many are turned down as a share says, by chance."""
    deviation = math.sqrt(len(outcomes) * expected * (1 - expected))
    if deviation > 0:
        z = (sum(outcomes) - len(outcomes) * expected) / deviation
        v.check(f"{name}: as many are turned down as the share says", abs(z) < 4.5, f"{name}.csv", f"z = {z}")
    else:
        v.check(f"{name}: as many are turned down as the share says", sum(outcomes) == len(outcomes) * expected, f"{name}.csv")


def check_applications(folder: RunFolder, user: str, verified: dict, v: Verifier):
    """Each application, in turn, and from when its user is verified: `verified` by user, None for never."""
    rules = folder.scenario["verification"]["applications"]
    rows = folder.tables["applications"]
    check_queue("applications", rows, "applied_s", rules.get("team"), phase(folder), v)
    decided = [row["refused"] for row in rows if row["decided_s"] is not None]
    v.check("applications: refused or not once they are decided", len(decided) == sum(row["refused"] is not None for row in rows),
            "applications.csv")  # fmt: skip
    check_share("applications", decided, rules["refused_share"], v)
    last = {}
    for row in rows:
        here = ("applications", row)
        before = last.get(row[user])
        v.check("applications: they are numbered by user", row["application"] == (before["application"] + 1 if before else 1), here)
        v.check("applications: not more than the scenario allows", row["application"] <= rules["most"], here)
        if before is not None:
            v.check("applications: another one follows a refusal", before["refused"] is True and row["applied_s"] >= before["decided_s"], here)
        last[row[user]] = row
    for name, row in last.items():
        moment, here = verified[name], ("applications", row)
        if row["refused"]:
            # Who applies again after the run's end may be verified then.
            v.check("applications: who was refused is not verified", moment is None or moment > row["decided_s"], here)
        elif row["refused"] is False:
            v.check("applications: verified when it is accepted", moment == row["decided_s"], here)


def add_figures(folder: RunFolder, expected: dict):
    """Adds the figures of what was decided by the run's end to `expected`, which is known to an interval of the time series."""
    series, horizon = folder.tables["timeseries"][-1], folder.scenario["time"]["horizon_s"]
    end = (series["from_s"], series["to_s"]) if horizon is None else (round(1000 * horizon),) * 2
    scenario = folder.scenario
    reviews = (scenario.get("behaviour") or {}).get("reviews") or scenario.get("ratings") or {}
    teams_of = {
        "applications": ((scenario.get("verification") or {}).get("applications") or {}).get("team"),
        "moderation": (reviews.get("moderation") or {}).get("team"),
    }
    for name, came, refused, span, ratio, busy in (
        ("applications", "applied_s", "refused", "application_s", "applications_refused", "application_utilisation"),
        ("moderation", "written_s", "rejected", "moderation_s", "reviews_rejected", "moderation_utilisation"),
    ):
        if name in folder.tables and teams_of[name]:
            expected[busy, "value"] = utilisation(folder.tables[name], teams_of[name], phase(folder), end)
        decided = [row for row in folder.tables.get(name, []) if row["decided_s"] is not None]
        if name in folder.tables:
            expected[ratio, "value"] = (share(sum(row[refused] for row in decided), len(decided)), 1e-6)
            for statistic, value in statistics([(row["decided_s"] - row[came]) / 1000 for row in decided]).items():
                expected[span, statistic] = (value, 0.002)
