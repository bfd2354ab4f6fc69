"""Given credits, cards used again, news and wrong addresses, written again from docs/orders.md and the fields' sentences."""

import math
from collections import Counter, defaultdict

from .form import Verifier, share, to_ms

FREE = {"orders": "free_credits", "accounts": "free_credits,free_credits_used,free_credits_lapsed"}
REUSE = {"orders": "reuses"}
NEWS = {"orders": "news"}
NEWS_TABLE = "name,sent_s,accounts,reached,orders,orders_paid"
ADDRESSES = {"orders": "rejected_addresses"}


def addresses(folder) -> dict | None:
    """The rules on wrong addresses."""
    return (folder.scenario.get("delivery") or {}).get("addresses")


def reuses(folder) -> bool:
    """Whether orders may use earlier cards again."""
    return "reuses" in folder.tables["orders"][0]


def check(folder, v: Verifier):
    """The rules of all four."""
    if folder.scenario["payment"].get("free_apart"):
        check_free(folder, v)
    if reuses(folder):
        check_reuse(folder, v)
    if folder.scenario.get("news"):
        check_news(folder, v)
    if addresses(folder):
        check_addresses(folder, v)


def near_share(count: int, total: int, expected: float) -> bool:
    """Whether `count` of `total` is what a share would give, within four and a half deviations."""
    deviation = math.sqrt(total * expected * (1 - expected))
    return abs(count - total * expected) <= 4.5 * deviation + 1e-9


def check_free(folder, v: Verifier):
    """What was given is used, lapsed or there, and pays before what was bought where neither lapses."""
    given, used = Counter(), Counter()
    for row in folder.tables["payments"]:
        if row["kind"] in ("opening", "code", "promotion", "referral"):
            given[row["account_id"]] += row["amount"]
    held = Counter()
    for row in folder.tables["orders"]:
        here = ("orders", row)
        v.check("free credits: of paid orders alone", (row["free_credits"] is None) == (row["confirmed_s"] is None), here)
        if row["free_credits"] is None:
            continue
        own = row["recipients"] - row.get("by_campaign", 0)
        v.check("free credits: no more than the recipients", 0 <= row["free_credits"] <= own, here)
        if "paid_by" in row:
            v.check("free credits: paid by promotion is paid by nothing else", (row["paid_by"] == "promotion")
                    == (row["free_credits"] == own and row["paid_by"] in ("credits", "promotion")), here)  # fmt: skip
        if row["begun_s"] is not None:
            used[row["account_id"]] += row["free_credits"]
        elif row["outcome"] == "in_progress":
            held[row["account_id"]] += row["free_credits"]
    # Where nothing lapses, given credits are spent first: bought ones are used only after all given before are.
    lapses = any(pack.get("expire_s") for pack in folder.scenario["packs"])
    lapses = lapses or any(p["expire_s"] for p in folder.scenario.get("promotions", []))
    lapses = lapses or (folder.scenario.get("referral") or {}).get("expire_s") is not None
    lapses = lapses or any(code["lapses"] and code["end_s"] is not None for code in folder.scenario["codes"])
    for row in folder.tables["accounts"]:
        here, name = ("accounts", row), row["account_id"]
        v.check("free credits: used by orders that were begun", row["free_credits_used"] == used[name], here)
        v.check("free credits: those given are there, used, lapsed or held", given[name] == row["free_credits"]
                + row["free_credits_used"] + row["free_credits_lapsed"] + held[name], here)  # fmt: skip
        v.check("free credits: no more than there are", row["free_credits"] <= row["credits"]
                and row["free_credits_lapsed"] <= row["credits_lapsed"], here)  # fmt: skip
        if not lapses:
            v.check("free credits: nothing lapses where nothing can", row["free_credits_lapsed"] == 0, here)


def check_reuse(folder, v: Verifier):
    """A card is used again of an earlier order of the account, and nobody looks at its photo."""
    orders = {row["order_id"]: row for row in folder.tables["orders"]}
    for row in folder.tables["orders"]:
        if row["reuses"] is None:
            continue
        here, earlier = ("orders", row), orders.get(row["reuses"])
        v.check("reuse: of an earlier order of the account that was paid", earlier is not None
                and earlier["account_id"] == row["account_id"] is not None
                and earlier["confirmed_s"] is not None and earlier["confirmed_s"] <= row["confirmed_s"], here)  # fmt: skip
        v.check("reuse: nobody looks at the photo again", not folder.looks.get(row["order_id"]), here)
        looks = folder.looks.get(row["reuses"], [])
        v.check("reuse: the photo passed", earlier["reuses"] is not None or not looks or not looks[-1]["rejected"], here)
    paid = [row for row in folder.tables["orders"] if row["confirmed_s"] is not None]
    most = folder.scenario["demand"]["reuse_share"]
    count = sum(row["reuses"] is not None for row in paid)
    v.check("reuse: no more than would", count <= len(paid) * most + 4.5 * math.sqrt(len(paid) * most * (1 - most)) + 1, "orders.csv")


def check_news(folder, v: Verifier):
    """Who was sent the news, who read it, and the orders that follow it."""
    news = {piece["name"]: piece for piece in folder.scenario["news"]}
    rows = {row["name"]: row for row in folder.tables["news"]}
    v.check("news: a row for each", list(rows) == list(news), "news.csv")
    codes = {code["name"]: code for code in folder.scenario["codes"]}
    orders, paid, accounts = Counter(), Counter(), defaultdict(list)
    for row in folder.tables["orders"]:
        if row["news"] is None:
            continue
        here, piece = ("orders", row), news[row["news"]]
        v.check("news: its code is named, before its end", row["codes"] == piece["code"] and row["submit_s"] >= to_ms(piece["time_s"])
                and (codes[piece["code"]]["end_s"] is None or row["submit_s"] < to_ms(codes[piece["code"]]["end_s"])), here)  # fmt: skip
        accounts[row["news"]].append(row["account_id"])
        if row["outcome"] != "not_submitted":
            orders[row["news"]] += 1
            paid[row["news"]] += row["confirmed_s"] is not None
    for name, row in rows.items():
        here, sent = ("news", row), to_ms(news[name]["time_s"])
        openings = sum(a["opens_s"] <= sent and a.get("opened_with") is None for a in folder.tables["accounts"])
        v.check("news: sent to all accounts that are open", (row["sent_s"], row["accounts"]) == (sent, openings), here)
        v.check("news: as many read it as the share says", near_share(row["reached"], row["accounts"], news[name]["reach"]), here)
        if folder.scenario["time"]["horizon_s"] is None:
            v.check("news: orders are counted", (row["orders"], row["orders_paid"]) == (orders[name], paid[name]), here)
        v.check("news: an order of an account at the most, of no more than read it",
                len(set(accounts[name])) == len(accounts[name]) <= row["reached"], here)


def check_addresses(folder, v: Verifier):
    """As many addresses are wrong as the shares say; whose address is wrong gets no card."""
    rules = addresses(folder)
    taking = [row for row in folder.tables["orders"] if not row["probe"] and row["outcome"] not in ("refused_input", "not_submitted")]
    if not folder.scenario["demand"].get("drafts"):
        rejected = sum(row["rejected_addresses"] for row in taking)
        recipients = sum(row["recipients"] for row in taking)
        v.check("addresses: as many are sent back as the shares say",
                near_share(rejected, recipients, rules["bad_share"] * rules["found_share"]), "orders.csv")
    for row in taking:
        v.check("addresses: no more than recipients", 0 <= row["rejected_addresses"] <= row["recipients"], ("orders", row))
        v.check("addresses: given up only after one was sent back", row["cause"] != "address_rejected"
                or row["rejected_addresses"] > 0 and not folder.attempts[row["order_id"]], ("orders", row))  # fmt: skip
    back = [row for row in folder.tables["deliveries"] if row["outcome"] == "returned"]
    for row in folder.tables["deliveries"]:
        here = ("deliveries", row)
        v.check("addresses: a card comes or comes back", (row["returned_s"] is not None) == (row["outcome"] == "returned")
                and (row["returned_s"] is None or row["delivered_s"] is None and row["returned_s"] >= row["handed_s"]), here)  # fmt: skip
    if folder.scenario["time"]["horizon_s"] is None:
        wrong = rules["bad_share"] * (1 - rules["found_share"])
        v.check("addresses: as many cards come back as the shares say", near_share(len(back), len(folder.tables["deliveries"]), wrong),
                "deliveries.csv")


def ratios(folder, settled: list, finished: list) -> dict:
    """The figures of all four."""
    figures = {}
    if folder.scenario["payment"].get("free_apart"):
        for name, column in {"free_credits_used": "free_credits_used", "free_credits_lapsed": "free_credits_lapsed",
                             "free_credits_left": "free_credits"}.items():  # fmt: skip
            figures[name, "value"] = (sum(row[column] for row in folder.tables["accounts"]), 0)
    if reuses(folder):
        paid = [row for row in settled if row["confirmed_s"] is not None]
        figures["reused_ratio", "value"] = (share(sum(row["reuses"] is not None for row in paid), len(paid)), 2e-6)
    if folder.scenario.get("news"):
        rows = folder.tables["news"]
        figures["news_reached_ratio", "value"] = (share(sum(r["reached"] for r in rows), sum(r["accounts"] for r in rows)), 2e-6)
        figures["news_orders", "value"] = (sum(row["news"] is not None and row["confirmed_s"] is not None for row in settled), 0)
    if addresses(folder):
        done = {row["order_id"] for row in finished}
        known = [row for row in folder.tables["deliveries"] if row["order_id"] in done and row["outcome"] != "on_the_way"]
        figures["addresses_rejected", "value"] = (sum(row["rejected_addresses"] for row in settled), 0)
        figures["cards_returned_ratio", "value"] = (share(sum(r["outcome"] == "returned" for r in known), len(known)), 2e-6)
    return figures
