"""Runs the hooks of settings, and merges what the host does."""

import os

from .._message import filled
from .._outcomes.merge import merge
from .._outcomes.outcome import Outcome
from .._outcomes.run import Means, run_with
from .._plan import PUBLIC
from . import select
from .data import DEFAULT, PLACEHOLDERS, WORDS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .._context import Context
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
        """What the host does with all of them; `None` if no hook has run. If others may run, it depends
        on `other-handler`."""
        self.depends_on = depends_on
        """The handlers that may run, and those that cannot be run here: the outcome may be another one."""

    def __repr__(self) -> str:
        """Shows the explanation."""
        said = "no hook has run" if self.outcome is None else self.outcome.explanation
        more = len(self.depends_on)
        return f"SettingsRun({said!r}{f', {more} more may run' if more else ''})"


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
        cwd: The folder of the project, instead of the `folder` of the tree. Without both, it is the
            current one.
        env: The environment of the commands. The default is that of this program. The variables with
            the folders of plugins are removed, and added for hooks that have them.
        transport: Sends the requests of `http` handlers, as for `run_hook`.
        ask: Asks a model for `prompt` and `agent` handlers, as for `run_hook`.

    Returns:
        The run. A handler that needs `transport` or `ask`, and one that nothing here can call, is in
        `depends_on`.

    Raises:
        ValueError: The event is unknown, or the settings have `sources` and are not a tree.
        TypeError: `settings` or `input` is not an object.
    """
    folder, tree = _with_folder(settings, cwd)
    selection: Any = select(tree, input, context)
    variables = {**(os.environ if env is None else env)}
    for it in PLACEHOLDERS:
        # What another program set is not that of a hook here.
        variables.pop(it["name"], None)
    functions: dict[str, tuple[str, Any]] = {"request": ("transport", transport)}
    functions["question"] = ("ask", ask)
    runs: list[HookRun] = []
    depends_on = [*selection["depends_on"]]
    for it in selection["runs"]:
        missing = _missing(it, functions)
        if missing is not None:
            depends_on.append({"handler": it, "conditions": [missing[0]], "message": missing[1]})
            continue
        start = it["start"]
        own = {**variables, **start.get("environment", {})}
        means = Means(folder, own, transport, ask, start.get("command"))
        runs.append(run_with(it["handler"], input, context, means))
    outcome = _doubted(merge([it.outcome for it in runs]), len(depends_on)) if runs else None
    return SettingsRun(selection, runs, outcome, depends_on)


def _doubted(outcome: "Outcome", count: int) -> "Outcome":
    """Returns an outcome that other handlers may change."""
    if not count:
        return outcome
    word = "doubt-one" if count == 1 else "doubt-several"
    made = Outcome(outcome)
    made["depends_on"] = [*outcome["depends_on"], "other-handler"]
    made["explanation"] = f"{outcome['explanation']} {filled(WORDS[word], count=str(count))}"
    return made


def _with_folder(
    settings: "Mapping[str, Any]", cwd: "str | None"
) -> "tuple[str, Mapping[str, Any]]":
    """Returns the folder of the project, and the settings as a tree with it."""
    if not hasattr(settings, "keys"):
        return "", settings  # `select` refuses it
    is_tree = "sources" in settings
    alone: Any = {"sources": [{"place": DEFAULT, "document": {**settings}}]}
    tree: dict[str, Any] = {**settings} if is_tree else alone
    given = tree.get("folder", ".") if cwd is None else cwd
    if not isinstance(given, str):
        return "", tree  # `select` refuses the tree
    folder = os.path.abspath(given)
    return folder, {**tree, "folder": folder}


def _missing(it: "Any", functions: "Mapping[str, tuple[str, Any]]") -> "tuple[str, str] | None":
    """Returns why a handler cannot be run here: what decides, and the message."""
    if "values" in it:
        shown = ", ".join(f"`{value}`" for value in it["values"])
        return "matcher", filled(WORDS["matcher-some"], values=shown)
    start = it["start"]
    for name in start.get("unfilled", ()):
        field = next(of["is"] for of in PLACEHOLDERS if of["name"] == name)
        return "caller", filled(WORDS["unfilled"], name=name, field=field)
    name, function = functions.get(start["form"], ("", None))
    if "command" in start or function is not None:
        return None
    return "caller", filled(WORDS["caller"], argument=name) if name else WORDS["caller-never"]
