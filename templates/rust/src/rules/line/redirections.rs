//! Reads redirections and the delimiters of here-documents.

use super::{Fault, Reader, Result, is_letters};

/// The operators of redirections. The first one that is there counts.
const OPERATORS: &[&str] = &["<<<", "<<-", "&>>", "<<", ">>", ">&", "<&", "<>", ">|", "&>", "<", ">"];

impl Reader<'_> {
    /// Passes the operator of a redirection, with its number, and returns it.
    pub(super) fn operator(&mut self) -> Result<Option<&'static str>> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let digits = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        let start = self.at + digits;
        let found = OPERATORS.iter().find(|it| self.starts_at(it, start));
        let Some(operator) = found.filter(|it| digits == 0 || !it.starts_with('&')) else { return Ok(None) };
        let after = start + operator.len();
        match self.text.get(after) {
            // A process in place of a file.
            Some('(') if matches!(*operator, "<" | ">") => Err(Fault::Complex),
            Some('&' | '>') => Err(Fault::Unsure),
            _ => {
                self.at = after;
                Ok(Some(operator))
            }
        }
    }

    /// Reads what follows an operator, and says whether it is a here-document.
    pub(super) fn redirection(&mut self, operator: &str) -> Result<bool> {
        self.blanks()?;
        if self.is_end() {
            return Err(Fault::Complex);
        }
        if matches!(operator, "<<" | "<<-") {
            self.delimiter(operator == "<<-")?;
            return Ok(true);
        }
        let is_filled = self.sign() == Some('$');
        let word = self.word(false)?;
        if word.is_open || (operator != "<<<" && is_filled) || operator == "<>" {
            return Err(Fault::Complex);
        }
        if matches!(operator, ">&" | "<&") && word.text == "-" {
            return Err(Fault::Complex);
        }
        Ok(false)
    }

    pub(super) fn delimiter(&mut self, strips: bool) -> Result<()> {
        let start = self.at;
        let word = self.word(false)?;
        if word.is_open || word.is_plain {
            // The shell fills in the lines.
            return Err(Fault::Complex);
        }
        let is_text = |signs: &[char]| signs.iter().copied().eq(word.text.chars());
        let is_whole = match self.between(start, self.at) {
            [first @ ('\'' | '"'), inner @ .., last] => first == last && is_text(inner),
            ['\\', inner @ ..] => is_text(inner),
            _ => false,
        };
        if !is_whole || !is_letters(&word.text) {
            return Err(Fault::Unsure);
        }
        self.waiting.push((word.text, strips));
        Ok(())
    }
}
