//! The outcome of a hook, while it is put together.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::data::{self, CONDITIONS, INPUT_OF_OTHER_EVENT, ON_FAILURE_FROM, PROFILES, READERS, meaning};
use super::explain::{Cause, added, explanation};
use super::plan::{Advice, Effect, Ends, Meaning, OfProfile, Plan};
use crate::context::Context;
use crate::event::HookEvent;
use crate::reading::{Handler, is_space};
use crate::types::{
    HandlerFailure, Outcome, OutcomeAction, OutcomeAgent, OutcomeAudience, OutcomeCondition, OutcomeEffect,
    OutcomeEffectKind, OutcomePolicy, OutcomePurpose, OutcomeText, Problem, ProblemCode, ProblemSeverity,
};
use crate::validation::data::EVENT_KEY;
use crate::validation::of_the_whole;
use crate::validation::order::ordered;
use crate::wire::{AT_SPECIFIC, IN_BACKGROUND, ON_FAILURE, TOOL_KEY, WAKES};

/// The action that wins over all others.
pub(super) const BLOCKS: OutcomeAction = OutcomeAction::Blocked;

/// The outcome of a hook, while it is put together.
pub(super) struct Draft<'a> {
    pub(super) event: HookEvent,
    pub(super) plan: &'static Plan,
    pub(super) profile: Option<&'static OfProfile>,
    pub(super) context: &'a Context,
    pub(super) made: Outcome,
    pub(super) is_unknown: bool,
    pub(super) is_stop_of_field: bool,
    retries: bool,
    is_erased: bool,
    /// The fields with the new input and output.
    pub(super) input_at: Option<&'static str>,
    pub(super) output_at: Option<&'static str>,
    cause: Cause,
    /// The exit code of a command.
    pub(super) code: Option<i32>,
    /// It wrote a text to stderr.
    pub(super) has_stderr: bool,
    /// The kind of the handler, where the context has none.
    pub(super) kind: Handler,
    /// The strength of the cause: 0 if it is not that of an effect.
    cause_rank: u8,
    /// The cause of a stop.
    stop_cause: Option<Cause>,
    /// The advice about a field that does not do what it does elsewhere.
    pub(super) advised: Option<&'static str>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(event: HookEvent, context: &'a Context) -> Self {
        Self {
            event,
            plan: data::plan(event),
            profile: context.profile.and_then(|name| PROFILES.iter().find(|it| it.name == name.as_str())),
            context,
            made: empty(event.as_str().to_owned()),
            is_unknown: false,
            is_stop_of_field: false,
            retries: false,
            is_erased: false,
            input_at: None,
            output_at: None,
            cause: Cause::of("silent"),
            code: None,
            has_stderr: false,
            kind: Handler::Command,
            cause_rank: 0,
            stop_cause: None,
            advised: None,
        }
    }

    // Effects

    /// Takes an effect on the action. The cause is reported if the effect is the strongest one.
    pub(super) fn act(&mut self, cell: Option<Effect>, cause: Option<Cause>) {
        self.take(meaning_of(cell), cause);
    }

    /// Blocks the action, whatever the effect is called.
    pub(super) fn block(&mut self, cause: Option<Cause>) {
        self.take(Meaning { action: Some(BLOCKS), stops: None, does: "", kind: None, clause: "" }, cause);
    }

    /// Takes the meaning of an effect on the action.
    fn take(&mut self, Meaning { mut action, stops, does, .. }: Meaning, cause: Option<Cause>) {
        if self.plan.erases && action.is_none() && stops == Some("turn") {
            action = Some(BLOCKS);
        } else if self.plan.erases && action == Some(BLOCKS) {
            self.is_erased = true;
        }
        self.is_unknown |= does == "undocumented";
        self.retries |= does == "tries-again";
        self.made.stop |= stops.is_some();
        let is_first = |cause: &Cause| self.stop_cause.is_none() || cause.is_of("continue");
        if let Some(cause) = cause.as_ref().filter(|it| stops.is_some() && is_first(it)) {
            self.stop_cause = Some(cause.clone());
        }
        let rank = action.map_or(u8::from(stops.is_some() || does == "tries-again"), rank);
        if let Some(cause) = cause.filter(|_| rank > self.cause_rank) {
            self.cause_rank = rank;
            self.cause = cause;
        }
        if let Some(action) = action.filter(|it| *it > self.made.action) {
            self.made.action = action;
        }
    }

    /// Names the cause, unless something with an effect is the cause.
    pub(super) fn blame(&mut self, cause: Cause) {
        if self.cause_rank == 0 {
            self.cause = cause;
        }
    }

    /// Takes a failure, and what the setting `onFailure` does about it.
    pub(super) fn fail(&mut self, failure: HandlerFailure, handler: Handler, text: &str, source: &str) {
        let cause = self.cause.clone();
        self.fail_because(failure, handler, text, source, &cause);
    }

    /// Takes a failure with its own cause: a reply can have given another one.
    pub(super) fn fail_because(
        &mut self,
        failure: HandlerFailure,
        handler: Handler,
        text: &str,
        source: &str,
        cause: &Cause,
    ) {
        self.made.failure = Some(failure);
        self.kind = handler;
        let Some(policy) = self.policy() else { return };
        let of_kind = |(kind, _): &&(&str, _)| *kind == handler.as_str();
        let from = ON_FAILURE_FROM.iter().find(|(kind, _)| *kind == handler.as_str()).map_or(&[][..], |(_, it)| it);
        let effect = self.plan.on_failure.iter().find(of_kind).map_or("none", |(_, it)| it);
        let is_older = self.context.host().is_some_and(|host| host.is_older_than(from));
        self.made.on_failure = Some(match (is_older || self.is_late(handler), policy, effect) {
            (true, ..) => OutcomePolicy::Ignored,
            (_, "continue", _) => OutcomePolicy::Continued,
            (.., "none") => OutcomePolicy::Ignored,
            _ => OutcomePolicy::Blocked,
        });
        if self.made.on_failure != Some(OutcomePolicy::Blocked) {
            return;
        }
        let was_blocked = self.made.action == BLOCKS;
        if effect == "refuse" {
            self.block(None);
        } else {
            let action = self.pick(self.plan.exit_2.action);
            self.act(action, None);
            self.add_text_of(self.plan.exit_2.stderr, text, source);
        }
        let acts = self.made.stop || self.made.action == BLOCKS;
        self.made.on_failure = Some(if acts { OutcomePolicy::Blocked } else { OutcomePolicy::Ignored });
        if !was_blocked {
            self.cause = Cause::after(if acts { "on-failure" } else { "on-failure-inert" }, cause);
        }
    }

    /// Returns true if the settings move a command to the background: the host does not wait for it.
    pub(super) fn is_late(&self, handler: Handler) -> bool {
        let is_set = |key: &str| self.context.handler_value(key) == Some(&Value::Bool(true));
        handler == Handler::Command && (is_set(IN_BACKGROUND) || is_set(WAKES))
    }

    /// Returns the setting `onFailure` of the hook, if it has one of its values.
    pub(super) fn policy(&self) -> Option<&'a str> {
        let value = self.context.handler_value(ON_FAILURE).and_then(Value::as_str);
        value.filter(|it| matches!(*it, "block" | "continue"))
    }

    pub(super) fn add_text_of(&mut self, effects: &[Effect], text: &str, source: &str) {
        let cell = self.pick(effects);
        self.add_text(cell, text, source, false);
    }

    pub(super) fn add_value(&mut self, cell: Option<Effect>, value: &Value, source: &str, is_sure: bool) {
        if let Some(text) = value.as_str() {
            self.add_text(cell, text, source, is_sure);
        }
    }

    /// Adds a text for its recipients, unless a problem says that it is lost.
    pub(super) fn add_text(&mut self, cell: Option<Effect>, text: &str, source: &str, is_sure: bool) {
        let Some(cell) = cell.filter(|it| !it.audience.is_empty() && !text.is_empty()) else { return };
        let is_of_failure = source == "stderr" && !matches!(self.code, Some(0 | 2));
        let text = if is_of_failure && meaning(cell.word).does == "warns" { first_line(text) } else { text };
        if is_sure || !source.starts_with('/') || !is_lost(&self.made.problems, source) {
            self.push_text(text, cell.audience.to_vec(), cell.word, source);
        }
    }

    pub(super) fn push_text(&mut self, text: &str, audience: Vec<OutcomeAudience>, purpose: &str, source: &str) {
        if text.is_empty() || audience.is_empty() {
            return;
        }
        let is_inside = source.strip_prefix('/').is_some_and(|key| self.inside().contains(&key));
        let source = if is_inside { format!("{AT_SPECIFIC}{source}") } else { source.to_owned() };
        let Ok(purpose) = purpose.parse::<OutcomePurpose>() else { return };
        let added = OutcomeText { text: text.to_owned(), audience, purpose, from: source };
        if !self.made.texts.contains(&added) {
            self.made.texts.push(added);
        }
    }

    // Versions and situations

    /// Returns true if the event needs a path, which a command prints as plain text.
    pub(super) fn names_path(&mut self) -> bool {
        meaning_of(self.pick(self.plan.exit_0.stdout)).does == "names-path"
    }

    /// Returns true if the event is newer than the host.
    pub(super) fn is_newer(&self) -> bool {
        self.context.host().is_some_and(|host| host.is_older_than(self.plan.since.from))
    }

    /// Returns true if a server answered.
    pub(super) fn is_http(&self) -> bool {
        self.context.handler().map_or(self.kind, |it| it.kind()) == Handler::Http
    }

    fn inside(&self) -> &'static [&'static str] {
        self.profile.map_or(&[], |it| it.inside)
    }

    /// Returns a reply with its fields where the host has them.
    pub(super) fn lifted<'v>(&self, reply: Option<&'v Value>) -> Option<Cow<'v, Value>> {
        let inside = self.inside();
        let reply = reply?;
        if inside.is_empty() {
            return Some(Cow::Borrowed(reply));
        }
        let own = reply.as_object().into_iter().flatten().filter(|(key, _)| !inside.contains(&key.as_str()));
        let mut made: Map<_, _> = own.map(|(key, value)| (key.clone(), value.clone())).collect();
        for key in inside {
            if let Some(value) = at(Some(reply), &format!("{AT_SPECIFIC}/{key}")) {
                made.insert((*key).to_owned(), value.clone());
            }
        }
        Some(Cow::Owned(Value::Object(made)))
    }

    /// Returns the effect that holds on the host, in the situation of the context.
    pub(super) fn pick(&mut self, effects: &[Effect]) -> Option<Effect> {
        let mut unsure = None;
        for it in effects.iter().copied() {
            if !self.holds(&it) {
                continue;
            }
            if self.is_so(&it) {
                return Some(it);
            }
            if it.when.is_some_and(|when| self.made.depends_on.contains(&when)) {
                unsure = unsure.or(Some(it));
            }
        }
        unsure
    }

    pub(super) fn holds(&self, cell: &Effect) -> bool {
        let Some(host) = self.context.host() else { return cell.until.is_none() };
        !host.is_older_than(cell.from) && cell.until.is_none_or(|until| host.is_older_than(until))
    }

    /// Returns whether a condition holds; `None` if the context does not say.
    pub(super) fn situation(&self, condition: OutcomeCondition) -> Option<bool> {
        let known = match condition.as_str() {
            "http-handler" => return Some(self.is_http()),
            "text-on-stderr" => return Some(self.has_stderr),
            _ => CONDITIONS.iter().find(|it| it.is == condition)?,
        };
        let value = self.told(known.input)?;
        Some(known.prefix.map_or_else(|| known.values.contains(&value), |prefix| value.starts_with(prefix)))
    }

    /// Returns a text of the input; `None` if the context does not have it.
    fn told(&self, key: &str) -> Option<&str> {
        let tool = self.context.tool().filter(|_| key == TOOL_KEY);
        tool.or_else(|| self.context.input()?.get(key)?.as_str())
    }

    /// Returns true if the condition of an effect holds, and notes one that the context does not say.
    pub(super) fn is_so(&mut self, effect: &Effect) -> bool {
        let Some(condition) = effect.when else { return true };
        let is_so = self.situation(condition);
        if is_so.is_none() && !self.made.depends_on.contains(&condition) {
            self.made.depends_on.push(condition);
        }
        is_so == Some(true)
    }

    /// Reports an input of another event.
    pub(super) fn check_event(&mut self) {
        let name = self.context.input().and_then(|input| input.get(EVENT_KEY));
        if name.is_some_and(|name| name != self.event.as_str()) {
            let message = INPUT_OF_OTHER_EVENT.replace("{event}", self.event.as_str());
            let problem = of_the_whole(ProblemCode::WrongEventName, ProblemSeverity::Inert, &message);
            self.made.problems.push(Problem { pointer: format!("/{EVENT_KEY}"), ..problem });
        }
    }

    // The outcome

    pub(super) fn outcome(mut self) -> Outcome {
        if self.made.stop && matches!(self.plan.ends, Some(Ends::Subagent | Ends::Teammate)) {
            // Nobody is left who would follow the instruction.
            self.made.texts.retain(|it| meaning(it.purpose.as_str()).does != "instructs");
        }
        if self.is_unknown && self.made.action == OutcomeAction::Normal {
            self.made.action = OutcomeAction::Unknown;
        } else {
            settle(&mut self.made, self.plan, self.retries);
        }
        if let Some(cause) = self.stop_cause.take().filter(|_| self.made.stop && self.plan.ends.is_some()) {
            self.cause = cause;
        }
        let advice = self.advice_of();
        let mut made = self.made;
        if matches!(made.action, OutcomeAction::Blocked | OutcomeAction::Deferred) {
            made.new_input = None;
        }
        if self.is_erased && made.action == BLOCKS {
            made.effects.push(OutcomeEffect::new(OutcomeEffectKind::ErasePrompt, ""));
        }
        made.problems = ordered(made.problems);
        made.explanation = explanation(&made, Some(self.plan), &self.cause, advice);
        made
    }

    /// Returns what to do to get another outcome.
    fn advice_of(&self) -> &'static str {
        let name = self.cause.name;
        if name == "not-run" {
            return added("use-command");
        }
        if self.made.action == OutcomeAction::Normal && !self.made.stop {
            if name == "background" && self.plan.advice != Advice::NONE {
                return added("foreground");
            }
            if self.made.failure.is_some() || name == "exit-code" {
                return self.advice();
            }
        }
        // What blocks all the same has no advice about a field.
        self.advised.filter(|_| self.made.action != BLOCKS).unwrap_or_default()
    }

    /// Returns what a hook that failed can do to block.
    fn advice(&self) -> &'static str {
        let own = self.profile.and_then(|it| it.advice.iter().find(|(event, _)| *event == self.event.as_str()));
        let told = own.map_or(&self.plan.advice, |(_, advice)| advice);
        if *told == Advice::NONE {
            return added("unblockable");
        }
        let refuses = |it: &Effect| meaning(it.word).action == Some(BLOCKS);
        let can_refuse = self.plan.fields.iter().any(|it| self.possible(it.effects).any(refuses));
        let told = if can_refuse { told } else { &Advice { exit: told.exit, ..Advice::NONE } };
        match self.kind.as_str() {
            "prompt" | "agent" => "",
            "command" if self.is_late(self.kind) => "",
            "command" => {
                let acts = |it: Meaning| it.action.is_some() || it.stops.is_some();
                // What depends on something that nobody can say is not promised.
                let is_heard =
                    self.possible(self.plan.exit_2.action).any(|it| self.is_tellable(it) && acts(meaning(it.word)));
                // A hook that did exit with 2 is not told to.
                let is_heard = is_heard && self.code != Some(2);
                (if is_heard { told.both.or(told.exit) } else { told.print }).unwrap_or_default()
            }
            _ => told.answer.unwrap_or_default(),
        }
    }

    /// Returns true if the context can say whether the condition of an effect holds.
    fn is_tellable(&self, effect: &Effect) -> bool {
        let is_known = |when| CONDITIONS.iter().any(|it| it.is == when) || self.situation(when).is_some();
        effect.when.is_none_or(is_known)
    }

    /// Returns the effects that can hold on the host, as far as the context says.
    fn possible<'e>(&self, effects: &'e [Effect]) -> impl Iterator<Item = &'e Effect> {
        let is_so = |it: &Effect| it.when.map_or(Some(true), |when| self.situation(when));
        let all: Vec<&Effect> = effects.iter().filter(|it| self.holds(it) && is_so(it) != Some(false)).collect();
        let sure = all.iter().position(|it| is_so(it) == Some(true)).map_or(all.len(), |at| at + 1);
        all.into_iter().take(sure)
    }

    /// Returns true if nothing has been found to blame yet.
    pub(super) fn is_silent(&self) -> bool {
        self.cause.name == "silent"
    }
}

/// Creates an outcome in which nothing happens.
pub(super) const fn empty(event: String) -> Outcome {
    Outcome {
        event,
        action: OutcomeAction::Normal,
        agent: OutcomeAgent::Continues,
        subagent: None,
        stop: false,
        new_input: None,
        new_output: None,
        texts: Vec::new(),
        effects: Vec::new(),
        failure: None,
        failed: None,
        on_failure: None,
        problems: Vec::new(),
        depends_on: Vec::new(),
        explanation: String::new(),
    }
}

/// Sets what the agent and the subagent or teammate do next. A stop wins over the wish to go on.
pub(super) fn settle(made: &mut Outcome, plan: &Plan, retries: bool) {
    if plan.ends.is_some() && made.stop {
        made.action = OutcomeAction::Normal;
    }
    let is_over = plan.ends.is_some() && made.action != BLOCKS;
    if matches!(plan.ends, Some(Ends::Subagent | Ends::Teammate)) {
        made.subagent = Some(if is_over { OutcomeAgent::Stops } else { OutcomeAgent::Continues });
    } else if made.stop || is_over || made.action == OutcomeAction::Deferred || (plan.erases && made.action == BLOCKS) {
        made.agent = OutcomeAgent::Stops;
    } else if retries {
        made.agent = OutcomeAgent::Retries;
    }
}

/// Returns what the host shows of the errors of a hook that failed.
fn first_line(text: &str) -> &str {
    let text = text.trim_matches(is_space);
    text.split_once('\n').map_or(text, |(first, _)| first.trim_matches(is_space))
}

/// Returns the meaning of an effect. Without one, nobody knows what happens.
pub(super) fn meaning_of(cell: Option<Effect>) -> Meaning {
    let undocumented = Meaning { action: None, stops: None, does: "undocumented", kind: None, clause: "" };
    cell.map_or(undocumented, |it| meaning(it.word))
}

/// Returns the audience of texts for the model.
pub(super) fn for_the_model() -> Vec<OutcomeAudience> {
    READERS.iter().filter(|(_, reader)| *reader == "model").map(|(word, _)| *word).collect()
}

/// Returns the strength of an action.
const fn rank(action: OutcomeAction) -> u8 {
    match action {
        OutcomeAction::Normal | OutcomeAction::Unknown => 0,
        OutcomeAction::Allowed => 1,
        OutcomeAction::Asked => 2,
        OutcomeAction::Deferred => 3,
        OutcomeAction::Blocked => 4,
    }
}

/// Returns true if the problem says that something has no effect.
pub(super) const fn is_without_effect(problem: &Problem) -> bool {
    matches!(problem.severity, ProblemSeverity::Ignored | ProblemSeverity::Inert)
}

/// Returns true if a problem says that a field has no effect.
pub(super) fn is_lost(problems: &[Problem], pointer: &str) -> bool {
    let is_at = |at: &str| {
        !at.is_empty() && pointer.strip_prefix(at).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    problems.iter().any(|it| is_without_effect(it) && is_at(&it.pointer))
}

/// Returns the value at a pointer of object keys.
pub(super) fn at<'v>(value: Option<&'v Value>, pointer: &str) -> Option<&'v Value> {
    let (mut value, mut rest) = (value?, pointer);
    while !rest.is_empty() {
        let keys = rest.get(1..)?;
        // Keys are short: a search for the end is faster without a searcher.
        let (key, others) = keys.split_at(keys.bytes().position(|it| it == b'/').unwrap_or(keys.len()));
        (value, rest) = (value.as_object()?.get(key)?, others);
    }
    Some(value)
}
