//! Callbacks: the page about hooks that are functions of a program.

use super::feature::{Feature, Plain};

/// The page about hooks that are functions of a program.
pub const FEATURE: Feature = Feature {
    name: "callbacks",
    needs: &["reference"],
    types: &[
        "CatalogEvent",
        "EditableHook",
        "HookCallbackError",
        "HookCallbackRequest",
        "HookCallbackResponse",
        "HookCallbackSuccess",
        "HookControlRequest",
        "HookControlResponse",
        "HookInput",
        "HookOutcome",
        "HookOutput",
        "HookProgress",
        "HookResponse",
        "HookStarted",
        "HookStreamBase",
        "HookStreamMessage",
        "HooksListing",
        "HooksListingRequest",
        "HooksPolicy",
        "ListedEvent",
        "ListedHook",
        "ListingBareMode",
        "ListingSafeMode",
        "SDKHookCallbackMatcher",
        "SDKHookCallbacks",
        "SDKHookFailure",
        "SettingsParseError",
    ],
    tables: &[],
    words: &[],
    namespace: None,
    read: Plain::read,
};
