"""What goes wrong for people who write hooks, each shown not to happen with handlers, or to be reported.

Two more are not about handlers: that the contract changes every week (`cargo xtask upstream`), and mistakes in settings.
"""

import json
import sys
from typing import Any

import pytest
from hookwire import block, decide, replace_output, rewrite, worktree
from hookwire.testing import sample, simulate

BASH = sample("PreToolUse", tool="Bash", command="rm -rf /")


def said(handlers: Any, payload: Any) -> Any:
    """Returns the reply of a hook."""
    result = decide(handlers, json.dumps(payload))
    return json.loads(result.stdout) if result.stdout else None


def failure(handler: Any, payload: Any) -> str:
    """Returns what a hook that fails says on stderr."""
    result = decide({payload["hook_event_name"]: handler}, json.dumps(payload))
    assert "failed" in result.stderr
    return result.stderr


def test_a_missing_hook_event_name() -> None:
    """The verbs write it; a whole reply without it fails."""
    made = said({"PreToolUse": lambda _: block("No.")}, BASH)
    assert made["hookSpecificOutput"]["hookEventName"] == "PreToolUse"
    wrong = {"hookSpecificOutput": {"permissionDecision": "deny"}}
    assert "`hookEventName` is missing" in failure(lambda _: wrong, BASH)


@pytest.mark.parametrize("wrong", [{"permissionDecision": "deny"}, {"additionalContext": "a"}])
def test_a_field_at_the_wrong_level(wrong: Any) -> None:
    """The message says where it belongs."""
    assert "hookSpecificOutput" in failure(lambda _: wrong, BASH)


def test_a_wrong_or_retired_word() -> None:
    """`block` is no decision about a permission."""
    wrong = {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "block"}}
    assert "`deny`" in failure(lambda _: wrong, BASH)


def test_a_wrong_name_of_a_field() -> None:
    """It is an error, not `None` for ever."""
    after = sample("PostToolUse")
    assert "`PostToolUse` has no `tool_result`" in failure(lambda call: call.tool_result, after)


def test_an_exit_code_that_does_not_block() -> None:
    """A guard that ends with 1 blocks all the same."""
    assert simulate({"PreToolUse": lambda _: sys.exit(1)}, BASH).blocked


def test_a_broken_guard() -> None:
    """It blocks where it guards, and never locks a session."""

    def broken(_: Any) -> None:
        raise RuntimeError("broken")

    assert simulate(broken, BASH).blocked
    for event in ("Stop", "UserPromptSubmit", "SessionStart", "PreCompact"):
        assert not simulate(broken, sample(event)).blocked
    missing = {"type": "command", "command": sys.executable, "args": ["-c", "import no_such_package"]}
    assert not simulate(missing, BASH).blocked
    assert simulate({**missing, "onFailure": "block"}, BASH).blocked


def test_no_opinion() -> None:
    """Nothing is printed, so that the user is still asked."""
    assert simulate(lambda _: None, BASH).action == "normal"
    assert decide({"PreToolUse": lambda _: None}, json.dumps(BASH)).stdout == ""


@pytest.mark.parametrize(
    ("reply", "about"),
    [(rewrite(command=["ls"]), "`command` has to be a string"), (rewrite(comand="ls"), "Did you mean `command`?")],
)
def test_arguments_that_do_not_fit(reply: Any, about: str) -> None:
    """The host would drop them, or make the call fail."""
    assert about in failure(lambda _: reply, BASH)
    kept = said({"PreToolUse": lambda _: rewrite(timeout=5000)}, BASH)
    assert kept["hookSpecificOutput"]["updatedInput"] == {"command": "rm -rf /", "timeout": 5000}


def test_an_output_that_does_not_fit() -> None:
    """A text for `Bash` would be dropped."""
    after = sample("PostToolUse", tool="Bash")
    assert "updatedToolOutput" in failure(lambda _: replace_output("text"), after)


def test_each_event_has_its_own_protocol() -> None:
    """A path is printed as it is, and the answer of a prompt is no reply."""
    create = sample("WorktreeCreate")
    assert decide({"WorktreeCreate": lambda _: worktree("/w")}, json.dumps(create)).stdout == "/w\n"
    wrong: Any = {"ok": False, "reason": "No."}
    assert "`ok`" in failure(lambda _: wrong, sample("Stop"))


def test_a_newer_host() -> None:
    """New words and keys do not keep a guard from running."""
    newer = {**BASH, "permission_mode": "newer", "newer_key": 1, "tool_input": {"command": "ls", "newer": True}}
    assert simulate(lambda call: block(call.tool_name), newer).blocked
    assert said({"*": lambda _: block("No.")}, {**BASH, "hook_event_name": "Newer"}) is None


def test_a_loop_on_stop() -> None:
    """A hook that always blocks lets Claude end the second time."""
    assert simulate(lambda _: block("Go on."), sample("Stop")).blocked
    assert not simulate(lambda _: block("Go on."), sample("Stop", stop_hook_active=True)).blocked
    assert simulate(lambda _: block("Go on.", again=True), sample("Stop", stop_hook_active=True)).blocked
