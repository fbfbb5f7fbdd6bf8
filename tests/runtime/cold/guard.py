from hookwire import block, run


def guard(call):
    if call.tool_input.get("dangerouslyDisableSandbox"):
        return block("Commands stay in the sandbox.")


run({"PreToolUse": {"Bash": guard}})
