//! The versions of the host that are asked about.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use hookwire::HostVersion;
use hookwire::host::HOST_VERSIONS;

use crate::Failure;
use crate::finding::{Finding, Identity};

/// The versions that are asked about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hosts(Vec<HostVersion>);

impl FromStr for Hosts {
    type Err = String;

    /// Reads a version, several with commas, or a range: `2.1.300`, `2.1.248,2.1.332`, `2.1.248..`, `..2.1.300`. A range has the
    /// versions in which something about hooks changed, and its ends.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Vec::new();
        for part in text.split(',').map(str::trim) {
            let version = |it: &str| {
                it.trim().parse::<HostVersion>().map_err(|error| format!("{error}, or a range such as `2.1.42..`"))
            };
            match part.split_once("..") {
                None => {
                    let one = version(part)?;
                    // Whoever leaves out a number rarely means the first version that begins so.
                    if part.matches('.').count() < 2 {
                        return Err(format!("`{part}` is not a whole version. Did you mean the range `{part}..`?"));
                    }
                    all.push(one);
                }
                Some((from, to)) => {
                    let to = to.trim_start_matches('=');
                    let from = (!from.trim().is_empty()).then(|| version(from)).transpose()?;
                    let to = (!to.trim().is_empty()).then(|| version(to)).transpose()?;
                    if from.as_ref().zip(to.as_ref()).is_some_and(|(from, to)| from > to) {
                        return Err(format!("`{part}` ends before it begins"));
                    }
                    let known = HOST_VERSIONS.iter().filter_map(|it| it.parse::<HostVersion>().ok());
                    let inside = |it: &HostVersion| {
                        from.as_ref().is_none_or(|from| it >= from) && to.as_ref().is_none_or(|to| it <= to)
                    };
                    all.extend(known.filter(inside));
                    all.extend(from);
                    all.extend(to);
                }
            }
        }
        all.sort();
        all.dedup();
        Ok(Self(all))
    }
}

impl From<HostVersion> for Hosts {
    fn from(one: HostVersion) -> Self {
        Self(vec![one])
    }
}

impl fmt::Display for Hosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, version) in self.0.iter().enumerate() {
            write!(f, "{}{version}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl Hosts {
    /// Returns the versions. Nothing in the list stands for the newest one that is known.
    pub fn each(&self) -> Vec<Option<HostVersion>> {
        if self.0.is_empty() { vec![None] } else { self.0.iter().cloned().map(Some).collect() }
    }

    /// Returns the newest version that is asked about; nothing for the newest one that is known.
    pub fn newest(&self) -> Option<&HostVersion> {
        self.0.last()
    }

    /// Says that the newest version is newer than all that are known, if it is.
    pub fn beyond(&self) -> Option<String> {
        let known = hookwire::HOST_VERSION;
        let newest = self.newest().filter(|it| known.parse().is_ok_and(|known: HostVersion| **it > known))?;
        Some(format!("Claude Code {newest} is newer than {known}, up to which its hooks are known here."))
    }

    /// Returns the version of a command that answers for one.
    pub fn one(&self, command: &str) -> Result<Option<&HostVersion>, Failure> {
        match self.0.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some(one)),
            _ => Err(Failure::Wrong(format!(
                "`{command}` answers for one version: `--host {}`",
                self.0[self.0.len() - 1]
            ))),
        }
    }

    /// Returns the findings of all versions. One that only some versions have says which.
    pub fn findings(&self, of: impl Fn(Option<&HostVersion>) -> Vec<Finding>) -> Vec<Finding> {
        let versions = self.each();
        let mut found: Vec<(Finding, Vec<bool>)> = Vec::new();
        let mut known: HashMap<Identity, usize> = HashMap::new();
        for (at, version) in versions.iter().enumerate() {
            for finding in of(version.as_ref()) {
                let index = *known.entry(finding.identity()).or_insert_with(|| {
                    found.push((finding, vec![false; versions.len()]));
                    found.len() - 1
                });
                if let Some((_, of)) = found.get_mut(index) {
                    of[at] = true;
                }
            }
        }
        let said = |(finding, of): (Finding, Vec<bool>)| Finding { hosts: self.said(&of), ..finding };
        found.into_iter().map(said).collect()
    }

    /// Returns the different answers, each with the versions that have it. Nothing stands for all of them. The answer for the
    /// newest version is the first one.
    pub fn answers<T: PartialEq>(
        &self,
        of: impl Fn(Option<&HostVersion>) -> Result<T, Failure>,
    ) -> Result<Vec<(T, Option<String>)>, Failure> {
        let versions = self.each();
        let mut found: Vec<(T, Vec<bool>)> = Vec::new();
        for (at, version) in versions.iter().enumerate().rev() {
            let answer = of(version.as_ref())?;
            let index = found.iter().position(|(it, _)| *it == answer).unwrap_or_else(|| {
                found.push((answer, vec![false; versions.len()]));
                found.len() - 1
            });
            if let Some((_, of)) = found.get_mut(index) {
                of[at] = true;
            }
        }
        Ok(found.into_iter().map(|(it, of)| (it, self.said(&of))).collect())
    }

    /// Says in which versions something is so. Returns nothing if it is in all of them.
    pub fn said(&self, of: &[bool]) -> Option<String> {
        if self.0.is_empty() || of.iter().all(|it| *it) {
            return None;
        }
        // Parts of versions that follow each other.
        let mut parts: Vec<(usize, usize)> = Vec::new();
        for at in (0..of.len()).filter(|at| of[*at]) {
            match parts.last_mut().filter(|(_, last)| last + 1 == at) {
                Some((_, last)) => *last = at,
                None => parts.push((at, at)),
            }
        }
        let name = |at: usize| self.0.get(at).map(ToString::to_string).unwrap_or_default();
        let part = |(first, last): &(usize, usize)| match (*first, *last) {
            (0, last) if last > 0 => format!("until {}", name(last)),
            (first, last) if last + 1 == of.len() && first < last => format!("since {}", name(first)),
            (first, last) if first == last => format!("in {}", name(first)),
            (first, last) => format!("from {} to {}", name(first), name(last)),
        };
        Some(parts.iter().map(part).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_its_ends_and_what_is_between() -> Result<(), String> {
        let range: Hosts = "2.1.248..2.1.332".parse()?;
        let versions: Vec<String> = range.0.iter().map(ToString::to_string).collect();
        assert!(versions.len() > 5, "{versions:?}");
        assert_eq!(
            (versions.first().map(String::as_str), versions.last().map(String::as_str)),
            (Some("2.1.248"), Some("2.1.332"))
        );
        assert_eq!("2.1.332, 2.1.42".parse::<Hosts>()?.to_string(), "2.1.42, 2.1.332");
        assert!("2.1.300..2.1.200".parse::<Hosts>().is_err());
        assert!("new".parse::<Hosts>().is_err_and(|it| it.contains("`2.1.42..`")));
        assert!("2.1".parse::<Hosts>().is_err_and(|it| it.ends_with("the range `2.1..`?")));
        assert!("2.1..2.1.300".parse::<Hosts>()?.beyond().is_none());
        assert!("3.0.0".parse::<Hosts>()?.beyond().is_some());
        Ok(())
    }

    #[test]
    fn what_only_some_versions_have_names_them() -> Result<(), String> {
        let hosts: Hosts = "2.1.1,2.1.2,2.1.3,2.1.4".parse()?;
        for (of, said) in [
            ([true, true, true, true], None),
            ([true, true, false, false], Some("until 2.1.2")),
            ([false, false, true, true], Some("since 2.1.3")),
            ([false, true, false, false], Some("in 2.1.2")),
            ([false, true, true, false], Some("from 2.1.2 to 2.1.3")),
            ([true, false, false, true], Some("in 2.1.1, in 2.1.4")),
        ] {
            assert_eq!(hosts.said(&of).as_deref(), said);
        }
        Ok(())
    }
}
