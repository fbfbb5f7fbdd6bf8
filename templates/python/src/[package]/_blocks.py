"""Makes blocks of messages of an outcome."""

from ._outcomes.outcome import Outcome

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ._types import MessageBlock

_AGENTS = {"claude", "subagent", "teammate"}


def message_blocks(outcome: "Outcome") -> "list[MessageBlock]":
    """Returns the texts of an outcome as message blocks, in their order.

    A text for the user becomes a `WarnBlock`. A text for Claude, a subagent or a teammate becomes a
    `HookBlock`, whose `metadata` has the `purpose` of the text and where it comes `from`. A text for
    both becomes two blocks, the warning first. Other texts, such as lines of the debug log, are left
    out.

    Raises:
        TypeError: `outcome` is not an `Outcome`.
    """
    given: Any = outcome
    if not isinstance(given, Outcome):
        raise TypeError(f"`outcome` has to be an `Outcome`, not a `{type(given).__name__}`")
    event: Any = outcome.event
    blocks: list[MessageBlock] = []
    for text in outcome.texts:
        content, audience = text["text"], text["audience"]
        if "user" in audience:
            blocks.append({"type": "warn", "content": content})
        if not _AGENTS.isdisjoint(audience):
            about = {"purpose": text["purpose"], "from": text["from"]}
            blocks.append(
                {"type": "hook", "hookEvent": event, "content": content, "metadata": about}
            )
    return blocks
