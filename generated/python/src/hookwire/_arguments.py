"""Arguments, checked: `"no"` is never treated as true, nor anything else for a string."""


def expect_string(name: str, value: object) -> None:
    """Lets a string pass.

    Raises:
        TypeError: It is none.
    """
    if not isinstance(value, str):
        raise _other(name, value, "a string")


def expect_optional_string(name: str, value: object) -> None:
    """Lets a string pass, or `None`.

    Raises:
        TypeError: It is neither.
    """
    if value is not None and not isinstance(value, str):
        raise _other(name, value, "a string or `None`")


def expect_flag(name: str, value: object) -> None:
    """Lets `True` and `False` pass.

    Raises:
        TypeError: It is neither.
    """
    if not isinstance(value, bool):
        raise _other(name, value, "`True` or `False`")


def expect_number(name: str, value: object) -> None:
    """Lets a number pass, which neither `True` nor `False` is.

    Raises:
        TypeError: It is none.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _other(name, value, "a number")


def _other(name: str, value: object, what: str) -> TypeError:
    return TypeError(f"`{name}` has to be {what}, not a `{type(value).__name__}`")
