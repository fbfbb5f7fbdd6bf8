// Which word of the contract was meant.

/** Words with more edits between them are not near; nor those of which half or more is edited. */
const MOST_EDITS = 2;

/**
 * The candidate that a word is near to, if one is: the first that differs in the case of ASCII letters, `_` and `-`
 * only, else the first of those with the fewest edits.
 *
 * @param {string} word
 * @param {string[]} candidates
 * @returns {string | undefined}
 */
export function near(word, candidates) {
  const plainly = plain(word);
  return candidates.find((candidate) => plain(candidate) === plainly) ?? fewestEdits(Array.from(word), candidates);
}

function plain(word) {
  return word.replace(/[_-]/g, "").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function fewestEdits(word, candidates) {
  let best;
  let fewest = MOST_EDITS + 1;
  for (const candidate of candidates) {
    const points = Array.from(candidate);
    const enough = Math.min(fewest, Math.ceil(points.length / 2));
    const edits = distance(word, points, enough);
    if (edits < enough) [best, fewest] = [candidate, edits];
  }
  return best;
}

/**
 * The optimal string alignment distance of two lists of code points: insertions, deletions, substitutions, and
 * transpositions of neighbours, no part edited twice. Where it is `enough` or more, `enough` at least.
 */
function distance(one, other, enough) {
  if (Math.abs(one.length - other.length) >= enough) return enough;
  let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const substituted = last[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, substituted, swapped ? before[j - 2] + 1 : Infinity);
    }
    [before, last] = [last, row];
  }
  return last[other.length];
}
