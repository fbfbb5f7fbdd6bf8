"""Cases: a value under an assertion, and the results so far."""

from ._keywords import at_once, steps_of
from .definitions import DEFINITIONS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any, TypeAlias

    # The enclosing place, or `None`; the key or index in it; how it is held; and more data of the
    # caller.
    Place: TypeAlias = tuple[Any, ...]
    # The evaluated cases of references, by where they are and name: several references may lead to the same
    # case. Those without a place are found by the identity of the value. Those with a place are found by
    # pointer, because their faults are reported there.
    Cases: TypeAlias = "dict[tuple[object, str], Case]"
    # Yields a case to evaluate before the next step; a fault; or `None` if the value is wrong for a
    # reason that is already reported.
    Steps: TypeAlias = "Generator[Case | Fault | None, Case | None, Any]"


class Fault:
    """A fault: its place, its code, the word for its message, and the values in that."""

    __slots__ = ("code", "limit", "place", "value", "word")

    def __init__(
        self, place: "Place", code: str, word: str, value: object, limit: object = None
    ) -> None:
        self.place = place
        self.code = code
        self.word = word
        self.value = value
        self.limit = limit


class Case:
    """A value under an assertion. Without a place, faults are not reported."""

    __slots__ = ("_known", "assertion", "holds", "items", "keys", "place", "steps", "value")

    def __init__(
        self,
        value: "Any",
        assertion: "Any",
        place: "Place | None",
        known: "Cases",
    ) -> None:
        self.value = value
        self.assertion = assertion
        self.place = place
        self.holds = True
        # The evaluated keys of an object, and the evaluated indices of an array.
        self.keys: set[object] = set()
        self.items: set[int] = set()
        self.steps = steps_of(self)
        self._known = known

    def fault(self, code: str, word: str, limit: object = None) -> "Fault":
        """Creates a fault of the value."""
        return Fault(self.place or (), code, word, self.value, limit)

    def fault_at(self, key: object, code: str, word: str, limit: object = None) -> "Fault":
        """Creates a fault of a key in the value, present or missing."""
        return Fault((self.place, key, "key"), code, word, key, limit)

    def whether(self, value: object, assertion: "Any") -> "Steps":
        """Evaluates an assertion without reporting its faults, and returns the case."""
        return (yield Case(value, assertion, None, self._known))

    def inside(self, key: "Any", held: str, assertion: "Any") -> "Steps":
        """Requires an assertion of the value at a key or an index."""
        if at_once(self.value[key], assertion):
            return
        place = self.place and (self.place, key, held)
        inner = yield Case(self.value[key], assertion, place, self._known)
        if inner and not inner.holds:
            yield None

    def also(self, assertion: "Any") -> "Steps":
        """Requires another assertion of the value itself."""
        if at_once(self.value, assertion):
            return
        inner = yield Case(self.value, assertion, self.place, self._known)
        yield from self._joined(inner)

    def as_defined(self, name: str) -> "Steps":
        """Requires the assertion of a definition of the value itself."""
        assertion = _definition(name)
        if at_once(self.value, assertion):
            return
        cases = self._known
        where = pointer_of(self.place) if self.place else id(self.value), name
        if where not in cases:
            inner = yield Case(self.value, assertion, self.place, self._known)
            if inner:
                cases[where] = inner
        yield from self._joined(cases.get(where))

    def _joined(self, inner: "Case | None") -> "Steps":
        self.join(inner)
        if inner and not inner.holds:
            yield None

    def join(self, inner: "Case | None") -> None:
        """Adds the keys and items that another case of the same value evaluated, if it holds."""
        if inner and inner.holds:
            self.keys |= inner.keys
            self.items |= inner.items


def pointer_of(place: "Place") -> str:
    """Returns the JSON pointer of a place."""
    keys: list[str] = []
    while place[0]:
        keys.append("/" + str(place[1]).replace("~", "~0").replace("/", "~1"))
        place = place[0]
    return "".join(reversed(keys))


_parsed: "dict[str, Any]" = {}


def _definition(name: str) -> "Any":
    """Returns the assertion of a definition."""
    if name not in _parsed:
        from json import loads  # noqa: PLC0415

        _parsed[name] = loads(DEFINITIONS[name])
    return _parsed[name]
