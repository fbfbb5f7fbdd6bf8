//! What settings say besides their documents.

use crate::types::{SettingsPlace, SettingsSource, SettingsTree};

/// What settings say about the session. A contract need not have all of it.
#[derive(Default)]
pub(super) struct Session<'s> {
    pub(super) folder: Option<&'s str>,
    pub(super) agent: Option<&'s str>,
    pub(super) session: Option<&'static str>,
    pub(super) trusted: Option<bool>,
    pub(super) plain: Option<bool>,
    pub(super) setting_sources: Option<&'s [SettingsPlace]>,
}

impl<'s> Session<'s> {
    #[allow(unused_variables, clippy::needless_update, reason = "not every contract has all of it")]
    pub(super) fn of(settings: &'s SettingsTree) -> Self {
        Self {
            folder: settings.folder.as_deref(),
            agent: settings.agent.as_deref(),
            session: settings.session.map(|it| it.as_str()),
            trusted: settings.trusted,
            plain: settings.plain,
            setting_sources: settings.setting_sources.as_deref(),
            ..Self::default()
        }
    }
}

/// What settings say about a document. A contract need not have all of it.
#[derive(Clone, Copy, Default)]
pub(super) struct Given<'s> {
    pub(super) manifest: Option<bool>,
    pub(super) name: Option<&'s str>,
    pub(super) root: Option<&'s str>,
    pub(super) data: Option<&'s str>,
    pub(super) forced: Option<bool>,
    pub(super) from_plugin: Option<bool>,
    pub(super) above: Option<&'static str>,
}

impl<'s> Given<'s> {
    #[allow(unused_variables, clippy::needless_update, reason = "not every contract has all of it")]
    pub(super) fn of(source: &'s SettingsSource) -> Self {
        Self {
            manifest: source.manifest,
            name: source.name.as_deref(),
            root: source.root.as_deref(),
            data: source.data.as_deref(),
            forced: source.forced,
            from_plugin: source.from_plugin,
            above: source.above.map(|it| it.as_str()),
            ..Self::default()
        }
    }
}
