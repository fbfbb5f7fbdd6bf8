//! The `target.toml`s of four languages, as short as they can be.

pub const RUST: &str = r##"
[names]
type = "as-is"
field = "snake"
variant = "pascal"
module = "snake"
constant = "screaming-snake"
[reserved]
words = ["type", "self", "Self"]
variants = ["Other"]
[types]
any = "Value"
boolean = "bool"
integer = "i64"
number = "f64"
string = "String"
constant = "Const /* {} */"
list = "Vec<{}>"
map = "BTreeMap<String, {}>"
nullable = "Option<{}>"
ref = "{module}::{}"
recursive = "Box<{}>"
[literals]
escape = "rust"
[comments]
markup = "rustdoc"
line = "/// {}"
"##;

pub const PYTHON: &str = r##"
[names]
type = "as-is"
field = "snake"
module = "snake"
[reserved]
words = ["class", "None"]
[types]
any = "object"
boolean = "bool"
integer = "int"
number = "float"
string = "str"
constant = "Literal[{}]"
list = "list[{}]"
map = "dict[str, {}]"
nullable = "{} | None"
ref = "{}"
[literals]
escape = "code-point"
true = "True"
false = "False"
null = "None"
[comments]
markup = "docstring"
line = "{}"
single = '"""{}"""'
open = '"""{}'
close = '"""'
replace = { '\' = '\\', '"""' = '\"\"\"' }
"##;

pub const TYPESCRIPT: &str = r##"
[names]
type = "as-is"
field = "as-is"
module = "kebab"
[types]
any = "unknown"
boolean = "boolean"
integer = "number"
number = "number"
string = "string"
constant = "{}"
list = "Array<{}>"
map = "Record<string, {}>"
nullable = "{} | null"
ref = "{}"
[literals]
escape = "utf16"
computed-keys = ["__proto__"]
[comments]
markup = "tsdoc"
single = "/** {} */"
open = "/**"
line = " * {}"
close = " */"
replace = { '*/' = '*\/' }
"##;

pub const MARKDOWN: &str = r##"
[names]
type = "as-is"
[types]
any = "any value"
boolean = "boolean"
integer = "integer"
number = "number"
string = "string"
constant = "`{}`"
list = "list of {}"
map = "map of {}"
nullable = "{} or null"
ref = "[{}]({file}.md)"
[literals]
escape = "utf16"
also = "`|"
"##;
