//! Every type in a public signature of the library has a public name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Fields, GenericParam, Generics, ImplItem, Item, Type, UseTree, Visibility};

/// The types of the language, of the standard library and of `serde_json` that signatures contain.
const FOREIGN: &[&str] = &[
    "Arc",
    "BTreeMap",
    "BTreeSet",
    "Debug",
    "FileType",
    "FnOnce",
    "Into",
    "IntoIterator",
    "Iterator",
    "Option",
    "Path",
    "PathBuf",
    "Range",
    "Result",
    "Self",
    "String",
    "Value",
    "Vec",
    "bool",
    "str",
    "u32",
    "u64",
    "u8",
    "usize",
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Returns the items of each file of a module: `src/<name>.rs`, or every file below `src/<name>`.
fn items(module: &str) -> Vec<Item> {
    let folder = source().join(module);
    let files: Vec<PathBuf> = if folder.is_dir() {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    } else {
        vec![folder.with_extension("rs")]
    };
    let files = files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    files.flat_map(|path| syn::parse_file(&fs::read_to_string(path).unwrap()).unwrap().items).collect()
}

fn is_shown(visibility: &Visibility, attributes: &[Attribute]) -> bool {
    let is_hidden =
        |it: &Attribute| it.path().is_ident("doc") && it.parse_args::<syn::Ident>().is_ok_and(|it| it == "hidden");
    matches!(visibility, Visibility::Public(_)) && !attributes.iter().any(is_hidden)
}

/// Collects the names of a `use`, each with the first module of its path.
fn used(tree: &UseTree, module: Option<&str>, found: &mut BTreeSet<(String, String)>) {
    match tree {
        // `pub use crate::model::Version`: the module is `model`.
        UseTree::Path(path) if path.ident == "crate" => used(&path.tree, None, found),
        UseTree::Path(path) => {
            let first = path.ident.to_string();
            used(&path.tree, Some(module.unwrap_or(&first)), found);
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| used(tree, module, found)),
        UseTree::Name(name) => found.extend([(module.unwrap().to_owned(), name.ident.to_string())]),
        UseTree::Rename(_) | UseTree::Glob(_) => panic!("list the public names"),
    }
}

/// Returns every public name, with the module that it is in.
fn public() -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for item in syn::parse_file(&fs::read_to_string(source().join("lib.rs")).unwrap()).unwrap().items {
        match item {
            Item::Use(it) if is_shown(&it.vis, &it.attrs) => used(&it.tree, None, &mut found),
            Item::Mod(it) if is_shown(&it.vis, &it.attrs) => {
                let name = it.ident.to_string();
                let folder = source().join(&name);
                let root = if folder.is_dir() { folder.join("mod.rs") } else { folder.with_extension("rs") };
                for item in syn::parse_file(&fs::read_to_string(root).unwrap()).unwrap().items {
                    match item {
                        // Its own modules are private, so the names are in files of this module.
                        Item::Use(it) if is_shown(&it.vis, &it.attrs) => {
                            let is_own = !matches!(&it.tree, UseTree::Path(path) if path.ident == "crate");
                            used(&it.tree, is_own.then_some(&*name), &mut found);
                        }
                        Item::Struct(it) if is_shown(&it.vis, &it.attrs) => {
                            found.extend([(name.clone(), it.ident.to_string())])
                        }
                        Item::Enum(it) if is_shown(&it.vis, &it.attrs) => {
                            found.extend([(name.clone(), it.ident.to_string())])
                        }
                        Item::Fn(it) if is_shown(&it.vis, &it.attrs) => {
                            found.extend([(name.clone(), it.sig.ident.to_string())])
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Collects the names of types.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl VisitMut for Names {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        self.0.extend(path.segments.last().map(|it| it.ident.to_string()));
        visit_mut::visit_path_mut(self, path);
    }
}

/// Returns the names in a signature, or in the types of fields, without parameters.
fn names(types: Vec<Type>, generics: &[&Generics]) -> BTreeSet<String> {
    let mut names = Names::default();
    types.into_iter().for_each(|mut it| names.visit_type_mut(&mut it));
    for param in generics.iter().flat_map(|it| &it.params) {
        if let GenericParam::Type(param) = param {
            names.0.remove(&param.ident.to_string());
        }
    }
    names.0
}

fn of_fields(fields: &Fields) -> Vec<Type> {
    fields.iter().filter(|field| is_shown(&field.vis, &field.attrs)).map(|field| field.ty.clone()).collect()
}

fn of_signature(signature: &syn::Signature) -> Vec<Type> {
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(it) => Some((*it.ty).clone()),
        syn::FnArg::Receiver(_) => None,
    });
    let output = match &signature.output {
        syn::ReturnType::Type(_, it) => Some((**it).clone()),
        syn::ReturnType::Default => None,
    };
    inputs.chain(output).collect()
}

#[test]
fn every_type_in_a_public_signature_is_public() {
    let public = public();
    let known: BTreeSet<&str> = public.iter().map(|(_, name)| &**name).chain(FOREIGN.iter().copied()).collect();
    let mut by_module: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    public.iter().for_each(|(module, name)| by_module.entry(module).or_default().extend([&**name]));
    let mut wrong = BTreeSet::new();
    let mut read = 0;
    for (module, shown) in by_module {
        let mut check = |of: &str, types: Vec<Type>, generics: &[&Generics]| {
            read += 1;
            let private = names(types, generics).into_iter().filter(|name| !known.contains(&**name));
            wrong.extend(private.map(|name| format!("{module}::{of}: {name}")));
        };
        for item in items(module) {
            match item {
                Item::Struct(it) if shown.contains(&*it.ident.to_string()) => {
                    check(&it.ident.to_string(), of_fields(&it.fields), &[&it.generics]);
                }
                Item::Enum(it) if shown.contains(&*it.ident.to_string()) => {
                    let fields = it.variants.iter().flat_map(|it| it.fields.iter().map(|field| field.ty.clone()));
                    check(&it.ident.to_string(), fields.collect(), &[&it.generics]);
                }
                Item::Fn(it) if shown.contains(&*it.sig.ident.to_string()) && is_shown(&it.vis, &it.attrs) => {
                    check(&it.sig.ident.to_string(), of_signature(&it.sig), &[&it.sig.generics]);
                }
                Item::Impl(all) if all.trait_.is_none() => {
                    let Type::Path(own) = &*all.self_ty else { continue };
                    let own = own.path.segments.last().unwrap().ident.to_string();
                    for item in all.items.iter().filter(|_| shown.contains(&*own)) {
                        if let ImplItem::Fn(it) = item
                            && is_shown(&it.vis, &it.attrs)
                        {
                            check(
                                &format!("{own}::{}", it.sig.ident),
                                of_signature(&it.sig),
                                &[&all.generics, &it.sig.generics],
                            );
                        }
                    }
                }
                _ => {}
            }
        }
    }
    assert!(read > 60, "{read}");
    assert!(wrong.is_empty(), "re-export these, or mark what names them `#[doc(hidden)]`: {wrong:#?}");
}
