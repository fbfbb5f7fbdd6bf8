"""Runs handlers as a command: reads the event from standard input, and writes the reply to standard output."""

import _thread
import atexit
import sys
from _thread import (
    RLock,
    _count,  # pyright: ignore[reportPrivateUsage]
    allocate_lock,
    start_new_thread,
)
from os import (
    O_WRONLY,
    _exit,
    close,
    closerange,
    devnull,
    dup,
    dup2,
    environ,
    fstat,
    isatty,
    listdir,
    read,
    write,
)
from os import open as open_file

from .._input import LARGEST
from .._plan import FAILURES, PUBLIC
from . import ForkedError, bare, called, finished, is_limit, lenient, policy, steps
from .answer import FailedError, written
from .verbs import watch_threads

try:
    from os import register_at_fork
except ImportError:  # there are no forks on Windows
    register_at_fork = None  # type: ignore[assignment]

TYPE_CHECKING = False  # type checkers treat this name as true; `typing` is slow to import
if TYPE_CHECKING:
    import signal as signals
    from collections.abc import Callable
    from typing import Any, NoReturn

    from . import Guard, Step
    from .answer import Answer
    from .handlers import Handlers

    _Before = dict[int, Any]
else:
    try:
        # `signal` loads `enum`, which is slow.
        import _signal as signals
    except ImportError:
        import signal as signals

_INPUT, _OUTPUT, ERRORS = 0, 1, 2

CHANNEL = environ.get(FAILURES)
"""The path of the file that tests read. It is read early, because a hook can change its environment."""

_PART = 1 << 16

_WRITING = 3.0
"""The time in seconds that the host has to read the reply."""

_LEAVING = 1.0
"""The time in seconds that the program has to end once the reply is written."""

_SEEING = 0.1
"""The time in seconds that a thread has to begin its wait."""

_MOST = 1e8
"""The longest time limit: systems have no longer timers."""

_SIGNALS: "tuple[str, ...]" = (
    "SIGHUP",
    "SIGINT",
    "SIGQUIT",
    "SIGUSR1",
    "SIGUSR2",
    "SIGALRM",
    "SIGTERM",
    "SIGVTALRM",
    "SIGPROF",
    "SIGXCPU",
    "SIGPWR",
    "SIGSTKFLT",
    "SIGSYS",
    "SIGTRAP",
    *(("SIGIO",) if sys.platform == "linux" else ()),  # other systems ignore it
)
"""The signals that would end the program, and that a program can handle. The real-time signals do so, too."""

_FRAMES = 500
"""The number of frames that the runtime needs, if `run` is called where few are left."""

_MOST_FRAMES = 1 << 30
"""A recursion limit that is high enough."""

_CONSTANT = "The hook failed."

_KEY = f"{PUBLIC}_run"
"""The key among the variables of `sys` that has the last object."""


@lenient
def run(
    handlers: "Handlers",
    *,
    guard: "Guard | None" = None,
    limit: "float | None" = None,
    name: "str | None" = None,
) -> "NoReturn":
    """Reads an event, calls its handler, writes the reply, and exits.

    What handlers print goes to stderr: stdout has only the reply. If the hook fails, the event
    decides: a guard blocks, and what would loop or lock the session passes. One second after the
    reply is written the program ends, even if threads are still running.

    Args:
        handlers: The handlers, by event, and by tool where the event is about one. A handler is a
            function that takes a `Call` and returns a `Reply`, or nothing. A key for tools is read
            like the matcher in the settings: a name, several names as `"Edit|Write"`, or a regular
            expression. `"*"` has the handler of all other events or tools, also of those that are
            newer than this package.
        guard: What happens if the hook fails: `"closed"` blocks, `"open"` lets it pass. The default
            is that of the event.
        limit: The time limit in seconds, less than the `timeout` in the settings.
        name: The name of the hook in messages. The default is that of the program.
    """
    frames = sys.getrecursionlimit()
    if frames < _MOST_FRAMES:
        sys.setrecursionlimit(frames + _FRAMES)
    hook = Hook(handlers, guard, limit, name)
    code = hook.run()
    hook.leave()
    raise SystemExit(code)


class _End:
    """What a program keeps of a hook until it ends."""

    def __init__(self) -> None:
        self.code: int | None = None
        """The exit code; `None` if it is not for this hook to set."""
        self.least = 0
        """The code of a hook that ran before in the same program: its block counts."""
        self.reply_to: int | None = None
        """The descriptor that takes the reply. It is open until a reply is written."""
        self.identity: tuple[int, int] | None = None
        """The file of that descriptor."""
        self.is_free = False
        """The hook has printed nothing, so that another one can."""
        self.is_followed = False
        """Another hook runs in the same program, and ends it."""


class _LastObject:
    """Sets the exit code, whatever else does: it is destroyed when the interpreter has ended everything else.

    So nothing that catches errors, and nothing that is called at the end, makes a success of a block. Only
    `sys` may refer to it: threads that are still running keep what they refer to. By then there are no
    built-in functions any more, and the modules are empty.
    """

    def __init__(self, end: _End) -> None:
        self.end = end

    def __del__(self, leave: "Callable[[int], NoReturn]" = _exit) -> None:
        end = self.end
        if end.code is not None:
            leave(end.code if end.code > end.least else end.least)


class Hook:
    """A hook that runs. `endings` has what can end it early."""

    def __init__(
        self, handlers: "Any", guard: "Any", limit: "float | None", name: "str | None"
    ) -> None:
        """Creates a hook with the arguments of `run`."""
        self.handlers: Any = handlers
        self.guard, self.limit, self.name = guard, limit, name
        self.parts: list[bytes] = []
        """What was read of standard input."""
        self.before: _Before = {}
        """The handlers of signals as they were, if this is the main thread."""
        self.is_main = True
        """This is the main thread, the only one that signals reach."""
        self.ended: BaseException | None = None
        """Why the handlers were ended early."""
        self.is_over = False
        """The handlers have ended: no signal does anything."""
        self.is_forked = False
        """This is a child process of the hook."""
        self.has_written = False
        self.unwaited: BaseException | None = None
        """The first error that no handler has waited for."""
        self.watched: list[tuple[Any, str, Any]] = []
        """The functions that get such errors, as they were: what has them, the name, and the function."""
        self.others: set[Any] = set()
        """The threads of others, in tests. Their errors are not those of the hook."""
        self.loops: list[Callable[[], None]] = []
        """Ends the event loops of the handlers."""
        self.threads = 0
        """The number of threads of the runtime."""
        self.pen = RLock()
        """Held by the thread that answers."""
        self.unwritten = allocate_lock()
        """Held until the reply is written."""
        self.seen = allocate_lock()
        """Held until the thread that bounds the time knows that the reply is written."""
        self.end = _End()

    def run(self) -> int:
        """Returns the exit code, whatever happens. In a child process of a handler it raises what ended the handler."""
        try:
            try:
                return self._answer()
            except ForkedError:
                raise
            except BaseException as error:
                return self._fail(error)
        except ForkedError as forked:
            raise forked.error from None
        except BaseException as error:  # a signal came in between
            return self._fail(error)

    def _answer(self) -> int:
        self.unwritten.acquire()
        # The program can end before the handlers do, if this is not the main thread.
        self.end.code = self._lost("")
        if _KEY in sys.__dict__:
            self._follow(sys.__dict__[_KEY].end)
        sys.__dict__[_KEY] = _LastObject(self.end)
        self._take_output()
        self._arm()
        self._read()
        data = b"".join(self.parts)
        watch_threads()
        self.watch()
        todo = steps(self.handlers, data, self.guard, self.name, elsewhere=False, limit=self.limit)
        answer = finished(todo, self._called)
        self._disarm()
        if self.unwaited is not None:
            from .failures import failed_unwaited  # noqa: PLC0415

            failed_unwaited(answer, self.handlers, self.guard, self.name, self.unwaited)
        return self.write(answer)

    def _fail(self, error: BaseException) -> int:
        """Answers for a hook that failed beside its handlers."""
        frames = sys.getrecursionlimit()
        if frames < _MOST_FRAMES:
            sys.setrecursionlimit(frames + _FRAMES)
        self._disarm()
        lost = self._lost("")
        for answer_of in (self._explained, self._unexplained):
            if self.has_written:
                return self.end.code or 0
            self.end.code = lost
            try:
                return self.write(answer_of(error))
            except BaseException:  # noqa: S112  # there may be no memory, or no module can be loaded
                continue
        self._bound()
        tell(f"{_CONSTANT}\n")
        self._release()
        return lost

    def _explained(self, error: BaseException) -> "Answer":
        closerange(_INPUT, _INPUT + 1)  # if no descriptor is left, no module can be loaded
        from .failures import answer_of  # noqa: PLC0415

        return answer_of(self.handlers, b"".join(self.parts), self.guard, self.name, error)

    def _unexplained(self, _: BaseException) -> "Answer":
        """Returns the answer if no message can be made. It needs no other module."""
        return bare(self.handlers, b"".join(self.parts), self.guard, _CONSTANT)

    def _follow(self, earlier: _End) -> None:
        """Takes what a hook has left that ran before in the same program: only one of them ends the program."""
        self.end.least = max(earlier.code or 0, earlier.least)
        earlier.code, earlier.is_followed = None, True
        if earlier.is_free:
            self.end.reply_to, self.end.identity = earlier.reply_to, earlier.identity
            earlier.reply_to, earlier.is_free = None, False

    def leave(self) -> None:
        """Ends the event loops of handlers, now that the reply is written, and forgets the handlers.

        Threads refer to this object until the program has ended, and handlers can refer to files that
        are only written when nothing refers to them any more.
        """
        for end in self.loops:
            try:
                end()
            except BaseException:  # noqa: S112  # nobody waits for it
                continue
        self.handlers, self.ended, self.before, self.loops = None, None, {}, []
        self.unwaited = None
        self.unwatch()

    def _read(self) -> None:
        """Reads all of standard input. If it cannot be read, there is no event."""
        if sys.__stdin__ is None:  # it was closed when the program started
            return
        if isatty(_INPUT):
            tell(f"{PUBLIC} waits for an event on standard input.\n")
        size = 0
        try:
            while size <= LARGEST:  # the input is too large then, whatever else it has
                try:
                    part = read(_INPUT, _PART)
                except BlockingIOError:
                    _wait([_INPUT], [])
                    continue
                if not part:
                    return
                self.parts.append(part)
                size += len(part)
        except OSError as error:
            tell(f"{error}\n")

    def _called(self, step: "Step") -> "Any":
        """Calls a handler. After it was ended it has failed, even if it has caught that."""
        try:
            if self.ended is not None:
                raise self.ended
            value = called(step, self)
        except BaseException as error:
            if self.is_forked:
                raise ForkedError(error) from None
            raise
        if self.is_forked:
            raise ForkedError(SystemExit(0))
        if self.ended is not None:
            raise self.ended
        return value

    # Standard output

    def _take_output(self) -> None:
        """Keeps standard output for the reply, and sends to stderr what is printed from now on."""
        # Another file can have the number of a stream that was closed when the program started.
        if self.end.reply_to is None and sys.__stdout__ is not None:
            try:
                self.end.reply_to = dup(_OUTPUT)
                self.end.identity = identity(self.end.reply_to)
            except OSError:
                self.end.reply_to = None
        try:
            errors = open_file(devnull, O_WRONLY) if sys.__stderr__ is None else ERRORS
            dup2(errors, _OUTPUT)
        except OSError:
            dup2(open_file(devnull, O_WRONLY), _OUTPUT)
        self._take_copies()
        if register_at_fork is not None:
            register_at_fork(after_in_child=self._forked)

    def _take_copies(self) -> None:
        """Redirects the other descriptors of standard output, such as those of a log and of another `sys.stdout`."""
        try:
            if self.end.identity is None or self.end.identity == identity(ERRORS):
                return
            others = [int(it) for it in listdir("/dev/fd")]
        except OSError:
            return
        for it in others:
            try:
                if it > ERRORS and it != self.end.reply_to and identity(it) == self.end.identity:
                    dup2(ERRORS, it)
            except OSError:  # it was the folder
                continue

    def _forked(self) -> None:
        """Leaves the answer to the parent."""
        self.is_forked = self.is_over = True
        self.end.code = None
        for number, handler in self.before.items():
            signals.signal(number, handler)
        if self.end.reply_to is not None:
            close(self.end.reply_to)
            self.end.reply_to = None

    # Errors that no handler waits for

    def watch(self, *, always: bool = False) -> None:
        """Watches threads, event loops and coroutines, as far as their modules are loaded.

        Args:
            always: Also watches threads if the program has a function of its own for their errors.
        """
        # `threading` takes this function when it is loaded.
        self._watch(_thread, "_excepthook", self._in_thread)
        threading: Any = sys.modules.get("threading")
        if threading is not None and (always or threading.excepthook is threading.__excepthook__):
            self._watch(threading, "excepthook", self._in_thread)
        loops: Any = sys.modules.get("asyncio.base_events")
        loop = getattr(loops, "BaseEventLoop", None)
        self._watch(loop, "default_exception_handler", self._in_loop)
        self._watch(sys.modules.get("warnings"), "_warn_unawaited_coroutine", self._unawaited)

    def unwatch(self) -> None:
        """Leaves threads, event loops and coroutines as they were."""
        while self.watched:
            setattr(*self.watched.pop())

    def _watch(self, owner: "Any", name: str, note: "Callable[..., None]") -> None:
        """Calls a function before another one, which other implementations of Python may not have."""
        function = getattr(owner, name, None)
        if function is None or any(it[0] is owner for it in self.watched):
            return
        self.watched.append((owner, name, function))

        def noted(*given: "Any") -> "Any":
            if not self.is_over:
                note(*given)
            return function(*given)

        setattr(owner, name, noted)

    def _in_thread(self, given: "Any") -> None:
        if given.exc_type is not SystemExit and given.thread not in self.others:
            self.note(given.exc_value)

    def _in_loop(self, _: object, context: "Any") -> None:
        self.note(context.get("exception"))

    def _unawaited(self, coroutine: "Any") -> None:
        code, line = coroutine.cr_code, coroutine.cr_code.co_firstlineno
        try:
            frame = sys._getframe(2)  # pyright: ignore[reportPrivateUsage]  # the warning does not know it
            # Otherwise the handler has ended, and its variable with it.
            if frame.f_globals.get("__package__") not in (__package__, "asyncio"):
                code, line = frame.f_code, frame.f_lineno
        except ValueError:  # a thread has no frame but those of the runtime
            pass
        place = f"{code.co_filename}:{line}".replace("\\", "/").rpartition("/")[2]
        said = f"nobody awaits `{coroutine.__qualname__}` ({place}): write `await` before its call"
        self.note(FailedError(said))

    def note(self, error: "BaseException | None") -> None:
        """Notes an error that no handler waits for. The first one counts."""
        if self.unwaited is None:
            self.unwaited = error

    # Signals and the time limit

    def _arm(self) -> None:
        """Makes a failure of what would end the program, and starts the time limit."""
        try:
            for number in _numbers():
                handler = signals.getsignal(number)
                if handler in (None, signals.SIG_IGN):
                    continue
                self.before[number] = handler
                signals.signal(number, self._ring)
            if hasattr(signals, "SIGPIPE"):
                signals.signal(signals.SIGPIPE, signals.SIG_IGN)
        except ValueError:  # this is not the main thread
            self.before, self.is_main = {}, False
        # Handlers can keep a module from being loaded later.
        if not self.is_main or "threading" in sys.modules:
            from .endings import at_exit  # noqa: PLC0415

            if not self.is_main:
                atexit.register(at_exit, self)
        if self.limit is not None and is_limit(self.limit):
            from .endings import end_late, late  # noqa: PLC0415

            seconds = min(self.limit, _MOST)
            if self._has_timer():
                signals.setitimer(signals.ITIMER_REAL, seconds)
                seconds += min(seconds, 1)
            try:
                self.start(end_late, self, seconds, late(self))
            except RuntimeError as error:  # handlers without their limit are not called
                self.ended = error

    def _has_timer(self) -> bool:
        return bool(self.before) and hasattr(signals, "setitimer")

    def _ring(self, number: int, frame: object) -> None:
        """Ends the handlers. Raises only once, so that at most one error comes from here."""
        if self.is_over or self.ended is not None:
            return
        try:
            from .endings import end_late, error_of  # noqa: PLC0415

            before = self.before.get(number)
            self.ended = error_of(self, _name_of(number), before, number, frame)
        except BaseException as error:  # no module can be loaded
            self.ended = error
            raise
        if self.ended is not None:
            self.start(end_late, self, _LEAVING, self.ended)
            raise self.ended

    def _disarm(self) -> None:
        """Lets nothing interrupt the program any more, and takes the pen."""
        while True:
            try:
                self.is_over = True
                self.pen.acquire()
                if self._has_timer():
                    signals.setitimer(signals.ITIMER_REAL, 0)
                # At its end the interpreter gives each signal with a function its usual action.
                for number in self.before:
                    signals.signal(number, signals.SIG_IGN)
            except BaseException:  # noqa: S112  # a handler has set one of its own, which ran just now
                continue
            return

    # The reply

    def write(self, answer: "Answer") -> int:
        """Writes an answer, and returns the exit code."""
        result = written(answer)
        lost = self.end.code = max(result.exit_code, self._lost(answer.event))
        self._bound()
        self.has_written = True
        is_told = tell(result.stderr)
        code = result.exit_code
        if result.stdout:
            try:
                to = self.end.reply_to
                if to is None or identity(to) != self.end.identity:
                    raise OSError("standard output is closed")
                self.end.reply_to = None
                _put(to, result.stdout)
                close(to)
            except OSError as error:
                from .failures import unwritten  # noqa: PLC0415

                tell(unwritten(error))
                code = lost
        else:
            self.end.is_free = True
            if answer.failures and not is_told:
                code = lost
        self.end.code = code
        self._release()
        return code

    def _lost(self, event: str) -> int:
        """Returns the exit code of a hook that can say nothing else."""
        try:
            return 2 if policy(event, self.handlers, self.guard) == "closed" else 1
        except BaseException:
            return 2

    def _bound(self) -> None:
        """Bounds the time until the program ends, as far as the handlers have left what that needs."""
        try:
            self._start_bounds()
        except BaseException:  # there can be no more threads or modules: the reply still counts
            return

    def _start_bounds(self) -> None:
        """Starts a timer, or a thread where a timer may not be enough."""
        has_timer = self._has_timer()
        has_threads = "threading" in sys.modules or _count() > self.threads
        if has_timer:
            signals.setitimer(signals.ITIMER_REAL, _WRITING)
            signals.signal(signals.SIGALRM, self._rung)
            # At its end the interpreter no longer handles signals.
            atexit.register(signals.setitimer, signals.ITIMER_REAL, 0)
        if not has_timer or has_threads or atexit._ncallbacks() > 1:  # pyright: ignore[reportPrivateUsage]
            from .endings import at_exit, watch  # noqa: PLC0415

            if self.is_main:
                atexit.register(at_exit, self)
            self.seen.acquire()
            self.start(watch, self, _WRITING, _LEAVING)

    def start(self, function: "Callable[..., None]", *arguments: object) -> None:
        """Starts a thread of the runtime, and waits until it is counted."""
        waits = allocate_lock()
        waits.acquire()

        def started() -> None:
            self.threads += 1
            waits.release()
            function(*arguments)
            self.threads -= 1

        start_new_thread(started, ())
        waits.acquire()

    def _release(self) -> None:
        """Begins the time that the program has to end once the reply is written."""
        if self._has_timer():
            signals.setitimer(signals.ITIMER_REAL, _LEAVING)
        if self.unwritten.locked():
            self.unwritten.release()
        # A thread that wakes up while the interpreter ends can abort the program.
        self.seen.acquire(timeout=_SEEING)

    def _rung(self, *_: object) -> None:
        """Ends the program if the timer has ended. Anyone can send its signal, also before the reply is written."""
        if signals.getitimer(signals.ITIMER_REAL)[0] == 0:
            self.end_program()

    def end_program(self) -> None:
        """Ends the program at once, with the exit code of the result."""
        if self.end.is_followed:
            return
        try:
            from .endings import flush  # noqa: PLC0415

            flush()
        finally:
            _exit(2 if self.end.code is None else max(self.end.code, self.end.least))


def _numbers() -> "list[int]":
    """Returns the numbers of the signals that would end the program."""
    named = (getattr(signals, it, None) for it in _SIGNALS)
    last = getattr(signals, "SIGRTMAX", -1)
    return [
        *(it for it in named if it is not None),
        *range(getattr(signals, "SIGRTMIN", 0), last + 1),
    ]


def _name_of(number: int) -> str:
    """Returns the name of a signal that would end the program."""
    for name in _SIGNALS:
        if getattr(signals, name, None) == number:
            return name
    return f"SIGRTMIN+{number - getattr(signals, 'SIGRTMIN', 0)}"


def identity(descriptor: int) -> "tuple[int, int]":
    """Returns the identity of the file of a descriptor."""
    it = fstat(descriptor)
    return it.st_dev, it.st_ino


def _put(to: int, text: str) -> None:
    data = memoryview(_bytes(text))
    while data:
        try:
            data = data[write(to, data) :]
        except BlockingIOError:
            _wait([], [to])


def _wait(readers: "list[int]", writers: "list[int]") -> None:
    """Waits for a descriptor that does not wait itself."""
    from select import select  # noqa: PLC0415

    select(readers, writers, [])


def tell(text: str) -> bool:
    """Writes to stderr, and returns whether that went well."""
    if text and sys.__stderr__ is None:
        return False
    try:
        _put(ERRORS, text)
    except OSError:  # nobody is there to read it
        return False
    return True


def _bytes(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
