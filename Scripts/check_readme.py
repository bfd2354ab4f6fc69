#!/usr/bin/env python3
"""Run the commands that the documents show, and compare what they print.

    python3 Scripts/check_readme.py [--shown | --mend] [--program PATH] [FILE …]

From the fenced `sh` blocks of the documents below (or of the files given) it takes the commands that begin with
`detour`, `.build/release/detour`, `make docs`, `python3 -c` or `python3 Scripts/` and runs each; all must succeed. Where a
block holds a single command and a `text` block follows, the output must be the one shown, apart from what depends on
the machine. The commands behind `$ ` in `console` blocks may end with a verdict (exit codes 1 and 3) as well.
Exit code 1 where something differs.

With `--shown` only the commands run whose output is shown, which takes seconds, and what they write goes to a folder
that is removed: `make test` does that. `--mend` is the same, and puts what was printed into the document; lines that
depend on the machine stay. The program is the newest build, unless PATH names one.
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = ["README.md", "docs/how-to.md", "Examples/README.md", "CONTRIBUTING.md"]
PROGRAMS = [".build/release/detour", ".build/debug/detour"]
LINKED = ["Scenarios", "Scripts", "Examples", "docs"]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VERDICTS = (0, 1, 3)
OF_THE_MACHINE = ("decision ", "processor ", "speed ")


def command(line, program):
    """The arguments of a command that can be run here, or None."""
    words = shlex.split(line, comments=True)
    if words[:1] in (["detour"], PROGRAMS[:1]):
        return [program, *words[1:]]
    if words[:2] == ["python3", "-c"] or words[:1] == ["python3"] and words[1].startswith("Scripts/"):
        return ["sh", "-c", line]  # it may redirect its output
    return words if words[:2] == ["make", "docs"] else None


def lasting(text):
    """The lines that are the same on every machine."""
    return [line.rstrip() for line in text.strip().splitlines() if not line.startswith(OF_THE_MACHINE)]


def renewed(shown, printed):
    """What was printed, with the lines of the machine as they were shown."""
    old = [line for line in shown.splitlines() if line.startswith(OF_THE_MACHINE)]
    lines = [line.rstrip() for line in printed.strip("\n").splitlines()]
    return "".join(f"{old.pop(0) if old and line.startswith(OF_THE_MACHINE) else line}\n" for line in lines)


def blocks(text):
    """Each block of commands, the match of the `text` block that follows it directly or None, and the right exit codes."""
    fences = list(FENCE.finditer(text))
    for fence, following in zip(fences, [*fences[1:], None]):
        if fence[1] == "console":
            lines = [line[2:] for line in fence[2].splitlines() if line.startswith("$ ")]
            yield "\n".join(lines), None, VERDICTS
        if fence[1] != "sh":
            continue
        is_answer = following and following[1] == "text" and not text[fence.end() : following.start()].strip()
        yield fence[2].replace("\\\n", " "), following if is_answer else None, (0,)


def check(document, program, folder, options):
    """The number of faults in `document`, the commands of which run in `folder`."""
    faults = 0
    path = ROOT / document
    text = mended = path.read_text(encoding="utf-8")
    for block, answer, codes in blocks(text):
        # Loops and pipes are for people; what stands in them is run by the other commands.
        lines = [line for line in block.splitlines() if line.strip() and not line.startswith((" ", "#"))]
        commands = [found for line in lines if (found := command(line, program))]
        is_shown = answer is not None and len(commands) == 1
        if (options.shown or options.mend) and not is_shown:
            continue
        for words in commands:
            ran = subprocess.run(words, cwd=folder, capture_output=True, text=True)
            wrong = ""
            if ran.returncode not in codes:
                wrong = f"exit code {ran.returncode}\n{ran.stderr}"
            elif is_shown and lasting(ran.stdout) != lasting(answer[2]):
                wrong = f"the output is not the one shown but\n{ran.stdout}"
                if options.mend:
                    mended = mended.replace(answer[2], renewed(answer[2], ran.stdout))
                    wrong = ""
            faults += bool(wrong)
            print(f"{'FAILED' if wrong else 'ok':<7}{document}: {shlex.join(words)}")
            if wrong:
                print(wrong)
    if mended != text:
        path.write_text(mended, encoding="utf-8")
        print(f"mended {document}")
    return faults


def main():
    arguments = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    arguments.add_argument("--shown", action="store_true")
    arguments.add_argument("--mend", action="store_true")
    arguments.add_argument("--program", type=pathlib.Path)
    arguments.add_argument("files", nargs="*")
    options = arguments.parse_args()
    built = [ROOT / path for path in PROGRAMS if (ROOT / path).exists()]
    program = options.program or max(built, key=lambda path: path.stat().st_mtime, default=None)
    if program is None or not program.exists():
        print("there is no program: run `make build` first, or name one with --program", file=sys.stderr)
        return 65
    with tempfile.TemporaryDirectory() as scratch:
        folder = ROOT
        if options.shown or options.mend:
            folder = pathlib.Path(scratch)
            for name in LINKED:
                (folder / name).symlink_to(ROOT / name)
        documents = options.files or DOCUMENTS
        return 1 if sum(check(document, str(program.resolve()), folder, options) for document in documents) else 0


if __name__ == "__main__":
    sys.exit(main())
