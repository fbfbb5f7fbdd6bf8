import json
import sys

call = json.load(sys.stdin)
if call["tool_input"].get("dangerouslyDisableSandbox"):
    reply = {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "Commands stay in the sandbox.",
        }
    }
    print(json.dumps(reply))
