//! Chooses the handlers of an event, and checks what they are for.

use std::borrow::Cow;

use serde_json::Value;

use super::call::sealed::Key;
use super::data::{self, TOOLS, words};
use super::hooks::Guard;
use crate::event::HookEvent;
use crate::near::nearest;
use crate::validation::data::EVENT_KEY;
use crate::validation::found;
use crate::wire::{ARGUMENTS_KEY, TOOL_KEY};

/// The beginning of the names of MCP tools.
pub(super) const MCP: &str = "mcp__";

/// What a variable that is not set becomes as a key in other languages.
const UNSET: [&str; 3] = ["None", "null", "undefined"];

/// The names for every event, or every tool.
const ANY: [&str; 2] = ["*", ""];

/// Reads keys that are not the name of a tool. A program without such keys does not have the code for it.
pub struct Patterns {
    /// Checks that a key can match a tool.
    pub(super) check: fn(&str) -> Result<(), String>,
    pub(super) matches: fn(&str, &str) -> bool,
}

/// Returns true if a handler is for an event that blocks if its hook fails. One for all events is.
pub(super) fn is_any_closed(keys: &[Key]) -> bool {
    let event = |key: &Key| key.event.as_ref()?.parse().ok();
    keys.iter().any(|key| key.event.is_none() || event(key).is_some_and(|it| data::guard(it) == Guard::Closed))
}

/// Returns the event of a program that handles only one.
pub(super) fn only_event(keys: &[Key]) -> Option<&str> {
    let (first, others) = keys.split_first()?;
    let event = first.event.as_deref()?;
    others.iter().all(|key| key.event.as_deref() == Some(event)).then_some(event)
}

/// Returns true if there are handlers for an event.
pub(super) fn are_for(keys: &[Key], event: &str) -> bool {
    keys.iter().any(|key| key.event.as_deref().is_none_or(|name| name == event))
}

/// Returns the numbers of the handlers for an input.
///
/// # Errors
/// A guard could not see what it guards: the tool, or its arguments.
pub(super) fn handlers(keys: &[Key], payload: &Value, is_about_tool: bool) -> Result<Vec<usize>, String> {
    let event = payload.get(EVENT_KEY).and_then(Value::as_str);
    let of_event = |event: Option<&str>| -> Vec<usize> {
        keys.iter().enumerate().filter(|(_, key)| key.event.as_deref() == event).map(|(at, _)| at).collect()
    };
    let own = of_event(event);
    let found = if own.is_empty() { of_event(None) } else { own };
    let is_by_tool = |at: &usize| keys.get(*at).is_some_and(|key| key.tool.is_some());
    let tool = payload.get(TOOL_KEY).and_then(Value::as_str);
    if is_about_tool && tool.is_none() && found.iter().any(is_by_tool) {
        return Err(unseen(TOOL_KEY, payload));
    }
    let chosen = of_tool(keys, &found, tool);
    let arguments = payload.get(ARGUMENTS_KEY);
    if is_about_tool && !chosen.is_empty() && arguments.is_some_and(|it| !it.is_object()) {
        return Err(unseen(ARGUMENTS_KEY, payload));
    }
    Ok(chosen)
}

fn unseen(key: &str, payload: &Value) -> String {
    let found = payload.get(key).map_or(words::NOTHING, found);
    words::UNSEEN.replace("{key}", &format!("`{key}`")).replace("{found}", found)
}

/// Returns the handlers for a tool: those of each key that matches its name. If there are none, those of any tool.
fn of_tool(keys: &[Key], found: &[usize], tool: Option<&str>) -> Vec<usize> {
    let those = |is_wanted: &dyn Fn(&Key) -> bool| -> Vec<usize> {
        found.iter().copied().filter(|at| keys.get(*at).is_some_and(is_wanted)).collect()
    };
    let named = tool.map_or_else(Vec::new, |tool| those(&|key| is_for(key, tool)));
    if named.is_empty() { those(&|key| key.tool.as_deref().is_none_or(|it| ANY.contains(&it))) } else { named }
}

/// Returns true if the key of a handler matches a tool, by any of the names of the tool.
fn is_for(key: &Key, tool: &str) -> bool {
    let Some(wanted) = key.tool.as_deref().filter(|it| !ANY.contains(it)) else { return false };
    wanted == tool
        || is_same_tool(wanted, tool)
        || key.is_tool.is_some_and(|is| is(tool))
        || key.patterns.is_some_and(|it| !is_name(wanted) && (it.matches)(wanted, tool))
}

/// Returns true if both are names of the same tool of the contract.
pub(super) fn is_same_tool(one: &str, other: &str) -> bool {
    one == other || number(one).is_some_and(|it| number(other) == Some(it))
}

/// Returns the number of a tool of the contract, which all its names have.
pub(super) fn number(tool: &str) -> Option<usize> {
    TOOLS.iter().find(|(name, _)| *name == tool).map(|(_, number)| *number)
}

/// Returns true if a key is a name, and not a list of names or a pattern.
pub(super) const fn is_name(key: &str) -> bool {
    let (bytes, mut at, mut has_letter) = (key.as_bytes(), 0, false);
    while at < bytes.len() {
        let byte = bytes[at];
        has_letter |= byte.is_ascii_alphanumeric();
        if !(byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-') {
            return false;
        }
        at += 1;
    }
    has_letter
}

/// Checks what all handlers are for, because a mistake in one could be the reason that no guard runs.
///
/// # Errors
/// There is no such event or tool, or no key at all.
pub(super) fn check(keys: &[Key]) -> Result<(), String> {
    if keys.is_empty() {
        return Err(words::NO_HANDLERS.to_owned());
    }
    keys.iter().try_for_each(|key| {
        key.event.as_deref().map_or(Ok(()), |event| check_event(event, key))?;
        match key.tool.as_deref().filter(|it| !ANY.contains(it)) {
            None => Ok(()),
            Some(tool) => match key.patterns.filter(|_| !is_name(tool)) {
                Some(patterns) => (patterns.check)(tool),
                None => check_tool(tool),
            },
        }
    })
}

fn check_event(event: &str, key: &Key) -> Result<(), String> {
    let Ok(known) = event.parse::<HookEvent>() else {
        if event.contains(['|', ',']) {
            return Err(words::EACH_EVENT.replace("{event}", event));
        }
        if TOOLS.iter().any(|(name, _)| *name == event) {
            return Err(words::TOOL_AS_EVENT.replace("{event}", event));
        }
        let names: Vec<&str> = HookEvent::ALL.iter().map(|it| it.as_str()).collect();
        let near = nearest(event, &names).map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
        return Err(words::NO_EVENT.replace("{event}", event) + &near);
    };
    if key.tool.is_some() && (key.known)(known).is_some_and(|it| !it.plan.has_tool) {
        return Err(words::NO_TOOLS.replace("{event}", event));
    }
    Ok(())
}

/// Returns true if a key is a variable that is not set, or begins with one as the name of a server.
pub(super) fn is_unset(key: &str) -> bool {
    UNSET.iter().any(|it| key == *it || format!("{key}__").contains(&format!("{MCP}{it}__")))
}

/// Accepts a tool that is newer than the contract, but not another spelling of one that it has.
pub(super) fn check_tool(tool: &str) -> Result<(), String> {
    if number(tool).is_some() {
        return Ok(());
    }
    if is_unset(tool) {
        return Err(words::NO_PATTERN.replace("{key}", tool));
    }
    if let Some(rest) = tool.strip_prefix(MCP) {
        let (server, tool_of_server) = rest.split_once("__").unwrap_or((rest, ""));
        return match (server, tool_of_server) {
            ("", _) => Err(words::NO_PATTERN.replace("{key}", tool)),
            (server, "") => Err(words::SERVER_KEY.replace("{key}", &format!("{MCP}{server}"))),
            _ => Ok(()),
        };
    }
    let (prefix, rest) = tool.split_at_checked(3).unwrap_or_default();
    let is_like_mcp = prefix.eq_ignore_ascii_case("mcp") && rest.starts_with(['_', '-']);
    let rest = rest.trim_start_matches(['_', '-']);
    if is_like_mcp && !rest.contains("__") {
        return Err(words::NO_PATTERN.replace("{key}", tool));
    }
    if is_like_mcp {
        return Err(words::NO_TOOL.replace("{tool}", tool).replace("{near}", &format!("{MCP}{rest}")));
    }
    let names: Vec<&str> = TOOLS.iter().map(|(name, _)| *name).collect();
    let same = || names.iter().copied().find(|name| name.eq_ignore_ascii_case(tool));
    match nearest(tool, &names).or_else(same) {
        Some(near) => Err(words::NO_TOOL.replace("{tool}", tool).replace("{near}", near)),
        None => Ok(()),
    }
}

/// Returns the name of an event; `None` for every one.
pub(super) fn event_of(name: String) -> Option<Cow<'static, str>> {
    (!ANY.contains(&&*name)).then_some(Cow::Owned(name))
}
