"""Makes blocks of messages of an outcome."""

from ._outcomes.data import READERS
from ._outcomes.outcome import Outcome

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ._types import MessageBlock

_AGENTS = {"model", "other-model"}


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
        content = text["text"]
        readers = {READERS.get(it) for it in text["audience"]}
        if "person" in readers:
            blocks.append({"type": "warn", "content": content})
        if _AGENTS & readers:
            about = {"purpose": text["purpose"], "from": text["from"]}
            blocks.append(
                {"type": "hook", "hookEvent": event, "content": content, "metadata": about}
            )
    return blocks
