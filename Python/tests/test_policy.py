"""The policies of detour.policy, as functions and as processes that answer messages."""

import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

SOURCES = pathlib.Path(__file__).resolve().parents[1] / "src"
sys.path.insert(0, str(SOURCES))

from detour.policy import Attempt, Candidate, policy  # noqa: E402

HELLO = {"type": "hello", "protocol": 1}
ATTEMPT = {
    "type": "attempt", "time_s": 60.5, "cycle": 1, "attempt": 2, "random": 2**64 - 1,
    "request": {"request_id": 5, "party_size": 2},
    "promise": {"latest_pickup_s": 900, "latest_dropoff_s": None, "max_ride_s": None},
    "funnel": {"drivers_active": 9, "in_radius": 4, "on_route": 3, "with_seats": 2, "with_preferences": 2,
               "within_limits": 2},
    "candidates": [{"driver": 3, "detour_s": 60, "cost": 9}, {"driver": 7, "detour_s": 30.5, "cost": 4}],
}  # fmt: skip
END = {"type": "end"}

SCALE = 2
LIMITS = {"detour_s": 100}


@policy
def least_detour(attempt):
    """The least detour."""
    return min(attempt.candidates, key=lambda c: c.detour_s)


@policy(name="few", candidate=["cost"], request=[], without_candidates=True)
def cheapest(attempt):
    return min(attempt.candidates, key=lambda c: c.cost, default=None), "cheap"


def scaled(candidate):
    return SCALE * candidate.detour_s - LIMITS["detour_s"]


def exchange(chosen, *messages):
    """What a policy answers to messages, one after the other."""
    answers = io.StringIO()
    chosen.serve(io.StringIO("".join(json.dumps(message) + "\n" for message in messages)), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def process(command, *messages, **options):
    """What the process of a command answers, with its exit code and its error stream."""
    text = "".join(json.dumps(message) + "\n" for message in messages)
    ended = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, **options)
    return [json.loads(line) for line in ended.stdout.splitlines()], ended.returncode, ended.stderr


class AttemptTest(unittest.TestCase):
    def test_fields_are_attributes(self):
        attempt = Attempt(ATTEMPT)
        self.assertEqual((attempt.time_s, attempt.cycle, attempt.attempt, attempt.random), (60.5, 1, 2, 2**64 - 1))
        self.assertEqual((attempt.request.request_id, attempt.request.party_size), (5, 2))
        self.assertEqual((attempt.promise.latest_pickup_s, attempt.promise.max_ride_s), (900, None))
        self.assertEqual(attempt.funnel.on_route, 3)
        self.assertEqual([c.driver for c in attempt.candidates], [3, 7])
        self.assertEqual(attempt.candidates[1]["detour_s"], 30.5)

    def test_a_field_that_is_not_there_is_told_with_those_that_are(self):
        with self.assertRaisesRegex(AttributeError, "Candidate has no field price; it has driver, detour_s, cost"):
            Attempt(ATTEMPT).candidates[0].price

    def test_every_field_is_documented(self):
        self.assertIn("detour_s", Candidate.__annotations__)


class PolicyTest(unittest.TestCase):
    def test_it_stays_a_function(self):
        self.assertEqual(least_detour(Attempt(ATTEMPT)).driver, 7)
        self.assertEqual(least_detour.__doc__, "The least detour.")
        self.assertEqual((least_detour.name, cheapest.name), ("least_detour", "few"))

    def test_messages_are_answered(self):
        self.assertEqual(exchange(least_detour, HELLO, ATTEMPT, ATTEMPT, END), [{"protocol": 1}] + 2 * [{"driver": 7}])

    def test_it_asks_for_few_fields_and_says_why(self):
        greeting = {"protocol": 1, "candidate": ["driver", "cost"], "request": [], "without_candidates": True}
        empty = dict(ATTEMPT, candidates=[])
        self.assertEqual(
            exchange(cheapest, HELLO, ATTEMPT, empty, END),
            [greeting, {"driver": 7, "why": "cheap"}, {"driver": None, "why": "cheap"}],
        )

    def test_ids_and_names_are_answers_too(self):
        for choice in (7, "anna", None):
            self.assertEqual(exchange(policy(lambda attempt: choice), ATTEMPT), [{"driver": choice}])

    def test_another_protocol_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "speaks protocol 2"):
            exchange(least_detour, dict(HELLO, protocol=2))


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, text, name="mine.py"):
        path = pathlib.Path(self.folder.name, name)
        path.write_text(textwrap.dedent(text))
        return path

    def python(self, script, *words):
        """What a script prints."""
        environment = dict(os.environ, PYTHONPATH=str(SOURCES), XDG_CACHE_HOME=self.folder.name)
        ended = subprocess.run(
            [sys.executable, script, *words], capture_output=True, text=True, timeout=60, env=environment)  # fmt: skip
        self.assertEqual(ended.stderr, "")
        return ended.stdout

    def test_a_function_of_a_file_is_served_from_it(self):
        answers, code, errors = process(least_detour.command, HELLO, ATTEMPT, END, cwd="/", env={})
        self.assertEqual((answers, code, errors), ([{"protocol": 1}, {"driver": 7}], 0, ""))

    def test_a_script_prints_its_command_and_is_not_run_again_by_it(self):
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
        command = json.loads(self.python(script))
        self.assertEqual(command[2:], [str(script), "choose"])
        self.assertEqual(process(command, HELLO, ATTEMPT, END), ([{"protocol": 1}, {"driver": 3}], 0, ""))

    def test_a_script_that_serves_itself(self):
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
        answers, code, errors = process([sys.executable, script], HELLO, ATTEMPT, END, env=environment)
        self.assertEqual((answers, code, errors), ([{"protocol": 1}, {"driver": 3}], 0, ""))

    def test_what_starts_runs_without_a_guard_is_told(self):
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

    def test_what_is_printed_is_no_answer(self):
        script = self.write("def choose(attempt):\n    print('here')\n    return attempt.candidates[0]\n")
        answers, code, errors = process([*least_detour.command[:2], str(script), "choose"], HELLO, ATTEMPT, END)
        self.assertEqual((answers, code, errors), ([{"protocol": 1}, {"driver": 3}], 0, "here\n"))

    def test_a_function_without_a_file_is_written_into_one(self):
        # As a notebook has it: its source is known, and no file holds it.
        text = textwrap.dedent(
            """
            import math
            import os.path as paths
            from detour.policy import policy
            FACTOR = 2.5
            def worth(candidate):
                return math.floor(FACTOR * candidate.detour_s)
            @policy(candidate=["detour_s"])
            def choose(attempt):
                assert paths.sep == "/"
                return min(attempt.candidates, key=worth)
            """
        )
        import linecache

        name = "<cell 1>"
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        space = {"__name__": "__main__"}
        exec(compile(text, name, "exec"), space)
        os.environ["XDG_CACHE_HOME"] = self.folder.name
        command = space["choose"].command
        self.assertTrue(command[2].startswith(self.folder.name))
        answers, code, errors = process(command, HELLO, ATTEMPT, END)
        self.assertEqual(
            (answers, code, errors), ([{"protocol": 1, "candidate": ["driver", "detour_s"]}, {"driver": 7}], 0, ""))  # fmt: skip
        self.assertEqual(space["choose"].command, command)

    def test_what_cannot_be_started_says_why(self):
        with self.assertRaisesRegex(TypeError, "put it into a file of its own"):
            policy(lambda attempt: None).command
        bound = 3

        def inner(attempt):
            return bound

        with self.assertRaisesRegex(TypeError, "put it into a file of its own"):
            policy(inner).command


if __name__ == "__main__":
    unittest.main()
