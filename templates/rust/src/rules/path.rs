//! Compares a permission rule with the path of a file.

use super::command::covers_text;

/// Any number of folders.
const DEEP: &str = "**";
/// The most signs of a range in a class, without the first.
const WIDEST: u32 = 0x1000;

/// The folders that a path can begin with; `None` for one that is not known.
#[derive(Clone, Copy)]
pub(super) struct Folders<'f> {
    pub(super) current: Option<&'f str>,
    pub(super) project: Option<&'f str>,
    pub(super) home: Option<&'f str>,
}

/// Returns whether the text of a rule covers a file; `None` if that is not known.
pub(super) fn covers_path(content: &str, path: &str, folders: Folders<'_>) -> Option<bool> {
    let absolute = absolute(path, folders)?;
    if absolute.contains('\\') {
        return None;
    }
    if content.starts_with('*') && covers_text(content, &absolute) {
        return Some(true);
    }
    let below = |sign: char| content.strip_prefix(sign).filter(|rest| rest.starts_with('/'));
    let (base, pattern) = if let Some(pattern) = below('/') {
        (Some("/"), pattern)
    } else if let Some(pattern) = below('~') {
        (folders.home, pattern)
    } else if content.starts_with('/') {
        (folders.project, content)
    } else {
        (folders.current, content.strip_prefix("./").unwrap_or(content))
    };
    let Some(inside) = inside(&absolute, base?) else { return Some(false) };
    let parts: Vec<Vec<char>> = inside.split('/').map(|it| it.chars().collect()).collect();
    if pattern.contains('\n') && pattern.split('\n').any(|it| it.starts_with('!')) {
        return None;
    }
    Some(pattern.split('\n').any(|it| covers(it, &parts)))
}

/// Returns a path without `.` and `..`, as the host gives it to hooks.
fn absolute(path: &str, folders: Folders<'_>) -> Option<String> {
    let mut whole = match path.strip_prefix('~').filter(|rest| rest.starts_with('/')) {
        Some(rest) => format!("{}{rest}", folders.home?),
        None => path.to_owned(),
    };
    if !whole.starts_with('/') {
        whole = format!("{}/{whole}", folders.current?);
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "" | "." => {}
            _ => parts.push(part),
        }
    }
    Some(format!("/{}", parts.join("/")))
}

/// Returns the part of a path that is below a folder, in lower case.
fn inside(path: &str, base: &str) -> Option<String> {
    let rest = path.strip_prefix(base.trim_end_matches('/'))?.strip_prefix('/')?;
    (!rest.is_empty()).then(|| rest.to_lowercase())
}

/// Returns whether a line of a pattern covers a file, or a folder around it.
fn covers(pattern: &str, parts: &[Vec<char>]) -> bool {
    let pattern = pattern.to_lowercase();
    let mut pattern = trimmed(&pattern);
    if pattern.is_empty() || pattern.starts_with(['#', '!']) {
        return false;
    }
    let mut is_anchored = false;
    if let Some(folder) = pattern.strip_suffix("/**") {
        (pattern, is_anchored) = (folder, true);
    }
    let wanted = || pattern.split('/').filter(|it| !it.is_empty());
    if wanted().next().is_none() {
        return is_anchored;
    }
    let is_anchored = is_anchored || pattern.trim_end_matches('/').contains('/');
    let mut tests: Vec<Test> = Vec::new();
    if !is_anchored {
        tests.push(None);
    }
    tests.extend(wanted().map(|it| (it != DEEP).then(|| Part::new(it))));
    // Several in a row are the same as one.
    tests.dedup_by(|it, before| it.is_none() && before.is_none());
    let around = parts.split_last().map_or(parts, |(_, around)| around);
    reaches(&tests, if pattern.ends_with('/') { around } else { parts })
}

/// Returns a pattern without blanks at its end, unless a backslash is before them.
fn trimmed(pattern: &str) -> &str {
    let bare = pattern.trim_end_matches(' ');
    if bare.ends_with('\\') { pattern } else { bare }
}

/// A test of one part of a path. `None` is any number of parts.
type Test = Option<Part>;

/// Returns whether the tests hold for the first parts of a path.
fn reaches(tests: &[Test], parts: &[Vec<char>]) -> bool {
    // Which tests can be the next one after the parts so far.
    let mut reached = vec![false; tests.len()];
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    skip(tests, &mut reached);
    for part in parts {
        let mut after = Vec::with_capacity(tests.len());
        // Whether the test before this one holds for the part.
        let mut holds = false;
        for (test, is_reached) in tests.iter().zip(&reached) {
            let is_deep = test.is_none() && *is_reached;
            after.push(is_deep || holds);
            holds = *is_reached && test.as_ref().is_some_and(|it| it.matches(part));
        }
        reached = after;
        let is_last_deep = matches!(tests, [.., None]) && reached.last() == Some(&true);
        if holds || is_last_deep {
            return true;
        }
        skip(tests, &mut reached);
    }
    false
}

/// Adds the tests that are next if no part is left to those for any number of parts.
fn skip(tests: &[Test], reached: &mut [bool]) {
    let mut is_passed = false;
    for (test, is_reached) in tests.iter().zip(reached) {
        *is_reached = *is_reached || is_passed;
        is_passed = *is_reached && test.is_none();
    }
}

/// A pattern for one part of a path.
struct Part {
    signs: Vec<Sign>,
    is_wrong: bool,
}

/// What a sign of a pattern is compared with.
enum Sign {
    One(char),
    /// Any sign.
    Any,
    /// Any number of signs.
    Several,
    /// The first and last signs of ranges, in order.
    Class(Vec<(u32, u32)>),
}

impl Sign {
    fn matches(&self, given: char) -> bool {
        match self {
            Self::One(sign) => *sign == given,
            Self::Any => true,
            Self::Several => false,
            Self::Class(ranges) => {
                let given = u32::from(given);
                let index = ranges.partition_point(|(_, last)| *last < given);
                ranges.get(index).is_some_and(|(first, _)| *first <= given)
            }
        }
    }
}

impl Part {
    fn new(text: &str) -> Self {
        let mut made = Self { signs: Vec::new(), is_wrong: false };
        let mut rest = text.chars();
        while let Some(sign) = rest.next() {
            let read = match sign {
                '\\' => Sign::One(rest.next().unwrap_or(sign)),
                '*' if matches!(made.signs.last(), Some(Sign::Several)) => continue,
                '*' => Sign::Several,
                '?' => Sign::Any,
                '[' => {
                    let (inner, after) = rest.as_str().split_once(']').unwrap_or_default();
                    rest = after.chars();
                    made.is_wrong |= inner.is_empty() || inner.starts_with(['!', '^']) || inner.contains("[:");
                    Sign::Class(class(inner))
                }
                _ => Sign::One(sign),
            };
            made.signs.push(read);
        }
        made
    }

    /// Returns whether a part of a path matches.
    fn matches(&self, text: &[char]) -> bool {
        if self.is_wrong {
            return false;
        }
        let (mut at, mut index) = (0, 0);
        // The place after the last star, and the first sign that the star does not take.
        let mut back: Option<(usize, usize)> = None;
        while let Some(given) = text.get(at) {
            match (self.signs.get(index), back) {
                (Some(Sign::Several), _) => {
                    index += 1;
                    back = Some((index, at));
                }
                (Some(sign), _) if sign.matches(*given) => {
                    at += 1;
                    index += 1;
                }
                (_, Some((after, taken))) => {
                    back = Some((after, taken + 1));
                    (at, index) = (taken + 1, after);
                }
                (_, None) => return false,
            }
        }
        self.signs.get(index..).unwrap_or_default().iter().all(|it| matches!(it, Sign::Several))
    }
}

/// Returns the ranges of a class: `abc`, `a-z`.
fn class(inner: &str) -> Vec<(u32, u32)> {
    let signs: Vec<u32> = inner.chars().map(u32::from).collect();
    let mut found = Vec::new();
    let mut rest = signs.as_slice();
    while let [first, others @ ..] = rest {
        rest = others;
        let mut last = *first;
        if let [dash, end, after @ ..] = others {
            if *dash == u32::from('-') {
                (last, rest) = ((*end).min(first + WIDEST), after);
            }
        }
        if *first <= last {
            found.push((*first, last));
        }
    }
    found.sort_unstable();
    merged(found)
}

/// Returns sorted ranges without those that overlap.
fn merged(ranges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    let mut made: Vec<(u32, u32)> = Vec::new();
    for (first, last) in ranges {
        match made.last_mut() {
            Some((_, before)) if first <= *before => *before = last.max(*before),
            _ => made.push((first, last)),
        }
    }
    made
}
