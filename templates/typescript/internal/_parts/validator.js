// Replies that report the results of validators.

let answers;

const SEVERITIES = ["error", "warning", "info"];

export function validatorReply(result, options) {
  const { severity, event, reason = "" } = objectOf("options", options, ["severity", "event", "reason"]);
  answers ??= JSON.parse(ANSWERS);
  const outcomes = answers[oneOf("event", event, Object.keys(answers))];
  // A result that contradicts itself is a result.
  const problem = validatePayload(result, "ValidationResult", allTypes).find(({ severity }) => severity !== "suspicious");
  if (problem) throw new TypeError(`not a result, at ${JSON.stringify(problem.pointer)}: ${problem.message}`);
  const { passed, violations, summary } = result;
  const failed = oneOf("severity", severity, SEVERITIES);
  const outcome = outcomes[passed ? "passed" : failed];
  const text = string("reason", reason) || textOf(summary, violations);
  const reply = { ...replyOf(outcome, text), passed, violations, summary };
  const { exit_code: exitCode, note } = outcome;
  return { reply, exitCode, stderr: exitCode === 0 ? "" : text, note: note ?? undefined };
}

/** Returns the reply of the plan with the text filled in. */
function replyOf(outcome, text) {
  const reply = structuredClone(outcome.reply);
  if (outcome.text) {
    const path = [...outcome.text];
    const key = path.pop();
    path.reduce((object, step) => object[step], reply)[key] = text;
  }
  return reply;
}

/** Returns the summary and as many violations as fit into the host's limit. */
function textOf(summary, violations) {
  let text = summary || FAILED;
  for (const [at, violation] of violations.entries()) {
    const longer = `${text}\n${blockOf(violation)}`;
    if (longer.length + leftOut(violations.length - at - 1).length > LIMIT) return text + leftOut(violations.length - at);
    text = longer;
  }
  return text;
}

const leftOut = (count) => (count === 0 ? "" : `\n${LEFT_OUT.replace("{count}", count)}`);

/** Returns the place, rule and suggestion of a violation, and its snippet on the next line. */
function blockOf({ rule, file, line, snippet, suggestion }) {
  const parts = [placeOf(file, line), rule, suggestion].map(oneLine).filter((part) => part !== "");
  const shown = snippet === "" ? "" : `\n    ${oneLine(shortened(snippet))}`;
  return parts.join(": ") + shown;
}

function placeOf(file, line) {
  if (line <= 0) return file;
  return file === "" ? LINE.replace("{line}", line) : `${file}:${line}`;
}

function shortened(snippet) {
  const letters = Array.from(snippet);
  return letters.length > SNIPPET ? `${letters.slice(0, SNIPPET).join("")}...` : snippet;
}

const oneLine = (text) => text.replace(/[\n\r]/g, " ");
