//! Types, fields and rules, from the model.

use indexmap::IndexMap;
use serde_json::Value;

use super::hints::{self, Hints};
use super::levels::{self, Levels, Unions};
use super::{
    Condition, Enum, Event, Expr, Field, Keys, Kind, Lookup, Row, Rule, Say, Since, Stdout, Strict, Struct, Table,
    Type, Union, answers, assertion, effects, matchers, occasions, profile, prompts, words,
};
use crate::model::{self, Contract, Discriminator, Severity, Test, TypeDef};
use crate::problem::{self, Code};

pub fn table(contract: &Contract) -> Table {
    let mut table = whole(contract, judges(contract) || !contract.profiles.is_empty());
    table.profiles = contract.profiles.iter().map(|it| (it.name.clone(), profile::profile(&table, it))).collect();
    table
}

/// The packages of the set tell problems.
fn judges(contract: &Contract) -> bool {
    problem::TYPES.iter().all(|name| contract.get(name).is_some())
}

/// All but the profiles; `with_types` if anybody reads those: they are most of it.
pub fn whole(contract: &Contract, with_types: bool) -> Table {
    let levels = levels::levels(contract);
    let unions = Unions::of(contract);
    // Types alone have them.
    let hints = if with_types { hints::hints(contract, &levels, &unions) } else { Hints::default() };
    let answers = answers::answers(contract, &levels);
    let builder = Builder { contract, levels, unions, hints };
    let (input, output) = (builder.input(), levels::reply(contract).map(|def| def.name.clone()));
    let judges = judges(contract);
    let types =
        contract.types.iter().filter(|_| with_types).map(|def| (def.name.clone(), builder.type_of(def))).collect();
    let reads = judges && !contract.events.is_empty() && input.is_some() && output.is_some();
    let matchers = matchers::matchers(contract).filter(|_| reads);
    let matches = matchers.is_some();
    let calls = reads && contract.tables.contains_key("tools") && contract.get("McpToolInput").is_some();
    let asserts = contract.types.iter().any(|def| !def.kind.assertions().is_empty());
    Table {
        judges,
        matches,
        calls,
        matchers: matchers.unwrap_or_default(),
        reads,
        types,
        events: contract.events.iter().map(|event| (event.name.clone(), event_of(event))).collect(),
        tables: contract.tables.iter().map(|(name, rows)| (name.clone(), lookup(rows))).collect(),
        event_key: builder.event_key(),
        input,
        output,
        handlers: handlers(contract),
        prompts: prompts::prompts(contract).filter(|_| reads),
        output_keys: builder.output_keys(),
        foreign: hints::foreign(contract),
        words: words::words(contract.set.host.as_ref().map(|host| &*host.name), asserts),
        answers,
        profiles: IndexMap::new(),
        asserts,
        regex: matches || asserts,
        assertions: contract.assertions.iter().map(|(name, it)| (name.clone(), assertion::worded(it))).collect(),
    }
}

/// The kinds of handlers that answer with a reply. What a model answers is no reply, and is told by what the catalogue
/// says of its refusals.
fn handlers(contract: &Contract) -> Vec<String> {
    let is_model = |name: &str| {
        let refusals = contract.events.iter().filter_map(|event| event.facts.get("prompt_refusal"));
        refusals.filter_map(Value::as_object).any(|it| it.contains_key(name))
    };
    let all = contract.catalogue.get("handlers").and_then(Value::as_array).into_iter().flatten();
    let names = all.filter_map(|it| it.get("name")?.as_str());
    names.filter(|name| !is_model(name)).map(str::to_owned).collect()
}

fn event_of(event: &model::Event) -> Event {
    let stdout = event.facts.pointer("/exit/0/stdout").and_then(Value::as_array);
    let newest = stdout.and_then(|cells| cells.iter().find(|cell| cell.get("until").is_none()));
    let effect = newest.and_then(|cell| cell.get("effect")).and_then(Value::as_str);
    let stdout = effect.map(|effect| match effect {
        "path" => Stdout::Path,
        "log" | "ignored" | "unknown" => Stdout::Unused,
        _ => Stdout::Used,
    });
    Event { input: event.input.clone(), output: event.output.clone(), stdout }
}

/// What a value is looked up in: names first, then prefixes, of which the longest one counts.
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
    levels: Vec<Levels<'a>>,
    unions: Unions<'a>,
    hints: Hints,
}

impl Builder<'_> {
    // ---- the whole --------------------------------------------------------------------------------------------------

    fn event_key(&self) -> Option<String> {
        let event = self.contract.events.first()?;
        let (_, it) = *levels::leaves(self.contract, &event.input).first()?;
        let names = |field: &&model::Field| matches!(&field.expr, model::Expr::Constant { value } if value.as_str() == Some(&event.name));
        it.fields.iter().find(names).map(|field| field.name.clone())
    }

    /// The union of everything that hooks read.
    fn input(&self) -> Option<String> {
        let all = |def: &&TypeDef| {
            let model::Kind::Union(union) = &def.kind else { return false };
            def.input && levels::is_by_event(self.contract, def) && union.variants.len() == self.contract.events.len()
        };
        self.contract.types.iter().find(all).map(|def| def.name.clone())
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

    fn is_event(&self, value: &Value) -> bool {
        self.contract.events.iter().any(|event| value.as_str() == Some(&event.name))
    }

    // ---- types ------------------------------------------------------------------------------------------------------

    fn type_of(&self, def: &TypeDef) -> Type {
        let output = def.output && !def.input;
        let kind = match &def.kind {
            model::Kind::Alias { target } => Kind::Alias { expr: self.expr(target) },
            model::Kind::Enum(it) => Kind::Enum(self.enum_of(def, it)),
            model::Kind::Struct(it) => Kind::Struct(self.struct_of(def, it)),
            model::Kind::Union(it) => Kind::Union(self.union_of(def, it)),
        };
        let older = def.facts.since.as_ref().filter(|_| output);
        Type { output, since: older.and_then(|it| since(it, self.called(def))), kind }
    }

    /// How a message calls a type that is not called by its place.
    fn called(&self, def: &TypeDef) -> Option<String> {
        let event = self.contract.events.iter().find(|event| event.output == def.name)?;
        Some(format!("The event `{}`", event.name))
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
                Union::Type { types, what: self.what_by_type(it) }
            }
        }
    }

    fn tag_union(&self, def: &TypeDef, it: &model::Union, key: &str) -> Union {
        let mut tags = IndexMap::new();
        for variant in &it.variants {
            tags.extend(variant.tags.iter().map(|tag| (tag.clone(), self.expr(&variant.expr))));
        }
        let event = levels::is_by_event(self.contract, def);
        let what = if event {
            words::event_name(tags.len() == self.contract.events.len())
        } else {
            words::one_of(tags.keys().map(String::as_str), &def.name)
        };
        let absent = it.variants.iter().find(|variant| variant.absent).map(|variant| self.expr(&variant.expr));
        let such_as = tags.keys().next().filter(|_| event && !def.input);
        let message = such_as.map(|tag| words::missing_event_name(key, tag));
        let missing = absent.is_none().then(|| rejected(Code::MissingField, message));
        let fields = it.variants.iter().flat_map(|variant| levels::leaves_of(self.contract, &variant.expr));
        let mistakes = fields.flat_map(|(_, it)| &it.fields).filter(|field| field.name == key).map(mistakes);
        let mistakes = mistakes.into_iter().find(|all| !all.is_empty()).unwrap_or_default();
        Union::Tag { key: key.to_owned(), tags, absent, missing, what, event, mistakes }
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
        let own = it.rules.iter().map(rule);
        let here = if def.output && !def.input { occasions::rules(self.contract, def, it) } else { Vec::new() };
        let takes = words::takes(it.fields.iter().map(|field| &*field.name)).filter(|_| closable);
        Struct {
            fields: it.fields.iter().map(|field| (field.name.clone(), self.field(def, it, field))).collect(),
            rest,
            empty: keys == Keys::Closed && it.fields.is_empty(),
            keys,
            event: self.event(def).map(str::to_owned).filter(|_| closable),
            hints,
            takes,
            strict: it.strict.as_ref().map(|it| Strict { unconfirmed: it.unconfirmed }),
            rules: own.chain(here).collect(),
            assertion: it.assertion.as_ref().map(|it| Box::new(assertion::worded(it))),
        }
    }

    fn field(&self, def: &TypeDef, of: &model::Struct, field: &model::Field) -> Field {
        let output = def.output && !def.input;
        let inert = self.inert(def, field);
        Field {
            expr: self.expr(&field.expr),
            missing: field.required.then(|| self.missing(def, field)),
            since: self.field_since(def, field),
            deprecated: field.facts.deprecated.as_ref().filter(|_| output).map(|how| deprecated(&field.name, how)),
            mistakes: self.advice(def, field, &inert),
            occasion: output && occasions::is_by_event(self.contract, of),
            inert,
        }
    }

    /// Of an input only what must be there is of interest, and of nothing what is as old as that it stands in.
    fn field_since(&self, def: &TypeDef, field: &model::Field) -> Option<Since> {
        let own = field.facts.since.as_ref().filter(|_| def.output || field.required)?;
        let event = self.event(def).and_then(|name| self.contract.events.iter().find(|event| event.name == name));
        let of_event = event.and_then(|event| self.contract.get(&event.output)).and_then(|it| it.facts.since.as_ref());
        let mut older = def.facts.since.iter().chain(of_event);
        if older.any(|floor| own.parts() <= floor.parts()) { None } else { since(own, None) }
    }

    /// The event whose replies alone have this.
    fn event(&self, def: &TypeDef) -> Option<&str> {
        levels::place(&self.levels, &def.name).and_then(|(levels, _)| levels.event)
    }

    /// What a base advises is of no use on an event on which none of the values does anything.
    fn advice(&self, def: &TypeDef, field: &model::Field, inert: &[super::Inert]) -> IndexMap<String, String> {
        let mut advice = mistakes(field);
        let values = match &field.expr {
            model::Expr::Ref { name, .. } => self.contract.get(name).map(|def| &def.kind),
            _ => None,
        };
        let Some(model::Kind::Enum(values)) = values else { return advice };
        let does_nothing = |value: &model::EnumValue| {
            inert.iter().any(|it| it.value.as_ref().is_none_or(|known| known.as_str() == Some(&value.value)))
        };
        let inherited = field.origin.file != def.origin.file;
        if let (Some(event), true) = (self.event(def), inherited && values.values.iter().all(does_nothing)) {
            advice.values_mut().for_each(|it| *it = words::no_value_counts(&field.name, event));
        }
        advice
    }

    fn inert(&self, def: &TypeDef, field: &model::Field) -> Vec<super::Inert> {
        match levels::place(&self.levels, &def.name) {
            Some((levels, [])) => effects::inert(self.contract, levels, field),
            _ => Vec::new(),
        }
    }

    fn missing(&self, def: &TypeDef, field: &model::Field) -> Say {
        let mut say = match (self.needed_by(def, field), &field.expr) {
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
            say.severity = missing.severity;
            say.unconfirmed = missing.unconfirmed;
            say.message = missing.message.clone().or(say.message);
        }
        say
    }

    /// The tag and its values that ask for a field which other members of the union do not ask for.
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
            model::Expr::Any => Expr::Any,
            model::Expr::Boolean => Expr::Boolean,
            model::Expr::Integer => Expr::Integer,
            model::Expr::Number => Expr::Number,
            model::Expr::String => Expr::String,
            model::Expr::Constant { value } => {
                Expr::Constant { value: value.clone(), what: words::constant(value), event: self.is_event(value) }
            }
            model::Expr::List { item, min, max } => {
                Expr::List { item: Box::new(self.expr(item)), min: *min, max: *max }
            }
            model::Expr::Map { value } => Expr::Map { value: Box::new(self.expr(value)) },
            model::Expr::Nullable { inner } => Expr::Nullable { inner: Box::new(self.expr(inner)) },
            model::Expr::Bounded { inner, bounds } => {
                Expr::Bounded { inner: Box::new(self.expr(inner)), bounds: bounds.clone(), what: self.what(expr) }
            }
            model::Expr::Asserted { inner, assertion } => {
                Expr::Asserted { inner: Box::new(self.expr(inner)), assertion: Box::new(assertion::worded(assertion)) }
            }
            model::Expr::Ref { name, closed } => Expr::Ref { name: name.clone(), closed: *closed },
            model::Expr::Keyed { table, column, by, except, base, unconfirmed } => Expr::Keyed {
                table: table.clone(),
                column: column.clone(),
                by: by.clone(),
                except: except.clone(),
                base: Box::new(self.expr(base)),
                unconfirmed: *unconfirmed,
            },
        }
    }

    /// What a message says that a value has to be. The interpreters come to the same words.
    fn what(&self, expr: &model::Expr) -> String {
        let key = match expr {
            model::Expr::Any => "any",
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
            model::Kind::Union(it) if it.by == Discriminator::JsonType => self.what_by_type(it),
            model::Kind::Struct(_) | model::Kind::Union(_) => words::word("struct").to_owned(),
        }
    }

    fn what_by_type(&self, it: &model::Union) -> String {
        words::either(&it.variants.iter().map(|variant| self.what(&variant.expr)).collect::<Vec<_>>())
    }
}

/// Nothing, if it is not known before which version it was not there.
pub fn since(version: &model::Version, name: Option<String>) -> Option<Since> {
    let after = version.after_parts();
    (version.exact || after.is_some()).then(|| Since { from: version.parts(), after, name })
}

/// In JSON an integer is a number.
fn json_type(variant: &model::Variant) -> Option<String> {
    variant.json_type.as_ref().map(|name| if name == "integer" { "number".to_owned() } else { name.clone() })
}

fn rejected(code: Code, message: Option<String>) -> Say {
    Say { code, severity: Severity::Rejected, unconfirmed: false, message }
}

fn deprecated(name: &str, how: &model::Deprecation) -> Say {
    let message = words::deprecated(&format!("`{name}`"), how);
    Say { code: Code::Deprecated, severity: Severity::Deprecated, unconfirmed: false, message: Some(message) }
}

fn mistakes(field: &model::Field) -> IndexMap<String, String> {
    field.mistakes.iter().map(|mistake| (mistake.written.clone(), mistake.advice.clone())).collect()
}

fn rule(rule: &model::Rule) -> Rule {
    let code = match rule.severity {
        Severity::Rejected | Severity::Ignored => Code::RequiredHere,
        Severity::Inert => Code::WithoutEffect,
        Severity::Deprecated => Code::Deprecated,
    };
    let say = Say { code, severity: rule.severity, unconfirmed: rule.unconfirmed, message: Some(rule.message.clone()) };
    let since = rule.since.as_ref().and_then(|it| since(it, None));
    Rule { when: conditions(&rule.when), then: conditions(&rule.then), say, at: at(rule), since, within: Vec::new() }
}

fn conditions(conditions: &[model::Condition]) -> Vec<Condition> {
    conditions.iter().map(|it| Condition { path: it.path.clone(), test: it.test.clone() }).collect()
}

/// Advice leads to what does nothing: to what should not be there, else to what something else should stand beside.
fn at(rule: &model::Rule) -> Option<Vec<String>> {
    if rule.severity.refuses() {
        return None;
    }
    let unwanted = rule.then.iter().find(|condition| condition.test == Test::Absent);
    unwanted.or(rule.when.first()).map(|condition| condition.path.clone())
}
