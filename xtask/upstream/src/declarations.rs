//! Parses TypeScript declarations: type aliases and interfaces, as far as JSON values are concerned.
//!
//! A type that is about no JSON value, such as a function, or that needs the compiler, such as a conditional type, is
//! [`Type::Any`].

use std::collections::HashMap;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Declaration, PropertyKey, Statement, TSInterfaceDeclaration, TSLiteral, TSSignature, TSTupleElement, TSType,
    TSTypeName, TSTypeReference,
};
use oxc_parser::Parser;
use oxc_span::SourceType;
use serde_json::Value;

/// A type.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// Any value, or a type that is not read.
    Any,
    /// A JSON type: `string`, `number`, `boolean`, `null`, `object`.
    Plain(&'static str),
    /// No value: `undefined`, `never`.
    Nothing,
    /// One word or flag.
    Literal(Value),
    /// A list with items of one of these types.
    List(Vec<Type>),
    /// One of several.
    Union(Vec<Type>),
    /// All of several.
    Intersection(Vec<Type>),
    /// An object.
    Object(Object),
    /// Another declaration.
    Ref(String),
    /// The same with all properties optional.
    Partial(Box<Type>),
}

/// An object with known keys, other keys, or both.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Object {
    /// The keys.
    pub properties: Vec<Property>,
    /// The type of other keys.
    pub rest: Option<Box<Type>>,
}

/// A key of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// The key.
    pub name: String,
    /// It can be absent.
    pub optional: bool,
    /// The type of its value.
    pub of: Type,
}

/// The declarations of a file, by name.
pub type Declarations = HashMap<String, Type>;

/// Parses a file.
///
/// # Errors
/// It is not TypeScript.
pub fn parse(text: &str) -> Result<Declarations, String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, SourceType::d_ts()).parse();
    if let Some(error) = parsed.errors.first() {
        return Err(format!("the declarations are not TypeScript that can be read: {error}"));
    }
    let mut found = Declarations::new();
    for statement in &parsed.program.body {
        match statement {
            Statement::ExportNamedDeclaration(export) => match &export.declaration {
                Some(Declaration::TSTypeAliasDeclaration(alias)) => {
                    found.insert(alias.id.name.to_string(), read(&alias.type_annotation));
                }
                Some(Declaration::TSInterfaceDeclaration(interface)) => {
                    found.insert(interface.id.name.to_string(), of_interface(interface));
                }
                _ => {}
            },
            Statement::TSTypeAliasDeclaration(alias) => {
                found.insert(alias.id.name.to_string(), read(&alias.type_annotation));
            }
            Statement::TSInterfaceDeclaration(interface) => {
                found.insert(interface.id.name.to_string(), of_interface(interface));
            }
            _ => {}
        }
    }
    Ok(found)
}

fn of_interface(interface: &TSInterfaceDeclaration<'_>) -> Type {
    let own = Type::Object(object(&interface.body.body));
    let base = |it: &oxc_ast::ast::TSInterfaceHeritage<'_>| match &it.expression {
        oxc_ast::ast::Expression::Identifier(name) => Some(Type::Ref(name.name.to_string())),
        _ => None,
    };
    let mut all: Vec<Type> = interface.extends.iter().filter_map(base).collect();
    if all.is_empty() {
        return own;
    }
    all.push(own);
    Type::Intersection(all)
}

fn read(of: &TSType<'_>) -> Type {
    match of {
        TSType::TSStringKeyword(_) | TSType::TSTemplateLiteralType(_) => Type::Plain("string"),
        TSType::TSNumberKeyword(_) => Type::Plain("number"),
        TSType::TSBooleanKeyword(_) => Type::Plain("boolean"),
        TSType::TSNullKeyword(_) => Type::Plain("null"),
        TSType::TSObjectKeyword(_) => Type::Plain("object"),
        TSType::TSUndefinedKeyword(_) | TSType::TSNeverKeyword(_) | TSType::TSVoidKeyword(_) => Type::Nothing,
        TSType::TSLiteralType(it) => match &it.literal {
            TSLiteral::StringLiteral(text) => Type::Literal(Value::from(text.value.as_str())),
            TSLiteral::BooleanLiteral(flag) => Type::Literal(Value::from(flag.value)),
            TSLiteral::TemplateLiteral(_) => Type::Plain("string"),
            _ => Type::Plain("number"),
        },
        TSType::TSArrayType(it) => Type::List(vec![read(&it.element_type)]),
        TSType::TSTupleType(it) => Type::List(it.element_types.iter().map(element).collect()),
        TSType::TSUnionType(it) => Type::Union(it.types.iter().map(read).collect()),
        TSType::TSIntersectionType(it) => Type::Intersection(it.types.iter().map(read).collect()),
        TSType::TSParenthesizedType(it) => read(&it.type_annotation),
        TSType::TSTypeLiteral(it) => Type::Object(object(&it.members)),
        // `readonly` in front of a list.
        TSType::TSTypeOperatorType(it) => match &it.type_annotation {
            TSType::TSArrayType(_) | TSType::TSTupleType(_) => read(&it.type_annotation),
            _ => Type::Any,
        },
        TSType::TSTypeReference(it) => reference(it),
        _ => Type::Any,
    }
}

fn element(of: &TSTupleElement<'_>) -> Type {
    match of {
        TSTupleElement::TSOptionalType(it) => read(&it.type_annotation),
        TSTupleElement::TSRestType(it) => match read(&it.type_annotation) {
            Type::List(items) => Type::Union(items),
            other => other,
        },
        other => other.as_ts_type().map_or(Type::Any, read),
    }
}

fn reference(it: &TSTypeReference<'_>) -> Type {
    let name = match &it.type_name {
        TSTypeName::IdentifierReference(name) => name.name.as_str(),
        // Declarations of another module that are in the same file.
        TSTypeName::QualifiedName(name) => name.right.name.as_str(),
        TSTypeName::ThisExpression(_) => return Type::Any,
    };
    let arguments: Vec<Type> = it.type_arguments.iter().flat_map(|all| all.params.iter().map(read)).collect();
    match (name, arguments.as_slice()) {
        ("Array" | "ReadonlyArray", [item]) => Type::List(vec![item.clone()]),
        ("Record", [_, value]) => Type::Object(Object { properties: Vec::new(), rest: Some(Box::new(value.clone())) }),
        ("Partial", [of]) => Type::Partial(Box::new(of.clone())),
        ("Readonly" | "Required" | "NonNullable", [of]) => of.clone(),
        (_, []) => Type::Ref(name.to_owned()),
        _ => Type::Any,
    }
}

fn object(members: &[TSSignature<'_>]) -> Object {
    let mut found = Object::default();
    for member in members {
        match member {
            TSSignature::TSPropertySignature(it) => {
                let name = match &it.key {
                    PropertyKey::StaticIdentifier(name) => name.name.to_string(),
                    PropertyKey::StringLiteral(text) => text.value.to_string(),
                    _ => continue,
                };
                let of = it.type_annotation.as_ref().map_or(Type::Any, |it| read(&it.type_annotation));
                found.properties.push(Property { name, optional: it.optional, of });
            }
            TSSignature::TSIndexSignature(it) => {
                found.rest = Some(Box::new(read(&it.type_annotation.type_annotation)));
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<Type, String> {
        parse(&format!("export declare type A = {text};"))?.remove("A").ok_or_else(|| "no type".to_owned())
    }

    #[test]
    fn the_forms_of_types_are_read() -> Result<(), String> {
        assert_eq!(one("'a' | (\"b\")")?, Type::Union(vec![Type::Literal("a".into()), Type::Literal("b".into())]));
        assert_eq!(one("readonly string[]")?, Type::List(vec![Type::Plain("string")]));
        assert_eq!(one("core.Other")?, Type::Ref("Other".to_owned()));
        assert_eq!(one("(x: string) => void")?, Type::Any);
        let rest = Some(Box::new(Type::Any));
        assert_eq!(one("Record<string, unknown>")?, Type::Object(Object { properties: Vec::new(), rest }));
        let name = Property { name: "a-b".to_owned(), optional: true, of: Type::Plain("number") };
        assert_eq!(one("{ 'a-b'?: number }")?, Type::Object(Object { properties: vec![name], rest: None }));
        Ok(())
    }

    #[test]
    fn declarations_are_found_whether_they_are_exported_or_not() -> Result<(), String> {
        let found = parse("declare type A = string; export interface B extends C { b: A }; interface C {}")?;
        let mut names: Vec<&str> = found.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["A", "B", "C"]);
        Ok(())
    }

    #[test]
    fn text_that_is_no_typescript_is_reported() {
        assert!(
            parse("export declare type = ;")
                .is_err_and(|error| error.contains("cannot be read") || error.contains("can be read"))
        );
    }
}
