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
        "id": "1",
        "toolName": "Bash",
        "timestamp": 1_000_000,
        "toolInput": {"command": "ls"},
        "reason": "It may be slow.",
    }
    threading.Timer(0.05, lambda: queue.answer("1", "allow", "Fine.")).start()
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
    assert queue.answer("1", "deny") is False and question.wait() == answer


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
    assert other.answer("1", "allow") and question.wait()["decision"] == "allow"
    assert other.ask("C").id == "2" and other.preferences == queue.preferences
    one = state["pendingPermissions"][0]
    for wrong in (
        {"isAwaitingPermission": False},
        {"pendingPermissions": [one, one]},
        {"pendingPermissions": [{**one, "id": str(at)} for at in range(3)]},
        {"pendingPermissions": 1},
    ):
        with pytest.raises(ValueError, match=r"."):
            other.restore({**state, **wrong})  # type: ignore[typeddict-item]
    assert [it["id"] for it in other.pending] == ["2"]


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


def test_a_clock_that_fails_loses_no_question() -> None:
    """The question still waits."""
    fails = False

    def clock() -> float:
        if fails:
            raise OSError
        return 1.0

    queue = PermissionQueue(clock=clock)
    question = queue.ask("Bash")
    fails = True
    with pytest.raises(OSError):
        queue.answer(question.id, "allow")
    fails = False
    assert queue.is_awaiting and queue.answer(question.id, "allow")
