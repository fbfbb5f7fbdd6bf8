// Which tool an input is about. `tools.d.ts` says what the functions take and return.

const MCP = "mcp__";

export function isTool(input, ...names) {
  return names.includes(input.tool_name);
}

export function mcpTool(name) {
  if (!name.startsWith(MCP)) return undefined;
  // A tool may have two underscores in its name, a server has none: the first pair stands between the two.
  const at = name.indexOf("__", MCP.length);
  const [server, tool] = [name.slice(MCP.length, at), name.slice(at + 2)];
  return at > MCP.length && tool !== "" ? { server, tool } : undefined;
}

export function mcpToolName({ server, tool }) {
  const name = `${MCP}${server}__${tool}`;
  const read = mcpTool(name);
  if (read?.server !== server || read.tool !== tool) {
    throw new RangeError(`${JSON.stringify(server)} and ${JSON.stringify(tool)} make no name that can be taken apart`);
  }
  return name;
}
