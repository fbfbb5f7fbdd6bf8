//! Finds the version in which something changed, by halving a list of versions.

/// The two neighbours between which something changed, and their states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change<T> {
    /// The index of the last version with the state of the first one.
    pub last: usize,
    /// Its state.
    pub before: T,
    /// The state of the next version.
    pub after: T,
}

/// Finds the last of `count` versions that has the state of the first one, before a version with another state. `look`
/// returns the state of the version with this index. It is called once for each end, and then once for each halving.
///
/// Returns `None` if both ends have the same state. If the state changed several times, one of the changes is found.
///
/// # Errors
/// `look` failed.
pub fn bisect<T: PartialEq>(
    count: usize,
    mut look: impl FnMut(usize) -> Result<T, String>,
) -> Result<Option<Change<T>>, String> {
    if count < 2 {
        return Ok(None);
    }
    let (mut low, mut high) = (0, count - 1);
    let first = look(low)?;
    let mut after = look(high)?;
    if first == after {
        return Ok(None);
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        let state = look(middle)?;
        if state == first {
            low = middle;
        } else {
            (high, after) = (middle, state);
        }
    }
    Ok(Some(Change { last: low, before: first, after }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_found_in_few_steps() -> Result<(), String> {
        for count in 2..70_usize {
            for changed in 1..count {
                let mut looks = 0;
                let found = bisect(count, |at| {
                    looks += 1;
                    Ok(at >= changed)
                })?;
                assert_eq!(found, Some(Change { last: changed - 1, before: false, after: true }));
                assert!(looks <= 3 + count.ilog2(), "{looks} looks for {count} versions");
            }
        }
        Ok(())
    }

    #[test]
    fn ends_with_the_same_state_have_no_change() {
        assert_eq!(bisect(9, |_| Ok(1)), Ok(None));
        assert_eq!(bisect(1, |_| Ok(1)), Ok(None));
        assert_eq!(bisect(0, |_| Ok(1)), Ok(None));
    }

    #[test]
    fn of_several_changes_the_found_one_has_the_two_states_that_were_seen() -> Result<(), String> {
        let states = [0, 0, 1, 1, 0, 2, 2, 3];
        let found = bisect(states.len(), |at| Ok(states[at]))?;
        let is_real = |it: &Change<i32>| states[it.last] == it.before && states[it.last + 1] == it.after;
        assert!(found.as_ref().is_some_and(is_real), "{found:?}");
        Ok(())
    }

    #[test]
    fn a_failing_look_ends_the_search() {
        assert_eq!(bisect(9, |at| if at == 4 { Err("lost".to_owned()) } else { Ok(at > 6) }), Err("lost".to_owned()));
    }
}
