"""Native values of strings, such as `datetime` and `UUID`. Each keeps the text that it was read from.

A value that a program creates has no such text. It is written as its standard says: a `datetime` as in RFC 3339.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from functools import reduce
from ipaddress import IPv4Address, IPv6Address
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeAlias
from uuid import UUID

from pydantic import AnyUrl, Discriminator, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, PydanticKnownError, core_schema

from .._assertion._format import has_format
from ._model import Condition as OtherCondition
from ._model import _at  # pyright: ignore[reportPrivateUsage]
from ._model import by_type as by_other_type

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Condition", "Date", "DateTime", "Ipv4", "Ipv6", "Uri", "Uuid", "by_type", "text_of"]


class _Read:
    """A value that was read. The result of a calculation with it is of the same class, and has no text."""

    text: str | None = None

    @classmethod
    def of(cls, text: str) -> Self:
        """Reads a text of the format."""
        value = cls(text)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
        object.__setattr__(value, "text", text)
        return value

    def __reduce_ex__(self, protocol: Any) -> Any:
        if self.text is None:
            return super().__reduce_ex__(protocol)
        return type(self).of, (self.text,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self


class _DateTime(_Read, datetime):
    @classmethod
    def of(cls, text: str) -> Self:
        """Reads a text of the format."""
        offset = text[19:].lstrip(".0123456789")
        fraction = text[20 : len(text) - len(offset)]
        hours, minutes = (0, 0) if offset in ("Z", "z") else (int(offset[1:3]), int(offset[4:]))
        ahead = timedelta(hours=hours, minutes=minutes)
        day = date.fromisoformat(text[:10])
        value = datetime.__new__(
            cls,
            day.year,
            day.month,
            day.day,
            int(text[11:13]),
            int(text[14:16]),
            int(text[17:19]),
            int(fraction.ljust(6, "0")),
            timezone(-ahead if offset[0] == "-" else ahead) if ahead else UTC,
        )
        value.text = text
        return value


class _Url(_Read, AnyUrl):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyUrl) and str(self) == str(other)

    __hash__ = AnyUrl.__hash__


class _Uuid(_Read, UUID):
    pass


class _Ipv6(_Read, IPv6Address):
    pass


def text_of(value: object) -> Any:
    """Returns the text of a native value, and any other value as it is."""
    if isinstance(value, _Read) and value.text is not None:
        return value.text
    if isinstance(value, datetime):
        text = value.isoformat()
        return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, AnyUrl | UUID | IPv4Address | IPv6Address) else value


class Condition(OtherCondition):
    """A condition on one value in an object. A native value is compared by its text."""

    def holds(self, value: object) -> bool:
        """Returns whether the condition holds for an object."""
        found: Any = reduce(_at, self.path, value)
        return OtherCondition((), self.values, self.absent).holds(text_of(found))


def by_type(types: Mapping[str, str]) -> Discriminator:
    """Creates a discriminator that selects the member of a union by the JSON type of the value.

    Args:
        types: The member for each JSON type. That of a native value is `string`.
    """
    chosen = by_other_type(types)
    choose: Any = chosen.discriminator

    def choose_by_text(value: object) -> Any:
        return choose(text_of(value))

    return replace(chosen, discriminator=choose_by_text)


class _Native:
    """Reads strings of a format as values of a class, and accepts values of the class."""

    def __init__(self, name: str, kind: type, read: Callable[[str], Any]) -> None:
        self.name = name
        self.published = name.removeprefix("native-")
        self.kind = kind
        self.read = read

    def check(self, value: object) -> Any:
        """Returns the native value of a string."""
        text = text_of(value) if isinstance(value, self.kind) else value
        if not isinstance(text, str):
            raise PydanticKnownError("string_type")
        if not has_format(text, self.name):
            raise PydanticCustomError(
                "wrong_value", "Input should be of the format '{limit}'", {"limit": self.published}
            )
        return self.read(text) if text is value else value

    def __get_pydantic_core_schema__(self, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        written = core_schema.plain_serializer_function_ser_schema(
            text_of, return_schema=core_schema.str_schema(), when_used="json"
        )
        return core_schema.no_info_plain_validator_function(self.check, serialization=written)

    def __get_pydantic_json_schema__(self, _: Any, __: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "format": self.published}


DateTime: TypeAlias = Annotated[datetime, _Native("native-date-time", datetime, _DateTime.of)]
"""A date and a time with its offset from UTC."""

Date: TypeAlias = Annotated[date, _Native("native-date", date, date.fromisoformat)]
"""A date."""

Uri: TypeAlias = Annotated[AnyUrl, _Native("native-uri", AnyUrl, _Url.of)]
"""A URL."""

Uuid: TypeAlias = Annotated[UUID, _Native("uuid", UUID, _Uuid.of)]
"""A UUID."""

Ipv4: TypeAlias = Annotated[IPv4Address, _Native("ipv4", IPv4Address, IPv4Address)]
"""An IPv4 address."""

Ipv6: TypeAlias = Annotated[IPv6Address, _Native("ipv6", IPv6Address, _Ipv6.of)]
"""An IPv6 address."""
