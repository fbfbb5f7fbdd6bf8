//! Formats a diagnostic as text: the message, the line with a mark, the reason and the fix.
//!
//! The form is that of rustc. Crates such as annotate-snippets (rustc, cargo), codespan-reporting, ariadne and miette
//! need whole sources, count columns in the text that they are given, and print control characters. Here a line can be
//! a megabyte of untrusted text, so it is cut and escaped first. Only the mark remains to be drawn, with unicode-width
//! for the width of characters.

use unicode_width::UnicodeWidthStr;

use super::place::Excerpt;
use super::{Diagnostic, Level, Place, visible};
use crate::colour::{Colour, paint};

/// Formats a diagnostic in several lines, without a newline at the end, and with terminal colours if `colour` is true.
pub fn text(it: &Diagnostic, colour: bool) -> String {
    let drawing = Drawing { it, colour, gutter: gutter(it) };
    let mut lines = vec![drawing.title()];
    lines.extend(it.place.iter().flat_map(|place| drawing.place("-->", place, '^')));
    lines.extend(it.other.iter().flat_map(|place| drawing.place(":::", place, '-')));
    lines.extend(it.reason.as_ref().map(|reason| drawing.remark("why: ", reason)));
    lines.extend(it.advice.as_ref().map(|advice| drawing.remark("do:  ", advice)));
    lines.join("\n")
}

/// Returns the width of the line numbers.
fn gutter(it: &Diagnostic) -> usize {
    let places = it.place.iter().chain(&it.other);
    places.map(|place| place.line.to_string().len()).max().unwrap_or(1)
}

struct Drawing<'a> {
    it: &'a Diagnostic,
    colour: bool,
    gutter: usize,
}

impl Drawing<'_> {
    fn title(&self) -> String {
        let level = match self.it.level {
            Level::Error => "error",
            Level::Warning => "warning",
        };
        let level = paint(self.colour, self.mark_colour(), true, &format!("{level}[{}]", self.it.code));
        format!("{level}: {}", visible(&self.it.message))
    }

    /// Draws the file, and the line with the mark.
    fn place(&self, arrow: &str, place: &Place, mark: char) -> Vec<String> {
        let indent = " ".repeat(self.gutter);
        let mut lines = vec![format!("{indent}{} {}", self.frame(arrow), position(place))];
        if let Some(excerpt) = place.excerpt.as_ref() {
            let number = format!("{:>width$} |", place.line, width = self.gutter);
            let bar = format!("{indent} {}", self.frame("|"));
            lines.push(bar.clone());
            lines.push(format!("{} {}", self.frame(&number), excerpt.text).trim_end().to_owned());
            lines.push(format!("{bar} {}", self.mark(excerpt, place, mark)));
            lines.push(bar);
        }
        lines
    }

    /// Draws the mark, with the pointer behind it.
    fn mark(&self, excerpt: &Excerpt, place: &Place, mark: char) -> String {
        let before = excerpt.text[..excerpt.mark.start].width();
        let length = excerpt.text[excerpt.mark.clone()].width().max(1);
        let marks = mark.to_string().repeat(length);
        let called = place.shown_pointer().map(|pointer| format!(" {pointer}")).unwrap_or_default();
        let colour = if mark == '^' { self.mark_colour() } else { Colour::Blue };
        format!("{}{}", " ".repeat(before), paint(self.colour, colour, true, &(marks + &called)))
    }

    fn remark(&self, name: &str, text: &str) -> String {
        format!("{} {} {}{}", " ".repeat(self.gutter), self.frame("="), name, visible(text))
    }

    fn frame(&self, text: &str) -> String {
        paint(self.colour, Colour::Blue, true, text)
    }

    fn mark_colour(&self) -> Colour {
        match self.it.level {
            Level::Error => Colour::Red,
            Level::Warning => Colour::Yellow,
        }
    }
}

/// Returns the file, line and column; also the pointer, if no line is shown with it.
fn position(place: &Place) -> String {
    if place.excerpt.is_none() {
        return place.to_string();
    }
    Place { pointer: None, ..place.clone() }.to_string()
}
