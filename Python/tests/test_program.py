from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import detour
from detour._program import program

PACKAGE = Path(__file__).parents[1]


def answer(folder: Path) -> str:
    """The last line of what Python says of a run with the package in `folder`."""
    environment = {name: value for name, value in os.environ.items() if name != "DETOUR_PROGRAM"}
    environment["PYTHONPATH"] = str(folder)
    words = [sys.executable, "-c", "import detour; detour.run('quickstart')"]
    done = subprocess.run(words, env=environment, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 1
    return done.stderr.splitlines()[-1]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package without a program, far from the checkout."""
    shutil.copytree(PACKAGE / "src" / "detour", tmp_path / "detour")
    (tmp_path / "detour" / "_program").mkdir()
    shutil.copytree(PACKAGE.parent / "Scenarios", tmp_path / "detour" / "_scenarios")
    return tmp_path


def test_a_package_without_its_program_says_so(package: Path) -> None:
    said = answer(package)
    assert said.startswith("detour._errors.ProgramError: ") and "_program/detour is not there" in said
    assert "this machine is linux_" in said and "pip install ./Python" in said


def test_a_program_that_may_not_be_executed(package: Path) -> None:
    path = package / "detour" / "_program" / "detour"
    path.write_bytes(b"\x7fELF")
    path.chmod(0o644)
    assert "may not be executed; " in answer(package)


def test_a_program_for_another_processor(package: Path) -> None:
    path = package / "detour" / "_program" / "detour"
    header = bytearray(program().read_bytes()[:4096])
    header[18:20] = (183).to_bytes(
        2, "little"
    )  # AArch64, whatever this one is; on it, there would be no code behind
    path.write_bytes(header)
    path.chmod(0o755)
    said = answer(package)
    assert "ProgramError" in said and "this machine is linux_" in said


def test_a_c_library_that_is_too_old(package: Path) -> None:
    path = package / "detour" / "_program" / "detour"
    path.write_text("#!/bin/sh\necho \"detour: libc.so.6: version 'GLIBC_2.99' not found\" >&2\nexit 1\n")
    path.chmod(0o755)
    said = answer(package)
    assert "GLIBC_2.99" in said and "install a wheel for it" in said


def test_the_error_is_one_of_the_system_too() -> None:
    assert issubclass(detour.ProgramError, OSError) and issubclass(detour.ProgramError, detour.DetourError)


def pip_wheel(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    return subprocess.run(
        [*words, "--wheel-dir", str(folder), str(PACKAGE)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def test_a_wheel_has_program_and_scenarios_and_works(tmp_path: Path) -> None:
    done = pip_wheel(tmp_path, DETOUR_PROGRAM=str(program()))
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("detour_sim-*-py3-none-linux_*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path / "site")
    shipped = {
        f"detour/_scenarios/{path.relative_to(PACKAGE.parent / 'Scenarios')}"
        for path in (PACKAGE.parent / "Scenarios").rglob("*.json5")
    }
    assert (
        shipped
        | {"detour/_program/detour", "detour/_program/LICENSE", "detour/_program/NOTICES", "detour/py.typed"}
        <= names
    )
    (tmp_path / "site" / "detour" / "_program" / "detour").chmod(0o755)
    (points,) = (tmp_path / "site").glob("detour_sim-*.dist-info/entry_points.txt")
    assert "[console_scripts]\ndetour = detour.__main__:main\n" in points.read_text()
    environment = {name: value for name, value in os.environ.items() if name != "DETOUR_PROGRAM"}
    environment["PYTHONPATH"] = str(tmp_path / "site")
    code = "import detour; print(detour.__file__, detour.run('shifts-recorded').fingerprint)"
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, text=True)
    place, _, fingerprint = done.stdout.strip().rpartition(" ")
    assert place.startswith(str(tmp_path)), done.stderr
    assert fingerprint == detour.run("shifts-recorded").fingerprint


def test_the_module_is_the_command() -> None:
    version = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout
    for words in (["-m", "detour"], ["-c", "import detour.__main__; detour.__main__.main()"]):
        line = [sys.executable, *words, "--version"]
        assert subprocess.run(line, capture_output=True, text=True, check=True).stdout == version
    refused = subprocess.run([sys.executable, "-m", "detour", "rnu"], capture_output=True, text=True)
    assert refused.returncode == 64 and "did you mean `run`?" in refused.stderr


def test_the_command_without_a_program_says_so(package: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DETOUR_PROGRAM"}
    words = [sys.executable, "-m", "detour", "run", "x"]
    done = subprocess.run(
        words, env={**environment, "PYTHONPATH": str(package)}, cwd=package, capture_output=True, text=True
    )
    assert done.returncode == 1 and done.stdout == "" and "Traceback" not in done.stderr
    assert done.stderr.startswith("detour: ") and "_program/detour is not there" in done.stderr


def test_a_wheel_needs_a_program_or_swift(tmp_path: Path) -> None:
    done = pip_wheel(tmp_path, DETOUR_PROGRAM=str(tmp_path / "nothing"))
    assert done.returncode != 0 and "and no program stands there" in done.stderr
    checkout = tmp_path / "checkout"
    shutil.copytree(PACKAGE, checkout / "Python", ignore=shutil.ignore_patterns("tests", "dist"))
    (checkout / "Sources/Program/detour").mkdir(parents=True)
    shutil.copy(PACKAGE.parent / "Sources/Program/detour/Detour.swift", checkout / "Sources/Program/detour")
    (checkout / "Package.swift").touch()
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    environment = {**os.environ, "PATH": str(Path(sys.executable).parent)}
    environment.pop("DETOUR_PROGRAM", None)
    done = subprocess.run(
        [*words, "--wheel-dir", str(tmp_path), str(checkout / "Python")],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0 and "there is no Swift to build it" in done.stderr


def test_a_reader_who_leaves_ends_it_as_it_ends_the_program() -> None:
    # More than a pipe holds, to a reader who has gone.
    words = [sys.executable, "-m", "detour", "columns"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.wait() == -signal.SIGPIPE
    assert process.stderr.read() == b""
    process.stderr.close()
