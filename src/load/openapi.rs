//! OpenAPI documents as schemas: what is under `components/schemas` becomes the definitions of a schema file. Nothing else of a
//! document is read.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::schema::{COMPONENTS, Draft, JsonFile, from_fragment, is_asserted, step, unescaped};

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
    version(file).is_some()
        && file.value.pointer(COMPONENTS).and_then(Value::as_object).is_some_and(|all| !all.is_empty())
}

/// Returns the schema file of a document, and any other file as it is; none for a document without schemas, which is reported.
pub fn as_schema(mut file: JsonFile, found: &mut Diagnostics) -> Option<JsonFile> {
    let Some(version) = version(&file) else { return Some(file) };
    let is_first = version == "3.0" || version.starts_with("3.0.");
    let schemas = match file.value.pointer(COMPONENTS) {
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
    let places = schemas.keys().map(|name| (step(DEFINITIONS, name), step(COMPONENTS, name)));
    file.add_respelled(places.collect());
    file.value = json!({"$schema": dialect, "$defs": schemas});
    let (mut without_effect, mut selecting) = (Vec::new(), Vec::new());
    file.each_schema_mut(&mut |schema, at| {
        if let Some(Value::String(property)) = schema.get("discriminator").and_then(|it| it.get("propertyName"))
            && ["oneOf", "anyOf"].iter().any(|key| schema.contains_key(*key))
        {
            selecting.push((at.pointer(), property.clone()));
        }
        ANNOTATIONS.iter().for_each(|key| drop(schema.shift_remove(*key)));
        if is_first && let Some(beside) = spell_null(schema, &schemas) {
            without_effect.push((beside, at.pointer()));
        }
    });
    for (pointer, property) in selecting {
        file.add_selecting(&pointer, property);
    }
    for beside in ["without `type`", "beside `allOf`"] {
        let mut places = without_effect.iter().filter(|(known, _)| *known == beside).map(|(_, pointer)| pointer);
        let Some(first) = places.next() else { continue };
        let message = match 1 + places.count() {
            1 => format!("`nullable` {beside} has no effect"),
            count => format!("`nullable` {beside} has no effect ({count} times)"),
        };
        let finding = Diagnostic::warning(Code::Dialect, message)
            .at(file.place(first))
            .because("in OpenAPI 3.0 it adds null to the `type` beside it, so null is refused here if what is beside it refuses null");
        found.push(finding.instead("write `type` beside it, or use `anyOf` with a schema that takes null"));
    }
    Some(file)
}

/// Spells `nullable`, which has an effect only beside a type. Returns what it is beside if it has none.
fn spell_null(schema: &mut Map<String, Value>, schemas: &Map<String, Value>) -> Option<&'static str> {
    if schema.shift_remove("nullable") != Some(Value::Bool(true)) {
        return None;
    }
    let of = match schema.get("type") {
        Some(Value::String(of)) => of.clone(),
        _ => return schema.keys().any(|key| is_asserted(key)).then_some("without `type`"),
    };
    let parts = schema.get("allOf").and_then(Value::as_array);
    if parts.into_iter().flatten().any(|part| refuses_null(part, schemas, MOST_STEPS)) {
        return Some("beside `allOf`");
    }
    schema.insert("type".to_owned(), json!([of, "null"]));
    None
}

/// How many schemas in a row are followed.
const MOST_STEPS: usize = 16;

/// Returns true if a part of a schema surely refuses null.
fn refuses_null(part: &Value, schemas: &Map<String, Value>, steps: usize) -> bool {
    let Some(part) = part.as_object().filter(|_| steps > 0) else { return false };
    let target = part.get("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix(&format!("#{COMPONENTS}/")));
    // Beside a reference, nothing counts.
    if let Some(name) = target {
        return schemas.get(&unescaped(&from_fragment(name))).is_some_and(|it| refuses_null(it, schemas, steps - 1));
    }
    let parts = part.get("allOf").and_then(Value::as_array).into_iter().flatten();
    let is_nullable = part.get("nullable") == Some(&Value::Bool(true));
    (part.contains_key("type") && !is_nullable) || parts.into_iter().any(|it| refuses_null(it, schemas, steps - 1))
}

/// Makes references to the schemas of documents lead to the definitions.
pub fn redirect(files: &mut [JsonFile]) {
    let name_of = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let documents: BTreeSet<String> =
        files.iter().filter(|file| file.is_of_document()).map(|file| name_of(file.real_path())).collect();
    for file in files.iter_mut().filter(|_| !documents.is_empty()) {
        let is_own = file.is_of_document();
        file.each_schema_mut(&mut |schema, _| {
            let Some(Value::String(written)) = schema.get_mut("$ref") else { return };
            let Some((path, name)) = written.split_once(&format!("#{COMPONENTS}/")) else { return };
            if if path.is_empty() { is_own } else { documents.contains(&name_of(path)) } {
                *written = format!("{path}#{DEFINITIONS}/{name}");
            }
        });
    }
}
