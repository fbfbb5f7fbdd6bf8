"""Checks the types of arguments: `"no"` is never treated as true, nor a number as a string."""


def expect_string(name: str, value: object) -> None:
    """Accepts a string.

    Raises:
        TypeError: It is not a string.
    """
    if not isinstance(value, str):
        raise _other(name, value, "a string")


def expect_optional_string(name: str, value: object) -> None:
    """Accepts a string or `None`.

    Raises:
        TypeError: It is neither.
    """
    if value is not None and not isinstance(value, str):
        raise _other(name, value, "a string or `None`")


def expect_flag(name: str, value: object) -> None:
    """Accepts `True` and `False`.

    Raises:
        TypeError: It is neither.
    """
    if not isinstance(value, bool):
        raise _other(name, value, "`True` or `False`")


def expect_number(name: str, value: object) -> None:
    """Accepts a number; `True` and `False` are not numbers.

    Raises:
        TypeError: It is not a number.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _other(name, value, "a number")


def expect_mapping(name: str, value: object) -> None:
    """Accepts a dictionary, or any other mapping with names.

    Raises:
        TypeError: It is something else.
    """
    if not hasattr(value, "keys") or not hasattr(value, "__getitem__"):
        raise _other(name, value, "a dictionary")


def _other(name: str, value: object, what: str) -> TypeError:
    return TypeError(f"`{name}` has to be {what}, not a `{type(value).__name__}`")
