"""JSON values: their types, and reading and writing them as text.

`json` is loaded only where the interpreter lacks its scanner: it loads `re` and `enum`, which takes longer than the
whole package.
"""

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeGuard

LEVELS = 128
"""The maximum depth of nested objects and arrays in a value."""

_CONTAINERS: "Any" = (dict, list)
_SPACE = " \t\n\r"


# Types


def is_object(value: object) -> "TypeGuard[dict[Any, Any]]":
    """Returns whether a value is a JSON object. Its keys are not checked."""
    return isinstance(value, dict)


def is_array(value: object) -> "TypeGuard[list[Any]]":
    """Returns whether a value is a JSON array."""
    return isinstance(value, list)


def json_type(value: object) -> str:
    """Returns the JSON type of a value, or an empty string if it is not a JSON value."""
    kind = type(value)
    if isinstance(value, float) and value - value != 0:
        return ""  # infinity or NaN
    if kind in _JSON_TYPES:
        return _JSON_TYPES[kind]
    # An instance of a subclass, such as a member of a string enum, has the type of the base class.
    return next((name for kind, name in _JSON_TYPES.items() if isinstance(value, kind)), "")


PLAIN_TYPES: "dict[type, str]" = {str: "string", bool: "boolean", int: "number"}
"""The JSON types of most values. Without `float`: NaN and infinity are not JSON values."""

_JSON_TYPES: "dict[type, str]" = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    dict: "object",
    list: "array",
    type(None): "null",
}


def is_same(value: object, other: object) -> bool:
    """Returns whether two scalars are the same JSON value: `1` equals `1.0`, but not `true`."""
    return json_type(value) == json_type(other) and value == other


def is_too_deep(payload: object) -> bool:
    """Returns whether a payload is deeper than `LEVELS`; a circular one is, too."""
    level: list[Any] = [[payload]]
    for _ in range(LEVELS + 1):
        below: dict[int, Any] = {}  # without duplicates
        for outer in level:
            inside: Iterable[Any] = outer.values() if is_object(outer) else outer
            for inner in inside:
                if isinstance(inner, _CONTAINERS):
                    below[id(inner)] = inner
        if not below:
            return False
        level = [*below.values()]
    return True


# Text


class _Options:
    """The attributes that the scanner of the standard library reads."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    memo: "dict[str, str]" = {}  # noqa: RUF012  # only the scanner in Python uses it

    def __init__(self, number: "Any", integer: "Any", constant: "Any") -> None:
        self.parse_float = number
        self.parse_int = integer
        self.parse_constant = constant


def _refuse(name: str) -> object:
    raise ValueError(name)


def _scanner() -> "Any":
    """Returns the scanner of the interpreter, or `None` if it has none that works as expected."""
    try:
        from _json import make_scanner  # noqa: PLC0415

        options: Any = _Options(float, int, _refuse)
        found = make_scanner(options)('{"a": [1, 2.5, "b"]}', 0)
        return make_scanner if found == ({"a": [1, 2.5, "b"]}, 20) else None
    except Exception:  # it is private: any surprise means that it has changed
        return None


_make = _scanner()


def loads(
    text: str,
    number: "Callable[[str], object]" = float,
    integer: "Callable[[str], object]" = int,
    constant: "Callable[[str], object]" = _refuse,
) -> "Any":
    """Parses a JSON text.

    Args:
        text: The text.
        number: Makes a number with a fraction or an exponent of its digits.
        integer: Makes any other number of its digits.
        constant: Makes a value of `NaN`, `Infinity` or `-Infinity`, which are not JSON.

    Returns:
        The value.

    Raises:
        ValueError: It is not JSON.
    """
    if _make is None:
        from json import loads as load  # noqa: PLC0415

        return load(text, parse_float=number, parse_int=integer, parse_constant=constant)
    start, end = 0, len(text)
    while start < end and text[start] in _SPACE:
        start += 1
    try:
        value, at = _make(_Options(number, integer, constant))(text, start)
    except (StopIteration, SystemError):
        # The scanner takes the class of its errors from `json.decoder`, and raises `SystemError` without that module.
        raise ValueError("there is no JSON value") from None
    while at < end and text[at] in _SPACE:
        at += 1
    if at != end:
        raise ValueError("there is more than one JSON value")
    return value


def dumps(value: object) -> str:
    """Writes a JSON value on one line.

    Raises:
        ValueError: It has a number that JSON cannot hold, or is too deep.
        TypeError: It has a value that JSON cannot hold, or a key that is not a string.
    """
    try:
        from _json import encode_basestring as quoted  # noqa: PLC0415
    except ImportError:
        from json.encoder import py_encode_basestring as quoted  # noqa: PLC0415
    parts: list[str] = []
    _write(value, parts.append, quoted, 0)
    return "".join(parts)


_LEVELS = 500


def _write(value: "Any", put: "Any", quoted: "Any", level: int) -> None:
    if level > _LEVELS:
        raise ValueError(f"it is deeper than {_LEVELS} levels")
    if isinstance(value, dict):
        _write_object(value, put, quoted, level)
    elif isinstance(value, (list, tuple)):
        _write_array(value, put, quoted, level)
    else:
        put(quoted(value) if isinstance(value, str) else _scalar(value))


def _write_object(value: "Any", put: "Any", quoted: "Any", level: int) -> None:
    put("{")
    for index, key in enumerate(value):
        if not isinstance(key, str):
            raise TypeError(f"a key is a `{type(key).__name__}`, and has to be a string")
        put(f"{',' if index else ''}{quoted(key)}:")
        _write(value[key], put, quoted, level + 1)
    put("}")


def _write_array(value: "Any", put: "Any", quoted: "Any", level: int) -> None:
    put("[")
    for index, inner in enumerate(value):
        if index:
            put(",")
        _write(inner, put, quoted, level + 1)
    put("]")


def _scalar(value: object) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if not isinstance(value, float):
        raise TypeError(f"JSON has no `{type(value).__name__}`")
    if value - value != 0:
        raise ValueError(f"JSON has no number {value!r}")
    return float.__repr__(value)
