"""The process of a policy: `python policy_process.py FILE FUNCTION` serves the policy FUNCTION of FILE."""

import sys
from pathlib import Path

# This file's folder, which Python puts first, holds modules of the package and not of the policy: its parent does.
sys.path[0] = str(Path(__file__).resolve().parents[1])

from detour.policy import serve_file  # noqa: E402

if __name__ == "__main__":
    serve_file(*sys.argv[1:])
