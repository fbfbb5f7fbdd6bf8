//! Tests of `matching`: what is certain. `conform` compares the packages on many lines.

use hookwire::shell::{commands, matching};

#[test]
fn an_option_is_certain_if_it_is_written_in_full_and_nothing_before_it_can_change_what_it_is() {
    for (line, wanted, is_certain) in [
        ("git push origin --force", "git push -f", true),
        ("git push --x=y --force", "git push --force", true),
        ("rm -rf x", "rm -rf", true),
        ("rm x -r y -f", "rm -rf", true),
        ("xargs git push -f", "git push -f", true),
        ("docker run --privileged ubuntu", "docker run --privileged", true),
        ("git push -ofoo", "git push -f", false),
        ("git push --f", "git push --force", false),
        ("git push -- -f", "git push -f", false),
        ("git push \"$x\" -f", "git push -f", false),
        ("git -f push", "git push -f", false),
        ("git commit -m -f", "git commit -f", false),
        ("docker run ubuntu git push --force", "docker run --force", false),
        ("bash x -f", "bash -f", false),
        ("python x.py -c y", "python -c", false),
    ] {
        let found = matching(&commands(line, "bash"), wanted).expect("it names a program");
        assert_eq!((found.commands.len(), found.certain.len()), (1, usize::from(is_certain)), "{line}");
    }
}
