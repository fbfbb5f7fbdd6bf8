//! A contract: its types, operations and tables.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;

use super::{Assertion, Discriminator, Expr, Identity, Kind, Test, TypeDef, Types, problem};

/// A contract: everything that a target renders.
#[derive(Debug, Clone)]
pub struct Contract {
    /// The name, version, host and ids of the set, from its `codegen.toml`.
    pub set: Identity,
    /// The names of the features that the set lists.
    pub features: Vec<String>,
    /// True if the packages have validators, which report problems.
    pub validators: bool,
    /// Integers have all values of 64 bits, and not only those that JavaScript holds.
    pub wide: bool,
    /// The modules, dependencies first.
    pub modules: Vec<Module>,
    /// The namespaces of the set, by name.
    pub namespaces: Vec<Namespace>,
    /// The types, dependencies first where there is no cycle.
    pub types: Types,
    /// The operations of the set, each with its input and output.
    pub operations: Operations,
    /// The tables of the set, by name. The types of keyed values follow from them.
    pub tables: IndexMap<String, Vec<Row>>,
    /// The definitions that assertions refer to, by name, each as an assertion.
    pub assertions: IndexMap<String, Assertion>,
}

/// A row of a table: a value that another field can have, and the types that it selects.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// The value: `Bash`. For a row with a prefix, only a name for people.
    pub name: String,
    /// The prefix of the values that select the row: `mcp__`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// Other values with the same meaning.
    pub aliases: Vec<String>,
    /// The type in each column, by column; `None` if no type is known. Columns are the keys that some
    /// [`Expr::Keyed`](super::Expr::Keyed) names.
    pub cells: IndexMap<String, Option<String>>,
    /// The whole row from its file, for templates.
    pub facts: Value,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Column {
    /// The table's name.
    pub table: String,
    /// The key in its rows.
    pub column: String,
}

/// A schema file, or the input and output files of one thing. It becomes one file of a package.
#[derive(Debug, Clone, Serialize)]
pub struct Module {
    /// The name in kebab case, like the file: `pre-tool-use`.
    pub name: String,
    /// The namespace of its types; `None` for the root of a package.
    pub namespace: Option<String>,
    /// The names of its types, dependencies first.
    pub types: Vec<String>,
    /// The names of the other modules that it refers to.
    pub uses: Vec<String>,
    /// The ones among them that lead back to this module. A language that loads modules as a whole cannot load them
    /// first.
    pub back: Vec<String>,
}

/// A part of a package with a name of its own, such as `tools`: a module in Rust and Python, a subpath in npm.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Namespace {
    /// The name, from `codegen.toml`.
    pub name: String,
    /// The names of its modules, dependencies first.
    pub modules: Vec<String>,
    /// The names of its types, in the order of its modules.
    pub types: Vec<String>,
    /// The other namespaces that its types refer to, directly or through others.
    pub uses: Vec<String>,
    /// True if types at the root of the package refer to it, directly or through others.
    pub required: bool,
}

/// The operations of a set, in the order of its catalogue; empty without a catalogue.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Operations {
    /// Every operation.
    pub each: Vec<Operation>,
    /// The union over all inputs, if the set has it.
    pub input: Option<String>,
    /// The output of an unknown operation, if the set has it.
    pub output: Option<String>,
}

impl Operations {
    /// Returns the operation of this name.
    pub fn named(&self, name: &str) -> Option<&Operation> {
        self.each.iter().find(|it| it.name == name)
    }

    /// Returns true if there is an operation of this name.
    pub fn has(&self, name: &str) -> bool {
        self.named(name).is_some()
    }
}

/// A named pair of an input and an output: an event, a request, a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The name on the wire: `PreToolUse`.
    pub name: String,
    /// The module of its types: `pre-tool-use`.
    pub module: String,
    /// The type of its input.
    pub input: String,
    /// The type of its output.
    pub output: String,
    /// Other types that only this operation uses.
    pub parts: Vec<String>,
}

impl Contract {
    /// Returns the type of this name.
    pub fn get(&self, name: &str) -> Option<&TypeDef> {
        self.types.named(name)
    }

    /// Returns true if the set defines the types of problems itself.
    pub fn defines_problems(&self) -> bool {
        self.features.iter().any(|name| name == problem::FEATURE)
    }

    /// Returns true if a rule of a type tests for a pattern.
    pub fn has_patterns_in_rules(&self) -> bool {
        let structs = self.types.iter().filter_map(|def| match &def.kind {
            Kind::Struct(it) => Some(it),
            _ => None,
        });
        let mut conditions = structs.flat_map(|it| &it.rules).flat_map(|rule| rule.when.iter().chain(&rule.then));
        conditions.any(|condition| matches!(condition.test, Test::Matches { .. }))
    }

    /// Returns true if a field has its default where it is absent.
    pub fn fills(&self) -> bool {
        let is_filled =
            |def: &TypeDef| matches!(&def.kind, Kind::Struct(it) if it.fields.iter().any(|field| field.filled));
        self.types.iter().any(is_filled)
    }

    /// Returns true if a type has an assertion.
    pub fn has_assertions(&self) -> bool {
        self.types.iter().any(|def| !def.kind.assertions().is_empty())
    }

    /// Returns the names of the native types that strings have, at any depth.
    pub fn natives(&self) -> BTreeSet<&'static str> {
        fn add(expr: &Expr, found: &mut BTreeSet<&'static str>) {
            found.extend(expr.native());
            expr.parts().for_each(|part| add(part, found));
        }
        let mut found = BTreeSet::new();
        self.types.iter().flat_map(|def| def.kind.exprs()).for_each(|expr| add(expr, &mut found));
        found
    }

    /// Returns true if a type has an expression like this, at any depth.
    pub fn has(&self, is_like: &impl Fn(&Expr) -> bool) -> bool {
        fn has(expr: &Expr, is_like: &impl Fn(&Expr) -> bool) -> bool {
            is_like(expr) || expr.parts().any(|part| has(part, is_like))
        }
        self.types.iter().any(|def| def.kind.exprs().into_iter().any(|expr| has(expr, is_like)))
    }

    /// Returns true if the packages validate values: they have validators, or readers that try the members of a union.
    pub fn checks_values(&self) -> bool {
        let is_tried =
            |def: &TypeDef| matches!(&def.kind, Kind::Union(it) if matches!(it.by, Discriminator::Trial { .. }));
        self.validators || self.types.iter().any(is_tried)
    }
}
