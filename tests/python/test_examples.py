"""Every example of the set, with every function of the package for its type."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hookwire import models
from hookwire.validate import validate
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError
from referencing import Registry, Resource

from binding import same
from fits import misfits
from support import BUNDLES, SET, Example, examples, type_of

EXAMPLES = list(examples())
VALID = [example for example in EXAMPLES if example.valid]
INVALID = [example for example in EXAMPLES if not example.valid]
RAN: dict[str, set[str]] = {
    kind: set() for kind in ("valid", "invalid", "validated", "typed", "schema")
}


def adapter(example: Example) -> TypeAdapter[Any]:
    """Returns the model of an example."""
    return TypeAdapter(getattr(models, example.type))


@pytest.mark.parametrize("example", VALID, ids=lambda example: example.name)
def test_valid(example: Example) -> None:
    """A valid payload is read from text and from values, and comes back equal."""
    RAN["valid"].add(example.name)
    model = adapter(example)
    value = model.validate_json(example.text)
    assert same(json.loads(model.dump_json(value)), example.value)
    assert model.validate_python(example.value) == value
    assert same(model.dump_python(value, mode="json"), example.value)


@pytest.mark.parametrize("example", INVALID, ids=lambda example: example.name)
def test_invalid(example: Example) -> None:
    """An invalid payload is refused, from text and from values."""
    RAN["invalid"].add(example.name)
    model = adapter(example)
    with pytest.raises(ValidationError):
        model.validate_json(example.text)
    with pytest.raises(ValidationError):
        model.validate_python(example.value)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_validate(example: Example) -> None:
    """The validator reports exactly the expected problems, apart from advice."""
    RAN["validated"].add(example.name)
    found = validate(example.value, type=example.type)  # type: ignore[call-overload]
    wrong = [it for it in found if it["severity"] not in ("inert", "suspicious", "deprecated")]
    assert sorted((it["pointer"], it["code"]) for it in wrong) == sorted(example.expected)


@pytest.mark.parametrize("example", VALID, ids=lambda example: example.name)
def test_typed_dictionary(example: Example) -> None:
    """A valid payload fits its typed dictionary."""
    RAN["typed"].add(example.name)
    open_ = not example.type.endswith("Output")
    assert misfits(example.value, type_of(example.type), open_) == []


def bundles() -> dict[str, Any]:
    """Returns the bundled schemas by the name of their type, the end of their id."""
    found = {}
    for path in sorted(BUNDLES.rglob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(schema, dict) and "$id" in schema:
            found[schema["$id"].rsplit(":", 1)[-1]] = schema
    return found


@pytest.fixture(scope="module")
def schemas() -> dict[str, Draft202012Validator]:
    """Returns the validators by type."""
    assert BUNDLES.is_dir(), f"{BUNDLES} is not there: run `cargo xtask test --only python`"
    found = bundles()
    registry: Registry[Any] = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in found.values()
    )
    return {name: Draft202012Validator(it, registry=registry) for name, it in found.items()}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_schema(example: Example, schemas: dict[str, Draft202012Validator]) -> None:
    """The bundled schema of the type has the same verdict."""
    RAN["schema"].add(example.name)
    assert schemas[example.type].is_valid(example.value) is example.valid


def test_all_ran(request: pytest.FixtureRequest) -> None:
    """All examples were tested, counted independently. A partial run asserts nothing."""
    files = {path.stem: json.loads(path.read_bytes()) for path in (SET / "examples").iterdir()}
    valid = {f"{of}/valid/{it}" for of, file in files.items() for it in file.get("valid", {})}
    invalid = {f"{of}/invalid/{it}" for of, file in files.items() for it in file.get("invalid", {})}
    every = valid | invalid
    expected = {
        "valid": valid,
        "invalid": invalid,
        "validated": every,
        "typed": valid,
        "schema": every,
    }
    assert all(expected[kind] for kind in ("valid", "invalid")), "there are no examples"
    if request.config.getoption("keyword") or any("::" in it for it in request.config.args):
        pytest.skip("only some were asked for")
    assert expected == RAN
    if report := os.environ.get("HOOKWIRE_REPORT"):
        counts = {kind: len(names) for kind, names in RAN.items()}
        Path(report).write_text(json.dumps(counts) + "\n")
