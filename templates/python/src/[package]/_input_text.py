"""The input of a hook as text."""

import json

from ._json_values import is_array, is_object

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any


def text_of_input(value: "Any") -> str:
    """Returns an input as JSON on one line. What JSON does not have is replaced, as in every language."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        text = json.dumps(_finite(value), ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _finite(value: "Any") -> "Any":
    """Returns a value with `None` in the place of numbers that JSON does not have."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):  # noqa: PLR0124
        return None
    if is_object(value):
        return {key: _finite(it) for key, it in value.items()}
    return [_finite(it) for it in value] if is_array(value) else value
