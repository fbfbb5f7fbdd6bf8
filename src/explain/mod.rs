//! Explains one node of a schema: its keywords, its place in the model, its names and lines in each target, and the
//! reasons. `docs/explanation.schema.json` describes the document for programs. [`untyped`] lists the places where types
//! say less than the schemas.

mod address;
mod node;
mod spelled;
mod stated;
mod text;
mod untyped;
mod why;

use serde::Serialize;
use serde_json::Value;

use crate::diagnostic::{Diagnostic, Diagnostics, Place};
use crate::generate::{Options, Read, choose, line_of, read_as};
use crate::load::{SchemaSet, load, root_of};
use crate::model::Contract;
use crate::render::Templates;
use crate::schema::{At, KEYWORDS, walk};

pub use untyped::{Losses, Lost, untyped};

use address::Address;
use node::ModelNode;

/// The version of the JSON document. It changes when a key changes its meaning or is removed.
const VERSION: u32 = 1;

/// The explanation of a node.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// The version of this document.
    pub version: u32,
    /// The location of the node.
    pub place: Place,
    /// The keywords of the node.
    pub keywords: Vec<Keyword>,
    /// The node of the model; `None` if the schemas have a mistake, or the schema does not become a node.
    pub model: Option<Model>,
    /// The reasons, a sentence each.
    pub why: Vec<String>,
    /// The node in each target.
    pub targets: Vec<Spelled>,
    /// The findings of the node, or the mistakes of the schemas.
    pub findings: Diagnostics,
}

/// A keyword of the node.
#[derive(Debug, Clone, Serialize)]
pub struct Keyword {
    /// The keyword.
    pub name: String,
    /// The generator's treatment of it: `modelled`, `validated only`, `annotation`, `refused`, `unknown`.
    pub class: String,
    /// What rejects a value because of this keyword: `type`, `rule`, or `assertion`, which only validators check.
    /// `None` if nothing does, if the type of the node also has an assertion, or if there is no model.
    pub enforced_by: Option<String>,
}

/// A node of the model.
#[derive(Debug, Clone, Serialize)]
pub struct Model {
    /// The kind: `struct`, `enum`, `union`, `alias`, `field`, `variant`, `value`, `rule`, `expression`.
    pub is: String,
    /// Its name in the model.
    pub name: String,
    /// The type that it is or belongs to.
    pub of: String,
    /// The whole node, as templates see it.
    pub node: Value,
}

/// A node in a target.
#[derive(Debug, Clone, Serialize)]
pub struct Spelled {
    /// The target.
    pub target: String,
    /// Its name there, if it has one.
    pub name: Option<String>,
    /// The type in the target's syntax.
    #[serde(rename = "type")]
    pub expr: Option<String>,
    /// The line of the output that declares it.
    pub line: Option<Line>,
    /// The files that contain its type, beginning with those made from the type.
    pub files: Vec<String>,
}

/// A line of the output.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    /// The file, from the target's folder.
    pub file: String,
    /// The line number, from 1.
    pub line: usize,
    /// The line, without surrounding space.
    pub text: String,
}

/// Explains the node at an address: a schema file with a JSON pointer after `#`, or a type with the names of its parts
/// after `/`.
///
/// # Errors
/// The set or the templates cannot be read, or there is no such node; the error names similar ones.
pub fn explain(options: &Options, address: &str) -> Result<Explanation, Diagnostics> {
    explain_with(options, address, || Templates::open(&options.templates))
}

/// Explains with these templates instead of those of the folder.
///
/// # Errors
/// As for [`explain`].
#[doc(hidden)]
pub fn explain_with(
    options: &Options,
    address: &str,
    open: impl FnOnce() -> Result<Templates, Diagnostics>,
) -> Result<Explanation, Diagnostics> {
    let address = Address::parse(address, root_of(&options.schemas));
    match read_as(&options.schemas, options.name.as_deref()) {
        Ok(read) => of_model(options, &read, &address, open),
        // Without a model the schema and its mistakes are still shown.
        Err(findings) => {
            let (set, _) = load(&options.schemas, options.name.as_deref())?;
            let (file, pointer) = address.in_files(&set)?;
            let place = place(&set, &file, &pointer);
            let findings = concerning(findings, &place);
            let why = vec![format!("The schemas have a mistake ({}), so there is no model.", reported(&findings))];
            let keywords = keywords(&set, &file, &pointer, None);
            Ok(Explanation { version: VERSION, place, keywords, model: None, why, targets: Vec::new(), findings })
        }
    }
}

fn of_model(
    options: &Options,
    read: &Read,
    address: &Address,
    open: impl FnOnce() -> Result<Templates, Diagnostics>,
) -> Result<Explanation, Diagnostics> {
    let contract = &read.contract;
    let (node, file, pointer) = match address.by_name(contract) {
        Some(node) => {
            let node = node?;
            let origin = node.origin();
            (Some(node), origin.file, origin.pointer)
        }
        None => {
            let (file, pointer) = address.in_files(&read.set)?;
            (ModelNode::at(contract, &file, &pointer), file, pointer)
        }
    };
    let keywords = keywords(&read.set, &file, &pointer, node);
    let (targets, refused) = node.map(|node| targets(&options.only, read, node, open)).transpose()?.unwrap_or_default();
    let place = place(&read.set, &file, &pointer);
    let mut findings = concerning(read.findings.clone(), &place);
    // A target that is missing always has a reason, at this node or elsewhere.
    refused.into_iter().for_each(|found| findings.extend(concerning(found, &place)));
    Ok(Explanation {
        version: VERSION,
        place,
        why: node.map_or_else(why::no_node, |node| why::why(node, contract, &read.set, &pointer, &keywords)),
        keywords,
        model: node.map(ModelNode::model),
        targets,
        findings,
    })
}

/// Returns the node in each target, and the findings of each target that refuses the set.
fn targets(
    only: &[String],
    read: &Read,
    node: ModelNode<'_>,
    open: impl FnOnce() -> Result<Templates, Diagnostics>,
) -> Result<(Vec<Spelled>, Vec<Diagnostics>), Diagnostics> {
    let templates = open()?.replaced(&read.set.templates)?;
    let subject = read.subject();
    let (mut targets, mut refused) = (Vec::new(), Vec::new());
    for target in choose(&templates, only)? {
        match templates.rendered(&subject, &target) {
            Ok(rendered) => targets.push(spelled::spelled(node, &target, &rendered)),
            Err(found) => refused.push(at_lines(found, &read.set)),
        }
    }
    Ok((targets, refused))
}

/// A target knows only the pointer, and the set knows the line.
fn at_lines(mut findings: Diagnostics, set: &SchemaSet) -> Diagnostics {
    for place in findings.0.iter_mut().flat_map(|it| it.place.iter_mut().chain(&mut it.other)) {
        if let Some(exact) = line_of(place, set) {
            *place = exact;
        }
    }
    findings
}

fn place(set: &SchemaSet, file: &str, pointer: &str) -> Place {
    set.schema(file).map_or_else(|| Place::of_file(file).with_pointer(pointer), |it| it.place(pointer))
}

fn keywords(set: &SchemaSet, file: &str, pointer: &str, node: Option<ModelNode<'_>>) -> Vec<Keyword> {
    let schema = set.schema(file).filter(|file| is_schema(&file.value, pointer));
    let written = schema.and_then(|file| file.value.pointer(pointer)).and_then(Value::as_object);
    let keys = written.into_iter().flat_map(serde_json::Map::keys);
    keys.map(|name| {
        let known = KEYWORDS.iter().find(|it| it.name == name);
        let class = known.map_or("unknown", |it| it.class.name()).to_owned();
        let enforced_by = |node: ModelNode<'_>| node.enforced_by(pointer, name).map(str::to_owned);
        let enforced_by = known.filter(|it| it.is_asserted()).and(node).and_then(enforced_by);
        Keyword { name: name.clone(), class, enforced_by }
    })
    .collect()
}

/// Returns true if there is a schema at this pointer, and not data or a map of schemas.
fn is_schema(file: &Value, pointer: &str) -> bool {
    let mut found = false;
    walk(file, At::Root(""), &mut |_, at| found |= at.pointer() == pointer);
    found
}

/// Returns the findings of the node at a place, its parts and its parents; if there are none, all findings.
fn concerning(findings: Diagnostics, here: &Place) -> Diagnostics {
    let pointer = here.pointer.as_deref().unwrap_or_default();
    let below = |one: &str, other: &str| one == other || one.strip_prefix(other).is_some_and(|it| it.starts_with('/'));
    let concerns = |place: &Place| {
        let at = place.pointer.as_deref().unwrap_or_default();
        place.file == here.file && (below(at, pointer) || (below(pointer, at) && !at.is_empty()))
    };
    let own = findings.0.iter().filter(|one| one.place.iter().chain(&one.other).any(concerns));
    let own: Vec<Diagnostic> = own.cloned().collect();
    if own.is_empty() && findings.has_errors() { findings } else { Diagnostics(own) }
}

fn reported(findings: &Diagnostics) -> String {
    match &findings.0[..] {
        [one] => format!("`{}`", one.code),
        more => format!("{} findings", more.len()),
    }
}

impl Explanation {
    /// Renders the explanation for people, with or without terminal colours.
    pub fn text(&self, colour: bool) -> String {
        text::text(self, colour)
    }

    /// Renders the explanation for programs: one document.
    pub fn json(&self) -> String {
        format!("{:#}\n", serde_json::json!(self))
    }

    /// Returns true if the contract has this node, so that the node has no mistake.
    pub fn is_sound(&self) -> bool {
        !self.findings.has_errors()
    }
}

/// Returns the types of similar names.
fn types_like(contract: &Contract, name: &str) -> Vec<String> {
    let all = contract.types.iter().map(|def| def.name.as_str());
    crate::nearest::nearest(name, all, 3).into_iter().map(str::to_owned).collect()
}
