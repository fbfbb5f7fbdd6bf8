"""Finds differences between payloads and typed dictionaries, as a type checker finds them in literals."""

from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Required,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from binding import same


def misfits(value: Any, annotation: Any, open_: bool, path: str = "") -> list[str]:
    """Returns the differences between a value and an annotation, with their paths."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (NotRequired, Required):
        return misfits(value, arguments[0], open_, path)
    if annotation is Any or isinstance(annotation, TypeVar):  # a bare generic type is of any tool
        return []
    if origin is Literal:
        return [] if any(same(value, it) for it in arguments) else [f"{path}: {value!r}"]
    if origin in (Union, UnionType):
        tried = [misfits(value, it, open_, path) for it in arguments]
        return [] if [] in tried else min(tried, key=len)
    if is_typeddict(origin or annotation):
        return misfits_of_keys(value, annotation, open_, path)
    if origin is list and isinstance(value, list):
        return [
            it
            for at, one in enumerate(value)
            for it in misfits(one, *arguments, open_, f"{path}/{at}")
        ]
    if origin is dict and isinstance(value, dict):
        return [
            it for key in value for it in misfits(value[key], arguments[1], open_, f"{path}/{key}")
        ]
    if annotation is float and isinstance(value, int | float) and not isinstance(value, bool):
        return []
    plain = {NoneType: NoneType, None: NoneType}.get(annotation, annotation)
    return [] if type(value) is plain else [f"{path}: {value!r}"]


def misfits_of_keys(value: Any, annotation: Any, open_: bool, path: str) -> list[str]:
    """Returns the differences in the keys of a typed dictionary."""
    if not isinstance(value, dict):
        return [f"{path}: {value!r}"]
    origin = get_origin(annotation) or annotation
    bound = dict(zip(getattr(origin, "__parameters__", ()), get_args(annotation), strict=False))
    hints = {
        key: bound.get(hint, hint)
        for key, hint in get_type_hints(origin, include_extras=True).items()
    }
    absent = [f"{path}/{key}: absent" for key in origin.__required_keys__ - value.keys()]
    unknown = [f"{path}/{key}: unknown" for key in value.keys() - hints.keys() if not open_]
    inner = [
        it
        for key in value.keys() & hints.keys()
        for it in misfits(value[key], hints[key], open_, f"{path}/{key}")
    ]
    return absent + unknown + inner
