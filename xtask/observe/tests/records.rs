//! The records can be classified again without the host: what was seen of each case follows from its signals.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fs;
use std::path::Path;

use hookwire_observe::observation::observe;
use hookwire_observe::{other_versions, record};

#[test]
fn what_was_seen_follows_from_the_signals() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/observed");
    let mut count = 0;
    for version in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir()) {
        let name = version.file_name().into_string().unwrap();
        for file in fs::read_dir(version.path()).unwrap().map(|entry| entry.unwrap().path()).filter(|it| it.is_file()) {
            for (id, one) in record::read(&file).unwrap() {
                let seen = observe(&one.case, &one.signals()).map(|seen| other_versions::reportable(seen, &name));
                assert_eq!(seen, Some(one.seen), "{name}: {id}");
                count += 1;
            }
        }
    }
    assert!(count > 3000, "{count}");
}
