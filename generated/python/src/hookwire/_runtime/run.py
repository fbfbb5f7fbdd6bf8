"""Runs handlers as a command: reads the event from standard input, and writes the reply to standard output."""

from os import O_WRONLY, _exit, close, devnull, dup, dup2, isatty, read, write
from os import open as open_file

from . import decide, finished, policy, steps
from .answer import FailedError, Result, word, written

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from . import Guard
    from .handlers import Handlers

_INPUT, _OUTPUT, _ERRORS = 0, 1, 2

_PART = 1 << 16


def run(
    handlers: "Handlers",
    *,
    guard: "Guard | None" = None,
    limit: "float | None" = None,
    name: "str | None" = None,
) -> "NoReturn":
    """Reads an event, calls its handler, writes the reply, and exits.

    What handlers print goes to stderr: stdout has only the reply. If the hook fails, the event
    decides: a guard blocks, and what would loop or lock the session passes.

    Args:
        handlers: The handlers, by event, and by tool where the event is about one. A handler is a
            function that takes a `Call` and returns a `Reply`, or nothing. `"*"` has the handler of
            all other events or tools, also of those that are newer than this package.
        guard: What happens if the hook fails: `"closed"` blocks, `"open"` lets it pass. The default
            is that of the event.
        limit: The time limit for the handlers in seconds, less than the `timeout` in the settings.
            It needs the main thread, and is not there on Windows.
        name: The name of the hook in messages. The default is that of the program.
    """
    reply_to = _guarded()
    data = _input()
    stop = _start(limit, lambda: _late(handlers, data, guard, name, limit), reply_to)
    try:
        answer = finished(steps(handlers, data, guard, name, elsewhere=False))
    finally:
        stop()
    raise SystemExit(_wrote(written(answer), answer.event, guard, reply_to))


def _guarded() -> "int | None":
    """Sends to stderr what is printed from now on, and returns where the reply goes."""
    try:
        reply_to = dup(_OUTPUT)
    except OSError:
        reply_to = None
    try:
        dup2(_ERRORS, _OUTPUT)
    except OSError:
        dup2(open_file(devnull, O_WRONLY), _OUTPUT)
    return reply_to


def _input() -> bytes:
    """Reads all of standard input. If it cannot be read it is empty: there is no event."""
    if isatty(_INPUT):
        _tell("hookwire waits for an event on standard input.\n")
    parts: list[bytes] = []
    try:
        while part := read(_INPUT, _PART):
            parts.append(part)
    except OSError as error:
        _tell(f"{error}\n")
    return b"".join(parts)


def _wrote(result: Result, event: str, guard: "Guard | None", reply_to: "int | None") -> int:
    """Writes a result, and returns the exit code."""
    _tell(result.stderr)
    if not result.stdout:
        return result.exit_code
    try:
        _write(_OUTPUT if reply_to is None else reply_to, result.stdout, lost=reply_to is None)
        if reply_to is not None:
            close(reply_to)
    except OSError as error:
        _tell(word("unwritten").replace("{error}", str(error)) + "\n")
        return 2 if policy(event, {}, guard) == "closed" else 1
    return result.exit_code


def _write(to: int, text: str, *, lost: bool = False) -> None:
    if lost:
        raise OSError("standard output is closed")
    data = _bytes(text)
    while data:
        data = data[write(to, data) :]


def _tell(text: str) -> None:
    try:
        _write(_ERRORS, text)
    except OSError:
        return  # nobody is there to read it


def _bytes(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


# Time limits


def _start(limit: "float | None", late: "Callable[[], Result]", reply_to: "int | None") -> "Any":
    """Starts the time limit, and returns the function that ends it."""
    if limit is None:
        return _nothing
    try:
        # `signal` loads `enum`, which is slow.
        import _signal as signals  # type: ignore[import-not-found]  # noqa: PLC0415
    except ImportError:
        import signal as signals  # noqa: PLC0415
    timer: Any = signals
    if not hasattr(timer, "setitimer"):
        _tell("`limit` has no effect on this system.\n")
        return _nothing
    alarms = 0

    def ring(*_: object) -> None:
        nonlocal alarms
        alarms += 1
        if alarms == 1:
            raise FailedError(_said_late(limit))
        # The handler has caught the error, and goes on.
        result = late()
        _tell(result.stderr)
        code = result.exit_code
        try:
            _write(-1 if reply_to is None else reply_to, result.stdout)
        except OSError:
            code = 2
        _exit(code)

    timer.signal(timer.SIGALRM, ring)
    timer.setitimer(timer.ITIMER_REAL, limit, min(limit, 1))
    return lambda: timer.setitimer(timer.ITIMER_REAL, 0)


def _nothing() -> None:
    """Ends nothing."""


def _said_late(limit: "float | None") -> str:
    return word("late").replace("{seconds}", f"{limit:g}")


def _late(
    handlers: "Any", data: bytes, guard: "Guard | None", name: "str | None", limit: "float | None"
) -> Result:
    """Returns the result of handlers that do not end."""

    def ring(_: object) -> None:
        raise FailedError(_said_late(limit))

    every: Any = dict.fromkeys(handlers, ring)
    return decide(every, data, guard=guard, name=name)
