// Compiles patterns to programs that follow all paths at once, unit by unit, without backtracking.

import { WORD } from "./data.js";

/**
 * A step: it consumes a unit, continues only at a place, continues with the next step and another one, or continues
 * with another one. The pattern matches after the last step.
 *
 * @typedef {{unit: number[][], negated: boolean} | {place: string} | {fork: number} | {jump: number}} Step
 */

/**
 * Compiles a pattern.
 *
 * @param {import("./parse.js").Node} node
 * @returns {Step[]}
 */
export function programOf(node) {
  const steps = [];
  add(node, steps);
  return steps;
}

function add(node, steps) {
  if (node.unit || node.place) steps.push(node);
  else if (node.sequence) node.sequence.forEach((part) => add(part, steps));
  else if (node.choice) addChoice(node.choice, steps);
  else addRepeat(node, steps);
}

function addChoice(branches, steps) {
  const ends = [];
  for (const branch of branches.slice(0, -1)) {
    const fork = hold(steps);
    add(branch, steps);
    ends.push(hold(steps));
    steps[fork] = { fork: steps.length };
  }
  add(branches.at(-1), steps);
  for (const end of ends) steps[end] = { jump: steps.length };
}

function addRepeat({ repeat, min, max }, steps) {
  for (let count = 0; count < min; count++) add(repeat, steps);
  const forks = [];
  for (let count = min; count < (max === Infinity ? min + 1 : max); count++) {
    forks.push(hold(steps));
    add(repeat, steps);
  }
  if (max === Infinity) steps.push({ jump: forks[0] });
  for (const fork of forks) steps[fork] = { fork: steps.length };
}

/** Reserves a step that is filled in later, and returns its index. */
const hold = (steps) => steps.push(undefined) - 1;

/**
 * Returns true if a pattern matches anywhere in a value.
 *
 * @param {Step[]} steps
 * @param {number[]} value its UTF-16 units, or its code points
 */
export function finds(steps, value) {
  // The last position of each step: no step is done twice at one position.
  const seen = new Int32Array(steps.length).fill(-1);
  let waiting = [];
  const isAnchored = steps[0]?.place === "start";
  for (let at = 0; at <= value.length; at++) {
    if (at > 0 && isAnchored && waiting.length === 0) return false;
    const open = waiting.filter((step) => has(steps[step], value[at - 1])).map((step) => step + 1);
    open.push(0); // a match may begin anywhere
    waiting = [];
    while (open.length > 0) {
      const step = open.pop();
      if (step === steps.length) return true;
      if (seen[step] === at) continue;
      seen[step] = at;
      const { unit, place, fork, jump } = steps[step];
      if (unit) waiting.push(step);
      else if (jump !== undefined) open.push(jump);
      else if (fork !== undefined) open.push(step + 1, fork);
      else if (isAt(place, value, at)) open.push(step + 1);
    }
  }
  return false;
}

function has({ unit, negated }, code) {
  return unit.some(([first, last]) => first <= code && code <= last) !== negated;
}

function isAt(place, value, at) {
  if (place === "start") return at === 0;
  if (place === "end") return at === value.length;
  const isBoundary = isWord(value[at - 1]) !== isWord(value[at]);
  return isBoundary === (place === "boundary");
}

/** Returns true if a code is part of a word. Beyond both ends it is undefined, and in no range. */
const isWord = (code) => has({ unit: WORD, negated: false }, code);
