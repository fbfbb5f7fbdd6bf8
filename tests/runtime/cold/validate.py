"""Compares `validate` with a pydantic model. Prints the microseconds of each batch as JSON.

The model is the generated one, with that of the tool's arguments, which `validate` checks, too.
"""

import json
import sys
import time
from pathlib import Path

from hookwire.models import BashInput, PreToolUseInput
from hookwire.validate import validate


class Call(PreToolUseInput, frozen=True):
    """A call of `Bash`."""

    tool_input: BashInput


BATCHES, COUNT = 1000, 50

event = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
runs = [lambda: validate(event, "PreToolUseInput"), lambda: Call.model_validate(event)]
assert runs[0]() == []
assert runs[1]()

found: list[list[float]] = [[], []]
for batch in range(BATCHES):
    for which in (0, 1) if batch % 2 else (1, 0):
        start = time.perf_counter()
        for _ in range(COUNT):
            runs[which]()
        found[which].append((time.perf_counter() - start) / COUNT * 1e6)
print(json.dumps(found))
