"""The rules of the orders market, written again from docs/columns.md and the fields' sentences."""

import json
import pathlib
from collections import Counter, defaultdict

from . import cards, customers, days, deliveries, expiry, outages, partners, photos

from .form import RunFolder, Verifier, check_figures, check_numbering, check_refused, milliseconds, share, statistics, to_ms

TABLES = {
    "orders": "order_id,submit_s,account_id,recipients,codes,probe,outcome,cause,cycles,attempts,paid,confirmed_s,promised_s,"
    "entered_s,begun_s,finished_s,order_time_s,wait_s,lateness_s",
    "attempts": "order_id,cycle,attempt,time_s,with_account,with_credits,with_valid_codes,with_payment,outcome,cause,uses_codes,"
    "lacking,packs,pack_credits,price,answered_s",
    "stations": "station,name,servers,unit,arrived,begun,done,removed,waiting,most_waiting,mean_waiting,mean_wait_s,"
    "median_wait_s,p95_wait_s,max_wait_s,mean_service_s,hours_s,worked_s,overtime_s,utilisation",
    "accounts": "account_id,opens_s,orders,orders_paid,credits_opening,credits_bought,credits_from_codes,credits_used,"
    "credits_lapsed,credits_held,credits,paid",
    "payments": "entry,time_s,kind,currency,from,to,amount,account_id,order_id",
    "timeseries": "from_s,to_s,orders_submitted,orders_paid,orders_begun,orders_finished,orders_kept,orders_cancelled,"
    "orders_abandoned,orders_in_line,orders_unbegun,cards,credits_sold,credits_used,revenue,kept_ratio,mean_order_time_s",
    "summary": "scenario,seed,replication,metric,statistic,value,unit",
}
# What further columns tables have where credits come in other ways too: promotions, bank cards, campaigns, referrals.
MORE = {"orders": "paid_by", "attempts": "by_card", "accounts": "credits_from_promotions,credits_by_card"}
CAMPAIGNS = {"orders": "channel,campaign,by_campaign", "attempts": "by_campaign", "accounts": "credits_from_campaigns"}
REFERRAL = {"accounts": "referred_by,credits_from_referrals"}
DELAYS = {"orders": "draft,completed_s", "accounts": "opened_with"}
CHANNEL = {"orders": "told_s"}
CUSTOMERS = {"accounts": "left_s"}
PHOTOS = "order_id,look,came_s,looked_s,rejected,answered_s,gave_up"
COMPLAINTS = "order_id,complained_s,reprinted_s"
DELIVERIES = "order_id,card,country,handed_s,promised_s,delivered_s,transit_s,outcome"
ATTEMPTS = "accepted declined lapsed withdrawn no_candidate in_progress probe_hit probe_miss"
FUNNEL = ["with_account", "with_credits", "with_valid_codes", "with_payment"]
STAGES = ["no_account", "no_credits", "code_invalid", "payment_declined"]
TEXTS = {
    "run_id", "scenario", "metric", "statistic", "unit", "value", "seed", "replication", "order_id", "account_id", "codes",
    "outcome", "cause", "name", "kind", "currency", "from", "to", "paid_by", "country",
    "channel", "campaign", "partner", "referred_by", "opened_with", "reuses", "news",
}  # fmt: skip
RATIOS = {"mean_waiting", "utilisation", "kept_ratio", "retention"}


def parse(table: str, column: str, text: str):
    """The value of a field and whether its form is right."""
    if text == "":
        return None, True
    if (table, column) == ("attempts", "outcome"):
        return text, text in ATTEMPTS.split()
    if column in TEXTS:
        return text, True
    if column in ("probe", "uses_codes", "rejected", "gave_up", "draft", "lost"):
        return text == "true", text in ("true", "false")
    try:
        if column.endswith("_s"):
            return milliseconds(text), len(text.partition(".")[2]) == 3
        if column in RATIOS:
            return float(text), len(text.partition(".")[2]) == 6
        return int(text), True
    except ValueError:
        return None, False


def tables_of(path: pathlib.Path) -> dict:
    """The columns of each table that a run of this scenario has, in the order of the fingerprint."""
    scenario = json.loads((path / "manifest.json").read_text(encoding="utf-8"))["scenario"]
    tables = dict(TABLES)
    header = (path / "orders.csv").open(encoding="utf-8").readline()
    features = {
        "credits": (MORE, any(scenario.get(name) for name in ("promotions", "campaigns", "referral")) or scenario["payment"].get("direct")),
        "campaigns": (CAMPAIGNS, scenario.get("campaigns")),
        "referral": (REFERRAL, scenario.get("referral")),
        # Whether a file of orders has drafts is not in the scenario.
        "delays": (DELAYS, scenario.get("registration") or scenario["demand"].get("drafts") or "completed_s" in header),
        "channel": (CHANNEL, scenario.get("channel")),
        "users": (CUSTOMERS, scenario.get("users") is not None),
        "free": (cards.FREE, scenario["payment"].get("free_apart")),
        "reuse": (cards.REUSE, scenario.get("photos") and scenario["demand"].get("reuse_share")),
        "news": (cards.NEWS, scenario.get("news")),
        "addresses": (cards.ADDRESSES, (scenario.get("delivery") or {}).get("addresses")),
    }
    for columns, is_there in features.values():
        if is_there:
            tables |= {name: f"{tables[name]},{more}" for name, more in columns.items()}
    last = {name: tables.pop(name) for name in ("timeseries", "summary")}
    if scenario.get("campaigns"):
        tables["campaigns"] = partners.CAMPAIGNS
    if scenario.get("delivery"):
        tables["deliveries"] = DELIVERIES + (",returned_s" if scenario["delivery"].get("addresses") else "")
    if scenario.get("photos"):
        if scenario["photos"]["check"]:
            tables["photos"] = PHOTOS
        tables["complaints"] = COMPLAINTS
    if scenario.get("users") is not None:
        tables["days"] = days.TABLE
    if scenario.get("news"):
        tables["news"] = cards.NEWS_TABLE
    tables |= outages.tables(scenario, "order_id")
    return tables | last


class Folder(RunFolder):
    """The tables and the manifest of one run."""

    def __init__(self, path: pathlib.Path, v: Verifier):
        super().__init__(path, tables_of(path), parse, v)
        self.looks = self.by("photos", "order_id") if "photos" in self.tables else {}
        self.has_delays = "completed_s" in (path / "orders.csv").open(encoding="utf-8").readline()
        self.direct = self.scenario["payment"].get("direct")
        self.refunded = {row["order_id"] for row in self.tables["payments"] if row["kind"] == "refund"}
        self.attempts = self.by("attempts", "order_id")
        self.promise = round(1000 * self.scenario["line"]["promise_s"])
        check_refused(self.manifest, {"orders": self.tables["orders"]}, v)


def check_orders(folder: Folder, v: Verifier):
    """Each order against its attempts, and its times against one another."""
    for row in folder.tables["orders"]:
        here = ("orders", row)
        attempts = folder.attempts[row["order_id"]]
        if row["outcome"] in ("refused_input", "not_submitted"):
            v.check("orders: who is refused, or has left, does nothing", not attempts and row["cause"], here)
            continue
        v.check("orders: attempts are counted", row["attempts"] == len(attempts), here)
        v.check("orders: cycles are counted", row["cycles"] == max((a["cycle"] for a in attempts), default=0), here)
        accepted = [a for a in attempts if a["outcome"] == "accepted"]
        v.check("orders: one payment at the most", len(accepted) <= 1, here)
        v.check("orders: confirmed where a payment was", row["confirmed_s"] == (accepted[0]["answered_s"] if accepted else None), here)
        price = sum(a["price"] or 0 for a in accepted)
        if row["order_id"] in folder.refunded:
            price -= sum(a["by_card"] for a in accepted) * folder.direct["price"]
        v.check("orders: what was paid is the price of the packs", row["paid"] == price, here)
        if "paid_by" in row:
            by = [("card" if a["by_card"] else "pack" if a["packs"] else
                   "campaign" if a.get("by_campaign") == row["recipients"] else "credits") for a in accepted]
            v.check("orders: paid by what the accepted attempt says", [row["paid_by"]] == (by or [None])
                    or row["paid_by"] == "promotion" and by == ["credits"] and "free_credits" in row, here)
        times = [row[name] for name in ("submit_s", "confirmed_s", "entered_s", "begun_s", "finished_s")]
        known = [time for time in times if time is not None]
        v.check("orders: submission, payment, line, first card, last card in this order", known == sorted(known), here)
        v.check("orders: nothing happens before what must be before it", times.index(None) >= len(known)
                if None in times else True, here)
        if row["confirmed_s"] is not None:
            rest = photos.rest(folder, row)
            v.check("orders: the promise is kept from the payment on", row["promised_s"] == row["confirmed_s"] + folder.promise + rest, here)
        if row["finished_s"] is not None:
            late = row["finished_s"] - row["promised_s"]
            v.check("orders: times follow from others", row["order_time_s"] == row["finished_s"] - row["submit_s"], here)
            v.check("orders: lateness follows", row["lateness_s"] == (late if late > 0 else None), here)
            v.check("orders: kept is finished within the promise", (row["outcome"] == "kept") == (late <= 0), here)
        if row["cause"] in STAGES:
            v.check("orders: the cause is that of the last attempt", row["cause"] == attempts[-1]["cause"], here)


def check_attempts(folder: Folder, v: Verifier):
    """Each attempt: its funnel, its cause, its place in the row of attempts."""
    for attempts in folder.attempts.values():
        check_numbering(attempts, v)
        before = None
        for row in attempts:
            here = ("attempts", row)
            if row["cause"] == "outage":
                outages.check_lost(row, FUNNEL, v)
                continue
            counts = [row[name] for name in FUNNEL]
            v.check("attempts: a stage leaves no more than the one before", all(a >= b for a, b in zip(counts, counts[1:])), here)
            empty = next((stage for stage, count in zip(STAGES, counts) if count == 0), None)
            if row["outcome"] in ("no_candidate", "probe_miss"):
                v.check("attempts: the cause is the first stage that left nothing", row["cause"] == empty, here)
            else:
                v.check("attempts: what passes all stages is paid", empty is None, here)
            if row["packs"] and row["pack_credits"] is not None:
                v.check("attempts: packs give what was lacking", row["packs"] * row["pack_credits"] >= row["lacking"], here)
            if row.get("by_card"):
                v.check("attempts: a bank card pays for what is lacking, and no pack does",
                        row["by_card"] == row["lacking"] and not row["packs"], here)
                v.check("attempts: a bank card pays the price of each recipient",
                        row["price"] == row["by_card"] * folder.direct["price"], here)
            v.check("attempts: nobody pays twice", before is None or before["outcome"] != "accepted", here)
            before = row


def check_payments(folder: Folder, v: Verifier):
    """The ledger: zero at every moment, no account below nothing, and the accounts are what it says."""
    books = Counter()
    credits = Counter()
    sums = defaultdict(Counter)
    before = None
    for number, row in enumerate(folder.tables["payments"], start=1):
        here = ("payments", row)
        v.check("payments: entries are numbered", row["entry"] == number, here)
        v.check("payments: entries follow in time", before is None or row["time_s"] >= before, here)
        before = row["time_s"]
        v.check("payments: something is given, from one book to another", row["amount"] > 0 and row["from"] != row["to"], here)
        books[row["currency"], row["from"]] -= row["amount"]
        books[row["currency"], row["to"]] += row["amount"]
        total = sum(amount for (currency, _), amount in books.items() if currency == row["currency"])
        v.check("payments: the books sum to zero at every moment", total == 0, here)
        account = row["account_id"]
        sums[account][row["kind"], row["currency"]] += row["amount"]
        if row["currency"] == "credits":
            credits[account] += row["amount"] * ((row["to"] == "accounts") - (row["from"] == "accounts"))
            v.check("payments: no account falls below nothing", credits[account] >= 0, here)
    orders_of = defaultdict(list)
    for order in folder.tables["orders"]:
        if not order["probe"] and order["outcome"] != "refused_input":
            orders_of[order["account_id"]].append(order)
    for row in folder.tables["accounts"]:
        here = ("accounts", row)
        v.check("accounts: credits are the ledger's", row["credits"] == credits[row["account_id"]], here)
        expected = (row["credits_opening"] + row["credits_bought"] + row["credits_from_codes"] - row["credits_used"]
                    - row["credits_lapsed"] - row["credits_held"]
                    + sum(row.get(name, 0) for name in ("credits_from_promotions", "credits_by_card", "credits_from_campaigns",
                                                        "credits_from_referrals")))
        v.check("accounts: credits add up", row["credits"] == expected, here)
        orders = orders_of[row["account_id"]]
        v.check("accounts: orders paid are the orders'", row["orders_paid"] == sum(o["confirmed_s"] is not None for o in orders), here)
        used = sum(order["recipients"] for order in orders if order["begun_s"] is not None)
        v.check("accounts: a credit a recipient is used when the order is begun", row["credits_used"] == used, here)
        v.check("accounts: what was paid is the orders'", row["paid"] == sum(order["paid"] for order in orders), here)
    begun = sum(order["recipients"] for order in folder.tables["orders"] if order["begun_s"] is not None)
    v.check("accounts: all that is used is what was begun", begun == sum(row["credits_used"] for row in folder.tables["accounts"]), "accounts")


def check_stations(folder: Folder, v: Verifier):
    """Units in, units out, and time at work."""
    before = None
    for row in folder.tables["stations"]:
        here = ("stations", row)
        v.check("stations: what waits came and was neither begun nor removed",
                row["waiting"] == row["arrived"] - row["begun"] - row["removed"] >= 0, here)
        v.check("stations: what is done was begun", 0 <= row["begun"] - row["done"] <= row["servers"], here)
        if row["hours_s"]:
            expected = row["worked_s"] / (row["servers"] * row["hours_s"])
            v.near("stations: utilisation is worked ÷ hours", row["utilisation"], expected, 1e-6, here)
            v.check("stations: nobody works longer than their hours", row["utilisation"] <= 1, here)
        if row["mean_wait_s"] is not None:
            v.check("stations: waits are in order", row["median_wait_s"] <= row["p95_wait_s"] <= row["max_wait_s"], here)
        if before is not None and before["unit"] == row["unit"] == "card":
            v.check("stations: a line: what one has done comes to the next", row["arrived"] == before["done"], here)
        before = row
    # Little's law: what units waited, added up, is what waited on average times the run's time, which ends in the last
    # interval. Waits are rounded to the millisecond, the average to six decimals.
    last = folder.tables["timeseries"][-1]
    for row in folder.tables["stations"]:
        if row["waiting"] == 0 and row["removed"] == 0 and row["mean_wait_s"] and row["mean_waiting"]:
            span = row["begun"] * row["mean_wait_s"] / row["mean_waiting"]
            slack = span * (0.5 / row["mean_wait_s"] + 5e-7 / row["mean_waiting"])
            v.check("stations: Little's law", last["from_s"] - slack <= span <= last["to_s"] + slack, ("stations", row), f"{span}")


def is_submitted(folder: Folder, row) -> bool:
    """Whether an order took part: no probe, not refused, reached before the horizon."""
    horizon = to_ms(folder.scenario["time"]["horizon_s"])
    return row["outcome"] not in ("refused_input", "not_submitted") and not row["probe"] and (horizon is None or row["submit_s"] <= horizon)


def check_timeseries(folder: Folder, v: Verifier):
    """Flows and states of each interval."""
    length = round(1000 * folder.scenario["results"]["interval_s"])
    flows = defaultdict(Counter)
    gives_back = folder.direct or folder.scenario.get("campaigns")
    taking = [row for row in folder.tables["orders"] if is_submitted(folder, row)]
    for row in taking:
        flows["orders_submitted"][row["submit_s"] // length] += 1
        for column, name in {"confirmed_s": "orders_paid", "begun_s": "orders_begun", "finished_s": "orders_finished"}.items():
            if row[column] is not None:
                flows[name][row[column] // length] += 1
        if row["finished_s"] is not None:
            flows["cards"][row["finished_s"] // length] += row["recipients"]
            flows["orders_kept"][row["finished_s"] // length] += row["outcome"] == "kept"
        if row["begun_s"] is not None:
            flows["credits_used"][row["begun_s"] // length] += row["recipients"]
        if row["confirmed_s"] is not None and not gives_back:
            flows["revenue"][row["confirmed_s"] // length] += row["paid"]
    # What a bank card or a partner gets back leaves again at another time than it came.
    for row in folder.tables["payments"] if gives_back else []:
        if row["currency"] == "money":
            flows["revenue"][row["time_s"] // length] += row["amount"] * (1 if row["to"] == "revenue" else -1)
    rows = folder.tables["timeseries"]
    for number, row in enumerate(rows):
        here = ("timeseries", row)
        v.check("timeseries: intervals follow one another", (row["from_s"], row["to_s"]) == (number * length, (number + 1) * length), here)
        for name, counts in flows.items():
            v.check("timeseries: flows are the other tables'", row[name] == counts[number], here, name)
        if row["orders_finished"]:
            v.near("timeseries: the ratio is kept ÷ finished", row["kept_ratio"], row["orders_kept"] / row["orders_finished"], 1e-6, here)


def check_summary(folder: Folder, v: Verifier):
    """The figures against the rows."""
    rows = folder.tables["orders"]
    counted = [row for row in rows if is_submitted(folder, row) and row["submit_s"] >= folder.warm_up]
    settled = [row for row in counted if row["outcome"] != "in_progress"]
    finished = [row for row in settled if row["finished_s"] is not None]
    probes = [row for row in rows if row["probe"] and row["submit_s"] >= folder.warm_up and row["outcome"] != "refused_input"]
    stations = folder.tables["stations"]
    accounts = folder.tables["accounts"]
    paid = sum(row["confirmed_s"] is not None for row in settled)
    hours = sum(row["servers"] * row["hours_s"] for row in stations)
    numbers = {
        "paid_ratio": share(paid, len(settled)),
        "kept_ratio": share(sum(row["outcome"] == "kept" for row in finished), len(finished)),
        "coverage": share(sum(row["outcome"] == "probe_hit" for row in probes), len(probes)),
        "orders": len(counted),
        "orders_finished": len(finished),
        "orders_cancelled": sum(row["outcome"] == "cancelled_by_customer" for row in settled),
        "orders_abandoned": sum(row["outcome"] == "abandoned" for row in settled),
        "cards": sum(row["recipients"] for row in finished),
        "attempts_per_payment": share(sum(row["attempts"] for row in counted),
                                      sum(row["confirmed_s"] is not None for row in counted)),
        "server_utilisation": share(sum(row["worked_s"] for row in stations), hours),
        "bottleneck_utilisation": max((row["worked_s"] / (row["servers"] * row["hours_s"]) for row in stations if row["hours_s"]),
                                      default=None),
        "server_overtime_s": sum(row["overtime_s"] for row in stations) / 1000,
        "revenue": sum(row["paid"] for row in accounts) + sum(row["paid"] for row in folder.tables.get("campaigns", [])),
    }
    numbers |= partners.figures(folder, settled)
    for name, column in {"credits_sold": "credits_bought", "credits_from_codes": "credits_from_codes",
                         "credits_used": "credits_used", "credits_lapsed": "credits_lapsed", "credits_left": "credits"}.items():
        numbers[name] = sum(row[column] for row in accounts)
    if folder.scenario.get("delivery"):
        numbers |= deliveries.ratios(folder, finished)
    if "credits_by_card" in accounts[0]:
        for name in ("credits_from_promotions", "credits_by_card"):
            numbers[name] = sum(row[name] for row in accounts)
    expected = {(name, "value"): (value, 1e-3 if name.endswith("_s") else 2e-6) for name, value in numbers.items()}
    causes = Counter(row["cause"] for row in settled if row["cause"])
    refused = Counter(row["cause"] for row in rows if row["outcome"] == "refused_input")
    for row in folder.tables["summary"]:
        if row["metric"].startswith("cause."):
            cause = row["metric"].partition(".")[2]
            expected[row["metric"], "value"] = (causes[cause] + refused[cause], 0)
    samples = {
        "order_time_s": [row["order_time_s"] / 1000 for row in finished],
        "wait_s": [row["wait_s"] / 1000 for row in finished],
        "lateness_s": [row["lateness_s"] / 1000 for row in finished if row["lateness_s"] is not None],
    }
    if folder.scenario.get("delivery"):
        samples |= deliveries.samples(folder, finished)
    if folder.scenario.get("photos"):
        expected |= photos.ratios(folder, counted, finished)
        samples |= photos.samples(folder, counted, finished)
    expected |= customers.ratios(folder)
    expected |= cards.ratios(folder, settled, finished)
    matched = {row["order_id"] for row in settled if row["confirmed_s"] is not None}
    expected |= outages.figures(folder, "order_id", [row["order_id"] for row in settled], matched)
    samples |= customers.samples(folder, counted)
    for name, sample in samples.items():
        for statistic, value in statistics(sample).items():
            expected[name, statistic] = (value, 0.002)
    check_figures(folder.tables["summary"], folder.manifest, expected, v)


def verify(path: pathlib.Path, verifier: Verifier):
    """Checks the folder of a run of the orders market."""
    folder = Folder(path, verifier)
    for part in (check_orders, check_attempts, check_payments, check_stations, check_timeseries, check_summary):
        part(folder, verifier)
    expiry.check(folder, verifier)
    partners.check(folder, verifier)
    if folder.scenario.get("delivery"):
        deliveries.check(folder, verifier)
    if folder.scenario.get("photos"):
        photos.check(folder, verifier)
    customers.check(folder, verifier)
    cards.check(folder, verifier)
    outages.check(folder, "order_id", verifier)
