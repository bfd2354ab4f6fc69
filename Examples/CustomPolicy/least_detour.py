"""LeastDetour in Python: `command: ["python3", "least_detour.py"]`. Needs the package `detour` (Python/src)."""

from detour.policy import policy


@policy(candidate=["driver", "detour_s"], request=[])
def least_detour(attempt):
    return min(attempt.candidates, key=lambda candidate: candidate.detour_s)


if __name__ == "__main__":
    least_detour.serve()
