"""Compares a permission rule with the path of a file."""

from .command import covers_text

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Sequence

# Any number of folders.
DEEP = "**"


class Folders:
    """The folders that a path can begin with; `None` for one that is not known."""

    __slots__ = ("current", "home", "project")

    def __init__(self, current: "str | None", project: "str | None", home: "str | None") -> None:
        """Creates the record."""
        self.current = current
        self.project = project
        self.home = home


def covers_path(content: str, path: str, folders: Folders) -> "bool | None":
    """Returns whether the text of a rule covers a file; `None` if that is not known."""
    absolute = _absolute(path, folders)
    if absolute is None or "\\" in absolute:
        return None
    if content.startswith("*") and covers_text(content, absolute):
        return True
    base: str | None = "/"
    if content.startswith("//"):
        pattern = content[1:]
    elif content.startswith("~/"):
        base, pattern = folders.home, content[1:]
    elif content.startswith("/"):
        base, pattern = folders.project, content
    else:
        base, pattern = folders.current, content.removeprefix("./")
    if base is None:
        return None
    inside = _inside(absolute, base)
    if inside is None:
        return False
    lines = pattern.split("\n")
    if len(lines) > 1 and any(it.startswith("!") for it in lines):
        return None
    return any(_covers(it, inside) for it in lines)


def _absolute(path: str, folders: Folders) -> "str | None":
    """Returns a path without `.` and `..`, as the host gives it to hooks."""
    if path.startswith("~/"):
        if folders.home is None:
            return None
        path = folders.home + path[1:]
    if not path.startswith("/"):
        if folders.current is None:
            return None
        path = f"{folders.current}/{path}"
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def _inside(path: str, base: str) -> "list[str] | None":
    """Returns the parts of a path below a folder."""
    folder = base.rstrip("/") + "/"
    return (
        path[len(folder) :].lower().split("/")
        if path.startswith(folder) and path != folder
        else None
    )


def _covers(pattern: str, parts: "list[str]") -> bool:
    """Returns whether a line of a pattern covers a file, or a folder around it."""
    pattern = _trimmed(pattern.lower())
    if not pattern or pattern[0] in "#!":
        return False
    is_anchored = False
    if pattern.endswith("/**"):
        pattern, is_anchored = pattern[: -len("/**")], True
    is_folder = pattern.endswith("/")
    wanted = [it for it in pattern.split("/") if it]
    if not wanted:
        return is_anchored
    is_anchored = is_anchored or "/" in pattern.rstrip("/")
    tests = [None if it == DEEP else _Part(it) for it in wanted]
    if not is_anchored:
        tests = [None, *tests]
    # Several in a row are the same as one.
    tests = [
        it for at, it in enumerate(tests) if it is not None or at == 0 or tests[at - 1] is not None
    ]
    return _reaches(tests, parts[:-1] if is_folder else parts)


def _trimmed(pattern: str) -> str:
    """Returns a pattern without blanks at its end, unless a backslash is before them."""
    bare = pattern.rstrip(" ")
    return bare if not bare.endswith("\\") else pattern


def _reaches(tests: "Sequence[_Part | None]", parts: "list[str]") -> bool:
    """Returns whether the tests hold for the first parts of a path. `None` is any number of parts."""
    # How many tests can hold for the parts so far.
    reached = {0}
    for part in [None, *parts]:
        if part is not None:
            after: set[int] = set()
            for at in reached:
                test = tests[at] if at < len(tests) else None
                if at < len(tests) and test is None:
                    after.add(at)
                elif test is not None and test.matches(part):
                    after.add(at + 1)
            reached = after
            if len(tests) in reached or (len(tests) - 1 in reached and tests[-1] is None):
                return True
        for at in range(len(tests)):
            if at in reached and tests[at] is None and at + 1 < len(tests):
                reached.add(at + 1)
    return False


class _Part:
    """A pattern for one part of a path."""

    __slots__ = ("_is_wrong", "_signs")

    def __init__(self, text: str) -> None:
        # A sign, a set of signs, "" for any sign, or `None` for any number of signs.
        self._signs: list[str | frozenset[str] | None] = []
        self._is_wrong = False
        at = 0
        while at < len(text):
            sign = text[at]
            at += 1
            if sign == "\\" and at < len(text):
                self._signs.append(text[at])
                at += 1
            elif sign == "*":
                if not self._signs or self._signs[-1] is not None:
                    self._signs.append(None)
            elif sign == "?":
                self._signs.append("")
            elif sign == "[":
                end = text.find("]", at)
                inner = text[at:end] if end >= 0 else ""
                self._is_wrong = self._is_wrong or not inner or inner[0] in "!^" or "[:" in inner
                self._signs.append(_class(inner))
                at = len(text) if end < 0 else end + 1
            else:
                self._signs.append(sign)

    def matches(self, text: str) -> bool:
        """Returns whether a part of a path matches."""
        if self._is_wrong:
            return False
        at = index = 0
        star = back = -1
        signs = self._signs
        while at < len(text):
            sign = signs[index] if index < len(signs) else "\n"
            if index < len(signs) and sign is None:
                star, back = index, at
                index += 1
            elif index < len(signs) and (
                sign == "" or text[at] == sign or (isinstance(sign, frozenset) and text[at] in sign)
            ):
                at += 1
                index += 1
            elif star >= 0:
                back += 1
                at, index = back, star + 1
            else:
                return False
        return all(it is None for it in signs[index:])


def _class(inner: str) -> "frozenset[str]":
    """Returns the signs of a class: `abc`, `a-z`."""
    found: set[str] = set()
    at = 0
    while at < len(inner):
        if inner[at + 1 : at + 2] == "-" and at + 2 < len(inner):
            first, last = ord(inner[at]), ord(inner[at + 2])
            found.update(chr(it) for it in range(first, min(last, first + 0x1000) + 1))
            at += 3
        else:
            found.add(inner[at])
            at += 1
    return frozenset(found)
