//! Puts a hook into the text of a settings file, and takes it out again. Everything else in the text stays as it is.

use std::error::Error;
use std::fmt;

use serde_json::{Map, Value};

use crate::matcher::matches_all;
use super::data::{DOCUMENTS, HANDLERS, KEYS, MATCHER, ROOT, words};
use crate::context::Context;
use crate::problems::ProblemSeverity;
use crate::reading::{fault_of, not_json};
use crate::validation::words as common;
use crate::validation::{LEVELS, Target, fill, quoted, validate};

const MARK: char = '\u{feff}';

/// A hook with its place in a settings file, for [`add_hook`] and [`remove_hook`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct HookEntry {
    /// The event.
    pub event: String,
    /// The matcher of the group. Absent, empty and `*` match everything, and count as equal.
    pub matcher: Option<String>,
    /// The handler. `serde_json::to_value` makes one of a type such as `CommandHandler`.
    pub hook: Value,
}

impl HookEntry {
    /// Creates an entry without a matcher.
    pub fn new(event: impl Into<String>, hook: Value) -> Self {
        Self { event: event.into(), matcher: None, hook }
    }

    /// Sets the matcher of the group.
    #[must_use]
    pub fn with_matcher(mut self, matcher: impl Into<String>) -> Self {
        self.matcher = Some(matcher.into());
        self
    }
}

/// The error of a settings file whose text cannot be edited, or of an entry that cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    message: String,
    place: Option<(usize, usize)>,
}

impl SettingsError {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None }
    }

    fn at(text: &str, at: usize, sentence: &str, holes: &[(&str, &str)]) -> Self {
        let (line, column) = place_of(text, at);
        let (shown_line, shown_column) = (line.to_string(), column.to_string());
        let mut all = vec![("line", &*shown_line), ("column", &*shown_column)];
        all.extend(holes);
        Self { message: fill(sentence, &all), place: Some((line, column)) }
    }

    /// Returns the line of the mistake in the text, from 1. `None` if it is in the entry.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.place.map(|(line, _)| line)
    }

    /// Returns the column of the mistake in the text, in characters from 1. `None` if it is in the entry.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.place.map(|(_, column)| column)
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for SettingsError {}

/// Adds a hook to the text of a settings file, and returns the new text.
///
/// Everything else stays as it is. The handler goes to the end of the last group of the event with an equal matcher,
/// otherwise into a new group at the end. If the group already has an equal handler, the text is returned as it is. An empty
/// text becomes a new document. New lines have the indentation and the line ends of the text.
///
/// # Errors
/// The text is not JSON, so the host drops it; the hooks in it are not of the right types; a key on the way to the hook is
/// there twice; or the host would drop the handler.
pub fn add_hook(text: &str, entry: &HookEntry) -> Result<String, SettingsError> {
    let wanted = Wanted::of(entry)?;
    check(entry)?;
    let (mark, body) = parted(text);
    if is_blank(body) {
        let end = line_end(body);
        let document = Node::Object(vec![(ROOT, Node::Object(vec![(wanted.event, wanted.groups())]))]);
        let mut result = String::from(mark);
        document.expanded("", "  ", end, &mut result);
        result.push_str(end);
        return Ok(result);
    }
    let trail = trail_of(body, &wanted)?;
    if is_whole(&trail) {
        return Ok(text.to_owned());
    }
    let (at, added) = insertion(body, &trail, &wanted);
    let (before, after) = body.split_at_checked(at).ok_or_else(failed)?;
    let result = format!("{before}{added}{after}");
    if fault_of(&result).is_some() || !is_whole(&trail_of(&result, &wanted)?) {
        return Err(failed());
    }
    Ok(format!("{mark}{result}"))
}

/// Removes a hook from the text of a settings file, and returns the new text: without what [`add_hook`] has added.
///
/// Everything else stays as it is. Of several equal handlers, the last one is removed. What becomes empty by that is removed,
/// too: the group, the list of the event, and the object with the hooks. A group with keys of its own stays. If the hook is
/// not there, the text is returned as it is.
///
/// # Errors
/// The text is not JSON, so the host drops it; the hooks in it are not of the right types; or a key on the way to the hook is
/// there twice.
pub fn remove_hook(text: &str, entry: &HookEntry) -> Result<String, SettingsError> {
    let wanted = Wanted::of(entry)?;
    let (mark, body) = parted(text);
    if is_blank(body) {
        return Ok(text.to_owned());
    }
    let trail = trail_of(body, &wanted)?;
    if !is_whole(&trail) {
        return Ok(text.to_owned());
    }
    let (start, end) = cut(&trail).ok_or_else(failed)?;
    let result = format!("{}{}", part_of(body, 0, start), part_of(body, end, body.len()));
    if fault_of(&result).is_some() {
        return Err(failed());
    }
    Ok(format!("{mark}{result}"))
}

fn failed() -> SettingsError {
    SettingsError::new(words::EDIT_FAILED)
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|it| matches!(it, b' ' | b'\t' | b'\n' | b'\r'))
}

// Entries

/// An entry that was checked.
struct Wanted<'a> {
    event: &'a str,
    matcher: Option<&'a str>,
    hook: Node<'a>,
    /// The handler on one line.
    same: String,
}

impl<'a> Wanted<'a> {
    fn of(entry: &'a HookEntry) -> Result<Self, SettingsError> {
        let Value::Object(hook) = &entry.hook else {
            return Err(SettingsError::new("`hook` has to be an object"));
        };
        let hook = handler_of(hook, true)?;
        let same = hook.on_one_line();
        Ok(Self { event: &entry.event, matcher: entry.matcher.as_deref(), hook, same })
    }

    /// Returns a group with the hook alone.
    fn group(&self) -> Node<'a> {
        let matcher = self.matcher.map(|it| (MATCHER, Node::Scalar(text(it))));
        let handlers = (HANDLERS, Node::Array(vec![self.hook.clone()]));
        Node::Object(matcher.into_iter().chain([handlers]).collect())
    }

    fn groups(&self) -> Node<'a> {
        Node::Array(vec![self.group()])
    }

    /// Returns true if a group with a matcher is one for the hook.
    fn is_for(&self, matcher: &Matcher) -> bool {
        let is_for_all = |it: Option<&str>| it.is_none_or(matches_all);
        match matcher {
            Matcher::Other => false,
            Matcher::Text(it) => Some(&**it) == self.matcher || (is_for_all(Some(it)) && is_for_all(self.matcher)),
            Matcher::None => is_for_all(self.matcher),
        }
    }
}

/// Refuses what the host would drop, because on some events it then drops the whole file.
fn check(entry: &HookEntry) -> Result<(), SettingsError> {
    let mut group = Map::new();
    if let Some(matcher) = &entry.matcher {
        group.insert(MATCHER.to_owned(), Value::from(&**matcher));
    }
    group.insert(HANDLERS.to_owned(), Value::Array(vec![entry.hook.clone()]));
    let document: Map<String, Value> =
        [(entry.event.clone(), Value::Array(vec![Value::Object(group)]))].into_iter().collect();
    let by_event = DOCUMENTS.iter().find(|(_, paths)| paths.iter().any(|path| path.is_empty()));
    let target = by_event.map(|(name, _)| Target::named(name)).transpose();
    let Some(target) = target.map_err(|error| SettingsError::new(error.to_string()))? else { return Ok(()) };
    let problems = validate(&Value::Object(document), &target, &Context::default());
    match problems.into_iter().find(|it| it.severity == ProblemSeverity::Rejected) {
        Some(problem) => Err(SettingsError::new(fill(words::EDIT_ENTRY, &[("problem", &problem.message)]))),
        None => Ok(()),
    }
}

/// A value with its keys in order, and its scalars as they are written.
#[derive(Clone)]
enum Node<'a> {
    Object(Vec<(&'a str, Self)>),
    Array(Vec<Self>),
    Scalar(String),
}

/// Returns a handler with its keys in the order of its type, others by name. If `is_strict`, a number that a double does not
/// hold exactly is refused.
fn handler_of(hook: &Map<String, Value>, is_strict: bool) -> Result<Node<'_>, SettingsError> {
    let count = |order: &[&str]| order.iter().filter(|key| hook.contains_key(**key)).count();
    let mut order: &[&str] = &[];
    for keys in KEYS {
        if count(keys) > count(order) {
            order = keys;
        }
    }
    let mut first: Vec<(&str, &Value)> = Vec::new();
    first.extend(order.iter().filter_map(|key| hook.get_key_value(*key)).map(|(key, value)| (&**key, value)));
    let rest: Vec<(&str, &Value)> =
        hook.iter().map(|(key, value)| (&**key, value)).filter(|(key, _)| !order.contains(key)).collect();
    first.extend(by_name(rest));
    members(first, 1, is_strict)
}

fn by_name<'a>(mut members: Vec<(&'a str, &'a Value)>) -> Vec<(&'a str, &'a Value)> {
    members.sort_by_key(|(key, _)| *key);
    members
}

fn members<'a>(all: Vec<(&'a str, &'a Value)>, level: i32, is_strict: bool) -> Result<Node<'a>, SettingsError> {
    let nodes = all.into_iter().map(|(key, value)| Ok((key, node_of(value, level, is_strict)?)));
    Ok(Node::Object(nodes.collect::<Result<_, SettingsError>>()?))
}

fn node_of(value: &Value, level: i32, is_strict: bool) -> Result<Node<'_>, SettingsError> {
    if level > LEVELS {
        return Err(SettingsError::new(fill(words::EDIT_DEEP, &[("most", &LEVELS.to_string())])));
    }
    match value {
        Value::Object(map) => {
            members(by_name(map.iter().map(|(key, it)| (&**key, it)).collect()), level + 1, is_strict)
        }
        Value::Array(items) => {
            let nodes = items.iter().map(|it| node_of(it, level + 1, is_strict));
            Ok(Node::Array(nodes.collect::<Result<_, _>>()?))
        }
        Value::String(it) => Ok(Node::Scalar(text(it))),
        Value::Number(it) => {
            let number = it.as_f64().filter(|number| number.is_finite() && (!is_strict || is_exact(it, *number)));
            let number = number.ok_or_else(|| SettingsError::new(words::EDIT_NUMBER))?;
            Ok(Node::Scalar(number_text(number)))
        }
        Value::Bool(_) | Value::Null => Ok(Node::Scalar(value.to_string())),
    }
}

/// Returns true if a double is the number, which may be an integer of 64 bits.
fn is_exact(number: &serde_json::Number, double: f64) -> bool {
    #[allow(clippy::cast_possible_truncation, reason = "it is the double of an integer of 64 bits")]
    let rounded = double as i128;
    match (number.as_i64(), number.as_u64()) {
        (Some(it), _) => i128::from(it) == rounded,
        (_, Some(it)) => i128::from(it) == rounded,
        _ => true,
    }
}

// Reading

/// A member of an object, or an item of an array. All indexes are bytes.
struct Part {
    /// The index of the key, or of the value if there is none.
    start: usize,
    /// The key. `None` for an item, and for a key with half of a surrogate pair.
    key: Option<String>,
    /// The index of the value.
    at: usize,
    end: usize,
    levels: i32,
}

/// An object or array on the way to the hook.
struct Level {
    open: usize,
    close: usize,
    parts: Vec<Part>,
    /// The index of the part in which the next level is, or of the handler.
    chosen: Option<usize>,
}

impl Level {
    /// Reads the object or array at an index of a text that is JSON.
    fn of(text: &str, open: usize) -> Self {
        let bytes = text.as_bytes();
        let mut level = Self { open, close: text.len(), parts: Vec::new(), chosen: None };
        let (mut part, mut depth, mut at) = (None::<Part>, 0, open + 1);
        while let Some((start, end)) = token(bytes, at) {
            at = end;
            let sign = bytes.get(start).copied().unwrap_or_default();
            if depth == 0 {
                match sign {
                    b'}' | b']' => {
                        level.close = start;
                        break;
                    }
                    b',' => part = None,
                    _ => {}
                }
                if matches!(sign, b',' | b':') {
                    continue;
                }
                let is_key = bytes.get(open) == Some(&b'{');
                if let Some(it) = &mut part {
                    it.at = start;
                } else {
                    let key = if is_key { string_of(part_of(text, start, end)) } else { None };
                    part = Some(Part { start, key, at: start, end, levels: 0 });
                    if is_key {
                        continue;
                    }
                }
            }
            depth += match sign {
                b'{' | b'[' => 1,
                b'}' | b']' => -1,
                _ => 0,
            };
            if let Some(mut it) = part.take() {
                it.levels = it.levels.max(depth);
                if depth == 0 {
                    level.parts.push(Part { end, ..it });
                } else {
                    part = Some(it);
                }
            }
        }
        level
    }

    /// Returns the index of the member with a key, which must not be there twice.
    fn at_key(&self, text: &str, key: &str) -> Result<Option<usize>, SettingsError> {
        let mut found = self.parts.iter().enumerate().filter(|(_, part)| part.key.as_deref() == Some(key));
        let first = found.next().map(|(index, _)| index);
        match found.next() {
            Some((_, again)) => Err(SettingsError::at(text, again.start, words::EDIT_TWICE, &[("key", &quoted(key))])),
            None => Ok(first),
        }
    }
}

/// Returns the first token at or after an index: a string, a bracket, a comma or a colon, or a word or number.
fn token(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let is_space = |it: &u8| matches!(it, b' ' | b'\t' | b'\n' | b'\r');
    let start = at + bytes.get(at..)?.iter().position(|it| !is_space(it))?;
    let rest = bytes.get(start + 1..)?;
    let length = match bytes.get(start)? {
        b'"' => {
            let mut is_escaped = false;
            let end = rest.iter().position(|it| {
                let is_end = *it == b'"' && !is_escaped;
                is_escaped = *it == b'\\' && !is_escaped;
                is_end
            });
            end.map_or(rest.len(), |it| it + 1)
        }
        b'[' | b']' | b'{' | b'}' | b':' | b',' => 0,
        _ => {
            let is_end = |it: &u8| is_space(it) || matches!(it, b'[' | b']' | b'{' | b'}' | b':' | b',' | b'"');
            rest.iter().position(is_end).unwrap_or(rest.len())
        }
    };
    Some((start, start + 1 + length))
}

/// Returns the string that a text of JSON is. `None` if it has half of a surrogate pair.
fn string_of(json: &str) -> Option<String> {
    serde_json::from_str(json).ok()
}

fn part_of(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

/// Returns the byte order mark of a text, if it has one, and the rest.
fn parted(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with(MARK) { MARK.len_utf8() } else { 0 })
}

fn place_of(text: &str, at: usize) -> (usize, usize) {
    let before = part_of(text, 0, at);
    let line = before.matches('\n').count() + 1;
    (line, before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1)
}

/// Reads the object or array at an index. `what` describes what is expected there.
fn expect_at(text: &str, at: usize, opens: u8, what: &str, key: &str) -> Result<Level, SettingsError> {
    let found = match text.as_bytes().get(at) {
        Some(it) if *it == opens => return Ok(Level::of(text, at)),
        Some(b'{') => common::FOUND_OBJECT,
        Some(b'[') => common::FOUND_ARRAY,
        Some(b'"') => common::FOUND_STRING,
        Some(b't' | b'f') => common::FOUND_BOOLEAN,
        Some(b'n') => common::FOUND_NULL,
        _ => common::FOUND_NUMBER,
    };
    let what = fill(what, &[("key", &quoted(key))]);
    Err(SettingsError::at(text, at, common::NOT_JSON, &[("what", &what), ("found", found)]))
}

/// Returns the levels on the way to a hook: the last one has it, or is where it is to be added.
fn trail_of(text: &str, wanted: &Wanted<'_>) -> Result<Vec<Level>, SettingsError> {
    let start = text.find(|it| !matches!(it, ' ' | '\t' | '\n' | '\r')).unwrap_or_default();
    let fault = fault_of(text);
    if fault.is_some() || text.as_bytes().get(start) != Some(&b'{') {
        let place = place_of(text, fault.map_or(start, |(_, at)| at));
        let message = format!("{} {}", not_json(text, text, 0, common::JSON_OBJECT), words::EDIT_UNREAD);
        return Err(SettingsError { message, place: Some(place) });
    }
    let mut root = Level::of(text, start);
    root.chosen = root.at_key(text, ROOT)?;
    let Some(at) = chosen_of(&root) else { return Ok(vec![root]) };
    let mut hooks = expect_at(text, at, b'{', words::EDIT_HOOKS, ROOT)?;
    hooks.chosen = hooks.at_key(text, wanted.event)?;
    let Some(at) = chosen_of(&hooks) else { return Ok(vec![root, hooks]) };
    let mut groups = expect_at(text, at, b'[', words::EDIT_EVENT, wanted.event)?;
    let mut below: Vec<Level> = Vec::new();
    let mut chosen = None;
    for (index, part) in groups.parts.iter().enumerate() {
        let mut group = expect_at(text, part.at, b'{', words::EDIT_GROUP, HANDLERS)?;
        let mut handlers = handlers_of(text, &mut group)?;
        if !wanted.is_for(&matcher_of(text, &group)?) {
            continue;
        }
        handlers.chosen = handlers.parts.iter().rposition(|it| is_same(text, it, wanted));
        if handlers.chosen.is_some() || !is_whole(&below) {
            chosen = Some(index);
            below = vec![group, handlers];
        }
    }
    groups.chosen = chosen;
    let mut trail = vec![root, hooks, groups];
    trail.append(&mut below);
    Ok(trail)
}

/// Returns the index of the value of the part that was chosen.
fn chosen_of(level: &Level) -> Option<usize> {
    level.parts.get(level.chosen?).map(|part| part.at)
}

fn handlers_of(text: &str, group: &mut Level) -> Result<Level, SettingsError> {
    group.chosen = group.at_key(text, HANDLERS)?;
    let Some(at) = chosen_of(group) else {
        let holes = [("key", &*quoted(HANDLERS))];
        return Err(SettingsError::at(text, group.open, words::EDIT_NO_HANDLERS, &holes));
    };
    expect_at(text, at, b'[', words::EDIT_HANDLERS, HANDLERS)
}

/// The matcher of a group.
enum Matcher {
    None,
    Text(String),
    /// It is not a text, or has half of a surrogate pair.
    Other,
}

fn matcher_of(text: &str, group: &Level) -> Result<Matcher, SettingsError> {
    let Some(part) = group.at_key(text, MATCHER)?.and_then(|index| group.parts.get(index)) else {
        return Ok(Matcher::None);
    };
    Ok(string_of(part_of(text, part.at, part.end)).map_or(Matcher::Other, Matcher::Text))
}

fn is_same(text: &str, part: &Part, wanted: &Wanted<'_>) -> bool {
    if part.levels > LEVELS {
        return false;
    }
    let read: Result<Map<String, Value>, _> = serde_json::from_str(part_of(text, part.at, part.end));
    // No entry can be written so if it cannot be read.
    read.is_ok_and(|hook| handler_of(&hook, false).is_ok_and(|it| it.on_one_line() == wanted.same))
}

/// Returns true if a way ends at the handler.
fn is_whole(trail: &[Level]) -> bool {
    trail.last().is_some_and(|level| level.chosen.is_some())
}

// Changing

/// Returns what to insert for an entry, and the index.
fn insertion(text: &str, trail: &[Level], wanted: &Wanted<'_>) -> (usize, String) {
    let end = line_end(text);
    let (unit, is_broken) = layout_of(text, trail);
    let (key, value) = match trail.len() {
        1 => (Some(ROOT), Node::Object(vec![(wanted.event, wanted.groups())])),
        2 => (Some(wanted.event), wanted.groups()),
        3 => (None, wanted.group()),
        _ => (None, wanted.hook.clone()),
    };
    let space = trail.first().map_or(" ", |root| space_of(text, root));
    let mut added = String::new();
    let Some(level) = trail.last() else { return (0, added) };
    if let Some(last) = level.parts.last() {
        let between = between_of(text, level, end, space);
        let mut is_expanded = between.contains('\n');
        let mut pad = "";
        if key.is_none() && matches!(text.as_bytes().get(last.at), Some(b'{' | b'[')) {
            is_expanded = part_of(text, last.at, last.end).contains('\n');
            pad = if matches!(text.as_bytes().get(last.at + 1), Some(b' ' | b'\t')) { " " } else { "" };
        }
        let indent = between.rsplit_once('\n').map_or_else(|| indent_of(text, last.start), |(_, indent)| indent);
        added.push(',');
        added.push_str(&between);
        push_key(key, if is_expanded { " " } else { space }, &mut added);
        if is_expanded {
            value.expanded(indent, unit, end, &mut added);
        } else {
            value.inline(space, pad, &mut added);
        }
        return (last.end, added);
    }
    if is_broken {
        let base = indent_of(text, level.open);
        let indent = format!("{base}{unit}");
        added = format!("{end}{indent}");
        push_key(key, " ", &mut added);
        value.expanded(&indent, unit, end, &mut added);
        if !part_of(text, level.open, level.close).contains('\n') {
            added.push_str(end);
            added.push_str(base);
        }
    } else {
        push_key(key, space, &mut added);
        value.inline(space, "", &mut added);
    }
    (level.open + 1, added)
}

/// Returns one step of indentation, and whether the parts of the last level are on lines of their own.
fn layout_of<'a>(text: &'a str, trail: &[Level]) -> (&'a str, bool) {
    let (mut unit, mut is_broken) = ("  ", true);
    for level in trail {
        let Some(first) = level.parts.first() else { continue };
        let line = part_of(text, level.open + 1, first.start).rsplit_once('\n');
        is_broken = line.is_some();
        let step = line.and_then(|(_, indent)| indent.strip_prefix(indent_of(text, level.open)));
        unit = step.filter(|step| !step.is_empty()).unwrap_or(unit);
    }
    (unit, is_broken)
}

/// Returns the white space between the parts of a level.
fn between_of(text: &str, level: &Level, end: &str, space: &str) -> String {
    let first = level.parts.first().map_or("", |part| part_of(text, level.open + 1, part.start));
    if let Some((_, indent)) = first.rsplit_once('\n') {
        return format!("{end}{indent}");
    }
    match &*level.parts {
        [.., before, last] => {
            let gap = part_of(text, before.end, last.start);
            gap.split_once(',').map_or("", |(_, space)| space).to_owned()
        }
        _ => space.to_owned(),
    }
}

/// Returns the white space after a colon.
fn space_of(text: &str, root: &Level) -> &'static str {
    let is_tight = root.parts.first().is_some_and(|part| part_of(text, part.start, part.at).ends_with(':'));
    if is_tight { "" } else { " " }
}

/// Returns the white space at the beginning of the line of an index.
fn indent_of(text: &str, at: usize) -> &str {
    let line = part_of(text, 0, at).rsplit('\n').next().unwrap_or_default();
    let length = line.len() - line.trim_start_matches([' ', '\t']).len();
    part_of(line, 0, length)
}

fn line_end(text: &str) -> &'static str {
    if text.split_once('\n').is_some_and(|(line, _)| line.ends_with('\r')) { "\r\n" } else { "\n" }
}

/// Returns the part of a text that has a hook, and nothing else.
fn cut(trail: &[Level]) -> Option<(usize, usize)> {
    let [root, hooks, groups, group, handlers] = trail else { return None };
    let is_own = |part: &Part| matches!(part.key.as_deref(), Some(MATCHER | HANDLERS));
    let mut level = handlers;
    if level.parts.len() == 1 && group.parts.iter().all(is_own) {
        // Nothing is left in it.
        level = [groups, hooks].into_iter().find(|it| it.parts.len() > 1).unwrap_or(root);
    }
    let index = level.chosen?;
    let part = level.parts.get(index)?;
    Some(match index.checked_sub(1) {
        Some(before) => (level.parts.get(before)?.end, part.end),
        None => level.parts.get(1).map_or((level.open + 1, level.close), |next| (part.start, next.start)),
    })
}

// Writing

fn push_key(key: Option<&str>, space: &str, to: &mut String) {
    if let Some(key) = key {
        to.push_str(&text(key));
        to.push(':');
        to.push_str(space);
    }
}

/// Returns a text as JSON.
fn text(it: &str) -> String {
    Value::from(it).to_string()
}

impl Node<'_> {
    fn on_one_line(&self) -> String {
        let mut written = String::new();
        self.inline("", "", &mut written);
        written
    }

    /// Writes a value over several lines.
    fn expanded(&self, indent: &str, unit: &str, end: &str, to: &mut String) {
        let inner = format!("{indent}{unit}");
        let begin = |to: &mut String, index: usize| {
            to.push_str(if index == 0 { "" } else { "," });
            to.push_str(end);
            to.push_str(&inner);
        };
        match self {
            Self::Object(members) if !members.is_empty() => {
                to.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    begin(to, index);
                    push_key(Some(key), " ", to);
                    value.expanded(&inner, unit, end, to);
                }
                to.push_str(end);
                to.push_str(indent);
                to.push('}');
            }
            Self::Array(items) if !items.is_empty() => {
                to.push('[');
                for (index, value) in items.iter().enumerate() {
                    begin(to, index);
                    value.expanded(&inner, unit, end, to);
                }
                to.push_str(end);
                to.push_str(indent);
                to.push(']');
            }
            _ => self.inline("", "", to),
        }
    }

    /// Writes a value on one line.
    fn inline(&self, space: &str, pad: &str, to: &mut String) {
        let begin = |to: &mut String, index: usize| {
            if index > 0 {
                to.push(',');
                to.push_str(space);
            }
        };
        match self {
            Self::Object(members) => {
                let pad = if members.is_empty() { "" } else { pad };
                to.push('{');
                to.push_str(pad);
                for (index, (key, value)) in members.iter().enumerate() {
                    begin(to, index);
                    push_key(Some(key), space, to);
                    value.inline(space, pad, to);
                }
                to.push_str(pad);
                to.push('}');
            }
            Self::Array(items) => {
                to.push('[');
                for (index, value) in items.iter().enumerate() {
                    begin(to, index);
                    value.inline(space, pad, to);
                }
                to.push(']');
            }
            Self::Scalar(written) => to.push_str(written),
        }
    }
}

/// The most digits of a number without an exponent, and the most zeros at the beginning of its fraction.
const MOST_DIGITS: i32 = 21;
const MOST_ZEROS: i32 = 6;

/// Writes a number as JavaScript does, so that it is the same in every language.
fn number_text(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let written = format!("{:e}", number.abs());
    let (mantissa, exponent) = written.split_once('e').unwrap_or((&*written, "0"));
    let digits = mantissa.replace('.', "");
    let point = exponent.parse::<i32>().unwrap_or_default() + 1;
    let sign = if number < 0.0 { "-" } else { "" };
    format!("{sign}{}", positional(&digits, point))
}

fn positional(digits: &str, point: i32) -> String {
    let length = usize::try_from(point.abs()).unwrap_or_default();
    if (1..=MOST_DIGITS).contains(&point) {
        return match digits.split_at_checked(length) {
            Some((whole, fraction)) if !fraction.is_empty() => format!("{whole}.{fraction}"),
            _ => format!("{digits:0<length$}"),
        };
    }
    if (1 - MOST_ZEROS..=0).contains(&point) {
        return format!("0.{}{digits}", "0".repeat(length));
    }
    let (first, rest) = digits.split_at_checked(1).unwrap_or((digits, ""));
    let dot = if rest.is_empty() { "" } else { "." };
    format!("{first}{dot}{rest}e{}{}", if point > 0 { "+" } else { "-" }, (point - 1).abs())
}
