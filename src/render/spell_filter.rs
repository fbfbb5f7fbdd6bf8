//! Spells expressions for templates. Collects references and imports, and leaves the target's own forms to a macro.

use minijinja::{Error, State, Value};

use super::collected::Collected;
use super::failed;
use super::filters::expression;
use super::spelling::{Own, Speller, Step};

/// The arguments of the `spell` filter.
#[derive(Debug)]
pub struct Options<'a> {
    /// The macro that spells the target's own forms.
    pub own: Option<&'a Value>,
    /// The collector for the references and imports of the expression.
    pub used: Option<&'a Value>,
    /// The name of another spelling.
    pub spelling: Option<&'a str>,
}

impl<'a> Options<'a> {
    /// Reads the arguments of the filter, in this order; each may be null or left out.
    ///
    /// # Errors
    /// An argument is undefined (a misspelled name) or has the wrong type, or there are too many.
    pub fn new(given: &'a [Value]) -> Result<Self, Error> {
        const WANTED: &str = "`spell` takes a macro, a collector, and the name of a spelling";
        if given.len() > 3 || given.iter().any(Value::is_undefined) {
            let wrong = if given.len() > 3 { "this is more" } else { "one of these is undefined" };
            return Err(failed(format!("{WANTED}: {wrong}")));
        }
        let at = |place: usize| given.get(place).filter(|value| !value.is_none());
        // A macro is an object. The engine reports other objects when they are called.
        if at(0).is_some_and(|own| own.as_object().is_none()) {
            return Err(failed(format!("{WANTED}: the first is not a macro")));
        }
        let spelling = at(2).map(|name| name.as_str().ok_or_else(|| failed(WANTED.to_owned()))).transpose()?;
        Ok(Self { own: at(0), used: at(1), spelling })
    }
}

/// Spells the expression, and adds its references and imports to the collector.
///
/// # Errors
/// The expression has no spelling, the macro fails, or `used` is not a collector.
pub fn spell(
    speller: &Speller,
    state: &mut State<'_, '_>,
    value: &Value,
    options: &Options<'_>,
) -> Result<String, Error> {
    let expr = expression(value)?;
    let mut wrong = None;
    let mut call = |path: &[Step]| {
        let below = |outer: Value, step: &Step| match step {
            Step::Key(key) => outer.get_attr(key),
            Step::Place(at) => outer.get_attr("places")?.get_attr("first")?.get_item(&Value::from(*at)),
            Step::Rest => outer.get_attr("places")?.get_attr("rest"),
        };
        let inner = path.iter().try_fold(value.clone(), below);
        let text = inner.and_then(|inner| options.own.unwrap_or(&Value::UNDEFINED).call(state, &[inner]));
        text.map(String::from).map_err(|error| wrong.insert(error).to_string())
    };
    let own = options.own.map(|_| -> Own<'_> { &mut call });
    let spelled = match speller.spelled(expr, options.spelling, own) {
        Ok(spelled) => spelled,
        Err(reason) => return Err(wrong.unwrap_or_else(|| failed(reason))),
    };
    if let Some(used) = options.used {
        let not_one = || failed("`spell` adds each name to a `collector()`".to_owned());
        let used = used.downcast_object_ref::<Collected>().ok_or_else(not_one)?;
        // Most expressions have neither.
        for (list, names) in [("refs", spelled.refs), ("names", spelled.imports)] {
            if !names.is_empty() {
                used.add(list, names.into_iter().map(Value::from));
            }
        }
    }
    Ok(spelled.text)
}
