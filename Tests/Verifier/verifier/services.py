"""The rules of the services market, written again from docs/columns.md and the fields' sentences."""

import json
import pathlib
from collections import Counter, defaultdict

from . import days, helpers, messages, outages, teams
from .form import RunFolder, Verifier, check_figures, check_numbering, milliseconds, share, statistics, to_ms

TABLES = {
    "jobs": "job_id,submit_s,client_id,category,task,place_x,place_y,duration_s,earliest_s,latest_s,budget,least_rating,"
    "probe,outcome,cause,cycles,attempts,first_confirm_s,confirm_s,provider_id,start_s,arrive_s,finish_s,"
    "time_to_confirm_s,wait_s,lateness_s,travel_m,charge",
    "attempts": "job_id,cycle,attempt,time_s,offering,in_area,in_hours,within_budget,well_rated,with_free_time,"
    "with_credit,outcome,cause,provider_id,start_s,way_s,charge,rating,score,answered_s",
    "appointments": "appointment_id,job_id,provider_id,cycle,confirm_s,start_s,end_s,depart_s,arrive_s,finish_s,lateness_s,"
    "travel_m,charge,outcome,dispute_s,decision_s,refunded",
    "providers": "provider_id,base_x,base_y,radius_m,price_per_h,registered_s,validated_s,closed_s,impressions,offers,declines,appointments,"
    "jobs_done,cancelled,absent,worked_s,travelled_s,travelled_m,working_s,utilisation,first_rating,rating,reviews,"
    "balance,cause",
    "reviews": "job_id,provider_id,written_s,shown_s,stars",
    "payments": "sequence,time_s,purpose,from_account,to_account,amount,job_id",
    "timeseries": "from_s,to_s,providers_found,jobs_submitted,confirmations,starts,finishes,jobs_waiting,jobs_at_work,"
    "match_rate,mean_time_to_confirm_s",
    "summary": "scenario,seed,replication,metric,statistic,value,unit",
}
WORDS = {
    "jobs": "done unmatched cancelled_by_client cancelled_by_provider client_absent client_left in_progress not_submitted refused_input "
    "probe_hit probe_miss",
    "attempts": "accepted declined lapsed withdrawn no_candidate undelivered unanswered in_progress probe_hit probe_miss",
    "appointments": "kept cancelled_by_client cancelled_by_provider provider_absent client_absent client_left in_progress",
}
FUNNEL = ["offering", "in_area", "in_hours", "within_budget", "well_rated", "with_free_time", "with_credit"]
STAGES = ["not_offered", "out_of_area", "outside_hours", "over_budget", "rating", "no_free_time", "no_credit"]
INTEGERS = {
    "budget", "cycles", "impressions", "attempts", "charge", "cycle", "attempt", "score", "appointment_id", "price_per_h", "offers",
    "declines", "appointments", "jobs_done", "cancelled", "absent", "reviews", "balance", "stars", "sequence", "amount",
    "application", "review", "jobs", "done", "agreed_at_closing", "week", "providers", "worked", "day", "users_active", "users_left", "requests", "served", "providers_found", "jobs_submitted", "confirmations", "starts", "finishes", "jobs_waiting", "jobs_at_work", *FUNNEL, *outages.INTEGERS,
}  # fmt: skip
TEXTS = {
    "run_id", "scenario", "seed", "replication", "metric", "statistic", "unit", "value", "cause", "job_id", "client_id", "provider_id", "category",
    "task", "purpose", "from_account", "to_account", "user_id", "reason", "closed_because",
}  # fmt: skip
RATIOS = {"jobs_per_100_h", "utilisation", "match_rate", "retention", "rating", "first_rating", "least_rating"}
USERS = {"users": "user_id,jobs,done,worked,left_s,reason", "days": days.TABLE}
BREACHES = {"cancelled_by_client", "cancelled_by_provider", "provider_absent", "client_absent"}


def parse(table: str, column: str, text: str):
    """The value of a field and whether its form is right."""
    if column in TEXTS or text == "":
        return text or None, True
    if column == "outcome":
        return text, text in WORDS[table].split()
    if column in ("probe", "refunded", "refused", "rejected", "client_refused", "lost") or (table, column) == ("providers", "unrated"):
        return text == "true", text in ("true", "false")
    try:
        if column in INTEGERS or (table, column) == ("newcomers", "unrated"):
            return int(text), True
        if column.endswith("_s"):
            return milliseconds(text), len(text.partition(".")[2]) == 3
        decimals = 6 if column in RATIOS else 1 if column.endswith("_m") else None
        return float(text), decimals is None or len(text.partition(".")[2]) == decimals
    except ValueError:
        return None, False


class Folder(RunFolder):
    """The tables and the manifest of one run."""

    def __init__(self, path: pathlib.Path, v: Verifier):
        there = {name: columns.format(user="provider_id", ride="job_id,provider_id") for name, columns in teams.TABLES.items()
                 if (path / f"{name}.csv").exists()}  # fmt: skip
        tables, users = dict(TABLES), {}
        self.has_users = (path / "users.csv").exists()
        if self.has_users:
            tables["jobs"] += ",user_id"
            users = USERS
        more = helpers.tables_of(path, tables)
        summary = {"summary": tables.pop("summary")}
        scenario = json.loads((path / "manifest.json").read_text(encoding="utf-8"))["scenario"]
        more |= outages.tables(scenario, "job_id")
        super().__init__(path, {**tables, **users, **there, **more, **summary}, parse, v)
        self.jobs = {row["job_id"]: row for row in self.tables["jobs"]}
        self.providers = {row["provider_id"]: row for row in self.tables["providers"]}
        self.attempts = self.by("attempts", "job_id")
        self.appointments = self.by("appointments", "job_id")
        self.is_money = self.scenario["settlement"]["kind"] == "money"


def check_jobs(folder: Folder, v: Verifier):
    """Each job against its attempts and appointments."""
    for row in folder.tables["jobs"]:
        here = ("jobs", row)
        attempts, appointments = folder.attempts[row["job_id"]], folder.appointments[row["job_id"]]
        if row["outcome"] in ("refused_input", "not_submitted"):
            v.check("jobs: who is refused, or has left, does nothing", not attempts and row["cause"], here)
            continue
        v.check("jobs: attempts are counted", row["attempts"] == len(attempts), here)
        v.check("jobs: cycles are counted", row["cycles"] == max((a["cycle"] for a in attempts), default=0), here)
        if row["cause"] == "client_unverified":
            v.check("jobs: whose client is refused ends without a search", not attempts and row["outcome"] == "unmatched", here)
        v.check("jobs: done without a cause, else with one", (row["cause"] is None) == (row["outcome"] in
                ("done", "probe_hit", "in_progress")) or row["outcome"] == "in_progress", here)
        v.check("jobs: only probes end as probes", row["outcome"] == "in_progress" or row["probe"] == row["outcome"].startswith("probe"), here)
        confirmed = [a for a in attempts if a["outcome"] == "accepted"]
        v.check("jobs: an appointment for each accepted attempt", len(confirmed) == len(appointments), here)
        last = appointments[-1] if appointments else None
        v.check("jobs: done is an appointment kept", (row["outcome"] == "done") == (last is not None and last["outcome"] == "kept"), here)
        v.check("jobs: only the last appointment is kept", all(a["outcome"] in ("cancelled_by_provider", "provider_absent")
                for a in appointments[:-1]), here)
        if row["confirm_s"] is not None:
            names = ["confirm_s", "start_s", "arrive_s", "finish_s", "lateness_s", "provider_id", "charge"]
            v.check("jobs: the appointment is the last one", all(row[name] == last[name] for name in names), here)
            v.check("jobs: times follow from others", row["time_to_confirm_s"] == row["confirm_s"] - row["submit_s"], here)
            v.check("jobs: the start lies in the window", row["start_s"] >= row["earliest_s"]
                    and (row["latest_s"] is None or row["start_s"] <= row["latest_s"]), here)
            if folder.is_money and row["budget"] is not None:
                v.check("jobs: nobody pays more than the budget", row["charge"] + folder.scenario["settlement"].get("booking_fee", 0) <= row["budget"], here)
        if row["arrive_s"] is not None:
            v.check("jobs: times follow from others", row["wait_s"] == row["arrive_s"] - row["earliest_s"], here)
        first = min((a["confirm_s"] for a in appointments), default=None)
        v.check("jobs: the first confirmation is the earliest", row["first_confirm_s"] == first, here)


def check_attempts(folder: Folder, v: Verifier):
    """Each attempt: its funnel, its cause, its place in the row of attempts."""
    excluded = {job: set() for job in folder.jobs}
    for job, attempts in folder.attempts.items():
        check_numbering(attempts, v)
        for row in attempts:
            here = ("attempts", row)
            if row["cause"] == "outage":
                outages.check_lost(row, FUNNEL, v)
                continue
            counts = [row[name] for name in FUNNEL]
            v.check("attempts: a stage leaves no more than the one before", all(a >= b for a, b in zip(counts, counts[1:])), here)
            empty = next((stage for stage, count in zip(STAGES, counts) if count == 0), None)
            if row["outcome"] in ("no_candidate", "probe_miss"):
                v.check("attempts: the cause is the first stage that left nobody", row["cause"] == empty, here)
                v.check("attempts: nobody is asked where nobody is left", row["provider_id"] is None, here)
            else:
                v.check("attempts: somebody is asked where somebody is left", empty is None and row["provider_id"], here)
            if row["outcome"] == "declined":
                v.check("attempts: the cause is the outcome", row["cause"] == "declined", here)
            if row["provider_id"] is not None:
                v.check("attempts: who said no or stayed away is not asked again in the cycle",
                        (row["cycle"], row["provider_id"]) not in excluded[job], here)
                least = folder.jobs[job]["least_rating"]
                rating = helpers.counted_rating(folder, row)
                v.check("attempts: the least rating is kept", least is None or rating >= least - 5e-7, here)
            if row["outcome"] in ("undelivered", "unanswered"):
                v.check("attempts: who is silent has given no answer", row["cause"] == row["outcome"] and row["answered_s"] is None, here)
            if row["outcome"] in ("declined", "undelivered", "unanswered"):
                excluded[job].add((row["cycle"], row["provider_id"]))


def charge(folder: Folder, row, duration: int) -> int:
    """What `duration` milliseconds cost with the provider of `row`."""
    if not folder.is_money:
        return duration
    return (folder.providers[row["provider_id"]]["price_per_h"] * duration + 1_800_000) // 3_600_000


def check_appointments(folder: Folder, v: Verifier):
    """Each appointment, and each provider's days: one thing at a time, in order."""
    days = defaultdict(list)
    for row in folder.tables["appointments"]:
        here = ("appointments", row)
        job = folder.jobs[row["job_id"]]
        days[row["provider_id"]].append(row)
        v.check("appointments: the estimate is planned", row["end_s"] - row["start_s"] == job["duration_s"], here)
        v.check("appointments: the charge is the price for the estimate", row["charge"] == charge(folder, row, job["duration_s"]), here)
        v.check("appointments: who comes has set out before", (row["arrive_s"] is None) == (row["depart_s"] is None)
                and (row["arrive_s"] is None or row["confirm_s"] <= row["depart_s"] <= row["arrive_s"]), here)
        if row["arrive_s"] is not None:
            v.check("appointments: nobody comes before the planned start", row["arrive_s"] >= row["start_s"], here)
            v.check("appointments: lateness follows", row["lateness_s"] == max(0, row["arrive_s"] - row["start_s"]), here)
        v.check("appointments: kept is finished", (row["outcome"] == "kept") == (row["finish_s"] is not None), here)
        if row["outcome"] in ("provider_absent", "cancelled_by_provider", "cancelled_by_client"):
            v.check("appointments: what is off is not begun", row["arrive_s"] is None, here)
        closed = folder.providers[row["provider_id"]]["closed_s"]
        v.check("appointments: nobody comes or is bound after closing the account, but to end what was begun", closed is None
                or row["confirm_s"] < closed and (row["arrive_s"] is None or row["arrive_s"] <= closed
                                                  or helpers.keeps_agreed(folder, row["provider_id"])), here)
        v.check("appointments: what is disputed was kept, and is decided later", row["dispute_s"] is None
                or row["outcome"] == "kept" and row["finish_s"] <= row["dispute_s"] <= (row["decision_s"] or row["dispute_s"]), here)
        v.check("appointments: what is decided was disputed, and says whether it is paid back",
                (row["decision_s"] is None) == (row["refunded"] is None) and (row["decision_s"] is None or row["dispute_s"] is not None), here)
    for rows in days.values():
        rows = sorted((row for row in rows if row["arrive_s"] is not None), key=lambda row: (row["arrive_s"], row["finish_s"] or row["arrive_s"]))
        for one, following in zip(rows, rows[1:]):
            until = one["arrive_s"] if one["finish_s"] is None else one["finish_s"]
            v.check("appointments: a provider sets out when the work before is done", following["depart_s"] >= until,
                    ("appointments", following))


def when_shown(due: int, dispute, horizon: float | None) -> int | None:
    """From when on a review that is due at `due` is shown at the run's end: not while its work is disputed."""
    if horizon is not None and due > round(1000 * horizon):
        return None
    if dispute is None:
        return due
    return None if dispute["decision_s"] is None else max(due, dispute["decision_s"])


def check_providers(folder: Folder, v: Verifier):
    """Each provider's counts and rating against the other tables."""
    offers, declines = Counter(), Counter()
    for row in folder.tables["attempts"]:
        if row["outcome"] not in ("probe_hit", "probe_miss") and row["provider_id"] is not None:
            offers[row["provider_id"]] += 1
            declines[row["provider_id"]] += row["outcome"] == "declined"
    outcomes, worked, shown = defaultdict(Counter), Counter(), defaultdict(list)
    disputes = {row["job_id"]: row for row in folder.tables["appointments"] if row["dispute_s"] is not None}
    rules = folder.scenario["behaviour"]["reviews"]
    delay = round(1000 * rules["moderation_delay_s"])
    looked = {row["review"]: row for row in folder.tables.get("moderation", [])}
    horizon = folder.scenario["time"]["horizon_s"]
    for row in folder.tables["appointments"]:
        outcomes[row["provider_id"]][row["outcome"]] += 1
        if row["outcome"] == "kept":
            worked[row["provider_id"]] += row["finish_s"] - row["arrive_s"]
    for number, row in enumerate(folder.tables["reviews"], start=1):
        here = ("reviews", row)
        job = folder.jobs[row["job_id"]]
        v.check("reviews: of work that was done, by who did it", job["outcome"] == "done"
                and (row["provider_id"], row["written_s"]) == (job["provider_id"], job["finish_s"]), here)
        v.check("reviews: one to five stars", 1 <= row["stars"] <= 5, here)
        dispute = disputes.get(row["job_id"])
        due, rejected = row["written_s"] + delay, False
        if rules.get("moderation"):
            due, rejected = looked[number]["decided_s"], looked[number]["rejected"] is not False
            same = all(row[column] == looked[number][column] for column in ("job_id", "provider_id", "written_s", "stars"))
            v.check("moderation: it is of the review of its number", same, ("moderation", looked[number]))
        v.check("reviews: shown when moderated, and after a dispute when it is decided; never when rejected",
                row["shown_s"] == (None if rejected else when_shown(due, dispute, horizon)), here)
        if row["shown_s"] is not None:
            shown[row["provider_id"]].append(row["stars"])
    weight = folder.scenario["behaviour"]["reviews"]["rating_weight"]
    for name, row in folder.providers.items():
        here = ("providers", row)
        counts = outcomes[name]
        v.check("providers: offers and declines are the attempts'", (row["offers"], row["declines"]) == (offers[name], declines[name]), here)
        v.check("providers: who was offered a job was shown", row["impressions"] >= row["offers"], here)
        found = (row["appointments"], row["jobs_done"], row["cancelled"], row["absent"])
        expected = (sum(counts.values()), counts["kept"], counts["cancelled_by_provider"], counts["provider_absent"])
        v.check("providers: counts are the appointments'", found == expected, here, f"{found} {expected}")
        v.check("providers: time at work is the appointments'", row["worked_s"] == worked[name], here)
        stars = shown[name]
        v.check("providers: reviews are those shown", row["reviews"] == len(stars), here)
        prior, own = helpers.prior_of(folder, row, weight)
        rating = (prior * own + 1000 * sum(stars)) // (own + len(stars)) if stars else prior
        if row.get("unrated") and not stars:
            v.check("providers: nobody has a rating without a review", row["rating"] is None, here)
        else:
            v.near("providers: the rating is the mean of prior and stars", row["rating"], rating / 1000, 5e-7, here)


def check_teams(folder: Folder, v: Verifier):
    """What people of the service decide: who is verified, and which reviews are shown."""
    if "applications" in folder.tables:
        verified = {name: row["validated_s"] for name, row in folder.providers.items()}
        teams.check_applications(folder, "provider_id", verified, v)
        for row in folder.tables["applications"]:
            registered = folder.providers[row["provider_id"]]["registered_s"]
            v.check("applications: the first comes on signing up", row["application"] > 1 or row["applied_s"] == max(0, registered),
                    ("applications", row))  # fmt: skip
    if "moderation" in folder.tables:
        moderation = folder.scenario["behaviour"]["reviews"]["moderation"]
        rows = folder.tables["moderation"]
        v.check("moderation: every review is looked at", [row["review"] for row in rows]
                == list(range(1, len(folder.tables["reviews"]) + 1)), "moderation.csv")  # fmt: skip
        teams.check_queue("moderation", rows, "written_s", moderation["team"], teams.phase(folder), v)
        decided = [row["rejected"] for row in rows if row["decided_s"] is not None]
        teams.check_share("moderation", decided, moderation["rejected_share"], v)


def check_payments(folder: Folder, v: Verifier):
    """The ledger: zero at every moment, who is paid what."""
    balances = Counter()
    settlement = folder.scenario["settlement"]
    paid, refunded, fees, given = Counter(), Counter(), Counter(), Counter()
    fee = settlement.get("booking_fee", 0)
    before = 0
    for number, row in enumerate(folder.tables["payments"], start=1):
        here = ("payments", row)
        v.check("payments: they are numbered, and follow in time", row["sequence"] == number and row["time_s"] >= before, here)
        before = row["time_s"]
        balances[row["from_account"]] -= row["amount"]
        balances[row["to_account"]] += row["amount"]
        v.check("payments: the accounts sum to zero at every moment", sum(balances.values()) == 0, here)
        if not folder.is_money and row["from_account"].startswith("provider "):
            floor = round(1000 * settlement["credit_floor_s"])
            v.check("payments: nobody falls below the least balance", balances[row["from_account"]] >= floor, here)
        if row["purpose"] == "payment":
            job = folder.jobs[row["job_id"]]
            paid[row["job_id"]] += 1
            v.check("payments: what was agreed is paid when the work is done", (row["amount"], row["time_s"],
                    row["to_account"]) == (job["charge"], job["finish_s"], f"provider {job['provider_id']}"), here)
        if row["purpose"] in ("commission", "fee"):
            v.check("payments: commission and fee are taken when the work is done", row["time_s"] == folder.jobs[row["job_id"]]["finish_s"], here)
        if row["purpose"] in ("refund", "commission_refund", "fee_refund"):
            refunded[row["job_id"], row["purpose"]] += row["amount"]
            v.check("payments: what is paid back is paid back at the decision", folder.appointments[row["job_id"]][-1]["decision_s"]
                    == row["time_s"], here)
        if row["purpose"] == "payout":
            days_, moment = settlement["payout_days"], row["time_s"] + teams.phase(folder) % days.DAY
            v.check("payments: paid out at midnight, every so many days", moment % (days_ * days.DAY) == 0 and row["to_account"] == "bank", here)
            v.check("payments: all that a provider has is paid out", row["amount"] > 0 and balances[row["from_account"]] == 0, here)
        if row["purpose"] == "decay":
            check_decay(folder, row, balances, v)
        if row["purpose"] in ("issue", "gift"):
            given[row["purpose"], row["to_account"]] += 1
            helpers.check_gift(folder, row, v)
        if row["purpose"] in ("fee", "fee_refund"):
            fees[row["job_id"], row["purpose"]] += row["amount"]
            sides = ("clients", "service") if row["purpose"] == "fee" else ("service", "clients")
            v.check("payments: a fee goes between clients and service", (row["from_account"], row["to_account"]) == sides, here)
        if row["purpose"] == "commission":
            millionths = round(1_000_000 * settlement["commission"])
            expected = folder.jobs[row["job_id"]]["charge"] * millionths // 1_000_000
            v.check("payments: the commission is its share, rounded down", row["amount"] == expected, here)
    for job, row in folder.jobs.items():
        is_done = row["outcome"] == "done"
        is_back = is_done and folder.appointments[job][-1]["refunded"]
        v.check("payments: a fee for each job done, back with the refund", (fees[job, "fee"], fees[job, "fee_refund"])
                == (fee if is_done else 0, fee if is_back else 0), ("jobs", row))
        if row["outcome"] == "done" and row["charge"]:
            v.check("payments: every job done is paid once", paid[job] == 1, ("jobs", row))
            is_refunded = folder.appointments[job][-1]["refunded"]
            back = row["charge"] if is_refunded else 0
            share_back = back * round(1_000_000 * settlement["commission"]) // 1_000_000 if folder.is_money else 0
            v.check("payments: a dispute gives back what was paid, and the commission, or nothing",
                    (refunded[job, "refund"], refunded[job, "commission_refund"]) == (back, share_back), ("jobs", row))
    v.check("payments: nobody gets the opening balance or the gift twice", all(count == 1 for count in given.values()), "payments.csv")
    for name, row in folder.providers.items():
        v.check("payments: balances are the providers'", row["balance"] == balances[f"provider {name}"], ("providers", row))


def check_decay(folder: Folder, row, balances, v: Verifier):
    """A balance that moves towards the initial one: of a debt by the whole share, of credit by that of what is not promised."""
    settlement, here = folder.scenario["settlement"], ("payments", row)
    moment = row["time_s"] + teams.phase(folder) % days.DAY
    period = settlement.get("decay_days", 28) * days.DAY
    v.check("payments: balances decay at midnight, every so many days", moment % period == 0, here)
    start, share = round(1000 * settlement["start_s"]), settlement["decay_share"]
    if row["from_account"] == "service":
        distance = start - balances[row["to_account"]] + row["amount"]
        v.check("payments: a debt is forgiven by its share", abs(row["amount"] - share * distance) <= 1, here)
    else:
        distance = balances[row["from_account"]] + row["amount"] - start
        v.check("payments: credit decays by its share at most", row["to_account"] == "service"
                and 0 < row["amount"] <= share * distance + 1, here)  # fmt: skip


def took_part_of(folder: Folder) -> dict:
    """The users who submitted a job, or were found as a provider, by name."""
    asked = {row["user_id"] for row in folder.tables["jobs"] if is_submitted(folder, row)}
    # Whom searches found at all, by the end of the time series.
    end = folder.scenario["time"]["horizon_s"]
    end = folder.tables["timeseries"][-1]["to_s"] if end is None else round(1000 * end) + 1

    def is_found(name):
        row = folder.providers.get(name.removeprefix("provider ")) if name.startswith("provider ") else None
        if row is None or row["cause"] or row["validated_s"] is None:
            return False
        found = max(row["registered_s"], row["validated_s"])
        return found < end and (row["closed_s"] is None or found < row["closed_s"])

    return {row["user_id"]: row for row in folder.tables["users"] if row["user_id"] in asked or is_found(row["user_id"])}


def check_users(folder: Folder, v: Verifier):
    """Who comes back, how they were served, and when they left."""
    rules, horizon = folder.scenario["users"], to_ms(folder.scenario["time"]["horizon_s"])
    appointments = {row["job_id"]: row for row in folder.tables["appointments"]}
    done, jobs, failures, others, homes = Counter(), Counter(), defaultdict(list), Counter(), defaultdict(set)
    users = {row["user_id"]: row for row in folder.tables["users"]}
    v.check("users: each once", len(users) == len(folder.tables["users"]), "users.csv")
    for row in folder.tables["jobs"]:
        here, user = ("jobs", row), users.get(row["user_id"])
        v.check("users: whoever requests a job is a user", row["user_id"] is None or user is not None, here)
        if user is None:
            continue
        if row["user_id"].startswith("client "):
            homes[row["user_id"]].add((row["place_x"], row["place_y"]))
        elif row["client_id"]:
            v.check("users: a member is the provider of that name", row["user_id"] == f"provider {row['client_id']}", here)
        if row["outcome"] == "refused_input" or horizon is not None and row["submit_s"] > horizon:
            continue
        left = user["left_s"] if user["reason"] != "closed" else None
        gone = row["outcome"] == "not_submitted"
        v.check("users: who has left requests no more, and nobody else is silent",
                row["cause"] in ("left_service", "account_closed") and left is not None and left <= row["submit_s"] if gone
                else left is None or row["submit_s"] <= left, here)  # fmt: skip
        if gone or row["probe"] or not is_submitted(folder, row):
            continue
        jobs[row["user_id"]] += 1
        done[row["user_id"]] += row["outcome"] == "done"
        dispute = appointments[row["job_id"]]["dispute_s"] if row["outcome"] == "done" else None
        # Whether a client was absent for want of a message is not in the table, so that such jobs tell nothing.
        own = row["cause"] == "called_off" or row["outcome"] == "client_absent"
        if row["outcome"] in ("done", "in_progress") or own:
            others[row["user_id"]] += 1
        if row["outcome"] == "client_absent" and folder.scenario.get("channel"):
            failures[row["user_id"]].append(row["arrive_s"])
        if dispute is not None or row["outcome"] not in ("done", "in_progress") and not own:
            failures[row["user_id"]].append(row["submit_s"] if dispute is None else dispute)
    if folder.scenario["demand"]["kind"] == "synthetic":
        v.check("users: a client has one home", all(len(places) == 1 for places in homes.values()), "jobs.csv")
    finished = defaultdict(list)
    for row in folder.tables["appointments"]:
        if row["finish_s"] is not None:
            finished[f"provider {row['provider_id']}"].append(row["finish_s"])
    phase = teams.phase(folder) % days.DAY
    for name, row in users.items():
        here = ("users", row)
        v.check("users: jobs counted again", (row["jobs"], row["done"]) == (jobs[name], done[name]), here)
        provider = folder.providers.get(name.removeprefix("provider ")) if name.startswith("provider ") else None
        v.check("users: work is the provider's", row["worked"] == (None if provider is None or provider["cause"] else provider["jobs_done"]), here)
        v.check("users: who leaves says why", (row["left_s"] is None) == (row["reason"] is None), here)
        v.check("users: nobody closes an account whom the scenario does not let", row["reason"] != "closed"
                or folder.scenario["supply"].get("closing_share", 1) > 0, here)  # fmt: skip
        if provider is not None and row["left_s"] is not None:
            v.check("users: the account of a member who leaves is closed", provider["closed_s"] == row["left_s"], here)
        if row["reason"] == "idle":
            span = rules["provider_churn"]["after_failures"] * days.DAY
            v.check("users: providers leave at midnight", (row["left_s"] + phase) % days.DAY == 0, here)
            v.check("users: and were found for as many days without work", max(provider["registered_s"], provider["validated_s"])
                    <= row["left_s"] - span and not any(row["left_s"] - span <= time < row["left_s"] for time in finished[name]), here)  # fmt: skip
        elif row["reason"] not in ("closed", "sanctioned"):
            days.check_patience(rules["churn"], failures[name], others[name], row["left_s"], here, v)
    came = took_part_of(folder)
    work = [(row["arrive_s"], f"provider {row['provider_id']}") for row in folder.tables["appointments"] if row["arrive_s"] is not None]
    requests = [(row["submit_s"], row["user_id"], row["outcome"] == "done") for row in folder.tables["jobs"]
                if row["user_id"] is not None and is_submitted(folder, row)]  # fmt: skip
    left = [row["left_s"] for row in came.values() if row["left_s"] is not None]
    days.check(folder.tables["days"], requests, work, left, len(came), phase, v)


def is_submitted(folder: Folder, row) -> bool:
    """Whether a job took part: no probe, not refused, reached before the horizon."""
    if row["probe"] or row["outcome"] in ("refused_input", "not_submitted"):
        return False
    horizon = folder.scenario["time"]["horizon_s"]
    return horizon is None or row["submit_s"] <= round(1000 * horizon)


def check_timeseries(folder: Folder, v: Verifier):
    """Flows and states of each interval."""
    rows = folder.tables["timeseries"]
    length = round(1000 * folder.scenario["results"]["interval_s"])
    flows = defaultdict(Counter)
    for row in folder.tables["jobs"]:
        if is_submitted(folder, row):
            flows["jobs_submitted"][row["submit_s"] // length] += 1
    for row in folder.tables["appointments"]:
        flows["confirmations"][row["confirm_s"] // length] += 1
        if row["outcome"] in ("kept", "in_progress") and row["arrive_s"] is not None:
            flows["starts"][row["arrive_s"] // length] += 1
            if row["finish_s"] is not None:
                flows["finishes"][row["finish_s"] // length] += 1
    at_work = 0
    for number, row in enumerate(rows):
        here = ("timeseries", row)
        v.check("timeseries: intervals follow one another", (row["from_s"], row["to_s"]) == (number * length, (number + 1) * length), here)
        for name, counts in flows.items():
            v.check("timeseries: flows are the other tables'", row[name] == counts[number], here, name)
        at_work += row["starts"] - row["finishes"]
        v.check("timeseries: who began and did not end is at work", row["jobs_at_work"] == at_work, here)


def gini(values: list) -> float | None:
    """Half the mean difference of two values ÷ their mean."""
    total = sum(values)
    if not total:
        return None
    differences = sum(abs(a - b) for a in values for b in values)
    return differences / (2 * len(values) * total)


def check_summary(folder: Folder, v: Verifier):
    """The figures against the rows."""
    late = [row for row in folder.tables["jobs"] if row["outcome"] not in ("refused_input", "not_submitted") and row["submit_s"] >= folder.warm_up]
    counted = [row for row in late if is_submitted(folder, row)]
    settled = [row for row in counted if row["outcome"] != "in_progress"]
    probes = [row for row in late if row["outcome"].startswith("probe")]
    ids = {row["job_id"] for row in counted}
    appointments = [row for row in folder.tables["appointments"] if row["job_id"] in ids]
    visits = [row for row in appointments if row["arrive_s"] is not None]
    providers = [row for row in folder.tables["providers"] if row["cause"] is None]
    done = [row["jobs_done"] for row in providers]
    working = sum(row["working_s"] for row in providers)
    transfers = folder.tables["payments"]
    numbers = {
        "match_rate": share(sum(row["first_confirm_s"] is not None for row in settled), len(settled)),
        "service_rate": share(sum(row["outcome"] == "done" for row in settled), len(settled)),
        "coverage": share(sum(row["outcome"] == "probe_hit" for row in probes), len(probes)),
        "jobs": len(counted),
        "providers": len(providers),
        "appointments": len(appointments),
        "attempts_per_match": share(sum(row["attempts"] for row in counted), len(appointments)),
        "late_ratio": share(sum(row["lateness_s"] > 0 for row in visits), len(visits)),
        "utilisation": share(sum(row["worked_s"] for row in providers), working),
        "jobs_gini": gini(done),
        "reviews": sum(row["reviews"] for row in providers),
        "cancellations": sum(row["outcome"].startswith("cancelled") for row in appointments),
        "no_shows": sum(row["outcome"].endswith("_absent") for row in appointments),
        "turnover": sum(row["amount"] for row in transfers if row["purpose"] == "payment"),
        "commission": sum(row["amount"] for row in transfers if row["purpose"] == "commission")
        - sum(row["amount"] for row in transfers if row["purpose"] == "commission_refund"),
        "refunds": sum(row["amount"] for row in transfers if row["purpose"] == "refund"),
        "disputes": sum(row["dispute_s"] is not None for row in appointments),
        "closed_accounts": sum(row["closed_s"] is not None for row in providers),
        "impressions_gini": gini([row["impressions"] for row in providers]),
    }
    refused = [row for row in folder.tables["jobs"] if row["outcome"] == "refused_input"]
    causes = Counter(row["cause"] for row in refused + counted if row["cause"])
    expected = {(name, "value"): (value, 1e-6) for name, value in numbers.items()}
    for row in folder.tables["summary"]:
        if row["metric"].startswith("cause."):
            expected[row["metric"], "value"] = (causes[row["metric"].partition(".")[2]], 0)
    samples = {
        "time_to_confirm_s": [row["time_to_confirm_s"] / 1000 for row in settled if row["time_to_confirm_s"] is not None],
        "wait_s": [row["wait_s"] / 1000 for row in settled if row["wait_s"] is not None],
        "lateness_s": [row["lateness_s"] / 1000 for row in visits],
        "jobs_per_provider": done,
        "impressions_per_provider": [row["impressions"] for row in providers],
        "rating": [row["rating"] for row in providers if row["rating"] is not None],
        "travel_m": [row["travel_m"] for row in visits],
    }
    teams.add_figures(folder, expected)
    helpers.add_figures(folder, settled, expected, samples)
    settlement = folder.scenario["settlement"]
    if settlement.get("booking_fee"):
        fees = sum(row["amount"] * {"fee": 1, "fee_refund": -1}.get(row["purpose"], 0) for row in transfers)
        expected["fees", "value"] = (fees, 0)
    if settlement.get("payout_days"):
        expected["paid_out", "value"] = (sum(row["amount"] for row in transfers if row["purpose"] == "payout"), 0)
        expected["owed", "value"] = (sum(max(0, row["balance"]) for row in folder.tables["providers"]), 0)
    if folder.has_users:
        took_part = took_part_of(folder)
        for name, chosen in (("retention", took_part), ("provider_retention", {n: u for n, u in took_part.items() if u["worked"] is not None})):
            expected[name, "value"] = (share(sum(u["left_s"] is None for u in chosen.values()), len(chosen)), 1e-6)
    if folder.scenario.get("channel"):
        offers = Counter(row["outcome"] for row in folder.tables["attempts"] if row["provider_id"] is not None)
        ended = sum(count for outcome, count in offers.items() if outcome not in ("in_progress", "probe_hit"))
        for outcome in ("undelivered", "unanswered"):
            expected[f"offers_{outcome}", "value"] = (share(offers[outcome], ended), 1e-6)
    matched = {row["job_id"] for row in settled if row["first_confirm_s"] is not None}
    expected |= outages.figures(folder, "job_id", [row["job_id"] for row in settled], matched)
    for name, sample in samples.items():
        # Metres have one decimal, the others are exact but for the last digit.
        tolerance = 0.11 if name.endswith("_m") else 0.002
        for statistic, value in statistics(sample).items():
            expected[name, statistic] = (value, 1e-6 if name.endswith("_per_provider") else tolerance)
    check_figures(folder.tables["summary"], folder.manifest, expected, v)


def verify(path: pathlib.Path, verifier: Verifier):
    """Checks the folder of a run of the services market."""
    folder = Folder(path, verifier)
    if (path / "messages.csv").exists():
        messages.check_jobs(folder, verifier)
    outages.check(folder, "job_id", verifier)
    if folder.has_users:
        check_users(folder, verifier)
    helpers.check(folder, verifier)
    for part in (check_jobs, check_attempts, check_appointments, check_providers, check_teams, check_payments, check_timeseries,
                 check_summary):  # fmt: skip
        part(folder, verifier)
