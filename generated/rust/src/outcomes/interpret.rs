//! Returns what the host does with the result of a hook.
//!
//! The rules here are the same for every event. What differs between events is in `data.rs`.

use std::borrow::Cow;
use std::str::FromStr;

use serde_json::{Map, Value, json};

use super::data::{ANSWER, COMMENTS, EXPLAINS, INFORMS, KINDS, NAMED, PRINTED, READERS, WARNS};
use super::draft::{BLOCKS, Draft, at, empty, for_the_model, is_lost, is_without_effect, meaning_of};
use super::explain::{Cause, added, explanation};
use super::plan::{Beside, Effect, Exit, Field, Interaction, Is};
use super::result::{HandlerResult, Kind};
use crate::context::Context;
use crate::event::HookEvent;
use crate::prompt::{ModelAnswer, read_prompt_reply};
use crate::reading::{Handler, Reply, ReplyKind, answer_of, decoded, is_in_braces, is_space, object_of, read_reply};
use crate::types::{
    HandlerFailure, Outcome, OutcomeAction, OutcomeAudience, OutcomeCondition, OutcomeEffect, OutcomeEffectKind,
    OutcomePolicy, Problem, ProblemCode, ProblemSeverity, PromptKind,
};
use crate::validation::data::BACKGROUND;
use crate::validation::{Target, of_the_whole, validate};
use crate::wire::{
    AT_ANSWER, AT_DECISION, AT_REASON, AT_SPECIFIC, AT_SPECIFIC_EVENT, AT_STOP_REASON, DECISION, IN_BACKGROUND, REASON, SPECIFIC, TERMINAL,
    WAKES,
};

/// Returns what the host does with the result of a hook. Any result has an outcome.
///
/// The event is the one that the hook ran on. If the crate does not know it, the action is `unknown`. Of the context,
/// everything counts: the host, the handler with its `onFailure` and `continueOnBlock`, the tool, the input and the
/// profile. `depends_on` of the outcome lists conditions that are not in it.
///
/// # Examples
/// ```
/// use hookwire::Context;
/// use hookwire::host::{exited, interpret};
///
/// let outcome = interpret("PreToolUse", &exited(1, "", "no"), &Context::new());
/// assert!(!outcome.blocked());
/// ```
#[must_use]
pub fn interpret(event: &str, result: &HandlerResult, context: &Context) -> Outcome {
    let Ok(known) = HookEvent::from_str(event) else { return unknown(event, "unknown") };
    let mut run = Draft::new(known, context);
    if run.profile.is_some_and(|it| !it.events.is_empty() && !it.events.contains(&event)) {
        return unknown(event, "not-in-profile");
    }
    run.check_event();
    if run.is_newer() {
        run.blame(Cause::with_version("newer", "", run.plan.since.shown));
        return run.outcome();
    }
    run.kind = match &result.0 {
        Kind::Http { .. } => Handler::Http,
        Kind::Mcp { .. } => Handler::McpTool,
        Kind::Model(_) => Handler::Prompt,
        _ => Handler::Command,
    };
    if run.is_not_run(&result.0) {
        return run.outcome();
    }
    match &result.0 {
        Kind::Ended { code, stdout, stderr } => run.of_command(*code, stdout, stderr),
        Kind::Http { status, body } => run.of_response(*status, body),
        Kind::Mcp { text, is_error } => run.of_tool(text, *is_error),
        Kind::Model(answer) => run.of_model(answer),
        Kind::TimedOut => run.of_no_answer(true),
        Kind::NotStarted => run.of_no_answer(false),
        Kind::Backgrounded { later } => run.in_background(&text_of(later), true),
    }
    run.outcome()
}

/// Returns what the host does without a hook, which it does not run.
#[allow(dead_code, reason = "only tests of hooks use it")]
pub(crate) fn not_run(event: HookEvent, context: &Context) -> Outcome {
    let mut run = Draft::new(event, context);
    run.blame(Cause::of("not-run"));
    run.outcome()
}

/// Returns the outcome of an event that the contract or the profile does not have.
fn unknown(event: &str, cause: &'static str) -> Outcome {
    let mut made = empty(event.to_owned());
    made.action = OutcomeAction::Unknown;
    made.explanation = explanation(&made, None, &Cause::of(cause), "");
    made
}

impl Draft<'_> {
    /// Returns true if the host does not run this kind of handler, and takes what follows.
    fn is_not_run(&mut self, result: &Kind) -> bool {
        if matches!(result, Kind::Ended { .. }) {
            return false;
        }
        let kind = self.context.handler().map_or(self.kind, |it| it.kind());
        let since = KINDS.iter().find(|(known, _)| *known == kind.as_str()).map(|(_, since)| since);
        if let Some(since) = since.filter(|it| self.context.host().is_some_and(|host| host.is_older_than(it.from))) {
            self.blame(Cause::with_version("newer-kind", kind.as_str(), since.shown));
            return true;
        }
        let Some(it) = self.plan.not_run.iter().find(|it| it.kind == kind.as_str()) else { return false };
        if let Kind::Model(answer) = result {
            let kind = if matches!(kind.as_str(), "prompt" | "agent") { kind } else { Handler::Prompt };
            let reading = read_prompt_reply(answer.clone(), self.event, &self.context.of_kind(kind));
            self.made.problems.extend(reading.problems);
        }
        if let Some(problem) = it.problem {
            self.made.problems.push(of_the_whole(ProblemCode::NotAllowedHere, ProblemSeverity::Ignored, problem));
        }
        self.blame(Cause::of("not-run"));
        if let Some(action) = it.action {
            self.act(Some(Effect::of(action)), Some(Cause::of("not-run")));
        }
        true
    }

    fn of_command(&mut self, code: Option<i32>, stdout: &[u8], stderr: &[u8]) {
        self.code = code;
        let (output, errors) = (text_of(stdout), text_of(stderr));
        self.has_stderr = !errors.trim_matches(is_space).is_empty();
        let is_set = |key: &str| self.context.handler_value(key) == Some(&Value::Bool(true));
        if is_set(WAKES) {
            return self.rewakes(&output, &errors);
        }
        if is_set(IN_BACKGROUND) {
            self.in_background(&output, true);
            if code == Some(2) {
                self.report("background-exit");
            }
            return;
        }
        let mut reading = self.read(stdout, Handler::Command);
        if self.moves_to_background(&output) {
            return;
        }
        if reading.kind == ReplyKind::Json && self.is_text(&reading, &output) {
            reading.kind = ReplyKind::Text;
            reading.reply = None;
        }
        let row = self.row(code);
        match code {
            Some(0) => {}
            Some(code) => self.blame(Cause::with_code("exit-code", code)),
            None => self.blame(Cause::of("signal")),
        }
        if reading.kind == ReplyKind::Json {
            if is_refused(&reading.problems) {
                self.of_refused(&reading, &output, row, &errors, code);
            } else {
                self.of_reply(reading.reply.as_ref(), row, &errors, code);
            }
            let is_read = reading.reply.is_some() || self.names_path();
            if code == Some(0) && is_read && self.plan.reads_json_as_text {
                let beside = self.beside("/stdout", &Value::Null, reading.reply.as_ref(), code);
                self.of_whole(row, if beside.is_some() { "" } else { &output }, "stdout");
            }
        } else {
            self.of_text(row, &output, "stdout");
            self.of_exit(row, &errors, code, reading.kind == ReplyKind::Nothing);
            if code == Some(2) && reading.kind == ReplyKind::Text {
                self.of_stdout(row);
            }
        }
        if !matches!(code, Some(0 | 2)) {
            let cause = code.map_or_else(|| Cause::of("signal"), |code| Cause::with_field("failure-code", "", &json!(code)));
            self.fail_because(HandlerFailure::ExitCode, Handler::Command, &errors, "stderr", &cause);
        }
        self.take_new(reading.reply);
    }

    /// Reports that a text on stdout belongs on stderr, if somebody reads that.
    fn of_stdout(&mut self, row: &Exit) {
        let is_log = |who: &OutcomeAudience| READERS.iter().any(|(known, reader)| known == who && *reader == "log");
        if self.pick(row.stderr).is_none_or(|it| it.audience.iter().all(is_log)) {
            return;
        }
        let is_lost = |it: &&mut Problem| it.code == ProblemCode::NotJson && it.severity == ProblemSeverity::Inert;
        for problem in self.made.problems.iter_mut().filter(is_lost) {
            problem.message = added("text-on-stdout").to_owned();
        }
    }

    fn read(&mut self, bytes: &[u8], handler: Handler) -> Reply {
        // A context can have a large input, so it is copied only to change it.
        let reading = if self.context.handler_kind() == handler {
            read_reply(bytes, self.event, self.context)
        } else {
            read_reply(bytes, self.event, &self.context.of_kind(handler))
        };
        self.made.problems.extend(reading.problems.iter().cloned());
        reading
    }

    fn row(&self, code: Option<i32>) -> &'static Exit {
        match code {
            Some(0) => &self.plan.exit_0,
            Some(2) => &self.plan.exit_2,
            _ => &self.plan.exit_other,
        }
    }

    /// Moves a command to the background, if its output says so. Returns true if it does.
    fn moves_to_background(&mut self, stdout: &str) -> bool {
        let Some(cell) = self.pick(PRINTED) else { return false };
        if BACKGROUND.is_empty() || !(stdout.contains(BACKGROUND) || stdout.contains("\\u")) {
            return false;
        }
        let (first, later) = stdout.split_once('\n').unwrap_or((stdout, ""));
        let place = meaning_of(Some(cell)).does;
        let is_first = place != "on-all-lines" && is_for_background(first);
        // Hosts that read all lines check the types in the object.
        let is_of_types = self.made.problems.iter().all(|it| it.code != ProblemCode::WrongType);
        let is_whole = place != "on-first-line" && is_of_types && is_for_background(stdout);
        if !is_first && !is_whole {
            return false;
        }
        if place == "on-either" && !later.trim_matches(is_space).is_empty() {
            self.of_text(&self.plan.exit_0, stdout, "stdout");
        }
        self.in_background(later, false);
        if self.code == Some(2) {
            self.report("background-exit");
        }
        true
    }

    /// Returns true if the host takes a reply as plain text that others refuse.
    fn is_text(&mut self, reading: &Reply, stdout: &str) -> bool {
        let whole = stdout.trim_matches(is_space);
        let is_read_whole = meaning_of(self.pick(PRINTED)).does == "on-all-lines";
        if is_read_whole && whole.contains('\n') {
            // Newer hosts read the first line only.
            let value = at(reading.reply.as_ref(), &format!("/{BACKGROUND}"));
            if value == Some(&Value::Bool(true)) && object_of(whole).is_none() {
                return true;
            }
        }
        let invalid = self.pick(self.plan.exit_0.invalid_json);
        meaning_of(invalid).does == "reads-as-text" && reading.reply.is_none()
    }

    /// Takes the effect of an exit code, without a reply.
    fn of_exit(&mut self, row: &Exit, stderr: &str, code: Option<i32>, is_silent: bool) {
        let is_missing = || self.plan.missing_script.iter().any(|it| stderr.contains(it));
        if code == Some(2) && is_silent && is_missing() && self.pick(self.plan.missing_script_action).is_some() {
            return self.blame(Cause::of("missing-script"));
        }
        let action = self.pick(row.action);
        self.act(action, of_code(code));
        self.add_text_of(row.stderr, stderr, "stderr");
    }

    /// Takes the effect of plain text: that of the last line, if it is a path.
    fn of_text(&mut self, row: &Exit, output: &str, source: &str) {
        let mut text = output.trim_matches(is_space);
        let mut cell = self.pick(row.stdout);
        if meaning_of(cell).does == "names-path" {
            text = text.rsplit('\n').next().unwrap_or(text).trim_matches(is_space);
            self.blame(Cause::of("path"));
            // The host quotes an object, as a path that is none.
            if text.is_empty() || is_in_braces(text) {
                self.block(Some(Cause::of("no-path")));
                cell = object_of(text).and_then(|_| self.pick(self.plan.exit_2.stderr));
            }
        } else if !text.is_empty() && self.is_silent() {
            self.blame(Cause::of("text"));
        }
        self.add_text(cell, text, source, false);
    }

    /// Takes the effect of JSON as text, and reports keys without an effect as parts of it.
    fn of_whole(&mut self, row: &Exit, text: &str, source: &str) {
        self.of_text(row, text, source);
        if text.is_empty() {
            return;
        }
        let is_path = meaning_of(self.pick(row.stdout)).does == "names-path";
        let message = added(if is_path { "in-path" } else { "in-text" });
        for problem in self.made.problems.iter_mut().filter(|it| it.code == ProblemCode::WithoutEffect) {
            if let Some((_, key)) = problem.pointer.rsplit_once('/') {
                problem.message = message.replace("{key}", key);
            }
        }
    }

    /// Takes the effect of a reply that the host refuses.
    fn of_refused(&mut self, reading: &Reply, stdout: &str, row: &'static Exit, stderr: &str, code: Option<i32>) {
        let is_other = self.names_other_event(reading);
        let own = self.profile.and_then(|it| if is_other { it.other_event } else { it.invalid_json });
        let cells = if is_other { row.other_event } else { row.invalid_json };
        let cell = own.map(Effect::of).or_else(|| self.pick(cells));
        let is_failure = matches!(code, Some(0 | 2));
        let refused = || Cause::of(if is_other { "other-event" } else { "refused" });
        let meaning = meaning_of(cell);
        let is_block = meaning.action == Some(BLOCKS);
        if is_block || matches!(meaning.does, "rejects" | "reads-as-text") {
            if is_failure {
                self.blame(refused());
            }
            self.add_text(cell.map(|it| it.as_word(WARNS)), stdout, "stdout", false);
            if is_block {
                self.act(cell, Some(Cause::of("other-event")));
            } else if !is_failure {
                self.add_text_of(row.stderr, stderr, "stderr");
            }
            if is_failure {
                self.fail(failure_of(reading), Handler::Command, stdout, "stdout");
            }
            return;
        }
        if code == Some(0) {
            self.blame(refused());
        }
        // Where a path is expected, every object is refused.
        if meaning.does == "undocumented" && (is_other || reading.reply.is_none()) {
            self.is_unknown = true;
            self.blame(refused());
        }
        self.of_ignored(reading.reply.as_ref(), row, stderr, code);
    }

    /// Returns true if a reply is refused because it names another event.
    fn names_other_event(&self, reading: &Reply) -> bool {
        let name = at(reading.reply.as_ref(), AT_SPECIFIC_EVENT).and_then(Value::as_str);
        let mut refused = reading.problems.iter().filter(|it| it.severity == ProblemSeverity::Rejected);
        name.is_some_and(|name| name != self.event.as_str() && NAMED.contains(&name))
            && refused.all(|it| it.pointer.starts_with(AT_SPECIFIC))
    }

    /// Takes the effect of an exit code beside a reply that does not decide.
    fn of_ignored(&mut self, reply: Option<&Value>, row: &Exit, stderr: &str, code: Option<i32>) {
        if let Some(reason) = at(reply, AT_REASON) {
            let beside = self.beside(AT_REASON, reason, reply, code);
            self.add_value(beside, reason, AT_REASON, true);
        }
        let beside = self.beside("/stderr", &Value::Null, reply, code);
        self.add_text(beside, stderr, "stderr", false);
        self.of_exit(row, if beside.is_some() { "" } else { stderr }, code, false);
    }

    /// Takes the effects of a reply that the host accepts.
    fn of_reply(&mut self, reply: Option<&Value>, row: &'static Exit, stderr: &str, code: Option<i32>) {
        let own = self.profile.and_then(|it| it.json).map(Effect::of);
        match own.or_else(|| self.pick(row.json)).map_or("nothing", |it| meaning_of(Some(it)).does) {
            "nothing" => {
                if code == Some(0) && reply.and_then(Value::as_object).is_some_and(|it| !it.is_empty()) {
                    self.blame(Cause::of("undecided"));
                }
                self.of_unread(reply, code);
                self.of_ignored(reply, row, stderr, code);
            }
            "reads-beside" => self.completed(reply, row, stderr, code),
            _ => {
                if code == Some(0) {
                    self.blame(Cause::of("undecided"));
                }
                self.of_fields(self.lifted(reply).as_deref(), code);
            }
        }
    }

    /// Takes the effects of the fields that count although the host ignores the reply.
    fn of_unread(&mut self, reply: Option<&Value>, code: Option<i32>) {
        let is_http = self.is_http();
        let is_read = |key: &str| key == TERMINAL || (is_http && key == SPECIFIC);
        let all = reply.and_then(Value::as_object).into_iter().flatten();
        let read = all.filter(|(key, _)| is_read(key)).map(|(key, value)| (key.clone(), value.clone()));
        self.of_fields(Some(&Value::Object(read.collect())), code);
    }

    /// Takes the effects of a reply beside an exit code. Exit code 2 completes it with a block.
    fn completed(&mut self, reply: Option<&Value>, row: &'static Exit, stderr: &str, code: Option<i32>) {
        let is_own = self.blocks_itself(reply);
        let mut whole = reply.cloned().unwrap_or_else(|| json!({}));
        if code == Some(2) && !is_own && self.plan.fields.iter().any(|it| it.at == AT_DECISION) {
            whole[DECISION] = json!("block");
            whole[REASON] = json!(if stderr.is_empty() { "." } else { stderr });
            let more = validate(&whole, &Target::output(self.event), self.context);
            self.made.problems = with_lost(std::mem::take(&mut self.made.problems), more);
        }
        let block = json!("block");
        let block = (code == Some(2)).then(|| self.beside(AT_DECISION, &block, Some(&whole), code)).flatten();
        let action = block.or_else(|| self.pick(row.action));
        self.act(action, of_code(code));
        // Without a block of its own, stderr is the reason.
        let mut fields = reply.cloned().unwrap_or_default();
        if let Some(object) = fields.as_object_mut().filter(|_| !is_own) {
            object.remove(REASON);
        }
        self.of_fields(Some(&fields), code);
        let beside = self.beside("/stderr", &Value::Null, reply, code);
        if beside.is_some() || !is_own {
            let cell = beside.or_else(|| self.pick(row.stderr));
            self.add_text(cell, stderr, "stderr", false);
        }
    }

    fn of_response(&mut self, status: u16, body: &[u8]) {
        if (200..300).contains(&status) {
            return self.of_answer(Handler::Http, body, "body");
        }
        self.blame(Cause::with_code("status", status.into()));
        let action = self.pick(self.plan.exit_other.action);
        self.act(action, None);
        self.fail(HandlerFailure::Status, Handler::Http, "", "stderr");
    }

    fn of_tool(&mut self, text: &[u8], is_error: bool) {
        if !is_error {
            return self.of_answer(Handler::McpTool, text, "result");
        }
        self.blame(Cause::of("tool-error"));
        let action = self.pick(self.plan.exit_other.action);
        self.act(action, None);
        self.fail(HandlerFailure::ToolError, Handler::McpTool, "", "stderr");
        if self.names_path() && self.made.on_failure != Some(OutcomePolicy::Blocked) {
            self.add_text_of(self.plan.exit_2.stderr, &text_of(text), "result");
        }
    }

    /// Takes the effects of the answer of a server: that of exit code 0.
    fn of_answer(&mut self, handler: Handler, text: &[u8], source: &str) {
        let reading = self.read(text, handler);
        if self.names_path() {
            return self.of_path(handler, &reading, &text_of(text), source);
        }
        let is_json = reading.kind == ReplyKind::Json && !self.is_text(&reading, "");
        if is_refused(&reading.problems) && (is_json || handler == Handler::Http) {
            let is_other = self.names_other_event(&reading);
            self.blame(Cause::of(if is_other { "other-event" } else { "refused" }));
            self.fail(failure_of(&reading), handler, &text_of(text), source);
        } else if is_json {
            let value = at(reading.reply.as_ref(), &format!("/{BACKGROUND}"));
            if !BACKGROUND.is_empty() && value == Some(&Value::Bool(true)) {
                self.in_background("", false);
            } else {
                self.of_reply(reading.reply.as_ref(), &self.plan.exit_0, "", Some(0));
                self.take_new(reading.reply);
            }
        } else if reading.kind != ReplyKind::Nothing {
            self.blame(Cause::of("text"));
            if self.policy() == Some("block") {
                self.fail(HandlerFailure::NotJson, handler, "", "stderr");
            }
        }
    }

    /// Takes the path in the answer of a server. From a tool, it is the last line, as from a command.
    fn of_path(&mut self, handler: Handler, reading: &Reply, text: &str, source: &str) {
        let row = &self.plan.exit_0;
        let reply = reading.reply.as_ref();
        if handler != Handler::Http {
            let beside = self.beside("/stdout", &Value::Null, reply, Some(0));
            if reply.is_some() {
                self.of_ignored(reply, row, "", Some(0));
            }
            return self.of_whole(row, if beside.is_some() { "" } else { text }, source);
        }
        if is_refused(&reading.problems) {
            let is_other = self.names_other_event(reading);
            self.blame(Cause::of(if is_other { "other-event" } else { "refused" }));
            self.fail(failure_of(reading), handler, text, source);
            let is_object = text.trim_matches(is_space).starts_with('{');
            if !is_object && self.made.on_failure != Some(OutcomePolicy::Blocked) {
                self.add_text_of(self.plan.exit_2.stderr, text, source);
            }
        } else if reply.is_some() {
            self.of_reply(reply, row, "", Some(0));
        }
        if !self.made.effects.iter().any(|it| meaning_of(Some(Effect::of(it.kind.as_str()))).does == "names-worktree") {
            self.block(self.made.failure.is_none().then(|| Cause::of("no-path")));
        }
    }

    fn of_model(&mut self, answer: &ModelAnswer) {
        let kind = self.context.handler().map_or(Handler::Prompt, |it| it.kind());
        let kind = if kind.as_str() == "agent" { kind } else { Handler::Prompt };
        let reading = read_prompt_reply(answer.clone(), self.event, &self.context.of_kind(kind));
        self.made.problems.extend(reading.problems);
        if reading.kind == PromptKind::Failed {
            self.blame(Cause::of("model"));
            self.made.failure = reading.failure.and_then(|it| it.as_str().parse().ok());
            return;
        }
        self.blame(Cause::of(if reading.kind == PromptKind::Met { "met" } else { "not-met" }));
        let whens = reading.effects.iter().filter_map(|it| it.when?.as_str().parse::<OutcomeCondition>().ok());
        self.made.depends_on.extend(whens);
        let usual = reading.effects.iter().find(|it| it.when.is_none());
        let Some(effect) = usual.or_else(|| reading.effects.first()) else { return };
        self.act(Some(Effect::of(effect.action.as_str())), Some(Cause::of("not-met")));
        let (Some(purpose), Some(reason)) = (effect.reason, reading.reason) else { return };
        let readers = effect.audience.iter().flatten().filter_map(|it| it.as_str().parse().ok()).collect();
        self.push_text(&reason, readers, purpose.as_str(), "answer");
    }

    /// Takes the effect of a hook that exceeded its time limit, or was not started.
    fn of_no_answer(&mut self, is_slow: bool) {
        let handler = self.context.handler_kind();
        if matches!(handler.as_str(), "prompt" | "agent") {
            self.kind = handler;
            self.blame(Cause::of(if is_slow { "timed-out" } else { "no-answer" }));
            self.made.failure = Some(if is_slow { HandlerFailure::TimedOut } else { HandlerFailure::Empty });
            return;
        }
        let (failure, cause) = match (is_slow, handler.as_str()) {
            (true, _) => (HandlerFailure::TimedOut, "timed-out"),
            (false, "command") => (HandlerFailure::NotStarted, "not-started"),
            (false, _) => (HandlerFailure::NoConnection, "no-connection"),
        };
        if self.is_late(handler) {
            self.in_background("", false);
        } else {
            self.blame(Cause::of(cause));
            let action = self.pick(if is_slow { self.plan.timeout } else { self.plan.exit_other.action });
            self.act(action, Some(Cause::of(cause)));
        }
        self.fail(failure, handler, "", "stderr");
    }

    /// Takes the effect of a hook that the host does not wait for. `text` is its later answer.
    fn in_background(&mut self, text: &str, is_new: bool) {
        self.blame(Cause::of("background"));
        self.made.effects.push(OutcomeEffect::new(OutcomeEffectKind::Background, ""));
        if self.names_path() {
            self.block(Some(Cause::of("background")));
        }
        let (answer, problems) = answer_of(text, self.event, self.context);
        if is_new {
            self.made.problems.extend(problems);
        }
        for path in ANSWER {
            let pointer = format!("/{path}");
            if let Some(text) = at(answer.as_ref(), &pointer).and_then(Value::as_str) {
                if !is_lost(&self.made.problems, &pointer) {
                    self.push_text(text, for_the_model(), INFORMS, &pointer);
                }
            }
        }
    }

    /// Takes the effect of a command in the background that wakes the model by exit code 2.
    fn rewakes(&mut self, stdout: &str, stderr: &str) {
        self.in_background("", false);
        let (stdout, stderr) = (stdout.trim_matches(is_space), stderr.trim_matches(is_space));
        let wakes = self.code == Some(2);
        if wakes {
            let (text, source) = if stderr.is_empty() { (stdout, "stdout") } else { (stderr, "stderr") };
            self.push_text(text, for_the_model(), COMMENTS, source);
        }
        if stdout.starts_with('{') {
            self.report(if wakes { "wakes-with-text" } else { "wakes-by-exit" });
        }
    }

    /// Reports a field that does not do what it does elsewhere.
    fn advise(&mut self, message: &'static str, pointer: &str) {
        self.advised = self.advised.or(Some(message));
        let problem = of_the_whole(ProblemCode::WithoutEffect, ProblemSeverity::Inert, message);
        self.made.problems.push(Problem { pointer: pointer.to_owned(), ..problem });
    }

    /// Reports that something of the hook has no effect.
    fn report(&mut self, word: &str) {
        self.made.problems.push(of_the_whole(ProblemCode::WithoutEffect, ProblemSeverity::Ignored, added(word)));
    }

    // Fields

    fn of_fields(&mut self, reply: Option<&Value>, code: Option<i32>) {
        let (mut known, mut value) = ("", None);
        for field in self.plan.fields {
            // Several fields are about one pointer, each about another value.
            if field.at != known {
                (known, value) = (field.at, at(reply, field.at));
            }
            let Some(value) = value.filter(|value| field.value.is_none_or(|it| it.is(value))) else { continue };
            let found = self.interaction(field.at, value, reply, code);
            let beside = found.map(|it| it.effect);
            if let Some(message) = found.and_then(|it| it.problem) {
                self.advise(message, field.at);
            }
            let Some(cell) = beside.or_else(|| self.pick(field.effects)) else { continue };
            if meaning_of(Some(cell)).does != "nothing" && (beside.is_some() || !is_lost(&self.made.problems, field.at)) {
                self.of_field(field, value, cell, reply, code);
            }
        }
    }

    fn of_field(&mut self, field: &Field, value: &Value, cell: Effect, reply: Option<&Value>, code: Option<i32>) {
        let meaning = meaning_of(Some(cell));
        if meaning.does == "replaces-input" {
            self.of_input(field.at, value);
        } else if meaning.does == "replaces-output" {
            self.output_at = Some(field.at);
        } else if let Some(kind) = meaning.kind {
            self.made.effects.push(OutcomeEffect::new(kind, field.at).with_value(value.clone()));
            if meaning.does == "names-worktree" {
                self.blame(Cause::with_field("field", field.at, value));
            }
        } else if field.at == AT_STOP_REASON && !self.is_stop_of_field {
            return;
        } else if !cell.audience.is_empty() && field.reason.is_none() {
            self.add_value(Some(cell), value, field.at, true);
            if meaning.does == "replaces-display" {
                self.blame(Cause::of("display"));
            }
            if meaning.does == "instructs" && field.at != AT_REASON && value != "" {
                self.block(Some(Cause::with_field("instruction", field.at, value)));
            }
        } else {
            self.act(Some(cell), Some(Cause::with_field("field", field.at, value)));
            if field.at == "/continue" {
                self.is_stop_of_field = self.made.stop;
            }
        }
        let Some((pointer, reason)) = field.reason.and_then(|it| Some((it, at(reply, it)?))) else { return };
        let beside = self.beside(pointer, reason, reply, code);
        if meaning_of(beside).does != "nothing" {
            self.add_value(Some(cell.as_word(EXPLAINS)), reason, pointer, false);
        }
    }

    /// Takes a new input. If it does not fit the tool, the call fails. On a permission request, an empty one is dropped,
    /// whatever the tool is.
    fn of_input(&mut self, pointer: &'static str, value: &Value) {
        if value.as_object().is_some_and(Map::is_empty) && pointer.starts_with(AT_ANSWER) {
            return;
        }
        let is_misfit = |it: &Problem| {
            let rest = it.pointer.strip_prefix(pointer).filter(|rest| rest.starts_with('/'));
            it.severity == ProblemSeverity::Mismatch && rest.is_some_and(|rest| !is_converted(at(Some(value), rest)))
        };
        if self.made.problems.iter().any(is_misfit) {
            self.block(Some(Cause::of("new-input")));
        } else {
            self.input_at = Some(pointer);
        }
    }

    /// Moves the new input and output out of a reply. They can be large.
    fn take_new(&mut self, mut reply: Option<Value>) {
        let mut take = |pointer| Some(reply.as_mut()?.pointer_mut(pointer)?.take());
        self.made.new_input = self.input_at.and_then(&mut take);
        self.made.new_output = self.output_at.and_then(&mut take);
    }

    /// Returns the effect that a field has beside other fields, if it is another one than alone.
    fn beside(&mut self, pointer: &str, value: &Value, reply: Option<&Value>, code: Option<i32>) -> Option<Effect> {
        self.interaction(pointer, value, reply, code).map(|it| it.effect)
    }

    /// Returns what a field does beside other fields, if that is not what it does alone.
    fn interaction(
        &mut self,
        pointer: &str,
        value: &Value,
        reply: Option<&Value>,
        code: Option<i32>,
    ) -> Option<&'static Interaction> {
        let plan = self.plan;
        plan.interactions.iter().find(|it| {
            it.at == pointer
                && it.exit.is_none_or(|exit| code == Some(exit))
                && it.value.is_none_or(|known| known.is(value))
                && self.holds(&it.effect)
                && it.beside.iter().all(|other| is_beside(reply, other))
                && self.is_so(&it.effect)
        })
    }

    /// Returns true if a reply blocks without the exit code.
    fn blocks_itself(&mut self, reply: Option<&Value>) -> bool {
        self.plan.fields.iter().any(|field| {
            let Some(value) = at(reply, field.at).filter(|_| field.at != "/continue") else { return false };
            if field.value.is_some_and(|known| !known.is(value)) {
                return false;
            }
            let it = meaning_of(self.pick(field.effects));
            it.action == Some(BLOCKS) || it.stops.is_some() || it.does == "passes-on"
        })
    }
}

/// Returns the cause of what an exit code does.
fn of_code(code: Option<i32>) -> Option<Cause> {
    match code? {
        0 => None,
        2 => Some(Cause::of("blocks")),
        code => Some(Cause::with_field("failure-code", "", &json!(code))),
    }
}

/// Returns true if the host converts a string to the number or the flag that is expected.
fn is_converted(value: Option<&Value>) -> bool {
    let Some(text) = value.and_then(Value::as_str) else { return false };
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    let number = text.trim_matches(is_space);
    let number = number.strip_prefix(['-', '+']).unwrap_or(number);
    let is_number = number.split_once('.').map_or_else(|| is_digits(number), |(one, two)| is_digits(one) && is_digits(two));
    matches!(text, "true" | "false") || is_number
}

fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    decoded(bytes).map_or(Cow::Borrowed(""), |it| it.text)
}

/// Returns true if the host refuses a reply. It does not read the value of an unknown key.
fn is_refused(problems: &[Problem]) -> bool {
    let is_unread = |pointer: &str| {
        problems.iter().any(|it| it.code == ProblemCode::UnsupportedByHost && it.pointer == pointer)
    };
    problems.iter().any(|it| it.severity == ProblemSeverity::Rejected && !is_unread(&it.pointer))
}

fn is_for_background(text: &str) -> bool {
    object_of(text).is_some_and(|value| value.get(BACKGROUND) == Some(&Value::Bool(true)))
}

const fn failure_of(reading: &Reply) -> HandlerFailure {
    if reading.reply.is_none() { HandlerFailure::NotJson } else { HandlerFailure::SchemaViolation }
}

/// Adds the problems that a reply has only beside the exit code.
fn with_lost(problems: Vec<Problem>, more: Vec<Problem>) -> Vec<Problem> {
    let is_new = |it: &Problem| {
        !problems.iter().any(|known| known.pointer == it.pointer && known.code == it.code)
            && is_without_effect(it)
            && it.pointer != AT_DECISION
            && it.pointer != AT_REASON
    };
    // What the block takes the place of is no longer without effect.
    let is_kept = |it: &&Problem| it.pointer.is_empty() || more.iter().any(|other| other.pointer == it.pointer);
    let kept: Vec<Problem> = problems.iter().filter(is_kept).cloned().collect();
    let new: Vec<Problem> = more.iter().filter(|it| is_new(it)).cloned().collect();
    kept.into_iter().chain(new).collect()
}

fn is_beside(reply: Option<&Value>, other: &Beside) -> bool {
    let value = at(reply, other.at);
    match other.is {
        Is::Absent => value.is_none(),
        Is::Present => value.is_some(),
        Is::OneOf(known) => value.is_some_and(|value| known.iter().any(|it| it.is(value))),
    }
}
