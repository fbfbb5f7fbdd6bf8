"""The results of hooks as JSON, for logs, recordings and tests: the type `RecordedResult`."""

from binascii import Error as NotBase64
from binascii import a2b_base64, b2a_base64

from .._prompt import ModelAnswer
from .._validate import validate
from .data import RECORDS
from .result import HandlerResult

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .._input import Text
    from .._types import RecordedResult

_VALUES = {"exited": "code", "http": "status", "mcp": "is_error"}
"""The key that is not a text, by kind. The attribute has the same name."""

_TEXTS = {
    "exited": {"stdout": "stdout", "stderr": "stderr"},
    "signalled": {"stdout": "stdout", "stderr": "stderr"},
    "http": {"body": "body"},
    "mcp": {"text": "body"},
    "backgrounded": {"later": "stdout"},
}
"""The texts of a record by kind: the key, and the attribute."""


def record_of(result: HandlerResult) -> "RecordedResult":
    """Returns a result as JSON."""
    made: Any = {"kind": result.kind}
    value = _VALUES.get(result.kind)
    if value:
        made[value] = getattr(result, value)
    for key, attribute in _TEXTS.get(result.kind, {}).items():
        made[key] = _recorded(getattr(result, attribute))
    if result.kind == "model":
        answer = result.answer or ModelAnswer()
        made["text"] = _recorded(answer.text)
        if answer.stop_reason is not None:
            made["stop_reason"] = answer.stop_reason
        made["timed_out"] = answer.timed_out
        made["structured_output"] = answer.structured_output
    found: RecordedResult = made
    return found


def recorded_result(record: "RecordedResult | Mapping[str, Any]") -> HandlerResult:
    """Returns the result that a record is of. What the hook wrote is bytes.

    Args:
        record: What `HandlerResult.record` returned, or JSON of the type `RecordedResult`.

    Returns:
        The result. A text that the record lacks is empty.

    Raises:
        ValueError: It is not a record of a result. The message says what is wrong and where.
    """
    for problem in validate(record, "RecordedResult"):
        raise _no_record(problem["pointer"], problem["message"])
    given: Any = record
    result = HandlerResult(given["kind"])
    # A number can have another notation, such as `2.0`.
    result.code = int(given.get("code", 0))
    result.status = int(given.get("status", 0))
    result.is_error = given.get("is_error", False)
    for key, attribute in _TEXTS.get(result.kind, {}).items():
        setattr(result, attribute, _bytes_of(given, key))
    if result.kind == "model":
        result.answer = ModelAnswer(
            _bytes_of(given, "text"),
            stop_reason=given.get("stop_reason"),
            timed_out=given.get("timed_out", False),
            structured_output=given.get("structured_output", True),
        )
    return result


def _no_record(pointer: str, message: str) -> ValueError:
    text = RECORDS["not-a-record"].replace("{pointer}", pointer)
    return ValueError(text.replace("{message}", message))


def _recorded(data: "Text") -> "Any":
    """Returns bytes as a string, or as an object with their base64 if they are not UTF-8."""
    if isinstance(data, str):
        return _well_formed(data)
    whole = memoryview(data).tobytes()
    try:
        return whole.decode()
    except UnicodeDecodeError:
        return {"base64": b2a_base64(whole, newline=False).decode()}


def _bytes_of(record: "Any", key: str) -> bytes:
    given: Any = record.get(key, "")
    if isinstance(given, str):
        return _well_formed(given).encode()
    text: str = given["base64"]
    try:
        data = a2b_base64(text)
    except (NotBase64, ValueError):
        data = b""
    # The decoder skips what is not of the alphabet.
    if b2a_base64(data, newline=False).decode() != text:
        raise _no_record(f"/{key}/base64", RECORDS["not-base64"])
    return data


def _well_formed(text: str) -> str:
    """Returns a string with U+FFFD for each lone surrogate."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
