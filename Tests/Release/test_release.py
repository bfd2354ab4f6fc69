#!/usr/bin/env python3
"""Releases, in a small repository that has what Scripts/release reads.

    python3 -B Tests/Release/test_release.py
"""

import csv
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts/release"))

import metadata  # noqa: E402
import packing  # noqa: E402
import places  # noqa: E402
import release  # noqa: E402

FILES = [places.SOURCE, places.DEBIAN, *dict(places.MENTIONS), *packing.SOURCE_LICENCES]
CHANGES = "# Changelog\n\nWhat users see.\n\n## [0.1.0] – unreleased\n\n### Added\n\n* A thing.\n"


class Checkout(unittest.TestCase):
    """A repository of its own for each test."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name) / "tree"
        for name in FILES:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, self.root / name)
        (self.root / places.CHANGELOG).write_text(CHANGES, encoding="utf-8")
        places.write(self.root, places.Release("0.1.0", "2026-11-23"))
        metadata.write(self.root, places.Release("0.1.0", "2026-11-23"))
        (self.root / places.CHANGELOG).write_text(CHANGES, encoding="utf-8")
        self.git("init", "-q", "-b", "main")
        self.commit()

    def git(self, *words):
        identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
        return subprocess.run(["git", *identity, *words], cwd=self.root, check=True, capture_output=True, text=True).stdout

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "Change")

    def call(self, *words):
        """Return the exit code and what went to the standard error."""
        out, err = io.StringIO(), io.StringIO()
        before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = out, err
        try:
            return release.main([str(word) for word in words], self.root), err.getvalue()
        finally:
            sys.stdout, sys.stderr = before

    def edit(self, name, old, new):
        text = (self.root / name).read_text(encoding="utf-8")
        self.assertIn(old, text)
        (self.root / name).write_text(text.replace(old, new), encoding="utf-8")


class Versions(Checkout):
    def test_a_version_reaches_every_place(self):
        self.assertEqual(self.call("version", "1.0.0", "--date", "2026-12-01"), (0, ""))
        self.assertEqual(self.call("check"), (0, ""))
        # The old number stays nowhere but in the history of Debian's changelog.
        left = subprocess.run(["git", "grep", "-lF", "0.1.0"], cwd=self.root, capture_output=True, text=True).stdout
        self.assertEqual(left, "debian/changelog\n")
        debian = (self.root / places.DEBIAN).read_text()
        self.assertTrue(debian.startswith("detour (1.0.0) unstable; urgency=medium\n"))
        self.assertIn("  Tue, 01 Dec 2026 12:00:00 +0000\n\ndetour (0.1.0) unstable", debian)
        self.assertIn("## [1.0.0] – 2026-12-01\n", (self.root / places.CHANGELOG).read_text())
        self.assertIn('version: "1.0.0"\ndate-released: "2026-12-01"\n', (self.root / "CITATION.cff").read_text())

    def test_writing_twice_changes_nothing(self):
        self.call("version", "1.0.0", "--date", "2026-12-01")
        self.commit()
        self.assertEqual(self.call("version", "1.0.0", "--date", "2026-12-01"), (0, ""))
        self.assertEqual(self.git("status", "--porcelain"), "")

    def test_a_candidate_has_the_forms_of_python_and_debian(self):
        self.call("version", "1.0.0-rc.1", "--date", "2026-12-01")
        self.assertIn("detour_sim-1.0.0rc1-py3", (self.root / "docs/python.md").read_text())
        self.assertTrue((self.root / places.DEBIAN).read_text().startswith("detour (1.0.0~rc.1) "))
        self.assertEqual(self.call("check"), (0, ""))

    def test_a_released_section_is_not_renamed(self):
        self.call("version", "1.0.0", "--date", "2026-12-01")
        code, errors = self.call("version", "1.1.0", "--date", "2026-12-02")
        self.assertEqual(code, 1)
        self.assertIn("begin it with `## [Unreleased]`", errors)
        self.edit(places.CHANGELOG, "## [1.0.0]", "## [Unreleased]\n\n* More.\n\n## [1.0.0]")
        self.assertEqual(self.call("version", "1.1.0", "--date", "2026-12-02"), (0, ""))
        self.assertEqual(places.notes(self.root, "1.1.0"), ("2026-12-02", "* More.\n"))

    def test_what_is_no_version_or_no_date_is_refused(self):
        for version in ("1.0", "v1.0.0", "01.0.0", "1.0.0-beta", "1.0.0\n"):
            code, errors = self.call("version", version, "--date", "2026-12-01")
            self.assertEqual(code, 1)
            self.assertIn("is no version: give three numbers", errors)
        self.assertIn("is no date", self.call("version", "1.0.0", "--date", "2026-13-01")[1])
        self.assertEqual(self.git("status", "--porcelain"), "")

    def test_each_place_that_disagrees_is_named(self):
        for name, pattern in places.MENTIONS:
            text = (self.root / name).read_text(encoding="utf-8")
            (self.root / name).write_text(re.sub(pattern, r"\g<1>0.9.9\3", text, count=1), encoding="utf-8")
            code, errors = self.call("check")
            self.assertEqual(code, 1)
            self.assertRegex(errors, rf"^release: {re.escape(name)}:\d+: has 0\.9\.9, expected 0\.1\.0\n$")
            self.git("checkout", "-q", name)
        self.edit("CITATION.cff", "0.1.0", "0.2.0")
        self.assertIn("CITATION.cff: differs from Scripts/release/metadata.py", self.call("check")[1])
        self.git("checkout", "-q", ".")
        self.edit(places.DEBIAN, "detour (0.1.0)", "detour (0.0.9)")
        self.assertIn("the first entry is of 0.0.9, expected 0.1.0", self.call("check")[1])


class Releases(Checkout):
    PARTS = ["--only", "source", "--only", "notes", "--only", "metadata"]

    def setUp(self):
        super().setUp()
        self.call("version", "1.0.0", "--date", "2026-12-01")
        self.commit()
        self.out = pathlib.Path(self.folder.name) / "out"

    def make(self, *words):
        return self.call("make", "1.0.0", "--out", self.out, *self.PARTS, *words)

    def bytes(self):
        return {path.name: path.read_bytes() for path in self.out.iterdir()}

    def test_twice_gives_the_same_bytes(self):
        self.assertEqual(self.make(), (0, ""))
        first = self.bytes()
        expected = {"SHA256SUMS", "RELEASE-NOTES.md", "CITATION.cff", "codemeta.json", "zenodo.json", "detour-1.0.0.tar.gz"}
        self.assertEqual(set(first), expected)
        # From another clone, later, with other permissions of new files.
        time.sleep(1.1)
        clone = pathlib.Path(self.folder.name) / "clone"
        mask = os.umask(0o077)
        try:
            subprocess.run(["git", "clone", "-q", self.root, clone], check=True)
        finally:
            os.umask(mask)
        self.root = clone
        self.assertEqual(self.make(), (0, ""))
        self.assertEqual(self.bytes(), first)

    def test_the_checksums_are_those_that_sha256sum_computes(self):
        self.make()
        subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=self.out, check=True)
        self.assertEqual(len((self.out / "SHA256SUMS").read_text().splitlines()), 5)

    def test_the_source_archive_holds_the_tracked_files_and_no_times_but_the_commit(self):
        self.make()
        commit = int(self.git("log", "-1", "--format=%ct"))
        data = (self.out / "detour-1.0.0.tar.gz").read_bytes()
        self.assertEqual(data[4:8], b"\0\0\0\0")
        with tarfile.open(fileobj=io.BytesIO(gzip.decompress(data))) as tar:
            members = [member for member in tar.getmembers() if member.isfile()]
        self.assertEqual({member.mtime for member in members}, {commit})
        self.assertEqual({(member.uid, member.gid, member.mode) for member in members}, {(0, 0, 0o644)})
        tracked = sorted(f"detour-1.0.0/{name}" for name in self.git("ls-files").split())
        self.assertEqual([member.name for member in members], tracked)

    def test_the_notes_are_those_of_the_changelog(self):
        self.make()
        self.assertEqual((self.out / "RELEASE-NOTES.md").read_text(), "# Detour 1.0.0\n\n2026-12-01\n\n### Added\n\n* A thing.\n")

    def test_a_tree_with_changes_is_refused(self):
        (self.root / "new").write_text("x")
        code, errors = self.make()
        self.assertEqual((code, errors), (1, "release: the tree has changes that are not committed: new; commit them, or remove them\n"))
        (self.root / "new").unlink()
        self.edit("LICENSE", "GNU", "gnu")
        self.assertIn("LICENSE; commit them", self.make()[1])
        self.assertFalse(self.out.exists())

    def test_a_changelog_without_the_version_is_refused(self):
        self.edit(places.CHANGELOG, "## [1.0.0]", "## [0.9.0]")
        self.commit()
        self.assertIn("there is no section `## [1.0.0]`", self.make()[1])
        self.edit(places.CHANGELOG, "## [0.9.0] – 2026-12-01", "## [1.0.0] – unreleased")
        self.commit()
        self.assertIn("version 1.0.0 has no date yet", self.make()[1])
        self.edit(places.CHANGELOG, "unreleased", "2026-12-02")
        self.commit()
        self.assertIn("is dated 2026-12-02, but Sources/Program/detour/Detour.swift has 2026-12-01", self.make()[1])
        self.assertFalse(self.out.exists())

    def test_another_version_than_the_programs_is_refused(self):
        code, errors = self.call("make", "1.0.1", "--out", self.out)
        self.assertEqual((code, errors.count("\n")), (1, 1))
        self.assertIn("the program is of version 1.0.0, not 1.0.1", errors)

    def test_what_was_there_stays_where_a_release_fails(self):
        self.make()
        first = self.bytes()
        (self.root / "new").write_text("x")
        self.assertEqual(self.make()[0], 1)
        self.assertEqual(self.bytes(), first)

    def test_the_time_of_the_environment_has_to_be_one(self):
        before = os.environ.get("SOURCE_DATE_EPOCH")
        os.environ["SOURCE_DATE_EPOCH"] = "yesterday"
        try:
            self.assertIn("SOURCE_DATE_EPOCH is `yesterday`", self.make()[1])
        finally:
            del os.environ["SOURCE_DATE_EPOCH"]
            if before is not None:
                os.environ["SOURCE_DATE_EPOCH"] = before


class Wheels(unittest.TestCase):
    """Wheels made up in two orders, at two times."""

    def wheel(self, names, date, mode):
        contents = {name: name.encode() * 100 for name in names}
        contents["detour_sim-1.0.0.dist-info/METADATA"] = b"Metadata-Version: 2.1\nName: detour-sim\nVersion: 1.0.0\n"
        rows = [[name, "sha256=" + hashlib.sha256(data).hexdigest(), len(data)] for name, data in contents.items()]
        text = io.StringIO()
        csv.writer(text, lineterminator="\r\n").writerows([["detour_sim-1.0.0.dist-info/RECORD", "", ""], *rows])
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, data in [("detour_sim-1.0.0.dist-info/RECORD", text.getvalue().encode()), *contents.items()]:
                entry = zipfile.ZipInfo(name, date)
                entry.external_attr = (mode | (0o111 if name.endswith("_program/detour") else 0)) << 16
                archive.writestr(entry, data)
        packed.seek(0)
        return packed

    NAMES = ["detour/__init__.py", "detour/_program/detour", *(f"detour/_program/{name}" for name in packing.WHEEL_LICENCES)]

    def test_order_times_and_permissions_leave_no_trace(self):
        first = packing.normalised_wheel(self.wheel(self.NAMES, (2026, 1, 2, 3, 4, 6), 0o100600), 1_800_000_001)
        second = packing.normalised_wheel(self.wheel(self.NAMES[::-1], (2025, 7, 8, 9, 10, 12), 0o100644), 1_800_000_001)
        self.assertEqual(first, second)
        with zipfile.ZipFile(io.BytesIO(first)) as archive:
            infos = archive.infolist()
            self.assertEqual(archive.testzip(), None)
        self.assertEqual({info.date_time for info in infos}, {(2027, 1, 15, 8, 0, 0)})
        self.assertEqual(infos[-1].filename, "detour_sim-1.0.0.dist-info/RECORD")
        self.assertEqual([info.filename for info in infos if info.external_attr >> 16 == 0o100755], ["detour/_program/detour"])
        packing.check_wheel(first, "1.0.0")

    def test_a_missing_licence_and_another_version_are_found(self):
        names = [name for name in self.NAMES if "zlib" not in name]
        wheel = packing.normalised_wheel(self.wheel(names, (2026, 1, 2, 3, 4, 6), 0o100644), 0)
        with self.assertRaisesRegex(places.Fault, "the wheel lacks licences/zlib/copyright"):
            packing.check_wheel(wheel, "1.0.0")
        wheel = packing.normalised_wheel(self.wheel(self.NAMES, (2026, 1, 2, 3, 4, 6), 0o100644), 0)
        with self.assertRaisesRegex(places.Fault, "not of version 1.0.1"):
            packing.check_wheel(wheel, "1.0.1")


class Metadata(unittest.TestCase):
    """The files of this checkout."""

    def test_they_have_what_their_readers_require(self):
        current = places.current(ROOT)
        meta = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
        self.assertEqual((meta["@type"], meta["version"], meta["name"]), ("SoftwareSourceCode", current.version, "Detour"))
        deposit = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
        self.assertEqual(deposit["upload_type"], "software")
        self.assertEqual([set(creator) for creator in deposit["creators"]], [{"name"}])
        self.assertEqual((deposit["version"], deposit["publication_date"]), current)
        self.assertTrue(deposit["title"] and deposit["description"].startswith("<p>"))

    def test_the_citation_is_valid(self):
        command = shutil.which("cffconvert")
        if command is None:
            self.skipTest("cffconvert is not installed: pip install cffconvert")
        call = subprocess.run([command, "--validate", "-i", ROOT / "CITATION.cff"], capture_output=True, text=True)
        self.assertEqual(call.returncode, 0, call.stdout + call.stderr)
        cited = subprocess.run([command, "-f", "bibtex", "-i", ROOT / "CITATION.cff"], capture_output=True, text=True).stdout
        self.assertIn("author = {The Detour developers}", cited)

    def test_every_library_in_the_wheel_has_a_line_in_its_notices(self):
        notices = (ROOT / "Python/NOTICES").read_text(encoding="utf-8").lower()
        names = {"gsl": "gnu scientific library", "icu": "icu"}
        for text in packing.WHEEL_LICENCES:
            if text.endswith("/copyright") and text.startswith("licences/"):
                name = text.split("/")[1]
                self.assertIn(names.get(name, name), notices)

    def test_debian_names_the_licences_of_what_is_linked(self):
        text = (ROOT / "debian/copyright").read_text(encoding="utf-8")
        for name in packing.DEBIAN_LICENCES:
            self.assertIn(name, text)


if __name__ == "__main__":
    unittest.main()
