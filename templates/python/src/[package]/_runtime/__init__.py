"""Calls the handlers of an event, and decides what happens if they fail.

The most important module is the package itself: each module more costs time at the start of a hook.
"""

from .._input import ReadError, read_input
from .._plan import EVENT_KEY, SAYINGS, TABLES
from .._plan import EVENTS as TYPES
from .._validate import PUBLIC, is_object, type_of
from .answer import TOOL, Answer, FailedError, Result, check, listed, plan_of, word, written
from .verbs import Reply, unwatched, watched

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Any, Literal, TypeAlias

    from .._input import Text
    from .._types import Problem
    from .handlers import Handlers

    Guard: TypeAlias = Literal["closed", "open"]
    # What to call. The result is sent back, or its error thrown.
    Step: TypeAlias = Callable[[], Any]
    Steps: TypeAlias = Generator[Step, Any, Answer]

_ANY = "*"
_MCP = "mcp__"
_TOOLS: "Any" = TABLES["tools"]["names"]


class Call:
    """An event, as a handler gets it: the fields of its input, and the verbs that it takes.

    A field that may be absent is `None` then.
    """

    __slots__ = ("payload", "problems")
    __module__ = PUBLIC

    def __class_getitem__(cls, _tool: object) -> type:
        """Returns the class: only type checkers know the tool."""
        return cls

    def __init__(self, payload: "dict[str, Any]", problems: "list[Problem]") -> None:
        """Creates a call."""
        self.payload = payload
        """The input as the host wrote it."""
        self.problems = problems
        """The differences to the contract. From a newer host there can be some."""

    def __getattr__(self, name: str) -> "Any":
        """Returns a field of the input, or a verb."""
        event = self.payload[EVENT_KEY]
        verbs: Any = plan_of(event)["verbs"] if event in SAYINGS else {}
        if name in verbs:
            from . import verbs as all_verbs  # noqa: PLC0415

            return getattr(all_verbs, name)
        if name in self.payload:
            return self.payload[name]
        fields: Any = type_of(TYPES[event]["input"])["fields"] if event in TYPES else {}
        if name not in fields:
            raise AttributeError(f"`{event}` has no `{name}`. It can {listed(verbs)}.")
        if "missing" in fields[name]:
            raise AttributeError(f"the input has no `{name}`")
        return None

    def __dir__(self) -> "list[str]":
        """Lists the fields and the verbs."""
        event = self.payload[EVENT_KEY]
        verbs: Any = plan_of(event)["verbs"] if event in SAYINGS else {}
        return sorted({*self.__slots__, *self.payload, *verbs})

    def __repr__(self) -> str:
        """Shows the input."""
        return f"Call({self.payload!r})"


def decide(
    handlers: "Handlers",
    data: "Text",
    *,
    guard: "Guard | None" = None,
    name: "str | None" = None,
) -> Result:
    """Returns what `run` would print, and the code that it would exit with.

    Args:
        handlers: The handlers, as for `run`.
        data: The event: all of standard input.
        guard: What happens if the hook fails: `"closed"` blocks, `"open"` lets it pass. The default
            is that of the event.
        name: The name of the hook in messages. The default is that of the program.

    Returns:
        The result. Whatever a handler does, no error is raised.
    """
    return written(finished(steps(handlers, data, guard, name, elsewhere=False)))


def finished(todo: "Steps") -> Answer:
    """Calls handlers until there is an answer. A handler may be a coroutine function."""
    try:
        step = next(todo)
        while True:
            try:
                value = step()
                if hasattr(value, "__await__"):
                    from asyncio import run  # noqa: PLC0415

                    value = run(_awaited(value))
            except GeneratorExit:  # it would end `todo`
                step = todo.throw(FailedError("GeneratorExit"))
            except BaseException as error:  # also `sys.exit`, which would lose the answer
                step = todo.throw(error)
            else:
                step = todo.send(value)
    except StopIteration as end:
        answer: Answer = end.value
        return answer


async def _awaited(value: "Any") -> "Any":
    return await value


def steps(
    handlers: "Handlers",
    data: "Text",
    guard: "Guard | None",
    name: "str | None",
    *,
    elsewhere: bool,
) -> "Steps":
    """Yields what to call, and returns the answer.

    Args:
        handlers: The handlers.
        data: The event.
        guard: What happens if the hook fails.
        name: The name of the hook in messages.
        elsewhere: The answer is not that of a command.
    """
    answer = Answer()
    hook = name or _program()
    try:
        if guard not in (None, "closed", "open"):
            raise FailedError(f"`guard` is {guard!r}, and has to be 'closed' or 'open'")
        problems = _read(data, answer)
        functions = _chosen(handlers, answer.payload)
    except BaseException as error:
        _fail(answer, policy(answer.event, handlers, guard), hook, error)
        return answer
    for function in functions:
        try:
            own = yield from _answer_of(function, answer, problems)
            if len(functions) > 1:
                check(own, elsewhere=elsewhere)
            answer.hooks += own.hooks
            answer.notes += own.notes
            answer.raw = own.raw if answer.raw is None else answer.raw
        except GeneratorExit:
            raise
        except BaseException as error:  # the policy decides, and other handlers still count
            _fail(answer, policy(answer.event, handlers, guard), hook, error)
    try:
        check(answer, elsewhere=elsewhere)
    except BaseException as error:
        answer.hooks, answer.raw = [], None
        _fail(answer, policy(answer.event, handlers, guard), hook, error)
    return answer


def _read(data: "Text", answer: Answer) -> "list[Problem]":
    """Reads the event of an answer, and returns the problems of its input."""
    if isinstance(data, FailedError):  # it could not be read
        raise data
    try:
        event, problems = read_input(data)
    except ReadError as error:
        raise FailedError(word("unread").replace("{error}", str(error))) from None
    payload: Any = event
    answer.event, answer.payload = payload[EVENT_KEY], payload
    return problems


def _answer_of(
    function: "Callable[[Any], Any]", to: Answer, problems: "list[Problem]"
) -> "Generator[Step, Any, Answer]":
    """Calls a handler, and returns its answer."""
    answer = Answer(to.event, to.payload)
    made = watched()
    try:
        replied = yield lambda: function(Call({**to.payload}, problems))
    finally:
        unwatched()
    reply = _together(replied)
    for it in made:
        if not it.used:
            verb = it.hooks[0][0][0] if it.hooks else "combine"
            said = word("unused").replace("{verb}", verb)
            raise FailedError(said.replace("{place}", it.place))
    if isinstance(reply, Reply):
        answer.hooks = [[*acts] for acts in reply.hooks]
    else:
        answer.raw = reply
    return answer


def _together(replied: "Any") -> "Any":
    """Returns what a handler returned, as one reply."""
    if replied is None or is_object(replied):
        return replied
    if hasattr(replied, "model_dump"):  # a model of pydantic
        return replied.model_dump(mode="json")
    several = _list_of(replied)
    if not several or not all(isinstance(it, Reply) for it in several):
        found = f"a `{type(replied).__name__}`"
        raise FailedError(word("wrong-return").replace("{found}", found))
    whole = several[0]
    whole.used = True
    for it in several[1:]:
        whole = whole & it
    return whole


# Handlers


def _chosen(handlers: "Any", payload: "Any") -> "list[Callable[[Any], Any]]":
    """Returns the handlers of an event."""
    _check_handlers(handlers)
    found = handlers.get(payload[EVENT_KEY], handlers.get(_ANY))
    if hasattr(found, "keys"):
        found = _of_tool(found, payload.get(TOOL))
    return [] if found is None else _list_of(found)


def _of_tool(found: "Any", tool: object) -> "Any":
    """Returns the handlers of a tool, which may have several names."""
    if isinstance(tool, str):
        if tool in found:
            return found[tool]
        row = _TOOLS.get(tool)
        for name in found:
            if row is not None and _TOOLS.get(name) == row:
                return found[name]
    return found.get(_ANY)


def _list_of(found: "Any") -> "list[Any]":
    return [*found] if isinstance(found, (list, tuple)) else [found]


def _check_handlers(handlers: "Any") -> None:
    """Checks all handlers: a mistake in one could be the reason that no guard runs."""
    if not hasattr(handlers, "keys"):
        found = type(handlers).__name__
        raise FailedError(f"the handlers are a `{found}`, and have to be a dictionary")
    for event in handlers:
        if event != _ANY and event not in SAYINGS:
            from .names import no_event  # noqa: PLC0415

            raise FailedError(no_event(event))
        found = handlers[event]
        if not hasattr(found, "keys"):
            _check_functions(event, found)
            continue
        if event != _ANY and not plan_of(event)["tool"]:
            raise FailedError(word("no-tools").replace("{event}", event))
        for tool in found:
            _check_tool(tool)
            _check_functions(f"{event}.{tool}", found[tool])


def _check_tool(tool: object) -> None:
    if tool in _TOOLS or tool == _ANY or str(tool).startswith(_MCP):
        return
    from .names import near_tool  # noqa: PLC0415

    near = near_tool(str(tool))
    if near:
        said = word("no-tool").replace("{tool}", str(tool))
        raise FailedError(said.replace("{near}", near))


def _check_functions(place: str, found: "Any") -> None:
    each = _list_of(found)
    if not each or not all(callable(it) for it in each):
        raise FailedError(word("no-handler").replace("{place}", f"`{place}`"))


# When a hook fails


def policy(event: str, handlers: "Any", guard: "Guard | None") -> str:
    """Returns what happens if a hook fails: `closed` or `open`."""
    if guard in ("closed", "open"):
        return guard
    if event:
        return str(plan_of(event)["guard"]) if event in SAYINGS else "open"
    # Not even the event could be read.
    events: list[Any] = [*handlers] if hasattr(handlers, "keys") else []
    closed = [it in SAYINGS and plan_of(it)["guard"] == "closed" for it in events]
    return "closed" if closed and all(closed) else "open"


def _fail(answer: Answer, name: str, hook: str, error: BaseException) -> None:
    said = word(name).replace("{hook}", f"`{hook}`")
    said = said.replace("{event}", f"`{answer.event}`" if answer.event else word("everything"))
    said = said.replace("{error}", _told(error))
    answer.notes.append(said)
    answer.failures.append(said)
    _report(said)
    if name == "closed" and answer.refusal is None:
        answer.refusal = said


def _report(said: str) -> None:
    """Appends a failure to the file of `simulate`, if that is what runs the hook."""
    from os import environ  # noqa: PLC0415

    try:
        with open(environ["HOOKWIRE_FAILURES"], "r+", encoding="utf-8") as file:
            file.seek(0, 2)
            file.write(said.replace("\n", " ") + "\n")
    except Exception:
        return  # the hook fails in the same way without it


def _told(error: BaseException) -> str:
    """Returns what went wrong, with the place in the program."""
    if isinstance(error, FailedError):
        return str(error)
    said = f"{type(error).__name__}: {error}".removesuffix(": ")
    trace, place = error.__traceback__, ""
    while trace:
        file = trace.tb_frame.f_code.co_filename.replace("\\", "/")
        if "/_runtime/" not in file:
            place = f" ({file.rpartition('/')[2]}:{trace.tb_lineno})"
        trace = trace.tb_next
    return said + place


def _program() -> str:
    from sys import argv  # noqa: PLC0415

    return (argv[0] if argv else "").replace("\\", "/").rpartition("/")[2] or "hook"
