import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readAdminConfig, readStartConfig } from "../../scripts/config.ts";
import { checkWebhookUrl, rulesOf } from "../../sql/webhooks/url.ts";

const loopback = "127.0.0.0/8,::1/128";

describe("npm start", () => {
  test.for([
    [{}, loopback],
    [{ WEBHOOK_ALLOW_CIDRS: "" }, ""],
    [{ WEBHOOK_ALLOW_CIDRS: "10.0.0.0/8" }, ""],
    [{ WEBHOOK_TEST_ALLOW_CIDRS: "" }, ""],
    [{ WEBHOOK_TEST_ALLOW_CIDRS: "10.0.0.0/8" }, "10.0.0.0/8"],
    [{ WEBHOOK_ALLOW_CIDRS: "", WEBHOOK_TEST_ALLOW_CIDRS: loopback }, loopback],
  ] as const)(
    "opens loopback to test webhooks alone, unless networks are set, be it to none",
    async ([environment, expected]) => {
      expect(readStartConfig(environment)).toMatchObject({
        webhookTestAllowCidrs: expected,
        inherited: expect.not.objectContaining({ WEBHOOK_ALLOW_CIDRS: "" }),
      });
      const folder = await mkdtemp(join(tmpdir(), "start-config-"));
      await writeFile(join(folder, "demo.json"), JSON.stringify({ databaseUrl: "postgres://localhost/x" }));
      const { webhookUrlRules } = await readAdminConfig({ ...environment, DATA_DIR: folder });
      await rm(folder, { recursive: true });
      const accepts = (name: "test" | "live") =>
        checkWebhookUrl("http://localhost:4010/", rulesOf(name, webhookUrlRules)).ok;
      expect([accepts("test"), accepts("live")]).toEqual([expected === loopback, false]);
    },
  );
});
