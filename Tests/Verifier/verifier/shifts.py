"""The rules of the shifts market, written again from docs/columns.md and the fields' sentences."""

import json
import math
import pathlib
from collections import Counter, defaultdict
from fractions import Fraction

from . import messages, needs, outages, volunteering
from .form import RunFolder, Verifier, check_figures, check_numbering, milliseconds, share, statistics

TABLES = {
    "signups": "signup_id,volunteer_id,slot,submit_s,flexible,wishes,outcome,cause,cycles,attempts,first_match_s,confirmed_s,"
    "post,zone,rank,assigned,moves,ended_s,time_to_confirm_s,reserve,replaced,changes,changes_refused",
    "attempts": "signup_id,cycle,attempt,time_s,assignment,wished_post,wished_zone,open,with_slot_free,below_max_shifts,"
    "with_places,with_zone_places,outcome,cause,post,zone,rank,answered_s",
    "posts": "post,slot,zone,begin_s,end_s,capacity,filled,empty,fill_ratio,confirmed,withdrawn,post_capacity,manned",
    "volunteers": "volunteer_id,submit_s,flexible,max_shifts,slots,shifts,worked,no_shows,shifts_assigned,withdrawn,moves,withdrew_s,reserve",
    "places": "sequence,time_s,signup_id,volunteer_id,post,slot,zone,change,taken",
    "timeseries": "from_s,to_s,signups_submitted,confirmed,withdrawn,moved,signups_waiting,places_taken,fill_ratio,match_rate",
    "summary": "scenario,seed,replication,metric,statistic,value,unit",
}
NEEDS = "need,kind,day,date,slot,planned,came"
OPENINGS = "opens_s,post,slot,zone,places"
OUTCOMES = {
    "signups": "worked no_show stood_by reserve_no_show unmatched cancelled_by_volunteer cancelled_by_organiser in_progress refused_input",
    "attempts": "accepted declined lapsed withdrawn no_candidate in_progress",
}
CHANGES = {"held": 1, "released": -1, "confirmed": 0, "withdrawn": -1, "moved_from": -1, "moved_to": 1, "changed_from": -1, "changed_to": 1,
           "no_show": -1, "stepped_in": 1, "zone_from": -1, "zone_to": 1, "rebooked_from": -1, "rebooked_to": 1}
FUNNEL = ["open", "with_slot_free", "below_max_shifts", "with_places", "with_zone_places"]
STAGES = ["sign_up_closed", "slot_taken", "shifts_enough", "post_full", "zone_full"]
TEXTS = {
    "run_id", "scenario", "metric", "statistic", "unit", "value", "cause", "signup_id", "volunteer_id", "slot", "post", "zone",
    "wished_post", "wished_zone", "wished_slot", "from_post", "from_slot", "from_zone", "first_slot", "zone_by", "seed", "replication", "need", "kind", "date", "meal", "shirt",
}  # fmt: skip
RATIOS = {"fill_ratio", "match_rate"}


def parse(table: str, column: str, text: str):
    """The value of a field and whether its form is right."""
    if column in TEXTS or text == "":
        return text or None, True
    if column == "outcome":
        return text, text in OUTCOMES[table].split()
    if column == "change" and table == "places":
        return text, text in CHANGES
    if column in ("flexible", "assignment", "overnight", "any_of", "made", "lost") or table == "signups" and column in ("assigned", "reserve", "replaced"):
        return text == "true", text in ("true", "false")
    try:
        if column.endswith("_s"):
            return milliseconds(text), len(text.partition(".")[2]) == 3
        if column in RATIOS:
            return float(text), len(text.partition(".")[2]) == 6
        return int(text), True
    except ValueError:
        return None, False


def tables_of(path: pathlib.Path) -> dict:
    """The columns of each table that a run of this scenario has, in the order of the fingerprint."""
    manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    tables = dict(TABLES)
    last = {name: tables.pop(name) for name in ("timeseries", "summary")}
    # Whether places open later stands in the programme's file, which is not here.
    if "openings.csv" in [entry["file"] for entry in manifest["tables"]]:
        tables["openings"] = OPENINGS
    if manifest["scenario"].get("needs"):
        tables["volunteers"] += ",overnight,meal,shirt"
        tables["needs"] = NEEDS
    volunteering.add_columns(manifest["scenario"], tables)
    return tables | outages.tables(manifest["scenario"], "signup_id") | last


class Folder(RunFolder):
    """The tables and the manifest of one run."""

    def __init__(self, path: pathlib.Path, v: Verifier):
        super().__init__(path, tables_of(path), parse, v)
        self.openings = defaultdict(list)
        for row in self.tables.get("openings", []):
            self.openings[row["post"], row["slot"], row["zone"]].append(row)
        self.signups = {row["signup_id"]: row for row in self.tables["signups"]}
        self.volunteers = {row["volunteer_id"]: row for row in self.tables["volunteers"]}
        self.places = {(row["post"], row["slot"], row["zone"]): row for row in self.tables["posts"]}
        self.zones = defaultdict(list)
        for post, slot, zone in self.places:
            self.zones[post, slot].append(zone)
        self.span = {row["slot"]: (row["begin_s"], row["end_s"]) for row in self.tables["posts"]}
        plan = self.scenario["programme"]
        self.slots = list(dict.fromkeys(row["slot"] for row in self.tables["posts"]))
        if plan["kind"] != "recorded":
            self.slots = [slot["name"] for slot in plan["slots"]]
        self.of_slot = self.by("signups", "slot")
        self.add_features()
        self.attempts = self.by("attempts", "signup_id")
        self.changes = self.by("places", "signup_id")
        time = self.scenario["time"]
        deadline = self.scenario["sign_up"]["deadline_s"]
        self.deadline = round(1000 * (time["duration_s"] if deadline is None else deadline))


    def add_features(self):
        """The places without a zone, where zones are chosen in a second step; the slot that each sign-up was first for; the sets."""
        self.unzoned = {}
        if self.scenario.get("zones"):
            for (post, slot, zone), row in self.places.items():
                if zone is not None:
                    self.unzoned[post, slot, None] = row["post_capacity"]
        self.first_slot = {name: row.get("first_slot") or row["slot"] for name, row in self.signups.items()}
        self.sets = self.by("sets", "signup_id") if "sets" in self.tables else {}

    def capacity(self, place: tuple) -> int:
        """The places of a post, slot and zone; of a post in all its zones for places without one."""
        return self.unzoned[place] if place in self.unzoned else self.places[place]["capacity"]


def overlap(folder: Folder, one: str, other: str) -> bool:
    """Whether two slots have a moment in common."""
    (begin, end), (from_, to) = folder.span[one], folder.span[other]
    return begin < to and from_ < end


def check_places(folder: Folder, v: Verifier):
    """The ledger of places, entry by entry: nobody beyond a capacity, nobody twice at a time, nobody beyond their shifts."""
    taken, unconfirmed, held, changes = Counter(), Counter(), defaultdict(dict), defaultdict(Counter)
    slot_of = dict(folder.first_slot)
    # Who is moved gives up one place and takes another in one go: capacities hold when all of it is done.
    before = None
    for number, row in enumerate(folder.tables["places"], start=1):
        here = ("places", row)
        place = (row["post"], row["slot"], row["zone"])
        v.check("places: entries are numbered", row["sequence"] == number, here)
        v.check("places: entries follow in time", before is None or row["time_s"] >= before["time_s"], here)
        v.check("places: each change counts as it says", row["taken"] == CHANGES[row["change"]], here)
        signup = folder.signups[row["signup_id"]]
        if row["change"] == "rebooked_to":
            slot_of[row["signup_id"]] = row["slot"]
        v.check("places: the sign-up is for the slot", (signup["volunteer_id"], slot_of[row["signup_id"]])
                == (row["volunteer_id"], row["slot"]), here)
        v.check("places: the place is of the programme", place in folder.places or place in folder.unzoned, here)
        mine = held[row["volunteer_id"]]
        if row["taken"] == 1:
            v.check("places: one place a sign-up", row["signup_id"] not in mine, here)
            clash = [place for place in mine.values() if overlap(folder, place[1], row["slot"])]
            v.check("places: nobody is at two places at a time", not clash, here)
            mine[row["signup_id"]] = place
            most = folder.volunteers[row["volunteer_id"]]["max_shifts"]
            v.check("places: nobody has more shifts than they take", most is None or len(mine) <= most, here)
        else:
            v.check("places: what is given back or confirmed was held", mine.get(row["signup_id"]) == place, here)
            if row["taken"] == -1:
                mine.pop(row["signup_id"], None)
        taken[place] += row["taken"]
        changes[place][row["change"]] += 1
        unconfirmed[place] += {"held": 1, "confirmed": -1, "released": -1}.get(row["change"], 0)
        v.check("places: no place is free more than once", taken[place] >= 0, here)
        if row["change"] in ("changed_to", "stepped_in", "zone_to", "rebooked_to") or row["change"] == "held" and row["time_s"] < folder.deadline:
            v.check("places: no post takes more than its capacity", taken[place] <= folder.capacity(place), here)
            whole = sum(taken[row["post"], row["slot"], zone] for zone in {*folder.zones[row["post"], row["slot"]], None})
            v.check("places: no post takes more than its zones together, or itself", whole <= next(
                folder.places[row["post"], row["slot"], zone]["post_capacity"] for zone in folder.zones[row["post"], row["slot"]]), here)
        before = row
    v.check("places: sign-ups end in the slot to which they were changed last", all(
        slot_of[name] == row["slot"] for name, row in folder.signups.items()), "signups.csv")
    for (post, slot, _), row in folder.places.items():
        if folder.unzoned:
            without = taken[post, slot, None] - unconfirmed[post, slot, None] if (post, slot, None) in folder.unzoned else 0
            v.check("posts: those without a zone are what the ledger leaves there", row["without_zone"] == without, ("posts", row), f"{without}")
    for place, row in folder.places.items():
        here = ("posts", row)
        # A hard horizon may leave places held that nobody has confirmed: they are not filled.
        filled = taken[place] - unconfirmed[place]
        v.check("posts: filled is what the ledger leaves confirmed", row["filled"] == filled, here, f"{filled}")
        v.check("posts: filled and empty are the capacity", row["filled"] + row["empty"] == row["capacity"]
                and row["empty"] >= 0, here)
        if row["capacity"]:
            v.near("posts: the ratio is filled ÷ capacity", row["fill_ratio"], row["filled"] / row["capacity"], 1e-6, here)
        worked = sum(s["outcome"] == "worked" and (s["post"], s["slot"], s["zone"]) == place for s in folder.of_slot[place[1]])
        v.check("posts: who came is the sign-ups'", row["manned"] == worked, here, f"{worked}")
        kinds = changes[place]
        v.check("posts: confirmations and withdrawals are the ledger's",
                (row["confirmed"], row["withdrawn"]) == (kinds["confirmed"], kinds["withdrawn"]), here)
    return held


def check_signups(folder: Folder, held: dict, v: Verifier):
    """Each sign-up against its attempts and its places."""
    for row in folder.tables["signups"]:
        here = ("signups", row)
        attempts, changes = folder.attempts[row["signup_id"]], folder.changes[row["signup_id"]]
        if row["outcome"] == "refused_input":
            v.check("signups: who is refused does nothing", not attempts and not changes and row["cause"], here)
            continue
        v.check("signups: attempts are counted", row["attempts"] == len(attempts), here)
        v.check("signups: cycles are counted", row["cycles"] == max((a["cycle"] for a in attempts), default=0), here)
        worked = row["outcome"] in ("worked", "no_show")
        v.check("signups: a cause where nobody has a place at the end", (row["cause"] is None) == worked
                or row["outcome"] == "in_progress", here)
        place = held[row["volunteer_id"]].get(row["signup_id"])
        if row["outcome"] != "in_progress":
            v.check("signups: who has a shift holds its place", (worked and not row["replaced"]) == (place is not None), here)
        v.check("signups: only who does not come is replaced", row["outcome"] == "no_show" or not row["replaced"], here)
        gone = [(change["post"], change["slot"], change["zone"]) for change in changes if change["change"] == "no_show"]
        v.check("signups: who is replaced gave the place up", len(gone) == row["replaced"], here)
        if worked:
            v.check("signups: the place is the ledger's", (row["post"], row["slot"], row["zone"]) == (gone[0] if gone else place), here)
            v.check("signups: what is worked was confirmed", row["confirmed_s"] is not None
                    and row["confirmed_s"] >= row["submit_s"], here)
            last = [change for change in changes if change["taken"] == 1][-1]
            v.check("signups: assigned is given at the deadline", row["assigned"]
                    == any(a["assignment"] and a["outcome"] == "accepted" for a in attempts), here)
            v.check("signups: a place is taken before its slot", last["time_s"] <= folder.span[row["slot"]][0], here)
        moves = sum(change["change"] == "moved_to" for change in changes)
        v.check("signups: moves are the ledger's", row["moves"] == moves, here)
        accepted = [a["answered_s"] for a in attempts if a["outcome"] == "accepted"]
        accepted += [change["time_s"] for change in changes if change["change"] == "stepped_in"]
        v.check("signups: the first confirmation is the earliest", row["first_match_s"] == min(accepted, default=None), here)
        if row["first_match_s"] is not None:
            v.check("signups: times follow from others", row["time_to_confirm_s"] == row["first_match_s"] - row["submit_s"], here)
        if row["rank"] is not None:
            v.check("signups: a rank is a wish or one more", 1 <= row["rank"] <= row["wishes"] + 1, here)


def check_attempts(folder: Folder, v: Verifier):
    """Each attempt: its funnel, its cause, its place in the row of attempts."""
    for signup, attempts in folder.attempts.items():
        check_numbering(attempts, v)
        for row in attempts:
            here = ("attempts", row)
            if row["cause"] == "outage":
                outages.check_lost(row, FUNNEL, v)
                continue
            counts = [row[name] for name in FUNNEL if row[name] is not None]
            v.check("attempts: a stage leaves no more than the one before", all(a >= b for a, b in zip(counts, counts[1:])), here)
            empty = next((stage for stage, name in zip(STAGES, FUNNEL) if row[name] == 0), None)
            if row["outcome"] == "no_candidate":
                v.check("attempts: the cause is the first stage that left nobody", row["cause"] == empty, here)
                v.check("attempts: no place where nothing is left", row["post"] is None, here)
            else:
                v.check("attempts: a place where something is left", row["post"] is not None and empty is None, here)
            v.check("attempts: accepted has no cause, all others one", (row["cause"] is None)
                    == (row["outcome"] in ("accepted", "in_progress")), here)
            v.check("attempts: only the flexible and sets are assigned, at the deadline", not row["assignment"]
                    or ((folder.signups[signup]["flexible"] or folder.signups[signup].get("any_of"))
                        and row["time_s"] == outages.end(folder, folder.deadline)), here)
            if row["wished_post"] is not None and row["post"] is not None:
                zones = [None, row["zone"]] if volunteering.zones_open(folder, row["time_s"]) else [row["wished_zone"]]
                v.check("attempts: the place is the one wished for", row["post"] == row["wished_post"]
                        and row["wished_zone"] in zones, here)


def check_volunteers(folder: Folder, v: Verifier):
    """Each volunteer's counts against their sign-ups."""
    of = folder.by("signups", "volunteer_id")
    for name, row in folder.volunteers.items():
        rows = of[name]
        here = ("volunteers", row)
        outcomes = Counter(signup["outcome"] for signup in rows)
        if not outcomes["in_progress"]:
            v.check("volunteers: shifts are those worked or missed", row["shifts"] == outcomes["worked"] + outcomes["no_show"], here)
        found = (row["worked"], row["no_shows"])
        v.check("volunteers: worked and missed are the sign-ups'", found == (outcomes["worked"], outcomes["no_show"]), here)
        v.check("volunteers: slots are the sign-ups", row["slots"] <= len(rows), here)
        v.check("volunteers: the reserve is the sign-ups'", row["reserve"] == sum(signup["reserve"] for signup in rows), here)
        v.check("volunteers: moves are the sign-ups'", row["moves"] == sum(signup["moves"] for signup in rows), here)


def check_changes(folder: Folder, v: Verifier):
    """Who changes a place for a better one has it in one step, before the deadline; who finds none keeps the old one."""
    rows = folder.tables["places"]
    for row, after in zip(rows, rows[1:] + [None]):
        if row["change"] != "changed_from":
            continue
        here = ("places", row)
        v.check("places: a change is one step", after is not None and after["change"] == "changed_to"
                and (after["signup_id"], after["time_s"]) == (row["signup_id"], row["time_s"]), here)
        v.check("places: changes come before the deadline", row["time_s"] < folder.deadline, here)
        wishes = [(a["wished_post"], a["wished_zone"]) for a in folder.attempts[row["signup_id"]]
                  if a["cycle"] == 1 and a["wished_post"] is not None]
        # A place without a zone meets wishes for any of them.
        ranks = [next((k for k, (post, zone) in enumerate(wishes) if post == change["post"] and (zone in (None, change["zone"])
                       or (post, change["slot"], change["zone"]) in folder.unzoned)), len(wishes))
                 for change in (row, after)]
        v.check("places: a change is for a better wish", ranks[1] < ranks[0], here, f"from {ranks[0]} to {ranks[1]}")
    for row in folder.tables["signups"]:
        here = ("signups", row)
        found = sum(change["change"] == "changed_to" for change in folder.changes[row["signup_id"]])
        v.check("signups: changes are the ledger's", row["changes"] == found, here)
        if folder.scenario["behaviour"]["change_probability"] == 0:
            v.check("signups: nobody changes without cause", row["changes"] == row["changes_refused"] == 0, here)


def check_reserve(folder: Folder, v: Verifier):
    """The reserve: who is left over, no more than its share, called in the order of sign-up while places are empty."""
    probability = folder.scenario["behaviour"]["no_show_probability"]
    outcomes = Counter(row["outcome"] for row in folder.tables["signups"])
    missing = outcomes["no_show"] + outcomes["reserve_no_show"]
    due = missing + outcomes["worked"]
    # Volunteers who do not know of the place do not come either, and reminded ones come more often.
    if due and not folder.scenario.get("channel") and not folder.scenario["behaviour"].get("reminder"):
        error = math.sqrt(due * probability * (1 - probability))
        v.check("signups: who does not come is a share of those expected", abs(missing - due * probability) <= 5 * error + 1e-9,
                "signups.csv", f"{missing} of {due}")
    reserve = [row for row in folder.tables["signups"] if row["reserve"]]
    share_ = folder.scenario["matching"]["reserve_share"]
    size = Counter()
    for (post, slot), capacity in {(post, slot): row["post_capacity"] for (post, slot, _), row in folder.places.items()}.items():
        size[slot] += capacity
    most = {slot: math.ceil(share_ * size[slot] - 1e-9) for slot in size}
    count = Counter(row["slot"] for row in reserve)
    group = joined(folder)
    deadline = Deadline(folder) if share_ else None
    for row in reserve:
        here = ("signups", row)
        last = [a for a in folder.attempts[row["signup_id"]] if a["assignment"]]
        v.check("reserve: who is flexible and left over at the deadline", row["flexible"] and len(last) == 1 and last[0]["post"] is None, here)
        v.check("reserve: no larger than its share", count[row["slot"]] <= most[row["slot"]], here)
        v.check("reserve: who stood by has no place", row["outcome"] not in ("stood_by", "reserve_no_show") or row["post"] is None, here)
    duties = defaultdict(set)
    for row in reserve:
        duties[row["volunteer_id"]].add(group[row["slot"]])
    for row in folder.tables["places"]:
        if row["change"] == "stepped_in":
            signup = folder.signups[row["signup_id"]]
            v.check("reserve: only who is in it steps in, when the slot begins", signup["reserve"]
                    and row["time_s"] == folder.span[row["slot"]][0], ("places", row))
    for slot, rows in folder.of_slot.items():
        called = [row for row in rows if row["reserve"] and (row["outcome"] == "reserve_no_show"
                  or any(change["change"] == "stepped_in" for change in folder.changes[row["signup_id"]]))]
        idle = [row for row in rows if row["outcome"] == "stood_by"]
        order = lambda row: (row["submit_s"], int(row["signup_id"]))  # noqa: E731
        for row in idle:
            v.check("reserve: called in the order of sign-up", all(order(other) < order(row) for other in called), ("signups", row))
        manned = sum(row["outcome"] == "worked" for row in rows)
        if idle:
            # The place of a sign-up that waits for its answer is held until then.
            waiting = sum(waits_for_answer(folder, row, folder.span[slot][0]) for row in rows)
            v.check("reserve: nobody stands by while a place is empty", manned + waiting >= size[slot], ("signups", idle[0]),
                    f"{manned} and {waiting} held of {size[slot]}")
    if deadline is None or folder.scenario["matching"]["assignment"] == "none":
        return
    for name, claims in deadline.claims.items():
        given = {deadline.group[slot] for slot, signup in claims.items() if deadline.rows[signup]["post"] is not None}
        if len(given) + len(duties[name]) >= deadline.limit[name]:
            continue
        for slot, signup in claims.items():
            if folder.sets.get(signup):
                continue
            if deadline.rows[signup]["post"] is None and group[slot] not in given | duties[name] and folder.span[slot][0] > folder.deadline:
                v.check("reserve: nobody is left over while it has room", count[slot] >= most[slot], ("signups", folder.signups[signup]))


def waits_for_answer(folder: Folder, signup: dict, time: int) -> bool:
    """Whether a place is held at `time` for a sign-up whose answer comes then or later."""
    held = False
    for change in folder.changes[signup["signup_id"]]:
        if change["time_s"] > time or change["time_s"] == time and change["change"] == "released":
            break
        held = change["change"] == "held" or held and change["change"] in ("moved_from", "moved_to")
    return held


def check_choices(folder: Folder, v: Verifier):
    """What volunteers who are drawn choose, and where they are flexible, follows the laws of the scenario within five standard errors."""
    plan = folder.scenario["volunteers"]
    for row in folder.tables["signups"]:
        whole = folder.volunteers[row["volunteer_id"]]["flexible"]
        v.check("signups: who is flexible is so in every slot", row["flexible"] or not whole, ("signups", row))
    if plan["kind"] != "synthetic":
        return
    share_ = plan["slot_flexible_share"]
    others = [row for row in folder.tables["signups"] if not folder.volunteers[row["volunteer_id"]]["flexible"] and not row.get("rebooked")]
    found = sum(row["flexible"] for row in others)
    if others:
        error = math.sqrt(len(others) * share_ * (1 - share_))
        v.check("signups: slots are flexible by the share", abs(found - share_ * len(others)) <= 5 * error, "signups.csv",
                f"{found} of {len(others)}")
    if plan["sees"] != "counts":
        return
    # How far the chosen post was freer than the law has it in the mean, over the first wishes; and its variance under the law.
    posts = defaultdict(list)
    capacity = {}
    for row in folder.tables["posts"]:
        if row["post"] not in posts[row["slot"]]:
            posts[row["slot"]].append(row["post"])
        capacity[row["post"], row["slot"]] = row["post_capacity"]
    for slot in posts:
        posts[slot].sort(key=lambda post: int(post.rpartition(" ")[2]))
    firsts = [rows[0] for rows in folder.attempts.values() if rows and rows[0]["wished_post"] is not None and rows[0]["cycle"] == 1
              and rows[0]["time_s"] == folder.signups[rows[0]["signup_id"]]["submit_s"]]
    firsts.sort(key=lambda row: (row["time_s"], int(row["signup_id"])))
    changes = sorted(folder.tables["places"], key=lambda row: row["time_s"])
    taken, place, score, variance = Counter(), 0, 0.0, 0.0
    for row in firsts:
        while place < len(changes) and changes[place]["time_s"] < row["time_s"]:
            taken[changes[place]["post"], changes[place]["slot"]] += changes[place]["taken"]
            place += 1
        slot = folder.first_slot[row["signup_id"]]
        there = {post: capacity[post, slot] - sum(needs.later(folder, (post, slot, zone), row["time_s"]) for zone in folder.zones[post, slot])
                 for post in posts[slot]}
        free = [1 - taken[post, slot] / there[post] if there[post] else 0 for post in posts[slot]]
        worth = [(k + 1) ** -plan["popularity_exponent"] * math.exp(plan["sees_strength"] * x) for k, x in enumerate(free)]
        mean = sum(w * x for w, x in zip(worth, free)) / sum(worth)
        score += free[posts[slot].index(row["wished_post"])] - mean
        variance += sum(w * x * x for w, x in zip(worth, free)) / sum(worth) - mean * mean
    if variance > 0:
        v.check("attempts: who sees the counts regards them as strongly as stated", abs(score) <= 5 * math.sqrt(variance), "attempts.csv",
                f"z = {score / math.sqrt(variance):.2f}")


class Deadline:
    """What the assignment at the deadline begins with, from the rows: places, claims, limits."""

    def __init__(self, folder: Folder):
        self.rows = {signup: row for signup, rows in folder.attempts.items() for row in rows if row["assignment"]}
        self.capacity = {(post, slot): row["post_capacity"] for (post, slot, _), row in folder.places.items()}
        self.size = Counter()
        for (_, slot), capacity in self.capacity.items():
            self.size[slot] += capacity
        self.taken, self.held = Counter(), defaultdict(dict)
        decided = outages.end(folder, folder.deadline)
        for change in folder.tables["places"]:
            place = (change["post"], change["slot"], change["zone"])
            given = self.rows.get(change["signup_id"])
            # What the assignment gives is worked out again.
            is_given = given is not None and change["time_s"] >= folder.deadline and place == (given["post"], change["slot"], given["zone"])
            if change["time_s"] <= decided and not is_given:
                self.taken[place] += change["taken"]
                if change["taken"] > 0:
                    self.held[change["volunteer_id"]][change["signup_id"]] = change["slot"]
                elif change["taken"] < 0:
                    self.held[change["volunteer_id"]].pop(change["signup_id"], None)
        self.group = joined(folder)
        self.claims = defaultdict(dict)
        for signup in self.rows:
            row = folder.signups[signup]
            busy = {self.group[slot] for slot in self.held[row["volunteer_id"]].values()}
            if self.group[row["slot"]] not in busy:
                self.claims[row["volunteer_id"]][row["slot"]] = signup
        self.limit = {}
        for name in self.claims:
            most = folder.volunteers[name]["max_shifts"]
            self.limit[name] = len(self.claims[name]) if most is None else max(0, most - len(self.held[name]))

    def empty(self, slot: str) -> int:
        """How many places of the slot nobody has."""
        return self.size[slot] - sum(count for place, count in self.taken.items() if place[1] == slot)


def joined(folder: Folder) -> dict:
    """For each slot the first that it is joined with by slots of which each overlaps the next."""
    group = {slot: slot for slot in folder.span}
    for _ in folder.span:
        for one in folder.span:
            for other in folder.span:
                if overlap(folder, one, other):
                    group[one] = group[other] = min(group[one], group[other])
    return group


def check_assignment(folder: Folder, v: Verifier):
    """An optimal assignment fills the most places, and nobody in another slot instead would spread the shortage more evenly."""
    if folder.scenario["matching"]["assignment"] != "optimal":
        return
    deadline = Deadline(folder)
    if folder.sets:
        volunteering.check_set_assignment(folder, deadline, v)
        return
    given = {name: {slot for slot, signup in claims.items() if deadline.rows[signup]["post"] is not None}
             for name, claims in deadline.claims.items()}
    empty = Counter({slot: deadline.empty(slot) for slot in deadline.size})
    for slots in given.values():
        empty.subtract(slots)

    def reached(start):
        """The slots in which one person more can be had by changes that begin at a slot that loses one, or at somebody free."""
        seen, queue = {start}, [start]
        while queue:
            node = queue.pop()
            following = []
            if node[0] == "slot":
                following = [("in", name, deadline.group[node[1]]) for name, slots in given.items() if node[1] in slots]
            elif node[0] == "in":
                _, name, group = node
                following = [("slot", slot) for slot in deadline.claims[name] if deadline.group[slot] == group and slot not in given[name]]
                if any(deadline.group[slot] == group for slot in given[name]):
                    following.append(("free", name))
            else:
                taken = {deadline.group[slot] for slot in given[node[1]]}
                following = [("in", node[1], group) for group in {deadline.group[slot] for slot in deadline.claims[node[1]]} - taken]
            for other in following:
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        return [node[1] for node in seen if node[0] == "slot" and node != start]

    for name, slots in given.items():
        if len(slots) < deadline.limit[name]:
            for slot in reached(("free", name)):
                v.check("assignment: the most places are filled", empty[slot] <= 0, ("volunteers", folder.volunteers[name]), slot)
    first = {row["slot"]: row for row in reversed(folder.tables["posts"])}
    for one in deadline.size:
        if not any(one in slots for slots in given.values()):
            continue
        for other in reached(("slot", one)):
            if empty[other] <= 0:
                continue
            now = sorted((Fraction(empty[one], deadline.size[one]), Fraction(empty[other], deadline.size[other])), reverse=True)
            then = sorted((Fraction(empty[one] + 1, deadline.size[one]), Fraction(empty[other] - 1, deadline.size[other])), reverse=True)
            v.check("assignment: nobody elsewhere would spread the shortage more evenly", now <= then, ("posts", first[one]),
                    f"one fewer in {one} ({now}), one more in {other} ({then})")


def check_greedy(folder: Folder, v: Verifier):
    """Greedy goes in the order of sign-up, for each volunteer first in the slots that miss most: the best wish with a place, else the
    post with the most places, its zone with the most."""
    if folder.scenario["matching"]["assignment"] != "greedy":
        return
    deadline = Deadline(folder)
    taken = deadline.taken

    def zone_left(post, slot, zone):
        whole = deadline.capacity[post, slot] - sum(taken[post, slot, other] for other in {*folder.zones[post, slot], None})
        return max(0, min(folder.places[post, slot, zone]["capacity"] - taken[post, slot, zone], whole))

    def post_left(post, slot):
        zones = sum(max(0, folder.places[post, slot, zone]["capacity"] - taken[post, slot, zone]) for zone in folder.zones[post, slot])
        whole = deadline.capacity[post, slot] - sum(taken[post, slot, zone] for zone in {*folder.zones[post, slot], None})
        return max(0, min(zones, whole))

    def emptiest(post, slot):
        # max gives the first of equals, and zones stand in their order.
        zone = max(folder.zones[post, slot], key=lambda zone: zone_left(post, slot, zone))
        return zone if zone_left(post, slot, zone) else ()

    def expected(signup, slot):
        """What the sign-up should get: a post and zone, None for nothing, () where the rows do not say it."""
        row = deadline.rows[signup]
        if folder.sets.get(signup):
            found = [(post_left(one["post"], slot), one["post"], emptiest(one["post"], slot) if one["zone"] is None else one["zone"])
                     for one in folder.sets[signup]]
            found = [(left, zone_left(post, slot, zone), post, zone) for left, post, zone in found if zone != () and zone_left(post, slot, zone)]
            return max(found, key=lambda one: one[:2])[2:] if found else None
        tried = [a for a in folder.attempts[signup] if a["cycle"] == row["cycle"] and not a["assignment"]]
        for wish in tried:
            post, zone = wish["wished_post"], wish["wished_zone"]
            found = emptiest(post, slot) if zone is None else zone if zone_left(post, slot, zone) else ()
            if found != ():
                return post, found
        posts = [post for post, other in folder.zones if other == slot]
        if not any(post_left(post, slot) for post in posts):
            return None
        # A wish that no attempt tried stands in no row.
        if len(tried) < folder.signups[signup]["wishes"]:
            return ()
        post = max(posts, key=lambda post: post_left(post, slot))
        return post, emptiest(post, slot)

    order = {name: number for number, name in enumerate(folder.volunteers)}
    for name in sorted(deadline.claims, key=lambda name: (folder.volunteers[name]["submit_s"], order[name])):
        left, open_ = deadline.limit[name], dict(deadline.claims[name])
        while open_:
            slot = max(open_, key=lambda slot: (Fraction(deadline.empty(slot), max(1, deadline.size[slot])), -int(open_[slot])))
            signup = open_.pop(slot)
            row, here = deadline.rows[signup], ("attempts", deadline.rows[signup])
            found = None if row["post"] is None else (row["post"], row["zone"])
            want = expected(signup, slot) if left > 0 else None
            v.check("assignment: greedy gives by sign-up, where most is missing, what is best or emptiest", want == () or found == want,
                    here, f"{found}, expected {want}")
            if found is None:
                continue
            taken[row["post"], slot, row["zone"]] += 1
            left -= 1
            for other in [other for other in open_ if deadline.group[other] == deadline.group[slot]]:
                v.check("assignment: one place among slots that are joined", deadline.rows[open_.pop(other)]["post"] is None, here)


def check_timeseries(folder: Folder, v: Verifier):
    """Flows and states of each interval."""
    length = round(1000 * folder.scenario["results"]["interval_s"])
    flows = defaultdict(Counter)
    for row in folder.tables["signups"]:
        if row["outcome"] != "refused_input":
            flows["signups_submitted"][row["submit_s"] // length] += 1
    for row in folder.tables["places"]:
        name = {"confirmed": "confirmed", "withdrawn": "withdrawn", "moved_to": "moved"}.get(row["change"])
        if name:
            flows[name][row["time_s"] // length] += 1
        flows["taken"][row["time_s"] // length] += row["taken"]
    places = sum({(row["post"], row["slot"]): row["post_capacity"] for row in folder.tables["posts"]}.values())
    taken = 0
    last = len(folder.tables["timeseries"]) - 1
    for number, row in enumerate(folder.tables["timeseries"]):
        here = ("timeseries", row)
        v.check("timeseries: intervals follow one another", (row["from_s"], row["to_s"]) == (number * length, (number + 1) * length), here)
        for name in ("signups_submitted", "confirmed", "withdrawn", "moved"):
            v.check("timeseries: flows are the other tables'", number == last or row[name] == flows[name][number], here, name)
        taken += flows["taken"][number]
        v.check("timeseries: places taken are the ledger's", row["places_taken"] == taken, here, f"{taken}")
        v.near("timeseries: the ratio is taken ÷ places", row["fill_ratio"], share(taken, places), 1e-6, here)


def ratios(folder: Folder, key, column: str = "filled") -> list:
    """Filled ÷ capacity of the groups of places by `key`, of those that need somebody."""
    filled, capacity = Counter(), Counter()
    seen = set()
    for place, row in folder.places.items():
        filled[key(place)] += row[column]
        if place[:2] in seen:
            continue
        seen.add(place[:2])
        capacity[key(place)] += row["post_capacity"]
        if folder.unzoned:
            # Volunteers without a zone are in no row of a zone.
            filled[key(place)] += row["without_zone" if column == "filled" else "manned_without_zone"]
    return [filled[group] / capacity[group] for group in capacity if capacity[group]]


def check_summary(folder: Folder, v: Verifier):
    """The figures against the rows."""
    late = [row for row in folder.tables["signups"] if row["outcome"] != "refused_input" and row["submit_s"] >= folder.warm_up]
    # A slot that a flexible volunteer did not wish for is no ask of theirs, but its place is one.
    settled = [row for row in late if row["outcome"] != "in_progress" and row["wishes"] > 0]
    placed = [row for row in late if row["outcome"] in ("worked", "no_show")]
    posts = folder.tables["posts"]
    filled = sum(row["filled"] for row in posts) + volunteering.without_zone(folder)
    places = sum({(row["post"], row["slot"]): row["post_capacity"] for row in posts}.values())
    volunteers = {row["volunteer_id"] for row in folder.tables["signups"] if row["outcome"] != "refused_input"}
    changes = Counter(row["change"] for row in folder.tables["places"])
    numbers = {
        "match_rate": share(sum(row["first_match_s"] is not None for row in settled), len(settled)),
        "service_rate": share(sum(row["outcome"] == "worked" for row in settled), len(settled)),
        "signups": len(settled),
        "places": places,
        "places_filled": filled,
        "places_empty": places - filled,
        "fill_ratio": share(filled, places),
        "moves": changes["moved_to"],
        "withdrawals": changes["withdrawn"],
        "volunteers": len(volunteers),
    }
    shifts = ratios(folder, lambda place: place[:2])
    numbers["full_shifts_ratio"] = share(sum(ratio == 1 for ratio in shifts), len(shifts))
    numbers["manned_ratio"] = share(sum(row["outcome"] == "worked" for row in folder.tables["signups"]), places)
    numbers["changes"] = changes["changed_to"]
    numbers["changes_refused"] = sum(row["changes_refused"] for row in folder.tables["signups"])
    numbers["reserve"] = sum(row["reserve"] for row in folder.tables["signups"])
    numbers["stepped_in"] = changes["stepped_in"]
    numbers["reserve_used_ratio"] = share(changes["stepped_in"], numbers["reserve"])
    numbers["no_shows"] = sum(row["outcome"] == "no_show" for row in folder.tables["signups"])
    if not folder.warm_up:
        for rank in (1, 2, 3):
            hits = sum(row["rank"] == rank and rank <= row["wishes"] for row in placed)
            numbers[f"wish_{rank}_ratio"] = share(hits, len(placed))
        numbers["wish_other_ratio"] = share(sum(row["rank"] > row["wishes"] for row in placed), len(placed))
    expected = {(name, "value"): (value, 1e-6) for name, value in numbers.items()}
    causes = Counter(row["cause"] for row in settled if row["cause"])
    refused = Counter(row["cause"] for row in folder.tables["signups"] if row["outcome"] == "refused_input")
    for row in folder.tables["summary"]:
        if row["metric"].startswith("cause."):
            cause = row["metric"].partition(".")[2]
            expected[row["metric"], "value"] = (causes[cause] + refused[cause], 0)
    samples = {
        "time_to_confirm_s": [row["time_to_confirm_s"] / 1000 for row in settled if row["time_to_confirm_s"] is not None],
        "slot_fill_ratio": ratios(folder, lambda place: place[1]),
        "slot_manned_ratio": ratios(folder, lambda place: place[1], "manned"),
        "post_fill_ratio": ratios(folder, lambda place: place[0]),
        "shift_fill_ratio": shifts,
    }
    for name, sample in samples.items():
        for statistic, value in statistics(sample).items():
            expected[name, statistic] = (value, 0.002 if name.endswith("_s") else 1e-6)
    matched = {row["signup_id"] for row in settled if row["first_match_s"] is not None}
    expected |= outages.figures(folder, "signup_id", [row["signup_id"] for row in settled], matched)
    if "needs" in folder.tables:
        needs.check_needs(folder, expected, v)
    volunteering.add_figures(folder, settled, placed, expected)
    check_figures(folder.tables["summary"], folder.manifest, expected, v)


def verify(path: pathlib.Path, verifier: Verifier):
    """Checks the folder of a run of the shifts market."""
    folder = Folder(path, verifier)
    held = check_places(folder, verifier)
    check_signups(folder, held, verifier)
    for part in (check_attempts, check_volunteers, check_changes, check_reserve, check_choices, check_assignment, check_greedy, check_timeseries, check_summary):
        part(folder, verifier)
    volunteering.check(folder, verifier)
    outages.check(folder, "signup_id", verifier)
    if folder.openings:
        needs.check_openings(folder, verifier)
    if (path / "messages.csv").exists():
        messages.check_sign_ups(folder, verifier)
