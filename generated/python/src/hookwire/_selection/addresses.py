"""The addresses to which handlers may send requests, and the patterns that allow them."""

from .._json_values import is_array, is_object
from .._message import filled, quoted
from .data import ADDRESSES, TYPES, WORDS

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from . import Doubts, Found
    from .sources import Source

_BLANKS = "".join(map(chr, range(33)))
_UNUSUAL = frozenset("\"%'<>\\^`{|}")
_LAST_PORT = "65535"
_OF_HOSTS = frozenset("*-.0123456789_abcdefghijklmnopqrstuvwxyz")

_UNSURE = ("",)
"""A pattern that the host may read in another way."""

_ALL = ("*", "*", "*", "")
"""The pattern that allows every address."""


class Addresses:
    """The addresses that settings allow."""

    __slots__ = ("_decided", "_left", "_lists", "_patterns", "_size", "_unsure")

    def __init__(self, sources: "list[Source]") -> None:
        """Reads the lists of all documents."""
        lists = [(it, _list_of(it)) for it in sources]
        self._lists = [(it, patterns) for it, patterns in lists if patterns is not None]
        patterns = (it for _, all_ in self._lists for it in all_ if isinstance(it, str))
        read = [pattern_of(it) for it in dict.fromkeys(patterns)]
        self._patterns = [it for it in read if it is not None and it != _UNSURE]
        # Whether the host may read a pattern in another way.
        self._unsure = _UNSURE in read
        self._size = sum(sum(map(len, it)) for it in self._patterns)
        self._left: int = ADDRESSES["most_compared"] if ADDRESSES is not None else 0
        self._decided: dict[str, str] = {}

    def of(self, source: "Source", handler: "Any", doubts: "Doubts") -> "Found | None":
        """Returns why the address of a handler is not allowed."""
        if not self._lists or source.is_of_functions:
            return None
        name = source.place["name"]
        own = any(it.place["name"] == name for it, _ in self._lists)
        if name in ADDRESSES.get("exempt", ()) and not own:
            return None
        address: Any = handler.get(ADDRESSES["of"])
        if TYPES[handler["type"]]["form"] != "request":
            return None
        if address not in self._decided:
            self._decided[address] = self._compared(address)
        word = self._decided[address]
        message = filled(WORDS.get(word, ""), key=ADDRESSES["key"], value=quoted(address))
        if word == "address":
            because = {"source": self._lists[0][0].index, "pointer": f"/{ADDRESSES['key']}"}
            return word, message, because
        if word:
            doubts.append(("address", message))
        return None

    def _compared(self, address: str) -> str:
        """Returns the name of the message about an address; an empty text if it is allowed."""
        if _ALL in self._patterns:
            return ""
        if not self._patterns and not self._unsure:
            return "address"
        parts = _parts_of(address)
        if parts is None or "*" in "".join(parts[:3]):
            return "address-spelling"
        cost = self._size * sum(map(len, parts))
        if cost > self._left:
            return "address-many"
        self._left -= cost
        if any(_allows(it, parts) for it in self._patterns):
            return ""
        return "address-spelling" if self._unsure else "address"


def _list_of(source: "Source") -> "list[Any] | None":
    of: Any = ADDRESSES
    document: Any = source.document
    counts = source.stop is None or source.stop[0] == "disabled"
    if of is None or source.place["name"] not in of["places"]:
        return None
    if not counts or not is_object(document):
        return None
    found = document.get(of["key"])
    return found if is_array(found) else None


def pattern_of(text: str) -> "tuple[str, ...] | None":
    """Returns the parts of a pattern; `None` if it matches nothing."""
    text = text.strip(_BLANKS).partition("#")[0]
    if text == "*":
        return _ALL
    parts = _parts_of(text)
    if parts is not None:
        return parts
    if text.isascii() and text.isprintable() and not text.startswith("*//"):
        scheme, mark, _ = text.partition(":")
        is_address = scheme.lower() in ADDRESSES["default_ports"] or (
            "://" in text and not scheme.isalpha()
        )
        if not (mark and is_address) and _UNUSUAL.isdisjoint(text) and " " not in text:
            return None
    return _UNSURE


def _parts_of(text: str) -> "tuple[str, str, str, str] | None":
    """Returns the scheme, the host, the port and the path of an address or a pattern.

    Without a port or a path, they are empty. The host reads an address as a browser does, and only
    an address in its usual spelling is known to stay as it is: for any other one, it is `None`.
    """
    text = text.strip(_BLANKS).partition("#")[0]
    if not (text.isascii() and text.isprintable()) or " " in text or not _UNUSUAL.isdisjoint(text):
        return None
    scheme, _, rest = text.partition(":")
    scheme = scheme.lower()
    if scheme in ADDRESSES["default_ports"]:
        rest = rest.lstrip("/")
    elif scheme == "*" and rest.startswith("//"):
        rest = rest[2:]
    else:
        return None
    end = min((at for at in map(rest.find, "/?") if at >= 0), default=len(rest))
    host, _, port = rest[:end].rpartition("@")[2].lower().partition(":")
    path = rest[end:]
    if port.isdecimal():
        port = port.lstrip("0") or "0"
    is_usual = _is_host(host) and _is_port(port) and path != "?"
    if not is_usual or not {".", ".."}.isdisjoint(path.partition("?")[0].split("/")):
        return None
    path = path.removesuffix("?")
    return scheme, host, port, f"/{path}" if path.startswith("?") else path


def _is_port(port: str) -> bool:
    """Returns whether a port stays as it is. The host can leave out a default one."""
    if port in ("", "*"):
        return True
    is_number = port.isdecimal() and len(port) <= len(_LAST_PORT) and int(port) <= int(_LAST_PORT)
    return is_number and port not in ADDRESSES["default_ports"].values()


def _is_host(host: str) -> bool:
    """Returns whether a host stays as it is: a name, or an address of four numbers."""
    if not host or host.endswith(".") or "xn--" in host or not _OF_HOSTS.issuperset(host):
        return False
    parts = host.split(".")
    if not parts[-1].isdecimal() and not parts[-1].startswith("0x"):
        return True
    return len(parts) == 4 and all(map(_is_byte, parts))  # noqa: PLR2004  # parts


def _is_byte(text: str) -> bool:
    return text.isdecimal() and len(text) <= 3 and text == str(int(text)) and int(text) <= 255  # noqa: PLR2004


def _allows(pattern: "tuple[str, ...]", address: "tuple[str, ...]") -> bool:
    """Returns whether a pattern allows an address."""
    scheme, host, port, path = pattern
    return (
        scheme in ("*", address[0])
        and (port in ("*", address[2]) or (not port and "*" in host))
        and _covers(host, address[1])
        and (not path or _covers(path, address[3] or "/"))
    )


def _covers(pattern: str, text: str) -> bool:
    """Returns whether a pattern is a text, with any text for each star."""
    first, *parts = pattern.split("*")
    if not text.startswith(first) or (not parts and text != first):
        return False
    if not parts:
        return True
    rest = text[len(first) :]
    *middle, last = parts
    for part in middle:
        at = rest.find(part)
        if at < 0:
            return False
        rest = rest[at + len(part) :]
    return rest.endswith(last)
