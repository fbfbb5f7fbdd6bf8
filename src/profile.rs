//! Profiles: the contract of another host, or of another use. The differences follow from comparing the two models.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::link::Definitions;
use crate::load;
use crate::model::{Contract, Enum, Field, Kind, Origin, Rule, Struct, TypeDef};
use crate::set::ProfileFile;

/// A profile of a contract. Templates see its name, the facts of `profile.toml`, `types` and `differences`.
#[derive(Debug, Clone, Serialize)]
pub struct Profile {
    /// The name of its folder: `validator`.
    pub name: String,
    /// The path of its `profile.toml`.
    pub origin: Origin,
    /// The contents of that file.
    #[serde(flatten)]
    pub file: ProfileFile,
    /// The differences, type by type.
    pub differences: Vec<Difference>,
    /// The names of the types that the packages have a second time, for the profile: those that differ, and those that
    /// refer to them. In the order of the contract.
    pub types: Vec<String>,
    /// The types with examples of the profile, each with these.
    pub shown: Vec<TypeDef>,
    /// The contract under the profile.
    #[serde(skip)]
    pub contract: Contract,
    /// The definitions of that contract.
    #[serde(skip)]
    pub definitions: Definitions,
}

/// The differences of a type under a profile. A difference of a base is reported for the base.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The type.
    pub name: String,
    /// Only the profile has the type.
    pub is_new: bool,
    /// The types that it can be, or refers to, if they differ.
    pub members: Vec<String>,
    /// Added fields.
    pub added: Vec<String>,
    /// Removed fields.
    pub removed: Vec<String>,
    /// Fields with another type, or that became required or optional.
    pub changed: Vec<String>,
    /// Added values.
    pub values_added: Vec<String>,
    /// Removed values.
    pub values_removed: Vec<String>,
    /// The messages of added rules.
    pub rules_added: Vec<String>,
    /// The messages of removed rules.
    pub rules_removed: Vec<String>,
}

impl Profile {
    /// Creates a profile from its own contract, and compares it with the contract of the set.
    pub fn new(profile: &load::LoadedProfile, base: &Contract, own: Contract, definitions: Definitions) -> Self {
        Self {
            name: profile.name.clone(),
            origin: Origin { file: profile.path.clone(), pointer: String::new() },
            file: profile.file.clone(),
            differences: own.types.iter().filter_map(|def| difference(base.get(&def.name), def)).collect(),
            types: differing(base, &own),
            shown: own.types.iter().filter(|def| !def.examples.is_empty()).cloned().collect(),
            contract: own,
            definitions,
        }
    }
}

impl Profile {
    /// Reports changes that a profile cannot make: it shares with the set the types that a table refers to.
    /// with the set.
    pub fn check(&self) -> Diagnostics {
        let mut found = Diagnostics::default();
        for (table, rows) in &self.contract.tables {
            for name in rows.iter().flat_map(|row| row.cells.values()).flatten() {
                if let Some(other) = self.leads_to_difference(name) {
                    let message = format!("`{name}` of the table `{table}` leads to `{other}`, which differs");
                    let diagnostic = Diagnostic::error(Code::Profile, message).in_file(&self.origin.file);
                    let reason = "a profile has the tables of the set, so it would be validated as in the set";
                    found.push(diagnostic.because(reason).instead("leave the types that a table names as they are"));
                }
            }
        }
        found
    }

    /// Returns the first type that differs on the way from this one.
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

/// Returns the names of the types that differ, and of those that refer to them, in the order of the contract.
fn differing(base: &Contract, own: &Contract) -> Vec<String> {
    let is_same = |def: &TypeDef| base.get(&def.name).is_some_and(|other| other.kind == def.kind);
    let mut found: BTreeSet<&str> = own.types.iter().filter(|def| !is_same(def)).map(|def| &*def.name).collect();
    loop {
        let before = found.len();
        for def in own.types.iter() {
            let mut leads = false;
            def.refs(&mut |name| leads |= found.contains(name));
            if leads {
                found.insert(&def.name);
            }
        }
        if found.len() == before {
            let is_found = |def: &&TypeDef| found.contains(def.name.as_str());
            return own.types.iter().filter(is_found).map(|def| def.name.clone()).collect();
        }
    }
}

fn difference(base: Option<&TypeDef>, own: &TypeDef) -> Option<Difference> {
    let same = Difference { name: own.name.clone(), ..Difference::default() };
    let Some(base) = base else { return Some(Difference { is_new: true, ..same }) };
    let found = match (&base.kind, &own.kind) {
        (Kind::Struct(of_base), Kind::Struct(it)) => of_structs((base, of_base), (own, it), same.clone()),
        (Kind::Enum(of_base), Kind::Enum(it)) => of_enums(of_base, it, same.clone()),
        // The members of a former union have the fields.
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

/// Returns the types that a definition refers to.
fn names(kind: &Kind) -> Vec<String> {
    let mut names = Vec::new();
    kind.exprs().into_iter().for_each(|expr| expr.refs(&mut |name| names.push(name.to_owned())));
    names
}
