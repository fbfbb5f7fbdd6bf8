//! Profiles: the contract as another host has it, or another use. What is otherwise is found by comparing the two models.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::link::Definitions;
use crate::load;
use crate::model::{Contract, Enum, Field, Kind, Origin, Rule, Struct, TypeDef};
use crate::set::ProfileFile;

/// A profile of a contract. In templates: its name, what `profile.toml` says, `types` and `differences`.
#[derive(Debug, Clone, Serialize)]
pub struct Profile {
    /// Its name, that of its folder: `validator`.
    pub name: String,
    /// Where it comes from: its `profile.toml`.
    pub origin: Origin,
    /// Its own description, from its file.
    #[serde(flatten)]
    pub file: ProfileFile,
    /// The differences, type by type.
    pub differences: Vec<Difference>,
    /// The types that it has examples of its own of, with these.
    pub shown: Vec<TypeDef>,
    /// The contract as it is under it.
    #[serde(skip)]
    pub contract: Contract,
    /// The definitions that this was made from.
    #[serde(skip)]
    pub definitions: Definitions,
}

/// The difference that a profile makes to a type. A difference of a base is reported for the base.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The type.
    pub name: String,
    /// The set does not have it.
    pub is_new: bool,
    /// The types that it can be or stands for, where they are others.
    pub members: Vec<String>,
    /// Fields that it has besides.
    pub added: Vec<String>,
    /// Fields that it does not have.
    pub removed: Vec<String>,
    /// Fields that hold something else, or are required where they were not, or the reverse.
    pub changed: Vec<String>,
    /// Values that it has besides.
    pub values_added: Vec<String>,
    /// Values that it does not have.
    pub values_removed: Vec<String>,
    /// The messages of rules that hold besides.
    pub rules_added: Vec<String>,
    /// The messages of rules that do not hold.
    pub rules_removed: Vec<String>,
}

impl Profile {
    /// A profile with what came out of it, beside the contract of the set.
    pub fn new(profile: &load::LoadedProfile, base: &Contract, own: Contract, definitions: Definitions) -> Self {
        Self {
            name: profile.name.clone(),
            origin: Origin { file: profile.path.clone(), pointer: String::new() },
            file: profile.file.clone(),
            differences: own.types.iter().filter_map(|def| difference(base.get(&def.name), def)).collect(),
            shown: own.types.iter().filter(|def| !def.examples.is_empty()).cloned().collect(),
            contract: own,
            definitions,
        }
    }
}

impl Profile {
    /// Tells what a profile cannot have otherwise: the types that values are looked up by in a table, which it shares with
    /// the set.
    pub fn check(&self) -> Diagnostics {
        let mut found = Diagnostics::default();
        for (table, rows) in &self.contract.tables {
            for name in rows.iter().flat_map(|row| row.cells.values()).flatten() {
                if let Some(other) = self.leads_to_difference(name) {
                    let message = format!("`{name}` of the table `{table}` leads to `{other}`, which is otherwise");
                    let diagnostic = Diagnostic::error(Code::Profile, message).in_file(&self.origin.file);
                    let reason = "a profile has the tables of the set, so that it would be judged as there";
                    found.push(diagnostic.because(reason).instead("leave the types that a table names as they are"));
                }
            }
        }
        found
    }

    /// The first type on the way from this one that is otherwise.
    fn leads_to_difference(&self, name: &str) -> Option<String> {
        let (mut open, mut seen) = (vec![name.to_owned()], BTreeSet::new());
        while let Some(name) = open.pop() {
            if self.differences.iter().any(|it| it.name == name) {
                return Some(name);
            }
            if let Some(def) = self.contract.get(&name).filter(|_| seen.insert(name.clone())) {
                def.refs(&mut |name| open.push(name.to_owned()));
            }
        }
        None
    }
}

fn difference(base: Option<&TypeDef>, own: &TypeDef) -> Option<Difference> {
    let same = Difference { name: own.name.clone(), ..Difference::default() };
    let Some(base) = base else { return Some(Difference { is_new: true, ..same }) };
    let found = match (&base.kind, &own.kind) {
        (Kind::Struct(of_base), Kind::Struct(it)) => of_structs((base, of_base), (own, it), same.clone()),
        (Kind::Enum(of_base), Kind::Enum(it)) => of_enums(of_base, it, same.clone()),
        // What was a union has members, and they have the fields.
        (_, Kind::Struct(it)) => {
            let none = Struct { fields: Vec::new(), rules: Vec::new(), ..it.clone() };
            of_structs((base, &none), (own, it), same.clone())
        }
        (base, own) if base.exprs() != own.exprs() => Difference { members: names(own), ..same.clone() },
        _ => same.clone(),
    };
    (found != same).then_some(found)
}

fn of_structs(base: (&TypeDef, &Struct), own: (&TypeDef, &Struct), same: Difference) -> Difference {
    let fields = |def: &'_ TypeDef, it: &'_ Struct| -> Vec<Field> {
        it.fields.iter().filter(|field| field.origin.file == def.origin.file).cloned().collect()
    };
    let rules = |def: &'_ TypeDef, it: &'_ Struct| -> Vec<Rule> {
        it.rules.iter().filter(|rule| rule.origin.file == def.origin.file).cloned().collect()
    };
    let (before, now) = (fields(base.0, base.1), fields(own.0, own.1));
    let (ruled, rules) = (rules(base.0, base.1), rules(own.0, own.1));
    let has = |all: &[Field], name: &str| all.iter().any(|field| field.name == name);
    let is_other = |it: &&Field| {
        before.iter().any(|field| field.name == it.name && (field.expr != it.expr || field.required != it.required))
    };
    let without = |all: &[Rule], others: &[Rule]| -> Vec<String> {
        let known = |rule: &&Rule| others.iter().any(|other| other.name == rule.name && other.message == rule.message);
        all.iter().filter(|rule| !known(rule)).map(|rule| rule.message.clone()).collect()
    };
    Difference {
        added: now.iter().filter(|it| !has(&base.1.fields, &it.name)).map(|it| it.name.clone()).collect(),
        removed: before.iter().filter(|it| !has(&own.1.fields, &it.name)).map(|it| it.name.clone()).collect(),
        changed: now.iter().filter(is_other).map(|it| it.name.clone()).collect(),
        rules_added: without(&rules, &ruled),
        rules_removed: without(&ruled, &rules),
        ..same
    }
}

fn of_enums(base: &Enum, own: &Enum, same: Difference) -> Difference {
    let values = |it: &Enum| -> Vec<String> { it.values.iter().map(|value| value.value.clone()).collect() };
    let (before, now) = (values(base), values(own));
    Difference {
        values_added: now.iter().filter(|value| !before.contains(value)).cloned().collect(),
        values_removed: before.iter().filter(|value| !now.contains(value)).cloned().collect(),
        ..same
    }
}

/// The types that one refers to.
fn names(kind: &Kind) -> Vec<String> {
    let mut names = Vec::new();
    kind.exprs().into_iter().for_each(|expr| expr.refs(&mut |name| names.push(name.to_owned())));
    names
}
