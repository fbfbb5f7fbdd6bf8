"""Builds the messages of faults from the words of the plan and the values."""

from .._message import filled, quoted, text_of, wrong_type
from .._plan.words import WORDS
from . import faults_of
from ._values import number_text, type_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ._case import Cases, Fault, Place


def reported(
    value: object, assertion: "Any", place: "Place", known: "Cases"
) -> "tuple[bool, list[tuple[Place, str, str]]]":
    """Returns what `faults_of` does, with the place, code and message of each fault."""
    holds, faults = faults_of(value, assertion, place, known)
    return holds, [(fault.place, fault.code, _message(fault)) for fault in faults]


def _message(fault: "Fault") -> str:
    if fault.word == "wrong-type":
        return _wrong_type(fault)
    limit: Any = fault.limit
    holes = {"place": text_of(fault.place)}
    if fault.word == "wrong-value":
        holes.update(what=limit["what"], value=_shown(fault.value))
    elif fault.word == "pattern":
        holes.update(pattern=quoted(limit))
    elif fault.word == "format":
        holes.update(format=limit.removeprefix("native-"))
    elif fault.word == "dependent":
        holes.update(key=limit)
    elif limit is not None:
        holes.update(limit=number_text(limit))
    else:
        holes.update(value=_shown(fault.value))
    return filled(WORDS[fault.word], **holes)


def _wrong_type(fault: "Fault") -> str:
    limit: Any = fault.limit
    fraction = type_of(fault.value) == "number" and "integer" in limit["types"]
    it = {"is": "constant", "what": limit["what"]}
    place = (*fault.place[:3], it, None)
    return wrong_type(place, fault.value, "fraction" if fraction else "")


def _shown(value: "Any") -> str:
    """Returns a value as messages show it; of an array or an object, only the type."""
    kind = type_of(value)
    if kind == "number":
        return number_text(value)
    if kind in ("string", "boolean"):
        return quoted(value)
    if kind == "null":
        return "null"
    return WORDS.get(f"found-{kind}", f"a Python `{type(value).__name__}`")
