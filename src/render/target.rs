//! The reference of `target.toml`: how a target spells names, types, literals and comments.
//!
//! ```toml
//! # Files that only sets with a feature get: paths in this folder; `*` matches any characters. The features are those
//! # that a set can list in `codegen.toml`, and two that follow from its types: `assertions` and `regex`.
//! needs = { problems = ["validate/*"], assertions = ["assertion/*"] }
//! # The keys of assertions that the files for `assertions` implement: those of `model::Assertion`. A set that needs
//! # another is refused.
//! assertions = ["types", "minimum"]
//! # Functions for this language only, by the names that templates call; see `render::builtin`.
//! builtins = ["item"]
//! # The settings that `[targets.<name>]` in `codegen.toml` can have for this target: "derive", "attributes",
//! # "dependencies", "prefix", "suffix", "rename", "single-file", "use".
//! aliases = ["rs"]       # other names of the target for `--only`
//! choices = ["derive"]
//! # With "use", the form of `from`: "dotted" for names with dots, "quoted" for a string. Without it, `use` is a whole path.
//! own-modules = "dotted"
//! # With "single-file", the only template that is rendered then. No other set reads it.
//! single-file = "[package].ts.jinja"
//! # The target has integers of 64 bits. A set with `integers = "wide"` is not rendered for any other target.
//! wide-integers = true
//! # Copies the licence files of the set into the root of the package.
//! license-files = true
//! # The maximum number of empty lines in a row; templates need not count them. The default is no maximum.
//! blank-lines = 1
//! # Files that keep all empty lines: paths in this folder, as for `needs`.
//! keep-blank-lines = ["examples/*.py"]
//!
//! # The styles of names. A style that is left out has no filter and is not checked.
//! # Styles: "as-is" (a type loses the `_` at its start), "capital", "pascal", "camel", "snake", "kebab", "screaming-snake".
//! [names]
//! type = "capital"      # |type_name: as in the schema, and begins with a capital letter
//! field = "snake"       # |field_name; "as-is" quotes names that are not identifiers
//! variant = "pascal"    # |variant_name: members of unions, values of enums
//! module = "snake"      # |module_name, and files named [module]
//! file = "snake"        # |file_name, and files named [event] or [type]; the default is "kebab"
//! constant = "screaming-snake"    # |constant_name
//! suffix = "_"          # appended to a reserved word; the default
//!
//! # Reserved words, which no name may be. `words` applies to every kind of name.
//! [reserved]
//! words = ["async", "type"]
//! types = ["Option"]
//! fields = ["model_config"]
//! variants = ["Other"]
//! modules = ["index"]
//! packages = ["json"]         # names that no package of this target may have; `-` in a name is the same as `_`
//! types-for-fields = true     # no field or constant may have the name of a type: it would hide the type
//!
//! # Type expressions, for |spell. `{}` is replaced by the inner expression.
//! [types]
//! any = "object"
//! null = "None"                   # the default is that of `any`
//! boolean = "bool"
//! integer = "int"
//! number = "float"
//! string = "str"
//! constant = "Literal[{}]"        # {}: the literal, {name}: its name; a fixed text if no type has one value: "str"
//! list = "list[{}]"
//! map = "dict[str, {}]"
//! any-map = "Object"              # optional: a map of any values, if the language has a type for it
//! nullable = "{} | None"
//! ref = "{}"                      # {}: the type's name; {module}, {file}: its module and its name, as file names
//! recursive = "Box<{}>"           # optional: a reference to a type that refers to itself
//! # Optional: a reference to another name for a type that refers to itself is spelled as a reference to that type.
//! recursive-alias-as-target = true
//! # Optional: what is between the members of a union that refers to itself, of one type and of plain values. A reference to it is
//! # spelled as its members.
//! recursive-union-as-members = " | "
//! # Forms that a macro of the target spells, for |spell(macro): those above, "limited" (a list with a minimum or
//! # maximum number of items), "generic" (a reference to a type with `unbound` columns), "bounded", "asserted" and
//! # "keyed".
//! own = ["keyed"]
//! imports = { any = ["Any"], constant = ["Literal"] }   # names for |spell(macro, used) to collect
//!
//! # The same for places with another spelling of types: |spell(none, none, "strict").
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
//! open = '"""{}'          # the first line, if it differs; without {} it is a line of its own
//! close = '"""'           # the last line, if there is one
//! replace = { '\' = '\\', '"""' = '\"\"\"' }   # texts that a comment must not contain, and their replacements
//! ```

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::pattern::{Constant, Pattern};
use crate::markdown::DocSyntax;
use crate::model::Expr;
use crate::set::Choice;

/// The content of `target.toml`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct TargetFile {
    /// Files that only a set with a feature gets, by the name of the feature.
    pub needs: BTreeMap<String, Vec<String>>,
    /// The keys of assertions that its code implements.
    pub assertions: Vec<String>,
    /// The builtins of this language, by the names that templates call.
    pub builtins: Vec<String>,
    /// Other names of the target for `--only`.
    pub aliases: Vec<String>,
    /// The settings that a set can have for it.
    pub choices: Vec<Choice>,
    /// The form of the modules that the owner's types are imported from.
    pub own_modules: Option<OwnModules>,
    /// The template of the single file.
    pub single_file: Option<String>,
    /// True if it has integers of 64 bits.
    pub wide_integers: bool,
    /// True if the licence files of the set are copied into the package.
    pub license_files: bool,
    /// The maximum number of empty lines in a row in its files.
    pub blank_lines: Option<usize>,
    /// Files with no such maximum.
    pub keep_blank_lines: Vec<String>,
    /// The styles of names.
    pub names: NameStyles,
    /// Reserved words, which no name may be.
    pub reserved: Reserved,
    /// Type expressions.
    pub types: Option<TypePatterns>,
    /// The same for places with another spelling, by the name that `spell` takes.
    pub spellings: BTreeMap<String, TypePatterns>,
    /// Literals.
    pub literals: Option<LiteralStyle>,
    /// Comments.
    pub comments: Option<CommentStyle>,
}

/// The form of the modules that the owner's types are imported from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OwnModules {
    /// Names with dots: `shop.time`.
    Dotted,
    /// A string: `"shop/time"`.
    Quoted,
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
    /// Modules, and the files named after them.
    pub module: Option<Style>,
    /// Files named after events and types.
    pub file: Style,
    /// Constants.
    pub constant: Option<Style>,
    /// The suffix for reserved words.
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

/// A style of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// As in the schema.
    AsIs,
    /// As in the schema, and begins with a capital letter. A name that begins with another one and has underscores is in Pascal case.
    Capital,
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

/// Reserved words, which no name may be.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reserved {
    /// For every kind of name.
    pub words: BTreeSet<String>,
    /// For types.
    pub types: BTreeSet<String>,
    /// For fields.
    pub fields: BTreeSet<String>,
    /// For members of unions and values of enums.
    pub variants: BTreeSet<String>,
    /// For modules.
    pub modules: BTreeSet<String>,
    /// Names that no package may have, because the language or its registry reserves them. Written with `_` instead of
    /// `-`.
    pub packages: Vec<String>,
    /// True if the names of types are reserved for fields and constants as well.
    #[serde(rename = "types-for-fields")]
    pub types_for_fields: bool,
}

/// The patterns of type expressions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypePatterns {
    /// Any JSON value.
    pub any: String,
    /// Nothing. Without it, it is spelled as any value.
    pub never: Option<String>,
    /// `null`. Without it, null is spelled as any value.
    pub null: Option<String>,
    /// `true` or `false`.
    pub boolean: String,
    /// A number without a fraction.
    pub integer: String,
    /// A number without a fraction that can be too large for a sign in 64 bits, if that is spelled in another way.
    pub unsigned: Option<String>,
    /// A number.
    pub number: String,
    /// A string.
    pub string: String,
    /// One value, around the literal, or with `{name}` around the name of its type. A fixed text if the language has no
    /// types of one value.
    pub constant: Constant,
    /// An array, around the type of its items.
    pub list: Pattern,
    /// An array with other items at each place, if the language has types for it. Otherwise it is spelled as `list`.
    pub tuple: Option<Tuple>,
    /// An object with any keys, around the type of its values.
    pub map: Pattern,
    /// An object with any keys and any values, if that is spelled in another way.
    #[serde(rename = "any-map")]
    pub any_map: Option<String>,
    /// An object whose possible keys are listed, if the language has types for it. Otherwise it is spelled as `map`.
    pub keys: Option<ListedKeys>,
    /// The value of a key of a map that matches a pattern, around its expression. Without it, it is spelled as any value.
    pub matched: Option<Pattern>,
    /// What is between the literals of numbers that a schema lists, of which some have a fraction. Without it, they are spelled as any
    /// number.
    pub numbers: Option<String>,
    /// A string of a native format, around the name of its type. Without it, it is spelled as any string.
    pub native: Option<Pattern>,
    /// The expression or `null`, around the expression.
    pub nullable: Pattern,
    /// A definition, around its name.
    #[serde(rename = "ref")]
    pub reference: Pattern,
    /// A definition that refers to itself, around its name.
    pub recursive: Option<Pattern>,
    /// True if a reference to another name for a type that refers to itself is spelled as a reference to that type. The
    /// two are in one module.
    #[serde(default, rename = "recursive-alias-as-target")]
    pub recursive_alias_as_target: bool,
    /// What is between the members of a union, if a reference to one that refers to itself is spelled as its members: one
    /// type, which is in the same module, and plain values.
    #[serde(rename = "recursive-union-as-members")]
    pub recursive_union_as_members: Option<String>,
    /// Forms that a macro of the target spells, if `spell` gets one.
    #[serde(default)]
    pub own: Vec<Form>,
    /// The names to import for a form. `spell` adds them to `names` of its collector. For the forms in `own`, the macro
    /// does.
    #[serde(default)]
    pub imports: BTreeMap<Form, Vec<String>>,
}

/// The spelling of an object whose possible keys are listed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedKeys {
    /// Around the type of its values, with `{keys}` for the literals of its keys.
    pub map: Pattern,
    /// What is between the literals.
    pub between: String,
}

/// The spelling of an array with other items at each place.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuple {
    /// Around the types of all places, with `, ` between them.
    pub all: Pattern,
    /// Around the type of the only place, if that is spelled in another way.
    pub one: Option<Pattern>,
    /// The spelling of arrays of other lengths. Without it, they are spelled as `list`.
    pub open: Option<OpenTuple>,
}

/// The spelling of arrays with other items at each place, and not always the same number of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenTuple {
    /// A place that an array need not have, around its type.
    pub optional: Pattern,
    /// All places after the last one, around the type of each.
    pub rest: Pattern,
}

/// A form of type expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Any JSON value.
    Any,
    /// Nothing.
    Never,
    /// `null`.
    Null,
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
    /// An array with a minimum or maximum number of items.
    Limited,
    /// An array with other items at each place, and always the same number of them.
    Tuple,
    /// An object with any keys.
    Map,
    /// An object whose possible keys are listed.
    Keys,
    /// The value of a key of a map that matches a pattern.
    Matched,
    /// The expression or `null`.
    Nullable,
    /// A definition.
    Ref,
    /// A reference to a definition with unbound columns: `type.unbound`.
    Generic,
    /// An expression with bounds.
    Bounded,
    /// An expression with an assertion.
    Asserted,
    /// A string of a native format.
    Native,
    /// A value whose type a table decides.
    Keyed,
}

impl Form {
    /// Returns true if the expression has this form. False for `Generic`, which only the definition decides.
    pub fn is_of(self, expr: &Expr) -> bool {
        match expr {
            Expr::Any => self == Self::Any,
            Expr::Never => self == Self::Never,
            Expr::Null => self == Self::Null,
            Expr::Boolean => self == Self::Boolean,
            Expr::Integer => self == Self::Integer,
            Expr::Number => self == Self::Number,
            Expr::String => self == Self::String,
            Expr::Constant { .. } => self == Self::Constant,
            Expr::List { min, max, places, .. } => match self {
                Self::List => true,
                Self::Limited => min.is_some() || max.is_some(),
                Self::Tuple => places.as_ref().is_some_and(|places| places.fixed().is_some()),
                _ => false,
            },
            Expr::Map { keys, .. } => self == Self::Map || (self == Self::Keys && !keys.is_empty()),
            Expr::Matched { .. } => self == Self::Matched,
            Expr::Nullable { .. } => self == Self::Nullable,
            Expr::Ref { .. } => self == Self::Ref,
            Expr::Bounded { .. } => self == Self::Bounded,
            Expr::Asserted { .. } => self == Self::Asserted || (self == Self::Native && expr.native().is_some()),
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
    /// Keys of object literals that the language treats specially unless they are computed.
    #[serde(default)]
    pub computed_keys: Vec<String>,
}

/// The notation of a character by its number in a string literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Escape {
    /// `\u{1f600}`
    Rust,
    /// `\ud83d\ude00`, as in JSON and ECMAScript
    Utf16,
    /// `\U0001f600`, and `\u00e9` below U+10000, as in Python and TOML
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
    /// The first line, if it differs. Without a hole, it is a line of its own.
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
