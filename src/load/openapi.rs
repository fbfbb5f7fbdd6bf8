//! OpenAPI documents as schemas: what is under `components/schemas` becomes the definitions of a schema file. Nothing else of a
//! document is read.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::schema::{Draft, JsonFile, step};

/// Where a document has its schemas.
const SCHEMAS: &str = "/components/schemas";

/// Where the schema file has them.
const DEFINITIONS: &str = "/$defs";

/// What describes a schema to tools of OpenAPI, and changes no verdict.
const ANNOTATIONS: [&str; 4] = ["discriminator", "example", "externalDocs", "xml"];

/// Returns the version of an OpenAPI document, 3.0 or later, or none for any other file.
fn version(file: &JsonFile) -> Option<&str> {
    file.value.get("openapi")?.as_str().filter(|version| version.starts_with("3."))
}

/// Returns the schema file of a document, and any other file as it is.
///
/// # Errors
/// The document has no schemas.
pub fn as_schema(mut file: JsonFile) -> Result<JsonFile, Diagnostics> {
    let Some(version) = version(&file) else { return Ok(file) };
    let is_first = version == "3.0" || version.starts_with("3.0.");
    let schemas = match file.value.pointer(SCHEMAS) {
        Some(Value::Object(schemas)) if !schemas.is_empty() => schemas.clone(),
        _ => {
            let message = "this OpenAPI document has no schemas under `components/schemas`";
            let finding = Diagnostic::error(Code::NoSchema, message)
                .at(file.place("/components"))
                .because("the schemas in its paths have no names, so no types are made of them");
            return Err(finding.instead("move them to `components/schemas`, and refer to them").into());
        }
    };
    // The first version has the keywords of draft-04, the others those of draft 2020-12.
    let draft = if is_first { Draft::Four } else { Draft::Newest };
    let dialect = file.value.get("jsonSchemaDialect").filter(|it| it.as_str().is_some_and(|it| it.contains("/draft")));
    let dialect = dialect.cloned().unwrap_or_else(|| draft.url().into());
    let places = schemas.keys().map(|name| (step(DEFINITIONS, name), step(SCHEMAS, name)));
    file.add_respelled(places.collect());
    file.value = json!({"$schema": dialect, "$defs": schemas});
    file.each_schema_mut(&mut |schema, _| {
        ANNOTATIONS.iter().for_each(|key| drop(schema.shift_remove(*key)));
        if is_first {
            spell_null(schema);
        }
    });
    Ok(file)
}

/// Spells `nullable`, which says something only beside a type.
fn spell_null(schema: &mut Map<String, Value>) {
    let is_nullable = schema.shift_remove("nullable") == Some(Value::Bool(true));
    if let Some(Value::String(of)) = schema.get("type").filter(|_| is_nullable).cloned() {
        schema.insert("type".to_owned(), json!([of, "null"]));
    }
}

/// Makes references to the schemas of documents lead to the definitions.
pub fn redirect(files: &mut [JsonFile]) {
    let name_of = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let documents: BTreeSet<String> =
        files.iter().filter(|file| is_document(file)).map(|file| name_of(file.real_path())).collect();
    for file in files.iter_mut().filter(|_| !documents.is_empty()) {
        let is_own = is_document(file);
        file.each_schema_mut(&mut |schema, _| {
            let Some(Value::String(written)) = schema.get_mut("$ref") else { return };
            let Some((path, name)) = written.split_once(&format!("#{SCHEMAS}/")) else { return };
            if if path.is_empty() { is_own } else { documents.contains(&name_of(path)) } {
                *written = format!("{path}#{DEFINITIONS}/{name}");
            }
        });
    }
}

/// Returns true if a schema file was a document.
fn is_document(file: &JsonFile) -> bool {
    let mut names = file.value.pointer(DEFINITIONS).and_then(Value::as_object).into_iter().flat_map(Map::keys);
    names.next().is_some_and(|name| *file.published(&step(DEFINITIONS, name)) == *step(SCHEMAS, name))
}
