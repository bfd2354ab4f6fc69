"""Policies in Python: a function that chooses a driver, asked by the simulator at each attempt.

    import detour.policy

    @detour.policy
    def choose(attempt):
        return min(attempt.candidates, key=lambda c: c.added_detour_s)

The function gets an `Attempt` and returns one of its candidates, the id of a driver, or None for nobody; or a pair of
that and a text that says why, which `detour explain` shows. It must depend on the attempt alone; for chance there is
`attempt.random`, 64 bits that hang on scenario and seed.

What else it takes are its parameters: `def choose(attempt, alpha=0.2)` is given what the scenario has at
`matching.policy.parameters.alpha`, and the default where that says nothing.

`@policy(decides="windows")` makes a policy that decides the requests of a window together, as `batch` does: its
function gets a `Window` and returns pairs of it.

`choose` stays a function that can be called and tested. `choose.command` is the command that starts it as a process:
what a scenario names as `matching.policy.command`, and what `detour.run(..., policy=choose)` uses. A script can also be
named by hand (`{command: ["python3", "mine.py"]}`) where it ends with

    if __name__ == "__main__":
        choose.serve()

Standard output belongs to the answers: while a policy is served, `print` goes to standard error, and what is written
there ends the run. Log to a file.

Only the standard library is used; Python 3.9 or later.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import sys
import types
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Callable, TextIO, Union, overload

__all__ = [
    "Attempt",
    "Candidate",
    "Driver",
    "Funnel",
    "Pair",
    "Policy",
    "Promise",
    "Request",
    "StandingCar",
    "Window",
    "policy",
]

PROTOCOL = 1
"""The version of the messages that this module speaks."""

Id = Union[int, str]
"""What the files call a driver or a request: a number, or a name."""

Choice = Union["Candidate", Id, dict[str, float], None]
"""Whom a policy may choose: a candidate, the id of its driver, None for nobody; or a radius and limits, by name."""

Taken = Union["Pair", tuple[Id, Id], tuple[Id, Id, str]]
"""A pair that a policy takes: one of the window's, or the ids of request and driver, and a text that says why."""

Answer = Union[Choice, tuple[Choice, str], Iterable[Taken]]
"""What a policy may return: whom it chooses, or a pair of that and why; of a window the pairs that it takes."""


class _Fields:
    """Fields of a message, by attribute; `x["name"]` works too, also for fields of a newer simulator."""

    __slots__ = ("_fields",)

    def __init__(self, fields: dict[str, Any]):
        self._fields = fields

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._fields[name]
        except KeyError:
            kind, known = type(self).__name__, ", ".join(self._fields)
            advice = ""
            if name in type(self).__annotations__:
                advice = f"; to be told it in any case, name it in @policy({kind.lower()}=[…])"
            raise AttributeError(f"{kind} has no field {name}; it has {known}{advice}") from None

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._fields == other._fields

    def __hash__(self) -> int:
        return hash(frozenset(self._fields.items()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._fields})"

    def as_dict(self) -> dict[str, Any]:
        """Return all fields, as the message has them."""
        return self._fields


class Request(_Fields):
    """A passenger's request. Times are seconds since the start; coordinates are metres, or degrees on the globe."""

    __slots__ = ()
    request_id: Id  #: Its id in the files.
    submit_s: float  #: The submission time, s.
    origin_x: float  #: x (m) or longitude (°) of the pickup.
    origin_y: float  #: y (m) or latitude (°) of the pickup.
    destination_x: float  #: x (m) or longitude (°) of the drop-off.
    destination_y: float  #: y (m) or latitude (°) of the drop-off.
    direct_s: float  #: The duration of the direct trip, s.
    direct_m: float  #: The length of the direct trip, m.
    party_size: int  #: The party size.
    luggage: int  #: The number of pieces of luggage.
    probe: bool  #: Whether the request is a probe: for measurement, never assigned.
    earliest_pickup_s: float  #: The earliest pickup; a car that arrives earlier waits, s.
    patience_s: float | None  #: The time after submission at which the party leaves, s; None if it does not.
    smoker: bool | None  #: Whether the passenger smokes.
    sex: str | None  #: "f" or "m".
    age: int | None  #: The age in years.
    wants_smoker: bool | None  #: Whether the driver should smoke; None for no wish.
    wants_sex: str | None  #: The desired sex of the driver; None for no wish.
    wants_age_min: int | None  #: The minimum desired age.
    wants_age_max: int | None  #: The maximum desired age.
    wants_required: bool  #: Whether the wishes are requirements; otherwise they count in the cost.
    # In a window only, which has no probes.
    cycle: int  #: The number of the cycle, from 1.
    attempt: int  #: The number of the attempt within its cycle, from 1.
    latest_pickup_s: float | None  #: The latest pickup that would be promised, s; None without a limit.
    latest_dropoff_s: float | None  #: The latest drop-off that would be promised, s; None without a limit.
    max_ride_s: float | None  #: The longest ride that would be promised, s; None without a limit.


class Candidate(_Fields):
    """A driver who may get the offer: the two circles hold, and a pair of stops keeps every limit."""

    __slots__ = ()
    driver: Id  #: The driver's id in the files.
    cost: int  #: Weighted milliseconds by matching.weights; lower is better.
    time_to_pickup_s: float  #: The time from now until the driver would reach the passenger, s.
    detour_s: float  #: The former name of `added_detour_s`, s.
    added_driving_s: float  #: The added driving time, s.
    distance_m: float  #: The straight-line distance from the reported position to the pickup, m.
    agreement: float  #: The share of stated wishes that are met, on both sides, 0 to 1.
    reported_x: float  #: x (m) or longitude (°) of the driver's reported position.
    reported_y: float  #: y (m) or latitude (°) of the driver's reported position.
    pickup_after: int  #: The number of the driver's planned stops before the pickup.
    dropoff_after: int  #: The number of the driver's planned stops before the drop-off.
    stops_ahead: int  #: The number of planned stops for passengers.
    free_seats: int  #: The number of seats free now.
    served: int  #: The number of requests that the driver has dropped off so far.
    value: int  #: The value of the pair of stops under matching.insertion.objective; lower is better.
    seats: int  #: The total number of seats that the driver offers.
    luggage_room: int  #: The total luggage capacity, in pieces.
    depart_s: float  #: The driver's departure, planned or actual, s.
    origin_x: float  #: x (m) or longitude (°) of the driver's origin.
    origin_y: float  #: y (m) or latitude (°) of it.
    destination_x: float | None  #: x (m) or longitude (°) of the destination; None for a waiting car.
    destination_y: float | None  #: y (m) or latitude (°) of it.
    solo_s: float  #: The duration of the driver's solo trip, s.
    solo_m: float  #: The length of the driver's solo trip, m.
    smoker: bool | None  #: Whether the driver smokes.
    sex: str | None  #: "f" or "m".
    age: int | None  #: The age in years.
    wants_smoker: bool | None  #: Whether passengers should smoke; None for no wish.
    wants_sex: str | None  #: The desired sex of passengers; None for no wish.
    wants_age_min: int | None  #: The minimum desired age.
    wants_age_max: int | None  #: The maximum desired age.
    wants_required: bool  #: Whether the wishes are requirements; otherwise they count in the cost.
    added_detour_s: (
        float  #: The delay of the driver's arrival due to this passenger, stops and waiting included, s.
    )
    promised_detour_s: float  #: The delay of the driver's arrival due to accepted passengers, s.
    total_detour_s: float  #: The sum of both, to which the limits apply, s.
    max_detour_s: float | None  #: The maximum of `total_detour_s`, s; None without a limit.
    max_detour_ratio: float | None  #: The maximum of `total_detour_s` ÷ `solo_s`; None without a limit.
    arrive_s: float | None  #: The driver's arrival with this passenger, s; None for a waiting car.
    latest_arrive_s: float | None  #: The driver's latest arrival, s; None if not given.
    slack_s: (
        float | None
    )  #: The further detour that these limits allow beyond the promised one, s; None without a limit.
    slack_left_s: float | None  #: The slack left with this passenger: `slack_s` − `added_detour_s`, s.
    # The walks are there where passengers walk (`matching.walk_m`), and wherever a policy asks for them by name.
    walk_to_pickup_m: float  #: The passenger's straight-line walk to the car, m.
    walk_from_dropoff_m: float  #: The passenger's straight-line walk from the drop-off, m.


class Promise(_Fields):
    """The promise to the passenger; None where there is no limit."""

    __slots__ = ()
    latest_pickup_s: float | None  #: The latest pickup, s.
    latest_dropoff_s: float | None  #: The latest drop-off, s.
    max_ride_s: float | None  #: The longest ride, s.


class Funnel(_Fields):
    """The number of drivers left after each stage of the rule."""

    __slots__ = ()
    drivers_active: int  #: The drivers announced or under way.
    in_radius: int  #: Reported within r of the pickup.
    on_route: int  #: With a later route point within r of the destination.
    with_seats: int  #: With seats and room for luggage.
    with_preferences: int  #: With compatible required wishes.
    within_limits: int  #: With a pair of stops that keeps every limit: the candidates.


class StandingCar(_Fields):
    """A car that waits, stands and has no offer: it can be moved."""

    __slots__ = ()
    driver: Id  #: The driver's id in the files.
    x: float  #: x (m) or longitude (°) of its position.
    y: float  #: y (m) or latitude (°) of it.


class Attempt:
    """One attempt to find a driver for a request."""

    __slots__ = ("_message", "_moves", "candidates", "request")

    def __init__(self, message: dict[str, Any]):
        self._message = message
        self._moves: list[dict[str, Any]] = []
        self.candidates: list[Candidate] = [Candidate(fields) for fields in message["candidates"]]
        """Who may get the offer, in ascending order of the driver's id."""
        self.request = Request(message["request"])
        """The passenger who asks."""

    @property
    def time_s(self) -> float:
        """When it is decided: seconds since the scenario's start."""
        return float(self._message["time_s"])

    @property
    def cycle(self) -> int:
        """The number of the cycle, from 1."""
        return int(self._message["cycle"])

    @property
    def attempt(self) -> int:
        """The number of the attempt within the cycle, from 1."""
        return int(self._message["attempt"])

    @property
    def random(self) -> int:
        """64 bits drawn evenly, the same each time for (seed, replication, request, cycle, attempt).

        `attempt.candidates[attempt.random % len(attempt.candidates)]` is anybody; `random.Random(attempt.random)` draws
        more.
        """
        return int(self._message["random"])

    @property
    def promise(self) -> Promise:
        """What the passenger would be promised."""
        return Promise(self._message["promise"])

    @property
    def standing(self) -> list[StandingCar]:
        """The cars that wait and stand free; where `@policy(standing=True)` requests them."""
        return [StandingCar(fields) for fields in self._message.get("standing", [])]

    def move(self, car: StandingCar | Id, x: float, y: float) -> None:
        """Send a car that stands to a place, where it waits.

        Parameters
        ----------
        car : StandingCar, or the id of its driver
            Another one than that which gets the offer.
        x, y : float
            The place: metres, or degrees on the globe.
        """
        driver = car.driver if isinstance(car, StandingCar) else car
        self._moves.append({"driver": driver, "x": float(x), "y": float(y)})

    @property
    def funnel(self) -> Funnel:
        """The number of drivers left after each stage of the rule."""
        return Funnel(self._message["funnel"])

    def __repr__(self) -> str:
        return f"Attempt({self._message})"


class Driver(_Fields):
    """A driver of a window without an open offer, with a seat for one more person on some leg ahead."""

    __slots__ = ()
    driver: Id  #: The driver's id in the files.
    reported_x: float  #: x (m) or longitude (°) of the driver's reported position.
    reported_y: float  #: y (m) or latitude (°) of the driver's reported position.
    stops_ahead: int  #: The number of planned stops for passengers.
    free_seats: int  #: The number of seats free now.
    served: int  #: The number of requests that the driver has dropped off so far.
    seats: int  #: The total number of seats that the driver offers.
    luggage_room: int  #: The total luggage capacity, in pieces.
    depart_s: float  #: The driver's departure, planned or actual, s.
    origin_x: float  #: x (m) or longitude (°) of the driver's origin.
    origin_y: float  #: y (m) or latitude (°) of it.
    destination_x: float | None  #: x (m) or longitude (°) of the destination; None for a waiting car.
    destination_y: float | None  #: y (m) or latitude (°) of it.
    solo_s: float  #: The duration of the driver's solo trip, s.
    solo_m: float  #: How long the way of that trip is, m.
    smoker: bool | None  #: Whether the driver smokes.
    sex: str | None  #: "f" or "m".
    age: int | None  #: The age in years.
    wants_smoker: bool | None  #: Whether passengers should smoke; None for no wish.
    wants_sex: str | None  #: The desired sex of passengers; None for no wish.
    wants_age_min: int | None  #: The minimum desired age.
    wants_age_max: int | None  #: The maximum desired age.
    wants_required: bool  #: Whether the wishes are requirements; otherwise they count in the cost.
    promised_detour_s: float  #: How much later than alone the driver will arrive for accepted passengers, s.
    max_detour_s: float | None  #: The limit of the total detour, s; None without a limit.
    max_detour_ratio: float | None  #: The limit of the total detour ÷ `solo_s`; None without a limit.
    latest_arrive_s: float | None  #: The latest arrival at the destination, s; None without one.
    slack_s: (
        float | None
    )  #: The detour that these limits allow beyond the promised one, s; None without a limit.
    own_request: Id | None  #: The request of the same person, who may ride instead; None for a driver only.


class Pair(_Fields):
    """A request and a driver who can take it: the two circles hold, and a pair of stops keeps every limit.

    `request_id`, `driver` and `cost` are there unless `@policy(pair=[…])` names the fields.
    """

    __slots__ = ()
    request_id: Id  #: What the files call the request.
    driver: Id  #: The driver's id in the files.
    cost: int  #: Weighted milliseconds by matching.weights; lower is better.
    time_to_pickup_s: float  #: The time from now until the driver would reach the passenger, s.
    added_driving_s: float  #: The added driving time, s.
    distance_m: float  #: The straight-line distance from the reported position to the pickup, m.
    agreement: float  #: The share of stated wishes that are met, on both sides, 0 to 1.
    pickup_after: int  #: The number of the driver's planned stops before the pickup.
    dropoff_after: int  #: The number of them before the drop-off.
    value: int  #: The value of the pair of stops under matching.insertion.objective; lower is better.
    added_detour_s: float  #: How much later the driver would arrive for this passenger, s.
    total_detour_s: float  #: With the detour promised so far, which the limits are compared with, s.
    arrive_s: float | None  #: The driver's arrival with this passenger, s; None for a waiting car.
    slack_left_s: float | None  #: The driver's slack behind this passenger, s; None without a limit.
    walk_to_pickup_m: float  #: How far the passenger would walk to the car, m; 0 where nobody walks.
    walk_from_dropoff_m: float  #: How far the passenger would walk from where the car stops, m.
    saved_mm: int  #: `direct_m` of the request − the driver's added distance, mm: what `saved_km` adds up.
    in_batch: int  #: 1 for a pair that `batch` chooses in this window, 0 for any other.


class Window:
    """The requests of a window at its end, and the drivers who can take them."""

    __slots__ = ("_message", "batch", "drivers", "pairs", "requests")

    def __init__(self, message: dict[str, Any], batch: dict[str, Any] | None = None):
        self._message = message
        self.batch: dict[str, Any] = batch or {}
        """The rules of matching.batch: window_s, objective, unmatched_cost_s, commit, notice_s and riders."""
        self.requests: list[Request] = [Request(fields) for fields in message["requests"]]
        """All requests to be decided."""
        self.drivers: list[Driver] = [Driver(fields) for fields in message["drivers"]]
        """All drivers with room, in ascending order of id, including those in no pair."""
        self.pairs: list[Pair] = [Pair(fields) for fields in message["pairs"]]
        """All feasible pairs, in the order of requests and then of drivers."""

    @property
    def time_s(self) -> float:
        """The end of the window: seconds since the scenario's start."""
        return float(self._message["time_s"])

    @property
    def random(self) -> int:
        """64 bits drawn evenly, the same each time for (seed, replication, end of the window)."""
        return int(self._message["random"])

    def __repr__(self) -> str:
        return f"Window({self._message})"


Function = Callable[..., Answer]


class Policy:
    """A function that chooses, with what starts it as a process. `policy` makes one.

    Attributes
    ----------
    function : callable
        What chooses.
    name : str
        What results call the policy: the function's name unless another is given.
    """

    def __init__(
        self,
        function: Function,
        name: str | None = None,
        candidate: Sequence[str] | None = None,
        request: Sequence[str] | None = None,
        without_candidates: bool = False,
        standing: bool = False,
        decides: str = "requests",
        driver: Sequence[str] | None = None,
        pair: Sequence[str] | None = None,
        without_pairs: bool = False,
    ):
        functools.update_wrapper(self, function)
        self.function = function
        self.name: str = name or function.__name__
        self.decides: str = decides
        self._hello: dict[str, Any] = {"protocol": PROTOCOL}
        _check_scope(decides, candidate, without_candidates, standing, driver, pair, without_pairs)
        if decides == "windows":
            self._hello["decides"] = decides
            if driver is not None:
                self._hello["driver"] = list(driver)
            if pair is not None:
                self._hello["pair"] = [*(name for name in ("request_id", "driver") if name not in pair), *pair]
            if without_pairs:
                self._hello["without_pairs"] = True
        if candidate is not None:
            self._hello["candidate"] = list(candidate) if "driver" in candidate else ["driver", *candidate]
        if request is not None:
            self._hello["request"] = list(request)
        if without_candidates:
            self._hello["without_candidates"] = True
        if standing:
            self._hello["standing"] = True
        self._given: dict[str, Any] = {}
        self._batch: dict[str, Any] = {}

    #: The time limit for each answer, s. Before the first one Python imports the modules of the policy, which takes
    #: long on a busy machine.
    timeout_s = 60

    def __call__(self, attempt: Union[Attempt, Window], **parameters: Any) -> Answer:
        """Return what the function returns."""
        return self.function(attempt, **parameters)

    def __repr__(self) -> str:
        return f"<policy {self.name}>"

    @property
    def command(self) -> list[str]:
        """The words that start the policy as a process.

        A function of a file is read from that file: its module is executed, but not what stands below
        `if __name__ == "__main__"`. One of a notebook or a prompt is written into a file of its own, with the imports,
        the functions and the plain values that it uses.

        Raises
        ------
        TypeError
            Where neither works, as for a lambda or a function within another one.
        RuntimeError
            In the policy's own process, which would start others without end.
        """
        if _serving:
            raise RuntimeError(
                f"the file of the policy {self.name} starts runs while it is read by the policy's own process; put what"
                ' starts runs below `if __name__ == "__main__":`'
            )
        # Here, since the process of a policy needs none of it.
        from ._policy_source import home

        file, function = home(self)
        runner = Path(__file__).resolve().with_name("policy_process.py")
        return [sys.executable, str(runner), file, function]

    def serve(self, lines: TextIO | None = None, answers: TextIO | None = None) -> None:
        """Answer the messages of a simulator until it tells the end.

        Parameters
        ----------
        lines : text file, optional
            Where the messages come from; standard input if left out.
        answers : text file, optional
            Where the answers go; standard output if left out.
        """
        if answers is None:
            answers = _take_output()
        # Bytes are read, since their text is parsed as JSON anyway.
        for line in sys.stdin.buffer if lines is None else lines:
            message = json.loads(line)
            kind = message["type"]
            if kind == "attempt":
                answer = self._answer(Attempt(message))
            elif kind == "window":
                answer = self._pairs(Window(message, self._batch))
            elif kind == "hello":
                if message["protocol"] != PROTOCOL:
                    raise SystemExit(
                        f"the simulator speaks protocol {message['protocol']} and this package {PROTOCOL}; install the"
                        " package of the simulator's version"
                    )
                answer = self._greeted(message)
            elif kind == "end":
                return
            else:
                continue
            answers.write(json.dumps(answer, separators=(",", ":")) + "\n")
            answers.flush()

    def _greeted(self, message: dict[str, Any]) -> dict[str, Any]:
        """Take the parameters that hello gives, and return the answer to it."""
        self._batch = message.get("batch", {})
        # A simulator from before parameters does not speak of them, and is not answered of them.
        if "parameters" not in message:
            return self._hello
        self._given = message["parameters"]
        taken, needed, anything = _parameters(self.function)
        others = [name for name in self._given if anything and name not in taken]
        answer = {**self._hello, "parameters": [*taken, *others]}
        missing = [name for name in needed if name not in self._given]
        if missing:
            answer["refused"] = (
                f"{missing[0]} has no default; give it as matching.policy.parameters.{missing[0]}"
            )
        return answer

    def _pairs(self, window: Window) -> dict[str, Any]:
        pairs = []
        answer: Any = self.function(window, **self._given)
        for taken in answer or []:
            if isinstance(taken, Pair):
                taken = (taken.request_id, taken.driver)
            pairs.append(dict(zip(("request_id", "driver", "why"), map(_plain, taken))))
        return {"pairs": pairs}

    def _answer(self, attempt: Attempt) -> dict[str, Any]:
        answer = self._chosen(attempt)
        return {**answer, "move": attempt._moves} if attempt._moves else answer

    def _chosen(self, attempt: Attempt) -> dict[str, Any]:
        choice = self.function(attempt, **self._given)
        why: str | None = None
        if isinstance(choice, tuple):
            choice, why = choice
        if isinstance(choice, dict):
            return dict(choice) if why is None else {**choice, "why": why}
        driver = _plain(choice.driver if isinstance(choice, Candidate) else choice)
        return {"driver": driver} if why is None else {"driver": driver, "why": why}


def _plain(value: Any) -> Any:
    """Return a whole number of numpy as one of Python, whose json knows no other."""
    if value is not None and not isinstance(value, (int, str)) and hasattr(value, "__index__"):
        return value.__index__()
    return value


def _check_scope(
    decides: str,
    candidate: Sequence[str] | None,
    without_candidates: bool,
    standing: bool,
    driver: Sequence[str] | None,
    pair: Sequence[str] | None,
    without_pairs: bool,
) -> None:
    """Refuse options that have no effect on what the policy decides."""
    if decides not in ("requests", "windows"):
        raise TypeError(f'decides={decides!r}; give "requests" or "windows"')
    options = {
        "requests": {
            "candidate": candidate is not None,
            "without_candidates": without_candidates,
            "standing": standing,
        },
        "windows": {"driver": driver is not None, "pair": pair is not None, "without_pairs": without_pairs},
    }
    for scope, given in options.items():
        for name, is_given in given.items():
            if is_given and scope != decides:
                raise TypeError(
                    f'{name} is of policies that decide {scope}; leave it out, or give decides="{scope}"'
                )


def _parameters(function: Function) -> tuple[list[str], list[str], bool]:
    """Return what a function takes beside the attempt, what of it has no default, and whether it takes anything."""
    # Here, since the process of a policy without parameters starts faster without it.
    code = getattr(function, "__code__", None)
    if code is not None and code.co_argcount + code.co_kwonlyargcount <= 1 and not code.co_flags & 0x08:
        return [], [], False
    import inspect

    known = list(inspect.signature(function).parameters.values())[1:]
    named = [one for one in known if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    anything = any(one.kind == one.VAR_KEYWORD for one in known)
    return [one.name for one in named], [one.name for one in named if one.default is one.empty], anything


@overload
def policy(function: Function) -> Policy: ...


@overload
def policy(
    *,
    name: str | None = None,
    candidate: Sequence[str] | None = None,
    request: Sequence[str] | None = None,
    without_candidates: bool = False,
    standing: bool = False,
    decides: str = "requests",
    driver: Sequence[str] | None = None,
    pair: Sequence[str] | None = None,
    without_pairs: bool = False,
) -> Callable[[Function], Policy]: ...


def policy(
    function: Function | None = None,
    *,
    name: str | None = None,
    candidate: Sequence[str] | None = None,
    request: Sequence[str] | None = None,
    without_candidates: bool = False,
    standing: bool = False,
    decides: str = "requests",
    driver: Sequence[str] | None = None,
    pair: Sequence[str] | None = None,
    without_pairs: bool = False,
) -> Union[Policy, Callable[[Function], Policy]]:
    """Make a function a policy: `@policy`, or `@policy(candidate=["added_detour_s"])`.

    Parameters
    ----------
    function : callable
        What chooses: it is given an `Attempt` and returns one of its candidates, the id of a driver, None for nobody,
        or bounds by name, as {"radius_m": 700}; or a pair of that and a text that says why. What else it takes are
        parameters, which a scenario gives by name.
    name : str, optional
        What results call the policy; the function's name if left out.
    candidate, request : list of str, optional
        The fields that it reads, all if left out: the fewer, the less a message costs.
    without_candidates : bool
        Whether it is asked at attempts too that have no candidate.
    standing : bool
        Whether it is told which cars wait and stand, as `attempt.standing`; `attempt.move` sends them somewhere.
    decides : str
        "requests", or "windows": the function is then given a `Window` and returns the pairs that it takes, each a
        `Pair` or the ids of request and driver, with or without a text that says why; each request, driver and person
        once.
    driver, pair : list of str, optional
        The fields of drivers and of pairs that it reads in a window: of drivers all if left out, of pairs `cost`.
    without_pairs : bool
        Whether it is asked at the end of windows too that have no feasible pair.

    Returns
    -------
    Policy
        It can be called as the function can.
    """

    def made(function: Function) -> Policy:
        return Policy(
            function,
            name,
            candidate,
            request,
            without_candidates,
            standing,
            decides,
            driver,
            pair,
            without_pairs,
        )

    return made if function is None else made(function)


class _Decorator(types.ModuleType):
    """The module as the decorator that it holds: `detour.policy` is both, however it was imported."""

    def __call__(self, function: Function | None = None, **options: Any) -> Any:
        """Make a function a policy; see `policy` in this module."""
        return policy(function, **options) if function is not None else policy(**options)


sys.modules[__name__].__class__ = _Decorator


# What starts a policy as a process.

_serving = False


def serve_file(path: str, name: str) -> None:
    """Read the file at `path` as a module and serve its policy `name`: what the process of a policy does.

    Parameters
    ----------
    path : str
        A file of Python.
    name : str
        What the policy, or a plain function that chooses, is called in it.
    """
    global _serving
    _serving = True
    answers = _take_output()
    file = Path(path).absolute()
    # As Python itself does for a script.
    sys.path.insert(0, str(file.parent))
    spec = importlib.util.spec_from_file_location(f"detour_policy_of_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path}: is no Python file; name a policy's file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    found = getattr(module, name, None)
    if isinstance(found, Policy):
        found.serve(answers=answers)
    elif callable(found):
        Policy(found, name).serve(answers=answers)
    else:
        raise SystemExit(f"{path}: has no policy {name}; decorate a function of the module with @policy")


def _take_output() -> TextIO:
    """Return standard output for answers; what is printed by mistake goes to standard error, and looks like none."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    return answers
