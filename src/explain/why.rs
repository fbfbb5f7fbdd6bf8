//! The reasons for the result of a node, a sentence each.

use serde_json::Value;

use crate::load::SchemaSet;
use crate::model::problem;
use crate::model::{
    Bounds, Contract, Discriminator, EnumValue, Expr, Facts, Field, Kind, Rule, Test, TypeDef, Variant,
};
use crate::schema::{Below, below, step};

use super::node::ModelNode;
use super::{Keyword, is_schema};

/// The reason for a schema that does not become a node.
pub fn no_node() -> Vec<String> {
    vec!["It is not a type, and not a part of one.".to_owned()]
}

/// Returns the reasons: kind, name, direction, openness, facts.
pub fn why(
    node: ModelNode<'_>,
    contract: &Contract,
    set: &SchemaSet,
    pointer: &str,
    keywords: &[Keyword],
) -> Vec<String> {
    let mut said = Vec::new();
    let is_in_file = set.schema(&node.origin().file).is_some() && !pointer.is_empty();
    let is_part = match node {
        ModelNode::Type(def) => def.origin.pointer != pointer && is_in_file,
        ModelNode::Field(_, field) => field.origin.pointer != pointer && is_in_file,
        ModelNode::Rule(_, rule) => rule.origin.pointer != pointer && is_in_file,
        _ => false,
    };
    if is_part {
        said.push(format!("The value at `{pointer}` is a part of it, and not a node itself."));
        said.extend(held(set, &node.origin().file, pointer));
    }
    match node {
        ModelNode::Type(def) => of_type(def, contract, &mut said),
        ModelNode::Field(def, field) => of_field(def, field, contract, &mut said),
        ModelNode::Variant(def, variant) => of_variant(def, variant, &mut said),
        ModelNode::Value(def, value) => of_value(def, value, &mut said),
        ModelNode::Rule(def, rule) => of_rule(def, rule, &mut said),
        ModelNode::Inner(_, _, expr) => said.push(of_expr(expr)),
    }
    said.extend(unshown_keywords(node, contract, keywords));
    said
}

/// Returns the name of the schema, for a keyword that contains schemas by name.
fn held(set: &SchemaSet, file: &str, pointer: &str) -> Option<String> {
    let file = set.schema(file)?;
    let (schema, keyword) = pointer.rsplit_once('/')?;
    let by_name = below(keyword) == Below::Named && is_schema(&file.value, schema);
    let names = file.value.pointer(pointer).and_then(Value::as_object).filter(|_| by_name)?;
    let first = step(pointer, names.keys().next()?);
    let names: Vec<String> = names.keys().map(|name| format!("`{name}`")).collect();
    Some(format!("It holds a schema for each name: {}. The first is at `{first}`.", names.join(", ")))
}

/// Returns which keywords are not part of a type, and who checks them.
fn unshown_keywords(node: ModelNode<'_>, contract: &Contract, keywords: &[Keyword]) -> Option<String> {
    node.assertion()?;
    let by = |enforced_by: &str| -> Vec<String> {
        let all = keywords.iter().filter(|it| it.enforced_by.as_deref() == Some(enforced_by));
        all.map(|it| format!("`{}`", it.name)).collect()
    };
    let (asserted, typed) = (by("assertion"), by("type"));
    let who = problem::enforcement(contract.validators);
    match (&asserted[..], &typed[..]) {
        ([], _) => Some(format!("What it asks for beside its type is an assertion: {who}.")),
        (asserted, []) => Some(format!("{} became an assertion: {who}.", asserted.join(", "))),
        (asserted, typed) => {
            Some(format!("{} became the type, and {} an assertion: {who}.", typed.join(", "), asserted.join(", ")))
        }
    }
}

fn of_type(def: &TypeDef, contract: &Contract, said: &mut Vec<String>) {
    said.push(match &def.kind {
        Kind::Struct(it) => format!("It has `properties`, so it is a struct: {}.", count(it.fields.len(), "field")),
        Kind::Enum(it) if it.open => "It lists strings, and lets any string pass: an open enum.".to_owned(),
        Kind::Enum(_) => "It lists strings: a closed enum.".to_owned(),
        Kind::Union(it) => {
            format!("It is a choice of {}: a union. {}", count(it.variants.len(), "type"), discrimination(&it.by))
        }
        Kind::Alias { target } => format!("It is another name. {}", of_expr(target)),
    });
    said.push(named(def));
    let inherited = inherited(def);
    if inherited > 0 {
        said.push(format!("{} of a base that `allOf` refers to.", begin(&count(inherited, "field"))));
    }
    said.push(direction(def));
    said.push(openness(def));
    if def.recursive {
        said.push("It refers to itself, directly or through others.".to_owned());
    }
    let users = contract.types.iter().filter(|other| other.name != def.name && refers(other, &def.name));
    said.extend(list("Types that refer to it", users.map(|other| other.name.as_str())));
    facts(&def.facts, said);
}

fn named(def: &TypeDef) -> String {
    let by = match def.origin.pointer.rsplit('/').nth(1) {
        None => "the `title` of its file",
        Some("$defs" | "definitions") if def.origin.pointer.rsplit('/').next() == Some(def.name.as_str()) => {
            "its key in the definitions"
        }
        Some("$defs" | "definitions") => "its `title`, as no type can be called by its key in the definitions",
        Some(_) => "its `title` or, without one, the name of its parent and its property: nothing else names it",
    };
    format!(
        "Its name, `{}`, is {by}; the module `{}` is its file without `-input` and `-output`.",
        def.name, def.module
    )
}

/// Returns the number of fields that it inherits from bases.
fn inherited(def: &TypeDef) -> usize {
    let Kind::Struct(it) = &def.kind else { return 0 };
    it.fields.iter().filter(|field| is_inherited(def, field)).count()
}

fn is_inherited(def: &TypeDef, field: &Field) -> bool {
    field.origin.file != def.origin.file || !field.origin.pointer.starts_with(&def.origin.pointer)
}

fn refers(def: &TypeDef, name: &str) -> bool {
    let mut found = false;
    def.refs(&mut |other| found |= other == name);
    found
}

fn direction(def: &TypeDef) -> String {
    match (def.input, def.output) {
        (true, true) => "It is a part of inputs, and of outputs.",
        (true, false) => "It is in payloads that the host writes: an input.",
        (false, true) => "It is a part of outputs alone.",
        (false, false) => "No file with an `x-direction` leads to it.",
    }
    .to_owned()
}

fn openness(def: &TypeDef) -> String {
    let Kind::Struct(it) = &def.kind else {
        return "There are no keys in it that could be unknown.".to_owned();
    };
    match (&it.rest, it.free) {
        (None, _) => "Another key is refused: nothing but outputs leads to it, or it says so itself.".to_owned(),
        (Some(_), true) => "Other keys are free: the schema says what they hold.".to_owned(),
        (Some(_), false) if def.output => {
            "It is open for who reads it; in a payload that is written another key is a mistake.".to_owned()
        }
        (Some(_), false) => "Other keys are let pass: a newer host may have them.".to_owned(),
    }
}

fn of_field(def: &TypeDef, field: &Field, contract: &Contract, said: &mut Vec<String>) {
    said.push(of_expr(&field.expr));
    let required = if field.required {
        "It is in `required`: it is always there."
    } else {
        "It is not in `required`: it may be absent."
    };
    said.push(required.to_owned());
    if is_inherited(def, field) {
        said.push(format!("`{}` has it from a base, `{}`.", def.name, field.origin.file));
    }
    let has_it = |other: &&TypeDef| {
        let Kind::Struct(it) = &other.kind else { return false };
        other.name != def.name && it.fields.iter().any(|it| it.origin == field.origin)
    };
    said.extend(list("Types that have it, too", contract.types.iter().filter(has_it).map(|it| it.name.as_str())));
    said.extend(field.default.as_ref().map(|value| format!("Where it is absent, {value} is taken.")));
    said.extend(
        field.cap.as_ref().map(|cap| format!("The host shortens what is longer than {} {}.", cap.limit, cap.unit)),
    );
    facts(&field.facts, said);
}

fn of_variant(def: &TypeDef, variant: &Variant, said: &mut Vec<String>) {
    let Kind::Union(union) = &def.kind else { return };
    said.push(of_expr(&variant.expr));
    said.push(discrimination(&union.by));
    match &union.by {
        Discriminator::Tag { key } if variant.tags.is_empty() => {
            said.push(format!("It is meant where `{key}` is absent."))
        }
        Discriminator::Tag { key } => said.push(format!("It is meant where `{key}` is {}.", variant.tags.join(" or "))),
        Discriminator::Key { key } if variant.absent => said.push(format!("It is meant where `{key}` is absent.")),
        Discriminator::Key { key } => said.push(format!("It is meant where `{key}` is there.")),
        Discriminator::JsonType => {
            said.extend(
                variant.json_type.as_ref().map(|name| format!("It is meant where the value is of the type {name}.")),
            );
        }
        Discriminator::Trial { .. } => said.push("It is meant where its schema accepts the value.".to_owned()),
    }
}

fn discrimination(by: &Discriminator) -> String {
    match by {
        Discriminator::Tag { key } => format!("The value of `{key}` selects the member."),
        Discriminator::Key { key } => format!("The presence of `{key}` selects the member."),
        Discriminator::JsonType => "The JSON type of the value selects the member.".to_owned(),
        Discriminator::Trial { .. } => "Nothing in the value selects a member: each is tried.".to_owned(),
    }
}

fn of_value(def: &TypeDef, value: &EnumValue, said: &mut Vec<String>) {
    let Kind::Enum(it) = &def.kind else { return };
    let removed = it.removed.iter().any(|it| it.value == value.value);
    let open = if it.open { "any other string is one as well" } else { "nothing else is one" };
    said.push(if removed {
        format!("`{}` had this value; it is no longer one.", def.name)
    } else {
        format!("It is a value of `{}`; {open}.", def.name)
    });
    facts(&value.facts, said);
}

fn of_rule(def: &TypeDef, rule: &Rule, said: &mut Vec<String>) {
    let enforced = if rule.severity.refuses() {
        "It is in `allOf`: every validator of JSON Schema checks it."
    } else {
        "It is in `x-advice`: the validators of the packages report it, and other validators of JSON Schema do not."
    };
    said.push(format!("It is a rule of `{}`, as it speaks of more than one place. {enforced}", def.name));
    let condition = |it: &crate::model::Condition| {
        let path = it.path.join(".");
        match &it.test {
            Test::Present => format!("`{path}` is there"),
            Test::Absent => format!("`{path}` is absent"),
            Test::Above { limit } => format!("`{path}` is greater than {limit}"),
            Test::AtMost { limit } => format!("`{path}` has at most {limit} items"),
            Test::Matches { pattern } => format!("`{path}` matches `{pattern}`"),
            Test::In { values } => {
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                format!("`{path}` is {}", values.join(" or "))
            }
        }
    };
    let all = |them: &[crate::model::Condition]| them.iter().map(condition).collect::<Vec<_>>().join(", and ");
    said.push(format!("Where {}, {}.", all(&rule.when), all(&rule.then)));
}

/// Describes an expression and its keywords.
fn of_expr(expr: &Expr) -> String {
    match expr {
        Expr::Any => "It says nothing of its type: any JSON value.".to_owned(),
        Expr::Never => "It is `false`: no value is of it.".to_owned(),
        Expr::Null => "Null is its only value.".to_owned(),
        Expr::Matched { inner } => {
            format!("Where its pattern or its condition says so: {} Elsewhere it is any value.", lower(&of_expr(inner)))
        }
        Expr::Boolean => "Its `type` is boolean.".to_owned(),
        Expr::Integer => "Its `type` is integer.".to_owned(),
        Expr::Number => "Its `type` is number.".to_owned(),
        Expr::String => "Its `type` is string.".to_owned(),
        Expr::Constant { value } => format!("`const` makes it {value} and nothing else."),
        Expr::List { item, .. } => {
            format!("Its `type` is array: a list. Of an item: {}", lower(&of_expr(item)))
        }
        Expr::Map { value, .. } => {
            format!("It is an object without `properties`: a map. Of a value: {}", lower(&of_expr(value)))
        }
        Expr::Ref { name, .. } => format!("It refers to `{name}`."),
        Expr::Nullable { inner } => format!("It can be null. Else: {}", lower(&of_expr(inner))),
        Expr::Bounded { inner, bounds } => {
            format!("{} It has bounds, which validators check: {}.", of_expr(inner), of_bounds(bounds))
        }
        Expr::Asserted { inner, .. } => of_expr(inner),
        Expr::Keyed { table, column, by, base, .. } => {
            let row = by.as_ref().map_or("the caller names".to_owned(), |by| format!("`{by}` beside it names"));
            format!(
                "{} `x-keyed` says more: the type in the column `{column}` of the table `{table}`, in the row that {row}.",
                of_expr(base)
            )
        }
    }
}

fn of_bounds(bounds: &Bounds) -> String {
    serde_json::to_value(bounds).map_or_else(|_| String::new(), |it| it.to_string())
}

fn facts(facts: &Facts, said: &mut Vec<String>) {
    let version = |it: &crate::model::Version| {
        let exact = if it.exact { "" } else { " at the latest" };
        format!("{}{exact}", it.version)
    };
    said.extend(facts.since.as_ref().map(|it| format!("It is there since {}.", version(it))));
    said.extend(facts.until.as_ref().map(|it| format!("It is no longer there since {}.", version(it))));
    said.extend(facts.deprecated.as_ref().map(|_| "It is deprecated.".to_owned()));
    if !facts.source.is_empty() {
        said.push(format!("It is known from: {}.", facts.source.join(", ")));
    }
    if facts.unconfirmed {
        said.push("No second source says so: unconfirmed.".to_owned());
    }
}

/// Returns the first names, and the number of the others.
fn list<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    const SHOWN: usize = 5;
    let names: Vec<&str> = names.collect();
    let shown = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let more = if names.len() > SHOWN { format!(" and {} more", names.len() - SHOWN) } else { String::new() };
    (!names.is_empty()).then(|| format!("{what}: {shown}{more}."))
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn begin(text: &str) -> String {
    let verb = if text.starts_with("1 ") { "is" } else { "are" };
    format!("{text} {verb}")
}

/// Returns a text as a sentence after a colon.
fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
