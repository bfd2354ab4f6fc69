#!/usr/bin/env python3
"""Run the commands that the documents show, and compare their output.

    python3 Scripts/check_readme.py [--shown | --mend | --comments] [--all] [--program PATH] [FILE …]

Of README.md and docs/tutorial.md, and with `--all` of every document, each block must be one that is run here:

* `sh`: every line is a command; `console`: what stands behind `$ `, which may end with a verdict (exit codes 1 and 3) as well;
* `python`: by the environment of `make test-python`; where that is not there, a line says so;
* `text`: what the last command of the block before it prints, apart from what depends on the machine.

A picture of these documents whose name one of their commands writes must be that picture; drawn by another version of gnuplot, it is
not compared.

`make`, `pip install` and `apt-get install` are the business of whoever owns the machine. They are not run: the verb must be
one of the Makefile, the folder must exist, and the package must have the version of this checkout.

From the `sh` and `console` blocks of the other documents it takes the commands that begin with `detour`, `make docs`,
`python3 -c`, `python3 Scripts/` or `python3 Tests/Verifier/`; the `text` after a block with a single command is compared. Exit code 1 if
anything differs or fails.

With `--shown` the commands of those others run only where their output is shown, and what is written goes to a folder that is
removed: `make test` does that. `--mend` is the same, and puts what was printed into the document, and what was drawn into its
pictures; lines that depend on the machine stay. `detour` is the newest build, unless PATH names a program.

With `--comments` it takes what stands in the comments of the scenarios and studies in Scenarios instead: lines that begin with
`detour`, as they stand, but that a study, which takes minutes or hours, is validated; and each `--set FIELD=VALUE` that a sentence
names, with the first quarter of an hour of its scenario. Scenarios whose data is not part of the project are left out.
"""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
WHOLE = ["README.md", "docs/tutorial.md"]
DOCUMENTS = [
    *WHOLE,
    "docs/answers.md",
    "docs/archives.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/how-to/*.md")),
    "Examples/README.md",
    "CONTRIBUTING.md",
]
PROGRAMS = [".build/release/detour", ".build/debug/detour"]
PYTHON = ROOT / ".build/python-venv/bin/python"
LINKED = ["Scenarios", "Scripts", "Tests", "Examples", "docs", "Results/reference"]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VERDICTS = (0, 1, 3)
COMMENT = re.compile(r"^ *//(.*)$", re.MULTILINE)
SETTING = re.compile(r"--set ('[^']*'|[^\s']+)")
PICTURE = re.compile(r"!\[[^\]]*\]\(([^()\s]+\.svg)\)")
DRAWN = re.compile(r"(?:--out|-o)[ =]([^\s`]+\.svg)\b")
GNUPLOT = re.compile(rb"<desc>.*?</desc>")
OF_THE_MACHINE = ("decision ", "processor ", "speed ")


@dataclass
class Block:
    """A fenced block: the commands in it, the exit codes that are right, and the output that is shown behind it."""

    language: str
    text: str
    answer: str | None = None
    commands: list[str] = field(default_factory=list)
    codes: tuple[int, ...] = (0,)


def blocks(text):
    """The blocks of a document; one that shows the output of another is part of that one."""
    fences = list(FENCE.finditer(text))
    before = None
    for fence, following in zip(fences, [*fences[1:], None]):
        if fence is before:
            continue
        block = Block(fence[1], fence[2])
        lines = re.sub(r" *\\\n *", " ", fence[2]).splitlines()
        if block.language == "console":
            block.commands = [line[2:] for line in lines if line.startswith("$ ")]
            block.codes = VERDICTS
        elif block.language == "sh":
            # Loops and pipes are for people; what stands in them is run by the other commands.
            block.commands = [line for line in lines if line.strip() and not line.startswith((" ", "#"))]
        elif block.language == "python":
            block.commands = [fence[2]]
        is_answered = following and following[1] == "text" and not text[fence.end() : following.start()].strip()
        if block.commands and is_answered:
            block.answer, before = following[2], following
        yield block


def runs_here(line):
    """Whether the command is one that is run wherever it stands."""
    words = shlex.split(line, comments=True)
    is_script = words[:1] == ["python3"] and (words[1:2] == ["-c"] or words[1:2] and words[1].startswith(("Scripts/", "Tests/Verifier/")))
    return words[:1] in (["detour"], PROGRAMS[:1]) or words[:2] == ["make", "docs"] or is_script


def of_the_owner(line):
    """What is wrong with a command that only the owner of a machine runs; None of any other command."""
    words = [word for word in shlex.split(line, comments=True) if word != "sudo"]
    operands = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    if words[:1] == ["make"]:
        verbs = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        wrong = [word for word in operands if word not in verbs]
        return f"the Makefile has no verb {', '.join(wrong)}" if wrong else ""
    if words[:1] == ["pip"]:
        wrong = [word for word in operands[1:] if not (ROOT / re.sub(r"\[.*", "", word)).exists()]
        return f"{', '.join(wrong)} does not exist" if wrong else ""
    if words[:1] == ["apt-get"]:
        version = re.search(r"\((.*?)\)", (ROOT / "debian/changelog").read_text(encoding="utf-8"))[1]
        made = f"./.build/deb/detour_{version}_"
        wrong = [word for word in operands if word.endswith(".deb") and not word.startswith(made)]
        return f"{', '.join(wrong)} is not what `make deb` makes" if wrong else ""
    return None


def shown(path):
    """What messages and commands call a file: relative to the project, if it is in it."""
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def spoken(path):
    """The commands in the comments of a scenario or a study: its lines, and what makes true what it says of its settings."""
    text = path.read_text(encoding="utf-8")
    comments = [line[1] for line in COMMENT.finditer(text)]
    lines = [line.strip() for line in comments if line.strip().startswith("detour ")]
    sentences = " ".join(line for line in comments if not line.strip().startswith("detour "))
    commands = [re.sub(r"^detour sweep ", "detour validate ", line) for line in lines]
    for setting in SETTING.findall(sentences):
        word = setting if setting.startswith("'") else shlex.quote(setting.rstrip(".,;:)"))
        commands.append(
            f"detour run {shlex.quote(str(shown(path)))} --set {word} --set time.horizon_s=900 --set time.warm_up_s=0 --force --quiet"
            " --out Results/tried"
        )
    return commands


def has_data(path):
    """Whether the files are there that a scenario reads, or that of a study, and that are not part of the project."""
    text = path.read_text(encoding="utf-8")
    studied = re.search(r'^  scenario: "([^"]+)"', text, re.MULTILINE)
    scenario = path.parent / studied[1] if studied else path
    foreign = re.findall(r'"(\.\./\.\./[^"]+)"', text + scenario.read_text(encoding="utf-8"))
    return all((scenario.parent / name).exists() for name in foreign)


def has_package():
    """Whether the environment of `make test-python` has the package."""
    return PYTHON.exists() and subprocess.run([PYTHON, "-c", "import detour"], capture_output=True).returncode == 0


def lasting(text):
    """The lines that are the same on every machine."""
    return [line.rstrip() for line in text.strip().splitlines() if not line.startswith(OF_THE_MACHINE)]


def renewed(shown, printed):
    """What was printed, with the lines of the machine as they were shown."""
    old = [line for line in shown.splitlines() if line.startswith(OF_THE_MACHINE)]
    lines = [line.rstrip() for line in printed.strip("\n").splitlines()]
    return "".join(f"{old.pop(0) if old and line.startswith(OF_THE_MACHINE) else line}\n" for line in lines)


class Checker:
    """Runs the documents' commands in `folder`, where `detour` is the program that was chosen."""

    def __init__(self, options, folder, programs):
        self.options = options
        self.folder = folder
        self.environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", DETOUR_PROGRAM=f"{programs}/detour")
        self.faults = 0

    def say(self, document, command, wrong):
        self.faults += bool(wrong)
        print(f"{'FAILED' if wrong else 'ok':<7}{document}: {command.strip().splitlines()[0]}", flush=True)
        if wrong:
            print(wrong)

    def command(self, block, command):
        """The words that run `command`."""
        if block.language == "python":
            return [PYTHON, "-c", command]
        return ["sh", "-c", re.sub(rf"^{re.escape(PROGRAMS[0])}(?= )", "detour", command)]

    def clear(self, command):
        """Removes the folder that an earlier check of a `detour new` has left, which overwrites nothing."""
        words = shlex.split(command, comments=True) if command.startswith("detour new ") else []
        made = self.folder / words[2] if len(words) > 2 else None
        if made and words[2].startswith("Results/") and (made / "scenario.json5").exists():
            if (made / "scenario.json5").read_text(encoding="utf-8").startswith("// Written by `detour new`"):
                shutil.rmtree(made)

    def check(self, document):
        """Checks one document, and mends it if that was asked for."""
        path = ROOT / document
        is_whole = self.options.all or document in WHOLE
        text = mended = path.read_text(encoding="utf-8")
        for block in blocks(text):
            commands = block.commands
            if not is_whole:
                commands = [line for line in commands if block.language != "python" and runs_here(line)]
                if (self.options.shown or self.options.mend) and (block.answer is None or len(commands) != 1):
                    continue
            elif not commands:
                self.say(document, f"```{block.language}", f"this block cannot be run:\n{block.text}")
            elif block.language == "python" and not has_package():
                print(f"left   {document}: its Python, since `make test-python` has not made the environment for it")
                continue
            has_answer = block.answer is not None and (is_whole or len(commands) == 1)
            for command in commands:
                if command.startswith("detour plot ") and not shutil.which("gnuplot"):
                    print(f"left   {document}: {command}, since gnuplot is not installed")
                    continue
                wrong = of_the_owner(command) if is_whole and block.language != "python" else None
                if wrong is None:
                    self.clear(command)
                    words = self.command(block, command)
                    ran = subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, text=True)
                    wrong = ""
                    if ran.returncode not in block.codes:
                        wrong = f"exit code {ran.returncode}\n{ran.stderr}"
                    elif has_answer and command is commands[-1] and lasting(ran.stdout) != lasting(block.answer):
                        wrong = f"the output is not the one shown but\n{ran.stdout}"
                        if self.options.mend:
                            shown, printed = block.answer, renewed(block.answer, ran.stdout)
                            mended = mended.replace(f"```text\n{shown}```", f"```text\n{printed}```")
                            wrong = ""
                self.say(document, command, wrong)
        if is_whole:
            self.check_pictures(document, text)
        if mended != text:
            path.write_text(mended, encoding="utf-8")
            print(f"mended {document}")

    def check_pictures(self, document, text):
        """Compares the pictures of a document with the ones of the same name that its commands have drawn, or renews them."""
        drawn = {pathlib.Path(name).name: self.folder / name for name in DRAWN.findall(text)}
        for name in PICTURE.findall(text):
            kept, fresh = (ROOT / document).parent / name, drawn.get(pathlib.Path(name).name)
            if fresh is None or not fresh.exists():
                continue
            if self.options.mend:
                shutil.copyfile(fresh, kept)
                continue
            old, new = (file.read_bytes() if file.exists() else b"" for file in (kept, fresh))
            if old and GNUPLOT.findall(old) != GNUPLOT.findall(new):
                print(f"left   {document}: {name}, which another version of gnuplot has drawn")
            else:
                self.say(document, name, "" if old == new else "the picture is not the one that the command draws")

    def check_comments(self, path):
        """Runs what the comments of a scenario or a study show."""
        document = shown(path)
        for command in spoken(path):
            if not has_data(path):
                self.say(document, f"{command} (left out: its data is not there)", "")
                continue
            ran = subprocess.run(["sh", "-c", command], cwd=self.folder, env=self.environment, capture_output=True, text=True)
            self.say(document, command, f"exit code {ran.returncode}\n{ran.stderr}" if ran.returncode else "")


def main():
    arguments = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    arguments.add_argument("--shown", action="store_true")
    arguments.add_argument("--mend", action="store_true")
    arguments.add_argument("--comments", action="store_true")
    arguments.add_argument("--all", action="store_true")
    arguments.add_argument("--program", type=pathlib.Path)
    arguments.add_argument("files", nargs="*")
    options = arguments.parse_args()
    built = [ROOT / path for path in PROGRAMS if (ROOT / path).exists()]
    program = options.program or max(built, key=lambda path: path.stat().st_mtime, default=None)
    if program is None or not program.exists():
        print("there is no program: run `make build` first, or name one with --program", file=sys.stderr)
        return 65
    with tempfile.TemporaryDirectory() as scratch:
        programs = pathlib.Path(scratch) / "bin"
        programs.mkdir()
        (programs / "detour").symlink_to(program.resolve())
        folder = ROOT
        if options.shown or options.mend or options.comments:
            folder = pathlib.Path(scratch) / "checkout"
            (folder / "Results").mkdir(parents=True)
            # The studies that come with the project are the ones whose runs are packed.
            kept = [file.parent.relative_to(ROOT) for file in (ROOT / "Results").glob("*/runs.csv.gz")]
            for name in [*LINKED, *kept]:
                (folder / name).symlink_to(ROOT / name)
        checker = Checker(options, folder, programs)
        if options.comments:
            for path in [pathlib.Path(name).resolve() for name in options.files] or sorted(ROOT.glob("Scenarios/**/*.json5")):
                checker.check_comments(path)
        for document in [] if options.comments else options.files or DOCUMENTS:
            checker.check(document)
    return 1 if checker.faults else 0


if __name__ == "__main__":
    sys.exit(main())
