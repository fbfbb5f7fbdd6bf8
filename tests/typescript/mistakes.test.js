// Wrong programs fail to compile at the line of the mistake; their corrected copies compile.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, mistakes } from "./mistakes.js";
import { compile, project, ways } from "./support.js";

const files = {};
mistakes.forEach(({ program }, index) => {
  files[`right-${index}.ts`] = choose(program, "right");
  files[`wrong-${index}.ts`] = choose(program, "wrong");
});
const home = project("mistakes", files);

for (const way of ways) {
  const age = way.compiler.name === "typescript" ? "newest" : "oldest";
  const found = compile(home, way);
  for (const [index, { name, code, program }] of mistakes.entries()) {
    test(`${name} does not compile: ${way.name}`, () => {
      const of = (file) => found.filter((problem) => problem.file === file);
      assert.deepEqual(of(`right-${index}.ts`), [], "the corrected copy compiles");
      const line = program.split("\n").findIndex((text) => text.endsWith("// here")) + 1;
      const places = of(`wrong-${index}.ts`).map((problem) => ({ line: problem.line, code: problem.code }));
      assert.deepEqual(places, [{ line, code: code[age] }]);
    });
  }
}
