"""Tries hooks: what would the host do?"""

from .._context import Context
from .._json_text import dumps
from .._outcomes.interpret import interpret
from .._outcomes.result import exited
from .._plan import EVENT_KEY
from .._runtime import decide
from .data import EVENTS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from .._outcomes.outcome import Outcome
    from .._runtime.handlers import Handlers

    Hook: TypeAlias = "Handlers | Callable[[Any], Any] | str | Sequence[str] | Mapping[str, Any]"
    Expected: TypeAlias = "str | Callable[[Outcome], object]"


def simulate(hook: "Hook", payload: "Mapping[str, Any]", host: "str | None" = None) -> "Outcome":
    """Returns what the host does when it calls a hook with a payload.

    Args:
        hook: The handlers, as for `run`; one handler of the payload's event; the command line of a
            hook, or the list of its program and arguments; or its entry in the settings. A command is
            started as the host does it.
        payload: The payload, such as a `sample`.
        host: The version of the host. The default is the newest known one.

    Returns:
        The outcome: `simulate(guard, sample("PreToolUse")).blocked`.

    Raises:
        ValueError: `host` is not a version, or the payload has no event that is known.
        TypeError: `hook` is nothing of this.
    """
    event: Any = payload.get(EVENT_KEY)
    if event not in EVENTS:
        raise ValueError(f"the payload is not that of an event: `{EVENT_KEY}` is {event!r}")
    entry = _entry(hook)
    if entry is not None:
        from .._outcomes.run import run_hook  # noqa: PLC0415

        run: Any = run_hook(entry, payload, context=Context(host=host))
        found: Outcome = run.outcome
        return found
    handlers: Any = {event: hook} if callable(hook) else hook
    result = decide(handlers, dumps(payload))
    given: Any = payload
    context = Context(host=host, input=given)
    return interpret(event, exited(result.exit_code, result.stdout, result.stderr), context)


def check(
    hook: "Hook", rows: "Iterable[tuple[Mapping[str, Any], Expected]]", host: "str | None" = None
) -> None:
    """Tries a hook with several payloads, and reports all that have another outcome.

    Args:
        hook: The hook, as for `simulate`.
        rows: Pairs of a payload and what is expected: the `action` of the outcome, such as `"blocked"`
            or `"normal"`, or a function that takes the outcome and returns whether it is right.
        host: The version of the host.

    Raises:
        AssertionError: Some have another outcome. The message has a paragraph for each.
        ValueError: There is no row.
    """
    every = [*rows]
    if not every:
        raise ValueError("there is no row to check")
    wrong = [said for row in every if (said := _difference(hook, row, host))]
    if wrong:
        raise AssertionError("\n\n".join([f"{len(wrong)} of {len(every)} rows differ", *wrong]))


def _difference(hook: "Hook", row: "tuple[Any, Expected]", host: "str | None") -> str:
    payload, expected = row
    outcome = simulate(hook, payload, host)
    found = outcome.action
    if outcome.action == expected if isinstance(expected, str) else expected(outcome):
        return ""
    wanted = expected if isinstance(expected, str) else getattr(expected, "__name__", "another one")
    lines = [_title(payload), f"  expected: {wanted}", f"  found: {found}"]
    lines.append(f"  {outcome.explanation}")
    lines += [f"  {text['purpose']}: {text['text']}" for text in outcome.texts]
    return "\n".join(lines)


def _title(payload: "Any") -> str:
    """Returns a payload in one line: the event, the tool, and what is not the same in all payloads."""
    event = payload[EVENT_KEY]
    if "tool_name" in payload:
        return f"{event} {payload['tool_name']} {dumps(payload.get('tool_input'))}"
    usual = ("session_id", "transcript_path", "cwd", EVENT_KEY)
    return f"{event} {dumps({key: it for key, it in payload.items() if key not in usual})}"


def _entry(hook: "Any") -> "Any":
    """Returns the entry in the settings of a hook that is a command, or `None`."""
    if isinstance(hook, str):
        return {"type": "command", "command": hook}
    if isinstance(hook, (list, tuple)):
        words: list[Any] = [*hook]
        return {"type": "command", "command": words[0], "args": words[1:]}
    if callable(hook):
        return None
    if not hasattr(hook, "keys"):
        found = type(hook).__name__
        raise TypeError(f"a hook is handlers, a function or a command, not a `{found}`")
    return hook if "type" in hook else None
