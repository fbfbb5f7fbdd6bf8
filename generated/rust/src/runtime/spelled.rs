//! Writes what hooks say as the event takes it.

use serde_json::{Map, Value};

use super::data::words;
use super::plan::{Elsewhere, Path, Plan, Saying, Stream};
use super::policy::Writer;
use super::reply::{Act, Changes, Given};
use crate::event::HookEvent;
use crate::wire::{ARGUMENTS_KEY, TOOL_KEY};

/// A reply, written for a kind of handler.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Spelled {
    pub(super) reply: Map<String, Value>,
    /// What stdout gets instead of the reply.
    pub(super) stdout: Option<String>,
    pub(super) stderr: Vec<String>,
    /// What was left out.
    pub(super) notes: Vec<String>,
    pub(super) exit_code: u8,
    /// The reasons of blocks that can be expressed only by failing.
    pub(super) refusals: Vec<String>,
}

impl Spelled {
    /// Returns the reply as text, if there is one.
    pub(super) fn text(&self) -> Option<String> {
        (!self.reply.is_empty()).then(|| Value::Object(self.reply.clone()).to_string())
    }
}

/// What hooks answer, and the kind of handler that they are.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) event: HookEvent,
    pub(super) plan: &'static Plan,
    pub(super) payload: &'a Value,
    pub(super) writer: Writer,
}

/// Writes what each hook says.
///
/// # Errors
/// The event does not take what one says.
pub(super) fn spelled(hooks: &[Vec<Act>], question: &Question<'_>) -> Result<Spelled, String> {
    let Question { plan, event, .. } = *question;
    let Heard { hooks, lost } = heard(hooks, plan, event)?;
    let mut draft = Draft::default();
    let mut kept = None;
    for (acts, counts) in hooks {
        for act in acts {
            let Some(saying) = plan.saying(act.verb) else { continue };
            if counts || (plan.strength(act.verb).is_none() && saying.needs.is_none()) {
                draft.say(act, saying, question)?;
                kept = kept.or(saying.keep);
            }
        }
    }
    if let Some((path, tools)) = kept {
        draft.keep(path, tools, question.payload);
    }
    draft.spelled.notes = lost.iter().map(|it| it.note(event)).collect();
    Ok(named(draft.spelled, plan, event))
}

/// Adds the name of the event where a reply has to have it.
fn named(mut spelled: Spelled, plan: &Plan, event: HookEvent) -> Spelled {
    let named = plan.names.and_then(|(outer, inner)| Some((spelled.reply.get_mut(outer)?.as_object_mut()?, inner)));
    if let Some((part, key)) = named {
        part.insert(key.to_owned(), event.as_str().into());
    }
    spelled
}

// Which hooks are heard

/// What counts of what the hooks say.
struct Heard<'a> {
    /// What each hook says, and whether its decision counts.
    hooks: Vec<(Vec<&'a Act>, bool)>,
    /// What has no effect beside other verbs.
    lost: Vec<Lost>,
}

fn heard<'a>(hooks: &'a [Vec<Act>], plan: &Plan, event: HookEvent) -> Result<Heard<'a>, String> {
    let mut found: Vec<(Vec<&Act>, Option<usize>)> = Vec::new();
    for acts in hooks {
        expect(acts, plan, event)?;
        let strongest = strongest(acts, plan);
        let counts = |act: &&Act| plan.strength(act.verb).is_none_or(|it| Some(it) == strongest);
        found.push((acts.iter().filter(counts).collect(), strongest));
    }
    let decision = found.iter().filter_map(|(_, strength)| *strength).max();
    let last = found.iter().rposition(|(_, strength)| *strength == decision);
    let lost = lost(hooks, plan, decision);
    let is_lost = |act: &Act| lost.iter().any(|it| it.verb == act.verb);
    let is_kept = |act: &&Act| !is_lost(act) && !is_rewrite_of_blocked(act, decision, plan);
    let hooks = found.into_iter().enumerate().map(|(at, (acts, strength))| {
        let is_heard = !plan.has_last_reason || Some(at) == last;
        (acts.into_iter().filter(is_kept).collect(), decision.is_some() && strength == decision && is_heard)
    });
    Ok(Heard { hooks: hooks.collect(), lost })
}

/// Returns the strength of the decision of a hook.
fn strongest(acts: &[Act], plan: &Plan) -> Option<usize> {
    acts.iter().filter_map(|act| plan.strength(act.verb)).max()
}

/// A new input of what is blocked is not written. Nothing is lost.
fn is_rewrite_of_blocked(act: &Act, decision: Option<usize>, plan: &Plan) -> bool {
    act.verb == "rewrite" && decision.is_some() && decision == plan.strength("block")
}

/// A verb that has no effect beside another one.
struct Lost {
    verb: &'static str,
    beside: &'static str,
}

impl Lost {
    fn note(&self, event: HookEvent) -> String {
        let note = words::LOST.replace("{verb}", self.verb).replace("{event}", event.as_str());
        note.replace("{other}", self.beside)
    }
}

/// Returns the verbs that have no effect beside others.
fn lost(hooks: &[Vec<Act>], plan: &Plan, decision: Option<usize>) -> Vec<Lost> {
    let is_said = |verb: &str| hooks.iter().flatten().any(|act| act.verb == verb);
    let mut found: Vec<Lost> = Vec::new();
    let pairs = plan.loses.iter().copied().filter(|(kept, lost)| is_said(kept) && is_said(lost));
    let is_blocked = decision.is_some() && decision == plan.strength("block");
    let stop = (plan.stops_itself && is_blocked && is_said("stop")).then_some(("block", "stop"));
    for (beside, verb) in pairs.chain(stop) {
        match found.iter_mut().find(|it| it.verb == verb) {
            Some(known) => known.beside = beside,
            None => found.push(Lost { verb, beside }),
        }
    }
    found
}

/// Checks that the event takes all that a hook says.
fn expect(acts: &[Act], plan: &Plan, event: HookEvent) -> Result<(), String> {
    for Act { verb, .. } in acts {
        let Some(saying) = plan.saying(verb) else {
            let text = words::CANNOT.replace("{event}", event.as_str()).replace("{verb}", verb);
            return Err(text.replace("{verbs}", &listed(plan)));
        };
        if let Some(needed) = saying.needs.filter(|needed| !acts.iter().any(|act| act.verb == *needed)) {
            let text = words::NEEDS.replace("{verb}", verb).replace("{event}", event.as_str());
            return Err(text.replace("{needed}", needed));
        }
    }
    Ok(())
}

/// Returns the verbs of an event as a list in a sentence.
pub(super) fn listed(plan: &Plan) -> String {
    let names: Vec<String> = plan.verbs.iter().map(|(name, _)| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => words::NOTHING.to_owned(),
    }
}

// How it is written

/// A reply while it is written.
#[derive(Default)]
struct Draft {
    spelled: Spelled,
    joined: Joined,
}

/// The verbs of which the last text counts.
const LAST_COUNTS: [&str; 3] = ["title", "display", "worktree"];

/// The verb whose texts are joined by nothing.
const SEQUENCE: &str = "terminal";

/// The place of texts for standard output.
const STDOUT: Path = &["stdout"];

impl Draft {
    fn say(&mut self, act: &Act, saying: &'static Saying, question: &Question<'_>) -> Result<(), String> {
        let saying = match (question.writer, &saying.elsewhere) {
            (Writer::Command, _) | (_, Elsewhere::Same) => saying,
            (_, Elsewhere::As(other)) => other,
            (_, Elsewhere::Nowhere) => return self.refuse(act, question),
        };
        for (path, constant) in saying.set {
            put(&mut self.spelled.reply, path, constant.value());
        }
        self.spelled.exit_code = self.spelled.exit_code.max(saying.exit);
        self.print(act, saying);
        saying.take.map_or(Ok(()), |path| self.give(act, path, saying, question))
    }

    /// Writes the arguments of the call, if it is one of a tool that needs them, and no others are written.
    fn keep(&mut self, path: Path, tools: &[&str], payload: &Value) {
        let is_needed = payload.get(TOOL_KEY).and_then(Value::as_str).is_some_and(|it| tools.contains(&it));
        let arguments = payload.get(ARGUMENTS_KEY).filter(|it| is_needed && it.is_object());
        if let (Some(arguments), None) = (arguments, at(&self.spelled.reply, path)) {
            put(&mut self.spelled.reply, path, arguments.clone());
        }
    }

    /// Says something that only a command can say. A block is expressed by failing.
    fn refuse(&mut self, act: &Act, question: &Question<'_>) -> Result<(), String> {
        let (Given::Text(reason), "block") = (&act.given, act.verb) else {
            return Err(format!("only a command can `{}` on `{}`", act.verb, question.event));
        };
        self.spelled.refusals.push(reason.clone());
        Ok(())
    }

    /// Writes the argument to the reply.
    fn give(&mut self, act: &Act, path: Path, saying: &Saying, question: &Question<'_>) -> Result<(), String> {
        let value = match &act.given {
            Given::Nothing | Given::Wrong(_) => return Ok(()),
            Given::Text(text) => self.joined.text(act.verb, path, text).into(),
            Given::Json(value) => value.clone(),
            Given::Paths(paths) => union(&self.spelled.reply, path, paths),
            Given::Changes(changes) => changed(changes, saying.base.and_then(|base| question.payload.get(base)))?,
        };
        put(&mut self.spelled.reply, path, value);
        Ok(())
    }

    /// Writes the argument to a stream.
    fn print(&mut self, act: &Act, saying: &Saying) {
        if let Given::Text(text) = &act.given {
            match saying.stream {
                Some(Stream::Stdout) => self.spelled.stdout = Some(self.joined.text(act.verb, STDOUT, text)),
                Some(Stream::Stderr) => self.spelled.stderr.push(text.clone()),
                None => {}
            }
        }
    }
}

/// The texts that are joined, each with its place.
#[derive(Default)]
struct Joined(Vec<(Path, String)>);

impl Joined {
    /// Adds a text, and returns all texts of the place.
    fn text(&mut self, verb: &str, place: Path, text: &str) -> String {
        if LAST_COUNTS.contains(&verb) {
            return text.to_owned();
        }
        if let Some((_, known)) = self.0.iter_mut().find(|(other, _)| *other == place) {
            known.push_str(if verb == SEQUENCE { "" } else { "\n" });
            known.push_str(text);
            return known.clone();
        }
        self.0.push((place, text.to_owned()));
        text.to_owned()
    }
}

/// Returns the paths in a reply and more of them, each once.
fn union(reply: &Map<String, Value>, path: Path, more: &[Value]) -> Value {
    let mut all = at(reply, path).and_then(Value::as_array).cloned().unwrap_or_default();
    for path in more {
        if !all.contains(path) {
            all.push(path.clone());
        }
    }
    Value::Array(all)
}

/// Returns the arguments of a call with changes.
fn changed(changes: &Changes, base: Option<&Value>) -> Result<Value, String> {
    let mut arguments = base.and_then(Value::as_object).cloned().ok_or(words::REWRITE)?;
    arguments.extend(changes.set.clone());
    changes.removed.iter().for_each(|key| drop(arguments.remove(key)));
    Ok(Value::Object(arguments))
}

/// Returns what is at a path of a reply.
pub(super) fn at<'a>(reply: &'a Map<String, Value>, path: &[&str]) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(reply.get(*first)?, |value, key| value.get(*key))
}

/// Adds a text to what is at a path of a reply.
pub(super) fn join(reply: &mut Map<String, Value>, path: Path, text: &str) {
    let before = at(reply, path).and_then(Value::as_str);
    let joined = before.map_or_else(|| text.to_owned(), |before| format!("{before}\n{text}"));
    put(reply, path, joined.into());
}

/// Sets a value in a reply. Objects on the way to it are made.
fn put(reply: &mut Map<String, Value>, path: Path, value: Value) {
    let Some((last, outer)) = path.split_last() else { return };
    let mut object = reply;
    for key in outer {
        let inner = object.entry(*key).or_insert_with(|| Value::Object(Map::new()));
        // A path leads through objects only: the data says so.
        let Value::Object(inner) = inner else { return };
        object = inner;
    }
    object.insert((*last).to_owned(), value);
}
