//! Input for tests that compare a fast path with the slow one.

/// Returns every text of up to `most` of these pieces, each once. The empty piece has to be one of them.
pub fn combinations(pieces: &[&str], most: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    for _ in 0..most {
        texts = texts.iter().flat_map(|text| pieces.iter().map(move |piece| format!("{text}{piece}"))).collect();
        texts.sort_unstable();
        texts.dedup();
    }
    texts
}
