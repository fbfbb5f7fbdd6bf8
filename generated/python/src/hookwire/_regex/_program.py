"""Compiles patterns to programs that follow all paths at once, unit by unit, without backtracking.

A step is one of

* `("unit", negated, ranges)`: consumes a unit
* `("place", name)`: continues only at this place
* `("fork", step)`: continues with the next step and with this one
* `("jump", step)`: continues with this step

The pattern matches after the last step.
"""

from ._parse import ranges_of
from .data import WORD

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from ._parse import Node

    Step: TypeAlias = tuple[Any, ...]

_WORD = ranges_of(WORD)
_HELD: "Step" = ("jump", 0)


def program_of(node: "Node") -> "list[Step]":
    """Compiles a pattern."""
    steps: list[Step] = []
    _add(node, steps)
    return steps


def _add(node: "Node", steps: "list[Step]") -> None:
    kind = node[0]
    if kind == "unit":
        steps.append(node[:3])
    elif kind == "place":
        steps.append(node)
    elif kind == "sequence":
        for part in node[1]:
            _add(part, steps)
    elif kind == "choice":
        _add_choice(node[1], steps)
    else:
        _add_repeat(node, steps)


def _add_choice(branches: "list[Node]", steps: "list[Step]") -> None:
    ends: list[int] = []
    for branch in branches[:-1]:
        fork = _hold(steps)
        _add(branch, steps)
        ends.append(_hold(steps))
        steps[fork] = ("fork", len(steps))
    _add(branches[-1], steps)
    for end in ends:
        steps[end] = ("jump", len(steps))


def _add_repeat(node: "Node", steps: "list[Step]") -> None:
    _, part, least, most = node
    for _ in range(least):
        _add(part, steps)
    forks: list[int] = []
    for _ in range(1 if most is None else most - least):
        forks.append(_hold(steps))
        _add(part, steps)
    if most is None:
        steps.append(("jump", forks[0]))
    for fork in forks:
        steps[fork] = ("fork", len(steps))


def _hold(steps: "list[Step]") -> int:
    """Reserves a step that is filled in later, and returns its index."""
    steps.append(_HELD)
    return len(steps) - 1


def finds(steps: "list[Step]", value: str) -> bool:
    """Returns whether a pattern matches anywhere in a value."""
    seen = [-1] * len(steps)  # where each step was last done: none is done twice at one place
    waiting: list[int] = []
    is_anchored = steps[:1] == [("place", "start")]
    for at in range(len(value) + 1):
        if at and is_anchored and not waiting:
            return False
        begun = [step + 1 for step in waiting if _has(steps[step], value[at - 1])]
        begun.append(0)  # a match may begin anywhere
        waiting = []
        while begun:
            step = begun.pop()
            if step == len(steps):
                return True
            if seen[step] == at:
                continue
            seen[step] = at
            kind = steps[step][0]
            if kind == "unit":
                waiting.append(step)
            elif kind == "jump":
                begun.append(steps[step][1])
            elif kind == "fork":
                begun += (step + 1, steps[step][1])
            elif _is_at(steps[step][1], value, at):
                begun.append(step + 1)
    return False


def _has(step: "Step", unit: str) -> bool:
    _, negated, ranges = step
    # `any` takes three times as long.
    for first, last in ranges:
        if first <= unit <= last:
            return not negated
    return bool(negated)


def _is_at(place: str, value: str, at: int) -> bool:
    if place == "start":
        return at == 0
    if place == "end":
        return at == len(value)
    is_boundary = _is_word(value[at - 1 : at] if at else "") != _is_word(value[at : at + 1])
    return is_boundary is (place == "boundary")


def _is_word(unit: str) -> bool:
    return unit != "" and _has(("unit", False, _WORD), unit)
