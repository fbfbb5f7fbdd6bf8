//! What can be seen after a session.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::play::scene::strings;
use crate::play::{Played, is_of_conversation};

/// A fact about a session. Paths are in the folder of the session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A file is there, and contains this text.
    Contains(&'static str, &'static str),
    /// A file or folder is not there.
    Lacks(&'static str),
    /// A text is in a request to the model.
    ClaudeReads(&'static str),
    /// A text is in no request to the model.
    ClaudeDoesNotRead(&'static str),
    /// The model got so many requests.
    Requests(usize),
    /// The user answered these questions for permission: each contains its text.
    UserIsAsked(Vec<&'static str>),
    /// The hook ran so often for an event.
    Runs(&'static str, usize),
}

impl Fact {
    /// Returns what is otherwise, or `None` if the fact holds.
    #[must_use]
    pub fn difference(&self, seen: &Seen) -> Option<String> {
        match self {
            Self::Contains(path, text) => match fs::read_to_string(seen.folder.join(path)) {
                Ok(found) if found.contains(text) => None,
                Ok(found) => Some(format!("{path} has {found:?}, and not {text:?}")),
                Err(_) => Some(format!("there is no {path}")),
            },
            Self::Lacks(path) => seen.folder.join(path).exists().then(|| format!("there is a {path}")),
            Self::ClaudeReads(text) => (!seen.is_read(text)).then(|| format!("Claude does not read {text:?}")),
            Self::ClaudeDoesNotRead(text) => seen.is_read(text).then(|| format!("Claude reads {text:?}")),
            Self::Requests(count) => {
                let found = seen.requests().count();
                (found != *count).then(|| format!("the model got {found} requests, and not {count}"))
            }
            Self::UserIsAsked(texts) => {
                let found: Vec<String> = seen.played.questions.iter().map(|it| it["input"].to_string()).collect();
                let is_same = found.len() == texts.len() && found.iter().zip(texts).all(|(it, text)| it.contains(text));
                (!is_same).then(|| format!("the user was asked about {found:?}, and not about {texts:?}"))
            }
            Self::Runs(event, count) => {
                let found = seen.runs.iter().filter(|run| run.event == *event).count();
                (found != *count).then(|| format!("the hook ran {found} times for {event}, and not {count}"))
            }
        }
    }
}

/// A run of a hook.
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// The event that it got, also if its input was cut after that.
    pub event: String,
    /// The exit code.
    pub exit: String,
    /// What it wrote to stderr.
    pub stderr: String,
}

/// What was seen in a session.
#[derive(Debug)]
pub struct Seen<'a> {
    /// The folder of the session.
    pub folder: &'a Path,
    /// What the host asked.
    pub played: Played,
    /// The runs of the hook.
    pub runs: Vec<Run>,
}

impl Seen<'_> {
    /// Returns the requests that are part of a conversation.
    fn requests(&self) -> impl Iterator<Item = &Value> {
        self.played.requests.iter().filter(|request| is_of_conversation(request))
    }

    /// Returns true if the model got a text.
    #[must_use]
    pub fn is_read(&self, text: &str) -> bool {
        let mut all = Vec::new();
        self.requests().for_each(|request| strings(&request["messages"], &mut all));
        all.iter().any(|it| it.contains(text))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn seen(folder: &Path) -> Seen<'_> {
        let request = |text: &str| json!({"tools": ["Bash"], "messages": [{"role": "user", "content": text}]});
        let played = Played {
            requests: vec![request("one"), json!({"tools": [], "messages": "two"})],
            questions: vec![json!({"input": {"command": "ls"}})],
            notes: Vec::new(),
        };
        Seen { folder, played, runs: vec![Run { event: "Stop".to_owned(), ..Run::default() }] }
    }

    #[test]
    fn each_kind_of_fact_holds_or_tells_the_difference() -> std::io::Result<()> {
        let folder = std::env::temp_dir().join(format!("hookwire-facts-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("file"), "text")?;
        let seen = seen(&folder);
        let pairs = [
            (Fact::Contains("file", "ex"), Fact::Contains("file", "no")),
            (Fact::Lacks("none"), Fact::Lacks("file")),
            (Fact::ClaudeReads("one"), Fact::ClaudeReads("two")),
            (Fact::ClaudeDoesNotRead("two"), Fact::ClaudeDoesNotRead("one")),
            (Fact::Requests(1), Fact::Requests(2)),
            (Fact::UserIsAsked(vec!["ls"]), Fact::UserIsAsked(vec![])),
            (Fact::Runs("Stop", 1), Fact::Runs("Setup", 1)),
        ];
        let found = pairs.each_ref().map(|(holds, fails)| (holds.difference(&seen), fails.difference(&seen).is_some()));
        fs::remove_dir_all(&folder)?;
        assert_eq!(found, pairs.map(|_| (None, true)));
        Ok(())
    }
}
