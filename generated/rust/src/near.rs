//! Suggests the word that was probably meant.

/// The most edits between similar words. They must also be fewer than half of the candidate's letters.
const MOST_EDITS: usize = 2;

/// Returns the candidate nearest to a text: one that differs only in case, `_` and `-`, otherwise the one with the
/// fewest edits. Of equally near candidates, the first is returned.
pub(crate) fn nearest(text: &str, candidates: &[&'static str]) -> Option<&'static str> {
    let same = candidates.iter().find(|it| is_respelled(it, text));
    same.or_else(|| by_edits(text, candidates)).copied()
}

/// Returns true if two words differ only in case, `_` and `-`.
pub(crate) fn is_respelled(one: &str, other: &str) -> bool {
    plain(one).eq(plain(other))
}

/// Returns the characters of a text in ASCII lower case, without `_` and `-`.
fn plain(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|it| !matches!(it, '_' | '-')).map(|it| it.to_ascii_lowercase())
}

fn by_edits<'a>(text: &str, candidates: &'a [&'static str]) -> Option<&'a &'static str> {
    let text: Vec<char> = text.chars().collect();
    let near = |it: &'a &'static str| {
        let letters: Vec<char> = it.chars().collect();
        let edits = edits(&text, &letters);
        (edits <= MOST_EDITS && 2 * edits < letters.len()).then_some((edits, it))
    };
    candidates.iter().filter_map(near).min_by_key(|(edits, _)| *edits).map(|(_, it)| it)
}

/// Returns the optimal string alignment distance, or a number above the limit if the lengths differ too much.
fn edits(one: &[char], other: &[char]) -> usize {
    if one.len().abs_diff(other.len()) > MOST_EDITS {
        return MOST_EDITS + 1;
    }
    // The last two rows of the table of distances between prefixes.
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    let mut previous = None;
    for (at, letter) in one.iter().enumerate() {
        let row = next_row(at + 1, (previous, *letter), other, (&before, &last));
        before = std::mem::replace(&mut last, row);
        // No later row has fewer edits than these two.
        if before.iter().chain(&last).all(|edits| *edits > MOST_EDITS) {
            return MOST_EDITS + 1;
        }
        previous = Some(*letter);
    }
    last.last().copied().unwrap_or_default()
}

/// Returns the row of a letter, from the previous letter and the two previous rows.
fn next_row(
    first: usize,
    (previous, letter): (Option<char>, char),
    other: &[char],
    (before, last): (&[usize], &[usize]),
) -> Vec<usize> {
    let mut row = vec![first];
    let mut left = first;
    for (at, pair) in last.windows(2).enumerate() {
        let [corner, above] = *pair else { break };
        let same = other.get(at) == Some(&letter);
        left = (left + 1).min(above + 1).min(corner + usize::from(!same));
        let neighbours = at.checked_sub(1).filter(|&at| other.get(at) == Some(&letter));
        if let Some(swapped) = neighbours.filter(|_| other.get(at) == previous.as_ref()).and_then(|at| before.get(at)) {
            left = left.min(swapped + 1);
        }
        row.push(left);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_of_neighbours_is_one_edit_and_no_part_is_edited_twice() {
        let edits =
            |one: &str, other: &str| edits(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>());
        let cases =
            [("", "", 0), ("ab", "ba", 1), ("deny", "dney", 1), ("ask", "task", 1), ("ca", "abc", 3), ("é", "e", 1)];
        for (one, other, expected) in cases {
            assert_eq!(edits(one, other), expected, "{one} {other}");
            assert_eq!(edits(other, one), expected, "{other} {one}");
        }
    }

    #[test]
    fn the_spelling_counts_before_the_edits_and_the_first_of_equals() {
        assert_eq!(nearest("stop_reason", &["stopReasom", "stopReason"]), Some("stopReason"));
        assert_eq!(nearest("bloc", &["block", "blob", "bloc_"]), Some("bloc_"));
        assert_eq!(nearest("bloc", &["black", "block", "blocs"]), Some("block"));
        assert_eq!(nearest("permit", &["allow", "deny"]), None);
    }

    #[test]
    fn the_edits_are_less_than_half_of_the_candidate() {
        assert_eq!(nearest("any", &["deny", "ask"]), None);
        assert_eq!(nearest("dony", &["deny"]), Some("deny"));
        assert_eq!(nearest("dont", &["deny"]), None);
        assert_eq!(nearest("ablok", &["block"]), Some("block"));
        assert_eq!(nearest("ac", &["ab"]), None);
        assert_eq!(nearest("axx", &["axé"]), Some("axé"));
    }
}
