//! Merges the outcomes of several hooks on one event.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::data;
use super::explain::{added, head_of, is_silent, joined, passes_of, replaced_by, stop_of, told_of};
use super::draft::{empty, for_the_model, settle};
use super::plan::{Combines, Ends, Plan};
use crate::event::HookEvent;
use crate::types::{Outcome, OutcomeAction, OutcomeAgent, OutcomeEffect, OutcomeEffectKind, OutcomeText};
use crate::validation::order::ordered;
use crate::wire::AT_STOP_REASON;

/// Merges the outcomes of several hooks on one event, as the host does.
///
/// Pass the outcomes in the order of the settings, and in `finished` the order in which the hooks ended, as indices of
/// `outcomes`. With `None`, they ended in the order of the settings.
///
/// # Errors
/// There is no outcome, they are of different events, or `finished` does not have each index once.
pub fn merge(outcomes: &[Outcome], finished: Option<&[usize]>) -> Result<Outcome, MergeError> {
    let first = outcomes.first().ok_or(MergeError("`outcomes` is empty: merge the outcomes of one hook or more"))?;
    if outcomes.iter().any(|it| it.event != first.event) {
        return Err(MergeError("`outcomes` has outcomes of different events: merge those of one"));
    }
    let order: Vec<usize> = finished.map_or_else(|| (0..outcomes.len()).collect(), <[usize]>::to_vec);
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..outcomes.len()) {
        return Err(MergeError("`finished` has to have the index of each outcome once"));
    }
    match HookEvent::from_str(&first.event) {
        Ok(event) if outcomes.len() > 1 => Ok(merged(outcomes, &order, data::plan(event))),
        _ => Ok(first.clone()),
    }
}

/// Outcomes that cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeError(&'static str);

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for MergeError {}

fn merged(outcomes: &[Outcome], order: &[usize], plan: &Plan) -> Outcome {
    let ended = heard(order, outcomes, plan);
    let of = |index: usize| outcomes.get(index);
    let each = || ended.iter().filter_map(|index| of(*index));
    let action = each().map(|it| it.action).max_by_key(|it| strength(*it)).unwrap_or(OutcomeAction::Normal);
    let mut made = empty(outcomes.first().map(|it| it.event.clone()).unwrap_or_default());
    made.stop = each().any(|it| it.stop);
    made.action = action;
    if action != OutcomeAction::Unknown {
        settle(&mut made, plan, each().any(|it| it.agent == OutcomeAgent::Retries));
    }
    let decisive = decisive(&ended, outcomes, made.action, made.stop, plan);
    if !matches!(made.action, OutcomeAction::Blocked | OutcomeAction::Deferred) {
        made.new_input = each().filter_map(|it| it.new_input.clone()).next_back();
    }
    made.new_output = each().filter_map(|it| it.new_output.clone()).next_back();
    let mut in_settings = ended.clone();
    in_settings.sort_unstable();
    let heard = || in_settings.iter().filter_map(|index| Some((*index, of(*index)?)));
    let is_erased = heard().any(|(_, it)| it.effects.iter().any(|it| it.kind == OutcomeEffectKind::ErasePrompt));
    // Nobody is left who would follow an instruction.
    let is_over = made.stop && matches!(plan.ends, Some(Ends::Subagent | Ends::Teammate));
    let has_one_reason = matches!(plan.combines, Combines::LastReason | Combines::FirstReason);
    let is_reason =
        |text: &OutcomeText| data::meaning(text.purpose.as_str()).does == "explains" && text.from != AT_STOP_REASON;
    let is_read = |index: usize, text: &OutcomeText| {
        let does = data::meaning(text.purpose.as_str()).does;
        let is_other = is_reason(text) && has_one_reason && decisive != Some(index);
        let is_gone = is_erased && does == "informs";
        !(is_other || is_gone || (is_over && does == "instructs"))
    };
    let texts = heard().flat_map(|(index, it)| it.texts.iter().filter(move |text| is_read(index, text)));
    made.texts = texts.cloned().collect();
    if made.stop && plan.combines == Combines::FirstReason {
        // The agent does not go on to read it.
        let model = for_the_model();
        for text in made.texts.iter_mut().filter(|text| is_reason(text)) {
            text.audience.retain(|who| !model.contains(who));
        }
    }
    made.effects = effects(each());
    let failed = outcomes.iter().filter_map(|it| it.failed);
    made.failed = failed.reduce(|one, other| one || other);
    if let Some((_, failed)) = heard().find(|(_, it)| it.failure.is_some()) {
        made.failure = failed.failure;
        made.on_failure = failed.on_failure;
    }
    made.problems = ordered(heard().flat_map(|(_, it)| it.problems.iter().cloned()).collect());
    for condition in heard().flat_map(|(_, it)| it.depends_on.iter()) {
        if !made.depends_on.contains(condition) {
            made.depends_on.push(*condition);
        }
    }
    made.explanation = explanation(outcomes, &ended, decisive, &made, plan);
    made
}

/// Returns the outcomes that the host still reads: up to the first that decides, on some events.
fn heard(order: &[usize], outcomes: &[Outcome], plan: &Plan) -> Vec<usize> {
    let decides = |index: &usize| {
        let is_decision = |it: &Outcome| matches!(it.action, OutcomeAction::Allowed | OutcomeAction::Blocked);
        outcomes.get(*index).is_some_and(|it| it.stop || is_decision(it))
    };
    match order.iter().position(decides).filter(|_| plan.combines == Combines::FirstDecides) {
        Some(at) => order.iter().take(at + 1).copied().collect(),
        None => order.to_vec(),
    }
}

/// Returns the strength of an action. Nothing is weaker than an unknown one.
fn strength(action: OutcomeAction) -> (bool, OutcomeAction) {
    (action != OutcomeAction::Unknown, action)
}

/// Returns the index of the outcome that decides, if there is one.
fn decisive(
    ended: &[usize],
    outcomes: &[Outcome],
    action: OutcomeAction,
    stop: bool,
    plan: &Plan,
) -> Option<usize> {
    let find = |is: &dyn Fn(&Outcome) -> bool| {
        let mut found = ended.iter().copied().filter(|index| outcomes.get(*index).is_some_and(is));
        if plan.combines == Combines::LastReason { found.next_back() } else { found.next() }
    };
    if matches!(action, OutcomeAction::Normal | OutcomeAction::Unknown) {
        return ended.iter().copied().find(|index| stop && outcomes.get(*index).is_some_and(|it| it.stop));
    }
    // A hook that only stops the turn has no reason of its own.
    let with_reason = || find(&|it| it.action == action && !it.stop);
    let chosen = if plan.combines == Combines::FirstReason { with_reason() } else { None };
    chosen.or_else(|| find(&|it| it.action == action))
}

/// Returns the effects of all. Of several titles, that of the hook that ended last counts.
fn effects<'a>(ended: impl Iterator<Item = &'a Outcome>) -> Vec<OutcomeEffect> {
    let all: Vec<&OutcomeEffect> = ended.flat_map(|it| it.effects.iter()).collect();
    let is_title = |it: &&OutcomeEffect| data::meaning(it.kind.as_str()).does == "titles";
    let last = all.iter().rposition(is_title);
    let kept = all.iter().enumerate().filter(|(index, it)| !is_title(it) || Some(*index) == last);
    kept.map(|(_, it)| (*it).clone()).collect()
}

fn explanation(outcomes: &[Outcome], ended: &[usize], decisive: Option<usize>, made: &Outcome, plan: &Plan) -> String {
    let count = outcomes.len().to_string();
    let stopped_by = stopped_by(outcomes, ended, decisive, plan);
    let mut head = head_of(made, Some(plan), stopped_by.as_deref().unwrap_or_else(|| stop_of(Some(plan))));
    let mut text = String::new();
    if let Some(index) = decisive {
        text = format!("{} ", added("decides").replace("{number}", &number(index)).replace("{count}", &count));
    } else if made.action == OutcomeAction::Normal {
        let mut parts = vec![added("no-decision").replace("{count}", &count).replace("{passes}", passes_of(made, plan))];
        if made.agent == OutcomeAgent::Retries {
            parts.push(added("retries").to_owned());
        }
        head = joined(&parts);
        if is_silent(made) {
            head = format!("{head}, {}", added("no-hook"));
        }
    }
    text.push_str(&head);
    if let Some(chosen) = decisive.and_then(|index| outcomes.get(index)).or_else(|| telling(outcomes)) {
        // What the chosen hook says of itself is said of all hooks instead.
        let own = head_of(chosen, Some(plan), stop_of(Some(plan)));
        let why = chosen.explanation.strip_prefix(&own).unwrap_or(&chosen.explanation);
        let told = told_of(chosen, &replaced_by(chosen));
        let why = if told.is_empty() { why.to_owned() } else { why.replacen(&format!(" {told}"), "", 1) };
        // The advice is for the hook alone.
        let cause = if decisive.is_some() { why.split(". ").next().unwrap_or(&why).trim_end_matches('.') } else { &why };
        text.push_str(cause);
        if decisive.is_some() {
            text.push('.');
        }
    }
    let told = told_of(made, &replaced_in(outcomes, ended, made));
    if !told.is_empty() {
        text.push(' ');
        text.push_str(&told);
    }
    text
}

/// Returns the words for a stop that another hook than the decisive one wants.
fn stopped_by(outcomes: &[Outcome], ended: &[usize], decisive: Option<usize>, plan: &Plan) -> Option<String> {
    let stops = |index: &usize| outcomes.get(*index).is_some_and(|it| it.stop);
    let other = ended.iter().copied().find(stops).filter(|_| decisive.is_some_and(|index| !stops(&index)))?;
    let words = added("because-of").replace("{number}", &number(other));
    Some(words.replace("{stops}", stop_of(Some(plan))))
}

/// Returns the number of a hook in explanations.
fn number(index: usize) -> String {
    (index + 1).to_string()
}

/// Returns whose input and output are used, and whose are lost.
fn replaced_in(outcomes: &[Outcome], ended: &[usize], made: &Outcome) -> Vec<String> {
    type Replaced = fn(&Outcome) -> bool;
    let both: [(Replaced, &str, &str); 2] = [
        (|it| it.new_input.is_some(), "input-of", "input-lost"),
        (|it| it.new_output.is_some(), "output-of", "output-lost"),
    ];
    let mut told = Vec::new();
    for (is_replaced, of, lost) in both.into_iter().filter(|(is_replaced, ..)| is_replaced(made)) {
        let hooks = ended.iter().copied().filter(|index| outcomes.get(*index).is_some_and(is_replaced));
        let mut hooks: Vec<usize> = hooks.collect();
        told.extend(hooks.pop().map(|index| added(of).replace("{number}", &number(index))));
        hooks.sort_unstable();
        told.extend(hooks.into_iter().map(|index| added(lost).replace("{number}", &number(index))));
    }
    told
}

/// Returns the outcome that explains most where no hook decides: of a failure, or of an effect.
fn telling(outcomes: &[Outcome]) -> Option<&Outcome> {
    let find = |tells: fn(&Outcome) -> bool| outcomes.iter().find(|it| tells(it));
    find(|it| it.failure.is_some())
        .or_else(|| find(|it| it.agent == OutcomeAgent::Retries))
        .or_else(|| find(|it| it.new_input.is_some() || it.new_output.is_some()))
        .or_else(|| find(|it| !it.texts.is_empty() || !it.effects.is_empty()))
        .or_else(|| outcomes.first())
}
