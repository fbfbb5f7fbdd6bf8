//! A target's spelling of names, and the check for names that it cannot spell.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};
use heck::{ToKebabCase, ToLowerCamelCase, ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

use serde_json::Value;

use super::target::{NameStyles, Reserved, Style, TargetFile};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use crate::memo::Memo;
use crate::model::{Contract, Kind, Module, Origin, TypeDef, problem};
use crate::naming;
use crate::profile::Profile;

/// The kind of thing that a name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A definition.
    Type,
    /// A key of an object.
    Field,
    /// A member of a union or a value of an enum.
    Variant,
    /// A module.
    Module,
    /// A file.
    File,
    /// A constant. It is the last: `COUNT` counts up to it.
    Constant,
}

/// Other spellings of names, by role.
type Distinct = [BTreeMap<String, Arc<str>>; Role::COUNT];

/// A target's spelling of names. The same name and role always give the same identifier.
#[derive(Debug, Clone)]
pub struct Names {
    target: String,
    styles: NameStyles,
    reserved: Reserved,
    /// The names that the owner of the set chooses for types, by their names in the set.
    chosen: Arc<BTreeMap<String, String>>,
    /// The names of types, which no field and no constant may have.
    types: Arc<BTreeSet<Arc<str>>>,
    /// Names that need another spelling, by role: another one before them has theirs.
    distinct: Arc<Distinct>,
    /// The names spelled so far as if they were alone, by role. Most names occur in many places.
    spelled: Arc<[Memo<String, Arc<str>>; Role::COUNT]>,
}

impl Names {
    /// Creates the spelling of a target for a contract. `chosen` has other names for some of its types.
    pub fn new(target: &str, file: &TargetFile, contract: &Contract, chosen: BTreeMap<String, String>) -> Self {
        let (styles, reserved) = (file.names.clone(), file.reserved.clone());
        let (types, distinct, spelled) = (Arc::default(), Arc::default(), Arc::default());
        let (target, chosen) = (target.to_owned(), Arc::new(chosen));
        let mut names = Self { target, styles, reserved, chosen, types, distinct, spelled };
        // Fields are told apart from the names that types have then.
        let mut distinct = names.types_told_apart(contract);
        names.distinct = Arc::new(distinct.clone());
        if names.reserved.types_for_fields {
            let types = contract.types.iter().filter_map(|def| names.spell(Role::Type, &def.name).ok());
            names.types = Arc::new(types.collect());
        }
        names.tell_parts_apart(contract, &mut distinct);
        names.distinct = Arc::new(distinct);
        names
    }

    /// Returns other spellings for the types that would be spelled like one before them, and for their files. Their author
    /// decides what they are called.
    fn types_told_apart(&self, contract: &Contract) -> Distinct {
        let mut found = Distinct::default();
        for role in [Role::Type, Role::File] {
            let is_as_is =
                |name: &str| self.spell(role, name).is_ok_and(|spelled| *spelled == *self.written(role, name));
            let mut types: Vec<&str> = contract.types.iter().map(|def| def.name.as_str()).collect();
            types.sort_by_cached_key(|name| !is_as_is(name));
            self.tell_apart(role, &types, &mut found[role as usize]);
        }
        found
    }

    /// Adds other spellings for the fields and values of a type, and the constants of all types, that would be spelled like one
    /// before them. The wire decides what they are called, so nobody else can tell them apart.
    fn tell_parts_apart(&self, contract: &Contract, found: &mut Distinct) {
        for def in contract.types.iter() {
            let (role, names): (Role, Vec<&str>) = match &def.kind {
                Kind::Struct(it) => (Role::Field, it.fields.iter().map(|field| field.name.as_str()).collect()),
                Kind::Enum(it) => {
                    (Role::Variant, it.values.iter().chain(&it.removed).map(|value| value.value.as_str()).collect())
                }
                Kind::Union(_) | Kind::Alias { .. } => continue,
            };
            self.tell_apart(role, &names, &mut found[role as usize]);
        }
        let mut constants: Vec<&Value> = Vec::new();
        contract.types.iter().for_each(|def| def.each_constant(&mut |value, _| constants.push(value)));
        let texts: Vec<&str> = constants.iter().filter_map(|value| value.as_str()).collect();
        let apart = &mut found[Role::Constant as usize];
        self.tell_apart(Role::Constant, &texts, apart);
        let spell = |name: &str| apart.get(name).cloned().or_else(|| self.spell(Role::Constant, name).ok());
        let taken: BTreeSet<Arc<str>> = texts.iter().filter_map(|text| spell(text)).collect();
        let others = constants.iter().filter(|value| !value.is_string());
        let alike = others.filter(|value| spell(&naming::of_value(value)).is_some_and(|name| taken.contains(&name)));
        let with_type = alike.map(|value| naming::of_value_with_type(value));
        let found_apart: Vec<_> = with_type.filter_map(|name| Some((name.clone(), spell(&name)?))).collect();
        apart.extend(found_apart);
    }

    /// Adds other spellings for the names of one scope that would be spelled like one before them.
    fn tell_apart(&self, role: Role, names: &[&str], found: &mut BTreeMap<String, Arc<str>>) {
        let is_any_name = |style| style == Style::AsIs && !matches!(role, Role::Type | Role::File);
        if self.style(role).is_none_or(is_any_name) {
            return;
        }
        // Not every file system tells letters from capital ones.
        let key = |spelled: Arc<str>| if role == Role::File { spelled.to_lowercase().into() } else { spelled };
        let mut taken: HashMap<Arc<str>, &str> = HashMap::new();
        // The code of the validators has the names in problems, so they stay as they are.
        let (of_problems, others): (Vec<&str>, Vec<&str>) = names.iter().partition(|name| problem::is_name(name));
        // A name in ASCII keeps its spelling where another one sounds like it.
        let (in_ascii, others): (Vec<&str>, Vec<&str>) = others.iter().partition(|name| name.is_ascii());
        for name in of_problems.iter().chain(&in_ascii).chain(&others).filter(|name| !name.is_empty()) {
            let Ok(spelled) = self.spell(role, name).map(key) else { continue };
            let Some(first) = taken.get(&spelled).copied().filter(|first| first != name) else {
                taken.insert(spelled, name);
                continue;
            };
            let others = differences(role, self.written(role, first), self.written(role, name)).filter_map(|other| {
                match self.style(role) {
                    Some(Style::AsIs) if role == Role::File => self.spell(role, &other.replace(' ', "-")).ok(),
                    _ => self.spell(role, &other).ok(),
                }
            });
            if let Some(other) =
                others.take(MOST_TRIED).find(|other| taken.get(&key(other.clone())).is_none_or(|known| known == name))
            {
                found.insert((*name).to_owned(), other.clone());
                taken.insert(key(other), name);
            }
        }
    }

    /// Spells a name. If the result differs from the name, the template has to write the name as well: a spelling
    /// cannot be undone.
    ///
    /// # Errors
    /// There is no such identifier. The error is the reason.
    pub fn spell(&self, role: Role, name: &str) -> Result<Arc<str>, String> {
        let other = self.distinct[role as usize].get(name).cloned();
        let alone = |name: &str| self.alone(role, name).map(Arc::from);
        other.map_or_else(|| self.spelled[role as usize].get(name, alone), Ok)
    }

    /// Returns what is spelled: the name, or the one that the owner of the set chooses for the type.
    fn written<'a>(&'a self, role: Role, name: &'a str) -> &'a str {
        self.chosen.get(name).filter(|_| role == Role::Type).map_or(name, String::as_str)
    }

    /// Spells a name as if no other one were spelled like it.
    ///
    /// # Errors
    /// There is no such identifier. The error is the reason.
    pub fn alone(&self, role: Role, name: &str) -> Result<String, String> {
        let style =
            self.style(role).ok_or_else(|| format!("target.toml of {} has no names.{}", self.target, role.key()))?;
        let mut spelled = match (role, style) {
            (Role::Field, Style::AsIs) => return Ok(property(name)),
            (Role::File | Role::Module, Style::AsIs) => return file_name(name, role),
            _ => identifier(self.written(role, name), style, role)?,
        };
        // `if` is a word of the language, and `if_` may be the name of a type.
        while self.is_reserved(role, &spelled) && !self.styles.suffix.is_empty() {
            spelled.push_str(&self.styles.suffix);
        }
        Ok(spelled)
    }

    /// Spells a constant: its text, or its JSON if it is not a string, with its type if a string is spelled like it.
    ///
    /// # Errors
    /// There is no such identifier. The error is the reason.
    pub fn constant(&self, value: &Value) -> Result<Arc<str>, String> {
        let with_type = || Some(naming::of_value_with_type(value)).filter(|_| !value.is_string());
        let apart = with_type().filter(|name| self.distinct[Role::Constant as usize].contains_key(name));
        self.spell(Role::Constant, &apart.unwrap_or_else(|| naming::of_value(value)))
    }

    /// Spells the file of a module like the module's name in the language, so that an import finds it.
    ///
    /// # Errors
    /// There is no such name. The error is the reason.
    pub fn module_file(&self, module: &str) -> Result<Arc<str>, String> {
        let role = if self.styles.module.is_some() { Role::Module } else { Role::File };
        self.spell(role, module)
    }

    /// Reports names that this target cannot spell, and names that it would spell alike.
    pub fn check(&self, contract: &Contract, profiles: &[Profile]) -> Diagnostics {
        let mut found = Diagnostics::default();
        let types = contract.types.iter().map(|def| Named::new(&def.name, &def.origin, NamedBy::Type(is_shaped(def))));
        self.check_scope(Role::Type, "types", types, &mut found);
        self.check_modules(contract, &mut found);
        let profiles = || profiles.iter().map(|profile| Named::new(&profile.name, &profile.origin, NamedBy::Profile));
        self.check_scope(Role::Variant, "profiles", profiles(), &mut found);
        self.check_scope(Role::Module, "profiles", profiles(), &mut found);
        contract.types.iter().for_each(|def| self.check_members(def, &mut found));
        found
    }

    fn check_modules(&self, contract: &Contract, found: &mut Diagnostics) {
        let origin = |module: &Module| contract.get(module.types.first()?).map(|def| &def.origin);
        let modules = contract.modules.iter().filter_map(|module| Some((module, origin(module)?)));
        let modules = modules.map(|(module, origin)| Named::new(&module.name, origin, NamedBy::Module));
        self.check_scope(Role::Module, "modules", modules, found);
    }

    fn check_members(&self, def: &TypeDef, found: &mut Diagnostics) {
        let scope = &def.name;
        match &def.kind {
            Kind::Struct(it) => {
                let fields = it.fields.iter().map(|field| Named::new(&field.name, &field.origin, NamedBy::Wire));
                self.check_scope(Role::Field, scope, fields, found);
            }
            Kind::Union(it) => {
                let variants =
                    it.variants.iter().map(|variant| Named::new(&variant.name, &variant.origin, NamedBy::Member));
                self.check_scope(Role::Variant, scope, variants, found);
            }
            Kind::Enum(it) => {
                let values = it.values.iter().chain(&it.removed);
                let values = values.map(|value| Named::new(&value.value, &value.origin, NamedBy::Wire));
                self.check_scope(Role::Variant, scope, values, found);
            }
            Kind::Alias { .. } => {}
        }
    }

    /// Checks the names of one scope, which must not be spelled alike.
    fn check_scope<'a>(
        &self,
        role: Role,
        scope: &str,
        names: impl Iterator<Item = Named<'a>>,
        found: &mut Diagnostics,
    ) {
        if self.style(role).is_none() {
            return;
        }
        let mut taken: HashMap<Arc<str>, Named<'a>> = HashMap::new();
        for named in names {
            match self.spell(role, named.name) {
                Err(reason) => found.push(self.no_name(role, scope, named, reason)),
                Ok(spelled) => match taken.entry(spelled) {
                    Entry::Occupied(first) => {
                        found.push(self.collision(role, scope, first.key(), *first.get(), named));
                    }
                    Entry::Vacant(free) => {
                        free.insert(named);
                    }
                },
            }
        }
    }

    fn no_name(&self, role: Role, scope: &str, named: Named<'_>, reason: String) -> Diagnostic {
        let what = format!("{} has no name for the {} {:?} of {scope}", self.target, role.word(), named.name);
        Diagnostic::error(Code::NoIdentifier, what)
            .at(place(named.origin))
            .because(reason)
            .instead(named.source.another(named))
    }

    fn collision(&self, role: Role, scope: &str, spelled: &str, a: Named<'_>, b: Named<'_>) -> Diagnostic {
        let what = format!(
            "{} would spell two {}s of {scope} `{spelled}`: {:?} and {:?}",
            self.target,
            role.word(),
            a.name,
            b.name
        );
        let advice = match b.source {
            NamedBy::Wire => advice(role),
            source => source.another(b),
        };
        Diagnostic::error(Code::NameCollision, what).at(place(b.origin)).and_at(place(a.origin)).instead(advice)
    }

    fn style(&self, role: Role) -> Option<Style> {
        match role {
            Role::Type => self.styles.types,
            Role::Field => self.styles.field,
            Role::Variant => self.styles.variant,
            Role::Module => self.styles.module,
            Role::File => Some(self.styles.file),
            Role::Constant => self.styles.constant,
        }
    }

    fn is_reserved(&self, role: Role, spelled: &str) -> bool {
        let reserved = &self.reserved;
        let of_role = match role {
            Role::Type => Some(&reserved.types),
            Role::Field => Some(&reserved.fields),
            Role::Variant => Some(&reserved.variants),
            Role::Module => Some(&reserved.modules),
            Role::File | Role::Constant => None,
        };
        let words = Some(&reserved.words).filter(|_| role != Role::File);
        let is_of_type = matches!(role, Role::Field | Role::Constant) && self.types.contains(spelled);
        is_of_type || [words, of_role].into_iter().flatten().any(|names| names.contains(spelled))
    }
}

impl Role {
    const COUNT: usize = Self::Constant as usize + 1;

    /// Returns the key of `target.toml` for its style.
    fn key(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Constant => "constant",
            _ => self.word(),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Field => "field",
            Self::Variant => "variant",
            Self::Module => "module",
            Self::File => "file",
            Self::Constant => "constant",
        }
    }
}

/// A name and its origin.
#[derive(Clone, Copy)]
struct Named<'a> {
    name: &'a str,
    origin: &'a Origin,
    source: NamedBy,
}

impl<'a> Named<'a> {
    fn new(name: &'a str, origin: &'a Origin, source: NamedBy) -> Self {
        Self { name, origin, source }
    }
}

/// The source of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NamedBy {
    /// A definition; true for a struct, an enum or a union.
    Type(bool),
    /// A file of the set.
    Module,
    /// A folder of the set.
    Profile,
    /// A member of a union.
    Member,
    /// A name in the payload, which cannot be changed.
    Wire,
}

impl NamedBy {
    /// Returns the advice for another name.
    fn another(self, named: Named<'_>) -> String {
        match self {
            Self::Type(shaped) => naming::another(named.origin, named.name, shaped),
            Self::Module => "rename its file: that is where the name comes from".to_owned(),
            Self::Profile => "rename its folder: that is where the name comes from".to_owned(),
            Self::Member => "give it another name with `x-variant`".to_owned(),
            Self::Wire => "the wire decides what it is called".to_owned(),
        }
    }
}

/// Returns the advice for two names on the wire that are spelled alike. Neither can be renamed, so one of them has to
/// leave the types.
fn advice(role: Role) -> String {
    let what = match role {
        Role::Field => "write one of them in `patternProperties`, which no type shows",
        _ => "write a string with a `pattern` in place of the enum, which no type shows",
    };
    format!("the wire decides what it is called: {what}")
}

/// Returns the advice for another type name, so that a file can be named after it.
pub(super) fn another_type_name(def: &TypeDef) -> String {
    naming::another(&def.origin, &def.name, is_shaped(def))
}

/// Returns true if the type is named after its title wherever it is.
fn is_shaped(def: &TypeDef) -> bool {
    !matches!(def.kind, Kind::Alias { .. })
}

/// Returns the place of a node. `generate` fills in line and column from the set.
pub(super) fn place(origin: &Origin) -> Place {
    Place::of_file(&origin.file).with_pointer(&origin.pointer)
}

/// The spellings that are tried for a name. As many values differ in nothing but the case of their letters in no schema.
const MOST_TRIED: usize = 100;

/// Returns names for the second of two that are spelled alike: with the signs that the first does not have, with the case of its letters,
/// and then with numbers. Types have no signs, and letters outside ASCII neither: they sound like others.
fn differences(role: Role, first: &str, second: &str) -> impl Iterator<Item = String> {
    let is_sign = |c: &char| !c.is_alphanumeric();
    let mut of_first: Vec<char> = first.chars().filter(is_sign).collect();
    let mut signs = String::new();
    for sign in second.chars().filter(is_sign) {
        match of_first.iter().position(|it| *it == sign) {
            Some(at) => drop(of_first.remove(at)),
            None => signs.push_str(&format!(" u{:04x}", u32::from(sign))),
        }
    }
    let case = if second.contains(char::is_uppercase) { "upper" } else { "lower" };
    let by_signs = Some(format!("{second}{signs}")).filter(|_| !signs.is_empty() && role != Role::Type);
    let is_case =
        if role == Role::Type { first.eq_ignore_ascii_case(second) } else { first.is_ascii() && second.is_ascii() };
    let by_case = Some(format!("{second} {case}")).filter(|_| is_case);
    let numbered = second.to_owned();
    by_signs.into_iter().chain(by_case).chain((2..).map(move |number| format!("{numbered} {number}")))
}

/// Returns a key as it is, in quotes if it is not an identifier.
fn property(name: &str) -> String {
    if is_identifier(name) { name.to_owned() } else { super::literal::json_string(name) }
}

/// Returns a name as it is, if it is a valid file name on every system. Other letters are written in ASCII.
fn file_name(name: &str, role: Role) -> Result<String, String> {
    if !name.is_ascii() {
        let ascii = ascii(name, role);
        return if ascii.contains(' ') { identifier(name, Style::Pascal, role) } else { file_name(&ascii, role) };
    }
    let fits = !name.is_empty()
        && !name.starts_with('.')
        && !name.ends_with('.')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
    if fits { Ok(name.to_owned()) } else { Err("a file's name has letters, digits, `.`, `_` and `-` only".to_owned()) }
}

/// Spells a name in this style. The result is ASCII, so that no language normalizes it. Other characters are written by
/// number, as a word; letters, by the ASCII letters that sound like them.
fn identifier(name: &str, style: Style, role: Role) -> Result<String, String> {
    let ascii = ascii(name, role);
    let spelled = match style {
        // A type that begins with an underscore would be private in Python.
        Style::AsIs if is_identifier(&ascii) && !(role == Role::Type && ascii.starts_with('_')) => ascii,
        Style::Capital if is_identifier(&ascii) && ascii.starts_with(|c: char| c.is_ascii_uppercase()) => ascii,
        Style::Capital if is_identifier(&ascii) && !ascii.contains('_') => {
            format!("{}{}", ascii[..1].to_ascii_uppercase(), &ascii[1..])
        }
        Style::Snake if is_snake(&ascii) => ascii,
        // A name that is not an identifier needs a style even with `as-is`.
        Style::AsIs | Style::Capital | Style::Pascal => ascii.to_upper_camel_case(),
        Style::Camel => ascii.to_lower_camel_case(),
        Style::Snake => ascii.to_snake_case(),
        Style::Kebab => ascii.to_kebab_case(),
        Style::ScreamingSnake => ascii.to_shouty_snake_case(),
    };
    match spelled.chars().next().filter(|_| spelled.chars().any(|c| c.is_ascii_alphanumeric())) {
        None => Err("there is neither a letter nor a digit in it".to_owned()),
        Some(first) if first.is_ascii_digit() && role != Role::File => Ok(format!("{}{spelled}", letter(style))),
        Some(_) => Ok(spelled),
    }
}

/// Returns the prefix before a digit: a name cannot start with one, and a leading underscore is special in Python.
fn letter(style: Style) -> char {
    match style {
        Style::Snake | Style::Camel | Style::Kebab => 'n',
        Style::AsIs | Style::Capital | Style::Pascal | Style::ScreamingSnake => 'N',
    }
}

/// Prepares a name for the styles, which drop symbols as word separators. Names on the wire cannot be changed, so in
/// them symbols alone, and the sign of a number, are written by number.
fn ascii(name: &str, role: Role) -> String {
    let sent = matches!(role, Role::Field | Role::Variant | Role::Constant);
    if sent && name.is_empty() {
        return "empty".to_owned();
    }
    // Most names have only letters, digits and underscores.
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric();
    if name.bytes().all(|byte| is_letter(byte) || byte == b'_') && name.bytes().any(is_letter) {
        return name.to_owned();
    }
    let signs_alone = sent && !name.contains(|c: char| c.is_ascii_alphanumeric() || !c.is_ascii());
    let signed =
        sent && name.strip_prefix(['+', '-']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let mut out = String::with_capacity(name.len());
    for (at, c) in name.chars().enumerate() {
        if let Some(letters) = naming::letters_in_ascii(c) {
            out.push_str(letters);
            continue;
        }
        let by_number = !c.is_ascii() || c.is_ascii_control() || signs_alone || (signed && at == 0);
        if by_number { out.push_str(&format!(" u{:04x} ", u32::from(c))) } else { out.push(c) }
    }
    out
}

/// Returns true for words of lowercase letters and digits, separated by single underscores. The style does not change
/// them.
fn is_snake(name: &str) -> bool {
    let is_word =
        |word: &[u8]| !word.is_empty() && word.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    name.as_bytes().split(|byte| *byte == b'_').all(is_word)
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::combinations;

    #[test]
    fn no_type_begins_with_an_underscore() {
        let spelled = |name| identifier(name, Style::AsIs, Role::Type);
        assert_eq!(spelled("_BaseV2").as_deref(), Ok("BaseV2"));
        assert_eq!(spelled("baseV2").as_deref(), Ok("baseV2"));
        assert_eq!(identifier("_base", Style::AsIs, Role::Field).as_deref(), Ok("_base"));
    }

    #[test]
    fn types_begin_with_a_capital_letter_and_stay_as_their_author_writes_them_otherwise() {
        let capital = |name| identifier(name, Style::Capital, Role::Type);
        for (name, spelled) in [
            ("bundle", "Bundle"),
            ("baseV2", "BaseV2"),
            ("aws_s3_bucket", "AwsS3Bucket"),
            ("iOSDevice", "IOSDevice"),
            ("HTTPServer", "HTTPServer"),
            ("Foo_bar", "Foo_bar"),
            ("_base", "Base"),
            ("foo-bar", "FooBar"),
            ("größe", "Groesse"),
            ("3d", "N3d"),
        ] {
            assert_eq!(capital(name).as_deref(), Ok(spelled), "{name}");
        }
    }

    #[test]
    fn letters_of_other_alphabets_are_written_as_they_sound() {
        for role in [Role::Type, Role::Field, Role::Variant] {
            assert_eq!(identifier("größe", Style::Pascal, role).as_deref(), Ok("Groesse"));
        }
        assert_eq!(identifier("名前", Style::Snake, Role::Field).as_deref(), Ok("ming_qian"));
    }

    /// Every name of up to six of these pieces.
    #[test]
    fn what_is_in_snake_case_already_is_what_it_would_be_made() {
        let pieces = ["", "a", "bc", "1", "_", "D", "-"];
        let names = combinations(&pieces, 6);
        let snakes: Vec<_> = names.iter().filter(|name| is_snake(name)).collect();
        let wrong: Vec<_> = snakes.iter().filter(|name| name.to_snake_case() != ***name).collect();
        assert!(snakes.len() > 100, "{} of {}", snakes.len(), names.len());
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
