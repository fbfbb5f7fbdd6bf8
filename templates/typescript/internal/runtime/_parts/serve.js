// Answers events as other kinds of handlers do. What that needs is loaded when it is used.

const serving = async (name, ...values) => {
  const serve = await import("./internal/runtime/serve.js");
  return serve[name]({ emptyAnswer, failed, fillIn, hookOf, join, refused, planOf, taken, watchAll, jsonOf, isPlainObject, Failure }, ...values);
};

export const handle = (handlers, body, headers, options) =>
  serving("handle", handlers, body, headers, options).catch((error) => ({
    // A package that is not whole must not let a guard fail silently.
    status: 500, headers: { "content-type": "text/plain" }, body: WORDS.mute, notes: `${error}\n`,
  }));

export const toolResult = (event, reply, input) => serving("toolResult", event, reply, input);

export const callback = (handlers, options) => (input) => serving("callback", handlers, options, input);
