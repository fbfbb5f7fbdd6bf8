//! Formats that are types of the languages: `"format": "date"` is `"format": "native-date"`, if the set says so. All later
//! steps know it by this name, and the published schemas have the format as it was written.

use serde_json::{Map, Value};

use crate::model::StandardFormat;
use crate::schema::{JsonFile, each_below};
use crate::set::SetFile;

/// Writes the names of native formats.
pub fn rename(set: &SetFile, schemas: &mut [JsonFile]) {
    let listed = set.formats.native.iter().filter_map(|name| StandardFormat::native(name));
    let native: Vec<StandardFormat> = listed.collect();
    if native.is_empty() {
        return;
    }
    for file in schemas.iter_mut().filter(|file| !file.is_built_in()) {
        if let Value::Object(schema) = &mut file.value {
            rename_in(schema, &native);
        }
    }
}

fn rename_in(schema: &mut Map<String, Value>, native: &[StandardFormat]) {
    each_below(schema, &mut |inner, _, _| rename_in(inner, native));
    if let Some(Value::String(name)) = schema.get_mut("format")
        && let Some(format) = native.iter().find(|format| format.published() == name)
    {
        *name = format.name();
    }
}
