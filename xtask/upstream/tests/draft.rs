//! A draft is refused until a person has described it, and for nothing else.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

use hookwire_codegen::generate::read;
use hookwire_upstream::compare::{Difference, Draft, Kind};
use hookwire_upstream::draft;

fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder can be made");
    for entry in fs::read_dir(from).expect("the schemas are there").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copied(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a schema can be copied");
        }
    }
}

fn schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas")
}

fn difference(file: &str, pointer: &str, draft: Draft) -> Difference {
    let (at, what) = ("a place".to_owned(), "a change".to_owned());
    Difference {
        kind: Kind::NewField,
        at,
        what,
        file: file.to_owned(),
        pointer: pointer.to_owned(),
        draft: Some(draft),
    }
}

#[test]
fn a_draft_has_one_mistake_for_each_description_that_is_missing() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("draft");
    drop(fs::remove_dir_all(&folder));
    copied(&schemas(), &folder);
    let field = Draft::Field {
        name: "new_field".to_owned(),
        required: false,
        types: vec!["string".to_owned()],
        values: Vec::new(),
    };
    let all = [
        difference("hooks/stop-input.schema.json", "/properties/new_field", field),
        difference(
            "hooks/common.schema.json",
            "/$defs/PermissionMode/enum",
            Draft::Value { value: "newMode".to_owned() },
        ),
    ];
    let early = draft::write(&folder, &all, "2.1.999", "2.1.999");
    assert!(
        early.is_err_and(|error| error.contains("set `version` back")),
        "a field is not newer than its own version"
    );
    let drafts = vec![("hooks/common.schema.json", 1), ("hooks/stop-input.schema.json", 1)];
    assert_eq!(draft::write(&folder, &all, "2.1.999", "2.1.330"), Ok(drafts));
    let found = read(&folder).expect_err("a draft is no contract");
    let codes: Vec<String> = found.0.iter().map(|it| format!("{:?}", it.code)).collect();
    assert_eq!(codes, ["Undescribed", "Undescribed"], "{found:?}");
}
