"""Journeys from door to door, taken from the tables of a study's runs: wait, ride, and the walk from the car."""

import csv
import gzip
import pathlib
import shutil
import statistics

FIGURES = ["riders", "wait_s", "ride_s", "walk_after_s", "journey_s"]


def rows(path: pathlib.Path) -> list[dict]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def journeys(folder: pathlib.Path) -> dict[str, tuple[float, float, float]]:
    """Wait, ride and the walk from the car in seconds, of each request that was served."""
    walks = {row["request_id"]: float(row["walk_from_dropoff_s"]) for row in rows(folder / "walks.csv")}
    return {
        row["request_id"]: (float(row["wait_s"]), float(row["ride_s"]), walks.get(row["request_id"], 0.0))
        for row in rows(folder / "requests.csv")
        if row["outcome"] == "served"
    }


def write(study: pathlib.Path) -> None:
    """Writes journeys.csv.gz into the folder of a study, from the tables of its runs, which are removed.

    A row per run: means over those passengers of the replication who are served at all points of the study.
    """
    runs = rows(study / "runs.csv")
    names = list(runs[0])
    labels = names[1 : names.index("replication") + 1]
    served = {row["run_id"]: journeys(study / "tables" / row["run_id"]) for row in runs}
    with gzip.GzipFile(study / "journeys.csv.gz", "wb", mtime=0) as file:
        lines = [",".join([*labels, *FIGURES])]
        for row in runs:
            others = [served[other["run_id"]] for other in runs if other["replication"] == row["replication"]]
            riders = [rider for rider in served[row["run_id"]] if all(rider in other for other in others)]
            wait, ride, after = (statistics.fmean(served[row["run_id"]][rider][part] for rider in riders) for part in range(3))
            figures = [len(riders), *(f"{value:.3f}" for value in (wait, ride, after, wait + ride + after))]
            lines.append(",".join(map(str, [*(row[label] for label in labels), *figures])))
        file.write(("\n".join(lines) + "\n").encode())
    shutil.rmtree(study / "tables")
