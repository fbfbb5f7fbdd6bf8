// Running hooks as the host does.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { packageFolder } from "./support.js";

const { runHook } = await import(path.join(packageFolder, "host.js"));

const CALL = { hook_event_name: "PreToolUse", session_id: "s1", cwd: "/", tool_name: "Bash" };
const command = (line, more = {}) => ({ type: "command", command: line, ...more });

test("a command gets the input, and its answer is interpreted", async () => {
  const { outcome, result } = await runHook(command("cat >&2; exit 2"), CALL);
  assert.equal(outcome.action, "blocked");
  assert.deepEqual(JSON.parse(outcome.texts[0].text), CALL);
  assert.deepEqual([result.exitCode, result.stdout, result.hookEvent], [2, "", "PreToolUse"]);
});

// The host ends the input with a line feed, without which `read` fails.
test("a command can read its input as a line", async () => {
  const { outcome, result } = await runHook(command("set -e; read -r input; echo '{}'; ! read -r more"), CALL);
  assert.deepEqual([outcome.failure, result.exitCode], [undefined, 0]);
});

test("the folder and the environment are those of the host", async () => {
  const shown = "pwd; echo $CLAUDE_PROJECT_DIR $CLAUDECODE $CLAUDE_CODE_SESSION_ID $OWN";
  const { result } = await runHook(command(shown), CALL, { cwd: "/usr", env: { PATH: process.env.PATH, OWN: "own" } });
  assert.equal(result.stdout, "/\n/usr 1 s1 own\n");
  const missing = await runHook(command("pwd"), { ...CALL, cwd: "/missing" }, { cwd: "/usr" });
  assert.equal(missing.result.stdout, "/usr\n");
});

test("arguments are passed without a shell", async () => {
  const args = ["-e", "console.log(process.argv.slice(1))", "$HOME", "${CLAUDE_PROJECT_DIR}/a b"];
  const { result } = await runHook(command(process.execPath, { args }), CALL, { cwd: "/usr" });
  assert.equal(result.stdout, "[ '$HOME', '/usr/a b' ]\n");
});

test("a time limit ends the command, and what it started", async () => {
  const mark = path.join(mkdtempSync(path.join(tmpdir(), "run-")), "mark");
  const { outcome, result } = await runHook(command(`(sleep 2; touch ${mark}) & sleep 5`, { timeout: 0.3 }), CALL);
  assert.deepEqual([outcome.failure, outcome.action, result], ["timed-out", "normal", undefined]);
  await sleep(2300);
  assert.equal(existsSync(mark), false);
});

test("what cannot be started, what does not read its input, and what is killed", async () => {
  const missing = await runHook(command("/missing/program", { args: [], onFailure: "block" }), CALL);
  assert.deepEqual([missing.outcome.failure, missing.outcome.action], ["not-started", "blocked"]);
  const large = { ...CALL, tool_input: { command: "x".repeat(1_000_000) } };
  assert.equal((await runHook(command("exit 0"), large)).outcome.action, "normal");
  const killed = await runHook(command("kill -9 $$"), CALL);
  assert.deepEqual([killed.result.exitCode, killed.outcome.failure], [137, "exit-code"]);
});

test("a first line moves the command to the background", async () => {
  const line = `echo '{"async": true}'; sleep 0.2; echo '{"systemMessage": "done"}'; exit 2`;
  const { outcome, later } = await runHook(command(line), CALL);
  assert.equal(outcome.action, "normal");
  const { texts } = await later.wait();
  assert.deepEqual(texts.map(({ text }) => text), ["done"]);
});

test("a program that cannot be started is named, with its folder", async () => {
  const missing = await runHook({ type: "command", command: "no-such", args: [] }, CALL, { cwd: "/" });
  assert.match(missing.outcome.explanation, / "no-such" could not be started in the folder "\/"\.$/);
  const { outcome } = await runHook(command("exit 0"), { ...CALL, cwd: "/no-such" }, { cwd: "/no-such" });
  assert.match(outcome.explanation, / The folder "\/no-such" does not exist, so "sh" could not be started\.$/);
});

test("the mistakes of a first line are reported", async () => {
  const { outcome, later } = await runHook(command(`echo '{"async": true, "asyncTimeout": "5"}'; echo '{"decision": "block"}'`), CALL);
  assert.deepEqual(outcome.problems.map(({ pointer }) => pointer), ["/asyncTimeout"]);
  assert.deepEqual((await later.wait()).problems.map(({ pointer }) => pointer), [""]);
});

test("a command in the background can be stopped", async () => {
  const { later } = await runHook(command("sleep 60", { async: true }), CALL);
  later.stop();
  assert.deepEqual((await later.wait()).texts, []);
});

test("a request goes through the transport", async () => {
  const sent = [];
  const transport = async (url, { headers, body, seconds }) => {
    sent.push([url, headers["Content-Type"], headers.X, JSON.parse(body), seconds]);
    return { status: 200, body: '{"decision": "block", "reason": "no"}' };
  };
  const handler = { type: "http", url: "http://localhost/hook", headers: { X: "1" }, timeout: 3 };
  assert.equal((await runHook(handler, CALL, { transport })).outcome.action, "blocked");
  assert.deepEqual(sent, [["http://localhost/hook", "application/json", "1", CALL, 3]]);
  const failing = await runHook(handler, CALL, { transport: () => Promise.reject(new Error("refused")) });
  assert.equal(failing.outcome.failure, "no-connection");
  const slow = await runHook({ ...handler, timeout: 0.05 }, CALL, { transport: () => sleep(300) });
  assert.equal(slow.outcome.failure, "timed-out");
});

test("a time limit is at most that of the event, and no longer than a timer can wait", async () => {
  const limits = [];
  const transport = async (_url, { seconds }) => {
    limits.push(seconds);
    return { status: 200, body: "" };
  };
  const handler = { type: "http", url: "http://localhost/hook", timeout: 1e300 };
  await runHook(handler, CALL, { transport });
  await runHook(handler, { hook_event_name: "SessionEnd" }, { transport });
  assert.deepEqual(limits, [2_147_483, 60]);
  await assert.rejects(runHook(handler, CALL, { transport, context: { host: "newest" } }), RangeError);
});

test("handlers that cannot be run are refused", async () => {
  await assert.rejects(runHook({ type: "prompt" }, CALL), RangeError);
  for (const handler of [{ type: "command" }, { type: "http" }, { type: "http", url: "http://localhost" }]) {
    await assert.rejects(runHook(handler, CALL), TypeError);
  }
});

test("a command that wakes Claude runs in the background", async () => {
  const { outcome, result, later } = await runHook(command("sleep 0.2; echo more >&2; exit 2", { asyncRewake: true }), CALL);
  assert.deepEqual([outcome.action, result], ["normal", undefined]);
  assert.deepEqual((await later.wait()).texts.map(({ text }) => text), ["more"]);
});

test("a host that reads the whole output waits for it", async () => {
  const line = `echo '{"async": true}'; echo no >&2; exit 2`;
  const { result, later } = await runHook(command(line), CALL, { context: { host: "2.1.42" } });
  assert.deepEqual([result.exitCode, later], [2, undefined]);
});

test("a command with a zero byte cannot be started", async () => {
  const failure = async (line, input, more) => (await runHook(command(line, more), input)).outcome.failure;
  assert.equal(await failure("echo a\0b", CALL), "not-started");
  assert.equal(await failure("echo", CALL, { args: ["a\0b"] }), "not-started");
  assert.equal(await failure("true", { ...CALL, session_id: "a\0b" }), undefined);
});

test("a command that may wake Claude keeps its time limit", async () => {
  const { later } = await runHook(command("sleep 60; exit 2", { asyncRewake: true, timeout: 0.3 }), CALL);
  assert.deepEqual((await later.wait()).texts, []);
  later.stop();
});

test("an input is taken as it is", async () => {
  const action = async (input) => (await runHook(command("exit 2"), { ...CALL, ...input })).outcome.action;
  for (const cwd of ["a".repeat(5000), "\0", "/dev/null/none"]) assert.equal(await action({ cwd }), "blocked");
  for (const hook_event_name of [null, ["PreToolUse"], 5]) assert.equal(await action({ hook_event_name }), "unknown");
});

test("a mistake of the transport is not an outcome", async () => {
  const ran = (transport) => runHook({ type: "http", url: "http://127.0.0.1/" }, CALL, { transport });
  await assert.rejects(ran(async () => undefined), TypeError);
  await assert.rejects(ran(async () => ({ status: "200", body: "" })), TypeError);
  const { outcome } = await ran(() => Promise.reject(new DOMException("late", "TimeoutError")));
  assert.equal(outcome.failure, "timed-out");
});

test("much output is read in time", async () => {
  const { result } = await runHook(command("yes | head -c 20000000"), CALL);
  assert.equal(result.stdout.length, 20_000_000);
});

test("arguments are strings", async () => {
  await assert.rejects(runHook(command("true", { args: [5] }), CALL), /array of strings/);
  assert.equal((await runHook(command("true", { args: null }), CALL)).outcome.failure, undefined);
});

test("without free descriptors a command is not started", async () => {
  const program = `import { closeSync, openSync } from "node:fs";
import { runHook } from ${JSON.stringify(path.join(packageFolder, "host.js"))};
import { setTimeout as sleep } from "node:timers/promises";
await sleep(300);
const open = [];
try {
  for (;;) open.push(openSync("/dev/null"));
} catch {}
const found = [];
for (let free = 0; free < 16; free++) {
  const { outcome } = await runHook({ type: "command", command: "true", onFailure: "block" }, ${JSON.stringify(CALL)});
  found.push(outcome.failure === undefined ? "ran" : outcome.failure + " " + outcome.action);
  closeSync(open.pop());
}
for (const it of open) closeSync(it);
console.log(JSON.stringify(found));`;
  const limited = `ulimit -n 64; exec "$0" --input-type=module -e "$1"`;
  const { stdout, stderr } = spawnSync("sh", ["-c", limited, process.execPath, program], { encoding: "utf8" });
  assert.equal(stderr, "");
  const found = JSON.parse(stdout);
  assert.equal(found.length, 16);
  assert.equal(found[0], "not-started blocked");
  for (const it of found) assert.ok(["not-started blocked", "ran"].includes(it), it);
});

test("a command with more arguments than the system takes is not started", async () => {
  const { outcome } = await runHook(command("echo", { args: ["x".repeat(5_000_000)] }), CALL);
  assert.equal(outcome.failure, "not-started");
});

test("a process that is left running does not delay the result", async () => {
  for (const line of ["sleep 20 & exit 2", "setsid sleep 20 & exit 2", "(sleep 6; echo late >&2; sleep 14) & echo early >&2; exit 2"]) {
    for (const more of [{ timeout: 3 }, { timeout: 2 }, { asyncRewake: true, timeout: 2 }, { async: true }]) {
      const since = performance.now();
      const { outcome, result, later } = await runHook(command(line, more), CALL);
      const { texts } = (await later?.wait()) ?? outcome;
      assert.ok(performance.now() - since < 5000);
      assert.ok(texts.every(({ text }) => !text.includes("late")));
      if (later !== undefined) continue;
      assert.deepEqual([outcome.action, result.exitCode, result.stderr], ["blocked", 2, line.includes("early") ? "early\n" : ""]);
    }
  }
});

test("a process that is left running does not keep the program running, and can write", () => {
  const mark = path.join(mkdtempSync(path.join(tmpdir(), "run-")), "mark");
  const line = `(sleep 4; echo late; touch ${mark}; sleep 20) & exit 2`;
  const program = (then) => `import { runHook } from ${JSON.stringify(path.join(packageFolder, "host.js"))};
await runHook({ type: "command", command: ${JSON.stringify(line)} }, ${JSON.stringify(CALL)});${then}`;
  const since = performance.now();
  for (const then of ["", "await new Promise((done) => setTimeout(done, 6000));"]) {
    assert.equal(existsSync(mark), false);
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program(then)], { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] });
    assert.deepEqual([status, stderr], [0, ""]);
  }
  assert.ok(performance.now() - since < 18000);
  assert.equal(existsSync(mark), true);
});

test("of an output without end only a part is kept", async () => {
  const { outcome } = await runHook(command("yes", { timeout: 0.5 }), CALL);
  assert.equal(outcome.failure, "timed-out");
  const { result } = await runHook(command("head -c 100000000 /dev/zero; head -c 100000000 /dev/zero >&2"), CALL);
  const most = 64 * 1024 * 1024 + 65536;
  for (const name of ["stdout", "stderr"]) assert.ok(result[name].length <= most, name);
});

test("a command that closes standard input early is not at fault", async () => {
  const large = { ...CALL, tool_input: { command: "x".repeat(1_000_000) } };
  const { outcome } = await runHook(command("exec 0<&-; sleep 0.2; exit 2"), large);
  assert.equal(outcome.action, "blocked");
});

test("an output with zero bytes is read in full", async () => {
  const { result } = await runHook(command("printf 'a\\0b'; printf 'c\\0d' >&2"), CALL);
  assert.deepEqual([result.stdout, result.stderr], ["a\0b", "c\0d"]);
});
