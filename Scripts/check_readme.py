#!/usr/bin/env python3
"""Run the commands that the documents show, in the checkout, and compare what they print.

    python3 Scripts/check_readme.py [FILE …]

From the fenced `sh` blocks of the documents below (or of the files given) it takes the commands that begin with
`detour`, `.build/release/detour`, `make docs`, `python3 -c` or `python3 Scripts/` and runs each; all must succeed. Where a
block holds a single command and a `text` block follows, the output must be the one shown, apart from what depends on
the machine. The commands behind `$ ` in `console` blocks may end with a verdict (exit codes 1 and 3) as well.
Exit code 1 where something differs.
"""

import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = ["README.md", "docs/how-to.md", "Examples/README.md", "CONTRIBUTING.md"]
PROGRAM = ".build/release/detour"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VERDICTS = (0, 1, 3)
OF_THE_MACHINE = ("decision ", "speed ")


def command(line):
    """The arguments of a command that can be run here, or None."""
    words = shlex.split(line, comments=True)
    if words[:1] in (["detour"], [PROGRAM]):
        return [PROGRAM, *words[1:]]
    if words[:2] == ["python3", "-c"] or words[:1] == ["python3"] and words[1].startswith("Scripts/"):
        return ["sh", "-c", line]  # it may redirect its output
    return words if words[:2] == ["make", "docs"] else None


def lasting(text):
    """The lines that are the same on every machine."""
    return [line.rstrip() for line in text.strip().splitlines() if not line.startswith(OF_THE_MACHINE)]


def blocks(text):
    """Each block of commands, the `text` block that follows it directly or None, and the exit codes that are right."""
    fences = list(FENCE.finditer(text))
    for fence, following in zip(fences, [*fences[1:], None]):
        if fence[1] == "console":
            lines = [line[2:] for line in fence[2].splitlines() if line.startswith("$ ")]
            yield "\n".join(lines), None, VERDICTS
        if fence[1] != "sh":
            continue
        is_answer = following and following[1] == "text" and not text[fence.end() : following.start()].strip()
        yield fence[2].replace("\\\n", " "), following[2] if is_answer else None, (0,)


def check(document):
    """The number of faults in `document`."""
    faults = 0
    for block, answer, codes in blocks((ROOT / document).read_text(encoding="utf-8")):
        # Loops and pipes are for people; what stands in them is run by the other commands.
        lines = [line for line in block.splitlines() if line.strip() and not line.startswith((" ", "#"))]
        commands = [found for line in lines if (found := command(line))]
        for words in commands:
            ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
            wrong = ""
            if ran.returncode not in codes:
                wrong = f"exit code {ran.returncode}\n{ran.stderr}"
            elif answer is not None and len(commands) == 1 and lasting(ran.stdout) != lasting(answer):
                wrong = f"the output is not the one shown but\n{ran.stdout}"
            faults += bool(wrong)
            print(f"{'FAILED' if wrong else 'ok':<7}{document}: {shlex.join(words)}")
            if wrong:
                print(wrong)
    return faults


def main():
    if not (ROOT / PROGRAM).exists():
        print(f"{PROGRAM} is not there: run `make build` first", file=sys.stderr)
        return 65
    return 1 if sum([check(document) for document in sys.argv[1:] or DOCUMENTS]) else 0


if __name__ == "__main__":
    sys.exit(main())
