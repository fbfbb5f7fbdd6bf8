// Tries hooks that are commands, by their entries in the settings. Only Node loads this file.

import { constants } from "node:fs";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { validate } from "../../validate.js";
import { Draft } from "../draft.js";
import { EVENT_KEY } from "../plan.js";
import { started } from "../run.js";
import { allTypes } from "../types.js";
import { brokenScript, CHANNEL, failures, missingScript, said } from "./samples.js";
import { CONDITION, triedOf } from "./tried.js";
import { WAKES } from "../wire.js";

/** The type of a settings file, if the contract has it. */
const SETTINGS = "HooksSettings";

/** The number of bytes that are read of the file that hooks report failures to. */
const MOST_REPORTED = 1024 * 1024;

/** Tries a command with a payload, as the host of a context would run it. */
export async function tried(entry, payload, context) {
  const event = payload[EVENT_KEY];
  const problems = problemsOf(entry, event, context);
  const used = usedOf(entry, event, problems);
  if (used === undefined) {
    const draft = new Draft(event, { ...context, input: payload });
    draft.blame("not-run");
    const failure = said("failed", { how: said("not-run") });
    return triedOf(draft.outcome(), { failure, stderr: "", entry: problems, isRun: false });
  }
  const folder = await mkdtemp(path.join(tmpdir(), "hook-"));
  try {
    // Hooks of this package report failures here.
    const file = path.join(folder, "failures");
    await writeFile(file, "");
    const run = await started(used, payload, { context, env: { ...process.env, [CHANNEL]: file } });
    const outcome = run.later ? await later(run) : run.outcome;
    // A command that was stopped may still be ending.
    await run.command?.ended;
    const reported = (await reportedIn(file)).split("\n").filter((line) => line !== "");
    const stderr = run.command?.stderr.toString() ?? "";
    // The host does not enforce the time limit of a command in the background, unless it may wake the model.
    const isLimited = run.later === undefined || used[WAKES] === true;
    const failure = reported.join(" ") || writtenTo(stderr) || failureOf(run.command, used, isLimited);
    return triedOf(outcome, { failure, stderr, entry: problems });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns what hooks reported. A hook can replace the file by anything. */
async function reportedIn(name) {
  let file;
  try {
    // Opening a pipe would wait for its other end.
    file = await open(name, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const about = await file.stat();
    if (!about.isFile()) return "";
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(about.size, MOST_REPORTED)) });
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return "";
  } finally {
    await file?.close();
  }
}

/** Returns the failures that hooks of this package wrote to stderr. The file does not reach all. */
function writtenTo(stderr) {
  const isFailure = (line) => failures.some((text) => startOf(text).test(line));
  return stderr.split("\n").map((line) => line.trimEnd()).filter(isFailure).join(" ");
}

/** Returns the expression for the beginning of a message, up to its second placeholder. */
function startOf(text) {
  const fixed = text.split(/\{\w+\}/).slice(0, 2);
  return new RegExp(`^${fixed.map((it) => it.replace(/[^\w ]/g, "\\$&")).join("`.+`")}`);
}

/** Waits for a command in the background. The host does not, but then nobody would see how it ends. */
async function later({ outcome, command, seconds, later }) {
  const timer = setTimeout(() => later.stop(), Math.min(seconds * 1000, 0x7fff_ffff));
  await command.ended;
  clearTimeout(timer);
  return command.isKilled ? outcome : later.wait();
}

/** Returns the problems of a settings file with nothing but the entry. */
function problemsOf(entry, event, context) {
  const pointer = `/hooks/${event}/0/hooks/0/${CONDITION}`;
  const problems = allTypes.has(SETTINGS) ? validate({ hooks: { [event]: [{ hooks: [entry] }] } }, SETTINGS, context) : [];
  if (!Object.hasOwn(entry, CONDITION) || problems.some((it) => it.pointer === pointer)) return problems;
  const message = said("condition");
  return [...problems, { pointer, code: "suspicious", severity: "suspicious", confidence: "confirmed", message }];
}

/** Returns what the host uses of an entry; `undefined` if it does not run it. */
function usedOf(entry, event, problems) {
  const at = `/hooks/${event}/0/hooks/0/`;
  const ignored = problems.filter(({ severity }) => severity === "ignored").map(({ pointer }) => pointer);
  const isRejected = problems.some(({ severity }) => severity === "rejected");
  // A condition without effect is never met.
  const isNeverMet = problems.some(({ severity, pointer }) => severity === "inert" && pointer === at + CONDITION);
  if (isRejected || isNeverMet || ignored.some((pointer) => !pointer.startsWith(at))) return undefined;
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !ignored.includes(at + key)));
}

/** Returns how a command broke, in a sentence; empty if it did not. */
function failureOf(command, entry, isLimited) {
  const how = howOf(command, entry, isLimited);
  return how === undefined ? "" : said("failed", { how });
}

function howOf(command, entry, isLimited) {
  if (command === undefined) return said("not-started");
  const { code, isKilled, stdout, stderr } = command;
  if (isKilled) return isLimited ? said("timed-out") : undefined;
  if (code === null) return said("signal");
  if (code !== 0 && code !== 2) return said("exit-code", { code });
  if (code === 0) return undefined;
  const isSilent = stdout.toString().trim() === "";
  if (isSilent && missingScript.some((it) => stderr.includes(it))) return said("missing-script");
  return isBroken(stderr.toString(), JSON.stringify(entry)) ? said("broken-script") : undefined;
}

/** Returns whether a shell says that it cannot read a script of the entry. Another script is that of a hook that checks scripts. */
function isBroken(stderr, entry) {
  const isOf = (line) => {
    const script = line.split(":")[0].split(/[/\\]/).at(-1);
    // The text of an option, as in `bash -n -c "$text"`, is no script.
    return script !== "" && entry.includes(script) && !line.includes(": -c:");
  };
  return stderr.split("\n").some((line) => brokenScript.some((it) => line.includes(it)) && isOf(line));
}
