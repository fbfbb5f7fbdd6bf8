"""Tries hooks: what would the host do?"""

from .._context import Context
from .._json_values import dumps
from .._outcomes.interpret import interpret
from .._outcomes.result import exited
from .._plan import EVENT_KEY
from .._runtime.answer import failures_of
from .._shown import shown, shown_lines
from .as_command import decide_as_command
from .data import EVENTS, said
from .expected import difference_of, is_met, rows_of
from .tried import Tried

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from .._outcomes.outcome import Outcome
    from .._runtime.handlers import Handlers
    from .expected import Expected

    Hook: TypeAlias = "Handlers | Callable[[Any], Any] | str | Sequence[str] | Mapping[str, Any]"


def simulate(hook: "Hook", payload: "Mapping[str, Any]", host: "str | None" = None) -> "Outcome":
    """Returns what the host does when it calls a hook with a payload.

    The entry of a command in the settings is validated for the host, and run as that host would:
    without the keys that the host does not know or ignores, and not at all if the host refuses it.
    Its `if` is not evaluated, except that the host never runs it on events that are not about a
    tool call: `problems` says so. A command in the background is waited for, until its time limit.

    Args:
        hook: The handlers, as for `run`; one handler of the payload's event; the command line of a
            hook; or its entry in the settings. The list of a program and its arguments is like an
            entry with `args`. A command is started as the host does it.
        payload: The payload, such as a `sample`.
        host: The version of the host. The default is the newest known one.

    Returns:
        The outcome: `simulate(guard, sample("PreToolUse")).blocked`. `failed` is true if the hook broke:
        its action is then that of the failure. `problems` has those of the entry, too.

    Raises:
        ValueError: `host` is not a version, or the payload has no event that is known.
        TypeError: `hook` is nothing of this, such as a whole settings file.
    """
    return _tried(hook, payload, host).outcome


def check(
    hook: "Hook", rows: "Iterable[tuple[Mapping[str, Any], Expected]]", host: "str | None" = None
) -> None:
    """Tries a hook with several payloads, and reports all that have another outcome.

    Args:
        hook: The hook, as for `simulate`.
        rows: Pairs of a payload and what is expected. Of a hook that works, that is the `action` of
            the outcome, such as `"blocked"` or `"normal"`. For a hook that breaks write `"failed"`,
            whatever the host does then, or `"failed and blocked"` to expect both. Or pass a function
            that takes the outcome and returns whether it is right: true or false.
        host: The version of the host.

    Raises:
        AssertionError: Some have another outcome, or the host refuses or ignores a part of the entry
            in the settings, or the entry has an `if`. The message has a paragraph for each.
        ValueError: There is no row, or one is not a pair of a payload and what can be expected. Then
            nothing is run. Or the function of a row returns neither true nor false.
    """
    __tracebackhide__ = True
    every = rows_of(rows)
    wrong: list[str] = []
    entry: list[str] = []
    count = 0
    for number, (payload, expected) in enumerate(every, 1):
        tried = _tried(hook, payload, host)
        refused = [f"  {shown(it['pointer'])}: {it['message']}" for it in tried.refused()]
        entry += [it for it in refused if it not in entry]
        # If the host does not run the hook, there is no more to say.
        differs = tried.is_run and not is_met(expected, tried.outcome, number)
        wrong += [difference_of(payload, expected, tried)] if differs else []
        count += bool(differs or refused)
    if entry:
        wrong.insert(0, "\n".join([said("entry"), *entry]))
    if wrong:
        report = "\n\n".join([f"{count} of {len(every)} rows differ", *wrong])
        raise AssertionError(shown_lines(report))


def _tried(hook: "Hook", payload: "Mapping[str, Any]", host: "str | None") -> Tried:
    """Tries a hook with a payload."""
    event: Any = payload.get(EVENT_KEY)
    if event not in EVENTS:
        raise ValueError(said("no-payload", key=EVENT_KEY, found=repr(event)))
    entry = _entry(hook)
    if entry is not None:
        from .command import tried  # noqa: PLC0415

        return tried(entry, payload, host)
    handlers: Any = {event: hook} if callable(hook) else hook
    _check_handlers(handlers, event)
    result = decide_as_command(handlers, dumps(payload))
    given: Any = payload
    context = Context(host=host, input=given)
    outcome = interpret(event, exited(result.exit_code, result.stdout, result.stderr), context)
    return Tried(outcome, " ".join(failures_of(result)), result.stderr)


def _entry(hook: "Any") -> "Any":
    """Returns the entry in the settings of a hook that is a command, or `None`."""
    if isinstance(hook, str):
        return {"type": "command", "command": hook}
    if isinstance(hook, (list, tuple)):
        words: list[Any] = [*hook]
        if not words or not all(isinstance(it, str) for it in words):
            raise TypeError("a command is a list of strings: its program and arguments")
        return {"type": "command", "command": words[0], "args": words[1:]}
    if callable(hook):
        return None
    if not hasattr(hook, "keys"):
        found = f"a value of type `{type(hook).__name__}`"
        raise TypeError(f"a hook is handlers, a function or a command, not {found}")
    return {**hook} if "type" in hook else None


def _check_handlers(handlers: "Any", event: str) -> None:
    """Refuses a part of a settings file. As handlers it would fail, and a test that expects that would pass."""
    for key, value in handlers.items():
        by_tool = value.values() if hasattr(value, "keys") else [value]
        if any(isinstance(it, (str, list, tuple)) for it in by_tool):
            raise TypeError(said("no-handler", key=shown(str(key)), event=event))
