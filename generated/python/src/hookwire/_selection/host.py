"""The version of the host that a selection is for."""

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .._walk import Version


class Host:
    """A version of the host, and how to read facts of which the first version is not known.

    Such a fact was seen in one version, and not in an older one. `early` reads it as if the first
    version after the older one had it.
    """

    __slots__ = ("early", "version")

    def __init__(self, version: "Version", *, early: bool) -> None:
        """Creates a host. Without a version, it is the newest one."""
        self.version = version
        self.early = early

    def has(self, since: "Any") -> bool:
        """Returns whether the host has what there is since a version."""
        if self.version is None or since is None:
            return True
        if self.early and "after" in since:
            return bool(self.version > since["after"])
        return bool(self.version >= since["from"])

    def holds(self, fact: "Any") -> bool:
        """Returns whether a fact with `since` and `until` holds."""
        return self.has(fact.get("since")) and not ("until" in fact and self.has(fact["until"]))


def shown_version(since: "Any") -> str:
    """Returns a version as people write it."""
    return ".".join(map(str, since["from"]))
