//! The input of an event, from arguments.

use std::io;
use std::path::{Path, PathBuf};

use hookwire::settings::matcher_value;
use hookwire::testing::sample;
use hookwire::{Context, HookEvent, HostVersion};
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::files::{self, Unread};
use crate::knowledge::wire::FOLDER;
pub use crate::knowledge::wire::{ARGUMENTS, TOOL};

/// The key with the name of the event.
pub const EVENT: &str = "hook_event_name";

/// Returns the context of a version of the host.
pub fn context(host: Option<&HostVersion>) -> Context {
    match host {
        Some(host) => Context::new().with_host(host.clone()),
        None => Context::new(),
    }
}

/// Returns the event of this name.
pub fn event(name: &str) -> Result<HookEvent, Failure> {
    name.parse().map_err(|_| {
        let near = crate::knowledge::nearest(name, HookEvent::ALL.iter().map(|it| it.as_str()));
        let near =
            near.map_or_else(|| ". `hookwire events` lists them".to_owned(), |it| format!(". Did you mean `{it}`?"));
        Failure::Wrong(format!("no event is called `{name}`{near}"))
    })
}

/// Returns a whole input, as the host would write it.
pub fn whole(event: HookEvent, tool: Option<&str>, set: &[String]) -> Result<Value, Failure> {
    let mut made = sample(event.as_str());
    if let Some(tool) = tool {
        made = made.tool(tool);
    }
    for it in set {
        let (key, value) = pair(it)?;
        made = made.with(key, value);
    }
    made.build().map_err(|error| Failure::Wrong(error.to_string()))
}

/// Returns a whole input of a session in a folder, as a version of the host would write it.
pub fn sample_in(
    folder: &Path,
    event: &str,
    tool: Option<&str>,
    set: impl IntoIterator<Item = (String, Value)>,
    host: Option<&HostVersion>,
) -> Result<Value, String> {
    let mut made = sample(event);
    if let Some(tool) = tool {
        made = made.tool(tool);
    }
    if let Some(host) = host {
        made = made.host(host.to_string());
    }
    let mut has_folder = false;
    for (key, value) in set {
        has_folder |= key == FOLDER;
        made = made.with(key, value);
    }
    let mut input = made.build().map_err(|error| error.to_string())?;
    // The folder of the sample is not there.
    if !has_folder && let Some(own) = input.get_mut(FOLDER) {
        *own = folder.to_string_lossy().into();
    }
    Ok(input)
}

/// Returns a whole input that has a value for matchers, such as the name of a tool.
pub fn sample_of_value(
    folder: &Path,
    event: HookEvent,
    value: Option<&str>,
    host: Option<&HostVersion>,
) -> Result<Value, String> {
    let plain = sample_in(folder, event.as_str(), None, [], host)?;
    let Some(value) = value.filter(|it| matcher_value(&plain) != Some(it)) else { return Ok(plain) };
    let of_tool = sample_in(folder, event.as_str(), Some(value), [], host).ok();
    let names = plain.as_object().into_iter().flatten().map(|(name, _)| name);
    let of_field =
        names.filter_map(|name| sample_in(folder, event.as_str(), None, [(name.clone(), value.into())], host).ok());
    let found = of_tool.into_iter().chain(of_field).find(|it| matcher_value(it) == Some(value));
    Ok(found.unwrap_or(plain))
}

/// Returns the folder in which the hooks of an input run, if it is there.
pub fn folder_of(input: &Value) -> Option<PathBuf> {
    input.get(FOLDER).and_then(Value::as_str).map(PathBuf::from).filter(|it| it.is_dir())
}

/// Returns the fields and arguments of `--set`.
pub fn pairs(set: &[String]) -> Result<Vec<(String, Value)>, Failure> {
    set.iter().map(|it| pair(it).map(|(key, value)| (key.to_owned(), value))).collect()
}

/// Returns the input in a file.
pub fn of_file(event: HookEvent, path: &Path) -> Result<Value, Failure> {
    let unreadable = |why: String| Failure::Unreadable(format!("{}: {why}", path.display()));
    let text = if path == Path::new("-") {
        let bytes =
            files::bounded(io::stdin().lock(), files::LARGEST).map_err(|error| unreadable(error.to_string()))?;
        files::text(bytes.ok_or_else(|| unreadable(Unread::TooLarge.to_string()))?)
    } else {
        files::read(path, None).map_err(|why| unreadable(why.to_string()))?
    };
    let input: Value = serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    if input.get(EVENT).and_then(Value::as_str) != Some(event.as_str()) {
        return Err(Failure::Wrong(format!(
            "{}: it has to be an object with `\"{EVENT}\": \"{event}\"`",
            path.display()
        )));
    }
    Ok(input)
}

/// Returns the part of an input that is known.
pub fn partial(event: HookEvent, tool: Option<&str>, set: &[String]) -> Result<Value, Failure> {
    // The whole one refuses what the event does not have, and says where each value belongs.
    let whole = whole(event, tool, set)?;
    let mut input = json!({EVENT: event.as_str()});
    if let Some(tool) = tool {
        input[TOOL] = tool.into();
    }
    let mut arguments = Map::new();
    for it in set {
        let (key, value) = pair(it)?;
        if whole.get(key) == Some(&value) {
            input[key] = value;
        } else {
            arguments.insert(key.to_owned(), value);
        }
    }
    if !arguments.is_empty() {
        input[ARGUMENTS] = Value::Object(arguments);
    }
    Ok(input)
}

fn pair(text: &str) -> Result<(&str, Value), Failure> {
    let wrong = || Failure::Wrong(format!("`--set {text}` has to be a name and a value: `--set command='git push'`"));
    let (key, value) = text.split_once('=').ok_or_else(wrong)?;
    // As `hookwire get` names an argument of a tool.
    let key = key.strip_prefix(ARGUMENTS).and_then(|it| it.strip_prefix('.')).unwrap_or(key);
    // `true`, `5` and `{"a": 1}` are JSON; everything else is a text.
    Ok((key, serde_json::from_str(value).unwrap_or_else(|_| value.into())))
}
