//! The system refuses: no room, no right, no writing, no luck. The run says what, where and what to do.

use std::fmt::{self, Display};
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::world::{Ran, Step, World, differences, long, ran, tree, writer};
use crate::{Hit, after, all, hits};

/// ENOSPC, EIO, EACCES and EROFS have these numbers on every Unix.
const ERRORS: [i32; 4] = [28, 5, 13, 30];

/// What the system can refuse next.
const BEFORE: [&str; 5] = ["-wanted", "-opened", "-written", "-synced", "-unwanted"];

struct Refusal {
    place: Hit,
    error: i32,
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {} at {}", self.error, self.place)
    }
}

/// A run that was refused something says which file, what the system said, why that is not so bad and what to do.
fn untold(ran: &Ran, out: &Path, error: &str) -> Option<String> {
    let parts = ["error[output-io]: cannot ", &out.display().to_string(), error, "why: ", "do:  "];
    let whole = ran.code == Some(1) && parts.iter().all(|part| ran.told.contains(part));
    (!whole).then(|| format!("the run ends with {:?} and says {}", ran.code, ran.told))
}

#[cfg(unix)]
#[test]
fn a_run_is_refused_something_in_every_phase() {
    let world = World::new();
    let places = hits(&world).into_iter().filter(|(point, _)| BEFORE.iter().any(|before| point.ends_with(before)));
    let ends = |hits: Vec<Hit>| {
        let last = hits.len() - 1;
        hits.into_iter().enumerate().filter(move |(at, _)| long() || [0, last / 2, last].contains(at)).map(|(_, it)| it)
    };
    let places = places.flat_map(|(_, hits)| ends(hits)).enumerate();
    let cases: Vec<_> = places.map(|(at, place)| Refusal { error: ERRORS[at % ERRORS.len()], place }).collect();
    all(&cases, |number, Refusal { place: Hit { point, hit, step, .. }, error }| {
        let out = world.start(&format!("refused-{number}"), *step);
        let words = [&step.1.to_string(), "write", "refuse", point, &hit.to_string(), &error.to_string()];
        let said = untold(&ran(&mut writer(&out, &words)), &out, &io::Error::from_raw_os_error(*error).to_string());
        let changed = (point.starts_with("file-") && *point != "file-unwanted").then(|| world.changed(&out, *step));
        let found = world.judge(&out, *step, None, after(*step, number));
        said.into_iter().chain(changed.flatten()).chain(found).collect()
    });
}

/// No file may be longer than a few blocks: the small ones are written, the first long one is not.
#[cfg(unix)]
#[test]
fn a_file_grows_beyond_what_is_allowed() {
    let world = World::new();
    let step = (Some(0), 1);
    let out = world.start("limited", step);
    let mut command = Command::new("sh");
    command.args(["-c", r#"ulimit -f 16; trap "" XFSZ; exec "$@""#, "sh", env!("CARGO_BIN_EXE_failing-writer")]);
    let said = untold(&ran(command.arg(&out).args(["1", "write"])), &out, "File too large");
    let wrong: Vec<_> = said.into_iter().chain(world.judge(&out, step, None, 1)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Real mounts, where this process may make them: in a name space of its own, which goes with it.
#[cfg(target_os = "linux")]
mod mounts {
    use std::io::{BufRead, BufReader, Write};
    use std::path::PathBuf;
    use std::process::{Child, ChildStdin, ChildStdout, Stdio};

    use super::*;

    struct Mounts {
        shell: Child,
        orders: ChildStdin,
        answers: BufReader<ChildStdout>,
    }

    impl Mounts {
        /// A shell that may mount at this folder, if there is a way to have one.
        fn new(folder: &Path) -> Option<Self> {
            [&["--mount"][..], &["--mount", "--map-root-user"]].into_iter().find_map(|how| Self::begin(how, folder))
        }

        fn begin(how: &[&str], folder: &Path) -> Option<Self> {
            let mut shell = Command::new("unshare");
            shell.args(how).arg("sh").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut shell = shell.spawn().ok()?;
            let (orders, answers) = (shell.stdin.take()?, BufReader::new(shell.stdout.take()?));
            let mut mounts = Self { shell, orders, answers };
            mounts.order(&format!("mount -t tmpfs -o size=1m tmpfs '{}'", folder.display())).then_some(mounts)
        }

        /// It was carried out.
        fn order(&mut self, line: &str) -> bool {
            let mut answer = String::new();
            let asked = writeln!(self.orders, "{line} && echo yes || echo no");
            asked.is_ok() && self.answers.read_line(&mut answer).is_ok() && answer == "yes\n"
        }

        /// The folder as this shell has it.
        fn seen(&self, folder: &Path) -> PathBuf {
            Path::new("/proc").join(self.shell.id().to_string()).join("root").join(folder.strip_prefix("/").unwrap())
        }
    }

    impl Drop for Mounts {
        fn drop(&mut self) {
            let _ = self.shell.kill();
            let _ = self.shell.wait();
        }
    }

    /// Calls it with a small disk; where there can be none, it says so: the other tests have the same refusals.
    fn with_small_disk(test: impl FnOnce(&World, &mut Mounts, &Path)) {
        let world = World::new();
        let folder = world.home.path().join("disk");
        fs::create_dir(&folder).unwrap();
        match Mounts::new(&folder) {
            Some(mut mounts) => {
                let seen = mounts.seen(&folder);
                test(&world, &mut mounts, &seen);
            }
            None => println!("nothing can be mounted here"),
        }
    }

    /// Lays the folder on the disk.
    fn start(world: &World, disk: &Path, step: Step) -> PathBuf {
        let laid = world.start("laid", step);
        let out = disk.join("out");
        let copied = Command::new("cp").arg("-a").args([&laid, &out]).status().unwrap();
        assert!(copied.success());
        fs::remove_dir_all(laid).unwrap();
        out
    }

    /// Leaves so many blocks of 4 KiB.
    fn fill(disk: &Path, room: usize) {
        let ballast = disk.join("ballast");
        let full = fs::write(&ballast, vec![0; 1 << 20]);
        assert!(full.is_err());
        let kept = fs::metadata(&ballast).unwrap().len().saturating_sub(room as u64 * 4096);
        fs::File::options().write(true).open(ballast).unwrap().set_len(kept).unwrap();
    }

    #[test]
    fn the_disk_is_full() {
        with_small_disk(|world, _, disk| {
            let step = (Some(0), 1);
            let mut wrong = Vec::new();
            let rooms = [0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 20];
            for (number, room) in rooms.into_iter().enumerate() {
                let out = start(world, disk, step);
                fill(disk, room);
                wrong.extend(untold(&ran(&mut writer(&out, &["1", "write"])), &out, "No space left on device"));
                fs::remove_file(disk.join("ballast")).unwrap();
                wrong.extend(world.judge(&out, step, None, after(step, number)));
            }
            println!("{} sizes of disks, {} wrong", rooms.len(), wrong.len());
            assert!(wrong.is_empty(), "{wrong:?}");
        });
    }

    #[test]
    fn the_folder_can_only_be_read() {
        with_small_disk(|world, mounts, disk| {
            let step = (Some(0), 1);
            let out = start(world, disk, step);
            let inside = world.home.path().join("disk");
            assert!(mounts.order(&format!("mount -o remount,ro '{}'", inside.display())));
            let refused = ran(&mut writer(&out, &["1", "write"]));
            let untouched = differences(&tree(&out), &world.expected(step.0, step.0));
            assert!(mounts.order(&format!("mount -o remount,rw '{}'", inside.display())));
            let said = untold(&refused, &out, "Read-only file system");
            let wrong: Vec<_> = said.into_iter().chain(world.judge(&out, step, Some(false), 1)).collect();
            assert_eq!((untouched, wrong), (Vec::new(), Vec::new()));
        });
    }
}
