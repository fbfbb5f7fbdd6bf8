"""The questions to the user that wait, and what a host keeps of its hooks."""

import threading
import time
from collections import deque

from .._validate import PUBLIC, validate

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
_FULL = "too many calls wait for the user"
_LATE = "the user did not answer in time"
_CANCELLED = "the question was cancelled"
_PREFERRED = "this is the preference of the user"
_LOST = "the questions that waited were replaced"


class _Slot:
    """The answer to a question, or those who wait for it, and what a question needs of its queue."""

    __slots__ = ("answer", "callbacks", "ends", "expire", "lock", "now", "pending", "refuse")

    def __init__(  # noqa: PLR0913, PLR0917  # a part of the queue
        self,
        pending: "PendingPermission",
        ends: "float | None",
        lock: "threading.RLock",
        now: "Callable[[], float]",
        expire: "Callable[[], None]",
        refuse: "Callable[[_Slot, str], None]",
    ) -> None:
        self.pending = pending
        self.ends = ends
        self.lock = lock
        self.now = now
        self.expire = expire
        self.refuse = refuse
        self.answer: PermissionAnswer | None = None
        self.callbacks: list[Callable[[PermissionAnswer], object]] = []


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
        """What is asked: the tool, its arguments and the reason."""
        return self._slot.pending

    @property
    def id(self) -> str:
        """The id by which it is answered."""
        return self.pending["id"]

    @property
    def answer(self) -> "PermissionAnswer | None":
        """The answer, if there is one."""
        self._slot.expire()
        return self._slot.answer

    def when_answered(self, callback: "Callable[[PermissionAnswer], object]") -> None:
        """Calls a function with the answer, as soon as there is one; at once if there is one already."""
        with self._slot.lock:
            answer = self._slot.answer
            if answer is None:
                self._slot.callbacks.append(callback)
                return
        callback(answer)

    def wait(self, timeout: "float | None" = None) -> "PermissionAnswer":
        """Waits for the answer.

        After `timeout` seconds, or after the time limit of the question, the answer is a refusal.
        """
        answered = threading.Event()
        self.when_answered(lambda _: answered.set())
        limits = [it for it in (timeout, self._left()) if it is not None]
        answered.wait(min(limits) if limits else None)
        # Nothing happens if it was answered.
        self._slot.refuse(self._slot, _LATE)
        answer = self._slot.answer
        assert answer is not None  # noqa: S101  # it was refused at the latest
        return answer

    def __await__(self) -> "Generator[Any, None, PermissionAnswer]":
        """Waits for the answer in an event loop; after the time limit, it is a refusal."""
        import asyncio  # noqa: PLC0415  # slow to import

        loop = asyncio.get_running_loop()
        future: asyncio.Future[PermissionAnswer] = loop.create_future()

        def answer(found: "PermissionAnswer") -> None:
            if not future.done():
                future.set_result(found)

        self.when_answered(lambda found: loop.call_soon_threadsafe(answer, found))
        left = self._left()
        timer = None
        if left is not None:
            timer = loop.call_later(left, self._slot.refuse, self._slot, _LATE)
        try:
            return (yield from future)
        finally:
            if timer:
                timer.cancel()

    def _left(self) -> "float | None":
        ends = self._slot.ends
        return None if ends is None else max(0.0, ends - self._slot.now())


class PermissionQueue:
    """The questions to the user that wait, the runs of hooks, and the preferences of the user.

    It is bounded: if too many questions wait, if nobody answers in time, or if a question is
    cancelled, the answer is a refusal with a reason, and never an allowance. All methods can be
    called from any thread.
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
            history_duration: How long a run is kept, in seconds.
            clock: Returns the Unix time in seconds.

        Raises:
            ValueError: `capacity` is not 1 to 100, or a time is not positive.
        """
        if not 1 <= capacity <= _MOST:
            raise ValueError(f"`capacity` has to be 1 to {_MOST}")
        if history_duration <= 0 or (timeout is not None and timeout <= 0):
            raise ValueError("a time has to be more than 0 seconds")
        self._lock = threading.RLock()
        self._capacity = capacity
        self._timeout = timeout
        self._duration = history_duration
        self._clock = clock
        self._count = 0
        self._waiting: dict[str, _Slot] = {}
        self._history: deque[HookExecutionRecord] = deque()
        self._preferences: HookUserPreferences = {}
        self._listeners: list[Callable[[], object]] = []

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
            reason: What the user is told.
            timeout: The time limit in seconds. The default is that of the queue.

        Raises:
            ValueError: `tool` is empty.
        """
        if not tool:
            raise ValueError("`tool` is empty: write the name of the tool")
        with self._lock:
            self.expire()
            self._count += 1
            now = self._clock()
            pending: PendingPermission = {
                "id": str(self._count),
                "toolName": tool,
                "timestamp": now * 1000,
            }
            if input is not None:
                pending["toolInput"] = {**input}
            if reason is not None:
                pending["reason"] = reason
            limit = self._timeout if timeout is None else timeout
            slot = self._slot(pending, None if limit is None else now + limit)
            question = PendingQuestion(slot)
            preferred = self._preferences.get("answers", {}).get(tool)
            if preferred is not None:
                self._settle(slot, preferred, _PREFERRED)
                return question
            if len(self._waiting) >= self._capacity:
                self._settle(slot, "deny", _FULL)
                return question
            self._waiting[question.id] = slot
        self._tell()
        return question

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

    def cancel(self, id: str, reason: str = _CANCELLED) -> bool:  # noqa: A002
        """Refuses a question because nobody needs its answer any more. Returns false if it does not wait."""
        return self._answer(id, "deny", reason)

    @property
    def pending(self) -> "list[PendingPermission]":
        """The questions that wait, the oldest first."""
        self.expire()
        with self._lock:
            return [it.pending for it in self._waiting.values()]

    @property
    def is_awaiting(self) -> bool:
        """Whether a question waits, so that the agent does not call the model."""
        return bool(self.pending)

    def expire(self) -> None:
        """Refuses the questions whose time limit is over. Every method calls it."""
        with self._lock:
            now = self._clock()
            late = [it for it in self._waiting.values() if it.ends is not None and it.ends <= now]
        for slot in late:
            self._refuse(slot, _LATE)

    def _refuse(self, slot: _Slot, reason: str) -> None:
        self._answer(slot.pending["id"], "deny", reason, slot)

    def _slot(self, pending: "PendingPermission", ends: "float | None") -> _Slot:
        return _Slot(pending, ends, self._lock, self._clock, self.expire, self._refuse)

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
            del self._waiting[name]
            callbacks = self._settle(slot, decision, reason)
            answer = slot.answer
        for callback in callbacks:
            callback(answer)
        self._tell()
        return True

    def _settle(
        self, slot: _Slot, decision: "PermissionAnswerDecision", reason: "str | None"
    ) -> "list[Callable[..., object]]":
        answer: Any = {
            "decision": decision,
            "toolName": slot.pending["toolName"],
            "timestamp": self._clock() * 1000,
            "shouldContinueRecursion": decision == "allow",
        }
        if reason is not None:
            answer["reason"] = reason
        slot.answer = answer
        callbacks = slot.callbacks
        slot.callbacks = []
        return callbacks

    # Runs of hooks

    def record(self, run: "HookExecutionRecord") -> None:
        """Keeps a run of a hook, until it is older than the history goes back.

        Raises:
            ValueError: It is not a `HookExecutionRecord`.
        """
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
            return [*self._history]

    def clear_history(self) -> None:
        """Forgets all runs."""
        with self._lock:
            self._history.clear()
        self._tell()

    def _forget(self) -> None:
        first = (self._clock() - self._duration) * 1000
        while self._history and self._history[0]["timestamp"] < first:
            self._history.popleft()

    # Preferences

    @property
    def preferences(self) -> "HookUserPreferences":
        """The preferences of the user."""
        with self._lock:
            return {**self._preferences}

    def update_preferences(self, changes: "HookUserPreferences") -> None:
        """Changes some preferences.

        Raises:
            ValueError: One of them is unknown, or has a wrong value. Nothing is changed.
        """
        _check(changes, "HookUserPreferences", {"showWarnings", "answers"})
        with self._lock:
            self._preferences = {**self._preferences, **changes}
        self._tell()

    # The whole

    def export(self) -> "HookEventContext":
        """Returns what the queue holds, as JSON."""
        with self._lock:
            return {
                "pendingPermissions": self.pending,
                "hookExecutionHistory": self.history,
                "historyDuration": self._duration * 1000,
                "userPreferences": self.preferences,
                "isAwaitingPermission": self.is_awaiting,
            }

    def restore(self, state: "HookEventContext") -> "list[PendingQuestion]":
        """Replaces what the queue holds by what `export` returned, and returns the questions that wait.

        The questions that waited before are refused.

        Raises:
            ValueError: It is not a state: two questions have one id, more wait than the queue holds,
                or `isAwaitingPermission` does not follow from them. Nothing is changed.
        """
        _check(state, "HookEventContext")
        waiting = state["pendingPermissions"]
        ids = [it["id"] for it in waiting]
        if len({*ids}) < len(ids):
            raise ValueError("two questions have one id")
        if len(ids) > self._capacity:
            raise ValueError("more questions wait than the queue holds")
        if state["isAwaitingPermission"] != bool(ids):
            raise ValueError("`isAwaitingPermission` is true exactly if a question waits")
        with self._lock:
            before = [*self._waiting.values()]
        for slot in before:
            self._refuse(slot, _LOST)
        with self._lock:
            now = self._clock()
            ends = None if self._timeout is None else now + self._timeout
            self._waiting = {it["id"]: self._slot(it, ends) for it in waiting}
            numbers = [int(it) for it in ids if it.isascii() and it.isdigit()]
            self._count = max([self._count, *numbers])
            self._history = deque(state["hookExecutionHistory"])
            self._preferences = {**state["userPreferences"]}
            self._forget()
            restored = [PendingQuestion(it) for it in self._waiting.values()]
        self._tell()
        return restored

    def subscribe(self, listener: "Callable[[], object]") -> "Callable[[], None]":
        """Calls a function after each change. Returns the function that ends that."""
        with self._lock:
            self._listeners.append(listener)

        def end() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return end

    def _tell(self) -> None:
        for listener in [*self._listeners]:
            listener()


def _check(value: "Any", name: "Any", keys: "set[str] | None" = None) -> None:
    problems = validate(value, name)
    if problems:
        raise ValueError(f"{problems[0]['pointer'] or name}: {problems[0]['message']}")
    unknown = sorted({*value} - keys) if keys else ()
    if unknown:
        raise ValueError(f"there is no preference {unknown[0]!r}")
