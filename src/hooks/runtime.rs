//! The runtime: what a hook can say on each event, how that is written in its reply, and what happens if it fails.
//!
//! A *verb* is what a hook says: `block`, `context`, `rewrite`. Which verbs an event has, and the fields that they are
//! written to, follow from the effects of the fields in the catalogue. The packages apply this data.

use std::iter;

use indexmap::{IndexMap, IndexSet};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::cell::Cell;
use super::feature::{Feature, Part, Sources};
use super::meanings::{Action, Does, Meanings};
use super::outcomes::{self, Condition, Effect, Field, ModelFact, OfEvent};
use super::wire::Wire;
use super::words;
use crate::diagnostic::Diagnostics;
use crate::model::{Contract, Kind};

/// The functions that run handlers and write their replies.
pub const FEATURE: Feature = Feature {
    name: "runtime",
    needs: &["replies", "tools", "commands"],
    types: &[],
    tables: &[],
    words: &["tool", "arguments", "specific", "specific_event"],
    namespace: None,
    read,
};

/// A verb of the packages.
#[derive(Debug, Clone, Copy, Serialize)]
struct Verb {
    /// Its name, in snake case.
    name: &'static str,
    /// What it says, as a sentence.
    summary: &'static str,
    /// Its argument, if it has one.
    takes: Option<Argument>,
}

/// The argument of a verb.
#[derive(Debug, Clone, Copy, Serialize)]
struct Argument {
    name: &'static str,
    /// `text`, `changes` (keys of the tool's input), `paths`, `updates` (of permissions), or `json` (any value).
    kind: &'static str,
    optional: bool,
    summary: &'static str,
}

const fn argument(name: &'static str, kind: &'static str, summary: &'static str) -> Option<Argument> {
    Some(Argument { name, kind, optional: false, summary })
}

const fn optional(name: &'static str, kind: &'static str, summary: &'static str) -> Option<Argument> {
    Some(Argument { name, kind, optional: true, summary })
}

const WHY: &str = "The reason.";

/// Every verb, in the order in which they are documented.
const VERBS: &[Verb] = &[
    Verb { name: "block", summary: "Blocks what the event is about.", takes: argument("reason", "text", WHY) },
    Verb { name: "allow", summary: "Allows it. The user is not asked.", takes: optional("reason", "text", WHY) },
    Verb {
        name: "ask",
        summary: "Asks the user.",
        takes: argument("reason", "text", "The reason, which the user sees."),
    },
    Verb { name: "defer", summary: "Leaves the call for later.", takes: optional("reason", "text", WHY) },
    Verb {
        name: "accept",
        summary: "Answers the form for the user.",
        takes: optional("content", "json", "The values of the form, an object."),
    },
    Verb { name: "decline", summary: "Refuses the form.", takes: None },
    Verb { name: "cancel", summary: "Closes the form without an answer.", takes: None },
    Verb {
        name: "feedback",
        summary: "Gives the model feedback on the event. Nothing is blocked.",
        takes: argument("reason", "text", "What the model reads."),
    },
    Verb {
        name: "context",
        summary: "Adds a text to what the model reads.",
        takes: argument("text", "text", "The text."),
    },
    Verb {
        name: "stop",
        summary: "Stops the agent.",
        takes: optional("reason", "text", "The reason, which the user sees."),
    },
    Verb { name: "message", summary: "Shows a message to the user.", takes: argument("text", "text", "The message.") },
    Verb {
        name: "rewrite",
        summary: "Changes arguments of the call, and keeps the others. It does not allow the call.",
        takes: argument("changes", "changes", "The new values, by the names of the arguments."),
    },
    Verb {
        name: "replace_output",
        summary: "Replaces the result that the model sees.",
        takes: argument("output", "json", "The result, in the form of the tool's response."),
    },
    Verb {
        name: "permissions",
        summary: "Changes the permission rules. It needs `allow`.",
        takes: argument("updates", "updates", "The changes, a list of `PermissionUpdate`."),
    },
    Verb { name: "retry", summary: "Lets the model try the denied call again.", takes: None },
    Verb {
        name: "worktree",
        summary: "Names the folder of the worktree that the hook has made.",
        takes: argument("path", "text", "The path of the folder."),
    },
    Verb {
        name: "watch",
        summary: "Watches files: `FileChanged` is called when one changes.",
        takes: argument("paths", "paths", "The absolute paths, a list."),
    },
    Verb { name: "title", summary: "Sets the title of the session.", takes: argument("text", "text", "The title.") },
    Verb {
        name: "first_message",
        summary: "Starts the session with this message of the user.",
        takes: argument("text", "text", "The message."),
    },
    Verb { name: "reload_skills", summary: "Reads the skills again.", takes: None },
    Verb { name: "hide_prompt", summary: "Hides the text of a prompt that is blocked. It needs `block`.", takes: None },
    Verb {
        name: "display",
        summary: "Replaces the text that is shown to the user.",
        takes: argument("text", "text", "The text."),
    },
    Verb {
        name: "classifier_context",
        summary: "Informs the permission classifier about the result.",
        takes: argument("text", "text", "The text."),
    },
    Verb {
        name: "terminal",
        summary: "Sends an escape sequence to the terminal.",
        takes: argument("sequence", "text", "The sequence."),
    },
];

/// The summary of `context` where the text keeps the agent at work.
const KEEPS_WORKING: &str =
    "Adds a text to what the model reads. It goes on working, with the text as its next instruction.";

/// The summary of `block` where it stops the agent, and blocks nothing.
const STOPS: &str = "Stops the agent, and gives the reason. What the event is about has happened already.";

/// The summary of `rewrite` where only a decision has the arguments.
const REWRITES_ALLOWED: &str = "Changes arguments of a call that is allowed, and keeps the others. It needs `allow`.";

/// The verbs that decide, the weakest first.
const DECISIONS: [&str; 8] = ["allow", "accept", "ask", "defer", "cancel", "decline", "block", "stop"];

/// The verbs that keep the action from going on as it would without a hook.
const REFUSALS: [&str; 7] = ["block", "stop", "decline", "cancel", "ask", "defer", "feedback"];

/// The type of a change of the permission rules.
const UPDATE: &str = "PermissionUpdate";

/// The verbs that only show something to the user.
const NOTICES: [&str; 2] = ["message", "terminal"];

/// What Bash and dash write about a script that they cannot read, behind its name and the line.
const BROKEN_SCRIPT: [&str; 3] = [": syntax error", ": Syntax error", ": unexpected EOF while looking for matching"];

/// The data of every event.
#[derive(Debug, Serialize)]
struct Runtime {
    /// The verbs that an event of this set has.
    verbs: Vec<Verb>,
    events: IndexMap<String, Plan>,
    refusals: Refusals,
    /// The texts that the host reads as a missing script on some event. No text with exit code 2 may have one.
    missing_script: IndexSet<String>,
    /// What shells write behind the name of a script that they cannot read. They end with the exit code of a block then.
    broken_script: [&'static str; 3],
    /// The messages, by purpose.
    words: IndexMap<&'static str, &'static str>,
}

/// How a whole reply shows that it means to refuse, on whatever event.
#[derive(Debug, Default, Serialize)]
struct Refusals {
    /// The values that refuse, each with its path.
    set: IndexSet<(Vec<String>, Value)>,
    /// The paths of reasons, each with those of its decision. Without a decision they have no effect.
    reasons: IndexMap<String, Reason>,
    /// The paths that only show something to the user.
    notices: IndexSet<Vec<String>>,
}

/// The path of a reason, and the paths of the decisions that it explains.
#[derive(Debug, Default, Serialize)]
struct Reason {
    path: Vec<String>,
    of: IndexSet<Vec<String>>,
}

/// The data of an event.
#[derive(Debug, Serialize)]
struct Plan {
    /// What happens if the hook fails: `closed` or `open`.
    guard: String,
    /// How the user learns that a hook failed and the event goes on; absent if nobody can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Saying>,
    /// Where a reply with this first key names the event, and the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<([String; 2], String)>,
    /// It is about a tool, which its input names.
    tool: bool,
    /// A command prints a text, and the host ignores JSON.
    text: bool,
    /// What it can say.
    verbs: IndexMap<&'static str, Saying>,
    /// What each of its verbs does on this event, as a sentence.
    summaries: IndexMap<&'static str, &'static str>,
    /// Its verbs that decide, the weakest first.
    decisions: Vec<&'static str>,
    /// Only the last of several reasons counts, instead of all.
    last_reason: bool,
    /// A block stops the agent itself, and a stop beside it would lose the block.
    stops_itself: bool,
    /// The pairs of verbs that one reply cannot say both: the first is kept, the second lost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    loses: Vec<(&'static str, &'static str)>,
    /// The key of the input that is true if a hook already keeps the agent at work, and the verbs that keep it there.
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<Again>,
}

/// Replies that could keep the agent working in an endless loop.
#[derive(Debug, Serialize)]
struct Again {
    key: String,
    verbs: Vec<&'static str>,
}

/// How a verb is written on an event.
#[derive(Debug, Clone, Default, Serialize)]
struct Saying {
    /// The values to set, each with its path.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    set: Vec<(Vec<String>, Value)>,
    /// The path that takes the argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    take: Option<Vec<String>>,
    /// The stream that takes the argument, too: `stdout` or `stderr`.
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<&'static str>,
    /// The exit code.
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<u8>,
    /// The key of the input with the values that the argument changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<String>,
    /// The arguments of the call are written, too, if nothing else is.
    #[serde(skip_serializing_if = "Option::is_none")]
    keep: Option<Keep>,
    /// A verb that has to be said as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<&'static str>,
    /// How handlers write it that are not commands, if that is another way. Without any field, they have to fail.
    #[serde(skip_serializing_if = "Option::is_none")]
    elsewhere: Option<Box<Self>>,
    /// Other replies that do the same, which a hook may return as a whole. Only a block that is said twice has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Self>,
}

/// Where a verb writes the arguments of the call unchanged: without them, the host asks the user all the same.
#[derive(Debug, Clone, Serialize)]
struct Keep {
    /// The path of the new arguments.
    path: Vec<String>,
    /// The tools of which the host does so.
    tools: Vec<String>,
}

impl Saying {
    /// Returns true if a part of a reply says it.
    fn is_json(&self) -> bool {
        !self.set.is_empty() || self.take.is_some()
    }

    /// Returns all ways in which a reply can say it.
    fn ways(&self) -> impl Iterator<Item = &Self> {
        iter::once(self).chain(self.elsewhere.as_deref()).chain(&self.others)
    }
}

/// The keys of an event that this feature reads.
#[derive(Debug, Deserialize)]
struct OfGuard {
    input: String,
    guard: String,
    #[serde(default)]
    failure: Vec<Cell>,
    #[serde(default)]
    block_twice: Vec<Cell>,
    blocks: bool,
    again: Option<String>,
    #[serde(flatten)]
    event: OfEvent,
}

/// The keys that this feature reads at the root of the catalogue.
#[derive(Debug, Deserialize)]
struct Root {
    decision_models: Vec<ModelFact>,
    #[serde(default)]
    conditions: IndexMap<String, Condition>,
}

fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let (wire, meanings) = (&sources.catalogue.wire, &sources.catalogue.meanings);
    let root: Root = sources.catalogue.root()?;
    let events: IndexMap<String, OfGuard> = sources.catalogue.of_events()?;
    let missing_script = events.values().flat_map(|it| it.event.missing_script.clone()).collect();
    let made = events.into_iter().map(|(name, it)| {
        let tool = has_tool(sources.contract, wire, &it.input);
        (name.clone(), Plan { tool, ..plan(&name, it, &root, wire, meanings) })
    });
    let events: IndexMap<String, Plan> = made.collect();
    if events.values().any(|event| event.verbs.contains_key("permissions")) {
        sources.require(UPDATE, "a reply that changes permissions is made of it")?;
    }
    let is_said = |verb: &&Verb| events.values().any(|event| event.verbs.contains_key(verb.name));
    let verbs = VERBS.iter().filter(is_said).copied().collect();
    let words = words::OF_THE_RUNTIME.iter().copied().collect();
    let refusals = refusals(&events);
    Ok(Box::new(Runtime { verbs, events, refusals, missing_script, broken_script: BROKEN_SCRIPT, words }))
}

/// Returns how the events refuse.
fn refusals(events: &IndexMap<String, Plan>) -> Refusals {
    let mut found = Refusals::default();
    let verbs = |name| events.values().filter_map(move |plan| plan.verbs.get(name));
    for way in REFUSALS.into_iter().flat_map(verbs).flat_map(Saying::ways) {
        found.set.extend(way.set.iter().cloned());
        if let Some(path) = &way.take {
            let reason = found.reasons.entry(path.join("/")).or_default();
            reason.path.clone_from(path);
            reason.of.extend(way.set.iter().map(|(path, _)| path.clone()));
        }
    }
    found.notices = NOTICES.into_iter().flat_map(verbs).filter_map(|it| it.take.clone()).collect();
    found
}

impl Part for Runtime {
    fn data(&self) -> Value {
        json!(self)
    }
}

/// Returns true if an input names a tool.
fn has_tool(contract: &Contract, wire: &Wire, input: &str) -> bool {
    let kind = contract.get(input).map(|def| &def.kind);
    matches!(kind, Some(Kind::Struct(it)) if it.fields.iter().any(|field| field.name == wire.tool))
}

fn plan(name: &str, of: OfGuard, root: &Root, wire: &Wire, meanings: &Meanings) -> Plan {
    let mut said = sayings(&of, root, wire, meanings);
    let verbs: IndexMap<&'static str, Saying> =
        VERBS.iter().filter_map(|verb| Some((verb.name, said.swap_remove(verb.name)?))).collect();
    // A stop that sets more than itself decides, too.
    let decides = |verb: &&str| verbs.get(verb).is_some_and(|it| *verb != "stop" || it.set.len() > 1);
    let decisions: Vec<&'static str> = DECISIONS.into_iter().filter(decides).collect();
    let loses = loses(&of.event, meanings, &verbs, &decisions);
    let keeps = |verb: &&str| match *verb {
        "block" => true,
        "context" => {
            of.event.additional_context.iter().flatten().any(|it| meanings.does(&it.effect) == Some(Does::Instructs))
        }
        _ => false,
    };
    let stops = of.event.exit.get("2").is_some_and(|it| it.action.iter().any(|cell| meanings.only_stops(&cell.effect)));
    let again = of.again.map(|key| Again { key, verbs: verbs.keys().copied().filter(keeps).collect() });
    let is_inside = |it: &Saying| {
        let paths = it.set.iter().map(|(path, _)| path).chain(&it.take);
        paths.into_iter().any(|path| path.first().is_some_and(|key| *key == wire.specific))
    };
    let names = verbs.values().any(|it| is_inside(it) || it.elsewhere.as_deref().is_some_and(is_inside));
    Plan {
        names: names.then(|| ([wire.specific.clone(), wire.specific_event.clone()], name.to_owned())),
        guard: of.guard,
        failure: failure(&of.failure, wire, meanings),
        tool: false,
        text: of.event.reads_json_as_text && !verbs.is_empty() && !verbs.values().any(Saying::is_json),
        decisions,
        last_reason: of.event.combines.is_some_and(|it| it == "last-reason"),
        stops_itself: of.event.erases,
        loses,
        summaries: summaries(&verbs, again.as_ref(), stops),
        again,
        verbs,
    }
}

/// Returns what each verb of an event does on it.
fn summaries(
    verbs: &IndexMap<&'static str, Saying>,
    again: Option<&Again>,
    stops: bool,
) -> IndexMap<&'static str, &'static str> {
    let keeps_working = again.is_some_and(|it| it.verbs.contains(&"context"));
    let summary = |verb: &Verb, saying: &Saying| match verb.name {
        "context" if keeps_working => KEEPS_WORKING,
        "block" if stops => STOPS,
        "rewrite" if saying.needs.is_some() => REWRITES_ALLOWED,
        _ => verb.summary,
    };
    VERBS.iter().filter_map(|verb| Some((verb.name, summary(verb, verbs.get(verb.name)?)))).collect()
}

/// Returns what a hook can say on an event.
fn sayings(of: &OfGuard, root: &Root, wire: &Wire, meanings: &Meanings) -> IndexMap<&'static str, Saying> {
    // Where JSON is text as well, the text would have whatever else is said.
    let is_text = of.event.reads_json_as_text;
    let mut fields = outcomes::fields(&of.event, wire, meanings);
    fields.retain(|field| !is_text || !is_at(field, &wire.terminal));
    let mut said = IndexMap::new();
    let guides = |cell: &Cell| meanings.does(&cell.effect) == Some(Does::GuidesSummary);
    if of.event.exit.get("0").is_some_and(|it| it.stdout.iter().any(guides)) {
        said.insert("context", Saying { stream: Some("stdout"), elsewhere: Some(Box::default()), ..Saying::default() });
    }
    for field in &fields {
        for effect in field.effects.iter().filter(|it| it.until.is_none() && is_of_commands(it)) {
            if let Some((verb, saying)) = saying(field, effect, &fields, wire, meanings) {
                said.entry(verb).or_insert(saying);
            }
        }
    }
    let by_field = said.get("block").cloned();
    let model = root.decision_models.iter().find(|it| it.name == of.event.decision);
    match model.and_then(|it| it.refusal.as_ref()).filter(|_| of.blocks) {
        Some(refusal) if !refusal.field.is_empty() => {
            let take = refusal.reason.clone();
            let stream = take.is_none().then_some("stderr");
            let set = vec![(refusal.field.clone(), refusal.value.clone())];
            said.insert("block", Saying { set, take, stream, ..Saying::default() });
        }
        Some(_) => {
            let by_field = said.swap_remove("block").unwrap_or_default();
            let elsewhere = Some(Box::new(by_field));
            said.insert("block", Saying { exit: Some(2), stream: Some("stderr"), elsewhere, ..Saying::default() });
        }
        None => drop(said.swap_remove("block")),
    }
    for it in outcomes::asked_without(&of.event, &root.conditions, meanings) {
        for saying in said.values_mut().filter(|saying| it.input == wire.tool && saying.set.contains(&it.decision)) {
            saying.keep = Some(Keep { path: it.field.clone(), tools: it.values.clone() });
        }
    }
    if is_said_twice(&of.block_twice, meanings) {
        said.entry("block").and_modify(|block| *block = twice(block, by_field));
    }
    said
}

/// Returns true if the newest host blocks with the same texts if a reply that blocks has exit code 2 and its reason on
/// stderr, and every older host blocks then.
fn is_said_twice(cells: &[Cell], meanings: &Meanings) -> bool {
    let is_same = |it: &Cell| match meanings.does(&it.effect) {
        does if it.is_current() => does == Some(Does::Repeats),
        does => does != Some(Does::Passes),
    };
    !cells.is_empty() && cells.iter().all(is_same)
}

/// Returns a block that is written as a reply, and as exit code 2 with the reason on stderr. If something else is on
/// stdout, the host cannot read the reply, and the exit code blocks. `other` is the block by a field of all events.
fn twice(block: &Saying, other: Option<Saying>) -> Saying {
    let reply = block.elsewhere.as_deref().unwrap_or(block);
    let others = other.into_iter().filter(|it| it.set != reply.set).collect();
    Saying { exit: Some(2), stream: Some("stderr"), elsewhere: Some(Box::new(reply.clone())), others, ..reply.clone() }
}

/// Returns how the user learns of a failure: by exit code 1, or by a message in the reply.
fn failure(cells: &[Cell], wire: &Wire, meanings: &Meanings) -> Option<Saying> {
    match meanings.does(&cells.iter().find(|it| it.is_current())?.effect)? {
        Does::Warns => Some(Saying { exit: Some(1), stream: Some("stderr"), ..Saying::default() }),
        Does::Notifies => Some(Saying { take: Some(vec![wire.notice.clone()]), ..Saying::default() }),
        _ => None,
    }
}

/// Returns the pairs of verbs of which only the first has an effect in one reply.
fn loses(
    event: &OfEvent,
    meanings: &Meanings,
    verbs: &IndexMap<&'static str, Saying>,
    decisions: &[&str],
) -> Vec<(&'static str, &'static str)> {
    let mut found = Vec::new();
    for it in outcomes::ignored_beside(event, meanings) {
        let sets =
            |saying: &Saying| saying.set.iter().any(|(path, value)| *path == it.beside && it.values.contains(value));
        let is_about = |saying: &Saying| saying.take.as_ref() == Some(&it.field);
        for (kept, _) in verbs.iter().filter(|(_, saying)| sets(saying)) {
            let lost = verbs.iter().filter(|(name, saying)| is_about(saying) && !decisions.contains(*name));
            found.extend(lost.map(|(lost, _)| (*kept, *lost)));
        }
    }
    found
}

/// Returns true if an effect is not one of other handlers or tools alone.
fn is_of_commands(effect: &Effect) -> bool {
    !matches!(effect.when.as_deref(), Some("http-handler" | "mcp-tool"))
}

/// Returns the verb that a field is for, and how it is written.
fn saying(
    field: &Field,
    effect: &Effect,
    fields: &[Field],
    wire: &Wire,
    meanings: &Meanings,
) -> Option<(&'static str, Saying)> {
    let keys: Vec<String> = field.at.split('/').skip(1).map(str::to_owned).collect();
    let last = keys.last()?.as_str();
    let sets = || Saying { set: vec![(keys.clone(), field.value.clone().unwrap_or(json!(true)))], ..Saying::default() };
    let takes = || Saying { take: Some(keys.clone()), ..Saying::default() };
    // A decision's reason is a field of its own.
    let decides = || {
        let own = || field.reason.as_deref().map(keys_of);
        let reason = if is_at(field, &wire.decision) { Some(vec![wire.reason.clone()]) } else { own() };
        Saying { take: reason, ..sets() }
    };
    // An object that is only there for a decision needs the decision.
    let needs = (keys.len() > 2).then_some("allow");
    let is = |word: &str| last == word;
    let decides_here = is_at(field, &wire.decision);
    // Only an answer to a question can be declined.
    let is_answer = field_that(fields, meanings, Does::RefusesForm).is_some();
    let word = effect.effect.as_str();
    let found = match (meanings.does(word), meanings.action(word)) {
        (Some(Does::PassesOn), _) if decides_here => ("feedback", decides()),
        (Some(Does::Informs | Does::Instructs), _) if is(&wire.context) || is(&wire.notice) => ("context", takes()),
        (Some(Does::Notifies), _) if is(&wire.notice) => ("message", takes()),
        (Some(Does::Emits), _) => ("terminal", takes()),
        (Some(Does::Nothing), _) => return None,
        _ if is(&wire.goes_on) => ("stop", stop(sets(), fields, wire)),
        _ if is(&wire.interrupt) && meanings.only_stops(word) => ("stop", interrupt(sets(), fields, meanings)),
        _ if decides_here && field.value == Some(json!("block")) => ("block", decides()),
        (_, Some(Action::Allowed)) if is_answer => {
            let content = field_that(fields, meanings, Does::ReplacesInput);
            ("accept", Saying { take: content.map(|it| keys_of(&it.at)), ..sets() })
        }
        (Some(Does::RefusesForm), _) => {
            (if field.value == Some(json!("cancel")) { "cancel" } else { "decline" }, sets())
        }
        (_, Some(Action::Allowed)) if !decides_here => ("allow", decides()),
        (_, Some(Action::Asked)) => ("ask", decides()),
        (_, Some(Action::Deferred)) => ("defer", decides()),
        (Some(Does::ReplacesInput), _) if is(&wire.rewrite) => {
            let set = field.with.iter().map(|(at, value)| (keys_of(at), value.clone())).collect();
            ("rewrite", Saying { needs, base: Some(wire.arguments.clone()), set, ..takes() })
        }
        (Some(Does::ReplacesOutput), _) => ("replace_output", takes()),
        (Some(Does::ChangesPermissions), _) => ("permissions", Saying { needs, ..takes() }),
        (Some(Does::TriesAgain), _) => ("retry", sets()),
        (Some(Does::NamesWorktree), _) => {
            let elsewhere = Some(Box::new(takes()));
            ("worktree", Saying { stream: Some("stdout"), elsewhere, ..Saying::default() })
        }
        (Some(Does::Watches), _) => ("watch", takes()),
        (Some(Does::Titles), _) => ("title", takes()),
        (Some(Does::Begins), _) => ("first_message", takes()),
        (Some(Does::Reloads), _) => ("reload_skills", sets()),
        (Some(Does::HidesPrompt), _) => ("hide_prompt", Saying { needs: Some("block"), ..sets() }),
        (Some(Does::ReplacesDisplay), _) => ("display", takes()),
        (Some(Does::InformsClassifier), _) => ("classifier_context", takes()),
        _ => return None,
    };
    Some(found)
}

/// Adds the reason to a stop, if somebody reads it.
fn stop(stop: Saying, fields: &[Field], wire: &Wire) -> Saying {
    let is_read = fields.iter().any(|it| is_at(it, &wire.stop_reason));
    if is_read {
        Saying { take: Some(vec![wire.stop_reason.clone()]), ..stop }
    } else {
        Saying { stream: Some("stderr"), ..stop }
    }
}

/// Returns the first field with an effect.
fn field_that<'a>(fields: &'a [Field], meanings: &Meanings, does: Does) -> Option<&'a Field> {
    fields.iter().find(|it| it.effects.iter().any(|it| meanings.does(&it.effect) == Some(does)))
}

/// Adds the denial that an interruption needs. Nobody reads its reason.
fn interrupt(interrupt: Saying, fields: &[Field], meanings: &Meanings) -> Saying {
    let denial = field_that(fields, meanings, Does::RefusesRequest);
    let denial = denial.map(|it| (keys_of(&it.at), it.value.clone().unwrap_or_default()));
    Saying { set: denial.into_iter().chain(interrupt.set).collect(), stream: Some("stderr"), ..Saying::default() }
}

fn keys_of(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(str::to_owned).collect()
}

/// Returns true if a field is the one of this name at the top level of a reply.
fn is_at(field: &Field, key: &str) -> bool {
    field.at.strip_prefix('/') == Some(key)
}
