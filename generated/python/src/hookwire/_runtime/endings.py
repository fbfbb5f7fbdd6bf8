"""What ends a hook early, or late. A hook that ends by itself never loads this module, unless it has a time limit."""

import atexit
from _io import _IOBase  # pyright: ignore[reportPrivateUsage]
from _thread import (
    _count,  # pyright: ignore[reportPrivateUsage]
    allocate_lock,
    start_new_thread,
)
from os import _exit
from time import sleep

from .answer import EndedError, word

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .run import Hook

_FLUSHING = 0.5
"""The time in seconds that files have to be written."""

_flushing = allocate_lock()
"""Held by the thread that writes what is in the buffers of files."""

_PATIENCE = 1.0
"""The time in seconds that handlers in another thread have to end when the main thread has ended."""


def error_of(
    hook: "Hook", name: str, handler: "Any", number: int, frame: object
) -> "BaseException | None":
    """Returns the error for a signal; `None` if a handler of the program has handled it."""
    if hook.limit is not None and name == "SIGALRM":
        return late(hook)
    if callable(handler) and name != "SIGINT":
        return _raised(handler, number, frame)
    if callable(handler):
        from signal import default_int_handler  # noqa: PLC0415

        if handler is not default_int_handler:
            return _raised(handler, number, frame)
    return EndedError(word("signal").replace("{signal}", name))


def _raised(handler: "Any", number: int, frame: object) -> "BaseException | None":
    try:
        handler(number, frame)
    except BaseException as error:
        return error
    return None


def late(hook: "Hook") -> EndedError:
    """Returns the error for a hook that did not end within its time limit."""
    return EndedError(word("late").replace("{seconds}", f"{hook.limit:g}"))


def end_late(hook: "Hook", seconds: float, error: BaseException) -> None:
    """Answers for handlers that have not ended after a time, and ends the program."""
    sleep(seconds)
    if not hook.pen.acquire(blocking=False):
        return
    try:
        from .failures import answer_of, code_of  # noqa: PLC0415

        # Only the main thread has timers.
        hook.is_over, hook.before = True, {}
        hook.end.code = code_of("", hook.handlers, hook.guard)
        data = b"".join(hook.parts)
        hook.write(answer_of(hook.handlers, data, hook.guard, hook.name, error))
    finally:
        _exit(2 if hook.end.code is None else max(hook.end.code, hook.end.least))


def watch(hook: "Hook", writing: float, leaving: float) -> None:
    """Ends the program if it takes too long to write the reply, or to end once it is written."""
    if hook.unwritten.acquire(timeout=writing):
        hook.unwritten.release()
        hook.seen.release()
        sleep(leaving)
    hook.end_program()


def at_exit(hook: "Hook") -> None:
    """Ends the program if threads are still running that nothing waits for.

    Otherwise the interpreter would end in the middle of what they do, and abort if one of them is just
    writing to a file. One of them can be the thread of the hook: its handlers have to end soon, if they
    have no time limit of their own.
    """
    if hook.end.is_followed or hook.end.code is None:
        return
    if hook.unwritten.acquire(timeout=_PATIENCE if hook.limit is None else -1):
        hook.unwritten.release()
    else:
        end_late(hook, 0, EndedError("the program ended before the handler did"))
        hook.unwritten.acquire()  # the handlers have ended just now
    if _count() <= hook.threads:
        return
    atexit.unregister(at_exit)
    atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]
    hook.end_program()


def flush() -> None:
    """Writes what is still in the buffers of files, for a program that does not end by itself."""
    if not _flushing.acquire(timeout=_FLUSHING):  # a file takes too long, or another thread does it
        return
    done = allocate_lock()
    done.acquire()
    try:
        start_new_thread(_flush, (done.release,))
    except RuntimeError:  # the interpreter ends, and starts no thread
        _flush(done.release)
    done.acquire(timeout=_FLUSHING)


def _flush(then: "Any") -> None:
    from gc import get_objects  # noqa: PLC0415

    for it in get_objects():
        if issubclass(type(it), _IOBase):
            try:
                it.flush()
            except Exception:  # noqa: S112  # it is closed, or only for reading
                continue
    then()
