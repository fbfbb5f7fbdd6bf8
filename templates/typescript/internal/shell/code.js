// Finds out whether a text in the language of a program runs nothing.

import { codes } from "./data.js";
import { filters, WHOLE } from "./filters.js";
import { ANYTHING, lower } from "./words.js";

const DIGITS = /^[0-9]+$/;
/** The signs of names and numbers. */
const WORD = /[0-9A-Za-z_$]/;
/** The words before a name that is new. */
const DECLARING = ["const", "let", "var"];

/**
 * Returns whether a text surely runs no command.
 *
 * @param {string} text
 * @param {string} code `sed`, `awk` or `perl`; the name of a language; otherwise the signs without which nothing runs
 */
export function runsNothing(text, code) {
  if (text.includes(ANYTHING)) return false;
  const facts = codes.get(code);
  if (facts) return new Source(text, facts).runNothing();
  const Filter = filters.get(code);
  if (Filter) return new Filter(text).runNothing();
  const lowered = lower(text);
  return !code.split(" ").some((it) => it !== "" && lowered.includes(it));
}

/** Returns whether code of a language is only read if the shell fills in nothing. */
export const isWhole = (code) => codes.has(code) || WHOLE.includes(code);

/** Code of a language in which everything that is named is known, and nothing that is known runs a command. */
class Source {
  #text;
  #facts;
  #at = 0;
  /** What is read: `w` for a word, `s` for a string, or a sign, each with its text. @type {[string, string][]} */
  #tokens = [];

  constructor(text, facts) {
    this.#text = text;
    this.#facts = { prefixes: "", escapes: "", comment: "", members: [], parts: {}, ...facts };
  }

  runNothing() {
    const { words, texts, comment } = this.#facts;
    // It is an option, or has letters that a language takes for others.
    if (this.#text.startsWith("-") || !/^[ -~\n\t]*$/.test(this.#text)) return false;
    const found = this.#text.split(/[^0-9A-Za-z_$]+/);
    if (found.some((it) => words.includes(it) || (it.startsWith("_") && it !== "_"))) return false;
    if (texts.some((it) => this.#text.includes(it))) return false;
    // A comment can say that the letters mean others.
    const hasEncoding = (line) => line.includes(comment) && line.slice(line.indexOf(comment)).includes("coding");
    if (comment !== "" && this.#text.split("\n", 2).some(hasEncoding)) return false;
    return this.#read() && this.#isKnown();
  }

  /** Reads the tokens, and returns whether it is certain where strings end. */
  #read() {
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at];
      if (sign === this.#facts.comment) {
        const end = this.#text.indexOf("\n", this.#at);
        this.#at = end < 0 ? this.#text.length : end;
      } else if (!(this.#facts.quotes.includes(sign) ? this.#string(sign) : this.#token(sign))) {
        return false;
      }
    }
    return true;
  }

  /** Reads a word or a sign. */
  #token(sign) {
    const start = this.#at;
    while (this.#at < this.#text.length && WORD.test(this.#text[this.#at])) this.#at += 1;
    if (this.#at > start) {
      this.#tokens.push(["w", this.#text.slice(start, this.#at)]);
      return true;
    }
    this.#at += 1;
    if (sign !== " " && sign !== "\t") this.#tokens.push([sign, ""]);
    return !this.#facts.signs.includes(sign);
  }

  /** Reads a string, and the code in it. */
  #string(quote) {
    const { prefixes, escapes, field } = this.#facts;
    const [kind, prefix] = this.#tokens.at(-1) ?? ["", ""];
    const isPrefix = kind === "w" && WORD.test(this.#text[this.#at - 1]) && [...prefix].every((it) => prefixes.includes(it));
    const isFilled = quote === "`" || (isPrefix && /[ft]/i.test(prefix));
    if (isPrefix) this.#tokens.pop();
    const end = prefixes !== "" && this.#text.startsWith(quote.repeat(3), this.#at) ? quote.repeat(3) : quote;
    this.#at += end.length;
    const start = this.#at;
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at];
      const after = this.#text[this.#at + 1] ?? "";
      if (this.#text.startsWith(end, this.#at)) {
        this.#tokens.push(["s", this.#text.slice(start, this.#at)]);
        this.#at += end.length;
        return true;
      }
      if (sign === "\\") {
        if ((escapes !== "" && !escapes.includes(after)) || (isFilled && ["{", "}", "$"].includes(after))) return false;
        this.#at += 2;
      } else if (sign === "\n" && (end === "'" || end === '"')) {
        return false;
      } else if (isFilled && field === "{" && sign === "{" && after === "{") {
        this.#at += 2;
      } else if (isFilled && this.#text.startsWith(field, this.#at)) {
        this.#at += field.length;
        if (!this.#field(quote)) return false;
      } else {
        this.#at += 1;
      }
    }
    return false;
  }

  /** Reads code in a string, up to `}`. Versions differ about quotes in it. */
  #field(quote) {
    let depth = 1;
    this.#tokens.push(["(", ""]);
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at];
      if ([quote, "`", "\n", this.#facts.comment].includes(sign)) return false;
      if (this.#facts.quotes.includes(sign)) {
        const end = this.#text.indexOf(sign, this.#at + 1);
        const inner = this.#text.slice(this.#at + 1, Math.max(end, 0));
        if (end < 0 || this.#text.startsWith(sign.repeat(3), this.#at)) return false;
        if (["{", "}", "\\", "\n", quote].some((it) => inner.includes(it))) return false;
        this.#tokens.push(["s", inner]);
        this.#at = end + 1;
        continue;
      }
      if (sign === "{") depth += 1;
      if (sign === "}") depth -= 1;
      if (depth === 0) {
        this.#at += 1;
        this.#tokens.push([")", ""]);
        return true;
      }
      if (!this.#token(sign)) return false;
    }
    return false;
  }

  #kind(at) {
    return this.#tokens[at]?.[0] ?? "\n";
  }

  #word(at) {
    return this.#tokens[at]?.[1] ?? "";
  }

  #isWord(at, word) {
    return this.#kind(at) === "w" && this.#word(at) === word;
  }

  /** Returns whether all that the tokens name is known. */
  #isKnown() {
    let before = "";
    let dots = 0;
    return this.#tokens.every(([kind], at) => {
      // Three dots spread a value.
      const isKnown = kind === "w" ? this.#isName(at, dots !== 0 && dots !== 3) : this.#isBracket(at, before);
      if (kind !== "\n") {
        before = kind;
        dots = kind === "." ? dots + 1 : 0;
      }
      return isKnown;
    });
  }

  /** Returns whether a word names what is known. */
  #isName(at, isMember) {
    const { members, names, calls, parts } = this.#facts;
    const text = this.#word(at);
    if (isMember) return members.length === 0 || DIGITS.test(text[0]) || members.includes(text);
    if (names.includes(text)) return false;
    if (members.length > 0 && text === "from") {
      const end = this.#module(at + 1);
      return end !== undefined && this.#isWord(end, "import");
    }
    if (members.length > 0 && text === "import") return this.#imports(at + 1);
    if (Object.hasOwn(calls, text)) return this.#call(at + 1, calls[text]);
    if (!Object.hasOwn(parts, text)) return true;
    if (this.#kind(at + 1) === ".") return parts[text].includes(this.#word(at + 2));
    const isNew = DECLARING.includes(this.#word(at - 1)) && this.#kind(at + 1) === "=";
    return isNew && Object.hasOwn(calls, this.#word(at + 2));
  }

  /** Returns whether only known parts of a module are used. It gets a name of theirs, or its own. */
  #takesParts(name, start) {
    const isPart = (at) => this.#kind(at) === "w" && this.#facts.parts[name].includes(this.#word(at));
    const after = start + 3;
    if (this.#kind(after) === ".") return isPart(after + 1);
    let following = after;
    while (following < this.#tokens.length && this.#kind(following) === "\n") following += 1;
    const isLast = following >= this.#tokens.length || (following > after && this.#kind(following) === "w");
    if (this.#kind(start - 2) !== "=" || !(isLast || [";", ","].includes(this.#kind(after)))) return false;
    let at = start - 3;
    if (this.#kind(at) === "}") {
      do at -= 1; while (this.#kind(at) === "," || isPart(at));
      if (this.#kind(at) !== "{") return false;
    } else if (!this.#isWord(at, name)) {
      return false;
    }
    return DECLARING.includes(this.#word(at - 1));
  }

  /** Returns where the name of a known module ends. */
  #module(start) {
    let name = "";
    let at = start;
    while (["w", "."].includes(this.#kind(at)) && !["as", "import"].includes(this.#word(at))) {
      name += this.#word(at) || ".";
      at += 1;
    }
    return this.#facts.modules.includes(name) ? at : undefined;
  }

  /** Returns whether all that is imported is known. */
  #imports(first) {
    let start = first - 2;
    while (start >= 0 && ["w", "."].includes(this.#kind(start)) && this.#word(start) !== "from") start -= 1;
    const isFrom = start >= 0 && this.#isWord(start, "from");
    for (let at = first; ; at += 1) {
      const isMember = this.#kind(at) === "w" && this.#facts.members.includes(this.#word(at));
      const end = isFrom ? (isMember ? at + 1 : undefined) : this.#module(at);
      if (end === undefined) return false;
      at = this.#isWord(end, "as") ? end + 2 : end;
      if (this.#kind(at) !== ",") return ["\n", ";"].includes(this.#kind(at));
    }
  }

  /** Returns whether a call has a file, and no argument that is not known; or one module, or one file of data. */
  #call(start, allowed) {
    if (this.#kind(start) !== "(") return false;
    const [kind, text] = [this.#kind(start + 1), this.#word(start + 1)];
    let at = start + 2;
    if (allowed.length === 0) {
      if (kind !== "s" || this.#kind(at) !== ")") return false;
      const name = text.slice(text.lastIndexOf(":") + 1);
      const isPlain = !Object.hasOwn(this.#facts.parts, name) || this.#takesParts(name, start);
      return isPlain && (this.#facts.modules.includes(text) || text.endsWith(".json"));
    }
    if (kind !== "s" && kind !== "w") return false;
    while (["w", "s", ".", "[", "]"].includes(this.#kind(at))) at += 1;
    while (this.#kind(at) === ",") {
      const isNamed = this.#kind(at + 1) === "w";
      if (!allowed.includes(this.#word(at + 1)) || isNamed !== (this.#kind(at + 2) === "=")) return false;
      at += 2;
      if (isNamed && this.#kind(at + 1) !== "s") return false;
      if (isNamed) at += 2;
    }
    return this.#kind(at) === ")";
  }

  /** Returns whether a sign, if it is a bracket and brackets matter, has no name that is computed. */
  #isBracket(at, before) {
    const kind = this.#kind(at);
    if (!this.#facts.brackets) return true;
    if (kind === "]") {
      let following = at + 1;
      while (following < this.#tokens.length && this.#kind(following) === "\n") following += 1;
      return this.#kind(following) !== ":";
    }
    if (kind !== "[" || !["w", "s", ")", "]", "}", "."].includes(before)) return true;
    const isPlain = this.#kind(at + 1) === "s" || (this.#kind(at + 1) === "w" && DIGITS.test(this.#word(at + 1)));
    return isPlain && this.#kind(at + 2) === "]";
  }
}
