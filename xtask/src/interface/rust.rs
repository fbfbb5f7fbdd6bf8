//! Lists the public interface of the crate from its syntax: the items of each public module, without docs and bodies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::parse::{Parse, ParseStream, Parser};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, File, Ident, ImplItem, Item, LitStr, Token, TraitItem, Type, UseTree, Visibility, parse_quote};

/// Lists the interface of the crate in this folder, with a section for each module.
///
/// # Errors
/// A module does not exist, or is not valid Rust.
pub fn listing(folder: &Path) -> Result<String, String> {
    let mut modules = BTreeMap::new();
    read(&folder.join("src"), "", "lib.rs".into(), true, &mut modules)?;
    let Some((_, root)) = modules.get("") else { return Ok(String::new()) };
    let reexported = reexported(root);
    let is_public = |name: &str, seen: bool, item: &Item| {
        // A private module passes on what its own private modules have.
        let within = |home: &str| name.strip_prefix(home).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
        let mut names = reexported.iter().filter(|(home, _)| within(home)).map(|(_, names)| names);
        (seen && is_seen(item)) || names.any(|names| is_named(item, names))
    };
    let items = modules.iter().flat_map(|(name, (seen, file))| file.items.iter().map(move |item| (name, *seen, item)));
    let public = items.filter(|(name, seen, item)| is_public(name, *seen, item));
    let types: BTreeSet<String> = public.filter_map(|(.., item)| type_name(item)).collect();
    let mut text = String::new();
    for (name, (seen, file)) in &modules {
        let mut file = File { shebang: None, attrs: Vec::new(), items: file.items.clone() };
        // A public method of a public type can be called, whichever module has the implementation.
        file.items.retain(|item| is_public(name, *seen, item) || implements(item, &types));
        file.items = file.items.into_iter().flat_map(apart).collect();
        Bare.visit_file_mut(&mut file);
        file.items.retain(|item| !matches!(item, Item::Impl(it) if it.trait_.is_none() && it.items.is_empty()));
        if !file.items.is_empty() {
            let path = if name.is_empty() { "crate".to_owned() } else { format!("crate::{name}") };
            text.push_str(&format!("// {path}\n{}\n", prettyplease::unparse(&file)));
        }
    }
    Ok(text)
}

/// Reads a module and its submodules, by path, with whether each can be named from outside.
fn read(
    folder: &Path,
    name: &str,
    path: PathBuf,
    is_public: bool,
    modules: &mut BTreeMap<String, (bool, File)>,
) -> Result<(), String> {
    let shown = folder.join(&path);
    let text = fs::read_to_string(&shown).map_err(|error| format!("{}: {error}", shown.display()))?;
    let mut file = syn::parse_file(&text).map_err(|error| format!("{}: {error}", shown.display()))?;
    file.items = file.items.into_iter().map(planned).flat_map(implemented).collect();
    for item in &file.items {
        let Item::Mod(module) = item else { continue };
        if module.content.is_some() || module.attrs.iter().any(is_for_tests) {
            continue;
        }
        let inner = module.ident.to_string();
        let inner = inner.strip_prefix("r#").unwrap_or(&inner);
        let full = if name.is_empty() { inner.to_owned() } else { format!("{name}::{inner}") };
        let base = full.replace("::", "/");
        let candidates = [format!("{base}.rs"), format!("{base}/mod.rs")];
        let found = candidates.into_iter().find(|path| folder.join(path).is_file());
        let found = found.ok_or_else(|| format!("{}: there is no module {full}", folder.display()))?;
        read(folder, &full, found.into(), is_public && matches!(module.vis, Visibility::Public(_)), modules)?;
    }
    modules.insert(name.to_owned(), (is_public, file));
    Ok(())
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && quote::quote!(#attribute).to_string().contains("test")
}

/// The name for everything in a module.
const ALL: &str = "*";

/// Returns the names that the root and the public modules in it reexport, by module.
fn reexported(root: &File) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut items: Vec<&Item> = root.items.iter().collect();
    while let Some(item) = items.pop() {
        match item {
            Item::Use(item) if is_public(&item.vis) => names(&item.tree, Vec::new(), &mut found),
            Item::Mod(item) if is_public(&item.vis) => items.extend(item.content.iter().flat_map(|(_, items)| items)),
            _ => {}
        }
    }
    found
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn names(tree: &UseTree, path: Vec<String>, found: &mut BTreeMap<String, Vec<String>>) {
    match tree {
        UseTree::Path(it) if it.ident == "crate" => names(&it.tree, path, found),
        UseTree::Path(it) => names(&it.tree, path.into_iter().chain([it.ident.to_string()]).collect(), found),
        UseTree::Group(it) => it.items.iter().for_each(|tree| names(tree, path.clone(), found)),
        UseTree::Name(it) => found.entry(path.join("::")).or_default().push(it.ident.to_string()),
        UseTree::Rename(it) => found.entry(path.join("::")).or_default().push(it.ident.to_string()),
        UseTree::Glob(_) => found.entry(path.join("::")).or_default().push(ALL.to_owned()),
    }
}

/// Splits a `use` of several names into one per name, so that a new name adds one line to the listing.
fn apart(item: Item) -> Vec<Item> {
    let Item::Use(item) = item else { return vec![item] };
    let alone = |tree| Item::Use(syn::ItemUse { tree, ..item.clone() });
    leaves(&item.tree).into_iter().map(alone).collect()
}

/// Splits a tree into trees with one leaf each.
fn leaves(tree: &UseTree) -> Vec<UseTree> {
    match tree {
        UseTree::Group(it) => it.items.iter().flat_map(leaves).collect(),
        UseTree::Path(it) => {
            let of = |tree| UseTree::Path(syn::UsePath { tree: Box::new(tree), ..it.clone() });
            leaves(&it.tree).into_iter().map(of).collect()
        }
        leaf => vec![leaf.clone()],
    }
}

fn is_seen(item: &Item) -> bool {
    let visibility = match item {
        Item::Const(it) => &it.vis,
        Item::Enum(it) => &it.vis,
        Item::Fn(it) => &it.vis,
        Item::Mod(it) => &it.vis,
        Item::Static(it) => &it.vis,
        Item::Struct(it) => &it.vis,
        Item::Trait(it) => &it.vis,
        Item::Type(it) => &it.vis,
        Item::Use(it) => &it.vis,
        _ => return false,
    };
    matches!(visibility, Visibility::Public(_))
}

fn is_named(item: &Item, names: &[String]) -> bool {
    let name = match item {
        Item::Const(it) => &it.ident,
        Item::Enum(it) => &it.ident,
        Item::Fn(it) => &it.sig.ident,
        Item::Static(it) => &it.ident,
        Item::Struct(it) => &it.ident,
        Item::Trait(it) => &it.ident,
        Item::Type(it) => &it.ident,
        _ => return false,
    };
    is_seen(item) && names.iter().any(|it| name == it || it == ALL)
}

/// Returns the name of a type.
fn type_name(item: &Item) -> Option<String> {
    match item {
        Item::Enum(it) => Some(it.ident.to_string()),
        Item::Struct(it) => Some(it.ident.to_string()),
        Item::Type(it) => Some(it.ident.to_string()),
        _ => None,
    }
}

/// Returns true if the item is an implementation for one of these types.
fn implements(item: &Item, types: &BTreeSet<String>) -> bool {
    let Item::Impl(it) = item else { return false };
    let Type::Path(path) = &*it.self_ty else { return false };
    path.path.segments.last().is_some_and(|last| types.contains(&last.ident.to_string()))
}

/// Returns the implementation that the macro `planned` writes, and any other item as it is.
fn planned(item: Item) -> Item {
    let Item::Macro(call) = &item else { return item };
    let types = |line: ParseStream<'_>| {
        line.parse::<LitStr>()?;
        line.parse::<Token![,]>()?;
        line.parse::<Ident>()
    };
    match types.parse2(call.mac.tokens.clone()) {
        Ok(of) if call.mac.path.is_ident("planned") => {
            let attributes = &call.attrs;
            parse_quote!(#(#attributes)* impl ContractType for crate::types::#of {})
        }
        _ => item,
    }
}

/// Returns the implementations that a macro of `implement.rs` writes, and any other item as it is.
fn implemented(item: Item) -> Vec<Item> {
    let Item::Macro(call) = &item else { return vec![item] };
    let path: Vec<String> = call.mac.path.segments.iter().map(|it| it.ident.to_string()).collect();
    let found = match path.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["crate", "implement", name] => {
            syn::parse2::<Implemented>(call.mac.tokens.clone()).ok().map(|it| it.items(name))
        }
        _ => None,
    };
    found.filter(|items| !items.is_empty()).unwrap_or_else(|| vec![item])
}

/// A call of a macro of `implement.rs`: the type with its parameters, the names of its fields, values or variants, and the
/// types that convert to it.
struct Implemented {
    name: Ident,
    parameters: Vec<Ident>,
    parts: Vec<Ident>,
    from: Vec<Type>,
}

impl Implemented {
    /// Returns the items that the macro with this name writes. None if it has no public ones.
    fn items(&self, by: &str) -> Vec<Item> {
        let mut all = match by {
            "closed_enum" | "lenient_enum" => self.of_enum(by == "closed_enum", false),
            "open_enum" => self.of_enum(false, true),
            "fields" | "variants" => vec![],
            _ => return vec![],
        };
        let Self { name, from, .. } = self;
        all.push(self.with(parse_quote!(serde::Serialize)));
        // How a union is read is written beside the call.
        all.extend((by != "variants").then(|| self.with(parse_quote!(crate::json::FromJson))));
        all.extend(from.iter().map(|it| parse_quote!(impl From<#it> for #name {})));
        all
    }

    /// Returns the implementation of a trait that each parameter has, too.
    fn with(&self, of: syn::Path) -> Item {
        let Self { name, parameters, .. } = self;
        if parameters.is_empty() {
            parse_quote!(impl #of for #name {})
        } else {
            parse_quote!(impl<#(#parameters: #of),*> #of for #name<#(#parameters),*> {})
        }
    }

    fn of_enum(&self, is_closed: bool, is_open: bool) -> Vec<Item> {
        let Self { name, parts, .. } = self;
        let own: Item = if is_closed {
            parse_quote!(impl #name {
                pub const ALL: &'static [Self] = &[#(Self::#parts),*];
                #[must_use]
                pub const fn as_str(self) -> &'static str {}
            })
        } else {
            parse_quote!(impl #name {
                pub const LISTED: &'static [Self] = &[#(Self::#parts),*];
                #[must_use]
                pub fn as_str(&self) -> &str {}
            })
        };
        let mut all = vec![own, parse_quote!(impl std::fmt::Display for #name {})];
        if is_open {
            all.push(parse_quote!(impl From<String> for #name {}));
            all.push(parse_quote!(impl From<&str> for #name {}));
        } else {
            all.push(parse_quote!(impl std::str::FromStr for #name { type Err = crate::json::UnknownName; }));
        }
        all
    }
}

impl Parse for Implemented {
    fn parse(call: ParseStream<'_>) -> syn::Result<Self> {
        let name = call.parse()?;
        let generics: syn::Generics = call.parse()?;
        let parameters = generics.type_params().map(|it| it.ident.clone()).collect();
        let (content, mut parts, mut from) = (block(call)?, Vec::new(), Vec::new());
        while let Ok(part) = content.parse() {
            parts.push(part);
            rest_of_line(&content)?;
        }
        content.parse::<proc_macro2::TokenStream>()?;
        if call.peek(Ident) && call.parse::<Ident>()? == "from" {
            let content = block(call)?;
            while content.parse::<Ident>().is_ok() {
                let source;
                syn::parenthesized!(source in content);
                from.push(source.parse()?);
                rest_of_line(&content)?;
            }
        } else {
            call.parse::<proc_macro2::TokenStream>()?;
        }
        Ok(Self { name, parameters, parts, from })
    }
}

fn block<'a>(call: ParseStream<'a>) -> syn::Result<syn::parse::ParseBuffer<'a>> {
    let content;
    syn::braced!(content in call);
    Ok(content)
}

/// Reads to the end of a line of a macro's call, after its comma.
fn rest_of_line(content: ParseStream<'_>) -> syn::Result<()> {
    while content.parse::<Option<Token![,]>>()?.is_none() {
        content.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

/// Returns the methods that a macro of `setter.rs` writes, and any other item as it is.
fn expanded(item: ImplItem) -> Vec<ImplItem> {
    let ImplItem::Macro(call) = &item else { return vec![item] };
    let tokens = call.mac.tokens.clone();
    let name = call.mac.path.segments.last().map(|last| last.ident.to_string());
    let methods = match name.as_deref() {
        Some("optional") => Setter::methods(tokens, |it| parse_quote!(mut self, value: #it)),
        Some("required") => Setter::methods(tokens, |it| parse_quote!(self, value: #it)),
        Some("extra") => syn::parse2::<Type>(tokens)
            .ok()
            .map(|argument| vec![parse_quote!(#[must_use] pub fn with_extra(mut self, value: #argument) -> Self {})]),
        _ => None,
    };
    methods.unwrap_or_else(|| vec![item])
}

/// A line of `optional!` or of `required!`.
struct Setter {
    name: Ident,
    argument: Type,
}

impl Setter {
    /// Returns the methods that a macro writes for its lines, with these parameters for the type of the argument.
    fn methods(
        lines: proc_macro2::TokenStream,
        parameters: fn(&Type) -> syn::punctuated::Punctuated<syn::FnArg, Token![,]>,
    ) -> Option<Vec<ImplItem>> {
        let all = syn::punctuated::Punctuated::<Self, Token![;]>::parse_terminated.parse2(lines).ok()?;
        let method = |Self { name, argument }: &Self| {
            let parameters = parameters(argument);
            parse_quote!(#[must_use] pub fn #name(#parameters) -> Self {})
        };
        Some(all.iter().map(method).collect())
    }
}

impl Parse for Setter {
    fn parse(line: ParseStream<'_>) -> syn::Result<Self> {
        Attribute::parse_outer(line)?;
        let name = line.parse()?;
        let content;
        syn::parenthesized!(content in line);
        if content.peek2(Token![:]) && !content.peek2(Token![::]) {
            content.parse::<Ident>()?;
            content.parse::<Token![:]>()?;
        }
        let argument = content.parse()?;
        if line.parse::<Option<Token![as]>>()?.is_some() {
            line.parse::<Type>()?;
            line.parse::<Token![,]>()?;
            line.parse::<LitStr>()?;
            line.parse::<Token![,]>()?;
        }
        line.parse::<LitStr>()?;
        Ok(Self { name, argument })
    }
}

/// Removes everything that is not part of the interface: docs, bodies, values of constants, and private items.
struct Bare;

impl VisitMut for Bare {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        let kept = ["cfg", "derive", "must_use", "non_exhaustive"];
        attributes.retain(|it| kept.iter().any(|name| it.path().is_ident(name)));
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.clear();
    }

    fn visit_fields_mut(&mut self, fields: &mut syn::Fields) {
        let is_private = |field: &syn::Field| !matches!(field.vis, Visibility::Public(_));
        match fields {
            syn::Fields::Named(named) => {
                named.named = named.named.iter().filter(|field| !is_private(field)).cloned().collect();
            }
            syn::Fields::Unnamed(unnamed) if unnamed.unnamed.iter().any(is_private) => *fields = syn::Fields::Unit,
            _ => {}
        }
        visit_mut::visit_fields_mut(self, fields);
    }

    fn visit_item_enum_mut(&mut self, item: &mut syn::ItemEnum) {
        self.visit_attributes_mut(&mut item.attrs);
        // The fields of a variant have no visibility: all are public.
        for variant in &mut item.variants {
            self.visit_attributes_mut(&mut variant.attrs);
            variant.fields.iter_mut().for_each(|field| self.visit_attributes_mut(&mut field.attrs));
        }
    }

    fn visit_item_impl_mut(&mut self, item: &mut syn::ItemImpl) {
        if item.trait_.is_some() {
            // Only the implementation of a trait is listed; its methods follow from the trait.
            item.items.retain(|it| matches!(it, ImplItem::Type(_)));
        } else {
            item.items = item.items.drain(..).flat_map(expanded).collect();
            item.items.retain(|it| match it {
                ImplItem::Const(it) => matches!(it.vis, Visibility::Public(_)),
                ImplItem::Fn(it) => matches!(it.vis, Visibility::Public(_)),
                // A call that `expanded` cannot read: its methods are public.
                ImplItem::Macro(_) => true,
                _ => false,
            });
        }
        visit_mut::visit_item_impl_mut(self, item);
    }

    fn visit_item_trait_mut(&mut self, item: &mut syn::ItemTrait) {
        for it in &mut item.items {
            if let TraitItem::Fn(method) = it
                && let Some(body) = &mut method.default
            {
                body.stmts.clear();
            }
        }
        visit_mut::visit_item_trait_mut(self, item);
    }

    fn visit_item_const_mut(&mut self, item: &mut syn::ItemConst) {
        self.visit_attributes_mut(&mut item.attrs);
        if !matches!(*item.expr, syn::Expr::Lit(_)) {
            *item.expr = syn::parse_quote!(_);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_items_are_listed() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("src"))?;
        let write = |name: &str, text: &str| fs::write(folder.path().join("src").join(name), text);
        write(
            "lib.rs",
            "//! Prose.\npub mod open;\nmod shut;\npub mod part { pub use crate::shut::{Given, give}; }\nfn own() {}\n",
        )?;
        write(
            "open.rs",
            "/// Prose.\n#[derive(Debug)]\npub struct Seen { /// Prose.\n pub field: u8, own: u8 }\n\
             impl Seen { /// Prose.\n pub fn method(&self) -> u8 { self.own } fn own(&self) {} }\nstruct Own;\n",
        )?;
        write(
            "shut.rs",
            "pub struct Given(u8);\npub struct Kept;\nimpl Kept { pub fn method(&self) {} }\n\
             pub fn give() -> Given { Given(1) }\nimpl From<Given> for u8 { fn from(it: Given) -> u8 { it.0 } }\n\
             impl Clone for Given { fn clone(&self) -> Self { Given(self.0) } }\n",
        )?;
        let expected = "// crate\npub mod open;\npub mod part {\n    pub use crate::shut::{Given, give};\n}\n\n\
            // crate::open\n#[derive(Debug)]\npub struct Seen {\n    pub field: u8,\n}\nimpl Seen {\n    \
            pub fn method(&self) -> u8 {}\n}\n\n\
            // crate::shut\npub struct Given;\npub fn give() -> Given {}\nimpl Clone for Given {}\n\n";
        assert_eq!(listing(folder.path())?, expected);
        Ok(())
    }

    #[test]
    fn the_macros_of_setters_write_what_is_listed_for_them() {
        let text = include_str!("../../../templates/rust/src/setter.rs");
        let methods: Vec<&str> = text.lines().map(str::trim).filter(|line| line.starts_with("pub fn")).collect();
        let expected = [
            "pub fn $setter(mut self, value: $argument) -> Self {",
            "pub fn with_extra(mut self, value: $argument) -> Self {",
            "pub fn $setter(self, value: $argument) -> Self {",
        ];
        assert_eq!(methods, expected);
        assert_eq!(text.matches("#[must_use]").count(), expected.len());
    }

    #[test]
    fn the_macros_of_implementations_write_what_is_listed_for_them() {
        let text = include_str!("../../../templates/rust/src/implement.rs");
        let lines = || text.lines().map(str::trim);
        let own: Vec<&str> =
            lines().filter(|line| line.starts_with("pub ") && line.contains("Self") | line.contains("self")).collect();
        let expected = [
            "pub const ALL: &'static [Self] = &[$(Self::$variant),*];",
            "pub const fn as_str(self) -> &'static str {",
            "pub const LISTED: &'static [Self] = &[$(Self::$variant),*];",
            "pub fn as_str(&self) -> &str {",
        ];
        assert_eq!(own, expected);
        let traits: Vec<&str> =
            lines().filter_map(|line| line.split_once(" for $name")?.0.rsplit(' ').next()).collect();
        let expected = [
            "serde::Serialize",
            "crate::json::FromObject",
            "crate::json::FromJson",
            "std::str::FromStr",
            "crate::json::FromJson",
            "std::str::FromStr",
            "crate::json::FromJson",
            "From<String>",
            "From<&str>",
            "crate::json::FromJson",
            "std::fmt::Display",
            "serde::Serialize",
            "serde::Serialize",
            "From<$source>",
            "serde::Deserialize<'de>",
        ];
        assert_eq!(traits, expected);
    }

    #[test]
    fn what_macros_write_is_listed() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("src"))?;
        let text = "pub struct Seen;\nimpl Seen {\n\
            crate::setter::optional! { #[deprecated] with_a(a: impl Into<String>) \"Sets a.\"; with_b(b: bool) \"\"; }\n\
            crate::setter::extra!(serde_json::Value);\n\
            crate::setter::required! { c(serde_json::Value) as serde_json::Value, \"c\", \"Sets c.\"; }\n}\n\
            #[cfg(any())] planned!(\"seen\", Seen);\npub struct One<T>;\npub enum Two {}\npub enum Three {}\n\
            crate::implement::fields! { One<T> { a: required(\"a\"), b: filled(\"b\", \"{}\") closed, ..extra: rest } \
            check(object) { object.count(\"a\", 1u64, 2u64)?; } }\n\
            crate::implement::closed_enum! { Two { A = \"a\", B = \"b\", } }\n\
            crate::implement::variants! { Three { A, B, } from { A(One<u8>), B(Two) boxed, } }\n";
        fs::write(folder.path().join("src/lib.rs"), text)?;
        let expected = "// crate\npub struct Seen;\nimpl Seen {\n    \
            #[must_use]\n    pub fn with_a(mut self, value: impl Into<String>) -> Self {}\n    \
            #[must_use]\n    pub fn with_b(mut self, value: bool) -> Self {}\n    \
            #[must_use]\n    pub fn with_extra(mut self, value: serde_json::Value) -> Self {}\n    \
            #[must_use]\n    pub fn c(self, value: serde_json::Value) -> Self {}\n}\n\
            #[cfg(any())]\nimpl ContractType for crate::types::Seen {}\n\
            pub struct One<T>;\npub enum Two {}\npub enum Three {}\n\
            impl<T: serde::Serialize> serde::Serialize for One<T> {}\n\
            impl<T: crate::json::FromJson> crate::json::FromJson for One<T> {}\n\
            impl Two {\n    pub const ALL: &'static [Self] = &[Self::A, Self::B];\n    \
            #[must_use]\n    pub const fn as_str(self) -> &'static str {}\n}\n\
            impl std::fmt::Display for Two {}\nimpl std::str::FromStr for Two {\n    type Err = crate::json::UnknownName;\n}\n\
            impl serde::Serialize for Two {}\nimpl crate::json::FromJson for Two {}\n\
            impl serde::Serialize for Three {}\n\
            impl From<One<u8>> for Three {}\nimpl From<Two> for Three {}\n\n";
        assert_eq!(listing(folder.path())?, expected);
        Ok(())
    }
}
