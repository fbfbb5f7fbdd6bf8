"""Replies of validator results. The replies for every event are in `tests/conform/validators.jsonl`."""

import copy
import re
from typing import Any, get_args

import pytest
from hookwire import Context, HookEvent, models
from hookwire.models.profiles import validator as profile_models
from hookwire.profiles import validator as profile_types
from hookwire.validate import ValidationResult, ValidationSeverity, validate, validator_reply
from pydantic import TypeAdapter, ValidationError

from fits import misfits
from support import ROOT, examples

UNDER_PROFILE = Context(profile="validator")

FAILED: ValidationResult = {
    "passed": False,
    "violations": [
        {"rule": "r", "file": "f", "line": 1, "snippet": "s", "suggestion": "do"},
    ],
    "summary": "1 violation",
}


def test_the_reply_has_the_decision_and_the_result() -> None:
    """The decision is in the form of the event, and the text lists the violations."""
    report = validator_reply(FAILED, severity="error", event="PreToolUse")
    text = "1 violation\nf:1: r: do\n    s"
    assert report.reply == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": text,
        },
        **FAILED,
    }
    assert (report.exit_code, report.stderr, report.note) == (0, "", None)
    idle = validator_reply(FAILED, severity="error", event="TeammateIdle", reason="Not yet.")
    assert (idle.reply, idle.exit_code, idle.stderr) == (FAILED, 2, "Not yet.")
    assert repr(idle).startswith("ValidatorReply(reply={'passed': False")


@pytest.mark.parametrize("event", get_args(HookEvent))
@pytest.mark.parametrize("severity", get_args(ValidationSeverity))
@pytest.mark.parametrize("passed", [True, False])
def test_replies_are_of_the_profile(event: Any, severity: Any, passed: bool) -> None:
    """The validator, the model and the typed dictionary of the profile accept the reply to each event."""
    violations = [] if passed else FAILED["violations"]
    result: ValidationResult = {**FAILED, "passed": passed, "violations": violations}
    reply: Any = validator_reply(result, severity=severity, event=event).reply
    assert validate(reply, event=event, direction="output", context=UNDER_PROFILE) == []
    for name in (f"{event}Output", "HookOutput"):
        adapter = TypeAdapter[Any](getattr(profile_models, name))
        assert adapter.dump_python(adapter.validate_python(reply), mode="json") == reply
        assert misfits(reply, getattr(profile_types, name), open_=False) == []
    assert misfits(reply, profile_types.SyncHookOutput, open_=False) == []


def test_the_package_itself_refuses_the_result() -> None:
    """The host ignores it, so only the profile has it."""
    reply = validator_reply(FAILED, severity="error", event="Stop").reply
    with pytest.raises(ValidationError, match="passed"):
        TypeAdapter[Any](models.StopOutput).validate_python(reply)


def test_results_are_not_shared() -> None:
    """Changing a reply changes neither the next one nor the result."""
    before = copy.deepcopy(FAILED)
    reply = validator_reply(FAILED, severity="error", event="PermissionRequest").reply
    reply["hookSpecificOutput"]["decision"]["behavior"] = "allow"
    reply["passed"] = True
    again = validator_reply(FAILED, severity="error", event="PermissionRequest").reply
    assert again["hookSpecificOutput"]["decision"]["behavior"] == "deny"
    assert before == FAILED


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"severity": "eror"}, "there is no severity 'eror': did you mean 'error'"),
        ({"severity": "passed"}, "there is no severity 'passed'"),
        ({"event": "stop"}, "there is no event 'stop': did you mean 'Stop'"),
        ({"result": {**FAILED, "passed": "no"}}, 'not a result, at "/passed": `passed` has to be'),
        ({"result": None}, 'not a result, at ""'),
    ],
)
def test_wrong_arguments_are_refused(arguments: Any, says: str) -> None:
    """Wrong arguments raise an error for every outcome, and are never treated as others."""
    fine: Any = {"result": FAILED, "severity": "error", "event": "Stop"}
    with pytest.raises(ValueError, match=re.escape(says)):
        validator_reply(**{**fine, **arguments})


def test_the_page_shows_the_text() -> None:
    """The page has the text of the complete example."""
    page = (ROOT / "generated" / "docs" / "validators.md").read_text()
    result: Any = next(it for it in examples() if it.name == "ValidationResult/valid/complete").value
    reply = validator_reply(result, severity="error", event="Stop").reply
    assert f"```text\n{reply['reason']}\n```" in page


@pytest.mark.parametrize("reason", [None, ["x"], 1, True, b"x"])
def test_a_reason_is_a_string(reason: Any) -> None:
    """The host would refuse another reply, and the action would go ahead."""
    with pytest.raises(TypeError, match="`reason` has to be a string"):
        validator_reply(FAILED, severity="error", event="Stop", reason=reason)
