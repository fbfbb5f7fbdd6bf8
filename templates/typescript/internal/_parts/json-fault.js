// Describes the first mistake in a text that is not a JSON object, and its place. The errors of the engine are not used,
// because those of other languages have other words and places.

const CLOSING = { "{": "}", "[": "]" };
const FOUND_TYPES = { "{": "object", "[": "array", '"': "string", t: "boolean", f: "boolean", n: "null" };
const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * Returns the sentence about a text that is not JSON, or not an object: what was found, and where.
 *
 * @param {string} text the text in which lines and columns are counted
 * @param {string} [part] the part that should be JSON
 * @param {number} [start] the index at which the part follows, maybe after white space
 * @param {string} [what] the word for what is expected
 */
export function notJson(text, part = text, start = 0, what = "json-object") {
  const { word, at } = faultOf(part) ?? valueOf(part);
  const before = text.slice(0, text.indexOf(part.slice(0, 1), start) + at);
  const character = String.fromCodePoint(part.codePointAt(at) ?? 0);
  const value = quoted(runFrom(part, at, /[A-Za-z_$0-9]+/y) || character);
  const lines = before.split("\n");
  return filled("not-json", {
    what: words[what],
    found: filled(word, { value, character }),
    line: String(lines.length),
    column: String(Array.from(lines.at(-1)).length + 1),
  });
}

/**
 * Returns the first mistake in a text, if it is not JSON.
 *
 * @param {string} text
 * @returns { {word: string, at: number} | undefined } the word for what was found, and its index
 */
export function faultOf(text) {
  return new FaultScanner(text).fault();
}

/**
 * Returns the string at a key of the object that a text is, if the scan reaches both before the first mistake. If the key
 * is there twice, nobody knows which one is meant.
 *
 * @param {string} text
 * @param {string} key
 * @returns {string | undefined}
 */
export function stringBeforeFault(text, key) {
  const found = [];
  let isNext = false;
  const note = (string, isKey) => {
    if (!isKey && !isNext) return;
    const read = JSON.parse(withoutLoneSurrogates(string));
    if (!isKey) found.push(read);
    else if (read === key) found.push(undefined);
    isNext = isKey && read === key;
  };
  new FaultScanner(text, note).fault();
  // The key, and its string.
  return found.length === 2 ? found[1] : undefined;
}

/** Returns the type of a text that is JSON, as what was found. */
function valueOf(text) {
  const at = text.search(/[^ \t\n\r]/);
  return { word: `found-${FOUND_TYPES[text[at]] ?? "number"}`, at };
}

/** Scans a text, token by token. It does not recurse, so that no depth exhausts the stack. */
class FaultScanner {
  #text;
  #at = 0;
  #opened = [];
  /**
   * What comes next: a `value`; a key or an item, the first one of an object or array (which may also end) or a later
   * one; a `colon`; or what follows a value.
   */
  #expected = "value";
  #comma = 0;
  #note;

  /**
   * @param {string} text
   * @param {(string: string, isKey: boolean) => void} [note] gets the strings that are keys and values of the text, as an
   * object, as they are written. Then a text with too many levels is a mistake, too.
   */
  constructor(text, note) {
    this.#text = text;
    this.#note = note;
  }

  fault() {
    this.#skipSpace();
    if (this.#at === this.#text.length) return { word: "fault-empty", at: 0 };
    if (this.#text.startsWith("```", this.#at)) return this.#here("fault-fence");
    while (this.#at < this.#text.length) {
      const found = this.#token(this.#text[this.#at]);
      if (found) return found;
      this.#skipSpace();
    }
    return this.#expected === "next" && this.#opened.length === 0 ? undefined : this.#here("fault-end");
  }

  #token(char) {
    if (this.#opened.length > 0 && char === CLOSING[this.#opened.at(-1)]) return this.#close();
    if (this.#expected === "next") return this.#afterValue(char);
    if (this.#expected === "colon") return char === ":" ? this.#move(1, "value") : this.#here("fault-no-colon");
    if (char === '"') return this.#string();
    if (this.#isAtKey()) return this.#unexpected("fault-bare-key", /[A-Za-z_$0-9]/);
    if (char === "{" || char === "[") {
      if (this.#note && this.#opened.length === MOST_LEVELS_OF_TEXT) return this.#here("too-deep");
      this.#opened.push(char);
      return this.#move(1, char === "{" ? "first key" : "first item");
    }
    if (/[A-Za-z_$]/.test(char)) return this.#word();
    return /[-0-9]/.test(char) ? this.#number() : this.#unexpected();
  }

  #close() {
    if (this.#expected === "key" || this.#expected === "item") return { word: "fault-trailing-comma", at: this.#comma };
    if (this.#expected === "value" || this.#expected === "colon") return this.#here("fault-character");
    this.#opened.pop();
    return this.#move(1, "next");
  }

  #afterValue(char) {
    if (this.#opened.length === 0) return this.#here("fault-more");
    if (char !== ",") return this.#unexpected("fault-no-comma", /["{[\-A-Za-z_$0-9]/);
    this.#comma = this.#at;
    return this.#move(1, this.#opened.at(-1) === "{" ? "key" : "item");
  }

  #string() {
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const char = this.#text[at];
      if (char === '"') {
        if (this.#note && this.#opened.length === 1) this.#note(this.#text.slice(this.#at, at + 1), this.#isAtKey());
        return this.#move(at + 1 - this.#at, this.#isAtKey() ? "colon" : "next");
      }
      if (char === "\\" && at + 1 < this.#text.length) {
        const escape = runFrom(this.#text, at, /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y);
        if (escape === "") return { word: "fault-escape", at };
        at += escape.length - 1;
      } else if (char < " ") {
        return { word: char === "\n" || char === "\r" ? "fault-line-break" : "fault-control", at };
      }
    }
    return this.#here("fault-open-string");
  }

  #word() {
    const word = runFrom(this.#text, this.#at, /[A-Za-z_$0-9]+/y);
    return ["true", "false", "null"].includes(word) ? this.#move(word.length, "next") : this.#here("fault-word");
  }

  #number() {
    const number = runFrom(this.#text, this.#at, /[-+.eE0-9]+/y);
    return JSON_NUMBER.test(number) ? this.#move(number.length, "next") : this.#here("fault-number");
  }

  /** Returns the mistake at a character that cannot come here, or `word` if it is one of these. */
  #unexpected(word = "fault-character", starts = /[]/) {
    const char = this.#text[this.#at];
    if (char === "'") return this.#here("fault-single-quotes");
    if (char === "`") return this.#here("fault-backtick");
    if (/[\u2018-\u201f\u00ab\u00bb\u2039\u203a]/.test(char)) return this.#here("fault-typographic-quote");
    if (runFrom(this.#text, this.#at, /#|\/[/*]/y)) return this.#here("fault-comment");
    return this.#here(starts.test(char) ? word : "fault-character");
  }

  #isAtKey() {
    return this.#expected === "first key" || this.#expected === "key";
  }

  #here(word) {
    return { word, at: this.#at };
  }

  #move(length, expected) {
    this.#at += length;
    this.#expected = expected;
  }

  #skipSpace() {
    this.#at += runFrom(this.#text, this.#at, /[ \t\n\r]+/y).length;
  }
}

/** Returns what a sticky pattern matches at an index; empty if it does not. */
function runFrom(text, at, pattern) {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}
