"""Orders problems, and leaves out those that follow from other ones."""

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .problems import Problem

_SEVERITIES = ("rejected", "mismatch", "ignored", "inert", "suspicious", "deprecated")
"""The severities, the most severe one first."""

_ADVICE = ("without-effect", "deprecated")
"""The codes that say nothing new about a value which the host refuses or drops."""


def ordered(problems: "Iterable[Problem]") -> "list[Problem]":
    """Returns the problems that do not follow from another one, the most severe ones first.

    Problems of the same severity are sorted by pointer, then by code. Of problems with the same
    pointer and code, only the first one is kept.
    """
    first: dict[tuple[str, str], Problem] = {}
    for it in problems:
        first.setdefault((it["pointer"], it["code"]), it)
    for key in _following(first):
        del first[key]
    return [first[key] for key in sorted(first, key=lambda key: (_rank(first[key]), *key))]


def explains(cause: "Problem", it: "Problem") -> bool:
    """Returns whether a key is refused or dropped, and so explains why a rule about it is broken."""
    return _rank(cause) <= min(_rank(it), _SEVERITIES.index("ignored")) and _is_as_sure(cause, it)


def _following(problems: "dict[tuple[str, str], Problem]") -> "set[tuple[str, str]]":
    """Returns the keys of the problems that follow from another one."""
    following: set[tuple[str, str]] = set()
    if not any(code in _ADVICE for _, code in problems):
        return following
    codes: dict[str, list[str]] = {}
    for pointer, code in problems:
        codes.setdefault(pointer, []).append(code)
    for inner, it in problems.items():
        for outer in ((at, code) for at in _around(inner[0]) for code in codes.get(at, ())):
            if _follows(it, problems[outer]):
                following.add(inner)
            if outer[1] == "deprecated" and _follows(problems[outer], it):
                following.add(outer)
    return following


def _around(pointer: str) -> "Iterator[str]":
    """Returns the pointers of a value and of the values around it, except for the whole payload."""
    yield pointer
    while pointer := pointer.rpartition("/")[0]:
        yield pointer


def _follows(it: "Problem", cause: "Problem") -> bool:
    return it["code"] in _ADVICE and _rank(cause) < _rank(it) and _is_as_sure(cause, it)


def _is_as_sure(cause: "Problem", it: "Problem") -> bool:
    return cause["confidence"] == "confirmed" or it["confidence"] == "unconfirmed"


def _rank(problem: "Problem") -> int:
    return _SEVERITIES.index(problem["severity"])
