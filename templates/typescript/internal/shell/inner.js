// Finds the commands that a command runs as its arguments, and what hides them.

import { builtins, evaluating, gnu, languages, posix, programs, shells, tables, variables, wrappers, zsh } from "./data.js";
import { readText } from "./reader.js";
import { Command, cut, DEEPEST, joined, lower, programOf, withoutEnding } from "./words.js";

/** @typedef {import("./words.js").Line} Line */
/** @typedef {import("./words.js").Word} Word */
/** @typedef { { name: string, value?: Word } } Option an option that is there, with its value */

/** The names of the standard input as a file. */
const INPUTS = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];
/** The options after which a shell runs nothing. */
const ABOUT = ["--version", "--help"];
/** The builtins that read a file as commands. */
const SOURCING = ["source", "."];
/** The options of a shell that take the next word, with one hyphen or two. */
const WITH_VALUE = ["rcfile", "init-file", "emulate"];
/** The other long options of shells. */
const LONG = [
  "norc", "noprofile", "login", "posix", "restricted", "verbose", "debugger", "dump-strings", "dump-po-strings",
  "pretty-print", "noediting", "no-rcs", "no-globalrcs", "interactive",
];
/** The options of shells that are letters. */
const LETTERS = "abcdefghilmnopqrstuvwxyBCDEHOPT";
/** The options of `find` before a command. */
const EXEC = ["-exec", "-execdir", "-ok", "-okdir"];
/** What is before a list of arguments of `parallel`. */
const LISTS = [":::", ":::+", "::::", "::::+"];

/**
 * Reads words as the text of a shell. What is filled in hides commands, and is read as it is written.
 *
 * @param {Word[]} words
 * @param {Line} line
 * @param {number} depth
 * @param {string[]} reached
 * @param {string[]} through
 */
export function readWords(words, line, depth, reached, through) {
  for (const { source, start, end, isLiteral } of words) {
    if (!isLiteral) line.hides("expansion", source.place(start), source.place(end));
  }
  const text = joined(words);
  if (posix.has(through.at(-1)) && hasBash(text.text)) {
    line.hides("syntax", text.place(0), text.place(text.text.length));
  }
  readText(text, line, depth + 1, reached, through);
}

/** Whether a text has words that only some shells know: `sh` can be Bash, or a shell that reads them differently. */
function hasBash(text) {
  return ["((", "[[", "&>", "$'", "time -"].some((it) => text.includes(it));
}

/**
 * Adds the commands that a command runs.
 *
 * @param {Command} command
 * @param {Line} line
 * @param {number} depth
 */
export function innerCommands(command, line, depth) {
  for (const { name, value } of command.assignments) assigns(command, line, name, value);
  if (command.words.length === 0) return;
  const [first] = command.words;
  const { name } = command;
  if (first.isLiteral && /^[={]./s.test(first.text) && first.beginsWith(first.text[0])) {
    // `=git` is the path of git, and `{git` a bracket and a command.
    line.hiddenBy(command, "zsh");
  }
  if (name === null) line.hiddenBy(command, "expansion");
  else if (depth >= DEEPEST) line.hiddenBy(command, "deep");
  else new Inner(command, programOf(name), line, depth).read();
}

/** Notes an assignment that hides commands. The value is absent if it is a list. */
function assigns(command, line, assigned, value) {
  const [name, index] = cut(assigned, "[");
  if (tables.has(name) && (index !== undefined || !value)) line.hiddenBy(command, "alias");
  if (name.startsWith("BASH_FUNC_")) line.hiddenBy(command, "eval");
  if (!value || value.length === 0) return;
  const reason = variables.get(name);
  const isEvaluated = reason === "eval" && (!value.isLiteral || /[$`(]/.test(value.text));
  if (isEvaluated || (reason !== undefined && reason !== "eval")) line.hiddenBy(command, reason);
}

/** The commands in the words of one command. */
class Inner {
  #command;
  #name;
  #line;
  #depth;
  #words;
  #reached;
  #through;

  constructor(command, name, line, depth) {
    this.#command = command;
    this.#name = name;
    this.#line = line;
    this.#depth = depth + 1;
    this.#words = command.words;
    this.#reached = command.reached;
    this.#through = [...command.through, name];
  }

  #hides(reason) {
    this.#line.hiddenBy(this.#command, reason);
  }

  /** Adds them. */
  read() {
    const name = this.#name;
    const wrapper = wrapperOf(name);
    if (shells.has(name) || shells.has(withoutVersion(name))) this.#shell();
    else if (wrapper !== undefined) this.#wrapper(wrapper, 1);
    else if (programs.has(name)) this.#program(programs.get(name));
    else if (evaluating.has(name)) this.#evaluating(evaluating.get(name));
    else if (name === "eval") this.#eval();
    else if (name === "trap") this.#trap();
    else if (name === "find" || name === "gfind") this.#find();
    else if (SOURCING.includes(name)) this.#sourced();
    else if (languages.has(name)) this.#hides("language");
    else if (zsh.has(name)) this.#hides("zsh");
    if (builtins.has(name)) this.#builtin(builtins.get(name));
  }

  #text(words, step = "text", more = false) {
    const first = this.#line.commands.length;
    readWords(words, this.#line, this.#depth, [...this.#reached, step], this.#through);
    for (const command of this.#line.commands.slice(first)) command.more ||= more;
  }

  /** Adds a command whose words are among those of this one. */
  #child(words, more, step = "argument") {
    const [{ text, isLiteral }] = words;
    if (isLiteral && (text.startsWith("-") || /[= \t\n]/.test(text.split("/").at(-1)))) {
      // No program is called so: these words are read in another way.
      this.#hides("unknown-option");
    }
    const isSame = step === "argument" && this.#reached.at(-1) === step;
    const reached = isSame ? this.#reached : [...this.#reached, step];
    const found = new Command(words[0].place, reached, this.#through);
    const { end, inputs } = this.#command;
    Object.assign(found, { end, words, more, inputs });
    this.#line.commands.push(found);
    innerCommands(found, this.#line, this.#depth);
  }

  // Shells

  /** Reads a shell: its text, its file, or its input. */
  #shell() {
    const found = this.#letters();
    if (found === undefined || found.letters.includes("n")) return;
    const operand = this.#words[found.at];
    if (operand === undefined) {
      if (this.#command.more) this.#hides("input");
      else this.#input();
    } else if (found.letters.includes("c")) {
      this.#text([operand]);
    } else if (operand.hasProcess || (!INPUTS.includes(operand.text) && isDevice(operand.text))) {
      this.#hides("source");
    } else if (operand.isOpen || !(operand.isLiteral || operand.text.includes("/"))) {
      this.#hides("expansion");
    } else if (found.letters.includes("s") || INPUTS.includes(operand.text)) {
      this.#input();
    }
  }

  /** Returns the place after the options of a shell, and their letters; `undefined` if it runs nothing. */
  #letters() {
    const words = this.#words;
    let at = 1;
    let letters = "";
    while (words[at]?.isLiteral && /^[-+]/.test(words[at].text)) {
      const { text } = words[at];
      at += 1;
      if (text === "-" || text === "--") break;
      if (ABOUT.includes(text)) return undefined;
      const name = text.replace(/^-+/, "");
      let takes = 0;
      if (WITH_VALUE.includes(name)) {
        takes = 1;
      } else if (!LONG.includes(name)) {
        const own = text.slice(1);
        if (![...own].every((it) => LETTERS.includes(it))) this.#hides("unknown-option");
        if (text[0] === "+" && own.includes("n")) letters = letters.replaceAll("n", "");
        letters += text[0] === "-" ? own : own.replaceAll("n", "");
        takes = own.replace(/[^oO]+/g, "").length;
      }
      for (const value of words.slice(at, at + takes)) {
        if (!value.isLiteral || isDevice(value.text)) this.#hides("source");
        else if (value.text === "keyword") this.#hides("unknown-option");
      }
      at += takes;
    }
    return { at, letters };
  }

  /** Reads the input of a shell, if it is in the line. */
  #input() {
    const isInput = ({ operator, descriptor }) => operator.startsWith("<") && ["", "0"].includes(descriptor);
    const input = this.#command.inputs.findLast(isInput);
    if (input === undefined) {
      this.#hides("input");
    } else if (input.document) {
      const reached = [...this.#reached, "here-document"];
      input.document.shell = { depth: this.#depth, reached, through: this.#through };
    } else if (input.operator === "<<<") {
      this.#text([input.target], "here-document");
    } else if (!input.target.isLiteral || input.operator !== "<") {
      this.#hides("source");
    } else if (input.target.text !== "/dev/null") {
      this.#hides(isDevice(input.target.text) ? "source" : "script");
    }
  }

  // Builtins

  #eval() {
    const words = this.#words.slice(this.#words[1]?.text === "--" ? 2 : 1);
    if (this.#command.more || !words.every((it) => it.isLiteral)) this.#hides("eval");
    else if (words.length > 0) this.#text(words);
  }

  /** Reads `source`: a script that changes the shell. */
  #sourced() {
    const file = this.#words[1];
    if (file?.isLiteral && !isDevice(file.text) && !INPUTS.includes(file.text)) this.#hides("script");
    else if (file || this.#command.more) this.#hides("source");
  }

  #trap() {
    const words = this.#words.slice(1).filter((it) => it.text !== "--");
    if (words[0]?.splits) this.#hides("expansion");
    else if (words.length > 1 && !words[0].text.startsWith("-")) this.#text(words.slice(0, 1));
  }

  /** Reads a builtin with options, or words, that hide commands. */
  #builtin(options) {
    const words = this.#words.slice(1);
    for (const [option, reason] of Object.entries(options)) {
      if (this.#command.more || words.some((it) => hasOption(it, option))) this.#hides(reason);
    }
  }

  /** Reads a builtin that takes words as names of variables, with expressions in brackets. */
  #evaluating(option) {
    this.#line.computes ||= option === "" || this.#words.some((it) => it.text === option);
    for (const word of this.#words.slice(1)) {
      const [name, value] = cut(word.text, "=");
      const [base] = cut(withoutEnding(name, "+"), "[");
      if (tables.has(base)) {
        this.#hides("alias");
      } else if (value !== undefined && (variables.has(base) || base.startsWith("BASH_FUNC_"))) {
        assigns(this.#command, this.#line, base, word.after(name.length + 1));
      } else if (variables.has(base)) {
        this.#hides("eval");
      }
    }
  }

  // Programs

  /** Reads a program with subcommands. */
  #program(options) {
    const { at, isUnknown } = this.#options(options, 1);
    const rest = this.#words.slice(at).map(({ text }) => `${this.#name} ${text}`);
    if (isUnknown && rest.some((it) => wrappers.has(it))) {
      this.#hides("unknown-option");
    } else if (rest.length > 0 && wrappers.has(rest[0])) {
      this.#through = [...this.#command.through, rest[0]];
      this.#wrapper(wrappers.get(rest[0]), at + 1);
    }
  }

  /** Reads a program that runs another one. */
  #wrapper(options, start) {
    const { at, found, isUnknown } = this.#beforeCommand(options, start);
    const { none = [], opaque = [], text = [], exact = [], replaces = [], shell_with: shellWith = [] } = options;
    const has = (names) => found.some(({ name }) => names.includes(name));
    if (has(none)) return;
    if (isUnknown || has(opaque)) this.#hides("unknown-option");
    const value = found.findLast((it) => text.includes(it.name) && it.value)?.value;
    if (value) {
      this.#text([value], options.remote ? "remote" : "text");
      return;
    }
    if (options.permutes) {
      const others = this.#words.slice(1).filter(({ text }) => !text.startsWith("-"));
      if (others.length > 1 || this.#words.some(({ text }) => text === "--")) this.#hides("unknown-option");
    }
    let words = options.permutes ? [] : this.#words.slice(at);
    if (options.lists) words = this.#listed(words);
    const replacing = found.findLast(({ name }) => replaces.includes(name));
    const replaced = options.lists ? "{" : replacing && (replacing.value?.text ?? "{}");
    if (replaced !== undefined) words = words.map((it) => (it.text.includes(replaced) ? it.filledIn() : it));
    const more = this.#command.more || Boolean(options.more || options.lists);
    if (words.length > 0 && options.joined && !has(exact)) this.#text(words, options.remote ? "remote" : "text", more);
    else if (words.length > 0) this.#child(words, more, options.remote ? "remote" : "argument");
    else if (options.shell || has(shellWith)) this.#input();
    else if (this.#command.more) this.#hides("expansion");
  }

  /** Reads the options and the operands before a command. It returns what `#options` does. */
  #beforeCommand(options, start) {
    const { unless = [], operands = 0 } = options;
    let { at, found, isUnknown } = this.#options(options, start);
    const skipped = found.some(({ name }) => unless.includes(name)) ? 0 : operands;
    for (let count = skipped; count > 0; count--) {
      const operand = this.#words[at];
      isUnknown ||= operand !== undefined && (options.remote ? operand.splits : operand.isOpen);
      at += 1;
      if (!options.again) continue;
      const others = this.#options(options, at);
      at = others.at;
      found = [...found, ...others.found];
      isUnknown ||= others.isUnknown;
    }
    if (options.separator) {
      const separator = this.#words.findIndex(({ text }) => text === "--");
      if (separator < 0 && this.#words.length > at + 1) this.#hides("unknown-option");
      at = separator < 0 ? this.#words.length : separator + 1;
    }
    return { at, found, isUnknown };
  }

  /** Returns the words before a list of arguments; without any, each argument is a text. */
  #listed(words) {
    const index = words.findIndex((it) => LISTS.includes(it.text));
    if (index > 0) return words.slice(0, index);
    if (index === 0) {
      for (const word of words.slice(1)) this.#text([word]);
      return [];
    }
    if (words.length === 0) this.#hides("input");
    return words;
  }

  /** Reads the commands of `find`. */
  #find() {
    const words = this.#words;
    let isUnknown = this.#command.more;
    if (isUnknown || words.slice(1).some((it) => it.injects)) this.#hides("unknown-option");
    for (let at = 1; at < words.length; ) {
      const { text, isLiteral } = words[at++];
      isUnknown ||= !isLiteral;
      if (isLiteral && (text === ";" || text === "+") && isUnknown) this.#hides("unknown-option");
      if (!EXEC.includes(text)) continue;
      const start = at;
      while (at < words.length && !this.#endsExec(at)) at++;
      const own = words.slice(start, at);
      if (own.length > 0) this.#child(own.map((it) => (it.text.includes("{}") ? it.filledIn() : it)), false);
      at += 1;
    }
  }

  /** Returns whether a word ends a command of `find`. */
  #endsExec(at) {
    const { text } = this.#words[at];
    return text === ";" || (text === "+" && this.#words[at - 1].text === "{}");
  }

  /**
   * Returns the place of the first word after the options, the options, and whether one of them is unknown.
   *
   * @returns { { at: number, found: Option[], isUnknown: boolean } }
   */
  #options(options, start) {
    const words = this.#words;
    const found = [];
    let isUnknown = false;
    let at = start;
    while (at < words.length) {
      const word = words[at];
      const { text } = word;
      const isOption = text.startsWith("-");
      if (options.assignments && !isOption && text.includes("=")) {
        const [name] = cut(text, "=");
        isUnknown ||= word.splits;
        assigns(this.#command, this.#line, name, word.after(name.length + 1));
        at += 1;
        continue;
      }
      if (!isOption || (text === "-" && !options.dash)) {
        if (!options.permutes) break;
        at += 1;
        continue;
      }
      at += 1;
      if (text === "--") break;
      const first = found.length;
      const takes = addOption(options, word, found);
      isUnknown ||= takes === undefined || word.splits;
      if (takes && at < words.length) {
        found.at(-1).value = words[at];
        isUnknown ||= words[at].splits;
        at += 1;
      }
      for (const option of found.slice(first)) this.#hidesOf(options, option);
    }
    return { at, found, isUnknown };
  }

  /** Notes that an option hides commands. */
  #hidesOf({ hides = {} }, { name, value }) {
    if (value === undefined) return;
    const text = lower(value.text.replace(/^[ \t\n\v\f\r]+/, ""));
    for (const [start, reason] of Object.entries(hides[name] ?? {})) {
      if (text.startsWith(start) || hidesName(value)) this.#hides(reason);
    }
  }
}

/** Returns how the words of a program are read that runs another one, if it is one. Some have a `g` in front. */
function wrapperOf(name) {
  const gnuName = name.startsWith("g") ? name.slice(1) : name;
  return wrappers.get(name) ?? (gnu.has(gnuName) ? wrappers.get(gnuName) : undefined);
}

/** Returns the name of a program without a version at its end: `bash-5.2` is `bash`. */
function withoutVersion(name) {
  let end = name.length;
  while (end > 0 && "0123456789.-".includes(name[end - 1])) end--;
  return name.slice(0, end);
}

/** Returns whether a path can be that of an open file. */
const isDevice = (path) => path.includes("dev/") || path.includes("proc/");

/** Returns whether what is before `=` in a value is not known. */
function hidesName(value) {
  const [name] = cut(value.text, "=");
  return !value.isLiteral && /[$`]/.test(name);
}

/**
 * Returns whether a word of a builtin is, or has, an option: a letter, a word, `=` for an assignment, or nothing for any
 * word.
 */
function hasOption({ text, isLiteral }, option) {
  if (option === "" || option === "=") return text.includes(option) || !isLiteral;
  return option.length > 1 ? text === option : text.startsWith("-") && text.includes(option);
}

/**
 * Adds the options of a word, and returns whether the last one takes the next word; `undefined` if one is unknown.
 *
 * @param {Record<string, any>} options how the words of the program are read
 * @param {Word} word
 * @param {Option[]} found
 */
function addOption(options, word, found) {
  const { flags = "", values = "", optional = "", long_flags: longFlags = [], long_values: longValues = [] } = options;
  const { text } = word;
  if (text.startsWith("--")) {
    const [name, value] = cut(text, "=");
    found.push(value === undefined ? { name } : { name, value: word.after(name.length + 1) });
    if (longValues.includes(name)) return value === undefined;
    return longFlags.includes(name) ? false : undefined;
  }
  if (options.number && /^-[0-9]+$/.test(text)) return false;
  for (let index = 1; index < text.length; index++) {
    const letter = text[index];
    const name = `-${letter}`;
    if (values.includes(letter) || optional.includes(letter)) {
      const isLast = index + 1 === text.length;
      found.push(isLast ? { name } : { name, value: word.after(index + 1) });
      return isLast && values.includes(letter);
    }
    found.push({ name });
    if (!flags.includes(letter)) return undefined;
  }
  return false;
}
