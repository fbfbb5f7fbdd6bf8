// Reads the answers of commands in the background.

import { jsonType, notJson, objectIn, ofText } from "./core.js";
import { BACKGROUND, BACKGROUND_ANSWER, OUTPUT_KEYS, words } from "./plan.js";

export const isForBackground = (value) => jsonType(value) === "object" && value[BACKGROUND] === true;

/**
 * Returns the answer of a command in the background, and the problems with it. It is all of the text if that is an
 * object, and otherwise the first line that is one.
 */
export function answerOf(text, expected) {
  const lines = text.split("\n");
  const answer = objectIn(text.trim()) ?? objectsIn(lines)[0];
  return { answer, problems: problemsOfAnswers(text, lines, expected) };
}

const objectsIn = (lines) => lines.map((line) => objectIn(line.trim())).filter((it) => it !== undefined);

function problemsOfAnswer(answer, expected) {
  return isLost(answer, expected) ? [ofText("without-effect", "ignored", words["background-answer"])] : [];
}

/** Returns the problems of the lines at the end of a text, the first object of which is the answer. */
export function problemsOfAnswers(text, lines, expected) {
  const whole = objectIn(lines.join("\n").trim());
  if (whole !== undefined) return problemsOfAnswer(whole, expected);
  const [answer = {}, ...others] = objectsIn(lines);
  const problems = problemsOfAnswer(answer, expected);
  const keys = keysOf(expected);
  if (others.some((it) => keys.some((key) => Object.hasOwn(it, key)))) {
    problems.push(ofText("without-effect", "ignored", words["background-second"]));
  }
  let start = text.length - lines.join("\n").length;
  for (const line of lines) {
    if (line.trim().startsWith("{") && objectIn(line.trim()) === undefined) {
      const message = `${notJson(text, line.trim(), start)} ${words["background-line"]}`;
      return [...problems, ofText("not-json", "ignored", message)];
    }
    start += line.length + 1;
  }
  return problems;
}

const keysOf = ({ profile }) => profile?.outputKeys ?? OUTPUT_KEYS;

/** Returns true if an answer has a field of a reply that does not act in the background. */
function isLost(answer, expected) {
  const keys = keysOf(expected);
  return Object.entries(answer).some(([key, value]) => {
    if (!keys.includes(key) || BACKGROUND_ANSWER.includes(key)) return false;
    if (jsonType(value) !== "object") return true;
    return Object.keys(value).some((inner) => !BACKGROUND_ANSWER.includes(`${key}/${inner}`));
  });
}
