"""The validator handles shapes that the hook contract does not have."""

import json
from typing import Any

import pytest
from hookwire import Context, _message, _plan, _validate, _walk
from hookwire.validate import validate

STRING = {"is": "string"}
WRONG = {"code": "missing-field", "severity": "rejected"}
ENUM = {"kind": "enum", "values": ["allow", "deny"], "open": False, "what": "`allow` or `deny`"}


@pytest.fixture(autouse=True)
def types(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Returns the types of the validation plan, to which a test may add. They are restored afterwards."""
    made: dict[str, str] = {}
    monkeypatch.setattr(_validate, "HOMES", {**_plan.HOMES})
    monkeypatch.setattr(_walk, "text_of", lambda name: made.get(name) or _plan.text_of(name))
    monkeypatch.setattr(_walk, "_parsed", {})
    return made


def struct(fields: dict[str, Any], keys: str = "closed", **more: Any) -> dict[str, Any]:
    """Makes a struct."""
    return {"kind": "struct", "fields": fields, "keys": keys, **more}


def problems_of(types: dict[str, str], payload: Any, host: Any = None, **made: Any) -> list[Any]:
    """Validates a payload as the first of these types, which is an output."""
    _walk._parsed.clear()
    _validate.HOMES.update(dict.fromkeys(made, ""))
    types.update({name: json.dumps({"output": True, **it}) for name, it in made.items()})
    name: Any = next(iter(made))
    found = validate(payload, name, Context(host=host))
    return [(it["pointer"], it["code"], it["severity"], it["message"]) for it in found]


def codes(found: list[Any]) -> list[tuple[str, str]]:
    """Returns the pointers and codes."""
    return [it[:2] for it in found]


INTEGERS: list[tuple[Any, str]] = [
    (0, ""),
    (1.0, ""),
    (2**53 - 1, ""),
    (-(2**53 - 1), ""),
    (2**53, "out-of-range"),
    (-(2.0**53), "out-of-range"),
    (10**400, "out-of-range"),
    (1.5, "wrong-type"),
    (float("nan"), "wrong-type"),
    (float("inf"), "wrong-type"),
    (True, "wrong-type"),
    ("1", "wrong-type"),
]


@pytest.mark.parametrize(("value", "code"), INTEGERS)
def test_integer(types: dict[str, str], value: Any, code: str) -> None:
    """An integer is a number without a fraction that a double can represent exactly."""
    found = problems_of(types, {"n": value}, T=struct({"n": {"type": {"is": "integer"}}}))
    assert codes(found) == ([("/n", code)] if code else [])
    if isinstance(value, float) and code == "wrong-type":
        what = "a number with a fraction" if value == 1.5 else f"`{value}`"
        assert found[0][3] == f"`n` has to be an integer, not {what}."


def test_lists_and_maps(types: dict[str, str]) -> None:
    """Bounds are reported at the list; values are named after the field that contains them."""
    listed = {"is": "list", "item": {"is": "list", "item": STRING, "min": 1, "max": 2}}
    made = struct({"l": {"type": listed}, "m": {"type": {"is": "map", "value": STRING}}})
    found = problems_of(types, {"l": [[], ["", "", ""], [1], 2], "m": {"a/b": 1}}, T=made)
    assert [(it[0], it[1], it[3]) for it in found] == [
        ("/l/0", "too-short", "An item of `l` has too few items."),
        ("/l/1", "too-long", "An item of `l` has too many items."),
        ("/l/2/0", "wrong-type", "An item of `l` has to be a string, not a number."),
        ("/l/3", "wrong-type", "An item of `l` has to be an array, not a number."),
        ("/m/a~1b", "wrong-type", "A value of `m` has to be a string, not a number."),
    ]


def bounded(inner: str, what: str, **bounds: Any) -> dict[str, Any]:
    """Makes an expression with bounds."""
    return {"is": "bounded", "inner": {"is": inner}, "what": what, **bounds}


POSITIVE = bounded("number", "a number that is greater than 0", above=0)
FEW = bounded("integer", "an integer that is at least 1 and at most 3", minimum=1, maximum=3)
WORD = bounded("string", "a string that is at least 2 characters long", min_length=2)

BOUNDED: list[tuple[Any, Any, str, str]] = [
    (POSITIVE, 5e-324, "", ""),
    (POSITIVE, 10**300, "", ""),
    (POSITIVE, 0, "out-of-range", "has to be a number that is greater than 0."),
    (POSITIVE, -0.0, "out-of-range", "has to be a number that is greater than 0."),
    (POSITIVE, "1", "wrong-type", "has to be a number that is greater than 0, not a string."),
    (FEW, 1, "", ""),
    (FEW, 3.0, "", ""),
    (FEW, 0, "out-of-range", "has to be an integer that is at least 1 and at most 3."),
    (FEW, 3.5, "wrong-type", "an integer that is at least 1 and at most 3, not a number with a"),
    (FEW, 2**53, "out-of-range", "not every language can hold"),
    (FEW, True, "wrong-type", "an integer that is at least 1 and at most 3, not a boolean."),
    (WORD, "ab", "", ""),
    (WORD, "\U0001f600\U0001f600", "", ""),
    (WORD, "\U0001f600", "too-short", "has to be a string that is at least 2 characters long."),
    (WORD, "", "too-short", "has to be a string that is at least 2 characters long."),
    (WORD, None, "wrong-type", "characters long, not null."),
]


@pytest.mark.parametrize(("expression", "value", "code", "says"), BOUNDED)
def test_bounds(types: dict[str, str], expression: Any, value: Any, code: str, says: str) -> None:
    """Numbers are compared with bounds, strings are counted in code points, and messages name the bounds."""
    found = problems_of(types, {"n": value}, T=struct({"n": {"type": expression}}))
    assert codes(found) == ([("/n", code)] if code else [])
    assert all(says in it[3] for it in found), found


def test_bounds_of_nullable_values(types: dict[str, str]) -> None:
    """The message mentions null."""
    made = struct({"n": {"type": {"is": "list", "item": {"is": "nullable", "inner": POSITIVE}}}})
    assert problems_of(types, {"n": [None, 1]}, T=made) == []
    says = "An item of `n` has to be a number that is greater than 0 or null."
    assert problems_of(types, {"n": [0]}, T=made) == [("/n/0", "out-of-range", "rejected", says)]


def test_nullable_values(types: dict[str, str]) -> None:
    """The message mentions null for the whole type, even through an alias."""
    alias = {"kind": "alias", "type": {"is": "nullable", "inner": {"is": "ref", "name": "E"}}}
    made = struct({"e": {"type": {"is": "ref", "name": "A"}, "mistakes": {"no": "Write `deny`."}}})
    all_ = {"T": made, "A": alias, "E": ENUM}
    assert problems_of(types, {"e": None}, **all_) == []
    says = "`e` has to be `allow` or `deny` or null, not"
    assert problems_of(types, {"e": 1}, **all_)[0][3] == f"{says} a number."
    assert problems_of(types, {"e": "no"}, **all_)[0][3] == f'{says} "no". Write `deny`.'


def test_other_keys(types: dict[str, str]) -> None:
    """Other keys have values of one type, are refused, or are refused in replies."""
    free = struct({"a": {"type": STRING}}, "free", rest=STRING)
    assert codes(problems_of(types, {"a": "", "b": 1}, T=free)) == [("/b", "wrong-type")]
    empty = problems_of(types, {"a": 1, "b": 1}, T=struct({}, empty=True))
    assert codes(empty) == [("", "not-allowed-here")]
    opened = struct({"a": {"type": STRING}}, "open")
    assert problems_of(types, {"b": 1}, T=opened) == []
    outer = struct(
        {"l": {"type": {"is": "list", "item": {"is": "ref", "name": "T", "closed": True}}}}
    )
    assert codes(problems_of(types, {"l": [{"b": 1}]}, U=outer, T=opened)) == [
        ("/l/0/b", "unknown-field")
    ]


def test_a_union_by_json_type(types: dict[str, str]) -> None:
    """The problems are those of the member with the JSON type of the value."""
    chosen = {"string": {"is": "ref", "name": "E"}, "array": {"is": "list", "item": STRING}}
    union = {"kind": "union", "on": "type", "types": chosen, "what": "a word or an array"}
    assert problems_of(types, "allow", T=union, E=ENUM) == []
    assert codes(problems_of(types, "alow", T=union, E=ENUM)) == [("", "wrong-value")]
    assert codes(problems_of(types, [1], T=union, E=ENUM)) == [("/0", "wrong-type")]
    says = "The payload has to be a word or an array, not true."
    assert problems_of(types, {}, T=union, E=ENUM)[0][3] == says.replace("true", "an object")


def test_advice_is_not_for_the_host(types: dict[str, str]) -> None:
    """Values without effect and deprecated ones are reported for outputs, not for inputs."""
    inert = {"code": "missing-field", "severity": "inert"}
    old = {"code": "deprecated", "severity": "deprecated", "message": "Write `b`."}
    at = {"path": ["b"], "test": "present"}
    hint = {"code": "unknown-field", "severity": "inert", "message": "`{key}` does nothing."}
    made = struct(
        {
            "a": {"type": STRING, "deprecated": old, "inert": [{}]},
            "b": {"type": STRING, "missing": inert},
            "e": {"type": {"is": "ref", "name": "E"}},
            "f": {"type": STRING, "missing": {"code": "missing-field", "severity": "ignored"}},
        },
        hints=[{"keys": ["c"], "template": hint}],
        rules=[{"when": [], "then": [at], "template": {**old, "code": "required-here"}}],
    )
    enum = {**ENUM, "deprecated": {"allow": old}}
    payload = {"a": "", "e": "allow", "c": 1}
    # That `a` is deprecated follows from something else about the same key.
    assert [it[:3] for it in problems_of(types, payload, T=made, E=enum)] == [
        ("/f", "missing-field", "ignored"),
        ("/a", "without-effect", "inert"),
        ("/b", "missing-field", "inert"),
        ("/c", "unknown-field", "inert"),
        ("/b", "required-here", "deprecated"),
        ("/e", "deprecated", "deprecated"),
    ]
    found = problems_of(types, payload, T={**made, "output": False}, E={**enum, "output": False})
    assert [it[:3] for it in found] == [("/f", "missing-field", "mismatch")]


def test_an_unreported_problem_hides_no_other(types: dict[str, str]) -> None:
    """If two problems have the same place and code, and the first is not reported in inputs, the second one is."""
    inert = {"code": "missing-field", "severity": "inert"}
    rule = {
        "when": [],
        "then": [{"path": ["b"], "test": "present"}],
        "template": {"code": "missing-field", "severity": "rejected", "message": "Write `b`."},
    }
    made = struct({"b": {"type": STRING, "missing": inert}}, rules=[rule], output=False)
    assert problems_of(types, {}, T=made) == [("/b", "missing-field", "mismatch", "Write `b`.")]


NEAR: list[tuple[str, list[str], str]] = [
    ("any", ["allow", "deny"], ""),
    ("dony", ["allow", "deny"], "deny"),
    ("dnoy", ["allow", "deny"], ""),
    ("bolck", ["approve", "block"], "block"),
    ("bolc", ["approve", "block"], "block"),
    ("bol", ["approve", "block"], ""),
    ("d", ["c", "e"], ""),
    ("ac", ["ab", "d"], ""),
    ("abd", ["abc", "d"], "abc"),
    ("A_B", ["d", "ab"], "ab"),
    ("äöd", ["äöü", "d"], "äöü"),
    ("\U0001f600b", ["\U0001f600a", "d"], ""),
    ("abcd", ["abxy", "abce", "abcf"], "abce"),
    ("abcxy", ["abc", "abcde"], "abcde"),
]


@pytest.mark.parametrize(("word", "candidates", "near"), NEAR)
def test_suggestions(types: dict[str, str], word: str, candidates: list[str], near: str) -> None:
    """A suggestion differs by less than half of the word, and by two edits at most."""
    enum = {**ENUM, "values": candidates}
    (found,) = problems_of(types, word, T=enum)
    assert found[3].partition(" Did you mean ")[2] == (f"`{near}`?" if near else "")
    assert (_message.nearest(word, candidates) or "") == near


def test_versions(types: dict[str, str]) -> None:
    """Inside a value that the host surely does not support, versions are no longer checked."""
    inner = struct({"b": {"type": STRING, "missing": WRONG, "since": {"from": [2, 0]}}})
    made = struct(
        {"a": {"type": {"is": "ref", "name": "I"}, "since": {"from": [2, 0], "after": [1, 5]}}}
    )
    all_ = {"T": made, "I": inner}
    assert codes(problems_of(types, {"a": {}}, **all_)) == [("/a/b", "missing-field")]
    unsupported = ("/a", "unsupported-by-host", "ignored")
    found = problems_of(types, {"a": {}}, "1.5", **all_)
    assert [it[:3] for it in found] == [("/a/b", "missing-field", "rejected"), unsupported]
    (unsure,) = problems_of(types, {"a": {}}, "1.6", **all_)
    assert unsure[2] == "inert"
    assert unsure[3].endswith("The exact version is not known.")
    assert codes(problems_of(types, {"a": {}}, "2.0", **all_)) == [("/a/b", "missing-field")]


def test_a_value_that_older_hosts_had(types: dict[str, str]) -> None:
    """A removed value is valid for older hosts only."""
    had = {**ENUM, "removed": {"ask": [2, 0]}}
    assert problems_of(types, "ask", "1.9", T=had) == []
    assert codes(problems_of(types, "ask", "2.0", T=had)) == codes(problems_of(types, "ask", T=had))


def test_recursion_is_limited(types: dict[str, str]) -> None:
    """A recursive type, through a union at each level, does not exhaust Python's stack."""
    ref = {"is": "ref", "name": "T"}
    union = {
        "kind": "union",
        "on": "tag",
        "key": "k",
        "tags": {"n": {"is": "ref", "name": "N"}},
        "what": "`n`",
    }
    node = struct({"k": {"type": STRING}, "in": {"type": ref}})
    payload: dict[str, Any] = {"k": "n", "x": 1}
    for _ in range(127):
        payload = {"k": "n", "in": payload}
    (found,) = problems_of(types, payload, T=union, N=node)
    assert found[0] == "/in" * 127 + "/x"
