"""Newcomers without a rating, checked clients and sanctions, written again from docs/services.md and the fields' sentences."""

import json
import pathlib
from collections import Counter, defaultdict

from .form import Verifier, share, to_ms

WEEK = 604_800_000
NEWCOMERS = "week,providers,working_s,jobs_done,jobs_per_100_h,reviews,unrated"


def tables_of(path: pathlib.Path, tables: dict) -> dict:
    """Adds the columns of the features that the scenario has to `tables`, and returns the tables that they add."""
    scenario = json.loads((path / "manifest.json").read_text(encoding="utf-8"))["scenario"]
    if scenario.get("client_verification"):
        tables["jobs"] += ",client_decided_s,client_refused"
    if scenario.get("sanctions"):
        tables["providers"] += ",closed_because,agreed_at_closing"
    if not scenario["behaviour"]["reviews"].get("unrated"):
        return {}
    tables["providers"] += ",unrated"
    return {"newcomers": NEWCOMERS}


def unrated(folder) -> dict | None:
    """The rules for newcomers without a rating."""
    return folder.scenario["behaviour"]["reviews"].get("unrated")


def prior_of(folder, row, weight: int) -> tuple:
    """What a provider counts for without reviews, in thousandths of a star, and for how many reviews."""
    if row.get("unrated"):
        return round(1000 * unrated(folder)["rating"]), unrated(folder)["weight"]
    return round(1000 * row["first_rating"]), weight


def counted_rating(folder, attempt) -> float:
    """The stars that a search counted for the provider asked."""
    return unrated(folder)["rating"] if attempt["rating"] is None else attempt["rating"]


def keeps_agreed(folder, provider) -> bool:
    """Whether a provider whose account an administrator closed still comes to appointments."""
    rules = folder.scenario.get("sanctions")
    return bool(rules) and rules["agreed"] == "kept" and folder.providers[provider]["closed_because"] is not None


def check_gift(folder, row, v: Verifier):
    """An opening balance, or a newcomer's gift."""
    settlement, here = folder.scenario["settlement"], ("payments", row)
    joined = folder.providers[row["to_account"].removeprefix("provider ")]["registered_s"]
    amount = settlement["start_s"] if row["purpose"] == "issue" else settlement["newcomer_s"]
    v.check("payments: members are given what the scenario says on joining", row["amount"] == to_ms(amount)
            and row["time_s"] == max(0, joined) and (row["purpose"] == "issue" or joined > 0), here)  # fmt: skip


def check(folder, v: Verifier):
    """The rules of all three."""
    if unrated(folder):
        check_newcomers(folder, v)
    if folder.scenario.get("client_verification"):
        check_clients(folder, v)
    if folder.scenario.get("sanctions"):
        check_sanctions(folder, v)


def check_newcomers(folder, v: Verifier):
    """Who begins without a rating, and the jobs and reviews of each week."""
    drawn = folder.scenario["supply"]["kind"] == "synthetic"
    found, jobs, reviews = {}, Counter(), Counter()
    for name, row in folder.providers.items():
        here = ("providers", row)
        v.check("providers: nobody but newcomers is unrated", not row["unrated"] or row["registered_s"] > 0, here)
        v.check("providers: drawn newcomers are unrated", not drawn or row["unrated"] == (row["registered_s"] > 0), here)
        v.check("providers: unrated is without a first rating", row["unrated"] == (row["first_rating"] is None), here)
        if row["validated_s"] is not None:
            found[name] = max(row["registered_s"], row["validated_s"])

    def week(name, time):
        return (time - found[name]) // WEEK + 1 if folder.providers[name]["registered_s"] > 0 else 0

    for row in folder.tables["appointments"]:
        if row["finish_s"] is not None:
            jobs[week(row["provider_id"], row["finish_s"])] += 1
    first = {}
    for row in folder.tables["reviews"]:
        if row["shown_s"] is not None:
            reviews[week(row["provider_id"], row["shown_s"])] += 1
            first[row["provider_id"]] = min(row["shown_s"], first.get(row["provider_id"], row["shown_s"]))
    for row in folder.tables["attempts"]:
        name = row["provider_id"]
        if name is not None:
            known = not folder.providers[name]["unrated"] or first.get(name, row["time_s"]) < row["time_s"]
            if known or name not in first:
                v.check("attempts: a provider is shown without a rating before the first review", (row["rating"] is not None) == known
                        or bool(folder.scenario["behaviour"]["disputes"]), ("attempts", row))  # fmt: skip
    working = 0
    for number, row in enumerate(folder.tables["newcomers"]):
        here = ("newcomers", row)
        last = number == len(folder.tables["newcomers"]) - 1
        v.check("newcomers: weeks are numbered", row["week"] == number, here)
        v.check("newcomers: jobs are the appointments'", row["jobs_done"] == jobs[number] or last, here)
        v.check("newcomers: reviews are those shown", row["reviews"] <= reviews[number], here)
        v.check("newcomers: nobody more is unrated than there are", row["unrated"] <= row["providers"], here)
        if row["working_s"]:
            v.near("newcomers: the rate follows", row["jobs_per_100_h"], 360_000_000 * row["jobs_done"] / row["working_s"], 1e-6, here)
        working += row["working_s"]
    total = sum(row["working_s"] for row in folder.providers.values() if row["cause"] is None)
    v.check("newcomers: working hours are the providers'", working == total, "newcomers.csv", f"{working} {total}")


def client_of(row) -> tuple:
    """The client of a job: one who comes back, or of this job alone."""
    return ("user", row["user_id"]) if row.get("user_id") else ("job", row["job_id"])


def check_clients(folder, v: Verifier):
    """No job is searched for before its client is verified, and none of a refused client is."""
    decided = {}
    first = defaultdict(lambda: float("inf"))
    for row in folder.tables["jobs"]:
        if row["outcome"] != "refused_input":
            first[client_of(row)] = min(first[client_of(row)], row["submit_s"])
    for row in folder.tables["jobs"]:
        here = ("jobs", row)
        if row["client_decided_s"] is None:
            v.check("clients: no search before the decision", row["probe"] or not folder.attempts[row["job_id"]], here)
            continue
        known = decided.setdefault(client_of(row), (row["client_decided_s"], row["client_refused"]))
        if row["client_id"] is None:
            v.check("clients: one decision for each", known == (row["client_decided_s"], row["client_refused"]), here)
            v.check("clients: decided from the first job on", row["client_decided_s"] >= first[client_of(row)], here)
        if row["probe"]:
            continue
        if row["client_refused"]:
            v.check("clients: nobody searches for refused ones", not folder.attempts[row["job_id"]], here)
        for attempt in folder.attempts[row["job_id"]]:
            v.check("clients: no search before the decision", attempt["time_s"] >= row["client_decided_s"], here)
        v.check("clients: the cause is the refusal", row["cause"] != "client_unverified" or row["client_refused"], here)


def check_sanctions(folder, v: Verifier):
    """Which accounts an administrator closes, and when."""
    rules = folder.scenario["sanctions"]
    marks = {"refunds": defaultdict(list), "absences": defaultdict(list)}
    for row in folder.tables["appointments"]:
        if row["refunded"]:
            marks["refunds"][row["provider_id"]].append(row["decision_s"])
        if row["outcome"] == "provider_absent":
            marks["absences"][row["provider_id"]].append(row["start_s"])
    for name, row in folder.providers.items():
        here, cause = ("providers", row), row["closed_because"]
        v.check("sanctions: appointments are counted at a closing alone", (cause is None) == (row["agreed_at_closing"] is None), here)
        for kind, times in marks.items():
            most = rules[f"after_{kind}"]
            due = sorted(times[name])[most - 1] if most is not None and len(times[name]) >= most else None
            if cause == kind:
                v.check("sanctions: as many as it takes came before", due is not None and due <= row["closed_s"], here)
            if due is not None and isinstance(rules["delay"], (int, float)):
                end = due + to_ms(rules["delay"])
                if cause == kind:
                    v.check("sanctions: closed after the delay", row["closed_s"] == end, here)
                horizon = folder.scenario["time"]["horizon_s"]
                v.check("sanctions: nobody stays whose account is to be closed",
                        horizon is not None or row["closed_s"] is not None and row["closed_s"] <= end, here)  # fmt: skip
        v.check("sanctions: inspections only at a rate", cause != "inspection" or rules["yearly_rate"] > 0, here)


def add_figures(folder, settled: list, expected: dict, samples: dict):
    """The figures of all three."""
    if folder.scenario.get("client_verification"):
        samples["client_check_s"] = [
            (row["client_decided_s"] - row["submit_s"]) / 1000 for row in settled
            if row["client_decided_s"] is not None and not row["client_refused"] and row["client_decided_s"] > row["submit_s"]]
    if folder.scenario.get("sanctions"):
        closed = [row for row in folder.providers.values() if row["closed_because"] is not None]
        expected["accounts_sanctioned", "value"] = (len(closed), 0)
        expected["appointments_sanctioned", "value"] = (sum(row["agreed_at_closing"] for row in closed), 0)
    if unrated(folder):
        rows = folder.tables["newcomers"]

        def rate(chosen):
            hours = sum(row["working_s"] for row in chosen) / 360_000_000
            return share(sum(row["jobs_done"] for row in chosen), hours)

        expected["established_jobs_per_100_h", "value"] = (rate(rows[:1]), 1e-6)
        expected["newcomer_jobs_per_100_h", "value"] = (rate(rows[1:]), 1e-6)
        expected["first_week_jobs_per_100_h", "value"] = (rate(rows[1:2]), 1e-6)
