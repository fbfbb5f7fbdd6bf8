import sys

from typed_agent_hooks import shared
from typed_agent_hooks.shared.app import Provider

hooks = shared.HookApp(name="guard")


@hooks.on(shared.events.ToolCallProposed)
def guard(event: shared.events.ToolCallProposed) -> shared.outputs.Result:
    if event.tool_input.get("dangerouslyDisableSandbox"):
        return shared.outputs.DenyTool(reason="Commands stay in the sandbox.")


print(hooks.handle_json(Provider.CLAUDE_CODE, sys.stdin.read()))
