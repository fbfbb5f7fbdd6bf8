from cchooks import create_context
c = create_context()
if c.tool_input.get("dangerouslyDisableSandbox"):
    c.output.deny("Commands stay in the sandbox.")
