// Lists the commands that a line runs. The functions are documented in `shell.d.ts`.

import { messages, posix, shells } from "./internal/shell/data.js";
import { hasBash } from "./internal/shell/inner.js";
import { isWanted } from "./internal/shell/matching.js";
import { readText } from "./internal/shell/reader.js";
import { Line, programOf, Text } from "./internal/shell/words.js";

export function commands(text, shell = "bash") {
  // Anything else would look like a line that runs nothing.
  if (typeof text !== "string") throw new TypeError("`text` has to be a string");
  const line = new Line();
  if (posix.has(programOf(shell)) && hasBash(text)) line.hides("syntax", 0, text.length);
  if (shells.has(programOf(shell))) readText(new Text(text, text), line, 0, [], []);
  else line.hides("language", 0, text.length);
  // An expression runs what is in the brackets of a text.
  if (line.computes && line.code) line.hides("eval", line.code.start, line.code.end);
  if (line.starts && line.interactive) line.hides("source", line.interactive.start, line.interactive.end);
  if (line.options) for (const { start, end } of line.harmless) line.hides("code", start, end);
  // Sorting keeps the order of those that begin at one place: what runs is after what runs it.
  line.commands.sort((one, other) => one.start - other.start);
  return {
    commands: line.commands.map((it) => it.value()),
    opaque: outermost(line.opaque).map(({ reason, start, end }) => ({ reason, message: messages[reason], start, end })),
  };
}

/** Returns the parts in the order of their places, without those in another one with the same reason. */
function outermost(parts) {
  const ends = new Map();
  const sorted = parts.toSorted((one, other) => one.start - other.start || other.end - one.end);
  return sorted.filter(({ reason, end }) => {
    const isNew = end > (ends.get(reason) ?? -1);
    if (isNew) ends.set(reason, end);
    return isNew;
  });
}

// The signs that no program and no option has: somebody wrote a pattern, a rule or a line.
const SIGNS = /[*()|&;$'"`<>{}\\]/;

/** Returns the words of a command to look for. It throws if nothing would ever match it: a guard would be open. */
function wantedWords(wanted) {
  const words = wanted.split(/\s+/).filter((it) => it !== "");
  const name = programOf((words[0] ?? "").split("/").at(-1));
  const firstOption = words.findIndex((it) => it.startsWith("-"));
  const inOrder = firstOption < 0 || (firstOption > 0 && words.slice(firstOption).every((it) => it.startsWith("-")));
  if (name === "" || name.includes("=") || !inOrder || SIGNS.test(wanted)) {
    throw new RangeError(
      "`wanted` has to be a program, its subcommands and its options, such as `git push --force`: " +
        "no pattern, no quote, and no word after an option",
    );
  }
  return words;
}

export function matching(line, wanted) {
  const words = wantedWords(wanted);
  const read = typeof line === "string" ? commands(line) : line;
  const found = read.commands.map((command) => ({ command, isIt: isWanted(command, words) }));
  return {
    commands: found.filter(({ isIt }) => isIt !== false).map(({ command }) => command),
    certain: found.filter(({ isIt }) => isIt).map(({ command }) => command),
    opaque: read.opaque.filter((it) => it.reason !== "script"),
  };
}

export function mayRun(line, wanted) {
  const found = matching(line, wanted);
  return found.commands.length > 0 || found.opaque.length > 0;
}
