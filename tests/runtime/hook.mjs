// A hook that does what the vector in `HOOKWIRE_VECTOR` says; without one, what those on standard input say. See README.md.

import { readFileSync } from "node:fs";
// From the folder of this file, and from the folder of the tests of the package, which has a copy.
import * as hookwire from "../../generated/typescript/index.js";

const { combine, decide, run } = hookwire;

/** Returns the name of a verb in TypeScript: `hide_prompt` is `hidePrompt`. */
const named = (verb) => verb.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Calls a verb. */
const said = ([verb, ...rest]) => hookwire[named(verb)](...rest);

/** Returns the replies of one hook. */
const together = (acts) => acts.map(said);

/** Makes a handler. */
function handler(does) {
  return (call) => {
    if ("prints" in does) console.log(does.prints);
    if ("reads" in does) void call[does.reads];
    if ("unused" in does) said(does.unused);
    if ("throws" in does) throw new Error(does.throws);
    if ("hangs" in does) return new Promise((resolve) => setTimeout(resolve, does.hangs * 1000));
    if ("combine" in does) return combine(...does.combine.map(together));
    if ("says" in does) return together(does.says);
    return does.returns;
  };
}

/** Makes the handlers of an event, or of a tool. */
const handlers = (of) => (Array.isArray(of) ? of.map(handler) : handler(of));

/** Makes the handlers of an event, which may be by tool. */
const registered = (of) => ("tools" in of ? mapped(of.tools, handlers) : handlers(of));

const mapped = (of, make) => Object.fromEntries(Object.entries(of).map(([key, value]) => [key, make(value)]));

/** Returns the handlers and the options of a vector. */
const read = ({ handlers: of, guard, limit, options }) => [
  mapped(of, registered),
  { guard, limit, name: "hook", ...options },
];

const one = process.env.HOOKWIRE_VECTOR;
if (one) await run(...read(JSON.parse(one)));
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const vector = JSON.parse(line);
  const [of, options] = read(vector);
  const { stdout, stderr, exitCode } = await decide(of, JSON.stringify(vector.input), options);
  console.log(JSON.stringify({ stdout, stderr, exit: exitCode }));
}
