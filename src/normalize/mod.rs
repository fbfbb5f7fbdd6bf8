//! Brings schemas as people publish them into the form that all later steps read.
//!
//! Validators skip what they do not know, and accept several spellings of one thing. So does this step: afterwards each file
//! names one of the supported [dialects](crate::schema::Dialect), has only keywords that count in it, and refers by path and
//! pointer. What it changes does not change which values are valid, but for a
//! [pattern](patterns) that it has to leave out. It reports what it leaves out, each kind once with a count.
//!
//! | module | settles |
//! |---|---|
//! | [`draft_2019`] | draft 2019-09 |
//! | [`drafts`] | the schemas of the drafts themselves |
//! | [`references`] | ids, anchors, and fragments that are not percent-encoded |
//! | [`dynamic`] | dynamic references that lead to different schemas |
//! | [`skipped`] | keywords that only other drafts have, what stands beside `$ref` before draft 2020-12, and what has no value left to check |
//! | [`dialect`] | `$schema`: its spellings, its absence, repetitions below the root; older drafts |
//! | [`unknown`] | keywords that are not in the standard |
//! | [`patterns`] | regular expressions that not every language decides alike |
//! | [`by_type`] | keywords and conditions that the type of a value decides |
//! | [`named_keys`] | patterns of keys that only list names |
//! | [`loosened`] | what a pattern that is left out changes elsewhere |
//! | [`views`] | what is read or written of a type with properties that are only one of both |
//! | [`joined`] | parts of `allOf` that are one schema of a scalar or a list |
//! | [`objects`] | objects and lists without `type` |
//! | [`branches`] | properties beside a union of objects |
//! | [`exclusive`] | whether two branches can hold for one object |
//! | [`tags`] | conditions on the value of one property |
//! | [`conditions`] | properties under other conditions |
//! | [`overrides`] | objects in a property that a base has, too |
//! | [`both`] | two schemas of objects that both hold |
//! | [`unions`] | null, several types, and schemas by place or by pattern, in their many spellings |
//! | [`about`] | what a schema says of which values |
//! | [`native`] | formats that are types of the languages |
//! | [`targets`] | what references lead to |
//! | [`counted`] | findings that are the same in many places |

mod about;
mod both;
mod branches;
mod by_type;
mod conditions;
mod counted;
mod dialect;
mod draft_2019;
mod drafts;
mod dynamic;
mod exclusive;
mod joined;
mod loosened;
mod named_keys;
mod native;
mod objects;
mod overrides;
mod patterns;
mod references;
mod skipped;
mod tags;
mod targets;
mod unions;
mod unknown;
mod views;

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostics;
use crate::schema::JsonFile;
use crate::set::{Lint, LintLevel, Objects, SetFile};

use self::about::Known;
use self::counted::Counted;
use self::targets::Targets;

pub use self::unknown::unknown as unknown_keyword;

/// Normalizes the schemas of a set. A file that is already in this form stays as it is.
pub fn normalize(set: &SetFile, schemas: &mut Vec<JsonFile>) -> Diagnostics {
    draft_2019::respell(schemas);
    let (mut found, mut failed) = (Counted::default(), drafts::add(set, schemas));
    let drafts: Vec<_> = schemas.iter().map(|file| dialect::of(file, &mut found)).collect();
    failed.extend(references::resolve(set, schemas, &drafts, &mut found));
    native::rename(set, schemas);
    let (targets, mut moved) = (Targets::of(schemas), BTreeMap::new());
    let level = set.level(Lint::UnknownKeyword);
    for (file, draft) in schemas.iter_mut().zip(&drafts) {
        if let Some(draft) = draft {
            moved.extend(skipped::remove(file, *draft, level, &targets, &mut found));
            failed.extend(dialect::settle(file, *draft));
        }
    }
    references::remove_names(set, schemas);
    let is_strict = set.level(Lint::Untyped) == LintLevel::Deny;
    for file in schemas.iter_mut() {
        unknown::remove(file, level, &targets, &mut found);
        skipped::settle_unevaluated(file, &targets);
    }
    targets::redirect(schemas, &moved);
    let (targets, in_conditions) = (Targets::of(schemas), loosened::in_conditions(schemas));
    let respell = |file| patterns::respell(file, set.level(Lint::Pattern), &targets, &in_conditions, &mut found);
    let left_out = schemas.iter_mut().flat_map(respell).collect();
    loosened::respell_unions(schemas, left_out, &targets);
    failed.extend(views::add(set, schemas));
    if set.types.objects == Objects::Assume {
        objects::assume(schemas);
    }
    // The branches of a union are types in place, for which a set can ask the author.
    if !is_strict && set.level(Lint::InlineObject) != LintLevel::Deny {
        let level = set.level(Lint::Untyped);
        let targets = Targets::of(schemas);
        schemas.iter_mut().for_each(|file| named_keys::respell(file, &targets));
        let known = &mut Known::of(schemas);
        joined::join(schemas, known);
        unions::name_types(schemas, known);
        unions::give_lists_to_branches(schemas, known);
        by_type::settle(schemas, level, known, &mut found);
        overrides::extend(schemas, known);
        // Before: what a branch says of a property has the type that is beside it. After: an object has a branch of its own.
        branches::complete(schemas, level, known, &mut found);
        branches::refine(schemas, known);
        objects::give_types(schemas, level, known, &mut found);
        branches::complete(schemas, level, known, &mut found);
        branches::add_fields(schemas, known);
        let targets = known.targets(schemas);
        unions::respell(schemas, targets, known);
    }
    let mut found = found.reported();
    found.extend(failed);
    found
}
