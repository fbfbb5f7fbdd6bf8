"""The guarantees of the validator apart from the examples: its arguments, its messages, any Python value."""

import copy
import enum
import pickle
from typing import Any, get_args

import pytest
from hookwire import Context, HookEvent, _plan, models
from hookwire._walk import in_order
from hookwire._walk import problem as made
from hookwire.problems import Problem
from hookwire.read import HandlerName, read_reply
from hookwire.validate import ProfileName, TypeName, validate
from pydantic import TypeAdapter

BASE = {"session_id": "s", "transcript_path": "/t", "cwd": "/"}
STOP = {**BASE, "hook_event_name": "Stop", "stop_hook_active": False}
TOOL: dict[str, Any] = {
    **BASE,
    "hook_event_name": "PostToolUse",
    "tool_name": "Bash",
    "tool_use_id": "t",
    "tool_input": {},
    "tool_response": None,
}


def specific(**keys: Any) -> dict[str, Any]:
    """Makes a reply to `PreToolUse`."""
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **keys}}


def output(payload: Any, host: str | None = None) -> list[Problem]:
    """Validates a reply to `PreToolUse`."""
    return validate(payload, event="PreToolUse", direction="output", context=Context(host=host))


def places(problems: list[Problem]) -> list[tuple[str, str, str]]:
    """Returns the pointers, codes and severities."""
    return [(it["pointer"], it["code"], it["severity"]) for it in problems]


# Arguments


def test_a_type_or_an_event_and_a_direction() -> None:
    """Both give the same result."""
    assert validate(STOP, type="StopInput") == []
    assert validate(STOP, event="Stop", direction="input") == []
    assert validate(STOP, type="HookInput") == []
    assert places(validate(STOP, event="Stop", direction="output"))[0][2] == "ignored"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, "pass either a type, or `event` and `direction`"),
        ({"event": "Stop"}, "pass either a type"),
        ({"direction": "input"}, "pass either a type"),
        ({"type": "StopInput", "event": "Stop", "direction": "input"}, "pass either a type"),
        ({"type": "StopInput", "direction": "input"}, "pass either a type"),
        ({"type": "StopInptu"}, "there is no type 'StopInptu': did you mean 'StopInput'"),
        ({"type": "Guard"}, "there is no type 'Guard'"),
        ({"event": "stop", "direction": "input"}, "no event 'stop': did you mean 'Stop'"),
        ({"event": "Stop", "direction": "inptu"}, "no direction 'inptu': did you mean 'input'"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], says: str) -> None:
    """Wrong arguments raise an error with a helpful message, and are not problems of the payload."""
    with pytest.raises(ValueError, match=says.replace(".", r"\.")):
        validate({}, **arguments)


def test_the_context_is_not_the_second_argument() -> None:
    """The message says where it belongs."""
    anything: Any = validate
    with pytest.raises(TypeError, match="the type is the second argument, the context the third"):
        anything({}, Context())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"host": "2.1.x"}, "'2.1.x' is not a version"),
        ({"host": (2, 1)}, "is not a version"),
        ({"host": ""}, "'' is not a version"),
        ({"host": "2..1"}, "is not a version"),
        ({"host": "v2.1"}, "is not a version"),
        ({"host": "2.-1"}, "is not a version"),
        ({"host": "2.١"}, "is not a version"),  # noqa: RUF001
        ({"host": "2." + "1" * 16}, "numbers of at most 15 digits with dots"),
        ({"host": "9" * 5000}, "is not a version"),
        ({"host": 10**5000}, "a Python `int` is not a version"),
        ({"host": 2.1}, "a Python `float` is not a version"),
        ({"profile": "vave"}, "there is no profile 'vave'"),
        ({"profile": ""}, "there is no profile ''"),
        ({"handler": "htpp"}, "no handler 'htpp': did you mean 'http'"),
        ({"handler": {"type": "htpp"}}, "no handler 'htpp': did you mean 'http'"),
    ],
)
def test_wrong_values_in_a_context(arguments: dict[str, Any], says: str) -> None:
    """A context with an unknown value cannot be made."""
    with pytest.raises(ValueError, match=says.replace(".", r"\.")):
        Context(**arguments)


@pytest.mark.parametrize(
    "arguments",
    [{"tool": 1}, {"tool": ["Bash"]}, {"input": "{}"}, {"handler": {}}, {"handler": 1}],
)
def test_wrong_types_in_a_context(arguments: dict[str, Any]) -> None:
    """The message names the argument."""
    with pytest.raises(TypeError, match=f"`{next(iter(arguments))}` has to be"):
        Context(**arguments)


def test_a_context() -> None:
    """It keeps its arguments, and cannot be changed."""
    made = Context(host="2.1.42", input=TOOL, handler="http", profile="validator")
    assert (made.host, made.tool, made.profile) == ("2.1.42", "Bash", "validator")
    assert (made.input, made.handler) == (TOOL, {"type": "http"})
    assert made == pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) != Context()
    assert repr(Context(host="2.1.42", tool="Bash")) == "Context(host='2.1.42', tool='Bash')"
    assert repr(Context()) == "Context()"
    with pytest.raises(AttributeError):
        made.host = "2.1.43"  # type: ignore[misc]  # pyright: ignore


@pytest.mark.parametrize("host", [None, "2.1.121", "99.0"])
def test_deprecated_fields_are_reported_with_a_host(host: str | None) -> None:
    """They are, unless the host is older than the deprecation."""
    reply = {"hookSpecificOutput": {"hookEventName": "PostToolUse", "updatedMCPToolOutput": 1}}
    context = Context(host=host)
    found = validate(reply, event="PostToolUse", direction="output", context=context)
    assert [it["code"] for it in found] == ["deprecated"]
    older = Context(host="2.1.120")
    assert validate(reply, event="PostToolUse", direction="output", context=older) == []


def test_deprecated_values_are_reported_with_a_host() -> None:
    """A value without a version of its deprecation is reported for every host."""
    reply = {"decision": "approve"}
    expected = [("/decision", "deprecated", "deprecated")]
    # The field and its value are both deprecated: one problem for each place and code.
    assert places(output(reply)) == places(output(reply, "2.1.330")) == expected


def test_the_names_of_types_and_events() -> None:
    """The names are those that a type checker accepts."""
    assert get_args(TypeName) == tuple(_plan.HOMES)
    assert get_args(HookEvent) == tuple(_plan.EVENTS)
    assert get_args(HandlerName) == _plan.HANDLERS + _plan.MODEL_HANDLERS
    assert get_args(ProfileName) == tuple(_plan.PROFILES)
    assert all(isinstance(validate({}, type=name), list) for name in get_args(TypeName))


def test_the_tool_of_the_context() -> None:
    """The tool's name gives the types of its values; an unknown name gives none."""
    output = {"hookEventName": "PostToolUse", "updatedToolOutput": "done"}
    reply = {"hookSpecificOutput": output}
    assert validate(reply, type="PostToolUseOutput") == []
    assert validate(reply, "PostToolUseOutput", Context(tool="ToolOfNobody")) == []
    (problem,) = validate(reply, "PostToolUseOutput", Context(tool="Bash"))
    assert problem["pointer"] == "/hookSpecificOutput/updatedToolOutput"
    assert problem["severity"] == "ignored"
    assert [problem] == validate(reply, "PostToolUseOutput", Context(input=TOOL))
    assert validate(reply, "PostToolUseOutput", Context(input=TOOL, tool="ToolOfNobody")) == []


# Profiles

UNDER_WAVE = Context(profile="wave-design-2025-11")


def test_validating_under_a_profile() -> None:
    """A problem under a profile is at most as certain as the profile."""
    reply = {"hookSpecificOutput": {"hookEventName": "Stop", "decision": "block", "reason": "Go."}}
    assert validate(reply, "StopOutput", UNDER_WAVE) == []
    assert places(validate(reply, type="StopOutput"))[0][1] == "misplaced-field"
    reported = validate({"continue": False}, event="Stop", direction="output", context=UNDER_WAVE)
    assert [(it["code"], it["confidence"]) for it in reported] == [("required-here", "unconfirmed")]
    assert validate({"continue": False}, event="Stop", direction="output") == []
    # Types that the profile does not change keep their problems and their confidence.
    assert validate({}, type="ModelSwitchPricing") != []
    update = validate({}, "ModelSwitchPricing", UNDER_WAVE)
    assert [it["message"] for it in update] == [
        it["message"] for it in validate({}, type="ModelSwitchPricing")
    ]


def test_reading_under_a_profile() -> None:
    """The text is also checked under the profile."""
    reply = read_reply(b'{"continue": false}', event="Stop", context=UNDER_WAVE)
    assert [it["code"] for it in reply.problems] == ["required-here"]
    text = read_reply("Done.", event="Stop", context=UNDER_WAVE)
    assert [it["confidence"] for it in text.problems] == ["unconfirmed"]


# Problems


def test_problems_conform_to_their_type() -> None:
    """Each problem is a plain dictionary of the type `Problem`."""
    found = output({"continue": 1, "wrong": 1, **specific(permissionDecision="block")})
    adapter = TypeAdapter(models.Problem)
    for problem in found:
        assert adapter.dump_python(adapter.validate_python(problem), mode="json") == problem
        assert validate(problem, type="Problem") == []
    assert len(found) == 3


def test_problems_are_sorted_by_severity_and_pointer() -> None:
    """The most severe ones are first, then pointers count by code points."""
    payload: Any = {"é": 1, "a/b": 1, "a~b": 1, "Z": 1, "continue": "", **specific(x=1)}
    pointers = [it["pointer"] for it in output(payload)]
    assert pointers == ["/continue", "/Z", "/a~0b", "/a~1b", "/hookSpecificOutput/x", "/é"]
    both = output({"decision": "approve", "suppressOutput": 1})
    assert [it["severity"] for it in both] == ["rejected", "deprecated"]


def test_a_problem_that_follows_from_another_is_left_out() -> None:
    """The most severe problem is the only one of its value."""
    denied = output({"decision": "deny"})
    assert places(denied) == [("/decision", "wrong-value", "rejected")]
    stopped = output({"continue": "false", "stopReason": "s"})
    assert places(stopped) == [("/continue", "wrong-type", "rejected")]


def test_advice_hides_behind_what_is_as_sure() -> None:
    """Only something more severe, and as sure, at the same value hides advice."""
    deprecated = made("deprecated", "deprecated", "", "/a")
    inert = made("without-effect", "inert", "", "/a")
    ignored = made("wrong-type", "ignored", "", "/a/0")
    assert in_order([deprecated, ignored]) == [ignored]
    assert in_order([inert, ignored]) == [ignored, inert]
    unsure = made("wrong-type", "ignored", "", "/a", "unconfirmed")
    assert in_order([inert, deprecated, unsure]) == [unsure, inert]
    assert in_order([unsure, made("wrong-type", "rejected", "", "/a")]) == [unsure]


def test_validation_does_not_change_the_payload() -> None:
    """Validation does not change the payload."""
    payload = {**specific(permissionDecision="block"), "wrong": [1]}
    before = copy.deepcopy(payload)
    assert output(payload)
    assert payload == before


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ("no", "The payload has to be an object, not a string."),
        ({"continue": 1}, "`continue` has to be a boolean, not a number."),
        (
            {"sytemMessage": ""},
            'There is no field "sytemMessage" here. Did you mean `systemMessage`?',
        ),
        (specific(permissionDecision="alow"), "Did you mean `allow`?"),
        (
            specific(permissionDecision='`"\\\n\u00e9\U0001f600'),
            r'not "\u{60}\"\\\u{a}\u{e9}\u{1f600}".',
        ),
        (specific(permissionDecision="x" * 61), f'not "{"x" * 60}"....'),
        (specific(permissionDecision="{place}"), 'not "{place}".'),
        ({"continue": ()}, "`continue` has to be a boolean, not a Python `tuple`."),
    ],
)
def test_messages(payload: Any, message: str) -> None:
    """Messages quote the given value safely."""
    assert any(message in it["message"] for it in output(payload)), output(payload)


def test_an_input_is_open_and_its_problems_are_mismatches() -> None:
    """A newer host may add keys, and advice is only for writers."""
    assert validate({**STOP, "new": {"a": 1}}, type="StopInput") == []
    assert places(validate({**STOP, "cwd": 1}, type="StopInput")) == [
        ("/cwd", "wrong-type", "mismatch")
    ]


# Hosts


def test_an_older_host() -> None:
    """A host that is surely older is distinguished from the newest one and from newer ones."""
    payload = specific(permissionDecision="defer")
    assert output(payload) == []
    assert ("/hookSpecificOutput/permissionDecision", "unsupported-by-host", "ignored") in places(
        output(payload, "1.0.80")
    )
    assert output(payload, "99.0") == []


def test_a_version_of_large_numbers() -> None:
    """Each number has at most 15 digits, but a version can have any number of them."""
    assert output(specific(permissionDecision="defer"), "9" * 15 + ".0" * 100) == []


def test_an_older_host_does_not_write_what_is_new() -> None:
    """A field that is newer than the host may be absent from its input."""
    event = {**BASE, "hook_event_name": "PreToolUse", "tool_name": "Newer", "tool_input": {}}
    assert places(validate(event, type="PreToolUseInput")) == [
        ("/tool_use_id", "missing-field", "mismatch")
    ]
    assert validate(event, "PreToolUseInput", Context(host="2.0.0")) == []


# Any Python value


class Text(str):
    """A subclass of str."""

    __slots__ = ()


class Decision(str, enum.Enum):  # noqa: UP042  # as people with older Pythons write it
    """An enum whose members are strings."""

    DENY = "deny"
    BLOCK = "block"


class Number(enum.IntEnum):
    """An enum whose members are numbers."""

    ONE = 1


NUMBERS: list[Any] = [0, -1.5, Number.ONE, 10**400]
NO_NUMBERS: list[Any] = [True, "1", None, 1j, [1], float("nan"), float("inf"), float("-inf")]


@pytest.mark.parametrize("value", NUMBERS + NO_NUMBERS)
def test_numbers(value: Any) -> None:
    """All number types are valid numbers, but booleans and what JSON cannot write are not."""
    event = {**TOOL, "tool_name": "Newer", "duration_ms": value}
    found = places(validate(event, type="PostToolUseInput"))
    fits = any(value is it for it in NUMBERS)
    assert found == ([] if fits else [("/duration_ms", "wrong-type", "mismatch")])


def test_strings_of_other_classes() -> None:
    """Subclasses of str are validated and shown as strings."""
    assert (
        output(specific(permissionDecision=Decision.DENY, permissionDecisionReason=Text("r"))) == []
    )
    (problem,) = output(specific(permissionDecision=Decision.BLOCK))
    assert 'not "block".' in problem["message"]
    assert output(specific(**{Text("permissionDecision"): Text("deny")})) == []


@pytest.mark.parametrize("value", [(), set[str](), b"", object(), models.StopProceed(), ...])
def test_values_that_are_not_json(value: Any) -> None:
    """A value that JSON does not have is of the wrong type, and raises no exception."""
    assert places(output(value)) == [("", "wrong-type", "rejected")]
    assert places(output({"systemMessage": value})) == [
        ("/systemMessage", "wrong-type", "rejected")
    ]
    assert places(output(specific(permissionDecision=value))) == [
        ("/hookSpecificOutput/permissionDecision", "wrong-type", "rejected")
    ]
    assert places(output(specific(updatedInput={"any": value}))) == []


@pytest.mark.parametrize("key", [1, None, (), b"continue"])
def test_keys_that_are_not_strings(key: Any) -> None:
    """A key that is not a string is an unknown key."""
    assert places(output({key: 1})) == [(f"/{key}", "unknown-field", "ignored")]


def test_lone_surrogate() -> None:
    """A lone surrogate is reported like any other character."""
    (problem,) = output(specific(permissionDecision="\ud83d"))
    assert r'"\u{d83d}"' in problem["message"]


def nested(levels: int) -> Any:
    """Makes nested arrays."""
    value: list[Any] = []
    for _ in range(levels - 1):
        value = [value]
    return value


def test_the_depth_is_limited() -> None:
    """128 levels are validated; more levels, or a cycle, are one problem."""
    # Two objects contain the array.
    assert output(specific(updatedInput={"a": nested(125)})) == []
    deep = output(specific(updatedInput={"a": nested(126)}, wrong=1))
    assert places(deep) == [("", "too-deep", "rejected")]
    assert places(output(nested(100_000))) == [("", "too-deep", "rejected")]
    assert places(validate({"a": nested(128)}, type="HookInput")) == [("", "too-deep", "mismatch")]
    round_: list[Any] = []
    round_ += [round_, round_]
    assert places(output(round_)) == [("", "too-deep", "rejected")]


def test_shared_values_are_validated_quickly() -> None:
    """A value that contains another one twice, at every level, is validated quickly."""
    value: list[Any] = []
    for _ in range(100):
        value = [value, value]
    assert output(specific(updatedInput={"a": value})) == []


def test_settings_without_effect_depend_on_the_event() -> None:
    """The same handler has an effect on one event and none on another."""
    handler = {"type": "command", "command": "x", "if": "Bash(git *)", "onFailure": "block"}
    group: Any = {"matcher": "Bash", "hooks": [handler]}
    settings = {"hooks": {"PreToolUse": [group], "Stop": [group]}}
    found = validate(settings, type="HooksSettings")
    assert [(it["pointer"], it["code"], it["severity"]) for it in found] == [
        ("/hooks/Stop/0/hooks/0/if", "without-effect", "inert"),
        ("/hooks/Stop/0/hooks/0/onFailure", "without-effect", "inert"),
        ("/hooks/Stop/0/matcher", "without-effect", "inert"),
    ]
    assert validate(group, type="HookMatcherGroup") == []


def test_an_old_host_does_not_know_every_event_and_handler() -> None:
    """HTTP handlers exist since 2.1.63."""
    handlers: Any = [{"type": "http", "url": "https://example.com"}]
    settings = {"hooks": {"Stop": [{"hooks": handlers}], "MessageDisplay": []}}
    found = validate(settings, "HooksSettings", Context(host="2.1.62"))
    assert [(it["pointer"], it["code"]) for it in found] == [
        ("/hooks/MessageDisplay", "unsupported-by-host"),
        ("/hooks/Stop/0/hooks/0", "unsupported-by-host"),
    ]
