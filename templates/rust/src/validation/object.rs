//! The keys of objects, and the rules across them.

use serde_json::{Map, Value};

use super::data::{FOREIGN, words};
use super::message::{did_you_mean, fill, quoted, what, with};
use crate::near::nearest;
use super::spot::Spot;
use super::plan::{Expr, Field, Hint, Rule, ProblemTemplate, Struct, find};
use super::walk::Walk;
use crate::problems::ProblemCode;

impl Walk<'_> {
    pub(super) fn structure(&mut self, value: &Value, it: &'static Struct, spot: Spot<'_>) {
        let Value::Object(map) = value else { return self.no_object(value, it.takes, spot) };
        if it.empty && !map.is_empty() {
            let message = fill(words::EMPTY, &[("place", &spot.place())]);
            return self.ignore(ProblemCode::NotAllowedHere, message, spot);
        }
        if let Some(name) = it.fields.iter().find(|field| it.operation.is_some() && field.is_misnamed(map, spot)) {
            let at = spot.key(name.name, name.rare().mistakes);
            match map.get(name.name) {
                Some(value) => self.present(value, name, it, map, at),
                // The other keys are meant for this event.
                None => self.keys(map, it, spot),
            }
            return self.found.extend_to(spot.to_string(), &spot.key(name.name, &[]).to_string());
        }
        self.keys(map, it, spot);
        let here = |rule: &&Rule| rule.within.is_empty() || spot.operation.is_some_and(|it| rule.within.contains(&it));
        for rule in it.rules.iter().filter(here) {
            self.rule(map, rule, spot);
        }
    }

    fn keys(&mut self, map: &Map<String, Value>, it: &'static Struct, spot: Spot<'_>) {
        // Looking for each key among the fields takes less time than looking for each field among the keys.
        let mut required = 0;
        for (key, value) in map {
            let field = it.fields.iter().find(|field| field.name == key);
            required += usize::from(field.is_some_and(|field| field.missing.is_some()));
            match field {
                _ if spot.skip == Some(key) => {}
                Some(field) if field.is_plain(value) => {}
                Some(field) => self.present(value, field, it, map, spot.key(field.name, field.rare().mistakes)),
                None => self.other_key(key, value, it, spot),
            }
        }
        if required < it.fields.iter().filter(|field| field.missing.is_some()).count() {
            for field in it.fields.iter().filter(|field| !map.contains_key(field.name)) {
                self.absent(field, map, spot);
            }
        }
    }

    /// Reports a field that is absent, if it has to be there.
    fn absent(&mut self, field: &'static Field, beside: &Map<String, Value>, of: Spot<'_>) {
        if !of.is_surely_older_than(field.since) {
            let at = of.key(field.name, field.rare().mistakes);
            self.missing(field.missing, || what(&field.expr), field.name, beside, at);
        }
    }

    /// Validates a field that is present. `beside` is the object that contains it.
    fn present(
        &mut self,
        value: &Value,
        field: &'static Field,
        of: &'static Struct,
        beside: &Map<String, Value>,
        spot: Spot<'_>,
    ) {
        let below = self.since(field.since, of.strict.as_ref(), spot);
        let rare = field.rare();
        self.deprecated(rare.deprecated, spot);
        for inert in rare.inert.iter().filter(|it| it.has(value)) {
            self.without_effect(inert, of.operation, field, spot);
        }
        let below = below.about(rare.by_operation.then_some(field.name));
        self.check(value, &field.expr, below);
        if let Expr::Keyed(it) = &field.expr {
            self.looked_up(value, it, beside, below);
        }
    }

    /// Validates a key that is not a field.
    fn other_key(&mut self, key: &str, value: &Value, it: &'static Struct, spot: Spot<'_>) {
        if it.refuses(key, spot.closed) {
            return self.refused_key(key, it, spot);
        }
        if let Some(rest) = it.rest {
            self.check(value, rest, spot.value(key));
        }
    }

    fn refused_key(&mut self, key: &str, it: &'static Struct, of: Spot<'_>) {
        let spot = of.key(key, &[]);
        let foreign = || it.operation.zip(find(FOREIGN, key));
        let (code, message) = match (it.hint(key), foreign()) {
            (Some(hint), _) if it.strict.is_none() => {
                let cause = of.skip.filter(|_| hint.beside == of.skip).map(|key| of.key(key, &[]).to_string());
                return self.report_unless(cause.as_slice(), &hint.template, hint_message(hint, key), spot);
            }
            (Some(hint), _) => (hint.template.code, hint_message(hint, key)),
            (None, Some((operation, message))) => (ProblemCode::UnknownField, fill(message, &[("operation", operation)])),
            (None, None) => (ProblemCode::UnknownField, unknown_field(key, it)),
        };
        self.not_known(code, message, it.strict.as_ref(), spot);
    }

    fn rule(&mut self, map: &Map<String, Value>, rule: &'static Rule, spot: Spot<'_>) {
        if spot.is_surely_older_than(rule.since) || !rule.when.iter().all(|condition| condition.holds(map)) {
            return;
        }
        let Some(broken) = rule.then.iter().find(|condition| !condition.holds(map)) else { return };
        let code = match rule.template.code {
            ProblemCode::RequiredHere if broken.is_absent() => ProblemCode::NotAllowedHere,
            ProblemCode::RequiredHere if broken.is_other_value(map) => ProblemCode::WrongValue,
            code => code,
        };
        let template = ProblemTemplate { code, ..rule.template };
        let mut causes = Vec::new();
        for condition in rule.when.iter().chain([broken]) {
            pointers(condition.path(), spot, &mut causes);
        }
        self.report_below(&causes, &template, rule.at.unwrap_or_else(|| broken.path()), spot);
    }

    /// Reports a problem of the value at this path, unless it follows from one at the pointers in `causes`.
    fn report_below(&mut self, causes: &[String], template: &ProblemTemplate, path: &[&str], spot: Spot<'_>) {
        match path.split_first() {
            Some((key, rest)) => self.report_below(causes, template, rest, spot.key(key, &[])),
            None => self.report_unless(causes, template, template.message.unwrap_or_default().to_owned(), spot),
        }
    }
}

/// Adds the pointers of all values on a path.
fn pointers(path: &[&str], spot: Spot<'_>, found: &mut Vec<String>) {
    if let Some((key, rest)) = path.split_first() {
        let spot = spot.key(key, &[]);
        found.push(spot.to_string());
        pointers(rest, spot, found);
    }
}

fn hint_message(hint: &Hint, key: &str) -> String {
    fill(hint.template.message.unwrap_or_default(), &[("key", key)])
}

/// Returns the message about an unknown field, with the nearest known one, if any.
fn unknown_field(key: &str, it: &'static Struct) -> String {
    let message = fill(it.unknown.unwrap_or(words::UNKNOWN_FIELD), &[("value", &quoted(key))]);
    let fields = it.fields.iter().map(|field| field.name);
    let hinted = it.hints.iter().filter(|hint| hint.template.code != ProblemCode::UnknownField).flat_map(|hint| hint.keys);
    let candidates: Vec<&'static str> = fields.chain(hinted.copied()).collect();
    let Some(near) = nearest(key, &candidates) else { return with(message, it.takes) };
    let hint = it.hint(near).map(|hint| hint_message(hint, near));
    with(with(message, Some(&did_you_mean(near))), hint.as_deref())
}
