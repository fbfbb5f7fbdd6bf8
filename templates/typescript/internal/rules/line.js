// Reads a line of a shell as the host does when it compares permission rules with it.
//
// The host does not read all lines. It compares a rule with the commands of a simple line. A line that is too complex for it
// is covered by every rule. A command with words that are not known is compared by its name alone.

import { lines } from "./data.js";

const BLANKS = " \t";
/** The signs that end a word. */
const ENDS = " \t\n;&|<>()";
/** The words with which a compound command begins that the host does not read. */
const UNREAD = ["{", "case", "select", "function"];
/** The words that are never a command. */
const CLOSING = ["then", "elif", "else", "fi", "do", "done", "esac", "}"];
/** The builtins whose words can be assignments. */
const DECLARING = ["export", "declare", "typeset", "readonly", "local"];
/** The operators of redirections, the longest first. */
const OPERATORS = ["<<<", "<<-", "&>>", "<<", ">>", ">&", "<&", "<>", ">|", "&>", "<", ">"];
/** The maximum depth of brackets and substitutions. */
const DEEPEST = 80;
/** The number of words of a test: an option and a word, or two words with an operator. */
const [UNARY, BINARY] = [2, 3];
const DIGITS = "0123456789";
/** The signs of the names of variables. */
const NAMING = /[A-Za-z0-9_]/;
/** An expression whose value is a number. */
const NUMERIC = /^[0-9 +\-*/%()<>,]*$/;
/** Signs other than blanks that cannot be seen. */
const UNSEEN = /(?![ \t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}]/u;

/** The line is too complex for the host: it is covered by every rule. */
class ComplexError extends Error {}

/** Nobody has seen how the host reads this. */
class UnsureError extends Error {}

/**
 * What the host reads in a line.
 *
 * @typedef {object} Reading
 * @property {boolean} isComplex
 * @property {Map<string, string>} commands the different texts of the commands, without quotes, assignments and redirections;
 *   each has the same text with one space for each run of blanks
 * @property {string[]} [names] the programs of a command with words that are not known; absent if all words are
 * @property {boolean} unsureNames whether the line may be too complex because of one of these programs
 * @property {number} size how much of it is compared with each rule: the commands or programs, and their characters
 */

/**
 * Returns what the host reads in a line; `undefined` if nobody has seen that.
 *
 * @param {string} text
 * @param {string | undefined} home
 * @returns {Reading | undefined}
 */
export function readLine(text, home) {
  const reading = { isComplex: false, commands: new Map(), names: undefined, unsureNames: false, size: 0 };
  const reader = new Reader(text, home);
  let statements;
  try {
    reader.check();
    statements = reader.statements([]);
    if (reader.at < text.length) throw new ComplexError();
  } catch (error) {
    if (error instanceof UnsureError) return undefined;
    if (!(error instanceof ComplexError)) throw error;
    reading.isComplex = true;
    return reading;
  }
  if (reader.opens.length > 0) {
    if (reader.tracks || !isOne(statements)) {
      reading.isComplex = true;
      return reading;
    }
    reading.names = reader.names;
    reading.isComplex = reader.opens.some((name) => lines.complex.includes(name));
    reading.unsureNames = reader.opens.some((name) => lines.unsure.includes(name));
  } else {
    reading.commands = new Map(reader.texts.map((it) => [it, collapsed(it)]));
  }
  for (const it of reading.names ?? reading.commands.keys()) reading.size += 1 + lengthOf(it);
  return reading;
}

/** Returns a text with one space for each run of blanks. */
export const collapsed = (text) => text.replace(/[ \t]+/g, " ");

/** Returns the number of characters of a text. */
export function lengthOf(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns whether a text has more characters than a number. */
export function isLonger(text, most) {
  if (text.length <= most || text.length > 2 * most) return text.length > most;
  return [...text].length > most;
}

/** Returns whether statements are a single command without anything around it. */
const isOne = (statements) => statements.length === 1 && statements[0].isBare;

class Statement {
  /** A simple command with nothing but words. */
  isBare = false;
  /** Simple commands with nothing but words, and operators between them. */
  isJoined = false;
  /** A simple command, perhaps with a here-document. */
  isSimple = false;
}

class Word {
  text = "";
  /** What the shell makes of it is not known. */
  isOpen = false;
  /** It has no quotes, and nothing is filled in. */
  isPlain = true;
  /** It is a substitution, and nothing else. */
  substitutes = false;
}

/** The state of reading one text. */
class Reader {
  at = 0;
  texts = [];
  names = [];
  /** The programs of commands with words that are not known. */
  opens = [];
  /** Whether a value is filled in that the host does not know. */
  tracks = false;
  #text;
  #home;
  #depth = 0;
  /** The values of variables; `undefined` if it is not known. */
  #values = new Map();
  /** The delimiters of here-documents that begin in this line. */
  #waiting = [];
  /** The lines of the last here-document in quotes. */
  #document;
  #body = [];
  /** The variables with the output of a command. */
  #outputs = new Set();
  /** How many subshells are around this place. */
  #subshells = 0;

  constructor(text, home) {
    this.#text = text;
    this.#home = home;
  }

  /** Refuses a text that is long, or has signs that are not seen. */
  check() {
    const text = this.#text;
    if (isLonger(text, lines.longest)) throw new ComplexError();
    for (let at = text.indexOf("\\\n", 1); at >= 0; at = text.indexOf("\\\n", at + 1)) {
      if (!BLANKS.includes(text[at - 1])) throw new ComplexError();
    }
    for (const sign of lines.signs) {
      if (text.includes(sign)) throw new ComplexError();
    }
    if (text.length > lines.longest || UNSEEN.test(text)) throw new UnsureError();
  }

  // Signs

  /** Returns the sign at a distance; nothing after the end. */
  #sign(ahead = 0) {
    return this.#text[this.at + ahead] ?? "";
  }

  #starts(text) {
    return this.#text.startsWith(text, this.at);
  }

  /** Returns whether there is one of these signs. At the end there is none. */
  #isOneOf(signs, ahead = 0) {
    const sign = this.#sign(ahead);
    return sign !== "" && signs.includes(sign);
  }

  /** Passes blanks, and the ends of lines after a backslash. */
  #blanks() {
    for (;;) {
      if (this.#isOneOf(BLANKS)) this.at += 1;
      else if (this.#starts("\\\n")) this.#joinedLines();
      else return;
    }
  }

  /** Passes a backslash at the end of a line: the host reads it only after a blank. */
  #joinedLines() {
    if (this.at === 0) throw new UnsureError();
    if (!BLANKS.includes(this.#text[this.at - 1])) throw new ComplexError();
    this.at += 2;
  }

  #comment() {
    const found = this.#text.indexOf("\n", this.at);
    const end = found < 0 ? this.#text.length : found;
    if (this.#text.slice(this.at, end).includes("\\")) throw new UnsureError();
    this.at = end;
  }

  /** Passes blanks, comments and the ends of lines. */
  #lines() {
    for (;;) {
      this.#blanks();
      if (this.#sign() === "#") {
        if (this.#subshells > 0) throw new UnsureError();
        this.#comment();
      } else if (this.#sign() === "\n") {
        this.#newLine();
      } else {
        return;
      }
    }
  }

  #newLine() {
    this.at += 1;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { delimiter, strips } of waiting) this.#hereDocument(delimiter, strips);
  }

  /** Passes the lines of a here-document. */
  #hereDocument(delimiter, strips) {
    this.#body = [];
    while (this.at < this.#text.length) {
      const end = this.#text.indexOf("\n", this.at);
      const line = this.#text.slice(this.at, end < 0 ? this.#text.length : end);
      const lineRead = strips ? line.replace(/^\t+/, "") : line;
      if (lineRead === delimiter) {
        this.at += line.length;
        return;
      }
      this.#body.push(lineRead);
      if (line.includes("\\")) throw new UnsureError();
      if (end < 0) break;
      this.at = end + 1;
    }
    // The host does not need the end.
    this.at = this.#text.length;
  }

  /** Returns the letters here. */
  #plain() {
    let end = this.at;
    while (end < this.#text.length && !ENDS.includes(this.#text[end])) end += 1;
    return this.#text.slice(this.at, end);
  }

  /** Returns the place after the name of a variable. */
  #afterName(start) {
    let end = start;
    if (isName(this.#text[start] ?? "")) {
      while (end < this.#text.length && NAMING.test(this.#text[end])) end += 1;
    }
    return end;
  }

  #deeper() {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new UnsureError();
  }

  // Lists

  /** Reads statements up to one of the words, a closing bracket, or the end. */
  statements(ends) {
    const found = [];
    for (;;) {
      this.#lines();
      if (this.#sign() === "" || this.#sign() === ")" || ends.includes(this.#plain())) return found;
      found.push(this.#andOr());
      this.#blanks();
      if (this.#sign() === ";") {
        this.at += 1;
        if (this.#sign() === ";") throw new ComplexError();
      } else if (this.#sign() === "&") {
        this.at += 1;
      } else if (!"\n)#".includes(this.#sign())) {
        throw new ComplexError();
      }
    }
  }

  #andOr() {
    const found = this.#pipeline();
    for (;;) {
      this.#blanks();
      if (!this.#starts("&&") && !this.#starts("||")) return found;
      const isAnd = this.#sign() === "&";
      this.at += 2;
      this.#blanks();
      if (this.#waiting.length > 0 && this.#sign() === "\n") throw new UnsureError();
      while (this.#sign() === "\n") {
        this.at += 1;
        this.#blanks();
      }
      if (this.#sign() === "#") throw isAnd ? new ComplexError() : new UnsureError();
      if (this.#sign() === "") throw new ComplexError();
      found.isJoined = this.#pipeline().isJoined && found.isJoined;
      found.isBare = found.isSimple = false;
    }
  }

  #pipeline() {
    let isBare = true;
    while (this.#sign() === "!" && " \t\n".includes(this.#sign(1))) {
      this.at += 1;
      this.#blanks();
      isBare = false;
    }
    const found = this.#command();
    let isJoined = found.isJoined && isBare;
    for (;;) {
      this.#blanks();
      if (this.#sign() !== "|" || this.#sign(1) === "|") break;
      if (this.#waiting.length > 0) throw new ComplexError();
      isBare = false;
      // A command of a pipeline sets no variables for others.
      for (const name of this.#values.keys()) this.#values.set(name, undefined);
      this.#outputs.clear();
      this.at += this.#sign(1) === "&" ? 2 : 1;
      this.#blanks();
      if (this.#sign() === "" && this.#depth === 0) break;
      while (this.#isOneOf("#\n")) {
        if (this.#sign() === "#") this.#comment();
        else this.at += 1;
        this.#blanks();
      }
      isJoined = this.#command().isJoined && isJoined;
    }
    found.isJoined = isJoined;
    found.isBare &&= isBare;
    found.isSimple &&= isBare;
    return found;
  }

  // Commands

  #command() {
    if (this.#sign() === "(") {
      if (this.#sign(1) === "(") throw new ComplexError();
      this.#subshell();
      return this.#compound();
    }
    const word = this.#plain();
    if (UNREAD.includes(word) || CLOSING.includes(word)) throw new ComplexError();
    if (word === "if") return this.#condition();
    if (word === "while" || word === "until") return this.#loop(word);
    if (word === "for") return this.#each();
    if (word === "[" || word === "[[") return this.#test(word);
    return this.#simple();
  }

  /** Ends a compound command, after which the host reads no redirection. */
  #compound() {
    this.#blanks();
    if (this.#isOneOf(`<>${DIGITS}`) || this.#starts("&>")) throw new ComplexError();
    if (this.#waiting.length > 0) throw new UnsureError();
    return new Statement();
  }

  #subshell() {
    this.#deeper();
    this.#subshells += 1;
    this.at += 1;
    this.#blanks();
    if (this.#sign() === "#") throw new ComplexError();
    const found = this.statements([]);
    if (this.#sign() !== ")") throw new ComplexError();
    if (found.length === 0) throw new UnsureError();
    if (found.length > 1) throw new ComplexError();
    this.at += 1;
    this.#depth -= 1;
    this.#subshells -= 1;
  }

  /** Reads statements up to one of the words, and passes it. */
  #block(ends) {
    this.#deeper();
    const found = this.statements(ends);
    const word = this.#plain();
    if (word === "" && this.#sign() === "" && ends.at(-1) === "fi" && found.length > 0) {
      // The host does not need the end.
      this.#depth -= 1;
      return "fi";
    }
    if (!ends.includes(word)) throw new ComplexError();
    if (found.length === 0) throw new UnsureError();
    this.at += word.length;
    this.#depth -= 1;
    return word;
  }

  #condition() {
    this.at += "if".length;
    this.#block(["then"]);
    let word = this.#block(["elif", "else", "fi"]);
    while (word === "elif") {
      this.#block(["then"]);
      word = this.#block(["elif", "else", "fi"]);
    }
    if (word === "else") this.#block(["fi"]);
    return this.#compound();
  }

  #loop(word) {
    this.at += word.length;
    this.#block(["do"]);
    this.#block(["done"]);
    return this.#compound();
  }

  #each() {
    this.at += "for".length;
    this.#blanks();
    if (this.#sign() === "(") throw new ComplexError();
    const name = this.#plain();
    if (!isName(name)) throw new ComplexError();
    this.at += name.length;
    // The host does not know its value.
    this.#values.set(name, undefined);
    const opened = this.opens.length;
    this.#blanks();
    if (this.#plain() === "in") {
      this.at += "in".length;
      this.#blanks();
      while (!"\n;".includes(this.#sign())) {
        if (ENDS.includes(this.#sign()) || this.#sign() === "#") throw new ComplexError();
        const word = this.#word(true);
        if (word.substitutes && this.opens.length === opened) word.isOpen = false;
        else if (word.isOpen) throw new ComplexError();
        else if (!word.isPlain) throw new UnsureError();
        this.#blanks();
      }
    }
    if (this.#sign() === ";") this.at += 1;
    while (this.#isOneOf(" \t\n")) this.at += 1;
    if (this.#plain() !== "do") throw new ComplexError();
    this.at += "do".length;
    this.#block(["done"]);
    return this.#compound();
  }

  /** Reads a test: the host keeps its words. */
  #test(opening) {
    this.at += opening.length;
    const texts = [];
    const closing = "]".repeat(opening.length);
    for (;;) {
      this.#blanks();
      if (this.#plain() === closing) {
        this.at += closing.length;
        break;
      }
      if (opening === "[[" && this.#starts("&&")) {
        this.at += 2;
        texts.push("&&");
        continue;
      }
      if (ENDS.includes(this.#sign())) throw new ComplexError();
      const word = this.#testWord();
      if (word.isOpen) throw new ComplexError();
      texts.push(word.text);
    }
    const rest = texts[0] === "!" ? texts.slice(1) : texts;
    if (texts.includes("-a") || texts.includes("-o")) throw new ComplexError();
    for (const part of opening === "[[" ? split(rest, "&&") : [rest]) {
      const isUnary = part.length === UNARY && part[0].startsWith("-");
      const isBinary = part.length === BINARY && ["=", "==", "=~"].includes(part[1]);
      if (!isUnary && !isBinary) throw new UnsureError();
    }
    this.texts.push(["[[", ...texts].join(" "));
    return this.#compound();
  }

  #testWord() {
    for (const operator of ["==", "=~", "="]) {
      if (this.#starts(operator) && BLANKS.includes(this.#sign(operator.length))) {
        const word = new Word();
        word.text = operator;
        this.at += operator.length;
        return word;
      }
    }
    return this.#word();
  }

  // Simple commands

  #simple() {
    const found = new Statement();
    const words = [];
    const assigned = [];
    let [isRedirected, isEnded, hasDocument] = [false, false, false];
    for (;;) {
      this.#blanks();
      const sign = this.#sign();
      if ("\n;|)".includes(sign) || (sign === "&" && this.#sign(1) !== ">")) break;
      if (sign === "#") {
        if (isRedirected) throw new ComplexError();
        this.#comment();
        break;
      }
      const operator = this.#operator();
      if (operator !== "") {
        if (hasDocument) throw new ComplexError();
        hasDocument = this.#redirection(operator);
        isRedirected = true;
        isEnded ||= words.length > 0 && !hasDocument;
        continue;
      }
      if (ENDS.includes(sign)) throw new ComplexError();
      if (hasDocument || isEnded) throw new ComplexError();
      if (words.length === 0) {
        const name = this.#assignment();
        if (name !== undefined) {
          assigned.push({ name, value: this.#assignedValue() });
          continue;
        }
      } else if (DECLARING.includes(words[0].text) && words[0].isPlain) {
        words.push(this.#declared(words));
        continue;
      }
      words.push(this.#word());
    }
    if (hasDocument && this.#isOneOf(";&")) throw new ComplexError();
    if (words.length === 0) {
      this.#withoutWords(assigned, isRedirected);
      return found;
    }
    this.#add(words);
    found.isBare = assigned.length === 0 && !isRedirected;
    found.isJoined = found.isBare;
    found.isSimple = found.isBare || (hasDocument && assigned.length === 0 && !isEnded);
    return found;
  }

  #withoutWords(assigned, isRedirected) {
    if (assigned.length === 0 && !isRedirected) throw new ComplexError();
    if (assigned.length > 1) throw new ComplexError();
    if (assigned.length > 0 && isRedirected) throw new UnsureError();
    if (assigned.length === 0) {
      this.texts.push("");
      return;
    }
    const [{ name, value }] = assigned;
    // A value is known if the line gets it for certain.
    this.#values.set(name, this.#depth > 0 ? undefined : value);
    if (value === undefined && this.#depth === 0) this.#outputs.add(name);
  }

  /** Adds a command with these words. */
  #add(words) {
    const [first] = words;
    const texts = words.map(({ text }) => text);
    const isOpen = words.some((word) => word.isOpen);
    const name = first.text;
    if (first.isOpen || (isOpen && !(first.isPlain && isProgram(name)))) throw new ComplexError();
    if (name === "test" && first.isPlain && !isOpen) {
      if (texts.includes("=")) throw new ComplexError();
      const isUnseen = texts.length < UNARY || !texts[1].startsWith("-");
      if (isUnseen || ["==", "-a", "-o"].some((it) => texts.includes(it))) throw new UnsureError();
    }
    this.names.push(name);
    if (isOpen) this.opens.push(name);
    this.texts.push(texts.join(" "));
    if (lines.through.includes(name) && words.length > 1 && !texts[1].startsWith("-")) {
      this.texts.push(texts.slice(1).join(" "));
    }
  }

  /** Passes the name and the sign of an assignment. */
  #assignment() {
    const end = this.#afterName(this.at);
    const name = this.#text.slice(this.at, end);
    if (name === "") return undefined;
    if (this.#text.startsWith("[", end)) {
      throw before(this.#text.slice(end), " ").includes("]=") ? new ComplexError() : new UnsureError();
    }
    const adds = this.#text.startsWith("+=", end);
    if (!adds && !this.#text.startsWith("=", end)) return undefined;
    this.at = end + (adds ? 2 : 1);
    if (lines.names.includes(name)) throw new ComplexError();
    return name;
  }

  /** Reads the value of an assignment; `undefined` if it is not known later. */
  #assignedValue() {
    if (" \t\n;&|".includes(this.#sign())) return "";
    if (this.#sign() === "(" || this.#sign() === "~") throw new ComplexError();
    if (ENDS.includes(this.#sign())) throw new UnsureError();
    const opened = this.opens.length;
    const word = this.#word(true);
    // A substitution within the substitution.
    if (this.opens.length > opened) throw new ComplexError();
    if (word.substitutes) return undefined;
    if (word.isOpen) throw new ComplexError();
    return word.text;
  }

  /** Reads a word of a builtin that declares variables. */
  #declared(words) {
    const start = this.at;
    if (this.#sign() === "-") {
      const flags = this.#word();
      if (flags.text !== "-x" && flags.text !== "-n") throw flags.text === "-a" ? new ComplexError() : new UnsureError();
      return flags;
    }
    const name = this.#assignmentOfDeclaration();
    if (name === undefined) {
      const word = this.#word();
      if (word.isOpen) throw new ComplexError();
      if (!isName(before(word.text, "="))) throw new UnsureError();
      return word;
    }
    const value = this.#assignedWord();
    const made = new Word();
    made.text = this.#text.slice(start, start + name.length + 1) + value;
    if (words[0].text === DECLARING[0] && this.#depth === 0) {
      this.#values.set(name, value.includes(lines.output) ? undefined : value);
    }
    return made;
  }

  #assignmentOfDeclaration() {
    const name = before(this.#plain(), "=");
    if (!isName(name) || !this.#text.startsWith("=", this.at + name.length)) return undefined;
    if (lines.names.includes(name)) throw new ComplexError();
    this.at += name.length + 1;
    return name;
  }

  #assignedWord() {
    if (ENDS.includes(this.#sign())) throw new UnsureError();
    const opened = this.opens.length;
    const word = this.#word(true);
    if (this.opens.length > opened || (word.isOpen && !word.substitutes)) throw new ComplexError();
    return word.substitutes ? lines.output : word.text;
  }

  // Redirections

  /** Passes the operator of a redirection, with its number, and returns it. */
  #operator() {
    let end = this.at;
    while (end < this.#text.length && DIGITS.includes(this.#text[end])) end += 1;
    const found = OPERATORS.find((it) => this.#text.startsWith(it, end));
    if (found === undefined || (end > this.at && found[0] === "&")) return "";
    const after = end + found.length;
    // A process in place of a file.
    if ((found === "<" || found === ">") && this.#text.startsWith("(", after)) throw new ComplexError();
    if (this.#text.startsWith("&", after) || this.#text.startsWith(">", after)) throw new UnsureError();
    this.at = after;
    return found;
  }

  /** Reads what follows an operator, and says whether it is a here-document. */
  #redirection(operator) {
    this.#blanks();
    if (ENDS.includes(this.#sign())) throw new ComplexError();
    if (operator === "<<" || operator === "<<-") {
      this.#delimiter(operator === "<<-");
      return true;
    }
    const start = this.at;
    const word = this.#word();
    const isFilledIn = operator !== "<<<" && this.#text.startsWith("$", start);
    if (word.isOpen || isFilledIn || operator === "<>") throw new ComplexError();
    if ((operator === ">&" || operator === "<&") && word.text === "-") throw new ComplexError();
    return false;
  }

  #delimiter(strips) {
    const start = this.at;
    const word = this.#word();
    // The shell fills in the lines.
    if (word.isOpen || word.isPlain) throw new ComplexError();
    const written = this.#text.slice(start, this.at);
    const isQuoted = "'\"".includes(written[0]) && written.at(-1) === written[0] && written.slice(1, -1) === word.text;
    if (!(isQuoted || written === `\\${word.text}`) || !isAlphanumeric(word.text)) throw new UnsureError();
    this.#waiting.push({ delimiter: word.text, strips });
  }

  // Words

  /** Reads a word. A value is that of an assignment. */
  #word(isValue = false) {
    const word = new Word();
    const start = this.at;
    let [variables, substitutions, literals, braces] = [0, 0, 0, 0];
    while (!ENDS.includes(this.#sign())) {
      const sign = this.#sign();
      if (sign === "'") {
        word.text += this.#single();
        word.isPlain = false;
        literals += 1;
      } else if (sign === '"') {
        const { text, isOpen } = this.#double(isValue);
        word.isPlain = false;
        if (isOpen) {
          substitutions += 2;
        } else {
          literals += 1;
          word.text += text;
        }
      } else if (sign === "\\") {
        word.text += this.#escaped();
        word.isPlain = false;
        literals += 1;
      } else if (sign === "$") {
        const { text, kind } = this.#dollar(isValue);
        word.isPlain = false;
        word.text += text;
        if (kind === "variable") variables += 1;
        else if (kind === "substitution") substitutions += 1;
        else literals += 1;
      } else if (sign === "`") {
        this.#backquoted(isValue);
        word.isPlain = false;
        substitutions += 1;
      } else {
        if (sign === "=" && this.at === start && !isValue && this.#sign(1) !== "=") throw new ComplexError();
        if (sign === "{") braces += 1;
        else if (sign === "}" && braces > 0) braces -= 1;
        if (braces > 0 && (sign === "," || this.#starts(".."))) {
          // Several words.
          throw word.isPlain ? new ComplexError() : new UnsureError();
        }
        word.text += sign;
        literals += 1;
        this.at += 1;
        if (this.#sign() === "(" && "@!?*+".includes(sign)) throw new ComplexError();
      }
    }
    if (this.#isOneOf("<>") && (this.#sign(1) === "(" || this.#text.startsWith("{", start))) throw new ComplexError();
    if (variables > 0 && (variables > 1 || substitutions > 0 || isValue || literals > 0)) throw new ComplexError();
    if (isValue && substitutions > 0) {
      if (substitutions > 1 || literals > 0) throw new ComplexError();
      word.substitutes = true;
    } else if (substitutions > 1 && literals > 0) {
      throw new UnsureError();
    }
    word.isOpen = variables > 0 || substitutions > 0;
    return word;
  }

  #single() {
    let end = this.#text.indexOf("'", this.at + 1);
    let after = end + 1;
    if (end < 0) {
      // The host drops the first and the last sign of what it takes for a text in quotes.
      after = this.#text.length;
      end = after - (this.#text.codePointAt(after - 2) > 0xffff ? 2 : 1);
    }
    if (end <= this.at) throw new UnsureError();
    const text = this.#text.slice(this.at + 1, end);
    if (/\\[ \t\n]/.test(text)) throw new UnsureError();
    this.at = after;
    return text;
  }

  #escaped() {
    const follows = this.#sign(1);
    if (follows === "\n") {
      this.#joinedLines();
      throw new UnsureError();
    }
    if (BLANKS.includes(follows)) throw new ComplexError();
    this.at += 2;
    return follows;
  }

  /** Reads `"…"`; returns its text, and whether it is nothing but a substitution. */
  #double(isValue) {
    this.at += 1;
    const parts = [];
    const documents = [];
    let [substitutions, hasText, isTracked] = [0, false, false];
    for (;;) {
      const sign = this.#sign();
      if (sign === "") throw new ComplexError();
      if (sign === '"') {
        this.at += 1;
        break;
      }
      if (sign === "\\") {
        const follows = this.#sign(1);
        if (follows === "") throw new ComplexError();
        if (" \t\n".includes(follows)) throw new UnsureError();
        parts.push('$`"\\'.includes(follows) ? follows : sign + follows);
        hasText = true;
        this.at += 2;
      } else if (sign === "$" && !'" '.includes(this.#sign(1))) {
        this.#document = undefined;
        const { text, kind } = this.#dollarInQuotes();
        if (this.#document !== undefined) documents.push(this.#document);
        parts.push(text);
        if (kind === "substitution") substitutions += 1;
        isTracked ||= kind === "tracked";
        hasText ||= kind === "known";
      } else if (sign === "`") {
        this.#backquoted(isValue, true);
        parts.push(lines.output);
        substitutions += 1;
      } else {
        parts.push(sign);
        hasText ||= !" \t\n".includes(sign);
        this.at += 1;
      }
    }
    if (isTracked && !hasText) throw new ComplexError();
    if (documents.length > 0 && !hasText) {
      if (isValue || documents.length !== 1 || parts.length !== 1 || documents[0].includes("\\")) throw new UnsureError();
      return { text: documents[0], isOpen: false };
    }
    if (substitutions > 0 && !hasText) {
      if (isValue) throw new ComplexError();
      if (substitutions > 1) throw new UnsureError();
      return { text: "", isOpen: true };
    }
    return { text: parts.join(""), isOpen: false };
  }

  /** Reads what begins with `$`, outside of quotes. */
  #dollar(isValue) {
    const follows = this.#sign(1);
    if (this.#starts("$((")) return { text: this.#arithmetic(), kind: "known" };
    if (follows === "(") {
      this.at += 2;
      this.#substitution(isValue);
      return { text: "", kind: "substitution" };
    }
    if (ENDS.includes(follows) || "[{'\"".includes(follows)) throw new ComplexError();
    const isStatus = follows === "?";
    const name = this.#variable();
    if (name === undefined) {
      if (isValue || (isStatus && !ENDS.includes(this.#sign()))) throw new ComplexError();
      return { text: "", kind: "variable" };
    }
    const known = this.#knownValue(name);
    if (known !== undefined) {
      if (known === "" || /[ \t\n*?[]/.test(known)) throw new ComplexError();
      return { text: known, kind: "known" };
    }
    if (isValue || this.#values.has(name)) throw new ComplexError();
    return { text: "", kind: "variable" };
  }

  #dollarInQuotes() {
    if (this.#starts("$((")) {
      const isFirst = this.#text[this.at - 1] === '"';
      this.#arithmetic();
      throw isFirst && this.#sign() === '"' ? new ComplexError() : new UnsureError();
    }
    if (this.#starts("$(")) {
      this.at += 2;
      this.#substitution(false, true);
      return { text: lines.output, kind: "substitution" };
    }
    const follows = this.#sign(1);
    if (follows === "?") {
      this.at += 2;
      this.tracks = true;
      return { text: lines.variable, kind: "tracked" };
    }
    if (follows === "{" || follows === "@") throw new ComplexError();
    if (!isName(follows) && !`!#$${DIGITS}`.includes(follows)) throw new UnsureError();
    const name = this.#variable();
    const known = name === undefined ? undefined : this.#knownValue(name);
    if (known === undefined && this.#outputs.has(name)) return { text: lines.output, kind: "tracked" };
    if (known === undefined) throw new ComplexError();
    return { text: known, kind: "known" };
  }

  /** Passes `$` and a name, and returns the name; `undefined` for a special variable. */
  #variable() {
    const start = this.at + 1;
    if (!isName(this.#text[start] ?? "")) {
      this.at += 2;
      return undefined;
    }
    this.at = this.#afterName(start);
    return this.#text.slice(start, this.at);
  }

  #knownValue(name) {
    if (this.#values.has(name)) return this.#values.get(name);
    if (name !== lines.home) return undefined;
    if (this.#home === undefined) throw new UnsureError();
    return this.#home;
  }

  /** Reads an expression of numbers. */
  #arithmetic() {
    let end = this.#text.indexOf("))", this.at);
    if (end < 0) throw new ComplexError();
    const first = this.at + "$((".length;
    const inner = this.#text.slice(first, end);
    if (inner === "" || !NUMERIC.test(inner)) {
      const digits = inner.trim();
      if (!digits.startsWith("0x") || !isAlphanumeric(digits.slice(2))) {
        throw /[G-Zg-wyz_=$]/.test(inner) ? new ComplexError() : new UnsureError();
      }
    }
    while (this.#text.startsWith(")", end + 2)) end += 1;
    if (count(inner, "(") !== count(this.#text.slice(first, end), ")")) throw new UnsureError();
    this.at = end + 2;
    return lines.variable;
  }

  /** Reads commands up to `)`. */
  #substitution(isValue, isQuoted = false) {
    const [opened, told] = [this.opens.length, this.texts.length];
    if (this.#starts("#")) throw new UnsureError();
    this.#deeper();
    const [waiting, subshells] = [this.#waiting, this.#subshells];
    this.#waiting = [];
    // Comments are read here, as they are outside.
    this.#subshells = 0;
    const found = this.statements([]);
    this.#subshells = subshells;
    if (this.#sign() !== ")") throw new ComplexError();
    if (this.#waiting.length > 0) throw new UnsureError();
    this.at += 1;
    this.#waiting = waiting;
    this.#depth -= 1;
    this.#substituted(found, isValue, isQuoted, opened, told);
  }

  #substituted(found, isValue, isQuoted, opened, told) {
    if (found.length === 0) throw new ComplexError();
    const [first] = found;
    if (isQuoted && found.length === 1 && first.isSimple && !first.isBare) {
      // The host takes a here-document for a text, and reads no command in it.
      if (this.texts.length !== told + 1 || this.texts[told] !== lines.prints) throw new UnsureError();
      this.texts.pop();
      this.names.pop();
      this.#document = this.#body.join("\n");
      return;
    }
    const isList = found.length > 1;
    if (!isOne(found)) {
      if (!isValue && !isQuoted) throw new ComplexError();
      if (isList || !first.isJoined) throw isValue && isList ? new ComplexError() : new UnsureError();
    }
    if (isValue && this.opens.length > opened) throw new ComplexError();
  }

  #backquoted(isValue, isQuoted = false) {
    const start = this.at + 1;
    const end = this.#text.indexOf("`", start);
    if (end < 0) throw new ComplexError();
    const inner = this.#text.slice(start, end);
    if (inner.includes("\\")) throw new UnsureError();
    const reader = new Reader(inner, this.#home);
    reader.#depth = this.#depth;
    reader.#values = new Map(this.#values);
    const { texts, names, opens } = this;
    Object.assign(reader, { texts, names, opens });
    const [opened, told] = [opens.length, texts.length];
    reader.#deeper();
    const found = reader.statements([]);
    if (reader.at < inner.length || reader.#waiting.length > 0) throw new ComplexError();
    this.at = end + 1;
    this.#substituted(found, isValue, isQuoted, opened, told);
  }
}

function split(texts, by) {
  const found = [[]];
  for (const text of texts) {
    if (text === by) found.push([]);
    else found.at(-1).push(text);
  }
  return found;
}

/** Returns what is before a sign, or all of the text. */
function before(text, sign) {
  const at = text.indexOf(sign);
  return at < 0 ? text : text.slice(0, at);
}

const count = (text, sign) => text.split(sign).length - 1;

/** Returns whether a text can be the name of a variable. */
const isName = (text) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);

const isProgram = (text) => /^[A-Za-z0-9_./-]+$/.test(text);

/** Returns whether a text is letters and digits of any script. */
const isAlphanumeric = (text) => /^[\p{L}\p{N}]+$/u.test(text);
