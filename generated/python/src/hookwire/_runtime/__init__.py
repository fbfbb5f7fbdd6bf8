"""Calls the handlers of an event, and decides what happens if they fail.

The most important module is the package itself: each module more costs time at the start of a hook.
"""

from .._input import ReadError, read_input
from .._json_values import is_array, is_object
from .._plan import ARGUMENTS_KEY, EVENT_KEY, PUBLIC, SAYINGS, TABLES, TOOL_KEY
from .._plan import EVENTS as TYPES
from .._walk import type_of
from .answer import (
    Answer,
    FailedError,
    check,
    listed,
    plan_of,
    word,
)
from .verbs import Reply, unwatched, watched

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Any, Literal, TypeAlias, TypeVar

    from .._input import Text
    from .._types import CommandLine, Problem
    from .handlers import Handlers
    from .run import Hook
    from .verbs import Act

    Function = TypeVar("Function", bound=Callable[..., Any])
    Guard: TypeAlias = Literal["closed", "open"]
    # What to call. The result is sent back, or its error thrown.
    Step: TypeAlias = Callable[[], Any]
    Steps: TypeAlias = Generator[Step, Any, Answer]

_ANY = ("*", "")
"""The keys of all others, as a matcher has them."""

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
            arguments = self.payload.get(ARGUMENTS_KEY)
            if is_object(arguments) and name in arguments:
                raise AttributeError(
                    f'`{name}` is in `{ARGUMENTS_KEY}`: write `{ARGUMENTS_KEY}["{name}"]`'
                )
            from .._message import nearest  # noqa: PLC0415

            near = nearest(name, [*fields, *verbs])
            advice = f"Did you mean `{near}`?" if near else f"It can {listed(verbs)}."
            raise AttributeError(f"`{event}` has no `{name}`. {advice}")
        if "missing" in fields[name]:
            raise AttributeError(f"the input has no `{name}`")
        return None

    def commands(self) -> "CommandLine":
        """Returns the commands that the call runs; nothing for a tool that gets no line of a shell."""
        from .._shell.call import commands_of  # noqa: PLC0415

        return commands_of(self.payload)

    def may_run(self, wanted: str) -> bool:
        """Returns whether the call runs a command such as `git push`, or may run it.

        It may if a part of its line is opaque: what runs there cannot be known.
        """
        from .._shell import may_run  # noqa: PLC0415

        return may_run(self.commands(), wanted)

    def __dir__(self) -> "list[str]":
        """Lists the fields and the verbs."""
        event = self.payload[EVENT_KEY]
        verbs: Any = plan_of(event)["verbs"] if event in SAYINGS else {}
        return sorted({*self.__slots__, *self.payload, *verbs, "commands", "may_run"})

    def __repr__(self) -> str:
        """Shows the input."""
        return f"Call({self.payload!r})"


class Broken:
    """Handlers that are not called, because the hook has failed already."""

    __slots__ = ("error", "handlers")

    def __init__(self, handlers: "Any", error: BaseException) -> None:
        """Keeps handlers, which the policy depends on, with the error."""
        self.handlers = handlers
        self.error = error


def lenient(function: "Function") -> "Function":
    """Makes wrong arguments of a function a failure of the hook: an error would end it, and open the guard.

    The first argument of the function is the handlers.
    """
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    most = code.co_argcount
    known = frozenset(names[most:])

    def called(*given: object, **options: object) -> object:
        if len(given) == most and options.keys() <= known:
            return function(*given, **options)
        from .failures import arguments  # noqa: PLC0415

        return function(**arguments(function.__name__, names, most, given, options))

    called.__doc__, called.__name__ = function.__doc__, function.__name__
    called.__qualname__, called.__module__ = function.__qualname__, function.__module__
    called.__wrapped__ = function  # type: ignore[attr-defined]  # what `inspect` and `help` show
    made: Any = called
    wrapped: Function = made
    return wrapped


def finished(todo: "Steps", call: "Callable[[Step], Any] | None" = None) -> Answer:
    """Calls handlers until there is an answer. A handler may be a coroutine function.

    Args:
        todo: What to call.
        call: Calls a step, and returns its result; the default is `called`.
    """
    do = call or called
    try:
        step = next(todo)
        while True:
            try:
                value = do(step)
            except ForkedError:
                raise
            except GeneratorExit:  # it would end `todo`
                step = todo.throw(FailedError("GeneratorExit"))
            except BaseException as error:  # also `sys.exit`, which would lose the answer
                step = todo.throw(error)
            else:
                step = todo.send(value)
    except StopIteration as end:
        answer: Answer = end.value
        return answer


def called(step: "Step", hook: "Hook | None" = None) -> "Any":
    """Returns the result of a step. A command ends its event loop later."""
    value = step()
    if not hasattr(value, "__await__"):
        return value
    from .loops import awaited  # noqa: PLC0415

    return awaited(value, hook)


class ForkedError(BaseException):
    """Raised in a child process that has left the handler which made it: the answer is its parent's."""

    def __init__(self, error: BaseException) -> None:
        """Creates the error for the one that ends the child."""
        super().__init__()
        self.error = error


def steps(  # noqa: PLR0913  # by name, except for the first four
    handlers: "Handlers | Broken",
    data: "Text",
    guard: "Guard | None",
    name: "str | None",
    *,
    elsewhere: bool,
    limit: "float | None" = None,
) -> "Steps":
    """Yields what to call, and returns the answer.

    Args:
        handlers: The handlers.
        data: The event.
        guard: What happens if the hook fails.
        name: The name of the hook in messages.
        elsewhere: The answer is not that of a command.
        limit: The time limit, which is only checked here.
    """
    answer = Answer()
    wrong: BaseException | None = None
    table: Any = handlers
    if isinstance(handlers, Broken):
        table, wrong = handlers.handlers, handlers.error

    def fail(error: BaseException) -> None:
        from .failures import failed  # noqa: PLC0415

        failed(answer, policy(answer.event, table, guard), name, error)

    functions: list[Callable[[Any], Any]] = []
    problems: list[Problem] = []
    try:
        if wrong is None:
            _check_options(guard, name, limit)
            _check_handlers(table)
    except BaseException as error:
        wrong = error
    try:
        problems = _read(data, answer)
        if wrong is None:
            functions = _chosen(table, answer.payload)
    except BaseException as error:
        if answer.payload is None:
            if wrong is None and not isinstance(error, FailedError):
                raise  # it may be readable: see `failures.answer_of`
            from .._json_fault import name_before_fault  # noqa: PLC0415

            answer.event = name_before_fault(data) or _only_event(table)
            if wrong is None and answer.event and not _of_event(table, answer.event):
                return answer
        wrong = error if wrong is None else wrong
    if wrong is not None:
        fail(wrong)
        return answer
    found: list[Answer] = []
    for function in functions:
        try:
            found += yield from _answers_of(function, answer, problems)
        except GeneratorExit:
            raise
        except BaseException as error:  # the policy decides, and other handlers still count
            fail(error)
    join(answer, found, fail, elsewhere=elsewhere)
    return answer


def join(
    answer: Answer,
    found: "list[Answer]",
    fail: "Callable[[BaseException], None]",
    *,
    elsewhere: bool,
) -> None:
    """Joins the answers of handlers, and writes them. What fails is left out, and the policy decides."""
    for own in found:
        try:
            # Several are checked one by one, to know which of them failed.
            if len(found) > 1:
                check(own, elsewhere=elsewhere)
        except BaseException as error:
            fail(error)
            answer.hooks += _kept(own)
            continue
        try:
            _add(answer, own)
        except FailedError as error:
            fail(error)
    try:
        if answer.raw is not None and answer.hooks:
            from .whole import keep_one  # noqa: PLC0415

            keep_one(answer)
            fail(FailedError(word("whole")))
        check(answer, elsewhere=elsewhere)
    except BaseException as error:
        fail(error)
        answer.hooks, answer.raw = _kept(answer), None
        check(answer, elsewhere=elsewhere)


def _kept(answer: Answer) -> "list[list[Act]]":
    """Returns what still counts of an answer that failed: what a whole reply refuses."""
    if answer.raw is None:
        return []
    from .whole import kept  # noqa: PLC0415

    try:
        return kept(answer)
    except BaseException:  # a value that is not JSON, and cannot be read
        return []


def _check_options(guard: object, name: object, limit: object) -> None:
    if (
        (guard is None or (isinstance(guard, str) and guard in ("closed", "open")))
        and (name is None or isinstance(name, str))
        and (limit is None or is_limit(limit))
    ):
        return
    from .failures import wrong, wrong_option  # noqa: PLC0415

    raise FailedError(wrong_option(guard, name) or wrong("seconds", limit))


def is_limit(limit: object) -> bool:
    """Returns whether a value is a number of seconds greater than 0."""
    if not isinstance(limit, (int, float)) or isinstance(limit, bool):
        return False
    return 0 < limit < float("inf")


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


def _answers_of(
    function: "Callable[[Any], Any]", to: Answer, problems: "list[Problem]"
) -> "Generator[Step, Any, list[Answer]]":
    """Calls a handler, and returns its answers: one with what verbs say, and one for each whole reply."""
    made, before = watched()
    try:
        replied = yield lambda: function(Call(_copied(to.payload), [*problems]))
    finally:
        unwatched(before)
    replies = replies_in(replied)
    for reply in replies:
        if isinstance(reply, Reply):
            reply.used = True
    for it in made:
        if not it.used:
            verb = it.hooks[0][0][0] if it.hooks else "combine"
            said = word("unused").replace("{verb}", verb)
            raise FailedError(said.replace("{place}", it.place))
    return answers(to, replies)


def answers(to: Answer, replies: "list[Any]") -> "list[Answer]":
    """Returns the answers with these replies."""
    found: list[Answer] = []
    for reply in replies:
        answer = Answer(to.event, to.payload)
        if isinstance(reply, Reply):
            reply.used = True
            answer.hooks = [[*acts] for acts in reply.hooks]
        else:
            answer.raw = reply
        found.append(answer)
    return found


def _add(answer: Answer, own: Answer) -> None:
    """Adds the answer of one handler.

    Raises:
        FailedError: A whole reply was left out.
    """
    answer.hooks += own.hooks
    answer.notes += own.notes
    if answer.raw is None:
        answer.raw = own.raw
    elif own.raw is not None:
        from .whole import add_whole  # noqa: PLC0415

        add_whole(answer, own)


def _copied(value: "Any") -> "Any":
    """Returns a JSON value that a handler may change: others see what the host wrote."""
    if is_object(value):
        return {key: _copied(it) for key, it in value.items()}
    return [_copied(it) for it in value] if is_array(value) else value


def _is_nothing(replied: object) -> bool:
    """Returns whether a value says nothing, as that of `is_dangerous and block("…")` can."""
    if replied is None:
        return True
    return isinstance(replied, (int, float, str)) and (not replied or replied != replied)  # noqa: PLR0124  # NaN


def replies_in(replied: object) -> "list[Any]":
    """Returns what a handler returned: one reply with what all verbs say, and each whole reply."""
    if _is_nothing(replied):
        return []
    one = _reply(replied)
    if one is not None:
        return [one]
    items = _list_of(replied)
    several = [_reply(it) for it in items if not _is_nothing(it)]
    if not items or any(it is None for it in several):
        raise _wrong_return(replied)
    said: list[Reply[Any]] = [it for it in several if isinstance(it, Reply)]
    for it in said[1:]:
        said[0] &= it
    return [*said[:1], *(it for it in several if not isinstance(it, Reply))]


def _reply(value: "Any") -> "Any":
    """Returns a value as a reply; `None` if it is not one."""
    if isinstance(value, Reply):
        return value  # pyright: ignore[reportUnknownVariableType]
    if (dump := getattr(value, "model_dump", None)) is not None:  # a model of pydantic
        dumped = dump(mode="json", by_alias=True, exclude_none=True)
        if not is_object(dumped):
            raise _wrong_return(value)
        return dumped
    return value if is_object(value) and value else None


def _wrong_return(value: object) -> FailedError:
    return FailedError(word("wrong-return").replace("{found}", f"a `{type(value).__name__}`"))


# Handlers


def _chosen(handlers: "Any", payload: "Any") -> "list[Callable[[Any], Any]]":
    """Returns the handlers of an event."""
    event, tool = payload[EVENT_KEY], payload.get(TOOL_KEY)
    is_about_tool = event in SAYINGS and plan_of(event)["tool"]
    chosen: list[Any] = []
    for found in _of_event(handlers, event):
        if hasattr(found, "keys"):
            if is_about_tool and not isinstance(tool, str):
                raise FailedError(_unseen(TOOL_KEY, payload))
            chosen += _of_tool(found, tool)
        else:
            chosen += _list_of(found)
    if chosen and is_about_tool and not is_object(payload.get(ARGUMENTS_KEY, {})):
        raise FailedError(_unseen(ARGUMENTS_KEY, payload))
    return chosen


def _unseen(key: str, payload: "Any") -> str:
    from .failures import unseen  # noqa: PLC0415

    return unseen(key, payload)


def _of_event(handlers: "Any", event: str) -> "list[Any]":
    if event in handlers:
        return [handlers[event]]
    return [handlers[it] for it in _ANY if it in handlers]


def _only_event(handlers: "Any") -> str:
    """Returns the event of a program that handles only one; otherwise an empty text."""
    events: list[Any] = [*handlers] if hasattr(handlers, "keys") else []
    return events[0] if len(events) == 1 and events[0] in SAYINGS else ""


def _of_tool(found: "Any", tool: object) -> "list[Any]":
    """Returns the handlers of a tool: those of each key that matches its name, otherwise those of all others."""
    chosen: list[Any] = []
    if isinstance(tool, str):
        row = _TOOLS.get(tool, tool)
        for key in found:
            if key in _ANY:
                continue
            if _TOOLS.get(key, key) == row or (not _is_name(key) and _matches(key, tool)):
                chosen += _list_of(found[key])
    if not chosen:
        for key in _ANY:
            chosen += _list_of(found[key]) if key in found else []
    return chosen


def _is_name(key: str) -> bool:
    return key in _TOOLS or (key.isascii() and key.replace("_", "").replace("-", "").isalnum())


def _matches(key: str, tool: str) -> bool:
    from .keys import matches_key  # noqa: PLC0415

    return matches_key(key, tool)


def _list_of(found: "Any") -> "list[Any]":
    return [*found] if isinstance(found, (list, tuple)) else [found]


def _check_handlers(handlers: "Any") -> None:
    """Checks all handlers: a mistake in one could be the reason that no guard runs."""
    if not hasattr(handlers, "keys"):
        found = type(handlers).__name__
        raise FailedError(f"the handlers are a `{found}`, and have to be a dictionary")
    if not handlers:
        raise FailedError(word("no-handlers"))
    for event in handlers:
        if event not in _ANY and event not in SAYINGS:
            from .names import no_event  # noqa: PLC0415

            raise FailedError(no_event(event))
        found = handlers[event]
        if not hasattr(found, "keys"):
            _check_functions(event, found)
            continue
        if event not in _ANY and not plan_of(event)["tool"]:
            raise FailedError(word("no-tools").replace("{event}", event))
        if not found:
            _check_functions(event, [])
        for tool in found:
            if tool not in _TOOLS and tool not in _ANY:
                from .keys import check_key  # noqa: PLC0415

                check_key(tool)
            _check_functions(f"{event}.{tool}", found[tool])


def _check_functions(place: str, found: "Any") -> None:
    each = _list_of(found)
    if not each or not all(callable(it) for it in each):
        raise FailedError(word("no-handler").replace("{place}", f"`{place}`"))


# When a hook fails


def policy(event: str, handlers: "Any", guard: object) -> str:
    """Returns what happens if a hook fails: `closed` or `open`."""
    if isinstance(guard, str) and guard in ("closed", "open"):
        return guard
    if event:
        return str(plan_of(event)["guard"]) if event in SAYINGS else "open"
    if isinstance(handlers, Broken):
        handlers = handlers.handlers
    # Not even the event could be read. It could be any of those with handlers.
    events: list[Any] = [*handlers] if hasattr(handlers, "keys") else []
    closed = (
        it for it in events if it in _ANY or (it in SAYINGS and plan_of(it)["guard"] == "closed")
    )
    return "open" if next(closed, None) is None else "closed"


def bare(handlers: "Any", data: "Text", guard: object, said: str) -> Answer:
    """Returns the answer of a hook that failed, if nothing more can be found out. It loads no module."""
    table = handlers.handlers if isinstance(handlers, Broken) else handlers
    answer = Answer()
    try:
        _read(data, answer)
    except BaseException:
        try:
            answer.event = _only_event(table)
        except BaseException:
            answer.event = ""
    answer.notes = answer.failures = [said]
    try:
        is_closed = policy(answer.event, table, guard) == "closed"
    except BaseException:
        is_closed = True
    answer.refusal = said if is_closed else None
    return answer
