//! The version of the host that a payload is for.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::plan::Since;

/// The most digits of a number, so that every language represents it exactly.
const DIGITS: usize = 15;

/// A version of the host, such as `2.1.42`: numbers of at most 15 digits, separated by dots.
///
/// Versions are compared number by number. If one begins with the other, the longer one is newer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HostVersion(Vec<u64>);

impl HostVersion {
    /// Returns the host's support of something that a version introduced.
    pub(crate) fn support(&self, since: &Since) -> Support {
        let version = self.0.as_slice();
        match since.after {
            _ if version >= since.from => Support::Known,
            Some(after) if version > after => Support::Unsure,
            _ => Support::Unknown,
        }
    }

    pub(crate) fn is_older_than(&self, version: &[u64]) -> bool {
        self.0.as_slice() < version
    }

    #[allow(dead_code, reason = "only what a model answers asks for it, and not every contract has that")]
    pub(crate) fn is_newer_than(&self, version: &[u64]) -> bool {
        self.0.as_slice() > version
    }
}

/// A host's support of something that not every version has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Support {
    Known,
    /// The versions in between have not been examined.
    Unsure,
    Unknown,
}

impl FromStr for HostVersion {
    type Err = InvalidVersion;

    /// Parses a version.
    ///
    /// # Errors
    /// The text is not a list of numbers of at most 15 digits, separated by dots.
    fn from_str(version: &str) -> Result<Self, InvalidVersion> {
        let parts: Option<Vec<u64>> = version.split('.').map(number).collect();
        parts.map(Self).ok_or_else(|| InvalidVersion { version: version.to_owned() })
    }
}

/// Parses digits only. `u64::from_str` would also accept a sign.
fn number(text: &str) -> Option<u64> {
    let is_number = text.len() <= DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

impl fmt::Display for HostVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(u64::to_string).collect();
        f.write_str(&parts.join("."))
    }
}

/// A text that is not a version of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidVersion {
    version: String,
}

impl fmt::Display for InvalidVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = self.version.escape_debug();
        write!(f, "`{version}` is not a version: write numbers of at most {DIGITS} digits with dots, such as `2.1.42`")
    }
}

impl Error for InvalidVersion {}
