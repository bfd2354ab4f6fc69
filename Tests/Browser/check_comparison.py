#!/usr/bin/env python3
"""Does the page of a comparison say what `detour compare` says?"""

import json

from browser import Browser, expect
from checks import check, expect_names_are_text, for_everyone, main


@check
def suits_everyone(path):
    for_everyone(path)


@check
def rows_are_those_of_the_terminal(path, printed):
    """Every row that `detour compare` printed stands on the page, cell by cell, with and without scripts."""
    with open(printed, encoding="utf-8") as file:
        lines = [" ".join(line.split()) for line in file]
    with Browser() as browser:
        for scripts in (True, False):
            page = browser.open(path, scripts=scripts)
            rows = page.evaluate("""[...document.querySelectorAll('table.differences tbody tr')]
              .map(tr => [...tr.children].map(cell => cell.textContent)).map(([name, verdict, ...rest]) => [name, ...rest, verdict].join(' '))""")
            expect(rows, "the page has no row")
            for row in (" ".join(row.split()) for row in rows):
                expect(row in lines, f"`detour compare` does not print “{row}”")
            known = [line for line in lines if line.endswith(("better", "worse", "no difference shown", "too few runs"))]
            expect(len(rows) == len(known), f"{len(rows)} rows stand on the page, {len(known)} were printed")
            page.expect_quiet()
            page.close()


@check
def verdicts_are_seen_on_a_narrow_screen(path):
    """Every verdict stands within 390 pixels, without scrolling to the side."""
    with Browser() as browser:
        page = browser.open(path, width=390, height=844)
        ends = page.evaluate("""[...document.querySelectorAll('table.differences tbody tr td:nth-child(2)')].map(
          cell => { const words = document.createRange(); words.selectNodeContents(cell);
            return words.getBoundingClientRect().right; })""")
        expect(ends and max(ends) <= 390, f"verdicts end at {max(ends, default=0)} px")


@check
def the_forest_has_a_row_for_each_figure(path, compared):
    """With the differences in percent of A, and the words of the verdicts."""
    with open(compared, encoding="utf-8") as file:
        points = json.load(file)["points"]
    with Browser() as browser:
        page = browser.open(path)
        figures = [figure for figure in points[0]["figures"] if figure["difference"] is not None and figure["mean_a"]]
        signs = page.evaluate("document.querySelectorAll('#forest svg.drawing path[transform]').length")
        expect(signs == len(figures), f"{signs} differences are drawn, not {len(figures)}")
        words = page.text("#verdict")
        for figure in figures:
            expect(figure["figure"] in words, f"the page does not say how B is in {figure['figure']}")
        page.evaluate("document.querySelector('#forest svg.drawing').focus()")
        page.press("End")
        expect(figures[-1]["figure"] in page.text("#forest .tip"), "arrow keys do not read the last row")
        if len(points) > 1:
            before = page.evaluate("document.querySelector('#forest svg.drawing').innerHTML")
            page.choose("#compared-point", "1")
            expect(page.evaluate("document.querySelector('#forest svg.drawing').innerHTML") != before, "another point shows the same")
        page.expect_quiet()


@check
def hostile_names_are_text(path, *names):
    with Browser() as browser:
        page = browser.open(path)
        expect_names_are_text(page, names)


if __name__ == "__main__":
    main()
