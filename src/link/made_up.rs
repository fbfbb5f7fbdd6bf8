//! Lists the names that the schemas do not give, so that the set file can.

use std::collections::{BTreeMap, BTreeSet};

use toml::Table;

use super::{Definition, link, link_with, own_names, places};
use crate::load::SchemaSet;
use crate::naming;
use crate::schema::Origin;

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
    let all = &linked.definitions.all;
    let pinned: BTreeMap<&Origin, &str> =
        all.iter().filter(is_pinned).map(|it| (&it.origin, it.name.as_str())).collect();
    let named =
        places(set, all).into_iter().filter_map(|(place, origin)| Some((place, (*pinned.get(&origin)?).into())));
    named.collect()
}

/// Returns the definitions that the author of the schemas called alike.
fn shared(all: &[Definition]) -> BTreeSet<Origin> {
    let mut by_name: BTreeMap<&str, Vec<&Origin>> = BTreeMap::new();
    let named = all.iter().filter(|it| naming::is_named(&it.origin));
    named.for_each(|it| by_name.entry(&it.name).or_default().push(&it.origin));
    by_name.into_values().filter(|origins| origins.len() > 1).flatten().cloned().collect()
}
