"""A Python package as a binding of `cargo xtask conform suite` and `cargo xtask conform sets`.

The arguments are the name of the package and, for its pydantic models instead of its validator, `models`. After that can be
a file with the names of their classes, by the names of the types.
"""

import json
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from binding import answer_all, same

WRONG = {"rejected", "mismatch", "ignored"}


def validator(package: str) -> Callable[[Any], dict[str, Any]]:
    """Returns a validator that uses `validate`."""
    validate = import_module(f"{package}.validate").validate

    def validator(vector: Any) -> dict[str, Any]:
        problems = validate(vector["payload"], vector["type"])
        wrong = any(problem["severity"] in WRONG for problem in problems)
        return {"verdict": not wrong, "problems": problems}

    return validator


def models(package: str, names: dict[str, str]) -> Callable[[Any], dict[str, Any]]:
    """Returns a validator that reads a value and a text: both or neither succeed, and the value comes back equal.

    `names` has the types whose class has another name.
    """
    types = import_module(f"{package}.models")

    @cache
    def adapter(name: str) -> TypeAdapter[Any]:
        return TypeAdapter(getattr(types, names.get(name, name)))

    def read(how: Callable[[Any], Any], payload: Any) -> tuple[bool, Any]:
        try:
            return True, how(payload)
        except ValidationError:
            return False, None

    def validator(vector: Any) -> dict[str, Any]:
        payload, of = vector["payload"], adapter(vector["type"])
        taken, value = read(of.validate_python, payload)
        again, other = read(of.validate_json, json.dumps(payload))
        if taken is not again:
            return {"verdict": True, "error": f"reads the {'value' if taken else 'text'} only"}
        if not taken:
            return {"verdict": False}
        for given in (of.dump_python(value, mode="json"), json.loads(of.dump_json(other))):
            if not same(given, payload):
                return {"verdict": True, "error": f"gives back {json.dumps(given)}"}
        return {"verdict": True}

    return validator


if __name__ == "__main__":
    package, *how = sys.argv[1:]
    if how[:1] == ["models"]:
        answer_all(models(package, json.loads(Path(how[1]).read_text("utf-8")) if how[1:] else {}))
    else:
        answer_all(validator(package))
