#!/usr/bin/env python3
"""Draw the house from Package.swift into CONTRIBUTING.md, or check that the picture there is this one.

    python3 Scripts/draw_house.py [--check]

The picture stands between `<!-- house -->` and `<!-- /house -->`: a box for each storey with its rooms, and an arrow to each
storey whose rooms it uses, with their number of uses. With `--check` nothing is written, and the exit code is 1 where
CONTRIBUTING.md shows another house.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- house -->\n", "<!-- /house -->\n"
ROOMS_IN_A_LINE = 6


def names(text):
    """The names in a list of Swift."""
    return re.findall(r'"(\w+)"', text)


def house(manifest):
    """The storeys from the ground up, each with its rooms and what each of them uses."""
    native = re.findall(r'name: "(\w+)",[^()]*?path: "Sources/Native/', manifest)
    storeys = {"Native": {room: [] for room in native}}
    listed = manifest.split("let house")[1].split("\n]\n")[0]
    storey = ""
    for match in re.finditer(r'(?m)^    "([\w/]+)",$|Room\(\s*"(\w+)"[^\[]*\[([^\]]*)\]', listed):
        if match[1]:
            storey = match[1]
        else:
            storeys.setdefault(storey, {})[match[2]] = names(match[3])
    program = re.search(r'name: "detour",\s*dependencies: \[([^\]]*)\],\s*path: "Sources/Program', manifest)
    storeys["Program"]["detour"] = names(program[1])
    return storeys


def picture(storeys):
    """The house as a Mermaid diagram, the top storey first."""
    storey_of = {room: storey for storey, rooms in storeys.items() for room in rooms}
    lines = ["```mermaid", "flowchart TD"]
    for storey in reversed(storeys):
        rooms = list(storeys[storey])
        rows = [" · ".join(rooms[at : at + ROOMS_IN_A_LINE]) for at in range(0, len(rooms), ROOMS_IN_A_LINE)]
        lines.append(f'  {key(storey)}["<b>Sources/{storey}</b><br/>' + "<br/>".join(rows) + '"]')
    for storey in reversed(storeys):
        uses = collections.Counter(
            storey_of[used] for uses in storeys[storey].values() for used in uses if used in storey_of
        )
        for other in reversed(storeys):
            if other != storey and uses[other]:
                lines.append(f"  {key(storey)} -->|{uses[other]}| {key(other)}")
    return "\n".join(lines + ["```", ""])


def key(storey):
    """What a diagram calls `storey`."""
    return storey.replace("/", "")


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    wanted = before + BEGIN + picture(house((ROOT / "Package.swift").read_text(encoding="utf-8"))) + END + after
    if text == wanted:
        return
    if sys.argv[1:]:
        sys.exit("CONTRIBUTING.md shows another house than Package.swift has: python3 Scripts/draw_house.py")
    PAGE.write_text(wanted, encoding="utf-8")
    print("CONTRIBUTING.md")


main()
