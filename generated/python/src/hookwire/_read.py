"""Reads replies from text, as the host does, and reports their problems."""

from ._input import (
    UnreadableError,
    decoded,
    is_event,
    parsed,
    replaced_problems,
)
from ._json_values import is_object
from ._plan import BACKGROUND, EVENT_KEY, EVENTS, HANDLERS, MODEL_HANDLERS, OUTPUT, PUBLIC
from ._plan.words import WORDS
from ._validate import asked, known
from ._walk import in_order, problem, problems_of, under

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ._context import Context
    from ._input import Text
    from ._types import HookEvent, HookOutput, Problem, ProblemCode, ReplyKind
    from ._validate import Asked

# The white space that the host trims, as JavaScript does. `str.strip` trims other characters.
_WHITE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


class ReplyReading:
    """The reply of a hook, as the host reads it."""

    __slots__ = ("kind", "problems", "reply")
    __module__ = PUBLIC + ".read"

    def __init__(
        self,
        kind: "ReplyKind",
        reply: "HookOutput | None" = None,
        problems: "list[Problem] | None" = None,
    ) -> None:
        """Creates a reply."""
        self.kind = kind
        """The host's reading: no reply, JSON, or plain text."""
        self.reply = reply
        """The JSON object, if there is a readable one. It has this type if there are no problems."""
        self.problems = problems or []
        """The problems, the most severe ones first."""

    def __repr__(self) -> str:
        """Shows all fields."""
        return f"ReplyReading(kind={self.kind!r}, reply={self.reply!r}, problems={self.problems!r})"


def read_reply(
    data: "Text", event: "HookEvent | None" = None, context: "Context | None" = None
) -> ReplyReading:
    """Reads the reply of a hook, as the host does. Replaces the same parts as `read_input`.

    Args:
        data: All of standard output, the whole body of a response, or the whole result of a tool.
        event: The event that the reply answers. Without it, it is that of the context's `input`, and
            without that, a reply to any event is accepted.
        context: Uses the `host`; the `input`; the `handler`: from `"http"` the host accepts only a JSON object,
            and the default is `"command"`; the `tool`: values for it are validated against its
            types; and the `profile`.

    Returns:
        The reply as the host reads it, with its problems.

    Raises:
        ValueError: The event is unknown, or a model answers for the handler: read its answer with
            `read_prompt_reply`.
        TypeError: `data` is not text, or `context` is not a `Context`.
    """
    options = asked(context)
    entry = context.handler if context else None
    handler = str(entry["type"]) if entry else "command"
    if handler in MODEL_HANDLERS:
        shown = f"an `{handler}`" if handler == "agent" else f"a `{handler}`"
        raise ValueError(
            f"`read_reply` cannot read the answer of {shown} handler: use `read_prompt_reply`"
        )
    if HANDLERS:  # a contract without kinds of handlers accepts any
        known("handler", handler, HANDLERS)
    name = event_in(context) if event is None else event
    reply = _reply(data, name, handler, options)
    under(options[2], reply.problems)
    return reply


def event_in(context: "Context | None") -> "HookEvent | None":
    """Returns the event in the input of a context, if it is known."""
    event: Any = context.input if context else None
    name: Any = event.get(EVENT_KEY) if event else None
    return name if is_event(name) else None


def _reply(data: "Text", event: "str | None", handler: str, options: "Asked") -> ReplyReading:
    types = {"output": OUTPUT} if event is None else EVENTS[known("event", event, EVENTS)]
    stdout = types.get("stdout")
    replaced: list[ProblemCode] = []
    try:
        text = decoded(data, replaced)
    except UnreadableError as error:
        return ReplyReading("text", None, [error.problem("rejected")])
    whole = trimmed(text)
    expected = [_path_expected()] if handler != "http" and stdout == "path" else []
    if not whole:
        return ReplyReading("nothing", None, expected)
    if handler == "command" and BACKGROUND and "\n" in text and _may_name_background(whole):
        from ._plain import background  # noqa: PLC0415

        whole, problems = background(text, whole, options)
        expected += problems
    if not is_in_braces(whole):
        problems = _problems_of_text(text, whole, handler, event, stdout, options)
        return ReplyReading("text", None, in_order(problems + replaced_problems(replaced)))
    try:
        reply: Any = parsed(whole, replaced)
    except UnreadableError as error:
        if error.code == "not-json":
            from ._plain import is_log, not_read  # noqa: PLC0415

            if is_log(whole, options):
                problems = _problems_of_text(text, whole, handler, event, stdout, options)
                return ReplyReading("text", None, in_order(problems + replaced_problems(replaced)))
            # Where a path is expected, JSON without mistakes would be wrong, too.
            problems = expected or [not_read(text, whole)]
        else:
            problems = [error.problem("rejected")]
        reply = None
    else:
        problems = problems_of(reply, types["output"], *options)
        if handler == "mcp_tool":
            problems = [_of_tool(it) for it in problems]
        elif handler == "command" and BACKGROUND and is_for_background(reply):
            problems = [_of_background(it) for it in problems]
        problems += expected
    # These and the expected path have the empty pointer, like problems of the whole reply.
    return ReplyReading("json", reply, in_order(problems + replaced_problems(replaced)))


def _of_tool(found: "Problem") -> "Problem":
    """Returns a problem of a tool's reply.

    Of a part with the name of another event, the host drops that part alone.
    """
    if found["code"] != "wrong-event-name" or found["severity"] != "rejected":
        return found
    return {**found, "severity": "ignored", "pointer": found["pointer"].rpartition("/")[0]}


def is_for_background(reply: "Any") -> bool:
    """Returns whether an object moves a command to the background."""
    return is_object(reply) and reply.get(BACKGROUND) is True


def _of_background(found: "Problem") -> "Problem":
    """Returns a problem of a reply that moves the command to the background, whatever else is in it."""
    return {**found, "severity": "ignored"} if found["severity"] == "rejected" else found


def _may_name_background(text: str) -> bool:
    """Returns whether a text can have the key of the background, maybe with an escape in it."""
    return BACKGROUND in text or "\\u" in text


def _problems_of_text(  # noqa: PLR0913, PLR0917
    text: str,
    whole: str,
    handler: str,
    event: "str | None",
    stdout: "str | None",
    options: "Asked",
) -> "list[Problem]":
    """Returns the problems of a reply that is not a JSON object. `whole` is the text without white space around it."""
    if handler != "http" and stdout == "path":
        return []
    from ._plain import not_read, problems_of_text  # noqa: PLC0415

    if handler == "http":
        return [not_read(text, whole)]
    return problems_of_text(text, whole, event, stdout, options)


def _path_expected() -> "Problem":
    return problem("not-allowed-here", "rejected", WORDS["path-expected"])


def trimmed(text: str) -> str:
    """Trims a text as the host does."""
    return text.strip(_WHITE)


def object_of(text: str) -> "dict[str, Any] | None":
    """Returns the object that a text is, if it is one."""
    text = trimmed(text)
    if not is_in_braces(text):
        return None
    try:
        value: Any = parsed(text, [])
    except UnreadableError:
        return None
    return value if is_object(value) else None


def is_in_braces(text: str) -> bool:
    """Returns whether a text begins and ends as an object does."""
    return text.startswith("{") and text.endswith("}")
