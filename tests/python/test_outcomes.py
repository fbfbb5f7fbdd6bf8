"""The outcomes of hooks: the functions of the host that programs call."""

import json
from typing import Any

import pytest
from hookwire import Context
from hookwire.host import (
    HandlerResult,
    ModelAnswer,
    Outcome,
    backgrounded,
    exited,
    http,
    interpret,
    mcp,
    merge,
    message_blocks,
    model,
    not_started,
    signalled,
    timed_out,
)
from hookwire.models import Outcome as OutcomeModel
from hookwire.validate import validate

DENY = json.dumps(
    {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}
)


def test_an_outcome_is_told_by_attributes_and_by_keys() -> None:
    """The attributes are the keys, and the helpers follow from them."""
    outcome = interpret("PreToolUse", exited(2, "", "No."))
    assert (outcome.action, outcome["action"]) == ("blocked", "blocked")
    assert (outcome.blocked, outcome.asked, outcome.stops) == (True, False, False)
    assert outcome.texts == [
        {"text": "No.", "audience": ["claude"], "purpose": "reason", "from": "stderr"}
    ]
    absent = (outcome.new_input, outcome.new_output, outcome.failure, outcome.on_failure)
    assert (absent, outcome.subagent) == ((None, None, None, None), None)
    assert (outcome.agent, outcome.event) == ("continues", "PreToolUse")
    assert (outcome.effects, outcome.problems, outcome.depends_on) == ([], [], [])
    assert OutcomeModel.model_validate(outcome).explanation == outcome.explanation
    assert repr(outcome).startswith("Outcome({")


def test_the_explanation_says_what_happens_why_and_what_to_do() -> None:
    """An exit code that does not block is the most common mistake."""
    outcome = interpret("PreToolUse", exited(1, b"", b"no"))
    assert outcome.explanation == (
        "The permission rules decide, as if there were no hook: exit code 1 does not block. "
        'To block, exit with 2, or print `"permissionDecision": "deny"`.'
    )


@pytest.mark.parametrize(
    ("result", "context", "action", "failure"),
    [
        (exited(0, DENY), None, "blocked", None),
        (signalled(DENY), None, "blocked", "exit-code"),
        (http(200, DENY), Context(handler="http"), "blocked", None),
        (http(500, DENY), Context(handler="http"), "normal", "status"),
        (mcp(DENY), Context(handler="mcp_tool"), "blocked", None),
        (mcp(DENY, is_error=True), Context(handler="mcp_tool"), "normal", "tool-error"),
        (model('{"ok": false}'), Context(handler="prompt"), "blocked", None),
        (model(ModelAnswer("?")), Context(handler="prompt"), "normal", "not-json"),
        (timed_out(), None, "normal", "timed-out"),
        (not_started(), None, "normal", "not-started"),
        (not_started(), Context(handler="http"), "normal", "no-connection"),
        (backgrounded(), None, "normal", None),
        (exited(1), Context(handler={"type": "command", "onFailure": "block"}), "blocked", "exit-code"),
    ],
)
def test_every_kind_of_result(
    result: HandlerResult, context: Context | None, action: str, failure: str | None
) -> None:
    """Each kind of result has an outcome."""
    outcome = interpret("PreToolUse", result, context)
    assert (outcome.action, outcome.failure) == (action, failure)


def test_an_event_that_is_newer_than_the_package_is_unknown() -> None:
    """The package does not guess."""
    assert interpret("NewEvent", exited(2)).action == "unknown"


def test_the_input_of_another_event_is_a_problem() -> None:
    """The outcome is that of the event that was passed."""
    context = Context(input={"hook_event_name": "Stop"})
    outcome = interpret("PreToolUse", exited(0), context)
    assert [it["pointer"] for it in outcome.problems] == ["/hook_event_name"]


def test_merging_takes_the_strongest_decision() -> None:
    """One hook that blocks is enough, and the order of ending decides whose reason is used."""
    every = [interpret("PreToolUse", exited(2, "", reason)) for reason in ("one", "two")]
    every.append(interpret("PreToolUse", exited(0)))
    said = [[it["text"] for it in merge(every, order).texts] for order in (None, [1, 0, 2])]
    assert said == [["two"], ["one"]]
    assert merge(every).explanation.startswith("Hook 2 of 3 decides. The call is not made")
    assert merge(every[2:]).action == "normal"


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: interpret("Stop", 1), TypeError),  # type: ignore[arg-type]
        (lambda: exited("1"), TypeError),  # type: ignore[arg-type]
        (lambda: merge([]), ValueError),
        (lambda: merge([{}]), TypeError),  # type: ignore[list-item]
        (lambda: merge([interpret("Stop", exited(0))], [1]), ValueError),
        (
            lambda: merge([interpret("Stop", exited(0)), interpret("Setup", exited(0))]),
            ValueError,
        ),
    ],
)
def test_wrong_arguments_are_refused(call: Any, error: type[Exception]) -> None:
    """A wrong argument is the mistake of the program, not of the hook."""
    with pytest.raises(error):
        call()


def test_a_result_shows_what_it_has() -> None:
    """So that a failing test can be read."""
    assert repr(exited(2, "", "no")) == "HandlerResult('exited', code=2, stdout='', stderr='no')"
    assert isinstance(interpret("Stop", timed_out()), Outcome)


def test_a_profile_decides_before_the_exit_code() -> None:
    """Where a host reads replies before exit codes, its profile says so."""
    wave = Context(profile="wave-design-2025-11")
    allow = DENY.replace("deny", "allow")
    for printed, profile, action in (
        (allow, wave, "allowed"),
        (allow, None, "blocked"),
        ("{", wave, "blocked"),
        (allow.replace("PreToolUse", "Stop"), wave, "blocked"),
    ):
        assert interpret("PreToolUse", exited(2, printed), profile).action == action, printed
    assert interpret("SessionStart", exited(0), wave).action == "unknown"


def test_texts_become_blocks_for_those_who_get_them() -> None:
    """A warning is for the user, and a block of a hook for the agent."""
    warn = {"type": "warn", "content": "Low on disk."}
    for event, result, blocks in (
        ("Stop", exited(0, '{"systemMessage": "Low on disk."}'), [warn]),
        ("Stop", exited(0, "plain text"), []),
        (
            "Stop",
            exited(0, '{"decision": "block", "reason": "Run the tests.", "systemMessage": "Low on disk."}'),
            [
                {
                    "type": "hook",
                    "hookEvent": "Stop",
                    "content": "Run the tests.",
                    "metadata": {"purpose": "instruction", "from": "/reason"},
                },
                warn,
            ],
        ),
        (
            "UserPromptSubmit",
            exited(0, '{"decision": "block", "reason": "No secrets."}'),
            [{"type": "warn", "content": "No secrets."}],
        ),
    ):
        made = message_blocks(interpret(event, result))
        assert made == blocks, (event, made)
        assert all(validate(it, "MessageBlock") == [] for it in made)
    with pytest.raises(TypeError):
        message_blocks({})  # type: ignore[arg-type]
