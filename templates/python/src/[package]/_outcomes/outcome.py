"""The outcome of a hook."""

from .._plan import PUBLIC

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from .._types import (
        HandlerFailure,
        OutcomeAction,
        OutcomeAgent,
        OutcomeCondition,
        OutcomeEffect,
        OutcomePolicy,
        OutcomeText,
        Problem,
    )

    Items: TypeAlias = dict[str, Any]
else:
    Items = dict

_KEYS = (
    "action",
    "agent",
    "depends_on",
    "effects",
    "event",
    "explanation",
    "failure",
    "new_input",
    "new_output",
    "on_failure",
    "problems",
    "stop",
    "subagent",
    "texts",
)


class Outcome(Items):
    """What the host does with the result of a hook, or of several.

    It is a dictionary, the JSON of the type `Outcome`. Each key is an attribute, too, which is
    `None` if the key is absent.
    """

    __slots__ = ()
    __module__ = PUBLIC + ".host"

    if TYPE_CHECKING:
        event: str
        """The event that the hook ran on."""
        action: OutcomeAction
        """What happens to the thing that the event is about."""
        agent: OutcomeAgent
        """What the agent does next."""
        subagent: OutcomeAgent | None
        """What the subagent or the teammate does next, on events that are about one."""
        stop: bool
        """Whether the hook stops the agent, or the subagent or teammate."""
        new_input: Any
        """The new input."""
        new_output: Any
        """The new output of the tool."""
        texts: list[OutcomeText]
        """The texts that reach somebody."""
        effects: list[OutcomeEffect]
        """What else the hook does."""
        failure: HandlerFailure | None
        """How the hook failed."""
        on_failure: OutcomePolicy | None
        """What the setting `onFailure` did about the failure."""
        problems: list[Problem]
        """What the host ignores of the reply, and why."""
        depends_on: list[OutcomeCondition]
        """The conditions that matter, and that are not in the context."""
        explanation: str
        """What happens, why, and what to do instead."""

    else:

        def __getattr__(self, name: str) -> object:
            """Returns the value of a key."""
            if name in _KEYS:
                return self.get(name)
            raise AttributeError(f"`Outcome` has no attribute {name!r}")

    @property
    def failed(self) -> bool:
        """Whether the hook broke. Only `simulate` knows."""
        return self.get("failed") is True

    @property
    def blocked(self) -> bool:
        """Whether the hook blocks. One that broke may do so, too."""
        return self.action == "blocked"

    @property
    def asked(self) -> bool:
        """Whether the user is asked because of the hook."""
        return self.action == "asked"

    @property
    def stops(self) -> bool:
        """Whether the hook stops the agent, or the subagent or teammate that the event is about."""
        return self["stop"] is True

    def __repr__(self) -> str:
        """Shows the keys."""
        return f"Outcome({super().__repr__()})"
