//! Handmade contracts and template folders.

pub mod canonical;
pub mod cargo;
pub mod copy;
pub mod pages;
pub mod situations;
pub mod source;
pub mod styles;

use std::path::Path;

use hookwire_codegen::internal::artifact::Artifact;
use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::hooks::Hooks;
use hookwire_codegen::internal::link::Definitions;
use hookwire_codegen::internal::model::*;
use hookwire_codegen::internal::model::{Host, Identity, Ids, Package};
use hookwire_codegen::internal::render::{Subject, Templates};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder of templates with one target, `demo`.
pub struct Folder(TempDir);

impl Folder {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(TempDir::new().expect("a temporary folder"));
        files.iter().for_each(|(path, text)| folder.write(path, text));
        folder
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join("demo").join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn open(&self) -> Templates {
        Templates::open(self.path()).unwrap_or_else(|found| panic!("{found:#?}"))
    }
}

pub fn origin(pointer: &str) -> Origin {
    Origin { file: "hooks/demo.schema.json".to_owned(), pointer: pointer.to_owned() }
}

pub fn described(text: &str) -> Facts {
    Facts { description: Some(text.to_owned()), ..Facts::default() }
}

pub fn type_def(name: &str, module: &str, kind: Kind) -> TypeDef {
    TypeDef {
        name: name.to_owned(),
        module: module.to_owned(),
        origin: origin(&format!("/$defs/{name}")),
        input: true,
        output: false,
        recursive: false,
        unbound: Vec::new(),
        facts: described(&format!("What {name} is.")),
        kind,
        examples: Vec::new(),
    }
}

pub fn field(name: &str, expr: Expr) -> Field {
    Field {
        mistakes: Vec::new(),
        missing: None,
        name: name.to_owned(),
        expr,
        required: true,
        default: None,
        filled: false,
        cap: None,
        origin: origin(&format!("/properties/{name}")),
        facts: described(&format!("What {name} is.")),
    }
}

pub fn object(fields: Vec<Field>) -> Kind {
    Kind::Struct(Struct {
        fields,
        rest: None,
        free: false,
        rules: Vec::new(),
        mistakes: Vec::new(),
        strict: None,
        assertion: None,
    })
}

pub fn choice(values: &[&str]) -> Kind {
    let value = |(index, value): (usize, &&str)| EnumValue {
        value: (*value).to_owned(),
        facts: Facts::default(),
        origin: origin(&format!("/enum/{index}")),
    };
    Kind::Enum(Enum { values: values.iter().enumerate().map(value).collect(), removed: Vec::new(), open: false })
}

/// Returns a contract of these types. Modules are in the order of their first type, and each event has its module's
/// types.
pub fn contract(types: Vec<TypeDef>, events: &[&str]) -> Contract {
    let mut modules: Vec<Module> = Vec::new();
    for def in &types {
        match modules.iter_mut().find(|module| module.name == def.module) {
            Some(module) => module.types.push(def.name.clone()),
            None => modules.push(Module {
                namespace: None,
                name: def.module.clone(),
                types: vec![def.name.clone()],
                uses: Vec::new(),
                back: Vec::new(),
            }),
        }
    }
    Contract {
        set: identity(),
        modules,
        namespaces: Vec::new(),
        types: types.into(),
        features: Vec::new(),
        validators: false,
        wide: false,
        operations: Operations { each: events.iter().map(|name| event(name)).collect(), ..Operations::default() },
        tables: Default::default(),
        assertions: Default::default(),
    }
}

fn event(name: &str) -> Operation {
    Operation {
        name: name.to_owned(),
        module: "stop".to_owned(),
        input: format!("{name}Input"),
        output: format!("{name}Output"),
        parts: Vec::new(),
    }
}

/// Returns the data that templates see of a contract with these features. The data of each feature is `true`.
pub fn subject<'a>(contract: &'a Contract, definitions: &'a Definitions, features: &[&str]) -> Subject<'a> {
    let mut extras = Hooks::default().extras(contract);
    features.iter().for_each(|name| drop(extras.features.insert((*name).to_owned(), true.into())));
    let events: Vec<Value> =
        contract.operations.each.iter().map(|it| json!({"name": it.name, "input": it.input})).collect();
    extras.set("events", &events);
    extras.set("changelog", &[(); 0]);
    Subject::new(contract, definitions, Hooks::default().plan(contract, &[]), &[], None, extras)
}

/// Renders the target of a folder for a contract that lists no feature.
pub fn rendered(templates: &Templates, contract: &Contract, target: &str) -> Result<Vec<Artifact>, Diagnostics> {
    templates.render(&subject(contract, &Definitions::default(), &[]), target)
}

fn identity() -> Identity {
    Identity {
        package: Package {
            name: "demo".to_owned(),
            version: "1.0.0".to_owned(),
            license: Some("MIT".to_owned()),
            summary: "A demonstration.".to_owned(),
            homepage: None,
            documentation: None,
            repository: None,
            changelog: None,
            notice: None,
            keywords: Vec::new(),
            categories: Vec::new(),
            classifiers: Vec::new(),
        },
        license_files: Vec::new(),
        host: Some(Host { name: "Claude Code".to_owned(), version: "2.1.330".to_owned() }),
        ids: Ids { prefix: "urn:demo:".to_owned() },
    }
}
