#!/usr/bin/env python3
"""Write the documents that the program prints, or check that they are the ones that are kept.

    python3 Scripts/make_docs.py [--check] PROGRAM

A document is what a part in docs/parts says, if it has one, and behind it what the program prints. docs/scenario.md and
docs/columns.md begin with the fields and the columns that are needed first; their rows are those of the program. With `--check`
nothing is written, and the exit code is 1 where a document says something else.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The document, its head, and the words that the program is called with.
DOCUMENTS = [
    ("columns.md", None, ["columns", "--markdown"]),
    ("scenario.md", "parts/scenario-head.md", ["schema", "--markdown"]),
    ("scenario.schema.json", None, ["schema"]),
    ("study.md", "parts/study-head.md", ["schema", "--study", "--markdown"]),
    ("study.schema.json", None, ["schema", "--study"]),
    ("network-formats.md", "parts/network-formats-head.md", ["network", "formats"]),
    ("osm-profile.md", None, ["network", "profile"]),
]

# The fields that are set first, in the order in which one sets them.
FIRST_FIELDS = """
time.start time.duration_s time.warm_up_s seed space.file space.travel_time_factor trips.file trips.driver_share supply.count demand.count
supply.seats matching.policy matching.radius_m matching.limits.max_detour_s matching.limits.max_detour_ratio matching.limits.max_wait_s
matching.walk_m behaviour.decline_probability behaviour.patience_s behaviour.stop_duration_s
""".split()
FIELDS_HEAD = """## The twenty fields that are set first

Of a carpool, with their defaults and a link to the section of each. `detour fields WORD` finds the others by a part of their names, as in
`detour fields detour`.

| field | value | default | meaning |
|---|---|---|---|
"""
# The columns and figures that are read first: the section of docs/columns.md, and the names in it.
FIRST_COLUMNS = [
    ("requests.csv", "request_id submit_s outcome cause driver_id wait_s ride_s direct_s passenger_detour_factor attempts"),
    ("drivers.csv", "outcome passengers_served solo_s detour_s"),
    ("Figures", "match_rate service_rate wait_s driver_detour_s occupancy vkt_saved_ratio"),
]
COLUMNS_HEAD = """## The twenty columns that are read first

Of a carpool. Figures are the rows of summary.csv and, in a study, the columns of runs.csv. `detour columns WORD` finds the others by a part
of their names, as in `detour columns wait`.

| column | of | unit | meaning |
|---|---|---|---|
"""
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchor(text, heading, place):
    """The name of a heading in links, as GitHub forms it: with a number where earlier ones are alike."""
    names = [re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-") for name in HEADING.findall(text[:place])]
    name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    return f"{name}-{names.count(name)}" if name in names else name


def first_fields(printed):
    """The table of the fields that are set first, from the rows that the program prints of them."""
    rows = []
    for field in FIRST_FIELDS:
        row = re.search(rf"^\| `{re.escape(field)}` \| (?!value \|)(.*)$", printed, re.MULTILINE)
        own = re.search(rf"^(#+ `{re.escape(field)}`)\n\n(.*?) Default: (.*)\.$", printed, re.MULTILINE)
        if row:
            above = list(HEADING.finditer(printed, 0, row.start()))
            section = anchor(printed, above[-1][1], above[-1].start()) if above else "the-scenario"
            rows.append(f"| [`{field}`](#{section}) | {row[1]}")
        elif own:
            words = own[2].replace("|", "\\|")
            rows.append(f"| [`{field}`](#{anchor(printed, own[1].lstrip('# '), own.start())}) | a word, or an object | {own[3]} | {words} |")
        else:
            sys.exit(f"make_docs.py: no row of `detour schema --markdown` is about {field}; name another field in FIRST_FIELDS")
    return FIELDS_HEAD + "\n".join(rows) + "\n\n"


def first_columns(printed):
    """The table of the columns that are read first, from the rows that the program prints of them."""
    rows = []
    for section, names in FIRST_COLUMNS:
        start = re.search(rf"^## `?{re.escape(section)}`?$", printed, re.MULTILINE)
        end = printed.find("\n## ", start.end()) if start else -1
        for name in names.split():
            row = start and re.compile(rf"^\| `{name}` \| (.*?) \| .*? \| (.*?) \| .*\|$", re.MULTILINE).search(printed, start.end(), end)
            if not row:
                sys.exit(f"make_docs.py: {section} of `detour columns --markdown` has no {name}; name another in FIRST_COLUMNS")
            place = f"[{'figures' if section == 'Figures' else section}](#{anchor(printed, section, start.start())})"
            rows.append(f"| `{name}` | {place} | {row[1]} | {row[2]} |")
    return COLUMNS_HEAD + "\n".join(rows) + "\n\n"


def whole(name, head, printed):
    """The document `name`: its head, what is needed first, and what the program prints."""
    if name == "scenario.md":
        return head + first_fields(printed) + "## The scenario\n\n" + printed
    if name == "columns.md":
        title, units, rest = printed.partition("\n| unit | meaning |")
        return head + title + "\n" + first_columns(printed) + "## Units\n" + units + rest
    return head + printed


def main():
    words = sys.argv[1:]
    checks = words[:1] == ["--check"]
    if len(words) != 1 + checks:
        sys.exit(__doc__)
    stale = []
    for name, head, arguments in DOCUMENTS:
        printed = subprocess.run([words[-1], *arguments], check=True, capture_output=True, text=True).stdout
        wanted = whole(name, (ROOT / "docs" / head).read_text(encoding="utf-8") if head else "", printed)
        path = ROOT / "docs" / name
        if path.exists() and path.read_text(encoding="utf-8") == wanted:
            continue
        stale.append(f"docs/{name}")
        if not checks:
            path.write_text(wanted, encoding="utf-8")
    if stale:
        print(f"{', '.join(stale)}: {'not what the program prints; `make docs` renews it' if checks else 'renewed'}")
    return 1 if checks and stale else 0


if __name__ == "__main__":
    sys.exit(main())
