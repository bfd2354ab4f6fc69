"""A festival's sign-up in SimPy, by the rules of `FestivalWeeks`: a process for each volunteer's ask for a slot.

usage: shifts_simpy.py FILE
FILE is what `ShiftsBenchmark write` writes. For each line on standard input the festival is run once, and a line of
JSON says the processor seconds of the run and what came of it.
"""

import gc
import json
import sys
import time
from fractions import Fraction
from itertools import groupby

import simpy


class Festival:
    """The input, read once."""

    def __init__(self, path):
        with open(path) as lines:
            slots, shifts, sections, volunteers = map(int, next(lines).split())
            self.attempts, self.retry, self.answer, self.deadline, self.patience = map(int, next(lines).split())
            self.slots = [tuple(map(int, next(lines).split())) for _ in range(slots)]
            self.shifts = [tuple(map(int, next(lines).split())) for _ in range(shifts)]
            self.sections = [int(next(lines)) for _ in range(sections)]
            self.volunteers = []
            for number in range(volunteers):
                words = list(map(int, next(lines).split()))
                submit, flexible, most, requests = words[:4]
                place = 4
                lists = []
                for _ in range(requests):
                    slot, count = words[place : place + 2]
                    place += 2
                    lists.append((slot, [tuple(words[place + 2 * i : place + 2 * i + 2]) for i in range(count)]))
                    place += 2 * count
                self.volunteers.append((submit, number, bool(flexible), most, lists))
        self.volunteers.sort(key=lambda volunteer: volunteer[:2])
        self.of_section = [0] * sections
        for number, (_, _, first, end) in enumerate(self.shifts):
            for section in range(first, end):
                self.of_section[section] = number
        self.shifts_of_slot = [[n for n, s in enumerate(self.shifts) if s[0] == slot] for slot in range(slots)]

    def run(self):
        env = simpy.Environment()
        free = list(self.sections)
        free_of_shift = [capacity for _, capacity, _, _ in self.shifts]
        found = {"worked": 0, "unmatched": 0, "left": 0, "attempts": 0, "places": 0}
        gathered = []
        deadline = env.event()
        shifts = self.shifts

        class Volunteer:
            __slots__ = ("number", "signed_up", "most", "held")

            def __init__(self, number, most):
                self.number = number
                self.signed_up = env.now
                self.most = most
                self.held = 0

        def left(section):
            return min(free[section], free_of_shift[self.of_section[section]])

        def emptiest(shift):
            """The section with the most places left, the first of equals; None where the shift has none."""
            if free_of_shift[shift] <= 0:
                return None
            best = max(range(shifts[shift][2], shifts[shift][3]), key=lambda section: free[section])
            return best if free[best] > 0 else None

        def find(volunteer, wish):
            if env.now >= self.deadline or volunteer.held >= volunteer.most:
                return None
            shift, section = wish
            best = emptiest(shift)
            if best is None:
                return None
            if section < 0:
                return best
            return section if free[section] > 0 else None

        def take(volunteer, section):
            free[section] -= 1
            free_of_shift[self.of_section[section]] -= 1
            volunteer.held += 1

        def give(volunteer, section):
            free[section] += 1
            free_of_shift[self.of_section[section]] += 1
            volunteer.held -= 1

        def assign(volunteer, slot, wishes):
            if volunteer.held >= volunteer.most:
                return None
            for shift, section in wishes:
                if section >= 0:
                    if left(section) > 0:
                        return section
                else:
                    best = emptiest(shift)
                    if best is not None:
                        return best
            best = max(self.shifts_of_slot[slot], key=left_of_shift, default=None)
            return None if best is None or left_of_shift(best) == 0 else emptiest(best)

        def left_of_shift(shift):
            _, _, first, end = shifts[shift]
            return max(0, min(free_of_shift[shift], sum(max(0, free[section]) for section in range(first, end))))

        def missing(slot):
            """The share of the places of the slot that nobody has."""
            places = sum(shifts[shift][1] for shift in self.shifts_of_slot[slot])
            return Fraction(sum(free_of_shift[shift] for shift in self.shifts_of_slot[slot]), max(1, places))

        def decide():
            yield env.timeout(self.deadline)
            here = [ask for ask in gathered if ask["here"]]
            found["attempts"] += len(here)
            here.sort(key=lambda ask: (ask["volunteer"].signed_up, ask["volunteer"].number, ask["slot"]))
            for _, own in groupby(here, key=lambda ask: ask["volunteer"].number):
                own = list(own)
                while own:
                    # max gives the first of equals, the earlier slot.
                    ask = max(own, key=lambda ask: missing(ask["slot"]))
                    own.remove(ask)
                    ask["section"] = assign(ask["volunteer"], ask["slot"], ask["wishes"])
                    if ask["section"] is not None:
                        take(ask["volunteer"], ask["section"])
            deadline.succeed()

        def ask(volunteer, flexible, slot, wishes):
            leaves = env.now + self.patience
            section = None
            tries = wishes[: self.attempts]
            for number, wish in enumerate(tries):
                found["attempts"] += 1
                section = find(volunteer, wish)
                if section is not None:
                    take(volunteer, section)
                    break
                if number + 1 < len(tries) or flexible:
                    yield env.timeout(self.retry)
            if section is None:
                if not flexible or env.now >= self.deadline:
                    found["attempts"] += 1 if flexible else 0
                    found["unmatched"] += 1
                    return
                mine = {"here": True, "volunteer": volunteer, "slot": slot, "wishes": wishes, "section": None}
                gathered.append(mine)
                if leaves <= self.deadline:
                    yield env.timeout(leaves - env.now)
                    mine["here"] = False
                    found["left"] += 1
                    return
                yield deadline
                section = mine["section"]
                if section is None:
                    found["unmatched"] += 1
                    return
            begin, end = self.slots[slot]
            answered = env.now + self.answer
            if leaves > answered:
                yield env.timeout(self.answer)
            if leaves < begin:
                yield env.timeout(leaves - env.now)
                give(volunteer, section)
                found["left"] += 1
                return
            yield env.timeout(begin - env.now)
            yield env.timeout(end - begin)
            found["worked"] += 1
            found["places"] += section + 1

        def arrivals():
            for submit, number, flexible, most, lists in self.volunteers:
                if submit > env.now:
                    yield env.timeout(submit - env.now)
                volunteer = Volunteer(number, most)
                for slot, wishes in lists:
                    if wishes or flexible:
                        env.process(ask(volunteer, flexible, slot, wishes))

        env.process(decide())
        env.process(arrivals())
        env.run()
        return found


def main():
    festival = Festival(sys.argv[1])
    requests = sum(len(lists) for _, _, _, _, lists in festival.volunteers)
    for _ in sys.stdin:
        gc.collect()
        begin = time.thread_time()
        found = festival.run()
        seconds = time.thread_time() - begin
        print(json.dumps({"seconds": seconds, "units": requests, "found": found}), flush=True)


main()
