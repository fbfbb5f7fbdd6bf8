//! Formats that are types of the languages: `"format": "date"` is `"format": "native-date"`, if the set says so. All later
//! steps know it by this name, and the published schemas have the format as it was written.

use serde_json::Value;

use crate::model::StandardFormat;
use crate::schema::{Find, JsonFile};
use crate::set::SetFile;

/// Writes the names of native formats. One that an author writes is unknown to everybody else, and is left out.
pub fn rename(set: &SetFile, schemas: &mut [JsonFile]) {
    let listed = set.formats.native.iter().filter_map(|name| StandardFormat::native(name));
    let native: Vec<StandardFormat> = listed.collect();
    for file in schemas.iter_mut().filter(|file| !file.is_built_in()) {
        file.each_schema_mut(&mut |schema, _| {
            let Some(Value::String(name)) = schema.keyword_mut("format") else { return };
            if let Some(format) = native.iter().find(|format| format.published() == name) {
                *name = format.name();
            } else if StandardFormat::ALL_NATIVE.iter().any(|format| format.name() == *name) {
                schema.shift_remove("format");
            }
        });
    }
}
