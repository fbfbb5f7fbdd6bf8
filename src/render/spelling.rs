//! A target's spelling of type expressions.

use std::collections::BTreeMap;
use std::iter;
use std::sync::Arc;

use foldhash::HashMap;

use super::literal;
use super::names::{Names, Role};
use super::subject::Subject;
use super::target::{Form, LiteralStyle, TargetFile, Tuple, TypePatterns};
use crate::model::{Expr, Kind, Places, TypeDef};

/// Spells type expressions for a target.
#[derive(Debug, Clone)]
pub struct Speller {
    patterns: TypePatterns,
    others: BTreeMap<String, TypePatterns>,
    literals: Option<LiteralStyle>,
    names: Names,
    types: HashMap<String, Referred>,
    /// Integers have 64 bits.
    wide: bool,
}

/// The facts about a type that an expression refers to.
#[derive(Debug, Clone)]
struct Referred {
    spelled: Result<Arc<str>, String>,
    module: String,
    recursive: bool,
    generic: bool,
    /// The type that it is another name for, if that refers to itself.
    target: Option<String>,
    /// The members, if it is a union that refers to itself, of one type and of plain values.
    members: Vec<Expr>,
    /// It has only some values of that type.
    asserted: bool,
}

/// A spelled expression.
#[derive(Debug, Clone, Default)]
pub struct Spelled<'a> {
    /// The text.
    pub text: String,
    /// The names of the types that it refers to.
    pub refs: Vec<&'a str>,
    /// The names to import for its forms.
    pub imports: Vec<&'a str>,
}

impl Speller {
    /// Creates the speller of a target for the types of a subject: those of its contract, those that only its profiles have,
    /// and those of problems. `None` if the target spells no types.
    pub fn new(style: &TargetFile, names: Names, subject: &Subject<'_>) -> Option<Self> {
        let patterns = style.types.clone()?;
        // Of two types with one name the last one counts, that of the contract.
        let others = subject.problems.into_iter().chain(subject.profiles.iter().map(|profile| &profile.contract));
        let all = others.chain([subject.contract]).flat_map(|contract| contract.types.iter());
        let types = all.map(|def| (def.name.clone(), Referred::new(def, &names))).collect();
        let (others, literals, wide) = (style.spellings.clone(), style.literals.clone(), subject.contract.wide);
        Some(Self { patterns, others, literals, names, types, wide })
    }

    /// Spells the expression. A closed reference is spelled like any other.
    ///
    /// # Errors
    /// A part of the expression has no spelling.
    pub fn spell(&self, expr: &Expr) -> Result<String, String> {
        self.walk(&self.patterns, None).spell(expr)
    }

    /// Spells the expression with the patterns of `spelling`, and collects its references and imports. If given, `own`
    /// spells the target's own forms. It gets the steps that lead to the form.
    ///
    /// # Errors
    /// A part of the expression has no spelling, or `own` fails.
    pub fn spelled<'a>(
        &'a self,
        expr: &'a Expr,
        spelling: Option<&str>,
        own: Option<Own<'a>>,
    ) -> Result<Spelled<'a>, String> {
        let other = |name| self.others.get(name).ok_or_else(|| format!("target.toml has no spelling {name:?}"));
        let mut walk = self.walk(spelling.map_or(Ok(&self.patterns), other)?, own);
        let text = walk.spell(expr)?;
        Ok(Spelled { text, refs: walk.refs, imports: walk.imports })
    }

    fn walk<'a>(&'a self, patterns: &'a TypePatterns, own: Option<Own<'a>>) -> Walk<'a> {
        Walk { speller: self, patterns, own, path: Vec::new(), refs: Vec::new(), imports: Vec::new() }
    }

    fn has(&self, form: Form, expr: &Expr) -> bool {
        match form {
            Form::Generic => {
                matches!(expr, Expr::Ref { name, .. } if self.types.get(name).is_some_and(|it| it.generic))
            }
            _ => form.is_of(expr),
        }
    }

    /// Returns the type that a name is another name for in its own module, if that refers to itself; otherwise the name.
    /// Other modules may not be imported here.
    fn target<'a>(&'a self, name: &'a str, patterns: &TypePatterns) -> &'a str {
        let next = |name: &&str| {
            // Where assertions are spelled, such a name says more than its target.
            let is_more = |it: &&Referred| it.asserted && patterns.own.contains(&Form::Asserted);
            let alias = self.types.get(*name).filter(|it| !is_more(it))?;
            let target = alias.target.as_deref()?;
            self.types.get(target).filter(|it| it.module == alias.module).map(|_| target)
        };
        iter::successors(Some(name), next).last().unwrap_or(name)
    }

    /// Returns the members of a union, if a reference can be spelled as them. Other modules may not be imported here.
    fn members(&self, name: &str) -> &[Expr] {
        let Some(union) = self.types.get(name) else { return &[] };
        let is_here = |it: &Expr| match it {
            Expr::Ref { name, .. } => self.types.get(name).is_some_and(|it| it.module == union.module),
            _ => true,
        };
        if union.members.iter().all(is_here) { &union.members } else { &[] }
    }
}

impl Referred {
    fn new(def: &TypeDef, names: &Names) -> Self {
        let target = match &def.kind {
            Kind::Alias { target } if def.recursive && def.unbound.is_empty() => another_name(target),
            _ => None,
        };
        Self {
            spelled: names.spell(Role::Type, &def.name),
            module: def.module.clone(),
            recursive: def.recursive,
            generic: !def.unbound.is_empty(),
            target: target.map(str::to_owned),
            members: members(def),
            asserted: matches!(&def.kind, Kind::Alias { target: Expr::Asserted { .. } }),
        }
    }
}

/// Returns the members of a union that refers to itself, if they are one type and plain values.
fn members(def: &TypeDef) -> Vec<Expr> {
    let Kind::Union(union) = &def.kind else { return Vec::new() };
    let members: Vec<&Expr> = union.variants.iter().map(|it| &it.expr).collect();
    let is_type = |it: &&&Expr| matches!(it, Expr::Ref { .. });
    let types = members.iter().filter(is_type).count();
    let is_one_of = types == 1 && members.iter().all(|it| is_type(&it) || is_plain(it));
    if def.recursive && def.unbound.is_empty() && is_one_of {
        members.into_iter().cloned().collect()
    } else {
        Vec::new()
    }
}

/// Returns true for an expression that refers to no type, and has no literal.
fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Any | Expr::Null | Expr::Boolean | Expr::Integer | Expr::Number | Expr::String => true,
        Expr::List { item: inner, places: None, .. } | Expr::Bounded { inner, .. } | Expr::Asserted { inner, .. } => {
            is_plain(inner)
        }
        Expr::Map { value, keys } => keys.is_empty() && is_plain(value),
        _ => false,
    }
}

/// Returns the type that an expression is, with all its values or some of them.
fn another_name(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Ref { name, .. } => Some(name),
        Expr::Asserted { inner, .. } => another_name(inner),
        _ => None,
    }
}

/// Spells one of the target's own forms. It gets the steps that lead from the whole expression to the form.
pub type Own<'a> = &'a mut dyn FnMut(&[Step]) -> Result<String, String>;

/// A step from an expression to one inside it.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// To the value of this key.
    Key(&'static str),
    /// To the item at this place of a list.
    Place(usize),
    /// To the items after those that have a place.
    Rest,
}

const NO_LITERALS: &str = "target.toml has no [literals], so a constant has no spelling";

struct Walk<'a> {
    speller: &'a Speller,
    patterns: &'a TypePatterns,
    own: Option<Own<'a>>,
    path: Vec<Step>,
    refs: Vec<&'a str>,
    imports: Vec<&'a str>,
}

impl<'a> Walk<'a> {
    fn spell(&mut self, expr: &'a Expr) -> Result<String, String> {
        let (speller, patterns) = (self.speller, self.patterns);
        let expr = match expr {
            Expr::Null if patterns.null.is_none() => &Expr::Any,
            Expr::Never if patterns.never.is_none() => &Expr::Any,
            expr => expr,
        };
        if let Expr::Ref { name, .. } = expr {
            let name = self.name(name);
            if let Some((between, members)) = self.members(name) {
                let members = members.iter().map(|it| self.spell(it)).collect::<Result<Vec<_>, _>>()?;
                return Ok(members.join(between));
            }
            self.refs.push(name);
        }
        if let Some(own) = &mut self.own
            && patterns.own.iter().any(|form| speller.has(*form, expr))
        {
            return own(&self.path);
        }
        let imports = patterns.imports.iter().filter(|(form, _)| speller.has(**form, expr));
        self.imports.extend(imports.flat_map(|(_, names)| names.iter().map(String::as_str)));
        Ok(match expr {
            Expr::Any => patterns.any.clone(),
            Expr::Never => patterns.never.as_ref().unwrap_or(&patterns.any).clone(),
            Expr::Null => patterns.null.as_ref().unwrap_or(&patterns.any).clone(),
            Expr::Boolean => patterns.boolean.clone(),
            Expr::Integer => patterns.integer.clone(),
            Expr::Number => patterns.number.clone(),
            Expr::String => patterns.string.clone(),
            Expr::Constant { value } => self.constant(value)?,
            Expr::List { item, places, .. } => {
                let tuple = patterns.tuple.as_ref().zip(places.as_deref());
                match tuple.filter(|(tuple, places)| tuple.open.is_some() || places.fixed().is_some()) {
                    Some((tuple, places)) => self.tuple(tuple, places)?,
                    None => patterns.list.fill(&self.inner("item", item)?),
                }
            }
            Expr::Map { value, keys } => self.map(value, keys)?,
            Expr::Matched { inner } => match &patterns.matched {
                Some(matched) => matched.fill(&self.inner("inner", inner)?),
                None => patterns.any.clone(),
            },
            Expr::Nullable { inner } => patterns.nullable.fill(&self.inner("inner", inner)?),
            Expr::Bounded { inner, .. } | Expr::Asserted { inner, .. } => {
                let unsigned = patterns.unsigned.as_ref().filter(|_| speller.wide && expr.is_unsigned());
                let native = patterns.native.as_ref().zip(expr.native());
                match (unsigned, native, patterns.numbers.as_ref().zip(expr.listed_numbers())) {
                    (Some(unsigned), ..) => unsigned.clone(),
                    (_, Some((native, name)), _) => native.fill(name),
                    (.., Some((between, numbers))) => self.numbers(between, numbers)?,
                    _ => self.inner("inner", inner)?,
                }
            }
            Expr::Keyed { base, .. } => self.inner("base", base)?,
            Expr::Ref { name, .. } => self.reference(self.name(name))?,
        })
    }

    /// Returns the name that a reference to this one is spelled with.
    fn name(&self, name: &'a str) -> &'a str {
        if self.patterns.recursive_alias_as_target { self.speller.target(name, self.patterns) } else { name }
    }

    /// Returns the members that a reference to a union is spelled with, and what is between them.
    fn members(&self, name: &str) -> Option<(&'a str, &'a [Expr])> {
        let between = self.patterns.recursive_union_as_members.as_deref()?;
        let members = self.speller.members(name);
        (!members.is_empty()).then_some((between, members))
    }

    fn map(&mut self, value: &'a Expr, keys: &[String]) -> Result<String, String> {
        let inner = self.inner("value", value)?;
        if let Some(listed) = self.patterns.keys.as_ref().filter(|_| !keys.is_empty()) {
            let style = self.speller.literals.as_ref().ok_or(NO_LITERALS)?;
            let keys: Vec<String> = keys.iter().map(|key| literal::spell(&key.as_str().into(), style)).collect();
            return Ok(listed.map.fill_all(&[("{}", &inner), ("{keys}", &keys.join(&listed.between))]));
        }
        let any = self.patterns.any_map.as_ref().filter(|_| inner == self.patterns.any);
        Ok(any.cloned().unwrap_or_else(|| self.patterns.map.fill(&inner)))
    }

    /// Spells a list with other items at each place. Those that every value has come first.
    fn tuple(&mut self, tuple: &Tuple, places: &'a Places) -> Result<String, String> {
        let mut all = Vec::new();
        for (at, place) in places.first.iter().enumerate() {
            let text = self.at(Step::Place(at), place)?;
            all.push(match &tuple.open {
                // Brackets around one word would only be in the way.
                Some(open) if at >= places.least => {
                    open.optional.fill(&if text.contains(' ') { format!("({text})") } else { text })
                }
                _ => text,
            });
        }
        if let (Some(open), Some(rest)) = (&tuple.open, &places.rest) {
            all.push(open.rest.fill(&self.at(Step::Rest, rest)?));
        }
        let one = tuple.one.as_ref().filter(|_| all.len() == 1);
        Ok(one.unwrap_or(&tuple.all).fill(&all.join(", ")))
    }

    fn inner(&mut self, key: &'static str, expr: &'a Expr) -> Result<String, String> {
        self.at(Step::Key(key), expr)
    }

    fn at(&mut self, step: Step, expr: &'a Expr) -> Result<String, String> {
        self.path.push(step);
        let spelled = self.spell(expr);
        self.path.pop();
        spelled
    }

    fn numbers(&self, between: &str, numbers: &[serde_json::Value]) -> Result<String, String> {
        let style = self.speller.literals.as_ref().ok_or(NO_LITERALS)?;
        Ok(numbers.iter().map(|number| literal::spell(number, style)).collect::<Vec<_>>().join(between))
    }

    fn constant(&self, value: &serde_json::Value) -> Result<String, String> {
        let Speller { names, literals, .. } = self.speller;
        let pattern = &self.patterns.constant;
        let name = if pattern.has_name() { names.constant(value)? } else { "".into() };
        if !pattern.has_literal() {
            return Ok(pattern.fill("", &name));
        }
        let style = literals.as_ref().ok_or(NO_LITERALS)?;
        Ok(pattern.fill(&literal::spell(value, style), &name))
    }

    fn reference(&self, name: &str) -> Result<String, String> {
        let Speller { names, types, .. } = self.speller;
        let referred = types.get(name).ok_or_else(|| format!("there is no type {name:?}"))?;
        let pattern = match &self.patterns.recursive {
            Some(boxed) if referred.recursive => boxed,
            _ => &self.patterns.reference,
        };
        let spelled = referred.spelled.as_deref().map_err(String::clone)?;
        // A name of symbols alone cannot be a file name, and most patterns do not need one.
        if !pattern.has_hole("{module}") && !pattern.has_hole("{file}") {
            return Ok(pattern.fill(spelled));
        }
        let module = names.module_file(&referred.module)?;
        let file = names.spell(Role::File, name)?;
        Ok(pattern.fill_all(&[("{}", spelled), ("{module}", &module), ("{file}", &file)]))
    }
}
