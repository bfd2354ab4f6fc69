#!/usr/bin/env python3
"""Draw the layers of Package.swift into CONTRIBUTING.md, or check that the diagram there shows them.

    python3 Scripts/draw_layers.py [--check]

The diagram stands between `<!-- layers -->` and `<!-- /layers -->`: a box for each layer with its modules, and an arrow to each
layer whose modules it uses, with the number of uses. With `--check` nothing is written, and the exit code is 1 where
CONTRIBUTING.md shows other layers.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- layers -->\n", "<!-- /layers -->\n"
MODULES_IN_A_LINE = 6


def names(text):
    """The names in a list of Swift."""
    return re.findall(r'"(\w+)"', text)


def layers(manifest):
    """The layers, lowest first, each with its modules and what each of them uses."""
    native = re.findall(r'name: "(\w+)",[^()]*?path: "Sources/Native/', manifest)
    stack = {"Native": {module: [] for module in native}}
    listed = manifest.split("let layers")[1].split("\n]\n")[0]
    layer = ""
    for match in re.finditer(r'(?m)^    "([\w/]+)",$|Module\(\s*"(\w+)"[^\[]*\[([^\]]*)\]', listed):
        if match[1]:
            layer = match[1]
        else:
            stack.setdefault(layer, {})[match[2]] = names(match[3])
    program = re.search(r'name: "detour",\s*dependencies: \[([^\]]*)\],\s*path: "Sources/Program', manifest)
    stack["Program"]["detour"] = names(program[1])
    return stack


def picture(stack):
    """The layers as a Mermaid diagram, the highest first."""
    layer_of = {module: layer for layer, modules in stack.items() for module in modules}
    lines = ["```mermaid", "flowchart TD"]
    for layer in reversed(stack):
        modules = list(stack[layer])
        rows = [" · ".join(modules[at : at + MODULES_IN_A_LINE]) for at in range(0, len(modules), MODULES_IN_A_LINE)]
        lines.append(f'  {key(layer)}["<b>Sources/{layer}</b><br/>' + "<br/>".join(rows) + '"]')
    for layer in reversed(stack):
        uses = collections.Counter(
            layer_of[used] for uses in stack[layer].values() for used in uses if used in layer_of
        )
        for other in reversed(stack):
            if other != layer and uses[other]:
                lines.append(f"  {key(layer)} -->|{uses[other]}| {key(other)}")
    return "\n".join(lines + ["```", ""])


def key(layer):
    """What a diagram calls `layer`."""
    return layer.replace("/", "")


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    wanted = before + BEGIN + picture(layers((ROOT / "Package.swift").read_text(encoding="utf-8"))) + END + after
    if text == wanted:
        return
    if sys.argv[1:]:
        sys.exit("CONTRIBUTING.md shows other layers than Package.swift has: python3 Scripts/draw_layers.py")
    PAGE.write_text(wanted, encoding="utf-8")
    print("CONTRIBUTING.md")


main()
