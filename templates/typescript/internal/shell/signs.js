// Reads the signs of a text, and reports where it cannot be read.

import { DEEPEST, Fault, isNameSign } from "./words.js";

/** @typedef {import("./words.js").HereDocument} HereDocument */

/** The signs that end a word. */
export const META = " \t\n;&|<>()";
/** The words with a meaning where a command can begin. */
export const RESERVED = new Set(
  "if then elif else fi for while until do done case esac select function { } ! [[ coproc".split(" "),
);
const LONGEST = Math.max(...[...RESERVED].map((word) => word.length));
/** Returns a text without the ends of lines after a backslash. */
export const unfolded = (text) => text.replaceAll("\\\n", "");

/** The state of reading one text. */
export class Signs {
  source;
  text;
  at = 0;
  end;
  line;
  depth;
  reached;
  through;
  /** The here-documents that begin after the end of the line. @type {HereDocument[]} */
  waiting = [];

  constructor(source, line, depth, reached, through) {
    this.source = source;
    this.text = source.text;
    this.end = source.text.length;
    this.line = line;
    this.depth = depth;
    this.reached = reached;
    this.through = through;
  }

  /** Returns the sign at a distance; nothing after the end. */
  sign(ahead = 0) {
    const at = this.at + ahead;
    return at < this.end ? this.text[at] : "";
  }

  starts(text) {
    return this.text.startsWith(text, this.at) && this.at + text.length <= this.end;
  }

  /** Returns where a text is next; -1 if it is not before the end. */
  find(text, from) {
    const at = this.text.indexOf(text, from);
    return at < this.end ? at : -1;
  }

  /** Returns where a line ends. */
  upToLineEnd(from) {
    const at = this.find("\n", from);
    return at < 0 ? this.end : at;
  }

  /** Returns the first place from one on that has one of these signs, or the end. */
  upTo(signs, from) {
    let at = from;
    while (at < this.end && !signs.includes(this.text[at])) at++;
    return at;
  }

  /** Returns where a name ends that begins at a place. */
  afterName(from) {
    let at = from;
    while (at < this.end && isNameSign(this.text[at])) at++;
    return at;
  }

  fault(reason, at = this.at) {
    return new Fault(reason, at);
  }

  /** Returns the fault of a text that goes on with something else, or ends. */
  unexpected() {
    return this.fault(this.at >= this.end ? "unclosed" : "syntax");
  }

  deeper(start) {
    this.depth += 1;
    if (this.depth > DEEPEST) throw this.fault("deep", start);
  }

  /** Returns whether no word begins here, because there is the end, a blank or an operator. */
  endsWord() {
    return META.includes(this.sign()) && !this.substitutesProcess();
  }

  /** Passes blanks, and the ends of lines after a backslash. */
  blanks() {
    while (this.at < this.end) {
      if (" \t".includes(this.text[this.at])) this.at += 1;
      else if (this.starts("\\\n")) this.at += 2;
      else return;
    }
  }

  /** Passes blanks, comments and the ends of lines. */
  lines() {
    for (;;) {
      this.blanks();
      const sign = this.sign();
      if (sign === "#") this.comment();
      else if (sign === "\n") this.newLine();
      else return;
    }
  }

  comment() {
    this.at = this.upToLineEnd(this.at);
  }

  /** Passes the end of a line, and the here-documents that begin after it. */
  newLine() {
    this.at += 1;
    const waiting = this.waiting;
    this.waiting = [];
    for (const document of waiting) this.hereDocument(document);
  }

  /** Returns the word here if it can be a reserved one, and where it ends. */
  plain() {
    let at = this.at;
    let word = "";
    while (at < this.end && word.length <= LONGEST) {
      const sign = this.text[at];
      if (this.text.startsWith("\\\n", at)) {
        at += 2;
      } else if (META.includes(sign)) {
        break;
      } else {
        word += sign;
        at += 1;
      }
    }
    return { word: word.length > LONGEST ? "" : word, end: at };
  }

  /** Passes a reserved word, and says whether it was there. */
  takes(word) {
    const found = this.plain();
    if (found.word !== word) return false;
    this.at = found.end;
    return true;
  }

  expects(word) {
    this.lines();
    if (!this.takes(word)) throw this.unexpected();
  }

  hidesFrom(start, reason) {
    const end = this.at + this.codePoint(this.at).length;
    this.line.hides(reason, this.source.place(start), this.source.place(end));
  }
}
