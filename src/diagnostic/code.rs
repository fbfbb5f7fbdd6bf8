//! The registry of diagnostics: every code, in the order of the steps that report them.
//!
//! A code that is not registered does not compile, and neither does a code without a [page](Code::page),
//! `codes/<code>.md` next to this file. To add one, write a line below, a page, and a case in `tests/diagnostics/` that
//! reports it.

use std::fmt;

use serde::{Serialize, Serializer};

use super::page::Page;

/// Defines the codes by step, each with its name.
macro_rules! codes {
    ($($(#[$about:meta])+ $step:ident { $($code:ident = $name:literal,)+ })+) => {
        /// The step that reports a diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Step {
            $($(#[$about])+ $step,)+
        }

        /// The kind of diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = concat!("`", $name, "`: see `src/diagnostic/codes/", $name, ".md`.")] $code,)+)+
        }

        impl Step {
            /// Every step, in the order in which they run.
            pub const ALL: &[Self] = &[$(Self::$step,)+];
        }

        impl Code {
            /// Every code, by step.
            pub const ALL: &[Self] = &[$($(Self::$code,)+)+];

            /// Returns the name in kebab case. It never changes.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$code => $name,)+)+
                }
            }

            /// Returns the step that reports it.
            #[doc(hidden)]
            pub fn step(self) -> Step {
                match self {
                    $($(Self::$code)|+ => Step::$step,)+
                }
            }

            fn text(self) -> &'static str {
                match self {
                    $($(Self::$code => include_str!(concat!("codes/", $name, ".md")),)+)+
                }
            }
        }
    };
}

codes! {
    /// Reading the files of a set.
    Load {
        NoSet = "no-set",
        BadSetFile = "bad-set-file",
        NoSchema = "no-schema",
        Unreadable = "unreadable",
        Link = "link",
        FileName = "file-name",
        NotUtf8 = "not-utf-8",
        NotJson = "not-json",
        NotYaml = "not-yaml",
        Number = "number",
        TooDeep = "too-deep",
        DuplicateKey = "duplicate-key",
        StrayFile = "stray-file",
        BadExampleFile = "bad-example-file",
        NoExpectation = "no-expectation",
        BadExpectation = "bad-expectation",
        Profile = "profile",
        NothingToRemove = "nothing-to-remove",
    }
    /// Checking each file alone.
    Check {
        NoObject = "no-object",
        Dialect = "dialect",
        MetaSchema = "meta-schema",
        Id = "id",
        UnknownKeyword = "unknown-keyword",
        RefusedKeyword = "refused-keyword",
        UntypedKeyword = "untyped-keyword",
        NestedDefinitions = "nested-definitions",
        Undescribed = "undescribed",
        Catalogue = "catalogue",
        CatalogueSchema = "catalogue-schema",
        Table = "table",
        TableSchema = "table-schema",
        Changes = "changes",
        ChangesSchema = "changes-schema",
        DefaultRefused = "default-refused",
        ExampleRefused = "example-refused",
        ExampleAccepted = "example-accepted",
        UnknownType = "unknown-type",
    }
    /// Naming definitions, and resolving references.
    Link {
        SameName = "same-name",
        InlineObject = "inline-object",
        Reference = "reference",
    }
    /// Lowering the schemas to the model.
    Lower {
        MisplacedKeyword = "misplaced-keyword",
        Annotation = "annotation",
        NoType = "no-type",
        NoObjectType = "no-object-type",
        ManyTypes = "many-types",
        Constant = "constant",
        Bounds = "bounds",
        Pattern = "pattern",
        Enum = "enum",
        Required = "required",
        Base = "base",
        ClosedBase = "closed-base",
        AllOfCycle = "all-of-cycle",
        Narrowing = "narrowing",
        AliasCycle = "alias-cycle",
        UnionCycle = "union-cycle",
        ReferenceCycle = "reference-cycle",
        AmbiguousUnion = "ambiguous-union",
        Rule = "rule",
        RulePath = "rule-path",
        RuleSeverity = "rule-severity",
        Direction = "direction",
        Keyed = "keyed",
        NoExample = "no-example",
        OlderThanItsOperation = "older-than-its-event",
    }
    /// Reading the features of a set.
    Features {
        Feature = "feature",
        ProblemType = "problem-type",
    }
    /// Rendering a target through its templates.
    Render {
        NoTarget = "no-target",
        TemplateUnreadable = "template-unreadable",
        TargetFile = "target-file",
        AssertionPart = "assertion-part",
        TemplateName = "template-name",
        Template = "template",
        NoIdentifier = "no-identifier",
        NameCollision = "name-collision",
        NoFileName = "no-file-name",
        FileCollision = "file-collision",
        OwnType = "own-type",
        RustName = "rust-name",
        RustShape = "rust-shape",
        RustTypify = "rust-typify",
        RustInternal = "rust-internal",
    }
    /// Explaining a node.
    Explain {
        NoNode = "no-node",
    }
    /// Comparing with the disk, and writing.
    Write {
        ArtifactPath = "artifact-path",
        ArtifactCollision = "artifact-collision",
        OutputNotOurs = "output-not-ours",
        ManifestUnreadable = "manifest-unreadable",
        InTheWay = "in-the-way",
        ForeignFile = "foreign-file",
        EditedOrphan = "edited-orphan",
        OutputBusy = "output-busy",
        OutputIo = "output-io",
        ManifestMissing = "manifest-missing",
        Stamp = "stamp",
        DepfilePath = "depfile-path",
    }
}

impl Code {
    /// Returns the code of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// Returns true if the code is about the command's arguments, not about the files that it read.
    pub fn is_of_usage(self) -> bool {
        matches!(self, Self::NoTarget | Self::NoNode)
    }

    /// Returns true if the code is not about the types themselves, but about annotations or other files. An older state
    /// of a set is read in spite of it.
    pub fn is_beside_types(self) -> bool {
        use Code::{
            Annotation, Catalogue, CatalogueSchema, ChangesSchema, MisplacedKeyword, NoExample, OlderThanItsOperation,
            ProblemType, StrayFile, TableSchema, UnknownKeyword,
        };
        let of_annotations = matches!(self, Annotation | MisplacedKeyword | UnknownKeyword | OlderThanItsOperation);
        let of_files = matches!(self, Catalogue | CatalogueSchema | ChangesSchema | TableSchema | StrayFile);
        of_annotations || of_files || matches!(self, NoExample | ProblemType)
    }

    /// Returns its page.
    #[doc(hidden)]
    pub fn page(self) -> Page {
        Page::new(self.text())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
