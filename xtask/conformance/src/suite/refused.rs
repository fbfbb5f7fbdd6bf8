//! The outcome of generating each group, and the list of refused ones.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use hookwire_codegen::generate;
use hookwire_codegen::internal::diagnostic::{Diagnostic, Diagnostics, Level};
use hookwire_codegen::internal::schema::{At, is_supported, walk};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::packages;
use super::source::{Group, Remote};
use super::wrap::{file_name, wrap};
use crate::vector;
use hookwire_harness::Root;

/// A group, and the outcome of generating it.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The group.
    pub group: Group,
    /// The group's schema as a file of a set.
    pub file: Value,
    /// The outcome.
    pub fate: Fate,
}

/// The outcome of a group.
#[derive(Debug, Clone)]
pub enum Fate {
    /// Every package has a type for it.
    Generated,
    /// The generator reports why it cannot be generated.
    Refused(Refusal),
    /// Neither: a description of what the generator did instead.
    Failed(String),
}

/// A group in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The group's id.
    pub group: String,
    /// The refused keyword.
    pub keyword: String,
    /// The code of the diagnostic.
    pub code: String,
}

/// The reason why a group is refused.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The entry in the list.
    pub entry: Entry,
    /// The message of the diagnostic.
    pub reported: String,
    /// True if the schema refers to something outside the set.
    pub leads_out: bool,
}

impl Outcome {
    /// Generates the model of a set with this group alone.
    ///
    /// # Errors
    /// The set cannot be written.
    pub fn alone(root: &Root, group: Group, remotes: &[Remote]) -> Result<Self, String> {
        let file = wrap(&group);
        let folder = root.path("target/suite/alone").join(group.draft.name()).join(group.id());
        packages::write_set(root, &folder, [(file_name(&group), &file)], remotes)?;
        let mut outcome = Self { group, file, fate: Fate::Generated };
        match catch_unwind(AssertUnwindSafe(|| generate::read(&folder))) {
            Ok(Ok(read)) if read.contract.get(&outcome.group.type_name()).is_some() => {}
            Ok(Ok(_)) => outcome.fate = Fate::Failed("it is left out of the model without a word".to_owned()),
            Ok(Err(found)) => outcome.refuse(&found),
            Err(panic) => outcome.fate = Fate::Failed(format!("the generator panics: {}", words(panic.as_ref()))),
        }
        Ok(outcome)
    }

    /// Records the reason for a refusal. Of several reasons, prefers one that [`Refusal::is_due`] accepts.
    pub fn refuse(&mut self, found: &Diagnostics) {
        let errors = found.0.iter().filter(|it| it.level == Level::Error);
        let refusals: Vec<Refusal> = errors.map(|it| self.refusal(it)).collect();
        let due = refusals.iter().find(|it| it.is_due()).or(refusals.first());
        if let Some(refusal) = due {
            self.fate = Fate::Refused(refusal.clone());
        }
    }

    fn refusal(&self, diagnostic: &Diagnostic) -> Refusal {
        let place = diagnostic.place.as_ref();
        let pointer = place.and_then(|place| place.pointer.as_deref()).unwrap_or_default();
        let is_own = place.is_some_and(|place| place.file.ends_with(&file_name(&self.group)));
        // A schema of the suite's server is refused for what it has when it is referred to from here.
        let last = || pointer.rsplit('/').next().unwrap_or_default().to_owned();
        let keyword = if is_own { keyword_at(&self.file, pointer) } else { last() };
        let reference = self.file.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        let leads_out = keyword == "$ref" && !reference.starts_with('#');
        let entry = Entry { group: self.group.id(), keyword, code: diagnostic.code.to_string() };
        Refusal { entry, reported: diagnostic.message.clone(), leads_out }
    }

    /// Returns true if every package has a type for the group.
    pub const fn is_generated(&self) -> bool {
        matches!(self.fate, Fate::Generated)
    }

    /// Returns the reason for the refusal, if there is one.
    pub const fn refused(&self) -> Option<&Refusal> {
        match &self.fate {
            Fate::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }
}

impl Refusal {
    /// Returns true if the reason is legitimate: an unsupported keyword, a reference out of the set, another draft or
    /// dialect, or an unusable `$id`.
    pub fn is_due(&self) -> bool {
        let Entry { keyword, code, .. } = &self.entry;
        !is_supported(keyword) || self.leads_out || code == "dialect" || code == "id"
    }
}

/// Returns the keyword that a pointer leads to: the last step that is a keyword. Empty for the root.
fn keyword_at(schema: &Value, pointer: &str) -> String {
    let mut schemas = Vec::new();
    walk(schema, At::Root(""), &mut |_, at| schemas.push(at.pointer()));
    let mut at = pointer;
    while let Some((parent, step)) = at.rsplit_once('/') {
        if schemas.iter().any(|schema| schema == parent) {
            return step.replace("~1", "/").replace("~0", "~");
        }
        at = parent;
    }
    String::new()
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "without a word".to_owned())
}

/// The list of refused groups, which may only become shorter.
#[derive(Debug, Default)]
pub struct Refused(Vec<Entry>);

const LIST: &str = "tests/suite/refused.json";

impl Refused {
    /// Reads the committed list.
    ///
    /// # Errors
    /// The list cannot be read.
    pub fn read(root: &Root) -> Result<Self, String> {
        vector::read_json(&root.path(LIST)).map(Self)
    }

    /// Removes groups that are no longer refused, and updates the reasons of the others.
    pub fn shrink(&mut self, groups: &[Outcome]) {
        let refused = |entry: &Entry| {
            let refusals = groups.iter().filter_map(Outcome::refused);
            refusals.map(|it| &it.entry).find(|it| it.group == entry.group).cloned()
        };
        self.0 = self.0.iter().filter_map(refused).collect();
    }

    /// Writes the list, one entry a line.
    ///
    /// # Errors
    /// The list cannot be written.
    pub fn write(&self, root: &Root) -> Result<(), String> {
        let lines: Vec<String> = self.0.iter().map(|entry| format!("  {}", line(entry))).collect();
        write(&root.path(LIST), &format!("[\n{}\n]\n", lines.join(",\n")))
    }

    /// Returns the groups that are refused and not listed, listed and not refused, or refused for another reason.
    pub fn faults(&self, groups: &[Outcome]) -> Vec<String> {
        let refusals: Vec<&Refusal> = groups.iter().filter_map(Outcome::refused).collect();
        let listed = |group: &str| self.0.iter().find(|it| it.group == group);
        let unlisted = refusals.iter().filter_map(|it| match listed(&it.entry.group) {
            Some(entry) if *entry == it.entry => None,
            Some(entry) => Some(format!("{}: listed as {}, refused as {}", entry.group, line(entry), line(&it.entry))),
            None => Some(format!("{LIST} does not have {}: {}", line(&it.entry), it.reported)),
        });
        let stale = self.0.iter().filter(|entry| !refusals.iter().any(|it| it.entry.group == entry.group));
        let stale = stale.map(|it| {
            format!("{}: in {LIST}, and not refused: `cargo xtask conform suite --shrink` takes it out", it.group)
        });
        let undue = refusals.iter().filter(|it| !it.is_due());
        let undue = undue.map(|it| {
            let Entry { group, keyword, .. } = &it.entry;
            format!("{group}: refused for `{keyword}`, which is supported: {}", it.reported)
        });
        unlisted.chain(stale).chain(undue).collect()
    }
}

fn line(Entry { group, keyword, code }: &Entry) -> String {
    let [group, keyword, code] = [group, keyword, code].map(|text| Value::from(text.as_str()));
    format!(r#"{{"group": {group}, "keyword": {keyword}, "code": {code}}}"#)
}

/// Writes a file, unless it already has these contents: files built from it then stay up to date.
pub fn write(path: &Path, contents: &str) -> Result<(), String> {
    if fs::read_to_string(path).is_ok_and(|there| there == contents) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, contents))
        .map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use hookwire_codegen::internal::diagnostic::Code;
    use hookwire_codegen::internal::schema::JsonFile;
    use serde_json::json;

    use super::super::source::{Case, Draft};
    use super::*;

    /// Returns a group whose schema is refused at a pointer.
    fn refused(number: usize, schema: Value, code: Code, pointer: &str) -> Outcome {
        let case = Case { data: json!(1), valid: true };
        let group = Group { draft: Draft::Newest, file: "not".to_owned(), number, schema, cases: vec![case] };
        let mut outcome = Outcome { file: wrap(&group), group, fate: Fate::Generated };
        let text = outcome.file.to_string().into_bytes();
        if let Ok(file) = JsonFile::parse(&file_name(&outcome.group), text) {
            outcome.refuse(&Diagnostic::error(code, "No.").at(file.place(pointer)).into());
        }
        outcome
    }

    fn faults(listed: Value, groups: &[Outcome]) -> Vec<String> {
        serde_json::from_value(listed).map_or_else(|error| vec![error.to_string()], |it| Refused(it).faults(groups))
    }

    #[test]
    fn a_group_is_refused_for_the_keyword_where_the_diagnostic_is() {
        let schema = json!({"properties": {"not": {"$ref": "#/x", "$anchor": "a"}}});
        let at =
            |pointer| refused(0, schema.clone(), Code::Reference, pointer).refused().map(|it| it.entry.keyword.clone());
        assert_eq!(at("/properties/not/$anchor").as_deref(), Some("$anchor"));
        assert_eq!(at("/properties/not").as_deref(), Some("properties"));
        assert_eq!(at("").as_deref(), Some(""));
    }

    #[test]
    fn the_list_has_each_refused_group_with_its_reason_and_no_other() {
        let groups = [refused(3, json!({"$anchor": "a"}), Code::RefusedKeyword, "/$anchor")];
        let entry = |group: &str, code: &str| json!({"group": group, "keyword": "$anchor", "code": code});
        assert!(faults(json!([entry("not/3", "refused-keyword")]), &groups).is_empty());
        assert_eq!(faults(json!([]), &groups).len(), 1);
        assert_eq!(faults(json!([entry("not/3", "other")]), &groups).len(), 1);
        assert_eq!(faults(json!([entry("not/3", "refused-keyword"), entry("not/4", "other")]), &groups).len(), 1);
    }

    #[test]
    fn no_keyword_that_schemas_may_have_is_a_reason_but_for_a_reference_out_of_the_set() {
        let due = |schema, code, pointer| refused(3, schema, code, pointer).refused().map(Refusal::is_due);
        assert_eq!(due(json!({"minimum": 1}), Code::Bounds, "/minimum"), Some(false));
        assert_eq!(due(json!({"$ref": "#/$defs/a"}), Code::Reference, "/$ref"), Some(false));
        assert_eq!(due(json!({"$ref": "urn:a#/$defs/a"}), Code::Reference, "/$ref"), Some(true));
        assert_eq!(due(json!({"$anchor": "a"}), Code::RefusedKeyword, "/$anchor"), Some(true));
        assert_eq!(due(json!({"$schema": "urn:a"}), Code::Dialect, "/$schema"), Some(true));
    }

    #[test]
    fn what_is_not_refused_any_more_leaves_the_list() {
        let groups = [refused(3, json!({"$anchor": "a"}), Code::RefusedKeyword, "/$anchor")];
        let entry = |group: &str| Entry { group: group.to_owned(), keyword: "old".to_owned(), code: "old".to_owned() };
        let mut listed = Refused(vec![entry("not/2"), entry("not/3")]);
        listed.shrink(&groups);
        assert!(listed.faults(&groups).is_empty());
        assert_eq!(listed.0.len(), 1);
    }
}
