"""Explains an outcome in plain English."""

from .data import ADDED, CAUSES

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any


def explanation(
    outcome: "Any", plan: "Any", cause: "tuple[str, dict[str, Any]]", advice: str
) -> str:
    """Returns what happens, why, and what to do instead, which is the advice to a hook that failed."""
    says = plan.get("says", {})
    action = outcome["action"]
    stops = stop_of(plan)
    first = ADDED["unknown"] if action == "unknown" else says.get(action) or says["normal"]
    is_alone = outcome["stop"] and action == "normal"
    if is_alone:
        first = stops
    parts = [f"{first[:-1]}: {_cause(cause)}."]
    if outcome["stop"] and not is_alone:
        parts.append(stops)
    if outcome["agent"] == "retries":
        parts.append(ADDED["retries"])
    parts += [ADDED[key] for key in ("input", "output") if f"new_{key}" in outcome]
    if action == "normal" and not is_alone and advice:
        parts.append(advice)
    return " ".join(parts)


def stop_of(plan: "Any") -> str:
    """Returns the sentence for a stop."""
    ends = plan.get("ends")
    return ADDED[ends if ends in ("subagent", "teammate") else "stops"]


def _cause(cause: "tuple[str, dict[str, Any]]") -> str:
    name, values = cause
    text = CAUSES[name]
    for key, value in values.items():
        if key == "cause":
            shown = _cause(value)
        elif value is True or value is False:
            shown = str(value).lower()
        else:
            shown = str(value)
        text = text.replace("{" + key + "}", shown)
    return text
