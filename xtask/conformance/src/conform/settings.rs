//! Random settings: documents whose texts are made of the pieces in `tests/conform/settings.json`, so that the problems of
//! texts are compared as well. Mutants of examples seldom have any.

use serde_json::{Map, Value, json};

use hookwire_harness::Root;

use crate::random::Random;
use crate::vector::{self, Vector};

/// An endless source of random settings.
pub struct Settings {
    seed: u64,
    random: Random,
    made: u64,
    pieces: Value,
    hosts: Vec<String>,
}

impl Settings {
    /// Reads what settings are made of.
    pub fn new(root: &Root, seed: u64) -> Result<Self, String> {
        let path = root.path("tests/conform/settings.json");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let pieces = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { seed, random: Random::new(seed), made: 0, pieces, hosts: vector::versions(root)? })
    }

    /// Returns a piece of a list.
    pub fn one(&mut self, key: &str) -> Value {
        let all = self.pieces[key].as_array().map(Vec::as_slice).unwrap_or_default();
        self.random.pick(all).cloned().unwrap_or_default()
    }

    fn text(&mut self) -> Value {
        let count = self.random.below(6);
        let pieces = (0..count).map(|_| self.one("pieces"));
        Value::String(pieces.filter_map(|it| it.as_str().map(str::to_owned)).collect())
    }

    fn list(&mut self, most: usize, item: fn(&mut Self) -> Value) -> Value {
        let count = self.random.below(most + 1);
        (0..count).map(|_| item(self)).collect()
    }

    fn argument(&mut self) -> Value {
        if self.random.one_in(6) { self.one("arguments") } else { self.text() }
    }

    fn handler(&mut self) -> Value {
        let mut it = if self.random.one_in(4) {
            let mut it = json!({"type": "http", "url": self.text(), "allowedEnvVars": ["T"]});
            it["headers"] = json!({"A": self.text(), "b/~": self.text()});
            it
        } else {
            let mut it = json!({"type": "command", "command": self.text()});
            if self.random.one_in(3) {
                it["args"] = self.list(3, Self::argument);
            }
            it
        };
        let extras = [
            ("shell", json!("powershell")),
            ("async", json!(true)),
            ("asyncRewake", json!(true)),
            ("onFailure", json!("block")),
            ("timeout", json!(86_400)),
        ];
        for (key, value) in extras {
            if self.random.one_in(9) {
                it[key] = value;
            }
        }
        if self.random.one_in(3) {
            it["if"] = self.one("conditions");
        }
        it
    }

    fn group(&mut self) -> Value {
        let mut it = json!({"hooks": self.list(3, Self::handler)});
        if !self.random.one_in(5) {
            it["matcher"] = self.one("matchers");
        }
        it
    }

    fn events(&mut self) -> Value {
        let count = self.random.below(4);
        let mut events = Map::new();
        for _ in 0..count {
            if let Value::String(event) = self.one("events") {
                events.insert(event, self.list(3, Self::group));
            }
        }
        Value::Object(events)
    }

    /// Returns a document with events below `hooks`.
    pub fn of_events(&mut self) -> Value {
        json!({"hooks": self.events()})
    }

    /// Returns a number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    /// Returns a version of the host, one time in so many.
    pub fn host(&mut self, of: usize) -> Option<String> {
        self.random.one_in(of).then(|| self.random.pick(&self.hosts).cloned()).flatten()
    }

    /// Returns the name of a type and a document of it.
    fn document(&mut self) -> (&'static str, Value) {
        match self.random.below(9) {
            0 => ("PluginHooks", json!({"hooks": self.events()})),
            1 if self.random.one_in(2) => ("PluginManifest", json!({"hooks": self.one("manifests")})),
            1 => ("PluginManifest", json!({"hooks": [self.events(), self.one("manifests")]})),
            2 => ("HooksFrontmatter", json!({"hooks": self.events()})),
            3 => ("HookMatcherGroup", self.group()),
            4 => ("HookHandler", self.handler()),
            5 => ("HooksSettings", json!({"hooks": self.events(), "env": self.one("variables")})),
            _ => ("HooksSettings", json!({"hooks": self.events()})),
        }
    }
}

impl Iterator for Settings {
    type Item = Vector;

    fn next(&mut self) -> Option<Vector> {
        let (of, document) = self.document();
        self.made += 1;
        let vector = Vector::new(format!("settings/{}/{:07}", self.seed, self.made), of, &document);
        match self.random.one_in(4).then(|| self.random.pick(&self.hosts)).flatten() {
            Some(host) => vector.for_host(host).ok(),
            None => Some(vector),
        }
    }
}
