//! The table of attacks: `tests/attacks/*.toml`. Its README describes the format.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hookwire_harness::Root;
use serde::Deserialize;
use serde_json::Value;

/// The folder of the table.
pub const FOLDER: &str = "tests/attacks";

/// The least number of attacks in a language, and of each kind.
const LEAST_OF_A_LANGUAGE: usize = 60;
const LEAST_OF_A_KIND: usize = 3;

/// How long the host waits for a program, in seconds, if the table does not say it.
const SECONDS: u64 = 10;

/// A language of the attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
#[value(rename_all = "lower")]
pub enum Language {
    Python,
    TypeScript,
    Rust,
}

impl Language {
    pub const ALL: [Self; 3] = [Self::Python, Self::TypeScript, Self::Rust];

    /// Returns the name in the table and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::TypeScript => "typescript",
            Self::Rust => "rust",
        }
    }
}

/// What has to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expect {
    /// The host blocks.
    Prevented,
    /// The action goes on, and the user learns that the hook failed.
    Seen,
    /// The user is asked.
    Asked,
}

impl Expect {
    /// Returns the word in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Prevented => "prevented",
            Self::Seen => "seen",
            Self::Asked => "asked",
        }
    }
}

/// An attack: a hook that has to hold although something goes wrong.
#[derive(Debug, Clone)]
pub struct Attack {
    pub id: String,
    /// The name of its file, without the ending.
    pub kind: String,
    pub event: String,
    /// Standard input. Without it, the input is a sample of the event.
    pub input: Option<Vec<u8>>,
    pub expect: Expect,
    /// The time after which the host gives up on the program.
    pub limit: Duration,
    /// The program in Rust ends at a panic.
    pub aborts: bool,
    /// The source in each language that has it.
    pub sources: BTreeMap<Language, String>,
}

impl Attack {
    /// Returns the name: `<kind>/<id>`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.kind, self.id)
    }
}

/// A file of the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    about: String,
    attack: Vec<Row>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    why: String,
    event: Option<String>,
    input: Option<String>,
    base64: Option<String>,
    expect: Expect,
    seconds: Option<u64>,
    panic: Option<Panic>,
    python: Option<String>,
    typescript: Option<String>,
    rust: Option<String>,
    #[serde(default)]
    without: BTreeMap<Language, String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Panic {
    Abort,
}

/// Reads the table, as far as it is in these languages.
///
/// # Errors
/// A file cannot be read, or an attack is not complete. The error lists everything that is wrong.
pub fn read(root: &Root, languages: &[Language]) -> Result<Vec<Attack>, String> {
    let folder = root.path(FOLDER);
    let entries = fs::read_dir(&folder).map_err(|error| format!("{FOLDER}: {error}"))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|it| it == "toml"));
    files.sort();
    let mut all = Vec::new();
    let mut faults = Vec::new();
    for file in files {
        let name = file.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        match kind(&file, &name, languages) {
            Ok((attacks, own)) => {
                all.extend(attacks);
                faults.extend(own);
            }
            Err(error) => faults.push(format!("{name}.toml: {error}")),
        }
    }
    let names: BTreeSet<String> = all.iter().map(Attack::name).collect();
    for name in names {
        if all.iter().filter(|it| it.name() == name).count() > 1 {
            faults.push(format!("`{name}` is there twice: give each attack of a kind an id of its own"));
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(format!("{FOLDER}:\n  {}", faults.join("\n  "))) }
}

fn kind(file: &Path, name: &str, languages: &[Language]) -> Result<(Vec<Attack>, Vec<String>), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let Kind { about, attack } = toml::from_str(&text).map_err(|error| error.to_string())?;
    let mut faults = Vec::new();
    if about.trim().is_empty() {
        faults.push(format!("{name}.toml: `about` is empty: write what the attacks of this kind do"));
    }
    let mut attacks = Vec::new();
    for row in attack {
        let place = format!("{name}.toml, `{}`", row.id);
        faults.extend(incomplete(&row, languages).map(|fault| format!("{place}: {fault}")));
        attacks.push(row.attack(name, languages).map_err(|fault| format!("{place}: {fault}"))?);
    }
    Ok((attacks, faults))
}

/// Reports what a row lacks.
fn incomplete(row: &Row, languages: &[Language]) -> impl Iterator<Item = String> {
    let mut faults = Vec::new();
    let mut letters = row.id.bytes();
    let is_plain = letters.next().is_some_and(|it| it.is_ascii_lowercase())
        && letters.all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-');
    if !is_plain {
        faults.push("write the id in lower case, with hyphens: it is the name of a file and of a module".to_owned());
    }
    if row.why.trim().is_empty() {
        faults.push("`why` is empty: write why the expectation is right".to_owned());
    }
    if row.input.is_some() && row.base64.is_some() {
        faults.push("it has `input` and `base64`: keep one".to_owned());
    }
    for (language, source) in row.sources().into_iter().filter(|(it, _)| languages.contains(it)) {
        let name = language.name();
        match (source, row.without.get(&language).map(|it| it.trim())) {
            (None, None) => {
                faults.push(format!("it has no program in {name}: write one, or the reason in `without.{name}`"));
            }
            (Some(_), Some(_)) => faults.push(format!("it has `{name}` and `without.{name}`: keep one")),
            (None, Some("")) => faults.push(format!("`without.{name}` is empty: write the reason")),
            _ => {}
        }
    }
    faults.into_iter()
}

impl Row {
    fn sources(&self) -> [(Language, Option<&String>); 3] {
        [
            (Language::Python, self.python.as_ref()),
            (Language::TypeScript, self.typescript.as_ref()),
            (Language::Rust, self.rust.as_ref()),
        ]
    }

    fn attack(self, kind: &str, languages: &[Language]) -> Result<Attack, String> {
        let own = self.sources().into_iter().filter(|(it, _)| languages.contains(it));
        let sources = own.filter_map(|(language, source)| Some((language, source?.clone()))).collect();
        let input = match (self.input, self.base64) {
            (Some(text), _) => Some(text.into_bytes()),
            (None, Some(coded)) => Some(STANDARD.decode(coded.trim()).map_err(|error| format!("`base64`: {error}"))?),
            (None, None) => None,
        };
        let named =
            || serde_json::from_slice::<Value>(input.as_deref()?).ok()?["hook_event_name"].as_str().map(str::to_owned);
        let event = self.event.or_else(named);
        let event = event.ok_or("it has no `event`: name the event that the host would have sent")?;
        Ok(Attack {
            id: self.id,
            kind: kind.to_owned(),
            event,
            input,
            expect: self.expect,
            limit: Duration::from_secs(self.seconds.unwrap_or(SECONDS)),
            aborts: self.panic.is_some(),
            sources,
        })
    }
}

/// Reports what the whole table lacks: attacks in a language, or of a kind.
pub fn too_few(attacks: &[Attack]) -> Vec<String> {
    let mut faults = Vec::new();
    for language in Language::ALL {
        let count = attacks.iter().filter(|it| it.sources.contains_key(&language)).count();
        if count < LEAST_OF_A_LANGUAGE {
            faults.push(format!("{}: {count} attacks, and at least {LEAST_OF_A_LANGUAGE} are wanted", language.name()));
        }
    }
    for kind in kinds(attacks) {
        let count = attacks.iter().filter(|it| it.kind == kind).count();
        if count < LEAST_OF_A_KIND {
            faults.push(format!("{FOLDER}/{kind}.toml: {count} attacks, and at least {LEAST_OF_A_KIND} are wanted"));
        }
    }
    faults
}

/// Returns the kinds of these attacks, each once.
pub fn kinds<'a>(attacks: impl IntoIterator<Item = &'a Attack>) -> BTreeSet<&'a str> {
    attacks.into_iter().map(|it| it.kind.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"
        about = "A kind."
        [[attack]]
        id = "one"
        why = "A reason."
        event = "Stop"
        expect = "prevented"
        python = 'pass'
        typescript = ''
        without.rust = "A reason."
    "#;

    /// Reads a file with this text, and returns its attacks and faults.
    fn read_text(text: &str) -> Result<(Vec<Attack>, Vec<String>), String> {
        let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
        fs::write(file.path(), text).map_err(|error| error.to_string())?;
        kind(file.path(), "a-kind", &Language::ALL)
    }

    #[test]
    fn an_attack_has_a_program_or_a_reason_in_each_language() -> Result<(), String> {
        let (attacks, faults) = read_text(WHOLE)?;
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(attacks[0].sources.keys().copied().collect::<Vec<_>>(), [Language::Python, Language::TypeScript]);
        assert_eq!((attacks[0].limit.as_secs(), attacks[0].input.is_some()), (SECONDS, false));
        for (part, other, fault) in [
            ("without.rust = \"A reason.\"", "", "it has no program in rust"),
            (
                "without.rust = \"A reason.\"",
                "rust = ''\nwithout.rust = \"A reason.\"",
                "it has `rust` and `without.rust`",
            ),
            ("without.rust = \"A reason.\"", "without.rust = ' '", "`without.rust` is empty"),
            ("\"one\"", "\"One\"", "write the id in lower case"),
            ("why = \"A reason.\"", "why = ''", "`why` is empty"),
            ("event =", "input = ''\nbase64 = ''\nevent =", "it has `input` and `base64`"),
        ] {
            let (_, faults) = read_text(&WHOLE.replacen(part, other, 1))?;
            assert!(faults.len() == 1 && faults[0].contains(fault), "{fault}: {faults:?}");
        }
        Ok(())
    }

    #[test]
    fn an_attack_is_about_an_event() {
        let error = |text: &str| read_text(text).err().unwrap_or_default();
        assert!(error(&WHOLE.replace("event = \"Stop\"", "")).contains("it has no `event`"));
        assert!(error(&WHOLE.replace("event =", "evnt =")).contains("unknown field `evnt`"));
        let of_input = WHOLE.replace("event = \"Stop\"", r#"input = '{"hook_event_name": "Stop"}'"#);
        assert!(read_text(&of_input).is_ok_and(|(attacks, _)| attacks[0].event == "Stop"));
    }

    #[test]
    fn a_table_with_few_attacks_is_a_fault() -> Result<(), String> {
        let (attacks, _) = read_text(WHOLE)?;
        let many = |count: usize| vec![attacks[0].clone(); count];
        assert_eq!(too_few(&many(LEAST_OF_A_LANGUAGE)), ["rust: 0 attacks, and at least 60 are wanted"]);
        assert_eq!(too_few(&many(2)).len(), 4);
        Ok(())
    }
}
