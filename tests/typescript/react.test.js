// The React component of the README: it shows the questions of a permission queue, and answers them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Window } from "happy-dom";
import { compile, packageFolder, project, ways } from "./support.js";

const source = readFileSync(path.join(import.meta.dirname, "react/questions.tsx"), "utf8");
const home = project("react", { "questions.tsx": source });
const browser = { jsx: "react-jsx", lib: ["es2022", "dom"] };
const compiled = compile(home, ways[0], { ...browser, noEmit: false, outDir: "out" });

// React looks for these when it is loaded.
const window = new Window();
const { document } = window;
Object.assign(globalThis, { window, document, IS_REACT_ACT_ENVIRONMENT: true });
globalThis.navigator ??= window.navigator; // newer versions of Node have one
after(() => window.happyDOM.close());

const { Profiler, StrictMode, act, createElement, startTransition, useLayoutEffect } = await import("react");
const { createRoot } = await import("react-dom/client");
const { Questions } = await import(pathToFileURL(path.join(home, "out/questions.js")));
const { PermissionQueue } = await import(pathToFileURL(createRequire(path.join(home, "x.js")).resolve("hookwire/host")));

/** Renders elements in strict mode. Whatever React reports fails the test. */
async function render(context, ...elements) {
  const { mock: reported } = context.mock.method(console, "error", () => {});
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  const commits = [];
  const whole = createElement(Profiler, { id: "all", onRender: () => commits.push(place.innerHTML) }, ...elements);
  await act(() => startTransition(() => root.render(createElement(StrictMode, null, whole))));
  context.after(async () => {
    await act(() => root.unmount());
    place.remove();
    assert.deepEqual(reported.calls.map((call) => call.arguments), []);
  });
  const texts = (name) => [...place.querySelectorAll(name)].map((it) => it.textContent);
  const click = (label, index) =>
    act(() => [...place.querySelectorAll("button")].filter((it) => it.textContent === label)[index].click());
  return { click, commits, root, texts };
}

for (const way of ways) {
  test(`the component compiles: ${way.name}`, () => {
    assert.deepEqual(compile(home, way, browser), []);
  });
}

test("the README shows the component", () => {
  const readme = readFileSync(path.join(packageFolder, "README.md"), "utf8");
  assert.deepEqual([...readme.matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(([, code]) => code), [source]);
  assert.deepEqual(compiled, []);
});

test("it shows the tool, its arguments and the reason, and a click answers", async (context) => {
  const queue = new PermissionQueue();
  const { click, texts } = await render(context, createElement(Questions, { queue }));
  assert.deepEqual(texts("li"), []);
  let first, second;
  await act(() => {
    first = queue.ask("Bash", { input: { command: "rm -r build" }, reason: "It deletes files." });
    second = queue.ask("Read", { input: { file_path: "/etc/hosts" } });
  });
  assert.deepEqual(texts("strong"), ["Bash", "Read"]);
  assert.deepEqual(texts("code"), ['{"command":"rm -r build"}', '{"file_path":"/etc/hosts"}']);
  assert.deepEqual(texts("p"), ["It deletes files.", ""]);
  await click("Deny", 0);
  const { decision, toolName } = await first.answer;
  assert.deepEqual([decision, toolName, texts("strong")], ["deny", "Bash", ["Read"]]);
  await click("Allow", 0);
  assert.deepEqual([(await second.answer).decision, texts("strong")], ["allow", []]);
});

test("a question that is too late or cancelled disappears", async (context) => {
  const queue = new PermissionQueue();
  const { texts } = await render(context, createElement(Questions, { queue }));
  let late, cancelled;
  await act(() => {
    late = queue.ask("Late", { timeout: 500 });
    cancelled = queue.ask("Cancelled");
  });
  assert.deepEqual(texts("strong"), ["Late", "Cancelled"]);
  await act(() => queue.cancel(cancelled.id));
  assert.deepEqual(texts("strong"), ["Late"]);
  await act(() => late.answer);
  assert.deepEqual(texts("strong"), []);
  assert.deepEqual([(await late.answer).decision, (await cancelled.answer).decision], ["deny", "deny"]);
});

test("it renders once for each change, and gets the same state in between", async (context) => {
  const queue = new PermissionQueue();
  const { getSnapshot } = queue;
  const states = [];
  queue.getSnapshot = () => {
    states.push(getSnapshot());
    return states.at(-1);
  };
  const { commits } = await render(context, createElement(Questions, { queue }));
  let question;
  await act(() => void (question = queue.ask("Bash")));
  await act(() => queue.cancel(question.id));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  assert.deepEqual([commits.length, new Set(states).size], [3, 3]);
});

test("two components never show different states, not even if a question arrives while they are rendered", async (context) => {
  const queue = new PermissionQueue();
  // Rendered between the two, before either listens to the queue.
  const Asks = () => {
    if (!queue.getSnapshot().isAwaitingPermission) queue.ask("Bash");
    return null;
  };
  const seen = [];
  const Looks = () => {
    useLayoutEffect(() => void seen.push([...document.querySelectorAll("ul")].map((it) => it.textContent)));
    return null;
  };
  const elements = [Questions, Asks, Questions, Looks].map((type) => createElement(type, { queue }));
  const { texts } = await render(context, ...elements);
  assert.ok(seen.length > 0);
  for (const [one, other] of seen) assert.equal(one, other);
  assert.deepEqual(texts("strong"), ["Bash", "Bash"]);
});

test("it stops listening when it is removed", async (context) => {
  const queue = new PermissionQueue();
  const { subscribe } = queue;
  let listeners = 0;
  queue.subscribe = (listener) => {
    const end = subscribe(listener);
    listeners += 1;
    return () => {
      listeners -= 1;
      end();
    };
  };
  const { root } = await render(context, createElement(Questions, { queue }));
  assert.equal(listeners, 1);
  await act(() => root.render(null));
  assert.equal(listeners, 0);
  queue.ask("Bash");
});
