// Writes a text so that a terminal or a log shows it, and does not obey it. A control character can move the cursor,
// change the title or hide what follows, and a bidirectional one can show a text in another order.

/** C0, DEL and C1; the separators of lines and paragraphs; what changes the direction of text; half of a surrogate pair. */
const OBEYED = /[\p{Cc}\p{Surrogate}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const escaped = (char) => (/\p{Surrogate}/u.test(char) ? "\u{fffd}" : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Returns a text on one line. A character that a terminal obeys is its escape: `\u001b`. */
export const shown = (text) => text.replace(OBEYED, escaped);

/** Returns a text as `shown` does, with its lines and tabs: one that a person has written to be read. */
export const shownLines = (text) => text.replace(OBEYED, (char) => ("\n\t".includes(char) ? char : escaped(char)));
