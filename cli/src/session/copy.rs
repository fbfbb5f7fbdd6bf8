//! The private copy of the input.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
#[cfg(target_os = "linux")]
use std::fs;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use serde::de::{Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde_json::Deserializer;

use super::answer::BLOCKS;
use super::child::{DRAIN, Left};
use crate::commands::EVENT;
use crate::files;

/// The variable with the file that has the input.
const INPUT: &str = "HOOKWIRE_INPUT";

/// The variable with the file to which parts that fail append why.
const FAILURES: &str = "HOOKWIRE_FAILURES";

/// The variables by which parts find a run.
pub const VARIABLES: [&str; 2] = [INPUT, FAILURES];

/// The most bytes of an input; the host writes no more than anybody can read.
const LARGEST: u64 = 64 << 20;

/// How long what a command left running can be at work before it begins as a part. On a busy machine, that takes a while.
const LONGEST_LEFT: Duration = Duration::from_secs(2);

/// How often in a row what a command left running has to be found waiting: one process can go on while another one is read.
const IDLE: u32 = 3;

/// The time between two looks at what a command left running.
const STEP: Duration = Duration::from_millis(2);

/// The most bytes of messages of parts that are read.
const MOST_SAID: u64 = 1 << 20;

/// A run, as `hookwire run` has it. Its files vanish with it.
pub struct Run {
    input: Kept,
    failures: Kept,
}

impl Run {
    /// Keeps a copy of an input.
    pub fn new(input: &[u8]) -> io::Result<Self> {
        let mut kept = Kept::new("input")?;
        kept.file.write_all(input)?;
        Ok(Self { input: kept.sealed()?, failures: Kept::new("failures")? })
    }

    /// Opens the copy, at its beginning.
    pub fn input(&self) -> io::Result<File> {
        File::open(&self.input.path)
    }

    /// Returns the variables by which parts find this run.
    pub fn variables(&self) -> [(&'static str, &OsStr); 2] {
        [(INPUT, self.input.path.as_os_str()), (FAILURES, self.failures.path.as_os_str())]
    }

    /// Waits for what a command left running, as long as it is at work: it can be a part that has not begun. One that has begun can
    /// end.
    pub fn wait_for(&mut self, left: &Left, until: Option<Instant>) -> io::Result<()> {
        let (begun, mut idle) = (Instant::now(), 0);
        while left.is_there() && idle < IDLE && until.is_none_or(|it| Instant::now() < it) {
            let text = self.said()?;
            let has_part = count(&text, BEGUN) > count(&text, DONE);
            if begun.elapsed() > if has_part { DRAIN } else { LONGEST_LEFT } {
                break;
            }
            idle = if has_part || left.is_busy() { 0 } else { idle + 1 };
            thread::sleep(STEP);
        }
        Ok(())
    }

    fn said(&mut self) -> io::Result<String> {
        let mut bytes = Vec::new();
        self.failures.file.rewind()?;
        (&mut self.failures.file).take(MOST_SAID).read_to_end(&mut bytes)?;
        Ok(files::text(bytes))
    }

    /// Returns what the parts said. Whether one that has begun has to be done by now is up to the caller.
    pub fn notes(&mut self, are_done: bool) -> io::Result<Notes> {
        let text = self.said()?;
        let count = |line: &str| count(&text, line);
        // All other notes begin with a sign that no message has.
        let own = text.lines().filter(|it| !it.is_empty() && !it.starts_with(MARK));
        let mut failures: Vec<String> = own.map(str::to_owned).collect();
        if are_done && failures.is_empty() && count(BEGUN) > count(DONE) {
            failures.push("a part of it did not come to its end".to_owned());
        }
        Ok(Notes { failures, has_blocked: count(BLOCKED) > 0, has_asked: count(ASKED) > 0 })
    }
}

/// Returns how often a text has a line.
fn count(text: &str, line: &str) -> usize {
    text.lines().filter(|it| *it == line).count()
}

/// What the parts of a run said.
#[derive(Debug, Default)]
pub struct Notes {
    /// What went wrong in them.
    pub failures: Vec<String>,
    /// One of them printed a reply that blocks.
    pub has_blocked: bool,
    /// One of them printed a reply that asks.
    pub has_asked: bool,
}

/// How the line on stderr begins of a part that cannot write a note: it has no other way.
pub const UNHEARD: &str = "hookwire: the run does not learn of it";

/// Says on stderr that a note could not be written.
pub fn say_unheard(error: &io::Error) {
    let _ = writeln!(io::stderr(), "{UNHEARD}: {error}");
}

/// Says that a part of the run could not write a note, and ends it by a signal: shells report that, also where nobody reads the
/// stderr of the part.
pub fn unheard(error: &io::Error) {
    say_unheard(error);
    #[cfg(unix)]
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
}

/// How all notes but messages begin.
const MARK: char = '\u{1}';

/// The line of a part that has begun. One that is killed has no other.
const BEGUN: &str = "\u{1}begun";

/// The line of a part that is done.
const DONE: &str = "\u{1}done";

/// The line of a part that printed a reply that blocks. It may never arrive: a script can lose it.
const BLOCKED: &str = "\u{1}blocked";

/// The line of a part that printed a reply that asks.
const ASKED: &str = "\u{1}asked";

/// Returns the line of a session of processes in which a part found an event of its own.
fn own_event() -> String {
    #[cfg(target_os = "linux")]
    let session = crate::processes::session(crate::processes::own()).unwrap_or_default();
    // There, nothing shows what is above a process.
    #[cfg(not(target_os = "linux"))]
    let session = 0;
    format!("{MARK}session {session}")
}

/// How the names of files in memory begin. By these, a part that lost its variables finds the run.
#[cfg(target_os = "linux")]
const MEMORY: &str = "hookwire-";

/// A file that only this run and its parts can read.
struct Kept {
    file: File,
    path: PathBuf,
    /// Removes the file at the end, if it has a name.
    _name: Option<tempfile::TempPath>,
}

impl Kept {
    /// On Linux it is memory: nothing is left of it, however this program ends.
    #[cfg(target_os = "linux")]
    fn new(name: &str) -> io::Result<Self> {
        use rustix::fs::{MemfdFlags, memfd_create};
        use std::os::fd::AsRawFd;

        let Ok(memory) = memfd_create(format!("{MEMORY}{name}"), MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)
        else {
            return Self::named();
        };
        let file = File::from(memory);
        let path = PathBuf::from(format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd()));
        // Where the folder of processes is missing or hidden, parts could not open it.
        if OpenOptions::new().append(true).open(&path).is_err() {
            return Self::named();
        }
        Ok(Self { file, path, _name: None })
    }

    #[cfg(not(target_os = "linux"))]
    fn new(_: &str) -> io::Result<Self> {
        Self::named()
    }

    /// A file with a name, which only this user can read.
    fn named() -> io::Result<Self> {
        let (file, name) = tempfile::Builder::new().prefix("hookwire-").tempfile()?.into_parts();
        Ok(Self { file, path: name.to_path_buf(), _name: Some(name) })
    }

    /// From now on nobody can change it.
    #[cfg(target_os = "linux")]
    fn sealed(self) -> io::Result<Self> {
        use rustix::fs::{SealFlags, fcntl_add_seals};

        if self._name.is_none() {
            fcntl_add_seals(&self.file, SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
        }
        Ok(self)
    }

    #[cfg(not(target_os = "linux"))]
    #[allow(clippy::unnecessary_wraps, reason = "on Linux it can fail")]
    fn sealed(self) -> io::Result<Self> {
        Ok(self)
    }
}

/// Returns the name of the event of an input that cannot be read to its end.
pub fn event_in(input: &[u8]) -> Option<String> {
    struct First<'f>(&'f mut Option<String>);

    impl<'de> Visitor<'de> for First<'_> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an input")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some(key) = map.next_key::<String>()? {
                if key == EVENT {
                    *self.0 = Some(map.next_value()?);
                } else {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            Ok(())
        }
    }

    let mut event = None;
    let _ = Deserializer::from_slice(input).deserialize_map(First(&mut event));
    event
}

/// A run, as its parts see it.
#[derive(Clone)]
pub struct Part {
    input: OsString,
    failures: Option<OsString>,
}

/// Where a process of this program is.
#[derive(Clone)]
enum Place {
    /// It is a part of a run.
    Within(Part),
    /// It belongs to another hook, which the command of a run started.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux shows what is above a process"))]
    Beside(Part),
    Alone,
}

/// What the nearest process of this program above this one is.
#[cfg(target_os = "linux")]
enum Above {
    /// A run, and the number of its process.
    Run(i32, Part),
    /// `hookwire try` or `hookwire test`: what it starts belongs to no run above it.
    Other,
}

impl Part {
    /// Returns the run that this process is a part of.
    pub fn of_run() -> Option<Self> {
        if let Place::Within(part) = Place::own() { Some(part) } else { None }
    }

    /// Returns the run whose command started the hook that this process belongs to.
    pub fn beside_run() -> Option<Self> {
        if let Place::Beside(part) = Place::own() { Some(part) } else { None }
    }

    /// Returns the run that the variables name. Its files with names vanish with it.
    fn of_variables() -> Option<Self> {
        let input = env::var_os(INPUT).filter(|it| Path::new(it).exists() && !Path::new(it).starts_with("/proc"))?;
        Some(Self { input, failures: env::var_os(FAILURES) })
    }

    /// Finds the run among the processes above this one: `env -i` and `sudo` take the variables away.
    #[cfg(target_os = "linux")]
    fn above() -> Option<Above> {
        use crate::processes::ancestors;

        let name_of = |path: &Path| Some(path.file_name()?.to_string_lossy().trim_end_matches(" (deleted)").to_owned());
        let own = name_of(&fs::read_link("/proc/self/exe").ok()?)?;
        // A copy of this program with another name finds the run by it.
        let named = env::var_os(INPUT).and_then(|it| in_memory_of(Path::new(&it)));
        ancestors().into_iter().find_map(|number| {
            let folder = PathBuf::from(format!("/proc/{number}"));
            // Its files take longer to read, and most are those of other programs. That of a new version can have taken its place.
            let (name, is_hidden) = match fs::read_link(folder.join("exe")) {
                Ok(path) => (name_of(&path), false),
                // That of another user.
                Err(_) => (name_of(Path::new(words_of(number).first()?)), true),
            };
            let is_same = name.is_some_and(|it| it == own);
            if !is_same && named != Some(number) {
                return None;
            }
            if is_hidden && is_run(number) {
                let none = folder.join("fd/0").into_os_string();
                return Some(Above::Run(number, Self { input: none.clone(), failures: Some(none) }));
            }
            let files = fs::read_dir(folder.join("fd")).ok()?;
            let (mut input, mut failures) = (None, None);
            for path in files.flatten().map(|it| it.path()) {
                let name = fs::read_link(&path).map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
                match name.strip_prefix("/memfd:").and_then(|it| it.strip_prefix(MEMORY)) {
                    Some(name) if name.starts_with("input") => input = Some(path.into_os_string()),
                    Some(_) => failures = Some(path.into_os_string()),
                    None => {}
                }
            }
            match (input, failures) {
                (Some(input), Some(failures)) => Some(Above::Run(number, Self { input, failures: Some(failures) })),
                // A run whose files have names is found by the variables.
                _ => (is_same && !is_run(number)).then_some(Above::Other),
            }
        })
    }

    /// Returns true if this process belongs to another hook: a program below the run can be a host that started a session.
    ///
    /// A host gives each hook a session of processes (seen with 2.1.163 and 2.1.332, also without a terminal), and a run leaves its
    /// command in its own one, with the copy as its standard input.
    #[cfg(target_os = "linux")]
    fn is_of_another(&self, run: i32) -> bool {
        use crate::processes::{own, session};

        let stdin = rustix::fs::fstat(io::stdin()).map(|it| (it.st_dev, it.st_ino));
        let copy = rustix::fs::stat(Path::new(&self.input)).map(|it| (it.st_dev, it.st_ino));
        session(own()) != session(run) && (stdin.is_err() || stdin != copy)
    }

    /// Reads the copy of the input.
    pub fn input(&self) -> Result<Vec<u8>, String> {
        let path = Path::new(&self.input);
        let gone = |why: String| format!("the input of `hookwire run` cannot be read: {why}");
        let (file, _) = files::open(path)
            .map_err(|error| gone(error.to_string()))?
            .ok_or_else(|| gone("it is not a file".into()))?;
        let bytes = files::bounded(file, LARGEST).map_err(|error| gone(error.to_string()))?;
        bytes.ok_or_else(|| gone("it is too large".into()))
    }

    /// Runs this part, and says in the run that it begins and that it is done.
    pub fn run(&self, part: impl FnOnce() -> ExitCode) -> ExitCode {
        if let Err(error) = self.note(BEGUN) {
            unheard(&error);
            return ExitCode::from(BLOCKS);
        }
        let code = part();
        let _ = self.note(DONE);
        code
    }

    /// Says in the run that this part prints a reply that blocks.
    pub fn block(&self) -> io::Result<()> {
        self.note(BLOCKED)
    }

    /// Says in the run that this part prints a reply that asks.
    pub fn ask(&self) -> io::Result<()> {
        self.note(ASKED)
    }

    /// Reads an event for a hook of this session of processes, and says in the run that it has one. One that is ended before that
    /// has none.
    pub fn read_own<T>(&self, read: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
        // Without these notes, a later failure of that hook would count here, too.
        let is_first = !self.has_read_own();
        if is_first {
            let _ = self.note(BEGUN);
        }
        let found = read()?;
        if is_first {
            let _ = self.note(DONE);
        }
        let _ = self.note(&own_event());
        Ok(found)
    }

    /// Returns true if a hook of this session of processes had an event of its own.
    pub fn has_read_own(&self) -> bool {
        let notes = self.failures.as_ref().and_then(|it| files::open(Path::new(it)).ok()?);
        let text = notes.and_then(|(file, _)| files::bounded(file, LARGEST).ok()?).map(files::text);
        text.is_some_and(|it| count(&it, &own_event()) > 0)
    }

    /// Says in the run that this part failed.
    pub fn fail(&self, message: &str) -> io::Result<()> {
        self.note(&message.replace(['\n', MARK], " "))
    }

    fn note(&self, line: &str) -> io::Result<()> {
        let path = self.failures.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let mut file = OpenOptions::new().append(true).open(path)?;
        // One write, so that parts that run side by side do not mix.
        file.write_all(format!("{line}\n").as_bytes())
    }
}

impl Place {
    /// Returns where this process is.
    fn own() -> Self {
        static FOUND: OnceLock<Place> = OnceLock::new();
        FOUND.get_or_init(Self::find).clone()
    }

    /// The run has to be above this process: variables can be left of one that is gone, as in a terminal that a hook opened.
    #[cfg(target_os = "linux")]
    fn find() -> Self {
        match Part::above() {
            Some(Above::Run(run, part)) if part.is_of_another(run) => Self::Beside(part),
            Some(Above::Run(_, part)) => Self::Within(part),
            Some(Above::Other) => Self::Alone,
            None => Part::of_variables().map_or(Self::Alone, Self::Within),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn find() -> Self {
        Part::of_variables().map_or(Self::Alone, Self::Within)
    }
}

/// Returns the number of the process that has a file in memory: `/proc/12/fd/3`.
#[cfg(target_os = "linux")]
fn in_memory_of(path: &Path) -> Option<i32> {
    path.strip_prefix("/proc").ok()?.iter().next()?.to_str()?.parse().ok()
}

/// Returns the words with which a process was started.
#[cfg(target_os = "linux")]
fn words_of(number: i32) -> Vec<String> {
    let line = files::text(fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default());
    line.split('\0').map(str::to_owned).collect()
}

/// Returns true if a process of this program is `hookwire run`.
#[cfg(target_os = "linux")]
fn is_run(number: i32) -> bool {
    let all = words_of(number);
    let mut words = all.iter().skip(1);
    // The options of all commands can be before it.
    while let Some(word) = words.next() {
        match word.as_str() {
            "--host" | "--color" => drop(words.next()),
            word if word.starts_with('-') => {}
            word => return word == "run",
        }
    }
    false
}

/// Reads an input from the standard input, or gives up after a time. What was read until then is in the buffer.
#[cfg(unix)]
pub fn stdin_within(limit: Duration, bytes: &mut Vec<u8>) -> Result<(), String> {
    use std::io::BufRead;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let unreadable = |error: io::Error| format!("the input cannot be read: {error}");
    let end = Instant::now().checked_add(limit);
    let mut stdin = io::stdin().lock();
    loop {
        let left = end.map(|it| it.saturating_duration_since(Instant::now()));
        let waits = left.and_then(|it| Timespec::try_from(it).ok());
        match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], waits.as_ref()) {
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(unreadable(error.into())),
            Ok(0) => return Err(format!("the input has no end after {limit:?}")),
            Ok(_) => {}
        }
        let part = match stdin.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            part => part.map_err(unreadable)?,
        };
        let count = part.len();
        if count == 0 {
            return Ok(());
        }
        bytes.extend_from_slice(part);
        stdin.consume(count);
        if u64::try_from(bytes.len()).is_ok_and(|it| it > LARGEST) {
            return Err(too_large());
        }
    }
}

/// Reads an input from the standard input, or gives up after a time.
#[cfg(not(unix))]
pub fn stdin_within(limit: Duration, bytes: &mut Vec<u8>) -> Result<(), String> {
    let (sender, read) = std::sync::mpsc::channel();
    let reader = std::thread::Builder::new().spawn(move || drop(sender.send(stdin())));
    reader.map_err(|error| format!("the input cannot be read: {error}"))?;
    let none = |_| Err(format!("the input has no end after {limit:?}"));
    *bytes = read.recv_timeout(limit).unwrap_or_else(none)?;
    Ok(())
}

fn too_large() -> String {
    format!("the input has more than {} MiB", LARGEST >> 20)
}

/// Reads an input from the standard input.
pub fn stdin() -> Result<Vec<u8>, String> {
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        anstream::eprintln!("hookwire waits for an event on standard input.");
    }
    let bytes = files::bounded(stdin, LARGEST).map_err(|error| format!("the input cannot be read: {error}"))?;
    bytes.ok_or_else(too_large)
}
