"""Reads inputs from text, as the host does, and reports their problems."""

from ._json_values import LEVELS, is_object, loads
from ._plan import EVENT_KEY, EVENTS, INPUT, PUBLIC
from ._walk import problem, problems_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeAlias, TypeGuard

    from ._context import Context
    from ._types import HookInput, Problem, ProblemCode, ProblemSeverity
    from ._walk import Version

    Text: TypeAlias = "bytes | bytearray | memoryview | str"

LARGEST = 64 * 1024 * 1024
"""The maximum size of a text in bytes."""

MOST_LEVELS = 10_000
"""The maximum depth of a text. What is below `LEVELS` in it is read as text."""

_SURE = 300
"""The number of digits up to which every integer is in the range of doubles."""


# Inputs


if TYPE_CHECKING:

    class CallIsKnownFirst:
        """Has no instances: it is the type of a key that no program has."""

    class Input:
        """An input, before `is_known` has checked whether its event is in the contract.

        At run time it is a dictionary. For type checkers it has no keys, so that a program that
        forgets to call `is_known` has an error where it reads one.
        """

        def __getitem__(self, key: CallIsKnownFirst, /) -> Any:
            """Call `is_known` first."""
            ...

        def get(self, key: CallIsKnownFirst, /) -> Any:
            """Call `is_known` first."""
            ...

    class UnknownInput(dict[str, Any], Input):  # type: ignore[misc]  # pyright: ignore
        """The input of an event that is not in the contract, with all its keys."""

else:

    class Input(dict):
        """An input, before `is_known` has checked whether its event is in the contract."""

        __slots__ = ()
        __module__ = PUBLIC

    class UnknownInput(Input):
        """The input of an event that is not in the contract, with all its keys."""

        __slots__ = ()
        __module__ = PUBLIC


class ReadError(ValueError):
    """Raised if a text is not an input: it is not JSON, or not an object with the name of an event."""

    __module__ = PUBLIC

    problem: "Problem"
    """The problem with the text."""

    def __init__(self, problem: "Problem") -> None:
        """Creates the error for a problem."""
        where = problem["pointer"]
        super().__init__(f"{where}: {problem['message']}" if where else problem["message"])
        self.problem = problem

    def __reduce__(self) -> "tuple[type[ReadError], tuple[Problem]]":
        """Pickles the error by its problem instead of its message."""
        return type(self), (self.problem,)


def read_input(data: "Text", context: "Context | None" = None) -> "tuple[Input, list[Problem]]":
    """Reads the input of a hook.

    Any JSON object with the name of an event is accepted, whatever its problems, so that a newer
    host does not break a hook. An input with problems may lack keys that its type requires.

    What not every program can hold is replaced: half of a surrogate pair, and bytes that are not
    UTF-8, by U+FFFD; a number beyond doubles by the largest one; and an array or object below level
    128 by its JSON text.

    Args:
        data: All of standard input, or the whole body of a request; preferably bytes.
        context: Uses the `host`.

    Returns:
        The input and its problems. Call `is_known` to use the input: if it returns true, the input
        is a `HookInput`. Otherwise the event is unknown, and the input is an `UnknownInput`.

    Raises:
        ReadError: The text is not a JSON object with the name of an event.
        TypeError: `data` is not text, or `context` is not a `Context`.
    """
    version = None if context is None else _version_in(context)
    replaced: list[ProblemCode] = []
    try:
        event: Any = parsed(decoded(data, replaced), replaced)
    except UnreadableError as error:
        raise ReadError(error.problem("mismatch")) from None
    name: Any = event.get(EVENT_KEY) if is_object(event) else None
    if is_event(name):
        problems = problems_of(event, EVENTS[name]["input"], version)
        return _known(event), _with_replaced(problems, replaced)
    problems = problems_of(event, INPUT, version)
    if not isinstance(name, str):
        raise ReadError(problems[0])
    return UnknownInput(event), _with_replaced(problems, replaced)


def _version_in(context: object) -> "Version":
    from ._validate import asked  # noqa: PLC0415

    return asked(context)[0]


def _with_replaced(problems: "list[Problem]", replaced: "list[ProblemCode]") -> "list[Problem]":
    """Adds the problems of replaced parts of an input, in which nothing inert is a problem."""
    found = [it for it in replaced_problems(replaced) if it["severity"] != "inert"]
    for it in found:
        it["severity"] = "mismatch"
    # They are about the whole, and no problem of an object is.
    return found + problems


def is_known(event: "Input | Mapping[str, Any]") -> "TypeGuard[HookInput]":
    """Returns whether the event of an input is in the contract.

    If so, comparing `hook_event_name` narrows the type of the input. For the keys of an input whose
    event is unknown, use `isinstance(event, UnknownInput)`.
    """
    get: Any = getattr(event, "get", None)
    return get is not None and is_event(get(EVENT_KEY))


def _known(event: "dict[Any, Any]") -> "Input":
    make: Any = Input
    found: Input = make(event)
    return found


def is_event(name: object) -> bool:
    """Returns whether a value is the name of an event in the contract."""
    return isinstance(name, str) and name in EVENTS


# JSON text


class UnreadableError(Exception):
    """Raised if a text is not JSON, or exceeds a limit."""

    code: "ProblemCode"
    """The code of the problem; `WORDS` has the message about a limit under the same name."""

    def __init__(self, code: "ProblemCode", text: str = "") -> None:
        """Creates the error for a code, and the text if it is not JSON."""
        super().__init__(code)
        self.code = code
        self._text = text

    def problem(self, severity: "ProblemSeverity", what: str = "json-object") -> "Problem":
        """Returns the problem. `what` is the word for the expected value.

        The host has no limits, so its reading of what exceeds one is not known.
        """
        if self.code != "not-json":
            return problem(self.code, severity, _words()[self.code], "", "unconfirmed")
        from ._json_fault import not_json  # noqa: PLC0415

        return problem(self.code, severity, not_json(self._text, what=what))


def replaced_problems(replaced: "list[ProblemCode]") -> "list[Problem]":
    """Returns the problems of a text that a hook wrote, for the parts that were replaced."""
    return [_replaced_problem(code) for code in sorted(set(replaced))]


def _replaced_problem(code: "ProblemCode") -> "Problem":
    if code == "out-of-range":
        return problem(code, "ignored", _words()["beyond-doubles"], "", "unconfirmed")
    return problem(code, "inert", _words()["deep-as-text" if code == "too-deep" else code])


def _words() -> "dict[str, str]":
    from ._plan.words import WORDS  # noqa: PLC0415

    return WORDS


def bytes_of(data: "Any") -> bytes:
    """Returns the bytes of a bytes-like object. Numbers, which `bytes` accepts, are rejected.

    Raises:
        TypeError: It is not a bytes-like object.
    """
    try:
        return bytes(memoryview(data))
    except TypeError:
        what = type(data).__name__
        raise TypeError(f"`data` has to be bytes or a string, not `{what}`") from None


def decoded(data: "Text", replaced: "list[ProblemCode]") -> str:
    """Decodes UTF-8 and removes a byte order mark.

    Each sequence of bytes that is not UTF-8, and each lone surrogate of a string, is replaced by
    U+FFFD; then `not-utf8` is added to `replaced`.

    Raises:
        UnreadableError: It is too large.
        TypeError: It is neither bytes nor a string.
    """
    text = data if isinstance(data, str) else None
    if isinstance(data, str):
        # A lone surrogate becomes invalid UTF-8, which is replaced below.
        data = data.encode("utf-8", "surrogatepass")
    elif not isinstance(data, bytes):
        data = bytes_of(data)
    if len(data) > LARGEST:
        raise UnreadableError("too-large")
    encoding = "utf-8"
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError:
        if text is not None:
            # In UTF-16, two halves of a surrogate pair are one character again.
            encoding = "utf-16-le"
            data = text.encode(encoding, "surrogatepass")
    found = data.decode(encoding, "replace")
    if text is None or found.count("\ufffd") > text.count("\ufffd"):
        replaced.append("not-utf8")
    return found.removeprefix("\ufeff")


def parsed(text: str, replaced: "list[ProblemCode]") -> "Any":
    """Parses JSON.

    A number beyond doubles is the largest double, and an array or object below `LEVELS` is its
    text; then `out-of-range` or `too-deep` is added to `replaced`. A lone surrogate is U+FFFD.

    Raises:
        UnreadableError: It is too deep, or not JSON.
    """
    original, levels = text, _levels(text)
    if levels > MOST_LEVELS:
        raise UnreadableError("too-deep")
    try:
        if levels > LEVELS:
            from ._unusual import with_deep_as_text  # noqa: PLC0415

            text = with_deep_as_text(text, LEVELS)
        if "\\ud" in text or "\\uD" in text:
            from ._unusual import without_lone_surrogates  # noqa: PLC0415

            text = without_lone_surrogates(text)
        try:
            value = loads(text, _number, _integer, _constant)
        except OverflowError:
            from ._unusual import with_largest_double  # noqa: PLC0415

            value = with_largest_double(text)
            replaced.append("out-of-range")
    except ValueError:
        raise UnreadableError("not-json", original) from None
    if levels > LEVELS:
        replaced.append("too-deep")
    return value


def _integer(digits: str) -> int:
    # Rejects numbers beyond doubles first, because Python is slow to convert very many digits.
    if len(digits) > _SURE:
        _number(digits)
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise OverflowError(digits)
    return number


def _constant(name: str) -> object:
    raise ValueError(name)


def _levels(text: str) -> int:
    """Returns the number of levels of a text that is not yet parsed; 0 if there are at most `LEVELS`."""
    if text.count("{") + text.count("[") <= LEVELS:
        return 0
    depth = most = 0
    for char in _outside_of_strings(text):
        if char in "{[":
            depth += 1
            if depth > most:  # noqa: PLR1730  # a call would be slow
                most = depth
        elif char in "}]":
            depth -= 1
    return most


def _outside_of_strings(text: str) -> str:
    outside: list[str] = []
    inside = False
    for part in text.split('"'):
        if not inside:
            outside.append(part)
            inside = True
        elif not part.endswith("\\") or (len(part) - len(part.rstrip("\\"))) % 2 == 0:
            inside = False
    return "".join(outside)
