"""JSON values, as assertions compare them: numbers are doubles, and `true` is none of them."""

TYPE_CHECKING = False  # true for type checkers, which know the name; `typing` takes long to load
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

_TYPES: "tuple[tuple[type, str], ...]" = (
    (str, "string"),
    (bool, "boolean"),
    (int, "number"),
    (float, "number"),
    (dict, "object"),
    (list, "array"),
    (type(None), "null"),
)

# Numbers with more digits before the point, or zeros behind it, are written with an exponent.
_PLAIN_DIGITS = 21
_PLAIN_ZEROS = 6


def type_of(value: object) -> str:
    """Returns the JSON type of a value, or `none` for what is no JSON value."""
    return next((name for kind, name in _TYPES if isinstance(value, kind)), "none")


def key_of(value: "Any") -> "Hashable":
    """Returns what is equal for values that are equal in JSON."""
    kind = type_of(value)
    if kind == "number":
        return kind, double(value)
    if kind == "array":
        return kind, tuple(map(key_of, value))
    if kind == "object":
        return kind, frozenset((key, key_of(it)) for key, it in value.items())
    return kind, id(value) if kind == "none" else value


def double(number: float) -> float:
    """Returns the double that is nearest to a number of any size."""
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def decimal(number: float) -> "tuple[int, int]":
    """Returns digits and an exponent of ten: the shortest ones that are this double and no other.

    Raises:
        ValueError: It is not finite.
    """
    written, _, exponent = repr(double(number)).partition("e")
    whole, _, part = written.partition(".")
    return int(whole + part), int(exponent or 0) - len(part)


def is_multiple(number: float, of: float) -> bool:
    """Returns whether a number is a multiple of another one, both as they are written."""
    if double(number) - double(number) != 0:
        return False  # it is not finite
    (digits, exponent), (by, by_exponent) = decimal(number), decimal(of)
    more = exponent - by_exponent
    scaled: int = digits * 10 ** max(more, 0)
    rest: int = scaled % (by * 10 ** max(-more, 0))
    return rest == 0


def number_text(number: float) -> str:
    """Returns a number as messages show it: as JavaScript does."""
    if double(number) - double(number) != 0:
        return str(double(number))
    value, exponent = decimal(number)
    digits = str(abs(value)).rstrip("0") or "0"
    point = len(str(abs(value))) + exponent  # it stands behind so many of the digits
    sign = "-" if value < 0 else ""
    if value == 0 or len(digits) <= point <= _PLAIN_DIGITS:
        return sign + digits.ljust(point if value else 1, "0")
    if 0 < point <= _PLAIN_DIGITS:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -_PLAIN_ZEROS < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    part = f".{digits[1:]}" if digits[1:] else ""
    return f"{sign}{digits[0]}{part}e{point - 1:+d}"
