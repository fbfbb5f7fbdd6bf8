/** C0, DEL and C1; the separators of lines and paragraphs; what changes the direction of text. */
const OBEYED = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escapeOf = (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Returns a text on one line. A character that a terminal obeys is its escape: `\u001b`. Half of a surrogate pair is U+FFFD. */
const shown = (text) => text.toWellFormed().replace(OBEYED, escapeOf);

/** Returns a text as `shown` does, with its lines and tabs: one that a person has written to be read. */
const shownLines = (text) => text.toWellFormed().replace(OBEYED, (char) => ("\n\t".includes(char) ? char : escapeOf(char)));
