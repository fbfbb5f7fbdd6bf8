"""Hooks as users write them, run as the host runs them: a payload on stdin, a reply on stdout."""

import json
from typing import Any

import pytest

from support import HERE, run

BASE = {"session_id": "s", "transcript_path": "/t.jsonl", "cwd": "/häuser"}


def payload(event: str, **fields: Any) -> dict[str, Any]:
    """Makes a payload of an event, with a key that no contract version has."""
    return {**BASE, "hook_event_name": event, "from_the_future": {"a": [1]}, **fields}


def tool(command: str) -> dict[str, Any]:
    """Makes the payload of a Bash call."""
    return payload(
        "PreToolUse", tool_name="Bash", tool_input={"command": command}, tool_use_id="toolu_1"
    )


def stop(**fields: Any) -> dict[str, Any]:
    """Makes the payload at the end of a turn."""
    return payload("Stop", **{"stop_hook_active": False, **fields})


DENIED = {
    "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": "Remove files one by one.",
    }
}
CONTEXT = {
    "hookSpecificOutput": {
        "hookEventName": "UserPromptSubmit",
        "additionalContext": "The working directory is /häuser.",
    }
}
BLOCKED = {"decision": "block", "reason": "Run the tests before you stop."}

CASES: list[tuple[str, dict[str, Any], Any]] = [
    ("guard", tool("rm -rf /"), DENIED),
    ("guard", tool("ls"), ""),
    ("context", payload("UserPromptSubmit", prompt="hi"), CONTEXT),
    ("gate", stop(last_assistant_message="done"), BLOCKED),
    ("gate", stop(), BLOCKED),
    ("gate", stop(last_assistant_message="tests passed"), ""),
    ("gate", stop(stop_hook_active=True), ""),
    ("narrow", tool("ls"), {"continue": False, "stopReason": "Bash"}),
    ("narrow", stop(stop_hook_active=True), {"decision": "block", "reason": "No."}),
    ("narrow", payload("UserPromptSubmit", prompt="hi"), {"systemMessage": "hi"}),
]


@pytest.mark.parametrize("style", ["typed", "models"])
@pytest.mark.parametrize(("hook", "event", "reply"), CASES)
def test_reply(hook: str, style: str, event: dict[str, Any], reply: Any) -> None:
    """The reply is the expected one, and nothing else is printed."""
    stdin = json.dumps(event, ensure_ascii=False)
    done = run("-W", "error", str(HERE / "hooks" / f"{hook}_{style}.py"), stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    assert (json.loads(done.stdout) if done.stdout else "") == reply


def test_every_hook_is_tested() -> None:
    """Every script in the folder has a case."""
    tested = {f"{hook}_{style}.py" for hook, _, _ in CASES for style in ("typed", "models")}
    assert {path.name for path in (HERE / "hooks").glob("*.py")} == tested


def test_a_model_refuses_a_wrong_payload() -> None:
    """The message names the key and the problem."""
    event = tool("ls") | {"tool_use_id": None}
    done = run(str(HERE / "hooks" / "guard_models.py"), stdin=json.dumps(event))
    assert done.returncode == 1
    assert "tool_use_id\n  Input should be a valid string" in done.stderr
