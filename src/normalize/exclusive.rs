//! Whether two branches of a union can hold for one object.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::about::{Known, types_of};
use crate::model::assertion::same;
use crate::schema::Find;

/// How many parts and references of a branch are followed into each other.
const DEEPEST: usize = 8;

/// What a branch says of the properties of its objects.
#[derive(Default)]
pub struct Facts<'a> {
    required: BTreeSet<&'a str>,
    /// The lists of values that properties have.
    values: BTreeMap<&'a str, Vec<&'a Value>>,
    types: BTreeMap<&'a str, Vec<&'a str>>,
    patterns: BTreeMap<&'a str, Vec<&'a str>>,
    /// The properties that no object can have.
    refused: BTreeSet<&'a str>,
    /// The only properties that an object can have.
    named: Option<BTreeSet<&'a str>>,
}

impl<'a> Facts<'a> {
    /// Reads a branch, and what is beside the union.
    pub fn of(known: &'a Known, shared: &'a Map<String, Value>, branch: &'a Value, file: &str) -> Self {
        let mut found = Self::default();
        let shared = [Some(shared), branch.as_object()];
        shared.into_iter().flatten().for_each(|schema| found.add(known, schema, file, DEEPEST));
        found
    }

    fn add(&mut self, known: &'a Known, schema: &'a Map<String, Value>, file: &str, most: usize) {
        if most == 0 {
            return;
        }
        let required = schema.keyword("required").and_then(Value::as_array).into_iter().flatten();
        self.required.extend(required.filter_map(Value::as_str));
        let properties = schema.keyword("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            match property {
                Value::Bool(false) => drop(self.refused.insert(name)),
                Value::Object(property) => self.add_property(known, name, property, file, most),
                _ => {}
            }
        }
        let is_closed = schema.keyword("additionalProperties") == Some(&Value::Bool(false));
        if is_closed && !schema.has("patternProperties") {
            let names: BTreeSet<&str> = properties.into_iter().flat_map(Map::keys).map(String::as_str).collect();
            let outer = self.named.take();
            self.named = Some(outer.map_or(names.clone(), |outer| outer.intersection(&names).copied().collect()));
        }
        for part in schema.keyword("allOf").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
        {
            self.add(known, part, file, most - 1);
        }
        if let Some((at, Value::Object(node))) = known.target(schema, file) {
            self.add(known, node, &at.file, most - 1);
        }
    }

    fn add_property(
        &mut self,
        known: &'a Known,
        name: &'a str,
        property: &'a Map<String, Value>,
        file: &str,
        most: usize,
    ) {
        let listed = || property.keyword("enum").and_then(Value::as_array).map(|all| all.iter().collect());
        let values: Option<Vec<&Value>> = property.keyword("const").map(|one| vec![one]).or_else(listed);
        if let Some(mut values) = values {
            let before = self.values.remove(name);
            values.retain(|value| before.as_ref().is_none_or(|all| all.iter().any(|it| same(it, value))));
            self.values.insert(name, values);
        }
        if let Some(types) = property.keyword("type").map(types_of) {
            self.types.entry(name).or_insert(types);
        }
        let pattern = property.keyword("pattern").and_then(Value::as_str);
        pattern.into_iter().for_each(|pattern| self.patterns.entry(name).or_default().push(pattern));
        if let Some((at, Value::Object(node))) = known.target(property, file).filter(|_| most > 0) {
            self.add_property(known, name, node, &at.file, most - 1);
        }
    }

    /// Returns true if no object is of both, because of a property that one of them requires, or that is the tag of both: it has
    /// other values in each.
    pub fn excludes(&self, other: &Self) -> bool {
        let is_refused = |name: &str, by: &Self| {
            by.refused.contains(name) || by.named.as_ref().is_some_and(|names| !names.contains(name))
        };
        let is_same = |one: &str, other: &str| {
            let as_number = |of: &str| of == "integer" || of == "number";
            one == other || (as_number(one) && as_number(other))
        };
        let differ = |name: &str| {
            let types = self.types.get(name).zip(other.types.get(name));
            types.is_some_and(|(all, some)| !all.iter().any(|one| some.iter().any(|it| is_same(one, it))))
        };
        let begins_apart = |(name, all): (&&str, &Vec<&str>)| {
            let some = other.patterns.get(name);
            some.is_some_and(|some| all.iter().any(|one| some.iter().any(|it| begin_apart(one, it))))
        };
        let is_tag = |(name, all): (&&str, &Vec<&Value>)| {
            let some = other.values.get(name);
            some.is_some_and(|some| !all.iter().any(|one| some.iter().any(|it| same(one, it))))
        };
        self.values.iter().any(is_tag)
            || self.patterns.iter().any(begins_apart)
            || self
                .required
                .iter()
                .any(|name| is_refused(name, other) || (other.required.contains(name) && differ(name)))
            || other.required.iter().any(|name| is_refused(name, self))
    }
}

/// Returns true if each branch limits the values of one property, also where two of them have a value in common.
pub fn have_tag(branches: &[Facts<'_>]) -> bool {
    let limits =
        |branch: &Facts<'_>, name: &str| branch.values.contains_key(name) || branch.patterns.contains_key(name);
    let mut names = branches.first().into_iter().flat_map(|it| it.values.keys().chain(it.patterns.keys()));
    names.any(|name| branches.iter().all(|branch| limits(branch, name)))
}

/// Returns true if no string matches both patterns, because of what it begins with.
fn begin_apart(one: &str, other: &str) -> bool {
    let mut both = beginning(one).into_iter().zip(beginning(other));
    both.any(|(one, other)| !one.iter().any(|letter| other.contains(letter)))
}

/// Returns the letters that can be at each of the first places of a string that matches a pattern, as far as that is plain to see.
fn beginning(pattern: &str) -> Vec<Vec<char>> {
    let mut found = Vec::new();
    let Some(mut rest) = pattern.strip_prefix('^').filter(|rest| !rest.contains('|')) else { return found };
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_@/ ".contains(letter);
    while let Some(first) = rest.chars().next() {
        let (letters, next) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((class, next)) if class.chars().all(char::is_alphanumeric) && !class.is_empty() => {
                (class.chars().collect(), next)
            }
            None if is_plain(first) => (vec![first], &rest[first.len_utf8()..]),
            _ => break,
        };
        // The place can be left out.
        if next.starts_with(['?', '*', '{']) {
            break;
        }
        found.push(letters);
        // More of the same can follow.
        if next.starts_with('+') {
            break;
        }
        rest = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::begin_apart;

    #[test]
    fn patterns_that_begin_with_other_letters_match_no_string_together() {
        let apart = [("^a@", "^b@"), ("^[aA]b", "^[aA]c"), ("^ab", "^a[cd]"), ("^a-1$", "^a-2$")];
        let together = [
            ("^a@", "^a"),
            ("^ab?c", "^ac"),
            ("^a+b", "^ac"),
            ("a", "^b"),
            ("^a|b", "^c"),
            ("^[aA]", "^a"),
            ("^a*b", "^b"),
            ("^.b", "^ac"),
        ];
        for (pairs, expected) in [(&apart[..], true), (&together[..], false)] {
            for (one, other) in pairs {
                assert_eq!(begin_apart(one, other), expected, "{one} {other}");
                assert_eq!(begin_apart(other, one), expected, "{other} {one}");
            }
        }
    }
}
