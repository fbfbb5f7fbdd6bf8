"""The models check their fields, with clear messages."""

import copy
import json
import pickle
import threading
import warnings
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from hookwire import models
from hookwire.models._model import OpenModel
from pydantic import BaseModel, TypeAdapter, ValidationError, create_model

from binding import same

BASE = {"session_id": "s", "transcript_path": "/t", "cwd": "/"}
TOOL = {**BASE, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "toolu_1"}
RULES = {
    "type": "addRules",
    "rules": [{"toolName": "Bash", "ruleContent": "git *"}],
    "behavior": "allow",
    "destination": "session",
}


def read(name: str, payload: Any) -> Any:
    """Validates a payload as JSON and as Python values, with the same result."""
    adapter: TypeAdapter[Any] = TypeAdapter(getattr(models, name))
    value = adapter.validate_python(payload)
    assert adapter.validate_json(json.dumps(payload)) == value
    return value


def problems(name: str, payload: Any) -> list[tuple[str, str]]:
    """Returns the path and the kind of each error in a payload."""
    adapter: TypeAdapter[Any] = TypeAdapter(getattr(models, name))
    with pytest.raises(ValidationError) as python:
        adapter.validate_python(payload)
    with pytest.raises(ValidationError) as text:
        adapter.validate_json(json.dumps(payload))
    found, again = (
        [("/".join(map(str, it["loc"])), it["type"]) for it in error.value.errors()]
        for error in (python, text)
    )
    assert found == again
    return found


def dump(value: BaseModel) -> Any:
    """Returns the serialized form of a model."""
    written = json.loads(value.model_dump_json())
    assert same(written, value.model_dump(mode="json"))
    return written


# Absent, null, empty


@pytest.mark.parametrize("content", [{}, {"updatedInput": {}}, {"updatedInput": {"a": None}}])
def test_absent_and_empty_are_different(content: dict[str, Any]) -> None:
    """A payload comes back unchanged."""
    payload = {"hookEventName": "PreToolUse", **content}
    assert dump(read("PreToolUseSpecificOutput", payload)) == payload


def test_null_is_not_absent() -> None:
    """A key that cannot be null refuses null, even if it is optional."""
    assert problems("StopProceed", {"reason": None}) == [("reason", "string_type")]
    assert problems("PreToolUseSyncOutput", {"hookSpecificOutput": None}) == [
        ("hookSpecificOutput", "model_type")
    ]


def test_null_where_it_is_a_value() -> None:
    """A key that may be null keeps null, and so does a key with any value."""
    payload = {
        **BASE,
        "hook_event_name": "PreCompact",
        "trigger": "auto",
        "custom_instructions": None,
    }
    event = read("PreCompactInput", payload)
    assert event.custom_instructions is None
    assert dump(event) == payload
    assert dump(read("PreToolUseInput", {**TOOL, "tool_input": None}))["tool_input"] is None


def test_absent_fields_are_missing() -> None:
    """An absent key is None as an attribute, and is not written."""
    said = models.StopProceed()
    assert said.reason is models.MISSING
    assert dump(said) == {}
    assert dump(models.StopProceed(reason="")) == {"reason": ""}


# Keys


def test_unknown_key() -> None:
    """An unknown key is kept in inputs and refused in outputs."""
    event = read("PreToolUseInput", {**TOOL, "tool_input": {}, "new": {"a": [1.5, None]}})
    assert event.model_extra == {"new": {"a": [1.5, None]}}
    assert dump(event)["new"] == {"a": [1.5, None]}
    assert problems("StopProceed", {"new": 1}) == [("new", "extra_forbidden")]


def test_payloads_have_wire_keys() -> None:
    """Names of Python attributes are not keys of a payload."""
    assert problems("PreToolUseSyncOutput", {"continue_": True}) == [
        ("continue_", "extra_forbidden")
    ]
    assert dump(read("PreToolUseSyncOutput", {"continue": True})) == {"continue": True}


def test_constructors_accept_both_names() -> None:
    """Constructors accept Python names, for type checkers, and the keys of the payload, for `Model(**payload)`."""
    assert models.StopProceed(continue_=False) == models.StopProceed(**{"continue": False})
    with pytest.raises(ValidationError):
        models.StopProceed(**{"continue": False, "continue_": False})


# Open types in replies


def allow(**keys: Any) -> dict[str, Any]:
    """Makes a permission update in a reply."""
    return {"behavior": "allow", "updatedPermissions": [{**RULES, **keys}]}


def test_inputs_are_open_and_replies_are_closed() -> None:
    """At any depth, the same type is open in an input and closed in an output."""
    rule = {"toolName": "Bash", "new": 1}
    assert read("PermissionUpdate", {**RULES, "rules": [rule]}).rules[0].model_extra == {"new": 1}
    path = "Allow/updatedPermissions/0"
    assert problems("PermissionRequestDecision", allow(new=1)) == [
        (f"{path}/new", "extra_forbidden")
    ]
    assert problems("PermissionRequestDecision", allow(rules=[rule])) == [
        (f"{path}/rules/0/new", "extra_forbidden")
    ]
    said = read("PermissionRequestDecision", allow())
    assert dump(said) == allow()


def test_unknown_keys_of_replies_are_refused_from_text_and_values() -> None:
    """A model that was read from an input is refused too."""
    update = read("PermissionUpdate", {**RULES, "new": 1})
    with pytest.raises(ValidationError, match=r"updated_permissions\.0\.new"):
        models.PermissionRequestAllow(updated_permissions=[update])
    update = read("PermissionUpdate", RULES)
    assert dump(models.PermissionRequestAllow(updated_permissions=[update])) == allow()


# Unions


@pytest.mark.parametrize(
    ("name", "payload", "chosen"),
    [
        ("PreToolUseOutput", {"async": True}, "AsyncHookOutput"),
        ("PreToolUseOutput", {}, "PreToolUseSyncOutput"),
        ("StopOutput", {"decision": "block", "reason": "r"}, "StopBlock"),
        ("StopOutput", {"decision": "approve"}, "StopProceed"),
        ("StopOutput", {}, "StopProceed"),
        ("HookSpecificOutput", {"hookEventName": "Elicitation"}, "ElicitationRefusal"),
        (
            "HookSpecificOutput",
            {"hookEventName": "Elicitation", "action": "accept"},
            "ElicitationAccept",
        ),
        ("HookSpecificOutput", {"hookEventName": "Setup"}, "SetupSpecificOutput"),
        ("HookInput", {**TOOL, "tool_input": {}}, "PreToolUseInput"),
    ],
)
def test_union(name: str, payload: Any, chosen: str) -> None:
    """A union is one of its members, chosen by a tag, by a key or by absent keys."""
    value = read(name, payload)
    assert type(value).__name__ == chosen
    assert dump(value) == payload


@pytest.mark.parametrize(
    ("name", "payload", "problem"),
    [
        ("PreToolUseOutput", {"async": False}, ("Async/async", "literal_error")),
        ("PreToolUseOutput", {"async": 1}, ("Async/async", "bool_type")),
        ("PreToolUseOutput", {"async": True, "reason": ""}, ("Async/reason", "extra_forbidden")),
        ("StopOutput", {"decision": "block", "reason": 1}, ("Sync/Block/reason", "string_type")),
        ("StopOutput", {"decision": "deny"}, ("Sync", "union_tag")),
        ("HookSpecificOutput", {"additionalContext": ""}, ("", "union_tag")),
        ("HookSpecificOutput", {"hookEventName": "Stop", "x": 1}, ("Stop/x", "extra_forbidden")),
        ("HookInput", {**TOOL, "hook_event_name": "New"}, ("", "union_tag")),
        ("PermissionRequestDecision", "allow", ("", "union_tag")),
        (
            "PermissionRequestDecision",
            {"behavior": "allow", "message": "no"},
            ("Allow/message", "extra_forbidden"),
        ),
    ],
)
def test_union_problem(name: str, payload: Any, problem: tuple[str, str]) -> None:
    """A union reports one problem, for the intended member, instead of one for each member."""
    assert problems(name, payload) == [problem]


def test_the_message_of_a_wrong_tag_lists_the_tags() -> None:
    """The message is one sentence, and names the key."""
    with pytest.raises(ValidationError) as error:
        read("PermissionRequestDecision", {"behavior": "block"})
    (reported,) = error.value.errors()
    assert reported["msg"] == "Input should be an object with 'behavior' one of 'allow', 'deny'"


UNIONS: list[tuple[str, dict[str, Any], str]] = [
    ("StopSyncOutput", {"decision": "block", "reason": "r"}, "StopBlock"),
    ("StopSyncOutput", {"decision": "approve"}, "StopProceed"),
    ("StopSyncOutput", {"decision": models.MISSING, "system_message": "m"}, "StopProceed"),
    ("StopSyncOutput", {}, "StopProceed"),
    ("SubagentStopSyncOutput", {"decision": "block", "reason": "r"}, "SubagentStopBlock"),
    ("PermissionRequestDecision", {"behavior": "deny", "message": "m"}, "PermissionRequestDeny"),
    ("ElicitationSpecificOutput", {"action": "decline"}, "ElicitationRefusal"),
    ("HookHandler", {"type": "command", "command": "ls"}, "CommandHandler"),
    ("HookHandler", {"type": "http", "url": "https://example.com"}, "HttpHandler"),
]


@pytest.mark.parametrize(("name", "arguments", "chosen"), UNIONS)
def test_calling_a_union_creates_the_member(name: str, arguments: Any, chosen: str) -> None:
    """The result is an instance of both, and the same as from a payload."""
    union, member = getattr(models, name), getattr(models, chosen)
    made = union(**arguments)
    assert type(made) is member and isinstance(made, union)
    assert made == TypeAdapter(union).validate_python(dump(made))
    assert made == union.model_validate_json(made.model_dump_json())
    assert made == copy.deepcopy(made) == pickle.loads(pickle.dumps(made))
    assert not isinstance(models.AsyncHookOutput(), union)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"decision": "block", "reason": 1}, "reason\n  Input should be a valid string"),
        ({"decision": "deny"}, "'decision' one of 'block', 'approve' or absent"),
        ({"decision": ["block"]}, "'decision' one of 'block', 'approve' or absent"),
        ({"sytem_message": "m"}, "sytem_message\n  Extra inputs are not permitted"),
    ],
)
def test_calling_a_union_with_wrong_arguments(arguments: Any, says: str) -> None:
    """The error is that of the member, or says which members there are."""
    with pytest.raises(ValidationError) as error:
        models.StopSyncOutput(**arguments)
    assert says in str(error.value)


def test_a_union_in_another_model() -> None:
    """It is the type of a field, and of a part of another union."""

    class Log(BaseModel):
        reply: models.StopSyncOutput
        others: list[models.StopOutput | None] = []

    block = models.StopSyncOutput(decision="block", reason="r")
    log = Log(reply=block, others=[None, block])
    payload = {"decision": "block", "reason": "r"}
    assert log == Log.model_validate({"reply": payload, "others": [None, payload]})
    assert log.model_dump() == {"reply": payload, "others": [None, payload]}


# Rules

def test_a_rule() -> None:
    """The problem has the place to change, the name of the rule, and the fix, also in constructors."""
    rule = "pre-tool-use-outside-of-hooks"
    broken: dict[str, Any] = {"PreToolUse": []}
    assert problems("HooksSettings", broken) == [("PreToolUse", rule)]
    with pytest.raises(ValidationError, match="move it into `hooks`"):
        models.HooksSettings(**broken)
    assert models.HooksSettings(hooks=broken)


def test_advice_refuses_nothing() -> None:
    """A reply with a field that has no effect is accepted, as by the host."""
    specific = models.UserPromptSubmitSpecificOutput(suppress_original_prompt=True)
    said = models.UserPromptSubmitSyncOutput(hook_specific_output=specific)
    suppressed = {"hookEventName": "UserPromptSubmit", "suppressOriginalPrompt": True}
    assert dump(said) == {"hookSpecificOutput": suppressed}


# Values


def test_constants() -> None:
    """A payload needs them, a constructor fills them in, and both refuse other values."""
    assert problems("PreToolUseSpecificOutput", {}) == [("hookEventName", "missing")]
    assert problems("PreToolUseSpecificOutput", {"hookEventName": "Stop"}) == [
        ("hookEventName", "literal_error")
    ]
    assert dump(models.PreToolUseSpecificOutput()) == {"hookEventName": "PreToolUse"}
    assert dump(models.AsyncHookOutput(async_timeout=5)) == {"async": True, "asyncTimeout": 5}
    with pytest.raises(ValidationError, match="hook_event_name"):
        models.PreToolUseSpecificOutput(hook_event_name="Stop")  # type: ignore[arg-type]  # pyright: ignore


@pytest.mark.parametrize("value", [1, "true", None, 0.0])
def test_strict(value: Any) -> None:
    """No value is converted."""
    assert problems("StopProceed", {"continue": value}) == [("continue", "bool_type")]


def test_lists_of_values() -> None:
    """A closed list accepts only its values; an open one accepts any string."""
    closed = {"hookEventName": "PreToolUse", "permissionDecision": "block"}
    assert problems("PreToolUseSpecificOutput", closed) == [("permissionDecision", "literal_error")]
    event = {**TOOL, "tool_input": {}}
    assert read("PreToolUseInput", {**event, "permission_mode": "new"}).permission_mode == "new"
    with pytest.raises(ValidationError, match="permission_mode"):
        read("PreToolUseInput", {**event, "permission_mode": 1})


def test_reading_a_deprecated_field_warns() -> None:
    """Only reading the field warns: reading, writing, comparing and printing payloads do not."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        said = read("PreToolUseSyncOutput", {"decision": "block"})
        assert (dump(said), said) == ({"decision": "block"}, said)
        assert "decision='block'" in repr(said)
    with pytest.warns(DeprecationWarning, match="write `hookSpecificOutput.permissionDecision`"):
        _ = said.decision  # pyright: ignore[reportDeprecated]


def test_values_do_not_change() -> None:
    """A validated value cannot change, but can be copied, stored and compared."""
    said = models.StopBlock(reason="r", hook_specific_output=models.StopSpecificOutput())
    with pytest.raises(ValidationError, match="frozen"):
        said.reason = "s"  # type: ignore[misc]  # pyright: ignore
    assert copy.deepcopy(said) == pickle.loads(pickle.dumps(said)) == said
    assert said != models.StopBlock(reason="s")
    assert dump(said.model_copy(update={"reason": "s"}))["reason"] == "s"


def test_every_model_can_be_built() -> None:
    """Models that are built on first use can be built."""
    built = 0
    for name in models.__all__:
        model = getattr(models, name)
        if isinstance(model, type) and issubclass(model, BaseModel):
            model.model_rebuild(raise_errors=True)
            assert {"type", "oneOf"} & set(model.model_json_schema())
            built += 1
    assert built > 0


def test_two_threads_build_shared_models() -> None:
    """The second thread starts with the models of the first. Otherwise it would exceed the recursion limit."""
    begun, ended = threading.Event(), threading.Event()

    class Innermost(OpenModel, frozen=True):
        @classmethod
        def model_rebuild(cls, **how: Any) -> bool | None:
            begun.set()
            ended.wait(1)
            return super().model_rebuild(**how)

    row: list[type[OpenModel]] = [Innermost]
    for at in range(300):
        row.append(create_model(f"At{at}", __base__=OpenModel, below=(row[-1], ...)))
    first = create_model("First", __base__=OpenModel, below=(row[-1], ...))
    second = create_model("Second", __base__=OpenModel, below=(row[-1], ...))
    with ThreadPoolExecutor() as threads:
        one = threads.submit(first.model_rebuild)
        assert begun.wait(60)
        other: Future[Any] = threads.submit(TypeAdapter, list[second])
        other.add_done_callback(lambda _: ended.set())
        failed = [it.exception(60) for it in (one, other)]
    assert failed == [None, None]
    assert first.__pydantic_complete__ and row[-1].__pydantic_complete__


def test_a_union_of_models_is_constructed_as_its_member_and_not_derived_from() -> None:
    """Without validation, a block stays a block, and no class is a union without its fields."""
    made: Any = models.StopSyncOutput
    assert type(made.model_construct(decision="block", reason="y")) is models.StopBlock
    assert type(made.model_construct()) is models.StopProceed
    with pytest.raises(
        TypeError, match="`StopSyncOutput` is a union: derive from one of its members"
    ):
        type("Other", (models.StopSyncOutput,), {})
