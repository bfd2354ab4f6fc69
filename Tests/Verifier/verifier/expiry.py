"""Credits one by one, each with the end of its time, worked out again from the ledger and the scenario alone."""

from collections import Counter, defaultdict

from .form import Verifier, to_ms

NEVER = float("inf")


def later(time: int, seconds) -> float:
    """The end of what came at `time` and is good for so many seconds; never where that is None."""
    return NEVER if seconds is None else time + to_ms(seconds)


class Purses:
    """What each account and each order holds: the ends of its credits."""

    def __init__(self, folder, v: Verifier):
        self.v = v
        self.scenario = folder.scenario
        self.orders = {row["order_id"]: row for row in folder.tables["orders"]}
        self.accounts = {row["account_id"]: row for row in folder.tables["accounts"]}
        self.attempts = folder.attempts
        self.held = defaultdict(list)
        self.credits = defaultdict(list)
        self.given = Counter()
        # Whether it can be told from the ledger what gave which credits.
        self.is_clear = True

    def pack_end(self, row) -> float:
        """The end of the credits of the packs that an order bought."""
        bought = {(a["pack_credits"], a["price"] // a["packs"]) for a in self.attempts[row["order_id"]]
                  if a["packs"] and a["time_s"] == row["time_s"]}
        ends = {pack.get("expire_s") for pack in self.scenario["packs"] if (pack["credits"], pack["price"]) in bought}
        self.is_clear = self.is_clear and len(ends) == 1
        return later(row["time_s"], ends.pop() if ends else None)

    def code_ends(self, row) -> list:
        """The ends that the code of an entry may have: of those that the order names and that give as much."""
        named = (self.orders[row["order_id"]]["codes"] or "").split(";")
        return [NEVER if code["end_s"] is None or not code["lapses"] else to_ms(code["end_s"])
                for code in self.scenario["codes"] if code["name"] in named and code["credits"] == row["amount"]]

    def gift_end(self, row, here) -> float:
        """The end of the credits that a promotion gave."""
        condition = "account_opened" if row["order_id"] is None else "game"
        time = row["time_s"]
        fits = [p for p in self.scenario["promotions"] if p["condition"] == condition and p["credits"] == row["amount"]
                and to_ms(p["begin_s"]) <= time < later(0, p["end_s"])]
        self.v.check("promotions: each gift is one of a promotion that runs", bool(fits), here)
        if condition == "game":
            due = self.orders[row["order_id"]]["confirmed_s"]
        else:
            due = self.accounts[row["account_id"]]["opens_s"]
        self.v.check("promotions: given when the account opens or the payment is confirmed", time == due and time > 0, here)
        self.is_clear = self.is_clear and len(fits) == 1
        if not fits:
            return NEVER
        self.given[fits[0]["name"]] += 1
        return later(time, fits[0]["expire_s"])

    def enter(self, row):
        """Moves single credits as the entry says; those that end first are spent first."""
        here = ("payments", row)
        purse, held = self.credits[row["account_id"]], self.held[row["order_id"]]
        kind, amount, time = row["kind"], row["amount"], row["time_s"]
        if kind in ("lapse", "expiry"):
            over = [end for end in purse if end <= time]
            self.v.check("credits: what lapses has come to its end", len(over) >= amount, here)
            purse[:] = sorted(purse)[amount:]
            return
        if kind != "release":
            self.v.check("credits: what has come to its end is there no more", not purse or min(purse) >= time, here)
        match kind:
            case "opening":
                purse += [NEVER] * amount
            case "pack":
                purse += [self.pack_end(row)] * amount
            case "code":
                ends = self.code_ends(row)
                self.is_clear = self.is_clear and len(set(ends)) == 1
                purse += [ends[0] if ends else NEVER] * amount
            case "promotion":
                purse += [self.gift_end(row, here)] * amount
            case "referral":
                purse += [later(time, self.scenario["referral"]["expire_s"])] * amount
            case "hold":
                purse.sort()
                held += purse[:amount]
                del purse[:amount]
            case "release":
                purse += held
                held.clear()
            case "use":
                held.clear()


def check(folder, v: Verifier):
    """Every credit of the ledger: where it came from, until when it was good, and what became of it."""
    purses = Purses(folder, v)
    ways = Counter()
    for row in folder.tables["payments"]:
        if row["currency"] != "credits":
            continue
        purses.enter(row)
        ways[row["from"]] -= row["amount"]
        ways[row["to"]] += row["amount"]
        came = -sum(ways[book] for book in ("opening", "packs", "codes", "promotions", "cards", "campaigns", "referrals"))
        v.check("credits: those that came are used, lapsed, held, or in accounts, at every entry",
                came == sum(ways[book] for book in ("used", "lapsed", "held", "accounts")), ("payments", row))
        if not purses.is_clear:
            v.notes.append("what gave which credits cannot be told from the ledger: their ends are not followed further")
            return
    for promotion in folder.scenario.get("promotions", []):
        if promotion["number"] is not None:
            v.check("promotions: given as often as there were at the most",
                    purses.given[promotion["name"]] <= promotion["number"], "payments.csv", promotion["name"])
    for account, row in purses.accounts.items():
        v.check("credits: an account holds what its entries left", row["credits"] == len(purses.credits[account]), ("accounts", row))
