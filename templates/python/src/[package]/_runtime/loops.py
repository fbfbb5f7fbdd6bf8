"""Waits for handlers that are coroutine functions."""

from asyncio import all_tasks, new_event_loop, set_event_loop, wait

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Callable
    from typing import Any

_PATIENCE = 0.1
"""The time in seconds that tasks get to end after they were cancelled."""


def awaited(value: "Any", later: "list[Callable[[], None]] | None") -> "Any":
    """Returns the result of a coroutine.

    `asyncio.run` would then wait for threads that are still running, however long that takes. What is
    left to do is added to `later`, or done at once, without waiting for threads.
    """
    loop = new_event_loop()
    try:
        set_event_loop(loop)
        return loop.run_until_complete(_result_of(value))
    finally:
        set_event_loop(None)
        if later is None:
            _end(loop)
        else:
            later.append(lambda: _end(loop))


async def _result_of(value: "Any") -> "Any":
    return await value


def _end(loop: "AbstractEventLoop") -> None:
    """Cancels what is left in a loop, and closes it."""
    try:
        left = all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(wait(left, timeout=_PATIENCE))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
    except Exception:  # the answer of the handler counts
        return
