"""Recorded carpools, written again from docs/registers.md, docs/how-to/demand.md, docs/scenario.md and docs/columns.md: every request has to be a
passenger of the day in the register's file, every driver the car of a trip of the day."""

import datetime
import math
import re
import zoneinfo
from collections import Counter, defaultdict
from dataclasses import dataclass

from . import matrix, snapping
from .form import Verifier, to_ms

# Times that are a multiple of this were rounded up.
STEP = 600_000
# The passengers of one car board within this time.
LONGEST_TRIP = 4 * 3_600_000
# Coordinates have seven decimals.
SLACK = 1e-7
# The number of standard errors between a thinned count and its mean.
ERRORS = 5
TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?")


@dataclass(frozen=True)
class Ride:
    """A row of the register. Spans of milliseconds from second 0; ends as boxes of degrees, None where they are not published."""

    line: int
    key: int | str
    trip: str
    day: datetime.date
    start: tuple
    end: tuple
    origin: tuple | None
    destination: tuple | None
    seats: int | None


class Unreadable(Exception):
    """A register in a form that the documents do not describe."""


def clock_of(text: str, zone) -> tuple:
    """Returns a date and time on the local clock, whether it was rounded, and its offset as written."""
    match = TIME.fullmatch(text.strip())
    if match is None:
        raise Unreadable(f"the time {text!r}")
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    micro = int((match[7] or "0").ljust(6, "0")[:6])
    time = datetime.datetime(year, month, day, hour, minute, second, micro)
    is_rounded = minute % 10 == 0 and second == 0 and micro == 0
    offset = match[8]
    if offset is not None and zone is not None:
        digits = "+0000" if offset == "Z" else offset.replace(":", "").ljust(5, "0")
        away = datetime.timedelta(hours=int(digits[1:3]), minutes=int(digits[3:5])) * (-1 if digits[0] == "-" else 1)
        time = (time - away).replace(tzinfo=datetime.timezone.utc).astimezone(zone).replace(tzinfo=None)
    return time, is_rounded, offset


def box_of(longitude: str, latitude: str, is_blurred: bool):
    """Returns the cell of the places that are cut to these coordinates, or the place itself; None for a place that is not published."""
    texts = [longitude.strip(), latitude.strip()]
    if not all(texts):
        return None
    # Both have at least two decimals, and as many as the longer one: zeros at the end are not written.
    decimals = max(2, *(len(text.partition(".")[2]) for text in texts))
    spans = []
    for text in texts:
        value, size = float(text), 10**-decimals if is_blurred else 0
        # Cutting rounds towards zero; the sign of a coordinate cut to zero is unknown.
        spans.append((value - size if text.startswith("-") or value == 0 else value, value + size if value >= 0 else value))
    return tuple(spans)


class Register:
    """The rows of a register, in milliseconds from the scenario's second 0."""

    def __init__(self, folder, path, v: Verifier):
        scenario, trips = folder.scenario, folder.scenario["trips"]
        self.file = trips["file"]
        self.is_blurred = trips.get("blur", True) is not False
        self.zone = zoneinfo.ZoneInfo(scenario["time"]["zone"]) if scenario["time"].get("zone") else None
        self.names = trips.get("columns") or {}
        rows = list(matrix.rows_of(path))
        times = [[self.time(row, end) for end in ("start", "end")] for row in rows]
        self.date, self.zero = self.begin(scenario, trips, times, v)
        self.rides = [self.ride(line, row, *both) for line, (row, both) in enumerate(zip(rows, times), start=2)]
        self.check_form(times, v)
        self.take_period(scenario["time"], trips)

    def field(self, row, column: str) -> str:
        """Returns the text of a column, which the file may name differently; empty without the column."""
        return (row.get(self.names.get(column, column)) or "").strip()

    def time(self, row, end: str):
        """The time of an end of a row, in one column or two; None without."""
        text = self.field(row, f"journey_{end}_datetime")
        if not text:
            text = f"{self.field(row, f'journey_{end}_date')}T{self.field(row, f'journey_{end}_time')}".strip("T")
        return clock_of(text, self.zone) if text else None

    def begin(self, scenario, trips, times, v: Verifier):
        """Returns the day of the rows (None: any day) and the local time of second 0."""
        start, date = scenario["time"].get("start"), trips.get("date")
        zero = datetime.datetime.fromisoformat(start) if start else None
        if date is not None:
            date = datetime.date.fromisoformat(date)
            if zero is not None:
                v.check("register: the date is the day of the start", zero.date() == date, self.file, f"{date} and {start}")
        elif zero is None:
            days = sorted({time[0].date() for time, _ in times})
            v.check("register: a day is named where there are several", len(days) == 1, self.file, f"{len(days)} days")
            date = days[0]
        return date, zero or datetime.datetime.combine(date, datetime.time())

    def span(self, time) -> tuple:
        """Returns the first and the last millisecond of a time: the ten minutes up to a rounded time, or the time itself."""
        moment, is_rounded, _ = time
        exact = round((moment - self.zero) / datetime.timedelta(milliseconds=1))
        return (exact - STEP if is_rounded and self.is_blurred else exact, exact)

    def ride(self, line, row, start, end) -> Ride:
        """Returns the ride of a row."""
        first = self.span(start)
        if end is not None:
            last = self.span(end)
        else:
            minutes = round(60_000 * float(self.field(row, "journey_duration")))
            last = (first[0] + minutes, first[1] + minutes)
        boxes = [
            box_of(self.field(row, f"journey_{name}_lon"), self.field(row, f"journey_{name}_lat"), self.is_blurred)
            for name in ("start", "end")
        ]
        key, seats = self.field(row, "journey_id"), self.field(row, "passenger_seats")
        return Ride(line, int(key) if re.fullmatch(r"-?\d+", key) else key, self.field(row, "trip_id"), start[0].date(), first, last,
                    *boxes, int(float(seats)) if seats else None)  # fmt: skip

    def check_form(self, times, v: Verifier):
        """Rules about the file itself."""
        here = self.file
        offsets = {time[2] for both in times for time in both if time is not None and time[2] is not None}
        v.check("register: one offset where no zone is named", self.zone is not None or len(offsets) <= 1, here, f"{sorted(offsets)}")
        keys = Counter(ride.key for ride in self.rides)
        v.check("register: every journey_id once", len(keys) == len(self.rides), here)

    def take_period(self, time, trips):
        """Sets the rides that certainly belong to the day and the period, and those that belong to them for some draws."""
        begin = 0
        end = math.inf if time["duration_s"] is None else to_ms(time["duration_s"])
        shift = to_ms(trips["jitter_s"]) if trips.get("resample") == "jitter" else 0
        starts_at_midnight = time.get("start") is None
        self.sure, self.possible = {}, {}
        for ride in self.rides:
            if self.date is not None and ride.day != self.date:
                continue
            low, high = ride.start[0] - shift, ride.start[1] + shift
            if high < begin or low >= end:
                continue
            self.possible[ride.key] = ride
            # A draw before midnight of the day is set to midnight.
            if (low >= begin or starts_at_midnight) and (high < end):
                self.sure[ride.key] = ride
        self.shift = shift
        self.by_key = {ride.key: ride for ride in self.rides}
        self.cars = defaultdict(list)
        for ride in self.possible.values():
            self.cars[ride.trip].append(ride)

    def where(self, key) -> str:
        """Returns why a journey is not of the day."""
        ride = self.by_key.get(key)
        if ride is None:
            return f"{self.file} has no journey_id {key}"
        if self.date is not None and ride.day != self.date:
            return f"journey {key} began on {ride.day}, not on {self.date} ({self.file}:{ride.line})"
        return f"journey {key} began outside of the period ({self.file}:{ride.line})"


def clock(ms) -> str:
    """Milliseconds as seconds."""
    return "unknown" if ms is None else f"{ms / 1000:.3f}"


def text_of(box) -> str:
    """Returns a box in words."""
    if box is None:
        return "none"
    return ", ".join(f"{low:.7g}" if low == high else f"{low:.7g} to {high:.7g}" for low, high in box)


def lies(span: tuple, value, slack: float = 0) -> bool:
    """Whether a value lies in a span."""
    return span[0] - slack <= value <= span[1] + slack


def in_box(box: tuple, x: float, y: float) -> bool:
    """Whether a place lies in a box."""
    return lies(box[0], x, SLACK) and lies(box[1], y, SLACK)


class Side:
    """One side of a run against a register."""

    def __init__(self, folder, register: Register, name: str, v: Verifier):
        self.folder, self.register, self.name, self.v = folder, register, name, v
        self.rows = folder.tables[name]
        scenario = folder.scenario[{"requests": "demand", "drivers": "supply"}[name]]
        self.slack = {"requests": folder.request_slack, "drivers": folder.driver_slack}[name]
        self.key, self.time = {"requests": ("request_id", "submit_s"), "drivers": ("driver_id", "depart_s")}[name]
        self.is_moved = any(scenario.get(field) for field in ("lead_s", "flexibility_s")) or (name == "requests" and folder.plans_ahead)
        self.nodes = folder.snapping
        self.is_network = folder.scenario["space"]["kind"] == "network"

    def rule(self, name: str, holds, row, words: str = ""):
        """One case of a rule about a row."""
        self.v.check(f"register: {name}", holds, (self.name, row), words)

    def time_of(self, row):
        """Returns the start of the journey of a row; None if the tables do not have it."""
        slack = self.slack.get(row[self.key])
        if slack is not None:
            return slack["earliest_s"]
        return None if self.is_moved else row[self.time]

    def is_at(self, row, end: str, box: tuple) -> bool:
        """Whether an end of a row is a place in a box, or the node of such a place."""
        x, y = row[f"{end}_x"], row[f"{end}_y"]
        if box is None:
            # An unpublished place has coordinates of 0.
            return row["outcome"] == "refused_input" and (x, y) == (0, 0)
        if not self.is_network:
            return in_box(box, x, y)
        return self.nodes.stands_for(x, y, box) or row["outcome"] == "refused_input" and in_box(box, x, y)

    def reasons(self, row, origin, destinations: list) -> set | None:
        """Returns the causes for which a row from the box `origin` to one of `destinations` has to be refused; None if they are unknown."""
        outside = "off_network" if self.is_network else "outside_space"
        if origin is None or destinations and not any(destinations):
            return {outside}
        found = {outside} if None in destinations else set()
        ends = [(row[f"{end}_x"], row[f"{end}_y"]) for end in ("origin", "destination")]
        if self.is_network:
            if self.nodes.nodes is None and row["outcome"] == "refused_input":
                return None
            if any(self.nodes.is_off(*end) for end in ends):
                found.add("off_network")
        elif self.folder.scenario["space"]["kind"] == "geographic":
            space = self.folder.scenario["space"]
            edges = ((space["west"], space["east"]), (space["south"], space["north"]))
            if not all(lies(edge, value, SLACK) for end in ends for edge, value in zip(edges, end)):
                found.add("outside_space")
        if ends[0] == ends[1]:
            found.add("same_ends")
        metres = row["direct_m" if self.name == "requests" else "solo_m"]
        longest = self.folder.scenario["input"]["longest_trip_m"]
        if longest is not None and metres is not None and metres > longest + 0.06:
            found.add("too_long")
        return found

    def check_refusal(self, row, origin, destinations: list) -> set | None:
        """Checks that a row is refused if and only if there is a cause; returns the causes."""
        reasons = self.reasons(row, origin, destinations)
        if reasons is None:
            return None
        is_refused = row["outcome"] == "refused_input"
        if self.is_moved and is_refused and not reasons:
            return None  # a bad window
        words = f"{row[self.key]} is {row['outcome']}; causes to refuse it: {', '.join(sorted(reasons)) or 'none'}"
        self.rule("rows that cannot take part are refused, and no others", is_refused == bool(reasons), row, words)
        if is_refused and self.name == "requests":
            words = f"{row['cause']} instead of {' or '.join(sorted(reasons)) or 'none'}"
            self.rule("the cause of a refusal is the row's", row["cause"] in reasons, row, words)
        return reasons

    def check_number(self, found: int, whole: int, words: str):
        """Checks the number of thinned rows."""
        share = self.share()
        if share == 1:
            return
        error = ERRORS * math.sqrt(whole * share * (1 - share)) + 1
        self.v.check("register: as many take part as the shares say", abs(found - share * whole) <= error, f"{self.name}.csv",
                     f"{found} of {whole} {words}, with a share of {share:g}")  # fmt: skip

    def share(self) -> float:
        """The probability with which a row takes part."""
        trips = self.folder.scenario["trips"]
        share = self.folder.scenario.get("sample_share")
        return (1 if share is None else share) * (trips["thin_share"] if trips.get("resample") == "thin" else 1)


def check_requests(side: Side):
    """Checks that every request is a passenger of the day, with the row's time, ends and seats; without a sample, that none is missing."""
    folder, register, v = side.folder, side.register, side.v
    sizes = [size for size, weight in enumerate(folder.scenario["demand"]["party_size"], start=1) if weight > 0]
    for row in side.rows:
        ride = register.possible.get(row["request_id"])
        if ride is None:
            if not folder.has_recorded_offers:
                side.rule("every request is a passenger of the day", False, row, register.where(row["request_id"]))
            continue
        place = f"{register.file}:{ride.line}"
        side.rule("every request is a passenger of the day", True, row)
        # No seat counts as one.
        expected = sizes if ride.seats is None else [max(1, ride.seats)]
        words = f"{row['party_size']} instead of {' or '.join(map(str, expected))} ({place})"
        side.rule("a party is as large as the seats that it took", row["party_size"] in expected, row, words)
        time = side.time_of(row)
        if time is not None:
            span = (ride.start[0] - register.shift, ride.start[1] + register.shift)
            words = f"{clock(time)} instead of {' to '.join(dict.fromkeys(map(clock, span)))} ({place})"
            side.rule("a request comes when its journey began, within its rounding", time >= 0 and lies(span, time), row, words)
        for end, box in (("origin", ride.origin), ("destination", ride.destination)):
            words = f"{end} {row[f'{end}_x']}, {row[f'{end}_y']} instead of {text_of(box)} ({place})"
            side.rule("a request has the ends of its journey, within their rounding", side.is_at(row, end, box), row, words)
        side.check_refusal(row, ride.origin, [ride.destination])
    there = {row["request_id"] for row in side.rows}
    if side.share() == 1:
        for key, ride in register.sure.items():
            v.check("register: every passenger of the day is a request", key in there, "requests.csv",
                    f"journey {key} is missing ({register.file}:{ride.line})")  # fmt: skip
    side.check_number(len(there & register.sure.keys()), len(register.sure), "passengers")
    found = Counter(row["cause"] for row in side.rows if row["outcome"] == "refused_input")
    stated = folder.manifest["refused"]["requests"]["causes"]
    v.check("register: the manifest counts the causes", stated == dict(found), "manifest.json", f"requests {stated}, rows {dict(found)}")


def check_drivers(side: Side):
    """Checks that every driver is the car of a trip of the day, from the first start of its passengers to their last end."""
    folder, register, v = side.folder, side.register, side.v
    is_jittered = register.shift > 0
    asks = folder.requests if folder.scenario["demand"]["kind"] == "trips" else {}
    request_side = Side(folder, register, "requests", v)
    cars, reasons = {}, []
    for row in side.rows:
        key = row["driver_id"]
        if key in folder.owners or folder.has_recorded_offers and key in folder.offers:
            continue
        ride = register.possible.get(key)
        side.rule("every driver is the car of a passenger of the day", ride is not None, row, "" if ride else register.where(key))
        if ride is None:
            continue
        place = f"{register.file}:{ride.line}"
        side.rule("one car a trip", ride.trip not in cars, row, f"trip {ride.trip} has the cars {cars.get(ride.trip)} and {key}")
        cars[ride.trip] = key
        riders = register.cars[ride.trip]
        sure = [other for other in riders if other.key in register.sure]
        time = side.time_of(row)
        if time is not None:
            # Within the rounding of the passenger whose id the car has, and not after the last possible start of another.
            latest = min(other.start[1] for other in [ride, *sure])
            span = (ride.start[0] - register.shift, latest + register.shift)
            words = f"{clock(time)} instead of {' to '.join(dict.fromkeys(map(clock, span)))} ({place})"
            side.rule("a car leaves when its first passenger got on", time >= 0 and lies(span, time), row, words)
            for other in riders:
                asked = request_side.time_of(asks[other.key]) if other.key in asks else None
                if asked is None or is_jittered:
                    continue
                if other.key == key:
                    words = f"the car at {clock(time)}, passenger {key} at {clock(asked)}"
                    side.rule("a car leaves with the passenger whose id it has", time == asked, row, words)
                else:
                    words = f"the car at {clock(time)}, passenger {other.key} at {clock(asked)}"
                    side.rule("no passenger gets on before the car leaves", time <= asked, row, words)
        words = f"origin {row['origin_x']}, {row['origin_y']} instead of {text_of(ride.origin)} ({place})"
        side.rule("a car begins where its first passenger got on", side.is_at(row, "origin", ride.origin), row, words)
        if key in asks:
            words = f"the car at {row['origin_x']}, {row['origin_y']}, passenger {key} at {asks[key]['origin_x']}, {asks[key]['origin_y']}"
            side.rule("a car begins at the origin of the passenger whose id it has", is_alike(row, asks[key], "origin"), row, words)
        last = max(other.end[0] for other in sure or riders)
        # A journey does not end before its start.
        late = [other for other in riders if max(other.start[1], other.end[1]) >= last]
        goals = [other for other in late if side.is_at(row, "destination", other.destination)
                 and (other.key not in asks or is_alike(row, asks[other.key], "destination"))]  # fmt: skip
        words = f"destination {row['destination_x']}, {row['destination_y']}, where none of the journeys {[other.key for other in late]} ended"
        side.rule("a car ends where its last passenger got off", bool(goals), row, words)
        # A place at 0, 0 in a register may also be one that is not published.
        reasons.append((row, side.check_refusal(row, ride.origin, [other.destination for other in goals])))
    whole = {ride.trip for ride in register.sure.values()}
    if side.share() == 1:
        for trip in whole:
            v.check("register: every trip of the day is a driver", trip in cars, "drivers.csv", f"trip {trip} has no car")
    side.check_number(len(cars.keys() & whole), len(whole), "cars")
    check_apart(side, cars, asks)
    stated = folder.manifest["refused"]["drivers"]["causes"]
    if all(found is not None for _, found in reasons) and not folder.owners and not folder.has_recorded_offers:
        refused = [found for row, found in reasons if row["outcome"] == "refused_input"]
        holds = sum(stated.values()) == len(refused) and all(
            sum(found == {cause} for found in refused) <= count <= sum(cause in found for found in refused) for cause, count in stated.items())
        v.check("register: the manifest counts the causes", holds, "manifest.json", f"drivers {stated}, rows {list(map(sorted, refused))}")


def is_alike(row, request, end: str) -> bool:
    """Whether a car and a request have the same end."""
    return all(row[f"{end}_{axis}"] == request[f"{end}_{axis}"] for axis in "xy")


def check_apart(side: Side, cars: dict, asks: dict):
    """Checks that passengers and cars are thinned independently, by the number of cars that take part with their only passenger."""
    share = side.share()
    if share == 1 or side.folder.scenario["demand"]["kind"] != "trips":
        return
    alone = [trip for trip, riders in side.register.cars.items() if len(riders) == 1 and riders[0].key in side.register.sure]
    both = sum(trip in cars and cars[trip] in asks for trip in alone)
    mean = len(alone) * share * share
    error = ERRORS * math.sqrt(mean * (1 - share * share)) + 1
    side.v.check("register: passengers and cars are drawn apart", abs(both - mean) <= error, "drivers.csv",
                 f"{both} of {len(alone)} cars with one passenger take part with this one, about {mean:.0f} expected")  # fmt: skip


def check(folder, v: Verifier):
    """Checks the sides of a run that come from a register of carpools."""
    trips = folder.scenario.get("trips") or {}
    sides = [name for name, side in (("requests", "demand"), ("drivers", "supply")) if folder.scenario[side]["kind"] == "trips"]
    if trips.get("format") != "carpools" or not sides:
        return
    path = matrix.present(folder, "register", trips["file"])
    if path is None:
        v.notes.append(f"not checked, because {trips['file']} is not there as the run read it: that requests and drivers are those of the register")
        return
    if trips.get("resample") not in (None, False, "thin", "jitter"):
        v.notes.append("not checked, because travellers are drawn from the rows: that requests and drivers are those of the register")
        return
    folder.snapping = snapping.Nodes(folder)
    if folder.snapping.nodes is None and folder.scenario["space"]["kind"] == "network":
        v.notes.append("not checked, because the network is not a folder of nodes and links: that ends are at the nearest node")
    if folder.plans_ahead:
        v.notes.append("not checked, because passengers plan ahead: when the requests of the register come")
    try:
        register = Register(folder, path, v)
    except Unreadable as error:
        v.notes.append(f"not checked, because {trips['file']} is written in a way that the documents do not describe, {error}: requests and drivers")
        return
    check_cars(register, v)
    for name in sides:
        {"requests": check_requests, "drivers": check_drivers}[name](Side(folder, register, name, v))


def check_cars(register: Register, v: Verifier):
    """Checks that the passengers of one car board within four hours."""
    for trip, riders in register.cars.items():
        # The least time between the starts that the rounding allows.
        apart = max(ride.start[0] for ride in riders) - min(ride.start[1] for ride in riders)
        v.check("register: the passengers of a car get on within four hours", apart <= LONGEST_TRIP, register.file, f"trip {trip}: {clock(apart)} s")
