#!/usr/bin/env python3
"""Runs checks in one browser, which is started once: each line of the input names a check, each line of the output is its result.

A line of the input is a JSON object with `folder`, `file`, `name` and `arguments`; a line of the output is a JSON string, empty where
everything holds.
"""

import importlib
import json
import os
import sys
import traceback

from browser import Browser, Fault
from checks import CHECKS

COMMON = dict(CHECKS)


def result(order):
    """What came of a check: nothing, or a sentence."""
    os.chdir(order["folder"])
    # Names of checks are unique in a file only.
    CHECKS.clear()
    CHECKS.update(COMMON)
    sys.modules.pop(order["file"], None)
    importlib.import_module(order["file"])
    try:
        CHECKS[order["name"]](*order["arguments"])
    except Fault as fault:
        return f"{order['name']}: {fault}"
    except Exception:
        return traceback.format_exc()
    return ""


def main():
    Browser.kept = []
    try:
        for line in sys.stdin:
            print(json.dumps(result(json.loads(line))), flush=True)
    finally:
        os.chdir("/")
        Browser.end_kept()


if __name__ == "__main__":
    main()
