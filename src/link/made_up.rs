//! Lists the names that the schemas do not give, so that the set file can.

use std::collections::{BTreeMap, BTreeSet};

use toml::Table;

use super::distinct::folded;
use super::{Definition, link, link_with, own_names};
use crate::load::SchemaSet;
use crate::naming;
use crate::schema::{Origin, to_fragment};

/// Returns the `[names]` of a set: each name that an addition to the schemas could change, by its place, and those that are
/// there already.
///
/// Such a name was made up, or it is also the name of another definition, which had to give it up.
pub fn names_table(set: &SchemaSet) -> Table {
    let own = own_names(set);
    let shared = shared(&link_with(set, &own).definitions.all);
    let linked = link(set);
    let is_pinned =
        |it: &&Definition| own.contains_key(&it.origin) || !naming::is_named(&it.origin) || shared.contains(&it.origin);
    let pinned = linked.definitions.all.iter().filter(is_pinned);
    let pinned: BTreeMap<&Origin, &str> = pinned.map(|it| (&it.origin, it.name.as_str())).collect();
    pinned.into_iter().map(|(origin, name)| (place(set, origin), name.into())).collect()
}

/// Returns the definitions that share their name with another one, before any of them gets another name.
fn shared(all: &[Definition]) -> BTreeSet<Origin> {
    let mut by_name: BTreeMap<String, Vec<&Origin>> = BTreeMap::new();
    all.iter().for_each(|it| by_name.entry(folded(&it.name)).or_default().push(&it.origin));
    by_name.into_values().filter(|origins| origins.len() > 1).flatten().cloned().collect()
}

/// Returns a place as `[names]` has it.
fn place(set: &SchemaSet, origin: &Origin) -> String {
    let file = set.schema(&origin.file).map_or(origin.file.as_str(), |file| file.real_path());
    format!("{file}#{}", to_fragment(&origin.pointer))
}
