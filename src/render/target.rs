//! `target.toml`: how a target spells things. The reference of the file.
//!
//! ```toml
//! # Files that only a set with a feature gets: paths in this folder, `*` for any run of characters. The features are those that
//! # a set can list in `codegen.toml`, and two that follow from its types: `assertions` and `regex`.
//! needs = { problems = ["validate/*"], assertions = ["assertion/*"] }
//! # What only this language has, by the name of the function that templates call; see `render::builtin`.
//! builtins = ["item"]
//! # The licence files of the set are copied into the package, beside what is at its top.
//! license-files = true
//! # The most empty lines in a row; a template need not count them then. Left out, they stay as they are.
//! blank-lines = 1
//!
//! # How names are spelled. A style that is left out has no filter and is not checked.
//! # Styles: "as-is", "pascal", "camel", "snake", "kebab", "screaming-snake".
//! [names]
//! type = "as-is"        # |type_name
//! field = "snake"       # |field_name; "as-is" quotes what is no identifier
//! variant = "pascal"    # |variant_name: members of unions, values of enums
//! module = "snake"      # |module_name, and files named [module]
//! file = "snake"        # |file_name, and files named [event] or [type]; the default is "kebab"
//! constant = "screaming-snake"    # |constant_name
//! suffix = "_"          # what makes a reserved word a name; the default
//!
//! # Words that no name may be. `words` holds for every kind of name.
//! [reserved]
//! words = ["async", "type"]
//! types = ["Option"]
//! fields = ["model_config"]
//! variants = ["Other"]
//! modules = ["index"]
//! packages = ["json"]         # what no set may be called that becomes a package here; `-` in its name is the same as `_`
//! types-for-fields = true     # what a type is called, no field and no constant is: it would hide the type
//!
//! # Type expressions, for |spell. `{}` is what stands inside.
//! [types]
//! any = "object"
//! boolean = "bool"
//! integer = "int"
//! number = "float"
//! string = "str"
//! constant = "Literal[{}]"        # {}: the literal, {name}: its name; without, where no type has one value: "str"
//! list = "list[{}]"
//! map = "dict[str, {}]"
//! nullable = "{} | None"
//! ref = "{}"                      # {}: the type's name; {module}, {file}: its module and it, as files are named
//! recursive = "Box<{}>"           # optional: a reference to a type that refers to itself
//! # Forms that a macro of the target spells, for |spell(macro): those above, "limited" (a list with a least or greatest
//! # number of items), "generic" (a reference to a type with `unbound` columns), "bounded", "asserted" and "keyed".
//! own = ["keyed"]
//! imports = { any = ["Any"], constant = ["Literal"] }   # names for |spell(macro, used) to collect
//!
//! # The same again for places where types are spelled otherwise: |spell(none, none, "strict").
//! [spellings.strict]
//! any = "object"
//! boolean = "StrictBool"
//! integer = "StrictInt"
//! number = "StrictFloat"
//! string = "StrictStr"
//! constant = "Literal[{}]"
//! list = "list[{}]"
//! map = "dict[str, {}]"
//! nullable = "{} | None"
//! ref = "{}"
//!
//! # Literals, for |literal.
//! [literals]
//! escape = "code-point"   # "rust": \u{1f600}; "utf16": \ud83d\ude00; "code-point": \U0001f600 and \uXXXX
//! quote = '"'             # the default
//! true = "True"           # the default is true, false, null
//! false = "False"
//! null = "None"
//! also = "`|"             # further characters to escape
//! computed-keys = ["__proto__"]   # keys of object literals that are written as [key]
//!
//! # Comments, for |doc.
//! [comments]
//! markup = "docstring"    # "rustdoc", "tsdoc", "docstring" or "plain" (plain text), "markdown"
//! width = 100             # the default; indent included
//! line = "{}"             # each line
//! single = '"""{}"""'     # a comment of one line, if that differs
//! open = '"""{}'          # the first line, if it differs; without {} it stands alone
//! close = '"""'           # the last line, if there is one
//! replace = { '\' = '\\', '"""' = '\"\"\"' }   # what must not stand in a comment, and what does instead
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;

use super::pattern::{Constant, Pattern};
use crate::markdown::DocSyntax;
use crate::model::Expr;

/// `target.toml`, as it is.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct TargetFile {
    /// Files that only a set with a feature gets, by the name of the feature.
    pub needs: BTreeMap<String, Vec<String>>,
    /// The builtins of this language, by the names that templates call.
    pub builtins: Vec<String>,
    /// The licence files of the set are among its files.
    pub license_files: bool,
    /// The most empty lines that are in a row in its files.
    pub blank_lines: Option<usize>,
    /// The styles of names.
    pub names: NameStyles,
    /// Words that no name may be.
    pub reserved: Reserved,
    /// Type expressions.
    pub types: Option<TypePatterns>,
    /// The same for places where they are spelled otherwise, by the name that `spell` takes.
    pub spellings: BTreeMap<String, TypePatterns>,
    /// Literals.
    pub literals: Option<LiteralStyle>,
    /// Comments.
    pub comments: Option<CommentStyle>,
}

/// The styles of names, by role.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NameStyles {
    /// Definitions.
    #[serde(rename = "type")]
    pub types: Option<Style>,
    /// Keys of objects.
    pub field: Option<Style>,
    /// Members of unions and values of enums.
    pub variant: Option<Style>,
    /// Modules, and the files that are named after them.
    pub module: Option<Style>,
    /// Files that are named after events and types.
    pub file: Style,
    /// Constants.
    pub constant: Option<Style>,
    /// The suffix that makes a reserved word a name.
    pub suffix: String,
}

impl Default for NameStyles {
    fn default() -> Self {
        Self {
            types: None,
            field: None,
            variant: None,
            module: None,
            file: Style::Kebab,
            constant: None,
            suffix: "_".to_owned(),
        }
    }
}

/// A way to spell a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// As the schema has it.
    AsIs,
    /// `PreToolUse`
    Pascal,
    /// `preToolUse`
    Camel,
    /// `pre_tool_use`
    Snake,
    /// `pre-tool-use`
    Kebab,
    /// `PRE_TOOL_USE`
    ScreamingSnake,
}

/// Words that no name may be.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reserved {
    /// For every kind of name.
    pub words: Vec<String>,
    /// For types.
    pub types: Vec<String>,
    /// For fields.
    pub fields: Vec<String>,
    /// For members of unions and values of enums.
    pub variants: Vec<String>,
    /// For modules.
    pub modules: Vec<String>,
    /// Names that no package can have: what the language or its registry keeps for itself. Written with `_` for `-`.
    pub packages: Vec<String>,
    /// The names of types are reserved for fields and constants as well.
    #[serde(rename = "types-for-fields")]
    pub types_for_fields: bool,
}

/// The patterns of type expressions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypePatterns {
    /// Any JSON value.
    pub any: String,
    /// `true` or `false`.
    pub boolean: String,
    /// A number without a fraction.
    pub integer: String,
    /// A number.
    pub number: String,
    /// A string.
    pub string: String,
    /// One value; around the literal, or with `{name}` around the name of its type. Without a hole: a language that has no
    /// types of one value.
    pub constant: Constant,
    /// An array; around what each item is.
    pub list: Pattern,
    /// An object with any keys; around what each value is.
    pub map: Pattern,
    /// The expression or `null`; around the expression.
    pub nullable: Pattern,
    /// A definition; around its name.
    #[serde(rename = "ref")]
    pub reference: Pattern,
    /// A definition that refers to itself; around its name.
    pub recursive: Option<Pattern>,
    /// Forms that a macro of the target spells, where `spell` is given one.
    #[serde(default)]
    pub own: Vec<Form>,
    /// Names that a form is spelled with: `spell` adds them to `names` of the collector that it is given, and the file imports
    /// them. Those of a form of `own` are reported by its macro.
    #[serde(default)]
    pub imports: BTreeMap<Form, Vec<String>>,
}

/// A form of type expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Any JSON value.
    Any,
    /// `true` or `false`.
    Boolean,
    /// A number without a fraction.
    Integer,
    /// A number.
    Number,
    /// A string.
    String,
    /// One value.
    Constant,
    /// An array.
    List,
    /// An array with a least or a greatest number of items.
    Limited,
    /// An object with any keys.
    Map,
    /// The expression or `null`.
    Nullable,
    /// A definition.
    Ref,
    /// A definition with keyed parts of which it does not say by what: `type.unbound`.
    Generic,
    /// An expression with bounds.
    Bounded,
    /// An expression with an assertion.
    Asserted,
    /// The row of a table.
    Keyed,
}

impl Form {
    /// The expression is of this form, as far as it says so itself: whether a definition is generic is a matter of that one.
    pub fn is_of(self, expr: &Expr) -> bool {
        match expr {
            Expr::Any => self == Self::Any,
            Expr::Boolean => self == Self::Boolean,
            Expr::Integer => self == Self::Integer,
            Expr::Number => self == Self::Number,
            Expr::String => self == Self::String,
            Expr::Constant { .. } => self == Self::Constant,
            Expr::List { min, max, .. } => {
                self == Self::List || self == Self::Limited && (min.is_some() || max.is_some())
            }
            Expr::Map { .. } => self == Self::Map,
            Expr::Nullable { .. } => self == Self::Nullable,
            Expr::Ref { .. } => self == Self::Ref,
            Expr::Bounded { .. } => self == Self::Bounded,
            Expr::Asserted { .. } => self == Self::Asserted,
            Expr::Keyed { .. } => self == Self::Keyed,
        }
    }
}

/// The notation of literals.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LiteralStyle {
    /// The notation of characters outside printable ASCII.
    pub escape: Escape,
    /// The quotation mark of a string.
    #[serde(default = "double_quote")]
    pub quote: char,
    /// The word for true.
    #[serde(default = "word_true", rename = "true")]
    pub yes: String,
    /// The word for false.
    #[serde(default = "word_false", rename = "false")]
    pub no: String,
    /// The word for null.
    #[serde(default = "word_null")]
    pub null: String,
    /// Further characters to escape.
    #[serde(default)]
    pub also: String,
    /// Keys of object literals that the language reads as something else unless they are computed.
    #[serde(default)]
    pub computed_keys: Vec<String>,
}

/// The notation of a character by its number in a string literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Escape {
    /// `\u{1f600}`
    Rust,
    /// `\ud83d\ude00`, as JSON and ECMAScript have it
    Utf16,
    /// `\U0001f600`, and `\u00e9` below U+10000, as Python and TOML have it
    CodePoint,
}

/// The syntax of comments.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommentStyle {
    /// The markup that the text may have.
    pub markup: DocSyntax,
    /// The maximum width of a line, with its indent.
    #[serde(default = "comment_width")]
    pub width: usize,
    /// Each line.
    pub line: Pattern,
    /// A comment of one line, if it differs.
    pub single: Option<Pattern>,
    /// The first line, if it differs; without a place for text it is alone.
    pub open: Option<String>,
    /// The last line, if there is one.
    pub close: Option<String>,
    /// Texts that must not be in a comment, and their replacements.
    #[serde(default)]
    pub replace: BTreeMap<String, String>,
}

fn double_quote() -> char {
    '"'
}

fn word_true() -> String {
    "true".to_owned()
}

fn word_false() -> String {
    "false".to_owned()
}

fn word_null() -> String {
    "null".to_owned()
}

/// Returns the default width of a comment.
pub fn comment_width() -> usize {
    100
}

#[cfg(test)]
mod tests {
    use super::TargetFile;

    #[test]
    fn the_reference_is_such_a_file() {
        let page: Vec<_> = include_str!("target.rs").lines().filter_map(|line| line.strip_prefix("//!")).collect();
        let inside = page.split(|line| line.trim().starts_with("```")).nth(1);
        let read = toml::from_str::<TargetFile>(&inside.unwrap_or_default().join("\n"));
        assert!(read.is_ok_and(|file| file.comments.is_some()));
    }
}
