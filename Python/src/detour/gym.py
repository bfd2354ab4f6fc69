"""Environments of Gymnasium in which a learner decides who gets the offer of a seat.

    import detour.gym

    env = detour.gym.DetourEnv("quickstart", reward="match_rate")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(0)

A step is an attempt that has candidates; an episode is a run, that of `detour run` with the same seed where the
decisions are the same. `DetourVectorEnv` has several side by side, which is what training wants. docs/policies.md says
what is told, and how a policy that was learnt is run without all this.

It needs Gymnasium: `pip install 'detour-sim[gym]'`.
"""

from __future__ import annotations

import json
import math
import os
import struct
import subprocess
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from ._errors import DetourError
from ._program import WARNING, end, failure, program, refuse, warn
from ._scenario import Scenario, overrides, scenario_file

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("detour.gym needs Gymnasium: pip install 'detour-sim[gym]'") from error

__all__ = ["CANDIDATE", "REQUEST", "DetourEnv", "DetourVectorEnv"]

CANDIDATE = (
    "cost",
    "time_to_pickup_s",
    "added_detour_s",
    "added_driving_s",
    "distance_m",
    "agreement",
    "stops_ahead",
    "free_seats",
    "slack_left_s",
)
"""The fields of a candidate that are told unless others are named."""

REQUEST = ("direct_s", "direct_m", "party_size", "luggage")
"""Likewise of the request."""

LIMIT = 1e9
"""What stands for what never comes or has no limit; -1 stands for what is not known."""

Observation = dict[str, NDArray[Any]]
Reward = Union[str, Mapping[str, float]]

_BEGIN, _CHOOSE, _BOUND = 1, 2, 3
_NOBODY = -1


class _Program:
    """The program as it runs episodes for one lane, and what it says of them at its start."""

    def __init__(self, scenario: Scenario, fields: Mapping[str, Any] | None) -> None:
        path = program()
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        with scenario_file(scenario) as file:
            self.words = ["detour", "episodes", *overrides(fields, None), "--", str(file)]
            try:
                # Nothing may be read ahead: frames are read past Python's own buffers.
                self.process = subprocess.Popen(
                    [str(path), *self.words[1:]],
                    bufsize=0,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self.errors,
                    start_new_session=True,
                )
            except OSError as error:
                refuse(path, error)
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
            weakref.finalize(self, _stop, self.process)
            line = self.process.stdout.readline()
        if not line:
            self.fail()
        self.hello: dict[str, Any] = json.loads(line)

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
        raise failure(code, self.complaints(), self.words)

    def send(self, message: bytes | memoryview) -> None:
        try:
            os.write(self.input, message)
        except BrokenPipeError:
            self.fail()

    def receive(self, room: memoryview) -> None:
        """Fill `room` with what comes next."""
        taken = os.readv(self.output, [room])
        while taken < len(room):
            more = os.readv(self.output, [room[taken:]])
            if taken == 0 or more == 0:
                self.fail()
            taken += more

    def close(self) -> None:
        """End the program, which has nothing to put away."""
        _stop(self.process)
        self.errors.close()


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End `process` by the end of its input."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        end(process)


class _Lanes:
    """Episodes side by side, a program for each, whose frames are the rows of one table."""

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
    ) -> None:
        weights = {reward: 1.0} if isinstance(reward, str) else dict(reward)
        self.programs: list[_Program] = []
        try:
            for _ in range(count):
                self.programs.append(_Program(scenario, fields))
            hello = self.programs[0].hello
            warn(self.programs[0].warnings())
            self.candidate = _chosen(candidate, hello["candidate"], "a candidate")
            self.request = _chosen(request, hello["request"], "a request")
            self.market = [field["name"] for field in hello["market"]]
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
        }
        line = (json.dumps(answer) + "\n").encode()
        for lane in self.programs:
            lane.send(line)
        self._seeds = [int(hello["seed"])] * count
        self._next = [int(hello["replication"]) + lane for lane in range(count)]
        self._strides = [count] * count
        heading, each = len(self.market) + len(self.request), len(self.candidate)
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
        self._scores = np.zeros(count)
        self._known: list[dict[str, Any]] = [{} for _ in range(count)]
        self._messages = np.zeros((count, 5), np.int64)
        self._words = [memoryview(row).cast("B") for row in self._messages]  # type: ignore[arg-type]
        self._order = np.arange(places)

    @property
    def observation_space(self) -> spaces.Dict:
        def box(*shape: int) -> spaces.Box:
            return spaces.Box(-LIMIT, LIMIT, shape, np.float32)

        return spaces.Dict(
            {
                "market": box(len(self.market)),
                "request": box(len(self.request)),
                "candidates": box(self.places, len(self.candidate)),
                "mask": spaces.MultiBinary(self.places + 1),
            }
        )

    @property
    def action_space(self) -> spaces.Space[Any]:
        if self.bounds is None:
            return spaces.Discrete(self.places + 1)
        return spaces.Box(0, 1, (len(self.bounds),), np.float32)

    def seed(self, lane: int, seed: int, replication: int = 0) -> None:
        """Let the episodes of `lane` be those of `seed` from now on, replication by replication."""
        if not 0 <= seed < 2**64:
            raise DetourError(f"seed: {seed} is no number from 0 to 2^64 - 1")
        self._seeds[lane], self._next[lane], self._strides[lane] = seed, replication, 1

    def begin(self, lane: int, replication: int | None = None) -> None:
        """Let the next episode of `lane` begin; `receive` waits for its first attempt."""
        if replication is not None:
            self._next[lane] = replication
        message = struct.pack("<5Q", _BEGIN, self._seeds[lane], self._next[lane], 0, 0)
        self._next[lane] += self._strides[lane]
        self._scores[lane] = 0.0
        self.programs[lane].send(message)

    def decide(self, actions: NDArray[Any], lanes: Sequence[int]) -> NDArray[np.bool_]:
        """Send the decisions for `lanes`, and tell which are none, for they name nobody who is there."""
        if self.bounds is None:
            shown = np.minimum(self._heads[:, 1], self.places)
            places = np.asarray(actions, np.int64)
            wrong: NDArray[np.bool_] = (places >= shown) & (places != self.places)
            self._messages[:, 0] = _CHOOSE
            self._messages[:, 1] = np.where(places < shown, places, _NOBODY)
        else:
            wrong = np.zeros(len(self.programs), np.bool_)
            self._messages[:, 0] = _BOUND
            limits = np.full((len(self.programs), 4), math.inf)
            low, high = np.array(list(self.bounds.values())).T
            limits[:, [_NAMES.index(name) for name in self.bounds]] = low + np.clip(actions, 0, 1) * (
                high - low
            )
            self._messages[:, 1:] = limits.view(np.int64)
        for lane in lanes:
            self.programs[lane].send(self._words[lane])
        return wrong

    def receive(self, lane: int) -> bool:
        """Take the next frame of `lane`; whether its episode is over, of which `known` tells then."""
        self.programs[lane].receive(self._rooms[lane])
        kind, count = self._heads[lane].tolist()
        if kind == 0:
            return False
        text = bytearray(count)
        self.programs[lane].receive(memoryview(text))
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
        mask = np.empty((len(self.programs), self.places + 1), np.int8)
        np.less(self._order, shown[:, None], out=mask[:, :-1], casting="unsafe")
        mask[:, -1] = 1
        return {
            "market": self._market.copy(),
            "request": self._request.copy(),
            "candidates": self._candidates.copy(),
            "mask": mask,
        }

    def close(self) -> None:
        for lane in self.programs:
            lane.close()
        self.programs = []


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
    for name, (low, high) in bounds.items():
        if name not in _NAMES:
            raise DetourError(f"bounds: {name} is none; those are {', '.join(_NAMES)}", 65)
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


class DetourEnv(gymnasium.Env):  # type: ignore[misc]
    """A scenario as an environment: a step is an attempt that has candidates, an episode is a run.

    An observation is a dict of arrays: `market` (time, promise, funnel), `request`, `candidates`, a row for each in
    ascending order of the driver's id, and `mask`, 1 for each action that means something. `market_fields`,
    `request_fields` and `candidate_fields` name the columns. -1 stands for what is not known, 1e9 for no limit.

    An action is the row of a candidate, or `places` for nobody; one without a candidate counts as nobody, and
    `info["invalid"]` says so. With `bounds` it is what the radius and the limits are to be for this attempt, each from
    0 for the lower end of its range to 1 for the upper.

    The same seed has the same episodes as `detour run`: `reset(seed=s)` begins replication 0 of it, and each `reset`
    without a seed the next one. `info` of the last step has the run's `figures`, `seed` and `replication`.

    Parameters
    ----------
    scenario : str, path or dict
        As `detour.run` takes it.
    set : dict, optional
        Other values for fields, by their paths.
    candidate, request : sequence of str
        The fields that are told, by their names in docs/policies.md; ids are none.
    places : int
        How many candidates are told: of more those of least cost.
    bounds : dict, optional
        The ranges in which an action bounds `radius_m` (at most the scenario's), `max_detour_s`, `max_detour_ratio` or
        `max_wait_s`, each a pair. The candidate of least cost within them gets the offer.
    reward : str or dict
        The figures that a reward is made of, each with its weight: the rewards of an episode add up to the weighted
        figures of its run.
    review_s : float, optional
        How often the figures are taken while the run is under way, simulated seconds; if left out, all reward comes at
        the end. What they have gained since is then the reward.
    fingerprint : bool
        Whether `info` of the last step has the run's fingerprint, which takes a while.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        scenario: Scenario = "quickstart",
        set: Mapping[str, Any] | None = None,
        *,
        candidate: Sequence[str] = CANDIDATE,
        request: Sequence[str] = REQUEST,
        places: int = 16,
        bounds: Mapping[str, tuple[float, float]] | None = None,
        reward: Reward = "match_rate",
        review_s: float | None = None,
        fingerprint: bool = False,
    ) -> None:
        self._lanes = _Lanes(
            1, scenario, set, candidate, request, places, bounds, reward, review_s, fingerprint
        )
        self.market_fields = self._lanes.market
        self.request_fields = self._lanes.request
        self.candidate_fields = self._lanes.candidate
        self.observation_space = self._lanes.observation_space
        self.action_space = self._lanes.action_space
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode: that of `seed`, or the next replication; `options={"replication": 3}` names one."""
        super().reset(seed=seed)
        if seed is not None:
            self._lanes.seed(0, seed)
        self._lanes.begin(0, (options or {}).get("replication"))
        self._over = self._lanes.receive(0)
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Decide the attempt, and let the run go on to the next one that has candidates."""
        info: dict[str, Any] = {}
        # A run of which no attempt has a candidate is over before there is anything to decide.
        if not self._over:
            if self._lanes.decide(np.asarray(action)[None], [0])[0]:
                info["invalid"] = True
            self._over = self._lanes.receive(0)
        if self._over:
            info |= self._lanes.known(0)
        return self._observation(), float(self._lanes.rewards()[0]), self._over, False, info

    def _observation(self) -> Observation:
        return {name: rows[0] for name, rows in self._lanes.observation().items()}

    def close(self) -> None:
        """End the program."""
        self._lanes.close()


class DetourVectorEnv(VectorEnv):  # type: ignore[misc]
    """Several episodes of a scenario side by side, each in a process of its own, as `DetourEnv` has one.

    The next episode of one that is over begins while the others go on, and its first observation comes with the next
    step, whose action is not looked at (`AutoresetMode.NEXT_STEP`). `reset(seed=s)` begins the seeds s, s + 1, …;
    `reset(seed=[…])` names them. Without a seed the episodes are the replications of the scenario, each once.

    Parameters
    ----------
    num_envs : int
        How many; two for each processor keep them busy.
    scenario, set, candidate, request, places, bounds, reward, review_s, fingerprint
        As `DetourEnv` takes them.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        scenario: Scenario = "quickstart",
        set: Mapping[str, Any] | None = None,
        *,
        candidate: Sequence[str] = CANDIDATE,
        request: Sequence[str] = REQUEST,
        places: int = 16,
        bounds: Mapping[str, tuple[float, float]] | None = None,
        reward: Reward = "match_rate",
        review_s: float | None = None,
        fingerprint: bool = False,
    ) -> None:
        self._lanes = _Lanes(
            num_envs, scenario, set, candidate, request, places, bounds, reward, review_s, fingerprint
        )
        self.num_envs = num_envs
        self.market_fields = self._lanes.market
        self.request_fields = self._lanes.request
        self.candidate_fields = self._lanes.candidate
        self.single_observation_space = self._lanes.observation_space
        self.single_action_space = self._lanes.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        # Runs that ended before there was anything to decide, and episodes that have begun and were not looked at yet.
        self._over = np.zeros(num_envs, np.bool_)
        self._begun = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode in each; `options={"replication": 3}` begins with that one of each seed."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds = [seed + lane for lane in range(self.num_envs)] if isinstance(seed, int) else seed
        for lane in range(self.num_envs):
            if self._begun[lane]:
                self._lanes.receive(lane)
            own = None if seeds is None else seeds[lane]
            if own is not None:
                self._lanes.seed(lane, own)
            self._lanes.begin(lane, (options or {}).get("replication"))
        self._begun[:] = False
        for lane in range(self.num_envs):
            self._over[lane] = self._lanes.receive(lane)
        return self._lanes.observation(), {}

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Decide an attempt of each, and let the runs go on side by side."""
        infos: dict[str, Any] = {}
        deciding = ~(self._begun | self._over)
        # All of them work while the first is waited for.
        wrong = self._lanes.decide(np.asarray(actions), np.flatnonzero(deciding).tolist()) & deciding
        for lane in np.flatnonzero(deciding | self._begun).tolist():
            self._over[lane] = self._lanes.receive(lane)
        rewards = self._lanes.rewards()
        over = self._over.copy()
        # A run of which no attempt has a candidate is over with its first step.
        first = over & self._begun
        self._over = first
        self._begun = over & ~first
        over &= ~first
        for lane in np.flatnonzero(over).tolist():
            infos = self._add_info(infos, self._lanes.known(lane), lane)
            self._lanes.begin(lane)
        if wrong.any():
            infos |= {"invalid": wrong, "_invalid": wrong}
        return self._lanes.observation(), rewards, over, np.zeros_like(over), infos

    def close_extras(self, **kwargs: Any) -> None:
        """End the programs."""
        self._lanes.close()


gymnasium.register(
    "detour/Carpool-v0", entry_point="detour.gym:DetourEnv", vector_entry_point="detour.gym:DetourVectorEnv"
)
