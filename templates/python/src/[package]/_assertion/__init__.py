"""Assertions: the requirements of a schema beyond types, evaluated as in JSON Schema.

Evaluation does not recurse, so that deep payloads and schemas do not exhaust the stack: a case
yields the cases that it needs to a loop.
"""

from ._case import Case

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ._case import Fault, Place


def faults_of(value: object, assertion: "Any", place: "Place") -> "list[Fault]":
    """Returns the faults of a value under an assertion.

    Args:
        value: A JSON value that is not deeper than the validator's limit.
        assertion: An assertion of the validation plan.
        place: The place of the value.

    Returns:
        The faults in order; empty if the assertion holds.
    """
    found: list[Fault] = []
    cases = [Case(value, assertion, place)]
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
