"""Builds the messages of problems from the words of the plan and the values.

A place is a `_walk.Place`, which includes the expected type and advice.
"""

from ._json_values import json_type
from ._plan.words import FOREIGN, WORDS
from ._walk import KEY, ROOT, type_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ._walk import Place

_SHOWN = 60
"""The maximum number of characters of a string that are shown."""

MOST_EDITS = 2
"""The maximum number of edits of a suggestion."""


# Sentences


def of_place(word: str, place: "Place") -> str:
    """Returns a message whose only placeholder is the place."""
    return filled(WORDS[word], place=text_of(place))


def out_of_bounds(place: "Place") -> str:
    """Returns the message about a value of the right type that is out of bounds."""
    return filled(WORDS["out-of-bounds"], place=text_of(place), what=_what(place[3]))


def wrong_type(place: "Place", value: object, found: str = "", takes: "str | None" = None) -> str:
    """Returns the message about a value of a wrong JSON type.

    `found` replaces the type's name. `takes` names the fields of the object that is expected.
    """
    # Values that are not JSON exist only in Python, so the plan has no words for them. A float that is
    # none is infinity or NaN.
    other = f"`{value}`" if isinstance(value, float) else f"a Python `{type(value).__name__}`"
    name = WORDS.get(f"found-{found or json_type(value)}", other)
    said = filled(WORDS["wrong-type"], place=text_of(place), what=_what(place[3]), found=name)
    return _with(said, _advice(place, value) or takes)


def wrong_value(
    place: "Place", value: object, candidates: "Sequence[str]", unknown: "str | None" = None
) -> str:
    """Returns the message about a wrong value, with a suggestion; `unknown` replaces the usual text."""
    said = filled(
        unknown or WORDS["wrong-value"],
        place=text_of(place),
        what=_what(place[3]),
        value=quoted(value),
    )
    advice = _advice(place, value)
    if advice is None and isinstance(value, str) and len(candidates) > 1:
        near = nearest(value, candidates)
        advice = None if near is None else filled(WORDS["near"], nearest=near)
    return _with(said, advice)


def _advice(place: "Place", value: object) -> "str | None":
    """Returns the advice for this value at this place, if there is any."""
    mistakes: dict[str, str] | None = place[4]
    return mistakes.get(value) if mistakes and isinstance(value, str) else None


def _with(said: str, advice: "str | None") -> str:
    return said if advice is None else f"{said} {advice}"


def missing(place: "Place", beside: "Any") -> str:
    """Returns the message about a missing key of an object, which may have it in another spelling."""
    at, folded = text_of(place), _folded(str(place[1]))
    said = filled(WORDS["missing-field"], place=at, what=_what(place[3]))
    similar = [key for key in beside if isinstance(key, str) and _folded(key) == folded]
    if not similar:
        return said
    return _with(said, filled(WORDS["rename"], value=quoted(min(similar)), place=at))


def unknown_field(key: str, struct: "Any") -> str:
    """Returns the message about an unknown key: where it belongs, or what may have been meant."""
    if "operation" in struct and key in FOREIGN:
        return filled(FOREIGN[key], operation=struct["operation"])
    said = filled(struct.get("unknown") or WORDS["unknown-field"], value=quoted(key))
    hints = {
        known: hint
        for hint in struct.get("hints", ())
        if hint["template"]["code"] != "unknown-field"
        for known in hint["keys"]
    }
    near = nearest(key, [*struct["fields"], *hints])
    if near is None:
        return _with(said, struct.get("takes"))
    said = _with(said, filled(WORDS["near"], nearest=near))
    return _with(said, hint(hints[near], near) if near in hints else None)


def hint(hint: "Any", key: str) -> str:
    """Returns the message about where a key belongs."""
    return filled(hint["template"]["message"], key=key)


def without_effect(place: "Place", inert: "Any", operation: "str | None") -> str:
    """Returns the message about a field, or one value of it, that has no effect."""
    if "message" in inert:
        return str(inert["message"])
    at = text_of(place)
    if "value" in inert:
        from json import dumps  # noqa: PLC0415

        at = f"`{place[1]}: {dumps(inert['value'], ensure_ascii=False)}`"
    if operation is None:
        return filled(WORDS["without-effect-anywhere"], place=at)
    return filled(WORDS["without-effect"], place=at, operation=operation)


def unsupported(place: "Place", since: "Any") -> str:
    """Returns the message about a feature that older hosts do not know."""
    version = ".".join(map(str, since["from"]))
    return filled(WORDS["unsupported"], place=since.get("name") or text_of(place), since=version)


def unsure(place: "Place", since: "Any") -> str:
    """Returns the same message for a host that may already know the feature."""
    return f"{unsupported(place, since)} {WORDS['unsure']}"


# Words


def filled(text: str, **holes: str) -> str:
    """Fills the placeholders of a text. Inserted text is not scanned for placeholders."""
    start, *parts = text.split("{")
    for part in parts:
        name, end, rest = part.partition("}")
        start += holes[name] + rest if end and name in holes else "{" + part
    return start


def text_of(place: "Place") -> str:
    """Returns the beginning of a sentence about the value of a place."""
    around, key, held = place[:3]
    if held == KEY:
        return f"`{key}`"
    return filled(WORDS[held], name=_name(around)) if around else WORDS[ROOT]


def _name(place: "Place") -> str:
    """Returns the name of a place in sentences about the values in it."""
    around, key, held = place[:3]
    if held == KEY:
        return f"`{key}`"
    return _name(around) if around else WORDS["root-name"]


def _what(it: "Any") -> str:
    """Returns the description of the expected value, from an expression or a type."""
    if it.get("is") == "ref":
        return _what(type_of(it["name"]))
    if it.get("is") == "nullable":
        return filled(WORDS["nullable"], what=_what(it["inner"]))
    if it.get("is") in ("keyed", "asserted"):
        return _what(it.get("base") or it["inner"])
    if it.get("kind") == "alias":
        return _what(it["type"])
    if it.get("kind") == "union" and it["on"] in ("tag", "key"):
        return WORDS["struct"]
    return it.get("what") or WORDS[it.get("kind") or it["is"]]


def quoted(value: object) -> str:
    """Returns a string or a boolean as messages show it: short, and in ASCII."""
    if not isinstance(value, str):
        return "true" if value else "false"
    shown = "".join(map(_escaped, value[:_SHOWN]))
    return f'"{shown}"...' if len(value) > _SHOWN else f'"{shown}"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    return char if " " <= char <= "~" and char != "`" else f"\\u{{{ord(char):x}}}"


# Suggestions


def nearest(word: str, candidates: "Iterable[str]") -> "str | None":
    """Returns the nearest candidate, or `None` if none is near enough."""
    candidates = tuple(candidates)
    by_folded = _FOLDED_NAMES.get(candidates)
    if by_folded is None:
        if len(_FOLDED_NAMES) >= _MOST_LISTS:
            _FOLDED_NAMES.clear()
        by_folded = {_folded(it): it for it in reversed(candidates)}
        _FOLDED_NAMES[candidates] = by_folded
    same = by_folded.get(_folded(word))
    if same is not None:
        return same
    best, found, letters = MOST_EDITS + 1, None, set(word)
    for candidate in candidates:
        # Two edits can replace a short word: fewer than half of its characters may differ.
        bound = min(best, (len(candidate) + 1) // 2)
        # The distance is at least the difference in length, and the number of letters that only the word has.
        if abs(len(candidate) - len(word)) < bound and len(letters.difference(candidate)) < bound:
            distance = _distance(word, candidate)
            if distance < bound:
                best, found = distance, candidate
    return found


_FOLDED_NAMES: "dict[tuple[str, ...], dict[str, str]]" = {}
"""The candidates of a list by their folded spelling. A document can have thousands of unknown keys of one list."""

_MOST_LISTS = 64
"""The maximum number of lists that are kept."""


def _folded(word: str) -> str:
    """Removes common differences in spelling: case, underscores and hyphens."""
    return word.translate(_FOLDED)


_FOLDED = {
    **{ord(letter): ord(letter) + 32 for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    ord("_"): None,
    ord("-"): None,
}


def _distance(one: str, other: str) -> int:
    """Counts edits: inserted, deleted, replaced and transposed characters.

    No part is edited twice (optimal string alignment).
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, here in enumerate(one, 1):
        line = [row]
        for column, there in enumerate(other, 1):
            edits = min(last[column] + 1, line[-1] + 1, last[column - 1] + (here != there))
            if row > 1 and column > 1 and here == other[column - 2] and one[row - 2] == there:
                edits = min(edits, before[column - 2] + 1)
            line.append(edits)
        before, last = last, line
    return last[-1]
