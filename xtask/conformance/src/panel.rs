//! The bindings' processes: the same vectors to all of them at once, an answer from each for every vector.

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
    /// The payload conforms to the type.
    pub verdict: bool,
    /// The binding contradicts itself: it gives back something else than it accepted, or reads a text unlike a value.
    pub error: Option<String>,
    /// Whatever else it says, such as what is wrong with the payload.
    #[serde(flatten)]
    pub more: BTreeMap<String, Value>,
}

/// The last line of a binding.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Closing {
    /// Over every id and verdict, in the order of the ids.
    pub digest: String,
    /// The number of answers.
    pub count: usize,
}

/// All bindings, running.
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
    /// Starts them.
    pub fn start(bindings: &[Ready]) -> Result<Self, String> {
        bindings.iter().map(Member::start).collect::<Result<_, _>>().map(|members| Self { members })
    }

    /// Asks all of them about all vectors: for each binding, the answers in the order of the vectors.
    pub fn ask(&mut self, vectors: &[Vector]) -> Result<Vec<Vec<Answer>>, String> {
        thread::scope(|scope| {
            let asked: Vec<_> = self.members.iter_mut().map(|it| scope.spawn(move || it.ask(vectors))).collect();
            asked.into_iter().map(|it| it.join().unwrap_or_else(|_| Err("the harness failed".to_owned()))).collect()
        })
    }

    /// Tells them that there are no more. For each binding, what it says at the end.
    pub fn finish(self) -> Result<Vec<Closing>, String> {
        self.members.into_iter().map(Member::finish).collect()
    }

    /// Returns the answers as a line of JSON for each vector. Details that several bindings report are there once.
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

    /// The questions are written while the answers are read: neither side waits for the other's buffer.
    fn ask(&mut self, vectors: &[Vector]) -> Result<Vec<Answer>, String> {
        let Self { name, child, questions, answers } = self;
        let mut answer = |vector: &Vector| read::<Answer>(answers).and_then(|it| it.about(vector));
        thread::scope(|scope| {
            scope.spawn(move || questions.as_mut().map(|it| write(it, vectors)));
            let said = vectors.iter().map(|it| answer(it).map_err(|error| format!("{name}, at {}: {error}", it.id)));
            let said: Result<Vec<Answer>, String> = said.collect();
            if said.is_err() {
                // It may still run and wait for its answers to be read, and the questions for it.
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
    /// No process outlives the harness, however it ends.
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

/// A process that is gone cannot be written to; the reader reports that better than an error here would.
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

/// A payload within an answer is deeper than it was by itself, where it may have as many levels as this reader takes.
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

    /// Asks a shell script about two vectors, and then for the end.
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
