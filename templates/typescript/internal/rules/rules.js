// Decides whether a permission rule covers a call of a tool, as the host reads rules in conditions. The function is documented
// in `selection.d.ts`.

import { jsonType, nameOf, objectOf, string } from "../core.js";
import { aliases } from "../matchers.js";
import { ownOf } from "../registration.js";
import { covers } from "../registration-data.js";
import { ARGUMENTS, FOLDER, TOOL } from "../wire.js";
import { CommandRule } from "./command.js";
import { coversAll, lines, MOST, TABLE, tools, unseen } from "./data.js";
import { isLonger, readLine } from "./line.js";
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
  if (rule === "") return true;
  const called = ownOf(input)(TOOL);
  const parts = ruleParts(rule);
  if (parts === undefined || typeof called !== "string") return false;
  const current = (it) => aliases[TABLE]?.get(it) ?? it;
  const [name, tool] = [current(parts.name), current(called)];
  if (name !== tool && !covers.get(name)?.includes(tool)) return false;
  if (name !== tool && !tools.has(tool)) return undefined;
  if (parts.content === "" || coversAll.includes(parts.content)) return true;
  if (unseen.includes(tool) || isLonger(rule, LONGEST)) return undefined;
  if (lengthOf(rule) * sizeOf(input) > MOST) return undefined;
  return coversCall(parts.content, tool, input, home, project);
}

/** Returns the number of characters of a text. */
export function lengthOf(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns how many characters of a call are compared with a rule. */
export function sizeOf(input) {
  const tool = ownOf(input)(TOOL);
  const of = tools.get(aliases[TABLE]?.get(tool) ?? tool);
  const value = of && valueOf(input, of);
  if (typeof value !== "string") return 0;
  return of.is === "line" && isLonger(value, lines.longest) ? lines.longest : lengthOf(value);
}

const valueOf = (input, of) => ownOf(ownOf(input)(ARGUMENTS))(of.argument);

/** Returns whether it was seen what the host compares with rules about a tool. */
export const isCompared = (tool) => tools.has(tool);

function coversCall(content, tool, input, home, project) {
  const of = tools.get(tool);
  // The host does not compare it with the arguments of other tools. Without any, nobody has seen what it compares.
  if (of === undefined) return tools.size > 0 ? false : undefined;
  const value = valueOf(input, of);
  if (typeof value !== "string") return undefined;
  if (of.is === "line") {
    const reading = readLine(value, home);
    return reading && new CommandRule(content).covers(reading);
  }
  const current = ownOf(input)(FOLDER);
  return coversPath(content, value, { current: typeof current === "string" ? current : undefined, project, home });
}

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
