"""Validates payloads, and checks the arguments that name what to validate."""

from ._json_values import is_too_deep
from ._plan import EVENTS, HOMES, PROFILES, WITH_TEXTS
from ._walk import problem, problems_of, profile_of, type_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any, Generic, Literal, TypeAlias, TypeGuard, TypeVar, overload

    from ._context import Context
    from ._types import TypeName
    from ._types.type_name import EventName
    from ._walk import Version
    from .problems import Problem

    # The options of a validation: the version of the host, the tool, and the profile's module.
    Asked: TypeAlias = tuple[Version, str | None, Any]

    Name = TypeVar("Name")

    class Shown(str, Generic[Name]):
        """Has no instances. Makes an alias refer to itself, so that mypy shows only its name.

        Otherwise the error about a wrong name would list hundreds of names.
        """

    NameOfType: TypeAlias = "TypeName | Shown[NameOfType]"
    NameOfEvent: TypeAlias = "EventName | Shown[NameOfEvent]"

_DIGITS = 15
"""The maximum number of digits of a part of a version."""


if TYPE_CHECKING:

    @overload
    def validate(
        value: object, type: NameOfType, context: Context | None = None
    ) -> list[Problem]: ...

    @overload
    def validate(
        value: object,
        *,
        event: NameOfEvent,
        direction: Literal["input", "output"],
        context: Context | None = None,
    ) -> list[Problem]: ...


def validate(
    value: object,
    type: "NameOfType | None" = None,  # noqa: A002  # the same name in every language
    context: "Context | None" = None,
    *,
    event: "NameOfEvent | None" = None,
    direction: "Literal['input', 'output'] | None" = None,
) -> "list[Problem]":
    """Validates a payload and returns its problems.

    Args:
        value: A JSON value, as returned by `json.loads`. Other Python values are reported as
            wrong types, but not where any value is allowed.
        type: The name of its type. In a contract with events, you can pass `event` and `direction`
            instead.
        context: Uses the `host`; the `tool`: its input and output are validated against its types,
            if the contract has them, and the default is the tool that an input names; and the
            `profile`.
        event: The event of the payload.
        direction: `"input"` if the host writes the payload, `"output"` if the host reads it.

    Returns:
        The problems, the most severe ones first, then by pointer and code. A problem that only
        follows from another one is left out. The payload conforms to the contract if none of
        them is `rejected`, `mismatch` or `ignored`.

    Raises:
        ValueError: The type, event or direction is unknown, or the type is given both ways or not
            at all.
        TypeError: `context` is not a `Context`, or the context is passed as the type.
    """
    if _is_context(type):
        raise TypeError("the type is the second argument, the context the third")
    name = name_of(type, event, direction)
    version, tool, profile = asked(context)
    if is_too_deep(value):
        output = type_of(name)["output"]
        severity: Any = "rejected" if output else "mismatch"
        from ._plan.words import WORDS  # noqa: PLC0415

        return [problem("too-deep", severity, WORDS["too-deep-value"], "", "unconfirmed")]
    found = problems_of(value, name, version, tool, profile, own_tools=True)
    if name not in WITH_TEXTS:
        return found
    from importlib import import_module  # noqa: PLC0415

    # Only contracts with types in `WITH_TEXTS` have this module.
    texts: Any = import_module("._registration", __package__)
    with_texts: list[Problem] = texts.with_texts(found, value, name, version)
    return with_texts


def asked(context: object) -> "Asked":
    """Returns the options that a context has for validations.

    Raises:
        TypeError: It is not a context.
    """
    if context is None:
        return None, None, None
    if not _is_context(context):
        found = type(context).__name__
        raise TypeError(f"`context` has to be a `Context`, not a `{found}`: as `Context(host=...)`")
    name = context.profile
    profile = None if name is None else profile_of(known("profile", name, PROFILES))
    return version_of(context.host), context.tool, profile


def _is_context(value: object) -> "TypeGuard[Context]":
    if value is None or isinstance(value, str):
        return False
    from ._context import Context  # noqa: PLC0415

    return isinstance(value, Context)


# Arguments


def version_of(host: object) -> "Version":
    """Parses a version, such as `2.1.42`.

    Raises:
        ValueError: It is not a version.
    """
    if host is None:
        return None
    parts = host.split(".") if isinstance(host, str) else [""]
    if not all(part.isascii() and part.isdigit() and len(part) <= _DIGITS for part in parts):
        # Other values are not shown: Python cannot print integers with very many digits.
        found = repr(host) if isinstance(host, str) else f"a Python `{type(host).__name__}`"
        raise ValueError(
            f"{found} is not a version: write numbers of at most {_DIGITS} digits with dots, such as "
            "'2.1.42'"
        )
    return [int(part) for part in parts]


def known(what: str, name: object, names: "Collection[str]") -> str:
    """Returns the name if it is one of `names`.

    Raises:
        ValueError: It is not. The message suggests the nearest name.
    """
    if isinstance(name, str) and name in names:
        return name
    from ._message import nearest  # noqa: PLC0415

    near = nearest(str(name), list(names))
    raise ValueError(f"there is no {what} {name!r}" + (f": did you mean {near!r}?" if near else ""))


def name_of(type_: "str | None", event: "str | None", direction: "str | None") -> str:
    """Returns the name of a type, given directly or by event and direction.

    Raises:
        ValueError: The type, event or direction is unknown, or the type is given both ways or not
            at all.
    """
    if type_ is not None and event is None and direction is None:
        return known("type", type_, HOMES)
    if type_ is None and event is not None and direction is not None:
        types: dict[str, str] = EVENTS[known("event", event, EVENTS)]
        return types[known("direction", direction, ("input", "output"))]
    raise ValueError("pass either a type, or `event` and `direction`")
