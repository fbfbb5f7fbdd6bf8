"""Explains an outcome in plain English: what happens and why, who reads which text, and what to write."""

from .data import ADDED, CAUSES, MEANINGS, NAMES

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def explanation(
    outcome: "Any", plan: "Any", cause: "tuple[str, dict[str, Any]]", advice: str
) -> str:
    """Returns the explanation. `advice` is what to do to get another outcome."""
    head = head_of(outcome, plan)
    if cause[0] == "silent" and not is_silent(outcome):
        cause = ("quiet", {})
    elif cause[0] == "display" and not outcome["texts"]:
        head = capitalised(ADDED["no-display"])
    parts = [f"{head}: {_cause(cause)}.", told_of(outcome), advice]
    return " ".join(it for it in parts if it)


def head_of(outcome: "Any", plan: "Any", stop: "str | None" = None) -> str:
    """Returns what happens, without a full stop. `stop` has the words for a stop, if they are others."""
    says, action = plan.get("says", {}), outcome["action"]
    if outcome["stop"] and action == "normal":
        stops: str | None = says.get("stops")
        return stops[:-1] if stops else capitalised(stop_of(plan))
    if action == "unknown":
        first = ADDED["unknown"][:-1]
    elif action in says and (action != "normal" or is_silent(outcome)):
        first = says[action][:-1]
    else:
        first = capitalised(passes_of(outcome, plan))
    more = [stop or stop_of(plan)] if outcome["stop"] else []
    if outcome["agent"] == "retries":
        more.append(ADDED["retries"])
    return joined([first, *more])


def passes_of(outcome: "Any", plan: "Any") -> str:
    """Returns what happens if no hook stops the event, as a part of a sentence."""
    does = [MEANINGS.get(it["purpose"], {}).get("does") for it in outcome["texts"]]
    passes: str = ADDED["display"] if "replaces-display" in does else plan["says"]["passes"]
    return passes


def is_silent(outcome: "Any") -> bool:
    """Returns whether all is as without a hook."""
    has = outcome["texts"] or outcome["effects"] or outcome["stop"] or outcome["agent"] == "retries"
    return not has and "new_input" not in outcome and "new_output" not in outcome


def told_of(outcome: "Any", replaced: "Sequence[str] | None" = None) -> str:
    """Returns the sentence about who reads which text, and what else the hook does; empty if there is none.

    Args:
        outcome: The outcome.
        replaced: What happens to the input and the output, if several hooks replace them.
    """
    told = [ADDED[key] for key in ("input", "output") if f"new_{key}" in outcome]
    told = told if replaced is None else [*replaced]
    for it in (*outcome["effects"], *outcome["texts"]):
        clause = MEANINGS.get(it.get("kind") or it.get("purpose"), {}).get("clause", "")
        readers = " and ".join(NAMES[who] for who in it.get("audience", ()))
        told.append(clause.replace("{text}", _source(it["from"])).replace("{readers}", readers))
    told = [*dict.fromkeys(it for it in told if it)]
    return f"{capitalised(joined(told))}." if told else ""


def stop_of(plan: "Any") -> str:
    """Returns the words for a stop."""
    ends = plan.get("ends")
    return ADDED[ends if ends in ("subagent", "teammate") else "stops"]


def capitalised(text: str) -> str:
    """Returns a text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def joined(parts: "Sequence[str]") -> str:
    """Returns parts of a sentence as one."""
    return ", and ".join(it for it in (", ".join(parts[:-1]), *parts[-1:]) if it)


def _source(at: str) -> str:
    if at.startswith("/"):
        return f"`{at.rpartition('/')[2]}`"
    return ADDED.get(at, at)


def _cause(cause: "tuple[str, dict[str, Any]]") -> str:
    name, values = cause
    text = CAUSES[name]
    for key, value in values.items():
        if key == "cause":
            shown = _cause(value)
        elif value is True or value is False:
            shown = str(value).lower()
        elif isinstance(value, (dict, list)):
            shown = "{…}" if isinstance(value, dict) else "[…]"
        else:
            shown = str(value)
        text = text.replace("{" + key + "}", shown)
    return text
