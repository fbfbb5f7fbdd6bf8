// Reads what the shell fills in: variables, expressions and the output of commands.

import { effectOf, tables } from "./data.js";
import { readText } from "./reader.js";
import { Signs } from "./signs.js";
import { hasCode, isName, isNameSign, joined, Word } from "./words.js";

/** The flags of a variable in zsh, between `$` and its name. */
const FLAGS = "=~^+";

/** Reads what begins with a dollar sign, a backquote, or the signs of a process. */
export class Expansions extends Signs {
  /** Notes a quoted text that an expression would run. */
  notesCode(word) {
    if (word.isQuoted && hasCode(word.text, "[")) this.line.code ??= { start: word.place, end: word.last };
  }

  /** Reads what begins with `$`. */
  dollar(word, isDouble) {
    const start = this.at;
    const follows = this.sign(1);
    if (follows === "\\" && this.sign(2) === "\n") throw this.fault("syntax");
    if (follows === "'" && !isDouble) {
      this.ansi(word);
      return;
    }
    if (follows === '"' && !isDouble) {
      // A text that is translated; zsh keeps the sign.
      this.at += 1;
      this.double(word);
      word.unknown(false);
      return;
    }
    if (follows === "(") {
      this.dollarBracket();
    } else if (follows === "{") {
      this.parameter(isDouble);
    } else if (follows === "[") {
      this.arithmetic(2, "]");
    } else if (follows !== "" && ("*@#?-$!=~^+".includes(follows) || isNameSign(follows))) {
      this.variable(follows);
    } else {
      word.add("$", start);
      this.at += 1;
      return;
    }
    const filled = this.text.slice(start, this.at);
    word.addFilled(filled, start, !isDouble || filled.includes("@"));
  }

  /** Reads `$((…))` or `$(…)`. */
  dollarBracket() {
    const start = this.at;
    if (this.sign(2) === "(") {
      this.arithmetic(3, "))");
    } else {
      this.at += 2;
      this.substitution(start);
    }
  }

  /** Passes `$`, and the name of a variable. */
  variable(follows) {
    const start = this.at;
    const hasFlags = FLAGS.includes(follows);
    this.at += 2;
    if (hasFlags) {
      while (this.at < this.end && FLAGS.includes(this.text[this.at])) this.at += 1;
      if (this.text.slice(start, this.at).includes("~")) this.hidesFrom(start, "zsh");
    }
    if (hasFlags || isName(follows)) this.at = this.afterName(this.at);
  }

  /** Reads commands up to `)`, with here-documents of their own. */
  substitution(start) {
    this.deeper(start);
    const waiting = this.waiting;
    this.waiting = [];
    this.nested("substitution");
    if (this.waiting.length > 0) throw this.fault("unclosed", start);
    this.waiting = waiting;
    this.depth -= 1;
  }

  /** Reads `<(…)` or `>(…)`. */
  process(word) {
    const start = this.at;
    this.at += 2;
    this.substitution(start);
    word.addFilled(this.text.slice(start, this.at), start, false);
    word.hasProcess = true;
  }

  /** Reads an expression. */
  arithmetic(opening, closing) {
    const start = this.at;
    this.line.computes = true;
    this.deeper(start);
    this.at += opening;
    const word = new Word(this.source, start);
    const [opens, closes] = closing === "]" ? "[]" : "()";
    let open = 0;
    while (this.at < this.end) {
      const sign = this.text[this.at];
      if (open === 0 && this.starts(closing)) {
        this.at += closing.length;
        this.depth -= 1;
        return;
      }
      if (sign === "\\") {
        this.at += 2;
      } else if ('"$`'.includes(sign)) {
        this.filledIn(word, sign);
      } else {
        // Bash and zsh do not agree where it ends.
        if (sign === "'" && opening === "((".length) throw this.fault("syntax");
        // Brackets of subshells have a blank between them.
        if (sign === closes && open === 0) throw this.fault("syntax", start);
        if (sign === opens) open += 1;
        else if (sign === closes) open -= 1;
        this.at += 1;
      }
    }
    throw this.fault("unclosed", start);
  }

  /** Reads what is filled in between `"…"`. */
  filledIn(word, sign) {
    if (sign === '"') this.double(word);
    else if (sign === "$") this.dollar(word, true);
    else this.backquote(word, true);
  }

  /** Reads `${…}`. */
  parameter(isDouble) {
    const start = this.at;
    this.deeper(start);
    this.at += 2;
    const follows = this.sign();
    if ([" ", "\t", "\n", "|"].includes(follows)) {
      // Commands whose output is the value, in newer shells.
      if (follows === "|") this.at += 1;
      this.block(["}"], "substitution");
      this.depth -= 1;
      return;
    }
    const name = this.opening(follows, start);
    const hidesCommands = tables.has(name) || effectOf(name) !== undefined;
    const word = new Word(this.source, start);
    let hasQuotes = !isDouble;
    let hasOperator = false;
    while (this.at < this.end) {
      const sign = this.text[this.at];
      if (sign === "}") {
        if (this.text.startsWith("@P", this.at - 2)) this.hidesFrom(start, "eval");
        this.notesCode(word.ends(this.at));
        this.at += 1;
        this.depth -= 1;
        return;
      }
      if (sign === "\\" && this.sign(1) === "\n") throw this.fault("syntax");
      if (sign === "[") {
        this.line.computes = true;
        word.add(sign, this.at);
      }
      if (!hasOperator && "#%/^,:-=?+".includes(sign) && this.at > start + 2) {
        hasOperator = true;
        hasQuotes = !isDouble || "#%/^,".includes(sign);
      }
      if (sign === "=" && hidesCommands) this.hidesFrom(start, "eval");
      // In zsh it is no quote here.
      if (sign === "'" && hasQuotes && isDouble) throw this.fault("zsh");
      if (this.starts("=(")) throw this.fault("zsh");
      this.partOfParameter(word, sign, isDouble, hasQuotes);
    }
    throw this.fault("unclosed", start);
  }

  partOfParameter(word, sign, isDouble, hasQuotes) {
    if (isDouble && "$`".includes(sign)) this.filledIn(word, sign);
    else if ("\"\\$`".includes(sign) || (sign === "'" && hasQuotes)) this.part(word, sign);
    else if (!isDouble && this.substitutesProcess()) this.process(word);
    else this.at += 1;
  }

  /** Passes the name of a variable after `${`, and returns it. */
  opening(follows, start) {
    if (follows !== "" && "(~=^".includes(follows)) this.hidesFrom(start, "zsh");
    // The value of a variable is a name, perhaps with an index.
    if (follows === "!") this.line.computes = true;
    this.at = this.afterName(this.at);
    return this.text.slice(start + 2, this.at);
  }

  /** Reads commands between backquotes. */
  backquote(word, isDouble) {
    const start = this.at;
    this.deeper(start);
    const inner = new Word(this.source, start + 1);
    const escaped = isDouble ? '\\`$"' : "\\`$";
    let at = start + 1;
    while (at < this.end && this.text[at] !== "`") {
      if (this.text[at] === "\\" && at + 1 < this.end && escaped.includes(this.text[at + 1])) {
        inner.add(this.text[at + 1], at + 1);
        at += 2;
      } else {
        const end = this.upTo("\\`", at + 1);
        inner.add(this.text.slice(at, end), at);
        at = end;
      }
    }
    if (at >= this.end) throw this.fault("unclosed", start);
    readText(joined([inner.ends(at)]), this.line, this.depth, [...this.reached, "substitution"], this.through);
    this.at = at + 1;
    this.depth -= 1;
    word.addFilled(this.text.slice(start, this.at), start, !isDouble);
  }
}
