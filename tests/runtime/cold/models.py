import sys
from typing import Literal

from pydantic import BaseModel


class Arguments(BaseModel):
    command: str
    dangerouslyDisableSandbox: bool = False


class Call(BaseModel):
    hook_event_name: Literal["PreToolUse"]
    tool_name: str
    tool_input: Arguments


class Specific(BaseModel):
    hookEventName: Literal["PreToolUse"] = "PreToolUse"
    permissionDecision: Literal["allow", "deny", "ask", "defer"]
    permissionDecisionReason: str


class Reply(BaseModel):
    hookSpecificOutput: Specific


call = Call.model_validate_json(sys.stdin.read())
if call.tool_input.dangerouslyDisableSandbox:
    deny = Specific(permissionDecision="deny", permissionDecisionReason="Commands stay in the sandbox.")
    print(Reply(hookSpecificOutput=deny).model_dump_json())
