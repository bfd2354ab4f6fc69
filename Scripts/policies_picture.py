#!/usr/bin/env python3
"""Makes docs/pictures/rabat-policies.svg: what each policy matches of the Rabat morning, as it is, with walking, and with a transfer.

    python3 Scripts/policies_picture.py [STUDY [PICTURE]]

STUDY is the result folder of Scenarios/studies/rabat-policies.json5, by default Results/rabat-policies. Needs gnuplot.
"""

import csv
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
POLICIES = ["nearest", "two_circles", "batch 5", "batch 10", "batch 30", "batch 60", "stable 10", "insertion"]
# Colours that differ for all eyes (Okabe and Ito), with the shape of the point.
SERIES = {
    "as they are": ("#000000", 7),
    "passengers walk up to 200 m": ("#56b4e9", 5),
    "passengers walk up to 400 m": ("#0072b2", 9),
    "passengers may transfer": ("#d55e00", 13),
}


def read(study: pathlib.Path) -> dict:
    """Match rate and half-width of the interval, per cent, by series and policy."""
    found = {}
    with open(study / "summary.csv", newline="") as file:
        for row in csv.DictReader(file):
            if (row["metric"], row["statistic"]) != ("match_rate", "value"):
                continue
            policy, walk = row["matching.policy"], float(row["matching.walk_m"])
            if policy in ("batch", "stable"):
                policy += f" {float(row['matching.batch.window_s']):g}"
            changes = row["matching.transfer"] not in ("", "null")
            series = list(SERIES)[3 if changes else {0: 0, 200: 1, 400: 2}[walk]]
            found[series, policy] = (100 * float(row["mean"]), 100 * float(row["half_width_95"]))
    return found


def label(policy: str) -> str:
    name, _, window = policy.replace("_", " ").partition(" ") if policy != "two_circles" else ("two circles", "", "")
    return f"{name}, {window} s" if window else name


def main() -> None:
    study = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "Results/rabat-policies"
    picture = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs/pictures/rabat-policies.svg"
    found = read(study)
    lines = [
        'set terminal svg size 900,470 font "Helvetica,14" background "#ffffff"',
        f'set output "{picture}"',
        'set title "Requests matched in the Rabat morning: mean of 20 replications with its 95 % interval" noenhanced',
        "set xrange [45:*]",
        f"set yrange [{len(POLICIES) - 0.4}:-0.6]",
        "set ytics (" + ", ".join(f'"{label(policy)}" {place}' for place, policy in enumerate(POLICIES)) + ")",
        'set xlabel "requests matched, %"',
        "set grid x lc '#dddddd'",
        "set key top right noenhanced",
        "set border 3; set tics nomirror",
    ]
    plots = []
    for number, (name, (colour, shape)) in enumerate(SERIES.items()):
        lines.append(f"$s{number} << EOD")
        for place, policy in enumerate(POLICIES):
            mean, half = found[name, policy]
            lines.append(f"{mean} {place + 0.14 * (number - 1.5)} {half}")
        lines.append("EOD")
        plots.append(f'$s{number} using 1:2:3 with xerrorbars lc "{colour}" pt {shape} ps 0.9 lw 1.5 title "{name}"')
    lines.append("plot " + ", ".join(plots))
    subprocess.run(["gnuplot"], input="\n".join(lines), text=True, check=True)


if __name__ == "__main__":
    main()
