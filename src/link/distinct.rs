//! Gives every definition a name of its own, where the schemas give several the same.
//!
//! A name that the author gave stays: one in `[names]`, a key in `$defs`, the `title` of a file. Of the others, the one that is
//! the least deep keeps its name, then the first one by its place. The rest are named by their whole path. So an addition to
//! the schemas can rename only types whose name it takes.

use std::collections::{BTreeMap, BTreeSet};

use super::modules::module_of;
use super::{Definition, Names};
use crate::naming;
use crate::schema::Origin;

use heck::{ToSnakeCase, ToUpperCamelCase};

/// Returns other names for the definitions that have to give up theirs; empty if all names differ.
pub(super) fn renamed(all: &[Definition], given: &Names) -> Names {
    let mut sorted: Vec<&Definition> = all.iter().collect();
    sorted.sort_by_key(|it| rank(it, given));
    let mut first: BTreeMap<String, &Origin> = BTreeMap::new();
    let mut taken: BTreeSet<String> = all.iter().map(|it| folded(&it.name)).collect();
    let modules: BTreeSet<String> = all.iter().map(|it| module_of(&it.origin.file).to_snake_case()).collect();
    let (mut found, mut numbers) = (Names::new(), BTreeMap::new());
    for it in sorted {
        let own = folded(&it.name);
        // A module and a type are both at the root of a package.
        let is_module = modules.contains(&it.name);
        match first.get(&own) {
            // A node that is referred to is defined there as well.
            Some(known) if **known == it.origin => continue,
            None if !is_module => {
                first.insert(own, &it.origin);
                continue;
            }
            _ => {}
        }
        let is_free = |name: &String| {
            let other = folded(name);
            !modules.contains(name) && (!taken.contains(&other) || (is_module && other == own))
        };
        let Some(name) = longer(it, &mut numbers).find(is_free) else { continue };
        taken.insert(folded(&name));
        first.entry(folded(&name)).or_insert(&it.origin);
        found.insert(it.origin.clone(), name);
    }
    found
}

/// Returns the order in which definitions keep their names.
fn rank<'a>(it: &'a Definition, given: &Names) -> (usize, usize, &'a Origin) {
    let is_given = given.contains_key(&it.origin);
    let kind = if is_given {
        0
    } else if naming::is_named(&it.origin) {
        1
    } else {
        2
    };
    (kind, it.origin.pointer.matches('/').count(), &it.origin)
}

/// Returns what is the same for two names that some language, or the file system, would not tell apart.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns longer names for a definition: its path in its file, then with the name of the file, then with the next number.
fn longer<'a>(it: &Definition, numbers: &'a mut BTreeMap<String, usize>) -> impl Iterator<Item = String> + 'a {
    let file = module_of(&it.origin.file).to_upper_camel_case();
    let path = naming::of_path(&it.origin.pointer);
    let whole = format!("{file}{path}");
    let next = numbers.entry(whole.clone()).or_insert(1);
    let numbered = std::iter::repeat_with({
        let whole = whole.clone();
        move || {
            *next += 1;
            format!("{whole}{next}")
        }
    });
    [path, whole].into_iter().filter(|name| !name.is_empty()).chain(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_only_in_case_or_signs_are_the_same() {
        assert_eq!(folded("Foo-bar_2"), folded("fooBar2"));
        assert_ne!(folded("Foo2"), folded("Foo"));
    }
}
