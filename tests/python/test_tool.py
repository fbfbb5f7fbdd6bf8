"""The functions that find the tool of an input, and split the names of MCP tools."""

from typing import Any, Literal, TypedDict, get_args, get_origin

import hookwire
import pytest
from hookwire import tools
from hookwire.tools import canonical_tool, is_known_tool, mcp_tool, mcp_tool_name, plugin_server

from fits import misfits
from support import examples


def event(name: str) -> Any:
    """Makes the input of an event about a tool, with arguments that no tool accepts."""
    return {"tool_name": name, "tool_input": 1}


def test_is_known_tool() -> None:
    """Aliases count too; the tools of MCP servers are not among those of the contract."""
    names = ["Bash", "Read", "Agent", "Task", "bash", "Grill", "", "mcp__memory__search", "mcp__*"]
    reported = [is_known_tool(event(name)) for name in names]
    assert reported == [True, True, True, True, False, False, False, False, False]


def test_values_that_are_not_names() -> None:
    """An absent key and values that are not strings are no name, even if they are not hashable."""
    values: list[Any] = [None, 1, True, [], ["Bash"], {}, {"name": "Bash"}, 1.5]
    events: list[Any] = [{}, *({"tool_name": value} for value in values)]
    assert [is_known_tool(it) for it in events] == [False] * len(events)
    assert all(canonical_tool(value) is value for value in values)


def test_canonical_tool() -> None:
    """Each alias gives the current name; unknown names are unchanged."""
    names = ["Agent", "Task", "KillBash", "task", "__class__", "", "mcp__a__b", "mcp__*"]
    today = ["Agent", "Agent", "TaskStop", "task", "__class__", "", "mcp__a__b", "mcp__*"]
    assert [canonical_tool(name) for name in names] == today


def test_names_of_mcp_tools_round_trip() -> None:
    """The name is split at the first two underscores after the server."""
    names = ["mcp__memory__search", "mcp__plugin_kit_db__query", "mcp__a__b__c", "mcp__a___b"]
    read = [mcp_tool(name) for name in names]
    assert read == [("memory", "search"), ("plugin_kit_db", "query"), ("a", "b__c"), ("a", "_b")]
    assert [mcp_tool_name(*parts) for parts in read if parts] == names
    assert mcp_tool_name(plugin_server("kit", "db"), "query") == names[1]


def test_names_that_are_not_of_mcp_tools() -> None:
    """A server without a tool, a tool without a server, and other spellings give None."""
    names = ["", "Bash", "mcp__", "mcp__memory", "mcp__memory__", "mcp____search", "MCP__a__b"]
    assert {mcp_tool(name) for name in names} == {None}


@pytest.mark.parametrize(("server", "tool"), [("", "b"), ("a", ""), ("a__b", "c"), ("a_", "b")])
def test_ambiguous_names_of_mcp_tools_are_refused(server: str, tool: str) -> None:
    """So every created name splits into its parts again."""
    with pytest.raises(ValueError, match="no name"):
        mcp_tool_name(server, tool)


class SearchInput(TypedDict):
    """The arguments of a tool of an MCP server."""

    query: str


def test_generic_types_are_subscripted_at_run_time() -> None:
    """Inputs, replies, parts of replies and unions of replies can be used in evaluated annotations."""
    name = Literal["mcp__memory__search"]
    made: list[Any] = [
        hookwire.PreToolUseInput[name, SearchInput],
        hookwire.PostToolUseInput[name, SearchInput, str],
        hookwire.PostToolUseSpecificOutput[tools.BashResponse],
        hookwire.PostToolUseSyncOutput[tools.BashResponse],
        hookwire.PreToolUseSyncOutput[tools.BashInput],
    ]
    bare = ["PreToolUseInput", "PostToolUseInput", "PostToolUseSpecificOutput"]
    bare += ["PostToolUseSyncOutput", "PreToolUseSyncOutput"]
    whole: Any = hookwire.PostToolUseOutput[tools.BashResponse]
    assert [get_origin(it) for it in made] == [getattr(hookwire, it) for it in bare]
    assert get_args(made[0]) == (name, SearchInput)
    assert get_args(whole) == (hookwire.AsyncHookOutput, made[3])


def test_the_names_of_type_parameters() -> None:
    """Messages and completion show them."""
    shown = [hookwire.PreToolUseInput, hookwire.PostToolUseInput, hookwire.PreToolUseSyncOutput]
    names = [[it.__name__ for it in getattr(type, "__parameters__")] for type in shown]  # noqa: B009
    assert names == [["ToolName", "ToolInput"], ["ToolName", "ToolInput", "ToolResponse"], ["NewToolInput"]]


def examples_with_calls() -> list[tuple[str, str, Any]]:
    """Returns every valid example with a call: its name, the type of the value that contains it, and that value."""
    found = [(it.name, it.type, it.value) for it in examples() if it.valid]
    batches = [(name, it["tool_calls"]) for name, type, it in found if type == "PostToolBatchInput"]
    found += [(name, "PostToolBatchCall", call) for name, calls in batches for call in calls]
    return [it for it in found if f"{it[1]}ByTool" in tools.__all__]


def test_is_known_tool_agrees_with_the_narrowed_types() -> None:
    """Examples of every event about a call fit the narrowed type; one about an unknown tool does not."""
    reported = [(*it, getattr(tools, f"{it[1]}ByTool")) for it in examples_with_calls()]
    known = [it for it in reported if is_known_tool(it[2])]
    wrong = {it[0]: misfits(it[2], it[3], open_=True) for it in known}
    fitting = [it[0] for it in reported if it not in known and not misfits(it[2], it[3], open_=True)]
    events = {name.removesuffix("ByTool") for name in tools.__all__ if name.endswith("ByTool")}
    assert {it[1] for it in known} == events
    assert {name: it for name, it in wrong.items() if it} == {}
    assert len(reported) > len(known) and fitting == []
