"""The common part of the models: their configuration, constructor and discriminators.

`model_validate`, `model_validate_json` and `TypeAdapter` read payloads, and accept only wire keys.
Constructors take the Python names of the fields, and fill in the constants:
`Reply(some_key="value")`.
"""

from __future__ import annotations

from enum import Enum
from functools import partial
from sys import modules
from threading import local
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Final,
    ForwardRef,
    Literal,
    NamedTuple,
    Never,
    TypeAlias,
    cast,
    get_args,
    get_origin,
)

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    ValidationError,
)
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, PydanticUndefined
from typing_extensions import TypeAliasType

from .._formats import has_format

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    class _Absent(Enum):
        MISSING = "MISSING"

    # All type checkers narrow by a member of an enum, but not all of them by a sentinel.
    Missing: TypeAlias = Literal[_Absent.MISSING]
    MISSING: Final = _Absent.MISSING
else:
    from pydantic import MISSING

    Missing = MISSING

__all__ = [
    "CONSTANT",
    "MISSING",
    "AsTuple",
    "Boolean",
    "ClosedModel",
    "Condition",
    "Exact",
    "Integer",
    "MatchedFirst",
    "Missing",
    "NoExtras",
    "NoValue",
    "Number",
    "OpenModel",
    "Rule",
    "UnionModel",
    "by_key",
    "by_tag",
    "by_type",
    "formatted",
    "obey",
    "unite",
]

CONSTANT: Final[Any] = PydanticUndefined
"""The default of a field with one value: constructors fill it in, payloads must have it."""

Path: TypeAlias = "tuple[str | int, ...]"


class _Below:
    """The attribute that pydantic reads before it builds a model. Reading it builds the parts of the model.

    It is not a method: one more call for each model would shorten the longest possible chain of recursive models.

    It relies on three properties of pydantic:

    * `__get_pydantic_core_schema__` is read from the class of a model, before the models below it are built.
    * With `defer_build`, a model is only built when it is needed.
    * `__pydantic_complete__` is true for a built model, and its schema is then reused.
    """

    def __get__(self, _: object, model: type[_Model]) -> object:
        """Builds the models below, and returns the method of `BaseModel`."""
        _build_below(model)
        union: Any = model.__dict__.get("__union__")
        if union is not None:
            return partial(_schema_of, union)
        return BaseModel.__get_pydantic_core_schema__


def _schema_of(union: Any, _: object, handler: GetCoreSchemaHandler) -> CoreSchema:
    return handler.generate_schema(union)


class _Model(BaseModel, frozen=True):
    # For type checkers and their plugins: constructors take the names of the fields.
    model_config = ConfigDict(validate_by_name=True)

    __constants__: ClassVar[dict[str, tuple[str, Any]]] = {}
    __keys__: ClassVar[dict[str, str]] = {}

    if not TYPE_CHECKING:
        model_config = ConfigDict(
            strict=True,
            validate_by_alias=True,
            validate_by_name=False,
            serialize_by_alias=True,
            allow_inf_nan=False,
            protected_namespaces=(),
            defer_build=True,
        )

        def __init__(self, /, **data: Any) -> None:
            for name, (key, value) in type(self).__constants__.items():
                if name not in data and key not in data:
                    data[name] = value
            self.__pydantic_validator__.validate_python(
                data, self_instance=self, by_alias=True, by_name=True
            )

        # Validating a payload does not call the constructor.
        __init__.__pydantic_base_init__ = True

        __get_pydantic_core_schema__ = _Below()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # Pydantic would look for the quoted types of an inherited field in the module of this class.
        for base in cls.__bases__:
            # A property of the metaclass: it is not in the `__dict__` of the class.
            is_complete = getattr(base, "__pydantic_fields_complete__", True)
            if not is_complete and issubclass(base, _Model) and base.__module__ != cls.__module__:
                base.model_rebuild(raise_errors=False)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls.__keys__ = {}
        cls.__constants__ = {}
        for name, field in cls.model_fields.items():
            key = field.validation_alias if isinstance(field.validation_alias, str) else name
            cls.__keys__[key] = name
            values = _values(field.annotation)
            if field.is_required() and len(values) == 1:
                cls.__constants__[name] = (key, values[0])

    def __values__(self) -> dict[str, Any]:
        """Returns the values of the fields, by their names. That of an absent field is left out, or `MISSING`."""
        return vars(self)


def _values(annotation: Any) -> tuple[Any, ...]:
    """Returns the values of a literal type or of `None`, and nothing for any other type."""
    if annotation is None or annotation is NoneType:
        return (None,)
    return get_args(annotation) if get_origin(annotation) is Literal else ()


class _Building(local):
    """The models that a thread is building. Another thread must not treat a half-built one as complete.

    It is not a lock: pydantic has its own, which `model_rebuild` and `TypeAdapter` take at different times.
    """

    def __init__(self) -> None:
        self.models: set[type[_Model]] = set()


_building: Final = _Building()
"""The models that are being built, so that a recursive model is built once."""


def _build_below(model: type[_Model]) -> None:
    """Builds the models that a model leads to, those that lead to no others first, and itself if it is on a cycle.

    Pydantic recurses into fields, about ten calls for each model, until it reaches a built model. Since the models
    below are built first, a chain of models in fields of each other may have any length. Of the models that lead to
    each other, only the first one is built: its schema has all of them, and each of the others would be as large.
    The algorithm is that of Tarjan: a model is the first of a cycle if no model below it leads to one before it.
    """
    building = _building.models
    # A complete model has the schemas of all models below it, also of those that are not built on their own yet.
    if model in building or model.__pydantic_complete__:
        return
    places = {model: 0}
    rows, waiting, lowest = [(model, iter(_parts(model)))], [model], [0]
    is_on_cycle = False
    try:
        while rows:
            above, parts = rows[-1]
            part = next(parts, None)
            if part in places:
                lowest[-1] = min(lowest[-1], places[part])
                is_on_cycle = is_on_cycle or part is model
            elif part is not None and not part.__pydantic_complete__ and part not in building:
                places[part] = len(waiting)
                rows.append((part, iter(_parts(part))))
                waiting.append(part)
                lowest.append(places[part])
            elif part is None:
                rows.pop()
                place, low = places[above], lowest.pop()
                if rows:
                    lowest[-1] = min(lowest[-1], low)
                if low == place:
                    cycle = waiting[place:]
                    building.update(cycle)
                    if above is not model or is_on_cycle:
                        above.model_rebuild(raise_errors=False)
                    building.difference_update(cycle)
                    del waiting[place:]
                    for it in cycle:
                        del places[it]
    finally:
        building.difference_update(waiting)


def _parts(model: type[_Model]) -> list[type[_Model]]:
    """Returns the models in the fields of a model.

    What is on a cycle is quoted, and refers to names of the module with the model or the alias around it.
    """
    home = model.__module__
    types: list[Any] = [(field.annotation, home) for field in model.model_fields.values()]
    types += [(it, home) for it in get_args(model.__dict__.get("__union__"))]
    found: dict[Any, None] = {}
    while types:
        it, home = types.pop()
        it = it.__forward_arg__ if isinstance(it, ForwardRef) else it
        it = _named(it, home) if isinstance(it, str) else it
        if isinstance(it, TypeAliasType):
            if it not in found:
                found[it] = None
                types.append((it.__value__, it.__module__))
        elif get_origin(it) is Annotated:
            types.append((get_args(it)[0], home))
        elif isinstance(it, type) and issubclass(it, _Model):
            found[it] = None
        elif get_origin(it) is not Literal:
            types += [(inner, home) for inner in get_args(it)]
    return [it for it in found if isinstance(it, type)]


def _named(text: str, home: str) -> Any:
    """Evaluates a quoted type, as pydantic does. Nothing is lost for a type that only pydantic finds: it builds it later."""
    try:
        return eval(text, vars(modules[home]))  # noqa: S307
    except (KeyError, NameError):
        return None


class UnionModel(_Model, frozen=True):
    """The base class of the members of a union. Calling it creates the member that the arguments are for."""

    if not TYPE_CHECKING:

        def __new__(cls, /, **data: Any) -> Any:
            """Creates an instance of the member. Python then calls its constructor."""
            return object.__new__(_member(cls, data) if "__union__" in cls.__dict__ else cls)

        @classmethod
        def model_construct(cls, _fields_set: Any = None, **values: Any) -> Any:
            """Creates an instance of the member without validating it."""
            made = _member(cls, values) if "__union__" in cls.__dict__ else cls
            return super(UnionModel, made).model_construct(_fields_set, **values)

        def __init_subclass__(cls, **options: Any) -> None:
            """Refuses classes derived from a union: they would be none of its members."""
            union = next((base for base in cls.__bases__ if "__union__" in base.__dict__), None)
            if union is not None:
                raise TypeError(f"`{union.__name__}` is a union: derive from one of its members")
            super().__init_subclass__(**options)


def unite(base: type[UnionModel], union: Any) -> None:
    """Makes a class the union of models that are derived from it."""
    cast("Any", base).__union__ = union


def _member(union: Any, data: dict[str, Any]) -> type[_Model]:
    """Returns the model that a union has for the arguments of its constructor.

    Raises:
        ValidationError: There is none.
    """
    members, discriminator = get_args(union.__union__)
    tagged = {get_args(it)[1].tag: get_args(it)[0] for it in get_args(members)}
    keys = {name: key for it in tagged.values() for key, name in _keys_of(it).items()}
    sent = {keys.get(name, name): it for name, it in data.items() if it is not MISSING}
    chosen = tagged.get(discriminator.discriminator(sent))
    if chosen is None:
        union.__pydantic_validator__.validate_python(sent)
        raise AssertionError("a validator accepts an object that no member is for")
    return _member(chosen, data) if "__union__" in chosen.__dict__ else chosen


def _keys_of(model: Any) -> dict[str, str]:
    """Returns the names of the fields of a model, or of all members of a union, by their keys."""
    if "__union__" not in model.__dict__:
        return cast("dict[str, str]", model.__keys__)
    members = (get_args(it)[0] for it in get_args(get_args(model.__union__)[0]))
    return {key: name for it in members for key, name in _keys_of(it).items()}


class OpenModel(_Model, frozen=True):
    """An object that accepts unknown keys, and keeps them in `model_extra`."""

    model_config = ConfigDict(extra="allow", validate_by_name=True)
    if not TYPE_CHECKING:
        model_config = ConfigDict(extra="allow")


class ClosedModel(_Model, frozen=True):
    """An object that rejects unknown keys."""

    model_config = ConfigDict(extra="forbid", validate_by_name=True)
    if not TYPE_CHECKING:
        model_config = ConfigDict(extra="forbid")


def _at(value: object, key: str) -> Any:
    """Returns the value at a wire key of an object, validated or not, or `MISSING`."""
    if isinstance(value, _Model):
        name = value.__keys__.get(key)
        found = value.__values__() if name else value.model_extra or {}
        return found.get(name or key, MISSING)
    if isinstance(value, dict):
        return cast("dict[str, Any]", value).get(key, MISSING)
    return MISSING


def _is_object(value: object) -> bool:
    return isinstance(value, dict | _Model)


def _same(value: object, other: object) -> bool:
    """Returns whether two scalars are the same JSON value: `1` equals `1.0`, but not `true`."""
    return isinstance(value, bool) == isinstance(other, bool) and value == other


# Unions


def by_tag(key: str, tags: Mapping[str, str], absent: str | None = None) -> Discriminator:
    """Creates a discriminator that selects the member of a union by the string at a key.

    Args:
        key: The key on the wire.
        tags: The member for each value of the key.
        absent: The member without the key, if there is one.
    """

    def choose(value: object) -> str | None:
        if not _is_object(value):
            return None
        tag = _at(value, key)
        if tag is MISSING:
            return absent
        return tags.get(tag) if isinstance(tag, str) else None

    known = ", ".join(f"'{tag}'" for tag in tags)
    wanted = f"{known} or absent" if absent else known
    return Discriminator(
        choose,
        custom_error_type="union_tag",
        custom_error_message=f"Input should be an object with '{key}' one of {wanted}",
    )


def by_key(key: str, present: str, absent: str) -> Discriminator:
    """Creates a discriminator that selects one of two members by a key that only one of them has.

    Args:
        key: The key on the wire.
        present: The member with the key.
        absent: The member without it.
    """

    def choose(value: object) -> str:
        return absent if _at(value, key) is MISSING else present

    return Discriminator(choose)


def by_type(types: Mapping[str, str]) -> Discriminator:
    """Creates a discriminator that selects the member of a union by the JSON type of the value.

    Args:
        types: The member for each JSON type.
    """

    def choose(value: object) -> str | None:
        name = next((name for kind, name in _JSON_TYPES if isinstance(value, kind)), "null")
        if name == "number" and "number" not in types and isinstance(value, float):
            name = "integer" if value.is_integer() else name  # `1.0` is the integer 1
        return types.get(name) or (types.get("number") if name == "integer" else None)

    return Discriminator(
        choose,
        custom_error_type="union_tag",
        custom_error_message=f"Input should be of type {' or '.join(types)}",
    )


_JSON_TYPES: Final = (
    (bool, "boolean"),
    (int, "integer"),
    (float, "number"),
    (str, "string"),
    (list, "array"),
    (tuple, "array"),
    (dict, "object"),
    (_Model, "object"),
)

# Values

if TYPE_CHECKING:
    NoValue: TypeAlias = Never
else:
    # pydantic has no schema for it. The assertion beside it refuses every value.
    NoValue = Any


def _no_number(value: object) -> object:
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise PydanticCustomError("bool_type", "Input should be a valid boolean")
    return value


Exact: Final = BeforeValidator(_no_number)
"""For the constants `true` and `false`: in Python `1` equals `True`, in JSON it does not."""


def _only_number(value: object) -> object:
    if isinstance(value, bool):
        raise PydanticCustomError("int_type", "Input should be a valid integer")
    return _whole(value)


ExactInteger: Final = BeforeValidator(_only_number)
"""For constants that are integers: in JSON `1.0` equals `1`, and `true` does not."""


def _as_tuple(value: object) -> object:
    return tuple(cast("list[object]", value)) if isinstance(value, list) else value


AsTuple: Final = BeforeValidator(_as_tuple)
"""For lists with something else at each place: JSON has lists only."""


class _MatchedFirst:
    """Lets a union take its first member that accepts a value.

    `Field(union_mode=…)` fails where pydantic has no schema of a union: it takes `None | Any` for `Any` that may be null.
    """

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        schema = handler(source)
        inner: Any = schema
        while inner["type"] == "nullable":
            inner = inner["schema"]
        if inner["type"] == "union":
            inner["mode"] = "left_to_right"
        return schema


MatchedFirst: Final = _MatchedFirst()
"""For values of which only those of some keys have a type."""


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


_LARGEST: Final = 2**53 - 1

Integer: TypeAlias = Annotated[
    int, Field(strict=True, ge=-_LARGEST, le=_LARGEST), BeforeValidator(_whole)
]
"""A number without a fraction, such as `1` or `1.0`, in the range that doubles represent exactly."""

Number: TypeAlias = Annotated[float, Field(strict=True)]
"""A number outside of models, which are strict themselves."""

Boolean: TypeAlias = Annotated[bool, Field(strict=True)]
"""A boolean outside of models, which are strict themselves."""


def _extras(value: object, path: Path = ()) -> Iterator[InitErrorDetails]:
    """Yields an error for each key that the models in a value do not know."""
    if isinstance(value, _Model):
        known = "__pydantic_extra__" in type(value).__annotations__
        for key, extra in (value.model_extra or {}).items():
            if not known:
                yield InitErrorDetails(type="extra_forbidden", loc=(*path, key), input=extra)
            yield from _extras(extra, (*path, key))
        for key, name in value.__keys__.items():
            yield from _extras(value.__dict__[name], (*path, key))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(cast("Sequence[object]", value)):
            yield from _extras(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in cast("dict[str, object]", value).items():
            yield from _extras(item, (*path, key))


def _without_extras(value: Any) -> Any:
    errors = list(_extras(value))
    if errors:
        raise ValidationError.from_exception_data("a reply", errors)
    return value


NoExtras: Final = AfterValidator(_without_extras)
"""Closes open models inside a reply: unknown keys are rejected at any depth."""

# Rules


class Condition(NamedTuple):
    """A condition on one value in an object: it is one of `values`, present, or absent."""

    path: tuple[str, ...]
    """The keys from the object to the value."""
    values: tuple[object, ...] | None = None
    """The accepted values; `None` accepts any value that is present."""
    absent: bool = False
    """True if the value must be absent."""

    def holds(self, value: object) -> bool:
        """Returns whether the condition holds for an object."""
        for key in self.path:
            value = _at(value, key)
        if self.absent or value is MISSING:
            return self.absent and value is MISSING
        return self.values is None or any(_same(value, other) for other in self.values)


class Rule(NamedTuple):
    """A constraint that the types of the fields cannot express."""

    name: str
    """The name of the rule."""
    when: Sequence[Condition]
    """The rule applies if all of these hold."""
    then: Sequence[Condition]
    """The conditions that must hold if the rule applies."""
    message: str
    """The problem and its fix."""


def formatted(name: str) -> AfterValidator:
    """Creates a validator that accepts only strings of the named format."""

    def check(text: str) -> str:
        if not has_format(text, name):
            raise PydanticCustomError(
                "format", "Input should have the format {name}", {"name": name}
            )
        return text

    return AfterValidator(check)


def obey(value: object, *rules: Rule) -> None:
    """Raises a `ValidationError` with every rule that an object breaks, and the place of each."""
    errors = [
        InitErrorDetails(
            type=PydanticCustomError(rule.name, "{message}", {"message": rule.message}),  # pyright: ignore[reportArgumentType]
            loc=broken.path,
            input=_at(value, broken.path[0]),
        )
        for rule in rules
        if all(condition.holds(value) for condition in rule.when)
        for broken in rule.then
        if not broken.holds(value)
    ]
    if errors:
        raise ValidationError.from_exception_data(type(value).__name__, errors)
