import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readDataDir } from "../config.ts";

const demo = z.object({
  baseUrl: z.string(),
  merchant: z.string(),
  secretKey: z.string(),
  webhookSecret: z.string(),
});

/** What `npm start` saves for scripts: its URL, and the demo merchant with its test key and webhook secret. */
export type DemoAccess = z.output<typeof demo>;

/**
 * What `npm start` saved in `dataDir`. Raises an Error of one line with the remedy if nothing was started there, if the
 * service does not run, or if it no longer accepts the key.
 */
export async function requireDemo(dataDir = readDataDir()): Promise<DemoAccess> {
  const found = await readDemo(dataDir);
  const file = join(dataDir, "demo.json");
  if (found === undefined)
    throw new Error(
      `There is no ${file}: run npm start in another terminal first, or set DATA_DIR to the folder of one that runs.`,
    );
  const headers = { authorization: `Bearer ${found.secretKey}` };
  const signal = AbortSignal.timeout(5_000);
  const response = await fetch(`${found.baseUrl}/v1/balances`, { headers, signal }).catch(
    (cause: unknown) => {
      throw new Error(
        `Nothing responds at ${found.baseUrl}, where ${file} says that the service is: run npm start in another ` +
          `terminal first, or set DATA_DIR to the folder of one that runs.`,
        { cause },
      );
    },
  );
  await response.body?.cancel();
  if (response.status === 401)
    throw new Error(
      `The key in ${file} was revoked or rotated: stop npm start and run it again, which keeps a new one there.`,
    );
  return found;
}

/** Reads `demo.json` of the present DATA_DIR; undefined if nothing was started there. */
async function readDemo(dataDir: string): Promise<DemoAccess | undefined> {
  const text = await readFile(join(dataDir, "demo.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : demo.parse(JSON.parse(text));
}
