"""Validates each line of a file."""

import json
import sys

from hookwire.validate import validate

with open(sys.argv[1], "rb") as lines:
    wrong = sum(bool(validate(json.loads(line), "HookInput")) for line in lines)
sys.exit(1 if wrong else 0)
