//! The templates of this version, in the library.

use std::borrow::Cow;

use include_dir::{Dir, include_dir};

use super::Templates;
use crate::diagnostic::Diagnostics;

/// The compiler tracks the files and not the folder: it sees a new file when another one changes.
static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

impl Templates {
    /// Returns the templates of this version. Generated files name `command` as the command that makes them again.
    ///
    /// # Errors
    /// Never with the templates as they are published; the tests check them.
    pub fn builtin(command: &str) -> Result<Self, Diagnostics> {
        let mut files = Vec::new();
        collect(&TEMPLATES, &mut files);
        Self::embedded(files, command)
    }
}

fn collect(folder: &'static Dir<'_>, files: &mut Vec<(String, Cow<'static, str>)>) {
    for file in folder.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        files.extend(file.contents_utf8().map(|text| (path, Cow::Borrowed(text))));
    }
    folder.dirs().for_each(|inner| collect(inner, files));
}
