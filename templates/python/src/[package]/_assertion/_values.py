"""JSON values, as assertions compare them: numbers are doubles, and `true` is not a number.

In packages with integers of 64 bits, these are exact.
"""

from .definitions import WIDE

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

_TYPES: "dict[type, str]" = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    dict: "object",
    list: "array",
    type(None): "null",
}

# The integers that every language can hold.
_LEAST = -(2**63)
_LARGEST = 2**64 - 1

# Numbers with more digits before the point, or zeros after it, are written with an exponent.
_PLAIN_DIGITS = 21
_PLAIN_ZEROS = 6


def type_of(value: object) -> str:
    """Returns the JSON type of a value, or `none` if it is not a JSON value."""
    kind = _TYPES.get(type(value))
    if kind is None:  # an instance of a subclass, or not a JSON value
        kind = next((name for of, name in _TYPES.items() if isinstance(value, of)), "none")
    return kind


def key_of(value: "Any") -> "Hashable":
    """Returns a hashable key that is equal for values that are equal in JSON."""
    kind = type_of(value)
    if kind == "number":
        return kind, double(value)
    if kind == "array":
        return kind, tuple(map(key_of, value))
    if kind == "object":
        return kind, frozenset((key, key_of(it)) for key, it in value.items())
    return kind, id(value) if kind == "none" else value


def double(number: float) -> float:
    """Returns what a number is compared as: the nearest double, or itself if it is an exact integer."""
    if WIDE and type(number) is int and _LEAST <= number <= _LARGEST:
        return number
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def decimal(number: float) -> "tuple[int, int]":
    """Returns the shortest digits, and an exponent of ten, that identify a number.

    Raises:
        ValueError: It is not finite.
    """
    written, _, exponent = repr(double(number)).partition("e")
    whole, _, part = written.partition(".")
    return int(whole + part), int(exponent or 0) - len(part)


def is_multiple(number: float, of: float) -> bool:
    """Returns whether a number is a multiple of another one, by their decimal digits."""
    if double(number) - double(number) != 0:
        return False  # not finite
    (digits, exponent), (by, by_exponent) = decimal(number), decimal(of)
    more = exponent - by_exponent
    scaled: int = digits * 10 ** max(more, 0)
    rest: int = scaled % (by * 10 ** max(-more, 0))
    return rest == 0


def number_text(number: float) -> str:
    """Returns a number as messages show it, in the notation of JavaScript."""
    if double(number) - double(number) != 0:
        return str(double(number))
    value, exponent = decimal(number)
    digits = str(abs(value)).rstrip("0") or "0"
    point = len(str(abs(value))) + exponent  # the number of digits before the point
    sign = "-" if value < 0 else ""
    if value == 0 or len(digits) <= point <= _PLAIN_DIGITS:
        return sign + digits.ljust(point if value else 1, "0")
    if 0 < point <= _PLAIN_DIGITS:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -_PLAIN_ZEROS < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    part = f".{digits[1:]}" if digits[1:] else ""
    return f"{sign}{digits[0]}{part}e{point - 1:+d}"
