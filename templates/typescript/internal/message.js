// Messages: the table's words with their holes filled.

import { jsonType } from "./json.js";
import { foreign, typeOf, words } from "./plan.js";

/** Longer strings are cut where a message quotes them. */
const MOST_QUOTED = 60;

/** Words with more edits between them are not near; nor those of which half or more is edited. */
const MOST_EDITS = 2;

/**
 * A word of the table, filled in one pass: what is in a hole is not read for holes again.
 *
 * @param {string} word its key
 * @param {Record<string, string>} holes
 */
export function filled(word, holes) {
  return fill(words[word], holes);
}

/** Any sentence with holes, likewise. */
function fill(sentence, holes) {
  return sentence.replace(/\{(\w+)\}/g, (whole, hole) => (Object.hasOwn(holes, hole) ? holes[hole] : whole));
}

/** Returns the description of the values that an expression allows. */
export function expected(expression) {
  switch (expression.is) {
    case "bounded":
    case "constant":
      return expression.what;
    case "nullable":
      return filled("nullable", { what: expected(expression.inner) });
    case "keyed":
      return expected(expression.base);
    case "asserted":
      return expected(expression.inner);
    case "ref":
      return expectedOf(typeOf(expression.name));
    default:
      return words[expression.is];
  }
}

function expectedOf(type) {
  if (type.kind === "alias") return expected(type.type);
  return type.kind === "enum" || type.on === "type" ? type.what : words.struct;
}

/** Returns the description of a value. A number with a fraction is a number. */
export function found(value) {
  const type = jsonType(value);
  if (type) return words[`found-${type}`];
  return value === undefined ? "undefined" : `a ${typeof value}`;
}

/** Returns the description of a value, where an integer was expected. */
export function foundForInteger(value) {
  return typeof value === "number" ? words["found-fraction"] : found(value);
}

/** A string or a boolean, quoted in ASCII: harmless on any terminal and in Markdown. */
export function quoted(value) {
  if (typeof value !== "string") return String(value);
  // A point has two units at most; a list of all of them would fill the memory.
  const points = Array.from(value.slice(0, 2 * MOST_QUOTED + 2));
  const shown = points.slice(0, MOST_QUOTED).map(escaped).join("");
  return `"${shown}"${points.length > MOST_QUOTED ? "..." : ""}`;
}

function escaped(point) {
  if (point === '"' || point === "\\") return `\\${point}`;
  return /[ -_a-~]/.test(point) ? point : `\\u{${point.codePointAt(0).toString(16)}}`;
}

/**
 * Behind a value that is none of the contract's: what to write instead.
 *
 * @param {unknown} value
 * @param {Record<string, string>} [mistakes] advice for what people write
 * @param {string[]} [candidates]
 * @returns {string} a sentence with a space before it, or nothing
 */
export function adviceFor(value, mistakes = {}, candidates = []) {
  if (typeof value !== "string") return "";
  if (Object.hasOwn(mistakes, value)) return ` ${mistakes[value]}`;
  const nearest = candidates.length > 1 ? near(value, candidates) : undefined;
  return nearest === undefined ? "" : ` ${filled("near", { nearest })}`;
}

/**
 * Returns the message about a key that a type does not have.
 *
 * @param {string} key
 * @param {{fields: object, operation?: string, hints?: {keys: string[], say: object}[], takes?: string}} type
 * @returns {{code: string, severity: string, unconfirmed?: boolean, message: string}}
 */
export function ofUnknown(key, type) {
  const hint = hintFor(key, type);
  if (hint) return hint;
  const unknown = { code: "unknown-field", severity: "ignored" };
  if (type.operation !== undefined && foreign.has(key)) {
    return { ...unknown, message: fill(foreign.get(key), { operation: type.operation }) };
  }
  return { ...unknown, message: [filled("unknown-field", { value: quoted(key) }), ...instead(key, type)].join(" ") };
}

/** Returns the problem of a key that does not belong here. */
function hintFor(key, { hints = [] }) {
  const say = hints.find(({ keys }) => keys.includes(key))?.say;
  return say && { ...say, message: fill(say.message, { key }) };
}

/** Sentences on what to write instead of a key of which nothing is known. */
function instead(key, type) {
  const hinted = (type.hints ?? []).filter(({ say }) => say.code !== "unknown-field").flatMap(({ keys }) => keys);
  const nearest = near(key, [...Object.keys(type.fields), ...hinted]);
  if (nearest === undefined) return type.takes ? [type.takes] : [];
  const hint = hintFor(nearest, type);
  return [filled("near", { nearest }), ...(hint ? [hint.message] : [])];
}

/**
 * The candidate that a word is near to, if one is: the first that differs in the case of ASCII letters, `_` and `-`
 * only, else the first of those with the fewest edits.
 *
 * @param {string} word
 * @param {string[]} candidates
 * @returns {string | undefined}
 */
export function near(word, candidates) {
  const plainly = plain(word);
  return candidates.find((candidate) => plain(candidate) === plainly) ?? fewestEdits(word, candidates);
}

function plain(word) {
  return word.replace(/[_-]/g, "").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function fewestEdits(text, candidates) {
  const longest = Math.max(...candidates.map((candidate) => candidate.length), 0);
  if (text.length > 2 * (longest + MOST_EDITS)) return undefined;
  const word = Array.from(text);
  let best;
  let fewest = MOST_EDITS + 1;
  for (const candidate of candidates) {
    const points = Array.from(candidate);
    const enough = Math.min(fewest, Math.ceil(points.length / 2));
    const edits = distance(word, points, enough);
    if (edits < enough) [best, fewest] = [candidate, edits];
  }
  return best;
}

/**
 * The optimal string alignment distance of two lists of code points: insertions, deletions, substitutions, and
 * transpositions of neighbours, no part edited twice. Where it is `enough` or more, `enough` at least.
 */
function distance(one, other, enough) {
  if (Math.abs(one.length - other.length) >= enough) return enough;
  let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const substituted = last[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, substituted, swapped ? before[j - 2] + 1 : Infinity);
    }
    [before, last] = [last, row];
  }
  return last[other.length];
}
