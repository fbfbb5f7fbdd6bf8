//! Renders `docs/keywords.md`: every keyword, its class, and its effect in each language.

use std::fmt::Write as _;

use std::path::Path;

use hookwire_codegen::internal::diagnostic::Diagnostics;
use hookwire_codegen::internal::lower;
use hookwire_codegen::internal::model::Format;
use hookwire_codegen::internal::schema::{Class, KEYWORDS, Keyword};

use super::probe::{COLUMNS, made};

const ABOUT: &str = "# Keywords

This page lists every keyword of JSON Schema from draft-04 to draft 2020-12, without draft 2019-09, and the generator's own, which begin
with `x-`. Any other key of a schema is skipped with a warning (`unknown-keyword`), or refused if that lint is denied. The same holds for
a keyword that the draft of the file does not have. `x-each-event` is not in the list: a standard keyword replaces it before keywords
are read ([schemas.md](schemas.md)).

* **modelled**: it shapes the types of every language, in the forms on [schemas.md](schemas.md). In another form it is
  validated only, or refused.
* **validated only**: the types do not show it. The validators of every language check it
  ([validation.md](validation.md)), and so do the pydantic models. If a remark says why, the lint `untyped` reports it.
* **annotation**: it changes no verdict. It stays in the bundled schemas.
* **resolved**: references lead to the place instead, and the keyword is removed
  ([schemas.md](schemas.md#schemas-as-they-are-published)). A `$dynamicRef` leads to another type, depending on the schema that validation begins with.
* **refused**: a schema with it is refused, for the reason in the remark.

The place of a keyword is where it affects the types. In any other schema, a keyword that can refuse a value is validated only.
";

const OF_LANGUAGES: &str = "
## The output in each language

To make this table, a schema with the keyword and the same schema without it are rendered and compared. A cell has the declaration that
differs (after `no`: one that is gone), or says what else differs: documentation, or a check. In Rust the check is in the reader, and in
pydantic in the model. `checked` means that the validation plan checks it. The bundled schemas have it as written, or in another form.
The docs say it, or say something else. A dash means no difference.
";

/// Returns the whole page; `root` is the path to the repository.
///
/// # Errors
/// The findings of the schemas that show the effect of a keyword.
pub fn page(root: &Path) -> Result<String, Diagnostics> {
    let mut page =
        super::made_from("src/schema/keywords.rs, src/lower/form.rs, xtask/src/docs/probes.json and templates/");
    page.push_str(ABOUT);
    let _ =
        write!(page, "\n## Every keyword\n\n| keyword | dialect | class | place | remark |\n|---|---|---|---|---|\n");
    for it in KEYWORDS {
        let (name, known, class) = (it.name, it.known.name(), it.class.name());
        let _ = writeln!(page, "| `{name}` | {known} | {class} | {} | {} |", places(it), remark(it));
    }
    page.push_str(OF_LANGUAGES);
    let _ = write!(page, "\n| keyword | {} |\n|---|{}\n", COLUMNS.join(" | "), "---|".repeat(COLUMNS.len()));
    let mut made = made(root)?;
    for it in KEYWORDS.iter().filter_map(|it| made.remove_entry(it.name)) {
        let _ = writeln!(page, "| `{}` | {} |", it.0, it.1.join(" | "));
    }
    Ok(page)
}

/// Returns where a keyword can appear in the types. An assertion can appear in any other schema as well.
fn places(it: &Keyword) -> String {
    match it.class {
        Class::Refused(_) => "nowhere".to_owned(),
        Class::Resolved(_) => "any schema".to_owned(),
        Class::Asserted(_) | Class::Untyped(_) => "any schema".to_owned(),
        _ => lower::places_with_effect(it.name).join("; "),
    }
}

fn remark(it: &Keyword) -> String {
    match it.class {
        Class::Asserted(why) | Class::Untyped(why) | Class::Refused(why) => why.to_owned(),
        Class::Format => {
            let known = Format::ALL.map(|it| format!("`{}`", it.name())).join(", ");
            format!("{known}: validated only; `[formats]` can assert others, and the rest are annotations")
        }
        Class::Resolved("") => String::new(),
        Class::Resolved(why) => format!("refused if {why}"),
        Class::Typed | Class::Modelled | Class::Validated | Class::Annotation => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use hookwire_harness::workspace;

    /// The keywords of the meta-schemas of the drafts.
    const STANDARD: &str = "$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs prefixItems items contains \
        additionalProperties properties patternProperties dependentSchemas propertyNames if then else allOf anyOf oneOf not \
        unevaluatedItems unevaluatedProperties type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength \
        minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired \
        title description default deprecated readOnly writeOnly examples format contentEncoding contentMediaType contentSchema \
        definitions additionalItems dependencies";

    #[test]
    fn each_keyword_of_the_standard_and_no_other_but_our_own_has_a_line() -> Result<(), Diagnostics> {
        let page = page(&workspace::path(""))?;
        let standard: BTreeSet<&str> = STANDARD.split_whitespace().collect();
        let known: BTreeSet<&str> = KEYWORDS.iter().map(|it| it.name).filter(|name| !name.starts_with("x-")).collect();
        assert_eq!(known, standard);
        for it in KEYWORDS {
            let line = format!("\n| `{}` | {} | {} |", it.name, it.known.name(), it.class.name());
            assert!(page.contains(&line), "{}", it.name);
            assert!(!places(it).is_empty(), "{} has no effect anywhere, and is not refused", it.name);
        }
        Ok(())
    }

    #[test]
    fn the_page_shows_the_result_of_every_supported_keyword_as_its_class_says() -> Result<(), Diagnostics> {
        let made = made(&workspace::path(""))?;
        let taken = KEYWORDS.iter().filter(|it| !matches!(it.class, Class::Refused(_) | Class::Resolved(_)));
        let taken: BTreeSet<&str> = taken.map(|it| it.name).collect();
        assert_eq!(made.keys().map(String::as_str).collect::<BTreeSet<_>>(), taken, "xtask/src/docs/probes.json");
        let checked = COLUMNS.iter().position(|column| *column == "validators").unwrap_or_default();
        for it in KEYWORDS.iter().filter(|it| taken.contains(it.name)) {
            let cells = &made[it.name];
            if it.is_asserted() {
                assert_eq!(cells[checked], "checked", "{}", it.name);
            }
            let shown = [0, 1, 3].map(|column| &cells[column]).into_iter().filter(|cell| cell.starts_with('`'));
            match it.class {
                Class::Validated => assert_eq!(shown.count(), 0, "{}: {cells:?}", it.name),
                // The keys have no type, and the values have.
                Class::Asserted(_) if it.name == "patternProperties" => assert_eq!(shown.count(), 2, "{cells:?}"),
                // One language can have a type for it.
                Class::Asserted(_) => assert!(shown.count() < 2, "{}: {cells:?}", it.name),
                Class::Annotation | Class::Untyped(_) => {
                    assert_eq!(cells[..checked + 1], ["–"; 5].map(str::to_owned), "{}", it.name);
                }
                _ => {}
            }
        }
        Ok(())
    }
}
