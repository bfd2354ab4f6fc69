#!/usr/bin/env python3
"""Make docs/literature.md: what papers have published, made again by the studies of Scenarios/literature.

    python3 Scripts/literature.py [--detour PROGRAM] [--only STUDY …]
    python3 Scripts/literature.py --short [--detour PROGRAM] [--only STUDY …]
    python3 Scripts/literature.py --page | --check

Runs every study, keeps what came out in Results/literature, draws the pictures and writes the page. Studies of which the data are not part
of the project are left out, with a line that says so, where neither DETOUR_DATA names their folder nor ../shared/data holds them; the page
then tells what is kept. `--only` runs these studies alone; `--page` runs none and draws from what is kept; `--check` compares the page with
it, and writes nothing.

`--short` runs the first replications of every study into a folder that is removed. Exit code 1 where a claim that is told as published
comes out with the other sign or out of its bounds, or where Student's t differs from that of `detour compare`.

Statements, studies and claims are in Scripts/research/published/statements.py.
"""

import argparse
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "research"))
from published import journeys, pictures  # noqa: E402
from published.claims import Differs, Results, interval, judge  # noqa: E402
from published.statements import (  # noqa: E402
    EVEN, HEAD, MOST, NEAR, STATEMENTS, STUDIES, WORST, Answers, BreakEven, Fleets, Instances, Part, Pooled,
)  # fmt: skip

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/literature.md"
SHARED = "../../shared/data"


def data_folder() -> pathlib.Path:
    return pathlib.Path(os.environ.get("DETOUR_DATA", ROOT.parent / "shared/data"))


def scenarios(study, scratch: pathlib.Path) -> pathlib.Path:
    """The folder that the study's files are read in: a copy that names DETOUR_DATA, where that holds the data."""
    if not study.data or "DETOUR_DATA" not in os.environ:
        return ROOT
    copy = scratch / study.name
    for path in (ROOT / "Scenarios").rglob("*.json5"):
        text = path.read_text(encoding="utf-8").replace(SHARED, str(data_folder().resolve()))
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return copy


def run(study, program: str, out: pathlib.Path, scratch: pathlib.Path, replications: int | None = None) -> bool:
    """Runs a study into `out`, or says why it is left out."""
    if study.data and not (data_folder() / study.data).exists():
        print(f"left out {study.name}: {data_folder() / study.data} is not there; DETOUR_DATA names the folder of the data")
        return False
    words = [program, *study.command, "--out", str(out), "--quiet"]
    words += ["--keep-tables"] if study.journeys else []
    words += ["--replications", str(replications)] if replications else []
    print(f"running  {study.name}", flush=True)
    subprocess.run(words, check=True, cwd=scenarios(study, scratch))
    if study.journeys:
        subprocess.run([program, "unpack", str(out), "--quiet"], check=True)
        journeys.write(out)
    return True


def keep(folder: pathlib.Path) -> None:
    """Packs the runs of a study as they are kept: the same bytes for the same runs."""
    with gzip.GzipFile(folder / "runs.csv.gz", "wb", mtime=0) as file:
        file.write((folder / "runs.csv").read_bytes())


def results(study, folder: pathlib.Path) -> Results:
    return Results(folder, "journeys" if study.journeys else "runs")


def row(words: list[str]) -> str:
    cells = (word.replace("|", "\\|") for word in words)
    return f"| {' | '.join(cells)} |"


def anchor(title: str) -> str:
    return title.lower().replace(",", "").replace(" ", "-")


def probability(p: float | None) -> str:
    return "" if p is None else "< 0.001" if p < 0.001 else f"{p:.3f}"


def verdict(agreeing: int, claims: int) -> str:
    return "holds" if agreeing == claims else "holds in part" if agreeing else "does not hold"


Told = tuple[list[str], list[bool], list[str]]


def shown(start: str) -> list[list[str]]:
    """The words of the rows that docs/validation.md shows of a script, which begin with `start`."""
    lines = (ROOT / "docs/validation.md").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line.startswith(f"{start} ")]


def table(command: str, head: list[str], rows: list[list[str]]) -> list[str]:
    return ["", f"`{command}`:", "", row(head), row(["---", *["---:"] * (len(head) - 1)]), *map(row, rows)]


def known(part: Answers) -> Told:
    """The table of known answers, which of them agree, and what the overview says of them."""
    answers = [[" ".join(words[1:-3]), *words[-3:]] for words in shown(part.scenario)]
    errors = [abs(float(words[-1])) for words in answers]
    rows = table("python3 Tests/Verifier/known_answers.py", ["", "expected", "found", "z"], answers)
    return rows, [error < WORST for error in errors], [f"{part.short} within {max(errors):.2f} standard errors"]


def fleets(part: Fleets) -> Told:
    """The same of fleets of cars that wait."""
    cells = [words[1:] for words in shown(part.law)]
    head = ["graph", "cars", "x", "published", "found", "95 % interval", "difference"]
    rows = [[*words[:5], " ".join(words[5:8]), " ".join(words[8:10])] for words in cells]
    published, found, low, high = ([float(words[place]) for words in cells] for place in (3, 4, 5, 7))
    away = [abs(b / a - 1) for a, b in zip(published, found)]
    agreeing = [distance < NEAR or a <= value <= b for distance, value, a, b in zip(away, published, low, high)]
    told = f"{part.short} within {100 * max(away):.1f} %"
    lines = table(f"python3 Scripts/research/fleet_laws.py --only {part.law}", head, rows)
    return (lines, agreeing, [told]) if part.judged else (lines, [], [])


def break_even(part: BreakEven) -> Told:
    """The same of the loads at which fleets drive as much as their passengers would."""
    cells = [words[2:] for words in shown(f"break-even  {part.graph}")]
    ratios = [f"driven ÷ direct at {load}" for load in ("0.8", "0.9", "1.0", "1.1")]
    head = [f"cars on {part.graph}", *ratios, "break-even load", "95 % interval", "on board there"]
    crosses = [len(words) > 7 for words in cells]
    found = [words[5] if even else " ".join(words[5:]) for words, even in zip(cells, crosses)]
    others = [[" ".join(words[6:9]), words[9]] if even else ["", ""] for words, even in zip(cells, crosses)]
    rows = [[*words[:5], load, *other] for words, load, other in zip(cells, found, others)]
    agreeing = [even and float(words[6]) <= EVEN[1] and float(words[8]) >= EVEN[0] for words, even in zip(cells, crosses)]
    told = f"{part.short}: {', '.join(found)}"
    return table("python3 Scripts/research/fleet_laws.py --only break-even", head, rows), agreeing, [told]


def instances(part: Instances) -> Told:
    """The same of dial-a-ride, and of pickup and delivery instances."""
    lines = [words for name in part.names for words in shown(name)]
    cells = [[words[0], " ".join(words[1:-6]), *words[-6:]] for words in lines]
    head = ["instance", "notice", "objective", "cars", "served", "cost", "best known", "ratio"]
    ratios = [float(words[-1]) for words in cells if words[-1] != "–"]
    told = f"{part.short}: {' to '.join(f'{ratio:.3f}' for ratio in sorted({min(ratios), max(ratios)}))}"
    return table("python3 Scripts/research/darp.py", head, cells), [ratio >= 1 for ratio in ratios], [told]


def pooled(part: Pooled) -> Told:
    """The same of orders that pool on the way."""
    cells = [words[1:] for words in shown(part.rule)]
    head = ["wait", "way to a pickup", "detour", "scale", "orders", "predicted", "found", "MAPE", "95 % interval", "by chance"]
    rows = [[*words[:7], " ".join(words[7:9]), " ".join(words[9:12]), " ".join(words[12:])] for words in cells]
    errors = [float(words[7]) for words in cells]
    told = f"{part.short}: {min(errors):.1f} to {max(errors):.1f} %"
    command = f"python3 Scripts/research/pooled_orders.py OD.txt --only {part.rule}"
    return table(command, head, rows), [error <= 100 * MOST for error in errors], [told]


TOLD = {Answers: known, Fleets: fleets, BreakEven: break_even, Instances: instances, Pooled: pooled}


def measured(part: Part) -> Told:
    """The table of a study's claims, which of them agree, and what the overview says of them; nothing of what is not judged."""
    found = results(part.study, ROOT / part.study.kept)
    pairs = list(zip(part.claims, judge(part.claims, found), strict=True))
    lines = ["", f"`detour {' '.join(part.study.command)}`, {found.replications()} replications:", ""]
    lines += [row(["", "A", "B", "B − A, or level", "95 % interval", "p (Holm)", "as published"][: 7 if part.judged else 6])]
    lines += [row(["---", "---:", "---:", "---:", "---:", "---:", "---"][: 7 if part.judged else 6])]
    for claim, outcome in pairs:
        words = [claim.words, outcome.a, outcome.b, outcome.estimate, outcome.interval, probability(outcome.p)]
        lines.append(row([*words, "yes" if outcome.agrees else "no"] if part.judged else words))
    if not part.judged:
        return lines, [], []
    told = [f"{claim.short}: {outcome.estimate} ({outcome.interval})" for claim, outcome in pairs if claim.short]
    return lines, [outcome.agrees for _, outcome in pairs], told


def page() -> str:
    """The page, from what is kept."""
    overview, sections = [], []
    for statement in STATEMENTS:
        parts = [TOLD.get(type(part), measured)(part) for part in statement.parts]
        tables, agreeing, told = ([line for part in parts for line in part[place]] for place in range(3))
        answer = verdict(sum(agreeing), len(agreeing))
        if answer != statement.verdict:
            sys.exit(
                f"{statement.title}: the stored results say “{answer}”,"
                f" Scripts/research/published/statements.py says “{statement.verdict}”"
            )
        link = f", [{statement.link.split('/', 3)[3]}]({statement.link})" if statement.link else ""
        paper = f"[{statement.title}](#{anchor(statement.title)}). {statement.paper}{link}"
        overview.append(row([paper, statement.says, "; ".join(told), f"**{answer}**: {statement.because}"]))
        picture = ["", f"![{statement.picture[1]}](pictures/{statement.picture[0]})"] if statement.picture else []
        why = ["", textwrap.fill(statement.why, 140, break_on_hyphens=False)] if statement.why else []
        sections += ["", f"## {statement.title}", *picture, *why, *tables]
    heads = [row(["statement", "what it says", "what came out", "does it hold?"]), "| --- | --- | --- | --- |"]
    return "\n".join([HEAD, "", *heads, *overview, *sections, ""])


def known_answers(program: str) -> int:
    """Runs the scenarios with known answers, and returns 1 where one differs."""
    return subprocess.run([sys.executable, ROOT / "Tests/Verifier/known_answers.py", "--detour", program]).returncode


def same_as_compare(program: str, claim: Differs, folder: pathlib.Path) -> bool:
    """Whether `detour compare` gives the same difference and p as the claim."""
    figure, point = claim.a
    a, b = (",".join(f"{name}={value}" for name, value in at.items()) for at in (point, claim.b[1]))
    words = [program, "compare", folder, "--figure", figure, "--a", a, "--b", b, "--json"]
    answer = json.loads(subprocess.run(words, capture_output=True, text=True).stdout)["points"][0]["figures"][0]
    mean, _, p = interval(claim.samples(Results(folder)))
    return abs(answer["difference"] - mean) < 1e-6 * max(1, abs(mean)) and abs(answer["p"] - p) < 1e-6


def short(program: str, scratch: pathlib.Path, only: list[str]) -> int:
    """Whether the first replications of every study say what the page does."""
    wrong, compared = 0 if only else known_answers(program), 0
    for study in STUDIES:
        if only and study.name not in only or not run(study, program, out := scratch / f"out-{study.name}", scratch, study.short):
            continue
        parts = [part for statement in STATEMENTS for part in statement.parts if isinstance(part, Part) and part.study == study]
        for part in parts:
            kept = judge(part.claims, results(study, ROOT / study.kept))
            again = judge(part.claims, results(study, out))
            for claim, before, after in zip(part.claims, kept, again, strict=True):
                turned = before.agrees and not claim.favoured(after.mean)
                wrong += turned
                print(f"{'turned' if turned else 'ok    '}   {claim.words}: {after.estimate}, on the page {before.estimate}")
                alike = isinstance(claim, Differs) and not study.journeys and claim.a[0] == claim.b[0]
                if alike and not same_as_compare(program, claim, out):
                    wrong += 1
                    print(f"differs  {claim.words}: detour compare gives another difference or p")
                compared += alike
    print(f"{wrong} wrong; {compared} comparisons are those of detour compare")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--detour", default=str(ROOT / ".build/release/detour"), help="the program")
    parser.add_argument("--only", nargs="+", choices=[study.name for study in STUDIES], metavar="STUDY", help="run these alone")
    for name, words in [("page", "run nothing"), ("check", "compare the page"), ("short", "run the first replications")]:
        parser.add_argument(f"--{name}", action="store_true", help=words)
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.detour)
    if arguments.check:
        if PAGE.read_text(encoding="utf-8") != page():
            print("docs/literature.md does not match the stored results; `python3 Scripts/literature.py --page` renews it", file=sys.stderr)
            return 1
        return 0
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        if arguments.short:
            return short(program, scratch, arguments.only or [])
        if not arguments.page and not arguments.only and known_answers(program):
            return 1
        for study in STUDIES:
            chosen = study.name in arguments.only if arguments.only else not arguments.page and study.own
            if chosen and run(study, program, ROOT / study.kept, scratch):
                keep(ROOT / study.kept)
    pictures.draw(lambda study: results(study, ROOT / study.kept), ROOT / "docs/pictures")
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
