//! Problems: the set defines their types itself. This feature is not about hooks; it is here so that there is one registry.

use super::feature::{Feature, Part, Plain, Sources};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::model::problem;
use crate::model::{Kind, TypeDef};

/// The types of the problems that validators report. All packages have validators; this feature takes the types from the set.
pub const FEATURE: Feature = Feature {
    name: problem::FEATURE,
    needs: &[],
    types: problem::TYPES,
    tables: &[],
    words: &[],
    namespace: None,
    read,
};

/// Checks that the types match the problems that validators report.
fn read(sources: &Sources<'_>) -> Result<Box<dyn Part>, Diagnostics> {
    let mut found = Diagnostics::default();
    let codes: Vec<&str> = problem::Code::ALL.iter().map(|code| code.name()).collect();
    let wanted: [(&str, &[&str]); 3] = [
        ("ProblemCode", &codes),
        ("ProblemSeverity", problem::SEVERITIES),
        ("ProblemConfidence", problem::CONFIDENCES),
    ];
    for (name, values) in wanted {
        let Some(def) = sources.contract.get(name).filter(|def| !is_enum_of(def, values)) else { continue };
        let advice = format!("define it as an enum of {}; or take `problems` out of `features`", values.join(", "));
        found.push(other(sources, def, &advice));
    }
    if let Some(def) = sources.contract.get("Problem").filter(|def| fields(def) != problem::FIELDS) {
        let advice =
            "give it `pointer`, `code`, `severity`, `confidence` and `message`; or take `problems` out of `features`";
        found.push(other(sources, def, advice));
    }
    found.or(Box::new(Plain) as Box<dyn Part>).map(|(part, _)| part)
}

fn is_enum_of(def: &TypeDef, values: &[&str]) -> bool {
    match &def.kind {
        Kind::Enum(it) => !it.open && it.values.iter().map(|value| value.value.as_str()).eq(values.iter().copied()),
        _ => false,
    }
}

fn fields(def: &TypeDef) -> Vec<&str> {
    match &def.kind {
        Kind::Struct(it) => it.fields.iter().map(|field| field.name.as_str()).collect(),
        _ => Vec::new(),
    }
}

fn other(sources: &Sources<'_>, def: &TypeDef, advice: &str) -> Diagnostic {
    let message = format!("`{}` is not what the validators report", def.name);
    Diagnostic::error(Code::ProblemType, message)
        .at(sources.set.place(&def.origin))
        .because("the validators of a set with the feature `problems` report problems of these types")
        .instead(advice)
}
