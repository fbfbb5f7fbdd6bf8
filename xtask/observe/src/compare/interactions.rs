//! Compares the interactions of an event with the records: what a field does beside other fields.

use hookwire_harness::catalogue::holds_on;
use serde_json::Value;

use super::{Compared, Outcome, Records, acts, is_same, text};
use crate::case::{Asking, Case, Hook, Mode};
use crate::family::{BASE, UNFIT};
use crate::observation::Observation;

/// Compares the interactions of an event that hold on a version. `calm` is what happens without a reply.
pub(super) fn compare(event: &Value, version: &str, records: &Records, calm: &Observation) -> Vec<Compared> {
    let all = event["interactions"].as_array().into_iter().flatten().enumerate();
    let replies: Vec<Reply<'_>> = records.values().filter_map(|it| Reply::of(&it.case, &it.seen)).collect();
    // Each mode and each tool has a case without an answer.
    let calm_of = |case: &Case| match case.id.rsplit_once('/') {
        Some((name, _)) if case.is_decided() => records.get(&format!("{name}/{BASE}")).map_or(calm, |it| &it.seen),
        _ => calm,
    };
    let compared = all.filter(|(_, it)| holds_on(it, version)).map(|(index, it)| {
        let pointer = format!("/interactions/{index}");
        Compared { pointer, result: result(it, &replies, &calm_of) }
    });
    compared.collect()
}

/// The replies with the fewest fields that the interaction is not about: other fields can change what happens.
fn nearest<'a, 'r>(interaction: &Value, replies: &'a [Reply<'r>]) -> Vec<&'a Reply<'r>> {
    let fitting: Vec<_> = replies.iter().filter(|reply| reply.fits(interaction)).collect();
    let least = fitting.iter().map(|reply| reply.fields()).min();
    fitting.into_iter().filter(|reply| Some(reply.fields()) == least).collect()
}

fn result<'a>(interaction: &Value, replies: &[Reply<'_>], calm_of: &impl Fn(&Case) -> &'a Observation) -> Outcome {
    let mut result = Outcome::NotSeen;
    for reply in nearest(interaction, replies) {
        match agrees(interaction, reply, replies, calm_of(reply.case)) {
            Some(true) if result == Outcome::NotSeen => result = Outcome::Seen(reply.case.id.clone()),
            Some(false) => return Outcome::Other(reply.case.id.clone()),
            _ => {}
        }
    }
    result
}

/// Returns whether the host did what the interaction says; `None` if the case cannot show it.
fn agrees(interaction: &Value, reply: &Reply<'_>, replies: &[Reply<'_>], calm: &Observation) -> Option<bool> {
    let (field, effect) = (interaction["field"].as_str()?, interaction["effect"].as_str()?);
    if interaction.get("audience").is_some() {
        let marker = field.rsplit('.').next().unwrap_or(field);
        return text(interaction, reply.seen, marker);
    }
    if effect == "ignored" {
        let without = reply.without(field);
        if reply.case.is_decided() {
            return Some(is_same(reply.seen, calm));
        }
        let is_alike = |it: &&Reply<'_>| it.case.hook.exit == reply.case.hook.exit && it.case.is_like(reply.case);
        let other = replies.iter().filter(is_alike).find(|it| it.value == without)?;
        return Some(is_same(reply.seen, other.seen));
    }
    acts(effect, reply.seen, calm)
}

/// A case of one command whose output is a JSON object.
struct Reply<'a> {
    case: &'a Case,
    value: Value,
    seen: &'a Observation,
}

impl<'a> Reply<'a> {
    fn of(case: &'a Case, seen: &'a Observation) -> Option<Self> {
        let value: Value = serde_json::from_str(&case.hook.stdout).ok().filter(Value::is_object)?;
        let is_plain =
            case.others.is_empty() && case.hook == Hook::script(&case.hook.stdout, &case.hook.stderr, case.hook.exit);
        // An input that does not fit the tool fails the call, whatever is decided.
        let fits = !UNFIT.iter().any(|it| case.id.ends_with(it));
        (is_plain && fits).then_some(Self { case, value, seen })
    }

    /// Returns true if the interaction is about this reply. One without an exit code is about exit code 0.
    fn fits(&self, interaction: &Value) -> bool {
        if !self.is_in(interaction["when"].as_str()) {
            return false;
        }
        let exit = interaction["exit"].as_u64().unwrap_or(0);
        let is_beside = |other: &Value| match (self.at(&other["field"]), other["values"].as_array()) {
            (found, None) => found.is_some() == (other["present"] == true),
            (found, Some(values)) => found.is_some_and(|found| values.contains(found)),
        };
        let is_there = match interaction["field"].as_str() {
            // Not fields of the reply.
            Some("stdout") => true,
            Some("stderr") => !self.case.hook.stderr.is_empty(),
            _ => self
                .at(&interaction["field"])
                .is_some_and(|found| interaction.get("value").is_none_or(|value| value == found)),
        };
        u64::from(self.case.hook.exit) == exit
            && is_there
            && interaction["beside"].as_array().is_some_and(|all| all.iter().all(is_beside))
    }

    /// Returns true if the condition of an interaction holds in the case. This does not read `conditions` of the catalogue, so
    /// that a mistake there is found. An interaction without one is about the default mode, and `Bash`.
    fn is_in(&self, when: Option<&str>) -> bool {
        let (mode, tool) = (self.case.permission_mode(), self.case.tool);
        if self.case.terminal && self.case.is_decided() {
            return when == Some("interactive-session");
        }
        match when {
            None => !self.case.is_decided(),
            Some("plan-mode") => mode == Some(Mode::Plan) && tool.is_none(),
            Some("mode-without-questions") => {
                matches!(mode, Some(Mode::AcceptEdits | Mode::BypassPermissions | Mode::DontAsk))
            }
            Some("tool-that-asks") => matches!(tool, Some(Asking::AskUserQuestion | Asking::ExitPlanMode)),
            Some("tool-that-plans") => tool == Some(Asking::EnterPlanMode),
            Some(_) => false,
        }
    }

    /// Returns the value of a field: its keys, with dots between them.
    fn at(&self, field: &Value) -> Option<&Value> {
        self.value.pointer(&pointer(field.as_str()?))
    }

    /// Returns the reply without a field. An object without any other field than the name of the event is left out.
    fn without(&self, field: &str) -> Value {
        let mut value = self.value.clone();
        let pointer = pointer(field);
        let (parent, key) = pointer.rsplit_once('/').unwrap_or_default();
        if let Some(Value::Object(object)) = value.pointer_mut(parent) {
            object.remove(key);
        }
        if let Value::Object(reply) = &mut value {
            let is_bare = |specific: &Value| specific.as_object().is_some_and(|it| it.keys().all(|it| it == NAME));
            if reply.get(SPECIFIC).is_some_and(is_bare) {
                reply.remove(SPECIFIC);
            }
        }
        value
    }

    /// Returns the number of its fields, on all levels.
    fn fields(&self) -> usize {
        count(&self.value)
    }
}

const SPECIFIC: &str = "hookSpecificOutput";
const NAME: &str = "hookEventName";

fn pointer(field: &str) -> String {
    format!("/{}", field.replace('.', "/"))
}

fn count(value: &Value) -> usize {
    value.as_object().into_iter().flatten().map(|(_, inner)| 1 + count(inner)).sum()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::record::Recorded;

    fn recorded(id: &str, reply: &Value, action: &str, agent: &str) -> Result<(String, Recorded), String> {
        let line = json!({
            "id": id, "event": "Gate", "stdout": reply.to_string(), "stderr": "", "exit": 0,
            "seen": {"action": action, "agent": agent, "asked": false, "hook": "success", "claude": [], "user": []},
        });
        Ok((id.to_owned(), serde_json::from_value(line).map_err(|error| error.to_string())?))
    }

    fn compared(effect: &str) -> Result<Vec<Outcome>, String> {
        let records = Records::from([
            recorded("calm", &json!({}), "done", "continued")?,
            recorded("alone", &json!({"decision": "block"}), "prevented", "continued")?,
            recorded("both", &json!({"decision": "block", "continue": false}), "done", "stopped")?,
            // Not asked, because it has a field more.
            recorded("three", &json!({"decision": "block", "continue": false, "reason": "r"}), "prevented", "stopped")?,
        ]);
        let beside = json!([{"field": "decision", "values": ["block"]}]);
        let event =
            json!({"interactions": [{"field": "continue", "value": false, "beside": beside, "effect": effect}]});
        let calm = &records["calm"].seen;
        Ok(super::compare(&event, "2.1.0", &records, calm).into_iter().map(|it| it.result).collect())
    }

    #[test]
    fn an_interaction_is_compared_with_the_case_that_has_nothing_else() -> Result<(), String> {
        assert_eq!(compared("stops")?, [Outcome::Seen("both".to_owned())]);
        assert_eq!(compared("blocks-and-stops")?, [Outcome::Other("both".to_owned())]);
        Ok(())
    }

    #[test]
    fn an_ignored_field_leaves_what_happens_without_it() -> Result<(), String> {
        assert_eq!(compared("ignored")?, [Outcome::Other("both".to_owned())]);
        Ok(())
    }
}
