"""A Bash guard with models: refuses to remove a tree by force."""

import sys

from hookwire.models import PreToolUseInput, PreToolUseSpecificOutput, PreToolUseSyncOutput


def decide(event: PreToolUseInput) -> PreToolUseSyncOutput | None:
    """Refuses the call, or says nothing."""
    if event.tool_name != "Bash" or "rm -rf" not in event.tool_input["command"]:
        return None
    return PreToolUseSyncOutput(
        hook_specific_output=PreToolUseSpecificOutput(
            permission_decision="deny",
            permission_decision_reason="Remove files one by one.",
        ),
    )


reply = decide(PreToolUseInput.model_validate_json(sys.stdin.buffer.read()))
if reply is not None:
    print(reply.model_dump_json())
