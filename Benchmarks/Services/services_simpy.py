"""The week of ServiceWeek.swift in SimPy, by the same rules; prints what our side prints.

usage: services_simpy.py WEEK [serve]     (WEEK is what `ServicesBenchmark write` wrote; pip install simpy)
"""

import json
import math
import sys
import time
from bisect import insort

import simpy

WEEK = 7 * 86_400_000
ANSWER, RETRY, ATTEMPTS = 600_000, 3_600_000, 3
SPEED, CIRCUITY, CELL = 8.0, 1.3, 1_250.0


class Provider:
    def __init__(self, number, words):
        self.number = number
        self.x, self.y = float(words[0]), float(words[1])
        self.category, self.radius = int(words[2]), float(words[3])
        self.price, self.rating = int(words[4]), int(words[5])
        self.spans = [(int(a), int(b)) for a, b in zip(words[6::2], words[7::2])]
        self.calendar = []  # [start, end, stretch, job, is confirmed], ascending
        self.at, self.stretch = (self.x, self.y), None
        self.head, self.departs, self.is_working, self.token = None, None, False, 0

    def stretch_after(self, moment):
        """The first stretch of hours that ends after `moment`."""
        since = moment % WEEK
        begin = moment - since
        for start, end in self.spans:
            if end > since:
                return begin + start, begin + end
        return begin + WEEK + self.spans[0][0], begin + WEEK + self.spans[0][1]


class Job:
    def __init__(self, number, words):
        self.number = number
        self.submit, self.estimate, self.duration, self.latest = map(int, words[:4])
        self.at = (float(words[4]), float(words[5]))
        self.category, self.budget, self.least = int(words[6]), int(words[7]), int(words[8])


def way(a, b):
    return int(math.hypot(a[0] - b[0], a[1] - b[1]) * CIRCUITY / SPEED * 1000 + 0.5)


class Service:
    def __init__(self, path):
        with open(path, encoding="ascii") as file:
            lines = [line.split() for line in file]
        count = int(lines[0][0])
        self.providers = [Provider(number, words) for number, words in enumerate(lines[1 : 1 + count])]
        self.jobs = [Job(number, words) for number, words in enumerate(lines[1 + count :])]
        self.cells = {}
        self.env = simpy.Environment()
        self.done = self.attempts = self.finished = self.lateness = self.turnover = 0

    def list_providers(self):
        """The providers of each category who may reach each cell: our side makes such lists within the time, too."""
        half = CELL * math.sqrt(0.5)
        for provider in self.providers:
            reach = provider.radius + half
            x0, y0 = int((provider.x - reach) // CELL), int((provider.y - reach) // CELL)
            steps = int(2 * reach // CELL) + 2
            for i in range(x0, x0 + steps):
                for j in range(y0, y0 + steps):
                    if math.hypot((i + 0.5) * CELL - provider.x, (j + 0.5) * CELL - provider.y) <= reach:
                        self.cells.setdefault((provider.category, i, j), []).append(provider)

    def slot(self, provider, job, now):
        """The first start that hours, calendar and ways allow, the way to it, the stretch; None where there is none."""
        free, at, stretch, index = now + ANSWER, provider.at, provider.stretch, 0
        earliest = max(job.submit, free)
        calendar = provider.calendar
        if provider.head is not None and (provider.is_working or provider.departs <= now):
            head = next(n for n, entry in enumerate(calendar) if entry[3] is provider.head)
            for entry in calendar[: head + 1]:
                free = max(free, entry[1], now + 1)
            at, stretch, index = provider.head.at, calendar[head][2], head + 1
        while True:
            following = calendar[index] if index < len(calendar) else None
            found = self.gap(provider, job, free, earliest, at, stretch, following)
            if found:
                return found
            if following is None or following[1] > job.latest:
                return None
            free, at, stretch, index = max(free, following[1]), following[3].at, following[2], index + 1

    def gap(self, provider, job, free, earliest, at, stretch, following):
        first = moment = max(free, earliest)
        while True:
            begin, end = provider.stretch_after(moment)
            if begin > first + WEEK:
                return None
            moment = end
            earliest = max(first, begin)
            if earliest > job.latest or (following and earliest + job.estimate > following[0]):
                return None
            if earliest + job.estimate > end:
                continue
            span = way(at if stretch == begin else (provider.x, provider.y), job.at)
            start = max(earliest, free + span)
            if start > job.latest or start + job.estimate > end:
                continue
            if following:
                origin = job.at if following[2] == begin else (provider.x, provider.y)
                if start + job.estimate + way(origin, following[3].at) > following[0]:
                    continue
            return start, span, begin

    def search(self, job, now):
        best = None
        cell = (job.category, int(job.at[0] // CELL), int(job.at[1] // CELL))
        for provider in self.cells.get(cell, ()):
            dx, dy = job.at[0] - provider.x, job.at[1] - provider.y
            if dx * dx + dy * dy > provider.radius * provider.radius:
                continue
            first, last = max(job.submit, now + ANSWER), job.latest
            moment, works = first, False
            while first <= last:
                begin, end = provider.stretch_after(moment)
                if begin > last:
                    break
                if max(first, begin) + job.estimate <= end:
                    works = True
                    break
                moment = end
            if not works:
                continue
            charge = (provider.price * job.estimate + 1_800_000) // 3_600_000
            if charge > job.budget or provider.rating < job.least:
                continue
            slot = self.slot(provider, job, now)
            if slot is None:
                continue
            score = slot[1] + slot[0] - job.submit + 100 * charge
            if best is None or score < best[0]:
                best = (score, provider, slot, charge)
        return best

    def life(self, job):
        """A job from its submission to its confirmation."""
        env = self.env
        for attempt in range(ATTEMPTS):
            if attempt:
                yield env.timeout(RETRY)
            self.attempts += 1
            best = self.search(job, env.now)
            if best is None:
                continue
            _, provider, (start, _, stretch), charge = best
            entry = [start, start + job.estimate, stretch, job, False]
            insort(provider.calendar, entry, key=lambda entry: entry[0])
            yield env.timeout(ANSWER)
            entry[4] = True
            job.charge = charge
            job.start = start
            self.plan(provider)
            return

    def plan(self, provider):
        now = self.env.now
        if provider.head is not None and (provider.is_working or provider.departs <= now):
            return
        provider.token += 1
        provider.head = None
        entry = next((entry for entry in provider.calendar if entry[4]), None)
        if entry is None:
            return
        at = provider.at if provider.stretch == entry[2] else (provider.x, provider.y)
        span = way(at, entry[3].at)
        provider.head, provider.departs = entry[3], max(now, entry[0] - span)
        arrives = provider.departs + span
        if arrives > entry[0]:
            entry[1] = arrives + entry[3].estimate
        self.env.process(self.visit(provider, entry, arrives, provider.token))

    def visit(self, provider, entry, arrives, token):
        env = self.env
        yield env.timeout(arrives - env.now)
        if provider.token != token:
            return  # somebody nearer in time came between
        job = entry[3]
        provider.at, provider.stretch, provider.is_working = job.at, entry[2], True
        self.lateness += max(0, env.now - job.start)
        entry[1] = env.now + job.estimate
        yield env.timeout(job.duration)
        self.done += 1
        self.finished += env.now % 1_000_003
        self.turnover += job.charge
        provider.calendar.remove(entry)
        provider.head, provider.is_working = None, False
        self.plan(provider)

    def submissions(self):
        env = self.env
        for job in self.jobs:
            if job.submit > env.now:
                yield env.timeout(job.submit - env.now)
            env.process(self.life(job))

    def run(self):
        self.env.process(self.submissions())
        self.env.run()
        return {"done": self.done, "attempts": self.attempts, "finished": self.finished,
                "lateness_s": self.lateness // 1000, "turnover": self.turnover}  # fmt: skip


def sample(path):
    service = Service(path)
    begin = time.process_time()
    service.list_providers()
    found = service.run()
    seconds = time.process_time() - begin
    return {"seconds": seconds, "units": len(service.jobs), "found": found}


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[2] == "serve":
        for _ in sys.stdin:
            print(json.dumps(sample(sys.argv[1])), flush=True)
    else:
        print(json.dumps(sample(sys.argv[1])))
