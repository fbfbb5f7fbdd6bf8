//! OpenAPI documents as schemas: what is under `components/schemas` becomes the definitions of a schema file. Nothing else of a
//! document is read.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::schema::{Draft, JsonFile, is_asserted, step};

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

/// Returns true for a document with schemas.
pub fn has_schemas(file: &JsonFile) -> bool {
    version(file).is_some() && file.value.pointer(SCHEMAS).and_then(Value::as_object).is_some_and(|all| !all.is_empty())
}

/// Returns the schema file of a document, and any other file as it is; none for a document without schemas, which is reported.
pub fn as_schema(mut file: JsonFile, found: &mut Diagnostics) -> Option<JsonFile> {
    let Some(version) = version(&file) else { return Some(file) };
    let is_first = version == "3.0" || version.starts_with("3.0.");
    let schemas = match file.value.pointer(SCHEMAS) {
        Some(Value::Object(schemas)) if !schemas.is_empty() => schemas.clone(),
        _ => {
            let message = "this OpenAPI document has no schemas under `components/schemas`";
            let finding = Diagnostic::error(Code::NoSchema, message)
                .at(file.place("/components"))
                .because("the schemas in its paths have no names, so no types are made of them");
            found.push(finding.instead("move them to `components/schemas`, and refer to them"));
            return None;
        }
    };
    // The first version has the keywords of draft-04, the others those of draft 2020-12.
    let draft = if is_first { Draft::Four } else { Draft::Newest };
    let dialect =
        file.value.get("jsonSchemaDialect").filter(|it| it.as_str().is_some_and(|it| it.contains("json-schema.org/")));
    let dialect = dialect.cloned().unwrap_or_else(|| draft.url().into());
    let places = schemas.keys().map(|name| (step(DEFINITIONS, name), step(SCHEMAS, name)));
    file.add_respelled(places.collect());
    file.value = json!({"$schema": dialect, "$defs": schemas});
    let (mut without_type, mut selecting) = (Vec::new(), Vec::new());
    file.each_schema_mut(&mut |schema, at| {
        if let Some(Value::String(property)) = schema.get("discriminator").and_then(|it| it.get("propertyName"))
            && ["oneOf", "anyOf"].iter().any(|key| schema.contains_key(*key))
        {
            selecting.push((at.pointer(), property.clone()));
        }
        ANNOTATIONS.iter().for_each(|key| drop(schema.shift_remove(*key)));
        if is_first && !spell_null(schema) {
            without_type.push(at.pointer());
        }
    });
    for (pointer, property) in selecting {
        file.add_selecting(&pointer, property);
    }
    if let Some(first) = without_type.first() {
        let count = without_type.len();
        let message = match count {
            1 => "`nullable` without `type` has no effect".to_owned(),
            _ => format!("`nullable` without `type` has no effect ({count} times)"),
        };
        let finding = Diagnostic::warning(Code::Dialect, message)
            .at(file.place(first))
            .because("in OpenAPI 3.0 it adds null to the `type` beside it, so null is refused here if what is beside it refuses null");
        found.push(finding.instead("write `type` beside it, or use `anyOf` with a schema that takes null"));
    }
    Some(file)
}

/// Spells `nullable`, which has an effect only beside a type. Returns false if it has none, and something else is beside it.
fn spell_null(schema: &mut Map<String, Value>) -> bool {
    let is_nullable = schema.shift_remove("nullable") == Some(Value::Bool(true));
    if let Some(Value::String(of)) = schema.get("type").filter(|_| is_nullable).cloned() {
        schema.insert("type".to_owned(), json!([of, "null"]));
        return true;
    }
    !is_nullable || !schema.keys().any(|key| is_asserted(key))
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
