//! One run of the host, with many cases. [`run`] starts it in a sandbox; [`inside`] is what runs there.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::case::{Case, Conversation, file, fill, holes, marker, other_file};
use crate::model::{self, Answer, Requests};
use crate::program::Program;
use crate::sandbox::{CASE, Sandbox};

/// The hidden command that runs [`inside`].
pub const COMMAND: &str = "observe-inside";

/// The option with which the host reports the outcome of every hook.
const REPORTS: &str = "--include-hook-events";

/// The time limit of a case. The host needs about a tenth of a second.
const PATIENCE: Duration = Duration::from_secs(20);

/// The cases of one session. All have the same event.
#[derive(Debug, Serialize, Deserialize)]
struct Plan {
    /// The command that starts the host, inside.
    program: Vec<String>,
    /// The host has [`REPORTS`]. Older ones end at once with an unknown option.
    #[serde(skip)]
    reports: bool,
    cases: Vec<Case>,
}

/// The raw facts about a case, without any text of the host.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Signals {
    /// The file of the command is there.
    pub made: bool,
    /// The file of the replaced command is there.
    pub made_other: bool,
    /// The user was asked for permission.
    pub asked: bool,
    /// The number of requests to the model.
    pub requests: usize,
    /// The number of times that the hook ran.
    pub calls: usize,
    /// The host's word for the outcome of the hook's first run: `success`, `error`, `cancelled`.
    pub outcome: Option<String>,
    /// The prompt of the case is in a request to the model.
    pub prompt_kept: bool,
    /// The markers in requests to the model.
    pub claude: Vec<String>,
    /// The markers in messages to the user.
    pub user: Vec<String>,
    /// The host did not finish in time, or ended.
    pub lost: bool,
}

/// Runs cases of one event, and returns the signals of each. `exe` is this program, which runs inside as well.
///
/// # Errors
/// The sandbox or the host cannot be started.
pub fn run(program: &Program, exe: &Path, cases: &[Case], folder: &Path) -> Result<Vec<Signals>, String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut sandbox = Sandbox::new(folder)?;
    let host = program.enter(&mut sandbox)?;
    let own = sandbox.read(exe, "xtask");
    let mut command = sandbox.command(&own);
    command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut child = command.spawn().map_err(|error| format!("the sandbox: {error}"))?;
    let plan = Plan { program: host, reports: false, cases: cases.to_vec() };
    let text = serde_json::to_vec(&plan).map_err(|error| error.to_string())?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(&text).map_err(|error| format!("the sandbox: {error}"))?;
    }
    let output = child.wait_with_output().map_err(|error| format!("the sandbox: {error}"))?;
    let signals =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("the sandbox ended early: {error}"))?;
    fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(signals)
}

/// Reads a plan from stdin, runs its cases, and prints their signals. Runs inside a sandbox.
///
/// # Errors
/// The plan cannot be read, or the host cannot be started.
pub fn inside() -> Result<(), String> {
    let mut plan: Plan = serde_json::from_reader(std::io::stdin()).map_err(|error| format!("the plan: {error}"))?;
    plan.reports = has_option(&plan.program, REPORTS)?;
    let mut signals: Vec<Signals> = Vec::new();
    while signals.len() < plan.cases.len() {
        let from = signals.len();
        signals.extend(session(&plan, from)?);
        if signals.len() == from {
            return Err("the host ran no case".to_owned());
        }
    }
    let text = serde_json::to_string(&signals).map_err(|error| error.to_string())?;
    println!("{text}");
    Ok(())
}

/// Returns the command that starts the host, without options.
fn command(program: &[String]) -> Result<Command, String> {
    let (program, first) = program.split_first().ok_or("the plan names no program")?;
    let mut command = Command::new(program);
    command.args(first);
    Ok(command)
}

/// Returns true if the help of the host lists an option.
fn has_option(program: &[String], option: &str) -> Result<bool, String> {
    let mut help = command(program)?;
    help.arg("--help").env("HOME", CASE);
    let output = help.output().map_err(|error| format!("the host: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).contains(option))
}

/// Runs the cases from this index on in one session, until the host ends or loses one.
fn session(plan: &Plan, from: usize) -> Result<Vec<Signals>, String> {
    let cases = &plan.cases[from..];
    let Some(conversation) = cases.first().and_then(|case| Conversation::of(&case.event)) else {
        return Err("no conversation runs the hooks of this event".to_owned());
    };
    let place = Folder::new(from)?;
    let work = place.path("work");
    let (port, requests) = model::start(Arc::new(move |request: &Value| answer(conversation, &work, request)))?;
    place.write_settings(&cases[0].event)?;
    let mut host = Host::start(plan, port, &place)?;
    let mut all = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        let number = from + at;
        let signals = host.run(case, number, &place, &requests)?;
        let lost = signals.lost;
        all.push(signals);
        if lost {
            break;
        }
    }
    host.end();
    // A text can arrive with a later request, so markers are looked for at the end.
    let texts: Vec<String> = requests.of_conversation().iter().map(|it| it["messages"].to_string()).collect();
    for (at, signals) in all.iter_mut().enumerate() {
        let (case, number) = (&cases[at], from + at);
        signals.claude = found(case, number, texts.iter().map(String::as_str));
        signals.prompt_kept = texts.iter().any(|text| text.contains(&prompt(number)));
    }
    Ok(all)
}

/// Returns the names of the case's markers that occur in one of the texts.
fn found<'t>(case: &Case, number: usize, texts: impl Iterator<Item = &'t str> + Clone) -> Vec<String> {
    let names = holes(&case.stdout).into_iter().chain(holes(&case.stderr));
    let occurs = |name: &&str| texts.clone().any(|text| text.contains(&marker(number, name)));
    names.filter(occurs).map(str::to_owned).collect()
}

/// Returns the prompt of the case with this number.
fn prompt(number: usize) -> String {
    format!("prompt-{number}-end")
}

/// Answers a request: calls the tool of the conversation, or ends the turn if its result is there.
fn answer(conversation: Conversation, folder: &str, request: &Value) -> Answer {
    let messages = request["messages"].as_array().cloned().unwrap_or_default();
    let asks = |message: &Value| message["role"] == "user" && message.to_string().contains("prompt-");
    let Some(at) = messages.iter().rposition(asks) else { return Answer::Text("done".to_owned()) };
    let text = messages[at].to_string();
    let number = text.rsplit("prompt-").next().and_then(|rest| rest.split('-').next()?.parse().ok()).unwrap_or(0);
    let has_result = messages[at..].iter().any(|message| message.to_string().contains(&format!("call-{number}-")));
    match conversation.call(number, folder).filter(|_| !has_result) {
        Some((tool, input)) => Answer::Calls(vec![(format!("call-{number}-1"), tool.to_owned(), input)]),
        None => Answer::Text("done".to_owned()),
    }
}

/// The folders of a session, below the writable one.
struct Folder {
    root: String,
}

impl Folder {
    fn new(number: usize) -> Result<Self, String> {
        let root = format!("{CASE}/session-{number}");
        for folder in ["home/.claude", "work", "hook", "tmp"] {
            fs::create_dir_all(format!("{root}/{folder}")).map_err(|error| format!("{root}: {error}"))?;
        }
        Ok(Self { root })
    }

    fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.root)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        fs::write(self.path(name), text).map_err(|error| format!("{name}: {error}"))
    }

    /// Writes the settings with one hook on the event, and the hook: it prints the reply of the current case at its
    /// first run, and nothing at all others.
    fn write_settings(&self, event: &str) -> Result<(), String> {
        let script = self.path("hook/hook.sh");
        let hooks = json!([{"hooks": [{"type": "command", "command": format!("sh {script}")}]}]);
        self.write("home/.claude/settings.json", &json!({"hooks": {event: hooks}}).to_string())?;
        let folder = self.path("hook");
        let text = format!(
            "cd {folder} || exit 0\nn=$(cat current)\ncat > input-$n-$$\nmv reply-$n used-$n 2>/dev/null || exit 0\n\
             cat used-$n/stderr >&2\ncat used-$n/stdout\nexit \"$(cat used-$n/exit)\"\n"
        );
        self.write("hook/hook.sh", &text)
    }

    fn write_reply(&self, case: &Case, number: usize) -> Result<(), String> {
        let folder = format!("hook/reply-{number}");
        fs::create_dir_all(self.path(&folder)).map_err(|error| format!("{folder}: {error}"))?;
        self.write(&format!("{folder}/stdout"), &fill(&case.stdout, number))?;
        self.write(&format!("{folder}/stderr"), &fill(&case.stderr, number))?;
        self.write(&format!("{folder}/exit"), &case.exit.to_string())?;
        self.write("hook/current", &number.to_string())
    }

    fn has(&self, name: &str) -> bool {
        Path::new(&self.path(name)).exists()
    }

    /// Returns the number of inputs that the hook got in a case.
    fn inputs(&self, number: usize) -> usize {
        let prefix = format!("input-{number}-");
        let entries = fs::read_dir(self.path("hook")).into_iter().flatten().flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix)).count()
    }
}

/// The running host.
struct Host {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Host {
    fn start(plan: &Plan, port: u16, place: &Folder) -> Result<Self, String> {
        let mut command = command(&plan.program)?;
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
        command.args(["--permission-prompt-tool", "stdio"]).args(plan.reports.then_some(REPORTS));
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
    fn run(&mut self, case: &Case, number: usize, place: &Folder, requests: &Requests) -> Result<Signals, String> {
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
    fn end(mut self) {
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
