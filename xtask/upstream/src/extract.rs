//! The facts of declarations: the types that are about hooks, as paths.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::declarations::{Declarations, Object, Property, Type};
use crate::facts::{Event, Fact, Facts, Fields, Tool, join, plain};

/// The messages of the SDK that are about hooks, by their names in the declarations.
pub const MESSAGES: [&str; 5] = [
    "SDKHookCallbackMatcher",
    "SDKHookCallbackRequest",
    "SDKHookProgressMessage",
    "SDKHookResponseMessage",
    "SDKHookStartedMessage",
];

/// The settings that are about hooks although their names do not say so.
const SETTINGS: [&str; 1] = ["strictPluginOnlyCustomization"];

/// The fields of every input, in the declarations.
const BASE: &str = "BaseHookInput";

/// The depth of types. It ends types that contain themselves.
const DEPTH: usize = 14;

/// Returns the facts of the SDK's declarations and those of the tools.
///
/// # Errors
/// A type that is needed is missing or has another form.
pub fn extract(host: &str, sdk: &Declarations, tools: &Declarations) -> Result<Facts, String> {
    let reader = Reader { types: sdk };
    let mut facts = Facts { host: host.to_owned(), ..Facts::default() };
    facts.input = reader.fields(reader.declared(BASE)?, &[]);
    facts.background = reader.fields(reader.declared("AsyncHookJSONOutput")?, &[]);
    facts.output = reader.fields(reader.declared("SyncHookJSONOutput")?, &["hookSpecificOutput"]);
    for member in reader.members(reader.declared("HookInput")?) {
        let own = own_part(reader.resolved(member));
        let name = reader.constant(&own, "hook_event_name").ok_or("an input has no constant `hook_event_name`")?;
        let event = Event { input: reader.fields(&own, &[]), specific: None };
        facts.events.insert(name, event);
    }
    let sync = reader.objects(reader.declared("SyncHookJSONOutput")?);
    let specific = sync.iter().flat_map(|it| &it.properties).find(|it| it.name == "hookSpecificOutput");
    for member in reader.members(&specific.ok_or("a reply has no `hookSpecificOutput`")?.of) {
        let name = reader.constant(member, "hookEventName").ok_or("an output has no constant `hookEventName`")?;
        let event = facts.events.get_mut(&name).ok_or_else(|| format!("`{name}` has an output and no input"))?;
        event.specific = Some(reader.fields(member, &[]));
    }
    let settings = reader.objects(reader.declared("Settings")?);
    let about_hooks = |it: &&Property| it.name.to_lowercase().contains("hook") || SETTINGS.contains(&it.name.as_str());
    let properties = settings.iter().flat_map(|it| &it.properties).filter(about_hooks).cloned().collect();
    facts.settings = reader.fields(&Type::Object(Object { properties, rest: None }), &[]);
    for name in MESSAGES {
        facts.messages.insert(name.to_owned(), reader.fields(reader.declared(name)?, &[]));
    }
    facts.tools = tools_of(tools)?;
    Ok(facts)
}

fn tools_of(types: &Declarations) -> Result<BTreeMap<String, Tool>, String> {
    let reader = Reader { types };
    let mut found: BTreeMap<String, Tool> = BTreeMap::new();
    for (name, of) in types {
        let is_input = name.strip_suffix("Input");
        let Some(tool) = is_input.or_else(|| name.strip_suffix("Output")) else { continue };
        let fields = Some(reader.fields(of, &[]));
        let entry = found.entry(tool.to_owned()).or_default();
        if is_input.is_some() {
            entry.input = fields;
        } else {
            entry.response = fields;
        }
    }
    if found.is_empty() { Err("the declarations have no tools".to_owned()) } else { Ok(found) }
}

/// Returns an input without the fields of every input.
fn own_part(of: &Type) -> Type {
    match of {
        Type::Intersection(parts) => {
            let is_base = |it: &&Type| matches!(it, Type::Ref(name) if name == BASE);
            Type::Intersection(parts.iter().filter(|it| !is_base(it)).map(own_part).collect())
        }
        other => other.clone(),
    }
}

struct Reader<'d> {
    types: &'d Declarations,
}

impl<'d> Reader<'d> {
    fn declared(&self, name: &str) -> Result<&'d Type, String> {
        self.types.get(name).ok_or_else(|| format!("the declarations have no type `{name}`"))
    }

    /// Follows references.
    fn resolved<'t>(&self, mut of: &'t Type) -> &'t Type
    where
        'd: 't,
    {
        for _ in 0..DEPTH {
            match of {
                Type::Ref(name) => match self.types.get(name) {
                    Some(next) => of = next,
                    None => return &Type::Any,
                },
                _ => return of,
            }
        }
        &Type::Any
    }

    /// Returns the members of a union, or the type itself.
    fn members<'t>(&self, of: &'t Type) -> Vec<&'t Type>
    where
        'd: 't,
    {
        match self.resolved(of) {
            Type::Union(all) => all.iter().flat_map(|it| self.members(it)).collect(),
            _ => vec![of],
        }
    }

    /// Returns the objects of a type: one for each member of a union.
    fn objects(&self, of: &Type) -> Vec<Object> {
        self.objects_at(of, 0)
    }

    fn objects_at(&self, of: &Type, depth: usize) -> Vec<Object> {
        if depth > DEPTH {
            return Vec::new();
        }
        match self.resolved(of) {
            Type::Object(one) => vec![one.clone()],
            Type::Union(all) => all.iter().flat_map(|it| self.objects_at(it, depth + 1)).collect(),
            Type::Partial(inner) => {
                let mut all = self.objects_at(inner, depth + 1);
                all.iter_mut().flat_map(|it| &mut it.properties).for_each(|it| it.optional = true);
                all
            }
            Type::Intersection(parts) => parts.iter().fold(vec![Object::default()], |so_far, part| {
                let next = self.objects_at(part, depth + 1);
                so_far.iter().flat_map(|one| next.iter().map(move |other| both(one, other))).collect()
            }),
            _ => Vec::new(),
        }
    }

    /// Returns the word that a key of an object has.
    fn constant(&self, of: &Type, key: &str) -> Option<String> {
        let objects = self.objects(of);
        let property = objects.iter().flat_map(|it| &it.properties).find(|it| it.name == key)?;
        match self.resolved(&property.of) {
            Type::Literal(Value::String(word)) => Some(word.clone()),
            _ => None,
        }
    }

    /// Returns the paths of a type, without these keys of the top.
    fn fields(&self, of: &Type, without: &[&str]) -> Fields {
        let mut fields = Fields::new();
        self.walk(of, "", false, 0, &mut fields);
        fields.retain(|path, _| !without.iter().any(|key| path.split('/').next() == Some(key)));
        fields
    }

    fn walk(&self, of: &Type, path: &str, optional: bool, depth: usize, fields: &mut Fields) {
        let members = self.members(of);
        let mut fact = Fact { optional, ..Fact::default() };
        let mut is_closed = true;
        let mut items = Vec::new();
        for member in &members {
            match self.resolved(member) {
                Type::Any => _ = fact.types.insert("any".to_owned()),
                Type::Plain(kind) => {
                    is_closed &= *kind == "null";
                    fact.types.insert((*kind).to_owned());
                }
                Type::Literal(Value::String(word)) => {
                    fact.types.insert("string".to_owned());
                    fact.values.insert(word.clone());
                }
                Type::Literal(_) => _ = fact.types.insert("boolean".to_owned()),
                Type::List(of) => {
                    fact.types.insert("list".to_owned());
                    items.extend(of.iter());
                }
                Type::Nothing => fact.optional = true,
                Type::Object(_) | Type::Intersection(_) | Type::Partial(_) => {
                    fact.types.insert("object".to_owned());
                }
                Type::Union(_) | Type::Ref(_) => {}
            }
        }
        if !is_closed {
            fact.values.clear();
        }
        add(fields, path, fact);
        if depth > DEPTH {
            return;
        }
        if !items.is_empty() {
            let item = Type::Union(items.into_iter().cloned().collect());
            self.walk(&item, &join(path, "[]"), false, depth + 1, fields);
        }
        self.walk_objects(&self.objects(of), path, depth, fields);
    }

    fn walk_objects(&self, objects: &[Object], path: &str, depth: usize, fields: &mut Fields) {
        let by = self.discriminator(objects);
        for object in objects {
            let chosen = by.as_ref().map(|key| (key, self.words(object, key).into_iter().collect::<Vec<_>>()));
            let below = match &chosen {
                Some((key, words)) => join(path, &format!("{{{key}={}}}", words.join("|"))),
                None => path.to_owned(),
            };
            for property in &object.properties {
                // The key that tells objects apart is a fact of all of them together.
                let is_key = by.as_ref() == Some(&property.name);
                let at = join(if is_key { path } else { &below }, &property.name);
                let elsewhere = |it: &&Object| !it.properties.iter().any(|other| other.name == property.name);
                let is_missing = by.is_none() && objects.iter().any(|it| elsewhere(&it));
                self.walk(&property.of, &at, property.optional || is_missing, depth + 1, fields);
            }
            if let Some(rest) = &object.rest {
                self.walk(rest, &join(&below, "*"), false, depth + 1, fields);
            }
        }
    }

    /// Returns the key that tells objects apart: all have it, each with other words.
    fn discriminator(&self, objects: &[Object]) -> Option<String> {
        let (first, others) = objects.split_first()?;
        if others.is_empty() {
            return None;
        }
        let is_one = |key: &&String| {
            let mut seen = BTreeSet::new();
            objects.iter().all(|object| {
                let words = self.words(object, key);
                !words.is_empty() && words.into_iter().all(|word| seen.insert(word))
            })
        };
        first.properties.iter().map(|it| &it.name).find(is_one).cloned()
    }

    /// Returns the words that a key must have; none if it can be absent or have other values.
    fn words(&self, object: &Object, key: &str) -> BTreeSet<String> {
        let property = object.properties.iter().find(|it| it.name == key && !it.optional);
        let members = property.map(|it| self.members(&it.of)).unwrap_or_default();
        let word = |it: &Type| match self.resolved(it) {
            Type::Literal(Value::String(word)) => Some(word.clone()),
            _ => None,
        };
        let words: Option<BTreeSet<String>> = members.into_iter().map(word).collect();
        words.unwrap_or_default()
    }
}

/// Returns an object with the keys of both.
fn both(one: &Object, other: &Object) -> Object {
    let mut all = one.clone();
    for property in &other.properties {
        match all.properties.iter_mut().find(|it| it.name == property.name) {
            Some(known) => *known = property.clone(),
            None => all.properties.push(property.clone()),
        }
    }
    all.rest = all.rest.or_else(|| other.rest.clone());
    all
}

/// Adds a fact. Of several at one path, any can be true.
fn add(fields: &mut Fields, path: &str, fact: Fact) {
    let Some(known) = fields.get_mut(path) else {
        fields.insert(path.to_owned(), fact);
        return;
    };
    known.optional |= fact.optional;
    let is_open = |it: &Fact| it.types.contains("string") && it.values.is_empty();
    if is_open(known) || is_open(&fact) {
        known.values.clear();
    } else {
        known.values.extend(fact.values);
    }
    known.types.extend(fact.types);
}

/// Returns the paths without the choice of objects, each with everything that is below it.
#[must_use]
pub fn plain_paths(fields: &Fields) -> BTreeSet<String> {
    fields.keys().map(|path| plain(path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declarations::parse;

    const SDK: &str = "
        declare type BaseHookInput = { id: string };
        declare type HookInput = AInput | BInput;
        declare type AInput = BaseHookInput & { hook_event_name: 'A'; source?: 'x' | 'y'; };
        declare type BInput = (BaseHookInput & { hook_event_name: 'B' }) & { jobs: Job[] | null };
        declare type Job = { kind: 'run'; command: string } | { kind: 'wait' | 'sleep'; next?: Job };
        declare type AsyncHookJSONOutput = { async: true };
        declare type SyncHookJSONOutput = { decision?: 'block'; hookSpecificOutput?: AOutput };
        declare type AOutput = { hookEventName: 'A'; extra: Record<string, unknown> };
        declare interface Settings { disableAllHooks?: boolean; theme?: string }
        declare type SDKHookCallbackMatcher = { timeout?: number };
        declare type SDKHookCallbackRequest = {}; declare type SDKHookProgressMessage = {};
        declare type SDKHookResponseMessage = {}; declare type SDKHookStartedMessage = {};";

    fn facts() -> Result<Facts, String> {
        let tools =
            parse("export interface BashInput { command: string }\nexport type BashOutput = string | { a: 1 }[];")?;
        extract("2.1.0", &parse(SDK)?, &tools)
    }

    #[test]
    fn the_fields_of_an_event_are_its_own() -> Result<(), String> {
        let facts = facts()?;
        assert_eq!(facts.input.keys().collect::<Vec<_>>(), ["", "id"]);
        assert_eq!(facts.events["A"].input.keys().collect::<Vec<_>>(), ["", "hook_event_name", "source"]);
        let source = &facts.events["A"].input["source"];
        assert!(source.optional && source.values == BTreeSet::from(["x".to_owned(), "y".to_owned()]), "{source:?}");
        assert!(facts.events["B"].specific.is_none());
        assert!(facts.settings.contains_key("disableAllHooks") && !facts.settings.contains_key("theme"));
        Ok(())
    }

    #[test]
    fn the_objects_of_a_union_are_told_apart_by_their_words() -> Result<(), String> {
        let facts = facts()?;
        let jobs = &facts.events["B"].input;
        assert_eq!(jobs["jobs/[]/kind"].values.len(), 3);
        assert!(jobs.contains_key("jobs/[]/{kind=run}/command"));
        assert!(jobs["jobs/[]/{kind=sleep|wait}/next"].optional);
        assert_eq!(jobs["jobs"].types, BTreeSet::from(["list".to_owned(), "null".to_owned()]));
        Ok(())
    }

    #[test]
    fn facts_survive_being_written_and_their_schema_accepts_them() -> Result<(), String> {
        let facts = facts()?;
        assert_eq!(Facts::read(&facts.text())?, facts);
        assert!(facts.tools["Bash"].response.as_ref().is_some_and(|it| it.contains_key("[]/a")));
        Ok(())
    }

    #[test]
    fn facts_that_are_not_names_and_types_are_refused() -> Result<(), String> {
        let text = facts()?.text();
        for (from, to) in [
            ("\"source\":", "\"so urce; rm\":"),
            ("\"x\"", "\"$(x)\""),
            ("\"list\"", "\"text\""),
            ("\"host\"", "\"hosts\""),
            ("\"2.1.0\"", "\"2.1.0; x\""),
        ] {
            assert!(text.contains(from), "{from}");
            assert!(Facts::read(&text.replace(from, to)).is_err(), "{to}");
        }
        Ok(())
    }

    #[test]
    fn declarations_without_a_needed_type_are_reported() -> Result<(), String> {
        let found = extract("2.1.0", &parse(&SDK.replace("HookInput = AInput", "Other = AInput"))?, &parse("")?);
        assert!(found.is_err_and(|error| error.contains("no type `HookInput`")));
        Ok(())
    }
}
