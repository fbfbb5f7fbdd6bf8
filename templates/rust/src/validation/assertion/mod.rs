//! Validates assertions: constraints of JSON Schema that the types do not express.
//!
//! Failures are reported if the assertion must hold. If it is one of several alternatives, only its result is computed.

mod case;
pub(crate) mod format;
mod number;
pub(crate) mod part;

use std::collections::{BTreeSet, HashMap};
use std::mem;

use serde_json::{Map, Number, Value};

use self::case::{Asked, Outcome, Reference, Seen};
pub(crate) use self::part::Assertion;
use self::part::{Contains, Items, Keys, Limit, Part};
use super::data::words;
use super::message::{fill, found, quoted, shown};
use super::spot::{Pointer, Spot};
use super::plan::{Pair, find};
use super::walk::{REJECTED, SharedResults, Walk};
use crate::problems::ProblemCode;
use crate::regex;

impl Walk<'_> {
    /// Validates the value, and reports what fails.
    pub(super) fn assert(&mut self, value: &Value, assertion: &Assertion, spot: Spot<'_>) {
        self.evaluate(|evaluation| evaluation.of(value, assertion, spot));
    }

    /// Validates the value, and reports what fails. If nothing does, returns the place of the first branch that accepts
    /// it.
    pub(super) fn choose(&mut self, value: &Value, assertion: &Assertion, spot: Spot<'_>) -> Option<usize> {
        self.evaluate(|evaluation| {
            if !evaluation.of(value, assertion, spot) {
                return None;
            }
            match assertion.values() {
                Some(values) => values.iter().position(|one| one.is(value)),
                None => assertion.branches().iter().position(|branch| evaluation.silently(value, branch, spot)),
            }
        })
    }

    /// Evaluates assertions that share their results with all others of the payload.
    fn evaluate<'v, T>(&mut self, evaluate: impl FnOnce(&mut Evaluation<'_, '_, 'v>) -> T) -> T {
        let shared = mem::take(&mut self.shared);
        let mut evaluation = Evaluation { walk: self, reported: true, known: HashMap::new(), shared };
        let result = evaluate(&mut evaluation);
        let shared = evaluation.shared;
        self.shared = shared;
        result
    }
}

/// An evaluation that reports failures, or only computes the result.
struct Evaluation<'w, 't, 'v> {
    walk: &'w mut Walk<'t>,
    /// True while failures are reported.
    reported: bool,
    /// The cached results of references.
    known: HashMap<Reference, Outcome<'v>>,
    /// Those that other evaluations of the payload use as well.
    shared: SharedResults,
}

/// Evaluation.
impl<'v> Evaluation<'_, '_, 'v> {
    /// Returns true if the assertion holds.
    fn of(&mut self, value: &'v Value, assertion: &Assertion, spot: Spot<'_>) -> bool {
        self.outcome(value, assertion, Asked { reported: self.reported, seen: false }, spot).holds
    }

    /// Returns true if the assertion holds, without reporting failures.
    fn silently(&mut self, value: &'v Value, assertion: &Assertion, spot: Spot<'_>) -> bool {
        self.outcome(value, assertion, Asked { reported: false, seen: false }, spot).holds
    }

    fn part(&mut self, value: &'v Value, part: &Part, spot: Spot<'_>, seen: Option<&mut Seen<'v>>) -> bool {
        match (part, value) {
            (Part::Never, _) => self.never(spot),
            (Part::Types(types, what), _) => {
                types.iter().any(|of| of.has(value)) || self.wrong_type(value, types, what, spot)
            }
            (Part::Values(values, what), _) => {
                values.iter().any(|one| one.is(value)) || self.wrong_value(value, what, spot)
            }
            (Part::Number(limit, bound), Value::Number(number)) => self.number(number, *limit, *bound, spot),
            (Part::MultipleOf(of), Value::Number(number)) => {
                let holds = number.as_f64().is_some_and(|number| number::is_multiple(number, *of));
                holds || self.out_of_range(words::MULTIPLE_OF, *of, spot)
            }
            (
                Part::MinLength(_) | Part::MaxLength(_) | Part::Pattern(_) | Part::Format(_),
                Value::String(text),
            ) => self.text(text, part, spot),
            (
                Part::MinItems(_)
                | Part::MaxItems(_)
                | Part::Unique
                | Part::Items(_)
                | Part::Contains(_)
                | Part::UnevaluatedItems(_),
                Value::Array(items),
            ) => self.array(items, part, spot, seen),
            (
                Part::MinProperties(_)
                | Part::MaxProperties(_)
                | Part::Required(_)
                | Part::Keys(_)
                | Part::Names(_)
                | Part::DependentRequired(_)
                | Part::UnevaluatedProperties(_),
                Value::Object(map),
            ) => self.object(map, part, spot, seen),
            _ => true,
        }
    }
}

/// Reporting.
impl Evaluation<'_, '_, '_> {
    /// Reports a failure if failures are reported. Always returns false, the result of the failed part.
    fn tell(&mut self, code: ProblemCode, message: impl FnOnce() -> String, spot: Spot<'_>) -> bool {
        if self.reported {
            self.walk.tell(code, REJECTED, message(), spot);
        }
        false
    }

    /// Reports a failure. `holes` are the placeholders of the message, in addition to `place`.
    fn report(&mut self, code: ProblemCode, word: &str, holes: &[(&str, &str)], spot: Spot<'_>) -> bool {
        let message = || fill(word, &[&[("place", &*spot.place())], holes].concat());
        self.tell(code, message, spot)
    }

    fn never(&mut self, spot: Spot<'_>) -> bool {
        let Pointer::Key(_, key) = spot.pointer else {
            return self.report(ProblemCode::WrongValue, words::NEVER, &[], spot);
        };
        if self.reported {
            self.walk.ignore(ProblemCode::UnknownField, fill(words::REFUSED_FIELD, &[("value", &quoted(key))]), spot);
        }
        false
    }

    fn wrong_type(&mut self, value: &Value, types: &[part::JsonType], what: &str, spot: Spot<'_>) -> bool {
        let is_fraction = value.is_number() && types.contains(&part::JsonType::Integer);
        let found = if is_fraction { words::FOUND_FRACTION } else { found(value) };
        self.report(ProblemCode::WrongType, words::WRONG_TYPE, &[("what", what), ("found", found)], spot)
    }

    fn wrong_value(&mut self, value: &Value, what: &str, spot: Spot<'_>) -> bool {
        if !self.reported {
            return false;
        }
        let value = match value {
            Value::Array(_) | Value::Object(_) => found(value).to_owned(),
            Value::Number(number) => number::written(double(number)),
            other => shown(other),
        };
        self.report(ProblemCode::WrongValue, words::WRONG_VALUE, &[("what", what), ("value", &value)], spot)
    }

    fn out_of_range(&mut self, word: &str, limit: f64, spot: Spot<'_>) -> bool {
        self.report(ProblemCode::OutOfRange, word, &[("limit", &number::written(limit))], spot)
    }

    fn count(&mut self, code: ProblemCode, word: &str, limit: usize, spot: Spot<'_>) -> bool {
        self.report(code, word, &[("limit", &limit.to_string())], spot)
    }
}

/// Numbers and strings.
impl Evaluation<'_, '_, '_> {
    fn number(&mut self, number: &Number, limit: Limit, bound: f64, spot: Spot<'_>) -> bool {
        let number = double(number);
        let (holds, word) = match limit {
            Limit::AtLeast => (number >= bound, words::AT_LEAST),
            Limit::Above => (number > bound, words::ABOVE),
            Limit::AtMost => (number <= bound, words::AT_MOST),
            Limit::Below => (number < bound, words::BELOW),
        };
        holds || self.out_of_range(word, bound, spot)
    }

    fn text(&mut self, text: &str, part: &Part, spot: Spot<'_>) -> bool {
        match *part {
            Part::MinLength(least) => {
                text.chars().count() >= least || self.count(ProblemCode::TooShort, words::FEW_CHARACTERS, least, spot)
            }
            Part::MaxLength(most) => {
                text.chars().count() <= most || self.count(ProblemCode::TooLong, words::MANY_CHARACTERS, most, spot)
            }
            Part::Pattern(pattern) => {
                let holes = || quoted(pattern);
                regex::finds(pattern, text)
                    || self.report(ProblemCode::WrongValue, words::PATTERN, &[("pattern", &holes())], spot)
            }
            Part::Format(format) => {
                format.fits(text)
                    || self.report(ProblemCode::WrongValue, words::FORMAT, &[("format", format.name())], spot)
            }
            _ => true,
        }
    }
}

/// Arrays.
impl<'v> Evaluation<'_, '_, 'v> {
    fn array(&mut self, items: &'v [Value], part: &Part, spot: Spot<'_>, seen: Option<&mut Seen<'v>>) -> bool {
        match part {
            Part::MinItems(least) => {
                items.len() >= *least || self.count(ProblemCode::TooShort, words::FEW_ITEMS, *least, spot)
            }
            Part::MaxItems(most) => {
                items.len() <= *most || self.count(ProblemCode::TooLong, words::MANY_ITEMS, *most, spot)
            }
            Part::Unique => is_unique(items) || self.report(ProblemCode::WrongValue, words::UNIQUE, &[], spot),
            Part::Items(of) => self.items(items, of, spot, seen),
            Part::Contains(of) => self.contains(items, of, spot, seen),
            Part::UnevaluatedItems(rest) => self.other_items(items, rest, spot, seen),
            _ => true,
        }
    }

    fn items(&mut self, items: &'v [Value], of: &Items, spot: Spot<'_>, mut seen: Option<&mut Seen<'v>>) -> bool {
        let mut holds = true;
        for (index, item) in items.iter().enumerate() {
            let Some(assertion) = of.prefix.get(index).or(of.rest.as_ref()) else { break };
            holds &= self.of(item, assertion, spot.item(index));
            Seen::item(&mut seen, index);
        }
        holds
    }

    fn contains(&mut self, items: &'v [Value], of: &Contains, spot: Spot<'_>, mut seen: Option<&mut Seen<'v>>) -> bool {
        let mut count = 0;
        for (index, item) in items.iter().enumerate() {
            if self.silently(item, &of.each, spot.item(index)) {
                count += 1;
                Seen::item(&mut seen, index);
            }
        }
        let code = ProblemCode::WrongValue;
        match of.max {
            _ if count < of.min => self.count(code, words::CONTAINS_FEW, of.min, spot),
            Some(max) if count > max => self.count(code, words::CONTAINS_MANY, max, spot),
            _ => true,
        }
    }

    fn other_items(
        &mut self,
        items: &'v [Value],
        rest: &Assertion,
        spot: Spot<'_>,
        mut seen: Option<&mut Seen<'v>>,
    ) -> bool {
        let mut holds = true;
        for (index, item) in items.iter().enumerate() {
            if seen.as_ref().is_none_or(|seen| !seen.items.contains(&index)) {
                holds &= self.of(item, rest, spot.item(index));
                Seen::item(&mut seen, index);
            }
        }
        holds
    }
}

/// Objects.
impl<'v> Evaluation<'_, '_, 'v> {
    fn object(
        &mut self,
        map: &'v Map<String, Value>,
        part: &Part,
        spot: Spot<'_>,
        seen: Option<&mut Seen<'v>>,
    ) -> bool {
        match part {
            Part::MinProperties(least) => {
                map.len() >= *least || self.count(ProblemCode::TooShort, words::FEW_FIELDS, *least, spot)
            }
            Part::MaxProperties(most) => {
                map.len() <= *most || self.count(ProblemCode::TooLong, words::MANY_FIELDS, *most, spot)
            }
            Part::Required(keys) => self.required(map, keys, spot),
            Part::Keys(of) => self.keys(map, of, spot, seen),
            Part::Names(of) => self.names(map, of, spot),
            Part::DependentRequired(all) => self.dependent_required(map, all, spot),
            Part::UnevaluatedProperties(rest) => self.other_keys(map, rest, spot, seen),
            _ => true,
        }
    }

    fn required(&mut self, map: &Map<String, Value>, keys: &[&str], spot: Spot<'_>) -> bool {
        let mut holds = true;
        for key in keys.iter().filter(|key| !map.contains_key(**key)) {
            holds = self.report(ProblemCode::MissingField, words::REQUIRED, &[], spot.key(key, &[]));
        }
        holds
    }

    fn dependent_required(&mut self, map: &Map<String, Value>, all: &[Pair<&[&str]>], spot: Spot<'_>) -> bool {
        let mut holds = true;
        for (key, needed) in all.iter().filter(|(key, _)| map.contains_key(*key)) {
            for other in needed.iter().filter(|other| !map.contains_key(**other)) {
                let at = spot.key(other, &[]);
                holds = self.report(ProblemCode::RequiredHere, words::DEPENDENT, &[("key", key)], at);
            }
        }
        holds
    }

    fn keys(
        &mut self,
        map: &'v Map<String, Value>,
        of: &Keys,
        spot: Spot<'_>,
        mut seen: Option<&mut Seen<'v>>,
    ) -> bool {
        let found = |(pattern, _): &Pair<Assertion>| regex::found(pattern, map.keys().map(String::as_str));
        let found: Vec<Vec<bool>> = of.patterns.iter().map(found).collect();
        let mut holds = true;
        for (at, (key, value)) in map.iter().enumerate() {
            let own = find(of.properties, key);
            let matching = of.patterns.iter().zip(&found).filter(|(_, found)| found.get(at) == Some(&true));
            let matching: Vec<&Assertion> = matching.map(|((_, assertion), _)| assertion).collect();
            let rest = of.rest.as_ref().filter(|_| own.is_none() && matching.is_empty());
            if own.is_some() || !matching.is_empty() || rest.is_some() {
                Seen::key(&mut seen, key);
            }
            if let Some(own) = own {
                holds &= self.of(value, own, spot.key(key, &[]));
            }
            for other in matching.into_iter().chain(rest) {
                holds &= self.of(value, other, spot.value(key));
            }
        }
        holds
    }

    fn names(&mut self, map: &Map<String, Value>, of: &Assertion, spot: Spot<'_>) -> bool {
        let mut holds = true;
        for key in map.keys() {
            // The cache identifies values by address, so the temporary `name` needs a cache of its own.
            let name = Value::String(key.clone());
            let shared = SharedResults::new();
            let mut evaluation = Evaluation { walk: &mut *self.walk, reported: false, known: HashMap::new(), shared };
            if !evaluation.of(&name, of, spot.value(key)) {
                let message = || fill(words::NAMES, &[("value", &quoted(key))]);
                holds = self.tell(ProblemCode::WrongValue, message, spot.value(key));
            }
        }
        holds
    }

    fn other_keys(
        &mut self,
        map: &'v Map<String, Value>,
        rest: &Assertion,
        spot: Spot<'_>,
        mut seen: Option<&mut Seen<'v>>,
    ) -> bool {
        let mut holds = true;
        for (key, value) in map {
            if seen.as_ref().is_none_or(|seen| !seen.keys.contains(key.as_str())) {
                holds &= self.of(value, rest, spot.value(key));
                Seen::key(&mut seen, key);
            }
        }
        holds
    }
}

/// Converts a number to a double. All numbers are compared as doubles.
fn double(number: &Number) -> f64 {
    number.as_f64().unwrap_or(f64::MAX)
}

/// Returns true if no two items are equal.
fn is_unique(items: &[Value]) -> bool {
    let mut known = BTreeSet::new();
    items.iter().all(|item| {
        let mut text = String::new();
        canonical(item, &mut text);
        known.insert(text)
    })
}

/// Appends the value as canonical text, which is the same for equal values only.
fn canonical(value: &Value, out: &mut String) {
    match value {
        // Adding 0.0 turns -0 into 0.
        Value::Number(number) => out.push_str(&(double(number) + 0.0).to_string()),
        Value::Array(items) => {
            out.push('[');
            items.iter().for_each(|item| {
                canonical(item, out);
                out.push(',');
            });
            out.push(']');
        }
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            keys.sort_unstable();
            out.push('{');
            for key in keys {
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                canonical(&map[key], out);
                out.push(',');
            }
            out.push('}');
        }
        other => out.push_str(&other.to_string()),
    }
}
