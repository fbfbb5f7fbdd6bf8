"""Assertions: what a schema asks of a value beyond its type, validated as JSON Schema has it.

However deep a payload and a schema are, they are judged without recursion: the steps of a case are
told to a loop, which goes into the cases that it asks for.
"""

from ._case import Case

TYPE_CHECKING = False  # true for type checkers, which know the name; `typing` takes long to load
if TYPE_CHECKING:
    from typing import Any

    from ._case import Fault, Place


def faults_of(value: object, assertion: "Any", place: "Place") -> "list[Fault]":
    """Tells what is wrong with a value.

    Args:
        value: A JSON value of no more levels than are judged.
        assertion: An assertion of the table.
        place: Where the value stands.

    Returns:
        The faults in order, or none if the assertion holds.
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
            answer = cases.pop()  # nobody asks what else is wrong with it
        elif step:
            found.append(step)
    return found
