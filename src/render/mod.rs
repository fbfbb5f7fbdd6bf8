//! The model as the files of a target.

pub mod rust;
