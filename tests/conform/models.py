"""The pydantic models as a binding of `cargo xtask conform`; README.md documents its input and output.

Text is read by `model_validate_json`; with the argument `loads`, by `json.loads` and then validated.
"""

import json
import sys
from functools import cache, partial
from pathlib import Path
from typing import Any

from hookwire import models
from pydantic import TypeAdapter, ValidationError

from binding import answer_all, same


class ContradictionError(Exception):
    """The models contradict each other about one payload."""


@cache
def adapter(name: str) -> TypeAdapter[Any]:
    """Returns the adapter that reads a type."""
    return TypeAdapter(getattr(models, name))


def read(name: str, payload: Any) -> Any:
    """Returns the payload's model, or None if it is invalid."""
    try:
        return adapter(name).validate_python(payload)
    except ValidationError:
        return None


def read_text(name: str, text: str | bytes) -> Any:
    """Returns the text's model, or None if it is invalid."""
    try:
        return adapter(name).validate_json(text)
    except ValidationError:
        return None


def conforms(name: str, payload: Any) -> bool:
    """Returns true if the payload conforms to the type. It must come back equal, from values and from text."""
    value, again = read(name, payload), read_text(name, json.dumps(payload))
    if (value is None) is not (again is None):
        raise ContradictionError(f"reads the {'text' if value is None else 'value'} only")
    if value is None:
        return False
    if value != again:
        raise ContradictionError(f"reads the value as {value!r} and the text as {again!r}")
    for given in (
        adapter(name).dump_python(value, mode="json"),
        json.loads(adapter(name).dump_json(again)),
    ):
        if not same(given, payload):
            raise ContradictionError(f"gives back {json.dumps(given)}")
    return True


def conforms_text(name: str, text: bytes) -> bool:
    """Returns true if pydantic reads the bytes as the type."""
    return read_text(name, text) is not None


def conforms_loaded(name: str, text: bytes) -> bool:
    """Returns true if the standard library reads the bytes as the type."""
    try:
        payload = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return read(name, payload) is not None


def answer(vector: Any, of_text: Any) -> dict[str, Any]:
    """Returns the result for a vector."""
    name = vector["type"]
    try:
        if "file" in vector:
            verdict = of_text(name, Path(vector["file"]).read_bytes())
        else:
            verdict = conforms(name, vector["payload"])
    except ContradictionError as error:
        return {"verdict": True, "error": str(error)}
    return {"verdict": verdict}


if __name__ == "__main__":
    loads = sys.argv[1:] == ["loads"]
    answer_all(partial(answer, of_text=conforms_loaded if loads else conforms_text))
