"""Requests over HTTP: what is checked before an event is answered, and reading the body as far as it may go."""

from .._shown import shown
from .answer import FailedError, word
from .failures import is_a, wrong, wrong_option
from .keys import UNSET
from .names import no_option

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Iterable
    from typing import Any, TypeAlias, TypeGuard

    from .._input import Text

    Body: TypeAlias = Text | Iterable[bytes | str]
    AsyncBody: TypeAlias = Body | AsyncIterable[bytes | str]

_OPTIONS = ("require", "largest", "guard", "name")

# Of these, the secret follows.
_SCHEMES = ("basic", "bearer", "digest", "token")


class TooLargeError(Exception):
    """Raised if a body has more bytes than it may have."""


# Options


def wrong_options(
    require: object, largest: object, guard: object, name: object, unknown: "dict[str, Any]"
) -> "str | None":
    """Returns what is wrong with the options; `None` if nothing is."""
    for option in unknown:
        return no_option(option, _OPTIONS)
    number: Any = largest if is_a(largest, (int, float)) and largest is not True else 0
    if not 0 < number < float("inf"):
        return wrong_option(guard, name) or wrong("largest", largest)
    return wrong_option(guard, name) or _wrong_require(require)


def _wrong_require(require: "Any") -> "str | None":
    if require is None:
        return None
    if not hasattr(require, "items"):
        return wrong("require", require)
    return next(filter(None, map(_wrong_header, require.items())), None)


def _wrong_header(header: "tuple[object, object]") -> "str | None":
    name, value = header
    if not (isinstance(name, str) and name):
        return word("header")
    found = _not_secret(value)
    said = word("secret").replace("{header}", shown(name))
    return said.replace("{found}", found) if found else None


def _not_secret(value: object) -> "str | None":
    """Returns what a value is that anybody can guess."""
    if value is None:
        return "no value"
    if not isinstance(value, str):
        return f"a `{type(value).__name__}`"
    scheme, _, rest = value.strip().partition(" ")
    secret = rest.strip() if scheme.lower() in _SCHEMES else value.strip()
    if secret in UNSET:
        return f"`{secret}`"
    return None if secret else "an empty value"


# Headers


def option_in(headers: "Any") -> "str | None":
    """Returns what is wrong if options were passed as headers; `None` if they were not.

    No request has only such headers, and none has a header whose value is an object.
    """
    try:
        given = {**headers} if hasattr(headers, "keys") else {}
        found = [name for name, it in given.items() if hasattr(it, "keys")]
        if not found and all(it in _OPTIONS for it in given):
            found = [*given]
        return word("headers").replace("{option}", shown(found[0])) if found else None
    except BaseException:  # those are no options
        return None


def has_headers(headers: "Any", require: "dict[str, str]") -> bool:
    """Returns whether a request has all headers. How long that takes says nothing about the values.

    A request can have a header several times; one of them has to be right. What is not a header is
    none.
    """
    from hmac import compare_digest  # noqa: PLC0415

    given = _pairs(headers)
    has_all = True
    for name, value in require.items():
        expected, lower, is_there = _bytes(value), name.lower(), False
        for key, found in given:
            if key == lower:
                is_there |= compare_digest(found, expected)
        has_all &= is_there
    return has_all


def _pairs(headers: "Any") -> "list[tuple[str, bytes]]":
    found: list[tuple[str, bytes]] = []
    try:
        for name, value in headers.items() if hasattr(headers, "items") else headers:
            key = name.decode("latin-1") if isinstance(name, bytes) else name
            for it in value if type(value) in (list, tuple) else (value,):
                if isinstance(key, str) and isinstance(it, (bytes, str)):
                    found.append((key.lower(), _bytes(it)))
    except BaseException:  # what follows is no header
        return found
    return found


def _bytes(text: "bytes | str") -> bytes:
    # Frameworks decode headers as Latin-1.
    return text.decode("latin-1").encode() if isinstance(text, bytes) else _utf8(text)


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# Bodies


def read_body(body: "Any", largest: float) -> "Text":
    """Returns a body that is whole or comes in parts, of which no more is read than it may have.

    Raises:
        TooLargeError: It is too large.
        FailedError: It cannot be read.
    """
    try:
        return _read(body, largest)
    except TooLargeError:
        raise
    except BaseException as error:
        raise unread(error) from None


async def read_body_async(body: "Any", largest: float) -> "Text":
    """Does the same in an event loop, also for parts that come one after the other."""
    try:
        if not hasattr(body, "__aiter__"):
            return _read(body, largest)
        parts = _Parts(largest)
        async for part in body:
            parts.add(part)
        return bytes(parts.data)
    except TooLargeError:
        raise
    except BaseException as error:
        if is_cancelled(error):
            raise
        raise unread(error) from None


def _read(body: "Any", largest: float) -> "Text":
    if _is_whole(body):
        size = body.nbytes if isinstance(body, memoryview) else len(body)
        if isinstance(body, str) and size <= largest < 4 * size:
            size = len(_utf8(body))
        if size > largest:
            raise TooLargeError
        return body
    if hasattr(body, "keys") or not hasattr(body, "__iter__"):
        raise TypeError(f"the body is a `{type(body).__name__}`, and has to be bytes")
    parts = _Parts(largest)
    for part in body:
        parts.add(part)
    return bytes(parts.data)


def _is_whole(body: object) -> "TypeGuard[Text]":
    return isinstance(body, (bytes, bytearray, memoryview, str))


class _Parts:
    """The parts of a body as far as it has been read."""

    def __init__(self, largest: float) -> None:
        """Creates it without a part."""
        self.data = bytearray()
        self._largest = largest

    def add(self, part: "Any") -> None:
        """Adds a part.

        Raises:
            TooLargeError: It is too large with that.
            TypeError: The part is neither bytes nor a string.
        """
        if not _is_whole(part):
            raise TypeError(f"a part of the body is a `{type(part).__name__}`")
        self.data += _utf8(part) if isinstance(part, str) else part
        if len(self.data) > self._largest:
            raise TooLargeError


def unread(error: BaseException) -> FailedError:
    """Returns the failure of an event that cannot be read."""
    return FailedError(word("unread").replace("{error}", _text_of(error)))


def _text_of(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:
        return type(error).__name__


def is_cancelled(error: BaseException) -> bool:
    """Returns whether nobody waits for the answer any more: the task that makes it is cancelled."""
    from asyncio import CancelledError, current_task  # noqa: PLC0415

    if isinstance(error, CancelledError):
        task = current_task()
        return task is None or task.cancelling() > 0
    of = type(error)
    # The other is that of trio. Errors of other libraries have the same name.
    is_of_trio = of.__name__ == "Cancelled" and of.__module__.partition(".")[0] == "trio"
    return isinstance(error, GeneratorExit) or is_of_trio
