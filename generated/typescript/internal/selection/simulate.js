// Runs the hooks of settings, and merges what the host does. The function is documented in `selection.d.ts`.

import { fill, objectOf } from "../core.js";
import { merge } from "../merge.js";
import { runHook } from "../run.js";
import { messages } from "./data.js";
import { select } from "./select.js";
import { treeOf } from "./sources.js";

export async function simulateSettings(settings, input, options = {}) {
  const { context, cwd, env, transport, ask } = objectOf("options", options, ["context", "cwd", "env", "transport", "ask"]);
  const selection = select(settings, input, context);
  const folder = cwd ?? treeOf(settings)?.folder;
  const environment = env ?? globalThis.process?.env;
  const callers = { request: ["transport", transport], question: ["ask", ask] };
  const runs = [];
  const dependsOn = [...selection.depends_on];
  for (const it of selection.runs) {
    const [argument, call] = callers[it.start.form] ?? [];
    if (it.start.command || call !== undefined) {
      const own = { ...environment, ...it.start.environment };
      runs.push(await runHook(entryOf(it), input, { context, cwd: folder, env: own, transport, ask }));
    } else {
      const message = argument === undefined ? messages["caller-never"] : fill(messages.caller, { argument });
      dependsOn.push({ handler: it, condition: "caller", message });
    }
  }
  const made = { selection, runs, depends_on: dependsOn };
  return runs.length === 0 ? made : { ...made, outcome: merge(runs.map(({ outcome }) => outcome)) };
}

/** Returns the entry of a handler, with what the host fills in. */
function entryOf({ handler, start }) {
  if (start.form !== "exec") return handler;
  const [command, ...args] = start.command;
  return { ...handler, command, args };
}
