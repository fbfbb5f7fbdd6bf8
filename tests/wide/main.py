"""Reads each payload as a `Row`, and prints its problems and what the row is written as."""

import json
import sys

from pydantic import ValidationError

from wide.models import Row
from wide.validate import validate

for line in sys.stdin:
    problems = [f"{it['pointer']} {it['code']} {it['message']}" for it in validate(json.loads(line), "Row")]
    if "e400" in line:  # Python reads infinity
        assert problems, line
        problems = ["refused"]
    try:
        written = Row.model_validate_json(line).model_dump_json()
    except ValidationError:
        written = None
    print(json.dumps({"problems": problems, "written": written}))
