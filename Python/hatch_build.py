"""Puts the program, the scenarios and what pages are drawn with into the wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What is linked into the program, with the packages of Debian that hold the texts of its licences.
LINKED = {
    "bzip2": "libbz2-dev",
    "expat": "libexpat1-dev",
    "gmp": "libgmp-dev",
    "gsl": "libgsl-dev",
    "icu": "libicu-dev",
    "lemon": "liblemon-dev",
    "libosmium": "libosmium2-dev",
    "mpfr": "libmpfr-dev",
    "openssl": "libssl-dev",
    "protozero": "libprotozero-dev",
    "zlib": "zlib1g-dev",
}
# Texts that these refer to.
COMMON = {
    "Apache-2.0": Path("/usr/share/common-licenses/Apache-2.0"),
    "GPL-3": Path("/usr/share/common-licenses/GPL-3"),
    "LGPL-3": Path("/usr/share/common-licenses/LGPL-3"),
}


class ProgramHook(BuildHookInterface):  # type: ignore[misc]
    """Finds or builds the program of the checkout that this folder is in."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the program and its data, and the tag of this platform."""
        checkout = Path(self.root).resolve().parent
        if self.target_name == "sdist" or not (checkout / "Package.swift").exists():
            sys.exit(
                "detour: the package is made from a checkout of Detour; give pip its folder: pip install ./Python"
            )
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
        program = find_program(checkout)
        if version == "editable":
            return
        files = {
            program: "_program/detour",
            checkout / "LICENSE": "_program/LICENSE",
            Path(self.root) / "NOTICES": "_program/NOTICES",
            Path("/usr/share/nodejs/d3/dist/d3.min.js"): "_program/d3/d3.min.js",
            Path("/usr/share/doc/node-d3/copyright"): "_program/d3/copyright",
        }
        for name, package in LINKED.items():
            files[Path("/usr/share/doc") / package / "copyright"] = f"_program/licences/{name}/copyright"
        for name, text in COMMON.items():
            files[text] = f"_program/licences/{name}"
        swift = shutil.which("swift")
        if swift is not None:
            licence = Path(swift).resolve().parents[1] / "share/swift/LICENSE.txt"
            files[licence] = "_program/licences/swift/LICENSE.txt"
        scenarios = checkout / "Scenarios"
        for path in sorted(scenarios.rglob("*")):
            if path.is_file() and ".network" not in str(path.relative_to(scenarios)):
                files[path] = f"_scenarios/{path.relative_to(scenarios)}"
        build_data["force_include"].update(
            {str(path): f"detour/{place}" for path, place in files.items() if path.exists()}
        )


def find_program(checkout: Path) -> Path:
    """Return the program that `DETOUR_PROGRAM` names, else the release build, which is made if it is not there."""
    named = os.environ.get("DETOUR_PROGRAM")
    program = Path(named).resolve() if named else checkout / ".build/release/detour"
    if os.access(program, os.X_OK) and program.is_file():
        return program
    if named:
        sys.exit(f"detour: DETOUR_PROGRAM is {named}, and no program stands there")
    swift = shutil.which("swift")
    if swift is None:
        sys.exit(
            f"detour: the program is not built ({program}), and there is no Swift to build it: install Swift 6 as"
            " https://www.swift.org/install/linux says, or install a wheel that somebody made with `make wheel`"
        )
    build = [swift, "build", "-c", "release", "--product", "detour"]
    if subprocess.run(build, cwd=checkout, stdout=sys.stderr, check=False).returncode != 0:
        sys.exit(
            "detour: the program could not be built; `make build` in the checkout installs what is missing"
        )
    return program
