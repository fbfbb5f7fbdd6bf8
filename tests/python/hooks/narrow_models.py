"""One hook for several events: the class of the model says which one it is."""

import sys

from hookwire.models import HookInput, PreToolUseInput, StopBlock, StopInput, SyncHookOutput
from pydantic import TypeAdapter


def answer(event: HookInput) -> StopBlock | SyncHookOutput | None:
    """Narrows with `match` on the class, and with `if` on the name."""
    match event:
        case StopInput(stop_hook_active=active):
            return StopBlock(reason="No.") if active else None
        case PreToolUseInput(tool_name=name):
            return SyncHookOutput(continue_=False, stop_reason=name)
        case _:
            pass
    if event.hook_event_name == "UserPromptSubmit":
        return SyncHookOutput(system_message=event.prompt)
    return SyncHookOutput(system_message=event.hook_event_name)


adapter: TypeAdapter[HookInput] = TypeAdapter(HookInput)
reply = answer(adapter.validate_json(sys.stdin.buffer.read()))
print(reply.model_dump_json() if reply else "null")
