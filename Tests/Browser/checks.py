"""What the files `check_*.py` share: running a check by its name, and what must hold of every page."""

import sys

from browser import Browser, Fault, expect

CHECKS = {}


def check(function):
    """Makes a function one that `python3 check_….py NAME ARGUMENTS…` runs."""
    CHECKS[function.__name__] = function
    return function


def main():
    """Runs the check that the command line names; exits with 1 and a sentence where something does not hold."""
    name, *arguments = sys.argv[1:] or [""]
    if name not in CHECKS:
        sys.exit(f"give one of {', '.join(sorted(CHECKS))}")
    try:
        CHECKS[name](*arguments)
    except Fault as fault:
        sys.exit(f"{name}: {fault}")


def controls(page):
    """Descriptions of all that a reader can act on, in the order of the page; hidden ones are left out."""
    return page.evaluate("""[...document.querySelectorAll(
        'a[href], button, select, input, summary, textarea, [tabindex]')]
      .filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({visibilityProperty: true}))
      .map((e, i) => { e.dataset.walk = i; return `${i} ${e.tagName} ${e.id} ${e.textContent.trim().slice(0, 30)}`; })
    """)


def expect_keyboard_walk(page):
    """Tab reaches every control, and each shows that it is the one."""
    wanted = controls(page)
    expect(wanted, "the page has no control at all")
    page.evaluate("document.activeElement?.blur(), window.scrollTo(0, 0)")
    reached = set()
    for _ in range(len(wanted) + 5):
        page.press("Tab", settles=False)
        found = page.evaluate("""(() => {
          const e = document.activeElement;
          const style = getComputedStyle(e);
          return [e.dataset.walk ?? null, style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0];
        })()""")
        if found[0] is None:
            continue
        expect(found[1], f"the control {wanted[int(found[0])]} does not show that it has the focus")
        reached.add(int(found[0]))
    missed = [name for i, name in enumerate(wanted) if i not in reached]
    expect(not missed, "Tab does not reach " + "; ".join(missed[:5]))


def expect_contrast(page, least=4.5):
    """Every shown text stands out from what is behind it, by the ratio of WCAG 2."""
    faint = page.evaluate("""(() => {
      const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
      const rgba = colour => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
      };
      const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
      const light = colour => {
        const [r, g, b] = colour.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ground = e => {
        const layers = [];
        for (let at = e; at; at = at.parentElement) {
          const colour = rgba(getComputedStyle(at).backgroundColor);
          layers.push(colour);
          if (colour[3] === 1) break;
        }
        return layers.reverse().reduce((under, top) => over(top, under), rgba('Canvas'));
      };
      const behind = text => {
        const box = text.getBoundingClientRect();
        const shape = [...text.ownerSVGElement.querySelectorAll('rect[data-ground]')].filter(r => {
          const b = r.getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          return b.left <= x && x <= b.right && b.top <= y && y <= b.bottom;
        }).pop();
        return shape ? over(rgba(getComputedStyle(shape).fill), ground(text)) : ground(text);
      };
      const faint = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const e = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'TITLE', 'title'].includes(e.tagName)) continue;
        if (!e.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
        const style = getComputedStyle(e);
        const drawn = e.ownerSVGElement;
        const colour = rgba(drawn ? style.fill : style.color);
        const under = drawn ? behind(e) : ground(e);
        const [a, b] = [light(over(colour, under)), light(under)].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < LEAST) faint.push(`“${walker.currentNode.data.trim().slice(0, 40)}” ${ratio.toFixed(2)}`);
      }
      return faint;
    })()""".replace("LEAST", str(least)))
    expect(not faint, f"texts with a contrast below {least}: " + "; ".join(faint[:8]))


def expect_names_are_text(page, names):
    """All names show as they are, and none became an element."""
    made = page.evaluate("document.querySelectorAll('img, iframe, object, embed, [onerror], [onload], b.hostile').length")
    expect(made == 0, f"{made} elements came out of a name")
    text = page.evaluate("document.body.innerText")
    for name in names:
        expect(name in text, f"the page does not show {name}")
    page.expect_quiet()


def expect_no_overflow(page):
    """Nothing is wider than the view."""
    wide = page.evaluate("""[document.documentElement.scrollWidth, innerWidth, [...document.body.querySelectorAll('*')]
      .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.scroll, .licence, .skip'))
      .slice(0, 5).map(e => e.tagName + '.' + (e.getAttribute('class') ?? '') + '#' + e.id)]""")
    expect(wide[0] <= wide[1], f"the page is {wide[0]} wide in a view of {wide[1]}: {wide[2]}")


def expect_tables_on_screen(page):
    """On a phone all cells of the tables that stack stand on the screen, each with the head of its column."""
    off = page.evaluate("""(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
      return [...document.querySelectorAll('table.stack')].filter(table => table.checkVisibility()).flatMap(table => {
        const region = table.closest('.scroll');
        const off = region && region.scrollWidth > region.clientWidth + 1 ? [`${region.getAttribute('aria-label')} scrolls`] : [];
        for (const cell of table.querySelectorAll('tbody td')) {
          if (!cell.checkVisibility()) continue;
          const box = cell.getBoundingClientRect();
          if (box.right > innerWidth + 1 || box.left < -1) off.push(cell.textContent);
          if (!('label' in cell.dataset)) off.push(`${cell.textContent} without a head`);
        }
        return off;
      });
    })()""")
    expect(not off, f"off the screen: {off[:5]}")


def expect_nothing_empty(page):
    """Each section that is shown has more than its heading, and so has each of its columns."""
    empty = page.evaluate("""[...document.querySelectorAll('section, .columns > *')].filter(e => e.checkVisibility()).filter(e => {
      const head = e.querySelector('h2')?.innerText ?? '';
      return !e.innerText.replace(head, '').trim() && !e.querySelector('svg, canvas');
    }).map(e => e.id || e.getAttribute('aria-labelledby'))""")
    expect(not empty, f"nothing stands in {empty}")


def for_everyone(path):
    """What must hold of every page, whatever it shows."""
    with Browser() as browser:
        for dark in (False, True):
            page = browser.open(path, dark=dark)
            expect_contrast(page)
            expect_nothing_empty(page)
            if not dark:
                expect_keyboard_walk(page)
            page.expect_quiet()
            page.close()
        for width in (360, 768, 1280, 3840):
            page = browser.open(path, width=width, height=900)
            expect_no_overflow(page)
            page.expect_quiet()
            page.close()
        page = browser.open(path, width=390, height=844, touch=True)
        expect_tables_on_screen(page)
        expect_no_overflow(page)
        page.expect_quiet()
        page.close()
        # Paper: 210 mm less the margins, at 96 pixels an inch.
        page = browser.open(path, width=687, height=1000, printing=True)
        expect_no_overflow(page)
        expect_contrast(page)
        page.close()
        page = browser.open(path, dark=True, width=687, height=1000, printing=True)
        expect_contrast(page)
        page.close()


@check
def nothing(path, folder):
    """The page of a run without requests, or without anybody to serve them, has nothing empty, and no fault."""
    with Browser() as browser:
        page = browser.open(path)
        expect_nothing_empty(page)
        page.evaluate("location.hash = 'window=0-1&outcome=served&t=5&map=2,1,1'")
        page.settle()
        page.expect_quiet()
