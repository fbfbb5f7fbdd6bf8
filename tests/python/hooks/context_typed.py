"""Shows Claude the working directory with every prompt, with typed dictionaries."""

import json
import sys

from hookwire import UserPromptSubmitInput, UserPromptSubmitOutput

event: UserPromptSubmitInput = json.load(sys.stdin.buffer)
reply: UserPromptSubmitOutput = {
    "hookSpecificOutput": {
        "hookEventName": "UserPromptSubmit",
        "additionalContext": f"The working directory is {event['cwd']}.",
    },
}
json.dump(reply, sys.stdout)
