"""Episodes of the program: what it is told and says over its pipes, for one lane or for several side by side."""

from __future__ import annotations

import json
import math
import os
import struct
import subprocess
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from typing import IO, Any, Union

import numpy as np
from numpy.typing import NDArray

from ._errors import DetourError
from ._program import WARNING, end, failure, program, refuse, warn
from ._scenario import Scenario, overrides, scenario_file

Observation = dict[str, NDArray[Any]]
Reward = Union[str, Mapping[str, float]]

# The most places that the program offers, and more lanes than any machine has use for.
MOST_PLACES, MOST_LANES = 4096, 1024

_BEGIN, _CHOOSE, _BOUND, _TAKE = 1, 2, 3, 4
# The numbers of a pair before its fields: its request, its driver, and the request of the same person as the driver.
_SIDES = 3
_NOBODY = -1


class EpisodeProgram:
    """The program as it runs episodes for `count` lanes, and what it says of them at its start."""

    def __init__(self, scenario: Scenario, fields: Mapping[str, Any] | None, count: int) -> None:
        path = program()
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        # For each lane a pipe that leads there and one that leads back.
        there, back = [os.pipe() for _ in range(count)], [os.pipe() for _ in range(count)]
        self.inputs, self.outputs = [ours for _, ours in there], [ours for ours, _ in back]
        theirs = [heard for heard, _ in there] + [said for _, said in back]
        lanes = [word for (heard, _), (_, said) in zip(there, back) for word in ("--lane", f"{heard}:{said}")]
        with scenario_file(scenario) as file:
            self.words = ["detour", "episodes", *overrides(fields, None), *lanes, "--", str(file)]
            try:
                self.process = subprocess.Popen(
                    [str(path), *self.words[1:]],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=self.errors,
                    pass_fds=theirs,
                    start_new_session=True,
                )
            except OSError as error:
                _close(self.inputs + self.outputs)
                refuse(path, error)
            finally:
                _close(theirs)
            self.close = weakref.finalize(self, _stop, self.process, self.errors, self.inputs + self.outputs)
            # The scenario has been read when all are greeted.
            hellos = [self._line(lane) for lane in range(count)]
        self.hello: dict[str, Any] = json.loads(hellos[0])

    def _line(self, lane: int) -> bytes:
        """Return the line that comes next; nothing behind it is read, for that would be a frame."""
        line = b""
        while not line.endswith(b"\n"):
            byte = os.read(self.outputs[lane], 1)
            if not byte:
                self.fail()
            line += byte
        return line

    def warnings(self) -> list[str]:
        """Return what the program has warned of so far."""
        lines = self.complaints().splitlines()
        return [line.partition(WARNING)[2] for line in lines if line.startswith("detour: " + WARNING)]

    def complaints(self) -> str:
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace")

    def fail(self) -> None:
        """Raise what the program ended with."""
        code = self.process.wait()
        complaints = self.complaints()
        self.close()
        raise failure(code, complaints, self.words)

    def send(self, lane: int, message: bytes | memoryview) -> None:
        if not self.inputs:
            raise DetourError("this environment is closed; make another one")
        try:
            os.write(self.inputs[lane], message)
        except BrokenPipeError:
            self.fail()

    def receive(self, lane: int, room: memoryview) -> None:
        """Fill `room` with what comes next."""
        if not self.outputs:
            raise DetourError("this environment is closed; make another one")
        taken = os.readv(self.outputs[lane], [room])
        while taken < len(room):
            more = os.readv(self.outputs[lane], [room[taken:]])
            if taken == 0 or more == 0:
                self.fail()
            taken += more


def _close(descriptors: Sequence[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def _stop(process: subprocess.Popen[bytes], errors: IO[bytes], descriptors: Sequence[int]) -> None:
    """End `process`, which has nothing to put away, by the end of its inputs."""
    _close(descriptors)
    errors.close()
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        end(process)


class Lanes:
    """Episodes side by side in one program, whose frames are the rows of one table."""

    def __init__(
        self,
        count: int,
        scenario: Scenario,
        fields: Mapping[str, Any] | None,
        candidate: Sequence[str],
        request: Sequence[str],
        places: int,
        bounds: Mapping[str, tuple[float, float]] | None,
        reward: Reward,
        review_s: float | None,
        fingerprint: bool,
        decides: str = "requests",
    ) -> None:
        if decides not in ("requests", "windows"):
            raise DetourError(f'decides: {decides!r}; give "requests" or "windows"', 65)
        self.decides_windows = decides == "windows"
        if self.decides_windows and bounds is not None:
            raise DetourError("bounds: a window is decided by pairs; leave out bounds, or decides", 65)
        count = _whole("num_envs", count, 1, MOST_LANES)
        places = _whole("places", places, 1, MOST_PLACES)
        weights = {reward: 1.0} if isinstance(reward, str) else dict(reward)
        self.program = EpisodeProgram(scenario, fields, count)
        try:
            hello = self.program.hello
            warn(self.program.warnings())
            extras = hello["pair"] if self.decides_windows else []
            self.candidate = _chosen(candidate, hello["candidate"] + extras, "a candidate")
            self.request = _chosen(request, hello["request"], "a request")
            heading = hello["window" if self.decides_windows else "market"]
            self.market = [field["name"] for field in heading]
            if hello["decides"] == "windows" and not self.decides_windows:
                warn(["matching.policy: windows are not decided, for the learner decides each request"])
            for name in weights:
                if name not in hello["figures"]:
                    raise DetourError(f"reward: {name} is no figure of this scenario, as match_rate is", 65)
            self.bounds = _bounds(bounds, hello)
        except BaseException:
            self.close()
            raise
        self.places = places
        self.weights = np.array(list(weights.values()))
        answer = {
            "protocol": 1,
            "candidate": self.candidate,
            "request": self.request,
            "places": places,
            "figures": list(weights),
            "review_s": review_s,
            "fingerprint": fingerprint,
            "decides": decides,
        }
        line = (json.dumps(answer) + "\n").encode()
        for lane in range(count):
            self.program.send(lane, line)
        self._count = count
        self._seeds = [int(hello["seed"])] * count
        self._next = [int(hello["replication"]) + lane for lane in range(count)]
        self._strides = [count] * count
        heading, each = len(self.market) + len(self.request), len(self.candidate)
        if self.decides_windows:
            heading, each = len(self.market), _SIDES + len(self.request) + len(self.candidate)
        start = 8 + 8 * len(weights)
        length = start + 4 * (heading + places * each)
        # Rows begin at whole words.
        frames = np.zeros((count, (length + 7) // 8 * 8), np.uint8)
        self._rooms = [memoryview(row[:length]) for row in frames]  # type: ignore[arg-type]
        self._heads = frames[:, :8].view(np.int32)
        self._figures = frames[:, 8:start].view(np.float64)
        numbers = frames[:, start:length].view(np.float32)
        self._market = numbers[:, : len(self.market)]
        self._request = numbers[:, len(self.market) : heading]
        self._candidates = numbers[:, heading:].reshape(count, places, each)
        if self.decides_windows:
            self._sides, self._request, self._candidates = np.split(
                self._candidates, [_SIDES, _SIDES + len(self.request)], axis=2
            )
        self._scores = np.zeros(count)
        self._known: list[dict[str, Any]] = [{} for _ in range(count)]
        self._messages = np.zeros((count, 5), np.int64)
        self._words = [memoryview(row).cast("B") for row in self._messages]  # type: ignore[arg-type]
        self._order = np.arange(places)

    def seed(self, lane: int, seed: int, replication: int = 0) -> None:
        """Let the episodes of `lane` be those of `seed` from now on, replication by replication."""
        seed = _whole("seed", seed, 0, 2**64 - 1)
        self._seeds[lane], self._next[lane], self._strides[lane] = seed, replication, 1

    def begin(self, lane: int, replication: int | None = None) -> dict[str, Any]:
        """Let the next episode of `lane` begin, and return which it is; `receive` waits for its first attempt."""
        if replication is not None:
            self._next[lane] = _whole("replication", replication, 0, 2**64 - 1)
        begun = {"seed": self._seeds[lane], "replication": self._next[lane]}
        message = struct.pack("<5Q", _BEGIN, begun["seed"], begun["replication"], 0, 0)
        self._next[lane] += self._strides[lane]
        self._scores[lane] = 0.0
        self.program.send(lane, message)
        return begun

    def decide(self, actions: NDArray[Any], lanes: Sequence[int]) -> NDArray[np.bool_]:
        """Send the decisions for `lanes`, and return which are invalid; those count as nobody."""
        shape = (self._count,) if self.bounds is None else (self._count, len(self.bounds))
        if actions.shape != shape or actions.dtype.kind not in "biuf":
            words = " × ".join(map(str, actions.shape[1:] or actions.shape))
            wanted = "one number" if self.bounds is None else f"{len(self.bounds)} numbers"
            raise DetourError(
                f"action: {words} values of {actions.dtype} for {self._count} episodes; give {wanted} each"
            )
        wrong: NDArray[np.bool_]
        if self.bounds is None:
            shown = np.minimum(self._heads[:, 1], self.places)
            # Comparisons with NaN are false.
            meant = (actions >= 0) & (actions < shown) & (actions == np.floor(actions))
            wrong = ~meant & (actions != self.places)
            self._messages[:, 0] = _CHOOSE
            self._messages[:, 1] = np.where(meant, actions, _NOBODY)
        else:
            wrong = np.isnan(actions).any(axis=1)
            self._messages[:, 0] = _BOUND
            limits = np.full((self._count, 4), math.inf)
            low, high = np.array(list(self.bounds.values())).T
            limits[:, [_NAMES.index(name) for name in self.bounds]] = low + np.clip(actions, 0, 1) * (
                high - low
            )
            self._messages[:, 1:] = limits.view(np.int64)
            self._messages[wrong, 0], self._messages[wrong, 1] = _CHOOSE, _NOBODY
        for lane in lanes:
            self.program.send(lane, self._words[lane])
        return wrong

    def take(self, actions: NDArray[Any], lanes: Sequence[int]) -> list[list[int]]:
        """Send the pairs taken for `lanes`, and return the rows that are left out of each episode's.

        A row is left out if it is no pair, or if its request, its driver or one of their persons is in a row before it.
        """
        if actions.shape != (self._count, self.places) or actions.dtype.kind not in "biuf":
            words = " × ".join(map(str, actions.shape[1:] or actions.shape))
            raise DetourError(
                f"action: {words} values of {actions.dtype} for {self._count} episodes; give {self.places} each,"
                " 1 for a pair that is taken"
            )
        left_out: list[list[int]] = [[] for _ in range(self._count)]
        for lane in lanes:
            shown = min(int(self._heads[lane, 1]), self.places)
            rows, drivers = set[int](), set[int]()
            # Who rides, and whose car drives.
            driving, taken = set[int](), []
            for row in np.flatnonzero(np.nan_to_num(actions[lane]) > 0.5).tolist():
                if row >= shown:
                    left_out[lane].append(row)
                    continue
                request, driver, own = self._sides[lane, row].astype(int).tolist()
                if request in rows or driver in drivers or request in driving or own in rows:
                    left_out[lane].append(row)
                    continue
                rows.add(request)
                drivers.add(driver)
                if own >= 0:
                    driving.add(own)
                taken.append(row)
            message = struct.pack("<5Q", _TAKE, len(taken), 0, 0, 0) + np.array(taken, "<i4").tobytes()
            self.program.send(lane, message)
        return left_out

    def receive(self, lane: int) -> bool:
        """Take the next frame of `lane`; whether its episode is over, of which `known` tells then."""
        self.program.receive(lane, self._rooms[lane])
        kind, count = self._heads[lane].tolist()
        if kind == 0:
            return False
        text = bytearray(count)
        self.program.receive(lane, memoryview(text))
        known = json.loads(text)
        figures = known["figures"].items()
        known["figures"] = {name: math.nan if value is None else float(value) for name, value in figures}
        self._known[lane] = known
        self._heads[lane, 1] = 0
        return True

    def known(self, lane: int) -> dict[str, Any]:
        """Return what is known of the last episode of `lane`: its seed, replication, figures and fingerprint."""
        return self._known[lane]

    def rewards(self) -> NDArray[np.float64]:
        """Return what the figures have gained in each lane since this was last asked."""
        scores: NDArray[np.float64] = np.nan_to_num(self._figures) @ self.weights
        gained = scores - self._scores
        self._scores = scores
        return gained

    def observation(self) -> Observation:
        shown = np.minimum(self._heads[:, 1], self.places)
        told = {
            "market": self._market.copy(),
            "request": self._request.copy(),
            "candidates": self._candidates.copy(),
        }
        is_shown = self._order < shown[:, None]
        if self.decides_windows:
            sides = np.where(is_shown[:, :, None], self._sides, -1)
            return {**told, "pairs": sides.astype(np.int32), "mask": is_shown.astype(np.int8)}
        mask = np.ones((self._count, self.places + 1), np.int8)
        mask[:, :-1] = is_shown
        return {**told, "mask": mask}

    def close(self) -> None:
        self.program.close()
        # Other files may have their numbers from now on.
        self.program.inputs, self.program.outputs = [], []


def _whole(name: str, value: Any, low: int, high: int) -> int:
    """Return `value` as an int, if it is a whole number from `low` to `high`."""
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or not low <= value <= high:
        most = "2^64 - 1" if high == 2**64 - 1 else str(high)
        raise DetourError(f"{name}: {value!r}; give a whole number from {low} to {most}", 65)
    return int(value)


_NAMES = ["radius_m", "max_detour_s", "max_detour_ratio", "max_wait_s"]


def _chosen(wanted: Sequence[str], fields: Sequence[Mapping[str, str]], what: str) -> list[str]:
    """Return the names of `fields` that are `wanted`, in the order in which the program tells them."""
    names = [field["name"] for field in fields]
    for name in wanted:
        if name not in names:
            raise DetourError(f"{name} is no number of {what}; those are {', '.join(names)}", 65)
    return [name for name in names if name in wanted]


def _bounds(
    bounds: Mapping[str, tuple[float, float]] | None, hello: Mapping[str, Any]
) -> dict[str, tuple[float, float]] | None:
    """Return the ranges of the bounds in the order in which the program knows them."""
    if bounds is None:
        return None
    for name, ends in bounds.items():
        if name not in _NAMES:
            raise DetourError(f"bounds: {name} is none; those are {', '.join(_NAMES)}", 65)
        if len(ends) != 2:
            raise DetourError(f"bounds: {name} has {len(ends)} numbers; give its lower and upper end", 65)
        low, high = ends
        if not 0 <= low < high < math.inf:
            raise DetourError(f"bounds: {name} goes from {low} to {high}; give two numbers of 0 or more", 65)
    widest = hello["radius_m"]
    if "radius_m" in bounds and bounds["radius_m"][1] > widest:
        raise DetourError(
            f"bounds: radius_m goes up to {bounds['radius_m'][1]}, and candidates are found within"
            f" matching.radius_m, {widest} m; widen that",
            65,
        )
    return {name: bounds[name] for name in _NAMES if name in bounds}
