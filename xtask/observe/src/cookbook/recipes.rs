//! All hooks of the cookbook, with what each means. This list is closed: nothing else reaches a tool or a shell.

use serde_json::{Value, json};

use super::fact::Fact::{ClaudeDoesNotRead, ClaudeReads, Contains, Lacks, Requests, Runs, UserIsAsked};
use super::recipe::{Policy, Recipe, Session};
use crate::play::scene::{Scene, Step, Talk, Turn};

/// A program that writes down its arguments.
const RECORDS: &str = "echo \"$*\" >> \"{{root}}/ran-${0##*/}\"\n";

/// A formatter that makes letters small, and fails for a file with a question mark.
const FORMATS: &str = "for file; do :; done\n\
    grep -q '?' \"$file\" && { echo 'unexpected ?'; exit 1; }\n\
    tr A-Z a-z < \"$file\" > \"$file.new\" && mv \"$file.new\" \"$file\"\n";

/// Tests that pass when there is a file `fixed`.
const TESTS: &str = "test -e fixed && exit 0\necho '1 of 2 fails'\nexit 1\n";

/// Returns all recipes.
#[must_use]
pub fn all() -> Vec<Recipe> {
    vec![
        deny_a_command(),
        rewrite_a_command(),
        no_force_push(),
        no_secrets(),
        read_only_skills(),
        allow_by_rule(),
        add_context(),
        set_environment(),
        format_after_edit(),
        test_before_stop(),
        notify(),
        make_a_worktree(),
        several_events(),
    ]
}

/// Returns a recipe for a hook on one event, without anything else.
fn recipe(hook: &'static str, event: &'static str, policy: Policy) -> Recipe {
    let (programs, sessions) = (Vec::new(), Vec::new());
    let (in_repository, is_read_in_bash, unread) = (false, true, None);
    Recipe { hook, events: vec![event], policy, in_repository, programs, is_read_in_bash, sessions, unread }
}

/// Returns a scene with one prompt, and the answers of the model.
fn scene(name: &'static str, allowed: &[&str], prompt: &'static str, turns: Vec<Turn>) -> Scene {
    Scene {
        name,
        settings: json!({"permissions": {"allow": allowed}}),
        talks: vec![Talk { prompt, turns }],
        steps: vec![Step::Says(prompt)],
        ..Scene::default()
    }
}

fn call(tool: &'static str, arguments: Value) -> Turn {
    Turn::Calls(vec![(tool, arguments)])
}

fn bash(command: &str) -> Turn {
    call("Bash", json!({"command": command, "description": "A step"}))
}

/// npm does not run, and Claude reads why. pnpm runs.
fn deny_a_command() -> Recipe {
    let turns = vec![bash("npm install"), bash("pnpm install")];
    let session = |scene| Session {
        scene,
        meant: vec![
            Lacks("ran-npm"),
            ClaudeReads("This project uses pnpm. Run the same command with pnpm."),
            Contains("ran-pnpm", "install\n"),
        ],
        failed: vec![Lacks("ran-npm"), Lacks("ran-pnpm")],
    };
    let skills = Scene {
        name: "skills",
        files: vec![
            ("work/.claude/commands/first.md", "---\nallowed-tools: Bash(npm:*)\n---\nOne. !`npm install`\n"),
            ("work/.claude/commands/second.md", "---\nallowed-tools: Bash(pnpm:*)\n---\nTwo. !`pnpm install`\n"),
        ],
        steps: vec![Step::Says("/first"), Step::Says("/second")],
        ..Scene::default()
    };
    Recipe {
        events: vec!["PreToolUse", "PreSkillShellCommand"],
        programs: vec![("npm", RECORDS), ("pnpm", RECORDS)],
        sessions: vec![session(scene("install", &["Bash"], "Install it.", turns)), session(skills)],
        ..recipe("deny-a-command", "PreToolUse", Policy::Closed)
    }
}

/// The command runs in its new form, which is also what the user is asked about.
fn rewrite_a_command() -> Recipe {
    Recipe {
        programs: vec![("pytest", RECORDS)],
        sessions: vec![Session {
            scene: scene("test", &[], "Test it.", vec![bash("pytest tests")]),
            meant: vec![UserIsAsked(vec!["pytest --quiet tests"]), Contains("ran-pytest", "--quiet tests\n")],
            failed: vec![UserIsAsked(vec![]), Lacks("ran-pytest")],
        }],
        ..recipe("rewrite-a-command", "PreToolUse", Policy::Closed)
    }
}

/// A plain force push runs in its new form, and any other does not.
fn no_force_push() -> Recipe {
    let turns = vec![bash("git push --force origin topic"), bash("true && git push -f")];
    Recipe {
        programs: vec![("git", RECORDS)],
        sessions: vec![Session {
            scene: scene("push", &[], "Push it.", turns),
            meant: vec![
                UserIsAsked(vec!["git push --force-with-lease origin topic"]),
                Contains("ran-git", "push --force-with-lease origin topic\n"),
                ClaudeReads("Push with --force-with-lease, in a command of its own"),
            ],
            failed: vec![
                UserIsAsked(vec![]),
                ClaudeDoesNotRead("Push with --force-with-lease, in a command of its own"),
            ],
        }],
        ..recipe("no-force-push", "PreToolUse", Policy::Closed)
    }
}

/// A command with a secret does not run, and one with a variable does.
fn no_secrets() -> Recipe {
    let turns = vec![bash("PGPASSWORD=hunter2 psql"), bash("PGPASSWORD=$PASSWORD psql")];
    Recipe {
        programs: vec![("psql", RECORDS)],
        sessions: vec![Session {
            scene: scene("connect", &["Bash"], "Connect.", turns),
            meant: vec![
                ClaudeReads("This looks like a password. Read it from a variable or a file instead."),
                Contains("ran-psql", "\n"),
            ],
            failed: vec![Lacks("ran-psql"), ClaudeDoesNotRead("This looks like a password.")],
        }],
        ..recipe("no-secrets", "PreToolUse", Policy::Closed)
    }
}

/// A command of a skill that reads runs, and one that writes does not.
fn read_only_skills() -> Recipe {
    let scene = Scene {
        name: "skills",
        files: vec![
            ("work/.claude/commands/first.md", "---\nallowed-tools: Bash(git:*)\n---\nOne. !`git log -1`\n"),
            ("work/.claude/commands/second.md", "---\nallowed-tools: Bash(touch:*)\n---\nTwo. !`touch done`\n"),
        ],
        steps: vec![Step::Says("/first"), Step::Says("/second")],
        ..Scene::default()
    };
    Recipe {
        in_repository: true,
        sessions: vec![Session {
            scene,
            meant: vec![
                ClaudeReads("a@example.com"),
                ClaudeReads("Skills may only run git diff, log, show and status."),
                Lacks("work/done"),
            ],
            failed: vec![ClaudeDoesNotRead("a@example.com"), Lacks("work/done")],
        }],
        ..recipe("read-only-skills", "PreSkillShellCommand", Policy::Closed)
    }
}

/// The command runs twice without a question, and the hook is asked once.
fn allow_by_rule() -> Recipe {
    Recipe {
        programs: vec![("make", RECORDS)],
        sessions: vec![Session {
            scene: scene("ask", &[], "Test it twice.", vec![bash("make test"), bash("make test")]),
            meant: vec![UserIsAsked(vec![]), Contains("ran-make", "test\ntest\n"), Runs("PermissionRequest", 1)],
            failed: vec![UserIsAsked(vec![]), Lacks("ran-make")],
        }],
        // Exit code 2 is all that it can answer then. It denies nothing here, and is no failure for `onFailure`.
        unread: Some(vec![UserIsAsked(vec!["make test", "make test"]), Runs("PermissionRequest", 2)]),
        ..recipe("allow-by-rule", "PermissionRequest", Policy::Closed)
    }
}

/// The prompt comes with the branch.
fn add_context() -> Recipe {
    Recipe {
        in_repository: true,
        sessions: vec![Session {
            scene: scene("say", &[], "Say hello.", vec![Turn::Text("one")]),
            meant: vec![ClaudeReads("The current branch is topic."), Requests(1)],
            failed: vec![ClaudeDoesNotRead("The current branch is"), ClaudeReads("Say hello."), Requests(1)],
        }],
        ..recipe("add-context", "UserPromptSubmit", Policy::Open)
    }
}

/// A later command sees the variable.
fn set_environment() -> Recipe {
    let turns = vec![bash("echo \"is $NODE_ENV\" > seen")];
    Recipe {
        is_read_in_bash: false,
        sessions: vec![Session {
            scene: scene("look", &["Bash"], "Look at it.", turns),
            meant: vec![Contains("work/seen", "is development\n"), ClaudeReads("NODE_ENV is development.")],
            failed: vec![Contains("work/seen", "is \n"), ClaudeDoesNotRead("NODE_ENV is development.")],
        }],
        ..recipe("set-environment", "SessionStart", Policy::Open)
    }
}

/// A file is formatted after the tools that change it, and Claude reads why another one is not.
fn format_after_edit() -> Recipe {
    let write = |path: &str, content: &str| call("Write", json!({"file_path": path, "content": content}));
    let edit = json!({"file_path": "{{work}}/notes.txt", "old_string": "one", "new_string": "TWO"});
    let read = call("Read", json!({"file_path": "{{work}}/notes.txt"}));
    let turns =
        vec![write("{{work}}/notes.txt", "ONE\n"), read, call("Edit", edit), write("{{work}}/question.txt", "WHY?\n")];
    Recipe {
        programs: vec![("prettier", FORMATS)],
        sessions: vec![Session {
            scene: scene("write", &["Read", "Edit", "Write"], "Write it.", turns),
            meant: vec![
                // The file was formatted, so the edit found its text.
                Contains("work/notes.txt", "two\n"),
                Contains("work/question.txt", "WHY?\n"),
                ClaudeReads("The formatter failed:\nunexpected ?"),
            ],
            failed: vec![
                Contains("work/notes.txt", "ONE\n"),
                Contains("work/question.txt", "WHY?\n"),
                ClaudeDoesNotRead("The formatter failed"),
            ],
        }],
        ..recipe("format-after-edit", "PostToolUse", Policy::Open)
    }
}

/// Claude goes on while tests fail, and ends when they pass, or when it has had its chance.
fn test_before_stop() -> Recipe {
    let begin = || Talk { prompt: "Write it.", turns: vec![Turn::Text("one")] };
    let then = |turns: Vec<Turn>| Talk { prompt: "The tests fail:", turns };
    let talks = |turns: Vec<Turn>| vec![begin(), then(turns)];
    let base = || scene("", &["Bash"], "Write it.", Vec::new());
    let failed = || vec![ClaudeDoesNotRead("The tests fail"), Requests(1)];
    Recipe {
        programs: vec![("make", TESTS)],
        sessions: vec![
            Session {
                scene: Scene { name: "mended", talks: talks(vec![bash("touch fixed")]), ..base() },
                meant: vec![ClaudeReads("The tests fail:\n1 of 2 fails"), Runs("Stop", 2), Requests(3)],
                failed: failed(),
            },
            Session {
                scene: Scene { name: "still-broken", talks: talks(vec![Turn::Text("two")]), ..base() },
                meant: vec![ClaudeReads("The tests fail:\n1 of 2 fails"), Runs("Stop", 2), Requests(2)],
                failed: failed(),
            },
            Session {
                scene: Scene { name: "passing", files: vec![("work/fixed", "")], ..base() },
                meant: vec![ClaudeDoesNotRead("The tests fail"), Runs("Stop", 1), Requests(1)],
                failed: failed(),
            },
        ],
        ..recipe("test-before-stop", "Stop", Policy::Open)
    }
}

/// The desktop gets a notification when the host waits for the user.
fn notify() -> Recipe {
    let steps = vec![
        Step::Settles,
        Step::Types("Say hello."),
        Step::Presses("Enter"),
        Step::Awaits("Notification"),
        Step::Types("Say it again."),
        Step::Presses("Enter"),
        Step::AwaitsRequest("Say it again."),
    ];
    Recipe {
        programs: vec![("notify-send", RECORDS)],
        sessions: vec![Session {
            scene: Scene { steps, terminal: true, ..scene("wait", &[], "Say hello.", vec![Turn::Text("one")]) },
            meant: vec![Contains("ran-notify-send", "-- Claude Code "), ClaudeReads("Say it again.")],
            failed: vec![Lacks("ran-notify-send"), ClaudeReads("Say it again.")],
        }],
        ..recipe("notify", "Notification", Policy::Open)
    }
}

/// The worktree is beside the project, and Claude works in it.
fn make_a_worktree() -> Recipe {
    let turns = vec![call("EnterWorktree", json!({"name": "side"})), bash("touch here")];
    Recipe {
        in_repository: true,
        sessions: vec![Session {
            scene: scene("side", &["EnterWorktree", "Bash"], "Use a worktree.", turns),
            meant: vec![Contains("work-side/.git", "gitdir: "), Contains("work-side/here", ""), Lacks("work/here")],
            failed: vec![Lacks("work-side"), Contains("work/here", "")],
        }],
        ..recipe("make-a-worktree", "WorktreeCreate", Policy::Closed)
    }
}

/// The log has a line for each event.
fn several_events() -> Recipe {
    Recipe {
        events: vec!["SessionStart", "PostToolUse", "SessionEnd"],
        sessions: vec![Session {
            scene: scene("run", &["Bash"], "Run it.", vec![bash("touch done")]),
            meant: vec![
                Contains("work/session.log", "startup"),
                Contains("work/session.log", "Bash"),
                Contains("work/session.log", "other"),
                Runs("SessionStart", 1),
                Runs("PostToolUse", 1),
                Runs("SessionEnd", 1),
            ],
            failed: vec![Lacks("work/session.log"), Contains("work/done", ""), ClaudeReads("Run it.")],
        }],
        ..recipe("several-events", "SessionStart", Policy::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape;

    /// All that the model calls.
    const CALLS: &[&str] = &[
        r#"Bash {"command":"npm install","description":"A step"}"#,
        r#"Bash {"command":"pnpm install","description":"A step"}"#,
        r#"Bash {"command":"git push --force origin topic","description":"A step"}"#,
        r#"Bash {"command":"true && git push -f","description":"A step"}"#,
        r#"Bash {"command":"PGPASSWORD=hunter2 psql","description":"A step"}"#,
        r#"Bash {"command":"PGPASSWORD=$PASSWORD psql","description":"A step"}"#,
        r#"Bash {"command":"pytest tests","description":"A step"}"#,
        r#"Bash {"command":"make test","description":"A step"}"#,
        r#"Bash {"command":"echo \"is $NODE_ENV\" > seen","description":"A step"}"#,
        r#"Bash {"command":"touch fixed","description":"A step"}"#,
        r#"Bash {"command":"touch here","description":"A step"}"#,
        r#"Bash {"command":"touch done","description":"A step"}"#,
        r#"Write {"file_path":"{{work}}/notes.txt","content":"ONE\n"}"#,
        r#"Write {"file_path":"{{work}}/question.txt","content":"WHY?\n"}"#,
        r#"Read {"file_path":"{{work}}/notes.txt"}"#,
        r#"Edit {"file_path":"{{work}}/notes.txt","old_string":"one","new_string":"TWO"}"#,
        r#"EnterWorktree {"name":"side"}"#,
    ];

    /// The commands that could reach a network or install something. They have to be replaced.
    const REPLACED: [&str; 7] = ["npm", "pnpm", "pytest", "make", "prettier", "git", "psql"];

    fn sessions() -> Vec<(Recipe, Session)> {
        let of = |recipe: Recipe| recipe.sessions.clone().into_iter().map(move |session| (recipe.clone(), session));
        all().into_iter().flat_map(of).collect()
    }

    #[test]
    fn the_model_calls_tools_only_as_listed() {
        let mut seen = 0;
        for (recipe, session) in sessions() {
            for turn in session.scene.talks.iter().flat_map(|talk| &talk.turns) {
                let Turn::Calls(calls) = turn else { continue };
                for (tool, arguments) in calls {
                    let call = format!("{tool} {arguments}");
                    assert!(CALLS.contains(&call.as_str()), "{}: {call}", recipe.hook);
                    seen += 1;
                }
            }
        }
        assert!(seen >= CALLS.len(), "{seen} calls");
    }

    #[test]
    fn what_could_reach_a_network_is_replaced() {
        for (recipe, session) in sessions() {
            assert!(session.scene.args.is_empty() && session.scene.env.is_empty(), "{}", recipe.hook);
            let turns = session.scene.talks.iter().flat_map(|talk| &talk.turns);
            let text = turns.map(|turn| format!("{turn:?}")).collect::<String>();
            for name in REPLACED {
                let is_called = text.contains(&format!("String(\"{name} "));
                assert!(!is_called || recipe.programs.iter().any(|(it, _)| *it == name), "{}: {name}", recipe.hook);
            }
        }
        for (_, script) in all().iter().flat_map(|recipe| &recipe.programs) {
            assert!([RECORDS, FORMATS, TESTS].contains(script), "{script}");
        }
    }

    #[test]
    fn every_hook_of_the_cookbook_has_a_recipe() -> std::io::Result<()> {
        let folder = shape::tests::root().join("generated/docs/cookbook");
        let mut hooks = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            hooks.extend(path.join("hook.py").is_file().then(|| path.file_name().map(|it| it.to_owned())).flatten());
        }
        let recipes: Vec<_> = all().iter().map(|recipe| recipe.hook).collect();
        assert!(
            recipes.len() == hooks.len() && hooks.iter().all(|hook| recipes.iter().any(|it| hook == it)),
            "{hooks:?}"
        );
        Ok(())
    }

    #[test]
    fn the_policy_is_that_of_the_catalogue() -> Result<(), Box<dyn std::error::Error>> {
        let text = std::fs::read_to_string(shape::tests::root().join("schemas/events.json"))?;
        let catalogue: Value = serde_json::from_str(&text)?;
        for recipe in all() {
            for event in &recipe.events {
                let facts = catalogue["events"].as_array().and_then(|all| all.iter().find(|it| it["name"] == *event));
                let guard = facts.and_then(|it| it["guard"].as_str()).ok_or("no such event")?;
                assert_eq!((guard == "closed"), recipe.policy == Policy::Closed, "{} {event}", recipe.hook);
            }
        }
        Ok(())
    }
}
