import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readDataDir } from "../config.ts";

const demo = z.object({ baseUrl: z.string(), secretKey: z.string(), webhookSecret: z.string() });

/** What `npm start` saved for those who try it: its URL, and the demo merchant's test key and webhook secret. */
export type DemoAccess = z.output<typeof demo>;

/** Reads `demo.json` of the present DATA_DIR; undefined if nothing was started there. */
export async function readDemo(): Promise<DemoAccess | undefined> {
  const text = await readFile(join(readDataDir(), "demo.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : demo.parse(JSON.parse(text));
}
