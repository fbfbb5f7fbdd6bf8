"""Assertions of models: the requirements of a schema beyond types.

Assertions are evaluated on JSON, so models are converted back to JSON values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from pydantic import AfterValidator, BeforeValidator, Discriminator, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from .._assertion import branch_of, faults_of
from ._model import MISSING, ClosedModel, OpenModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._assertion._case import Fault, Place

__all__ = ["asserted", "by_trial", "hold", "tried"]

_LEVELS = 128
"""The same as `LEVELS` in `_json_values`, a module that not every package has."""

_MESSAGES = {
    "wrong-type": "Input should be of type {limit}",
    "wrong-value": "Input should be {limit}",
    "never": "Input should not be there",
    "refused-field": "Input should not be there",
    "at-least": "Input should be greater than or equal to {limit}",
    "above": "Input should be greater than {limit}",
    "at-most": "Input should be less than or equal to {limit}",
    "below": "Input should be less than {limit}",
    "multiple-of": "Input should be a multiple of {limit}",
    "few-characters": "Input should have at least {limit} characters",
    "many-characters": "Input should have at most {limit} characters",
    "few-items": "Input should have at least {limit} items",
    "many-items": "Input should have at most {limit} items",
    "few-fields": "Input should have at least {limit} keys",
    "many-fields": "Input should have at most {limit} keys",
    "pattern": "Input should match the pattern {limit}",
    "format": "Input should be of the format '{limit}'",
    "unique": "Input should not have two equal items",
    "contains-few": "Input should have at least {limit} items of the kind that is asked for",
    "contains-many": "Input should have at most {limit} items of the kind that is asked for",
    "names": "Input should not have this key",
    "no-form": "Input should have one of {limit} forms",
    "many-forms": "Input should have only one of {limit} forms",
    "refused-form": "Input should not have this form",
    "required": "Input should have this key",
    "dependent": "Input should have this key beside '{limit}'",
}
"""The messages, by the word of the fault."""


def asserted(assertion: Any) -> AfterValidator:
    """Creates a validator that accepts only values for which an assertion holds."""

    def check(value: Any) -> Any:
        hold(value, assertion)
        return value

    return AfterValidator(check)


def tried(assertion: Any) -> BeforeValidator:
    """Creates a validator that accepts only values that a member of a union accepts."""

    def check(value: Any) -> Any:
        hold(value, assertion)
        return value

    return BeforeValidator(check)


def by_trial(assertion: Any, *members: str) -> Discriminator:
    """Creates a discriminator that selects the first member of a union whose schema accepts the value.

    Args:
        assertion: The assertion of the union, for which `tried` has found no fault.
        members: The members, in the order of the branches of the assertion.
    """

    def choose(value: object) -> str:
        return members[branch_of(_wire(value, _LEVELS), assertion)]

    return Discriminator(choose)


def hold(value: object, assertion: Any) -> None:
    """Raises a `ValidationError` with all faults of a value, or a `PydanticCustomError` if it is too deep."""
    _, faults = faults_of(_wire(value, _LEVELS), assertion, (None, "", "root"))
    if faults:
        raise ValidationError.from_exception_data(type(value).__name__, list(map(_error, faults)))


def _wire(value: object, levels: int) -> object:
    """Converts a model, or a value that contains models, to JSON of at most so many levels."""
    if isinstance(value, ClosedModel | OpenModel):
        known = {key: value.__dict__[name] for key, name in value.__keys__.items()}
        return _wire({**known, **(value.model_extra or {})}, levels)
    if isinstance(value, list | tuple | dict) and levels == 0:
        # Limits the use of the stack; a value may also be circular.
        raise PydanticCustomError("too_deep", "Input should have at most {limit} levels", {"limit": _LEVELS})
    if isinstance(value, list | tuple):
        return [_wire(item, levels - 1) for item in cast("Sequence[object]", value)]
    if isinstance(value, dict):
        items = cast("dict[str, object]", value).items()
        return {key: _wire(item, levels - 1) for key, item in items if item is not MISSING}
    return value


def _error(fault: Fault) -> InitErrorDetails:
    kind = PydanticCustomError(
        cast("Any", fault.code.replace("-", "_")),
        cast("Any", _MESSAGES[fault.word]),
        {"limit": _limit(fault.word, fault.limit)},
    )
    return InitErrorDetails(type=kind, loc=_path(fault.place), input=fault.value)


def _limit(word: str, limit: Any) -> str:
    if word == "wrong-type":
        return " or ".join(limit["types"])
    if word == "wrong-value":
        return " or ".join(map(repr, limit["values"]))
    return str(limit)


def _path(place: Place) -> tuple[str | int, ...]:
    return (*_path(place[0]), place[1]) if place[0] else ()
