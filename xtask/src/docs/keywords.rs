//! `docs/keywords.md`: every keyword, what becomes of it, and what each language makes of it.

use std::fmt::Write as _;

use hookwire_codegen::check::{Class, KEYWORDS, Keyword};

use super::made::{LANGUAGES, made, stands};

const ABOUT: &str = "# Keywords

Every keyword of draft-07 and of draft 2020-12 of JSON Schema, and the generator's own, which begin with `x-`. A key of a
schema that is none of these is refused (`unknown-keyword`), so a misspelling cannot pass.

* **modelled**: it shapes the types of every language. [schemas.md](schemas.md) says in which forms; in another form it is
  validated only, or refused.
* **validated only**: the types do not show it. In a set with the types of problems ([schemas.md](schemas.md#problems)) the
  validators of every language judge it ([validation.md](validation.md)); in any other only the pydantic models check it, and
  `problem.schema.json` gives the set validators that do. Where a remark stands, the lint `untyped` tells of it.
* **annotation**: it changes no verdict. It stays in the bundled schemas.
* **refused**: a schema with it is not taken, for the reason that is given.

A dash: nothing is made of it there.
";

/// The whole page.
pub fn page() -> String {
    let mut page = super::made_from("src/check/keywords.rs and xtask/src/docs/made.rs");
    page.push_str(ABOUT);
    let _ = write!(
        page,
        "\n## What becomes of each\n\n| keyword | dialect | class | stands | remark |\n|---|---|---|---|---|\n"
    );
    for it in KEYWORDS {
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} | {} |",
            it.name,
            it.known.name(),
            it.class.name(),
            stands(it),
            remark(it)
        );
    }
    let _ = write!(
        page,
        "\n## What each language makes of it\n\n| keyword | {} |\n|---|{}\n",
        LANGUAGES.join(" | "),
        "---|".repeat(LANGUAGES.len())
    );
    for it in KEYWORDS.iter().filter(|it| !matches!(it.class, Class::Refused(_))) {
        let _ = writeln!(page, "| `{}` | {} |", it.name, made(it).join(" | "));
    }
    page
}

fn remark(it: &Keyword) -> &'static str {
    match it.class {
        Class::Asserted(why) | Class::Untyped(why) | Class::Refused(why) => why,
        Class::Typed | Class::Modelled | Class::Validated | Class::Annotation => "",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::made::own;
    use super::*;

    /// As the meta-schemas of the two drafts have them.
    const STANDARD: &str = "$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs prefixItems items contains \
        additionalProperties properties patternProperties dependentSchemas propertyNames if then else allOf anyOf oneOf not \
        unevaluatedItems unevaluatedProperties type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength \
        minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired \
        title description default deprecated readOnly writeOnly examples format contentEncoding contentMediaType contentSchema \
        definitions additionalItems dependencies";

    #[test]
    fn each_keyword_of_the_standard_and_no_other_but_our_own_has_a_line() {
        let page = page();
        let standard: BTreeSet<&str> = STANDARD.split_whitespace().collect();
        let known: BTreeSet<&str> = KEYWORDS.iter().map(|it| it.name).filter(|name| !name.starts_with("x-")).collect();
        assert_eq!(known, standard);
        for it in KEYWORDS {
            assert!(
                page.contains(&format!("\n| `{}` | {} | {} |", it.name, it.known.name(), it.class.name())),
                "{}",
                it.name
            );
        }
    }

    #[test]
    fn what_is_said_of_a_keyword_is_said_of_one_that_there_is() {
        let known: BTreeSet<&str> = KEYWORDS.iter().map(|it| it.name).collect();
        let stray: Vec<&str> = own().filter(|name| !known.contains(name)).collect();
        assert_eq!(stray, Vec::<&str>::new());
    }
}
