//! Brings schemas as people publish them into the form that all later steps read.
//!
//! Validators skip what they do not know, and accept several spellings of one thing. So does this step: afterwards each file
//! names one of the supported [dialects](crate::schema::Dialect), has only keywords that count in it, and refers by path and
//! pointer. What it changes does not change which values are valid, but for keywords that draft-04 and draft-06 do not have: they
//! count as in draft-07. It reports what it leaves out, each kind once with a count.
//!
//! | module | settles |
//! |---|---|
//! | [`dialect`] | `$schema`: its spellings, its absence, repetitions below the root; older drafts |
//! | [`siblings`] | keywords beside `$ref`, which draft-07 skips |
//! | [`unknown`] | keywords that are not in the standard |
//! | [`unions`] | null and several types, in their many spellings |
//! | [`patterns`] | regular expressions of other engines |
//! | [`drafts`] | the schemas of the drafts themselves |
//! | [`references`] | ids, anchors, and fragments that are not percent-encoded |
//! | [`counted`] | findings that are the same in many places |

mod counted;
mod dialect;
mod drafts;
mod patterns;
mod references;
mod siblings;
mod unions;
mod unknown;

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostics;
use crate::schema::{JsonFile, referenced};
use crate::set::{Lint, LintLevel, SetFile};

use self::counted::Counted;

pub use self::unknown::unknown as unknown_keyword;

/// Normalizes the schemas of a set. A file that is already in this form stays as it is.
pub fn normalize(set: &SetFile, schemas: &mut Vec<JsonFile>) -> Diagnostics {
    let (mut found, failed) = (Counted::default(), drafts::add(set, schemas));
    find_elsewhere(schemas);
    let is_strict = set.level(Lint::Untyped) == LintLevel::Deny;
    for file in schemas.iter_mut() {
        dialect::settle(file, &mut found);
        siblings::remove(file, &mut found);
        if !is_strict {
            patterns::respell(file);
        }
    }
    references::resolve(set, schemas, &mut found);
    unknown::remove(set.level(Lint::UnknownKeyword), schemas, &mut found);
    // The branches of a union are types in place, for which a set can ask the author.
    if !is_strict && set.level(Lint::InlineObject) != LintLevel::Deny {
        let targets = referenced(schemas.iter()).into_iter().map(|it| it.pointer).collect();
        unions::respell(schemas, &targets);
    }
    let mut found = found.reported();
    found.extend(failed);
    found
}

/// Tells each file which of its schemas are below no keyword: only a reference shows that they are schemas.
fn find_elsewhere(schemas: &mut [JsonFile]) {
    let targets = referenced(schemas.iter());
    for file in schemas {
        let mut known = BTreeSet::new();
        file.each_schema(&mut |_, at| {
            known.insert(at.pointer());
        });
        let own = targets.iter().filter(|it| it.file == file.path && !known.contains(&it.pointer));
        let own: Vec<String> = own.map(|it| it.pointer.clone()).collect();
        // One in another one is visited with it.
        let is_inside =
            |it: &String| own.iter().any(|outer| it.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/')));
        file.set_elsewhere(own.iter().filter(|it| !is_inside(it)).cloned().collect());
    }
}
