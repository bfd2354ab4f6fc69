"""Outages of the service (`channel.outages`), written again from docs/service.md and docs/columns.md, for every market."""

from collections import defaultdict

from .form import Verifier, share, to_ms

INTEGERS = {"call", "calls", "outage"}


def rules(scenario: dict):
    """The rules of the scenario; None without outages."""
    return (scenario.get("channel") or {}).get("outages")


def waits(scenario: dict) -> bool:
    """Whether what is due in an outage waits for its end."""
    return rules(scenario) is not None and rules(scenario)["calls"] == "wait"


def tables(scenario: dict, request: str) -> dict:
    """The columns of the tables of a run with outages, in which requests stand in the column `request`."""
    if rules(scenario) is None:
        return {}
    return {"outages": "outage,from_s,to_s,calls", "outage_calls": f"call,{request},time_s,outage,lost"}


def check(folder, request: str, v: Verifier):
    """No attempt within an outage unless it is lost, and what waited is attempted when the service returns, in order."""
    law = rules(folder.scenario)
    if law is None:
        return
    windows = [(row["from_s"], row["to_s"]) for row in folder.tables["outages"]]
    calls = folder.tables["outage_calls"]
    by_outage = defaultdict(list)
    for number, row in enumerate(calls, start=1):
        here = ("outage_calls", row)
        v.check("outages: calls are numbered", row["call"] == number, here)
        v.check("outages: calls follow in time", number == 1 or row["time_s"] >= calls[number - 2]["time_s"], here)
        is_known = 1 <= row["outage"] <= len(windows)
        start, end = windows[row["outage"] - 1] if is_known else (0, 0)
        v.check("outages: a call lies within its outage", is_known and start <= row["time_s"] < end, here)
        v.check("outages: calls are lost only where the scenario says so", not row["lost"] or law["calls"] == "lost", here)
        by_outage[row["outage"]].append(row)
    for number, row in enumerate(folder.tables["outages"], start=1):
        here = ("outages", row)
        v.check("outages: they are numbered", row["outage"] == number, here)
        v.check("outages: each ends after it begins, and before the next",
                row["from_s"] < row["to_s"] and (number == 1 or windows[number - 2][1] <= row["from_s"]), here)  # fmt: skip
        v.check("outages: their calls are counted", row["calls"] == len(by_outage[number]), here)
    if law["times"]["kind"] == "windows":
        given = [(to_ms(window["from_s"]), to_ms(window["to_s"])) for window in law["times"]["windows"]]
        v.check("outages: they are the scenario's", given[: len(windows)] == windows, "outages.csv", f"{given}")
    attempts = defaultdict(list)
    lost = {(row[request], row["time_s"]) for row in calls if row["lost"]}
    for row in folder.tables["attempts"]:
        attempts[row[request]].append(row["time_s"])
        here = ("attempts", row)
        is_out = any(start <= row["time_s"] < end for start, end in windows)
        v.check("outages: no attempt is made while the service is out", is_out == (row["cause"] == "outage"), here)
        if row["cause"] == "outage":
            v.check("outages: a lost attempt is one of the calls", (row[request], row["time_s"]) in lost, here)
    v.check("outages: every lost call is an attempt", all(time in attempts[name] for name, time in lost), "outage_calls.csv")
    for row in calls:
        if not row["lost"]:
            end = windows[row["outage"] - 1][1]
            later = [time for time in attempts[row[request]] if time >= row["time_s"]]
            v.check("outages: who waits is attempted when the service returns, or not before", not later or min(later) >= end,
                    ("outage_calls", row))  # fmt: skip


def end(folder, time):
    """When what is due at a time is done: then, or when the outage that it lies in ends."""
    for row in folder.tables.get("outages", []):
        if time is not None and row["from_s"] <= time < row["to_s"]:
            time = row["to_s"]
    return time


def check_lost(row, funnel: list, v: Verifier):
    """An attempt that was lost: nobody was looked for."""
    here = ("attempts", row)
    v.check("attempts: nothing is counted in a lost one", all(row[name] is None for name in funnel), here)
    v.check("attempts: a lost one finds nobody", row["outcome"] in ("no_candidate", "probe_miss"), here)


def figures(folder, request: str, settled: list, matched: set) -> dict:
    """The figures over the names of the `settled` requests, of which those of `matched` were matched."""
    if rules(folder.scenario) is None:
        return {}
    met = {row[request] for row in folder.tables["outage_calls"]} & set(settled)
    return {
        ("outages", "value"): (len(folder.tables["outages"]), 0),
        ("outage_share", "value"): (share(len(met), len(settled)), 1e-6),
        ("outage_match_rate", "value"): (share(len(met & matched), len(met)), 1e-6),
    }
