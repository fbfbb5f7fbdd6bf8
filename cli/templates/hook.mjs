#!/usr/bin/env node
// Runs on {event}{for_tool}.

import { {verb}, run } from "hookwire";

function hook(call) {
{body}
}

run({table});
