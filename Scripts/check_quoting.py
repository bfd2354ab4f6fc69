#!/usr/bin/env python3
"""Finds where text of others is taken apart by characters in the modules that quote it.

    python3 Scripts/check_quoting.py

A quote with a combining mark behind it is one `Character`, and not a quote: `replacing`, and a `switch` over characters,
pass it by, and a shell, a page or a picture takes it for what it is. `replacingScalars`, `unicodeScalars` and `utf8` do
not. Ends with 1 where something is found, which is printed.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = ["Base/Quoting", "Base/Tables", "Base/Processes", "Studies", "Program"]
# Completions and the manual are made of the program's own words alone.
OWN = "Program/detour/Shell/"
# A regular expression at the end of a label of our own is no quoting.
LOOP = re.compile(r"\bfor character in (?!.*(?:utf8|unicodeScalars))")
REPLACING = re.compile(r"\.replacing\((?!#/)|replacingOccurrences|\.replace\(|\.replaceSubrange\(")
SWITCH = re.compile(r"\bswitch (\w+) \{\s*case \"(?:[^\"\\]|\\.[^\"]?|\\u\{\w+\})\"")
BYTES = re.compile(r"utf8|utf16|unicodeScalars|UInt8|Unicode\.Scalar|[Bb]ytes|: String\b|: Text\b")
# Where a name of one letter, sign or the like comes from.
ORIGIN = r"(?:for %s in|let %s =|var %s =|%s:)[^\n]*"


def findings(text):
    """The lines of `text` that work on characters, and what is wrong there."""
    for number, line in enumerate(text.split("\n"), 1):
        if REPLACING.search(line.split("//")[0]):
            yield number, "`replacing` compares characters; use `replacingScalars`"
        if LOOP.search(line):
            yield number, "a loop over characters; go over scalars or bytes"
    for found in SWITCH.finditer(text):
        origins = re.findall(ORIGIN % ((re.escape(found[1]),) * 4), text[:found.start()])
        if not origins or not BYTES.search(origins[-1]):
            number = text.count("\n", 0, found.start()) + 1
            yield number, "a `switch` over characters; switch over scalars or bytes"


def main():
    count = 0
    for module in MODULES:
        for file in sorted((ROOT / "Sources" / module).rglob("*.swift")):
            name = str(file.relative_to(ROOT / "Sources"))
            if name.startswith(OWN):
                continue
            for number, sentence in findings(file.read_text(encoding="utf-8")):
                print(f"Sources/{name}:{number}: {sentence}")
                count += 1
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
