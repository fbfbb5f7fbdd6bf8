//! Reads annotations: facts about a node of any kind.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{Scope, origin};
use crate::diagnostic::{Code, Diagnostic};
use crate::link::Definition;
use crate::model::{Cap, Deprecation, Facts, Issue, Mistake, Origin};
use crate::schema::{Find, step};
use crate::set::SOURCES;

/// Reads the facts about a schema, a property or a value.
pub fn facts(scope: &mut Scope<'_>, definition: &Definition, schema: &Map<String, Value>, pointer: &str) -> Facts {
    let mut reader = FactsReader { scope, definition, schema, pointer };
    // Most nodes have only a description.
    if !schema.keys().any(|key| key.starts_with("x-") || key == "deprecated") {
        return Facts { description: reader.read("description"), source: reader.sources(), ..Facts::default() };
    }
    let deprecated = reader.deprecated();
    Facts {
        description: reader.read("description"),
        since: reader.read("x-since"),
        until: reader.read("x-until"),
        deprecated,
        source: reader.sources(),
        unconfirmed: reader.unconfirmed(),
        issues: reader.issues(),
    }
}

/// Reads an annotation of this type, if it is present. A value of another shape is reported.
pub fn read<T: DeserializeOwned>(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    pointer: &str,
    key: &str,
) -> Option<T> {
    let value = schema.keyword(key)?;
    match T::deserialize(value) {
        Ok(value) => Some(value),
        Err(error) => {
            let message = format!("`{key}` is not what it should be: {error}");
            let advice = "its form is in `docs/schemas.md`, under Annotations";
            scope.report(definition, &step(pointer, key), Diagnostic::error(Code::Annotation, message).instead(advice));
            None
        }
    }
}

/// Reads `x-cap`: the length at which the host shortens a string.
pub fn cap(scope: &mut Scope<'_>, definition: &Definition, schema: &Map<String, Value>, pointer: &str) -> Option<Cap> {
    let mut reader = FactsReader { scope, definition, schema, pointer };
    let cap: Cap = reader.read("x-cap")?;
    reader.expect_one_of("x-cap", std::slice::from_ref(&cap.unit), &["characters", "utf16"]);
    let beyonds = ["spilled", "truncated", "clipped", "gutted"];
    reader.expect_one_of("x-cap", std::slice::from_ref(&cap.beyond), &beyonds);
    Some(cap)
}

/// Reads `x-mistakes`: common mistakes, in schema order.
pub fn mistakes(
    scope: &mut Scope<'_>,
    definition: &Definition,
    schema: &Map<String, Value>,
    pointer: &str,
) -> Vec<Mistake> {
    let written: Option<Map<String, Value>> = read(scope, definition, schema, pointer, "x-mistakes");
    let mut found = Vec::new();
    for (written, advice) in written.into_iter().flatten() {
        match advice {
            Value::String(advice) => found.push(Mistake { written, advice }),
            _ => {
                let diagnostic = Diagnostic::error(Code::Annotation, "advice that is not a string")
                    .instead("write a sentence: what to write instead");
                scope.report(definition, &step(&step(pointer, "x-mistakes"), &written), diagnostic);
            }
        }
    }
    found
}

struct FactsReader<'a, 'b, 's> {
    scope: &'a mut Scope<'s>,
    definition: &'b Definition,
    schema: &'b Map<String, Value>,
    pointer: &'b str,
}

impl FactsReader<'_, '_, '_> {
    fn read<T: DeserializeOwned>(&mut self, key: &str) -> Option<T> {
        read(self.scope, self.definition, self.schema, self.pointer, key)
    }

    fn deprecated(&mut self) -> Option<Deprecation> {
        let flag = match self.schema.keyword("deprecated") {
            None | Some(Value::Bool(false)) => false,
            Some(Value::Bool(true)) => true,
            Some(_) => {
                // Before draft 2019-09, it is an annotation of editors, some of which show a text.
                let diagnostic = Diagnostic::warning(Code::Annotation, "`deprecated` is not a boolean")
                    .because("it is read as `true`")
                    .instead("write `true`, and a text in `x-deprecated`: `{\"note\": \"…\"}`");
                self.scope.lint_at(&origin(self.definition, &step(self.pointer, "deprecated")), diagnostic);
                true
            }
        };
        let how = self.read("x-deprecated");
        if how.is_some() && !flag {
            let diagnostic = Diagnostic::error(Code::Annotation, "`x-deprecated` without `deprecated`")
                .because("an editor that knows the standard keyword alone would not show it")
                .instead("add `\"deprecated\": true`");
            self.scope.report(self.definition, &step(self.pointer, "x-deprecated"), diagnostic);
        }
        flag.then(|| how.unwrap_or_default())
    }

    /// Returns the sources of the node, or those of its file's root.
    fn sources(&mut self) -> Vec<String> {
        if let Some(sources) = self.read::<Vec<String>>("x-source") {
            self.expect_one_of("x-source", &sources, &SOURCES);
            return sources;
        }
        let file = self.definition.origin.file.clone();
        let root = self.scope.files.get(&*file).and_then(|it| it.value.keyword("x-source"));
        let Some(sources) = root.map(Vec::<String>::deserialize) else { return Vec::new() };
        let wrong = match &sources {
            Ok(all) => {
                all.iter().find(|it| !SOURCES.contains(&it.as_str())).map(|it| format!("`{it}` is not a source"))
            }
            Err(error) => Some(format!("`x-source` is not a list of sources: {error}")),
        };
        if let Some(message) = wrong {
            let advice = format!("write a list of: {}", SOURCES.join(", "));
            let origin = Origin { file, pointer: "/x-source".to_owned() };
            self.scope.report_at(&origin, Diagnostic::error(Code::Annotation, message).instead(advice));
        }
        sources.unwrap_or_default()
    }

    fn issues(&mut self) -> Vec<Issue> {
        let issues: Vec<Issue> = self.read("x-issues").unwrap_or_default();
        for issue in &issues {
            self.expect_one_of("x-issues", std::slice::from_ref(&issue.state), &["open", "closed"]);
        }
        issues
    }

    fn unconfirmed(&mut self) -> bool {
        let confidence: Option<String> = self.read("x-confidence");
        self.expect_one_of("x-confidence", confidence.as_slice(), &["confirmed", "unconfirmed"]);
        confidence.is_some_and(|word| word == "unconfirmed")
    }

    fn expect_one_of(&mut self, key: &str, words: &[String], known: &[&str]) {
        for word in words.iter().filter(|word| !known.contains(&word.as_str())) {
            let diagnostic = Diagnostic::error(Code::Annotation, format!("`{word}` is not a value of `{key}`"))
                .instead(format!("one of: {}", known.join(", ")));
            self.scope.report(self.definition, &step(self.pointer, key), diagnostic);
        }
    }
}
