"""Calls handlers as `run` does in a program of its own."""

import os
from importlib import import_module
from threading import RLock
from threading import enumerate as all_threads

from .._runtime import called, finished
from .._runtime.answer import FailedError
from .._runtime.decide import decided
from .._runtime.failures import failed_unwaited
from .._runtime.run import Hook

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from .._runtime import Steps
    from .._runtime.answer import Answer, Result
    from .._runtime.handlers import Handlers

_ONE = RLock()
"""Held while a hook is tried: what it does not wait for is like what another one leaves behind."""

# Then they have what `run` watches, however late a handler loads them.
for _module in ("asyncio", "threading", "warnings"):
    import_module(_module)


def decide_as_command(handlers: "Handlers", data: str) -> "Result":
    """Returns what `run` would print.

    So an error that no handler waits for is a failure, and a handler that ends the program fails the
    hook and not the test.
    """
    with _ONE:
        return _decided(handlers, data)


def _decided(handlers: "Handlers", data: str) -> "Result":
    hook = Hook(handlers, None, None, None)
    hook.others = {*all_threads()}

    def finish(todo: "Steps") -> "Answer":
        answer = finished(todo, lambda step: called(step, hook))
        hook.is_over = True
        for end in hook.loops:
            end()
        if hook.unwaited is not None:
            failed_unwaited(answer, handlers, None, None, hook.unwaited)
        return answer

    leave, owner = os._exit, os.getpid()

    def left(code: int) -> "NoReturn":
        if os.getpid() == owner:
            hook.note(FailedError(f"it called `os._exit({code})`"))
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
