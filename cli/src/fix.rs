//! What can be fixed for certain, and how files are replaced.
//!
//! A fix of settings is kept only if the finding is then gone, and nothing else is wrong instead.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use hookwire::problems::{Problem, ProblemCode};
use hookwire::shell::{ReachedBy, commands};
use hookwire::validate::{Target, validate};
use serde_json::{Value, json};
use similar::TextDiff;

use crate::files;
use crate::knowledge::wire::FOLDERS;
use crate::project::HOOKS;
use crate::secrets::mask;
use crate::session::survive_limits;
use crate::terminal::shown_path;
use crate::text::Document;

/// A change of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file, without links.
    path: PathBuf,
    /// The text, and what it becomes.
    text: Option<(String, String)>,
    /// The permissions, and what they become.
    mode: Option<(u32, u32)>,
    /// Whether the file is made, kept or removed.
    file: Fate,
}

/// What happens to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is not there yet.
    Made,
    /// It gets another text or other permissions.
    Kept,
    /// It is removed.
    Removed,
}

/// Returns true for a code of which some findings in documents can be fixed.
pub fn is_fixable(code: &str) -> bool {
    [ProblemCode::UnquotedPath, ProblemCode::NeverMatches].iter().any(|it| it.as_str() == code)
}

impl Change {
    /// Returns the change that fixes what is wrong in a document of JSON. Only problems with these codes are fixed.
    pub fn of_document(
        path: &Path,
        text: &str,
        type_name: &str,
        context: &hookwire::Context,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Option<Self> {
        let target = Target::named(type_name).ok()?;
        let document = Document::of_json(text.to_owned());
        let mut edits = BTreeMap::new();
        for (place, alone) in handlers(&document.value) {
            add_edits(&mut edits, &document, &place, alone, |it| {
                let mut problems = validate(it, &target, context);
                problems.retain(|it| is_wanted(it.code.as_str()) || !is_fixable(it.code.as_str()));
                problems
            });
        }
        let mut fixed = text.to_owned();
        for (start, (end, new)) in edits.into_iter().rev() {
            fixed.replace_range(start..end, &new);
        }
        (fixed != text).then(|| Self {
            path: path.to_owned(),
            text: Some((text.to_owned(), fixed)),
            mode: None,
            file: Fate::Kept,
        })
    }

    /// Returns the change of a text into another one.
    pub fn of_edit(path: &Path, before: String, after: String, is_new: bool) -> Self {
        let file = if is_new { Fate::Made } else { Fate::Kept };
        Self { path: path.to_owned(), text: Some((before, after)), mode: None, file }
    }

    /// Returns the change that removes a file with this text.
    pub fn of_removal(path: &Path, before: String) -> Self {
        Self { path: path.to_owned(), text: Some((before, String::new())), mode: None, file: Fate::Removed }
    }

    /// Returns the change that ends the lines of a script with LF, if all of them end with CR LF.
    pub fn of_line_ends(path: &Path, text: &str) -> Option<Self> {
        let after = text.replace("\r\n", "\n");
        let is_certain = !after.contains('\r') && text.matches("\r\n").count() == after.matches('\n').count();
        is_certain.then(|| Self {
            path: path.to_owned(),
            text: Some((text.to_owned(), after)),
            mode: None,
            file: Fate::Kept,
        })
    }

    /// Returns the change that lets everybody run a file who can read it.
    pub fn of_mode(path: &Path) -> Option<Self> {
        let before = mode(path)?;
        let after = before | (before & 0o444) >> 2;
        (before != after).then(|| Self {
            path: path.to_owned(),
            text: None,
            mode: Some((before, after)),
            file: Fate::Kept,
        })
    }

    /// Returns the file, without links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds another change of the same file. What is found twice is changed once.
    pub fn add(&mut self, other: Self) {
        self.text = self.text.take().or(other.text);
        self.mode = self.mode.or(other.mode);
    }

    /// Returns the change as a diff, as Git shows it. Secrets are masked in it.
    pub fn diff(&self) -> String {
        let path = shown_path(&self.path);
        let mut shown = String::new();
        if let Some((before, after)) = self.mode {
            shown = format!("diff --git a/{path} b/{path}\nold mode 100{before:o}\nnew mode 100{after:o}\n");
        }
        if let Some((before, after)) = &self.text {
            shown.push_str(&format!("--- a/{path}\n+++ b/{path}\n"));
            shown.push_str(&masked_diff(before, after));
        }
        shown
    }

    /// Writes the change into the file, or says why not. The file is whole at each moment, old or new.
    pub fn write(&self, inside: &Path) -> Result<(), String> {
        // Without it, a limit of the size of files ends the program, and leaves the new file.
        survive_limits();
        let said = |why: &dyn std::fmt::Display| format!("{} was not changed: {why}", shown_path(&self.path));
        if let Some((_, text)) = self.text.as_ref().filter(|_| self.file == Fate::Made) {
            return make(&self.path, inside, text).map_err(|why| said(&why));
        }
        let real = files::real(&self.path, Some(inside)).map_err(|why| said(&why))?;
        if real != self.path {
            return Err(said(&"it is a link now"));
        }
        if let Some((before, after)) = &self.text {
            let done = match self.file {
                Fate::Removed => {
                    is_still(&real, before).and_then(|()| fs::remove_file(&real).map_err(|it| it.to_string()))
                }
                Fate::Made | Fate::Kept => replace(&real, before, after),
            };
            done.map_err(|why| said(&why))?;
        }
        if let Some((before, after)) = self.mode {
            if mode(&real) != Some(before) {
                return Err(said(&"its permissions changed meanwhile"));
            }
            set_mode(&real, after).map_err(|error| said(&error))?;
        }
        Ok(())
    }
}

/// Returns the parts of a diff, without secrets. They are found in the whole texts, and not between the signs of a diff.
fn masked_diff(before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    let (before, after) = (mask(before), mask(after));
    // It has the same lines.
    let masked = TextDiff::from_lines(&*before, &*after);
    let mut shown = String::new();
    let parts = diff.unified_diff();
    for part in parts.iter_hunks() {
        shown.push_str(&format!("{}\n", part.header()));
        for change in part.iter_changes() {
            let of_new = change.new_index().and_then(|it| masked.new_slice(it));
            let line = of_new.or_else(|| masked.old_slice(change.old_index()?)).unwrap_or_default();
            shown.push_str(&format!("{}{line}", change.tag()));
            if change.missing_newline() {
                shown.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    shown
}

/// Makes a file that is not there, and the folder that it is in.
fn make(path: &Path, inside: &Path, text: &str) -> Result<(), String> {
    let said = |error: io::Error| error.to_string();
    let folder = path.parent().ok_or("it has no folder")?;
    files::place_for(path, Some(inside)).map_err(|why| why.to_string())?;
    fs::create_dir_all(folder).map_err(said)?;
    // Somebody can have made a link meanwhile.
    files::real(folder, Some(inside)).map_err(|why| why.to_string())?;
    #[cfg_attr(not(unix), allow(unused_mut, reason = "only Unix has such permissions"))]
    let mut builder = tempfile::Builder::new();
    // As for any other new file: the system takes away what the user does not want.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut new = builder.tempfile_in(folder).map_err(said)?;
    new.write_all(text.as_bytes()).map_err(said)?;
    new.as_file().sync_all().map_err(said)?;
    new.persist_noclobber(path).map(drop).map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => "somebody else has made it meanwhile".to_owned(),
        _ => error.error.to_string(),
    })
}

/// Replaces the text of a file by a rename, which keeps its permissions.
fn replace(path: &Path, before: &str, after: &str) -> Result<(), String> {
    let said = |error: io::Error| error.to_string();
    let folder = path.parent().ok_or("it has no folder")?;
    let mut new = tempfile::NamedTempFile::new_in(folder).map_err(said)?;
    new.write_all(after.as_bytes()).map_err(said)?;
    keep_owner(path, new.as_file())?;
    new.as_file().set_permissions(fs::metadata(path).map_err(said)?.permissions()).map_err(said)?;
    new.as_file().sync_all().map_err(said)?;
    is_still(path, before)?;
    new.persist(path).map(drop).map_err(|error| error.error.to_string())
}

/// Refuses if a file has another text now. As late as possible: somebody can save it in an editor while the question is asked.
fn is_still(path: &Path, before: &str) -> Result<(), String> {
    let mut now = Vec::new();
    File::open(path).and_then(|mut it| it.read_to_end(&mut now)).map_err(|error| error.to_string())?;
    if now == before.as_bytes() { Ok(()) } else { Err("it changed meanwhile, or it is not UTF-8".to_owned()) }
}

/// Gives a new file the owner of the one that it replaces. A rename would leave another name of that file with the old text.
#[cfg(unix)]
fn keep_owner(path: &Path, new: &File) -> Result<(), String> {
    use std::os::unix::fs::MetadataExt as _;
    let said = |error: io::Error| error.to_string();
    let (old, own) = (fs::metadata(path).map_err(said)?, new.metadata().map_err(said)?);
    if old.nlink() > 1 {
        return Err(format!(
            "it has {} names (hard links), and the others would keep the old text. Change it in an editor, or replace it by a copy first",
            old.nlink()
        ));
    }
    if (old.uid(), old.gid()) == (own.uid(), own.gid()) {
        return Ok(());
    }
    std::os::unix::fs::fchown(new, Some(old.uid()), Some(old.gid()))
        .map_err(|error| format!("it belongs to another user or group, which a new file cannot have: {error}"))
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &File) -> Result<(), String> {
    Ok(())
}

#[cfg(unix)]
fn mode(path: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).ok().map(|it| it.permissions().mode() & 0o777)
}

#[cfg(not(unix))]
fn mode(_: &Path) -> Option<u32> {
    None
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

/// Returns each handler of a document as the only one of a document, with the pointer of its group and its own pointer.
///
/// A fix is tried in there: the time of a validation grows with the document.
fn handlers(value: &Value) -> impl Iterator<Item = ([String; 2], Value)> {
    let events = value.get(HOOKS).and_then(Value::as_object).into_iter().flatten();
    events.flat_map(|(event, groups)| {
        let groups = groups.as_array().into_iter().flatten().enumerate();
        groups.flat_map(move |(at, group)| {
            let handlers = group.get(HOOKS).and_then(Value::as_array).into_iter().flatten().enumerate();
            handlers.map(move |(index, handler)| {
                let mut alone = group.clone();
                alone[HOOKS] = json!([handler]);
                let of_group = format!("/{HOOKS}/{event}/{at}");
                let of_handler = format!("{of_group}/{HOOKS}/{index}");
                ([of_group, of_handler], json!({HOOKS: {event: [alone]}}))
            })
        })
    })
}

/// Adds the edits that fix a handler: each start, with the end and the new JSON.
fn add_edits(
    edits: &mut BTreeMap<usize, (usize, String)>,
    document: &Document,
    [of_group, of_handler]: &[String; 2],
    mut alone: Value,
    problems_of: impl Fn(&Value) -> Vec<Problem>,
) {
    let mut problems = problems_of(&alone);
    // A handler has one matcher, one command, and arguments that are not fixed.
    for code in [ProblemCode::NeverMatches, ProblemCode::UnquotedPath] {
        let Some(problem) = problems.iter().find(|it| it.code == code) else { continue };
        // The quotes are those of Bash.
        let shell =
            problem.pointer.rsplit_once('/').and_then(|(it, _)| alone.pointer(&format!("{it}/shell"))?.as_str());
        if shell.is_some_and(|it| it != "bash") {
            continue;
        }
        let mut parts = problem.pointer.splitn(5, '/').skip(3);
        let (_, key) = (parts.next(), parts.next().unwrap_or_default());
        let pointer = match key.strip_prefix(&format!("{HOOKS}/0/")) {
            Some(key) => format!("{of_handler}/{key}"),
            None => format!("{of_group}/{key}"),
        };
        let Some((range, new)) = respelled(document, &pointer, problem) else { continue };
        let mut after = alone.clone();
        if let (Some(part), Ok(value)) = (after.pointer_mut(&problem.pointer), serde_json::from_str(&new)) {
            *part = value;
        }
        let found = problems_of(&after);
        if is_better(problem, &problems, &found) {
            edits.insert(range.start, (range.end, new));
            (alone, problems) = (after, found);
        }
    }
}

/// Returns true if a problem is gone, and no other kind of problem came.
fn is_better(problem: &Problem, before: &[Problem], after: &[Problem]) -> bool {
    let codes: BTreeSet<&str> = before.iter().map(|it| it.code.as_str()).collect();
    let is_same = |it: &Problem| it.code == problem.code && it.pointer == problem.pointer;
    after.len() < before.len() && after.iter().all(|it| codes.contains(it.code.as_str()) && !is_same(it))
}

/// Returns the place of a text in a document, and the JSON in which a problem with it is fixed, if there is one certain way.
fn respelled(document: &Document, pointer: &str, problem: &Problem) -> Option<(Range<usize>, String)> {
    let place = document.place(pointer);
    let raw = document.text.get(place.value.clone()).filter(|_| place.is_there)?;
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    let value = document.value.pointer(pointer)?.as_str()?;
    let new = match problem.code {
        ProblemCode::UnquotedPath => quoted(inner, value)?,
        ProblemCode::NeverMatches => in_case(inner, &problem.message)?,
        _ => return None,
    };
    Some((place.value, format!("\"{new}\"")))
}

/// Returns a command in which each word that is a path in a variable is in quotes.
///
/// Only words of plain letters are: quotes change nothing in them but that spaces stay.
fn quoted(inner: &str, line: &str) -> Option<String> {
    // Quotes in a text for another shell would end the quotes around it.
    let is_inner = |it: &ReachedBy| matches!(it, ReachedBy::Substitution | ReachedBy::Remote | ReachedBy::Text);
    let all = commands(line, "bash").commands.into_iter().filter(|it| !it.reached.iter().any(is_inner));
    let mut words: Vec<_> = all.flat_map(|it| it.words).collect();
    words.sort_by_key(|it| it.start);
    words.dedup_by_key(|it| it.start);
    let places = places_in_json(inner, line)?;
    let mut out = String::new();
    let mut done = 0;
    for word in words {
        let (start, end) = (usize::try_from(word.start).ok()?, usize::try_from(word.end).ok()?);
        let text = line.get(start..end)?;
        let name = text.strip_prefix("${").and_then(|it| it.split_once('}')).or_else(|| {
            let rest = text.strip_prefix('$')?;
            Some(rest.split_at(rest.find('/').unwrap_or(rest.len())))
        });
        let Some((name, rest)) = name else { continue };
        let is_folder = word.splits && FOLDERS.contains(&name);
        let is_plain = rest.bytes().all(|it| it.is_ascii_alphanumeric() || b"/._-".contains(&it));
        if !is_folder || !is_plain {
            continue;
        }
        let (start, end) = (*places.get(start)?, *places.get(end)?);
        if start < done {
            return None;
        }
        out.push_str(&inner[done..start]);
        out.push_str(&format!("\\\"{}\\\"", &inner[start..end]));
        done = end;
    }
    out.push_str(&inner[done..]);
    Some(out)
}

/// Returns where each byte of a text is in its JSON. Nothing if the text has signs with several ways to write them.
fn places_in_json(inner: &str, text: &str) -> Option<Vec<usize>> {
    let mut places = Vec::with_capacity(text.len() + 1);
    let mut signs = inner.char_indices();
    while let Some((at, sign)) = signs.next() {
        if sign == '\\' && signs.next()?.1 == 'u' {
            return None;
        }
        let length = if sign == '\\' { 1 } else { sign.len_utf8() };
        places.extend(std::iter::repeat_n(at, length));
    }
    places.push(inner.len());
    (places.len() == text.len() + 1).then_some(places)
}

/// Returns a matcher with the names of the message that differ from its own only in upper and lower case.
fn in_case(inner: &str, message: &str) -> Option<String> {
    let names: BTreeSet<&str> = message.split('`').skip(1).step_by(2).collect();
    let mut is_other = false;
    let parts: Option<Vec<&str>> = inner
        .split('|')
        .map(|part| {
            let mut near = names.iter().filter(|it| it.eq_ignore_ascii_case(part));
            match (near.next(), near.next()) {
                (None, _) => Some(part),
                (Some(name), None) => {
                    is_other |= *name != part;
                    Some(*name)
                }
                _ => None,
            }
        })
        .collect();
    parts.filter(|_| is_other).map(|it| it.join("|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_words_are_quoted() {
        for (line, expected) in [
            ("python3 $CLAUDE_PROJECT_DIR/a.py", Some(r#"python3 \"$CLAUDE_PROJECT_DIR/a.py\""#)),
            ("${CLAUDE_PLUGIN_ROOT}/a.sh && b", Some(r#"\"${CLAUDE_PLUGIN_ROOT}/a.sh\" && b"#)),
            ("\\\"x\\\" ü $CLAUDE_PROJECT_DIR", Some("\\\"x\\\" ü \\\"$CLAUDE_PROJECT_DIR\\\"")),
            ("bash -c \\\"$CLAUDE_PROJECT_DIR/a\\\"", Some("bash -c \\\"$CLAUDE_PROJECT_DIR/a\\\"")),
            ("X=$(cat $CLAUDE_PROJECT_DIR/a) b", Some("X=$(cat $CLAUDE_PROJECT_DIR/a) b")),
            ("a $CLAUDE_PROJECT_DIR/*.py $X/b", Some("a $CLAUDE_PROJECT_DIR/*.py $X/b")),
            ("a \\u0020 $CLAUDE_PROJECT_DIR/b", None),
        ] {
            let value: Option<String> = serde_json::from_str(&format!("\"{line}\"")).ok();
            assert_eq!(value.and_then(|it| quoted(line, &it)).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn a_name_has_the_case_of_the_message() {
        let message = "\"edit\" never matches. Write `Edit`. Write `Write`.";
        assert_eq!(in_case("edit|WRITE|mcp__x", message).as_deref(), Some("Edit|Write|mcp__x"));
        assert_eq!(in_case("Edit|x", message), None);
        assert_eq!(in_case("ab", "`aB` or `Ab`"), None);
    }

    #[test]
    fn only_lines_that_all_end_with_cr_lf_are_changed() {
        let path = Path::new("a.sh");
        assert!(Change::of_line_ends(path, "a\r\nb\r\n").is_some());
        assert!(Change::of_line_ends(path, "a\r\nb\n").is_none());
        assert!(Change::of_line_ends(path, "a\rb\r\n").is_none());
    }
}
