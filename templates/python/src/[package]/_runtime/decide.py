"""Answers an event without a process. A command does not load this module."""

from . import finished, lenient, steps
from .answer import Result, written

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable

    from .._input import Text
    from . import Guard, Steps
    from .answer import Answer
    from .handlers import Handlers


@lenient
def decide(
    handlers: "Handlers",
    data: "Text",
    *,
    guard: "Guard | None" = None,
    name: "str | None" = None,
) -> Result:
    """Returns what `run` would print, and the code that it would exit with.

    Args:
        handlers: The handlers, as for `run`.
        data: The event: all of standard input.
        guard: What happens if the hook fails: `"closed"` blocks, `"open"` lets it pass. The default
            is that of the event.
        name: The name of the hook in messages. The default is that of the program.

    Returns:
        The result. Whatever a handler does, no error is raised.
    """
    return decided(handlers, data, guard, name, finished)


def decided(
    handlers: "Handlers",
    data: "Text",
    guard: "Guard | None",
    name: "str | None",
    finish: "Callable[[Steps], Answer]",
) -> Result:
    """Does what `decide` does, with another function that calls the handlers."""
    try:
        result = written(finish(steps(handlers, data, guard, name, elsewhere=False)))
    except BaseException as error:  # there is no memory, for example
        from .failures import result_of  # noqa: PLC0415

        result = result_of(handlers, data, guard, name, error)
    try:
        result.stdout.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        from .._shown import encodable  # noqa: PLC0415

        result.stdout = encodable(result.stdout)
    return result
