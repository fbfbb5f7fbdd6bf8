"""Refuses commands that read `.env`. It does not: the field is at the wrong level."""

import json
import sys

call = json.load(sys.stdin)
if ".env" in call["tool_input"]["command"]:
    print(json.dumps({"permissionDecision": "deny", "permissionDecisionReason": "It has secrets."}))
