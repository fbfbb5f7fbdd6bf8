"""The checks of each key of an assertion."""

from .._regex import Pattern
from ._format import has_format
from ._values import double, is_multiple, key_of, type_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from ._case import Case, Fault, Steps

    # An assertion; the type, test and limit of each check of the value as a whole; and whether
    # there are no others.
    Member: TypeAlias = tuple[Any, list[tuple[str, Callable[[Any, Any], bool], Any]], bool]


def steps_of(case: "Case") -> "Steps":
    """Evaluates the keys of a case's assertion, in the order in which faults are reported."""
    it, kind = case.assertion, type_of(case.value)
    if "never" in it:
        yield _never(case)
        return
    if "types" in it and not _is_of(case.value, kind, it["types"]):
        yield case.fault("wrong-type", "wrong-type", it)
        return
    for key, of, code, word, holds in _PLAIN:
        if key in it and of in (kind, "") and not holds(case.value, it[key]):
            yield case.fault(code, word, it if key == "values" else it[key])
    for keys, of, steps in _COMPOSED:
        if of in (kind, "") and not keys.isdisjoint(it):
            yield from steps(case, it)


def _never(case: "Case") -> "Fault":
    if case.place and case.place[2] in ("key", "value"):
        fault = case.fault("unknown-field", "refused-field")
        fault.value = case.place[1]
        return fault
    return case.fault("wrong-value", "never")


def _is_of(value: "Any", kind: str, types: "list[str]") -> bool:
    if kind == "number" and "number" not in types:
        return "integer" in types and (isinstance(value, int) or value.is_integer())
    return kind in types


# Keys about a value as a whole


def _is_one(value: object, values: "list[Any]") -> bool:
    key = key_of(value)
    return any(key == key_of(it) for it in values)


def _is_unique(value: "list[object]", _: bool) -> bool:
    return len({key_of(item) for item in value}) == len(value)


_PLAIN: "tuple[tuple[str, str, str, str, Callable[[Any, Any], bool]], ...]" = (
    ("values", "", "wrong-value", "wrong-value", _is_one),
    ("minimum", "number", "out-of-range", "at-least", lambda it, to: double(it) >= double(to)),
    ("above", "number", "out-of-range", "above", lambda it, to: double(it) > double(to)),
    ("maximum", "number", "out-of-range", "at-most", lambda it, to: double(it) <= double(to)),
    ("below", "number", "out-of-range", "below", lambda it, to: double(it) < double(to)),
    ("multiple_of", "number", "out-of-range", "multiple-of", is_multiple),
    ("min_length", "string", "too-short", "few-characters", lambda it, to: len(it) >= to),
    ("max_length", "string", "too-long", "many-characters", lambda it, to: len(it) <= to),
    ("pattern", "string", "wrong-value", "pattern", lambda it, pattern: _is_in(pattern, it)),
    ("format", "string", "wrong-value", "format", has_format),
    ("min_items", "array", "too-short", "few-items", lambda it, to: len(it) >= to),
    ("max_items", "array", "too-long", "many-items", lambda it, to: len(it) <= to),
    ("unique", "array", "wrong-value", "unique", _is_unique),
    ("min_properties", "object", "too-short", "few-fields", lambda it, to: len(it) >= to),
    ("max_properties", "object", "too-long", "many-fields", lambda it, to: len(it) <= to),
)


def _has_all(value: "dict[str, Any]", keys: "list[str]") -> bool:
    for key in keys:  # noqa: SIM110  # a generator would take several times as long
        if key not in value:
            return False
    return True


_AT_ONCE: "dict[str, tuple[str, Callable[[Any, Any], bool]]]" = {
    **{key: (of, holds) for key, of, _, _, holds in _PLAIN},
    "never": ("", lambda _, __: False),
    "types": ("", lambda it, types: _is_of(it, type_of(it), types)),
    "required": ("object", _has_all),
    "what": ("", lambda _, __: True),  # only for messages
}


def at_once(value: object, assertion: "Any") -> "bool | None":
    """Returns whether an assertion holds, or `None` if other assertions inside it decide."""
    kind, is_whole = type_of(value), True
    for key, limit in assertion.items():
        if key not in _AT_ONCE:
            is_whole = False
            continue
        of, holds = _AT_ONCE[key]
        if of in (kind, "") and not holds(value, limit):
            return False
    return True if is_whole else None


_members_known: "dict[int, tuple[Any, list[Member]]]" = {}


def _checked(members: "list[Any]") -> "list[Member]":
    """Returns each member with the checks of `at_once`, and whether it has no others."""
    known = _members_known.get(id(members))
    if known is None:
        all_ = [
            (
                member,
                [(*_AT_ONCE[key], limit) for key, limit in member.items() if key in _AT_ONCE],
                member.keys() <= _AT_ONCE.keys(),
            )
            for member in members
        ]
        # The list is kept, so that no other one gets its identity.
        known = _members_known[id(members)] = (members, all_)
    return known[1]


# Keys about parts of a value, and keys that apply other assertions to the value


_patterns: "dict[str, Pattern]" = {}


def _is_in(pattern: str, value: object) -> bool:
    """Returns whether a pattern of the schema matches anywhere in a string."""
    if pattern not in _patterns:
        _patterns[pattern] = Pattern(pattern)
    return isinstance(value, str) and _patterns[pattern].is_in(value)


def _items(case: "Case", it: "Any") -> "Steps":
    prefix: list[Any] = it.get("prefix", [])
    for index in range(len(case.value)):
        if index < len(prefix):
            yield from case.inside(index, "item", prefix[index])
        elif "items" in it:
            yield from case.inside(index, "item", it["items"])
        else:
            return
        case.items.add(index)


def _contains(case: "Case", it: "Any") -> "Steps":
    contains, found = it["contains"], 0
    for index, item in enumerate(case.value):
        inner = yield from case.whether(item, contains["assertion"])
        if inner.holds:
            case.items.add(index)
            found += 1
    if found < contains["min"]:
        yield case.fault("wrong-value", "contains-few", contains["min"])
    elif "max" in contains and found > contains["max"]:
        yield case.fault("wrong-value", "contains-many", contains["max"])


def _required(case: "Case", it: "Any") -> "Steps":
    for key in it["required"]:
        if key not in case.value:
            yield case.fault_at(key, "missing-field", "required")


def _properties(case: "Case", it: "Any") -> "Steps":
    properties, patterns = it.get("properties", {}), it.get("patterns", [])
    for key in case.value:
        fitting = [inner for pattern, inner in patterns if _is_in(pattern, key)]
        if key in properties:
            yield from case.inside(key, "key", properties[key])
        for inner in fitting:
            yield from case.inside(key, "value", inner)
        if key in properties or fitting:
            case.keys.add(key)
        elif "rest" in it:
            yield from case.inside(key, "value", it["rest"])
            case.keys.add(key)


def _names(case: "Case", it: "Any") -> "Steps":
    for key in case.value:
        inner = yield from case.whether(key, it["names"])
        if not inner.holds:
            yield case.fault_at(key, "wrong-value", "names")


def _dependent_required(case: "Case", it: "Any") -> "Steps":
    for key, others in it["dependent_required"].items():
        for other in others if key in case.value else ():
            if other not in case.value:
                yield case.fault_at(other, "required-here", "dependent", key)


def _dependent(case: "Case", it: "Any") -> "Steps":
    for key, inner in it["dependent"].items():
        if key in case.value:
            yield from case.also(inner)


def _all(case: "Case", it: "Any") -> "Steps":
    for inner in it["all"]:
        yield from case.also(inner)


def _any(case: "Case", it: "Any") -> "Steps":
    found = yield from _members(case, it["any"])
    if not found:
        yield case.fault("wrong-value", "no-form", len(it["any"]))


def _one(case: "Case", it: "Any") -> "Steps":
    found = yield from _members(case, it["one"])
    if found != 1:
        yield case.fault("wrong-value", "many-forms" if found else "no-form", len(it["one"]))


def _members(case: "Case", members: "list[Any]") -> "Steps":
    """Counts the members that hold."""
    value, kind, found = case.value, type_of(case.value), 0
    for member, checks, is_whole in _checked(members):
        # As in `at_once`, which would take twice as long: a union can have hundreds of members.
        for of, holds, limit in checks:
            if (of == kind or not of) and not holds(value, limit):
                break
        else:
            if is_whole:
                found += 1
                continue
            inner = yield from case.whether(value, member)
            case.join(inner)
            found += inner.holds
    return found


def _not(case: "Case", it: "Any") -> "Steps":
    inner = yield from case.whether(case.value, it["not"])
    if inner.holds:
        yield case.fault("wrong-value", "refused-form")


def _if(case: "Case", it: "Any") -> "Steps":
    inner = yield from case.whether(case.value, it["if"])
    case.join(inner)
    branch = "then" if inner.holds else "else"
    if branch in it:
        yield from case.also(it[branch])


def _ref(case: "Case", it: "Any") -> "Steps":
    yield from case.as_defined(it["ref"])


def _unevaluated_items(case: "Case", it: "Any") -> "Steps":
    # The evaluated items of a wrong value are not known.
    for index in range(len(case.value) if case.holds else 0):
        if index not in case.items:
            yield from case.inside(index, "item", it["unevaluated_items"])
            case.items.add(index)


def _unevaluated_properties(case: "Case", it: "Any") -> "Steps":
    for key in case.value if case.holds else ():
        if key not in case.keys:
            yield from case.inside(key, "value", it["unevaluated_properties"])
            case.keys.add(key)


_COMPOSED: "tuple[tuple[frozenset[str], str, Callable[[Case, Any], Steps]], ...]" = (
    (frozenset({"prefix", "items"}), "array", _items),
    (frozenset({"contains"}), "array", _contains),
    (frozenset({"required"}), "object", _required),
    (frozenset({"properties", "patterns", "rest"}), "object", _properties),
    (frozenset({"names"}), "object", _names),
    (frozenset({"dependent_required"}), "object", _dependent_required),
    (frozenset({"dependent"}), "object", _dependent),
    (frozenset({"all"}), "", _all),
    (frozenset({"any"}), "", _any),
    (frozenset({"one"}), "", _one),
    (frozenset({"not"}), "", _not),
    (frozenset({"if"}), "", _if),
    (frozenset({"ref"}), "", _ref),
    (frozenset({"unevaluated_items"}), "array", _unevaluated_items),
    (frozenset({"unevaluated_properties"}), "object", _unevaluated_properties),
)
