// Finds the commands that a command runs as its arguments, and what hides them.

import { isWhole, runsNothing } from "./code.js";
import { WHOLE } from "./filters.js";
import { effectOf, evaluating, gnu, hiding, languages, posix, programs, shells, tables, wrappers, zsh } from "./data.js";
import { readText } from "./reader.js";
import { Command, cut, DEEPEST, joined, lower, programOf, withoutEnding } from "./words.js";

/** @typedef {import("./words.js").Line} Line */
/** @typedef {import("./words.js").Word} Word */
/** @typedef { { name: string, value?: Word } } Option an option that is there, with its value */

/** The names of the standard input as a file. */
const INPUTS = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];
/** The names of files that are a stream of the process. */
const NAMES = ["stdin", "stdout", "stderr", "tty"];
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
const DIGIT = /^[0-9]$/;
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
 * @param {boolean} isPosix
 */
export function readWords(words, line, depth, reached, through, isPosix = false) {
  for (const { source, start, end, isLiteral } of words) {
    if (!isLiteral) line.hides("expansion", source.place(start), source.place(end));
  }
  const text = joined(words);
  if ((isPosix || posix.has(through.at(-1))) && hasBash(text.text)) {
    line.hides("syntax", text.place(0), text.place(text.text.length));
  }
  readText(text, line, depth + 1, reached, through);
}

/** Whether a text has words that only some shells know: `sh` can be Bash, or a shell that reads them differently. */
export function hasBash(text) {
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
  for (const { name, value } of command.assignments) assigns(command, line, depth, name, value);
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
function assigns(command, line, depth, assigned, value) {
  const [name, index] = cut(assigned, "[");
  if (tables.has(name) && (index !== undefined || !value)) line.hiddenBy(command, "alias");
  const effect = effectOf(name);
  if (effect === undefined || !value || value.length === 0) return;
  if (effect === "text") new Inner(command, programOf(command.name ?? ""), line, depth).added(value);
  else if (effect === "startup") line.starts = true;
  else if (effect === "options") line.options = true;
  else if (effect !== "prompt") line.hiddenBy(command, effect);
  else if (!value.isLiteral || /[$`(]/.test(value.text)) line.hiddenBy(command, "eval");
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
  /** The lines of a program that several options have. @type {string[]} */
  #lines = [];

  constructor(command, name, line, depth) {
    this.#command = command;
    this.#name = name;
    this.#line = line;
    this.#depth = depth + 1;
    this.#words = command.words;
    this.#reached = command.reached;
    this.#through = name === "" ? command.through : [...command.through, name];
  }

  #hides(reason) {
    this.#line.hiddenBy(this.#command, reason);
  }

  /** Adds them. */
  read() {
    const name = this.#name;
    const plain = withoutVersion(name);
    const own = name.startsWith("g") && gnu.has(name.slice(1)) ? name.slice(1) : name;
    if (shells.has(name) || shells.has(plain)) this.#shell();
    else if (wrappers.has(own)) this.#wrapper(wrappers.get(own), 1);
    else if (programs.has(own)) this.#program(own, 1);
    else if (programs.has(plain)) this.#program(plain, 1);
    else if (evaluating.has(name)) this.#evaluating(evaluating.get(name));
    else if (name === "eval") this.#eval();
    else if (name === "trap") this.#trap();
    else if (name === "find" || name === "gfind") this.#find();
    else if (SOURCING.includes(name)) this.#sourced();
    else if (languages.has(name)) this.#hides("language");
    else if (zsh.has(name)) this.#hides("zsh");
    if (hiding.has(name)) this.#hiding(hiding.get(name));
  }

  #text(words, step = "text", more = false, isPosix = false) {
    const first = this.#line.commands.length;
    readWords(words, this.#line, this.#depth, [...this.#reached, step], this.#through, isPosix);
    for (const command of this.#line.commands.slice(first)) command.more ||= more;
  }

  /**
   * Reads a text that another program runs, with words of its own behind it.
   *
   * @param {Word} word
   */
  added(word) {
    if (this.#depth > DEEPEST) {
      this.#hides("deep");
      return;
    }
    const outer = this.#line.adds;
    this.#line.adds = true;
    this.#text([word.text.startsWith("!") ? word.after(1) : word], "text", true, true);
    this.#line.adds = outer;
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
    if (found.letters.includes("i")) {
      const { start, end } = this.#command;
      this.#line.interactive = { start, end };
    }
    if (operand === undefined) {
      if (this.#command.more) this.#hides("input");
      else this.#input();
    } else if (found.letters.includes("c")) {
      this.#text([operand]);
    } else if (operand.hasProcess || (!INPUTS.includes(operand.text) && isDevice(operand.text))) {
      this.#hides("source");
    } else if (!isFile(operand)) {
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
    const isInput = file && (file.hasProcess || isDevice(file.text) || INPUTS.includes(file.text));
    if (file && isFile(file) && !isInput) this.#hides("script");
    else if (file || this.#command.more) this.#hides("source");
  }

  #trap() {
    const words = this.#words.slice(1).filter((it) => it.text !== "--");
    if (words[0]?.splits) this.#hides("expansion");
    else if (words.length > 1 && !words[0].text.startsWith("-")) this.#text(words.slice(0, 1));
  }

  /** Reads a builtin or a program with options, or words, that hide commands. */
  #hiding(options) {
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
      } else if (value !== undefined) {
        assigns(this.#command, this.#line, this.#depth, base, word.after(name.length + 1));
      } else if (effectOf(base) !== undefined) {
        this.#hides("eval");
      }
    }
  }

  // Programs

  /** Reads a program with subcommands, or with code among its arguments. */
  #program(name, start) {
    const options = programs.get(name);
    const { none = [], effects, input, no_input: noInput = [], opens = "", permutes, unless, code = "" } = options;
    const harmless = this.#line.harmless.length;
    const { at, found, unknown } = this.#options(options, start);
    const has = (names) => found.some((it) => names.includes(it.name));
    if (!unknown && has(none)) return;
    // The first of the words after the options can be the value of one.
    if (unknown && effects && !permutes) this.#options({ ...options, permutes: true }, at);
    // The option can name more code.
    if (unknown && this.#line.harmless.length > harmless) this.#hides("code");
    const words = this.#words.slice(at);
    const names = words.map(({ text }) => `${name} ${text}`);
    if (unknown && names.some((it) => wrappers.has(it) || programs.has(it))) {
      this.#hides(unknown);
    } else if (wrappers.has(names[0])) {
      this.#through = [...this.#command.through, names[0]];
      this.#wrapper(wrappers.get(names[0]), at + 1);
    } else if (programs.has(names[0])) {
      this.#through = [...this.#command.through, names[0]];
      this.#program(names[0], at + 1);
    } else if (words[0] && !words[0].isLiteral && (words[0].splits || words.length > 1)) {
      if ([...wrappers.keys()].some((it) => it.startsWith(`${name} `))) this.#hides("expansion");
    }
    const operands = found.filter((it) => it.name === "");
    const runsCode = found.some((it) => Object.hasOwn(effects ?? {}, it.name) && (effects[it.name][""] ?? "text") !== "text");
    // A file that is a stream is read in any case.
    const hasEnough = !unknown && operands.length > (options.operands ?? operands.length);
    const readsNone = !(words[0] && isStream(words[0])) && (has(noInput) || hasEnough);
    if (input && !runsCode && !readsNone) this.#code(words[0], unknown ? "" : code);
    const { more } = this.#command;
    if (opens !== "" && runsCode && (more || words.some((it) => canOpen(it, opens)))) this.#hides("code");
    if (more && words.length === 0 && effects && !permutes) this.#hides("expansion");
    if (!unless || has(unless)) return;
    // The first operand is code. It can be another one if a word is the value of an option.
    for (const { value } of unknown ? operands : operands.slice(0, 1)) this.#effect({ "": "checked" }, value, code);
  }

  /** Reads a program of another language: it is in a file, or in the input. */
  #code(operand, language) {
    if (operand !== undefined && !INPUTS.includes(operand.text)) {
      if (operand.hasProcess || isDevice(operand.text)) this.#hides("code");
      else if (operand.isOpen) this.#hides("expansion");
      return;
    }
    const isInput = ({ operator, descriptor }) => operator.startsWith("<") && ["", "0"].includes(descriptor);
    const input = this.#command.inputs.findLast(isInput);
    if (input && this.#command.redirections.includes(input) && !this.#command.more && language !== "") {
      // Nothing else reads a part of it.
      if (input.document) {
        input.document.code = { language, command: this.#command };
        return;
      }
      if (input.operator === "<<<") {
        this.#effect({ "": "checked" }, input.target, language);
        return;
      }
    }
    const file = input?.operator === "<" ? input.target : undefined;
    if (file?.isLiteral && !isDevice(file.text)) this.#hides("script");
    else if (file?.text !== "/dev/null") this.#hides("code");
  }

  /** Notes what a value runs: the first start that it has decides. */
  #effect(effects, value, code = "", isNamed = false) {
    const text = lower(value?.text ?? "");
    if (effects["/dev/"] && value && (value.hasProcess || isDevice(text))) {
      this.#hides(effects["/dev/"]);
      return;
    }
    for (const [start, effect] of Object.entries(effects)) {
      const at = lengthOf(text, start);
      if (at === undefined) continue;
      const rest = value?.after(at);
      if (effect === "text") {
        if (rest === undefined) this.#hides("unknown-option");
        else if (rest.length > 0) this.added(rest);
      } else if (effect !== "checked") {
        this.#hides(effect);
      } else if (rest === undefined || (rest.length > 0 && rest.ownText === "")) {
        this.#hides("expansion");
      } else if (isWhole(code) && !rest.isLiteral) {
        this.#hides("code");
      } else if (!this.#runsNothing(rest, code)) {
        this.#hides("code");
      } else if (isWhole(code)) {
        this.#line.harmless.push(this.#command);
      }
      return;
    }
    if (isNamed && value && hidesName(value)) {
      const [first] = Object.values(effects);
      this.#hides(["text", "checked"].includes(first) ? "expansion" : first);
    }
  }

  /** Returns whether code surely runs no command, after the lines before it. */
  #runsNothing(word, code) {
    this.#lines.push(word.code);
    return runsNothing(WHOLE.includes(code) ? this.#lines.join("\n") : word.code, code);
  }

  /** Reads a program that runs another one. */
  #wrapper(options, start) {
    const { at, found, unknown } = this.#beforeCommand(options, start);
    const { none = [], opaque = [], text = [], exact = [], replaces = [], shell_with: shellWith = [] } = options;
    const has = (names) => found.some(({ name }) => names.includes(name));
    if (!unknown && has(none)) return;
    if (unknown || has(opaque)) this.#hides(unknown ?? "unknown-option");
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
    else if (options.shell || has(shellWith)) {
      if (!(options.remote && this.#line.adds && this.#reached.at(-1) === "text")) this.#input();
    } else if (this.#command.more) this.#hides("expansion");
  }

  /** Reads the options and the operands before a command. It returns what `#options` does. */
  #beforeCommand(options, start) {
    const { unless = [], operands = 0 } = options;
    let { at, found, unknown } = this.#options(options, start);
    const skipped = found.some(({ name }) => unless.includes(name)) ? 0 : operands;
    for (let count = skipped; count > 0; count--) {
      const operand = this.#words[at];
      if (operand && (options.remote ? operand.splits : operand.isOpen)) unknown ??= "expansion";
      at += 1;
      if (!options.again) continue;
      const others = this.#options(options, at);
      at = others.at;
      found = [...found, ...others.found];
      unknown ??= others.unknown;
    }
    if (options.separator) {
      const separator = this.#words.findIndex(({ text }) => text === "--");
      if (separator < 0 && this.#words.length > at + 1) this.#hides("unknown-option");
      at = separator < 0 ? this.#words.length : separator + 1;
    }
    return { at, found, unknown };
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
    let unknown = this.#command.more ? "unknown-option" : undefined;
    if (unknown || words.slice(1).some((it) => it.injects)) this.#hides(unknown ?? "expansion");
    for (let at = 1; at < words.length; ) {
      const { text, isLiteral } = words[at++];
      if (!isLiteral) unknown ??= "expansion";
      if (isLiteral && (text === ";" || text === "+") && unknown) this.#hides(unknown);
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
   * Returns the place of the first word after the options, the options, and why one of them is unknown. Where options
   * can be after other words, these are among them, without a name.
   *
   * @returns { { at: number, found: Option[], unknown?: string } }
   */
  #options(options, start) {
    const words = this.#words;
    const { effects = {}, none = [], permutes, code } = options;
    const found = [];
    let unknown;
    let hasEnded = false;
    let at = start;
    while (at < words.length) {
      const word = words[at];
      const { text } = word;
      const isOption = text.startsWith("-");
      if (options.assignments && !isOption && text.includes("=")) {
        const [name] = cut(text, "=");
        unknown ??= splitsOf(word);
        assigns(this.#command, this.#line, this.#depth, name, word.after(name.length + 1));
        at += 1;
        continue;
      }
      if (hasEnded || !isOption || (text === "-" && !options.dash)) {
        if (!permutes) break;
        at += 1;
        found.push({ name: "", value: word });
        this.#operand(options, word, words[at]);
        continue;
      }
      at += 1;
      if (text === "--") {
        hasEnded = true;
        continue;
      }
      const first = found.length;
      const takes = addOption(options, word, found);
      unknown ??= splitsOf(word) ?? (takes === undefined ? "unknown-option" : undefined);
      if (takes && at < words.length) {
        found.at(-1).value = words[at];
        unknown ??= splitsOf(words[at]);
        at += 1;
      }
      const added = found.slice(first);
      for (const { name, value } of added) {
        const hasEffect = Object.hasOwn(effects, name);
        const isKnown = hasEffect && value !== undefined;
        if (takes === undefined && !isKnown && hidesOption(effects, name)) this.#hides("unknown-option");
        else if (hasEffect) this.#effect(effects[name], value, code, true);
      }
      // What follows is not for this program.
      if (!unknown && added.some(({ name }) => none.includes(name))) break;
    }
    return { at, found, unknown };
  }

  /** Notes what a word without an option runs. */
  #operand({ effects, pairs, code }, word, next) {
    if (effects?.[""] === undefined) return;
    if (!pairs) this.#effect(effects[""], word, code);
    else if (next) this.#effect(effects[""], word.paired(next), code, true);
  }
}

/** Returns the name of a program without a version at its end: `bash-5.2` is `bash`. */
function withoutVersion(name) {
  let end = name.length;
  while (end > 0 && "0123456789.-".includes(name[end - 1])) end--;
  return name.slice(0, end);
}

/** Returns whether a path can be that of an open file. A relative one can be in the folder of the devices. */
function isDevice(path) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return path.includes("dev/") || path.includes("proc/") || NAMES.includes(name) || /^[0-9]+$/.test(name);
}

/** Returns whether a word is the name of an open file. */
const isStream = ({ text, hasProcess }) => hasProcess || INPUTS.includes(text) || isDevice(text);

/** Returns whether a word certainly is one path: neither an option nor the name of another stream. */
const isFile = (word) => word.isLiteral || (word.text.includes("/") && !word.isOpen);

/** Returns why a word can be several. */
const splitsOf = (word) => (word.splits ? "expansion" : undefined);

/** Returns whether a program can take the name of a file as a command. */
const canOpen = ({ text, isLiteral }, signs) => !isLiteral || [...signs].some((it) => text.includes(it));

/**
 * Returns how much of a value in lower case is a start; `undefined` if it begins in another way. What is before `*` begins
 * the name of a setting, and what is after it ends the name.
 */
function lengthOf(text, start) {
  const rest = text.replace(/^[ \t\n\v\f\r]+/, "");
  const [head, tail] = cut(start, "*");
  if (!rest.startsWith(head)) return undefined;
  if (tail === undefined) return text.length - rest.length + head.length;
  const [name] = cut(text, "=");
  return `${name}=`.endsWith(tail) ? Math.min(text.length, name.length + 1) : undefined;
}

/** Returns whether an option can be one that runs something: many programs take the start of a long one for it. */
function hidesOption(effects, name) {
  if (!name.startsWith("--")) return Object.hasOwn(effects, name);
  return name.length > "--".length && Object.keys(effects).some((it) => it.startsWith(name));
}

/** Returns whether what is before `=` in a value is not known. */
function hidesName(value) {
  const [name] = cut(value.text, "=");
  return !value.isLiteral && /[$`]/.test(name);
}

/**
 * Returns whether a word is, or has, an option: a letter, a word, `=` for an assignment, or nothing for any
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
  const { flags = "", values = "", optional = "", digits = "", long_flags: longFlags = [], long_values: longValues = [] } = options;
  const runs = (name) => Object.hasOwn(options.effects ?? {}, name);
  const { text } = word;
  if (text.startsWith("--")) {
    const [name, value] = cut(text, "=");
    found.push(value === undefined ? { name } : { name, value: word.after(name.length + 1) });
    if (longFlags.includes(name)) return false;
    return longValues.includes(name) || runs(name) ? value === undefined : undefined;
  }
  if (options.number && /^-[0-9]+$/.test(text)) return false;
  if (longFlags.includes(text)) {
    found.push({ name: text });
    return false;
  }
  if (longValues.includes(text) || (text.length > "-c".length && runs(text))) {
    found.push({ name: text });
    return true;
  }
  for (let index = 1, before = ""; index < text.length; index++) {
    const letter = text[index];
    const isNumber = before !== "" && digits.includes(before);
    const isDigit = (isNumber || DIGIT.test(before)) && DIGIT.test(letter);
    before = letter;
    if (digits.includes(letter) || isDigit) {
      if (digits.includes(letter)) found.push({ name: `-${letter}` });
      continue;
    }
    if (isNumber && /x/i.test(letter)) {
      // A number with letters: where it ends is not certain.
      for (const other of text.slice(index)) found.push({ name: `-${other}` });
      return undefined;
    }
    const name = `-${letter}`;
    const isOptional = optional.includes(letter);
    const takes = values.includes(letter) || (runs(name) && !flags.includes(letter) && !isOptional);
    if (takes || isOptional) {
      const isLast = index + 1 === text.length;
      found.push(isLast ? { name } : { name, value: word.after(index + 1) });
      if (digits !== "" && !takes && /[ \t\n\v\f\r]/.test(text)) {
        // More options follow a blank in the same word.
        for (const other of text.slice(index + 1)) found.push({ name: `-${other}` });
        return undefined;
      }
      return isLast && takes;
    }
    found.push({ name });
    if (!flags.includes(letter)) {
      for (const other of text.slice(index + 1)) found.push({ name: `-${other}` });
      return undefined;
    }
  }
  return false;
}
