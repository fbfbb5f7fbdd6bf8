// What each TypeScript or JavaScript file is made of, without its names and literals, and the strings in it.
//
// The first argument is the folder of the `typescript` package. A list of paths comes on standard input, a list of
// `{"shape": …, "strings": {…}}` or `{"error": …}` goes out.
"use strict";

const fs = require("node:fs");
const ts = require(process.argv[2]);

const count = (strings, text) => strings.set(text, (strings.get(text) ?? 0) + 1);

// Returns the JSON in a literal: what is in there is data by itself. Nothing, if there is none.
function documents(node) {
  const whole = parsed(node.text);
  if (typeof whole === "object" && whole !== null) return [whole];
  // The validation plan: a document on each line, or a name and a document.
  const isPlan = ts.isNewExpression(node.parent) && node.parent.expression.text === "Types";
  const lines = isPlan ? node.text.split("\n").slice(0, -1) : [];
  return lines.map((line) => parsed(line) ?? parsed(line.slice(line.indexOf(" "))));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shapeOfData(value, strings) {
  if (typeof value === "string") count(strings, value);
  if (Array.isArray(value)) return `[${value.map((item) => shapeOfData(item, strings)).join(",")}]`;
  if (typeof value !== "object" || value === null) return typeof value;
  const entries = Object.entries(value).map(([key, item]) => (count(strings, key), shapeOfData(item, strings)));
  return `{${entries.sort().join(",")}}`;
}

function look(path) {
  const file = ts.createSourceFile(path, fs.readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const wrong = file.parseDiagnostics ?? [];
  if (wrong.length > 0) {
    return { error: wrong.map((one) => ts.flattenDiagnosticMessageText(one.messageText, " ")).join("; ") };
  }
  const strings = new Map();
  const shape = (node) => {
    const parts = [];
    if (ts.isStringLiteralLike(node)) {
      count(strings, node.text);
      for (const inside of documents(node)) parts.push(shapeOfData(inside, strings));
    }
    // A comment with tags or links in it says more than a text.
    for (const comment of node.jsDoc ?? []) parts.push(remark(comment));
    ts.forEachChild(node, (child) => void parts.push(shape(child)));
    return `${ts.SyntaxKind[node.kind]}(${parts.join(",")})`;
  };
  const remark = (comment) => {
    const links = Array.isArray(comment.comment) ? comment.comment.filter((it) => it.kind !== ts.SyntaxKind.JSDocText) : [];
    return `remark(${(comment.tags ?? []).map((tag) => tag.tagName.text)}/${links.length})`;
  };
  const statements = file.statements.map(shape).sort();
  const pragmas = [file.referencedFiles, file.typeReferenceDirectives, file.libReferenceDirectives];
  const counted = `${pragmas.map((all) => all.length)} ${file.checkJsDirective?.enabled} ${[...file.pragmas.keys()]}`;
  return { shape: `${counted}\n${statements.join(";\n")}`, strings: Object.fromEntries(strings) };
}

const paths = JSON.parse(fs.readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(paths.map(look)));
