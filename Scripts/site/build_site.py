#!/usr/bin/env python3
"""Build the site of the documentation in .build/site, and check every link and anchor of it.

    .build/site-venv/bin/python Scripts/site/build_site.py [--source FOLDER] [--out FOLDER]

The pages are the Markdown files of the repository at their own places, so that their links hold; README.md is the front page. Files that
they link to are copied beside them, and a folder that they link to gets a page that lists it. The references of the Python package, the C
header and the Swift libraries are made from the sources. Exit code 1 for a dead link. `make site` installs its requirements.
"""

import argparse
import ast
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"(\]\()([^()\s]+)(\))")
FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
# Markdown files that are not pages of the documentation.
LEFT = re.compile(r"^(Tests/|Python/tests/|paper/|docs/parts/|debian/)")

# The libraries whose symbols DocC describes.
DOCUMENTED = ["PolicyProcess"]

# The contents: a title with pages, in order. A page or folder that is not there is left out; pages of docs that no line names follow
# under *More*.
CONTENTS = [
    ("Start", ["README.md", "docs/tutorial.md", "docs/install.md", "Scenarios/README.md", "Examples/README.md", "docs/glossary.md"]),
    ("How to", ["docs/how-to.md", "docs/how-to/*.md"]),
    ("Questions answered", ["docs/answers.md", "docs/literature.md", "docs/ranges.md", "docs/other-tools.md"]),
    ("Model", ["docs/model.md", "docs/departures.md", "docs/service.md", "docs/planned.md", "docs/slack.md", "docs/choice.md",
               "docs/services.md", "docs/shifts.md", "docs/orders.md"]),
    ("Studies", ["docs/samples.md", "docs/calibration.md", "docs/registers.md", "docs/intervals.md", "docs/scale.md", "docs/archives.md"]),
    ("Programs", ["docs/python.md", "docs/policies.md", "docs/ci.md"]),
    ("Reference", ["docs/scenario.md", "docs/study.md", "docs/columns.md", "docs/network-formats.md", "docs/osm-profile.md",
                   "docs/compatibility.md", "api/python.md", "api/c.md", "api/swift.md", "CHANGELOG.md"]),
    ("Quality", ["docs/validation.md", "docs/testing.md", "Benchmarks/README.md"]),
    ("Contributing", ["CONTRIBUTING.md", "docs/decisions/index.md"]),
]  # fmt: skip


def tracked():
    """The Markdown files that git keeps, or would keep."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted({name for name in listed.splitlines() if (ROOT / name).exists() and not LEFT.match(name)})


def outside_code(text, change):
    """The text with `change` applied outside fenced blocks."""
    parts, place = [], 0
    for fence in FENCE.finditer(text):
        parts += [change(text[place : fence.start()]), fence[0]]
        place = fence.end()
    return "".join(parts) + change(text[place:])


class Source:
    """The folder from which the site is made."""

    def __init__(self, folder):
        self.folder = folder
        self.pages = tracked()
        self.faults = []

    def write(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in self.pages:
            text = (ROOT / name).read_text(encoding="utf-8")
            self.put(name, outside_code(text, lambda part, name=name: self.relinked(name, part)))
        # Pictures that pages show by HTML.
        shutil.copytree(ROOT / "docs/pictures", self.folder / "docs/pictures", dirs_exist_ok=True)
        self.put("api/python.md", python_reference())
        self.put("api/c.md", c_reference())
        self.put("api/swift.md", swift_reference())

    def put(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def relinked(self, page, text):
        """The text of `page`, whose links to files and folders lead to copies of them."""
        return LINK.sub(lambda link: link[1] + self.target(page, link[2]) + link[3], text)

    def target(self, page, link):
        address, _, anchor = link.partition("#")
        if not address or re.match(r"[a-z]+:", address):
            return link
        path = (ROOT / page).parent / urllib.parse.unquote(address)
        name = pathlib.PurePosixPath(*path.resolve().relative_to(ROOT).parts).as_posix() if path.resolve().is_relative_to(ROOT) else None
        if name is None or not path.exists():
            self.faults.append(f"{page}: {link}: there is no such file")
            return link
        if path.is_dir():
            if f"{name}/README.md" in self.pages:
                return f"{address.rstrip('/')}/README.md{'#' + anchor if anchor else ''}"
            self.list(name)
            return f"{address.rstrip('/')}/index.md"
        if name not in self.pages:
            if name.endswith(".md"):
                return link
            copy = self.folder / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        return link

    def list(self, name):
        """Writes the page of the folder `name`, with its files."""
        if (self.folder / name / "index.md").exists():
            return
        # First, for a folder may be listed from itself.
        self.put(f"{name}/index.md", "")
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", name]
        files = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
        lines = []
        for file in sorted(set(files)):
            place = file.removeprefix(name + "/")
            if file.endswith(".md") and file in self.pages:
                title = re.search(r"^# (.*)$", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
                lines.append(f"* [{title[1] if title else place}]({place})")
            else:
                lines.append(f"* `{place}`")
        title = "Decisions" if name == "docs/decisions" else name
        self.put(f"{name}/index.md", f"# {title}\n\n" + "\n".join(lines) + "\n")

    def contents(self):
        """The navigation, as mkdocs has it."""
        named, sections = set(), []
        for title, patterns in CONTENTS:
            pages = []
            for pattern in patterns:
                found = sorted(self.folder.glob(pattern))
                pages += [path.relative_to(self.folder).as_posix() for path in found]
            pages = [page for page in dict.fromkeys(pages) if page not in named]
            named.update(pages)
            sections.append((title, pages))
        more = [path.relative_to(self.folder).as_posix() for path in sorted(self.folder.glob("docs/*.md"))]
        sections.append(("More", [page for page in more if page not in named]))
        return [(title, pages) for title, pages in sections if pages]


def python_reference():
    """The page of the Python package: the names that it offers, from its docstrings."""
    module = ast.parse((ROOT / "Python/src/detour/__init__.py").read_text(encoding="utf-8"))
    names = next(
        ast.literal_eval(node.value)
        for node in module.body
        if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"
    )
    parts = ["# The Python package\n\n[Detour from Python](../docs/python.md) shows how they are used.\n"]
    for kind, chosen in [("Functions", str.islower), ("Classes", lambda name: not name.islower())]:
        parts.append(f"## {kind}\n")
        parts += [f"::: detour.{name}\n    options:\n      heading_level: 3\n" for name in names if chosen(name)]
    return "\n".join(parts)


def c_reference():
    """The page of the C header: the file, which describes itself."""
    name = "Sources/Native/CPolicy/include/detour_policy.h"
    text = (ROOT / name).read_text(encoding="utf-8")
    return f"# The C header\n\n`detour_policy.h`, for [policies as shared libraries](../docs/policies.md#a-shared-library).\n\n```c\n{text}```\n"


# The products of the Swift package that are libraries.
LIBRARIES = {
    "Carpool": "a carpool from its scenario to its results",
    "CarpoolScenario": "the fields of a scenario about drivers and requests",
    "JSON5": "the reader and the writer of JSON",
    "Matching": "candidate drivers, insertions and policies",
    "Metrics": "figures, tables, result folders and summaries",
    "PolicyProcess": "policies as processes, in Swift",
    "Report": "comparisons, analyses and pictures of studies",
    "RoadNetwork": "networks and shortest paths",
    "Run": "runs read back from their folders",
    "Scenario": "scenarios and their checks",
    "Simulation": "the carpool on the life cycle of requests",
    "Study": "studies: points, replications, searches",
    "Synthesis": "drivers and requests, drawn or read",
    "Travellers": "offers and requests",
}


def swift_reference():
    """The page of the Swift libraries."""
    pages = ", ".join(f'<a href="swift/{name}/documentation/{name.lower()}/index.html">{name}</a>' for name in DOCUMENTED if modules())
    rows = "\n".join(f"| `{name}` | {content} |" for name, content in LIBRARIES.items())
    return (
        "# The Swift libraries\n\n`PolicyProcess` is [stable](../docs/compatibility.md); the others may change between versions.\n\n"
        f"| library | content |\n|---|---|\n{rows}\n" + (f"\nEvery symbol, by DocC: {pages}.\n" if pages else "")
    )


def modules():
    """The folder of compiled Swift modules, if they and DocC are there; None otherwise."""
    if not shutil.which("docc") or not shutil.which("swift"):
        return None
    for build in ("release", "debug"):
        folder = ROOT / ".build" / build / "Modules"
        if all((folder / f"{name}.swiftmodule").exists() for name in DOCUMENTED):
            return folder
    return None


def write_swift_pages(out, base):
    """Writes DocC's pages of the stable libraries below api/swift; `base` is the address of the site on its host."""
    folder = modules()
    for name in DOCUMENTED if folder else []:
        with tempfile.TemporaryDirectory() as graphs:
            target = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True).stdout
            triple = re.search(r'"triple": "([^"]+)"', target)[1]
            extract = ["swift", "symbolgraph-extract", "-module-name", name, "-I", folder, "-target", triple, "-minimum-access-level", "public"]
            subprocess.run([*extract, "-output-dir", graphs], check=True, capture_output=True)
            place = out / "api/swift" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            convert = ["docc", "convert", "--additional-symbol-graph-dir", graphs, "--fallback-display-name", name]
            convert += ["--fallback-bundle-identifier", f"detour.{name}", "--transform-for-static-hosting"]
            convert += ["--hosting-base-path", f"{base.strip('/')}/api/swift/{name}".strip("/"), "--output-path", place]
            subprocess.run(convert, check=True, capture_output=True)


def configuration(source, out, contents):
    """The text of mkdocs.yml."""
    lines = (ROOT / "Scripts/site/mkdocs.yml").read_text(encoding="utf-8").replace("[Python/src]", f"[{ROOT / 'Python/src'}]")
    nav = "\n".join(f"  - {title}:\n" + "\n".join(f"    - {page}" for page in pages) for title, pages in contents)
    return f"{lines}docs_dir: {source}\nsite_dir: {out}\nnav:\n{nav}\n"


class Anchors(html.parser.HTMLParser):
    """The ids of a page, and the addresses that it names."""

    def __init__(self):
        super().__init__()
        self.ids, self.links = set(), []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids.update(value for key in ("id", "name") if (value := attributes.get(key)))
        for key in ("href", "src"):
            if attributes.get(key):
                self.links.append(attributes[key])


def dead_links(out):
    """A sentence for each link of the site to a file or an anchor that is not there."""
    pages = {}
    for path in out.rglob("*.html"):
        parser = Anchors()
        parser.feed(path.read_text(encoding="utf-8"))
        pages[path] = parser
    faults = []
    for path, parser in sorted(pages.items()):
        # Their links are given from the root of the host.
        if path.name == "404.html" or path.is_relative_to(out / "api/swift"):
            continue
        for link in parser.links:
            address = urllib.parse.urlsplit(link)
            if address.scheme or address.netloc or link.startswith("data:"):
                continue
            target = (path.parent / urllib.parse.unquote(address.path)).resolve() if address.path else path
            target = target / "index.html" if target.is_dir() else target
            shown = path.relative_to(out)
            if not target.exists():
                faults.append(f"{shown}: {link}: there is no such file")
            elif address.fragment and target in pages and urllib.parse.unquote(address.fragment) not in pages[target].ids:
                faults.append(f"{shown}: {link}: there is no such anchor")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, default=ROOT / ".build/site-source")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".build/site")
    parser.add_argument("--base", default="/", help="the path of the site on its host, as in /detour/; default /")
    options = parser.parse_args()
    source = Source(options.source.resolve())
    source.write()
    configured = options.source.resolve().with_suffix(".yml")
    configured.write_text(configuration(source.folder, options.out.resolve(), source.contents()), encoding="utf-8")
    shutil.rmtree(options.out, ignore_errors=True)
    built = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", configured], cwd=ROOT)
    if built.returncode == 0:
        write_swift_pages(options.out.resolve(), options.base)
    faults = source.faults + (dead_links(options.out.resolve()) if options.out.exists() else [])
    for fault in dict.fromkeys(faults):
        print(fault)
    if built.returncode == 0 and not faults:
        count = sum(1 for _ in options.out.rglob("*.html"))
        print(f"{options.out}: {count} pages, every link leads somewhere")
    return 1 if built.returncode or faults else 0


if __name__ == "__main__":
    sys.exit(main())
