//! Colours for a terminal.

/// The colours that every terminal has.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Colour {
    Red,
    Green,
    Yellow,
    Blue,
    Cyan,
}

/// Returns the text in this colour if `wanted` is true; bold, if that is requested.
pub(crate) fn paint(wanted: bool, colour: Colour, bold: bool, text: &str) -> String {
    if !wanted {
        return text.to_owned();
    }
    let code = match colour {
        Colour::Red => 31,
        Colour::Green => 32,
        Colour::Yellow => 33,
        Colour::Blue => 34,
        Colour::Cyan => 36,
    };
    format!("\u{1b}[{}{code}m{text}\u{1b}[0m", if bold { "1;" } else { "" })
}
