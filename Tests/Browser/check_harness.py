#!/usr/bin/env python3
"""Do the checks notice what they are there to notice? Each page here has one fault."""

import pathlib
import tempfile

from browser import Browser, Fault, expect
from checks import check, expect_contrast, expect_keyboard_walk, expect_no_overflow, main

PAGE = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>page</title>
<style>:root { color-scheme: light dark }</style>
<body><button id="button">press</button> <input id="field"> %s
<script>document.getElementById('button').onclick = e => { e.target.textContent = 'pressed' };
document.documentElement.dataset.ready = 'true'</script>"""


@check
def starts():
    """Whether there is a browser that can be started at all."""
    with Browser():
        pass


@check
def a_sound_page_passes():
    with Browser(alone=True) as browser, Pages() as pages:
        page = browser.open(pages.make("<p>text</p>"))
        expect_contrast(page)
        expect_keyboard_walk(page)
        expect_no_overflow(page)
        page.press("a")
        page.click("#button")
        page.click("#field")
        page.press("h", "Shift+Tab", "Tab")
        expect(page.text("#button") == "pressed", "a click did not press the button")
        expect(page.evaluate("document.getElementById('field').value") == "h", "a key did not write into the field")
        page.expect_quiet()
    expect(not pathlib.Path(browser.profile).exists(), "the profile was left behind")


@check
def faults_are_noticed():
    with Browser() as browser, Pages() as pages:
        faults = {
            "<img src='missing.png'>": quiet,
            "<script>console.log('word')</script>": quiet,
            "<script>throw new Error('late')</script>": quiet,
            "<meta http-equiv='Content-Security-Policy' content=\"img-src 'none'\"><img src='data:,'>": quiet,
            "<p style='color: #999'>faint</p>": expect_contrast,
            "<p style='color: #00f8; background: #fff'>half</p>": expect_contrast,
            "<svg><rect data-ground width='90' height='90' fill='#222'/><text y='20' fill='#333'>dark</text></svg>":
                expect_contrast,
            "<button style='outline: none'>unseen</button>": expect_keyboard_walk,
            "<button tabindex='0' onfocus='this.blur()'>unreached</button>": expect_keyboard_walk,
            "<p style='width: 3000px'>wide</p>": expect_no_overflow,
        }
        for body, held in faults.items():
            page = browser.open(pages.make(body))
            try:
                held(page)
            except Fault:
                page.close()
                continue
            raise Fault(f"nobody noticed {body}")


def quiet(page):
    page.expect_quiet()


class Pages(tempfile.TemporaryDirectory):
    """A folder of pages."""

    def __enter__(self):
        self.folder = pathlib.Path(super().__enter__())
        self.count = 0
        return self

    def make(self, body):
        self.count += 1
        path = self.folder / f"{self.count}.html"
        path.write_text(PAGE % body, encoding="utf-8")
        return path


if __name__ == "__main__":
    main()
