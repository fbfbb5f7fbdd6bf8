//! The data types of what is known about the places of hooks.

#![allow(dead_code, reason = "not every contract needs all of it")]

use serde_json::Value;

use super::given::{Given, Session};
use super::host::{Host, Since};
use crate::event::HookEvent;
use crate::json::json_type;
use crate::rule::Scalar;
use crate::types::{SettingsPlace, StartForm};
use crate::validation::plan::Type;

/// A place of hooks.
pub(super) struct Place {
    pub(super) name: SettingsPlace,
    /// The first version with hooks of this place.
    pub(super) since: Option<&'static Since>,
    /// The index among the places.
    pub(super) order: usize,
    pub(super) title: &'static str,
    /// The type of its documents.
    pub(super) document: &'static Type,
    pub(super) duplicates: Duplicates,
    /// A group that is equal to another one is left out.
    pub(super) equal_groups: bool,
    /// The first version in which mistakes outside of the hooks drop nothing.
    pub(super) keeps_broken_keys: Option<&'static Since>,
    /// The first version that does not start if it can read no document of this place.
    pub(super) required: Option<&'static Since>,
    /// It is read in a plain session, too.
    pub(super) plain: bool,
    /// The session can leave it out.
    pub(super) listed: bool,
    /// The folders above the session's from which it is read. `None`: any.
    pub(super) above: Option<&'static [&'static str]>,
    /// The type of a document without which the others of the same owner are not read.
    pub(super) together: Option<&'static Type>,
    /// The key of that document with the paths of others.
    pub(super) files: Option<&'static str>,
    /// Any mistake drops the whole document.
    pub(super) whole: bool,
    /// The key of the input with the name of what the hooks run inside of.
    pub(super) inside: Option<&'static str>,
    /// The key of an input that is not about the session itself.
    pub(super) outside_id: &'static str,
    /// The first version in which the hooks run in a session that was started with that name.
    pub(super) session: Option<&'static Since>,
    /// The key of the input with which its hooks do not run, and the events on which they do.
    pub(super) outside: Option<&'static str>,
    pub(super) outside_but: &'static [HookEvent],
    /// The events on which its hooks do not run.
    pub(super) but: &'static [HookEvent],
    /// The events on which hooks of another event run.
    pub(super) renames: &'static [(HookEvent, HookEvent)],
    /// How a hook can ask to run once only.
    pub(super) once: Option<Once>,
    /// Its handlers are functions of a program.
    pub(super) functions: bool,
    /// The first version that reads it only in a folder that the user trusts.
    pub(super) trusted: Option<&'static Since>,
    /// A plugin cannot have it.
    pub(super) own: bool,
}

impl Place {
    /// Returns the event on which the hooks of an event run.
    pub(super) fn renamed(&self, event: HookEvent) -> HookEvent {
        self.renames.iter().find(|(from, _)| *from == event).map_or(event, |(_, to)| *to)
    }
}

/// A key of a handler that lets it run once.
pub(super) struct Once {
    pub(super) key: &'static str,
    /// The events on which it does not count.
    pub(super) but: &'static [HookEvent],
}

/// The handlers among which one runs only once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Duplicates {
    /// Those of all places with this value.
    Settings,
    /// Those of the place.
    Place,
    /// Those of the same plugin, skill or agent.
    Owner,
    /// None.
    None,
}

/// All, or these.
pub(super) enum Names<T: 'static> {
    All,
    These(&'static [T]),
}

impl<T: PartialEq> Names<T> {
    pub(super) fn has(&self, name: &T) -> bool {
        match self {
            Self::All => true,
            Self::These(names) => names.contains(name),
        }
    }
}

/// What a mistake in the hooks of a document drops.
pub(super) struct Broken {
    /// The events whose entries drop the document.
    pub(super) entry: Names<HookEvent>,
    /// The events that drop the document if they have no list.
    pub(super) event: Names<HookEvent>,
    /// The places in which an unknown event drops the document.
    pub(super) unknown: Names<SettingsPlace>,
    /// The events that drop the document if they are beside the object with the events.
    pub(super) elsewhere: &'static [&'static str],
    /// `null` is like an absent event.
    pub(super) null: bool,
    pub(super) since: Option<&'static Since>,
    pub(super) until: Option<&'static Since>,
}

impl Broken {
    /// Drops only what is wrong.
    const NONE: Self = Self {
        entry: Names::These(&[]),
        event: Names::These(&[]),
        unknown: Names::These(&[]),
        elsewhere: &[],
        null: false,
        since: None,
        until: None,
    };

    /// Returns what mistakes drop in a version of the host.
    pub(super) fn of(host: Host<'_>) -> &'static Self {
        super::data::BROKEN.iter().find(|it| host.holds(it.since, it.until)).unwrap_or(&Self::NONE)
    }
}

/// A value outside of the hooks that drops a document.
pub(super) struct Refused {
    pub(super) types: &'static [&'static str],
    pub(super) at: &'static [&'static str],
    /// The JSON types that are accepted; empty for all.
    pub(super) is: &'static [&'static str],
    pub(super) least: Option<f64>,
    /// The values that are accepted; empty for all.
    pub(super) values: &'static [Scalar],
    /// How a string has to begin.
    pub(super) begins: Option<&'static str>,
    pub(super) required: bool,
    pub(super) since: Option<&'static Since>,
    pub(super) until: Option<&'static Since>,
}

impl Refused {
    pub(super) fn is_about(&self, of: &str, host: Host<'_>) -> bool {
        self.types.contains(&of) && host.holds(self.since, self.until)
    }

    pub(super) fn accepts(&self, value: &Value) -> bool {
        if let Some(begins) = self.begins {
            return value.as_str().is_none_or(|text| text.starts_with(begins));
        }
        let is_too_small = |least: f64| value.as_f64().is_some_and(|number| number < least);
        (self.is.is_empty() || self.is.contains(&json_type(value)))
            && !self.least.is_some_and(is_too_small)
            && (self.values.is_empty() || self.values.iter().any(|it| it.is(value)))
    }
}

/// A text of a handler that the host cannot read.
pub(super) struct Malformed {
    /// The type of the handler.
    pub(super) of: &'static str,
    pub(super) key: &'static str,
    /// What the text has to contain.
    pub(super) contains: &'static str,
}

/// A key whose mistakes drop nothing.
pub(super) struct Spared {
    pub(super) at: &'static str,
    /// The values that are spared. `None`: all.
    pub(super) values: Option<&'static [Scalar]>,
}

impl Spared {
    pub(super) fn has(&self, value: &Value) -> bool {
        self.values.is_none_or(|values| values.iter().any(|it| it.is(value)))
    }
}

/// A key that switches hooks off.
pub(super) struct Switch {
    pub(super) key: &'static str,
    pub(super) on: &'static [Scalar],
    pub(super) off: &'static [Scalar],
    /// What also switches them off in a list.
    pub(super) item: Option<&'static str>,
    /// The places that are read, the strongest last.
    pub(super) places: &'static [SettingsPlace],
    /// The places whose hooks still run.
    pub(super) keeps: &'static [SettingsPlace],
    /// The places whose hooks run if they are forced.
    pub(super) forced: &'static [SettingsPlace],
    pub(super) forced_since: Option<&'static Since>,
    /// The places of which nobody has seen what happens.
    pub(super) unsure: &'static [SettingsPlace],
    /// The places whose switch keeps no hooks.
    pub(super) none_if: &'static [SettingsPlace],
    pub(super) since: Option<&'static Since>,
    pub(super) until: Option<&'static Since>,
}

impl Switch {
    pub(super) fn holds_for(&self, host: Host<'_>) -> bool {
        host.holds(self.since, self.until)
    }

    /// Returns whether a value switches hooks off or on. `None`: neither.
    pub(super) fn reads(&self, value: &Value) -> Option<bool> {
        let has = |item: &str| value.as_array().is_some_and(|all| all.iter().any(|it| it.as_str() == Some(item)));
        if self.item.is_some_and(has) || self.on.iter().any(|it| it.is(value)) {
            return Some(true);
        }
        self.off.iter().any(|it| it.is(value)).then_some(false)
    }
}

/// Inputs about calls that failed, on an event about calls that succeed.
pub(super) struct Failures {
    pub(super) event: HookEvent,
    /// The key of the input with what the call returned: a text that begins so.
    pub(super) key: &'static str,
    pub(super) begins: &'static str,
    /// The places whose hooks run on such an input.
    pub(super) places: &'static [SettingsPlace],
    /// The places of which nobody has seen what happens.
    pub(super) unsure: &'static [SettingsPlace],
}

impl Failures {
    /// Returns true if the input of an event is about such a call.
    pub(super) fn is_of(&self, event: HookEvent, input: &Value) -> bool {
        let returned = input.get(self.key).and_then(Value::as_str);
        event == self.event && returned.is_some_and(|text| text.starts_with(self.begins))
    }
}

/// A key with the addresses that are allowed.
pub(super) struct Addresses {
    pub(super) key: &'static str,
    /// The key of a handler with the address.
    pub(super) of: &'static str,
    pub(super) places: &'static [SettingsPlace],
    /// The places whose handlers need no list, unless one is in the same place.
    pub(super) exempt: &'static [SettingsPlace],
    /// The schemes, each with its default port.
    pub(super) default_ports: &'static [(&'static str, &'static str)],
    /// The most that is compared: characters of patterns times those of addresses.
    pub(super) most_compared: usize,
}

/// A name that the host replaces in a command.
#[derive(PartialEq, Eq)]
pub(super) struct Placeholder {
    pub(super) name: &'static str,
    pub(super) is: Filling,
    /// The field with its value.
    pub(super) field: &'static str,
    /// The places in which the host knows it. `None`: all.
    pub(super) places: Option<&'static [SettingsPlace]>,
    /// A line for a shell cannot have it.
    pub(super) direct: bool,
}

impl Placeholder {
    pub(super) fn is_known_in(&self, place: SettingsPlace) -> bool {
        self.places.is_none_or(|places| places.contains(&place))
    }

    /// Returns true if a name is this one, or an option.
    pub(super) fn has(&self, name: &str) -> bool {
        if self.is == Filling::Option { name.starts_with(self.name) } else { name == self.name }
    }

    /// Returns the value, if it is given.
    pub(super) fn value<'s>(&self, session: &Session<'s>, given: Given<'s>) -> Option<&'s str> {
        match self.is {
            Filling::Folder => session.folder,
            Filling::Root => given.root,
            Filling::Data => given.data,
            Filling::Option => None,
        }
    }
}

/// What a placeholder is replaced with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Filling {
    /// The folder of the session.
    Folder,
    /// The folder of the source.
    Root,
    /// The folder for data.
    Data,
    /// An option of a plugin, whose name follows.
    Option,
}

/// What is known about an event.
pub(super) struct EventFacts {
    pub(super) since: Option<&'static Since>,
    /// What the host does with handlers of a type, if it does not run all of them.
    pub(super) types: &'static [TypeOnEvent],
}

/// What the host does with handlers of a type on an event.
pub(super) struct TypeOnEvent {
    pub(super) name: &'static str,
    pub(super) since: Option<&'static Since>,
    /// The message, if it never runs them.
    pub(super) never: Option<&'static str>,
    /// The message, if it may not run them.
    pub(super) unsure: Option<&'static str>,
    pub(super) note: &'static str,
}

/// A type of handlers.
pub(super) struct TypeFacts {
    pub(super) name: &'static str,
    pub(super) since: Option<&'static Since>,
    /// How it is started. `None` for a program, which has two forms.
    pub(super) form: Option<StartForm>,
}

impl TypeFacts {
    pub(super) fn of(name: &str) -> Option<&'static Self> {
        super::data::TYPES.iter().find(|it| it.name == name)
    }
}
