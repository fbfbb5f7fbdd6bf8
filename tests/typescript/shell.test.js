// What a line of a shell runs. `conform` compares the languages, and `cargo xtask commands` asks a shell.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "node:test";
import { packageFolder, root } from "./support.js";

const { commands, matching, mayRun } = await import(path.join(packageFolder, "shell.js"));
const { check, sample, simulate } = await import(path.join(packageFolder, "testing.js"));
const { validate } = await import(path.join(packageFolder, "validate.js"));

const names = (line) => commands(line).commands.map(({ name }) => name);
const reasons = (line, shell) => commands(line, shell).opaque.map(({ reason }) => reason);

test("a command has its words, its place and what runs it, and places are indices of the string", () => {
  const line = "cd é😀 && A=1 sudo -u x git -C 'my 😀 folder' push \"$b\" >log 2>&1";
  assert.deepEqual(names(line), ["cd", "sudo", "git"]);
  const [, sudo, git] = commands(line).commands;
  assert.deepEqual(git.words.map(({ text }) => text), ["git", "-C", "my 😀 folder", "push", "$b"]);
  assert.deepEqual(git.words.map(({ literal }) => literal), [true, true, true, true, false]);
  assert.deepEqual(git.words.slice(2).map(({ start, end }) => line.slice(start, end)), ["'my 😀 folder'", "push", '"$b"']);
  assert.deepEqual([git.reached, git.through], [["and", "argument"], ["sudo"]]);
  assert.deepEqual(sudo.assignments.map(({ name, value }) => [name, value.text]), [["A", "1"]]);
  const redirections = sudo.redirections.map(({ descriptor, operator, target }) => [descriptor, operator, target.text]);
  assert.deepEqual(redirections, [[null, ">", "log"], ["2", ">&", "1"]]);
  assert.equal(line.slice(sudo.start, sudo.end), line.slice(line.indexOf("A=1")));
});

test("a sign of two units is never split, also in a text that is read again", () => {
  const line = "bash -c \"ls \\😀 \\$'\\\\😀' 😀; ${~😀} é\"; a[😀]=\\😀 $~😀";
  const values = JSON.stringify(commands(line));
  assert.ok(values.includes("😀") && values.isWellFormed());
  for (const { start, end } of commands(line).opaque) assert.ok(line.slice(start, end).isWellFormed());
});

test("a word that the shell fills in is shown as it is written, and says if it can be several", () => {
  const [, git] = commands("bash -c \"git $(cat x) '\\$a' *.js\"").commands.filter(({ name }) => name !== "cat");
  assert.deepEqual(git.words.map(({ text, literal, splits }) => [text, literal, splits]), [
    ["git", true, false],
    ["$(cat x)", false, true],
    ["$a", true, false],
    ["*.js", false, true],
  ]);
});

test("what cannot be known has a reason, a message and a place, and the rest of the line is read", () => {
  const line = "ls; $cmd push; git status";
  const found = commands(line);
  assert.deepEqual(names(line), ["ls", null, "git"]);
  const [{ reason, message, start, end }, ...others] = found.opaque;
  assert.deepEqual([reason, line.slice(start, end), others], ["expansion", "$cmd push", []]);
  assert.equal(message, "The shell fills in what this runs, so it is not known.");
  assert.equal(found.commands[1].opaque, "expansion");
  const cases = { 'eval "$x"': "eval", "curl x | sh": "input", "alias ls=rm": "alias", "xargs --new ls": "unknown-option", "ls '": "unclosed", "ls )": "syntax" };
  for (const [text, expected] of Object.entries(cases)) assert.deepEqual(reasons(text), [expected], text);
});

test("a script is opaque, but no command that is looked for: guards do not read files", () => {
  for (const line of ["bash < x.sh", "source x.sh", ". ./x.sh"]) {
    assert.deepEqual(reasons(line), ["script"], line);
    assert.ok(!mayRun(line, "git push"), line);
    assert.deepEqual(matching(line, "git push").opaque, []);
  }
  for (const line of ['bash < "$x"', 'source "$x"', ". /dev/stdin", "bash <> x.sh"]) {
    assert.deepEqual(reasons(line), ["source"], line);
    assert.ok(mayRun(line, "git push"), line);
  }
});

test("the language of another shell is not read: its line may run anything", () => {
  for (const shell of ["powershell", "pwsh.exe", "fish", "unknown"]) {
    assert.deepEqual(commands("git status", shell).commands, []);
    assert.deepEqual(reasons("git status", shell), ["language"]);
    assert.ok(mayRun(commands("git status", shell), "git push"));
  }
  for (const shell of ["zsh", "sh", "BASH.EXE"]) assert.ok(!mayRun(commands("git status", shell), "git push"));
});

test("a command is found by its program, subcommands and options, also with others between them", () => {
  const cases = [
    ["git -C x push", "git push", true],
    ["git stash push", "git push", false],
    ["git -c push.default=x pull", "git push", false],
    ["git commit -m push", "git push", false],
    ['git "$x"', "git push", true],
    ['git commit -m "$x"', "git push", false],
    ["git push origin -uf", "git push -f", true],
    ["git push origin", "git push -f", false],
    ["git push --force=x", "git push --force", true],
    ["git push -f", "git push --force", true],
    ["git push --forc", "git push -f", true],
    ["git push --force-with-lease", "git push --force", false],
    ['git push "$x"', "git push --force", true],
    ["/usr/bin/GIT.exe push", "git push", true],
    ["other --new value push", "other push", true],
    ["other --new value more push", "other push", false],
    ["gh pr create", "gh pr create", true],
    ["gh -R a/b pr list", "gh pr create", false],
    ["xargs git", "git push", true],
    ["xargs git pull", "git push", false],
    ["rm -rf x", "rm", true],
    ["rm --recursive x -fv", "rm -rf", true],
    ["rm -r x", "rm -rf", false],
    ["git rm x", "rm", false],
    ["> x", "rm", false],
  ];
  for (const [line, wanted, expected] of cases) {
    assert.equal(mayRun(line, wanted), expected, `${line}: ${wanted}`);
    assert.equal(mayRun(commands(line), wanted), expected);
  }
  assert.deepEqual(matching("git pull; git push", "git push").commands.map(({ start }) => start), [10]);
});

test("an option is certain if it is written in full, and nothing before it can change what it is", () => {
  for (const [line, wanted, isCertain] of [
    ["git push origin --force", "git push -f", true],
    ["git push --x=y --force", "git push --force", true],
    ["rm -rf x", "rm -rf", true],
    ["rm x -r y -f", "rm -rf", true],
    ["xargs git push -f", "git push -f", true],
    ["docker run --privileged ubuntu", "docker run --privileged", true],
    ["git push -ofoo", "git push -f", false],
    ["git push --f", "git push --force", false],
    ["git push -- -f", "git push -f", false],
    ['git push "$x" -f', "git push -f", false],
    ["git -f push", "git push -f", false],
    ["git commit -m -f", "git commit -f", false],
    ["docker run ubuntu git push --force", "docker run --force", false],
    ["bash x -f", "bash -f", false],
    ["python x.py -c y", "python -c", false],
  ]) {
    const found = matching(line, wanted);
    assert.deepEqual([found.commands.length, found.certain.length], [1, isCertain ? 1 : 0], line);
  }
});

test("a wanted command has to name a program: otherwise a guard would be open", () => {
  for (const wanted of ["", "  ", "--force"]) {
    assert.throws(() => mayRun("ls", wanted), { name: "RangeError", message: /has to be a program/ });
    assert.throws(() => matching(commands("ls"), wanted), RangeError);
  }
});

test("a line has to be a string: anything else would look as if it ran nothing", () => {
  for (const line of [undefined, null, 1, ["git push"]]) assert.throws(() => commands(line), TypeError);
});

test("deep nesting ends neither the process nor the stack, and makes the line opaque", () => {
  const texts = ["$(".repeat(100_000), "(".repeat(100_000), "`".repeat(100_001), '"$('.repeat(50_000), "${x:-".repeat(50_000), "sudo ".repeat(50_000)];
  for (const text of texts) {
    const [first] = reasons(text);
    assert.ok(["deep", "unclosed", "syntax"].includes(first), text.slice(0, 9));
  }
  let line = "git push";
  for (let depth = 0; depth < 8; depth++) line = `bash -c ${JSON.stringify(line)}`;
  assert.ok(mayRun(line, "git push"));
  // Texts in texts are not read once more at each level.
  assert.ok(commands(`${'bash -c "$('.repeat(20)}git push${')"'.repeat(20)}`).commands.length < 200);
});

test("every line has the type, also one that no shell can read", () => {
  const lines = readFileSync(path.join(root, "tests/conform/commands.jsonl"), "utf8").trimEnd().split("\n");
  assert.ok(lines.length > 1000);
  for (const text of lines) {
    const { line } = JSON.parse(text);
    assert.deepEqual(validate(commands(line), "CommandLine"), [], line);
  }
});

test("a call has the commands of its line, and a shell without its line blocks", async () => {
  const guard = ({ commands: list, mayRun: may, block }) => {
    assert.ok(list().opaque.length === 0 || may("git push"));
    return may("git push") && block("no");
  };
  await check({ PreToolUse: guard, PreSkillShellCommand: guard }, [
    [sample("PreToolUse", { tool: "Bash", command: "cd x && git -C y push" }), "blocked"],
    [sample("PreToolUse", { tool: "Bash", command: "echo git push" }), "normal"],
    [sample("PreToolUse", { tool: "Monitor", command: "git push" }), "blocked"],
    [sample("PreToolUse", { tool: "PowerShell", command: "ls" }), "blocked"],
    [sample("PreToolUse", { tool: "Write", file_path: "git push", content: "git push" }), "normal"],
    [{ ...sample("PreToolUse", { tool: "Bash" }), tool_input: { command: 1 } }, "failed and blocked"],
    [{ ...sample("PreToolUse", { tool: "Bash" }), tool_input: {} }, "failed and blocked"],
    [sample("PreSkillShellCommand", { tool: "Bash", command: "git push" }), "blocked"],
  ]);
});

test("a call that is asked for no program fails and blocks", async () => {
  const { action, failed } = await simulate(({ mayRun: may, block }) => may("") && block("no"), sample("PreToolUse", { tool: "Bash", command: "ls" }));
  assert.deepEqual([action, failed], ["blocked", true]);
});

// Older versions cannot load a module when a method is called, so they load it before.
const skip = !process.features.require_module;

test("a hook that asks nothing loads nothing that reads lines", { skip }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hookwire-shell-"));
  try {
    cpSync(packageFolder, folder, { recursive: true });
    const file = path.join(folder, "internal/shell/call.js");
    writeFileSync(file, `globalThis.loadsOfShell = (globalThis.loadsOfShell ?? 0) + 1;\n${readFileSync(file, "utf8")}`);
    const { decide } = await import(path.join(folder, "index.js"));
    const payload = JSON.stringify(sample("PreToolUse", { tool: "Bash", command: "git push" }));
    const loads = [];
    for (const handler of [() => {}, (call) => void call.mayRun("git push"), (call) => void call.commands()]) {
      await decide({ PreToolUse: handler }, payload);
      loads.push(globalThis.loadsOfShell);
    }
    assert.deepEqual(loads, [undefined, 1, 1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
