//! Facts about nodes of the model: descriptions, versions, sources.

use serde::Serialize;

/// The facts about a node of any kind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Facts {
    /// The description in CommonMark, from the schema.
    pub description: Option<String>,
    /// The first host version that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Version>,
    /// The first host version that no longer has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Version>,
    /// It works, but should not be used any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecation>,
    /// The sources of the fact.
    pub source: Vec<String>,
    /// No second source confirms it.
    pub unconfirmed: bool,
    /// Issue reports about it.
    pub issues: Vec<Issue>,
}

/// The confidence in a fact.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// A second source confirms it, or nothing contradicts its source.
    #[default]
    Confirmed,
    /// There is one weak source, or sources disagree.
    Unconfirmed,
}

/// A host version, exact or as a bound.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a version, `{\"version\": \"2.1.274\", \"exact\": true}`")]
pub struct Version {
    /// The version. If it is not exact, the first one in which the thing was seen.
    #[serde(deserialize_with = "dotted")]
    pub version: String,
    /// The version is exact.
    pub exact: bool,
    /// The newest version in which the thing was looked for and not found.
    #[serde(default, deserialize_with = "dotted_or_none", skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl Version {
    /// Returns the parts as numbers, for comparison.
    pub fn parts(&self) -> Vec<u64> {
        version_numbers(&self.version).unwrap_or_default()
    }

    /// Returns true if the version is the one with these numbers, or older. It compares while parsing, because this is
    /// called often; invalid versions are refused when they are read.
    pub fn is_by(&self, numbers: &[u64]) -> bool {
        let own = self.version.split('.').map_while(|part| part.parse::<u64>().ok());
        own.le(numbers.iter().copied())
    }

    /// Returns the parts of `after`, unless the version is exact.
    pub fn after_parts(&self) -> Option<Vec<u64>> {
        self.after.as_deref().filter(|_| !self.exact).and_then(version_numbers)
    }

    /// Returns true if it is older than the other, compared by numbers.
    pub fn is_older_than(&self, other: &Self) -> bool {
        self.parts() < other.parts()
    }
}

/// Returns the numbers of a version such as `2.1.274`, or `None` for any other text.
pub fn version_numbers(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

/// Deserialises a version, and refuses one that cannot be compared.
fn dotted<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<String, D::Error> {
    let version: String = serde::Deserialize::deserialize(reader)?;
    match version_numbers(&version) {
        Some(_) => Ok(version),
        None => {
            Err(serde::de::Error::custom(format!("`{version}` is not a version: write numbers with dots, `2.1.274`")))
        }
    }
}

fn dotted_or_none<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<String>, D::Error> {
    dotted(reader).map(Some)
}

/// The version that deprecated something, and its replacement.
#[derive(Debug, Clone, Default, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deprecation {
    /// The host version that deprecated it.
    #[serde(default, deserialize_with = "dotted_or_none", skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The key to write instead.
    #[serde(default, rename = "use", skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// A note in CommonMark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A report in the host's issue tracker.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Issue {
    /// The issue number.
    pub number: u64,
    /// A summary of one line.
    pub summary: String,
    /// `open` or `closed`.
    pub state: String,
}

/// The length at which the host shortens a string. It is not a bound: a longer string is valid.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cap {
    /// The length limit.
    pub limit: u64,
    /// The unit of the limit: `characters` or `utf16`.
    pub unit: String,
    /// The treatment of the rest: `spilled` (to a file), `truncated`, `clipped` (with a mark), `gutted` (in the
    /// middle).
    pub beyond: String,
}
