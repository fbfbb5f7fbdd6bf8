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


DENIAL = (
    '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", '
    '"permissionDecisionReason": "..."}}'
)


def test_the_explanation_says_what_happens_why_and_what_to_do() -> None:
    """An exit code that does not block is the most common mistake."""
    outcome = interpret("PreToolUse", exited(1, b"", b"no"))
    assert outcome.explanation == (
        "The permission rules decide: exit code 1 does not block. Stderr reaches the user as an error notice. "
        f"To block, exit with 2, or with 0 and print `{DENIAL}`."
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
        (
            exited(1),
            Context(handler={"type": "command", "onFailure": "block"}),
            "blocked",
            "exit-code",
        ),
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
            exited(
                0,
                '{"decision": "block", "reason": "Run the tests.", "systemMessage": "Low on disk."}',
            ),
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


@pytest.mark.parametrize(
    ("event", "result", "context", "text"),
    [
        (
            "WorktreeCreate",
            exited(1),
            None,
            "The worktree is not created: exit code 1 is a failure.",
        ),
        (
            "PreToolUse",
            exited(1, "text"),
            None,
            "The permission rules decide, as if there were no hook: exit code 1 does not block. "
            f"To block, exit with 2, or with 0 and print `{DENIAL}`.",
        ),
        (
            "PreToolUse",
            http(500),
            None,
            "The permission rules decide, as if there were no hook: status 500 is an error. "
            f"To block, answer with `{DENIAL}`.",
        ),
        (
            "PreToolUse",
            exited(1, "{"),
            Context(handler={"type": "command", "onFailure": "block"}),
            'The call is not made: exit code 1 is a failure, so `onFailure: "block"` applies.',
        ),
        (
            "PermissionDenied",
            exited(
                0,
                '{"hookSpecificOutput": {"hookEventName": "PermissionDenied", "retry": true}}',
            ),
            None,
            "It goes on, and Claude may try again: `retry` is `true`.",
        ),
    ],
)
def test_an_explanation_names_the_cause_and_the_way_to_block(
    event: str, result: HandlerResult, context: "Context | None", text: str
) -> None:
    """It fits the kind of handler, the host and the result."""
    assert interpret(event, result, context).explanation == text


def test_the_advice_is_that_of_the_host() -> None:
    """Where exit code 2 does nothing, nobody is told to use it."""
    assert "exit with 2" in interpret("PreCompact", exited(1)).explanation
    old = interpret("PreCompact", exited(1), Context(host="2.1.42"))
    assert "exit with 2" not in old.explanation
    assert "To stop Claude, exit with 2." in interpret("PostToolBatch", exited(1)).explanation


def test_a_stop_decides_over_a_hook_that_keeps_claude_at_work() -> None:
    """On events that are the end of something."""
    block = interpret("SubagentStop", exited(0, '{"decision": "block", "reason": "More."}'))
    stop = interpret("SubagentStop", exited(0, '{"continue": false}'))
    merged = merge([block, stop])
    assert (merged.action, merged.stops, merged.texts) == ("normal", True, [])
    assert merged.explanation.startswith("Hook 2 of 2 decides. The subagent stops")


def test_an_outcome_can_be_merged_with_itself() -> None:
    """Two hooks may say the same."""
    one = interpret("PreToolUse", exited(2, "", "No."))
    assert [it["text"] for it in merge([one, one]).texts] == ["No."]


def test_a_stop_of_another_hook_is_told() -> None:
    """The hook that decides is not the one that stops."""
    block = interpret("PreToolUse", exited(2, "", "No."))
    stop = interpret("PreToolUse", exited(0, '{"continue": false}'))
    merged = merge([block, stop])
    assert (merged.action, merged.stops) == ("blocked", True)
    assert merged.explanation == (
        "Hook 1 of 2 decides. The call is not made, and because of hook 2 Claude stops: the exit code is 2. "
        "Stderr reaches Claude as the reason."
    )


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        ({"updatedInput": {"command": "ls"}}, "The input is that of hook 2."),
        ({"permissionDecision": "allow"}, "Hook 2 of 2 decides."),
    ],
)
def test_a_merge_tells_what_happens(printed: dict[str, Any], text: str) -> None:
    """Also if the hook that does it is not the first one."""
    reply = {"hookSpecificOutput": {"hookEventName": "PreToolUse", **printed}}
    silent = interpret("PreToolUse", exited(0))
    assert (
        text in merge([silent, interpret("PreToolUse", exited(0, json.dumps(reply)))]).explanation
    )


def test_a_merge_tells_a_failure() -> None:
    """With the way to block."""
    merged = merge([interpret("PreToolUse", exited(0)), interpret("PreToolUse", exited(1))])
    assert "exit code 1 does not block. To block, exit with 2" in merged.explanation
    assert merged.explanation.startswith(
        "None of the 2 hooks decides, so the permission rules decide"
    )


def test_a_model_cannot_exit() -> None:
    """So nobody is told to."""
    outcome = interpret("PreToolUse", timed_out(), Context(handler="prompt"))
    assert (outcome.stop, "exit" in outcome.explanation) == (False, False)


@pytest.mark.parametrize(
    ("new", "action"),
    [
        ({"command": "ls", "timeout": "5000", "zz": 1}, "allowed"),
        ({"command": "ls", "timeout": " +5.5"}, "allowed"),
        ({"command": "ls", "run_in_background": "false"}, "allowed"),
        ({"command": "ls", "timeout": "1e3"}, "blocked"),
        ({"command": "ls", "timeout": "5."}, "blocked"),
        ({"command": "ls", "timeout": None}, "blocked"),
        ({"command": "ls", "run_in_background": "yes"}, "blocked"),
        ({"command": 5}, "blocked"),
        ({}, "blocked"),
    ],
)
def test_a_new_input_has_to_fit_the_tool(new: dict[str, Any], action: str) -> None:
    """Otherwise the call fails, as was seen on the host of the contract."""
    specific = {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": new}
    result = exited(0, json.dumps({"hookSpecificOutput": specific}))
    outcome = interpret("PreToolUse", result, Context(tool="Bash"))
    assert (outcome.action, outcome.new_input is not None) == (action, action == "allowed")
    assert ("does not fit the tool" in outcome.explanation) == (action == "blocked")
    # Without the tool, nobody can say.
    assert interpret("PreToolUse", result).action == "allowed"


def test_a_hook_that_exits_with_2_is_not_told_to() -> None:
    """Its reply is what has to be corrected."""
    reply = '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}'
    explanation = interpret("Stop", exited(2, reply, "no")).explanation
    assert "exit with 2" not in explanation and 'print `{"decision": "block", ' in explanation


def test_a_setting_of_a_wrong_type_counts_for_nothing() -> None:
    """Never fails because of what is in the settings."""
    handler: Any = {"type": "prompt", "continueOnBlock": "yes"}
    assert interpret("PreToolUse", model('{"ok": false}'), Context(handler=handler)).blocked


def test_the_host_drops_an_empty_input_of_a_permission_request() -> None:
    """The original arguments are used."""
    decision = {"behavior": "allow", "updatedInput": {}}
    own = {"hookEventName": "PermissionRequest", "decision": decision}
    result = exited(0, json.dumps({"hookSpecificOutput": own}))
    for context in (Context(tool="Bash"), None):
        outcome = interpret("PermissionRequest", result, context)
        assert (outcome.action, outcome.new_input) == ("allowed", None)


IN_BACKGROUND: dict[str, Any] = {"type": "command", "command": "my-check", "async": True}
WAKES: dict[str, Any] = {"type": "command", "command": "my-check", "asyncRewake": True}
MESSAGE = '{"systemMessage": "m"}'


@pytest.mark.parametrize(
    ("handler", "result", "codes", "texts"),
    [
        (IN_BACKGROUND, exited(0, DENY), ["without-effect"], []),
        (IN_BACKGROUND, exited(2, "", "No."), ["without-effect"], []),
        (IN_BACKGROUND, exited(0, MESSAGE), [], ["m"]),
        (IN_BACKGROUND, exited(0, MESSAGE.replace(":", "\n:")), [], ["m"]),
        (IN_BACKGROUND, exited(0, f"{{}}\n{MESSAGE}"), ["without-effect"], []),
        (IN_BACKGROUND, backgrounded('{"systemMessage": "a\nb"}'), ["not-json"], []),
        (WAKES, exited(2, "", "a\nb"), [], ["a\nb"]),
        (WAKES, exited(2, DENY), ["without-effect"], [DENY]),
        (WAKES, exited(0, MESSAGE), ["without-effect"], []),
    ],
)
def test_what_a_hook_in_the_background_loses_is_a_problem(
    handler: Any, result: HandlerResult, codes: list[str], texts: list[str]
) -> None:
    """The host reads two fields of its answer, or the text by which it wakes the model."""
    outcome = interpret("PreToolUse", result, Context(handler=handler))
    assert (outcome.action, [it["code"] for it in outcome.problems]) == ("normal", codes)
    assert [it["text"] for it in outcome.texts] == texts


@pytest.mark.parametrize("key", ["async", "asyncRewake"])
@pytest.mark.parametrize("result", [not_started(), timed_out()])
@pytest.mark.parametrize("event", ["PreToolUse", "UserPromptSubmit", "Stop"])
def test_a_failure_in_the_background_blocks_nothing(
    event: str, result: HandlerResult, key: str
) -> None:
    """The host has gone on already, whatever `onFailure` says."""
    handler: Any = {"type": "command", "command": "my-check", key: True, "onFailure": "block"}
    outcome = interpret(event, result, Context(handler=handler))
    assert (outcome.action, outcome.on_failure, outcome.effects) == (
        "normal",
        "ignored",
        [{"kind": "background", "from": ""}],
    )
    assert outcome.failure in ("not-started", "timed-out")


def test_a_person_at_the_terminal_decides_whether_a_call_can_be_deferred() -> None:
    """Where one sits there, the host was seen to go on with the call."""
    decision = '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "defer"}}'
    outcome = interpret("PreToolUse", exited(0, decision))
    assert (outcome.action, outcome.depends_on) == ("deferred", ["interactive-session"])


@pytest.mark.parametrize("result", [exited(2, "", "No."), exited(0, '{"decision": "block"}')])
def test_a_change_of_managed_policy_cannot_be_blocked(result: HandlerResult) -> None:
    """Without the input nobody knows, and nothing is advised that does not help."""
    actions = []
    for source in ("user_settings", "policy_settings"):
        given = Context(input={"hook_event_name": "ConfigChange", "source": source})
        outcome = interpret("ConfigChange", result, given)
        actions.append(outcome.action)
    assert actions == ["blocked", "normal"]
    assert "To block" not in outcome.explanation
    assert interpret("ConfigChange", result).depends_on == ["policy-change"]
