"""Matching policies written in Python."""

from __future__ import annotations

from typing import Any, Callable


def policy(choose: Callable[..., Any]) -> Callable[..., Any]:
    """Mark `choose` as a policy."""
    return choose
