"""One hook for several events: the name of the event narrows its type."""

import json
import sys
from typing import assert_type

from hookwire import HookInput, HookOutput, PreToolUseInput, StopInput, UserPromptSubmitInput


def by_comparison(event: HookInput) -> str:
    """Narrows with `if`."""
    if event["hook_event_name"] == "PreToolUse":
        assert_type(event, PreToolUseInput)
        return event["tool_name"]
    if event["hook_event_name"] == "UserPromptSubmit":
        assert_type(event, UserPromptSubmitInput)
        return event["prompt"]
    return event["hook_event_name"]


def by_match(event: HookInput) -> HookOutput | None:
    """Narrows with `match`."""
    match event["hook_event_name"]:
        case "Stop":
            assert_type(event, StopInput)
            return {"decision": "block", "reason": "No."} if event["stop_hook_active"] else None
        case "PreToolUse":
            assert_type(event, PreToolUseInput)
            return {"continue": False, "stopReason": event["tool_name"]}
        case _:
            return {"systemMessage": by_comparison(event)}


json.dump(by_match(json.load(sys.stdin.buffer)), sys.stdout)
