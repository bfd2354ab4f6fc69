"""The pictures of docs/literature.md, by gnuplot: what was measured, beside what is published."""

import pathlib
import shutil
import subprocess
import sys
from collections.abc import Callable

from published.claims import Results, interval
from published.statements import (
    AT_ONCE, DELAYS, DETOUR, KNOWN, LEHE, LEHE_LOOSE, LOADS, MATCHED, SANTI, TACHET, Study, delay, share, torus,
)  # fmt: skip

# Colours that differ for all eyes (Okabe and Ito).
BLACK, BLUE, ORANGE, GREEN = "#000000", "#0072b2", "#d55e00", "#009e73"
HEAD = ['set terminal svg size 900,430 font "Helvetica,14" background "#ffffff"', "set border 3; set tics nomirror", "set grid lc '#dddddd'"]

Series = tuple[str, str, list[tuple[float, float, float]]]
Found = Callable[[Study], Results]


def curve(results: Results, figure: str, points: dict[float, dict], scale: float) -> list[tuple[float, float, float]]:
    """Mean and half-width of a figure over the points, by the value that each is drawn at."""
    drawn = []
    for place, point in points.items():
        mean, half, _ = interval(list(results.values(figure, point).values()))
        drawn.append((place, scale * mean, scale * half))
    return drawn


def plot(lines: list[str], series: list[Series], y: str = "") -> list[str]:
    """Blocks of data, and the command that draws them with their intervals; an interval of 0 is a published point."""
    blocks, parts = [], []
    for number, (title, colour, rows) in enumerate(series):
        name = f"$d{number}{y}"
        blocks += [f"{name} << EOD", *(" ".join(f"{value:.6g}" for value in row) for row in rows), "EOD"]
        is_published = not any(half for _, _, half in rows)
        style = "with points pt 2 ps 1.6 lw 3" if is_published else "with yerrorlines pt 7 ps 0.7 lw 1.5"
        parts.append(f'{name} {style} lc "{colour}" title "{title}"')
    return [*blocks, *lines, "plot " + ", ".join(parts)]


def santi(results: Found) -> list[str]:
    def at(of_all: float) -> dict[float, dict]:
        return {seconds / 60: delay(seconds, of_all) for seconds in DELAYS}

    found = results(SANTI)
    return plot(
        [
            "set xlabel 'delay that both accept, minutes'; set ylabel 'requests served, %'",
            "set xrange [0:15.5]; set yrange [0:100]; set key bottom right noenhanced",
            'set title "Half of the taxi trips of a day in San Francisco drive, half ask for a ride" noenhanced',
        ],
        [
            ("everything known ahead, one rider a driver", BLUE, curve(found, KNOWN, at(1), 100)),
            ("the same for a quarter of the trips", GREEN, curve(found, KNOWN, at(0.25), 100)),
            ("decided at once", ORANGE, curve(found, AT_ONCE, at(1), 100)),
            ("published: New York, with everything known ahead", BLACK, [(5, 95, 0)]),
        ],
    )


def lehe(results: Found) -> list[str]:
    shares = [0.1, 0.2, 0.5]
    limits = [
        ("limit of 30 min", GREEN, LEHE_LOOSE, {100 * of_all: share(of_all) for of_all in shares}),
        ("limit of 10 min", BLUE, LEHE, {100 * of_all: delay(600, of_all) for of_all in shares}),
        ("limit of 5 min", ORANGE, LEHE, {100 * of_all: delay(300, of_all) for of_all in shares}),
    ]
    lines = ["set multiplot layout 1,2; set xrange [0:55]; set key noenhanced"]
    for number, (figure, words, scale, most) in enumerate(
        [(MATCHED, "requests matched, %", 100, 100), (DETOUR, "detour of a driver who shares, km", 0.001, 6)]
    ):
        settings = [f"set xlabel 'users, % of the morning'; set ylabel '{words}'; set yrange [0:{most}]"]
        settings += ["unset key"] if number else ["set key at graph 1, graph 0.75 right top"]
        series = [(words, colour, curve(results(study), figure, points, scale)) for words, colour, study, points in limits]
        lines += plot(settings, series, y=f"_{number}")
    return lines


def tachet(results: Found) -> list[str]:
    found = results(TACHET)
    settings = [
        ("10 km, Δ = 5 min", BLUE, {}),
        ("20 km, Δ = 10 min", GREEN, {"side": 20_000, "delay_s": 600}),
        ("10 km, Δ = 10 min", ORANGE, {"delay_s": 600}),
    ]
    return plot(
        [
            "set xlabel 'L = λv²Δ³ ÷ |Ω|'; set ylabel 'requests that could be served, %'",
            "set logscale x; set xrange [0.08:6.5]; set yrange [0:100]; set key top left noenhanced",
        ],
        [
            *(
                (words, colour, curve(found, KNOWN, {load: torus(load, **others) for load in LOADS}, 100))
                for words, colour, others in settings
            ),
            ("published: either trip may drive", BLACK, [(0.1, 16.62, 0), (0.5, 58.41, 0), (1, 81.23, 0), (2, 95.09, 0), (5, 99.6, 0)]),
        ],
    )


PICTURES = {"literature-santi.svg": santi, "literature-tachet.svg": tachet, "literature-lehe.svg": lehe}


def draw(results: Found, folder: pathlib.Path) -> None:
    """Draws all pictures into `folder`, or says that gnuplot is missing."""
    if not shutil.which("gnuplot"):
        print("left out the pictures: gnuplot is not installed", file=sys.stderr)
        return
    for name, make in PICTURES.items():
        script = "\n".join([*HEAD, f'set output "{folder / name}"', *make(results)])
        subprocess.run(["gnuplot"], input=script, text=True, check=True)
