//! Parses patterns. Syntax outside the supported subset, or that JavaScript refuses, is an error.

use super::data::{DEEPEST, DIGIT, LARGEST, LINE_END, SPACE, WORD};
use super::node::{Anchor, Ast, Counts, Range, Set, all_but};

/// Parses a pattern; `None` if it is not in the subset.
pub(super) fn parse(pattern: &[u32]) -> Option<Ast> {
    Parser::of(pattern).all()
}

/// Returns true if JavaScript refuses a pattern. It is not known for one that is not in the subset for another reason.
pub(super) fn is_invalid(pattern: &[u32]) -> bool {
    let mut parser = Parser::of(pattern);
    parser.all().is_none() && !parser.is_outside
}

struct Parser<'a> {
    units: &'a [u32],
    at: usize,
    /// Something was found that JavaScript may accept, and the subset does not have.
    is_outside: bool,
}

/// A unit or an escape in a class.
enum Member {
    Unit(u32),
    Units(Vec<Range>),
}

/// Returns the ASCII character of a unit, or 0, which has no meaning in a pattern.
fn ascii(unit: u32) -> u8 {
    u8::try_from(unit).ok().filter(u8::is_ascii).unwrap_or(0)
}

impl<'a> Parser<'a> {
    fn of(units: &'a [u32]) -> Self {
        Self { units, at: 0, is_outside: false }
    }

    fn all(&mut self) -> Option<Ast> {
        let node = self.choice(0)?;
        self.is_at_end().then_some(node)
    }

    /// Ends the parsing at something that is outside the subset.
    fn outside<T>(&mut self) -> Option<T> {
        self.is_outside = true;
        None
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.units.len()
    }

    /// Returns the character this far ahead, or 0.
    fn ahead(&self, by: usize) -> u8 {
        self.units.get(self.at + by).map_or(0, |unit| ascii(*unit))
    }

    fn take(&mut self) -> Option<u32> {
        let unit = self.units.get(self.at).copied();
        self.at += 1;
        unit
    }

    fn takes(&mut self, sign: u8) -> bool {
        let is_there = self.ahead(0) == sign;
        self.at += usize::from(is_there);
        is_there
    }

    // ---- structure --------------------------------------------------------------------------------------------------

    fn choice(&mut self, depth: usize) -> Option<Ast> {
        let mut branches = vec![self.sequence(depth)?];
        while self.takes(b'|') {
            branches.push(self.sequence(depth)?);
        }
        if branches.len() == 1 { branches.pop() } else { Some(Ast::Choice(branches)) }
    }

    fn sequence(&mut self, depth: usize) -> Option<Ast> {
        let mut parts = Vec::new();
        while !self.is_at_end() && !matches!(self.ahead(0), b'|' | b')') {
            parts.push(self.part(depth)?);
        }
        Some(Ast::Sequence(parts))
    }

    /// Parses an anchor, or an atom with an optional repetition. A repetition after an anchor or another repetition is
    /// an error, because the next part would begin with it.
    fn part(&mut self, depth: usize) -> Option<Ast> {
        if let Some(place) = self.place() {
            return Some(Ast::Anchor(place));
        }
        let atom = self.atom(depth)?;
        let Some(counts) = self.counts() else { return Some(atom) };
        self.takes(b'?');
        let is_right = counts.max.is_none_or(|max| counts.min <= max);
        is_right.then(|| Ast::Repeat(Box::new(atom), counts))
    }

    fn place(&mut self) -> Option<Anchor> {
        let (place, length) = match (self.ahead(0), self.ahead(1)) {
            (b'^', _) => (Anchor::Start, 1),
            (b'$', _) => (Anchor::End, 1),
            (b'\\', b'b') => (Anchor::Boundary, 2),
            (b'\\', b'B') => (Anchor::NoBoundary, 2),
            _ => return None,
        };
        self.at += length;
        Some(place)
    }

    fn atom(&mut self, depth: usize) -> Option<Ast> {
        match self.ahead(0) {
            b'(' => self.group(depth + 1),
            b'[' => self.class(),
            b'*' | b'+' | b'?' => None,
            b'{' if self.braces().is_some() => None,
            b'.' => {
                self.at += 1;
                Some(Ast::Unit(Set::of(all_but(LINE_END))))
            }
            _ => {
                let unit = self.take()?;
                let member = if ascii(unit) == b'\\' { self.escape()? } else { Member::Unit(unit) };
                Some(Ast::Unit(Set::of(member.ranges())))
            }
        }
    }

    fn group(&mut self, depth: usize) -> Option<Ast> {
        self.at += 1;
        if self.takes(b'?') && !self.takes(b':') {
            return if self.is_other_group() { self.outside() } else { None };
        }
        if depth > DEEPEST {
            return self.outside();
        }
        let inside = self.choice(depth)?;
        self.takes(b')').then_some(inside)
    }

    /// Returns true if JavaScript may know the group whose `(?` is behind: lookaround, a name, or flags before a colon,
    /// which newer engines know. It refuses all others, such as `(?i)` and `(?P<name>`.
    fn is_other_group(&self) -> bool {
        let flags = (0..).take_while(|by| matches!(self.ahead(*by), b'i' | b'm' | b's' | b'-')).count();
        matches!(self.ahead(0), b'=' | b'!' | b'<') || self.ahead(flags) == b':'
    }

    // ---- repetition -------------------------------------------------------------------------------------------------

    fn counts(&mut self) -> Option<Counts> {
        let (counts, length) = match self.ahead(0) {
            b'*' => (Counts { min: 0, max: None }, 1),
            b'+' => (Counts { min: 1, max: None }, 1),
            b'?' => (Counts { min: 0, max: Some(1) }, 1),
            b'{' => self.braces()?,
            _ => return None,
        };
        self.at += length;
        Some(counts)
    }

    /// Returns the counts of `{n}`, `{n,}` or `{n,m}`, and its length. Any other brace is a literal.
    fn braces(&self) -> Option<(Counts, usize)> {
        let (min, after_min) = self.number(1)?;
        match self.ahead(after_min) {
            b'}' => Some((Counts { min, max: Some(min) }, after_min + 1)),
            b',' if self.ahead(after_min + 1) == b'}' => Some((Counts { min, max: None }, after_min + 2)),
            b',' => {
                let (max, after_max) = self.number(after_min + 1)?;
                (self.ahead(after_max) == b'}').then_some((Counts { min, max: Some(max) }, after_max + 1))
            }
            _ => None,
        }
    }

    /// Returns the number this far ahead, and where its digits end. A number above the limit becomes the limit plus
    /// one.
    fn number(&self, from: usize) -> Option<(usize, usize)> {
        let (mut number, mut to) = (0, from);
        while self.ahead(to).is_ascii_digit() {
            number = (number * 10 + usize::from(self.ahead(to) - b'0')).min(LARGEST + 1);
            to += 1;
        }
        (to > from).then_some((number, to))
    }

    // ---- units ------------------------------------------------------------------------------------------------------

    fn class(&mut self) -> Option<Ast> {
        self.at += 1;
        let mut set = Set { negated: self.takes(b'^'), ranges: Vec::new(), written: 0 };
        while !self.takes(b']') {
            let first = self.member()?;
            if self.ahead(0) == b'-' && self.ahead(1) != b']' {
                self.at += 1;
                set.add_range(first, self.member()?)?;
            } else {
                set.add(first);
            }
        }
        Some(Ast::Unit(set))
    }

    fn member(&mut self) -> Option<Member> {
        let unit = self.take()?;
        match ascii(unit) {
            b'\\' if self.takes(b'b') => Some(Member::Unit(0x08)),
            b'\\' => self.escape(),
            _ => Some(Member::Unit(unit)),
        }
    }

    /// Parses the rest of an escape after the backslash.
    fn escape(&mut self) -> Option<Member> {
        let unit = self.take()?;
        Some(match ascii(unit) {
            b'd' => Member::Units(DIGIT.to_vec()),
            b'D' => Member::Units(all_but(DIGIT)),
            b'w' => Member::Units(WORD.to_vec()),
            b'W' => Member::Units(all_but(WORD)),
            b's' => Member::Units(SPACE.to_vec()),
            b'S' => Member::Units(all_but(SPACE)),
            b't' => Member::Unit(0x09),
            b'n' => Member::Unit(0x0a),
            b'v' => Member::Unit(0x0b),
            b'f' => Member::Unit(0x0c),
            b'r' => Member::Unit(0x0d),
            b'x' => Member::Unit(self.hexadecimal(2)?),
            b'u' => Member::Unit(self.hexadecimal(4)?),
            other if other.is_ascii_alphanumeric() => return self.outside(),
            _ => Member::Unit(unit),
        })
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let number = (0..digits).try_fold(0, |number, _| {
            let digit = char::from(ascii(self.take()?)).to_digit(16)?;
            Some(number * 16 + digit)
        });
        // Without the digits, it is the letter.
        number.or_else(|| self.outside())
    }
}

impl Member {
    fn ranges(self) -> Vec<Range> {
        match self {
            Self::Unit(unit) => vec![[unit, unit]],
            Self::Units(ranges) => ranges,
        }
    }
}

impl Set {
    fn add(&mut self, member: Member) {
        self.ranges.extend(member.ranges());
        self.written += 1;
    }

    /// Adds a range. Next to an escape such as `\d`, the hyphen is a literal.
    fn add_range(&mut self, first: Member, last: Member) -> Option<()> {
        match (first, last) {
            (Member::Unit(first), Member::Unit(last)) => {
                self.ranges.push([first, last]);
                self.written += 1;
                (first <= last).then_some(())
            }
            (first, last) => {
                [first, Member::Unit(u32::from(b'-')), last].into_iter().for_each(|member| self.add(member));
                Some(())
            }
        }
    }
}
