"""Replies that report the results of validators."""

from copy import deepcopy

from ._arguments import expect_string
from ._plan.answers import ANSWERS, FAILED, LEFT_OUT, LIMIT, LINE, SNIPPET
from ._validate import PUBLIC, known, validate

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ._types import HookEvent, ValidationResult, ValidationSeverity, Violation
    from ._types.validator_output import ValidatorOutput

_SEVERITIES = ("error", "warning", "info")


class ValidatorReply:
    """A reply that reports the result of a validation to the host."""

    __slots__ = ("exit_code", "note", "reply", "stderr")
    __module__ = PUBLIC + ".validate"

    def __init__(
        self, reply: "ValidatorOutput", exit_code: int, stderr: str, note: "str | None"
    ) -> None:
        """Creates a reply."""
        self.reply = reply
        """The JSON that a command prints: the reply to the event, with the result in it.

        It has the type of the profile `validator`. The host ignores the result.
        """
        self.exit_code = exit_code
        """The exit code of a command."""
        self.stderr = stderr
        """The text that a command writes to stderr; empty if the reply contains everything."""
        self.note = note
        """The limits of the reply: why nothing is decided, or who cannot read it."""

    def __repr__(self) -> str:
        """Shows all fields."""
        shown = f"reply={self.reply!r}, exit_code={self.exit_code!r}, stderr={self.stderr!r}"
        return f"ValidatorReply({shown}, note={self.note!r})"


def validator_reply(
    result: "ValidationResult",
    *,
    severity: "ValidationSeverity",
    event: "HookEvent",
    reason: str = "",
) -> ValidatorReply:
    """Creates the reply to an event from the result of a validator.

    An `error` denies where a hook can deny. A `warning` is shown where somebody reads it. `info`
    decides nothing, and neither does a passed result, whatever the severity.

    Args:
        result: The result of the validator.
        severity: The severity of a failed result.
        event: The event to reply to.
        reason: The text for the reader of the reply. The default is the summary and the violations.

    Returns:
        The reply, the exit code, stderr, and a note.

    Raises:
        TypeError: `reason` is not a string.
        ValueError: `result` is not a validation result, or the severity or event is unknown.
    """
    ways = ANSWERS[known("event", event, ANSWERS)]
    found = known("severity", severity, _SEVERITIES)
    for problem in validate(result, "ValidationResult"):
        raise ValueError(f'not a result, at "{problem["pointer"]}": {problem["message"]}')
    expect_string("reason", reason)
    way = ways["passed" if result["passed"] else found]
    text = reason or _text_of(result["summary"], result["violations"])
    reply: Any = {**_reply_of(way, text), **result}
    return ValidatorReply(reply, way["exit_code"], text if way["exit_code"] else "", way["note"])


def _reply_of(way: "dict[str, Any]", text: str) -> "dict[str, Any]":
    """Returns the reply of the plan with the text filled in."""
    reply: dict[str, Any] = deepcopy(way["reply"])
    if way["text"]:
        *above, key = way["text"]
        inner = reply
        for step in above:
            inner = inner[step]
        inner[key] = text
    return reply


def _text_of(summary: str, violations: "list[Violation]") -> str:
    """Returns the summary and as many violations as fit into the host's limit."""
    text = summary or FAILED
    used = _units(text)
    for at, violation in enumerate(violations):
        block = "\n" + _block_of(violation)
        used += _units(block)
        if used + _units(_left_out(len(violations) - at - 1)) > LIMIT:
            return text + _left_out(len(violations) - at)
        text += block
    return text


def _left_out(count: int) -> str:
    return "\n" + LEFT_OUT.replace("{count}", str(count)) if count else ""


def _units(text: str) -> int:
    """Returns the length in UTF-16 units, which a host written in JavaScript counts."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def _block_of(violation: "Violation") -> str:
    """Returns the place, rule and suggestion of a violation, and its snippet on the next line."""
    place = _place_of(violation["file"], int(violation["line"]))
    parts = (_one_line(part) for part in (place, violation["rule"], violation["suggestion"]))
    snippet = violation["snippet"]
    if len(snippet) > SNIPPET:
        snippet = snippet[:SNIPPET] + "..."
    shown = f"\n    {_one_line(snippet)}" if snippet else ""
    return ": ".join(part for part in parts if part) + shown


def _place_of(file: str, line: int) -> str:
    if line <= 0:
        return file
    return f"{file}:{line}" if file else LINE.replace("{line}", str(line))


def _one_line(text: str) -> str:
    return text.replace("\n", " ").replace("\r", " ")
