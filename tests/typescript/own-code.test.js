// The choices for the npm package in `codegen.toml` do what docs/own-code.md says.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { compile, project, root, ways } from "./support.js";

const out = mkdtempSync(path.join(tmpdir(), "hookwire-own-code-"));
after(() => rmSync(out, { recursive: true, force: true }));

const page = readFileSync(path.join(root, "docs/own-code.md"), "utf8");
const block = (head) => page.split(`\`\`\`${head}\n`)[1].split("```")[0];
const settings = (heading) => page.split(`\n## ${heading}`)[1].split("```toml\n")[1].split("```")[0];

/** Generates the set of the page with these settings, and returns the folder of the package. */
function generated(name, choices) {
  const schemas = path.join(out, `${name}-set`);
  mkdirSync(schemas);
  writeFileSync(path.join(schemas, "order.schema.json"), block("json order.schema.json"));
  writeFileSync(path.join(schemas, "codegen.toml"), `${block("toml codegen.toml")}\n${choices}`);
  const generator = process.env.HOOKWIRE_CODEGEN;
  const [command, ...first] = generator ? [generator] : ["cargo", "xtask"];
  const folders = ["--schemas", schemas, "--out", path.join(out, name)];
  execFileSync(command, [...first, "codegen", "--only", "typescript", ...folders], { cwd: root, stdio: "pipe" });
  return path.join(out, name, "typescript");
}

/** A package with the type of the owner: a string that is not any string. */
function ownPackage(name) {
  const folder = path.join(out, name);
  mkdirSync(folder);
  const manifest = { name: "shop-time", version: "1.0.0", type: "module", main: "index.js", types: "index.d.ts" };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(folder, "index.js"), "export {};\n");
  writeFileSync(path.join(folder, "index.d.ts"), "export type Instant = string & { readonly instant: true };\n");
  return folder;
}

const PROGRAM = `import type { Order, Timestamp } from "shop";
import type { Instant } from "shop-time";
export const placed = "2024-01-01T00:00:00Z" as Instant;
export const same: Timestamp = placed;
export const order: Order = { id: "1", placed, payment: { kind: "cash" } };
export const wrong: Order = { id: "1", placed: "2024", payment: { kind: "cash" } };
`;

test("a type of the owner is used in place of the generated one", () => {
  const packages = [ownPackage("own-type-own"), generated("own-type", settings("A type of your own"))];
  const home = project("own-type", { "program.ts": PROGRAM }, undefined, packages);
  for (const way of ways) {
    assert.deepEqual(compile(home, way, { skipLibCheck: false }).map(({ file, line }) => [file, line]), [["program.ts", 6]], way.name);
  }
});

const NAMED = `import type { ShopOrder, ShopPaidBy, ShopStatus } from "shop";
const status: ShopStatus = "paid";
const payment: ShopPaidBy = { kind: "cash" };
export const order: ShopOrder = { id: "1", placed: "2024-01-01T00:00:00Z", status, payment };
export const wrong: ShopOrder = { id: "1", placed: "2024-01-01T00:00:00Z", payment: { kind: "coins" } };
`;

test("types have the names that their owner chooses", () => {
  const home = project("names", { "program.ts": NAMED }, undefined, [generated("names", settings("Other names of types"))]);
  for (const way of ways) {
    assert.deepEqual(compile(home, way, { skipLibCheck: false }).map(({ file, line }) => [file, line]), [["program.ts", 5]], way.name);
  }
});

const SINGLE = `import type { Order } from "./shop.js";
export const order: Order = { id: "1", placed: "2024-01-01T00:00:00Z", payment: { kind: "cash" } };
export const wrong: Order = { id: "1", placed: 2024, payment: { kind: "cash" } };
`;

test("a single file compiles alone", () => {
  const made = generated("single", settings("A single file"));
  const types = readFileSync(path.join(made, "shop.ts"), "utf8");
  const home = project("single", { "shop.ts": types, "program.ts": SINGLE }, undefined, [ownPackage("single-own")]);
  for (const way of ways) {
    assert.deepEqual(compile(home, way, { skipLibCheck: false }).map(({ file, line }) => [file, line]), [["program.ts", 3]], way.name);
  }
});
