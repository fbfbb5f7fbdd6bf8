//! Compares two states of a contract.

use std::collections::BTreeSet;

use indexmap::{IndexMap, IndexSet};

use super::breakage::{Facts, harms, step};
use super::change::{Change, ChangeKind, Direction, Effect};
use super::kinds;
use super::state::State;
use super::summary::summary;
use crate::model::{Contract, Expr, Operation, Origin, Row, TypeDef, Version};

/// Compares two states: events, then tables, then types, each in the order of the newer contract, with removed ones at
/// the end.
///
/// A change of an event includes everything that belongs to it. A change of a base is reported once.
pub fn compare(old: &State<'_>, new: &State<'_>) -> Vec<Change> {
    let names = new.types().chain(old.types()).map(|def| def.name.as_str());
    compare_types(old, new, &names.collect())
}

/// Compares these types, and all events and tables.
pub(super) fn compare_types(old: &State<'_>, new: &State<'_>, names: &BTreeSet<&str>) -> Vec<Change> {
    let mut found = Comparison { old, new, found: IndexMap::new() };
    found.events();
    found.tables();
    found.types(names);
    // A field for each event belongs to the event.
    let of_event = |kind: ChangeKind| matches!(kind, ChangeKind::EventAdded | ChangeKind::EventRemoved);
    let events: BTreeSet<String> =
        found.found.values().filter(|it| of_event(it.kind)).map(|it| it.of.clone()).collect();
    let of_field = |kind: ChangeKind| matches!(kind, ChangeKind::FieldAdded | ChangeKind::FieldRemoved);
    let is_own = |it: &Change| !(of_field(it.kind) && it.member.as_ref().is_some_and(|name| events.contains(name)));
    let ordered = |change: Change| Change { events: in_order(&[old, new], &change.events), ..change };
    found.found.into_values().filter(is_own).map(ordered).collect()
}

/// Two states and their differences.
pub(super) struct Comparison<'s, 'a, 'b> {
    pub old: &'s State<'a>,
    pub new: &'s State<'b>,
    found: IndexMap<(ChangeKind, Origin, String), Change>,
}

/// A difference as it is found. [`Change`] adds the facts that follow from it.
pub(super) struct Found<'f> {
    pub kind: ChangeKind,
    /// The type that has the difference. A difference in a base is found in each type that extends the base.
    pub def: &'f TypeDef,
    pub member: Option<&'f str>,
    pub place: &'f Origin,
    pub version: Option<Version>,
    pub effect: Effect,
    pub types: Effect,
    pub required: bool,
    pub constant: bool,
    pub open: bool,
    pub before: Option<String>,
    pub after: Option<String>,
}

impl<'f> Found<'f> {
    /// Creates a difference with a kind and a location only.
    pub fn new(kind: ChangeKind, def: &'f TypeDef, member: Option<&'f str>, place: &'f Origin, effect: Effect) -> Self {
        Self {
            kind,
            def,
            member,
            place,
            version: None,
            effect,
            types: Effect::Same,
            required: false,
            constant: false,
            open: false,
            before: None,
            after: None,
        }
    }
}

impl Comparison<'_, '_, '_> {
    /// Adds a difference of a type, or of a part of it.
    pub fn add(&mut self, found: Found<'_>) {
        let (old, new) = (self.old, self.new);
        let events = match new.get(&found.def.name) {
            Some(_) => names_of(new, &found.def.name),
            None => names_of(old, &found.def.name),
        };
        let direction = Direction::of(found.def.input, found.def.output);
        let key = (found.kind, found.place.clone(), found.member.unwrap_or_default().to_owned());
        if let Some(known) = self.found.get_mut(&key) {
            known.events.extend(events);
            known.direction = joined(known.direction, direction);
            return;
        }
        let owner = owner(found.place, found.def, new.contract).or_else(|| owner(found.place, found.def, old.contract));
        let of = owner.unwrap_or(&found.def.name).to_owned();
        let facts = Facts {
            required: found.required,
            constant: found.constant,
            open: found.open,
            types: found.types,
            ..Facts::new(found.kind, direction)
        };
        let change = Change {
            kind: found.kind,
            name: found.member.map_or_else(|| of.clone(), |member| format!("{of}/{member}")),
            of,
            member: found.member.map(str::to_owned),
            place: found.place.clone(),
            direction,
            events,
            required: found.required,
            before: found.before,
            after: found.after,
            version: found.version,
            effect: found.effect,
            harms: harms(facts),
            step: step(found.kind, found.effect, harms(facts)),
            summary: String::new(),
        };
        self.put(key, change);
    }

    fn put(&mut self, key: (ChangeKind, Origin, String), change: Change) {
        let summary = summary(&change);
        self.found.insert(key, Change { summary, ..change });
    }

    fn events(&mut self) {
        let (old, new) = (self.old, self.new);
        let added_at = new.events().filter(|event| old.event(&event.name).is_none());
        let removed_at = old.events().filter(|event| new.event(&event.name).is_none());
        let added_at: Vec<_> = added_at.map(|event| self::event(ChangeKind::EventAdded, event, new)).collect();
        added_at
            .into_iter()
            .chain(removed_at.map(|event| self::event(ChangeKind::EventRemoved, event, old)))
            .flatten()
            .for_each(|change| {
                self.put((change.kind, change.place.clone(), String::new()), change);
            });
    }

    fn tables(&mut self) {
        let (old, new) = (self.old, self.new);
        let tables: BTreeSet<&String> = new.contract.tables.keys().chain(old.contract.tables.keys()).collect();
        for table in tables {
            // Two states of one contract share each row: it is in both, or in one of them.
            if std::ptr::eq(old.contract, new.contract) {
                self.rows_of_one(table);
                continue;
            }
            let (had, has) = (by_name(old.rows(table)), by_name(new.rows(table)));
            for (name, row) in &has {
                match had.get(name) {
                    None => self.row(ChangeKind::RowAdded, table, row, Effect::Wider, None),
                    Some(before) => self.changed_row(table, before, row),
                }
            }
            for (_, row) in had.iter().filter(|(name, _)| !has.contains_key(*name)) {
                self.row(ChangeKind::RowRemoved, table, row, Effect::Narrower, None);
            }
        }
    }

    fn rows_of_one(&mut self, table: &str) {
        let (old, new) = (self.old, self.new);
        let mut gone = Vec::new();
        for row in new.contract.tables.get(table).into_iter().flatten() {
            // If both have the row, only its types can differ.
            let same = |name: &String| old.has_type(name) == new.has_type(name);
            match (old.has_row(table, row), new.has_row(table, row)) {
                (false, true) => self.row(ChangeKind::RowAdded, table, row, Effect::Wider, None),
                (true, false) => gone.push(row),
                (true, true) if !row.cells.values().flatten().all(same) => self.changed_row(table, row, row),
                _ => {}
            }
        }
        for row in gone {
            self.row(ChangeKind::RowRemoved, table, row, Effect::Narrower, None);
        }
    }

    fn changed_row(&mut self, table: &str, before: &Row, row: &Row) {
        let cells = |row: &Row, state: &State<'_>| -> Vec<(String, String)> {
            let there = |name: &&String| state.has_type(name);
            let cell = |(column, name): (&String, &Option<String>)| {
                Some((column.clone(), name.as_ref().filter(there)?.clone()))
            };
            row.cells.iter().filter_map(cell).collect()
        };
        let (had, has) = (cells(before, self.old), cells(row, self.new));
        let names = |row: &Row| (row.prefix.clone(), row.aliases.iter().cloned().collect::<BTreeSet<_>>());
        let words = |cells: &[(String, String)], row: &Row| {
            let cells = cells.iter().map(|(column, name)| format!("{column}: {name}"));
            cells.chain(row.aliases.iter().map(|alias| format!("alias: {alias}"))).collect::<Vec<_>>().join(", ")
        };
        if had != has || names(before) != names(row) {
            let types = if had == has { Effect::Same } else { Effect::Other };
            self.row(ChangeKind::RowChanged, table, row, types, Some((words(&had, before), words(&has, row))));
        }
    }

    fn row(&mut self, kind: ChangeKind, table: &str, row: &Row, types: Effect, words: Option<(String, String)>) {
        let place = Origin { file: table.to_owned(), pointer: format!("/{}", row.name) };
        let direction = Direction::Both;
        let harms = harms(Facts { types, ..Facts::new(kind, direction) });
        let effect = if kind == ChangeKind::RowChanged { Effect::Other } else { types };
        let (before, after) = words.unzip();
        let change = Change {
            kind,
            name: format!("{table}/{}", row.name),
            of: table.to_owned(),
            member: Some(row.name.clone()),
            place: place.clone(),
            direction,
            events: Vec::new(),
            required: false,
            before,
            after,
            version: self.new.outline().row(table, &row.name).filter(|_| kind == ChangeKind::RowAdded).cloned(),
            effect,
            harms,
            step: step(kind, effect, harms),
            summary: String::new(),
        };
        self.put((kind, place, String::new()), change);
    }

    fn types(&mut self, names: &BTreeSet<&str>) {
        let (old, new) = (self.old, self.new);
        for def in named(new, names) {
            match old.get(&def.name) {
                Some(before) => kinds::compare(self, before, def),
                None if is_unreferenced(new, old, def) => {
                    let whole = Found::new(ChangeKind::TypeAdded, def, None, &def.origin, Effect::Wider);
                    self.add(Found { version: def.facts.since.clone(), ..whole });
                }
                None => {}
            }
        }
        for def in named(old, names) {
            if new.get(&def.name).is_none() && !is_of_event(old, new, def) {
                let whole = Found::new(ChangeKind::TypeRemoved, def, None, &def.origin, Effect::Narrower);
                self.add(Found { version: def.facts.until.clone(), ..whole });
            }
        }
    }
}

/// Returns the types of these names, in the order of the contract.
fn named<'a>(state: &State<'a>, names: &BTreeSet<&str>) -> impl Iterator<Item = &'a TypeDef> + use<'a> {
    let there = names.iter().filter(|name| state.has_type(name));
    let places: BTreeSet<usize> = there.filter_map(|name| state.contract.types.place(name)).collect();
    let contract = state.contract;
    places.into_iter().filter_map(|at| contract.types.get(at))
}

/// Returns the rows of a table by name, in their order.
fn by_name<'a>(rows: impl Iterator<Item = &'a Row>) -> IndexMap<&'a str, &'a Row> {
    rows.map(|row| (row.name.as_str(), row)).collect()
}

/// Adds an event that only this state has. The change includes its types.
fn event(kind: ChangeKind, event: &Operation, state: &State<'_>) -> Option<Change> {
    let input = state.get(&event.input)?;
    let direction = Direction::Both;
    let harms = harms(Facts::new(kind, direction));
    let added_at = kind == ChangeKind::EventAdded;
    let effect = if added_at { Effect::Wider } else { Effect::Narrower };
    Some(Change {
        kind,
        name: event.name.clone(),
        of: event.name.clone(),
        member: None,
        place: input.origin.clone(),
        direction,
        events: vec![event.name.clone()],
        required: false,
        before: None,
        after: None,
        version: if added_at { input.facts.since.clone() } else { input.facts.until.clone() },
        effect,
        harms,
        step: step(kind, effect, harms),
        summary: String::new(),
    })
}

/// Adds a new type that no other change mentions.
fn is_unreferenced(new: &State<'_>, old: &State<'_>, def: &TypeDef) -> bool {
    !new.outline().is_referred(&def.name) && !is_of_event(new, old, def)
}

/// Returns true if the type belongs to an event that the other state does not have.
pub(super) fn is_of_event(state: &State<'_>, other: &State<'_>, def: &TypeDef) -> bool {
    let event = state.outline().event_of_module(&def.module).and_then(|at| state.contract.operations.each.get(at));
    event.is_some_and(|event| other.event(&event.name).is_none())
}

/// Returns the events whose payloads contain the type.
fn names_of(state: &State<'_>, name: &str) -> Vec<String> {
    let events = state.outline().events(name).filter_map(|at| state.contract.operations.each.get(at));
    events.filter(|event| state.event(&event.name).is_some()).map(|event| event.name.clone()).collect()
}

/// Returns each name once, in the order of the contracts.
fn in_order(states: &[&State<'_>], names: &[String]) -> Vec<String> {
    let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let all = states.iter().rev().flat_map(|state| &state.contract.operations.each).map(|event| &event.name);
    let ordered: IndexSet<&String> = all.filter(|name| names.contains(name.as_str())).collect();
    ordered.into_iter().cloned().collect()
}

fn joined(one: Direction, other: Direction) -> Direction {
    let has = |direction: Direction, of: Direction| direction == of || direction == Direction::Both;
    let either = |of: Direction| has(one, of) || has(other, of);
    Direction::of(either(Direction::Input), either(Direction::Output))
}

/// Returns the type that defines a node: a base, if the type inherits it.
fn owner<'c>(place: &Origin, def: &TypeDef, contract: &'c Contract) -> Option<&'c str> {
    let is_in = |it: &&TypeDef| {
        let below = place.pointer.strip_prefix(&it.origin.pointer);
        it.origin.file == place.file && below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
    };
    if is_in(&def) {
        return contract.get(&def.name).map(|def| def.name.as_str());
    }
    contract.types.iter().filter(is_in).max_by_key(|it| it.origin.pointer.len()).map(|it| it.name.as_str())
}

/// Returns the name of the type that an expression refers to.
pub(super) fn referred(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Ref { name, .. } => Some(name),
        _ => None,
    }
}
