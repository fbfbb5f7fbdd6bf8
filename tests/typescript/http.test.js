// `handle`: what a server answers, whatever the request and the options are.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { test } from "node:test";
import { packageFolder } from "./support.js";

const { block, handle } = await import(path.join(packageFolder, "index.js"));

const call = {
  session_id: "s1", transcript_path: "/t/s1.jsonl", cwd: "/p", hook_event_name: "PreToolUse", tool_name: "Bash",
  tool_input: { command: "ls" }, tool_use_id: "t1",
};
const body = JSON.stringify(call);
const handlers = { PreToolUse: () => block("No.") };
const require = { Authorization: "Bearer s" };
const bytes = (text) => new TextEncoder().encode(text);

/** An object that fails whatever it is asked. */
const hostile = () => {
  const fails = (_, key) => {
    throw new RangeError(String(key));
  };
  return new Proxy({}, { get: fails, has: fails, ownKeys: fails, getOwnPropertyDescriptor: fails, getPrototypeOf: fails });
};

class Options {
  require = require;
}

const secrets = ["", " ", undefined, null, 5, true, ["s"], {}, "None", "undefined", "Bearer ", "Bearer", "bearer null", "Bearer undefined"];

const WRONG = [
  ...secrets.map((it) => [{ require: { "X-Secret": it } }, "`X-Secret`"]),
  [{ require: { "X-A": "s", "X-Secret": "" } }, "`X-Secret`"],
  [{ require: { "": "s" } }, "`require`"],
  ...["s", 5, true, false, null, [["X-Secret", "s"]], new Map([["X-Secret", "s"]]), new Headers(require), () => {}].map((it) => [{ require: it }, "`require`"]),
  [{ requires: require }, "no option `requires`: did you mean `require`?"],
  [{ limit: 5 }, "no option `limit`"],
  [{ Guard: "closed" }, "did you mean `guard`?"],
  ...[0, -1, true, "5", null, NaN, Infinity, 5n, Symbol("a"), []].map((it) => [{ largest: it }, "`largest`"]),
  ...["close", "", 0, true, null, [], ["closed"]].map((it) => [{ guard: it }, "`guard`"]),
  ...[5, true, null, Symbol("a"), []].map((it) => [{ name: it }, "`name`"]),
  ...["closed", 5, null, [], () => {}, new Map(), new Options()].map((it) => [it, "the options are"]),
  [hostile(), "the options cannot be read"],
  [{ require: hostile() }, "the options cannot be read"],
  [{ get require() { throw new Error("no"); } }, "the options cannot be read"],
];

WRONG.forEach(([options, said], at) => {
  test(`no request is answered with a wrong option: ${at}, ${said}`, async () => {
    const all = { "*": () => assert.fail("the handler is called") };
    const unread = { [Symbol.asyncIterator]: () => assert.fail("the body is read") };
    for (const data of [body, "", "{", unread]) {
      for (const headers of [undefined, null, require, { "x-secret": "" }]) {
        const answer = await handle(all, data, headers, options);
        assert.deepEqual([answer.status, answer.headers["content-type"]], [500, "text/plain; charset=utf-8"]);
        assert.ok(answer.body.startsWith("Every request is refused: ") && answer.body.includes(said), answer.body);
        assert.equal(answer.notes, `${answer.body}\n`);
      }
    }
  });
});

test("options of another realm, without a prototype, and options that are undefined are options", async () => {
  const { runInNewContext } = await import("node:vm");
  for (const options of [runInNewContext("({require: {a: 'b'}})"), Object.assign(Object.create(null), { require: { a: "b" } })]) {
    assert.equal((await handle(handlers, body, { A: "b" }, options)).status, 200);
  }
  const none = { require: undefined, largest: undefined, guard: undefined, name: undefined };
  assert.equal((await handle(handlers, body, undefined, none)).status, 200);
});

test("options are no headers", async () => {
  const wrong = [
    [{ require }, "require"],
    [{ requires: require }, "requires"],
    [{ host: "a", require }, "require"],
    [{ largest: 5 }, "largest"],
    [{ guard: "open", name: "a" }, "guard"],
  ];
  for (const [headers, option] of wrong) {
    const answer = await handle(handlers, body, headers);
    assert.equal(answer.status, 500);
    assert.ok(answer.body.startsWith(`Every request is refused: the option \`${option}\` was passed as a header. `), answer.body);
  }
  for (const headers of [{ host: "a", name: "b" }, {}, { host: ["a"], accept: undefined }, new Headers({ name: "a" }), [["name", "b"]], null]) {
    assert.equal((await handle(handlers, body, headers)).status, 200);
  }
});

test("a message about a secret does not have it", async () => {
  for (const secret of [["hunter2"], { hunter2: 1 }, 123456, 123456n, Symbol("hunter2")]) {
    const answer = await handle(handlers, body, {}, { require: { "X-A": "hunter2", "X-Secret": secret } });
    assert.ok(answer.status === 500 && !/hunter2|123456/.test(answer.body + answer.notes), answer.body);
  }
});

const HEADERS = [
  [[["authorization", "wrong"], ["Authorization", "Bearer s"]], 200],
  [[["Authorization", "Bearer s"], ["authorization", "wrong"]], 200],
  [{ AUTHORIZATION: "Bearer s" }, 200],
  [{ authorization: ["wrong", "Bearer s"] }, 200],
  [new Headers(require), 200],
  [new Map([["authorization", "Bearer s"]]), 200],
  [[["Authorization", "Bearer s"], 5], 200],
  [[5, ["Authorization", "Bearer s"]], 200],
  [{ authorization: "wrong, Bearer s" }, 401],
  [{ authorization: "Bearer s " }, 401],
  [{ authorization: "bearer s" }, 401],
  [{ authorization: "Bearer s\ud800" }, 401],
  [{ authorization: "Bearer" }, 401],
  [{ authorization: "" }, 401],
  [{ authorization: true, Authorization: null, AUTHORIZATION: hostile() }, 401],
  [{ authorization: { toString: () => "Bearer s" } }, 401],
  [{ get authorization() { throw new Error("no"); } }, 401],
  ["Authorization: Bearer s", 401],
  [["Authorization", "Bearer s"], 401],
  [undefined, 401],
  [null, 401],
  [5, 401],
  [hostile(), 401],
];

HEADERS.forEach(([headers, status], at) => {
  test(`headers of any form: ${at}`, async () => {
    const answer = await handle(handlers, body, headers, { require });
    assert.deepEqual([answer.status, answer.headers.connection], [status, status === 401 ? "close" : undefined]);
  });
});

const circular = {};
circular.self = circular;

[5, true, {}, call, [5], [bytes("{"), null], Symbol("a"), () => {}, hostile(), circular, bytes("\xff"), "\ud800", "{", "", null, undefined].forEach((data, at) => {
  test(`a body of any form: ${at}`, async () => {
    const closed = await handle(handlers, data);
    // Where only one event has a handler, the reply blocks it; otherwise the server fails.
    assert.deepEqual([closed.status, closed.headers], [200, { "content-type": "application/json" }]);
    assert.equal(JSON.parse(closed.body).hookSpecificOutput.permissionDecision, "deny");
    assert.notEqual(closed.notes, "");
    for (const several of [{ ...handlers, Stop: () => undefined }, { "*": () => undefined }]) {
      const failed = await handle(several, data);
      assert.deepEqual([failed.status, failed.headers], [500, { "content-type": "text/plain; charset=utf-8" }]);
    }
    const open = await handle({ Stop: () => undefined }, data);
    assert.deepEqual([open.status, open.body], [200, "{}"]);
  });
});

test("a body in any form that has the event", async () => {
  const each = async function* (parts) {
    yield* parts;
  };
  const data = bytes(body);
  const parts = Array.from(data, (byte) => new Uint8Array([byte]));
  for (const it of [data, Buffer.from(body), data.buffer, new DataView(data.buffer), parts, each(parts), each([body.slice(0, 9), data.subarray(9)]), new Response(body).body]) {
    const answer = await handle(handlers, it, {}, { largest: data.length });
    assert.ok(answer.status === 200 && answer.body.includes("deny"), answer.body);
  }
  for (const it of [data, body, parts, each(parts)]) {
    assert.equal((await handle(handlers, it, {}, { largest: data.length - 1 })).status, 413);
  }
});

test("a body that breaks off is not read as the whole", async () => {
  const parts = async function* () {
    yield body;
    throw new RangeError("gone");
  };
  const answer = await handle(handlers, parts());
  assert.equal(answer.status, 200);
  assert.match(answer.body, /deny/);
  assert.match(answer.notes, /the input cannot be read: RangeError: gone/);
});

/** Sends a request whose body never ends, and returns the head of the response, and how many bytes were sent until then. */
async function endless(port, headers) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let [sent, received] = [0, ""];
  socket.on("data", (data) => (received += data)).on("error", () => {});
  // An error comes before, because the server does not read all of it.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(`POST /hooks HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: ${400 * 2 ** 20}\r\n\r\n`);
  const part = Buffer.alloc(2 ** 16, " ");
  const send = () => {
    while (!socket.destroyed && sent < 400 * 2 ** 20) {
      sent += part.length;
      if (!socket.write(part)) return void socket.once("drain", send);
    }
  };
  send();
  await closed;
  return { head: received.split("\r\n\r\n")[0], sent };
}

test("a server reads no body without the secret, and no more of it than it may have", async (t) => {
  const server = createServer(async (request, response) => {
    const answer = await handle(handlers, request, request.headers, { require, largest: 2 ** 20 });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address();
  const refused = await endless(port, "");
  assert.match(refused.head, /^HTTP\/1\.1 401 /);
  const large = await endless(port, "Authorization: Bearer s\r\n");
  assert.match(large.head, /^HTTP\/1\.1 413 /);
  // What is sent is more than what is read, because the system keeps some.
  assert.ok(Math.max(refused.sent, large.sent) < 64 * 2 ** 20, `${refused.sent}, ${large.sent} bytes`);
  const answer = await fetch(`http://127.0.0.1:${port}/hooks`, { method: "POST", body, headers: require });
  assert.equal((await answer.json()).hookSpecificOutput.permissionDecision, "deny");
});
