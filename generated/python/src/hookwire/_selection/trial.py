"""Runs the hooks of settings, and merges what the host does."""

import os

from .._message import filled
from .._outcomes.merge import merge
from .._outcomes.run import run_hook
from .._plan import PUBLIC
from . import select
from .data import WORDS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .._context import Context
    from .._outcomes.outcome import Outcome
    from .._outcomes.run import Ask, HookRun, Transport
    from .._types import HooksSettings, Selection, SettingsTree, UndecidedHandler


class SettingsRun:
    """The hooks of settings that have run on an event."""

    __slots__ = ("depends_on", "outcome", "runs", "selection")
    __module__ = PUBLIC + ".host"

    def __init__(
        self,
        selection: "Selection",
        runs: "list[HookRun]",
        outcome: "Outcome | None",
        depends_on: "list[UndecidedHandler]",
    ) -> None:
        """Creates the record of a run."""
        self.selection = selection
        """Which hooks run, and why the others do not."""
        self.runs = runs
        """The hooks that have run, in the order of the selection, without those of `depends_on`."""
        self.outcome = outcome
        """What the host does with all of them; `None` if no hook has run."""
        self.depends_on = depends_on
        """The handlers that may run, and those that cannot be run here: the outcome may be another one."""

    def __repr__(self) -> str:
        """Shows the explanation."""
        said = "no hook has run" if self.outcome is None else self.outcome.explanation
        return f"SettingsRun({said!r})"


def simulate_settings(  # noqa: PLR0913  # what a host knows of a session
    settings: "HooksSettings | SettingsTree | Mapping[str, Any]",
    input: "Mapping[str, Any]",  # noqa: A002  # the same name in every language
    context: "Context | None" = None,
    *,
    cwd: "str | None" = None,
    env: "Mapping[str, str] | None" = None,
    transport: "Transport | None" = None,
    ask: "Ask | None" = None,
) -> SettingsRun:
    """Runs the hooks of settings on an event, and returns what the host does.

    It is `select`, `run_hook` for each handler that runs, and `merge`. The hooks run one after
    another; the host starts them together.

    Args:
        settings: One document, or a `SettingsTree`, as for `select`.
        input: The input of the event, such as a `sample`.
        context: Uses the `host`, the `tool` and the `profile`.
        cwd: The folder of the project. The default is the `folder` of the tree, or else the current
            one.
        env: The environment of the commands. The default is that of this program.
        transport: Sends the requests of `http` handlers, as for `run_hook`.
        ask: Asks a model for `prompt` and `agent` handlers, as for `run_hook`.

    Returns:
        The run. A handler that needs `transport` or `ask`, and one that nothing here can call, is in
        `depends_on`.

    Raises:
        ValueError: The event or the place of a source is unknown.
        TypeError: `settings` or `input` is not an object, or a source is none.
    """
    selection: Any = select(settings, input, context)
    tree: Any = settings if isinstance(settings.get("sources"), (list, tuple)) else {}
    functions: dict[str, tuple[str, Any]] = {"request": ("transport", transport)}
    functions["question"] = ("ask", ask)
    runs: list[HookRun] = []
    depends_on = [*selection["depends_on"]]
    for it in selection["runs"]:
        start = it["start"]
        name, function = functions.get(start["form"], ("", None))
        if "command" not in start and function is None:
            said = filled(WORDS["caller"], argument=name) if name else WORDS["caller-never"]
            depends_on.append({"handler": it, "condition": "caller", "message": said})
            continue
        runs.append(
            run_hook(
                _entry(it),
                input,
                context=context,
                cwd=cwd or tree.get("folder"),
                env={**(os.environ if env is None else env), **start.get("environment", {})},
                transport=transport,
                ask=ask,
            )
        )
    outcome = merge([it.outcome for it in runs]) if runs else None
    return SettingsRun(selection, runs, outcome, depends_on)


def _entry(it: "Any") -> "dict[str, Any]":
    """Returns the entry of a handler, with what the host fills in."""
    if it["start"]["form"] != "exec":
        return {**it["handler"]}
    program, *arguments = it["start"]["command"]
    return {**it["handler"], "command": program, "args": arguments}
