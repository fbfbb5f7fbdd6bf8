//! Lists where the types say less than the schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::json;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Loss, Place, visible};
use crate::generate::{Read, line_of, read_loaded};
use crate::load::{load, root_of};
use crate::model::Expr;
use crate::schema::{JsonFile, shows_parts};
use crate::set::{Lint, LintLevel};

use super::node::ModelNode;
use super::stated::{self, Part, Unsaid};

/// The places of a set where the types say less than its schemas.
#[derive(Debug, Clone)]
pub struct Losses {
    /// Every place, in the order of the findings of the lint `untyped`.
    pub places: Vec<Lost>,
    /// The number of types in the set.
    pub types: usize,
}

/// A place where the type says less than the schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Lost {
    /// What is lost.
    pub loss: Loss,
    /// The type.
    pub of: String,
    /// The node of the model: `field`, and its name.
    pub node: (String, String),
    /// The location in the schemas.
    pub place: Place,
    /// The kind of reason.
    pub code: Code,
    /// The reason, as the lint `untyped` reports it.
    pub reason: String,
}

/// Lists the places where the types say less than the schemas, whether or not the set allows the lint `untyped`. A set that
/// denies the lint has none.
///
/// # Errors
/// The schemas have a mistake.
pub fn untyped(schemas: &Path, name: Option<&str>) -> Result<Losses, Diagnostics> {
    let (mut set, found) = load(schemas, name)?;
    if set.file.level(Lint::Untyped) == LintLevel::Allow {
        set.file.lints.insert(Lint::Untyped, LintLevel::Warn);
    }
    let read = read_loaded(set, found)?;
    let root = root_of(schemas);
    let mut places: Vec<Lost> = Vec::new();
    for one in read.findings.0.iter().filter_map(|one| lost(one, &read, root)) {
        // Several steps can report one place.
        if !places.contains(&one) {
            places.push(one);
        }
    }
    for one in stated::unsaid(&read).iter().map(|one| unsaid(one, &read, root)) {
        // What is any value as a whole has been listed.
        if !places.iter().any(|it| it.place == one.place) {
            places.push(one);
        }
    }
    Ok(Losses { places, types: read.contract.types.iter().count() })
}

fn unsaid(it: &Unsaid<'_>, read: &Read, root: &Path) -> Lost {
    let node = ModelNode::at(&read.contract, &it.file.path, &it.pointer);
    let mut place = it.file.place(&it.pointer);
    place.file = root.join(&place.file).display().to_string();
    let (is, reason) = match it.part {
        Part::Property => ("property", "no type has it, or none as it is here"),
        Part::Item => ("item", "it has a place of its own, and the type is a list of any number of items"),
    };
    let of = node.map(|node| node.def().name.clone()).unwrap_or_default();
    let node = (is.to_owned(), it.name.clone());
    Lost { loss: Loss::Part, of, node, place, code: Code::UntypedKeyword, reason: reason.to_owned() }
}

fn lost(finding: &Diagnostic, read: &Read, root: &Path) -> Option<Lost> {
    let (loss, place) = (finding.loss?, finding.place.as_ref()?);
    let mut place = line_of(place, &read.set).unwrap_or_else(|| place.clone());
    let pointer = place.pointer.clone().unwrap_or_default();
    let file = read.set.schemas.iter().find(|file| file.real_path() == place.file)?;
    let at = file.respelled(&pointer);
    let node = ModelNode::at(&read.contract, &file.path, &at);
    let is_of_keyword = matches!(finding.code, Code::MisplacedKeyword | Code::UntypedKeyword);
    // A finding about one keyword does not know that no keyword beside it has a type, or that one has.
    let is_lost = node.and_then(ModelNode::expr).is_some_and(is_any) && (!is_of_keyword || has_a_type(file, &at));
    let is_scalar = |expr: &Expr| matches!(expr.plain(), Expr::Boolean | Expr::Integer | Expr::Number | Expr::String);
    let loss = match node.and_then(ModelNode::expr) {
        _ if is_lost => Loss::Type,
        Some(expr) if is_scalar(expr) => Loss::Check,
        _ => loss,
    };
    let (of, node) = match node.map(ModelNode::model) {
        Some(model) => (model.of, (model.is, model.name)),
        // A schema that is in no type, such as one that nothing refers to.
        None => (String::new(), ("schema".to_owned(), pointer)),
    };
    place.file = root.join(&place.file).display().to_string();
    Some(Lost { loss, of, node, place, code: finding.code, reason: finding.message.clone() })
}

/// Returns true for a keyword that can be seen in a type, and false for one that is only ever a check. `not` of any value, which
/// no value fits, could be seen.
fn has_a_type(file: &JsonFile, pointer: &str) -> bool {
    let (Some(key), Some(value)) = (pointer.rsplit('/').next(), file.value.pointer(pointer)) else { return true };
    let is_never = key == "not" && [json!({}), json!(true)].contains(value);
    is_never
        || matches!(key, "type" | "const" | "enum" | "$ref" | "allOf" | "anyOf" | "oneOf")
        || shows_parts(key, value)
}

/// Returns true for any value that only an assertion restricts.
fn is_any(expr: &Expr) -> bool {
    match expr {
        Expr::Asserted { inner, .. } => **inner == Expr::Any || is_any(inner),
        Expr::Nullable { inner } | Expr::Bounded { inner, .. } => is_any(inner),
        _ => false,
    }
}

impl Losses {
    /// Returns the names of the types that are any value, or have such a part.
    pub fn types_lost(&self) -> BTreeSet<&str> {
        let lost = self.places.iter().filter(|it| it.loss == Loss::Type && !it.of.is_empty());
        lost.map(|it| it.of.as_str()).collect()
    }

    /// Returns the number of places that are any value.
    pub fn any_values(&self) -> usize {
        self.places.iter().filter(|it| it.loss == Loss::Type).count()
    }

    /// Returns the number of parts of schemas that no type has.
    pub fn parts(&self) -> usize {
        self.places.iter().filter(|it| it.loss == Loss::Part).count()
    }

    /// Renders the list for people: a line for each place, then the counts by reason.
    pub fn text(&self) -> String {
        if self.places.is_empty() {
            return format!("none: the types show all that the schemas say, but for bounds ({} types)\n", self.types);
        }
        let lines = self.places.iter().map(Lost::line).collect::<String>();
        let (any, lost) = (self.any_values(), self.types_lost().len());
        let parts = self.parts();
        let checked = self.places.len() - any - parts;
        let summary = format!(
            "\n{any} × any value, in {lost} of {} types; {parts} × a part that no type has; {checked} × only a validator checks it\n",
            self.types
        );
        lines + &summary + &self.by_reason()
    }

    /// Returns a line for each reason, the most frequent ones first.
    fn by_reason(&self) -> String {
        let mut counts: BTreeMap<(Loss, Code), usize> = BTreeMap::new();
        self.places.iter().for_each(|it| *counts.entry((it.loss, it.code)).or_default() += 1);
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|((loss, _), count)| (*loss, std::cmp::Reverse(*count)));
        let line = |((loss, code), count): ((Loss, Code), usize)| {
            format!("{count:>6} × {} {code}: {}\n", name(loss), code.page().summary())
        };
        counts.into_iter().map(line).collect()
    }
}

impl Lost {
    fn line(&self) -> String {
        let Place { file, line, column, .. } = &self.place;
        let (is, own) = &self.node;
        let of = if self.of == *own || self.of.is_empty() { String::new() } else { format!(" of `{}`", self.of) };
        let what = format!("{} {is} `{own}`{of}", name(self.loss));
        let line = format!(
            "{file}:{line}:{column}: {what} at {}: {} [{}]",
            self.place.shown_pointer().unwrap_or_default(),
            self.reason,
            self.code
        );
        visible(&line) + "\n"
    }
}

/// Returns the word for a loss in a line.
fn name(loss: Loss) -> &'static str {
    match loss {
        Loss::Type => "any",
        Loss::Part => "part",
        Loss::Check => "checked",
    }
}
