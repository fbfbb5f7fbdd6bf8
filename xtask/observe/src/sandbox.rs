//! Runs a program in namespaces of its own: no network but loopback, nothing to write to but one folder, and no files but
//! those of the system's programs.
//!
//! bubblewrap does it. It is required: without it nothing runs.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The program that makes the namespaces.
const BUBBLEWRAP: &str = "bwrap";

/// The folder in which a program finds its inputs and writes. Nothing else of these is visible under their own paths.
const INSIDE: &str = "/srv/observe";

/// The writable folder, inside.
pub const CASE: &str = "/srv/observe/case";

/// The folders of the system's programs and libraries. Some are links into another.
const SYSTEM: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/// The files of `/etc` that programs need: to find libraries and alternatives, names of users, and terminals.
const SETTINGS: [&str; 9] = [
    "/etc/alternatives",
    "/etc/group",
    "/etc/hosts",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/terminfo",
];

/// Returns the path inside of what is readable by this name.
#[must_use]
pub fn inside(name: &str) -> String {
    format!("{INSIDE}/{name}")
}

/// A program to run, and what it can see.
#[derive(Debug)]
pub struct Sandbox {
    /// The writable folder. It is [`CASE`] inside.
    case: PathBuf,
    /// Folders and files to read, each with its path inside.
    readable: Vec<(PathBuf, String)>,
}

impl Sandbox {
    /// Creates a sandbox with this writable folder.
    ///
    /// # Errors
    /// bubblewrap is not there, or the system does not let it make namespaces.
    pub fn new(case: &Path) -> Result<Self, String> {
        let mut probe = Command::new(BUBBLEWRAP);
        probe.args(["--ro-bind", "/", "/", "--unshare-all", "true"]);
        let output = probe.output().map_err(|error| {
            format!(
                "`{BUBBLEWRAP}` cannot be started ({error}). The host runs only without a network and without your \
                 files, and bubblewrap does that: install it, for example with `apt-get install bubblewrap`"
            )
        })?;
        if output.status.success() {
            return Ok(Self { case: case.to_owned(), readable: Vec::new() });
        }
        Err(format!(
            "`{BUBBLEWRAP}` cannot make namespaces, so the host could not be kept from the network: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ))
    }

    /// Makes a folder or file readable, and returns its path inside.
    pub fn read(&mut self, path: &Path, name: &str) -> String {
        self.show(path, &inside(name));
        inside(name)
    }

    /// Makes a folder or file readable at this path inside.
    pub fn show(&mut self, path: &Path, at: &str) {
        self.readable.push((path.to_owned(), at.to_owned()));
    }

    /// Runs this program with these arguments inside, with a plan on stdin, and returns its answer on stdout. What runs
    /// longer than `limit` is ended, with all that it started.
    ///
    /// # Errors
    /// It cannot be started, exceeds the limit, or ends without an answer.
    pub fn ask<A: DeserializeOwned>(
        &self,
        program: &str,
        arguments: &[&str],
        plan: &impl Serialize,
        limit: Duration,
    ) -> Result<A, String> {
        let failed = |error: &dyn std::fmt::Display| format!("the sandbox: {error}");
        let text = serde_json::to_vec(plan).map_err(|error| failed(&error))?;
        let mut command = self.command(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().map_err(|error| failed(&error))?;
        let (Some(mut stdin), Some(mut stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(&"it has no pipes"));
        };
        let (sender, answer) = mpsc::channel();
        thread::spawn(move || {
            let mut output = Vec::new();
            // A program that ends early does not read the plan. Its answer is then missing.
            let read = stdin.write_all(&text).and_then(|()| {
                drop(stdin);
                stdout.read_to_end(&mut output)
            });
            // The receiver is gone if the time is up.
            sender.send(read.map(|_| output)).ok();
        });
        let answer = answer.recv_timeout(limit);
        if answer.is_err() {
            child.kill().map_err(|error| failed(&error))?;
        }
        child.wait().map_err(|error| failed(&error))?;
        let output = answer.map_err(|_| format!("the sandbox was ended after {} s", limit.as_secs()))?;
        let output = output.map_err(|error| failed(&error))?;
        serde_json::from_slice(&output).map_err(|error| format!("the sandbox ended early: {error}"))
    }

    /// Returns the command that runs a program inside, with an empty environment and an empty home.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(BUBBLEWRAP);
        for folder in SYSTEM {
            match std::fs::read_link(folder) {
                Ok(target) => drop(command.arg("--symlink").arg(target).arg(folder)),
                Err(_) => drop(command.args(["--ro-bind-try", folder, folder])),
            }
        }
        for file in SETTINGS {
            command.args(["--ro-bind-try", file, file]);
        }
        command.args(["--tmpfs", "/tmp", "--dir", "/var/tmp", "--dir", "/run"]);
        command.arg("--bind").arg(&self.case).arg(CASE);
        for (path, at) in &self.readable {
            command.arg("--ro-bind").arg(path).arg(at);
        }
        command.args(["--dev", "/dev", "--proc", "/proc", "--remount-ro", "/"]);
        // Started by root, bubblewrap would keep its rights, and could undo the mounts.
        command.args(["--unshare-all", "--cap-drop", "ALL", "--die-with-parent", "--new-session"]);
        command.args([
            "--clearenv",
            "--setenv",
            "PATH",
            "/usr/local/bin:/usr/bin:/bin",
            "--setenv",
            "HOME",
            "/nonexistent",
        ]);
        command.args(["--chdir", CASE, "--", program]);
        command
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::net::TcpListener;

    use super::*;

    /// Runs a shell script in a sandbox, and returns its output. `None` if this system has no bubblewrap: then the tests
    /// prove nothing, but no host can run either, because [`Sandbox::new`] refuses. With `HOOKWIRE_SANDBOX`, as in
    /// `cargo xtask test`, they fail.
    fn shell(name: &str, script: &str) -> Option<String> {
        shell_with(name, script, None)
    }

    /// Like [`shell`], with a folder that can be read as `shown`.
    fn shell_with(name: &str, script: &str, shown: Option<&Path>) -> Option<String> {
        let folder = std::env::temp_dir().join(format!("hookwire-observe-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).ok()?;
        let mut sandbox = match Sandbox::new(&folder) {
            Err(error) if std::env::var_os("HOOKWIRE_SANDBOX").is_some() => return Some(error),
            other => other.inspect_err(|error| println!("skipped: {error}")).ok()?,
        };
        if let Some(shown) = shown {
            sandbox.read(shown, "shown");
        }
        let output = sandbox.command("sh").args(["-c", script]).output().ok()?;
        fs::remove_dir_all(&folder).ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    #[test]
    fn no_address_outside_can_be_reached() -> std::io::Result<()> {
        // A server that the machine reaches, on the loopback outside of the sandbox.
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let script = format!(
            "for at in 127.0.0.1/{port} 192.0.2.1/80; do bash -c \"exec 3<>/dev/tcp/$at\" 2>/dev/null && echo \"reached $at\"; done; \
             ls /sys/class/net 2>/dev/null; cat /proc/net/route | tail -n +2; echo end"
        );
        let Some(output) = shell("network", &script) else { return Ok(()) };
        assert!(!output.contains("reached") && output.ends_with("end\n"), "{output}");
        Ok(())
    }

    /// A folder of the user who runs the tests, outside of the sandbox, with a file in it.
    fn outside(name: &str) -> std::io::Result<PathBuf> {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../target/tmp/{name}-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("file"), "of the user")?;
        Ok(folder)
    }

    #[test]
    fn only_the_folder_of_the_case_can_be_written() -> std::io::Result<()> {
        let folder = outside("written")?;
        let script = format!(
            "for at in / /etc /usr /var {INSIDE} {INSIDE}/shown; do touch $at/probe 2>/dev/null && echo \"wrote $at\"; done; \
             cat {INSIDE}/shown/file; touch probe && echo \" and the case\""
        );
        let Some(output) = shell_with("files", &script, Some(&folder)) else { return Ok(()) };
        assert_eq!(output, "of the user and the case\n");
        assert!(!folder.join("probe").exists());
        fs::remove_dir_all(&folder)
    }

    #[test]
    fn no_file_and_no_socket_of_the_user_is_visible() -> std::io::Result<()> {
        let folder = outside("visible")?;
        #[cfg(unix)]
        let _listener = std::os::unix::net::UnixListener::bind(folder.join("socket"))?;
        let script =
            format!("for at in file socket; do test -e {}/$at && echo \"sees $at\"; done; echo end", folder.display());
        let Some(output) = shell("visible", &script) else { return Ok(()) };
        assert_eq!(output, "end\n");
        fs::remove_dir_all(&folder)
    }

    #[test]
    fn nothing_inside_can_change_the_mounts() {
        let script = "umount /tmp 2>/dev/null && echo umount; mount -o remount,rw,bind /usr 2>/dev/null && echo remount; \
                      unshare -Urm true 2>/dev/null && echo unshare; grep '^Cap\\(Eff\\|Prm\\|Bnd\\)' /proc/self/status";
        let Some(output) = shell("mounts", script) else { return };
        let rights: Vec<&str> = output.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
        assert_eq!(rights, ["0000000000000000"; 3], "{output}");
        assert!(!output.contains("umount") && !output.contains("remount"), "{output}");
    }

    #[test]
    fn what_exceeds_its_time_is_ended() -> std::io::Result<()> {
        let folder = outside("limit")?;
        let Ok(sandbox) = Sandbox::new(&folder) else { return Ok(()) };
        let answer = sandbox.ask::<String>("sleep", &["60"], &"a plan", Duration::from_millis(200));
        assert_eq!(answer.err().as_deref(), Some("the sandbox was ended after 0 s"));
        fs::remove_dir_all(&folder)
    }

    #[test]
    fn the_home_and_the_environment_are_empty() {
        let script =
            "for at in /root /home /tmp; do ls -A $at 2>/dev/null; done; env | sort | grep -v '^PWD=\\|^_=\\|^SHLVL='";
        let Some(output) = shell("home", script) else { return };
        assert_eq!(output, "HOME=/nonexistent\nPATH=/usr/local/bin:/usr/bin:/bin\n");
    }
}
