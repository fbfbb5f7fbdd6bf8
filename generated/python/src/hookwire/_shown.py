"""Writes a text so that a terminal or a log shows it, and does not obey it.

A control character can move the cursor, change the title or hide what follows, and a bidirectional one can show a text in
another order. Each is written as its escape.
"""

# C0, DEL and C1; the separators of lines and paragraphs; what changes the direction of text.
_OBEYED = (
    *range(0x20),
    *range(0x7F, 0xA0),
    0x61C,
    *range(0x200E, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2066, 0x206A),
)
_ESCAPES = {code: f"\\u{code:04x}" for code in _OBEYED}
_ESCAPES_IN_LINES = {code: it for code, it in _ESCAPES.items() if chr(code) not in "\t\n"}


def shown(text: str) -> str:
    r"""Returns a text on one line. A character that a terminal obeys is its escape: `\u001b`."""
    return encodable(text).translate(_ESCAPES)


def shown_lines(text: str) -> str:
    """Returns a text as `shown` does, with its lines and tabs: one that a person has written to be read."""
    return encodable(text).translate(_ESCAPES_IN_LINES)


def encodable(text: str) -> str:
    """Returns a text that can be encoded. Half of a surrogate pair is U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
