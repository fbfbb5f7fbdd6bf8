// Prints the types of declaration files as JSON, for `stated.rs`. The first argument is the folder with TypeScript, the others are files.
import { createRequire } from "node:module";

const [folder, ...files] = process.argv.slice(2);
const ts = createRequire(`${folder}/package.json`)("typescript-oldest");
const { TypeFlags } = ts;
const program = ts.createProgram(files, { strict: true, noEmit: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext });
const checker = program.getTypeChecker();
const ids = new Map();
const all = [];

function node(type) {
  if (ids.has(type)) return ids.get(type);
  const id = all.length;
  ids.set(type, id);
  const made = { of: [], fields: {}, values: [], items: [], literals: [] };
  all.push(made);
  if (type.isUnion()) made.of = type.types.filter((it) => !(it.flags & TypeFlags.Undefined)).map(node);
  else if (type.isStringLiteral() || type.isNumberLiteral()) made.literals = [String(type.value)];
  else if (type.flags & TypeFlags.BooleanLiteral) made.literals = [checker.typeToString(type)];
  else if (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) {
    if (checker.isArrayType(type) || checker.isTupleType(type)) made.items = checker.getTypeArguments(type).map(node);
    else {
      for (const property of checker.getPropertiesOfType(type)) made.fields[property.name] = node(checker.getTypeOfSymbol(property));
      made.values = checker.getIndexInfosOfType(type).map((it) => it.type).filter((it) => !(it.flags & (TypeFlags.Any | TypeFlags.Unknown))).map(node);
    }
  }
  return id;
}

const named = {};
for (const file of program.getSourceFiles().filter((it) => !program.isSourceFileDefaultLibrary(it))) {
  const symbol = checker.getSymbolAtLocation(file);
  for (const it of symbol ? checker.getExportsOfModule(symbol) : []) named[it.name] = node(checker.getDeclaredTypeOfSymbol(it));
}
process.stdout.write(JSON.stringify({ named, all }));
