"""Zones chosen in a second step, sign-ups for a set of posts, and changes of sign-ups, worked out again from docs/shifts.md."""

import math
from collections import Counter, defaultdict

from . import needs
from .form import Verifier, share, statistics, to_ms

KINDS = {"post": (False, True), "slot": (True, False), "both": (False, False), "all": (False, False)}


def add_columns(scenario: dict, tables: dict):
    """The columns and tables that only runs with these features have."""
    if scenario.get("zones"):
        tables["signups"] += ",zones_told_s,zone_s,zone_by"
        tables["posts"] += ",without_zone,manned_without_zone"
    if scenario.get("sets"):
        tables["signups"] += ",any_of"
        tables["sets"] = "signup_id,volunteer_id,slot,post,zone"
    if scenario["behaviour"].get("changes"):
        tables["signups"] += ",first_slot,rebooked"
        tables["rebookings"] = "change,time_s,signup_id,volunteer_id,kind,from_post,from_slot,from_zone,wished_post,wished_slot,made,zone"


# MARK: Zones


def opening(folder) -> int:
    """When zones open."""
    return to_ms(folder.scenario["zones"]["opens_s"])


def until(folder) -> int:
    """Until when a zone is chosen."""
    given = folder.scenario["zones"].get("choose_until_s")
    return folder.deadline if given is None else to_ms(given)


def zones_open(folder, time: int) -> bool:
    """Whether zones are chosen with the post at `time`."""
    return not folder.scenario.get("zones") or time >= opening(folder)


def without_zone(folder) -> int:
    """The number of volunteers who have a place of a post with zones at the end, and no zone."""
    if not folder.unzoned:
        return 0
    return sum({(row["post"], row["slot"]): row["without_zone"] for row in folder.tables["posts"]}.values())


class Rest:
    """The places left, entry by entry of the ledger."""

    def __init__(self, folder):
        self.folder = folder
        self.taken = Counter()
        self.whole = {(post, slot): row["post_capacity"] for (post, slot, _), row in folder.places.items()}

    def zone(self, post: str, slot: str, zone, time: int) -> int:
        place = (post, slot, zone)
        left = self.folder.places[place]["capacity"] - needs.later(self.folder, place, time) - self.taken[place]
        return left if self.post(post, slot, time) > 0 else 0

    def post(self, post: str, slot: str, time: int) -> int:
        zones = self.folder.zones[post, slot]
        there = sum(self.folder.places[post, slot, zone]["capacity"] - needs.later(self.folder, (post, slot, zone), time) for zone in zones)
        return min(self.whole[post, slot], there) - sum(self.taken[post, slot, zone] for zone in {*zones, None})

    def emptiest(self, post: str, slot: str, time: int):
        # max gives the first of equals.
        return max(self.folder.zones[post, slot], key=lambda zone: self.zone(post, slot, zone, time))


def check_zones(folder, v: Verifier):
    """Places without a zone before the zones open, and the second step."""
    opens, last = opening(folder), until(folder)
    for row in folder.tables["posts"]:
        manned = sum(one["outcome"] == "worked" and (one["post"], one["zone"]) == (row["post"], None) for one in folder.of_slot[row["slot"]])
        is_zoned = (row["post"], row["slot"], None) in folder.unzoned
        v.check("posts: who came without a zone is the sign-ups'", row["manned_without_zone"] == (manned if is_zoned else 0), ("posts", row))
    rest, rows = Rest(folder), folder.tables["places"]
    assigned, rebooked = [], set()
    for row, after in zip(rows, rows[1:] + [None]):
        here, place, time = ("places", row), (row["post"], row["slot"], row["zone"]), row["time_s"]
        is_new = row["change"] in ("held", "changed_to", "moved_to", "stepped_in", "rebooked_to")
        if is_new and (row["post"], row["slot"], None) in folder.unzoned:
            v.check("zones: places have none before zones open, and one from then on", (row["zone"] is None) == (time < opens), here)
        if row["change"] == "rebooked_to":
            rebooked.add(row["signup_id"])
        if row["change"] == "zone_from":
            v.check("zones: a place without a zone is exchanged for one of the post, in one step", place in folder.unzoned
                    and after is not None and after["zone"] is not None and after["change"] == "zone_to"
                    and (after["signup_id"], after["time_s"], after["post"], after["slot"])
                    == (row["signup_id"], time, row["post"], row["slot"]), here)
            v.check("zones: none is chosen before zones open", time >= opens, here)
        if row["change"] == "zone_to":
            check_choice(folder, rest, row, row["signup_id"] in rebooked, v)
            signup = folder.signups[row["signup_id"]]
            v.check("zones: the sign-up says when it got its zone", signup["zone_s"] == time, here)
            if time == last:
                assigned.append((signup["submit_s"], int(row["signup_id"])))
        rest.taken[place] += row["taken"]
    v.check("zones: they are assigned in the order of sign-up", assigned == sorted(assigned), "places.csv")
    check_told(folder, opens, last, v)


def check_choice(folder, rest: Rest, row, was_rebooked: bool, v: Verifier):
    """The zone is that of the best wish for the post that has a place, else the one with most; `rest` has the old place back."""
    post, slot, time = row["post"], row["slot"], row["time_s"]
    signup = folder.signups[row["signup_id"]]
    if was_rebooked:
        wishes, is_all = [None], True
    else:
        tried = [a for a in folder.attempts[row["signup_id"]] if a["cycle"] == 1 and a["wished_post"] is not None]
        wishes = [a["wished_zone"] for a in tried if a["wished_post"] == post]
        is_all = len(tried) == signup["wishes"]
    for zone in wishes:
        if zone is None or rest.zone(post, slot, zone, time) > 0:
            wanted = rest.emptiest(post, slot, time) if zone is None else zone
            break
    else:
        # Wishes that no attempt tried stand in no row.
        if not is_all:
            return
        wanted = rest.emptiest(post, slot, time)
    v.check("zones: the best wish for the post that has a place, else the zone with the most", row["zone"] == wanted, ("places", row), f"{wanted}")


def check_told(folder, opens: int, last: int, v: Verifier):
    """The times at which volunteers knew that zones were open, and how they came to have one."""
    rules = folder.scenario["zones"]
    for row in folder.tables["signups"]:
        here, told, got = ("signups", row), row["zones_told_s"], row["zone_s"]
        entries = folder.changes[row["signup_id"]]
        v.check("zones: who got one later is in the ledger", (got is not None) == any(e["change"] == "zone_to" for e in entries), here)
        in_zone = row["zone"] is not None and any(place[:2] == (row["post"], row["slot"]) for place in folder.unzoned)
        by = (None if not in_zone else "at_once" if got is None else "assigned" if got >= last else "chosen")
        v.check("zones: chosen before the time is over, assigned from then on", row["zone_by"] == by, here, f"{by}")
        confirmed = [e["time_s"] for e in entries if e["change"] == "confirmed"]
        if told is not None:
            v.check("zones: nobody is told before they open, or before a place is confirmed", confirmed
                    and told >= max(opens, confirmed[0]), here)
            if folder.scenario.get("channel") is None:
                v.check("zones: without a channel, who has a place is told at once", told == max(opens, confirmed[0]), here)
        if got is not None and got < last:
            v.check("zones: only who was told chooses", told is not None and told <= got, here)
        if rules["unchosen"] == "without":
            v.check("zones: nobody is assigned one", got is None or got < last, here)
        elif row["outcome"] in ("worked", "no_show"):
            v.check("zones: in the end everybody has one", row["zone"] is not None
                    or (row["post"], row["slot"], None) not in folder.unzoned, here)


# MARK: Sets


def check_sets(folder, v: Verifier):
    """A set is decided at the deadline, and gets one of its posts."""
    rows = [row for row in folder.tables["signups"]]
    for row in rows:
        here, ticked = ("signups", row), folder.sets.get(row["signup_id"], [])
        v.check("sets: their posts are listed", row["any_of"] == bool(ticked), here)
        if not ticked:
            continue
        v.check("sets: as many posts as wishes", len(ticked) == row["wishes"], here)
        v.check("sets: who takes any post has none", not row["flexible"], here)
        v.check("sets: of the sign-up's slot and volunteer", all((one["slot"], one["volunteer_id"])
                == (row["slot"], row["volunteer_id"]) for one in ticked), here)
        v.check("sets: nobody in the reserve", not row["reserve"], here)
        for attempt in folder.attempts[row["signup_id"]]:
            v.check("sets: nothing is tried before the deadline", attempt["time_s"] >= folder.deadline, ("attempts", attempt))
            if attempt["post"] is not None:
                v.check("sets: one of the posts is given, and ranks first", any(
                    one["post"] == attempt["post"] and one["zone"] in (None, attempt["zone"]) for one in ticked)
                    and attempt["rank"] == 1, ("attempts", attempt))
    if folder.scenario["volunteers"]["kind"] == "synthetic":
        others = [row for row in rows if not row["flexible"] and not row.get("rebooked")]
        found, part = sum(row["any_of"] for row in others), folder.scenario["sets"]["share"]
        # A changed sign-up had a place before the deadline, as no set has.
        if others and not folder.scenario["behaviour"].get("changes"):
            error = math.sqrt(len(others) * part * (1 - part))
            v.check("sets: as frequent as the scenario says", abs(found - part * len(others)) <= 5 * error + 1e-9, "signups.csv",
                    f"{found} of {len(others)}")


def check_set_assignment(folder, deadline, v: Verifier):
    """No chain of exchanges would fill one more place than the assignment at the deadline did: an augmenting path is looked for."""
    capacity = {place: row["capacity"] for place, row in folder.places.items()}
    taken = Counter(deadline.taken)
    given, allowed, owner = {}, {}, {}
    for name, claims in deadline.claims.items():
        for slot, signup in claims.items():
            row = deadline.rows[signup]
            ticked = folder.sets.get(signup)
            allowed[signup] = [place for place in capacity if place[1] == slot and (not ticked or any(
                one["post"] == place[0] and one["zone"] in (None, place[2]) for one in ticked))]
            owner[signup] = name
            if row["post"] is not None:
                given[signup] = (row["post"], slot, row["zone"])
                taken[given[signup]] += 1
    # Flexible volunteers with a place at the deadline may be moved.
    if folder.scenario["matching"]["allow_moves"]:
        final = {}
        for change in folder.tables["places"]:
            if change["time_s"] <= folder.deadline:
                place = (change["post"], change["slot"], change["zone"])
                if change["taken"] > 0:
                    final[change["signup_id"]] = place
                elif change["taken"] < 0 and final.get(change["signup_id"]) == place:
                    del final[change["signup_id"]]
        for signup, place in final.items():
            row = folder.signups[signup]
            confirmed = any(c["change"] == "confirmed" and c["time_s"] <= folder.deadline for c in folder.changes[signup])
            if signup not in deadline.rows and row["flexible"] and confirmed and place in capacity:
                given[signup], owner[signup] = place, None
                allowed[signup] = [other for other in capacity if other[1] == place[1]]
    by_place, by_post = defaultdict(set), defaultdict(set)
    for signup, place in given.items():
        by_place[place].add(signup)
        by_post[place[:2]].add(signup)

    def room(place) -> str:
        """What keeps somebody out of the place: the zone, the post, or nothing."""
        whole = deadline.capacity[place[:2]] - sum(taken[(*place[:2], zone)] for zone in {*folder.zones[place[:2]], None})
        return "zone" if taken[place] >= capacity[place] else "post" if whole <= 0 else ""

    def reachable(signup) -> bool:
        seen, queue = {signup}, [signup]
        while queue:
            for place in allowed[queue.pop()]:
                full = room(place)
                if not full:
                    return True
                for other in (by_place[place] if full == "zone" else by_post[place[:2]]) - seen:
                    seen.add(other)
                    queue.append(other)
        return False

    for name, claims in deadline.claims.items():
        have = [slot for slot, signup in claims.items() if signup in given]
        busy = {deadline.group[slot] for slot in have}
        for slot, signup in claims.items():
            if signup not in given and len(have) < deadline.limit[name] and deadline.group[slot] not in busy:
                v.check("sets: no exchange in a slot fills one place more", not reachable(signup), ("signups", folder.signups[signup]))


# MARK: Changes


def check_rebookings(folder, v: Verifier):
    """Changes to another post or slot: each in one step, all of it or nothing, and refused only without a place."""
    groups = defaultdict(list)
    for row in folder.tables["rebookings"]:
        groups[row["change"]].append(row)
    v.check("rebookings: they are numbered", list(groups) == list(range(1, len(groups) + 1)), "rebookings.csv")
    entries = folder.tables["places"]
    rest, place_in_ledger = Rest(folder), 0
    for rows in groups.values():
        here, time, kind = ("rebookings", rows[0]), rows[0]["time_s"], rows[0]["kind"]
        same_post, same_slot = KINDS[kind]
        v.check("rebookings: they come before the deadline", time < folder.deadline, here)
        v.check("rebookings: the sign-ups of one change fare alike", len({(row["made"], row["time_s"], row["volunteer_id"]) for row in rows}) == 1, here)
        v.check("rebookings: one sign-up, or all", len(rows) == 1 or kind == "all", here)
        for row in rows:
            if row["wished_post"] is not None:
                v.check("rebookings: what was to change changes", (row["wished_post"] == row["from_post"]) == same_post
                        and (row["wished_slot"] == row["from_slot"]) == same_slot, ("rebookings", row))
        count = len(rows)
        if rows[0]["made"]:
            first = next((n for n in range(place_in_ledger, len(entries)) if entries[n]["change"] == "rebooked_from"), len(entries))
            step = entries[first:first + 2 * count]
            found = [(e["change"], e["signup_id"], e["time_s"], e["post"], e["slot"], e["zone"]) for e in step]
            wanted = [("rebooked_from", row["signup_id"], time, row["from_post"], row["from_slot"], row["from_zone"]) for row in rows]
            wanted += [("rebooked_to", row["signup_id"], time, row["wished_post"], row["wished_slot"], row["zone"]) for row in rows]
            v.check("rebookings: all places are exchanged in one step", found == wanted, here)
            for entry in entries[place_in_ledger:first + 2 * count]:
                rest.taken[entry["post"], entry["slot"], entry["zone"]] += entry["taken"]
            place_in_ledger = first + 2 * count
            continue
        while place_in_ledger < len(entries) and entries[place_in_ledger]["time_s"] < time:
            entry = entries[place_in_ledger]
            rest.taken[entry["post"], entry["slot"], entry["zone"]] += entry["taken"]
            place_in_ledger += 1
        # What happens in the same millisecond stands before or after it.
        if place_in_ledger < len(entries) and entries[place_in_ledger]["time_s"] == time:
            continue
        asked = Counter((row["wished_post"], row["wished_slot"]) for row in rows)
        freed = Counter((row["from_post"], row["from_slot"]) for row in rows)
        fits = (None, None) not in asked and all(rest.post(*wish, time) + freed[wish] >= n for wish, n in asked.items())
        v.check("rebookings: refused only without a place for each sign-up", not fits, here)
    rest_of_ledger = any(entry["change"] == "rebooked_from" for entry in entries[place_in_ledger:])
    v.check("rebookings: no place is exchanged without one", not rest_of_ledger, "places.csv")
    for row in folder.tables["signups"]:
        made = [one for one in folder.tables["rebookings"] if one["made"] and one["signup_id"] == row["signup_id"]]
        v.check("signups: changes are those of rebookings.csv", row["rebooked"] == len(made), ("signups", row))
        v.check("signups: the slot is that of the last change", row["slot"] == (made[-1]["wished_slot"] if made else row["first_slot"]), ("signups", row))
    rules = folder.scenario["behaviour"]["changes"]
    weights = {kind: rules[f"{kind}_weight"] for kind in KINDS}
    kinds = Counter(rows[0]["kind"] for rows in groups.values())
    for kind, weight in weights.items():
        part = weight / sum(weights.values())
        error = math.sqrt(len(groups) * part * (1 - part))
        v.check("rebookings: kinds are as frequent as their weights", abs(kinds[kind] - part * len(groups)) <= 5 * error + 1e-9, "rebookings.csv",
                f"{kind}: {kinds[kind]} of {len(groups)}")


def add_figures(folder, settled: list, placed: list, expected: dict):
    """The figures of these features."""
    if folder.scenario.get("zones"):
        zoned = [row for row in placed if any(place[:2] == (row["post"], row["slot"]) for place in folder.unzoned)]
        last = until(folder)
        chosen = [row for row in folder.tables["signups"] if row["zone_s"] is not None and row["zone_s"] < last]
        expected["zone_ratio", "value"] = (share(sum(row["zone"] is not None for row in zoned), len(zoned)), 1e-6)
        expected["zones_chosen", "value"] = (len(chosen), 0)
        assigned = sum(row["zone_s"] is not None and row["zone_s"] >= last for row in folder.tables["signups"])
        expected["zones_assigned", "value"] = (assigned, 0)
        for statistic, value in statistics([(row["zone_s"] - row["zones_told_s"]) / 1000 for row in chosen]).items():
            expected["time_to_zone_s", statistic] = (value, 0.002)
    if folder.scenario.get("sets"):
        sets = [row for row in settled if row["any_of"]]
        expected["set_signups", "value"] = (len(sets), 0)
        expected["set_match_rate", "value"] = (share(sum(row["first_match_s"] is not None for row in sets), len(sets)), 1e-6)
        for statistic, value in statistics([row["wishes"] for row in sets]).items():
            expected["set_posts", statistic] = (value, 1e-6)
    if folder.scenario["behaviour"].get("changes"):
        groups = {row["change"]: row for row in folder.tables["rebookings"]}
        made = [row["kind"] for row in groups.values() if row["made"]]
        expected["rebookings", "value"] = (len(groups), 0)
        expected["rebooked_ratio", "value"] = (share(len(made), len(groups)), 1e-6)
        for kind in KINDS:
            expected["rebooked." + kind, "value"] = (made.count(kind), 0)


def check(folder, v: Verifier):
    """Checks what the features of the scenario add."""
    if folder.scenario.get("zones"):
        check_zones(folder, v)
    if folder.scenario.get("sets"):
        check_sets(folder, v)
    if folder.scenario["behaviour"].get("changes"):
        check_rebookings(folder, v)
