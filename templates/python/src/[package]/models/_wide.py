"""Integers of 64 bits."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import BeforeValidator, Field

__all__ = ["Integer", "Unsigned"]

_SAFE = 2**53 - 1


def _whole(value: object) -> object:
    """Returns the integer of a safe double. A larger one can be another integer than the one that is written."""
    if isinstance(value, float) and value.is_integer() and abs(value) <= _SAFE:
        return int(value)
    return value


Integer: TypeAlias = Annotated[
    int, Field(strict=True, ge=-(2**63), le=2**63 - 1), BeforeValidator(_whole)
]
"""A number without a fraction, such as `1` or `1.0`, from -2**63 to 2**63 - 1."""

Unsigned: TypeAlias = Annotated[
    int, Field(strict=True, ge=0, le=2**64 - 1), BeforeValidator(_whole)
]
"""A number without a fraction, from 0 to 2**64 - 1."""
