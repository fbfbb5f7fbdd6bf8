// Methods of calls that say what a line of a shell runs. What reads it is loaded when a handler calls one of them.

const [MODULES, SHELL] = ["node:module", "./internal/shell/call.js"];

/** What reads lines, once it is loaded. */
let shell;

const hasTool = ({ event, input }) => ABOUT_TOOLS.includes(event) || Object.hasOwn(input, TOOL);

/** Loads what reads lines if that cannot wait: handlers get the result of a method without `await`. */
async function prepareShell() {
  if (shell === undefined && !canLoadLater()) shell = await import("./internal/shell/call.js");
}

/** Returns true if a function can load a file: in Node 20.19 or newer, unless a bundle has all that there is. */
function canLoadLater() {
  try {
    return process.features.require_module && builtin(FILES).existsSync(new URL(SHELL, import.meta.url));
  } catch {
    return false;
  }
}

const loadShell = () => (shell ??= builtin(MODULES).createRequire(import.meta.url)(SHELL));

/** Adds the methods to a call. */
const addShell = (function (call, inherited) {
  inherited.commands = () => loadShell().commandsOf(call[TOOL], call[ARGUMENTS]);
  inherited.mayRun = (wanted) => loadShell().mayRun(inherited.commands(), wanted);
  // A key of a newer host must not hide them.
  delete call.commands;
  delete call.mayRun;
});
