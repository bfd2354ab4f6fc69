#!/usr/bin/env python3
"""Makes docs/pictures/replay.webp: the replay of the quickstart as a browser shows it.

Usage: replay_picture.py PROGRAM [FILE]; needs Chromium.
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Browser"))
sys.dont_write_bytecode = True
from browser import Browser  # noqa: E402


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    out = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "docs/pictures/replay.webp").resolve()
    with tempfile.TemporaryDirectory() as folder:
        run = f"{folder}/quickstart"
        scenario = ROOT / "Scenarios/quickstart.json5"
        subprocess.run([program, "run", scenario, "--record", "tracks", "--quiet", "--out", run], check=True)
        subprocess.run([program, "report", run], check=True, stdout=subprocess.DEVNULL)
        with Browser() as browser:
            page = browser.open(run + ".html", width=1280, height=1000)
            page.evaluate("document.getElementById('passenger').focus()")
            page.press("4", "9", "2", "Enter")
            page.wait("document.querySelector('#story-text .told')")
            page.evaluate("document.activeElement.blur()")
            box = page.evaluate("""(() => {
              const box = document.querySelector('.replay').getBoundingClientRect();
              return {x: box.x, y: box.y + scrollY, width: box.width, height: 780, scale: 1};
            })()""")
            page.settle()
            page.screenshot(out, clip=box)


if __name__ == "__main__":
    main()
