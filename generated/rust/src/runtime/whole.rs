//! Whole replies: those that are not made of verbs.

use std::iter;

use serde_json::{Map, Value};

use super::data::{NOTICES, REASONS, REFUSES, words};
use super::plan::{Constant, Elsewhere, Path, Plan, Saying};
use super::policy::Writer;
use super::reply::{Act, Given, Said};
use super::spelled::{Question, Spelled, at, listed};

type Reply = Map<String, Value>;

const BLOCK: &str = "block";

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

/// Returns what a whole reply that is wrong refuses, in verbs: the host would hear it.
pub(super) fn kept(said: &Said, plan: &'static Plan) -> Vec<Vec<Act>> {
    let Said::Whole(replies, _) = said else { return Vec::new() };
    let Some(Value::Object(reply)) = replies.first() else { return Vec::new() };
    let ways: Vec<_> = ways(reply, plan).collect();
    let Some((verb, way)) = ways.iter().find(|(verb, _)| *verb == BLOCK).or_else(|| ways.first()) else {
        return Vec::new();
    };
    let reason = way.take.and_then(|path| at(reply, path)).and_then(Value::as_str).filter(|it| !it.is_empty());
    let text = Given::Text(reason.unwrap_or(words::UNEXPLAINED).to_owned());
    vec![vec![Act { again: true, ..Act::new(verb, text) }]]
}

/// Returns 2 if a whole reply blocks, 1 if it refuses in another way, and 0 otherwise.
pub(super) fn rank(reply: &Value, plan: &'static Plan) -> u8 {
    let Value::Object(reply) = reply else { return 0 };
    ways(reply, plan).map(|(verb, _)| if verb == BLOCK { 2 } else { 1 }).max().unwrap_or(0)
}

/// Returns the same of what hooks say.
pub(super) fn rank_of(hooks: &[Vec<Act>], plan: &'static Plan) -> u8 {
    let is_refusal = |verb| plan.saying(verb).is_some_and(|it| all_ways(it).any(refuses));
    let rank = |act: &Act| if act.verb == BLOCK { 2 } else { u8::from(is_refusal(act.verb)) };
    hooks.iter().flatten().map(rank).max().unwrap_or(0)
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
    if let Some((path, _)) = meant.filter(|_| ways(reply, plan).next().is_none()) {
        return Err(unheard(words::UNHEARD, question, &[path]));
    }
    let is_alone = |(path, of): &&(Path, &[Path])| says(reply, path) && !of.iter().any(|path| says(reply, path));
    let acts = || plan.verbs.iter().any(|(_, saying)| acts(reply, saying));
    if let Some((path, _)) = REASONS.iter().find(is_alone).filter(|_| !acts()) {
        return Err(unheard(words::UNHEARD_REASON, question, &[path]));
    }
    let way = ways(reply, plan).find(|(verb, _)| *verb == BLOCK);
    let Some((block, (_, way))) = plan.saying(BLOCK).zip(way) else { return Ok(()) };
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

/// Returns the verbs that a whole reply refuses by, each with the saying that the reply has in it.
fn ways<'a>(reply: &'a Reply, plan: &'static Plan) -> impl Iterator<Item = (&'static str, &'static Saying)> + 'a {
    plan.verbs.iter().filter_map(|(verb, saying)| {
        let way = all_ways(saying).find(|way| refuses(way) && is_in(reply, way))?;
        Some((*verb, way))
    })
}

/// Returns all ways in which a reply can say what a verb says.
fn all_ways(saying: &'static Saying) -> impl Iterator<Item = &'static Saying> {
    let elsewhere = match saying.elsewhere {
        Elsewhere::As(elsewhere) => Some(elsewhere),
        _ => None,
    };
    iter::once(saying).chain(elsewhere).chain(saying.others)
}

fn refuses(way: &Saying) -> bool {
    way.set.iter().any(|it| REFUSES.contains(it))
}

/// Returns true if a reply has a saying in it that does more than show something.
fn acts(reply: &Reply, saying: &Saying) -> bool {
    let is_shown = |path: Path| NOTICES.contains(&path) || REASONS.iter().any(|(reason, _)| *reason == path);
    is_in(reply, saying) || saying.take.is_some_and(|path| !is_shown(path) && says(reply, path))
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
