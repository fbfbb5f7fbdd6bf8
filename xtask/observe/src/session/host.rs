//! The running host, and one case on it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Signals;
use super::folder::Folder;
use super::script::{found, prompt};
use crate::case::{Case, file, other_file};
use crate::model::Requests;

/// The time limit of a case. The host needs about a tenth of a second.
const PATIENCE: Duration = Duration::from_secs(20);

/// The running host.
pub struct Host {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Host {
    pub fn start(program: &str, port: u16, place: &Folder) -> Result<Self, String> {
        let mut command = Command::new(program);
        command.env_clear().current_dir(place.path("work"));
        command.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", place.path("home"));
        command.env("TMPDIR", place.path("tmp"));
        command.env("ANTHROPIC_BASE_URL", format!("http://127.0.0.1:{port}")).env("ANTHROPIC_API_KEY", "none");
        for name in [
            "DISABLE_AUTOUPDATER",
            "DISABLE_TELEMETRY",
            "DISABLE_ERROR_REPORTING",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
        ] {
            command.env(name, "1");
        }
        command.args(["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]);
        command.args(["--include-hook-events", "--permission-prompt-tool", "stdio"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("the host: {error}"))?;
        let (send, lines) = channel();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if send.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        let stdin = child.stdin.take();
        Ok(Self { child, stdin, lines })
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        let Some(stdin) = &mut self.stdin else { return Ok(()) };
        writeln!(stdin, "{message}").and_then(|()| stdin.flush()).map_err(|error| format!("the host: {error}"))
    }

    /// Runs a case: sends its prompt, and reads until the turn ends.
    pub fn run(&mut self, case: &Case, number: usize, place: &Folder, requests: &Requests) -> Result<Signals, String> {
        place.write_reply(case, number)?;
        let before = requests.count();
        let mut signals = Signals::default();
        let mut shown = Vec::new();
        let prompt = prompt(number);
        let sent = self.send(&json!({"type": "user", "message": {"role": "user", "content": prompt}}));
        let end = Instant::now() + PATIENCE;
        signals.lost = sent.is_err();
        while !signals.lost {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(line) = self.lines.recv_timeout(left) else {
                signals.lost = true;
                break;
            };
            let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
            match (message["type"].as_str(), message["subtype"].as_str()) {
                (Some("control_request"), _) => {
                    signals.asked = true;
                    self.allow(&message)?;
                }
                (Some("system"), Some("hook_response")) if signals.outcome.is_none() => {
                    signals.outcome = message["outcome"].as_str().map(str::to_owned);
                }
                (Some("system"), Some(kind)) if kind != "init" && !kind.starts_with("hook_") => shown.push(line),
                (Some("result"), _) => break,
                _ => {}
            }
        }
        signals.requests = requests.count() - before;
        signals.calls = place.inputs(number);
        signals.made = place.has(&format!("work/{}", file(number)));
        signals.made_other = place.has(&format!("work/{}", other_file(number)));
        signals.user = found(case, number, shown.iter().map(String::as_str));
        Ok(signals)
    }

    /// Answers a question to the user: the call is allowed.
    fn allow(&mut self, question: &Value) -> Result<(), String> {
        let answer = json!({"behavior": "allow", "updatedInput": question["request"]["input"]});
        let response = json!({"subtype": "success", "request_id": question["request_id"], "response": answer});
        self.send(&json!({"type": "control_response", "response": response}))
    }

    /// Ends the host: closes its input, and kills it if it does not end by itself.
    pub fn end(mut self) {
        self.stdin = None;
        let end = Instant::now() + Duration::from_secs(5);
        while Instant::now() < end {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(20)),
                _ => return,
            }
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
