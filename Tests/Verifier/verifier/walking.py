"""Passengers who walk to where a car meets them, written again from docs/columns.md and docs/model.md."""

from . import matrix, snapping, transfers
from .form import Row, Verifier, statistics, to_ms
from .meeting import metres

TABLES = {
    "walks": "request_id,cycle,attempt,pickup_x,pickup_y,dropoff_x,dropoff_y,walk_to_pickup_m,walk_to_pickup_s,"
    "walk_from_dropoff_m,walk_from_dropoff_s"
}
KEYS = {"walks": ["request_id", "cycle", "attempt"]}
# Metres have one decimal, and so have coordinates of a plane.
SLACK_M = 0.3


def reach(folder) -> float:
    """How far passengers walk; 0 where nobody does."""
    return folder.matching.get("walk_m") or 0


def read(folder):
    """Where the driver and the passenger of each offer would meet."""
    rows = folder.tables.get("walks", [])
    folder.walks = {(row["request_id"], row["cycle"], row["attempt"]): row for row in rows}


def of(folder, request: Row):
    """Where the passenger of the match that held gets on and off; None where nobody walks."""
    if request["match_s"] is None or not folder.attempts[request["request_id"]] or folder.is_planned(request):
        return None
    return folder.walks.get(transfers.key(folder.match_of(request)))


def time(row) -> int:
    """How long somebody walks in all."""
    return row["walk_to_pickup_s"] + row["walk_from_dropoff_s"] if row else 0


def place(folder, stop: Row, end: str):
    """Where a stop of a passenger who walks lies; None where nobody walks."""
    if transfers.is_vain(stop):
        return None
    request = folder.requests[stop["request_id"]]
    row = of(folder, request)
    if transfers.of(folder, request) is not None and stop["kind"] != "pickup":
        # Who is taken on by another driver than agreed walks to that car.
        onward = transfers.last_accepted(folder, request)
        row = onward and stop["kind"] != "transfer_dropoff" and folder.walks.get(transfers.key(onward)) or None
        if row is None and stop["kind"] != "dropoff":
            return None
    point = "pickup" if end == "origin" else "dropoff"
    return row and (row[point + "_x"], row[point + "_y"])


def pickup(folder, request: Row, arrive: int) -> int:
    """When a passenger is picked up by a car that arrives then."""
    row = of(folder, request)
    return max(arrive, folder.match_of(request)["time_s"] + row["walk_to_pickup_s"]) if row else arrive


def add(folder, settled: list, expected: dict):
    """The figures that the rows give grounds for."""
    if not reach(folder) or folder.plans_ahead:
        return
    rows = [of(folder, request) for request in settled if request["pickup_s"] is not None]
    rows = [row for row in rows if row]
    for figure, values, tolerance in (
        ("walk_m", [row["walk_to_pickup_m"] + row["walk_from_dropoff_m"] for row in rows], 0.16),
        ("walk_s", [time(row) / 1000 for row in rows], 0.001),
    ):
        for statistic, value in statistics(values).items():
            expected[figure, statistic] = (value, tolerance if statistic != "count" else 0)


# The columns of a place's coordinates, as files of places have them.
COORDINATES = [("lon", "lat"), ("x", "y"), ("Xlong", "Ylat"), ("stop_lon", "stop_lat")]


class Places:
    """The listed places at which passengers may be met; `places` is None where any point will do or the file is not as the run read it."""

    def __init__(self, folder):
        meeting = folder.matching.get("meeting") or {}
        self.places = None
        self.has_doors = meeting.get("door") is True
        path = matrix.present(folder, "meeting_places", meeting["file"]) if meeting.get("kind") == "places" else None
        if path is None:
            return
        rows = [row for row in matrix.rows_of(path) if (row.get("location_type") or "0").strip() == "0"]
        columns = next((pair for pair in COORDINATES if rows and set(pair) <= rows[0].keys()), None)
        if columns is None:
            return
        self.places = [tuple(float(row[column]) for column in columns) for row in rows]
        self.nodes = snapping.Nodes(folder) if folder.scenario["space"]["kind"] == "network" else None
        self.slack = matrix.SLACK[folder.is_geographic]

    def are_known(self) -> bool:
        """Whether there is a list of places, and how they lie on the network is known."""
        return self.places is not None and (self.nodes is None or self.nodes.nodes is not None)

    def has(self, x: float, y: float) -> bool:
        """Whether a listed place is there, or snaps to the node that is."""
        if self.nodes is not None:
            return any(self.nodes.stands_for(x, y, ((a, a), (b, b))) for a, b in self.places)
        return any(abs(x - a) <= self.slack and abs(y - b) <= self.slack for a, b in self.places)


def check(folder, v: Verifier):
    """Every walk, and that offers have one."""
    if not reach(folder):
        return
    places, seen = Places(folder), {}
    offers = {
        (row["request_id"], row["cycle"], row["attempt"])
        for row in folder.tables["attempts"]
        if row["driver_id"] is not None and folder.booking_of(row) is None
    }
    v.check("walks: a row for each offer on the road", set(folder.walks) == offers, "walks.csv")
    attempts = {(row["request_id"], row["cycle"], row["attempt"]): row for row in folder.tables["attempts"]}
    # What is as usual need not be written.
    speed = folder.matching.get("walk_speed_ms") or 1.3
    on_roads = folder.scenario["space"]["kind"] in ("city", "network")
    for key, row in folder.walks.items():
        here = ("walks", row)
        request, attempt = folder.requests[key[0]], attempts.get(key)
        for end, point, column in (("origin", "pickup", "walk_to_pickup"), ("destination", "dropoff", "walk_from_dropoff")):
            at = (row[point + "_x"], row[point + "_y"])
            asks_from = transfers.origin(folder, attempt) if end == "origin" and attempt is not None else None
            straight = metres(folder, *at, *(asks_from or (request[f"{end}_x"], request[f"{end}_y"])))
            v.near("walks: metres are the straight line", row[column + "_m"], straight, SLACK_M, here)
            v.check("walks: nobody walks beyond walk_m", row[column + "_m"] <= reach(folder) + 0.05, here)
            v.near("walks: seconds are metres ÷ walk_speed_ms", row[column + "_s"], 1000 * row[column + "_m"] / speed,
                   50 / speed + 1, here)  # fmt: skip
            if folder.scenario["space"]["kind"] in ("plane", "torus") and straight > SLACK_M and not folder.matching.get("meeting"):
                grid = folder.matching.get("walk_grid_m") or 100
                off = max(abs(value - grid * round(value / grid)) for value in at)
                v.check("walks: points lie on the grid", off <= 0.051, here, f"{off:.1f} m off")
            if places.are_known() and attempt is not None and not (places.has_doors and straight <= SLACK_M):
                seen[at] = seen[at] if at in seen else places.has(*at)
                v.check("walks: points are listed places", seen[at], here, f"{point} at {at}")
        # On a network a corner may have the place of another.
        same = (row["pickup_x"], row["pickup_y"]) == (row["dropoff_x"], row["dropoff_y"])
        v.check("walks: nobody gets off where they got on", not same or time(row) == 0 or on_roads, here)
        if attempt is not None:
            v.check("walks: nobody is picked up before they are there",
                    attempt["time_to_pickup_s"] >= row["walk_to_pickup_s"], here)  # fmt: skip
    for request in folder.tables["requests"]:
        row = of(folder, request)
        if row and request["dropoff_s"] is not None and request["latest_dropoff_s"] is not None:
            there = request["dropoff_s"] + row["walk_from_dropoff_s"]
            v.check("walks: who walks from the drop-off is there in time", there <= request["latest_dropoff_s"] + 10,
                    ("requests", request))  # fmt: skip
