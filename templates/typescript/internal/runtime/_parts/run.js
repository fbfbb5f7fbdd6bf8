// Runs handlers as a command: reads the event from standard input, and writes the reply to standard output. However the
// program ends, it writes an answer first, and has the exit code of the answer.

const [INPUT, OUTPUT, ERRORS] = [0, 1, 2];

/** Modules of Node. In variables, so that bundlers for browsers do not look for them. */
const [FILES, SCRIPTS] = ["node:fs", "node:vm"];

const builtin = (name) => globalThis.process?.getBuiltinModule?.(name);

/** Whether a command has begun. */
let isCommand = false;

/** The file that tests read, as the environment was when the command began: a program can change it. */
let channel;

export const run = (async function (handlers, options) {
  if (isCommand) throw new Error("`run` was called twice: give all handlers to one call");
  isCommand = true;
  faultOf(() => (channel = process.env[CHANNEL]));
  const command = { hook: hookOf(handlers, options, ["guard", "limit", "name"]), answer: emptyAnswer(), exit: process.reallyExit };
  try {
    begin(command);
    // Before Node 20.16.
    if (command.fs === undefined) useFiles(command, (await import(FILES)).default);
    await fillIn(command.answer, handlers, readAll(command), options, false, command);
    await settle(command);
  } catch (error) {
    // An event without a handler has none yet.
    command.answer.plan ??= readPlan(command.answer.event);
    await failed(command.answer, command.hook, error);
  }
  write(command);
  leave(command);
});

/** What ends the program if nothing listens to it. Real-time signals do so, too, but nothing can listen to them. */
const SIGNALS = [
  "SIGTERM",
  "SIGINT",
  "SIGHUP",
  "SIGQUIT",
  "SIGALRM",
  "SIGUSR1",
  "SIGUSR2",
  "SIGXCPU",
  "SIGVTALRM",
  "SIGPWR",
  "SIGSTKFLT",
  "SIGTRAP",
  "SIGSYS",
];

/** The options of Node with which a profiler can get SIGPROF. */
const PROFILES = /--(?:cpu-prof|prof|inspect)/;

/** Returns the signals that end this program if nothing listens to them. */
function signals() {
  const { env, execArgv, platform } = process;
  const isProfiled = PROFILES.test([...execArgv, env.NODE_OPTIONS].join(" "));
  // Other systems ignore SIGIO.
  return [...SIGNALS, ...(platform === "linux" ? ["SIGIO"] : []), ...(isProfiled ? [] : ["SIGPROF"])];
}

/** Signals that end the program, and nothing can listen to it. The numbers are those of POSIX. */
const DEADLY = ["SIGKILL", "SIGSTOP", "SIGABRT", 9, 19, 6];

/** The number of bytes of an input that can be read. */
const MOST_INPUT = 0x4000000;

/** The longest timer. */
const MOST_MILLISECONDS = 0x7fffffff;

/** How long what the program does at its end may take. */
const MOST_AT_EXIT = 1000;

/** Watches everything that can end the handlers, or the program. */
const begin = (function (command) {
  const { exit, hook: { limit } } = command;
  keepEvents(command);
  for (const signal of signals()) process.on(signal, () => stopHandlers(command, new Failure("signal", { signal })));
  keepOutput();
  keepChildren();
  useFiles(command, builtin(FILES));
  keepDescriptor(command);
  const { kill } = process;
  process.reallyExit = (code) => {
    leaveEarly(command, "process.reallyExit");
    exit.call(process, code);
  };
  process.abort = () => {
    leaveEarly(command, "process.abort");
    exit.call(process, 1);
  };
  process.kill = (id, signal) => {
    if (id === process.pid && DEADLY.includes(signal)) leaveEarly(command, "process.kill");
    return kill.call(process, id, signal);
  };
  if (limit !== undefined) arm(command, limit * 1000);
});

/**
 * Listens to the events of the program, in two ways. A program can remove listeners, or add one that throws before others are
 * called; and it can set `emit` back, as packages do that wait for its end, or have another one, as Bun does.
 */
function keepEvents(command) {
  const unsettled = () => stopHandlers(command, new Failure("it waits for a promise that nothing settles"));
  command.atExit = () => leaveEarly(command, "process.exit");
  process.on("exit", command.atExit);
  process.on("uncaughtException", (error) => stopHandlers(command, error));
  process.on("beforeExit", unsettled);
  const { emit } = process;
  process.emit = function (name, ...rest) {
    if (name === "exit" && command.code === undefined) leaveEarly(command, "process.exit");
    if (name === "beforeExit") unsettled();
    // Options of Node can make it a warning, or nothing.
    if (name === "unhandledRejection" && process.listenerCount(name) === 0) stopHandlers(command, rest[0]);
    if (name !== "uncaughtException") return emit.call(this, name, ...rest);
    stopHandlers(command, rest[0]);
    faultOf(() => emit.call(this, name, ...rest));
    return true;
  };
}

/** Starts the time limit. Programs can replace the functions for timers. */
function arm(command, milliseconds) {
  const { clearTimeout, setTimeout } = globalThis;
  command.end = performance.now() + milliseconds;
  const timer = setTimeout(() => stopHandlers(command, tooLate(command)), Math.min(milliseconds, MOST_MILLISECONDS));
  command.disarm = () => clearTimeout(timer);
}

const tooLate = ({ hook }) => new Failure("late", { seconds: hook.limit });

/** Ends the handlers. The first error counts. */
function stopHandlers(command, error) {
  command.stopped ??= { error };
  command.reject?.(command.stopped.error);
}

/** Throws the error that has ended the handlers. */
const checkStopped = ({ stopped }) => {
  if (stopped) throw stopped.error;
};

/** Calls a handler, and waits for its promise, up to the time limit. */
const callHandler = (async function (command, run) {
  let returned = command.end === undefined ? run() : untilEnd(command, run);
  if (typeof returned?.then === "function") {
    const stopped = new Promise((_, reject) => (command.reject = reject));
    returned = await Promise.race([returned, stopped]);
    // Code that runs without a pause keeps the timer from ringing.
    if (command.end <= performance.now()) stopHandlers(command, tooLate(command));
  }
  checkStopped(command);
  return returned;
});

function untilEnd(command, run) {
  try {
    return timed(run, command.end - performance.now());
  } catch (error) {
    if (performance.now() < command.end) throw error;
    stopHandlers(command, tooLate(command));
  }
}

/** Lets errors be seen that no handler waits for, unless the hook blocks. */
const settle = (async function (command) {
  command.disarm?.();
  command.reject = undefined;
  const { refusal, out, failures } = command.answer;
  if (refusal !== undefined || out?.exitCode === 2) return;
  // A signal that has come is seen in the next round of the event loop, and not always in this one.
  await new Promise((done) => setImmediate(setImmediate, done));
  // What ended the handlers is a failure already.
  if (failures.length === 0) checkStopped(command);
  if (out !== undefined && isStray() && written(command.answer).stdout !== "") throw new Failure("stray");
});

/** Reads all of standard input. If it cannot be read it is empty: there is no event. */
const readAll = (function (command) {
  const parts = [];
  try {
    // What is larger is refused, whatever else it has.
    for (let length = -1, size = 0; length !== 0 && size <= MOST_INPUT; size += length) {
      const part = Buffer.allocUnsafeSlow(2 ** 16);
      length = whenReady(() => command.fs.readSync(INPUT, part));
      parts.push(part.subarray(0, length));
    }
  } catch (error) {
    if (error.code !== "EOF") tell(command, `${shown(error.message)}\n`);
  }
  return Buffer.concat(parts);
});

/** Writes the answer. If that fails, the exit code is all that is left. */
const write = (function (command) {
  const { answer, hook } = command;
  command.code = isClosed(answer.event, hook) ? 2 : 1;
  let result = { stdout: "", stderr: "", exitCode: command.code };
  // A text can be too long for the engine.
  const unwritten = faultOf(() => (result = written(answer)));
  command.isWriting = true;
  const fault = unwritten ?? faultOf(() => writeReply(command, result.stdout));
  tell(command, result.stderr);
  if (fault) {
    const note = WORDS.unwritten.replace("{error}", () => shown(fault.message));
    report(note, hook);
    tell(command, `${note}\n`);
  }
  if (!fault || result.exitCode === 2) command.code = result.exitCode;
});

/** Writes the reply, unless the program has closed standard output, and its number is that of another file now. */
function writeReply(command, text) {
  if (text !== "" && command.output !== undefined && identity(command) !== command.output) throw new Error("standard output is closed");
  writeAll(command, OUTPUT, text);
}

function faultOf(run) {
  try {
    run();
  } catch (error) {
    return error;
  }
}

/** Writes to stderr. Nobody may be there to read it. */
const tell = (command, text) => faultOf(() => (command.fs ? writeAll(command, ERRORS, text) : process._rawDebug(text.trimEnd())));

const writeAll = (function ({ writeSync }, to, text) {
  if (text === "") return;
  let data = Buffer.from(text);
  while (data.length > 0) data = data.subarray(whenReady(() => writeSync(to, data)));
});

/** Calls a function again while a pipe is not ready. */
const whenReady = (function (run) {
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
});

/**
 * Writes that the hook failed, and ends the program, if it ends before it has an answer. It does nothing if the hook has no
 * handler for the event.
 */
function leaveEarly(command, by) {
  const { answer, code, hook } = command;
  const isOurs = hook.fault !== undefined || answer.event === "" || handles(hook, answer.event);
  if (code !== undefined || !isOurs) return;
  if (answer.event === "") Object.assign(answer, { event: onlyEvent(hook), isUnread: true });
  answer.plan ??= readPlan(answer.event);
  fail(answer, hook, `it called \`${by}\``);
  if (answer.refusal === undefined && answer.plan && !answer.out) joinEarly(answer, command);
  write(command);
  leave(command);
}

/** Joins what other handlers said before one ended the program. Nothing can be loaded now, so verbs are not validated. */
function joinEarly(answer, { found = [], wholes: whole }) {
  const spell = (own) => {
    own.out = spelled(own, false, []);
    if (own.raw !== undefined) whole.checkWhole(own, false);
  };
  for (const own of found.filter((it) => faultOf(() => spell(it)) === undefined)) {
    answer.hooks.push(...own.hooks);
    if (own.raw !== undefined) answer.raw = answer.raw === undefined ? own.raw : whole.stricter(answer, own);
  }
  if (answer.raw !== undefined && answer.hooks.length > 0) whole.keepOne(answer);
  if (faultOf(() => spell(answer))) Object.assign(answer, { hooks: [], raw: undefined, out: undefined });
}

/** Ends the program with the exit code of the answer, whatever the program does at its end. */
const leave = (function (command) {
  const exit = () => command.exit.call(process, command.code);
  try {
    process.reallyExit = exit;
    // Node listens, too.
    if (process.listeners("exit").some((it) => it !== command.atExit && it.name !== "handleProcessExit")) leaveSlowly(command);
  } finally {
    exit();
  }
});

/** Lets the program do what it does at its end. It does not write to standard output, which no other file may get, too. */
function leaveSlowly({ fs, code }) {
  fs.closeSync(OUTPUT);
  fs.openSync(process.platform === "win32" ? "\\\\.\\nul" : "/dev/null", "w");
  // If the program is ending already, `process.exit` calls no listeners.
  timed(() => (process._exiting ? process.emit("exit", code) : process.exit(code)), MOST_AT_EXIT);
}

/** Keeps the functions for files that the answer needs: programs can replace them. */
const useFiles = (command, fs) => {
  Object.assign(command, { fs, writeSync: fs?.writeSync, fstatSync: fs?.fstatSync });
  faultOf(() => (command.output = identity(command)));
};

/** Returns the identity of the file that is standard output. */
const identity = ({ fstatSync }) => {
  const { dev, ino } = fstatSync(OUTPUT);
  return `${dev} ${ino}`;
};

/** Sends what is printed from now on to stderr: stdout has only the reply. */
const keepOutput = (function () {
  const errors = { configurable: true, get: () => process.stderr };
  Object.defineProperty(process, "stdout", { ...errors, enumerable: true });
  // The console keeps the stream that it has used before. With `--frozen-intrinsics`, it cannot be changed.
  faultOf(() => Object.defineProperty(console, "_stdout", errors));
});

/** Does the same with what child processes print. All functions that start one hand its streams to one of these two. */
const keepChildren = (function () {
  try {
    for (const starts of [process.binding("process_wrap").Process.prototype, process.binding("spawn_sync")]) {
      const { spawn } = starts;
      const away = (it) => (it.fd === OUTPUT || it.handle?.fd === OUTPUT ? { type: "fd", fd: ERRORS } : it);
      starts.spawn = function (options) {
        return spawn.call(this, { ...options, stdio: options.stdio.map(away) });
      };
    }
  } catch {
    // With `--permission`, programs cannot reach them.
  }
});

/** Does the same with what is written to its descriptor. All functions that write hand it to one of these. */
const keepDescriptor = (function (command) {
  try {
    const binding = process.binding("fs");
    for (const name of ["writeBuffer", "writeBuffers", "writeString", "writeFileUtf8"]) {
      const own = binding[name];
      binding[name] = (to, ...rest) => own(to === OUTPUT && !command.isWriting ? ERRORS : to, ...rest);
    }
  } catch {
    keepFunctions(builtin(FILES) ?? {});
  }
});

/** Does the same where the program cannot reach them, such as with `--permission`. That takes longer. */
function keepFunctions(fs) {
  for (const name of ["write", "writeSync", "writev", "writevSync", "writeFile", "writeFileSync", "appendFile", "appendFileSync"]) {
    const own = fs[name];
    fs[name] = (to, ...rest) => own(to === OUTPUT ? ERRORS : to, ...rest);
  }
  // Functions that a module imports by name are copies.
  builtin("node:module")?.syncBuiltinESMExports();
}

/** Returns true if the program has written to the real standard output: before `run`, or to a stream that it kept. */
const isStray = () => process._getActiveHandles?.().some(isStrayStream) ?? false;

const isStrayStream = ({ fd, _handle, bytesWritten }) => (fd ?? _handle?.fd) === OUTPUT && bytesWritten > 0;

/** Calls a function, and ends it after some milliseconds, also if it never pauses. Node cannot end what waits for the system. */
function timed(run, milliseconds) {
  const scripts = builtin(SCRIPTS);
  if (scripts === undefined) return run();
  const name = "runTimed";
  const value = () => {
    delete globalThis[name];
    return run();
  };
  Object.defineProperty(globalThis, name, { value, configurable: true });
  const timeout = Math.max(1, Math.min(Math.ceil(milliseconds), MOST_MILLISECONDS));
  return new scripts.Script(`${name}()`).runInThisContext({ timeout, displayErrors: false });
}
