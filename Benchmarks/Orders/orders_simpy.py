"""A month of orders in SimPy, by the rules of `PostcardMonth`: a process for each order and for each of its cards.

usage: orders_simpy.py FILE
FILE is what `OrdersBenchmark write` writes. For each line on standard input the month is run once, and a line of JSON
says the processor seconds of the run and what came of it.
"""

import bisect
import gc
import json
import sys
import time

import simpy

WEEK = 604_800_000
DAY = 86_400_000


class Hours:
    """Spans of the week in milliseconds since Monday: what is open when, and when work is done that rests outside."""

    def __init__(self, spans):
        self.starts = [start for start, _ in spans]
        self.ends = [end for _, end in spans]
        self.before = []
        total = 0
        for start, end in spans:
            self.before.append(total)
            total += end - start
        self.weekly = total

    def opening(self, now):
        """The first moment from `now` on that is open."""
        week, rest = divmod(now, WEEK)
        place = bisect.bisect_right(self.ends, rest)
        if place == len(self.ends):
            return (week + 1) * WEEK + self.starts[0]
        return week * WEEK + max(rest, self.starts[place])

    def end(self, span, now):
        """When work of `span` is done that is begun at `now`, an open moment."""
        week, rest = divmod(now, WEEK)
        place = bisect.bisect_right(self.ends, rest)
        if span <= self.ends[place] - rest:
            return now + span
        last = week * self.weekly + self.before[place] + rest - self.starts[place] + span - 1
        week, rest = divmod(last, self.weekly)
        place = bisect.bisect_right(self.before, rest) - 1
        return week * WEEK + self.starts[place] + rest - self.before[place] + 1


class Station:
    def __init__(self, servers, unit, at_close, spans):
        self.servers = servers
        self.per_order = unit == "order"
        self.finishes = at_close == "finish"
        self.hours = Hours(spans)
        self.works_on = [any(s < (d + 1) * DAY and e > d * DAY for s, e in spans) for d in range(7)]
        self.resource = None


class Month:
    """The input, read once."""

    def __init__(self, path):
        with open(path) as lines:
            words = next(lines).split()
            stations, packs, _, orders, self.promise, self.cut_off = (int(word) for word in words)
            self.stations = []
            for _ in range(stations):
                servers, unit, at_close, *spans = next(lines).split()
                spans = [int(word) for word in spans]
                self.stations.append(Station(int(servers), unit, at_close, list(zip(spans[::2], spans[1::2]))))
            self.packs = sorted(tuple(int(word) for word in next(lines).split()) for _ in range(packs))
            self.credits = [int(word) for word in next(lines).split()]
            self.orders = [[int(word) for word in next(lines).split()] for _ in range(orders)]

    def entry(self, now):
        """When an order enters the line that is paid at `now`."""
        if self.cut_off < 0:
            return now
        first = self.stations[0]
        day, rest = divmod(now, DAY)
        if first.works_on[day % 7] and rest < self.cut_off:
            return now
        return first.hours.opening((day + 1) * DAY)

    def run(self):
        env = simpy.Environment()
        for station in self.stations:
            station.resource = simpy.Resource(env, capacity=station.servers)
        credits = list(self.credits)
        found = {"kept": 0, "late": 0, "finished": 0, "revenue": 0, "credits_used": 0}
        gather = next((i for i, s in enumerate(self.stations) if s.per_order), len(self.stations))

        def serve(station, span):
            with station.resource.request() as request:
                yield request
                now = env.now
                opening = station.hours.opening(now)
                if opening > now:
                    yield env.timeout(opening - now)
                end = opening + span if station.finishes else station.hours.end(span, opening)
                yield env.timeout(end - opening)

        def card(spans):
            for station, span in spans:
                yield from serve(station, span)

        def order(account, recipients, spans):
            lacking = recipients - credits[account]
            if lacking > 0:
                size, price = next((p for p in self.packs if p[0] >= lacking), self.packs[-1])
                count = -(-lacking // size)
                credits[account] += count * size
                found["revenue"] += count * price
            credits[account] -= recipients
            promised = env.now + self.promise
            entry = self.entry(env.now)
            if entry > env.now:
                yield env.timeout(entry - env.now)
            found["credits_used"] += recipients
            cards = [
                env.process(card([(self.stations[s], spans[s * recipients + c]) for s in range(gather)]))
                for c in range(recipients)
            ]
            yield simpy.AllOf(env, cards)
            if gather < len(self.stations):
                yield from serve(self.stations[gather], spans[gather * recipients])
            found["kept" if env.now <= promised else "late"] += 1
            found["finished"] += env.now % 1_000_003

        def arrivals():
            for submit, account, recipients, *spans in self.orders:
                if submit > env.now:
                    yield env.timeout(submit - env.now)
                env.process(order(account, recipients, spans))

        env.process(arrivals())
        env.run()
        return found


def main():
    month = Month(sys.argv[1])
    for _ in sys.stdin:
        gc.collect()
        begin = time.thread_time()
        found = month.run()
        seconds = time.thread_time() - begin
        print(json.dumps({"seconds": seconds, "units": len(month.orders), "found": found}), flush=True)


main()
