//! The digest over all answers of a binding. Bindings that agree have the same digest.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 over a line for each answer, `<id> <verdict>`, in the order of the ids' bytes.
pub fn digest<'a>(answers: impl Iterator<Item = (&'a str, bool)>) -> String {
    let mut answers: Vec<_> = answers.collect();
    answers.sort_unstable();
    let hash = answers.iter().fold(Sha256::new(), |hash, (id, verdict)| hash.chain_update(format!("{id} {verdict}\n")));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_digest_has_no_order_and_sees_every_answer() {
        let digest = |answers: &[(&str, bool)]| super::digest(answers.iter().copied());
        assert_eq!(digest(&[("a", true), ("b", false)]), digest(&[("b", false), ("a", true)]));
        assert_ne!(digest(&[("a", true), ("b", false)]), digest(&[("a", true)]));
        assert_ne!(digest(&[("a", true)]), digest(&[("a", false)]));
    }
}
