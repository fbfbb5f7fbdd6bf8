//! Gives every definition a name of its own, where the schemas give several the same.
//!
//! A name that the author gave stays: one in `[names]`, a key in `$defs`, the `title` of a file. Each target tells those apart
//! that it would spell alike. Only where the author gives two definitions the very same name, or one the name of a module, all
//! but one get another name, with a warning. Of the names that are made up, the one that is the least deep stays, then the
//! first one by its place. The rest are named by their whole path. So an addition to the schemas can rename only types whose
//! name it takes.

use std::collections::{BTreeMap, BTreeSet};

use super::{Definition, Names, published};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::{SET_FILE, SchemaSet};
use crate::naming;
use crate::schema::Origin;

use heck::{ToSnakeCase, ToUpperCamelCase};
use toml::Table;

/// Returns other names for the definitions that have to give up theirs; empty if all names differ.
pub(super) fn renamed(set: &SchemaSet, all: &[Definition], given: &Names) -> Names {
    let mut sorted: Vec<&Definition> = all.iter().collect();
    sorted.sort_by_cached_key(|it| rank(it, given));
    let (mut first, mut first_of_author): (BTreeMap<_, &Origin>, BTreeMap<_, &Origin>) = Default::default();
    let mut taken: BTreeSet<String> = all.iter().map(|it| folded(&it.name)).collect();
    let modules: BTreeSet<String> = all.iter().map(|it| it.module.to_snake_case()).collect();
    let (mut found, mut numbers) = (Names::new(), BTreeMap::new());
    for it in sorted {
        let own = folded(&it.name);
        // A module and a type are both at the root of a package.
        let is_module = modules.contains(&it.name);
        let is_of_author = is_of_author(it, given);
        // Signs alone are no name in any language. Only the author of a name may choose another one.
        if own.is_empty() && is_of_author {
            continue;
        }
        let known = if is_of_author { first_of_author.get(&it.name) } else { first.get(&own) };
        match known {
            // A node that is referred to is defined there as well.
            Some(known) if **known == it.origin => continue,
            None if !is_module && !own.is_empty() => {
                if is_of_author {
                    first_of_author.insert(it.name.clone(), &it.origin);
                }
                first.entry(own).or_insert(&it.origin);
                continue;
            }
            _ => {}
        }
        let is_free = |name: &String| {
            let other = folded(name);
            !modules.contains(name) && (!taken.contains(&other) || (is_module && other == own))
        };
        let Some(name) = longer(set, it, &mut numbers).find(is_free) else { continue };
        taken.insert(folded(&name));
        first.entry(folded(&name)).or_insert(&it.origin);
        found.insert(it.origin.clone(), name);
    }
    found
}

/// Returns true if the author of the schemas, or of the set file, gave a definition its name.
pub(super) fn is_of_author(it: &Definition, given: &Names) -> bool {
    given.contains_key(&it.origin) || naming::is_named(&it.origin)
}

/// Warns about a definition with another name than the author gave it.
pub(super) fn warning(set: &SchemaSet, it: &Definition, own: &str) -> Diagnostic {
    let line = Table::from_iter([(published(set, &it.origin), it.name.as_str().into())]).to_string();
    let reason =
        format!("another type, or a module, is called `{own}`, and the root of every package exports all of them");
    Diagnostic::warning(Code::SameName, format!("`{own}` becomes the type `{}`", it.name))
        .at(set.place(&it.origin))
        .because(reason)
        .instead(format!("choose its name under `[names]` in `{SET_FILE}`: `{}`", line.trim_end()))
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
fn longer<'a>(
    set: &SchemaSet,
    it: &Definition,
    numbers: &'a mut BTreeMap<String, usize>,
) -> impl Iterator<Item = String> + use<'a> {
    let Origin { file, pointer } = &it.origin;
    // Only the path in the published schemas means something to people.
    let path = naming::of_path(&set.schema(file).map_or_else(|| pointer.into(), |it| it.published(pointer)));
    let file = it.module.to_upper_camel_case();
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
