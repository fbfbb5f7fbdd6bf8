//! Mutants of documents: one to three changes in the bytes, or in their JSON value. Some are also read in another
//! context.

use serde_json::Value;

use super::super::readings::{Document, OfModel, Side};
use super::pool::Pool;
use super::{Asked, COUNTS, Hand, bytes};
use crate::random::Random;
use crate::vector;
use hookwire_harness::Root;

/// Changes a text. Returns `false` if there is nothing to change.
type Operator = fn(&mut Vec<u8>, &mut Hand<'_>) -> bool;

/// Changes of the bytes, by their names in the ids of mutants. JSON seldom remains valid.
const OF_BYTES: &[(&str, Operator)] = &[
    ("cut", bytes::cut),
    ("insert", bytes::insert),
    ("replace", bytes::replace),
    ("move", bytes::shift),
    ("repeat", bytes::repeat),
    ("join", bytes::join),
    ("nest", bytes::nest),
];

/// Changes of JSON, which mostly remains valid.
const OF_JSON: &[(&str, Operator)] =
    &[("key", bytes::key), ("escape", bytes::escape), ("value", bytes::value), ("lines", bytes::lines)];

/// The maximum size, in bytes, of a document that mutants are made of, because many mutants are read.
const SMALL: usize = 10_000;

/// Every kind of hook. `None` means a command.
const HANDLERS: &[Option<&str>] = &[None, Some("command"), Some("http"), Some("mcp_tool")];

/// Every kind of hook that asks a model, or none.
const MODELS: &[Option<&str>] = &[None, Some("prompt"), Some("agent")];

/// The reasons why a model stops, or none.
const STOPS: &[Option<&str>] = &[None, Some("end_turn"), Some("refusal"), Some("max_tokens"), Some("Refusal")];

/// An endless source of mutants. It is empty if there are no documents.
pub struct Mutants {
    seed: u64,
    random: Random,
    made: u64,
    documents: Vec<Document>,
    /// The documents that are JSON objects. Mutants of unreadable documents seldom become readable.
    objects: Vec<Document>,
    pool: Pool,
    /// The events of the catalogue.
    events: Vec<String>,
    asked: Asked,
}

impl Mutants {
    /// Creates a source of mutants of these documents.
    pub fn new(root: &Root, seed: u64, documents: &[Document]) -> Result<Self, String> {
        let documents: Vec<Document> = documents.iter().filter(|it| it.bytes.len() <= SMALL).cloned().collect();
        let object = |it: &Document| serde_json::from_slice(&it.bytes).ok().filter(Value::is_object);
        let objects = documents.iter().filter(|it| object(it).is_some()).cloned().collect();
        let mut pool = Pool::new(&vector::bundle(root)?, documents.iter().filter_map(object).collect());
        pool.documents = documents.iter().map(|it| it.bytes.clone()).collect();
        let (events, asked) = (vector::events(root)?, Asked::all(root)?);
        Ok(Self { seed, random: Random::new(seed), made: 0, documents, objects, pool, events, asked })
    }

    fn choose(&mut self) -> Option<Document> {
        let among = if self.random.one_in(2) { &self.documents } else { &self.objects };
        self.random.pick(among).cloned()
    }

    /// Changes the text and returns the name of the change.
    fn change(&mut self, text: &mut Vec<u8>) -> &'static str {
        let mut hand = Hand { random: &mut self.random, pool: &self.pool };
        loop {
            let operators = if hand.random.one_in(2) { OF_BYTES } else { OF_JSON };
            let Some((name, operator)) = hand.random.pick(operators) else { return "nothing" };
            if operator(text, &mut hand) {
                return name;
            }
        }
    }

    /// Sometimes changes the context of a document: its side, host, profile, event, handler or tool.
    fn turn(&mut self, document: &mut Document) {
        if self.random.one_in(12) && document.read != Side::Prompt {
            document.read = if document.read == Side::Input { Side::Reply } else { Side::Input };
        }
        if self.random.one_in(6) {
            document.host = self.random.pick(&self.asked.hosts).cloned();
        }
        if document.read == Side::Input {
            (document.event, document.handler, document.tool, document.profile) = (None, None, None, None);
            return;
        }
        if self.random.one_in(6) {
            document.profile = self.random.pick(&self.asked.profiles).cloned();
        }
        if self.random.one_in(3) {
            document.event = self.random.pick(&self.events).cloned();
        }
        if self.random.one_in(3) {
            let kinds = if document.read == Side::Prompt { MODELS } else { HANDLERS };
            document.handler = self.random.pick(kinds).copied().flatten().map(str::to_owned);
        }
        if self.random.one_in(6) && document.read == Side::Reply {
            document.tool = self.random.pick(&self.asked.tools).cloned();
        }
        if let Some(asked) = &mut document.asked {
            self.ask(asked);
        }
    }

    /// Sometimes changes the context of a model's answer.
    fn ask(&mut self, asked: &mut OfModel) {
        if self.random.one_in(4) {
            asked.stop_reason = self.random.pick(STOPS).copied().flatten().map(str::to_owned);
        }
        asked.timed_out ^= self.random.one_in(20);
        asked.unstructured ^= self.random.one_in(6);
        asked.continue_on_block ^= self.random.one_in(3);
    }
}

impl Iterator for Mutants {
    type Item = Document;

    fn next(&mut self) -> Option<Document> {
        let mut document = self.choose()?;
        let count = *self.random.pick(COUNTS)?;
        let names: Vec<&str> = (0..count).map(|_| self.change(&mut document.bytes)).collect();
        self.turn(&mut document);
        self.made += 1;
        document.id = format!("mutant/{}/{:07}/{}/{}", self.seed, self.made, names.join("+"), document.id);
        Some(document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STOP: &[u8] = b"{\"hook_event_name\":\"Stop\",\n\"stop_hook_active\":false}";

    fn mutants(seed: u64) -> Vec<Vec<u8>> {
        let id = "stop".to_owned();
        let [event, handler, host, tool, profile] = [const { None }; 5];
        let stop =
            Document { id, read: Side::Input, event, handler, host, tool, profile, asked: None, bytes: STOP.to_vec() };
        let random = Random::new(seed);
        let [events, hosts, tools, profiles] = ["Stop", "2.1.42", "Bash", "other"].map(|name| vec![name.to_owned()]);
        let (documents, objects) = (vec![stop.clone()], vec![stop]);
        let asked = Asked { hosts, tools, profiles };
        let mutants = Mutants { seed, random, made: 0, documents, objects, pool: pool(), events, asked };
        mutants.take(200).map(|it| it.bytes).collect()
    }

    fn pool() -> Pool {
        let mut pool = Pool::new(&serde_json::json!({"$defs": {}}), Vec::new());
        pool.documents.push(b"text".to_vec());
        pool
    }

    #[test]
    fn a_seed_gives_the_same_mutants_and_another_one_others() {
        assert_eq!(mutants(1), mutants(1));
        assert_ne!(mutants(1), mutants(2));
    }

    #[test]
    fn every_operator_changes_something() {
        let pool = pool();
        for (name, operator) in OF_BYTES.iter().chain(OF_JSON) {
            let mut random = Random::new(7);
            let changes = (0..50).filter(|_| {
                let mut text = STOP.to_vec();
                operator(&mut text, &mut Hand { random: &mut random, pool: &pool }) && text != STOP
            });
            assert!(changes.count() > 10, "{name}");
        }
    }

    #[test]
    fn an_empty_text_can_be_changed() {
        let pool = pool();
        for (name, operator) in OF_BYTES.iter().chain(OF_JSON) {
            let mut random = Random::new(7);
            let mut text = Vec::new();
            let changed = operator(&mut text, &mut Hand { random: &mut random, pool: &pool });
            assert_eq!(changed, !text.is_empty(), "{name}");
        }
    }
}
