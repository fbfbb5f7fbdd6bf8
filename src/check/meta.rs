//! The schema of schemas: what the value of a keyword has to be.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::schema::{Below, Dialect, JsonFile, below, value_form};

/// Reports each keyword whose value is not of its form.
pub fn check(file: &JsonFile, dialect: Dialect, found: &mut Diagnostics) {
    match jsonschema::meta::validator_for(&file.value) {
        // To say so is a good deal cheaper than to look for errors.
        Ok(validator) if validator.is_valid(&file.value) => {}
        Ok(validator) => {
            for error in validator.iter_errors(&file.value) {
                let diagnostic = refused(&error, dialect).at(file.place(error.instance_path().as_str()));
                // The meta-schema is of several parts, and each says it.
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
    let diagnostic = Diagnostic::error(Code::MetaSchema, format!("{value} cannot stand in `{keyword}`"));
    let diagnostic = diagnostic.instead(match dialect {
        Dialect::Draft07 if keyword == "items" => format!("write {form}, or a list with a schema for each place"),
        // As drafts before had it.
        Dialect::Draft202012 if keyword == "items" && error.instance().is_array() => {
            format!("write {form}; a schema for each place stands in `prefixItems`")
        }
        _ => format!("write {form}"),
    });
    match error.kind() {
        // Nobody knows which of the schemas that the keyword can have is meant.
        ValidationErrorKind::AnyOf { .. } => diagnostic,
        _ => diagnostic.because(error.masked_with("it").to_string()),
    }
}

/// The keyword that a pointer leads to or into, and what its value has to be.
fn form(pointer: &str) -> Option<(&str, &'static str)> {
    let mut steps = pointer.split('/').skip(1).peekable();
    loop {
        let keyword = steps.next()?;
        match below(keyword) {
            // A list of them.
            Below::Schema => drop(steps.next_if(|step| step.parse::<usize>().is_ok())),
            // A property may be called as a keyword is.
            Below::Named => drop(steps.next()),
            Below::Data => return Some((keyword, value_form(keyword)?)),
        }
        if steps.peek().is_none() {
            return Some((keyword, value_form(keyword)?));
        }
    }
}

/// A value in a message: its beginning says which one is meant.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 60;
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
