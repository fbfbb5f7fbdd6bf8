"""The context of a payload, which functions take as their last argument."""

from ._arguments import expect_optional_string
from ._json_values import is_object
from ._plan import PUBLIC, TOOL_KEY
from ._validate import known, version_of

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ._types import ProfileName
    from ._types.type_name import AnyInput, HandlerName


class Context:
    """The host version, tool, profile, input and handler that a payload belongs to.

    Pass it as the last argument. Each function documents the values that it uses, and ignores the
    others.
    """

    __slots__ = ("_handler", "_host", "_input", "_profile", "_tool")
    __module__ = PUBLIC

    def __init__(
        self,
        *,
        host: "str | None" = None,
        tool: "str | None" = None,
        profile: "ProfileName | None" = None,
        input: "AnyInput | None" = None,  # noqa: A002  # the same name in every language
        handler: "HandlerName | Mapping[str, Any] | None" = None,
    ) -> None:
        """Creates a context.

        Args:
            host: The version of the host, such as `"2.1.42"`. The default is the newest known one.
            tool: The tool of a call, such as `"Bash"`. The default is the `tool_name` of `input`.
            profile: The rules of another host, or of another use. See the page `profiles` of the
                documentation.
            input: The input of the event.
            handler: The handler's entry in the settings, such as `{"type": "http"}`, or only its
                type. Without it, each function uses its default: `command` for `read_reply`,
                `prompt` for `read_prompt_reply`.

        Raises:
            ValueError: `host` is not a version, or the profile or the type of the handler is unknown.
            TypeError: `tool` is not a string, `input` is not an object, or `handler` is neither a
                string nor an object with a `type`.
        """
        version_of(host)
        expect_optional_string("tool", tool)
        if profile is not None:
            from ._plan import PROFILES  # noqa: PLC0415

            known("profile", profile, PROFILES)
        if input is not None and not is_object(input):
            raise _wrong("input", input, "an object")
        entry: Any = {"type": handler} if isinstance(handler, str) else handler
        if entry is not None:
            _check_handler(entry)
        self._host = host
        self._tool = tool
        self._profile: ProfileName | None = profile
        self._input = input
        self._handler: Mapping[str, Any] | None = entry

    @property
    def host(self) -> "str | None":
        """The version of the host."""
        return self._host

    @property
    def tool(self) -> "str | None":
        """The tool: the argument, or the `tool_name` of the input."""
        if self._tool is None and self._input is not None:
            event: Any = self._input
            name: Any = event.get(TOOL_KEY)
            return name if isinstance(name, str) else None
        return self._tool

    @property
    def profile(self) -> "ProfileName | None":
        """The profile."""
        return self._profile

    @property
    def input(self) -> "AnyInput | None":
        """The input of the event."""
        return self._input

    @property
    def handler(self) -> "Mapping[str, Any] | None":
        """The handler's entry in the settings. If only its type was passed, the entry has only that."""
        return self._handler

    def __repr__(self) -> str:
        """Shows the arguments."""
        named = ((name, getattr(self, "_" + name)) for name in _NAMES)
        return f"Context({', '.join(f'{name}={it!r}' for name, it in named if it is not None)})"

    def __eq__(self, other: object) -> bool:
        """Compares all arguments."""
        if not isinstance(other, Context):
            return NotImplemented
        return all(getattr(self, "_" + name) == getattr(other, "_" + name) for name in _NAMES)

    __hash__ = None  # type: ignore[assignment]  # an input is a dictionary

    def __reduce__(self) -> "tuple[Any, tuple[dict[str, Any]]]":
        """Pickles the arguments."""
        return _made, ({name: getattr(self, "_" + name) for name in _NAMES},)


_NAMES = ("host", "tool", "profile", "input", "handler")


def _made(arguments: "dict[str, Any]") -> Context:
    return Context(**arguments)


def _check_handler(entry: "Any") -> None:
    from ._plan import HANDLERS, MODEL_HANDLERS  # noqa: PLC0415

    name: Any = entry.get("type") if hasattr(entry, "get") else None
    if not isinstance(name, str):
        raise _wrong("handler", entry, "the type of a handler, or an object with a `type`")
    if HANDLERS:  # a contract without kinds of handlers accepts any
        known("handler", name, (*HANDLERS, *MODEL_HANDLERS))


def _wrong(name: str, value: object, what: str) -> TypeError:
    return TypeError(f"`{name}` has to be {what}, not a `{type(value).__name__}`")
