"""The version of the project: its source, and every place that repeats it.

`Sources/Program/detour/Detour.swift` holds the version and its date. The Python package reads them there; all other places are written by
`make version` and checked by `make release-check`.
"""

import datetime
import email.utils
import pathlib
import re
import typing

SOURCE = "Sources/Program/detour/Detour.swift"
VERSION = re.compile(r'(static let version = ")([^"]*)(")')
RELEASED = re.compile(r'(static let released = ")([^"]*)(")')
FORM = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(alpha|beta|rc)\.[1-9]\d*)?")
NUMBER = r"\d+\.\d+\.\d+(?:-[a-z]+\.\d+|(?:a|b|rc)\d+)?"
CHANGELOG = "CHANGELOG.md"
HEADING = re.compile(r"^## \[([^\]]+)\](?: – (\S+))?$", re.MULTILINE)
UNRELEASED = "unreleased"
DEBIAN = "debian/changelog"
DEBIAN_ENTRY = re.compile(r"\Adetour \(([^)]*)\) (?P<suite>\w+); urgency=medium\n(?P<body>.*?)^ -- (?P<by>[^\n]*>)  (?P<date>[^\n]*)\n",
                          re.MULTILINE | re.DOTALL)

# A file that repeats the version, and the text around the number there.
MENTIONS = [
    ("docs/install.md", rf"(detour_)({NUMBER})(_amd64\.deb)"),
    ("docs/ci.md", rf"(detour_)({NUMBER})(_amd64\.deb)"),
    ("Containerfile", rf'(image\.version=")({NUMBER})(")'),
    ("recipe/meta.yaml", rf'(set version = ")({NUMBER})(")'),
    ("docs/install.md", rf"(detour_sim-)({NUMBER})(-py3)"),
    ("docs/python.md", rf"(detour_sim-)({NUMBER})(-py3)"),
]


class Fault(Exception):
    """What keeps a version from being released; each line is one sentence."""


class Release(typing.NamedTuple):
    """A version and the day of its release, as in `2026-11-23`."""

    version: str
    date: str


def python_form(version):
    """Return `version` as the files of Python packages have it: `1.0.0rc1` for `1.0.0-rc.1`."""
    return re.sub(r"-(a|b|rc)[a-z]*\.", r"\1", version)


def debian_form(version):
    """Return `version` as Debian orders it: `1.0.0~rc.1` comes before `1.0.0`."""
    return version.replace("-", "~")


def read(root, name):
    return (root / name).read_text(encoding="utf-8")


def current(root):
    """Return the release that Detour.swift names."""
    text = read(root, SOURCE)
    version, released = VERSION.search(text), RELEASED.search(text)
    if not version or not released:
        raise Fault(f"{SOURCE}: `static let version` or `static let released` is not there")
    return Release(version[2], released[2])


def check_form(release):
    """Fail unless the version is a semantic one and the date is a day."""
    if not FORM.fullmatch(release.version):
        raise Fault(f"`{release.version}` is no version: give three numbers, as in 1.0.0, or 1.0.0-rc.1 for a candidate")
    try:
        datetime.date.fromisoformat(release.date)
    except ValueError:
        raise Fault(f"`{release.date}` is no date: give year, month and day, as in 2026-12-01") from None


def mention(pattern, version):
    """Return the version as it is written in what `pattern` finds."""
    return python_form(version) if "detour_sim" in pattern else version


def notes(root, version):
    """Return the date of the section of `version` in the changelog (`unreleased` if it has none yet) and its text."""
    text = read(root, CHANGELOG)
    headings = list(HEADING.finditer(text))
    for place, heading in enumerate(headings):
        if heading[1] == version:
            end = headings[place + 1].start() if place + 1 < len(headings) else len(text)
            return heading[2] or UNRELEASED, text[heading.end() : end].strip() + "\n"
    raise Fault(f"{CHANGELOG}: there is no section `## [{version}]`; write a line for each change that users see")


def disagreements(root):
    """Return a sentence for each place that has another version than Detour.swift."""
    release = current(root)
    faults = []
    try:
        check_form(release)
        date, _ = notes(root, release.version)
        if date not in (UNRELEASED, release.date):
            faults.append(f"{CHANGELOG}: version {release.version} is dated {date}, but {SOURCE} has {release.date}")
    except Fault as fault:
        faults.append(str(fault))
    entry = DEBIAN_ENTRY.match(read(root, DEBIAN))
    if not entry:
        faults.append(f"{DEBIAN}: the first entry has another form than `detour (VERSION) SUITE; urgency=medium`")
    elif entry[1] != debian_form(release.version):
        faults.append(f"{DEBIAN}: the first entry is of {entry[1]}, expected {debian_form(release.version)}")
    for name, pattern in MENTIONS:
        text = read(root, name)
        found = list(re.finditer(pattern, text))
        if not found:
            faults.append(f"{name}: the version is not mentioned; take the file out of MENTIONS in Scripts/release/places.py")
        for match in found:
            if match[2] != mention(pattern, release.version):
                line = text.count("\n", 0, match.start()) + 1
                faults.append(f"{name}:{line}: has {match[2]}, expected {mention(pattern, release.version)}")
    return faults


def write(root, release):
    """Write `release` into every place, and return the files that changed."""
    check_form(release)
    before = current(root)
    made = {SOURCE: VERSION.sub(rf"\g<1>{release.version}\3", RELEASED.sub(rf"\g<1>{release.date}\3", read(root, SOURCE), count=1), count=1)}
    made[CHANGELOG] = headed(read(root, CHANGELOG), before, release)
    made[DEBIAN] = entered(read(root, DEBIAN), release)
    for name, pattern in MENTIONS:
        made[name] = re.sub(pattern, lambda match, pattern=pattern: match[1] + mention(pattern, release.version) + match[3], made.get(name) or read(root, name))
    changed = [name for name, text in made.items() if text != read(root, name)]
    for name in changed:
        (root / name).write_text(made[name], encoding="utf-8")
    return changed


def headed(text, before, release):
    """Return the changelog with its top section named `release`."""
    top = HEADING.search(text)
    named = f"## [{release.version}] – {release.date}"
    if top and top[1] == release.version:
        return text[: top.start()] + named + text[top.end() :]
    if not top or (top[1] != "Unreleased" and (top[2] or UNRELEASED) != UNRELEASED):
        raise Fault(f"{CHANGELOG}: the top section is that of {before.version}, which is released; begin it with `## [Unreleased]`")
    return text[: top.start()] + named + text[top.end() :]


def entered(text, release):
    """Return Debian's changelog with an entry for `release` at its top; an entry of the same version is replaced."""
    entry = DEBIAN_ENTRY.match(text)
    if not entry:
        raise Fault(f"{DEBIAN}: the first entry has another form than `detour (VERSION) SUITE; urgency=medium`")
    noon = datetime.datetime.combine(datetime.date.fromisoformat(release.date), datetime.time(12), datetime.timezone.utc)
    body = entry["body"]
    rest = text
    if entry[1] == debian_form(release.version):
        rest = text[entry.end() :].lstrip("\n")
    else:
        body = f"\n  * Version {release.version}: see /usr/share/doc/detour/changelog.gz for what it has.\n\n"
    head = f"detour ({debian_form(release.version)}) {entry['suite']}; urgency=medium\n{body} -- {entry['by']}  "
    return head + email.utils.format_datetime(noon) + "\n" + (f"\n{rest}" if rest else "")


def root_of_checkout():
    return pathlib.Path(__file__).resolve().parents[2]
