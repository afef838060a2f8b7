import { fileURLToPath } from "node:url";
import { buildStaleSdk } from "../../../scripts/build/build-sdk.ts";
import { runScript, type RunningScript } from "../../scripts/run-script.ts";

export type { RunningScript };

await buildStaleSdk();
export const program = fileURLToPath(new URL("../../../sdk/cli/dist/payments.js", import.meta.url));

/** Runs the built command line with a key in its environment, as a process. */
export const payments = ({ url, key }: { url: string; key: string }, ...words: string[]): RunningScript =>
  runScript(program, words, { env: { PAYMENTS_URL: url, PAYMENTS_KEY: key, HOME: "/nowhere" } });
