"""The Python package of today as a reader of inputs; README.md says what it reads and answers."""

import json
import sys
from typing import Any

from hookwire import is_known, models, read_input
from pydantic import TypeAdapter, ValidationError

MODELS: TypeAdapter[Any] = TypeAdapter(models.HookInput)


def typed(data: bytes) -> Any:
    """Returns the text as the model of all inputs writes it, if it can read it."""
    try:
        return json.loads(MODELS.dump_json(MODELS.validate_json(data)))
    except ValidationError:
        return False


def answer(name: str, data: bytes) -> dict[str, Any]:
    """Returns the reading of a document."""
    event, problems = read_input(data)
    fits = "misfit" if problems else "known"
    kind = fits if is_known(event) else "unknown"
    return {
        "id": name,
        "kind": kind,
        "event": event.get("hook_event_name"),
        "payload": event,
        "problems": problems,
        "typed": typed(data),
    }


for line in sys.stdin.buffer:
    question = json.loads(line)
    print(json.dumps(answer(question["id"], bytes.fromhex(question["hex"]))))
