//! The rendered subject: a contract with everything derived from it, built once for all targets.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;
use serde_json::{Map, json};

use super::builtin;
use super::lookup::Lookup;
use super::names::Names;
use super::node::Node;
use crate::bundle::Bundler;
use crate::link::Definitions;
use crate::model::{Contract, Expr, Namespace, Origin, StandardFormat, problem};
use crate::profile::Profile;
use crate::set::Choices;
use crate::validation::{Patterns, ValidationPlan};

/// A contract, its validation plan, its profiles and its features, also as values of the template engine.
#[derive(Debug)]
pub struct Subject<'a> {
    /// The contract.
    pub contract: &'a Contract,
    /// The validation plan.
    pub plan: ValidationPlan,
    /// The profiles: the differences of other hosts and uses.
    pub profiles: &'a [Profile],
    /// The types of problems, if the packages have validators and the contract does not have them.
    pub problems: Option<&'a Contract>,
    /// The collections that a bracket in a file's name repeats over.
    pub(super) collections: Vec<Collection>,
    definitions: &'a Definitions,
    bundler: OnceLock<Arc<Bundler>>,
    features: Map<String, serde_json::Value>,
    globals: Vec<(&'static str, Value)>,
    lookup: Arc<Lookup>,
    choices: BTreeMap<String, Choices>,
    needed: BTreeSet<&'static str>,
}

/// A domain's additions to the contract for its templates.
#[derive(Debug, Default)]
pub struct Extras {
    /// The data of each feature, and `false` for one that the set does not list.
    pub features: Map<String, serde_json::Value>,
    /// True if the packages evaluate regular expressions, even if no type has an assertion.
    pub patterns: bool,
    /// The types that functions of the packages work with.
    pub needed: BTreeSet<&'static str>,
    /// The namespaces that the packages have in addition to those of the set, for functions.
    pub namespaces: Vec<&'static str>,
    /// Further variables.
    pub variables: Vec<(&'static str, Value)>,
    /// Further collections.
    pub collections: Vec<Collection>,
}

impl Extras {
    /// Adds a variable.
    pub fn set(&mut self, name: &'static str, value: &impl Serialize) {
        self.variables.push((name, Value::from(Serde(value))));
    }
}

/// A collection that a bracket in a file's name repeats over: `[module]`, `[type]`.
#[derive(Debug, Clone)]
pub struct Collection {
    /// The name in the bracket, and of the variable.
    pub variable: &'static str,
    /// The global variable with the whole collection.
    pub global: &'static str,
    /// True if the files are named like modules.
    pub is_module: bool,
    /// Its items.
    pub items: Vec<Item>,
}

/// An item of a collection.
#[derive(Debug, Clone)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// Its definition; for a module, its first one.
    pub origin: Option<Origin>,
    /// The advice for another name.
    pub rename: String,
}

impl<'a> Subject<'a> {
    /// Creates the subject of a contract and the definitions that it was made from. `problems` has the types of problems if
    /// the contract does not.
    pub fn new(
        contract: &'a Contract,
        definitions: &'a Definitions,
        plan: ValidationPlan,
        profiles: &'a [Profile],
        problems: Option<&'a Contract>,
        extras: Extras,
    ) -> Self {
        let modules = Value::from(Serde(&contract.modules));
        let lookup = Arc::new(Lookup::new(contract, profiles, &modules));
        let (mut features, needed, choices) = (extras.features, extras.needed, BTreeMap::new());
        let asserts = contract.has_assertions();
        let in_rules = contract.has_patterns_in_rules();
        let patterns = asserts || in_rules || extras.patterns;
        features.insert("assertions".to_owned(), json!(asserts));
        features.insert("patterns_in_rules".to_owned(), json!(in_rules));
        features.insert("validators".to_owned(), json!(contract.validators));
        features.insert("checks".to_owned(), json!(contract.checks_values()));
        features.insert("regex".to_owned(), if patterns { json!(Patterns::default()) } else { json!(false) });
        let contracts = || profiles.iter().map(|profile| &profile.contract).chain([contract]);
        let is_tuple = |expr: &Expr| matches!(expr, Expr::List { places: Some(it), .. } if it.fixed().is_some());
        let is_matched = |expr: &Expr| matches!(expr, Expr::Matched { .. });
        features.insert("wide".to_owned(), json!(contract.wide));
        features.insert("filled".to_owned(), json!(contracts().any(Contract::fills)));
        features.insert("matched".to_owned(), json!(contracts().any(|it| it.has(&is_matched))));
        features.insert("never".to_owned(), json!(contracts().any(|it| it.has(&|expr| *expr == Expr::Never))));
        let used: BTreeSet<&str> = contracts().flat_map(Contract::natives).collect();
        let native = StandardFormat::ALL_NATIVE.into_iter().filter_map(StandardFormat::native_type);
        let native: Vec<&str> = native.filter(|name| used.contains(name)).collect();
        features.insert("native".to_owned(), if native.is_empty() { json!(false) } else { json!(native) });
        features.insert("tuples".to_owned(), json!(contracts().any(|it| it.has(&is_tuple))));
        let of_validators = problem::NAMESPACES.iter().copied().filter(|_| contract.validators);
        let namespaces = all_namespaces(contract, extras.namespaces.into_iter().chain(of_validators));
        let problem_types = problem_types(problems.unwrap_or(contract));
        let mut globals = vec![
            ("set", Value::from(Serde(&contract.set))),
            ("modules", modules),
            ("namespaces", Value::from(Serde(&namespaces))),
            ("types", lookup.types().into()),
            ("problem_types", problem_types),
            ("tables", Value::from(Serde(&contract.tables))),
            ("profiles", Value::from(Serde(profiles))),
            ("plan", Value::from(Serde(&plan))),
            ("features", Value::from(Serde(&features))),
        ];
        globals.extend(extras.variables);
        let mut collections = own_collections(contract, &namespaces, profiles);
        collections.extend(extras.collections);
        Self {
            contract,
            plan,
            profiles,
            problems,
            collections,
            definitions,
            bundler: OnceLock::new(),
            features,
            globals,
            lookup,
            choices,
            needed,
        }
    }

    /// Adds what the owner of the set chooses for each target.
    #[must_use]
    pub fn choosing(self, choices: &BTreeMap<String, Choices>) -> Self {
        Self { choices: choices.clone(), ..self }
    }

    /// Returns the subject with the types of another contract. The published schemas and the validation plan stay.
    pub(super) fn with_contract<'b>(&'b self, contract: &'b Contract) -> Subject<'b> {
        let modules = Value::from(Serde(&contract.modules));
        let lookup = Arc::new(Lookup::new(contract, self.profiles, &modules));
        let mut globals = self.globals.clone();
        for (name, value) in &mut globals {
            match *name {
                "modules" => *value = modules.clone(),
                "types" => *value = lookup.types().into(),
                _ => {}
            }
        }
        Subject {
            contract,
            plan: self.plan.clone(),
            profiles: self.profiles,
            problems: self.problems,
            collections: self.collections.clone(),
            definitions: self.definitions,
            bundler: OnceLock::from(Arc::clone(self.bundler())),
            features: self.features.clone(),
            globals,
            lookup,
            choices: self.choices.clone(),
            needed: self.needed.clone(),
        }
    }

    /// Returns true if functions of the packages work with the type of this name, so that it has to stay as it is.
    pub(super) fn needs(&self, name: &str) -> bool {
        self.needed.contains(name)
    }

    fn bundler(&self) -> &Arc<Bundler> {
        self.bundler.get_or_init(|| Arc::new(Bundler::new(self.contract, self.definitions)))
    }

    /// Returns the choices for a target.
    pub fn choices(&self, target: &str) -> &Choices {
        static NONE: Choices = Choices::NONE;
        self.choices.get(target).unwrap_or(&NONE)
    }

    /// Returns true if the set has all of these features.
    pub(super) fn has_all(&self, needs: &[String]) -> bool {
        needs.iter().all(|name| self.features.get(name).is_some_and(|data| *data != json!(false)))
    }

    /// Returns the names of all known features.
    pub(super) fn feature_names(&self) -> impl Iterator<Item = &str> {
        self.features.keys().map(String::as_str)
    }

    /// Returns the variables that every target has.
    pub(super) fn globals(&self) -> impl Iterator<Item = (&'static str, Value)> {
        self.globals.iter().cloned()
    }

    /// Returns the index for the functions of templates.
    pub(super) fn lookup(&self) -> Arc<Lookup> {
        Arc::clone(&self.lookup)
    }

    /// Returns the input of a builtin.
    pub(super) fn builtin_input<'b>(&'b self, target: &'b str, names: &'b Names) -> builtin::Input<'b> {
        let bundler = self.bundler();
        let choices = self.choices(target);
        let Self { contract, plan, profiles, problems, .. } = self;
        builtin::Input { contract, bundler, plan, profiles, problems: *problems, target, names, choices }
    }
}

/// Returns the namespaces of a set and these others, sorted by name.
fn all_namespaces<'a>(contract: &Contract, others: impl Iterator<Item = &'a str>) -> Vec<Namespace> {
    let mut all = contract.namespaces.clone();
    for name in others {
        if !all.iter().any(|known| known.name == name) {
            all.push(Namespace { name: name.to_owned(), ..Namespace::default() });
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// Returns the types of problems of a contract in its order, as engine values; none if it has none.
fn problem_types(contract: &Contract) -> Value {
    let places: BTreeSet<usize> = problem::TYPES.iter().filter_map(|name| contract.types.place(name)).collect();
    places.into_iter().filter_map(|at| contract.types.shared(at)).map(Node::of).collect()
}

fn own_collections(contract: &Contract, namespaces: &[Namespace], profiles: &[Profile]) -> Vec<Collection> {
    let of_module = |name: &String| contract.get(name).map(|def| def.origin.clone());
    let modules = contract.modules.iter().map(|module| Item {
        name: module.name.clone(),
        origin: module.types.first().and_then(of_module),
        rename: "rename its file: that is where the name comes from".to_owned(),
    });
    let types = contract.types.iter().map(|def| Item {
        name: def.name.clone(),
        origin: Some(def.origin.clone()),
        rename: super::names::another_type_name(def),
    });
    let profiles = profiles.iter().map(|profile| Item {
        name: profile.name.clone(),
        origin: Some(profile.origin.clone()),
        rename: "rename its folder: that is where the name comes from".to_owned(),
    });
    let namespaces = namespaces.iter().map(|namespace| Item {
        name: namespace.name.clone(),
        origin: namespace.types.first().and_then(of_module),
        rename: "rename it in `codegen.toml`".to_owned(),
    });
    vec![
        Collection { variable: "namespace", global: "namespaces", is_module: true, items: namespaces.collect() },
        Collection { variable: "module", global: "modules", is_module: true, items: modules.collect() },
        Collection { variable: "type", global: "types", is_module: false, items: types.collect() },
        Collection { variable: "profile", global: "profiles", is_module: true, items: profiles.collect() },
    ]
}
