"""Messages between the service and the phones, written again from docs/service.md and docs/columns.md."""

import csv
from collections import defaultdict

from .form import Row, Verifier, milliseconds


def recorded(folder, name: str) -> list:
    """The rows of a table that is written on request, as texts; none where it was not asked for."""
    path = folder.path / f"{name}.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [Row(line, values) for line, values in enumerate(csv.DictReader(file), start=2)]


def arrival(row: Row) -> int | None:
    """When the other side had a message; None where all tries were lost."""
    return milliseconds(row["arrived_s"]) if row["arrived_s"] else None


def check(folder, v: Verifier) -> list:
    """Where messages are recorded: their times and tries, and the figures of the channel; the rows."""
    rows = recorded(folder, "messages")
    for number, row in enumerate(rows, start=1):
        here = ("messages", row)
        tries, lost = int(row["tries"]), int(row["lost"])
        arrives = arrival(row)
        v.check("messages: they are numbered", row["message"] == str(number), here)
        v.check("messages: all tries but the last are lost", lost == tries - (arrives is not None), here)
        v.check("messages: not more tries than the scenario has", 1 <= tries <= folder.scenario["channel"]["tries"], here)
        left = milliseconds(row["left_s"])
        v.check("messages: sent, left, arrived in this order", milliseconds(row["sent_s"]) <= left
                and (arrives is None or left <= arrives), here)  # fmt: skip
    if rows:
        tries = sum(int(row["tries"]) for row in rows)
        expected = {
            "messages": len(rows), "messages_lost": sum(int(row["lost"]) for row in rows) / tries,
            "messages_undelivered": sum(not row["arrived_s"] for row in rows) / len(rows),
        }  # fmt: skip
        for row in folder.tables["summary"]:
            if row["metric"] in expected:
                found = float(row["value"])
                v.near("messages: figures are those of the rows", found, expected[row["metric"]], 1e-6, ("summary", row))
    return rows


def check_jobs(folder, v: Verifier):
    """What messages do to jobs: when searches begin, how offers end, and who is at home."""
    story = defaultdict(lambda: defaultdict(list))
    for row in check(folder, v):
        story[row["job_id"]][row["kind"]].append(row)
    rules = folder.scenario["channel"]
    timeout = round(1000 * rules["offer_timeout_s"])
    thinking = round(1000 * folder.scenario["behaviour"]["answer_delay_s"])
    for job, kinds in story.items():
        attempts = [row for row in folder.attempts[job] if row["provider_id"] is not None and not row["outcome"].startswith("probe")]
        request = kinds["request"][0]
        heard = arrival(request)
        here = ("messages", request)
        v.check("messages: a job has one request, sent when it is submitted", len(kinds["request"]) == 1
                and milliseconds(request["sent_s"]) == max(0, folder.jobs[job]["submit_s"]), here)  # fmt: skip
        v.check("messages: a lost request is searched for by nobody", heard is not None or not folder.attempts[job], here)
        first = next(iter(folder.attempts[job]), None)
        v.check("messages: the first search is made when the request has come", first is None or first["time_s"] == heard, here)
        v.check("messages: an offer for each provider asked", len(kinds["offer"]) == len(attempts), here)
        answers = iter(kinds["answer"])
        for offer, attempt in zip(kinds["offer"], attempts):
            there = ("messages", offer)
            sent, read = attempt["time_s"], arrival(offer)
            v.check("messages: offers are sent to who is asked, at once", offer["provider_id"] == str(attempt["provider_id"])
                    and milliseconds(offer["sent_s"]) == sent, there)  # fmt: skip
            if read is None or read > sent + timeout:
                wanted, answer = "undelivered", None
            elif read + thinking > sent + timeout:
                wanted, answer = "unanswered", None
            else:
                answer = next(answers, None)
                back = arrival(answer) if answer is not None else None
                wanted = None if back is not None and back <= sent + timeout else "unanswered"
                v.check("messages: an answer leaves when the provider has thought", answer is not None
                        and milliseconds(answer["sent_s"]) == read + thinking, there)  # fmt: skip
                if wanted is None and attempt["answered_s"] is not None:
                    v.check("messages: an answer counts when it has come", attempt["answered_s"] == back, there)
            if attempt["outcome"] not in ("withdrawn", "in_progress"):
                silent = attempt["outcome"] if attempt["outcome"] in ("undelivered", "unanswered") else None
                v.check("messages: offers end as their messages do", silent == wanted, there, f"{wanted}")
        told = [arrival(row) for row in kinds["confirmation"]]
        v.check("messages: a confirmation for each appointment", len(told) == len(folder.appointments[job]), here)
        for knows, appointment in zip(told, folder.appointments[job]):
            if appointment["arrive_s"] is not None and (knows is None or knows > appointment["arrive_s"]):
                v.check("messages: who was not told is not there", appointment["outcome"] == "client_absent", ("appointments", appointment))


def check_sign_ups(folder, v: Verifier):
    """What messages do to volunteers: who was not told does not come."""
    known = defaultdict(list)
    for row in check(folder, v):
        known[row["signup_id"]].append(row)
    for row in folder.tables["signups"]:
        here = ("signups", row)
        rows = known.get(str(row["signup_id"]), [])
        told = [arrival(message) for message in rows if message["kind"] == "confirmation"][-1:]
        reminded = [arrival(message) for message in rows if message["kind"] == "reminder"][-1:]
        moments = [time for time in told + reminded if time is not None]
        if rows and row["outcome"] == "worked":
            v.check("messages: who works knows of it when the slot begins", moments and min(moments) <= row["ended_s"], here)
