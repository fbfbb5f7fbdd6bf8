// A command that runs as a process. Only Node loads this file.

import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import process from "node:process";
import { commandOf } from "./handler.js";
import { FOLDER, FOLDER_VARIABLE, HOST_VARIABLE, SESSION, SESSION_VARIABLE } from "./wire.js";

/** The number of bytes of an output that are kept. The rest is read and thrown away. */
const MOST = 64 * 1024 * 1024;

/**
 * The milliseconds after the end of a command in which its output is still read. Without them, a process that it left running
 * could delay the result as long as it holds the streams open.
 */
const DRAIN = 500;

const STREAMS = ["stdin", "stdout", "stderr"];

/** A command that runs, with its output so far. */
export class Command {
  code = null;
  isKilled = false;
  stderr = Buffer.alloc(0);
  stdout = Buffer.alloc(0);

  constructor(handler, input, { cwd, env = process.env, command }) {
    const folder = folderOf(cwd);
    // A host need not have a variable for the folder.
    const values = FOLDER_VARIABLE === "" ? {} : { [FOLDER_VARIABLE]: folder };
    [this.program, ...this.arguments] = command ?? commandOf(handler, values);
    const { [FOLDER]: own, [SESSION]: session } = input;
    const known = typeof session === "string" && !session.includes("\0") ? [[SESSION_VARIABLE, session]] : [];
    // A host need not have all of them.
    const variables = [[FOLDER_VARIABLE, folder], [HOST_VARIABLE, "1"], ...known].filter(([name]) => name !== "");
    this.options = {
      cwd: isFolder(own) ? own : folder,
      env: { ...env, ...Object.fromEntries(variables) },
      // A group of its own, which can be ended as a whole.
      detached: process.platform !== "win32",
    };
  }

  /** The folder in which it starts. */
  get folder() {
    return this.options.cwd;
  }

  get hasFolder() {
    return isFolder(this.folder);
  }

  /** Starts the command with this standard input, which it need not read. */
  start(text) {
    this.since = performance.now();
    const parts = { stdout: [], stderr: [] };
    try {
      this.process = spawn(this.program, this.arguments, this.options);
    } catch {
      // Nothing with a zero byte in it can be started, and nothing without memory for it.
      this.isStarted = Promise.resolve(false);
      return;
    }
    this.isStarted = new Promise((resolve) => {
      this.process.once("spawn", () => resolve(true));
      this.process.on("error", () => resolve(false));
    });
    // Without free descriptors there are no pipes, and the error comes later.
    if (this.process.stdin === undefined) return;
    this.process.stdin.on("error", () => {});
    this.process.stdin.end(text);
    this.exited = new Promise((resolve) => {
      this.process.once("exit", (code, signal) => {
        this.isExited = true;
        this.code = code;
        this.signal = signal;
        this.spent = performance.now() - this.since;
        resolve();
      });
    });
    this.ended = this.untilClosed().then(() => {
      this.isEnded = true;
      this.stdout = Buffer.concat(parts.stdout);
      this.stderr = Buffer.concat(parts.stderr);
    });
    let isFirst = true;
    this.firstLine = new Promise((resolve) => {
      for (const name of ["stdout", "stderr"]) {
        let length = 0;
        this.process[name].on("data", (part) => {
          if (length < MOST && !this.isEnded) parts[name].push(part);
          length += part.length;
          if (name === "stdout" && isFirst && part.includes(10)) {
            isFirst = false;
            resolve(Buffer.concat(parts.stdout).toString().split("\n", 1)[0]);
          }
        });
      }
      void this.ended.then(() => resolve(undefined));
    });
  }

  /** Waits until the streams are closed, and not long after the end of the command. */
  async untilClosed() {
    const closed = new Promise((resolve) => this.process.once("close", resolve));
    await this.exited;
    let timer;
    const drained = new Promise((resolve) => (timer = setTimeout(resolve, DRAIN)));
    await Promise.race([closed, drained]);
    clearTimeout(timer);
    // A process that goes on may write, but must not keep this program running.
    for (const name of STREAMS) this.process[name].unref();
  }

  /** Ends the command, and all processes of its group. */
  kill() {
    // Later the group may be that of another process.
    if (this.isExited) return;
    this.isKilled = true;
    try {
      process.kill(this.options.detached ? -this.process.pid : this.process.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
    // A process that has left the group must not keep this program running.
    for (const name of STREAMS) this.process[name].destroy();
  }

  /** Returns the result in the form that hosts keep. A signal counts as 128 and its number. */
  output(event) {
    return {
      exitCode: this.code ?? 128 + constants.signals[this.signal],
      stdout: this.stdout.toString(),
      stderr: this.stderr.toString(),
      executionTime: this.spent,
      hookEvent: event,
    };
  }
}

/** Returns the whole path of a folder. Without one, it is the current folder. */
export const folderOf = (cwd = ".") => path.resolve(cwd);

function isFolder(name) {
  try {
    return typeof name === "string" && statSync(name).isDirectory();
  } catch {
    return false;
  }
}
