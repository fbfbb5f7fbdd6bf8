//! An event of the catalogue: which of its cells counts, on which version of the host and in which situation.

use hookwire_harness::catalogue::{Cell, holds_on, numbers};
use serde_json::{Map, Value, json};

/// The entry of an event.
#[derive(Clone, Copy)]
pub(super) struct Event<'a> {
    /// Its name.
    pub name: &'a str,
    /// The entry.
    pub value: &'a Value,
    /// The version of the contract.
    pub newest: &'a str,
}

/// Where a cell counts: a version of the host, and what the context tells.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// The version; `None` for the newest one.
    pub host: Option<String>,
    /// The input of the event, the tool, and the kind of the handler.
    pub situation: Situation,
}

/// What a context tells.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Situation {
    /// A key of the input, with its value.
    input: Option<(&'static str, &'static str)>,
    tool: Option<&'static str>,
    /// The handler is an http handler.
    pub is_http: bool,
}

/// The situations that a context can tell.
const SITUATIONS: [(&str, Situation); 11] = [
    ("manual-compaction", of_input("trigger", "manual")),
    ("automatic-compaction", of_input("trigger", "auto")),
    ("slash-command", of_input("source", "slash_command")),
    ("register-repo-root", of_input("source", "register_repo_root")),
    ("policy-change", of_input("source", POLICY)),
    ("mcp-tool", of_tool("mcp__server__tool")),
    ("tool-that-asks", of_tool("ExitPlanMode")),
    ("tool-that-plans", of_tool("EnterPlanMode")),
    ("plan-mode", of_input(MODE, "plan")),
    ("mode-without-questions", of_input(MODE, "dontAsk")),
    ("http-handler", Situation { input: None, tool: None, is_http: true }),
];

/// The source of a change that no hook can block. For all others, the cell without a condition counts.
const POLICY: &str = "policy_settings";

/// The key of the input with the permission mode. In the default mode, no cell with such a condition counts.
const MODE: &str = "permission_mode";

const fn of_tool(tool: &'static str) -> Situation {
    Situation { input: None, tool: Some(tool), is_http: false }
}

const fn of_input(key: &'static str, value: &'static str) -> Situation {
    Situation { input: Some((key, value)), tool: None, is_http: false }
}

/// The conditions of cells that no context tells.
const UNTOLD: [&str; 4] = ["task-update", "teammate-stop", "directory-remains", "interactive-session"];

/// Returns true if no context tells whether the condition of a cell holds.
pub(super) fn is_untold(cell: &Value) -> bool {
    cell["when"].as_str().is_some_and(|when| UNTOLD.contains(&when))
}

impl<'a> Event<'a> {
    /// Returns the cells of a part: `exit/2/action`.
    pub fn part(&self, part: &str) -> Vec<&'a Value> {
        let cells = self.value.pointer(&format!("/{part}")).and_then(Value::as_array);
        cells.into_iter().flatten().collect()
    }

    /// Returns the places where a cell counts: the oldest and the newest version, in its situation. A cell whose condition
    /// no context tells has a place as well, where other cells can count. `others` are the cells of the same part.
    pub fn places(&self, cell: &Cell<'_>, others: &[&Value]) -> Vec<Place> {
        let mut hosts = vec![until(cell.value, self.newest)];
        // A field can be newer than the event, which is a fact of the schemas.
        let is_of_field = ["answers", "interactions"].contains(&&*cell.part);
        let since = since(cell.value).filter(|it| numbers(it) > numbers(self.since()));
        hosts.extend(since.or_else(|| (!is_of_field).then(|| self.since().to_owned())).map(Some));
        hosts.dedup();
        let alternatives: Vec<&Value> = others.iter().copied().filter(|it| is_about_same(it, cell.value)).collect();
        let mut found: Vec<Place> = Vec::new();
        for host in hosts {
            let places = self.situations().into_iter().map(|situation| Place { host: host.clone(), situation });
            let mut counts = places.filter(|place| {
                is_untold(cell.value) || self.counting(&alternatives, place).is_some_and(|it| it == cell.value)
            });
            found.extend(counts.next());
        }
        found
    }

    /// Returns the situations that make a difference on the event. The first one is the usual one.
    fn situations(&self) -> Vec<Situation> {
        let text = self.value.to_string();
        let of_event = SITUATIONS.iter().filter(|(name, _)| text.contains(&format!("\"when\":\"{name}\"")));
        let of_event: Vec<Situation> = of_event.map(|(_, it)| *it).collect();
        // Without a key of the input that cells depend on, none of them would count, but for those without a condition.
        let has_usual = |(key, value): (&str, &str)| key == MODE || value == POLICY;
        let usual = of_event.iter().all(|it| it.input.is_none_or(has_usual)).then(Situation::default);
        usual.into_iter().chain(of_event).collect()
    }

    /// Returns the version that the event is of.
    fn since(&self) -> &'a str {
        self.value["since"]["version"].as_str().unwrap_or(self.newest)
    }

    /// Returns true if the host of a place is too old to have the event.
    pub fn is_newer_than(&self, place: &Place) -> bool {
        let is_exact = self.value["since"]["exact"] == true;
        is_exact && place.host.as_deref().is_some_and(|host| numbers(host) < numbers(self.since()))
    }

    /// Returns the newest host that does not have the event, if that is known.
    pub fn older_host(&self) -> Option<Place> {
        let host = before(self.since()).filter(|_| self.value["since"]["exact"] == true)?;
        Some(Place { host: Some(host), ..Place::default() })
    }

    /// Returns true if the event reads a path from what a command prints.
    pub fn reads_path(&self, place: &Place) -> bool {
        self.effect("exit/0/stdout", place) == "path"
    }

    /// Returns the cell that counts: the first one that is about the version and the situation.
    pub fn counting<'c>(&self, cells: &[&'c Value], place: &Place) -> Option<&'c Value> {
        let host = place.host.as_deref().unwrap_or(self.newest);
        let is_so = |cell: &Value| match cell["when"].as_str() {
            None => true,
            Some(when) => SITUATIONS.iter().any(|(name, it)| *name == when && it.is_told(&place.situation)),
        };
        cells.iter().copied().find(|cell| holds_on(cell, host) && is_so(cell))
    }

    /// Returns the cell of a part that counts.
    pub fn counts(&self, part: &str, place: &Place) -> Option<&'a Value> {
        self.counting(&self.part(part), place)
    }

    /// Returns the effect of a part that counts.
    pub fn effect(&self, part: &str, place: &Place) -> &'a str {
        self.counts(part, place).and_then(|it| it["effect"].as_str()).unwrap_or_default()
    }
}

/// Returns true if two cells are about the same field, value and other fields.
pub(super) fn is_about_same(one: &Value, other: &Value) -> bool {
    ["field", "value", "exit", "beside"].iter().all(|key| one[*key] == other[*key])
}

fn since(cell: &Value) -> Option<String> {
    cell["since"]["version"].as_str().map(str::to_owned)
}

/// Returns the last version that a cell is about; `None` for the newest one.
fn until(cell: &Value, newest: &str) -> Option<String> {
    before(cell["until"]["version"].as_str()?).filter(|it| numbers(it) < numbers(newest))
}

/// Returns the version before another one, of the same minor version.
pub(super) fn before(version: &str) -> Option<String> {
    let mut parts = numbers(version);
    let last = parts.last_mut()?;
    *last = last.checked_sub(1)?;
    let parts: Vec<String> = parts.iter().map(u64::to_string).collect();
    Some(parts.join("."))
}

impl Situation {
    /// Returns true if this situation is told by a context with the other one.
    fn is_told(&self, by: &Self) -> bool {
        self.input.is_none_or(|it| by.input == Some(it))
            && self.tool.is_none_or(|it| by.tool == Some(it))
            && (!self.is_http || by.is_http)
    }
}

impl Place {
    /// Returns the context of a hook on an event.
    pub fn context(&self, event: &str, handler: &Value) -> Map<String, Value> {
        let mut context = Map::from_iter([("handler".to_owned(), handler.clone())]);
        context.extend(self.host.iter().map(|it| ("host".to_owned(), json!(it))));
        context.extend(self.situation.tool.map(|it| ("tool".to_owned(), json!(it))));
        let input = self.situation.input.map(|(key, value)| json!({"hook_event_name": event, key: value}));
        context.extend(input.map(|it| ("input".to_owned(), it)));
        context
    }
}

#[cfg(test)]
mod tests {
    use hookwire_harness::catalogue::cells;

    use super::*;

    /// Returns the version and the input of each place of each cell of a part.
    fn places(entry: &Value) -> Vec<Vec<(Option<String>, Option<&'static str>)>> {
        let event = Event { name: "Gate", value: entry, newest: "2.1.330" };
        let of_cell = |cell: &Cell<'_>| {
            let places = event.places(cell, &event.part("timeout")).into_iter();
            places.map(|it| (it.host, it.situation.input.map(|(_, value)| value))).collect()
        };
        cells(entry, &["timeout"]).iter().map(of_cell).collect()
    }

    #[test]
    fn a_cell_counts_on_its_versions() {
        let entry = json!({"since": {"version": "2.0.0"}, "timeout": [
            {"effect": "blocks", "since": {"version": "2.1.100"}},
            {"effect": "continues", "until": {"version": "2.1.100"}},
            {"effect": "unknown", "earlier": true},
        ]});
        let host = |version: &str| (Some(version.to_owned()), None);
        let [newer, older] = [vec![(None, None), host("2.1.100")], vec![host("2.1.99"), host("2.0.0")]];
        assert_eq!(places(&entry), [newer, older, vec![]]);
    }

    #[test]
    fn a_cell_counts_in_its_situation() {
        let entry = json!({"since": {"version": "2.0.0"}, "timeout": [
            {"effect": "blocks", "when": "manual-compaction"},
            {"effect": "continues", "when": "automatic-compaction"},
            {"effect": "fails", "when": "teammate-stop"},
        ]});
        let told: Vec<_> = places(&entry).into_iter().filter_map(|all| Some(all.first()?.1)).collect();
        assert_eq!(told, [Some("manual"), Some("auto"), Some("manual")]);
    }
}
