"""What a hook did when it was tried."""

from .._shown import shown
from .._walk import in_order

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .._outcomes.outcome import Outcome
    from .._types import Problem


CONDITION = "if"
"""The key of an entry with the rule by which the host runs it. No package evaluates it."""


class Tried:
    """What a hook did when it was tried, and how it broke."""

    __slots__ = ("entry", "failure", "is_run", "outcome", "stderr")

    def __init__(
        self, outcome: "Outcome", failure: str, stderr: str, entry: "Iterable[Problem]" = ()
    ) -> None:
        """Creates the record, and adds what broke to the outcome.

        Args:
            outcome: What the host does.
            failure: How the hook broke, in a sentence; empty if it did not.
            stderr: What it wrote to stderr.
            entry: The problems of its entry in the settings.
        """
        outcome["failed"] = failure != ""
        if failure:
            outcome["explanation"] += f" {shown(failure)}"
        outcome["problems"] = in_order([*outcome["problems"], *entry])
        self.outcome = outcome
        self.failure = failure
        self.stderr = stderr
        self.entry = [*entry]
        self.is_run = True
        """Whether the host runs the hook."""

    def refused(self) -> "list[Problem]":
        """Returns the problems of the entry because of which a test says nothing about the host."""
        return [
            it
            for it in self.entry
            if it["severity"] in ("rejected", "ignored") or it["pointer"].endswith(f"/{CONDITION}")
        ]
