//! Transcripts: the reader of the transcript of a session. `docs/transcripts.md` describes it.

use super::feature::{Feature, Plain};

/// The function that reads a transcript line by line.
pub const FEATURE: Feature = Feature {
    name: "transcripts",
    needs: &["replies"],
    types: &["SkipReason", "SkippedLine", "TranscriptEntry", "TranscriptKind", "TranscriptRole", "TranscriptToolUse"],
    tables: &[],
    words: &[],
    namespace: Some("host"),
    read: Plain::read,
};
