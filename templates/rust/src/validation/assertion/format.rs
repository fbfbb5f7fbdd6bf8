//! Formats of strings, each by the grammar of its standard. Every language decides alike.

/// A format that a set asserts.
#[allow(dead_code, reason = "not every set asserts all of them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StandardFormat {
    /// RFC 3339: a date, `T`, a time, and the offset from UTC.
    DateTime,
    /// RFC 3339: a date.
    Date,
    /// RFC 5321: a mailbox.
    Email,
    /// RFC 3986: a URI with a scheme.
    Uri,
    /// RFC 9562: a UUID.
    Uuid,
    /// RFC 2673: an IPv4 address.
    Ipv4,
    /// RFC 4291: an IPv6 address.
    Ipv6,
    /// A date and a time that the native types of every language hold.
    NativeDateTime,
    /// A date that the native types of every language hold.
    NativeDate,
    /// A URI that is a URL of the WHATWG's standard, too.
    NativeUri,
}

impl StandardFormat {
    /// Returns the name of the format.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::DateTime => "date-time",
            Self::Date => "date",
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Uuid => "uuid",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::NativeDateTime => "native-date-time",
            Self::NativeDate => "native-date",
            Self::NativeUri => "native-uri",
        }
    }

    /// Returns the name that schemas have for it: that of a native format is the one of its type.
    pub(crate) fn published(self) -> &'static str {
        self.name().strip_prefix("native-").unwrap_or(self.name())
    }

    /// Returns true if the text has this format.
    pub(crate) fn fits(self, text: &str) -> bool {
        text.is_ascii()
            && match self {
                Self::DateTime => is_date_time(text),
                Self::Date => is_date(text),
                Self::Email => is_email(text),
                Self::Uri => is_uri(text),
                Self::Uuid => is_uuid(text),
                Self::Ipv4 => is_ipv4(text),
                Self::Ipv6 => is_ipv6(text),
                Self::NativeDateTime => is_native_date_time(text),
                Self::NativeDate => is_native_date(text),
                Self::NativeUri => is_native_uri(text),
            }
    }
}

/// Returns the number of an exact count of digits.
fn number(text: &str, digits: usize) -> Option<u32> {
    let fits = text.len() == digits && text.bytes().all(|it| it.is_ascii_digit());
    text.parse().ok().filter(|_| fits)
}

/// Returns the numbers of two digits each with a sign between them.
fn pair(text: &str, sign: char) -> Option<(u32, u32)> {
    let (first, second) = text.split_once(sign)?;
    Some((number(first, 2)?, number(second, 2)?))
}

fn is_date(text: &str) -> bool {
    let Some((year, rest)) = text.split_once('-') else { return false };
    let (Some(year), Some((month, day))) = (number(year, 4), pair(rest, '-')) else { return false };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't']) else { return false };
    is_date(date) && time.is_char_boundary(8) && time.len() > 8 && is_time(&time[..8], &time[8..])
}

/// Returns true for a time of day with what is after its seconds: a fraction, and the offset from UTC.
fn is_time(clock: &str, rest: &str) -> bool {
    let Some((hour, rest_of_clock)) = clock.split_once(':') else { return false };
    let (Some(hour), Some((minute, second))) = (number(hour, 2), pair(rest_of_clock, ':')) else { return false };
    let offset = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|it: char| it.is_ascii_digit()),
        None => rest,
    };
    let has_digits = !rest.starts_with('.') || rest.len() - offset.len() > 1;
    let Some(minutes) = minutes_of(offset) else { return false };
    // A leap second is the last one of a day in UTC.
    let is_last = (i64::from(hour * 60 + minute) - minutes).rem_euclid(24 * 60) == 24 * 60 - 1;
    has_digits && hour < 24 && minute < 60 && (second < 60 || (second == 60 && is_last))
}

/// Returns the minutes of an offset from UTC.
fn minutes_of(offset: &str) -> Option<i64> {
    if matches!(offset, "Z" | "z") {
        return Some(0);
    }
    let sign = if offset.starts_with('-') { -1 } else { 1 };
    let (hours, minutes) = pair(offset.strip_prefix(['+', '-'])?, ':')?;
    (hours < 24 && minutes < 60).then(|| sign * i64::from(hours * 60 + minutes))
}

/// Returns true for a date that Python has: its first year is 1.
fn is_native_date(text: &str) -> bool {
    is_date(text) && !text.starts_with("0000")
}

/// Returns true for a time that Python has: no leap second, and six digits of a second at most.
fn is_native_date_time(text: &str) -> bool {
    let fraction = text.split_once('.').map_or("", |(_, rest)| rest);
    let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
    is_date_time(text) && !text.starts_with("0000") && text.get(17..19) != Some("60") && digits <= 6
}

fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let is_atom = |it: &str| {
        !it.is_empty() && it.bytes().all(|c| c.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&c))
    };
    let is_literal = || {
        let inner = domain.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or_default();
        let tagged = inner.split_at_checked(5).filter(|(tag, _)| tag.eq_ignore_ascii_case("IPv6:"));
        tagged.map_or_else(|| is_ipv4(inner), |(_, address)| is_ipv6(address))
    };
    (local.split('.').all(is_atom) || is_quoted(local)) && (domain.split('.').all(is_label) || is_literal())
}

/// Returns true for a part of the name of a host.
fn is_label(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('-')
        && !text.ends_with('-')
        && text.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-')
}

/// Returns true for a text in quotes, with a `\` before each quote and each `\` in it.
fn is_quoted(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('"').and_then(|it| it.strip_suffix('"')) else { return false };
    let mut escaped = false;
    for c in inner.bytes() {
        if !matches!(c, b' '..=b'~') || (!escaped && c == b'"') {
            return false;
        }
        escaped = !escaped && c == b'\\';
    }
    !escaped
}

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|it: char| it.is_ascii_alphabetic())
        && scheme.bytes().all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it));
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (hierarchy, query) = rest.split_once('?').unwrap_or((rest, ""));
    let fits = match hierarchy.strip_prefix("//") {
        Some(after) => {
            let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
            is_authority(authority) && is_part(path, b":@/")
        }
        None => is_part(hierarchy, b":@/"),
    };
    is_scheme && fits && is_part(query, b":@/?") && is_part(fragment, b":@/?")
}

fn is_authority(text: &str) -> bool {
    let (user, host) = text.rsplit_once('@').unwrap_or(("", text));
    let (name, port) = match host.strip_prefix('[').map(|it| it.split_once(']')) {
        Some(None) => return false,
        Some(Some((address, port))) if is_ipv6(address) || is_future(address) => ("", port),
        Some(Some(_)) => return false,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_port = port.is_empty() || port.strip_prefix(':').is_some_and(|it| it.bytes().all(|c| c.is_ascii_digit()));
    is_part(user, b":") && is_part(name, b"") && is_port
}

/// Returns true for a URI that parsers of URLs accept. They know some schemes, and read a host and a port.
fn is_native_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':').filter(|_| is_uri(text)) else { return false };
    let scheme = scheme.to_ascii_lowercase();
    let is_web = matches!(&*scheme, "http" | "https" | "ws" | "wss" | "ftp");
    let Some(rest) = rest.strip_prefix("//") else { return !is_web && scheme != "file" };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let at = host.find(']').map_or(0, |at| at + 1);
    let (host, port) = host.split_at(host[at..].find(':').map_or(host.len(), |colon| at + colon));
    let digits = port.trim_start_matches(':').trim_start_matches('0');
    let has_port = digits.len() < 6 && digits.parse().unwrap_or(0_u32) < 65_536;
    let has_host = match host.strip_prefix('[') {
        Some(address) => is_ipv6(address.trim_end_matches(']')),
        None if is_web => is_domain(host),
        None if scheme == "file" => host.is_empty() || is_domain(host),
        None => !host.is_empty() || authority.is_empty(),
    };
    // A file has a host at most.
    has_host && has_port && (scheme != "file" || authority == host)
}

/// Returns true for the name of a host that is the same with and without the rules for letters outside ASCII.
fn is_domain(text: &str) -> bool {
    let is_label = |label: &str| {
        let is_encoded = label.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("xn--"));
        !label.is_empty() && !is_encoded && label.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it))
    };
    let last = text.rsplit('.').next().unwrap_or_default();
    // A name that ends with a number is an address.
    let is_number = match last.strip_prefix("0x").or_else(|| last.strip_prefix("0X")) {
        Some(digits) => digits.bytes().all(|it| it.is_ascii_hexdigit()),
        None => last.bytes().all(|it| it.is_ascii_digit()),
    };
    is_ipv4(text) || (!is_number && text.split('.').all(is_label))
}

/// Returns true for an address of a version of IP after 6.
fn is_future(text: &str) -> bool {
    let Some((version, address)) = text.split_once('.') else { return false };
    let digits = version.strip_prefix(['v', 'V']).unwrap_or_default();
    let is_version = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_hexdigit());
    is_version && !address.is_empty() && !address.contains('%') && is_part(address, b":")
}

/// Returns true if a part of a URI has only characters that every part can have, escapes, and these.
fn is_part(text: &str, others: &[u8]) -> bool {
    let mut rest = text.bytes();
    while let Some(c) = rest.next() {
        let fits = match c {
            b'%' => [rest.next(), rest.next()].iter().flatten().filter(|it| it.is_ascii_hexdigit()).count() == 2,
            _ => c.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&c) || others.contains(&c),
        };
        if !fits {
            return false;
        }
    }
    true
}

fn is_uuid(text: &str) -> bool {
    let is_hex = |(it, length): (&str, usize)| it.len() == length && it.bytes().all(|c| c.is_ascii_hexdigit());
    text.split('-').count() == 5 && text.split('-').zip([8, 4, 4, 4, 12]).all(is_hex)
}

fn is_ipv4(text: &str) -> bool {
    let is_byte = |it: &str| {
        let is_short = it.len() == 1 || !it.starts_with('0');
        is_short && number(it, it.len().clamp(1, 3)).is_some_and(|it| it < 256)
    };
    text.split('.').count() == 4 && text.split('.').all(is_byte)
}

fn is_ipv6(text: &str) -> bool {
    match text.split_once("::") {
        // The two colons are one group of zeros at least.
        Some((left, right)) => match (groups(left, false), groups(right, true)) {
            (Some(left), Some(right)) => left + right < 8,
            _ => false,
        },
        None => groups(text, true) == Some(8),
    }
}

/// Returns the number of groups of an IPv6 address, of which the last can be an IPv4 address in place of two.
fn groups(text: &str, is_end: bool) -> Option<usize> {
    if text.is_empty() {
        return Some(0);
    }
    let (before, last) = text.rsplit_once(':').map_or((None, text), |(before, last)| (Some(before), last));
    let is_group = |it: &str| (1..=4).contains(&it.len()) && it.bytes().all(|c| c.is_ascii_hexdigit());
    let size = match last {
        _ if is_group(last) => 1,
        _ if is_end && is_ipv4(last) => 2,
        _ => return None,
    };
    let others = before.map_or(Some(0), |it| it.split(':').all(is_group).then(|| it.split(':').count()));
    others.map(|it| it + size)
}
