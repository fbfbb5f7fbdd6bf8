//! The options of a project: `[hookwire]` in `hookwire.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use crate::Failure;
use crate::files::{self, Unread};
use crate::finding::{Finding, Level};
use crate::hosts::Hosts;
use crate::knowledge;
use crate::text::Text;

/// The name of the file.
const NAME: &str = "hookwire.toml";

/// The options of a project.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Only these codes are reported.
    pub select: Vec<String>,
    /// These codes are not reported.
    pub ignore: Vec<String>,
    /// The levels of codes that have another one than usual.
    pub levels: BTreeMap<String, Level>,
    /// The versions of the host.
    pub host: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    hookwire: Options,
}

/// The options as they are in the file, each with its place.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    select: Vec<Spanned<String>>,
    ignore: Vec<Spanned<String>>,
    levels: BTreeMap<Spanned<String>, Level>,
    host: Option<Spanned<String>>,
}

impl Options {
    /// Refuses codes that nothing has, because a misspelled one would silently do nothing, and versions that are none. Returns the
    /// place of the mistake, too.
    fn check(&self) -> Result<(), (usize, String)> {
        for code in self.select.iter().chain(&self.ignore).chain(self.levels.keys()) {
            known([code.get_ref()]).map_err(|why| (code.span().start, why))?;
        }
        match &self.host {
            Some(host) => host.get_ref().parse::<Hosts>().map(drop).map_err(|why| (host.span().start, why)),
            None => Ok(()),
        }
    }
}

impl From<Options> for Config {
    fn from(it: Options) -> Self {
        let plain = |all: Vec<Spanned<String>>| all.into_iter().map(Spanned::into_inner).collect();
        Self {
            select: plain(it.select),
            ignore: plain(it.ignore),
            levels: it.levels.into_iter().map(|(code, level)| (code.into_inner(), level)).collect(),
            host: it.host.map(Spanned::into_inner),
        }
    }
}

impl Config {
    /// Reads the options of a project. Without a path, those of the current folder, if there are any.
    pub fn read(path: Option<&Path>) -> Result<Self, Failure> {
        let named: PathBuf = path.map_or_else(|| NAME.into(), Path::to_owned);
        // A file of the project cannot be a link to one elsewhere.
        let text = match files::read(&named, path.is_none().then_some(Path::new("."))) {
            Ok(text) => text,
            Err(Unread::Missing) if path.is_none() => return Ok(Self::default()),
            Err(why) => return Err(Failure::Wrong(format!("{}: {why}", named.display()))),
        };
        let wrong = |start: usize, why: &str| {
            let at = Text::from(text.clone()).position(start);
            Failure::Wrong(format!("{}:{}:{}: {why}", named.display(), at.line, at.column))
        };
        let file: File = toml::from_str(&text).map_err(|error| {
            let why = knowledge::with_nearest(error.message());
            let end = if why.ends_with('?') { "" } else { "." };
            let start = error.span().map_or(0, |it| it.start);
            wrong(start, &format!("{why}{end} Below `[hookwire]`, write such as `ignore = [\"deprecated\"]`"))
        })?;
        file.hookwire.check().map_err(|(start, why)| wrong(start, &why))?;
        Ok(file.hookwire.into())
    }

    /// Returns the versions of the host.
    pub fn hosts(&self) -> Result<Option<Hosts>, Failure> {
        self.host.as_deref().map(|it| it.parse().map_err(Failure::Wrong)).transpose()
    }

    /// Returns true if findings with a code are reported.
    pub fn reports(&self, code: &str) -> bool {
        (self.select.is_empty() || self.select.iter().any(|it| it == code))
            && !self.ignore.iter().any(|it| it == code)
            && self.levels.get(code) != Some(&Level::Off)
    }

    /// Leaves out what is not to be reported, and sets the levels. Returns the number of those left out, too.
    pub fn apply(&self, findings: Vec<Finding>) -> (Vec<Finding>, usize) {
        let all = findings.len();
        let leveled = |mut it: Finding| {
            if let Some(level) = self.levels.get(&it.code) {
                it.level = *level;
            }
            it
        };
        let left: Vec<Finding> = findings
            .into_iter()
            .filter(|it| self.reports(&it.code))
            .map(leveled)
            .filter(|it| it.level != Level::Off)
            .collect();
        let ignored = all - left.len();
        (left, ignored)
    }
}

/// Refuses codes that nothing has.
pub fn known<'a>(codes: impl IntoIterator<Item = &'a String>) -> Result<(), String> {
    for code in codes {
        if knowledge::about(code).is_none() {
            let near = knowledge::nearest(code, knowledge::codes());
            let near = near.map(|it| format!(". Did you mean `{it}`?")).unwrap_or_default();
            return Err(format!("no finding has the code `{code}`{near}"));
        }
    }
    Ok(())
}
