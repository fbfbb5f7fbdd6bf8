//! Writes the setters of types, from one line for each.

#![allow(unused_imports, unused_macros, reason = "not every contract needs all of them")]

/// Writes the setters of optional fields: the name, the field with the type of the argument, and the comment.
macro_rules! optional {
    ($($(#[$attribute:meta])* $setter:ident($field:ident: $argument:ty) $doc:literal;)+) => {$(
        #[doc = $doc]
        #[must_use]
        $(#[$attribute])*
        pub fn $setter(mut self, value: $argument) -> Self {
            self.$field = Some(value.into());
            self
        }
    )+};
}

/// Writes the setter of the keys that are not in the contract.
macro_rules! extra {
    ($argument:ty) => {
        /// Sets the keys that this contract does not know.
        #[must_use]
        pub fn with_extra(mut self, value: $argument) -> Self {
            self.extra = value;
            self
        }
    };
}

/// Writes the methods of a builder: the name with the type of the argument, the type of the field, the key, and the
/// comment.
macro_rules! required {
    ($($setter:ident($argument:ty) as $field:ty, $key:literal, $doc:literal;)+) => {$(
        #[doc = $doc]
        #[must_use]
        pub fn $setter(self, value: $argument) -> Self {
            crate::builder::set::<_, $field>(self, $key, value.into())
        }
    )+};
}

pub(crate) use {extra, optional, required};
