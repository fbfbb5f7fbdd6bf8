"""Validates payloads: walks over the payload and the validation plan in parallel.

A program can start for each payload, so modules that only problems need are imported lazily.
"""

from ._json_text import loads
from ._plan import EVENTS, HOMES, PROFILES, TABLES, text_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from types import ModuleType
    from typing import Any, Generic, Literal, TypeAlias, TypeGuard, TypeVar, overload

    from ._context import Context
    from ._types import TypeName
    from ._types.type_name import EventName
    from .problems import Problem, ProblemCode, ProblemConfidence, ProblemSeverity

    # The position of a value: the enclosing place, or `None`; the key or index in it; how it is
    # held (`ROOT`, `KEY`, `ITEM` or `VALUE`); the expected type; and advice for wrong strings.
    Place: TypeAlias = tuple[Any, object, str, Any, Any]
    Version: TypeAlias = list[int] | None
    # The options of a validation: the version of the host, the tool, and the profile's module.
    Asked: TypeAlias = tuple[Version, str | None, Any]

    Name = TypeVar("Name")

    class Shown(str, Generic[Name]):
        """Has no instances. Makes an alias refer to itself, so that mypy shows only its name.

        Otherwise the error about a wrong name would list hundreds of names.
        """

    NameOfType: TypeAlias = "TypeName | Shown[NameOfType]"
    NameOfEvent: TypeAlias = "EventName | Shown[NameOfEvent]"

PUBLIC = __name__.rpartition(".")[0]
"""The module that public classes report: the package, as in imports and tracebacks."""

# The kinds of places in the enclosing ones. Except for `KEY`, `WORDS` has entries of these names.
ROOT = "root"
KEY = "key"
ITEM = "item"
VALUE = "value"

LEVELS = 128
"""The maximum depth of nested objects and arrays in a value."""

_LARGEST = 2**53 - 1
_DIGITS = 15
_PLAIN = ("string", "boolean", "number", "null")
_ANY: "Any" = {"is": "any"}
_STRING: "Any" = {"is": "string"}
_NOTHING = object()
_CONTAINERS: "Any" = (dict, list)


# Validation


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
    return problems_of(value, name, version, tool, profile, own_tools=True)


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
    profile = None if context.profile is None else profile_of(context.profile)
    return version_of(context.host), context.tool, profile


def _is_context(value: object) -> "TypeGuard[Context]":
    if value is None or isinstance(value, str):
        return False
    from ._context import Context  # noqa: PLC0415

    return isinstance(value, Context)


def problems_of(  # noqa: PLR0913
    payload: object,
    name: str,
    host: "Version",
    tool: "str | None" = None,
    profile: "Any" = None,
    *,
    own_tools: bool = False,
) -> "list[Problem]":
    """Validates a payload that is not deeper than `LEVELS`, by the name of its type.

    With `own_tools`, the values for a tool that an input names are validated without a `tool`.
    """
    found: dict[str, list[Problem]] = {}
    if profile and name in profile.TYPES:
        name = f"{name}:{profile.NAME}"
    output = type_of(name)["output"]
    own_tools = own_tools and not output
    walk = _Walk(found, output=output, host=host, tool=tool, own_tools=own_tools)
    walk.check(payload, (None, "", ROOT, {"is": "ref", "name": name}, None))
    # Problems of a key may also be those of the object.
    problems = [it for at, all_ in found.items() for it in all_ if it["pointer"] == at]
    return under(profile, in_order(problems))


def in_order(problems: "list[Problem]") -> "list[Problem]":
    """Orders problems, and leaves out those that follow from other ones."""
    if len(problems) < 2:  # noqa: PLR2004
        return problems
    from ._order import ordered  # noqa: PLC0415

    return ordered(problems)


def under(profile: "Any", problems: "list[Problem]") -> "list[Problem]":
    """Marks problems as unconfirmed if the profile is, and returns them."""
    if profile and profile.UNCONFIRMED:
        for it in problems:
            it["confidence"] = "unconfirmed"
    return problems


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


def is_too_deep(payload: object) -> bool:
    """Returns whether a payload is deeper than `LEVELS`; a circular one is, too."""
    level: list[Any] = [[payload]]
    for _ in range(LEVELS + 1):
        below: dict[int, Any] = {}  # without duplicates
        for outer in level:
            inside: Iterable[Any] = outer.values() if is_object(outer) else outer
            for inner in inside:
                if isinstance(inner, _CONTAINERS):
                    below[id(inner)] = inner
        if not below:
            return False
        level = [*below.values()]
    return True


# Types and values


_parsed: "dict[str, Any]" = {}


def type_of(name: str) -> "Any":
    """Returns a type of the validation plan. `<type>:<profile>` names the type of a profile."""
    found = _parsed.get(name)
    if found is None:
        plain, _, profile = name.partition(":")
        text: str = profile_of(profile).TYPES[plain] if profile else text_of(plain)
        found = _parsed[name] = loads(text)
        if "fields" in found:
            fields = found["fields"].items()
            found["required"] = [key for key, field in fields if "missing" in field]
    return found


def profile_of(name: str) -> "Any":
    """Returns the module with the differences under a profile.

    Raises:
        ValueError: The profile is unknown.
    """
    module = PROFILES[known("profile", name, PROFILES)]
    # Loading `importlib` would take longer than loading the module.
    return __import__(f"_plan.profiles.{module}", globals(), None, ["TYPES"], 1)


def _row_of(table: "Any", name: object) -> "Any":
    """Returns the row of a table for a name, or `None`."""
    if not isinstance(name, str):
        return None
    at = table["names"].get(name)
    if at is None:
        at = next((at for prefix, at in table["prefixes"] if name.startswith(prefix)), None)
    return None if at is None else table["rows"][at]


def is_object(value: object) -> "TypeGuard[dict[Any, Any]]":
    """Returns whether a value is a JSON object. Its keys are not checked."""
    return isinstance(value, dict)


def is_array(value: object) -> "TypeGuard[list[Any]]":
    """Returns whether a value is a JSON array."""
    return isinstance(value, list)


def json_type(value: object) -> str:
    """Returns the JSON type of a value, or an empty string if it is not a JSON value."""
    kind = type(value)
    if isinstance(value, float) and value - value != 0:
        return ""  # infinity or NaN
    if kind in _JSON_TYPES:
        return _JSON_TYPES[kind]
    # An instance of a subclass, such as a member of a string enum, has the type of the base class.
    return next((name for kind, name in _JSON_TYPES.items() if isinstance(value, kind)), "")


_PLAIN_TYPES: "dict[type, str]" = {str: "string", bool: "boolean", int: "number"}
"""The JSON types of most values. Without `float`: NaN and infinity are not JSON values."""

_JSON_TYPES: "dict[type, str]" = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    dict: "object",
    list: "array",
    type(None): "null",
}


def _without_assertion(it: "Any") -> "Any":
    """Returns the type that an expression leads to, without its assertion."""
    if it["is"] == "asserted":
        return it["inner"]
    if it["is"] == "nullable":
        return {"is": "nullable", "inner": _without_assertion(it["inner"])}
    return _without_assertion(it["base"] if it["is"] == "keyed" else type_of(it["name"])["type"])


def _same(value: object, other: object) -> bool:
    """Returns whether two scalars are the same JSON value: `1` equals `1.0`, but not `true`."""
    return json_type(value) == json_type(other) and value == other


def _at(value: object, path: "Iterable[str]") -> object:
    """Returns the value at the end of a path, or `_NOTHING`."""
    for key in path:
        if not is_object(value) or key not in value:
            return _NOTHING
        value = value[key]
    return value


def _holds(condition: "Any", value: object) -> bool:
    """Returns whether a condition of a rule holds for an object."""
    found = _at(value, condition["path"])
    if condition["test"] == "in":
        return any(_same(found, it) for it in condition["values"])
    if condition["test"] == "above":
        is_number = isinstance(found, (int, float)) and not isinstance(found, bool)
        return is_number and found > condition["limit"]
    if condition["test"] == "matches":
        # Only packages of contracts with patterns have this module.
        regex = __import__("_regex", globals(), None, ["Pattern"], 1)
        return isinstance(found, str) and regex.Pattern(condition["pattern"]).is_in(found)
    return (found is not _NOTHING) is (condition["test"] == "present")


def _hint_for(key: object, struct: "Any") -> "Any":
    """Returns the hint about a key that belongs elsewhere, or `None`."""
    return next((hint for hint in struct.get("hints", ()) if key in hint["keys"]), None)


def _is_within(number: "Any", bounds: "Any") -> bool:
    """Returns whether a number is within bounds, each of which may be absent."""
    return bool(
        ("minimum" not in bounds or number >= bounds["minimum"])
        and ("above" not in bounds or number > bounds["above"])
        and ("maximum" not in bounds or number <= bounds["maximum"])
    )


def _is_older(host: "Version", since: "Any") -> bool:
    """Returns whether a host is certainly older than the version that added a feature."""
    if host is None or since is None:
        return False
    return bool(host <= since["after"] if "after" in since else host < since["from"])


# Problems


def unsupported_by(host: "Version", since: "Any") -> "Problem | None":
    """Returns a problem if a host may be too old for a feature that is not part of a payload."""
    if host is None or host >= since["from"]:
        return None
    place = (None, "", ROOT, _ANY, None)
    if _is_older(host, since):
        message = _messages().unsupported(place, since)
        return problem("unsupported-by-host", "ignored", message)
    message = _messages().unsure(place, since)
    return problem("unsupported-by-host", "inert", message, "", "unconfirmed")


def problem(
    code: "ProblemCode",
    severity: "ProblemSeverity",
    message: str,
    pointer: str = "",
    confidence: "ProblemConfidence" = "confirmed",
) -> "Problem":
    """Creates a problem. Without a pointer it is about the whole payload."""
    return {
        "pointer": pointer,
        "code": code,
        "severity": severity,
        "confidence": confidence,
        "message": message,
    }


def _pointer(place: "Place") -> str:
    keys: list[str] = []
    around, key = place[0], place[1]
    while around:
        keys.append("/" + str(key).replace("~", "~0").replace("/", "~1"))
        around, key = around[0], around[1]
    return "".join(reversed(keys))


class _Walk:
    """The validation of a part of a payload, with the problems found so far in the whole."""

    __slots__ = (
        "_closed",
        "_found",
        "_host",
        "_known",
        "_operation",
        "_output",
        "_own_tools",
        "_tool",
        "_within",
    )

    def __init__(
        self,
        found: "dict[str, list[Problem]]",
        *,
        output: bool,
        host: "Version",
        tool: "str | None",
        own_tools: bool,
    ) -> None:
        self._found = found
        # What assertions found out about values of the payload.
        self._known: Any = {}
        self._output = output
        self._closed = False
        self._host = host
        self._tool = tool
        self._own_tools = own_tools
        # Inside a tool's value, the host drops only that value if it is wrong: how sure that is.
        self._within: ProblemConfidence | None = None
        # The operation of the value, if it is below a field that is named after an operation.
        self._operation: str | None = None

    def _but(self, *, closed: bool, host: "Version", within: "ProblemConfidence | None") -> "_Walk":
        walk = _Walk(
            self._found,
            output=self._output,
            host=host,
            tool=self._tool,
            own_tools=self._own_tools,
        )
        walk._known = self._known
        walk._closed = closed
        walk._within = within
        walk._operation = self._operation
        return walk

    def _about(self, operation: str) -> "_Walk":
        walk = self._but(closed=self._closed, host=self._host, within=self._within)
        walk._operation = operation
        return walk

    def check(self, value: object, place: "Place", skip: object = _NOTHING) -> None:
        """Validates the value of a place, except for the key `skip`."""
        walk, it = self._resolved(value, place)
        kind = it.get("kind") or it["is"]
        if kind in _PLAIN:
            if json_type(value) != kind:
                walk._wrong_type(value, place)
        elif kind == "struct":
            walk._struct(value, it, place, skip)
        elif kind == "union":
            walk._union(value, it, place, skip)
        elif kind == "enum":
            walk._enum(value, it, place)
        elif kind == "constant":
            walk._constant(value, it, place)
        elif kind == "list":
            walk._list(value, it, place)
        elif kind == "map":
            walk._map(value, it, place)
        elif kind == "integer":
            walk._integer(value, place)
        elif kind == "bounded":
            walk._bounded(value, it, place)
        elif kind == "asserted":
            walk._asserted(value, it, place, skip)

    def _resolved(self, value: object, place: "Place") -> "tuple[_Walk, Any]":
        """Resolves references, aliases and nullable types to the actual type or expression."""
        walk, it = self, place[3]
        while True:
            if it["is"] == "nullable":
                it = _ANY if value is None else it["inner"]
            elif it["is"] == "keyed":
                it = it["base"]
            elif it["is"] == "ref":
                if "closed" in it and not walk._closed:
                    walk = walk._but(closed=True, host=walk._host, within=walk._within)
                it = type_of(it["name"])
                if "since" in it:
                    walk = walk._since(it["since"], place)
                if it["kind"] != "alias":
                    return walk, it
                it = it["type"]
            else:
                return walk, it

    # Scalars

    def _integer(self, value: "Any", place: "Place") -> bool:
        """Returns whether a value is an integer in range, and reports a problem otherwise."""
        if json_type(value) != "number":
            self._wrong_type(value, place)
        elif isinstance(value, float) and not value.is_integer():
            self._wrong_type(value, place, found="fraction")
        elif not -_LARGEST <= value <= _LARGEST:
            self._wrong("out-of-range", place)
        else:
            return True
        return False

    def _bounded(self, value: "Any", it: "Any", place: "Place") -> None:
        kind = it["inner"]["is"]
        if kind == "integer":
            if not self._integer(value, place):
                return
        elif json_type(value) != kind:
            self._wrong_type(value, place)
            return
        if kind == "string":
            self._string(value, it, place)
        elif not _is_within(value, it):
            self._out_of_bounds("out-of-range", place)

    def _string(self, value: str, it: "Any", place: "Place") -> None:
        if len(value) < it.get("min_length", 0):
            self._out_of_bounds("too-short", place)
        elif "format" in it:
            from ._formats import has_format  # noqa: PLC0415

            if not has_format(value, it["format"]):
                word = f"format-{it['format']}"
                self._wrong("wrong-value", place, severity="ignored", word=word)

    def _constant(self, value: object, constant: "Any", place: "Place") -> None:
        if json_type(value) != json_type(constant["value"]):
            self._wrong_type(value, place)
        elif value != constant["value"]:
            self._wrong_value(value, place, operation="operation" in constant)

    def _enum(self, value: object, enum: "Any", place: "Place") -> None:
        if not isinstance(value, str):
            self._wrong_type(value, place)
        elif value in enum["values"]:
            if value in enum.get("added", ()):
                self._since(enum["added"][value], place)
            if value in enum.get("deprecated", ()):
                self._deprecated(enum["deprecated"][value], place)
        elif not enum["open"] and not self._had(value, enum):
            self._wrong_value(value, place, candidates=enum["values"])

    def _had(self, value: str, enum: "Any") -> bool:
        """Returns whether the host is an older one that still had a removed value."""
        gone = enum.get("removed", {}).get(value)
        return gone is not None and self._host is not None and self._host < gone

    # Arrays and objects

    def _list(self, value: object, it: "Any", place: "Place") -> None:
        if not is_array(value):
            self._wrong_type(value, place)
            return
        if "min" in it and len(value) < it["min"]:
            self._wrong("too-short", place)
        if "max" in it and len(value) > it["max"]:
            self._wrong("too-long", place)
        for index, item in enumerate(value):
            self.check(item, (place, index, ITEM, it["item"], None))

    def _map(self, value: object, it: "Any", place: "Place") -> None:
        if not is_object(value):
            self._wrong_type(value, place)
            return
        for key in value:
            self.check(value[key], (place, key, VALUE, it["value"], None))

    def _struct(self, value: object, struct: "Any", place: "Place", skip: object) -> None:
        if not is_object(value):
            self._wrong_type(value, place, takes=struct.get("takes"))
        elif value and "empty" in struct:
            self._wrong("not-allowed-here", place, severity="ignored", word="empty")
        elif (name := self._misnamed(value, struct)) is not None:
            self._field(value, name, struct, place)
            self._extend((place, name, KEY, _ANY, None), place)
        else:
            self._keys(value, struct, place, skip)
            self._rules(value, struct, place)
            if "assertion" in struct:
                self._assert(value, struct["assertion"], place)

    def _misnamed(self, value: "Any", struct: "Any") -> "str | None":
        """Returns the key for the name of the event if the host rejects the object because of it."""
        if "operation" not in struct:
            return None
        for key, field in struct["fields"].items():
            if "operation" not in field["type"]:
                continue
            if key in value:
                return None if _same(value[key], field["type"]["value"]) else key
            rejected = "missing" in field and field["missing"]["severity"] == "rejected"
            return key if rejected and not _is_older(self._host, field.get("since")) else None
        return None

    def _keys(self, value: "Any", struct: "Any", place: "Place", skip: object) -> None:
        fields = struct["fields"]
        found: object
        for key, found in value.items():
            field = fields.get(key)
            if key == skip:
                continue
            if field is None:
                self._other(key, found, struct, place, skip)
                continue
            # Most fields of most payloads have a value of the right type, about which there is nothing else to say.
            plain = _PLAIN_TYPES.get(type(found))  # without a function call, which takes time
            says = "since" in field or "deprecated" in field or "inert" in field
            if says or plain != field["type"]["is"]:
                self._field(value, key, struct, place)
        for key in struct["required"]:
            if key not in value:
                self._field(value, key, struct, place)

    def _field(self, value: "Any", key: str, struct: "Any", place: "Place") -> None:
        field = struct["fields"][key]
        if key not in value:
            if "missing" in field and not _is_older(self._host, field.get("since")):
                self._missing(field["missing"], (place, key, KEY, field["type"], None), value)
            return
        inner = (place, key, KEY, field["type"], field.get("mistakes"))
        walk = self._since(field["since"], inner, struct) if "since" in field else self
        if "deprecated" in field:
            self._deprecated(field["deprecated"], inner)
        for inert in field.get("inert", ()):
            if "value" not in inert or _same(value[key], inert["value"]):
                self._without_effect(inert, inner, struct.get("operation"))
        walk = walk._about(key) if "by_operation" in field else walk
        walk.check(value[key], inner)
        if field["type"]["is"] == "keyed" and (self._own_tools or self._tool is not None):
            walk._keyed(value, key, field["type"], inner)

    def _keyed(self, beside: "Any", key: str, keyed: "Any", place: "Place") -> None:
        """Validates a value of the tool against the type in the tool's row."""
        table = TABLES[keyed["table"]]
        own = _row_of(table, beside.get(keyed["by"])) if "by" in keyed else None
        row = own if self._tool is None else _row_of(table, self._tool)
        of_tool = "by" not in keyed or own is row
        if row is None or not of_tool or row["name"] in keyed.get("except", ()):
            return
        if keyed["column"] not in row["types"]:
            return
        sure = "unconfirmed" not in keyed and self._within != "unconfirmed"
        within: ProblemConfidence = "confirmed" if sure else "unconfirmed"
        walk = self._but(closed=self._closed or self._output, host=self._host, within=within)
        it = {"is": "ref", "name": row["types"][keyed["column"]]}
        walk.check(beside[key], (*place[:3], it, place[4]))

    def _other(
        self, key: object, value: object, struct: "Any", place: "Place", skip: object
    ) -> None:
        """Validates a key that is not a field."""
        keys = struct["keys"]
        if keys == "closed" or (self._closed if keys == "open" else _hint_for(key, struct)):
            self._unknown(key, struct, place, skip)
        elif "rest" in struct:
            self.check(value, (place, key, VALUE, struct["rest"], None))

    def _rules(self, value: object, struct: "Any", place: "Place") -> None:
        for rule in struct.get("rules", ()):
            here = "within" not in rule or self._operation in rule["within"]
            here = here and not _is_older(self._host, rule.get("since"))
            if here and all(_holds(condition, value) for condition in rule["when"]):
                broken = next((it for it in rule["then"] if not _holds(it, value)), None)
                if broken:
                    self._broken(rule, broken, value, place)

    def _union(self, value: object, union: "Any", place: "Place", skip: object) -> None:
        if union["on"] == "type":
            chosen = union["types"].get(json_type(value))
            if chosen:
                self.check(value, (*place[:3], chosen, None), skip)
            else:
                self._wrong_type(value, place)
        elif union["on"] == "trial":
            self._by_trial(value, union, place, skip)
        elif not is_object(value):
            self._wrong_type(value, place)
        elif union["on"] == "tag":
            self._by_tag(value, union, place, skip)
        else:
            self._by_key(value, union, place, skip)

    def _by_tag(self, value: "Any", union: "Any", place: "Place", skip: object) -> None:
        key, tags = union["key"], union["tags"]
        at_key = (place, key, KEY, {"is": "constant", "what": union["what"]}, union.get("mistakes"))
        tag = value.get(key, _NOTHING)
        if tag is _NOTHING and "absent" in union:
            self.check(value, (*place[:3], union["absent"], None), skip)
            return
        if isinstance(tag, str) and tag in tags:
            self.check(value, (*place[:3], tags[tag], None), skip)
            return
        if tag is _NOTHING:
            self._missing(union["missing"], at_key, value)
        elif isinstance(tag, str):
            self._wrong_value(
                tag,
                at_key,
                operation="operation" in union,
                candidates=list(tags),
                unknown=union.get("unknown"),
            )
        else:
            self._wrong_type(tag, (place, key, KEY, _STRING, None))
        self._extend(at_key, place)

    def _by_key(self, value: "Any", union: "Any", place: "Place", skip: object) -> None:
        key = union["key"]
        if key not in value:
            self.check(value, (*place[:3], union["without"], None), skip)
        elif "value" not in union or _same(value[key], union["value"]):
            self.check(value, (*place[:3], union["with"], None), skip)
        else:
            at_key = (place, key, KEY, {"is": "constant", "what": union["what"]}, None)
            if json_type(value[key]) == json_type(union["value"]):
                self._wrong_value(value[key], at_key, severity="ignored")
            else:
                self._wrong_type(value[key], at_key, severity="ignored")
            # The host treats such a reply as the other form, and ignores the key there.
            self.check(value, (*place[:3], union["without"], None), key)

    def _by_trial(self, value: object, union: "Any", place: "Place", skip: object) -> None:
        if self._assert(value, union["assertion"], place):
            # Only packages of contracts with assertions have this module.
            assertions = __import__("_assertion", globals(), None, ["branch_of"], 1)
            branch = assertions.branch_of(value, union["assertion"], self._known)
            self.check(value, (*place[:3], union["members"][branch], None), skip)

    # Assertions

    def _asserted(self, value: object, it: "Any", place: "Place", skip: object) -> None:
        inner = (*place[:3], _without_assertion(place[3]), place[4])
        self.check(value, inner, skip)
        self._assert(value, it["assertion"], place)

    def _assert(self, value: object, assertion: "Any", place: "Place") -> bool:
        """Validates an assertion, and returns whether it holds."""
        # Only packages of contracts with assertions have this module.
        messages = __import__("_assertion.messages", globals(), None, ["reported"], 1)
        holds: bool
        holds, faults = messages.reported(value, assertion, place, self._known)
        for at, code, message in faults:
            self._tell(at, code, "rejected", message)
        return holds

    # Problems

    def _tell(
        self,
        place: "Place",
        code: "ProblemCode",
        severity: "ProblemSeverity",
        message: str,
        *,
        unconfirmed: bool = False,
    ) -> None:
        self._add(self._made(place, code, severity, message, unconfirmed=unconfirmed))

    def _made(
        self,
        place: "Place",
        code: "ProblemCode",
        severity: "ProblemSeverity",
        message: str,
        *,
        unconfirmed: bool,
    ) -> "Problem | None":
        """Returns the problem of a place, or `None` if it is not reported.

        In an input every error is a mismatch. Advice is left out: only the host could follow it.
        """
        if not self._output:
            if severity in ("inert", "suspicious", "deprecated"):
                return None
            severity = "mismatch"
        elif self._within and severity == "rejected":
            severity = "ignored"
        pointer = _pointer(place)
        sure = not unconfirmed and self._within != "unconfirmed"
        confidence: ProblemConfidence = "confirmed" if sure else "unconfirmed"
        return problem(code, severity, message, pointer, confidence)

    def _add(self, made: "Problem | None", causes: "Iterable[str]" = ()) -> None:
        """Records a problem, unless it follows from one at the pointers in `causes`."""
        found = (it for pointer in causes for it in self._found.get(pointer, ()))
        if made and not any(_explains(it, made) for it in found):
            self._found.setdefault(made["pointer"], []).append(made)

    def _extend(self, key: "Place", place: "Place") -> None:
        """Makes the problems of a key those of the whole object, of which nothing else is read."""
        problems = self._found.get(_pointer(key), ())
        self._found.setdefault(_pointer(place), []).extend(problems)

    def _report(
        self, template: "Any", place: "Place", message: str, causes: "Iterable[str]" = ()
    ) -> None:
        code, severity = template["code"], template["severity"]
        unconfirmed = "unconfirmed" in template
        self._add(self._made(place, code, severity, message, unconfirmed=unconfirmed), causes)

    def _deprecated(self, template: "Any", place: "Place") -> None:
        """Reports a deprecated field or value, unless the host is older than the deprecation."""
        if self._host is None or "since" not in template or self._host >= template["since"]:
            self._report(template, place, template["message"])

    def _without_effect(self, inert: "Any", place: "Place", operation: "str | None") -> None:
        message = _messages().without_effect(place, inert, operation)
        unconfirmed = "unconfirmed" in inert
        self._tell(place, "without-effect", "inert", message, unconfirmed=unconfirmed)

    def _since(self, since: "Any", place: "Place", struct: "Any" = None) -> "_Walk":
        """Reports what the host may not know yet, and returns the walk that validates the value.

        Inputs are not affected: the host only writes what it knows.
        """
        host = self._host
        if not self._output or host is None or host >= since["from"]:
            return self
        if _is_older(host, since):
            message = _messages().unsupported(place, since)
            self._not_known(place, "unsupported-by-host", message, struct)
            return self._but(closed=self._closed, host=None, within=self._within)
        message = _messages().unsure(place, since)
        self._tell(place, "unsupported-by-host", "inert", message, unconfirmed=True)
        return self

    def _wrong(
        self,
        code: "ProblemCode",
        place: "Place",
        *,
        severity: "ProblemSeverity" = "rejected",
        word: str = "",
    ) -> None:
        self._tell(place, code, severity, _messages().of_place(word or code, place))

    def _out_of_bounds(self, code: "ProblemCode", place: "Place") -> None:
        self._tell(place, code, "rejected", _messages().out_of_bounds(place))

    def _wrong_type(
        self,
        value: object,
        place: "Place",
        *,
        found: str = "",
        severity: "ProblemSeverity" = "rejected",
        takes: "str | None" = None,
    ) -> None:
        message = _messages().wrong_type(place, value, found, takes)
        self._tell(place, "wrong-type", severity, message)

    def _wrong_value(  # noqa: PLR0913
        self,
        value: object,
        place: "Place",
        *,
        operation: bool = False,
        severity: "ProblemSeverity" = "rejected",
        candidates: "Sequence[str]" = (),
        unknown: "str | None" = None,
    ) -> None:
        message = _messages().wrong_value(place, value, candidates, unknown)
        # A contract without events does not have the first one.
        code: Any = "wrong-event-name" if operation else "wrong-value"
        self._tell(place, code, severity, message)

    def _missing(self, template: "Any", place: "Place", beside: "Any") -> None:
        message = template.get("message") or _messages().missing(place, beside)
        self._report(template, place, message)

    def _unknown(self, key: object, struct: "Any", place: "Place", skip: object) -> None:
        at_key = (place, key, KEY, _ANY, None)
        hint = _hint_for(key, struct)
        if not hint:
            message = _messages().unknown_field(str(key), struct)
            self._not_known(at_key, "unknown-field", message, struct)
        elif "strict" in struct:
            message = _messages().hint(hint, str(key))
            self._not_known(at_key, hint["template"]["code"], message, struct)
        else:
            causes = [*_pointers(place, [skip])] if hint.get("beside") == skip else ()
            self._report(hint["template"], at_key, _messages().hint(hint, str(key)), causes)

    def _not_known(self, place: "Place", code: "ProblemCode", message: str, struct: "Any") -> None:
        """Reports a key that the host does not know: it drops the key, or rejects the whole."""
        if struct is None or "strict" not in struct:
            self._tell(place, code, "ignored", message)
            return
        self._tell(place, code, "rejected", message, unconfirmed=struct["strict"]["unconfirmed"])

    def _broken(self, rule: "Any", condition: "Any", value: object, place: "Place") -> None:
        template, at = rule["template"], place
        for key in rule.get("at", condition["path"]):
            at = (at, key, KEY, _ANY, None)
        causes = [
            pointer for it in (*rule["when"], condition) for pointer in _pointers(place, it["path"])
        ]
        code = template["code"]
        if code == "required-here" and condition["test"] == "absent":
            code = "not-allowed-here"
        elif code == "required-here" and _at(value, condition["path"]) is not _NOTHING:
            code = "wrong-value"
        self._report({**template, "code": code}, at, template["message"], causes)


def _pointers(place: "Place", path: "Iterable[object]") -> "Iterator[str]":
    """Returns the pointers of all values on a path."""
    for key in path:
        place = (place, key, KEY, _ANY, None)
        yield _pointer(place)


def _explains(cause: "Problem", it: "Problem") -> bool:
    from ._order import explains  # noqa: PLC0415

    return explains(cause, it)


def _messages() -> "ModuleType":
    from . import _message  # noqa: PLC0415

    return _message
