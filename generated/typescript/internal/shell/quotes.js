// Reads words and their quotes.

import { Expansions } from "./expansions.js";
import { META, unfolded } from "./signs.js";
import { Word } from "./words.js";

/** The signs of a word that are not taken as they are. */
const ACTIVE = "'\"\\$`*?[{~";
const SPECIAL = META + ACTIVE;
/** What a backslash and a letter are in `$'…'`. */
const ESCAPES = new Map([
  ["a", "\x07"], ["b", "\b"], ["e", "\x1b"], ["E", "\x1b"], ["f", "\f"], ["n", "\n"], ["r", "\r"], ["t", "\t"],
  ["v", "\v"], ["\\", "\\"], ["'", "'"], ['"', '"'], ["?", "?"],
]);
/** The most digits of a sign that is written as a number in `$'…'`. */
const DIGITS = new Map([["x", 2], ["u", 4], ["U", 8]]);
const HEX = "0123456789abcdefABCDEF";
const OCTAL = "01234567";
/** The first number that is not an ASCII sign. */
const ASCII_END = 128;
/** Returns whether a text that begins with a bracket has several values: `{a,b}`, `{1..3}`, `[ab]`. */
function isPattern(text) {
  const [opened, closed] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (opened >= 0 && opened < closed) {
    const inner = text.slice(opened, closed);
    if (inner.includes(",") || inner.includes("..")) return true;
  }
  const bracket = text.indexOf("[");
  return bracket >= 0 && bracket < text.lastIndexOf("]");
}

/** Reads words. */
export class Quotes extends Expansions {
  substitutesProcess() {
    return this.starts("<(") || this.starts(">(");
  }

  /**
   * Reads a word.
   *
   * @param {object} [options]
   * @param {Word} [options.begun] the word, if its first parts are read already
   * @param {boolean} [options.isQuiet] nothing in it is filled in, as in the delimiter of a here-document
   */
  word({ begun, isQuiet = false } = {}) {
    const word = begun ?? new Word(this.source, this.at);
    while (this.at < this.end) {
      const sign = this.text[this.at];
      if (META.includes(sign)) {
        if (isQuiet || !this.substitutesProcess()) break;
        this.process(word);
      } else if (ACTIVE.includes(sign)) {
        if (isQuiet && "$`".includes(sign)) throw this.fault("syntax");
        this.part(word, sign);
      } else {
        const end = this.upTo(SPECIAL, this.at + 1);
        word.add(this.text.slice(this.at, end), this.at);
        this.at = end;
      }
    }
    word.ends(this.at);
    if (word.opens !== undefined && isPattern(unfolded(this.text.slice(word.opens, word.end)))) word.unknown(true);
    this.notesCode(word);
    return word;
  }

  /** Reads one part of a word that is not taken as it is. */
  part(word, sign) {
    switch (sign) {
      case "'":
        this.single(word);
        break;
      case '"':
        this.double(word);
        break;
      case "\\":
        this.backslash(word);
        break;
      case "$":
        this.dollar(word, false);
        break;
      case "`":
        this.backquote(word, false);
        break;
      default:
        if ("{[".includes(sign)) word.opens ??= this.at;
        word.add(sign, this.at);
        if ("*?".includes(sign)) word.unknown(true);
        else if (sign === "~" && this.at === word.start) word.unknown(false);
        this.at += 1;
    }
  }

  /** Reads `'…'`. */
  single(word) {
    const start = this.at + 1;
    const end = this.find("'", start);
    if (end < 0) throw this.fault("unclosed");
    word.isQuoted = true;
    word.add(this.text.slice(start, end), start);
    this.at = end + 1;
  }

  /** Reads a backslash and the sign after it. */
  backslash(word) {
    const at = this.at;
    if (this.sign(1) === "\n") {
      this.at += 2;
      return;
    }
    word.isQuoted = true;
    const sign = this.codePoint(at + 1);
    if (sign === "") word.add("\\", at);
    else word.add(sign, at + 1);
    this.at += 1 + sign.length;
  }

  /** Returns the code point at a place; nothing after the end. */
  codePoint(at) {
    return at < this.end ? String.fromCodePoint(this.text.codePointAt(at)) : "";
  }

  /** Reads `"…"`. */
  double(word) {
    const start = this.at;
    this.at += 1;
    word.isQuoted = true;
    while (this.at < this.end) {
      const sign = this.text[this.at];
      if (sign === '"') {
        this.at += 1;
        return;
      }
      if (sign === "\\") {
        const follows = this.sign(1);
        if (follows === "\n") {
          this.at += 2;
        } else if (follows !== "" && '$`"\\'.includes(follows)) {
          word.add(follows, this.at + 1);
          this.at += 2;
        } else {
          word.add("\\", this.at);
          this.at += 1;
        }
      } else if (sign === "$") {
        this.dollar(word, true);
      } else if (sign === "`") {
        this.backquote(word, true);
      } else {
        const end = this.upTo('"\\$`', this.at + 1);
        word.add(this.text.slice(this.at, end), this.at);
        this.at = end;
      }
    }
    throw this.fault("unclosed", start);
  }

  /** Reads `$'…'`. */
  ansi(word) {
    const start = this.at;
    this.at += 2;
    word.isQuoted = true;
    while (this.at < this.end) {
      const sign = this.text[this.at];
      if (sign === "'") {
        this.at += 1;
        return;
      }
      if (sign === "\\" && this.at + 1 < this.end) {
        this.escape(word);
      } else {
        const end = this.upTo("'\\", this.at + 1);
        word.add(this.text.slice(this.at, end), this.at);
        this.at = end;
      }
    }
    throw this.fault("unclosed", start);
  }

  /** Reads a backslash and what it escapes in `$'…'`. */
  escape(word) {
    const start = this.at;
    const letter = this.codePoint(start + 1);
    this.at += 1 + letter.length;
    if (ESCAPES.has(letter)) {
      word.add(ESCAPES.get(letter), start, false);
      return;
    }
    let value = 0;
    if (OCTAL.includes(letter)) {
      this.at -= 1;
      value = Number.parseInt(this.digits(OCTAL, 3), 8);
    } else if (DIGITS.has(letter)) {
      value = this.hex(letter);
    } else if (letter === "c") {
      this.at += this.codePoint(this.at).length;
    } else {
      // zsh drops the sign before it.
      word.addFilled(this.text.slice(start, this.at), start, false);
      return;
    }
    // Others are the end of the text, a part of a sign, or one that depends on the locale.
    if (value > 0 && value < ASCII_END) word.add(String.fromCharCode(value), start, false);
    else word.addFilled(this.text.slice(start, this.at), start, false);
  }

  /** Reads the digits after `\x`, `\u` or `\U`. */
  hex(letter) {
    const hasBraces = letter === "x" && this.sign() === "{";
    if (hasBraces) this.at += 1;
    const digits = this.digits(HEX, DIGITS.get(letter));
    if (hasBraces && this.sign() === "}") this.at += 1;
    return digits === "" ? 0 : Number.parseInt(digits, 16);
  }

  digits(allowed, most) {
    const start = this.at;
    while (this.at < this.end && this.at - start < most && allowed.includes(this.text[this.at])) this.at += 1;
    return this.text.slice(start, this.at);
  }
}
