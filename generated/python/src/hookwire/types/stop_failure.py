# Made from templates/python/src/[package]/types/[module].py.jinja by `cargo xtask codegen`. Do not edit.
"""Typed dictionaries of `stop-failure`."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .common import (
    ActivePermissionMode,
    AsyncHookOutput,
    Effort,
    HookDecision,
)

StopFailureError: TypeAlias = Literal[
    "authentication_failed",
    "oauth_org_not_allowed",
    "account_on_hold",
    "verification_required",
    "billing_error",
    "rate_limit",
    "overloaded",
    "invalid_request",
    "model_not_found",
    "server_error",
    "unknown",
    "max_output_tokens",
    "cloud_credential_error",
]
"""Kind of error that ended a turn.

- `"authentication_failed"`: The sign-in was not accepted. Since Claude Code 2.1.78.

- `"oauth_org_not_allowed"`: The organisation of the account may not sign in. Since Claude
  Code 2.1.126 at the latest.

- `"account_on_hold"`: The account is on hold. Since Claude Code 2.1.240 at the latest.

- `"verification_required"`: The account has to be verified first. Since Claude Code 2.1.270
  at the latest.

- `"billing_error"`: There is a problem with the payment. Since Claude Code 2.1.78.

- `"rate_limit"`: Too many requests, or a usage limit was reached. Since Claude Code 2.1.78.

- `"overloaded"`: The API is overloaded. Since Claude Code 2.1.168 at the latest.

- `"invalid_request"`: The API refused the request as not valid. Since Claude Code 2.1.78.

- `"model_not_found"`: The model does not exist or is not open to the account; before 2.1.144
  this was an `invalid_request`. Since Claude Code 2.1.144.

- `"server_error"`: The API failed. Since Claude Code 2.1.78.

- `"unknown"`: An error that has no kind of its own. Since Claude Code 2.1.78.

- `"max_output_tokens"`: The answer reached the limit for its length. Since Claude Code
  2.1.78.

- `"cloud_credential_error"`: The credentials of the cloud provider did not work. Since Claude
  Code 2.1.270 at the latest.
"""


class StopFailureInput(TypedDict):
    """Input of a `StopFailure` hook, which runs instead of `Stop` when a turn ends with an error
    of the API.

    Since Claude Code 2.1.78.
    """

    session_id: str
    """Id of the session that the event belongs to.

    Since Claude Code 2.1.78.
    """

    transcript_path: str
    """Path of the transcript of the session, a file with one JSON value on each line. It is
    written with a delay, so the newest messages can be missing.

    Since Claude Code 2.1.78.
    """

    cwd: str
    """Working directory at the moment of the event. It follows `cd` and worktrees, whereas the
    environment variable `CLAUDE_PROJECT_DIR` keeps the project root.

    Since Claude Code 2.1.78.
    """

    hook_event_name: Literal["StopFailure"]
    """Always `StopFailure`.

    Since Claude Code 2.1.78.
    """

    prompt_id: NotRequired[str]
    """UUID of the prompt that is being worked on, the same as the `prompt.id` attribute of
    OpenTelemetry. Absent before the first user input.

    Since Claude Code 2.1.196.
    """

    scratchpad_dir: NotRequired[str]
    """Folder for temporary files of this session. Absent when the session has no scratchpad or
    the folder for temporary files cannot be used.

    Since Claude Code 2.1.257.
    """

    permission_mode: NotRequired[ActivePermissionMode]
    """Permission mode that is in force. Not every event carries it, so do not rely on it being
    there.

    Since Claude Code 2.1.78.
    """

    effort: NotRequired[Effort]
    """How much effort the model spends. Present on events around tool calls and at the end of a
    turn, on models that have effort levels.

    Since Claude Code 2.1.133.
    """

    agent_id: NotRequired[str]
    """Id of the subagent that the event comes from; absent on the main thread. Test this field,
    not `agent_type`, to tell a subagent from the main thread.

    Since Claude Code 2.1.78.
    """

    agent_type: NotRequired[str]
    """Name of the agent that the event comes from. Present inside a subagent, and without
    `agent_id` on the main thread of a session that was started with `--agent`.

    Since Claude Code 2.1.78.
    """

    error: StopFailureError
    """Kind of the error. Matchers test this field.

    Since Claude Code 2.1.78.
    """

    error_details: NotRequired[str]
    """More about the error.

    Since Claude Code 2.1.78.
    """

    last_assistant_message: NotRequired[str]
    """The error as it was shown. Unlike on `Stop` this is not text of the model.

    Since Claude Code 2.1.78.
    """


_StopFailureSyncOutputKeys = TypedDict(
    "_StopFailureSyncOutputKeys",
    {
        "continue": NotRequired[bool],
    },
)


class StopFailureSyncOutput(_StopFailureSyncOutputKeys):
    """The immediate form of the reply. It has no `hookSpecificOutput`.

    `continue`: With `false` Claude stops altogether once the hook is done, whatever the
    decisions of the event are. Absent means `true`; events that discard their output take no
    notice. Since Claude Code 2.1.78.
    """

    stopReason: NotRequired[str]
    """Message for the user that goes with `continue: false`. It stays in the conversation, so
    Claude sees it if the conversation goes on.

    Since Claude Code 2.1.78.
    """

    suppressOutput: NotRequired[bool]
    """Accepted, but without effect: the output of a hook that succeeds is not shown in the
    transcript anyway.

    Since Claude Code 2.1.78.
    """

    systemMessage: NotRequired[str]
    """Message for the user, shown as a warning. Several events discard it.

    Since Claude Code 2.1.78. Claude Code spills what is longer than 10,000 characters to a
    file.
    """

    terminalSequence: NotRequired[str]
    """Escape sequence that Claude Code writes to the terminal: OSC 0, 1, 2, 9, 99 or 777 ended
    by BEL or ST, or a lone BEL. If the text holds anything else the whole field is ignored.
    It acts in an interactive session with its interface on screen, also on events that
    discard `systemMessage`, but not for a command on `WorktreeCreate`.

    Since Claude Code 2.1.141.
    """

    decision: NotRequired[HookDecision]
    """The decision about the guarded action. `block` acts on the events that say so; leave the
    field out to let the action pass.

    Since Claude Code 2.1.78.
    """

    reason: NotRequired[str]
    """Explanation that goes with `decision`. The event decides who reads it; without a
    `decision` it has no effect.

    Since Claude Code 2.1.78.
    """


StopFailureOutput: TypeAlias = AsyncHookOutput | StopFailureSyncOutput
"""Reply of a `StopFailure` hook. It is ignored, and so is the exit code; only `terminalSequence`
acts.

Since Claude Code 2.1.78.
"""
