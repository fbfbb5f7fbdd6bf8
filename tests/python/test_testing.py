"""`hookwire.testing`: samples, and trying hooks with them."""

import json
import sys
from typing import Any, get_args

import pytest
from hookwire import HOOK_EVENTS, Context, HookEvent, block, context
from hookwire._plan import TABLES
from hookwire.testing import check, sample, simulate
from hookwire.validate import validate

TOOLS: Any = TABLES["tools"]["names"]
OF_TOOLS: tuple[Any, ...] = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied")


def guard(call: Any) -> Any:
    """Denies one command."""
    return block("No.") if call.tool_input["command"] == "rm -rf /" else None


@pytest.mark.parametrize("event", HOOK_EVENTS)
def test_every_event_has_a_sample(event: Any) -> None:
    """It is valid, and new each time."""
    made = sample(event)
    assert made["hook_event_name"] == event
    assert validate(made, event=event, direction="input", context=Context(input=made)) == []
    made.clear()
    assert sample(event)


@pytest.mark.parametrize("event", OF_TOOLS)
def test_every_tool_has_a_sample(event: Any) -> None:
    """Input and response are valid for the tool."""
    for tool in [*TOOLS, "mcp__server__tool"]:
        made = sample(event, tool=tool)
        assert made["tool_name"] == tool
        assert validate(made, event=event, direction="input", context=Context(input=made)) == []


def test_values_are_fields_or_arguments() -> None:
    """A field of the event comes first."""
    made = sample("PreToolUse", tool="Bash", command="ls", cwd="/a")
    assert (made["tool_input"]["command"], made["cwd"]) == ("ls", "/a")
    assert sample("PreToolUse", tool="mcp__a__b", anything=1)["tool_input"]["anything"] == 1
    assert sample("Stop", stop_hook_active=True)["stop_hook_active"] is True


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"event": "PreToolUs"}, "there is no event 'PreToolUs': did you mean 'PreToolUse'?"),
        ({"event": "PreToolUse", "tool": "bash"}, "there is no tool 'bash': did you mean 'Bash'?"),
        ({"event": "PreToolUse", "comand": "ls"}, "there is no argument of `Bash` 'comand': did you mean 'command'?"),
        ({"event": "PreToolUse", "command": 1}, "/tool_input/command: `command` has to be a string, not a number."),
        ({"event": "Stop", "tool": "Bash"}, "`Stop` is not about a tool"),
        ({"event": "Stop", "activ": True}, "there is no field of `Stop` 'activ'"),
    ],
)
def test_a_sample_that_the_host_would_not_write(arguments: Any, said: str) -> None:
    """A test with a misspelled argument would show nothing."""
    event = arguments.pop("event")
    with pytest.raises(ValueError) as caught:
        sample(event, **arguments)
    assert str(caught.value).startswith(said)


def test_hooks_can_be_tried_in_each_form() -> None:
    """As a function, handlers, a command line, a list, and an entry of the settings."""
    bad = sample("PreToolUse", command="rm -rf /")
    good = sample("PreToolUse", command="ls")
    program = "import json, sys\nsys.exit(2 if 'rm -rf' in sys.stdin.read() else 0)"
    entry = {"type": "command", "command": sys.executable, "args": ["-c", program]}
    forms: list[Any] = [guard, {"PreToolUse": {"Bash": guard}}, [sys.executable, "-c", program], entry, "grep -qv rm || exit 2"]
    for hook in forms:
        assert simulate(hook, bad).blocked
        assert not simulate(hook, good).blocked


def test_the_host_can_be_an_older_one() -> None:
    """Context on Stop is newer than 2.1.42."""
    stop = sample("Stop")
    assert simulate(lambda _: context("Go on."), stop).blocked
    assert not simulate(lambda _: context("Go on."), stop, host="2.1.42").blocked


@pytest.mark.parametrize("hook", [None, 1, object()])
def test_what_is_no_hook(hook: Any) -> None:
    """The message lists what is one."""
    with pytest.raises(TypeError, match="a hook is handlers, a function or a command"):
        simulate(hook, sample("Stop"))
    with pytest.raises(ValueError, match="`hook_event_name` is None"):
        simulate(guard, {})


def test_tables_report_every_row_that_differs() -> None:
    """The message has the payload, what was expected and found, and what the host does."""
    bad = sample("PreToolUse", command="rm -rf /")
    good = sample("PreToolUse", command="ls")
    check(guard, [(bad, "blocked"), (good, "normal"), (bad, lambda it: it.blocked)])
    with pytest.raises(AssertionError) as caught:
        check(guard, [(bad, "blocked"), (good, "blocked"), (bad, "asked")])
    message = str(caught.value)
    assert message.startswith("2 of 3 rows differ\n\nPreToolUse Bash {\"command\":\"ls\"}\n  expected: blocked\n  found: normal\n")
    assert "the hook says nothing" in message
    with pytest.raises(ValueError, match="no row"):
        check(guard, [])


def test_names_are_those_of_the_types() -> None:
    """The samples cover what the types list."""
    assert set(HOOK_EVENTS) == set(get_args(HookEvent))
    assert json.dumps(sample("Stop"))
