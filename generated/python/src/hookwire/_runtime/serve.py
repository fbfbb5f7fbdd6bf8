"""Answers events as other kinds of handlers do: over HTTP, as the tool of a server, and as a function of the SDK."""

from sys import stderr

from .._json_text import dumps
from .._plan import EVENT_KEY, SAYINGS
from .._validate import PUBLIC, is_object, known
from . import finished, steps
from .answer import Answer, FailedError, check, refusal, spelled, word
from .verbs import Reply, watch_tasks

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping
    from typing import Any

    from .._input import Text
    from .._types import HookEvent
    from . import Guard, Steps
    from .handlers import Handlers

_LARGEST = 16 * 1024 * 1024
_TEXT = "text/plain; charset=utf-8"


class HttpAnswer:
    """The response to an event that came over HTTP."""

    __slots__ = ("body", "headers", "notes", "status")
    __module__ = PUBLIC

    def __init__(self, status: int, body: str, form: str = _TEXT, notes: str = "") -> None:
        """Creates a response."""
        self.status = status
        """The status."""
        self.headers = {"content-type": form}
        """The headers."""
        self.body = body
        """The body."""
        self.notes = notes
        """What a command would print to stderr. Write it to your log: it is not part of the response."""

    def __repr__(self) -> str:
        """Shows all fields."""
        return f"HttpAnswer(status={self.status}, body={self.body!r}, notes={self.notes!r})"


def handle(  # noqa: PLR0913  # by name only, except for the request
    handlers: "Handlers",
    body: "Text",
    headers: "Mapping[str, str] | Iterable[tuple[str, str]]" = (),
    *,
    require: "Mapping[str, str] | None" = None,
    largest: int = _LARGEST,
    guard: "Guard | None" = None,
    name: "str | None" = None,
) -> HttpAnswer:
    """Answers an event that came over HTTP.

    Args:
        handlers: The handlers, as for `run`.
        body: The body of the request.
        headers: The headers of the request; their names may have any case.
        require: Headers that the request must have, such as those of the entry in the settings:
            `{"Authorization": "Bearer …"}`. Without them the status is 401.
        largest: The maximum size of the body in bytes. The status of a larger one is 413.
        guard: What happens if the hook fails, as for `run`.
        name: The name of the hook in messages.

    Returns:
        The response. No error is raised.
    """
    refused = _refused(body, headers, require, largest)
    if refused:
        return refused
    return _response(finished(steps(handlers, body, guard, name, elsewhere=True)))


async def handle_async(  # noqa: PLR0913  # by name only, except for the request
    handlers: "Handlers",
    body: "Text",
    headers: "Mapping[str, str] | Iterable[tuple[str, str]]" = (),
    *,
    require: "Mapping[str, str] | None" = None,
    largest: int = _LARGEST,
    guard: "Guard | None" = None,
    name: "str | None" = None,
) -> HttpAnswer:
    """Answers an event that came over HTTP, in an event loop. Takes and returns the same as `handle`."""
    refused = _refused(body, headers, require, largest)
    if refused:
        return refused
    return _response(await _finished(steps(handlers, body, guard, name, elsewhere=True)))


def callback(
    handlers: "Handlers", *, guard: "Guard | None" = None, name: "str | None" = None
) -> "Callable[[Any, str | None, Any], Coroutine[Any, Any, Any]]":
    """Returns a function for the `hooks` of the SDK.

    Args:
        handlers: The handlers, as for `run`.
        guard: What happens if the hook fails, as for `run`.
        name: The name of the hook in messages.

    Returns:
        A function to pass to `HookMatcher(hooks=[…])`. It raises an error where the event can only
        be blocked by one.
    """

    async def called(event: "Any", _id: "str | None" = None, _context: object = None) -> "Any":
        answer = await _finished(steps(handlers, dumps(event), guard, name, elsewhere=True))
        reply, reason = _reply(answer)
        for note in answer.notes:
            print(note, file=stderr)
        if reason is not None:
            raise FailedError(reason)
        return reply

    return called


def tool_result(
    event: "HookEvent",
    reply: "Reply[Any] | None",
    input: "Mapping[str, Any] | None" = None,  # noqa: A002  # the same name in every language
) -> "dict[str, Any]":
    """Writes a reply as the result of a tool, for a handler of the kind `mcp_tool`.

    Args:
        event: The event that the tool answers.
        reply: The reply; `None` for nothing.
        input: The input of the event, if the tool has it. `rewrite` needs it.

    Returns:
        The result: `content`, and `isError` where the event can only be blocked by an error.

    Raises:
        ValueError: The event is unknown, or does not take the reply.
        TypeError: `reply` is not a `Reply`.
    """
    known("event", event, SAYINGS)
    if reply is not None and not isinstance(reply, Reply):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"`reply` has to be a `Reply`, not a `{type(reply).__name__}`")
    answer = Answer(event, {EVENT_KEY: event, **(input or {})})
    if reply is not None:
        reply.used = True
        answer.hooks = [[*acts] for acts in reply.hooks]
    try:
        check(answer, elsewhere=True)
    except FailedError as error:
        raise ValueError(str(error)) from None
    said, reason = _reply(answer)
    text = dumps(said) if reason is None else reason
    result: dict[str, Any] = {"content": [{"type": "text", "text": text}]}
    return result if reason is None else {**result, "isError": True}


async def _finished(todo: "Steps") -> Answer:
    """Calls handlers until there is an answer, in an event loop."""
    watch_tasks()
    try:
        step = next(todo)
        while True:
            try:
                value = step()
                if hasattr(value, "__await__"):
                    value = await value
            except Exception as error:
                step = todo.throw(error)
            else:
                step = todo.send(value)
    except StopIteration as end:
        answer: Answer = end.value
        return answer


def _refused(
    body: "Text", headers: "Any", require: "Mapping[str, str] | None", largest: int
) -> "HttpAnswer | None":
    """Returns the response to a request that is not answered."""
    pairs = headers.items() if hasattr(headers, "items") else headers
    given = {str(key).lower(): str(value) for key, value in pairs}
    matches = [_same(given.get(key.lower(), ""), value) for key, value in (require or {}).items()]
    if not all(matches):
        return HttpAnswer(401, word("unauthorized"))
    if len(body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body) > largest:
        return HttpAnswer(413, word("large").replace("{largest}", str(largest)))
    return None


def _same(given: str, expected: str) -> bool:
    """Compares in a time that does not depend on where they differ."""
    from hmac import compare_digest  # noqa: PLC0415

    return compare_digest(given.encode(), expected.encode())


def _response(answer: Answer) -> HttpAnswer:
    reply, reason = _reply(answer)
    notes = "".join(f"{it}\n" for it in answer.notes)
    if reason is not None:
        return HttpAnswer(500, reason, notes=notes)
    return HttpAnswer(200, dumps(reply), "application/json", notes)


def _reply(answer: Answer) -> "tuple[Any, str | None]":
    """Returns the reply, and the reason to fail if the event takes no other answer."""
    if answer.refusal is not None:
        out = refusal(answer, elsewhere=True)
        return ({}, answer.refusal) if out is None or out.fails else (out.reply, None)
    if answer.raw is not None or answer.event not in SAYINGS:
        return (answer.raw if is_object(answer.raw) else {}), None
    out = spelled(answer, elsewhere=True)
    answer.notes += out.stderr
    if not out.fails:
        return out.reply, None
    reasons = [str(value) for hook in answer.hooks for verb, value, _ in hook if verb == "block"]
    return {}, "\n".join(reasons)
