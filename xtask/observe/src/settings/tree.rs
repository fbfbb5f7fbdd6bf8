//! A case: the documents of a tree of settings, and the scene that fires events.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A case. The id is that of its family, with a name: `matchers/tools/names`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The id.
    pub id: String,
    /// The scene, by its name.
    pub scene: String,
    /// The documents that register hooks, or decide which hooks run.
    pub sources: Vec<Source>,
    /// The user has not trusted the folder of the project.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untrusted: bool,
    /// The folder of the project in which the host starts. The project's own, if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub start: String,
}

impl Case {
    /// Creates a case in a trusted folder.
    #[must_use]
    pub fn new(id: String, scene: &str, sources: Vec<Source>) -> Self {
        Self { id, scene: scene.to_owned(), sources, untrusted: false, start: String::new() }
    }

    /// Returns true if a document of the case names an event.
    #[must_use]
    pub fn names(&self, event: &str) -> bool {
        self.sources.iter().any(|source| source.content.text().contains(&format!("\"{event}\"")))
    }
}

/// A document of a tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// Where it is.
    pub place: Place,
    /// The document.
    #[serde(flatten)]
    pub content: Content,
}

/// A document, as a value or as the exact text of its file.
///
/// In both, `{{note}}` is the command of a hook: what follows is the id of its handler. `{{root}}` is the folder of the
/// session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// JSON.
    Document(Value),
    /// The text of the file, which may be broken JSON.
    Text(String),
}

impl Content {
    /// Returns the text of the document.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Document(value) => value.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// A place where the host looks for hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The policy of an organisation.
    Managed,
    /// A file beside the policy of an organisation, which adds to it.
    ManagedPart,
    /// The settings of the user.
    User,
    /// The settings of the project.
    Project,
    /// The settings of the user in the project.
    Local,
    /// The settings of a folder of the project.
    SubfolderProject,
    /// The file that `--settings` names.
    Flag,
    /// The manifest of a plugin.
    PluginManifest,
    /// The file with the hooks of a plugin, in its default place.
    PluginHooks,
    /// Another file of a plugin.
    PluginMore,
    /// The front matter of a skill of the project.
    Skill,
    /// The front matter of an agent of the project.
    Agent,
    /// The front matter of a skill of a plugin.
    PluginSkill,
    /// The front matter of an agent of a plugin.
    PluginAgent,
}

impl Place {
    /// All places.
    pub const ALL: [Self; 14] = [
        Self::Managed,
        Self::ManagedPart,
        Self::User,
        Self::Project,
        Self::Local,
        Self::SubfolderProject,
        Self::Flag,
        Self::PluginManifest,
        Self::PluginHooks,
        Self::PluginMore,
        Self::Skill,
        Self::Agent,
        Self::PluginSkill,
        Self::PluginAgent,
    ];

    /// Returns the path of the document, in the folder of the session.
    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Self::Managed => "managed/managed-settings.json",
            Self::ManagedPart => "managed/managed-settings.d/10-part.json",
            Self::User => "home/.claude/settings.json",
            Self::Project => "work/.claude/settings.json",
            Self::Local => "work/.claude/settings.local.json",
            Self::SubfolderProject => "work/sub/.claude/settings.json",
            Self::Flag => "flag.json",
            Self::PluginManifest => "plugin/.claude-plugin/plugin.json",
            Self::PluginHooks => "plugin/hooks/hooks.json",
            Self::PluginMore => "plugin/hooks/more.json",
            Self::Skill => "work/.claude/skills/noted/SKILL.md",
            Self::Agent => "work/.claude/agents/noter.md",
            Self::PluginSkill => "plugin/skills/noted/SKILL.md",
            Self::PluginAgent => "plugin/agents/noter.md",
        }
    }

    /// Returns true for a policy, whose folder is outside of that of the session.
    #[must_use]
    pub fn is_managed(self) -> bool {
        matches!(self, Self::Managed | Self::ManagedPart)
    }

    /// Returns the option with which the host finds the document.
    #[must_use]
    pub fn option(self) -> &'static [&'static str] {
        match self {
            Self::Flag => &["--settings", "{{root}}/flag.json"],
            Self::PluginManifest | Self::PluginHooks | Self::PluginMore | Self::PluginSkill | Self::PluginAgent => {
                &["--plugin-dir", "{{root}}/plugin"]
            }
            _ => &[],
        }
    }

    /// Returns the text of the file. JSON is YAML, so that the hooks of front matter are JSON too.
    #[must_use]
    pub fn file(self, content: &Content) -> String {
        let text = content.text();
        match self {
            Self::Skill | Self::PluginSkill => {
                format!("---\nname: noted\ndescription: Says a word\nhooks: {text}\n---\nBe brief.\n")
            }
            Self::Agent | Self::PluginAgent => {
                format!("---\nname: noter\ndescription: Says a word\nhooks: {text}\n---\nBe brief.\n")
            }
            _ => text,
        }
    }
}
