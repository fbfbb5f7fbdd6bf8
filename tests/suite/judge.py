"""A Python package as a binding of `cargo xtask suite`: its validator, or with the argument `models` its pydantic models.

The first argument is the name of the package.
"""

import hashlib
import json
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from pydantic import TypeAdapter, ValidationError

WRONG = {"rejected", "mismatch", "ignored"}


def validator(package: str) -> Callable[[Any], dict[str, Any]]:
    """What judges by `validate`."""
    validate = import_module(package).validate

    def judge(vector: Any) -> dict[str, Any]:
        problems = validate(vector["payload"], type=vector["type"])
        wrong = any(problem["severity"] in WRONG for problem in problems)
        return {"verdict": not wrong, "problems": problems}

    return judge


def same(one: Any, other: Any) -> bool:
    """Tells whether two values are the same JSON: objects without order, numbers as doubles."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return float(one) == float(other)
    return type(one) is type(other) and one == other


def models(package: str) -> Callable[[Any], dict[str, Any]]:
    """What judges by reading a value and a text: both are read or neither is, and what is read comes back equal."""
    types = import_module(f"{package}.models")

    @cache
    def adapter(name: str) -> TypeAdapter[Any]:
        return TypeAdapter(getattr(types, name))

    def read(how: Callable[[Any], Any], payload: Any) -> tuple[bool, Any]:
        try:
            return True, how(payload)
        except ValidationError:
            return False, None

    def judge(vector: Any) -> dict[str, Any]:
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

    return judge


def main() -> None:
    """Answers line by line, then with the digest over all answers in the order of their ids."""
    package, *how = sys.argv[1:]
    judge = models(package) if how == ["models"] else validator(package)
    answers = []
    for line in sys.stdin.buffer:
        vector = json.loads(line)
        said = {"id": vector["id"], **judge(vector)}
        answers.append((said["id"], "true" if said["verdict"] else "false"))
        print(json.dumps(said), flush=True)
    lines = "".join(f"{name} {verdict}\n" for name, verdict in sorted(answers))
    digest = hashlib.sha256(lines.encode()).hexdigest()
    print(json.dumps({"digest": digest, "count": len(answers)}), flush=True)


if __name__ == "__main__":
    main()
