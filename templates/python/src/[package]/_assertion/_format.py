"""Formats of strings, each by the grammar of its standard. Every language decides alike."""

_DIGITS = frozenset("0123456789")
_HEX = _DIGITS | frozenset("abcdefABCDEF")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_WORD = _DIGITS | _LETTERS
_ATOM = _WORD | frozenset("!#$%&'*+-/=?^_`{|}~")
_URI = _WORD | frozenset("-._~!$&'()*+,;=")


def has_format(text: str, name: str) -> bool:
    """Returns whether a string has the named format."""
    return text.isascii() and _FORMATS[name](text)


def _number(text: str, digits: int) -> int:
    """Returns the number of an exact count of digits; -1 for any other text."""
    return int(text) if len(text) == digits and _DIGITS.issuperset(text) else -1


def _pair(text: str, sign: str) -> "tuple[int, int]":
    """Returns the numbers of two digits each with a sign between them; -1 for any other text."""
    first, _, second = text.partition(sign)
    return _number(first, 2), _number(second, 2)


def _is_date(text: str) -> bool:
    first, _, rest = text.partition("-")
    year, (month, day) = _number(first, 4), _pair(rest, "-")
    if year < 0 or not 1 <= month <= 12:  # noqa: PLR2004
        return False
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = 28 + is_leap if month == 2 else 30 if month in (4, 6, 9, 11) else 31  # noqa: PLR2004
    return 1 <= day <= days


def _is_date_time(text: str) -> bool:
    date, sign, time = text.partition("T" if "T" in text else "t")
    return sign != "" and _is_date(date) and _is_time(time[:8], time[8:])


def _is_time(clock: str, rest: str) -> bool:
    """Returns whether it is a time of day with what is after its seconds: a fraction, and the offset from UTC."""
    first, _, rest_of_clock = clock.partition(":")
    hour, (minute, second) = _number(first, 2), _pair(rest_of_clock, ":")
    offset = rest
    if rest.startswith("."):
        offset = rest[1:].lstrip("0123456789")
        if len(rest) - len(offset) == 1:
            return False
    minutes = _minutes_of(offset)
    if minutes is None or not 0 <= hour < 24 or not 0 <= minute < 60:  # noqa: PLR2004
        return False
    # A leap second is the last one of a day in UTC.
    is_last = (hour * 60 + minute - minutes) % 1440 == 1439  # noqa: PLR2004
    return 0 <= second < 60 or (second == 60 and is_last)  # noqa: PLR2004


def _minutes_of(offset: str) -> "int | None":
    """Returns the minutes of an offset from UTC."""
    if offset in ("Z", "z"):
        return 0
    hours, minutes = _pair(offset[1:], ":")
    if offset[:1] not in ("+", "-") or not 0 <= hours < 24 or not 0 <= minutes < 60:  # noqa: PLR2004
        return None
    return (hours * 60 + minutes) * (-1 if offset[0] == "-" else 1)


def _is_native_date(text: str) -> bool:
    """Returns whether it is a date that Python has: its first year is 1."""
    return _is_date(text) and not text.startswith("0000")


def _is_native_date_time(text: str) -> bool:
    """Returns whether it is a time that Python has: no leap second, and six digits of a second at most."""
    fraction = text.partition(".")[2]
    digits = len(fraction) - len(fraction.lstrip("0123456789"))
    return _is_date_time(text) and text[:4] != "0000" and text[17:19] != "60" and digits <= 6  # noqa: PLR2004


def _is_email(text: str) -> bool:
    local, sign, domain = text.rpartition("@")
    if sign == "" or not (_is_name(local) or _is_quoted(local)):
        return False
    return all(map(_is_label, domain.split("."))) or _is_literal(domain)


def _is_name(text: str) -> bool:
    return all(part != "" and _ATOM.issuperset(part) for part in text.split("."))


def _is_label(text: str) -> bool:
    """Returns whether it is a part of the name of a host."""
    return text != "" and text[0] != "-" and text[-1] != "-" and _WORD.issuperset(text.replace("-", ""))


def _is_literal(text: str) -> bool:
    if len(text) < 2 or text[0] != "[" or text[-1] != "]":  # noqa: PLR2004
        return False
    inner = text[1:-1]
    return _is_ipv6(inner[5:]) if inner[:5].lower() == "ipv6:" else _is_ipv4(inner)


def _is_quoted(text: str) -> bool:
    r"""Returns whether it is a text in quotes, with a `\` before each quote and each `\` in it."""
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':  # noqa: PLR2004
        return False
    escaped = False
    for c in text[1:-1]:
        if not " " <= c <= "~" or (c == '"' and not escaped):
            return False
        escaped = not escaped and c == "\\"
    return not escaped


def _is_uri(text: str) -> bool:
    scheme, sign, rest = text.partition(":")
    if sign == "" or scheme[:1] not in _LETTERS or not _WORD.issuperset(scheme.translate(_PLAIN)):
        return False
    rest, _, fragment = rest.partition("#")
    hierarchy, _, query = rest.partition("?")
    if hierarchy.startswith("//"):
        authority, slash, path = hierarchy[2:].partition("/")
        if not _is_authority(authority):
            return False
        hierarchy = slash + path
    return _is_part(hierarchy, ":@/") and _is_part(query, ":@/?") and _is_part(fragment, ":@/?")


_PLAIN = {ord(c): None for c in "+-."}
"""Removes the signs that a scheme can have."""


def _is_authority(text: str) -> bool:
    user, _, host = text.rpartition("@")
    if host.startswith("["):
        address, sign, port = host[1:].partition("]")
        name = ""
        if sign == "" or not (_is_ipv6(address) or _is_future(address)):
            return False
    else:
        name, colon, port = host.partition(":")
        port = colon + port
    is_port = port == "" or (port[0] == ":" and _DIGITS.issuperset(port[1:]))
    return _is_part(user, ":") and _is_part(name, "") and is_port


def _is_native_uri(text: str) -> bool:
    """Returns whether parsers of URLs accept it. They know some schemes, and read a host and a port."""
    scheme, _, rest = text.partition(":")
    scheme = scheme.lower()
    is_web = scheme in ("http", "https", "ws", "wss", "ftp")
    if not rest.startswith("//"):
        return not is_web and scheme != "file" and _is_uri(text)
    authority = rest[2:].partition("#")[0].partition("?")[0].partition("/")[0]
    host = authority.rpartition("@")[2]
    colon = host.find(":", host.find("]") + 1)
    host, port = (host, "") if colon < 0 else (host[:colon], host[colon + 1 :])
    digits = port.lstrip("0")
    # A file has a host at most.
    is_other = scheme == "file" and authority != host
    if not _is_uri(text) or is_other or len(digits) > 5 or int(digits or "0") > 65535:  # noqa: PLR2004
        return False
    if host.startswith("["):
        return _is_ipv6(host[1:-1])
    if is_web or (scheme == "file" and host != ""):
        return _is_domain(host)
    return host != "" or authority == ""


def _is_domain(text: str) -> bool:
    """Returns whether a host's name is the same with and without the rules for letters outside ASCII."""
    parts = text.split(".")
    last = parts[-1]
    # A name that ends with a number is an address.
    is_hex = last[:2] in ("0x", "0X")
    is_number = _HEX.issuperset(last[2:]) if is_hex else _DIGITS.issuperset(last)
    return _is_ipv4(text) or (not is_number and all(map(_is_part_of_domain, parts)))


def _is_part_of_domain(text: str) -> bool:
    is_encoded = text[:4].lower() == "xn--"
    return text != "" and not is_encoded and (_WORD | frozenset("-_")).issuperset(text)


def _is_future(text: str) -> bool:
    """Returns whether it is an address of a version of IP after 6."""
    version, _, address = text.partition(".")
    is_version = version[:1] in ("v", "V") and version[1:] != "" and _HEX.issuperset(version[1:])
    return is_version and address != "" and "%" not in address and _is_part(address, ":")


def _is_part(text: str, others: str) -> bool:
    """Returns whether a part of a URI has only characters that every part can have, escapes, and these."""
    first, *escaped = text.split("%")
    for part in escaped:
        if len(part) < 2 or not _HEX.issuperset(part[:2]):  # noqa: PLR2004
            return False
    return (_URI | frozenset(others)).issuperset(first + "".join(part[2:] for part in escaped))


def _is_uuid(text: str) -> bool:
    parts = text.split("-")
    return [len(part) for part in parts] == [8, 4, 4, 4, 12] and all(map(_HEX.issuperset, parts))


def _is_ipv4(text: str) -> bool:
    parts = text.split(".")
    return len(parts) == 4 and all(map(_is_byte, parts))  # noqa: PLR2004


def _is_byte(text: str) -> bool:
    is_short = len(text) == 1 or text[:1] != "0"
    return is_short and 0 <= _number(text, min(max(len(text), 1), 3)) < 256  # noqa: PLR2004


def _is_ipv6(text: str) -> bool:
    left, sign, right = text.partition("::")
    if sign == "":
        return _groups(text, is_end=True) == 8  # noqa: PLR2004
    before, after = _groups(left, is_end=False), _groups(right, is_end=True)
    # The two colons are one group of zeros at least.
    return before >= 0 and after >= 0 and before + after < 8  # noqa: PLR2004


def _groups(text: str, *, is_end: bool) -> int:
    """Returns the number of groups of an IPv6 address, of which the last can be an IPv4 address; -1 if there is another one."""
    if text == "":
        return 0
    *others, last = text.split(":")
    size = 1 if _is_group(last) else 2 if is_end and _is_ipv4(last) else -1
    return len(others) + size if size > 0 and all(map(_is_group, others)) else -1


def _is_group(text: str) -> bool:
    return 1 <= len(text) <= 4 and _HEX.issuperset(text)  # noqa: PLR2004


_FORMATS = {
    "date-time": _is_date_time,
    "date": _is_date,
    "email": _is_email,
    "uri": _is_uri,
    "uuid": _is_uuid,
    "ipv4": _is_ipv4,
    "ipv6": _is_ipv6,
    "native-date-time": _is_native_date_time,
    "native-date": _is_native_date,
    "native-uri": _is_native_uri,
}
