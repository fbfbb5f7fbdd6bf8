//! A definition as the draft-07 schema that typify is given.
//!
//! It is made so that typify has nothing to decide: every field is required and not null (presence is put back when the
//! tree is refined), and whatever has a name of its own is a reference to a stand-in, replaced by the Rust type.

use serde_json::{Map, Value, json};

use super::{Context, names};
use crate::diagnostic::Diagnostics;
use crate::model::{Enum, Expr};

/// What typify names the definition; its spelling of ours is never relied upon.
pub const ROOT: &str = "TypifyRoot";

/// The field of a struct that is made for the type of its field.
pub const FIELD: &str = "value";

/// A schema, and the Rust types that stand in for what it refers to.
pub struct Input {
    /// The schema, as JSON.
    pub schema: Value,
    /// Rust types; the stand-in for the first is `Ref0`.
    pub replacements: Vec<String>,
}

/// The schema of a struct whose one field, [`FIELD`], holds the expression, without a `null` at its top.
///
/// # Errors
/// Something that it refers to has no name in Rust.
pub fn of_field(context: &Context<'_>, expr: &Expr) -> Result<Input, Diagnostics> {
    let mut replacements = Vec::new();
    let schema = of_expr(context, bare(expr), true, &mut replacements)?;
    let schema = json!({
        "title": ROOT, "type": "object", "properties": {FIELD: schema}, "required": [FIELD], "additionalProperties": false
    });
    Ok(with_stubs(schema, replacements))
}

/// The schema of a closed enum. Each value has a stand-in: typify spells the values as identifiers, and panics where it
/// would spell two alike that we do not.
pub fn of_enum(it: &Enum) -> Input {
    let values: Vec<String> = (0..it.values.len()).map(value).collect();
    with_stubs(json!({"title": ROOT, "type": "string", "enum": values}), Vec::new())
}

/// What typify takes for the value of an enum at this index.
pub fn value(index: usize) -> String {
    format!("V{index}")
}

/// The expression without a `null` at its top, which is a matter of presence.
pub fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Nullable { inner } => bare(inner),
        Expr::Asserted { inner, .. } if inner.is_nullable() => bare(inner),
        _ => expr,
    }
}

/// typify looks a reference up before it replaces it, so each stand-in has a definition.
fn with_stubs(mut schema: Value, replacements: Vec<String>) -> Input {
    let stubs: Map<String, Value> = (0..replacements.len()).map(|index| (stand_in(index), Value::Bool(true))).collect();
    schema["definitions"] = Value::Object(stubs);
    Input { schema, replacements }
}

/// The name under which typify knows a replaced type.
pub fn stand_in(index: usize) -> String {
    format!("Ref{index}")
}

/// `direct`: not inside a list or a map, so that a recursive type needs a box.
fn of_expr(
    context: &Context<'_>,
    expr: &Expr,
    direct: bool,
    replacements: &mut Vec<String>,
) -> Result<Value, Diagnostics> {
    Ok(match expr {
        Expr::Any => json!(true),
        Expr::Boolean => json!({"type": "boolean"}),
        Expr::Integer => json!({"type": "integer"}),
        Expr::Number => json!({"type": "number"}),
        Expr::String => json!({"type": "string"}),
        Expr::Constant { value } => {
            refer(format!("crate::constant::{}", names::constant(context.names, value)?), replacements)
        }
        Expr::List { item, .. } => json!({"type": "array", "items": of_expr(context, item, false, replacements)?}),
        Expr::Map { value } if **value == Expr::Any => json!({"type": "object"}),
        Expr::Map { value } => {
            json!({"type": "object", "additionalProperties": of_expr(context, value, false, replacements)?})
        }
        Expr::Ref { name, .. } => {
            let spelled = names::type_name(context.names, name)?;
            let boxed = direct && context.recursive.contains(name.as_str());
            refer(if boxed { format!("Box<{spelled}>") } else { spelled }, replacements)
        }
        Expr::Asserted { inner, .. } => of_expr(context, inner, direct, replacements)?,
        Expr::Keyed { base, .. } => of_expr(context, base, direct, replacements)?,
        Expr::Nullable { inner } => {
            json!({"oneOf": [of_expr(context, inner, direct, replacements)?, {"type": "null"}]})
        }
        // typify would make an integer of another size of it; the reader checks the bounds.
        Expr::Bounded { inner, .. } => of_expr(context, inner, direct, replacements)?,
    })
}

fn refer(rust: String, replacements: &mut Vec<String>) -> Value {
    let index = replacements.iter().position(|known| *known == rust).unwrap_or_else(|| {
        replacements.push(rust);
        replacements.len() - 1
    });
    json!({"$ref": format!("#/definitions/{}", stand_in(index))})
}
