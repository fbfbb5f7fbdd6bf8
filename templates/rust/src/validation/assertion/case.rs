//! Evaluates an assertion on a value, with its nested and referenced assertions on the same value.
//!
//! A chain of references may be as long as the set has definitions. The cases of a value are therefore on an explicit
//! stack, and the thread's stack grows only with the depth of the value. Several chains may lead to the same reference,
//! so its result is cached.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::slice::Iter;
use std::{mem, ptr};

use serde_json::Value;

use super::Evaluation;
use super::part::{Assertion, If, Part};
use crate::problems::ProblemCode;
use crate::validation::data::words;
use crate::validation::spot::Spot;

/// The evaluated keys of an object, or items of an array.
#[derive(Default, Clone)]
pub(super) struct Seen<'v> {
    pub(super) keys: BTreeSet<&'v str>,
    pub(super) items: BTreeSet<usize>,
}

impl<'v> Seen<'v> {
    fn add(&mut self, other: &Self) {
        self.keys.extend(&other.keys);
        self.items.extend(&other.items);
    }

    pub(super) fn key(seen: &mut Option<&mut Self>, key: &'v str) {
        if let Some(seen) = seen {
            seen.keys.insert(key);
        }
    }

    pub(super) fn item(seen: &mut Option<&mut Self>, index: usize) {
        if let Some(seen) = seen {
            seen.items.insert(index);
        }
    }
}

/// The mode of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Asked {
    /// Failures are reported. Otherwise only the result is computed.
    pub(super) reported: bool,
    /// Evaluated keys and items are tracked.
    pub(super) seen: bool,
}

impl Asked {
    /// Returns true if the result is the same in all evaluations of a payload.
    const fn is_shared(self) -> bool {
        !self.reported && !self.seen
    }
}

/// The result of an assertion. The evaluated keys and items are recorded only if it holds.
#[derive(Clone)]
pub(super) struct Outcome<'v> {
    pub(super) holds: bool,
    seen: Option<Rc<Seen<'v>>>,
}

/// The cache key of a reference: its target, the value and the mode. Targets and values are identified by address,
/// because none of them moves while a payload is validated.
pub(super) type Reference = (*const Assertion, *const Value, Asked);

/// Returns the key of a result that is shared by all evaluations of a payload.
const fn shared((target, value, _): Reference) -> (*const (), *const Value) {
    (target.cast(), value)
}

/// The evaluation of one assertion on the value.
struct Case<'v> {
    parts: Iter<'static, Part>,
    asked: Asked,
    holds: bool,
    seen: Seen<'v>,
    /// The part whose members are being validated.
    group: Option<Group>,
    /// The reference under which the result is cached.
    reference: Option<Reference>,
}

/// The assertions of one part that apply to the same value.
struct Group {
    part: &'static Part,
    /// The members that remain to be evaluated, the next one last.
    open: Vec<&'static Assertion>,
    /// The number of members that hold, without a condition.
    held: usize,
    failed: usize,
    /// The condition, until it has been evaluated.
    condition: Option<&'static If>,
}

impl<'v> Case<'v> {
    fn new(assertion: &Assertion, asked: Asked, reference: Option<Reference>) -> Self {
        let asked = Asked { seen: asked.seen || assertion.needs_seen(), ..asked };
        let parts = assertion.parts.iter();
        Self { parts, asked, holds: true, seen: Seen::default(), group: None, reference }
    }

    /// Adds the result of a member.
    fn take(&mut self, outcome: &Outcome<'v>) {
        let Some(group) = &mut self.group else { return };
        if let Some(seen) = outcome.seen.as_ref().filter(|_| !matches!(group.part, Part::Not(_))) {
            self.seen.add(seen);
        }
        match &mut group.condition {
            Some(it) => {
                group.open.extend(if outcome.holds { &it.then } else { &it.otherwise });
                group.condition = None;
            }
            None if outcome.holds => group.held += 1,
            None => group.failed += 1,
        }
    }

    /// Creates the case of a group's member. Failures of conditions and of counted members are not reported.
    fn member(&self, member: &'static Assertion, value: &'v Value) -> Self {
        let group = self.group.as_ref();
        let reported = self.asked.reported && group.is_none_or(|group| !group.counts() && group.condition.is_none());
        let asked = Asked { reported, ..self.asked };
        let is_reference = group.is_some_and(|group| matches!(group.part, Part::Ref(_)));
        Self::new(member, asked, is_reference.then_some((ptr::from_ref(member), ptr::from_ref(value), asked)))
    }

    fn ended(self) -> Outcome<'v> {
        let seen = (self.holds && self.asked.seen).then(|| Rc::new(self.seen));
        Outcome { holds: self.holds, seen }
    }
}

impl Group {
    fn of(part: &'static Part, value: &Value) -> Self {
        let open = match part {
            Part::All(all) | Part::Any(all) | Part::One(all) => all.iter().rev().collect(),
            Part::Dependent(all) => {
                let there = all.iter().rev().filter(|(key, _)| value.get(*key).is_some());
                there.map(|(_, assertion)| assertion).collect()
            }
            Part::Not(it) => vec![it],
            Part::If(it) => vec![&it.condition],
            Part::Ref(it) => vec![*it],
            _ => Vec::new(),
        };
        let condition = if let Part::If(it) = part { Some(it) } else { None };
        Self { part, open, held: 0, failed: 0, condition }
    }

    /// Returns true if the number of valid members decides. Otherwise all of them must be valid.
    const fn counts(&self) -> bool {
        matches!(self.part, Part::Any(_) | Part::One(_) | Part::Not(_))
    }

    /// Returns the next member. If failures are not reported, a failed member ends the group, unless members are
    /// counted.
    fn next(&mut self, reported: bool) -> Option<&'static Assertion> {
        if !reported && !self.counts() && self.failed > 0 { None } else { self.open.pop() }
    }
}

impl<'v> Evaluation<'_, '_, 'v> {
    /// Evaluates the assertion for this value and everything in it.
    pub(super) fn outcome(
        &mut self,
        value: &'v Value,
        assertion: &Assertion,
        asked: Asked,
        spot: Spot<'_>,
    ) -> Outcome<'v> {
        let outer = self.reported;
        let mut around: Vec<Case<'v>> = Vec::new();
        let mut case = Case::new(assertion, asked, None);
        loop {
            self.reported = case.asked.reported;
            if let Some(member) = self.next(value, &mut case, spot) {
                match member.reference.and_then(|reference| self.known(reference)) {
                    Some(outcome) => case.take(&outcome),
                    None => around.push(mem::replace(&mut case, member)),
                }
                continue;
            }
            let reference = case.reference;
            let outcome = case.ended();
            if let Some(reference) = reference {
                self.remember(reference, &outcome);
            }
            let Some(next) = around.pop() else {
                self.reported = outer;
                return outcome;
            };
            case = next;
            case.take(&outcome);
        }
    }

    fn known(&self, reference: Reference) -> Option<Outcome<'v>> {
        if reference.2.is_shared() {
            self.shared.get(&shared(reference)).map(|holds| Outcome { holds: *holds, seen: None })
        } else {
            self.known.get(&reference).cloned()
        }
    }

    fn remember(&mut self, reference: Reference, outcome: &Outcome<'v>) {
        if reference.2.is_shared() {
            self.shared.insert(shared(reference), outcome.holds);
        } else {
            self.known.insert(reference, outcome.clone());
        }
    }

    /// Continues a case up to the next assertion on the same value, which is returned, or to the end.
    fn next(&mut self, value: &'v Value, case: &mut Case<'v>, spot: Spot<'_>) -> Option<Case<'v>> {
        loop {
            if let Some(group) = &mut case.group {
                if let Some(member) = group.next(self.reported) {
                    let is_silent = !self.reported || group.counts() || group.condition.is_some();
                    let Some(holds) = self.at_once(value, member, spot).filter(|holds| *holds || is_silent) else {
                        return Some(case.member(member, value));
                    };
                    case.take(&Outcome { holds, seen: None });
                    continue;
                }
                case.holds &= self.concluded(group, spot);
                case.group = None;
            }
            if !case.holds && !self.reported {
                return None;
            }
            // What is unevaluated is known only if all other parts hold.
            let part = case.parts.next().filter(|part| case.holds || !part.is_about_the_rest())?;
            if part.is_of_the_whole() {
                case.group = Some(Group::of(part, value));
                continue;
            }
            let seen = case.asked.seen.then_some(&mut case.seen);
            let holds = self.part(value, part, spot, seen);
            case.holds &= holds;
            if !holds && part.ends() {
                return None;
            }
        }
    }

    /// Returns true or false if an assertion holds or not, and `None` if other assertions inside it decide.
    ///
    /// Most members of unions differ in their type, a value or a required key. A case for each of them would take much
    /// longer.
    pub(super) fn at_once(&mut self, value: &'v Value, assertion: &Assertion, spot: Spot<'_>) -> Option<bool> {
        let outer = mem::replace(&mut self.reported, false);
        let mut parts = assertion.parts.iter();
        let holds = parts.all(|part| part.has_inner() || self.part(value, part, spot, None));
        self.reported = outer;
        (!holds || !assertion.parts.iter().any(Part::has_inner)).then_some(holds)
    }

    /// Returns true if a part holds whose members have been evaluated.
    fn concluded(&mut self, group: &Group, spot: Spot<'_>) -> bool {
        let word = match (group.part, group.held) {
            (Part::Any(_) | Part::One(_), 0) => words::NO_FORM,
            (Part::One(_), held) if held > 1 => words::MANY_FORMS,
            (Part::Not(_), held) if held > 0 => words::REFUSED_FORM,
            _ => return group.counts() || group.failed == 0,
        };
        self.report(ProblemCode::WrongValue, word, &[], spot)
    }
}
