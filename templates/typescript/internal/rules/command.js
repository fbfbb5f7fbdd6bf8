// Compares a permission rule with the text of a command.

import { collapsed } from "./line.js";

const ANY = "*";

/** The ends of a rule that says nothing of the words of a program, and whether what is before them is its whole name. */
const ENDINGS = [[":*", true], [" *", true], [ANY, false]];

/** The signs that a rule for one program has not in its name: blanks, without the end of a line, and those of patterns. */
const NOT_IN_NAME = /[*?[\t\v\f\r\x1c-\x1f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** What is between the parentheses of a rule for a line. */
export class CommandRule {
  /** The one program that it names, with the text that the name of a program is compared with. */
  #program;
  #prefix;
  #parts = [];
  /** A command without the words after the prefix is covered, too. */
  #alone;
  /** The parts if two backslashes are one; `undefined` if there are none. */
  #others;

  /** @param {string} content */
  constructor(content) {
    this.#program = programOf(content);
    if (content.endsWith(":*") && content.length > ":*".length) {
      this.#prefix = content.slice(0, -":*".length);
      return;
    }
    const text = collapsed(stripped(content));
    this.#parts = partsOf(text);
    if (text.includes("\\\\")) {
      // Nobody has seen what they mean.
      this.#others = partsOf(text.replaceAll("\\\\", "\0")).map((it) => it.replaceAll("\0", "\\"));
    }
    const [first, ...others] = this.#parts;
    if (others.length === 1 && others[0] === "" && first.endsWith(" ")) this.#alone = first.slice(0, -1);
  }

  /**
   * Returns whether it covers a line; `undefined` if that is not known.
   *
   * @param {import("./line.js").Reading} reading
   */
  covers(reading) {
    if (reading.isComplex) return true;
    if (reading.names !== undefined) return this.#coversUnknown(reading);
    const said = [...reading.commands].map(([text, given]) => this.#matches(text, given));
    return said.includes(true) ? true : said.includes(undefined) ? undefined : false;
  }

  /** Decides for a command with words that are not known. */
  #coversUnknown({ names, unsureNames }) {
    if (this.#program === undefined) return true;
    const { name, isWhole } = this.#program;
    if (names.some((it) => (isWhole ? it === name : it.startsWith(name)))) return true;
    return unsureNames ? undefined : false;
  }

  /** Decides for a command, with its text in which each run of blanks is one space. */
  #matches(text, given) {
    if (this.#prefix !== undefined) return text === this.#prefix || text.startsWith(`${this.#prefix} `);
    const found = given === this.#alone || isInOrder(this.#parts, given);
    return this.#others !== undefined && found !== isInOrder(this.#others, given) ? undefined : found;
  }
}

/** Returns the texts between the stars of a rule. A star after a backslash is a sign like others. */
function partsOf(text) {
  const parts = [""];
  for (let at = 0; at < text.length; at += 1) {
    if (text.startsWith("\\*", at)) {
      parts[parts.length - 1] += ANY;
      at += 1;
    } else if (text[at] === ANY) {
      parts.push("");
    } else {
      parts[parts.length - 1] += text[at];
    }
  }
  return parts;
}

/** Returns the program that a rule names if it says nothing of its words, and whether that is the whole name. */
function programOf(content) {
  for (const [ending, isWhole] of ENDINGS) {
    const name = content.slice(0, -ending.length);
    if (!content.endsWith(ending) || name === "") continue;
    const isOne = !NOT_IN_NAME.test(name) || (ending === ":*" && name === ANY);
    return isOne ? { name, isWhole } : undefined;
  }
  return undefined;
}

/** Returns a text without the blanks and the ends of lines around it. */
function stripped(text) {
  let [start, end] = [0, text.length];
  while (start < end && " \t\n\r".includes(text[start])) start += 1;
  while (end > start && " \t\n\r".includes(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Returns whether a text is these parts, with any text between them. */
function isInOrder([first, ...others], text) {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - at >= last.length && text.endsWith(last);
}

/** Returns whether a pattern with stars covers a whole text. Its other signs are taken as they are. */
export const coversText = (pattern, text) => isInOrder(pattern.split(ANY), text);
