"""The rules of the market `shifts`, from the rows of a result folder and its manifest alone."""

import json
import pathlib
import re
from collections import Counter, defaultdict

from .form import (
    Verifier, check_digests, check_figures, milliseconds, read_rows, share, statistics, to_ms,
)  # fmt: skip

TABLES = {
    "signups": "signup_id,volunteer_id,slot,submit_s,flexible,wishes,outcome,cause,cycles,attempts,first_match_s,"
    "confirmed_s,post,zone,rank,assigned,moves,ended_s,time_to_confirm_s",
    "attempts": "signup_id,cycle,attempt,time_s,assignment,wished_post,wished_zone,open,with_slot_free,"
    "below_max_shifts,with_places,with_zone_places,outcome,cause,post,zone,rank,answered_s",
    "posts": "post,slot,zone,begin_s,end_s,capacity,filled,empty,fill_ratio,confirmed,withdrawn,post_capacity",
    "volunteers": "volunteer_id,submit_s,flexible,max_shifts,slots,shifts,worked,no_shows,shifts_assigned,withdrawn,moves,"
    "withdrew_s",
    "places": "sequence,time_s,signup_id,volunteer_id,post,slot,zone,change,taken",
    "timeseries": "from_s,to_s,signups_submitted,confirmed,withdrawn,moved,signups_waiting,places_taken,fill_ratio,"
    "match_rate",
    "summary": "scenario,seed,replication,metric,statistic,value,unit",
}
OUTCOMES = (
    "worked no_show unmatched cancelled_by_volunteer cancelled_by_organiser in_progress refused_input probe_hit"
    " probe_miss".split()
)
STAGES = {
    "open": "sign_up_closed", "with_slot_free": "slot_taken", "below_max_shifts": "shifts_enough",
    "with_places": "post_full", "with_zone_places": "zone_full",
}  # fmt: skip
CAUSES = [*STAGES.values(), "declined", "too_late", "withdrawn", "called_off", "patience", "after_deadline"]
TAKEN = {"held": 1, "released": -1, "confirmed": 0, "withdrawn": -1, "moved_from": -1, "moved_to": 1}
TEXTS = {
    "run_id", "slot", "post", "zone", "outcome", "cause", "wished_post", "wished_zone", "change", "scenario", "metric",
    "statistic", "unit", "value", "seed", "replication", "volunteer_id",
}  # fmt: skip
RATIOS = {"fill_ratio", "match_rate"}
BOOLEANS = {"flexible", "assigned", "assignment"}


def parse(table: str, column: str, text: str):
    """The value of a field and whether its form is right."""
    if column in TEXTS:
        return text or None, True
    if text == "":
        return None, True
    if column in BOOLEANS:
        return text == "true", text in ("true", "false")
    if column in RATIOS:
        return (float(text), True) if re.fullmatch(r"\d+\.\d{6}", text) else (None, False)
    if column.endswith("_s"):
        return (milliseconds(text), True) if re.fullmatch(r"-?\d+\.\d{3}", text) else (None, False)
    return (int(text), True) if re.fullmatch(r"-?\d+", text) else (None, False)


class Folder:
    """The rows of a result folder, by table and by key."""

    def __init__(self, path: pathlib.Path, v: Verifier):
        self.manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
        self.scenario = self.manifest["scenario"]
        run_id = self.manifest["run_id"]
        self.tables = {
            name: read_rows(path, name, ["run_id", *columns.split(",")], parse, run_id, v)
            for name, columns in TABLES.items()
        }
        check_digests(path, self.manifest, self.tables, v)
        time = self.scenario["time"]
        self.deadline = to_ms(self.scenario["sign_up"]["deadline_s"] or time["duration_s"])
        self.warm_up = to_ms(time["warm_up_s"] or 0)
        self.matching = self.scenario["matching"]
        self.signups = {row["signup_id"]: row for row in self.tables["signups"]}
        self.volunteers = {row["volunteer_id"]: row for row in self.tables["volunteers"]}
        self.attempts = defaultdict(list)
        for row in self.tables["attempts"]:
            self.attempts[row["signup_id"]].append(row)
        self.slots = {row["slot"]: (row["begin_s"], row["end_s"]) for row in self.tables["posts"]}
        self.capacity = {(r["post"], r["slot"], r["zone"]): r["capacity"] for r in self.tables["posts"]}
        self.post_capacity = {(r["post"], r["slot"]): r["post_capacity"] for r in self.tables["posts"]}
        self.places = sum(self.post_capacity.values())


def check_places(f: Folder, v: Verifier):
    """The ledger, entry by entry: nothing is overfull, nobody is twice, and it ends where the other tables say."""
    in_section, in_post = Counter(), Counter()
    where = {}
    held = defaultdict(dict)
    at = 0
    for row in f.tables["places"]:
        here = ("places", row)
        v.check("places: in the order of time", row["time_s"] >= at, here)
        at = row["time_s"]
        change = row["change"]
        v.check("places: what changes follows from the kind", TAKEN.get(change) == row["taken"], here)
        section, ask = (row["post"], row["slot"], row["zone"]), row["signup_id"]
        if change in ("held", "moved_to"):
            v.check("places: nobody has two for one sign-up", ask not in where, here)
            where[ask] = section
            volunteer = f.volunteers[row["volunteer_id"]]
            mine = held[row["volunteer_id"]]
            begin, end = f.slots[row["slot"]]
            for begin_other, end_other in mine.values():
                v.check("places: nobody is in two slots at once", begin >= end_other or begin_other >= end, here)
            mine[ask] = (begin, end)
            most = volunteer["max_shifts"]
            v.check("places: nobody has more shifts than they take", most is None or len(mine) <= most, here)
        else:
            v.check("places: only what is taken is confirmed or given back", where.get(ask) == section, here)
            if change != "confirmed":
                where.pop(ask, None)
                held[row["volunteer_id"]].pop(ask, None)
        in_section[section] += row["taken"]
        in_post[section[:2]] += row["taken"]
        fits = 0 <= in_section[section] <= f.capacity[section]
        v.check("places: no post or zone is overfull", fits and in_post[section[:2]] <= f.post_capacity[section[:2]], here)
        if change == "moved_to":
            v.check("places: moves are made at the deadline, of flexible volunteers",
                    at == f.deadline and f.volunteers[row["volunteer_id"]]["flexible"], here)  # fmt: skip
    changes = Counter((r["post"], r["slot"], r["zone"], r["change"]) for r in f.tables["places"])
    for row in f.tables["posts"]:
        here, section = ("posts", row), (row["post"], row["slot"], row["zone"])
        v.check("posts: filled is what the ledger leaves", row["filled"] == in_section[section], here)
        v.check("posts: empty is the rest", row["empty"] == row["capacity"] - row["filled"], here)
        if row["capacity"]:
            v.near("posts: fill_ratio", row["fill_ratio"], row["filled"] / row["capacity"], 5.1e-7, here)
        for kind in ("confirmed", "withdrawn"):
            v.check("posts: changes are those of the ledger", row[kind] == changes[(*section, kind)], here)
    for ask, row in f.signups.items():
        place = where.get(ask)
        stated = (row["post"], row["slot"], row["zone"]) if row["post"] else None
        v.check("signups: the place is where the ledger leaves it", place == stated or row["outcome"] == "in_progress",
                ("signups", row), f"{place}")  # fmt: skip


def check_signups(f: Folder, v: Verifier):
    """Outcomes, times and what follows from them."""
    for row in f.tables["signups"]:
        here = ("signups", row)
        v.check("signups: outcome is one of the list", row["outcome"] in OUTCOMES, here)
        v.check("signups: cause is one of the list", row["cause"] in (None, *CAUSES), here)
        has_place = row["outcome"] in ("worked", "no_show")
        if row["outcome"] != "in_progress":
            v.check("signups: who worked or did not come had a place, nobody else", has_place == bool(row["post"]), here)
        v.check("signups: who had a place has no cause", not has_place or row["cause"] is None, here)
        if has_place:
            v.check("signups: waiting ends when the slot begins", row["ended_s"] == f.slots[row["slot"]][0], here)
            most = row["wishes"] + 1
            v.check("signups: rank is of a wish, or one more", 1 <= row["rank"] <= most, here)
        late = row["submit_s"] >= f.deadline
        v.check("signups: refused are those after the deadline", late == (row["outcome"] == "refused_input"), here)
        if row["first_match_s"] is not None:
            v.check("signups: time_to_confirm_s", row["time_to_confirm_s"] == row["first_match_s"] - row["submit_s"], here)
        attempts = f.attempts[row["signup_id"]]
        v.check("signups: attempts are counted", row["attempts"] == len(attempts), here)
        accepted = [a["answered_s"] for a in attempts if a["outcome"] == "accepted"]
        v.check("signups: first_match_s is the first confirmation", row["first_match_s"] == min(accepted, default=None), here)
        if has_place:
            v.check("signups: confirmed_s is the last confirmation", row["confirmed_s"] == max(accepted, default=None), here)
    mine = defaultdict(list)
    for row in f.tables["signups"]:
        mine[row["volunteer_id"]].append(row)
    for row in f.tables["volunteers"]:
        here, asks = ("volunteers", row), mine[row["volunteer_id"]]
        counts = (len(asks), sum(bool(a["post"]) for a in asks), sum(a["outcome"] == "worked" for a in asks),
                  sum(a["outcome"] == "no_show" for a in asks), sum(bool(a["assigned"]) for a in asks),
                  sum(a["outcome"] == "cancelled_by_volunteer" for a in asks), sum(a["moves"] for a in asks))  # fmt: skip
        stated = tuple(row[c] for c in "slots shifts worked no_shows shifts_assigned withdrawn moves".split())
        v.check("volunteers: sums over their sign-ups", counts == stated, here, f"{counts}")
        if row["withdrew_s"] is not None:
            open_later = [a for a in asks if a["outcome"] in ("worked", "no_show", "unmatched")
                          and a["ended_s"] > row["withdrew_s"]]  # fmt: skip
            v.check("volunteers: who withdrew from everything has nothing later", not open_later, here)


def check_attempts(f: Folder, v: Verifier):
    """The funnel, the order of tries, first come first served, and the deadline."""
    taken_at = defaultdict(list)
    for row in f.tables["places"]:
        taken_at[(row["post"], row["slot"])].append((row["time_s"], row["taken"]))
    full_slots = set()
    for ask, attempts in f.attempts.items():
        signup = f.signups[ask]
        expected = (1, 1)
        for row in attempts:
            here = ("attempts", row)
            number = (row["cycle"], row["attempt"])
            v.check("attempts: numbered without gaps", number in (expected, (expected[0] + 1, 1)), here)
            expected = (row["cycle"], row["attempt"] + 1)
            counts = [row[column] for column in STAGES if row[column] is not None]
            v.check("attempts: each count is at most the one before", counts == sorted(counts, reverse=True), here)
            if row["post"] is None:
                emptied = next((c for column, c in STAGES.items() if row[column] == 0), None)
                v.check("attempts: the cause is the stage that left none", row["cause"] == emptied, here)
            else:
                v.check("attempts: a place was found where no stage left none", 0 not in counts, here)
            if row["assignment"]:
                v.check("attempts: assigned at the deadline, of flexible volunteers, after all wishes",
                        row["time_s"] == f.deadline and signup["flexible"]
                        and row["attempt"] == min(f.matching["attempts"], signup["wishes"]) + 1, here)  # fmt: skip
                if row["cause"] == "post_full":
                    full_slots.add(signup["slot"])
                continue
            if row["wished_post"] is None:
                v.check("attempts: without a wish only when closed", row["cause"] == "sign_up_closed", here)
                continue
            v.check("attempts: closed from the deadline on", (row["cause"] == "sign_up_closed") == (row["time_s"] >= f.deadline), here)
            post = (row["wished_post"], signup["slot"])
            changes = taken_at[post]
            if row["with_places"] is None or any(time == row["time_s"] for time, _ in changes):
                # What else happened to the post in the millisecond may have come before or after.
                if row["post"] is None or sum(time == row["time_s"] for time, _ in changes) > 1:
                    continue
            taken = sum(number for time, number in changes if time < row["time_s"])
            is_full = taken >= f.post_capacity[post] or all(
                f.capacity[s] == 0 for s in f.capacity if s[:2] == post)
            if row["with_places"] is not None:
                v.check("attempts: first come, first served: refused only where full", (row["with_places"] == 0) == is_full, here, f"{taken}")
    if f.matching["assignment"] != "none":
        at_deadline = Counter()
        for post, changes in taken_at.items():
            at_deadline[post] = sum(number for time, number in changes if time <= f.deadline)
        for (post, slot), capacity in f.post_capacity.items():
            if slot in full_slots:
                v.check("attempts: who is left over at the deadline for want of places finds all posts of the slot full",
                        at_deadline[(post, slot)] >= capacity, "posts.csv", f"{post} {slot}")  # fmt: skip


def check_timeseries(f: Folder, v: Verifier):
    """The series, from the sign-ups and the ledger."""
    signups = [row for row in f.tables["signups"] if row["outcome"] != "refused_input"]
    for row in f.tables["timeseries"]:
        here, span = ("timeseries", row), (row["from_s"], row["to_s"])

        def within(time, span=span):
            return time is not None and span[0] <= time < span[1]

        new = [s for s in signups if within(s["submit_s"])]
        v.check("timeseries: submitted", row["signups_submitted"] == len(new), here)
        entries = [p for p in f.tables["places"] if within(p["time_s"])]
        for column, kind in (("confirmed", "confirmed"), ("withdrawn", "withdrawn"), ("moved", "moved_to")):
            v.check(f"timeseries: {column}", row[column] == sum(p["change"] == kind for p in entries), here)
        taken = sum(p["taken"] for p in f.tables["places"] if p["time_s"] < span[1])
        v.check("timeseries: places_taken", row["places_taken"] == taken, here, f"{taken}")
        waiting = sum(
            s["submit_s"] < span[1] and (end is None or end >= span[1])
            for s in signups for end in [s["first_match_s"] if s["first_match_s"] is not None else s["ended_s"]]
        )  # fmt: skip
        v.check("timeseries: signups_waiting", row["signups_waiting"] == waiting, here, f"{waiting}")
        settled = [s for s in new if s["outcome"] != "in_progress"]
        if settled:
            expected = sum(s["first_match_s"] is not None for s in settled) / len(settled)
            v.near("timeseries: match_rate", row["match_rate"], expected, 5.1e-7, here)


def check_summary(f: Folder, v: Verifier):
    """Every figure, from the rows."""
    signups = f.tables["signups"]
    counted = [s for s in signups if s["outcome"] == "refused_input" or s["submit_s"] >= f.warm_up]
    finished = [s for s in counted if s["outcome"] not in ("refused_input", "in_progress")]
    settled = [s for s in finished if s["wishes"] > 0]
    placed = [s for s in finished if s["post"]]
    ids = {s["signup_id"] for s in settled}
    attempts = [a for a in f.tables["attempts"] if a["signup_id"] in ids]
    accepted = sum(a["outcome"] == "accepted" for a in attempts)
    expected = {}

    def number(metric, value, tolerance=5.1e-7):
        expected[(metric, "value")] = (value, tolerance)

    def sample(metric, values, tolerance=5.1e-7):
        for statistic, value in statistics(values).items():
            expected[(metric, statistic)] = (value, tolerance)

    number("match_rate", share(sum(s["first_match_s"] is not None for s in settled), len(settled)))
    number("service_rate", share(sum(s["outcome"] == "worked" for s in settled), len(settled)))
    number("asks", len(settled))
    number("attempts_per_match", share(len(attempts), accepted))
    sample("time_to_confirm_s", [s["time_to_confirm_s"] / 1000 for s in settled if s["first_match_s"] is not None], 5.1e-4)
    for cause in CAUSES:
        population = counted if cause == "after_deadline" else settled
        number(f"cause.{cause}", sum(s["outcome"] != "worked" and s["cause"] == cause for s in population))
    filled = Counter((s["post"], s["slot"]) for s in signups if s["post"])
    number("places", f.places)
    number("places_filled", filled.total())
    number("places_empty", f.places - filled.total())
    number("fill_ratio", share(filled.total(), f.places))
    number("manned_ratio", share(sum(s["outcome"] == "worked" for s in signups), f.places))

    def ratios(key):
        have, need = Counter(), Counter()
        for shift, capacity in f.post_capacity.items():
            have[key(shift)] += filled[shift]
            need[key(shift)] += capacity
        return [have[k] / n for k, n in need.items() if n > 0]

    shifts = ratios(lambda shift: shift)
    number("full_shifts_ratio", share(sum(r >= 1 for r in shifts), len(shifts)))
    sample("slot_fill_ratio", ratios(lambda shift: shift[1]))
    sample("post_fill_ratio", ratios(lambda shift: shift[0]))
    sample("shift_fill_ratio", shifts)
    for rank in (1, 2, 3):
        met = sum(s["rank"] == rank <= s["wishes"] for s in placed)
        number(f"wish_{rank}_ratio", share(met, len(placed)))
    number("wish_other_ratio", share(sum(s["rank"] > s["wishes"] for s in placed), len(placed)))
    sample("wish_rank", [s["rank"] for s in placed])
    refused = {s["volunteer_id"] for s in signups if s["outcome"] == "refused_input"}
    volunteers = [w for w in f.tables["volunteers"] if w["volunteer_id"] not in refused]
    number("volunteers", len(volunteers))
    number("volunteers_placed_ratio", share(sum(w["shifts"] > 0 for w in volunteers), len(volunteers)))
    sample("shifts_per_volunteer", [w["shifts"] for w in volunteers])
    number("assigned", sum(bool(s["assigned"]) for s in signups))
    number("moves", sum(p["change"] == "moved_to" for p in f.tables["places"]))
    number("withdrawals", sum(p["change"] == "withdrawn" for p in f.tables["places"]))
    number("volunteers_withdrawn", sum(w["withdrew_s"] is not None for w in f.tables["volunteers"]))
    number("no_shows", sum(s["outcome"] == "no_show" for s in signups))
    check_figures(f.tables["summary"], f.manifest, expected, v)
    found = f.manifest["refused"]["volunteers"]["rows"]
    v.check("the manifest counts the refused volunteers", found == len(refused), None, f"{found}")


def verify(path: pathlib.Path, v: Verifier):
    """Checks the folder of a run of a festival."""
    folder = Folder(path, v)
    for part in (check_places, check_signups, check_attempts, check_timeseries, check_summary):
        part(folder, v)
