//! Sorts imported names in the order that linters want.

use minijinja::value::Kwargs;
use minijinja::{Error, Value};

use super::failed;
use super::filters::only;

/// Sorts names: constants, then names with a capital letter, then the others. Each group is sorted without regard to
/// case, or with capital letters first if `cased` is set.
///
/// # Errors
/// The value is not a list of names, or an option is unknown.
pub fn import_order(names: &Value, options: Kwargs) -> Result<Vec<Value>, Error> {
    only(&options, &["cased"])?;
    let cased = options.peek::<Option<bool>>("cased")?.unwrap_or(false);
    let mut names: Vec<Value> = names.try_iter()?.collect();
    if names.iter().any(|name| name.as_str().is_none()) {
        return Err(failed("`import_order` takes a list of names".to_owned()));
    }
    names.sort_by_cached_key(|name| {
        let name = name.as_str().unwrap_or_default();
        (rank(name), if cased { name.to_owned() } else { name.to_lowercase() })
    });
    Ok(names)
}

fn rank(name: &str) -> u8 {
    match name.starts_with(char::is_uppercase) {
        true if !name.contains(char::is_lowercase) => 0,
        true => 1,
        false => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_come_first_and_small_letters_last() {
        let names = ["beta", "Zeta", "MAX", "alpha", "Alpha", "LIMIT", "aLPHA", "ALphabet"];
        let ordered = |options: &[(&str, bool)]| -> Vec<String> {
            let options = options.iter().map(|(key, value)| (*key, Value::from(*value))).collect();
            let ordered = import_order(&Value::from(names.to_vec()), options).unwrap_or_default();
            ordered.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        assert_eq!(ordered(&[]), ["LIMIT", "MAX", "Alpha", "ALphabet", "Zeta", "alpha", "aLPHA", "beta"]);
        let cased = ordered(&[("cased", true)]);
        assert_eq!(cased, ["LIMIT", "MAX", "ALphabet", "Alpha", "Zeta", "aLPHA", "alpha", "beta"]);
    }
}
