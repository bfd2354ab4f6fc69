"""What editors check: shipped scenarios and studies against the kept schemas, without the program."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import json5
import jsonschema
import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
FILES = sorted(path.relative_to(CHECKOUT) for path in (CHECKOUT / "Scenarios").rglob("*.json5"))


def validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((CHECKOUT / "docs" / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


VALIDATORS = {"scenario": validator("scenario"), "study": validator("study")}


def read(path: Path) -> tuple[jsonschema.Draft202012Validator, dict[str, Any]]:
    """The value in a file, with the validator of its kind: a study names its scenario."""
    value = json5.loads((CHECKOUT / path).read_text(encoding="utf-8"))
    is_study = "scenario" in value and "space" not in value
    return VALIDATORS["study" if is_study else "scenario"], value


def faults(validator: jsonschema.Draft202012Validator, value: Any) -> list[str]:
    return [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(value)]


def test_there_are_scenarios_and_studies() -> None:
    assert len(FILES) > 60
    kinds = {read(path)[0] is VALIDATORS["study"] for path in FILES[:40]}
    assert kinds == {True, False}


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_shipped_file_is_valid_with_and_without_a_link_to_its_schema(path: Path) -> None:
    validator, value = read(path)
    assert faults(validator, value) == []
    linked = {"$schema": "../docs/scenario.schema.json", **value}
    assert faults(validator, linked) == []


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"schema_version": 1}, None),
        ({"schema_version": None}, None),
        ({"schema_version": 2}, "$.schema_version"),
        ({"$schema": 1}, "$['$schema']"),
        ({"seed": -1}, "$.seed"),
        ({"matching": {"radius": 800}}, "$.matching"),
        ({"matching": {"radius_m": "800"}}, "$.matching.radius_m"),
        ({"hyperloop": {}}, "$"),
    ],
)
def test_the_schema_accepts_versions_and_finds_faults(change: dict[str, Any], place: str | None) -> None:
    _, value = read(Path("Scenarios/quickstart.json5"))
    changed = copy.deepcopy(value) | change
    found = [error.json_path for error in VALIDATORS["scenario"].iter_errors(changed)]
    assert found == ([] if place is None else [place])


def test_the_kept_schemas_name_the_draft_that_editors_know() -> None:
    for validator in VALIDATORS.values():
        assert isinstance(validator.schema, dict)
        assert validator.schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
