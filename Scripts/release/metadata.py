"""How the project is cited and found: CITATION.cff, codemeta.json and .zenodo.json, made from one description."""

import json

TITLE = "Detour: a discrete-event simulator of dynamic carpooling"
AUTHORS = "The Detour developers"
LICENCE = "GPL-3.0-or-later"
# The address of the public repository; left out while there is none.
REPOSITORY = None
ABSTRACT = (
    "Detour simulates dynamic carpooling: drivers make trips of their own, and passengers request a seat on the spot. It shows how wide a"
    " pickup radius and how long a detour an operator should allow, records the cause of every failed attempt, compares matching policies"
    " in paired replications, and simulates three sister markets (services, volunteer shifts, orders) on the same kernel. The same scenario"
    " and seed give the same bytes."
)
KEYWORDS = [
    "carpooling",
    "discrete-event simulation",
    "dynamic ridesharing",
    "matching",
    "reproducible research",
    "transport",
]


def quoted(text):
    """Return a string of YAML."""
    return json.dumps(text, ensure_ascii=False)


def citation(release):
    """Return CITATION.cff, in version 1.2.0 of the Citation File Format."""
    lines = [
        "# Made by `make version` from Scripts/release/metadata.py: do not edit.",
        "cff-version: 1.2.0",
        "message: \"If you use Detour in your work, please cite it as below.\"",
        "type: software",
        f"title: {quoted(TITLE)}",
        f"abstract: {quoted(ABSTRACT)}",
        "authors:",
        f"  - name: {quoted(AUTHORS)}",
        f"version: {quoted(release.version)}",
        f"date-released: {quoted(release.date)}",
        f"license: {LICENCE}",
        *([f"repository-code: {quoted(REPOSITORY)}"] if REPOSITORY else []),
        "keywords:",
        *(f"  - {word}" for word in KEYWORDS),
    ]
    return "\n".join(lines) + "\n"


def codemeta(release):
    """Return codemeta.json, in version 3.0 of CodeMeta."""
    described = {
        "@context": "https://w3id.org/codemeta/3.0",
        "@type": "SoftwareSourceCode",
        "name": "Detour",
        "description": ABSTRACT,
        "version": release.version,
        "dateModified": release.date,
        "license": f"https://spdx.org/licenses/{LICENCE}",
        "author": [{"@type": "Organization", "name": AUTHORS}],
        "keywords": KEYWORDS,
        "programmingLanguage": ["Swift", "C", "Python"],
        "operatingSystem": "Linux",
        "runtimePlatform": "Python 3.9 or newer for the Python package; none for the program",
        "softwareRequirements": ["Swift 6", "GNU Scientific Library", "OpenSSL", "zlib"],
        "applicationCategory": "Simulation",
        "developmentStatus": "active",
        "codeRepository": REPOSITORY,
    }
    return json.dumps({key: value for key, value in described.items() if value}, indent=2, ensure_ascii=False) + "\n"


def zenodo(release):
    """Return .zenodo.json, the metadata of a deposit at Zenodo."""
    described = {
        "title": TITLE,
        "upload_type": "software",
        "description": f"<p>{ABSTRACT}</p>",
        "creators": [{"name": AUTHORS}],
        "version": release.version,
        "publication_date": release.date,
        "access_right": "open",
        "license": LICENCE,
        "keywords": KEYWORDS,
        "language": "eng",
    }
    return json.dumps(described, indent=2, ensure_ascii=False) + "\n"


FILES = {"CITATION.cff": citation, "codemeta.json": codemeta, ".zenodo.json": zenodo}


def stale(root, release):
    """Return the names of the files that differ from the description."""
    return [
        name
        for name, make in FILES.items()
        if not (root / name).exists() or (root / name).read_text(encoding="utf-8") != make(release)
    ]


def write(root, release):
    """Write all files, and return the names of those that changed."""
    changed = stale(root, release)
    for name in changed:
        (root / name).write_text(FILES[name](release), encoding="utf-8")
    return changed
