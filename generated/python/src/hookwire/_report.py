"""Creates and records the problems that a walk finds. Payloads without problems do not load this module."""

from . import _message
from ._walk import ANY, KEY, NOTHING, ROOT, hint_for, is_older, problem, value_at

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from ._walk import Place, Version, Within
    from .problems import Problem, ProblemCode, ProblemConfidence, ProblemSeverity


class Report:
    """Records the problems of a part of a payload."""

    __slots__ = ("_found", "_host", "_output", "_within")

    def __init__(
        self,
        found: "dict[str, list[Problem]]",
        host: "Version",
        within: "Within | None",
        *,
        output: bool,
    ) -> None:
        """Creates a report that adds to the problems found so far in the whole payload."""
        self._found = found
        self._host = host
        self._within = within
        self._output = output

    def add(
        self,
        place: "Place",
        code: "ProblemCode",
        severity: "ProblemSeverity",
        message: str,
        *,
        unconfirmed: bool = False,
    ) -> None:
        self._record(self._made(place, code, severity, message, unconfirmed=unconfirmed))

    def _made(
        self,
        place: "Place",
        code: "ProblemCode",
        severity: "ProblemSeverity",
        message: str,
        *,
        unconfirmed: bool,
    ) -> "Problem | None":
        """Returns the problem of a place, or `None` if it is not reported.

        In an input every error is a mismatch. Advice is left out: only the host could follow it.
        """
        if not self._output:
            if severity in ("inert", "suspicious", "deprecated"):
                return None
            severity = "mismatch"
        elif self._within and severity == "rejected":
            severity = self._within[0]
        pointer = _pointer(place)
        sure = not unconfirmed and (self._within is None or self._within[1] == "confirmed")
        confidence: ProblemConfidence = "confirmed" if sure else "unconfirmed"
        return problem(code, severity, message, pointer, confidence)

    def _record(self, made: "Problem | None", causes: "Iterable[str]" = ()) -> None:
        """Records a problem, unless it follows from one at the pointers in `causes`."""
        found = (it for pointer in causes for it in self._found.get(pointer, ()))
        if made and not any(_explains(it, made) for it in found):
            self._found.setdefault(made["pointer"], []).append(made)

    def extend(self, key: "Place", place: "Place") -> None:
        """Makes the problems of a key those of the whole object, of which nothing else is read."""
        problems = self._found.get(_pointer(key), ())
        self._found.setdefault(_pointer(place), []).extend(problems)

    def _add_from(
        self, template: "Any", place: "Place", message: str, causes: "Iterable[str]" = ()
    ) -> None:
        code, severity = template["code"], template["severity"]
        unconfirmed = "unconfirmed" in template
        self._record(self._made(place, code, severity, message, unconfirmed=unconfirmed), causes)

    def deprecated(self, template: "Any", place: "Place") -> None:
        """Reports a deprecated field or value, unless the host is older than the deprecation."""
        if self._host is None or "since" not in template or self._host >= template["since"]:
            self._add_from(template, place, template["message"])

    def without_effect(self, inert: "Any", place: "Place", operation: "str | None") -> None:
        message = _message.without_effect(place, inert, operation)
        unconfirmed = "unconfirmed" in inert
        self.add(place, "without-effect", "inert", message, unconfirmed=unconfirmed)

    def unsupported(self, since: "Any", place: "Place", struct: "Any") -> bool:
        """Reports a feature that is newer than the host, and returns whether the host certainly lacks it."""
        if is_older(self._host, since):
            message = _message.unsupported(place, since)
            self._not_known(place, "unsupported-by-host", message, struct)
            return True
        message = _message.unsure(place, since)
        self.add(place, "unsupported-by-host", "inert", message, unconfirmed=True)
        return False

    def wrong(
        self,
        code: "ProblemCode",
        place: "Place",
        *,
        severity: "ProblemSeverity" = "rejected",
        word: str = "",
    ) -> None:
        self.add(place, code, severity, _message.of_place(word or code, place))

    def out_of_bounds(self, code: "ProblemCode", place: "Place") -> None:
        self.add(place, code, "rejected", _message.out_of_bounds(place))

    def wrong_type(
        self,
        value: object,
        place: "Place",
        *,
        found: str = "",
        severity: "ProblemSeverity" = "rejected",
        takes: "str | None" = None,
    ) -> None:
        message = _message.wrong_type(place, value, found, takes)
        self.add(place, "wrong-type", severity, message)

    def wrong_value(  # noqa: PLR0913
        self,
        value: object,
        place: "Place",
        *,
        operation: bool = False,
        severity: "ProblemSeverity" = "rejected",
        candidates: "Sequence[str]" = (),
        unknown: "str | None" = None,
    ) -> None:
        message = _message.wrong_value(place, value, candidates, unknown)
        # A contract without events does not have the first one.
        code: Any = "wrong-event-name" if operation else "wrong-value"
        self.add(place, code, severity, message)

    def missing(self, template: "Any", place: "Place", beside: "Any") -> None:
        message = template.get("message") or _message.missing(place, beside)
        self._add_from(template, place, message)

    def unknown(self, key: object, struct: "Any", place: "Place", skip: object) -> None:
        at_key = (place, key, KEY, ANY, None)
        hint = hint_for(key, struct)
        if not hint:
            message = _message.unknown_field(str(key), struct)
            self._not_known(at_key, "unknown-field", message, struct)
        elif "strict" in struct:
            message = _message.hint(hint, str(key))
            self._not_known(at_key, hint["template"]["code"], message, struct)
        else:
            causes = [*_pointers(place, [skip])] if hint.get("beside") == skip else ()
            self._add_from(hint["template"], at_key, _message.hint(hint, str(key)), causes)

    def _not_known(self, place: "Place", code: "ProblemCode", message: str, struct: "Any") -> None:
        """Reports a key that the host does not know: it drops the key, or rejects the whole."""
        if struct is None or "strict" not in struct:
            self.add(place, code, "ignored", message)
            return
        self.add(place, code, "rejected", message, unconfirmed=struct["strict"]["unconfirmed"])

    def broken(self, rule: "Any", condition: "Any", value: object, place: "Place") -> None:
        template, at = rule["template"], place
        for key in rule.get("at", condition["path"]):
            at = (at, key, KEY, ANY, None)
        causes = [
            pointer for it in (*rule["when"], condition) for pointer in _pointers(place, it["path"])
        ]
        code = template["code"]
        if code == "required-here" and condition["test"] == "absent":
            code = "not-allowed-here"
        elif code == "required-here" and value_at(value, condition["path"]) is not NOTHING:
            code = "wrong-value"
        self._add_from({**template, "code": code}, at, template["message"], causes)


def unsupported_by(host: "Version", since: "Any") -> "Problem | None":
    """Returns a problem if a host may be too old for a feature that is not part of a payload."""
    if host is None or host >= since["from"]:
        return None
    place = (None, "", ROOT, ANY, None)
    if is_older(host, since):
        message = _message.unsupported(place, since)
        return problem("unsupported-by-host", "ignored", message)
    message = _message.unsure(place, since)
    return problem("unsupported-by-host", "inert", message, "", "unconfirmed")


def _pointer(place: "Place") -> str:
    keys: list[str] = []
    around, key = place[0], place[1]
    while around:
        keys.append("/" + str(key).replace("~", "~0").replace("/", "~1"))
        around, key = around[0], around[1]
    return "".join(reversed(keys))


def _pointers(place: "Place", path: "Iterable[object]") -> "Iterator[str]":
    """Returns the pointers of all values on a path."""
    for key in path:
        place = (place, key, KEY, ANY, None)
        yield _pointer(place)


def _explains(cause: "Problem", it: "Problem") -> bool:
    from ._order import explains  # noqa: PLC0415

    return explains(cause, it)
