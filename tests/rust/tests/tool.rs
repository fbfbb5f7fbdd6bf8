//! The arguments and results of tools are types: they are read from an input about the tool, and written in a reply.

use hookwire::read::{FromJson, from_value};
use hookwire::tools::{self, BashInput, BashResponse, McpToolName, Tool};
use hookwire::validate::{Target, validate};
use hookwire::{
    Context, HookEvent, PostToolUseInput, PostToolUseSpecificOutput, PostToolUseSyncOutput, PreToolUseInput,
    PreToolUseSpecificOutput, PreToolUseSyncOutput,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Returns a call with arguments of any type.
fn typed<T: FromJson + Serialize>(tool: &str, arguments: T) -> PreToolUseInput<T> {
    let call = PreToolUseInput::builder().session_id("1b3f").transcript_path("/tmp/t.jsonl").cwd("/home/dev/shop");
    call.tool_name(tool).tool_input(arguments).tool_use_id("toolu_1").build().unwrap()
}

fn call(tool: &str, arguments: Value) -> PreToolUseInput {
    typed(tool, arguments)
}

#[test]
fn a_call_is_read_as_the_types_of_its_tool_and_as_those_of_no_other() {
    let bash = call("Bash", json!({"command": "ls", "key_of_tomorrow": 1}));
    assert!(bash.is_of::<tools::Bash>());
    let typed = bash.of_tool::<tools::Bash>().expect("of its types").expect("a call of Bash");
    assert_eq!(typed.tool_input.command, "ls");
    assert_eq!(typed.tool_input.extra.get("key_of_tomorrow"), Some(&json!(1)));
    assert_eq!(serde_json::to_value(typed).unwrap(), serde_json::to_value(bash).unwrap());

    assert_eq!(call("Bashful", json!({"command": "ls"})).of_tool::<tools::Bash>(), Ok(None));
    assert_eq!(call("bash", json!({"command": "ls"})).of_tool::<tools::Bash>(), Ok(None));
}

#[test]
fn a_call_of_a_newer_host_is_not_lost() {
    for arguments in [
        json!({"command": "rm -rf /", "description": null}),
        json!({"command": "rm -rf /", "timeout": "5"}),
        json!({"command": "rm -rf /", "run_in_background": "yes"}),
    ] {
        let typed = call("Bash", arguments.clone()).of_tool::<tools::Bash>();
        let typed = typed.unwrap_or_else(|mismatch| panic!("{arguments}: {mismatch}")).expect("a call of Bash");
        assert_eq!(typed.tool_input.command, "rm -rf /");
    }
    let newer = call("Grep", json!({"pattern": "a", "output_mode": "newer"}));
    let typed = newer.of_tool::<tools::Grep>().expect("of its types").expect("a call of Grep");
    assert_eq!((typed.tool_input.pattern.as_str(), typed.tool_input.output_mode), ("a", None));
}

#[test]
fn a_malformed_call_names_the_place_and_keeps_its_value() {
    let newer = call("Bash", json!({"command": ["ls"]}));
    let mismatch = newer.of_tool::<tools::Bash>().unwrap_err();
    assert_eq!(mismatch.pointer(), "/tool_input/command");
    assert_eq!(newer.tool_input["command"][0], "ls");
}

#[test]
fn an_input_can_be_made_and_read_with_either() {
    let arguments = BashInput::new("ls");
    let typed = typed("Bash", arguments.clone());
    let plain = typed.clone().with_tool_input(json!({"command": "ls"}));
    let value = serde_json::to_value(&plain).unwrap();
    assert_eq!(serde_json::to_value(&typed).unwrap(), value);
    assert_eq!(from_value::<PreToolUseInput<BashInput>>(value.clone()), Ok(typed.clone()));
    assert_eq!(from_value::<PreToolUseInput>(value.clone()), Ok(plain));
    assert_eq!(serde_json::from_value::<PreToolUseInput<BashInput>>(value.clone()).unwrap(), typed);

    let mut other = value;
    other["tool_input"]["command"] = json!(1);
    let mismatch = from_value::<PreToolUseInput<BashInput>>(other).unwrap_err();
    assert_eq!(mismatch.pointer(), "/tool_input/command");

    let done = BashResponse::new("a\n", "", false);
    let call = PostToolUseInput::builder().session_id("1b3f").transcript_path("/tmp/t.jsonl").cwd("/");
    let call = call.tool_name("Bash").tool_input(arguments).tool_response(done).tool_use_id("toolu_1");
    let done = call.build().unwrap();
    let plain = done.clone().with_tool_input(json!({"command": "ls"}));
    let plain: PostToolUseInput = plain.with_tool_response(serde_json::to_value(&done.tool_response).unwrap());
    assert_eq!(plain.of_tool::<tools::Bash>(), Ok(Some(done)));
}

fn bash() -> Context {
    Context::new().with_tool("Bash")
}

/// A tool that the crate does not know.
struct Search;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Query {
    text: String,
}

impl Tool for Search {
    const NAME: &'static str = "mcp__memory__search";
    type Input = Query;
    type Response = Vec<String>;
}

#[test]
fn a_tool_of_ones_own_is_as_good() {
    let query = call(Search::NAME, json!({"text": "jerry"})).of_tool::<Search>().unwrap().expect("a call of it");
    assert_eq!(query.tool_input, Query { text: "jerry".to_owned() });
    let output = PostToolUseSpecificOutput::new().with_updated_tool_output_of::<Search>(vec!["a".to_owned()]).unwrap();
    assert_eq!(output.updated_tool_output, Some(json!(["a"])));
    let refused = PreToolUseSpecificOutput::new().with_updated_input_of::<Words>(vec!["a".to_owned()]);
    assert!(refused.unwrap_err().to_string().contains("is not an object"));
}

/// A tool whose arguments are not an object, which every host refuses.
struct Words;

impl Tool for Words {
    const NAME: &'static str = "mcp__memory__words";
    type Input = Vec<String>;
    type Response = Value;
}

/// A tool under its former name.
struct Delegate;

impl Tool for Delegate {
    const NAME: &'static str = "Task";
    type Input = Value;
    type Response = Value;
}

#[test]
fn what_is_set_for_a_tool_is_what_the_tool_takes_and_gives() {
    let input = PreToolUseSpecificOutput::new().with_updated_input_of::<tools::Bash>(BashInput::new("ls")).unwrap();
    let reply = PreToolUseSyncOutput::new().with_hook_specific_output(input);
    let reply = serde_json::to_value(reply).unwrap();
    assert_eq!(reply["hookSpecificOutput"]["updatedInput"], json!({"command": "ls"}));
    assert_eq!(validate(&reply, &Target::output(HookEvent::PreToolUse), &bash()), []);

    let output = BashResponse::new("a\n", "", false);
    let output = PostToolUseSpecificOutput::new().with_updated_tool_output_of::<tools::Bash>(output).unwrap();
    let reply = serde_json::to_value(PostToolUseSyncOutput::new().with_hook_specific_output(output)).unwrap();
    assert_eq!(validate(&reply, &Target::output(HookEvent::PostToolUse), &bash()), []);
}

#[test]
fn the_name_of_an_mcp_tool_comes_apart_and_goes_together() {
    let name = "mcp__memory__search_all__deep";
    assert_eq!(tools::mcp_tool(name), McpToolName::new("memory", "search_all__deep"));
    assert_eq!(tools::mcp_tool(name).map(|it| it.to_string()).as_deref(), Some(name));
    for other in ["Bash", "mcp__memory", "mcp__memory__", "mcp____search", "mcp_memory_search", ""] {
        assert_eq!(tools::mcp_tool(other), None, "{other}");
    }
    let server = tools::plugin_server("notes", "memory");
    let made = McpToolName::new(&server, "search").expect("parts of a name");
    assert_eq!((made.server(), made.tool()), ("plugin_notes_memory", "search"));
    assert_eq!(made.to_string(), "mcp__plugin_notes_memory__search");
}

#[test]
fn ambiguous_parts_are_refused_as_a_name() {
    let made = [("", "b"), ("a", ""), ("a__b", "c"), ("a_", "b"), ("a", "_b"), ("_a", "b__c")]
        .map(|(server, tool)| tools::mcp_tool_name(server, tool));
    let names = [Some("mcp__a___b"), Some("mcp___a__b__c")];
    assert_eq!(made.each_ref().map(Option::as_deref), [None, None, None, None, names[0], names[1]]);
    assert!(names.into_iter().flatten().all(|name| tools::mcp_tool(name).is_some_and(|it| it.to_string() == name)));
}

#[test]
fn an_old_name_means_the_tool_of_today() {
    for (alias, today) in tools::ALIASES {
        assert_eq!(tools::canonical_tool(alias), *today);
    }
    assert_eq!(tools::canonical_tool("ToolOfNobody"), "ToolOfNobody");
    assert!(tools::Bash::is("Bash") && !tools::Bash::is("Task"));
    assert!(tools::Agent::is("Agent") && tools::Agent::is("Task"));
    assert!(call("Task", json!({})).is_of::<tools::Agent>() && call("Agent", json!({})).is_of::<Delegate>());
}
