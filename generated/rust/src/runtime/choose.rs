//! Chooses the handlers of an event, and checks what they are for.

use std::borrow::Cow;

use super::call::sealed::Key;
use super::data::{self, TOOLS, words};
use super::hooks::Guard;
use crate::event::HookEvent;
use crate::near::nearest;

/// The beginning of the names of MCP tools.
const MCP: &str = "mcp__";

/// Returns true if there are handlers, and a hook of each of their events blocks if it fails.
pub(super) fn are_closed(keys: &[Key]) -> bool {
    let event = |key: &Key| key.event.as_ref()?.parse().ok();
    !keys.is_empty() && keys.iter().all(|key| event(key).is_some_and(|it| data::guard(it) == Guard::Closed))
}

/// Returns the numbers of the handlers for an event and its tool.
pub(super) fn handlers(keys: &[Key], event: &str, tool: Option<&str>) -> Vec<usize> {
    let of_event = |event: Option<&str>| -> Vec<usize> {
        keys.iter().enumerate().filter(|(_, key)| key.event.as_deref() == event).map(|(at, _)| at).collect()
    };
    let own = of_event(Some(event));
    let found = if own.is_empty() { of_event(None) } else { own };
    of_tool(keys, &found, tool)
}

/// Returns the handlers for a tool: those of its name. If there are none, those of another name of the tool. If there
/// are none either, those of any tool.
fn of_tool(keys: &[Key], found: &[usize], tool: Option<&str>) -> Vec<usize> {
    let named = |wanted: Option<&str>| -> Vec<usize> {
        let is_wanted = |at: &usize| keys.get(*at).is_some_and(|key| key.tool.as_deref() == wanted);
        found.iter().copied().filter(is_wanted).collect()
    };
    let Some(tool) = tool else { return named(None) };
    let own = named(Some(tool));
    if !own.is_empty() {
        return own;
    }
    let is_same = |key: &&Key| {
        let is_named = |name| is_same_tool(name, tool) || key.is_tool.is_some_and(|is| is(tool));
        key.tool.as_deref().is_some_and(is_named)
    };
    let other = found.iter().filter_map(|at| keys.get(*at)).find(is_same);
    named(other.and_then(|key| key.tool.as_deref()))
}

/// Returns true if both are names of the same tool of the contract.
fn is_same_tool(one: &str, other: &str) -> bool {
    let number = |name: &str| TOOLS.iter().find(|(known, _)| *known == name).map(|(_, number)| number);
    number(one).is_some_and(|it| number(other) == Some(it))
}

/// Checks what all handlers are for, because a mistake in one could be the reason that no guard runs.
///
/// # Errors
/// There is no such event or tool.
pub(super) fn check(keys: &[Key]) -> Result<(), String> {
    keys.iter().try_for_each(|key| {
        key.event.as_deref().map_or(Ok(()), |event| check_event(event, key))?;
        key.tool.as_deref().map_or(Ok(()), check_tool)
    })
}

fn check_event(event: &str, key: &Key) -> Result<(), String> {
    let Ok(known) = event.parse::<HookEvent>() else {
        let names: Vec<&str> = HookEvent::ALL.iter().map(|it| it.as_str()).collect();
        let near = nearest(event, &names).map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
        return Err(words::NO_EVENT.replace("{event}", event) + &near);
    };
    if key.tool.is_some() && (key.known)(known).is_some_and(|it| !it.plan.has_tool) {
        return Err(words::NO_TOOLS.replace("{event}", event));
    }
    Ok(())
}

/// Accepts a tool that is newer than the contract, but not another spelling of one that it has.
fn check_tool(tool: &str) -> Result<(), String> {
    if tool.starts_with(MCP) || TOOLS.iter().any(|(known, _)| *known == tool) {
        return Ok(());
    }
    let names: Vec<&str> = TOOLS.iter().map(|(name, _)| *name).collect();
    match nearest(tool, &names) {
        Some(near) => Err(words::NO_TOOL.replace("{tool}", tool).replace("{near}", near)),
        None => Ok(()),
    }
}

/// The name for every event, or every tool.
const ANY: &str = "*";

/// Returns the name of an event or a tool; `None` for every one.
pub(super) fn name_of(name: String) -> Option<Cow<'static, str>> {
    (name != ANY).then_some(Cow::Owned(name))
}
