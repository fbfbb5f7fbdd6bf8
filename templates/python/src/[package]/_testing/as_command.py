"""Calls handlers as `run` does in a program of its own."""

import os
from importlib import import_module

from .._runtime import called, decided, finished
from .._runtime.failures import failed_unwaited
from .._runtime.run import Hook

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from .._runtime import Steps
    from .._runtime.answer import Answer, Result
    from .._runtime.handlers import Handlers


# Then they have what `run` watches, however late a handler loads them.
for _module in ("asyncio", "threading", "warnings"):
    import_module(_module)


def decide_as_command(handlers: "Handlers", data: str) -> "Result":
    """Returns what `run` would print.

    So an error that no handler waits for is a failure, and a handler that ends the program fails the
    hook and not the test.
    """
    hook = Hook(handlers, None, None, None)

    def finish(todo: "Steps") -> "Answer":
        answer = finished(todo, lambda step: called(step, hook))
        for end in hook.loops:
            end()
        if hook.unwaited is not None:
            failed_unwaited(answer, handlers, None, None, hook.unwaited)
        return answer

    leave, owner = os._exit, os.getpid()

    def left(code: int) -> "NoReturn":
        if os.getpid() == owner:
            raise SystemExit(code)
        leave(code)

    hook.watch(always=True)
    patched: Any = os
    patched._exit = left
    try:
        return decided(handlers, data, None, None, finish)
    finally:
        patched._exit = leave
        hook.unwatch()
