"""The days of people who come back, and when they leave, written again from docs/service.md and docs/columns.md."""

from collections import Counter, defaultdict

from .form import Verifier

DAY = 86_400_000
TABLE = "day,users_active,users_left,requests,served,retention"


def check(rows: list, requests: list, work: list, left: list, came: int, since_midnight: int, v: Verifier):
    """The days, counted again: from requests (when, whose, whether served), work (when, whose), and when `came` users left."""
    count = len(rows)

    def day(time):
        return min(max(0, (time + since_midnight) // DAY), count - 1)

    submitted, served, gone, active = Counter(), Counter(), Counter(), defaultdict(set)
    for time, user, is_served in requests:
        submitted[day(time)] += 1
        served[day(time)] += is_served
        active[day(time)].add(user)
    for time, user in work:
        active[day(time)].add(user)
    for time in left:
        gone[day(time)] += 1
    stay = came
    for number, row in enumerate(rows):
        here = ("days", row)
        stay -= gone[number]
        expected = (number + 1, len(active[number]), gone[number], submitted[number], served[number])
        found = tuple(row[column] for column in ("day", "users_active", "users_left", "requests", "served"))
        v.check("days: counted again", found == expected, here, f"expected {expected}")
        if came:
            v.near("days: retention is who has not left", row["retention"], stay / came, 1e-6, here)


def check_patience(rules: dict | None, failures: list, others: int, left: int | None, here, v: Verifier):
    """A user with failures at the times given, and `others` requests that were none: who leaves has failed often enough."""
    if rules is None:
        v.check("users: nobody leaves without churn", left is None, here)
        return
    if left is not None:
        before = sum(time <= left for time in failures)
        v.check("users: who leaves was failed as often as it takes", before >= rules["after_failures"], here, f"{before}")
    elif rules["probability"] == 1 and others == 0:
        v.check("users: who is failed as often as it takes leaves", len(failures) < rules["after_failures"], here, f"{len(failures)}")
