"""What the customers of orders are told, and when they leave, written again from docs/service.md and docs/orders.md."""

from collections import Counter, defaultdict

from . import days, messages, teams
from .form import Verifier, milliseconds, share, to_ms


def ordered(folder) -> list:
    """The orders of accounts that were submitted, no probes."""
    horizon = to_ms(folder.scenario["time"]["horizon_s"])
    return [row for row in folder.tables["orders"]
            if row["account_id"] is not None and not row["probe"] and row["outcome"] not in ("refused_input", "not_submitted")
            and (horizon is None or row["submit_s"] <= horizon)]  # fmt: skip


def failures(folder) -> tuple:
    """For each account the times at which it was failed, and how many of its orders did not."""
    failed, others = defaultdict(list), Counter()
    complained = {row["order_id"]: row["complained_s"] for row in folder.tables.get("complaints", [])}
    for row in ordered(folder):
        account = row["account_id"]
        own = row["cause"] in ("called_off", "account_given_up", "draft_given_up")
        if row["outcome"] in ("kept", "in_progress") or own:
            others[account] += 1
        else:
            failed[account].append(row["finished_s"] if row["outcome"] == "late" else row["submit_s"])
        if row["order_id"] in complained:
            failed[account].append(complained[row["order_id"]])
    return failed, others


def check(folder, v: Verifier):
    """Who has left orders no more; messages arrive, and photos are answered when they were read."""
    if folder.scenario.get("users") is not None:
        check_customers(folder, v)
    orders = {row["order_id"]: row for row in folder.tables["orders"]}
    if folder.scenario.get("channel"):
        for row in orders.values():
            holds = row["told_s"] is None or row["confirmed_s"] is not None and row["told_s"] >= row["confirmed_s"]
            v.check("messages: nobody knows of a payment before it is confirmed", holds, ("orders", row))
    if not (folder.path / "messages.csv").exists():
        return
    looks = defaultdict(list)
    for row in folder.tables.get("photos", []):
        looks[row["order_id"]].append(row)
    sent = Counter()
    for row in messages.check(folder, v):
        here, order = ("messages", row), orders[row["order_id"]]
        time, arrives = milliseconds(row["sent_s"]), messages.arrival(row)
        sent[row["kind"]] += 1
        if row["kind"] == "confirmation":
            holds = (order["confirmed_s"], order["told_s"]) == (time, arrives)
            v.check("messages: a confirmation is sent with the payment, and told when it is read", holds, here)
        elif row["kind"] == "hand_over":
            v.check("messages: the hand-over is told when it happens", order["finished_s"] == time, here)
        else:
            look = [photo for photo in looks[row["order_id"]] if photo["rejected"] and photo["looked_s"] == time]
            v.check("messages: a photo is sent back once", len(look) == 1, here)
            answered = look[0]["answered_s"] if look else None
            v.check("messages: nobody answers before having read", answered is None or arrives is not None and answered >= arrives, here)
            if arrives is None:
                holds = answered is None and order["cause"] in ("undelivered", "called_off")
                v.check("messages: a word that never comes cancels the order", holds, here)
    paid = sum(row["confirmed_s"] is not None for row in orders.values())
    finished = sum(row["finished_s"] is not None for row in orders.values())
    # Who has cancelled meanwhile is told nothing of the photo.
    rejected = sum(row["rejected"] for row in folder.tables.get("photos", []))
    holds = (sent["confirmation"], sent["hand_over"]) == (paid, finished) and sent["photo_rejection"] == rejected
    v.check("messages: one for each payment, hand-over and photo sent back", holds, "messages.csv", f"{sent}")


def check_customers(folder, v: Verifier):
    """Accounts whose customers leave, and the days."""
    rules, horizon = folder.scenario["users"]["churn"], to_ms(folder.scenario["time"]["horizon_s"])
    failed, others = failures(folder)
    left = {row["account_id"]: row["left_s"] for row in folder.tables["accounts"]}
    for row in folder.tables["accounts"]:
        account = row["account_id"]
        days.check_patience(rules, failed[account], others[account], row["left_s"], ("accounts", row), v)
    for row in folder.tables["orders"]:
        if row["outcome"] == "refused_input" or row["account_id"] is None or horizon is not None and row["submit_s"] > horizon:
            continue
        time, gone = left[row["account_id"]], row["outcome"] == "not_submitted"
        v.check("users: who has left orders no more, and nobody else is silent",
                row["cause"] == "left_service" and time is not None and time <= row["submit_s"] if gone
                else time is None or row["submit_s"] <= time, ("orders", row))  # fmt: skip
    requests = [(row["submit_s"], row["account_id"], row["outcome"] == "kept") for row in ordered(folder)]
    gone = [time for time in left.values() if time is not None]
    came = len({account for _, account, _ in requests})
    days.check(folder.tables["days"], requests, [], gone, came, teams.phase(folder) % days.DAY, v)


def ratios(folder) -> dict:
    """The figures that are one number, as check_figures takes them."""
    if folder.scenario.get("users") is None:
        return {}
    came = {row["account_id"] for row in ordered(folder)}
    gone = sum(row["left_s"] is not None for row in folder.tables["accounts"])
    return {("retention", "value"): (share(len(came) - gone, len(came)), 1e-6)}


def samples(folder, counted: list) -> dict:
    """The distributions, in seconds."""
    if not folder.scenario.get("channel"):
        return {}
    return {"told_s": [(row["told_s"] - row["confirmed_s"]) / 1000 for row in counted if row["told_s"] is not None]}
