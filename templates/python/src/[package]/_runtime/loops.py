"""Waits for handlers that are coroutine functions."""

from asyncio import Task, all_tasks, get_running_loop, new_event_loop, set_event_loop, wait
from weakref import WeakSet

from .answer import FailedError

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from typing import Any

    from .run import Hook

_PATIENCE = 0.1
"""The time in seconds that tasks get to end after they were cancelled."""


def awaited(value: "Any", hook: "Hook | None") -> "Any":
    """Returns the result of a coroutine.

    `asyncio.run` would then wait for threads that are still running, however long that takes. What is
    left to do is done when the hook has answered, or at once, without waiting for threads.

    Raises:
        FailedError: An event loop is running already.
    """
    _check_no_loop(value)
    loop = new_event_loop()
    try:
        set_event_loop(loop)
        if hook is None:
            return loop.run_until_complete(_result_of(value))
        hook.watch()  # now that the modules are loaded
        tasks = _tasks_of(loop)
        result = loop.run_until_complete(_result_of(value))
        for task in tasks:
            # The loop reports the error of a task only when nothing refers to the task any more.
            if task.done() and getattr(task, "_log_traceback", False):
                hook.note(task.exception())
        return result
    finally:
        set_event_loop(None)
        if hook is None:
            _end(loop)
        else:
            hook.loops.append(lambda: _end(loop))


def _check_no_loop(value: "Any") -> None:
    try:
        get_running_loop()
    except RuntimeError:  # there is none
        return
    if hasattr(value, "close"):  # nobody will await it
        value.close()
    raise FailedError(
        "its handler is `async`, and an event loop is running already: call it outside of the loop"
    )


def _tasks_of(loop: "AbstractEventLoop") -> "WeakSet[Task[Any]]":
    """Returns the tasks that a loop will have."""
    tasks: WeakSet[Task[Any]] = WeakSet()

    def made(loop: "AbstractEventLoop", value: "Any", **options: "Any") -> "Task[Any]":
        task = Task(value, loop=loop, **options)
        tasks.add(task)
        return task

    loop.set_task_factory(made)
    return tasks


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
