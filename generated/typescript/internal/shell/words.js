// The parts of a line: words, commands, and what hides commands.

/** The maximum depth of brackets, substitutions, and commands in commands. */
export const DEEPEST = 24;

/** Returns whether a sign can be in the name of a variable. */
export const isNameSign = (sign) => /^[A-Za-z0-9_]$/.test(sign);

/** Returns whether a text can be the name of a variable. */
export const isName = (text) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);

/** What the output of a command, or a text for a variable without a value, is in code: outside of strings, it can be code. */
export const OUTPUT = "\0";
/** What such a text with other signs is: it can also end a string. */
export const ANYTHING = "\u0001";

/** Returns what is in code instead of a part that the shell fills in. */
function standIn(filled) {
  if (/^(?:`|\$\((?!\())/.test(filled)) return OUTPUT;
  if (!filled.startsWith("${")) return "";
  const rest = filled.slice(2, -1).replace(/^[#!]*[0-9A-Za-z_]*(?:\[[^\]]*(?:\]|$))?/, "");
  if (rest === "" || "%#^,".includes(rest[0])) return "";
  const text = rest.replace(/^[:=+-]+/, "");
  return /^[0-9A-Za-z_.-]*$/.test(text) ? OUTPUT + text : ANYTHING;
}

/** Returns a text with its ASCII letters in lower case. */
export const lower = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns the name of a program without upper case and the ending of its file. */
export function programOf(name) {
  return [".exe", ".cmd", ".bat"].reduce((it, ending) => withoutEnding(it, ending), lower(name));
}

/** Returns a text without its ending, if it has it. */
export const withoutEnding = (text, ending) => (text.endsWith(ending) ? text.slice(0, -ending.length) : text);

/** Returns the parts of a text before and after a sign. The second is absent if the sign is not there. */
export function cut(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + sign.length)];
}

/** Returns whether there is code after a sign in a text: a shell runs it if it takes the text as an expression. */
export function hasCode(text, after) {
  const at = text.indexOf(after);
  return at >= 0 && (text.includes("$(", at) || text.includes("`", at));
}

/** A text cannot be read from a place on. */
export class Fault {
  /**
   * @param {string} reason
   * @param {number} at
   */
  constructor(reason, at) {
    this.reason = reason;
    this.at = at;
  }
}

/** A text that is read: the line, or a text in it that is read again, such as that of `bash -c`. */
export class Text {
  /**
   * @param {string} text
   * @param {string} line
   * @param {number[]} [places] where each sign is in the line
   */
  constructor(text, line, places) {
    this.text = text;
    this.line = line;
    this.places = places;
  }

  /** Returns where a sign of this text is in the line. */
  place(at) {
    return this.places === undefined ? at : this.places[at];
  }
}

/** A word, as it is read. */
export class Word {
  text = "";
  length = 0;
  /**
   * Its parts: the text, where it is in the source, whether each sign has its own place there, and whether the shell
   * fills it in.
   *
   * @type { { text: string, at: number, isVerbatim: boolean, isFilled: boolean }[] }
   */
  pieces = [];
  /** Whether the shell takes the text as it is. */
  isLiteral = true;
  /** Whether what the shell makes of it can be several words, or none. */
  splits = false;
  /** How much of the text is before, or in, the last part that the shell fills in. */
  filled = 0;
  /** Whether a part of it is quoted. */
  isQuoted = false;
  /** Where its first bracket is. @type {number | undefined} */
  opens;
  /** Whether it is, or has, the name of a file for the output of commands. */
  hasProcess = false;

  /**
   * @param {Text} source
   * @param {number} start
   */
  constructor(source, start) {
    this.source = source;
    this.start = start;
    this.end = start;
  }

  /** Adds a part. */
  add(text, at, isVerbatim = true, isFilled = false) {
    this.length += text.length;
    this.pieces.push({ text, at, isVerbatim, isFilled });
  }

  /** Adds a part that the shell fills in. */
  addFilled(text, at, splits) {
    this.add(text, at, true, true);
    this.unknown(splits);
  }

  /** Notes that the shell fills in what was added last. */
  unknown(splits) {
    this.isLiteral = false;
    this.splits ||= splits;
    this.filled = this.length;
  }

  /** Ends the word. */
  ends(at) {
    this.end = at;
    this.text = this.pieces.map(({ text }) => text).join("");
    return this;
  }

  /** Whether the word can be anything: an option, several words, or none. */
  get isOpen() {
    return this.splits || (!this.isLiteral && this.filled === this.length);
  }

  /** Whether what is filled in can be several words. Names of files are not counted. */
  get injects() {
    return this.splits && this.pieces.some(({ isFilled }) => isFilled);
  }

  /** The name of a program without its folder; `null` if it is not known. */
  get name() {
    const after = this.text.lastIndexOf("/") + 1;
    const isKnown = this.isLiteral || (!this.splits && after > 0 && after >= this.filled);
    return isKnown ? this.text.slice(after) : null;
  }

  /** Where the word begins in the line. */
  get place() {
    return this.source.place(this.start);
  }

  /** Where its text ends in the line, without a quote after it. */
  get last() {
    const piece = this.pieces.at(-1);
    return this.source.place(piece?.isVerbatim ? piece.at + piece.text.length : this.end);
  }

  /** The text, with what is filled in as it is written in the line. */
  get shown() {
    const { source } = this;
    if (source.places === undefined) return this.text;
    const written = (at, length) => source.line.slice(source.place(at), source.place(at + length - 1) + 1);
    return this.pieces.map(({ text, at, isFilled }) => (isFilled ? written(at, text.length) : text)).join("");
  }

  /**
   * Adds the parts of another word.
   *
   * @param {Word} other
   */
  extend(other) {
    for (const { text, at, isVerbatim, isFilled } of other.pieces) this.add(text, at, isVerbatim, isFilled);
    if (other.filled > 0) this.filled = this.length - other.length + other.filled;
    this.isLiteral &&= other.isLiteral;
    this.splits ||= other.splits;
    this.isQuoted ||= other.isQuoted;
    this.hasProcess ||= other.hasProcess;
  }

  /** The text without what the shell fills in. */
  get ownText() {
    return this.pieces.map(({ text, isFilled }) => (isFilled ? "" : text)).join("");
  }

  /** The text as code: without variables, and with signs for what the line itself can fill in. */
  get code() {
    return this.pieces.map(({ text, isFilled }) => (isFilled ? standIn(text) : text)).join("");
  }

  /**
   * Returns the word as a name, with `=` and a value.
   *
   * @param {Word} value
   */
  paired(value) {
    const pair = new Word(this.source, this.start);
    pair.extend(this);
    pair.add("=", this.end, false);
    pair.extend(value);
    return pair.ends(value.end);
  }

  /** Returns whether a sign begins the word as it is written. */
  beginsWith(sign) {
    return this.source.text.startsWith(sign, this.start);
  }

  /** Returns the word without its first signs. */
  after(count) {
    const rest = new Word(this.source, this.end);
    let left = count;
    for (const { text, at, isVerbatim, isFilled } of this.pieces) {
      if (left < text.length) {
        const start = isVerbatim ? at + left : at;
        if (rest.pieces.length === 0) rest.start = start;
        rest.add(text.slice(left), start, isVerbatim, isFilled);
      }
      left = Math.max(0, left - text.length);
    }
    const { isLiteral, splits, isQuoted, hasProcess } = this;
    const filled = Math.max(0, this.filled - (this.length - rest.length));
    return Object.assign(rest, { isLiteral, splits, isQuoted, hasProcess, filled }).ends(this.end);
  }

  /** Returns the word as one in which something is filled in. */
  filledIn() {
    const rest = this.after(0);
    rest.unknown(false);
    return rest;
  }

  /** Returns it as others see it. */
  value() {
    const { source, shown: text, isLiteral: literal, splits, place: start } = this;
    return { text, literal, splits, start, end: source.place(this.end) };
  }
}

/**
 * Returns the text of words with blanks between them.
 *
 * What is filled in is a variable there: its commands are read already, and reading them once more at each level would
 * take exponential time.
 *
 * @param {Word[]} words
 */
export function joined(words) {
  const parts = [];
  const places = [];
  words.forEach((word, index) => {
    if (index > 0) {
      parts.push(" ");
      places.push(word.place);
    }
    for (const { text, at, isVerbatim, isFilled } of word.pieces) {
      parts.push(isFilled ? "$".padEnd(text.length, "_") : text);
      for (let i = 0; i < text.length; i++) places.push(word.source.place(isVerbatim ? at + i : at));
    }
  });
  if (words.length > 0) places.push(words.at(-1).last);
  return new Text(parts.join(""), words[0]?.source.line ?? "", places);
}

/** The lines that a command reads as its input. */
export class HereDocument {
  /** The language of the program that reads it as code, and its command. @type {{ language: string, command: Command } | undefined} */
  code;

  /** The shell that reads it. @type { { depth: number, reached: string[], through: string[] } | undefined } */
  shell;

  /**
   * @param {Word} delimiter
   * @param {boolean} strips
   */
  constructor(delimiter, strips) {
    this.delimiter = delimiter.text;
    this.isQuoted = delimiter.isQuoted;
    this.strips = strips;
  }
}

/** A redirection of a command. */
export class Redirection {
  /** @type {HereDocument | undefined} */
  document;

  /**
   * @param {number} start
   * @param {string} descriptor
   * @param {string} operator
   * @param {Word} target
   */
  constructor(start, descriptor, operator, target) {
    this.start = start;
    this.descriptor = descriptor;
    this.operator = operator;
    this.target = target;
  }

  /** Returns it as others see it. */
  value() {
    return { descriptor: this.descriptor || null, operator: this.operator, target: this.target.value() };
  }
}

/** A simple command. */
export class Command {
  /** @type {Word[]} */
  words = [];
  /** @type { { name: string, value: Word | null }[] } */
  assignments = [];
  /** @type {Redirection[]} */
  redirections = [];
  /** Whether more words follow that are not in the line. */
  more = false;
  /** The redirections of what it reads: its own, or those of the command that runs it. */
  inputs = this.redirections;
  /** Why it is not known what it runs. @type {string | null} */
  opaque = null;

  /**
   * @param {number} start
   * @param {string[]} reached
   * @param {string[]} through
   */
  constructor(start, reached, through) {
    this.start = start;
    this.end = start;
    this.reached = reached;
    this.through = through;
  }

  get name() {
    return this.words[0]?.name ?? null;
  }

  /** Returns it as others see it. */
  value() {
    return {
      name: this.name,
      words: this.words.map((it) => it.value()),
      more: this.more,
      assignments: this.assignments.map(({ name, value }) => ({ name, value: value?.value() ?? null })),
      redirections: this.redirections.map((it) => it.value()),
      reached: [...this.reached],
      through: [...this.through],
      opaque: this.opaque,
      start: this.start,
      end: this.end,
    };
  }
}

/** What a line runs, as far as it is read. */
export class Line {
  /** @type {Command[]} */
  commands = [];
  /** What hides commands. @type { { reason: string, start: number, end: number }[] } */
  opaque = [];
  /** Where a quoted text is that is code in an expression. @type { { start: number, end: number } | undefined } */
  code;
  /** Whether there is an expression. */
  computes = false;
  /** Whether the text that is read gets more words from the program that runs it. */
  adds = false;
  /** Whether a variable names a file that interactive shells read first. */
  starts = false;
  /** Where such a shell is. @type { { start: number, end: number } | undefined } */
  interactive;
  /** Whether a variable has options of programs that read code. */
  options = false;
  /** Where code is that runs nothing without them. @type {{ start: number, end: number }[]} */
  harmless = [];

  /** Notes that a part runs what is not known. */
  hides(reason, start, end) {
    this.opaque.push({ reason, start, end });
  }

  /** Notes that a command runs what is not known. */
  hiddenBy(command, reason) {
    command.opaque ??= reason;
    this.hides(reason, command.start, command.end);
  }
}
