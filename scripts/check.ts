import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Command } from "commander";
import { buildStaleSdk } from "./build/build-sdk.ts";
import { buildStaleWidget } from "./build/build-widget.ts";

new Command("check")
  .description(
    "All that can be said without running the tests. Every step runs, also after one that fails; only the output of those " +
      "that fail is printed.",
  )
  .parse();

const steps: [name: string, run: () => Promise<void>][] = [
  ["build what is stale", async () => void (await Promise.all([buildStaleWidget(), buildStaleSdk()]))],
  ["types", () => runTool("tsc", "--noEmit")],
  ["types of widget/", () => runTool("tsc", "--noEmit", "-p", "widget")],
  ["types of the dashboard", () => runTool("tsc", "--noEmit", "-p", "widget/dashboard")],
  ["types of the SDK, its tests and the demos", () => runTool("tsc", "--noEmit", "-p", "test/sdk")],
  ["types of browser tests", () => runTool("tsc", "--noEmit", "-p", "test/widget")],
  ["types of the demo shop", () => runTool("tsc", "--noEmit", "-p", "scripts/examples/demo-shop/react")],
  ["types of the documentation site", () => runTool("tsc", "--noEmit", "-p", "docs/site")],
  ["lint", () => runTool("oxlint", "--deny-warnings")],
  ["unused files, exports, dependencies", () => runTool("knip", "--treat-config-hints-as-errors")],
  // The plugin parses in half of the time, and writes the same.
  [
    "formatting",
    () => runTool("prettier", "--plugin=@prettier/plugin-oxc", "--check", "--log-level", "warn", "."),
  ],
];

const root = fileURLToPath(new URL("../", import.meta.url));
const failed: string[] = [];
const [build, ...others] = steps;
await perform(build!);
// Two at a time, the longest first: most use one core.
await Promise.all(
  [1, 2].map(async () => {
    for (let next = others.pop(); next !== undefined; next = others.pop()) await perform(next);
  }),
);
console.log(failed.length === 0 ? "All checks pass." : `Failed: ${failed.join("; ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function perform([name, run]: (typeof steps)[number]): Promise<void> {
  const start = performance.now();
  const problem = await run().then(() => undefined, describeFailure);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${problem === undefined ? "ok    " : "FAILED"}  ${seconds.padStart(5)} s  ${name}`);
  if (problem === undefined) return;
  console.log(`\n${problem}\n`);
  failed.push(name);
}

async function runTool(name: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(`node_modules/.bin/${name}`, args, { cwd: root, maxBuffer: 16 * 1024 * 1024 });
}

/** What a tool printed, or why it could not be run. */
function describeFailure(error: Error & { stdout?: string; stderr?: string }): string {
  return `${error.stdout ?? ""}${error.stderr ?? ""}`.trim() || error.message;
}
