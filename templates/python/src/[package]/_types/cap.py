"""The length limits of texts."""

from typing import Literal, TypedDict


class Cap(TypedDict):
    """The length limit of a text. The host accepts a longer one and shortens it."""

    limit: int
    """The maximum length of a text that the host keeps whole."""
    unit: Literal["characters", "utf16"]
    """The unit: characters, or UTF-16 units."""
    beyond: Literal["spilled", "truncated", "clipped", "gutted"]
    """The treatment of a longer text: saved to a file, cut off, cut off with a mark, or shortened in the middle."""
