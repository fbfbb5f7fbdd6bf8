//! Validates schemas against the meta-schema, which defines the values of keywords.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::schema::{Below, Dialect, JsonFile, below, value_form};

/// Reports each keyword whose value has the wrong form.
pub fn check(file: &JsonFile, dialect: Dialect, found: &mut Diagnostics) {
    match jsonschema::meta::validator_for(&file.value) {
        // `is_valid` is a good deal cheaper than looking for errors.
        Ok(validator) if validator.is_valid(&file.value) => {}
        Ok(validator) => {
            for error in validator.iter_errors(&file.value) {
                let diagnostic = refused(&error, dialect).at(file.place(error.instance_path().as_str()));
                // The meta-schema has several parts, and each reports the error.
                if !found.0.contains(&diagnostic) {
                    found.push(diagnostic);
                }
            }
        }
        Err(error) => found.push(Diagnostic::error(Code::MetaSchema, error.to_string()).at(file.place(""))),
    }
}

fn refused(error: &ValidationError<'_>, dialect: Dialect) -> Diagnostic {
    let value = shortened(&error.instance().to_string());
    let Some((keyword, form)) = form(error.instance_path().as_str()) else {
        return Diagnostic::error(Code::MetaSchema, error.masked_with(value).to_string());
    };
    let diagnostic = Diagnostic::error(Code::MetaSchema, format!("{value} is not allowed in `{keyword}`"));
    let diagnostic = diagnostic.instead(match dialect {
        Dialect::Draft07 if keyword == "items" => format!("write {form}, or a list with a schema for each place"),
        // Earlier drafts had a list here.
        Dialect::Draft202012 if keyword == "items" && error.instance().is_array() => {
            format!("write {form}; schemas for single places belong into `prefixItems`")
        }
        _ => format!("write {form}"),
    });
    match error.kind() {
        // It is unknown which of the keyword's schemas was meant.
        ValidationErrorKind::AnyOf { .. } => diagnostic,
        _ => diagnostic.because(error.masked_with("it").to_string()),
    }
}

/// Returns the keyword that a pointer leads to or into, and the form of its value.
fn form(pointer: &str) -> Option<(&str, &'static str)> {
    let mut steps = pointer.split('/').skip(1).peekable();
    loop {
        let keyword = steps.next()?;
        match below(keyword) {
            // Skips the index in a list of schemas.
            Below::Schema => drop(steps.next_if(|step| step.parse::<usize>().is_ok())),
            // Skips the name: a property can have the name of a keyword.
            Below::Named => drop(steps.next()),
            Below::Data => return Some((keyword, value_form(keyword)?)),
        }
        if steps.peek().is_none() {
            return Some((keyword, value_form(keyword)?));
        }
    }
}

/// Shortens a value for a message; its beginning is enough to recognise it.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 60;
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
