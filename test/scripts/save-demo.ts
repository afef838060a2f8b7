import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

type Demo = { baseUrl: string; merchant: string; secretKey: string; webhookSecret: string };

/** Makes a DATA_DIR with what `npm start` saves there, for the present test. */
export async function saveDemo(demo: Demo): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "payments-platform-demo-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "demo.json"), JSON.stringify(demo));
  return folder;
}
