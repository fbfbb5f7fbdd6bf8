"""The questions to the user that wait, and what a host keeps of its hooks."""

import threading
import time
from collections import deque
from copy import deepcopy

from .._arguments import expect_number
from .._validate import PUBLIC, validate
from .data import CANCELLED, FULL, LATE, PREFERRED, REPLACED

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from typing import Any

    from .._types import (
        HookEventContext,
        HookExecutionRecord,
        HookUserPreferences,
        PendingPermission,
        PermissionAnswer,
        PermissionAnswerDecision,
    )

_MOST = 100  # as in the schema of `HookEventContext`
_RUNS = 1000
_DIGITS = 15
_PREFERENCES = {"showWarnings", "answers"}


class _Slot:
    """The answer to a question, or its waiters, and what a question needs of its queue."""

    __slots__ = ("answer", "callbacks", "ends", "expire", "id", "lock", "pending", "refuse")

    def __init__(
        self,
        pending: "PendingPermission",
        ends: "float | None",
        lock: "threading.RLock",
        expire: "Callable[[], None]",
        refuse: "Callable[[_Slot, str], None]",
    ) -> None:
        self.id = pending["id"]
        self.pending = pending
        self.ends = ends
        self.lock = lock
        self.expire = expire
        self.refuse = refuse
        self.answer: PermissionAnswer | None = None
        self.callbacks: list[Callable[[PermissionAnswer], object]] = []

    def left(self) -> "float | None":
        """Returns the seconds until the time limit."""
        return None if self.ends is None else max(0.0, self.ends - time.monotonic())

    def tell(self, callback: "Callable[[PermissionAnswer], object]") -> None:
        """Calls a function with the answer, as soon as there is one."""
        with self.lock:
            answer = self.answer
            if answer is None:
                self.callbacks.append(callback)
                return
        _call(callback, answer)

    def forget(self, callback: "Callable[[PermissionAnswer], object]") -> None:
        """Does not call a function any more."""
        with self.lock:
            if callback in self.callbacks:
                self.callbacks.remove(callback)


class PendingQuestion:
    """A question to the user, which waits until somebody answers.

    A program with threads calls `wait`, and a program with `asyncio` awaits the question.
    """

    __slots__ = ("_slot",)
    __module__ = PUBLIC + ".host"

    def __init__(self, slot: _Slot) -> None:
        """Creates a question; `PermissionQueue.ask` does."""
        self._slot = slot

    @property
    def pending(self) -> "PendingPermission":
        """The question: the tool, its arguments and the reason."""
        return deepcopy(self._slot.pending)

    @property
    def id(self) -> str:
        """The id by which it is answered."""
        return self._slot.id

    @property
    def answer(self) -> "PermissionAnswer | None":
        """The answer, if there is one."""
        self._slot.expire()
        return deepcopy(self._slot.answer)

    def when_answered(self, callback: "Callable[[PermissionAnswer], object]") -> None:
        """Calls a function with the answer, as soon as there is one; at once if there is one already.

        If the question has a time limit, a thread waits for it. An exception of the function is
        logged.
        """
        slot = self._slot
        left = slot.left()
        if left is not None and slot.answer is None:
            timer = threading.Timer(min(left, threading.TIMEOUT_MAX), slot.refuse, (slot, LATE))
            timer.daemon = True
            slot.tell(lambda _: timer.cancel())
            timer.start()
        slot.tell(callback)

    def wait(self, timeout: "float | None" = None) -> "PermissionAnswer":
        """Waits for the answer.

        After `timeout` seconds, or after the time limit of the question, the answer is a refusal.
        """
        answered = threading.Event()
        self._slot.tell(lambda _: answered.set())
        limits = [it for it in (timeout, self._slot.left()) if it is not None]
        answered.wait(min(*limits, threading.TIMEOUT_MAX) if limits else None)
        # Nothing happens if it was answered.
        self._slot.refuse(self._slot, LATE)
        answer = self._slot.answer
        assert answer is not None  # noqa: S101  # it was refused at the latest
        return deepcopy(answer)

    def __await__(self) -> "Generator[Any, None, PermissionAnswer]":
        """Waits for the answer in an event loop; after the time limit, it is a refusal."""
        import asyncio  # noqa: PLC0415  # slow to import

        slot = self._slot
        loop = asyncio.get_running_loop()
        future: asyncio.Future[PermissionAnswer] = loop.create_future()

        def answer(found: "PermissionAnswer") -> None:
            if not future.done():
                future.set_result(deepcopy(found))

        def tell(found: "PermissionAnswer") -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(answer, found)

        slot.tell(tell)
        left = slot.left()
        timer = None if left is None else loop.call_later(left, slot.refuse, slot, LATE)
        try:
            return (yield from future)
        finally:
            slot.forget(tell)
            if timer:
                timer.cancel()


class PermissionQueue:
    """The waiting questions to the user, the runs of hooks, and the preferences of the user.

    It is bounded: if too many questions wait, if nobody answers in time, or if a question is
    cancelled, the answer is a refusal with a reason, and never an allowance. All methods can be
    called from any thread. What they take and return is copied, and what a listener raises is
    logged.
    """

    __module__ = PUBLIC + ".host"

    def __init__(
        self,
        *,
        capacity: int = _MOST,
        timeout: "float | None" = None,
        history_duration: float = 3600.0,
        clock: "Callable[[], float]" = time.time,
    ) -> None:
        """Creates an empty queue.

        Args:
            capacity: The most questions that wait at once: 1 to 100.
            timeout: The time limit of a question in seconds. Without it, a question waits forever.
            history_duration: How long a run is kept, in seconds. The last 1000 are kept at most.
            clock: Returns the Unix time in seconds, for time stamps and the history.

        Raises:
            ValueError: `capacity` is not 1 to 100, or a time is not positive.
            TypeError: `capacity` is not a number.
        """
        expect_number("capacity", capacity)
        if not 1 <= capacity <= _MOST or capacity % 1:
            raise ValueError(f"`capacity` has to be 1 to {_MOST}")
        _check_time(history_duration)
        _check_time(timeout)
        self._lock = threading.RLock()
        self._capacity = capacity
        self._timeout = timeout
        self._duration = history_duration
        self._clock = clock
        self._count = 0
        self._waiting: dict[str, _Slot] = {}
        self._history: deque[HookExecutionRecord] = deque(maxlen=_RUNS)
        self._preferences: HookUserPreferences = {}
        self._listeners: dict[object, Callable[[], object]] = {}

    # Questions

    def ask(
        self,
        tool: str,
        input: "Mapping[str, Any] | None" = None,  # noqa: A002  # the same name in every language
        reason: "str | None" = None,
        *,
        timeout: "float | None" = None,
    ) -> PendingQuestion:
        """Asks the user whether a call may be made.

        If the user has a preference for the tool, that is the answer. If too many questions wait,
        the answer is a refusal.

        Args:
            tool: The tool.
            input: The arguments of the call.
            reason: The reason to show to the user.
            timeout: The time limit in seconds. The default is that of the queue.

        Raises:
            ValueError: `tool` is empty, an argument has another type, or the time limit is not
                positive.
        """
        if not tool:
            raise ValueError("`tool` is empty: write the name of the tool")
        _check_time(timeout)
        limit = self._timeout if timeout is None else timeout
        given = None if input is None else deepcopy({**input})
        self.expire()
        with self._lock:
            self._count += 1
            while str(self._count) in self._waiting:
                self._count += 1
            pending: PendingPermission = {
                "id": str(self._count),
                "toolName": tool,
                "timestamp": self._clock() * 1000,
            }
            if given is not None:
                pending["toolInput"] = given
            if reason is not None:
                pending["reason"] = reason
            _check(pending, "PendingPermission")
            slot = self._slot(pending, limit)
            preferred = self._preferences.get("answers", {}).get(tool)
            if preferred is not None:
                self._settle(slot, preferred, PREFERRED)
            elif len(self._waiting) >= self._capacity:
                self._settle(slot, "deny", FULL)
            else:
                self._waiting[slot.id] = slot
        if slot.answer is None:
            self._tell()
        return PendingQuestion(slot)

    def answer(
        self,
        id: str,  # noqa: A002
        decision: "PermissionAnswerDecision",
        reason: "str | None" = None,
    ) -> bool:
        """Answers a question. Returns false if no question with this id waits.

        Raises:
            ValueError: The decision is neither `allow` nor `deny`.
        """
        if decision not in ("allow", "deny"):
            raise ValueError(f"the decision is `allow` or `deny`, not {decision!r}")
        self.expire()
        return self._answer(id, decision, reason)

    def cancel(self, id: str, reason: str = CANCELLED) -> bool:  # noqa: A002
        """Refuses a question because nobody needs its answer any more. Returns false if it does not wait."""
        return self._answer(id, "deny", reason)

    @property
    def pending(self) -> "list[PendingPermission]":
        """The questions that wait, the oldest first."""
        self.expire()
        with self._lock:
            return [deepcopy(it.pending) for it in self._waiting.values()]

    @property
    def is_awaiting(self) -> bool:
        """Whether a question waits. Do not call the model while one does."""
        self.expire()
        return bool(self._waiting)

    def expire(self) -> None:
        """Refuses the questions whose time limit is over. The other methods call it."""
        with self._lock:
            now = time.monotonic()
            late = [it for it in self._waiting.values() if it.ends is not None and it.ends <= now]
        for slot in late:
            self._refuse(slot, LATE)

    def _refuse(self, slot: _Slot, reason: str) -> None:
        self._answer(slot.id, "deny", reason, slot)

    def _slot(self, pending: "PendingPermission", limit: "float | None") -> _Slot:
        ends = None if limit is None else time.monotonic() + limit
        return _Slot(pending, ends, self._lock, self.expire, self._refuse)

    def _answer(
        self,
        name: str,
        decision: "PermissionAnswerDecision",
        reason: "str | None",
        only: "_Slot | None" = None,
    ) -> bool:
        with self._lock:
            slot = self._waiting.get(name)
            # After `restore`, another question can have the id.
            if slot is None or (only and only is not slot):
                return False
            calls = self._settle(slot, decision, reason)
            del self._waiting[name]
        _call_all(calls)
        self._tell()
        return True

    def _settle(
        self, slot: _Slot, decision: "PermissionAnswerDecision", reason: "str | None"
    ) -> "list[tuple[Callable[..., object], PermissionAnswer]]":
        """Sets the answer, and returns the calls to make without the lock."""
        answer: Any = {
            "decision": decision,
            "toolName": slot.pending["toolName"],
            "timestamp": self._clock() * 1000,
            "shouldContinueRecursion": decision == "allow",
        }
        if reason is not None:
            answer["reason"] = reason
        slot.answer = answer
        calls = [(it, answer) for it in slot.callbacks]
        slot.callbacks = []
        return calls

    # Runs of hooks

    def record(self, run: "HookExecutionRecord") -> None:
        """Keeps a run of a hook, until it is older than the history goes back.

        Raises:
            ValueError: It is not a `HookExecutionRecord`.
        """
        run = deepcopy(run)
        _check(run, "HookExecutionRecord")
        with self._lock:
            self._history.append(run)
            self._forget()
        self._tell()

    @property
    def history(self) -> "list[HookExecutionRecord]":
        """The runs that are kept, the oldest first."""
        with self._lock:
            self._forget()
            return deepcopy([*self._history])

    def clear_history(self) -> None:
        """Forgets all runs."""
        with self._lock:
            self._history.clear()
        self._tell()

    def _forget(self) -> None:
        first = (self._clock() - self._duration) * 1000
        kept = [it for it in self._history if it["timestamp"] >= first]
        if len(kept) < len(self._history):
            self._history = deque(kept, maxlen=_RUNS)

    # Preferences

    @property
    def preferences(self) -> "HookUserPreferences":
        """The preferences of the user."""
        with self._lock:
            return deepcopy(self._preferences)

    def update_preferences(self, changes: "HookUserPreferences") -> None:
        """Changes some preferences.

        Raises:
            ValueError: One of them is unknown, or has a wrong value. Nothing is changed.
        """
        changes = deepcopy(changes)
        _check(changes, "HookUserPreferences", _PREFERENCES)
        with self._lock:
            self._preferences = {**self._preferences, **changes}
        self._tell()

    # The whole

    def export(self) -> "HookEventContext":
        """Returns what the queue holds, as JSON."""
        self.expire()
        with self._lock:
            self._forget()
            state: HookEventContext = {
                "pendingPermissions": [it.pending for it in self._waiting.values()],
                "hookExecutionHistory": [*self._history],
                "historyDuration": self._duration * 1000,
                "userPreferences": self._preferences,
                "isAwaitingPermission": bool(self._waiting),
            }
            return deepcopy(state)

    def restore(self, state: "HookEventContext") -> "list[PendingQuestion]":
        """Replaces what the queue holds by what `export` returned, and returns the questions that wait.

        The questions that waited before are refused.

        Raises:
            ValueError: It is not a state: two questions have one id, more wait than the queue holds,
                or `isAwaitingPermission` does not follow from them. Nothing is changed.
        """
        state = deepcopy(state)
        _check(state, "HookEventContext")
        _check(state["userPreferences"], "HookUserPreferences", _PREFERENCES)
        waiting = state["pendingPermissions"]
        ids = [it["id"] for it in waiting]
        if len({*ids}) < len(ids):
            raise ValueError("two questions have one id")
        if len(ids) > self._capacity:
            raise ValueError("more questions wait than the queue holds")
        if state["isAwaitingPermission"] != bool(ids):
            raise ValueError("`isAwaitingPermission` is true exactly if a question waits")
        # A longer number is not one of a queue.
        numbers = [int(it) for it in ids if it.isascii() and it.isdigit() and len(it) <= _DIGITS]
        slots = [self._slot(it, self._timeout) for it in waiting]
        with self._lock:
            before = [*self._waiting.values()]
            self._waiting = {it.id: it for it in slots}
            self._count = max([self._count, *numbers])
            self._history = deque(state["hookExecutionHistory"], maxlen=_RUNS)
            self._preferences = state["userPreferences"]
            self._forget()
            calls = [call for it in before for call in self._settle(it, "deny", REPLACED)]
        _call_all(calls)
        self._tell()
        return [PendingQuestion(it) for it in slots]

    def subscribe(self, listener: "Callable[[], object]") -> "Callable[[], None]":
        """Calls a function after each change. Returns a function that unsubscribes it."""
        key = object()
        with self._lock:
            self._listeners[key] = listener

        def end() -> None:
            with self._lock:
                self._listeners.pop(key, None)

        return end

    def _tell(self) -> None:
        with self._lock:
            listeners = [*self._listeners.values()]
        for listener in listeners:
            _call(listener)


def _call_all(calls: "list[tuple[Callable[..., object], PermissionAnswer]]") -> None:
    for function, answer in calls:
        _call(function, deepcopy(answer))


def _call(function: "Callable[..., object]", *arguments: object) -> None:
    """Calls a function of the program. An error in it must not keep the others from being called."""
    try:
        function(*arguments)
    except Exception:
        import logging  # noqa: PLC0415  # slow to import

        logging.getLogger(PUBLIC).exception("a function that a PermissionQueue calls failed")


def _check_time(seconds: "float | None") -> None:
    if seconds is not None and not seconds > 0:
        raise ValueError("a time has to be more than 0 seconds")


def _check(value: "Any", name: "Any", keys: "set[str] | None" = None) -> None:
    problems = validate(value, name)
    if problems:
        raise ValueError(f"{problems[0]['pointer'] or name}: {problems[0]['message']}")
    unknown = sorted({*value} - keys) if keys else ()
    if unknown:
        raise ValueError(f"there is no preference {unknown[0]!r}")
