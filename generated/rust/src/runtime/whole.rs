//! Whole replies: those that are not made of verbs.

use std::iter;

use serde_json::{Map, Value};

use super::data::{REASONS, REFUSES, words};
use super::plan::{Constant, Elsewhere, Path, Plan, Saying};
use super::policy::Writer;
use super::spelled::{Question, Spelled, at, listed};

type Reply = Map<String, Value>;

/// Writes a whole reply, the first.
///
/// # Errors
/// It is empty, and says nothing. Who means that returns nothing.
pub(super) fn whole(replies: Vec<Value>) -> Result<Spelled, String> {
    match replies.into_iter().next() {
        Some(Value::Object(reply)) if !reply.is_empty() => Ok(Spelled { reply, ..Spelled::default() }),
        _ => Err(words::WRONG_RETURN.replace("{found}", "an empty reply")),
    }
}

/// Returns true if a whole reply blocks.
pub(super) fn blocks(reply: &Value, plan: &Plan) -> bool {
    reply.as_object().is_some_and(|reply| block_in(reply, plan).is_some())
}

/// Returns the saying of `block` that a reply has in it.
fn block_in(reply: &Reply, plan: &Plan) -> Option<&'static Saying> {
    let block = plan.saying("block")?;
    iter::once(block).chain(block.others).find(|way| is_in(reply, way))
}

/// Checks that a whole reply that means to refuse is heard, and says its block twice if `block` does.
///
/// # Errors
/// The host would ignore the refusal, and go on.
pub(super) fn heard(spelled: &mut Spelled, question: &Question<'_>) -> Result<(), String> {
    let Question { plan, writer, .. } = *question;
    let is_command = writer == Writer::Command;
    let reply = &spelled.reply;
    if plan.is_text && is_command {
        return Err(unheard(words::UNHEARD_TEXT, question, &[]));
    }
    let meant = REFUSES.iter().find(|it| has(reply, it));
    let is_refused = || plan.verbs.iter().any(|(_, saying)| refuses(reply, saying, is_command));
    if let Some((path, _)) = meant.filter(|_| !is_refused()) {
        return Err(unheard(words::UNHEARD, question, &[path]));
    }
    let decides = REFUSES.iter().any(|(path, _)| says(reply, path));
    if let Some(path) = REASONS.iter().find(|path| !decides && says(reply, path)) {
        return Err(unheard(words::UNHEARD_REASON, question, &[path]));
    }
    let Some((block, way)) = plan.saying("block").zip(block_in(reply, plan)) else { return Ok(()) };
    let other = block.set.iter().find(|it| says(reply, it.0) && !has(reply, it));
    if let Some(((key, _), (other, _))) = way.set.first().zip(other) {
        return Err(unheard(words::CONTRADICTION, question, &[key, other]));
    }
    if is_command && block.exit != 0 {
        let reason = way.take.and_then(|path| at(reply, path)).and_then(Value::as_str);
        spelled.stderr.extend(reason.map(str::to_owned));
        spelled.exit_code = block.exit;
    }
    Ok(())
}

/// Returns true if a reply has a saying in it that refuses.
fn refuses(reply: &Reply, saying: &'static Saying, is_command: bool) -> bool {
    let first = match saying.elsewhere {
        Elsewhere::As(elsewhere) if !is_command => elsewhere,
        _ => saying,
    };
    let refuses = |way: &&Saying| way.set.iter().any(|it| REFUSES.contains(it));
    iter::once(first).chain(saying.others).filter(refuses).any(|way| is_in(reply, way))
}

fn is_in(reply: &Reply, way: &Saying) -> bool {
    !way.set.is_empty() && way.set.iter().all(|it| has(reply, it))
}

fn has(reply: &Reply, (path, value): &(Path, Constant)) -> bool {
    at(reply, path) == Some(&value.value())
}

fn says(reply: &Reply, path: &[&str]) -> bool {
    at(reply, path).is_some_and(|value| !value.is_null())
}

/// Returns the message about a reply that the host would ignore.
fn unheard(word: &str, question: &Question<'_>, paths: &[&[&str]]) -> String {
    let text = word.replace("{event}", question.event.as_str()).replace("{verbs}", &listed(question.plan));
    let holes = ["{key}", "{other}"].into_iter().zip(paths);
    holes.fold(text, |text, (hole, path)| text.replace(hole, &path.join(".")))
}
