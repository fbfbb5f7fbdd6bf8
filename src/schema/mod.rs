//! The basis of the generator: JSON with positions, pointers, references, and the keywords and shapes of JSON Schema.

mod dialect;
mod find;
mod json;
mod keywords;
mod number;
mod origin;
mod plain;
mod pointer;
mod reach;
pub mod reference;
pub mod shape;
mod text;
mod walk;
mod yaml;

pub use dialect::{Dialect, Draft, Known};
pub use find::Find;
pub use json::{COMPONENTS, JsonFile};
pub use keywords::{
    Below, Class, DEFINITIONS, KEYWORDS, Keyword, below, is_asserted, is_linted, is_supported, lookup, value_form,
};
pub use number::Exact;
pub use origin::Origin;
pub use pointer::{At, from_fragment, keywords, step, to_fragment, unescaped};
pub use reach::referenced;
pub use shape::{
    ByPattern, MOST_PLACES, any_pattern, branch_values, composes_objects, enum_beside_any, enum_by_branches,
    has_fixed_places, has_shape_of_its_own, is_by_place_or_pattern, is_tuple, lone_reference, nullable, only_string,
    only_value, open_enum, or_any, shows_parts, values_by_pattern, without_definitions,
};
pub use text::text;
pub use walk::{each_below, walk, walk_mut, walk_object};
pub use yaml::is_yaml;
