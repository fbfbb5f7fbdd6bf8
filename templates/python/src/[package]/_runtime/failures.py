"""What happens when a hook fails. A hook that does not fail never loads this module."""

from .._shown import shown
from .answer import Answer, EndedError, FailedError, Result, unlike_missing, word, written

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .._input import Text

_CONSTANT = "The hook failed."
"""The message if none can be made."""

_BLOCKS = 2

_LONGEST = 4000
"""The maximum number of characters of an error in a message."""


def failed(answer: Answer, policy: str, name: object, error: BaseException) -> None:
    """Notes that a hook failed, and blocks if the policy is closed."""
    said = word(policy).replace("{hook}", f"`{_hook(name)}`")
    said = said.replace("{event}", f"`{answer.event}`" if answer.event else word("everything"))
    said = said.replace("{error}", _told(error))
    if said in answer.failures:
        return  # the handlers after one that did not end
    report(said)
    answer.failures.append(said)
    answer.notes.append(shown(said))
    if policy == "closed" and answer.refusal is None:
        answer.refusal = said


def failed_unwaited(
    answer: Answer, handlers: "Any", guard: "Any", name: object, error: BaseException
) -> None:
    """Notes an error that no handler waited for, unless the hook has failed already, or blocks."""
    from . import policy  # noqa: PLC0415

    if not answer.failures and answer.out.exit_code != _BLOCKS:
        failed(answer, policy(answer.event, handlers, guard), name, error)


def report(said: str) -> None:
    """Appends a message to the file that tests read, if there is one: a failure and a block look alike."""
    from os import O_APPEND, O_WRONLY, close, fstat, write  # noqa: PLC0415
    from os import open as open_file  # noqa: PLC0415

    from .run import CHANNEL  # noqa: PLC0415  # loaded early by the hooks that tests start

    if not CHANNEL:
        return
    try:
        channel = open_file(CHANNEL, O_WRONLY | O_APPEND | _not_waiting())
        try:
            if fstat(channel).st_mode & 0o170000 == 0o100000:  # noqa: PLR2004  # a regular file
                write(channel, f"{shown(said)}\n".encode())
        finally:
            close(channel)
    except (OSError, ValueError):
        return


def unwritten(error: OSError) -> str:
    """Returns the line for stderr about a reply that cannot be written."""
    said = word("unwritten").replace("{error}", str(error))
    report(said)
    return f"{unlike_missing(shown(said))}\n"


def _not_waiting() -> int:
    """Returns the flag with which opening a pipe does not wait for its other end."""
    import os  # noqa: PLC0415

    flag: int = getattr(os, "O_NONBLOCK", 0)
    return flag


def _hook(name: object) -> str:
    """Returns the name of a hook: that of its program, if it has no other."""
    if isinstance(name, str) and name:
        return name
    try:
        from sys import argv  # noqa: PLC0415

        return argv[0].replace("\\", "/").rpartition("/")[2] or "hook"
    except Exception:  # the program has changed `argv`
        return "hook"


def _told(error: BaseException) -> str:
    """Returns what went wrong, with the place in the program."""
    try:
        said = _text_of(error)
        return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"
    except Exception:  # the text of an error is made by a method of its class
        return word("mute")


def _text_of(error: BaseException) -> str:
    if isinstance(error, (FailedError, EndedError)):
        return f"{error!s}"
    said = f"{type(error).__name__}: {error!s}".removesuffix(": ")
    trace, place = error.__traceback__, ""
    while trace:
        file = trace.tb_frame.f_code.co_filename.replace("\\", "/")
        if "/_runtime/" not in file:
            place = f" ({file.rpartition('/')[2]}:{trace.tb_lineno})"
        trace = trace.tb_next
    return said[:_LONGEST] + place


# Answers without a handler


def answer_of(
    handlers: "Any", data: "Text", guard: "Any", name: "Any", error: BaseException
) -> Answer:
    """Returns the answer of a hook that failed as a whole. Raises no error."""
    from . import Broken, bare, finished, steps  # noqa: PLC0415

    try:
        table = handlers.handlers if isinstance(handlers, Broken) else handlers
        return finished(steps(Broken(table, error), data, guard, name, elsewhere=False))
    except BaseException:  # there may be no memory for more
        return bare(handlers, data, guard, _CONSTANT)


def result_of(
    handlers: "Any", data: "Text", guard: "Any", name: "Any", error: BaseException
) -> Result:
    """Returns the result of a hook that failed as a whole. Raises no error."""
    try:
        return written(answer_of(handlers, data, guard, name, error))
    except BaseException:
        result = Result("", f"{_CONSTANT}\n", code_of("", handlers, guard))
        result._failures = (_CONSTANT,)  # pyright: ignore[reportPrivateUsage]
        return result


def code_of(event: str, handlers: object, guard: object) -> int:
    """Returns the exit code of a hook that cannot even say that it failed."""
    from . import policy  # noqa: PLC0415

    try:
        return _BLOCKS if policy(event, handlers, guard) == "closed" else 1
    except BaseException:
        return _BLOCKS


# What is wrong


def arguments(
    function: str,
    names: "tuple[str, ...]",
    most: int,
    given: "tuple[object, ...]",
    options: "dict[str, Any]",
) -> "dict[str, Any]":
    """Returns the arguments of a call of a function that has the handlers as its first one.

    If they are wrong, the handlers are `Broken`.
    """
    from . import Broken  # noqa: PLC0415
    from .names import no_option  # noqa: PLC0415

    taken: dict[str, Any] = {**dict(zip(names[:most], given, strict=False)), **options}
    said = None
    unknown = [it for it in options if it not in names]
    if unknown:
        said = no_option(unknown[0], names[most:])
    elif len(given) > most:
        said = f'`{function}` takes its options by name, as in `guard="closed"`'
    else:
        missing = [it for it in names[:most] if it not in taken]
        said = f"`{function}` needs `{missing[0]}`" if missing else None
    if said is not None:
        taken = {"data": "", **{key: it for key, it in taken.items() if key in names}}
        taken = {key: it for key, it in taken.items() if key in names}
        taken[names[0]] = Broken(taken.get(names[0]), FailedError(said))
    return taken


def wrong_option(guard: object, name: object) -> "str | None":
    """Returns what is wrong with the options that every kind of hook has; `None` if nothing is."""
    if guard is not None and not (is_a(guard, str) and guard in ("closed", "open")):
        return wrong("guard", guard)
    return None if name is None or is_a(name, str) else wrong("name", name)


def wrong(option: str, value: object) -> str:
    """Returns the message about an option with a wrong value, which is shown as JSON has it, or as its type."""
    from .._message import quoted  # noqa: PLC0415

    if value is None:
        found = "null"
    elif is_a(value, (str, bool)):
        found = quoted(value)
    elif is_a(value, (int, float)):
        text = f"{value}"
        found = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(text, text)
    else:
        found = f"a `{type(value).__name__}`"
    return word(option).replace("{found}", found)


def is_a(value: object, kind: "Any") -> bool:
    """Returns whether a value is of a type, whatever its `__class__` is."""
    return issubclass(type(value), kind)


def unseen(key: str, payload: "Any") -> str:
    """Returns the message about a part of an input that a guard needs, and cannot read."""
    from .._json_values import json_type  # noqa: PLC0415
    from .._plan.words import WORDS  # noqa: PLC0415

    found = WORDS[f"found-{json_type(payload[key])}"] if key in payload else word("nothing")
    return word("unseen").replace("{key}", f"`{key}`").replace("{found}", found)
