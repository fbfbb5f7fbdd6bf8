//! Finds out whether a text for `sed`, `awk` or `perl` that changes lines runs nothing.

use super::words::OUTPUT;

/// The languages that are read only if the shell fills in nothing. Several texts are the lines of one program.
pub(super) const WHOLE: &[&str] = &["perl"];
/// What a pattern can follow in `awk`: a slash after a value divides.
const AFTER: &[&str] = &["", "\n", ";", "{", "}", "(", ",", "~", "!", "&", "|"];
/// The words of Perl that a pattern can follow.
const TAKING: &[&str] = &["print", "if", "unless", "and", "or", "not", "chomp"];
/// The signs of Perl that a pattern can follow.
const BEFORE: &[&str] = &["", ";", "(", "!", "&", "|"];

/// What is left of a text with patterns between signs.
pub(super) struct Filter<'a> {
    rest: &'a str,
}

const fn is_word_sign(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

impl<'a> Filter<'a> {
    /// Returns whether a text of one of these languages surely runs no command. `None`: it is another language.
    pub(super) fn runs_nothing(text: &'a str, language: &str) -> Option<bool> {
        let filter = Self { rest: text };
        match language {
            "sed" => Some(filter.sed()),
            "awk" => Some(filter.awk().is_some()),
            "perl" => Some(filter.perl().is_some()),
            _ => None,
        }
    }

    /// Returns the sign here.
    fn sign(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Passes a sign, and returns it.
    fn next(&mut self) -> Option<char> {
        let mut signs = self.rest.chars();
        let sign = signs.next();
        self.rest = signs.as_str();
        sign
    }

    /// Passes a part up to a sign, and returns whether it is certain where that is.
    fn passes(&mut self, end: Option<char>, lists: bool) -> bool {
        while let Some(sign) = self.next() {
            if sign == '\\' {
                self.next();
            } else if Some(sign) == end {
                return sign != '\n';
            } else if lists && sign == '[' && !self.passes_list(end) {
                return false;
            }
        }
        false
    }

    /// Passes a list of signs, and returns whether it is certain where that ends: versions differ.
    fn passes_list(&mut self, end: Option<char>) -> bool {
        self.rest = self.rest.strip_prefix('^').unwrap_or(self.rest);
        if self.rest.starts_with(']') {
            return false;
        }
        while let Some(sign) = self.next() {
            let after = self.rest.chars().next();
            match (sign, after) {
                (']', _) => return true,
                _ if Some(sign) == end => return false,
                ('\\', None | Some('[' | ']')) | ('[', Some('.' | '=')) => return false,
                ('\\', Some(_)) => {
                    self.next();
                }
                ('[', Some(':')) if after == end => return false,
                ('[', Some(':')) => {
                    let class = self.rest.get(1..).and_then(|it| it.split_once(":]"));
                    match class.filter(|(name, _)| name.chars().all(|it| is_word_sign(it) && Some(it) != end)) {
                        Some((_, rest)) => self.rest = rest,
                        None => return false,
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// Passes a name or a number, and returns it.
    fn word(&mut self) -> &'a str {
        let length = self.rest.find(|it| !is_word_sign(it)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word
    }

    // sed

    /// Reads commands of `sed`: they run something with the command `e`, or with the flag `e` of `s`.
    fn sed(mut self) -> bool {
        while let Some(sign) = self.next() {
            let is_known = match sign {
                // The pattern of an address.
                '/' => self.passes(Some('/'), true),
                '\\' => {
                    let end = self.next();
                    self.passes(end, true)
                }
                's' | 'y' => self.replaces_of_sed(),
                ':' | 'b' | 't' | 'T' => self.label(sign),
                '#' | 'a' | 'i' | 'c' | 'r' | 'R' | 'w' | 'W' => {
                    self.line(sign);
                    true
                }
                _ => " \t\n;{}!,~+$IM0123456789dDgGhHlnNpPqQxz=F".contains(sign),
            };
            if !is_known {
                return false;
            }
        }
        true
    }

    /// Passes a text, the name of a file, or a comment.
    fn line(&mut self, sign: char) {
        while let Some(next) = self.rest.chars().next().filter(|it| *it != '\n') {
            self.next();
            if next == '\\' && matches!(sign, 'a' | 'i' | 'c') {
                self.next();
            }
        }
    }

    /// Passes a label, and returns whether it is certain where it ends: a blank ends it only in some versions.
    fn label(&mut self, command: char) -> bool {
        let text = self.rest.trim_start_matches([' ', '\t']);
        let length = text.find(['\n', ';', '}', ' ', '\t']).unwrap_or(text.len());
        let (label, rest) = text.split_at(length);
        self.rest = rest.trim_start_matches([' ', '\t']);
        let has_end = self.rest.is_empty() || self.rest.starts_with(['\n', ';', '}', '#']);
        let is_plain = label.chars().all(|it| matches!(it, '!'..='~'));
        has_end && is_plain && !(command == ':' && rest.starts_with('}'))
    }

    /// Passes `s` or `y`, with its flags.
    fn replaces_of_sed(&mut self) -> bool {
        let end = self.next();
        if !(self.passes(end, true) && self.passes(end, false)) {
            return false;
        }
        self.rest = self.rest.trim_start_matches(|it: char| it.is_ascii_digit() || "gpiImM".contains(it));
        if self.rest.starts_with('w') {
            self.line('w');
        }
        !self.rest.starts_with('e')
    }

    // awk

    /// Reads a program of `awk`: it runs something with `system`, a pipe, or a function whose name is a value.
    fn awk(mut self) -> Option<()> {
        let plain = self.rest.replace("||", "");
        if !["system", "|", "@"].iter().any(|it| plain.contains(it)) && !plain.contains(OUTPUT) {
            return Some(());
        }
        // What is before a slash decides what it is.
        let mut before = "";
        while let Some(sign) = self.sign() {
            if is_word_sign(sign) {
                before = self.word();
                (before != "system").then_some(())?;
                continue;
            }
            let here = self.rest;
            self.next();
            let is_known = match sign {
                '#' => {
                    self.rest = self.rest.find('\n').and_then(|it| self.rest.get(it..)).unwrap_or_default();
                    true
                }
                '"' => self.passes(Some('"'), false),
                '/' if AFTER.contains(&before) => self.passes(Some('/'), true),
                '|' => self.next() == Some('|'),
                _ => !matches!(sign, '/' | '@' | '\\' | OUTPUT),
            };
            is_known.then_some(())?;
            if !matches!(sign, ' ' | '\t') {
                before = here.get(..sign.len_utf8())?;
            }
        }
        Some(())
    }

    // Perl

    /// Reads code of Perl that prints, replaces and compares, and does nothing else.
    fn perl(mut self) -> Option<()> {
        if self.rest.starts_with('=') || self.rest.contains("\n=") {
            // Documentation begins with this sign.
            return None;
        }
        let mut before = "";
        while let Some(sign) = self.sign() {
            if is_word_sign(sign) {
                before = self.word();
                if matches!(before, "s" | "y" | "tr") {
                    self.replaces(before == "s")?;
                    before = ")";
                } else if !TAKING.contains(&before) && !matches!(before, "next" | "last") && !is_number(before) {
                    return None;
                }
                continue;
            }
            let here = self.rest;
            self.next();
            let after = here.get(..sign.len_utf8())?;
            match sign {
                ' ' | '\t' | '\n' => continue,
                ';' | ',' | '!' | '(' | ')' | '.' | '=' | '+' | ':' => before = after,
                '/' if BEFORE.contains(&before) || TAKING.contains(&before) => {
                    self.pattern('/')?;
                    self.flags("gimsxo")?;
                    before = ")";
                }
                '$' => self.variable()?,
                '"' => fills_plainly(self.part('"')?).then_some(())?,
                '\'' => self.part('\'').map(|_| ())?,
                '&' | '|' => (self.next() == Some(sign)).then_some(())?,
                _ => return None,
            }
            if !matches!(sign, '/') {
                before = after;
            }
        }
        Some(())
    }

    /// Passes the name of a variable: the line, a part of it, or a number.
    fn variable(&mut self) -> Option<()> {
        let sign = self.next()?;
        if sign == 'F' && self.sign() == Some('[') {
            self.next();
            let index = self.word();
            return (is_number(index) && self.next() == Some(']')).then_some(());
        }
        if sign.is_ascii_digit() {
            self.rest = self.rest.trim_start_matches(|it: char| it.is_ascii_digit());
        }
        // With more letters it is another variable, and after some signs a part of one.
        let is_longer = self.sign().is_some_and(|it| is_word_sign(it) || matches!(it, '\'' | '[' | '{' | '-'));
        let is_known = matches!(sign, '_' | '.' | '&' | '1'..='9');
        (is_known && !is_longer && !self.rest.starts_with("::")).then_some(())
    }

    /// Passes what is between three signs, with its flags.
    fn replaces(&mut self, fills: bool) -> Option<()> {
        let end = self.next().filter(|it| "/|#,!:%~".contains(*it))?;
        if !fills {
            self.part(end)?;
            self.part(end)?;
            return self.flags("cdsr");
        }
        self.pattern(end)?;
        fills_plainly(self.part(end)?).then_some(())?;
        self.flags("gimsxor")
    }

    fn flags(&mut self, known: &str) -> Option<()> {
        self.word().chars().all(|it| known.contains(it)).then_some(())
    }

    /// Passes a part up to a sign, and returns it.
    fn part(&mut self, end: char) -> Option<&'a str> {
        let start = self.rest;
        self.passes(Some(end), false).then_some(())?;
        start.get(..start.len() - self.rest.len() - end.len_utf8())
    }

    /// Passes a pattern that has neither code nor a variable.
    fn pattern(&mut self, end: char) -> Option<()> {
        let text = without_escapes(self.part(end)?);
        let begins = |text: &str, signs: &[char]| text.starts_with(signs);
        let fills = text.split('$').skip(1).any(|it| !it.is_empty() && !begins(it, &[')', '|']));
        let has_code = text.split('(').skip(1).any(|it| {
            let option = it.strip_prefix('?').is_some_and(|it| !it.is_empty() && !begins(it, &[':', '=', '!', '<']));
            option || it.starts_with('*')
        });
        let ends_with_two = text.contains("$$");
        (!text.contains('@') && !fills && !has_code && !ends_with_two).then_some(())
    }
}

/// Returns a text with a blank for each backslash and the sign after it.
fn without_escapes(text: &str) -> String {
    let mut signs = text.chars();
    let mut found = String::new();
    while let Some(sign) = signs.next() {
        if sign == '\\' {
            signs.next();
        }
        found.push(if sign == '\\' { ' ' } else { sign });
    }
    found
}

/// Returns whether the name of a variable of Perl goes on.
fn continues(rest: &str) -> bool {
    let sign = rest.strip_prefix('\'').unwrap_or(rest).chars().next();
    rest.starts_with("::") || sign.is_some_and(|it| is_word_sign(it) || it > '~')
}

/// Returns whether only parts of a match are filled in a text of Perl.
fn fills_plainly(text: &str) -> bool {
    let text = without_escapes(text);
    let is_match = |it: &str| {
        let rest = match it.chars().next() {
            Some('&') => it.get(1..),
            Some('_') => it.get(1..).filter(|rest| !continues(rest)),
            Some('1'..='9') => Some(it.trim_start_matches(|it: char| it.is_ascii_digit())),
            _ => None,
        };
        rest.is_some_and(|rest| !rest.starts_with(['[', '{', '-']))
    };
    !text.contains('@') && text.split('$').skip(1).all(is_match)
}
