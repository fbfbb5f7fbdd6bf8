//! A contract at one time: as it is written, or as it was at an older version of its host.
//!
//! An older state is a view of the current contract. By `x-since`, `x-until` and `x-values` it leaves out newer parts
//! and includes removed ones. Nothing is copied, so creating a state is cheap.

use std::fmt;
use std::rc::Rc;

use super::outline::{Outline, is_added, is_removed};
use crate::hooks::HostChange;
use crate::model::{
    Contract, Enum, EnumValue, Expr, Facts, Field, Operation, Row, Rule, Struct, TypeDef, Union, Variant, Version,
    version_numbers,
};

/// A contract, with the changes of its host that are not visible in schemas.
#[derive(Debug, Clone, Copy)]
pub struct Edition<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// The changes, the oldest first.
    pub changes: &'a [HostChange],
}

/// A contract at one time.
#[derive(Debug, Clone)]
pub struct State<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// The changes of its host that are not visible in schemas.
    pub changes: &'a [HostChange],
    outline: Rc<Outline<'a>>,
    /// The numbers of the host version; `None` for the contract as it is written.
    at: Option<Vec<u64>>,
}

/// The reason why there is no state at a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoState {
    /// It is not a version.
    NoVersion(String),
    /// The set does not name a host.
    NoHost,
    /// The host of the set is older than this version.
    Newer {
        /// The version that was requested.
        asked: String,
        /// The host version of the set.
        host: String,
    },
}

impl fmt::Display for NoState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoVersion(text) => write!(f, "`{text}` is not a version: write numbers with dots, `2.1.163`"),
            Self::NoHost => write!(f, "the set names no `[host]` in `codegen.toml`, so nothing in it has a version"),
            Self::Newer { asked, host } => write!(f, "the set is of version {host}, and knows nothing of {asked}"),
        }
    }
}

impl std::error::Error for NoState {}

impl<'a> State<'a> {
    /// Creates the state of the contract as it is written.
    pub fn today(edition: Edition<'a>) -> Self {
        let Edition { contract, changes } = edition;
        Self { contract, changes, outline: Rc::new(Outline::of(contract)), at: None }
    }

    /// Creates the state of the same contract at this host version. A part that was added in a range of versions is
    /// taken to be added at the end of the range; a part without a version is taken to be in all of them.
    ///
    /// # Errors
    /// The version does not exist, or the contract has no facts about it.
    pub fn as_of(&self, version: &str) -> Result<Self, NoState> {
        let at = version_numbers(version).ok_or_else(|| NoState::NoVersion(version.to_owned()))?;
        let host = &self.contract.set.host.as_ref().ok_or(NoState::NoHost)?.version;
        // A host version without numbers, such as `nightly`, cannot be compared.
        if version_numbers(host).is_some_and(|host| host < at) {
            return Err(NoState::Newer { asked: version.to_owned(), host: host.clone() });
        }
        Ok(self.at(at))
    }

    pub(super) fn at(&self, version: Vec<u64>) -> Self {
        Self { at: Some(version), ..self.clone() }
    }

    pub(super) fn outline(&self) -> &Outline<'a> {
        &self.outline
    }

    /// Returns the events.
    pub fn events(&self) -> impl Iterator<Item = &'a Operation> {
        self.contract.operations.each.iter().filter(|event| self.has_type(&event.input))
    }

    /// Returns the event of this name.
    pub fn event(&self, name: &str) -> Option<&'a Operation> {
        let event = self.contract.operations.named(name);
        event.filter(|event| self.has_type(&event.input))
    }

    /// Returns the types.
    pub fn types(&self) -> impl Iterator<Item = &'a TypeDef> {
        self.contract.types.iter().filter(|def| self.has_type(&def.name))
    }

    /// Returns the type of this name.
    pub fn get(&self, name: &str) -> Option<&'a TypeDef> {
        self.contract.get(name).filter(|def| self.has_type(&def.name))
    }

    /// Returns true if there is a type of this name.
    pub fn has_type(&self, name: &str) -> bool {
        let is_of_time = |at: &Vec<u64>| self.outline.age(name).is_some_and(|age| age.contains(at));
        self.at.as_ref().map_or_else(|| self.contract.get(name).is_some(), is_of_time)
    }

    /// Returns the fields of a struct.
    pub fn fields<'s>(&'s self, of: &'s Struct) -> impl Iterator<Item = &'s Field> {
        of.fields.iter().filter(|field| self.has(&field.facts))
    }

    /// Returns the values of an enum. An older state includes values that were removed later.
    pub fn values<'s>(&'s self, of: &'s Enum) -> impl Iterator<Item = &'s EnumValue> {
        let gone = of.removed.iter().filter(|_| self.at.is_some());
        of.values.iter().chain(gone).filter(|value| self.has(&value.facts))
    }

    /// Returns the variants of a union.
    pub fn variants<'s>(&'s self, of: &'s Union) -> impl Iterator<Item = &'s Variant> {
        of.variants.iter().filter(|variant| self.has_all_of(&variant.expr))
    }

    /// Returns the rules of a struct.
    pub fn rules<'s>(&'s self, of: &'s Struct) -> impl Iterator<Item = &'s Rule> {
        of.rules.iter().filter(|rule| self.is_added(rule.since.as_ref()))
    }

    /// Returns the rows of a table.
    pub fn rows<'s>(&'s self, table: &'s str) -> impl Iterator<Item = &'a Row> + use<'a, 's> {
        let rows = self.contract.tables.get(table).map(Vec::as_slice).unwrap_or_default();
        rows.iter().filter(move |row| self.has_row(table, row))
    }

    /// Returns true if this state has a row of the contract.
    pub fn has_row(&self, table: &str, row: &Row) -> bool {
        self.is_added(self.outline.row(table, &row.name))
    }

    /// Returns true if it is deprecated.
    pub fn is_deprecated(&self, facts: &Facts) -> bool {
        let is_by = |since: &str| {
            let since = version_numbers(since);
            self.at.as_ref().zip(since).is_none_or(|(at, since)| *at >= since)
        };
        facts.deprecated.as_ref().is_some_and(|it| it.since.as_deref().is_none_or(is_by))
    }

    fn has(&self, facts: &Facts) -> bool {
        self.is_added(facts.since.as_ref()) && !self.at.as_ref().is_some_and(|at| is_removed(facts, at))
    }

    fn is_added(&self, since: Option<&Version>) -> bool {
        self.at.as_ref().is_none_or(|at| is_added(since, at))
    }

    fn has_all_of(&self, expr: &Expr) -> bool {
        let mut all = true;
        expr.refs(&mut |name| all &= self.has_type(name));
        all
    }
}
