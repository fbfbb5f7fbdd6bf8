//! Facts about nodes of the model: descriptions, versions, sources.

use serde::Serialize;

/// The facts about a node of any kind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Facts {
    /// CommonMark, as the schema has it.
    pub description: Option<String>,
    /// The first host version that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Version>,
    /// The first host version that no longer has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Version>,
    /// It works, and should not be used any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecation>,
    /// Where the fact comes from.
    pub source: Vec<String>,
    /// No second source says so.
    pub unconfirmed: bool,
    /// Reports that concern it.
    pub issues: Vec<Issue>,
}

/// A host version, or a bound for one.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// The version; where it is not exact, the first one in which the thing was seen.
    #[serde(deserialize_with = "dotted")]
    pub version: String,
    /// It is the very version.
    pub exact: bool,
    /// The newest version in which the thing was looked for and not found.
    #[serde(default, deserialize_with = "dotted_or_none", skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl Version {
    /// Its parts as numbers, for comparing.
    pub fn parts(&self) -> Vec<u64> {
        version_numbers(&self.version).unwrap_or_default()
    }

    /// It is the version with these numbers or an older one. Compared as it is read, as this is asked again and again; what is
    /// no version is refused before.
    pub fn is_by(&self, numbers: &[u64]) -> bool {
        let own = self.version.split('.').map_while(|part| part.parse::<u64>().ok());
        own.le(numbers.iter().copied())
    }

    /// Those of `after`, unless the version is exact.
    pub fn after_parts(&self) -> Option<Vec<u64>> {
        self.after.as_deref().filter(|_| !self.exact).and_then(version_numbers)
    }

    /// By the numbers, not by the letters.
    pub fn is_older_than(&self, other: &Self) -> bool {
        self.parts() < other.parts()
    }
}

/// The numbers of `2.1.274`; none of anything else.
pub fn version_numbers(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

/// A version that cannot be compared is refused where it is read.
fn dotted<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<String, D::Error> {
    let version: String = serde::Deserialize::deserialize(reader)?;
    match version_numbers(&version) {
        Some(_) => Ok(version),
        None => Err(serde::de::Error::custom(format!("`{version}` is no version: write numbers with dots, `2.1.274`"))),
    }
}

fn dotted_or_none<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<String>, D::Error> {
    dotted(reader).map(Some)
}

/// Since when something should not be used, and what to use.
#[derive(Debug, Clone, Default, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deprecation {
    /// The host version that deprecated it.
    #[serde(default, deserialize_with = "dotted_or_none", skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The key to write instead.
    #[serde(default, rename = "use", skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// Anything else, in CommonMark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A report in the host's issue tracker.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Issue {
    /// Its number.
    pub number: u64,
    /// One line.
    pub summary: String,
    /// `open` or `closed`.
    pub state: String,
}

/// Where the host shortens a string. It is not a bound: a longer one is valid.
#[derive(Debug, Clone, PartialEq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cap {
    /// The length limit.
    pub limit: u64,
    /// In `characters` or `utf16` units.
    pub unit: String,
    /// The treatment of the rest: `spilled` (to a file), `truncated`, `clipped` (with a mark), `gutted` (in the
    /// middle).
    pub beyond: String,
}
