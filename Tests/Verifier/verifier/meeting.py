"""How far passengers and drivers are from each other, and what they wish of each other."""

import math

from .form import Row

EARTH_RADIUS_M = 6_371_008.8


def metres(folder, x1, y1, x2, y2) -> float:
    """The straight-line distance in the scenario's space."""
    space = folder.scenario["space"]
    if space["kind"] == "torus":
        side = space["side_m"]
        dx, dy = (x1 - x2 + side / 2) % side - side / 2, (y1 - y2 + side / 2) % side - side / 2
        return math.hypot(dx, dy)
    if space["kind"] in ("plane", "city") or not folder.is_geographic:
        return math.hypot(x1 - x2, y1 - y2)
    a1, a2, b = math.radians(y1), math.radians(y2), math.radians(x1 - x2)
    h = math.sin((a1 - a2) / 2) ** 2 + math.cos(a1) * math.cos(a2) * math.sin(b / 2) ** 2
    return 2 * EARTH_RADIUS_M * math.asin(min(1, math.sqrt(h)))


def agreement(wisher: Row, other: Row) -> tuple[int, int]:
    """How many wishes one side states, and how many of them the other side meets."""
    wishes = [
        other[trait] == wisher["wants_" + trait] for trait in ("smoker", "sex") if wisher["wants_" + trait] is not None
    ]
    low, high = wisher["wants_age_min"], wisher["wants_age_max"]
    if low is not None or high is not None:
        age = other["age"]
        wishes.append(age is not None and (low is None or low <= age) and (high is None or age <= high))
    return len(wishes), sum(wishes)
