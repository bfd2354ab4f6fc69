#!/usr/bin/env python3
"""Does the page of benchmarks show what was measured?"""

import json

from browser import Browser, expect
from checks import check, for_everyone, main


@check
def suits_everyone(path):
    for_everyone(path)


@check
def ratios_and_curves_are_those_of_the_files(path, *files):
    """The instructions of the last file, their ratios to the one before and the first; curves as chosen."""
    history = []
    for name in files:
        with open(name, encoding="utf-8") as file:
            history.append({item["command"]: item for item in json.load(file)["results"]})
    with Browser() as browser:
        page = browser.open(path, scripts=False)
        rows = {row[0]: row for row in page.evaluate("""[...document.querySelectorAll('table.benchmarks tbody tr')]
          .map(tr => [...tr.children].map(cell => cell.textContent))""")}
        seen = 0
        for name, item in history[-1].items():
            count = item.get("instructions")
            if count is None:
                continue
            seen += 1
            before, first = history[-2][name]["instructions"], history[0][name]["instructions"]
            expected = [f"{count:,}", f"{count / before:.3f}", f"{count / first:.3f}"]
            expect(rows[name][4:7] == expected, f"{name}: {rows[name][4:7]} stands there, not {expected}")
        expect(seen > 0, "no instructions were counted")
        page.expect_quiet()
        page.close()
        page = browser.open(path)

        def picture():
            return page.evaluate("document.querySelector('#curves').innerHTML")

        before = picture()
        page.choose("#benchmark-figure", "1")
        expect(picture() != before, "another figure shows the same")
        before = picture()
        page.choose("#scale", "1")
        expect(picture() != before, "another scale shows the same")
        before = picture()
        page.evaluate("document.getElementById('case-choice').open = true")
        page.click("#cases input:checked")
        expect(picture() != before, "a benchmark that is left out is still drawn")
        page.expect_quiet()


if __name__ == "__main__":
    main()
