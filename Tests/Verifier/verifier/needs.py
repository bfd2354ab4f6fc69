"""What the volunteers of a festival need who come, and places that are not there from the start, worked out again from the rows."""

import datetime
import math
from collections import Counter, defaultdict

from .form import Verifier, to_ms

DAY = 86_400_000
OVERNIGHT, KINDS = "overnight", {"meal": ("meals", "kinds"), "shirt": ("shirts", "sizes")}


def later(folder, place, time: int) -> int:
    """How many places of a post, slot and zone are not there yet at `time`."""
    return sum(row["places"] for row in folder.openings.get(place, []) if row["opens_s"] > time)


def check_openings(folder, v: Verifier):
    """Nobody has a place that is not there; what opens is part of the capacity, and what the scenario lists."""
    taken = Counter()
    for row in folder.tables["places"]:
        place = (row["post"], row["slot"], row["zone"])
        taken[place] += row["taken"]
        if place in folder.unzoned:
            continue
        if row["taken"] == 1 and row["change"] not in ("moved_to", "held") or row["change"] == "held" and row["time_s"] < folder.deadline:
            there = folder.places[place]["capacity"] - later(folder, place, row["time_s"])
            v.check("places: nobody has a place that is not there yet", taken[place] <= there, ("places", row), f"{taken[place]} of {there}")
    for place, rows in folder.openings.items():
        v.check("openings: one row for a post, slot, zone and moment", len({row["opens_s"] for row in rows}) == len(rows), ("openings", rows[0]))
        v.check("openings: they are of the capacity", sum(row["places"] for row in rows) <= folder.places[place]["capacity"], ("openings", rows[0]))
        for row in rows:
            v.check("openings: they come during sign-up", 0 < row["opens_s"] < folder.deadline and row["places"] > 0, ("openings", row))
    for row in [attempts[0] for attempts in folder.attempts.values() if attempts]:
        place = (row["wished_post"], folder.first_slot[row["signup_id"]], row["wished_zone"])
        if folder.scenario["volunteers"]["kind"] == "synthetic" and row["wished_zone"] is not None:
            there = folder.places[place]["capacity"] - later(folder, place, folder.signups[row["signup_id"]]["submit_s"])
            v.check("attempts: nobody wishes for a zone that is not there", there > 0 or not folder.places[place]["capacity"], ("attempts", row))
    plan = folder.scenario["programme"]
    if plan["kind"] == "listed":
        check_listed(folder, plan, v)


def check_listed(folder, plan, v: Verifier):
    """The openings that a scenario lists, post by post."""
    expected = Counter()
    for post in plan["posts"]:
        for slot in post["slots"] or [slot["name"] for slot in plan["slots"]]:
            for more in post.get("grows", []):
                expected[post["name"], slot, None, to_ms(more["at_s"])] += more["places"]
            for zone in post["zones"]:
                for at, places in [(zone.get("opens_s", 0), zone["places"])] + [(more["at_s"], more["places"]) for more in zone.get("grows", [])]:
                    if at > 0:
                        expected[post["name"], slot, zone["name"], to_ms(at)] += places
    found = Counter()
    for rows in folder.openings.values():
        for row in rows:
            found[row["post"], row["slot"], row["zone"], row["opens_s"]] += row["places"]
    v.check("openings: they are those that the scenario lists", found == expected, "openings.csv")


class Days:
    """Days from midnight to midnight; 1 is that of the start."""

    def __init__(self, folder):
        start = folder.scenario["time"]["start"]
        self.first = None if start is None else datetime.datetime.fromisoformat(start)
        midnight = self.first and self.first.replace(hour=0, minute=0, second=0, microsecond=0)
        self.offset = 0 if start is None else round((self.first - midnight).total_seconds() * 1000)

    def split(self, time: int):
        """The day of a time, and the time of day."""
        day, rest = divmod(time + self.offset, DAY)
        return day + 1, rest

    def date(self, day: int):
        """The date of a day; None where the scenario has none."""
        return None if self.first is None else str((self.first + datetime.timedelta(days=day - 1)).date())


def clock(text: str) -> int:
    """A time of day in milliseconds."""
    hour, minute = text.split(":")
    return (int(hour) * 60 + int(minute)) * 60_000


def needed(folder, days: Days, there: dict) -> Counter:
    """How many of what are needed where those of `there`, a set of slots for each volunteer, are there."""
    plan = folder.scenario["needs"]
    counts = Counter()
    for name, slots in there.items():
        row = folder.volunteers[name]
        order = sorted(slots, key=lambda slot: (folder.span[slot][0], folder.slots.index(slot)))
        if plan["meals"]:
            counts.update(("meal", row["meal"], days.split(folder.span[slot][0])[0], slot) for slot in order)
        if plan["shirts"] and len(order) >= plan["shirts"]["shifts"]:
            slot = order[plan["shirts"]["shifts"] - 1]
            counts["shirt", row["shirt"], days.split(folder.span[slot][0])[0], slot] += 1
        if not plan["beds"] or not row[OVERNIGHT] or not order:
            continue
        begins = [days.split(folder.span[slot][0]) for slot in order]
        (first, early), last = begins[0], begins[-1][0]
        end = max(folder.span[slot][1] for slot, (day, _) in zip(order, begins) if day == last)
        until = end + days.offset - (last - 1) * DAY
        nights = list(range(first, last))
        if early < clock(plan["beds"]["before"]):
            nights.append(first - 1)
        if until > clock(plan["beds"]["after"]):
            nights.append(last)
        counts.update(("bed", None, night, None) for night in nights)
    return counts


def check_needs(folder, expected: dict, v: Verifier):
    """Every row of needs.csv, the figures, and the law of what volunteers need."""
    plan, days = folder.scenario["needs"], Days(folder)
    planned, came = defaultdict(set), defaultdict(set)
    held = Counter()
    for row in folder.tables["places"]:
        if row["time_s"] <= folder.deadline:
            held[row["signup_id"]] += row["taken"]
    for row in folder.tables["signups"]:
        if held[row["signup_id"]] or row["reserve"]:
            planned[row["volunteer_id"]].add(row["slot"])
        if row["outcome"] in ("worked", "stood_by"):
            came[row["volunteer_id"]].add(row["slot"])
    counts = {"planned": needed(folder, days, planned), "came": needed(folder, days, came)}
    seen = set()
    for row in folder.tables["needs"]:
        here, key = ("needs", row), (row["need"], row["kind"], row["day"], row["slot"])
        v.check("needs: each need, kind, day and slot once", key not in seen, here)
        seen.add(key)
        v.check("needs: the date is that of the day", row["date"] == days.date(row["day"]), here)
        for column, count in counts.items():
            v.check(f"needs: {column} is what the volunteers need", row[column] == count[key], here, f"{count[key]}")
    for count in counts.values():
        v.check("needs: nothing is left out", set(count) <= seen, "needs.csv", f"{set(count) - seen}")
    sums = Counter()
    for need, kind, day, slot in seen:
        name = {"bed": "beds", "meal": "meals", "shirt": "shirts"}[need]
        amount = counts["came"][need, kind, day, slot]
        sums[name + "_planned"] += counts["planned"][need, kind, day, slot]
        date = days.date(day) or f"day_{day}"
        parts = [name] + ([f"{name}.{date}"] if need == "bed" else [f"{name}.{kind}", f"{name}.{kind}.{date}"])
        if need == "meal":
            parts.append(f"meals.{kind}.slot_{folder.slots.index(slot) + 1}")
        for part in parts:
            sums[part] += amount
    is_listed = folder.scenario["programme"]["kind"] != "recorded"
    expected |= {(name, "value"): (value, 0) for name, value in sums.items() if is_listed or name.count(".") < 1 + name.startswith(("meals", "shirts"))}
    if folder.scenario["volunteers"]["kind"] == "synthetic":
        check_shares(folder, plan, v)


def check_shares(folder, plan, v: Verifier):
    """What volunteers need who are drawn, within five standard errors."""
    rows = list(folder.volunteers.values())

    def check(found: int, share: float, words: str):
        error = math.sqrt(len(rows) * share * (1 - share))
        v.check("volunteers: needs are drawn by their shares", abs(found - share * len(rows)) <= 5 * error + 1e-9, "volunteers.csv", words)

    if plan["beds"]:
        check(sum(row[OVERNIGHT] for row in rows), plan["beds"]["share"], OVERNIGHT)
    for column, (need, kinds) in KINDS.items():
        if plan[need]:
            total = sum(kind["weight"] for kind in plan[need][kinds])
            for kind in plan[need][kinds]:
                check(sum(row[column] == kind["name"] for row in rows), kind["weight"] / total, f"{column} {kind['name']}")
