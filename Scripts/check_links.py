#!/usr/bin/env python3
"""Check that the links between the documents lead to files and headings that are there, and that the results they name exist.

    python3 Scripts/check_links.py [FOLDER]

It looks at every Markdown file that is part of the project, or lies below FOLDER; links to other sites are left alone. A document may
name `Results/NAME` if the checkout holds it, or if a command of the same document writes it. docs/answers.md lists each question that
the markets' pages answer, with the first words of the answer, and docs/how-to/README.md each recipe of the pages beside it. Each dead link and each missing result is told as FILE:LINE. Exit code 1
where there is any.
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
RESULT = re.compile(r"(?<![\w/.])(?:\.\./)*Results/([\w.+-]*\w)")
# The pages whose questions docs/answers.md lists, and an answer: the first paragraph that begins in bold.
ANSWERING = ["services", "shifts", "orders"]
QUESTION = re.compile(r"^## ([^\n]*\?)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ANSWER = re.compile(r"^\*\*(.+?)\*\*", re.MULTILINE | re.DOTALL)
# A command that writes to a folder of its choice, and one that writes to Results/ and the name of its file.
WRITTEN = re.compile(r"(?:(?:--out|-o)[ =]+|out=\"|into `|detour new |compare\.sh \S+ )Results/([\w.+-]*\w)")
COMMAND = re.compile(r"detour (?:run|sweep|tune|calibrate|sample|bench)\b[^\n`]*")
NAMED = re.compile(r"(?:^|[\s/])([\w-]+)\.json5?\b")


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


def kept(folder):
    """The names of the results that are part of the project."""
    listed = subprocess.run(["git", "ls-files", "Results"], cwd=folder, capture_output=True, text=True)
    return {name.split("/")[1] for name in listed.stdout.splitlines() if name.count("/") > 1}


def written(text):
    """The names of the results that the commands of a document write."""
    text = re.sub(r" *\\\n *", " ", text)
    names = set(WRITTEN.findall(text))
    for command in COMMAND.findall(text):
        if not WRITTEN.search(command):
            names.update(NAMED.findall(command)[:1])
    return names


def missing(text, names):
    """The line and the name of each result that is neither among `names` nor written by the document itself."""
    names = names | written(text)
    for number, line in enumerate(text.splitlines(), 1):
        for name in RESULT.findall(line):
            if name not in names and name.rsplit(".", 1)[0] not in names:
                yield number, name


def unlisted(folder):
    """The lines that docs/answers.md should have and has not, one for each question of the markets' pages."""
    if not (folder / "docs/answers.md").exists():
        return
    listed = " ".join((folder / "docs/answers.md").read_text(encoding="utf-8").split())
    for page in ANSWERING:
        for question, section in QUESTION.findall((folder / f"docs/{page}.md").read_text(encoding="utf-8")):
            answer = ANSWER.search(section)
            words = " ".join(answer[1].split()) if answer else "no paragraph begins with the answer in bold"
            line = f"* [{question}]({page}.md#{anchors('## ' + question)[0]}) {words}"
            if line not in listed:
                yield line


def unlisted_recipes(folder):
    """The links that docs/how-to/README.md should have and has not, one for each section of a page beside it."""
    contents = folder / "docs/how-to/README.md"
    listed = contents.read_text(encoding="utf-8") if contents.exists() else ""
    for page in sorted(contents.parent.glob("*.md")) if listed else []:
        text = without_blocks(page.read_text(encoding="utf-8"))
        sections = [line for line in text.splitlines() if line.startswith("## ")] if page != contents else []
        for section, name in zip(sections, anchors("\n".join(sections))):
            if f"({page.name}#{name})" not in listed:
                yield f"[{section[3:]}]({page.name}#{name})"


def main():
    folder = pathlib.Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT
    dead, results = 0, kept(folder)
    for file in documents(folder):
        if file.relative_to(folder).as_posix().startswith(PARTS):
            continue
        text = file.read_text(encoding="utf-8")
        for number, name in missing(text, results):
            dead += 1
            print(f"{file.relative_to(folder)}:{number}: Results/{name}: neither kept nor written by a command of the document")
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
    for line in unlisted(folder):
        dead += 1
        print(f"docs/answers.md: lacks the line `{line}`")
    for link in unlisted_recipes(folder):
        dead += 1
        print(f"docs/how-to/README.md: lacks the link `{link}`")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
