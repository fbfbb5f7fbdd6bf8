//! Plans types, fields and rules from the model.

use indexmap::IndexMap;
use serde_json::Value;

use super::hints::{self, Hints};
use super::levels::{self, Levels, Unions};
use super::plan::{
    Condition, Deprecated, Enum, Expr, Field, Keys, Lookup, Operation, PlanKind, ProblemTemplate, Row, Rule, Since,
    Strict, Struct, Type, Union, ValidationPlan,
};
use super::vocabulary::Vocabulary;
use super::{assertion, words};
use crate::model::problem::Code;
use crate::model::{self, Contract, Discriminator, Severity, Test, TypeDef, version_numbers};

/// Plans a contract without its profiles. `with_types` is false if nothing reads the types, which are most of a plan.
pub fn whole(contract: &Contract, vocabulary: &Vocabulary, with_types: bool) -> ValidationPlan {
    let levels = levels::levels(contract);
    let unions = Unions::of(contract);
    // Only types refer to them.
    let hints = if with_types { hints::hints(contract, vocabulary, &levels, &unions) } else { Hints::default() };
    let builder = Builder { contract, vocabulary, levels, unions, hints };
    let types =
        contract.types.iter().filter(|_| with_types).map(|def| (def.name.clone(), builder.type_of(def))).collect();
    let host = contract.set.host.as_ref().map(|host| &*host.name);
    ValidationPlan {
        types,
        operations: contract.operations.each.iter().map(|it| (it.name.clone(), operation(it))).collect(),
        tables: contract.tables.iter().map(|(name, rows)| (name.clone(), lookup(rows))).collect(),
        operation_key: builder.operation_key(),
        input: contract.operations.input.clone(),
        output: contract.operations.output.clone(),
        output_keys: builder.output_keys(),
        foreign: hints::foreign(contract, vocabulary),
        words: words::words(host, vocabulary, contract),
        profiles: IndexMap::new(),
        assertions: contract.assertions.iter().map(|(name, it)| (name.clone(), assertion::worded(it))).collect(),
    }
}

fn operation(of: &model::Operation) -> Operation {
    Operation { input: of.input.clone(), output: of.output.clone(), added: IndexMap::new() }
}

/// Plans a lookup table: it matches names first, then prefixes, the longest first.
fn lookup(rows: &[model::Row]) -> Lookup {
    let (mut names, mut prefixes) = (IndexMap::new(), Vec::new());
    for (at, row) in rows.iter().enumerate() {
        match &row.prefix {
            Some(prefix) => prefixes.push((prefix.clone(), at)),
            None => drop(names.insert(row.name.clone(), at)),
        }
        names.extend(row.aliases.iter().map(|alias| (alias.clone(), at)));
    }
    prefixes.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
    let types = |row: &model::Row| {
        let known = row.cells.iter().filter_map(|(column, name)| Some((column.clone(), name.clone()?)));
        known.collect()
    };
    let rows = rows.iter().map(|row| Row { name: row.name.clone(), types: types(row) }).collect();
    Lookup { rows, names, prefixes }
}

struct Builder<'a> {
    contract: &'a Contract,
    vocabulary: &'a Vocabulary,
    levels: Vec<Levels<'a>>,
    unions: Unions<'a>,
    hints: Hints,
}

impl Builder<'_> {
    // ---- the whole --------------------------------------------------------------------------------------------------

    fn operation_key(&self) -> Option<String> {
        let first = self.contract.operations.each.first()?;
        let (_, it) = *levels::leaves(self.contract, &first.input).first()?;
        let names = |field: &&model::Field| matches!(&field.expr, model::Expr::Constant { value } if value.as_str() == Some(&first.name));
        it.fields.iter().find(names).map(|field| field.name.clone())
    }

    fn output_keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = Vec::new();
        let tops = self.levels.iter().flat_map(|levels| &levels.objects).filter(|(path, ..)| path.is_empty());
        for field in tops.flat_map(|(_, _, it)| &it.fields) {
            if !keys.contains(&field.name) {
                keys.push(field.name.clone());
            }
        }
        keys
    }

    fn is_operation(&self, value: &Value) -> bool {
        value.as_str().is_some_and(|name| self.contract.operations.has(name))
    }

    // ---- types ------------------------------------------------------------------------------------------------------

    fn type_of(&self, def: &TypeDef) -> Type {
        let output = def.output && !def.input;
        let kind = match &def.kind {
            model::Kind::Alias { target } => PlanKind::Alias { expr: self.expr(target) },
            model::Kind::Enum(it) => PlanKind::Enum(self.enum_of(def, it)),
            model::Kind::Struct(it) => PlanKind::Struct(self.struct_of(def, it)),
            model::Kind::Union(it) => PlanKind::Union(self.union_of(def, it)),
        };
        let older = def.facts.since.as_ref().filter(|_| output);
        Type { output, since: older.and_then(|it| since(it, self.called(def))), kind }
    }

    /// Returns the name of a type in messages, if its place does not name it.
    fn called(&self, def: &TypeDef) -> Option<String> {
        let operation = self.contract.operations.each.iter().find(|it| it.output == def.name)?;
        Some(words::called(self.vocabulary, &operation.name))
    }

    fn enum_of(&self, def: &TypeDef, it: &model::Enum) -> Enum {
        let values: Vec<String> = it.values.iter().map(|value| value.value.clone()).collect();
        let written = it.values.iter().filter(|_| def.output && !def.input);
        let older = |own: &model::Version| def.facts.since.as_ref() != Some(own);
        let added = written.clone().filter_map(|value| {
            let own = value.facts.since.as_ref().filter(|own| older(own))?;
            Some((value.value.clone(), since(own, Some(format!("`{}`", value.value)))?))
        });
        let removed =
            it.removed.iter().filter_map(|value| Some((value.value.clone(), value.facts.until.as_ref()?.parts())));
        let deprecated = written.filter_map(|value| {
            Some((value.value.clone(), deprecated(&value.value, value.facts.deprecated.as_ref()?)))
        });
        Enum {
            what: words::one_of(values.iter().map(String::as_str), &def.name),
            open: it.open,
            added: added.collect(),
            removed: removed.collect(),
            deprecated: deprecated.collect(),
            values,
        }
    }

    fn union_of(&self, def: &TypeDef, it: &model::Union) -> Union {
        match &it.by {
            Discriminator::Tag { key } => self.tag_union(def, it, key),
            Discriminator::Key { key } => self.key_union(it, key),
            Discriminator::JsonType => {
                let types: IndexMap<String, Expr> = it
                    .variants
                    .iter()
                    .filter_map(|variant| Some((json_type(variant)?, self.expr(&variant.expr))))
                    .collect();
                Union::Type { types, what: self.what_of_members(it) }
            }
            Discriminator::Trial { assertion } => Union::Trial {
                members: it.variants.iter().map(|variant| self.expr(&variant.expr)).collect(),
                assertion: Box::new(assertion::worded(assertion)),
                what: self.what_of_members(it),
            },
        }
    }

    fn tag_union(&self, def: &TypeDef, it: &model::Union, key: &str) -> Union {
        let mut tags = IndexMap::new();
        for variant in &it.variants {
            tags.extend(variant.tags.iter().map(|tag| (tag.clone(), self.expr(&variant.expr))));
        }
        let operation = levels::is_by_operation(self.contract, def);
        let what = if operation {
            words::operation_name(self.vocabulary, tags.len() == self.contract.operations.each.len())
        } else {
            words::one_of(tags.keys().map(String::as_str), &def.name)
        };
        let absent = it.variants.iter().find(|variant| variant.absent).map(|variant| self.expr(&variant.expr));
        let such_as = tags.keys().next().filter(|_| operation && !def.input);
        let message = such_as.map(|tag| words::missing_operation_name(self.vocabulary, key, tag));
        let missing = absent.is_none().then(|| rejected(Code::MissingField, message));
        let fields = it.variants.iter().flat_map(|variant| levels::leaves_of(self.contract, &variant.expr));
        let fields = fields.flat_map(|(_, it)| &it.fields).filter(|field| field.name == key);
        let mut mistakes = IndexMap::new();
        for (written, advice) in fields.flat_map(self::mistakes) {
            mistakes.entry(written).or_insert(advice);
        }
        // The host may be newer than the contract. The name in an output is that of a known operation, or wrong.
        let unknown = (operation && def.input).then(|| words::unknown_operation(self.vocabulary, &self.contract.set));
        Union::Tag { key: key.to_owned(), tags, absent, missing, what, operation, unknown, mistakes }
    }

    fn key_union(&self, it: &model::Union, key: &str) -> Union {
        let member = |absent: bool| it.variants.iter().find(|variant| variant.absent == absent);
        let expr = |absent| member(absent).map_or(Expr::Any, |variant| self.expr(&variant.expr));
        let value = levels::constant_at(self.contract, it, key).cloned();
        let what = value.as_ref().map(words::constant);
        Union::Key { key: key.to_owned(), with: expr(false), without: expr(true), value, what }
    }

    // ---- structs ----------------------------------------------------------------------------------------------------

    fn struct_of(&self, def: &TypeDef, it: &model::Struct) -> Struct {
        let keys = match &it.rest {
            None => Keys::Closed,
            Some(model::Expr::Any) if def.input && def.output && !it.free => Keys::Open,
            Some(_) => Keys::Free,
        };
        let rest = it.rest.as_ref().filter(|rest| **rest != model::Expr::Any).map(|rest| self.expr(rest));
        let closable = keys != Keys::Free;
        let hints = self.hints.get(&def.name).filter(|_| closable).cloned().unwrap_or_default();
        let takes = words::takes(it.fields.iter().map(|field| &*field.name)).filter(|_| closable);
        Struct {
            fields: it.fields.iter().map(|field| (field.name.clone(), self.field(def, field))).collect(),
            rest,
            empty: keys == Keys::Closed && it.fields.is_empty(),
            keys,
            operation: self.operation(def).map(str::to_owned).filter(|_| closable),
            hints,
            unknown: None,
            takes,
            strict: it.strict.as_ref().map(|it| Strict { unconfirmed: it.unconfirmed }),
            rules: it.rules.iter().map(rule).collect(),
            assertion: it.assertion.as_ref().map(|it| Box::new(assertion::worded(it))),
        }
    }

    fn field(&self, def: &TypeDef, field: &model::Field) -> Field {
        let output = def.output && !def.input;
        // The union of all inputs has the names that are taken for those of operations: once, and not again in each input.
        let is_of_union = def.input
            && !def.output
            && matches!(&field.expr, model::Expr::Constant { value } if self.is_operation(value))
            && self.contract.types.iter().any(|it| it.input && levels::is_by_operation(self.contract, it));
        Field {
            expr: self.expr(&field.expr),
            missing: field.required.then(|| self.missing(def, field)),
            since: self.field_since(def, field),
            deprecated: field.facts.deprecated.as_ref().filter(|_| output).map(|how| deprecated(&field.name, how)),
            mistakes: if is_of_union { IndexMap::new() } else { mistakes(field) },
            by_operation: false,
            inert: Vec::new(),
        }
    }

    /// For an input, only the versions of required fields matter. A version as old as the parent's is left out.
    fn field_since(&self, def: &TypeDef, field: &model::Field) -> Option<Since> {
        let own = field.facts.since.as_ref().filter(|_| def.output || field.required)?;
        let operation = self.operation(def).and_then(|name| self.contract.operations.named(name));
        let output = operation.and_then(|it| self.contract.get(&it.output)).and_then(|it| it.facts.since.as_ref());
        let mut older = def.facts.since.iter().chain(output);
        if older.any(|floor| own.parts() <= floor.parts()) { None } else { since(own, None) }
    }

    /// Returns the operation if only its output contains this.
    fn operation(&self, def: &TypeDef) -> Option<&str> {
        levels::place(&self.levels, &def.name).and_then(|(levels, _)| levels.operation)
    }

    fn missing(&self, def: &TypeDef, field: &model::Field) -> ProblemTemplate {
        let mut template = match (self.needed_by(def, field), &field.expr) {
            (Some((tag, values)), expr) => {
                let message = words::required_beside(&field.name, tag, &values, &self.what(expr));
                rejected(Code::RequiredHere, Some(message))
            }
            (None, model::Expr::Constant { value }) => {
                rejected(Code::MissingField, Some(words::missing_constant(&field.name, value)))
            }
            (None, _) => rejected(Code::MissingField, None),
        };
        if let Some(missing) = &field.missing {
            template.severity = missing.severity;
            template.unconfirmed = missing.unconfirmed;
            template.message = missing.message.clone().or(template.message);
        }
        template
    }

    /// Returns the tag and its values that require a field which other members of the union do not require.
    fn needed_by(&self, def: &TypeDef, field: &model::Field) -> Option<(&str, Vec<String>)> {
        self.unions.with(&def.name).iter().find_map(|(_, union)| {
            let Discriminator::Tag { key } = &union.by else { return None };
            let leaves = |variant: &model::Variant| levels::leaves_of(self.contract, &variant.expr);
            let own = union.variants.iter().find(|it| leaves(it).iter().any(|(leaf, _)| leaf.name == def.name))?;
            let asks = |it: &model::Struct| it.fields.iter().any(|other| other.name == field.name && other.required);
            let all = union.variants.iter().flat_map(leaves).all(|(_, it)| asks(it));
            let values: Vec<String> = own.tags.iter().map(|tag| format!("`{tag}`")).collect();
            (field.name != *key && !all && !values.is_empty()).then_some((&**key, values))
        })
    }

    // ---- expressions ------------------------------------------------------------------------------------------------

    fn expr(&self, expr: &model::Expr) -> Expr {
        match expr {
            // An assertion around nothing refuses every value, and one around a map knows the values of its keys.
            model::Expr::Any | model::Expr::Never | model::Expr::Matched { .. } => Expr::Any,
            model::Expr::Null => Expr::Null,
            model::Expr::Boolean => Expr::Boolean,
            model::Expr::Integer => Expr::Integer,
            model::Expr::Number => Expr::Number,
            model::Expr::String => Expr::String,
            // Constants of operations and tags are strings. A number is compared as an assertion does it.
            model::Expr::Constant { value } if value.is_number() => {
                let only = model::Assertion { values: vec![value.clone()], ..model::Assertion::default() };
                Expr::Asserted { inner: Box::new(Expr::Any), assertion: Box::new(assertion::worded(&only)) }
            }
            model::Expr::Constant { value } => Expr::Constant {
                value: value.clone(),
                what: words::constant(value),
                operation: self.is_operation(value),
            },
            model::Expr::List { item, min, max, .. } => {
                Expr::List { item: Box::new(self.expr(item)), min: *min, max: *max }
            }
            model::Expr::Map { value, .. } => Expr::Map { value: Box::new(self.expr(value)) },
            model::Expr::Nullable { inner } => Expr::Nullable { inner: Box::new(self.expr(inner)) },
            model::Expr::Bounded { inner, bounds } => {
                Expr::Bounded { inner: Box::new(self.expr(inner)), bounds: bounds.clone(), what: self.what(expr) }
            }
            model::Expr::Asserted { inner, assertion } => {
                Expr::Asserted { inner: Box::new(self.expr(inner)), assertion: Box::new(assertion::worded(assertion)) }
            }
            model::Expr::Ref { name, closed } => Expr::Ref { name: name.clone(), closed: *closed },
            model::Expr::Keyed { table, column, by, except, base, unconfirmed, fails } => Expr::Keyed {
                table: table.clone(),
                column: column.clone(),
                by: by.clone(),
                except: except.clone(),
                base: Box::new(self.expr(base)),
                unconfirmed: *unconfirmed,
                fails: *fails,
            },
        }
    }

    /// Returns the words for a value of this expression. The interpreters compute the same words.
    fn what(&self, expr: &model::Expr) -> String {
        let key = match expr {
            model::Expr::Any | model::Expr::Never | model::Expr::Matched { .. } => "any",
            model::Expr::Null => "null",
            model::Expr::Boolean => "boolean",
            model::Expr::Integer => "integer",
            model::Expr::Number => "number",
            model::Expr::String => "string",
            model::Expr::List { .. } => "list",
            model::Expr::Map { .. } => "map",
            model::Expr::Constant { value } => return words::constant(value),
            model::Expr::Nullable { inner } => return words::nullable(&self.what(inner)),
            model::Expr::Bounded { inner, bounds } => return words::bounded(&self.what(inner), bounds),
            model::Expr::Asserted { inner, .. } => return self.what(inner),
            model::Expr::Ref { name, .. } => return self.what_type(name),
            model::Expr::Keyed { base, .. } => return self.what(base),
        };
        words::word(key).to_owned()
    }

    fn what_type(&self, name: &str) -> String {
        let Some(def) = self.contract.get(name) else { return name.to_owned() };
        match &def.kind {
            model::Kind::Alias { target } => self.what(target),
            model::Kind::Enum(it) => words::one_of(it.values.iter().map(|value| &*value.value), name),
            model::Kind::Union(it) if matches!(it.by, Discriminator::JsonType | Discriminator::Trial { .. }) => {
                self.what_of_members(it)
            }
            model::Kind::Struct(_) | model::Kind::Union(_) => words::word("struct").to_owned(),
        }
    }

    fn what_of_members(&self, it: &model::Union) -> String {
        let mut all: Vec<String> = Vec::new();
        for what in it.variants.iter().map(|variant| self.what(&variant.expr)) {
            if !all.contains(&what) {
                all.push(what);
            }
        }
        words::either(&all)
    }
}

/// Returns `None` if the version that first lacks it is not known.
pub fn since(version: &model::Version, name: Option<String>) -> Option<Since> {
    let after = version.after_parts();
    (version.exact || after.is_some()).then(|| Since { from: version.parts(), after, name })
}

/// In JSON an integer is also a number.
fn json_type(variant: &model::Variant) -> Option<String> {
    variant.json_type.as_ref().map(|name| if name == "integer" { "number".to_owned() } else { name.clone() })
}

fn rejected(code: Code, message: Option<String>) -> ProblemTemplate {
    ProblemTemplate { code, severity: Severity::Rejected, unconfirmed: false, message }
}

fn deprecated(name: &str, how: &model::Deprecation) -> Deprecated {
    let message = words::deprecated(&format!("`{name}`"), how);
    let template = ProblemTemplate {
        code: Code::Deprecated,
        severity: Severity::Deprecated,
        unconfirmed: false,
        message: Some(message),
    };
    Deprecated { template, since: how.since.as_deref().and_then(version_numbers) }
}

fn mistakes(field: &model::Field) -> IndexMap<String, String> {
    field.mistakes.iter().map(|mistake| (mistake.written.clone(), mistake.advice.clone())).collect()
}

fn rule(rule: &model::Rule) -> Rule {
    let code = match rule.severity {
        Severity::Rejected | Severity::Ignored => Code::RequiredHere,
        Severity::Inert => Code::WithoutEffect,
        Severity::Suspicious => Code::Suspicious,
        Severity::Deprecated => Code::Deprecated,
    };
    let template = ProblemTemplate {
        code,
        severity: rule.severity,
        unconfirmed: rule.unconfirmed,
        message: Some(rule.message.clone()),
    };
    let since = rule.since.as_ref().and_then(|it| since(it, None));
    Rule {
        when: conditions(&rule.when),
        then: conditions(&rule.then),
        template,
        at: at(rule),
        since,
        within: Vec::new(),
    }
}

fn conditions(conditions: &[model::Condition]) -> Vec<Condition> {
    conditions.iter().map(|it| Condition { path: it.path.clone(), test: it.test.clone() }).collect()
}

/// Returns the path that advice points to: the key that should be absent, or the first one that the rule tests.
fn at(rule: &model::Rule) -> Option<Vec<String>> {
    if rule.severity.refuses() {
        return None;
    }
    let unwanted = rule.then.iter().find(|condition| condition.test == Test::Absent);
    unwanted.or(rule.when.first()).map(|condition| condition.path.clone())
}
