"""Shows Claude the working directory with every prompt, with models."""

import sys

from hookwire.models import (
    UserPromptSubmitInput,
    UserPromptSubmitSpecificOutput,
    UserPromptSubmitSyncOutput,
)

event = UserPromptSubmitInput.model_validate_json(sys.stdin.buffer.read())
reply = UserPromptSubmitSyncOutput(
    hook_specific_output=UserPromptSubmitSpecificOutput(
        additional_context=f"The working directory is {event.cwd}.",
    ),
)
print(reply.model_dump_json())
