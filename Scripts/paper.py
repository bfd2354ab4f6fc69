#!/usr/bin/env python3
"""Run the study of paper/paper.md, draw its figure, and check its numbers; or check the text alone.

    python3 Scripts/paper.py PROGRAM
    python3 Scripts/paper.py --check

The first writes Results/paper and paper/radius.pdf. `--check` runs nothing: at most 1,000 words, the sections that the Journal of Open
Source Software requires, every citation in paper.bib and every entry cited, with a DOI. Exit code 1 for a fault.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAPER, REFERENCES = ROOT / "paper/paper.md", ROOT / "paper/paper.bib"
MOST_WORDS = 1000
SECTIONS = ["Summary", "Statement of need", "State of the field", "Acknowledgements", "References"]
HEAD = ["title", "tags", "authors", "affiliations", "date", "bibliography"]


def parts(text):
    """The head of the paper and its body."""
    head, body = re.fullmatch(r"---\n(.*?)\n---\n(.*)", text, re.DOTALL).groups()
    return head, body


def words(body):
    """The number of words of the text and its table: without code, citations, addresses and headings' marks."""
    text = re.sub(r"^```.*?^```$", " ", body, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\[[^\]]*@[^\]]*\]|\\\w+\{[^}]*\}|\]\([^)]*\)|\|[-| ]+\|", " ", text)
    return len(re.findall(r"[\w’'.,%-]*\w[\w’'.,%-]*", text))


def faults(paper, references):
    """One sentence for each fault of the texts."""
    head, body = parts(paper)
    found = [f"paper.md: its head has no `{key}`" for key in HEAD if not re.search(rf"^{key}:", head, re.MULTILINE)]
    found += [f"paper.md: there is no section {name}" for name in SECTIONS if f"\n# {name}\n" not in body]
    count = words(body)
    if count > MOST_WORDS:
        found.append(f"paper.md: has {count} words; {MOST_WORDS} are allowed")
    entries = re.findall(r"^@\w+\{(\w+),(.*?)^\}", references, re.MULTILINE | re.DOTALL)
    known, cited = {key for key, _ in entries}, set(re.findall(r"@(\w+)", body))
    found += [f"paper.md: cites {key}, which paper.bib does not have" for key in sorted(cited - known)]
    found += [f"paper.bib: {key} is not cited" for key in sorted(known - cited)]
    found += [f"paper.bib: {key} has no doi" for key, text in entries if "doi = {10." not in text]
    return found


def numbers(program, folder):
    """The numbers that the section on the example has to contain, as the program computes them."""

    def compared(a, b, figure):
        sides = ["--a", f"matching.radius_m={a[0]},matching.policy={a[1]}", "--b", f"matching.radius_m={b[0]},matching.policy={b[1]}"]
        call = subprocess.run([program, "compare", folder, *sides, "--figure", figure, "--json"], capture_output=True, text=True)
        if call.returncode not in (0, 1, 3):
            sys.exit(call.stderr)
        (point,) = json.loads(call.stdout)["points"]
        return point["figures"][0]

    radius = compared((800, "two_circles"), (2000, "two_circles"), "match_rate")
    policy = compared((1200, "two_circles"), (1200, "insertion"), "match_rate")
    detour = compared((1200, "two_circles"), (1200, "insertion"), "driver_detour_s.mean")
    percent = [radius["mean_a"], radius["mean_b"], policy["mean_b"]]
    points = [policy["difference"], policy["lower"], policy["upper"]]
    said = [f"{100 * value:.1f} %" for value in percent] + [f"{100 * points[0]:.1f} points"]
    return [*said, f"{100 * points[1]:.1f} to {100 * points[2]:.1f}", f"{detour['difference']:.1f} s more"]


def main():
    paper, references = PAPER.read_text(encoding="utf-8"), REFERENCES.read_text(encoding="utf-8")
    found = faults(paper, references)
    if sys.argv[1:] != ["--check"]:
        if len(sys.argv) != 2:
            sys.exit(__doc__)
        program, folder = sys.argv[1], "Results/paper"
        subprocess.run([program, "sweep", "paper/study.json5", "--out", folder, "--quiet"], cwd=ROOT, check=True)
        curves = ["--kind", "curves", "--x", "matching.radius_m", "--y", "matching.policy", "--figure", "match_rate"]
        subprocess.run([program, "plot", folder, *curves, "--style", "paper", "--out", "paper/radius.pdf"], cwd=ROOT, check=True)
        plain = " ".join(parts(paper)[1].split())
        found += [f"paper.md: does not say `{said}`, as the study now gives" for said in numbers(program, str(ROOT / folder)) if said not in plain]
    for fault in found:
        print(fault)
    if not found:
        print(f"paper.md: {words(parts(paper)[1])} words")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
