#!/usr/bin/env python3
"""Check that the links between the documents lead to files and headings that are there.

    python3 Scripts/check_links.py [FOLDER]

It looks at every Markdown file that is part of the project, or lies below FOLDER; links to other sites are left alone. Each dead
one is told as FILE:LINE. Exit code 1 where there is any.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# The heads of documents that the program makes: their links are those of the document, a folder above.
PARTS = "docs/parts"


def documents(folder):
    """The Markdown files below `folder`; in a checkout of git, those that git would keep."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=folder, capture_output=True, text=True
    )
    names = listed.stdout.split("\n") if listed.returncode == 0 else []
    files = [folder / name for name in names if name] or sorted(folder.rglob("*.md"))
    return [file for file in files if file.exists() and not set(file.relative_to(folder).parts) & {".build"}]


def without_blocks(text):
    """The text with its fenced blocks emptied; lines stay where they are."""
    return FENCE.sub(lambda block: "\n" * block[0].count("\n"), text)


def anchors(text):
    """What headings are called in links, as GitHub does it."""
    names = []
    for heading in HEADING.findall(without_blocks(text)):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        words = re.sub(r"(?<!\w)_(.+?)_(?!\w)", r"\1", words)
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        names.append(f"{name}-{names.count(name)}" if name in names else name)
    return names


def main():
    folder = pathlib.Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT
    dead = 0
    for file in documents(folder):
        if file.relative_to(folder).as_posix().startswith(PARTS):
            continue
        text = file.read_text(encoding="utf-8")
        for number, line in enumerate(without_blocks(text).splitlines(), 1):
            for link in LINK.findall(line):
                if re.match(r"[a-z]+:", link):
                    continue
                path, _, anchor = link.partition("#")
                target = (file.parent / path) if path else file
                wrong = ""
                if not target.exists():
                    wrong = "there is no such file"
                elif anchor and (target.suffix != ".md" or anchor not in anchors(target.read_text(encoding="utf-8"))):
                    wrong = "there is no such heading"
                if wrong:
                    dead += 1
                    print(f"{file.relative_to(folder)}:{number}: {link}: {wrong}")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
