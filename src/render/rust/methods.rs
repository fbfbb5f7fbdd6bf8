//! Renders the constructors of a struct: `new` with the required fields, or a builder if there are many, and a setter
//! for each other field. Macros of the crate write most of these setters, from a line for each.

use super::docs::{self, code};
use super::names::{EXTRA, string};
use super::parameters::angled;
use super::structs::{FILLED, Outline, Presence, Refined};
use super::writer::CodeWriter;
use crate::model::Expr;

/// The most parameters of `new`. A type with more required fields has a builder instead.
pub const MOST: usize = 3;

/// Writes the `impl` with `new` and the setters.
pub fn write(source: &mut CodeWriter, outline: &Outline<'_>) {
    let asked = outline.fields.iter().filter(|it| it.is_parameter()).filter_map(|it| it.parameter.as_ref());
    let asked: Vec<&str> = asked.map(|it| it.ident.as_str()).collect();
    // A type parameter has its default if no argument of `new` decides it.
    let own = outline.ty_with(|it| if asked.contains(&it.ident.as_str()) { &it.ident } else { &it.default }.clone());
    source.gap();
    source.open(format_args!("impl{} {own} {{", angled(&asked)));
    if required(outline).len() > MOST {
        builder(source, outline)
    } else {
        new(source, outline)
    }
    if asked.len() < outline.parameters().len() {
        source.close("}");
        source.gap();
        source.open(format_args!("impl{} {} {{", outline.bound(""), outline.ty()));
    }
    outline.fields.iter().for_each(|it| keyed_setter(source, outline, it));
    let is_set = |it: &&Refined<'_>| !it.is_parameter() && !is_fixed(it) && it.parameter.is_none() && !is_never(it);
    let set: Vec<&Refined<'_>> = outline.fields.iter().filter(is_set).collect();
    for run in set.chunk_by(|one, next| is_listed(one) == is_listed(next)) {
        if run.iter().all(|it| is_listed(it)) {
            listed_setters(source, run);
        } else {
            run.iter().for_each(|it| setters(source, it));
        }
    }
    if let Some(ty) = &outline.extra {
        source.gap();
        source.whole_line(format_args!("crate::setter::extra!({ty});"));
    }
    source.close("}");
    if outline.is_filled() && required(outline).is_empty() {
        default(source, outline, &own);
    }
    if required(outline).len() > MOST {
        builder_setters(source, outline, &asked, &own);
    }
}

/// Writes `Default` of a type with defaults, which a derive would not know.
fn default(source: &mut CodeWriter, outline: &Outline<'_>, own: &str) {
    source.gap();
    source.open_impl(" Default", own);
    allow_deprecated(source, outline);
    source.open("fn default() -> Self {");
    values(source, outline);
    source.close("}");
    source.close("}");
}

/// Writes the literal in which nothing but the required fields is set.
fn values(source: &mut CodeWriter, outline: &Outline<'_>) {
    let extra = outline.extra.is_some().then(|| format!("{EXTRA}: Default::default()"));
    let values: Vec<String> = outline.fields.iter().map(initial).chain(extra).collect();
    source.literal("", "Self", &values, "");
}

/// Returns true if nothing can be the value of a field.
fn is_never(it: &Refined<'_>) -> bool {
    *super::schema::without_null(&it.field.expr).plain() == Expr::Never
}

/// Returns the fields that have no value of their own.
fn required<'a, 'b>(outline: &'b Outline<'a>) -> Vec<&'b Refined<'a>> {
    outline.fields.iter().filter(|it| it.is_parameter()).collect()
}

/// Writes the function that creates the builder.
fn builder(source: &mut CodeWriter, outline: &Outline<'_>) {
    let names: Vec<String> = required(outline).iter().map(|it| format!("`{}`", builder_setter(it))).collect();
    source.doc("Creates a builder. Set each required field, and build the value:");
    names.chunks(4).enumerate().for_each(|(at, part)| {
        let end = if (at + 1) * 4 >= names.len() { "." } else { "," };
        source.doc(&format!("{}{end}", part.join(", ")));
    });
    source.line("#[must_use]");
    source.open("pub fn builder() -> crate::builder::Builder<Self> {");
    let fixed: Vec<&Refined<'_>> = outline.fields.iter().filter(|it| is_fixed(it)).collect();
    if fixed.is_empty() {
        source.line("crate::builder::start()");
    } else {
        source.line("let builder = crate::builder::start();");
    }
    for (at, it) in fixed.iter().enumerate() {
        let set = format!("crate::builder::set::<_, {ty}>(builder, {}, {})", it.wire, only_value(it), ty = it.ty());
        let is_last = at + 1 == fixed.len();
        source.line(if is_last { set } else { format!("let builder = {set};") });
    }
    source.close("}");
}

/// Writes the methods of the builder, one for each required field.
fn builder_setters(source: &mut CodeWriter, outline: &Outline<'_>, asked: &[&str], own: &str) {
    let bounds: Vec<String> = asked.iter().map(|it| format!("{it}: serde::Serialize")).collect();
    source.gap();
    source.open(format_args!("impl{} crate::builder::Builder<{own}> {{", angled(&bounds)));
    source.open("crate::setter::required! {");
    for it in required(outline) {
        let (name, of, ty) = (builder_setter(it), it.ty(), builder_parameter(it));
        source.whole_line(format_args!("{name}({ty}) as {of}, {}, {};", it.wire, string(&set_doc(it))));
    }
    source.close("}");
    source.close("}");
}

/// Returns the documentation of a setter that takes the value.
fn set_doc(it: &Refined<'_>) -> String {
    ["Sets ", &code(&it.field.name), "."].concat()
}

/// Returns the type of the argument of a builder's method.
fn builder_parameter(it: &Refined<'_>) -> String {
    if it.parameter.is_some() { it.ty() } else { parameter(&it.ty()) }
}

/// Returns the name of the builder's method for a field.
fn builder_setter(it: &Refined<'_>) -> String {
    if &*it.ident == "build" { "build_".to_owned() } else { it.ident.to_string() }
}

/// Writes the setter of a value whose type a table decides. It changes the type parameter as well.
fn keyed_setter(source: &mut CodeWriter, outline: &Outline<'_>, it: &Refined<'_>) {
    let Some(parameter) = &it.parameter else { return };
    let (setter, other) = (&it.setter, &parameter.other);
    let ty = outline.ty_with(|it| if it.ident == parameter.ident { other.clone() } else { it.ident.clone() });
    source.gap();
    source.doc(&format!("Sets {}, also to a value of another type.", code(&it.field.name)));
    source.line("#[must_use]");
    allow_deprecated(source, outline);
    source.open(format_args!("pub fn {setter}<{other}>(self, value: {other}) -> {ty} {{"));
    let others = outline.fields.iter().map(|it| &*it.ident).filter(|other| **other != *it.ident);
    let kept = others.chain(outline.extra.is_some().then_some(EXTRA)).map(|other| format!("{other}: self.{other}"));
    let value = format!("{}: {}", it.ident, if it.is_optional() { "Some(value)" } else { "value" });
    source.literal("", &outline.ident, &[value].into_iter().chain(kept).collect::<Vec<_>>(), "");
    source.close("}");
}

/// Returns true if the field always has its one value, so that there is nothing to set.
fn is_fixed(it: &Refined<'_>) -> bool {
    it.is_constant() && it.presence == Presence::Required
}

fn new(source: &mut CodeWriter, outline: &Outline<'_>) {
    let asked: Vec<&Refined<'_>> = outline.fields.iter().filter(|it| it.is_parameter()).collect();
    source.doc(new_doc(outline, asked.is_empty()));
    source.line("#[must_use]");
    if asked.is_empty() {
        source.open("pub fn new() -> Self {");
        source.line("Self::default()");
        return source.close("}");
    }
    allow_deprecated(source, outline);
    let parameters = asked.iter().map(|it| {
        // The argument decides the type parameter, so it is not converted.
        let ty = if it.parameter.is_some() { it.ty() } else { parameter(&it.ty()) };
        [&*it.ident, ": ", &ty].concat()
    });
    source.open(format_args!("pub fn new({}) -> Self {{", parameters.collect::<Vec<_>>().join(", ")));
    values(source, outline);
    source.close("}");
}

fn new_doc(outline: &Outline<'_>, is_empty: bool) -> &'static str {
    match is_empty {
        true if outline.fields.iter().all(|it| !is_fixed(it)) => {
            "Creates a value in which nothing is set. All fields are optional."
        }
        true => "Creates a value with its constants. All other fields are optional.",
        false => "Creates a value with the required fields.",
    }
}

/// Returns the value that `new` puts into a field.
fn initial(it: &Refined<'_>) -> String {
    let ident: &str = &it.ident;
    match it.is_parameter() {
        true if is_plain(&it.ty()) || it.parameter.is_some() => ident.to_string(),
        true => [ident, ": ", ident, ".into()"].concat(),
        false if is_fixed(it) => [ident, ": ", only_value(it)].concat(),
        false => match it.filled() {
            Some(default) => format!("{ident}: {FILLED}::absent({default})"),
            None => [ident, ": None"].concat(),
        },
    }
}

/// Writes the setters of a field: one that takes the value, and one for `null` if the key can be absent or null.
fn setters(source: &mut CodeWriter, it: &Refined<'_>) {
    if it.is_constant() {
        constant_setter(source, it)
    } else {
        value_setter(source, it)
    }
    if let Some(name) = &it.null_setter {
        setter(source, it, &format!("Sets {} to `null`.", code(&it.field.name)), name, "", &null(it));
    }
}

/// Returns true if the setter of a field only puts the value into it.
fn is_listed(it: &Refined<'_>) -> bool {
    it.presence == Presence::Optional && !it.is_constant()
}

/// Writes the setters that only put the value into the field.
fn listed_setters(source: &mut CodeWriter, listed: &[&Refined<'_>]) {
    source.gap();
    source.open("crate::setter::optional! {");
    for it in listed {
        write_deprecated(source, it);
        let (ty, doc) = (parameter(&it.inner), string(&set_doc(it)));
        source.whole_line(format_args!("{}({}: {ty}) {doc};", it.setter, it.ident));
    }
    source.close("}");
}

fn value_setter(source: &mut CodeWriter, it: &Refined<'_>) {
    let value = if is_plain(&it.inner) { "value" } else { "value.into()" };
    setter(source, it, &set_doc(it), &it.setter, &format!(", value: {}", parameter(&it.inner)), &some(it, value));
}

/// Writes a setter without a parameter, because there is only one value.
fn constant_setter(source: &mut CodeWriter, it: &Refined<'_>) {
    let value = match super::schema::without_null(&it.field.expr).plain() {
        Expr::Constant { value } => code(&value.to_string()),
        Expr::Null => code("null"),
        _ => "its one value".to_owned(),
    };
    let doc = format!("Sets {} to {value}.", code(&it.field.name));
    setter(source, it, &doc, &it.setter, "", &some(it, only_value(it)));
}

/// Returns the expression of the only value of a field.
fn only_value(it: &Refined<'_>) -> &'static str {
    if it.inner == "()" { "()" } else { "Default::default()" }
}

fn some(it: &Refined<'_>, value: &str) -> String {
    match it.presence {
        Presence::OptionalNullable => format!("Some(Some({value}))"),
        Presence::Filled => format!("{FILLED}::new({value})"),
        Presence::FilledNullable => format!("{FILLED}::new(Some({value}))"),
        Presence::Required | Presence::Nullable | Presence::Optional => format!("Some({value})"),
    }
}

fn null(it: &Refined<'_>) -> String {
    if it.field.filled { format!("{FILLED}::new(None)") } else { "Some(None)".to_owned() }
}

fn setter(source: &mut CodeWriter, it: &Refined<'_>, doc: &str, name: &str, parameter: &str, value: &str) {
    source.gap();
    source.doc(doc);
    source.line("#[must_use]");
    write_deprecated(source, it);
    source.open(format_args!("pub fn {name}(mut self{parameter}) -> Self {{"));
    source.line(format_args!("self.{} = {value};", it.ident));
    source.line("self");
    source.close("}");
}

/// Writes that a field is deprecated at its setter, which may still use the field.
fn write_deprecated(source: &mut CodeWriter, it: &Refined<'_>) {
    docs::deprecated(source, &it.field.facts);
    if it.field.facts.deprecated.is_some() {
        source.line("#[allow(deprecated)]");
    }
}

fn allow_deprecated(source: &mut CodeWriter, outline: &Outline<'_>) {
    if outline.has_deprecated() {
        source.line("#[allow(deprecated)]");
    }
}

/// Returns the type of a parameter: anything that converts to the type, or the type itself if nothing else does.
pub fn parameter(ty: &str) -> String {
    if is_plain(ty) { ty.to_owned() } else { ["impl Into<", ty, ">"].concat() }
}

pub fn is_plain(ty: &str) -> bool {
    ty == "bool"
}
