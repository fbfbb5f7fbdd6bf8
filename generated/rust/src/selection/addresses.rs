//! The addresses to which handlers may send requests, and the patterns that allow them.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::data::{ADDRESSES, words};
use super::facts::Addresses as AddressFacts;
use super::sources::Source;
use super::start::form_of;
use super::{Doubt, NoRun};
use crate::types::{NoRunReason, RunCondition, StartForm};
use crate::validation::{fill, quoted};

/// The addresses that settings allow.
pub(super) struct Addresses<'s> {
    /// The sources with a list.
    lists: Vec<&'s Source<'s>>,
    /// The patterns of all lists.
    patterns: Vec<Address>,
    /// Every address is allowed.
    all: bool,
    /// The host may read a pattern in another way.
    unsure: bool,
    size: usize,
    left: usize,
    decided: HashMap<String, Compared>,
}

/// Whether an address is allowed.
#[derive(Clone, Copy)]
enum Compared {
    Allowed,
    Refused,
    /// This decides, and its message.
    Unsure(&'static str),
}

impl<'s> Addresses<'s> {
    /// Reads the lists of all documents.
    pub(super) fn of(sources: &'s [Source<'s>]) -> Self {
        let with_list = sources.iter().filter_map(|source| Some((source, list_of(source)?)));
        let (lists, items): (Vec<_>, Vec<_>) = with_list.unzip();
        let mut seen = HashSet::new();
        let texts = items.into_iter().flatten().filter_map(Value::as_str).filter(|it| seen.insert(*it));
        let (mut patterns, mut all, mut unsure) = (Vec::new(), false, false);
        for (facts, text) in texts.filter_map(|text| Some((ADDRESSES.as_ref()?, text))) {
            match Pattern::of(text, facts) {
                Pattern::All => all = true,
                Pattern::Parts(address) => patterns.push(address),
                Pattern::Unsure => unsure = true,
                Pattern::Nothing => {}
            }
        }
        let left = ADDRESSES.as_ref().map_or(0, |facts| facts.most_compared);
        let size = patterns.iter().map(Address::size).sum();
        Self { lists, patterns, all, unsure, size, left, decided: HashMap::new() }
    }

    /// Returns why the address of a handler is not allowed.
    pub(super) fn no_run(
        &mut self,
        source: &Source<'_>,
        handler: &Map<String, Value>,
        doubts: &mut Vec<Doubt>,
    ) -> Option<NoRun> {
        let (facts, first) = ADDRESSES.as_ref().zip(self.lists.first().copied())?;
        form_of(source, handler).filter(|it| it.form == Some(StartForm::Request))?;
        let name = source.place.name;
        if facts.exempt.contains(&name) && !self.lists.iter().any(|it| it.place.name == name) {
            return None;
        }
        let address = handler.get(facts.of)?.as_str()?;
        let said = |text| fill(text, &[("key", facts.key), ("value", &quoted(address))]);
        match self.compared(address, facts) {
            Compared::Allowed => None,
            Compared::Unsure(text) => {
                doubts.push((RunCondition::Address, said(text)));
                None
            }
            Compared::Refused => {
                let because = Some(first.pointer(&format!("/{}", facts.key)));
                Some(NoRun { because, ..NoRun::new(NoRunReason::Address, said(words::ADDRESS)) })
            }
        }
    }

    fn compared(&mut self, text: &str, facts: &AddressFacts) -> Compared {
        if let Some(decided) = self.decided.get(text) {
            return *decided;
        }
        let decided = self.decide(text, facts);
        self.decided.insert(text.to_owned(), decided);
        decided
    }

    fn decide(&mut self, text: &str, facts: &AddressFacts) -> Compared {
        if self.all {
            return Compared::Allowed;
        }
        if self.patterns.is_empty() && !self.unsure {
            return Compared::Refused;
        }
        let Some(address) = Address::of(text, facts).filter(|it| !it.has_star()) else {
            return Compared::Unsure(words::ADDRESS_SPELLING);
        };
        let cost = self.size.saturating_mul(address.size());
        let Some(left) = self.left.checked_sub(cost) else { return Compared::Unsure(words::ADDRESS_MANY) };
        self.left = left;
        if self.patterns.iter().any(|pattern| pattern.allows(&address)) {
            return Compared::Allowed;
        }
        if self.unsure { Compared::Unsure(words::ADDRESS_SPELLING) } else { Compared::Refused }
    }
}

/// Returns the list of addresses of a document that counts.
fn list_of<'s>(source: &Source<'s>) -> Option<&'s Vec<Value>> {
    let facts = ADDRESSES.as_ref().filter(|it| it.places.contains(&source.place.name))?;
    let counts = source.stop.as_ref().is_none_or(|it| it.reason == NoRunReason::Disabled);
    source.object().filter(|_| counts)?.get(facts.key)?.as_array()
}

/// What a text in a list allows.
#[derive(Debug, PartialEq, Eq)]
enum Pattern {
    All,
    Parts(Address),
    /// The host may read it in another way.
    Unsure,
    Nothing,
}

impl Pattern {
    fn of(text: &str, facts: &AddressFacts) -> Self {
        let text = read(text);
        if text == "*" {
            return Self::All;
        }
        if let Some(parts) = Address::of(text, facts) {
            return Self::Parts(parts);
        }
        if !is_usual(text) || text.starts_with("*//") {
            return Self::Unsure;
        }
        let Some((scheme, rest)) = text.split_once(':') else { return Self::Nothing };
        let is_word = !scheme.is_empty() && scheme.bytes().all(|it| it.is_ascii_alphabetic());
        let has_mark = rest.starts_with("//") || rest.contains("://");
        let is_address = facts.has_scheme(&scheme.to_ascii_lowercase()) || (has_mark && !is_word);
        if is_address { Self::Unsure } else { Self::Nothing }
    }
}

impl AddressFacts {
    fn has_scheme(&self, name: &str) -> bool {
        self.default_ports.iter().any(|(scheme, _)| *scheme == name)
    }

    /// Returns true if a port stays as it is. The host can leave out a default one.
    fn is_port(&self, port: &str) -> bool {
        let is_number = || port.bytes().all(|it| it.is_ascii_digit()) && port.parse::<u16>().is_ok();
        port.is_empty() || port == "*" || (is_number() && !self.default_ports.iter().any(|(_, default)| *default == port))
    }
}

/// Removes what the host does not read: the blanks around a text, and its fragment.
fn read(text: &str) -> &str {
    let text = text.trim_matches(|it| it <= ' ');
    text.split_once('#').map_or(text, |(before, _)| before)
}

/// Returns true if the host changes no character of a text.
fn is_usual(text: &str) -> bool {
    text.bytes().all(|it| it.is_ascii_graphic() && !b"\"%'<>\\^`{|}".contains(&it))
}

/// The parts of an address or of a pattern. A port or a path that is absent is empty.
#[derive(Debug, PartialEq, Eq)]
struct Address {
    scheme: String,
    host: String,
    port: String,
    path: String,
}

impl Address {
    /// Reads an address or a pattern.
    ///
    /// The host reads an address as a browser does, and only an address in its usual spelling is known to stay as it is. Any
    /// other one is `None`.
    fn of(text: &str, facts: &AddressFacts) -> Option<Self> {
        let text = Some(read(text)).filter(|it| is_usual(it))?;
        let (scheme, rest) = text.split_once(':')?;
        let scheme = scheme.to_ascii_lowercase();
        let rest = if facts.has_scheme(&scheme) {
            rest.trim_start_matches('/')
        } else {
            rest.strip_prefix("//").filter(|_| scheme == "*")?
        };
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let authority = authority.rsplit_once('@').map_or(authority, |(_, it)| it).to_ascii_lowercase();
        let (host, port) = authority.split_once(':').unwrap_or((&authority, ""));
        let port = match port.trim_start_matches('0') {
            "" if !port.is_empty() => "0",
            "*" => port,
            digits => digits,
        };
        let before = path.split_once('?').map_or(path, |(before, _)| before);
        let stays = path != "?" && !before.split('/').any(|it| it == "." || it == "..");
        if !stays || !is_host(host) || !facts.is_port(port) {
            return None;
        }
        let path = path.strip_suffix('?').unwrap_or(path);
        let root = if path.starts_with('?') { "/" } else { "" };
        Some(Self { scheme, host: host.to_owned(), port: port.to_owned(), path: format!("{root}{path}") })
    }

    fn size(&self) -> usize {
        self.scheme.len() + self.host.len() + self.port.len() + self.path.len()
    }

    /// Returns true if something before the path is not known.
    fn has_star(&self) -> bool {
        [&self.scheme, &self.host, &self.port].iter().any(|it| it.contains('*'))
    }

    /// Returns true if this pattern allows an address.
    fn allows(&self, address: &Self) -> bool {
        let path = if address.path.is_empty() { "/" } else { &address.path };
        let is_any_port = self.port.is_empty() && self.host.contains('*');
        ["*", &address.scheme].contains(&self.scheme.as_str())
            && (is_any_port || ["*", &address.port].contains(&self.port.as_str()))
            && covers(&self.host, &address.host)
            && (self.path.is_empty() || covers(&self.path, path))
    }
}

/// Returns true if a host stays as it is: a name, or an address of four numbers.
fn is_host(host: &str) -> bool {
    let is_known = |it: u8| it.is_ascii_alphanumeric() || b"*-._".contains(&it);
    if host.is_empty() || host.ends_with('.') || host.contains("xn--") || !host.bytes().all(is_known) {
        return false;
    }
    let is_digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let last = host.rsplit('.').next().unwrap_or(host);
    if !is_digits(last) && !last.starts_with("0x") {
        return true;
    }
    let is_byte = |it: &str| is_digits(it) && (it == "0" || !it.starts_with('0')) && it.parse::<u8>().is_ok();
    host.split('.').count() == 4 && host.split('.').all(is_byte)
}

/// Returns true if a pattern is a text, with any text for each star.
fn covers(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether a pattern allows an address; nothing if that is not known.
    fn is_allowed(pattern: &str, address: &str) -> Option<bool> {
        let facts = ADDRESSES.as_ref()?;
        let address = Address::of(address, facts)?;
        match Pattern::of(pattern, facts) {
            Pattern::All => Some(true),
            Pattern::Parts(pattern) => Some(pattern.allows(&address)),
            Pattern::Unsure => None,
            Pattern::Nothing => Some(false),
        }
    }

    #[test]
    fn a_pattern_is_compared_part_by_part() {
        let cases = [
            ("https://a.example/*", "https://A.example/x", Some(true)),
            ("https://a.example/x", "https://a.example/X", Some(false)),
            ("https://*.example/*/end", "https://a.b.example/c/d/end", Some(true)),
            ("https://a.example/**", "https://a.example/", Some(true)),
            ("https://a*a.example", "https://a.example", Some(false)),
            ("", "https://a.example", Some(false)),
            ("*", "https://a.example", Some(true)),
            (" HTTPS://a.example/*#x ", "https://a.example/x", Some(true)),
            ("https:/a.example", "https://me@a.example/x?y", Some(true)),
            ("https://a.example/", "https://a.example/x", Some(false)),
            ("https://*", "https://a.example:8123/x", Some(true)),
            ("https://a.example/*", "https://a.example:8123/x", Some(false)),
            ("*/x", "https://a.example/x", Some(false)),
            ("a.example/*", "https://a.example/x", Some(false)),
            ("https://127.1/*", "https://127.0.0.1/x", None),
            ("https://*.0.0.1/*", "https://127.0.0.1/x", None),
            ("https://a.example:08123/*", "https://a.example:8123/x", Some(true)),
            ("https://a.example:0*/x", "https://a.example:8123/x", None),
            ("https://a.example/x", "https://a.example:443/x", None),
            ("https://a.example/x", "https://a.example/y/../x", None),
        ];
        for (pattern, address, expected) in cases {
            assert_eq!(is_allowed(pattern, address), expected, "{pattern} {address}");
        }
    }
}
