"""Payloads and replies out of text, as the host reads them, with everything that is wrong with them."""

from ._plan import EVENT_KEY, EVENTS, HANDLERS, INPUT, OUTPUT, OUTPUT_KEYS, WORDS
from ._validate import (
    LEVELS,
    PUBLIC,
    is_object,
    known,
    name_of_tool,
    problem,
    problems_of,
    profile_of,
    under,
    version_of,
)

TYPE_CHECKING = False  # true for type checkers, which know the name; `typing` takes long to load
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias, TypeGuard

    from ._validate import Version
    from .types import (
        HandlerName,
        HookEventName,
        HookInput,
        HookOutput,
        Problem,
        ProblemCode,
        ProfileName,
    )

    Text: TypeAlias = "bytes | bytearray | memoryview | str"
    # What it is validated for: a version of the host, a tool, what is otherwise under a profile.
    Asked: TypeAlias = tuple[Version, str | None, Any]

_LARGEST = 64 * 1024 * 1024

# What the host trims, which is what JavaScript does. Python's own list is another one.
_WHITE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)

_SURE = 300
"""Any integer of so many digits is among the doubles."""


# Inputs


class UnknownInput(dict[str, "Any"]):
    """An input of an event that is not in the contract: an object, with whatever it has."""

    __slots__ = ()
    __module__ = PUBLIC


class ReadError(ValueError):
    """A text that is no input at all: it is not JSON, or no object."""

    __module__ = PUBLIC

    problem: "Problem"
    """The problem."""

    def __init__(self, problem: "Problem") -> None:
        """Makes the error of a problem."""
        super().__init__(problem["message"])
        self.problem = problem

    def __reduce__(self) -> "tuple[type[ReadError], tuple[Problem]]":
        """Says how it is made again: of its problem, not of the message."""
        return type(self), (self.problem,)


def read_input(
    data: "Text", *, host: "str | None" = None
) -> "tuple[HookInput | UnknownInput, list[Problem]]":
    """Reads what the host has written for a hook.

    An object is always read, whatever is wrong with it: a newer host must not break a hook. So an
    input with problems may lack keys that its type promises.

    Args:
        data: The whole of standard input, or of the body of a request; bytes if possible.
        host: The version of the host, such as `"2.1.42"`; the newest one that is known by default.

    Returns:
        The input, of a known event (see `is_known`) or as `UnknownInput`; and what is wrong with it.

    Raises:
        ReadError: It is no JSON object.
        ValueError: `host` is no version.
    """
    version = version_of(host)
    try:
        event: Any = parsed(decoded(data))
    except UnreadableError as error:
        raise ReadError(problem(error.code, "mismatch", WORDS[error.code])) from None
    if not is_object(event):
        raise ReadError(problems_of(event, INPUT, version)[0])
    name: Any = event.get(EVENT_KEY)
    if _is_event(name):
        known_input: Any = event
        return known_input, problems_of(event, EVENTS[name]["input"], version)
    return UnknownInput(event), problems_of(event, INPUT, version)


def is_known(event: "HookInput | UnknownInput") -> "TypeGuard[HookInput]":
    """Returns whether the event of an input is in the contract, so that its name tells its type.

    To a type checker only the `true` side says something. `isinstance(event, UnknownInput)` tells
    what `read_input` returns apart on both.
    """
    # No `TypeIs`: on the `false` side pyright does not take typed dictionaries out of a union by it.
    return _is_event(event.get(EVENT_KEY))


def _is_event(name: object) -> bool:
    return isinstance(name, str) and name in EVENTS


# Replies


class Reply:
    """A reply of a hook, as the host reads it."""

    __slots__ = ("kind", "problems", "reply")
    __module__ = PUBLIC

    def __init__(
        self,
        kind: "Literal['nothing', 'json', 'text']",
        reply: "HookOutput | None" = None,
        problems: "list[Problem] | None" = None,
    ) -> None:
        """Makes a reply."""
        self.kind = kind
        """The host's reading: no reply, JSON, or plain text."""
        self.reply = reply
        """The JSON object, if there is one that can be read. It is of this type without problems."""
        self.problems = problems or []
        """The problems, sorted by place."""

    def __repr__(self) -> str:
        """Shows all of it."""
        return f"Reply(kind={self.kind!r}, reply={self.reply!r}, problems={self.problems!r})"


def read_reply(  # noqa: PLR0913  # one for each thing that may be known of it
    text: "Text",
    *,
    event: "HookEventName | None" = None,
    host: "str | None" = None,
    handler: "HandlerName" = "command",
    tool: "str | None" = None,
    profile: "ProfileName | None" = None,
) -> Reply:
    """Reads what a hook has answered, as the host does.

    Args:
        text: The whole of standard output, of the body of an answer, or of what a tool has returned.
        event: The event that it answers; without one it may be the answer to any.
        host: The version of the host, such as `"2.1.42"`; the newest one that is known by default.
        handler: The kind of hook. From `"http"` the host takes nothing but an object.
        tool: The tool that the event is about, such as `"Bash"`: what the reply has for it is judged
            as what it takes or gives.
        profile: What else it is for than the host itself, as `validate` takes it.

    Returns:
        What the host takes it for, and what is wrong with it.

    Raises:
        ValueError: There is no such event, handler or profile, `host` is no version, or `tool` no
            string.
    """
    version = version_of(host)
    part = None if profile is None else profile_of(profile)
    reply = _reply(text, event, handler, (version, name_of_tool(tool), part))
    under(part, reply.problems)
    return reply


def _reply(text: "Text", event: "str | None", handler: str, asked: "Asked") -> Reply:
    if HANDLERS:  # where no kinds of handlers are written down, any may be meant
        known("handler", handler, HANDLERS)
    types = {"output": OUTPUT} if event is None else EVENTS[known("event", event, EVENTS)]
    stdout = types.get("stdout")
    try:
        whole = trimmed(decoded(text))
    except UnreadableError as error:
        return Reply("text", None, [_refused(error.code)])
    expected = [_path_expected()] if handler == "command" and stdout == "path" else []
    if not whole:
        return Reply("nothing", None, expected)
    if whole[0] != "{" or whole[-1] != "}":
        return Reply("text", None, _problems_of_text(whole, handler, event, stdout))
    try:
        reply: Any = parsed(whole)
    except UnreadableError as error:
        keys: Any = asked[2].OUTPUT_KEYS if asked[2] else OUTPUT_KEYS
        if error.code == "not-json" and _is_lines(whole, keys):
            return Reply("text", None, _problems_of_text(whole, handler, event, stdout))
        word = "not-json-reply" if error.code == "not-json" else error.code
        return Reply("json", None, [_refused(error.code, word)])
    # What is expected instead has the empty pointer, and so has at most what is wrong with all of the reply.
    problems = problems_of(reply, types["output"], *asked) + expected
    problems.sort(key=lambda it: (it["pointer"], it["code"]))
    return Reply("json", reply, problems)


def _refused(code: "ProblemCode", word: str = "") -> "Problem":
    return problem(code, "rejected", WORDS[word or code])


def _path_expected() -> "Problem":
    return _refused("not-allowed-here", "path-expected")


def _problems_of_text(
    text: str, handler: str, event: "str | None", stdout: "str | None"
) -> "list[Problem]":
    """Tells what is wrong with a reply that is not an object."""
    if handler == "http":
        return [_refused("not-json", "not-json-reply")]
    if stdout == "path":
        return []
    if _is_meant_as_object(text):
        severity: Any = "inert" if stdout == "used" else "ignored"
        return [problem("not-json", severity, WORDS["text-around"])]
    if stdout == "unused":
        word = WORDS["text-unused"].replace("{event}", event or "")
        return [problem("not-json", "inert", word)]
    return []


def _is_meant_as_object(text: str) -> bool:
    """Returns whether something is around a reply, or it is in a list, a string or a fence."""
    if text[0] in '{["`' or text[-1] == "}":
        return True
    lines = (line.strip(_WHITE) for line in text.split("\n"))
    return any(line.startswith("{") and line.endswith("}") for line in lines)


def _is_lines(text: str, keys: "list[str]") -> bool:
    """Tells whether a text is lines of JSON of which none is a reply: plain text to the host."""
    lines = [line for line in text.split("\n") if line.strip(_WHITE)]
    return len(lines) > 1 and all(_is_other_json(line, keys) for line in lines)


def _is_other_json(line: str, keys: "list[str]") -> bool:
    try:
        value = parsed(line)
    except UnreadableError:
        return False
    return not is_object(value) or not any(key in value for key in keys)


# Any text


class UnreadableError(Exception):
    """A text that is not JSON, or none that is read."""

    code: "ProblemCode"
    """The code of the problem; the word for it has the same name."""

    def __init__(self, code: "ProblemCode") -> None:
        """Makes the error of a code."""
        super().__init__(code)
        self.code = code


def _bytes_of(data: "bytearray | memoryview") -> bytes:
    """Returns the bytes of an object that is a view of some; no number, which `bytes` would take.

    Raises:
        TypeError: It is no such object.
    """
    try:
        return bytes(memoryview(data))
    except TypeError:
        what = type(data).__name__
        raise TypeError(f"what is read has to be bytes or a string, not {what}") from None


def decoded(data: "Text") -> str:
    """Returns the text of bytes, without a byte order mark.

    Raises:
        UnreadableError: It is too large, or not UTF-8.
        TypeError: It is neither bytes nor a string.
    """
    if isinstance(data, str):
        # Half of a surrogate pair becomes what no UTF-8 is, and is refused below.
        data = data.encode("utf-8", "surrogatepass")
    elif not isinstance(data, bytes):
        data = _bytes_of(data)
    if len(data) > _LARGEST:
        raise UnreadableError("too-large")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise UnreadableError("not-utf8") from None


def trimmed(text: str) -> str:
    """Returns a text as the host trims it."""
    return text.strip(_WHITE)


def parsed(text: str) -> "Any":
    """Returns the JSON value of a text.

    Raises:
        UnreadableError: It has too many levels, or is no JSON.
    """
    if _is_too_deep(text):
        raise UnreadableError("too-deep")
    from json import dumps, loads  # noqa: PLC0415

    try:
        value = loads(text, parse_int=_integer, parse_float=_number, parse_constant=_constant)
        if "\\ud" in text or "\\uD" in text:
            # Half of a surrogate pair may appear in any string, also behind a key that is twice.
            dumps(loads(text, object_pairs_hook=list), ensure_ascii=False).encode()
    except ValueError:
        raise UnreadableError("not-json") from None
    return value


def _integer(digits: str) -> int:
    # What is beyond doubles is refused, before Python takes its time with very many digits.
    if len(digits) > _SURE:
        _number(digits)
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(digits)
    return number


def _constant(name: str) -> object:
    raise ValueError(name)


def _is_too_deep(text: str) -> bool:
    """Returns whether more than `LEVELS` objects and arrays are open at once, before it is parsed."""
    if text.count("{") + text.count("[") <= LEVELS:
        return False
    depth = 0
    for char in _outside_of_strings(text):
        if char in "{[":
            depth += 1
            if depth > LEVELS:
                return True
        elif char in "}]":
            depth -= 1
    return False


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
