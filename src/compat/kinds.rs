//! Compares a type in two states: structs, enums, unions and aliases.

use std::collections::BTreeSet;

use super::change::{ChangeKind, Effect};
use super::compare::{Comparison, Found, is_of_event, referred};
use super::expression_change::{Shift, shift, words};
use super::state::State;
use crate::model::{Enum, EnumValue, Expr, Facts, Field, Kind, Origin, Rule, Struct, TypeDef, Union, Variant, Version};

/// Adds the differences of a type that both states have.
pub fn compare(all: &mut Comparison<'_, '_, '_>, old: &TypeDef, new: &TypeDef) {
    if old.module != new.module {
        let words = [&old.module, &new.module].map(|module| Some(format!("the module {module}")));
        let [before, after] = words;
        all.add(Found { before, after, ..Found::new(ChangeKind::TypeMoved, new, None, &new.origin, Effect::Same) });
    }
    let pair = (old, new);
    deprecated(all, new, None, (&old.facts, &new.facts), &new.origin);
    match (&old.kind, &new.kind) {
        (Kind::Struct(before), Kind::Struct(after)) => structs(all, pair, before, after),
        (Kind::Enum(before), Kind::Enum(after)) => enums(all, pair, before, after),
        (Kind::Union(before), Kind::Union(after)) => unions(all, pair, before, after),
        (Kind::Alias { target: before }, Kind::Alias { target: after }) => {
            let shift = shift(before, after);
            if !shift.is_none() {
                let whole = Found::new(ChangeKind::AliasChanged, new, None, &new.origin, shift.effect());
                all.add(retyped(whole, shift, before, after));
            }
        }
        _ => {
            let [before, after] = [&old.kind, &new.kind].map(|kind| Some(form(kind).to_owned()));
            all.add(Found {
                before,
                after,
                ..Found::new(ChangeKind::TypeChanged, new, None, &new.origin, Effect::Other)
            });
        }
    }
}

fn form(kind: &Kind) -> &'static str {
    match kind {
        Kind::Struct(_) => "an object with named fields",
        Kind::Enum(_) => "a string out of a list",
        Kind::Union(_) => "one of several types",
        Kind::Alias { .. } => "another name for something",
    }
}

fn retyped<'f>(found: Found<'f>, shift: Shift, before: &Expr, after: &Expr) -> Found<'f> {
    // Conditions do not have names, so a change of one replaces the other.
    let (was, is) = (words(before), words(after));
    let reported = was != is;
    Found { types: shift.types, before: reported.then_some(was), after: reported.then_some(is), ..found }
}

fn deprecated<'f>(
    all: &mut Comparison<'_, '_, '_>,
    def: &'f TypeDef,
    member: Option<&'f str>,
    (old, new): (&Facts, &Facts),
    place: &'f Origin,
) {
    if all.new.is_deprecated(new) && !all.old.is_deprecated(old) {
        let since = new.deprecated.as_ref().and_then(|it| it.since.clone());
        let version = since.map(|version| Version { version, exact: true, after: None });
        let after = new.deprecated.as_ref().and_then(|it| it.instead.clone());
        let found = Found::new(ChangeKind::Deprecated, def, member, place, Effect::Same);
        all.add(Found { version, after, ..found });
    }
}

fn structs(all: &mut Comparison<'_, '_, '_>, (old, new): (&TypeDef, &TypeDef), before: &Struct, after: &Struct) {
    let (had, has): (Vec<&Field>, Vec<&Field>) = (all.old.fields(before).collect(), all.new.fields(after).collect());
    for field in &has {
        match had.iter().find(|it| it.name == field.name) {
            Some(before) => changed_field(all, new, before, field),
            None => {
                let effect = if field.required { Effect::Narrower } else { Effect::Wider };
                let found = Found::new(ChangeKind::FieldAdded, new, Some(&field.name), &field.origin, effect);
                let after = Some(words(&field.expr));
                let constant = matches!(field.expr, Expr::Constant { .. });
                let version = field.facts.since.clone();
                all.add(Found { required: field.required, constant, after, version, ..found });
            }
        }
    }
    for field in had.iter().filter(|field| has.iter().all(|it| it.name != field.name)) {
        let found = Found::new(ChangeKind::FieldRemoved, old, Some(&field.name), &field.origin, Effect::Narrower);
        let before = Some(words(&field.expr));
        all.add(Found { required: field.required, before, version: field.facts.until.clone(), ..found });
    }
    rest(all, new, before, after);
    asserted(all, new, before, after);
    rules(all, (old, new), before, after);
}

fn changed_field(all: &mut Comparison<'_, '_, '_>, def: &TypeDef, old: &Field, new: &Field) {
    // Two states of one contract share each field.
    if !std::ptr::eq(old, new) {
        rewritten_field(all, def, old, new);
    }
    deprecated(all, def, Some(&new.name), (&old.facts, &new.facts), &new.origin);
}

fn rewritten_field(all: &mut Comparison<'_, '_, '_>, def: &TypeDef, old: &Field, new: &Field) {
    let found = |kind, effect| Found::new(kind, def, Some(&new.name), &new.origin, effect);
    match (old.required, new.required) {
        (false, true) => all.add(found(ChangeKind::FieldRequired, Effect::Narrower)),
        (true, false) => all.add(found(ChangeKind::FieldOptional, Effect::Wider)),
        _ => {}
    }
    let shift = shift(&old.expr, &new.expr);
    if !shift.is_none() {
        all.add(retyped(found(ChangeKind::FieldChanged, shift.effect()), shift, &old.expr, &new.expr));
    }
    if old.default != new.default {
        let [before, after] = [&old.default, &new.default].map(|it| it.as_ref().map(ToString::to_string));
        all.add(Found { before, after, ..found(ChangeKind::DefaultChanged, Effect::Same) });
    }
}

/// Compares the types of unknown keys.
fn rest(all: &mut Comparison<'_, '_, '_>, def: &TypeDef, old: &Struct, new: &Struct) {
    let found = |kind, effect| Found::new(kind, def, None, &def.origin, effect);
    match (&old.rest, &new.rest) {
        (None, Some(_)) => all.add(found(ChangeKind::StructOpened, Effect::Wider)),
        (Some(_), None) => all.add(found(ChangeKind::StructClosed, Effect::Narrower)),
        (Some(before), Some(after)) => {
            let shift = shift(before, after);
            if !shift.is_none() {
                all.add(retyped(found(ChangeKind::RestChanged, shift.effect()), shift, before, after));
            }
        }
        (None, None) => {}
    }
}

/// Compares the assertions, which are not visible in any field.
fn asserted(all: &mut Comparison<'_, '_, '_>, def: &TypeDef, old: &Struct, new: &Struct) {
    let effect = match (&old.assertion, &new.assertion) {
        (old, new) if old == new => return,
        (None, _) => Effect::Narrower,
        (_, None) => Effect::Wider,
        _ => Effect::Other,
    };
    all.add(Found::new(ChangeKind::StructAsserted, def, None, &def.origin, effect));
}

fn rules(all: &mut Comparison<'_, '_, '_>, (old, new): (&TypeDef, &TypeDef), before: &Struct, after: &Struct) {
    let had: Vec<&Rule> = all.old.rules(before).collect();
    let has: Vec<&Rule> = all.new.rules(after).collect();
    let effect = |rule: &Rule, effect| if rule.severity.refuses() { effect } else { Effect::Same };
    for rule in &has {
        let found = |kind, effect| Found::new(kind, new, Some(&rule.name), &rule.origin, effect);
        match had.iter().find(|it| it.name == rule.name) {
            Some(before)
                if (&before.when, &before.then, before.severity) == (&rule.when, &rule.then, rule.severity) => {}
            Some(_) => all.add(found(ChangeKind::RuleChanged, Effect::Other)),
            None => all.add(Found {
                version: rule.since.clone(),
                ..found(ChangeKind::RuleAdded, effect(rule, Effect::Narrower))
            }),
        }
    }
    for rule in had.iter().filter(|rule| has.iter().all(|it| it.name != rule.name)) {
        all.add(Found::new(ChangeKind::RuleRemoved, old, Some(&rule.name), &rule.origin, effect(rule, Effect::Wider)));
    }
}

fn enums(all: &mut Comparison<'_, '_, '_>, (old, new): (&TypeDef, &TypeDef), before: &Enum, after: &Enum) {
    let open = before.open && after.open;
    let effect = |effect| if open { Effect::Same } else { effect };
    let (had, has): (Vec<_>, Vec<_>) = (all.old.values(before).collect(), all.new.values(after).collect());
    let replacement_for = |all: &[&EnumValue], value: &EnumValue| all.iter().all(|it| it.value != value.value);
    for value in has.iter().filter(|value| replacement_for(&had, value)) {
        let found = Found::new(ChangeKind::ValueAdded, new, Some(&value.value), &new.origin, effect(Effect::Wider));
        all.add(Found { open, version: value.facts.since.clone(), ..found });
    }
    for value in had.iter().filter(|value| replacement_for(&has, value)) {
        let found =
            Found::new(ChangeKind::ValueRemoved, old, Some(&value.value), &old.origin, effect(Effect::Narrower));
        let gone = after.removed.iter().find(|it| it.value == value.value).unwrap_or(value);
        all.add(Found { open, version: gone.facts.until.clone(), ..found });
    }
    match (before.open, after.open) {
        (false, true) => all.add(Found::new(ChangeKind::EnumOpened, new, None, &new.origin, Effect::Wider)),
        (true, false) => all.add(Found::new(ChangeKind::EnumClosed, new, None, &new.origin, Effect::Narrower)),
        _ => {}
    }
}

fn unions(all: &mut Comparison<'_, '_, '_>, (old, new): (&TypeDef, &TypeDef), before: &Union, after: &Union) {
    let (had, has): (Vec<_>, Vec<_>) = (all.old.variants(before).collect(), all.new.variants(after).collect());
    let replacement_for = |all: &[&Variant], variant: &Variant| all.iter().all(|it| it.name != variant.name);
    for variant in &has {
        match had.iter().find(|it| it.name == variant.name) {
            Some(before) => changed_variant(all, new, before, variant),
            None if !follows(all.new, all.old, new, variant) => {
                let found = Found::new(ChangeKind::VariantAdded, new, Some(&variant.name), &new.origin, Effect::Wider);
                let brought = referred(&variant.expr).and_then(|name| all.new.get(name));
                all.add(Found { version: brought.and_then(|def| def.facts.since.clone()), ..found });
            }
            None => {}
        }
    }
    for variant in
        had.iter().filter(|variant| replacement_for(&has, variant) && !follows(all.old, all.new, old, variant))
    {
        all.add(Found::new(ChangeKind::VariantRemoved, old, Some(&variant.name), &old.origin, Effect::Narrower));
    }
}

fn changed_variant(all: &mut Comparison<'_, '_, '_>, def: &TypeDef, old: &Variant, new: &Variant) {
    let shift = shift(&old.expr, &new.expr);
    let tags = |it: &Variant| it.tags.iter().cloned().collect::<BTreeSet<_>>();
    let chosen = (tags(old), old.absent, &old.json_type) != (tags(new), new.absent, &new.json_type);
    if chosen || !shift.is_none() {
        let effect = if chosen { Effect::Other } else { shift.effect() };
        let found = Found::new(ChangeKind::VariantChanged, def, Some(&new.name), &def.origin, effect);
        all.add(retyped(found, shift, &old.expr, &new.expr));
    }
}

/// Returns true if the member belongs to a union over all events: its event is reported instead.
fn follows(state: &State<'_>, other: &State<'_>, union: &TypeDef, variant: &Variant) -> bool {
    let member = referred(&variant.expr).and_then(|name| state.get(name));
    member.is_some_and(|def| {
        let of_event = state.outline().event_of_module(&def.module).is_some();
        is_of_event(state, other, def) || (of_event && union.module != def.module && other.get(&def.name).is_none())
    })
}
