#!/usr/bin/env python3
"""Recompute the main figures of a run from its rows with pandas and compare them with summary.csv.

    python3 Examples/analysis.py Results/rush

Prints every figure that it knows beside the one of summary.csv, and names the others; exit code 1 where they differ by
more than the rounding of the files explains. A starting point for analyses of your own: each figure is a line or two.
"""

import json
import pathlib
import sys

import pandas as pd

QUANTILES = {"p05": 0.05, "p25": 0.25, "median": 0.5, "p75": 0.75, "p90": 0.9, "p95": 0.95, "p99": 0.99}

# What the decimals of the files can hide: half a unit in the last place, in the value and in its inputs.
TOLERANCE = {"s": 0.002, "m": 0.2, "km": 0.002, "kg": 0.002, "ratio": 3e-6, "count": 0}


def distribution(values: pd.Series) -> dict[str, float]:
    """Mean, standard deviation, extremes, quantiles (R's type 7, pandas' default) and count."""
    values = values.dropna()
    if values.empty:
        return {"count": 0}
    figures = {"mean": values.mean(), "min": values.min(), "max": values.max(), "count": len(values)}
    if len(values) > 1:
        figures["sd"] = values.std()
    return figures | {name: values.quantile(q) for name, q in QUANTILES.items()}


def ratio(part: float, whole: float) -> dict[str, float]:
    return {"value": part / whole} if whole else {}


def request_figures(requests: pd.DataFrame, attempts: pd.DataFrame) -> dict[str, dict[str, float]]:
    """Figures of the requests; `requests` holds those submitted between the warm-up's end and the horizon."""
    probes = requests[requests.outcome.isin(["probe_hit", "probe_miss"])]
    submitted = requests[~requests.outcome.isin(["probe_hit", "probe_miss", "refused_input"]) & ~requests.probe]
    settled = submitted[submitted.outcome != "in_progress"]
    calls = attempts[attempts.request_id.isin(submitted.request_id)]
    accepted = calls[calls.outcome == "accepted"]
    figures = {
        "requests": {"value": len(submitted)},
        "matches": {"value": len(accepted)},
        "match_rate": ratio(settled.first_match_s.notna().sum(), len(settled)),
        "service_rate": ratio((settled.outcome == "served").sum(), len(settled)),
        "coverage": ratio((probes.outcome == "probe_hit").sum(), len(probes)),
        "attempts_per_match": ratio(len(calls), len(accepted)),
        "time_to_match_s": distribution(settled.time_to_match_s),
        "wait_s": distribution(settled.wait_s),
        # Who plans ahead waits from the time to leave on, as wait_s does, even if the match is earlier.
        "wait_after_match_s": distribution((settled.pickup_s - settled.match_s).clip(upper=settled.wait_s)),
        "ride_s": distribution(settled.ride_s),
        "passenger_detour_factor": distribution(settled.passenger_detour_factor),
        "preference_agreement": distribution(settled.preference_agreement),
        "time_to_pickup_s": distribution(
            accepted[accepted.request_id.isin(settled.request_id)].time_to_pickup_s
        ),
    }
    for cause, count in settled[settled.outcome != "served"].cause.value_counts().items():
        figures[f"cause.{cause}"] = {"value": count}
    for limit, count in calls[calls.cause == "limits"].binding_limit.value_counts().items():
        figures[f"lost_to.{limit}"] = {"value": count}
    return figures


def car_figures(
    requests: pd.DataFrame, drivers: pd.DataFrame, stops: pd.DataFrame, co2_per_km: float
) -> dict[str, dict[str, float]]:
    """Figures of the cars, over the whole run: only drivers that arrived count."""
    arrived = drivers[drivers.outcome == "arrived"]
    sharing = arrived[arrived.passengers_served > 0]
    vehicle_m, solo_m = arrived.driven_m.sum(), arrived.solo_m.sum()

    # Persons on board over the metres to the next stop of the same car.
    legs = stops[stops.driver_id.isin(arrived.driver_id)]
    metres = legs.groupby("driver_id").odometer_m.shift(-1) - legs.odometer_m
    leg_m, passenger_m = metres.sum(), (metres * legs.on_board_after).sum()

    # One car per request: those served saved their direct trip; passengers of cars still under way are left out.
    settled = requests[requests.outcome.isin(["served", "unmatched", "cancelled_by_passenger", "cancelled_by_driver"])]
    served = settled[(settled.outcome == "served") & settled.driver_id.isin(arrived.driver_id)]
    unserved = settled[settled.outcome != "served"]
    saved_m = solo_m + served.direct_m.sum() - vehicle_m
    return {
        "drivers": {"value": (drivers.outcome != "refused_input").sum()},
        "vehicle_km": {"value": vehicle_m / 1000},
        "solo_km": {"value": solo_m / 1000},
        "occupancy": ratio(leg_m + passenger_m, leg_m),
        "seat_utilisation": ratio(passenger_m, (arrived.seats * arrived.driven_m).sum()),
        "vkt_saved_km": {"value": saved_m / 1000},
        "co2_saved_kg": {"value": saved_m / 1000 * co2_per_km},
        "vkt_saved_ratio": ratio(saved_m, solo_m + served.direct_m.sum() + unserved.direct_m.sum()),
        "drivers_sharing_ratio": ratio(len(sharing), len(arrived)),
        "driver_detour_s": distribution(sharing.detour_s),
        "driver_detour_m": distribution(sharing.detour_m),
        "driver_detour_ratio": distribution(sharing.detour_ratio),
    }


def tolerance(metric: str, unit: str, value: float, drivers: int, requests: int) -> float:
    """How far two figures may lie apart: sums of rounded metres grow with their number."""
    if metric in ("vehicle_km", "solo_km", "vkt_saved_km", "co2_saved_kg"):
        return TOLERANCE[unit] + 5e-5 * (2 * drivers + requests)
    return TOLERANCE[unit] + (1e-5 * abs(value) if unit == "ratio" else 0)


def read(folder: pathlib.Path, name: str) -> pd.DataFrame:
    return pd.read_csv(folder / f"{name}.csv", dtype={"run_id": str})


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 64
    folder = pathlib.Path(sys.argv[1])
    try:
        scenario = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["scenario"]
        names = ["requests", "attempts", "drivers", "stops", "summary"]
        requests, attempts, drivers, stops, summary = (read(folder, name) for name in names)
    except (OSError, ValueError, KeyError) as error:
        print(f"{folder}: not a result folder of one run ({error})", file=sys.stderr)
        return 65
    time, horizon = scenario["time"], scenario["time"].get("horizon_s")
    counted = requests.submit_s.between(time["warm_up_s"], float("inf") if horizon is None else horizon)

    figures = request_figures(requests[counted], attempts)
    figures |= car_figures(requests, drivers, stops, scenario["results"]["co2_kg_per_km"])
    for cause, count in requests[requests.outcome == "refused_input"].cause.value_counts().items():
        figures[f"cause.{cause}"] = {"value": count}

    # A cause that nobody had, and a limit that nobody broke, stand in the summary with a zero.
    causes = {metric: {"value": 0} for metric in summary.metric if metric.startswith(("cause.", "lost_to."))}
    figures = causes | figures
    is_known = summary.metric.isin(list(figures))
    unknown, summary = summary[~is_known].metric.unique(), summary[is_known]

    differences = 0
    print(f"{'metric':<28}{'statistic':<10}{'from the rows':>18}{'summary.csv':>18}")
    for row in summary.itertuples():
        value = figures[row.metric].get(row.statistic, float("nan"))
        bound = tolerance(row.metric, row.unit, row.value, len(drivers), len(requests))
        mark = "" if abs(value - row.value) <= bound else "   differs"
        differences += mark != ""
        print(f"{row.metric:<28}{row.statistic:<10}{value:>18.6f}{row.value:>18.6f}{mark}")
    rows = {(row.metric, row.statistic) for row in summary.itertuples()}
    for metric, statistics in figures.items():
        for statistic in statistics:
            if (metric, statistic) not in rows:
                differences += 1
                print(f"{metric:<28}{statistic:<10}{statistics[statistic]:>18.6f}{'missing':>18}   differs")
    if len(unknown):
        print(f"not recomputed here: {', '.join(unknown)}")
    print(f"{len(summary)} figures, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
