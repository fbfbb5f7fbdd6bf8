"""The schemas as they are written, with a validator of somebody else."""

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

FOLDER = Path(__file__).parents[2] / "schemas/hooks"


def test_files_that_refer_to_each_other_are_read_by_a_validator() -> None:
    """The whole folder is a registry, and a reply is checked against the file of its event."""
    schemas: dict[str, Any] = {it.name: json.loads(it.read_text()) for it in FOLDER.glob("*.schema.json")}
    resources = [(name, Resource(it, specification=DRAFT202012)) for name, it in schemas.items()]
    registry: Any = Registry().with_resources(resources)  # type: ignore[var-annotated]
    validator = Draft202012Validator(schemas["session-start-output.schema.json"], registry=registry)
    specific = {"hookEventName": "SessionStart", "additionalContext": "The build is red."}
    reply = {"systemMessage": "Welcome.", "hookSpecificOutput": specific}
    assert not [*validator.iter_errors(reply)]
    assert [*validator.iter_errors({"hookSpecificOutput": {**specific, "hookEventName": "Stop"}})]
