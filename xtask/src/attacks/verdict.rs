//! Verdicts: what the host was recorded to do with a result like that of a program.
//!
//! The records have markers instead of texts, so a result is compared by its form: its exit code, the form of its standard
//! output, and whether standard error has a text. A result whose form is not recorded has no verdict, which is a fault.

use std::collections::BTreeMap;

use hookwire_codegen::generate;
use hookwire_conformance::conform::RecordedCase;
use hookwire_harness::Root;
use hookwire_observe::REFERENCE;
use hookwire_observe::case::{Handler, Hook, holes};
use hookwire_observe::compare::Records;
use hookwire_observe::observation::{Action, Agent, NOT_RUN, Observation};
use hookwire_observe::record::Recorded;
use serde_json::{Value, json};

use super::form::Form;
use super::process::{End, Ended};
use super::table::{Attack, Expect};
use crate::observed;

/// The outcome of an attack.
#[derive(Debug)]
pub enum Verdict {
    /// The guard held. These are the results as recorded cases, for comparison with what the packages say about them.
    Held(Vec<RecordedCase>),
    /// The guard was opened, or the user does not learn of the failure.
    Opened(String),
    /// The records do not show what the host does.
    Unknown(String),
}

/// What is known about the host.
pub struct Host {
    /// The recorded cases by version, and in it by event.
    records: BTreeMap<String, BTreeMap<String, OfEvent>>,
    /// The data of the runtimes: what each event does if a hook fails, and how its verbs are written.
    runtime: Value,
    /// The cell of the catalogue for stderr with exit code 1, by event.
    stderr_of_failures: BTreeMap<String, Value>,
    /// The cell for what exit code 2 does, by event.
    blocks: BTreeMap<String, Value>,
}

impl Host {
    /// Reads what is known about these events.
    ///
    /// # Errors
    /// The schemas or the records cannot be read, or there is no such event.
    pub fn read(root: &Root, events: &[&str]) -> Result<Self, String> {
        let read =
            generate::read(&root.path("schemas")).map_err(|_| "`cargo xtask codegen` reports mistakes".to_owned())?;
        let mut features = read.hooks.extras(&read.contract).features;
        let runtime = features.remove("runtime").unwrap_or_default();
        let cells = |pointer: &str| cells(read.hooks.catalogue.value(), pointer);
        let (stderr_of_failures, blocks) = (cells("/exit/other/stderr"), cells("/exit/2/action"));
        let mut host = Self { records: BTreeMap::new(), runtime, stderr_of_failures, blocks };
        for version in observed::versions(root)? {
            let mut own = BTreeMap::new();
            for event in events {
                let mut records = observed::records(root, &version, event)?;
                // A conversation that works only on newer versions does not run the hooks.
                records.retain(|_, it| it.seen.hook != NOT_RUN);
                if !records.is_empty() {
                    own.insert((*event).to_owned(), OfEvent::of(event, records, &host.missing())?);
                }
            }
            host.records.insert(version, own);
        }
        match events.iter().find(|event| host.runtime["events"].get(event).is_none()) {
            Some(event) => Err(format!("there is no event `{event}`: correct `event` in the table of attacks")),
            None => Ok(host),
        }
    }

    /// Returns the events that a hook can block, by their data.
    pub fn can_block(&self) -> impl Iterator<Item = &str> {
        let events = self.runtime["events"].as_object().into_iter().flatten();
        events.filter(|(_, plan)| plan["verbs"].get("block").is_some()).map(|(name, _)| name.as_str())
    }

    /// Returns true if the host did what a block does on an event.
    pub fn is_prevented(&self, event: &str, seen: &Observation) -> bool {
        // Some events come after the action, and a block stops the agent.
        if self.blocks.get(event).is_some_and(|it| it["effect"] == "stops") {
            return seen.agent == Agent::Stopped;
        }
        matches!(seen.action, Action::Prevented | Action::Erased)
    }

    /// Returns the verdict on the result of an attack, by every version that the event is recorded on.
    pub fn verdict(&self, attack: &Attack, ended: &Ended) -> Verdict {
        let code = match ended.end {
            End::Exited(code) => code,
            End::Signalled => {
                return Verdict::Opened("a signal ended it, which the host reads as a failure".to_owned());
            }
            End::Late => {
                let seconds = attack.limit.as_secs();
                return Verdict::Opened(format!("it did not end within {seconds} s, and the host gives up on it"));
            }
        };
        let stderr = Stderr::of(&ended.stderr, &self.missing());
        let sight = Sight { code, form: Form::of(&ended.stdout), stderr };
        let mut cases = Vec::new();
        let mut unknown: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (version, events) in &self.records {
            let Some(known) = events.get(&attack.event) else { continue };
            let recorded = match self.on_version(attack, &sight, known) {
                OnVersion::Held(recorded) => recorded,
                OnVersion::Opened(fault) => return Verdict::Opened(format!("on {version}, {fault}")),
                OnVersion::Unknown(error) if version == REFERENCE => {
                    unknown.entry(error).or_default().push(version);
                    continue;
                }
                // Other versions run fewer cases. Where theirs do not show it, the reference version decides.
                OnVersion::Unknown(_) => continue,
            };
            cases.push(as_recorded(recorded, &known.base, ended, code, version));
        }
        if cases.is_empty() && unknown.is_empty() {
            return Verdict::Unknown("the event is not recorded on any version".to_owned());
        }
        let of_versions = |(error, versions): (String, Vec<&str>)| format!("on {}: {error}", versions.join(", "));
        match unknown.into_iter().map(of_versions).collect::<Vec<_>>() {
            none if none.is_empty() => Verdict::Held(cases),
            some => Verdict::Unknown(some.join("; ")),
        }
    }

    /// Returns the verdict by the recorded cases of an event on a version. Where several are like the result, the guard has to
    /// have held in all of them.
    fn on_version<'k>(&self, attack: &Attack, sight: &Sight, known: &'k OfEvent) -> OnVersion<'k> {
        let alike = known.like(sight);
        let fault = |it: &&'k Recorded| Some((*it, self.fault(attack, sight, &it.seen, &known.base)?));
        let mut opened = alike.iter().filter_map(fault);
        match (alike.first(), opened.next(), opened.count()) {
            (None, ..) => {
                let Sight { code, form, stderr } = sight;
                let stderr = stderr.name();
                OnVersion::Unknown(format!("no record has exit code {code}, {form} on stdout, and {stderr} on stderr"))
            }
            (Some(first), None, _) => OnVersion::Held(first),
            (Some(_), Some((case, fault)), others) if others + 1 == alike.len() => {
                OnVersion::Opened(format!("{fault}, as in `{}`", case.case.id))
            }
            (Some(_), Some((case, fault)), _) => {
                OnVersion::Unknown(format!("{fault} in `{}`, and not in others with a result like this", case.case.id))
            }
        }
    }

    /// Returns what is not as the attack expects.
    fn fault(&self, attack: &Attack, sight: &Sight, seen: &Observation, base: &Observation) -> Option<String> {
        let is_prevented = self.is_prevented(&attack.event, seen);
        let goes_on = (seen.action, seen.agent, seen.asked) == (base.action, base.agent, base.asked);
        match attack.expect {
            Expect::Prevented => (!is_prevented).then(|| "the action goes on".to_owned()),
            // A guard that sees that something else was printed blocks instead.
            Expect::Asked if is_prevented => None,
            Expect::Asked => {
                let asks = seen.asked && sight.has(&self.plan(&attack.event)["verbs"]["ask"]["set"]);
                (!asks).then(|| "the user is not asked".to_owned())
            }
            Expect::Seen if !goes_on => Some("the action does not go on".to_owned()),
            Expect::Seen => self.untold(&attack.event, sight),
        }
    }

    /// Returns why the user does not learn of a failure: the catalogue says which ways there are on an event.
    fn untold(&self, event: &str, sight: &Sight) -> Option<String> {
        let can_tell = |cell: &Value| cell["audience"].as_array().is_some_and(|all| all.iter().any(|it| it == "user"));
        let fails = self.stderr_of_failures.get(event).is_some_and(can_tell);
        let by_code = fails && sight.code == 1 && sight.form == Form::of("") && sight.stderr != Stderr::Empty;
        let key = self.plan(event)["failure"]["take"].as_array();
        let by_key = key.is_some_and(|path| sight.says(path));
        match (by_code || by_key, fails || key.is_some()) {
            (true, _) => None,
            (false, true) => Some("the user is not told: neither exit code 1 nor a message says it".to_owned()),
            (false, false) => Some(format!("nobody can be told on `{event}`: `seen` is a wrong expectation there")),
        }
    }

    fn plan(&self, event: &str) -> &Value {
        &self.runtime["events"][event]
    }

    /// Returns the words by which the host knows that a script is missing.
    fn missing(&self) -> Vec<&str> {
        self.runtime["missing_script"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }
}

/// Returns the cell at this place of each event, as it is on the newest host.
fn cells(catalogue: &Value, pointer: &str) -> BTreeMap<String, Value> {
    let events = catalogue["events"].as_array().into_iter().flatten();
    let cell = |event: &Value| {
        let cells = event.pointer(pointer)?.as_array()?;
        Some((event["name"].as_str()?.to_owned(), cells.iter().find(|it| it.get("until").is_none())?.clone()))
    };
    events.filter_map(cell).collect()
}

/// The verdict by the records of one version.
enum OnVersion<'k> {
    Held(&'k Recorded),
    Opened(String),
    Unknown(String),
}

/// The recorded cases of an event on a version.
struct OfEvent {
    /// What was seen without a reply.
    base: Observation,
    /// Those with one command that answers at once.
    cases: Vec<Known>,
}

/// A recorded case, with what the host sees of it.
struct Known {
    recorded: Recorded,
    sight: Sight,
    /// How many texts of it can be any text.
    markers: usize,
}

impl OfEvent {
    /// Reads the cases of an event. `missing` has the words by which the host knows that a script is missing.
    fn of(event: &str, records: Records, missing: &[&str]) -> Result<Self, String> {
        let base = format!("{event}/empty/exit-0");
        let base = records.get(&base).ok_or_else(|| format!("`{base}` is not recorded"))?.seen.clone();
        let is_command = |it: &Recorded| {
            let Hook { handler, on_failure, .. } = &it.case.hook;
            let is_alone =
                it.case.others.is_empty() && !it.case.terminal && !it.case.is_decided() && it.case.beside.is_none();
            *handler == Handler::Script && on_failure.is_none() && is_alone
        };
        let known = |recorded: Recorded| {
            let Hook { stdout, stderr, exit, .. } = &recorded.case.hook;
            let stderr = Stderr::of(stderr, missing);
            let sight = Sight { code: (*exit).into(), form: Form::of_record(stdout), stderr };
            Known { markers: holes(stdout).len(), sight, recorded }
        };
        Ok(Self { base, cases: records.into_values().filter(is_command).map(known).collect() })
    }

    /// Returns the cases with a result like this one: the same exit code, and output of the same form. If there is none and the
    /// output begins with a text, the host does not read JSON in it, so all outputs that begin with one count.
    fn like(&self, sight: &Sight) -> Vec<&Recorded> {
        let alike: Vec<&Known> = self.cases.iter().filter(|it| it.sight.is_beside(sight)).collect();
        let exact = || alike.iter().filter(|it| sight.form.fits(&it.sight.form));
        // A marker stands for any text, a wrong word too, so the constants decide.
        let least = exact().map(|it| it.markers).min();
        let exact: Vec<&Recorded> = exact().filter(|it| Some(it.markers) == least).map(|it| &it.recorded).collect();
        if !exact.is_empty() || !sight.form.is_text() {
            return exact;
        }
        alike.iter().filter(|it| it.sight.form.is_text()).map(|it| &it.recorded).collect()
    }
}

/// What the host distinguishes in standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stderr {
    Empty,
    /// A text that looks like that of an interpreter whose script is missing.
    Missing,
    Text,
}

impl Stderr {
    fn of(text: &str, missing: &[&str]) -> Self {
        if text.trim().is_empty() {
            Self::Empty
        } else if missing.iter().any(|word| text.contains(word)) {
            Self::Missing
        } else {
            Self::Text
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Empty => "nothing",
            Self::Missing => "the text of a missing script",
            Self::Text => "a text",
        }
    }
}

/// The exit codes that the host distinguishes.
#[derive(Debug, PartialEq, Eq)]
enum Exit {
    Success,
    Block,
    Failure,
}

impl Exit {
    fn of(code: i32) -> Self {
        match code {
            0 => Self::Success,
            2 => Self::Block,
            _ => Self::Failure,
        }
    }
}

/// What the host sees of a result.
#[derive(Debug)]
struct Sight {
    code: i32,
    form: Form,
    stderr: Stderr,
}

impl Sight {
    /// Returns true if a result has the same exit code and the same kind of text on stderr.
    fn is_beside(&self, other: &Self) -> bool {
        // With exit code 0, stderr is for the debug log alone: the case `stderr/exit-0`.
        Exit::of(self.code) == Exit::of(other.code) && (other.code == 0 || self.stderr == other.stderr)
    }

    /// Returns true if the reply has these values: `[path, value]` pairs.
    fn has(&self, set: &Value) -> bool {
        let mut pairs = set.as_array().into_iter().flatten().peekable();
        pairs.peek().is_some()
            && pairs.all(|pair| pair[0].as_array().is_some_and(|path| self.at(path) == Some(&pair[1])))
    }

    /// Returns true if the reply has a text at a path.
    fn says(&self, path: &[Value]) -> bool {
        self.code == 0 && self.at(path).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty())
    }

    fn at(&self, path: &[Value]) -> Option<&Value> {
        path.iter().try_fold(self.form.json()?, |value, key| value.get(key.as_str()?))
    }
}

/// Returns a result as a case, with what was seen in the case that it is like.
fn as_recorded(recorded: &Recorded, base: &Observation, ended: &Ended, code: i32, version: &str) -> RecordedCase {
    let mut line = json!(recorded);
    line["stdout"] = json!(ended.stdout);
    line["stderr"] = json!(ended.stderr);
    line["exit"] = json!(code);
    RecordedCase { line, base: json!(base), host: (version != REFERENCE).then(|| version.to_owned()) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use hookwire_harness::workspace;

    use super::*;

    const DENIAL: &str = r#"{"hookSpecificOutput": {"hookEventName": "TaskCompleted", "permissionDecision": "deny"}}"#;
    const BLOCK: &str = r#"{"decision": "block", "reason": "no"}"#;
    const STOP: &str = r#"{"continue": false, "stopReason": "no"}"#;

    /// Returns the word for the verdict on a result.
    fn word(host: &Host, event: &str, expect: Expect, end: End, [stdout, stderr]: [&str; 2]) -> &'static str {
        let attack = Attack {
            id: "an-attack".to_owned(),
            kind: "a-kind".to_owned(),
            event: event.to_owned(),
            input: None,
            expect,
            limit: Duration::from_secs(5),
            aborts: false,
            sources: BTreeMap::new(),
        };
        let ended = Ended { stdout: stdout.to_owned(), stderr: stderr.to_owned(), end };
        match host.verdict(&attack, &ended) {
            Verdict::Held(_) => "held",
            Verdict::Opened(_) => "opened",
            Verdict::Unknown(_) => "not known",
        }
    }

    #[test]
    fn a_guard_holds_only_if_the_host_was_seen_to_block() -> Result<(), String> {
        let root = Root::new(workspace::root());
        let events = ["PreToolUse", "TaskCompleted", "PermissionRequest", "PostToolBatch", "UserPromptSubmit"];
        let host = Host::read(&root, &events)?;
        let exited = End::Exited;
        let [nothing, text, no] = [["", ""], ["linting\n", "no\n"], ["", "no\n"]];
        let missing = ["", "No such file: x"];
        let escaped = ["", "No\u{a0}such file: x"];
        let other = [r#"{"hookSpecificOutput": {"hookEventName": "Notification", "additionalContext": "x"}}"#, "no"];
        for (event, end, streams, expected) in [
            ("PreToolUse", exited(0), nothing, "opened"),
            ("PreToolUse", exited(1), no, "opened"),
            ("PreToolUse", exited(3), no, "opened"),
            ("PreToolUse", exited(2), no, "held"),
            ("PreToolUse", exited(2), text, "held"),
            ("PreToolUse", exited(0), ["linting", ""], "opened"),
            ("PreToolUse", exited(0), [DENIAL, ""], "not known"),
            ("PreToolUse", End::Late, no, "opened"),
            ("PreToolUse", End::Signalled, no, "opened"),
            ("PreToolUse", exited(2), [r#"{"async": true}"#, "no"], "opened"),
            ("PermissionRequest", exited(2), no, "opened"),
            ("PostToolBatch", exited(2), no, "held"),
            ("PostToolBatch", exited(1), no, "opened"),
            ("UserPromptSubmit", exited(2), other, "opened"),
            // Other versions do not have this case, and the reference version shows it.
            ("UserPromptSubmit", exited(0), [BLOCK, ""], "held"),
            ("TaskCompleted", exited(2), no, "held"),
            ("TaskCompleted", exited(2), escaped, "held"),
            ("TaskCompleted", exited(0), [STOP, ""], "opened"),
        ] {
            let found = word(&host, event, Expect::Prevented, end, streams);
            assert_eq!(found, expected, "{event} {end:?} {streams:?}");
        }
        assert_ne!(word(&host, "TaskCompleted", Expect::Prevented, exited(2), missing), "held");
        Ok(())
    }

    #[test]
    fn the_user_is_told_of_a_failure_only_as_the_catalogue_says() -> Result<(), String> {
        let host = Host::read(&Root::new(workspace::root()), &["Stop", "PreCompact", "SessionEnd", "Setup"])?;
        let message = [r#"{"systemMessage": "it failed"}"#, ""];
        for (event, end, streams, expected) in [
            ("PreCompact", End::Exited(1), ["", "it failed"], "held"),
            ("PreCompact", End::Exited(0), ["", "it failed"], "opened"),
            ("PreCompact", End::Exited(1), ["", ""], "not known"),
            ("PreCompact", End::Exited(2), ["", "it failed"], "opened"),
            ("PreCompact", End::Exited(0), message, "opened"),
            ("Stop", End::Exited(0), message, "held"),
            ("Stop", End::Exited(0), ["", "it failed"], "opened"),
            // Nobody reads anything there.
            ("Setup", End::Exited(1), ["", "it failed"], "opened"),
        ] {
            assert_eq!(word(&host, event, Expect::Seen, end, streams), expected, "{event} {end:?} {streams:?}");
        }
        Ok(())
    }

    #[test]
    fn a_question_is_one_only_if_the_reply_asks() -> Result<(), String> {
        let host = Host::read(&Root::new(workspace::root()), &["PreToolUse"])?;
        let reply = |decision: &str| {
            json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": decision}}).to_string()
        };
        let found = |stdout: &str| word(&host, "PreToolUse", Expect::Asked, End::Exited(0), [stdout, ""]);
        // Without a reply the host asks as well, unless a rule allows the call.
        assert_eq!([found(&reply("ask")), found(""), found(&reply("allow"))], ["held", "opened", "opened"]);
        assert_eq!(word(&host, "PreToolUse", Expect::Asked, End::Exited(2), ["", "no"]), "held");
        Ok(())
    }

    #[test]
    fn an_unknown_event_is_reported() {
        let error = Host::read(&Root::new(workspace::root()), &["Stopp"]).err().unwrap_or_default();
        assert!(error.contains("there is no event `Stopp`"), "{error}");
    }
}
