// The syntax of patterns. Patterns outside the subset, or that JavaScript rejects, have no node.

import { DEEPEST, DIGIT, LARGEST, LINE_END, SPACE, WORD } from "./data.js";

/**
 * A part of a pattern.
 *
 * @typedef {{unit: number[][], negated: boolean, written: number}
 *   | {place: "start" | "end" | "boundary" | "no-boundary"}
 *   | {sequence: Node[]}
 *   | {choice: Node[]}
 *   | {repeat: Node, min: number, max: number}} Node
 */

/**
 * Parses a pattern.
 *
 * @param {string[]} pattern its signs: UTF-16 units, or characters
 * @returns {Node | undefined} undefined if it is outside the subset
 */
export function parse(pattern) {
  try {
    return new Parser(pattern).all();
  } catch (error) {
    if (error === OUTSIDE || error === INVALID) return undefined;
    throw error;
  }
}

/**
 * Returns true if JavaScript rejects a pattern. It is not known for one that is outside the subset for another reason.
 *
 * @param {string[]} pattern its UTF-16 units
 */
export function isInvalid(pattern) {
  try {
    new Parser(pattern).all();
    return false;
  } catch (error) {
    if (error === OUTSIDE || error === INVALID) return error === INVALID;
    throw error;
  }
}

/**
 * Returns the size of a part with its repetitions written out, as the limits count it.
 *
 * @param {Node} node
 * @returns {number}
 */
export function sizeOf(node) {
  if (node.unit) return Math.max(node.written, 1);
  if (node.sequence) return Math.max(sum(node.sequence), 1);
  if (node.choice) return sum(node.choice) + node.choice.length;
  if (node.place) return 1;
  return Math.max(node.max === Infinity ? node.min + 1 : node.max, 1) * (sizeOf(node.repeat) + 1);
}

const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Returns false if no text of ASCII letters, digits and these signs matches. Places are taken to be right.
 *
 * @param {Node} node
 * @param {string} signs
 * @returns {boolean}
 */
export function canBeOf(node, signs) {
  if (node.unit) {
    const has = (code) => node.unit.some(([first, last]) => first <= code && code <= last) !== node.negated;
    return [...ALPHANUMERIC, ...signs].some((sign) => has(sign.codePointAt(0)));
  }
  if (node.sequence) return node.sequence.every((part) => canBeOf(part, signs));
  if (node.choice) return node.choice.some((part) => canBeOf(part, signs));
  return node.place !== undefined || node.min === 0 || canBeOf(node.repeat, signs);
}

const sum = (nodes) => nodes.reduce((size, node) => size + sizeOf(node), 0);

/** Returns all units except these, which are sorted. */
function allBut(ranges) {
  const firsts = [0, ...ranges.map(([, last]) => last + 1)];
  const lasts = [...ranges.map(([first]) => first - 1), 0x10ffff];
  return firsts.map((first, at) => [first, lasts[at]]).filter(([first, last]) => first <= last);
}

const CLASSES = new Map([
  ["d", DIGIT],
  ["D", allBut(DIGIT)],
  ["w", WORD],
  ["W", allBut(WORD)],
  ["s", SPACE],
  ["S", allBut(SPACE)],
]);
const ANY_BUT_LINE_ENDS = allBut(LINE_END);
const CONTROLS = new Map([
  ["t", 0x09],
  ["n", 0x0a],
  ["v", 0x0b],
  ["f", 0x0c],
  ["r", 0x0d],
]);
const DIGITS = new Map([
  ["x", 2],
  ["u", 4],
]);
const PLACES = new Map([
  ["^", "start"],
  ["$", "end"],
  ["\\b", "boundary"],
  ["\\B", "no-boundary"],
]);
const COUNTS = new Map([
  ["*", [0, Infinity]],
  ["+", [1, Infinity]],
  ["?", [0, 1]],
]);

/** The exceptions for an unsupported pattern, and for one that JavaScript rejects. */
const OUTSIDE = Symbol("outside");
const INVALID = Symbol("invalid");

function expect(isRight) {
  if (!isRight) throw INVALID;
}

function expectInside(isInside) {
  if (!isInside) throw OUTSIDE;
}

class Parser {
  #signs;
  #at = 0;

  constructor(pattern) {
    this.#signs = pattern;
  }

  all() {
    const node = this.#choice(0);
    expect(this.#at === this.#signs.length);
    return node;
  }

  /** The next sign; empty at the end. */
  get #sign() {
    return this.#signs[this.#at] ?? "";
  }

  #ahead(length) {
    return this.#signs.slice(this.#at, this.#at + length).join("");
  }

  #take() {
    expect(this.#at < this.#signs.length);
    return this.#signs[this.#at++];
  }

  #takes(sign) {
    const isThere = this.#sign === sign;
    if (isThere) this.#at++;
    return isThere;
  }

  // ---- structure ------------------------------------------------------------------------------------------------------

  #choice(depth) {
    const branches = [this.#sequence(depth)];
    while (this.#takes("|")) branches.push(this.#sequence(depth));
    return branches.length === 1 ? branches[0] : { choice: branches };
  }

  #sequence(depth) {
    const parts = [];
    while (!["", "|", ")"].includes(this.#sign)) parts.push(this.#part(depth));
    return { sequence: parts };
  }

  /** Reads a part. Places and repetitions cannot be repeated: the next part would begin with a repetition, an error. */
  #part(depth) {
    const sign = this.#ahead(this.#sign === "\\" ? 2 : 1);
    const place = PLACES.get(sign);
    if (place) {
      this.#at += sign.length;
      return { place };
    }
    const atom = this.#atom(depth);
    const counts = this.#counts();
    if (counts === undefined) return atom;
    this.#takes("?");
    const [min, max] = counts;
    expect(min <= max);
    return { repeat: atom, min, max };
  }

  #atom(depth) {
    if (this.#sign === "(") return this.#group(depth + 1);
    if (this.#sign === "[") return this.#class();
    expect(!COUNTS.has(this.#sign) && !this.#braces());
    const sign = this.#take();
    if (sign === ".") return unit(ANY_BUT_LINE_ENDS);
    return unit(sign === "\\" ? this.#escape() : of(sign.codePointAt(0)));
  }

  #group(depth) {
    this.#at++;
    if (this.#takes("?") && !this.#takes(":")) {
      // Lookaround and names are outside of the subset, and so are flags, which newer engines know before a colon.
      // Nothing else begins like this, such as `(?i)` or `(?P<name>`.
      let flags = this.#at;
      while ("ims-".includes(this.#signs[flags] ?? "?")) flags++;
      expect(["=", "!", "<"].includes(this.#sign) || this.#signs[flags] === ":");
      expectInside(false);
    }
    expectInside(depth <= DEEPEST);
    const inside = this.#choice(depth);
    expect(this.#takes(")"));
    return inside;
  }

  // ---- repetition -----------------------------------------------------------------------------------------------------

  #counts() {
    const counts = COUNTS.get(this.#sign);
    if (counts) {
      this.#at++;
      return counts;
    }
    const braces = this.#braces();
    if (braces) this.#at += braces[0].length;
    return braces && [number(braces[1]), braces[2] === undefined ? number(braces[1]) : number(braces[3], Infinity)];
  }

  /** Matches `{n}`, `{n,}` or `{n,m}`. Any other brace is an ordinary unit. */
  #braces() {
    if (!/^\{[0-9]$/.test(this.#ahead(2))) return undefined;
    const end = this.#signs.indexOf("}", this.#at);
    return /^\{([0-9]+)(,([0-9]*))?\}$/.exec(this.#ahead(end + 1 - this.#at)) ?? undefined;
  }

  // ---- units ----------------------------------------------------------------------------------------------------------

  #class() {
    this.#at++;
    const negated = this.#takes("^");
    const ranges = [];
    let written = 0;
    while (!this.#takes("]")) {
      const first = this.#member();
      if (this.#sign !== "-" || this.#signs[this.#at + 1] === "]") {
        ranges.push(...first);
        written += 1;
        continue;
      }
      this.#at++;
      const last = this.#member();
      if (isUnit(first) && isUnit(last)) {
        expect(first[0][0] <= last[0][0]);
        ranges.push([first[0][0], last[0][0]]);
        written += 1;
      } else {
        // Next to a class such as `\d`, a hyphen is literal.
        ranges.push(...first, ...of(0x2d), ...last);
        written += 3;
      }
    }
    return { unit: ranges, negated, written };
  }

  #member() {
    const sign = this.#take();
    if (sign !== "\\") return of(sign.codePointAt(0));
    return this.#takes("b") ? of(0x08) : this.#escape();
  }

  /** Parses the rest of an escape after the backslash. */
  #escape() {
    const sign = this.#take();
    if (CLASSES.has(sign)) return CLASSES.get(sign);
    if (CONTROLS.has(sign)) return of(CONTROLS.get(sign));
    if (DIGITS.has(sign)) return of(this.#hexadecimal(DIGITS.get(sign)));
    expectInside(!/^[A-Za-z0-9]$/.test(sign));
    return of(sign.codePointAt(0));
  }

  #hexadecimal(length) {
    const digits = this.#ahead(length);
    // Without the digits, it is the letter.
    expectInside(digits.length === length && /^[0-9A-Fa-f]+$/.test(digits));
    this.#at += length;
    return parseInt(digits, 16);
  }
}

const of = (code) => [[code, code]];
const unit = (ranges) => ({ unit: ranges, negated: false, written: 1 });

/** Returns true if ranges are a single unit. No escape class is one. */
const isUnit = (ranges) => ranges.length === 1 && ranges[0][0] === ranges[0][1];

/** Parses digits to a number, at most one above the limit. Without digits, returns `without`. */
const number = (digits, without) => (digits === "" ? without : Math.min(Number(digits), LARGEST + 1));
