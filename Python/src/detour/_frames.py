"""Data frames as recorded input."""

from __future__ import annotations

from typing import Any

from ._cache import kept
from ._errors import DetourError


def sides(**frames: Any) -> dict[str, Any]:
    """Return the fields by which a scenario reads each data frame of `frames`, which are named by the sides."""
    check_zones(frames)
    return {
        side: {"kind": "recorded", "file": str(kept("tables", side, ".csv", text(side, frame)))}
        for side, frame in frames.items()
        if frame is not None
    }


def check_zones(frames: dict[str, Any]) -> None:
    """Refuse columns of times in several zones: tables have no zones, and a run has one clock.

    A column with a zone is written by the clock of that zone.
    """
    zones: dict[str, str] = {}
    for side, frame in frames.items():
        for name in getattr(frame, "columns", ()):
            dtype = frame[name].dtype
            # pandas calls it `tz`, polars `time_zone`.
            zone = getattr(dtype, "tz", None) or getattr(dtype, "time_zone", None)
            if zone is not None:
                zones.setdefault(str(zone), f"{side}.{name}")
    if len(zones) > 1:
        told = ", ".join(f"{column} in {zone}" for zone, column in zones.items())
        raise DetourError(
            f"times lie in several zones: {told}; a run has one clock, so convert them to its zone:"
            " frame['time'].dt.tz_convert('Europe/Paris')"
        )


def text(side: str, frame: Any) -> str:
    """Return the data frame of `side` as CSV."""
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        if hasattr(frame, "write_csv"):
            return str(frame.write_csv(datetime_format="%Y-%m-%dT%H:%M:%S", time_format="%H:%M:%S"))
        if not hasattr(frame, "to_pandas"):
            raise DetourError(
                f"{side}={type(frame).__name__} is no data frame; give one of pandas or polars, or name a file:"
                f" set={{'{side}': {{'kind': 'recorded', 'file': …}}}}"
            )
        frame = frame.to_pandas()
    table = frame.reset_index() if any(name is not None for name in frame.index.names) else frame
    columns = {name: written(table[name]) for name in table.columns}
    return str(pd.DataFrame(columns).to_csv(index=False, lineterminator="\n"))


def written(column: Any) -> Any:
    """Return the values of `column` as tables have them: ISO 8601, truths as words, whole numbers without a point."""
    from pandas.api import types

    if types.is_bool_dtype(column):
        return column.map({True: "true", False: "false"})
    if types.is_datetime64_any_dtype(column):
        return column.dt.strftime("%Y-%m-%dT%H:%M:%S")
    if types.is_timedelta64_dtype(column):
        return column.dt.total_seconds()
    # A column of whole numbers in which one is missing has become one of floats.
    if (
        types.is_float_dtype(column)
        and (column.dropna() % 1 == 0).all()
        and (column.dropna().abs() < 2**53).all()
    ):
        return column.astype("Int64")
    return column
