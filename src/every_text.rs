//! Texts for tests that hold a short way against the long one.

/// Every text of up to so many of these pieces, each once. The empty piece has to be one of them.
pub fn every_text(pieces: &[&str], most: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    for _ in 0..most {
        texts = texts.iter().flat_map(|text| pieces.iter().map(move |piece| format!("{text}{piece}"))).collect();
        texts.sort();
        texts.dedup();
    }
    texts
}
