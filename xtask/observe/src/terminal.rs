//! The host in a terminal, which tmux provides.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::environment;

/// The program that provides the terminal.
pub const TMUX: &str = "tmux";

/// The time until a typed text is on the screen.
const ECHO: Duration = Duration::from_secs(30);

/// The time until the host waits for the user.
const START: Duration = Duration::from_secs(60);

/// Returns the state of a host that has been started before, in `.claude.json`, so that it asks nothing when it starts, and
/// tells the user soon that it waits. `root` is the folder of the session.
#[must_use]
pub fn state(root: &str) -> Value {
    let work = format!("{root}/work");
    json!({
        "hasCompletedOnboarding": true, "theme": "dark", "messageIdleNotifThresholdMs": 1000,
        "customApiKeyResponses": {"approved": ["none"], "rejected": []},
        "projects": {work: {"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
    })
}

/// Returns true as soon as a condition holds, and false if it does not hold in time.
pub fn wait_until(limit: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + limit;
    while Instant::now() < end {
        if holds() {
            return true;
        }
        thread::sleep(Duration::from_millis(20));
    }
    holds()
}

/// The running host.
#[derive(Debug)]
pub struct Terminal {
    /// The socket of the server of tmux.
    socket: String,
}

impl Terminal {
    /// Starts the host.
    pub fn start(
        program: &[String],
        root: &str,
        port: u16,
        args: &[String],
        env: &[(&str, &str)],
    ) -> Result<Self, String> {
        let terminal = Self { socket: format!("{root}/tmp/terminal") };
        // Otherwise the host shows a notice about it, in the place of others.
        let settings = format!("{root}/tmp/tmux.conf");
        fs::write(&settings, "set -g focus-events on\n").map_err(|error| format!("{settings}: {error}"))?;
        let mut command = terminal.command();
        environment::set(&mut command, root, port);
        command.env("TERM", "xterm-256color").env("LANG", "C.UTF-8").envs(env.iter().copied());
        command.args(["-f", &settings, "new-session", "-d", "-x", "160", "-y", "50", "-c"]);
        command.arg(format!("{root}/work")).arg("--").args(program).args(args);
        run(&mut command)?;
        Ok(terminal)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(TMUX);
        command.arg("-S").arg(&self.socket);
        command
    }

    /// Waits until the screen has a text and does not change for half a second.
    ///
    /// # Errors
    /// It changes for too long.
    pub fn settle(&self) -> Result<(), String> {
        let (mut last, mut since) = (String::new(), Instant::now());
        let is_still = wait_until(START, || {
            let now = self.screen();
            if now != last {
                last = now;
                since = Instant::now();
            }
            !last.trim().is_empty() && since.elapsed() > Duration::from_millis(500)
        });
        if is_still { Ok(()) } else { Err(format!("the screen does not come to rest:\n{last}")) }
    }

    /// Types a text, and waits until it is on the screen.
    pub fn type_text(&self, text: &str) -> Result<(), String> {
        run(self.command().args(["send-keys", "-l", "--", text]))?;
        // A long text is broken into lines, so only its beginning is looked for.
        let begin: String = text.chars().take(20).collect();
        if wait_until(ECHO, || self.screen().contains(&begin)) {
            return Ok(());
        }
        Err(format!("the text is not on the screen:\n{}", self.screen()))
    }

    /// Presses a key, by its name in tmux.
    pub fn press(&self, key: &str) -> Result<(), String> {
        run(self.command().args(["send-keys", key]))
    }

    /// Returns the text on the screen.
    #[must_use]
    pub fn screen(&self) -> String {
        let output = self.command().args(["capture-pane", "-p"]).output();
        output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
    }

    /// Ends the host and the terminal.
    pub fn end(self) {
        drop(run(self.command().arg("kill-server")));
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    command.stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("{TMUX}: {error}"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()) }
}
