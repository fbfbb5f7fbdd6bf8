// Lists the public interface of an npm package from the syntax of its declarations: what each import path exports.
//
// Uses the oldest compiler of the tests, because newer ones have no interface for syntax trees.

import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript-oldest";

const [folder] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });

const files = Object.entries(manifest.exports).filter(([, entry]) => typeof entry !== "string");
const paths = new Map(files.map(([name, entry]) => [path.posix.normalize(entry.types), path.posix.join(manifest.name, name)]));

// Adds files without an import path, because others export their names.
for (const [file, name] of paths) {
  process.stdout.write(`// ${name}\n`);
  const text = readFileSync(path.join(folder, file), "utf8");
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
  for (const statement of tree.statements) {
    // Imported names are listed where they are used.
    if (ts.isImportDeclaration(statement)) continue;
    process.stdout.write(`${printer.printNode(ts.EmitHint.Unspecified, statement, tree)}\n`);
    const from = ts.isExportDeclaration(statement) && statement.moduleSpecifier?.text;
    const other = from && path.posix.join(path.posix.dirname(file), from.replace(/\.js$/, ".d.ts"));
    if (other && !paths.has(other)) paths.set(other, `${other}, by way of ${name}`);
  }
}
