// The programs on the pages of the documentation compile, run, and print what the page shows.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { compile, project, root, ways } from "./support.js";

const folder = path.join(root, "generated/docs");

/** Returns the programs of a page. A program prints the next block of text in its section, if there is one. */
function programsOf(page) {
  const text = readFileSync(path.join(folder, page), "utf8");
  // Headings and blocks of code. A heading ends what programs before it may print.
  const parts = [...text.matchAll(/^(?:#+ .*|```(\w+)\n([\s\S]*?)^```)$/gm)].map(([, language, code]) => ({ language, code }));
  return parts.flatMap(({ language, code }, at) => {
    if (language !== "ts") return [];
    const next = parts.slice(at + 1).find((it) => it.language === undefined || it.language === "text");
    const name = `${page.replace(/\W/g, "-")}-${at}`;
    return [{ name, code, output: next?.code ?? "", isTest: code.includes('from "node:test"') }];
  });
}

const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".md"));
// The hook that asks a model has tests of its own.
const programs = pages.sort().flatMap(programsOf).filter(({ code }) => !code.includes("my-model"));

/** A call that the hook of a page blocks: it asks to leave the sandbox, or makes a public repository. */
const outside = (code) => JSON.stringify({
  session_id: "s",
  transcript_path: "/t.jsonl",
  cwd: "/p",
  hook_event_name: "PreToolUse",
  tool_name: /mcp__\w+/.exec(code)?.[0] ?? "Bash",
  tool_input: { command: "git push", dangerouslyDisableSandbox: true, name: "mine" },
  tool_use_id: "toolu_1",
});

test("there are programs", () => {
  assert.ok(programs.length > 5 && programs.some(({ isTest }) => isTest));
});

/** Compiles all programs with a change of their text, and returns how to run one. */
function compiled(name, way, change) {
  const files = Object.fromEntries(programs.map((it) => [`${it.name}.ts`, change(it.code)]));
  const home = project(name, files);
  assert.deepEqual(compile(home, way, { types: ["node"], noEmit: false }), []);
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  return (program, input) => spawnSync(process.execPath, [`${program.name}.js`], { cwd: home, env, input, encoding: "utf8" });
}

for (const way of ways) {
  test(`programs compile and print what the page shows: ${way.name}`, () => {
    const run = compiled("docs", way, (code) => code);
    for (const program of programs) {
      // A hook reads an event, and blocks it.
      const isHook = /^(await )?run\(/m.test(program.code);
      const { status, stdout, stderr } = run(program, isHook ? outside(program.code) : "");
      // A block is a reply, and exit code 2 with the reason on stderr.
      assert.deepEqual([status, stderr === ""], isHook ? [2, false] : [0, true], `${program.name}: ${stdout}${stderr}`);
      if (isHook) assert.match(stdout, /"deny"/);
      else if (!program.isTest) assert.equal(stdout, program.output, program.name);
    }
  });
}

test("a test on a page fails if its hook does not block", () => {
  const run = compiled("docs-wrong", ways[0], (code) => code.replaceAll("exit 2", "exit 1"));
  for (const program of programs.filter(({ isTest }) => isTest)) assert.equal(run(program).status, 1, program.name);
});
