//! Facts of a contract that do not depend on the version: the age of each type, its references, and the events whose
//! payloads contain it.

use std::collections::BTreeSet;

use foldhash::{HashMap, HashMapExt, HashSet};

use crate::model::{Contract, Facts, Kind, Row, TypeDef, Version};

/// The versions that have a type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Age {
    /// The numbers of the first version that has it; `None` if every version did.
    since: Vec<u64>,
    /// The numbers of the first version that no longer has it.
    until: Option<Vec<u64>>,
}

impl Age {
    /// Returns true if this version has the type.
    pub fn contains(&self, at: &Vec<u64>) -> bool {
        self.since <= *at && self.until.as_ref().is_none_or(|until| at < until)
    }

    /// Returns the versions at which it begins and ends.
    pub fn times(&self) -> impl Iterator<Item = Vec<u64>> {
        [&self.since].into_iter().chain(&self.until).cloned()
    }

    /// Returns the versions that both ages include.
    fn within(&self, other: &Self) -> Self {
        let until = self.until.iter().chain(&other.until).min().cloned();
        Self { since: self.since.clone().max(other.since.clone()), until }
    }

    /// Returns an age that includes both. They overlap, or one follows the other.
    fn or(&self, other: &Self) -> Self {
        let until = self.until.clone().zip(other.until.clone()).map(|(one, other)| one.max(other));
        Self { since: self.since.clone().min(other.since.clone()), until }
    }
}

/// The facts of a contract that do not depend on the version.
#[derive(Debug)]
pub struct Outline<'a> {
    ages: HashMap<&'a str, Age>,
    /// The types that another type, or a row of a table, refers to.
    referred: HashSet<&'a str>,
    /// The indices of the events whose payloads contain a type.
    events: HashMap<&'a str, BTreeSet<usize>>,
    /// The events by their modules.
    modules: HashMap<&'a str, usize>,
    /// The first versions of rows that were added to their table, by table and row.
    rows: Rows<'a>,
}

/// Versions, by the name of a table and of its row.
type Rows<'a> = HashMap<&'a str, HashMap<&'a str, Version>>;

/// Returns the first version that has something, if an older version is known not to have it.
pub fn added_at(since: &Version) -> Vec<u64> {
    if is_dated(since) { since.parts() } else { Vec::new() }
}

fn is_dated(since: &Version) -> bool {
    since.exact || since.after.is_some()
}

/// Returns true if this version already has it.
pub fn is_added(since: Option<&Version>, at: &[u64]) -> bool {
    since.is_none_or(|since| !is_dated(since) || since.is_by(at))
}

/// Returns the first version that no longer has something.
pub fn removed_at(facts: &Facts) -> Option<Vec<u64>> {
    facts.until.as_ref().map(Version::parts)
}

/// Returns true if this version no longer has it.
pub fn is_removed(facts: &Facts, at: &[u64]) -> bool {
    facts.until.as_ref().is_some_and(|until| until.is_by(at))
}

fn age(facts: &Facts) -> Age {
    Age { since: facts.since.as_ref().map(added_at).unwrap_or_default(), until: removed_at(facts) }
}

impl<'a> Outline<'a> {
    /// Creates the outline of a contract.
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

    /// Returns the versions at which rows were added.
    pub fn row_versions(&self) -> impl Iterator<Item = &Version> {
        self.rows.values().flat_map(HashMap::values)
    }

    /// Returns the age of the type of this name.
    pub fn age(&self, name: &str) -> Option<&Age> {
        self.ages.get(name)
    }

    /// Returns the first host version that has a row of a table; `None` if every version did.
    pub fn row(&self, table: &str, name: &str) -> Option<&Version> {
        self.rows.get(table)?.get(name)
    }

    /// Returns true if something refers to the type.
    pub fn is_referred(&self, name: &str) -> bool {
        self.referred.contains(name)
    }

    /// Returns the indices of the events whose payloads contain the type.
    pub fn events(&self, name: &str) -> impl Iterator<Item = usize> {
        self.events.get(name).into_iter().flatten().copied()
    }

    /// Returns the index of the event whose types are in this module.
    pub fn event_of_module(&self, module: &str) -> Option<usize> {
        self.modules.get(module).copied()
    }
}

/// A reference to a type.
struct Use<'a> {
    name: &'a str,
    age: Age,
}

/// Returns the references in a type. A field can be younger than its type; other parts are as old as the type.
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

/// Returns the first versions of rows. In the model a row's version is a fact that only templates read.
fn rows(contract: &Contract) -> Rows<'_> {
    let since = |row: &Row| serde_json::from_value(row.facts.get("since")?.clone()).ok();
    let mut found = Rows::new();
    for (table, rows) in &contract.tables {
        let dated = rows.iter().filter_map(|row| Some((row.name.as_str(), since(row)?)));
        found.insert(table, dated.collect());
    }
    found
}

/// Returns the types that tables refer to, each with the age of its row.
fn cells<'a>(contract: &'a Contract, since: &Rows<'_>) -> Vec<(&'a str, Age)> {
    let mut found = Vec::new();
    for (table, row) in contract.tables.iter().flat_map(|(table, rows)| rows.iter().map(move |row| (table, row))) {
        let since =
            since.get(table.as_str()).and_then(|rows| rows.get(row.name.as_str())).map(added_at).unwrap_or_default();
        let age = Age { since, until: None };
        found.extend(row.cells.values().flatten().map(|name| (name.as_str(), age.clone())));
    }
    found
}

/// Returns the events whose input or output contains each type. The types of a table belong to no event.
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

/// The ages of all types while they are computed: a type exists as long as something refers to it.
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
        // The rest are types that refer only to each other.
        for def in &self.contract.types {
            if !self.found.contains_key(def.name.as_str()) {
                self.seen(&def.name, &always);
            }
        }
        self.found
    }

    /// Adds a reference of this age to the type.
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

    /// Returns the age that the type itself declares. A type is not older than its event.
    fn own(&self, def: &TypeDef) -> Age {
        let event = self.modules.get(def.module.as_str()).and_then(|at| self.contract.operations.each.get(*at));
        let input = event.and_then(|event| self.contract.get(&event.input));
        input.map_or_else(|| age(&def.facts), |input| age(&def.facts).within(&age(&input.facts)))
    }
}
