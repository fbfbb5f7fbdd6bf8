"""The Python package's part of `cargo xtask bench --host`. Prints its measurements as JSON.

`interpret EVENT FILE BATCHES` compares `interpret` with `read_reply`, `loads` and `loads host` list the
modules that a hook loads, and `queue QUESTIONS` puts a permission queue under load.
"""

import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

BATCH = 0.0002
"""The seconds of a batch. Most are shorter than what the system gives a process at a time, so other load spoils few."""

OPEN = 100


def interpret(event: Any, file: str, batches: str) -> dict[str, Any]:
    """Returns the microseconds of both functions, by batch."""
    from hookwire.host import exited, interpret  # noqa: PLC0415
    from hookwire.read import read_reply  # noqa: PLC0415

    text = Path(file).read_text(encoding="utf-8")
    result = exited(0, text)
    assert read_reply(text, event).problems == interpret(event, result)["problems"] == []
    runs: list[Callable[[], object]] = [
        lambda: read_reply(text, event),
        lambda: interpret(event, result),
    ]

    def seconds(run: Callable[[], object], count: int) -> float:
        start = time.perf_counter()
        for _ in range(count):
            run()
        return time.perf_counter() - start

    count = max(1, round(1000 * BATCH / seconds(runs[0], 1000)))
    found: list[list[float]] = [[], []]
    for batch in range(int(batches)):
        for which in (0, 1) if batch % 2 else (1, 0):
            found[which].append(seconds(runs[which], count) / count * 1e6)
    return {"read": found[0], "interpret": found[1]}


def loads(*more: str) -> dict[str, Any]:
    """Returns the modules of the package that a hook loads, as paths in the package."""
    from hookwire import is_known, read_input  # noqa: PLC0415
    from hookwire.read import read_reply  # noqa: PLC0415
    from hookwire.validate import validate  # noqa: PLC0415

    assert not is_known(read_input('{"hook_event_name": "Later"}')[0])
    assert read_reply('{"decision": 1}', "Stop").problems
    assert validate({"decision": 1}, "StopOutput")
    if more:
        from hookwire.host import PermissionQueue, exited, interpret, merge, run_hook  # noqa: PLC0415

        assert merge([interpret("Stop", exited(2))])["action"] == "blocked"
        assert callable(run_hook) and not PermissionQueue().is_awaiting
    modules = [it for name, it in sys.modules.items() if name.split(".")[0] == "hookwire"]
    package = Path(str(sys.modules["hookwire"].__file__)).parent
    return {
        "files": sorted(Path(str(it.__file__)).relative_to(package).as_posix() for it in modules)
    }


def queue(questions: str) -> dict[str, Any]:
    """Asks this many questions and answers them, with many open at once."""
    from hookwire.host import PendingQuestion, PermissionQueue  # noqa: PLC0415

    count = int(questions)
    queue = PermissionQueue(capacity=OPEN, timeout=600)
    found = {"lost": 0, "twice": 0, "disordered": 0}
    waiting: list[PendingQuestion] = []
    memory: list[int | None] = []

    def answer(at: int) -> None:
        question = waiting.pop(at)
        number = int(question.pending["toolName"].removeprefix("tool "))
        decision: Any = "deny" if number % 3 else "allow"
        is_taken = queue.answer(question.id, decision)
        found["twice"] += queue.answer(question.id, "deny")
        got = question.wait()
        is_own = got["decision"] == decision and got["toolName"] == f"tool {number}"
        found["lost"] += not (is_taken and is_own)

    for number in range(1, count + 1):
        waiting.append(queue.ask(f"tool {number}", {"command": f"ls {number}"}, "It may be slow."))
        if number % 1000 == 0:
            found["disordered"] += [it["id"] for it in queue.pending] != [it.id for it in waiting]
        if number in (count // 10, count):
            memory.append(held())
        if len(waiting) == OPEN:
            # The answers come in another order than the questions.
            answer(number * 37 % OPEN)
    while waiting:
        answer(len(waiting) // 2)
    found["lost"] += len(queue.pending)
    return {**found, "memory": memory}


def held() -> "int | None":
    """Returns the bytes of memory that the process holds, where the system tells."""
    gc.collect()
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    return next(int(it.split()[1]) * 1024 for it in status.splitlines() if it.startswith("VmRSS:"))


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    parts: dict[str, Callable[..., dict[str, Any]]] = {
        "interpret": interpret,
        "loads": loads,
        "queue": queue,
    }
    print(json.dumps(parts[what](*arguments)))
