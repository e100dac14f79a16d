// Grammars held against llama.cpp itself, which is no part of this repository: a folder DIR with `node-llama-cpp` and,
// for answers, an OpenAI-style server in front of it that takes `grammar` in a request.
//
//   node check.mjs accept  NUCLEO_GEN DIR SCHEMA…      each schema's grammar is one that llama.cpp parses
//   node check.mjs answers NUCLEO_GEN URL COUNT SCHEMA…  COUNT constrained answers of each, read without a repair or fault
import {spawnSync} from "node:child_process";
import http from "node:http";
import {pathToFileURL} from "node:url";
import path from "node:path";

const [mode, command, where, ...rest] = process.argv.slice(2);

// A small model finds no end of a text or a list by itself.
const BOUNDS = ["--limit", "gbnf.max_text=16", "--limit", "gbnf.max_items=2", "--limit", "gbnf.max_depth=2",
  "--limit", "gbnf.max_blanks=0"];

function run(args, input = "") {
  const {status, stdout, stderr} = spawnSync(command, args, {input, encoding: "utf8", maxBuffer: 1 << 28});
  return {status, stdout, stderr};
}

async function accept(schemas) {
  const {getLlama, LlamaGrammar} = await import(pathToFileURL(path.resolve(where, "node_modules/node-llama-cpp/dist/index.js")));
  const llama = await getLlama({gpu: false, build: "never", logLevel: "disabled"});
  const counts = {accepted: 0, "not a schema": 0, "no grammar": 0, "not accepted": 0};
  for (const schema of schemas) {
    const args = ["show", schema, "--grammar", "gbnf", "--allow", "name_clash", "--allow", "duplicate_id"];
    const {status, stdout, stderr} = run(args);
    if (status !== 0) {
      counts[stderr.includes("no `gbnf` grammar") ? "no grammar" : "not a schema"] += 1;
      continue;
    }
    try {
      const grammar = new LlamaGrammar(llama, {grammar: stdout});
      // It is parsed where it is first used.
      grammar._testText?.("");
      counts.accepted += 1;
    } catch (error) {
      counts["not accepted"] += 1;
      console.log(`${schema}: ${String(error).split("\n")[0]}`);
    }
  }
  console.log(JSON.stringify(counts));
  process.exit(counts["not accepted"] === 0 ? 0 : 1);
}

// Without a time limit: a small machine may take minutes.
function answer(messages, grammar, seed) {
  const body = JSON.stringify({messages, grammar, seed, temperature: 0.7, max_tokens: 2000});
  return new Promise((resolve, reject) => {
    const request = http.request(where, {method: "POST", headers: {"content-type": "application/json"}}, (response) => {
      let text = "";
      response.on("data", (part) => text += part).on("end", () => {
        const {choices, error} = JSON.parse(text);
        if (error) reject(new Error(error.message));
        else resolve({text: choices[0].message.content, cut: choices[0].finish_reason === "length"});
      });
    });
    request.on("error", reject).end(body);
  });
}

const ASKED = [
  "Make up a likely answer.", "Make up a short answer.", "Answer for a customer in Berlin.", "Answer for the second of May 2026.",
  "Answer as you think best.", "Answer with as little as may be.", "Give an example.", "Give another example, about bread.",
];

async function answers([count, ...schemas]) {
  const sum = {read: 0, cut: 0, repaired: 0, refused: 0};
  const all = schemas.map((schema) => {
    const grammar = run(["show", schema, "--grammar", "gbnf", ...BOUNDS]).stdout;
    // The grammar alone decides what may be written; a short prompt is enough to ask for it.
    const {title, description = ""} = JSON.parse(run(["show", schema, "--model-schema"]).stdout);
    return {schema, grammar, about: `${title ?? ""}. ${description}`, ends: {}};
  });
  for (let round = 0; round < Number(count); round += 1) {
    for (const {schema, grammar, about, ends} of all) {
      const content = `${about} ${ASKED[round % ASKED.length]} Reply with JSON alone.`;
      const {text, cut} = await answer([{role: "user", content}], grammar, round + 1);
      const {status, stderr} = run(["read", schema], text);
      const end = cut ? "cut" : status !== 0 ? "refused" : stderr.trim() ? "repaired" : "read";
      sum[end] += 1;
      ends[end] = (ends[end] ?? 0) + 1;
      if (end !== "read") console.log(`${schema}: ${end}: ${text}\n${stderr}`);
    }
    console.log(`${round + 1}: ${JSON.stringify(sum)}`);
  }
  all.forEach(({schema, ends}) => console.log(`${schema} ${JSON.stringify(ends)}`));
  process.exit(sum.repaired + sum.refused + sum.cut === 0 ? 0 : 1);
}

await (mode === "accept" ? accept(rest) : answers(rest));
