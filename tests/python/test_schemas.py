"""The schemas in the package are the published ones, and give the same verdicts."""

import json
from itertools import groupby
from typing import Any

import pytest
from hookwire.schemas import bundle, schema
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from support import BUNDLES, examples


def published(name: str) -> Any:
    """Returns the contents of a published schema."""
    return json.loads((BUNDLES / f"{name}.schema.json").read_text(encoding="utf-8"))


def test_the_bundle_is_the_published_one() -> None:
    """The bundle is the published bundle."""
    assert bundle() == published("bundle")


def test_a_type_has_the_id_and_verdicts_of_its_published_schema() -> None:
    """The verdicts are equal for every valid and invalid example."""
    outcomes: list[tuple[str, bool]] = []
    for of, all_ in groupby(examples(), key=lambda it: it.type):
        ours: Any = schema(type=of)  # type: ignore[call-overload]  # a name that is known at run time
        theirs = published(of)
        head = {key: theirs[key] for key in ("$schema", "$id", "x-host")}
        assert {key: ours[key] for key in head} == head
        validators = Draft202012Validator(ours), Draft202012Validator(theirs)
        for example in all_:
            one, other = (validator.is_valid(example.value) for validator in validators)
            outcomes.append((example.name, one == other))
    assert len(outcomes) > 500
    assert [name for name, same in outcomes if not same] == []


def test_the_errors_of_any_validator_name_the_mistake() -> None:
    """The usual loop prints more than that no member of a union fits."""
    found = bundle()
    registry = Registry().with_resource(found["$id"], Resource.from_contents(found))
    silent = []
    invalid = [it for it in examples() if not it.valid]
    for example in invalid:
        reference = {"$ref": f"{found['$id']}#/$defs/{example.type}"}
        validator = Draft202012Validator(reference, registry=registry)
        messages = [error.message for error in validator.iter_errors(example.value)]
        named = [it for it in messages if "under any of the given schemas" not in it]
        if not any("is valid under each of" not in it for it in named):
            silent.append((example.name, messages))
    assert len(invalid) > 500
    assert silent == []


def test_the_closed_form_is_the_published_one() -> None:
    """A type of both directions has a closed form; any other type has only one form."""
    ours = schema(type="BashInput", closed=True)
    payload = {"command": "ls", "colour": "red"}
    assert ours["$id"] == published("closed/BashInput")["$id"]
    assert Draft202012Validator(schema(type="BashInput")).is_valid(payload)
    assert not Draft202012Validator(ours).is_valid(payload)
    assert schema(type="StopOutput", closed=True) == schema(event="Stop", direction="output")


def test_a_schema_has_only_the_definitions_that_it_needs() -> None:
    """Every reference resolves."""
    definitions = schema(event="Stop", direction="output")["$defs"]
    assert {"AsyncHookOutput", "StopOutput", "StopSyncOutput"} <= set(definitions)
    assert len(definitions) < len(bundle()["$defs"]) / 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"type": "StopOutptu"}, "there is no type 'StopOutptu': did you mean 'StopOutput'?"),
        ({"event": "Stop"}, "pass either a type, or `event` and `direction`"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    """The message has the nearest name, or the missing argument."""
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        schema(**arguments)
