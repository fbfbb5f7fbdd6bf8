"""Wrong programs fail type checks for the intended reason: a corrected copy that differs in one token passes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from support import HERE, ROOT, Finding, docs_programs, mypy, pyright, readme_programs

pytestmark = pytest.mark.slow

COOKBOOK = ROOT / "generated" / "docs" / "cookbook"


@dataclass(frozen=True)
class Program:
    """A program with the placeholder `§` for a token."""

    name: str
    text: str
    wrong: str
    right: str
    mypy: str
    """The code of the error that mypy has for the wrong token, in the line of the hole."""
    pyright: str
    """The rule that pyright has for it."""
    says: str
    """A text that the messages of both checkers contain."""

    def line(self) -> int:
        """Returns the line with the placeholder."""
        return self.text[: self.text.index("§")].count("\n") + 1


PROGRAMS = [
    Program(
        "typed_input_key",
        """
from hookwire import PostToolUseInput
def answer(event: PostToolUseInput) -> None:
    print(event["§"])
""",
        wrong="tool_result",
        right="tool_response",
        mypy="typeddict-item",
        pyright="reportGeneralTypeIssues",
        says="tool_result",
    ),
    Program(
        "typed_output_key",
        """
from hookwire import UserPromptSubmitSpecificOutput
said: UserPromptSubmitSpecificOutput = {"hookEventName": "UserPromptSubmit", "§": "x"}
""",
        wrong="additional_context",
        right="additionalContext",
        mypy="typeddict-unknown-key",
        pyright="reportAssignmentType",
        says="additional_context",
    ),
    Program(
        "typed_decision_word",
        """
from hookwire import PreToolUseSpecificOutput
said: PreToolUseSpecificOutput = {"hookEventName": "PreToolUse", "permissionDecision": "§"}
""",
        wrong="block",
        right="deny",
        mypy="typeddict-item",
        pyright="reportAssignmentType",
        says="block",
    ),
    Program(
        "typed_decision_word_in_a_whole_reply",
        """
from hookwire import PreToolUseOutput
said: PreToolUseOutput = {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "§"}}
""",
        wrong="block",
        right="deny",
        mypy="typeddict-item",
        pyright="reportAssignmentType",
        says="",
    ),
    Program(
        "typed_wrong_level",
        """
from hookwire import PreToolUseSyncOutput
said: PreToolUseSyncOutput = {"§": "deny"}
""",
        wrong="permissionDecision",
        right="systemMessage",
        mypy="typeddict-unknown-key",
        pyright="reportAssignmentType",
        says="permissionDecision",
    ),
    Program(
        "typed_wrong_level_in_a_whole_reply",
        """
from hookwire import PreToolUseOutput
said: PreToolUseOutput = {"§": "deny"}
""",
        wrong="permissionDecision",
        right="systemMessage",
        mypy="assignment",
        pyright="reportAssignmentType",
        says="AsyncHookOutput",
    ),
    Program(
        "typed_message_with_allow",
        """
from hookwire import PermissionRequestDecision
said: PermissionRequestDecision = {"behavior": "§", "message": "no"}
""",
        wrong="allow",
        right="deny",
        mypy="typeddict-item",
        pyright="reportAssignmentType",
        says="",
    ),
    Program(
        "typed_other_event",
        """
from hookwire import PreToolUseSpecificOutput
said: PreToolUseSpecificOutput = {"hookEventName": "§", "permissionDecision": "ask"}
""",
        wrong="PermissionRequest",
        right="PreToolUse",
        mypy="typeddict-item",
        pyright="reportAssignmentType",
        says="PermissionRequest",
    ),
    Program(
        "typed_no_such_event",
        """
from hookwire import HookInput
def answer(event: HookInput) -> bool:
    return event["hook_event_name"] == "§"
""",
        wrong="PreToolUze",
        right="PreToolUse",
        mypy="comparison-overlap",
        pyright="reportUnnecessaryComparison",
        says="PreToolUze",
    ),
    Program(
        "typed_key_of_another_event",
        """
from hookwire import HookInput
def answer(event: HookInput) -> str:
    return event["tool_name"] if event["hook_event_name"] == "§" else ""
""",
        wrong="Stop",
        right="PreToolUse",
        mypy="typeddict-item",
        pyright="reportGeneralTypeIssues",
        says="StopInput",
    ),
    Program(
        "typed_name",
        """
import hookwire
names = [hookwire.§]
""",
        wrong="PreToolUseInptu",
        right="PreToolUseInput",
        mypy="attr-defined",
        pyright="reportAttributeAccessIssue",
        says="PreToolUseInptu",
    ),
    Program(
        "read_known_input",
        """
from typing import assert_type
from hookwire import HookInput, is_known, read_input
event, problems = read_input(b"{}")
if is_known(event):
    assert_type(event, HookInput)
    if event["hook_event_name"] == "§": print(event["tool_name"])
""",
        wrong="Stop",
        right="PreToolUse",
        mypy="typeddict-item",
        pyright="reportGeneralTypeIssues",
        says="StopInput",
    ),
    Program(
        "read_without_is_known",
        """
from hookwire import is_known, read_input
event, problems = read_input(b"{}")
if is_known(event) § event["hook_event_name"] == "PreToolUse": pass
""",
        wrong="or",
        right="and",
        mypy="index",
        pyright="reportArgumentType",
        says="CallIsKnownFirst",
    ),
    Program(
        "read_get_without_is_known",
        """
from hookwire import is_known, read_input
event, problems = read_input(b"{}")
if is_known(event) § event.get("hook_event_name") == "PreToolUse": pass
""",
        wrong="or",
        right="and",
        mypy="arg-type",
        pyright="reportArgumentType",
        says="CallIsKnownFirst",
    ),
    Program(
        "read_unknown_input",
        """
from hookwire import UnknownInput, read_input
event, problems = read_input(b"{}")
if § isinstance(event, UnknownInput): print(event["from_the_future"])
""",
        wrong="not",
        right="",
        mypy="index",
        pyright="reportArgumentType",
        says="CallIsKnownFirst",
    ),
    Program(
        "validate_event",
        """
from hookwire.validate import validate
problems = validate({}, event="§", direction="output")
""",
        wrong="PreToolUze",
        right="PreToolUse",
        mypy="call-overload",
        pyright="reportArgumentType",
        says="validate",
    ),
    Program(
        "validate_nothing",
        """
from hookwire.validate import validate
problems = validate({}§)
""",
        wrong="",
        right=', type="StopInput"',
        mypy="call-overload",
        pyright="reportCallIssue",
        says="validate",
    ),
    Program(
        "validate_type",
        """
from hookwire.validate import validate
problems = validate({}, type="§")
""",
        wrong="StopInptu",
        right="StopInput",
        mypy="call-overload",
        pyright="reportArgumentType",
        says="validate",
    ),
    Program(
        "validate_positional_type",
        """
from hookwire import Context
from hookwire.validate import validate
problems = validate({}, "§", Context(host="2.1.42"))
""",
        wrong="HookSettings",
        right="HooksSettings",
        mypy="call-overload",
        pyright="reportArgumentType",
        says="validate",
    ),
    Program(
        "validate_context",
        """
from hookwire import Context
from hookwire.validate import validate
def check(context: Context) -> bool:
    return validate({}, "HooksSettings", §) == []
""",
        wrong="context.host",
        right="context",
        mypy="call-overload",
        pyright="reportArgumentType",
        says="validate",
    ),
    Program(
        "validator_reply_key",
        """
from hookwire.validate import ValidationResult, validator_reply
def reason(result: ValidationResult) -> str | None:
    return validator_reply(result, severity="error", event="Stop").reply.get("§")
""",
        wrong="passed",
        right="reason",
        mypy="return-value",
        pyright="reportReturnType",
        says="bool",
    ),
    Program(
        "validator_reply_of_an_event",
        """
from hookwire.profiles.validator import StopSyncOutput
from hookwire.validate import ValidationResult, validator_reply
def reply(result: ValidationResult) -> StopSyncOutput:
    return validator_reply(result, severity="error", event="§").reply
""",
        wrong="SubagentStop",
        right="Stop",
        mypy="return-value",
        pyright="reportReturnType",
        says="StopProceed",
    ),
    Program(
        "validator_reply_of_any_event",
        """
from hookwire import HookEvent
from hookwire.validate import ValidationResult, ValidatorOutput, ValidatorReply, validator_reply
def reply(result: ValidationResult, event: HookEvent) -> ValidatorOutput:
    report: ValidatorReply = validator_reply(result, severity="error", event=event)
    return report§
""",
        wrong=".note",
        right=".reply",
        mypy="return-value",
        pyright="reportReturnType",
        says="SyncHookOutput",
    ),
    Program(
        "profile_reply",
        """
from hookwire.profiles.validator import StopOutput
said: StopOutput = {"§": True, "violations": [], "summary": "All is well."}
""",
        wrong="pased",
        right="passed",
        mypy="assignment",
        pyright="reportAssignmentType",
        says="StopProceed",
    ),
    Program(
        "context_keyword",
        """
from hookwire import Context
context = Context(§="2.1.42")
""",
        wrong="version",
        right="host",
        mypy="call-arg",
        pyright="reportCallIssue",
        says="version",
    ),
    Program(
        "context_is_immutable",
        """
from hookwire import Context
def older(context: Context) -> None:
    context.host § "2.1.42"  # pyright: ignore[reportUnusedExpression]
""",
        wrong="=",
        right="==",
        mypy="misc",
        pyright="reportAttributeAccessIssue",
        says="host",
    ),
    Program(
        "validate_event_without_a_direction",
        """
from hookwire.validate import validate
problems = validate({}, event="Stop"§)
""",
        wrong="",
        right=', direction="input"',
        mypy="call-overload",
        pyright="reportCallIssue",
        says="validate",
    ),
    Program(
        "validate_direction_without_an_event",
        """
from hookwire.validate import validate
problems = validate({}, direction="input"§)
""",
        wrong="",
        right=', event="Stop"',
        mypy="call-overload",
        pyright="reportCallIssue",
        says="validate",
    ),
    Program(
        "validate_both_ways",
        """
from hookwire.validate import validate
problems = validate({}, event="Stop", direction="input"§)
""",
        wrong=', type="StopInput"',
        right="",
        mypy="call-overload",
        pyright="reportCallIssue",
        says="validate",
    ),
    Program(
        "read_reply_event",
        """
from hookwire.read import read_reply
said = read_reply("", event="§")
""",
        wrong="Stopp",
        right="Stop",
        mypy="arg-type",
        pyright="reportArgumentType",
        says="Stopp",
    ),
    Program(
        "read_reply_handler",
        """
from hookwire import Context
from hookwire.read import read_reply
said = read_reply("", context=Context(handler="§"))
""",
        wrong="htpp",
        right="http",
        mypy="arg-type",
        pyright="reportArgumentType",
        says="htpp",
    ),
    Program(
        "problem_severity",
        """
from hookwire.read import read_reply
refused = [it for it in read_reply("{}").problems if it["severity"] == "§"]
""",
        wrong="reject",
        right="rejected",
        mypy="comparison-overlap",
        pyright="reportUnnecessaryComparison",
        says="reject",
    ),
    Program(
        "tool_input_key",
        """
from typing import assert_type
from hookwire import PreToolUseInput
from hookwire.tools import BashInput, is_known_tool
def command(event: PreToolUseInput) -> str:
    if not is_known_tool(event) or event["tool_name"] != "Bash": return ""
    assert_type(event["tool_input"], BashInput)
    return event["tool_input"]["§"]
""",
        wrong="comand",
        right="command",
        mypy="typeddict-item",
        pyright="reportGeneralTypeIssues",
        says="comand",
    ),
    Program(
        "tool_input_of_another_tool",
        """
from hookwire import PreToolUseInput
from hookwire.tools import is_known_tool
def command(event: PreToolUseInput) -> str:
    if not is_known_tool(event) or event["tool_name"] != "Bash": return ""
    return event["tool_input"]["§"]
""",
        wrong="file_path",
        right="command",
        mypy="typeddict-item",
        pyright="reportGeneralTypeIssues",
        says="file_path",
    ),
    Program(
        "tool_that_is_none",
        """
from hookwire import PostToolUseInput
from hookwire.tools import is_known_tool
def is_shell(event: PostToolUseInput) -> bool:
    return is_known_tool(event) and event["tool_name"] == "§"
""",
        wrong="Bassh",
        right="Bash",
        mypy="comparison-overlap",
        pyright="reportUnnecessaryComparison",
        says="Bassh",
    ),
    Program(
        "tool_of_an_alias",
        """
from typing import assert_type
from hookwire import PostToolUseInput
from hookwire.tools import AgentInput, AgentResponse, is_known_tool
def asked(event: PostToolUseInput) -> str:
    if not is_known_tool(event) or event["tool_name"] != "Task": return ""
    assert_type(event["tool_response"], AgentResponse)
    assert_type(event["tool_input"], AgentInput)
    return event["tool_input"]["§"]
""",
        wrong="command",
        right="prompt",
        mypy="typeddict-item",
        pyright="reportGeneralTypeIssues",
        says="command",
    ),
    Program(
        "tool_of_a_batch",
        """
from hookwire import PostToolBatchInput
from hookwire.tools import is_known_tool
def commands(event: PostToolBatchInput) -> list[str]:
    return [call["tool_input"]["§"] for call in event["tool_calls"] if is_known_tool(call) and call["tool_name"] == "Bash"]
""",
        wrong="comand",
        right="command",
        mypy="typeddict-item",
        pyright="reportGeneralTypeIssues",
        says="comand",
    ),
    Program(
        "tool_of_an_event_without_one",
        """
from hookwire import HookInput
from hookwire.tools import is_known_tool
def has_known_tool(event: HookInput) -> bool:
    return event["hook_event_name"] == "§" and is_known_tool(event)
""",
        wrong="Stop",
        right="PreToolUse",
        mypy="arg-type",
        pyright="reportCallIssue",
        says="is_known_tool",
    ),
    Program(
        "tool_passed_on",
        """
from hookwire import PermissionRequestInput, PreToolUseInput
from hookwire.tools import is_known_tool
def of_any(event: PreToolUseInput) -> str: return event["tool_name"]
def of_another(event: PermissionRequestInput) -> str: return event["tool_name"]
def name(event: PreToolUseInput) -> str:
    return §(event) if is_known_tool(event) and event["tool_name"] == "Bash" else of_any(event)
""",
        wrong="of_another",
        right="of_any",
        mypy="arg-type",
        pyright="reportArgumentType",
        says="PermissionRequestInput",
    ),
    Program(
        "tool_of_ones_own",
        """
from typing import Literal, TypedDict
from hookwire import PreToolUseInput
class SearchInput(TypedDict):
    query: str
def of_any(event: PreToolUseInput[str, object]) -> str: return event["tool_name"]
def query(event: PreToolUseInput[Literal["mcp__memory__search"], SearchInput]) -> str:
    return of_any(event) + event["tool_input"]["§"]
""",
        wrong="queri",
        right="query",
        mypy="typeddict-item",
        pyright="reportGeneralTypeIssues",
        says="queri",
    ),
    Program(
        "tool_input_is_read_only",
        """
from hookwire import PreToolUseInput
def change(event: PreToolUseInput) -> None:
    event["§"] = "x"
""",
        wrong="tool_name",
        right="cwd",
        mypy="typeddict-readonly-mutated",
        pyright="reportTypedDictNotRequiredAccess",
        says="tool_name",
    ),
    Program(
        "tool_output_of_another_form",
        """
from hookwire import PostToolUseSyncOutput
from hookwire.tools import BashResponse
said: BashResponse = {"stdout": "", "stderr": "", "interrupted": False}
reply: PostToolUseSyncOutput[BashResponse] = {"hookSpecificOutput": {"hookEventName": "PostToolUse", "updatedToolOutput": §}}
""",
        wrong='"text"',
        right="said",
        mypy="typeddict-item",
        pyright="reportAssignmentType",
        says="BashResponse",
    ),
    Program(
        "tool_output_in_a_whole_reply",
        """
from hookwire import HookOutput, PostToolUseOutput
from hookwire.tools import BashResponse
either: HookOutput = {"hookSpecificOutput": {"hookEventName": "PostToolUse", "updatedToolOutput": "text"}}
reply: PostToolUseOutput[BashResponse] = {"hookSpecificOutput": {"hookEventName": "PostToolUse", "§": "text"}}
""",
        wrong="updatedToolOutput",
        right="additionalContext",
        mypy="typeddict-item",
        pyright="reportAssignmentType",
        says="",
    ),
    Program(
        "tool_output_of_any_tool",
        """
from hookwire import PostToolUseSyncOutput
reply: PostToolUseSyncOutput = {"hookSpecificOutput": {"hookEventName": "PostToolUse", "§": "text"}}
""",
        wrong="updated_tool_output",
        right="updatedToolOutput",
        mypy="typeddict-unknown-key",
        pyright="reportAssignmentType",
        says="updated_tool_output",
    ),
    Program(
        "tool_input_of_another_form",
        """
from hookwire import PreToolUseSyncOutput
from hookwire.tools import BashInput
def patient(said: BashInput) -> PreToolUseSyncOutput[BashInput]:
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {**said, "§": 60_000}}}
""",
        wrong="time_out",
        right="timeout",
        mypy="typeddict-unknown-key",
        pyright="reportReturnType",
        says="",
    ),
    Program(
        "tool_name_of_a_server",
        """
from hookwire.tools import mcp_tool
def server(name: str) -> str:
    found = mcp_tool(name)
    return found[0] if found § None else ""
""",
        wrong="is",
        right="is not",
        mypy="index",
        pyright="reportOptionalSubscript",
        says="",
    ),
    Program(
        "model_attribute",
        """
from hookwire.models import PostToolUseInput
def answer(event: PostToolUseInput) -> None:
    print(event.§)
""",
        wrong="tool_result",
        right="tool_response",
        mypy="attr-defined",
        pyright="reportAttributeAccessIssue",
        says="tool_result",
    ),
    Program(
        "model_decision_word",
        """
from hookwire.models import PreToolUseSpecificOutput
said = PreToolUseSpecificOutput(permission_decision="§")
""",
        wrong="block",
        right="deny",
        mypy="arg-type",
        pyright="reportArgumentType",
        says="block",
    ),
    Program(
        "model_misspelled_field",
        """
from hookwire.models import UserPromptSubmitSpecificOutput
said = UserPromptSubmitSpecificOutput(§="x")
""",
        wrong="additionnal_context",
        right="additional_context",
        mypy="call-arg",
        pyright="reportCallIssue",
        says="additionnal_context",
    ),
    Program(
        "model_message_with_allow",
        """
from hookwire import models
said = models.PermissionRequest§(message="no")
""",
        wrong="Allow",
        right="Deny",
        mypy="call-arg",
        pyright="reportCallIssue",
        says="message",
    ),
    Program(
        "model_union_decision",
        """
from hookwire.models import StopSyncOutput
said = StopSyncOutput(decision="§", reason="r")
""",
        wrong="deny",
        right="block",
        mypy="call-overload",
        pyright="reportArgumentType",
        says="",
    ),
    Program(
        "model_union_field",
        """
from hookwire.models import PermissionRequestDecision
said = PermissionRequestDecision(behavior="deny", §="no")
""",
        wrong="mesage",
        right="message",
        mypy="call-overload",
        pyright="reportCallIssue",
        says="",
    ),
    Program(
        "model_union_as_a_reply",
        """
from hookwire.models import StopOutput, StopSyncOutput, SubagentStopSyncOutput
said: StopOutput = §(decision="block", reason="r")
print(SubagentStopSyncOutput, StopSyncOutput)
""",
        wrong="SubagentStopSyncOutput",
        right="StopSyncOutput",
        mypy="assignment",
        pyright="reportAssignmentType",
        says="SubagentStopSyncOutput",
    ),
    Program(
        "model_absent_is_no_text",
        """
from hookwire.models import StopInput
def answer(event: StopInput) -> str:
    return event.§
""",
        wrong="last_assistant_message",
        right="cwd",
        mypy="return-value",
        pyright="reportReturnType",
        says="MISSING",
    ),
    Program(
        "model_absent_is_missing",
        """
from hookwire import models
def answer(event: models.StopInput) -> str:
    return event.last_assistant_message if event.last_assistant_message is not models.§ else ""
""",
        wrong="StopInput",
        right="MISSING",
        mypy="return-value",
        pyright="reportReturnType",
        says="MISSING",
    ),
    Program(
        "model_frozen",
        """
from hookwire.models import StopInput
def answer(event: StopInput) -> None:
    event.cwd § "/"  # pyright: ignore[reportUnusedExpression]
""",
        wrong="=",
        right="==",
        mypy="misc",
        pyright="reportAttributeAccessIssue",
        says="cwd",
    ),
]


ASKED = ['"StopInputt"', 'type="StopInputt"', 'event="Stopp", direction="input"']
"""Misspelled names in a call of `validate`."""

MODEL = "from hookwire.models import PermissionRequestSpecificOutput as P, PermissionRequestDeny\n\nP(§)\n"

UNASKED = """from hookwire import read_input

event, _ = read_input(b"{}")
print(event["tool_input"])
"""


def clean_programs() -> dict[str, str]:
    """Returns the programs that pass strict checks: scripts of other tests, of the cookbook and of all pages."""
    hooks = {path.stem: path for path in (HERE / "hooks").glob("*.py")}
    for hook in COOKBOOK.glob("*/*.py"):
        hooks[f"cookbook_{hook.parent.name.replace('-', '_')}_{hook.stem}"] = hook
    # Skips the contract tests, because `jsonschema` is only partly typed.
    programs = [program for program in readme_programs() if "jsonschema" not in program]
    assert len(programs) == len(readme_programs()) - 1
    # The guard is shown in its shortest form. `GUARD` is the same one with annotations.
    short = "def guard(call):"
    assert sum(short in program for program in programs) == 3
    texts = [*programs, *(it.text for it in docs_programs())]
    pages = {f"program_{at}": text for at, text in enumerate(it for it in texts if short not in it)}
    return {name: path.read_text(encoding="utf-8") for name, path in hooks.items()} | pages | {"guard": GUARD}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with all programs: a checker takes seconds to read the package, whatever else it reads."""
    folder = tmp_path_factory.mktemp("programs")
    texts = {f"clean_{name}": text for name, text in clean_programs().items()}
    for program in PROGRAMS:
        texts[f"wrong_{program.name}"] = program.text.replace("§", program.wrong)
        texts[f"right_{program.name}"] = program.text.replace("§", program.right)
    for at, asked in enumerate(ASKED):
        texts[f"misspelled_{at}"] = f"from hookwire.validate import validate\n\nvalidate(1, {asked})\n"
    texts |= {"model_without": MODEL.replace("§", ""), "unasked": UNASKED}
    texts["model_with"] = MODEL.replace("§", "decision=PermissionRequestDeny()")
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def found(folder: Path) -> Callable[[str], list[Finding]]:
    """Returns the function that returns what a checker reports. Each runs once."""
    checkers = {"mypy": mypy, "pyright": pyright, "plugin": lambda it: mypy(it, plugin=True)}
    return cache(lambda checker: checkers[checker](folder))


Found = Callable[[str], list[Finding]]


def of(findings: list[Finding], prefix: str) -> list[Finding]:
    """Returns the findings in the programs whose name begins so."""
    return [it for it in findings if it.file.startswith(f"{prefix}_")]


@pytest.mark.parametrize("checker", ["mypy", "pyright", "plugin"])
def test_corrected_programs_are_accepted(found: Found, checker: str) -> None:
    """So every error in the others comes from the one token. The plugin of pydantic agrees."""
    assert of(found(checker), "right") == []


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_each_mistake_is_reported(found: Found, checker: str) -> None:
    """The error is in the line of the mistake, has the expected rule, and names the token."""
    for program in PROGRAMS:
        here = [it for it in found(checker) if it.file == f"wrong_{program.name}.py"]
        rule = program.mypy if checker == "mypy" else program.pyright
        meant = [it for it in here if it.rule == rule and program.says in it.message]
        assert meant, (program.name, here)
        assert {finding.line for finding in here} == {program.line()}, (program.name, here)


def test_the_mypy_plugin_of_pydantic_agrees(found: Found) -> None:
    """The plugin checks constructors as the checkers do without it."""
    wrong = {finding.file for finding in of(found("plugin"), "wrong")}
    assert wrong == {f"wrong_{program.name}.py" for program in PROGRAMS}


GUARD = '''
from typing import Literal

from hookwire import PreToolUse, Reply, block, run
from hookwire.tools import BashInput


def guard(call: PreToolUse[BashInput]) -> Reply[Literal["block"]] | None:
    if call.tool_input.get("dangerouslyDisableSandbox"):
        return block("Commands stay in the sandbox.")
    return None


run({"PreToolUse": {"Bash": guard}})
'''


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_hooks_are_clean(found: Found, checker: str) -> None:
    """The scripts of the other tests and the cookbook, and the programs of all pages, pass strict checks."""
    assert of(found(checker), "clean") == []


def test_mypy_names_a_missing_argument_of_a_model(found: Found) -> None:
    """The message has the word, and there is none if the argument is there."""
    (missing,) = of(found("mypy"), "model")
    assert (missing.file, missing.line) == ("model_without.py", 3)
    assert missing.message.startswith('Missing named argument "decision"')


def test_one_error_for_each_key_that_is_read_before_is_known(found: Found) -> None:
    """Mypy reports the key, and not every event that does not have it."""
    (one,) = (it for it in found("mypy") if it.file == "unasked.py")
    assert (one.line, one.rule) == (4, "index")
    expected = 'Invalid index type "str" for "Input"; expected type "CallIsKnownFirst"'
    assert one.message == expected


def test_the_message_of_a_misspelled_name_is_short(found: Found) -> None:
    """Mypy must not list all names of types and events."""
    for at in range(len(ASKED)):
        (one,) = (it for it in found("mypy") if it.file == f"misspelled_{at}.py")
        assert one.line == 3
        assert one.message.startswith("No overload variant")
        assert one.notes.startswith("Possible overload variants")
        assert len(one.message + one.notes) < 1500, one
