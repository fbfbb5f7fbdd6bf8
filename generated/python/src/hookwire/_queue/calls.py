"""Calls functions of the program. Whatever one of them does, nobody waits for it."""

import sys
import threading
import time

from .._plan import PUBLIC

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

_PATIENCE = 1.0
"""How long a change waits for all functions that it calls, in seconds."""

_MOST_CALLS = 100
"""How often a function is called in a row, because it or another such function changes what it listens to."""

_here: "Any" = threading.local()
"""Has `is_aside`: whether this thread calls a function."""


class Call:
    """A function of the program. It is never called twice at once: instead, once more when it ends.

    It is called in a thread of its own, so that it can hang. In an event loop it is called there,
    because such functions use the loop.
    """

    __slots__ = ("_again", "_count", "_ended", "_function", "_is_late", "_lock")

    def __init__(self, function: "Callable[[], object]") -> None:
        """Creates the call of a function."""
        self._function = function
        self._lock = threading.Lock()
        self._ended: threading.Event | None = None
        self._again = False
        self._count = 0  # calls in a row; only changes by functions that are called here count
        self._is_late = False

    def make(self, until: "float | None" = None) -> bool:
        """Calls the function, and waits for its end, but not longer than until a time.

        Returns:
            Whether it has ended. A function that was late once is not waited for.
        """
        with self._lock:
            ended, is_running = self._ended, self._ended is not None
            self._again = is_running
            if not _is_aside():
                self._count = 0
            if ended is None:
                ended = self._ended = threading.Event()
        if not is_running:
            _aside(self._run)
        if self._is_late or _must_not_wait():
            return ended.is_set()
        end = time.monotonic() + _PATIENCE if until is None else until
        self._is_late = not ended.wait(max(0.0, end - time.monotonic()))
        return not self._is_late

    def _run(self) -> None:
        was_aside = _is_aside()
        _here.is_aside = True
        ended = None
        while ended is None:
            _call(self._function)
            with self._lock:
                self._count += 1
                if not self._again or self._count == _MOST_CALLS:
                    ended, self._ended, self._is_late, self._count = self._ended, None, False, 0
                self._again = False
        _here.is_aside = was_aside
        ended.set()


def call_all(functions: "Iterable[Call]") -> None:
    """Calls functions, one after the other, and waits for all of them together."""
    until = time.monotonic() + _PATIENCE
    for it in functions:
        it.make(until)


def _aside(function: "Callable[[], None]") -> None:
    if not _must_not_wait():
        try:
            threading.Thread(target=function, daemon=True).start()
        except RuntimeError:  # there can be no more threads
            function()
    else:
        function()


def _must_not_wait() -> bool:
    """Returns whether this thread calls a function already, or has an event loop."""
    return _is_aside() or _is_in_loop()


def _is_aside() -> bool:
    """Returns whether this thread calls a function already."""
    return getattr(_here, "is_aside", False)


def _is_in_loop() -> bool:
    loops: Any = sys.modules.get("asyncio")
    try:
        loops.get_running_loop()
    except (AttributeError, RuntimeError):
        return False
    return True


def _call(function: "Callable[[], object]") -> None:
    """Calls a function. An error in it must not keep others from being called."""
    try:
        function()
    except BaseException:
        import logging  # noqa: PLC0415  # slow to import

        logging.getLogger(PUBLIC).exception("a function that a PermissionQueue calls failed")
