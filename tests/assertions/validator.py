"""The Python package of a set with assertions as a validator; README.md says what it reads and answers."""

import json
import sys
from typing import Any

from pydantic import TypeAdapter, ValidationError
from stations import models
from stations.validate import validate

ADAPTERS: dict[str, TypeAdapter[Any]] = {}


def typed(name: str, payload: object) -> bool:
    """Returns whether the model of a type takes a payload."""
    if name not in ADAPTERS:
        ADAPTERS[name] = TypeAdapter(getattr(models, name))
    try:
        ADAPTERS[name].validate_python(payload, strict=True)
    except ValidationError:
        return False
    return True


for line in sys.stdin.buffer:
    question = json.loads(line)
    payload = question["payload"]
    for _ in range(question["levels"]):
        payload = {"next": payload}
    problems = validate(payload, question["type"])
    print(json.dumps({"problems": problems, "typed": typed(question["type"], payload)}))
