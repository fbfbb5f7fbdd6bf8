"""The results of hooks: what is left of a hook when it has ended."""

from .._arguments import expect_flag, expect_optional_string
from .._plan import PUBLIC
from .._prompt import ModelAnswer

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from .._input import Text
    from .._types import RecordedResult


class HandlerResult:
    """The result of a hook. Functions such as `exited` create it."""

    __slots__ = ("answer", "body", "code", "is_error", "kind", "status", "stderr", "stdout")
    __module__ = PUBLIC + ".host"

    def __init__(self, kind: str) -> None:
        """Creates a result without output; use the functions of this module instead."""
        self.kind = kind
        """How the hook ended: `exited`, `signalled`, `http`, `mcp`, `model`, `timed_out`,
        `not_started` or `backgrounded`."""
        self.code = 0
        """The exit code of a command."""
        self.stdout: Text = b""
        """The standard output of a command; in the background, what it printed there."""
        self.stderr: Text = b""
        """The standard error of a command."""
        self.status = 0
        """The status of an HTTP response."""
        self.body: Text = b""
        """The body of an HTTP response, or the text of a tool's result."""
        self.is_error = False
        """Whether the tool failed."""
        self.answer: ModelAnswer | None = None
        """The answer of a model."""

    def record(self) -> "RecordedResult":
        """Returns the result as JSON, for logs, recordings and tests.

        `recorded_result` reads it. A lone surrogate in a string becomes U+FFFD.

        Raises:
            TypeError: What the hook wrote is neither bytes nor a string.
        """
        from .record import record_of  # noqa: PLC0415

        return record_of(self)

    def __repr__(self) -> str:
        """Shows the kind, and what belongs to it."""
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in _SHOWN.get(self.kind, ()))
        return f"HandlerResult({', '.join(filter(None, (repr(self.kind), shown)))})"


_SHOWN = {
    "exited": ("code", "stdout", "stderr"),
    "signalled": ("stdout", "stderr"),
    "http": ("status", "body"),
    "mcp": ("body", "is_error"),
    "model": ("answer",),
    "backgrounded": ("stdout",),
}


def exited(code: int, stdout: "Text" = b"", stderr: "Text" = b"") -> HandlerResult:
    """Returns the result of a command that ended with an exit code."""
    _expect_number("code", code)
    result = HandlerResult("exited")
    result.code = code
    result.stdout = stdout
    result.stderr = stderr
    return result


def signalled(stdout: "Text" = b"", stderr: "Text" = b"") -> HandlerResult:
    """Returns the result of a command that a signal ended."""
    result = HandlerResult("signalled")
    result.stdout = stdout
    result.stderr = stderr
    return result


def http(status: int, body: "Text" = b"") -> HandlerResult:
    """Returns the result of a request: the status of the response, and its body."""
    _expect_number("status", status)
    result = HandlerResult("http")
    result.status = status
    result.body = body
    return result


def mcp(text: "Text" = b"", *, is_error: bool = False) -> HandlerResult:
    """Returns the result of a call of an MCP tool: its text, and whether the tool failed."""
    expect_flag("is_error", is_error)
    result = HandlerResult("mcp")
    result.body = text
    result.is_error = is_error
    return result


def model(
    answer: "Text | ModelAnswer" = "",
    *,
    stop_reason: "str | None" = None,
) -> HandlerResult:
    """Returns the result of a question to a model: the text of its answer, or a `ModelAnswer`."""
    expect_optional_string("stop_reason", stop_reason)
    result = HandlerResult("model")
    if isinstance(answer, ModelAnswer):
        result.answer = answer
    else:
        result.answer = ModelAnswer(answer, stop_reason=stop_reason)
    return result


def timed_out() -> HandlerResult:
    """Returns the result of a hook that exceeded its time limit."""
    return HandlerResult("timed_out")


def not_started() -> HandlerResult:
    """Returns the result of a command that cannot be started, or of a server that cannot be reached."""
    return HandlerResult("not_started")


def backgrounded(later: "Text" = b"") -> HandlerResult:
    """Returns the result of a command that the host does not wait for, and what it prints later."""
    result = HandlerResult("backgrounded")
    result.stdout = later
    return result


def _expect_number(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"`{name}` has to be an integer, not a `{type(value).__name__}`")


def expect_result(value: object) -> None:
    """Accepts a result.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(value, HandlerResult):
        found = type(value).__name__
        advice = "as `exited(1, stdout)`"
        raise TypeError(f"`result` has to be a `HandlerResult`, not a `{found}`: {advice}")
