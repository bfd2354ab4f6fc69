#!/usr/bin/env python3
"""Does the page of a study show what its tables say, and what the reader chooses?"""

import csv
import json

from browser import Browser, expect
from checks import check, expect_names_are_text, for_everyone, main


@check
def suits_everyone(path):
    for_everyone(path)


def table(page):
    """The rows of the table of points, by the names of its columns."""
    return page.evaluate("""(() => {
      const names = [...document.querySelectorAll('#points thead th')].map(th => {
        const head = th.cloneNode(true);
        head.querySelector('.unit')?.remove();
        return head.textContent.replace(/ [↑↓]$/, '').trim();
      });
      return [...document.querySelectorAll('#points tbody tr')].map(tr => Object.fromEntries(
        [...tr.children].map((td, i) => [names[i], [td.textContent, td.title]])));
    })()""")


def summary_cells(path):
    """The cells of a study's summary.csv by point and figure."""
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            statistic = row["statistic"]
            name = row["metric"] if statistic == "value" else f"{row['metric']}.{statistic}"
            half = row["half_width_95"]
            yield row["point"], name, row["mean"] + (f" ± {half}" if half else ""), row["n"]


def is_rounded(shown, exact):
    """Whether `shown` has at most three decimals, and is `exact` or a hundred times it, rounded."""
    places = [part.split(" ± ") for part in (shown, exact)]
    if len(places[0]) != len(places[1]):
        return False
    return any(all(len(short.partition(".")[2]) <= 3
                   and abs(float(short) - factor * float(long)) <= 0.5001 * 10 ** -len(short.partition(".")[2])
                   for short, long in zip(*places)) for factor in (1, 100))


@check
def figures_equal_the_summary(path, summary):
    """Every figure at every point, digit by digit, with scripts; the main ones without them."""
    cells = list(summary_cells(summary))
    with Browser() as browser:
        page = browser.open(path)
        page.evaluate("""(() => {
          document.getElementById('column-choice').open = true;
          for (const box of document.querySelectorAll('#column-choice input[type=checkbox]:not(:checked)')) box.click();
          document.getElementById('all-points')?.click();
        })()""")
        page.settle()
        rows = {row["point"][0]: row for row in table(page)}
        names = {name for row in rows.values() for name in row}
        for point, name, text, n in cells:
            expect(name in names, f"the page has no column {name}")
            shown, title = rows[point][name]
            expect(title == f"n = {n}: {text}",
                   f"{name} at point {point} is {title} on the page, {text} of {n} runs in the table")
            expect(is_rounded(shown, text), f"{name} at point {point} reads {shown} on the page, {text} in the table")
        expect(len(rows) == len({cell[0] for cell in cells}), f"the page has {len(rows)} points")
        page.expect_quiet()
        page.close()
        page = browser.open(path, scripts=False)
        rows = {row["point"][0]: row for row in table(page)}
        shown = 0
        for point, name, text, _ in cells:
            if name in rows[point]:
                shown += 1
                expect(rows[point][name][1] == text and is_rounded(rows[point][name][0], text),
                       f"without scripts {name} at point {point} is {rows[point][name]}, not {text}")
        expect(shown >= len(rows), "without scripts no figure is shown")
        page.expect_quiet()


def drawn(page, host):
    """The caption of a chart and all that is drawn in it."""
    return page.evaluate(f"""(() => {{
      const host = document.getElementById('{host}');
      return [host.querySelector('figcaption')?.innerText ?? '', host.querySelector('svg.drawing')?.innerHTML ?? ''];
    }})()""")


@check
def choosing_changes_the_charts(path, figure, field, value):
    """Another figure, other fields along the axes, and another value of the one that is held."""
    with Browser() as browser:
        page = browser.open(path)
        before = [drawn(page, host) for host in ("heat", "curves")]
        number = page.evaluate(f"[...document.querySelectorAll('#figure option')].find(o => o.text === {json.dumps(figure)}).value")
        page.choose("#figure", number)
        after = [drawn(page, host) for host in ("heat", "curves")]
        for old, new in zip(before, after):
            expect(new[0].startswith(figure) and old[1] != new[1], f"the chart still shows {old[0]}")
        expect(figure in page.text("#figure-meaning"), "the figure's meaning is not told")
        held = page.evaluate("document.querySelector('[id^=held-]')?.id ?? null")
        expect(held, "no field is held")
        place = page.evaluate(f"[...document.querySelectorAll('#{held} option')].find(o => o.text === {json.dumps(value)}).value")
        page.choose("#" + held, place)
        moved = [drawn(page, host) for host in ("heat", "curves")]
        for old, new in zip(after, moved):
            expect(f"= {value}" in new[0] and old[1] != new[1], f"the chart of {new[0]} did not follow the field that is held")
        # The field along the other axis makes room.
        page.choose("#x", page.evaluate("document.getElementById('y').value"))
        turned = [drawn(page, host) for host in ("heat", "curves")]
        for old, new in zip(moved, turned):
            expect(old[0] != new[0] and old[1] != new[1], f"the chart of {new[0]} did not follow its axis")
        page.choose("#y", "-1")
        expect(page.evaluate("document.getElementById('heat').hidden"), "a map of one field is shown")
        page.expect_quiet()


@check
def the_front_is_that_of_the_analysis(path, analysis):
    """The members and the knee, as `detour analyse --json` has them."""
    with open(analysis, encoding="utf-8") as file:
        front = json.load(file)["front"]
    names = list(front[0]["means"])
    with Browser() as browser:
        page = browser.open(path)
        for chooser, name in zip(("front-a", "front-b"), names):
            page.choose("#" + chooser, page.evaluate(
                f"[...document.querySelectorAll('#{chooser} option')].find(o => o.text === {json.dumps(name)}).value"))
        words = page.text("#front-words")
        expect(words.startswith(f"{len(front)} of "), f"the page says “{words}”, the analysis has {len(front)} points")
        knee = next((point for point in front if point["knee"]), None)
        told = ", ".join(f"{path.split('.')[-1]} = {value}" for path, value in knee["at"].items()) if knee else "no knee"
        expect(told in words, f"the page says “{words}”, the analysis {told}")
        line = page.evaluate("document.querySelector('#front path.front').getAttribute('d').split('L').length")
        expect(line == len(front), f"the line leads through {line} points, not {len(front)}")
        settings = {", ".join(f"{path.split('.')[-1]} = {value}" for path, value in point["at"].items()) for point in front}
        members = page.evaluate("[...document.querySelectorAll('#front-members li')].map(item => item.textContent)")
        expect({member.split(": ", 1)[1] for member in members} == settings, f"the page names {members}, the analysis {settings}")
        page.expect_quiet()


@check
def sorting_orders_the_rows(path):
    """By a click and by the keyboard, up and down."""
    with Browser() as browser:
        page = browser.open(path)
        page.click("[data-key='c0']")

        def column():
            return [float(row["match_rate"][0].split(" ")[0]) for row in table(page)]

        up = column()
        expect(up == sorted(up) and up != sorted(up, reverse=True), f"a click leaves the rows as {up[:5]}")
        expect(page.evaluate("document.querySelector('th[aria-sort]').getAttribute('aria-sort')") == "ascending", "nothing tells how it is sorted")
        page.press("Enter")
        expect(column() == up[::-1], "Enter does not turn the order")
        page.press("Space")
        expect(column() == up, "Space does not turn it back")
        page.expect_quiet()


@check
def a_point_tells_its_command(path):
    """By a click in the table, by Enter in a chart; it can be copied, and held against the others."""
    with Browser() as browser:
        page = browser.open(path)
        page.click("#points tbody tr:nth-child(2) button")
        commands = page.evaluate("document.getElementById('command-lines').textContent.trim().split('\\n')")
        expect(page.text("#command") == commands[1], f"the command is {page.text('#command')}")
        expect(len(commands) == page.evaluate("document.querySelectorAll('#points tbody tr').length"), "not every point has a command")
        page.click("#copy")
        page.wait("['copied', 'marked: copy it with Ctrl+C'].includes(document.querySelector('#point [role=status]').textContent)")
        page.click("#compare")
        expect("against point 2 " in page.text("#reference"), page.text("#reference"))
        expect("the reference" in page.text("#points tbody tr:nth-child(2)"), "the reference is not marked")
        page.click("#against-best")
        expect("against the best point" in page.text("#reference"), page.text("#reference"))
        page.evaluate("document.querySelector('#heat svg.drawing, #curves svg.drawing').focus()")
        page.press("ArrowRight", "ArrowUp")
        expect(page.evaluate("!document.querySelector('.plot .tip:not([hidden])') === false"), "arrow keys read nothing off the chart")
        page.press("Enter")
        expect(page.evaluate("document.activeElement.textContent.startsWith('Point ')"), "Enter in a chart does not lead to its point")
        page.expect_quiet()


@check
def verdicts_equal_those_of_compare(path, comparison):
    """What is said of each point against the first, as `detour compare --json` says it of single points."""
    with open(comparison, encoding="utf-8") as file:
        expected = json.load(file)
    with Browser() as browser:
        page = browser.open(path)
        page.click("#points tbody tr:nth-child(1) button")
        page.click("#compare")
        rows = {row["point"][0]: row for row in table(page)}
        for point, row in expected.items():
            text, exact = rows[point][next(name for name in rows[point] if name.endswith(" is"))]
            sign = "+" if row["difference"] > 0 else ""
            expect(f"{sign}{row['difference']:.6f} ±" in exact, f"point {point}: {exact}, not {row['difference']}")
            expect(f"{sign}{100 * row['difference']:.1f} ±" in text and "points" in text, f"point {point}: {text}")
        page.expect_quiet()


@check
def fields_that_matter_are_drawn(path):
    """Each field of each main figure, as the table below has them."""
    with Browser() as browser:
        page = browser.open(path)
        options = page.evaluate("[...document.querySelectorAll('#influence-figure option')].map(o => [o.value, o.text])")
        for value, name in options:
            page.choose("#influence-figure", value)
            expect(name in drawn(page, "influence")[0], f"{name} is not drawn")
            found = page.evaluate("""[...document.querySelectorAll('[aria-label="Which fields matter"] tbody tr')]
              .filter(tr => tr.children[0].textContent === %s).length""" % json.dumps(name))
            signs = page.evaluate("document.querySelectorAll('#influence svg.drawing path[transform]').length")
            expect(found > 0 and signs in (found, 2 * found), f"{signs} signs are drawn of {found} fields for {name}")
        page.expect_quiet()


@check
def predictions_are_those_of_the_analysis(path, analysis, words):
    """The figures, intervals and probabilities of a setting, reached by link, and by keys."""
    with open(analysis, encoding="utf-8") as file:
        prediction = json.load(file)["prediction"]
    figures = prediction["figures"]
    name, middle = next((name, figure["value"]) for name, figure in figures.items())
    setting = ",".join([f"{field}={value:g}" for field, value in prediction["at"].items()] + [words])
    with Browser() as browser:
        page = browser.open(path)
        link = f"{setting}&where={name}<={middle!r},{name}>=-1e9,unknown<=1"
        page.evaluate(f"location.hash = '#what-if=' + encodeURIComponent({json.dumps(link)})")
        page.settle()
        shown = dict(page.evaluate("""[...document.querySelectorAll('#what-if-figures [data-figure]')]
          .map(td => [td.dataset.figure, [td.dataset.value, td.dataset.low, td.dataset.high].map(Number)])"""))
        for figure, expected in figures.items():
            for seen, value in zip(shown[figure], (expected["value"], expected["lower"], expected["upper"])):
                expect(abs(seen - value) <= 1e-12 * abs(value), f"{figure} is {seen} on the page, {value} in the analysis")
        low, high = page.evaluate("[...document.querySelectorAll('#what-if-bounds [data-probability]')].map(s => Number(s.dataset.probability))")
        expect(abs(low - 0.5) < 1e-6 and high == 1, f"the bounds hold with {low} and {high}")
        expect("unknown has no surface here" in page.text("#what-if-bounds"), "an unknown figure passes")
        expect("Predicted, not simulated." in page.text("#what-if-status"), page.text("#what-if-status"))
        for field, value in prediction["at"].items():
            expect(f" --set {field}={value:g}" in page.text("#what-if-command"), page.text("#what-if-command"))
        expect(f" --set {words}" in page.text("#what-if-command"), page.text("#what-if-command"))
        expect(page.evaluate("decodeURIComponent(location.hash)").startswith("#what-if="), "the address has no setting")
        slider = page.evaluate("document.querySelector('#what-if-controls input[type=range]').id")
        page.evaluate(f"document.getElementById('{slider}').focus()")
        page.press("End")
        page.settle()
        beyond = page.evaluate(f"document.getElementById('{slider}').nextElementSibling.value")
        expect(f"={beyond} " in page.text("#what-if-command"), "a key moves nothing")
        page.evaluate(f"""(() => {{
          const box = document.getElementById('{slider}').nextElementSibling;
          box.value = 2 * Number(box.value);
          box.dispatchEvent(new Event('input'));
        }})()""")
        page.settle()
        expect("Extrapolated: " in page.text("#what-if-status"), page.text("#what-if-status"))
        page.wait("document.querySelector('#what-if-map image') !== null")
        page.expect_quiet()


@check
def hostile_names_are_text(path, *names):
    """Names that are markup show as they are, and make nothing."""
    with Browser() as browser:
        page = browser.open(path)
        page.evaluate("""(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
          document.querySelector('#points tbody button')?.click();
        })()""")
        page.settle()
        expect_names_are_text(page, names)


if __name__ == "__main__":
    main()
