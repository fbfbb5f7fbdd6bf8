//! Replies: reading the input and the reply of any event, and the fields of a reply that have no effect.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::cell::{Cell, is_model, newest};
use super::effects::{self, Effects, OfEvents};
use super::feature::{Feature, Part, Sources};
use super::meanings::{Does, Meanings};
use super::wire::Wire;
use super::words;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Kind, TypeDef};
use crate::validation::ValidationPlan;

/// The functions that read inputs and replies.
pub const FEATURE: Feature = Feature {
    name: "replies",
    needs: &["problems", "events"],
    types: &["HookInput", "HookOutput"],
    tables: &[],
    words: &[],
    namespace: Some("read"),
    read,
};

/// The keys that this feature reads at the root of the catalogue.
#[derive(Debug, Deserialize)]
struct Root {
    #[serde(default)]
    handlers: Vec<Handler>,
    /// The replies of commands that move to the background, if there are any.
    #[serde(default)]
    background: Option<Background>,
}

/// The reply of a command that moves to the background, and what it can answer there.
#[derive(Debug, Deserialize)]
struct Background {
    /// The key that is true in such a reply.
    key: String,
    /// The paths of the fields that have an effect in a later answer.
    answer: Vec<String>,
    /// The paths of fields that those need beside them.
    #[serde(default)]
    beside: Vec<String>,
}

impl Background {
    /// Checks that a reply has every field that is named here.
    fn check(&self, sources: &Sources<'_>) -> Result<(), Diagnostics> {
        let contract = sources.contract;
        let Some(output) = contract.operations.output.as_deref() else { return Ok(()) };
        let listed = |key: &str, paths: &[String]| -> Vec<(String, String)> {
            paths.iter().enumerate().map(|(at, path)| (format!("/background/{key}/{at}"), path.clone())).collect()
        };
        let mut paths = vec![("/background/key".to_owned(), self.key.clone())];
        paths.extend(listed("answer", &self.answer).into_iter().chain(listed("beside", &self.beside)));
        let mut found = Diagnostics::default();
        for (at, path) in paths {
            let steps: Vec<&str> = path.split('/').collect();
            if !contract.get(output).is_some_and(|def| has_field(contract, def, &steps)) {
                let diagnostic = Diagnostic::error(Code::Catalogue, format!("`{output}` has no field `{path}`"))
                    .at(sources.catalogue.place(&at))
                    .because("`read_reply` compares the fields of a reply with these names")
                    .instead("write the names of fields of a reply, with `/` between those of an object in it");
                found.push(diagnostic);
            }
        }
        found.or(()).map(drop)
    }
}

/// Returns true if a type, or a member of a union, has the field at the end of these steps.
fn has_field(contract: &Contract, def: &TypeDef, steps: &[&str]) -> bool {
    let Some((first, rest)) = steps.split_first() else { return true };
    let mut names = Vec::new();
    let below = match &def.kind {
        Kind::Struct(it) => {
            let Some(field) = it.fields.iter().find(|field| field.name == *first) else { return false };
            field.expr.refs(&mut |name| names.push(name));
            if rest.is_empty() {
                return true;
            }
            rest
        }
        Kind::Union(_) | Kind::Alias { .. } => {
            def.refs(&mut |name| names.push(name));
            steps
        }
        Kind::Enum(_) => return false,
    };
    names.into_iter().filter_map(|name| contract.get(name)).any(|def| has_field(contract, def, below))
}

#[derive(Debug, Deserialize)]
struct Handler {
    name: String,
}

/// The keys of an event that this feature reads.
#[derive(Debug, Deserialize)]
struct OfEvent {
    exit: Option<IndexMap<String, Exit>>,
    /// A reply is also text, with the effect of plain text.
    #[serde(default)]
    reads_json_as_text: bool,
    #[serde(default)]
    universal: Effects,
    /// What becomes of the context in the specific output.
    #[serde(default)]
    additional_context: Option<Vec<Cell>>,
}

#[derive(Debug, Deserialize)]
struct Exit {
    #[serde(default)]
    stdout: Vec<Cell>,
}

/// The kinds of handlers whose results have functions of their own in every package with outcomes.
const INTERPRETED: [&str; 3] = ["command", "http", "mcp_tool"];

/// The outcome of plain text on stdout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Stdout {
    /// The last line is the path that the event requires.
    Path,
    /// Somebody reads it, mostly the model.
    Used,
    /// It is at most logged.
    Unused,
}

/// The data for reading replies.
#[derive(Debug)]
struct Replies {
    /// The kinds of handlers that answer with a reply.
    handlers: Vec<String>,
    background: Option<Background>,
    stdout: IndexMap<String, Stdout>,
    effects: OfEvents,
    host: Option<String>,
}

fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let operations = &sources.contract.operations;
    if operations.input.is_none() || operations.output.is_none() {
        let diagnostic = Diagnostic::error(Code::Catalogue, "the catalogue does not name the types of any event")
            .at(sources.catalogue.place(""))
            .because("`read_input` and `read_reply` read by them where the event is not known")
            .instead(
                "write `\"input\": \"…\"`, the union over all inputs, and `\"output\": \"…\"`, the reply to any event",
            );
        return Err(diagnostic.into());
    }
    let (wire, meanings) = (&sources.catalogue.wire, &sources.catalogue.meanings);
    let Root { handlers, background } = sources.catalogue.root()?;
    background.as_ref().map_or(Ok(()), |it| it.check(sources))?;
    let events: IndexMap<String, OfEvent> = sources.catalogue.of_events()?;
    // The answer of a model is not a reply: the feature `prompts` reads it.
    let mut handlers: Vec<String> = handlers.into_iter().map(|it| it.name).filter(|name| !is_model(name)).collect();
    if sources.set.has_feature("outcomes") {
        let missing: Vec<_> = INTERPRETED.into_iter().filter(|name| handlers.iter().all(|it| it != name)).collect();
        handlers.extend(missing.into_iter().map(str::to_owned));
    }
    let stdout = events.iter().filter_map(|(name, event)| Some((name.clone(), stdout(event, meanings)?))).collect();
    let whole = events.iter().filter(|(_, event)| event.reads_json_as_text);
    let whole = whole.map(|(name, event)| (name.clone(), event.whole(meanings))).collect();
    let events = events.into_iter().map(|(name, event)| (name, event.effects(wire))).collect();
    let effects = OfEvents { events, meanings: meanings.clone(), whole };
    let host = sources.contract.set.host.as_ref().map(|host| host.name.clone());
    Ok(Box::new(Replies { handlers, background, stdout, effects, host }))
}

impl OfEvent {
    /// Returns the message about a field without an effect, where all of a reply is text.
    fn whole(&self, meanings: &Meanings) -> &'static str {
        let is_path = stdout(self, meanings) == Some(Stdout::Path);
        if is_path { words::IN_PATH } else { words::IN_TEXT }
    }

    /// Returns the effects of its fields, by their paths.
    fn effects(self, wire: &Wire) -> Effects {
        let context = self.additional_context.map(|cells| (wire.inside(&wire.context).join("/"), cells));
        self.universal.into_iter().chain(context).collect()
    }
}

fn stdout(event: &OfEvent, meanings: &Meanings) -> Option<Stdout> {
    let cells = newest(&event.exit.as_ref()?.get("0")?.stdout);
    Some(match meanings.does(&cells.first()?.effect) {
        Some(Does::NamesPath) => Stdout::Path,
        Some(Does::Logs | Does::Nothing | Does::Undocumented) => Stdout::Unused,
        _ => Stdout::Used,
    })
}

impl Part for Replies {
    fn data(&self) -> Value {
        let background = self.background.as_ref().map(|Background { key, answer, beside }| {
            let answer: Vec<&String> = answer.iter().chain(beside).collect();
            json!({"key": key, "answer": answer})
        });
        json!({"handlers": self.handlers, "background": background})
    }

    fn extend(&self, contract: &Contract, plan: &mut ValidationPlan) {
        for (name, operation) in &mut plan.operations {
            operation.added.extend(self.stdout.get(name).map(|stdout| ("stdout", json!(stdout))));
        }
        effects::extend(contract, &self.effects, plan);
        plan.words.extend(words::OF_REPLIES.iter().map(|(key, text)| (*key, (*text).to_owned())));
        let host = self.host.as_deref().unwrap_or("the host");
        plan.words.insert("not-json-reply", words::not_json_reply(host));
        plan.words.insert("text-around", words::text_around(host));
        plan.words.insert("text-as-reply", words::text_as_reply(host));
        // Without a reply for the background, the readers have the branch and never take it.
        let (key, answer) = self.background.as_ref().map_or(("", &[][..]), |it| (&it.key, &it.answer));
        plan.words.insert("background-over-lines", words::background_over_lines(key, host));
        plan.words.insert("background-answer", words::background_answer(key, answer, host));
        plan.words.insert("background-line", words::background_line(key, host));
        plan.words.insert("background-second", words::background_second(key, host));
    }
}
