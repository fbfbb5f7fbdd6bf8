// Compares a command with one that is looked for.

import { languages, programs, shells, wrappers } from "./data.js";
import { cut, programOf } from "./words.js";

/**
 * Returns whether a command is one that is looked for: a program, subcommands and options. `undefined` if it may be,
 * because the shell fills in a word that decides, or a program adds words.
 *
 * @param {import("../../shell.js").ShellCommand} command
 * @param {string[]} wanted
 * @returns {boolean | undefined}
 */
export function isWanted(command, wanted) {
  const { words, name, more } = command;
  if (name === null) return false;
  const [path, ...others] = wanted;
  const program = programOf(path.slice(path.lastIndexOf("/") + 1));
  const options = programs.get(program);
  const subcommands = others.filter((it) => !it.startsWith("-"));
  const isDashed = options?.dashed && subcommands.length > 0 && programOf(name) === `${program}-${subcommands[0]}`;
  if (isDashed) subcommands.shift();
  else if (programOf(name) !== program) return false;
  const names = [program, ...subcommands.map((_, index) => [program, ...subcommands.slice(0, index + 1)].join(" "))];
  const isRunning = (it) => wrappers.has(it) || shells.has(it) || languages.has(it);
  const runsOperands = names.some(isRunning) || options?.input === true;
  let at = 1;
  let isCertain = true;
  for (const subcommand of subcommands) {
    const found = after(words, at, subcommand, options);
    if (found === "unknown") return undefined;
    if (found === "ended") return more ? undefined : false;
    if (found === "other") return false;
    at = found.at;
    isCertain &&= found.isSure;
  }
  const texts = words.slice(1).filter(({ literal }) => literal).map(({ text }) => text);
  for (const option of others.filter((it) => it.startsWith("-"))) {
    if (!has(texts, option, options) && texts.length + 1 === words.length && !more) return false;
    isCertain &&= surelyHas(words.slice(at), option, options, runsOperands);
  }
  return isCertain || undefined;
}

/**
 * Returns the place after a subcommand, and whether it is certain. Otherwise it returns `unknown` if that is not known,
 * `ended` if the words end before it, and `other` if there is another one.
 */
function after(words, start, subcommand, options) {
  let isUnsure = false;
  for (let at = start; at < words.length; ) {
    const { text, literal } = words[at++];
    if (!literal) return "unknown";
    if (text === subcommand) return { at, isSure: !isUnsure };
    // A toolchain, as in `cargo +nightly publish`.
    if (text.startsWith("+")) continue;
    if (text.startsWith("-") && text.length > 1) {
      const takes = takesValue(options, text);
      if (takes && words[at]?.splits) return "unknown";
      if (takes) at += 1;
      isUnsure = takes === undefined;
    } else if (isUnsure) {
      // It can be the value of an option that is not known.
      isUnsure = false;
    } else {
      return "other";
    }
  }
  return "ended";
}

/** Returns whether an option takes the next word; `undefined` if that is not known. */
function takesValue(options, text) {
  if (text === "--" || (text.startsWith("--") && text.includes("="))) return false;
  if (options === undefined) return undefined;
  const { flags = "", values = "", long_flags: longFlags = [], long_values: longValues = [] } = options;
  if (text.startsWith("--")) {
    if (longValues.includes(text)) return true;
    return longFlags.includes(text) ? false : undefined;
  }
  for (let index = 1; index < text.length; index++) {
    if (values.includes(text[index])) return index + 1 === text.length;
    if (!flags.includes(text[index])) return undefined;
  }
  return false;
}

/** Returns whether there is an option among arguments. */
function has(texts, option, options) {
  if (texts.includes(option)) return true;
  if (option.startsWith("--")) return hasOne(texts, option, options);
  return [...option.slice(1)].every((letter) => hasOne(texts, `-${letter}`, options));
}

/** Returns whether there certainly is an option: it is written in full, and nothing before it can change what it is. */
function surelyHas(words, option, options, runsOperands) {
  if (!option.startsWith("--") && option.length > "-f".length) {
    if ([...option.slice(1)].every((it) => surelyHas(words, `-${it}`, options, runsOperands))) return true;
  }
  const same = options?.synonyms?.find((it) => it.includes(option)) ?? [option];
  let isFree = true;
  for (const { text, literal } of words) {
    const [name, value] = cut(text, "=");
    if (!literal || text === "--") return false;
    if (isFree && same.includes(text.startsWith("--") ? name : text)) return true;
    const isOption = text.startsWith("-") && text !== "-";
    if (runsOperands && !isOption) return false;
    // The value of an option can be the next word.
    isFree = !isOption || (text.startsWith("--") && value !== undefined);
  }
  return false;
}

/** Returns whether there is an option, or one that means the same. */
function hasOne(texts, option, { synonyms = [] } = {}) {
  const names = synonyms.find((it) => it.includes(option)) ?? [option];
  const isIn = (text) => {
    const [start] = cut(text, "=");
    return names.some((name) => {
      // Many programs take the start of a long option for it.
      if (name.startsWith("--")) return start.length > "--".length && name.startsWith(start);
      return !text.startsWith("--") && text.includes(name.slice(1));
    });
  };
  return texts.some((text) => text.startsWith("-") && isIn(text));
}
