import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { nodeEnvironment } from "../helpers/platform/node-environment.ts";
import { pathOf } from "./run-script.ts";

const importOf = (script: string) => JSON.stringify(pathToFileURL(pathOf(script)).href);

/** Prints what a start prints: a step on stderr, and the description on stdout. */
const program = `
  import { progress } from ${importOf("cli/show-progress.ts")};
  import { describeStart } from ${importOf("start/describe-start.ts")};
  await progress.step("Migrate", async () => {});
  console.log(describeStart({ baseUrl: "http://127.0.0.1:1", dashboardUrl: "" }, "/data", { metrics: [] }));
`;

/** On Linux, the program of this name runs a command on a terminal of its own and copies what it prints. */
const hasTerminals = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");

function print(on: "terminal" | "pipe", env: Record<string, string> = {}): string {
  const command = [process.execPath, "--input-type=module", "--eval", program];
  const quoted = command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");
  const [file, ...args] = on === "pipe" ? command : ["script", "-qec", quoted, "/dev/null"];
  const ended = spawnSync(file!, args, {
    encoding: "utf8",
    env: { ...nodeEnvironment, TERM: "xterm-256color", ...env },
    timeout: 60_000,
  });
  expect(ended.status).toBe(0);
  return ended.stdout + ended.stderr;
}

/** What begins a colour or bold. Erasing a line is none. */
// oxlint-disable-next-line no-control-regex -- the escape character is what it looks for
const COLOUR = /\x1b\[[\d;]*m/;

describe("colours", () => {
  test("are not printed where there is no terminal", () => {
    const printed = print("pipe");
    expect(printed).toContain("Payments platform is ready at");
    expect(printed).not.toMatch(COLOUR);
  });

  test.skipIf(!hasTerminals)("are printed on a terminal (needs util-linux' script)", () => {
    const printed = print("terminal");
    expect(printed).toContain("\x1b[32m✓");
    expect(printed).toContain("\x1b[1m\x1b[32mPayments platform is ready at");
  });

  test.skipIf(!hasTerminals)("are not printed on a terminal where NO_COLOR is set", () => {
    const printed = print("terminal", { NO_COLOR: "1" });
    expect(printed).toContain("Payments platform is ready at");
    expect(printed).toContain("Migrate");
    expect(printed).not.toMatch(COLOUR);
  });
});
