"""The messages."""

from .data import WORDS


def said(word: str, **values: str) -> str:
    """Returns a message."""
    text = WORDS[word]
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text
