#!/usr/bin/env python3
"""Make a release, check that one could be made, or write a version into every place that has it.

    python3 Scripts/release/release.py make VERSION [--out FOLDER] [--only PART]...
    python3 Scripts/release/release.py check
    python3 Scripts/release/release.py version VERSION [--date YYYY-MM-DD]

`make` writes the parts (source, wheel, deb, notes, metadata) and their checksums to .build/release-files/VERSION or FOLDER. It refuses a tree with
uncommitted changes, a version other than that of Sources/Program/detour/Detour.swift, and a changelog without a dated section for it. Run
again on the same commit and machine it writes the same bytes: the only time in the archives is SOURCE_DATE_EPOCH, by default the time of the
commit. `check` is the dry run: it changes nothing, compiles nothing and takes seconds. Exit code 1 for faults, 64 for wrong usage.
"""

import argparse
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True

import metadata  # noqa: E402
import packing  # noqa: E402
import places  # noqa: E402
from places import Fault, Release  # noqa: E402

PARTS = ["source", "wheel", "deb", "notes", "metadata"]


def git(root, *words):
    """Return the output of git."""
    called = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
    if called.returncode != 0:
        raise Fault(f"git {words[0]}: {called.stderr.strip()}")
    return called.stdout.rstrip("\n")


def epoch(root):
    """Return the seconds since 1970 that archives carry."""
    said = os.environ.get("SOURCE_DATE_EPOCH")
    if said is not None and not said.isdigit():
        raise Fault(f"SOURCE_DATE_EPOCH is `{said}`; give whole seconds since 1970")
    return int(said or git(root, "log", "-1", "--format=%ct"))


def check_tree(root):
    """Fail if a file is changed, or neither tracked nor ignored."""
    changed = git(root, "status", "--porcelain").splitlines()
    if changed:
        shown = ", ".join(line[3:] for line in changed[:3]) + (f" and {len(changed) - 3} more" if len(changed) > 3 else "")
        raise Fault(f"the tree has changes that are not committed: {shown}; commit them, or remove them")


def faults(root):
    """Return one sentence for each disagreement within the tree."""
    found = places.disagreements(root)
    release = places.current(root)
    found += [f"{name}: differs from Scripts/release/metadata.py; `make version VERSION={release.version}` renews it"
              for name in metadata.stale(root, release)]  # fmt: skip
    return found


def check(root):
    """Check everything that needs no build."""
    found = faults(root)
    release = places.current(root)
    name = f"detour-{release.version}"
    # Twice, as a release would: an archive that depends on the moment is no release.
    archives = [packing.source_archive(root, name) for _ in range(2)]
    if archives[0] != archives[1]:
        found.append("the source archive has other bytes when it is made again")
    try:
        packing.check_source(archives[0], name)
        date, _ = places.notes(root, release.version)
    except Fault as fault:
        found.append(str(fault))
        date = places.UNRELEASED
    if found:
        raise Fault("\n".join(found))
    state = "not released" if date == places.UNRELEASED else f"dated {date}"
    print(f"version {release.version} ({state}): {len(places.MENTIONS) + len(metadata.FILES) + 2} files agree with {places.SOURCE};"
          f" source archive {len(archives[0]) / 1e6:.1f} MB, twice the same")  # fmt: skip


def make(root, version, folder, parts):
    """Write the release into `folder`."""
    release = places.current(root)
    if version != release.version:
        raise Fault(f"the program is of version {release.version}, not {version}; `make version VERSION={version}` changes it everywhere")
    check_tree(root)
    date, text = places.notes(root, version)
    if date == places.UNRELEASED:
        raise Fault(f"{places.CHANGELOG}: version {version} has no date yet; `make version VERSION={version}` gives it one")
    found = faults(root)
    if found:
        raise Fault("\n".join(found))

    time = epoch(root)
    environment = dict(os.environ, SOURCE_DATE_EPOCH=str(time), TZ="UTC", LC_ALL="C.UTF-8")
    # Complete or absent: the folder gets its name last.
    partial = folder.with_name(folder.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    if "source" in parts:
        name = f"detour-{version}"
        archive = packing.source_archive(root, name)
        packing.check_source(archive, name)
        (partial / f"{name}.tar.gz").write_bytes(archive)
    if "wheel" in parts:
        subprocess.run(["Scripts/make_wheel.sh"], cwd=root, env=environment, check=True)
        for wheel in sorted((root / "Python/dist").glob("detour_sim-*.whl")):
            data = packing.normalised_wheel(wheel, time)
            packing.check_wheel(data, places.python_form(version))
            (partial / wheel.name).write_bytes(data)
    if "deb" in parts:
        subprocess.run(["Scripts/make_deb.sh"], cwd=root, env=environment, check=True)
        form = places.debian_form(version)
        for package in sorted((root / ".build/deb").glob(f"detour_{form}_*.deb")):
            packing.check_deb(package, form)
            shutil.copyfile(package, partial / package.name)
    if "notes" in parts:
        (partial / "RELEASE-NOTES.md").write_text(f"# Detour {version}\n\n{date}\n\n{text}", encoding="utf-8")
    if "metadata" in parts:
        for name in metadata.FILES:
            shutil.copyfile(root / name, partial / name.lstrip("."))
    (partial / "SHA256SUMS").write_text(packing.checksums(partial), encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)
    for path in sorted(folder.iterdir()):
        print(f"{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}  {path.stat().st_size:>10}  {path}")


def main(words, root):
    parser = argparse.ArgumentParser(prog="release.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    making = verbs.add_parser("make")
    making.add_argument("version")
    making.add_argument("--out", type=pathlib.Path)
    making.add_argument("--only", action="append", choices=PARTS)
    verbs.add_parser("check")
    naming = verbs.add_parser("version")
    naming.add_argument("version")
    naming.add_argument("--date")
    try:
        said = parser.parse_args(words)
    except SystemExit as stop:
        return 64 if stop.code else 0
    try:
        if said.verb == "check":
            check(root)
        elif said.verb == "make":
            make(root, said.version, said.out or root / ".build/release-files" / said.version, said.only or PARTS)
        else:
            # Today, in the time that counts everywhere.
            release = Release(said.version, said.date or subprocess.run(["date", "-u", "+%F"], capture_output=True, text=True).stdout.strip())
            changed = places.write(root, release) + metadata.write(root, release)
            print(f"{release.version}, {release.date}: {', '.join(changed) or 'nothing to change'}")
    except Fault as fault:
        for line in str(fault).splitlines():
            print(f"release: {line}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as failure:
        print(f"release: {failure.cmd[0]} failed with exit code {failure.returncode}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], places.root_of_checkout()))
