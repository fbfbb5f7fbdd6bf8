// Decides whether a permission rule covers a call of a tool, as the host reads rules in conditions. The function is documented
// in `selection.d.ts`.

import { jsonType, nameOf, objectOf, string } from "../core.js";
import { aliases } from "../matchers.js";
import { ownOf } from "../registration.js";
import { covers } from "../registration-data.js";
import { ARGUMENTS, FOLDER, TOOL } from "../wire.js";
import { CommandRule } from "./command.js";
import { coversAll, MOST_COMPARED, TABLE, tools, unseen } from "./data.js";
import { isLonger, lengthOf, readLine } from "./line.js";
import { coversPath } from "./path.js";

/** The longest rule that is read. */
const LONGEST = 8192;

const OPTIONS = ["home", "project"];

const optional = (name, value) => (value === undefined ? undefined : string(name, value));

export function ruleMatches(rule, input, options) {
  string("rule", rule);
  const given = objectOf("options", options, OPTIONS);
  const home = optional("home", given.home);
  const project = optional("project", given.project);
  if (jsonType(input) !== "object") {
    throw new TypeError(`\`input\` has to be an object with the call of a tool, not ${nameOf(input)}`);
  }
  return new Call(input, { home, project }).covers(rule);
}

/** A call of a tool, with which several rules are compared. Its line is read once. */
export class Call {
  #input;
  #folders;
  /** What is decided, by rule. */
  #decided = new Map();
  /** How much is left to compare. */
  #left = MOST_COMPARED;
  /** What the host reads in the line of the call, once it is needed. */
  #readings = [];

  /**
   * Keeps a call. The folders can be anything until a rule is compared.
   *
   * @param {object} input
   * @param { { home?: string, project?: string } } folders
   */
  constructor(input, folders) {
    this.#input = ownOf(input);
    this.#folders = folders;
  }

  /** Returns whether a rule covers the call. It is undefined if there is too much to compare, too. */
  covers(rule) {
    if (!this.#decided.has(rule)) this.#decided.set(rule, this.#decide(rule));
    return this.#decided.get(rule);
  }

  #decide(rule) {
    optional("home", this.#folders.home);
    optional("project", this.#folders.project);
    if (rule === "") return true;
    const called = this.#input(TOOL);
    const parts = ruleParts(rule);
    if (parts === undefined || typeof called !== "string") return false;
    const { content } = parts;
    const current = (it) => aliases[TABLE]?.get(it) ?? it;
    const [name, tool] = [current(parts.name), current(called)];
    if (name !== tool && !covers.get(name)?.includes(tool)) return false;
    if (name !== tool && !tools.has(tool)) return undefined;
    if (content === "" || coversAll.includes(content)) return true;
    if (unseen.includes(tool) || isLonger(rule, LONGEST)) return undefined;
    const of = tools.get(tool);
    // The host does not compare it with the arguments of other tools. Without any, nobody has seen what it compares.
    if (of === undefined) return tools.size > 0 ? false : undefined;
    const value = ownOf(this.#input(ARGUMENTS))(of.argument);
    if (typeof value !== "string") return undefined;
    return of.is === "line" ? this.#ofLine(rule, content, value) : this.#ofPath(rule, content, value);
  }

  #ofLine(rule, content, line) {
    if (this.#readings.length === 0) this.#readings.push(readLine(line, this.#folders.home));
    const [reading] = this.#readings;
    // Each command is searched once from its beginning to its end.
    if (reading === undefined || !this.#isEnough(lengthOf(rule) + reading.size)) return undefined;
    return new CommandRule(content).covers(reading);
  }

  #ofPath(rule, content, path) {
    // Each part of a rule can be compared with each part of a path.
    if (!this.#isEnough(lengthOf(rule) * lengthOf(path))) return undefined;
    const current = this.#input(FOLDER);
    return coversPath(content, path, { current: typeof current === "string" ? current : undefined, ...this.#folders });
  }

  /** Returns whether enough is left to compare, and takes it from that. */
  #isEnough(cost) {
    if (cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }
}

/** Returns whether it was seen what the host compares with rules about a tool. */
export const isCompared = (tool) => tools.has(tool);

/**
 * Returns the tool of a rule, and the text in its parentheses; `undefined` if it is not a rule.
 *
 * @param {string} rule
 * @returns { { name: string, content: string } | undefined }
 */
export function ruleParts(rule) {
  const end = rule.indexOf("(");
  const name = end < 0 ? rule : rule.slice(0, end);
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) return undefined;
  if (end < 0) return { name, content: "" };
  if (!rule.endsWith(")") || isEscaped(rule, rule.length - 1)) return undefined;
  let content = "";
  for (let at = end + 1; at < rule.length - 1; at += 1) {
    if (rule[at] === "\\" && "()\\".includes(rule[at + 1])) at += 1;
    content += rule[at];
  }
  return { name, content };
}

function isEscaped(text, at) {
  let count = 0;
  while (text[at - count - 1] === "\\") count += 1;
  return count % 2 === 1;
}
