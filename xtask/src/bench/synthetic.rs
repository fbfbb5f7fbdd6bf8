//! Synthetic schema sets of any size, with the shapes of a hook contract.
//!
//! Each file has ten definitions: an object that others extend or a closed one, a string enum, three events (the object
//! extended, with a constant tag), the union over them, a closed record, an object with lists, a map, and a root
//! object.

use std::path::Path;
use std::{fs, io};

use serde_json::{Map, Value, json};

/// Writes a set with this many definitions into a folder.
///
/// # Errors
/// The file system reports an error.
pub fn write(folder: &Path, definitions: usize) -> io::Result<()> {
    fs::create_dir_all(folder.join("groups"))?;
    fs::write(folder.join("codegen.toml"), SET_FILE)?;
    for group in 0..definitions.div_ceil(10) {
        let text = format!("{:#}\n", Group(group).file());
        fs::write(folder.join(format!("groups/group-{group:04}.schema.json")), text)?;
    }
    Ok(())
}

/// Writes a set of this many objects, each with a list of the next one, and the last one with a list of the first.
///
/// # Errors
/// The file system reports an error.
pub fn write_cycle(folder: &Path, definitions: usize) -> io::Result<()> {
    let object = |at: usize| {
        let next = format!("#/$defs/Node{}", (at + 1) % definitions);
        json!({
            "description": "A node.",
            "type": "object",
            "properties": {"next": {"description": "The next ones.", "type": "array", "items": {"$ref": next}}},
        })
    };
    let defs: Map<String, Value> = (0..definitions).map(|at| (format!("Node{at}"), object(at))).collect();
    fs::create_dir_all(folder)?;
    fs::write(folder.join("codegen.toml"), SET_FILE)?;
    let file = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": defs});
    fs::write(folder.join("cycle.schema.json"), format!("{file:#}\n"))
}

// The validators are left out, as in the types of the canonical set: none of the others writes any.
const SET_FILE: &str = r#"[package]
name = "bench"
version = "0.1.0"
license = "MIT"
validators = false
summary = "As many types as were asked for."

[ids]
prefix = "urn:bench:"
"#;

const EVENTS: [&str; 3] = ["Started", "Changed", "Stopped"];

/// A file, by its number.
struct Group(usize);

impl Group {
    fn name(&self, of: &str) -> String {
        format!("{of}{:04}", self.0)
    }

    /// Returns true for every other group. The others have a detail, and extend the base of the group before.
    fn has_base(&self) -> bool {
        self.0.is_multiple_of(2)
    }

    fn file(&self) -> Value {
        let mut defs = Map::new();
        let mut add = |name: &str, schema: Value| drop(defs.insert(self.name(name), schema));
        if self.has_base() {
            add("Base", self.base());
        } else {
            add("Detail", self.detail());
        }
        add("Level", self.level());
        EVENTS.iter().for_each(|event| add(event, self.event(event)));
        add("Event", json!({"description": self.says("event of any kind"), "oneOf": self.events()}));
        add("Record", self.record());
        add("History", self.history());
        let records = self.own("Record");
        add(
            "Index",
            json!({"description": self.says("map of records"), "type": "object", "additionalProperties": records}),
        );
        let mut file = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": format!("group-{:04}.schema.json", self.0),
            "title": self.name("Bundle"),
            "description": self.says("bundle"),
            "x-direction": if self.0 % 4 < 2 { "input" } else { "output" },
            "type": "object",
            "properties": self.bundled(),
            "required": ["history"],
        });
        file["$defs"] = Value::Object(defs);
        file
    }

    fn says(&self, what: &str) -> String {
        format!("The {what} of group {}, as a program would send it when it has something to say.", self.0)
    }

    fn own(&self, name: &str) -> Value {
        json!({"$ref": format!("#/$defs/{}", self.name(name))})
    }

    fn own_with(&self, name: &str, description: &str) -> Value {
        json!({"$ref": format!("#/$defs/{}", self.name(name)), "description": description})
    }

    fn base(&self) -> Value {
        json!({
            "description": self.says("part that the events share"),
            "type": "object",
            "properties": {
                "session_id": {"type": "string", "description": "Id of the session."},
                "cwd": {"type": "string", "description": "Where it runs."},
                "attempt": {"type": "integer", "description": "How often it was tried."},
                "verbose": {"type": "boolean", "description": "Whether `more` is told."}
            },
            "required": ["session_id", "cwd"]
        })
    }

    fn detail(&self) -> Value {
        json!({
            "description": self.says("closed detail"),
            "type": "object",
            "properties": {
                "code": {"type": "integer", "description": "A number."},
                "reason": {"type": "string", "description": "Why."}
            },
            "required": ["code"],
            "additionalProperties": false
        })
    }

    fn level(&self) -> Value {
        let own = format!("level-{}", self.0);
        json!({"description": self.says("level"), "type": "string", "enum": ["low", "medium", "high", own]})
    }

    fn event(&self, event: &str) -> Value {
        let base = if self.has_base() {
            self.own("Base")
        } else {
            let before = Self(self.0 - 1);
            json!({"$ref": format!("group-{:04}.schema.json#/$defs/{}", before.0, before.name("Base"))})
        };
        json!({
            "description": self.says(&format!("event {event}")),
            "type": "object",
            "allOf": [base],
            "properties": {
                "event_name": {"const": event, "description": format!("Always `{event}`.")},
                "level": self.own_with("Level", "How much it matters."),
                "message": {"type": "string", "description": "What happened, in **one** sentence."},
                "tags": {"type": "array", "items": {"type": "string"}, "description": "Words to find it by."},
                "ratio": {"type": ["number", "null"], "description": "A share, if it is known."}
            },
            "required": ["event_name", "level", "message"]
        })
    }

    fn events(&self) -> Value {
        EVENTS.iter().map(|event| self.own(event)).collect()
    }

    fn record(&self) -> Value {
        json!({
            "description": self.says("closed record"),
            "type": "object",
            "properties": {
                "id": {"type": "integer", "description": "Its number."},
                "name": {"type": "string", "description": "Its name."},
                "level": self.own_with("Level", "Its level."),
                "note": {"type": "string", "description": "What else there is to say."}
            },
            "required": ["id", "name"],
            "additionalProperties": false
        })
    }

    fn history(&self) -> Value {
        json!({
            "description": self.says("list of events"),
            "type": "object",
            "properties": {
                "events": {"type": "array", "items": self.own("Event"), "description": "In order."},
                "records": {"type": "array", "items": self.own("Record"), "description": "All of them."}
            },
            "required": ["events"]
        })
    }

    fn bundled(&self) -> Value {
        let mut properties = json!({
            "history": self.own_with("History", "What was."),
            "index": self.own_with("Index", "Where it is."),
            "last": self.own_with("Event", "The last one."),
            "more": {"type": "object", "description": "Anything."}
        });
        if !self.has_base() {
            properties["detail"] = self.own_with("Detail", "A detail.");
        }
        properties
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_has_the_requested_number_of_definitions_and_generates() -> Result<(), String> {
        let folder = std::env::temp_dir().join(format!("xtask-synthetic-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        write(&folder, 40).map_err(|error| error.to_string())?;
        let read = hookwire_codegen::generate::read(&folder).map_err(|found| format!("{found:#?}"));
        fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        let contract = read?.contract;
        assert_eq!(contract.types.len(), 40);
        assert!(contract.types.iter().any(|def| def.output) && contract.types.iter().any(|def| def.input));
        Ok(())
    }
}
