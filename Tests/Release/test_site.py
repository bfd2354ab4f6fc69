#!/usr/bin/env python3
"""The site of the documentation, as far as it is made without mkdocs; `make site` builds it.

    python3 -B Tests/Release/test_site.py
"""

import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts/site"))

import build_site  # noqa: E402


class Links(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name)

    def page(self, name, body):
        (self.out / name).parent.mkdir(parents=True, exist_ok=True)
        (self.out / name).write_text(body, encoding="utf-8")

    def test_dead_files_and_anchors_are_found_and_others_are_not(self):
        self.page("a.html", "<h2 id=x>X</h2><a href='#x'>1</a><a href='#y'>2</a><a href='b/c.html#z'>3</a><a href='b/c.html#w'>4</a>"
                  "<img src='b/no.png'><a href='https://example.org/q#r'>5</a><a href='b/'>6</a><a href='mailto:a@b'>7</a>")  # fmt: skip
        self.page("b/c.html", "<p id='z'><a href='../a.html?s=1#x'>1</a><a name='n%20m'></a><a href='#n%20m'>2</a>")
        self.page("b/index.html", "<a href='..'>up</a>")
        self.assertEqual(build_site.dead_links(self.out), [
            "a.html: #y: there is no such anchor", "a.html: b/c.html#w: there is no such anchor", "a.html: b/no.png: there is no such file",
            "b/c.html: #n%20m: there is no such anchor", "b/index.html: ..: there is no such file",
        ])  # fmt: skip

    def test_links_lead_to_copies_lists_and_pages(self):
        source = build_site.Source(self.out)
        self.assertEqual(source.target("docs/model.md", "scenario.md#a"), "scenario.md#a")
        self.assertEqual(source.target("README.md", "https://example.org/#a"), "https://example.org/#a")
        self.assertEqual(source.target("README.md", "LICENSE"), "LICENSE")
        self.assertEqual((self.out / "LICENSE").read_bytes(), (ROOT / "LICENSE").read_bytes())
        self.assertEqual(source.target("docs/scenario.md", "../Scenarios"), "../Scenarios/README.md")
        self.assertEqual(source.target("README.md", "docs/decisions"), "docs/decisions/index.md")
        listed = (self.out / "docs/decisions/index.md").read_text(encoding="utf-8")
        for path in (ROOT / "docs/decisions").glob("*.md"):
            self.assertIn(f"]({path.name})", listed)
        self.assertEqual(source.faults, [])
        source.target("README.md", "docs/nothing.md")
        self.assertEqual(source.faults, ["README.md: docs/nothing.md: there is no such file"])

    def test_code_keeps_what_looks_like_a_link(self):
        text = "[a](b)\n```sh\n[a](b)\n```\n[a](b)\n"
        self.assertEqual(build_site.outside_code(text, lambda part: part.replace("(b)", "(c)")), "[a](c)\n```sh\n[a](b)\n```\n[a](c)\n")


class References(unittest.TestCase):
    def test_the_python_page_has_every_public_name_once(self):
        page = build_site.python_reference()
        for name in ("run", "sweep", "compare", "Study", "Run", "DetourError"):
            self.assertEqual(page.count(f"::: detour.{name}\n"), 1, name)

    def test_the_swift_page_has_every_library(self):
        products = re.findall(r'\.library\(name: "(\w+)", targets', (ROOT / "Package.swift").read_text(encoding="utf-8"))
        self.assertEqual(sorted(products), list(build_site.LIBRARIES))

    def test_every_page_of_the_contents_is_there_or_may_come(self):
        coming = {"docs/tutorial.md", "docs/how-to.md", "docs/decisions/index.md"}
        for _, pages in build_site.CONTENTS:
            for page in pages:
                if "*" not in page and not page.startswith("api/") and page not in coming:
                    self.assertTrue((ROOT / page).exists(), page)


if __name__ == "__main__":
    unittest.main()
