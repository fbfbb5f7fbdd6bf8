//! The filters for templates, in addition to those of the engine. [`render`](super) documents them.

use std::borrow::Cow;
use std::sync::Arc;

use minijinja::value::{Kwargs, Rest, ValueKind};
use minijinja::{Environment, Error, State, Value};

use super::comment;
use super::failed;
use super::folder::Target;
use super::import_order::import_order;
use super::literal;
use super::names::{Names, Role};
use super::node::{Expression, Node};
use super::notes;
use super::refs;
use super::spell_filter;
use super::spelling::Speller;
use super::subject::Subject;
use super::target::{CommentStyle, LiteralStyle, comment_width};
use crate::markdown::{self, DocSyntax};
use crate::memo::Memo;
use crate::model::{Cap, Expr, Facts, Kind};

/// The data of the filters of one target.
#[derive(Debug)]
pub struct Kit {
    names: Names,
    speller: Option<Speller>,
    literals: Option<LiteralStyle>,
    comments: Option<CommentStyle>,
    program: notes::Program,
}

impl Kit {
    /// Creates the kit of a target for a subject.
    pub fn new(target: &Target, subject: &Subject<'_>, names: &Names) -> Self {
        Self {
            names: names.clone(),
            speller: Speller::new(&target.style, names.clone(), subject),
            literals: target.style.literals.clone(),
            comments: target.style.comments.clone(),
            program: notes::Program::of(subject.contract.set.host.as_ref()),
        }
    }

    /// Returns the texts to write: a description, several, or that of a node with its notes.
    fn texts(&self, value: &Value) -> Result<Vec<String>, Error> {
        match value.kind() {
            ValueKind::None => Ok(Vec::new()),
            ValueKind::String => Ok(value.as_str().map(str::to_owned).into_iter().collect()),
            ValueKind::Seq | ValueKind::Iterable => {
                let each: Result<Vec<_>, _> = value.try_iter()?.map(|text| self.texts(&text)).collect();
                Ok(each?.concat())
            }
            _ => Ok(self.reported(value, notes::texts)?),
        }
    }

    fn notes(&self, node: &Value) -> Result<Vec<String>, Error> {
        self.reported(node, notes::notes)
    }

    /// Applies `notes_of` to the facts of a node.
    fn reported(
        &self,
        node: &Value,
        notes_of: fn(&Facts, Option<&Cap>, &notes::Program) -> Vec<String>,
    ) -> Result<Vec<String>, Error> {
        let known = node.downcast_object_ref::<Node>().and_then(Node::reported);
        let wrong =
            || failed(format!("this {} is not a description: pass a text, a list of texts or a node", node.kind()));
        let (facts, cap) = known.ok_or_else(wrong)?;
        Ok(notes_of(&facts, cap, &self.program))
    }

    fn comments(&self) -> Result<&CommentStyle, Error> {
        self.comments.as_ref().ok_or_else(|| failed("target.toml has no [comments]".to_owned()))
    }
}

/// Returns the rules of a struct in one text; nothing for any other node.
fn rules(node: &Value) -> Option<String> {
    let def = node.downcast_object_ref::<Node>()?.as_type()?;
    let Kind::Struct(it) = &def.kind else { return None };
    // The rules of a base are documented there, not in the types that extend it.
    let own = it.rules.iter().filter(|rule| rule.origin.file == def.origin.file);
    notes::rules(own.map(|rule| rule.message.as_str()))
}

/// Adds the filters to the engine.
pub fn register(env: &mut Environment<'_>, kit: Kit) {
    let kit = Arc::new(kit);
    names(env, &kit);
    values(env, &kit);
    comments(env, &kit);
    markdowns(env, &kit);
}

fn names(env: &mut Environment<'_>, kit: &Arc<Kit>) {
    let filters = [
        ("type_name", Role::Type),
        ("field_name", Role::Field),
        ("variant_name", Role::Variant),
        ("module_name", Role::Module),
        ("file_name", Role::File),
        ("constant_name", Role::Constant),
    ];
    for (filter, role) in filters {
        let kit = Arc::clone(kit);
        let spelled = Arc::new(move |name: &str| {
            kit.names.spell(role, name).map_err(|reason| failed(format!("{name:?} is not a {filter}: {reason}")))
        });
        let spell = Arc::clone(&spelled);
        env.add_filter(filter, move |name: &str| spell(name));
        env.add_test(filter, move |name: &str| Ok::<_, Error>(*spelled(name)? == *name));
    }
    let kit = Arc::clone(kit);
    env.add_filter("own_variant_name", move |name: &str| kit.names.alone(Role::Variant, name).map_err(failed));
}

fn values(env: &mut Environment<'_>, kit: &Arc<Kit>) {
    let literals = Arc::clone(kit);
    env.add_filter("literal", move |value: &Value| {
        let style = literals.literals.as_ref().ok_or_else(|| failed("target.toml has no [literals]".to_owned()))?;
        Ok::<_, Error>(match value.as_str() {
            Some(text) => literal::string(text, style),
            None => literal::spell(&json_of(value)?, style),
        })
    });
    let spellers = Arc::clone(kit);
    env.add_filter("spell", move |state: &mut State, expr: &Value, options: Rest<Value>| {
        let speller = spellers.speller.as_ref().ok_or_else(|| failed("target.toml has no [types]".to_owned()))?;
        spell_filter::spell(speller, state, expr, &spell_filter::Options::new(&options)?)
    });
    env.add_filter("json", |value: &Value, options: Kwargs| {
        only(&options, &["pretty"])?;
        let pretty = options.peek::<Option<bool>>("pretty")?.unwrap_or(false);
        json(value, pretty)
    });
    env.add_filter("toml", |text: &str| literal::toml_string(text));
    env.add_filter("refs", refs::refs);
    env.add_filter("keyed", refs::keyed);
    env.add_filter("import_order", import_order);
}

fn comments(env: &mut Environment<'_>, kit: &Arc<Kit>) {
    let notes = Arc::clone(kit);
    env.add_filter("notes", move |node: &Value| notes.notes(node));
    env.add_filter("rules", |node: &Value| {
        let is_node = node.downcast_object_ref::<Node>().is_some();
        if is_node { Ok(rules(node).unwrap_or_default()) } else { Err(failed("`rules` takes a node".to_owned())) }
    });
    let docs = Arc::clone(kit);
    // Events share the fields of their base, so many comments are the same.
    let reported: Memo<(Vec<String>, usize, Option<String>), Value> = Memo::default();
    env.add_filter("doc", move |value: &Value, options: Kwargs| {
        only(&options, &["indent", "prefix"])?;
        let indent = options.peek::<Option<usize>>("indent")?.unwrap_or(0);
        let prefix = options.peek::<Option<String>>("prefix")?;
        let (style, mut texts) = (docs.comments()?, docs.texts(value)?);
        texts.extend(rules(value));
        reported.get(&(texts, indent, prefix), |(texts, indent, prefix)| {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            Ok::<_, Error>(Value::from(match prefix {
                Some(prefix) => comment::line_comment(&texts, style, *indent, prefix),
                None => comment::comment(&texts, style, *indent),
            }))
        })
    });
}

fn markdowns(env: &mut Environment<'_>, kit: &Arc<Kit>) {
    for (filter, profile) in [("cell", DocSyntax::Cell), ("plain", DocSyntax::Docstring)] {
        let kit = Arc::clone(kit);
        env.add_filter(filter, move |value: &Value| {
            let texts = kit.texts(value)?;
            Ok::<_, Error>(markdown::line(&texts.iter().map(String::as_str).collect::<Vec<_>>(), profile))
        });
    }
    let blocks = Arc::clone(kit);
    env.add_filter("markdown", move |value: &Value, options: Kwargs| {
        only(&options, &["indent"])?;
        let indent = options.peek::<Option<usize>>("indent")?.unwrap_or(0);
        let width = blocks.comments.as_ref().map_or_else(comment_width, |style| style.width);
        let texts = blocks.texts(value)?;
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let lines = markdown::lines(&texts, DocSyntax::Markdown, width.saturating_sub(indent));
        Ok::<_, Error>(comment::indented(&lines, indent))
    });
    env.add_filter("code", |value: &Value, options: Kwargs| {
        only(&options, &["cell"])?;
        let cell = options.peek::<Option<bool>>("cell")?.unwrap_or(false);
        let text = match value.as_str() {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(json(value, false)?),
        };
        Ok::<_, Error>(markdown::code_span(&text, if cell { DocSyntax::Cell } else { DocSyntax::Markdown }))
    });
    env.add_filter("anchor", anchor);
    env.add_filter("text", |text: &str, options: Kwargs| {
        only(&options, &["cell"])?;
        let cell = options.peek::<Option<bool>>("cell")?.unwrap_or(false);
        Ok::<_, Error>(markdown::text(text, if cell { DocSyntax::Cell } else { DocSyntax::Markdown }))
    });
}

/// Checks that a filter gets only known options. The engine's own check builds a set of the used options in each call.
pub(super) fn only(options: &Kwargs, known: &[&str]) -> Result<(), Error> {
    let unknown = options.args().find(|option| !known.contains(option));
    let wrong = |option| failed(format!("there is no option {option:?}: one of {}", known.join(", ")));
    unknown.map_or(Ok(()), |option| Err(wrong(option)))
}

/// Returns the string as a part of an anchor. Symbols alone and other scripts are written by number, to stay distinct.
fn anchor(text: &str) -> String {
    let has_letters = text.contains(|c: char| c.is_ascii_alphanumeric()) && !text.starts_with('+');
    let mut anchor = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') => anchor.push(c),
            c if c.is_ascii() && has_letters => anchor.push('-'),
            c => anchor.push_str(&format!("u{:04x}", u32::from(c))),
        }
    }
    anchor
}

/// Returns the expression in a template's value.
pub(super) fn expression(value: &Value) -> Result<&Expr, Error> {
    let expr = value.downcast_object_ref::<Expression>().and_then(Expression::look);
    expr.ok_or_else(|| failed(format!("this {} is not a type expression", value.kind())))
}

/// Writes the value as JSON. An undefined value is an error.
fn json(value: &Value, pretty: bool) -> Result<String, Error> {
    literal::json(defined(value)?, pretty).map_err(|error| failed(error.to_string()))
}

/// Converts the value to JSON. An undefined value is an error.
fn json_of(value: &Value) -> Result<serde_json::Value, Error> {
    serde_json::to_value(defined(value)?).map_err(|error| failed(error.to_string()))
}

fn defined(value: &Value) -> Result<&Value, Error> {
    if value.is_undefined() { Err(failed("the value is undefined".to_owned())) } else { Ok(value) }
}
