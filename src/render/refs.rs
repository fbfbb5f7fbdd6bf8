//! The references in an expression, or in all that a type is made of, as templates have them.

use minijinja::{Error, Value};

/// Every reference, each time it stands there, in order. What a table names is not among them.
///
/// # Errors
/// It is neither a type nor an expression.
pub fn refs(node: &Value) -> Result<Vec<Value>, Error> {
    let mut found = Vec::new();
    let kind = node.get_attr("kind")?;
    match kind.as_str() {
        Some("struct") => {
            each(&node.get_attr("fields")?, "type", &mut found)?;
            in_expr(&node.get_attr("rest")?, &mut found)?;
        }
        Some("union") => each(&node.get_attr("variants")?, "type", &mut found)?,
        Some("alias") => in_expr(&node.get_attr("target")?, &mut found)?,
        Some(_) => {}
        None => in_expr(node, &mut found)?,
    }
    Ok(found)
}

/// Whether `holds` of one of the references in an expression or a type.
///
/// # Errors
/// It is neither; what `holds` fails with.
pub fn any(node: &Value, mut holds: impl FnMut(&Value) -> Result<bool, Error>) -> Result<bool, Error> {
    refs(node)?.iter().try_fold(false, |before, one| Ok(before || holds(one)?))
}

fn each(nodes: &Value, key: &str, found: &mut Vec<Value>) -> Result<(), Error> {
    nodes.try_iter()?.try_for_each(|node| in_expr(&node.get_attr(key)?, found))
}

fn in_expr(expr: &Value, found: &mut Vec<Value>) -> Result<(), Error> {
    if expr.is_none() {
        return Ok(());
    }
    let inner = match expr.get_attr("is")?.as_str() {
        Some("ref") => {
            found.push(expr.clone());
            return Ok(());
        }
        Some("list") => "item",
        Some("map") => "value",
        Some("nullable" | "asserted") => "inner",
        Some(_) => return Ok(()),
        None => return Err(super::failed("`refs` takes a type or an expression".to_owned())),
    };
    in_expr(&expr.get_attr(inner)?, found)
}
