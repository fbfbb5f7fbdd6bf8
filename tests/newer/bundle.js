// Makes a program that runs out of the README's TypeScript: its types are taken out, the package is put in. Called with
// the folder that has the bundler, the program, the package's entry and the file to write.

import { createRequire } from "node:module";
import path from "node:path";

const [home, program, hookwire, outfile] = process.argv.slice(2).map((name) => path.resolve(name));
const { buildSync } = createRequire(path.join(home, "package.json"))("esbuild");
buildSync({ entryPoints: [program], outfile, alias: { hookwire }, bundle: true, platform: "node", format: "esm" });
