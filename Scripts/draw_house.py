#!/usr/bin/env python3
"""Draw the modules of Package.swift by layer into CONTRIBUTING.md, or check that the diagram there is up to date.

    python3 Scripts/draw_house.py [--check]

The diagram is the text between `<!-- house -->` and `<!-- /house -->`: a box for each layer with its modules, and an arrow to each
layer that it uses, with the number of uses. With `--check` nothing is written, and the exit code is 1 if CONTRIBUTING.md has
another diagram.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- house -->\n", "<!-- /house -->\n"
MODULES_IN_A_LINE = 6


def names(text):
    """The names in a list of Swift."""
    return re.findall(r'"(\w+)"', text)


def layers_of(manifest):
    """The layers from the lowest up, each with its modules and the modules that these use."""
    native = re.findall(r'name: "(\w+)",[^()]*?path: "Sources/Native/', manifest)
    layers = {"Native": {module: [] for module in native}}
    listed = re.split(r"let (?:house|layers)\b", manifest)[1].split("\n]\n")[0]
    layer = ""
    for match in re.finditer(r'(?m)^    "([\w/]+)",$|(?:Room|Module)\(\s*"(\w+)"[^\[]*\[([^\]]*)\]', listed):
        if match[1]:
            layer = match[1]
        else:
            layers.setdefault(layer, {})[match[2]] = names(match[3])
    program = re.search(r'name: "detour",\s*dependencies: \[([^\]]*)\],\s*path: "Sources/Program', manifest)
    layers["Program"]["detour"] = names(program[1])
    return layers


def picture(layers):
    """The layers as a Mermaid diagram, the highest first."""
    layer_of = {module: layer for layer, modules in layers.items() for module in modules}
    lines = ["```mermaid", "flowchart TD"]
    for layer in reversed(layers):
        modules = list(layers[layer])
        rows = [" · ".join(modules[at : at + MODULES_IN_A_LINE]) for at in range(0, len(modules), MODULES_IN_A_LINE)]
        lines.append(f'  {key(layer)}["<b>Sources/{layer}</b><br/>' + "<br/>".join(rows) + '"]')
    for layer in reversed(layers):
        uses = collections.Counter(
            layer_of[used] for uses in layers[layer].values() for used in uses if used in layer_of
        )
        for other in reversed(layers):
            if other != layer and uses[other]:
                lines.append(f"  {key(layer)} -->|{uses[other]}| {key(other)}")
    return "\n".join(lines + ["```", ""])


def key(layer):
    """The name of `layer` in the diagram."""
    return layer.replace("/", "")


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    wanted = before + BEGIN + picture(layers_of((ROOT / "Package.swift").read_text(encoding="utf-8"))) + END + after
    if text == wanted:
        return
    if sys.argv[1:]:
        sys.exit("CONTRIBUTING.md does not show the modules of Package.swift: `python3 Scripts/draw_house.py` renews the diagram")
    PAGE.write_text(wanted, encoding="utf-8")
    print("CONTRIBUTING.md")


main()
