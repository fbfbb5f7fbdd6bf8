//! The template engine for one contract and one target: its rules, variables and functions.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, ValueKind};
use minijinja::{AutoEscape, Environment, Error, Output, State, UndefinedBehavior, Value};

use super::builtin;
use super::collected::Collected;
use super::failed;
use super::failure;
use super::filters::{self, Kit};
use super::folder::{Target, TemplateFile, TemplateKind};
use super::lookup::Lookup;
use super::names::Names;
use super::node::Node;
use super::refs;
use super::subject::Subject;
use super::target::Form;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::set::Choices;

/// Filters of the engine that are wrong for code. Use `literal`, `json`, `doc` and the filters for names instead.
const UNSAFE: [&str; 7] = ["tojson", "escape", "e", "safe", "pprint", "title", "capitalize"];

/// Builds an environment with every template of the target that this set needs. Generated files name `command` as the
/// command that makes them again.
///
/// # Errors
/// A template does not parse, or a builtin fails.
pub fn build<'a>(
    target: &'a Target,
    subject: &Subject<'_>,
    names: &Names,
    command: &str,
) -> Result<Environment<'a>, Diagnostics> {
    let mut env = Environment::new();
    strict(&mut env).map_err(|error| failure::diagnostic(&error, target))?;
    filters::register(&mut env, Kit::new(target, subject, names));
    env.add_global("command", command);
    globals(&mut env, target, subject);
    builtins(&mut env, target, subject.builtin_input(&target.name, names))?;
    templates(&mut env, target, subject)?;
    Ok(env)
}

fn strict(env: &mut Environment<'_>) -> Result<(), Error> {
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_auto_escape_callback(|_| AutoEscape::None);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build()?;
    env.set_syntax(syntax);
    env.set_formatter(only_text);
    UNSAFE.iter().for_each(|name| env.remove_filter(name));
    Ok(())
}

/// Writes text and integers. Any other value needs a filter, because each language spells it differently.
fn only_text(out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    // Most output is text, which needs no formatter.
    if let Some(text) = value.as_str() {
        return Ok(out.write_str(text)?);
    }
    match value.kind() {
        // Only an `if` without `else` gives undefined here; the engine refuses any other.
        ValueKind::Undefined => minijinja::escape_formatter(out, state, value),
        ValueKind::Number if value.is_integer() => minijinja::escape_formatter(out, state, value),
        kind => Err(failed(format!("{kind} is not text: write it through `literal`, `json` or `spell`"))),
    }
}

fn globals(env: &mut Environment<'_>, target: &Target, subject: &Subject<'_>) {
    subject.globals().for_each(|(name, value)| env.add_global(name, value));
    env.add_global("target", target.name.as_str());
    env.add_global("choices", Value::from(Serde(subject.choices(&target.name))));
    let with = |look: fn(&Lookup, &str) -> Result<Value, Error>| {
        let lookup = subject.lookup();
        move |name: &str| look(&lookup, name)
    };
    let with_all = |look: fn(&Lookup, &Value) -> Result<Vec<Value>, Error>| {
        let lookup = subject.lookup();
        move |names: &Value| look(&lookup, names)
    };
    env.add_function("lookup", with(Lookup::type_of));
    env.add_function("lookup_all", with_all(Lookup::types_of));
    env.add_filter("by_module", with_all(Lookup::by_module));
    env.add_function("bases_of", with_all(Lookup::bases_of));
    env.add_function("unions_with", with(|lookup, name| Ok(lookup.unions_with(name).into())));
    env.add_function("module_of", with(Lookup::module_of));
    env.add_function("profile_types", with(|lookup, name| lookup.profile_types(name).map(Value::from)));
    let lookup = subject.lookup();
    env.add_test("recursive", move |expr: &Value| {
        refs::any(expr, |name, _| lookup.def(name).is_some_and(|def| def.recursive))
    });
    let lookup = subject.lookup();
    let stands_in = move |name: &str, modules: &[Value]| {
        lookup.def(name).is_some_and(|def| modules.iter().any(|module| module.as_str() == Some(&def.module)))
    };
    env.add_test("of_modules", move |node: &Value, modules: &Value| {
        let modules: Vec<_> = modules.try_iter()?.collect();
        Ok::<_, Error>(!modules.is_empty() && refs::any(node, |name, _| stands_in(name, &modules))?)
    });
    let lookup = subject.lookup();
    env.add_test("late_below", move |node: &Value, modules: &Value, own: &Value| {
        let (modules, own): (Vec<_>, Vec<_>) = (modules.try_iter()?.collect(), own.try_iter()?.collect());
        let all = || own.iter().filter_map(|it| it.downcast_object_ref::<Node>()?.as_type());
        refs::is_late_below(node, &modules, &|name| all().find(|def| def.name == name).or_else(|| lookup.def(name)))
    });
    env.add_test("tuple", |expr: &Value| filters::expression(expr).map(|expr| Form::Tuple.is_of(expr)));
    env.add_test("closed", |expr: &Value| refs::any(expr, |_, closed| closed));
    env.add_test("noted", |node: &Value| {
        let node = node.downcast_object_ref::<Node>();
        node.map(Node::is_noted).ok_or_else(|| failed("`noted` is asked of a node".to_owned()))
    });
    let own = subject.choices(&target.name).clone();
    env.add_function("own_type", move |name: &str| own_type(&own, name));
    env.add_function("collector", || Value::from_object(Collected::default()));
    env.add_function("fail", |message: &str| Err::<Value, _>(failed(message.to_owned())));
}

/// Returns the type of the owner's that replaces the type with this name.
fn own_type(choices: &Choices, name: &str) -> Value {
    let own = choices.types.get(name).filter(|it| it.own.is_some());
    own.map_or_else(|| Value::from(()), |own| Value::from(Serde(own.clone())))
}

fn builtins(env: &mut Environment<'_>, target: &Target, input: builtin::Input<'_>) -> Result<(), Diagnostics> {
    let mut found = Diagnostics::default();
    for name in &target.style.builtins {
        let make = builtin::find(name).ok_or_else(|| unknown_builtin(target, name))?;
        match make(input) {
            Ok(text) => {
                let function = name.clone();
                env.add_function(name.clone(), move |of: &str| {
                    text(of).ok_or_else(|| failed(format!("`{function}` has nothing for {of:?}")))
                });
            }
            // Several builtins can report one mistake.
            Err(others) => {
                let news: Vec<_> = others.0.into_iter().filter(|one| !found.0.contains(one)).collect();
                found.0.extend(news);
            }
        }
    }
    found.or(()).map(|_| ())
}

fn unknown_builtin(target: &Target, name: &str) -> Diagnostic {
    let known = builtin::known().join(", ");
    Diagnostic::error(Code::TargetFile, format!("there is no builtin {name:?}"))
        .in_file(target.path_of(super::folder::TARGET_FILE))
        .instead(if known.is_empty() { "leave `builtins` out".to_owned() } else { format!("one of: {known}") })
}

/// Adds every template that this set needs. Reports all that do not parse.
fn templates<'a>(env: &mut Environment<'a>, target: &'a Target, subject: &Subject<'_>) -> Result<(), Diagnostics> {
    let mut found = Diagnostics::default();
    let choices = subject.choices(&target.name);
    let is_wanted = |source: &&TemplateFile| {
        source.kind != TemplateKind::Copied && subject.has_all(&source.needs) && target.has(source, choices)
    };
    for source in target.sources.iter().filter(is_wanted) {
        // Braces in a part are code, not tags.
        let added = match source.kind {
            TemplateKind::Part => {
                env.add_template_owned(&source.path, format!("{{% raw %}}{}{{% endraw %}}", source.text))
            }
            _ => env.add_template(&source.path, &source.text),
        };
        if let Err(error) = added {
            found.push(failure::diagnostic(&error, target));
        }
    }
    found.or(()).map(|_| ())
}
