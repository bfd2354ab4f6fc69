"""The policies of detour.policy, as functions and as processes that answer messages.

It needs nothing but Python: `python3 tests/test_policy.py` goes too.
"""

from __future__ import annotations

import io
import json
import linecache
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

SOURCES = Path(__file__).resolve().parents[1] / "src"
sys.path.insert(0, str(SOURCES))

from detour.policy import Answer, Attempt, Candidate, Choice, Pair, Policy, Window, policy  # noqa: E402

HELLO: dict[str, Any] = {"type": "hello", "protocol": 1}
ATTEMPT: dict[str, Any] = {
    "type": "attempt",
    "time_s": 60.5,
    "cycle": 1,
    "attempt": 2,
    "random": 2**64 - 1,
    "request": {"request_id": 5, "party_size": 2},
    "promise": {"latest_pickup_s": 900, "latest_dropoff_s": None, "max_ride_s": None},
    "funnel": {"drivers_active": 9, "in_radius": 4, "on_route": 3},
    "candidates": [{"driver": 3, "detour_s": 60, "cost": 9}, {"driver": 7, "detour_s": 30.5, "cost": 4}],
}
WINDOW: dict[str, Any] = {
    "type": "window",
    "time_s": 60,
    "random": 2**64 - 1,
    "requests": [{"request_id": 5}, {"request_id": "r"}],
    "drivers": [{"driver": 3, "own_request": None}, {"driver": 7, "own_request": "r"}],
    "pairs": [
        {"request_id": 5, "driver": 3, "cost": 9},
        {"request_id": 5, "driver": 7, "cost": 4},
        {"request_id": "r", "driver": 3, "cost": 2},
    ],
}
END: dict[str, Any] = {"type": "end"}


@policy
def least_detour(attempt: Attempt) -> Candidate:
    """The least detour."""
    return min(attempt.candidates, key=lambda c: c.detour_s)


@policy(name="few", candidate=["cost"], request=[], without_candidates=True)
def cheapest(attempt: Attempt) -> Answer:
    return min(attempt.candidates, key=lambda c: c.cost, default=None), "cheap"


@policy
def narrow(attempt: Attempt) -> Answer:
    return {"radius_m": 700.0}, "rush"


@policy(decides="windows", pair=["cost"], driver=[], without_pairs=True)
def cheapest_pair(window: Window, least: int = 0) -> Any:
    """The one pair of least cost."""
    return sorted((pair for pair in window.pairs if pair.cost >= least), key=lambda pair: pair.cost)[:1]


@policy(decides="windows")
def reasoned(window: Window) -> Any:
    return [(window.requests[0].request_id, window.drivers[1].driver, window.batch["objective"])]


def always(choice: Choice) -> Policy:
    """A policy that no process could find, since it stands in a function."""
    return policy(lambda attempt: choice)


def exchange(chosen: Policy, *messages: dict[str, Any]) -> list[Any]:
    """What a policy answers to messages, one after the other."""
    answers = io.StringIO()
    chosen.serve(io.StringIO("".join(json.dumps(message) + "\n" for message in messages)), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def process(command: list[str], *messages: dict[str, Any], **options: Any) -> tuple[list[Any], int, str]:
    """What the process of a command answers, with its exit code and its error stream."""
    text = "".join(json.dumps(message) + "\n" for message in messages)
    ended = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, **options)
    return [json.loads(line) for line in ended.stdout.splitlines()], ended.returncode, ended.stderr


def python(*words: str, told: str | None = None) -> str:
    """What Python prints, called with `words` and told a text."""
    environment = dict(os.environ, PYTHONPATH=str(SOURCES))
    ended = subprocess.run(
        [sys.executable, *words], input=told, capture_output=True, text=True, timeout=60, env=environment
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


class AttemptTest(unittest.TestCase):
    def test_fields_are_attributes(self) -> None:
        attempt = Attempt(ATTEMPT)
        self.assertEqual(
            (attempt.time_s, attempt.cycle, attempt.attempt, attempt.random), (60.5, 1, 2, 2**64 - 1)
        )
        self.assertEqual((attempt.request.request_id, attempt.request.party_size), (5, 2))
        self.assertEqual((attempt.promise.latest_pickup_s, attempt.promise.max_ride_s), (900, None))
        self.assertEqual(attempt.funnel.on_route, 3)
        self.assertEqual([c.driver for c in attempt.candidates], [3, 7])
        self.assertEqual(attempt.candidates[1]["detour_s"], 30.5)

    def test_a_field_that_is_not_there_is_told_with_those_that_are(self) -> None:
        with self.assertRaisesRegex(
            AttributeError, "Candidate has no field price; it has driver, detour_s, cost"
        ):
            _ = Attempt(ATTEMPT).candidates[0].price

    def test_a_field_that_was_not_told_is_told_how_to_have_it(self) -> None:
        with self.assertRaisesRegex(
            AttributeError, r"Candidate has no field walk_to_pickup_m; .* name it in @policy\(candidate="
        ):
            _ = Attempt(ATTEMPT).candidates[0].walk_to_pickup_m

    def test_messages_of_the_same_fields_are_equal(self) -> None:
        once, again = Attempt(ATTEMPT).candidates, Attempt(json.loads(json.dumps(ATTEMPT))).candidates
        self.assertEqual(once, again)
        self.assertEqual(len({*once, *again}), 2)

    def test_every_field_is_documented(self) -> None:
        self.assertIn("detour_s", Candidate.__annotations__)


class PolicyTest(unittest.TestCase):
    def test_it_stays_a_function(self) -> None:
        attempt = Attempt(ATTEMPT)
        self.assertEqual(least_detour(attempt), attempt.candidates[1])
        self.assertEqual(least_detour.__doc__, "The least detour.")
        self.assertEqual((least_detour.name, cheapest.name), ("least_detour", "few"))

    def test_messages_are_answered(self) -> None:
        self.assertEqual(
            exchange(least_detour, HELLO, ATTEMPT, ATTEMPT, END), [{"protocol": 1}] + 2 * [{"driver": 7}]
        )

    def test_it_asks_for_few_fields_and_says_why(self) -> None:
        greeting = {"protocol": 1, "candidate": ["driver", "cost"], "request": [], "without_candidates": True}
        empty = dict(ATTEMPT, candidates=[])
        self.assertEqual(
            exchange(cheapest, HELLO, ATTEMPT, empty, END),
            [greeting, {"driver": 7, "why": "cheap"}, {"driver": None, "why": "cheap"}],
        )

    def test_ids_and_names_are_answers_too(self) -> None:
        for choice in (7, "anna", None):
            self.assertEqual(exchange(always(choice), ATTEMPT), [{"driver": choice}])

    def test_bounds_are_an_answer_too(self) -> None:
        self.assertEqual(exchange(narrow, HELLO, ATTEMPT)[1], {"radius_m": 700.0, "why": "rush"})

    def test_cars_that_stand_are_told_and_moved(self) -> None:
        @policy(standing=True)
        def to_the_centre(attempt: Attempt) -> Answer:
            for car in attempt.standing:
                attempt.move(car, 500, car.y)
            return None

        message = {**ATTEMPT, "standing": [{"driver": 8, "x": 1, "y": 2}, {"driver": "anna", "x": 3, "y": 4}]}
        hello, answer, still = exchange(to_the_centre, HELLO, message, ATTEMPT)
        self.assertEqual(hello, {"protocol": 1, "standing": True})
        moves = [{"driver": 8, "x": 500.0, "y": 2.0}, {"driver": "anna", "x": 500.0, "y": 4.0}]
        self.assertEqual(answer, {"driver": None, "move": moves})
        self.assertEqual(still, {"driver": None})

    def test_windows_are_answered_with_pairs(self) -> None:
        greeting = {
            "decides": "windows",
            "driver": [],
            "pair": ["request_id", "driver", "cost"],
            "without_pairs": True,
        }
        answers = exchange(
            cheapest_pair, {**HELLO, "parameters": {"least": 3}}, WINDOW, {**WINDOW, "pairs": []}, END
        )
        self.assertEqual(answers[0], {"protocol": 1, **greeting, "parameters": ["least"]})
        self.assertEqual(answers[1:], [{"pairs": [{"request_id": 5, "driver": 7}]}, {"pairs": []}])
        hello = {**HELLO, "decides": "windows", "batch": {"window_s": 30, "objective": "cost"}}
        pair = {"request_id": 5, "driver": 7, "why": "cost"}
        self.assertEqual(exchange(reasoned, hello, WINDOW)[1], {"pairs": [pair]})

    def test_a_window_has_what_the_message_has(self) -> None:
        window = Window(WINDOW)
        self.assertEqual((window.time_s, window.random, window.batch), (60.0, 2**64 - 1, {}))
        self.assertEqual(window.drivers[1].own_request, "r")
        self.assertIsInstance(window.pairs[0], Pair)
        with self.assertRaisesRegex(AttributeError, r"@policy\(pair="):
            _ = window.pairs[0].in_batch

    def test_options_of_the_other_kind_of_policy_are_refused(self) -> None:
        for options in ({"pair": ["cost"]}, {"decides": "windows", "candidate": ["cost"]}, {"decides": "days"}):
            with self.assertRaises(TypeError):
                policy(**options)(lambda told: None)  # type: ignore[arg-type]

    def test_what_a_function_takes_beside_the_attempt_is_given_by_the_scenario(self) -> None:
        @policy
        def weighing(attempt: Attempt, alpha: float = 0.0, *, mode: str = "least") -> tuple[Candidate, str]:
            return attempt.candidates[0], f"{alpha} {mode}"

        @policy
        def open_to_all(attempt: Attempt, **parameters: Any) -> tuple[None, str]:
            return None, str(parameters)

        @policy
        def needing(attempt: Attempt, alpha: float) -> None: ...

        def told(chosen: Policy, **given: Any) -> list[Any]:
            return exchange(chosen, dict(HELLO, parameters=given), ATTEMPT)

        takes = {"protocol": 1, "parameters": ["alpha", "mode"]}
        self.assertEqual(told(weighing), [takes, {"driver": 3, "why": "0.0 least"}])
        self.assertEqual(told(weighing, alpha=2, mode="most"), [takes, {"driver": 3, "why": "2 most"}])
        self.assertEqual(told(open_to_all, beta=1)[0]["parameters"], ["beta"])
        self.assertEqual(told(open_to_all, beta=1)[1]["why"], "{'beta': 1}")
        self.assertEqual(told(least_detour)[0], {"protocol": 1, "parameters": []})
        refusal = "alpha has no default; give it as matching.policy.parameters.alpha"
        self.assertEqual(exchange(needing, dict(HELLO, parameters={}))[0]["refused"], refusal)
        attempt = Attempt(ATTEMPT)
        self.assertEqual(weighing(attempt, alpha=3), (attempt.candidates[0], "3 least"))

    def test_a_simulator_from_before_parameters_is_answered_as_ever(self) -> None:
        @policy
        def weighing(attempt: Attempt, alpha: float = 0.5) -> tuple[None, str]:
            return None, str(alpha)

        self.assertEqual(exchange(weighing, HELLO, ATTEMPT), [{"protocol": 1}, {"driver": None, "why": "0.5"}])

    def test_another_protocol_is_refused(self) -> None:
        with self.assertRaisesRegex(SystemExit, "speaks protocol 2"):
            exchange(least_detour, dict(HELLO, protocol=2))


class CommandTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, text: str) -> Path:
        path = Path(self.folder.name, "mine.py")
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return path

    def test_a_function_of_a_file_is_served_from_it(self) -> None:
        answers, code, errors = process(least_detour.command, HELLO, ATTEMPT, END, cwd="/", env={})
        self.assertEqual((answers, code, errors), ([{"protocol": 1}, {"driver": 7}], 0, ""))

    def test_a_script_prints_its_command_and_is_not_run_again_by_it(self) -> None:
        script = self.write(
            """
            import json
            from detour.policy import policy

            @policy
            def choose(attempt):
                return helper(attempt)

            def helper(attempt):
                return attempt.candidates[0]

            if __name__ == "__main__":
                print(json.dumps(choose.command))
            """
        )
        command = json.loads(python(str(script)))
        self.assertEqual(command[2:], [str(script), "choose"])
        self.assertEqual(process(command, HELLO, ATTEMPT, END), ([{"protocol": 1}, {"driver": 3}], 0, ""))

    def test_a_script_that_serves_itself(self) -> None:
        script = self.write(
            """
            from detour.policy import policy

            @policy
            def choose(attempt):
                return attempt.candidates[0]

            if __name__ == "__main__":
                choose.serve()
            """
        )
        environment = dict(os.environ, PYTHONPATH=str(SOURCES))
        answers, code, errors = process([sys.executable, str(script)], HELLO, ATTEMPT, END, env=environment)
        self.assertEqual((answers, code, errors), ([{"protocol": 1}, {"driver": 3}], 0, ""))

    def test_what_starts_runs_without_a_guard_is_told(self) -> None:
        script = self.write(
            """
            from detour.policy import policy

            @policy
            def choose(attempt):
                return None

            print(choose.command[-1])
            """
        )
        command = [*least_detour.command[:2], str(script), "choose"]
        _, code, errors = process(command, HELLO, END)
        self.assertEqual(code, 1)
        self.assertIn('put what starts runs below `if __name__ == "__main__":`', errors)

    def test_what_is_printed_is_no_answer(self) -> None:
        script = self.write("def choose(attempt):\n    print('here')\n    return attempt.candidates[0]\n")
        answers, code, errors = process([*least_detour.command[:2], str(script), "choose"], HELLO, ATTEMPT, END)
        self.assertEqual((answers, code, errors), ([{"protocol": 1}, {"driver": 3}], 0, "here\n"))

    def test_a_function_without_a_file_is_written_into_one(self) -> None:
        # As a notebook has it: its source is known, and no file holds it.
        text = textwrap.dedent(
            """
            import math
            import os.path as paths
            from detour.policy import policy
            FACTOR = 2.5
            LEAST = {"s": 10}
            def worth(candidate, least=LEAST["s"], *, step=paths.sep):
                return max(least, math.floor(FACTOR * candidate.detour_s))
            @policy(candidate=["detour_s"])
            def choose(attempt):
                assert paths.sep == "/"
                return min(attempt.candidates, key=worth)
            """
        )
        name = "<cell 1>"
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        space: dict[str, Any] = {"__name__": "__main__"}
        exec(compile(text, name, "exec"), space)
        with mock.patch.dict(os.environ, XDG_CACHE_HOME=self.folder.name):
            command = space["choose"].command
            self.assertEqual(space["choose"].command, command)
        self.assertTrue(command[2].startswith(self.folder.name))
        answers, code, errors = process(command, HELLO, ATTEMPT, END)
        greeting = {"protocol": 1, "candidate": ["driver", "detour_s"]}
        self.assertEqual((answers, code, errors), ([greeting, {"driver": 7}], 0, ""))

    def test_what_cannot_be_started_says_why(self) -> None:
        with self.assertRaisesRegex(TypeError, "put it into a file of its own"):
            _ = always(None).command

        def inner(attempt: Attempt) -> Candidate:
            return attempt.candidates[0]

        with self.assertRaisesRegex(TypeError, "put it into a file of its own"):
            _ = policy(inner).command


class ImportTest(unittest.TestCase):
    def test_the_decorator_has_its_name_either_way(self) -> None:
        text = """
            import detour.policy
            from detour.policy import policy

            @detour.policy
            def one(attempt): return None

            @policy
            def two(attempt): return None

            print(one, two)
            """
        for words in ["-"], ["-q", "-i"]:
            self.assertEqual(python(*words, told=textwrap.dedent(text)), "<policy one> <policy two>\n")

    def test_the_module_is_the_decorator_under_any_name(self) -> None:
        text = """
            import detour.policy as p
            import detour
            from detour import policy

            @p
            def one(attempt): return attempt.candidates[0]

            @policy(candidate=["cost"])
            def two(attempt): return None

            assert p is policy is detour.policy and p.policy(name="four")(two.function).name == "four"
            print(one, two, p.Attempt.__name__, one(p.Attempt({"candidates": [{"driver": 3}], "request": {}})).driver)
            """
        self.assertEqual(python("-c", textwrap.dedent(text)), "<policy one> <policy two> Attempt 3\n")

    def test_a_policy_imports_the_standard_library_alone(self) -> None:
        text = "import sys, detour.policy; print({'pandas', 'numpy', 'tqdm'} & set(sys.modules))"
        self.assertEqual(python("-c", text), "set()\n")


if __name__ == "__main__":
    unittest.main()
