"""Photos of orders and complaints about them, written again from docs/orders.md."""

import math

from .form import Verifier, share


def rest(folder, order) -> int:
    """How long the promise of an order rests: what its customer took to send other photos."""
    return sum(row["answered_s"] - row["looked_s"] for row in folder.looks.get(order["order_id"], [])
               if row["answered_s"] is not None and not row["gave_up"])


def check_looks(folder, order, looks: list, v: Verifier):
    """The photos of one paid order, one after the other."""
    gave_up = False
    due = order["confirmed_s"]
    for number, row in enumerate(looks, start=1):
        here = ("photos", row)
        v.check("photos: looks are numbered", row["look"] == number, here)
        v.check("photos: one comes with the payment, others when they are sent again", row["came_s"] == due, here)
        v.check("photos: looked at after it came", row["looked_s"] >= row["came_s"], here)
        v.check("photos: an answer only where it was sent back", row["answered_s"] is None or row["rejected"], here)
        v.check("photos: nothing comes after one that passed or was given up",
                number == len(looks) or (row["rejected"] and row["gave_up"] is False), here)
        due = row["answered_s"]
        gave_up = bool(row["gave_up"])
    here = ("orders", order)
    v.check("photos: given up is cancelled for that cause", gave_up == (order["cause"] == "photo_rejected"), here)
    if gave_up:
        v.check("photos: who gives up is not printed", order["entered_s"] is None and order["outcome"] == "cancelled_by_customer", here)
    if order["entered_s"] is not None and order.get("reuses") is None:
        passed = bool(looks) and not looks[-1]["rejected"]
        v.check("photos: what enters the line has passed", passed and order["entered_s"] >= looks[-1]["looked_s"], here)
        if folder.scenario["line"]["cut_off"] is None:
            v.check("photos: without a cut-off it enters at once", passed and order["entered_s"] == looks[-1]["looked_s"], here)


def check(folder, v: Verifier):
    """Each photo against its order, each complaint against order and deliveries; shares against the scenario."""
    rules = folder.scenario["photos"]
    orders = {row["order_id"]: row for row in folder.tables["orders"]}
    if rules["check"]:
        for row in orders.values():
            if row["confirmed_s"] is not None:
                check_looks(folder, row, folder.looks.get(row["order_id"], []), v)
        looks = folder.tables["photos"]
        v.check("photos: of paid orders alone", all(orders[row["order_id"]]["confirmed_s"] is not None for row in looks), "photos.csv")
        expected = rules["bad_share"] * rules["check"]["found_share"]
        deviation = math.sqrt(len(looks) * expected * (1 - expected))
        if deviation > 0:
            z = (sum(row["rejected"] for row in looks) - len(looks) * expected) / deviation
            v.check("photos: as many are sent back as the shares say", abs(z) < 4.5, "photos.csv", f"z = {z}")
        if rules["check"]["servers"] == 1:
            done = [row["came_s"] for row in sorted(looks, key=lambda row: (row["looked_s"], row["came_s"]))]
            v.check("photos: who comes first is looked at first", done == sorted(done), "photos.csv")
    last = {}
    for row in folder.tables.get("deliveries", []):
        if row["delivered_s"] is not None:
            last[row["order_id"]] = max(last.get(row["order_id"], 0), row["delivered_s"])
    for row in folder.tables["complaints"]:
        here = ("complaints", row)
        order = orders[row["order_id"]]
        came = last.get(row["order_id"], order["finished_s"])
        v.check("complaints: after the cards came", order["finished_s"] is not None and row["complained_s"] >= came, here)
        horizon = folder.scenario["time"]["horizon_s"]
        v.check("complaints: printed again, unless a horizon comes before",
                horizon is not None if row["reprinted_s"] is None else row["reprinted_s"] >= row["complained_s"], here)


def ratios(folder, counted: list, finished: list) -> dict:
    """The figures that are one number, as check_figures takes them."""
    names = {row["order_id"] for row in counted}
    looks = [row for row in folder.tables.get("photos", []) if row["order_id"] in names]
    done = {row["order_id"] for row in finished}
    return {
        ("photos_rejected_ratio", "value"): (share(sum(row["rejected"] for row in looks), len(looks)), 2e-6),
        ("complaints", "value"): (sum(row["order_id"] in done for row in folder.tables["complaints"]), 0),
    }


def samples(folder, counted: list, finished: list) -> dict:
    """The distributions, in seconds."""
    names = {row["order_id"] for row in counted}
    done = {row["order_id"] for row in finished}
    return {
        "photo_check_s": [(row["looked_s"] - row["came_s"]) / 1000 for row in folder.tables.get("photos", [])
                          if row["order_id"] in names],
        "reprint_s": [(row["reprinted_s"] - row["complained_s"]) / 1000 for row in folder.tables["complaints"]
                      if row["order_id"] in done and row["reprinted_s"] is not None],
    }
