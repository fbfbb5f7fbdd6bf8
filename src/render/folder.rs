//! The folder of a target, read into memory, so that rendering does not access the disk.

use std::borrow::Cow;
use std::path::Path;

use super::target::TargetFile;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::inputs::Inputs;
use crate::load::settings;
use crate::nearest::instead_of;
use crate::schema::text;
use crate::set::Choices;

/// The file that makes a folder a target.
pub const TARGET_FILE: &str = "target.toml";

/// The ending of files that are rendered.
const ENDING: &str = ".jinja";

/// The name of folders with code that templates include as it is.
const PARTS: &str = "_parts";

/// A target: the content of `templates/<name>/`.
#[derive(Debug, Clone)]
pub struct Target {
    /// The folder's name.
    pub name: String,
    /// Its `target.toml`.
    pub style: TargetFile,
    /// Its files, by path.
    pub sources: Vec<TemplateFile>,
}

/// A file of a target's folder.
#[derive(Debug, Clone)]
pub struct TemplateFile {
    /// Path from the target's folder, with `/`.
    pub path: String,
    /// The whole file. The program contains its own templates, and does not copy them.
    pub text: Cow<'static, str>,
    /// The path of the file of the set that replaces it, from the root of the set.
    pub own: Option<String>,
    /// The treatment of the file.
    pub kind: TemplateKind,
    /// The features that a set needs to get this file.
    pub needs: Vec<String>,
    /// It keeps all its empty lines.
    pub keeps_blank_lines: bool,
}

/// The treatment of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateKind {
    /// Rendered, to the file without the ending.
    Rendered,
    /// Copied byte for byte.
    Copied,
    /// Imported or included by other templates.
    Partial,
    /// Included by other templates as it is.
    Part,
}

impl TemplateKind {
    /// Returns true for a file that only other templates use.
    pub fn is_within(self) -> bool {
        matches!(self, Self::Partial | Self::Part)
    }
}

impl Target {
    /// Returns the full path of one of its files: `templates/rust/src/event.rs.jinja`, or the path in the set of the file that
    /// replaces it.
    pub fn path_of(&self, source: &str) -> String {
        let own = self.sources.iter().find(|it| it.path == source).and_then(|it| it.own.clone());
        own.unwrap_or_else(|| format!("templates/{}/{source}", self.name))
    }

    /// Returns true if a set with these choices gets this file.
    pub fn has(&self, source: &TemplateFile, choices: &Choices) -> bool {
        let is_single = self.style.single_file.as_ref() == Some(&source.path);
        is_single == choices.single_file || source.kind.is_within()
    }

    /// Replaces a file by one of the set.
    ///
    /// # Errors
    /// The target has no such file.
    pub fn replace(&mut self, path: &str, text: &str, own: &str) -> Result<(), Diagnostics> {
        if let Some(source) = self.sources.iter_mut().find(|source| source.path == path) {
            (source.text, source.own) = (text.to_owned().into(), Some(own.to_owned()));
            return Ok(());
        }
        let advice = match path {
            TARGET_FILE => "copy the whole folder of the target, and name its parent with `--templates`".to_owned(),
            _ => {
                let all = self.sources.iter().map(|source| source.path.as_str());
                instead_of(
                    path,
                    all,
                    &format!("give it the path of the file in `templates/{}` that it replaces", self.name),
                )
            }
        };
        let message = format!("the target `{}` has no template `{path}`", self.name);
        Err(Diagnostic::error(Code::Template, message)
            .in_file(own)
            .because("a file in this folder takes the place of the template with the same path")
            .instead(advice)
            .into())
    }
}

/// Reads a target's folder. `None` if it has no `target.toml`. If that cannot be checked, it is an error: ignoring the
/// target would remove all files generated for it.
pub fn read(dir: &Path, name: &str, inputs: &mut Inputs) -> Result<Option<Target>, Diagnostics> {
    let is_target = inputs.has_file(&dir.join(TARGET_FILE)).map_err(|error| unreadable(name, TARGET_FILE, &error))?;
    if !is_target {
        return Ok(None);
    }
    let mut files = Vec::new();
    walk(dir, "", name, inputs, &mut files)?;
    target(files, name).map(Some)
}

fn unreadable(target: &str, path: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::TemplateUnreadable, format!("cannot be read: {error}"))
        .in_file(format!("templates/{target}/{path}"))
        .instead("make it a file that you may read, or take it out of the folder of templates")
}

/// Creates the target with this name and these files, each with its path from the target's folder.
pub fn target(mut files: Vec<(String, Cow<'static, str>)>, name: &str) -> Result<Target, Diagnostics> {
    files.sort();
    let mut style = TargetFile::default();
    let mut sources = Vec::new();
    for (path, text) in files {
        if path == TARGET_FILE {
            style = settings(Code::TargetFile, &format!("templates/{name}/{TARGET_FILE}"), &text)?;
        } else {
            sources.push(TemplateFile {
                kind: kind_of(&path),
                needs: Vec::new(),
                keeps_blank_lines: false,
                path,
                text,
                own: None,
            });
        }
    }
    let mut target = Target { name: name.to_owned(), style, sources };
    mark_needs(&mut target)?;
    mark_blank_lines(&mut target)?;
    let has = |path: &String| target.sources.iter().any(|source| source.path == *path);
    match target.style.single_file.as_ref().filter(|path| !has(path)) {
        Some(path) => Err(no_file("single-file", path, name).into()),
        None => Ok(target),
    }
}

fn walk(
    dir: &Path,
    prefix: &str,
    target: &str,
    inputs: &mut Inputs,
    files: &mut Vec<(String, Cow<'static, str>)>,
) -> Result<(), Diagnostics> {
    let failed = |path: &str, error: &std::io::Error| unreadable(target, path, error);
    for (entry, kind) in inputs.list(dir).map_err(|error| failed(prefix.trim_end_matches('/'), &error))? {
        let name = entry.file_name().unwrap_or_default();
        let path = format!("{prefix}{}", name.to_string_lossy());
        let is_folder = match kind {
            Ok(kind) if !kind.is_symlink() => kind.is_dir(),
            // A link may lead to a folder.
            _ => entry.is_dir(),
        };
        if is_folder {
            walk(&entry, &format!("{path}/"), target, inputs, files)?;
        } else {
            let bytes = inputs.read(&entry).map_err(|error| failed(&path, &error))?;
            let text = text(&format!("templates/{target}/{path}"), bytes)?;
            files.push((path, text.into()));
        }
    }
    Ok(())
}

fn kind_of(path: &str) -> TemplateKind {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    if folder.split('/').any(|it| it == PARTS) {
        return TemplateKind::Part;
    }
    // `__init__.py` is a file of a package, not a partial.
    match (name.ends_with(ENDING), name.starts_with('_') && !name.starts_with("__")) {
        (true, true) => TemplateKind::Partial,
        (true, false) => TemplateKind::Rendered,
        (false, _) => TemplateKind::Copied,
    }
}

/// Returns the output path of a file, with its brackets.
pub fn output_path(source: &TemplateFile) -> &str {
    match source.kind {
        TemplateKind::Rendered => source.path.strip_suffix(ENDING).unwrap_or(&source.path),
        TemplateKind::Copied | TemplateKind::Partial | TemplateKind::Part => &source.path,
    }
}

/// Marks the files that need a feature.
fn mark_needs(target: &mut Target) -> Result<(), Diagnostics> {
    let Target { name, style, sources } = target;
    let mut found = Diagnostics::default();
    for (need, patterns) in &style.needs {
        let mut mark = |source: &mut TemplateFile| source.needs.push(need.clone());
        for pattern in patterns {
            mark_files("[needs]", pattern, name, sources, &mut mark).into_iter().for_each(|it| found.push(it));
        }
    }
    found.or(()).map(|_| ())
}

/// Marks the files that keep their empty lines.
fn mark_blank_lines(target: &mut Target) -> Result<(), Diagnostics> {
    let Target { name, style, sources } = target;
    let mut mark = |source: &mut TemplateFile| source.keeps_blank_lines = true;
    let mut found = Diagnostics::default();
    for pattern in &style.keep_blank_lines {
        mark_files("keep-blank-lines", pattern, name, sources, &mut mark).into_iter().for_each(|it| found.push(it));
    }
    found.or(()).map(|_| ())
}

/// Marks the files that match a pattern. A pattern without a match is an error: with a typo, every set would get the
/// file of `[needs]`.
fn mark_files(
    key: &str,
    pattern: &str,
    target: &str,
    sources: &mut [TemplateFile],
    mark: &mut dyn FnMut(&mut TemplateFile),
) -> Option<Diagnostic> {
    let mut used = false;
    for source in sources.iter_mut().filter(|source| matches(pattern, &source.path)) {
        mark(source);
        used = true;
    }
    (!used).then(|| no_file(key, pattern, target))
}

fn no_file(key: &str, pattern: &str, target: &str) -> Diagnostic {
    let what = format!("`{key}` names {pattern:?}, and there is no such file");
    Diagnostic::error(Code::TargetFile, what).in_file(format!("templates/{target}/{TARGET_FILE}"))
}

/// Matches a path against a pattern. `*` matches any characters, including `/`.
fn matches(pattern: &str, path: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else { return pattern == path };
    let Some(rest) = path.strip_prefix(head) else { return false };
    if !tail.contains('*') {
        return rest.ends_with(tail);
    }
    rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| matches(tail, &rest[at..]))
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_is_any_run_of_characters() {
        assert!(matches("runtime/*", "runtime/a/b.py"));
        assert!(matches("[event].md.jinja", "[event].md.jinja"));
        assert!(matches("*.py", "a.py") && !matches("*.py", "a.pyi"));
        assert!(!matches("runtime/*", "other/a.py"));
    }
}
