"""Walks over a payload and the validation plan in parallel, and returns the problems of the payload.

A program can start for each payload, so modules that only problems need are imported lazily.
"""

from ._json_values import PLAIN_TYPES, is_array, is_object, is_same, json_type, loads
from ._plan import LARGEST, LEAST, PROFILES, TABLES, text_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, ClassVar, TypeAlias

    from ._report import Report
    from .problems import Problem, ProblemCode, ProblemConfidence, ProblemSeverity

    # The position of a value: the enclosing place, or `None`; the key or index in it; how it is
    # held (`ROOT`, `KEY`, `ITEM` or `VALUE`); the expected type; and advice for wrong strings.
    # A tuple, because a class takes three times as long to create.
    Place: TypeAlias = tuple[Any, object, str, Any, Any]
    Version: TypeAlias = list[int] | None
    Within: TypeAlias = tuple[ProblemSeverity, ProblemConfidence]

# The kinds of places in the enclosing ones. Except for `KEY`, `WORDS` has entries of these names.
ROOT = "root"
KEY = "key"
ITEM = "item"
VALUE = "value"

_SAFE = 2**53 - 1
"""The largest integer up to which each integer is a double, and no other integer is the same double."""

_UNSIGNED = 2**64 - 1
"""The largest integer without a sign, which only bounds ask for."""

_PLAIN = ("string", "boolean", "number", "null")
ANY: "Any" = {"is": "any"}
_STRING: "Any" = {"is": "string"}
NOTHING = object()


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


# Problems


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


# Places


def expecting(place: "Place", it: "Any", advice: "Any" = None) -> "Place":
    """Returns the same place with another expected type."""
    around, key, held, _, _ = place
    return around, key, held, it, advice


# Types


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
    """Returns the module with the differences under a profile."""
    module = PROFILES[name]
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


def _without_assertion(it: "Any") -> "Any":
    """Returns the type that an expression leads to, without its assertion."""
    if it["is"] == "asserted":
        return it["inner"]
    if it["is"] == "nullable":
        return {"is": "nullable", "inner": _without_assertion(it["inner"])}
    return _without_assertion(it["base"] if it["is"] == "keyed" else type_of(it["name"])["type"])


def value_at(value: object, path: "Iterable[str]") -> object:
    """Returns the value at the end of a path, or `NOTHING`."""
    for key in path:
        if not is_object(value) or key not in value:
            return NOTHING
        value = value[key]
    return value


def _holds(condition: "Any", value: object) -> bool:
    """Returns whether a condition of a rule holds for an object."""
    found = value_at(value, condition["path"])
    if condition["test"] == "in":
        return any(is_same(found, it) for it in condition["values"])
    if condition["test"] == "above":
        is_number = isinstance(found, (int, float)) and not isinstance(found, bool)
        return is_number and found > condition["limit"]
    if condition["test"] == "at-most":
        return is_array(found) and len(found) <= condition["limit"]
    if condition["test"] == "matches":
        # Only packages of contracts with patterns have this module.
        regex = __import__("_regex", globals(), None, ["Pattern"], 1)
        return isinstance(found, str) and regex.Pattern(condition["pattern"]).is_in(found)
    return (found is not NOTHING) is (condition["test"] == "present")


def hint_for(key: object, struct: "Any") -> "Any":
    """Returns the hint about a key that belongs elsewhere, or `None`."""
    return next((hint for hint in struct.get("hints", ()) if key in hint["keys"]), None)


def _is_within(number: "Any", bounds: "Any") -> bool:
    """Returns whether a number is within bounds, each of which may be absent."""
    return bool(
        ("minimum" not in bounds or number >= bounds["minimum"])
        and ("above" not in bounds or number > bounds["above"])
        and ("maximum" not in bounds or number <= bounds["maximum"])
    )


def is_older(host: "Version", since: "Any") -> bool:
    """Returns whether a host is certainly older than the version that added a feature."""
    if host is None or since is None:
        return False
    return bool(host <= since["after"] if "after" in since else host < since["from"])


# The walk


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
        "_reporting",
        "_tool",
        "_within",
    )

    _reports: "ClassVar[type[Report] | None]" = None
    """The class of reports, once a problem was found: an import for each problem would take 2 µs."""

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
        # Inside a value that is for a tool: what a problem has that would reject the reply elsewhere.
        self._within: Within | None = None
        # The operation of the value, if it is below a field that is named after an operation.
        self._operation: str | None = None
        self._reporting: Report | None = None

    def _but(self, *, closed: bool, host: "Version", within: "Within | None") -> "_Walk":
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

    def check(self, value: object, place: "Place", skip: object = NOTHING) -> None:
        """Validates the value of a place, except for the key `skip`."""
        walk, it = self._resolved(value, place)
        kind = it.get("kind") or it["is"]
        if kind in _PLAIN:
            if json_type(value) != kind:
                walk._report().wrong_type(value, place)
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
                it = ANY if value is None else it["inner"]
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

    def _since(self, since: "Any", place: "Place", struct: "Any" = None) -> "_Walk":
        """Reports what the host may not know yet, and returns the walk that validates the value.

        Inputs are not affected: the host only writes what it knows.
        """
        host = self._host
        if not self._output or host is None or host >= since["from"]:
            return self
        if self._report().unsupported(since, place, struct):
            return self._but(closed=self._closed, host=None, within=self._within)
        return self

    def _report(self) -> "Report":
        if self._reporting is None:
            if _Walk._reports is None:
                from ._report import Report  # noqa: PLC0415

                _Walk._reports = Report
            made = _Walk._reports(self._found, self._host, self._within, output=self._output)
            self._reporting = made
        return self._reporting

    # Scalars

    def _integer(self, value: "Any", place: "Place", largest: int = LARGEST) -> bool:
        """Returns whether a value is an integer in range, and reports a problem otherwise."""
        if json_type(value) != "number":
            self._report().wrong_type(value, place)
        elif isinstance(value, float) and not value.is_integer():
            self._report().wrong_type(value, place, found="fraction")
        elif not LEAST <= value <= largest or (isinstance(value, float) and abs(value) > _SAFE):
            self._report().wrong("out-of-range", place)
        else:
            return True
        return False

    def _bounded(self, value: "Any", it: "Any", place: "Place") -> None:
        kind = it["inner"]["is"]
        if kind == "integer":
            is_unsigned = it.get("maximum", 0) > LARGEST
            if not self._integer(value, place, _UNSIGNED if is_unsigned else LARGEST):
                return
        elif json_type(value) != kind:
            self._report().wrong_type(value, place)
            return
        if kind == "string":
            self._string(value, it, place)
        elif not _is_within(value, it):
            self._report().out_of_bounds("out-of-range", place)

    def _string(self, value: str, it: "Any", place: "Place") -> None:
        if len(value) < it.get("min_length", 0):
            self._report().out_of_bounds("too-short", place)
        elif "format" in it:
            from ._formats import has_format  # noqa: PLC0415

            if not has_format(value, it["format"]):
                word = f"format-{it['format']}"
                self._report().wrong("wrong-value", place, severity="ignored", word=word)

    def _constant(self, value: object, constant: "Any", place: "Place") -> None:
        if json_type(value) != json_type(constant["value"]):
            self._report().wrong_type(value, place)
        elif value != constant["value"]:
            self._report().wrong_value(value, place, operation="operation" in constant)

    def _enum(self, value: object, enum: "Any", place: "Place") -> None:
        if not isinstance(value, str):
            self._report().wrong_type(value, place)
        elif value in enum["values"]:
            if value in enum.get("added", ()):
                self._since(enum["added"][value], place)
            if self._output and value in enum.get("deprecated", ()):
                self._report().deprecated(enum["deprecated"][value], place)
        elif not enum["open"] and not self._had(value, enum):
            self._report().wrong_value(value, place, candidates=enum["values"])

    def _had(self, value: str, enum: "Any") -> bool:
        """Returns whether the host is an older one that still had a removed value."""
        gone = enum.get("removed", {}).get(value)
        return gone is not None and self._host is not None and self._host < gone

    # Arrays and objects

    def _list(self, value: object, it: "Any", place: "Place") -> None:
        if not is_array(value):
            self._report().wrong_type(value, place)
            return
        if "min" in it and len(value) < it["min"]:
            self._report().wrong("too-short", place)
        if "max" in it and len(value) > it["max"]:
            self._report().wrong("too-long", place)
        for index, item in enumerate(value):
            self.check(item, (place, index, ITEM, it["item"], None))

    def _map(self, value: object, it: "Any", place: "Place") -> None:
        if not is_object(value):
            self._report().wrong_type(value, place)
            return
        for key in value:
            self.check(value[key], (place, key, VALUE, it["value"], None))

    def _struct(self, value: object, struct: "Any", place: "Place", skip: object) -> None:
        if not is_object(value):
            self._report().wrong_type(value, place, takes=struct.get("takes"))
        elif value and "empty" in struct:
            self._report().wrong("not-allowed-here", place, severity="ignored", word="empty")
        elif (name := self._misnamed(value, struct)) is not None:
            if name in value:
                self._field(value, name, struct, place)
            else:  # the other keys are meant for this event
                self._keys(value, struct, place, skip)
            self._report().extend((place, name, KEY, ANY, None), place)
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
                return None if is_same(value[key], field["type"]["value"]) else key
            rejected = "missing" in field and field["missing"]["severity"] == "rejected"
            return key if rejected and not is_older(self._host, field.get("since")) else None
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
            plain = PLAIN_TYPES.get(type(found))  # without a function call, which takes time
            says = "since" in field or "deprecated" in field or "inert" in field
            if says or plain != field["type"]["is"]:
                self._field(value, key, struct, place)
        for key in struct["required"]:
            if key not in value:
                self._field(value, key, struct, place)

    def _field(self, value: "Any", key: str, struct: "Any", place: "Place") -> None:
        field = struct["fields"][key]
        if key not in value:
            if "missing" in field and not is_older(self._host, field.get("since")):
                self._report().missing(
                    field["missing"], (place, key, KEY, field["type"], None), value
                )
            return
        inner = (place, key, KEY, field["type"], field.get("mistakes"))
        walk = self._since(field["since"], inner, struct) if "since" in field else self
        if self._output and "deprecated" in field:
            self._report().deprecated(field["deprecated"], inner)
        for inert in field.get("inert", ()) if self._output else ():
            if "value" not in inert or is_same(value[key], inert["value"]):
                self._report().without_effect(inert, inner, struct.get("operation"))
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
        _, confidence = self._within or (None, "confirmed")
        unsure = "unconfirmed" in keyed or confidence == "unconfirmed"
        severity: ProblemSeverity = "mismatch" if "fails" in keyed else "ignored"
        within: Within = (severity, "unconfirmed" if unsure else "confirmed")
        walk = self._but(closed=self._closed or self._output, host=self._host, within=within)
        it = {"is": "ref", "name": row["types"][keyed["column"]]}
        walk.check(beside[key], expecting(place, it, place[4]))

    def _other(
        self, key: object, value: object, struct: "Any", place: "Place", skip: object
    ) -> None:
        """Validates a key that is not a field."""
        keys = struct["keys"]
        if keys == "closed" or (self._closed if keys == "open" else hint_for(key, struct)):
            self._report().unknown(key, struct, place, skip)
        elif "rest" in struct:
            self.check(value, (place, key, VALUE, struct["rest"], None))

    def _rules(self, value: object, struct: "Any", place: "Place") -> None:
        for rule in struct.get("rules", ()):
            here = "within" not in rule or self._operation in rule["within"]
            here = here and not is_older(self._host, rule.get("since"))
            if here and all(_holds(condition, value) for condition in rule["when"]):
                broken = next((it for it in rule["then"] if not _holds(it, value)), None)
                if broken:
                    self._report().broken(rule, broken, value, place)

    def _union(self, value: object, union: "Any", place: "Place", skip: object) -> None:
        if union["on"] == "type":
            chosen = union["types"].get(json_type(value))
            if chosen:
                self.check(value, expecting(place, chosen), skip)
            else:
                self._report().wrong_type(value, place)
        elif union["on"] == "trial":
            self._by_trial(value, union, place, skip)
        elif not is_object(value):
            self._report().wrong_type(value, place)
        elif union["on"] == "tag":
            self._by_tag(value, union, place, skip)
        else:
            self._by_key(value, union, place, skip)

    def _by_tag(self, value: "Any", union: "Any", place: "Place", skip: object) -> None:
        key, tags = union["key"], union["tags"]
        at_key = (place, key, KEY, {"is": "constant", "what": union["what"]}, union.get("mistakes"))
        tag = value.get(key, NOTHING)
        if tag is NOTHING and "absent" in union:
            self.check(value, expecting(place, union["absent"]), skip)
            return
        if isinstance(tag, str) and tag in tags:
            self.check(value, expecting(place, tags[tag]), skip)
            return
        if tag is NOTHING:
            self._report().missing(union["missing"], at_key, value)
        elif isinstance(tag, str):
            self._report().wrong_value(
                tag,
                at_key,
                operation="operation" in union,
                candidates=list(tags),
                unknown=union.get("unknown"),
            )
        else:
            self._report().wrong_type(tag, (place, key, KEY, _STRING, None))
        self._report().extend(at_key, place)

    def _by_key(self, value: "Any", union: "Any", place: "Place", skip: object) -> None:
        key = union["key"]
        if key not in value:
            self.check(value, expecting(place, union["without"]), skip)
        elif "value" not in union or is_same(value[key], union["value"]):
            self.check(value, expecting(place, union["with"]), skip)
        else:
            at_key = (place, key, KEY, {"is": "constant", "what": union["what"]}, None)
            if json_type(value[key]) == json_type(union["value"]):
                self._report().wrong_value(value[key], at_key, severity="ignored")
            else:
                self._report().wrong_type(value[key], at_key, severity="ignored")
            # The host treats such a reply as the other form, and ignores the key there.
            self.check(value, expecting(place, union["without"]), key)

    def _by_trial(self, value: object, union: "Any", place: "Place", skip: object) -> None:
        if self._assert(value, union["assertion"], place):
            # Only packages of contracts with assertions have this module.
            assertions = __import__("_assertion", globals(), None, ["branch_of"], 1)
            branch = assertions.branch_of(value, union["assertion"], self._known)
            self.check(value, expecting(place, union["members"][branch]), skip)

    # Assertions

    def _asserted(self, value: object, it: "Any", place: "Place", skip: object) -> None:
        inner = expecting(place, _without_assertion(place[3]), place[4])
        if it["inner"]["is"] == "integer" and it["assertion"].get("maximum", 0) > LARGEST > _SAFE:
            self._integer(value, inner, _UNSIGNED)
        else:
            self.check(value, inner, skip)
        self._assert(value, it["assertion"], place)

    def _assert(self, value: object, assertion: "Any", place: "Place") -> bool:
        """Validates an assertion, and returns whether it holds."""
        # Only packages of contracts with assertions have this module.
        messages = __import__("_assertion.messages", globals(), None, ["reported"], 1)
        holds: bool
        holds, faults = messages.reported(value, assertion, place, self._known)
        for at, code, message in faults:
            self._report().add(at, code, "rejected", message)
        return holds
