//! Reads tables, from which the types of keyed values follow, and checks both against each other.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Scope;
use super::shape::Extras;
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Data;
use crate::model::{Column, Expr, Field, Kind, Origin, Row, Struct, TypeDef};
use crate::schema::{Find, JsonFile, step};

/// The tables of a set, by name.
pub type Tables = IndexMap<String, Vec<Row>>;

/// The columns that keyed values name, by table.
type Columns = BTreeMap<String, BTreeSet<String>>;

/// Keys of a row that are not columns.
const OWN: [&str; 3] = ["name", "prefix", "aliases"];

/// The keys of a row that this step reads; templates read the rest.
#[derive(Debug, Deserialize)]
struct Entry {
    name: String,
    prefix: Option<String>,
    #[serde(default)]
    aliases: Vec<String>,
}

/// Reads the tables, and checks them and the keyed values against each other.
pub fn tables(scope: &mut Scope<'_>, shapes: &[(TypeDef, Extras)]) -> Tables {
    let mut columns = Columns::new();
    for (def, _) in shapes {
        let Kind::Struct(it) = &def.kind else { continue };
        for field in &it.fields {
            keyed(scope, shapes, field, it, &mut columns);
        }
    }
    let set = scope.set;
    let mut tables = Tables::new();
    for (name, data) in &set.tables {
        match columns.get(name) {
            Some(columns) => drop(tables.insert(name.clone(), rows(scope, shapes, data, columns))),
            // A profile may lack the operations that use the table; the set itself is checked as a whole.
            None if !set.only.is_empty() => {}
            None => {
                let diagnostic = Diagnostic::error(Code::Table, format!("nothing refers to the table `{name}`"))
                    .because("what it says would be checked nowhere")
                    .instead("write `x-keyed` on a property, or leave the table out of `codegen.toml`");
                scope.found.push(diagnostic.at(data.file.place("")));
            }
        }
    }
    tables
}

/// Returns the types that the tables name for the keyed values of a definition.
pub fn named_by<'a>(def: &TypeDef, tables: &'a Tables) -> Vec<&'a str> {
    let Kind::Struct(it) = &def.kind else { return Vec::new() };
    let mut names = Vec::new();
    for field in &it.fields {
        if let Expr::Keyed { table, column, .. } = &field.expr {
            let rows = tables.get(table).into_iter().flatten();
            names.extend(rows.filter_map(|row| row.cells.get(column)?.as_deref()));
        }
    }
    names
}

/// Sets `unbound` of every type: the columns of its own keyed values without a key, and those of everything that it
/// refers to. One pass is enough if the types are in order without a cycle.
pub fn unbound(types: &mut [TypeDef]) {
    let own = |def: &TypeDef| {
        let exprs = def.kind.exprs().into_iter();
        exprs.filter_map(unbound_column).collect::<BTreeSet<Column>>()
    };
    let mut found: BTreeMap<String, BTreeSet<Column>> = types.iter().map(|def| (def.name.clone(), own(def))).collect();
    if found.values().all(BTreeSet::is_empty) {
        return;
    }
    loop {
        let mut grown = false;
        for def in &*types {
            let mut all = found[&def.name].clone();
            def.refs(&mut |name| all.extend(found[name].iter().cloned()));
            grown |= all.len() > found[&def.name].len();
            found.insert(def.name.clone(), all);
        }
        if !grown {
            break;
        }
    }
    for def in types {
        def.unbound = found.remove(&def.name).into_iter().flatten().collect();
    }
}

fn unbound_column(expr: &Expr) -> Option<Column> {
    match expr {
        Expr::Keyed { table, column, by: None, .. } => Some(Column { table: table.clone(), column: column.clone() }),
        _ => None,
    }
}

// ---- keyed values ---------------------------------------------------------------------------------------------------

/// Records the column that a field names, and reports names that the set does not have.
fn keyed(scope: &mut Scope<'_>, shapes: &[(TypeDef, Extras)], field: &Field, of: &Struct, columns: &mut Columns) {
    let Expr::Keyed { table, column, by, except, .. } = &field.expr else { return };
    let at = |key: &str| {
        let pointer = step(&step(&field.origin.pointer, "x-keyed"), key);
        Origin { pointer, ..field.origin.clone() }
    };
    if let Some(by) = by.as_ref().filter(|by| !is_string(shapes, of, by)) {
        let diagnostic = Diagnostic::error(Code::Keyed, format!("`{by}` is not a string beside `{}`", field.name))
            .because("the row of the table is looked up by it")
            .instead("name a property of the same struct that holds a string, or leave `by` out");
        scope.report_at(&at("by"), diagnostic);
    }
    let Some(data) = scope.set.tables.get(table) else {
        let known: Vec<&str> = scope.set.tables.keys().map(String::as_str).collect();
        let advice = if known.is_empty() {
            "name its file under `[tables]` in `codegen.toml`".to_owned()
        } else {
            format!("one of: {}", known.join(", "))
        };
        let diagnostic = Diagnostic::error(Code::Keyed, format!("there is no table `{table}`")).instead(advice);
        return scope.report_at(&at("table"), diagnostic);
    };
    for name in
        except.iter().filter(|name| !entries(&data.file).any(|(_, row)| row.keyword("name") == Some(&json!(name))))
    {
        let diagnostic = Diagnostic::error(Code::Keyed, format!("the table `{table}` has no row `{name}`"));
        scope.report_at(&at("except"), diagnostic.instead("write the `name` of a row, or leave it out"));
    }
    let has = |(_, row): (usize, &Value)| row.get(column).is_some();
    if OWN.contains(&column.as_str()) || !entries(&data.file).any(has) {
        let diagnostic = Diagnostic::error(Code::Keyed, format!("the table `{table}` has no column `{column}`"))
            .instead("name a key of its rows that holds the names of types");
        scope.report_at(&at("column"), diagnostic);
        columns.entry(table.clone()).or_default();
    } else {
        columns.entry(table.clone()).or_default().insert(column.clone());
    }
}

/// Returns true if the struct has a string field of this name.
fn is_string(shapes: &[(TypeDef, Extras)], of: &Struct, name: &str) -> bool {
    let field = of.fields.iter().find(|field| field.name == name);
    field.is_some_and(|field| match &field.expr {
        Expr::String => true,
        Expr::Constant { value } => value.is_string(),
        Expr::Ref { name, .. } => shapes.iter().any(|(def, _)| def.name == *name && matches!(def.kind, Kind::Enum(_))),
        _ => false,
    })
}

// ---- rows -----------------------------------------------------------------------------------------------------------

fn entries(file: &JsonFile) -> impl Iterator<Item = (usize, &Value)> {
    file.value.keyword("rows").and_then(Value::as_array).into_iter().flatten().enumerate()
}

fn rows(scope: &mut Scope<'_>, shapes: &[(TypeDef, Extras)], data: &Data, columns: &BTreeSet<String>) -> Vec<Row> {
    let file = &data.file;
    if !file.value.keyword("rows").is_some_and(Value::is_array) {
        let diagnostic = Diagnostic::error(Code::Table, "a table without rows").at(file.place(""));
        scope.found.push(diagnostic.instead("write `\"rows\": [{\"name\": …, …}, …]`"));
    }
    let mut rows = Vec::new();
    let mut known = BTreeSet::new();
    for (index, facts) in entries(file) {
        let at = step("/rows", &index.to_string());
        match serde_json::from_value::<Entry>(facts.clone()) {
            Ok(entry) => {
                once(scope, file, &at, &entry, &mut known);
                let cells = columns.iter().map(|it| (it.clone(), cell(scope, shapes, file, facts, &at, it))).collect();
                let Entry { name, prefix, aliases } = entry;
                rows.push(Row { name, prefix, aliases, cells, facts: facts.clone() });
            }
            Err(error) => scope.found.push(Diagnostic::error(Code::Table, error.to_string()).at(file.place(&at))),
        }
    }
    rows
}

/// Reports duplicates in the table: among names and aliases together, and among prefixes.
fn once(scope: &mut Scope<'_>, file: &JsonFile, at: &str, entry: &Entry, known: &mut BTreeSet<(bool, String)>) {
    let own = (step(at, "name"), false, &entry.name);
    let prefix = entry.prefix.iter().map(|prefix| (step(at, "prefix"), true, prefix));
    let aliases = entry.aliases.iter().enumerate();
    let aliases = aliases.map(|(index, alias)| (step(&step(at, "aliases"), &index.to_string()), false, alias));
    for (at, is_prefix, word) in [own].into_iter().chain(prefix).chain(aliases) {
        if !known.insert((is_prefix, word.clone())) {
            let diagnostic = Diagnostic::error(Code::Table, format!("`{word}` is in the table twice"))
                .because("a value has one row")
                .instead("keep one of the two");
            scope.found.push(diagnostic.at(file.place(&at)));
        }
    }
}

/// Returns the type in a column of a row; `None` if no type is known.
fn cell(
    scope: &mut Scope<'_>,
    shapes: &[(TypeDef, Extras)],
    file: &JsonFile,
    row: &Value,
    at: &str,
    column: &str,
) -> Option<String> {
    let wrong = match row.get(column) {
        None | Some(Value::Null) => return None,
        Some(Value::String(name)) if shapes.iter().any(|(def, _)| def.name == *name) => return Some(name.clone()),
        Some(Value::String(name)) => format!("no schema defines `{name}`"),
        Some(_) => format!("`{column}` is not the name of a type"),
    };
    let diagnostic = Diagnostic::error(Code::Table, wrong)
        .because("values are checked against this type")
        .instead("add the schema, fix the name, or write null if no type is known");
    scope.found.push(diagnostic.at(file.place(&step(at, column))));
    None
}
