//! Runs a program in namespaces of its own: no network but loopback, nothing to write to but one folder, and no home.
//!
//! bubblewrap does it. It is required: without it nothing runs.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program that makes the namespaces.
const BUBBLEWRAP: &str = "bwrap";

/// The folder in which a program finds its inputs and writes. Nothing else of these is visible under their own paths.
const INSIDE: &str = "/srv/observe";

/// The writable folder, inside.
pub const CASE: &str = "/srv/observe/case";

/// A program to run, and what it can see.
#[derive(Debug)]
pub struct Sandbox {
    /// The writable folder. It is [`CASE`] inside.
    case: PathBuf,
    /// Folders and files to read, each with its name inside [`INSIDE`].
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
        self.readable.push((path.to_owned(), name.to_owned()));
        format!("{INSIDE}/{name}")
    }

    /// Returns the command that runs a program inside, with an empty environment and an empty home.
    #[must_use]
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(BUBBLEWRAP);
        command.args(["--ro-bind", "/", "/"]);
        // Whatever is in these folders is of the user or of other programs.
        for folder in ["/root", "/home", "/tmp", "/var/tmp", "/mnt", "/srv", "/run"] {
            if Path::new(folder).is_dir() {
                command.args(["--tmpfs", folder]);
            }
        }
        if let Some(home) = std::env::home_dir().filter(|home| home.is_dir() && home.components().count() > 1) {
            command.arg("--tmpfs").arg(home);
        }
        command.arg("--bind").arg(&self.case).arg(CASE);
        for (path, name) in &self.readable {
            command.arg("--ro-bind").arg(path).arg(format!("{INSIDE}/{name}"));
        }
        command.args(["--dev", "/dev", "--proc", "/proc", "--unshare-all", "--die-with-parent", "--new-session"]);
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
        let folder = std::env::temp_dir().join(format!("hookwire-observe-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).ok()?;
        let sandbox = match Sandbox::new(&folder) {
            Err(error) if std::env::var_os("HOOKWIRE_SANDBOX").is_some() => return Some(error),
            other => other.inspect_err(|error| println!("skipped: {error}")).ok()?,
        };
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

    #[test]
    fn only_the_folder_of_the_case_can_be_written() {
        let script = "for at in / /etc /usr /var /opt; do touch $at/hookwire-probe 2>/dev/null && echo \"wrote $at\"; done; \
                      touch probe && echo \"wrote the case\"";
        let Some(output) = shell("files", script) else { return };
        assert_eq!(output, "wrote the case\n");
    }

    #[test]
    fn the_home_and_the_environment_are_empty() {
        let script =
            "for at in /root /home /tmp; do ls -A $at 2>/dev/null; done; env | sort | grep -v '^PWD=\\|^_=\\|^SHLVL='";
        let Some(output) = shell("home", script) else { return };
        assert_eq!(output, "HOME=/nonexistent\nPATH=/usr/local/bin:/usr/bin:/bin\n");
    }
}
