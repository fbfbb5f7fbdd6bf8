//! Finds out whether a text in the language of a program runs nothing.

/// Returns whether a text surely runs no command. `code` is `edits` for commands of `sed`; otherwise the signs without which
/// nothing runs.
pub(super) fn runs_nothing(text: &str, code: &str) -> bool {
    if code == "edits" {
        return Edits { rest: text }.run_nothing();
    }
    let text = text.replace("||", "");
    !code.split_whitespace().any(|it| text.contains(it))
}

/// Commands of `sed`: they run something with the command `e`, or with the flag `e` of `s`.
struct Edits<'a> {
    rest: &'a str,
}

impl Edits<'_> {
    fn run_nothing(mut self) -> bool {
        while let Some(sign) = self.next() {
            let is_known = match sign {
                // The pattern of an address.
                '/' => self.passes(Some('/'), true),
                '\\' => {
                    let end = self.next();
                    self.passes(end, true)
                }
                's' | 'y' => self.replaces(),
                '#' | 'a' | 'i' | 'c' | 'r' | 'R' | 'w' | 'W' | ':' | 'b' | 't' | 'T' => {
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

    /// Passes a sign, and returns it.
    fn next(&mut self) -> Option<char> {
        let mut signs = self.rest.chars();
        let sign = signs.next();
        self.rest = signs.as_str();
        sign
    }

    /// Passes a text, the name of a file, a comment, or a label.
    fn line(&mut self, sign: char) {
        while let Some(next) = self.rest.chars().next().filter(|it| *it != '\n') {
            if matches!(sign, 'b' | 't' | 'T' | ':') && matches!(next, ';' | '}') {
                return;
            }
            self.next();
            if next == '\\' && matches!(sign, 'a' | 'i' | 'c') {
                self.next();
            }
        }
    }

    /// Passes `s` or `y`, with its flags.
    fn replaces(&mut self) -> bool {
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

    /// Passes a part up to a sign, and returns whether it is certain where that is: in a list, versions differ.
    fn passes(&mut self, end: Option<char>, lists: bool) -> bool {
        let mut in_list = false;
        while let Some(sign) = self.next() {
            if sign == '\\' {
                self.next();
            } else if Some(sign) == end {
                return !in_list && sign != '\n';
            } else if lists && matches!(sign, '[' | ']') {
                in_list = sign == '[';
            }
        }
        false
    }
}
