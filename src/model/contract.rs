//! A contract: its types, operations and tables.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;

use super::{Assertion, Identity, TypeDef, Types, problem};

/// Everything that a target renders.
#[derive(Debug, Clone)]
pub struct Contract {
    /// Name, version, host and ids of the set, from its `codegen.toml`.
    pub set: Identity,
    /// The names of the features that the set lists.
    pub features: Vec<String>,
    /// Modules, each after those that it refers to.
    pub modules: Vec<Module>,
    /// Types, each after those that it refers to, where there is no cycle.
    pub types: Types,
    /// The operations of the set: what is read and what is written for each.
    pub operations: Operations,
    /// The tables of the set, by name: what the types of keyed values follow from.
    pub tables: IndexMap<String, Vec<Row>>,
    /// The definitions that some assertion refers to, by name, each as an assertion of its own.
    pub assertions: IndexMap<String, Assertion>,
}

/// A row of a table: a value that another field may have, with what follows from it.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The value: `Bash`. Of a row with a prefix only what people call it.
    pub name: String,
    /// The values that the row is for begin with this: `mcp__`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// Other values that mean the same.
    pub aliases: Vec<String>,
    /// By the name of the column the type that is in it; nothing where none is known. Columns are the keys that some
    /// [`Expr::Keyed`](super::Expr::Keyed) names.
    pub cells: IndexMap<String, Option<String>>,
    /// The row as it is in its file, for what only templates read.
    pub facts: Value,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Column {
    /// The table's name.
    pub table: String,
    /// The key of its rows.
    pub column: String,
}

/// A schema file, or two that are the directions of one thing: what becomes one file of a package.
#[derive(Debug, Clone, Serialize)]
pub struct Module {
    /// Kebab case, as the file is named: `pre-tool-use`.
    pub name: String,
    /// Names of the types in it, dependencies first.
    pub types: Vec<String>,
    /// Names of the other modules whose types it refers to.
    pub uses: Vec<String>,
    /// Those of them that lead back to this one: a language that loads a module as a whole cannot begin with them.
    pub back: Vec<String>,
}

/// The operations of a set, in the order of its catalogue; none in a set without one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Operations {
    /// Every operation.
    pub each: Vec<Operation>,
    /// The union over all inputs, if the set has it.
    pub input: Option<String>,
    /// The output of an operation that is not known, if the set has it.
    pub output: Option<String>,
}

impl Operations {
    /// The operation of this name.
    pub fn named(&self, name: &str) -> Option<&Operation> {
        self.each.iter().find(|it| it.name == name)
    }

    /// There is an operation of this name.
    pub fn has(&self, name: &str) -> bool {
        self.named(name).is_some()
    }
}

/// A named pair of what is read and what is written for it: an event, a request, a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// As on the wire: `PreToolUse`.
    pub name: String,
    /// The module of its types: `pre-tool-use`.
    pub module: String,
    /// The type of its input.
    pub input: String,
    /// The type of its output.
    pub output: String,
    /// Further types that are of this operation alone.
    pub parts: Vec<String>,
}

impl Contract {
    /// The type of this name.
    pub fn get(&self, name: &str) -> Option<&TypeDef> {
        self.types.named(name)
    }

    /// The set has validators, which report problems.
    pub fn reports_problems(&self) -> bool {
        self.features.iter().any(|name| name == problem::FEATURE)
    }

    /// Something in the types has an assertion.
    pub fn has_assertions(&self) -> bool {
        self.types.iter().any(|def| !def.kind.assertions().is_empty())
    }
}
