// Makes blocks of messages of an outcome. The function is documented in `blocks.d.ts`.

const AGENTS = ["claude", "subagent", "teammate"];

export function messageBlocks({ event, texts }) {
  const blocks = [];
  for (const { text: content, audience, purpose, from } of texts) {
    if (audience.includes("user")) blocks.push({ type: "warn", content });
    if (audience.some((it) => AGENTS.includes(it))) {
      blocks.push({ type: "hook", hookEvent: event, content, metadata: { purpose, from } });
    }
  }
  return blocks;
}
