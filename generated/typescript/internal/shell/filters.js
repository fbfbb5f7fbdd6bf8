// Finds out whether a text for `sed`, `awk` or `perl` that changes lines runs nothing.

import { cut, OUTPUT } from "./words.js";

/** The signs of names and numbers. */
const WORD = /[0-9A-Za-z_]/;
const DIGITS = /^[0-9]+$/;

/** A text with patterns between signs. */
class Filter {
  text;
  at = 0;

  constructor(text) {
    this.text = text;
  }

  /** Returns the sign here; nothing at the end. */
  sign() {
    return this.text[this.at] ?? "";
  }

  /** Passes a sign, and returns it. */
  next() {
    const sign = String.fromCodePoint(...[this.text.codePointAt(this.at)].filter((it) => it !== undefined));
    this.at += Math.max(1, sign.length);
    return sign;
  }

  /** Passes a part up to a sign, and returns whether it is certain where that is. */
  passes(end, lists) {
    while (this.at < this.text.length) {
      const sign = this.next();
      if (sign === "\\") this.at += 1;
      else if (sign === end) return end !== "\n";
      else if (lists && sign === "[" && !this.passesList(end)) return false;
    }
    return false;
  }

  /** Passes a list of signs, and returns whether it is certain where that ends: versions differ. */
  passesList(end) {
    if (this.text[this.at] === "^") this.at += 1;
    if (this.text[this.at] === "]") return false;
    while (this.at < this.text.length) {
      const sign = this.next();
      const after = this.text[this.at] ?? "";
      if (sign === "]") return true;
      if (sign === end || (sign === "\\" && "[]".includes(after))) return false;
      if (sign === "\\") {
        this.at += 1;
      } else if (sign === "[" && after !== "" && ":.=".includes(after)) {
        const [name, rest] = cut(this.text.slice(this.at + 1), ":]");
        if (after !== ":" || after === end || rest === undefined) return false;
        if ([...name].some((it) => !WORD.test(it) || it === end)) return false;
        this.at += 1 + name.length + ":]".length;
      }
    }
    return false;
  }

  /** Passes a name or a number, and returns it. */
  word() {
    const start = this.at;
    while (WORD.test(this.sign())) this.at += 1;
    return this.text.slice(start, this.at);
  }
}

/** Commands of `sed`: they run something with the command `e`, or with the flag `e` of `s`. */
class Sed extends Filter {
  runNothing() {
    while (this.at < this.text.length) {
      const sign = this.next();
      let isKnown = " \t\n;{}!,~+$IM0123456789dDgGhHlnNpPqQxz=F".includes(sign);
      if (sign === "/" || sign === "\\") {
        // The pattern of an address.
        isKnown = this.passes(sign === "/" ? sign : this.next(), true);
      } else if (sign === "s" || sign === "y") {
        isKnown = this.replaces();
      } else if (":btT".includes(sign)) {
        isKnown = this.label(sign);
      } else if ("#aicrRwW".includes(sign)) {
        isKnown = true;
        this.line(sign);
      }
      if (!isKnown) return false;
    }
    return true;
  }

  /** Passes a text, the name of a file, or a comment. */
  line(sign) {
    while (this.at < this.text.length && this.text[this.at] !== "\n") {
      this.at += this.text[this.at] === "\\" && "aic".includes(sign) ? 2 : 1;
    }
  }

  /** Passes a label, and returns whether it is certain where it ends: a blank ends it only in some versions. */
  label(command) {
    this.blanks();
    while (!["", "\n", ";", "}", " ", "\t"].includes(this.sign())) if (!/^[!-~]$/.test(this.next())) return false;
    if (command === ":" && this.sign() === "}") return false;
    this.blanks();
    return ["", "\n", ";", "}", "#"].includes(this.sign());
  }

  blanks() {
    while (this.sign() === " " || this.sign() === "\t") this.at += 1;
  }

  /** Passes `s` or `y`, with its flags. */
  replaces() {
    const end = this.next();
    if (!(this.passes(end, true) && this.passes(end, false))) return false;
    while ("gpiImM0123456789".includes(this.text[this.at] ?? "e")) this.at += 1;
    if (this.text[this.at] === "w") this.line("w");
    return this.text[this.at] !== "e";
  }
}

/** What a pattern can follow in `awk`: a slash after a value divides. */
const AFTER = ["", "\n", ";", "{", "}", "(", ",", "~", "!", "&", "|"];

/** A program of `awk`: it runs something with `system`, a pipe, or a function whose name is a value. */
class Awk extends Filter {
  runNothing() {
    const plain = this.text.replaceAll("||", "");
    return !["system", "|", "@", OUTPUT].some((it) => plain.includes(it)) || this.isRead();
  }

  /** Returns whether the text can be read, and has no such part outside of strings and patterns. */
  isRead() {
    // What is before a slash decides what it is.
    let before = "";
    while (this.at < this.text.length) {
      if (WORD.test(this.sign())) {
        before = this.word();
        if (before === "system") return false;
        continue;
      }
      const sign = this.next();
      let isKnown = !["/", "@", "\\", OUTPUT].includes(sign);
      if (sign === "#") while (!["", "\n"].includes(this.sign())) this.at += 1;
      else if (sign === '"') isKnown = this.passes('"', false);
      else if (sign === "/" && AFTER.includes(before)) isKnown = this.passes("/", true);
      else if (sign === "|") isKnown = this.next() === "|";
      if (!isKnown) return false;
      if (sign !== " " && sign !== "\t") before = sign;
    }
    return true;
  }
}

/** The words of Perl that a pattern can follow. */
const TAKING = ["print", "if", "unless", "and", "or", "not", "chomp"];
/** The words of Perl that run nothing. */
const KNOWN = [...TAKING, "next", "last"];
/** What a pattern of Perl can follow. */
const BEFORE = [...TAKING, "", ";", "(", "!", "&", "|"];

/** Code of Perl that prints, replaces and compares, and does nothing else. */
class Perl extends Filter {
  runNothing() {
    // Documentation begins with this sign.
    if (`\n${this.text}`.includes("\n=")) return false;
    let before = "";
    while (this.at < this.text.length) {
      if (WORD.test(this.sign())) {
        before = this.word();
        if (["s", "y", "tr"].includes(before)) {
          if (!this.replaces(before === "s")) return false;
          before = ")";
        } else if (!KNOWN.includes(before) && !DIGITS.test(before)) {
          return false;
        }
        continue;
      }
      let sign = this.next();
      let isKnown = " \t\n;,!().=+:".includes(sign);
      if (sign === "$") {
        isKnown = this.variable();
      } else if (sign === '"' || sign === "'") {
        const text = this.part(sign);
        isKnown = text !== undefined && (sign === "'" || fillsPlainly(text));
      } else if (sign === "&" || sign === "|") {
        isKnown = this.next() === sign;
      } else if (sign === "/" && BEFORE.includes(before)) {
        isKnown = this.pattern("/") && this.flags("gimsxo");
        sign = ")";
      }
      if (!isKnown) return false;
      if (!" \t\n".includes(sign)) before = sign;
    }
    return true;
  }

  /** Passes the name of a variable: the line, a part of it, or a number. */
  variable() {
    const sign = this.next();
    if (sign === "F" && this.sign() === "[") {
      this.at += 1;
      return DIGITS.test(this.word()) && this.next() === "]";
    }
    if (!/^[_.&1-9]$/.test(sign)) return false;
    if (DIGITS.test(sign)) while (DIGITS.test(this.sign())) this.at += 1;
    // With more letters it is another variable, and after some signs a part of one.
    return !/^(?:[0-9A-Za-z_'[{-]|::)/.test(this.text.slice(this.at));
  }

  /** Passes what is between three signs, with its flags. */
  replaces(fills) {
    const end = this.next();
    if (end === "" || !"/|#,!:%~".includes(end)) return false;
    if (!fills) return this.part(end) !== undefined && this.part(end) !== undefined && this.flags("cdsr");
    if (!this.pattern(end)) return false;
    const text = this.part(end);
    return text !== undefined && fillsPlainly(text) && this.flags("gimsxor");
  }

  flags(known) {
    return [...this.word()].every((it) => known.includes(it));
  }

  /** Passes a part up to a sign, and returns it. */
  part(end) {
    const start = this.at;
    return this.passes(end, false) ? this.text.slice(start, this.at - 1) : undefined;
  }

  /** Passes a pattern, and returns whether it has neither code nor a variable. */
  pattern(end) {
    const part = this.part(end);
    if (part === undefined) return false;
    const text = withoutEscapes(part);
    return !text.includes("@") && !/\$[^)|]/s.test(text) && !/\((?:\*|\?[^:=!<])/s.test(text);
  }
}

/** Returns a text with a blank for each backslash and the sign after it. */
const withoutEscapes = (text) => text.replace(/\\.?/gsu, " ");

/** In a text of Perl, a variable that is not a part of a match, or a part of a variable. A name can go on after `_`. */
const OTHER = /\$(?!(?:&|[1-9][0-9]*(?![0-9])|_(?![0-9A-Za-z_]|::|'[0-9A-Za-z_]|'?[^\0-~]))(?![[{-]))/;

/** Returns whether only parts of a match are filled in a text of Perl. */
function fillsPlainly(written) {
  const text = withoutEscapes(written);
  return !text.includes("@") && !OTHER.test(text);
}

/** The languages that are read only if the shell fills in nothing. Several texts are the lines of one program. */
export const WHOLE = ["perl"];

/** The languages of programs that change lines. */
export const filters = new Map([
  ["sed", Sed],
  ["awk", Awk],
  ["perl", Perl],
]);
