//! The processes of the bindings. All get the same vectors at the same time, and each answers every vector.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::thread;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::binding::Ready;
use crate::vector::Vector;

/// The answer of a binding to a vector.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Answer {
    id: String,
    /// True if the payload conforms to the type.
    pub verdict: bool,
    /// A contradiction: the binding returns another value than it accepted, or reads a text differently from a value.
    pub error: Option<String>,
    /// All other keys, such as the problems of the payload.
    #[serde(flatten)]
    pub more: BTreeMap<String, Value>,
}

/// The last line of a binding.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Closing {
    /// The digest over every id and verdict, in the order of the ids.
    pub digest: String,
    /// The number of answers.
    pub count: usize,
}

/// The running bindings.
pub struct Panel {
    members: Vec<Member>,
}

struct Member {
    name: &'static str,
    child: Child,
    questions: Option<BufWriter<ChildStdin>>,
    answers: BufReader<ChildStdout>,
}

impl Panel {
    /// Starts the process of each binding.
    pub fn start(bindings: &[Ready]) -> Result<Self, String> {
        bindings.iter().map(Member::start).collect::<Result<_, _>>().map(|members| Self { members })
    }

    /// Sends all vectors to every binding. Returns the answers of each binding, in the order of the vectors.
    pub fn ask(&mut self, vectors: &[Vector]) -> Result<Vec<Vec<Answer>>, String> {
        self.ask_each(vectors).into_iter().collect()
    }

    /// Sends all vectors to every binding. Returns the answers of each binding, or why it has none.
    pub fn ask_each(&mut self, vectors: &[Vector]) -> Vec<Result<Vec<Answer>, String>> {
        thread::scope(|scope| {
            let asked: Vec<_> = self.members.iter_mut().map(|it| scope.spawn(move || it.ask(vectors))).collect();
            asked.into_iter().map(|it| it.join().unwrap_or_else(|_| Err("the harness failed".to_owned()))).collect()
        })
    }

    /// Closes the input of every binding, and returns their last lines.
    pub fn finish(self) -> Result<Vec<Closing>, String> {
        self.members.into_iter().map(Member::finish).collect()
    }

    /// Returns the answers as a line of JSON for each vector. A detail that several bindings report is included once.
    pub fn lines(&self, vectors: &[Vector], answers: &[Vec<Answer>]) -> String {
        let line = |(at, vector): (usize, &Vector)| {
            let said = self.members.iter().zip(answers).filter_map(|(it, all)| Some((it.name, all.get(at)?.verdict)));
            let verdicts: Map<String, Value> = said.map(|(name, verdict)| (name.to_owned(), verdict.into())).collect();
            let mut line =
                Map::from_iter([("id".to_owned(), json!(vector.id)), ("verdicts".to_owned(), json!(verdicts))]);
            for (key, value) in answers.iter().rev().filter_map(|all| all.get(at)).flat_map(|it| &it.more) {
                line.insert(key.clone(), value.clone());
            }
            format!("{}\n", Value::Object(line))
        };
        vectors.iter().enumerate().map(line).collect()
    }
}

impl Member {
    fn start(binding: &Ready) -> Result<Self, String> {
        let name = binding.name;
        let mut command = (binding.command)()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{name} does not start ({command:?}): {error}"))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => {
                Ok(Self { name, child, questions: Some(BufWriter::new(stdin)), answers: BufReader::new(stdout) })
            }
            _ => Err(format!("{name} has no standard input or output")),
        }
    }

    /// Writes the vectors while it reads the answers, so that neither side waits for a full buffer.
    fn ask(&mut self, vectors: &[Vector]) -> Result<Vec<Answer>, String> {
        let Self { name, child, questions, answers } = self;
        let mut answer = |vector: &Vector| read::<Answer>(answers).and_then(|it| it.about(vector));
        thread::scope(|scope| {
            scope.spawn(move || questions.as_mut().map(|it| write(it, vectors)));
            let said = vectors.iter().map(|it| answer(it).map_err(|error| format!("{name}, at {}: {error}", it.id)));
            let said: Result<Vec<Answer>, String> = said.collect();
            if said.is_err() {
                // The process may wait for a reader of its answers, and the writing thread for the process.
                let _ = child.kill();
            }
            said
        })
    }

    fn finish(mut self) -> Result<Closing, String> {
        let name = self.name;
        self.questions = None;
        let closing = read(&mut self.answers).map_err(|error| format!("{name}, at the end: {error}"))?;
        match self.child.wait() {
            Ok(status) if status.success() => Ok(closing),
            Ok(status) => Err(format!("{name}: {status}")),
            Err(error) => Err(format!("{name}: {error}")),
        }
    }
}

impl Drop for Member {
    /// Ends the process, so that none outlives the harness.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    fn about(self, vector: &Vector) -> Result<Self, String> {
        if self.id == vector.id { Ok(self) } else { Err(format!("answered {} instead", self.id)) }
    }
}

/// Ignores errors: writing fails if the process has ended, and the reader reports that better.
fn write(questions: &mut BufWriter<ChildStdin>, vectors: &[Vector]) {
    let mut lines = vectors.iter().map(|vector| questions.write_all(format!("{}\n", vector.line).as_bytes()));
    let _ = lines.by_ref().find(Result::is_err);
    drop(lines);
    let _ = questions.flush();
}

fn read<T: for<'de> Deserialize<'de>>(answers: &mut BufReader<ChildStdout>) -> Result<T, String> {
    let mut line = String::new();
    match answers.read_line(&mut line) {
        Ok(0) => Err("no answer: the process has ended".to_owned()),
        Ok(_) => parsed(&line).map_err(|error| format!("no answer: {error}: {line}")),
        Err(error) => Err(format!("no answer: {error}")),
    }
}

/// Parses a line without a depth limit: a payload at the limit is nested one level deeper in an answer.
fn parsed<T: for<'de> Deserialize<'de>>(line: &str) -> serde_json::Result<T> {
    let mut reader = serde_json::Deserializer::from_str(line);
    reader.disable_recursion_limit();
    let read = T::deserialize(&mut reader)?;
    reader.end().map(|()| read)
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::*;

    /// Sends two vectors to a shell script, and closes its input.
    fn said_by(script: &'static str) -> Result<Vec<Closing>, String> {
        let command = Box::new(move || {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            Ok(command)
        });
        let mut panel = Panel::start(&[Ready { name: "script", command }])?;
        panel.ask(&["1", "2"].map(|id| Vector::new(id, "T", &Value::Null)))?;
        panel.finish()
    }

    fn fault(script: &'static str) -> String {
        said_by(script).err().unwrap_or_default()
    }

    #[test]
    fn a_process_that_ends_early_names_the_vector() {
        let one = r#"read line; echo '{"id": "1", "verdict": true}'"#;
        assert_eq!(fault(one), "script, at 2: no answer: the process has ended");
    }

    #[test]
    fn an_answer_left_out_names_the_vector() {
        let second = r#"read line; echo '{"id": "2", "verdict": true}'; cat > /dev/null"#;
        assert_eq!(fault(second), "script, at 1: answered 2 instead");
    }

    #[test]
    fn a_process_that_fails_at_the_end_is_a_fault() {
        let fails = r#"echo '{"id": "1", "verdict": true}'; echo '{"id": "2", "verdict": true}'; cat > /dev/null; echo '{"digest": "", "count": 2}'; exit 3"#;
        assert_eq!(fault(fails), "script: exit status: 3");
    }
}
