"""Partners' cards, drafts, accounts opened on the way, and accounts that others have brought, worked out again from the rows."""

import math
from collections import Counter, defaultdict

from .form import Verifier, share, to_ms

CAMPAIGNS = "campaign,partner,channel,begin_s,end_s,quota,orders,cards,returned,cards_left,paid"


def check_campaigns(folder, v: Verifier):
    """Entry by entry: who pays for which order, by its channel, its time and what is left of the quota."""
    plans = folder.scenario["campaigns"]
    left = {plan["name"]: math.inf if plan["cards"] is None else plan["cards"] for plan in plans}
    orders = {row["order_id"]: row for row in folder.tables["orders"]}
    attempts = {(row["order_id"], row["time_s"]): row for row in folder.tables["attempts"]}
    paid, counts, now = {}, defaultdict(Counter), {}
    for row in folder.tables["payments"]:
        here = ("payments", row)
        order = orders.get(row["order_id"])
        if row["kind"] == "campaign":
            fits = [plan for plan in plans if plan["channel"] in (None, order["channel"]) and left[plan["name"]] > 0
                    and to_ms(plan["begin_s"]) <= row["time_s"] and (plan["end_s"] is None or row["time_s"] < to_ms(plan["end_s"]))]
            v.check("campaigns: one pays that runs, for the channel, and has cards left", bool(fits), here)
            if not fits:
                continue
            plan = fits[0]
            most = min(order["recipients"], left[plan["name"]], math.inf if plan["per_order"] is None else plan["per_order"])
            v.check("campaigns: the first that fits pays for as many as it may", row["amount"] == most, here, f"{most}")
            v.check("campaigns: the attempt says how many", attempts[row["order_id"], row["time_s"]]["by_campaign"] == row["amount"], here)
            left[plan["name"]] -= row["amount"]
            now[row["order_id"]] = (plan, row["amount"])
            paid[row["order_id"]] = (plan, row["amount"])
            counts[plan["name"]].update(orders=1, cards=row["amount"], paid=row["amount"] * plan["price"])
        elif row["kind"] == "campaign_return":
            plan, amount = now.pop(row["order_id"], (None, None))
            v.check("campaigns: what goes back was paid for", amount == row["amount"], here)
            left[plan["name"]] += amount
            counts[plan["name"]].update(orders=-1, cards=-amount, paid=-amount * plan["price"], returned=amount)
        elif row["kind"] in ("sponsorship", "sponsorship_return"):
            plan, amount = paid.get(row["order_id"], (None, 0))
            v.check("campaigns: the partner pays its price a card", plan and row["amount"] == amount * plan["price"], here)
    for row in folder.tables["orders"]:
        plan, amount = paid.get(row["order_id"], (None, 0))
        if row["confirmed_s"] is not None:
            found = (row["campaign"], row["by_campaign"])
            v.check("orders: the campaign is the ledger's", found == (plan and plan["name"], amount), ("orders", row))
    for plan, row in zip(plans, folder.tables["campaigns"]):
        here, count = ("campaigns", row), counts[plan["name"]]
        v.check("campaigns: they are the scenario's", (row["campaign"], row["channel"], row["quota"])
                == (plan["name"], plan["channel"], plan["cards"]), here)
        for column in ("orders", "cards", "returned", "paid"):
            v.check(f"campaigns: {column} are the ledger's", row[column] == count[column], here, f"{count[column]}")
        v.check("campaigns: no more than the quota", row["quota"] is None or 0 <= row["cards_left"] == row["quota"] - row["cards"], here)


def check_referrals(folder, v: Verifier):
    """Each credit for having brought somebody, or for having been brought."""
    plan = folder.scenario["referral"]
    accounts = {row["account_id"]: row for row in folder.tables["accounts"]}
    orders = {row["order_id"]: row for row in folder.tables["orders"]}
    first = {}
    for row in sorted((row for row in folder.tables["orders"] if row["confirmed_s"] is not None), key=lambda row: row["confirmed_s"]):
        first.setdefault(row["account_id"], row["confirmed_s"])
    end = max([row["time_s"] for row in folder.tables["payments"]], default=0)
    due, rewards = Counter(), defaultdict(list)
    for name, row in accounts.items():
        brought = row["referred_by"]
        if brought is None:
            continue
        here = ("accounts", row)
        v.check("referrals: who brings somebody was there before", accounts[brought]["opens_s"] < row["opens_s"], here)
        if row["opens_s"] <= end and plan["credits_new"]:
            due[name, row["opens_s"], plan["credits_new"], None] += 1
        moment = row["opens_s"] if plan["reward"] == "account_opened" else first.get(name)
        if moment is not None and moment <= end:
            rewards[brought].append(moment)
    for name, moments in rewards.items():
        most = math.inf if plan["most"] is None else plan["most"]
        for count, moment in enumerate(sorted(moments)):
            if count < most and plan["credits_referrer"]:
                due[name, moment, plan["credits_referrer"], "reward"] += 1
    found = Counter()
    for row in folder.tables["payments"]:
        if row["kind"] == "referral":
            found[row["account_id"], row["time_s"], row["amount"]] += 1
            if row["order_id"] is not None:
                v.check("referrals: rewarded by the payment of whom they brought",
                        accounts[orders[row["order_id"]]["account_id"]]["referred_by"] == row["account_id"], ("payments", row))
    expected = Counter()
    for (name, moment, amount, _), count in due.items():
        expected[name, moment, amount] += count
    v.check("referrals: credits are given as the rules say", found == expected, "payments.csv", f"{found - expected} {expected - found}"[:200])
    for name, row in accounts.items():
        total = sum(amount * count for (who, _, amount), count in found.items() if who == name)
        v.check("accounts: credits from referrals are the ledger's", row["credits_from_referrals"] == total, ("accounts", row))
    if folder.scenario["accounts"]["kind"] == "synthetic":
        new = [row for row in accounts.values() if row["opens_s"] > 0]
        brought = sum(row["referred_by"] is not None for row in new)
        error = math.sqrt(len(new) * plan["share"] * (1 - plan["share"]))
        # Nobody is brought before anybody was there.
        v.check("accounts: as many are brought as the share says", abs(brought - plan["share"] * len(new)) <= 5 * error + 1, "accounts.csv",
                f"{brought} of {len(new)}")


def check_delays(folder, v: Verifier):
    """When payments are first tried, and who gave up before."""
    opened = {row["opened_with"]: row for row in folder.tables["accounts"] if row["opened_with"] is not None}
    horizon = folder.scenario["time"]["horizon_s"]
    for row in folder.tables["orders"]:
        here = ("orders", row)
        if row["outcome"] == "refused_input":
            continue
        attempts = folder.attempts[row["order_id"]]
        v.check("orders: completed is when a payment is first tried", row["completed_s"] == (attempts[0]["time_s"] if attempts else None), here)
        if row["order_id"] in opened:
            account = opened[row["order_id"]]
            v.check("orders: the account is open when the payment is first tried", row["account_id"] == account["account_id"]
                    and row["completed_s"] in (None, account["opens_s"]) and account["opens_s"] >= row["submit_s"], here)
        elif row.get("rejected_addresses"):
            v.check("orders: addresses are corrected before a payment is tried", row["completed_s"] is None
                    or row["completed_s"] >= row["submit_s"], here)  # fmt: skip
        elif not row["draft"] and attempts:
            v.check("orders: what is neither a draft nor lacks an account is tried at once", row["completed_s"] == row["submit_s"], here)
        if row["cause"] in ("draft_given_up", "account_given_up"):
            v.check("orders: who gives up never tried to pay", not attempts and row["outcome"] == "abandoned", here)
            v.check("orders: only drafts are given up as such", row["draft"] or row["cause"] != "draft_given_up", here)
    if horizon is not None:
        return

    def binomial(found: int, count: int, probability: float, words: str):
        error = math.sqrt(count * probability * (1 - probability))
        v.check("orders: drafts, and who gives up, by their shares", abs(found - count * probability) <= 5 * error + 1e-9, "orders.csv",
                f"{words}: {found} of {count}")

    taking = [row for row in folder.tables["orders"] if not row["probe"] and row["outcome"] != "refused_input"]
    drafts = folder.scenario["demand"].get("drafts")
    if drafts:
        left = [row for row in taking if row["draft"]]
        binomial(len(left), len(taking), drafts["share"], "drafts")
        known = [row for row in left if row["cause"] != "patience"]
        if folder.scenario["behaviour"]["patience_s"] is None:
            binomial(sum(row["cause"] == "draft_given_up" for row in known), len(known), drafts["give_up_share"], "given up")
    plan = folder.scenario.get("registration")
    if plan and folder.scenario["behaviour"]["patience_s"] is None:
        gave_up = sum(row["cause"] == "account_given_up" for row in taking)
        binomial(gave_up, gave_up + len(opened), plan["give_up_share"], "no account")


def figures(folder, settled: list) -> dict:
    """The figures of all of it."""
    numbers = {}
    accounts = folder.tables["accounts"]
    if folder.scenario.get("campaigns"):
        numbers["credits_from_campaigns"] = sum(row["credits_from_campaigns"] for row in accounts)
        numbers["paid_by_partners"] = sum(row["paid"] for row in folder.tables["campaigns"])
    if folder.scenario.get("referral"):
        numbers["credits_from_referrals"] = sum(row["credits_from_referrals"] for row in accounts)
        if folder.scenario["time"]["horizon_s"] is None:
            numbers["accounts_referred"] = sum(row["referred_by"] is not None for row in accounts)
    if folder.has_delays:
        drafts = [row for row in settled if row["draft"]]
        numbers["drafts"] = len(drafts)
        numbers["drafts_finished_ratio"] = share(sum(row["attempts"] > 0 for row in drafts), len(drafts))
        if folder.scenario["time"]["horizon_s"] is None:
            numbers["accounts_registered"] = sum(row["opened_with"] is not None for row in accounts)
    return numbers


def check(folder, v: Verifier):
    """All that this scenario has of it."""
    if folder.scenario.get("campaigns"):
        check_campaigns(folder, v)
    if folder.scenario.get("referral"):
        check_referrals(folder, v)
    if folder.has_delays:
        check_delays(folder, v)
