//! A finding as people read it: what, the line with a mark under what is meant, why, and what to write instead.
//!
//! The form is that of rustc. The crates that draw it (annotate-snippets, which rustc and cargo have, codespan-reporting,
//! ariadne, miette) want whole sources, count a column from what they are given to show, and let controls through that a
//! terminal obeys; here a line may be a megabyte of somebody else's text, and is cut and made harmless before. What is left
//! is to put a mark under it, for which unicode-width says how wide a character is.

use unicode_width::UnicodeWidthStr;

use super::place::Excerpt;
use super::{Diagnostic, Level, Place, visible};
use crate::colour::{Colour, paint};

/// The finding in several lines, without a newline at the end; with terminal colours, or without.
pub fn text(it: &Diagnostic, colour: bool) -> String {
    let drawing = Drawing { it, colour, gutter: gutter(it) };
    let mut lines = vec![drawing.title()];
    lines.extend(it.place.iter().flat_map(|place| drawing.place("-->", place, '^')));
    lines.extend(it.other.iter().flat_map(|place| drawing.place(":::", place, '-')));
    lines.extend(it.reason.as_ref().map(|reason| drawing.remark("why: ", reason)));
    lines.extend(it.advice.as_ref().map(|advice| drawing.remark("do:  ", advice)));
    lines.join("\n")
}

/// The width of the numbers of lines.
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

    /// The file, and of it the line.
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

    /// The mark under what is meant, and what it is called.
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

/// The file, line and column; the pointer, where no line is shown that has it at its mark.
fn position(place: &Place) -> String {
    if place.excerpt.is_none() {
        return place.to_string();
    }
    Place { pointer: None, ..place.clone() }.to_string()
}
