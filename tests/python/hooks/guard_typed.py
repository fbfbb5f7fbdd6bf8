"""A Bash guard with typed dictionaries: refuses to remove a tree by force."""

import json
import sys

from hookwire import PreToolUseInput, PreToolUseOutput


def decide(event: PreToolUseInput) -> PreToolUseOutput | None:
    """Refuses the call, or says nothing."""
    if event["tool_name"] != "Bash" or "rm -rf" not in event["tool_input"]["command"]:
        return None
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "Remove files one by one.",
        },
    }


reply = decide(json.load(sys.stdin.buffer))
if reply is not None:
    json.dump(reply, sys.stdout)
