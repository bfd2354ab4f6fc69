#!/usr/bin/env python3
"""Checks assignments of volunteers against integer programmes, whose rules are written from docs/shifts.md.

    .build/python-venv/bin/python Tests/Verifier/assignments.py FILE

FILE is a JSON list of problems with a solution each. A claim is [person, slot, section held, whether it is a set, wishes], a wish
[shift, section], with -1 for no section. Four aims follow one another, each with those before it held at their best: the most
claims filled, the shortage spread most evenly over the slots, the least sum of ranks, the fewest moves. Ends with 1 if a solution
breaks a rule or another one is better.
"""

import json
import sys
from fractions import Fraction

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp


def joined(slots: list) -> list:
    """For each slot the least of those that chains of overlaps join it with."""
    group = list(range(len(slots)))
    for _ in slots:
        for a, (begin, end) in enumerate(slots):
            for b, (from_, to) in enumerate(slots):
                if begin < to and from_ < end:
                    group[a] = group[b] = min(group[a], group[b])
    return group


class Programme:
    """The integer programme of one problem: a variable for each claim and section, and for each number of empty places of a slot."""

    def __init__(self, problem: dict):
        self.problem = problem
        shifts, sections, claims = problem["shifts"], problem["sections"], problem["claims"]
        self.choices = []
        for number, (_, slot, held, is_set, wishes) in enumerate(claims):
            for section, shift in enumerate(sections):
                if shifts[shift][0] != slot:
                    continue
                place = next((k for k, (wish, zone) in enumerate(wishes) if zone == section or zone < 0 and wish == shift), None)
                if is_set and place is None and held != section:
                    continue
                rank = len(wishes) + 1 if place is None else 1 if is_set else place + 1
                self.choices.append((number, section, rank, held not in (-1, section)))
        size, empty = [0] * len(problem["slots"]), [0] * len(problem["slots"])
        for (slot, capacity), free in zip(shifts, problem["free_of_shift"]):
            size[slot] += capacity
            empty[slot] += free
        self.size, self.empty = size, empty
        # The variable (slot, k) is 1 if at least k of its places stay empty.
        self.levels = [(slot, k) for slot in range(len(size)) if size[slot] for k in range(1, empty[slot] + 1)]
        self.count = len(self.choices) + len(self.levels)
        self.rows, self.low, self.high = [], [], []
        self.rules()

    def add(self, terms: dict, low: float, high: float):
        row = np.zeros(self.count)
        for place, value in terms.items():
            row[place] += value
        self.rows.append(row)
        self.low.append(low)
        self.high.append(high)

    def rules(self):
        problem = self.problem
        claims, sections, shifts = problem["claims"], problem["sections"], problem["shifts"]
        group = joined(problem["slots"])
        places = range(len(self.choices))
        for number, claim in enumerate(claims):
            mine = {place: 1 for place in places if self.choices[place][0] == number}
            self.add(mine, 1 if claim[2] >= 0 else 0, 1)
        for section, free in enumerate(problem["free_of_section"]):
            self.add({place: 1 for place in places if self.choices[place][1] == section}, 0, free)
        for shift, free in enumerate(problem["free_of_shift"]):
            self.add({place: 1 for place in places if sections[self.choices[place][1]] == shift}, 0, free)
        for person, limit in enumerate(problem["limits"]):
            new = [place for place in places if claims[self.choices[place][0]][0] == person and claims[self.choices[place][0]][2] < 0]
            self.add({place: 1 for place in new}, 0, limit)
            for one in set(group):
                self.add({place: 1 for place in new if group[claims[self.choices[place][0]][1]] == one}, 0, 1)
        for number, (slot, k) in enumerate(self.levels):
            # empty − filled ≤ k − 1, unless the variable is 1.
            terms = {place: -1 for place in places if shifts[sections[self.choices[place][1]]][0] == slot}
            terms[len(self.choices) + number] = -self.empty[slot]
            self.add(terms, -np.inf, k - 1 - self.empty[slot])

    def least(self, terms: dict) -> int:
        """The least value of an aim, which is held from then on."""
        if not terms:
            return 0
        cost = np.zeros(self.count)
        for place, value in terms.items():
            cost[place] += value
        found = milp(cost, constraints=LinearConstraint(np.array(self.rows), self.low, self.high), integrality=np.ones(self.count),
                     bounds=Bounds(0, 1))
        assert found.success, found.message
        best = round(found.fun)
        self.add(terms, -np.inf, best)
        return best

    def aims(self):
        """The four aims as terms, the most important first; the shortage is one for each share that slots may lack."""
        places = range(len(self.choices))
        yield {place: -1 for place in places}
        shares = sorted({Fraction(k, self.size[slot]) for slot, k in self.levels}, reverse=True)
        for share in shares:
            terms = {}
            for slot in {slot for slot, _ in self.levels}:
                # Of a slot that lacks at least this share, the variable of the fewest places that make it up is 1.
                number = next((n for n, (one, k) in enumerate(self.levels) if one == slot and Fraction(k, self.size[slot]) >= share), None)
                if number is not None:
                    terms[len(self.choices) + number] = 1
            yield terms
        yield {place: self.choices[place][2] for place in places}
        yield {place: int(self.choices[place][3]) for place in places if self.choices[place][3]}

    def value(self, terms: dict) -> int:
        """The value of an aim for the solution of the problem."""
        solution = self.problem["solution"]
        filled = [0] * len(self.size)
        for claim, section in zip(self.problem["claims"], solution):
            filled[claim[1]] += section >= 0
        total = 0
        for place, weight in terms.items():
            if place < len(self.choices):
                number, section, _, _ = self.choices[place]
                total += weight * (solution[number] == section)
            else:
                slot, k = self.levels[place - len(self.choices)]
                total += weight * (self.empty[slot] - filled[slot] >= k)
        return total

    def fault(self) -> str | None:
        """What is wrong with the solution; None if it is optimal."""
        chosen = {(number, section) for number, section, _, _ in self.choices}
        for number, section in enumerate(self.problem["solution"]):
            if section >= 0 and (number, section) not in chosen:
                return f"claim {number} gets section {section}, which it may not have"
        x = np.zeros(self.count)
        for place, (number, section, _, _) in enumerate(self.choices):
            x[place] = self.problem["solution"][number] == section
        for row, low, high in zip(self.rows[:-len(self.levels) or None], self.low, self.high):
            if not low <= row @ x <= high:
                return "a rule is broken"
        for number, terms in enumerate(self.aims()):
            best = self.least(terms)
            if self.value(terms) != best:
                return f"aim {number}: {self.value(terms)} instead of {best}"
        return None


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 64
    problems = json.load(open(sys.argv[1], encoding="utf-8"))
    faults = 0
    for number, problem in enumerate(problems):
        fault = Programme(problem).fault()
        if fault:
            faults += 1
            print(f"problem {number}: {fault}")
    print(f"{len(problems) - faults} assignments are optimal")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
