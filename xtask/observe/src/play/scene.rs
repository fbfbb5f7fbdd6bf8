//! A scene: a session of the host that runs hooks.

use serde_json::{Map, Value};

/// A session of the host: how it starts, what the user does, and what the model answers.
///
/// Texts can have holes: `{{root}}` is the folder of the session, `{{work}}`, `{{home}}` and `{{tmp}}` are folders in it,
/// and `{{tools}}` is this program.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// The name, which is also the name of its folder.
    pub name: &'static str,
    /// More arguments of the host.
    pub args: Vec<&'static str>,
    /// More variables of its environment.
    pub env: Vec<(&'static str, &'static str)>,
    /// The user's settings, apart from the hooks.
    pub settings: Value,
    /// Files of the session's folder, each with its text.
    pub files: Vec<(&'static str, &'static str)>,
    /// The texts that the hooks of an event print.
    pub replies: Vec<(&'static str, &'static str)>,
    /// The answers of the model.
    pub talks: Vec<Talk>,
    /// The actions of the user, in order.
    pub steps: Vec<Step>,
    /// The user denies every call that needs permission, instead of allowing it.
    pub denies: bool,
    /// The session runs in a terminal.
    pub terminal: bool,
}

/// What the model answers to a prompt: a turn for each request. Every later request gets [`DONE`].
#[derive(Debug, Clone)]
pub struct Talk {
    /// The prompt of the user, or of the agent that started a subagent.
    pub prompt: &'static str,
    /// The answers, in order.
    pub turns: Vec<Turn>,
}

/// The text with which the model ends a turn.
pub const DONE: &str = "done";

/// An answer of the model.
#[derive(Debug, Clone)]
pub enum Turn {
    /// Text, which ends the turn.
    Text(&'static str),
    /// Calls of tools, each with its name and arguments.
    Calls(Vec<(&'static str, Value)>),
    /// An error of the API, with its HTTP status and the two parts of its body: type and message.
    Fails(u16, &'static str, &'static str),
}

/// An action of the user, or of another program.
#[derive(Debug, Clone)]
pub enum Step {
    /// Sends a prompt, and waits for the end of the turn.
    Says(&'static str),
    /// Sends a control request, and waits for its answer.
    Asks(Value),
    /// Writes a file of the session's folder.
    Writes(&'static str, &'static str),
    /// Waits until the hooks of an event have run.
    Awaits(&'static str),
    /// Waits until the model got a request with this text.
    AwaitsRequest(&'static str),
    /// Waits until the terminal does not change any more.
    Settles,
    /// Types a text in the terminal.
    Types(&'static str),
    /// Presses a key in the terminal, by its name in tmux.
    Presses(&'static str),
    /// Ends the session, and starts the host again with these arguments.
    Starts(Vec<&'static str>),
}

impl Scene {
    /// Returns every text of the scene that an input could repeat, holes included.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.args.clone();
        all.extend(self.files.iter().map(|(_, text)| *text));
        for talk in &self.talks {
            all.push(talk.prompt);
            for turn in &talk.turns {
                match turn {
                    Turn::Text(text) => all.push(text),
                    Turn::Calls(calls) => calls.iter().for_each(|(_, input)| strings(input, &mut all)),
                    Turn::Fails(..) => {}
                }
            }
        }
        for step in &self.steps {
            match step {
                Step::Says(text) | Step::Types(text) | Step::Writes(_, text) => all.push(text),
                Step::Asks(value) => strings(value, &mut all),
                Step::Awaits(_) | Step::AwaitsRequest(_) | Step::Settles | Step::Presses(_) | Step::Starts(_) => {}
            }
        }
        all
    }

    /// Returns the names of the tools that the model calls.
    pub fn calls(&self) -> impl Iterator<Item = &'static str> {
        let turns = self.talks.iter().flat_map(|talk| &talk.turns);
        let names = turns.map(|turn| match turn {
            Turn::Calls(calls) => calls.iter().map(|(name, _)| *name).collect(),
            Turn::Text(_) | Turn::Fails(..) => Vec::new(),
        });
        names.flatten()
    }
}

/// Adds every string of a value, keys included.
pub fn strings<'v>(value: &'v Value, all: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => all.push(text),
        Value::Array(items) => items.iter().for_each(|item| strings(item, all)),
        Value::Object(entries) => entries.iter().for_each(|(key, value)| {
            all.push(key);
            strings(value, all);
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns a value in which each string is replaced, keys included.
#[must_use]
pub fn map_strings(value: &Value, replace: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(replace(text)),
        Value::Array(items) => items.iter().map(|item| map_strings(item, replace)).collect(),
        Value::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| (replace(key), map_strings(value, replace)));
            Value::Object(entries.collect::<Map<_, _>>())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}
