"""What is expected of a hook."""

from .._json_values import dumps
from .._outcomes.draft import ACTIONS
from .._plan import ARGUMENTS_KEY, EVENT_KEY, FOLDER_KEY, SESSION_KEY, TOOL_KEY, TRANSCRIPT_KEY
from .._shown import shown
from .data import EVENTS, MEANT, said

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from .._outcomes.outcome import Outcome
    from .tried import Tried

    Expected: TypeAlias = "str | Callable[[Outcome], bool]"

_ACTIONS = (*ACTIONS, "unknown")
_FAILED = "failed"
_BOTH = "failed and "
_PAIR = 2

_LONGEST = 4000
"""The number of characters that are shown of what a hook writes to stderr."""


def rows_of(rows: "Any") -> "list[tuple[Any, Expected]]":
    """Returns the rows of a table.

    Raises:
        ValueError: One has a mistake. The message names all that have.
    """
    __tracebackhide__ = True
    if not hasattr(rows, "__iter__") or hasattr(rows, "keys") or isinstance(rows, str):
        raise ValueError(said("no-pair", found=_shown(rows)))
    every = [*rows]
    if not every:
        raise ValueError(said("no-rows"))
    found = [f"row {at}: {it}" for at, row in enumerate(every, 1) if (it := _mistake(row))]
    if found:
        raise ValueError("\n".join(found))
    return every


def _mistake(row: "Any") -> str:
    """Returns the mistake in a row, or nothing."""
    if not _is_pair(row):
        return said("no-pair", found=_shown(row))
    payload: Any
    expected: Any
    payload, expected = row
    event = payload.get(EVENT_KEY) if hasattr(payload, "keys") else None
    if event not in EVENTS:
        return said("no-payload", key=EVENT_KEY, found=repr(event))
    # A class is true for every outcome.
    if (callable(expected) and not isinstance(expected, type)) or _is_outcome(expected):
        return ""
    near = _nearest(expected) if isinstance(expected, str) else ""
    near = f': did you mean "{near}"?' if near else "."
    return said("no-outcome", found=_shown(expected), near=near, words=_words())


def _words() -> str:
    return ", ".join(f'"{it}"' for it in (*_ACTIONS, _FAILED))


def _is_pair(row: "Any") -> bool:
    return isinstance(row, (tuple, list)) and len(row) == _PAIR  # pyright: ignore[reportUnknownArgumentType]


def _is_outcome(expected: object) -> bool:
    return isinstance(expected, str) and (
        expected == _FAILED or expected.removeprefix(_BOTH) in _ACTIONS
    )


def _nearest(word: str) -> "str | None":
    from .._message import nearest  # noqa: PLC0415

    if word.startswith(_BOTH):
        near = _nearest(word[len(_BOTH) :])
        return _BOTH + near if near in _ACTIONS else None
    return MEANT.get(word.lower()) or nearest(word, (*_ACTIONS, _FAILED))


def _shown(value: object) -> str:
    """Returns a value in a few words."""
    if isinstance(value, str):
        return shown(dumps(value))
    return f"a value of type `{type(value).__name__}`"


def is_met(expected: "Expected", outcome: "Outcome", number: int) -> bool:
    """Returns whether an outcome is as expected.

    Raises:
        ValueError: The function of the row, whose number is for the message, returned neither true
            nor false.
    """
    if not isinstance(expected, str):
        result: Any = expected(outcome)
        if isinstance(result, bool):
            return result
        if hasattr(result, "close"):  # a coroutine would warn that nobody awaits it
            result.close()
        said_ = said("no-verdict", found=_shown(result), words=_words())
        raise ValueError(f"row {number}: {said_}")
    return expected in (_found(outcome), _FAILED if outcome.failed else None)


def _found(outcome: "Outcome") -> str:
    """Returns an outcome in words."""
    return f"{_BOTH}{outcome.action}" if outcome.failed else outcome.action


def difference_of(payload: "Any", expected: "Expected", tried: "Tried") -> str:
    """Returns the paragraph about a row that has another outcome."""
    outcome = tried.outcome
    wanted = expected if isinstance(expected, str) else getattr(expected, "__name__", "another one")
    lines = [_title(payload), f"  expected: {wanted}", f"  found: {_found(outcome)}"]
    lines.append(f"  {outcome.explanation}")
    seen = [_on_one_line(tried.failure)]
    for problem in outcome.problems:
        message = problem["message"]
        if problem not in tried.entry and not any(_on_one_line(message) in it for it in seen):
            place = shown(f"{problem['pointer']}: ") if problem["pointer"] else ""
            lines.append(f"  problem: {place}{message}")
    whole = _on_one_line(tried.stderr.strip())
    for text in outcome.texts:
        # What the host shows of stderr is a part of it, and all of it follows.
        is_part = (
            outcome.failed and text["from"] == "stderr" and _on_one_line(text["text"]) != whole
        )
        if not is_part and _on_one_line(text["text"]) not in seen:
            lines.append(f"  {text['purpose']}: {text['text'].rstrip()}")
            seen.append(_on_one_line(text["text"]))
    if outcome.failed:
        stderr = tried.stderr.strip()[-_LONGEST:]
        if not any(_on_one_line(stderr) in it for it in seen):
            lines.append(f"  stderr: {stderr}")
        lines.append(f"  {said('broke', action=outcome.action)}")
    return "\n".join(lines)


def _on_one_line(text: str) -> str:
    """Returns a text in a form to compare: a failure is reported on one line, and a reply has the lines of its message."""
    return " ".join(shown(text).replace("\\u000a", " ").split())


def _title(payload: "Any") -> str:
    """Returns a payload in one line: the event, the tool, and what is not the same in all payloads."""
    event = payload[EVENT_KEY]
    if TOOL_KEY in payload:
        return f"{event} {shown(str(payload[TOOL_KEY]))} {dumps(payload.get(ARGUMENTS_KEY))}"
    usual = (SESSION_KEY, TRANSCRIPT_KEY, FOLDER_KEY, EVENT_KEY)
    return f"{event} {dumps({key: it for key, it in payload.items() if key not in usual})}"
