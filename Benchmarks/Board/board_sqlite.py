"""The searches of Country in SQLite, in memory: the same trips and searches, and the winners compared one by one.

usage: board_sqlite.py COUNTRY [SEARCHES]     (COUNTRY is what `BoardBenchmark write` wrote)

An R*Tree holds the stops by place and time; a table holds the pairs of stops with their prices and the least number of
seats on their legs. Only the winner is asked for, not how many trips each stage leaves.
"""

import sqlite3
import sys
import time

QUERY = """
SELECT a.trip, a.number, b.number,
       CAST(round(60.0 * p.price + 1.0 * (a.time - :earliest)
                  + 2.0 * (round(sqrt((a.x - :ox) * (a.x - :ox) + (a.y - :oy) * (a.y - :oy)) / 1.3 * 1000)
                           + round(sqrt((b.x - :dx) * (b.x - :dx) + (b.y - :dy) * (b.y - :dy)) / 1.3 * 1000))
                  - 60000.0 * (a.rating / 1000.0)) AS INTEGER) AS score
FROM near
JOIN stop AS a ON a.id = near.id
JOIN pair AS p ON p.start = a.id
JOIN stop AS b ON b.id = p.end
WHERE near.low_x <= :ox + :access AND near.high_x >= :ox - :access
  AND near.low_y <= :oy + :access AND near.high_y >= :oy - :access
  AND near.low_t <= :latest AND near.high_t >= :earliest
  AND a.time BETWEEN :earliest AND :latest
  AND (a.x - :ox) * (a.x - :ox) + (a.y - :oy) * (a.y - :oy) <= :access * :access
  AND (b.x - :dx) * (b.x - :dx) + (b.y - :dy) * (b.y - :dy) <= :egress * :egress
  AND p.seats >= :party AND p.price <= :means
ORDER BY score, a.trip, a.number, b.number
LIMIT 1
"""


def load(path):
    """The database and the searches with our winners."""
    base = sqlite3.connect(":memory:")
    base.executescript("""
        CREATE VIRTUAL TABLE near USING rtree(id, low_x, high_x, low_y, high_y, low_t, high_t);
        CREATE TABLE stop (id INTEGER PRIMARY KEY, trip INTEGER, number INTEGER, x REAL, y REAL, time INTEGER,
                           rating INTEGER);
        CREATE TABLE pair (start INTEGER, end INTEGER, price INTEGER, seats INTEGER, PRIMARY KEY (start, end))
            WITHOUT ROWID;
    """)
    with open(path, encoding="ascii") as file:
        trips, searches = map(int, file.readline().split())
        stops, pairs = [], []
        for trip in range(trips):
            words = file.readline().split()
            count, rating, first = int(words[0]), int(words[1]), len(stops)
            for number in range(count):
                x, y, moment = words[2 + 3 * number : 5 + 3 * number]
                stops.append((first + number, trip, number, float(x), float(y), int(moment), rating))
            rest = list(map(int, words[2 + 3 * count :]))
            seats, prices = rest[: count - 1], iter(rest[count - 1 :])
            for i in range(count - 1):
                for j in range(i + 1, count):
                    pairs.append((first + i, first + j, next(prices), min(seats[i:j])))
        base.executemany("INSERT INTO stop VALUES (?, ?, ?, ?, ?, ?, ?)", stops)
        base.executemany(
            "INSERT INTO near VALUES (?, ?, ?, ?, ?, ?, ?)", ((s[0], s[3], s[3], s[4], s[4], s[5], s[5]) for s in stops)
        )
        base.executemany("INSERT INTO pair VALUES (?, ?, ?, ?)", pairs)
        base.execute("ANALYZE")
        base.commit()
        names = ["ox", "oy", "dx", "dy", "earliest", "latest", "access", "egress", "party", "means"]
        asked = []
        for _ in range(searches):
            words = file.readline().split()
            values = [float(word) if number in (0, 1, 2, 3, 6, 7) else int(word) for number, word in enumerate(words[:10])]
            asked.append((dict(zip(names, values)), tuple(map(int, words[10:]))))
    return base, asked


def main():
    base, asked = load(sys.argv[1])
    asked = asked[: int(sys.argv[2])] if len(sys.argv) > 2 else asked
    answers = []
    start = time.process_time()
    for search, _ in asked:
        answers.append(base.execute(QUERY, search).fetchone())
    seconds = time.process_time() - start
    differing = [n for n, (answer, (_, ours)) in enumerate(zip(answers, asked)) if (answer or (-1, 0, 0, 0)) != ours]
    found = sum(answer is not None for answer in answers)
    print(f"SQLite {sqlite3.sqlite_version}: {len(asked)} searches, {seconds / len(asked) * 1e6:.1f} µs each")
    print(f"{found} have a winner; {len(differing)} differ from ours" + (f", the first is {differing[0]}" if differing else ""))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
