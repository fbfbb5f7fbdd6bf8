"""Prints the pydantic models of a module as JSON, for `stated.rs`. The arguments are a folder and the module in it."""

import enum
import importlib
import json
import sys
import types
import typing

import pydantic
import typing_extensions

sys.setrecursionlimit(20_000)
sys.path.insert(0, sys.argv[1])
module = importlib.import_module(sys.argv[2])
ids: "dict[object, int]" = {}
every: "list[dict[str, object]]" = []
kept: "list[object]" = []
LISTS = (list, set, frozenset, tuple, typing.Sequence)
ALIASES = tuple({getattr(typing, "TypeAliasType", None), typing_extensions.TypeAliasType} - {None})


def number(type_: object, names: "dict[str, object]") -> int:
    if isinstance(type_, str | typing.ForwardRef):
        text = type_ if isinstance(type_, str) else type_.__forward_arg__
        type_ = eval(text, dict(names))
    key = id(type_)
    if key in ids:
        return ids[key]
    ids[key] = at = len(every)
    kept.append(type_)
    made: "dict[str, object]" = {}
    every.append(made)
    made.update(parts(type_, names))
    return at


def parts(type_: object, names: "dict[str, object]") -> "dict[str, object]":
    origin, of = typing.get_origin(type_), typing.get_args(type_)
    if isinstance(type_, ALIASES):
        home = sys.modules.get(getattr(type_, "__module__", None) or "", None)
        return {"of": [number(type_.__value__, vars(home) if home else names)]}
    if origin is typing.Annotated:
        return {"of": [number(of[0], names)]}
    if origin in (typing.Union, types.UnionType):
        return {"of": [number(it, names) for it in of]}
    if origin is typing.Literal:
        return {"literals": [json.dumps(it) if not isinstance(it, str) else it for it in of]}
    if origin in LISTS or getattr(origin, "__name__", "") == "Sequence":
        return {"items": [number(it, names) for it in of if it is not ...]}
    if type_ is dict or (origin is dict and len(of) != 2):
        return {}
    if origin is dict:
        return {"values": [number(of[1], names)] if of[1] is not typing.Any else []}
    if isinstance(type_, type) and issubclass(type_, enum.Enum):
        return {"literals": [str(it.value) for it in type_]}
    if isinstance(type_, type) and issubclass(type_, pydantic.BaseModel):
        return of_model(type_)
    return {}


def of_model(model: "type[pydantic.BaseModel]") -> "dict[str, object]":
    names = vars(sys.modules[model.__module__])
    if model.__dict__.get("__union__") is not None:
        return {"of": [number(model.__dict__["__union__"], names)]}
    if issubclass(model, pydantic.RootModel):
        return {"of": [number(model.model_fields["root"].annotation, names)]}
    fields = {}
    for name, field in model.model_fields.items():
        alias = field.serialization_alias or field.alias or name
        fields[alias] = number(field.annotation, names)
    extra = getattr(model, "__annotations__", {}).get("__pydantic_extra__")
    values = every[number(extra, names)].get("values", []) if extra else []
    return {"fields": fields, "values": values}


named = {}
for name in dir(module):
    if not name.startswith("_"):
        value = getattr(module, name)
        is_foreign = isinstance(value, type) and value.__module__ in ("pydantic", "typing", "enum")
        if (typing.get_origin(value) or isinstance(value, (type, *ALIASES))) and not is_foreign:
            named[name] = number(value, vars(module))
print(json.dumps({"named": named, "all": every}))
