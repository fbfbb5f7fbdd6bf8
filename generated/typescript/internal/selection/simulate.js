// Runs the hooks of settings, and merges what the host does. The function is documented in `selection.d.ts`.

import { fill, jsonType } from "../core.js";
import { merge } from "../merge.js";
import { commands, optionsOf, started } from "../run.js";
import { messages, placeholders } from "./data.js";
import { select } from "./select.js";
import { treeOf } from "./sources.js";

export async function simulateSettings(settings, input, options = {}) {
  const { context, cwd, env = globalThis.process?.env, transport, ask } = optionsOf(options);
  const { folder, tree } = await withFolder(settings, cwd);
  const selection = select(tree, input, context);
  const variables = { ...env };
  // What another program set is not that of a hook here.
  for (const { name } of placeholders) delete variables[name];
  const functions = { request: ["transport", transport], question: ["ask", ask] };
  const runs = [];
  const dependsOn = [...selection.depends_on];
  for (const it of selection.runs) {
    const missing = missingFor(it, functions);
    if (missing) {
      dependsOn.push({ handler: it, conditions: [missing.condition], message: missing.message });
      continue;
    }
    const own = { ...variables, ...it.start.environment };
    const means = { context, cwd: folder, env: own, transport, ask, command: it.start.command };
    const { command, seconds, ...run } = await started(it.handler, input, means);
    runs.push(run);
  }
  const made = { selection, runs, depends_on: dependsOn };
  return runs.length === 0 ? made : { ...made, outcome: doubted(merge(runs.map(({ outcome }) => outcome)), dependsOn.length) };
}

/** Returns an outcome that other handlers may change. */
function doubted(outcome, count) {
  if (count === 0) return outcome;
  const said = fill(messages[count === 1 ? "doubt-one" : "doubt-several"], { count: String(count) });
  const conditions = [...outcome.depends_on, "other-handler"];
  return { ...outcome, depends_on: conditions, explanation: `${outcome.explanation} ${said}` };
}

/** Returns the folder of the project, and the settings as a tree with it. */
async function withFolder(settings, cwd) {
  // It is reported by `select`.
  if (jsonType(settings) !== "object") return { tree: settings };
  const tree = treeOf(settings);
  const given = cwd ?? tree.folder;
  // Only Node knows the current folder.
  const folder = commands ? (await commands).folderOf(given) : given;
  return { folder, tree: folder === undefined ? tree : { ...tree, folder } };
}

/** Returns what decides about a handler that cannot be run here, and the message. */
function missingFor({ values, start }, functions) {
  if (values) {
    const shown = values.map((it) => `\`${it}\``).join(", ");
    return { condition: "matcher", message: fill(messages["matcher-some"], { values: shown }) };
  }
  if (start.unfilled) {
    const [name] = start.unfilled;
    const { is: field } = placeholders.find((it) => it.name === name);
    return { condition: "caller", message: fill(messages.unfilled, { name, field }) };
  }
  const [argument, given] = functions[start.form] ?? [];
  if (start.command || given !== undefined) return undefined;
  const message = argument === undefined ? messages["caller-never"] : fill(messages.caller, { argument });
  return { condition: "caller", message };
}
