// Compares a permission rule with the path of a file.

import { coversText } from "./command.js";

/**
 * The folders that a path can begin with; `undefined` for one that is not known.
 *
 * @typedef { { current?: string, project?: string, home?: string } } Folders
 */

/** Any number of folders. */
const DEEP = "**";
/** The most signs of a range in a class. */
const MOST = 0x1000;

/**
 * Returns whether the text of a rule covers a file; `undefined` if that is not known.
 *
 * @param {string} content
 * @param {string} path
 * @param {Folders} folders
 */
export function coversPath(content, path, folders) {
  const absolute = absoluteOf(path, folders);
  if (absolute === undefined || absolute.includes("\\")) return undefined;
  if (content.startsWith("*") && coversText(content, absolute)) return true;
  const { base, pattern } = baseOf(content, folders);
  if (base === undefined) return undefined;
  const inside = partsInside(absolute, base);
  if (inside === undefined) return false;
  const lines = pattern.split("\n");
  if (lines.length > 1 && lines.some((it) => it.startsWith("!"))) return undefined;
  return lines.some((it) => covers(it, inside));
}

/** Returns the folder that a pattern begins at, and the rest of it. */
function baseOf(content, { current, project, home }) {
  if (content.startsWith("//")) return { base: "/", pattern: content.slice(1) };
  if (content.startsWith("~/")) return { base: home, pattern: content.slice(1) };
  if (content.startsWith("/")) return { base: project, pattern: content };
  return { base: current, pattern: content.startsWith("./") ? content.slice("./".length) : content };
}

/** Returns a path without `.` and `..`, as the host gives it to hooks. */
function absoluteOf(path, { current, home }) {
  let whole = path;
  if (whole.startsWith("~/")) {
    if (home === undefined) return undefined;
    whole = home + whole.slice(1);
  }
  if (!whole.startsWith("/")) {
    if (current === undefined) return undefined;
    whole = `${current}/${whole}`;
  }
  const parts = [];
  for (const part of whole.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Returns a text without some of one sign at its end. */
function withoutLast(text, sign) {
  let end = text.length;
  while (end > 0 && text[end - 1] === sign) end -= 1;
  return text.slice(0, end);
}

/** Returns the parts of a path below a folder, each as a list of its signs. */
function partsInside(path, base) {
  const folder = `${withoutLast(base, "/")}/`;
  if (!path.startsWith(folder) || path === folder) return undefined;
  return path.slice(folder.length).toLowerCase().split("/").map((it) => [...it]);
}

/** Returns whether a line of a pattern covers a file, or a folder around it. */
function covers(line, parts) {
  let pattern = trimmed(line.toLowerCase());
  if (pattern === "" || "#!".includes(pattern[0])) return false;
  let isAnchored = false;
  if (pattern.endsWith("/**")) {
    pattern = pattern.slice(0, -"/**".length);
    isAnchored = true;
  }
  const isFolder = pattern.endsWith("/");
  const wanted = pattern.split("/").filter((it) => it !== "");
  if (wanted.length === 0) return isAnchored;
  isAnchored ||= withoutLast(pattern, "/").includes("/");
  // `null` is any number of parts.
  const tests = wanted.map((it) => (it === DEEP ? null : new Part(it)));
  if (!isAnchored) tests.unshift(null);
  // Several in a row are the same as one.
  const different = tests.filter((it, at) => it !== null || at === 0 || tests[at - 1] !== null);
  return reaches(different, isFolder ? parts.slice(0, -1) : parts);
}

/** Returns a pattern without blanks at its end, unless a backslash is before them. */
function trimmed(pattern) {
  const bare = withoutLast(pattern, " ");
  return bare.endsWith("\\") ? pattern : bare;
}

/** Returns whether the tests hold for the first parts of a path. `null` is any number of parts. */
function reaches(tests, parts) {
  // How many tests can hold for the parts so far.
  let reached = new Set([0]);
  for (const part of [null, ...parts]) {
    if (part !== null) {
      const after = new Set();
      for (const at of reached) {
        if (at >= tests.length) continue;
        const test = tests[at];
        if (test === null) after.add(at);
        else if (test.matches(part)) after.add(at + 1);
      }
      reached = after;
      if (reached.has(tests.length) || (reached.has(tests.length - 1) && tests.at(-1) === null)) return true;
    }
    for (let at = 0; at + 1 < tests.length; at += 1) {
      if (reached.has(at) && tests[at] === null) reached.add(at + 1);
    }
  }
  return false;
}

/** A pattern for one part of a path. */
class Part {
  /** A sign, a set of signs, "" for any sign, or `null` for any number of signs. */
  #signs = [];
  #isWrong = false;

  constructor(pattern) {
    const text = [...pattern];
    let at = 0;
    while (at < text.length) {
      const sign = text[at];
      at += 1;
      if (sign === "\\" && at < text.length) {
        this.#signs.push(text[at]);
        at += 1;
      } else if (sign === "*") {
        if (this.#signs.at(-1) !== null) this.#signs.push(null);
      } else if (sign === "?") {
        this.#signs.push("");
      } else if (sign === "[") {
        const end = text.indexOf("]", at);
        const inner = end < 0 ? [] : text.slice(at, end);
        this.#isWrong ||= inner.length === 0 || "!^".includes(inner[0]) || inner.join("").includes("[:");
        this.#signs.push(classOf(inner));
        at = end < 0 ? text.length : end + 1;
      } else {
        this.#signs.push(sign);
      }
    }
  }

  /** Returns whether the signs of a part of a path match. */
  matches(text) {
    if (this.#isWrong) return false;
    const signs = this.#signs;
    let [at, index, star, back] = [0, 0, -1, -1];
    while (at < text.length) {
      const sign = signs[index];
      if (sign === null) {
        [star, back] = [index, at];
        index += 1;
      } else if (sign !== undefined && (sign === "" || sign === text[at] || (sign instanceof Set && sign.has(text[at])))) {
        at += 1;
        index += 1;
      } else if (star >= 0) {
        back += 1;
        [at, index] = [back, star + 1];
      } else {
        return false;
      }
    }
    return signs.slice(index).every((it) => it === null);
  }
}

/** Returns the signs of a class: `abc`, `a-z`. */
function classOf(inner) {
  const found = new Set();
  let at = 0;
  while (at < inner.length) {
    if (inner[at + 1] === "-" && at + 2 < inner.length) {
      const [first, last] = [inner[at].codePointAt(0), inner[at + 2].codePointAt(0)];
      for (let it = first; it <= Math.min(last, first + MOST); it += 1) found.add(String.fromCodePoint(it));
      at += 3;
    } else {
      found.add(inner[at]);
      at += 1;
    }
  }
  return found;
}
