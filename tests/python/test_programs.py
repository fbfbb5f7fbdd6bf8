"""Wrong programs fail type checks for the intended reason: a corrected copy that differs in one token passes."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from support import HERE, Finding, docs_programs, mypy, pyright, readme_programs, run

pytestmark = pytest.mark.slow


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


def write(folder: Path, token: Callable[[Program], str]) -> Path:
    """Writes every program with one of its tokens."""
    folder.mkdir()
    for program in PROGRAMS:
        (folder / f"{program.name}.py").write_text(program.text.replace("§", token(program)))
    return folder


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder of the programs with mistakes."""
    return write(tmp_path_factory.mktemp("programs") / "wrong", lambda program: program.wrong)


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder of the corrected copies."""
    return write(tmp_path_factory.mktemp("programs") / "right", lambda program: program.right)


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_corrected_programs_are_accepted(right: Path, checker: Callable[[Path], list[Finding]]) -> None:
    """So every error in the others comes from the one token."""
    assert checker(right) == []


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_each_mistake_is_reported(wrong: Path, checker: Callable[[Path], list[Finding]]) -> None:
    """The error is in the line of the mistake, has the expected rule, and names the token."""
    found = checker(wrong)
    for program in PROGRAMS:
        here = [finding for finding in found if finding.file == f"{program.name}.py"]
        rule = program.mypy if checker is mypy else program.pyright
        meant = [it for it in here if it.rule == rule and program.says in it.message]
        assert meant, (program.name, here)
        assert {finding.line for finding in here} == {program.line()}, (program.name, here)


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


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_hooks_are_clean(tmp_path: Path, checker: Callable[[Path], list[Finding]]) -> None:
    """The scripts of the other tests, and the programs in the README and the documentation, pass strict checks."""
    folder = tmp_path / "hooks"
    folder.mkdir()
    for path in (HERE / "hooks").glob("*.py"):
        (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    # Skips the contract tests, because `jsonschema` is only partly typed.
    programs = [program for program in readme_programs() if "jsonschema" not in program]
    assert len(programs) == len(readme_programs()) - 1
    documented = [it.text for it in docs_programs()]
    # The guard is shown in its shortest form. This is the same one with annotations.
    (folder / "guard.py").write_text(GUARD, encoding="utf-8")
    short = "def guard(call):"
    assert sum(short in program for program in programs) == 3
    for at, program in enumerate(it for it in [*programs, *documented] if short not in it):
        (folder / f"program_{at}.py").write_text(program, encoding="utf-8")
    assert checker(folder) == []


def test_mypy_names_a_missing_argument_of_a_model(tmp_path: Path) -> None:
    """The message has the word, and there is none if the argument is there."""
    text = "from hookwire.models import PermissionRequestSpecificOutput as P, PermissionRequestDeny\n\nP(§)\n"
    outputs = []
    for token in ("", "decision=PermissionRequestDeny()"):
        (tmp_path / "program.py").write_text(text.replace("§", token))
        cache = str(tmp_path / "cache")
        done = run("-m", "mypy", "--strict", "--cache-dir", cache, str(tmp_path / "program.py"))
        outputs.append(done.stdout)
    assert 'program.py:3: error: Missing named argument "decision"' in outputs[0]
    assert outputs[1].startswith("Success")


def test_one_error_for_each_key_that_is_read_before_is_known(tmp_path: Path) -> None:
    """Mypy reports the key, and not every event that does not have it."""
    program = """from hookwire import read_input

event, _ = read_input(b"{}")
print(event["tool_input"])
"""
    (tmp_path / "program.py").write_text(program)
    (found,) = mypy(tmp_path)
    assert (found.line, found.rule) == (4, "index")
    expected = 'Invalid index type "str" for "Input"; expected type "CallIsKnownFirst"'
    assert found.message == expected


def test_the_mypy_plugin_of_pydantic_agrees(right: Path, wrong: Path) -> None:
    """The plugin checks constructors as the checkers do without it."""
    assert mypy(right, plugin=True) == []
    found = {finding.file for finding in mypy(wrong, plugin=True)}
    assert found == {f"{program.name}.py" for program in PROGRAMS}


@pytest.mark.parametrize("asked", ['"StopInputt"', 'type="StopInputt"', 'event="Stopp", direction="input"'])
def test_the_message_of_a_misspelled_name_is_short(asked: str, tmp_path: Path) -> None:
    """Mypy must not list all names of types and events."""
    program = f"from hookwire.validate import validate\n\nvalidate(1, {asked})\n"
    (tmp_path / "program.py").write_text(program)
    done = run("-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(tmp_path))
    assert "program.py:3: error: No overload variant" in done.stdout
    assert len(done.stdout) < 1500, done.stdout
