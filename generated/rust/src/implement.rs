//! Implements reading, writing and conversions of types, from a line for each field, value or variant.

#![allow(unused_imports, unused_macros, reason = "not every contract needs all of it")]

/// Implements `Serialize`, `FromJson` and `Deserialize` for an object type, from the way and the key of each field. After
/// `closed`, unknown keys are errors in the value. `check` has what the contract requires beyond the types.
macro_rules! fields {
    (
        $name:ident $(<$($parameter:ident),+>)? {
            $($field:ident: $how:ident($key:literal $(, $default:literal)?) $($closed:ident)?,)*
            $(..$rest:ident: $others:ident)?
        }
        $(check($object:ident) { $($check:tt)* })?
    ) => {
        #[allow(deprecated)]
        impl $(<$($parameter: serde::Serialize),+>)? serde::Serialize for $name $(<$($parameter),+>)? {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                #[allow(unused_mut, reason = "not every object has a field")]
                let mut fields = crate::json::Fields::new(serializer);
                $(fields.$how($key, &self.$field);)*
                $(fields.$others(&self.$rest);)?
                fields.end()
            }
        }

        #[allow(deprecated)]
        impl $(<$($parameter: crate::json::FromJson),+>)? crate::json::FromObject for $name $(<$($parameter),+>)? {
            $(
                #[inline]
                fn check($object: &crate::json::Object) -> crate::json::Result<()> {
                    $($check)*
                    Ok(())
                }
            )?

            #[inline]
            #[allow(unused_variables, reason = "not every object has a field")]
            fn from_object(object: &mut crate::json::Object) -> crate::json::Result<Self> {
                Ok(Self {
                    $($field: crate::implement::read!(object.$how($key $(, $default)?) $($closed)?),)*
                    $($rest: crate::implement::read!(object.$others()),)?
                })
            }
        }

        impl $(<$($parameter: crate::json::FromJson),+>)? crate::json::FromJson for $name $(<$($parameter),+>)? {
            #[inline]
            fn from_json(value: serde_json::Value, strictness: crate::json::Strictness) -> crate::json::Result<Self> {
                crate::json::object(value, strictness)
            }
        }

        crate::implement::deserialize!($name $(<$($parameter),+>)?);
    };
}

/// Reads a field. Only an optional key never fails, because the object keeps its mismatch.
macro_rules! read {
    ($object:ident.optional($key:literal)) => { $object.optional($key) };
    ($object:ident.optional($key:literal) closed) => { $object.optional_closed($key) };
    ($object:ident.required($key:literal) closed) => { $object.required_closed($key)? };
    ($object:ident.filled($key:literal, $default:literal) closed) => { $object.filled_closed($key, $default)? };
    ($object:ident.unknown()) => { $object.unknown() };
    ($object:ident.$how:ident($($argument:literal),*)) => { $object.$how($($argument),*)? };
}

/// Implements the conversions of an enum that has all values, from its variants and their values on the wire.
macro_rules! closed_enum {
    ($name:ident { $($variant:ident = $text:literal,)* }) => {
        #[allow(deprecated)]
        impl $name {
            /// Every value, in the order of the contract.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the value on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        #[allow(deprecated)]
        impl std::str::FromStr for $name {
            type Err = crate::json::UnknownName;

            fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownName> {
                match value {
                    $($text => Ok(Self::$variant),)*
                    _ => Err(crate::json::unknown(stringify!($name), value, Self::ALL.iter().map(|it| it.as_str()))),
                }
            }
        }

        impl crate::json::FromJson for $name {
            #[inline]
            fn from_json(value: serde_json::Value, _: crate::json::Strictness) -> crate::json::Result<Self> {
                crate::json::one_of(value, Self::ALL, Self::as_str)
            }
        }

        crate::implement::text!($name);
    };
}

/// Implements the conversions of an enum that keeps other values, but only where inputs are read.
macro_rules! lenient_enum {
    ($name:ident $values:tt) => {
        crate::implement::listed!($name $values);

        impl std::str::FromStr for $name {
            type Err = crate::json::UnknownName;

            fn from_str(value: &str) -> std::result::Result<Self, crate::json::UnknownName> {
                let names = || Self::LISTED.iter().map(Self::as_str);
                Self::listed(value).ok_or_else(|| crate::json::unknown(stringify!($name), value, names()))
            }
        }

        impl crate::json::FromJson for $name {
            #[inline]
            fn from_json(value: serde_json::Value, strictness: crate::json::Strictness) -> crate::json::Result<Self> {
                match value {
                    serde_json::Value::String(text) if strictness.keeps_newer() => {
                        Ok(Self::listed(&text).unwrap_or(Self::Unlisted(text)))
                    }
                    other => {
                        let known = other.as_str().and_then(Self::listed);
                        known.ok_or_else(|| crate::json::not_listed(&other, Self::LISTED.iter().map(Self::as_str)))
                    }
                }
            }
        }
    };
}

/// Implements the conversions of an enum that keeps other values.
macro_rules! open_enum {
    ($name:ident $values:tt) => {
        crate::implement::listed!($name $values);

        impl From<String> for $name {
            fn from(value: String) -> Self {
                Self::listed(&value).unwrap_or(Self::Unlisted(value))
            }
        }

        impl From<&str> for $name {
            fn from(value: &str) -> Self {
                Self::listed(value).unwrap_or_else(|| Self::Unlisted(value.to_owned()))
            }
        }

        impl crate::json::FromJson for $name {
            #[inline]
            fn from_json(value: serde_json::Value, strictness: crate::json::Strictness) -> crate::json::Result<Self> {
                String::from_json(value, strictness).map(Self::from)
            }
        }
    };
}

/// Implements what the enums that keep other values share.
macro_rules! listed {
    ($name:ident { $($variant:ident = $text:literal,)* }) => {
        impl $name {
            /// The values that this contract lists, in its order.
            pub const LISTED: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the value on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Unlisted(value) => value,
                }
            }

            fn listed(value: &str) -> Option<Self> {
                Some(match value {
                    $($text => Self::$variant,)*
                    _ => return None,
                })
            }
        }

        crate::implement::text!($name);
    };
}

/// Implements writing for a type that has `as_str`, and `Deserialize`.
macro_rules! text {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        crate::implement::deserialize!($name);
    };
}

/// Implements `Serialize` and `Deserialize` for a union, from its variants, and the conversions into it. The value of a
/// conversion is that of the variant, or one `into` it, which can be `boxed`.
macro_rules! variants {
    ($name:ident { $($variant:ident,)* } from { $($into:ident($source:ty) $($how:ident)?,)* }) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                match self { $(Self::$variant(it) => it.serialize(serializer),)* }
            }
        }

        $(
            impl From<$source> for $name {
                fn from(value: $source) -> Self {
                    Self::$into(crate::implement::converted!(value $($how)?))
                }
            }
        )*

        crate::implement::deserialize!($name);
    };
}

/// Converts to the value of a variant.
macro_rules! converted {
    ($value:ident) => { $value };
    ($value:ident into) => { $value.into() };
    ($value:ident boxed) => { Box::new($value.into()) };
}

/// Implements `Deserialize` for types that implement `FromJson`.
macro_rules! deserialize {
    ($($name:ident $(<$($parameter:ident),+>)?),+ $(,)?) => {$(
        impl<'de $($(, $parameter: crate::json::FromJson)+)?> serde::Deserialize<'de> for $name $(<$($parameter),+>)? {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
                crate::json::read_as(deserializer)
            }
        }
    )+};
}

pub(crate) use {closed_enum, converted, deserialize, fields, lenient_enum, listed, open_enum, read, text, variants};
