"""What only wrong handlers and replies need: other names, and whose mistake it is."""

from .._json_values import is_array, is_object
from .._message import nearest
from .._plan import SAYINGS, TABLES
from .answer import plan_of, word

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .answer import Answer


def no_event(event: object) -> str:
    """Returns the message about handlers of an event that is not known."""
    name = str(event)
    if "|" in name or "," in name:
        return word("each-event").replace("{event}", name)
    names: Any = TABLES["tools"]["names"] if "tools" in TABLES else ()
    if name in names:
        return word("tool-as-event").replace("{event}", name)
    near = nearest(name, [*SAYINGS])
    said = word("no-event").replace("{event}", name)
    return f"{said}: did you mean `{near}`?" if near else said


def no_option(option: str, options: "tuple[str, ...]") -> str:
    """Returns the message about an option that a function does not have."""
    said = word("no-option").replace("{option}", option)
    near = nearest(option, options)
    if near:
        return f"{said}: did you mean `{near}`?"
    *names, last = sorted(f"`{it}`" for it in options)
    listed = f"{', '.join(names)} and {last}" if names else last
    return said + word("options-are").replace("{names}", listed)


def near_tool(tool: str) -> "str | None":
    """Returns the tool that another name is a misspelling of. Other names can be those of newer tools."""
    names: Any = TABLES["tools"]["names"]
    same = (it for it in names if it.lower() == tool.lower())
    return nearest(tool, [*names]) or next(same, None)


def is_of_host(pointer: str, reply: "Any", answer: "Answer") -> bool:
    """Returns whether a problem is about arguments that the host wrote, and that the hook keeps."""
    said = plan_of(answer.event)["verbs"].get("rewrite")
    at = "".join(f"/{it}" for it in said["take"]) if said else ""
    if not said or not pointer.startswith(f"{at}/"):
        return False
    new, old = reply, answer.payload.get(said["base"])
    for key in said["take"]:
        new = new[key]
    for part in pointer[len(at) + 1 :].split("/"):
        key = part.replace("~1", "/").replace("~0", "~")
        new, old = _inside(new, key), _inside(old, key)
    return bool(new == old)


def _inside(value: "Any", key: str) -> "Any":
    if is_object(value):
        return value.get(key)
    if is_array(value) and key.isdigit() and int(key) < len(value):
        return value[int(key)]
    return None
