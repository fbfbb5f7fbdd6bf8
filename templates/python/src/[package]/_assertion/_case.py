"""Cases: a value under an assertion, and what has been found out."""

from ._keywords import steps_of
from .definitions import DEFINITIONS

TYPE_CHECKING = False  # true for type checkers, which know the name; `typing` takes long to load
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any, TypeAlias

    # The place around it, or nothing; the key or index in that; how that one holds it; and whatever
    # else the caller has.
    Place: TypeAlias = tuple[Any, ...]
    # A case that has to be validated before the next step, a fault, or nothing: the value is wrong, and
    # it has been told why.
    Steps: TypeAlias = "Generator[Case | Fault | None, Case | None, Any]"


class Fault:
    """A fault: its kind, its words, and their values."""

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
    """A value under an assertion. Without a place nothing is told but whether it holds."""

    __slots__ = ("_known", "assertion", "holds", "items", "keys", "place", "steps", "value")

    def __init__(
        self,
        value: "Any",
        assertion: "Any",
        place: "Place | None",
        known: "dict[tuple[int, str, str | None], Case] | None" = None,
    ) -> None:
        self.value = value
        self.assertion = assertion
        self.place = place
        self.holds = True
        # What has been evaluated of an object or an array.
        self.keys: set[object] = set()
        self.items: set[int] = set()
        self.steps = steps_of(self)
        # What references led to, by value, name and pointer: they may lead there in many ways.
        self._known = {} if known is None else known

    def fault(self, code: str, word: str, limit: object = None) -> "Fault":
        """Returns what is wrong with the value."""
        return Fault(self.place or (), code, word, self.value, limit)

    def fault_at(self, key: object, code: str, word: str, limit: object = None) -> "Fault":
        """Returns what is wrong with a key of it, be it there or missing."""
        return Fault((self.place, key, "key"), code, word, key, limit)

    def whether(self, value: object, assertion: "Any") -> "Steps":
        """Asks whether an assertion holds, and returns the case."""
        return (yield Case(value, assertion, None, self._known))

    def inside(self, key: "Any", held: str, assertion: "Any") -> "Steps":
        """Demands an assertion of what is at a key or an index."""
        place = self.place and (self.place, key, held)
        inner = yield Case(self.value[key], assertion, place, self._known)
        if inner and not inner.holds:
            yield None

    def also(self, assertion: "Any") -> "Steps":
        """Demands another assertion of the value itself."""
        inner = yield Case(self.value, assertion, self.place, self._known)
        yield from self._joined(inner)

    def as_defined(self, name: str) -> "Steps":
        """Demands the assertion of a definition, likewise."""
        where = (id(self.value), name, pointer_of(self.place) if self.place else None)
        if where not in self._known:
            inner = yield Case(self.value, _definition(name), self.place, self._known)
            if inner:
                self._known[where] = inner
        yield from self._joined(self._known.get(where))

    def _joined(self, inner: "Case | None") -> "Steps":
        self.join(inner)
        if inner and not inner.holds:
            yield None

    def join(self, inner: "Case | None") -> None:
        """Takes over what another case of the same value has evaluated, if it holds."""
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
