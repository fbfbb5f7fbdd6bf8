// Reads redirections and here-documents.

import { runsNothing } from "./code.js";
import { readWords } from "./inner.js";
import { Quotes } from "./quotes.js";
import { unfolded } from "./signs.js";
import { HereDocument, isName, Redirection, Word } from "./words.js";

/** The operators of redirections, the longest first. */
const OPERATORS = ["<<<", "<<-", "&>>", "<<", "<&", "<>", ">>", ">&", ">|", "&>", "<", ">"];
/** Those of them that write to a file. */
const WRITING = [">", ">>", ">&", "&>", "&>>"];
const isDigit = (sign) => /^[0-9]$/.test(sign);
/** Returns whether a line ends with a sign that joins it with the next. */
function goesOn(text, start, end) {
  let count = 0;
  while (end - count > start && text[end - count - 1] === "\\") count++;
  return count % 2 === 1;
}

/** Reads redirections and here-documents. */
export class Redirections extends Quotes {
  /** Reads a redirection if there is one here. */
  redirection(command) {
    const start = this.at;
    const at = this.afterDescriptor();
    const descriptor = this.text.slice(start, at);
    const operator = OPERATORS.find((it) => this.text.startsWith(it, at) && at + it.length <= this.end);
    if (operator === undefined || (descriptor !== "" && operator.startsWith("&"))) return false;
    if (["<", ">"].includes(operator) && descriptor === "" && this.text.startsWith("(", at + 1)) return false;
    this.at = at + operator.length;
    // The end of a line in an operator.
    if (descriptor.includes("\\") || this.starts("\\\n")) throw this.fault("syntax");
    if (WRITING.includes(operator) && this.sign() === "!") throw this.fault("zsh");
    this.blanks();
    if (this.endsWord()) throw this.unexpected();
    const hasDocument = ["<<", "<<-"].includes(operator);
    const found = new Redirection(start, descriptor, operator, this.word({ isQuiet: hasDocument }));
    if (hasDocument) {
      if (operator === "<<-" && found.target.text.startsWith("\t")) throw this.fault("syntax");
      found.document = new HereDocument(found.target, operator === "<<-");
      this.waiting.push(found.document);
    }
    command.redirections.push(found);
    command.end = this.at;
    return true;
  }

  /** Returns the place after a number, or a variable in braces. */
  afterDescriptor() {
    const start = this.at;
    if (this.sign() === "{") {
      const end = this.afterName(start + 1);
      return isName(this.text.slice(start + 1, end)) && this.text.startsWith("}", end) ? end + 1 : start;
    }
    let at = start;
    while (at < this.end && isDigit(this.text[at])) {
      at += 1;
      while (this.text.startsWith("\\\n", at)) at += 2;
    }
    return at;
  }

  // Here-documents

  /** Reads the lines of a here-document. */
  hereDocument(document) {
    const start = this.at;
    const lines = this.linesOf(document);
    const last = lines.at(-1)?.end ?? start;
    const body = new Word(this.source, start);
    if (lines.length > 0 && !document.isQuoted) {
      // The shell runs what it fills in.
      const [after, end] = [this.at, this.end];
      [this.at, this.end] = [lines[0].at, last];
      this.filled(body, document.strips);
      [this.at, this.end] = [after, end];
    } else {
      for (const { at, end } of lines) body.add(this.text.slice(at, end), at);
    }
    body.ends(last);
    if (document.code) {
      const { language, command } = document.code;
      if (body.isLiteral && runsNothing(body.text, language)) this.line.harmless.push(command);
      else this.line.hiddenBy(command, "code");
    }
    if (document.shell === undefined) return;
    const { depth, reached, through } = document.shell;
    readWords([body], this.line, depth, reached, through);
  }

  /** Passes the lines of a here-document and the one that ends it, and returns where they begin and end. */
  linesOf({ delimiter, isQuoted, strips }) {
    const lines = [];
    const start = this.at;
    while (this.at < this.end) {
      let end = this.upToLineEnd(this.at);
      let at = this.at;
      while (strips && at < end && this.text[at] === "\t") at++;
      // It can be one line with the next.
      while (!isQuoted && end < this.end && goesOn(this.text, at, end)) end = this.upToLineEnd(end + 1);
      this.at = Math.min(end + 1, this.end);
      const text = this.text.slice(at, end);
      const line = isQuoted ? text : unfolded(text);
      if (line === delimiter) break;
      if (line.startsWith(`${delimiter})`)) throw this.fault("syntax", start);
      lines.push({ at, end: this.at });
    }
    return lines;
  }

  /** Reads the lines of a here-document whose delimiter is not quoted. */
  filled(word, strips) {
    while (this.at < this.end) {
      const sign = this.text[this.at];
      if (sign === "\\" && ["$", "`", "\\"].includes(this.sign(1))) {
        word.add(this.sign(1), this.at, false);
        this.at += 2;
      } else if (this.starts("\\\n")) {
        this.at += 2;
      } else if (sign === "$") {
        this.dollar(word, true);
      } else if (sign === "`") {
        this.backquote(word, false);
      } else {
        let end = this.upTo("\\$`\n", this.at + 1);
        if (end < this.end && this.text[end] === "\n") end += 1;
        word.add(this.text.slice(this.at, end), this.at);
        this.at = end;
        while (strips && this.text[end - 1] === "\n" && this.sign() === "\t") this.at += 1;
      }
    }
  }
}
