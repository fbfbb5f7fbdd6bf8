"""Writes `vectors.jsonl`: asks the Python package for the result of each hook. See README.md."""

import base64
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VECTORS = HERE / "vectors.jsonl"
PACKAGE = HERE.parents[1] / "generated" / "python" / "src"

COMMON = {"session_id": "s", "transcript_path": "/t.jsonl", "cwd": "/"}
TOOL = {"tool_name": "Bash", "tool_input": {"command": "rm -rf /", "description": "Cleans."}, "tool_use_id": "t1"}
RESPONSE = {"stdout": "", "stderr": "", "interrupted": False}
# The fields of each event that a handler could need, beside those of all events.
EVENTS: dict[str, dict[str, Any]] = {
    "PreToolUse": {**TOOL, "permission_mode": "default"},
    "PostToolUse": {**TOOL, "tool_response": RESPONSE, "permission_mode": "default"},
    "PostToolUseFailure": {**TOOL, "error": "failed", "permission_mode": "default"},
    "PostToolBatch": {"tool_calls": [], "permission_mode": "default"},
    "Notification": {"message": "m", "notification_type": "idle_prompt"},
    "UserPromptSubmit": {"prompt": "p", "permission_mode": "default"},
    "UserPromptExpansion": {
        "expansion_type": "slash_command", "command_name": "c", "command_args": "", "prompt": "/c",
    },
    "SessionStart": {"source": "startup"},
    "SessionEnd": {"reason": "clear"},
    "Stop": {"stop_hook_active": False, "permission_mode": "default"},
    "StopFailure": {"error": "unknown"},
    "SubagentStart": {"agent_id": "a", "agent_type": "Explore"},
    "SubagentStop": {
        "stop_hook_active": False, "agent_id": "a", "agent_type": "Explore", "agent_transcript_path": "/a.jsonl",
    },
    "PreCompact": {"trigger": "manual", "custom_instructions": None},
    "PostCompact": {"trigger": "manual", "compact_summary": "s"},
    "PreModelSwitch": {"from_model": "a", "to_model": "b"},
    "PostModelSwitch": {"from_model": "a", "to_model": "b"},
    "PermissionRequest": {**TOOL, "permission_mode": "default"},
    "PermissionDenied": {**TOOL, "reason": "r", "permission_mode": "auto"},
    "Setup": {"trigger": "init"},
    "TeammateIdle": {"teammate_name": "t", "team_name": "a"},
    "TaskCreated": {"task_id": "1", "task_subject": "s"},
    "TaskCompleted": {"task_id": "1", "task_subject": "s"},
    "Elicitation": {"mcp_server_name": "m", "message": "q"},
    "ElicitationResult": {"mcp_server_name": "m", "action": "accept"},
    "ConfigChange": {"source": "user_settings"},
    "WorktreeCreate": {"name": "w"},
    "WorktreeRemove": {"worktree_path": "/w"},
    "InstructionsLoaded": {"file_path": "/CLAUDE.md", "memory_type": "Project", "load_reason": "session_start"},
    "CwdChanged": {"old_cwd": "/", "new_cwd": "/a"},
    "FileChanged": {"file_path": "/a", "event": "change"},
    "DirectoryAdded": {"directory_path": "/d", "source": "add_dir_command"},
    "MessageDisplay": {"text": "t"},
}

# An argument for each verb.
ARGUMENTS: dict[str, list[Any]] = {
    "block": ["No."], "ask": ["Sure?"], "feedback": ["Wrong."], "context": ["Text."], "stop": ["Over."],
    "message": ["Hello."], "rewrite": [{"command": "ls"}], "replace_output": [{**RESPONSE, "stdout": "x"}],
    "permissions": [[{"type": "setMode", "mode": "acceptEdits", "destination": "session"}]],
    "accept": [{"a": 1}], "worktree": ["/w"], "watch": [["/a", "/b"]], "title": ["Title"],
    "first_message": ["Hello"], "display": ["Text."], "classifier_context": ["Text."],
    "terminal": ["\x1b]0;t\x07"],
}
NEEDS = {("PermissionRequest", "rewrite"): "allow", ("PermissionRequest", "permissions"): "allow",
         ("UserPromptSubmit", "hide_prompt"): "block", ("UserPromptExpansion", "hide_prompt"): "block"}
# What each event takes.
TAKES: dict[str, str] = {
    "PreToolUse": "block allow ask defer context stop message rewrite terminal",
    "PostToolUse": "feedback context stop message replace_output classifier_context terminal",
    "PostToolUseFailure": "feedback context message terminal",
    "PostToolBatch": "block context stop message terminal",
    "Notification": "terminal",
    "UserPromptSubmit": "block context stop message title hide_prompt terminal",
    "UserPromptExpansion": "block context stop message hide_prompt terminal",
    "SessionStart": "context message watch title first_message reload_skills terminal",
    "SessionEnd": "terminal",
    "Stop": "block context stop message terminal",
    "StopFailure": "terminal",
    "SubagentStart": "context terminal",
    "SubagentStop": "block context stop terminal",
    "PreCompact": "block context",
    "PostCompact": "",
    "PreModelSwitch": "block allow ask message terminal",
    "PostModelSwitch": "context message terminal",
    "PermissionRequest": "block allow stop rewrite permissions terminal",
    "PermissionDenied": "retry terminal",
    "Setup": "terminal",
    "TeammateIdle": "block stop terminal",
    "TaskCreated": "block terminal",
    "TaskCompleted": "block stop terminal",
    "Elicitation": "block accept decline cancel terminal",
    "ElicitationResult": "block accept decline cancel terminal",
    "ConfigChange": "block terminal",
    "WorktreeCreate": "block worktree",
    "WorktreeRemove": "block terminal",
    "InstructionsLoaded": "terminal",
    "CwdChanged": "message watch terminal",
    "FileChanged": "message watch terminal",
    "DirectoryAdded": "context terminal",
    "MessageDisplay": "display terminal",
}


def follow_the_catalogue() -> None:
    """Adds the events that are not above: their minimal example, and the verbs that the package has for them."""
    sys.path.insert(0, str(PACKAGE))
    from hookwire._runtime.answer import plan_of

    schemas = HERE.parents[1] / "schemas"
    for event in (it["name"] for it in json.loads((schemas / "events.json").read_text("utf-8"))["events"]):
        if event not in EVENTS:
            examples = json.loads((schemas / "examples" / f"{event}Input.json").read_text("utf-8"))
            fields = examples["valid"]["minimal"]["value"]
            EVENTS[event] = {key: fields[key] for key in fields if key not in {**COMMON, "hook_event_name": ""}}
            TAKES[event] = " ".join(plan_of(event)["verbs"])


follow_the_catalogue()
BASH = {"tools": {"Bash": {"says": [["block", "No."]]}}}


def payload(event: str, **more: Any) -> dict[str, Any]:
    """Returns an input."""
    return {**COMMON, "hook_event_name": event, **EVENTS[event], **more}


def act(verb: str) -> list[Any]:
    """Returns a verb with its argument."""
    return [verb, *ARGUMENTS.get(verb, [])]


def acts(event: str, verb: str) -> list[list[Any]]:
    """Returns a verb with what it needs."""
    needed = NEEDS.get((event, verb))
    return [act(verb), *([act(needed)] if needed else [])]


def vectors() -> Any:
    """Yields all vectors without their results."""
    for event, verbs in TAKES.items():
        yield f"{event}/nothing", {"input": payload(event), "handlers": {event: {}}}
        for verb in verbs.split():
            does = {"says": acts(event, verb)}
            yield f"{event}/{verb}", {"input": payload(event), "handlers": {event: does}}
        for verb in ARGUMENTS:
            if verb not in verbs.split():
                does = {"says": [act(verb)]}
                more = {} if verb == "block" else {"in_process": True}
                yield f"{event}/cannot-{verb}", {"input": payload(event), "handlers": {event: does}, **more}
        for guard in (None, "closed", "open"):
            more = {"guard": guard} if guard else {}
            does = {"throws": "broken"}
            yield f"{event}/throws-{guard}", {"input": payload(event), "handlers": {event: does}, **more}
        only = {"hook_event_name": event}
        yield f"{event}/bare-nothing", {"input": only, "handlers": {event: {}}}
        yield f"{event}/bare-reads", {"input": only, "handlers": {event: {"reads": "cwd"}}}
        yield f"{event}/unreadable", {"text": "{", "handlers": {event: {}}}
        for one in verbs.split():
            for other in verbs.split():
                hooks = [acts(event, one), acts(event, other)]
                yield f"{event}/{one}+{other}", {
                    "input": payload(event), "handlers": {event: {"combine": hooks}}, "in_process": True,
                }
    yield from of_handlers()
    yield from of_whole()
    yield from of_input()


def of_handlers() -> Any:
    """Yields handlers that are found, and return, in other ways."""
    pre, stop = payload("PreToolUse"), payload("Stop")
    says = {"says": [["block", "No."]]}
    yield "tool/its-own", {"input": pre, "handlers": {"PreToolUse": BASH}}
    yield "tool/another", {"input": {**pre, "tool_name": "Read"}, "handlers": {"PreToolUse": BASH}}
    yield "tool/any", {"input": pre, "handlers": {"PreToolUse": {"tools": {"*": says, "Read": {}}}}}
    yield "tool/own-before-any", {"input": pre, "handlers": {"PreToolUse": {"tools": {"*": {}, "Bash": says}}}}
    yield "tool/old-name", {"input": {**pre, "tool_name": "Task"}, "handlers": {"PreToolUse": {"tools": {"Agent": says}}}}
    yield "tool/mcp", {"input": {**pre, "tool_name": "mcp__a__b"}, "handlers": {"PreToolUse": {"tools": {"mcp__a__b": says}}}}
    yield "event/another", {"input": stop, "handlers": {"PreToolUse": says}}
    yield "event/any", {"input": stop, "handlers": {"PreToolUse": {}, "*": says}}
    yield "event/newer", {"input": {**COMMON, "hook_event_name": "Newer"}, "handlers": {"PreToolUse": says}}
    yield "event/newer-any", {"input": {**COMMON, "hook_event_name": "Newer"}, "handlers": {"*": {"returns": {"systemMessage": "m"}}}}
    newer = {**COMMON, "hook_event_name": "Newer"}
    for name, says_more in {"context": [["context", "c"]], "block-and-context": [["block", "No."], ["context", "c"]]}.items():
        yield f"event/newer-{name}", {"input": newer, "handlers": {"*": {"says": says_more}}}
    yield "event/newer-throws", {"input": newer, "handlers": {"*": {"throws": "broken"}}}
    yield "event/empty", {"input": {**COMMON, "hook_event_name": ""}, "handlers": {"*": {}, "PreToolUse": says}}
    yield "event/empty-throws", {"input": {**COMMON, "hook_event_name": ""}, "handlers": {"*": {"throws": "x"}, "PreToolUse": says}}
    yield "event/other-case", {"input": {**stop, "hook_event_name": "stop"}, "handlers": {"*": says}}
    yield "event/path", {"input": {**stop, "hook_event_name": "../tools/bash-tool"}, "handlers": {"*": says}}
    yield "event/newer-verb", {"input": {**COMMON, "hook_event_name": "Newer"}, "handlers": {"*": says}}
    yield "newer/enum", {"input": {**pre, "permission_mode": "newer"}, "handlers": {"PreToolUse": says}}
    yield "newer/key", {"input": {**pre, "newer": 1}, "handlers": {"PreToolUse": says}}
    yield "newer/argument", {
        "input": {**pre, "tool_input": {"command": "rm", "newer": 1}},
        "handlers": {"PreToolUse": {"says": [["rewrite", {"command": "ls"}]]}},
    }
    yield "list/both", {"input": pre, "handlers": {"PreToolUse": [{"says": [["context", "a"]]}, says]}}
    yield "list/one-fails", {"input": pre, "handlers": {"PreToolUse": [{"says": [["allow"]]}, {"throws": "x"}]}}
    yield "list/one-fails-open", {"input": stop, "handlers": {"Stop": [{"throws": "x"}, says, {"says": [["retry"]]}]}}
    yield "says/two", {"input": pre, "handlers": {"PreToolUse": {"says": [["block", "No."], ["context", "Text."]]}}}
    yield "says/rewrite-and-allow", {
        "input": pre, "handlers": {"PreToolUse": {"says": [["rewrite", {"command": "ls"}], ["allow"]]}},
    }
    # For a tool that asks the user, the host asks all the same without its input.
    plan = {**pre, "tool_name": "ExitPlanMode", "tool_input": {"plan": "First this."}}
    request = payload("PermissionRequest", tool_name="ExitPlanMode", tool_input={"plan": "First this."})
    for name, input_, event in [("call", plan, "PreToolUse"), ("request", request, "PermissionRequest")]:
        yield f"says/allow-a-plan-of-a-{name}", {"input": input_, "handlers": {event: {"says": [["allow"]]}}}
        yield f"says/allow-and-rewrite-a-plan-of-a-{name}", {
            "input": input_, "handlers": {event: {"says": [["rewrite", {"plan": "First that."}], ["allow"]]}},
        }
    yield "says/rewrite-wrong", {"input": pre, "handlers": {"PreToolUse": {"says": [["rewrite", {"command": 1}]]}}}
    yield "says/rewrite-unknown", {"input": pre, "handlers": {"PreToolUse": {"says": [["rewrite", {"comand": "ls"}]]}}}
    yield "says/rewrite-without-allow", {
        "input": payload("PermissionRequest"), "handlers": {"PermissionRequest": {"says": [["rewrite", {"command": "ls"}]]}},
    }
    yield "says/empty", {"input": pre, "handlers": {"PreToolUse": {"says": [["block", ""]]}}}
    yield "says/unicode", {"input": pre, "handlers": {"PreToolUse": {"says": [["block", "é\U0001f600\u2028\"\n\x00"]]}}}
    # In Rust the compiler warns of it.
    not_rust = {"languages": ["python", "typescript"]}
    yield "unused", {"input": pre, "handlers": {"PreToolUse": {"unused": ["block", "No."]}}, **not_rust}
    yield "unused/beside", {
        "input": pre, "handlers": {"PreToolUse": {"unused": ["block", "No."], "says": [["context", "a"]]}}, **not_rust,
    }
    yield "prints", {"input": pre, "handlers": {"PreToolUse": {"prints": "noise", **says}}}
    yield "prints/nothing-else", {"input": pre, "handlers": {"PreToolUse": {"prints": "{\"continue\": false}"}}}
    yield "returns/raw", {
        "input": stop, "handlers": {"Stop": {"returns": {"decision": "block", "reason": "r"}}},
    }
    yield "returns/raw-wrong", {"input": pre, "handlers": {"PreToolUse": {"returns": {"permissionDecision": "deny"}}}}
    yield "returns/raw-other-event", {
        "input": pre, "handlers": {"PreToolUse": {"returns": {"hookSpecificOutput": {"hookEventName": "Stop"}}}},
    }
    def whole(decision: str) -> dict[str, Any]:
        return {"returns": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": decision}}}

    several = {
        "allow-and-deny": [whole("allow"), whole("deny")], "deny-and-allow": [whole("deny"), whole("allow")],
        "deny-and-context": [whole("deny"), {"says": [["context", "a"]]}],
        "allow-and-block": [whole("allow"), {"says": [["block", "No."]]}],
        "message-and-deny": [{"returns": {"systemMessage": "m"}}, whole("deny")],
        "ask-and-message": [whole("ask"), {"says": [["message", "m"]]}],
        "ask-and-deny": [whole("ask"), whole("deny")],
    }
    for name, handlers in several.items():
        for guard in ("closed", "open"):
            yield f"returns/raw-{name}-{guard}", {"input": pre, "guard": guard, "handlers": {"PreToolUse": handlers}}
    yield "returns/raw-older-field", {"input": pre, "handlers": {"PreToolUse": {"returns": {"decision": "block", "reason": "r"}}}}
    yield "returns/text", {"input": pre, "handlers": {"PreToolUse": {"returns": "deny"}}}
    yield "returns/number", {"input": pre, "handlers": {"PreToolUse": {"returns": 1}}}
    yield "hangs/closed", {"input": pre, "limit": 0.2, "handlers": {"PreToolUse": {"hangs": 20}}}
    yield "hangs/open", {"input": stop, "limit": 0.2, "handlers": {"Stop": {"hangs": 20}}}
    yield "limit/in-time", {"input": pre, "limit": 20, "handlers": {"PreToolUse": says}}
    for active in (True, "yes", None):
        given = {**stop, "stop_hook_active": active}
        yield f"loops/{active}", {"input": given, "handlers": {"Stop": says}}
        yield f"loops/{active}-again", {
            "input": given, "handlers": {"Stop": {"says": [["block", "No.", {"again": True}]]}},
        }
    yield "loops/context", {
        "input": {**stop, "stop_hook_active": True}, "handlers": {"Stop": {"says": [["context", "Text."], ["message", "m"]]}},
    }
    yield from of_keys()
    dynamic = {"languages": ["python", "typescript"]}
    for name, options in {
        "limit-text": {"limit": "5"}, "limit-negative": {"limit": -1}, "limit-true": {"limit": True}, "limit-zero": {"limit": 0},
        "guard-no-word": {"guard": "close"}, "guard-true": {"guard": True}, "name-number": {"name": 5},
        "unknown": {"options": {"gaurd": "closed"}}, "unknown-far": {"options": {"zzzzzz": 1}},
    }.items():
        if "name" not in options:
            yield f"options/{name}", {"input": pre, "handlers": {"PreToolUse": {}}, **options, **dynamic}
            yield f"options/{name}-open", {"input": stop, "handlers": {"Stop": {}}, **options, **dynamic}
            yield f"options/{name}-unreadable", {
                "text": '{"hook_event_name": "PreToolUse", "tool', "handlers": {"PreToolUse": {}}, **options, **dynamic,
            }
    # A list of nothing is what `[danger and block("…")]` makes.
    for name, value in {"false": False, "zero": 0, "empty": "", "true": True, "list": [], "object": {}, "list-of-null": [None]}.items():
        yield f"returns/{name}", {"input": pre, "handlers": {"PreToolUse": {"returns": value}}, **dynamic}
    for event in ("Stop", "TaskCompleted", "TeammateIdle", "PreToolUse"):
        for name, text in {"no-such-file": "No such file: a\nNo such file: b", "cannot-open": "I can't open it"}.items():
            yield f"{event}/{name}", {"input": payload(event), "handlers": {event: {"says": [["block", text]]}}}
        yield f"{event}/throws-no-such-file", {
            "input": payload(event), "guard": "closed", "handlers": {event: {"throws": "No such file"}},
        }
    odd = "\x1b[2J\n\u202e\u2028\x7f\x9b\t"
    yield "shown/error", {"input": stop, "handlers": {"Stop": {"throws": odd}}}
    yield "shown/reason", {"input": pre, "handlers": {"PreToolUse": {"says": [["block", odd]]}}}
    yield "shown/event", {"input": {**pre, "hook_event_name": odd}, "handlers": {"*": {"says": [["block", "No."]]}}}
    yield "failure/beside-message", {
        "input": stop, "handlers": {"Stop": [{"throws": "x"}, {"says": [["message", "m"]]}]},
    }
    yield "failure/beside-block", {"input": stop, "handlers": {"Stop": [{"throws": "x"}, says]}}
    yield "failure/exit-beside-reply", {
        "input": payload("SubagentStop"), "handlers": {"SubagentStop": [{"throws": "x"}, {"says": [["context", "c"]]}]},
    }
    yield "wrong/event", {"input": pre, "handlers": {"PreToolUs": says}}
    yield "wrong/event-open", {"input": stop, "handlers": {"Stpo": says}}
    yield "wrong/tool", {"input": pre, "handlers": {"PreToolUse": {"tools": {"bash": says}}}}
    yield "wrong/tool-as-event", {"input": pre, "handlers": {"Bash": says}}
    yield "wrong/old-tool-as-event", {"input": pre, "handlers": {"Task": says}}
    yield "wrong/tools", {"input": stop, "handlers": {"Stop": BASH}}


def of_whole() -> Any:
    """Yields whole replies, most of which mean to refuse in a way that some event ignores."""
    def inside(event: str, **values: Any) -> dict[str, Any]:
        return {"hookSpecificOutput": {"hookEventName": event, **values}}

    for event in TAKES:
        replies = {
            "decision": {"decision": "block", "reason": "r"}, "continue": {"continue": False}, "reason": {"reason": "r"},
            "stop-reason": {"stopReason": "r"}, "deny": inside(event, permissionDecision="deny"),
            "decision-and-message": {"decision": "block", "systemMessage": "m"},
            "decision-and-continue": {"decision": "block", "reason": "r", "continue": False},
            "reason-and-message": {"reason": "r", "systemMessage": "m"},
            "continue-and-unknown": {"continue": False, "stopReason": "r", "hookSpecificOutput": {"hookEventName": event, "zzz": 1}},
            "decision-and-other": {"decision": "block", "reason": "r", **inside(event, permissionDecision="ask")},
            "go-on-with-reason": {"continue": True, "reason": "r"},
            # These refuse nothing.
            "approve": {"decision": "approve", "reason": "r"}, "go-on": {"continue": True, "stopReason": "r"},
            "hide": {"suppressOutput": True}, "context": {"reason": "r", **inside(event, additionalContext="c")},
        }
        for name, reply in replies.items():
            yield f"whole/{event}-{name}", {
                "input": payload(event), "handlers": {event: {"returns": reply}}, "in_process": True,
            }
        # Of several, the one that refuses most is kept.
        block = {"says": [["block", "No."]]} if "block" in TAKES[event] else {"returns": {"decision": "block"}}
        several = {
            "message-and-stop": [{"returns": {"systemMessage": "m"}}, {"returns": {"continue": False, "stopReason": "s"}}],
            "stop-and-message": [{"returns": {"continue": False}}, {"says": [["message", "m"]]}],
            "stop-and-block": [{"returns": {"continue": False, "stopReason": "s"}}, block],
            "block-and-stop": [block, {"returns": {"continue": False, "stopReason": "s"}}],
        }
        for name, handlers in several.items():
            yield f"whole/{event}-{name}", {"input": payload(event), "handlers": {event: handlers}, "in_process": True}
    of_event = {
        "PreToolUse": {
            "allow-and-decision": {**inside("PreToolUse", permissionDecision="allow"), "decision": "block"},
            "ask-and-decision": {**inside("PreToolUse", permissionDecision="ask"), "decision": "block"},
            "deny-and-decision": {**inside("PreToolUse", permissionDecision="deny"), "decision": "block"},
            "deny-and-approve": {**inside("PreToolUse", permissionDecision="deny"), "decision": "approve"},
            "allow-and-continue": {**inside("PreToolUse", permissionDecision="allow"), "continue": False},
            "only-reason": inside("PreToolUse", permissionDecisionReason="r"),
        },
        "PermissionRequest": {
            "allow-and-decision": {**inside("PermissionRequest", decision={"behavior": "allow"}), "decision": "block"},
            "allow-and-continue": {**inside("PermissionRequest", decision={"behavior": "allow"}), "continue": False},
            "allow-and-interrupt": inside("PermissionRequest", decision={"behavior": "allow", "interrupt": True}),
            "deny": inside("PermissionRequest", decision={"behavior": "deny", "message": "r"}),
            "deny-and-continue": {**inside("PermissionRequest", decision={"behavior": "deny"}), "continue": False},
        },
        "Elicitation": {
            "accept-and-decision": {**inside("Elicitation", action="accept", content={}), "decision": "block"},
            "accept-and-continue": {**inside("Elicitation", action="accept", content={}), "continue": False},
            "decline": inside("Elicitation", action="decline"), "cancel": inside("Elicitation", action="cancel"),
        },
        "WorktreeCreate": {"path": inside("WorktreeCreate", worktreePath="/w")},
    }
    for event, replies in of_event.items():
        for name, reply in replies.items():
            for guard in ("closed", "open"):
                yield f"whole/{event}-{name}-{guard}", {
                    "input": payload(event), "guard": guard, "handlers": {event: {"returns": reply}}, "in_process": True,
                }


def of_keys() -> Any:
    """Yields keys of tools that are read like matchers, and inputs without what a guard checks."""
    pre = payload("PreToolUse")
    says = {"says": [["block", "No."]]}
    mcp = {**pre, "tool_name": "mcp__a-b__c", "tool_input": {}}

    def by(*keys: str) -> Any:
        return {"PreToolUse": {"tools": {key: {"says": [["block", f"No {at}."]]} for at, key in enumerate(keys)}}}

    for name, keys in {
        "list": ["Edit|Bash"], "commas": ["Edit, Bash"], "spaces": [" Bash "], "empty": [""], "pattern": ["^Ba"], "all": [".*"],
        "several": ["Bash", "^Ba", "Edit", "Bash|Edit", "*"], "both-any": ["*", ""], "empty-entry": ["Bash|"],
        "rule": ["Bash(git *)"], "case": ["bash"], "server": ["mcp__memory"], "server-end": ["mcp__memory__"], "mcp": ["mcp__"],
        "not-closed": ["("], "glob": ["*.py"], "no-tool": ["^git .*"], "only-separators": ["|"], "near": ["Bsh|Edit"],
        "look-behind": ["(?<!a)Bash"], "newer": ["SomeNewTool"], "nothing": [r"^\s*$"], "group-case": ["^(bash|edit|Write)$"],
        "group": ["^(?:Edit|Ba.*|Wri)$"], "group-server": ["^(Edit|mcp__memory)$"], "group-tools": ["^(Edit|mcp__memory__.*)$"],
        "whole-server": ["^mcp__memory$"], "alternative": ["^mcp__memory|^Bash$"], "alternatives": ["^edit$|^Bash$"],
        "two-groups": ["^(Ba|Wri)(sh|te)$"], "part": ["^Ba|^Not"], "unset": ["undefined"], "unset-list": ["None|Bash"],
    }.items():
        # In Rust, the vectors are read without the order of keys.
        ordered = {"languages": ["python", "typescript"]} if name in ("several", "both-any") else {}
        yield f"keys/{name}", {"input": pre, "handlers": by(*keys), **ordered}
    for name, keys in {"mcp-pattern": ["mcp__.*"], "mcp-server": ["mcp__a-b__.*"], "mcp-other": ["mcp__b__.*"],
        "mcp-case": ["MCP__a-b__c"], "mcp-one-line": ["mcp_a-b__c"], "mcp-hyphens": ["mcp-a-b-c"], "mcp-like": ["mcpx__a"],
        "mcp-glob": ["mcp__*__b"], "mcp-slash": ["/mcp__a__.*/"], "mcp-variable": ["mcp__${S}__.*"], "mcp-braces": ["mcp__a__{b,c}"],
        "mcp-newline": ["mcp__a-b__c\n"], "mcp-not": ["!mcp__a__.*"], "mcp-unset": ["mcp__undefined__.*"], "mcp-no-server": ["mcp____b"],
        "mcp-star": ["mcp__a-b__*"], "mcp-class": ["^mcp__[^/]+__(b|c)$"], "mcp-count": ["mcp__a-b{1,2}__.*"], "mcp-escape": [r"mcp__\w.*__c"],
        "mcp-last": ["Bash$|^mcp__a$"], "mcp-letters": ["mcp__g\u0456t__c"], "mcp-begin": ["^mcp__a"], "mcp-optional": ["^(bash|edit)?$"],
    }.items():
        yield f"keys/{name}", {"input": mcp, "handlers": by(*keys)}
    yield "keys/old-name", {"input": {**pre, "tool_name": "Task"}, "handlers": by("Agent", "Task", "^Agent$")}
    yield "keys/event-list", {"input": pre, "handlers": {"PreToolUse|PostToolUse": says}}
    yield "keys/event-empty", {"input": pre, "handlers": {"": says}}
    without = {key: it for key, it in pre.items() if key != "tool_name"}
    yield "unseen/tool-name", {"input": without, "handlers": by("Bash")}
    yield "unseen/tool-name-any", {"input": without, "handlers": by("*")}
    yield "unseen/tool-name-one-handler", {"input": without, "handlers": {"PreToolUse": {}}}
    for name, value in {"number": 5, "null": None, "list": ["Bash"]}.items():
        yield f"unseen/tool-name-{name}", {"input": {**pre, "tool_name": value}, "handlers": by("Bash")}
    for name, value in {"text": "rm", "list": ["rm"], "null": None, "number": 1, "boolean": True}.items():
        for event in ("PreToolUse", "PostToolUse", "PermissionRequest"):
            yield f"unseen/{event}-input-{name}", {
                "input": payload(event, tool_input=value), "handlers": {event: {}},
            }
        yield f"unseen/no-handler-{name}", {"input": {**pre, "tool_input": value}, "handlers": by("Edit")}


def of_input() -> Any:
    """Yields input that cannot be read, unusual bytes, and a closed output."""
    pre, stop = payload("PreToolUse"), payload("Stop")
    says = {"says": [["block", "No."]]}
    for name, text in {
        "empty": "", "not-json": "{", "array": "[]", "number": "1", "no-event": "{}", "null": "null",
        "event-number": '{"hook_event_name": 1}', "two": '{"hook_event_name":"Stop"}{}',
    }.items():
        yield f"unreadable/{name}-closed", {"text": text, "handlers": {"PreToolUse": BASH}}
        yield f"unreadable/{name}-open", {"text": text, "handlers": {"PreToolUse": BASH, "Stop": says}}
    for name, text in {"stop": '{"hook_event_name": "Stop", "x', "none": '{"x'}.items():
        yield f"cut/wrong-tool-{name}", {"text": text, "handlers": {"PreToolUse": {"tools": {"bash": says}}}}
    cut = {
        "pre": '{"hook_event_name": "PreToolUse", "tool', "stop": '{"hook_event_name": "Stop", "x', "other": '{"hook_event_name": "Setup", "x',
        "newer": '{"hook_event_name": "Newer", "x', "twice": '{"hook_event_name": "Stop", "hook_event_name": "PreToolUse", "x',
        "inside": '{"tool_input": {"hook_event_name": "Stop", "x',
        "request": '{"hook_event_name": "PermissionRequest", "x', "none": '{"x',
    }
    for name, text in cut.items():
        yield f"cut/{name}", {"text": text, "handlers": {"PreToolUse": BASH, "Stop": says}}
        yield f"cut/{name}-any", {"text": text, "handlers": {"*": says}}
        yield f"cut/{name}-guard", {"text": text, "guard": "open", "handlers": {"PreToolUse": BASH, "*": says}}
        yield f"cut/{name}-wrong", {"text": text, "handlers": {"PreTolUse": says}}
    request = {"PermissionRequest": says}
    for name, text in {"request": cut["request"], "none": cut["none"], "pre": cut["pre"]}.items():
        for guard in ("closed", "open"):
            yield f"cut/{name}-only-request-{guard}", {"text": text, "guard": guard, "handlers": request}
            yield f"cut/{name}-request-{guard}", {"text": text, "guard": guard, "handlers": {"PreToolUse": says, **request}}
            yield f"cut/{name}-request-tools-{guard}", {"text": text, "guard": guard, "handlers": {"PermissionRequest": BASH}}
    yield "unreadable/none", {"text": "", "handlers": {}}
    yield "unreadable/any", {"text": "", "handlers": {"*": says}}
    yield "unreadable/guard", {"text": "", "guard": "open", "handlers": {"PreToolUse": says}}
    yield "unreadable/guard-closed", {"text": "", "guard": "closed", "handlers": {"Stop": says}}
    yield "bytes/bom", {"base64": "77u/eyJob29rX2V2ZW50X25hbWUiOiJTdG9wIiwic3RvcF9ob29rX2FjdGl2ZSI6ZmFsc2V9", "handlers": {"Stop": says}}
    yield "bytes/not-utf8", {
        "base64": "eyJob29rX2V2ZW50X25hbWUiOiJTdG9wIiwic3RvcF9ob29rX2FjdGl2ZSI6ZmFsc2UsImN3ZCI6Iv8ifQ==", "handlers": {"Stop": says},
    }
    yield "bytes/surrogate", {
        "text": '{"hook_event_name":"Stop","stop_hook_active":false,"cwd":"\\ud800"}', "handlers": {"Stop": says},
    }
    # 128 levels are the most of a value: an array or object below them is read as its text, and a reply fails.
    change = {"tools": {"Bash": {"says": [["rewrite", {"command": "ls"}]]}}}
    for name, (begin, inner, end) in {"arrays": ("[", "[]", "]"), "objects": ('{"a":', "{}", "}")}.items():
        for levels in (128, 129):
            top, argument = (begin * count + inner + end * count for count in (levels - 2, levels - 3))
            more = f'"tool_input":{{"command":"rm"}},"x":{top}', f'"tool_input":{{"command":"rm","x":{argument}}}'
            of_top, of_argument = (f'{{"hook_event_name":"PreToolUse","tool_name":"Bash",{it}}}' for it in more)
            yield f"levels/{levels}-{name}-top", {"text": of_top, "handlers": {"PreToolUse": BASH}}
            yield f"levels/{levels}-{name}-top-rewrite", {"text": of_top, "handlers": {"PreToolUse": change}}
            yield f"levels/{levels}-{name}-argument", {"text": of_argument, "handlers": {"PreToolUse": BASH}}
            yield f"levels/{levels}-{name}-argument-rewrite", {"text": of_argument, "handlers": {"PreToolUse": change}}
    yield "stdout/closed", {"input": pre, "stdout": "closed", "handlers": {"PreToolUse": says}}
    yield "stdout/closed-open", {"input": stop, "stdout": "closed", "handlers": {"Stop": says}}


def result(vector: Any) -> Any:
    """Returns what the hook prints in Python."""
    env = {**os.environ, "HOOKWIRE_VECTOR": json.dumps(vector), "PYTHONPATH": str(PACKAGE)}
    data = vector.get("text")
    if "input" in vector:
        data = json.dumps(vector["input"])
    elif data is None:
        data = base64.b64decode(vector["base64"])
    reader, writer = os.pipe()
    if vector.get("stdout") == "closed":
        os.close(reader)
    ran = subprocess.Popen(
        [sys.executable, str(HERE / "hook.py")], stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE, env=env,
    )
    os.close(writer)
    _, stderr = ran.communicate(data if isinstance(data, bytes) else data.encode())
    stdout = b"" if vector.get("stdout") == "closed" else os.read(reader, 1 << 16)
    text = stdout.decode()
    shown: Any = cut(json.loads(text)) if text.startswith("{") else text
    return {"stdout": shown, "stderr": [cut(it) for it in stderr.decode().splitlines()], "exit": ran.returncode}


# What an error is called, and where it is, depends on the language.
OWN = re.compile(r"(: \w+Error|: the reply is wrong: The payload has |: it returned | was called at |input cannot be read: |reply cannot be written: ).*", re.S)


def cut(value: Any) -> Any:
    """Cuts what depends on the language from texts. They end with `…` then."""
    if isinstance(value, dict):
        return {key: cut(it) for key, it in value.items()}
    return OWN.sub(lambda it: it[1].partition(": ")[0] + "…", value) if isinstance(value, str) else value


def main() -> None:
    """Writes the file."""
    with ThreadPoolExecutor(8) as pool:
        every = [*vectors()]
        results = pool.map(result, [vector for _, vector in every])
        lines = [
            json.dumps({"id": name, **vector, "result": it}, ensure_ascii=False)
            for (name, vector), it in zip(every, results, strict=True)
        ]
    VECTORS.write_text("".join(f"{line}\n" for line in lines))
    print(len(lines), "vectors")


if __name__ == "__main__":
    main()
