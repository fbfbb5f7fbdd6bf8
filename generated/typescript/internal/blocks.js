// Makes blocks of messages of an outcome. The function is documented in `blocks.d.ts`.

import { readers } from "./outcomes.js";

const AGENTS = ["model", "other-model"];

export function messageBlocks({ event, texts }) {
  const blocks = [];
  for (const { text: content, audience, purpose, from } of texts) {
    const who = audience.map((it) => readers[it]);
    if (who.includes("person")) blocks.push({ type: "warn", content });
    if (who.some((it) => AGENTS.includes(it))) {
      blocks.push({ type: "hook", hookEvent: event, content, metadata: { purpose, from } });
    }
  }
  return blocks;
}
