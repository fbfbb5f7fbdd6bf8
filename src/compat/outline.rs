//! The facts of a contract that hold in every version: the age of each type, its references, and the events whose
//! payloads contain it.

use std::collections::BTreeSet;

use foldhash::{HashMap, HashMapExt, HashSet};

use crate::model::{Contract, Facts, Kind, Row, TypeDef, Version};

/// When there is a type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Age {
    /// The numbers of the first version that has it; none: it was always there.
    since: Vec<u64>,
    /// Those of the first version that no longer has it.
    until: Option<Vec<u64>>,
}

impl Age {
    /// There is the type at this version.
    pub fn contains(&self, at: &Vec<u64>) -> bool {
        self.since <= *at && self.until.as_ref().is_none_or(|until| at < until)
    }

    /// The versions at which it begins and ends.
    pub fn times(&self) -> impl Iterator<Item = Vec<u64>> {
        [&self.since].into_iter().chain(&self.until).cloned()
    }

    /// The part of this age in which the other one is as well.
    fn within(&self, other: &Self) -> Self {
        let until = self.until.iter().chain(&other.until).min().cloned();
        Self { since: self.since.clone().max(other.since.clone()), until }
    }

    /// Either of two ages that follow each other, or that are in each other.
    fn or(&self, other: &Self) -> Self {
        let until = self.until.clone().zip(other.until.clone()).map(|(one, other)| one.max(other));
        Self { since: self.since.clone().min(other.since.clone()), until }
    }
}

/// The parts of a contract that do not depend on the version.
#[derive(Debug)]
pub struct Outline<'a> {
    ages: HashMap<&'a str, Age>,
    /// The types that something else refers to: another type, or a row of a table.
    referred: HashSet<&'a str>,
    /// The indices of the events in whose payloads a type is.
    events: HashMap<&'a str, BTreeSet<usize>>,
    /// The events by their modules.
    modules: HashMap<&'a str, usize>,
    /// The first versions of rows that did not always stand in their table, by table and name.
    rows: Rows<'a>,
}

/// Versions by the name of a table and that of a row.
type Rows<'a> = HashMap<&'a str, HashMap<&'a str, Version>>;

/// The first version that is known to have something, and that something older is known not to have; none otherwise.
pub fn came(since: &Version) -> Vec<u64> {
    if is_dated(since) { since.parts() } else { Vec::new() }
}

fn is_dated(since: &Version) -> bool {
    since.exact || since.after.is_some()
}

/// It has come by this version.
pub fn has_come(since: Option<&Version>, at: &[u64]) -> bool {
    since.is_none_or(|since| !is_dated(since) || since.is_by(at))
}

/// The first version that no longer has something.
pub fn went(facts: &Facts) -> Option<Vec<u64>> {
    facts.until.as_ref().map(Version::parts)
}

/// It has gone by this version.
pub fn has_gone(facts: &Facts, at: &[u64]) -> bool {
    facts.until.as_ref().is_some_and(|until| until.is_by(at))
}

fn age(facts: &Facts) -> Age {
    Age { since: facts.since.as_ref().map(came).unwrap_or_default(), until: went(facts) }
}

impl<'a> Outline<'a> {
    /// Of a contract.
    pub fn of(contract: &'a Contract) -> Self {
        let modules: HashMap<&str, usize> =
            contract.operations.each.iter().enumerate().map(|(at, event)| (event.module.as_str(), at)).collect();
        let uses: HashMap<&str, Vec<Use<'a>>> =
            contract.types.iter().map(|def| (def.name.as_str(), uses(def))).collect();
        let rows = rows(contract);
        let cells = cells(contract, &rows);
        let by_types = uses.iter().flat_map(|(user, uses)| uses.iter().filter(move |it| it.name != *user));
        let referred = by_types.map(|it| it.name).chain(cells.iter().map(|(name, _)| *name)).collect();
        let events = reach(contract, &uses);
        let ages = Ages { contract, modules: &modules, uses: &uses, found: HashMap::new() }.all(&cells, &referred);
        Self { ages, referred, events, modules, rows }
    }

    /// The versions at which rows came.
    pub fn row_versions(&self) -> impl Iterator<Item = &Version> {
        self.rows.values().flat_map(HashMap::values)
    }

    /// When there is the type of this name.
    pub fn age(&self, name: &str) -> Option<&Age> {
        self.ages.get(name)
    }

    /// The first version of the host that has a row of a table, if it was not always there.
    pub fn row(&self, table: &str, name: &str) -> Option<&Version> {
        self.rows.get(table)?.get(name)
    }

    /// Something else refers to the type.
    pub fn is_referred(&self, name: &str) -> bool {
        self.referred.contains(name)
    }

    /// The indices of the events in whose payloads the type is.
    pub fn events(&self, name: &str) -> impl Iterator<Item = usize> {
        self.events.get(name).into_iter().flatten().copied()
    }

    /// The index of the event whose types are in this module.
    pub fn event_of_module(&self, module: &str) -> Option<usize> {
        self.modules.get(module).copied()
    }
}

/// A place where a type is referred to.
struct Use<'a> {
    name: &'a str,
    age: Age,
}

/// The types that one refers to. A field says when it came; anything else in a type is as old as the type.
fn uses(def: &TypeDef) -> Vec<Use<'_>> {
    let mut found = Vec::new();
    if let Kind::Struct(it) = &def.kind {
        for field in &it.fields {
            field.expr.refs(&mut |name| found.push(Use { name, age: age(&field.facts) }));
        }
        it.rest.iter().for_each(|rest| rest.refs(&mut |name| found.push(Use { name, age: Age::default() })));
    } else {
        def.refs(&mut |name| found.push(Use { name, age: Age::default() }));
    }
    found
}

/// The rows that say since when they are there. To the model that is one of the facts that only templates read.
fn rows(contract: &Contract) -> Rows<'_> {
    let since = |row: &Row| serde_json::from_value(row.facts.get("since")?.clone()).ok();
    let mut found = Rows::new();
    for (table, rows) in &contract.tables {
        let dated = rows.iter().filter_map(|row| Some((row.name.as_str(), since(row)?)));
        found.insert(table, dated.collect());
    }
    found
}

/// The types that are in tables, each with the age of its row.
fn cells<'a>(contract: &'a Contract, since: &Rows<'_>) -> Vec<(&'a str, Age)> {
    let mut found = Vec::new();
    for (table, row) in contract.tables.iter().flat_map(|(table, rows)| rows.iter().map(move |row| (table, row))) {
        let since =
            since.get(table.as_str()).and_then(|rows| rows.get(row.name.as_str())).map(came).unwrap_or_default();
        let age = Age { since, until: None };
        found.extend(row.cells.values().flatten().map(|name| (name.as_str(), age.clone())));
    }
    found
}

/// The events in whose input or output each type is. What a table names is in the payload of no certain one.
fn reach<'a>(contract: &'a Contract, uses: &HashMap<&str, Vec<Use<'a>>>) -> HashMap<&'a str, BTreeSet<usize>> {
    let mut reached: HashMap<&str, BTreeSet<usize>> = HashMap::new();
    for (at, event) in contract.operations.each.iter().enumerate() {
        let mut open = vec![event.input.as_str(), event.output.as_str()];
        while let Some(name) = open.pop() {
            if reached.entry(name).or_default().insert(at) {
                open.extend(uses.get(name).into_iter().flatten().map(|it| it.name));
            }
        }
    }
    reached
}

/// The ages of all types, while they are found out: there is a type as long as there is a place that refers to it.
struct Ages<'a, 'b> {
    contract: &'a Contract,
    modules: &'b HashMap<&'a str, usize>,
    uses: &'b HashMap<&'a str, Vec<Use<'a>>>,
    found: HashMap<&'a str, Age>,
}

impl<'a> Ages<'a, '_> {
    fn all(mut self, cells: &[(&'a str, Age)], referred: &HashSet<&str>) -> HashMap<&'a str, Age> {
        let always = Age::default();
        for event in &self.contract.operations.each {
            [&event.input, &event.output].into_iter().chain(&event.parts).for_each(|name| self.seen(name, &always));
        }
        cells.iter().for_each(|(name, age)| self.seen(name, age));
        for def in self.contract.types.iter().filter(|def| !referred.contains(def.name.as_str())) {
            self.seen(&def.name, &always);
        }
        // Types that only refer to each other.
        for def in &self.contract.types {
            if !self.found.contains_key(def.name.as_str()) {
                self.seen(&def.name, &always);
            }
        }
        self.found
    }

    /// A place of this age refers to the type.
    fn seen(&mut self, name: &'a str, age: &Age) {
        let mut open = vec![(name, age.clone())];
        while let Some((name, age)) = open.pop() {
            let Some(def) = self.contract.get(name) else { continue };
            let seen = age.within(&self.own(def));
            let known = self.found.get(name);
            let all = known.map_or_else(|| seen.clone(), |known| known.or(&seen));
            if known != Some(&all) {
                let below = self.uses.get(name).into_iter().flatten();
                open.extend(below.map(|it| (it.name, it.age.within(&all))));
                self.found.insert(name, all);
            }
        }
    }

    /// The age that a type has for itself. Nothing is older than its event.
    fn own(&self, def: &TypeDef) -> Age {
        let event = self.modules.get(def.module.as_str()).and_then(|at| self.contract.operations.each.get(*at));
        let input = event.and_then(|event| self.contract.get(&event.input));
        input.map_or_else(|| age(&def.facts), |input| age(&def.facts).within(&age(&input.facts)))
    }
}
