"""The questions to the user that wait."""

import asyncio
import threading
import time
from typing import Any

import pytest
from hookwire.host import PendingQuestion, PermissionQueue
from hookwire.models import HookEventContext
from hookwire.validate import validate

RUN: Any = {
    "result": {
        "exitCode": 0,
        "stdout": "",
        "stderr": "",
        "executionTime": 1,
        "hookEvent": "Stop",
    },
    "timestamp": 1_000_000,
}


class Clock:
    """A clock that the test sets."""

    now = 1000.0

    def __call__(self) -> float:
        """Returns the time."""
        return self.now


def test_a_question_waits_until_it_is_answered() -> None:
    """The agent is paused while a question waits, and the answer says whether it goes on."""
    queue = PermissionQueue(clock=Clock())
    question = queue.ask("Bash", {"command": "ls"}, "It may be slow.")
    assert queue.is_awaiting and queue.pending == [question.pending]
    assert question.pending == {
        "id": question.id,
        "toolName": "Bash",
        "timestamp": 1_000_000,
        "toolInput": {"command": "ls"},
        "reason": "It may be slow.",
    }
    threading.Timer(0.05, lambda: queue.answer(question.id, "allow", "Fine.")).start()
    answer = question.wait()
    assert answer == {
        "decision": "allow",
        "toolName": "Bash",
        "timestamp": 1_000_000,
        "shouldContinueRecursion": True,
        "reason": "Fine.",
    }
    assert validate(answer, "PermissionAnswer") == []
    assert not queue.is_awaiting and question.answer == answer
    assert queue.answer(question.id, "deny") is False and question.wait() == answer


def test_what_nobody_answers_is_refused() -> None:
    """A full queue, a time limit and a cancelled question never allow."""
    queue = PermissionQueue(capacity=2, timeout=0.05)
    one, two, three = (queue.ask(tool) for tool in ("A", "B", "C"))
    assert three.answer is not None and three.answer["decision"] == "deny"
    assert queue.cancel(one.id) and not queue.cancel(one.id)
    time.sleep(0.06)
    assert not queue.answer(two.id, "allow") and queue.pending == []
    found = [it.answer for it in (one, two, three)]
    assert [it and (it["decision"], it["shouldContinueRecursion"]) for it in found] == [
        ("deny", False)
    ] * 3
    assert [it and it.get("reason") for it in found] == [
        "the question was cancelled",
        "the user did not answer in time",
        "too many questions wait for the user",
    ]
    assert PermissionQueue().ask("A").wait(timeout=0.01)["decision"] == "deny"
    assert PermissionQueue(timeout=0.01).ask("A").wait()["decision"] == "deny"


def test_a_question_can_be_awaited() -> None:
    """An event loop is not blocked."""

    async def ask() -> "list[str]":
        queue = PermissionQueue(timeout=5)
        one, two = queue.ask("A"), queue.ask("B", timeout=0.05)
        asyncio.get_running_loop().call_later(0.02, queue.answer, one.id, "allow")
        answers = await asyncio.gather(one_of(one), one_of(two))
        return [it["decision"] for it in answers]

    async def one_of(question: PendingQuestion) -> Any:
        return await question

    assert asyncio.run(ask()) == ["allow", "deny"]


def test_a_preference_answers_for_the_user() -> None:
    """A preference is checked, and a wrong one changes nothing."""
    queue = PermissionQueue()
    queue.update_preferences({"answers": {"Bash": "allow"}})
    queue.update_preferences({"showWarnings": False})
    assert queue.preferences == {"answers": {"Bash": "allow"}, "showWarnings": False}
    assert queue.ask("Bash").wait()["decision"] == "allow"
    wrong: Any
    for wrong in ({"answers": {"Bash": "maybe"}}, {"showWarning": True}, []):
        with pytest.raises(ValueError, match=r"."):
            queue.update_preferences(wrong)
    assert queue.preferences["showWarnings"] is False


def test_the_history_is_bounded_by_time() -> None:
    """Old runs are forgotten."""
    clock = Clock()
    queue = PermissionQueue(history_duration=60, clock=clock)
    queue.record(RUN)
    clock.now += 59
    assert queue.history == [RUN]
    clock.now += 2
    assert queue.history == []
    queue.record({**RUN, "timestamp": clock.now * 1000})
    queue.clear_history()
    assert queue.history == []
    with pytest.raises(ValueError, match=r"result"):
        queue.record({"timestamp": 1})  # type: ignore[typeddict-item]


def test_the_state_can_be_exported_and_restored() -> None:
    """What is exported is valid, and an inconsistent state is refused."""
    queue = PermissionQueue(capacity=2)
    queue.ask("A")
    queue.update_preferences({"answers": {"B": "deny"}})
    state = queue.export()
    assert validate(state, "HookEventContext") == [] and HookEventContext.model_validate(state)
    other = PermissionQueue(capacity=2)
    lost = other.ask("Z")
    (question,) = other.restore(state)
    assert lost.wait()["decision"] == "deny"
    assert question.id == state["pendingPermissions"][0]["id"]
    assert other.answer(question.id, "allow") and question.wait()["decision"] == "allow"
    asked = other.ask("C")
    assert other.preferences == queue.preferences
    one = state["pendingPermissions"][0]
    for wrong in (
        {"isAwaitingPermission": False},
        {"pendingPermissions": [one, one]},
        {"pendingPermissions": [{**one, "id": str(at)} for at in range(3)]},
        {"pendingPermissions": 1},
    ):
        with pytest.raises(ValueError, match=r"."):
            other.restore({**state, **wrong})  # type: ignore[typeddict-item]
    assert [it["id"] for it in other.pending] == [asked.id]


def test_changes_are_told() -> None:
    """A listener is called after each change, until it ends."""
    queue = PermissionQueue()
    calls: list[bool] = []
    end = queue.subscribe(lambda: calls.append(queue.is_awaiting))
    queue.cancel(queue.ask("A").id)
    end()
    end()
    queue.ask("B")
    assert calls == [True, False]


def test_many_threads_ask_at_once() -> None:
    """Nothing is lost, and nothing is answered twice."""
    queue = PermissionQueue(capacity=100)
    answered: list[str] = []
    lock = threading.Lock()

    def ask(number: int) -> None:
        for at in range(100):
            question = queue.ask(f"{number}-{at}")
            queue.answer(question.id, "allow")
            with lock:
                answered.append(question.wait()["toolName"])

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answered) == len({*answered}) == 2000
    assert not queue.is_awaiting


def test_what_a_caller_changes_later_changes_nothing() -> None:
    """Neither what was passed nor what was returned is the state of the queue."""
    queue = PermissionQueue()
    given: Any = {"answers": {"rm": "deny"}}
    queue.update_preferences(given)
    returned: Any
    for returned in (given, queue.preferences, queue.export()["userPreferences"]):
        returned["answers"]["rm"] = "allow"
    arguments = {"paths": ["a"]}
    question = queue.ask("Read", arguments)
    arguments["paths"].append("b")
    queue.pending[0]["id"] = question.pending["id"] = "other"
    assert queue.ask("rm").wait()["decision"] == "deny"
    assert queue.pending == [question.pending] and question.pending.get("toolInput") == {
        "paths": ["a"]
    }
    assert queue.answer(question.id, "allow")


def test_what_asks_while_a_state_is_restored_is_not_lost() -> None:
    """A function that is told of the refusal can ask again."""
    queue = PermissionQueue()
    state = PermissionQueue().export()
    again: list[PendingQuestion] = []
    queue.ask("A").when_answered(lambda _: again.append(queue.ask("B")))
    queue.restore(state)
    assert queue.answer(again[0].id, "allow") and again[0].wait()["decision"] == "allow"


def test_a_function_that_fails_keeps_nobody_waiting() -> None:
    """The next one is called, and the answer is there."""
    queue = PermissionQueue()
    called: list[str] = []
    queue.subscribe(lambda: 1 / 0)
    queue.subscribe(lambda: called.append("listener"))
    question = queue.ask("A")
    question.when_answered(lambda _: 1 / 0)
    question.when_answered(lambda it: called.append(it["decision"]))
    queue.answer(question.id, "allow")
    assert called == ["listener", "allow", "listener"]


def test_a_function_is_called_at_the_time_limit() -> None:
    """Nobody has to look at the queue."""
    told = threading.Event()
    PermissionQueue(timeout=0.02).ask("A").when_answered(lambda _: told.set())
    assert told.wait(10)


@pytest.mark.parametrize(
    "wrong", [{"timeout": float("nan")}, {"capacity": 0}, {"capacity": 101}, {"timeout": 0}, {"history_duration": 0}]
)
def test_wrong_limits_are_refused(wrong: Any) -> None:
    """A queue without an end is a mistake."""
    with pytest.raises(ValueError, match=r"has to be"):
        PermissionQueue(**wrong)


def test_wrong_arguments_are_refused() -> None:
    """There is no third answer, and a tool has a name."""
    queue = PermissionQueue()
    with pytest.raises(ValueError, match=r"maybe"):
        queue.answer(queue.ask("A").id, "maybe")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"empty"):
        queue.ask("")


def test_a_queue_has_no_preference_and_no_question_that_it_cannot_restore() -> None:
    """What a queue exports, it can restore."""
    queue = PermissionQueue()
    state: Any = queue.export()
    state["userPreferences"] = {"zz": 1}
    with pytest.raises(ValueError, match="zz"):
        queue.restore(state)
    for wrong in ({"tool": 5}, {"tool": "Bash", "reason": 5}):
        with pytest.raises(ValueError, match="string"):
            queue.ask(**wrong)  # type: ignore[arg-type]
    assert queue.pending == []


def test_nobody_can_guess_an_id() -> None:
    """No id follows from others, and none comes again after a restart or a restored state."""
    queue = PermissionQueue()
    state = queue.export()
    ids: list[str] = []
    for _ in range(50):
        ids += [queue.ask("A").id, PermissionQueue().ask("A").id]
        queue.restore(state)
    assert len({*ids}) == 100 and all(len(it) == 32 for it in ids)
    for at in range(32):
        assert len({it[at] for it in ids}) > 8


def test_an_answer_to_a_question_that_was_not_asked_is_refused() -> None:
    """An old answer does not count for another question, and says so."""
    before = PermissionQueue()
    old = before.ask("Read")
    state = before.export()
    before.answer(old.id, "allow")
    queue = PermissionQueue()
    question = queue.ask("Bash")
    unknown: Any
    for unknown in (old.id, "1", "", None, 1, [], question.id.upper(), question.id + " "):
        with pytest.raises(ValueError, match="no question with this id"):
            queue.answer(unknown, "allow")
        assert not queue.cancel(unknown)
    assert question.answer is None
    queue.restore({**state, "pendingPermissions": [], "isAwaitingPermission": False})
    # Both had their answers: the first one here, the other one elsewhere.
    assert not queue.answer(question.id, "allow")
    with pytest.raises(ValueError, match="no question with this id"):
        queue.answer(old.id, "allow")
    assert question.wait()["decision"] == "deny"


def hangs(*_: Any) -> None:
    """Does not end."""
    time.sleep(3600)


def leaves(*_: Any) -> None:
    """Ends the program."""
    raise SystemExit(1)


@pytest.mark.parametrize("function", [hangs, leaves, lambda *_: 1 / 0, lambda: None, 5])
def test_a_function_keeps_nobody_waiting(function: Any) -> None:
    """Every waiter gets its answer, every other function is called, and who answers goes on."""
    queue = PermissionQueue(timeout=20)
    calls: list[str] = []
    queue.subscribe(function)
    queue.subscribe(lambda: calls.append("listener"))
    start = time.monotonic()
    questions = [queue.ask(str(number)) for number in range(5)]
    answers: list[str] = []
    threads = [threading.Thread(target=lambda it=it: answers.append(it.wait()["decision"])) for it in questions]
    for thread in threads:
        thread.start()
    for question in questions:
        question.when_answered(function)
        question.when_answered(lambda it: calls.append(it["toolName"]))
    for question in questions[:4]:
        assert queue.answer(question.id, "allow")
    queue.restore(PermissionQueue().export())
    for thread in threads:
        thread.join(5)
    assert sorted(answers) == ["allow"] * 4 + ["deny"]
    until = time.monotonic() + 5
    while len(calls) < 15 and time.monotonic() < until:
        time.sleep(0.01)
    assert sorted(calls) == ["0", "1", "2", "3", "4", *["listener"] * 10]
    assert time.monotonic() - start < 10


def test_a_function_can_use_the_queue() -> None:
    """A listener that answers, asks, and ends itself and others sees each change, and is not called in itself."""
    queue = PermissionQueue()
    running = deepest = count = 0
    ends: list[Any] = []

    def listener() -> None:
        nonlocal running, deepest, count
        running, count = running + 1, count + 1
        deepest = max(deepest, running)
        for pending in queue.pending:
            queue.answer(pending["id"], "deny", "by a listener")
        for end in ends:
            end()
        running -= 1

    ends.append(queue.subscribe(listener))
    ends.append(queue.subscribe(lambda: pytest.fail("it has been unsubscribed")))
    question = queue.ask("A")
    assert question.answer and question.answer.get("reason") == "by a listener"
    assert (deepest, count) == (1, 2)
    queue.ask("B")
    assert count == 2


def test_a_listener_that_never_stops_changing_is_stopped() -> None:
    """It is told of its own changes, but not forever."""
    queue = PermissionQueue()
    calls: list[int] = []

    def listener() -> None:
        calls.append(1)
        queue.update_preferences({"showWarnings": len(calls) % 2 == 0})

    queue.subscribe(listener)
    queue.ask("A")
    until = time.monotonic() + 10
    while (before := len(calls)) < 100 and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(0.1)
    assert before <= len(calls) == 100
    queue.ask("B")
    assert len(calls) > 100


def test_a_change_of_others_is_not_lost_to_a_listener_that_always_changes() -> None:
    """Only its own changes count."""
    queue = PermissionQueue()
    calls: list[int] = []
    at_last, go = threading.Event(), threading.Event()

    def listener() -> None:
        queue.clear_history()
        calls.append(1)
        if len(calls) == 100:
            at_last.set()
            go.wait(10)

    queue.subscribe(listener)
    asking = [threading.Thread(target=queue.ask, args=(tool,)) for tool in "AB"]
    asking[0].start()
    assert at_last.wait(10)
    asking[1].start()
    # It waits for the listener, which has to learn of its question.
    time.sleep(0.2)
    go.set()
    for thread in asking:
        thread.join()
    until = time.monotonic() + 10
    while len(calls) <= 100 and time.monotonic() < until:
        time.sleep(0.005)
    assert len(calls) > 100


def test_an_old_answer_is_either_known_or_the_message_says_so() -> None:
    """The ids of answered questions are not kept forever."""
    queue = PermissionQueue(capacity=1)
    old = queue.ask("A")
    assert queue.answer(old.id, "allow")
    for _ in range(1000):
        assert queue.answer(queue.ask("B").id, "allow")
    with pytest.raises(ValueError, match="answered long ago"):
        queue.answer(old.id, "deny")


def test_functions_in_an_event_loop_run_there() -> None:
    """They can use the loop, and wait for nothing that the loop has to do."""

    async def main() -> list[str]:
        queue, loop = PermissionQueue(), asyncio.get_running_loop()
        told: list[str] = []
        queue.subscribe(lambda: loop.call_soon(told.append, "listener"))
        question = queue.ask("A")
        question.when_answered(lambda it: told.append((asyncio.current_task() and it["decision"]) or ""))
        queue.answer(question.id, "allow")
        await asyncio.sleep(0)
        return told

    assert asyncio.run(main()) == ["allow", "listener", "listener"]


def test_a_question_that_is_awaited_gets_its_answer_whatever_a_listener_does() -> None:
    """Another thread answers, and its listener hangs."""

    async def main() -> Any:
        queue = PermissionQueue()
        question = queue.ask("A")
        question.when_answered(hangs)
        queue.subscribe(hangs)
        threading.Thread(target=queue.answer, args=(question.id, "allow"), daemon=True).start()
        return await asyncio.wait_for(question, 10)

    start = time.monotonic()
    assert asyncio.run(main())["decision"] == "allow"
    assert time.monotonic() - start < 0.9


def not_a_number() -> float:
    """Returns no time."""
    return float("nan")


@pytest.mark.parametrize("clock", [hangs, leaves, not_a_number, lambda: None, lambda: -1.0, lambda: 10**400, lambda: "now", lambda: 1 / 0, 5])
def test_a_clock_keeps_nobody_waiting(clock: Any) -> None:
    """The clock of the system is used instead of one that fails or takes too long."""
    queue = PermissionQueue(clock=clock)
    start = time.monotonic()
    before = time.time() * 1000
    question, late = queue.ask("A"), queue.ask("B", timeout=0.05)
    assert late.wait()["decision"] == "deny"
    assert queue.answer(question.id, "allow") and question.wait()["decision"] == "allow"
    queue.record({**RUN, "timestamp": time.time() * 1000})
    for stamp in (question.pending["timestamp"], question.wait()["timestamp"], queue.history[0]["timestamp"]):
        assert before <= stamp <= time.time() * 1000
    assert time.monotonic() - start < 5


def test_a_clock_that_goes_back_or_jumps_changes_no_time_limit() -> None:
    """Time limits are measured by another clock."""
    clock = Clock()
    queue = PermissionQueue(clock=clock, timeout=30)
    question = queue.ask("A")
    for now in (0.0, 10.0**12, 5.0):
        clock.now = now
        assert queue.is_awaiting and question.answer is None
        assert queue.ask("B", timeout=0.02).wait()["timestamp"] == now * 1000


def test_a_clock_can_use_the_queue() -> None:
    """It is called outside of every lock."""
    queue: Any = None

    def clock() -> float:
        found = threading.Thread(target=lambda: queue and queue.pending, daemon=True)
        found.start()
        found.join()
        return 1.0

    queue = PermissionQueue(clock=clock)
    question = queue.ask("A")
    assert queue.answer(question.id, "allow") and question.pending["timestamp"] == 1000


@pytest.mark.parametrize("levels", [200, 500, 100_000])
def test_what_is_too_deep_is_refused(levels: int) -> None:
    """As by the validators, before it is copied."""
    deep: Any = {}
    for _ in range(levels):
        deep = {"a": deep}
    queue = PermissionQueue()
    with pytest.raises(ValueError, match="more than 128 levels"):
        queue.ask("Bash", deep)
    with pytest.raises(ValueError, match="more than 128 levels"):
        queue.record({**RUN, "more": deep})
    with pytest.raises(ValueError, match="more than 128 levels"):
        queue.update_preferences({"answers": deep})
    with pytest.raises(ValueError, match="more than 128 levels"):
        queue.restore({**queue.export(), "more": deep})
    assert queue.pending == [] and queue.history == []
    deep = None
