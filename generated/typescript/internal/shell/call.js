// Lists the commands of a call.

import { commands } from "../../shell.js";
import { tools } from "./data.js";

export { mayRun } from "../../shell.js";

/**
 * Returns the commands that a call runs.
 *
 * @param {string} name the tool
 * @param {unknown} input its arguments
 * @throws {TypeError} if the tool gets a line of a shell, and the call has none
 */
export function commandsOf(name, input) {
  const tool = tools.get(name);
  if (tool === undefined) return { commands: [], opaque: [] };
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const hasLine = isObject && Object.hasOwn(input, tool.argument);
  if (tool.optional && isObject && !hasLine) return { commands: [], opaque: [] };
  const line = hasLine ? input[tool.argument] : undefined;
  if (typeof line !== "string") throw new TypeError(`the call of \`${name}\` has no \`${tool.argument}\``);
  return commands(line, tool.shell);
}
