// Builds the messages of problems from the words of the plan and the values.

/** The maximum length of a quoted string. Longer ones are cut. */
const MOST_QUOTED = 60;

/** The maximum number of edits between near words. Less than half of a word may be edited. */
const MOST_EDITS = 2;

/**
 * Fills the placeholders of a text of the plan. Inserted text is not scanned for placeholders.
 *
 * @param {string} word the key of the text
 * @param {Record<string, string>} holes the values of the placeholders
 */
export function filled(word, holes) {
  return fill(words[word], holes);
}

/** Fills the placeholders of any sentence. */
export function fill(sentence, holes) {
  return sentence.replace(/\{(\w+)\}/g, (whole, hole) => (Object.hasOwn(holes, hole) ? holes[hole] : whole));
}

/**
 * Returns the description of the values that an expression allows.
 *
 * @param {object} expression
 * @param {(name: string) => object} typeOf looks a type up
 */
export function expected(expression, typeOf) {
  switch (expression.is) {
    case "bounded":
    case "constant":
      return expression.what;
    case "nullable":
      return filled("nullable", { what: expected(expression.inner, typeOf) });
    case "keyed":
      return expected(expression.base, typeOf);
    case "asserted":
      return expected(expression.inner, typeOf);
    case "ref":
      return expectedOf(typeOf(expression.name), typeOf);
    default:
      return words[expression.is];
  }
}

function expectedOf(type, typeOf) {
  if (type.kind === "alias") return expected(type.type, typeOf);
  return type.kind === "enum" || type.on === "type" || type.on === "trial" ? type.what : words.struct;
}

/** Returns the description of a value's type. */
export function found(value) {
  const type = jsonType(value);
  if (type) return words[`found-${type}`];
  // A number that is not JSON is infinity or NaN.
  if (typeof value === "number") return `\`${value}\``;
  return value === undefined ? "undefined" : `a ${typeof value}`;
}

/** Returns the description of a value's type where an integer was expected. */
export function foundForInteger(value) {
  return jsonType(value) === "number" ? words["found-fraction"] : found(value);
}

/** Quotes a string or a boolean in ASCII, so that it is safe on any terminal and in Markdown. */
export function quoted(value) {
  if (typeof value !== "string") return String(value);
  // A code point has at most two units; a list of all of them could exhaust the memory.
  const points = Array.from(value.slice(0, 2 * MOST_QUOTED + 2));
  const shown = points.slice(0, MOST_QUOTED).map(escaped).join("");
  return `"${shown}"${points.length > MOST_QUOTED ? "..." : ""}`;
}

function escaped(point) {
  if (point === '"' || point === "\\") return `\\${point}`;
  return /[ -_a-~]/.test(point) ? point : `\\u{${point.codePointAt(0).toString(16)}}`;
}

/**
 * Returns the advice on a wrong value.
 *
 * @param {unknown} value
 * @param {Record<string, string>} [mistakes] advice for common mistakes
 * @param {string[]} [candidates] the correct values
 * @returns {string} a sentence with a space before it, or an empty string
 */
export function adviceFor(value, mistakes = {}, candidates = []) {
  if (typeof value !== "string") return "";
  if (Object.hasOwn(mistakes, value)) return ` ${mistakes[value]}`;
  const nearest = candidates.length > 1 ? near(value, candidates) : undefined;
  return nearest === undefined ? "" : ` ${filled("near", { nearest })}`;
}

/**
 * Returns the message about a missing key of an object, which may have it in another spelling.
 *
 * @param {string} place
 * @param {string} what the description of the values that are allowed
 * @param {string} key
 * @param {object} beside the object
 */
export function ofMissing(place, what, key, beside) {
  const plainly = plain(key);
  const [similar] = Object.keys(beside).filter((other) => plain(other) === plainly).sort();
  const rename = similar === undefined ? "" : ` ${filled("rename", { value: quoted(similar), place })}`;
  return filled("missing-field", { place, what }) + rename;
}

/**
 * Returns the message about a key that a type does not have.
 *
 * @param {string} key
 * @param { {fields: object, operation?: string, hints?: {keys: string[], template: object}[], unknown?: string, takes?: string}} type
 * @returns { {code: string, severity: string, unconfirmed?: boolean, message: string}}
 */
export function ofUnknown(key, type) {
  const hint = hintFor(key, type);
  if (hint) return hint;
  const unknown = { code: "unknown-field", severity: "ignored" };
  if (type.operation !== undefined && foreign.has(key)) {
    return { ...unknown, message: fill(foreign.get(key), { operation: type.operation }) };
  }
  const reported = fill(type.unknown ?? words["unknown-field"], { value: quoted(key) });
  return { ...unknown, message: [reported, ...instead(key, type)].join(" ") };
}

/** Returns true if a type knows where a key belongs instead. */
export const isHinted = (key, { hints = [] }) => hints.some(({ keys }) => keys.includes(key));

/** Returns the problem of a key that does not belong here. */
function hintFor(key, { hints = [] }) {
  const hint = hints.find(({ keys }) => keys.includes(key));
  return hint && { ...hint.template, beside: hint.beside, message: fill(hint.template.message, { key }) };
}

/** Returns sentences with the replacement for an unknown key. */
function instead(key, type) {
  const hinted = (type.hints ?? []).filter(({ template }) => template.code !== "unknown-field").flatMap(({ keys }) => keys);
  const nearest = near(key, [...Object.keys(type.fields), ...hinted]);
  if (nearest === undefined) return type.takes ? [type.takes] : [];
  const hint = hintFor(nearest, type);
  return [filled("near", { nearest }), ...(hint ? [hint.message] : [])];
}

/**
 * Returns the nearest candidate, if one is near enough: the first that differs only in the case of ASCII letters, `_`
 * and `-`, otherwise the first of those with the fewest edits.
 *
 * @param {string} word
 * @param {string[]} candidates
 * @returns {string | undefined}
 */
export function near(word, candidates) {
  const plainly = plain(word);
  return candidates.find((candidate) => spelling(candidate).plainly === plainly) ?? fewestEdits(word, candidates);
}

/** The candidates so far, with their spellings. A document can have thousands of unknown keys of one list. */
const spellings = new Map();

/** The maximum number of candidates that are kept. */
const MOST_SPELLINGS = 4096;

/** Returns a candidate without the differences that do not count, and its code points. */
function spelling(candidate) {
  const known = spellings.get(candidate);
  if (known) return known;
  if (spellings.size >= MOST_SPELLINGS) spellings.clear();
  const made = { plainly: plain(candidate), points: Array.from(candidate) };
  spellings.set(candidate, made);
  return made;
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
    const { points } = spelling(candidate);
    const enough = Math.min(fewest, Math.ceil(points.length / 2));
    const edits = distance(word, points, enough);
    if (edits < enough) [best, fewest] = [candidate, edits];
  }
  return best;
}

/**
 * Returns the optimal string alignment distance of two lists of code points: insertions, deletions, substitutions, and
 * transpositions of neighbours, no part edited twice. If it is more than `enough`, returns `enough` or more.
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
