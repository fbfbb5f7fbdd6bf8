"""The questions to the user that wait, and what a host keeps of its hooks."""

import os
import threading
import time
from collections import deque
from copy import deepcopy
from itertools import chain

from .._arguments import expect_number
from .._json_values import is_too_deep
from .._plan import PUBLIC
from .._validate import validate
from .calls import Call, call_all
from .data import CANCELLED, FULL, LATE, PREFERRED, REPLACED, UNKNOWN

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping
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
_ENDED = 1000  # questions whose ids are remembered
_PREFERENCES = {"showWarnings", "answers"}


class _Slot:
    """The answer to a question, or its waiters, and what a question needs of its queue."""

    __slots__ = (
        "answer",
        "callbacks",
        "ends",
        "expire",
        "id",
        "lock",
        "pending",
        "refuse",
        "wakers",
    )

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
        # Our own functions, which wake who waits. They come before those of the program, which can do anything.
        self.wakers: list[Callable[[PermissionAnswer], object]] = []
        self.callbacks: list[Callable[[PermissionAnswer], object]] = []

    def left(self) -> "float | None":
        """Returns the seconds until the time limit."""
        return None if self.ends is None else max(0.0, self.ends - time.monotonic())

    def wake(self, waker: "Callable[[PermissionAnswer], object]") -> None:
        """Calls one of our functions with the answer, as soon as there is one."""
        with self.lock:
            answer = self.answer
            if answer is None:
                self.wakers.append(waker)
                return
        waker(answer)

    def tell(self, callback: "Callable[[PermissionAnswer], object]") -> None:
        """Calls a function of the program with the answer, as soon as there is one."""
        with self.lock:
            answer = self.answer
            if answer is None:
                self.callbacks.append(callback)
                return
        call_all([_with(callback, answer)])

    def forget(self, waker: "Callable[[PermissionAnswer], object]") -> None:
        """Does not call one of our functions any more."""
        with self.lock:
            if waker in self.wakers:
                self.wakers.remove(waker)


def _with(callback: "Callable[[PermissionAnswer], object]", answer: "PermissionAnswer") -> Call:
    return Call(lambda: callback(deepcopy(answer)))


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

        It is called in a thread of its own, or in the event loop of the caller. If the question has
        a time limit, a thread waits for it. An exception of the function is logged.
        """
        slot = self._slot
        left = slot.left()
        if left is not None and slot.answer is None:
            timer = threading.Timer(min(left, threading.TIMEOUT_MAX), slot.refuse, (slot, LATE))
            timer.daemon = True
            slot.wake(lambda _: timer.cancel())
            timer.start()
        slot.tell(callback)

    def wait(self, timeout: "float | None" = None) -> "PermissionAnswer":
        """Waits for the answer.

        After `timeout` seconds, or after the time limit of the question, the answer is a refusal.
        """
        answered = threading.Event()
        self._slot.wake(lambda _: answered.set())
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
            try:
                loop.call_soon_threadsafe(answer, found)
            except RuntimeError:
                return  # The loop is closed, and nobody waits in it.

        slot.wake(tell)
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
    cancelled, the answer is a refusal with a reason, and never an allowance. Nobody can guess the id
    of a question, and none is used again. All methods can be called from any thread. What they take
    and return is copied.

    Functions of yours are called in threads of their own, or in the event loop of the caller. What
    they raise is logged. A function that does not end within a second is no longer waited for, so it
    keeps nobody else waiting.
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
            clock: Returns the Unix time in seconds, for time stamps and the history. If it fails, or
                takes longer than a second, the clock of the system is used.

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
        self._waiting: dict[str, _Slot] = {}
        self._ended: deque[str] = deque(maxlen=_ENDED)
        self._history: deque[HookExecutionRecord] = deque(maxlen=_RUNS)
        self._preferences: HookUserPreferences = {}
        self._listeners: dict[object, Call] = {}

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
            ValueError: `tool` is empty, an argument has another type, the arguments have more than
                127 levels, or the time limit is not positive.
        """
        if not tool:
            raise ValueError("`tool` is empty: write the name of the tool")
        _check_time(timeout)
        limit = self._timeout if timeout is None else timeout
        given = None if input is None else _copied({**input}, "PendingPermission")
        self.expire()
        now = self._now()
        # As many random bytes as a secret has: an answer is taken from who knows the id.
        pending: PendingPermission = {
            "id": os.urandom(16).hex(),
            "toolName": tool,
            "timestamp": now,
        }
        if given is not None:
            pending["toolInput"] = given
        if reason is not None:
            pending["reason"] = reason
        _check(pending, "PendingPermission")
        slot = self._slot(pending, limit)
        with self._lock:
            preferred = self._preferences.get("answers", {}).get(tool)
            if preferred is not None:
                self._settle(slot, preferred, PREFERRED, now)
            elif len(self._waiting) >= self._capacity:
                self._settle(slot, "deny", FULL, now)
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
        """Answers a question. Returns false if it has an answer already.

        The queue remembers the last 1000 questions with an answer.

        Raises:
            ValueError: The decision is neither `allow` nor `deny`, or there is no question with this
                id: it is one of another queue, from before a restart, or was answered long ago.
        """
        if decision not in ("allow", "deny"):
            raise ValueError(f"the decision is `allow` or `deny`, not {decision!r}")
        self.expire()
        slot = self._asked(id)
        if slot is None and id not in self._ended:
            raise ValueError(UNKNOWN)
        return slot is not None and self._end([slot], decision, reason)

    def cancel(self, id: str, reason: str = CANCELLED) -> bool:  # noqa: A002
        """Refuses a question because nobody needs its answer any more. Returns false if it does not wait."""
        slot = self._asked(id)
        return slot is not None and self._end([slot], "deny", reason)

    def _asked(self, name: object) -> "_Slot | None":
        """Returns a question that waits."""
        with self._lock:
            return self._waiting.get(name) if isinstance(name, str) else None

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
        now = time.monotonic()
        with self._lock:
            late = [it for it in self._waiting.values() if it.ends is not None and it.ends <= now]
        if late:
            self._end(late, "deny", LATE)

    def _refuse(self, slot: _Slot, reason: str) -> None:
        self._end([slot], "deny", reason)

    def _slot(self, pending: "PendingPermission", limit: "float | None") -> _Slot:
        ends = None if limit is None else time.monotonic() + limit
        return _Slot(pending, ends, self._lock, self.expire, self._refuse)

    def _end(
        self, slots: "list[_Slot]", decision: "PermissionAnswerDecision", reason: "str | None"
    ) -> bool:
        """Answers questions, as far as they still wait. Returns whether one did."""
        now = self._now()
        with self._lock:
            # After `restore`, another question can have the id.
            ended = [it for it in slots if self._waiting.get(it.id) is it]
            for slot in ended:
                del self._waiting[slot.id]
                self._settle(slot, decision, reason, now)
        self._wake(ended)
        return bool(ended)

    def _settle(
        self,
        slot: _Slot,
        decision: "PermissionAnswerDecision",
        reason: "str | None",
        now: float,
    ) -> None:
        """Sets the answer."""
        answer: Any = {
            "decision": decision,
            "toolName": slot.pending["toolName"],
            "timestamp": now,
            "shouldContinueRecursion": decision == "allow",
        }
        if reason is not None:
            answer["reason"] = reason
        slot.answer = answer
        self._ended.append(slot.id)

    def _wake(self, ended: "list[_Slot]") -> None:
        """Gives the waiters their answers, all before a function of the program is called."""
        calls: list[Call] = []
        for slot in ended:
            answer: Any = slot.answer
            with self._lock:
                wakers, slot.wakers = slot.wakers, []
                callbacks, slot.callbacks = slot.callbacks, []
            for waker in wakers:
                waker(answer)
            calls += [_with(it, answer) for it in callbacks]
        if ended:
            self._tell(calls)

    def _now(self) -> float:
        """Returns the Unix time in milliseconds."""
        found: list[float] = []
        if self._clock is not time.time:
            call = Call(lambda: found.append(float(self._clock()) * 1000))
            if not call.make():
                self._clock = time.time
        is_time = found and 0 <= found[0] < float("inf")
        return found[0] if is_time else time.time() * 1000

    # Runs of hooks

    def record(self, run: "HookExecutionRecord") -> None:
        """Keeps a run of a hook, until it is older than the history goes back.

        Raises:
            ValueError: It is not a `HookExecutionRecord`.
        """
        run = _copied(run, "HookExecutionRecord")
        _check(run, "HookExecutionRecord")
        now = self._now()
        with self._lock:
            self._history.append(run)
            self._forget(now)
        self._tell()

    @property
    def history(self) -> "list[HookExecutionRecord]":
        """The runs that are kept, the oldest first."""
        now = self._now()
        with self._lock:
            self._forget(now)
            return deepcopy([*self._history])

    def clear_history(self) -> None:
        """Forgets all runs."""
        with self._lock:
            self._history.clear()
        self._tell()

    def _forget(self, now: float) -> None:
        first = now - self._duration * 1000
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
        changes = _copied(changes, "HookUserPreferences")
        _check(changes, "HookUserPreferences", _PREFERENCES)
        with self._lock:
            self._preferences = {**self._preferences, **changes}
        self._tell()

    # The whole

    def export(self) -> "HookEventContext":
        """Returns what the queue holds, as JSON."""
        self.expire()
        now = self._now()
        with self._lock:
            self._forget(now)
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
        state = _copied(state, "HookEventContext")
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
        slots = [self._slot(it, self._timeout) for it in waiting]
        now = self._now()
        with self._lock:
            before = [*self._waiting.values()]
            self._waiting = {it.id: it for it in slots}
            self._history = deque(state["hookExecutionHistory"], maxlen=_RUNS)
            self._preferences = state["userPreferences"]
            self._forget(now)
            for slot in before:
                self._settle(slot, "deny", REPLACED, now)
        self._wake(before)
        if not before:
            self._tell()
        return [PendingQuestion(it) for it in slots]

    def subscribe(self, listener: "Callable[[], object]") -> "Callable[[], None]":
        """Calls a function after each change. Returns a function that unsubscribes it.

        If it is still running, it is called once more when it ends.
        """
        key = object()
        with self._lock:
            self._listeners[key] = Call(listener)

        def end() -> None:
            with self._lock:
                self._listeners.pop(key, None)

        return end

    def _tell(self, before: "Iterable[Call]" = ()) -> None:
        """Calls functions of the program, and then each listener that is still one."""
        with self._lock:
            keys = [*self._listeners]
        listeners = (it for key in keys if (it := self._listeners.get(key)))
        call_all(chain(before, listeners))


def _check_time(seconds: "float | None") -> None:
    if seconds is not None and not seconds > 0:
        raise ValueError("a time has to be more than 0 seconds")


def _copied(value: "Any", name: str) -> "Any":
    """Returns a copy of a value for a type. What the validators refuse as too deep cannot be copied."""
    if is_too_deep(value):
        _check(value, name)
    return deepcopy(value)


def _check(value: "Any", name: "Any", keys: "set[str] | None" = None) -> None:
    problems = validate(value, name)
    if problems:
        raise ValueError(f"{problems[0]['pointer'] or name}: {problems[0]['message']}")
    unknown = sorted({*value} - keys) if keys else ()
    if unknown:
        raise ValueError(f"there is no preference {unknown[0]!r}")
