// Finds out whether a text in the language of a program runs nothing.

/**
 * Returns whether a text surely runs no command.
 *
 * @param {string} text
 * @param {string} code `edits` for commands of `sed`; otherwise the signs without which nothing runs
 */
export function runsNothing(text, code) {
  if (code === "edits") return new Edits(text).runNothing();
  const rest = text.replaceAll("||", "");
  return !code.split(" ").some((it) => it !== "" && rest.includes(it));
}

/** Commands of `sed`: they run something with the command `e`, or with the flag `e` of `s`. */
class Edits {
  #text;
  #at = 0;

  constructor(text) {
    this.#text = text;
  }

  runNothing() {
    while (this.#at < this.#text.length) {
      const sign = this.#next();
      let isKnown = " \t\n;{}!,~+$IM0123456789dDgGhHlnNpPqQxz=F".includes(sign);
      if (sign === "/" || sign === "\\") {
        // The pattern of an address.
        isKnown = this.#passes(sign === "/" ? sign : this.#next(), true);
      } else if (sign === "s" || sign === "y") {
        isKnown = this.#replaces();
      } else if ("#aicrRwW:btT".includes(sign)) {
        isKnown = true;
        this.#line(sign);
      }
      if (!isKnown) return false;
    }
    return true;
  }

  /** Passes a sign, and returns it. */
  #next() {
    const sign = String.fromCodePoint(...[this.#text.codePointAt(this.#at)].filter((it) => it !== undefined));
    this.#at += Math.max(1, sign.length);
    return sign;
  }

  /** Passes a text, the name of a file, a comment, or a label. */
  #line(sign) {
    while (this.#at < this.#text.length && this.#text[this.#at] !== "\n") {
      if ("btT:".includes(sign) && ";}".includes(this.#text[this.#at])) return;
      this.#at += this.#text[this.#at] === "\\" && "aic".includes(sign) ? 2 : 1;
    }
  }

  /** Passes `s` or `y`, with its flags. */
  #replaces() {
    const end = this.#next();
    if (!(this.#passes(end, true) && this.#passes(end, false))) return false;
    while ("gpiImM0123456789".includes(this.#text[this.#at] ?? "e")) this.#at += 1;
    if (this.#text[this.#at] === "w") this.#line("w");
    return this.#text[this.#at] !== "e";
  }

  /** Passes a part up to a sign, and returns whether it is certain where that is: in a list, versions differ. */
  #passes(end, lists) {
    let inList = false;
    while (this.#at < this.#text.length) {
      const sign = this.#next();
      if (sign === "\\") this.#at += 1;
      else if (sign === end) return !inList && end !== "\n";
      else if (lists && (sign === "[" || sign === "]")) inList = sign === "[";
    }
    return false;
  }
}
