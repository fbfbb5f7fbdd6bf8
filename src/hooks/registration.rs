//! Registration: what the texts of settings say, as far as the document alone shows it: matchers and conditions that
//! cannot match, variables that do not exist, and commands that depend on a folder.
//!
//! `docs/registration.md` describes the data and how it is read. Which texts are mistakes is in `registration` of the
//! catalogue; matchers and conditions are read by the facts about events and tools.

use indexmap::{IndexMap, IndexSet};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::feature::{Feature, Part, Sources};
use super::settings::{handlers_of, is_by_event};
use super::words;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::{Contract, Expr, Kind, Severity, Version, problem};
use crate::nearest::instead_of;
use crate::regex;
use crate::schema::step;

/// The problems of texts in settings.
pub const FEATURE: Feature = Feature {
    name: "registration",
    needs: &["settings", "matchers", "tools", "replies"],
    types: &[],
    tables: &[],
    words: &["matcher"],
    namespace: None,
    read,
};

/// The maximum number of characters of a text that is read: patterns take time in proportion to it.
const LONGEST: usize = 8192;

/// The maximum size of a document that is read.
const MOST: usize = 262_144;

/// The type of a settings file.
const SETTINGS: &str = "HooksSettings";

/// The keys that this feature reads at the root of the catalogue.
#[derive(Deserialize)]
struct Root {
    registration: Written,
    #[serde(default)]
    environment: Vec<Variable>,
}

/// A variable of a command.
#[derive(Deserialize)]
struct Variable {
    name: String,
    status: String,
}

/// What the catalogue says about texts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    texts: Vec<Rule<Text>>,
    variables: Vec<Rule<Variables>>,
    covers: IndexMap<String, Vec<String>>,
    /// The path of an object in the document that sets variables.
    sets: Vec<String>,
    /// The signs of names in tables, besides ASCII letters and digits.
    signs: String,
}

/// A rule about texts: where it applies, what it finds, and the problem.
#[derive(Debug, Serialize, Deserialize)]
struct Rule<Finds> {
    /// A name for readers of the catalogue.
    #[serde(skip_serializing)]
    #[allow(dead_code, reason = "readers of the catalogue need it")]
    name: String,
    /// The paths of the texts. `*` is each item of a list, `**` each value of an object.
    at: Vec<Vec<String>>,
    /// The rule is about the whole document, not about a handler.
    #[serde(default, skip_serializing_if = "is_false")]
    document: bool,
    /// Keys that are beside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    present: Vec<String>,
    /// Keys that are not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    absent: Vec<String>,
    /// Keys with this value.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    equals: Map<String, Value>,
    /// Keys with another value, or none.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    differs: Map<String, Value>,
    /// The rule does not apply if one of these texts is there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    but: Vec<But>,
    /// The events; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    events: Vec<String>,
    /// The types of the documents; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    types: Vec<String>,
    /// The first host version for which it is a problem.
    #[serde(default, skip_serializing)]
    since: Option<Version>,
    #[serde(rename = "since", skip_deserializing, skip_serializing_if = "Option::is_none")]
    since_parts: Option<Vec<u64>>,
    code: String,
    severity: Severity,
    #[serde(default, skip_serializing_if = "is_false")]
    unconfirmed: bool,
    message: String,
    #[serde(flatten)]
    finds: Finds,
}

/// A text by its pattern.
#[derive(Debug, Serialize, Deserialize)]
struct Text {
    /// One of these is in it: quicker to find than the pattern.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    contains: Vec<String>,
    /// The pattern that is found in it. Without one, any value is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
    /// A pattern that is not found in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unless: Option<String>,
}

/// Names of variables in a text that are not known there.
#[derive(Debug, Serialize, Deserialize)]
struct Variables {
    /// As `$NAME`.
    #[serde(default, skip_serializing_if = "is_false")]
    bare: bool,
    /// As `${NAME}`.
    #[serde(default, skip_serializing_if = "is_false")]
    braced: bool,
    /// Only names that begin with this.
    #[serde(skip_serializing_if = "Option::is_none")]
    prefix: Option<String>,
    /// Not names that begin with one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    except: Vec<String>,
    /// Only these names, if there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    /// The names that are known. One that ends in `*` means all that begin like it.
    #[serde(default)]
    known: Vec<String>,
    /// The variables that the host sets are known, and those that the document sets.
    #[serde(default, skip_serializing)]
    environment: bool,
    /// What the document or the text itself sets is known.
    #[serde(default, skip_serializing_if = "is_false")]
    own: bool,
    /// The path of a list of names that are known as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    listed: Vec<String>,
}

/// A text beside the one of a rule.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct But {
    at: Vec<String>,
    pattern: String,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(it: &bool) -> bool {
    !it
}

/// The keys of an event that this feature reads.
#[derive(Deserialize)]
struct OfEvent {
    matcher: Option<Matcher>,
    condition: Option<Value>,
}

#[derive(Deserialize)]
struct Matcher {
    table: Option<String>,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    values: Vec<MatchedValue>,
    #[serde(default)]
    patterns: Vec<String>,
}

#[derive(Deserialize)]
struct MatchedValue {
    value: String,
}

/// The values that the matcher of an event can match.
#[derive(Debug, Serialize)]
struct Values {
    /// All of them, if no other one exists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    closed: Vec<String>,
    /// The table with names. There can be others.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// The forms of names that begin alike: from the beginning to the form.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    forms: IndexMap<String, String>,
    /// The closed values as a part of a sentence.
    #[serde(skip_serializing_if = "String::is_empty")]
    listed: String,
    /// Handlers can have a condition.
    #[serde(skip_serializing_if = "is_false")]
    condition: bool,
}

/// The data of the packages.
#[derive(Debug, Serialize)]
struct Registration {
    /// The types of documents, each with the paths of the objects with events as keys. `*` is each item.
    documents: IndexMap<String, Vec<Vec<String>>>,
    /// The type of a group of handlers, and the key of its handlers.
    group: String,
    handlers_key: String,
    /// The types of a handler.
    handlers: Vec<String>,
    /// The key of the object with events as keys in a settings file.
    root: String,
    /// The keys of each type of handler, in their order.
    keys: Vec<Vec<String>>,
    events: IndexMap<String, Values>,
    /// The names in each table.
    names: IndexMap<String, Vec<String>>,
    /// The tools whose calls a rule for a tool is also about.
    covers: IndexMap<String, Vec<String>>,
    /// The path of an object in the document that sets variables.
    sets: Vec<String>,
    /// The maximum number of characters of a text that is read.
    longest: usize,
    /// The maximum size of a document that is read: the characters of its strings, and 64 for each object.
    most: usize,
    /// The signs of names in tables, besides ASCII letters and digits.
    signs: String,
    texts: Vec<Rule<Text>>,
    variables: Vec<Rule<Variables>>,
    words: IndexMap<&'static str, String>,
}

impl Part for Registration {
    fn data(&self) -> Value {
        json!(self)
    }
}

fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let Root { registration: mut written, environment } = sources.catalogue.root()?;
    let of_events: IndexMap<String, OfEvent> = sources.catalogue.of_events()?;
    let mut found = Diagnostics::default();
    for (index, rule) in written.texts.iter_mut().enumerate() {
        let mut patterns: Vec<&String> = rule.finds.pattern.iter().chain(&rule.finds.unless).collect();
        patterns.extend(rule.but.iter().map(|it| &it.pattern));
        found.extend(check(sources, "texts", index, rule, &patterns));
        rule.since_parts = rule.since.as_ref().map(Version::parts);
    }
    let set: Vec<String> = environment
        .iter()
        .filter(|it| it.status == "set")
        .map(|it| it.name.split_once('<').map_or_else(|| it.name.clone(), |(before, _)| format!("{before}*")))
        .collect();
    for (index, rule) in written.variables.iter_mut().enumerate() {
        let patterns: Vec<&String> = rule.but.iter().map(|it| &it.pattern).collect();
        found.extend(check(sources, "variables", index, rule, &patterns));
        rule.since_parts = rule.since.as_ref().map(Version::parts);
        if rule.finds.environment {
            rule.finds.known.extend(set.iter().cloned());
            rule.finds.own = true;
        }
    }
    let contract = sources.contract;
    let Some((group, handlers_key, handlers)) = handlers_of(contract, &sources.catalogue.wire.matcher) else {
        return Err(Diagnostic::error(Code::Feature, "no type is a group of handlers for an event")
            .at(sources.set.named_at.clone())
            .instead("define it, or take the feature `registration` out")
            .into());
    };
    let tables = of_events.values().filter_map(|it| it.matcher.as_ref()?.table.clone());
    let names = tables.collect::<IndexSet<_>>().into_iter().map(|table| {
        let rows = contract.tables.get(&table).map(Vec::as_slice).unwrap_or_default();
        let names = rows
            .iter()
            .filter(|row| row.prefix.is_none())
            .flat_map(|row| std::iter::once(row.name.clone()).chain(row.aliases.iter().cloned()));
        (table, names.collect())
    });
    let documents = documents(contract);
    let root = documents.get(SETTINGS).and_then(|paths| paths.first()?.first().cloned()).unwrap_or_default();
    let keys = handlers.iter().filter_map(|name| match &contract.get(name)?.kind {
        Kind::Struct(it) => Some(it.fields.iter().map(|field| field.name.clone()).collect()),
        _ => None,
    });
    let part = Registration {
        keys: keys.collect(),
        root,
        documents,
        group,
        handlers_key,
        handlers,
        names: names.collect(),
        events: of_events.into_iter().map(|(name, event)| (name, values(event))).collect(),
        covers: written.covers,
        sets: written.sets,
        longest: LONGEST,
        most: MOST,
        signs: written.signs,
        texts: written.texts,
        variables: written.variables,
        words: words::of_registration(&sources.catalogue.wire),
    };
    found.or(Box::new(part) as Box<dyn Part>).map(|(part, _)| part)
}

/// Reports what of a rule names nothing, and patterns that not every language decides.
fn check<Finds>(
    sources: &Sources<'_>,
    list: &str,
    index: usize,
    rule: &Rule<Finds>,
    patterns: &[&String],
) -> Diagnostics {
    let at = step(&step("/registration", list), &index.to_string());
    let mut found = Diagnostics::default();
    let mut report = |key: &str, message: String, advice: String| {
        let place = sources.catalogue.place(&step(&at, key));
        found.push(Diagnostic::error(Code::Catalogue, message).at(place).instead(advice));
    };
    let codes: Vec<&str> = problem::Code::ALL.iter().map(|code| code.name()).collect();
    if !codes.contains(&&*rule.code) {
        let advice = instead_of(&rule.code, codes.iter().copied(), &format!("one of: {}", codes.join(", ")));
        report("code", format!("there is no code `{}`", rule.code), advice);
    }
    if rule.severity.refuses() {
        let message = "the host does not refuse settings because of a text".to_owned();
        report("severity", message, "write `inert`, `suspicious` or `deprecated`".to_owned());
    }
    let types: Vec<&str> = sources.contract.types.iter().map(|def| def.name.as_str()).collect();
    for name in rule.types.iter().filter(|name| !types.contains(&name.as_str())) {
        report("types", format!("there is no type `{name}`"), instead_of(name, types.iter().copied(), "remove it"));
    }
    let events: Vec<&str> = sources.catalogue.events.iter().map(|event| event.name.as_str()).collect();
    for name in rule.events.iter().filter(|name| !events.contains(&name.as_str())) {
        report("events", format!("there is no event `{name}`"), instead_of(name, events.iter().copied(), "remove it"));
    }
    for pattern in patterns {
        if let Err(reason) = regex::check(pattern) {
            report(
                "name",
                format!("the packages cannot read the pattern `{pattern}`: {reason}"),
                "rewrite it".to_owned(),
            );
        }
    }
    found
}

/// Returns what the matcher of an event can match.
fn values(event: OfEvent) -> Values {
    let condition = event.condition == Some(Value::Bool(true));
    let Some(it) = event.matcher else {
        return Values { closed: Vec::new(), table: None, forms: IndexMap::new(), listed: String::new(), condition };
    };
    let closed: Vec<String> =
        if it.open { Vec::new() } else { it.values.into_iter().map(|value| value.value).collect() };
    let forms = it.patterns.into_iter().filter_map(|form| {
        let (before, _) = form.split_once('<')?;
        (!before.is_empty() && it.table.is_some()).then(|| (before.to_owned(), form.clone()))
    });
    let quoted: Vec<String> = closed.iter().map(|value| format!("`{value}`")).collect();
    let listed = if closed.is_empty() { String::new() } else { crate::validation::words::either(&quoted) };
    Values { forms: forms.collect(), closed, table: it.table, listed, condition }
}

/// Returns the types of documents with hooks, each with the paths to the objects with events as keys.
fn documents(contract: &Contract) -> IndexMap<String, Vec<Vec<String>>> {
    let structs = contract.types.iter().filter(|def| def.output && !def.input).filter_map(|def| match &def.kind {
        Kind::Struct(it) => Some((def, it)),
        _ => None,
    });
    let mut found = IndexMap::new();
    for (def, it) in structs {
        if is_by_event(contract, it) {
            found.insert(def.name.clone(), vec![Vec::new()]);
            continue;
        }
        let mut paths = Vec::new();
        for field in &it.fields {
            maps(contract, &field.expr, std::slice::from_ref(&field.name), &mut paths);
        }
        if !paths.is_empty() {
            found.insert(def.name.clone(), paths);
        }
    }
    found
}

/// Adds the paths of objects with events as keys within a value: itself, a member of its union, or an item of its list.
fn maps(contract: &Contract, expr: &Expr, path: &[String], found: &mut Vec<Vec<String>>) {
    match expr {
        Expr::List { item, .. } => {
            let below: Vec<String> = path.iter().cloned().chain(["*".to_owned()]).collect();
            maps(contract, item, &below, found);
        }
        Expr::Ref { name, .. } => match contract.get(name).map(|def| &def.kind) {
            Some(Kind::Struct(it)) if is_by_event(contract, it) && !found.iter().any(|known| known == path) => {
                found.push(path.to_vec());
            }
            Some(Kind::Union(it)) => it.variants.iter().for_each(|variant| maps(contract, &variant.expr, path, found)),
            _ => {}
        },
        _ => {}
    }
}
