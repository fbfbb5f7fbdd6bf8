"""Assertions: the requirements of a schema beyond types, evaluated as in JSON Schema.

Evaluation does not recurse, so that deep payloads and schemas do not exhaust the stack: a case
yields the cases that it needs to a loop.
"""

from ._case import Case
from ._keywords import at_once
from ._values import key_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ._case import Cases, Fault, Place


def faults_of(
    value: object, assertion: "Any", place: "Place", known: "Cases | None" = None
) -> "tuple[bool, list[Fault]]":
    """Returns whether an assertion holds for a value, and the faults that are not reported yet.

    Args:
        value: A JSON value that is not deeper than the validator's limit.
        assertion: An assertion of the validation plan.
        place: The place of the value.
        known: The cases of references that are known from other parts of the same payload. Those
            that are evaluated are added, and their faults are not returned again.
    """
    case = Case(value, assertion, place, {} if known is None else known)
    found = _evaluated(case)
    return case.holds, found


def branch_of(value: object, assertion: "Any", known: "Cases | None" = None) -> int:
    """Returns the place of the first branch of `anyOf` or `oneOf`, or of `enum`, that accepts a value.

    Args:
        value: A JSON value for which the assertion holds.
        assertion: The assertion of a union.
        known: As for `faults_of`.
    """
    if "values" in assertion:
        return next(at for at, one in enumerate(assertion["values"]) if key_of(one) == key_of(value))
    branches = assertion.get("any") or assertion["one"]
    cases: Cases = {} if known is None else known
    return next(at for at, branch in enumerate(branches) if _holds(value, branch, cases))


def _holds(value: object, assertion: "Any", known: "Cases") -> bool:
    holds = at_once(value, assertion)
    if holds is None:
        case = Case(value, assertion, None, known)
        _evaluated(case)
        holds = case.holds
    return holds


def _evaluated(root: Case) -> "list[Fault]":
    found: list[Fault] = []
    cases = [root]
    answer: Case | None = None
    while cases:
        case = cases[-1]
        try:
            step = case.steps.send(answer)
        except StopIteration:
            answer = cases.pop()
            continue
        answer = None
        if isinstance(step, Case):
            cases.append(step)
            continue
        case.holds = False
        if case.place is None:
            answer = cases.pop()  # its other faults are not reported
        elif step:
            found.append(step)
    return found
