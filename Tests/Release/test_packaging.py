#!/usr/bin/env python3
"""The paper, the container file, the conda recipe, the action and the hook, as far as they can be checked without their programs.

    python3 -B Tests/Release/test_packaging.py [PROGRAM]

With PROGRAM, a detour, the commands of the action and of the hook are run in a repository of their own.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Scripts/release"), str(ROOT / "Scripts")]

import first_contact  # noqa: E402
import paper  # noqa: E402
import places  # noqa: E402

try:
    import jinja2
    import yaml
except ImportError:
    jinja2 = yaml = None

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else None


@unittest.skipIf(yaml is None, "jinja2 and PyYAML are not installed: pip install jinja2 pyyaml")
class Recipe(unittest.TestCase):
    def recipe(self):
        """The recipe as conda renders it on Linux: without the lines of other systems, with its variables filled in."""
        text = (ROOT / "recipe/meta.yaml").read_text(encoding="utf-8")
        kept = [line for line in text.splitlines() if not re.search(r"# \[not linux\]$", line)]
        values = {"PYTHON": "python", "compiler": lambda language: f"{language}_linux-64"}
        return yaml.safe_load(jinja2.Environment(undefined=jinja2.StrictUndefined).from_string("\n".join(kept)).render(values))

    def test_it_renders_with_the_version_of_the_program(self):
        recipe = self.recipe()
        self.assertEqual(recipe["package"], {"name": "detour-sim", "version": places.current(ROOT).version})
        self.assertTrue((ROOT / "recipe" / recipe["source"]["path"] / "Package.swift").exists())
        self.assertNotIn("skip", recipe["build"])

    def test_it_requires_what_the_python_package_and_the_libraries_require(self):
        recipe = self.recipe()
        project = (ROOT / "Python/pyproject.toml").read_text(encoding="utf-8")
        needed = re.findall(r'"([^"]+)"', re.search(r"^dependencies = \[(.*)\]$", project, re.MULTILINE)[1])
        run = {name.replace(" ", "") for name in recipe["requirements"]["run"]}
        self.assertEqual(run, {*needed, "python" + re.search(r'requires-python = "(.*)"', project)[1]})
        names = {"libgsl-dev": "gsl", "zlib1g-dev": "zlib", "libssl-dev": "openssl", "libosmium2-dev": "libosmium", "libmpfr-dev": "mpfr"}
        names |= {"libprotozero-dev": "protozero", "liblemon-dev": "lemon", "libbz2-dev": "bzip2", "libexpat1-dev": "expat"}
        setup = re.findall(r"^need (lib\S+-dev|zlib1g-dev) ", (ROOT / "Scripts/setup.sh").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(set(setup), set(names))
        self.assertTrue({names[name] for name in setup} <= set(recipe["requirements"]["host"]))

    def test_its_files_and_its_fingerprint_are_those_of_the_project(self):
        recipe = self.recipe()
        for name in recipe["about"]["license_file"]:
            self.assertTrue((ROOT / name).exists(), name)
        manifest = (ROOT / "Results/reference/quickstart/manifest.json").read_text(encoding="utf-8")
        fingerprint = re.search(r'"fingerprint": "(\w+)"', manifest)[1]
        self.assertTrue(any(fingerprint in command for command in recipe["test"]["commands"]))


class Paper(unittest.TestCase):
    TEXT = paper.PAPER.read_text(encoding="utf-8")
    REFERENCES = paper.REFERENCES.read_text(encoding="utf-8")

    def test_its_length_references_and_sections_are_right(self):
        self.assertEqual(paper.faults(self.TEXT, self.REFERENCES), [])
        self.assertTrue((ROOT / "paper/radius.pdf").read_bytes().startswith(b"%PDF"))

    def test_words_are_counted_without_code_citations_and_addresses(self):
        body = "\n# A title\n\nTwo words [@One; @Two], 3.5 % and [a link](x.md) to\u2014it.\n\n```sh\nmake tea\n```\n| a | b |\n|---|---|\n"
        self.assertEqual(paper.words(body), len("A title Two words 3.5 and a link to it a b".split()))

    def test_what_is_wrong_is_found(self):
        long = self.TEXT.replace("# Limits", "# Limits\n\n" + "word " * 200)
        self.assertRegex(paper.faults(long, self.REFERENCES)[0], r"has 1\d\d\d words; 1000 are allowed")
        self.assertEqual(paper.faults(self.TEXT.replace("# State of the field", "# Others"), self.REFERENCES),
                         ["paper.md: there is no section State of the field"])  # fmt: skip
        self.assertEqual(paper.faults(self.TEXT.replace("@Zech2022", "@Zeck2022"), self.REFERENCES),
                         ["paper.md: cites Zeck2022, which paper.bib does not have", "paper.bib: Zech2022 is not cited"])  # fmt: skip


class FirstContact(unittest.TestCase):
    def test_a_tool_is_installed_and_its_figure_found_and_faults_are_shown(self):
        # Nothing is fetched: pip is there.
        right = first_contact.measure(first_contact.Tool("Right", ["pip"], "print('figure 4.5')", r"figure (\S+)"))
        self.assertEqual((right.figure, right.fault), ("4.5", ""))
        self.assertTrue(right.install_s > 0 and right.run_cpu_s > 0)
        absent = first_contact.Outcome(install_s=6, install_cpu_s=1.4, fault="cannot be installed: no such package")
        tool = first_contact.Tool("Absent", ["absent==1.2"], "a\nb\n", "x", "note")
        rows = first_contact.table([(tool, absent), (tool, right)]).splitlines()
        self.assertRegex(rows[4], r"^\| Absent 1\.2 \| [\d.]+ \(\d+\) \| – \| 2 \| cannot be installed")
        self.assertRegex(rows[5], r"^\| Absent 1\.2 \| [\d.]+ \(\d+\) \| [\d.]+ \([\d.]+\) \| 2 \| note \|$")

    def test_another_fingerprint_stops_it(self):
        manifest = (ROOT / "Results/reference/quickstart/manifest.json").read_text(encoding="utf-8")
        first_contact.check_fingerprint("fingerprint  " + re.search(r'"fingerprint": "(\w+)"', manifest)[1])
        with self.assertRaises(SystemExit):
            first_contact.check_fingerprint("fingerprint  0123")

    def test_the_page_has_a_place_for_the_table(self):
        page = first_contact.PAGE.read_text(encoding="utf-8")
        self.assertLess(page.index(first_contact.BEGIN), page.index(first_contact.END))


class Container(unittest.TestCase):
    def test_it_has_stages_labels_and_a_user_without_root(self):
        text = (ROOT / "Containerfile").read_text(encoding="utf-8")
        stages = re.findall(r"^FROM (\S+)(?: AS (\S+))?$", text, re.MULTILINE)
        self.assertEqual(stages, [("${SWIFT}", "build"), ("${FILES}", "files"), ("scratch", "")])
        self.assertIn(f'image.version="{places.current(ROOT).version}"', text)
        self.assertRegex(text, r"(?m)^USER (?!0|root)\d+:\d+$")
        for script in re.findall(r"Scripts/\w+\.sh", text):
            self.assertTrue(os.access(ROOT / script, os.X_OK), script)


class Repository(unittest.TestCase):
    """A repository with a scenario, on a branch that changes it."""

    SCENARIO = "{ time: { duration_s: 900 }, space: { kind: 'city', columns: 12, rows: 12 }, seed: 1,\n" \
        "  supply: { kind: 'synthetic', count: 40 }, demand: { kind: 'synthetic', count: 30 } }\n"  # fmt: skip

    def setUp(self):
        if PROGRAM is None or yaml is None:
            self.skipTest("give the program, and install PyYAML")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "work"
        self.root.mkdir()
        (self.root.parent / "bin").mkdir()
        (self.root.parent / "bin/detour").symlink_to(PROGRAM)
        path = f"{self.root.parent / 'bin'}:{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "HOME": folder.name, "GIT_CONFIG_NOSYSTEM": "1"}
        self.environment.pop("GITHUB_BASE_REF", None)
        (self.root / "mine.json5").write_text(self.SCENARIO)
        self.sh("git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm a && git update-ref refs/remotes/origin/main HEAD")

    def sh(self, command, **environment):
        return subprocess.run(["sh", "-c", command], cwd=self.root, env={**self.environment, **environment}, capture_output=True, text=True)

    def action(self, **inputs):
        """Run the step of the action as GitHub does; return the exit code, the printed text, and the output file."""
        action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
        self.assertEqual(action["runs"]["using"], "composite")
        (step,) = action["runs"]["steps"]
        values = {name: str(described.get("default", "")) for name, described in action["inputs"].items()}
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        self.assertTrue(set(given) <= set(values))
        values |= given
        environment = {name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: values[m[1]], text) for name, text in step["env"].items()}
        output, summary = self.root.parent / "output", self.root.parent / "summary"
        called = self.sh(step["run"], GITHUB_OUTPUT=str(output), GITHUB_STEP_SUMMARY=str(summary), **environment)
        return called.returncode, called.stdout + called.stderr, (output.read_text() if output.exists() else ""), summary

    def test_an_unchanged_scenario_passes_and_a_changed_one_does_not(self):
        code, said, output, summary = self.action(scenario="mine.json5")
        self.assertEqual((code, output), (0, "code=0\n"), said)
        self.assertIn("scenario/mine", summary.read_text())
        (self.root / "mine.json5").write_text(self.SCENARIO.replace("seed: 1", "seed: 2"))
        code, said, output, _ = self.action(scenario="mine.json5")
        self.assertEqual((code, output.splitlines()[-1]), (1, "code=1"), said)
        self.assertIn("<failure", (self.root / "detour.xml").read_text())
        self.assertEqual(self.sh("git worktree list | wc -l").stdout.strip(), "1")

    def test_an_inconclusive_comparison_warns_unless_it_is_to_fail(self):
        wrapper = self.root.parent / "three"
        wrapper.write_text("#!/bin/sh\nexit 3\n")
        wrapper.chmod(0o755)
        code, said, output, _ = self.action(scenario="mine.json5", program=str(wrapper))
        self.assertEqual((code, output), (0, "code=3\n"), said)
        self.assertIn("::warning::", said)
        self.assertEqual(self.action(scenario="mine.json5", program=str(wrapper), fail_on_inconclusive="true")[0], 3)

    def test_what_is_missing_is_said(self):
        self.assertIn("there is no scenario", self.action(scenario="other.json5")[1])
        self.assertIn("is not installed", self.action(scenario="mine.json5", program="retour")[1])
        self.assertIn("fetch-depth 0", self.action(scenario="mine.json5", base="origin/none")[1])
        (self.root / "new.json5").write_text(self.SCENARIO)
        code, said, *_ = self.action(scenario="new.json5")
        self.assertEqual(code, 0)
        self.assertIn("is new", said)

    def test_the_hook_accepts_scenarios_and_names_faults(self):
        (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
        self.assertTrue(re.search(hook["files"], "a/mine.json5") and not re.search(hook["files"], "package.json"))
        self.assertEqual(self.sh(hook["entry"] + " mine.json5 mine.json5").returncode, 0)
        (self.root / "bad.json5").write_text("{ spase: 1 }")
        called = self.sh(hook["entry"] + " bad.json5 mine.json5")
        self.assertEqual(called.returncode, 65)
        self.assertIn("bad.json5:1:3: spase: is not a field", called.stderr)

    def test_the_hook_works_under_pre_commit(self):
        if shutil.which("pre-commit") is None:
            self.skipTest("pre-commit is not installed")
        source = self.root.parent / "hooks"
        source.mkdir()
        shutil.copyfile(ROOT / ".pre-commit-hooks.yaml", source / ".pre-commit-hooks.yaml")
        commit = "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm a"
        subprocess.run(["sh", "-c", commit], cwd=source, env=self.environment, check=True)
        config = f"repos: [{{repo: '{source}', rev: HEAD, hooks: [{{id: detour-validate}}]}}]\n"
        (self.root / ".pre-commit-config.yaml").write_text(config)
        self.assertEqual(self.sh("git add . && pre-commit run --all-files").returncode, 0)
        (self.root / "bad.json5").write_text("{ spase: 1 }")
        called = self.sh("git add . && pre-commit run --all-files")
        self.assertEqual(called.returncode, 1)
        self.assertIn("bad.json5:1:3: spase", called.stdout)


if __name__ == "__main__":
    unittest.main()
