"""Answers events as other kinds of handlers do: over HTTP, as the tool of a server, and as a function of the SDK."""

import sys

from .._json_values import dumps, is_object
from .._plan import EVENT_KEY, PUBLIC, SAYINGS
from .._shown import encodable
from .._validate import known
from . import answers, finished, join, policy, replies_in, steps
from .answer import Answer, FailedError, plan_of, refusal, spelled, word
from .requests import (
    TooLargeError,
    has_headers,
    is_cancelled,
    option_in,
    read_body,
    read_body_async,
    unread,
    wrong_options,
)
from .verbs import watch_tasks

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping
    from typing import Any, Never, TypeAlias

    from .._types import HookEvent
    from . import Guard, Steps
    from .handlers import Handlers
    from .requests import AsyncBody, Body
    from .verbs import Reply

    Headers: TypeAlias = "Mapping[str, str] | Iterable[tuple[str, str]]"

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
    body: "Body",
    headers: "Headers" = (),
    *,
    require: "Mapping[str, str] | None" = None,
    largest: float = _LARGEST,
    guard: "Guard | None" = None,
    name: "str | None" = None,
    **unknown: "Never",
) -> HttpAnswer:
    """Answers an event that came over HTTP.

    Args:
        handlers: The handlers, as for `run`.
        body: The body of the request: all of it, or an iterable of its parts. Of parts, none is read
            before the headers are right, and none after the maximum size.
        headers: The headers of the request; their names may have any case.
        require: Headers that the request must have, such as those of the entry in the settings:
            `{"Authorization": "Bearer …"}`. Without them the status is 401.
        largest: The maximum size of the body in bytes. The status of a larger one is 413.
        guard: What happens if the hook fails, as for `run`.
        name: The name of the hook in messages.
        **unknown: There are no others. With a wrong option, or without a secret in `require`, the
            status of every request is 500.

    Returns:
        The response. No error is raised.
    """
    try:
        refused = _refused(headers, require, largest, guard, name, unknown)
        if refused:
            return refused
        try:
            data: Any = read_body(body, largest)
        except TooLargeError:
            return _too_large(body, largest)
        except FailedError as error:
            data = error
        return _response(finished(steps(handlers, data, guard, name, elsewhere=True)))
    except BaseException:
        return HttpAnswer(500, word("mute"))


async def handle_async(  # noqa: PLR0913  # by name only, except for the request
    handlers: "Handlers",
    body: "AsyncBody",
    headers: "Headers" = (),
    *,
    require: "Mapping[str, str] | None" = None,
    largest: float = _LARGEST,
    guard: "Guard | None" = None,
    name: "str | None" = None,
    **unknown: "Never",
) -> HttpAnswer:
    """Answers an event that came over HTTP, in an event loop.

    Takes and returns the same as `handle`. The body may be an asynchronous iterable, too, such as
    `request.stream()`.
    """
    try:
        refused = _refused(headers, require, largest, guard, name, unknown)
        if refused:
            return refused
        try:
            data: Any = await read_body_async(body, largest)
        except TooLargeError:
            return _too_large(body, largest)
        except FailedError as error:
            data = error
        return _response(await _finished(steps(handlers, data, guard, name, elsewhere=True)))
    except BaseException as error:
        if is_cancelled(error):
            raise
        return HttpAnswer(500, word("mute"))


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
        try:
            data: Any = dumps(event)
        except Exception as error:
            data = unread(error)
        answer = await _finished(steps(handlers, data, guard, name, elsewhere=True))
        reply, reason = _reply(answer)
        for note in answer.notes:
            print(note, file=sys.stderr)
        if reason is not None:
            raise FailedError(reason)
        return reply

    return called


def tool_result(
    event: "HookEvent",
    reply: "Reply[Any] | Mapping[str, Any] | None",
    input: "Mapping[str, Any] | None" = None,  # noqa: A002  # the same name in every language
) -> "dict[str, Any]":
    """Writes a reply as the result of a tool, for a handler of the kind `mcp_tool`.

    Args:
        event: The event that the tool answers.
        reply: The reply, or a whole one; `None` for nothing.
        input: The input of the event, if the tool has it. `rewrite` needs it. What would loop is left
            out, with a note on stderr, if the input says that a hook already keeps the agent at work.
            Without the key that says so, such as `stop_hook_active`, it is kept.

    Returns:
        The result: `content`, and `isError` where the event can only be blocked by an error. A reply
        that the event does not take is a failure: the policy of the event decides, as for `run`.

    Raises:
        ValueError: The event is unknown.
    """
    known("event", event, SAYINGS)
    answer = Answer(event, {EVENT_KEY: event, **(input or {})})
    again = plan_of(event).get("again")
    if again:  # the caller decided, and nobody knows whether it loops
        answer.payload.setdefault(again["key"], False)

    def fail(error: BaseException) -> None:
        from .failures import failed  # noqa: PLC0415

        failed(answer, policy(event, {}, None), None, error)

    found: list[Answer] = []
    try:
        found = answers(answer, replies_in(reply))
    except Exception as error:  # the policy decides
        fail(error)
    join(answer, found, fail, elsewhere=True)
    said, reason = _reply(answer)
    for note in answer.notes:
        print(note, file=sys.stderr)
    text = encodable(dumps(said) if reason is None else reason)
    result: dict[str, Any] = {"content": [{"type": "text", "text": text}]}
    return result if reason is None else {**result, "isError": True}


async def _finished(todo: "Steps") -> Answer:
    """Calls handlers until there is an answer, in an event loop."""
    watch_tasks()
    try:
        step = next(todo)
        while True:
            try:
                value = await _called(step)
            except BaseException as error:
                if is_cancelled(error):
                    raise
                step = todo.throw(error)
            else:
                step = todo.send(value)
    except StopIteration as end:
        answer: Answer = end.value
        return answer


async def _called(step: "Any") -> "Any":
    """Calls a handler, which may be a coroutine function."""
    try:
        value = step()
    except GeneratorExit:  # it would end the steps
        raise FailedError("GeneratorExit") from None
    return await value if hasattr(value, "__await__") else value


def _refused(  # noqa: PLR0913, PLR0917  # the options
    headers: object,
    require: "Any",
    largest: object,
    guard: object,
    name: object,
    unknown: "dict[str, Any]",
) -> "HttpAnswer | None":
    """Returns the response to a request that is not read."""
    try:
        wrong = wrong_options(require, largest, guard, name, unknown)
        if wrong is None and not require:
            wrong = option_in(headers)
    except BaseException as error:
        wrong = type(error).__name__
    if wrong is not None:
        said = word("refuses").replace("{error}", wrong)
        return _closing(HttpAnswer(500, said, notes=f"{said}\n"))
    if require and not has_headers(headers, require):
        return _closing(HttpAnswer(401, word("unauthorized")))
    return None


def _too_large(body: object, largest: float) -> HttpAnswer:
    answer = HttpAnswer(413, word("large").replace("{largest}", f"{largest:.0f}"))
    return answer if hasattr(body, "__len__") else _closing(answer)


def _closing(answer: HttpAnswer) -> HttpAnswer:
    """Returns a response to a request whose body is not read: the server must not wait for it."""
    answer.headers["connection"] = "close"
    return answer


def _response(answer: Answer) -> HttpAnswer:
    reply, reason = _reply(answer)
    notes = "".join(f"{it}\n" for it in answer.notes)
    if reason is not None:
        return HttpAnswer(500, encodable(reason), notes=notes)
    return HttpAnswer(200, encodable(dumps(reply)), "application/json", notes)


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
