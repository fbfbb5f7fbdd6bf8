//! Consent: nothing of a project runs before the user has seen it.
//!
//! What the user agreed to is remembered outside of the project, by the folder and a hash of each command with the files that
//! it names. Nothing in a project can write there, and what looks as if it did is not believed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirBuilder};
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anstyle::{AnsiColor, Style};
use etcetera::BaseStrategy;
use hookwire::host::HandlerStart;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::Failure;
use crate::files;
use crate::terminal::{clean, shown_path};

const BOLD: Style = Style::new().bold();
const ASKS: Style = AnsiColor::Yellow.on_default().bold();

/// A command that is about to run.
#[derive(Debug)]
pub struct Step {
    /// Where its entry is.
    pub place: String,
    form: &'static str,
    command: Vec<String>,
    /// The folder in which it runs, if that is not the one of the project.
    cwd: Option<PathBuf>,
    /// The variables that its plugin adds.
    variables: BTreeMap<String, String>,
    /// The files that it names.
    files: Vec<(PathBuf, Content)>,
    /// All that it runs is known. Otherwise it is asked about each time.
    is_known: bool,
    digest: String,
}

impl Step {
    /// Reads the files that a command names.
    pub fn new(
        place: String,
        start: &HandlerStart,
        cwd: Option<PathBuf>,
        settings: &BTreeMap<String, String>,
        files: BTreeSet<PathBuf>,
        is_known: bool,
    ) -> Self {
        let form = start.form.as_str();
        let command = start.command.clone().unwrap_or_default();
        let variables = start.environment.clone().unwrap_or_default();
        let files: Vec<_> = files.into_iter().map(|path| (path.clone(), Content::of(&path))).collect();
        let named: Vec<_> = files.iter().map(|(path, content)| (path.to_string_lossy(), content)).collect();
        let all = json!([form, command, cwd, variables, settings, named]);
        let digest = hex(&Sha256::digest(all.to_string()));
        Self { place, form, command, cwd, variables, files, is_known, digest }
    }

    /// Returns the hash of everything about it.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Returns true if the answer is remembered: all that it runs is known, and was compared.
    fn is_remembered(&self) -> bool {
        self.is_known && !self.files.iter().any(|(_, it)| matches!(it, Content::Large { .. }))
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "  {BOLD}{}{BOLD:#}", self.place)?;
        // Nothing is left out or masked here: what is hidden could be what matters.
        match self.command.as_slice() {
            [shell @ .., line] if self.form == "shell" => {
                writeln!(out, "    {} {}", clean(&shell.join(" "), false), clean(line, false))?;
            }
            [] => {}
            words => {
                let words: Vec<String> = words.iter().map(|it| json!(it).to_string()).collect();
                writeln!(out, "    {}", clean(&words.join(" "), false))?;
            }
        }
        if let Some(cwd) = &self.cwd {
            writeln!(out, "    in {}", clean(&cwd.to_string_lossy(), false))?;
        }
        for (name, value) in &self.variables {
            writeln!(out, "    with {}={}", clean(name, false), clean(value, false))?;
        }
        for (path, content) in &self.files {
            let content = match content {
                Content::Hash(hash) => format!("SHA-256 {hash}"),
                Content::Large { size, .. } => {
                    format!("{} MiB: too large to compare what is in it, so you are asked each time", size >> 20)
                }
                Content::Unread => "cannot be read".to_owned(),
            };
            writeln!(out, "    reads {} ({content})", shown_path(path))?;
        }
        if !self.is_known {
            writeln!(out, "    It can run other files, too, so you are asked each time.")?;
        }
        Ok(())
    }
}

/// The most bytes of a file that is compared by its content. Programs have less; to read more takes longer than to answer.
const LARGEST_READ: u64 = 256 << 20;

/// What is known of the content of a file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Content {
    /// The hash of it.
    Hash(String),
    /// It is too large.
    Large { size: u64, changed: Option<SystemTime>, node: [i64; 4] },
    /// It cannot be read.
    Unread,
}

impl Content {
    fn of(path: &Path) -> Self {
        Self::read(path).unwrap_or(Self::Unread)
    }

    fn read(path: &Path) -> Option<Self> {
        let (file, size) = files::open(path).ok()??;
        if size > LARGEST_READ {
            let metadata = file.metadata().ok()?;
            return Some(Self::Large { size, changed: metadata.modified().ok(), node: node_of(&metadata) });
        }
        // It can grow meanwhile.
        let mut file = file.take(LARGEST_READ + 1);
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer).ok()? {
                0 => return Some(Self::Hash(hex(&hash.finalize()))),
                count => hash.update(buffer.get(..count)?),
            }
        }
    }
}

/// Returns what else differs if another file takes its place, or if its time is set back.
#[cfg(unix)]
fn node_of(metadata: &fs::Metadata) -> [i64; 4] {
    use std::os::unix::fs::MetadataExt;
    [metadata.dev().cast_signed(), metadata.ino().cast_signed(), metadata.ctime(), metadata.ctime_nsec()]
}

#[cfg(not(unix))]
const fn node_of(_: &fs::Metadata) -> [i64; 4] {
    [0; 4]
}

/// Asks the user whether commands may run, unless the user agreed to them before. Returns the hashes of what was shown, or would have
/// been: nothing else may run.
pub fn agree(
    folder: &Path,
    steps: &dyn Fn() -> Vec<Step>,
    settings: &BTreeMap<String, String>,
    yes: bool,
) -> Result<Vec<String>, Failure> {
    let digests = |all: &[Step]| all.iter().map(|it| it.digest.clone()).collect::<Vec<_>>();
    let all = steps();
    if yes || all.is_empty() {
        return Ok(digests(&all));
    }
    let store = Store::of(folder, settings);
    let agreed = store.as_ref().map(Store::agreed).unwrap_or_default();
    let new: Vec<&Step> = all.iter().filter(|it| !it.is_remembered() || !agreed.contains(it.digest())).collect();
    if new.is_empty() {
        return Ok(digests(&all));
    }
    let mut out = anstream::stderr().lock();
    writeln!(
        out,
        "{ASKS}These commands will run with your rights, in {}:{ASKS:#}\n",
        clean(&folder.to_string_lossy(), false)
    )?;
    for step in &new {
        step.print(&mut out)?;
    }
    if !settings.is_empty() {
        writeln!(out, "  {BOLD}with the variables of the settings{BOLD:#}")?;
        for (name, value) in settings {
            writeln!(out, "    {}={}", clean(name, false), clean(value, false))?;
        }
    }
    writeln!(out)?;
    // Who does not see the question cannot answer it.
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(Failure::Refused(
            "nothing was run: there is no terminal to ask on. If the commands above may run, add `--yes`".to_owned(),
        ));
    }
    match &store {
        // It would be wrong for what is asked about each time.
        Ok(_) if new.iter().any(|it| !it.is_remembered()) => write!(out, "Run them? [y/N] ")?,
        Ok(_) => write!(out, "Run them? You are asked again when a command, or a file above, has changed. [y/N] ")?,
        Err(why) => write!(out, "Run them? The answer is not remembered: {}. [y/N] ", clean(why, false))?,
    }
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    if !matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
        return Err(Failure::Refused("nothing was run".to_owned()));
    }
    if digests(&steps()) != digests(&all) {
        return Err(Failure::Refused(
            "nothing was run: a command, or a file, has changed since it was shown".to_owned(),
        ));
    }
    if let Ok(store) = store
        && let Err(error) = store.add(new.iter().filter(|it| it.is_remembered()).map(|it| it.digest().to_owned()))
    {
        writeln!(out, "The answer is not remembered: {}: {error}", shown_path(&store.path))?;
    }
    Ok(digests(&all))
}

/// Variables that say where the state of programs is.
const STATE_VARIABLES: [&str; 5] = ["XDG_STATE_HOME", "HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"];

/// The most commands of a project that are remembered.
const MOST: usize = 1_000;

/// The most bytes of the file.
const LARGEST: u64 = 1 << 20;

/// The file that remembers what the user agreed to in a folder.
struct Store {
    path: PathBuf,
    folder: String,
}

/// The content of the file.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Remembered {
    folder: String,
    agreed: Vec<String>,
}

impl Store {
    /// Finds the file for a folder. The error says why there cannot be one.
    fn of(folder: &Path, settings: &BTreeMap<String, String>) -> Result<Self, String> {
        // In a session of the host, the variables of the settings are set.
        if let Some(name) = STATE_VARIABLES.iter().find(|it| settings.contains_key(**it)) {
            return Err(format!("the settings set `{name}`"));
        }
        let strategy = etcetera::choose_base_strategy().map_err(|error| error.to_string())?;
        let state = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
        let own = state.join("hookwire").join("consent");
        // A part of the path may be a link. What is not there yet is not one.
        let real = own.ancestors().find_map(|it| Some((fs::canonicalize(it).ok()?, own.strip_prefix(it).ok()?)));
        let own = real.map(|(real, rest)| if rest == Path::new("") { real } else { real.join(rest) });
        let own = own.ok_or_else(|| format!("{} is not there", shown_path(&state)))?;
        if is_in_project(&own, folder) {
            return Err(format!("{} is in the project", shown_path(&own)));
        }
        let name = hex(&Sha256::digest(folder.as_os_str().as_encoded_bytes()));
        let folder = folder.to_string_lossy().into_owned();
        Ok(Self { path: own.join(format!("{}.json", &name[..32])), folder })
    }

    /// Returns the hashes of the commands that the user agreed to. A file that is damaged has none.
    fn agreed(&self) -> BTreeSet<String> {
        self.read().into_iter().flat_map(|it| it.agreed).collect()
    }

    fn read(&self) -> Option<Remembered> {
        // A link would lead to what somebody else wrote.
        if fs::symlink_metadata(&self.path).ok()?.is_symlink() {
            return None;
        }
        let (file, _) = files::open(&self.path).ok()??;
        if !is_private(&file.metadata().ok()?) {
            return None;
        }
        let bytes = files::bounded(file, LARGEST).ok()??;
        let found: Remembered = serde_json::from_slice(&bytes).ok()?;
        (found.folder == self.folder).then_some(found)
    }

    /// Remembers more commands. The file is replaced as a whole.
    fn add(&self, digests: impl Iterator<Item = String>) -> io::Result<()> {
        let mut agreed = self.read().map(|it| it.agreed).unwrap_or_default();
        agreed.extend(digests);
        let first = agreed.len().saturating_sub(MOST);
        let content = Remembered { folder: self.folder.clone(), agreed: agreed.split_off(first) };
        let folder = self.path.parent().unwrap_or(&self.path);
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer(&mut file, &content)?;
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Returns true if a path is in the folder, or in the repository that the folder is a part of.
fn is_in_project(path: &Path, folder: &Path) -> bool {
    let repository = folder.ancestors().find(|it| it.join(".git").exists());
    path.starts_with(folder) || repository.is_some_and(|it| path.starts_with(it))
}

/// Returns true if only this user can have written a file.
#[cfg(unix)]
fn is_private(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o077 == 0
}

/// Returns true if only this user can have written a file: the folder of the user is not open to others.
#[cfg(not(unix))]
const fn is_private(_: &fs::Metadata) -> bool {
    true
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}
