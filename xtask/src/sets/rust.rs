//! Reads the types of Rust source for `stated`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use syn::{Attribute, Fields, GenericArgument, Item, LitStr, PathArguments, Token};

use super::stated::{Type, Types};

/// Reads the types of files, wherever they are in modules.
///
/// # Errors
/// A file cannot be read or parsed.
pub fn types(files: &[PathBuf]) -> Result<Types, String> {
    let mut items = Vec::new();
    for path in files {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(path).map_err(|error| failed(&error))?;
        collect(syn::parse_file(&text).map_err(|error| failed(&error))?.items, &mut items);
    }
    let mut reader = Reader { types: Types::default(), known: BTreeMap::new() };
    for item in &items {
        let (Item::Struct(syn::ItemStruct { ident, .. })
        | Item::Enum(syn::ItemEnum { ident, .. })
        | Item::Type(syn::ItemType { ident, .. })) = item
        else {
            continue;
        };
        let id = reader.add(Type::default());
        reader.types.named.insert(ident.to_string(), id);
    }
    for item in &items {
        reader.item(item);
    }
    Ok(reader.types)
}

fn collect(all: Vec<Item>, items: &mut Vec<Item>) {
    for item in all {
        match item {
            // These have no type of a schema.
            Item::Mod(it) if ["error", "builder", "defaults"].iter().any(|name| it.ident == name) => {}
            Item::Mod(it) => collect(it.content.map(|(_, items)| items).unwrap_or_default(), items),
            item => items.push(item),
        }
    }
}

struct Reader {
    types: Types,
    /// The types that have been read, by their source.
    known: BTreeMap<String, usize>,
}

/// What serde is asked for.
#[derive(Default)]
struct Asked {
    rename: Option<String>,
    tag: Option<String>,
    flatten: bool,
}

impl Reader {
    fn add(&mut self, ty: Type) -> usize {
        self.types.all.push(ty);
        self.types.all.len() - 1
    }

    fn item(&mut self, item: &Item) {
        let (ident, made) = match item {
            Item::Type(it) => (&it.ident, Type { of: vec![self.ty(&it.ty)], ..Type::default() }),
            Item::Struct(it) => (&it.ident, self.fields(&it.fields)),
            Item::Enum(it) => (&it.ident, self.variants(it)),
            _ => return,
        };
        if let Some(id) = self.types.named.get(&ident.to_string()) {
            self.types.all[*id] = made;
        }
    }

    fn variants(&mut self, it: &syn::ItemEnum) -> Type {
        let tag = asked(&it.attrs).tag;
        let mut made = Type::default();
        for variant in &it.variants {
            let name = asked(&variant.attrs).rename.unwrap_or_else(|| variant.ident.to_string());
            if variant.fields.is_empty() && tag.is_none() {
                made.literals.push(name);
                continue;
            }
            let mut own = self.fields(&variant.fields);
            if let Some(tag) = &tag {
                let value = self.add(Type { literals: vec![name], ..Type::default() });
                own.fields.insert(tag.clone(), value);
            }
            let id = self.add(own);
            made.of.push(id);
        }
        made
    }

    fn fields(&mut self, fields: &Fields) -> Type {
        let mut made = Type::default();
        for field in fields {
            let id = self.ty(&field.ty);
            let serde = asked(&field.attrs);
            let Some(ident) = field.ident.as_ref().filter(|_| !serde.flatten) else {
                made.of.push(id);
                continue;
            };
            // Our types keep the other keys of an object there.
            if ident == "extra" {
                let values = self.types.all[id].values.clone();
                made.values.extend(values);
            }
            let name = serde.rename.unwrap_or_else(|| ident.to_string().trim_start_matches("r#").to_owned());
            made.fields.insert(name, id);
        }
        made
    }

    fn ty(&mut self, ty: &syn::Type) -> usize {
        let key = quote::quote!(#ty).to_string();
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let made = self.made(ty);
        let id = self.add(made);
        self.known.insert(key, id);
        id
    }

    fn made(&mut self, ty: &syn::Type) -> Type {
        let path = match ty {
            syn::Type::Path(it) => &it.path,
            syn::Type::Tuple(it) => {
                return Type { items: it.elems.iter().map(|place| self.ty(place)).collect(), ..Type::default() };
            }
            syn::Type::Array(it) => return Type { items: vec![self.ty(&it.elem)], ..Type::default() },
            _ => return Type::default(),
        };
        let Some(last) = path.segments.last() else { return Type::default() };
        let arguments: Vec<&syn::Type> = match &last.arguments {
            PathArguments::AngleBracketed(it) => {
                let types = it.args.iter().map(|one| if let GenericArgument::Type(ty) = one { Some(ty) } else { None });
                types.flatten().collect()
            }
            _ => Vec::new(),
        };
        let name = last.ident.to_string();
        let is_constant = path.segments.iter().rev().nth(1).is_some_and(|it| it.ident == "constant");
        match (name.as_str(), &arguments[..]) {
            ("Option" | "Box" | "Matched", [inner]) => Type { of: vec![self.ty(inner)], ..Type::default() },
            ("Vec" | "HashSet" | "BTreeSet", [item]) => Type { items: vec![self.ty(item)], ..Type::default() },
            ("HashMap" | "BTreeMap" | "Map", [_, value]) if !is_any(value) => {
                Type { values: vec![self.ty(value)], ..Type::default() }
            }
            _ if is_constant => Type { literals: vec![name], ..Type::default() },
            _ => Type { of: self.types.named.get(&name).copied().into_iter().collect(), ..Type::default() },
        }
    }
}

fn is_any(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(it) if it.path.segments.last().is_some_and(|last| last.ident == "Value"))
}

fn asked(attributes: &[Attribute]) -> Asked {
    let mut asked = Asked::default();
    for attribute in attributes.iter().filter(|it| it.path().is_ident("serde")) {
        // What is none of these is of no interest.
        let _ = attribute.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            let value = if meta.input.peek(Token![=]) {
                meta.value()?.parse::<LitStr>().map(|it| Some(it.value()))?
            } else {
                None
            };
            match (name.as_str(), value) {
                ("rename", Some(value)) => asked.rename = Some(value),
                ("tag", Some(value)) => asked.tag = Some(value),
                ("flatten", None) => asked.flatten = true,
                _ => {}
            }
            Ok(())
        });
    }
    asked
}
