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

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._errors import DetourError
from ._lanes import Lanes, Observation, Reward
from ._scenario import Scenario

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("detour.gym needs Gymnasium: pip install 'detour-sim[gym]'") from error

__all__ = ["CANDIDATE", "REQUEST", "DetourEnv", "DetourVectorEnv", "Observation"]

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


PLACES = {"requests": 16, "windows": 256}
"""The number of candidates, or of pairs of a window, that are told unless another is given."""


def _observation_space(lanes: Lanes) -> spaces.Dict:
    """Return the space of what is told of one lane."""

    def box(*shape: int) -> spaces.Box:
        return spaces.Box(-LIMIT, LIMIT, shape, np.float32)

    told: dict[str, spaces.Space[Any]] = {
        "market": box(len(lanes.market)),
        "request": box(len(lanes.request)),
        "candidates": box(lanes.places, len(lanes.candidate)),
        "mask": spaces.MultiBinary(lanes.places + 1),
    }
    if lanes.decides_windows:
        told["request"] = box(lanes.places, len(lanes.request))
        told["pairs"] = spaces.Box(-1, int(LIMIT), (lanes.places, 3), np.int32)
        told["mask"] = spaces.MultiBinary(lanes.places)
    return spaces.Dict(told)


def _action_space(lanes: Lanes) -> spaces.Space[Any]:
    """Return the space of what is decided for one lane."""
    if lanes.decides_windows:
        return spaces.MultiBinary(lanes.places)
    if lanes.bounds is None:
        return spaces.Discrete(lanes.places + 1)
    return spaces.Box(0, 1, (len(lanes.bounds),), np.float32)


class DetourEnv(gymnasium.Env):  # type: ignore[misc]
    """A scenario as an environment: a step is an attempt that has candidates, an episode is a run.

    An observation is a dict of arrays: `market` (time, promise, funnel), `request`, `candidates`, a row for each in
    ascending order of the driver's id, and `mask`, 1 for each action that means something. `market_fields`,
    `request_fields` and `candidate_fields` name the columns. -1 stands for what is not known, 1e9 for no limit.

    An action is the row of a candidate, or `places` for nobody; any other number, such as -100 or NaN, counts as
    nobody, and `info["invalid"]` says so. With `bounds` it is what the radius and the limits are to be for this
    attempt, each from 0 for the lower end of its range to 1 for the upper.

    The same seed has the same episodes as `detour run`: `reset(seed=s)` begins replication 0 of it, and each `reset`
    without a seed the next one. An environment that was given no seed draws one at its first `reset`, as Gymnasium
    asks, so that several side by side differ; where `options` names the replication it has the scenario's seed. `info`
    of a reset and of the last step has the run's `seed` and `replication`, of the last step its `figures` too.

    Parameters
    ----------
    scenario : str, path or dict
        As `detour.run` takes it.
    set : dict, optional
        Other values for fields, by their paths.
    candidate, request : sequence of str
        The fields that are told, by their names in docs/policies.md; ids are none.
    places : int, optional
        How many candidates are told: of more those of least cost; 16, or 256 pairs of a window, if left out.
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
    decides : str
        "requests", or "windows": a step is then a window that has feasible pairs, of a scenario whose policy is `batch`
        or `stable`. `candidates` and `request` have a row for each pair, `mask` is 1 for each row that is one, and
        `pairs` has for each the numbers of its request and of its driver in the window, and the number of the driver's
        own request, -1 without one. `saved_mm` and `in_batch` are fields of a candidate too. An action has a 1 for each
        pair that is taken. A row that is no pair, or whose request, driver or person is in an earlier row, is left out,
        and `info["invalid"]` lists these rows.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        scenario: Scenario = "quickstart",
        set: Mapping[str, Any] | None = None,
        *,
        candidate: Sequence[str] = CANDIDATE,
        request: Sequence[str] = REQUEST,
        places: int | None = None,
        bounds: Mapping[str, tuple[float, float]] | None = None,
        reward: Reward = "match_rate",
        review_s: float | None = None,
        fingerprint: bool = False,
        decides: str = "requests",
    ) -> None:
        places = PLACES.get(decides, 16) if places is None else places
        self._lanes = Lanes(
            1, scenario, set, candidate, request, places, bounds, reward, review_s, fingerprint, decides
        )
        self.market_fields = self._lanes.market
        self.request_fields = self._lanes.request
        self.candidate_fields = self._lanes.candidate
        self.observation_space = _observation_space(self._lanes)
        self.action_space = _action_space(self._lanes)
        self._over = True
        self._has_begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode: that of `seed`, or the next replication; `options={"replication": 3}` names one."""
        super().reset(seed=seed)
        replication = (options or {}).get("replication")
        if seed is None and replication is None and not self._has_begun:
            seed = int(self.np_random.integers(2**63))
        if seed is not None:
            self._lanes.seed(0, seed)
        begun = self._lanes.begin(0, replication)
        self._over = self._lanes.receive(0)
        self._has_begun = True
        return self._observation(), begun

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Decide the attempt, and let the run go on to the next one that has candidates."""
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("call reset() before the first step()")
        info: dict[str, Any] = {}
        # A run of which no attempt has a candidate is over before there is anything to decide.
        if not self._over:
            if self._lanes.decides_windows:
                left_out = self._lanes.take(np.asarray(action)[None], [0])[0]
                if left_out:
                    info["invalid"] = left_out
            elif self._lanes.decide(np.asarray(action)[None], [0])[0]:
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
    """Several episodes of a scenario side by side, each on a thread of one program.

    The next episode of one that is over begins while the others go on, and its first observation comes with the next
    step, whose action is not looked at (`AutoresetMode.NEXT_STEP`). `reset(seed=s)` begins the seeds s, s + 1, …;
    `reset(seed=[…])` names them. Without a seed the episodes are the replications of the scenario, each once.

    Parameters
    ----------
    num_envs : int
        How many; two for each processor keep them busy.
    scenario, set, candidate, request, places, bounds, reward, review_s, fingerprint, decides
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
        places: int | None = None,
        bounds: Mapping[str, tuple[float, float]] | None = None,
        reward: Reward = "match_rate",
        review_s: float | None = None,
        fingerprint: bool = False,
        decides: str = "requests",
    ) -> None:
        places = PLACES.get(decides, 16) if places is None else places
        self._lanes = Lanes(
            num_envs, scenario, set, candidate, request, places, bounds, reward, review_s, fingerprint, decides
        )
        self.num_envs = num_envs
        self.market_fields = self._lanes.market
        self.request_fields = self._lanes.request
        self.candidate_fields = self._lanes.candidate
        self.single_observation_space = _observation_space(self._lanes)
        self.single_action_space = _action_space(self._lanes)
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
        if seeds is not None and len(seeds) != self.num_envs:
            raise DetourError(
                f"seed: {len(seeds)} seeds for {self.num_envs} environments; give one for each", 65
            )
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
        lanes = np.flatnonzero(deciding).tolist()
        if self._lanes.decides_windows:
            left_out = self._lanes.take(np.asarray(actions), lanes)
            wrong = np.array([bool(rows) for rows in left_out])
        else:
            wrong = self._lanes.decide(np.asarray(actions), lanes) & deciding
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
            rows = wrong
            if self._lanes.decides_windows:
                rows = np.empty(self.num_envs, object)
                rows[:] = left_out
            infos |= {"invalid": rows, "_invalid": wrong}
        return self._lanes.observation(), rewards, over, np.zeros_like(over), infos

    def close_extras(self, **kwargs: Any) -> None:
        """End the programs."""
        self._lanes.close()


gymnasium.register(
    "detour/Carpool-v0", entry_point="detour.gym:DetourEnv", vector_entry_point="detour.gym:DetourVectorEnv"
)
