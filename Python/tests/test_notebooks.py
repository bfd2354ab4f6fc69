"""The notebooks of Examples: they run from top to bottom, and are kept without outputs."""

from __future__ import annotations

import importlib
import json
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "Examples" / "notebooks"
# What the outputs of a notebook must contain, and its pictures.
SHOWN = {
    "a-first-study": (["3 points, 15 runs", "match_rate", "(none_on_route: ", "95 % interval"], 1),
    "a-policy-that-learns": (["'candidates': (8, 16, 4)", "vkt_saved_ratio", "95 % interval"], 1),
    "your-own-city": (["did you mean `radius_m`?", "750 requests", "stays best in"], 2),
}


def needed(name: str) -> ModuleType:
    """Return the module that runs notebooks; without it tests are left out, but on a build server."""
    try:
        return importlib.import_module(name)
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"{name} runs notebooks, and is not installed: pip install 'Python[test]'")


def outputs(book: Any) -> tuple[str, int]:
    """Return the texts of all outputs, and the number of pictures."""
    found = [output for cell in book["cells"] for output in cell.get("outputs", [])]
    assert not [output for output in found if output["output_type"] == "error"]
    data = [output.get("data", {}) for output in found]
    texts = [output.get("text", "") for output in found] + [item.get("text/plain", "") for item in data]
    return "\n".join(texts), sum("image/png" in item for item in data)


def test_every_notebook_is_known() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client, formats = needed("nbclient"), needed("nbformat")
    needed("ipykernel")
    # Use the notebook's own backend rather than the backend of the tests.
    monkeypatch.delenv("MPLBACKEND", raising=False)
    book = formats.read(FOLDER / f"{name}.ipynb", as_version=4)
    place = {"metadata": {"path": str(FOLDER)}}
    client.NotebookClient(book, timeout=600, kernel_name="python3", resources=place).execute()
    text, pictures = outputs(book)
    words, count = SHOWN[name]
    assert [word for word in words if word not in text] == []
    assert pictures == count


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: str(path.stem))
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    book = json.loads(path.read_text(encoding="utf-8"))
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert len(code) >= 6
    for cell in code:
        assert cell["outputs"] == [] and cell["execution_count"] is None, cell["source"]
    assert all(cell["metadata"] == {} for cell in book["cells"])
    assert set(book["metadata"]) == {"kernelspec", "language_info"}
    assert book["metadata"]["language_info"] == {"name": "python"}, "no version of one machine"
