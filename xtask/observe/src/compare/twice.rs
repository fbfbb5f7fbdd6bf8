//! Compares the cells about replies beside exit codes: a block that is written as both, and a failure that the user learns
//! of by either.

use hookwire_harness::catalogue::holds_on;
use serde_json::Value;

use super::{Compared, Outcome, Records, is_same};
use crate::observation::{NOT_RUN, Observation};
use crate::record::Recorded;

/// Compares the cell about a block that is written as a reply and as exit code 2.
pub fn blocks(event: &Value, version: &str, records: &Records, calm: &Observation) -> Option<Compared> {
    compare(event, "block_twice", version, records, "both/json/exit-2", |effect, case| {
        let (reply, code) = (case("both/json/exit-0")?, case("both/empty/exit-2")?);
        let both = case("both/json/exit-2")?;
        let is_as = |other: &Recorded| is_same(&both.seen, &other.seen) && both.texts() == other.texts();
        let does_nothing = |one: &Recorded| does_nothing(one, calm);
        let screen = |case: Option<&'_ Recorded>| case.map(|it| (it.seen.action, it.texts().map(<[_]>::to_vec)));
        let is_same_screen = screen(case("both/screen/exit-0")) == screen(case("both/screen/exit-2"));
        Some(match effect {
            "same" => is_as(reply) && !does_nothing(both) && !does_nothing(code) && is_same_screen,
            "blocks" => !is_as(reply) && is_as(code),
            "continues" => does_nothing(both),
            "ignored" => is_as(reply) && does_nothing(code),
            _ => return None,
        })
    })
}

/// Compares the cell about exit code 2 of a script that is missing, by stderr.
pub fn missing_scripts(event: &Value, version: &str, records: &Records, calm: &Observation) -> Option<Compared> {
    compare(event, "missing_script_action", version, records, "both/no-such-file/exit-2", |effect, case| {
        let all = [case("both/no-such-file/exit-2")?, case("both/cannot-open/exit-2")?];
        (effect == "continues").then_some(all.into_iter().all(|one| does_nothing(one, calm)))
    })
}

/// Returns true if a hook changed nothing, and nobody got a text.
fn does_nothing(one: &Recorded, calm: &Observation) -> bool {
    is_same(&one.seen, calm) && one.seen.claude.is_empty() && one.seen.user.is_empty()
}

/// Compares the cell about how the user learns of a failure. No way may change what happens.
pub fn failures(event: &Value, version: &str, records: &Records) -> Option<Compared> {
    compare(event, "failure", version, records, "failure/exit-1", |effect, case| {
        let ran = |name: &str| case(name).filter(|it| it.seen.hook != NOT_RUN);
        let (nothing, exit, message) = (ran("failure/nothing")?, ran("failure/exit-1")?, ran("failure/message")?);
        let shows = |one: &Recorded, marker: &str| {
            is_same(&one.seen, &nothing.seen) && one.seen.user.iter().any(|it| it == marker)
        };
        let (by_exit, by_message) = (shows(exit, "stderr"), shows(message, "systemMessage"));
        Some(match effect {
            "notice" => by_message,
            "error-notice" => by_exit,
            "ignored" => !by_exit && !by_message,
            _ => return None,
        })
    })
}

/// Compares the cell of a part that holds on a version. `agrees` returns whether the host did what an effect says, from the
/// cases of the event. `None` if the event was not observed in this way.
fn compare<'r>(
    event: &Value,
    part: &str,
    version: &str,
    records: &'r Records,
    shown: &str,
    agrees: impl Fn(&str, &dyn Fn(&str) -> Option<&'r Recorded>) -> Option<bool>,
) -> Option<Compared> {
    let name = event["name"].as_str()?;
    let id = |case: &str| format!("{name}/{case}");
    let case = |case: &str| records.get(&id(case));
    let cells = event[part].as_array()?;
    let (index, cell) = cells.iter().enumerate().find(|(_, cell)| holds_on(cell, version))?;
    let result = match agrees(cell["effect"].as_str()?, &case) {
        Some(true) => Outcome::Seen(id(shown)),
        Some(false) => Outcome::Other(id(shown)),
        None => Outcome::NotSeen,
    };
    Some(Compared { pointer: format!("/{part}/{index}"), result })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn recorded(case: &str, action: &str, user: &[&str], text: &str) -> Result<(String, Recorded), String> {
        let line = json!({
            "id": case, "event": "Gate", "stdout": "", "stderr": "", "exit": 2,
            "seen": {"action": action, "agent": "continued", "asked": false, "hook": "none", "claude": [], "user": user},
            "signals": {"claude_texts": [text]},
        });
        Ok((case.to_owned(), serde_json::from_value(line).map_err(|error| error.to_string())?))
    }

    /// Returns the effects that agree, of those that a block written twice can have.
    fn agreeing(both: (&str, &str), code: &str) -> Result<Vec<&'static str>, String> {
        let calm = recorded("Gate/empty/exit-0", "done", &[], "")?;
        let records: Records = [
            recorded("Gate/both/json/exit-0", "prevented", &[], "R")?,
            recorded("Gate/both/json/exit-2", both.0, &[], both.1)?,
            recorded("Gate/both/empty/exit-2", code, &[], "[sh]: R")?,
        ]
        .into();
        let of = |effect: &str| {
            let event = json!({"name": "Gate", "block_twice": [{"effect": effect}]});
            blocks(&event, "2.1.0", &records, &calm.1.seen).map(|it| it.result)
        };
        let all = ["same", "blocks", "continues", "ignored"];
        Ok(all.into_iter().filter(|effect| matches!(of(effect), Some(Outcome::Seen(_)))).collect())
    }

    #[test]
    fn a_block_that_is_written_twice_has_one_effect() -> Result<(), String> {
        assert_eq!(agreeing(("prevented", "R"), "prevented")?, ["same"]);
        assert_eq!(agreeing(("prevented", "[sh]: R"), "prevented")?, ["blocks"]);
        assert_eq!(agreeing(("prevented", "R"), "done")?, ["ignored"]);
        assert_eq!(agreeing(("done", ""), "prevented")?, ["continues"]);
        Ok(())
    }

    #[test]
    fn the_user_learns_of_a_failure_by_what_the_screen_shows() -> Result<(), String> {
        let of = |effect: &str, exit: &[&str], message: &[&str]| -> Result<bool, String> {
            let records: Records = [
                recorded("Gate/failure/nothing", "done", &[], "")?,
                recorded("Gate/failure/exit-1", "done", exit, "")?,
                recorded("Gate/failure/message", "done", message, "")?,
            ]
            .into();
            let event = json!({"name": "Gate", "failure": [{"effect": effect}]});
            let result = failures(&event, "2.1.0", &records).map(|it| it.result);
            Ok(matches!(result, Some(Outcome::Seen(_))))
        };
        let agreeing = |exit: &[&str], message: &[&str]| -> Result<Vec<&str>, String> {
            let all = ["notice", "error-notice", "ignored"].map(|effect| Ok((effect, of(effect, exit, message)?)));
            let all = all.into_iter().collect::<Result<Vec<_>, String>>()?;
            Ok(all.into_iter().filter(|(_, agrees)| *agrees).map(|(effect, _)| effect).collect())
        };
        // Where the user learns of it in both ways, the catalogue has the one that the packages use.
        assert_eq!(agreeing(&["stderr"], &["systemMessage"])?, ["notice", "error-notice"]);
        assert_eq!(agreeing(&[], &["systemMessage"])?, ["notice"]);
        assert_eq!(agreeing(&["stderr"], &[])?, ["error-notice"]);
        assert_eq!(agreeing(&[], &[])?, ["ignored"]);
        Ok(())
    }
}
