import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { generateClient } from "../../scripts/openapi/client-generator/generate-client.ts";
import { createMember } from "../helpers/create-member.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

describe("a client that a standard generator makes of /openapi.json", () => {
  test("type-checks, refuses mistakes, and does the main job against the running service", async ({
    database,
    ingress,
    workers: _workers,
  }) => {
    const { key } = await createMember(database);
    // Below the repository, where imports of packages lead to ours.
    await mkdir(join(root, ".vitest"), { recursive: true });
    const folder = await mkdtemp(join(root, ".vitest", "client-"));
    try {
      await cp(join(root, "test/openapi/openapi-client"), folder, { recursive: true });
      const document = await (await fetch(`${ingress.url}/openapi.json`)).text();
      await writeFile(join(folder, "api.d.ts"), await generateClient(document));

      const tsc = join(root, "node_modules/.bin/tsc");
      const checked = await run(tsc, ["-p", folder]).catch((error: { stdout: string }) => error);
      expect(checked.stdout).toBe("");

      const { stdout } = await run(process.execPath, [join(folder, "main-job.ts"), ingress.url, key]);
      expect(JSON.parse(stdout)).toEqual({
        collection: "succeeded",
        accountName: expect.any(String),
        payout: expect.stringMatching(/^pyt_/),
        verified: true,
        link: expect.any(String),
        hasMore: expect.any(Boolean),
        available: { value: 300_000, currency: "NGN" },
        refusal: "IDEMPOTENCY_KEY_CONFLICT",
      });
      expect(await ledgerDrift(database)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
