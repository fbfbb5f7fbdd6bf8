//! Finds the right place for keys that are in the wrong place.
//!
//! The hint about a key is the first that applies: another member of the same union has it; another level of the same
//! output has it; the outputs of most operations have it at the top, and this one rejects it; other operations have it.
//! The schema's own advice about a mistake replaces the message.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::levels::{self, Levels, Unions};
use super::plan::{Hint, ProblemTemplate};
use super::vocabulary::Vocabulary;
use super::words;
use crate::model::problem::Code;
use crate::model::{Contract, Discriminator, Expr, Kind, Severity, Struct, TypeDef, Union};

/// The hints about keys, by struct.
pub type Hints = BTreeMap<String, Vec<Hint>>;

/// Returns the hints for every struct of an output.
pub fn hints(contract: &Contract, vocabulary: &Vocabulary, levels: &[Levels<'_>], unions: &Unions<'_>) -> Hints {
    let mut all = Hints::new();
    let common = common_top_level_keys(levels);
    for def in contract.types.iter().filter(|def| def.output) {
        let Kind::Struct(it) = &def.kind else { continue };
        let mut finder =
            Finder { contract, vocabulary, levels, unions, common: &common, own: it, found: IndexMap::new() };
        finder.of_siblings(def);
        finder.of_output(def);
        finder.of_mistakes();
        all.insert(def.name.clone(), grouped(finder.found));
    }
    all
}

/// Returns the messages for keys of some operations in the outputs of all others, with a hole for the operation.
pub fn foreign(contract: &Contract, vocabulary: &Vocabulary) -> IndexMap<String, String> {
    let mut owners: IndexMap<&str, Vec<&str>> = IndexMap::new();
    for operation in &contract.operations.each {
        let leaves: Vec<_> = operation.parts.iter().flat_map(|name| levels::leaves(contract, name)).collect();
        for key in keys(&leaves) {
            owners.entry(key).or_default().push(&operation.name);
        }
    }
    let said = |(key, owners): (&str, Vec<&str>)| (key.to_owned(), words::of_others(vocabulary, key, &owners));
    owners.into_iter().map(said).collect()
}

/// Returns the keys at the top of an output.
fn top_keys<'a>(levels: &'a Levels<'_>) -> BTreeSet<&'a str> {
    let tops = levels.objects.iter().filter(|(path, ..)| path.is_empty());
    tops.flat_map(|(_, _, it)| &it.fields).map(|field| &*field.name).collect()
}

/// Returns the keys at the top of the outputs of more than half of the operations.
fn common_top_level_keys<'a>(levels: &'a [Levels<'_>]) -> Vec<&'a str> {
    let tops: Vec<_> = levels.iter().filter(|levels| levels.operation.is_some()).map(top_keys).collect();
    let all: BTreeSet<&str> = tops.iter().flatten().copied().collect();
    all.into_iter().filter(|key| 2 * tops.iter().filter(|it| it.contains(key)).count() > tops.len()).collect()
}

/// Groups the keys with the same message.
fn grouped(found: IndexMap<String, Hint>) -> Vec<Hint> {
    let mut hints: Vec<Hint> = Vec::new();
    for hint in found.into_values() {
        match hints.iter_mut().find(|it| it.template == hint.template && it.beside == hint.beside) {
            Some(known) => known.keys.extend(hint.keys),
            None => hints.push(hint),
        }
    }
    hints
}

struct Finder<'a> {
    contract: &'a Contract,
    vocabulary: &'a Vocabulary,
    levels: &'a [Levels<'a>],
    unions: &'a Unions<'a>,
    /// The keys that most operations have at the top.
    common: &'a [&'a str],
    own: &'a Struct,
    /// The hint about each key.
    found: IndexMap<String, Hint>,
}

impl<'a> Finder<'a> {
    fn add(&mut self, key: &str, code: Code, severity: Severity, message: String) {
        self.add_beside(None, key, ProblemTemplate { code, severity, unconfirmed: false, message: Some(message) });
    }

    fn add_beside(&mut self, beside: Option<&str>, key: &str, template: ProblemTemplate) {
        let known = self.own.fields.iter().any(|field| field.name == key);
        if !known && !self.found.contains_key(key) {
            let hint = Hint { keys: vec![key.to_owned()], beside: beside.map(str::to_owned), template };
            self.found.insert(key.to_owned(), hint);
        }
    }

    // ---- other members of a union -----------------------------------------------------------------------------------

    fn of_siblings(&mut self, def: &TypeDef) {
        for (_, union) in self.unions.with(&def.name).iter().filter(|(other, _)| other.output) {
            let leaves: Vec<_> =
                union.variants.iter().map(|variant| levels::leaves_of(self.contract, &variant.expr)).collect();
            let Some(at) = leaves.iter().position(|all| all.iter().any(|(leaf, _)| leaf.name == def.name)) else {
                continue;
            };
            for key in keys(leaves.iter().enumerate().filter(|(index, _)| *index != at).flat_map(|(_, all)| all)) {
                let has = |all: &Vec<(&TypeDef, &Struct)>| all.iter().any(|(_, it)| has(it, key));
                let with: Vec<usize> = (0..leaves.len()).filter(|index| *index != at && has(&leaves[*index])).collect();
                if let Some(message) = only(self.contract, union, &with, key) {
                    let (code, severity) = (Code::NotAllowedHere, Severity::Ignored);
                    let template = ProblemTemplate { code, severity, unconfirmed: false, message: Some(message) };
                    self.add_beside(key_with_a_value(self.contract, union), key, template);
                }
            }
        }
    }

    // ---- other levels, other operations ----------------------------------------------------------------------------

    /// A struct in the outputs of several operations does not have hints about other levels, because they differ.
    fn of_output(&mut self, def: &TypeDef) {
        let Some((levels, path)) = levels::place(self.levels, &def.name) else { return };
        self.of_levels(levels, path);
        if let Some(operation) = levels.operation
            && path.is_empty()
        {
            self.hints_for_other_operations(operation, levels);
        }
    }

    fn of_levels(&mut self, levels: &Levels<'_>, path: &[String]) {
        for (there, _, it) in levels.objects.iter().filter(|(there, ..)| there != path) {
            let named =
                it.fields.iter().find_map(|field| Some((&*field.name, operation_of(self.contract, &field.expr)?)));
            for field in &it.fields {
                let beside = named.filter(|(key, _)| levels.operation.is_some() && *key != field.name);
                let message = words::misplaced(self.vocabulary, there, beside);
                self.add(&field.name, Code::MisplacedField, Severity::Ignored, message);
            }
        }
    }

    /// Only keys that most operations have get a hint; the keys of a few operations are just unknown elsewhere.
    fn hints_for_other_operations(&mut self, operation: &str, own: &Levels<'_>) {
        let own = top_keys(own);
        for key in self.common.iter().filter(|key| !own.contains(**key)) {
            self.add(key, Code::NotAllowedHere, Severity::Rejected, words::refused_by(operation));
        }
    }

    // ---- what the schema says ---------------------------------------------------------------------------------------

    fn of_mistakes(&mut self) {
        for mistake in &self.own.mistakes {
            self.add(&mistake.written, Code::UnknownField, Severity::Ignored, String::new());
            if let Some(hint) = self.found.get_mut(&mistake.written) {
                hint.template.message = Some(mistake.advice.clone());
            }
        }
    }
}

fn has(it: &Struct, key: &str) -> bool {
    it.fields.iter().any(|field| field.name == key)
}

/// Returns the keys of these structs, each once.
fn keys<'a: 'b, 'b>(structs: impl IntoIterator<Item = &'b (&'a TypeDef, &'a Struct)>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for field in structs.into_iter().flat_map(|&(_, it)| &it.fields) {
        if !found.contains(&&*field.name) {
            found.push(&field.name);
        }
    }
    found
}

/// Returns the operation that a constant names.
fn operation_of<'a>(contract: &Contract, expr: &'a Expr) -> Option<&'a str> {
    let Expr::Constant { value } = expr else { return None };
    value.as_str().filter(|name| contract.operations.has(name))
}

/// Returns the key that selects the member of a union if it has one certain value.
fn key_with_a_value<'a>(contract: &Contract, union: &'a Union) -> Option<&'a str> {
    match &union.by {
        Discriminator::Key { key } => levels::constant_at(contract, union, key).map(|_| &**key),
        Discriminator::Tag { .. } | Discriminator::JsonType | Discriminator::Trial { .. } => None,
    }
}

/// Returns the hint that only these members have the key; `None` for the key that selects the member.
fn only(contract: &Contract, union: &Union, with: &[usize], key: &str) -> Option<String> {
    let tags: Vec<String> =
        with.iter().flat_map(|at| &union.variants[*at].tags).map(|tag| format!("`{tag}`")).collect();
    match &union.by {
        Discriminator::Tag { key: other } | Discriminator::Key { key: other } if other == key => None,
        Discriminator::Tag { key: tag } if tags.is_empty() => Some(words::only_without(tag)),
        Discriminator::Tag { key: tag } => {
            let absent = with.iter().any(|at| union.variants[*at].absent);
            Some(words::only_with_tag(tag, &tags, absent))
        }
        Discriminator::Key { key: other } if with.iter().all(|at| union.variants[*at].absent) => {
            Some(words::only_without(other))
        }
        Discriminator::Key { key: other } => {
            Some(words::only_beside(other, levels::constant_at(contract, union, other)))
        }
        Discriminator::JsonType | Discriminator::Trial { .. } => None,
    }
}
